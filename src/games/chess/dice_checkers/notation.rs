//! The notation of Chess with Dice and Checkers: step strings and position strings.

use super::{DiceCheckers, State, texts};
use crate::game::{FenError, Seat};
use crate::games::chess::bitboard::bit;
use crate::games::chess::pieces::Kind;
use crate::games::chess::step::{MoveKind, Step, UciMove};
use crate::games::chess::variant::VariantNotation;

impl VariantNotation for DiceCheckers {
    /// 8.5: a die that shows 1 makes no double step and becomes nothing else.
    fn find_step(&self, state: &State, named: UciMove) -> Option<Step> {
        let State { position, extra } = state;
        let UciMove { from, to, promotion } = named;
        let (pieces, own) = (&position.pieces, position.pieces.side(position.seat) & bit(from));
        if extra.things.dice & own == 0 {
            return position.find_step(named, self.castling_notation());
        }
        let kind = extra.things.shown(pieces, from).filter(|_| promotion.is_none())?;
        let passing = kind == Kind::Pawn && bit(to) & position.ep_square != 0 && from & 7 != to & 7;
        Some(Step::new(from, to, if passing { MoveKind::EnPassant } else { MoveKind::Normal(kind) }))
    }

    fn explain_text(&self, state: &State, text: &str) -> Option<String> {
        texts::explain_text(state, text)
    }

    fn explain_move(&self, state: &State, step: Step) -> String {
        texts::explain_move(state, step)
    }

    fn write_fen(&self, state: &State, _viewer: Option<Seat>, out: &mut String) {
        texts::write(state, out);
    }

    fn read_fen(&self, text: &str) -> Result<State, FenError> {
        texts::read(text)
    }
}
