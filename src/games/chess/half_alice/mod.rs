//! Half Alice Chess: men change sides of a mirror with every move, on one board (section 4A of the rules of
//! the Chess Kit's second half, whose numbers are cited).
//!
//! Its actions are those of the men on this side of the mirror, then those of the men beyond it.

mod mirror;
#[cfg(test)]
mod tests;
mod texts;

use super::actions::{self, ACTIONS};
use super::bits::{Bits, bit, cells};
use super::castling::Castling;
use super::chess960;
use super::history::{CLOCK_END, Past};
use super::offer::{Numbering, Offer};
use super::planes::{self, Planes};
use super::position::Position;
use super::said;
use super::step::{Deed, Step};
use super::twist::{self, Twist};
use crate::board::Cell;
use crate::game::{
    CellMark, Declaration, FenError, Frame, Item, Mark, OffBoardGroup, OptionSpec, Options, Outcome,
    Perspective, Piece, Plane, Reason, Returns, Rng, Seat, Spec, Thing,
};
use mirror::{Sides, Steps, free_checkers, halves, passant_takers, side_of};

/// The most checkers of a player: one for each man (4A.6).
const MOST_CHECKERS: u8 = 16;

/// What the position string says besides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Glass {
    /// The men beyond the mirror.
    mirrored: Bits,
    past: Past,
}

/// Everything that the position string says.
pub type State = twist::State<Glass>;

/// The options (section 1).
pub static OPTIONS: Declaration = Declaration {
    game: "half-alice-chess",
    options: &[OptionSpec::number(
        "checkers",
        1,
        MOST_CHECKERS as i64,
        "the number of checkers of each player",
    )],
};

/// The ids, each with its title and the checkers of each player (section 1).
const IDS: [(&str, &str, u8); 2] = [
    ("half-alice-chess", "Half Alice Chess", MOST_CHECKERS),
    ("half-alice-chess-12", "Half Alice Chess, 12 checkers", 12),
];

/// The ids with their options.
pub fn ids() -> impl Iterator<Item = (String, Options)> {
    IDS.into_iter().map(|(id, _, checkers)| (id.into(), options(checkers)))
}

fn options(checkers: u8) -> Options {
    Options::of(&OPTIONS, [("checkers", checkers.into())])
}

/// What is peculiar to `half-alice-chess` and `half-alice-chess-12`.
pub struct HalfAlice {
    id: &'static str,
    title: &'static str,
    /// How many checkers each player has.
    checkers: u8,
}

impl HalfAlice {
    /// The variant with an id, if there is one, played with such options.
    pub fn named(id: &str, options: &Options) -> Option<HalfAlice> {
        let (id, title, _) = IDS.into_iter().find(|(known, ..)| *known == id)?;
        Some(HalfAlice { id, title, checkers: options.number("checkers") })
    }

    /// How many checkers of a player are free.
    fn free_checkers(&self, state: &State, seat: Seat) -> u8 {
        free_checkers(&state.position.men, state.more.mirrored, self.checkers, seat)
    }
}

impl State {
    fn sides(&self) -> Sides {
        Sides { men: self.position.men, mirrored: self.more.mirrored }
    }
}

impl Twist for HalfAlice {
    type More = Glass;
    type Offer = Steps;

    const OWN_ACTIONS: usize = ACTIONS;

    fn planes() -> Vec<Plane> {
        vec![
            Plane::marks("own mirrored pieces", "the seat's own pieces that are beyond the mirror"),
            Plane::marks("enemy mirrored pieces", "the enemy's pieces that are beyond the mirror"),
            Plane::level(
                "own free checkers",
                MOST_CHECKERS.into(),
                "the seat's checkers that are free, divided by 16",
            ),
            Plane::level(
                "enemy free checkers",
                MOST_CHECKERS.into(),
                "the enemy's checkers that are free, divided by 16",
            ),
            planes::repetitions(),
        ]
    }

    /// The steps of pieces once more, for those that are beyond the mirror.
    fn own_action_text(&self, own: usize, seen: &Perspective<'_>) -> String {
        said::of_piece(false, own, seen) + ", with a piece that is beyond the mirror"
    }

    fn own_action_place(&self, own: usize) -> Option<usize> {
        actions::place(own)
    }

    fn spec(&self, frame: Frame) -> Spec {
        Spec {
            rules: "4A",
            options: options(self.checkers),
            // At most 96 pawn moves and 30 captures, each after 99 other steps at most, and 100 at the end.
            max_steps: 12_700,
            ..super::spec(self.id, self.title, "chesskit_b", frame)
        }
    }

    fn start(&self, _rng: &mut Rng) -> State {
        let (men, rights) = chess960::array(518);
        let position = Position { men, rights, passed: 0, seat: 0, clock: 0 };
        State { position, more: Glass { mirrored: 0, past: Past::default() } }
    }

    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        let position = &state.position;
        position.clock >= CLOCK_END || state.more.past.is_third() || position.men.are_bare_kings()
    }

    #[inline(always)]
    fn offer(&self, state: &State, steps: &mut Steps) {
        steps.add(&state.position, state.more.mirrored, self.checkers);
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        let State { position, more: glass } = state;
        let (seat, from, to) = (position.seat, bit(step.from()), bit(step.to()));
        let crossing = if glass.mirrored & from == 0 { to } else { 0 };
        let change = position.make(step);
        // What is captured, and what moves, leaves its checker (4A.2, 4A.6).
        glass.mirrored = glass.mirrored & position.men.occupied() & !to | crossing;
        match step.deed() {
            // 4A.4: both men change sides.
            Deed::Castle => {
                let castling = Castling::of(step.from(), step.to());
                glass.mirrored &= !to;
                glass.mirrored |= bit(castling.king_to) | bit(castling.rook_to);
            }
            // 2.2.3: recorded if it can be used.
            Deed::Double => {
                position.record_passed(step);
                if position.beside_passer() == 0
                    || passant_takers(position, glass.mirrored, self.checkers) == 0
                {
                    position.passed = 0;
                }
            }
            _ => {}
        }
        let sides = Sides { men: position.men, mirrored: glass.mirrored };
        glass.past.add(seat, change.reversible.then_some(step), &sides);
    }

    /// 4A.7, in the order of 2.3.4.
    fn outcome(&self, state: &State) -> Option<Outcome> {
        let State { position, more: glass } = state;
        let drawn = |reason| Outcome { returns: Returns::of(&[0.0, 0.0]), reason };
        let mut steps = Steps::default();
        self.offer(state, &mut steps);
        if steps.any() {
            return glass.past.draw(position.men.are_bare_kings(), position.clock).map(drawn);
        }
        if mirror::attackers(&position.men, glass.mirrored, position.seat) == 0 {
            return Some(drawn(Reason::Stalemate));
        }
        let returns = Returns::win(2, |seat| seat != position.seat);
        Some(Outcome { returns, reason: Reason::Checkmate })
    }

    #[inline(always)]
    fn action(&self, numbering: &Numbering, state: &State, step: Step) -> usize {
        numbering.action(step) + side_of(state.more.mirrored, step.from()) * ACTIONS
    }

    #[inline]
    fn step(&self, numbering: &Numbering, state: &State, action: usize) -> Option<Step> {
        let half = halves(&state.position, state.more.mirrored)[usize::from(action >= ACTIONS)];
        let action = if action < ACTIONS { action } else { action - ACTIONS };
        if action < ACTIONS { numbering.step(&half, action) } else { None }
    }

    fn mirrored_action(own: usize) -> usize {
        actions::mirrored(own)
    }

    fn objection(&self, state: &State, step: Step) -> String {
        texts::objection(state, step, self.free_checkers(state, state.position.seat))
    }

    fn write(&self, state: &State, _eyes: Option<Seat>, out: &mut String) {
        texts::write(state, out);
    }

    fn read(&self, text: &str) -> Result<State, FenError> {
        texts::read(text, self.checkers)
    }

    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let (position, glass) = (&state.position, &state.more);
        for seat in [seat, seat ^ 1] {
            planes.set(position.men.side(seat) & glass.mirrored);
        }
        for seat in [seat, seat ^ 1] {
            planes.level(f32::from(self.free_checkers(state, seat)) / f32::from(MOST_CHECKERS));
        }
        let earlier = glass.past.earlier(position.seat, &state.sides()).min(2);
        planes.level(earlier as f32 / 2.0);
    }

    fn suffix(&self, state: &State, cell: Cell) -> &'static str {
        texts::suffix(state, cell)
    }

    fn marks(&self, state: &State, cell: Cell) -> Vec<Mark> {
        if side_of(state.more.mirrored, cell) == 0 { Vec::new() } else { vec![Mark::Mirrored] }
    }

    fn cell_marks(&self, state: &State, _eyes: Option<Seat>) -> Vec<(Cell, CellMark)> {
        cells(state.position.passed).map(|cell| (cell, CellMark::Passed)).collect()
    }

    fn off_board(&self, state: &State, _eyes: Option<Seat>) -> Vec<OffBoardGroup> {
        let checkers = |seat: Seat| {
            let checker = Thing::Piece(Piece::new(Some(seat), "man", "checker"));
            let free = self.free_checkers(state, seat);
            let items = if free > 0 { vec![Item::many(checker, free.into())] } else { Vec::new() };
            OffBoardGroup { seat: Some(seat), label: "free checkers", items }
        };
        (0..2).map(checkers).collect()
    }

    fn mirrored(&self, state: &State) -> Option<Glass> {
        let Glass { mirrored, past } = &state.more;
        let past = past.mirrored(state.position.seat);
        Some(Glass { mirrored: super::mirrored_bits(*mirrored), past })
    }
}
