//! Sets of actions, and how they are written into arrays.

use super::Bit;
use super::bit::{Flag, or_bits, set_bits, write_bits, write_partial};
use bytemuck::cast_slice_mut;
use std::mem::take;

/// From so many actions on, flags are cleared all at once, and then written only where some are set.
const MIN_SPARSE_LEN: usize = 6000;

/// A set of actions, such as those of the legal steps: a bit for each action.
///
/// Games number their actions so that whole words of the set are at hand when the steps have been found; what
/// is then written for a learner is made of it 64 actions at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    words: Box<[u64]>,
}

impl Mask {
    /// The empty set of so many actions.
    pub fn new(actions: usize) -> Mask {
        Mask { words: vec![0; actions.div_ceil(64)].into() }
    }

    /// Puts an action in.
    #[inline(always)]
    pub fn add(&mut self, action: usize) {
        self.words[action / 64] |= 1 << (action % 64);
    }

    /// Makes the first actions, 64 a word, those whose bits are set.
    #[inline(always)]
    pub fn set_first_words<const N: usize>(&mut self, words: &[u64; N]) {
        self.words[..N].copy_from_slice(words);
    }

    /// Puts in the actions from `first` on whose bits are set.
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

    /// Writes a byte for each action, 1 for those in the set and 0 for the others, and empties the set.
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

    /// The same for many actions, of which hardly any is in the set: most words are empty, and which are not
    /// is found for 64 at a time, so that it is not to be guessed. (A fill need not read the memory that it
    /// overwrites.)
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

    /// Writes a bit for each action, eight a byte, the first action the lowest, and takes them all out.
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
    fn masks_of_any_length_are_written_over_whatever_stood_there() {
        for actions in [64, 4095, 5999, 6000, 6001, 6016, 8192, 8215] {
            let mut mask = Mask::new(actions);
            for every in [1, 3, 70, 1000, actions] {
                let had = |action: usize| action.is_multiple_of(every) || action + 1 == actions;
                (0..actions).filter(|&action| had(action)).for_each(|action| mask.add(action));
                let mut flags = vec![true; actions + 1];
                mask.drain_to_flags(&mut flags[..actions]);
                let wrong = (0..actions).find(|&action| flags[action] != had(action));
                assert_eq!((wrong, flags[actions]), (None, true), "{actions}, every {every}");
                assert_eq!(mask, Mask::new(actions), "all are taken out");
            }
        }
    }
}
