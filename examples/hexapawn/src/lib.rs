//! Hexapawn (Martin Gardner, 1962): three pawns for each side on a 3x3 board. Pawns move and capture as in
//! chess. A seat wins if one of its pawns reaches the far row, or if the other seat cannot move.
//!
//! It implements the roles of [`plyground::game::roles`], and is then played, batched and drawn like any
//! game.

use plyground::board::Board;
use plyground::game::roles::*;
use plyground::game::{Actor, Canvas, FenError, FenReader, Outcome, Plane, Reason, Returns, Rng, Seat, Spec};

/// The game: its description and its board.
pub struct Hexapawn {
    spec: Spec,
    board: Board,
}

/// A position. Cells are numbered from a1, row by row. Bit `i` of a set of pawns is cell `i`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pawns: [u16; 2],
    seat: Seat,
}

/// A move of a pawn from a cell to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step(u8, u8);

impl Default for Hexapawn {
    fn default() -> Hexapawn {
        let planes = ["own", "enemy"].map(|whose| Plane::marks(format!("{whose} pawns"), "one side's pawns"));
        let spec = Spec {
            num_actions: 27,
            planes: planes.into(),
            max_steps: 12,
            ..Spec::new("hexapawn", "Hexapawn", 2)
        };
        Hexapawn { spec, board: Board::square(3) }
    }
}

impl Rules for Hexapawn {
    type State = State;
    type Step = Step;

    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn start(&self, _rng: &mut Rng) -> State {
        State { pawns: [0b111, 0b111_000_000], seat: Seat::ZERO }
    }

    fn mover(&self, state: &State) -> Actor {
        Actor::Seat(state.seat)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let winner = state.seat.other();
        let reached = state.pawns[winner.index()] & [0b111_000_000, 0b111][winner.index()] != 0;
        let reason = if reached { Reason::Goal } else { Reason::Immobile };
        let is_over = reached || (0..27).all(|action| step_of(state, action).is_none());
        is_over.then(|| Outcome { returns: Returns::win(2, |seat| seat == winner), reason })
    }

    fn each_step(&self, state: &State, visit: impl FnMut(Step)) {
        if self.outcome(state).is_none() {
            (0..27).filter_map(|action| step_of(state, action)).for_each(visit);
        }
    }

    fn apply(&self, state: &mut State, step: Step) {
        let seat = state.seat.index();
        state.pawns[seat] ^= 1 << step.0 | 1 << step.1;
        state.pawns[1 - seat] &= !(1 << step.1);
        state.seat = state.seat.other();
    }
}

/// Returns a cell as a seat sees it: the board is turned by 180 degrees for seat 1.
fn relative(cell: u8, seat: Seat) -> u8 {
    if seat == Seat::ZERO { cell } else { 8 - cell }
}

/// Returns the move of an action, if a pawn can make it. An action is 9 times the kind of move (straight on,
/// to the left, to the right) plus the cell of departure, both as the seat to act sees the board.
fn step_of(state: &State, action: usize) -> Option<Step> {
    let (from, side) = ((action % 9) as u8, [0, -1, 1].get(action / 9)?);
    let file = (from % 3).checked_add_signed(*side).filter(|&file| file < 3)?;
    let to = Some(3 * (from / 3 + 1) + file).filter(|&to| to < 9)?;
    let (from, to) = (relative(from, state.seat), relative(to, state.seat));
    let [own, enemy] = [state.seat, state.seat.other()].map(|seat| state.pawns[seat.index()]);
    let is_open = if *side == 0 { (own | enemy) >> to & 1 == 0 } else { enemy >> to & 1 == 1 };
    (own >> from & 1 == 1 && is_open).then_some(Step(from, to))
}

impl Actions for Hexapawn {
    fn action(&self, state: &State, step: Step) -> usize {
        let [from, to] = [step.0, step.1].map(|cell| usize::from(relative(cell, state.seat)));
        9 * [1, 0, 2][to - from - 2] + from
    }

    fn step(&self, state: &State, action: usize) -> Option<Step> {
        step_of(state, action)
    }
}

impl Notation for Hexapawn {
    fn write_step(&self, _state: &State, step: Step, out: &mut String) {
        out.extend([step.0, step.1].map(|cell| self.board.name(cell)));
    }

    fn fen(&self, state: &State) -> String {
        let owner = |cell: u8| (0..2).find(|&seat| state.pawns[seat] >> cell & 1 == 1);
        let letter = |cell: u8| owner(cell).map_or("1", |seat| ["P", "p"][seat]);
        let row = |row: u8| (3 * row..3 * row + 3).map(letter).collect::<String>();
        format!("{}/{}/{} {}", row(2), row(1), row(0), ["w", "b"][state.seat.index()])
    }

    fn read_fen(&self, text: &str) -> Result<State, FenError> {
        let [rows, seat] = FenReader::new(text, "ROWS SEAT")?.exactly()?;
        let mut state = State { pawns: [0; 2], seat: Seat::from_bool(seat == "b") };
        for (cell, letter) in rows.split('/').rev().flat_map(str::chars).enumerate().take(9) {
            if let Some(seat) = "Pp".find(letter) {
                state.pawns[seat] |= 1 << cell;
            }
        }
        // A text is a position if it is the position string of the state that was read from it.
        let error = || FenError::field("ROWS", rows, "expected P, p and 1 in 3 rows of 3");
        Some(state).filter(|state| self.fen(state) == text).ok_or_else(error)
    }
}

impl Observation for Hexapawn {
    fn observe(&self, state: &State, seat: Seat, canvas: &mut Canvas) {
        for of in [seat, seat.other()] {
            let pawns = u64::from(state.pawns[of.index()]);
            canvas.set(if seat == Seat::ZERO { pawns } else { pawns.reverse_bits() >> 55 });
        }
    }
}

impl Information for Hexapawn {}
impl Display for Hexapawn {}
impl Symmetries for Hexapawn {}
impl SearchHints for Hexapawn {}
