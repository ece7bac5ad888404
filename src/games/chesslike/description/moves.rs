//! The moves of a described kind as paths on a lattice.

use super::betza::{Atom, select};
use crate::board::{Cell, Lattice, NO_CELL, View};
use crate::games::chesslike::variant_spec::{
    Axes, BlockedLeapSpec, HopperSpec, MovementSpec, PathSpec, RideSpec, SlideMode, SlideSpec,
};

/// Returns the paths of an atom: some steps through sides, then some through corners next to them. They are
/// clockwise, as the seat at the near edge sees them.
pub fn paths(lattice: &Lattice, sides: u8, corners: u8) -> Vec<Vec<usize>> {
    let all = 0..lattice.directions().len();
    let (through_sides, through_corners): (Vec<usize>, Vec<usize>) =
        all.partition(|&direction| lattice.is_through_sides(direction));
    let repeated = |direction: usize, times: u8| vec![direction; times.into()];
    let mut paths: Vec<Vec<usize>> = match (sides, corners) {
        (_, 0) => through_sides.iter().map(|&side| repeated(side, sides)).collect(),
        (0, _) => through_corners.iter().map(|&corner| repeated(corner, corners)).collect(),
        _ => {
            let between = |side: usize, corner: usize| {
                let angle = |direction: usize| f64::from(lattice.directions()[direction].angle);
                turn(angle(corner) - angle(side)).abs()
            };
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

/// Returns the moves of a kind for a seat with a view, in which captures are sorted as another view shows
/// them. `is_home` tells on which cells its pieces begin.
///
/// # Errors
///
/// Returns the reason why an atom cannot be played.
pub fn movement(
    lattice: &Lattice,
    [view, seen]: [&View; 2],
    atoms: &[Atom],
    is_home: &dyn Fn(Cell) -> bool,
) -> Result<MovementSpec, String> {
    let mut moves = MovementSpec::default();
    let mut captures: Vec<(f64, Vec<usize>, bool)> = Vec::new();
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
        let mode = match (atom.moves, atom.captures) {
            (true, true) => SlideMode::Both,
            (true, false) => SlideMode::Move,
            _ => SlideMode::Capture,
        };
        let is_straight = atom.sides + atom.corners == 1;
        if atom.range == 0
            && atom.hopper.is_none()
            && mode == SlideMode::Both
            && !atom.initial
            && is_straight
            && !chosen.contains(&false)
        {
            moves.axes = match (moves.axes, atom.sides) {
                (Axes::None | Axes::Sides, 1) => Axes::Sides,
                (Axes::None | Axes::Corners, 0) => Axes::Corners,
                _ => Axes::All,
            };
            continue;
        }
        let chosen = paths.into_iter().zip(chosen).filter(|(_, chosen)| *chosen);
        for (path, _) in chosen {
            let may = |cell: Cell| !atom.initial || is_home(cell);
            let limit = |cell: Cell, limit: u8| if may(cell) { limit } else { 0 };
            let range = if atom.range == 0 { u8::MAX } else { atom.range };
            if let Some(kind) = atom.hopper {
                if !is_straight || atom.range != 0 {
                    return Err(format!("'{}' cannot hop over pieces: only R, B and Q can", atom.letter));
                }
                let paths = slide_paths(lattice, path[0], &|cell| limit(cell, range));
                moves.hoppers.push(HopperSpec { mode, kind, paths });
            } else if is_straight && (atom.range != 1 || mode == SlideMode::Move) {
                add_slide(lattice, &mut moves, mode, path[0], &|cell| limit(cell, range));
            } else if atom.range != 1 {
                if path.iter().all(|&step| step == path[0])
                    && atoms.iter().any(|other| other.sides + other.corners == 1)
                {
                    return Err(format!(
                        "'{0}{0}' cannot ride along lines on which the piece also moves",
                        atom.letter
                    ));
                }
                let next = |cell| lattice.leap(cell, &path).unwrap_or(NO_CELL);
                moves.rides.push(RideSpec {
                    mode,
                    next: lattice.board().cells().map(next).collect(),
                    max_leaps: lattice.board().cells().map(|cell| limit(cell, range)).collect(),
                });
            } else if atom.lame && continues_slide(lattice, &moves, mode, &path) {
                let length = path.len() as u8;
                add_slide(lattice, &mut moves, mode, path[0], &|cell| limit(cell, length));
            } else if atom.lame {
                moves.blocked.resize(lattice.board().len(), Vec::new());
                for cell in lattice.board().cells().filter(|&cell| may(cell)) {
                    let via =
                        (1..path.len()).filter_map(|steps| lattice.leap(cell, &path[..steps])).collect();
                    if let Some(to) = lattice.leap(cell, &path) {
                        moves.blocked[usize::from(cell)].push(BlockedLeapSpec { mode, via, to });
                    }
                }
            } else if mode == SlideMode::Capture {
                captures.push((angle_in(seen, &path), path, atom.initial));
            } else {
                let list = if mode == SlideMode::Both { &mut moves.leaps } else { &mut moves.quiet };
                list.resize(lattice.board().len(), Vec::new());
                for cell in lattice.board().cells().filter(|&cell| may(cell)) {
                    list[usize::from(cell)].extend(lattice.leap(cell, &path));
                }
            }
        }
    }
    captures.sort_by(|one, other| one.0.total_cmp(&other.0));
    if !captures.is_empty() {
        let targets = |cell: Cell| {
            let to = |(_, path, initial): &(f64, Vec<usize>, bool)| {
                let target = lattice.leap(cell, path).filter(|_| !initial || is_home(cell));
                target.unwrap_or(NO_CELL)
            };
            captures.iter().map(to).collect()
        };
        moves.captures = lattice.board().cells().map(targets).collect();
    }
    Ok(moves)
}

/// Whether a path continues a slide that does not capture, as the double step of a pawn does.
fn continues_slide(lattice: &Lattice, moves: &MovementSpec, mode: SlideMode, path: &[usize]) -> bool {
    let ray = lattice.rays()[0][path[0]];
    let begins = |slide: &SlideSpec| slide.mode == SlideMode::Move && slide.paths[0].ray == ray;
    mode == SlideMode::Move && path.iter().all(|&step| step == path[0]) && moves.slides.iter().any(begins)
}

/// Returns by cell the path in a direction up to a distance.
fn slide_paths(lattice: &Lattice, direction: usize, range: &dyn Fn(Cell) -> u8) -> Vec<PathSpec> {
    let path = |cell: Cell| PathSpec {
        ray: lattice.rays()[usize::from(cell)][direction],
        max_distance: range(cell),
    };
    lattice.board().cells().map(path).collect()
}

/// Adds a slide in a direction up to a distance by cell. It extends a slide of the same kind.
fn add_slide(
    lattice: &Lattice,
    moves: &mut MovementSpec,
    mode: SlideMode,
    direction: usize,
    range: &dyn Fn(Cell) -> u8,
) {
    let paths = slide_paths(lattice, direction, range);
    let alike = |slide: &&mut SlideSpec| {
        slide.mode == mode && slide.paths.iter().zip(&paths).all(|(one, other)| one.ray == other.ray)
    };
    match moves.slides.iter_mut().find(alike) {
        Some(slide) => slide.paths.iter_mut().zip(paths).for_each(|(known, path)| {
            known.max_distance = known.max_distance.max(path.max_distance);
        }),
        None => moves.slides.push(SlideSpec { mode, paths }),
    }
}
