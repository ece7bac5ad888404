//! Games and states whose game is not known until an id is read.

use super::picture::Scene;
use super::playouts::playouts;
use super::pool::States;
use super::vector::{AnyVector, Given, Planes, Saved, Settings, Shapes, Vector};
use super::{Limit, Play, Playouts, Pool, RecordError, Request, StepError};
use crate::board::{Board, Cell};
use crate::catalog::{self, CatalogError, Visitor};
#[cfg(debug_assertions)]
use crate::game::harness;
use crate::game::{
    Actor, CellMark, FenError, Frame, Game, OptionValue, Outcome, Seat, Spec, Standing, Symmetry,
    TooManyTurns, rng_for,
};
use std::any::Any;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A game, whichever it is.
pub trait AnyGame: Send + Sync {
    /// What the game is, in data.
    fn spec(&self) -> &Spec;

    /// The board it is played on.
    fn board(&self) -> &Board;

    /// How large the rows of its arrays are.
    fn shapes(&self) -> Shapes {
        Shapes::of(self.spec(), self.board())
    }

    /// The ways to turn or mirror it.
    fn symmetries(&self) -> &[Symmetry];

    /// What an action means, in words: that of a seat, or of any. Both must be below their number.
    fn action_text(&self, action: usize, seat: Option<Seat>) -> String;

    /// Where an action stands on the grid ([`Game::action_place`]). Both must be below their number.
    fn action_place(&self, action: usize, seat: Seat) -> Option<usize>;

    /// A new game: game 0 of the playouts under this seed.
    fn start(&self, seed: u64) -> Box<dyn AnyState>;

    /// The state that a position string says, after so many whole turns.
    fn read_fen(&self, text: &str, turns: u32) -> Result<Box<dyn AnyState>, FenError>;

    /// Plays the random games of a request. `go_on` is asked some times a second; when it says no, nothing
    /// comes back.
    fn playouts(
        &self,
        request: &Request<'_>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Playouts>, Limit>;

    /// Begins a batch of games that are stepped together.
    fn vector(&self, settings: &Settings<'_>, given: Given) -> Result<Box<dyn AnyVector>, Limit>;

    /// Goes on with a batch that was saved, from what was seen of its games that had ended.
    fn restored(&self, saved: &Saved, seen: &Planes) -> Result<Box<dyn AnyVector>, RecordError>;

    /// Slots for states, to search in; none yet.
    fn pool(&self) -> Box<dyn Pool>;

    /// Checks in so many random games that the game keeps the contract ([`harness`]): in builds of the
    /// development profile, which tests run on, so that no test need compile it for the game.
    #[cfg(debug_assertions)]
    fn check(&self, games: u64, seed: u64);
}

/// A game in progress, whichever it is, with its record. Seats that are asked about must be below the number
/// of seats.
pub trait AnyState: Send + Sync {
    /// An independent copy.
    fn boxed(&self) -> Box<dyn AnyState>;

    /// Who makes the next step.
    fn actor(&self) -> Actor;

    /// How the game ended, if it is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The number of whole turns made.
    fn turn(&self) -> u32;

    /// The number of whole turns made before the record begins.
    fn start_turn(&self) -> u32;

    /// Whether the seat to act goes on with a turn that it has begun.
    fn mid_turn(&self) -> bool;

    /// Whether the choice to be made is a commit.
    fn commits(&self) -> bool;

    /// Whether a seat still takes part.
    fn standing(&self, seat: Seat) -> Standing;

    /// The worth of what a seat has on the board.
    fn material(&self, seat: Seat) -> f32;

    /// The position string.
    fn fen(&self) -> String;

    /// The position string that the record begins with.
    fn start_fen(&self) -> String;

    /// The steps of the record as strings.
    fn steps(&self) -> Vec<String>;

    /// The steps of the record as actions.
    fn actions(&self) -> Vec<i32>;

    /// The legal steps as strings, sorted.
    fn legal(&mut self) -> Vec<String>;

    /// The actions of the legal steps, in the order of their strings.
    fn legal_actions(&mut self) -> &[i32];

    /// Marks the actions of legal steps in an array of the game's number of actions.
    fn mask(&self, out: &mut [bool]);

    /// The action of a legal step.
    fn action(&self, text: &str) -> Result<usize, StepError>;

    /// The string of the legal step of an action.
    fn text(&self, action: i64) -> Result<String, StepError>;

    /// Makes the step that a string names.
    fn apply_text(&mut self, text: &str) -> Result<(), StepError>;

    /// Makes the step of an action.
    fn apply_action(&mut self, action: i64) -> Result<(), StepError>;

    /// Makes the steps of a whole turn, all or none.
    fn apply_turn(&mut self, text: &str) -> Result<(), StepError>;

    /// Takes back the last step of the record, and tells it.
    fn undo(&mut self) -> Result<String, StepError>;

    /// Takes back the last turn as far as it has gone, or a chance step that came after it, and tells the
    /// steps.
    fn undo_turn(&mut self) -> Result<Vec<String>, StepError>;

    /// Plays on by random steps, to the end or for at most `limit` steps.
    fn play_random(&mut self, seed: u64, limit: u32);

    /// The outcomes of a chance step with their probabilities, sorted; nothing elsewhere.
    fn chance(&self) -> Vec<(String, f64)>;

    /// Writes what a seat may see, planes x rows x columns.
    fn observe(&self, seat: Seat, out: &mut [f32]);

    /// The position string as a seat may see it.
    fn view(&self, seat: Seat) -> String;

    /// All that a seat has seen: view, step, view, step, …, view.
    fn history(&self, seat: Seat) -> Vec<String>;

    /// A state that a seat cannot tell from this one.
    fn resample(&self, seat: Seat, seed: u64) -> Box<dyn AnyState>;

    /// The whole turns from here as texts, with the strings of their steps, sorted.
    fn turns(&self) -> Result<Vec<(String, Vec<String>)>, TooManyTurns>;

    /// The number of sequences of `depth` steps, or whole turns; nothing if `go_on` says no when it is asked.
    fn perft(&self, depth: u32, turns: bool, go_on: &mut dyn FnMut() -> bool) -> Option<u64>;

    /// The state as the game's symmetry of that number turns it, where it can be turned.
    fn transform(&self, symmetry: usize) -> Option<Box<dyn AnyState>>;

    /// What there is to see, as a seat may see it, or, with no seat, all that is there; `shown` adds what
    /// else is asked for.
    fn scene(&self, eyes: Option<Seat>) -> Scene<'_>;

    /// The cells in shadows.
    fn shadows(&self) -> Vec<(Cell, CellMark)>;

    /// The steps of the last turn, or of the one that has begun, as a seat has seen them.
    fn last_turn(&self, eyes: Option<Seat>) -> Vec<String>;

    /// The cells where something was taken in that turn, as a seat has seen it.
    fn last_taken(&self, eyes: Option<Seat>) -> Vec<Cell>;

    /// What the game is, in data.
    fn spec(&self) -> &Spec;

    /// Whether the other is an equal state of the same game.
    fn same(&self, other: &dyn AnyState) -> bool;

    /// A hash of the state alone; equal states have equal ones, in every run.
    fn hash(&self) -> u64;

    /// The state itself, for [`same`](AnyState::same).
    fn as_any(&self) -> &dyn Any;
}

/// The game of an id, with options changed, to be used without knowing which it is.
pub fn open(
    id: &str,
    changes: &[(String, OptionValue)],
    frame: Frame,
) -> Result<Arc<dyn AnyGame>, CatalogError> {
    catalog::open(id, changes, frame, Opener)
}

struct Opener;

impl Visitor for Opener {
    type Output = Arc<dyn AnyGame>;

    fn visit<G: Game>(self, game: G) -> Arc<dyn AnyGame> {
        Arc::new(Handle(Arc::new(game)))
    }
}

/// A game that is in no catalog.
#[cfg(test)]
pub(crate) fn handle_of<G: Game>(game: G) -> Arc<dyn AnyGame> {
    Opener.visit(game)
}

/// What makes a game an [`AnyGame`].
pub(super) struct Handle<G: Game>(pub(super) Arc<G>);

impl<G: Game> AnyGame for Handle<G> {
    fn spec(&self) -> &Spec {
        self.0.spec()
    }

    fn board(&self) -> &Board {
        self.0.board()
    }

    fn symmetries(&self) -> &[Symmetry] {
        self.0.symmetries()
    }

    fn action_text(&self, action: usize, seat: Option<Seat>) -> String {
        self.0.action_text(action, seat)
    }

    fn action_place(&self, action: usize, seat: Seat) -> Option<usize> {
        self.0.action_place(action, seat)
    }

    fn start(&self, seed: u64) -> Box<dyn AnyState> {
        let state = self.0.start(&mut rng_for(seed, 0, 0));
        Box::new(Play::new(self.0.clone(), state, 0))
    }

    fn read_fen(&self, text: &str, turns: u32) -> Result<Box<dyn AnyState>, FenError> {
        Ok(Box::new(Play::new(self.0.clone(), self.0.read_fen(text)?, turns)))
    }

    fn playouts(
        &self,
        request: &Request<'_>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Playouts>, Limit> {
        playouts(&*self.0, request, go_on)
    }

    fn vector(&self, settings: &Settings<'_>, given: Given) -> Result<Box<dyn AnyVector>, Limit> {
        Ok(Box::new(Vector::new(self.0.clone(), settings, given)?))
    }

    fn restored(&self, saved: &Saved, seen: &Planes) -> Result<Box<dyn AnyVector>, RecordError> {
        Ok(Box::new(Vector::restored(self.0.clone(), saved, seen)?))
    }

    fn pool(&self) -> Box<dyn Pool> {
        Box::new(States::new(self.0.clone()))
    }

    #[cfg(debug_assertions)]
    fn check(&self, games: u64, seed: u64) {
        harness::check(&*self.0, games, seed);
    }
}

impl<G: Game> AnyState for Play<G> {
    fn boxed(&self) -> Box<dyn AnyState> {
        Box::new(self.clone())
    }

    fn actor(&self) -> Actor {
        self.game().actor(self.state())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game().outcome(self.state())
    }

    fn turn(&self) -> u32 {
        self.turns()
    }

    fn start_turn(&self) -> u32 {
        Play::start_turn(self)
    }

    fn mid_turn(&self) -> bool {
        self.game().mid_turn(self.state())
    }

    fn commits(&self) -> bool {
        self.game().commits(self.state())
    }

    fn standing(&self, seat: Seat) -> Standing {
        self.game().standing(self.state(), seat)
    }

    fn material(&self, seat: Seat) -> f32 {
        self.game().material(self.state(), seat)
    }

    fn fen(&self) -> String {
        self.game().fen(self.state())
    }

    fn start_fen(&self) -> String {
        self.game().fen(self.start())
    }

    fn steps(&self) -> Vec<String> {
        Play::steps(self)
    }

    fn actions(&self) -> Vec<i32> {
        Play::actions(self)
    }

    fn legal(&mut self) -> Vec<String> {
        Play::legal(self)
    }

    fn legal_actions(&mut self) -> &[i32] {
        Play::legal_actions(self)
    }

    fn mask(&self, out: &mut [bool]) {
        self.game().write_mask(self.state(), out);
    }

    fn action(&self, text: &str) -> Result<usize, StepError> {
        Play::action(self, text)
    }

    fn text(&self, action: i64) -> Result<String, StepError> {
        Play::text(self, action)
    }

    fn apply_text(&mut self, text: &str) -> Result<(), StepError> {
        Play::apply_text(self, text)
    }

    fn apply_action(&mut self, action: i64) -> Result<(), StepError> {
        Play::apply_action(self, action)
    }

    fn apply_turn(&mut self, text: &str) -> Result<(), StepError> {
        Play::apply_turn(self, text)
    }

    fn undo(&mut self) -> Result<String, StepError> {
        Play::undo(self)
    }

    fn undo_turn(&mut self) -> Result<Vec<String>, StepError> {
        Play::undo_turn(self)
    }

    fn play_random(&mut self, seed: u64, limit: u32) {
        Play::play_random(self, seed, limit);
    }

    fn chance(&self) -> Vec<(String, f64)> {
        Play::chance(self)
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        self.game().write_observation(self.state(), seat, out);
    }

    fn view(&self, seat: Seat) -> String {
        self.game().view(self.state(), seat)
    }

    fn history(&self, seat: Seat) -> Vec<String> {
        Play::history(self, seat)
    }

    fn resample(&self, seat: Seat, seed: u64) -> Box<dyn AnyState> {
        Box::new(Play::resample(self, seat, seed))
    }

    fn turns(&self) -> Result<Vec<(String, Vec<String>)>, TooManyTurns> {
        let turns = self.game().listed_turns(self.state())?;
        let mut spelled = Vec::with_capacity(turns.len());
        for turn in turns {
            spelled.push((turn.text, self.told(self.state().clone(), &turn.steps, None)));
        }
        Ok(spelled)
    }

    fn perft(&self, depth: u32, turns: bool, go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        Play::perft(self, depth, turns, go_on)
    }

    fn transform(&self, symmetry: usize) -> Option<Box<dyn AnyState>> {
        let symmetry = self.game().symmetries().get(symmetry)?;
        let turned = self.game().transform(self.state(), symmetry)?;
        Some(Box::new(Play::new(self.game().clone(), turned, self.turns())))
    }

    fn scene(&self, eyes: Option<Seat>) -> Scene<'_> {
        Scene::of(&**self.game(), self.state(), eyes)
    }

    fn shadows(&self) -> Vec<(Cell, CellMark)> {
        self.game().shadows(self.state())
    }

    fn last_turn(&self, eyes: Option<Seat>) -> Vec<String> {
        Play::last_turn(self, eyes)
    }

    fn last_taken(&self, eyes: Option<Seat>) -> Vec<Cell> {
        Play::last_taken(self, eyes)
    }

    fn spec(&self) -> &Spec {
        self.game().spec()
    }

    fn same(&self, other: &dyn AnyState) -> bool {
        other.as_any().downcast_ref::<Play<G>>().is_some_and(|other| {
            let (ours, theirs) = (self.game().spec(), other.game().spec());
            self.state() == other.state() && ours.id == theirs.id && ours.options == theirs.options
        })
    }

    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.state().hash(&mut hasher);
        hasher.finish()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
