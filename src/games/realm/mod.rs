//! Chess on boards larger than 8x8: one engine, filled with data (rule document: Chess).
//!
//! A game is a [`Plan`](plan::Plan): a board, how pieces go on it, the seats round it. The engine's tables
//! are made from it once. A piece that slides looks along [lines](web) for the next place that is held; the
//! legal steps of a seat are a set of arrivals for each of its pieces.
//!
//! | file | idea |
//! |---|---|
//! | `variety` | options and ids |
//! | `plan` | what the engine is told of a variant |
//! | `squares` | the plan of a variant on 12x12 |
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
//! | `actions` | the numbers of steps |
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
mod observe;
mod offer;
mod plan;
mod reach;
mod refusal;
mod shadow;
mod squares;
mod state;
mod symmetry;
mod three_kings;
mod turns;
mod variety;
mod web;

#[cfg(test)]
mod tests;

pub use game::Realm;
pub use offer::{Deed, Step};
pub use state::State;
pub use variety::Variety;

use crate::catalog::Visitor;
use crate::game::{Frame, Options};
use crate::games::chess;

/// All ids with their options.
pub fn ids() -> Vec<(String, Options)> {
    let double = Variety::all().map(|variety| (variety.id(), variety.options()));
    double.chain([(three_kings::ID.into(), Options::new())]).collect()
}

/// Makes the game of these options and hands it to the visitor.
pub fn open<V: Visitor>(id: &str, options: &Options, frame: Frame, visitor: V) -> Result<V::Output, String> {
    if id == three_kings::ID {
        return Ok(visitor.visit(three_kings(frame)));
    }
    if !Variety::is_larger(options) {
        return chess::open("chess", options, frame, visitor);
    }
    let variety = Variety::read(options)?;
    Ok(visitor.visit(game(id, &variety, frame)))
}

/// Three Kings Chess.
pub fn three_kings(frame: Frame) -> Realm {
    Realm::new(three_kings::plan(frame), frame)
}

/// The game of a variant.
pub fn game(id: &str, variety: &Variety, frame: Frame) -> Realm {
    Realm::new(squares::plan(id, variety, frame), frame)
}
