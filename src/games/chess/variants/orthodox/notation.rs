//! The notation of orthodox chess: step strings, position strings, why a text is no step.

use super::move_rules::MoveRules;
use super::{Orthodox, State};
use crate::game::{FenError, Field, FieldText, PositionFormat, Seat, stored, write_value};
use crate::games::chess::game::fields;
use crate::games::chess::game::variant::VariantNotation;
use crate::games::chess::kit::castling::{self, CastlingNotation};
use crate::games::chess::kit::history::CLOCK_END;
use crate::games::chess::kit::placement::{self, can_be_ep_square_on};
use crate::games::chess::kit::step::{Step, UciMove};

impl<P: MoveRules> VariantNotation for Orthodox<P> {
    /// Chess 11, Chess960 3.5. Without the last field the history is empty.
    const FORMAT: PositionFormat<Self, State> = PositionFormat::new(&[
        fields::placement(),
        fields::seat().then(fields::check_both_kings),
        Field::new("castling", Self::write_rights, Self::read_rights),
        fields::ep_square(),
        fields::clock::<CLOCK_END, _>().then(Self::check_position),
        stored!("move number", extra.number, write_value, |_, _, field| match field.counter(u32::MAX)? {
            0 => return Err(field.refused("expected a number from 1")),
            number => number,
        }),
        Field::new(
            fields::HISTORY,
            |_, state: &State, _, out| state.extra.history.write(out),
            Self::read_history,
        )
        .label("history (or '-')")
        .or("-"),
    ]);

    #[inline(always)]
    fn castling_notation(&self) -> CastlingNotation {
        if self.shuffled { CastlingNotation::KingTakesRook } else { CastlingNotation::TwoFiles }
    }

    #[inline]
    fn find_step(&self, state: &State, named: UciMove) -> Option<Step> {
        self.move_rules.find_step(&state.position, named, self.castling_notation())
    }

    fn explain_move(&self, state: &State, step: Step) -> String {
        if self.castling && step.is_castling() && self.castling_delay(state.extra.number) != 0 {
            return format!("castling is allowed from move {}", self.move_rules.changes().castling_from);
        }
        self.move_rules.explain_move(&state.position, step, self.castling.then(|| self.castling_notation()))
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

impl<P: MoveRules> Orthodox<P> {
    fn write_rights(&self, state: &State, _viewer: Option<Seat>, out: &mut String) {
        if self.shuffled {
            castling::write_rook_files(state.position.rights, out);
        } else {
            castling::write_rights(state.position.rights, out);
        }
    }

    fn read_rights(&self, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
        if !self.castling && field.text != "-" {
            return Err(field.refused("this game has no castling (castling=false); expected '-'"));
        }
        let read = if self.shuffled { castling::read_rook_files } else { castling::read_rights };
        read(field.text, &state.position.pieces).map(|rights| state.position.rights = rights)
    }

    fn read_history(&self, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
        let history = self.move_rules.read_history(field.text, &state.position)?;
        state.extra.history = history;
        Ok(())
    }

    /// Checks the position without its history. An en passant square of no use is read as none.
    fn check_position(&self, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
        let position = &mut state.position;
        if self.move_rules.in_check(&position.pieces, position.seat.other()) {
            return Err(placement::in_check_refused(position.seat.other()));
        }
        let via = self.move_rules.ep_squares(position.seat.other());
        let possible = position.ep_square == 0 || can_be_ep_square_on(position, via);
        if !self.shuffled && !possible {
            let problem = "no enemy pawn can just have passed over this cell; expected '-'";
            return Err(field.other(fields::EN_PASSANT).refused(problem));
        }
        if !possible || self.move_rules.ep_capturers(position) == 0 {
            position.ep_square = 0;
        }
        Ok(())
    }
}
