//! How orthodox chess and its relatives on 8x8 are played, in a few sentences.

use super::Orthodox;
use super::move_rules::MoveRules;
use super::rule_changes::{DoubleStep, RuleChanges, Stalemate};
use crate::game::summary::sentences;

impl<P: MoveRules> Orthodox<P> {
    /// Returns two or three sentences that tell how the game is played, and another one for each option that
    /// no id changes.
    pub(super) fn summary(&self) -> String {
        let castling = if self.castling { "" } else { "There is no castling." };
        let changes = self.move_rules.changes().sentences();
        sentences([self.goal().as_str(), self.specialty(), castling, &changes])
    }

    /// The start and the goal.
    fn goal(&self) -> String {
        match (self.shuffled, self.array) {
            (false, _) if self.move_rules.wraps() => {
                "Checkmate the enemy king on an 8x8 board whose left and right edges are joined.".into()
            }
            (false, _) => "Checkmate the enemy king on the 8x8 board, from the usual start position.".into(),
            (true, None) => {
                "Chess from one of 960 start positions, drawn at random: the pieces behind the pawns are \
                 shuffled, in the same way for both sides."
                    .into()
            }
            (true, Some(array)) => format!(
                "Chess from start position {array} of 960: the pieces behind the pawns are shuffled, in the \
                 same way for both sides."
            ),
        }
    }

    /// What is special about this kind of chess (Chess 2.4, 5; Chess960 3).
    fn specialty(&self) -> &'static str {
        match (self.shuffled, self.move_rules.wraps(), self.move_rules.has_shadows()) {
            (true, ..) => {
                "Checkmate the enemy king; after castling, king and rook stand where they do in chess, and \
                 its step is the king's cell and the rook's."
            }
            (_, false, false) => {
                "The rules are those of chess, and draws need no claim: they come with the third occurrence \
                 of a position, and after 50 moves of each side without a capture or a pawn move."
            }
            (_, true, false) => {
                "Pieces move, capture and give check across these edges; everything else is as in chess."
            }
            (.., true) => {
                "A piece casts a shadow on the empty squares that it can move to, up to the first that \
                 another piece of its side can move to as well. A capturing move from outside the shadow to \
                 a square in it can take the piece."
            }
        }
    }
}

impl RuleChanges {
    /// Returns a sentence for each change (Chess 14).
    fn sentences(self) -> String {
        let castling = match self.castling_from {
            1 => String::new(),
            first => format!("Castling is allowed from move {first} on."),
        };
        let double_step = match self.double_step {
            DoubleStep::Normal => "",
            DoubleStep::None => "Pawns never move two squares.",
            DoubleStep::SemiTorpedo => "Pawns can move two squares from the second and the third rank.",
            DoubleStep::Torpedo => "Pawns can move two squares from every rank.",
        };
        let told = |holds: bool, sentence: &'static str| if holds { sentence } else { "" };
        sentences([
            castling.as_str(),
            double_step,
            told(self.pawn_back, "Pawns can also move one square straight back."),
            told(self.pawn_sideways, "Pawns can also move one square sideways."),
            told(self.self_capture, "Pieces can capture pieces of their own side, except the king."),
            told(self.stalemate == Stalemate::Win, "Stalemate wins for the side that gives it."),
        ])
    }
}
