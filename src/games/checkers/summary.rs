//! How the variants are played, in a few sentences.

use super::options::{Kind, Layout, Teams, Topology, Variant};
use crate::game::summary::{partners, sentences};

impl Variant {
    /// Returns two or three sentences that tell how the game is played, and another one without crowning.
    pub fn summary(&self, teams: &[u8]) -> String {
        let crowning = if self.crowning { "" } else { "Men do not become kings." };
        sentences([&self.goal(teams), self.pieces(), self.edges_and_numbers(), crowning])
    }

    /// The name, the board, the teams and the goal.
    fn goal(&self, teams: &[u8]) -> String {
        let name = match self.kind {
            Kind::Checkers => "Checkers",
            Kind::Stax => "Stax",
            Kind::Queens => "Queens",
        };
        let files = self.files();
        let (players, goal) = match self.teams {
            Teams::Single => ("two", "leave the enemy without a move"),
            Teams::Pairs => ("four", "leave both enemies without a move"),
            Teams::Cutthroat => ("four", "leave all others without a move"),
        };
        let teams = match self.teams {
            Teams::Single => String::new(),
            Teams::Cutthroat => format!(", {}", partners(teams)),
            Teams::Pairs => format!(", {} ({})", partners(teams), self.layout_text()),
        };
        format!("{name} for {players} on {files}x{files} squares{teams}: {goal}.")
    }

    /// Where partners sit, and in Queens the colors of their squares (Checkers 3.5).
    fn layout_text(&self) -> &'static str {
        match (self.layout, self.kind) {
            (Layout::Default, Kind::Queens) => "adjacent, on one color",
            (Layout::Default, _) => "adjacent",
            (Layout::Opposite, Kind::Queens) => "opposite, on one color",
            (Layout::Opposite, _) => "opposite",
            (Layout::Mixed, _) => "adjacent, on two colors",
            (Layout::MixedCorner, _) => "adjacent, all neighbors on different colors",
            (Layout::OppositeMixed, _) => "opposite, on two colors",
        }
    }

    /// How pieces move and jump, and what a jump does (Checkers 5).
    fn pieces(&self) -> &'static str {
        match self.kind {
            Kind::Checkers => {
                "Men move and jump diagonally forward, kings in all four diagonal directions; jumps are \
                 forced, and jumped pieces leave the board."
            }
            Kind::Stax => {
                "Stacks move and jump diagonally as their top piece, men only forward; jumps are forced and \
                 put the top of the jumped stack under the jumper."
            }
            Kind::Queens => {
                "Stacks move diagonally as their top piece and also jump straight, men only forward; jumps \
                 are forced and put the top of the jumped stack under the jumper."
            }
        }
    }

    /// The joined edges and the numbers (Checkers 2.4, 10.2).
    fn edges_and_numbers(&self) -> &'static str {
        match (self.topology, self.numbers) {
            (Topology::Flat, false) => "",
            (Topology::Flat, true) => "Men jump no kings and no men with higher numbers than their own.",
            (Topology::Cylindrical, false) => "The left and right edges of each seat are joined.",
            (Topology::Cylindrical, true) => {
                "Each seat's side edges are joined; men jump no kings and no higher numbers."
            }
            (Topology::Universal, false) => {
                "The left and right edges of each seat are joined, and for kings the other two as well."
            }
            (Topology::Universal, true) => {
                "Each seat's side edges are joined, for kings all edges; men jump no kings and no higher numbers."
            }
        }
    }
}
