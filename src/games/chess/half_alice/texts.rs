//! Texts of Half Alice Chess: position strings (4A.8), and why steps are refused.

use super::mirror::{Danger, Sides, attackers, ep_capturers, halves, side_of};
use super::{Glass, State};
use crate::board::Cell;
use crate::game::{FenError, FenReader};
use crate::games::chess::bits::{Bits, bit, cells};
use crate::games::chess::castling::{self, Castling};
use crate::games::chess::explain::{self, name};
use crate::games::chess::history::{CLOCK_END, Past};
use crate::games::chess::men::Kind;
use crate::games::chess::placement::{self, can_have_passed, seat_letter};
use crate::games::chess::position::Position;
use crate::games::chess::step::{Deed, Step};
use std::fmt::Write as _;

/// What a position string has (4A.8).
const FIELDS: &str = "placement, seat to act, castling, en passant, clock, history (or '-')";

/// What stands behind the letter of a man (4A.1).
pub fn suffix(state: &State, cell: Cell) -> &'static str {
    if side_of(state.more.mirrored, cell) == 0 { "" } else { "~" }
}

/// Appends the position string.
pub fn write(state: &State, out: &mut String) {
    let State { position, more: glass } = state;
    placement::write_marked(&position.men, |cell| suffix(state, cell), out);
    out.push(' ');
    out.push(seat_letter(position.seat));
    out.push(' ');
    castling::write_rights(position.rights, out);
    out.push(' ');
    placement::write_passed(position.passed, out);
    let _ = write!(out, " {} ", position.clock);
    glass.past.write(out);
}

/// Reads a position string of a game in which each player has so many checkers.
pub fn read(text: &str, checkers: u8) -> Result<State, FenError> {
    let [placement, seat, castling, passed, clock, history] = FenReader::new(text, FIELDS)?.exactly()?;
    let (men, [mirrored]) = placement::read_marked(placement, b"~")?;
    placement::check_pawns(placement, men.kind(Kind::Pawn))?;
    let seat = placement::read_seat(seat)?;
    for (seat, whose) in [(0, "White"), (1, "Black")] {
        let refused = |problem| Err(FenError::field("placement", placement, problem));
        if men.of(seat, Kind::King) == 0 {
            return refused(format!("{whose} has no king"));
        }
        let many = (men.side(seat) & mirrored).count_ones();
        if many > checkers.into() {
            return refused(format!(
                "{whose} must have at most {checkers} pieces on checkers, got {many} (4A.6)"
            ));
        }
    }
    let rights = castling::read_rights(castling, &men)?;
    if castling::standing(rights, &men.among(!mirrored)) != rights {
        let problem = "a king and a rook with the right to castle cannot be on checkers (4A.4)";
        return Err(FenError::field("castling", castling, problem));
    }
    let clock = FenReader::counter("clock", clock, CLOCK_END.into())? as u8;
    let mut position = Position { men, rights, passed: placement::read_passed(passed)?, seat, clock };
    if attackers(&men, mirrored, seat ^ 1) != 0 {
        return Err(FenError::impossible(format!(
            "the king of '{}' is in check, but '{0}' is not to act (4A.3)",
            seat_letter(seat ^ 1)
        )));
    }
    if !can_have_passed(&position) || ep_capturers(&position, mirrored, checkers) == 0 {
        position.passed = 0;
    }
    let past = Past::read(history, seat, &position, &Sides { men, mirrored })?;
    Ok(State { position, more: Glass { mirrored, past } })
}

/// Why a man does not make a step, the player having so many free checkers.
pub fn explain_move(state: &State, step: Step, free: u8) -> String {
    let State { position, more: glass } = state;
    let (from, to, mirrored) = (step.from(), step.to(), glass.mirrored);
    let side = side_of(mirrored, from);
    let half = &halves(position, mirrored)[side];
    let castling = match step.deed() {
        Deed::Castle => Some(Castling::of(from, to)),
        // The king's two-file step onto a man.
        Deed::Go(Kind::King) => castling::of_two_files(position.seat, from, to),
        _ => None,
    };
    if let Some(castling) = castling {
        return castle(position, half, castling, free);
    }
    let other = match step.deed() {
        Deed::Passant => (side_of(mirrored, cells(position.passer()).next().unwrap_or(to)) != side)
            .then(|| "the pawn that passed over this cell is on the other side of the mirror (4A.5)".into()),
        Deed::Go(kind) if kind != Kind::Pawn => {
            explain::officer(half, step, kind, explain::reach(kind, from))
        }
        _ => explain::pawn(half, step),
    };
    if let Some(reason) = other {
        return reason;
    }
    if position.men.occupied() & !half.men.occupied() & bit(to) != 0 {
        return format!("{} is occupied by a piece on the other side of the mirror (4A.2)", name(to));
    }
    if side == 0 && free == 0 {
        return "no free checker is left to put under the piece (4A.6)".into();
    }
    danger(position, mirrored, step)
}

/// Why king and rook do not castle.
fn castle(position: &Position, half: &Position, castling: Castling, free: u8) -> String {
    let ends = bit(castling.king_to) | bit(castling.rook_to);
    let beyond = position.men.occupied() & ends;
    explain::castle(half, castling)
        .or_else(|| {
            let cell = cells(beyond).next()?;
            Some(format!("castling is blocked: {} is occupied (4A.4)", name(cell)))
        })
        .or_else(|| (free < 2).then(|| "castling needs two free checkers (4A.6)".into()))
        .unwrap_or_else(|| "the king cannot castle out of, through or into check (4A.4)".into())
}

/// Why a step that a man could make leaves his king attacked.
fn danger(position: &Position, mirrored: Bits, step: Step) -> String {
    let seat = position.seat & 1;
    let king = position.men.king(seat);
    let home = side_of(mirrored, king);
    let halves = halves(position, mirrored);
    if step.from() == king {
        let men = &halves[home].men;
        let before = men.attackers(seat ^ 1, step.to(), men.occupied() & !bit(king)) != 0;
        let when = if before { "before" } else { "after" };
        return format!("the king would be in check on {} {when} changing sides (4A.3)", name(step.to()));
    }
    match cells(Danger::of(&halves[home]).checkers).next() {
        Some(checker) => format!("the king on {} is in check from {} (4A.3)", name(king), name(checker)),
        None => {
            format!("it would leave the king on {} in check after the change of sides (4A.3)", name(king))
        }
    }
}
