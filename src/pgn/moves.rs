//! The notation of moves in PGN.

use crate::game::ParseError;
use crate::games::chess::variants::orthodox::san::San;
use crate::notation::MoveNotation;
use crate::pgn::{GameResult, Record};

impl MoveNotation for San {
    const HAS_SET_UPS: bool = false;
    const HAS_FORCED_MARKS: bool = false;
    const HAS_BARE_NUMBERS: bool = true;

    fn can_start_with(letter: u8) -> bool {
        matches!(letter, b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'P' | b'O' | b'o' | b'Z' | b'-')
    }

    fn parse_prefix(text: &str) -> Result<(San, usize), ParseError> {
        San::read(text)
    }

    fn parse_result(text: &str) -> Option<GameResult> {
        match text {
            "1-0" => Some(GameResult::WhiteWins),
            "0-1" => Some(GameResult::BlackWins),
            "1/2-1/2" | "1/2" => Some(GameResult::Draw),
            "*" => Some(GameResult::Unknown),
            _ => None,
        }
    }

    /// PGN has no text for a loss of both players.
    fn format_result(result: GameResult, _record: &Record) -> &'static str {
        match result {
            GameResult::BothLose => GameResult::Unknown.as_str(false),
            result => result.as_str(false),
        }
    }
}
