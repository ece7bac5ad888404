//! The state of a game.

use super::stacks::{Checker, PIECES, Stacks};
use crate::board::{Bitboard, NO_CELL};
use crate::game::{MAX_SEATS, Reason, Seat};
use crate::packing::pack_fields;
use std::hash::{Hash, Hasher};

/// The number of quiet turns of each seat that makes a draw (Checkers 9.4).
pub(super) const QUIET_ROUNDS: usize = 40;

/// A state: the content of its position string (Checkers 11). Cells are the bits of `S`.
///
/// `SEATS` is the maximum number of seats. It is two if exactly two seats play. The entries of seats that do
/// not play are empty.
#[derive(Clone, Debug)]
pub struct State<S: Bitboard, K: Stacks, const SEATS: usize> {
    /// The stacks of each seat.
    pub(super) owned: [S; SEATS],
    /// The stacks whose top piece is a king, of all seats.
    pub(super) kings: S,
    /// The squares jumped so far in this turn (Checkers 5.6).
    pub(super) jumped: S,
    /// The squares that the recorded quiet turns left, which the list determines.
    pub(super) vacated: S,
    /// The pieces below the tops, and the numbers of men.
    pub(super) stacks: K,
    /// The quiet turns as source and target (Checkers 8.3): the first `num_quiet_turns` entries.
    turns: [[[u8; 2]; QUIET_ROUNDS]; SEATS],
    pub(super) num_quiet_turns: u8,
    /// The seat to act.
    pub(super) seat: Seat,
    /// The stack that must continue its multiple jump, or [`NO_CELL`].
    pub(super) multi_jump_from: u8,
    /// Why a counter ended the game, provided that the seat can act. The other fields determine it.
    pub(super) end_reason: Option<Reason>,
    /// How often the placement occurred before with the same seat to act, among the positions before the
    /// recorded quiet turns (Checkers 9.6). The other fields determine it. It is 0 in the middle of a turn.
    pub(super) repetitions: u8,
    /// The turns without progress (Checkers 8.1).
    pub(super) quiet: u16,
    /// The turns since the last crowning (Checkers 8.2).
    pub(super) crown: u16,
}
pack_fields!([S: Bitboard, K: Stacks, const SEATS: usize] State<S, K, SEATS> {
    owned, kings, jumped, vacated, stacks, turns, num_quiet_turns, seat, multi_jump_from, end_reason, repetitions,
    quiet, crown,
});

impl<S: Bitboard, K: Stacks, const SEATS: usize> State<S, K, SEATS> {
    /// Creates an empty board. `numbers` states whether men have numbers.
    pub(super) fn empty(numbers: bool) -> Self {
        State {
            owned: [S::EMPTY; SEATS],
            kings: S::EMPTY,
            jumped: S::EMPTY,
            vacated: S::EMPTY,
            stacks: K::empty(numbers),
            turns: [[[0; 2]; QUIET_ROUNDS]; SEATS],
            num_quiet_turns: 0,
            seat: Seat::ZERO,
            multi_jump_from: NO_CELL,
            end_reason: None,
            repetitions: 0,
            quiet: 0,
            crown: 0,
        }
    }

    /// Returns all cells that hold a stack.
    #[inline(always)]
    pub(super) fn occupied(&self) -> S {
        S::union(&self.owned)
    }

    /// Returns the owner of the stack on a cell.
    #[inline(always)]
    pub(super) fn owner(&self, cell: u8) -> Option<usize> {
        self.owned.iter().position(|owned| owned.has(cell))
    }

    /// Returns the quiet turns, oldest first.
    #[inline(always)]
    pub(super) fn quiet_turns(&self) -> &[[u8; 2]] {
        &bytemuck::cast_slice(&self.turns)[..self.num_quiet_turns as usize]
    }

    /// Returns the array of quiet turns as one slice. (`as_flattened` would not be inlined.)
    #[inline(always)]
    pub(super) fn turns_mut(&mut self) -> &mut [[u8; 2]] {
        bytemuck::cast_slice_mut(&mut self.turns)
    }

    /// Resets the quiet counter (Checkers 8.1, 8.3).
    #[inline(always)]
    pub(super) fn reset_quiet(&mut self) {
        self.quiet = 0;
        self.num_quiet_turns = 0;
        self.repetitions = 0;
        self.vacated = S::EMPTY;
    }

    /// Calls `visit` with each piece of the stack on a cell, top first.
    #[inline(always)]
    pub(super) fn each_piece(&self, cell: u8, visit: impl FnMut(Checker)) {
        if let Some(seat) = self.owner(cell) {
            let known_top = Checker { seat: Seat::from_index(seat), king: self.kings.has(cell), number: 0 };
            self.stacks.each(cell, known_top, visit);
        }
    }

    /// Whether `cells` have the same stacks here and in `other`, given that the tops are equal.
    fn same_stacks(&self, other: &K, cells: S) -> bool {
        if !K::STACKED && !self.stacks.numbers() {
            return true;
        }
        let mut same = true;
        cells.each(|cell| {
            let (mut here, mut there) = (StackPieces::new(), StackPieces::new());
            self.each_piece(cell, |checker| here.add(checker));
            let known_top = Checker { seat: Seat::ZERO, king: self.kings.has(cell), number: 0 };
            other.each(
                cell,
                Checker { seat: Seat::from_index(self.owner(cell).unwrap_or(0)), ..known_top },
                |c| there.add(c),
            );
            same &= here == there;
        });
        same
    }

    /// Hashes everything except the counters and the history.
    pub(super) fn hash_placement(&self, hasher: &mut impl Hasher) {
        (self.owned, self.kings, self.jumped, self.seat, self.multi_jump_from).hash(hasher);
        if K::STACKED || self.stacks.numbers() {
            self.occupied().each(|cell| {
                let (mut key, mut is_known) = (u64::from(cell), true);
                let mut add = |piece: u64| {
                    key = (key ^ piece).wrapping_mul(ODD);
                    is_known = false;
                };
                // The bitboards have all of the top but its number.
                let top = Checker { seat: Seat::ZERO, king: false, number: 0 };
                let number = self.stacks.top(cell, top).number;
                if number > 0 {
                    add(number.into());
                }
                self.stacks.each_below(cell, |checker| add(checker.code()));
                if !is_known {
                    hasher.write_u64(key);
                }
            });
        }
    }

    /// Updates the count of earlier occurrences of the placement.
    #[inline]
    pub(super) fn update_repetitions(&mut self) {
        // If the placement occurred before, the stack moved last has returned to a square that it left, and
        // at least four turns lie between.
        let returned = self.quiet_turns().last().is_some_and(|last| self.vacated.has(last[1]));
        self.repetitions = if returned && self.num_quiet_turns >= 4 { self.count_repetitions() } else { 0 };
    }

    fn count_repetitions(&self) -> u8 {
        // If the squares left and entered cancel out, the same squares are occupied.
        let (mut square_hash, mut same_squares) = (0, false);
        for &[from, to] in self.quiet_turns().iter().rev() {
            square_hash ^= cell_hash::<S>(from) ^ cell_hash::<S>(to);
            same_squares |= square_hash == 0;
        }
        if same_squares { self.count_by_undoing() } else { 0 }
    }

    /// Undoes the quiet turns one by one. They only move stacks, so the placement is the same if each stack
    /// is back at its place.
    #[inline(never)]
    fn count_by_undoing(&self) -> u8 {
        // By cell, the exclusive or with the cell where the stack that was there is now.
        let mut displacement = [0; 256];
        let (mut square_hash, mut num_displaced, mut count) = (0, 0, 0);
        for &[from, to] in self.quiet_turns().iter().rev() {
            let stack = to ^ displacement[to as usize];
            displacement[from as usize] = from ^ stack;
            num_displaced = num_displaced + usize::from(from != stack) - usize::from(to != stack);
            square_hash ^= cell_hash::<S>(from) ^ cell_hash::<S>(to);
            if square_hash == 0 && num_displaced > 0 {
                // Other stacks can be in their places and look the same.
                return self.count_by_comparing();
            }
            count += u8::from(num_displaced == 0 && self.owned[self.seat.index()].has(stack));
        }
        count
    }

    /// Same as `count_repetitions`, by comparing whole placements.
    #[cold]
    #[inline(never)]
    pub(super) fn count_by_comparing(&self) -> u8 {
        let mut before = (self.owned, self.kings, self.stacks.clone());
        let mut count = 0;
        for &[from, to] in self.quiet_turns().iter().rev() {
            let (owned, kings, stacks) = &mut before;
            let there_and_back = S::one(from) ^ S::one(to);
            let mut mover = 0;
            for (seat, owned) in owned.iter_mut().enumerate() {
                if owned.has(to) {
                    *owned = *owned ^ there_and_back;
                    mover = seat;
                }
            }
            *kings = *kings ^ there_and_back;
            stacks.move_stack(to, from);
            let same = mover == self.seat.index() && *owned == self.owned && *kings == self.kings;
            count += u8::from(same && self.same_stacks(stacks, self.occupied()));
        }
        count
    }
}

/// An odd number whose multiples differ in their high bits.
const ODD: u64 = 0x9E37_79B9_7F4A_7C15;

/// Returns a hash of a cell, to be combined by exclusive or. Different sets of cells have different hashes on
/// boards of at most 64 cells, and almost always on others.
#[inline(always)]
fn cell_hash<S: Bitboard>(cell: u8) -> u64 {
    if S::BITS <= 64 {
        return 1 << (cell & 63);
    }
    let mixed = (u64::from(cell) + 1).wrapping_mul(ODD);
    mixed ^ (mixed >> 29)
}

/// The pieces of a stack, for comparison.
#[derive(PartialEq, Eq, Hash)]
struct StackPieces {
    height: usize,
    pieces: [Option<Checker>; PIECES * MAX_SEATS],
}

impl StackPieces {
    fn new() -> StackPieces {
        StackPieces { height: 0, pieces: [None; PIECES * MAX_SEATS] }
    }

    fn add(&mut self, checker: Checker) {
        if let Some(place) = self.pieces.get_mut(self.height) {
            *place = Some(checker);
            self.height += 1;
        }
    }
}

impl<S: Bitboard, K: Stacks, const SEATS: usize> PartialEq for State<S, K, SEATS> {
    fn eq(&self, other: &Self) -> bool {
        (self.owned, self.kings, self.jumped, self.seat, self.multi_jump_from)
            == (other.owned, other.kings, other.jumped, other.seat, other.multi_jump_from)
            && (self.quiet, self.crown) == (other.quiet, other.crown)
            && self.quiet_turns() == other.quiet_turns()
            && self.same_stacks(&other.stacks, self.occupied())
    }
}

impl<S: Bitboard, K: Stacks, const SEATS: usize> Eq for State<S, K, SEATS> {}

impl<S: Bitboard, K: Stacks, const SEATS: usize> Hash for State<S, K, SEATS> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.hash_placement(hasher);
        (self.quiet, self.crown, self.quiet_turns()).hash(hasher);
    }
}
