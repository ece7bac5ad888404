//! Bits moved together and apart, as between a set of cells with gaps and one without.

/// Those bits of `bits` that `chosen` has, moved together to the low end.
#[inline(always)]
pub fn gathered(bits: u64, chosen: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        // SAFETY: this line is compiled only where the whole build may use BMI2.
        unsafe { core::arch::x86_64::_pext_u64(bits, chosen) }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        one_by_one::gathered(bits, chosen)
    }
}

/// The low bits of `bits` moved apart, to the places that `chosen` has: what [`gathered`] moves together.
#[inline(always)]
pub fn scattered(bits: u64, chosen: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        // SAFETY: this line is compiled only where the whole build may use BMI2.
        unsafe { core::arch::x86_64::_pdep_u64(bits, chosen) }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        one_by_one::scattered(bits, chosen)
    }
}

/// The same for every processor.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
mod one_by_one {
    use crate::board::Set;

    pub fn gathered(bits: u64, chosen: u64) -> u64 {
        let place = |cell: u8| (chosen & (u64::one(cell) - 1)).count();
        (bits & chosen).cells().fold(0, |all, cell| all | 1 << place(cell))
    }

    pub fn scattered(bits: u64, chosen: u64) -> u64 {
        let low = if chosen.count() == 64 { u64::MAX } else { (1 << chosen.count()) - 1 };
        (bits & low).cells().fold(0, |all, place| all | u64::one(chosen.nth(place as usize)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_moved_together_and_apart() {
        assert_eq!(gathered(0b1010_1100, 0b1111_0000), 0b1010);
        assert_eq!(scattered(0b1_0110, 0b1010_1010), 0b0010_1000);
        let mut bits = 0x9E37_79B9_7F4A_7C15u64;
        for chosen in [0, 1, 1 << 63, 0x7BDE_F7BD_EF7B, 0xAA55_AA55_AA55_AA55, u64::MAX] {
            for _ in 0..50 {
                bits = bits.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
                let together = gathered(bits, chosen);
                assert_eq!(together, one_by_one::gathered(bits, chosen));
                assert_eq!(scattered(bits, chosen), one_by_one::scattered(bits, chosen));
                assert_eq!(scattered(together, chosen), bits & chosen);
            }
        }
    }
}
