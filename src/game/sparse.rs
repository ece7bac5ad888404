//! What is put on single cells of an observation, one after the other.

use super::Scalar;

/// A number, and where in the observation it stands.
pub(super) type SparseValue = (u32, f32);

/// What was put on cells: the first `used` of these.
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

    /// For putting at most so many more.
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

/// Where more is put. (Where it is kept is known at once, so that no more than itself is written for each.)
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

/// Numbers being put on single cells, one after the other: of several for one cell the last remains.
#[derive(Debug)]
pub struct SparseValues<'a> {
    pub(super) area: u32,
    pub(super) list: Appender<'a, SparseValue>,
}

impl SparseValues<'_> {
    /// Puts a number from 0 to 1 on a cell of a plane.
    #[inline(always)]
    pub fn put(&mut self, plane: usize, cell: usize, value: f32) {
        self.put_if(true, plane, cell, value);
    }

    /// The same if it is wanted, for which there has to be room in any case: that is not to be guessed.
    #[inline(always)]
    pub fn put_if(&mut self, condition: bool, plane: usize, cell: usize, value: f32) {
        self.list.put_if(condition, (plane as u32 * self.area + cell as u32, value));
    }
}

/// Cells being marked one by one on blank planes: where nothing but marks is put, no number is kept or
/// converted for each.
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

    /// The same if it is wanted, for which there has to be room in any case: that is not to be guessed.
    #[inline(always)]
    pub fn mark_if(&mut self, condition: bool, plane: usize, cell: usize) {
        self.list.put_if(condition, plane as u32 * self.area + cell as u32);
    }

    /// Marks a cell of the plane that begins with this element of the observation.
    #[inline(always)]
    pub fn mark_from(&mut self, plane_begins: usize, cell: usize) {
        self.list.put_if(true, (plane_begins + cell) as u32);
    }
}

/// Writes numbers of single cells.
#[inline(never)]
pub(super) fn write_sparse_values<T: Scalar>(sparse_values: &[SparseValue], out: &mut [T]) {
    for &(at, value) in sparse_values {
        out[at as usize] = T::of(value);
    }
}

/// Writes marks of single cells.
#[inline(never)]
pub(super) fn write_sparse_marks<T: Scalar>(sparse_marks: &[u32], out: &mut [T]) {
    for &at in sparse_marks {
        out[at as usize] = T::ONE;
    }
}
