//! plyground plays 254 chess and checkers variants for reinforcement learning, game-balance studies and
//! simulation.
//!
//! # Quick start
//!
//! ```
//! use plyground::agents::{self, AgentSpec, MatchRequest};
//! use plyground::catalog;
//! use plyground::game::Frame;
//! use plyground::sim::PlayoutRequest;
//!
//! // One game, step by step.
//! let game = catalog::open("english-draughts", &[], Frame::Seat)?;
//! let mut state = game.start(0);
//! assert_eq!(state.legal(), ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]);
//! state.apply_text("11-15")?;
//!
//! // Random games on all processors.
//! let request = PlayoutRequest { games: 1000, ..PlayoutRequest::default() };
//! let played = game.playouts(&request, &mut || true)?.expect("not interrupted");
//! assert_eq!(played.steps.len(), 1000);
//!
//! // Games between agents.
//! let agents = ["ab:2".parse::<AgentSpec>()?, AgentSpec::Random];
//! let request = MatchRequest { agents: &agents, games: 10, ..MatchRequest::default() };
//! let no_network = |_: &mut agents::Batch<'_>| false;
//! let played = agents::matches(&*game, &request, &no_network, &mut || true)?.expect("not interrupted");
//! assert_eq!(played.returns.len(), 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The folder `examples` has programs for playouts, batches, matches and a study, and a game of your own.
//!
//! # Layers
//!
//! Each layer uses only the layers above it:
//!
//! | layer | content | independent of |
//! |---|---|---|
//! | [`board`] | geometry: cells, names, directions, symmetries, grid | pieces, seats |
//! | [`game`] | the roles of a game, and the types in their interface | any particular game |
//! | [`picture`] | pictures of positions: text, SVG, data | any particular game |
//! | [`sim`] | type-erased games and states, playouts, vectors of environments | any particular game |
//! | [`games`] | the rules: one folder for each family | agents, Python, threads |
//! | [`notation`] | records of games as text: tags, movetext, results | any particular game |
//! | [`pdn`], [`pgn`] | the notations of draughts and chess | other games |
//! | [`catalog`] | all ids and options, and the games that they make | how games are played |
//! | [`engines`] | programs that play: UCI and Hub | agents |
//! | [`agents`] | agents and matches, compiled once for all games | any particular game |
//!
//! Below all of them, [`named`] makes enums whose values have names in data, [`truncate`] shortens texts of
//! users in messages, and [`packing`] copies values without padding.
//!
//! Vectors give access to their arrays as [`ndarray`] views ([`sim::Views`]). Descriptions of games, results
//! and pictures are [`serde`] types ([`sim::Metadata`], [`sim::Playouts`], [`sim::Trajectories`],
//! [`picture::Scene`]) with the field names of the Python API.
//!
//! The crate `bindings` makes the Python package `plyground`. It only converts between Python and this crate.

pub mod agents;
pub mod board;
pub mod catalog;
pub mod engines;
pub mod game;
pub mod games;
mod id;
pub mod named;
pub mod notation;
pub mod packing;
pub mod pdn;
pub mod pgn;
pub mod picture;
pub mod sim;
pub mod truncate;
