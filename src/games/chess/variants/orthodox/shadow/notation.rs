//! The notation of Shadow Chess: step strings of captures through shadows.

use super::cast::Shadows;
use super::{Shadowed, aside, in_check, shadows, victim};
use crate::board::Cell;
use crate::games::chess::kit::bitboard::{bit, read_cell, write_cell};
use crate::games::chess::kit::castling::{self, Castling, CastlingNotation};
use crate::games::chess::kit::explain::{self, name};
use crate::games::chess::kit::legal_moves::LegalMoves;
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::step::{MoveKind, Step, UciMove};
use crate::games::chess::kit::topology::Topology;
use crate::games::chess::variants::orthodox::move_rules::MoveRules;

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

/// That a step leaves the king in check.
fn explain_check(position: &Position, step: Step) -> String {
    let mut next = *position;
    super::make(&mut next, step);
    format!("it would leave the king on {} in check (6.2)", name(next.pieces.king(position.seat)))
}

/// Why a step is not legal that takes nothing aside.
pub fn explain_move<R: Topology>(
    position: &Position,
    step: Step,
    castling_notation: Option<CastlingNotation>,
) -> String {
    let (from, to, pieces, seat) = (step.from(), step.to(), &position.pieces, position.seat);
    let castles = |castling: Castling| {
        explain::castle(position, castling).unwrap_or_else(|| match in_check::<R>(pieces, seat) {
            true => "the king cannot castle out of check".into(),
            false => "the king cannot castle through or into check (6.2)".into(),
        })
    };
    let reason = match step.move_kind() {
        MoveKind::Castle if castling_notation.is_none() => {
            Some("this game has no castling (castling=false)".into())
        }
        MoveKind::Castle => Some(castles(Castling::of(from, to))),
        MoveKind::Normal(kind) if kind != Kind::Pawn => {
            // The king's two-file step onto a piece.
            let castling = castling::from_two_file_step(seat, from, to);
            match castling.filter(|_| kind == Kind::King && castling_notation.is_some()) {
                Some(castling) => Some(castles(castling)),
                None => explain::non_pawn_on::<R>(position, step, kind, explain::reach_on::<R>(kind, from)),
            }
        }
        _ => explain::pawn_on::<R>(position, step),
    };
    reason.unwrap_or_else(|| explain_check(position, step))
}

/// Why a text is not a legal step that names a piece to take aside.
pub fn explain_text<R: Topology>(position: &Position, text: &str) -> Option<String> {
    if !text.contains('x') {
        return None;
    }
    let Some((named, victim)) = named(text) else {
        return Some(
            "expected two cells, x and the cell of the piece to capture through its shadow, as in b6e6xc5"
                .into(),
        );
    };
    let (head, _) = text.split_once('x')?;
    let step =
        explain::parse_move(position, head, |named| position.find_step(named, CastlingNotation::TwoFiles));
    Some(step.map_or_else(|reason| reason, |_| not_taken::<R>(position, named, victim)))
}

/// Why a piece is not taken aside by a step that its text names.
fn not_taken<R: Topology>(position: &Position, named: UciMove, victim: Cell) -> String {
    let (pieces, seat) = (&position.pieces, position.seat);
    let UciMove { from, to, promotion } = named;
    let kind_at = |cell| pieces.kind_at(cell).map_or("piece", Kind::name);
    if pieces.side(seat.other()) & bit(victim) == 0 {
        return format!("there is no enemy piece on {}", name(victim));
    }
    if pieces.occupied() & bit(to) != 0 {
        return format!(
            "{} is occupied, and a capture through a shadow must end on an empty cell (5.4)",
            name(to)
        );
    }
    let Some(step) = aside(position, from, to, promotion.unwrap_or(Kind::Queen)) else {
        return "the piece cannot move that way".into();
    };
    let hindered = match step.move_kind() {
        MoveKind::Normal(kind) if kind != Kind::Pawn => {
            explain::non_pawn_on::<R>(position, step, kind, explain::reach_on::<R>(kind, from))
        }
        MoveKind::Normal(_) | MoveKind::Promotion(_) if R::pawn_attacks(seat, from) & bit(to) != 0 => None,
        _ => Some("a capture through a shadow must be a capturing move (5.4)".into()),
    };
    if let Some(reason) = hindered {
        return reason;
    }
    let dark: Shadows = shadows::<R>(pieces, seat.other());
    let shadow = format!("the shadow of the {} on {}", kind_at(victim), name(victim));
    if dark.casters(pieces, to) & bit(victim) == 0 {
        return format!("{} is not in {shadow} (5.3)", name(to));
    }
    if dark.casters(pieces, from) & bit(victim) != 0 {
        return format!("the {} on {} is itself in {shadow} (5.4)", kind_at(from), name(from));
    }
    let king = if step.move_kind() == MoveKind::Normal(Kind::King) { to } else { pieces.king(seat) };
    format!("it would leave the king on {} in check (6.2)", name(king))
}
