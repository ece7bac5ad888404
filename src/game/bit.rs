//! Expansion of bits into array elements, 64 at a time.

use bytemuck::{Pod, Zeroable};
use half::f16;

/// An element type that bits can be expanded to.
pub trait Bit: Copy + Send + Sync + 'static {
    /// The element for a set bit.
    const ONE: Self;

    /// The element for a clear bit.
    const ZERO: Self;

    /// Writes the lowest `N` bits, which is 32 or 64, lowest bit first: `ONE` for set bits, `ZERO` for
    /// others.
    fn write<const N: usize>(bits: u64, out: &mut [Self; N]);
}

/// A byte of memory that other code may write: 0 or 1 after a mask was written, any value before.
///
/// A `bool` would be undefined behavior, because NumPy lets users write bytes other than 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Flag(u8);

// SAFETY: zero is a valid value of the wrapped byte.
unsafe impl Zeroable for Flag {}
// SAFETY: it is a transparent wrapper of a byte, and every byte is valid.
unsafe impl Pod for Flag {}

/// Sets the bits of `words` that are set in `bits`. The lowest bit of `bits` is bit `first` of the words.
#[inline(always)]
pub(super) fn or_bits(words: &mut [u64], first: usize, bits: u64) {
    let (word, shift) = (first / 64, first % 64);
    words[word] |= bits << shift;
    if shift > 0 && bits >> (64 - shift) != 0 {
        words[word + 1] |= bits >> (64 - shift);
    }
}

/// Writes one element for each bit to `out`, which has one element for each bit.
#[inline(always)]
pub fn write_bits<T: Bit>(words: &[u64], out: &mut [T]) {
    match tail_len(out.len()) {
        0 => write_words::<T, 0>(words, out),
        32 => write_words::<T, 32>(words, out),
        _ => write_words::<T, 64>(words, out),
    }
}

/// Returns the number of bits to write at the end of an array of this number of bits: 0 if they fill whole
/// words, otherwise 32 or 64. These bits overlap the ones before, which are written twice.
#[inline(always)]
pub(super) fn tail_len(bits: usize) -> usize {
    match bits % 64 {
        0 => 0,
        1..=32 if bits >= 32 => 32,
        _ => 64,
    }
}

/// Same as [`write_bits`], with a known number of bits for the end.
#[inline(always)]
pub(super) fn write_words<T: Bit, const END: usize>(words: &[u64], out: &mut [T]) {
    let length = out.len();
    for (block, &word) in out.as_chunks_mut::<64>().0.iter_mut().zip(words) {
        T::write(word, block);
    }
    if END > 0 {
        match out.last_chunk_mut::<END>() {
            Some(last) => T::write(bits_from(words, length - END), last),
            None => write_partial(words[0], out),
        }
    }
}

/// Iterates over the indices of set bits.
#[inline(always)]
pub(super) fn set_bits(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (first < 64).then_some(first)
    })
}

/// Fills an array in blocks, with a known block length for the end.
#[inline(always)]
pub(super) fn fill_blocks<T: Copy, const END: usize>(value: T, out: &mut [T]) {
    out.as_chunks_mut::<64>().0.fill([value; 64]);
    if END > 0 {
        match out.last_chunk_mut::<END>() {
            Some(last) => *last = [value; END],
            None => out.fill(value),
        }
    }
}

/// Returns up to 64 bits, beginning with bit `first`.
#[inline(always)]
fn bits_from(words: &[u64], first: usize) -> u64 {
    let (at, next) = (first / 64, (first / 64 + 1).min(words.len() - 1));
    ((u128::from(words[next]) << 64 | u128::from(words[at])) >> (first % 64)) as u64
}

/// Writes fewer bits than a word has.
#[inline(never)]
pub(super) fn write_partial<T: Bit>(word: u64, out: &mut [T]) {
    let mut block = [T::ZERO; 64];
    T::write(word, &mut block);
    out.copy_from_slice(&block[..out.len()]);
}

/// Implements `Bit`. Arguments: the type, its 0 and its 1. Then, for builds with AVX-512 and for builds with
/// AVX2: the number of elements in a vector, and a function that returns the vector for a part of the bits.
macro_rules! bit {
    ($type:ty, $zero:expr, $one:expr, $lanes512:literal, $vector512:expr, $lanes256:literal, $vector256:expr) => {
        impl Bit for $type {
            const ONE: $type = $one;
            const ZERO: $type = $zero;

            #[cfg(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512bw"))]
            #[inline(always)]
            fn write<const N: usize>(bits: u64, out: &mut [$type; N]) {
                const { assert!(N.is_multiple_of(32) && N <= 64) }
                let stored = (1u128 << (N * size_of::<$type>()).min(64)) - 1;
                for part in 0..N.div_ceil($lanes512) {
                    // SAFETY: this is compiled only if the whole build may use AVX-512. Each element is 0 or
                    // 1. The vectors have the length of the array, except for 32 bytes, to which half a
                    // vector is stored.
                    unsafe {
                        let vector = $vector512(bits, part);
                        let at = out.as_mut_ptr().add($lanes512 * part).cast();
                        _mm512_mask_storeu_epi8(at, stored as u64, vector);
                    }
                }
            }

            #[cfg(all(
                target_arch = "x86_64",
                target_feature = "avx2",
                not(all(target_feature = "avx512f", target_feature = "avx512bw"))
            ))]
            #[inline(always)]
            fn write<const N: usize>(bits: u64, out: &mut [$type; N]) {
                const { assert!(N.is_multiple_of(32) && N <= 64) }
                for (part, lanes) in out.as_chunks_mut::<$lanes256>().0.iter_mut().enumerate() {
                    // SAFETY: this is compiled only if the whole build may use AVX2. A vector has exactly
                    // this number of elements, each of which is 0 or 1.
                    unsafe {
                        let vector = $vector256(bits, part);
                        _mm256_storeu_si256(lanes.as_mut_ptr().cast(), vector);
                    }
                }
            }

            #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
            #[inline(always)]
            fn write<const N: usize>(bits: u64, out: &mut [$type; N]) {
                const { assert!(N.is_multiple_of(32) && N <= 64) }
                // The eight bits of each byte, the lowest first.
                static BYTES: [[$type; 8]; 256] = {
                    let (mut table, mut at) = ([[$zero; 8]; 256], 0);
                    while at < 8 * 256 {
                        if at / 8 >> (at % 8) & 1 == 1 {
                            table[at / 8][at % 8] = $one;
                        }
                        at += 1;
                    }
                    table
                };
                for (row, byte) in out.as_chunks_mut().0.iter_mut().zip(bits.to_le_bytes()) {
                    *row = BYTES[byte as usize];
                }
            }
        }
    };
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
use core::arch::x86_64::*;

bit!(
    f32,
    0.0,
    1.0,
    16,
    |bits, part| _mm512_maskz_set1_epi32((bits >> (16 * part)) as u16, 1f32.to_bits() as i32),
    8,
    |bits, part| {
        // Shifts each bit to the sign, and then copies the sign to all bits.
        let half = _mm256_set1_epi32((bits >> (part / 4 * 32)) as i32);
        let shifts = _mm256_setr_epi32(31, 30, 29, 28, 27, 26, 25, 24);
        let shifts = _mm256_sub_epi32(shifts, _mm256_set1_epi32(8 * (part % 4) as i32));
        let signs = _mm256_srai_epi32::<31>(_mm256_sllv_epi32(half, shifts));
        _mm256_and_si256(signs, _mm256_set1_epi32(1f32.to_bits() as i32))
    }
);
bit!(
    f16,
    f16::ZERO,
    f16::ONE,
    32,
    |bits, part| _mm512_maskz_set1_epi16((bits >> (32 * part)) as u32, f16::ONE.to_bits() as i16),
    16,
    |bits, part| {
        let each = _mm256_setr_epi16(
            1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80, 0x100, 0x200, 0x400, 0x800, 0x1000, 0x2000, 0x4000, -0x8000,
        );
        let quarter = _mm256_set1_epi16((bits >> (16 * part)) as i16);
        let found = _mm256_cmpeq_epi16(_mm256_and_si256(quarter, each), each);
        _mm256_and_si256(found, _mm256_set1_epi16(f16::ONE.to_bits() as i16))
    }
);
bit!(u8, 0, u8::MAX, 64, |bits, _part| _mm512_movm_epi8(bits), 32, |bits, part| bytes(bits, part));
/// Implements `Bit` for `bool`, and for a byte that may hold any value before it is written.
macro_rules! flag {
    ($($type:ty: $zero:expr, $one:expr;)*) => {
        $(bit!(
            $type,
            $zero,
            $one,
            64,
            |bits, _part| _mm512_maskz_set1_epi8(bits, 1),
            32,
            |bits, part| _mm256_and_si256(bytes(bits, part), _mm256_set1_epi8(1))
        );)*
    };
}

flag! {
    bool: false, true;
    Flag: Flag(0), Flag(1);
}

/// Expands one half of the bits to bytes that are all ones or all zeros.
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    not(all(target_feature = "avx512f", target_feature = "avx512bw"))
))]
#[inline(always)]
fn bytes(bits: u64, half: usize) -> __m256i {
    // SAFETY: this is compiled only if the whole build may use AVX2.
    unsafe {
        // Copies each of the four bytes eight times, and selects one bit in each copy.
        let eights =
            _mm256_setr_epi64x(0, 0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0303_0303_0303_0303);
        let each = _mm256_set1_epi64x(0x8040_2010_0804_0201u64 as i64);
        let eights = _mm256_add_epi8(eights, _mm256_set1_epi8(4 * half as i8));
        let spread = _mm256_shuffle_epi8(_mm256_set1_epi64x(bits as i64), eights);
        _mm256_cmpeq_epi8(_mm256_and_si256(spread, each), each)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_overwrite_the_array() {
        fn check<T: Bit + PartialEq + std::fmt::Debug>() {
            let words = [0x8000_0000_0000_0001, 0xF0F0_1234_5678_9ABC, 0xBA98_7654_3210_FEDC];
            for length in 1..=192 {
                let mut out = vec![T::ONE; length + 1];
                write_bits(&words[..usize::div_ceil(length, 64)], &mut out[..length]);
                for (at, &element) in out[..length].iter().enumerate() {
                    let expected = if words[at / 64] >> (at % 64) & 1 == 1 { T::ONE } else { T::ZERO };
                    assert_eq!(element, expected, "{at} of {length}");
                }
                assert_eq!(out[length], T::ONE, "nothing beyond is written");
            }
        }
        check::<f32>();
        check::<f16>();
        check::<u8>();
        check::<bool>();
        check::<Flag>();
    }
}
