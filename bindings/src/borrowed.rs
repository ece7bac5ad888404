//! Memory of NumPy arrays that a vector borrows to write to. One vector can borrow it at a time.

use numpy::npyffi::NPY_ARRAY_OWNDATA;
use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Borrowed memory, and the array that owned it.
struct Borrow {
    addresses: Range<usize>,
    /// The address of the Python object.
    owner: Option<usize>,
}

/// All borrowed memory. The interpreter is never called or released while this is locked.
static BORROWS: Mutex<Vec<Borrow>> = Mutex::new(Vec::new());

fn borrows() -> MutexGuard<'static, Vec<Borrow>> {
    BORROWS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The memory of an array, borrowed and kept alive until this is dropped.
///
/// In `resize`, `__setstate__` and the setter of `data`, NumPy frees the memory of an array that owns it,
/// even if other objects refer to that memory. While the memory is borrowed, no array owns it: this clears
/// the flag `OWNDATA` of the owner. `resize` then raises an error, and the other two do not free the memory.
/// This also keeps all objects alive to which the memory belongs.
pub(super) struct BorrowedMemory {
    addresses: Range<usize>,
    owner: Option<Py<PyUntypedArray>>,
    /// The address at which the memory of `owner` starts.
    start: usize,
    _kept_alive: Vec<Py<PyAny>>,
}

impl BorrowedMemory {
    /// Borrows the memory of an array.
    ///
    /// # Errors
    ///
    /// Raises `ValueError` if a vector already writes to any part of this memory.
    pub fn new(array: &Bound<'_, PyUntypedArray>, name: &str) -> PyResult<BorrowedMemory> {
        let requested = addresses(array);
        let (mut kept_alive, mut owner) = (Vec::new(), None);
        let mut object = array.clone().into_any();
        while let Ok(array) = object.cast::<PyUntypedArray>() {
            kept_alive.push(object.clone().unbind());
            // An array whose memory is already borrowed no longer has the flag of an owner. Both are read
            // under one lock, because another thread may borrow the same array.
            let all = borrows();
            if all.iter().any(|borrow| borrow.owner == Some(object.as_ptr().addr())) || owns_memory(array) {
                owner = Some(array.clone());
            }
            drop(all);
            object = object.getattr("base")?;
        }
        kept_alive.push(object.unbind());
        let start = owner.as_ref().map_or(0, |owner| addresses(owner).start);
        let mut all = borrows();
        if all
            .iter()
            .any(|borrow| borrow.addresses.start < requested.end && requested.start < borrow.addresses.end)
        {
            return Err(PyValueError::new_err(format!(
                "out['{name}'] must not share memory with arrays of another vector: use separate arrays for each \
                 vector"
            )));
        }
        let address = owner.as_ref().map(|owner| owner.as_ptr().addr());
        all.push(Borrow { addresses: requested.clone(), owner: address });
        if let Some(owner) = &owner {
            set_owns_memory(owner, false);
        }
        Ok(BorrowedMemory {
            addresses: requested,
            owner: owner.map(Bound::unbind),
            start,
            _kept_alive: kept_alive,
        })
    }
}

impl Drop for BorrowedMemory {
    fn drop(&mut self) {
        // After the interpreter has finished, nothing needs to be returned.
        Python::try_attach(|py| {
            let mut all = borrows();
            if let Some(at) = all.iter().position(|borrow| borrow.addresses == self.addresses) {
                all.swap_remove(at);
            }
            let Some(owner) = self.owner.as_ref().map(|owner| owner.bind(py)) else { return };
            let is_last = all.iter().all(|borrow| borrow.owner != Some(owner.as_ptr().addr()));
            // If the array has other memory now, it must not free this memory, which is then never freed.
            // Only `__setstate__` on a borrowed array leads to this leak.
            if is_last && addresses(owner).start == self.start {
                set_owns_memory(owner, true);
            }
        });
    }
}

/// An array that a vector writes to, with the addresses of its memory when it was borrowed.
pub(super) struct TrackedArray {
    name: &'static str,
    array: Py<PyUntypedArray>,
    addresses: Range<usize>,
}

impl TrackedArray {
    /// Records the current addresses of an array.
    pub fn new(name: &'static str, array: &Bound<'_, PyUntypedArray>) -> TrackedArray {
        TrackedArray { name, array: array.clone().unbind(), addresses: addresses(array) }
    }

    /// Returns an error if the array now has other memory.
    pub fn check(&self, py: Python<'_>) -> PyResult<()> {
        if addresses(self.array.bind(py)) == self.addresses {
            return Ok(());
        }
        Err(PyRuntimeError::new_err(format!(
            "out['{}'] must keep its memory while the vector uses it, but was given other memory: make another \
             vector",
            self.name
        )))
    }
}

/// Returns whether NumPy frees the memory of an array together with the array.
fn owns_memory(array: &Bound<'_, PyUntypedArray>) -> bool {
    // SAFETY: the pointer is that of a living array. Its fields change only in threads that hold the GIL, as
    // this one does. In free-threaded Python, `BORROWS` is locked for our changes of the flag, and NumPy
    // leaves it to its users not to resize an array that another thread uses.
    unsafe { (*array.as_array_ptr()).fields.flags & NPY_ARRAY_OWNDATA != 0 }
}

/// Sets or clears the flag that `owns_memory` reads.
fn set_owns_memory(array: &Bound<'_, PyUntypedArray>, owns: bool) {
    // SAFETY: as in `owns_memory`. Clearing the flag leaves the memory to `BorrowedMemory`, which sets it
    // again only if the array still has the same memory.
    unsafe {
        let flags = &raw mut (*array.as_array_ptr()).fields.flags;
        if owns { *flags |= NPY_ARRAY_OWNDATA } else { *flags &= !NPY_ARRAY_OWNDATA }
    }
}

/// Returns the address range of the elements of a contiguous array.
fn addresses(array: &Bound<'_, PyUntypedArray>) -> Range<usize> {
    // SAFETY: as in `owns_memory`.
    let first = unsafe { (*array.as_array_ptr()).fields.data } as usize;
    first..first + array.len() * array.dtype().itemsize()
}
