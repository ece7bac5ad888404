//! Boards of 64 cells seen from the other side.

/// Sets of the cells of a board of 64 in rows of eight, a bit each, as they are or turned by 180 degrees.
///
/// Without a branch: who looks is one seat as often as the other.
#[inline(always)]
pub fn turned_each<const N: usize>(mut sets: [u64; N], turned: bool) -> [u64; N] {
    let all = u64::from(turned).wrapping_neg();
    for set in &mut sets {
        *set ^= (*set ^ set.reverse_bits()) & all;
    }
    sets
}

/// Bits in their order, or all in the opposite one.
///
/// What holds for cells by direction, one direction after the other, holds for the turned board in the
/// opposite order, if opposite directions are numbered in opposite orders.
#[inline(always)]
pub fn reversed_all<const N: usize>(words: [u64; N], reversed: bool) -> [u64; N] {
    let mut swapped = words;
    let all = u64::from(reversed).wrapping_neg();
    for (at, word) in swapped.iter_mut().enumerate() {
        *word ^= (*word ^ words[N - 1 - at]) & all;
    }
    turned_each(swapped, reversed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_reversed_as_one() {
        let words = [0b1011, 1 << 63, 7];
        assert_eq!(reversed_all(words, false), words);
        assert_eq!(reversed_all(words, true), [7 << 61, 1, 0b1101 << 60]);
    }

    #[test]
    fn the_first_cell_is_the_last_from_the_other_side() {
        let sets = [1, 1 << 7, 0x0123_4567_89AB_CDEF, u64::MAX];
        assert_eq!(turned_each(sets, false), sets);
        assert_eq!(turned_each(sets, true), [1 << 63, 1 << 56, 0xF7B3_D591_E6A2_C480, u64::MAX]);
    }
}
