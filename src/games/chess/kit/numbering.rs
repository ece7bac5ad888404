//! The numbers of actions on the 8x8 board: how a piece comes to a cell, and to which. All games of the
//! family on this board number their steps so, and put what else they have behind.
//!
//! - 0 to 1023: sixteen planes of 64 cells of arrival (`a1` first), one for each way to come: the eight
//!   directions (north, then clockwise), then the eight hops of knights ([`HOPS`]). The nearest piece behind
//!   a cell of arrival is the only one that can have come, so these two tell the step. Kings and pawns go in
//!   directions too. Castling is the king's way to its target (in Chess960, to the rook), and a step of a
//!   pawn to the last rank is its promotion to a queen.
//! - 1024 to 1095: promotions to knight, bishop, rook (24 of each): 8 cells of the last rank for pawns that
//!   come straight ahead, 8 for those that capture towards the west, 8 for the east.
//!
//! Some are never legal, as coming north to rank 1: in return every plane is a board, and the steps of a
//! position (see [`MoveSetOn`]) are these planes already.
//!
//! On a cylinder a piece can arrive by two ways at the same time: along a rank from both sides, or on both
//! diagonals. Three additional ways, [`WRAP`] and the next two, stand for these pairs. Their planes follow
//! all other actions.
//!
//! Seen from a seat ([`Frame::Seat`]), Black's board is mirrored top to bottom, not turned by 180 degrees: so
//! kings and queens stand on the same files for both seats, castling to the king's side is the same action
//! for both, and the start looks the same to both. (Turned, it would not.)

use super::bitboard::{Bitboard, bit, mirrored_if};
use super::castling::CastlingNotation;
use super::lines::{DIRECTIONS, HOPS, WAYS, displaced_on, mirrored_way};
use super::move_set::MoveSetOn;
use super::pieces::{Kind, Pieces};
use super::position::Position;
use super::step::{MoveKind, Step, UciMove};
use super::topology::{Cylinder, Topology};
use crate::board::Cell;
use crate::game::{Frame, Mask, Seat};

/// How many actions lead to a cell, or to the last rank in promotions to queens.
pub const ARRIVALS: usize = 64 * WAYS;
/// How many promotions to one kind there are.
pub const PROMOTIONS: usize = 3 * 8;
/// How many actions pieces have in all.
pub const ACTIONS: usize = ARRIVALS + 3 * PROMOTIONS;
/// The way from both sides of a rank; then on both diagonals that lead north, and on both that lead south.
pub const WRAP: usize = WAYS;
/// How many ways there are on a cylinder.
pub const ALL_WAYS: usize = WAYS + 3;
/// How many actions come on two ways.
pub const WRAP_ACTIONS: usize = 64 * 3;
/// No way leads there.
const NONE: u8 = u8::MAX;

/// The way that leads from one cell to another: the shortest one, and of two equal ones that to the east.
const fn ways(wraps: bool) -> [[u8; 64]; 64] {
    let (mut table, mut from) = ([[NONE; 64]; 64], 0);
    while from < 64 {
        let mut way = 0;
        while way < 8 {
            let (mut at, mut far) = (from as Cell, 0);
            while let Some(next) = displaced_on(wraps, at, DIRECTIONS[way]) {
                far += 1;
                if next == from as Cell || way == 2 && wraps && far > 4 {
                    break;
                }
                if table[from][next as usize] == NONE {
                    table[from][next as usize] = way as u8;
                }
                at = next;
            }
            if let Some(to) = displaced_on(wraps, from as Cell, HOPS[way]) {
                table[from][to as usize] = 8 + way as u8;
            }
            way += 1;
        }
        from += 1;
    }
    table
}

static WAY: [[u8; 64]; 64] = ways(false);

/// The way that leads from one cell to another (any, if none does).
#[inline(always)]
pub fn way(from: Cell, to: Cell) -> usize {
    usize::from(WAY[usize::from(from & 63)][usize::from(to & 63)]) % WAYS
}

/// Returns a way on the board reflected top to bottom.
#[inline(always)]
pub const fn flipped_way(way: usize) -> usize {
    match way {
        0..8 => (12 - way) & 7,
        8..WRAP => way ^ 3,
        _ => [WRAP, WRAP + 2, WRAP + 1][(way - WRAP) % 3],
    }
}

/// Returns whether a seat sees the board reflected top to bottom.
#[inline(always)]
pub fn is_mirrored(frame: Frame, seat: Seat) -> bool {
    frame == Frame::Seat && seat.of_two() == Seat::ONE
}

/// Returns a cell as a seat sees it, and the reverse.
#[inline(always)]
pub fn perspective_cell(frame: Frame, seat: Seat, cell: Cell) -> Cell {
    if is_mirrored(frame, seat) { cell ^ 56 } else { cell }
}

/// The action of a step of a piece.
#[inline(always)]
pub fn action(frame: Frame, castling_notation: CastlingNotation, seat: Seat, step: Step) -> usize {
    let (from, to) = (step.from(), step.target(castling_notation));
    match step.move_kind() {
        MoveKind::Promotion(kind @ (Kind::Knight | Kind::Bishop | Kind::Rook)) => promotion(kind, from, to),
        _ => {
            let [from, to] = [from, to].map(|cell| usize::from(perspective_cell(frame, seat, cell)) & 63);
            64 * usize::from(WAY[from][to]) + to
        }
    }
}

/// The action of a promotion to knight, bishop or rook.
#[inline(always)]
fn promotion(kind: Kind, from: Cell, to: Cell) -> usize {
    let aside = [1, 0, 2][usize::from((to & 7) + 1).wrapping_sub(usize::from(from & 7)) % 8 % 3];
    ARRIVALS + PROMOTIONS * (kind as usize - Kind::Knight as usize) + 8 * aside + usize::from(to & 7)
}

/// The way on which a piece goes from one cell to another, where the board is a cylinder.
pub fn cylinder_way(pieces: &Pieces, kind: Kind, from: Cell, to: Cell) -> usize {
    static AROUND: [[u8; 64]; 64] = ways(true);
    let way = usize::from(AROUND[usize::from(from) & 63][usize::from(to) & 63]);
    let other = 8usize.wrapping_sub(way) & 7;
    let slides = matches!(kind, Kind::Bishop | Kind::Rook | Kind::Queen);
    if way >= 8 || way == other || !slides || Cylinder::ray(other, from) & bit(to) == 0 {
        return way;
    }
    let clear = |d| Cylinder::between(d, from, to) & pieces.occupied() == 0;
    match (clear(way), clear(other)) {
        (true, true) => match way {
            2 | 6 => WRAP,
            1 | 7 => WRAP + 1,
            _ => WRAP + 2,
        },
        (false, true) => other,
        _ => way,
    }
}

/// The way on which a piece goes from one cell to another.
pub fn way_between(wraps: bool, pieces: &Pieces, kind: Kind, from: Cell, to: Cell) -> usize {
    match wraps {
        true => cylinder_way(pieces, kind, from, to),
        false => usize::from(WAY[usize::from(from) & 63][usize::from(to) & 63]),
    }
}

/// Returns the action of a step of a piece on a cylinder. `wrapping` is the first action of the three ways
/// that wrap.
pub fn cylinder_action(
    frame: Frame,
    castling_notation: CastlingNotation,
    position: &Position,
    wrapping: usize,
    step: Step,
) -> usize {
    let (from, to, seat) = (step.from(), step.target(castling_notation), position.seat);
    let kind = match step.move_kind() {
        MoveKind::Promotion(kind @ (Kind::Knight | Kind::Bishop | Kind::Rook)) => {
            return promotion(kind, from, to);
        }
        MoveKind::Normal(kind) => kind,
        _ => Kind::Pawn,
    };
    let way = cylinder_way(&position.pieces, kind, from, to);
    let seen = if is_mirrored(frame, seat) { flipped_way(way) } else { way };
    let first = if seen < WAYS { 64 * seen } else { wrapping + 64 * (seen - WRAP) };
    first + usize::from(perspective_cell(frame, seat, to))
}

/// Returns the step of an action of a piece on a cylinder. `wrapping` is the first action of the three ways
/// that wrap.
pub fn cylinder_step(
    frame: Frame,
    castling_notation: CastlingNotation,
    position: &Position,
    wrapping: usize,
    action: usize,
) -> Option<Step> {
    let Some(own) = action.checked_sub(wrapping) else {
        return position.find_step(named::<Cylinder>(frame, position, action)?, castling_notation);
    };
    if own >= WRAP_ACTIONS {
        return None;
    }
    let (way, to) = (WRAP + own / 64, perspective_cell(frame, position.seat, (own % 64) as Cell));
    let way = if is_mirrored(frame, position.seat) { flipped_way(way) } else { way };
    let from = came_from::<Cylinder>(way, to, position.pieces.occupied())?;
    position.find_step(UciMove { from, to, promotion: None }, castling_notation)
}

/// The cells of arrival by the way that leads there, as the seat to act sees them.
#[inline(always)]
fn seen<R: Topology>(
    frame: Frame,
    castling_notation: CastlingNotation,
    position: &Position,
    sets: &MoveSetOn<R>,
) -> [Bitboard; WAYS] {
    let (ways, mirrored) = (sets.ways(position, castling_notation), is_mirrored(frame, position.seat));
    let mut seen = [0; WAYS];
    for (way, seen) in seen.iter_mut().enumerate() {
        *seen = mirrored_if(mirrored, if mirrored { ways[flipped_way(way)] } else { ways[way] });
    }
    seen
}

/// Puts the actions of the steps of pieces into an empty mask.
#[inline(always)]
pub fn mark<R: Topology>(
    frame: Frame,
    castling_notation: CastlingNotation,
    position: &Position,
    sets: &MoveSetOn<R>,
    mask: &mut Mask,
) {
    mask.set_first_words(&seen(frame, castling_notation, position, sets));
    mark_promotions(0, sets, mask);
}

/// Puts them into a mask behind `first` other actions, where it is empty.
#[inline(always)]
pub fn mark_behind<R: Topology>(
    first: usize,
    frame: Frame,
    castling_notation: CastlingNotation,
    position: &Position,
    sets: &MoveSetOn<R>,
    mask: &mut Mask,
) {
    for (way, arrivals) in seen(frame, castling_notation, position, sets).into_iter().enumerate() {
        mask.add_all(first + 64 * way, arrivals);
    }
    mark_promotions(first, sets, mask);
}

#[inline(always)]
fn mark_promotions<R: Topology>(first: usize, sets: &MoveSetOn<R>, mask: &mut Mask) {
    let promotions = sets.promoting();
    if promotions != 0 {
        (0..3).for_each(|kind| mask.add_all(first + ARRIVALS + PROMOTIONS * kind, promotions));
    }
}

/// Puts the actions of the steps that come on two ways into a mask; `wrapping` is the first of them.
#[inline(always)]
pub fn mark_wraps<R: Topology>(
    frame: Frame,
    seat: Seat,
    sets: &MoveSetOn<R>,
    wrapping: usize,
    mask: &mut Mask,
) {
    let mirrored = is_mirrored(frame, seat);
    for (way, &set) in (WRAP..).zip(sets.wrap_sets()) {
        let seen = if mirrored { flipped_way(way) } else { way };
        mask.add_all(wrapping + 64 * (seen - WRAP), mirrored_if(mirrored, set));
    }
}

/// Puts arrivals in one of the eight directions into a mask that holds those of other pieces.
#[inline(always)]
pub fn mark_way(frame: Frame, seat: Seat, way: usize, arrivals: Bitboard, mask: &mut Mask) {
    let mirrored = is_mirrored(frame, seat);
    let way = if mirrored { flipped_way(way) } else { way };
    mask.add_all(64 * way, mirrored_if(mirrored, arrivals));
}

/// Returns the move of a piece that an action names in a position.
#[inline]
pub fn named<R: Topology>(frame: Frame, position: &Position, action: usize) -> Option<UciMove> {
    let seat = position.seat;
    if action < ARRIVALS {
        let to = perspective_cell(frame, seat, (action % 64) as Cell);
        let way = if is_mirrored(frame, seat) { flipped_way(action / 64) } else { action / 64 };
        let from = came_from::<R>(way, to, position.pieces.occupied())?;
        let queens =
            super::step::is_last_rank(seat, to) && position.pieces.of(seat, Kind::Pawn) & bit(from) != 0;
        return Some(UciMove { from, to, promotion: queens.then_some(Kind::Queen) });
    }
    let promotion = action.checked_sub(ARRIVALS).filter(|&at| at < 3 * PROMOTIONS)?;
    let (file, aside) = ((promotion % 8) as Cell, [0, 1, -1][promotion / 8 % 3]);
    let [seventh, eighth] = if seat == Seat::ZERO { [48, 56] } else { [8, 0] };
    let from = file.wrapping_add_signed(aside);
    let from = if R::WRAPS { from & 7 } else { from };
    if from > 7 {
        return None;
    }
    let kind = [Kind::Knight, Kind::Bishop, Kind::Rook][promotion / PROMOTIONS];
    Some(UciMove { from: seventh + from, to: eighth + file, promotion: Some(kind) })
}

/// Returns the only cell from which a piece can have arrived by that way.
#[inline]
pub fn came_from<R: Topology>(way: usize, to: Cell, occupied: Bitboard) -> Option<Cell> {
    if (8..WAYS).contains(&way) {
        let from = R::hop_back(way - 8, to);
        return (R::knight_attacks(to) & bit(from) != 0).then_some(from);
    }
    let behind = if way < 8 { way ^ 4 } else { [6, 5, 7][(way - WRAP) % 3] };
    (R::ray(behind, to) & occupied != 0).then(|| R::nearest(behind, to, occupied))
}

/// Returns the place of an action of a piece in the action planes. `None` for promotions to knight, bishop
/// and rook, which are numbered by file.
pub fn place(action: usize) -> Option<usize> {
    (action < ARRIVALS).then_some(action)
}

/// Returns the action on the board reflected left to right.
pub fn mirrored(action: usize) -> usize {
    match action.checked_sub(ARRIVALS) {
        None => 64 * mirrored_way(action / 64) + ((action % 64) ^ 7),
        Some(at) => ARRIVALS + at / PROMOTIONS * PROMOTIONS + 8 * [0, 2, 1][at / 8 % 3] + ((at % 8) ^ 7),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_that_a_queen_or_knight_could_go_has_its_way() {
        let pairs = WAY.iter().flatten().filter(|&&way| way != NONE).count();
        // Queens have 1456 and knights 336.
        assert_eq!(pairs, 1792);
        let way = |from: usize, to: usize| WAY[from][to] as usize;
        for (from, to) in (0..64).flat_map(|from| (0..64).map(move |to| (from, to))) {
            if WAY[from][to] != NONE {
                assert_eq!(way(from ^ 56, to ^ 56), flipped_way(way(from, to)));
                assert_eq!(way(from ^ 7, to ^ 7), mirrored_way(way(from, to)));
            }
        }
    }

    #[test]
    fn mirroring_twice_changes_nothing() {
        assert!((0..ACTIONS).all(|at| mirrored(at) < ACTIONS && mirrored(mirrored(at)) == at));
    }
}
