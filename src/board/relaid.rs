//! Sets of cells laid out anew, such as those of a word with gaps as those of a plane.

/// Where each cell of a set goes, looked up for some cells at a time: without a branch, whichever they are.
#[derive(Debug)]
pub struct Relaid<const W: usize> {
    /// For each of the next few cells, all that they may be, and the words that these become.
    parts: Vec<[[u64; W]; 1 << PART]>,
}

/// How many cells are looked up at a time: few enough that the tables stay at hand.
const PART: u32 = 5;

impl<const W: usize> Relaid<W> {
    /// The way from each of so many cells to where it goes: nowhere, or a bit of the words.
    pub fn new(cells: u32, to: impl Fn(u8) -> Option<usize>) -> Relaid<W> {
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
        Relaid { parts: (0..cells.div_ceil(PART)).map(part).collect() }
    }

    /// The words that a set becomes.
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
    use crate::board::Set;

    #[test]
    fn each_cell_goes_to_its_place() {
        let to = |cell: u8| (cell % 7 != 3).then(|| (usize::from(cell) * 29 + 5) % 143);
        let relaid = Relaid::<3>::new(78, to);
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
