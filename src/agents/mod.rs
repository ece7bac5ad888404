//! Agents for games of any number of seats, and matches between them.
//!
//! The code handles type-erased games ([`DynGame`](crate::sim::DynGame)), so it is compiled once for all
//! variants.
//!
//! | module | content |
//! |---|---|
//! | `spec`, `spec_parser` | agents as text: `random`, `greedy`, `ab:3`, `mcts:200` |
//! | `simple` | random agent, greedy agent |
//! | `evaluation` | static evaluation of a position for a side |
//! | `alpha_beta` | alpha-beta search |
//! | `tuning` | evaluations for it that are fitted to games |
//! | `strong` | the strongest known agent for each game |
//! | `budget` | limits of nodes and time |
//! | `restriction` | agents that avoid some steps |
//! | `mcts`, `tree` | UCT with rollouts, and the search tree |
//! | `puct` | PUCT search with an evaluator, such as a neural network |
//! | `gumbel`, `exploration` | sequential halving at the root; exploration in self-play |
//! | `analysis` | what an agent finds out about a position |
//! | `batch` | the batches that an evaluator gets, and its outputs |
//! | `inference_buffer` | the input arrays of an evaluator |
//! | `task_group`, `scheduler` | searches that share batches; their threads |
//! | `cache` | cache of evaluations |
//! | `match_tasks` | games of a match whose agents use evaluators |
//! | `self_play`(mod@self_play) | games that produce training data |
//! | `search_states`(mod@search_states) | PUCT searches of many given positions |
//! | `matches`(mod@matches), `match_runner` | matches on all processors; the games of one thread |
//! | `opening` | start positions and random openings |
//! | `fingerprint`(mod@fingerprint) | hashes of the behavior of a game or an agent |
//! | `engine` | the agent that asks another program |
//! | `measures` | statistics of a game, collected while it is played |
//!
//! An agent gets a [`PlayerView`], which gives access to the information of its seat only. It can sample
//! states that are consistent with this information, and search in them. All random choices of an agent use
//! the generator that it gets, so the same state and the same generator give the same choice.

mod alpha_beta;
mod analysis;
mod batch;
mod budget;
mod cache;
mod engine;
mod evaluation;
mod exploration;
mod fingerprint;
mod gumbel;
mod inference_buffer;
mod match_runner;
mod match_tasks;
mod matches;
mod mcts;
mod measures;
mod opening;
mod puct;
#[cfg(test)]
mod puct_tests;
mod restriction;
mod scheduler;
mod search_states;
mod self_play;
mod simple;
mod spec;
mod spec_parser;
mod strong;
mod task_group;
mod tree;
mod tuning;

pub use alpha_beta::{AlphaBetaSettings, Technique, Techniques};
pub use analysis::{ActionAnalysis, Analysis};
pub use batch::{Batch, EvalOutput, EvaluationError, Evaluator, OutputFormat};
pub use budget::{Budget, MAX_MS};
pub use exploration::Exploration;
pub use fingerprint::fingerprint;
pub use gumbel::{Gumbel, Interior};
pub use inference_buffer::InferenceBuffer;
pub use match_runner::NUM_OPENING_ACTIONS;
pub use matches::{MatchError, MatchGame, MatchRequest, Matches, matches};
pub use mcts::Uct;
pub use measures::Measures;
pub use opening::{Opening, Starts, openings};
pub use puct::{Puct, Root};
pub use restriction::{Allowed, Avoided, Restriction};
pub use scheduler::MAX_CONCURRENT_BATCHES;
pub use search_states::{SearchRequest, SearchResults, search_states};
pub use self_play::{SelfPlayRequest, SelfPlayResult, self_play};
pub use spec::{AgentSpec, MAX_SIMULATIONS, SpecError};
pub use task_group::EvalCounts;
pub use tuning::{Evaluation, FileError, Fit, TuneError, TuneRequest, TunedEvaluation, tune};

use crate::engines::EngineFailure;
use crate::game::{Returns, Rng, Seat};
use crate::sim::{Pool, Slot};

/// A player of one seat.
pub trait Agent: Send {
    /// Prepares for a new game. State of earlier games must not influence later choices.
    fn reset(&mut self) {}

    /// Returns an action from `view.legal`, or `None` while the agent waits for an evaluation
    /// ([`pending`](Agent::pending)). In that case the caller passes the result to
    /// [`receive`](Agent::receive) and calls `choose` again with the same view. It also returns `None` if the
    /// agent has failed ([`failure`](Agent::failure)).
    ///
    /// The agent calls `go_on` several times per second. If `go_on` returns false, the agent returns any
    /// legal action immediately.
    fn choose(
        &mut self,
        view: &PlayerView<'_>,
        rng: &mut Rng,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<u32>;

    /// Returns the position whose evaluation the agent waits for.
    fn pending(&self) -> Option<EvalRequest<'_>> {
        None
    }

    /// Passes the evaluation that the agent waits for: a weight for each action of the request, in the same
    /// order, and the expected return of each seat. Weights need not be normalized.
    fn receive(&mut self, _weights: &[f32], _returns: &Returns) {}

    /// Returns why the last call of `choose` failed. Only agents that depend on other programs fail.
    fn failure(&self) -> Option<&EngineFailure> {
        None
    }

    /// Returns the number of positions or simulations that the agent has searched so far.
    fn effort(&self) -> u64 {
        0
    }

    /// Returns the expected return of each seat by the search for the last choice. `None` if the agent does
    /// not estimate it, or if there was nothing to search.
    fn expected_returns(&self) -> Option<Returns> {
        None
    }

    /// Returns what the search for the last choice found out, given its view and its result. Empty if there
    /// was nothing to search. The generator samples hidden information for the principal variation.
    fn analysis(&mut self, _view: &PlayerView<'_>, _chosen: u32, _rng: &mut Rng) -> Analysis {
        Analysis::default()
    }

    /// Informs the agent of an action after it was applied, including its own actions and those of chance. It
    /// is called only in games without hidden information.
    fn inform_action(&mut self, _action: u32) {}

    /// Informs the agent, after [`reset`](Agent::reset), of the number of turns that its seat has begun in
    /// the game. Without it the game begins with the next choice.
    fn inform_turns(&mut self, _turns: u32) {}
}

/// A position that an agent needs evaluated.
pub struct EvalRequest<'a> {
    /// The seat to act. The observation is from its point of view.
    pub seat: Seat,
    /// The legal actions. Their order depends only on the position.
    pub legal: &'a [u32],
    /// The pool and the slot of the state.
    pool: &'a Pool,
    slot: Slot,
}

impl<'a> EvalRequest<'a> {
    /// Creates a request for a state in which `seat` is to act and `legal` are its legal actions.
    pub fn new(pool: &'a Pool, slot: Slot, seat: Seat, legal: &'a [u32]) -> EvalRequest<'a> {
        EvalRequest { seat, legal, pool, slot }
    }

    /// Writes the observation of the seat.
    pub fn observe(&self, out: &mut [f32]) {
        self.pool.observe(self.slot, self.seat, out);
    }

    /// Returns a hash that identifies the position and the seat. It is the same in every run.
    pub fn key(&self) -> u64 {
        const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
        self.pool[self.slot].hash() ^ MULTIPLIER.wrapping_mul(self.seat.index() as u64 + 1)
    }
}

/// The information that a seat has when it is to act.
pub struct PlayerView<'a> {
    /// The seat to act.
    pub seat: Seat,
    /// The legal actions in ascending order. There is at least one.
    pub legal: &'a [u32],
    /// The pool and the slot of the true state.
    pool: &'a Pool,
    slot: Slot,
}

impl<'a> PlayerView<'a> {
    /// Creates the view of a state in which `seat` is to act and `legal` are its legal actions.
    pub fn new(pool: &'a Pool, slot: Slot, seat: Seat, legal: &'a [u32]) -> PlayerView<'a> {
        PlayerView { seat, legal, pool, slot }
    }

    /// Samples a state that is consistent with the information of the seat, and writes it to a slot of
    /// another pool. Without hidden information it is a copy of the true state.
    pub fn resample(&self, rng: &mut Rng, pool: &mut Pool, to: Slot) {
        self.pool.resample_into(self.slot, self.seat, rng, pool, to);
    }

    /// Whether the seat may choose an action.
    fn offers(&self, action: u32) -> bool {
        self.legal.binary_search(&action).is_ok()
    }

    /// Whether the seat may choose the actions of all edges of a root. If it may not, an earlier search was
    /// not restricted in the same way.
    fn offers_all(&self, edges: &[tree::Edge]) -> bool {
        edges.iter().all(|edge| self.offers(edge.action))
    }

    /// Returns the text of one of the legal actions.
    fn text(&self, action: u32) -> String {
        self.pool[self.slot].text(action.into()).unwrap_or_default()
    }

    /// Whether the seat continues a turn.
    pub fn is_mid_turn(&self) -> bool {
        self.pool[self.slot].mid_turn()
    }

    /// Returns the view with fewer actions to choose from: some of the legal ones, at least one, in ascending
    /// order. Every agent except an engine chooses one of them.
    pub fn restricted_to<'b>(&self, allowed: &'b [u32]) -> PlayerView<'b>
    where
        'a: 'b,
    {
        PlayerView { legal: allowed, ..*self }
    }
}

/// Removes the actions at a root that the agent may not choose. A sampled state may have no others: then all
/// remain, and the agent chooses none of them.
fn retain_offered(offered: &[u32], actions: &mut Vec<u32>) {
    let offers = |action: &u32| offered.binary_search(action).is_ok();
    if actions.iter().any(offers) {
        actions.retain(offers);
    }
}

/// Shuffles a list.
fn shuffle<T>(list: &mut [T], rng: &mut Rng) {
    for last in (1..list.len()).rev() {
        list.swap(last, crate::game::below(rng, last + 1));
    }
}
