//! plyground plays 254 chess and checkers variants for reinforcement learning, game-balance studies and
//! simulation.
//!
//! The crate has these layers. Each layer uses only the layers above it.
//!
//! | layer | contents | does not depend on |
//! |---|---|---|
//! | [`board`] | cells, names, directions, symmetries, observation grids | pieces, seats |
//! | [`game`] | the `Game` trait and the types in its interface | a certain game |
//! | [`games`] | the rules: a folder per family, a file per rule idea | batches, Python, threads |
//! | [`portable`] | games as text: tags, moves, comments, variations, results | a certain notation |
//! | [`pdn`], [`pgn`] | records in the notations of draughts and chess | other games |
//! | [`catalog`] | makes a game from an id and options | how games are played |
//! | [`sim`] | playouts, vector environments and pictures, for all games | a certain game |
//! | [`agents`] | agents and matches between them, compiled once for all games | a certain game |
//!
//! In addition, [`named`] defines enums whose values have names in data.
//!
//! A batch of games provides [`ndarray`] views ([`sim::Views`]). Descriptions of games, results of games and
//! pictures are [`serde`] types ([`sim::Metadata`], [`sim::Playouts`], [`sim::Trajectories`],
//! [`sim::picture::Scene`]). Their names in serialized data are those of the Python package.
//!
//! The Python package `plyground` is built on this crate by the crate `bindings`, which only converts
//! arguments and results.

pub mod agents;
pub mod board;
pub mod catalog;
pub mod game;
pub mod games;
pub mod named;
pub mod pdn;
pub mod pgn;
pub mod portable;
pub mod sim;
