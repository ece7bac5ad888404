//! Explanations in words: why a text is not a legal step.

use super::bitboard::{Bitboard, bit, cells, own_rank, write_cell};
use super::castling::{self, Castling, CastlingNotation};
use super::legal::attacked_cells;
use super::pieces::Kind;
use super::position::{PawnSteps, Position};
use super::step::{MoveKind, Step, UciMove};
use super::topology::{Flat, Topology};
use crate::board::Cell;

/// Returns the name of a cell.
pub fn name(cell: Cell) -> String {
    let mut name = String::new();
    write_cell(cell, &mut name);
    name
}

/// Reads the step that a text names. `find_step` returns the step of two cells and a promotion.
///
/// # Errors
///
/// Returns a message if the text is not two cells, if there is no own piece on the first one, or if a
/// promotion is missing or not possible.
pub fn parse_move(
    position: &Position,
    text: &str,
    find_step: impl FnOnce(UciMove) -> Option<Step>,
) -> Result<Step, String> {
    let Some(named) = UciMove::read(text) else {
        return Err("expected two cells, as in e2e4, followed by q, r, b or n for a promotion".into());
    };
    let UciMove { from, to, promotion } = named;
    let Some(kind) = position.pieces.kind_at(from) else {
        return Err(format!("there is no piece on {}", name(from)));
    };
    if position.pieces.side(position.seat) & bit(from) == 0 {
        return Err(format!("the {} on {} belongs to the opponent", kind.name(), name(from)));
    }
    find_step(named).ok_or_else(|| match promotion {
        None => format!("a pawn that reaches {} must promote: append q, r, b or n, as in {text}q", name(to)),
        Some(_) => "only a pawn that reaches its last rank can promote".into(),
    })
}

/// Returns why a pawn cannot make a move, apart from check.
pub fn pawn(position: &Position, step: Step) -> Option<String> {
    pawn_on::<Flat>(position, step)
}

/// Same as [`pawn`], on a board with this topology.
pub fn pawn_on<R: Topology>(position: &Position, step: Step) -> Option<String> {
    let (from, to, pieces, seat) = (step.from(), step.to(), &position.pieces, position.seat);
    let steps = PawnSteps::of(seat);
    let (one, occupied) = (steps.ahead.of(bit(from)), pieces.occupied());
    let two = if bit(from) & own_rank(seat, 2) != 0 { steps.ahead.of(one) } else { 0 };
    if R::pawn_attacks(seat, from) & bit(to) != 0 {
        if pieces.side(seat.other()) & bit(to) == 0 && step.move_kind() != MoveKind::EnPassant {
            return Some(format!(
                "a pawn moves to {} only to capture, and there is no enemy piece",
                name(to)
            ));
        }
    } else if bit(to) & (one | two) == 0 {
        return Some(format!("the pawn on {} cannot move to {}", name(from), name(to)));
    } else if let Some(blocked) = cells((one | (bit(to) & two)) & occupied).next() {
        return Some(format!("{} is occupied", name(blocked)));
    }
    None
}

/// Returns why a piece other than a pawn cannot make a move, apart from check. `reach` has the cells that it
/// reaches on an empty board.
pub fn non_pawn(position: &Position, step: Step, kind: Kind, reach: Bitboard) -> Option<String> {
    non_pawn_on::<Flat>(position, step, kind, reach)
}

/// Same as [`non_pawn`], on a board with this topology.
pub fn non_pawn_on<R: Topology>(
    position: &Position,
    step: Step,
    kind: Kind,
    reach: Bitboard,
) -> Option<String> {
    non_pawn_within::<R>(position, step, kind, reach, position.pieces.side(position.seat))
}

/// Same as [`non_pawn_on`], where pieces do not arrive on their own pieces of `closed`.
fn non_pawn_within<R: Topology>(
    position: &Position,
    step: Step,
    kind: Kind,
    reach: Bitboard,
    closed: Bitboard,
) -> Option<String> {
    let (from, to, pieces) = (step.from(), step.to(), &position.pieces);
    if reach & bit(to) == 0 || from == to {
        return Some(format!("the {} on {} cannot move to {}", kind.name(), name(from), name(to)));
    }
    // If there are two ways around, one must be free; a knight and a king have no cells between.
    let ways = (0..8).filter(|&d| R::ray(d, from) & bit(to) != 0).map(|d| R::between(d, from, to));
    let blocked: Vec<Bitboard> = ways.map(|between| between & pieces.occupied()).collect();
    if kind != Kind::King && blocked.iter().all(|&pieces| pieces != 0) {
        let named: Vec<String> =
            blocked.iter().filter_map(|&pieces| cells(pieces).next()).map(name).collect();
        match &named[..] {
            [] => {}
            [only] => return Some(format!("the path is blocked on {only}")),
            _ => return Some(format!("the paths are blocked on {}", named.join(" and "))),
        }
    }
    (closed & bit(to) != 0).then(|| format!("{} is occupied by your own piece", name(to)))
}

/// Returns why king and rook cannot castle, apart from check.
pub fn castle(position: &Position, castling: Castling) -> Option<String> {
    if position.rights & bit(castling.rook) == 0 {
        return Some("the right to castle on that side is lost".into());
    }
    let blocked = cells(castling.must_be_empty() & position.pieces.occupied()).next();
    blocked.map(|cell| format!("castling is blocked: {} is occupied", name(cell)))
}

/// Returns the cells that a piece reaches on an empty board. Nothing for pawns.
pub fn reach(kind: Kind, cell: Cell) -> Bitboard {
    reach_on::<Flat>(kind, cell)
}

/// Same as [`reach`], on a board with this topology.
pub fn reach_on<R: Topology>(kind: Kind, cell: Cell) -> Bitboard {
    match kind {
        Kind::Pawn => 0,
        Kind::Knight => R::knight_attacks(cell),
        Kind::Bishop => R::bishop_attacks(cell, 0),
        Kind::Rook => R::rook_attacks(cell, 0),
        Kind::Queen => R::bishop_attacks(cell, 0) | R::rook_attacks(cell, 0),
        Kind::King => R::king_attacks(cell),
    }
}

/// Returns why a move is not legal in orthodox chess. `castling_notation` is `None` if the game has no
/// castling.
pub fn orthodox(position: &Position, step: Step, castling_notation: Option<CastlingNotation>) -> String {
    orthodox_on::<Flat>(position, step, castling_notation)
}

/// Same as [`orthodox`], on a board with this topology.
pub fn orthodox_on<R: Topology>(
    position: &Position,
    step: Step,
    castling_notation: Option<CastlingNotation>,
) -> String {
    let own = position.pieces.side(position.seat);
    explain_within::<R>(position, step, castling_notation, own, || pawn_on::<R>(position, step))
}

/// Same as [`orthodox_on`], where pieces do not arrive on their own pieces of `closed`, and `pawn` says why a
/// pawn cannot make the move, apart from check.
pub fn explain_within<R: Topology>(
    position: &Position,
    step: Step,
    castling_notation: Option<CastlingNotation>,
    closed: Bitboard,
    pawn: impl FnOnce() -> Option<String>,
) -> String {
    let (from, to) = (step.from(), step.to());
    let reason = match step.move_kind() {
        MoveKind::Castle if castling_notation.is_none() => {
            Some("this game has no castling (castling=false)".into())
        }
        MoveKind::Castle => {
            castle(position, Castling::of(from, to)).or_else(|| Some(explain_castling_check::<R>(position)))
        }
        MoveKind::Normal(kind) if kind != Kind::Pawn => {
            // The king's two-file step onto a piece.
            let castling = castling::from_two_file_step(position.seat, from, to)
                .filter(|_| kind == Kind::King && castling_notation == Some(CastlingNotation::TwoFiles));
            match castling {
                Some(castling) => castle(position, castling),
                None => non_pawn_within::<R>(position, step, kind, reach_on::<R>(kind, from), closed),
            }
        }
        _ => pawn(),
    };
    reason.unwrap_or_else(|| explain_check::<R>(position, step))
}

/// Returns which check prevents castling.
fn explain_castling_check<R: Topology>(position: &Position) -> String {
    match cells(R::check_info(position).checkers).next() {
        Some(checker) => format!("the king cannot castle out of check (from {})", name(checker)),
        None => "the king cannot castle through or into check".into(),
    }
}

/// Returns how a move would leave the king in check.
fn explain_check<R: Topology>(position: &Position, step: Step) -> String {
    let king = position.pieces.king(position.seat);
    let check_info = R::check_info(position);
    if step.from() == king {
        return if attacked_cells::<R>(position) & bit(step.to()) != 0 {
            format!("the king would be in check on {}", name(step.to()))
        } else {
            "the king cannot go there".into()
        };
    }
    if check_info.pinned & bit(step.from()) != 0 {
        return format!("the piece on {} is pinned to the king on {}", name(step.from()), name(king));
    }
    match cells(check_info.checkers).next() {
        Some(checker) => format!("the king on {} is in check from {}", name(king), name(checker)),
        None => format!("it would leave the king on {} in check", name(king)),
    }
}
