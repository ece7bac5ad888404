//! What stands under and on the top pieces: nothing in Checkers, numbers, or whole stacks (Checkers 4).
//!
//! The engine itself keeps who owns the top piece of each cell and whether it is a king, as sets of cells.
//! The rest is kept here.

use super::contents::Contents;
use std::fmt::Debug;

/// One piece of a stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Checker {
    /// Its owner.
    pub seat: u8,
    /// Whether it is a king.
    pub king: bool,
    /// The number of a man in games with numbers, else 0.
    pub number: u8,
}

/// How many pieces a seat has at most (Checkers 3).
pub const PIECES: usize = 12;

/// Keeps what the sets of top pieces do not say.
///
/// Cells are bits of the geometry's sets. `shown` is always what the sets say of the top piece.
pub trait Stacks: Clone + Debug + Send + Sync + 'static {
    /// Whether jumped pieces are carried along (Checkers 5.3).
    const STACKED: bool;

    /// Whether men have numbers, where the type tells (Checkers 10).
    const NUMBERED: Option<bool> = None;

    /// An empty board; men that come to stand there have `numbers` or not.
    fn empty(numbers: bool) -> Self;

    /// Whether men have numbers (Checkers 10).
    fn numbers(&self) -> bool;

    /// Puts down the pieces of a board, all at once: for each cell its stack, top first, at most twelve
    /// pieces of a seat, men of different numbers.
    fn lay(&mut self, stacks: &[(u8, Vec<Checker>)]);

    /// Gives the single man on a cell another number, in games with numbers; at the start each man of a seat
    /// gets one.
    fn renumber(&mut self, seat: u8, cell: u8, number: u8);

    /// Moves a stack.
    fn carry(&mut self, from: u8, to: u8);

    /// Jumps, and tells what comes to light on the jumped cell, if anything does.
    fn jump(&mut self, from: u8, over: u8, to: u8) -> Option<Checker>;

    /// Makes the top man of a stack a king.
    fn crown(&mut self, cell: u8);

    /// The number of the man on top of a stack.
    fn number(&self, cell: u8) -> u8;

    /// What the stacks on the 64 cells of 8x8, or on its 32 dark ones, are made of, 0 where there is none;
    /// nothing if that is not kept.
    #[inline(always)]
    fn contents(&self) -> &[Contents] {
        &[]
    }

    /// What is under the top of a stack.
    #[inline(always)]
    fn buried(&self, _cell: u8) -> Buried {
        Buried::default()
    }

    /// The second piece of a stack.
    fn second(&self, _cell: u8) -> Option<Checker> {
        None
    }

    /// Shows what is under the top of a stack, the second piece first.
    #[inline(always)]
    fn under(&self, _cell: u8, _visit: impl FnMut(Checker)) {}

    /// The top piece of a stack.
    fn top(&self, cell: u8, shown: Checker) -> Checker;

    /// Shows a stack, top first.
    #[inline(always)]
    fn each(&self, cell: u8, shown: Checker, mut visit: impl FnMut(Checker)) {
        visit(self.top(cell, shown));
        self.under(cell, visit);
    }

    /// Removes the pieces of a seat that owns none of the `cells`, all of which hold a stack; whether there
    /// were any (Checkers 7.3).
    fn remove(&mut self, seat: u8, cells: impl Iterator<Item = u8>) -> bool;

    /// Whether a seat that owns no stack still has a piece on the board.
    fn holds(&self, seat: u8) -> bool;
}

/// The pieces under the top of a stack, as a set, and the kings among them, those of four seats a word.
#[derive(Clone, Copy, Default, Debug)]
pub struct Buried {
    pub(super) pieces: [u64; 2],
    pub(super) kings: [u64; 2],
}

impl Buried {
    /// How many there are.
    #[inline(always)]
    pub fn count(self) -> u8 {
        self.pieces.iter().map(|set| set.count_ones() as u8).sum()
    }

    /// Shows each seat that has any, with how many pieces and how many kings.
    #[inline(always)]
    pub fn each(self, mut visit: impl FnMut(usize, u8, u8)) {
        for (word, (pieces, kings)) in self.pieces.into_iter().zip(self.kings).enumerate() {
            // The top bit of a seat's sixteen, which is no piece's, if the seat has any.
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

/// Evaluates `$body` with the constant `$numbers`, which says whether men have numbers: for types that tell,
/// only with what they tell, so that the other is not compiled.
macro_rules! by_numbers {
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
pub(super) use by_numbers;

/// Plain Checkers: every stack is one piece.
#[derive(Clone, Debug)]
pub struct Single;

impl Stacks for Single {
    const STACKED: bool = false;
    const NUMBERED: Option<bool> = Some(false);

    fn empty(_numbers: bool) -> Self {
        Single
    }

    #[inline(always)]
    fn numbers(&self) -> bool {
        false
    }

    fn lay(&mut self, _stacks: &[(u8, Vec<Checker>)]) {}

    fn renumber(&mut self, _seat: u8, _cell: u8, _number: u8) {}

    #[inline(always)]
    fn carry(&mut self, _from: u8, _to: u8) {}

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
    fn top(&self, _cell: u8, shown: Checker) -> Checker {
        shown
    }

    fn remove(&mut self, _seat: u8, _cells: impl Iterator<Item = u8>) -> bool {
        false
    }

    fn holds(&self, _seat: u8) -> bool {
        false
    }
}

/// Checkers with numbers: the number of the man on each cell.
#[derive(Clone, Debug)]
pub struct Numbered<const CELLS: usize>([u8; CELLS]);

impl<const CELLS: usize> Stacks for Numbered<CELLS> {
    const STACKED: bool = false;
    const NUMBERED: Option<bool> = Some(true);

    fn empty(_numbers: bool) -> Self {
        Numbered([0; CELLS])
    }

    #[inline(always)]
    fn numbers(&self) -> bool {
        true
    }

    fn lay(&mut self, stacks: &[(u8, Vec<Checker>)]) {
        for (cell, stack) in stacks {
            self.0[*cell as usize] = stack[0].number;
        }
    }

    fn renumber(&mut self, _seat: u8, cell: u8, number: u8) {
        self.0[cell as usize] = number;
    }

    #[inline(always)]
    fn carry(&mut self, from: u8, to: u8) {
        self.0[to as usize] = self.0[from as usize];
    }

    #[inline(always)]
    fn jump(&mut self, from: u8, _over: u8, to: u8) -> Option<Checker> {
        self.carry(from, to);
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
    fn top(&self, cell: u8, shown: Checker) -> Checker {
        Checker { number: self.0[cell as usize], ..shown }
    }

    fn remove(&mut self, _seat: u8, _cells: impl Iterator<Item = u8>) -> bool {
        false
    }

    fn holds(&self, _seat: u8) -> bool {
        false
    }
}
