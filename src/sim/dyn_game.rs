//! Type-erased games.

use super::draw_odds::DrawOdds;
use super::erased_state::ErasedState;
use super::playouts::{self, PlayoutContext};
use super::vector::{ExternalArrays, Observations, SavedVector, Shapes, Vector, VectorSettings};
use super::{DynState, PlayoutRequest, Playouts, Pool, RecordError, RequestError, StateWithHistory};
use crate::board::Board;
#[cfg(debug_assertions)]
use crate::game::harness;
use crate::game::{FenError, Game, SearchProfile, Seat, Spec, Symmetry, rng_for};
use std::any::Any;
use std::sync::Arc;

/// A type-erased game.
pub trait DynGame: Send + Sync {
    /// Returns the description of the game.
    fn spec(&self) -> &Spec;

    /// Returns the board.
    fn board(&self) -> &Board;

    /// Returns the shapes of rows in the game's arrays.
    fn shapes(&self) -> Shapes {
        Shapes::of(self.spec(), self.board())
    }

    /// Returns the rotations and reflections of the game.
    fn symmetries(&self) -> &[Symmetry];

    /// Returns what search may take for granted in the game
    /// ([`SearchHints::search_profile`](crate::game::SearchHints::search_profile)).
    fn search_profile(&self) -> SearchProfile;

    /// Describes an action of a seat, or of any seat, in words
    /// ([`Actions::action_text`](crate::game::Actions::action_text)).
    ///
    /// Action and seat must be in range.
    fn action_text(&self, action: usize, seat: Option<Seat>) -> String;

    /// Returns the place of an action on the grid
    /// ([`Actions::action_place`](crate::game::Actions::action_place)). Action and seat must be in range.
    fn action_place(&self, action: usize, seat: Seat) -> Option<usize>;

    /// Whether several threads can play at the same time ([`Rules::PARALLEL`](crate::game::Rules::PARALLEL)).
    fn is_parallel(&self) -> bool;

    /// Returns a new game: game 0 under seed 0.
    fn state(&self) -> Box<dyn DynState>;

    /// Returns the game with the rule that a draw counts as a win of the side of a seat: see
    /// [`catalog::open`](crate::catalog::open). Its id is `id`.
    ///
    /// # Errors
    ///
    /// A message if the game is not played for a win between two sides, or has no such seat.
    fn with_draw_odds(&self, seat: Seat, id: &str) -> Result<Arc<dyn DynGame>, String>;

    /// Plays random games, beginning with game number `from`, and fills their rows.
    #[doc(hidden)]
    fn play(&self, context: &PlayoutContext, from: u64, rows: &mut playouts::Rows<'_>);

    /// Returns the game as `Any`, for downcasts.
    #[doc(hidden)]
    fn as_any(&self) -> &dyn Any;

    /// Runs the test [`harness`] on this number of random games. It is compiled only into debug builds, so
    /// that tests need not compile it again for each game.
    #[cfg(debug_assertions)]
    fn check(&self, games: u64, seed: u64);
}

impl dyn DynGame + '_ {
    /// Returns the game if it is a `G`.
    pub fn downcast<G: Game>(&self) -> Option<&G> {
        self.as_any().downcast_ref()
    }

    /// Returns a new game: game 0 of the playouts under this seed.
    pub fn start(&self, seed: u64) -> StateWithHistory {
        let mut state = self.state();
        state.reset(&mut rng_for(seed, 0, 0));
        StateWithHistory::new(state, 0)
    }

    /// Reads a position string. `turns` is the number of whole turns before it.
    ///
    /// # Errors
    ///
    /// [`FenError`] if the text is not a position of the game.
    pub fn read_fen(&self, text: &str, turns: u32) -> Result<StateWithHistory, FenError> {
        let mut state = self.state();
        state.read_fen(text)?;
        Ok(StateWithHistory::new(state, turns))
    }

    /// Plays the random games of a request. `go_on` is called several times a second. The result is `None`
    /// once it returns false.
    ///
    /// # Errors
    ///
    /// [`RequestError`] if a number is out of range, memory is missing, or the start position is invalid.
    pub fn playouts(
        &self,
        request: &PlayoutRequest<'_>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Playouts>, RequestError> {
        playouts::playouts(self, request, go_on)
    }

    /// Plays one game of a request for playouts again, with its record. `index` is its row.
    ///
    /// # Errors
    ///
    /// [`RequestError`] if the start position is invalid.
    pub fn playout(
        &self,
        request: &PlayoutRequest<'_>,
        index: u64,
    ) -> Result<StateWithHistory, RequestError> {
        playouts::playout(self, request, index)
    }

    /// Creates a batch of games that are stepped together.
    ///
    /// # Errors
    ///
    /// [`RequestError`] if the settings are invalid, memory is missing, or an external array does not fit.
    pub fn vector(
        &self,
        settings: &VectorSettings<'_>,
        given: ExternalArrays,
    ) -> Result<Vector, RequestError> {
        Vector::new(self, settings, given)
    }

    /// Restores a saved batch. `final_observations` holds the final observations of games that had ended.
    ///
    /// # Errors
    ///
    /// [`RecordError`] if the data are not a batch of this game.
    pub fn restored(
        &self,
        saved: &SavedVector,
        final_observations: &Observations,
    ) -> Result<Vector, RecordError> {
        Vector::restored(self, saved, final_observations)
    }

    /// Returns a pool of slots for a search, which is still empty.
    pub fn pool(&self) -> Pool {
        Pool::new(self.state(), self.search_profile())
    }

    /// Returns the start position of a request, if it has one.
    pub(super) fn opening(&self, text: Option<&str>) -> Result<Option<Box<dyn DynState>>, RequestError> {
        let read = |text| {
            let mut state = self.state();
            state.read_fen(text).map(|()| state)
        };
        text.map(read).transpose().map_err(|error| RequestError::Start { problem: error.to_string() })
    }
}

/// Returns the type-erased version of a game.
///
/// Vectors, agents, matches, pictures and everything else accept it. It need not be in the catalog.
pub fn erase<G: Game>(game: G) -> Arc<dyn DynGame> {
    Arc::new(ErasedGame { game: Arc::new(game), odds: None })
}

/// Implements [`DynGame`] for a game.
struct ErasedGame<G: Game> {
    game: Arc<G>,
    odds: Option<Arc<DrawOdds>>,
}

impl<G: Game> DynGame for ErasedGame<G> {
    fn spec(&self) -> &Spec {
        self.odds.as_ref().map_or_else(|| self.game.spec(), |odds| &odds.spec)
    }

    fn board(&self) -> &Board {
        self.game.board()
    }

    fn symmetries(&self) -> &[Symmetry] {
        self.game.symmetries()
    }

    fn search_profile(&self) -> SearchProfile {
        self.game.search_profile()
    }

    fn action_text(&self, action: usize, seat: Option<Seat>) -> String {
        self.game.action_text(action, seat)
    }

    fn action_place(&self, action: usize, seat: Seat) -> Option<usize> {
        self.game.action_place(action, seat)
    }

    fn is_parallel(&self) -> bool {
        G::PARALLEL
    }

    fn state(&self) -> Box<dyn DynState> {
        let start = self.game.start(&mut rng_for(0, 0, 0));
        ErasedState::new_boxed(&self.game, self.odds.as_ref(), start)
    }

    fn with_draw_odds(&self, seat: Seat, id: &str) -> Result<Arc<dyn DynGame>, String> {
        let odds = DrawOdds::new(self.game.spec(), seat, id)?;
        Ok(Arc::new(ErasedGame { game: self.game.clone(), odds: Some(Arc::new(odds)) }))
    }

    fn as_any(&self) -> &dyn Any {
        &*self.game
    }

    fn play(&self, context: &PlayoutContext, from: u64, rows: &mut playouts::Rows<'_>) {
        playouts::play_range(&*self.game, context, from, rows);
        if let Some(odds) = &self.odds {
            rows.count_draws(odds);
        }
    }

    #[cfg(debug_assertions)]
    fn check(&self, games: u64, seed: u64) {
        harness::check(&*self.game, games, seed);
    }
}
