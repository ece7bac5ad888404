//! The turns that spellings stand for, and how turns are spelled in records.

use super::book::Book;
use super::jumps::{Jumper, Trail};
use super::layout::Layout;
use super::once::each_once;
use super::spelling::{Spelled, Square};
use super::state::{NONE, State, Step};
use super::steps;
use super::turns::{PATIENCE, jumpers};
use crate::board::{Cell, Names, Set};
use crate::game::{TooManyTurns, Turn, illegal_turn_message};
use std::collections::HashSet;
use std::marker::PhantomData;

impl<L: Layout> Book<L> {
    /// The square of a name, of either kind.
    pub(crate) fn square_of(&self, square: Square) -> Option<u8> {
        let cell: Cell = match square {
            Square::Number(number) => self.squares.numbered().numbered(number)?,
            Square::Cell { file, rank } => {
                self.squares.numbered().at(file.checked_sub(1)?, rank.checked_sub(1)?)?
            }
        };
        self.squares.square(cell)
    }

    /// The name of a square in this game's records.
    pub(crate) fn name_of(&self, square: u8) -> Square {
        let cell = self.squares.cell(square);
        if self.rules.names == Names::Algebraic {
            let (file, rank) = self.squares.numbered().coordinates(cell);
            Square::Cell { file: file + 1, rank: rank + 1 }
        } else {
            Square::Number(self.squares.numbered().number(cell))
        }
    }

    /// Says that there is no such square.
    pub(crate) fn no_square(&self, square: Square) -> String {
        let listed = self.squares.listed();
        let (first, last) = (self.name_of(listed[0]), self.name_of(listed[listed.len() - 1]));
        format!("there is no square '{square}'; expected a square from {first} to {last}")
    }

    /// The steps of the turn that is spelled so.
    pub(crate) fn steps_of(&self, state: &State<L::Set>, played: &Spelled) -> Result<Vec<Step>, String> {
        let find = |square: Square| self.square_of(square).ok_or_else(|| self.no_square(square));
        let (from, to) = (find(played.from)?, find(played.to)?);
        let via = played.via.iter().map(|&square| find(square)).collect::<Result<Vec<u8>, String>>()?;
        let quiet = Step { from, to, over: NONE };
        if !played.capture && via.is_empty() && self.is_legal(state, quiet) {
            return Ok(vec![quiet]);
        }
        if let Some(outcome) = self.outcome(state) {
            return Err(format!("'{played}' is not legal: the game is over ({})", outcome.reason.as_str()));
        }
        let refused = |what: &str| match self.listed_turns(state) {
            Ok(turns) => illegal_turn_message(&played.to_string(), what, &turns),
            Err(too_many) => format!("'{played}' {what}; {too_many}"),
        };
        let found = if let Some(steps) = self.landing_on(state, from, &via, to) {
            // The way that lands on just the squares named, and a single jump where none are named between,
            // comes before all others: it is written so (Draughts 9).
            vec![steps]
        } else if via.is_empty() {
            let turns = self.listed_turns(state).map_err(|too_many| format!("'{played}': {too_many}"))?;
            let ends = |turn: &Turn<Step>| {
                let (first, last) = (turn.steps[0], turn.steps[turn.steps.len() - 1]);
                first.is_jump() && (first.from, last.to) == (from, to)
            };
            turns.into_iter().filter(ends).map(|turn| turn.steps).collect()
        } else {
            self.passing(state, from, &via, to).map_err(|too_many| format!("'{played}': {too_many}"))?
        };
        match <[Vec<Step>; 1]>::try_from(found) {
            Ok([steps]) => Ok(steps),
            Err(found) if found.is_empty() => Err(refused("is not legal")),
            Err(_) => Err(refused("is ambiguous, since several turns fit")),
        }
    }

    /// The capture that lands on just the squares `via`, and then on `to`.
    fn landing_on(&self, state: &State<L::Set>, from: u8, via: &[u8], to: u8) -> Option<Vec<Step>> {
        let (mut next, mut at, mut made) = (state.clone(), from, Vec::new());
        for &square in via.iter().chain([&to]) {
            let mut jump = None;
            if made.is_empty() || next.at != NONE {
                steps::while_open(self.articles, &next).each(self.articles, &next, |step| {
                    if step.is_jump() && (step.from, step.to) == (at, square) {
                        jump = Some(step);
                    }
                });
            }
            let jump = jump?;
            self.apply(&mut next, jump);
            made.push(jump);
            at = square;
        }
        (next.at == NONE).then_some(made)
    }

    /// The captures from a square to another that pass over or land on the squares `via` in their order: one
    /// way for each set of pieces jumped.
    fn passing(
        &self,
        state: &State<L::Set>,
        from: u8,
        via: &[u8],
        to: u8,
    ) -> Result<Vec<Vec<Step>>, TooManyTurns> {
        let (seat, movers) = jumpers(self.articles, state);
        let movers: Vec<_> = movers.cells().map(|at| Jumper::of(self.articles, state, seat, at)).collect();
        let (mut found, mut known) = (Vec::new(), HashSet::new());
        let route = Route::<L> { via, steps: Vec::new(), passed: vec![0], from, layout: PhantomData };
        let through = each_once(self.articles, seat, &movers, None, &route, PATIENCE, &mut |path, _| {
            let ends = (path.from, path.to) == (from, to);
            if ends && path.trail.mark() == via.len() && known.insert(path.victims) {
                found.push(path.trail.steps.clone());
            }
        });
        if through { Ok(found) } else { Err(TooManyTurns) }
    }

    /// How a turn is spelled (Draughts 9).
    pub(crate) fn spelling_of(&self, before: &State<L::Set>, steps: &[Step]) -> Spelled {
        let (from, to) = (steps[0].from, steps[steps.len() - 1].to);
        let capture = steps[0].is_jump();
        let mut via = Vec::new();
        if capture {
            let jumped = |steps: &[Step]| {
                let mut jumped: Vec<u8> = steps.iter().map(|step| step.over).collect();
                jumped.sort_unstable();
                jumped
            };
            let turns = self.listed_turns(before);
            let mut alike = turns
                .iter()
                .flatten()
                .filter(|turn| (turn.steps[0].from, turn.steps[turn.steps.len() - 1].to) == (from, to));
            // Where turns are too many to be listed, all squares tell the turn from any other.
            if turns.is_err() || alike.clone().count() > 1 {
                let own = alike.find(|turn| jumped(&turn.steps) == jumped(steps));
                let shown = own.map_or(steps, |turn| &turn.steps);
                via = shown[..shown.len() - 1].iter().map(|step| self.name_of(step.to)).collect();
            }
        }
        Spelled { from: self.name_of(from), via, to: self.name_of(to), capture }
    }
}

/// The steps of a capture under way, and how many of the squares `via` it has passed.
struct Route<'a, L> {
    via: &'a [u8],
    /// The first square.
    from: u8,
    steps: Vec<Step>,
    /// Before the first jump and after each.
    passed: Vec<usize>,
    layout: PhantomData<fn() -> L>,
}

impl<L> Clone for Route<'_, L> {
    fn clone(&self) -> Self {
        Route { steps: self.steps.clone(), passed: self.passed.clone(), ..*self }
    }
}

impl<L: Layout> Trail for Route<'_, L> {
    type Mark = usize;

    fn mark(&self) -> usize {
        self.passed[self.passed.len() - 1]
    }

    fn push<S: Set>(&mut self, victim: S, to: u8) {
        let from = self.steps.last().map_or(self.from, |step| step.to);
        let step = Step { from, to, over: victim.first() };
        let mut passed = self.mark();
        for square in route::<L>(step) {
            passed += usize::from(self.via.get(passed) == Some(&square));
        }
        self.steps.push(step);
        self.passed.push(passed);
    }

    fn pop(&mut self) {
        self.steps.pop();
        self.passed.pop();
    }
}

/// The squares that a jump passes over or lands on, in order.
fn route<L: Layout>(step: Step) -> Vec<u8> {
    let Some(direction) = L::heading(step.from, step.to) else { return vec![step.to] };
    let (mut at, mut route) = (L::Set::one(step.from), Vec::new());
    loop {
        at = L::toward(at, direction) & L::BOARD;
        if at.is_empty() {
            return route;
        }
        let square = at.first();
        if square != step.over {
            route.push(square);
        }
        if square == step.to {
            return route;
        }
    }
}
