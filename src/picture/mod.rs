//! Pictures of any state on any board, as text and as SVG. By default, the side of seat 0 is at the bottom.

mod data;
#[cfg(test)]
mod samples;
mod scene;
mod sprite_data;
mod status;
mod svg;
mod terminal;
mod text;
mod words;

pub use scene::{LegalFilter, RenderOptions, Scene, Seats};
pub use status::Status;

use crate::game::Piece;

impl Scene<'_> {
    /// Returns a text board.
    ///
    /// Boards of squares have ranks and files at their sides, or the first and the last number of each row if
    /// squares have numbers. Stacks are written as in position strings. On boards of triangles or hexagons,
    /// and if lines would have more than 80 characters, a stack shows its top piece and a `+`, and is listed
    /// below. The halves of the Three Kings board are above each other, each as its own seat sees it. The
    /// text below the board describes the status of the game, the marks on cells, and the things off the
    /// board.
    pub fn text(&self) -> String {
        let mut text = text::render(self.board, &self.stacks, self.angle, self.cell_names);
        words::write_legend(self, &mut text);
        text
    }

    /// Returns a picture in SVG.
    ///
    /// Pieces are discs in the colors of their seats. A stack shows the top piece, the edges of the discs
    /// below it, with those of kings in gold, and its height. The tooltip of a cell contains its name and all
    /// pieces. Cells show their names, except hexagons: their files and ranks are labeled at the rim. Beyond
    /// wrapped edges, a copy of the board is shown. The contents of tall stacks are listed at the right of
    /// the board. The status of the game and a panel with the things off the board are below.
    pub fn svg(&self) -> String {
        svg::render(self)
    }
}

/// Returns a stack as in position strings: a single piece without parentheses, several pieces in parentheses.
fn stack_text(stack: &[Piece]) -> String {
    match stack {
        [piece] => piece.text.clone(),
        _ => format!("({})", stack.iter().map(|piece| piece.text.as_str()).collect::<String>()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Seat;
    use crate::game::roles::*;
    use crate::game::toy::Toy;

    /// Each seat sees only its own hidden stone.
    #[test]
    fn pictures_show_what_the_viewer_may_see() {
        let toy = Toy::new();
        let state = toy.read_fen("0,0 * 12 0").expect("a roll");
        let line =
            |viewer: Option<Seat>| Scene::of(&toy, &state, viewer).text().lines().nth(3).unwrap().to_owned();
        assert_eq!(
            [None, Some(Seat::ZERO), Some(Seat::ONE)].map(line),
            ["1  a b . .", "1  a . . .", "1  . b . ."]
        );
        let discs = |viewer: Option<Seat>| Scene::of(&toy, &state, viewer).svg().matches("<circle").count();
        assert_eq!([None, Some(Seat::ZERO), Some(Seat::ONE)].map(discs), [2, 1, 1]);
    }
}
