//! What a variant knows of its board and seats before it is played.

use super::plan::Plan;
use super::state::{NOWHERE, QUIET_ROUNDS};
use crate::board::Set;
use crate::board::{Board, Cell, Edges};

/// No board has more directions: six for moves and jumps, six for jumps only.
pub(super) const MOST_DIRECTIONS: usize = 12;

/// Checkers 9.5, for one seat: rounds without a crowning.
const CROWN_ROUNDS: usize = 200;

/// Tables by seat, direction and cell. Cells are bits of `S`; squares are cells of the [`Board`]. There is
/// room for `SEATS` seats; rows of those that do not play are never asked for.
#[derive(Clone, Debug)]
pub struct Tables<S: Set, const SEATS: usize> {
    pub(super) board: Board,
    /// How many seats play.
    seats: usize,
    /// Whether each seat plays for itself.
    pub(super) alone: bool,
    pub(super) forty_moves: bool,
    /// Whether men become kings (Checkers 6.1).
    pub(super) crowning: bool,
    /// How many pieces each seat has at the start (Checkers 3).
    pub(super) pieces: usize,
    pub(super) absent_lose: bool,
    /// The directions of a seat's men, as bits (Checkers 5.1, 5.2).
    pub(super) ahead: [u16; SEATS],
    /// The edges that a seat's men and kings may cross (Checkers 2.4).
    pub(super) man_crosses: [Edges; SEATS],
    pub(super) king_crosses: [Edges; SEATS],
    /// The enemies of each seat, as bits (Checkers 4.3).
    pub(super) enemies: [u8; SEATS],
    /// The same as a list, so long for every seat.
    pub(super) prey: [[u8; SEATS]; SEATS],
    pub(super) preys: usize,
    /// The seats in the order in which they take turns, each one's from itself on.
    pub(super) order: [[u8; SEATS]; SEATS],
    /// How many turns after one seat another one's comes.
    pub(super) distance: [[u8; SEATS]; SEATS],
    /// Checkers 2.3.
    pub(super) king_row: [S; SEATS],
    /// All cells that the game uses.
    pub(super) cells: S,
    /// The square of each cell, and the cell of each square or [`NOWHERE`].
    pub(super) square: Vec<Cell>,
    pub(super) cell: Vec<u8>,
    /// Where a cell stands in a plane of each seat's observations.
    pub(super) place: [Vec<u16>; SEATS],
    /// Whether a plane has 64 cells, those of the sets.
    pub(super) whole: bool,
    /// Where the cells that the game uses stand in such a plane.
    pub(super) dense: u64,
    /// Whether a seat sees the board upside down, as seat 0 does not.
    pub(super) turned: [bool; SEATS],
    /// The planes of the bare board that each seat sees: how many, and the words of each.
    pub(super) bare: [(usize, Vec<u64>); SEATS],
    /// The number of a cell in the actions of each seat; and back.
    pub(super) number: [Vec<u8>; SEATS],
    pub(super) numbered: [Vec<u8>; SEATS],
    /// A direction as each seat sees it; and back.
    pub(super) relative: [[u8; MOST_DIRECTIONS]; SEATS],
    pub(super) absolute: [[u8; MOST_DIRECTIONS]; SEATS],
}

impl<S: Set, const SEATS: usize> Tables<S, SEATS> {
    /// The tables of a variant for at most `SEATS` seats: exactly two where there is room for two.
    pub fn new(plan: &Plan) -> Self {
        let (seats, used, slots) = (plan.chairs.len(), plan.used(), plan.slots());
        let mut tables = Tables {
            board: plan.board.clone(),
            seats,
            alone: (0..seats).all(|seat| plan.enemies(seat).len() == seats - 1),
            forty_moves: plan.forty_moves,
            crowning: plan.crowning,
            pieces: plan.chairs[0].men.len(),
            absent_lose: plan.absent_lose,
            ahead: [0; SEATS],
            man_crosses: [plan.chairs[0].man_crosses; SEATS],
            king_crosses: [plan.chairs[0].king_crosses; SEATS],
            enemies: [0; SEATS],
            prey: [[0; SEATS]; SEATS],
            preys: plan.enemies(0).len(),
            order: [[0; SEATS]; SEATS],
            distance: [[0; SEATS]; SEATS],
            king_row: [S::EMPTY; SEATS],
            cells: S::EMPTY,
            square: vec![0; S::BITS as usize],
            cell: plan.cell.clone(),
            place: [const { Vec::new() }; SEATS],
            whole: plan.board.grid() == (8, 8),
            dense: 0,
            turned: [false; SEATS],
            bare: [const { (0, Vec::new()) }; SEATS],
            number: [const { Vec::new() }; SEATS],
            numbered: [const { Vec::new() }; SEATS],
            relative: [[0; MOST_DIRECTIONS]; SEATS],
            absolute: [[0; MOST_DIRECTIONS]; SEATS],
        };
        for &square in &used {
            let cell = plan.cell[square];
            tables.cells = tables.cells | S::one(cell);
            tables.square[cell as usize] = square as Cell;
        }
        for seat in 0..SEATS {
            // (Seats that do not play get the rows of others.)
            let chair = &plan.chairs[seat % seats];
            tables.ahead[seat] = chair.ahead;
            tables.man_crosses[seat] = chair.man_crosses;
            tables.king_crosses[seat] = chair.king_crosses;
            tables.turned[seat] = chair.place.first() > plan.chairs[0].place.first();
            tables.bare[seat] = (plan.bare_planes.len(), planes(&chair.bare, plan.board.grid()));
            tables.place[seat] = vec![0; S::BITS as usize];
            tables.number[seat] = vec![0; S::BITS as usize];
            tables.numbered[seat] = vec![NOWHERE; slots.len()];
            for (at, enemy) in plan.enemies(seat % seats).into_iter().enumerate() {
                tables.enemies[seat] |= 1 << enemy;
                tables.prey[seat][at] = enemy;
            }
            for (at, next) in plan.turns_from(seat % seats).into_iter().enumerate() {
                tables.order[seat][at] = next;
                tables.distance[seat][next as usize] = at as u8;
            }
            for (d, &relative) in chair.looks.iter().enumerate() {
                tables.relative[seat][d] = relative;
                tables.absolute[seat][relative as usize] = d as u8;
            }
            for &square in &used {
                let (cell, place) = (plan.cell[square], chair.place[square]);
                let number = slots.binary_search(&chair.slot[square]).unwrap_or(0);
                tables.place[seat][cell as usize] = place;
                tables.dense |= u64::from(tables.whole) << (place % 64);
                tables.number[seat][cell as usize] = number as u8;
                tables.numbered[seat][number] = cell;
            }
            for &square in &chair.king_row {
                let cell = plan.cell[square as usize];
                tables.king_row[seat] = tables.king_row[seat] | S::one(cell).only_if(cell != NOWHERE);
            }
        }
        tables
    }

    /// How many seats play.
    #[inline(always)]
    pub(super) fn seats(&self) -> usize {
        if SEATS == 2 { 2 } else { self.seats }
    }

    /// The quiet turns that make a draw (Checkers 9.4).
    #[inline(always)]
    pub(super) fn quiet_turns(&self) -> u16 {
        (QUIET_ROUNDS * self.seats()) as u16
    }

    /// The turns without a crowning that make a draw (Checkers 9.5).
    #[inline(always)]
    pub(super) fn crownless_turns(&self) -> u16 {
        (CROWN_ROUNDS * self.seats()) as u16
    }

    /// How many cells actions are numbered by.
    #[inline(always)]
    pub(super) fn numbers(&self) -> usize {
        self.numbered[0].len()
    }

    /// The seat after `seat` in the sequence of moves.
    #[inline(always)]
    pub(super) fn after(&self, seat: usize) -> usize {
        self.order[seat][1 % SEATS] as usize
    }

    /// The seat before `seat` in the sequence of moves.
    pub(super) fn before(&self, seat: usize) -> usize {
        self.order[seat][self.seats() - 1] as usize
    }
}

/// The cells of planes as bits, each plane in words of its own.
fn planes(cells: &[bool], (rows, columns): (usize, usize)) -> Vec<u64> {
    let word = |flags: &[bool]| flags.iter().rev().fold(0, |word, &flag| word << 1 | u64::from(flag));
    cells.chunks(rows * columns).flat_map(|plane| plane.chunks(64).map(word)).collect()
}
