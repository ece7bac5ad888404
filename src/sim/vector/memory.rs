//! Memory that a batch writes to: its own, or someone else's.

use std::any::Any;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::slice;

/// How many bytes a cache line has.
const LINE: usize = 64;

/// Elements that stay where they are for as long as this lives.
pub struct Memory<T> {
    first: NonNull<T>,
    length: usize,
    /// What owns the elements: kept, and never looked at.
    _owner: Box<dyn Any + Send + Sync>,
}

// SAFETY: a `Memory` is the only one that reaches its elements, like a `Box` of them (for given ones,
// `Memory::given` demands it).
unsafe impl<T: Send> Send for Memory<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Memory<T> {}

impl<T: Clone + Default + Send + Sync + 'static> Memory<T> {
    /// Zeros, most of whose memory the system gives only when it is first written. They begin with a cache
    /// line, so that rows which fill whole ones are written without touching any line twice.
    pub fn zeros(length: usize) -> Memory<T> {
        let mut elements = vec![T::default(); length + LINE / size_of::<T>()];
        let skipped = elements.as_ptr().align_offset(LINE).min(elements.len() - length);
        let first = NonNull::from(&mut elements[skipped..]).cast();
        // The elements of a vector that is never touched again stay where they are.
        Memory { first, length, _owner: Box::new(elements) }
    }
}

impl<T> Memory<T> {
    /// Elements that something else owns.
    ///
    /// # Safety
    ///
    /// There are `length` valid elements from `first` on, and they stay there while `owner` lives. While this
    /// `Memory` is borrowed, nothing else writes them, and others read them only as memory that may change at
    /// any time. If foreign code can write any bytes there, every value of those bytes is a valid `T`.
    pub unsafe fn given(first: NonNull<T>, length: usize, owner: Box<dyn Any + Send + Sync>) -> Memory<T> {
        Memory { first, length, _owner: owner }
    }

    /// The first element. No reference is formed, so others may write the elements meanwhile.
    pub fn pointer(&self) -> NonNull<T> {
        self.first
    }
}

impl<T> Deref for Memory<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: the owner holds so many elements there, and lives as long as this does.
        unsafe { slice::from_raw_parts(self.first.as_ptr(), self.length) }
    }
}

impl<T> DerefMut for Memory<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above; nobody else reaches them through this.
        unsafe { slice::from_raw_parts_mut(self.first.as_ptr(), self.length) }
    }
}

/// Asks for what will soon be read, so that it is there in time. If there is nothing, nothing happens.
#[inline(always)]
pub(super) fn prefetch<T>(soon: *const T) {
    let first = soon.cast::<i8>();
    for byte in (0..size_of::<T>()).step_by(LINE) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: this is only a hint, which all such processors take, and which none takes amiss, wherever
        // it points.
        unsafe {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(byte));
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = (first, byte);
    }
}

impl<T> fmt::Debug for Memory<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} elements at {:p}", self.length, self.first)
    }
}
