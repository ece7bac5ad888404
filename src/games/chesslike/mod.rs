//! Games whose pieces move on any lattice and capture by replacement, as in chess: those of descriptions,
//! Double Chess, Tri-Chess and Three Kings Chess.
//!
//! One engine plays all variants. A variant is data: a `VariantSpec` with the lattice, the kinds of pieces,
//! their moves, and the seats. The engine builds its tables from it once. Sliders look up the next occupied
//! cell on lines. The legal steps of a seat are a set of targets for each piece.
//!
//! | file | content |
//! |---|---|
//! | `game` | the game type |
//! | `rules`, `actions`, `notation`, `observation`, `display`, `symmetries` | the roles of the game |
//! | `double_chess`, `tri_chess`, `three_kings` | options and specification of each family of variants |
//! | `variant_spec`, `kinds` | what describes a variant |
//! | `engine`, `tables`, `line_tables` | the tables of a variant |
//! | `pieces`, `state`, `step`, `repetition` | the position, steps, and repetition detection |
//! | `movement`, `exotic`, `check`, `castling`, `shadow` | moves and attacks, checks and pins, castling, captures through shadows |
//! | `promotions`, `drops` | promotions that are chosen freely, pieces in hand |
//! | `move_generator`, `legal_moves` | legal steps: generated, counted and picked without a list |
//! | `apply`, `turns`, `goals` | making a step, the next seat to act, endings |
//! | `action_layout`, `direction_tables`, `action_codec`, `choice_actions`, `action_text` | action numbers and their meanings in words |
//! | `position_formats`, `fen`, `fen_parser`, `explain`, `rule_refs` | position strings, and why a step is rejected |

mod action_codec;
mod action_layout;
mod action_text;
mod actions;
mod apply;
mod castling;
mod check;
mod choice_actions;
mod description;
mod direction_tables;
mod display;
mod double_chess;
mod drops;
mod engine;
mod exotic;
mod explain;
mod fen;
mod fen_parser;
mod game;
mod goals;
mod kinds;
mod legal_moves;
mod line_tables;
mod move_generator;
mod movement;
mod notation;
mod observation;
mod pieces;
mod position_formats;
mod positional;
mod promotions;
mod repetition;
mod rule_refs;
mod rules;
mod search_hints;
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

pub use crate::games::description::Problem;
pub use description::Description;
pub(crate) use double_chess::DoubleChessVariant;
pub use game::ChessLike;

use crate::game::{Frame, Options};
use crate::sim::{DynGame, erase};
use std::sync::Arc;
use tri_chess::TriChessVariant;

/// Returns all ids with their options.
pub fn ids() -> Vec<(String, Options)> {
    let double = DoubleChessVariant::all().map(|variant| (variant.id(), variant.options()));
    let tri = TriChessVariant::all().into_iter().map(|variant| (variant.id(), variant.options()));
    double.chain(tri).chain([(three_kings::ID.into(), Options::new())]).collect()
}

/// Makes the game of an id with options.
///
/// # Errors
///
/// The reason why the options do not fit together.
pub fn open(id: &str, options: &Options, frame: Frame) -> Result<Arc<dyn DynGame>, String> {
    Ok(erase(game(id, options, frame)?))
}

/// Makes the game of some options.
///
/// # Errors
///
/// The reason why the options do not fit together.
pub fn game(id: &str, options: &Options, frame: Frame) -> Result<ChessLike, String> {
    let spec = if id == three_kings::ID {
        three_kings::spec(frame)
    } else if options.declaration().game == tri_chess::OPTIONS.game {
        tri_chess::spec(id, &TriChessVariant::read(options)?, frame)
    } else {
        double_chess::spec(id, &DoubleChessVariant::read(options)?, frame)
    };
    Ok(ChessLike::new(spec))
}
