//! The numbers of actions on the 8x8 board: every way that a queen or a knight goes on the empty board, and the promotions to less than
//! a queen. All games of the family on this board number their steps so, and put what else they have behind.
//!
//! - 0 to 1791: from cell and to cell, for every pair that a queen or a knight could go (`a1` first; of one from cell, the lower to cell first).
//!   Castling is such a pair (king and target, or king and rook), and so is a promotion to a queen.
//! - 1792 to 1857: promotions to knight, bishop, rook (22 of each): the from file, and whether the pawn goes ahead or captures to the west or the east.
//!
//! Seen from a seat ([`Frame::Seat`]), Black's board is mirrored top to bottom, not turned by 180 degrees: so kings and queens stand on the
//! same files for both seats, castling to the king's side is the same action for both, and the start looks the same to both. (Turned, it would not.)

use super::bits::{Bits, bit};
use super::men::Kind;
use super::position::Position;
use super::sets::Sets;
use super::step::{Deed, Named, Step};
use crate::board::Cell;
use crate::game::{Frame, Seat};

/// How many pairs of cells a queen or a knight could go.
pub const PAIRS: usize = 1792;
/// How many actions pieces have in all.
pub const ACTIONS: usize = PAIRS + 66;
/// No action.
const NONE: u16 = u16::MAX;

/// The numbers of the pairs, by from and to.
static NUMBERS: [[u16; 64]; 64] = numbers();
/// From and to of each pair.
static PAIR: [(Cell, Cell); PAIRS] = {
    let (numbers, mut pairs, mut from) = (numbers(), [(0, 0); PAIRS], 0);
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            if numbers[from][to] != NONE {
                pairs[numbers[from][to] as usize] = (from as Cell, to as Cell);
            }
            to += 1;
        }
        from += 1;
    }
    pairs
};

const fn numbers() -> [[u16; 64]; 64] {
    let (mut table, mut next, mut from) = ([[NONE; 64]; 64], 0, 0);
    let mut knight: [Bits; 64] = [0; 64];
    while from < 64 {
        let mut hop = 0;
        while hop < 8 {
            if let Some(to) = super::lines::displaced(from as Cell, super::lines::HOPS[hop]) {
                knight[from] |= bit(to);
            }
            hop += 1;
        }
        from += 1;
    }
    from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let files = (from & 7) as i32 - (to & 7) as i32;
            let ranks = (from >> 3) as i32 - (to >> 3) as i32;
            let line = files == 0 || ranks == 0 || files == ranks || files == -ranks;
            if from != to && (line || knight[from] & bit(to as Cell) != 0) {
                table[from][to] = next;
                next += 1;
            }
            to += 1;
        }
        from += 1;
    }
    table
}

/// The cell as `seat` sees it, and back.
#[inline(always)]
pub fn turned(frame: Frame, seat: Seat, cell: Cell) -> Cell {
    if frame == Frame::Seat && seat == 1 { cell ^ 56 } else { cell }
}

/// The place of a promotion among the 22 of its kind: from file f it goes to f - 1, f or f + 1, where there are such files.
#[inline(always)]
fn way(from: Cell, to: Cell) -> usize {
    usize::from(2 * (from & 7) + (to & 7))
}

/// The files of a promotion from its place.
fn files(way: usize) -> (Cell, Cell) {
    let from = (way + 1) / 3;
    (from as Cell, (way - 2 * from) as Cell)
}

/// The action of a step of a piece.
#[inline(always)]
pub fn action(frame: Frame, seat: Seat, step: Step) -> usize {
    let (from, to) = (step.from(), step.to());
    match step.deed() {
        Deed::Promote(kind @ (Kind::Knight | Kind::Bishop | Kind::Rook)) => {
            PAIRS + 22 * (kind as usize - Kind::Knight as usize) + way(from, to)
        }
        _ => usize::from(
            NUMBERS[turned(frame, seat, from) as usize & 63][turned(frame, seat, to) as usize & 63],
        ),
    }
}

/// The cells that a queen or a knight reaches from each cell of the empty board, and the number of the first of these pairs.
static FROM: [(Bits, u16); 64] = {
    let (numbers, mut all, mut from) = (numbers(), [(0, 0); 64], 0);
    while from < 64 {
        let mut to = 64;
        while to > 0 {
            to -= 1;
            if numbers[from][to] != NONE {
                all[from] = (all[from].0 | bit(to as Cell), numbers[from][to]);
            }
        }
        from += 1;
    }
    all
};

/// The eight bits of each byte as flags, the lowest first.
static FLAGS: [[bool; 8]; 256] = {
    let (mut table, mut at) = ([[false; 8]; 256], 0);
    while at < 8 * 256 {
        table[at / 8][at % 8] = (at / 8) >> (at % 8) & 1 == 1;
        at += 1;
    }
    table
};

/// Those bits of `bits` that `chosen` has, moved together to the low end.
#[inline(always)]
fn together(bits: Bits, chosen: Bits) -> Bits {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        // SAFETY: this line is compiled only where the whole build may use BMI2.
        unsafe { core::arch::x86_64::_pext_u64(bits, chosen) }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        super::bits::cells(bits & chosen)
            .fold(0, |all, cell| all | 1 << (chosen & (bit(cell) - 1)).count_ones())
    }
}

/// Writes 1 for the actions of the steps of pieces, 0 for all others.
#[inline(always)]
pub fn mark<const SHUFFLED: bool>(frame: Frame, position: &Position, sets: &Sets, out: &mut [bool]) {
    let seat = position.seat;
    out.fill(false);
    let turn = turned(frame, seat, 0);
    sets.each_origin::<SHUFFLED>(position, |from, to| {
        let (reach, first) = FROM[usize::from(from ^ turn) & 63];
        let to = together(if turn != 0 { to.swap_bytes() } else { to }, reach);
        // The pairs of one cell are 23 to 35: five times eight flags, the last of which end where the pairs end.
        let last = reach.count_ones() as usize - 8;
        for at in [0, 8, last.min(16), last.min(24), last] {
            if let Some(flags) = out[usize::from(first) + at..].first_chunk_mut() {
                *flags = FLAGS[(to >> at) as usize & 0xFF];
            }
        }
    });
    sets.each_promoting(seat, |from, to| {
        (0..3).for_each(|kind| out[PAIRS + 22 * kind + way(from, to)] = true);
    });
}

/// The step that an action of a piece means in a position.
#[inline]
pub fn step<const SHUFFLED: bool>(frame: Frame, position: &Position, action: usize) -> Option<Step> {
    let seat = position.seat;
    let named = if let Some(&(from, to)) = PAIR.get(action) {
        let (from, to) = (turned(frame, seat, from), turned(frame, seat, to));
        let queens =
            super::step::is_last_rank(seat, to) && position.men.of(seat, Kind::Pawn) & bit(from) != 0;
        Named { from, to, promotion: queens.then_some(Kind::Queen) }
    } else {
        let promotion = action.checked_sub(PAIRS).filter(|&at| at < 66)?;
        let (from, to) = files(promotion % 22);
        let [seventh, eighth] = if seat == 0 { [48, 56] } else { [8, 0] };
        let kind = [Kind::Knight, Kind::Bishop, Kind::Rook][promotion / 22];
        Named { from: seventh + from, to: eighth + to, promotion: Some(kind) }
    };
    position.step_of::<SHUFFLED>(named)
}

/// Where each action goes when the board is mirrored left to right.
pub fn mirrored() -> Vec<u32> {
    let pair = |at: usize| {
        let (from, to) = PAIR[at];
        u32::from(NUMBERS[usize::from(from ^ 7)][usize::from(to ^ 7)])
    };
    let promotion = |at: usize| {
        let (from, to) = files(at % 22);
        (PAIRS + at / 22 * 22 + way(from ^ 7, to ^ 7)) as u32
    };
    (0..PAIRS).map(pair).chain((0..66).map(promotion)).collect()
}

/// The cells that a queen or a knight reaches from a cell of the empty board.
pub fn reach(cell: Cell) -> Bits {
    FROM[usize::from(cell)].0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_that_a_queen_or_knight_could_go_has_a_number() {
        let pairs: u32 = (0..64).map(|cell| reach(cell).count_ones()).sum();
        assert_eq!(pairs as usize, PAIRS);
        for (at, &(from, to)) in PAIR.iter().enumerate() {
            assert_eq!(usize::from(NUMBERS[usize::from(from)][usize::from(to)]), at);
            assert!(reach(from) & bit(to) != 0);
        }
    }

    #[test]
    fn promotions_have_22_ways() {
        let mut seen = [false; 22];
        for from in 0..8u8 {
            for to in from.saturating_sub(1)..=(from + 1).min(7) {
                assert!(!std::mem::replace(&mut seen[way(from, to)], true));
                assert_eq!(files(way(from, to)), (from, to));
            }
        }
        assert!(seen.iter().all(|&way| way));
    }

    #[test]
    fn mirroring_twice_changes_nothing() {
        let mirrored = mirrored();
        assert_eq!(mirrored.len(), ACTIONS);
        assert!((0..ACTIONS).all(|at| mirrored[mirrored[at] as usize] as usize == at));
    }
}
