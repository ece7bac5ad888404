//! Texts of Half Alice Chess: position strings (4A.8), and why steps are refused.

use super::mirror::{CheckInfo, Sides, attackers, ep_capturers, halves, side_of};
use super::{Extra, State};
use crate::board::Cell;
use crate::game::{FenError, FenReader};
use crate::games::chess::bitboard::{Bitboard, bit, cells};
use crate::games::chess::castling::{self, Castling};
use crate::games::chess::explain::{self, name};
use crate::games::chess::history::{CLOCK_END, RepetitionHistory};
use crate::games::chess::pieces::Kind;
use crate::games::chess::placement::{self, can_be_ep_square, seat_letter};
use crate::games::chess::position::Position;
use crate::games::chess::step::{MoveKind, Step};
use std::fmt::Write as _;

/// What a position string has (4A.8).
const FIELDS: &str = "placement, seat to act, castling, en passant, clock, history (or '-')";

/// What stands behind the letter of a piece (4A.1).
pub fn suffix(state: &State, cell: Cell) -> &'static str {
    if side_of(state.extra.mirrored, cell) == 0 { "" } else { "~" }
}

/// Appends the position string.
pub fn write(state: &State, out: &mut String) {
    let State { position, extra } = state;
    placement::write_marked(&position.pieces, |cell| suffix(state, cell), out);
    out.push(' ');
    out.push(seat_letter(position.seat));
    out.push(' ');
    castling::write_rights(position.rights, out);
    out.push(' ');
    placement::write_ep_square(position.ep_square, out);
    let _ = write!(out, " {} ", position.clock);
    extra.history.write(out);
}

/// Reads a position string of a game in which each player has so many checkers.
pub fn read(text: &str, checkers: u8) -> Result<State, FenError> {
    let [placement, seat, castling, ep_square, clock, history] = FenReader::new(text, FIELDS)?.exactly()?;
    let (pieces, [mirrored]) = placement::read_marked(placement, b"~")?;
    placement::check_pawns(placement, pieces.kind(Kind::Pawn))?;
    let seat = placement::read_seat(seat)?;
    for (seat, whose) in [(0, "White"), (1, "Black")] {
        let refused = |problem| Err(FenError::field("placement", placement, problem));
        if pieces.of(seat, Kind::King) == 0 {
            return refused(format!("{whose} has no king"));
        }
        let many = (pieces.side(seat) & mirrored).count_ones();
        if many > checkers.into() {
            return refused(format!(
                "{whose} must have at most {checkers} pieces on checkers, got {many} (4A.6)"
            ));
        }
    }
    let rights = castling::read_rights(castling, &pieces)?;
    if castling::possible_rights(rights, &pieces.among(!mirrored)) != rights {
        let problem = "a king and a rook with the right to castle cannot be on checkers (4A.4)";
        return Err(FenError::field("castling", castling, problem));
    }
    let clock = FenReader::counter("clock", clock, CLOCK_END.into())? as u8;
    let mut position =
        Position { pieces, rights, ep_square: placement::read_ep_square(ep_square)?, seat, clock };
    if attackers(&pieces, mirrored, seat ^ 1) != 0 {
        return Err(FenError::impossible(format!(
            "the king of '{}' is in check, but '{0}' is not to act (4A.3)",
            seat_letter(seat ^ 1)
        )));
    }
    if !can_be_ep_square(&position) || ep_capturers(&position, mirrored, checkers) == 0 {
        position.ep_square = 0;
    }
    let history = RepetitionHistory::read(history, seat, &position, &Sides { pieces, mirrored })?;
    Ok(State { position, extra: Extra { mirrored, history } })
}

/// Why a piece does not make a step, the player having so many free checkers.
pub fn explain_move(state: &State, step: Step, free: u8) -> String {
    let State { position, extra } = state;
    let (from, to, mirrored) = (step.from(), step.to(), extra.mirrored);
    let side = side_of(mirrored, from);
    let half = &halves(position, mirrored)[side];
    let castling = match step.move_kind() {
        MoveKind::Castle => Some(Castling::of(from, to)),
        // The king's two-file step onto a piece.
        MoveKind::Normal(Kind::King) => castling::from_two_file_step(position.seat, from, to),
        _ => None,
    };
    if let Some(castling) = castling {
        return castle(position, half, castling, free);
    }
    let other = match step.move_kind() {
        MoveKind::EnPassant => (side_of(mirrored, cells(position.ep_pawn()).next().unwrap_or(to)) != side)
            .then(|| "the pawn that passed over this cell is on the other side of the mirror (4A.5)".into()),
        MoveKind::Normal(kind) if kind != Kind::Pawn => {
            explain::non_pawn(half, step, kind, explain::reach(kind, from))
        }
        _ => explain::pawn(half, step),
    };
    if let Some(reason) = other {
        return reason;
    }
    if position.pieces.occupied() & !half.pieces.occupied() & bit(to) != 0 {
        return format!("{} is occupied by a piece on the other side of the mirror (4A.2)", name(to));
    }
    if side == 0 && free == 0 {
        return "no free checker is left to put under the piece (4A.6)".into();
    }
    check_info(position, mirrored, step)
}

/// Why king and rook do not castle.
fn castle(position: &Position, half: &Position, castling: Castling, free: u8) -> String {
    let ends = bit(castling.king_to) | bit(castling.rook_to);
    let beyond = position.pieces.occupied() & ends;
    explain::castle(half, castling)
        .or_else(|| {
            let cell = cells(beyond).next()?;
            Some(format!("castling is blocked: {} is occupied (4A.4)", name(cell)))
        })
        .or_else(|| (free < 2).then(|| "castling needs two free checkers (4A.6)".into()))
        .unwrap_or_else(|| "the king cannot castle out of, through or into check (4A.4)".into())
}

/// Why a step that a piece could make leaves its king attacked.
fn check_info(position: &Position, mirrored: Bitboard, step: Step) -> String {
    let seat = position.seat & 1;
    let king = position.pieces.king(seat);
    let home = side_of(mirrored, king);
    let halves = halves(position, mirrored);
    if step.from() == king {
        let pieces = &halves[home].pieces;
        let before = pieces.attackers(seat ^ 1, step.to(), pieces.occupied() & !bit(king)) != 0;
        let when = if before { "before" } else { "after" };
        return format!("the king would be in check on {} {when} changing sides (4A.3)", name(step.to()));
    }
    match cells(CheckInfo::of(&halves[home]).checkers).next() {
        Some(checker) => format!("the king on {} is in check from {} (4A.3)", name(king), name(checker)),
        None => {
            format!("it would leave the king on {} in check after the change of sides (4A.3)", name(king))
        }
    }
}
