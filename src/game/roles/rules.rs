//! The role of the rules: states, legal steps, chance, and how a game ends.

use super::super::perft::step_sequences;
use super::super::{Actor, Outcome, Rng, Seat, Spec, Standing, below};
use crate::board::Board;
use crate::packing::Packing;
use rand::Rng as _;
use std::fmt::Debug;
use std::hash::Hash;

/// The rules of a game: its states, the seat to act, the legal steps and how they change a state, chance, and
/// the end of the game.
///
/// A `State` holds what the position string holds: two states are equal, and have equal hashes, exactly if
/// their position strings are equal. It is a flat value; `clone` copies it.
///
/// Methods that take a step expect a legal one (see [`is_legal`](Rules::is_legal)). With any other step their
/// result is unspecified, but they neither panic nor break memory safety.
///
/// The defaults are correct but slow. Override them where speed counts: the loop of random games only calls
/// [`pick`](Rules::pick) and [`apply`](Rules::apply).
pub trait Rules: Send + Sync + Sized + 'static {
    /// A position with everything that the rules remember.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// One choice by one seat, or one outcome of chance.
    type Step: Copy + Eq + Hash + Debug + Send + Sync;

    /// Whether chance steps occur in play.
    const CHANCE: bool = false;
    /// Whether several threads can play at the same time. False for games behind a lock: one thread, the
    /// caller's, then does all work.
    const PARALLEL: bool = true;

    /// How a state is written as bytes, for [packed environments](crate::sim::PackedEnvs). The default copies
    /// the padding, if the state has any; [`Packing::fields`] does not.
    const PACKING: Packing<Self::State> = Packing::whole();

    /// Returns the description of the game.
    fn spec(&self) -> &Spec;

    /// Returns the board.
    fn board(&self) -> &Board;

    /// Returns a new game. `rng` draws what the set-up leaves to chance.
    fn start(&self, rng: &mut Rng) -> Self::State;

    /// Returns who makes the next step, provided that the game is not over.
    ///
    /// Loops that already have a legal step call it, so it need not determine whether the game is over.
    fn mover(&self, state: &Self::State) -> Actor;

    /// Returns who makes the next step, or [`Actor::Over`].
    #[inline]
    fn actor(&self, state: &Self::State) -> Actor {
        if self.outcome(state).is_some() { Actor::Over } else { self.mover(state) }
    }

    /// Returns how the game ended, or `None` if it is not over.
    ///
    /// This can cost a generation of steps, because a mate is detected only when this is called.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Whether the seat to act continues a turn that it has begun.
    fn mid_turn(&self, _state: &Self::State) -> bool {
        false
    }

    /// Returns whether `seat` still takes part.
    fn standing(&self, _state: &Self::State, _seat: Seat) -> Standing {
        Standing::In
    }

    /// Returns the value of the material of `seat`, in men or pawns. Simple agents and statistics use it.
    fn material(&self, _state: &Self::State, _seat: Seat) -> f32 {
        0.0
    }

    /// Calls `visit` once for each legal step, or for each outcome at a chance step, in an order that the
    /// game chooses. Does not call it when the game is over.
    fn each_step(&self, state: &Self::State, visit: impl FnMut(Self::Step));

    /// Returns the number of legal steps.
    fn count(&self, state: &Self::State) -> usize {
        let mut count = 0;
        self.each_step(state, |_| count += 1);
        count
    }

    /// Returns the legal step that `choose` selects, or `None` when the game is over.
    ///
    /// `choose` gets the number of legal steps and returns an index below it. Different indices select
    /// different steps.
    #[inline]
    fn pick(&self, state: &Self::State, choose: impl FnOnce(usize) -> usize) -> Option<Self::Step> {
        let count = self.count(state);
        if count == 0 {
            return None;
        }
        let (index, mut at, mut picked) = (choose(count), 0, None);
        self.each_step(state, |step| {
            if at == index {
                picked = Some(step);
            }
            at += 1;
        });
        picked
    }

    /// Same as [`pick`](Rules::pick), for cold paths. Implementations need not compile another copy of the
    /// move generator for it.
    fn pick_cold(&self, state: &Self::State, choose: impl FnOnce(usize) -> usize) -> Option<Self::Step> {
        self.pick(state, choose)
    }

    /// Whether `step` is legal.
    fn is_legal(&self, state: &Self::State, step: Self::Step) -> bool {
        let mut found = false;
        self.each_step(state, |legal| found |= legal == step);
        found
    }

    /// Makes a legal step.
    fn apply(&self, state: &mut Self::State, step: Self::Step);

    /// Calls `visit` for each outcome of a chance step, with its probability.
    fn chance(&self, _state: &Self::State, _visit: impl FnMut(Self::Step, f64)) {}

    /// Draws an outcome of a chance step by its probability.
    fn draw(&self, state: &Self::State, rng: &mut Rng) -> Option<Self::Step> {
        // 53 random bits make a uniform number in [0, 1).
        let mut left = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let mut drawn = None;
        self.chance(state, |step, probability| {
            if left >= 0.0 {
                drawn = Some(step);
                left -= probability;
            }
        });
        drawn
    }

    /// Returns the step of uniformly random play: drawn at chance steps, picked uniformly at others. `None`
    /// when the game is over.
    #[inline(always)]
    fn random_step(&self, state: &Self::State, rng: &mut Rng) -> Option<Self::Step> {
        if Self::CHANCE && self.mover(state) == Actor::Chance {
            return self.draw(state, rng);
        }
        self.pick(state, |count| below(rng, count))
    }

    /// Returns the number of sequences of `depth` steps, if the game can count them without making every step
    /// (bulk counting).
    fn bulk_perft(&self, _state: &Self::State, _depth: u32) -> Option<u64> {
        None
    }

    /// Returns the number of sequences of `depth` steps. Sequences that end earlier do not count.
    ///
    /// `go_on` is called at least a few times a second. The result is `None` once it returns false.
    fn perft(&self, state: &Self::State, depth: u32, go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        step_sequences(self, state, depth, go_on)
    }
}
