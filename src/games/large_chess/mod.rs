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

mod action_codec;
mod action_layout;
mod action_text;
mod actions;
mod apply;
mod castling;
mod check;
mod direction_tables;
mod display;
mod double_chess;
mod engine;
mod explain;
mod fen;
mod fen_parser;
mod game;
mod legal_moves;
mod line_tables;
mod move_generator;
mod movement;
mod notation;
mod observation;
mod pieces;
mod repetition;
mod rule_refs;
mod rules;
mod shadow;
mod state;
mod step;
mod symmetries;
mod tables;
mod three_kings;
mod tri_chess;
mod turns;
mod variant_spec;

#[cfg(test)]
mod tests;

pub use double_chess::DoubleChessVariant;
pub use game::LargeChess;
pub use state::State;
pub use step::{MoveKind, Step};

use crate::catalog::Visitor;
use crate::game::{Frame, Options};
use crate::games::chess;
use tri_chess::TriChessVariant;

/// All ids with their options.
pub fn ids() -> Vec<(String, Options)> {
    let double = DoubleChessVariant::all().map(|variant| (variant.id(), variant.options()));
    let tri = TriChessVariant::all().into_iter().map(|variant| (variant.id(), variant.options()));
    double.chain(tri).chain([(three_kings::ID.into(), Options::new())]).collect()
}

/// Makes the game of these options and hands it to the visitor.
pub fn open<V: Visitor>(id: &str, options: &Options, frame: Frame, visitor: V) -> Result<V::Output, String> {
    if options.declaration().game == chess::orthodox::OPTIONS.game && !DoubleChessVariant::is_larger(options)
    {
        return chess::open("chess", options, frame, visitor);
    }
    Ok(visitor.visit(game(id, options, frame)?))
}

/// The game of these options, or what speaks against them together.
pub fn game(id: &str, options: &Options, frame: Frame) -> Result<LargeChess, String> {
    let spec = if id == three_kings::ID {
        three_kings::spec(frame)
    } else if options.declaration().game == tri_chess::OPTIONS.game {
        tri_chess::spec(id, &TriChessVariant::read(options)?, frame)
    } else {
        double_chess::spec(id, &DoubleChessVariant::read(options)?, frame)
    };
    Ok(LargeChess::new(spec, frame))
}
