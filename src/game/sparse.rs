//! Lists of single cells of an observation: marked cells, and cells with values.

use super::Scalar;

/// An index into the observation, and the number there.
pub(super) type SparseValue = (u32, f32);

/// A list that keeps its memory when it is cleared. Only the first `used` elements count.
#[derive(Clone, Debug, Default)]
pub(super) struct ReusableList<D> {
    buffer: Vec<D>,
    used: usize,
}

impl<D: Copy + Default> ReusableList<D> {
    #[inline(always)]
    pub fn clear(&mut self) {
        self.used = 0;
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    #[inline(always)]
    pub fn all(&self) -> &[D] {
        &self.buffer[..self.used]
    }

    /// Reserves memory for at most `most` more elements.
    #[inline(always)]
    pub fn appender(&mut self, most: usize) -> Appender<'_, D> {
        if self.buffer.len() - self.used < most {
            self.grow(most);
        }
        Appender { left: &mut self.buffer[self.used..], appended: 0, used: &mut self.used }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, most: usize) {
        self.buffer.resize(self.used + most, D::default());
    }
}

/// Appends elements to a list. It borrows the reserved memory, so that each append writes only the element.
#[derive(Debug)]
pub(super) struct Appender<'a, D> {
    left: &'a mut [D],
    appended: usize,
    used: &'a mut usize,
}

impl<D> Appender<'_, D> {
    #[inline(always)]
    fn put_if(&mut self, condition: bool, what: D) {
        self.left[self.appended] = what;
        self.appended += usize::from(condition);
    }
}

impl<D> Drop for Appender<'_, D> {
    #[inline(always)]
    fn drop(&mut self) {
        *self.used += self.appended;
    }
}

/// Writes values of single cells to a list. If a cell has several values, the last one counts.
#[derive(Debug)]
pub struct SparseValues<'a> {
    pub(super) area: u32,
    pub(super) list: Appender<'a, SparseValue>,
}

impl SparseValues<'_> {
    /// Sets the value of a cell of a plane, from 0 to 1.
    #[inline(always)]
    pub fn put(&mut self, plane: usize, cell: usize, value: f32) {
        self.put_if(true, plane, cell, value);
    }

    /// Branch-free conditional write. The caller must reserve capacity in either case.
    #[inline(always)]
    pub fn put_if(&mut self, condition: bool, plane: usize, cell: usize, value: f32) {
        self.list.put_if(condition, (plane as u32 * self.area + cell as u32, value));
    }
}

/// Writes marked cells of blank planes to a list. Marks are stored and written without a number.
#[derive(Debug)]
pub struct SparseMarks<'a> {
    pub(super) area: u32,
    pub(super) list: Appender<'a, u32>,
}

impl SparseMarks<'_> {
    /// Marks a cell of a plane.
    #[inline(always)]
    pub fn mark(&mut self, plane: usize, cell: usize) {
        self.mark_if(true, plane, cell);
    }

    /// Branch-free conditional write. The caller must reserve capacity in either case.
    #[inline(always)]
    pub fn mark_if(&mut self, condition: bool, plane: usize, cell: usize) {
        self.list.put_if(condition, plane as u32 * self.area + cell as u32);
    }

    /// Marks a cell of the plane that begins at this index of the observation.
    #[inline(always)]
    pub fn mark_from(&mut self, plane_begins: usize, cell: usize) {
        self.list.put_if(true, (plane_begins + cell) as u32);
    }
}

/// Writes the values of single cells.
#[inline(never)]
pub(super) fn write_sparse_values<T: Scalar>(sparse_values: &[SparseValue], out: &mut [T]) {
    for &(at, value) in sparse_values {
        out[at as usize] = T::of(value);
    }
}

/// Writes the marks of single cells.
#[inline(never)]
pub(super) fn write_sparse_marks<T: Scalar>(sparse_marks: &[u32], out: &mut [T]) {
    for &at in sparse_marks {
        out[at as usize] = T::ONE;
    }
}
