//! The games as the contract has them.

use super::book::Book;
use super::layout::Layout;
use super::movement::{Articles, Movement, SetOf};
use super::rules::{self, RuleSet};
use super::state::{NONE, State, Step};
use super::steps::{self, Steps, step_to};
use super::{actions, apply, notation, observe, perft};
use crate::board::{Board, Cell, Set};
use crate::game::roles::*;
use crate::game::{
    Actor, Canvas, FenError, Frame, Mask, Outcome, Perspective, Piece, Rng, Seat, Spec, Symmetry,
    TooManyTurns, Turn, below, legal_steps_text,
};

/// A draughts game.
pub struct Draughts<M: Movement> {
    articles: M,
    book: Book<M::Layout>,
}

impl<M: Movement> Draughts<M> {
    /// The game of an id, if its pieces move as `M` does.
    pub fn named(id: &str, frame: Frame) -> Result<Draughts<M>, String> {
        let named = rules::named_by(id)?;
        let movement =
            M::of(&named.rules).ok_or_else(|| format!("the pieces of {id} move by other rules"))?;
        Ok(Draughts::new(id, named.title, named.rules, movement, frame))
    }

    /// The game of these rules, whose articles on movement are `articles`.
    pub(crate) fn new(id: &str, title: &str, rules: RuleSet, articles: M, frame: Frame) -> Draughts<M> {
        Draughts { articles, book: Book::new(id, title, rules, articles.looked_up(), frame) }
    }

    /// What is looked up.
    pub(crate) fn book(&self) -> &Book<M::Layout> {
        &self.book
    }

    /// The number of sequences of `depth` whole turns if each way to make a turn counts.
    /// ([`perft_turns`](Notation::perft_turns) counts ways once that have the same first and last square and jump
    /// the same pieces: Draughts 9.)
    pub fn perft_ways(&self, state: &State<SetOf<M>>, depth: u32) -> u64 {
        perft::perft(self.articles, &self.book.rules, state, depth, false, &mut || true).unwrap_or_default()
    }

    /// Whether the actions of the seat to act are those of the board turned by 180 degrees.
    #[inline(always)]
    fn turned(&self, state: &State<SetOf<M>>) -> bool {
        self.book.spec.frame == Frame::Seat && state.turn != 0
    }

    #[inline(always)]
    fn legal(&self, state: &State<SetOf<M>>) -> Steps<SetOf<M>> {
        steps::while_open(self.articles, state)
    }

    /// The same by a function that is compiled once: for all but the loops that play and count.
    fn listed(&self, state: &State<SetOf<M>>) -> Steps<SetOf<M>> {
        if state.draw.is_some() { Steps::NONE } else { steps::listed(self.articles, state) }
    }

    /// The one of the legal steps that `choose` picks.
    #[inline(always)]
    fn pick_of(
        &self,
        state: &State<SetOf<M>>,
        steps: &Steps<SetOf<M>>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Step> {
        let mut before = [0; 8];
        let mut total = 0;
        for (before, landings) in before.iter_mut().zip(&steps.landings[..M::Layout::DIRECTIONS]) {
            *before = total;
            total += landings.count();
        }
        if total == 0 {
            return None;
        }
        let chosen = choose(total);
        let direction = before[1..M::Layout::DIRECTIONS]
            .iter()
            .map(|&before| usize::from(chosen >= before))
            .sum::<usize>();
        let to = steps.landings[direction].nth(chosen - before[direction]);
        Some(step_to(self.articles, state, direction, to, steps.jump))
    }
}

impl<M: Movement> Rules for Draughts<M> {
    type State = State<SetOf<M>>;
    type Step = Step;

    fn spec(&self) -> &Spec {
        &self.book.spec
    }

    fn board(&self) -> &Board {
        self.book.squares.board()
    }

    fn start(&self, rng: &mut Rng) -> State<SetOf<M>> {
        let line = if self.book.openings.len() > 1 { below(rng, self.book.openings.len()) } else { 0 };
        self.book.openings[line].clone()
    }

    fn actor(&self, state: &State<SetOf<M>>) -> Actor {
        if self.listed(state).is_empty::<M::Layout>() { Actor::Over } else { Actor::Seat(state.turn) }
    }

    fn mover(&self, state: &State<SetOf<M>>) -> Actor {
        Actor::Seat(state.turn)
    }

    fn outcome(&self, state: &State<SetOf<M>>) -> Option<Outcome> {
        apply::outcome(self.articles, &self.book.rules, state)
    }

    fn mid_turn(&self, state: &State<SetOf<M>>) -> bool {
        state.at != NONE
    }

    fn material(&self, state: &State<SetOf<M>>, seat: Seat) -> f32 {
        let side = state.sides[seat as usize & 1];
        let kings = (side & state.kings).count() as f32;
        let king = if self.articles.flying() { 3.0 } else { 1.5 };
        side.count() as f32 - kings + king * kings
    }

    #[inline]
    fn each_step(&self, state: &State<SetOf<M>>, visit: impl FnMut(Step)) {
        self.listed(state).each(self.articles, state, visit);
    }

    #[inline]
    fn count(&self, state: &State<SetOf<M>>) -> usize {
        self.legal(state).count::<M::Layout>()
    }

    fn pick_cold(&self, state: &State<SetOf<M>>, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
        self.pick_of(state, &self.listed(state), choose)
    }

    #[inline(always)]
    fn pick(&self, state: &State<SetOf<M>>, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
        self.pick_and_mask(state, None, choose)
    }

    #[inline]
    fn is_legal(&self, state: &State<SetOf<M>>, step: Step) -> bool {
        self.listed(state).has(self.articles, state, step)
    }

    #[inline]
    fn apply(&self, state: &mut State<SetOf<M>>, step: Step) {
        apply::apply(self.articles, &self.book.rules, state, step);
    }
}

impl<M: Movement> Actions for Draughts<M> {
    #[inline]
    fn mask(&self, state: &State<SetOf<M>>, mask: &mut Mask) {
        actions::mark::<M::Layout>(&self.listed(state), self.turned(state), mask);
    }

    #[inline]
    fn pick_and_mask(
        &self,
        state: &State<SetOf<M>>,
        mask: Option<&mut Mask>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Step> {
        let steps = self.legal(state);
        if let Some(mask) = mask {
            actions::mark::<M::Layout>(&steps, self.turned(state), mask);
        }
        self.pick_of(state, &steps, choose)
    }

    #[inline]
    fn action(&self, state: &State<SetOf<M>>, step: Step) -> usize {
        self.book.actions.number::<M::Layout>(step.from, step.to, self.turned(state))
    }

    fn action_text(&self, action: usize, seat: Option<Seat>) -> String {
        let seen = Perspective::new(&self.book.spec, self.board(), seat);
        self.book.actions.said::<M::Layout>(action, &self.book.squares, &seen)
    }

    fn action_place(&self, action: usize, _seat: Seat) -> Option<usize> {
        self.book.actions.place::<M::Layout>(action, &self.book.squares)
    }

    fn step(&self, state: &State<SetOf<M>>, action: usize) -> Option<Step> {
        let (direction, to) = self.book.actions.get::<M::Layout>(action, self.turned(state))?;
        let jump = steps::listed(self.articles, state).jump;
        let step = step_to(self.articles, state, direction, to, jump);
        let own = state.sides[(state.turn & 1) as usize];
        (step.from <= M::Layout::LAST && own.has(step.from)).then_some(step)
    }
}

impl<M: Movement> Notation for Draughts<M> {
    fn write_step(&self, _state: &State<SetOf<M>>, step: Step, out: &mut String) {
        self.book.squares.write_step(step, out);
    }

    fn sort_key(&self, _state: &State<SetOf<M>>, step: Step) -> u128 {
        self.book.squares.sort_key(step)
    }

    fn explain_text(&self, state: &State<SetOf<M>>, text: &str) -> String {
        self.book.refusal(state, text, &legal_steps_text(self, state))
    }

    fn fen(&self, state: &State<SetOf<M>>) -> String {
        notation::write(&self.book.rules, &self.book.squares, state)
    }

    fn read_fen(&self, text: &str) -> Result<State<SetOf<M>>, FenError> {
        self.book.read_fen(text)
    }

    fn turns(&self, state: &State<SetOf<M>>) -> Result<Vec<Turn<Step>>, TooManyTurns> {
        self.book.listed_turns(state)
    }

    fn read_turn(&self, state: &State<SetOf<M>>, text: &str) -> Result<Vec<Step>, String> {
        self.book.read_turn(state, text)
    }

    fn perft_turns(
        &self,
        state: &State<SetOf<M>>,
        depth: u32,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<u64> {
        perft::perft(self.articles, &self.book.rules, state, depth, true, go_on)
    }
}

impl<M: Movement> Observation for Draughts<M> {
    fn observe(&self, state: &State<SetOf<M>>, seat: Seat, canvas: &mut Canvas) {
        observe::observe::<M::Layout>(
            &self.book.rules,
            &self.book.squares,
            self.book.spec.frame,
            state,
            seat,
            canvas,
        );
    }
}

impl<M: Movement> Information for Draughts<M> {}

impl<M: Movement> Display for Draughts<M> {
    fn pieces(&self, state: &State<SetOf<M>>, cell: Cell, _eyes: Option<Seat>) -> Vec<Piece> {
        self.book.pieces(state, cell)
    }
}

impl<M: Movement> Symmetries for Draughts<M> {
    fn symmetries(&self) -> &[Symmetry] {
        &self.book.symmetries
    }

    fn transform(&self, state: &State<SetOf<M>>, symmetry: &Symmetry) -> Option<State<SetOf<M>>> {
        self.book.transform(state, symmetry)
    }
}
