//! Masquerade Chess: pieces move as they look, and take as the opponent has chosen in secret (section 3 of
//! the rules of the Chess Kit's first half; C and M are the numbers of its rules).
//!
//! Its actions are those of the pieces, then the 120 choices of the set-up, such as `mask:KQRBN`. Which
//! attempts succeed is hidden, which attempts are legal is not: geometry alone decides that (M5).

mod masks;
mod notation;
mod rules;
#[cfg(test)]
mod tests;
mod view;

use crate::game::Seat;
use crate::games::chess::game::variant::{self, VariantActions};
use crate::games::chess::kit::bitboard::{bit, cells, own_rank};
use crate::games::chess::kit::castling::Castling;
use crate::games::chess::kit::choices::{ChoiceActions, ChoiceGroup, ChoiceNames};
use crate::games::chess::kit::lines::{KING_ATTACKS, LEAPS, fill};
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::step::Step;
use crate::packing::pack_fields;
use masks::{ALL, Captures, MASK, MASKS};

/// The clock at which the game is drawn (C10).
const CLOCK_END: u8 = 100;
/// No assignment chosen yet.
const OPEN: u8 = u8::MAX;

/// The assignments, and what is known of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extra {
    /// The number of the assignment by which each seat's pieces take: chosen by the other seat, unknown to
    /// the owner.
    captures: [u8; 2],
    /// For each seat and kind, K Q R B N, the captures that are still possible after the moves seen so far
    /// (M9).
    possible: [[Captures; 5]; 2],
}
pack_fields!(Extra { captures, possible });

impl Default for Extra {
    /// Returns the start of the game.
    fn default() -> Extra {
        Extra { captures: [OPEN; 2], possible: [[ALL; 5]; 2] }
    }
}

/// The state: everything that the position string holds.
pub type State = variant::State<Extra>;

impl State {
    /// Whether the choices of the set-up are still being made.
    #[inline(always)]
    fn is_set_up(&self) -> bool {
        self.extra.captures[0] == OPEN
    }

    /// The assignment by which a seat's pieces take, once chosen.
    #[inline(always)]
    fn mask(&self, seat: Seat) -> Option<&'static masks::Mask> {
        MASK.get(usize::from(self.extra.captures[seat.parity()]))
    }
}

/// The captures that a seat chooses for the other's pieces (M1).
static CHOICES: ChoiceActions = ChoiceActions(&[ChoiceGroup {
    prefix: "mask:",
    names: ChoiceNames::Own {
        count: MASKS,
        write: |number, out| masks::write(&MASK[number], out),
        read: masks::read,
    },
    description: "choose how the enemy's king, queen, rook, bishop and knight capture: as {}, letter by letter",
}]);

/// The variant `masquerade-chess`.
pub struct Masquerade;

impl VariantActions for Masquerade {
    const CHOICES: &'static ChoiceActions = &CHOICES;
}

impl Masquerade {
    /// The steps of a turn: standard moves and pawn captures (M4), and attempts (M5).
    #[inline(always)]
    fn add_steps(position: &Position, sets: &mut MoveSet) {
        let (pieces, seat) = (&position.pieces, position.seat);
        let (own, enemies) = (pieces.side(seat), pieces.side(seat.other()));
        let (empty, officers) = (!(own | enemies), own & !pieces.kind(Kind::Pawn));
        let moving = fill(pieces.orthogonal_sliders() & own, pieces.diagonal_sliders() & own, empty);
        let taking = fill(officers, officers, empty);
        for (set, (moved, taken)) in sets.slides().iter_mut().zip(moving.into_iter().zip(taking)) {
            *set = moved & empty | taken & enemies;
        }
        let knights = pieces.of(seat, Kind::Knight);
        for (set, leap) in sets.hops().iter_mut().zip(LEAPS) {
            *set = leap.of(knights) & empty | leap.of(officers) & enemies;
        }
        *sets.king() = KING_ATTACKS[pieces.king(seat) as usize] & empty;
        sets.add_pawns(position, pieces.of(seat, Kind::Pawn), !0);
        for rook in cells(position.rights & own_rank(seat, 1)) {
            if Castling::of(pieces.king(seat), rook).must_be_empty() & pieces.occupied() == 0 {
                *sets.castles() |= bit(rook);
            }
        }
        sets.add_en_passant(position, position.next_to_ep_pawn());
    }

    /// Makes an attempt: whether it succeeds shows something of the assignment (M5, M6, M9).
    #[inline(always)]
    fn attempt(state: &mut State, step: Step, kind: Kind) {
        let seat = state.position.seat.parity();
        let reaching = masks::reaching(step.from(), step.to());
        let place = masks::place(kind);
        let succeeds =
            state.mask(Seat::from_index(seat)).is_some_and(|mask| reaching >> mask[place] & 1 != 0);
        let shown = if succeeds { reaching } else { !reaching };
        state.extra.possible[seat][place] &= shown;
        if succeeds {
            state.position.make(step);
        } else {
            state.position.seat = state.position.seat.other();
            state.position.ep_square = 0;
            state.position.clock = state.position.clock.saturating_add(1);
        }
    }
}
