//! What a judge has said, kept as long as there is room.

use super::batch::{Form, Heard};

/// Answers by the keys of what was asked, in bounded memory: the newest take the place of the oldest.
#[derive(Debug)]
pub(super) struct Cache {
    /// The last answer kept under each key, by the key's lowest bits.
    places: Vec<Place>,
    /// The numbers of all answers, written round and round.
    numbers: Vec<f32>,
    /// How many numbers have been written in all, with those that were skipped at the ends of rounds.
    written: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Place {
    key: u64,
    /// What had been written before, and 1; 0 where nothing is kept.
    at: u64,
    weights: u32,
    values: u16,
    form: Form,
}

impl Cache {
    /// Answers in about so many bytes; none if there is no room.
    pub fn new(bytes: usize) -> Option<Cache> {
        /// So many bytes has an answer, about.
        const ANSWER: usize = 192;
        let places = (bytes / ANSWER).checked_next_power_of_two().filter(|&places| places > 1)? / 2;
        let left = bytes.checked_sub(places * size_of::<Place>())?;
        let numbers = vec![0.0; left / size_of::<f32>()];
        Some(Cache { places: vec![Place::default(); places], numbers, written: 0 })
    }

    /// What was said of a position that has so many legal actions.
    #[inline]
    pub fn find(&self, key: u64, actions: usize) -> Option<Heard<'_>> {
        let place = &self.places[key as usize & (self.places.len() - 1)];
        let at = place.at.checked_sub(1).filter(|_| place.key == key && place.weights as usize == actions)?;
        // What is not written over yet.
        let length = self.numbers.len();
        let first = (at % length as u64) as usize;
        let all = self.numbers.get(first..).filter(|_| self.written - at <= length as u64)?;
        let (weights, rest) = all.split_at(actions);
        Some(Heard { weights, values: &rest[..place.values.into()], form: place.form })
    }

    /// Keeps what was said of a position.
    pub fn keep(&mut self, key: u64, heard: Heard<'_>) {
        let Heard { weights, values, form } = heard;
        let (length, size) = (self.numbers.len(), weights.len() + values.len());
        if size > length {
            return;
        }
        let left = length - (self.written % length as u64) as usize;
        if size > left {
            self.written += left as u64;
        }
        let first = (self.written % length as u64) as usize;
        let (to, rest) = self.numbers[first..].split_at_mut(weights.len());
        to.copy_from_slice(weights);
        rest[..values.len()].copy_from_slice(values);
        let at = self.written + 1;
        self.written += size as u64;
        let place = key as usize & (self.places.len() - 1);
        let (weights, values) = (weights.len() as u32, values.len() as u16);
        self.places[place] = Place { key, at, weights, values, form };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: Form = Form { logits: true, relative_values: false };

    #[test]
    fn the_newest_take_the_place_of_the_oldest() {
        let mut cache = Cache::new(4096).expect("room");
        let said = |number: u64| vec![number as f32; 1 + number as usize % 7];
        for number in 0..10_000u64 {
            // Keys of positions are hashes.
            let key = |number: u64| number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 7;
            let (weights, values) = (said(number), [number as f32, -1.0]);
            cache.keep(key(number), Heard { weights: &weights, values: &values, form: FORM });
            let known = (0..=number).rev().take(1000).filter(|&number| {
                let weights = said(number);
                let found = cache.find(key(number), weights.len());
                assert!(cache.find(key(number), weights.len() + 1).is_none());
                found.inspect(|found| {
                    assert_eq!((found.weights, found.values), (&weights[..], &[number as f32, -1.0][..]));
                    assert_eq!(found.form, FORM);
                });
                found.is_some()
            });
            let known: Vec<u64> = known.collect();
            assert_eq!(known.first(), Some(&number));
            assert!(number < 100 || (4..200).contains(&known.len()), "{} are known", known.len());
        }
    }

    #[test]
    fn without_room_nothing_is_kept() {
        assert!(Cache::new(0).is_none());
        assert!(Cache::new(100).is_none());
        let mut small = Cache::new(400).expect("room");
        small.keep(5, Heard { weights: &[0.5; 1000], values: &[0.0], form: FORM });
        assert!(small.find(5, 1000).is_none());
    }
}
