//! How the variants are played, in a few sentences.

use super::TriChessVariant;
use super::options::{Layout, Teams};
use crate::game::summary::{number_word, partners, sentences};

impl TriChessVariant {
    /// Returns three sentences that tell how the game is played.
    pub fn summary(&self) -> String {
        sentences([self.goal(), self.pieces(), self.pawns()])
    }

    /// The board, the teams and the goal (Tri-Chess 2, 8).
    fn goal(&self) -> String {
        let row = self.row;
        let is_cut = self.layout == Layout::CutEdges;
        let triangles = row.board.board(is_cut).expect("a board for each variant").board().len();
        let cut = if is_cut { ", edges without seats cut off" } else { "" };
        let players = number_word(row.seats.len());
        let (teams, goal) = match row.seats.len() {
            2 => (String::new(), "mate the enemy king"),
            _ if row.team_kind == Teams::None => {
                (format!(", {}", partners(row.teams)), "be the last whose king is neither taken nor mated")
            }
            _ => (format!(", {}", partners(row.teams)), "take or mate all enemy kings"),
        };
        format!("Chess for {players} on a hexagon of {triangles} triangles{cut}{teams}: {goal}.")
    }

    /// How pieces move (Tri-Chess 4).
    fn pieces(&self) -> String {
        let knights = match (self.row.seats.len(), self.extended_knight) {
            (2, _) => "",
            (_, true) => ", and knights may hop twice in one direction",
            (_, false) => ", and knights hop once as in chess",
        };
        format!(
            "Rooks move along strips of triangles, bishops straight through corners and sides, kings to all \
             twelve touching triangles{knights}."
        )
    }

    /// How pawns move, and what happens to kings (Tri-Chess 4.7, 6.2).
    fn pawns(&self) -> String {
        let cells = if self.extended_pawn { "three" } else { "two" };
        if self.row.seats.len() == 2 {
            return format!("Pawns first move up to {cells} triangles, and promote where none lies ahead.");
        }
        format!("Pawns first move up to {cells} triangles; a king that can be taken must be taken.")
    }
}
