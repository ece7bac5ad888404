//! The agents `random` and `greedy`.

use super::evaluation::Sides;
use super::{ActionAnalysis, Agent, Analysis, PlayerView};
use crate::game::{Actor, Returns, Rng, Seat, below};
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
    /// The actions of the last choice with their values.
    found: Vec<(u32, i32)>,
    /// The seat of the last choice.
    seat: Seat,
}

impl Greedy {
    pub fn new(game: &dyn DynGame) -> Greedy {
        let mut pool = game.pool();
        pool.reserve(MAX_STEPS + 1);
        let lists = vec![Vec::new(); MAX_STEPS + 1];
        Greedy {
            sides: Sides::of_game(&pool),
            pool,
            lists,
            best: Vec::new(),
            found: Vec::new(),
            seat: Seat::ZERO,
        }
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

    /// Returns the text of the chosen step and of the best rest of the turn, in the state of the last choice.
    fn variation(&mut self, view: &PlayerView<'_>, chosen: u32) -> Vec<String> {
        let (mut texts, mut list) = (vec![view.text(chosen)], Vec::new());
        self.pool.copy_and_apply(0, 1, chosen);
        for steps in 1..MAX_STEPS {
            if !self.pool[steps].mid_turn() || self.pool[steps].actor() != Actor::Seat(view.seat) {
                break;
            }
            self.pool[steps].actions(&mut list);
            let best = list.iter().map(|&action| (self.after(view.seat, steps, action), action)).max();
            let Some((_, action)) = best else { break };
            texts.extend(self.pool[steps].text(action.into()));
            self.pool.copy_and_apply(steps, steps + 1, action);
        }
        texts
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
        self.seat = view.seat;
        self.found.clear();
        let mut most = i32::MIN;
        for &action in view.legal {
            let value = self.after(view.seat, 0, action);
            self.found.push((action, value));
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

    fn expected_returns(&self) -> Option<Returns> {
        let most = self.found.iter().map(|&(_, value)| value).max()?;
        Some(self.sides.seat_returns(self.seat, self.sides.searched_return(most)))
    }

    fn analysis(&mut self, view: &PlayerView<'_>, chosen: u32, _rng: &mut Rng) -> Analysis {
        let of = |value| self.sides.unscaled(self.sides.searched_return(value));
        let actions =
            self.found.iter().map(|&(action, value)| ActionAnalysis::of_value(action, of(value))).collect();
        Analysis {
            actions,
            values: self.expected_returns(),
            variation: self.variation(view, chosen),
            ..Analysis::default()
        }
    }
}
