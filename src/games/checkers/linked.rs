//! Stacks of any height.

use super::contents::{Contents, SINGLE, grown, without_top};
use super::stacks::{Buried, Checker, Stacks};

/// Stacks of any height, as linked lists.
///
/// Pieces are numbered: those of seat s from `16 * s`, in games with numbers its man of number n being
/// `16 * s + n - 1`. A list is entered at the top piece of a cell, which also knows the bottom one, so that a
/// move or a jump takes the same few writes however high the stacks are. `ALL` is 16 times the number of
/// seats that there is room for. What stacks are made of is kept as numbers too, for observations: on 8x8 for
/// two seats, of the `TOLD` cells that the game uses, all 64 or the 32 dark ones; else of none.
#[derive(Clone, Debug)]
pub struct Linked<const CELLS: usize, const ALL: usize, const TOLD: usize> {
    /// The top piece by cell; left over where there is none.
    top: [u8; CELLS],
    /// The piece under each one, or [`NOTHING`].
    below: [u8; ALL],
    /// The lowest piece of the stack of which each one is the top; left over for others.
    bottom: [u8; ALL],
    /// Which pieces are kings, 64 a word.
    kings: [u64; 2],
    /// Whether men have numbers.
    numbers: bool,
    /// Which seats have been removed, as bits.
    removed: u8,
    /// What the stack on each cell is made of: 0 where there is none.
    contents: [Contents; TOLD],
}

/// The number of no piece, under which there is none either.
const NOTHING: u8 = 15;

/// How many pieces are taken at a time.
const TAKEN: usize = 3;

impl<const CELLS: usize, const ALL: usize, const TOLD: usize> Linked<CELLS, ALL, TOLD> {
    #[inline(always)]
    fn is_king(&self, piece: u8) -> bool {
        self.kings[Self::word(piece)] >> (piece & 63) & 1 == 1
    }

    /// In which word of the kings a piece is.
    #[inline(always)]
    fn word(piece: u8) -> usize {
        if ALL <= 64 { 0 } else { (piece >> 6 & 1) as usize }
    }

    /// Where the contents of a cell are kept: of two neighbors in a row one is dark.
    #[inline(always)]
    fn place(cell: u8) -> usize {
        (if TOLD == 32 { cell as usize / 2 } else { cell as usize }) % TOLD.max(1)
    }

    /// What the stack on a cell is made of, counted anew.
    fn counted(&self, cell: u8) -> Contents {
        let (mut contents, mut piece) = (SINGLE, self.below(self.top[cell as usize]));
        for _ in 0..ALL {
            if piece == NOTHING {
                break;
            }
            contents = grown(contents, self.checker(piece));
            piece = self.below(piece);
        }
        contents
    }

    /// Keeps the contents right when a stack jumps another, before the lists change.
    #[inline(always)]
    fn tell(&mut self, from: u8, over: u8, to: u8, prey: u8, freed: u8) {
        let [from, over, to] = [from, over, to].map(Self::place);
        self.contents[to] = grown(std::mem::take(&mut self.contents[from]), self.checker(prey));
        self.contents[over] = if freed == NOTHING {
            0
        } else {
            let next = self.below(freed);
            let next = (next != NOTHING).then(|| self.checker(next));
            without_top(self.contents[over], self.checker(freed), next)
        };
    }

    #[inline(always)]
    fn checker(&self, piece: u8) -> Checker {
        let king = self.is_king(piece);
        Checker { seat: piece >> 4, king, number: if self.numbers && !king { (piece & 15) + 1 } else { 0 } }
    }

    #[inline(always)]
    fn below(&self, piece: u8) -> u8 {
        self.below[piece as usize % ALL]
    }
}

impl<const CELLS: usize, const ALL: usize, const TOLD: usize> Stacks for Linked<CELLS, ALL, TOLD> {
    const STACKED: bool = true;

    fn empty(numbers: bool) -> Self {
        let every = std::array::from_fn(|piece| piece as u8);
        let (top, below) = ([NOTHING; CELLS], [NOTHING; ALL]);
        Linked { top, below, bottom: every, kings: [0; 2], numbers, removed: 0, contents: [0; TOLD] }
    }

    #[inline(always)]
    fn numbers(&self) -> bool {
        self.numbers
    }

    fn lay(&mut self, stacks: &[(u8, Vec<Checker>)]) {
        // Men with numbers have their own places; all others take what is left.
        let mut taken = 0u128;
        let all = || stacks.iter().flat_map(|(_, stack)| stack);
        for man in all().filter(|checker| checker.number > 0) {
            taken |= 1 << (16 * man.seat + man.number - 1);
        }
        for (cell, stack) in stacks {
            let mut above: Option<u8> = None;
            for checker in stack {
                let piece = if checker.number > 0 {
                    16 * checker.seat + checker.number - 1
                } else {
                    let free = (!taken >> (16 * checker.seat)).trailing_zeros() as u8;
                    16 * checker.seat + free
                };
                taken |= 1 << piece;
                self.kings[Self::word(piece)] |= u64::from(checker.king) << (piece & 63);
                match above {
                    None => self.top[*cell as usize] = piece,
                    Some(above) => self.below[above as usize % ALL] = piece,
                }
                self.below[piece as usize % ALL] = NOTHING;
                let top = self.top[*cell as usize];
                self.bottom[top as usize % ALL] = piece;
                above = Some(piece);
            }
            if TOLD > 0 {
                self.contents[Self::place(*cell)] = self.counted(*cell);
            }
        }
        for seat in 0..(ALL / 16) as u8 {
            let present = all().any(|checker| checker.seat == seat);
            self.removed |= u8::from(!present) << seat;
        }
    }

    fn renumber(&mut self, seat: u8, cell: u8, number: u8) {
        self.top[cell as usize] = 16 * seat + number - 1;
    }

    #[inline(always)]
    fn carry(&mut self, from: u8, to: u8) {
        self.top[to as usize] = self.top[from as usize];
        if TOLD > 0 {
            self.contents[Self::place(to)] = std::mem::take(&mut self.contents[Self::place(from)]);
        }
    }

    #[inline(always)]
    fn jump(&mut self, from: u8, over: u8, to: u8) -> Option<Checker> {
        let (top, prey) = (self.top[from as usize], self.top[over as usize]);
        let freed = self.below(prey);
        if TOLD > 0 {
            self.tell(from, over, to, prey, freed);
        }
        let lowest = self.bottom[top as usize % ALL];
        self.top[to as usize] = top;
        self.top[over as usize] = freed;
        // The new top of what stays has the bottom that the old one had.
        self.bottom[freed as usize % ALL] = self.bottom[prey as usize % ALL];
        self.below[lowest as usize % ALL] = prey;
        self.below[prey as usize % ALL] = NOTHING;
        self.bottom[top as usize % ALL] = prey;
        (freed != NOTHING).then(|| self.checker(freed))
    }

    #[inline(always)]
    fn crown(&mut self, cell: u8) {
        let top = self.top[cell as usize];
        self.kings[Self::word(top)] |= 1 << (top & 63);
    }

    #[inline(always)]
    fn number(&self, cell: u8) -> u8 {
        (self.top[cell as usize] & 15) + 1
    }

    #[inline(always)]
    fn second(&self, cell: u8) -> Option<Checker> {
        let second = self.below(self.top[cell as usize]);
        (second != NOTHING).then(|| self.checker(second))
    }

    #[inline(always)]
    fn contents(&self) -> &[Contents] {
        &self.contents
    }

    #[inline(always)]
    fn buried(&self, cell: u8) -> Buried {
        // There is nothing under no piece: some are taken at a time, so that it need not be guessed so often
        // where a stack ends.
        let (mut piece, mut pieces) = (self.below(self.top[cell as usize]), [0u64; 2]);
        for _ in 0..ALL / TAKEN {
            if piece == NOTHING {
                break;
            }
            for _ in 0..TAKEN {
                pieces[Self::word(piece)] |= 1 << (piece & 63);
                piece = self.below(piece);
            }
        }
        pieces[0] &= !(1 << NOTHING);
        let kings = std::array::from_fn(|word| pieces[word] & self.kings[word]);
        Buried { pieces, kings }
    }

    #[inline(always)]
    fn top(&self, cell: u8, _shown: Checker) -> Checker {
        self.checker(self.top[cell as usize])
    }

    #[inline(always)]
    fn under(&self, cell: u8, mut visit: impl FnMut(Checker)) {
        let mut piece = self.below(self.top[cell as usize]);
        // No stack is higher than there are pieces.
        for _ in 0..ALL {
            if piece == NOTHING {
                break;
            }
            visit(self.checker(piece));
            piece = self.below(piece);
        }
    }

    fn remove(&mut self, seat: u8, cells: impl Iterator<Item = u8>) -> bool {
        if !self.holds(seat) {
            return false;
        }
        self.removed |= 1 << seat;
        for cell in cells {
            let top = self.top[cell as usize];
            let mut kept = top;
            for _ in 0..ALL {
                let next = self.below(kept);
                if next == NOTHING {
                    break;
                }
                if next >> 4 == seat {
                    self.below[kept as usize % ALL] = self.below(next);
                } else {
                    kept = next;
                }
            }
            self.bottom[top as usize % ALL] = kept;
            if TOLD > 0 {
                self.contents[Self::place(cell)] = self.counted(cell);
            }
        }
        true
    }

    fn holds(&self, seat: u8) -> bool {
        self.removed >> seat & 1 == 0
    }
}
