//! Values as bytes without padding. A copy of padding holds what was in the memory before, such as addresses
//! of the process, and differs between equal values.

use std::mem::{MaybeUninit, zeroed};
use std::ptr;

/// How the values of a type are written as bytes.
pub struct Packing<T> {
    write: fn(&mut T, &mut [MaybeUninit<u8>]),
}

impl<T> Packing<T> {
    /// Returns the packing that copies the whole value with its padding.
    pub const fn whole() -> Packing<T> {
        // SAFETY: the reference to the value is exclusive.
        Packing { write: |value, bytes| unsafe { copy_bytes(value, bytes) } }
    }

    /// Writes a value to `bytes`, which are 0 before and those of an equal value after it.
    ///
    /// # Panics
    ///
    /// If the number of bytes is not the size of the type.
    #[inline(always)]
    pub(crate) fn write(&self, value: &mut T, bytes: &mut [MaybeUninit<u8>]) {
        assert_eq!(bytes.len(), size_of::<T>(), "the bytes of a value");
        (self.write)(value, bytes);
    }
}

impl<T: PackFields> Packing<T> {
    /// Returns the packing that copies the fields. Padding stays 0.
    pub const fn fields() -> Packing<T> {
        Packing {
            write: |value, bytes| {
                value.pack_fields(&mut FieldBytes { start: ptr::from_ref(value).addr(), bytes });
            },
        }
    }
}

/// A type whose values are written without padding. `pack_fields!` implements it for structs.
///
/// # Safety
///
/// - Where all bytes are 0, `pack_fields` writes the bytes of an equal value.
/// - `BYTES` is the size of the type only if every value of the type has a value in every byte.
/// - The type is plain data: a borrowed value does not change, and its bytes are a copy.
pub unsafe trait PackFields: Sized {
    /// The number of bytes that are not padding in any value, or a lower number.
    const BYTES: usize = size_of::<Self>();

    /// Copies all bytes but padding.
    #[inline(always)]
    fn pack_fields(&self, bytes: &mut FieldBytes<'_>) {
        const { assert!(Self::BYTES == size_of::<Self>()) }
        bytes.copy(self);
    }
}

/// The bytes of a value that is copied field by field.
pub struct FieldBytes<'a> {
    /// The address of the value.
    start: usize,
    bytes: &'a mut [MaybeUninit<u8>],
}

impl FieldBytes<'_> {
    /// Copies all bytes of a field to its place.
    ///
    /// # Panics
    ///
    /// If it is not a field of the value, or of a field.
    #[inline(always)]
    pub fn copy<T: PackFields>(&mut self, field: &T) {
        let bytes = &mut self.bytes[ptr::from_ref(field).addr().wrapping_sub(self.start)..][..size_of::<T>()];
        // SAFETY: plain data does not change while it is borrowed.
        unsafe { copy_bytes(field, bytes) };
    }

    /// Copies the first byte of a field. It is the tag of an enum that has `repr(u8)`.
    ///
    /// # Panics
    ///
    /// If it is not a field of the value, or of a field, or has no bytes.
    #[inline(always)]
    pub fn copy_tag<T: PackFields>(&mut self, field: &T) {
        const { assert!(size_of::<T>() > 0) }
        // SAFETY: the reference is to at least one byte, and `MaybeUninit` is valid without a value.
        let tag = unsafe { &*ptr::from_ref(field).cast::<MaybeUninit<u8>>() };
        self.bytes[ptr::from_ref(tag).addr().wrapping_sub(self.start)] = *tag;
    }
}

/// Copies all bytes of a value.
///
/// # Safety
///
/// No other thread writes to the value.
#[inline(always)]
unsafe fn copy_bytes<T>(value: &T, bytes: &mut [MaybeUninit<u8>]) {
    assert_eq!(bytes.len(), size_of::<T>(), "the bytes of a value");
    // SAFETY: both have this number of bytes, and an exclusive reference does not overlap another one. Bytes
    // without a value can be copied as `MaybeUninit`.
    unsafe { ptr::copy_nonoverlapping(ptr::from_ref(value).cast(), bytes.as_mut_ptr(), bytes.len()) };
}

/// Returns the number of bytes with a value of a field, which a function selects.
pub(crate) const fn field_bytes<T, F: PackFields>(_: fn(&T) -> &F) -> usize {
    F::BYTES
}

/// Implements [`PackFields`] for a struct with all its fields, or for an enum without fields. A field that is
/// missing, or that could have padding of its own, is a compile error.
///
/// ```ignore
/// pack_fields!(Open { at, strikers });
/// pack_fields!([S: Bitboard] SplitBitboard<S> { 0, 1 });
/// pack_fields!(enum Phase);
/// ```
macro_rules! pack_fields {
    (enum $type:ty) => {
        const _: fn($type) -> u8 = |value| value as u8;

        // SAFETY: an enum that can be cast to a number is a number.
        unsafe impl $crate::packing::PackFields for $type {}
    };
    ([$($parameters:tt)*] $type:ty { $($field:tt),* $(,)? }) => {
        // SAFETY: each field is copied by its own implementation, or the fields fill the whole value. The
        // pattern fails to compile if a field is missing. Plain fields make plain data.
        unsafe impl<$($parameters)*> $crate::packing::PackFields for $type {
            const BYTES: usize = 0 $(+ $crate::packing::field_bytes(|value: &Self| &value.$field))*;

            #[inline]
            fn pack_fields(&self, bytes: &mut $crate::packing::FieldBytes<'_>) {
                let Self { $($field: _),* } = self;
                if Self::BYTES == size_of::<Self>() {
                    bytes.copy(self);
                } else {
                    $($crate::packing::PackFields::pack_fields(&self.$field, bytes);)*
                }
            }
        }
    };
    ($type:ty { $($field:tt),* $(,)? }) => {
        $crate::packing::pack_fields!([] $type { $($field),* });
    };
}
pub(crate) use pack_fields;

/// Implements [`PackFields`] for types that have no padding.
macro_rules! plain {
    ($($type:ty),*) => {
        // SAFETY: all bytes of a number have a value.
        $(unsafe impl PackFields for $type {})*
    };
}

plain!(bool, i8, i32, u8, u16, u32, u64, u128, wide::u64x4);

// SAFETY: each item is copied by its own implementation, or the items have no padding. There is none between
// the items of an array.
unsafe impl<T: PackFields, const N: usize> PackFields for [T; N] {
    const BYTES: usize = N * T::BYTES;

    #[inline]
    fn pack_fields(&self, bytes: &mut FieldBytes<'_>) {
        if Self::BYTES == size_of::<Self>() {
            bytes.copy(self);
        } else {
            self.iter().for_each(|item| item.pack_fields(bytes));
        }
    }
}

/// What [`PackFields`] expects of an option: it is a single byte, or `None` is 0 in all bytes.
struct OptionLayout<T>(T);

impl<T: PackFields + Copy> OptionLayout<T> {
    /// Whether an option is a single byte, which has a value in either case.
    const IS_BYTE: bool = size_of::<Option<T>>() == 1;

    /// Fails to compile if zeros are not `None`, or if a byte of `Some` has no value.
    const CHECKED: () = {
        assert!(T::BYTES == size_of::<T>());
        if !Self::IS_BYTE {
            // SAFETY: this is evaluated by the compiler, which reports values that are not valid.
            let (none, some) = unsafe { (zeroed::<Option<T>>(), Some(zeroed::<T>())) };
            assert!(none.is_none());
            let mut at = 0;
            while at < size_of::<Option<T>>() {
                // SAFETY: the byte is in the value. The compiler reports a byte that has no value.
                let _byte = unsafe { ptr::from_ref(&some).cast::<u8>().add(at).read() };
                at += 1;
            }
        }
    };
}

// SAFETY: `Some` is copied and has no padding. `None` is copied if it is a byte. Otherwise all its bytes are
// 0.
unsafe impl<T: PackFields + Copy> PackFields for Option<T> {
    const BYTES: usize = if OptionLayout::<T>::IS_BYTE { 1 } else { 0 };

    #[inline]
    fn pack_fields(&self, bytes: &mut FieldBytes<'_>) {
        let () = OptionLayout::<T>::CHECKED;
        if OptionLayout::<T>::IS_BYTE || self.is_some() {
            bytes.copy(self);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    #[repr(u8)]
    enum Tagged {
        Empty,
        Pair(u8, u8),
    }

    // SAFETY: the tag is the first byte (`repr(u8)`), and both fields are copied.
    unsafe impl PackFields for Tagged {
        const BYTES: usize = 1;

        fn pack_fields(&self, bytes: &mut FieldBytes<'_>) {
            bytes.copy_tag(self);
            if let Tagged::Pair(first, second) = self {
                bytes.copy(first);
                bytes.copy(second);
            }
        }
    }

    #[derive(Debug, PartialEq)]
    struct Inner {
        byte: u8,
        word: u64,
    }
    pack_fields!(Inner { byte, word });

    #[derive(Debug, PartialEq)]
    struct Outer {
        number: u32,
        flag: bool,
        options: [Option<u32>; 2],
        tagged: [Tagged; 2],
        inner: [Inner; 2],
    }
    pack_fields!(Outer { number, flag, options, tagged, inner });

    /// Returns the bytes of a value that is written to memory full of ones.
    fn packed(value: Outer) -> [u8; size_of::<Outer>()] {
        let mut memory = MaybeUninit::<Outer>::uninit();
        let mut bytes = [MaybeUninit::new(0); size_of::<Outer>()];
        // SAFETY: any bytes can be written to the memory, and it has the value of each field when it is read.
        // The bytes that are returned were 0, and those that are copied have a value.
        unsafe {
            memory.as_mut_ptr().write_bytes(0xFF, 1);
            let Outer { number, flag, options, tagged, inner } = value;
            let to = memory.as_mut_ptr();
            (&raw mut (*to).number).write(number);
            (&raw mut (*to).flag).write(flag);
            (&raw mut (*to).options).write(options);
            (&raw mut (*to).tagged).write(tagged);
            for (at, Inner { byte, word }) in inner.into_iter().enumerate() {
                (&raw mut (*to).inner[at].byte).write(byte);
                (&raw mut (*to).inner[at].word).write(word);
            }
            Packing::fields().write(memory.assume_init_mut(), &mut bytes);
            bytes.map(|byte| byte.assume_init())
        }
    }

    #[test]
    fn padding_and_missing_payloads_are_zero() {
        let value = || Outer {
            number: 0x0101_0101,
            flag: true,
            options: [None, Some(0x0101_0101)],
            tagged: [Tagged::Empty, Tagged::Pair(1, 1)],
            inner: [Inner { byte: 1, word: 0x0101_0101_0101_0101 }, Inner { byte: 1, word: 0 }],
        };
        let bytes = packed(value());
        // SAFETY: these are the bytes of a value.
        let read = unsafe { bytes.as_ptr().cast::<Outer>().read_unaligned() };
        assert_eq!(read, value());
        assert!(bytes.iter().all(|&byte| byte <= 1), "{bytes:?}");
        assert_eq!(bytes.iter().filter(|&&byte| byte == 1).count(), 23, "{bytes:?}");
    }

    #[test]
    fn values_without_padding_count_all_bytes() {
        assert_eq!(<[Inner; 3]>::BYTES, 3 * 9);
        assert_eq!(<[[u16; 2]; 3]>::BYTES, size_of::<[[u16; 2]; 3]>());
        assert_eq!(<Option<bool>>::BYTES, 1);
    }
}
