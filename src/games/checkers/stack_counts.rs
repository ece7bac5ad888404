//! The contents of stacks as packed numbers, so that observations need not traverse the stacks.

use super::stacks::Checker;

/// The contents of a stack with pieces of two seats, packed into a number. From the lowest bit: the numbers
/// of pieces of seat 0 and seat 1 below the top, and of kings of seat 0 and seat 1 below the top, four bits
/// each; flags for a second piece of seat 0, a second piece of seat 1, and a second piece that is a king; and
/// the height.
pub type StackCounts = u32;

/// The first bit of the numbers of pieces below the top.
pub const BELOW: u32 = 0;
/// See [`BELOW`].
pub const KINGS_BELOW: u32 = 8;
/// See [`BELOW`].
pub const SECOND: u32 = 16;
/// See [`BELOW`].
pub const SECOND_IS_KING: u32 = 18;
/// See [`BELOW`].
pub const HEIGHT: u32 = 19;

/// The counts of a stack of one piece.
pub const SINGLE: StackCounts = 1 << HEIGHT;

/// Returns the counts of one piece below the top.
#[inline(always)]
fn counts_below(Checker { seat, king, .. }: Checker) -> StackCounts {
    (1 << BELOW | u32::from(king) << KINGS_BELOW) << (4 * seat.parity()) | 1 << HEIGHT
}

/// Returns the flags of a piece that is second in its stack.
#[inline(always)]
fn second_piece_bits(Checker { seat, king, .. }: Checker) -> StackCounts {
    1 << (SECOND + seat.parity() as u32) | u32::from(king) << SECOND_IS_KING
}

/// The flags of the second piece.
const SECOND_MASK: StackCounts = 0b111 << SECOND;

/// Returns the counts of a stack after a piece is added at its bottom.
#[inline(always)]
pub fn with_piece_below(counts: StackCounts, piece: Checker) -> StackCounts {
    let single = counts & SECOND_MASK == 0;
    (counts + counts_below(piece)) | if single { second_piece_bits(piece) } else { 0 }
}

/// Returns the counts of a stack that loses its top. The second piece becomes the top, and `next`, if any,
/// becomes second.
#[inline(always)]
pub fn without_top(counts: StackCounts, uncovered: Checker, next: Option<Checker>) -> StackCounts {
    ((counts & !SECOND_MASK) - counts_below(uncovered)) | next.map_or(0, second_piece_bits)
}
