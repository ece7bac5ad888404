//! The transposition table of alpha-beta, which threads share without locks.

use std::sync::atomic::{AtomicU64, Ordering};

/// The relation of a stored value to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value is exact.
    Exact,
    /// The value is a lower bound.
    Lower,
    /// The value is an upper bound.
    Upper,
}

/// The stored result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub value: i32,
    pub best_action: u32,
    pub depth: u8,
    pub bound: Bound,
}

/// A slot: an entry in one word, and the key of its position combined with that word. If threads write the
/// two words of different entries, the key does not match.
#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    word: AtomicU64,
}

/// The slots of one cache line, in which an entry is looked up.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// A table of search results.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Box<[Bucket]>,
    /// The number of the game and of the search in it: entries of other games are ignored, entries of
    /// earlier searches are replaced first.
    game: u64,
    age: u64,
}

/// The layout of the word of an entry, from the lowest bit. A word of 0 is an empty slot.
const ACTION_BITS: u32 = 20;
const VALUE_BITS: u32 = 22;
const DEPTH_BITS: u32 = 7;
const BOUND_BITS: u32 = 2;
const AGE_BITS: u32 = 6;
const DEPTH: u32 = ACTION_BITS + VALUE_BITS;
const BOUND: u32 = DEPTH + DEPTH_BITS;
const AGE: u32 = BOUND + BOUND_BITS;

const fn mask(bits: u32) -> u64 {
    (1 << bits) - 1
}

impl TranspositionTable {
    /// Returns an empty table of about this size.
    pub fn new(megabytes: u32) -> TranspositionTable {
        let count = (megabytes as usize * (1 << 20) / size_of::<Bucket>()).max(1);
        let buckets = (0..count).map(|_| Bucket::default()).collect();
        TranspositionTable { buckets, game: 0, age: 0 }
    }

    /// Removes all entries, for a new game. This takes constant time, because keys depend on the game.
    pub fn clear(&mut self) {
        self.game = self.game.wrapping_add(0x9E37_79B9_7F4A_7C15);
    }

    /// Starts a new search. The entries of earlier ones stay until their place is needed.
    pub fn start_search(&mut self) {
        self.age = (self.age + 1) & mask(AGE_BITS);
    }

    fn bucket(&self, key: u64) -> &Bucket {
        // The highest bits of the product are spread evenly over the buckets.
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Returns the entry of a position.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let key = key ^ self.game;
        self.bucket(key).0.iter().find_map(|slot| {
            let word = slot.word.load(Ordering::Relaxed);
            (word != 0 && slot.check.load(Ordering::Relaxed) ^ word == key).then(|| unpack(word))
        })
    }

    /// Stores a result. It replaces the result of the same position, or the one with the least depth, if
    /// possible of an earlier search.
    pub fn store(&self, key: u64, entry: Entry) {
        let key = key ^ self.game;
        let rank = |slot: &Slot| {
            let word = slot.word.load(Ordering::Relaxed);
            match word {
                0 => -1000,
                _ if slot.check.load(Ordering::Relaxed) ^ word == key => -2000,
                _ => {
                    let depth = (word >> DEPTH & mask(DEPTH_BITS)) as i32;
                    let is_current = word >> AGE & mask(AGE_BITS) == self.age;
                    depth + if is_current { 500 } else { 0 }
                }
            }
        };
        let Some(slot) = self.bucket(key).0.iter().min_by_key(|slot| rank(slot)) else { return };
        let word = self.pack(entry);
        slot.word.store(word, Ordering::Relaxed);
        slot.check.store(key ^ word, Ordering::Relaxed);
    }

    fn pack(&self, entry: Entry) -> u64 {
        let Entry { value, best_action, depth, bound } = entry;
        let bound = match bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        u64::from(best_action) & mask(ACTION_BITS)
            | (value as u64 & mask(VALUE_BITS)) << ACTION_BITS
            | (u64::from(depth) & mask(DEPTH_BITS)) << DEPTH
            | bound << BOUND
            | self.age << AGE
    }
}

fn unpack(word: u64) -> Entry {
    let unused = 64 - VALUE_BITS;
    Entry {
        value: ((word >> ACTION_BITS << unused) as i64 >> unused) as i32,
        best_action: (word & mask(ACTION_BITS)) as u32,
        depth: (word >> DEPTH & mask(DEPTH_BITS)) as u8,
        bound: match word >> BOUND & mask(BOUND_BITS) {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: i32, depth: u8, bound: Bound, best_action: u32) -> Entry {
        Entry { value, best_action, depth, bound }
    }

    #[test]
    fn entries_are_found_until_the_table_is_cleared() {
        let (mut table, key) = (TranspositionTable::new(1), 0xFEDC_BA98_7654_3210);
        assert_eq!(table.get(key), None);
        assert_eq!(table.get(0), None);
        for value in [-1_000_000, -7, 0, 123_456, 999_999] {
            let stored = entry(value, 3, Bound::Upper, 4671);
            table.store(key, stored);
            assert_eq!(table.get(key), Some(stored));
        }
        assert_eq!(table.get(key ^ 1), None, "the same bucket, another position");
        table.start_search();
        assert!(table.get(key).is_some());
        table.clear();
        assert_eq!(table.get(key), None);
    }

    #[test]
    fn shallow_entries_and_those_of_earlier_searches_are_replaced_first() {
        let mut table = TranspositionTable::new(1);
        // These keys share a bucket.
        for (key, depth) in [(1, 9), (2, 8), (3, 1), (4, 7)] {
            table.store(key, entry(0, depth, Bound::Exact, 0));
        }
        table.store(5, entry(0, 2, Bound::Lower, 0));
        assert!(table.get(3).is_none() && table.get(5).is_some() && table.get(4).is_some());
        table.start_search();
        for key in 6..9 {
            table.store(key, entry(0, 0, Bound::Lower, 0));
        }
        assert!(table.get(1).is_some(), "the deepest of the earlier search");
        assert!((6..9).all(|key| table.get(key).is_some()));
    }
}
