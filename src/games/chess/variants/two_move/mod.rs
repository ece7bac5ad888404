//! Two Move Chess: both seats lay two cards, and the cards that do not match make the moves (section 4 of the
//! rules of the Chess Kit's first half; C and W are the numbers of its rules).
//!
//! A turn is a commit of each seat, then up to four moves, each by a card of a seat. Its actions are those of
//! the pieces, then the ten choices of two cards, such as `cards:RK`.

mod cards;
mod movable;
mod notation;
mod rules;
#[cfg(test)]
mod tests;
mod view;

use crate::game::Seat;
use crate::games::chess::game::variant::{self, VariantActions};
use crate::games::chess::kit::bitboard::{Bitboard, bit};
use crate::games::chess::kit::choices::{ChoiceActions, ChoiceGroup, ChoiceNames};
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::step::{MoveKind, Step};
use crate::packing::pack_fields;
use cards::{Cards, Moves, PAIRS};

/// The clock, in turns of both, at which the game is drawn (W9).
const CLOCK_END: u8 = 50;

/// At most 96 pawn moves and 30 captures, each after 49 other turns at most, 50 at the end; a turn has two
/// choices and four moves. The opening choice comes before.
const MAX_STEPS: u32 = 127 * 50 * 6 + 1;

/// The choices of two cards (W1).
static CHOICES: ChoiceActions = ChoiceActions(&[ChoiceGroup {
    prefix: "cards:",
    names: ChoiceNames::Own { count: PAIRS, write: cards::write_pair, read: cards::read_pair },
    description: "choose the two cards {} for this turn",
}]);

/// What the state holds beyond the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Extra {
    /// Each seat's cards that lie face up from before: those of one seat, and none before the opening choice.
    before: [Cards; 2],
    /// Each seat's cards of this turn.
    chosen: [Cards; 2],
    /// The moves still to be made, from when both have chosen.
    moves: Moves,
    /// The pawns that have moved in this turn.
    moved: Bitboard,
}
pack_fields!(Extra { before, chosen, moves, moved });

impl Extra {
    /// Whether White has still to make its opening choice (W2).
    #[inline(always)]
    fn is_opening(&self) -> bool {
        self.before == [Cards::NONE; 2]
    }

    /// Whether cards are being chosen.
    #[inline(always)]
    fn is_choosing(&self) -> bool {
        self.chosen[1].is_empty()
    }

    /// Whether a seat has chosen cards that the other must not see (W11).
    fn is_secret(&self, seat: Seat) -> bool {
        seat == Seat::ZERO && self.is_choosing() && !self.chosen[0].is_empty()
    }

    /// Returns the cards of a seat in this turn, as `viewer` may see them: `None` if they are hidden from it.
    /// Without a viewer, all cards are shown.
    fn shown(&self, seat: Seat, viewer: Option<Seat>) -> Option<Cards> {
        let unseen = self.is_secret(seat) && viewer.is_some_and(|viewer| viewer != seat);
        (!unseen).then_some(self.chosen[seat.parity()])
    }
}

/// The state: everything that the position string holds.
pub type State = variant::State<Extra>;

/// The variant `two-move-chess`.
pub struct TwoMove;

impl VariantActions for TwoMove {
    const CHOICES: &'static ChoiceActions = &CHOICES;
}

impl TwoMove {
    /// Returns whether a king has been captured (C9). The turn and the seat to act then no longer change.
    #[inline(always)]
    fn is_decided(pieces: &Pieces) -> bool {
        let kings = pieces.kind(Kind::King);
        kings & kings.wrapping_sub(1) == 0
    }

    /// Lays the cards of a choice (W2, W3).
    #[inline(always)]
    fn choose(state: &mut State, cards: Cards) {
        let State { position, extra } = state;
        if extra.is_opening() {
            extra.before[0] = cards;
            return;
        }
        extra.chosen[position.seat.parity()] = cards;
        if position.seat == Seat::ZERO {
            position.seat = Seat::ONE;
            return;
        }
        position.clock = position.clock.saturating_add(1);
        extra.moves = Moves::of(extra.chosen);
        Self::go_on(state);
    }

    /// Makes the next move.
    #[inline(always)]
    fn go(state: &mut State, step: Step) {
        let State { position, extra } = state;
        let (seat, clock, to) = (position.seat, position.clock, bit(step.to()));
        position.make(step);
        // The clock counts turns (W9), and only progress sets it to 0.
        position.clock = if position.clock == 0 { 0 } else { clock };
        position.seat = seat;
        // A pawn that has promoted is none any more, and one that is taken is gone.
        let pawn = matches!(step.move_kind(), MoveKind::Normal(Kind::Pawn) | MoveKind::DoublePush);
        extra.moved = extra.moved & !to | if pawn { to } else { 0 };
        extra.moves = extra.moves.rest();
        if !Self::is_decided(&position.pieces) {
            Self::go_on(state);
        }
    }

    /// Passes to the next move that can be made (W6), or to the next turn (W8).
    #[inline(always)]
    fn go_on(state: &mut State) {
        let State { position, extra } = state;
        while let Some((seat, _)) = extra.moves.next() {
            if movable::least(&position.pieces, seat, extra.moved).is_some() {
                position.seat = seat;
                return;
            }
            extra.moves = extra.moves.rest();
        }
        for (before, chosen) in extra.before.iter_mut().zip(extra.chosen) {
            *before = if before.is_empty() { chosen } else { Cards::NONE };
        }
        (extra.chosen, extra.moved, position.seat) = ([Cards::NONE; 2], 0, Seat::ZERO);
    }

    /// The pieces that may make a card's move (W6).
    #[inline(always)]
    fn movers(state: &State, card: Kind) -> Bitboard {
        let (pieces, seat, moved) = (&state.position.pieces, state.position.seat, state.extra.moved);
        let least = movable::least(pieces, seat, moved).map_or(0, |kind| pieces.kind(kind));
        (least & !moved | pieces.kind(card)) & pieces.side(seat)
    }
}
