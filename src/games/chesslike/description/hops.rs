//! The leaps of a described game, and the lattices that have them as hops.

use super::betza::Atom;
use super::moves::paths;
use super::pieces::DescribedKind;
use super::promotions::is_pawn;
use super::seat::Part;
use crate::board::{Cell, Lattice, NO_CELL, Shape};
use crate::games::chesslike::variant_spec::MoveMode;
use crate::games::description::{DescribedBoard, Problem, Seats};

/// Returns the atoms of leaps that need hops. On triangles the steps of royal pieces and the captures of
/// pawns have action planes of their own.
///
/// # Errors
///
/// Returns the first problem of a movement.
pub fn hop_atoms(part: &Part) -> Result<Vec<Atom>, Problem> {
    let movements = part.movements(0)?;
    let is_on_triangles = part.board().shape() == Shape::Triangles;
    let mut hops = Vec::new();
    for (kind, moves) in part.kinds.iter().zip(&movements) {
        let is_pawn = is_pawn(kind, moves);
        let has_plane = |atom: &Atom| {
            let touches = (atom.sides, atom.corners, atom.range) == (2, 0, 1);
            let is_step = kind.royal || is_pawn && atom.mode() == MoveMode::Capture;
            is_on_triangles && touches && is_step
        };
        hops.extend(kind.all_atoms().filter(|atom| !atom.is_straight() && !has_plane(atom)).cloned());
    }
    Ok(hops)
}

/// Whether the pieces of a game leap by one atom only and none hops over pieces, so that double hops have
/// directions of their own.
pub fn can_hop_twice(hops: &[Atom], kinds: &[DescribedKind]) -> bool {
    let leap = |atom: &Atom| (atom.sides, atom.corners);
    let has_hopper = kinds.iter().flat_map(DescribedKind::all_atoms).any(|atom| atom.hopper.is_some());
    !has_hopper && hops.iter().all(|hop| leap(hop) == leap(&hops[0]))
}

/// Returns the lattices of a board with some atoms as hops, and the index of the lattice of each seat.
pub fn lattices(board: &DescribedBoard, seats: &Seats, hops: &[Atom]) -> (Vec<Lattice>, Vec<usize>) {
    let mut lattices = vec![with_hops(board.lattice.clone(), hops)];
    let other = |angle: &u16| board.lattice.crossing(board.other_edges(*angle)?);
    let others: Vec<Option<Lattice>> = seats.angles.iter().map(other).collect();
    let lattice_of = others.iter().map(|other| usize::from(other.is_some())).collect();
    lattices.extend(others.into_iter().flatten().next().map(|lattice| with_hops(lattice, hops)));
    (lattices, lattice_of)
}

/// Returns the lattice with some atoms as hops. Those of knights alone keep their names and their order.
fn with_hops(lattice: Lattice, atoms: &[Atom]) -> Lattice {
    let mut hops: Vec<Vec<usize>> = Vec::new();
    for path in atoms.iter().flat_map(|atom| paths(&lattice, atom.sides, atom.corners)) {
        if !hops.contains(&path) {
            hops.push(path);
        }
    }
    let target = |path: &Vec<usize>, cell: Cell| lattice.leap(cell, path).unwrap_or(NO_CELL);
    let targets = |path: &Vec<usize>| lattice.board().cells().map(|cell| target(path, cell)).collect();
    let targets: Vec<Vec<Cell>> = hops.iter().map(targets).collect();
    let known = lattice.knight_hops();
    let is_known = targets.len() == known.len() && targets.iter().all(|hop| known.contains(hop));
    if is_known { lattice } else { lattice.with_hops(&hops) }
}
