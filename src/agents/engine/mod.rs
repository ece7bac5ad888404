//! Agents that are programs of their own: chess engines that speak UCI, and draughts engines that speak Hub.
//!
//! An engine runs as a separate process that the user has installed. Each player has a process of its own. It
//! starts with the first search and ends with the player.
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
//! | `identity` | the name of the program |
//! | `agent` | the agent |

mod agent;
mod failure;
mod hub;
mod hub_position;
mod identity;
mod process;
mod search;
mod settings;
mod uci;

pub(super) use agent::EngineAgent;
pub use failure::EngineFailure;
pub use settings::{EngineProtocol, EngineSettings};
