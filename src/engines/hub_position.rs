//! Positions and moves of international draughts in Hub.

use super::failure::Problem;
use crate::pdn::{PlacedPiece, Position, Square};
use crate::sim::DynState;
use std::fmt::Write;

/// The number of squares of the board.
const NUM_SQUARES: usize = 50;

/// The pieces on the board, as letters: `w` and `b` for men, `W` and `B` for kings, `e` for empty squares.
type Letters = [u8; NUM_SQUARES];

/// Returns the position in Hub: the letter of the seat to act, then one letter for each square.
pub(super) fn position(state: &dyn DynState) -> Result<String, Problem> {
    let (is_white, letters) = read(state)?;
    let squares: String = letters.iter().map(|&letter| char::from(letter)).collect();
    Ok(format!("{}{squares}", if is_white { 'W' } else { 'B' }))
}

/// Returns the legal turns of a state: their text in Hub, as [`normalized`] returns it, and their actions.
/// The state must be at the start of a turn.
pub(super) fn legal_moves(state: &dyn DynState) -> Result<Vec<(String, Vec<u32>)>, Problem> {
    let turns = state.turns().map_err(|error| Problem::Failed(error.to_string()))?;
    let (is_white, before) = read(state)?;
    let mut at = state.clone_box();
    let enemy = if is_white { b"bB" } else { b"wW" };
    let mut moves = Vec::with_capacity(turns.len());
    for turn in turns {
        at.copy_from(state);
        let mut cells = Vec::new();
        for &action in &turn.steps {
            let text = at.text(action.into()).unwrap_or_default();
            cells.extend(text.split(['-', 'x']).filter_map(|square| square.parse::<usize>().ok()));
            at.apply(action);
        }
        let (Some(from), Some(to)) = (cells.first(), cells.last()) else { continue };
        let (_, after) = read(&*at)?;
        let captured: Vec<usize> = (0..NUM_SQUARES)
            .filter(|&at| enemy.contains(&before[at]) && !enemy.contains(&after[at]))
            .map(|at| at + 1)
            .collect();
        let mut text = format!("{from}{}{to}", if captured.is_empty() { '-' } else { 'x' });
        captured.iter().for_each(|square| {
            let _ = write!(text, "x{square}");
        });
        moves.push((text, turn.steps));
    }
    Ok(moves)
}

/// Returns a move in Hub with its captured squares in ascending order. Engines list them in any order.
pub(super) fn normalized(text: &str) -> String {
    let mut squares: Vec<&str> = text.split('x').collect();
    if let Some(captured) = squares.get_mut(2..) {
        captured.sort_by_key(|square| square.parse::<u32>().unwrap_or(u32::MAX));
    }
    squares.join("x")
}

/// Returns whether White is to act, and the pieces.
fn read(state: &dyn DynState) -> Result<(bool, Letters), Problem> {
    let fen = state.fen();
    let pieces = fen.split(' ').next().unwrap_or_default();
    let position = Position::parse(pieces).map_err(|error| Problem::Failed(error.to_string()))?;
    let mut letters = [b'e'; NUM_SQUARES];
    let mut place = |list: &[PlacedPiece], man: u8| {
        for piece in list {
            if let Square::Number(number) = piece.square
                && let Some(letter) = letters.get_mut(usize::from(number) - 1)
            {
                *letter = if piece.king { man.to_ascii_uppercase() } else { man };
            }
        }
    };
    place(&position.white, b'w');
    place(&position.black, b'b');
    Ok((position.white_to_move == Some(true), letters))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::open;
    use crate::game::Frame;

    fn pool(fen: &str) -> crate::sim::Pool {
        let game = open("international-draughts", &[], Frame::Seat).expect("draughts");
        let mut pool = game.pool();
        pool.reserve(2);
        pool[0].read_fen(fen).unwrap_or_else(|error| panic!("{error}"));
        pool
    }

    #[test]
    fn positions_have_a_letter_for_each_square() {
        let pool = pool("B:W31,K50:B1,K2 - 0 0 -");
        let expected = format!("BbB{}w{}W", "e".repeat(28), "e".repeat(18));
        assert_eq!(position(&pool[0]).expect("a position"), expected);
    }

    #[test]
    fn moves_name_the_captured_squares() {
        let pool = pool("W:W28:B12,22,23 - 0 0 -");
        let moves = legal_moves(&pool[0]).expect("legal turns");
        let texts: Vec<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts, ["28x8x12x22"]);
        assert_eq!(normalized("28x8x22x12"), "28x8x12x22");
        assert_eq!(normalized("32-28"), "32-28");
    }
}
