//! Tables of the directions in which pieces arrive, for action numbers.

use super::engine::Engine;
use super::pieces::{Piece, Pieces};
use super::tables::{LatticeTables, cell_set};
use crate::board::{Bitboard, Bitboard256, Cell, NO_CELL, Ray};
use crate::game::Seat;

/// Marks a pair of cells that several directions connect.
pub(super) const AMBIGUOUS: u8 = u8::MAX - 1;

/// Whether some cells touch that do not follow each other on a line, as on triangles.
pub fn has_side_steps(engine: &Engine, tables: &LatticeTables) -> bool {
    let is_next = |from: Cell, to: Cell| {
        tables.rays[usize::from(to)].iter().any(|ray| engine.next_cell(to, ray.reversed()) == Some(from))
    };
    let steps_aside = |from: Cell| tables.near[usize::from(from)].cells().any(|to| !is_next(from, to));
    engine.board.cells().any(steps_aside)
}

/// Returns, by hop and cell, the target. Double hops follow unless they share numbers with single hops.
pub fn arrival_hops(engine: &Engine, lattice: usize, separate_planes: bool) -> Vec<Vec<u8>> {
    let mut hops = engine.lattice_tables[lattice].hops.clone();
    if !separate_planes {
        let hops_twice = engine.movements_on(lattice).find(|movement| movement.double_hop_count > 0);
        hops.extend(hops_twice.into_iter().flat_map(|movement| {
            let targets =
                |nth: usize| -> Vec<u8> { movement.double_hops.iter().map(|leaps| leaps[nth][1]).collect() };
            (0..movement.double_hop_count).map(targets).filter(|hop| hop.iter().any(|&to| to != NO_CELL))
        }));
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

/// Returns by origin and target the direction in which a piece arrives on an empty board.
///
/// If two lines differ only beyond both cells, the first direction counts.
pub fn direction_table(engine: &Engine, piece: Piece, separate_planes: bool) -> Vec<u8> {
    let (lattice, movement) = (engine.seat_tables(piece.seat()).lattice, engine.movement(piece));
    let (tables, cells) = (&engine.lattice_tables[lattice], engine.board.len());
    let mut table = vec![NO_CELL; cells * cells];
    let first = tables.rays[0].len();
    let hops = arrival_hops(engine, lattice, separate_planes);
    let hop = |from: Cell, to: Cell| hops.iter().position(|hop| hop[usize::from(from)] == to);
    let leaps = |from: Cell| {
        let at = usize::from(from);
        let blocked = movement.blocked.get(at).into_iter().flatten().map(|leap| leap.to);
        let leaps = movement.leaps[at] | movement.quiet_leaps[at];
        leaps.cells().chain(blocked).collect::<Vec<Cell>>()
    };
    let is_along_rays = |from: Cell| leaps(from).into_iter().any(|to| hop(from, to).is_none());
    let slides = !movement.axes.is_empty() || !movement.slides.is_empty() || !movement.hoppers.is_empty();
    let castlings = &engine.seat_tables(piece.seat()).castlings;
    let castles = castlings.iter().any(|castling| castling.piece == piece.kind());
    if slides || castles || engine.board.cells().any(is_along_rays) {
        add_rays(engine, tables, &mut table);
    }
    for from in engine.board.cells() {
        let at = usize::from(from) * cells;
        for to in leaps(from) {
            if let Some(hop) = hop(from, to) {
                table[at + usize::from(to)] = (first + hop) as u8;
            }
        }
        for ride in &movement.rides {
            let onward =
                |&at: &Cell| Some(ride.next[usize::from(at)]).filter(|&to| to != NO_CELL && to != from);
            for (one, to) in
                std::iter::successors(onward(&from), onward).map(|to| (ride.next[usize::from(from)], to))
            {
                table[at + usize::from(to)] = hop(from, one).map_or(NO_CELL, |hop| (first + hop) as u8);
            }
        }
        let double_hops = movement.double_hops.get(usize::from(from)).into_iter().flatten();
        for (nth, &[_, to]) in double_hops.enumerate().filter(|(_, leap)| leap[1] != NO_CELL) {
            let hop = if separate_planes { Some(nth) } else { hop(from, to) };
            table[at + usize::from(to)] = hop.map_or(NO_CELL, |hop| (first + hop) as u8);
        }
    }
    table
}

/// Adds the directions of rays between cells.
fn add_rays(engine: &Engine, tables: &LatticeTables, table: &mut [u8]) {
    let (cells, line_tables) = (engine.board.len(), &engine.line_tables);
    let path = |from: Cell, to: Cell, ray: Ray| {
        let mut occupancy = line_tables.empty_occupancy;
        line_tables.toggle(&mut occupancy, from);
        line_tables.visible(&occupancy, to, ray.reversed())
    };
    for to in engine.board.cells() {
        let rays = &tables.rays[usize::from(to)];
        for (direction, &ray) in rays.iter().enumerate() {
            let origins =
                line_tables.visible(&line_tables.empty_occupancy, to, ray.reversed()) & !cell_set(&[to]);
            origins.each(|from| {
                let entry = &mut table[usize::from(from) * cells + usize::from(to)];
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
        if self.pawn_kinds == 0 {
            return 0;
        }
        let pieces = Pieces::empty(self);
        let remote_capture = |seat: Seat| {
            let from = self.board.cells().filter(|&from| !self.seat_tables(seat).pawn_forbidden.has(from));
            from.fold(Bitboard256::EMPTY, |all, from| {
                let ends = self.pawn_advances(&pieces, self.pawn(seat), from).cells();
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
