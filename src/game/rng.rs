//! Explicit randomness: `(seed, stream, index)` determines a game, whatever thread or batch plays it.

use rand::{Rng as _, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// The generator that all of plyground draws from. Its numbers never change between versions or platforms.
pub type Rng = Xoshiro256PlusPlus;

/// The generator of game `index` of `stream` (an environment of a batch, say) under `seed`.
///
/// ```
/// use plyground::game::{below, rng_for};
/// let (mut one, mut same) = (rng_for(7, 0, 3), rng_for(7, 0, 3));
/// assert_eq!(below(&mut one, 1000), below(&mut same, 1000));
/// ```
pub fn rng_for(seed: u64, stream: u64, index: u64) -> Rng {
    // Three rounds of a good mixer keep neighboring numbers from giving related generators.
    let mut mixed = SplitMix64::seed_from_u64(seed).next_u64();
    mixed = SplitMix64::seed_from_u64(mixed ^ stream.wrapping_mul(0x9E37_79B9_7F4A_7C15)).next_u64();
    mixed = SplitMix64::seed_from_u64(mixed.wrapping_add(index)).next_u64();
    Rng::seed_from_u64(mixed)
}

/// A uniform number below `n` (> 0). The bias of the multiplication is under n / 2^64.
#[inline(always)]
pub fn below(rng: &mut Rng, n: usize) -> usize {
    ((u128::from(rng.next_u64()) * n as u128) >> 64) as usize
}
