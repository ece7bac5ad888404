//! The tables of lattices and of seats.

use super::castling::castling_right;
use super::drops::DropRule;
use super::engine::Engine;
use super::pieces::{CONTENTS, PieceMask, add_to_mask};
use super::promotions::Promotion;
use super::variant_spec::{Axes, Castling, VariantSpec};
use crate::board::{Bitboard, Bitboard256, Cell, Color, Lattice, NO_CELL, Ray, View};
use crate::game::{Frame, Seat};
use std::ops::Range;

/// The lines and hops of a lattice, as tables.
#[derive(Clone, Debug)]
pub struct LatticeTables {
    /// The axes through sides and through corners, as ranges of all axes.
    pub side_axes: Range<usize>,
    pub corner_axes: Range<usize>,
    /// By target cell, the rays in the order of their numbers.
    pub rays: Vec<Vec<Ray>>,
    /// By hop, its target from each cell.
    pub hops: Vec<Vec<u8>>,
    /// By cell, the cells that touch it.
    pub near: Vec<Bitboard256>,
}

impl LatticeTables {
    /// Builds the tables of a lattice whose first axis has the number `first`.
    pub fn new(lattice: &Lattice, first: usize) -> LatticeTables {
        let side_axes = first..first + lattice.side_axes();
        let numbered = |ray: &Ray| with_offset(*ray, first);
        LatticeTables {
            corner_axes: side_axes.end..first + lattice.axes().len(),
            side_axes,
            rays: lattice.rays().iter().map(|rays| rays.iter().map(numbered).collect()).collect(),
            hops: lattice.knight_hops().to_vec(),
            near: lattice.neighbors().iter().map(|cells| cell_set(cells)).collect(),
        }
    }

    /// Returns a ray of the lattice with the number of its axis among those of all lattices.
    pub fn numbered(&self, ray: Ray) -> Ray {
        with_offset(ray, self.side_axes.start)
    }

    /// Returns the numbers of some axes.
    pub fn axes(&self, axes: Axes) -> Range<usize> {
        match axes {
            Axes::None => 0..0,
            Axes::Sides => self.side_axes.clone(),
            Axes::Corners => self.corner_axes.clone(),
            Axes::All => self.all_axes(),
        }
    }

    /// Returns the numbers of all axes.
    #[inline(always)]
    pub fn all_axes(&self) -> Range<usize> {
        self.side_axes.start..self.corner_axes.end
    }
}

/// The tables of a seat.
#[derive(Clone, Debug)]
pub struct SeatTables {
    /// The index of its [`LatticeTables`].
    pub lattice: usize,
    pub promotion_cells: Bitboard256,
    pub pawn_forbidden: Bitboard256,
    pub no_en_passant_from: Bitboard256,
    pub castlings: Vec<Castling>,
    /// By kind, its promotion if it is chosen freely.
    pub promotions: Vec<Option<Promotion>>,
    /// By kind in hand, its drops.
    pub drops: Vec<DropRule>,
    /// By cell, the cells from which an enemy piece could attack it by leaping.
    pub leaper_threats: Vec<Bitboard256>,
    /// By cell, the lines of enemies through it: through sides and through corners.
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
    pub piece_planes: [u16; CONTENTS],
    /// The planes of the bare board as words, one plane after the other.
    pub board_plane_words: Vec<u64>,
    pub own_order: Vec<u16>,
    pub ray_order: Vec<u8>,
    /// Each direction (rays, then hops) as the seat sees it, [`NO_CELL`] for invalid ones, and the inverse.
    pub direction_in_view: [u8; 256],
    pub direction_from_view: Vec<u8>,
}

/// The enemies of a seat that share a lattice.
#[derive(Clone, Debug)]
pub struct EnemyGroup {
    pub lattice: usize,
    pub seats: u8,
    /// By axis of the lattice, and by whether they attack against the order of cells, the pieces that slide.
    pub sliders: Vec<[PieceMask; 2]>,
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
        let direction_in_view = turned_directions(seen, self.has_hoppers);
        let group = |lattice: usize| {
            let in_group = |other: &usize| {
                spec.seat_specs[*other].lattice == lattice && self.enemy_seats[seat] >> other & 1 == 1
            };
            let seats = (0..self.seats).filter(in_group).fold(0, |all, other| all | 1 << other);
            let axes = self.lattice_tables[lattice].all_axes();
            EnemyGroup { lattice, seats, sliders: axes.map(|axis| self.sliders(seats, axis)).collect() }
        };
        let seat_tables = SeatTables {
            lattice: seat_spec.lattice,
            promotion_cells: cell_set(&seat_spec.promotion_cells),
            pawn_forbidden: cell_set(&seat_spec.pawn_forbidden),
            no_en_passant_from: cell_set(&seat_spec.no_en_passant_from),
            castlings: seat_spec.castlings.clone(),
            promotions: Vec::new(),
            drops: Vec::new(),
            leaper_threats: Vec::new(),
            line_masks: Vec::new(),
            leaper_threats_near: Vec::new(),
            line_masks_near: Vec::new(),
            enemy_groups: (0..self.lattice_tables.len())
                .map(group)
                .filter(|group| group.seats != 0)
                .collect(),
            place_of_cell: pad_table(&seen.places, 0),
            cell_at_place,
            piece_planes: [0; CONTENTS],
            board_plane_words: self.bare_board_planes(seen),
            own_order: own.places.clone(),
            ray_order: inverse(&own.directions),
            direction_from_view: inverse(&direction_in_view),
            direction_in_view: pad_table(&direction_in_view, NO_CELL),
        };
        self.all_seat_tables.push(seat_tables);
    }

    pub(super) fn add_promotions_and_drops(&mut self, spec: &VariantSpec, seat: usize) {
        let (seat, seat_spec) = (Seat::from_index(seat), &spec.seat_specs[seat]);
        let mut start = vec![0u8; self.kinds.len()];
        spec.start.iter().filter(|piece| piece.1 == seat).for_each(|piece| start[piece.2.index()] += 1);
        self.all_seat_tables[seat.index()].promotions = self.promotions(seat, &seat_spec.promotions, &start);
        self.all_seat_tables[seat.index()].drops = self.drops(seat, &seat_spec.drops);
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
                .map(|group| &self.lattice_tables[group.lattice]);
            let lines = enemy_groups
                .map(|tables| [line_cells(cell, &tables.side_axes), line_cells(cell, &tables.corner_axes)]);
            lines.fold([Bitboard256::EMPTY; 2], |all, lines| [all[0] | lines[0], all[1] | lines[1]])
        };
        let line_masks: Vec<[Bitboard256; 2]> = self.board.cells().map(lines_of).collect();
        let near = &self.lattice(Seat::from_index(seat)).near;
        let neighborhood =
            |cell: Cell| (near[usize::from(cell)] | Bitboard256::one(cell)).cells().map(usize::from);
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

    /// Returns the cells from which an enemy piece could attack a cell by leaping.
    fn leaper_threats(&self, seat: usize, cell: Cell) -> Bitboard256 {
        let enemies = self.all_pieces().filter(|piece| piece.seat().is_in(self.enemy_seats[seat]));
        let leapers = enemies.map(|piece| self.movement(piece).leapers[usize::from(cell)]);
        leapers.fold(Bitboard256::EMPTY, |all, leapers| all | leapers)
    }

    /// Returns the pieces of some seats (as bits) that slide along an axis: in the order of cells, and
    /// against it.
    fn sliders(&self, seats: u8, axis: usize) -> [PieceMask; 2] {
        let mut masks = [PieceMask::default(); 2];
        for piece in self.all_pieces().filter(|piece| piece.seat().is_in(seats)) {
            let attacks = masks.iter_mut().zip(self.movement(piece).attacks_along(axis));
            attacks.filter(|(_, attacks)| *attacks).for_each(|(mask, _)| add_to_mask(mask, piece));
        }
        masks
    }
}

/// Returns a ray of a lattice whose first axis has the number `first`.
fn with_offset(ray: Ray, first: usize) -> Ray {
    Ray { axis: ray.axis + first as u8, ..ray }
}

/// Returns the set of some cells. [`NO_CELL`] is skipped.
pub fn cell_set(cells: &[u8]) -> Bitboard256 {
    cells
        .iter()
        .filter(|&&cell| cell != NO_CELL)
        .fold(Bitboard256::EMPTY, |all, &cell| all | Bitboard256::one(cell))
}

/// Returns what each direction becomes in a view: rays, hops, then double hops or, if there are hoppers, rays
/// over a piece.
pub fn turned_directions(view: &View, has_hoppers: bool) -> Vec<u8> {
    let (rays, hops) = (view.directions.len() as u8, view.knight_hops.len() as u8);
    let single = view.knight_hops.iter().map(|hop| rays + hop);
    let further = if has_hoppers { &view.directions } else { &view.knight_hops };
    let further = further.iter().map(|direction| rays + hops + direction);
    view.directions.iter().copied().chain(single).chain(further).collect()
}

/// Returns the inverse of a permutation.
fn inverse(permutation: &[u8]) -> Vec<u8> {
    let mut back = vec![0; permutation.len()];
    permutation.iter().zip(0..).for_each(|(&to, from)| back[usize::from(to)] = from);
    back
}

/// Extends a table to `N` entries.
pub fn pad_table<T: Copy, const N: usize>(table: &[T], other: T) -> [T; N] {
    std::array::from_fn(|at| table.get(at).copied().unwrap_or(other))
}

/// Returns the words of a plane in which some places are marked.
fn plane_words(area: usize, places: &[u16]) -> Vec<u64> {
    let mut words = vec![0; area.div_ceil(64)];
    places.iter().for_each(|&place| words[usize::from(place / 64)] |= 1 << (place % 64));
    words
}
