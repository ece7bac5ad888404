//! The memory that a batch writes to: its own, or external memory.

use std::any::Any;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::slice;

/// The number of bytes of a cache line.
const LINE: usize = 64;

/// An array that does not move while this lives.
pub struct Memory<T> {
    first: NonNull<T>,
    length: usize,
    /// The owner of the elements. It is never accessed, only kept alive.
    _owner: Box<dyn Any + Send + Sync>,
}

// SAFETY: a `Memory` has exclusive access to its elements, like a `Box`. For external elements,
// `Memory::given` requires it.
unsafe impl<T: Send> Send for Memory<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Memory<T> {}

impl<T: Clone + Default + Send + Sync + 'static> Memory<T> {
    /// Allocates zeros. The system provides most of the memory only when it is first written. The array
    /// begins at a cache line, so that writing whole rows touches each line once.
    pub fn zeros(length: usize) -> Memory<T> {
        let mut elements = vec![T::default(); length + LINE / size_of::<T>()];
        let skipped = elements.as_ptr().align_offset(LINE).min(elements.len() - length);
        let first = NonNull::from(&mut elements[skipped..]).cast();
        // The elements of a vector do not move as long as the vector is not changed.
        Memory { first, length, _owner: Box::new(elements) }
    }
}

impl<T> Memory<T> {
    /// Wraps elements that something else owns.
    ///
    /// # Safety
    ///
    /// - There are `length` valid elements from `first` on, which stay there while `owner` lives.
    /// - While this `Memory` is borrowed, no other code writes them, and other code reads them only as memory
    ///   that may change at any time.
    /// - If other code can write any bytes there, every value of those bytes is a valid `T`.
    pub unsafe fn given(first: NonNull<T>, length: usize, owner: Box<dyn Any + Send + Sync>) -> Memory<T> {
        Memory { first, length, _owner: owner }
    }

    /// Returns a pointer to the first element. It is not derived from a reference, so other code may write
    /// the elements meanwhile.
    pub fn pointer(&self) -> NonNull<T> {
        self.first
    }
}

impl<T> Deref for Memory<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: the owner holds this number of elements there, and lives as long as this does.
        unsafe { slice::from_raw_parts(self.first.as_ptr(), self.length) }
    }
}

impl<T> DerefMut for Memory<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above. No other reference is derived from this `Memory`.
        unsafe { slice::from_raw_parts_mut(self.first.as_ptr(), self.length) }
    }
}

/// Prefetches a value. The pointer need not be valid.
#[inline(always)]
pub(super) fn prefetch<T>(soon: *const T) {
    let first = soon.cast::<i8>();
    for byte in (0..size_of::<T>()).step_by(LINE) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch is only a hint. All x86-64 processors support it, and it never faults, wherever
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
