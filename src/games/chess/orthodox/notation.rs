//! The notation of orthodox chess: step strings and position strings.

use super::{Extra, FIELDS, Orthodox, State};
use crate::game::{FenError, FenReader, Seat};
use crate::games::chess::castling::{self, CastlingNotation};
use crate::games::chess::move_rules::MoveRules;
use crate::games::chess::placement::{self, seat_letter};
use crate::games::chess::step::Step;
use crate::games::chess::variant::VariantNotation;
use std::fmt::Write as _;

impl<P: MoveRules> VariantNotation for Orthodox<P> {
    #[inline(always)]
    fn castling_notation(&self) -> CastlingNotation {
        if self.shuffled { CastlingNotation::KingTakesRook } else { CastlingNotation::TwoFiles }
    }

    fn explain_move(&self, state: &State, step: Step) -> String {
        self.move_rules.explain_move(&state.position, step, self.castling.then(|| self.castling_notation()))
    }

    fn write_fen(&self, state: &State, _viewer: Option<Seat>, out: &mut String) {
        let State { position, extra } = state;
        placement::write_pieces(&position.pieces, out);
        out.push(' ');
        out.push(seat_letter(position.seat));
        out.push(' ');
        if self.shuffled {
            castling::write_rook_files(position.rights, out);
        } else {
            castling::write_rights(position.rights, out);
        }
        out.push(' ');
        placement::write_ep_square(position.ep_square, out);
        let _ = write!(out, " {} {} ", position.clock, extra.number);
        extra.history.write(out);
    }

    fn read_fen(&self, text: &str) -> Result<State, FenError> {
        let reader = FenReader::new(text, FIELDS)?;
        let [placement, seat, castling, ep_square, clock, number, history] = match reader.len() {
            // A string of six fields has an empty history.
            6 => {
                let [a, b, c, d, e, f] = reader.exactly()?;
                [a, b, c, d, e, f, "-"]
            }
            _ => reader.exactly()?,
        };
        let position = self.read_position(&[placement, seat, castling, ep_square, clock])?;
        let number = match FenReader::counter("move number", number, u32::MAX)? {
            0 => return Err(FenError::field("move number", "0", "expected a number from 1")),
            number => number,
        };
        let history = self.move_rules.read_history(history, &position)?;
        Ok(State { position, extra: Extra { number, history } })
    }

    fn write_step(&self, state: &State, step: Step, out: &mut String) {
        self.move_rules.write_step(&state.position, step, self.castling_notation(), out);
    }

    fn parse_step(&self, state: &State, text: &str) -> Option<Step> {
        self.move_rules.parse_step(&state.position, self.castling_notation(), text)
    }

    fn explain_text(&self, state: &State, text: &str) -> Option<String> {
        self.move_rules.explain_text(&state.position, text)
    }
}
