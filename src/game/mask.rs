//! Sets of actions, and how they are written into arrays.

use super::bit::{put_bits, write_bits};
use std::mem::take;

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
    pub fn begin<const N: usize>(&mut self, words: &[u64; N]) {
        self.words[..N].copy_from_slice(words);
    }

    /// Puts in the actions from `first` on whose bits are set.
    #[inline(always)]
    pub fn add_all(&mut self, first: usize, bits: u64) {
        put_bits(&mut self.words, first, bits);
    }

    /// Whether an action is in the set.
    #[inline]
    pub fn has(&self, action: usize) -> bool {
        self.words.get(action / 64).is_some_and(|word| word >> (action % 64) & 1 == 1)
    }

    /// Writes a flag for each action, and takes them all out.
    #[inline(never)]
    pub fn pour_flags(&mut self, out: &mut [bool]) {
        write_bits(&self.words, out);
        self.words.fill(0);
    }

    /// Writes a bit for each action, eight a byte, the first action the lowest, and takes them all out.
    #[inline(never)]
    pub fn pour_bytes(&mut self, out: &mut [u8]) {
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
        mask.begin(&[1 << 3]);
        [0, 63, 64, 132].into_iter().for_each(|action| mask.add(action));
        mask.add_all(60, 0b1011);
        mask.add_all(128, 0b10);
        let expected = [0, 3, 60, 61, 63, 64, 129, 132];
        let (mut flags, mut bytes) = (vec![true; 133], vec![0xFF; 17]);
        mask.clone().pour_flags(&mut flags);
        mask.clone().pour_bytes(&mut bytes);
        for action in 0..133 {
            let had = expected.contains(&action);
            assert_eq!((mask.has(action), flags[action]), (had, had), "{action}");
            assert_eq!(bytes[action / 8] >> (action % 8) & 1 == 1, had, "{action}");
        }
        assert!(!mask.has(1000));
        assert_eq!(bytes[16], 0b10010, "the bits beyond the last action are 0");
        let mut other = mask.clone();
        mask.pour_flags(&mut flags);
        other.pour_bytes(&mut bytes);
        assert_eq!([mask, other], [Mask::new(133), Mask::new(133)]);
    }
}
