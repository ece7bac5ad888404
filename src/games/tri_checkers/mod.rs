//! Tri-Chek, Tri-Stax and Tri-Queens: 94 variants for two to six seats on hexagons of triangles (rule
//! document: Tri-Checkers).
//!
//! The engine is that of [`checkers`](super::checkers); here are the boards, the seats at their sides and the
//! names. There is room for two, four or six seats, as far as that is faster.
//!
//! | file | idea |
//! |---|---|
//! | `variety` | options and ids |
//! | `setup` | the men at the start |
//! | `hexagon` | triangles as bits, twelve directions |
//! | `plan` | what the engine is told |
//!
//! **Actions.** Each seat sees the board turned so that its own side is near. A direction and the cell that a
//! stack goes from, numbered in this order. Directions go clockwise: the six to the nearest triangles of the
//! same color, the first two of them ahead, left and right; in Queens also the six straight ones, the first
//! of them straight ahead. Cells go row by row from the seat's own edge and from its left; they have numbers
//! where some seat uses them: where all seats see the triangles that they use point the same way those only,
//! else all. Whether a step is a move or a jump the board tells.

mod hexagon;
mod plan;
mod setup;
#[cfg(test)]
mod tests;
mod variety;

pub use hexagon::{Large, OneColor, TwoColors};
pub use variety::{Ground, Kind, Layout, ROWS, Row, Teams, Variety};

use super::checkers::{Checkers, Geometry, Linked, Numbered, Single, Stacks};
use crate::board::Triangles;
use crate::game::{Frame, Options};
use crate::sim::{DynGame, erase};
use std::sync::Arc;

/// A row is so many bits further on than the one before it: in sets of 64 bits for the board of 8 rows, and
/// of 128 bits for all boards.
const STRIDE_64: i16 = 8;
const STRIDE_128: i16 = 19;

/// All ids with their options.
pub fn ids() -> Vec<(String, Options)> {
    Variety::all().iter().map(|variety| (variety.id(), variety.options())).collect()
}

/// Makes the game of an id with options. The error states why the options do not fit together.
pub fn open(id: &str, options: &Options, frame: Frame) -> Result<Arc<dyn DynGame>, String> {
    let variety = Variety::read(options)?;
    let (board, up) = (plan::board(variety.row.ground), plan::plays_up(variety.row.ground));
    let Variety { kind, numbers, row: Row { ground, players, .. } } = variety;
    let opening = Opening { id, variety, frame };
    Ok(match (kind, ground, players) {
        (Kind::Chek, Ground::Eight, _) if numbers => {
            opening.small::<_, Numbered<64>, 6>(Small::new(&board, up), &board)
        }
        (Kind::Chek, _, 2) if numbers => {
            opening.large::<_, Numbered<128>, 2, 6>(Wide::new(&board, up), &board)
        }
        (Kind::Chek, _, _) if numbers => {
            opening.large::<_, Numbered<128>, 6, 6>(Wide::new(&board, up), &board)
        }
        (Kind::Chek, Ground::Eight, _) => opening.small::<_, Single, 6>(Small::new(&board, up), &board),
        (Kind::Chek, _, 2) => opening.large::<_, Single, 2, 6>(Wide::new(&board, up), &board),
        (Kind::Chek, _, _) => opening.large::<_, Single, 6, 6>(Wide::new(&board, up), &board),
        (Kind::Stax, Ground::Eight, _) => {
            opening.small::<_, Linked<64, 32, 0>, 6>(Small::new(&board, up), &board)
        }
        (Kind::Stax, _, 2) => opening.large::<_, Linked<128, 32, 0>, 2, 6>(Wide::new(&board, up), &board),
        (Kind::Stax, _, 3 | 4) => opening.large::<_, Linked<128, 64, 0>, 4, 6>(Wide::new(&board, up), &board),
        (Kind::Stax, _, _) => opening.large::<_, Linked<128, 96, 0>, 6, 6>(Wide::new(&board, up), &board),
        (Kind::Queens, Ground::Eight, _) => {
            opening.small::<_, Linked<128, 32, 0>, 12>(SmallBoth::new(&board), &board)
        }
        (Kind::Queens, _, 4) => opening.large::<_, Linked<256, 64, 0>, 4, 12>(Large::new(&board), &board),
        (Kind::Queens, _, _) => opening.large::<_, Linked<256, 96, 0>, 6, 12>(Large::new(&board), &board),
    })
}

/// The triangles of one color, or of both, of the board of 8 rows; those of one color of all others.
type Small = OneColor<u64, STRIDE_64>;
type SmallBoth = TwoColors<u64, STRIDE_64>;
type Wide = OneColor<u128, STRIDE_128>;

/// A game about to be made.
struct Opening<'a> {
    id: &'a str,
    variety: Variety,
    frame: Frame,
}

impl Opening<'_> {
    /// On the board of 8 rows, for two seats.
    fn small<G: Geometry, K: Stacks, const DIRS: usize>(
        self,
        geometry: G,
        board: &Triangles,
    ) -> Arc<dyn DynGame> {
        self.make::<G, K, 2, DIRS>(geometry, board, (STRIDE_64, 64))
    }

    /// On all other boards, with room for `SEATS` seats.
    fn large<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize>(
        self,
        geometry: G,
        board: &Triangles,
    ) -> Arc<dyn DynGame> {
        self.make::<G, K, SEATS, DIRS>(geometry, board, (STRIDE_128, 128))
    }

    fn make<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize>(
        self,
        geometry: G,
        board: &Triangles,
        (stride, bits): (i16, u32),
    ) -> Arc<dyn DynGame> {
        let Opening { id, variety, frame } = self;
        let plan = plan::plan(id, &variety, frame, board, stride, bits);
        erase(Checkers::<G, K, SEATS, DIRS>::new(plan, frame, geometry))
    }
}
