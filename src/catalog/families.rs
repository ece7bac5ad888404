//! The table of families: their ids and their constructors. To add a family, add a row.

use crate::game::{Frame, Options};
#[cfg(debug_assertions)]
use crate::games::toys;
use crate::games::{checkers, chess, chesslike, draughts, tri_checkers};
use crate::sim::DynGame;
use std::sync::Arc;

/// A constructor: makes the game of an id with options. The error states why the options do not fit together.
type Open = fn(id: &str, options: &Options, frame: Frame) -> Result<Arc<dyn DynGame>, String>;

/// A family of variants.
pub(super) struct Family {
    /// Returns the ids of the family with their options.
    pub(super) ids: fn() -> Vec<(String, Options)>,
    /// Makes a game of the family.
    pub(super) open: Open,
}

/// All families, in the order in which their ids are listed.
pub(super) const FAMILIES: &[Family] = &[
    Family { ids: checkers::ids, open: checkers::open },
    Family { ids: chess::ids, open: open_chess },
    Family { ids: draughts::ids, open: draughts::open },
    Family { ids: chesslike::ids, open: open_chesslike },
    Family { ids: tri_checkers::ids, open: tri_checkers::open },
];

/// Families whose ids can be opened but are not listed.
pub(super) const UNLISTED: &[Family] = &[
    #[cfg(debug_assertions)]
    Family { ids: toys::ids, open: toys::open },
];

/// Makes a game of the family of chess on 8x8.
fn open_chess(id: &str, options: &Options, frame: Frame) -> Result<Arc<dyn DynGame>, String> {
    open_any_board(id, options, frame).unwrap_or_else(|| chess::open(id, options, frame))
}

/// Makes a game of the family of chess on larger boards.
fn open_chesslike(id: &str, options: &Options, frame: Frame) -> Result<Arc<dyn DynGame>, String> {
    open_any_board(id, options, frame).unwrap_or_else(|| chesslike::open(id, options, frame))
}

/// Makes the game of options that both families of chess share. The option `double` selects the board.
/// Returns `None` for other options.
fn open_any_board(id: &str, options: &Options, frame: Frame) -> Option<Result<Arc<dyn DynGame>, String>> {
    if options.declaration().game != chess::variants::orthodox::OPTIONS.game {
        return None;
    }
    if chesslike::DoubleChessVariant::is_larger(options) {
        return Some(chesslike::open(id, options, frame));
    }
    Some(chess::open("chess", options, frame))
}
