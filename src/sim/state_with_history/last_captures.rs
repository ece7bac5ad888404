//! Where pieces were taken, told from what stood there before.

use super::StateWithHistory;
use crate::board::{Board, Cell};
use crate::game::{Actor, Piece, Seat, SeatColor};
use std::collections::BTreeSet;

/// Whose a piece is: a seat's, or nobody's of some color.
type Owner = (Option<Seat>, Option<SeatColor>);

impl StateWithHistory {
    /// The cells where something was taken in the last turn, or in what has been made of it, as `eyes` saw
    /// it: a seat, or none for a spectator who sees all.
    ///
    /// Something was taken where there are fewer pieces of an owner after a step than before it, but for the
    /// cells that steps of the turn have begun on: from those it moved. What is the mover's own and stands
    /// elsewhere now, such as the rook of castling, has moved too.
    pub fn last_captures(&self, viewer: Option<Seat>) -> Vec<Cell> {
        let (from, mut state) = self.last_turn_start();
        let mut losses = Losses { board: self.state.board(), taken: BTreeSet::new(), left: Vec::new() };
        let mut before = state.stacks(viewer);
        for &step in &self.record[from..] {
            let (mover, text) = (state.mover(), state.step_text(step, None));
            state.apply(step);
            let after = state.stacks(viewer);
            losses.note(&before, &after, mover, &text);
            before = after;
        }
        losses.taken.into_iter().collect()
    }
}

/// What the steps of a turn have taken so far.
struct Losses<'a> {
    board: &'a Board,
    taken: BTreeSet<Cell>,
    /// The cells that steps have begun on.
    left: Vec<Cell>,
}

impl Losses<'_> {
    /// Notes what a step has taken, told from what stands on all cells before and after it.
    fn note(&mut self, before: &[Vec<Piece>], after: &[Vec<Piece>], mover: Actor, text: &str) {
        let named = Vec::from_iter(self.board.cells_in(text));
        // What is named alone is where something comes to be.
        if let [first, _, ..] = named[..] {
            self.left.push(first);
        }
        let lost = |cell: &Cell| lost(before, after, *cell, mover, named.contains(cell));
        self.taken.extend(self.board.cells().filter(|cell| !self.left.contains(cell)).filter(lost));
    }
}

/// Whether a cell has lost a piece that has not just moved elsewhere. Where pieces are nobody's, a whole
/// board of others may come with the step that ends a hole (Golf 7A.1): then it is the step that tells.
fn lost(before: &[Vec<Piece>], after: &[Vec<Piece>], cell: Cell, mover: Actor, named: bool) -> bool {
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
