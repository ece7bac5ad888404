//! The notation of Masquerade Chess: step strings and position strings.

use super::masks;
use super::{CLOCK_END, Extra, FIELDS, Masquerade, OPEN, State};
use crate::game::{FenError, FenReader, Seat};
use crate::games::chess::bitboard::bit;
use crate::games::chess::castling::{self, Castling};
use crate::games::chess::explain;
use crate::games::chess::pieces::Kind;
use crate::games::chess::placement::{self, can_be_ep_square, seat_letter};
use crate::games::chess::position::Position;
use crate::games::chess::step::{MoveKind, Step};
use crate::games::chess::variant::VariantNotation;
use std::fmt::Write as _;

impl VariantNotation for Masquerade {
    fn explain_text(&self, state: &State, text: &str) -> Option<String> {
        if state.is_set_up() {
            return Some("expected mask: and each letter of KQRBN once, as in mask:RKNBQ".into());
        }
        text.starts_with("mask:").then(|| "both seats have already chosen captures".into())
    }

    fn explain_move(&self, state: &State, step: Step) -> String {
        let position = &state.position;
        let reason = match step.move_kind() {
            MoveKind::Castle => explain::castle(position, Castling::of(step.from(), step.to())),
            MoveKind::Normal(kind) if kind != Kind::Pawn => {
                // An attempt may go any way, a move to an empty cell only that of the piece.
                let attempt = position.pieces.side(position.seat ^ 1) & bit(step.to()) != 0;
                let way = if attempt { masks::reach(step.from()) } else { explain::reach(kind, step.from()) };
                explain::non_pawn(position, step, kind, way)
            }
            _ => explain::pawn(position, step),
        };
        reason.unwrap_or_else(|| "the piece cannot make this move".into())
    }

    /// M10; the captures of the viewer's own pieces are question marks (M11).
    fn write_fen(&self, state: &State, viewer: Option<Seat>, out: &mut String) {
        let position = &state.position;
        placement::write_pieces(&position.pieces, out);
        out.push(' ');
        out.push(seat_letter(position.seat));
        out.push(' ');
        castling::write_rights(position.rights, out);
        out.push(' ');
        placement::write_ep_square(position.ep_square, out);
        for seat in 0..2 {
            out.push(' ');
            match state.mask(seat) {
                None => out.push('-'),
                Some(_) if viewer == Some(seat) => out.push_str("?????"),
                Some(mask) => masks::write(mask, out),
            }
        }
        for possible in &state.extra.possible {
            for (at, &set) in possible.iter().enumerate() {
                out.push(if at == 0 { ' ' } else { ',' });
                masks::write_set(set, out);
            }
        }
        let _ = write!(out, " {}", position.clock);
    }

    fn read_fen(&self, text: &str) -> Result<State, FenError> {
        let [placement, seat, castling, ep_square, white, black, of_white, of_black, clock] =
            FenReader::new(text, FIELDS)?.exactly()?;
        let pieces = placement::read_pieces(placement)?;
        let seat = placement::read_seat(seat)?;
        if pieces.of(seat ^ 1, Kind::King) == 0 {
            return Err(FenError::field(
                "placement",
                placement,
                format!(
                    "'{}' has no king; only the seat to act can have lost its king",
                    seat_letter(seat ^ 1)
                ),
            ));
        }
        let rights = castling::read_rights(castling, &pieces)?;
        let clock = FenReader::counter("clock", clock, CLOCK_END.into())? as u8;
        let position =
            Position { pieces, rights, ep_square: placement::read_ep_square(ep_square)?, seat, clock };
        if position.ep_square != 0 && !can_be_ep_square(&position) {
            let problem = "no enemy pawn can just have passed over this cell; expected '-'";
            return Err(FenError::field("en passant", ep_square, problem));
        }
        let possible = [
            Self::read_possible("possible captures of White's kinds", of_white)?,
            Self::read_possible("possible captures of Black's kinds", of_black)?,
        ];
        let captures = [
            Self::read_captures("captures of White's pieces", white, &possible[0])?,
            Self::read_captures("captures of Black's pieces", black, &possible[1])?,
        ];
        let state = State { position, extra: Extra { captures, possible } };
        if captures.contains(&OPEN) {
            Self::check_set_up(&state)?;
        }
        Ok(state)
    }
}
