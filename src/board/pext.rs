//! PEXT and PDEP: extract and deposit bits by a mask.

/// Returns the bits of `bits` selected by the mask `chosen`, packed at the low end (PEXT).
#[inline(always)]
pub fn pext(bits: u64, chosen: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        // SAFETY: this line is compiled only where the whole build may use BMI2.
        unsafe { core::arch::x86_64::_pext_u64(bits, chosen) }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        portable::pext(bits, chosen)
    }
}

/// Returns the low bits of `bits` at the places of the mask `chosen` (PDEP). Inverse of [`pext`].
#[inline(always)]
pub fn pdep(bits: u64, chosen: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        // SAFETY: this line is compiled only where the whole build may use BMI2.
        unsafe { core::arch::x86_64::_pdep_u64(bits, chosen) }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        portable::pdep(bits, chosen)
    }
}

/// Portable implementations.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
mod portable {
    use crate::board::Bitboard;

    pub fn pext(bits: u64, chosen: u64) -> u64 {
        let place = |cell: u8| (chosen & (u64::one(cell) - 1)).count();
        (bits & chosen).cells().fold(0, |all, cell| all | 1 << place(cell))
    }

    pub fn pdep(bits: u64, chosen: u64) -> u64 {
        let low = if chosen.count() == 64 { u64::MAX } else { (1 << chosen.count()) - 1 };
        (bits & low).cells().fold(0, |all, place| all | u64::one(chosen.nth(place as usize)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_moved_together_and_apart() {
        assert_eq!(pext(0b1010_1100, 0b1111_0000), 0b1010);
        assert_eq!(pdep(0b1_0110, 0b1010_1010), 0b0010_1000);
        let mut bits = 0x9E37_79B9_7F4A_7C15u64;
        for chosen in [0, 1, 1 << 63, 0x7BDE_F7BD_EF7B, 0xAA55_AA55_AA55_AA55, u64::MAX] {
            for _ in 0..50 {
                bits = bits.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
                let together = pext(bits, chosen);
                assert_eq!(together, portable::pext(bits, chosen));
                assert_eq!(pdep(bits, chosen), portable::pdep(bits, chosen));
                assert_eq!(pdep(together, chosen), bits & chosen);
            }
        }
    }
}
