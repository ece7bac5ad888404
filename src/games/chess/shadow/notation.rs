//! The notation of Shadow Chess: step strings of captures through shadows.

use super::{Shadowed, victim};
use crate::board::Cell;
use crate::games::chess::bitboard::{read_cell, write_cell};
use crate::games::chess::castling::CastlingNotation;
use crate::games::chess::legal_moves::LegalMoves;
use crate::games::chess::move_rules::MoveRules;
use crate::games::chess::pieces::Pieces;
use crate::games::chess::position::Position;
use crate::games::chess::step::{Step, UciMove};

/// Appends the text of a step (10.1).
pub fn write_step(pieces: &Pieces, step: Step, out: &mut String) {
    step.write(CastlingNotation::TwoFiles, out);
    if let Some(victim) = victim(pieces, step) {
        out.push('x');
        write_cell(victim, out);
    }
}

/// The step and the cell of the piece taken aside that a text names.
pub fn named(text: &str) -> Option<(UciMove, Cell)> {
    let (head, victim) = text.split_once('x')?;
    Some((UciMove::read(head)?, read_cell(victim.as_bytes())?))
}

/// The step that a text means: it need not be legal, unless a shadow has to be entered.
pub fn parse_step(play: Shadowed, position: &Position, text: &str) -> Option<Step> {
    let Some((named, victim)) = named(text) else {
        return position.find_step(UciMove::read(text)?, CastlingNotation::TwoFiles);
    };
    let mut moves = <<Shadowed as MoveRules>::Moves>::default();
    play.add_legal(position, &mut moves);
    let mut found = None;
    moves.1.each(position, |step| {
        let UciMove { from, to, promotion } = named;
        let same = (step.from(), step.to(), step.promotion()) == (from, to, promotion);
        if same && super::victim(&position.pieces, step) == Some(victim) {
            found = Some(step);
        }
    });
    found
}
