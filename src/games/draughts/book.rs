//! What a game looks up: its rules, squares and numbers, and all that takes longer to say than to do. It is
//! compiled once for each board, not for each way to move.

use super::actions::Actions;
use super::layout::{Layout, MOVES};
use super::movement::Free;
use super::rules::RuleSet;
use super::spelling::Spelled;
use super::squares::Squares;
use super::state::{State, Step};
use super::{apply, notation, observe, refusal, steps, turns};
use crate::board::{Cell, Near, Set};
use crate::game::{
    FenError, Frame, Outcome, Piece, Scores, Seat, SeatColor, Spec, Symmetry, TooManyTurns, Turn,
    illegal_step_message, illegal_turn_message, truncate,
};

/// A game on the board `L`, as its book has it.
pub(crate) struct Book<L: Layout> {
    pub(super) rules: RuleSet,
    pub(super) articles: Free<L>,
    pub(super) spec: Spec,
    pub(super) squares: Squares,
    pub(super) actions: Actions,
    /// The positions that the lot may choose, one for each line (Draughts 3.3).
    pub(super) openings: Vec<State<L::Set>>,
    pub(super) symmetries: Vec<Symmetry>,
}

impl<L: Layout> Book<L> {
    #[inline(never)]
    pub(super) fn new(id: &str, title: &str, rules: RuleSet, articles: Free<L>, frame: Frame) -> Book<L> {
        let (squares, actions) = (Squares::new::<L>(&rules), Actions::new::<L>());
        let colors = match rules.first {
            Near::White => vec![SeatColor::White, SeatColor::Black],
            Near::Black => vec![SeatColor::Black, SeatColor::White],
        };
        let spec = Spec {
            id: id.into(),
            title: title.into(),
            family: "draughts",
            rules: "1",
            options: rules.options(),
            seats: 2,
            colors,
            seat_angles: vec![0, 180],
            teams: vec![0, 1],
            scores: Scores::win(&[0, 1]),
            turn_order: if rules.opening.is_multiple_of(2) { vec![0, 1] } else { vec![1, 0] },
            has_hidden_information: false,
            has_chance: false,
            is_simultaneous: false,
            num_actions: actions.len(),
            planes: observe::planes(&rules, frame),
            max_steps: max_steps::<L>(&rules),
            frame,
        };
        let symmetries = symmetries::<L>(&squares, &actions);
        let mut book = Book { rules, articles, spec, squares, actions, openings: Vec::new(), symmetries };
        book.openings = book.lines(rules.opening);
        book
    }

    /// The positions after all lines of so many turns from the set-up (Draughts 3.1, 3.3).
    fn lines(&self, turns: u8) -> Vec<State<L::Set>> {
        let mut sides = [L::Set::EMPTY; 2];
        let home = self.rules.skip..self.rules.skip + self.rules.rows;
        L::BOARD.each(|square| {
            let row = self.squares.board().place(self.squares.cell(square)).0 as u8;
            for (side, row) in sides.iter_mut().zip([row, self.rules.size - 1 - row]) {
                if home.contains(&row) {
                    *side |= Set::one(square);
                }
            }
        });
        let mut states = vec![State::new(sides, Set::EMPTY, 0)];
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

    /// The rules that the game is played by.
    pub(crate) fn rules(&self) -> &RuleSet {
        &self.rules
    }

    #[inline(never)]
    pub(super) fn apply(&self, state: &mut State<L::Set>, step: Step) {
        apply::apply_cold(self.articles, &self.rules, state, step);
    }

    /// Whether a step is legal.
    pub(super) fn is_legal(&self, state: &State<L::Set>, step: Step) -> bool {
        steps::while_open(self.articles, state).has(self.articles, state, step)
    }

    #[inline(never)]
    pub(super) fn outcome(&self, state: &State<L::Set>) -> Option<Outcome> {
        apply::outcome(self.articles, &self.rules, state)
    }

    /// All turns, sorted by text; none if there is more to look at for them than `patience` says.
    pub(super) fn turns(&self, state: &State<L::Set>, patience: usize) -> Option<Vec<Turn<Step>>> {
        if state.draw.is_some() {
            return Some(Vec::new());
        }
        turns::turns(self.articles, &self.squares, state, patience)
    }

    pub(super) fn listed_turns(&self, state: &State<L::Set>) -> Result<Vec<Turn<Step>>, TooManyTurns> {
        self.turns(state, turns::PATIENCE).ok_or(TooManyTurns)
    }

    /// The spellings that PDN has: captures with all squares or enough of them, `-` or `:` for `x`, squares
    /// by number or by file and rank.
    pub(super) fn read_turn(&self, state: &State<L::Set>, text: &str) -> Result<Vec<Step>, String> {
        match text.trim_ascii().parse::<Spelled>() {
            Ok(named) => self.steps_of(state, &named),
            Err(problem) => Err(match self.listed_turns(state) {
                Ok(turns) => illegal_turn_message(text, &format!("is not a turn ({problem})"), &turns),
                Err(too_many) => format!("'{}' is not a turn ({problem}); {too_many}", truncate(text)),
            }),
        }
    }

    /// Why a step is refused, where these are the legal ones.
    pub(super) fn refusal(&self, state: &State<L::Set>, text: &str, legal: &str) -> String {
        illegal_step_message(text, refusal::reason(self, state, text).as_deref(), legal)
    }

    pub(super) fn read_fen(&self, text: &str) -> Result<State<L::Set>, FenError> {
        notation::read(self.articles, &self.rules, &self.squares, text)
    }

    pub(super) fn pieces(&self, state: &State<L::Set>, cell: Cell) -> Vec<Piece> {
        let Some(square) = self.squares.square(cell) else { return Vec::new() };
        let Some(seat) = (0..2).find(|&seat| state.sides[seat].has(square)) else { return Vec::new() };
        let king = state.kings.has(square);
        let white = (self.rules.first == Near::White) == (seat == 0);
        let text = match (white, king) {
            (true, false) => "w",
            (true, true) => "W",
            (false, false) => "b",
            (false, true) => "B",
        };
        vec![Piece::new(Some(seat as Seat), if king { "king" } else { "man" }, text)]
    }

    pub(super) fn transform(&self, state: &State<L::Set>, symmetry: &Symmetry) -> Option<State<L::Set>> {
        let turn = |square: u8| {
            let cell = symmetry.cells.get(self.squares.cell(square) as usize)?;
            self.squares.square(*cell)
        };
        state.transformed(turn)
    }
}

/// Between two turns of progress there are fewer than `quiet` others. Progress are jumps and men's moves to
/// another row, which are as many as rows are ahead of them, those included that jumps back may have cost
/// (Draughts 10.3): two, or four along a file.
fn max_steps<L: Layout>(rules: &RuleSet) -> u32 {
    let squares = L::BOARD.count() as u32;
    let (rows, cost) = (u32::from(rules.size) - 1, if L::DIRECTIONS > MOVES { 4 } else { 2 });
    (squares * (rows + cost + 1) + 1) * u32::from(rules.quiet)
}

/// Only the board of all squares has a mirror image that is the same game: diagonal boards have a dark corner
/// at one side, and to turn the board is to change seats.
fn symmetries<L: Layout>(squares: &Squares, actions: &Actions) -> Vec<Symmetry> {
    if L::BOARD.count() < L::SIZE as usize * L::SIZE as usize {
        return Vec::new();
    }
    let cells = (0..squares.board().len() as u8)
        .map(|cell| squares.square(cell).map_or(cell, |square| squares.cell(mirrored::<L>(square))));
    let squares_in_all = actions.len() / 4;
    let turned = (0..actions.len()).map(|action| {
        // To the left for to the right.
        let direction = [0, 2, 1, 3][action / squares_in_all];
        (direction * squares_in_all + mirrored::<L>((action % squares_in_all) as u8) as usize) as u32
    });
    vec![Symmetry { name: "mirror".into(), cells: cells.collect(), actions: turned.collect() }]
}

/// The square in the same row as far from the other side, where all squares are played on.
fn mirrored<L: Layout>(square: u8) -> u8 {
    square / L::SIZE * L::SIZE + (L::SIZE - 1 - square % L::SIZE)
}
