//! The transposition table of alpha-beta, of fixed size.

/// The relation of a stored value to the true value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Bound {
    /// The value is exact.
    #[default]
    Exact,
    /// The value is a lower bound.
    Lower,
    /// The value is an upper bound.
    Upper,
}

/// The stored result of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    key: u64,
    /// The number of the search that stored the entry. 0 marks an empty entry.
    generation: u32,
    pub value: i32,
    pub best_action: u32,
    pub depth: u8,
    pub bound: Bound,
}

/// A table of search results, indexed by the highest bits of the position hash, without probing.
pub(super) struct TranspositionTable {
    entries: Box<[Entry]>,
    generation: u32,
}

/// 2^16 entries of 24 bytes.
const INDEX_BITS: u32 = 16;

impl TranspositionTable {
    pub fn new() -> TranspositionTable {
        TranspositionTable { entries: vec![Entry::default(); 1 << INDEX_BITS].into(), generation: 0 }
    }

    /// Removes all entries. This takes constant time, because entries of other generations are ignored.
    pub fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.entries.fill(Entry::default());
            self.generation = 1;
        }
    }

    fn index(key: u64) -> usize {
        (key >> (64 - INDEX_BITS)) as usize
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        let entry = self.entries[TranspositionTable::index(key)];
        (entry.generation == self.generation && entry.key == key).then_some(entry)
    }

    /// Stores a result, unless the slot has a deeper one of the current generation.
    pub fn store(&mut self, key: u64, depth: u8, value: i32, bound: Bound, best_action: u32) {
        let slot = &mut self.entries[TranspositionTable::index(key)];
        if slot.generation != self.generation || slot.depth <= depth {
            *slot = Entry { key, generation: self.generation, value, best_action, depth, bound };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_found_until_the_table_is_cleared() {
        let (mut table, key) = (TranspositionTable::new(), 0xFEDC_BA98_7654_3210);
        table.clear();
        assert!(table.get(key).is_none() && table.get(0).is_none());
        table.store(key, 3, -7, Bound::Upper, 12);
        let entry = table.get(key).expect("stored");
        assert_eq!((entry.value, entry.best_action, entry.depth, entry.bound), (-7, 12, 3, Bound::Upper));
        assert!(table.get(key ^ 1).is_none(), "the same slot, another position");
        table.store(key ^ 1, 2, 0, Bound::Exact, 1);
        assert!(table.get(key).is_some(), "the stored result is deeper");
        table.store(key ^ 1, 3, 0, Bound::Exact, 1);
        assert!(table.get(key).is_none());
        table.clear();
        assert!(table.get(key ^ 1).is_none());
    }
}
