//! The representation of stacks: single pieces, men with numbers, or whole stacks (Checkers 4).
//!
//! The engine itself stores the owner of the top piece of each cell and whether it is a king, as bitboards.
//! Implementations of [`Stacks`] store the rest.

use super::stack_counts::StackCounts;
use crate::game::Seat;
use crate::packing::{PackFields, pack_fields};
use std::fmt::Debug;

/// One piece of a stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Checker {
    /// The owner.
    pub seat: Seat,
    /// Whether the piece is a king.
    pub king: bool,
    /// The number of a man in games with numbers, else 0.
    pub number: u8,
}

impl Checker {
    /// Returns a number that is different for each piece that differs.
    #[inline(always)]
    pub fn code(self) -> u64 {
        u64::from(self.seat.number()) << 5 | u64::from(self.king) << 4 | u64::from(self.number)
    }
}

/// The maximum number of pieces of a seat (Checkers 3).
pub const PIECES: usize = 12;

/// Stores what the bitboards of top pieces do not contain.
///
/// Cells are bits of the geometry's bitboards. `known_top` is the top piece as far as the bitboards determine
/// it.
pub trait Stacks: Clone + Debug + Send + Sync + PackFields + 'static {
    /// Whether jumped pieces are carried along (Checkers 5.3).
    const STACKED: bool;

    /// Whether men have numbers, if the type determines it (Checkers 10).
    const NUMBERED: Option<bool> = None;

    /// Creates an empty board. `numbers` states whether men have numbers.
    fn empty(numbers: bool) -> Self;

    /// Whether men have numbers (Checkers 10).
    fn numbers(&self) -> bool;

    /// Sets up all pieces of a board: each cell with its stack, top first. A seat has at most twelve pieces,
    /// and its men have different numbers.
    fn set_up(&mut self, stacks: &[(u8, Vec<Checker>)]);

    /// Gives the single man on a cell another number, in games with numbers. At the start each man of a seat
    /// gets one.
    fn renumber(&mut self, seat: Seat, cell: u8, number: u8);

    /// Moves a stack.
    fn move_stack(&mut self, from: u8, to: u8);

    /// Makes a jump. Returns the piece that it uncovers on the jumped cell, if any.
    fn jump(&mut self, from: u8, over: u8, to: u8) -> Option<Checker>;

    /// Crowns the top man of a stack.
    fn crown(&mut self, cell: u8);

    /// Returns the number of the man on top of a stack.
    fn number(&self, cell: u8) -> u8;

    /// Returns the counts of the stacks on the 64 cells of 8x8, or on its 32 dark cells, 0 for cells without
    /// a stack. Empty if counts are not kept.
    #[inline(always)]
    fn stack_counts(&self) -> &[StackCounts] {
        &[]
    }

    /// Returns the pieces below the top of a stack.
    #[inline(always)]
    fn pieces_below(&self, _cell: u8) -> PiecesBelow {
        PiecesBelow::default()
    }

    /// Returns the numbers of pieces and kings of a seat that are not prisoners: those in stacks that the
    /// seat owns. None if the bitboards of top pieces determine them.
    #[inline(always)]
    fn free_pieces(&self, _seat: Seat) -> Option<[u32; 2]> {
        None
    }

    /// Returns the second piece of a stack.
    fn second(&self, _cell: u8) -> Option<Checker> {
        None
    }

    /// Calls `visit` with each piece below the top of a stack, the second piece first.
    #[inline(always)]
    fn each_below(&self, _cell: u8, _visit: impl FnMut(Checker)) {}

    /// Returns the top piece of a stack.
    fn top(&self, cell: u8, known_top: Checker) -> Checker;

    /// Calls `visit` with each piece of a stack, top first.
    #[inline(always)]
    fn each(&self, cell: u8, known_top: Checker, mut visit: impl FnMut(Checker)) {
        visit(self.top(cell, known_top));
        self.each_below(cell, visit);
    }

    /// Removes the pieces of a seat that owns none of the `cells`, all of which hold a stack. Returns whether
    /// there were any (Checkers 7.3).
    fn remove(&mut self, seat: Seat, cells: impl Iterator<Item = u8>) -> bool;

    /// Whether a seat that owns no stack still has a piece on the board.
    fn has_pieces(&self, seat: Seat) -> bool;
}

/// The pieces below the top of a stack as a set, and the kings among them. A word holds the pieces of four
/// seats.
#[derive(Clone, Copy, Default, Debug)]
pub struct PiecesBelow {
    pub(super) pieces: [u64; 2],
    pub(super) kings: [u64; 2],
}

impl PiecesBelow {
    /// Returns the number of pieces.
    #[inline(always)]
    pub fn count(self) -> u8 {
        self.pieces.iter().map(|set| set.count_ones() as u8).sum()
    }

    /// Calls `visit` with each seat that has any, its number of pieces and its number of kings.
    #[inline(always)]
    pub fn each(self, mut visit: impl FnMut(usize, u8, u8)) {
        for (word, (pieces, kings)) in self.pieces.into_iter().zip(self.kings).enumerate() {
            // The highest of a seat's sixteen bits, which no piece uses, is set if the seat has any piece.
            let mut seats = (pieces + 0x7FFF_7FFF_7FFF_7FFF) & 0x8000_8000_8000_8000;
            while seats != 0 {
                let last = seats.trailing_zeros();
                let count = |set: u64| (set << (63 - last) >> 48).count_ones() as u8;
                visit(4 * word + last as usize / 16, count(pieces), count(kings));
                seats &= seats - 1;
            }
        }
    }
}

/// Evaluates `$body` with the constant `$numbers`, which states whether men have numbers. If the type
/// determines it, only one version is compiled.
macro_rules! dispatch_numbers {
    ($stacks:expr, $kind:ty, $numbers:ident => $body:expr) => {
        if const { matches!(<$kind>::NUMBERED, Some(true)) } {
            const $numbers: bool = true;
            $body
        } else if const { matches!(<$kind>::NUMBERED, Some(false)) } {
            const $numbers: bool = false;
            $body
        } else if $stacks.numbers() {
            const $numbers: bool = true;
            $body
        } else {
            const $numbers: bool = false;
            $body
        }
    };
}
pub(super) use dispatch_numbers;

/// Single pieces without numbers.
#[derive(Clone, Debug)]
pub struct NoStacks;
pack_fields!(NoStacks {});

impl Stacks for NoStacks {
    const STACKED: bool = false;
    const NUMBERED: Option<bool> = Some(false);

    fn empty(_numbers: bool) -> Self {
        NoStacks
    }

    #[inline(always)]
    fn numbers(&self) -> bool {
        false
    }

    fn set_up(&mut self, _stacks: &[(u8, Vec<Checker>)]) {}

    fn renumber(&mut self, _seat: Seat, _cell: u8, _number: u8) {}

    #[inline(always)]
    fn move_stack(&mut self, _from: u8, _to: u8) {}

    #[inline(always)]
    fn jump(&mut self, _from: u8, _over: u8, _to: u8) -> Option<Checker> {
        None
    }

    #[inline(always)]
    fn crown(&mut self, _cell: u8) {}

    #[inline(always)]
    fn number(&self, _cell: u8) -> u8 {
        0
    }

    #[inline(always)]
    fn top(&self, _cell: u8, known_top: Checker) -> Checker {
        known_top
    }

    fn remove(&mut self, _seat: Seat, _cells: impl Iterator<Item = u8>) -> bool {
        false
    }

    fn has_pieces(&self, _seat: Seat) -> bool {
        false
    }
}

/// Single pieces with numbers: the number of the man on each cell.
#[derive(Clone, Debug)]
pub struct NumberedMen<const CELLS: usize>([u8; CELLS]);
pack_fields!([const CELLS: usize] NumberedMen<CELLS> { 0 });

impl<const CELLS: usize> Stacks for NumberedMen<CELLS> {
    const STACKED: bool = false;
    const NUMBERED: Option<bool> = Some(true);

    fn empty(_numbers: bool) -> Self {
        NumberedMen([0; CELLS])
    }

    #[inline(always)]
    fn numbers(&self) -> bool {
        true
    }

    fn set_up(&mut self, stacks: &[(u8, Vec<Checker>)]) {
        for (cell, stack) in stacks {
            self.0[*cell as usize] = stack[0].number;
        }
    }

    fn renumber(&mut self, _seat: Seat, cell: u8, number: u8) {
        self.0[cell as usize] = number;
    }

    #[inline(always)]
    fn move_stack(&mut self, from: u8, to: u8) {
        self.0[to as usize] = self.0[from as usize];
    }

    #[inline(always)]
    fn jump(&mut self, from: u8, _over: u8, to: u8) -> Option<Checker> {
        self.move_stack(from, to);
        None
    }

    #[inline(always)]
    fn crown(&mut self, cell: u8) {
        self.0[cell as usize] = 0;
    }

    #[inline(always)]
    fn number(&self, cell: u8) -> u8 {
        self.0[cell as usize]
    }

    #[inline(always)]
    fn top(&self, cell: u8, known_top: Checker) -> Checker {
        Checker { number: self.0[cell as usize], ..known_top }
    }

    fn remove(&mut self, _seat: Seat, _cells: impl Iterator<Item = u8>) -> bool {
        false
    }

    fn has_pieces(&self, _seat: Seat) -> bool {
        false
    }
}
