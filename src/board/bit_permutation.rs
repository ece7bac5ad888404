//! Table-driven bit permutations, such as from a bitboard with gaps to a plane.

/// Maps each bit of a bitboard to another place. It looks up several bits at a time, without branches.
#[derive(Debug)]
pub struct BitPermutation<const W: usize> {
    /// For each group of bits: the words for every combination of these bits.
    parts: Vec<[[u64; W]; 1 << PART]>,
}

/// The number of bits that are looked up at a time: few enough that the tables stay in the cache.
const PART: u32 = 5;

impl<const W: usize> BitPermutation<W> {
    /// Creates the mapping of bits `0..cells` by `to`, which returns a bit of the words, or `None` to drop
    /// the bit.
    pub fn new(cells: u32, to: impl Fn(u8) -> Option<usize>) -> BitPermutation<W> {
        let words = |first: u32, some: usize| {
            let mut words = [0; W];
            for cell in (first..cells.min(first + PART)).filter(|cell| some >> (cell - first) & 1 == 1) {
                if let Some(place) = to(cell as u8) {
                    words[place / 64] |= 1 << (place % 64);
                }
            }
            words
        };
        let part = |part: u32| std::array::from_fn(|some| words(part * PART, some));
        BitPermutation { parts: (0..cells.div_ceil(PART)).map(part).collect() }
    }

    /// Returns the words that a bitboard is mapped to.
    #[inline(always)]
    pub fn of(&self, mut set: u128) -> [u64; W] {
        let mut all = [0; W];
        for part in &self.parts {
            let words = &part[set as usize % (1 << PART)];
            all.iter_mut().zip(words).for_each(|(all, word)| *all |= word);
            set >>= PART;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Bitboard;

    #[test]
    fn each_cell_goes_to_its_place() {
        let to = |cell: u8| (cell % 7 != 3).then(|| (usize::from(cell) * 29 + 5) % 143);
        let relaid = BitPermutation::<3>::new(78, to);
        let mut set = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835u128;
        for _ in 0..100 {
            set = set.wrapping_mul(0xD134_2543_DE82_EF95_2545_F491_4F6C_DD1D) >> 3;
            let mut expected = [0; 3];
            (set & ((1 << 78) - 1)).each(|cell| {
                if let Some(place) = to(cell) {
                    expected[place / 64] |= 1u64 << (place % 64);
                }
            });
            assert_eq!(relaid.of(set), expected);
        }
    }
}
