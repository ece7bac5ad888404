//! The steps since the last irreversible one: what repetition needs, and what the position string remembers
//! (Chess 9.2, Chess960 2.3.2).
//!
//! Beside each step stands a 16-bit key of the position before it. Keys are compared first; where they agree
//! the steps are taken back, and the boards compared, so that the answer is exact.

use super::bits::{Bits, bit};
use super::castling::{Spelling, has_stayed};
use super::men::{Kind, Men};
use super::rim::{Flat, Rim};
use super::step::{Deed, Named, Step};
use crate::board::Cell;
use crate::game::{FenError, Seat, shortened};
use std::hash::{Hash, Hasher};

/// The clock draws the game before there are more.
pub const MOST: usize = 100;

/// A reversible step: 6 bits from, 6 bits to, the kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Past(u16);

impl Past {
    #[inline(always)]
    fn of(step: Step) -> Past {
        Past(u16::from(step.from()) | u16::from(step.to()) << 6 | (mover(step) as u16) << 12)
    }

    /// The cell that the piece left.
    #[inline(always)]
    fn from(self) -> Cell {
        (self.0 & 63) as Cell
    }

    /// The cell that it went to.
    #[inline(always)]
    fn to(self) -> Cell {
        (self.0 >> 6 & 63) as Cell
    }

    /// What it is.
    #[inline(always)]
    fn kind(self) -> Kind {
        Kind::ALL[usize::from(self.0 >> 12).min(5)]
    }

    /// The step.
    pub fn step(self) -> Step {
        Step::new(self.from(), self.to(), Deed::Go(self.kind()))
    }

    /// Appends its two cells.
    pub fn write(self, spelling: Spelling, out: &mut String) {
        self.step().write(spelling, out);
    }
}

/// Reversible steps, oldest first. Equal if the steps are equal.
#[derive(Clone, Debug)]
pub struct History {
    length: u8,
    /// The key of the position now. Only differences between positions of one history count, so it starts
    /// from 0.
    key: u16,
    /// The key before each step.
    keys: [u16; MOST],
    steps: [Past; MOST],
}

/// Numbers without pattern for each seat, kind and cell.
static KEYS: [[[u16; 64]; 6]; 2] = {
    let (mut keys, mut at, mut seed) = ([[[0; 64]; 6]; 2], 0, 0u64);
    while at < 2 * 6 * 64 {
        // SplitMix64.
        seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (seed ^ seed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        keys[at / 384][at / 64 % 6][at % 64] = (mixed >> 48) as u16;
        at += 1;
    }
    keys
};

/// The kind of piece that made a reversible step.
#[inline(always)]
fn mover(step: Step) -> Kind {
    match step.deed() {
        Deed::Go(kind) => kind,
        _ => Kind::King,
    }
}

impl Default for History {
    fn default() -> History {
        History { length: 0, key: 0, keys: [0; MOST], steps: [Past(0); MOST] }
    }
}

impl History {
    /// The steps.
    pub fn steps(&self) -> &[Past] {
        &self.steps[..usize::from(self.length).min(MOST)]
    }

    /// Forgets everything: an irreversible step was made.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.length = 0;
        self.key = 0;
    }

    /// Adds a reversible step of `seat`.
    #[inline(always)]
    pub fn push(&mut self, seat: Seat, step: Step) {
        let at = usize::from(self.length);
        if at < MOST {
            self.steps[at] = Past::of(step);
            self.keys[at] = self.key;
            self.length += 1;
            let keys = &KEYS[(seat & 1) as usize][mover(step) as usize];
            self.key ^= keys[step.from() as usize] ^ keys[step.to() as usize];
        }
    }

    /// How many earlier positions, with the same seat to act, have the key of the one now.
    #[inline(always)]
    fn candidates(&self) -> usize {
        let length = usize::from(self.length).min(MOST);
        // Positions with the same seat to act lie an even number of steps back; the first that can be equal
        // is four back.
        let (mut count, mut at) = (0, length);
        while at >= 4 {
            at -= 2;
            count += usize::from(self.keys[at - 2] == self.key);
        }
        count
    }

    /// Whether the position has come about for the third time, `men` being the board now.
    #[inline(always)]
    pub fn is_third(&self, seat: Seat, men: &Men) -> bool {
        self.length >= 8 && self.candidates() >= 2 && self.earlier(seat, men) >= 2
    }

    /// How often the position has come about before since the last irreversible step; `seat` is to act, on
    /// `men`.
    pub fn earlier(&self, seat: Seat, men: &Men) -> usize {
        if self.length < 4 || self.candidates() == 0 {
            return 0;
        }
        let (mut board, mut mover_seat, mut count) = (*men, seat & 1, 0);
        for &step in self.steps().iter().rev() {
            mover_seat ^= 1;
            board.toggle(mover_seat, step.kind(), bit(step.from()) | bit(step.to()));
            count += usize::from(mover_seat == seat & 1 && board == *men);
        }
        count
    }

    /// Appends the field: steps joined by commas, or `-`.
    pub fn write(&self, out: &mut String) {
        for (at, step) in self.steps().iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            step.write(Spelling::TwoFiles, out);
        }
        if self.length == 0 {
            out.push('-');
        }
    }

    /// Reads the field: every step must be one that could have been made, and can be taken back, from the
    /// board as it stands now, with `seat` to act and the castling rights `rights`.
    pub fn read(field: &str, seat: Seat, men: &Men, rights: Bits) -> Result<History, FenError> {
        History::read_on::<Flat>(field, seat, men, rights)
    }

    /// The same on a board with that rim.
    pub fn read_on<R: Rim>(field: &str, seat: Seat, men: &Men, rights: Bits) -> Result<History, FenError> {
        let mut history = History::default();
        if field == "-" {
            return Ok(history);
        }
        let refused = |text: &str, problem: &str| {
            Err(FenError::field("history", field, format!("'{}' {problem}", shortened(text))))
        };
        let (mut board, mut steps, mut mover_seat) = (*men, Vec::new(), seat & 1);
        for text in field.rsplit(',') {
            mover_seat ^= 1;
            let Some(Named { from, to, promotion: None }) = Named::read(text) else {
                return refused(text, "is no step; expected 'g1f3,g8f6' or '-'");
            };
            let kind = match board.kind_at(to) {
                Some(kind) if board.side(mover_seat) & bit(to) != 0 => kind,
                _ => return refused(text, "cannot be taken back: the piece is not there"),
            };
            if board.occupied() & bit(from) != 0 {
                return refused(text, "cannot be taken back: its first cell is not empty");
            }
            let reach = match kind {
                Kind::Pawn => return refused(text, "is a pawn move, which no history holds"),
                Kind::Knight => R::leaps(from),
                Kind::King => R::near(from),
                Kind::Bishop => R::diagonal(from, board.occupied()),
                Kind::Rook => R::straight(from, board.occupied()),
                Kind::Queen => R::diagonal(from, board.occupied()) | R::straight(from, board.occupied()),
            };
            if reach & bit(to) == 0 {
                return refused(text, "cannot be taken back: the piece does not move so");
            }
            if !has_stayed(rights, mover_seat, kind, to) {
                return refused(text, "moved a king or rook that may still castle");
            }
            board.toggle(mover_seat, kind, bit(from) | bit(to));
            steps.push(Step::new(from, to, Deed::Go(kind)));
            if steps.len() > MOST {
                return refused(text, "is one step too many: the clock draws the game before");
            }
        }
        for step in steps.into_iter().rev() {
            history.push(mover_seat, step);
            mover_seat ^= 1;
        }
        Ok(history)
    }

    /// The same steps, each cell turned by `turn`.
    pub fn map(&self, seat: Seat, turn: impl Fn(u8) -> u8) -> History {
        let mut mapped = History::default();
        let first = (seat ^ self.length) & 1;
        for (seat, step) in (first..).zip(self.steps()) {
            let (from, to) = (turn(step.from()), turn(step.to()));
            mapped.push(seat & 1, Step::new(from, to, Deed::Go(step.kind())));
        }
        mapped
    }
}

impl PartialEq for History {
    fn eq(&self, other: &History) -> bool {
        self.steps() == other.steps()
    }
}

impl Eq for History {}

impl Hash for History {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.steps().hash(state);
    }
}
