//! Memory of NumPy arrays that a vector writes to: lent to one vector at a time, and watched.

use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyWeakrefReference;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The addresses of all memory that is lent.
static LENT: Mutex<Vec<Range<usize>>> = Mutex::new(Vec::new());

fn lent() -> MutexGuard<'static, Vec<Range<usize>>> {
    LENT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The memory of an array, lent for as long as this lives.
///
/// NumPy refuses to resize an array that somebody refers to weakly, even if it is told not to look who else
/// refers to it.
pub(super) struct Lease {
    lent: Range<usize>,
    _array: Py<PyAny>,
    _watched: Vec<Py<PyWeakrefReference>>,
}

impl Lease {
    /// Takes the memory of an array, if no vector writes to any of it.
    pub fn take(array: &Bound<'_, PyUntypedArray>, name: &str) -> PyResult<Lease> {
        let asked = addresses(array);
        let mut watched = Vec::new();
        let mut owner = array.clone().into_any();
        while owner.is_instance_of::<PyUntypedArray>() {
            watched.push(PyWeakrefReference::new(&owner)?.unbind());
            owner = owner.getattr("base")?;
        }
        let mut all = lent();
        if all.iter().any(|lent| lent.start < asked.end && asked.start < lent.end) {
            return Err(PyValueError::new_err(format!(
                "out['{name}'] lies in memory that another vector writes to: give each vector arrays of its own"
            )));
        }
        all.push(asked.clone());
        Ok(Lease { lent: asked, _array: array.clone().into_any().unbind(), _watched: watched })
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let mut all = lent();
        if let Some(at) = all.iter().position(|lent| *lent == self.lent) {
            all.swap_remove(at);
        }
    }
}

/// An array that is written to, and where its memory was when it was lent.
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

    /// Refuses to go on if the array has other memory now.
    pub fn check(&self, py: Python<'_>) -> PyResult<()> {
        if addresses(self.array.bind(py)) == self.addresses {
            return Ok(());
        }
        Err(PyRuntimeError::new_err(format!(
            "out['{}'] has other memory than when the vector was made: make another vector",
            self.name
        )))
    }
}

/// From where to where the elements of an array lie, which follow each other.
fn addresses(array: &Bound<'_, PyUntypedArray>) -> Range<usize> {
    // SAFETY: the pointer is that of a living array, whose fields only those who hold the interpreter change,
    // as this does.
    let first = unsafe { (*array.as_array_ptr()).fields.data } as usize;
    first..first + array.len() * array.dtype().itemsize()
}
