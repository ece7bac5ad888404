//! Pictures of any state on any board: in text, and as SVG. Seat 0 sits below.

mod svg;
mod text;

use crate::game::{Game, OptionValue, Piece, Seat, Spec};

/// A text board; `eyes` is the seat that looks, or none for a spectator who sees all.
///
/// Boards of squares have ranks and files (or, where squares have numbers, the first and the last number of each row) at their
/// sides, and stacks as in position strings. On boards of triangles a stack shows its top piece and a `+`, and is written out below. The
/// halves of the Three Kings board stand one above the other, each as its own seat sees it.
pub fn text<G: Game>(game: &G, state: &G::State, eyes: Option<Seat>) -> String {
    text::drawn(game.board(), &stacks(game, state, eyes))
}

/// A picture in SVG; `eyes` is the seat that looks, or none for a spectator who sees all.
///
/// Pieces are discs in the colours of their seats. A stack shows the edges of the discs beneath the top one, those of kings in gold, and its
/// height; pointed at, a cell tells its name and all that stands there.
pub fn svg<G: Game>(game: &G, state: &G::State, eyes: Option<Seat>) -> String {
    svg::drawn(game.board(), &stacks(game, state, eyes), Paint::of(game.spec()))
}

/// What stands on each cell, top first.
fn stacks<G: Game>(game: &G, state: &G::State, eyes: Option<Seat>) -> Vec<Vec<Piece>> {
    game.board().cells().map(|cell| game.pieces(state, cell, eyes)).collect()
}

/// A stack as position strings write it: a single piece as it is, others in parentheses.
fn written(stack: &[Piece]) -> String {
    match stack {
        [piece] => piece.text.clone(),
        _ => format!("({})", stack.iter().map(|piece| piece.text.as_str()).collect::<String>()),
    }
}

/// How the seats of a game are told apart.
#[derive(Clone, Copy)]
struct Paint {
    /// Seat 0 has the dark pieces, seat 1 the light ones.
    dark_first: bool,
    /// There are so many seats that men bear their letters.
    letters: bool,
}

impl Paint {
    fn of(spec: &Spec) -> Paint {
        // In draughts the colour that moves first is seat 0 (Draughts 1, `first`).
        let black_first = OptionValue::Word("B".to_owned());
        Paint { dark_first: spec.options.get("first") == Some(&black_first), letters: spec.seats > 2 }
    }
}

/// Boards with pieces to draw, for tests.
#[cfg(test)]
mod samples {
    use crate::board::Board;
    use crate::game::Piece;

    /// Pieces on named cells: `c3=abA` is a stack of three; a capital letter is a king. With `chess`, `e1=aK` is seat a's king.
    pub fn placed(board: &Board, chess: bool, pieces: &str) -> Vec<Vec<Piece>> {
        let mut stacks = vec![Vec::new(); board.len()];
        for (name, text) in pieces.split_whitespace().map(|item| item.split_once('=').unwrap()) {
            let cell = board.cell(name).unwrap_or_else(|| panic!("there is no cell {name}"));
            stacks[cell as usize] = if chess { vec![chess_piece(text)] } else { checkers(text) };
        }
        stacks
    }

    fn chess_piece(text: &str) -> Piece {
        let kind = match text.as_bytes()[1] {
            b'K' => "king",
            b'Q' => "queen",
            b'R' => "rook",
            b'B' => "bishop",
            b'N' => "knight",
            _ => "pawn",
        };
        Piece::new(Some(text.as_bytes()[0] - b'a'), kind, text)
    }

    fn checkers(text: &str) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        for letter in text.chars() {
            match pieces.last_mut() {
                Some(piece) if letter.is_ascii_digit() => piece.text.push(letter),
                _ => {
                    let kind = if letter.is_ascii_uppercase() { "king" } else { "man" };
                    pieces.push(Piece::new(Some(letter.to_ascii_lowercase() as u8 - b'a'), kind, letter));
                }
            }
        }
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::toy::Toy;

    /// Of two stones that are put down unseen, each seat sees its own.
    #[test]
    fn pictures_show_what_the_eyes_may_see() {
        let toy = Toy::new();
        let state = toy.read_fen("0,0 * 12 0").expect("a roll");
        let near = |eyes| text(&toy, &state, eyes).lines().nth(3).unwrap().to_owned();
        assert_eq!([None, Some(0), Some(1)].map(near), ["1  a b . .", "1  a . . .", "1  . b . ."]);
        let discs = |eyes| svg(&toy, &state, eyes).matches("<circle").count();
        assert_eq!([None, Some(0), Some(1)].map(discs), [2, 1, 1]);
    }
}
