//! Tables of a variant by seat, direction and cell.

use super::positional::StackWeights;
use super::state::QUIET_ROUNDS;
use super::variant_spec::VariantSpec;
use crate::board::{Bitboard, NO_CELL};
use crate::board::{Board, Cell, Edges};
use crate::game::Seat;

/// The maximum number of directions: six for moves and jumps, six for jumps only.
pub(super) const MAX_DIRECTIONS: usize = 12;

/// The number of rounds without a crowning that makes a draw (Checkers 9.5).
const CROWNLESS_ROUNDS: usize = 200;

/// Tables by seat, direction and cell. Cells are bits of `S`; squares are cells of the [`Board`]. `SEATS` is
/// the maximum number of seats; the rows of seats that do not play are not used.
#[derive(Clone, Debug)]
pub struct Tables<S: Bitboard, const SEATS: usize> {
    pub(super) board: Board,
    /// The number of seats that play.
    seats: usize,
    /// Whether each seat plays for itself.
    pub(super) no_partners: bool,
    pub(super) kings_only_limit: bool,
    /// Whether men become kings (Checkers 6.1).
    pub(super) crowning: bool,
    /// The number of pieces of each seat at the start (Checkers 3).
    pub(super) pieces: usize,
    pub(super) absent_teams_lose: bool,
    /// The weights of the positional evaluation, if the variant has one.
    pub(super) stack_weights: Option<&'static StackWeights>,
    /// Whether tree search with rollouts plays better than alpha-beta.
    pub(super) prefers_rollouts: bool,
    /// The directions of a seat's men, as bits (Checkers 5.1, 5.2).
    pub(super) man_directions: [u16; SEATS],
    /// The edges that a seat's men and kings may cross (Checkers 2.4).
    pub(super) man_edges: [Edges; SEATS],
    pub(super) king_edges: [Edges; SEATS],
    /// The enemies of each seat, as bits (Checkers 4.3).
    pub(super) enemies: [u8; SEATS],
    /// The enemies as a list, which has `num_enemies` entries for every seat.
    pub(super) enemy_list: [[Seat; SEATS]; SEATS],
    pub(super) num_enemies: usize,
    /// The seats in turn order, starting with each seat.
    pub(super) order: [[Seat; SEATS]; SEATS],
    /// The number of turns from one seat's turn to another's.
    pub(super) turns_until: [[u8; SEATS]; SEATS],
    /// The cells on which men become kings (Checkers 2.3).
    pub(super) king_row: [S; SEATS],
    /// All cells that the game uses.
    pub(super) cells: S,
    /// The square of each cell, and the cell of each square or [`NO_CELL`].
    pub(super) square: Vec<Cell>,
    pub(super) cell: Vec<u8>,
    /// The index of each cell in the planes of each seat's observations.
    pub(super) plane_index: [Vec<u16>; SEATS],
    /// Whether planes have 64 cells, with the same bits as the bitboards.
    pub(super) is_8x8: bool,
    /// The cells that the game uses, as bits of such a plane.
    pub(super) used_mask: u64,
    /// Whether a seat sees the board rotated, compared with seat 0.
    pub(super) rotated: [bool; SEATS],
    /// The planes of the bare board that each seat sees: their number, and the words of each.
    pub(super) board_planes: [(usize, Vec<u64>); SEATS],
    /// The number of each cell in the actions of each seat, and the inverse.
    pub(super) cell_number: [Vec<u8>; SEATS],
    pub(super) cell_by_number: [Vec<u8>; SEATS],
    /// Each direction as each seat sees it, and the inverse.
    pub(super) relative: [[u8; MAX_DIRECTIONS]; SEATS],
    pub(super) absolute: [[u8; MAX_DIRECTIONS]; SEATS],
}

impl<S: Bitboard, const SEATS: usize> Tables<S, SEATS> {
    /// Creates the tables of a variant for at most `SEATS` seats, or exactly two if `SEATS` is two.
    pub fn new(spec: &VariantSpec) -> Self {
        let (seats, used, action_orders) = (spec.seats.len(), spec.used(), spec.action_orders());
        let mut tables = Tables {
            board: spec.board.clone(),
            seats,
            no_partners: (0..seats).all(|seat| spec.enemies(seat).len() == seats - 1),
            kings_only_limit: spec.kings_only_limit,
            crowning: spec.crowning,
            pieces: spec.seats[0].men.len(),
            absent_teams_lose: spec.absent_teams_lose,
            stack_weights: spec.stack_weights,
            prefers_rollouts: spec.prefers_rollouts,
            man_directions: [0; SEATS],
            man_edges: [spec.seats[0].man_edges; SEATS],
            king_edges: [spec.seats[0].king_edges; SEATS],
            enemies: [0; SEATS],
            enemy_list: [[Seat::ZERO; SEATS]; SEATS],
            num_enemies: spec.enemies(0).len(),
            order: [[Seat::ZERO; SEATS]; SEATS],
            turns_until: [[0; SEATS]; SEATS],
            king_row: [S::EMPTY; SEATS],
            cells: S::EMPTY,
            square: vec![0; S::BITS as usize],
            cell: spec.cell.clone(),
            plane_index: [const { Vec::new() }; SEATS],
            is_8x8: spec.board.grid() == (8, 8),
            used_mask: 0,
            rotated: [false; SEATS],
            board_planes: [const { (0, Vec::new()) }; SEATS],
            cell_number: [const { Vec::new() }; SEATS],
            cell_by_number: [const { Vec::new() }; SEATS],
            relative: [[0; MAX_DIRECTIONS]; SEATS],
            absolute: [[0; MAX_DIRECTIONS]; SEATS],
        };
        for &square in &used {
            let cell = spec.cell[square];
            tables.cells = tables.cells | S::one(cell);
            tables.square[cell as usize] = square as Cell;
        }
        for seat in 0..SEATS {
            // Seats that do not play get the rows of others.
            let seat_spec = &spec.seats[seat % seats];
            tables.man_directions[seat] = seat_spec.man_directions;
            tables.man_edges[seat] = seat_spec.man_edges;
            tables.king_edges[seat] = seat_spec.king_edges;
            tables.rotated[seat] = seat_spec.plane_index.first() > spec.seats[0].plane_index.first();
            tables.board_planes[seat] =
                (spec.board_planes.len(), planes(&seat_spec.board_plane_values, spec.board.grid()));
            tables.plane_index[seat] = vec![0; S::BITS as usize];
            tables.cell_number[seat] = vec![0; S::BITS as usize];
            tables.cell_by_number[seat] = vec![NO_CELL; action_orders.len()];
            for (at, enemy) in spec.enemies(seat % seats).into_iter().enumerate() {
                tables.enemies[seat] |= enemy.bit();
                tables.enemy_list[seat][at] = enemy;
            }
            for (at, next) in spec.turns_from(seat % seats).into_iter().enumerate() {
                tables.order[seat][at] = next;
                tables.turns_until[seat][next.index()] = at as u8;
            }
            for (d, &relative) in seat_spec.relative_directions.iter().enumerate() {
                tables.relative[seat][d] = relative;
                tables.absolute[seat][relative as usize] = d as u8;
            }
            for &square in &used {
                let (cell, place) = (spec.cell[square], seat_spec.plane_index[square]);
                let number = action_orders.binary_search(&seat_spec.action_order[square]).unwrap_or(0);
                tables.plane_index[seat][cell as usize] = place;
                tables.used_mask |= u64::from(tables.is_8x8) << (place % 64);
                tables.cell_number[seat][cell as usize] = number as u8;
                tables.cell_by_number[seat][number] = cell;
            }
            for &square in &seat_spec.king_row {
                let cell = spec.cell[square as usize];
                tables.king_row[seat] = tables.king_row[seat] | S::one(cell).only_if(cell != NO_CELL);
            }
        }
        tables
    }

    /// Returns the number of seats that play.
    #[inline(always)]
    pub(super) fn seats(&self) -> usize {
        if SEATS == 2 { 2 } else { self.seats }
    }

    /// Returns the number of quiet turns that makes a draw (Checkers 9.4).
    #[inline(always)]
    pub(super) fn quiet_turns(&self) -> u16 {
        (QUIET_ROUNDS * self.seats()) as u16
    }

    /// Returns the number of turns without a crowning that makes a draw (Checkers 9.5).
    #[inline(always)]
    pub(super) fn crownless_turns(&self) -> u16 {
        (CROWNLESS_ROUNDS * self.seats()) as u16
    }

    /// Returns the number of cells that have numbers in actions.
    #[inline(always)]
    pub(super) fn num_action_cells(&self) -> usize {
        self.cell_by_number[0].len()
    }

    /// Returns the next seat in turn order.
    #[inline(always)]
    pub(super) fn next_seat(&self, seat: usize) -> usize {
        self.order[seat][1 % SEATS].index()
    }

    /// Returns the previous seat in turn order.
    pub(super) fn previous_seat(&self, seat: usize) -> usize {
        self.order[seat][self.seats() - 1].index()
    }
}

/// Returns the cells of planes as bits, each plane in words of its own.
fn planes(cells: &[bool], (rows, columns): (usize, usize)) -> Vec<u64> {
    let word = |flags: &[bool]| flags.iter().rev().fold(0, |word, &flag| word << 1 | u64::from(flag));
    cells.chunks(rows * columns).flat_map(|plane| plane.chunks(64).map(word)).collect()
}
