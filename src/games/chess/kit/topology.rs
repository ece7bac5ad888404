//! The topology of the board: flat, or a cylinder whose left and right edges are joined (Chess 2.4).
//!
//! On a cylinder ranks are rings and diagonals wind, so that there can be two ways from one cell to another,
//! with pieces between on either, on both or on none. Code that follows lines asks its [`Topology`] for them.

mod cylinder;
mod flat;
#[cfg(test)]
mod tests;

use super::bitboard::Bitboard;
use super::check_info::CheckInfo;
use super::pieces::{Kind, Pieces};
use super::position::{Position, pawn_directions};
use crate::board::Cell;
use crate::game::Seat;
use std::fmt::Debug;

pub use cylinder::Cylinder;
pub use flat::Flat;

/// How the left and right edges of the board are connected, and the attacks that follow from it.
pub trait Topology: Copy + PartialEq + Debug + Default + Send + Sync + 'static {
    /// Whether the edges are joined.
    const WRAPS: bool;
    /// The cells that one piece can reach by two ways: along the rank, along both diagonals towards rank 8,
    /// along both towards rank 1.
    type WrapDuplicates: Copy + Debug + Default + Send + Sync + AsRef<[Bitboard]> + AsMut<[Bitboard]>;

    /// The cells one step in direction `d` from the cells of a set.
    fn steps(d: usize, bits: Bitboard) -> Bitboard;

    /// The cell from which a step in direction `d` leads to a cell that has one.
    fn step_back(d: usize, cell: Cell) -> Cell;

    /// The cells one hop of that number from the cells of a set.
    fn hops(hop: usize, bits: Bitboard) -> Bitboard;

    /// The cell from which a hop leads to a cell that has one.
    fn hop_back(hop: usize, cell: Cell) -> Cell;

    /// The cells that an army of sliders reaches in each direction: see [`lines::fill`](super::lines::fill).
    fn fill(straight: Bitboard, diagonal: Bitboard, empty: Bitboard) -> [Bitboard; 8];

    /// The cells a king's step away.
    fn king_attacks(cell: Cell) -> Bitboard;

    /// The cells a knight's hop away.
    fn knight_attacks(cell: Cell) -> Bitboard;

    /// The cells on which a pawn of a seat captures.
    fn pawn_attacks(seat: Seat, cell: Cell) -> Bitboard;

    /// The cells that a rook reaches, the first piece on each line included.
    fn rook_attacks(cell: Cell, occupied: Bitboard) -> Bitboard;

    /// The cells that a bishop reaches, the first piece on each line included.
    fn bishop_attacks(cell: Cell, occupied: Bitboard) -> Bitboard;

    /// All other cells in direction `d` from a cell, on an empty board.
    fn ray(d: usize, cell: Cell) -> Bitboard;

    /// The nearest cell of `occupied` in direction `d` from a cell from which there is one.
    fn nearest(d: usize, cell: Cell, occupied: Bitboard) -> Cell;

    /// The cells between a cell and another in direction `d` from it.
    fn between(d: usize, one: Cell, other: Cell) -> Bitboard;

    /// Returns the checkers and pinned pieces of the seat to act.
    fn check_info(position: &Position) -> CheckInfo;

    /// Returns the cells on which a step between a king and its only checker ends the check.
    fn check_blocks(position: &Position, king: Cell, checker: Cell) -> Bitboard;

    /// Returns the cells on which a pinned piece still blocks the pin.
    fn pin_line(position: &Position, king: Cell, pinned: Cell) -> Bitboard;

    /// Removes duplicates from the arrivals in each direction: cells that one piece reaches on two ways
    /// (Chess 2.5).
    fn wrap_duplicates(pieces: &Pieces, slides: &mut [Bitboard; 8]) -> Self::WrapDuplicates;
}

/// The pieces of `seat` that attack a cell, were the occupied cells `occupied`.
#[inline(always)]
pub fn attackers<R: Topology>(pieces: &Pieces, seat: Seat, cell: Cell, occupied: Bitboard) -> Bitboard {
    let reached = R::knight_attacks(cell) & pieces.kind(Kind::Knight)
        | R::king_attacks(cell) & pieces.kind(Kind::King)
        | R::pawn_attacks(seat.other(), cell) & pieces.kind(Kind::Pawn)
        | R::rook_attacks(cell, occupied) & pieces.orthogonal_sliders()
        | R::bishop_attacks(cell, occupied) & pieces.diagonal_sliders();
    reached & pieces.side(seat)
}

/// All cells that the pieces of `seat` other than its king attack, were the occupied cells `occupied`.
#[inline(always)]
pub fn attacked_by_non_king<R: Topology>(pieces: &Pieces, seat: Seat, occupied: Bitboard) -> Bitboard {
    let (own, mut attacked) = (pieces.side(seat), 0);
    for reached in R::fill(pieces.orthogonal_sliders() & own, pieces.diagonal_sliders() & own, !occupied) {
        attacked |= reached;
    }
    for hop in 0..8 {
        attacked |= R::hops(hop, pieces.kind(Kind::Knight) & own);
    }
    let [_, west, east] = pawn_directions(seat);
    let pawns = pieces.kind(Kind::Pawn) & own;
    attacked | R::steps(west, pawns) | R::steps(east, pawns)
}

/// The same with those that its king attacks.
#[inline(always)]
pub fn attacked<R: Topology>(pieces: &Pieces, seat: Seat, occupied: Bitboard) -> Bitboard {
    R::king_attacks(pieces.king(seat)) | attacked_by_non_king::<R>(pieces, seat, occupied)
}

/// Attacks on the flat board.
impl Pieces {
    /// Returns the pieces of `seat` that attack a cell, given the occupied cells.
    #[inline(always)]
    pub fn attackers(&self, seat: Seat, cell: Cell, occupied: Bitboard) -> Bitboard {
        attackers::<Flat>(self, seat, cell, occupied)
    }

    /// Returns all cells that `seat` attacks, given the occupied cells.
    #[inline(always)]
    pub fn attacked(&self, seat: Seat, occupied: Bitboard) -> Bitboard {
        attacked::<Flat>(self, seat, occupied)
    }

    /// Returns all cells that the pieces of `seat` other than the king attack, given the occupied cells.
    #[inline(always)]
    pub fn attacked_by_non_king(&self, seat: Seat, occupied: Bitboard) -> Bitboard {
        attacked_by_non_king::<Flat>(self, seat, occupied)
    }
}

impl Position {
    /// Returns the pawns of the seat to act next to the pawn that can be captured en passant.
    #[inline(always)]
    pub fn next_to_ep_pawn(&self) -> Bitboard {
        self.next_to_ep_pawn_on::<Flat>()
    }

    /// Same as [`next_to_ep_pawn`](Position::next_to_ep_pawn), on a board with this topology.
    #[inline(always)]
    pub fn next_to_ep_pawn_on<R: Topology>(&self) -> Bitboard {
        if self.ep_square == 0 {
            return 0;
        }
        let cell = self.ep_square.trailing_zeros() as Cell & 63;
        R::pawn_attacks(self.seat.other(), cell) & self.pieces.of(self.seat, Kind::Pawn)
    }
}
