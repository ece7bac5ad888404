//! Repetition: the steps since the last irreversible one, which the position string holds (Chess 9.2,
//! Chess960 2.3.2).
//!
//! Each step is stored with a 16-bit key of the position before it. If keys agree, the steps are undone and
//! the boards compared, so that the answer is exact.

mod board;

use super::bitboard::Bitboard;
use super::castling::CastlingNotation;
use super::pieces::Kind;
use super::position::Position;
use super::step::{MoveKind, Step, UciMove};
use crate::board::Cell;
use crate::game::{FenError, Reason, Seat};
use crate::packing::pack_fields;
use crate::truncate::truncate;
use board::NO_STEP;
use std::hash::{Hash, Hasher};

pub use board::{PiecesOn, ReversibleBoard, goes_back};

/// The clock at which games are drawn (Chess 9.3, Chess960 2.3.1).
pub const CLOCK_END: u8 = 100;
/// The clock draws the game before there are more.
pub const MOST: usize = CLOCK_END as usize;

/// The step of a seat that passes.
pub const PASS: Step = Step::choice(0);

/// A reversible step: 6 bits from, 6 bits to, the kind of piece, or behind all kinds [`PASS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reversible(u16);
pack_fields!(Reversible { 0 });

impl Reversible {
    #[inline(always)]
    fn of(step: Step) -> Reversible {
        let kind = if step.is_choice() { Kind::ALL.len() } else { mover(step) as usize };
        Reversible(u16::from(step.from()) | u16::from(step.to()) << 6 | (kind as u16) << 12)
    }

    /// The step.
    #[inline(always)]
    fn step(self) -> Step {
        match Kind::ALL.get(usize::from(self.0 >> 12)) {
            Some(&kind) => {
                Step::new((self.0 & 63) as Cell, (self.0 >> 6 & 63) as Cell, MoveKind::Normal(kind))
            }
            None => PASS,
        }
    }

    /// Appends its two cells, or `pass`.
    pub fn write(self, out: &mut String) {
        match self.step() {
            PASS => out.push_str("pass"),
            step => step.write(CastlingNotation::TwoFiles, out),
        }
    }
}

/// Reversible steps, oldest first. Equal if the steps are equal.
#[derive(Clone, Debug)]
pub struct ReversibleSteps {
    length: u8,
    /// The key of the position now. Only differences between positions of one history count, so it starts
    /// from 0.
    key: u16,
    /// The key before each step.
    keys: [u16; MOST],
    steps: [Reversible; MOST],
}
pack_fields!(ReversibleSteps { length, key, keys, steps });

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
    match step.move_kind() {
        MoveKind::Normal(kind) => kind,
        MoveKind::DoublePush => Kind::Pawn,
        _ => Kind::King,
    }
}

impl Default for ReversibleSteps {
    fn default() -> ReversibleSteps {
        ReversibleSteps { length: 0, key: 0, keys: [0; MOST], steps: [Reversible(0); MOST] }
    }
}

impl ReversibleSteps {
    /// The steps.
    pub fn steps(&self) -> &[Reversible] {
        &self.steps[..usize::from(self.length).min(MOST)]
    }

    /// Removes all steps, after an irreversible step.
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
            self.steps[at] = Reversible::of(step);
            self.keys[at] = self.key;
            self.length += 1;
            let keys = &KEYS[seat.parity()][mover(step) as usize];
            self.key ^= keys[step.from() as usize] ^ keys[step.to() as usize];
        }
    }

    /// Returns how many earlier positions with the same seat to act have the key of the current position.
    #[inline(always)]
    fn candidates(&self, round: u8) -> usize {
        let length = usize::from(self.length).min(MOST);
        // Positions with the same seat to act lie whole rounds back; the first that can be equal is four
        // steps back.
        let (mut count, mut at, round) = (0, length, usize::from(round));
        while at >= 4 {
            at -= round;
            count += usize::from(self.keys[at + round - 4] == self.key);
        }
        count
    }

    /// Returns whether the position occurs for the third time.
    #[inline(always)]
    pub fn is_threefold<B: ReversibleBoard>(&self, seat: Seat, now: &B) -> bool {
        self.length >= 8 && self.candidates(B::PERIOD) >= 2 && self.count(seat, now) >= 2
    }

    /// Returns how often the position has occurred before, since the last irreversible step.
    pub fn count<B: ReversibleBoard>(&self, seat: Seat, now: &B) -> usize {
        if self.length < 4 || self.candidates(B::PERIOD) == 0 {
            return 0;
        }
        let (mut board, mut to_act, mut count) = (*now, seat.modulo(B::PERIOD), 0);
        for &step in self.steps().iter().rev() {
            to_act = to_act.previous(B::PERIOD);
            board.undo(to_act, step.step());
            count += usize::from(to_act == seat.modulo(B::PERIOD) && board == *now);
        }
        count
    }

    /// Appends the field: steps joined by commas, or `-`.
    pub fn write(&self, out: &mut String) {
        for (at, step) in self.steps().iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            step.write(out);
        }
        if self.length == 0 {
            out.push('-');
        }
    }

    /// Reads the field. Each step must be possible, and reversible from the current board, with `seat` to act
    /// and the castling rights `rights`.
    ///
    /// # Errors
    ///
    /// Returns [`FenError::Field`] if a step is not one, cannot be undone, or is one too many.
    pub fn read<B: ReversibleBoard>(
        field: &str,
        seat: Seat,
        now: &B,
        rights: Bitboard,
    ) -> Result<ReversibleSteps, FenError> {
        let mut history = ReversibleSteps::default();
        if field == "-" {
            return Ok(history);
        }
        let (mut board, mut steps, mut to_act) = (*now, Vec::new(), seat.modulo(B::PERIOD));
        for text in field.rsplit(',') {
            to_act = to_act.previous(B::PERIOD);
            let step = match UciMove::read(text) {
                _ if text == "pass" => board.reverse_pass(to_act).map(|()| PASS),
                Some(UciMove { from, to, promotion: None }) => board.reverse_step(to_act, from, to, rights),
                _ => Err(NO_STEP),
            };
            let refused =
                |problem: &str| FenError::field("history", field, format!("'{}' {problem}", truncate(text)));
            let step = step.map_err(refused)?;
            board.undo(to_act, step);
            steps.push(step);
            if steps.len() > MOST {
                return Err(refused("is one step too many: the clock would have ended the game"));
            }
        }
        for step in steps.into_iter().rev() {
            history.push(to_act, step);
            to_act = to_act.next(B::PERIOD);
        }
        Ok(history)
    }

    /// The same steps, each cell turned by `turn`.
    pub fn map(&self, seat: Seat, turn: impl Fn(u8) -> u8) -> ReversibleSteps {
        let mut mapped = ReversibleSteps::default();
        let mut to_act = if self.length & 1 == 0 { seat } else { seat.other() };
        for step in self.steps() {
            let step = step.step();
            mapped.push(to_act, Step::new(turn(step.from()), turn(step.to()), step.move_kind()));
            to_act = to_act.other();
        }
        mapped
    }
}

impl PartialEq for ReversibleSteps {
    fn eq(&self, other: &ReversibleSteps) -> bool {
        self.steps() == other.steps()
    }
}

impl Eq for ReversibleSteps {}

impl Hash for ReversibleSteps {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.steps().hash(state);
    }
}

/// The reversible steps of a game, and whether the position occurs for the third time, which follows from
/// them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct RepetitionHistory {
    third: bool,
    history: ReversibleSteps,
}
pack_fields!(RepetitionHistory { third, history });

impl RepetitionHistory {
    /// Whether the position has occurred for the third time.
    #[inline(always)]
    pub fn is_threefold(&self) -> bool {
        self.third
    }

    /// How often it has occurred before.
    #[inline(always)]
    pub fn count<B: ReversibleBoard>(&self, seat: Seat, now: &B) -> usize {
        self.history.count(seat, now)
    }

    /// Adds a step of `seat` that led to the board `now`. An irreversible step (`None`) clears the history.
    #[inline(always)]
    pub fn add<B: ReversibleBoard>(&mut self, seat: Seat, reversible: Option<Step>, now: &B) {
        self.third = false;
        if let Some(step) = reversible {
            self.history.push(seat, step);
            self.third = self.history.is_threefold(seat.next(B::PERIOD), now);
        } else {
            self.history.clear();
        }
    }

    /// Returns the number of steps that can be undone.
    pub fn length(&self) -> usize {
        self.history.steps().len()
    }

    /// Appends the field of the history.
    pub fn write(&self, out: &mut String) {
        self.history.write(out);
    }

    /// Reads the field of the history, of a game that stands so, with `seat` to act.
    ///
    /// # Errors
    ///
    /// Returns [`FenError::Field`] if a step cannot be undone, or if there are more steps than the clock and
    /// the en passant square allow.
    pub fn read<B: ReversibleBoard>(
        field: &str,
        seat: Seat,
        position: &Position,
        now: &B,
    ) -> Result<RepetitionHistory, FenError> {
        let history = ReversibleSteps::read(field, seat, now, position.rights)?;
        if history.steps().len() > usize::from(position.clock) {
            let problem = format!("expected at most {} steps, the value of the clock", position.clock);
            return Err(FenError::field("history", field, problem));
        }
        if position.ep_square != 0 && !history.steps().is_empty() {
            let problem = "expected '-' after the double step of a pawn that can be captured en passant";
            return Err(FenError::field("history", field, problem));
        }
        Ok(RepetitionHistory { third: history.is_threefold(seat, now), history })
    }

    /// The same, each cell turned by `turn`, `seat` being to act.
    pub fn map(&self, seat: Seat, turn: impl Fn(Cell) -> Cell) -> RepetitionHistory {
        RepetitionHistory { history: self.history.map(seat, turn), ..*self }
    }

    /// The same on the board mirrored left to right.
    pub fn mirrored(&self, seat: Seat) -> RepetitionHistory {
        self.map(seat, |cell| cell ^ 7)
    }

    /// The draw that holds, in the order of Chess960 2.3.4: by material that is dead, by the clock, by
    /// repetition.
    pub fn draw(&self, dead: bool, clock: u8) -> Option<Reason> {
        let draws = [
            (dead, Reason::Insufficient),
            (clock >= CLOCK_END, Reason::NoProgress),
            (self.third, Reason::Repetition),
        ];
        draws.into_iter().find_map(|(holds, reason)| holds.then_some(reason))
    }
}
