//! The ways to mirror or shift a board that leave each seat its own side, for two seats.
//!
//! On the flat board only Queens can be mirrored, for a mirror changes the colours of the squares; on a cylinder the files go round.

use super::geometry::DIRECTIONS;
use super::stacks::Stacks;
use super::state::{NOWHERE, State};
use super::tables::Tables;
use super::variety::{Topology, Variety};
use crate::board::Set;
use crate::game::Symmetry;

/// The symmetries of a variant. Action numbers must go the same way for each seat, so where these are seat-relative, a symmetry must look the
/// same from both sides.
pub(super) fn symmetries<S: Set, const SEATS: usize>(
    variety: &Variety,
    tables: &Tables<S, SEATS>,
    dirs: usize,
) -> Vec<Symmetry> {
    let mut symmetries = Vec::new();
    if SEATS != 2 {
        return symmetries;
    }
    let size = variety.size();
    let shifts = if variety.topology == Topology::Flat { 1 } else { size };
    for (mirrored, shift) in [false, true].into_iter().flat_map(|m| (0..shifts).map(move |s| (m, s))) {
        let cells: Vec<u8> = (0..size * size)
            .map(|square| {
                let (rank, file) = (square / size, square % size);
                let file = if mirrored { size - 1 - file } else { file };
                rank * size + (file + shift) % size
            })
            .collect();
        let used = |square: u8| tables.cell[square as usize] != NOWHERE;
        let same_use = (0..size * size).all(|square| used(square) == used(cells[square as usize]));
        if (!mirrored && shift == 0) || !same_use {
            continue;
        }
        let [first, second] = [0, 1].map(|seat| actions(tables, dirs, seat, &cells, mirrored));
        if first == second {
            let name = match (mirrored, shift) {
                (true, 0) => "mirror".into(),
                (true, _) => format!("mirror-shift-{shift}"),
                (false, _) => format!("shift-{shift}"),
            };
            symmetries.push(Symmetry { name, cells, actions: first });
        }
    }
    symmetries
}

/// Where each action of a seat goes.
fn actions<S: Set, const SEATS: usize>(
    tables: &Tables<S, SEATS>,
    dirs: usize,
    seat: usize,
    cells: &[u8],
    mirrored: bool,
) -> Vec<u32> {
    let numbered = &tables.numbered[seat];
    let turned = |action: usize| {
        let square = tables.square[numbered[action / dirs] as usize];
        let cell = tables.cell[cells[square as usize] as usize];
        let (files, ranks) = DIRECTIONS[tables.absolute[seat][action % dirs] as usize];
        let direction = (if mirrored { -files } else { files }, ranks);
        let d = DIRECTIONS.iter().position(|&other| other == direction).unwrap_or(0);
        u32::from(tables.number[seat][cell as usize]) * dirs as u32 + u32::from(tables.relative[seat][d])
    };
    (0..numbered.len() * dirs).map(turned).collect()
}

/// The state with every cell moved.
pub(super) fn transform<S: Set, K: Stacks, const SEATS: usize, const QUIET: usize>(
    tables: &Tables<S, SEATS>,
    state: &State<S, K, SEATS, QUIET>,
    symmetry: &Symmetry,
) -> State<S, K, SEATS, QUIET> {
    let moved = |cell: u8| tables.cell[symmetry.cells[tables.square[cell as usize] as usize] as usize];
    let all_moved = |set: S| set.cells().fold(S::EMPTY, |all, cell| all | S::one(moved(cell)));
    let mut piles = Vec::new();
    for cell in state.occupied().cells() {
        let mut pile = Vec::new();
        state.each_piece(cell, |checker| pile.push(checker));
        piles.push((moved(cell), pile));
    }
    let mut turned = state.clone();
    turned.owned = state.owned.map(all_moved);
    turned.kings = all_moved(state.kings);
    turned.jumped = all_moved(state.jumped);
    turned.left = all_moved(state.left);
    turned.stacks = K::empty();
    turned.stacks.lay(&piles);
    if state.jumper != NOWHERE {
        turned.jumper = moved(state.jumper);
    }
    for turn in &mut turned.turns[..state.listed as usize] {
        *turn = turn.map(moved);
    }
    turned
}
