//! What the next player could take, and which steps are legal therefore (Chess Kit 4B.2 to 4B.6).
//!
//! No step leaves a king to be taken, but a position string can, and a color without a king has none to
//! guard.

use crate::board::Cell;
use crate::game::Seat;
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells, own_rank};
use crate::games::chess::kit::castling::Castling;
use crate::games::chess::kit::check_info::CheckInfo;
use crate::games::chess::kit::lines::{DIRECTIONS, HOPS, KING_ATTACKS, LEAPS, between, fill_from, through};
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::position::{PawnSteps, Position};

/// The files e to h.
const KING_SIDE: Bitboard = 0xF0F0_F0F0_F0F0_F0F0;

/// The cells on a seat's side: seats 0 and 1 have the king side (4B.1).
#[inline(always)]
pub const fn side_of(seat: Seat) -> Bitboard {
    if half_of(seat) == 0 { KING_SIDE } else { !KING_SIDE }
}

/// The seat that acts after another (4B.1).
#[inline(always)]
pub const fn next(seat: Seat) -> Seat {
    seat.next(4)
}

/// Whether a seat may go from one cell to another (4B.2).
#[inline(always)]
pub const fn may_go(seat: Seat, from: Cell, to: Cell) -> bool {
    (bit(from) | bit(to)) & side_of(seat) != 0
}

/// From which cells a seat may go, and onto which, in some eight ways (4B.2): from its own side anywhere, and
/// from elsewhere onto its side, which is either to the east or to the west.
struct Ways {
    from: [Bitboard; 8],
    onto: [Bitboard; 8],
}

impl Ways {
    /// Those of seats that have the king side, then of the others.
    const fn of(ways: &[(i8, i8); 8]) -> [Ways; 2] {
        let [king_side, queen_side] = [[KING_SIDE; 8], [!KING_SIDE; 8]];
        let mut all = [Ways { from: king_side, onto: [!0; 8] }, Ways { from: queen_side, onto: [!0; 8] }];
        let mut way = 0;
        while way < 8 {
            let (files, _) = ways[way];
            if files != 0 {
                // Only eastwards does a piece come to the king side.
                let half = (files < 0) as usize;
                all[half].onto[way] = all[half].from[way];
                all[half].from[way] = !0;
            }
            way += 1;
        }
        all
    }
}

/// Along the eight directions of lines.
static SLIDES: [Ways; 2] = Ways::of(&DIRECTIONS);
/// By the eight hops of knights.
static HOPPED: [Ways; 2] = Ways::of(&HOPS);

/// The place of a seat's side among these.
#[inline(always)]
pub const fn half_of(seat: Seat) -> usize {
    seat.index() >> 1 & 1
}

/// The pieces that the next player after `seat` may move onto the cell of its king (4B.3).
#[inline(always)]
fn takers(pieces: &Pieces, seat: Seat) -> Bitboard {
    let (king, side) = (pieces.of(seat, Kind::King), side_of(next(seat)));
    let from = if king & side != 0 {
        !0
    } else if king != 0 {
        side
    } else {
        0
    };
    pieces.side(seat.other()) & from
}

/// Those that attack it there.
#[inline(always)]
pub fn king_takers(pieces: &Pieces, seat: Seat) -> Bitboard {
    pieces.attackers(seat.other(), pieces.king(seat), pieces.occupied()) & takers(pieces, seat)
}

/// The cells where the king of a seat, which has left its own, could be taken.
#[inline(always)]
pub fn takeable_cells(pieces: &Pieces, seat: Seat) -> Bitboard {
    let (enemy, side) = (seat.of_two().other(), side_of(next(seat)));
    let occupied = pieces.occupied() & !pieces.of(seat, Kind::King);
    let (enemies, half) = (pieces.side(enemy), half_of(next(seat)));
    let mut takeable = 0;
    let (lines, hops) = (&SLIDES[half], &HOPPED[half]);
    let slides = fill_from(
        &lines.from,
        pieces.orthogonal_sliders() & enemies,
        pieces.diagonal_sliders() & enemies,
        !occupied,
    );
    for (reached, onto) in slides.into_iter().zip(lines.onto) {
        takeable |= reached & onto;
    }
    let knights = pieces.kind(Kind::Knight) & enemies;
    for (leap, (from, onto)) in LEAPS.into_iter().zip(hops.from.into_iter().zip(hops.onto)) {
        takeable |= leap.of(knights & from) & onto;
    }
    let (pawns, steps) = (pieces.kind(Kind::Pawn) & enemies, PawnSteps::of(enemy));
    for step in [steps.east, steps.west] {
        takeable |= step.of(pawns & side) | step.of(pawns) & side;
    }
    let adjacent = match pieces.of(enemy, Kind::King) {
        0 => 0,
        king if king & side == 0 => KING_ATTACKS[pieces.king(enemy) as usize] & side,
        _ => KING_ATTACKS[pieces.king(enemy) as usize],
    };
    takeable | adjacent
}

/// What bears on the king of a seat: only what the next player can take with counts.
#[inline(always)]
pub fn check_info(position: &Position, seat: Seat) -> CheckInfo {
    let pieces = &position.pieces;
    let (king, takers) = (pieces.king(seat), takers(pieces, seat));
    let mut check_info = CheckInfo::from(position, takers);
    // A king can stand next to another king that it cannot capture.
    check_info.checkers |= KING_ATTACKS[king as usize] & pieces.kind(Kind::King) & takers;
    check_info
}

/// Puts the legal steps of pieces into empty sets.
#[inline(always)]
pub fn add_legal(position: &Position, seat: Seat, sets: &mut MoveSet) {
    let (pieces, side) = (&position.pieces, side_of(seat));
    let (own, king, kings) = (pieces.side(seat), pieces.king(seat), pieces.of(seat, Kind::King));
    let check_info = check_info(position, seat);
    let takeable = takeable_cells(pieces, seat);
    let targets = match check_info.checkers.count_ones() {
        0 => !own,
        // A single check is met by capturing the piece that gives it, or by stepping between.
        1 => check_info.checkers | between(king, check_info.checkers.trailing_zeros() as Cell),
        _ => 0,
    };
    let free = own & !check_info.pinned & !kings;
    let (lines, hops) = (&SLIDES[half_of(seat)], &HOPPED[half_of(seat)]);
    let slides = fill_from(
        &lines.from,
        pieces.orthogonal_sliders() & free,
        pieces.diagonal_sliders() & free,
        !pieces.occupied(),
    );
    for (set, (reached, onto)) in sets.slides().iter_mut().zip(slides.into_iter().zip(lines.onto)) {
        *set = reached & targets & onto;
    }
    let knights = pieces.kind(Kind::Knight) & free;
    for (way, (set, leap)) in sets.hops().iter_mut().zip(LEAPS).enumerate() {
        *set = leap.of(knights & hops.from[way]) & targets & hops.onto[way];
    }
    let pawns = pieces.kind(Kind::Pawn) & free;
    sets.add_pawns(position, pawns & side, targets);
    sets.add_pawns(position, pawns & !side, targets & side);
    if check_info.pinned != 0 {
        add_pinned(position, seat, check_info.pinned, targets, sets);
    }
    if kings != 0 {
        let onto = if side & kings == 0 { side } else { !0 };
        *sets.king() = KING_ATTACKS[king as usize] & !own & !takeable & onto;
    }
    if position.rights & own_rank(seat.of_two(), 1) != 0 {
        *sets.castles() = castles(position, seat, takeable);
    }
    if position.ep_square != 0 {
        sets.add_en_passant(position, ep_capturers(position, seat));
    }
}

/// A pinned piece stays on the line of the pin.
#[cold]
fn add_pinned(position: &Position, seat: Seat, pinned: Bitboard, targets: Bitboard, sets: &mut MoveSet) {
    let (king, side) = (position.pieces.king(seat), side_of(seat));
    for cell in cells(pinned) {
        let onto = if side & bit(cell) == 0 { side } else { !0 };
        sets.add_moves(position, bit(cell), targets & through(king, cell) & onto);
    }
}

/// The rooks with which the king castles (4B.5), which is a move of the king (4B.2).
fn castles(position: &Position, seat: Seat, takeable: Bitboard) -> Bitboard {
    let pieces = &position.pieces;
    let mut castles = 0;
    for rook in cells(position.rights & own_rank(seat.of_two(), 1)) {
        let castling = Castling::of(pieces.king(seat), rook);
        let clear = castling.must_be_empty() & pieces.occupied() == 0 && castling.king_path() & takeable == 0;
        if clear && may_go(seat, castling.king, castling.king_to) {
            castles |= bit(rook);
        }
    }
    castles
}

/// The pawns that the seat may capture en passant with (4B.6).
#[cold]
pub fn ep_capturers(position: &Position, seat: Seat) -> Bitboard {
    let pieces = &position.pieces;
    let (king, ep_pawn) = (pieces.king(seat), position.ep_pawn());
    let bearing = takers(pieces, seat) & !ep_pawn;
    let mut pawns = 0;
    for pawn in cells(position.next_to_ep_pawn()) {
        let occupied = pieces.occupied() & !bit(pawn) & !ep_pawn | position.ep_square;
        let safe = pieces.attackers(seat.other(), king, occupied) & bearing == 0;
        if safe && (bit(pawn) | position.ep_square) & side_of(seat) != 0 {
            pawns |= bit(pawn);
        }
    }
    pawns
}
