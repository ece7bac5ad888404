//! A position with everything that the rules remember.

use super::stacks::{Checker, PIECES, Stacks};
use crate::board::Set;
use crate::game::{MAX_SEATS, Reason};
use std::hash::{Hash, Hasher};

/// The number of no cell.
pub const NOWHERE: u8 = u8::MAX;

/// How many quiet turns of each seat in a row make a draw (Checkers 9.4).
pub(super) const QUIET_ROUNDS: usize = 40;

/// A position: what its string says (Checkers 11), cells being the bits of `S`.
///
/// `SEATS` is for how many seats there is room: two where exactly two play, else at least as many as play.
/// What is kept for seats that do not play stays empty.
#[derive(Clone, Debug)]
pub struct State<S: Set, K: Stacks, const SEATS: usize> {
    /// The stacks of each seat.
    pub(super) owned: [S; SEATS],
    /// The stacks whose top piece is a king, of all seats.
    pub(super) kings: S,
    /// The squares jumped so far in this turn (Checkers 5.6).
    pub(super) jumped: S,
    /// The squares that the listed quiet turns left: what they say is said by the list too.
    pub(super) left: S,
    /// What the sets do not say of the stacks.
    pub(super) stacks: K,
    /// The quiet turns, from and to (Checkers 8.3): the first `listed` of these.
    turns: [[[u8; 2]; QUIET_ROUNDS]; SEATS],
    pub(super) listed: u8,
    /// The seat to act.
    pub(super) seat: u8,
    /// The stack that must jump on, or [`NOWHERE`].
    pub(super) jumper: u8,
    /// The ending by counting that the position is, if its seat can act: it follows from the rest.
    pub(super) counted_out: Option<Reason>,
    /// How often the placement stood before with the same seat to act, among the positions from which the
    /// listed quiet turns were made (Checkers 9.6): it follows from the rest, too, and is 0 in the middle of
    /// a turn.
    pub(super) stood_before: u8,
    /// Checkers 8.1.
    pub(super) quiet: u16,
    /// Checkers 8.2.
    pub(super) crown: u16,
}

impl<S: Set, K: Stacks, const SEATS: usize> State<S, K, SEATS> {
    /// An empty board; men that come to stand there have `numbers` or not.
    pub(super) fn empty(numbers: bool) -> Self {
        State {
            owned: [S::EMPTY; SEATS],
            kings: S::EMPTY,
            jumped: S::EMPTY,
            left: S::EMPTY,
            stacks: K::empty(numbers),
            turns: [[[0; 2]; QUIET_ROUNDS]; SEATS],
            listed: 0,
            seat: 0,
            jumper: NOWHERE,
            counted_out: None,
            stood_before: 0,
            quiet: 0,
            crown: 0,
        }
    }

    /// All cells that hold a stack.
    #[inline(always)]
    pub(super) fn occupied(&self) -> S {
        S::union(&self.owned)
    }

    /// The owner of the stack on a cell.
    #[inline(always)]
    pub(super) fn owner(&self, cell: u8) -> Option<usize> {
        self.owned.iter().position(|owned| owned.has(cell))
    }

    /// The quiet turns, oldest first.
    #[inline(always)]
    pub(super) fn quiet_turns(&self) -> &[[u8; 2]] {
        &bytemuck::cast_slice(&self.turns)[..self.listed as usize]
    }

    /// The places for quiet turns, one after the other. (`as_flattened` would be called at each step.)
    #[inline(always)]
    pub(super) fn turns_mut(&mut self) -> &mut [[u8; 2]] {
        bytemuck::cast_slice_mut(&mut self.turns)
    }

    /// Sets the quiet clock to 0 (Checkers 8.1, 8.3).
    #[inline(always)]
    pub(super) fn disturb(&mut self) {
        self.quiet = 0;
        self.listed = 0;
        self.stood_before = 0;
        self.left = S::EMPTY;
    }

    /// Shows the stack on a cell, top first.
    #[inline(always)]
    pub(super) fn each_piece(&self, cell: u8, visit: impl FnMut(Checker)) {
        if let Some(seat) = self.owner(cell) {
            let shown = Checker { seat: seat as u8, king: self.kings.has(cell), number: 0 };
            self.stacks.each(cell, shown, visit);
        }
    }

    /// Whether the same stacks stand on `cells` here and there, tops being known to be alike.
    fn same_stacks(&self, other: &K, cells: S) -> bool {
        if !K::STACKED && !self.stacks.numbers() {
            return true;
        }
        let mut same = true;
        cells.each(|cell| {
            let (mut here, mut there) = (Pile::new(), Pile::new());
            self.each_piece(cell, |checker| here.add(checker));
            let shown = Checker { seat: 0, king: self.kings.has(cell), number: 0 };
            other
                .each(cell, Checker { seat: self.owner(cell).unwrap_or(0) as u8, ..shown }, |c| there.add(c));
            same &= here == there;
        });
        same
    }

    /// Counts how often the placement stood before.
    #[inline]
    pub(super) fn look_back(&mut self) {
        // A stack that came back to where it was must have left from there, and four turns are the least that
        // lie between.
        let came_back = self.quiet_turns().last().is_some_and(|last| self.left.has(last[1]));
        self.stood_before = if came_back && self.listed >= 4 { self.counted_before() } else { 0 };
    }

    fn counted_before(&self) -> u8 {
        // Where the squares left and entered cancel out, the same squares are occupied.
        let (mut change, mut alike) = (0, false);
        for &[from, to] in self.quiet_turns().iter().rev() {
            change ^= mark::<S>(from) ^ mark::<S>(to);
            alike |= change == 0;
        }
        if alike { self.carried_back() } else { 0 }
    }

    /// Takes the quiet turns back one by one. They only carry stacks about: where each is back at its place,
    /// all is as it was.
    #[inline(never)]
    fn carried_back(&self) -> u8 {
        // By cell, how far that is from where the stack that stood there now stands.
        let mut lag = [0; 256];
        let (mut change, mut away, mut count) = (0, 0, 0);
        for &[from, to] in self.quiet_turns().iter().rev() {
            let stack = to ^ lag[to as usize];
            lag[from as usize] = from ^ stack;
            away = away + usize::from(from != stack) - usize::from(to != stack);
            change ^= mark::<S>(from) ^ mark::<S>(to);
            if change == 0 && away > 0 {
                // Others may stand in their places, and look alike.
                return self.count_exactly();
            }
            count += u8::from(away == 0 && self.owned[self.seat as usize].has(stack));
        }
        count
    }

    /// The same by comparing whole placements.
    #[cold]
    #[inline(never)]
    pub(super) fn count_exactly(&self) -> u8 {
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
            stacks.carry(to, from);
            let same = mover == self.seat as usize && *owned == self.owned && *kings == self.kings;
            count += u8::from(same && self.same_stacks(stacks, self.occupied()));
        }
        count
    }
}

/// A number for each cell, such that those of different sets of cells never have the same sum in bits, or
/// hardly ever where there are many.
#[inline(always)]
fn mark<S: Set>(cell: u8) -> u64 {
    if S::BITS <= 64 {
        return 1 << (cell & 63);
    }
    let mixed = (u64::from(cell) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 29)
}

/// A stack written out, for comparing.
#[derive(PartialEq, Eq, Hash)]
struct Pile {
    height: usize,
    pieces: [Option<Checker>; PIECES * MAX_SEATS],
}

impl Pile {
    fn new() -> Pile {
        Pile { height: 0, pieces: [None; PIECES * MAX_SEATS] }
    }

    fn add(&mut self, checker: Checker) {
        if let Some(place) = self.pieces.get_mut(self.height) {
            *place = Some(checker);
            self.height += 1;
        }
    }
}

impl<S: Set, K: Stacks, const SEATS: usize> PartialEq for State<S, K, SEATS> {
    fn eq(&self, other: &Self) -> bool {
        (self.owned, self.kings, self.jumped, self.seat, self.jumper)
            == (other.owned, other.kings, other.jumped, other.seat, other.jumper)
            && (self.quiet, self.crown) == (other.quiet, other.crown)
            && self.quiet_turns() == other.quiet_turns()
            && self.same_stacks(&other.stacks, self.occupied())
    }
}

impl<S: Set, K: Stacks, const SEATS: usize> Eq for State<S, K, SEATS> {}

impl<S: Set, K: Stacks, const SEATS: usize> Hash for State<S, K, SEATS> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.owned, self.kings, self.jumped, self.seat, self.jumper).hash(hasher);
        (self.quiet, self.crown, self.quiet_turns()).hash(hasher);
        if K::STACKED || self.stacks.numbers() {
            self.occupied().each(|cell| self.each_piece(cell, |checker| checker.hash(hasher)));
        }
    }
}
