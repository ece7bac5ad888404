//! What there is to see of a state, gathered once for all ways to show it.

use crate::board::{Board, Cell};
use crate::game::{Beside, CellMark, Game, Hue, Piece, Seat, Spec};

/// What there is to see of a state: what pictures are drawn from, and what other front ends are given as
/// data.
pub struct Scene<'a> {
    /// The board.
    pub board: &'a Board,
    /// How seats are told apart.
    pub seats: Seats,
    /// What stands on each cell, top first.
    pub stacks: Vec<Vec<Piece>>,
    /// What is marked on cells, whatever stands there.
    pub marks: Vec<(Cell, CellMark)>,
    /// What lies beside the board.
    pub beside: Vec<Beside>,
}

impl<'a> Scene<'a> {
    /// What `eyes` sees of a state: a seat, or none for a spectator who sees all; with the shadows that pieces
    /// cast, if they are asked for.
    pub fn of<G: Game>(game: &'a G, state: &G::State, eyes: Option<Seat>, shadows: bool) -> Scene<'a> {
        let board = game.board();
        let mut marks = game.cell_marks(state, eyes);
        if shadows {
            marks.extend(game.shadows(state));
        }
        Scene {
            board,
            seats: Seats::of(game.spec()),
            stacks: board.cells().map(|cell| game.pieces(state, cell, eyes)).collect(),
            marks,
            beside: game.beside(state, eyes),
        }
    }

    /// What stands on a cell, top first.
    pub fn stack(&self, cell: Cell) -> &[Piece] {
        &self.stacks[cell as usize]
    }

    /// What is marked on a cell.
    pub fn marks_on(&self, cell: Cell) -> impl Iterator<Item = CellMark> + '_ {
        self.marks.iter().filter(move |marked| marked.0 == cell).map(|marked| marked.1)
    }
}

/// How the seats of a game are told apart.
pub struct Seats {
    hues: Vec<Hue>,
    names: Vec<String>,
}

impl Seats {
    /// The seats of a game.
    pub fn of(spec: &Spec) -> Seats {
        let names = (0..spec.seats).map(|seat| spec.seat_name(seat)).collect();
        Seats { hues: spec.colours.clone(), names }
    }

    /// Seats of these colours, each called by its own.
    #[cfg(test)]
    pub(super) fn named(hues: &[Hue]) -> Seats {
        Seats { hues: hues.to_vec(), names: hues.iter().map(Hue::to_string).collect() }
    }

    /// The colour of a seat.
    pub fn hue(&self, seat: Seat) -> Hue {
        self.hues[usize::from(seat) % self.hues.len()]
    }

    /// What a seat is called.
    pub fn name(&self, seat: Seat) -> String {
        self.names[usize::from(seat) % self.names.len()].clone()
    }

    /// Whether there are so many seats that men bear their letters.
    pub fn lettered(&self) -> bool {
        self.hues.len() > 2
    }
}
