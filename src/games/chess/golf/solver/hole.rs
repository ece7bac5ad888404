//! A hole: a board and the captures to make on it (Golf 7E), and its packed key.

use crate::board::Cell;
use crate::game::roles::*;
use crate::game::{FenError, Spec, illegal_step_message};
use crate::games::chess::golf::course::{self, Phase, State, pile_of};
use crate::games::chess::golf::explain::{self, explain_move, written};
use crate::games::chess::golf::goal::{Goal, of_type};
use crate::games::chess::golf::layout::{CARDS, TYPES};
use crate::games::chess::golf::moves::{Movers, Moves, of_piece};
use crate::games::chess::golf::{Golf, notation, validate};
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells};
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::piles::{Card, OF_EACH, Pile};
use crate::games::chess::kit::placement;
use crate::games::chess::kit::step::{Step, UciMove};

/// A board and the captures that are still to be made on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hole {
    /// The pieces.
    pub pieces: Pieces,
    /// The cards still to be struck off, and the taker once there is one.
    pub goal: Goal,
}

impl Hole {
    /// Reads a hole: the placement of its pieces, and the letters of the chosen cards, two at least.
    ///
    /// # Errors
    ///
    /// Returns [`FenError::Field`] if a text is not valid, or if the board has fewer pieces than cards of a
    /// type.
    ///
    /// # Examples
    ///
    /// ```
    /// use plyground::games::chess::golf::solver::Hole;
    /// assert!(Hole::read("2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2", "Kb").is_ok());
    /// assert!(Hole::read("2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2", "KK").is_err());
    /// ```
    pub fn read(board: &str, chosen: &str) -> Result<Hole, FenError> {
        let pieces = notation::read_board("board", board)?;
        let cards = notation::read_cards("chosen cards", chosen)?;
        if cards.count() < 2 {
            return Err(FenError::field("chosen cards", chosen, "expected at least two cards (7A.4)"));
        }
        if let Some(card) = validate::more_than(cards, pile_of(&pieces)) {
            let problem = format!("there are fewer pieces {} on the board than cards", card.letter());
            return Err(FenError::field("chosen cards", chosen, problem));
        }
        Ok(Hole { pieces, goal: Goal::of(cards) })
    }

    /// Returns the current hole of a course, given the game and its position string.
    ///
    /// # Errors
    ///
    /// Returns a message if the game is not Chess Golf, if the position string is not valid, or if there is
    /// no current hole.
    pub fn from_course_fen(spec: &Spec, fen: &str) -> Result<Hole, String> {
        let Some(golf) = Golf::named(&spec.id, &spec.options, spec.frame) else {
            return Err(format!("only variants of Chess Golf have holes to solve, got {}", spec.id));
        };
        Hole::of(&golf.read_fen(fen).map_err(|error| error.to_string())?)
    }

    /// Returns the current hole of a course.
    ///
    /// # Errors
    ///
    /// Returns a message if the cards of the hole are not drawn yet, or if the hole or the course is over.
    pub fn of(state: &State) -> Result<Hole, String> {
        match state.phase {
            Phase::Bid => Ok(Hole { pieces: state.pieces, goal: Goal::of(state.cards) }),
            Phase::Play => Ok(Hole { pieces: state.pieces, goal: state.goal }),
            Phase::Level | Phase::Draw => Err("the cards of the hole must be drawn first (7B.2)".into()),
            Phase::Place => Err("the hole is over: captured pieces are being put back (7B.2)".into()),
            Phase::End => Err("the course is over".into()),
        }
    }

    /// Returns the placement of the pieces.
    pub fn board(&self) -> String {
        let mut out = String::new();
        placement::write_pieces(&self.pieces, &mut out);
        out
    }

    /// Returns the letters of the cards left, in their order.
    pub fn cards(&self) -> String {
        written(self.goal.left)
    }

    /// Returns the step that a text names.
    ///
    /// # Errors
    ///
    /// Returns a message that states why the step is not legal here.
    pub fn read_step(&self, text: &str) -> Result<Step, String> {
        let Some(UciMove { from, to, promotion: None }) = UciMove::read(text) else {
            return Err(illegal_step_message(text, Some(explain::UNNAMED), ""));
        };
        let step = of_piece(&self.pieces, from, to);
        let stands = self.pieces.occupied() & bit(from) != 0;
        if stands && Moves::of(&self.pieces, &self.goal).has(&self.pieces, step) {
            return Ok(step);
        }
        Err(illegal_step_message(text, Some(&explain_move(&self.pieces, &self.goal, from, to)), ""))
    }

    /// Moves a piece.
    #[inline(always)]
    pub fn make(&mut self, step: Step) {
        course::make(&mut self.pieces, &mut self.goal, step.from(), step.to());
    }

    /// Returns the hole after a move.
    #[inline(always)]
    pub fn after(mut self, step: Step) -> Hole {
        self.make(step);
        self
    }

    /// Calls `visit` for each capture with its two cells and the hole after it.
    #[inline(always)]
    pub fn each_capture(&self, movers: &Movers, mut visit: impl FnMut(Cell, Cell, Hole)) {
        movers.each_taker(&self.pieces, &self.goal, |from, taken| {
            for to in cells(taken) {
                let mut next = *self;
                course::make(&mut next.pieces, &mut next.goal, from, to);
                visit(from, to, next);
            }
        });
    }

    /// Whether there are pieces for all cards that are left.
    pub fn has_pieces_for_cards(&self) -> bool {
        let taker = self.goal.taker.is_none_or(|taker| of_type(&self.pieces, taker) != 0);
        taker && validate::more_than(self.goal.left, pile_of(&self.pieces)).is_none()
    }
}

/// A hole in 16 bytes: the cells of the pieces of each type, seven bits for each piece, then the taker. The
/// cards that are left follow from the missing pieces.
pub type Key = u128;

/// The number of bits of a piece: its cell, or that it is missing.
const PIECE_BITS: u32 = 7;
/// The lowest bit of the taker.
const TAKER_SHIFT: u32 = 16 * PIECE_BITS;

/// The lowest bit of the pieces of each type, by the number of its card.
const SHIFTS: [u32; 2 * OF_EACH] = {
    let (mut shifts, mut at, mut next) = ([0; 2 * OF_EACH], 0, 0);
    while at < TYPES {
        shifts[CARDS[at].number()] = next;
        next += if is_single(CARDS[at]) { PIECE_BITS } else { 2 * PIECE_BITS };
        at += 1;
    }
    assert!(next == TAKER_SHIFT);
    shifts
};

/// Whether a type has one piece, and not two.
const fn is_single(card: Card) -> bool {
    card.number() % OF_EACH >= Kind::Queen as usize
}

/// Returns the bits of the pieces of a type, lowest cell first. A piece without its twin is stored twice.
#[inline(always)]
const fn packed(set: Bitboard, card: Card) -> Key {
    let low = set.trailing_zeros() as Key;
    let high = (63 ^ (set | 1).leading_zeros()) as Key;
    (if is_single(card) { low } else { low | high << PIECE_BITS }) << SHIFTS[card.number()]
}

/// Returns the key of a hole.
#[inline(always)]
pub fn pack(hole: &Hole) -> Key {
    let taker = hole.goal.taker.map_or(0, |card| card.number() as Key + 1) << TAKER_SHIFT;
    CARDS.into_iter().fold(taker, |key, card| key | packed(of_type(&hole.pieces, card), card))
}

/// Returns the key after a move of a piece of a type.
#[inline(always)]
pub fn key_after(key: Key, set: Bitboard, step: (Cell, Cell), card: Card) -> Key {
    let now = set ^ bit(step.0) ^ bit(step.1);
    key ^ packed(set, card) ^ packed(now, card)
}

/// Unpacks the keys of positions that follow from one hole.
#[derive(Clone, Copy, Debug)]
pub struct Unpacker {
    goal: Goal,
    pieces: Pile,
    count: u32,
}

impl Unpacker {
    /// Returns the unpacker for positions that follow from this hole.
    pub fn of(hole: &Hole) -> Unpacker {
        Unpacker {
            goal: hole.goal,
            pieces: pile_of(&hole.pieces),
            count: hole.pieces.occupied().count_ones(),
        }
    }

    /// Returns the hole with a key.
    #[inline(always)]
    pub fn unpack(&self, key: Key) -> Hole {
        let mut pieces = Pieces::default();
        for card in CARDS {
            let pair = (key >> SHIFTS[card.number()]) as u32;
            let (low, high) = (pair & 127, pair >> PIECE_BITS & 127);
            let mut set = bit(low as Cell);
            if !is_single(card) {
                set |= bit(high as Cell);
            }
            if let Some(kind) = card.kind().filter(|_| low < 64) {
                pieces.toggle(card.seat(), kind, set);
            }
        }
        let goal =
            if pieces.occupied().count_ones() == self.count { self.goal } else { self.struck(&pieces, key) };
        Hole { pieces, goal }
    }

    /// Returns the goal when some pieces are missing.
    fn struck(&self, pieces: &Pieces, key: Key) -> Goal {
        let taker = (key >> TAKER_SHIFT) as usize;
        let taker = taker.checked_sub(1).map(Card::new);
        let mut left = self.goal.left;
        if self.goal.taker.is_none() {
            taker.into_iter().for_each(|card| left.take(card));
        }
        for (card, many) in self.pieces.cards() {
            (of_type(pieces, card).count_ones()..many.into()).for_each(|_| left.take(card));
        }
        Goal { taker, left }
    }
}
