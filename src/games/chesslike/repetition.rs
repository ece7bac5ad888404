//! Repetition detection: the reversible steps since the last irreversible one (Chess 9.2, Tri-Chess 9.2).
//!
//! Each step is stored with a 16-bit key of the position before it, including the seat to act. Keys are
//! compared first. If they match, the steps are undone and the boards are compared, so that the result is
//! exact.

use super::engine::Engine;
use super::pieces::{Piece, Pieces};
use crate::board::{Cell, NO_CELL};
use crate::game::{MAX_SEATS, Seat};
use crate::packing::pack_fields;
use std::hash::{Hash, Hasher};

/// The capacity. The clock draws the game before it is exceeded.
pub const MAX_HISTORY: usize = 300;

/// The reversible steps, oldest first. Two histories are equal if their steps are equal.
#[derive(Clone, Debug)]
pub struct RepetitionHistory {
    length: u16,
    /// The key of the current position without the seat to act. It starts from 0, because only differences
    /// within one history matter.
    key: u16,
    /// The key before each step.
    keys: [u16; MAX_HISTORY],
    /// Origin and target, or [`NO_CELL`] and the seat that passed (Three Kings 6.7).
    steps: [[Cell; 2]; MAX_HISTORY],
}
pack_fields!(RepetitionHistory { length, key, keys, steps });

/// Returns the hash key of a piece on a cell.
#[inline(always)]
fn key_of(piece: Piece, cell: Cell) -> u16 {
    let mixed = ((piece.index() as u32) << 8 | u32::from(cell)).wrapping_add(1).wrapping_mul(0x9E37_79B9);
    ((mixed ^ mixed >> 15).wrapping_mul(0x85EB_CA6B) >> 16) as u16
}

/// Returns the key of a position with a seat to act.
#[inline(always)]
fn with_seat(key: u16, seat: Seat) -> u16 {
    key ^ u16::from(seat.number() + 1).wrapping_mul(0x2F35)
}

impl Default for RepetitionHistory {
    fn default() -> RepetitionHistory {
        RepetitionHistory { length: 0, key: 0, keys: [0; MAX_HISTORY], steps: [[0; 2]; MAX_HISTORY] }
    }
}

impl RepetitionHistory {
    /// Returns the steps.
    #[inline(always)]
    pub fn steps(&self) -> &[[Cell; 2]] {
        &self.steps[..usize::from(self.length).min(MAX_HISTORY)]
    }

    /// Clears the history after an irreversible step.
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
            self.keys[at] = with_seat(self.key, piece.seat());
            self.length += 1;
            self.key ^= key_of(piece, from) ^ key_of(piece, to);
        }
    }

    /// Adds a pass of a seat.
    pub fn push_pass(&mut self, seat: Seat) {
        let at = usize::from(self.length);
        if at < MAX_HISTORY {
            self.steps[at] = [NO_CELL, seat.number()];
            self.keys[at] = with_seat(self.key, seat);
            self.length += 1;
        }
    }

    /// Returns how often the position occurred before since the last irreversible step.
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

    /// Same as [`count`](RepetitionHistory::count), by undoing the steps.
    #[cold]
    fn count_by_undoing(&self, engine: &Engine, seat: Seat, pieces: &Pieces) -> u8 {
        let (mut board, mut count) = (pieces.clone(), 0u8);
        for &[from, to] in self.steps().iter().rev() {
            let mover = if from == NO_CELL {
                Seat::new(to)
            } else {
                let piece = board.remove(engine, to);
                board.put(engine, from, piece);
                piece.seat()
            };
            count = count.saturating_add(u8::from(mover == seat && board == *pieces));
        }
        count
    }

    /// Returns the seat whose steps since the last occurrence of the position all gave check, if only one
    /// did.
    #[cold]
    pub fn only_checker(&self, engine: &Engine, seat: Seat, pieces: &Pieces) -> Option<Seat> {
        let mut board = pieces.clone();
        let mut checked = [true; MAX_SEATS];
        let mut to_act = seat;
        for &[from, to] in self.steps().iter().rev() {
            checked[to_act.index()] &= engine.in_check(&board, to_act);
            let piece = board.remove(engine, to);
            board.put(engine, from, piece);
            to_act = piece.seat();
            if to_act == seat && board == *pieces {
                break;
            }
        }
        let mut seats = engine.all_seats().filter(|seat| checked[seat.index()]);
        let victim = seats.next().filter(|_| seats.next().is_none() && engine.seats == 2)?;
        Some(victim.other())
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
