//! The symmetries of a course: all rotations and reflections of the board.

use super::Golf;
use super::choices::{ACTIONS, PLACE};
use super::course::State;
use crate::board::Motion;
use crate::game::Symmetry;
use crate::game::roles::Symmetries;
use crate::games::chess::bitboard::{Bitboard, bit, cells};
use crate::games::chess::lines::DIRECTIONS;
use crate::games::chess::numbering;
use crate::games::chess::pieces::Pieces;

impl Symmetries for Golf {
    fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    fn transform(&self, state: &State, symmetry: &Symmetry) -> Option<State> {
        let turn =
            |set: Bitboard| cells(set).fold(0, |all, cell| all | bit(symmetry.cells[usize::from(cell)]));
        let turned =
            |pieces: &Pieces| Pieces { sides: pieces.sides.map(turn), kinds: pieces.kinds.map(turn) };
        Some(State { pieces: turned(&state.pieces), start: turned(&state.start), ..*state })
    }
}

/// A motion of the board as one of the game: all directions and hops are alike, so each is one.
pub fn symmetry(motion: &Motion, actions: usize) -> Symmetry {
    let turned = |action: usize| match action {
        0..ACTIONS => {
            // In the middle of the board there is room for each way.
            let (way, to) = (action / 64, action % 64);
            let (files, ranks) =
                if way < 8 { DIRECTIONS[way] } else { crate::games::chess::lines::HOPS[way - 8] };
            let from = 27u8;
            let along = from.wrapping_add_signed(8 * ranks + files);
            let [from, along] = [from, along].map(|cell| motion.cells[usize::from(cell)]);
            64 * numbering::way(from, along) + usize::from(motion.cells[to])
        }
        _ => {
            let cell = (action - ACTIONS).wrapping_sub(PLACE);
            motion.cells.get(cell).map_or(action, |&cell| ACTIONS + PLACE + usize::from(cell))
        }
    };
    Symmetry {
        name: motion.name.clone(),
        cells: motion.cells.clone(),
        actions: (0..actions).map(|action| turned(action) as u32).collect(),
    }
}
