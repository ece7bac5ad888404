//! The moves of a described kind as paths on a lattice.

use super::betza::{Atom, select};
use crate::board::{Bitboard, Bitboard256, Cell, Lattice, NO_CELL, Shape, View};
use crate::games::chesslike::tables::cell_set;
use crate::games::chesslike::variant_spec::{
    Axes, BlockedLeapSpec, HopperKind, HopperSpec, MoveMode, MovementSpec, PathSpec, Ride, SlideSpec,
    double_hops,
};

/// Returns the paths of an atom: some steps through sides, then some through corners next to them. A knight
/// on triangles goes straight on twice and then to a side. The paths are clockwise, as the seat at the near
/// edge sees them.
pub fn paths(lattice: &Lattice, sides: u8, corners: u8) -> Vec<Vec<usize>> {
    let all = 0..lattice.directions().len();
    let (through_sides, through_corners): (Vec<usize>, Vec<usize>) =
        all.partition(|&direction| lattice.is_through_sides(direction));
    let repeated = |direction: usize, times: u8| vec![direction; times.into()];
    let mut paths: Vec<Vec<usize>> = match (sides, corners) {
        (_, 0) => through_sides.iter().map(|&side| repeated(side, sides)).collect(),
        (0, _) => through_corners.iter().map(|&corner| repeated(corner, corners)).collect(),
        _ if lattice.board().shape() == Shape::Triangles => {
            let across = |corner: usize| {
                let sides = through_sides.iter().filter(move |&&side| between(lattice, side, corner) == 90.0);
                sides.map(move |&side| vec![corner, corner, side])
            };
            through_corners.iter().flat_map(|&corner| across(corner)).collect()
        }
        _ => {
            let between = |side: usize, corner: usize| between(lattice, side, corner);
            let nearest = |side: usize| {
                through_corners.iter().map(|&corner| between(side, corner)).fold(f64::MAX, f64::min)
            };
            let next = |&side: &usize| {
                let at = nearest(side) + 1.0;
                let near = through_corners.iter().filter(move |&&corner| between(side, corner) < at);
                near.map(|&corner| [repeated(side, sides), repeated(corner, corners)].concat())
                    .collect::<Vec<_>>()
            };
            through_sides.iter().flat_map(next).collect()
        }
    };
    paths.sort_by(|one, other| {
        angle(lattice, one).rem_euclid(360.0).total_cmp(&angle(lattice, other).rem_euclid(360.0))
    });
    paths
}

/// Returns the angle between two directions in degrees.
fn between(lattice: &Lattice, one: usize, other: usize) -> f64 {
    let angle = |direction: usize| f64::from(lattice.directions()[direction].angle);
    turn(angle(other) - angle(one)).abs()
}

/// Returns an angle from -180 to 180.
fn turn(angle: f64) -> f64 {
    (angle + 180.0).rem_euclid(360.0) - 180.0
}

/// Returns the angle of a path, from -180 to 180 degrees clockwise from straight ahead.
fn angle(lattice: &Lattice, path: &[usize]) -> f64 {
    let ends = path.iter().map(|&at| {
        let direction = &lattice.directions()[at];
        let angle = f64::from(direction.angle).to_radians();
        (direction.length * angle.sin(), direction.length * angle.cos())
    });
    let (x, y) = ends.fold((0.0, 0.0), |(x, y), (dx, dy)| (x + dx, y + dy));
    x.atan2(y).to_degrees()
}

/// The moves of a kind as a seat has them.
pub struct PieceMoves<'a> {
    /// Atoms with the cells from which they are played.
    pub parts: Vec<(&'a [Atom], Bitboard256)>,
    /// The cells from which atoms with `i` are played.
    pub home: Bitboard256,
    /// The cells on which the piece can arrive, if these are not all.
    pub region: Option<Bitboard256>,
    /// The direction in which it attacks royal pieces at any distance, if it does.
    pub faces_royals: Option<usize>,
    /// Whether a leap that is made twice without capturing can be a double hop.
    pub can_hop_twice: bool,
}

/// Returns the moves of a kind for a seat with a view, in which captures are sorted as another view shows
/// them.
///
/// # Errors
///
/// Returns the reason why an atom cannot be played.
pub fn movement(
    lattice: &Lattice,
    [view, seen]: [&View; 2],
    piece: &PieceMoves,
) -> Result<MovementSpec, String> {
    let mut builder = Builder {
        lattice,
        piece,
        everywhere: cell_set(&lattice.board().cells().collect::<Vec<Cell>>()),
        moves: MovementSpec::default(),
        captures: Vec::new(),
    };
    for &(atoms, from) in &piece.parts {
        builder.add_part([view, seen], atoms, from)?;
    }
    if let Some(ahead) = piece.faces_royals {
        let paths = builder.slide_paths(builder.everywhere, ahead, u8::MAX, None);
        builder.moves.slides.push(SlideSpec { mode: MoveMode::Royal, paths });
    }
    Ok(builder.finish())
}

/// The moves of a kind while they are collected.
struct Builder<'a> {
    lattice: &'a Lattice,
    piece: &'a PieceMoves<'a>,
    everywhere: Bitboard256,
    moves: MovementSpec,
    captures: Vec<CaptureLeap>,
}

/// A leap that only captures: its angle, its path, and the cells from which it is made.
struct CaptureLeap {
    angle: f64,
    path: Vec<usize>,
    from: Bitboard256,
}

impl Builder<'_> {
    /// Adds atoms that are played from some cells.
    fn add_part(
        &mut self,
        [view, seen]: [&View; 2],
        atoms: &[Atom],
        cells: Bitboard256,
    ) -> Result<(), String> {
        let lattice = self.lattice;
        let is_everywhere = cells == self.everywhere && self.piece.region.is_none();
        for atom in atoms {
            let paths = paths(lattice, atom.sides, atom.corners);
            let angle_in = |view: &View, path: &Vec<usize>| {
                let own: Vec<usize> = path.iter().map(|&at| view.directions[at].into()).collect();
                angle(lattice, &own)
            };
            let angles: Vec<f64> = paths.iter().map(|path| angle_in(view, path)).collect();
            let chosen = select(&atom.directions, &angles);
            if !chosen.contains(&true) {
                return Err(format!("'{}{}' has no direction", atom.directions, atom.letter));
            }
            if atom.is_slider() && !chosen.contains(&false) && is_everywhere {
                self.add_axes(atom);
                continue;
            }
            if is_everywhere && self.piece.can_hop_twice && atoms.iter().any(|leap| atom.is_double_hop(leap))
            {
                self.moves.double_hops = double_hops(lattice);
                continue;
            }
            let from = if atom.initial { cells & self.piece.home } else { cells };
            for (path, _) in paths.into_iter().zip(chosen).filter(|(_, chosen)| *chosen) {
                let angle = angle_in(seen, &path);
                if let Some(kind) = atom.hopper {
                    self.add_hopper(atom, kind, &path, from)?;
                } else if atom.is_straight() && (atom.range != 1 || atom.mode() == MoveMode::Move) {
                    self.add_slide(atom, path[0], atom.reach(), from);
                } else if atom.range != 1 {
                    self.add_ride(atom, &path, atoms.iter().any(Atom::is_straight), from)?;
                } else if atom.lame {
                    self.add_blocked_leap(atom, &path, from);
                } else {
                    self.add_leap(atom, path, angle, from);
                }
            }
        }
        Ok(())
    }

    /// Returns the target of a path, if the piece can arrive there.
    fn target(&self, cell: Cell, path: &[usize]) -> Option<Cell> {
        let is_open = |to: &Cell| self.piece.region.is_none_or(|region| region.has(*to));
        self.lattice.leap(cell, path).filter(is_open)
    }

    /// Returns by cell a path in a direction from some cells, up to a distance and within a region.
    fn slide_paths(
        &self,
        from: Bitboard256,
        direction: usize,
        most: u8,
        region: Option<Bitboard256>,
    ) -> Vec<PathSpec> {
        let limit = |cell: Cell| match region {
            _ if !from.has(cell) => 0,
            None => most,
            Some(region) => {
                let ray = self.lattice.ray(cell, direction);
                ray.iter().position(|&to| !region.has(to)).map_or(most, |inside| most.min(inside as u8))
            }
        };
        let rays = self.lattice.board().cells().zip(self.lattice.rays());
        rays.map(|(cell, rays)| PathSpec { ray: rays[direction], max_distance: limit(cell) }).collect()
    }

    fn add_axes(&mut self, atom: &Atom) {
        self.moves.axes = match (self.moves.axes, atom.sides) {
            (Axes::None | Axes::Sides, 1) => Axes::Sides,
            (Axes::None | Axes::Corners, 0) => Axes::Corners,
            _ => Axes::All,
        };
    }

    fn add_hopper(
        &mut self,
        atom: &Atom,
        kind: HopperKind,
        path: &[usize],
        from: Bitboard256,
    ) -> Result<(), String> {
        if !atom.is_straight() || atom.range != 0 {
            return Err(format!("'{}' cannot hop over pieces: only R, B and Q can", atom.letter));
        }
        if self.piece.region.is_some() {
            return Err("cannot hop over pieces in a region".into());
        }
        let paths = self.slide_paths(from, path[0], atom.reach(), None);
        self.moves.hoppers.push(HopperSpec { mode: atom.mode(), kind, paths });
        Ok(())
    }

    /// Adds a slide in a direction up to a distance. It extends a slide of the same mode.
    fn add_slide(&mut self, atom: &Atom, direction: usize, most: u8, from: Bitboard256) {
        let (mode, paths) = (atom.mode(), self.slide_paths(from, direction, most, self.piece.region));
        let alike = |slide: &&mut SlideSpec| {
            slide.mode == mode && slide.paths.iter().zip(&paths).all(|(one, other)| one.ray == other.ray)
        };
        match self.moves.slides.iter_mut().find(alike) {
            Some(slide) => slide.paths.iter_mut().zip(paths).for_each(|(known, path)| {
                known.max_distance = known.max_distance.max(path.max_distance);
            }),
            None => self.moves.slides.push(SlideSpec { mode, paths }),
        }
    }

    fn add_ride(
        &mut self,
        atom: &Atom,
        path: &[usize],
        slides: bool,
        from: Bitboard256,
    ) -> Result<(), String> {
        if slides && is_line(path) {
            return Err(format!(
                "'{0}{0}' cannot ride along lines on which the piece also moves",
                atom.letter
            ));
        }
        let board = self.lattice.board();
        self.moves.rides.push(Ride {
            mode: atom.mode(),
            next: board.cells().map(|cell| self.target(cell, path).unwrap_or(NO_CELL)).collect(),
            max_leaps: board.cells().map(|cell| if from.has(cell) { atom.reach() } else { 0 }).collect(),
        });
        Ok(())
    }

    /// Adds a leap that pieces between can block. A pawn's double step extends its slide.
    fn add_blocked_leap(&mut self, atom: &Atom, path: &[usize], from: Bitboard256) {
        if self.continues_slide(atom, path) {
            return self.add_slide(atom, path[0], path.len() as u8, from);
        }
        self.moves.blocked.resize(self.lattice.board().len(), Vec::new());
        for cell in from.cells() {
            let via = (1..path.len()).filter_map(|steps| self.lattice.leap(cell, &path[..steps])).collect();
            if let Some(to) = self.target(cell, path) {
                self.moves.blocked[usize::from(cell)].push(BlockedLeapSpec { mode: atom.mode(), via, to });
            }
        }
    }

    /// Whether a path continues a slide that does not capture, as the double step of a pawn does.
    fn continues_slide(&self, atom: &Atom, path: &[usize]) -> bool {
        let ray = self.lattice.rays()[0][path[0]];
        let begins = |slide: &SlideSpec| slide.mode == MoveMode::Move && slide.paths[0].ray == ray;
        atom.mode() == MoveMode::Move && is_line(path) && self.moves.slides.iter().any(begins)
    }

    fn add_leap(&mut self, atom: &Atom, path: Vec<usize>, angle: f64, from: Bitboard256) {
        if atom.mode() == MoveMode::Capture {
            return match self.captures.iter_mut().find(|capture| capture.path == path) {
                Some(capture) => capture.from = capture.from | from,
                None => self.captures.push(CaptureLeap { angle, path, from }),
            };
        }
        let target = |cell| self.target(cell, &path).filter(|_| from.has(cell));
        let targets: Vec<Option<Cell>> = self.lattice.board().cells().map(target).collect();
        let list = if atom.mode() == MoveMode::Both { &mut self.moves.leaps } else { &mut self.moves.quiet };
        list.resize(targets.len(), Vec::new());
        list.iter_mut().zip(targets).for_each(|(list, target)| list.extend(target));
    }

    /// Returns the moves, with captures from the piece's left to its right.
    fn finish(mut self) -> MovementSpec {
        self.captures.sort_by(|one, other| one.angle.total_cmp(&other.angle));
        if !self.captures.is_empty() {
            let targets = |cell: Cell| {
                let to = |capture: &CaptureLeap| {
                    let target = self.target(cell, &capture.path);
                    target.filter(|_| capture.from.has(cell)).unwrap_or(NO_CELL)
                };
                self.captures.iter().map(to).collect()
            };
            self.moves.captures = self.lattice.board().cells().map(targets).collect();
        }
        self.moves
    }
}

/// Whether a path keeps its direction.
fn is_line(path: &[usize]) -> bool {
    path.iter().all(|&step| step == path[0])
}
