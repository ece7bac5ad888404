//! plyground plays 254 chess and checkers variants for reinforcement learning, game-balance studies and
//! simulation.
//!
//! Each layer uses only the layers above it:
//!
//! | layer | content | independent of |
//! |---|---|---|
//! | [`board`] | geometry: cells, names, directions, symmetries, grid | pieces, seats |
//! | [`game`] | the roles of a game, and the types in their interface | any particular game |
//! | [`sim`] | type-erased games and states, playouts, vectors of environments, pictures | any particular game |
//! | [`agents`] | agents and matches, compiled once for all games | any particular game |
//! | [`games`] | the rules: one folder for each family | agents, Python, threads |
//! | [`catalog`] | all ids and options, and the games that they make | how games are played |
//! | [`notation`] | records of games as text: tags, movetext, results | any particular game |
//! | [`pdn`], [`pgn`] | the notations of draughts and chess | other games |
//!
//! In addition, [`named`] makes enums whose values have names in data.
//!
//! Vectors give access to their arrays as [`ndarray`] views ([`sim::Views`]). Descriptions of games, results
//! and pictures are [`serde`] types ([`sim::Metadata`], [`sim::Playouts`], [`sim::Trajectories`],
//! [`sim::picture::Scene`]) with the field names of the Python API.
//!
//! The crate `bindings` makes the Python package `plyground`. It only converts between Python and this crate.

pub mod agents;
pub mod board;
pub mod catalog;
pub mod game;
pub mod games;
pub mod named;
pub mod notation;
pub mod pdn;
pub mod pgn;
pub mod sim;
