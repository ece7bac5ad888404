//! The state of a game: a position, its counters and its history.

use super::layout::{Layout, WordBitboard};
use super::movegen::Candidates;
use super::movement::MovementRulesOn;
use super::options::MAX_QUIET;
use super::turns::Capture;
use crate::game::{Reason, Seat};
use crate::packing::pack_fields;
use std::hash::{Hash, Hasher};

/// The value for "no square".
pub const NO_SQUARE: u8 = u8::MAX;

/// The maximum number of jumps in a turn: no board has more squares, and no square is jumped twice.
pub(super) const MAX_JUMPS: usize = 72;

/// A step: a move, or one jump of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    pub(super) from: u8,
    pub(super) to: u8,
    /// The square jumped; [`NO_SQUARE`] for a move.
    pub(super) over: u8,
}

impl Step {
    /// Whether it is a jump.
    pub fn is_jump(self) -> bool {
        self.over != NO_SQUARE
    }
}

/// A turn without progress, for detecting repetitions.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuietMove(u16);
pack_fields!(QuietMove { 0 });

impl QuietMove {
    const MAN: u16 = 0x8000;

    #[inline(always)]
    pub(super) fn new(from: u8, to: u8, man: bool) -> QuietMove {
        QuietMove(u16::from(from) | u16::from(to) << 7 | if man { QuietMove::MAN } else { 0 })
    }

    #[inline(always)]
    pub(super) fn from(self) -> u8 {
        self.0 as u8 & 0x7F
    }

    #[inline(always)]
    pub(super) fn to(self) -> u8 {
        (self.0 >> 7) as u8 & 0x7F
    }

    /// Whether a man moved (sideways, on orthogonal lines).
    pub(super) fn man(self) -> bool {
        self.0 & QuietMove::MAN != 0
    }

    /// Returns what the position string contains. The board determines the rest.
    fn squares(self) -> u16 {
        self.0 & !QuietMove::MAN
    }
}

impl PartialEq for QuietMove {
    fn eq(&self, other: &QuietMove) -> bool {
        self.squares() == other.squares()
    }
}

impl Eq for QuietMove {}

impl Hash for QuietMove {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.squares().hash(hasher);
    }
}

/// The pieces on the board, without counters or history.
#[derive(Clone, Copy)]
pub(super) struct Placement<S> {
    /// The pieces of each seat.
    pub(super) sides: [S; 2],
    /// The kings among them.
    pub(super) kings: S,
}

impl<S: WordBitboard> Placement<S> {
    /// Returns the empty squares.
    #[inline(always)]
    pub(super) fn empty<L: Layout<Set = S>>(&self) -> S {
        L::BOARD & !(self.sides[0] | self.sides[1])
    }

    /// Returns the placement after a move, including crowning (Draughts 6.1).
    #[inline(always)]
    pub(super) fn after_move<M: MovementRulesOn<S>>(
        self,
        movement: M,
        seat: usize,
        from: S,
        to: S,
        king: bool,
    ) -> Placement<S> {
        let Placement { mut sides, mut kings } = self;
        sides[seat] ^= from | to;
        if king {
            kings ^= from | to;
        } else {
            kings |= to & movement.last_row(seat);
        }
        Placement { sides, kings }
    }

    /// Returns the placement after a whole capture. `king` states whether the piece is a king when it
    /// arrives.
    #[inline(always)]
    pub(super) fn after_capture<M: MovementRulesOn<S>>(
        self,
        movement: M,
        seat: usize,
        capture: Capture<S>,
        king: bool,
    ) -> Placement<S> {
        let Placement { mut sides, mut kings } = self;
        let (from, to) = (S::one(capture.from), S::one(capture.to));
        // The piece can end on the square of a piece that it jumped (Draughts 5.5), so that piece is removed
        // first.
        sides[1 - seat] &= !capture.victims;
        sides[seat] = sides[seat] & !from | to;
        kings = kings & !(capture.victims | from) | if king { to } else { to & movement.last_row(seat) };
        Placement { sides, kings }
    }

    /// Whether each side has one piece, and `seat`, which is to move, has no jump (Draughts 10.2).
    #[inline(always)]
    pub(super) fn is_one_piece_each<M: MovementRulesOn<S>>(&self, movement: M, seat: usize) -> bool {
        let one = |side: S| !side.is_empty() && side.without_first().is_empty();
        one(self.sides[0])
            && one(self.sides[1])
            && !Candidates::of(movement, self, seat).has_jump::<M::Layout>()
    }
}

/// A position, its counters and the turns since the last progress.
///
/// Equality and hashing use what the position string contains, which determines the rest.
#[derive(Clone, Debug)]
pub struct State<S> {
    /// The pieces of each seat, including jumped pieces until they leave the board.
    pub(super) sides: [S; 2],
    /// The kings among them.
    pub(super) kings: S,
    /// The squares jumped in this turn so far.
    pub(super) jumped: S,
    /// The same squares in order: the first `num_jumps` entries.
    pub(super) sequence: [u8; MAX_JUMPS],
    /// The turns since the last progress: the first `history_len` entries (Draughts 11.5).
    pub(super) history: [QuietMove; MAX_QUIET as usize],
    /// Two Bloom filters of the positions since the last progress, indexed by hash: seen at least once, and
    /// seen at least twice.
    seen: [u64; 2],
    /// The hash of the position. It is read as four bytes together with its neighbors, so it must also be
    /// written as four bytes: otherwise store forwarding fails, and the load waits for all pending stores.
    hash: u32,
    pub(super) history_len: u8,
    pub(super) num_jumps: u8,
    /// The seat to act.
    pub(super) turn: Seat,
    /// The square of the piece that must continue its capture, or [`NO_SQUARE`].
    pub(super) capturing: u8,
    /// The number of turns without progress (Draughts 10.3).
    pub(super) quiet: u8,
    /// The count of the counted endings (Draughts 10.2).
    pub(super) count: u8,
    /// The draw that ended the game, unless the side to move has no step (Draughts 10.1 comes first).
    pub(super) draw: Option<Reason>,
}
pack_fields!([S: WordBitboard] State<S> {
    sides, kings, jumped, sequence, history, seen, hash, history_len, num_jumps, turn, capturing, quiet, count, draw,
});

impl<S: WordBitboard> State<S> {
    /// Returns a position at the beginning of a turn, without history.
    pub(super) fn new(sides: [S; 2], kings: S, turn: Seat) -> State<S> {
        State {
            sides,
            kings,
            jumped: S::EMPTY,
            sequence: [0; MAX_JUMPS],
            history: [QuietMove(0); MAX_QUIET as usize],
            seen: [1, 0],
            hash: 0,
            history_len: 0,
            num_jumps: 0,
            turn,
            capturing: NO_SQUARE,
            quiet: 0,
            count: 0,
            draw: None,
        }
    }

    /// Clears the capture in progress, which has ended, and the history.
    #[inline(always)]
    pub(super) fn clear_capture(&mut self) {
        (self.jumped, self.num_jumps, self.capturing) = (S::EMPTY, 0, NO_SQUARE);
        self.clear_history();
    }

    /// Returns the pieces on the board.
    #[inline(always)]
    pub(super) fn placement(&self) -> Placement<S> {
        Placement { sides: self.sides, kings: self.kings }
    }

    /// Returns the squares jumped in this turn, in order.
    pub(super) fn sequence(&self) -> &[u8] {
        &self.sequence[..self.num_jumps as usize]
    }

    /// Hashes everything except the counters and the history.
    pub(super) fn hash_placement(&self, hasher: &mut impl Hasher) {
        (self.sides, self.kings, self.turn, self.capturing).hash(hasher);
        self.sequence().hash(hasher);
    }

    /// Returns the turns since the last progress, oldest first.
    pub(super) fn history(&self) -> &[QuietMove] {
        &self.history[..self.history_len as usize]
    }

    /// Records a jump after which the turn continues.
    #[inline(always)]
    pub(super) fn record_jump(&mut self, over: u8) {
        self.jumped |= S::one(over);
        if let Some(next) = self.sequence.get_mut(self.num_jumps as usize) {
            *next = over;
            self.num_jumps += 1;
        }
    }

    /// Clears the history: progress cannot be undone, so no earlier position can occur again.
    #[inline(always)]
    pub(super) fn clear_history(&mut self) {
        self.quiet = 0;
        self.history_len = 0;
        self.hash = 0;
        self.seen = [1, 0];
    }

    /// Records a turn without progress by `seat`, after it was made.
    #[inline(always)]
    pub(super) fn record_quiet_move(&mut self, seat: usize, quiet: QuietMove) {
        let Some(next) = self.history.get_mut(self.history_len as usize) else { return };
        *next = quiet;
        self.history_len += 1;
        self.hash ^=
            u32::from(SQUARE_HASHES[seat][quiet.from() as usize] ^ SQUARE_HASHES[seat][quiet.to() as usize]);
        let bit = 1 << self.hash;
        self.seen[1] |= self.seen[0] & bit;
        self.seen[0] |= bit;
    }

    /// Whether this position may have occurred `times` times before. False positives are rare; there are no
    /// false negatives.
    #[inline(always)]
    pub(super) fn may_have_occurred(&self, times: u8) -> bool {
        // At least four turns separate two occurrences.
        self.history_len >= 4 * times && self.seen[1] >> self.hash & 1 == 1
    }

    /// Returns how often this position has occurred since the last progress, including now (Draughts 10.4).
    #[inline(always)]
    pub(super) fn occurrences(&self) -> u8 {
        if self.may_have_occurred(1) { self.count_occurrences() } else { 1 }
    }

    fn count_occurrences(&self) -> u8 {
        // The differences to the current position: squares of kings and men of each seat that were occupied
        // then but not now, or the reverse.
        let (mut kings, mut men) = ([S::EMPTY; 2], [S::EMPTY; 2]);
        let (mut seat, mut times) = (1 - self.turn.parity(), 1);
        for (back, quiet) in self.history().iter().rev().enumerate() {
            let squares = S::one(quiet.from()) ^ S::one(quiet.to());
            if quiet.man() {
                men[seat] ^= squares;
            } else {
                kings[seat] ^= squares;
            }
            seat = 1 - seat;
            let same = (kings[0] | kings[1] | men[0] | men[1]).is_empty();
            times += u8::from(back % 2 == 1 && same);
        }
        times
    }
}

impl<S: WordBitboard> State<S> {
    /// Whether the game is drawn (Draughts 10.2, 10.3).
    pub(crate) fn is_drawn(&self) -> bool {
        self.draw.is_some()
    }

    /// Returns the state with every square mapped by `target`, or `None` if a square has no image.
    pub(super) fn transform(&self, target: impl Fn(u8) -> Option<u8>) -> Option<State<S>> {
        let set = |set: S| {
            let mut image = Some(S::EMPTY);
            set.each(|square| image = image.zip(target(square)).map(|(set, to)| set | S::one(to)));
            image
        };
        let mut state = State::new([set(self.sides[0])?, set(self.sides[1])?], set(self.kings)?, self.turn);
        if self.capturing != NO_SQUARE {
            state.capturing = target(self.capturing)?;
        }
        for &square in self.sequence() {
            state.record_jump(target(square)?);
        }
        // Turns alternate, and the other seat made the last turn of the history.
        let first = self.turn.index() + usize::from(self.history_len);
        for (at, quiet) in self.history().iter().enumerate() {
            let seat = (first + at) & 1;
            state.record_quiet_move(
                seat,
                QuietMove::new(target(quiet.from())?, target(quiet.to())?, quiet.man()),
            );
        }
        (state.quiet, state.count, state.draw) = (self.quiet, self.count, self.draw);
        Some(state)
    }
}

/// Small hashes of a seat's pieces on squares, combined by exclusive or.
static SQUARE_HASHES: [[u8; 128]; 2] = square_hashes();

const fn square_hashes() -> [[u8; 128]; 2] {
    let mut square_hashes = [[0; 128]; 2];
    let (mut at, mut mixed) = (0, 0x9E37_79B9_7F4A_7C15_u64);
    while at < 256 {
        mixed ^= mixed << 13;
        mixed ^= mixed >> 7;
        mixed ^= mixed << 17;
        square_hashes[at / 128][at % 128] = (mixed >> 58) as u8;
        at += 1;
    }
    square_hashes
}

impl<S: WordBitboard> PartialEq for State<S> {
    fn eq(&self, other: &State<S>) -> bool {
        let small = |s: &State<S>| (s.turn, s.capturing, s.quiet, s.count);
        small(self) == small(other)
            && self.sides == other.sides
            && self.kings == other.kings
            && self.sequence() == other.sequence()
            && self.history() == other.history()
    }
}

impl<S: WordBitboard> Eq for State<S> {}

impl<S: WordBitboard> Hash for State<S> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.hash_placement(hasher);
        (self.quiet, self.count).hash(hasher);
        self.history().hash(hasher);
    }
}
