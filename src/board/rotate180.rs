//! Rotation of boards with 64 cells by 180 degrees.

/// Rotates bitboards of a board with 64 cells by 180 degrees if `turned`.
///
/// It has no branch, since both seats observe equally often and the branch would be unpredictable.
#[inline(always)]
pub fn rotate180<const N: usize>(mut sets: [u64; N], turned: bool) -> [u64; N] {
    let all = u64::from(turned).wrapping_neg();
    for set in &mut sets {
        *set ^= (*set ^ set.reverse_bits()) & all;
    }
    sets
}

/// Reverses the order of all bits of some words if `reversed`.
///
/// Bits of cells by direction, one direction after the other, are in reversed order on the rotated board,
/// provided that opposite directions are numbered in reversed order.
#[inline(always)]
pub fn reverse_words<const N: usize>(words: [u64; N], reversed: bool) -> [u64; N] {
    let mut swapped = words;
    let all = u64::from(reversed).wrapping_neg();
    for (at, word) in swapped.iter_mut().enumerate() {
        *word ^= (*word ^ words[N - 1 - at]) & all;
    }
    rotate180(swapped, reversed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_reversed_as_one() {
        let words = [0b1011, 1 << 63, 7];
        assert_eq!(reverse_words(words, false), words);
        assert_eq!(reverse_words(words, true), [7 << 61, 1, 0b1101 << 60]);
    }

    #[test]
    fn the_first_cell_is_the_last_from_the_other_side() {
        let sets = [1, 1 << 7, 0x0123_4567_89AB_CDEF, u64::MAX];
        assert_eq!(rotate180(sets, false), sets);
        assert_eq!(rotate180(sets, true), [1 << 63, 1 << 56, 0xF7B3_D591_E6A2_C480, u64::MAX]);
    }
}
