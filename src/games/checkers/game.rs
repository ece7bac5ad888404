//! The family as games of the contract.

use super::about::About;
use super::engine::{Engine, Reach, Step};
use super::geometry::Geometry;
use super::notation::write_piece;
use super::observe;
use super::plan::Plan;
use super::refusal;
use super::said;
use super::stacks::{Checker, PIECES, Stacks, by_numbers};
use super::state::{NOWHERE, State};
use super::symmetry;
use super::tables::Tables;
use crate::board::Board;
use crate::board::{Set, gathered, reversed_all};
use crate::game::roles::*;
use crate::game::{
    Actor, Canvas, FenError, Frame, Mask, Outcome, Perspective, Piece, Rng, Seat, Spec, Standing, Symmetry,
    below,
};

/// One variant: its rules, its start and what there is to know about it.
#[derive(Clone, Debug)]
pub struct Checkers<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> {
    pub(super) engine: Engine<G, K, SEATS, DIRS>,
    /// The cells of each seat's men at the start, and the start; in games with numbers they are shuffled
    /// anew.
    men: Vec<Vec<u8>>,
    start: State<G::Set, K, SEATS>,
    pub(super) about: About,
}

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Checkers<G, K, SEATS, DIRS> {
    /// The game of a plan for at most `SEATS` seats (exactly two where there is room for two), on a geometry
    /// whose cells are the plan's.
    pub fn new(plan: Plan, frame: Frame, geometry: G) -> Self {
        let tables: Tables<G::Set, SEATS> = Tables::new(&plan);
        let men = plan.men();
        let start = start(&men, plan.sequence[0], plan.numbers);
        let about = About::new(plan, &tables, K::STACKED, DIRS, frame);
        Checkers { engine: Engine::new(geometry, tables), men, start, about }
    }

    pub(super) fn tables(&self) -> &Tables<G::Set, SEATS> {
        &self.engine.tables
    }

    /// Whether men have numbers (Checkers 10).
    #[inline(always)]
    pub(super) fn numbers(&self) -> bool {
        self.start.stacks.numbers()
    }

    /// The square of a cell.
    pub(super) fn square(&self, cell: u8) -> u8 {
        self.tables().square[cell as usize]
    }

    /// The name of a cell.
    pub(super) fn name(&self, cell: u8) -> &str {
        self.tables().board.name(self.square(cell))
    }

    /// The cell of that name, if the game uses it.
    pub(super) fn cell(&self, name: &str) -> Option<u8> {
        let cell = self.tables().cell[self.tables().board.cell(name)? as usize];
        (cell != NOWHERE).then_some(cell)
    }
}

/// The start, men with numbers standing in order.
fn start<S: Set, K: Stacks, const SEATS: usize>(
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
            piles.push((cell, vec![Checker { seat: seat as u8, king: false, number }]));
        }
    }
    state.stacks.lay(&piles);
    state
}

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Rules for Checkers<G, K, SEATS, DIRS> {
    type State = State<G::Set, K, SEATS>;
    type Step = Step;

    fn spec(&self) -> &Spec {
        &self.about.spec
    }

    fn board(&self) -> &Board {
        &self.tables().board
    }

    fn start(&self, rng: &mut Rng) -> State<G::Set, K, SEATS> {
        let mut state = self.start.clone();
        if self.numbers() {
            for (seat, men) in self.men.iter().enumerate() {
                let mut numbers: [u8; PIECES] = std::array::from_fn(|at| at as u8 + 1);
                for last in (1..men.len()).rev() {
                    numbers.swap(last, below(rng, last + 1));
                }
                for (&cell, number) in men.iter().zip(numbers) {
                    state.stacks.renumber(seat as u8, cell, number);
                }
            }
        }
        state
    }

    #[inline]
    fn actor(&self, state: &State<G::Set, K, SEATS>) -> Actor {
        let can_go_on = state.jumper != NOWHERE
            || state.counted_out.is_none() && self.engine.can_act(state, state.seat as usize);
        if can_go_on { Actor::Seat(state.seat) } else { Actor::Over }
    }

    fn mover(&self, state: &State<G::Set, K, SEATS>) -> Actor {
        Actor::Seat(state.seat)
    }

    fn outcome(&self, state: &State<G::Set, K, SEATS>) -> Option<Outcome> {
        self.engine.ending(state)
    }

    fn mid_turn(&self, state: &State<G::Set, K, SEATS>) -> bool {
        state.jumper != NOWHERE
    }

    /// Out is who has no piece on the board, not even a prisoner.
    fn standing(&self, state: &State<G::Set, K, SEATS>, seat: Seat) -> Standing {
        if self.engine.present(state, seat as usize) { Standing::In } else { Standing::Out }
    }

    /// What the seat has in its own stacks: a man 1, a king 1.5. Prisoners count for nobody.
    fn material(&self, state: &State<G::Set, K, SEATS>, seat: Seat) -> f32 {
        let mut sum = 0.0;
        state.owned[seat as usize].each(|cell| {
            state.each_piece(cell, |checker| {
                if checker.seat == seat {
                    sum += if checker.king { 1.5 } else { 1.0 };
                }
            });
        });
        sum
    }

    #[inline]
    fn each_step(&self, state: &State<G::Set, K, SEATS>, mut visit: impl FnMut(Step)) {
        if state.counted_out.is_some() {
            return;
        }
        let reach = self.engine.reach(state);
        for (d, from) in reach.from.into_iter().enumerate() {
            from.each(|cell| visit(self.engine.step_from(cell, d, reach.jumping)));
        }
    }

    #[inline]
    fn count(&self, state: &State<G::Set, K, SEATS>) -> usize {
        if state.counted_out.is_some() { 0 } else { G::count(&self.engine.reach(state).from) }
    }

    fn pick_cold(
        &self,
        state: &State<G::Set, K, SEATS>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Step> {
        if state.counted_out.is_some() { None } else { self.pick_of(&self.engine.reach(state), choose) }
    }

    #[inline(always)]
    fn pick(&self, state: &State<G::Set, K, SEATS>, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
        self.pick_and_mask(state, None, choose)
    }

    fn is_legal(&self, state: &State<G::Set, K, SEATS>, step: Step) -> bool {
        self.engine.allows(state, step)
    }

    #[inline]
    fn apply(&self, state: &mut State<G::Set, K, SEATS>, step: Step) {
        self.engine.make(state, step);
    }
}

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Actions for Checkers<G, K, SEATS, DIRS> {
    #[inline]
    fn mask(&self, state: &State<G::Set, K, SEATS>, mask: &mut Mask) {
        if state.counted_out.is_none() {
            self.mark(&self.engine.reach(state).from, state.seat as usize, mask);
        }
    }

    #[inline(always)]
    fn pick_and_mask(
        &self,
        state: &State<G::Set, K, SEATS>,
        mask: Option<&mut Mask>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Step> {
        if state.counted_out.is_some() {
            return None;
        }
        // (Asked once for the whole of it, so that what can be reached is kept in registers either way.)
        by_numbers!(state.stacks, K, NUMBERS => {
            let reach = self.engine.reach_by::<NUMBERS>(state);
            if let Some(mask) = mask {
                self.mark(&reach.from, state.seat as usize, mask);
            }
            self.pick_of(&reach, choose)
        })
    }

    #[inline]
    fn action(&self, state: &State<G::Set, K, SEATS>, step: Step) -> usize {
        let seat = state.seat as usize;
        let number = self.tables().number[seat][step.from as usize] as usize;
        self.tables().relative[seat][step.direction as usize] as usize * self.tables().numbers() + number
    }

    fn action_text(&self, action: usize, seat: Option<Seat>) -> String {
        let seen = Perspective::new(&self.about.spec, self.board(), seat);
        let leads = |seat, from, d| self.engine.leads(seat, from, d, self.engine.geometry.next(from, d));
        said::action(self.tables(), &self.about.directions, G::MOVES, action, &seen, &leads)
    }

    fn action_place(&self, action: usize, seat: Seat) -> Option<usize> {
        said::place(self.tables(), action, seat)
    }

    /// A move if the next square is empty, else a jump over it.
    fn step(&self, state: &State<G::Set, K, SEATS>, action: usize) -> Option<Step> {
        let (seat, tables) = (state.seat as usize, self.tables());
        if action >= self.about.spec.num_actions {
            return None;
        }
        let from = tables.numbered[seat][action % tables.numbers()];
        if from == NOWHERE {
            return None;
        }
        let d = tables.absolute[seat][action / tables.numbers()] as usize;
        let next = self.engine.geometry.next(from, d);
        let beyond = self.engine.geometry.next(next, d);
        if !self.engine.leads(seat, from, d, next) {
            None
        } else if !state.occupied().has(next) {
            (d < G::MOVES).then(|| self.engine.step_from(from, d, false))
        } else {
            self.engine.leads(seat, next, d, beyond).then(|| self.engine.step_from(from, d, true))
        }
    }
}

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Notation for Checkers<G, K, SEATS, DIRS> {
    fn write_step(&self, _state: &State<G::Set, K, SEATS>, step: Step, out: &mut String) {
        out.push_str(self.name(step.from));
        out.push(if step.over == NOWHERE { '-' } else { 'x' });
        out.push_str(self.name(step.to));
    }

    fn sort_key(&self, _state: &State<G::Set, K, SEATS>, step: Step) -> u128 {
        let joint = if step.over == NOWHERE { "-" } else { "x" };
        let (mut bytes, mut length) = ([0; 16], 0);
        for part in [self.name(step.from), joint, self.name(step.to)] {
            bytes[length..length + part.len()].copy_from_slice(part.as_bytes());
            length += part.len();
        }
        u128::from_be_bytes(bytes)
    }

    fn read_step(&self, state: &State<G::Set, K, SEATS>, text: &str) -> Option<Step> {
        let (from, to, jumping) = self.read_words(text)?;
        let step = (0..DIRS)
            .map(|d| self.engine.step_from(from, d, jumping))
            .find(|&step| step.to == to && self.is_legal(state, step))?;
        Some(step)
    }

    fn explain_text(&self, state: &State<G::Set, K, SEATS>, text: &str) -> String {
        refusal::refusal(self, state, text)
    }

    fn fen(&self, state: &State<G::Set, K, SEATS>) -> String {
        self.write_fen(state)
    }

    fn read_fen(&self, text: &str) -> Result<State<G::Set, K, SEATS>, FenError> {
        self.parse_fen(text)
    }
}

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Observation
    for Checkers<G, K, SEATS, DIRS>
{
    #[inline(always)]
    fn observe(&self, state: &State<G::Set, K, SEATS>, seat: Seat, canvas: &mut Canvas) {
        let seat_shown = observe::seat_shown(self.tables().seats(), self.about.spec.frame);
        self.engine.put_down(state, seat as usize, seat_shown, canvas);
    }
}

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Information
    for Checkers<G, K, SEATS, DIRS>
{
}

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Display for Checkers<G, K, SEATS, DIRS> {
    fn stacks(&self) -> bool {
        K::STACKED
    }

    fn pieces(&self, state: &State<G::Set, K, SEATS>, cell: u8, _eyes: Option<Seat>) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let Some(&cell) = self.tables().cell.get(cell as usize).filter(|&&cell| cell != NOWHERE) else {
            return pieces;
        };
        state.each_piece(cell, |checker| {
            let mut text = String::new();
            write_piece(checker, &mut text);
            let kind = if checker.king { "king" } else { "man" };
            pieces.push(Piece::new(Some(checker.seat), kind, text));
        });
        pieces
    }
}

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Symmetries
    for Checkers<G, K, SEATS, DIRS>
{
    fn symmetries(&self) -> &[Symmetry] {
        &self.about.symmetries
    }

    fn transform(
        &self,
        state: &State<G::Set, K, SEATS>,
        symmetry: &Symmetry,
    ) -> Option<State<G::Set, K, SEATS>> {
        let at = self.about.symmetries.iter().position(|known| known.name == symmetry.name)?;
        Some(symmetry::transform(self.tables(), state, symmetry, &self.about.reseated[at]))
    }
}

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Checkers<G, K, SEATS, DIRS> {
    /// One of the steps that can be made.
    #[inline(always)]
    fn pick_of(&self, reach: &Reach<G::Set, DIRS>, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
        let (d, from) = G::draw(&reach.from, choose)?;
        Some(self.engine.step_from(from, d, reach.jumping))
    }

    /// Puts the actions of steps, given by the cells they leave in each direction, into an empty mask:
    /// direction by direction, the cells row by row as the seat sees them.
    #[inline(always)]
    fn mark(&self, from: &[G::Set; DIRS], seat: usize, mask: &mut Mask) {
        let (tables, all) = (self.tables(), self.tables().numbers());
        // Two seats on 8x8: what one sees is what the other sees, from the last bit to the first.
        if SEATS == 2
            && let Some(mut planes) = self.engine.as_planes(from)
        {
            let turned = tables.turned[seat];
            if let [a, b, c, d] = planes[..]
                && all == 32
            {
                let dense = |plane: u64| gathered(plane, tables.dense);
                let words = [dense(a) | dense(b) << 32, dense(c) | dense(d) << 32];
                return mask.set_first_words(&reversed_all(words, turned));
            } else if all == 64 {
                for four in planes.as_chunks_mut::<4>().0 {
                    *four = reversed_all(*four, turned);
                }
                return mask.set_first_words(&planes);
            }
        }
        for (d, &from) in from.iter().enumerate() {
            let first = all * tables.relative[seat][d] as usize;
            from.each(|cell| mask.add(first + tables.number[seat][cell as usize] as usize));
        }
    }

    /// The cells of a step string, and whether it is a jump.
    pub(super) fn read_words(&self, text: &str) -> Option<(u8, u8, bool)> {
        let jumping = text.contains('x');
        let (from, to) = text.split_once(if jumping { 'x' } else { '-' })?;
        Some((self.cell(from)?, self.cell(to)?, jumping))
    }
}
