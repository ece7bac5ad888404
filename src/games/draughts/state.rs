//! A position with everything that the rules remember.

use super::layout::{Bits, Layout};
use super::movement::ArticlesOn;
use super::rules::MOST_QUIET;
use super::steps::Reach;
use super::turns::Capture;
use crate::game::Reason;
use std::hash::{Hash, Hasher};

/// Stands for 'no square'.
pub const NONE: u8 = u8::MAX;

/// No board has more squares, and no square is jumped twice in a turn.
pub(super) const MOST_JUMPS: usize = 72;

/// One choice: a move, or one jump of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    pub(super) from: u8,
    pub(super) to: u8,
    /// The square jumped; [`NONE`] for a move.
    pub(super) over: u8,
}

impl Step {
    /// Whether it is a jump.
    pub fn is_jump(self) -> bool {
        self.over != NONE
    }
}

/// A turn without progress, for taking back.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuietMove(u16);

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

    /// What the position string says of it; the board tells the rest.
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

/// What stands where, and nothing else.
#[derive(Clone, Copy)]
pub(super) struct Placement<S> {
    /// The pieces of each seat.
    pub(super) sides: [S; 2],
    /// The kings among them.
    pub(super) kings: S,
}

impl<S: Bits> Placement<S> {
    /// The squares without a piece.
    #[inline(always)]
    pub(super) fn empty<L: Layout<Set = S>>(&self) -> S {
        L::BOARD & !(self.sides[0] | self.sides[1])
    }

    /// After a move, and crowning (Draughts 6.1).
    #[inline(always)]
    pub(super) fn moved<M: ArticlesOn<S>>(
        self,
        articles: M,
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
            kings |= to & articles.last_row(seat);
        }
        Placement { sides, kings }
    }

    /// After a whole capture; `king` tells whether the piece is a king when it arrives.
    #[inline(always)]
    pub(super) fn captured<M: ArticlesOn<S>>(
        self,
        articles: M,
        seat: usize,
        capture: Capture<S>,
        king: bool,
    ) -> Placement<S> {
        let Placement { mut sides, mut kings } = self;
        let (from, to) = (S::one(capture.from), S::one(capture.to));
        // The piece may end where one was that it jumped (Draughts 5.5): that one leaves first.
        sides[1 - seat] &= !capture.victims;
        sides[seat] = sides[seat] & !from | to;
        kings = kings & !(capture.victims | from) | if king { to } else { to & articles.last_row(seat) };
        Placement { sides, kings }
    }

    /// Whether each side has one piece, and `seat`, which is to move, no jump (Draughts 10.2).
    #[inline(always)]
    pub(super) fn one_each<M: ArticlesOn<S>>(&self, articles: M, seat: usize) -> bool {
        let one = |side: S| !side.is_empty() && side.without_first().is_empty();
        one(self.sides[0]) && one(self.sides[1]) && !Reach::of(articles, self, seat).jumps::<M::Layout>()
    }
}

/// A position, its counters and the turns since the last progress.
///
/// Equality and hashing look at what the position string says, which determines the rest.
#[derive(Clone, Debug)]
pub struct State<S> {
    /// The pieces of each seat; jumped pieces are there until they leave the board.
    pub(super) sides: [S; 2],
    /// The kings among them.
    pub(super) kings: S,
    /// The squares jumped in this turn so far.
    pub(super) jumped: S,
    /// The same, in order: the first `jumps` of them.
    pub(super) sequence: [u8; MOST_JUMPS],
    /// The turns since the last progress: the first `past` of them (Draughts 11.5).
    pub(super) history: [QuietMove; MOST_QUIET as usize],
    /// Positions since the last progress, each a bit by a hash of the pieces: met once or more, met twice or
    /// more.
    met: [u64; 2],
    /// The hash of this position. (It is read in four bytes, and so must be written in four: a load that
    /// finds only a part of what it wants among the stores under way waits until all of them are through, the
    /// rows of observations too.)
    key: u32,
    pub(super) past: u8,
    pub(super) jumps: u8,
    /// The seat to act.
    pub(super) turn: u8,
    /// The square of the piece that must go on, or [`NONE`].
    pub(super) at: u8,
    /// Turns without progress (Draughts 10.3).
    pub(super) quiet: u8,
    /// The count of the counted endings (Draughts 10.2).
    pub(super) count: u8,
    /// The draw that ended the game, unless the side to move has no step (Draughts 10.1 comes first).
    pub(super) draw: Option<Reason>,
}

impl<S: Bits> State<S> {
    /// A position at the beginning of a turn, without a past.
    pub(super) fn new(sides: [S; 2], kings: S, turn: u8) -> State<S> {
        State {
            sides,
            kings,
            jumped: S::EMPTY,
            sequence: [0; MOST_JUMPS],
            history: [QuietMove(0); MOST_QUIET as usize],
            met: [1, 0],
            key: 0,
            past: 0,
            jumps: 0,
            turn,
            at: NONE,
            quiet: 0,
            count: 0,
            draw: None,
        }
    }

    /// Forgets the capture in progress, which has ended, and what came before it.
    #[inline(always)]
    pub(super) fn forget_capture(&mut self) {
        (self.jumped, self.jumps, self.at) = (S::EMPTY, 0, NONE);
        self.forget();
    }

    /// What stands where.
    #[inline(always)]
    pub(super) fn placement(&self) -> Placement<S> {
        Placement { sides: self.sides, kings: self.kings }
    }

    /// The squares jumped in this turn, in order.
    pub(super) fn sequence(&self) -> &[u8] {
        &self.sequence[..self.jumps as usize]
    }

    /// The turns since the last progress, oldest first.
    pub(super) fn history(&self) -> &[QuietMove] {
        &self.history[..self.past as usize]
    }

    /// Notes a jump of a turn that goes on.
    #[inline(always)]
    pub(super) fn note_jump(&mut self, over: u8) {
        self.jumped |= S::one(over);
        if let Some(next) = self.sequence.get_mut(self.jumps as usize) {
            *next = over;
            self.jumps += 1;
        }
    }

    /// Forgets the past: what was progress cannot be undone, and so no earlier position can come again.
    #[inline(always)]
    pub(super) fn forget(&mut self) {
        self.quiet = 0;
        self.past = 0;
        self.key = 0;
        self.met = [1, 0];
    }

    /// Notes a turn without progress by `seat`, already made.
    #[inline(always)]
    pub(super) fn remember(&mut self, seat: usize, quiet: QuietMove) {
        let Some(next) = self.history.get_mut(self.past as usize) else { return };
        *next = quiet;
        self.past += 1;
        self.key ^= u32::from(KEYS[seat][quiet.from() as usize] ^ KEYS[seat][quiet.to() as usize]);
        let bit = 1 << self.key;
        self.met[1] |= self.met[0] & bit;
        self.met[0] |= bit;
    }

    /// Whether this position may have been there so many times before: almost always false, and never false
    /// if it was.
    #[inline(always)]
    pub(super) fn may_have_been(&self, times: u8) -> bool {
        // Four turns are the least between two occurrences.
        self.past >= 4 * times && self.met[1] >> self.key & 1 == 1
    }

    /// How often this position has been there since the last progress, this time included (Draughts 10.4).
    #[inline(always)]
    pub(super) fn occurrences(&self) -> u8 {
        if self.may_have_been(1) { self.counted_occurrences() } else { 1 }
    }

    fn counted_occurrences(&self) -> u8 {
        // What has changed hands since: kings and men of each seat on squares where they were not, or no
        // more.
        let (mut kings, mut men) = ([S::EMPTY; 2], [S::EMPTY; 2]);
        let (mut seat, mut times) = (1 - (self.turn & 1) as usize, 1);
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

impl<S: Bits> State<S> {
    /// Whether the game is drawn (Draughts 10.2, 10.3).
    pub(crate) fn is_drawn(&self) -> bool {
        self.draw.is_some()
    }

    /// The state with every square moved to where `turn` says; none if it says nothing.
    pub(super) fn transformed(&self, turn: impl Fn(u8) -> Option<u8>) -> Option<State<S>> {
        let set = |set: S| {
            let mut turned = Some(S::EMPTY);
            set.each(|square| turned = turned.zip(turn(square)).map(|(set, to)| set | S::one(to)));
            turned
        };
        let mut state = State::new([set(self.sides[0])?, set(self.sides[1])?], set(self.kings)?, self.turn);
        if self.at != NONE {
            state.at = turn(self.at)?;
        }
        for &square in self.sequence() {
            state.note_jump(turn(square)?);
        }
        // Turns alternate, and the last of the past was the other seat's.
        let first = (self.turn + self.past) & 1;
        for (at, quiet) in self.history().iter().enumerate() {
            let seat = (first as usize + at) & 1;
            state.remember(seat, QuietMove::new(turn(quiet.from())?, turn(quiet.to())?, quiet.man()));
        }
        (state.quiet, state.count, state.draw) = (self.quiet, self.count, self.draw);
        Some(state)
    }
}

/// Small hashes of a seat's pieces on squares, to be combined by exclusive or.
static KEYS: [[u8; 128]; 2] = keys();

const fn keys() -> [[u8; 128]; 2] {
    let mut keys = [[0; 128]; 2];
    let (mut at, mut mixed) = (0, 0x9E37_79B9_7F4A_7C15_u64);
    while at < 256 {
        mixed ^= mixed << 13;
        mixed ^= mixed >> 7;
        mixed ^= mixed << 17;
        keys[at / 128][at % 128] = (mixed >> 58) as u8;
        at += 1;
    }
    keys
}

impl<S: Bits> PartialEq for State<S> {
    fn eq(&self, other: &State<S>) -> bool {
        let small = |s: &State<S>| (s.turn, s.at, s.quiet, s.count);
        small(self) == small(other)
            && self.sides == other.sides
            && self.kings == other.kings
            && self.sequence() == other.sequence()
            && self.history() == other.history()
    }
}

impl<S: Bits> Eq for State<S> {}

impl<S: Bits> Hash for State<S> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.sides, self.kings, self.turn, self.at, self.quiet, self.count).hash(hasher);
        self.sequence().hash(hasher);
        self.history().hash(hasher);
    }
}
