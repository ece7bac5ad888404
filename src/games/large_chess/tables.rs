//! The tables of move geometries and of seats.

use super::castling::castling_right;
use super::engine::Engine;
use super::line_tables::{LinePosition, Ray};
use super::pieces::{Kind, NO_CELL, PieceMask, piece_mask};
use super::variant_spec::{Castling, MoveGeometry, VariantSpec, double_hop};
use crate::board::{Bitboard, Bitboard256, Board, Cell};
use crate::game::Seat;

/// The capacity for kinds of double hops.
pub const MAX_DOUBLE_HOPS: usize = 12;

/// The moves of pieces other than pawns, as tables made from a [`MoveGeometry`].
#[derive(Clone, Debug)]
pub struct MoveTables {
    /// The axes of rooks and of bishops, as ranges of all axes.
    pub rook_axes: std::ops::Range<usize>,
    pub bishop_axes: std::ops::Range<usize>,
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
    pub geometry: usize,
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
    /// The enemies, grouped by geometry.
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

/// The enemies of a seat that share a geometry.
#[derive(Clone, Debug)]
pub struct EnemyGroup {
    pub geometry: usize,
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
        let mut cell_at_place = vec![NO_CELL; self.area()];
        for cell in self.board.cells() {
            cell_at_place[usize::from(seat_spec.place_of_cell[usize::from(cell)])] = cell;
        }
        let mut direction_from_view = vec![0; seat_spec.direction_in_view.len()];
        for (direction, &seen) in seat_spec.direction_in_view.iter().enumerate() {
            direction_from_view[usize::from(seen)] = direction as u8;
        }
        let pawn_captures: Vec<Bitboard256> =
            seat_spec.pawn_captures.iter().map(|cells| cell_set(cells)).collect();
        let capturers = |to: Cell| {
            let captures = |from: &Cell| seat_spec.pawn_captures[usize::from(*from)].contains(&to);
            cell_set(&self.board.cells().filter(captures).collect::<Vec<Cell>>())
        };
        let group = |geometry: usize| {
            let in_group = |other: &usize| {
                spec.seat_specs[*other].geometry == geometry && self.enemy_seats[seat] >> other & 1 == 1
            };
            let seats = (0..self.seats).filter(in_group).fold(0, |all, other| all | 1 << other);
            EnemyGroup {
                geometry,
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
            geometry: seat_spec.geometry,
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
            place_of_cell: pad_table(&seat_spec.place_of_cell, 0),
            cell_at_place,
            piece_planes: [0; 64],
            board_plane_words: seat_spec
                .board_marks
                .iter()
                .flat_map(|places| plane_words(self.area(), places))
                .collect(),
            own_order: seat_spec.own_order.clone(),
            ray_order: seat_spec.ray_order.clone(),
            direction_in_view: pad_table(&seat_spec.direction_in_view, NO_CELL),
            direction_from_view,
        };
        self.all_seat_tables.push(seat_tables);
    }

    pub(super) fn add_threats(&mut self, seat: usize) {
        let leaper_threats: Vec<Bitboard256> =
            self.board.cells().map(|cell| self.leaper_threats(seat, cell)).collect();
        let line_cells = |cell: Cell, axes: &std::ops::Range<usize>| {
            let places = &self.line_tables.positions(cell)[axes.clone()];
            places.iter().fold(Bitboard256::EMPTY, |all, &place| all | self.line_tables.line_cells(place))
        };
        let lines_of = |cell: Cell| {
            let enemy_groups = self.all_seat_tables[seat]
                .enemy_groups
                .iter()
                .map(|group| &self.all_move_tables[group.geometry]);
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
            let move_tables = &self.all_move_tables[seat_tables.geometry];
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

/// Builds the tables of a geometry whose first axis has the number `first`.
pub fn build_move_tables(board: &Board, geometry: &MoveGeometry, first: &mut usize) -> MoveTables {
    let rook_axes = *first..*first + geometry.rook_lines.len();
    let bishop_axes = rook_axes.end..rook_axes.end + geometry.bishop_lines.len();
    *first = bishop_axes.end;
    let knight_attacks = |cell: Cell| {
        let to = geometry.hops.iter().map(|hop| hop[usize::from(cell)]);
        cell_set(&to.collect::<Vec<u8>>())
    };
    let double = |cell: Cell| {
        let mut hops = [[NO_CELL; 2]; MAX_DOUBLE_HOPS];
        for (double, hop) in hops.iter_mut().zip(&geometry.hops).filter(|_| geometry.has_double_hops) {
            *double = double_hop(hop, cell).unwrap_or([NO_CELL; 2]);
        }
        hops
    };
    let along = |axes: &std::ops::Range<usize>| {
        let both = |axis: usize| [false, true].map(|backward| Ray { axis: axis as u8, backward });
        axes.clone().flat_map(both).collect()
    };
    MoveTables {
        rook_rays: along(&rook_axes),
        bishop_rays: along(&bishop_axes),
        rook_axes,
        bishop_axes,
        rays: geometry.rays.clone(),
        hops: geometry.hops.clone(),
        knight_attacks: board.cells().map(knight_attacks).collect(),
        double_hop_count: if geometry.has_double_hops { geometry.hops.len() } else { 0 },
        double_hop_table: board.cells().map(double).collect(),
        king_moves: geometry.king_moves.iter().map(|cells| cell_set(cells)).collect(),
    }
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
