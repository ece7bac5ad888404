//! Chess on boards larger than 8x8: one engine, filled with data (rule documents: Chess, Tri-Chess).
//!
//! A game is a [`Plan`](plan::Plan): a board, how pieces go on it, the seats round it. The engine's tables
//! are made from it once. A piece that slides looks along [lines](web) for the next place that is held; the
//! legal steps of a seat are a set of arrivals for each of its pieces.
//!
//! | file | idea |
//! |---|---|
//! | `variety`, `tri_chess` | options and ids on 12x12, and those of Tri-Chess |
//! | `plan` | what the engine is told of a variant |
//! | `squares`, `triangles` | the plan of a variant on 12x12, and of one of Tri-Chess |
//! | `three_kings` | the plan of Three Kings Chess, and what it has of its own |
//! | `web` | the lines of a board |
//! | `men` | the pieces on the board |
//! | `state`, `history` | a position, and whether it stood before |
//! | `engine` | what a variant knows of its board by seat |
//! | `reach`, `danger` | where pieces go, and what they must not leave |
//! | `shadow` | captures and check through shadows |
//! | `offer` | the legal steps: counted and picked without a list |
//! | `make` | a step made, kings taken, immunities |
//! | `turns` | how the turn passes on, and endings |
//! | `actions`, `numbers`, `said` | the numbers of steps: their plan, to and fro, and in words |
//! | `fen`, `refusal`, `law` | texts in and out, and the rules that they cite |
//! | `observe`, `symmetry` | for those who train |
//! | `game` | the contract |

mod actions;
mod danger;
mod engine;
mod fen;
mod game;
mod history;
mod law;
mod make;
mod men;
mod numbers;
mod observe;
mod offer;
mod plan;
mod reach;
mod refusal;
mod said;
mod shadow;
mod squares;
mod state;
mod symmetry;
mod three_kings;
mod tri_chess;
mod triangles;
mod turns;
mod variety;
mod web;

#[cfg(test)]
mod tests;

pub use game::Realm;
pub use offer::{Deed, Step};
pub use state::State;
pub use variety::Variety;

use crate::game::{Frame, Options};
use crate::sim::{DynGame, erase};
use std::sync::Arc;
use tri_chess::TriVariety;

/// All ids with their options.
pub fn ids() -> Vec<(String, Options)> {
    let double = Variety::all().map(|variety| (variety.id(), variety.options()));
    let tri = TriVariety::all().into_iter().map(|variety| (variety.id(), variety.options()));
    double.chain(tri).chain([(three_kings::ID.into(), Options::new())]).collect()
}

/// Makes the game of an id with options. The error states why the options do not fit together.
pub fn open(id: &str, options: &Options, frame: Frame) -> Result<Arc<dyn DynGame>, String> {
    Ok(erase(game(id, options, frame)?))
}

/// The game of these options, or what speaks against them together.
pub fn game(id: &str, options: &Options, frame: Frame) -> Result<Realm, String> {
    let plan = if id == three_kings::ID {
        three_kings::plan(frame)
    } else if options.declaration().game == tri_chess::OPTIONS.game {
        triangles::plan(id, &TriVariety::read(options)?, frame)
    } else {
        squares::plan(id, &Variety::read(options)?, frame)
    };
    Ok(Realm::new(plan, frame))
}
