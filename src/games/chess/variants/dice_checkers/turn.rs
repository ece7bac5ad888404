//! What steps do, and whose turn it is then (8.2 to 8.10).

use super::things::{Table, double_step};
use super::{JUMP, PLACE, State, WALK};
use crate::board::Cell;
use crate::games::chess::kit::bitboard::{Bitboard, bit, lowest, own_rank};
use crate::games::chess::kit::castling::Castling;
use crate::games::chess::kit::lines::{PAWN_ATTACKS, STEPS};
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::step::{MoveKind, Step};

impl State {
    /// All that stands on the board.
    #[inline(always)]
    pub fn table(&self) -> Table {
        Table { pieces: self.position.pieces, things: self.extra.things }
    }

    /// Whether a king has been captured for good (8.9): that of the seat to act, for the turn is over.
    #[inline(always)]
    pub fn is_decided(&self) -> bool {
        let kings = self.position.pieces.kind(Kind::King);
        kings & kings.wrapping_sub(1) == 0
    }

    /// Whether the captor has only to put dice back (8.8).
    #[inline(always)]
    pub fn is_placing(&self) -> bool {
        self.extra.owed > 0 && self.extra.runner == 0
    }

    /// The jumps of the seat to act, or of the checker that must jump on (8.7).
    #[inline(always)]
    pub fn jumps(&self) -> [Bitboard; 4] {
        let on = if self.extra.runner == 0 { !0 } else { self.extra.runner };
        self.extra.things.jumps(&self.position.pieces, self.position.seat, on)
    }

    /// The pawns and dice of the seat to act that can capture en passant (8.5), checkers' jumps set aside.
    #[inline(always)]
    pub fn ep_capturers(&self) -> Bitboard {
        let (pieces, seat) = (&self.position.pieces, self.position.seat.of_two());
        match self.position.ep_square {
            0 => 0,
            ep_square => {
                let adjacent = PAWN_ATTACKS[seat.index() ^ 1][usize::from(lowest(ep_square))];
                adjacent & pieces.side(seat) & (pieces.kind(Kind::Pawn) | self.extra.things.ones)
            }
        }
    }

    /// A chess piece or a die goes (8.3, 8.5).
    #[inline(always)]
    pub fn go(&mut self, step: Step) {
        let State { position, extra } = self;
        let (seat, move_kind) = (position.seat.of_two(), step.move_kind());
        let (from, to) = (step.from(), step.to());
        if move_kind == MoveKind::Castle {
            // A checker under the rook stays behind.
            let castling = Castling::of(from, to);
            extra.things.carry(&mut position.pieces, seat, castling.king, castling.king_to);
            extra.things.carry(&mut position.pieces, seat, castling.rook, castling.rook_to);
            position.rights &= !own_rank(seat, 1);
            position.clock = position.clock.saturating_add(1);
            return self.pass(None);
        }
        let (rights, ep_square) = (position.rights, position.ep_square);
        let pawn = position.pieces.kind(Kind::Pawn) & bit(from) != 0;
        let victim = if move_kind == MoveKind::EnPassant {
            position.ep_pawn()
        } else {
            bit(to) & position.pieces.side(seat.other())
        };
        self.take(victim);
        let State { position, extra } = self;
        extra.things.carry(&mut position.pieces, seat, from, to);
        if let MoveKind::Promotion(kind) = move_kind {
            position.pieces.kinds[Kind::Pawn as usize] ^= bit(to);
            position.pieces.kinds[kind as usize] ^= bit(to);
        }
        position.rights &= !bit(from);
        if position.pieces.kind(Kind::King) & bit(to) != 0 {
            position.rights &= !own_rank(seat, 1);
        }
        let progress = pawn || victim != 0;
        position.clock = if progress { 0 } else { position.clock.saturating_add(1) };
        // 2.3.2, 8.10
        let reversible = !progress && position.rights == rights && ep_square == 0;
        self.pass(reversible.then_some(step));
        if move_kind == MoveKind::DoublePush {
            self.position.record_ep_square(step);
            self.check_ep_square();
        }
    }

    /// Clears the en passant square if no piece can capture there (2.2.3, 8.11).
    #[inline(always)]
    pub fn check_ep_square(&mut self) {
        if self.ep_capturers() == 0 || self.jumps() != [0; 4] {
            self.position.ep_square = 0;
        }
    }

    /// Adds 1 to a die (8.6).
    #[inline(always)]
    pub fn raise(&mut self, cell: Cell) {
        self.extra.things.raise(&mut self.position.pieces, bit(cell));
        self.position.clock = 0;
        self.pass(None);
    }

    /// Puts a captured die back (8.8).
    #[inline(always)]
    pub fn put_back(&mut self, cell: Cell) {
        let State { position, extra } = self;
        extra.things.put(&mut position.pieces, position.seat.other(), bit(cell));
        extra.owed = extra.owed.saturating_sub(1);
        self.pass(None);
    }

    /// A checker steps or jumps (8.7).
    #[inline(always)]
    pub fn walk(&mut self, walk: Walk) {
        let Walk { from, over, to, .. } = walk;
        let State { position, extra } = self;
        let seat = position.seat.of_two();
        if over != 0 {
            self.take(over & self.position.pieces.side(seat.other()));
            let State { position, extra } = self;
            let crowned = extra.things.walk(&mut position.pieces, seat, from, to);
            position.clock = 0;
            extra.runner = if crowned { 0 } else { bit(to) };
            if crowned || self.is_decided() || self.jumps() == [0; 4] {
                self.extra.runner = 0;
            }
            return self.pass(None);
        }
        let (single, ep_square) = (extra.things.singles & bit(from) != 0, position.ep_square);
        extra.things.walk(&mut position.pieces, seat, from, to);
        position.clock = if single { 0 } else { position.clock.saturating_add(1) };
        let reversible = !single && ep_square == 0;
        self.pass(reversible.then(|| double_step(from, to)));
    }

    /// An enemy thing leaves the board: a die to be put back (8.8); for a king, the die that saves it (8.9).
    #[inline(always)]
    fn take(&mut self, victim: Bitboard) {
        let State { position, extra } = self;
        if victim == 0 {
            return;
        }
        let owner = position.seat.of_two().other();
        let king = position.pieces.kind(Kind::King) & victim != 0;
        extra.owed += u8::from(extra.things.dice & victim != 0);
        extra.things.clear(&mut position.pieces, victim);
        position.rights &= !victim;
        let six = extra.things.sixes & position.pieces.side(owner);
        if king && six != 0 {
            extra.things.dice &= !six;
            extra.things.sixes &= !six;
            position.pieces.kinds[Kind::King as usize] |= six;
            position.rights &= !own_rank(owner, 1);
        }
    }

    /// A step has been made; one that can be taken back comes into the history (8.10). The turn passes if
    /// there is no more to do in it, or a king has been captured for good (8.11).
    #[inline(always)]
    fn pass(&mut self, reversible: Option<Step>) {
        let decided = self.is_decided();
        let State { position, extra } = self;
        let seat = position.seat.of_two();
        position.ep_square = 0;
        if decided {
            (extra.owed, extra.runner) = (0, 0);
        }
        let over = extra.owed == 0 && extra.runner == 0;
        position.seat = if over { seat.other() } else { seat };
        let table = self.table();
        self.extra.history.add(seat, reversible, &table);
    }
}

/// The choice that a number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A die is raised.
    Raise(Cell),
    /// A captured die is put back.
    Place(Cell),
    /// A checker goes.
    Walk(Walk),
}

/// A checker's step or jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The direction: north-east first, then clockwise.
    pub way: usize,
    /// Where the checker stands.
    pub from: Cell,
    /// The cell that it jumps over; none for a step.
    pub over: Bitboard,
    /// Where it goes.
    pub to: Cell,
}

impl Choice {
    /// That of a number.
    #[inline(always)]
    pub fn of(number: usize) -> Choice {
        let cell = (number % 64) as Cell;
        if number >= WALK {
            let way = (number - WALK) / 64 % 4;
            let step = STEPS[2 * way + 1];
            let near = step.back(cell);
            return Choice::Walk(match number < JUMP {
                true => Walk { way, from: near, over: 0, to: cell },
                false => Walk { way, from: step.back(near), over: bit(near), to: cell },
            });
        }
        if number < PLACE { Choice::Raise(cell) } else { Choice::Place(cell) }
    }
}
