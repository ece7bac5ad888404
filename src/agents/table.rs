//! What a search has found out of positions, in a table of fixed size.

/// What a value says of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the value.
    #[default]
    Exact,
    /// It is worth at least that.
    AtLeast,
    /// It is worth at most that.
    AtMost,
}

/// What was found out of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    key: u64,
    /// The search that found it out; none is 0.
    search: u32,
    pub value: i32,
    pub best: u32,
    pub depth: u8,
    pub bound: Bound,
}

/// Positions by their hashes, each in the one place that its hash gives it.
pub(super) struct Table {
    entries: Box<[Entry]>,
    search: u32,
}

/// 2^16 entries of 24 bytes.
const BITS: u32 = 16;

impl Table {
    pub fn new() -> Table {
        Table { entries: vec![Entry::default(); 1 << BITS].into(), search: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.entries.fill(Entry::default());
            self.search = 1;
        }
    }

    fn place(key: u64) -> usize {
        (key >> (64 - BITS)) as usize
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        let entry = self.entries[Table::place(key)];
        (entry.search == self.search && entry.key == key).then_some(entry)
    }

    /// Remembers a position; one of which more is known keeps its place.
    pub fn put(&mut self, key: u64, depth: u8, value: i32, bound: Bound, best: u32) {
        let place = &mut self.entries[Table::place(key)];
        if place.search != self.search || place.depth <= depth {
            *place = Entry { key, search: self.search, value, best, depth, bound };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_found_again_until_all_is_forgotten() {
        let (mut table, key) = (Table::new(), 0xFEDC_BA98_7654_3210);
        table.clear();
        assert!(table.get(key).is_none() && table.get(0).is_none());
        table.put(key, 3, -7, Bound::AtMost, 12);
        let entry = table.get(key).expect("what was put");
        assert_eq!((entry.value, entry.best, entry.depth, entry.bound), (-7, 12, 3, Bound::AtMost));
        assert!(table.get(key ^ 1).is_none(), "the same place, another position");
        table.put(key ^ 1, 2, 0, Bound::Exact, 1);
        assert!(table.get(key).is_some(), "what is known of it is deeper");
        table.put(key ^ 1, 3, 0, Bound::Exact, 1);
        assert!(table.get(key).is_none());
        table.clear();
        assert!(table.get(key ^ 1).is_none());
    }
}
