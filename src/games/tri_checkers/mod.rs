//! Tri-Chek, Tri-Stax and Tri-Queens: 94 variants for two to six seats on hexagons of triangles (rule
//! document: Tri-Checkers).
//!
//! The engine is that of [`checkers`](super::checkers). This module has the boards, the seats at their sides,
//! the options and the ids. Types have room for two, four or six seats, where that is faster.
//!
//! | file | content |
//! |---|---|
//! | `options` | options and ids |
//! | `setup` | the men at the start |
//! | `hexagon` | triangles as bits, twelve directions |
//! | `hexagon_spec` | the description of a variant for the engine |
//!
//! **Actions.** Each seat sees the board rotated so that its own side is near. An action is a direction and
//! the cell that a stack leaves, numbered in this order. Directions go clockwise: the six to the nearest
//! triangles of the same color, of which the first two are forward left and right. Queens adds the six
//! straight directions, of which the first is straight forward. Cells are numbered row by row from the seat's
//! own edge and from its left. If all seats see the triangles that they use point the same way, only these
//! triangles have numbers, else all. The position determines whether a step is a move or a jump.

mod hexagon;
mod hexagon_spec;
mod options;
mod setup;
mod summary;
#[cfg(test)]
mod tests;

use super::checkers::{Checkers, Geometry, LinkedStacks, NoStacks, NumberedMen, Stacks};
use crate::board::Triangles;
use crate::game::{Frame, Options};
use crate::sim::{DynGame, erase};
use hexagon::{OneColor, TwoColors, TwoColorsLarge};
use options::{BoardKind, Kind, Variant, VariantRow};
use std::sync::Arc;

/// The number of bits from one row to the next: in bitboards of 64 bits, for the board of 8 rows, and of 128
/// bits, for all boards.
const STRIDE_64: i16 = 8;
const STRIDE_128: i16 = 19;

/// Returns all ids with their options.
pub fn ids() -> Vec<(String, Options)> {
    Variant::all().iter().map(|variant| (variant.id(), variant.options())).collect()
}

/// Makes the game of an id with options.
///
/// # Errors
///
/// Returns a message if the options cannot be combined.
pub fn open(id: &str, options: &Options, frame: Frame) -> Result<Arc<dyn DynGame>, String> {
    let variant = Variant::read(options)?;
    let (board, up) =
        (hexagon_spec::board(variant.row.board_kind), hexagon_spec::plays_up(variant.row.board_kind));
    let Variant { kind, numbers, row: VariantRow { board_kind, players, .. } } = variant;
    let builder = GameBuilder { id, variant, frame };
    Ok(match (kind, board_kind, players) {
        (Kind::Chek, BoardKind::Eight, _) if numbers => {
            builder.small::<_, NumberedMen<64>, 6>(Small::new(&board, up), &board)
        }
        (Kind::Chek, _, 2) if numbers => {
            builder.large::<_, NumberedMen<128>, 2, 6>(Wide::new(&board, up), &board)
        }
        (Kind::Chek, _, _) if numbers => {
            builder.large::<_, NumberedMen<128>, 6, 6>(Wide::new(&board, up), &board)
        }
        (Kind::Chek, BoardKind::Eight, _) => builder.small::<_, NoStacks, 6>(Small::new(&board, up), &board),
        (Kind::Chek, _, 2) => builder.large::<_, NoStacks, 2, 6>(Wide::new(&board, up), &board),
        (Kind::Chek, _, _) => builder.large::<_, NoStacks, 6, 6>(Wide::new(&board, up), &board),
        (Kind::Stax, BoardKind::Eight, _) => {
            builder.small::<_, LinkedStacks<64, 32, 0, 1>, 6>(Small::new(&board, up), &board)
        }
        (Kind::Stax, _, 2) => {
            builder.large::<_, LinkedStacks<128, 32, 0, 1>, 2, 6>(Wide::new(&board, up), &board)
        }
        (Kind::Stax, _, 3 | 4) => {
            builder.large::<_, LinkedStacks<128, 64, 0, 1>, 4, 6>(Wide::new(&board, up), &board)
        }
        (Kind::Stax, _, _) => {
            builder.large::<_, LinkedStacks<128, 96, 0, 2>, 6, 6>(Wide::new(&board, up), &board)
        }
        (Kind::Queens, BoardKind::Eight, _) => {
            builder.small::<_, LinkedStacks<128, 32, 0, 1>, 12>(SmallBoth::new(&board), &board)
        }
        (Kind::Queens, _, 4) => {
            builder.large::<_, LinkedStacks<256, 64, 0, 1>, 4, 12>(TwoColorsLarge::new(&board), &board)
        }
        (Kind::Queens, _, _) => {
            builder.large::<_, LinkedStacks<256, 96, 0, 2>, 6, 12>(TwoColorsLarge::new(&board), &board)
        }
    })
}

/// The triangles of one color, or of both, of the board of 8 rows; the triangles of one color of all other
/// boards.
type Small = OneColor<u64, STRIDE_64>;
type SmallBoth = TwoColors<u64, STRIDE_64>;
type Wide = OneColor<u128, STRIDE_128>;

/// What is needed to create a game.
struct GameBuilder<'a> {
    id: &'a str,
    variant: Variant,
    frame: Frame,
}

impl GameBuilder<'_> {
    /// Creates a game on the board of 8 rows, for two seats.
    fn small<G: Geometry, K: Stacks, const DIRS: usize>(
        self,
        geometry: G,
        board: &Triangles,
    ) -> Arc<dyn DynGame> {
        self.build::<G, K, 2, DIRS>(geometry, board, (STRIDE_64, 64))
    }

    /// Creates a game on any other board, for at most `SEATS` seats.
    fn large<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize>(
        self,
        geometry: G,
        board: &Triangles,
    ) -> Arc<dyn DynGame> {
        self.build::<G, K, SEATS, DIRS>(geometry, board, (STRIDE_128, 128))
    }

    fn build<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize>(
        self,
        geometry: G,
        board: &Triangles,
        (stride, bits): (i16, u32),
    ) -> Arc<dyn DynGame> {
        let GameBuilder { id, variant, frame } = self;
        let spec = hexagon_spec::variant_spec(id, &variant, frame, board, stride, bits);
        erase(Checkers::<G, K, SEATS, DIRS>::new(spec, frame, geometry))
    }
}
