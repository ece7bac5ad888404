//! The transposition table of alpha-beta, which threads can share.

use std::sync::Arc;
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
    /// A number that is too large is stored wrongly, which only changes the order of moves.
    pub best_action: u32,
    pub depth: u8,
    pub bound: Bound,
}

/// A slot: the key of a position, combined with its entry by an exclusive or, and the entry in one word. A
/// word of 0 is an empty slot.
///
/// Threads read and write slots without locks. If two of them write one slot at the same time, its words may
/// not belong together. Then its key is wrong, and no position finds it.
type Slot = [AtomicU64; 2];

/// The slots in which an entry is looked up.
type Bucket = [Slot; 4];

/// A table of search results. Its clones share the results.
#[derive(Clone, Debug)]
pub struct TranspositionTable {
    /// The memory is zeroed by the system, page by page when it is first used.
    buckets: Arc<Box<[Bucket]>>,
    /// The number of the game, from 1. The slots of other games count as empty.
    game: u64,
    /// The number of the search in the game. Entries of earlier searches are replaced first.
    age: u64,
}

/// The layout of the word of an entry, from the lowest bit.
const ACTION_BITS: u32 = 20;
const VALUE_BITS: u32 = 22;
const DEPTH_BITS: u32 = 7;
const BOUND_BITS: u32 = 2;
const AGE_BITS: u32 = 6;
const GAME_BITS: u32 = 7;
const DEPTH: u32 = ACTION_BITS + VALUE_BITS;
const BOUND: u32 = DEPTH + DEPTH_BITS;
const AGE: u32 = BOUND + BOUND_BITS;
const GAME: u32 = AGE + AGE_BITS;

const fn mask(bits: u32) -> u64 {
    (1 << bits) - 1
}

impl TranspositionTable {
    /// Returns an empty table of about this size.
    pub fn new(megabytes: u32) -> TranspositionTable {
        let count = (megabytes as usize * (1 << 20) / size_of::<Bucket>()).max(1);
        TranspositionTable { buckets: Arc::new(bytemuck::zeroed_slice_box(count)), game: 1, age: 0 }
    }

    /// Removes all entries, for a new game. Nothing of earlier games influences what is found and replaced.
    /// This takes constant time, except once in 127 games.
    pub fn clear(&mut self) {
        (self.game, self.age) = (self.game + 1, 0);
        if self.game > mask(GAME_BITS) {
            let words = self.buckets.iter().flatten().flatten();
            words.for_each(|word| word.store(0, Ordering::Relaxed));
            self.game = 1;
        }
    }

    /// Starts a new search. The entries of earlier ones stay until their place is needed.
    pub fn start_search(&mut self) {
        self.age = (self.age + 1) & mask(AGE_BITS);
    }

    /// Returns the index of the bucket of a key: the highest bits of the product are spread evenly.
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    /// Returns the entry of a position.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.index(key)];
        let mut slots = bucket.iter().map(read);
        let (_, word) = slots.find(|&(found, word)| found == key && word >> GAME == self.game)?;
        Some(unpack(word))
    }

    /// Stores a result. It replaces the result of the same position, or the one with the least depth, if
    /// possible of an earlier search.
    pub fn store(&self, key: u64, entry: Entry) {
        let &TranspositionTable { game, age, .. } = self;
        let rank = |slot: &Slot| match read(slot) {
            (_, word) if word >> GAME != game => -1,
            (found, _) if found == key => -2,
            (_, word) => {
                let is_current = word >> AGE & mask(AGE_BITS) == age;
                (word >> DEPTH & mask(DEPTH_BITS)) as i32 + if is_current { 1 << DEPTH_BITS } else { 0 }
            }
        };
        let word = pack(entry) | age << AGE | game << GAME;
        if let Some([combined, stored]) = self.buckets[self.index(key)].iter().min_by_key(|slot| rank(slot)) {
            combined.store(key ^ word, Ordering::Relaxed);
            stored.store(word, Ordering::Relaxed);
        }
    }
}

/// Returns the key and the word of a slot.
fn read([combined, stored]: &Slot) -> (u64, u64) {
    let word = stored.load(Ordering::Relaxed);
    (combined.load(Ordering::Relaxed) ^ word, word)
}

/// Returns the word of an entry, without game and age.
fn pack(Entry { value, best_action, depth, bound }: Entry) -> u64 {
    let bound = match bound {
        Bound::Exact => 0,
        Bound::Lower => 1,
        Bound::Upper => 2,
    };
    u64::from(best_action) & mask(ACTION_BITS)
        | (value as u64 & mask(VALUE_BITS)) << ACTION_BITS
        | (u64::from(depth) & mask(DEPTH_BITS)) << DEPTH
        | bound << BOUND
}

fn unpack(word: u64) -> Entry {
    let unused = 64 - VALUE_BITS;
    Entry {
        value: ((word >> ACTION_BITS << unused) as i64 >> unused) as i32,
        best_action: (word & mask(ACTION_BITS)) as u32,
        depth: (word >> DEPTH & mask(DEPTH_BITS)) as u8,
        bound: match word >> BOUND & mask(BOUND_BITS) {
            0 => Bound::Exact,
            1 => Bound::Lower,
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
        for _ in 0..300 {
            table.clear();
            assert_eq!(table.get(key), None);
        }
        table.store(key, entry(1, 2, Bound::Lower, 3));
        assert_eq!(table.get(key), Some(entry(1, 2, Bound::Lower, 3)));
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

    #[test]
    fn entries_of_earlier_games_are_replaced_like_empty_slots() {
        let (mut used, fresh) = (TranspositionTable::new(1), TranspositionTable::new(1));
        for key in 1..5 {
            used.store(key, entry(0, 100, Bound::Exact, 0));
        }
        used.clear();
        for (key, depth) in [(11, 3), (12, 1), (13, 2), (14, 5), (15, 4), (16, 9)] {
            for table in [&used, &fresh] {
                table.store(key, entry(0, depth, Bound::Exact, 0));
            }
            for key in 11..17 {
                assert_eq!(used.get(key), fresh.get(key));
            }
        }
    }

    #[test]
    fn threads_share_entries_and_never_find_a_mixture() {
        let table = TranspositionTable::new(1);
        // These keys share a bucket, and the value of each entry is its key.
        let keys = 1..40;
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (table, keys) = (table.clone(), keys.clone());
                scope.spawn(move || {
                    for round in 0..2_000 {
                        for key in keys.clone() {
                            table.store(key, entry(key as i32, (round % 60 + thread) as u8, Bound::Exact, 0));
                            for other in keys.clone() {
                                let found = table.get(other);
                                assert!(found.is_none_or(|found| found.value == other as i32));
                            }
                        }
                    }
                });
            }
        });
        assert!(keys.into_iter().any(|key| table.get(key).is_some()));
    }
}
