//! How the variants are played, in a few sentences.

use super::options::{BoardKind, Kind, Layout, Teams, Variant};
use crate::game::summary::{number_word, partners, sentences};

impl Variant {
    /// Returns two or three sentences that tell how the game is played.
    pub fn summary(&self, teams: &[u8]) -> String {
        sentences([&self.goal(teams), self.pieces(), self.numbers_and_kings()])
    }

    /// The name, the board, the teams and the goal.
    fn goal(&self, teams: &[u8]) -> String {
        let name = match self.kind {
            Kind::Chek => "Tri-Chek",
            Kind::Stax => "Tri-Stax",
            Kind::Queens => "Tri-Queens",
        };
        let row = &self.row;
        let triangles = match row.board_kind {
            BoardKind::Eight => 96,
            BoardKind::Offset => 103,
            BoardKind::Ten => 150,
            BoardKind::Twelve => 216,
            BoardKind::Cut => 204,
        };
        let goal = match (row.players, row.teams) {
            (2, _) => "leave the enemy without a move",
            (_, Teams::Cutthroat) => "leave all others without a move",
            _ => "leave all enemies without a move",
        };
        let teams = match (row.players, self.layout_text()) {
            (2, "") => String::new(),
            (2, layout) => format!(" ({layout})"),
            (_, "") => format!(", {}", partners(teams)),
            (_, layout) => format!(", {} ({layout})", partners(teams)),
        };
        let players = number_word(row.players.into());
        format!("{name} for {players} on a hexagon of {triangles} triangles{teams}: {goal}.")
    }

    /// Where partners sit and where men stand, if a number of players has several set-ups (Tri-Checkers 4).
    fn layout_text(&self) -> &'static str {
        match (self.row.layout, self.row.teams, self.kind) {
            (Layout::Default, Teams::Cutthroat, _) => "",
            (Layout::Offset, ..) => "with an extra strip",
            (Layout::Default, Teams::Pairs, Kind::Queens) if self.row.players == 6 => {
                "adjacent, on two colors"
            }
            (Layout::Default, Teams::Pairs, Kind::Queens) => "adjacent, on one color",
            (Layout::Default, Teams::Trios, Kind::Queens) => "each trio on both colors",
            (Layout::Default, ..) => "adjacent",
            (Layout::Opposite, ..) => "opposite",
            (Layout::Diagonal, ..) => "adjacent, with an empty side between them",
            (Layout::Corners, Teams::Cutthroat, _) => "men on corners",
            (Layout::Corners, ..) => "adjacent, men on corners",
            (Layout::OppositeCorners, ..) => "opposite, men on corners",
            (Layout::Open, ..) => "adjacent, on two colors, apart",
            (Layout::Closed, ..) => "adjacent, on two colors, touching",
            (Layout::Same, ..) => "each trio on one color",
            (Layout::SameCorners, ..) => "each trio on one color, men on corners",
        }
    }

    /// How pieces move and jump, and what a jump does (Tri-Checkers 6, 7).
    fn pieces(&self) -> &'static str {
        match self.kind {
            Kind::Chek => {
                "Men move and jump in two directions ahead, kings in six, on one color; jumps are forced, \
                 and jumped pieces leave the board."
            }
            Kind::Stax => {
                "Stacks move and jump as their top piece, men in two directions ahead, kings in six; jumps \
                 are forced and put the top of the jumped stack under the jumper."
            }
            Kind::Queens => {
                "Stacks follow their top piece: men move in two directions and jump in five, kings in six \
                 and twelve; jumps are forced and put the top of the jumped stack under the jumper."
            }
        }
    }

    /// The numbers, and in Tri-Chek the end of games with kings alone (Tri-Checkers 8.2, 11.4).
    fn numbers_and_kings(&self) -> &'static str {
        match (self.kind, self.numbers) {
            (Kind::Chek, false) => "After 40 turns with kings alone, the most pieces win.",
            (Kind::Chek, true) => {
                "Men jump no kings and no men with higher numbers; after 40 turns with kings alone, the most \
                 pieces win."
            }
            (_, false) => "",
            (_, true) => "Men jump no kings and no men with higher numbers than their own.",
        }
    }
}
