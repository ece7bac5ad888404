//! Turns in PDN: finds the turn that a text names, and writes turns for records.

use super::capture_path::Trail;
use super::dedup::each_distinct_capture;
use super::jumps::Jumper;
use super::layout::Layout;
use super::movegen;
use super::pdn_move::{PdnMove, Square};
use super::state::{NO_SQUARE, State, Step};
use super::tables::Tables;
use super::turns::{TURN_LIST_BUDGET, jumpers};
use crate::board::{Bitboard, Cell, Names};
use crate::game::{TooManyTurns, Turn, illegal_turn_message};
use crate::truncate::truncate;
use std::collections::HashSet;
use std::marker::PhantomData;

impl<L: Layout> Tables<L> {
    /// Returns the square with a name, a number or a file and rank.
    pub(crate) fn square_of(&self, square: Square) -> Option<u8> {
        let cell: Cell = match square {
            Square::Number(number) => self.squares.numbered().numbered(number)?,
            Square::Cell { file, rank } => {
                self.squares.numbered().at(file.checked_sub(1)?, rank.checked_sub(1)?)?
            }
        };
        self.squares.square(cell)
    }

    /// Returns the name of a square in this game's records.
    pub(crate) fn name_of(&self, square: u8) -> Square {
        let cell = self.squares.cell(square);
        if self.rules.names == Names::Algebraic {
            let (file, rank) = self.squares.numbered().coordinates(cell);
            Square::Cell { file: file + 1, rank: rank + 1 }
        } else {
            Square::Number(self.squares.numbered().number(cell))
        }
    }

    /// Returns the message for a square that does not exist.
    pub(crate) fn no_square_message(&self, square: Square) -> String {
        let listed = self.squares.in_list_order();
        let (first, last) = (self.name_of(listed[0]), self.name_of(listed[listed.len() - 1]));
        format!("there is no square '{square}'; expected a square from {first} to {last}")
    }

    /// Reads a turn in any form that PDN has: captures with all squares or with enough of them, `-` or `:`
    /// for `x`, squares by number or by file and rank.
    pub(super) fn read_turn(&self, state: &State<L::Set>, text: &str) -> Result<Vec<Step>, String> {
        match text.trim_ascii().parse::<PdnMove>() {
            Ok(named) => self.steps_of_move(state, &named),
            Err(problem) => Err(match self.legal_turns(state) {
                Ok(turns) => illegal_turn_message(text, &format!("is not a turn ({problem})"), &turns),
                Err(too_many) => format!("'{}' is not a turn ({problem}); {too_many}", truncate(text)),
            }),
        }
    }

    /// Returns the steps of the turn that a PDN move names.
    pub(crate) fn steps_of_move(&self, state: &State<L::Set>, played: &PdnMove) -> Result<Vec<Step>, String> {
        let find = |square: Square| self.square_of(square).ok_or_else(|| self.no_square_message(square));
        let (from, to) = (find(played.from)?, find(played.to)?);
        let via = played.via.iter().map(|&square| find(square)).collect::<Result<Vec<u8>, String>>()?;
        let quiet = Step { from, to, over: NO_SQUARE };
        if !played.capture && via.is_empty() && self.is_legal(state, quiet) {
            return Ok(vec![quiet]);
        }
        if let Some(outcome) = self.outcome(state) {
            return Err(format!("'{played}' is not legal: the game is over ({})", outcome.reason.as_str()));
        }
        let refused = |what: &str| match self.legal_turns(state) {
            Ok(turns) => illegal_turn_message(&played.to_string(), what, &turns),
            Err(too_many) => format!("'{played}' {what}; {too_many}"),
        };
        let found = if let Some(steps) = self.capture_by_landings(state, from, &via, to) {
            // A way that lands on exactly the named squares takes precedence over all others, because turns
            // are written so (Draughts 9). This includes a single jump without named squares in between.
            vec![steps]
        } else if via.is_empty() {
            let turns = self.legal_turns(state).map_err(|too_many| format!("'{played}': {too_many}"))?;
            let ends = |turn: &Turn<Step>| {
                let (first, last) = (turn.steps[0], turn.steps[turn.steps.len() - 1]);
                first.is_jump() && (first.from, last.to) == (from, to)
            };
            turns.into_iter().filter(ends).map(|turn| turn.steps).collect()
        } else {
            self.captures_via(state, from, &via, to).map_err(|too_many| format!("'{played}': {too_many}"))?
        };
        match <[Vec<Step>; 1]>::try_from(found) {
            Ok([steps]) => Ok(steps),
            Err(found) if found.is_empty() => Err(refused("is not legal")),
            Err(_) => Err(refused("is ambiguous, since several turns fit")),
        }
    }

    /// Returns the capture that lands on exactly the squares `via`, and then on `to`.
    fn capture_by_landings(&self, state: &State<L::Set>, from: u8, via: &[u8], to: u8) -> Option<Vec<Step>> {
        let (mut next, mut at, mut num_jumped) = (state.clone(), from, Vec::new());
        for &square in via.iter().chain([&to]) {
            let mut jump = None;
            if num_jumped.is_empty() || next.capturing != NO_SQUARE {
                movegen::legal_unless_drawn(self.movement, &next).each(self.movement, &next, |step| {
                    if step.is_jump() && (step.from, step.to) == (at, square) {
                        jump = Some(step);
                    }
                });
            }
            let jump = jump?;
            self.apply(&mut next, jump);
            num_jumped.push(jump);
            at = square;
        }
        (next.capturing == NO_SQUARE).then_some(num_jumped)
    }

    /// Returns the captures from one square to another that pass over or land on the squares `via` in order:
    /// one way for each set of jumped pieces.
    fn captures_via(
        &self,
        state: &State<L::Set>,
        from: u8,
        via: &[u8],
        to: u8,
    ) -> Result<Vec<Vec<Step>>, TooManyTurns> {
        let (seat, movers) = jumpers(self.movement, state);
        let movers: Vec<_> = movers.cells().map(|at| Jumper::new(self.movement, state, seat, at)).collect();
        let (mut found, mut known) = (Vec::new(), HashSet::new());
        let route = ViaTrail::<L> { via, steps: Vec::new(), num_passed: vec![0], from, layout: PhantomData };
        let complete = each_distinct_capture(
            self.movement,
            seat,
            &movers,
            None,
            &route,
            TURN_LIST_BUDGET,
            &mut |path, _| {
                let ends = (path.from, path.to) == (from, to);
                if ends && path.trail.merge_key() == via.len() && known.insert(path.victims) {
                    found.push(path.trail.steps.clone());
                }
            },
        );
        if complete { Ok(found) } else { Err(TooManyTurns) }
    }

    /// Returns a turn as a PDN move (Draughts 9).
    pub(crate) fn pdn_move(&self, before: &State<L::Set>, steps: &[Step]) -> PdnMove {
        let (from, to) = (steps[0].from, steps[steps.len() - 1].to);
        let capture = steps[0].is_jump();
        let mut via = Vec::new();
        if capture {
            let jumped = |steps: &[Step]| {
                let mut jumped: Vec<u8> = steps.iter().map(|step| step.over).collect();
                jumped.sort_unstable();
                jumped
            };
            let turns = self.legal_turns(before);
            let mut alike = turns
                .iter()
                .flatten()
                .filter(|turn| (turn.steps[0].from, turn.steps[turn.steps.len() - 1].to) == (from, to));
            // If there are too many turns to list, all squares are written, which identifies the turn.
            if turns.is_err() || alike.clone().count() > 1 {
                let own = alike.find(|turn| jumped(&turn.steps) == jumped(steps));
                let shown = own.map_or(steps, |turn| &turn.steps);
                via = shown[..shown.len() - 1].iter().map(|step| self.name_of(step.to)).collect();
            }
        }
        PdnMove { from: self.name_of(from), via, to: self.name_of(to), capture }
    }
}

/// The steps of a capture in progress, and how many of the squares `via` it has passed.
struct ViaTrail<'a, L> {
    via: &'a [u8],
    /// The first square.
    from: u8,
    steps: Vec<Step>,
    /// The number of squares passed, before the first jump and after each jump.
    num_passed: Vec<usize>,
    layout: PhantomData<fn() -> L>,
}

impl<L> Clone for ViaTrail<'_, L> {
    fn clone(&self) -> Self {
        ViaTrail { steps: self.steps.clone(), num_passed: self.num_passed.clone(), ..*self }
    }
}

impl<L: Layout> Trail for ViaTrail<'_, L> {
    type MergeKey = usize;

    fn merge_key(&self) -> usize {
        self.num_passed[self.num_passed.len() - 1]
    }

    fn push<S: Bitboard>(&mut self, victim: S, to: u8) {
        let from = self.steps.last().map_or(self.from, |step| step.to);
        let step = Step { from, to, over: victim.first() };
        let mut num_passed = self.merge_key();
        for square in squares_passed::<L>(step) {
            num_passed += usize::from(self.via.get(num_passed) == Some(&square));
        }
        self.steps.push(step);
        self.num_passed.push(num_passed);
    }

    fn pop(&mut self) {
        self.steps.pop();
        self.num_passed.pop();
    }
}

/// Returns the squares that a jump passes over or lands on, in order.
fn squares_passed<L: Layout>(step: Step) -> Vec<u8> {
    let Some(direction) = L::direction_between(step.from, step.to) else { return vec![step.to] };
    let (mut at, mut route) = (L::Set::one(step.from), Vec::new());
    loop {
        at = L::shift(at, direction) & L::BOARD;
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
