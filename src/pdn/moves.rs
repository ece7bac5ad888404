//! How draughts spells its moves.

use super::{GameType, Record, Score, Square};
use crate::game::ParseError;
use crate::games::draughts::Spelled;
use crate::portable::Spelling;

impl Spelling for Spelled {
    const SETS_UP: bool = true;
    const MARKS_FORCED: bool = true;
    const BARE_NUMBERS: bool = false;

    fn begins(letter: u8) -> bool {
        Square::file(letter).is_some()
    }

    fn read(text: &str) -> Result<(Spelled, usize), ParseError> {
        Spelled::read(text)
    }

    /// Refuses `1-1`, which is a result, however it is spelled.
    fn check(&self) -> Result<(), String> {
        let Spelled { from, to, capture, .. } = self;
        if *capture || from != to {
            return Ok(());
        }
        Err(format!("'{from}-{to}' is not a move: only a capture can end on its first square"))
    }

    fn score(text: &str) -> Option<Score> {
        Score::parse(text)
    }

    /// As the standard says for the game's type: `2-0` in international draughts, `1-0` in English.
    fn score_text(score: Score, record: &Record) -> &'static str {
        let game_type = record.tag("GameType").and_then(|text| GameType::parse(text).ok());
        score.text(game_type.is_some_and(GameType::two_points))
    }
}
