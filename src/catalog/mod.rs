//! Every id and its options → a game.

use crate::game::Game;

/// What is to be done with a game, whichever it is: games are types, and a visitor is how code that is generic over them
/// gets the one that an id names.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Game>(self, game: G) -> Self::Output;
}
