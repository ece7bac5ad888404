//! The notation of Chess with Dice and Checkers: step strings and position strings.

use super::{DiceCheckers, State, texts};
use crate::game::{FenError, Seat};
use crate::games::chess::bits::bit;
use crate::games::chess::men::Kind;
use crate::games::chess::step::{Deed, Named, Step};
use crate::games::chess::variant::VariantNotation;

impl VariantNotation for DiceCheckers {
    /// 8.5: a die that shows 1 makes no double step and becomes nothing else.
    fn find_step(&self, state: &State, named: Named) -> Option<Step> {
        let State { position, more } = state;
        let Named { from, to, promotion } = named;
        let (men, own) = (&position.men, position.men.side(position.seat) & bit(from));
        if more.things.dice & own == 0 {
            return position.step_of(named, self.castling_notation());
        }
        let kind = more.things.shown(men, from).filter(|_| promotion.is_none())?;
        let passing = kind == Kind::Pawn && bit(to) & position.passed != 0 && from & 7 != to & 7;
        Some(Step::new(from, to, if passing { Deed::Passant } else { Deed::Go(kind) }))
    }

    fn explain_text(&self, state: &State, text: &str) -> Option<String> {
        texts::explain_text(state, text)
    }

    fn explain_move(&self, state: &State, step: Step) -> String {
        texts::explain_move(state, step)
    }

    fn write_fen(&self, state: &State, _eyes: Option<Seat>, out: &mut String) {
        texts::write(state, out);
    }

    fn read_fen(&self, text: &str) -> Result<State, FenError> {
        texts::read(text)
    }
}
