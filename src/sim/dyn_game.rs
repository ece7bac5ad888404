//! Games whose type is not known until an id is read.

use super::dyn_state::ErasedState;
use super::playouts::{self, PlayoutContext};
use super::vector::{ExternalArrays, Planes, SavedVector, Settings, Shapes, Vector};
use super::{DynState, Playouts, Pool, RecordError, Request, RequestError, StateWithHistory};
use crate::board::Board;
use crate::catalog::{self, CatalogError, Visitor};
#[cfg(debug_assertions)]
use crate::game::harness;
use crate::game::{FenError, Frame, Game, OptionValue, Seat, Spec, Symmetry, rng_for};
use std::sync::Arc;

/// A game, whichever it is: what is asked of it beside its states.
pub trait DynGame: Send + Sync {
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

    /// A start of the game: that of game 0 under seed 0.
    fn state(&self) -> Box<dyn DynState>;

    /// Plays random games, which begin with number `from`, and fills their rows.
    #[doc(hidden)]
    fn play(&self, context: &PlayoutContext, from: u64, rows: &mut playouts::Rows<'_>);

    /// Checks in so many random games that the game keeps the contract ([`harness`]): in builds of the
    /// development profile, which tests run on, so that no test need compile it for the game.
    #[cfg(debug_assertions)]
    fn check(&self, games: u64, seed: u64);
}

impl dyn DynGame + '_ {
    /// A new game: game 0 of the playouts under this seed.
    pub fn start(&self, seed: u64) -> StateWithHistory {
        let mut state = self.state();
        state.reset(&mut rng_for(seed, 0, 0));
        StateWithHistory::new(state, 0)
    }

    /// The game at a position string, after so many whole turns.
    pub fn read_fen(&self, text: &str, turns: u32) -> Result<StateWithHistory, FenError> {
        let mut state = self.state();
        state.read_fen(text)?;
        Ok(StateWithHistory::new(state, turns))
    }

    /// Plays the random games of a request. `go_on` is asked some times a second; when it says no, nothing
    /// comes back.
    pub fn playouts(
        &self,
        request: &Request<'_>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Playouts>, RequestError> {
        playouts::playouts(self, request, go_on)
    }

    /// Begins a batch of games that are stepped together.
    pub fn vector(&self, settings: &Settings<'_>, given: ExternalArrays) -> Result<Vector, RequestError> {
        Vector::new(self, settings, given)
    }

    /// Goes on with a batch that was saved, from what was seen of its games that had ended.
    pub fn restored(&self, saved: &SavedVector, seen: &Planes) -> Result<Vector, RecordError> {
        Vector::restored(self, saved, seen)
    }

    /// Slots for states, to search in; none yet.
    pub fn pool(&self) -> Pool {
        Pool::new(self.state())
    }

    /// The position to start from, if it is said and can be played on.
    pub(super) fn opening(&self, text: Option<&str>) -> Result<Option<Box<dyn DynState>>, RequestError> {
        let read = |text| {
            let mut state = self.state();
            state.read_fen(text).map(|()| state)
        };
        text.map(read).transpose().map_err(|error| RequestError::Start { problem: error.to_string() })
    }
}

/// The game of an id, with options changed, to be used without knowing which it is.
pub fn open(
    id: &str,
    changes: &[(String, OptionValue)],
    frame: Frame,
) -> Result<Arc<dyn DynGame>, CatalogError> {
    catalog::open(id, changes, frame, Opener)
}

struct Opener;

impl Visitor for Opener {
    type Output = Arc<dyn DynGame>;

    fn visit<G: Game>(self, game: G) -> Arc<dyn DynGame> {
        Arc::new(ErasedGame(Arc::new(game)))
    }
}

/// A game that is in no catalog.
#[cfg(test)]
pub(crate) fn erase<G: Game>(game: G) -> Arc<dyn DynGame> {
    Opener.visit(game)
}

/// What makes a game an [`DynGame`].
struct ErasedGame<G: Game>(Arc<G>);

impl<G: Game> DynGame for ErasedGame<G> {
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

    fn state(&self) -> Box<dyn DynState> {
        ErasedState::new_boxed(&self.0, self.0.start(&mut rng_for(0, 0, 0)))
    }

    fn play(&self, context: &PlayoutContext, from: u64, rows: &mut playouts::Rows<'_>) {
        playouts::play_range(&*self.0, context, from, rows);
    }

    #[cfg(debug_assertions)]
    fn check(&self, games: u64, seed: u64) {
        harness::check(&*self.0, games, seed);
    }
}
