//! Explicit randomness: `(seed, stream, index)` determines a game, independently of threads and batches.

use crate::packing::PackFields;
use rand::{Rng as _, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// The random number generator of plyground. Its numbers never change between versions or platforms.
pub type Rng = Xoshiro256PlusPlus;

const _: () = assert!(size_of::<Rng>() == 32);

// SAFETY: it is 256 bits of state and nothing else.
unsafe impl PackFields for Rng {}

/// Returns the generator for game `index` of `stream` (such as an environment of a batch) under `seed`.
///
/// ```
/// use plyground::game::{below, rng_for};
/// let (mut one, mut same) = (rng_for(7, 0, 3), rng_for(7, 0, 3));
/// assert_eq!(below(&mut one, 1000), below(&mut same, 1000));
/// ```
pub fn rng_for(seed: u64, stream: u64, index: u64) -> Rng {
    // Three rounds of a good mixer prevent related generators for neighboring numbers.
    let mut mixed = SplitMix64::seed_from_u64(seed).next_u64();
    mixed = SplitMix64::seed_from_u64(mixed ^ stream.wrapping_mul(0x9E37_79B9_7F4A_7C15)).next_u64();
    mixed = SplitMix64::seed_from_u64(mixed.wrapping_add(index)).next_u64();
    Rng::seed_from_u64(mixed)
}

/// Returns a uniform number below `n`, which must be positive. The bias of the multiplication is below n /
/// 2^64.
#[inline(always)]
pub fn below(rng: &mut Rng, n: usize) -> usize {
    ((u128::from(rng.next_u64()) * n as u128) >> 64) as usize
}
