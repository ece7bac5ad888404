//! Pictures of any state on any board: in text, and as SVG. Seat 0 sits below, or another seat that is asked
//! for.

mod data;
#[cfg(test)]
mod samples;
mod scene;
mod status;
mod svg;
mod text;
mod words;

pub use scene::{LegalFilter, RenderOptions, Scene, Seats};
pub use status::Status;

use crate::game::Piece;

impl Scene<'_> {
    /// A text board.
    ///
    /// Boards of squares have ranks and files (or, where squares have numbers, the first and the last number
    /// of each row) at their sides, and stacks as in position strings. On boards of triangles, and where
    /// lines would be longer than 80 letters, a stack shows its top piece and a `+`, and is written out
    /// below. The halves of the Three Kings board stand one above the other, each as its own seat sees it.
    /// Below the board stand, in words, how the game stands, what is marked on cells and what lies beside
    /// the board.
    pub fn text(&self) -> String {
        let mut text = text::render(self.board, &self.stacks, self.angle);
        words::write_legend(self, &mut text);
        text
    }

    /// A picture in SVG.
    ///
    /// Pieces are discs in the colors of their seats. A stack shows the edges of the discs beneath the top
    /// one, those of kings in gold, and its height; pointed at, a cell tells its name and all that stands
    /// there. Beyond joined edges the board is seen again. Tall stacks are opened at the right of the board;
    /// below it is told how the game stands, and in a panel what lies beside it.
    pub fn svg(&self) -> String {
        svg::render(self)
    }
}

/// A stack as position strings write it: a single piece as it is, others in parentheses.
fn stack_text(stack: &[Piece]) -> String {
    match stack {
        [piece] => piece.text.clone(),
        _ => format!("({})", stack.iter().map(|piece| piece.text.as_str()).collect::<String>()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::game::toy::Toy;

    /// Of two stones that are put down unseen, each seat sees its own.
    #[test]
    fn pictures_show_what_the_eyes_may_see() {
        let toy = Toy::new();
        let state = toy.read_fen("0,0 * 12 0").expect("a roll");
        let line = |viewer| Scene::of(&toy, &state, viewer).text().lines().nth(3).unwrap().to_owned();
        assert_eq!([None, Some(0), Some(1)].map(line), ["1  a b . .", "1  a . . .", "1  . b . ."]);
        let discs = |viewer| Scene::of(&toy, &state, viewer).svg().matches("<circle").count();
        assert_eq!([None, Some(0), Some(1)].map(discs), [2, 1, 1]);
    }
}
