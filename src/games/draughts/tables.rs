//! The tables of a game and its cold code. They are compiled once for each board, not for each movement.

use super::actions::ActionTable;
use super::layout::{Layout, MOVE_DIRECTIONS};
use super::movement::RuntimeMovement;
use super::options::RuleSet;
use super::squares::Squares;
use super::state::{State, Step};
use super::symmetries::symmetries;
use super::{apply, fen, movegen, observation, turns};
use crate::board::{Bitboard, Near};
use crate::game::{FenError, Frame, Outcome, Scores, Seat, SeatColor, Spec, Symmetry, TooManyTurns, Turn};

/// The tables of a game on the board `L`.
pub(crate) struct Tables<L: Layout> {
    pub(super) rules: RuleSet,
    pub(super) movement: RuntimeMovement<L>,
    pub(super) spec: Spec,
    pub(super) squares: Squares,
    pub(super) actions: ActionTable,
    /// The start positions that are drawn from, one for each opening line (Draughts 3.3).
    pub(super) openings: Vec<State<L::Set>>,
    pub(super) symmetries: Vec<Symmetry>,
}

impl<L: Layout> Tables<L> {
    #[inline(never)]
    pub(super) fn new(
        id: &str,
        title: &str,
        rules: RuleSet,
        movement: RuntimeMovement<L>,
        frame: Frame,
    ) -> Tables<L> {
        let (squares, actions) = (Squares::new::<L>(&rules), ActionTable::new::<L>());
        let colors = match rules.first {
            Near::White => vec![SeatColor::White, SeatColor::Black],
            Near::Black => vec![SeatColor::Black, SeatColor::White],
        };
        let spec = Spec {
            id: id.into(),
            title: title.into(),
            summary: rules.summary(),
            family: "draughts",
            rules: "1",
            description: None,
            options: rules.options(),
            seats: 2,
            colors,
            seat_angles: vec![0, 180],
            teams: vec![0, 1],
            scores: Scores::win(&[0, 1]),
            turn_order: if rules.opening.is_multiple_of(2) {
                vec![Seat::ZERO, Seat::ONE]
            } else {
                vec![Seat::ONE, Seat::ZERO]
            },
            has_hidden_information: false,
            has_chance: false,
            is_simultaneous: false,
            num_actions: actions.len(),
            planes: observation::planes(&rules, frame),
            max_steps: max_steps::<L>(&rules),
            frame,
        };
        let symmetries = symmetries::<L>(&squares, &actions);
        let mut tables = Tables { rules, movement, spec, squares, actions, openings: Vec::new(), symmetries };
        tables.openings = tables.openings_after(rules.opening);
        tables
    }

    /// Returns the positions after all lines of `turns` turns from the set-up (Draughts 3.1, 3.3).
    fn openings_after(&self, turns: u8) -> Vec<State<L::Set>> {
        let mut sides = [L::Set::EMPTY; 2];
        let home = self.rules.skip..self.rules.skip + self.rules.rows;
        L::BOARD.each(|square| {
            let row = self.squares.board().place(self.squares.cell(square)).0 as u8;
            for (side, row) in sides.iter_mut().zip([row, self.rules.size - 1 - row]) {
                if home.contains(&row) {
                    *side |= Bitboard::one(square);
                }
            }
        });
        let mut states = vec![State::new(sides, Bitboard::EMPTY, Seat::ZERO)];
        for _ in 0..turns {
            let mut next = Vec::new();
            for state in &states {
                for turn in self.turns(state, usize::MAX).unwrap_or_default() {
                    let mut after = state.clone();
                    turn.steps.iter().for_each(|&step| self.apply(&mut after, step));
                    next.push(after);
                }
            }
            states = next;
        }
        states
    }

    /// Returns the rules of the game.
    pub(crate) fn rules(&self) -> &RuleSet {
        &self.rules
    }

    #[inline(never)]
    pub(super) fn apply(&self, state: &mut State<L::Set>, step: Step) {
        apply::apply_cold(self.movement, &self.rules, state, step);
    }

    /// Whether a step is legal.
    pub(super) fn is_legal(&self, state: &State<L::Set>, step: Step) -> bool {
        movegen::legal_unless_drawn(self.movement, state).has(self.movement, state, step)
    }

    #[inline(never)]
    pub(super) fn outcome(&self, state: &State<L::Set>) -> Option<Outcome> {
        apply::outcome(self.movement, &self.rules, state)
    }

    /// Returns all turns, sorted by text. `None` if the search exceeds `budget`.
    pub(super) fn turns(&self, state: &State<L::Set>, budget: usize) -> Option<Vec<Turn<Step>>> {
        if state.draw.is_some() {
            return Some(Vec::new());
        }
        turns::turns(self.movement, &self.squares, state, budget)
    }

    pub(super) fn legal_turns(&self, state: &State<L::Set>) -> Result<Vec<Turn<Step>>, TooManyTurns> {
        self.turns(state, turns::TURN_LIST_BUDGET).ok_or(TooManyTurns)
    }

    pub(super) fn read_fen(&self, text: &str) -> Result<State<L::Set>, FenError> {
        fen::read(self.movement, &self.rules, &self.squares, text)
    }
}

/// Returns an upper bound of the number of steps of a game.
///
/// Fewer than `quiet` turns can pass between two turns with progress. Progress is made by jumps and by moves
/// of men to another row. A man makes at most one move for each row ahead, plus the rows that jumps backward
/// have cost (Draughts 10.3): two for each jump, or four along a file.
fn max_steps<L: Layout>(rules: &RuleSet) -> u32 {
    let squares = L::BOARD.count() as u32;
    let (rows, cost) = (u32::from(rules.size) - 1, if L::DIRECTIONS > MOVE_DIRECTIONS { 4 } else { 2 });
    (squares * (rows + cost + 1) + 1) * u32::from(rules.quiet)
}
