//! Legality in orthodox chess: no move leaves the own king attacked (Chess 6.3, Chess960 3.2).

use super::bitboard::{Bitboard, bit, cells, own_rank};
use super::castling::Castling;
use super::check_info::CheckInfo;
use super::move_set::{Bounds, MoveSet, MoveSetOn};
use super::pieces::Kind;
use super::position::Position;
use super::topology::{self, Flat, Topology};
use crate::board::Cell;

/// Returns all cells that the enemy attacks if the king of the seat to act is removed.
#[inline(always)]
pub fn attacked_cells<R: Topology>(position: &Position) -> Bitboard {
    let king = bit(position.pieces.king(position.seat));
    topology::attacked::<R>(&position.pieces, position.seat.other(), position.pieces.occupied() & !king)
}

/// What limits the legal moves of the seat to act.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The cells that the enemy attacks if the king is removed.
    pub attacked: Bitboard,
    /// The checkers and pins.
    pub check_info: CheckInfo,
    /// The cells and pieces that the rules of the variant open to a move.
    pub bounds: Bounds,
}

impl Limits {
    /// Returns the limits of orthodox chess.
    #[inline(always)]
    pub fn orthodox<R: Topology>(position: &Position) -> Limits {
        Limits {
            attacked: attacked_cells::<R>(position),
            check_info: R::check_info(position),
            bounds: Bounds::orthodox(position),
        }
    }
}

/// Adds the legal moves to an empty set.
#[inline(always)]
pub fn add_legal<R: Topology>(position: &Position, limits: Limits, sets: &mut MoveSetOn<R>) {
    let Limits { attacked, check_info, bounds } = limits;
    let (pieces, seat) = (&position.pieces, position.seat);
    let (own, king) = (pieces.side(seat), pieces.king(seat));
    *sets.king() = R::king_attacks(king) & !bounds.closed_to_king & !attacked;
    let mut targets = !bounds.closed;
    if check_info.checkers != 0 {
        if check_info.checkers & (check_info.checkers - 1) != 0 {
            return;
        }
        // A single check is met by capturing the piece that gives it, or by stepping between.
        targets = check_info.checkers
            | R::check_blocks(position, king, check_info.checkers.trailing_zeros() as Cell);
    }
    let free = own & !check_info.pinned;
    sets.put_non_pawns(pieces, free, targets);
    sets.add_pawns_within(position, pieces.kind(Kind::Pawn) & free, targets, bounds);
    if check_info.pinned != 0 {
        add_pinned(position, check_info.pinned, targets, bounds, sets);
    }
    sets.split_wrap_duplicates(pieces);
    if position.rights & own_rank(seat, 1) != 0 && check_info.checkers == 0 {
        *sets.castles() = castles::<R>(position, attacked);
    }
    if position.ep_square != 0 {
        sets.add_en_passant(position, ep_capturers::<R>(position));
    }
}

/// Returns the legal moves on the flat board.
#[inline(always)]
pub fn legal(position: &Position) -> MoveSet {
    let mut sets = MoveSet::default();
    add_legal(position, Limits::orthodox::<Flat>(position), &mut sets);
    sets
}

/// Adds the moves of pinned pieces, which stay on the line of the pin. A pinned knight cannot move.
#[cold]
fn add_pinned<R: Topology>(
    position: &Position,
    pinned: Bitboard,
    targets: Bitboard,
    bounds: Bounds,
    sets: &mut MoveSetOn<R>,
) {
    let (pieces, king) = (&position.pieces, position.pieces.king(position.seat));
    for cell in cells(pinned) {
        let (piece, line) = (bit(cell), targets & R::pin_line(position, king, cell));
        let sliding = R::fill(
            pieces.orthogonal_sliders() & piece,
            pieces.diagonal_sliders() & piece,
            !pieces.occupied(),
        );
        for (set, reached) in sets.slides().iter_mut().zip(sliding) {
            *set |= reached & line;
        }
        sets.add_pawns_within(position, pieces.kind(Kind::Pawn) & piece, line, bounds);
    }
}

/// Returns the rooks with which a king that is not in check can castle (Chess 4.7, Chess960 2.1.3 and 3.3).
fn castles<R: Topology>(position: &Position, attacked: Bitboard) -> Bitboard {
    let (pieces, seat) = (&position.pieces, position.seat);
    let king = pieces.king(seat);
    let mut castles = 0;
    for rook in cells(position.rights & own_rank(seat, 1)) {
        let castling = Castling::of(king, rook);
        let clear = castling.must_be_empty() & pieces.occupied() == 0 && castling.king_path() & attacked == 0;
        if clear && !exposes_king_on_rank::<R>(position, castling) {
            castles |= bit(rook);
        }
    }
    castles
}

/// Returns whether the king is in check along its rank once king and rook have moved. Only possible if a rook
/// does not start in a corner, or if the board is a cylinder.
fn exposes_king_on_rank<R: Topology>(position: &Position, castling: Castling) -> bool {
    let pieces = &position.pieces;
    let occupied = pieces.occupied() & !bit(castling.king) & !bit(castling.rook)
        | bit(castling.king_to)
        | bit(castling.rook_to);
    let enemies = pieces.orthogonal_sliders() & pieces.side(position.seat.other());
    R::rook_attacks(castling.king_to, occupied) & enemies & own_rank(position.seat, 1) != 0
}

/// Returns the pawns that can capture en passant without leaving their king attacked.
#[cold]
pub fn ep_capturers<R: Topology>(position: &Position) -> Bitboard {
    let (pieces, seat) = (&position.pieces, position.seat);
    let (king, ep_pawn) = (pieces.king(seat), position.ep_pawn());
    let mut takers = 0;
    for pawn in cells(position.next_to_ep_pawn_on::<R>()) {
        let occupied = pieces.occupied() & !bit(pawn) & !ep_pawn | position.ep_square;
        if topology::attackers::<R>(pieces, seat.other(), king, occupied) & !ep_pawn == 0 {
            takers |= bit(pawn);
        }
    }
    takers
}

/// Returns whether the king of the seat that is not to act is in check. No step leads to such a position
/// (Chess 11.4).
pub fn opponent_in_check(position: &Position) -> bool {
    let pieces = &position.pieces;
    pieces.attackers(position.seat, pieces.king(position.seat.other()), pieces.occupied()) != 0
}
