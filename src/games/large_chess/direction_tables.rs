//! Tables of the directions in which pieces arrive, for action numbers.

use super::engine::Engine;
use super::pieces::Pieces;
use super::tables::{MoveTables, cell_set};
use crate::board::{Bitboard, Bitboard256, Cell, NO_CELL, Ray};
use crate::game::Seat;

/// Marks a pair of cells that several directions connect.
pub(super) const AMBIGUOUS: u8 = u8::MAX - 1;

/// Whether some king step leads to a cell that is not the next one on a line, as on triangles.
pub fn king_jumps(engine: &Engine, move_tables: &MoveTables) -> bool {
    let is_next = |from: Cell, to: Cell| {
        move_tables.rays[usize::from(to)].iter().any(|ray| engine.next_cell(to, ray.reversed()) == Some(from))
    };
    let jumps = |from: Cell| move_tables.king_moves[usize::from(from)].cells().any(|to| !is_next(from, to));
    engine.board.cells().any(jumps)
}

/// Returns, by hop and cell, the target. Double hops follow unless they share numbers with single hops.
pub fn arrival_hops(engine: &Engine, move_tables: &MoveTables, separate_planes: bool) -> Vec<Vec<u8>> {
    let targets = |nth: usize| {
        engine.board.cells().map(|cell| move_tables.double_hop_table[usize::from(cell)][nth][1]).collect()
    };
    let mut hops = move_tables.hops.clone();
    if !separate_planes {
        let double = (0..move_tables.double_hop_count).map(targets);
        hops.extend(double.filter(|hop: &Vec<u8>| hop.iter().any(|&to| to != NO_CELL)));
    }
    hops
}

/// Returns the origin of a hop for each target.
pub fn inverse_hop(hop: &[u8]) -> Vec<u8> {
    let mut origins = vec![NO_CELL; hop.len()];
    for (cell, &to) in hop.iter().enumerate().filter(|(_, to)| **to != NO_CELL) {
        origins[usize::from(to)] = cell as u8;
    }
    origins
}

/// Returns two tables by origin and target: the direction of a knight, and that of any other piece on an
/// empty board.
///
/// If two lines differ only beyond both cells, the first direction counts.
pub fn direction_tables(engine: &Engine, number: usize, separate_planes: bool) -> [Vec<u8>; 2] {
    let (move_tables, cells, line_tables) =
        (&engine.all_move_tables[number], engine.board.len(), &engine.line_tables);
    let mut tables = [vec![NO_CELL; cells * cells], vec![NO_CELL; cells * cells]];
    let [knights, others] = &mut tables;
    let path = |from: Cell, to: Cell, ray: Ray| {
        let mut occupancy = line_tables.empty_occupancy;
        line_tables.toggle(&mut occupancy, from);
        line_tables.visible(&occupancy, to, ray.reversed())
    };
    for to in engine.board.cells() {
        let rays = &move_tables.rays[usize::from(to)];
        for (direction, &ray) in rays.iter().enumerate() {
            let origins =
                line_tables.visible(&line_tables.empty_occupancy, to, ray.reversed()) & !cell_set(&[to]);
            origins.each(|from| {
                let entry = &mut others[usize::from(from) * cells + usize::from(to)];
                *entry = match *entry {
                    NO_CELL => direction as u8,
                    first
                        if first != AMBIGUOUS
                            && path(from, to, rays[usize::from(first)]) == path(from, to, ray) =>
                    {
                        first
                    }
                    _ => AMBIGUOUS,
                };
            });
        }
    }
    let first = move_tables.rays[0].len();
    for (hop, to) in arrival_hops(engine, move_tables, separate_planes).iter().enumerate() {
        for (from, &to) in to.iter().enumerate().filter(|(_, to)| **to != NO_CELL) {
            knights[from * cells + usize::from(to)] = (first + hop) as u8;
        }
    }
    for (from, double_hop_table) in
        move_tables.double_hop_table.iter().enumerate().filter(|_| separate_planes)
    {
        for (hop, &[_, to]) in double_hop_table.iter().enumerate().filter(|(_, hop)| hop[1] != NO_CELL) {
            knights[from * cells + usize::from(to)] = (first + hop) as u8;
        }
    }
    tables
}

impl Engine {
    /// Returns the next cell on a ray of an empty board.
    pub(super) fn next_cell(&self, cell: Cell, ray: Ray) -> Option<Cell> {
        let position = self.line_tables.position(cell, ray.axis.into());
        let next = self
            .line_tables
            .cell_at(position, if ray.backward { position.index() - 1 } else { position.index() + 1 });
        (next != NO_CELL).then_some(next)
    }

    /// Returns the highest number of enemy pawns that can have passed over one promotion cell.
    pub(super) fn max_ep_on_promotion_cell(&self) -> usize {
        let pieces = Pieces::empty(&self.line_tables, self.board.len());
        let remote_capture = |seat: Seat| {
            let from = self.board.cells().filter(|&from| !self.seat_tables(seat).pawn_forbidden.has(from));
            from.fold(Bitboard256::EMPTY, |all, from| {
                let ends = self.pawn_advances(&pieces, self.seat_tables(seat), from).cells();
                let passed = ends.flat_map(|end| self.cells_passed(seat, [from, end]));
                all | cell_set(&passed.collect::<Vec<Cell>>())
            })
        };
        let remote_capture: Vec<Bitboard256> = self.all_seats().map(remote_capture).collect();
        let count = |seat: usize, cell: Cell| {
            let enemy = |other: &usize| self.enemy_seats[seat] >> other & 1 == 1;
            (0..self.seats).filter(enemy).filter(|&other| remote_capture[other].has(cell)).count()
        };
        let most = |seat: usize| {
            self.all_seat_tables[seat].promotion_cells.cells().map(move |cell| count(seat, cell)).max()
        };
        (0..self.seats).filter_map(most).max().unwrap_or(0)
    }
}
