//! The type of the games.

use super::engine::Engine;
use super::geometry::Geometry;
use super::spec::VariantInfo;
use super::stacks::{Checker, Stacks};
use super::state::State;
use super::tables::Tables;
use super::variant_spec::VariantSpec;
use crate::board::{Bitboard, NO_CELL};
use crate::game::{Frame, Seat};

/// A game: the rules, the start and the description of a variant.
#[derive(Clone, Debug)]
pub struct Checkers<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> {
    pub(super) engine: Engine<G, K, SEATS, DIRS>,
    /// The cells of each seat's men at the start, and the start. In games with numbers, the numbers are
    /// shuffled for each game.
    pub(super) men: Vec<Vec<u8>>,
    pub(super) start: State<G::Set, K, SEATS>,
    pub(super) info: VariantInfo,
}

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Checkers<G, K, SEATS, DIRS> {
    /// Creates a game for at most `SEATS` seats, or exactly two if `SEATS` is two. The cells of `spec` are
    /// those of `geometry`.
    pub fn new(spec: VariantSpec, frame: Frame, geometry: G) -> Self {
        let tables: Tables<G::Set, SEATS> = Tables::new(&spec);
        let men = spec.men();
        let start = start(&men, spec.turn_order[0], spec.numbers);
        let info = VariantInfo::new(spec, &tables, K::STACKED, DIRS, frame);
        Checkers { engine: Engine::new(geometry, tables), men, start, info }
    }

    pub(super) fn tables(&self) -> &Tables<G::Set, SEATS> {
        &self.engine.tables
    }

    /// Whether men have numbers (Checkers 10).
    #[inline(always)]
    pub(super) fn numbers(&self) -> bool {
        self.start.stacks.numbers()
    }

    /// Returns the square of a cell.
    pub(super) fn square(&self, cell: u8) -> u8 {
        self.tables().square[cell as usize]
    }

    /// Returns the name of a cell.
    pub(super) fn name(&self, cell: u8) -> &str {
        self.tables().board.name(self.square(cell))
    }

    /// Returns the cell with this name, if the game uses it.
    pub(super) fn cell(&self, name: &str) -> Option<u8> {
        let cell = self.tables().cell[self.tables().board.cell(name)? as usize];
        (cell != NO_CELL).then_some(cell)
    }
}

/// Returns the start, with the numbers of men in order.
fn start<S: Bitboard, K: Stacks, const SEATS: usize>(
    men: &[Vec<u8>],
    first: Seat,
    numbers: bool,
) -> State<S, K, SEATS> {
    let mut state: State<S, K, SEATS> = State::empty(numbers);
    state.seat = first;
    let mut piles = Vec::new();
    for (seat, men) in men.iter().enumerate() {
        for (&cell, number) in men.iter().zip(1..) {
            state.owned[seat] = state.owned[seat] | S::one(cell);
            let number = if state.stacks.numbers() { number } else { 0 };
            piles.push((cell, vec![Checker { seat: Seat::from_index(seat), king: false, number }]));
        }
    }
    state.stacks.set_up(&piles);
    state
}
