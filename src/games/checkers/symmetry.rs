//! The ways to turn, mirror or shift a game: those of the board that the rules and all seats' actions follow.

use super::plan::Turning;
use super::stacks::Stacks;
use super::state::{NOWHERE, State};
use super::tables::Tables;
use crate::board::Set;
use crate::game::Symmetry;

/// The symmetries among some turnings, and whose pieces each seat's become.
///
/// Action numbers must go the same way for each seat, so where these are seat-relative, a symmetry must look
/// the same from each side.
pub(super) fn symmetries<S: Set, const SEATS: usize>(
    turnings: Vec<Turning>,
    tables: &Tables<S, SEATS>,
    dirs: usize,
) -> Vec<(Symmetry, Vec<u8>)> {
    let used = |square: usize| tables.cell[square] != NOWHERE;
    let followed = |turning: Turning| {
        let same_use = (0..turning.cells.len()).all(|at| used(at) == used(turning.cells[at] as usize));
        let actions = if same_use { actions(&turning, tables, dirs)? } else { return None };
        Some((Symmetry { name: turning.name, cells: turning.cells, actions }, turning.seats))
    };
    turnings.into_iter().filter_map(followed).collect()
}

/// Where each action goes, if it goes there for all seats that have it.
fn actions<S: Set, const SEATS: usize>(
    turning: &Turning,
    tables: &Tables<S, SEATS>,
    dirs: usize,
) -> Option<Vec<u32>> {
    let mut all = vec![None; dirs * tables.numbers()];
    for seat in 0..tables.seats() {
        let other = turning.seats[seat] as usize;
        for (action, known) in all.iter_mut().enumerate() {
            let cell = tables.numbered[seat][action % tables.numbers()];
            if cell == NOWHERE {
                continue;
            }
            let to = tables.cell[turning.cells[tables.square[cell as usize] as usize] as usize];
            let d = turning.directions[tables.absolute[seat][action / tables.numbers()] as usize] as usize;
            let number = tables.number[other][to as usize] as usize;
            let turned = (tables.relative[other][d] as usize * tables.numbers() + number) as u32;
            if *known.get_or_insert(turned) != turned {
                return None;
            }
        }
    }
    all.into_iter().collect()
}

/// The state with every cell moved, and the pieces of each seat given to the one that `seats` says.
pub(super) fn transform<S: Set, K: Stacks, const SEATS: usize>(
    tables: &Tables<S, SEATS>,
    state: &State<S, K, SEATS>,
    symmetry: &Symmetry,
    seats: &[u8],
) -> State<S, K, SEATS> {
    let moved = |cell: u8| tables.cell[symmetry.cells[tables.square[cell as usize] as usize] as usize];
    let all_moved = |set: S| set.cells().fold(S::EMPTY, |all, cell| all | S::one(moved(cell)));
    let mut piles = Vec::new();
    for cell in state.occupied().cells() {
        let mut pile = Vec::new();
        state.each_piece(cell, |mut checker| {
            checker.seat = seats[checker.seat as usize];
            pile.push(checker);
        });
        piles.push((moved(cell), pile));
    }
    let mut turned = state.clone();
    for (&owned, &seat) in state.owned.iter().zip(seats) {
        turned.owned[seat as usize] = all_moved(owned);
    }
    turned.seat = seats[state.seat as usize];
    turned.kings = all_moved(state.kings);
    turned.jumped = all_moved(state.jumped);
    turned.left = all_moved(state.left);
    turned.stacks = K::empty(state.stacks.numbers());
    turned.stacks.lay(&piles);
    if state.jumper != NOWHERE {
        turned.jumper = moved(state.jumper);
    }
    for turn in &mut turned.turns_mut()[..state.listed as usize] {
        *turn = turn.map(moved);
    }
    turned
}
