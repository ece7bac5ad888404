//! The parts of a turn: move, throw, card, draw (Tar Pit T3, T5 to T11).

use super::{CARD, DISCARD, DRAW, FRONT, PASS, RETURN, State, TAR, THROW};
use crate::board::Cell;
use crate::game::Seat;
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells, own_rank};
use crate::games::chess::kit::legal_moves::ChoiceSet;
use crate::games::chess::kit::lines::{KING_ATTACKS, PAWN_ATTACKS};
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::piles::{Card, OF_EACH};
use crate::games::chess::kit::step::{MoveKind, Step};
use crate::packing::{FieldBytes, PackFields};

/// Where a turn stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Phase {
    /// At its beginning.
    #[default]
    Move,
    /// The piece on a cell has moved and is carrying.
    Throw(Cell),
    /// A card may be played.
    Card,
    /// That card has been played, and a checker comes under a piece.
    Extra(Card),
    /// The other seat gives up a checker.
    Return,
    /// The other seat discards a card.
    Discard,
    /// Cards are drawn.
    Draw,
}

// SAFETY: the tag is the first byte (`repr(u8)`), and the fields are copied.
unsafe impl PackFields for Phase {
    const BYTES: usize = 1;

    #[inline]
    fn pack_fields(&self, bytes: &mut FieldBytes<'_>) {
        bytes.copy_tag(self);
        match self {
            Phase::Throw(cell) => bytes.copy(cell),
            Phase::Extra(card) => bytes.copy(card),
            Phase::Move | Phase::Card | Phase::Return | Phase::Discard | Phase::Draw => {}
        }
    }
}

impl State {
    /// The seat whose turn it is.
    #[inline(always)]
    pub fn owner(&self) -> Seat {
        let elsewhere = matches!(self.extra.phase, Phase::Return | Phase::Discard);
        let seat = self.position.seat.of_two();
        if elsewhere { seat.other() } else { seat }
    }

    /// The pieces under which the owner of the turn may not put a checker: the enemy would be tarred, and
    /// crawl on to attack the king (T11).
    ///
    /// A checker of one's own under another piece never makes it attack more than before, and the king is in
    /// no check yet.
    #[inline(always)]
    pub fn unsafe_to_tar(&self) -> Bitboard {
        let (pieces, seat) = (&self.position.pieces, self.owner());
        let crawlers = pieces.side(seat.other()) & !pieces.kind(Kind::Pawn) & !own_rank(seat.other(), 8);
        PAWN_ATTACKS[seat.index()][pieces.king(seat) as usize] & crawlers & !self.extra.checkers.all()
    }

    /// Where a piece may throw its checker (T7).
    #[inline(always)]
    pub fn throws(&self, from: Cell) -> Bitboard {
        KING_ATTACKS[(from & 63) as usize] & self.position.pieces.occupied() & !self.unsafe_to_tar()
    }

    /// The pieces that a card fits, which may be none that a checker may come under (T8).
    #[inline(always)]
    pub fn fitting(&self, kind: Kind, color: Seat) -> Bitboard {
        let pieces = &self.position.pieces;
        match pieces.of(color, kind) {
            0 => pieces.side(self.position.seat),
            fitting => fitting,
        }
    }

    /// Under which pieces the checker of a card may come (T8, T11).
    #[inline(always)]
    pub fn targets(&self, card: Card) -> Bitboard {
        card.kind().map_or(0, |kind| self.fitting(kind, card.seat()) & !self.unsafe_to_tar())
    }

    /// The numbers of the cards that may be played (T8, T9).
    #[inline(always)]
    pub fn playable(&self) -> Bitboard {
        const CHECKERS: Bitboard = 1 << (OF_EACH - 1) | 1 << (2 * OF_EACH - 1);
        let (extra, seat) = (&self.extra, self.position.seat.parity());
        let held = extra.hands[seat].numbers();
        if extra.checkers.front[seat] == 0 {
            return held & CHECKERS;
        }
        if self.unsafe_to_tar() == 0 {
            return held;
        }
        let fits = |number: &u8| self.targets(Card::new((*number).into())) != 0;
        cells(held & !CHECKERS).filter(fits).fold(held & CHECKERS, |all, number| all | bit(number))
    }

    /// Returns the choices, unless a move must be made.
    #[inline(always)]
    pub fn choices(&self) -> Option<ChoiceSet> {
        let (extra, seat) = (&self.extra, self.position.seat.parity());
        Some(match extra.phase {
            Phase::Move => return None,
            Phase::Throw(cell) => ChoiceSet::of(THROW, [self.throws(cell), 1]),
            Phase::Card => ChoiceSet::of(PASS, [1 | self.playable() << (CARD - PASS), 0]),
            Phase::Extra(card) => ChoiceSet::cells(TAR, self.targets(card)),
            Phase::Return => {
                let front = Bitboard::from(extra.checkers.front[seat] > 0);
                ChoiceSet::of(RETURN, [extra.checkers.under[seat], front])
            }
            Phase::Discard => ChoiceSet::cells(DISCARD, extra.hands[seat].numbers()),
            Phase::Draw => ChoiceSet::cells(DRAW, extra.draw.numbers()),
        })
    }

    /// Makes a move (T5).
    #[inline(always)]
    pub fn go(&mut self, step: Step) {
        let State { position, extra } = self;
        let (from, to, seat) = (bit(step.from()), bit(step.to()), position.seat.of_two());
        // Only a capture en passant leads from file to file onto an empty cell that was passed over.
        let crawls = extra.checkers.tarred(&position.pieces) & from != 0;
        let passes = crawls && to & position.ep_square != 0 && (step.from() ^ step.to()) & 7 != 0;
        let passing = passes || step.move_kind() == MoveKind::EnPassant;
        let taken = if passing { position.ep_pawn() } else { to & position.pieces.side(seat.other()) };
        position.make(step);
        position.seat = seat;
        if passes {
            position.pieces.clear(taken);
            position.clock = 0;
        }
        if step.move_kind() == MoveKind::DoublePush {
            position.record_ep_square(step);
        }
        extra.checkers.carry(&position.pieces, from, to, taken);
        let throws = extra.checkers.under[seat.index()] & to & position.pieces.side(seat) != 0;
        extra.phase = Phase::Card;
        if throws && self.throws(step.to()) != 0 {
            self.extra.phase = Phase::Throw(step.to());
        }
    }

    /// Makes a choice.
    #[inline(always)]
    pub fn choose(&mut self, number: usize) {
        let seat = self.position.seat.parity();
        match self.extra.phase {
            Phase::Move => {}
            Phase::Throw(from) => {
                if number < PASS {
                    self.extra.checkers.under[seat] &= !bit(from);
                    self.put(number - THROW);
                }
                self.extra.phase = Phase::Card;
            }
            Phase::Card if number < CARD => self.draw_up(),
            Phase::Card => self.play(Card::new(number - CARD)),
            Phase::Extra(_) => {
                self.extra.checkers.take_front(self.position.seat);
                self.put(number.wrapping_sub(TAR));
                self.draw_up();
            }
            Phase::Return => {
                if number < FRONT {
                    self.extra.checkers.under[seat] &= !bit(number.wrapping_sub(RETURN) as Cell);
                } else {
                    self.extra.checkers.take_front(self.position.seat);
                }
                if self.extra.hands[seat].count() > self.extra.checkers.front[seat] {
                    self.extra.phase = Phase::Discard;
                } else {
                    self.position.seat = self.position.seat.other();
                    self.draw_up();
                }
            }
            Phase::Discard => {
                self.discard(Card::new(number.wrapping_sub(DISCARD)));
                self.position.seat = self.position.seat.other();
                self.draw_up();
            }
            Phase::Draw => {
                let card = Card::new(number.wrapping_sub(DRAW));
                self.extra.draw.take(card);
                self.extra.hands[seat].add(card);
                self.draw_up();
            }
        }
    }

    /// A checker of the seat to act comes under the piece on a cell (T6).
    #[inline(always)]
    fn put(&mut self, cell: usize) {
        let State { position, extra } = self;
        extra.checkers.put(&position.pieces, position.seat, bit((cell & 63) as Cell));
    }

    /// A card of the seat to act goes to the discard pile.
    #[inline(always)]
    fn discard(&mut self, card: Card) {
        let extra = &mut self.extra;
        extra.hands[self.position.seat.parity()].take(card);
        extra.discard.add(card);
    }

    /// The seat to act plays a card (T8, T9).
    #[inline(always)]
    fn play(&mut self, card: Card) {
        self.discard(card);
        let (seat, extra) = (self.position.seat.of_two(), &mut self.extra);
        if card.kind().is_some() {
            extra.phase = Phase::Extra(card);
        } else if card.seat() == seat {
            if extra.checkers.extra(seat) > 0 {
                extra.checkers.add_front(seat);
            }
            self.draw_up();
        } else if extra.checkers.can_return(seat.other()) {
            extra.phase = Phase::Return;
            self.position.seat = self.position.seat.other();
        } else {
            self.draw_up();
        }
    }

    /// Draws a card if one must and can be drawn; otherwise the turn is over (T10).
    #[inline(always)]
    fn draw_up(&mut self) {
        let (seat, extra) = (self.position.seat.parity(), &mut self.extra);
        if extra.hands[seat].count() < extra.checkers.front[seat] {
            if extra.draw.is_empty() {
                (extra.draw, extra.discard) = (extra.discard, extra.draw);
            }
            if !extra.draw.is_empty() {
                extra.phase = Phase::Draw;
                return;
            }
        }
        extra.phase = Phase::Move;
        self.position.seat = self.position.seat.other();
    }

    /// Where the seat to act may put something, as long as its choice is of a cell.
    pub fn open_cells(&self) -> Bitboard {
        match self.extra.phase {
            Phase::Throw(cell) => self.throws(cell),
            Phase::Extra(card) => self.targets(card),
            _ => 0,
        }
    }
}
