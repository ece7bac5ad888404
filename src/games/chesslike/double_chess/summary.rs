//! How the variants are played, in a few sentences.

use crate::game::summary::sentences;
use crate::games::chess::variants::orthodox::Teams;
use crate::games::chesslike::double_chess::DoubleChessVariant;

impl DoubleChessVariant {
    /// Returns two or three sentences that tell how the game is played, and another one without castling.
    pub fn summary(&self) -> String {
        let pairs = self.teams == Teams::Pairs;
        let (board, teams) = if pairs {
            ("12x12 squares", "seats 0 and 2 against 1 and 3")
        } else {
            ("12x12 squares without corners", "each seat alone")
        };
        let edges = if self.cylinder { ", side edges joined" } else { "" };
        let shadow = if self.shadow {
            "A piece can also be taken in its shadow: by a capturing move onto an empty square that it can \
             move to, up to the first that another piece of its seat reaches."
        } else {
            ""
        };
        let end = if pairs {
            "take or mate both enemy kings"
        } else {
            "be the last whose king is neither taken nor mated"
        };
        let castling = if self.castling { "" } else { "There is no castling." };
        let hops = if self.shadow { "twice" } else { "twice in one direction" };
        sentences([
            format!("Chess for four on {board}{edges}, {teams}: {end}."),
            shadow.into(),
            format!(
                "Knights may hop {hops}, pawns advance up to three squares, and a king that can be taken \
                 must be taken."
            ),
            castling.into(),
        ])
    }
}
