//! The notation of moves in PDN.

use super::{GameResult, GameType, Record, Square};
use crate::game::ParseError;
use crate::games::draughts::PdnMove;
use crate::notation::MoveNotation;

impl MoveNotation for PdnMove {
    const HAS_SET_UPS: bool = true;
    const HAS_FORCED_MARKS: bool = true;
    const HAS_BARE_NUMBERS: bool = false;

    fn can_start_with(letter: u8) -> bool {
        Square::file(letter).is_some()
    }

    fn parse_prefix(text: &str) -> Result<(PdnMove, usize), ParseError> {
        PdnMove::read(text)
    }

    /// Returns an error for `1-1`, `01-1` and the like, which are results or no moves.
    fn validate(&self) -> Result<(), String> {
        let PdnMove { from, to, capture, .. } = self;
        if *capture || from != to {
            return Ok(());
        }
        Err(format!("'{from}-{to}' is not a move: only a capture can end on its first square"))
    }

    fn parse_result(text: &str) -> Option<GameResult> {
        GameResult::parse(text)
    }

    /// The game type selects the text: `2-0` in international draughts, `1-0` in English draughts.
    fn format_result(result: GameResult, record: &Record) -> &'static str {
        let game_type = record.tag("GameType").and_then(|text| GameType::parse(text).ok());
        result.as_str(game_type.is_some_and(GameType::has_two_point_wins))
    }
}
