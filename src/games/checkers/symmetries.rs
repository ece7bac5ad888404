//! The symmetries of a game: those of its board that the rules and the actions of all seats respect.

use super::game::Checkers;
use super::geometry::Geometry;
use super::stacks::Stacks;
use super::state::State;
use super::tables::Tables;
use super::variant_spec::BoardSymmetry;
use crate::board::{Bitboard, NO_CELL};
use crate::game::roles::Symmetries;
use crate::game::{Seat, Symmetry};

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Symmetries
    for Checkers<G, K, SEATS, DIRS>
{
    fn symmetries(&self) -> &[Symmetry] {
        &self.info.symmetries
    }

    fn transform(
        &self,
        state: &State<G::Set, K, SEATS>,
        symmetry: &Symmetry,
    ) -> Option<State<G::Set, K, SEATS>> {
        let at = self.info.symmetries.iter().position(|candidate| candidate.name == symmetry.name)?;
        Some(transform(self.tables(), state, symmetry, &self.info.seat_maps[at]))
    }
}

/// Returns the symmetries among some symmetries of the board, and the seat that each seat is mapped to.
///
/// A symmetry must map action numbers in the same way for each seat. If action numbers are relative to the
/// seat, it must look the same from each side.
pub(super) fn symmetries<S: Bitboard, const SEATS: usize>(
    board_symmetries: Vec<BoardSymmetry>,
    tables: &Tables<S, SEATS>,
    dirs: usize,
) -> Vec<(Symmetry, Vec<Seat>)> {
    let used = |square: usize| tables.cell[square] != NO_CELL;
    let symmetry_of = |board_symmetry: BoardSymmetry| {
        let same_use =
            (0..board_symmetry.cells.len()).all(|at| used(at) == used(board_symmetry.cells[at] as usize));
        let actions = if same_use { actions(&board_symmetry, tables, dirs)? } else { return None };
        Some((
            Symmetry { name: board_symmetry.name, cells: board_symmetry.cells, actions },
            board_symmetry.seats,
        ))
    };
    board_symmetries.into_iter().filter_map(symmetry_of).collect()
}

/// Returns the action that each action is mapped to, or `None` if that differs between seats.
fn actions<S: Bitboard, const SEATS: usize>(
    board_symmetry: &BoardSymmetry,
    tables: &Tables<S, SEATS>,
    dirs: usize,
) -> Option<Vec<u32>> {
    let mut all = vec![None; dirs * tables.num_action_cells()];
    for seat in 0..tables.seats() {
        let other = board_symmetry.seats[seat].index();
        for (action, previous) in all.iter_mut().enumerate() {
            let cell = tables.cell_by_number[seat][action % tables.num_action_cells()];
            if cell == NO_CELL {
                continue;
            }
            let to = tables.cell[board_symmetry.cells[tables.square[cell as usize] as usize] as usize];
            let d = board_symmetry.directions
                [tables.absolute[seat][action / tables.num_action_cells()] as usize]
                as usize;
            let number = tables.cell_number[other][to as usize] as usize;
            let mapped = (tables.relative[other][d] as usize * tables.num_action_cells() + number) as u32;
            if *previous.get_or_insert(mapped) != mapped {
                return None;
            }
        }
    }
    all.into_iter().collect()
}

/// Returns the state with every cell mapped, and each seat's pieces given to the seat in `seats`.
pub(super) fn transform<S: Bitboard, K: Stacks, const SEATS: usize>(
    tables: &Tables<S, SEATS>,
    state: &State<S, K, SEATS>,
    symmetry: &Symmetry,
    seats: &[Seat],
) -> State<S, K, SEATS> {
    let mapped_cell = |cell: u8| tables.cell[symmetry.cells[tables.square[cell as usize] as usize] as usize];
    let mapped_set = |set: S| set.cells().fold(S::EMPTY, |all, cell| all | S::one(mapped_cell(cell)));
    let mut piles = Vec::new();
    for cell in state.occupied().cells() {
        let mut pile = Vec::new();
        state.each_piece(cell, |mut checker| {
            checker.seat = seats[checker.seat.index()];
            pile.push(checker);
        });
        piles.push((mapped_cell(cell), pile));
    }
    let mut image = state.clone();
    for (&owned, &seat) in state.owned.iter().zip(seats) {
        image.owned[seat.index()] = mapped_set(owned);
    }
    image.seat = seats[state.seat.index()];
    image.kings = mapped_set(state.kings);
    image.jumped = mapped_set(state.jumped);
    image.vacated = mapped_set(state.vacated);
    image.stacks = K::empty(state.stacks.numbers());
    image.stacks.set_up(&piles);
    if state.multi_jump_from != NO_CELL {
        image.multi_jump_from = mapped_cell(state.multi_jump_from);
    }
    for turn in &mut image.turns_mut()[..state.num_quiet_turns as usize] {
        *turn = turn.map(mapped_cell);
    }
    image
}
