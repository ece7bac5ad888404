//! Dice and checkers next to the chess pieces (8.1, 8.4, 8.5, 8.7).

use crate::board::Cell;
use crate::game::Seat;
use crate::games::chess::kit::bitboard::{Bitboard, FILE_A, FILE_H, bit, own_rank};
use crate::games::chess::kit::history::{ReversibleBoard, goes_back};
use crate::games::chess::kit::lines::STEPS;
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::position::PawnSteps;
use crate::games::chess::kit::step::{MoveKind, Step};
use crate::games::chess::kit::topology::Flat;
use crate::packing::pack_fields;

/// The things on the board that are no chess pieces.
///
/// Each of them is in the set of its seat. A die that shows 2 to 5 is also in the set of the kind that it
/// moves as; one that shows 1 or 6 is not, since it does not promote and its loss does not lose the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Things {
    /// The dice, whatever they show.
    pub dice: Bitboard,
    /// Those that show 1.
    pub ones: Bitboard,
    /// Those that show 6: one of each seat at most (8.6).
    pub sixes: Bitboard,
    /// The single checkers, those on one cell with a rook too.
    pub singles: Bitboard,
    /// The double checkers.
    pub doubles: Bitboard,
}
pack_fields!(Things { dice, ones, sixes, singles, doubles });

/// All that stands on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// The chess pieces, the dice that show 2 to 5, and who holds which cell.
    pub pieces: Pieces,
    /// The rest.
    pub things: Things,
}

/// A double's step in the history: bishops go that way too, and no double stands where a bishop does.
pub const fn double_step(from: Cell, to: Cell) -> Step {
    Step::new(from, to, MoveKind::Normal(Kind::Bishop))
}

impl Things {
    /// All checkers.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        self.singles | self.doubles
    }

    /// The kind that the die on a cell moves as: its number is one more than that of the kind.
    pub fn shown(&self, pieces: &Pieces, cell: Cell) -> Option<Kind> {
        match bit(cell) {
            die if self.dice & die == 0 => None,
            die if self.ones & die != 0 => Some(Kind::Pawn),
            die if self.sixes & die != 0 => Some(Kind::King),
            _ => pieces.kind_at(cell),
        }
    }

    /// The dice that show the number of a kind.
    #[inline(always)]
    pub fn showing(&self, pieces: &Pieces, kind: Kind) -> Bitboard {
        match kind {
            Kind::Pawn => self.ones,
            Kind::King => self.sixes,
            _ => self.dice & pieces.kind(kind),
        }
    }

    /// The dice of a seat that can be raised (8.6).
    #[inline(always)]
    pub fn raisable(&self, pieces: &Pieces, seat: Seat) -> Bitboard {
        let own = pieces.side(seat);
        let fives = if self.sixes & own == 0 { 0 } else { pieces.kind(Kind::Queen) };
        self.dice & own & !self.sixes & !fives
    }

    /// Adds 1 to a die (8.6).
    #[inline(always)]
    pub fn raise(&mut self, pieces: &mut Pieces, die: Bitboard) {
        // From the queen's 5 down, so that no die is raised twice.
        self.sixes |= pieces.kinds[Kind::Queen as usize] & die;
        for kind in (Kind::Knight as usize..Kind::Queen as usize).rev() {
            let shown = pieces.kinds[kind] & die;
            pieces.kinds[kind + 1] = pieces.kinds[kind + 1] & !die | shown;
        }
        pieces.kinds[Kind::Knight as usize] = pieces.kinds[Kind::Knight as usize] & !die | self.ones & die;
        self.ones &= !die;
    }

    /// Puts a die that shows 1 on an empty cell (8.8).
    #[inline(always)]
    pub fn put(&mut self, pieces: &mut Pieces, seat: Seat, cell: Bitboard) {
        pieces.sides[seat.parity()] |= cell;
        self.dice |= cell;
        self.ones |= cell;
    }

    /// Takes whatever stands on `cells` off the board, a rook with its checker too (8.4).
    #[inline(always)]
    pub fn clear(&mut self, pieces: &mut Pieces, cells: Bitboard) {
        pieces.clear(cells);
        for set in [&mut self.dice, &mut self.ones, &mut self.sixes, &mut self.singles, &mut self.doubles] {
            *set &= !cells;
        }
    }

    /// What a seat has on a cell goes to another one, on which there is nothing but perhaps a single checker
    /// of its own. A single checker does not go along (8.4).
    #[inline(always)]
    pub fn carry(&mut self, pieces: &mut Pieces, seat: Seat, from: Cell, to: Cell) {
        let go = |set: &mut Bitboard| {
            let goes = *set >> (from & 63) & 1;
            *set = *set & !bit(from) | goes << (to & 63);
        };
        pieces.sides.iter_mut().for_each(go);
        pieces.kinds.iter_mut().for_each(go);
        [&mut self.dice, &mut self.ones, &mut self.sixes, &mut self.doubles].into_iter().for_each(go);
        pieces.sides[seat.parity()] |= self.singles & bit(from);
    }

    /// A checker of a seat goes to an empty cell; a rook that was with it stays (8.4). Whether it has become
    /// a double (8.7).
    #[inline(always)]
    pub fn walk(&mut self, pieces: &mut Pieces, seat: Seat, from: Cell, to: Cell) -> bool {
        let (from, to, single) = (bit(from), bit(to), self.singles & bit(from) != 0);
        let crowned = single && own_rank(seat, 8) & to != 0;
        let side = &mut pieces.sides[seat.parity()];
        *side = *side & !from | pieces.kinds[Kind::Rook as usize] & from | to;
        self.singles &= !from;
        self.doubles &= !from;
        if single && !crowned {
            self.singles |= to;
        } else {
            self.doubles |= to;
        }
        crowned
    }

    /// The checkers of a seat that go in each diagonal direction, north-east first, then clockwise (8.7).
    #[inline(always)]
    fn walkers(&self, pieces: &Pieces, seat: Seat) -> [Bitboard; 4] {
        let doubles = self.doubles & pieces.side(seat);
        let all = doubles | self.singles & pieces.side(seat);
        let [ahead, back] = if seat == Seat::ZERO { [all, doubles] } else { [doubles, all] };
        [ahead, back, back, ahead]
    }

    /// The arrivals of the steps of a seat's checkers, by direction (8.7).
    #[inline(always)]
    pub fn walks(&self, pieces: &Pieces, seat: Seat) -> [Bitboard; 4] {
        let mut walks = self.walkers(pieces, seat);
        for (way, set) in walks.iter_mut().enumerate() {
            *set = STEPS[2 * way + 1].of(*set) & !pieces.occupied();
        }
        walks
    }

    /// The arrivals of the jumps of a seat's checkers that stand on cells of `on`, by direction (8.7).
    #[inline(always)]
    pub fn jumps(&self, pieces: &Pieces, seat: Seat, on: Bitboard) -> [Bitboard; 4] {
        let (enemies, mut jumps) = (pieces.side(seat.other()), self.walkers(pieces, seat));
        for (way, set) in jumps.iter_mut().enumerate() {
            let step = STEPS[2 * way + 1];
            *set = step.of(step.of(*set & on) & enemies) & !pieces.occupied();
        }
        jumps
    }
}

impl ReversibleBoard for Table {
    #[inline(always)]
    fn undo(&mut self, seat: Seat, step: Step) {
        self.things.carry(&mut self.pieces, seat, step.to(), step.from());
    }

    /// 8.10: of chess pieces other than pawns, of dice, and of doubles.
    fn reverse_step(&self, seat: Seat, from: Cell, to: Cell, rights: Bitboard) -> Result<Step, &'static str> {
        let (Table { pieces, things }, [left, arrived]) = (self, [bit(from), bit(to)]);
        if pieces.side(seat) & arrived == 0 {
            return Err("cannot be undone: there is no piece on its last cell");
        }
        if things.singles & arrived != 0 {
            return Err(
                "cannot be undone: a single checker, or a rook with its checker, stands on its last cell",
            );
        }
        // A rook may have left its checker behind.
        let rook = pieces.kind(Kind::Rook) & !things.dice & arrived != 0;
        let partner = things.singles & pieces.side(seat) & pairs(seat) & left;
        if pieces.occupied() & left != 0 && !(rook && partner != 0) {
            return Err("cannot be undone: its first cell is occupied");
        }
        if things.doubles & arrived != 0 {
            let near = STEPS.iter().skip(1).step_by(2).any(|step| step.of(left) == arrived);
            return near.then(|| double_step(from, to)).ok_or("is not a move of a double checker");
        }
        let kind = match (things.shown(pieces, to), pieces.kind_at(to)) {
            (Some(Kind::Pawn), _) => {
                let ahead = PawnSteps::of(seat).ahead.of(left) == arrived;
                let step = Step::new(from, to, MoveKind::Normal(Kind::Pawn));
                return ahead.then_some(step).ok_or("is not a move of a die that shows 1");
            }
            (Some(kind), _) => {
                goes_back::<Flat>(kind, seat, from, to, pieces.occupied(), 0)?;
                kind
            }
            (None, Some(kind)) if kind != Kind::Pawn => {
                goes_back::<Flat>(kind, seat, from, to, pieces.occupied(), rights)?;
                kind
            }
            _ => return Err("is a pawn move, and a history has none"),
        };
        Ok(Step::new(from, to, MoveKind::Normal(kind)))
    }
}

/// The cells where a seat's rooks start with checkers (8.1).
pub const fn pairs(seat: Seat) -> Bitboard {
    own_rank(seat, 1) & (FILE_A | FILE_H)
}
