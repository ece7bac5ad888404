//! Stacks of any height.

use super::stack_counts::{SINGLE, StackCounts, with_piece_below, without_top};
use super::stacks::{Checker, PiecesBelow, Stacks};
use crate::game::Seat;
use crate::packing::pack_fields;

/// Stacks of any height, as linked lists.
///
/// Pieces are numbered. Those of seat s begin at `16 * s`; in games with numbers, man n of seat s is piece
/// `16 * s + n - 1`. The list of a stack starts at its top piece. The top piece also has a link to the bottom
/// one, so that a move or a jump takes a constant number of writes. `ALL` is 16 times the maximum number of
/// seats, and a set of as many pieces has `WORDS` words of 64 bits. For two seats on 8x8, the contents of
/// stacks are also kept as counts for observations: for `COUNTED` cells, which are all 64 or the 32 dark
/// ones. Otherwise `COUNTED` is 0.
#[derive(Clone, Debug)]
pub struct LinkedStacks<const CELLS: usize, const ALL: usize, const COUNTED: usize, const WORDS: usize> {
    /// The top piece by cell. Cells without a stack have stale values.
    top: [u8; CELLS],
    /// The piece below each piece, or [`NO_PIECE`].
    below: [u8; ALL],
    /// The bottom piece of the stack of each top piece. Other pieces have stale values.
    bottom: [u8; ALL],
    /// Which pieces are kings.
    kings: [u64; WORDS],
    /// Which pieces are not prisoners: they have the seat of the top of their stack.
    free: [u64; WORDS],
    /// Whether men have numbers.
    numbers: bool,
    /// Which seats have been removed, as bits.
    removed: u8,
    /// The counts of the stack on each cell, 0 if there is none.
    stack_counts: [StackCounts; COUNTED],
}
pack_fields!(
    [const CELLS: usize, const ALL: usize, const COUNTED: usize, const WORDS: usize]
    LinkedStacks<CELLS, ALL, COUNTED, WORDS> { top, below, bottom, kings, free, numbers, removed, stack_counts }
);

/// The value for "no piece". There is nothing below it either.
const NO_PIECE: u8 = 15;

/// The unrolling factor of loops over a stack.
const UNROLL: usize = 3;

impl<const CELLS: usize, const ALL: usize, const COUNTED: usize, const WORDS: usize>
    LinkedStacks<CELLS, ALL, COUNTED, WORDS>
{
    #[inline(always)]
    fn is_king(&self, piece: u8) -> bool {
        self.kings[Self::word_of(piece)] >> (piece & 63) & 1 == 1
    }

    /// Returns the index of the word in a set of pieces that has a piece.
    #[inline(always)]
    fn word_of(piece: u8) -> usize {
        if WORDS == 1 { 0 } else { (piece >> 6 & 1) as usize }
    }

    /// Returns the index of a cell in the counts. One of two neighbors in a row is dark.
    #[inline(always)]
    fn counts_index(cell: u8) -> usize {
        (if COUNTED == 32 { cell as usize / 2 } else { cell as usize }) % COUNTED.max(1)
    }

    /// Computes the counts of the stack on a cell.
    fn compute_counts(&self, cell: u8) -> StackCounts {
        let (mut stack_counts, mut piece) = (SINGLE, self.below(self.top[cell as usize]));
        for _ in 0..ALL {
            if piece == NO_PIECE {
                break;
            }
            stack_counts = with_piece_below(stack_counts, self.checker(piece));
            piece = self.below(piece);
        }
        stack_counts
    }

    /// Updates the counts for a jump. Call it before the lists change.
    #[inline(always)]
    fn update_counts(&mut self, from: u8, over: u8, to: u8, captured: u8, uncovered: u8) {
        let [from, over, to] = [from, over, to].map(Self::counts_index);
        self.stack_counts[to] =
            with_piece_below(std::mem::take(&mut self.stack_counts[from]), self.checker(captured));
        self.stack_counts[over] = if uncovered == NO_PIECE {
            0
        } else {
            let next = self.below(uncovered);
            let next = (next != NO_PIECE).then(|| self.checker(next));
            without_top(self.stack_counts[over], self.checker(uncovered), next)
        };
    }

    #[inline(always)]
    fn checker(&self, piece: u8) -> Checker {
        let king = self.is_king(piece);
        Checker {
            seat: Seat::new(piece >> 4),
            king,
            number: if self.numbers && !king { (piece & 15) + 1 } else { 0 },
        }
    }

    #[inline(always)]
    fn below(&self, piece: u8) -> u8 {
        self.below[piece as usize % ALL]
    }

    /// Returns the pieces from `piece` to the bottom of its stack. There are none from [`NO_PIECE`].
    #[inline(always)]
    fn pieces_from(&self, mut piece: u8) -> [u64; WORDS] {
        // There is nothing below `NO_PIECE`, so several pieces can be processed per iteration. That causes
        // fewer branch mispredictions at the end of stacks.
        let mut pieces = [0u64; WORDS];
        for _ in 0..ALL.div_ceil(UNROLL) {
            if piece == NO_PIECE {
                break;
            }
            for _ in 0..UNROLL {
                pieces[Self::word_of(piece)] |= 1 << (piece & 63);
                piece = self.below(piece);
            }
        }
        pieces[0] &= !(1 << NO_PIECE);
        pieces
    }

    /// Returns the bits of the pieces of a piece's seat, in the word of the piece.
    #[inline(always)]
    fn seat_mask(piece: u8) -> u64 {
        0xFFFF << (piece & 0x30)
    }

    /// Updates which pieces of a stack are free after `top` has become its top.
    #[inline(always)]
    fn update_free(&mut self, top: u8) {
        let pieces = self.pieces_from(top);
        for (free, pieces) in self.free.iter_mut().zip(pieces) {
            *free &= !pieces;
        }
        let word = Self::word_of(top);
        self.free[word] |= pieces[word] & Self::seat_mask(top);
    }
}

impl<const CELLS: usize, const ALL: usize, const COUNTED: usize, const WORDS: usize> Stacks
    for LinkedStacks<CELLS, ALL, COUNTED, WORDS>
{
    const STACKED: bool = true;

    fn empty(numbers: bool) -> Self {
        const { assert!(WORDS == ALL.div_ceil(64)) };
        let every = std::array::from_fn(|piece| piece as u8);
        let (top, below) = ([NO_PIECE; CELLS], [NO_PIECE; ALL]);
        LinkedStacks {
            top,
            below,
            bottom: every,
            kings: [0; WORDS],
            free: [0; WORDS],
            numbers,
            removed: 0,
            stack_counts: [0; COUNTED],
        }
    }

    #[inline(always)]
    fn numbers(&self) -> bool {
        self.numbers
    }

    fn set_up(&mut self, stacks: &[(u8, Vec<Checker>)]) {
        // Men with numbers have fixed pieces. All others get the free ones.
        let mut used = 0u128;
        let all = || stacks.iter().flat_map(|(_, stack)| stack);
        for man in all().filter(|checker| checker.number > 0) {
            used |= 1 << (16 * man.seat.number() + man.number - 1);
        }
        for (cell, stack) in stacks {
            let mut above: Option<u8> = None;
            for checker in stack {
                let piece = if checker.number > 0 {
                    16 * checker.seat.number() + checker.number - 1
                } else {
                    let free = (!used >> (16 * checker.seat.number())).trailing_zeros() as u8;
                    16 * checker.seat.number() + free
                };
                used |= 1 << piece;
                self.kings[Self::word_of(piece)] |= u64::from(checker.king) << (piece & 63);
                match above {
                    None => self.top[*cell as usize] = piece,
                    Some(above) => self.below[above as usize % ALL] = piece,
                }
                self.below[piece as usize % ALL] = NO_PIECE;
                let top = self.top[*cell as usize];
                self.bottom[top as usize % ALL] = piece;
                above = Some(piece);
            }
            self.update_free(self.top[*cell as usize]);
            if COUNTED > 0 {
                self.stack_counts[Self::counts_index(*cell)] = self.compute_counts(*cell);
            }
        }
        for seat in Seat::all((ALL / 16) as u8) {
            let present = all().any(|checker| checker.seat == seat);
            self.removed |= u8::from(!present) << seat.number();
        }
    }

    fn renumber(&mut self, seat: Seat, cell: u8, number: u8) {
        // The men of a seat exchange their numbers, so the same pieces stay free.
        self.top[cell as usize] = 16 * seat.number() + number - 1;
    }

    #[inline(always)]
    fn move_stack(&mut self, from: u8, to: u8) {
        self.top[to as usize] = self.top[from as usize];
        if COUNTED > 0 {
            self.stack_counts[Self::counts_index(to)] =
                std::mem::take(&mut self.stack_counts[Self::counts_index(from)]);
        }
    }

    #[inline(always)]
    fn jump(&mut self, from: u8, over: u8, to: u8) -> Option<Checker> {
        let (top, captured) = (self.top[from as usize], self.top[over as usize]);
        let uncovered = self.below(captured);
        if COUNTED > 0 {
            self.update_counts(from, over, to, captured, uncovered);
        }
        let lowest = self.bottom[top as usize % ALL];
        self.top[to as usize] = top;
        self.top[over as usize] = uncovered;
        // The new top of the jumped stack inherits the bottom of the old top.
        self.bottom[uncovered as usize % ALL] = self.bottom[captured as usize % ALL];
        self.below[lowest as usize % ALL] = captured;
        self.below[captured as usize % ALL] = NO_PIECE;
        self.bottom[top as usize % ALL] = captured;
        let word = Self::word_of(captured);
        self.free[word] &= !(1 << (captured & 63));
        if uncovered != NO_PIECE && uncovered >> 4 != captured >> 4 {
            self.update_free(uncovered);
        }
        (uncovered != NO_PIECE).then(|| self.checker(uncovered))
    }

    #[inline(always)]
    fn crown(&mut self, cell: u8) {
        let top = self.top[cell as usize];
        self.kings[Self::word_of(top)] |= 1 << (top & 63);
    }

    #[inline(always)]
    fn number(&self, cell: u8) -> u8 {
        (self.top[cell as usize] & 15) + 1
    }

    #[inline(always)]
    fn free_pieces(&self, seat: Seat) -> Option<[u32; 2]> {
        let first = 16 * seat.number();
        let word = Self::word_of(first);
        let free = self.free[word] & Self::seat_mask(first);
        Some([free.count_ones(), (free & self.kings[word]).count_ones()])
    }

    #[inline(always)]
    fn second(&self, cell: u8) -> Option<Checker> {
        let second = self.below(self.top[cell as usize]);
        (second != NO_PIECE).then(|| self.checker(second))
    }

    #[inline(always)]
    fn stack_counts(&self) -> &[StackCounts] {
        &self.stack_counts
    }

    #[inline(always)]
    fn pieces_below(&self, cell: u8) -> PiecesBelow {
        let found = self.pieces_from(self.below(self.top[cell as usize]));
        let (mut pieces, mut kings) = ([0; 2], [0; 2]);
        for word in 0..WORDS {
            pieces[word] = found[word];
            kings[word] = found[word] & self.kings[word];
        }
        PiecesBelow { pieces, kings }
    }

    #[inline(always)]
    fn top(&self, cell: u8, _known_top: Checker) -> Checker {
        self.checker(self.top[cell as usize])
    }

    #[inline(always)]
    fn each_below(&self, cell: u8, mut visit: impl FnMut(Checker)) {
        let mut piece = self.below(self.top[cell as usize]);
        // No stack is higher than the number of pieces.
        for _ in 0..ALL {
            if piece == NO_PIECE {
                break;
            }
            visit(self.checker(piece));
            piece = self.below(piece);
        }
    }

    fn remove(&mut self, seat: Seat, cells: impl Iterator<Item = u8>) -> bool {
        if !self.has_pieces(seat) {
            return false;
        }
        self.removed |= seat.bit();
        for cell in cells {
            let top = self.top[cell as usize];
            let mut kept = top;
            for _ in 0..ALL {
                let next = self.below(kept);
                if next == NO_PIECE {
                    break;
                }
                if next >> 4 == seat.number() {
                    self.below[kept as usize % ALL] = self.below(next);
                } else {
                    kept = next;
                }
            }
            self.bottom[top as usize % ALL] = kept;
            if COUNTED > 0 {
                self.stack_counts[Self::counts_index(cell)] = self.compute_counts(cell);
            }
        }
        true
    }

    fn has_pieces(&self, seat: Seat) -> bool {
        !seat.is_in(self.removed)
    }
}
