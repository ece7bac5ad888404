//! Chess with changes of single rules (Chess 14): castling from a later move, other double steps of pawns,
//! pawns that move back or sideways, captures of own pieces, and stalemate as a win.

mod explain;
mod history;
mod options;
mod pawn_moves;
#[cfg(test)]
mod tests;

use super::move_rules::MoveRules;
use crate::game::{FenError, Perspective, Seat};
use crate::games::chess::kit::bitboard::{Bitboard, bit, own_rank};
use crate::games::chess::kit::castling::CastlingNotation;
use crate::games::chess::kit::exchange::exchange;
use crate::games::chess::kit::history::{PiecesOn, RepetitionHistory};
use crate::games::chess::kit::legal::{Limits, add_legal, ep_capturers};
use crate::games::chess::kit::legal_moves::Numbering;
use crate::games::chess::kit::lines::STEPS;
use crate::games::chess::kit::move_set::{Bounds, MoveSet};
use crate::games::chess::kit::numbering::came_from;
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::position::{Change, PawnSteps, Position, pawn_directions};
use crate::games::chess::kit::positional::Weights;
use crate::games::chess::kit::step::{MoveKind, Step, UciMove};
use crate::games::chess::kit::topology::Flat;
use pawn_moves::PawnMoves;

pub use options::{
    CASTLING_FROM, DOUBLE_STEP, DoubleStep, PAWN_BACK, PAWN_SIDEWAYS, RuleChanges, SELF_CAPTURE, STALEMATE,
    Stalemate,
};

/// Whether a step moves a pawn that stays one, other than en passant.
#[inline(always)]
fn is_pawn_step(step: Step) -> bool {
    matches!(step.move_kind(), MoveKind::Normal(Kind::Pawn) | MoveKind::DoublePush)
}

impl RuleChanges {
    /// Returns the bounds of the moves of the seat to act.
    fn bounds(self, position: &Position) -> Bounds {
        let Position { pieces, seat, rights, .. } = position;
        let via = PawnSteps::of(*seat).ahead.of(self.double_step_starts(*seat));
        // A double step to the last rank is a promotion, which `PawnMoves` adds.
        let via = via & !own_rank(*seat, 7);
        let orthodox = Bounds { via, ..Bounds::orthodox(position) };
        if !self.self_capture {
            return orthodox;
        }
        let (own, king) = (pieces.side(*seat), bit(pieces.king(*seat)));
        // The king's move onto a rook that can castle is castling in Chess960 (Chess 14.8).
        Bounds {
            closed: king,
            closed_to_king: king | own & rights,
            takeable: pieces.occupied() & !king,
            ..orthodox
        }
    }

    /// Returns the cells to which a pawn can move without a capture, on an empty board.
    fn pawn_reach(self, seat: Seat, cell: crate::board::Cell) -> Bitboard {
        let (pawn, [ahead, ..]) = (bit(cell), pawn_directions(seat));
        let steps = |direction: usize, bits| STEPS[direction].of(bits);
        let mut reach = steps(ahead, pawn) | steps(ahead, steps(ahead, pawn & self.double_step_starts(seat)));
        if self.pawn_back {
            reach |= steps(ahead ^ 4, pawn) & !own_rank(seat, 1);
        }
        if self.pawn_sideways {
            reach |= steps(2, pawn) | steps(6, pawn);
        }
        reach
    }

    /// Returns the piece of its own side that a step captures.
    #[inline(always)]
    fn own_captured(self, position: &Position, step: Step) -> Option<Kind> {
        let own = position.pieces.side(position.seat) & bit(step.to());
        if !self.self_capture || step.is_castling() || own == 0 {
            return None;
        }
        position.pieces.kind_at(step.to())
    }
}

impl MoveRules for RuleChanges {
    type Moves = (MoveSet, PawnMoves);
    const OWN_ACTIONS: usize = 0;

    fn changes(self) -> RuleChanges {
        self
    }

    fn wraps(self) -> bool {
        false
    }

    fn has_shadows(self) -> bool {
        false
    }

    fn add_legal(self, position: &Position, (sets, pawn_moves): &mut (MoveSet, PawnMoves)) {
        let limits = Limits { bounds: self.bounds(position), ..Limits::orthodox::<Flat>(position) };
        add_legal(position, limits, sets);
        pawn_moves.add(position, limits.check_info, self);
    }

    fn remove_castling((sets, _): &mut (MoveSet, PawnMoves)) {
        *sets.castles() = 0;
    }

    #[inline(always)]
    fn make(self, position: &mut Position, step: Step) -> Change {
        let (clock, ep_square, own) = (position.clock, position.ep_square, self.own_captured(position, step));
        if own.is_some() {
            let to = bit(step.to());
            position.pieces.clear(to);
            position.rights &= !to;
        }
        let mut change = position.make(step);
        if own.is_some() {
            position.clock = 0;
            change = Change { captured: own, reversible: false };
        } else if change.captured.is_none() && self.is_reversible_pawn_step(step) {
            position.clock = clock.saturating_add(1);
            change.reversible = ep_square == 0;
        }
        change
    }

    fn ep_capturers(self, position: &Position) -> Bitboard {
        ep_capturers::<Flat>(position)
    }

    fn next_to_ep_pawn(self, position: &Position) -> Bitboard {
        position.next_to_ep_pawn()
    }

    fn ep_squares(self, seat: Seat) -> Bitboard {
        PawnSteps::of(seat).ahead.of(self.double_step_starts(seat))
    }

    fn in_check(self, pieces: &Pieces, seat: Seat) -> bool {
        Flat.in_check(pieces, seat)
    }

    fn weights(self) -> Option<&'static Weights> {
        Flat.weights()
    }

    fn exchange(self, position: &Position, step: Step, gain: i32) -> i32 {
        exchange::<Flat>(position, step, gain)
    }

    fn loss(self, position: &Position, step: Step) -> i32 {
        self.own_captured(position, step).map_or(0, Kind::hundredths)
    }

    /// A lone knight or bishop can give stalemate (Chess 14.7).
    #[inline(always)]
    fn is_dead(self, pieces: &Pieces) -> bool {
        match self.stalemate {
            Stalemate::Draw => pieces.is_dead(),
            Stalemate::Win => pieces.are_bare_kings(),
        }
    }

    /// In one direction the nearest piece behind a cell is the only one that can arrive there, also by the
    /// moves that chess does not have.
    #[inline(always)]
    fn action(self, numbering: &Numbering, _position: &Position, step: Step) -> usize {
        numbering.action(step)
    }

    fn step(self, numbering: &Numbering, position: &Position, action: usize) -> Option<Step> {
        let mut named = numbering.named(position, action)?;
        if named.promotion.is_some() && named.from & 7 == named.to & 7 {
            let [ahead, ..] = pawn_directions(position.seat);
            named.from = came_from::<Flat>(ahead, named.to, position.pieces.occupied())?;
        }
        self.find_step(position, named, numbering.castling_notation)
    }

    fn own_action_text(self, own: usize, perspective: &Perspective<'_>) -> String {
        Flat.own_action_text(own, perspective)
    }

    fn own_action_place(self, _own: usize) -> Option<usize> {
        None
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
        explain::explain_move(self, position, step, castling_notation)
    }

    fn parse_step(
        self,
        position: &Position,
        castling_notation: CastlingNotation,
        text: &str,
    ) -> Option<Step> {
        self.find_step(position, UciMove::read(text)?, castling_notation)
    }

    fn find_step(
        self,
        position: &Position,
        named: UciMove,
        castling_notation: CastlingNotation,
    ) -> Option<Step> {
        let step = position.find_step(named, castling_notation)?;
        let UciMove { from, to, .. } = named;
        Some(match step.move_kind() {
            // Sideways onto the cell that a pawn passed over.
            MoveKind::EnPassant if from & 56 == to & 56 => Step::new(from, to, MoveKind::Normal(Kind::Pawn)),
            // The king captures a rook that cannot castle.
            MoveKind::Castle
                if self.self_capture && position.rights & bit(step.to()) == 0 && step.to() == to =>
            {
                Step::new(from, to, MoveKind::Normal(Kind::King))
            }
            _ => step,
        })
    }
}
