//! The mirror symmetry of boards on which all squares are playing squares.

use super::actions::ActionTable;
use super::game::Draughts;
use super::layout::Layout;
use super::movement::{Movement, SetOf};
use super::squares::Squares;
use super::state::State;
use super::tables::Tables;
use crate::board::Bitboard;
use crate::game::Symmetry;
use crate::game::roles::Symmetries;

impl<M: Movement> Symmetries for Draughts<M> {
    fn symmetries(&self) -> &[Symmetry] {
        &self.tables.symmetries
    }

    fn transform(&self, state: &State<SetOf<M>>, symmetry: &Symmetry) -> Option<State<SetOf<M>>> {
        self.tables.transform(state, symmetry)
    }
}

impl<L: Layout> Tables<L> {
    /// Returns the state with every square moved as `symmetry` moves its cell.
    pub(super) fn transform(&self, state: &State<L::Set>, symmetry: &Symmetry) -> Option<State<L::Set>> {
        let target = |square: u8| {
            let cell = symmetry.cells.get(self.squares.cell(square) as usize)?;
            self.squares.square(*cell)
        };
        state.transform(target)
    }
}

/// Returns the reflection of boards on which all squares are playing squares.
///
/// Diagonal boards have none, since only one of the two near corners is a playing square. A rotation by 180
/// degrees exchanges the seats, so it is no symmetry.
pub(super) fn symmetries<L: Layout>(squares: &Squares, actions: &ActionTable) -> Vec<Symmetry> {
    if L::BOARD.count() < L::SIZE as usize * L::SIZE as usize {
        return Vec::new();
    }
    let cells = (0..squares.board().len() as u8)
        .map(|cell| squares.square(cell).map_or(cell, |square| squares.cell(mirrored::<L>(square))));
    let num_squares = actions.len() / 4;
    let actions = (0..actions.len()).map(|action| {
        // Left and right are exchanged.
        let direction = [0, 2, 1, 3][action / num_squares];
        (direction * num_squares + mirrored::<L>((action % num_squares) as u8) as usize) as u32
    });
    vec![Symmetry { name: "mirror".into(), cells: cells.collect(), actions: actions.collect() }]
}

/// Returns the mirror image of a square, on a board where all squares are playing squares.
fn mirrored<L: Layout>(square: u8) -> u8 {
    square / L::SIZE * L::SIZE + (L::SIZE - 1 - square % L::SIZE)
}
