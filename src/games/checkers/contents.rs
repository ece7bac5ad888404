//! What stacks are made of, in numbers: so that observations need not go through the stacks piece by piece.

use super::stacks::Checker;

/// What a stack of two seats' pieces is made of, packed into a number: how many pieces of seat 0 and of seat
/// 1 are under the top, then how many kings of either, four bits each; a bit each for whether the second
/// piece is seat 0's, seat 1's, and a king; and the height.
pub type Contents = u32;

/// Where in the [`Contents`] these begin.
pub const UNDER: u32 = 0;
/// See [`UNDER`].
pub const KINGS_UNDER: u32 = 8;
/// See [`UNDER`].
pub const SECOND: u32 = 16;
/// See [`UNDER`].
pub const SECOND_IS_KING: u32 = 18;
/// See [`UNDER`].
pub const HEIGHT: u32 = 19;

/// A stack of one piece.
pub const SINGLE: Contents = 1 << HEIGHT;

/// One piece that is under the top.
#[inline(always)]
fn one(Checker { seat, king, .. }: Checker) -> Contents {
    (1 << UNDER | u32::from(king) << KINGS_UNDER) << (4 * (seat & 1)) | 1 << HEIGHT
}

/// What a piece says of a stack if it is the second.
#[inline(always)]
fn second(Checker { seat, king, .. }: Checker) -> Contents {
    1 << (SECOND + u32::from(seat & 1)) | u32::from(king) << SECOND_IS_KING
}

/// All that is said of the second piece.
const SECOND_BITS: Contents = 0b111 << SECOND;

/// The contents of a stack under which another piece comes to lie.
#[inline(always)]
pub fn grown(contents: Contents, piece: Checker) -> Contents {
    let single = contents & SECOND_BITS == 0;
    (contents + one(piece)) | if single { second(piece) } else { 0 }
}

/// The contents of a stack that loses its top: the second piece comes to light, and the next, if there is
/// one, is second.
#[inline(always)]
pub fn without_top(contents: Contents, freed: Checker, next: Option<Checker>) -> Contents {
    ((contents & !SECOND_BITS) - one(freed)) | next.map_or(0, second)
}
