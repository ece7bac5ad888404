//! How the games are played, in a few sentences.

use super::options::{CrossJumps, Endings, Lines, Priority, Removal, RuleSet, Win};
use crate::board::{Dark, Near};
use crate::game::summary::{number_word, sentences};

impl RuleSet {
    /// Returns three sentences that tell how the game is played, and another one for each option that no id
    /// changes.
    pub fn summary(&self) -> String {
        let cross = match self.cross_jumps {
            CrossJumps::None => "",
            CrossJumps::Kings => "Kings also jump along ranks and files.",
            CrossJumps::Men => "Men also jump along ranks and files.",
            CrossJumps::All => "All pieces also jump along ranks and files.",
        };
        let crowning = if self.crowning { "" } else { "Men do not become kings." };
        let king_first = if self.king_first {
            "A king must capture rather than a man if both captures are equal."
        } else {
            ""
        };
        sentences([&self.goal(), &self.pieces(), &self.captures(), cross, crowning, king_first])
    }

    /// The board, the men and the goal (Draughts 2, 3, 10.1).
    fn goal(&self) -> String {
        let (size, squares) = match self.dark {
            Dark::All => (self.size, "all squares"),
            Dark::Left | Dark::Right => (self.size / 2, "the dark squares"),
        };
        let first = match self.first {
            Near::White => "White",
            Near::Black => "Black",
        };
        let corner = if self.dark == Dark::Right { " whose near right corner is dark" } else { "" };
        let men = size * self.rows;
        let goal = match self.win {
            Win::Last => "leave the enemy without a move",
            Win::Lose => "lose all your pieces, or have no move",
        };
        let opening = match self.opening {
            0 => String::new(),
            turns => format!(", after {} turns drawn by lot", number_word(turns.into())),
        };
        let skipped = match self.skip {
            0 => String::new(),
            1 => " in front of an empty row".into(),
            rows => format!(" in front of {} empty rows", number_word(rows.into())),
        };
        let article = if self.size == 8 { "an" } else { "a" };
        format!(
            "Draughts on {squares} of {article} {0}x{0} board{corner} with {men} men each{skipped}, {first} \
             first{opening}: {goal}.",
            self.size
        )
    }

    /// How men and kings move (Draughts 4 to 6).
    fn pieces(&self) -> String {
        let (moves, back) = match self.lines {
            Lines::Diagonal => ("diagonally forward", "in all diagonal directions"),
            Lines::Orthogonal => ("straight forward or sideways", "in all straight directions"),
        };
        let jumps = if self.men_back { format!(" and jump {back}") } else { " and jump the same way".into() };
        let over = if self.men_take_kings { "" } else { ", but not over kings" };
        let kings = if self.flying { "any distance" } else { "one square" };
        let through =
            if self.through { "; a man that jumps onto the last row goes on as a king" } else { "" };
        format!("Men move one square {moves}{jumps}{over}; kings move {kings} {back}{through}.")
    }

    /// Which captures are made, and the draw for lack of progress (Draughts 5.5, 7, 10.3).
    fn captures(&self) -> String {
        let choice = match self.priority {
            Priority::Any => "any may be chosen",
            Priority::Max => "the most pieces must be taken",
            Priority::MaxKings => "the most pieces must be taken, then the most kings",
            Priority::Italian => "the most pieces must be taken, then with a king, then the most kings",
        };
        let removal = match self.removal {
            Removal::End => "",
            Removal::Now => "; jumped pieces leave the board immediately",
        };
        let quiet = self.quiet;
        let endings = if self.endings == Endings::None { "" } else { ", and some endings are drawn earlier" };
        format!(
            "Captures are forced, and {choice}{removal}; {quiet} turns without a capture or an advance of a \
             man are a draw{endings}."
        )
    }
}
