//! How orthodox play goes on, with its mates and draws and its memory: by the rules of Chess, or with
//! shadows.

use super::action_text;
use super::bitboard::Bitboard;
use super::castling::CastlingNotation;
use super::explain;
use super::history::{PiecesOn, RepetitionHistory};
use super::legal::{add_legal, ep_capturers};
use super::legal_moves::{LegalMoves, Numbering};
use super::move_set::MoveSetOn;
use super::numbering::{self, WRAP, WRAP_ACTIONS};
use super::pieces::Pieces;
use super::position::{Change, Position};
use super::step::{Step, UciMove};
use super::topology::{Topology, attackers};
use crate::board::Cell;
use crate::game::{CellMark, FenError, Perspective, Seat};

/// What moves and takes how: all that [`Orthodox`](super::orthodox::Orthodox) asks of the variants that it
/// plays.
pub trait MoveRules: Copy + Send + Sync + 'static {
    /// How steps are offered.
    type Moves: LegalMoves;
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
    fn ep_capturers(self, position: &Position) -> Bitboard;

    /// The pawns of the seat to act beside the pawn that may be captured in passing.
    fn beside_ep_pawn(self, position: &Position) -> Bitboard;

    /// Whether the king of a seat stands in check.
    fn in_check(self, pieces: &Pieces, seat: Seat) -> bool;

    /// Whether no mate can come about any more (Chess 9.1).
    #[inline(always)]
    fn is_dead(self, pieces: &Pieces) -> bool {
        pieces.is_dead()
    }

    /// The action of a step.
    fn action(self, numbering: &Numbering, position: &Position, step: Step) -> usize;

    /// The step that an action means: it need not be legal.
    fn step(self, numbering: &Numbering, position: &Position, action: usize) -> Option<Step>;

    /// What one of its own actions means in words.
    fn own_action_text(self, own: usize, perspective: &Perspective<'_>) -> String;

    /// Where one of its own actions stands in planes of its own; none if it names no cell.
    fn own_action_place(self, own: usize) -> Option<usize>;

    /// Where one of its own actions goes when the board is mirrored left to right.
    fn mirrored_action(own: usize) -> usize {
        own ^ 7
    }

    /// Reads the history of a position string.
    fn read_history(self, field: &str, position: &Position) -> Result<RepetitionHistory, FenError>;

    /// Why a piece does not make a step, with castlings as `castling_notation` names them or (none) without any.
    fn explain_move(
        self,
        position: &Position,
        step: Step,
        castling_notation: Option<CastlingNotation>,
    ) -> String;

    /// Appends the text of a step, castlings named as `castling_notation` does.
    fn write_step(
        self,
        _position: &Position,
        step: Step,
        castling_notation: CastlingNotation,
        out: &mut String,
    ) {
        step.write(castling_notation, out);
    }

    /// The step that a text means: it need not be legal.
    fn parse_step(
        self,
        position: &Position,
        castling_notation: CastlingNotation,
        text: &str,
    ) -> Option<Step> {
        position.find_step(UciMove::read(text)?, castling_notation)
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

impl<R: Topology> MoveRules for R {
    type Moves = MoveSetOn<R>;
    const OWN_ACTIONS: usize = if R::WRAPS { WRAP_ACTIONS } else { 0 };

    fn wraps(self) -> bool {
        R::WRAPS
    }

    fn has_shadows(self) -> bool {
        false
    }

    #[inline(always)]
    fn add_legal(self, position: &Position, sets: &mut MoveSetOn<R>) {
        add_legal(position, sets);
    }

    #[inline(always)]
    fn ep_capturers(self, position: &Position) -> Bitboard {
        ep_capturers::<R>(position)
    }

    #[inline(always)]
    fn beside_ep_pawn(self, position: &Position) -> Bitboard {
        position.beside_ep_pawn_on::<R>()
    }

    fn in_check(self, pieces: &Pieces, seat: Seat) -> bool {
        attackers::<R>(pieces, seat ^ 1, pieces.king(seat), pieces.occupied()) != 0
    }

    #[inline(always)]
    fn action(self, numbering: &Numbering, position: &Position, step: Step) -> usize {
        if !R::WRAPS {
            return numbering.action(step);
        }
        let Numbering { frame, castling_notation, .. } = *numbering;
        numbering::cylinder_action(frame, castling_notation, position, numbering.own(), step)
    }

    #[inline]
    fn step(self, numbering: &Numbering, position: &Position, action: usize) -> Option<Step> {
        if !R::WRAPS {
            return numbering.step(position, action);
        }
        let Numbering { frame, castling_notation, .. } = *numbering;
        let step = numbering::cylinder_step(frame, castling_notation, position, numbering.own(), action)?;
        (self.action(numbering, position, step) == action).then_some(step)
    }

    fn own_action_text(self, own: usize, perspective: &Perspective<'_>) -> String {
        let to = (own % 64) as Cell;
        action_text::arrival(R::WRAPS, WRAP + own / 64, to, &action_text::cell(perspective, to))
    }

    fn own_action_place(self, own: usize) -> Option<usize> {
        Some(own)
    }

    fn read_history(self, field: &str, position: &Position) -> Result<RepetitionHistory, FenError> {
        RepetitionHistory::read(field, position.seat, position, &PiecesOn(position.pieces, self))
    }

    fn explain_move(
        self,
        position: &Position,
        step: Step,
        castling_notation: Option<CastlingNotation>,
    ) -> String {
        explain::orthodox_on::<R>(position, step, castling_notation)
    }
}
