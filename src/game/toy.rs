//! A tiny game in three kinds, which covers features that few games have: chance steps, commits in every
//! round, scores other than wins, and a single seat.
//!
//! Each round, every seat puts a stone on 1, 2 or 3. Then a die with three equal faces is rolled. There are
//! three rounds.
//! - *win*: the two seats do not see each other's stone. A seat scores a point if its stone is on the number
//!   of the die. The seat with more points at the end wins.
//! - *shared*: seat 1 sees the stone of seat 0. The first seat whose stone is on the number gets a point. The
//!   score of both is the sum of their points, or -1 if there are none.
//! - *strokes*: there is one seat. It takes one stroke, and one more for each step between its stone and the
//!   number.
//!
//! Position string: `POINTS SEAT STONES ROUND`, such as `0,0 a -- 0`, or `0 a - 0` for one seat. SEAT is `*`
//! before the roll.
//!
//! The game is compiled only into test builds and debug builds, for tests in Rust and Python.

use super::roles::*;
use super::{
    Actor, Canvas, Declaration, FenError, FenReader, Frame, OptionSpec, Options, Outcome, Piece, Plane,
    Reason, Returns, Rng, Scores, Scoring, Seat, SeatColor, Spec, below,
};
use crate::board::Board;

pub(crate) struct Toy {
    spec: Spec,
    board: Board,
    /// The maximum number of points or strokes of a seat.
    max_points: u8,
}

const ROUNDS: u8 = 3;

/// Stones are 1 to 3, or 0 before the seat has chosen. The entries of seat 1 stay 0 if there is one seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ToyState {
    points: [u8; 2],
    stones: [u8; 2],
    round: u8,
}

/// The place of a stone, or the number of the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ToyStep(u8);

static OPTIONS: Declaration =
    Declaration { game: "toy", options: &[OptionSpec::word::<Scoring>("scores", "what seats play for")] };

impl Toy {
    /// Returns the game for a win.
    #[cfg(test)]
    pub(crate) fn new() -> Toy {
        Toy::of(Scoring::Win, Frame::Seat)
    }

    /// Returns the id of a kind of game.
    pub(crate) fn id(kind: Scoring) -> &'static str {
        match kind {
            Scoring::Win => "toy",
            Scoring::Shared => "toy-shared",
            Scoring::Strokes => "toy-strokes",
        }
    }

    /// Returns the options of a kind of game.
    pub(crate) fn options(kind: Scoring) -> Options {
        Options::of(&OPTIONS, [("scores", kind.into())])
    }

    pub(crate) fn of(kind: Scoring, frame: Frame) -> Toy {
        let points = |name, whose: &str| Plane::level(name, ROUNDS.into(), format!("the points of {whose}"));
        let stone = |name, whose: &str| Plane::level(name, 3, format!("where the stone of {whose} lies"));
        let round = Plane::level("round", ROUNDS.into(), "the rounds that are over");
        let (scores, teams, planes): (_, &[u8], Vec<Plane>) = match kind {
            Scoring::Win => {
                let points = [points("own points", "the seat"), points("enemy points", "the other seat")];
                let planes = points.into_iter().chain([round, stone("own stone", "the seat")]);
                (Scores::win(&[0, 1]), &[0, 1], planes.collect())
            }
            Scoring::Shared => {
                let points = [points("own points", "the seat"), points("other points", "the other seat")];
                let stones = [stone("own stone", "the seat"), stone("other stone", "the other seat")];
                let planes = points.into_iter().chain([round]).chain(stones);
                (Scores::shared(-1.0, ROUNDS.into()), &[0, 0], planes.collect())
            }
            Scoring::Strokes => {
                let rounds = ROUNDS.into();
                let strokes = Plane::level("strokes", 3 * u16::from(ROUNDS), "the strokes taken");
                let planes = vec![strokes, round, stone("stone", "the seat")];
                (Scores::strokes(rounds, 3 * rounds), &[0], planes)
            }
        };
        Toy {
            spec: Spec {
                id: Toy::id(kind).into(),
                title: "Toy".into(),
                summary: "Seats take points in turns.".into(),
                family: "toy",
                rules: "toy",
                description: None,
                options: Toy::options(kind),
                seats: teams.len() as u8,
                colors: SeatColor::ALL[..teams.len()].to_vec(),
                seat_angles: [0, 180][..teams.len()].to_vec(),
                teams: teams.to_vec(),
                scores,
                turn_order: Seat::all(teams.len() as u8).collect(),
                has_hidden_information: kind == Scoring::Win,
                has_chance: true,
                is_simultaneous: kind == Scoring::Win,
                num_actions: 3,
                planes,
                max_steps: (teams.len() as u32 + 1) * u32::from(ROUNDS),
                frame,
            },
            board: Board::square(4),
            max_points: if kind == Scoring::Strokes { 3 * ROUNDS } else { ROUNDS },
        }
    }

    fn seats(&self) -> usize {
        self.spec.seats.into()
    }

    /// Scores a round in which this number is rolled.
    fn score_round(&self, state: &mut ToyState, rolled: u8) {
        let on = state.stones.map(|stone| stone == rolled);
        match self.spec.scores.kind {
            Scoring::Win => (0..2).for_each(|seat| state.points[seat] += u8::from(on[seat])),
            Scoring::Shared => {
                if let Some(seat) = on.iter().position(|&on| on) {
                    state.points[seat] += 1;
                }
            }
            Scoring::Strokes => state.points[0] += 1 + state.stones[0].abs_diff(rolled),
        }
    }

    /// Whether these points are possible after this number of rounds.
    fn is_possible(&self, points: [u8; 2], round: u8) -> bool {
        let sum = points[0] + points[1];
        match self.spec.scores.kind {
            Scoring::Win => points.iter().all(|&had| had <= round),
            Scoring::Shared => sum <= round,
            Scoring::Strokes => (round..=3 * round).contains(&sum),
        }
    }
}

impl Rules for Toy {
    type State = ToyState;
    type Step = ToyStep;
    const CHANCE: bool = true;

    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn start(&self, _rng: &mut Rng) -> ToyState {
        ToyState { points: [0; 2], stones: [0; 2], round: 0 }
    }

    fn actor(&self, state: &ToyState) -> Actor {
        if state.round == ROUNDS {
            return Actor::Over;
        }
        let next = state.stones[..self.seats()].iter().position(|&stone| stone == 0);
        next.map_or(Actor::Chance, |seat| Actor::Seat(Seat::from_index(seat)))
    }

    fn mover(&self, state: &ToyState) -> Actor {
        self.actor(state)
    }

    fn outcome(&self, state: &ToyState) -> Option<Outcome> {
        (state.round == ROUNDS).then(|| {
            let [a, b] = state.points;
            let returns = match self.spec.scores.kind {
                Scoring::Win if a == b => Returns::ZERO,
                Scoring::Win => Returns::win(2, |seat| (seat == Seat::ZERO) == (a > b)),
                Scoring::Shared if a + b == 0 => Returns::of(&[-1.0; 2]),
                Scoring::Shared => Returns::of(&[f64::from(a + b); 2]),
                Scoring::Strokes => Returns::of(&[-f64::from(a)]),
            };
            Outcome { returns, reason: Reason::Course }
        })
    }

    fn material(&self, state: &ToyState, seat: Seat) -> f32 {
        f32::from(state.points[seat.index()])
    }

    fn each_step(&self, state: &ToyState, visit: impl FnMut(ToyStep)) {
        if self.actor(state) != Actor::Over {
            (1..=3).map(ToyStep).for_each(visit);
        }
    }

    fn apply(&self, state: &mut ToyState, step: ToyStep) {
        match self.actor(state) {
            Actor::Seat(seat) => state.stones[seat.index()] = step.0,
            Actor::Chance => {
                self.score_round(state, step.0);
                state.stones = [0; 2];
                state.round += 1;
            }
            Actor::Over => {}
        }
    }

    fn chance(&self, _state: &ToyState, mut visit: impl FnMut(ToyStep, f64)) {
        (1..=3).for_each(|number| visit(ToyStep(number), 1.0 / 3.0));
    }
}

impl Actions for Toy {
    fn action(&self, _state: &ToyState, step: ToyStep) -> usize {
        step.0 as usize - 1
    }

    fn step(&self, _state: &ToyState, action: usize) -> Option<ToyStep> {
        (action < 3).then(|| ToyStep(action as u8 + 1))
    }

    fn action_text(&self, action: usize, _seat: Option<Seat>) -> String {
        format!("put the stone on {0}, or chance rolls {0}", action + 1)
    }

    fn action_place(&self, _action: usize, _seat: Seat) -> Option<usize> {
        None
    }
}

impl Notation for Toy {
    fn write_step(&self, state: &ToyState, step: ToyStep, out: &mut String) {
        let word = if self.actor(state) == Actor::Chance { "roll" } else { "stone" };
        out.push_str(&format!("{word}:{}", step.0));
    }

    fn fen(&self, state: &ToyState) -> String {
        let seat = match self.actor(state) {
            Actor::Seat(Seat::ONE) => 'b',
            Actor::Chance => '*',
            _ => 'a',
        };
        let points: Vec<String> = state.points[..self.seats()].iter().map(u8::to_string).collect();
        let stone = |&stone: &u8| if stone == 0 { '-' } else { (b'0' + stone) as char };
        let stones: String = state.stones[..self.seats()].iter().map(stone).collect();
        format!("{} {seat} {stones} {}", points.join(","), state.round)
    }

    fn read_fen(&self, text: &str) -> Result<ToyState, FenError> {
        let [points, seat, stones, round] = FenReader::new(text, "POINTS SEAT STONES ROUND")?.exactly()?;
        let round = FenReader::counter("ROUND", round, u32::from(ROUNDS))? as u8;
        let mut state = ToyState { points: [0; 2], stones: [0; 2], round };
        let bad =
            || FenError::field("POINTS", points, "expected what the rounds can bring, like 1,0 after one");
        let read: Vec<&str> = points.split(',').collect();
        if read.len() != self.seats() {
            return Err(bad());
        }
        for (had, text) in state.points.iter_mut().zip(read) {
            *had = FenReader::counter("POINTS", text, self.max_points.into())? as u8;
        }
        if !self.is_possible(state.points, round) {
            return Err(bad());
        }
        let places = stones.as_bytes();
        if places.len() != self.seats() || !places.iter().all(|place| b"-123".contains(place)) {
            return Err(FenError::field("STONES", stones, "expected one of - 1 2 3 for each seat"));
        }
        for (stone, place) in state.stones.iter_mut().zip(places) {
            *stone = if *place == b'-' { 0 } else { place - b'0' };
        }
        let late = state.stones[0] == 0 && state.stones[1] != 0;
        if self.fen(&state) != text || (round == ROUNDS && state.stones != [0; 2]) || late {
            return Err(FenError::field("SEAT", seat, "does not go with the stones"));
        }
        Ok(state)
    }
}

impl Observation for Toy {
    fn observe(&self, state: &ToyState, seat: Seat, canvas: &mut Canvas) {
        let (own, other) = (seat.index(), 1 - seat.index());
        let part = |number: u8, most: u8| f32::from(number) / f32::from(most);
        canvas.level(part(state.points[own], self.max_points));
        if self.seats() == 2 {
            canvas.level(part(state.points[other], self.max_points));
        }
        canvas.level(part(state.round, ROUNDS));
        canvas.level(part(state.stones[own], 3));
        if self.seats() == 2 && !self.spec.has_hidden_information {
            canvas.level(part(state.stones[other], 3));
        }
    }
}

impl Information for Toy {
    fn is_simultaneous(&self, state: &ToyState) -> bool {
        self.spec.is_simultaneous && self.actor(state) != Actor::Over
    }

    /// The other seat's stone is hidden until the roll.
    fn observation_string(&self, state: &ToyState, seat: Seat) -> String {
        let mut shown = self.fen(state).into_bytes();
        if self.spec.has_hidden_information {
            let at = 6 + (1 - seat.index());
            if shown[at] != b'-' {
                shown[at] = b'?';
            }
        }
        String::from_utf8(shown).expect("ASCII")
    }

    fn step_text_for(&self, state: &ToyState, step: ToyStep, seat: Seat) -> String {
        match self.actor(state) {
            Actor::Seat(actor) if actor != seat && self.spec.has_hidden_information => "stone:?".into(),
            _ => self.step_text(state, step),
        }
    }

    fn resample(&self, state: &ToyState, seat: Seat, rng: &mut Rng) -> ToyState {
        let mut other = state.clone();
        if self.spec.has_hidden_information {
            let hidden = &mut other.stones[1 - seat.index()];
            if *hidden != 0 {
                *hidden = 1 + below(rng, 3) as u8;
            }
        }
        other
    }
}

impl Display for Toy {
    fn pieces(&self, state: &ToyState, cell: u8, viewer: Option<Seat>) -> Vec<Piece> {
        Seat::all(self.spec.seats)
            .filter(|&seat| !self.spec.has_hidden_information || viewer.is_none_or(|eye| eye == seat))
            .filter(|&seat| state.stones[seat.index()] == cell + 1)
            .map(|seat| Piece::new(Some(seat), "stone", &"ab"[seat.index()..][..1]))
            .collect()
    }
}

impl Symmetries for Toy {}

impl SearchHints for Toy {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{harness, rng_for};

    #[test]
    fn the_game_trait_supports_chance_commits_hidden_information_and_all_kinds_of_scores() {
        for kind in Scoring::ALL {
            harness::check(&Toy::of(kind, Frame::Seat), 50, 3);
        }
    }

    #[test]
    fn chance_is_drawn_by_its_probabilities() {
        let toy = Toy::new();
        let state = toy.read_fen("0,0 * 12 0").expect("a roll");
        let mut rng = rng_for(5, 0, 0);
        let mut seen = [0; 4];
        (0..3000).for_each(|_| seen[toy.draw(&state, &mut rng).expect("an outcome").0 as usize] += 1);
        assert!(seen[1..].iter().all(|&n| (900..1100).contains(&n)), "{seen:?}");
    }

    #[test]
    fn each_kind_has_its_returns() {
        for (kind, fen, returns) in [
            (Scoring::Win, "1,3 a -- 3", &[-1.0, 1.0][..]),
            (Scoring::Win, "2,2 a -- 3", &[0.0, 0.0]),
            (Scoring::Shared, "2,1 a -- 3", &[3.0, 3.0]),
            (Scoring::Shared, "0,0 a -- 3", &[-1.0, -1.0]),
            (Scoring::Strokes, "7 a - 3", &[-7.0]),
        ] {
            let toy = Toy::of(kind, Frame::Seat);
            let state = toy.read_fen(fen).unwrap_or_else(|error| panic!("{error}"));
            let outcome = toy.outcome(&state).expect("over");
            assert_eq!(outcome.returns.seats(toy.spec.seats), returns, "{fen}");
        }
        for (kind, fen) in
            [(Scoring::Shared, "2,2 a -- 3"), (Scoring::Strokes, "10 a - 3"), (Scoring::Strokes, "0 a - 1")]
        {
            assert!(Toy::of(kind, Frame::Seat).read_fen(fen).is_err(), "{fen}");
        }
    }
}
