//! How pieces take in Masquerade Chess: five capture moves, one for each kind of piece (Masquerade M1, M2).

use crate::board::Cell;
use crate::game::{FenError, FieldText};
use crate::games::chess::kit::bitboard::{Bitboard, bit};
use crate::games::chess::kit::lines::{KING_ATTACKS, KNIGHT_ATTACKS, bishop_rays, rook_rays};
use crate::games::chess::kit::pieces::Kind;

/// A set of capture moves: bit 0 the king's, then queen, rook, bishop, knight.
pub type Captures = u8;
/// All five.
pub const ALL: Captures = 0b11111;
/// The letters of kinds and capture moves, in their order.
pub const LETTERS: &[u8; 5] = b"KQRBN";
/// How many one-to-one assignments there are.
pub const MASKS: usize = 120;

/// The capture move of each kind, K Q R B N, by its place in that order.
pub type Mask = [u8; 5];

/// All assignments, in the order of their numbers.
pub static MASK: [Mask; MASKS] = {
    let mut masks = [[0; 5]; MASKS];
    let mut number = 0;
    while number < MASKS {
        // The digits of the number in the factorial system choose one of the capture moves left.
        let (mut left, mut at) = ([0u8, 1, 2, 3, 4], 0);
        let mut rest = number;
        let places = [24, 6, 2, 1, 1];
        while at < 5 {
            let mut chosen = rest / places[at];
            rest %= places[at];
            masks[number][at] = left[chosen];
            while chosen + 1 < 5 {
                left[chosen] = left[chosen + 1];
                chosen += 1;
            }
            at += 1;
        }
        number += 1;
    }
    masks
};

/// The place of a kind other than a pawn in the order K Q R B N.
#[inline(always)]
pub const fn place(kind: Kind) -> usize {
    (Kind::King as usize - kind as usize) % 5
}

/// The capture moves that reach from one cell to another, nothing being between (Masquerade M5).
#[inline(always)]
pub fn reaching(from: Cell, to: Cell) -> Captures {
    let to = bit(to);
    let at = from as usize & 63;
    if KNIGHT_ATTACKS[at] & to != 0 {
        return 0b10000;
    }
    let adjacent = u8::from(KING_ATTACKS[at] & to != 0);
    let straight = u8::from(rook_rays(from) & to != 0);
    let diagonal = u8::from(bishop_rays(from) & to != 0);
    adjacent | (straight | diagonal) << 1 | straight << 2 | diagonal << 3
}

/// The cells that some capture move reaches on an empty board (Masquerade M5).
pub fn reach(from: Cell) -> Bitboard {
    KNIGHT_ATTACKS[from as usize & 63] | rook_rays(from) | bishop_rays(from)
}

/// Whether an assignment gives each kind one of its possible captures.
pub fn fits(mask: &Mask, possible: &[Captures; 5]) -> bool {
    mask.iter().zip(possible).all(|(&capture, &set)| set >> capture & 1 != 0)
}

/// Appends the five letters of an assignment.
pub fn write(mask: &Mask, out: &mut String) {
    out.extend(mask.iter().map(|&capture| LETTERS[capture as usize] as char));
}

/// The number of the assignment with these five letters.
pub fn read(letters: &str) -> Option<usize> {
    let mut mask = [0; 5];
    if letters.len() != 5 {
        return None;
    }
    for (capture, letter) in mask.iter_mut().zip(letters.bytes()) {
        *capture = LETTERS.iter().position(|&known| known == letter)? as u8;
    }
    MASK.iter().position(|known| *known == mask)
}

/// Appends the letters of a set of capture moves.
pub fn write_set(set: Captures, out: &mut String) {
    out.extend((0..5).filter(|at| set >> at & 1 != 0).map(|at| LETTERS[at] as char));
}

/// The set with these letters, which stand in their order.
pub fn read_set(letters: &str) -> Option<Captures> {
    let mut set = 0;
    for letter in letters.bytes() {
        let at = LETTERS.iter().position(|&known| known == letter)?;
        if set >> at != 0 {
            return None;
        }
        set |= 1 << at;
    }
    (set != 0).then_some(set)
}

/// Appends a set of capture moves for each kind.
pub fn write_sets(sets: [Captures; 5], out: &mut String) {
    for (at, set) in sets.into_iter().enumerate() {
        out.push_str(if at == 0 { "" } else { "," });
        write_set(set, out);
    }
}

/// Reads a set of capture moves for each kind.
pub fn read_sets(field: FieldText<'_>) -> Result<[Captures; 5], FenError> {
    let (mut sets, groups) = ([0; 5], field.text.split(','));
    if groups.clone().count() != 5 {
        return Err(field.refused("expected five groups separated by commas, for K, Q, R, B and N"));
    }
    for (set, group) in sets.iter_mut().zip(groups) {
        *set = read_set(group)
            .ok_or_else(|| field.refused(format!("'{group}': expected letters of KQRBN in this order")))?;
    }
    Ok(sets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chess::kit::bitboard::read_cell;
    use std::collections::HashSet;

    #[test]
    fn rule_m1_has_120_assignments_that_read_as_they_are_written() {
        let mut all = HashSet::new();
        for (number, mask) in MASK.iter().enumerate() {
            let mut text = String::new();
            write(mask, &mut text);
            assert_eq!(read(&text), Some(number));
            let letters: HashSet<char> = text.chars().collect();
            assert_eq!(letters.len(), 5, "{text}");
            all.insert(text);
        }
        assert_eq!(all.len(), MASKS);
    }

    #[test]
    fn rule_m5_tells_which_capture_moves_reach() {
        let cell = |name: &str| read_cell(name.as_bytes()).unwrap();
        let set = |from, to| {
            let mut text = String::new();
            write_set(reaching(cell(from), cell(to)), &mut text);
            text
        };
        assert_eq!(set("d1", "d2"), "KQR");
        assert_eq!(set("d1", "e2"), "KQB");
        assert_eq!(set("d1", "d8"), "QR");
        assert_eq!(set("d1", "h5"), "QB");
        assert_eq!(set("d1", "e3"), "N");
        assert_eq!(set("d1", "e4"), "");
    }
}
