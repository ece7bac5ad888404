//! How pieces move and capture in the variants that share the rest of the rules of orthodox chess: on a flat
//! board, on a cylinder, or with shadows.

use super::rule_changes::RuleChanges;
use crate::board::Cell;
use crate::game::{CellMark, FenError, Perspective, Seat};
use crate::games::chess::kit::bitboard::{Bitboard, own_rank};
use crate::games::chess::kit::castling::CastlingNotation;
use crate::games::chess::kit::exchange::exchange;
use crate::games::chess::kit::history::{PiecesOn, RepetitionHistory};
use crate::games::chess::kit::legal::{Limits, add_legal, ep_capturers};
use crate::games::chess::kit::legal_moves::{LegalMoves, Numbering};
use crate::games::chess::kit::move_set::MoveSetOn;
use crate::games::chess::kit::numbering::{self, WRAP, WRAP_ACTIONS};
use crate::games::chess::kit::pieces::Pieces;
use crate::games::chess::kit::position::{Change, Position};
use crate::games::chess::kit::positional::{CHESS, Weights};
use crate::games::chess::kit::step::{Step, UciMove};
use crate::games::chess::kit::topology::{Topology, attackers};
use crate::games::chess::kit::{action_text, explain};

/// How pieces move and capture: on a flat board, on a cylinder, or with shadows.
/// [`Orthodox`](super::Orthodox) adds mates, draws and the rest of the game.
pub trait MoveRules: Copy + Send + Sync + 'static {
    /// The container of the legal steps.
    type Moves: LegalMoves;
    /// The largest number of actions that these rules number themselves.
    const OWN_ACTIONS: usize;

    /// Returns the number of actions that these rules number themselves.
    fn own_actions(self) -> usize {
        Self::OWN_ACTIONS
    }

    /// Returns whether the left and right edges of the board are joined.
    fn wraps(self) -> bool;

    /// Returns whether pieces cast shadows.
    fn has_shadows(self) -> bool;

    /// Returns the changes of single rules of chess (Chess 14).
    #[inline(always)]
    fn changes(self) -> RuleChanges {
        RuleChanges::NONE
    }

    /// Adds the legal steps to an empty container.
    fn add_legal(self, position: &Position, moves: &mut Self::Moves);

    /// Removes the castling moves, where [changes](MoveRules::changes) allow them from a later move only.
    fn remove_castling(_moves: &mut Self::Moves) {}

    /// Makes a step, like [`Position::make`].
    #[inline(always)]
    fn make(self, position: &mut Position, step: Step) -> Change {
        position.make(step)
    }

    /// Returns the pawns that can capture en passant without leaving their king in check.
    fn ep_capturers(self, position: &Position) -> Bitboard;

    /// Returns the cells that the pawns of `seat` can pass over on a double step.
    #[inline(always)]
    fn ep_squares(self, seat: Seat) -> Bitboard {
        own_rank(seat, 3)
    }

    /// Returns the pawns of the seat to act next to the pawn that can be captured en passant.
    fn next_to_ep_pawn(self, position: &Position) -> Bitboard;

    /// Returns whether the king of `seat` is in check.
    fn in_check(self, pieces: &Pieces, seat: Seat) -> bool;

    /// Returns the weights of the positional evaluation, if it makes alpha-beta stronger.
    #[inline(always)]
    fn weights(self) -> Option<&'static Weights> {
        None
    }

    /// Returns what is left of the gain of a step after the best captures and recaptures on the same cell.
    fn exchange(self, _position: &Position, _step: Step, gain: i32) -> i32 {
        gain
    }

    /// Returns the value of the piece of its own side that a step captures, in hundredths of a pawn.
    #[inline(always)]
    fn loss(self, _position: &Position, _step: Step) -> i32 {
        0
    }

    /// Returns whether no mate is possible any more (Chess 9.1).
    #[inline(always)]
    fn is_dead(self, pieces: &Pieces) -> bool {
        pieces.is_dead()
    }

    /// Returns the action number of a step.
    fn action(self, numbering: &Numbering, position: &Position, step: Step) -> usize;

    /// Returns the step of an action number. It need not be legal.
    fn step(self, numbering: &Numbering, position: &Position, action: usize) -> Option<Step>;

    /// Describes one of its own actions in words.
    fn own_action_text(self, own: usize, perspective: &Perspective<'_>) -> String;

    /// Returns the place of one of its own actions in planes of its own. `None` if the action names no cell.
    fn own_action_place(self, own: usize) -> Option<usize>;

    /// Returns the number of one of its own actions on the board reflected left to right.
    fn mirrored_action(own: usize) -> usize {
        own ^ 7
    }

    /// Reads the history field of a position string.
    ///
    /// # Errors
    ///
    /// Returns [`FenError::Field`] if the field is not a history that can have led to the position.
    fn read_history(self, field: &str, position: &Position) -> Result<RepetitionHistory, FenError>;

    /// Returns why a piece cannot make a move. `castling_notation` is `None` if the game has no castling.
    fn explain_move(
        self,
        position: &Position,
        step: Step,
        castling_notation: Option<CastlingNotation>,
    ) -> String;

    /// Writes the step string of a move.
    fn write_step(
        self,
        _position: &Position,
        step: Step,
        castling_notation: CastlingNotation,
        out: &mut String,
    ) {
        step.write(castling_notation, out);
    }

    /// Returns the move that a text names. It need not be legal.
    fn parse_step(
        self,
        position: &Position,
        castling_notation: CastlingNotation,
        text: &str,
    ) -> Option<Step> {
        position.find_step(UciMove::read(text)?, castling_notation)
    }

    /// Returns the move that two cells and a promotion name. It need not be legal.
    #[inline(always)]
    fn find_step(
        self,
        position: &Position,
        named: UciMove,
        castling_notation: CastlingNotation,
    ) -> Option<Step> {
        position.find_step(named, castling_notation)
    }

    /// Returns why a text is not a legal step, for reasons that come before those of pieces.
    fn explain_text(self, _position: &Position, _text: &str) -> Option<String> {
        None
    }

    /// Returns the marks of the cells in shadows.
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
        add_legal(position, Limits::orthodox::<R>(position), sets);
    }

    #[inline(always)]
    fn ep_capturers(self, position: &Position) -> Bitboard {
        ep_capturers::<R>(position)
    }

    #[inline(always)]
    fn next_to_ep_pawn(self, position: &Position) -> Bitboard {
        position.next_to_ep_pawn_on::<R>()
    }

    fn in_check(self, pieces: &Pieces, seat: Seat) -> bool {
        attackers::<R>(pieces, seat.other(), pieces.king(seat), pieces.occupied()) != 0
    }

    #[inline(always)]
    fn weights(self) -> Option<&'static Weights> {
        Some(&CHESS)
    }

    fn exchange(self, position: &Position, step: Step, gain: i32) -> i32 {
        exchange::<R>(position, step, gain)
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
