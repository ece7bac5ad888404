//! How orthodox play goes on, with its mates and draws and its memory: by the rules of Chess, or with
//! shadows.

use super::action_text;
use super::bits::Bits;
use super::castling::Spelling;
use super::explain;
use super::history::{MenOn, Past};
use super::legal::{add_legal, ep_capturers};
use super::men::Men;
use super::numbering::{self, ROUND, ROUND_ACTIONS};
use super::offer::{Numbering, Offer};
use super::position::{Change, Position};
use super::rim::{Rim, attackers};
use super::sets::SetsOn;
use super::step::{Named, Step};
use crate::board::Cell;
use crate::game::{CellMark, FenError, Perspective, Seat};

/// What moves and takes how: all that [`Orthodox`](super::orthodox::Orthodox) asks of the variants that it
/// plays.
pub trait MoveRules: Copy + Send + Sync + 'static {
    /// How steps are offered.
    type Moves: Offer;
    /// How many actions it numbers itself at most.
    const OWN_ACTIONS: usize;

    /// How many actions it numbers itself.
    fn own_actions(self) -> usize {
        Self::OWN_ACTIONS
    }

    /// Whether the edges of the board are joined.
    fn wraps(self) -> bool;

    /// Whether pieces cast shadows.
    fn has_shadows(self) -> bool;

    /// Puts the legal steps into an empty offer.
    fn add_legal(self, position: &Position, offer: &mut Self::Moves);

    /// Makes a step, as [`Position::make`] does.
    #[inline(always)]
    fn make(self, position: &mut Position, step: Step) -> Change {
        position.make(step)
    }

    /// The pawns that may capture in passing without leaving their king in check.
    fn ep_capturers(self, position: &Position) -> Bits;

    /// The pawns of the seat to act beside the pawn that may be captured in passing.
    fn beside_ep_pawn(self, position: &Position) -> Bits;

    /// Whether the king of a seat stands in check.
    fn in_check(self, men: &Men, seat: Seat) -> bool;

    /// Whether no mate can come about any more (Chess 9.1).
    #[inline(always)]
    fn is_dead(self, men: &Men) -> bool {
        men.is_dead()
    }

    /// The action of a step.
    fn action(self, numbering: &Numbering, position: &Position, step: Step) -> usize;

    /// The step that an action means: it need not be legal.
    fn step(self, numbering: &Numbering, position: &Position, action: usize) -> Option<Step>;

    /// What one of its own actions means in words.
    fn own_action_text(self, own: usize, seen: &Perspective<'_>) -> String;

    /// Where one of its own actions stands in planes of its own; none if it names no cell.
    fn own_action_place(self, own: usize) -> Option<usize>;

    /// Where one of its own actions goes when the board is mirrored left to right.
    fn mirrored_action(own: usize) -> usize {
        own ^ 7
    }

    /// Reads the history of a position string.
    fn read_history(self, field: &str, position: &Position) -> Result<Past, FenError>;

    /// Why a piece does not make a step, with castlings as `spelling` names them or (none) without any.
    fn explain_move(self, position: &Position, step: Step, spelling: Option<Spelling>) -> String;

    /// Appends the text of a step, castlings named as `spelling` does.
    fn write_step(self, _position: &Position, step: Step, spelling: Spelling, out: &mut String) {
        step.write(spelling, out);
    }

    /// The step that a text means: it need not be legal.
    fn parse_step(self, position: &Position, spelling: Spelling, text: &str) -> Option<Step> {
        position.step_of(Named::read(text)?, spelling)
    }

    /// Why a text is refused, if there are reasons before those of pieces.
    fn explain_text(self, _position: &Position, _text: &str) -> Option<String> {
        None
    }

    /// The shadows that there are to see.
    fn shadow_marks(self, _position: &Position) -> Vec<(Cell, CellMark)> {
        Vec::new()
    }
}

impl<R: Rim> MoveRules for R {
    type Moves = SetsOn<R>;
    const OWN_ACTIONS: usize = if R::JOINED { ROUND_ACTIONS } else { 0 };

    fn wraps(self) -> bool {
        R::JOINED
    }

    fn has_shadows(self) -> bool {
        false
    }

    #[inline(always)]
    fn add_legal(self, position: &Position, sets: &mut SetsOn<R>) {
        add_legal(position, sets);
    }

    #[inline(always)]
    fn ep_capturers(self, position: &Position) -> Bits {
        ep_capturers::<R>(position)
    }

    #[inline(always)]
    fn beside_ep_pawn(self, position: &Position) -> Bits {
        position.beside_ep_pawn_on::<R>()
    }

    fn in_check(self, men: &Men, seat: Seat) -> bool {
        attackers::<R>(men, seat ^ 1, men.king(seat), men.occupied()) != 0
    }

    #[inline(always)]
    fn action(self, numbering: &Numbering, position: &Position, step: Step) -> usize {
        if !R::JOINED {
            return numbering.action(step);
        }
        let Numbering { frame, spelling, .. } = *numbering;
        numbering::action_around(frame, spelling, position, numbering.own(), step)
    }

    #[inline]
    fn step(self, numbering: &Numbering, position: &Position, action: usize) -> Option<Step> {
        if !R::JOINED {
            return numbering.step(position, action);
        }
        let Numbering { frame, spelling, .. } = *numbering;
        let step = numbering::step_around(frame, spelling, position, numbering.own(), action)?;
        (self.action(numbering, position, step) == action).then_some(step)
    }

    fn own_action_text(self, own: usize, seen: &Perspective<'_>) -> String {
        let to = (own % 64) as Cell;
        action_text::arrival(R::JOINED, ROUND + own / 64, to, &action_text::cell(seen, to))
    }

    fn own_action_place(self, own: usize) -> Option<usize> {
        Some(own)
    }

    fn read_history(self, field: &str, position: &Position) -> Result<Past, FenError> {
        Past::read(field, position.seat, position, &MenOn(position.men, self))
    }

    fn explain_move(self, position: &Position, step: Step, spelling: Option<Spelling>) -> String {
        explain::orthodox_on::<R>(position, step, spelling)
    }
}
