//! The steps since the last irreversible one: what repetition needs, and what the position string remembers
//! (Chess 9.2, Tri-Chess 9.2).
//!
//! Beside each step stands a 16-bit key of the position before it, seat to move included. Keys are compared
//! first; where they agree the steps are taken back, and the boards compared, so that the answer is exact.

use super::engine::Engine;
use super::pieces::{NO_CELL, Piece, Pieces, seat_of};
use crate::board::Cell;
use crate::game::Seat;
use std::hash::{Hash, Hasher};

/// The clock draws the game before there are more.
pub const MAX_HISTORY: usize = 300;

/// Reversible steps, oldest first. Equal if the steps are equal.
#[derive(Clone, Debug)]
pub struct RepetitionHistory {
    length: u16,
    /// The key of the position now, without the seat. Only differences between positions of one history
    /// count, so it starts from 0.
    key: u16,
    /// The key before each step.
    keys: [u16; MAX_HISTORY],
    /// From and to; or [`NOWHERE`] and the seat that passed (Three Kings 6.7).
    steps: [[Cell; 2]; MAX_HISTORY],
}

/// A number without pattern for a piece on a cell.
#[inline(always)]
fn key_of(piece: Piece, cell: Cell) -> u16 {
    let mixed = (u32::from(piece) << 8 | u32::from(cell)).wrapping_add(1).wrapping_mul(0x9E37_79B9);
    ((mixed ^ mixed >> 15).wrapping_mul(0x85EB_CA6B) >> 16) as u16
}

/// The key of a position with this seat to move.
#[inline(always)]
fn with_seat(key: u16, seat: Seat) -> u16 {
    key ^ u16::from(seat + 1).wrapping_mul(0x2F35)
}

impl Default for RepetitionHistory {
    fn default() -> RepetitionHistory {
        RepetitionHistory { length: 0, key: 0, keys: [0; MAX_HISTORY], steps: [[0; 2]; MAX_HISTORY] }
    }
}

impl RepetitionHistory {
    /// The steps.
    #[inline(always)]
    pub fn steps(&self) -> &[[Cell; 2]] {
        &self.steps[..usize::from(self.length).min(MAX_HISTORY)]
    }

    /// Forgets everything: an irreversible step was made.
    #[inline(always)]
    pub fn clear(&mut self) {
        (self.length, self.key) = (0, 0);
    }

    /// Adds a reversible step of a piece.
    #[inline(always)]
    pub fn push(&mut self, piece: Piece, [from, to]: [Cell; 2]) {
        let at = usize::from(self.length);
        if at < MAX_HISTORY {
            self.steps[at] = [from, to];
            self.keys[at] = with_seat(self.key, seat_of(piece));
            self.length += 1;
            self.key ^= key_of(piece, from) ^ key_of(piece, to);
        }
    }

    /// Adds that a seat passed.
    pub fn push_pass(&mut self, seat: Seat) {
        let at = usize::from(self.length);
        if at < MAX_HISTORY {
            self.steps[at] = [NO_CELL, seat];
            self.keys[at] = with_seat(self.key, seat);
            self.length += 1;
        }
    }

    /// How often the position has come about before since the last irreversible step; `seat` is to move, on
    /// `men`.
    #[inline(always)]
    pub fn count(&self, engine: &Engine, seat: Seat, pieces: &Pieces) -> u8 {
        if self.length < 4 {
            return 0;
        }
        let key = with_seat(self.key, seat);
        let alike =
            self.keys[..usize::from(self.length).min(MAX_HISTORY)].iter().filter(|&&other| other == key);
        if alike.count() == 0 { 0 } else { self.count_by_undoing(engine, seat, pieces) }
    }

    /// The same by taking the steps back.
    #[cold]
    fn count_by_undoing(&self, engine: &Engine, seat: Seat, pieces: &Pieces) -> u8 {
        let (mut board, mut count) = (pieces.clone(), 0u8);
        for &[from, to] in self.steps().iter().rev() {
            let mover = if from == NO_CELL {
                to
            } else {
                let piece = board.remove(&engine.line_tables, to);
                board.put(&engine.line_tables, from, piece);
                seat_of(piece)
            };
            count = count.saturating_add(u8::from(mover == seat && board == *pieces));
        }
        count
    }
}

impl PartialEq for RepetitionHistory {
    fn eq(&self, other: &RepetitionHistory) -> bool {
        self.steps() == other.steps()
    }
}

impl Eq for RepetitionHistory {}

impl Hash for RepetitionHistory {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.steps().hash(hasher);
    }
}
