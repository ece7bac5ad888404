//! The turns that spellings stand for, and how turns are spelled in records.

use super::game::Draughts;
use super::layout::Layout;
use super::movement::{Movement, SetOf};
use super::spelling::{Spelled, Square};
use super::state::{NONE, State, Step};
use crate::board::{Cell, Names, Set};
use crate::game::{Game, refused_turn};
use std::collections::HashSet;

impl<M: Movement> Draughts<M> {
    /// The square of a name, of either kind.
    pub(crate) fn square_of(&self, square: Square) -> Option<u8> {
        let cell: Cell = match square {
            Square::Number(number) => self.squares().numbered().numbered(number)?,
            Square::Cell { file, rank } => {
                self.squares().numbered().at(file.checked_sub(1)?, rank.checked_sub(1)?)?
            }
        };
        self.squares().square(cell)
    }

    /// The name of a square in this game's records.
    pub(crate) fn name_of(&self, square: u8) -> Square {
        let cell = self.squares().cell(square);
        if self.rules().names == Names::Algebraic {
            let (file, rank) = self.squares().numbered().coordinates(cell);
            Square::Cell { file: file + 1, rank: rank + 1 }
        } else {
            Square::Number(self.squares().numbered().number(cell))
        }
    }

    /// Says that there is no such square.
    pub(crate) fn no_square(&self, square: Square) -> String {
        let listed = self.squares().listed();
        let (first, last) = (self.name_of(listed[0]), self.name_of(listed[listed.len() - 1]));
        format!("there is no square {square}; squares are named from {first} to {last}")
    }

    /// The steps of the turn that is spelled so.
    pub(crate) fn steps_of(&self, state: &State<SetOf<M>>, played: &Spelled) -> Result<Vec<Step>, String> {
        let find = |square: Square| self.square_of(square).ok_or_else(|| self.no_square(square));
        let (from, to) = (find(played.from)?, find(played.to)?);
        let via = played.via.iter().map(|&square| find(square)).collect::<Result<Vec<u8>, String>>()?;
        let quiet = Step { from, to, over: NONE };
        if !played.capture && via.is_empty() && self.is_legal(state, quiet) {
            return Ok(vec![quiet]);
        }
        if let Some(outcome) = self.outcome(state) {
            return Err(format!("'{played}' comes after the end of the game ({})", outcome.reason.as_str()));
        }
        let turns = self.turns(state);
        let mut fitting = turns.iter().filter(|turn| {
            let (first, last) = (turn.steps[0], turn.steps[turn.steps.len() - 1]);
            first.is_jump() && (first.from, last.to) == (from, to)
        });
        match (fitting.next(), fitting.next()) {
            (None, _) => Err(refused_turn(&played.to_string(), "is not a legal turn here", &turns)),
            (Some(turn), None) if via.is_empty() => Ok(turn.steps.clone()),
            (Some(_), Some(_)) if via.is_empty() => {
                Err(refused_turn(&played.to_string(), "is more than one turn here", &turns))
            }
            _ => {
                let mut ways = Ways { via: &via, to, exact: false, found: Vec::new(), seen: HashSet::new() };
                self.follow(state, &mut ways, &mut Vec::new(), from, 0);
                match ways.found.len() {
                    0 => Err(refused_turn(&played.to_string(), "is not a legal turn here", &turns)),
                    1 => Ok(ways.found.swap_remove(0).1),
                    _ => Err(refused_turn(&played.to_string(), "is more than one turn here", &turns)),
                }
            }
        }
    }

    /// Collects the captures of the piece at `at` that pass over or land on the squares `via` in their order:
    /// one way for each set of pieces jumped. Ways that land on just these squares come before all others.
    fn follow(
        &self,
        state: &State<SetOf<M>>,
        ways: &mut Ways<'_, SetOf<M>>,
        made: &mut Vec<Step>,
        at: u8,
        passed: usize,
    ) {
        self.each_step(state, |step| {
            if step.from != at {
                return;
            }
            let mut passed = passed;
            for square in self.route(step) {
                passed += usize::from(ways.via.get(passed) == Some(&square));
            }
            let mut next = state.clone();
            self.apply(&mut next, step);
            made.push(step);
            if next.at != NONE {
                // Ways that meet go on alike: the first is followed.
                let so_far = ways.lands_on_path(made);
                let stage = (next.jumped, next.kings, step.to, step.over, so_far, passed);
                if ways.seen.insert(stage) {
                    self.follow(&next, ways, made, step.to, passed);
                }
            } else if step.to == ways.to && passed >= ways.via.len() {
                ways.add(made);
            }
            made.pop();
        });
    }

    /// The squares that a jump passes over or lands on, in order.
    fn route(&self, step: Step) -> Vec<u8> {
        let Some(direction) = M::Layout::heading(step.from, step.to) else { return vec![step.to] };
        let (mut at, mut route) = (SetOf::<M>::one(step.from), Vec::new());
        loop {
            at = M::Layout::toward(at, direction) & M::Layout::BOARD;
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

    /// How a turn is spelled (Draughts 9).
    pub(crate) fn spelling_of(&self, before: &State<SetOf<M>>, steps: &[Step]) -> Spelled {
        let (from, to) = (steps[0].from, steps[steps.len() - 1].to);
        let capture = steps[0].is_jump();
        let mut via = Vec::new();
        if capture {
            let jumped = |steps: &[Step]| {
                let mut jumped: Vec<u8> = steps.iter().map(|step| step.over).collect();
                jumped.sort_unstable();
                jumped
            };
            let turns = self.turns(before);
            let mut alike = turns
                .iter()
                .filter(|turn| (turn.steps[0].from, turn.steps[turn.steps.len() - 1].to) == (from, to));
            if alike.clone().count() > 1 {
                let own = alike.find(|turn| jumped(&turn.steps) == jumped(steps));
                let shown = own.map_or(steps, |turn| &turn.steps);
                via = shown[..shown.len() - 1].iter().map(|step| self.name_of(step.to)).collect();
            }
        }
        Spelled { from: self.name_of(from), via, to: self.name_of(to), capture }
    }
}

/// The captures that a path may stand for.
struct Ways<'a, S> {
    via: &'a [u8],
    to: u8,
    /// Whether those found land on just the squares of the path.
    exact: bool,
    /// The pieces jumped, and a way to jump them.
    found: Vec<(Vec<u8>, Vec<Step>)>,
    /// Where ways have come to: the pieces jumped, the kings, the square reached and the piece jumped last,
    /// whether it landed on just the squares of the path, and how many of them it has passed.
    seen: HashSet<(S, S, u8, u8, bool, usize)>,
}

impl<S> Ways<'_, S> {
    /// Whether jumps have landed on just the squares of the path, in their order.
    fn lands_on_path(&self, made: &[Step]) -> bool {
        made.len() <= self.via.len() && made.iter().zip(self.via).all(|(step, &square)| step.to == square)
    }

    fn add(&mut self, made: &[Step]) {
        let exact = made.len() == self.via.len() + 1
            && made.iter().zip(self.via).all(|(step, &square)| step.to == square);
        if self.exact && !exact {
            return;
        }
        if exact && !self.exact {
            self.exact = true;
            self.found.clear();
        }
        let mut jumped: Vec<u8> = made.iter().map(|step| step.over).collect();
        jumped.sort_unstable();
        if !self.found.iter().any(|(known, _)| *known == jumped) {
            self.found.push((jumped, made.to_vec()));
        }
    }
}
