//! Bits written as elements of arrays, 64 at a time.

use half::f16;

/// What a bit can be written as.
pub trait Bit: Copy + Send + Sync + 'static {
    /// What stands for a bit that is set.
    const ONE: Self;

    /// What stands for one that is not.
    const ZERO: Self;

    /// How many bits are written at once.
    const LANES: usize;

    /// Writes the low bits of 64, the lowest first, so many as there are elements: some times as many as are written at once.
    fn write(bits: u64, out: &mut [Self]);
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
#[inline(always)]
pub fn write_bits<T: Bit>(words: &[u64], out: &mut [T]) {
    let (blocks, rest) = out.as_chunks_mut::<64>();
    blocks.iter_mut().zip(words).for_each(|(block, &word)| T::write(word, block));
    if !rest.is_empty() {
        write_rest(words, out);
    }
}

/// Writes the bits that fill no word. What is written at once ends with the array, and may begin before them: a few bits are written twice.
#[inline(always)]
fn write_rest<T: Bit>(words: &[u64], out: &mut [T]) {
    let (whole, rest) = (out.len() / 64, out.len() % 64);
    let before = rest.next_multiple_of(T::LANES) - rest;
    if let Some(first) = out.len().checked_sub(rest + before) {
        let bits = match before {
            0 => words[whole],
            _ => words[whole] << before | words[whole - 1] >> (64 - before),
        };
        T::write(bits, &mut out[first..]);
    } else {
        let bits = words[0];
        let each = out.iter_mut().enumerate();
        each.for_each(|(at, element)| *element = if bits >> at & 1 == 1 { T::ONE } else { T::ZERO });
    }
}

/// A type, its 0 and its 1; then, where the whole build may use AVX-512 and where it may use AVX2, how many elements a vector has, the vector
/// that so many bits become, and what stores it.
macro_rules! bit {
    (
        $type:ty, $zero:expr, $one:expr,
        $lanes512:literal, $vector512:expr, $store512:ident, $lanes256:literal, $vector256:expr $(,)?
    ) => {
        impl Bit for $type {
            const ONE: $type = $one;
            const ZERO: $type = $zero;

            #[cfg(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512bw"))]
            const LANES: usize = $lanes512;

            #[cfg(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512bw"))]
            #[inline(always)]
            fn write(bits: u64, out: &mut [$type]) {
                for (part, lanes) in out.as_chunks_mut::<$lanes512>().0.iter_mut().enumerate() {
                    // SAFETY: this is compiled only where the whole build may use AVX-512, and a vector has just so many elements, each of
                    // which is 0 or 1.
                    unsafe { $store512(lanes.as_mut_ptr().cast(), $vector512(bits >> ($lanes512 * part))) }
                }
            }

            #[cfg(all(
                target_arch = "x86_64",
                target_feature = "avx2",
                not(all(target_feature = "avx512f", target_feature = "avx512bw"))
            ))]
            const LANES: usize = $lanes256;

            #[cfg(all(
                target_arch = "x86_64",
                target_feature = "avx2",
                not(all(target_feature = "avx512f", target_feature = "avx512bw"))
            ))]
            #[inline(always)]
            fn write(bits: u64, out: &mut [$type]) {
                for (part, lanes) in out.as_chunks_mut::<$lanes256>().0.iter_mut().enumerate() {
                    // SAFETY: as above, with AVX2.
                    unsafe {
                        let vector = $vector256(bits >> ($lanes256 * part));
                        _mm256_storeu_si256(lanes.as_mut_ptr().cast(), vector);
                    }
                }
            }

            #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
            const LANES: usize = 8;

            #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
            #[inline(always)]
            fn write(bits: u64, out: &mut [$type]) {
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
    |bits| _mm512_maskz_mov_ps(bits as u16, _mm512_set1_ps(1.0)),
    _mm512_storeu_ps,
    8,
    |bits| {
        // Each bit where the sign stands, and the sign everywhere.
        let shifts = _mm256_setr_epi32(31, 30, 29, 28, 27, 26, 25, 24);
        let signs = _mm256_srai_epi32::<31>(_mm256_sllv_epi32(_mm256_set1_epi32(bits as i32), shifts));
        _mm256_and_si256(signs, _mm256_set1_epi32(1f32.to_bits() as i32))
    },
);
bit!(
    f16,
    f16::ZERO,
    f16::ONE,
    32,
    |bits| _mm512_maskz_set1_epi16(bits as u32, f16::ONE.to_bits() as i16),
    _mm512_storeu_epi16,
    16,
    |bits| {
        let each = _mm256_setr_epi16(
            1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80, 0x100, 0x200, 0x400, 0x800, 0x1000, 0x2000, 0x4000, -0x8000,
        );
        let found = _mm256_cmpeq_epi16(_mm256_and_si256(_mm256_set1_epi16(bits as i16), each), each);
        _mm256_and_si256(found, _mm256_set1_epi16(f16::ONE.to_bits() as i16))
    },
);
bit!(
    u8,
    0,
    u8::MAX,
    64,
    |bits| _mm512_movm_epi8(bits),
    _mm512_storeu_epi8,
    32,
    |bits| bytes(bits),
);
bit!(
    bool,
    false,
    true,
    64,
    |bits| _mm512_maskz_set1_epi8(bits, 1),
    _mm512_storeu_epi8,
    32,
    |bits| _mm256_and_si256(bytes(bits), _mm256_set1_epi8(1)),
);

/// 32 bits as bytes all of whose bits are alike.
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    not(all(target_feature = "avx512f", target_feature = "avx512bw"))
))]
#[inline(always)]
fn bytes(bits: u64) -> __m256i {
    // SAFETY: this is compiled only where the whole build may use AVX2.
    unsafe {
        // Eight of each of the four bytes, and each bit in one of those.
        let eights = _mm256_setr_epi64x(0, 0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0303_0303_0303_0303);
        let each = _mm256_set1_epi64x(0x8040_2010_0804_0201u64 as i64);
        let spread = _mm256_shuffle_epi8(_mm256_set1_epi32(bits as i32), eights);
        _mm256_cmpeq_epi8(_mm256_and_si256(spread, each), each)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_written_over_whatever_stood_there() {
        fn check<T: Bit + PartialEq + std::fmt::Debug>(zero: T, one: T) {
            let words = [0x8000_0000_0000_0001, 0xF0F0_1234_5678_9ABC, 0xB_A987_6543_210F_EDCB];
            for length in 1..=192 {
                let mut out = vec![one; length + 1];
                write_bits(&words[..usize::div_ceil(length, 64)], &mut out[..length]);
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
}
