//! The simplest agents.

use super::worth::Sides;
use super::{Agent, Sight};
use crate::game::{Actor, Rng, Seat, below};
use crate::sim::{DynGame, Pool};

/// Each legal step with the same probability.
pub(super) struct Random;

impl Agent for Random {
    fn choose(&mut self, sight: &Sight<'_>, rng: &mut Rng, _go_on: &mut dyn FnMut() -> bool) -> Option<u32> {
        Some(sight.legal[below(rng, sight.legal.len())])
    }
}

/// No turn is looked through further, in steps.
const LONGEST: usize = 12;

/// The step that begins the turn after which its side has most: a game that is won before all material, and
/// one that is lost after all. Of equal steps one at random.
pub(super) struct Greedy {
    pool: Pool,
    sides: Sides,
    /// The actions of each step of the turn.
    lists: Vec<Vec<u32>>,
    best: Vec<u32>,
}

impl Greedy {
    pub fn new(game: &dyn DynGame) -> Greedy {
        let mut pool = game.pool();
        pool.reserve(LONGEST + 1);
        let lists = vec![Vec::new(); LONGEST + 1];
        Greedy { pool, sides: Sides::new(game.spec()), lists, best: Vec::new() }
    }

    /// What can be had by the rest of the turn, of which so many steps have been made.
    fn value(&mut self, seat: Seat, steps: usize) -> i32 {
        let pool = &self.pool;
        if let Some(outcome) = pool.outcome(steps) {
            return self.sides.end(outcome, seat, 0);
        }
        if steps == LONGEST || !pool.mid_turn(steps) || pool.actor(steps) != Actor::Seat(seat) {
            return self.sides.balance(pool, steps, self.sides.of(seat));
        }
        let mut list = std::mem::take(&mut self.lists[steps]);
        self.pool.actions(steps, &mut list);
        let most = list.iter().map(|&action| self.after(seat, steps, action)).max();
        self.lists[steps] = list;
        most.unwrap_or(0)
    }

    /// What can be had by a step, after so many others of the same turn.
    fn after(&mut self, seat: Seat, steps: usize, action: u32) -> i32 {
        self.pool.copy_and_apply(steps, steps + 1, action);
        self.value(seat, steps + 1)
    }
}

impl Agent for Greedy {
    fn choose(&mut self, sight: &Sight<'_>, rng: &mut Rng, _go_on: &mut dyn FnMut() -> bool) -> Option<u32> {
        sight.deal(rng, &mut self.pool, 0);
        let mut most = i32::MIN;
        for &action in sight.legal {
            let value = self.after(sight.seat, 0, action);
            if value > most {
                most = value;
                self.best.clear();
            }
            if value == most {
                self.best.push(action);
            }
        }
        Some(self.best[below(rng, self.best.len())])
    }
}
