//! Type-erased states, for playing, searching and drawing.
//!
//! The implementation, `ErasedState`, the loop of random games and the loop of batches are all that is
//! compiled for each game. States with history ([`StateWithHistory`](super::StateWithHistory)), the slots of
//! a search ([`Pool`](super::Pool)) and batches ([`Vector`](super::Vector)) use this trait.

use super::StepError;
use super::erased_state::ErasedState;
use super::vector::DynEnvs;
use crate::board::{Board, Cell};
use crate::game::{
    Actor, Canvas, CellMark, FenError, Game, Mask, Outcome, Piece, PositionalTerms, Rng, Seat, Spec,
    Standing, TooManyTurns, Turn,
};
use crate::picture::Scene;
use std::any::Any;

/// A legal step with its material gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The action.
    pub action: u32,
    /// The material that the step wins, in hundredths of a man.
    pub gain: i32,
    /// What is left of the gain after recaptures on the same cell, in hundredths of a man.
    pub exchange: i32,
}

/// A type-erased state of a game.
///
/// Steps are action numbers, which must be legal unless stated otherwise. Seats must be below the number of
/// seats.
///
/// The methods are grouped by the [roles](crate::game::roles) of a game. They are one trait because all users
/// hold a whole state.
pub trait DynState: Send + Sync {
    // The state as a value

    /// Returns the description of the game.
    fn spec(&self) -> &Spec;

    /// Returns the board.
    fn board(&self) -> &Board;

    /// Returns the state as `Any`, for downcasts.
    fn as_any(&self) -> &dyn Any;

    /// Returns a copy.
    fn clone_box(&self) -> Box<dyn DynState>;

    /// Copies another state and returns true, if it is a state of the same Rust type of game. Otherwise
    /// returns false.
    fn copy_from(&mut self, other: &dyn DynState) -> bool;

    /// Whether the other state is equal, and of the same Rust type of game.
    fn equals(&self, other: &dyn DynState) -> bool;

    /// Returns a hash. Equal states have equal hashes, in every run.
    fn hash(&self) -> u64;

    /// Returns `count` environments of a batch, beginning with environment `first`. None has started: each
    /// holds this state. If `from_state` is true, their games begin with it.
    #[doc(hidden)]
    fn envs(&self, first: usize, count: usize, from_state: bool) -> Box<dyn DynEnvs>;

    /// Returns the number of bytes of an environment.
    #[doc(hidden)]
    fn env_bytes(&self) -> usize;

    // Rules

    /// Starts a new game. `rng` draws what the set-up leaves to chance.
    fn reset(&mut self, rng: &mut Rng);

    /// Returns who makes the next step.
    fn actor(&self) -> Actor;

    /// Returns who makes the next step, provided that the game is not over. See
    /// [`Rules::mover`](crate::game::Rules::mover).
    fn mover(&self) -> Actor;

    /// Returns how the game ended, or `None` if it is not over.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether the seat to act continues a turn that it has begun.
    fn mid_turn(&self) -> bool;

    /// Returns whether a seat still takes part.
    fn standing(&self, seat: Seat) -> Standing;

    /// Returns the value of the material of a seat.
    fn material(&self, seat: Seat) -> f32;

    /// Returns the number of legal steps.
    fn count(&self) -> usize;

    /// Makes a step.
    fn apply(&mut self, action: u32);

    /// Copies another state of the same game and makes a step in the copy.
    fn copy_and_apply(&mut self, other: &dyn DynState, action: u32);

    /// Makes a step of uniformly random play and returns its action, or `None` when the game is over.
    fn apply_random(&mut self, rng: &mut Rng) -> Option<u32>;

    /// Continues with random steps until the game ends, or for at most `limit` steps. Returns the outcome, if
    /// the game is over.
    fn rollout(&mut self, rng: &mut Rng, limit: u32) -> Option<Outcome>;

    /// Lists the outcomes of a chance step with their probabilities.
    fn chance(&self, out: &mut Vec<(u32, f64)>);

    /// Draws an outcome of a chance step by its probability.
    fn draw(&self, rng: &mut Rng) -> Option<u32>;

    /// Returns the number of sequences of `depth` steps or whole turns, or `None` once `go_on` returns false.
    fn perft(&self, depth: u32, turns: bool, go_on: &mut dyn FnMut() -> bool) -> Option<u64>;

    // Actions

    /// Lists the legal steps, or the outcomes of a chance step. The list is empty when the game is over.
    fn actions(&self, out: &mut Vec<u32>);

    /// Adds the legal steps to an empty mask.
    fn mask(&self, mask: &mut Mask);

    /// Makes the step of any number, if it is legal.
    ///
    /// # Errors
    ///
    /// [`StepError`] if it is not legal. The state is unchanged.
    fn apply_action(&mut self, action: i64) -> Result<(), StepError>;

    /// Lists the legal steps twice in the same order: as sort keys
    /// ([`sort_key`](crate::game::Notation::sort_key)), and as actions.
    fn legal_with_sort_keys(&mut self, keys: &mut Vec<u128>, out: &mut Vec<i32>);

    /// Makes the step at this index of the list of [`legal_with_sort_keys`](DynState::legal_with_sort_keys),
    /// which must have been the last method called.
    fn apply_listed(&mut self, at: usize);

    // Notation

    /// Returns the position string.
    fn fen(&self) -> String;

    /// Replaces the state by that of a position string.
    ///
    /// # Errors
    ///
    /// [`FenError`] if the text is not a position of the game.
    fn read_fen(&mut self, text: &str) -> Result<(), FenError>;

    /// Returns the step strings of the legal steps, in the same order.
    fn texts(&self) -> Vec<String>;

    /// Returns the step string of an action with any number.
    ///
    /// # Errors
    ///
    /// [`StepError`] if the action is not legal.
    fn text(&self, action: i64) -> Result<String, StepError>;

    /// Returns the action of a step string.
    ///
    /// # Errors
    ///
    /// [`StepError`] if the step is not legal.
    fn action(&self, text: &str) -> Result<u32, StepError>;

    /// Makes the legal step with this step string, and returns its action.
    ///
    /// # Errors
    ///
    /// [`StepError`] if it is not legal. The state is unchanged.
    fn apply_text(&mut self, text: &str) -> Result<u32, StepError>;

    /// Returns all legal turns, sorted by text.
    ///
    /// # Errors
    ///
    /// [`TooManyTurns`] if listing them could take a tenth of a second.
    fn turns(&self) -> Result<Vec<Turn<u32>>, TooManyTurns>;

    /// Returns the steps of the turn that a text names.
    ///
    /// # Errors
    ///
    /// [`StepError`] if the turn is not legal.
    fn turn(&self, text: &str) -> Result<Vec<u32>, StepError>;

    // Observation

    /// Returns an empty canvas for observations of the game.
    fn canvas(&self) -> Canvas;

    /// Draws what a seat may see on an empty canvas.
    fn observe(&self, seat: Seat, canvas: &mut Canvas);

    // Information

    /// Whether the choice is a commit.
    fn commits(&self) -> bool;

    /// Returns the position string as a seat may see it.
    fn view(&self, seat: Seat) -> String;

    /// Returns the text of a step, about to be made, as `viewer` sees it: a seat, or `None` for a spectator
    /// with a full view.
    fn step_text(&self, action: u32, viewer: Option<Seat>) -> String;

    /// Returns a random state with the same view for a seat.
    fn resample(&self, seat: Seat, rng: &mut Rng) -> Box<dyn DynState>;

    // Display

    /// Returns the scene for pictures as a seat may see it. `None` is a spectator with a full view.
    fn scene(&self, viewer: Option<Seat>) -> Scene<'_>;

    /// Returns the stack on each cell, top first, as a seat may see it. `None` is a spectator with a full
    /// view.
    fn stacks(&self, viewer: Option<Seat>) -> Vec<Vec<Piece>>;

    /// Returns marks for the cells in shadows.
    fn shadows(&self) -> Vec<(Cell, CellMark)>;

    // Symmetries

    /// Returns the image of the state under a symmetry of the game, given by its index, or `None` if it has
    /// none.
    fn transform(&self, symmetry: usize) -> Option<Box<dyn DynState>>;

    // Search

    /// Returns a key for transposition tables. See
    /// [`SearchHints::position_key`](crate::game::SearchHints::position_key).
    fn position_key(&self) -> u64;

    /// Returns whether the game has ended, as far as that is known without looking for legal steps. See
    /// [`SearchHints::has_ended`](crate::game::SearchHints::has_ended).
    fn has_ended(&self) -> Option<bool>;

    /// Returns the value of the placement of a seat's pieces. See
    /// [`SearchHints::positional_value`](crate::game::SearchHints::positional_value).
    fn positional_value(&self, seat: Seat) -> Option<i32>;

    /// Returns the terms of the placement of a seat's pieces. See
    /// [`SearchHints::positional_terms`](crate::game::SearchHints::positional_terms).
    fn positional_terms(&self, seat: Seat) -> Option<PositionalTerms>;

    /// Whether the seat to act must answer a threat to end the game, such as a check.
    fn in_check(&self) -> bool;

    /// Lists the legal steps with the material that they win. The list is empty when the game is over.
    fn candidates(&self, out: &mut Vec<Candidate>);

    /// Lists the legal steps that gain material. Returns the number of all legal steps.
    fn gains(&self, out: &mut Vec<Candidate>) -> usize;

    /// Copies another state of the same game, passes the turn and returns true, if search may do so there.
    /// See [`SearchHints::pass`](crate::game::SearchHints::pass). Otherwise returns false.
    fn copy_and_pass(&mut self, other: &dyn DynState) -> bool;
}

impl dyn DynState + '_ {
    /// Returns the game and the state if the game is a `G`.
    pub fn downcast<G: Game>(&self) -> Option<(&G, &G::State)> {
        self.as_any().downcast_ref::<ErasedState<G>>().map(ErasedState::parts)
    }

    /// Whether the other state belongs to the same game: the same id with the same options.
    pub fn is_same_game(&self, other: &dyn DynState) -> bool {
        let (ours, theirs) = (self.spec(), other.spec());
        ours.id == theirs.id && ours.options == theirs.options
    }
}
