//! Crowded House: two teams of two on one board, each seat with half of it (section 4B of the rules of the
//! Chess Kit's second half, whose numbers are cited).
//!
//! A position has the color to act and, in addition, which of the two seats of that color acts.

mod takeable;
#[cfg(test)]
mod tests;
mod texts;

use super::bits::{Bits, cells};
use super::chess960;
use super::history::{Board, CLOCK_END, PASS, Past};
use super::men::Men;
use super::menu::{Group, Menu, Names};
use super::offer::Choices;
use super::planes::{self, Planes};
use super::position::Position;
use super::sets::Sets;
use super::step::{Deed, Step};
use super::twist::{self, Twist};
use crate::board::Cell;
use crate::game::{
    Actor, CellMark, FenError, Frame, Item, OffBoardGroup, Outcome, Piece, Plane, Reason, Returns, Rng,
    Scores, Seat, SeatColor, Spec, Thing,
};
use takeable::{add_legal, danger, may_go, next, passant_takers, side_of};

/// The team of each seat (4B.1).
const TEAMS: [u8; 4] = [0, 1, 0, 1];

static MENU: Menu = Menu(&[Group { prefix: "pass", names: Names::One, says: "pass" }]);

/// What the position string says besides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct House {
    /// The seat to act: its color is that of the position.
    seat: Seat,
    past: Past,
}

/// Everything that the position string says.
pub type State = twist::State<House>;

/// Men whom four seats move.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Crowd(Men);

impl Board for Crowd {
    const ROUND: u8 = 4;

    #[inline(always)]
    fn take_back(&mut self, seat: Seat, step: Step) {
        self.0.take_back(seat, step);
    }

    fn step_back(&self, seat: Seat, from: Cell, to: Cell, rights: Bits) -> Result<Step, &'static str> {
        let step = self.0.step_back(seat & 1, from, to, rights)?;
        if !may_go(seat, from, to) {
            return Err("neither starts nor ends on the side of the seat that made it (4B.2)");
        }
        Ok(step)
    }

    fn pass_back(&self, seat: Seat) -> Result<(), &'static str> {
        if self.0.side(seat) & side_of(seat) != 0 {
            return Err("is not possible for a seat with pieces on its side (4B.7)");
        }
        Ok(())
    }
}

/// What is peculiar to `crowded-house`.
pub struct CrowdedHouse;

/// The steps of pieces of the seat to act.
fn legal(state: &State) -> Sets {
    let mut sets = Sets::default();
    add_legal(&state.position, state.more.seat, &mut sets);
    sets
}

/// Whether all that the seat to act, which has no man on its side, may do is to pass (4B.7).
#[cold]
fn passes(state: &State) -> bool {
    danger(&state.position, state.more.seat).checkers == 0 && !legal(state).any()
}

/// Whether the seat to act has no man on its side.
#[inline(always)]
fn is_idle(state: &State) -> bool {
    let seat = state.more.seat;
    state.position.men.side(seat) & side_of(seat) == 0
}

impl Twist for CrowdedHouse {
    type More = House;
    type Offer = Sets;

    const MENU: &'static Menu = &MENU;
    const MIRROR: bool = false;

    fn planes() -> Vec<Plane> {
        vec![
            Plane::marks("own side", "the half of the board that is the seat's side"),
            Plane::marks("next player's side", "the half of the board that is the side of the next seat"),
            Plane::level(
                "steps to wait",
                3,
                "the steps of other seats before the seat is to act, divided by 3",
            ),
            planes::repetitions(),
        ]
    }

    fn spec(&self, frame: Frame) -> Spec {
        Spec {
            rules: "4B",
            seats: 4,
            colors: vec![SeatColor::White, SeatColor::Black, SeatColor::White, SeatColor::Black],
            seat_angles: vec![0, 180, 0, 180],
            teams: TEAMS.to_vec(),
            scores: Scores::win(&TEAMS),
            turn_order: vec![0, 1, 2, 3],
            // At most 96 pawn moves and 30 captures, each after 99 other steps at most, and 100 at the end.
            max_steps: 12_700,
            ..super::spec("crowded-house", "Crowded House", "chesskit_b", frame)
        }
    }

    fn start(&self, _rng: &mut Rng) -> State {
        let (men, rights) = chess960::array(518);
        let position = Position { men, rights, passed: 0, seat: 0, clock: 0 };
        State { position, more: House { seat: 0, past: Past::default() } }
    }

    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        let position = &state.position;
        position.clock >= CLOCK_END || state.more.past.is_third() || position.men.are_bare_kings()
    }

    #[inline(always)]
    fn choosing(&self, state: &State) -> Option<Choices> {
        (is_idle(state) && passes(state)).then(|| Choices::all(PASS.number(), 1))
    }

    #[inline(always)]
    fn offer(&self, state: &State, sets: &mut Sets) {
        add_legal(&state.position, state.more.seat, sets);
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        let State { position, more: house } = state;
        let (seat, waited) = (house.seat, position.passed == 0);
        let change = position.make(step);
        house.seat = next(seat);
        // 2.2.3: recorded if it can be used.
        if step.deed() == Deed::Double {
            position.record_passed(step);
            if position.beside_passer() == 0 || passant_takers(position, house.seat) == 0 {
                position.passed = 0;
            }
        }
        let reversible = change.reversible || step.is_choice() && waited;
        house.past.add(seat, reversible.then_some(step), &Crowd(position.men));
    }

    /// 4B.7 and 4B.8, in the order of 2.3.4.
    fn outcome(&self, state: &State) -> Option<Outcome> {
        let State { position, more: house } = state;
        let drawn = |reason| Outcome { returns: Returns::ZERO, reason };
        if !legal(state).any() {
            if danger(position, house.seat).checkers != 0 {
                let returns = Returns::win(4, |seat| seat & 1 != position.seat);
                return Some(Outcome { returns, reason: Reason::Checkmate });
            }
            if !is_idle(state) {
                return Some(drawn(Reason::Stalemate));
            }
        }
        house.past.draw(position.men.are_bare_kings(), position.clock).map(drawn)
    }

    #[inline(always)]
    fn mover(&self, state: &State) -> Actor {
        Actor::Seat(state.more.seat)
    }

    fn refusal(&self, state: &State, text: &str) -> Option<String> {
        texts::refusal(state, text)
    }

    fn objection(&self, state: &State, step: Step) -> String {
        texts::objection(state, step)
    }

    fn write(&self, state: &State, _eyes: Option<Seat>, out: &mut String) {
        texts::write(state, out);
    }

    fn read(&self, text: &str) -> Result<State, FenError> {
        texts::read(text)
    }

    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let State { position, more: house } = state;
        planes.set(side_of(seat));
        planes.set(side_of(next(seat)));
        planes.level(f32::from(seat.wrapping_sub(house.seat) & 3) / 3.0);
        let earlier = house.past.earlier(house.seat, &Crowd(position.men)).min(2);
        planes.level(earlier as f32 / 2.0);
    }

    fn material(&self, state: &State, seat: Seat) -> f32 {
        state.position.men.among(side_of(seat)).worth(seat)
    }

    /// A man is shown as that of the seat on whose side he stands, which may move him wherever he goes
    /// (4B.2).
    fn pieces(&self, state: &State, cell: Cell) -> Vec<Piece> {
        let mut pieces = super::pieces(&state.position.men, cell);
        for seat in pieces.iter_mut().filter_map(|piece| piece.seat.as_mut()) {
            *seat |= if may_go(*seat, cell, cell) { 0 } else { 2 };
        }
        pieces
    }

    fn cell_marks(&self, state: &State, _eyes: Option<Seat>) -> Vec<(Cell, CellMark)> {
        cells(state.position.passed).map(|cell| (cell, CellMark::Passed)).collect()
    }

    /// Which half of the board is whose.
    fn off_board(&self, _state: &State, _eyes: Option<Seat>) -> Vec<OffBoardGroup> {
        let side = |seat: Seat| {
            let files = if seat & 2 == 0 { "e to h" } else { "a to d" };
            OffBoardGroup {
                seat: Some(seat),
                label: "files",
                items: vec![Item::one(Thing::Word(files.into()))],
            }
        };
        (0..4).map(side).collect()
    }

    /// King side and queen side are not alike.
    fn mirrored(&self, _state: &State) -> Option<House> {
        None
    }
}
