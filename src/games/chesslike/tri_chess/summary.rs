//! How the variants are played, in a few sentences.

use super::TriChessVariant;
use super::options::{Layout, Teams};
use crate::game::summary::{number_word, partners, sentences};
use crate::games::chesslike::variant_spec::VariantSpec;

impl TriChessVariant {
    /// Returns three sentences that tell how the game is played.
    pub fn summary(&self, spec: &VariantSpec) -> String {
        sentences([self.goal(spec), self.pieces(), self.pawns()])
    }

    /// The board, the teams and the goal (Tri-Chess 2, 8).
    fn goal(&self, spec: &VariantSpec) -> String {
        let triangles = spec.lattices[0].board().len();
        let cut = if self.layout == Layout::CutEdges { ", edges without seats cut off" } else { "" };
        let players = number_word(self.row.players);
        let (teams, goal) = match self.row.players {
            2 => (String::new(), "mate the enemy king"),
            _ if self.row.team_kind == Teams::None => {
                (format!(", {}", partners(&spec.teams)), "be the last whose king is neither taken nor mated")
            }
            _ => (format!(", {}", partners(&spec.teams)), "take or mate all enemy kings"),
        };
        format!("Chess for {players} on a hexagon of {triangles} triangles{cut}{teams}: {goal}.")
    }

    /// How pieces move (Tri-Chess 4).
    fn pieces(&self) -> String {
        let knights = match (self.row.players, self.extended_knight) {
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
        if self.row.players == 2 {
            return format!("Pawns first move up to {cells} triangles, and promote where none lies ahead.");
        }
        format!("Pawns first move up to {cells} triangles; a king that can be taken must be taken.")
    }
}
