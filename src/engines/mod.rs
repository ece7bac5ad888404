//! Programs that play: chess engines that speak UCI, and draughts engines that speak Hub. Each runs as a
//! process of its own, which the user has installed.
//!
//! | module | content |
//! |---|---|
//! | `settings` | engines as text: `uci:stockfish,nodes=2000` |
//! | `process` | the process, its input and its output |
//! | `failure` | what went wrong, and the message of the exception |
//! | `search` | what both protocols have in common: options, limits, results |
//! | `uci` | Universal Chess Interface |
//! | `hub` | Hub, version 2 |
//! | `hub_position` | positions and moves of international draughts in Hub |
//! | `games` | the games that each protocol plays |
//! | `identity` | the name of the program |

mod failure;
mod games;
mod hub;
mod hub_position;
mod identity;
mod process;
mod search;
mod settings;
mod uci;

pub use failure::EngineFailure;
pub(crate) use failure::Problem;
pub(crate) use process::Process;
pub(crate) use search::{Found, Protocol, Score};
pub use settings::{EngineProtocol, EngineSettings};
