//! The roles of a game: what the rest of the library asks it, by topic.
//!
//! | role | answers | required |
//! |---|---|---|
//! | [`Rules`] | states, the seat to act, legal steps, chance, the end of a game | yes |
//! | [`Actions`] | the numbers of steps, masks, places on the grid, meanings in words | yes |
//! | [`Notation`] | step strings, position strings, turns | yes |
//! | [`Observation`] | planes of numbers for networks | yes |
//! | [`Information`] | what a seat may see | for hidden information |
//! | [`Display`] | pieces, marks and things off the board for pictures | for pictures of your own |
//! | [`Symmetries`] | rotations and reflections | if there are any |
//! | [`SearchHints`] | keys, captures, checks, the placement of pieces | for strong search |
//!
//! A type that implements all eight is a [`Game`]. All methods of the last four roles have defaults, so
//! `impl Information for MyGame {}` is enough for a game that does not need them. Each game keeps its roles
//! in files of the same names.

mod actions;
mod display;
mod information;
mod notation;
mod observation;
mod rules;
mod search_hints;
mod search_profile;
mod symmetries;

pub use actions::Actions;
pub use display::{Display, piece_in_fen};
pub use information::Information;
pub use notation::Notation;
pub use observation::Observation;
pub use rules::Rules;
pub use search_hints::{PositionalTerms, SearchHints, gain_by_making};
pub use search_profile::{Reliance, SearchProfile};
pub use symmetries::Symmetries;

/// A game: a type that has all roles.
pub trait Game:
    Rules + Actions + Notation + Observation + Information + Display + Symmetries + SearchHints
{
}

impl<G: Rules + Actions + Notation + Observation + Information + Display + Symmetries + SearchHints> Game
    for G
{
}
