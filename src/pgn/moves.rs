//! How chess spells its moves.

use super::{Record, Score};
use crate::game::ParseError;
use crate::games::chess::san::San;
use crate::portable::Spelling;

impl Spelling for San {
    const SETS_UP: bool = false;
    const MARKS_FORCED: bool = false;
    const BARE_NUMBERS: bool = true;

    fn begins(letter: u8) -> bool {
        matches!(letter, b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'P' | b'O' | b'o' | b'Z' | b'-')
    }

    fn read(text: &str) -> Result<(San, usize), ParseError> {
        San::read(text)
    }

    fn score(text: &str) -> Option<Score> {
        match text {
            "1-0" => Some(Score::WhiteWins),
            "0-1" => Some(Score::BlackWins),
            "1/2-1/2" | "1/2" => Some(Score::Draw),
            "*" => Some(Score::Unknown),
            _ => None,
        }
    }

    /// A loss for both has no text in PGN.
    fn score_text(score: Score, _record: &Record) -> &'static str {
        match score {
            Score::BothLose => Score::Unknown.text(false),
            score => score.text(false),
        }
    }
}
