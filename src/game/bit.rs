//! Bits written as elements of arrays, 64 at a time.

use half::f16;

/// What a bit can be written as.
pub trait Bit: Copy + Send + Sync + 'static {
    /// What stands for a bit that is set if nothing else is said.
    const ONE: Self;

    /// Writes 64 bits, the lowest first: `value` for those that are set, 0 for the others.
    fn write(bits: u64, value: Self, out: &mut [Self; 64]);
}

/// Sets those of 64 bits that are set, the lowest of which is bit `first` of the words.
#[inline(always)]
pub(super) fn put_bits(words: &mut [u64], first: usize, bits: u64) {
    let (word, shift) = (first / 64, first % 64);
    words[word] |= bits << shift;
    if shift > 0 && bits >> (64 - shift) != 0 {
        words[word + 1] |= bits >> (64 - shift);
    }
}

/// Writes bits, 64 a word, over whatever stands in `out`, which has as many elements as there are bits.
#[inline]
pub fn write_bits<T: Bit>(words: &[u64], out: &mut [T]) {
    let (blocks, rest) = out.as_chunks_mut();
    blocks.iter_mut().zip(words).for_each(|(block, &word)| T::write(word, T::ONE, block));
    if !rest.is_empty()
        && let Some(&last) = words.last()
    {
        write_some(last, rest);
    }
}

/// Writes the first bits of a word, as many as `out` has elements: fewer than 64.
#[inline(never)]
pub(super) fn write_some<T: Bit>(word: u64, out: &mut [T]) {
    let mut block = [T::ONE; 64];
    T::write(word, T::ONE, &mut block);
    let (eights, rest) = out.as_chunks_mut::<8>();
    eights.iter_mut().zip(block.as_chunks().0).for_each(|(eight, bits)| *eight = *bits);
    let left = 8 * eights.len();
    rest.iter_mut().zip(&block[left..]).for_each(|(element, &bit)| *element = bit);
}

/// A type, its 0 and its 1; then, where the whole build may use AVX-512, how many elements a vector has, and what fills and what writes one.
macro_rules! bit {
    ($type:ty, $zero:expr, $one:expr, $lanes:literal, $fill:expr, $store:ident) => {
        impl Bit for $type {
            const ONE: $type = $one;

            #[cfg(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512bw"))]
            #[inline(always)]
            fn write(bits: u64, value: $type, out: &mut [$type; 64]) {
                for (part, lanes) in out.as_chunks_mut::<$lanes>().0.iter_mut().enumerate() {
                    // SAFETY: this is compiled only where the whole build may use AVX-512, and a vector has just so many elements, each of
                    // which is 0 or `value`.
                    unsafe { $store(lanes.as_mut_ptr().cast(), $fill(bits >> ($lanes * part), value)) }
                }
            }

            #[cfg(not(all(
                target_arch = "x86_64",
                target_feature = "avx512f",
                target_feature = "avx512bw"
            )))]
            #[inline(always)]
            fn write(bits: u64, value: $type, out: &mut [$type; 64]) {
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
                if bits == u64::MAX {
                    *out = [value; 64];
                } else if value == $one {
                    for (row, byte) in out.as_chunks_mut().0.iter_mut().zip(bits.to_le_bytes()) {
                        *row = BYTES[byte as usize];
                    }
                } else {
                    *out = std::array::from_fn(|at| if bits >> at & 1 == 1 { value } else { $zero });
                }
            }
        }
    };
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512bw"))]
use core::arch::x86_64::*;

bit!(
    f32,
    0.0,
    1.0,
    16,
    |bits, value| _mm512_maskz_mov_ps(bits as u16, _mm512_set1_ps(value)),
    _mm512_storeu_ps
);
bit!(
    f16,
    f16::ZERO,
    f16::ONE,
    32,
    |bits, value: f16| _mm512_maskz_set1_epi16(bits as u32, value.to_bits() as i16),
    _mm512_storeu_epi16
);
bit!(u8, 0, u8::MAX, 64, |bits, value| _mm512_maskz_set1_epi8(bits, value as i8), _mm512_storeu_epi8);
bit!(bool, false, true, 64, |bits, value| _mm512_maskz_set1_epi8(bits, value as i8), _mm512_storeu_epi8);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_written_over_whatever_stood_there() {
        fn check<T: Bit + PartialEq + std::fmt::Debug>(zero: T, one: T) {
            let words = [0x8000_0000_0000_0001, 0xF0F0_1234_5678_9ABC, 0b1_0011];
            for length in [1, 7, 8, 63, 64, 65, 128, 130, 133] {
                let mut out = vec![one; length + 1];
                write_bits(&words[..length.div_ceil(64)], &mut out[..length]);
                for (at, &element) in out[..length].iter().enumerate() {
                    let expected = if words[at / 64] >> (at % 64) & 1 == 1 { one } else { zero };
                    assert_eq!(element, expected, "{at} of {length}");
                }
                assert_eq!(out[length], one, "nothing beyond is written");
            }
        }
        check(0.0f32, 1.0);
        check(f16::ZERO, f16::ONE);
        check(0u8, 255);
        check(false, true);
    }

    #[test]
    fn bits_stand_for_any_value() {
        for bits in [0, 0b1011, u64::MAX, u64::MAX << 1] {
            let (mut floats, mut halves, mut bytes) = ([9.0; 64], [f16::ONE; 64], [9; 64]);
            f32::write(bits, 0.3, &mut floats);
            f16::write(bits, f16::from_f32(0.3), &mut halves);
            u8::write(bits, 77, &mut bytes);
            for at in 0..64 {
                let expected = if bits >> at & 1 == 1 { 0.3 } else { 0.0 };
                assert_eq!((floats[at], halves[at]), (expected, f16::from_f32(expected)));
                assert_eq!(bytes[at], if expected > 0.0 { 77 } else { 0 });
            }
        }
    }
}
