//! Memory of NumPy arrays that a vector writes to. It is lent to one vector at a time and kept alive.

use numpy::npyffi::NPY_ARRAY_OWNDATA;
use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Lent memory, and the array that owned it.
struct Loan {
    addresses: Range<usize>,
    /// The address of the Python object.
    owner: Option<usize>,
}

/// All lent memory. The interpreter is never called or released while this is locked.
static LOANS: Mutex<Vec<Loan>> = Mutex::new(Vec::new());

fn loans() -> MutexGuard<'static, Vec<Loan>> {
    LOANS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The memory of an array, lent and kept for as long as this lives.
///
/// In `resize`, `__setstate__` and the setter of `data`, NumPy frees the memory of an array that owns it,
/// even if other objects refer to that memory. While the memory is lent, no array owns it: the lease clears
/// the flag `OWNDATA` of the owner. `resize` then raises an error, and the other two leave the memory alone.
/// The lease also keeps all objects that the memory belongs to.
pub(super) struct Lease {
    addresses: Range<usize>,
    owner: Option<Py<PyUntypedArray>>,
    /// Where the memory of `owner` begins.
    start: usize,
    _kept: Vec<Py<PyAny>>,
}

impl Lease {
    /// Takes the memory of an array, if no vector writes to any part of this memory.
    pub fn take(array: &Bound<'_, PyUntypedArray>, name: &str) -> PyResult<Lease> {
        let wanted = addresses(array);
        let (mut kept, mut owner) = (Vec::new(), None);
        let mut link = array.clone().into_any();
        while let Ok(array) = link.cast::<PyUntypedArray>() {
            kept.push(link.clone().unbind());
            // An array whose memory is already lent no longer has the flag of an owner.
            let lent = loans().iter().any(|loan| loan.owner == Some(link.as_ptr().addr()));
            if lent || owns_memory(array) {
                owner = Some(array.clone());
            }
            link = link.getattr("base")?;
        }
        kept.push(link.unbind());
        let start = owner.as_ref().map_or(0, |owner| addresses(owner).start);
        let mut all = loans();
        if all.iter().any(|loan| loan.addresses.start < wanted.end && wanted.start < loan.addresses.end) {
            return Err(PyValueError::new_err(format!(
                "out['{name}'] must not share memory with arrays of another vector: use separate arrays for each \
                 vector"
            )));
        }
        let address = owner.as_ref().map(|owner| owner.as_ptr().addr());
        all.push(Loan { addresses: wanted.clone(), owner: address });
        if let Some(owner) = &owner {
            set_owns_memory(owner, false);
        }
        Ok(Lease { addresses: wanted, owner: owner.map(Bound::unbind), start, _kept: kept })
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        // After the interpreter has finished, nothing needs to be given back.
        Python::try_attach(|py| {
            let mut all = loans();
            if let Some(at) = all.iter().position(|loan| loan.addresses == self.addresses) {
                all.swap_remove(at);
            }
            let Some(owner) = self.owner.as_ref().map(|owner| owner.bind(py)) else { return };
            let last = all.iter().all(|loan| loan.owner != Some(owner.as_ptr().addr()));
            // If the array has other memory now, it must not free this memory, which is then never freed.
            // Only `__setstate__` on a lent array leads to this leak.
            if last && addresses(owner).start == self.start {
                set_owns_memory(owner, true);
            }
        });
    }
}

/// An array that is written to, and the address of its memory when it was lent.
pub(super) struct Watched {
    name: &'static str,
    array: Py<PyUntypedArray>,
    addresses: Range<usize>,
}

impl Watched {
    /// An array as it is now.
    pub fn new(name: &'static str, array: &Bound<'_, PyUntypedArray>) -> Watched {
        Watched { name, array: array.clone().unbind(), addresses: addresses(array) }
    }

    /// Fails if the array now has other memory.
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

/// Whether NumPy frees the memory of an array with the array.
fn owns_memory(array: &Bound<'_, PyUntypedArray>) -> bool {
    // SAFETY: the pointer is that of a living array. Its fields change only in threads that hold the GIL, as
    // this one does.
    unsafe { (*array.as_array_ptr()).fields.flags & NPY_ARRAY_OWNDATA != 0 }
}

/// Sets or clears the flag that `owns_memory` reads.
fn set_owns_memory(array: &Bound<'_, PyUntypedArray>, owns: bool) {
    // SAFETY: as in `owns_memory`. Clearing the flag leaves the memory to the lease, which sets it again only
    // if the array still has the same memory.
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
