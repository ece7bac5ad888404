//! Action masks as bit sets, and how they are written to arrays.

use super::Bit;
use super::bit::{Flag, or_bits, set_bits, write_bits, write_partial};
use bytemuck::cast_slice_mut;
use std::mem::take;

/// From this number of actions on, all flags are cleared first, and only words with set bits are written.
const MIN_SPARSE_LEN: usize = 6000;

/// A set of actions, such as those of the legal steps, with one bit for each action.
///
/// Games number their actions so that whole words of the set are available when the steps have been
/// generated. Masks for learners are then written 64 actions at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    words: Box<[u64]>,
}

impl Mask {
    /// Returns the empty set for this number of actions.
    pub fn new(actions: usize) -> Mask {
        Mask { words: vec![0; actions.div_ceil(64)].into() }
    }

    /// Adds an action.
    #[inline(always)]
    pub fn add(&mut self, action: usize) {
        self.words[action / 64] |= 1 << (action % 64);
    }

    /// Replaces the first words. Each word holds 64 actions.
    #[inline(always)]
    pub fn set_first_words<const N: usize>(&mut self, words: &[u64; N]) {
        self.words[..N].copy_from_slice(words);
    }

    /// Adds the actions whose bits are set. The lowest bit is action `first`.
    #[inline(always)]
    pub fn add_all(&mut self, first: usize, bits: u64) {
        or_bits(&mut self.words, first, bits);
    }

    /// Whether an action is in the set.
    #[inline]
    pub fn has(&self, action: usize) -> bool {
        self.words.get(action / 64).is_some_and(|word| word >> (action % 64) & 1 == 1)
    }

    /// Writes a flag for each action, and empties the set.
    pub fn drain_to_flags(&mut self, out: &mut [bool]) {
        self.drain_to(out);
    }

    /// Writes a byte for each action, 1 for those in the set and 0 for others, and empties the set.
    pub fn drain_to_flag_bytes(&mut self, out: &mut [u8]) {
        self.drain_to::<Flag>(cast_slice_mut(out));
    }

    #[inline(never)]
    fn drain_to<T: Bit>(&mut self, out: &mut [T]) {
        if out.len() >= MIN_SPARSE_LEN {
            return self.drain_to_sparse(out);
        }
        write_bits(&self.words, out);
        self.words.fill(0);
    }

    /// Same as `drain_to`, for many actions of which few are in the set. Most words are empty. The other
    /// words are found for 64 words at a time, without unpredictable branches. (`fill` need not read the
    /// memory that it overwrites.)
    #[inline(never)]
    fn drain_to_sparse<T: Bit>(&mut self, out: &mut [T]) {
        out.fill(T::ZERO);
        for (out, words) in out.chunks_mut(64 * 64).zip(self.words.chunks_mut(64)) {
            let some =
                words.iter().enumerate().fold(0, |some, (at, &word)| some | u64::from(word != 0) << at);
            for at in set_bits(some) {
                let (word, flags) = (take(&mut words[at]), &mut out[64 * at..]);
                match flags.first_chunk_mut::<64>() {
                    Some(flags) => T::write(word, flags),
                    None => write_partial(word, flags),
                }
            }
        }
    }

    /// Writes a bit for each action, eight to a byte, lowest bit first, and empties the set.
    #[inline(never)]
    pub fn drain_to_bits(&mut self, out: &mut [u8]) {
        for (bytes, word) in out.chunks_mut(8).zip(&mut self.words) {
            bytes.copy_from_slice(&take(word).to_le_bytes()[..bytes.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_is_written_as_flags_and_as_bits() {
        let mut mask = Mask::new(133);
        mask.add(7);
        mask.set_first_words(&[1 << 3]);
        [0, 63, 64, 132].into_iter().for_each(|action| mask.add(action));
        mask.add_all(60, 0b1011);
        mask.add_all(128, 0b10);
        let expected = [0, 3, 60, 61, 63, 64, 129, 132];
        let (mut flags, mut bytes, mut flag_bytes) = (vec![true; 133], vec![0xFF; 17], vec![7; 133]);
        mask.clone().drain_to_flags(&mut flags);
        mask.clone().drain_to_flag_bytes(&mut flag_bytes);
        mask.clone().drain_to_bits(&mut bytes);
        for action in 0..133 {
            let had = expected.contains(&action);
            assert_eq!((mask.has(action), flags[action]), (had, had), "{action}");
            assert_eq!(flag_bytes[action], u8::from(had), "{action}");
            assert_eq!(bytes[action / 8] >> (action % 8) & 1 == 1, had, "{action}");
        }
        assert!(!mask.has(1000));
        assert_eq!(bytes[16], 0b10010, "the bits beyond the last action are 0");
        let mut other = mask.clone();
        mask.drain_to_flags(&mut flags);
        other.drain_to_bits(&mut bytes);
        assert_eq!([mask, other], [Mask::new(133), Mask::new(133)]);
    }

    #[test]
    fn masks_of_any_length_overwrite_the_array() {
        for actions in [64, 4095, 5999, 6000, 6001, 6016, 8192, 8215] {
            let mut mask = Mask::new(actions);
            for every in [1, 3, 70, 1000, actions] {
                let had = |action: usize| action.is_multiple_of(every) || action + 1 == actions;
                (0..actions).filter(|&action| had(action)).for_each(|action| mask.add(action));
                let mut flags = vec![true; actions + 1];
                mask.drain_to_flags(&mut flags[..actions]);
                let wrong = (0..actions).find(|&action| flags[action] != had(action));
                assert_eq!((wrong, flags[actions]), (None, true), "{actions}, every {every}");
                assert_eq!(mask, Mask::new(actions), "the set is empty");
            }
        }
    }
}
