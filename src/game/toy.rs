//! A tiny game that has what the first real games lack: chance steps, commits in every round, a team game's sequence.
//!
//! Each round, seat 0 and then seat 1 put a stone on 1, 2 or 3 unseen by the other; a die with three equal faces is rolled; who
//! stands on its number gets a point. After three rounds the seat with more points has won.
//! Position string: `POINTS SEAT STONES ROUND`, `0,0 a -- 0`; at the roll SEAT is `*`.

use super::{
    Actor, Canvas, FenError, FenReader, Frame, Game, Hue, Options, Outcome, Piece, Reason, Returns, Rng,
    Seat, Spec, below,
};
use crate::board::Board;

pub(crate) struct Toy {
    spec: Spec,
    board: Board,
}

const ROUNDS: u8 = 3;

/// Stones are 1 to 3, or 0 before the seat has chosen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Table {
    points: [u8; 2],
    stones: [u8; 2],
    round: u8,
}

/// A stone's place, or the die's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Number(u8);

impl Toy {
    pub(crate) fn new() -> Toy {
        Toy {
            spec: Spec {
                id: "toy".into(),
                title: "Toy".into(),
                family: "toy",
                rules: "toy",
                options: Options::new(),
                seats: 2,
                colours: vec![Hue::White, Hue::Black],
                teams: vec![0, 1],
                sequence: vec![0, 1],
                hidden: true,
                chance: true,
                commits: true,
                num_actions: 3,
                planes: ["own points", "enemy points", "round", "own stone"].map(String::from).to_vec(),
                max_steps: 3 * u32::from(ROUNDS),
                frame: Frame::Seat,
            },
            board: Board::square(4),
        }
    }
}

impl Game for Toy {
    type State = Table;
    type Step = Number;
    const CHANCE: bool = true;

    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn start(&self, _rng: &mut Rng) -> Table {
        Table { points: [0; 2], stones: [0; 2], round: 0 }
    }

    fn actor(&self, state: &Table) -> Actor {
        match state.stones {
            _ if state.round == ROUNDS => Actor::Over,
            [0, _] => Actor::Seat(0),
            [_, 0] => Actor::Seat(1),
            _ => Actor::Chance,
        }
    }

    fn outcome(&self, state: &Table) -> Option<Outcome> {
        (state.round == ROUNDS).then(|| {
            let [a, b] = state.points;
            let returns = if a == b { Returns::ZERO } else { Returns::win(2, |seat| (seat == 0) == (a > b)) };
            Outcome { returns, reason: Reason::Course }
        })
    }

    fn commits(&self, state: &Table) -> bool {
        self.actor(state) != Actor::Over
    }

    fn material(&self, state: &Table, seat: Seat) -> f32 {
        f32::from(state.points[seat as usize])
    }

    fn each_step(&self, state: &Table, visit: impl FnMut(Number)) {
        if self.actor(state) != Actor::Over {
            (1..=3).map(Number).for_each(visit);
        }
    }

    fn apply(&self, state: &mut Table, step: Number) {
        match self.actor(state) {
            Actor::Seat(seat) => state.stones[seat as usize] = step.0,
            Actor::Chance => {
                for seat in 0..2 {
                    state.points[seat] += u8::from(state.stones[seat] == step.0);
                }
                state.stones = [0; 2];
                state.round += 1;
            }
            Actor::Over => {}
        }
    }

    fn chance(&self, _state: &Table, mut visit: impl FnMut(Number, f64)) {
        (1..=3).for_each(|number| visit(Number(number), 1.0 / 3.0));
    }

    fn action(&self, _state: &Table, step: Number) -> usize {
        step.0 as usize - 1
    }

    fn step(&self, _state: &Table, action: usize) -> Option<Number> {
        (action < 3).then(|| Number(action as u8 + 1))
    }

    fn write_step(&self, state: &Table, step: Number, out: &mut String) {
        let word = if self.actor(state) == Actor::Chance { "roll" } else { "stone" };
        out.push_str(&format!("{word}:{}", step.0));
    }

    fn fen(&self, state: &Table) -> String {
        let seat = match self.actor(state) {
            Actor::Seat(1) => 'b',
            Actor::Chance => '*',
            _ => 'a',
        };
        let stone = |stone: u8| if stone == 0 { '-' } else { (b'0' + stone) as char };
        let ([a, b], [x, y]) = (state.points, state.stones.map(stone));
        format!("{a},{b} {seat} {x}{y} {}", state.round)
    }

    fn read_fen(&self, text: &str) -> Result<Table, FenError> {
        let [points, seat, stones, round] = FenReader::new(text, "POINTS SEAT STONES ROUND")?.exactly()?;
        let round = FenReader::counter("ROUND", round, u32::from(ROUNDS))? as u8;
        let bad = || FenError::field("POINTS", points, "expected two numbers up to the round, like 1,0");
        let (a, b) = points.split_once(',').ok_or_else(bad)?;
        let read = |text| FenReader::counter("POINTS", text, u32::from(round)).map(|n| n as u8);
        let stone = |stone: u8| match stone {
            b'-' => Ok(0),
            b'1'..=b'3' => Ok(stone - b'0'),
            _ => Err(FenError::field("STONES", stones, "expected two of - 1 2 3")),
        };
        let &[x, y] = stones.as_bytes() else {
            return Err(FenError::field("STONES", stones, "expected two"));
        };
        let state = Table { points: [read(a)?, read(b)?], stones: [stone(x)?, stone(y)?], round };
        if self.fen(&state) != text || (round == ROUNDS && stones != "--") || (x == b'-' && y != b'-') {
            return Err(FenError::field("SEAT", seat, "does not go with the stones"));
        }
        Ok(state)
    }

    fn observe(&self, state: &Table, seat: Seat, canvas: &mut Canvas) {
        let (own, enemy) = (seat as usize, 1 - seat as usize);
        for number in [state.points[own], state.points[enemy], state.round, state.stones[own]] {
            canvas.level(f32::from(number) / 3.0);
        }
    }

    /// The other seat's stone is hidden while it lies there.
    fn view(&self, state: &Table, seat: Seat) -> String {
        let mut shown = self.fen(state).into_bytes();
        let at = 6 + (1 - seat as usize);
        if shown[at] != b'-' {
            shown[at] = b'?';
        }
        String::from_utf8(shown).expect("ASCII")
    }

    fn seen(&self, state: &Table, step: Number, seat: Seat) -> String {
        match self.actor(state) {
            Actor::Seat(actor) if actor != seat => "stone:?".into(),
            _ => self.step_text(state, step),
        }
    }

    fn resample(&self, state: &Table, seat: Seat, rng: &mut Rng) -> Table {
        let mut other = state.clone();
        let hidden = &mut other.stones[1 - seat as usize];
        if *hidden != 0 {
            *hidden = 1 + below(rng, 3) as u8;
        }
        other
    }

    fn pieces(&self, state: &Table, cell: u8, eyes: Option<Seat>) -> Vec<Piece> {
        (0..2)
            .filter(|&seat| eyes.is_none_or(|eye| eye == seat) && state.stones[seat as usize] == cell + 1)
            .map(|seat| Piece::new(Some(seat), "stone", &"ab"[seat as usize..][..1]))
            .collect()
    }
}

#[test]
fn the_contract_carries_chance_commits_and_secrets() {
    super::harness::check(&Toy::new(), 50, 3);
}

#[test]
fn chance_is_drawn_by_its_probabilities() {
    let toy = Toy::new();
    let state = toy.read_fen("0,0 * 12 0").expect("a roll");
    let mut rng = super::rng_for(5, 0, 0);
    let mut seen = [0; 4];
    (0..3000).for_each(|_| seen[toy.draw(&state, &mut rng).expect("an outcome").0 as usize] += 1);
    assert!(seen[1..].iter().all(|&n| (900..1100).contains(&n)), "{seen:?}");
}
