//! Cache of evaluations in bounded memory.

use super::batch::{Evaluation, OutputFormat};

/// Evaluations by the keys of their positions. New evaluations overwrite the oldest ones.
#[derive(Debug)]
pub(super) struct EvalCache {
    /// A hash table without probing, indexed by the lowest bits of the key.
    entries: Vec<Entry>,
    /// A ring buffer of the weights and values of all evaluations.
    values_ring: Vec<f32>,
    /// The total number of values written, including those skipped at the end of the ring.
    num_written: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    /// `num_written` before the evaluation was stored, plus 1. 0 marks an empty entry.
    at: u64,
    weights: u32,
    values: u16,
    format: OutputFormat,
}

impl EvalCache {
    /// Creates a cache of about `bytes` bytes. Returns `None` if that is too small for one entry.
    pub fn new(bytes: usize) -> Option<EvalCache> {
        /// The estimated memory of an entry.
        const ENTRY_BYTES: usize = 192;
        let entries = (bytes / ENTRY_BYTES).checked_next_power_of_two().filter(|&entries| entries > 1)? / 2;
        let left = bytes.checked_sub(entries * size_of::<Entry>())?;
        let values_ring = vec![0.0; left / size_of::<f32>()];
        Some(EvalCache { entries: vec![Entry::default(); entries], values_ring, num_written: 0 })
    }

    /// Returns the evaluation of a position with this key and number of legal actions.
    #[inline]
    pub fn get(&self, key: u64, actions: usize) -> Option<Evaluation<'_>> {
        let entry = &self.entries[key as usize & (self.entries.len() - 1)];
        let at = entry.at.checked_sub(1).filter(|_| entry.key == key && entry.weights as usize == actions)?;
        // Older values of the ring have been overwritten.
        let length = self.values_ring.len();
        let first = (at % length as u64) as usize;
        let all = self.values_ring.get(first..).filter(|_| self.num_written - at <= length as u64)?;
        let (weights, rest) = all.split_at(actions);
        Some(Evaluation { weights, values: &rest[..entry.values.into()], format: entry.format })
    }

    /// Stores the evaluation of a position.
    pub fn insert(&mut self, key: u64, evaluation: Evaluation<'_>) {
        let Evaluation { weights, values, format } = evaluation;
        let (length, size) = (self.values_ring.len(), weights.len() + values.len());
        if size > length {
            return;
        }
        let left = length - (self.num_written % length as u64) as usize;
        if size > left {
            self.num_written += left as u64;
        }
        let first = (self.num_written % length as u64) as usize;
        let (to, rest) = self.values_ring[first..].split_at_mut(weights.len());
        to.copy_from_slice(weights);
        rest[..values.len()].copy_from_slice(values);
        let at = self.num_written + 1;
        self.num_written += size as u64;
        let entry = key as usize & (self.entries.len() - 1);
        let (weights, values) = (weights.len() as u32, values.len() as u16);
        self.entries[entry] = Entry { key, at, weights, values, format };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: OutputFormat = OutputFormat { logits: true, relative_values: false };

    #[test]
    fn new_entries_overwrite_the_oldest() {
        let mut cache = EvalCache::new(4096).expect("room");
        let weights_of = |number: u64| vec![number as f32; 1 + number as usize % 7];
        for number in 0..10_000u64 {
            // The keys of positions are hashes.
            let key = |number: u64| number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 7;
            let (weights, values) = (weights_of(number), [number as f32, -1.0]);
            cache.insert(key(number), Evaluation { weights: &weights, values: &values, format: FORMAT });
            let known = (0..=number).rev().take(1000).filter(|&number| {
                let weights = weights_of(number);
                let found = cache.get(key(number), weights.len());
                assert!(cache.get(key(number), weights.len() + 1).is_none());
                found.inspect(|found| {
                    assert_eq!((found.weights, found.values), (&weights[..], &[number as f32, -1.0][..]));
                    assert_eq!(found.format, FORMAT);
                });
                found.is_some()
            });
            let known: Vec<u64> = known.collect();
            assert_eq!(known.first(), Some(&number));
            assert!(number < 100 || (4..200).contains(&known.len()), "{} are known", known.len());
        }
    }

    #[test]
    fn a_cache_without_room_stores_nothing() {
        assert!(EvalCache::new(0).is_none());
        assert!(EvalCache::new(100).is_none());
        let mut small = EvalCache::new(400).expect("room");
        small.insert(5, Evaluation { weights: &[0.5; 1000], values: &[0.0], format: FORMAT });
        assert!(small.get(5, 1000).is_none());
    }
}
