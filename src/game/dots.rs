//! What is put on single cells of an observation, one after the other.

use super::Scalar;

/// A number, and where in the observation it stands.
pub(super) type Dot = (u32, f32);

/// What was put on cells: the first `used` of these.
#[derive(Clone, Debug, Default)]
pub(super) struct Listed<D> {
    room: Vec<D>,
    used: usize,
}

impl<D: Copy + Default> Listed<D> {
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
        &self.room[..self.used]
    }

    /// For putting at most so many more.
    #[inline(always)]
    pub fn more(&mut self, most: usize) -> More<'_, D> {
        if self.room.len() - self.used < most {
            self.make_room(most);
        }
        More { left: &mut self.room[self.used..], put: 0, used: &mut self.used }
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self, most: usize) {
        self.room.resize(self.used + most, D::default());
    }
}

/// Where more is put. (Where it is kept is known at once, so that no more than itself is written for each.)
#[derive(Debug)]
pub(super) struct More<'a, D> {
    left: &'a mut [D],
    put: usize,
    used: &'a mut usize,
}

impl<D> More<'_, D> {
    #[inline(always)]
    fn put_if(&mut self, wanted: bool, what: D) {
        self.left[self.put] = what;
        self.put += usize::from(wanted);
    }
}

impl<D> Drop for More<'_, D> {
    #[inline(always)]
    fn drop(&mut self) {
        *self.used += self.put;
    }
}

/// Numbers being put on single cells, one after the other: of several for one cell the last remains.
#[derive(Debug)]
pub struct Dots<'a> {
    pub(super) area: u32,
    pub(super) list: More<'a, Dot>,
}

impl Dots<'_> {
    /// Puts a number from 0 to 1 on a cell of a plane.
    #[inline(always)]
    pub fn put(&mut self, plane: usize, cell: usize, value: f32) {
        self.put_if(true, plane, cell, value);
    }

    /// The same if it is wanted, for which there has to be room in any case: that is not to be guessed.
    #[inline(always)]
    pub fn put_if(&mut self, wanted: bool, plane: usize, cell: usize, value: f32) {
        self.list.put_if(wanted, (plane as u32 * self.area + cell as u32, value));
    }
}

/// Cells being marked one by one on blank planes: where nothing but marks is put, no number is kept or
/// converted for each.
#[derive(Debug)]
pub struct Spots<'a> {
    pub(super) area: u32,
    pub(super) list: More<'a, u32>,
}

impl Spots<'_> {
    /// Marks a cell of a plane.
    #[inline(always)]
    pub fn mark(&mut self, plane: usize, cell: usize) {
        self.mark_if(true, plane, cell);
    }

    /// The same if it is wanted, for which there has to be room in any case: that is not to be guessed.
    #[inline(always)]
    pub fn mark_if(&mut self, wanted: bool, plane: usize, cell: usize) {
        self.list.put_if(wanted, plane as u32 * self.area + cell as u32);
    }

    /// Marks a cell of the plane that begins with this element of the observation.
    #[inline(always)]
    pub fn mark_behind(&mut self, plane_begins: usize, cell: usize) {
        self.list.put_if(true, (plane_begins + cell) as u32);
    }
}

/// Writes numbers of single cells.
#[inline(never)]
pub(super) fn write_dots<T: Scalar>(dots: &[Dot], out: &mut [T]) {
    for &(at, value) in dots {
        out[at as usize] = T::of(value);
    }
}

/// Writes marks of single cells.
#[inline(never)]
pub(super) fn write_spots<T: Scalar>(spots: &[u32], out: &mut [T]) {
    for &at in spots {
        out[at as usize] = T::ONE;
    }
}
