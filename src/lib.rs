//! plyground plays 254 chess and checkers variants for reinforcement learning, game-balance studies and
//! simulation.
//!
//! The layers, each of which knows only those above it:
//!
//! | layer | knows | does not know |
//! |---|---|---|
//! | [`board`] | geometry: cells, names, directions, symmetries, the grid a board is encoded on | pieces, seats |
//! | [`game`] | the contract: what a game is, who acts, what a step is, how it ends | any particular game |
//! | [`games`] | the rules; one folder a family, one file a rule idea | batches, Python, threads |
//! | [`portable`] | games as text: tags, moves, comments, variations, results | which game it is |
//! | [`pdn`], [`pgn`] | the portable notations of draughts and chess: records, read, written and played | other games |
//! | [`catalog`] | every id and its options → a game | how games are played |
//! | [`sim`] | playouts, vector environments: written once, generic over games | which game it runs |
//! | [`agents`] | players and matches between them: compiled once for all games | which game it plays |
//!
//! OffBoardGroup them, [`named`] makes enums whose values have names in data.
//!
//! A batch of games hands out [`ndarray`] views ([`sim::Views`]); what a game is, what came of games and what
//! there is to see of them are [`serde`] types ([`sim::Description`], [`sim::Playouts`],
//! [`sim::Trajectories`], [`sim::picture::Scene`]), whose names are those of Python.
//!
//! The Python package `plyground` is built on these by `bindings`, a crate of its own: conversions and
//! nothing else.

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
