//! Detection of captures in the last turn, by comparing the pieces before and after each step.

use super::StateWithHistory;
use crate::board::{Board, Cell};
use crate::game::{Actor, Piece, Seat, SeatColor};
use std::collections::BTreeSet;

/// The owner of a piece: a seat, or only a color.
type Owner = (Option<Seat>, Option<SeatColor>);

impl StateWithHistory {
    /// Returns the cells where pieces were captured in the last turn, complete or not, as `viewer` saw it: a
    /// seat, or `None` for a spectator with a full view.
    ///
    /// A piece was captured on a cell if fewer pieces of its owner are there after a step, unless a step of
    /// the turn began on this cell: then the piece moved. If the piece belongs to the mover and is now
    /// elsewhere, like the rook after castling, it moved, too.
    pub fn last_captures(&self, viewer: Option<Seat>) -> Vec<Cell> {
        let (from, mut state) = self.last_turn_start();
        let mut captures =
            TurnCaptures { board: self.state.board(), captured: BTreeSet::new(), departed: Vec::new() };
        let mut before = state.stacks(viewer);
        for &step in &self.record[from..] {
            let (mover, text) = (state.mover(), state.step_text(step, None));
            state.apply(step);
            let after = state.stacks(viewer);
            captures.add_step(&before, &after, mover, &text);
            before = after;
        }
        captures.captured.into_iter().collect()
    }
}

/// The captures of a turn so far.
struct TurnCaptures<'a> {
    board: &'a Board,
    captured: BTreeSet<Cell>,
    /// The cells on which steps began.
    departed: Vec<Cell>,
}

impl TurnCaptures<'_> {
    /// Adds the captures of a step, given the stacks on all cells before and after it.
    fn add_step(&mut self, before: &[Vec<Piece>], after: &[Vec<Piece>], mover: Actor, text: &str) {
        let named = Vec::from_iter(self.board.cells_in(text));
        // If a step names one cell only, a piece appears there.
        if let [first, _, ..] = named[..] {
            self.departed.push(first);
        }
        let lost = |cell: &Cell| has_lost(before, after, *cell, mover, named.contains(cell));
        self.captured.extend(self.board.cells().filter(|cell| !self.departed.contains(cell)).filter(lost));
    }
}

/// Whether a cell has lost a piece that did not move to another cell.
///
/// For pieces without an owner, the step text decides, because the step that ends a hole can replace the
/// whole board (Golf 7A.1).
fn has_lost(before: &[Vec<Piece>], after: &[Vec<Piece>], cell: Cell, mover: Actor, named: bool) -> bool {
    let at = usize::from(cell);
    before[at].iter().any(|piece| {
        let owner = (piece.seat, piece.color);
        let on_board = |stacks: &[Vec<Piece>]| stacks.iter().map(|stack| count(stack, owner)).sum::<usize>();
        let gone = match piece.seat {
            None => named,
            Some(seat) => mover != Actor::Seat(seat) || on_board(before) > on_board(after),
        };
        gone && count(&before[at], owner) > count(&after[at], owner)
    })
}

fn count(stack: &[Piece], owner: Owner) -> usize {
    stack.iter().filter(|piece| (piece.seat, piece.color) == owner).count()
}
