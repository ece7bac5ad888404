//! Synchronous Chess: both seats move at the same time, and strike back where something was attacked (part 5
//! of the rules of the Chess Kit's second half, whose numbers are cited).
//!
//! A turn is a move of each color, made together, then an exchange of blows if there is cause.

mod exchange;
mod notation;
mod rules;
#[cfg(test)]
mod tests;
mod view;

use crate::game::Seat;
use crate::games::chess::game::variant::{self, VariantActions};
use crate::games::chess::kit::bitboard::Bitboard;
use crate::games::chess::kit::castling;
use crate::games::chess::kit::choices::{ChoiceActions, ChoiceGroup, ChoiceNames};
use crate::games::chess::kit::history::ReversibleSteps;
use crate::games::chess::kit::legal::{Limits, add_legal};
use crate::games::chess::kit::legal_moves::LegalMoves;
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::step::Step;
use crate::games::chess::kit::topology::Flat;
use crate::packing::pack_fields;
use exchange::Open;

/// The clock, in turns of both, at which the game is drawn (5.8).
const CLOCK_END: u8 = 50;

/// At most 96 pawn moves and 30 captures, each after 49 other turns at most, 50 at the end; a turn has two
/// moves, and two blows or passes for each piece that may strike.
const MAX_STEPS: u32 = 127 * 50 * 66;

/// Not to strike.
static CHOICES: ChoiceActions = ChoiceActions(&[ChoiceGroup {
    prefix: "pass",
    names: ChoiceNames::One,
    description: "pass: make no move or strike",
}]);
const PASS: Step = Step::choice(0);

/// What the state holds beyond the position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Extra {
    /// White's commit, while Black has still to commit.
    pending: Option<Step>,
    /// Whether blows are being exchanged.
    exchange: bool,
    /// Where each color may strike.
    open: [Open; 2],
    /// The cells of the pieces that have struck in this exchange.
    struck: Bitboard,
    /// Whether this position has occurred for the third time. (It follows from the history.)
    third: bool,
    /// The moves of both, in turns, since the last that cannot be taken back.
    history: ReversibleSteps,
}
pack_fields!(Extra { pending, exchange, open, struck, third, history });

impl Extra {
    /// A turn that begins.
    const fn fresh(history: ReversibleSteps) -> Extra {
        let open = [Open::NOWHERE; 2];
        Extra { pending: None, exchange: false, open, struck: 0, third: false, history }
    }
}

/// The state: everything that the position string holds.
pub type State = variant::State<Extra>;

/// The variant `synchronous-chess`.
pub struct Synchronous;

impl VariantActions for Synchronous {
    const CHOICES: &'static ChoiceActions = &CHOICES;
}

/// The pieces that attack the king of a color, including the other king: both may step to adjacent cells at
/// the same time.
fn attackers(pieces: &Pieces, seat: Seat) -> Bitboard {
    pieces.attackers(seat.other(), pieces.king(seat), pieces.occupied())
}

/// Adds the moves of a color in the move phase (5.2).
#[inline(always)]
fn add_moves(position: &Position, seat: Seat, sets: &mut MoveSet) {
    let rights = castling::possible_rights(position.rights, &position.pieces);
    let position = Position { seat, rights, ..*position };
    let limits = Limits::orthodox::<Flat>(&position);
    if attackers(&position.pieces, seat) == 0 {
        add_legal(&position, limits, sets);
    } else {
        let mut all = MoveSet::default();
        add_legal(&position, limits, &mut all);
        *sets.king() = *all.king();
    }
    sets.restrict(!position.pieces.of(seat.other(), Kind::King));
}

/// Whether a color has a move, and whether its king is attacked.
fn stand(position: &Position, seat: Seat) -> (bool, bool) {
    let mut sets = MoveSet::default();
    add_moves(position, seat, &mut sets);
    (sets.any(), attackers(&position.pieces, seat) != 0)
}

impl Synchronous {
    /// Whether a king has been captured (5.4).
    #[inline(always)]
    fn is_decided(state: &State) -> bool {
        let kings = state.position.pieces.kind(Kind::King);
        kings & (kings.wrapping_sub(1)) == 0
    }

    /// Whether a turn begins.
    #[inline(always)]
    fn is_fresh(state: &State) -> bool {
        !state.extra.exchange && state.extra.pending.is_none()
    }
}
