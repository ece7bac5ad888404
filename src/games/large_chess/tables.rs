//! The tables of lattices and of seats.

use super::castling::castling_right;
use super::engine::Engine;
use super::line_tables::LinePosition;
use super::pieces::{Kind, PieceMask, piece_mask};
use super::variant_spec::{Castling, VariantSpec, double_hop};
use crate::board::{Bitboard, Bitboard256, Cell, Color, Lattice, NO_CELL, Ray, View};
use crate::game::{Frame, Seat};
use std::ops::Range;

/// The capacity for kinds of double hops.
pub const MAX_DOUBLE_HOPS: usize = 12;

/// The moves of pieces other than pawns, as tables made from a [`Lattice`].
#[derive(Clone, Debug)]
pub struct MoveTables {
    /// The axes of rooks and of bishops, as ranges of all axes.
    pub rook_axes: Range<usize>,
    pub bishop_axes: Range<usize>,
    /// By target cell, the rays in the order of their numbers.
    pub rays: Vec<Vec<Ray>>,
    pub rook_rays: Vec<Ray>,
    pub bishop_rays: Vec<Ray>,
    /// By hop, its target from each cell.
    pub hops: Vec<Vec<u8>>,
    pub knight_attacks: Vec<Bitboard256>,
    /// The number of kinds of double hops.
    pub double_hop_count: usize,
    /// By cell, the first and second cell of each double hop, [`NO_CELL`] if it does not exist.
    pub double_hop_table: Vec<[[u8; 2]; MAX_DOUBLE_HOPS]>,
    pub king_moves: Vec<Bitboard256>,
}

/// The tables of a seat.
#[derive(Clone, Debug)]
pub struct SeatTables {
    /// The index of its [`MoveTables`].
    pub lattice: usize,
    pub pawn_paths: Vec<PawnPath>,
    /// By cell, the capture targets of a pawn there, and the cells from which a pawn captures there.
    pub pawn_captures: Vec<Bitboard256>,
    pub pawn_capturers: Vec<Bitboard256>,
    /// The capture targets by cell, from the pawn's left to its right, or [`NO_CELL`].
    pub pawn_capture_sides: Vec<Vec<u8>>,
    pub promotion_cells: Bitboard256,
    pub pawn_forbidden: Bitboard256,
    pub castlings: Vec<Castling>,
    /// By cell, the cells from which an enemy pawn, knight or king could attack it.
    pub leaper_threats: Vec<Bitboard256>,
    /// By cell, the rook lines and the bishop lines of enemies through it.
    pub line_masks: Vec<[Bitboard256; 2]>,
    /// The same for a cell and all its neighbors.
    pub leaper_threats_near: Vec<Bitboard256>,
    pub line_masks_near: Vec<[Bitboard256; 2]>,
    /// The enemies, grouped by lattice.
    pub enemy_groups: Vec<EnemyGroup>,
    /// The place of each cell in the planes that the seat sees, and the cell of each place.
    pub place_of_cell: [u16; 256],
    pub cell_at_place: Vec<u8>,
    /// By piece, the offset of its plane among those that the seat sees.
    pub piece_planes: [u16; 64],
    /// The planes of the bare board as words, one plane after the other.
    pub board_plane_words: Vec<u64>,
    pub own_order: Vec<u16>,
    pub ray_order: Vec<u8>,
    /// Each direction (rays, then hops) as the seat sees it, [`NO_CELL`] for invalid ones, and the inverse.
    pub direction_in_view: [u8; 256],
    pub direction_from_view: Vec<u8>,
}

/// How a pawn moves ahead from a cell.
#[derive(Clone, Copy, Debug)]
pub struct PawnPath {
    pub position: LinePosition,
    pub ray: Ray,
    pub max_distance: u8,
}

/// The enemies of a seat that share a lattice.
#[derive(Clone, Debug)]
pub struct EnemyGroup {
    pub lattice: usize,
    pub seats: u8,
    /// The pieces that move like rooks, and those that move like bishops.
    pub rook_sliders: PieceMask,
    pub bishop_sliders: PieceMask,
}

impl Engine {
    pub(super) fn add_seat_tables(&mut self, spec: &VariantSpec, seat: usize) {
        let seat_spec = &spec.seat_specs[seat];
        for (side, castling) in seat_spec.castlings.iter().enumerate() {
            let right = castling_right(Seat::from_index(seat), side);
            self.start_rights |= right;
            self.rights_lost_at[usize::from(castling.king)] |= right;
            self.rights_lost_at[usize::from(castling.rook)] |= right;
        }
        let own = &spec.lattices[seat_spec.lattice].views()[seat_spec.view];
        let seen = match spec.frame {
            Frame::Seat => own,
            Frame::Board => &spec.lattices[0].views()[spec.seat_specs[0].view],
        };
        let mut cell_at_place = vec![NO_CELL; self.area()];
        for cell in self.board.cells() {
            cell_at_place[usize::from(seen.places[usize::from(cell)])] = cell;
        }
        let direction_in_view = turned_directions(seen);
        let pawn_captures: Vec<Bitboard256> =
            seat_spec.pawn_captures.iter().map(|cells| cell_set(cells)).collect();
        let capturers = |to: Cell| {
            let captures = |from: &Cell| seat_spec.pawn_captures[usize::from(*from)].contains(&to);
            cell_set(&self.board.cells().filter(captures).collect::<Vec<Cell>>())
        };
        let group = |lattice: usize| {
            let in_group = |other: &usize| {
                spec.seat_specs[*other].lattice == lattice && self.enemy_seats[seat] >> other & 1 == 1
            };
            let seats = (0..self.seats).filter(in_group).fold(0, |all, other| all | 1 << other);
            EnemyGroup {
                lattice,
                seats,
                rook_sliders: piece_mask(seats, &[Kind::Rook, Kind::Queen]),
                bishop_sliders: piece_mask(seats, &[Kind::Bishop, Kind::Queen]),
            }
        };
        let path = |(cell, advance): (Cell, &super::variant_spec::PawnAdvance)| PawnPath {
            position: self.line_tables.position(cell, advance.ray.axis.into()),
            ray: advance.ray,
            max_distance: advance.max_distance,
        };
        let seat_tables = SeatTables {
            lattice: seat_spec.lattice,
            pawn_paths: self.board.cells().zip(&seat_spec.pawn_advances).map(path).collect(),
            pawn_captures,
            pawn_capturers: self.board.cells().map(capturers).collect(),
            pawn_capture_sides: seat_spec.pawn_captures.clone(),
            promotion_cells: cell_set(&seat_spec.promotion_cells),
            pawn_forbidden: cell_set(&seat_spec.pawn_forbidden),
            castlings: seat_spec.castlings.clone(),
            leaper_threats: Vec::new(),
            line_masks: Vec::new(),
            leaper_threats_near: Vec::new(),
            line_masks_near: Vec::new(),
            enemy_groups: (0..self.all_move_tables.len())
                .map(group)
                .filter(|group| group.seats != 0)
                .collect(),
            place_of_cell: pad_table(&seen.places, 0),
            cell_at_place,
            piece_planes: [0; 64],
            board_plane_words: self.bare_board_planes(seen),
            own_order: own.places.clone(),
            ray_order: inverse(&own.directions),
            direction_from_view: inverse(&direction_in_view),
            direction_in_view: pad_table(&direction_in_view, NO_CELL),
        };
        self.all_seat_tables.push(seat_tables);
    }

    /// Returns the words of the planes of the bare board, if it looks different to seats: the cells, and the
    /// triangles that point away from the seat.
    fn bare_board_planes(&self, view: &View) -> Vec<u64> {
        if self.board_planes.is_empty() {
            return Vec::new();
        }
        let parity = |(row, column): (usize, usize)| (row + column) % 2;
        let up = self.board.cells().find(|&cell| self.board.color(cell) == Color::Up);
        let up = up.map(|cell| parity(self.board.place(cell)));
        let points_away = |cell: &Cell| Some(parity(view.place(&self.board, *cell))) == up;
        let places = |cells: Vec<Cell>| -> Vec<u16> {
            cells.into_iter().map(|cell| view.places[usize::from(cell)]).collect()
        };
        let planes = [self.board.cells().collect(), self.board.cells().filter(points_away).collect()];
        planes.into_iter().flat_map(|cells| plane_words(self.area(), &places(cells))).collect()
    }

    pub(super) fn add_threats(&mut self, seat: usize) {
        let leaper_threats: Vec<Bitboard256> =
            self.board.cells().map(|cell| self.leaper_threats(seat, cell)).collect();
        let line_cells = |cell: Cell, axes: &Range<usize>| {
            let places = &self.line_tables.positions(cell)[axes.clone()];
            places.iter().fold(Bitboard256::EMPTY, |all, &place| all | self.line_tables.line_cells(place))
        };
        let lines_of = |cell: Cell| {
            let enemy_groups = self.all_seat_tables[seat]
                .enemy_groups
                .iter()
                .map(|group| &self.all_move_tables[group.lattice]);
            let lines = enemy_groups.map(|move_tables| {
                [line_cells(cell, &move_tables.rook_axes), line_cells(cell, &move_tables.bishop_axes)]
            });
            lines.fold([Bitboard256::EMPTY; 2], |all, lines| [all[0] | lines[0], all[1] | lines[1]])
        };
        let line_masks: Vec<[Bitboard256; 2]> = self.board.cells().map(lines_of).collect();
        let move_tables = self.move_tables(Seat::from_index(seat));
        let neighborhood = |cell: Cell| {
            (move_tables.king_moves[usize::from(cell)] | Bitboard256::one(cell)).cells().map(usize::from)
        };
        let leaper_threats_near =
            |cell| neighborhood(cell).fold(Bitboard256::EMPTY, |all, cell| all | leaper_threats[cell]);
        let line_masks_near = |cell| {
            neighborhood(cell).fold([Bitboard256::EMPTY; 2], |all, cell| {
                [all[0] | line_masks[cell][0], all[1] | line_masks[cell][1]]
            })
        };
        let (leaper_threats_near, line_masks_near) = (
            self.board.cells().map(leaper_threats_near).collect(),
            self.board.cells().map(line_masks_near).collect(),
        );
        let seat_tables = &mut self.all_seat_tables[seat];
        (seat_tables.leaper_threats, seat_tables.line_masks) = (leaper_threats, line_masks);
        (seat_tables.leaper_threats_near, seat_tables.line_masks_near) =
            (leaper_threats_near, line_masks_near);
    }

    /// Returns the cells from which an enemy pawn, knight or king could attack a cell.
    fn leaper_threats(&self, seat: usize, cell: Cell) -> Bitboard256 {
        let enemy = |other: &usize| self.enemy_seats[seat] >> other & 1 == 1;
        // Enemies can have drafted pawns of the seat's own army.
        let threats = (0..self.seats).filter(|other| enemy(other) || self.drafts).map(|other| {
            let (seat_tables, cell) = (&self.all_seat_tables[other], usize::from(cell));
            let move_tables = &self.all_move_tables[seat_tables.lattice];
            seat_tables.pawn_capturers[cell] | move_tables.knight_attacks[cell] | move_tables.king_moves[cell]
        });
        threats.fold(Bitboard256::EMPTY, |all, threats| all | threats)
    }
}

/// Returns the set of some cells. [`NO_CELL`] is skipped.
pub fn cell_set(cells: &[u8]) -> Bitboard256 {
    cells
        .iter()
        .filter(|&&cell| cell != NO_CELL)
        .fold(Bitboard256::EMPTY, |all, &cell| all | Bitboard256::one(cell))
}

/// Builds the tables of a lattice whose first axis has the number `first`.
pub fn build_move_tables(lattice: &Lattice, hop_twice: bool, first: usize) -> MoveTables {
    let cells = || lattice.board().cells();
    let rook_axes = first..first + lattice.side_axes();
    let bishop_axes = rook_axes.end..first + lattice.axes().len();
    let hops = lattice.knight_hops();
    let knight_attacks = |cell: Cell| {
        let to = hops.iter().map(|hop| hop[usize::from(cell)]);
        cell_set(&to.collect::<Vec<u8>>())
    };
    let double = |cell: Cell| {
        let mut table = [[NO_CELL; 2]; MAX_DOUBLE_HOPS];
        for (double, hop) in table.iter_mut().zip(hops).filter(|_| hop_twice) {
            *double = double_hop(hop, cell).unwrap_or([NO_CELL; 2]);
        }
        table
    };
    let along = |axes: &Range<usize>| {
        let both = |axis: usize| [false, true].map(|backward| Ray { axis: axis as u8, backward });
        axes.clone().flat_map(both).collect()
    };
    let numbered = |ray: &Ray| Ray { axis: ray.axis + first as u8, ..*ray };
    MoveTables {
        rook_rays: along(&rook_axes),
        bishop_rays: along(&bishop_axes),
        rook_axes,
        bishop_axes,
        rays: lattice.rays().iter().map(|rays| rays.iter().map(numbered).collect()).collect(),
        hops: hops.to_vec(),
        knight_attacks: cells().map(knight_attacks).collect(),
        double_hop_count: if hop_twice { hops.len() } else { 0 },
        double_hop_table: cells().map(double).collect(),
        king_moves: lattice.neighbors().iter().map(|cells| cell_set(cells)).collect(),
    }
}

/// Returns what each direction (rays, then hops, then double hops) becomes in a view.
pub fn turned_directions(view: &View) -> Vec<u8> {
    let (rays, hops) = (view.directions.len() as u8, view.knight_hops.len() as u8);
    let single = view.knight_hops.iter().map(|hop| rays + hop);
    let double = view.knight_hops.iter().map(|hop| rays + hops + hop);
    view.directions.iter().copied().chain(single).chain(double).collect()
}

/// Returns the inverse of a permutation.
fn inverse(permutation: &[u8]) -> Vec<u8> {
    let mut back = vec![0; permutation.len()];
    permutation.iter().zip(0..).for_each(|(&to, from)| back[usize::from(to)] = from);
    back
}

/// Extends a table to 256 entries, so that no byte is out of range.
fn pad_table<T: Copy>(table: &[T], other: T) -> [T; 256] {
    std::array::from_fn(|at| table.get(at).copied().unwrap_or(other))
}

/// Returns the words of a plane in which some places are marked.
fn plane_words(area: usize, places: &[u16]) -> Vec<u64> {
    let mut words = vec![0; area.div_ceil(64)];
    places.iter().for_each(|&place| words[usize::from(place / 64)] |= 1 << (place % 64));
    words
}
