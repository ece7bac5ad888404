//! The agents `random` and `greedy`.

use super::evaluation::Sides;
use super::{Agent, PlayerView};
use crate::game::{Actor, Rng, Seat, below};
use crate::sim::{DynGame, Pool};

/// Chooses each legal step with the same probability.
pub(super) struct Random;

impl Agent for Random {
    fn choose(
        &mut self,
        view: &PlayerView<'_>,
        rng: &mut Rng,
        _go_on: &mut dyn FnMut() -> bool,
    ) -> Option<u32> {
        Some(view.legal[below(rng, view.legal.len())])
    }
}

/// The maximum number of steps of a turn that are searched.
const MAX_STEPS: usize = 12;

/// Chooses the first step of the turn after which its side has the most material. A won game is better than
/// any material, and a lost game is worse. Ties are broken at random.
pub(super) struct Greedy {
    pool: Pool,
    sides: Sides,
    /// The actions after each step of the turn.
    lists: Vec<Vec<u32>>,
    best: Vec<u32>,
}

impl Greedy {
    pub fn new(game: &dyn DynGame) -> Greedy {
        let mut pool = game.pool();
        pool.reserve(MAX_STEPS + 1);
        let lists = vec![Vec::new(); MAX_STEPS + 1];
        Greedy { sides: Sides::of_game(&pool), pool, lists, best: Vec::new() }
    }

    /// Returns the value of the best rest of a turn after `steps` steps.
    fn value(&mut self, seat: Seat, steps: usize) -> i32 {
        let pool = &self.pool;
        if let Some(outcome) = pool[steps].outcome() {
            return self.sides.terminal_value(outcome, seat, 0);
        }
        if steps == MAX_STEPS || !pool[steps].mid_turn() || pool[steps].actor() != Actor::Seat(seat) {
            return self.sides.material_balance(pool, steps, self.sides.side_of(seat));
        }
        let mut list = std::mem::take(&mut self.lists[steps]);
        self.pool[steps].actions(&mut list);
        let most = list.iter().map(|&action| self.after(seat, steps, action)).max();
        self.lists[steps] = list;
        most.unwrap_or(0)
    }

    /// Returns the value of a step after `steps` other steps of the turn.
    fn after(&mut self, seat: Seat, steps: usize, action: u32) -> i32 {
        self.pool.copy_and_apply(steps, steps + 1, action);
        self.value(seat, steps + 1)
    }
}

impl Agent for Greedy {
    fn choose(
        &mut self,
        view: &PlayerView<'_>,
        rng: &mut Rng,
        _go_on: &mut dyn FnMut() -> bool,
    ) -> Option<u32> {
        view.resample(rng, &mut self.pool, 0);
        let mut most = i32::MIN;
        for &action in view.legal {
            let value = self.after(view.seat, 0, action);
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
