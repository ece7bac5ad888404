//! The moves and attacks of pieces, regardless of check (Chess 4, Tri-Chess 4).

use super::engine::Engine;
use super::exotic::{BlockedLeap, Hopper};
use super::line_tables::{LinePosition, LineTables};
use super::pieces::{Group, NO_PIECE, Piece, Pieces};
use super::tables::{LatticeTables, cell_set, pad_table};
use super::variant_spec::{BlockedLeapSpec, HopperSpec, MoveMode, MovementSpec, PathSpec, Ride, SlideSpec};
use crate::board::{Bitboard, Bitboard256, Cell, NO_CELL, Ray};
use crate::game::Seat;
use std::ops::Range;

/// The most double hops of a knight from a cell.
pub const MAX_DOUBLE_HOPS: usize = 12;

/// The moves of the pieces of a kind and a seat, as tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    pub class: MovementClass,
    /// The axes along which it slides in both directions, as a range of all axes.
    pub axes: Range<usize>,
    /// By cell, the cells that it attacks by leaping, and the cells from which it attacks a cell by leaping.
    pub leaps: Vec<Bitboard256>,
    pub leapers: Vec<Bitboard256>,
    /// By cell, the empty cells to which it leaps without capturing.
    pub quiet_leaps: Vec<Bitboard256>,
    /// The number of double hops, and by cell the cells of their two hops, which must both be empty.
    pub double_hop_count: usize,
    pub double_hops: Vec<[[u8; 2]; MAX_DOUBLE_HOPS]>,
    /// The slides in single directions or up to a distance.
    pub slides: Vec<Slide>,
    /// The capture targets of a pawn by cell, from its left to its right, or [`NO_CELL`].
    pub capture_sides: Vec<Vec<u8>>,
    /// The exotic moves: blocked leaps by cell, hoppers and rides.
    pub blocked: Vec<Vec<BlockedLeap>>,
    pub hoppers: Vec<Hopper>,
    pub rides: Vec<Ride>,
}

/// Which tables of a movement are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovementClass {
    /// Leaps, which capture, and double hops, which do not.
    Leaper,
    /// Axes.
    Slider,
    /// Leaps that only capture, and one slide that does not capture.
    Pawn,
    /// All.
    Mixed,
}

/// How a piece moves, in four bytes: what the loops that play look up for each piece.
#[derive(Clone, Copy, Debug)]
pub struct MovementKey {
    pub class: MovementClass,
    first_axis: u8,
    end_axis: u8,
    /// The index of its movement.
    movement: u8,
}

impl MovementKey {
    /// The key of what is not a piece.
    pub const NONE: MovementKey =
        MovementKey { class: MovementClass::Leaper, first_axis: 0, end_axis: 0, movement: 0 };

    /// Returns the key of a movement with an index.
    pub fn new(movement: &Movement, index: usize) -> MovementKey {
        let Range { start, end } = movement.axes;
        MovementKey {
            class: movement.class,
            first_axis: start as u8,
            end_axis: end as u8,
            movement: index as u8,
        }
    }

    /// Returns the axes along which the piece slides in both directions.
    #[inline(always)]
    pub fn axes(self) -> Range<usize> {
        self.first_axis.into()..self.end_axis.into()
    }
}

/// A slide in one direction from each cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slide {
    pub mode: MoveMode,
    /// By cell.
    pub paths: Vec<Path>,
}

/// How a piece slides from a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    pub position: LinePosition,
    pub ray: Ray,
    pub max_distance: u8,
}

impl Movement {
    /// Builds the tables of a movement on a lattice.
    pub fn new(
        spec: &MovementSpec,
        line_tables: &LineTables,
        lattice: &LatticeTables,
        cells: usize,
    ) -> Movement {
        let axes = lattice.axes(spec.axes);
        let sets = |lists: &[Vec<Cell>]| -> Vec<Bitboard256> {
            (0..cells).map(|cell| lists.get(cell).map_or(Bitboard256::EMPTY, |list| cell_set(list))).collect()
        };
        let union = |one: &[Vec<Cell>], other: &[Vec<Cell>]| -> Vec<Bitboard256> {
            sets(one).into_iter().zip(sets(other)).map(|(one, other)| one | other).collect()
        };
        let leaps = union(&spec.leaps, &spec.captures);
        let leapers = |to: Cell| {
            let from = (0..cells as u8).filter(|&from| leaps[usize::from(from)].has(to));
            from.fold(Bitboard256::EMPTY, |all, from| all | Bitboard256::one(from))
        };
        let paths = |paths: &[PathSpec]| -> Vec<Path> {
            let path = |(cell, path): (u8, &PathSpec)| {
                let ray = lattice.numbered(path.ray);
                let position = line_tables.position(cell, ray.axis.into());
                Path { position, ray, max_distance: path.max_distance }
            };
            (0..cells as u8).zip(paths).map(path).collect()
        };
        let slide = |slide: &SlideSpec| Slide { mode: slide.mode, paths: paths(&slide.paths) };
        let hopper = |hopper: &HopperSpec| Hopper {
            mode: hopper.mode,
            kind: hopper.kind,
            paths: paths(&hopper.paths),
        };
        let blocked =
            |leap: &BlockedLeapSpec| BlockedLeap { mode: leap.mode, via: cell_set(&leap.via), to: leap.to };
        let is_exotic = !(spec.blocked.is_empty() && spec.hoppers.is_empty() && spec.rides.is_empty());
        let is_leaping = leaps.iter().any(|leaps| !leaps.is_empty());
        let slides: Vec<Slide> = spec.slides.iter().map(slide).collect();
        let lists = (spec.leaps.is_empty(), spec.captures.is_empty(), spec.quiet.is_empty());
        let class = match (&slides[..], lists, axes.is_empty()) {
            _ if is_exotic => MovementClass::Mixed,
            ([], (_, true, true), true) => MovementClass::Leaper,
            ([], (_, _, true), false) if !is_leaping => MovementClass::Slider,
            ([only], (true, false, true), true) if only.mode == MoveMode::Move => MovementClass::Pawn,
            _ => MovementClass::Mixed,
        };
        Movement {
            class,
            axes,
            leapers: (0..cells as u8).map(leapers).collect(),
            leaps,
            quiet_leaps: union(&spec.leaps, &spec.quiet),
            double_hop_count: spec.double_hops.iter().map(Vec::len).max().unwrap_or(0),
            double_hops: spec.double_hops.iter().map(|list| pad_table(list, [NO_CELL; 2])).collect(),
            slides,
            capture_sides: spec.captures.clone(),
            blocked: spec.blocked.iter().map(|list| list.iter().map(blocked).collect()).collect(),
            hoppers: spec.hoppers.iter().map(hopper).collect(),
            rides: spec.rides.clone(),
        }
    }

    /// Whether it attacks both by sliding and by leaping.
    pub fn slides_and_leaps(&self) -> bool {
        let slides = !self.axes.is_empty() || self.slides.iter().any(|slide| slide.mode.attacks());
        slides && self.leaps.iter().any(|leaps| !leaps.is_empty())
    }

    /// Whether a slider on a cell attacks up to a distance along an axis, against the order of its cells if
    /// `backward`.
    pub fn reaches(&self, cell: Cell, axis: usize, backward: bool, distance: u32) -> bool {
        let ray = Ray { axis: axis as u8, backward };
        let attacks = |slide: &Slide| {
            let path = slide.paths[usize::from(cell)];
            slide.mode.attacks() && path.ray == ray && distance <= u32::from(path.max_distance)
        };
        self.axes.contains(&axis) || self.slides.iter().any(attacks)
    }

    /// Returns whether it attacks along an axis from some cell: in the order of cells, and against it.
    pub fn attacks_along(&self, axis: usize) -> [bool; 2] {
        let both = [false, true];
        both.map(|backward| (0..self.leaps.len() as u8).any(|cell| self.reaches(cell, axis, backward, 1)))
    }

    /// Whether it attacks by a slide of its own, which a table of axes does not show.
    pub fn has_attacking_slides(&self) -> bool {
        self.slides.iter().any(|slide| slide.mode.attacks())
    }

    /// Returns the group of officers with this movement.
    pub fn slider_group(&self, lattice: &LatticeTables) -> Group {
        let slides = |axes: &Range<usize>| {
            let attack = |slide: &&Slide| slide.mode.attacks();
            let mut paths = self.slides.iter().filter(attack).flat_map(|slide| &slide.paths);
            self.axes.contains(&axes.start) || paths.any(|path| axes.contains(&path.ray.axis.into()))
        };
        match (slides(&lattice.side_axes), slides(&lattice.corner_axes)) {
            _ if self.is_exotic() => Group::Exotic,
            (true, true) => Group::BothSlider,
            (true, false) => Group::SideSlider,
            (false, true) => Group::CornerSlider,
            (false, false) => Group::Leaper,
        }
    }
}

impl Engine {
    /// Returns the moves of a piece. Anything else gives arbitrary ones.
    #[inline(always)]
    pub fn movement(&self, piece: Piece) -> &Movement {
        self.movement_with(self.movement_keys[piece.index()])
    }

    #[inline(always)]
    fn movement_with(&self, key: MovementKey) -> &Movement {
        &self.movements[usize::from(key.movement)]
    }

    /// Returns the moves of the pawns of an army.
    #[inline(always)]
    pub fn pawn(&self, army: Seat) -> &Movement {
        self.movement(self.pawns[army.index()])
    }

    /// Returns the cells that a slider attacks along some axes, with the first occupied cells included.
    #[inline(always)]
    pub fn slider_attacks(&self, pieces: &Pieces, cell: Cell, axes: Range<usize>) -> Bitboard256 {
        let mut all = Bitboard256::EMPTY;
        for &position in &self.line_tables.positions(cell)[axes] {
            all = all | self.line_tables.attacks(&pieces.line_occupancy, position);
        }
        all
    }

    /// Returns the targets of a leaper: all leaps, and the double hops over empty cells (Chess 4.3,
    /// Tri-Chess 4.6).
    #[inline(always)]
    pub fn leaper_targets(&self, pieces: &Pieces, movement: &Movement, cell: Cell) -> Bitboard256 {
        let leaps = movement.leaps[usize::from(cell)];
        if movement.double_hop_count == 0 {
            return leaps;
        }
        let mut all = leaps;
        for &[first, second] in &movement.double_hops[usize::from(cell)][..movement.double_hop_count] {
            let open = (pieces.piece_at(first) == NO_PIECE) & (pieces.piece_at(second) == NO_PIECE);
            all = all | Bitboard256::one(second).masked(open);
        }
        all
    }

    /// Returns the cells on a path before the first occupied one.
    #[inline(always)]
    pub fn open_path(&self, pieces: &Pieces, path: Path) -> Bitboard256 {
        let (word, index, max_distance) = (
            LineTables::line_word(&pieces.line_occupancy, path.position),
            path.position.index(),
            u32::from(path.max_distance),
        );
        if path.ray.backward {
            let end = LineTables::next_before(word, index).max(index.saturating_sub(max_distance + 1));
            self.line_tables.span(path.position, end + 1, index)
        } else {
            let end = LineTables::next_after(word, index).min(index + max_distance + 1);
            self.line_tables.span(path.position, index + 1, end)
        }
    }

    /// Returns the first occupied cell of a path, if it is near enough.
    fn path_end(&self, pieces: &Pieces, path: Path) -> Bitboard256 {
        let word = LineTables::line_word(&pieces.line_occupancy, path.position);
        let index = path.position.index();
        let end = LineTables::next_occupied(word, index, path.ray.backward);
        let cell = self.line_tables.cell_at(path.position, end);
        let is_near = end.abs_diff(index) <= u32::from(path.max_distance);
        if cell == NO_CELL { Bitboard256::EMPTY } else { Bitboard256::one(cell).only_if(is_near) }
    }

    /// Returns the empty cells straight ahead to which a pawn of an army can move (Chess 4.4, Tri-Chess 4.7).
    #[inline(always)]
    pub fn pawn_advances(&self, pieces: &Pieces, movement: &Movement, cell: Cell) -> Bitboard256 {
        self.open_path(pieces, movement.slides[0].paths[usize::from(cell)])
    }

    /// Returns the cells that a piece attacks, whatever stands on them. On a ring this can include its own
    /// cell (Chess 5.4).
    #[inline(always)]
    pub fn attacks(&self, pieces: &Pieces, cell: Cell) -> Bitboard256 {
        let key = self.movement_keys[pieces.piece_at(cell).index()];
        match key.class {
            MovementClass::Leaper | MovementClass::Pawn => self.movement_with(key).leaps[usize::from(cell)],
            MovementClass::Slider => self.slider_attacks(pieces, cell, key.axes()),
            MovementClass::Mixed => self.mixed_attacks(pieces, self.movement_with(key), cell),
        }
    }

    #[inline(never)]
    fn mixed_attacks(&self, pieces: &Pieces, movement: &Movement, cell: Cell) -> Bitboard256 {
        let mut all =
            movement.leaps[usize::from(cell)] | self.slider_attacks(pieces, cell, movement.axes.clone());
        for slide in movement.slides.iter().filter(|slide| slide.mode.attacks()) {
            let path = slide.paths[usize::from(cell)];
            all = all | self.open_path(pieces, path) | self.path_end(pieces, path);
        }
        all | self.exotic_reach(pieces, movement, cell).attacks
    }

    /// Returns the targets of the piece on a cell regardless of check: cells of `open`, which are empty or
    /// hold an enemy that can be captured. Castling and captures en passant are not included.
    #[inline(always)]
    pub fn targets(&self, pieces: &Pieces, cell: Cell, open: Bitboard256) -> Bitboard256 {
        let key = self.movement_keys[pieces.piece_at(cell).index()];
        let targets = match key.class {
            MovementClass::Leaper => self.leaper_targets(pieces, self.movement_with(key), cell),
            MovementClass::Slider => self.slider_attacks(pieces, cell, key.axes()),
            MovementClass::Pawn => self.pawn_targets(pieces, self.movement_with(key), cell),
            MovementClass::Mixed => self.mixed_targets(pieces, self.movement_with(key), cell),
        };
        targets & open
    }

    /// Returns the cells to which a pawn can move, and the occupied ones on which it captures.
    #[inline(always)]
    pub fn pawn_targets(&self, pieces: &Pieces, movement: &Movement, cell: Cell) -> Bitboard256 {
        self.pawn_advances(pieces, movement, cell) | (movement.leaps[usize::from(cell)] & pieces.occupied())
    }

    /// Returns the cells to which a piece alone on the board can move, and those that it attacks.
    pub fn targets_when_alone(&self, piece: Piece, cell: Cell) -> [Bitboard256; 2] {
        let mut pieces = Pieces::empty(self);
        pieces.put(self, cell, piece);
        [self.targets(&pieces, cell, !Bitboard256::EMPTY), self.attacks(&pieces, cell)]
    }

    /// Returns the targets of the piece on a cell regardless of check: empty cells and enemies, without
    /// castling and captures en passant.
    pub fn pseudo_legal_targets(&self, pieces: &Pieces, seat: Seat, cell: Cell) -> Bitboard256 {
        self.targets(pieces, cell, !self.allied_pieces(pieces, seat))
    }

    #[inline(never)]
    fn mixed_targets(&self, pieces: &Pieces, movement: &Movement, cell: Cell) -> Bitboard256 {
        let occupied = pieces.occupied();
        let mut all = (movement.leaps[usize::from(cell)] & occupied)
            | (movement.quiet_leaps[usize::from(cell)] & !occupied)
            | self.slider_attacks(pieces, cell, movement.axes.clone());
        for slide in &movement.slides {
            let path = slide.paths[usize::from(cell)];
            if slide.mode.moves() {
                all = all | self.open_path(pieces, path);
            }
            if slide.mode.captures() {
                all = all | self.path_end(pieces, path);
            }
        }
        for &[first, second] in movement.double_hops.get(usize::from(cell)).into_iter().flatten() {
            let open = pieces.piece_at(first) == NO_PIECE && pieces.piece_at(second) == NO_PIECE;
            all = all | Bitboard256::one(second).only_if(open);
        }
        let exotic = self.exotic_reach(pieces, movement, cell);
        all | (exotic.moves & !occupied) | (exotic.attacks & occupied)
    }
}
