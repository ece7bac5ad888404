//! Arrays that questions are written into, by many threads at once, and that their judge reads.

use crate::sim::Memory;
use std::ptr::NonNull;
use std::sync::Arc;

/// What is asked about some positions: a row of each array for each position.
///
/// Threads write the rows, each some of its own ([`Rows`]); then nobody does while a judge reads, who is
/// given the first rows, one after the other.
#[derive(Debug)]
pub struct Sheet {
    observations: Memory<f32>,
    masks: Memory<bool>,
    planes: usize,
    actions: usize,
}

impl Sheet {
    /// So many rows, of so many numbers and so many actions, cut into pieces of `each` rows, one of which may
    /// have fewer.
    pub(super) fn cut(rows: usize, planes: usize, actions: usize, each: usize) -> (Arc<Sheet>, Vec<Rows>) {
        let (mut observations, mut masks) = (Memory::zeros(rows * planes), Memory::zeros(rows * actions));
        let first: (NonNull<f32>, NonNull<bool>) =
            (NonNull::from(&mut observations[..]).cast(), NonNull::from(&mut masks[..]).cast());
        let sheet = Arc::new(Sheet { observations, masks, planes, actions });
        let piece = |from: usize| {
            let rows = each.min(rows - from);
            // SAFETY: pieces are of different rows, all within the memory, which the sheet keeps where it is.
            // Each is written only by who has it exclusively. Meanwhile nobody reads the rows by way of the
            // sheet but who knows of this (`Batch` has all pieces to itself), or sees memory that may change
            // (arrays of Python).
            unsafe {
                Rows {
                    observations: Memory::given(
                        first.0.add(from * planes),
                        rows * planes,
                        Box::new(sheet.clone()),
                    ),
                    masks: Memory::given(
                        first.1.add(from * actions),
                        rows * actions,
                        Box::new(sheet.clone()),
                    ),
                    planes,
                    actions,
                }
            }
        };
        let pieces = (0..rows).step_by(each.max(1)).map(piece).collect();
        (sheet, pieces)
    }

    /// What a seat sees, row by row. It is read while a judge is asked, or as memory that may change.
    pub fn observations(&self) -> &[f32] {
        &self.observations
    }

    /// Which actions are legal, row by row.
    pub fn masks(&self) -> &[bool] {
        &self.masks
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.masks.len() / self.actions
    }

    /// How many numbers an observation has.
    pub fn planes(&self) -> usize {
        self.planes
    }

    /// How many actions the game has.
    pub fn actions(&self) -> usize {
        self.actions
    }
}

/// Some rows of a sheet, to be written by who has them.
pub(super) struct Rows {
    observations: Memory<f32>,
    masks: Memory<bool>,
    planes: usize,
    actions: usize,
}

impl Rows {
    /// The numbers of a row.
    pub fn observation(&mut self, row: usize) -> &mut [f32] {
        &mut self.observations[row * self.planes..][..self.planes]
    }

    /// Writes which actions are legal into a row.
    pub fn mark(&mut self, row: usize, legal: &[u32]) {
        let mask = &mut self.masks[row * self.actions..][..self.actions];
        mask.fill(false);
        legal.iter().for_each(|&action| mask[action as usize] = true);
    }

    /// Copies a row to another of the same piece.
    pub fn copy(&mut self, from: usize, to: usize) {
        let (planes, actions) = (self.planes, self.actions);
        self.observations.copy_within(from * planes..(from + 1) * planes, to * planes);
        self.masks.copy_within(from * actions..(from + 1) * actions, to * actions);
    }

    /// Copies a row of another piece.
    pub fn copy_of(&mut self, other: &Rows, from: usize, to: usize) {
        let (planes, actions) = (self.planes, self.actions);
        self.observations[to * planes..][..planes]
            .copy_from_slice(&other.observations[from * planes..][..planes]);
        self.masks[to * actions..][..actions].copy_from_slice(&other.masks[from * actions..][..actions]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_rows_of_one_sheet() {
        let (sheet, mut pieces) = Sheet::cut(5, 3, 4, 2);
        assert_eq!((pieces.len(), sheet.rows()), (3, 5));
        for (number, piece) in pieces.iter_mut().enumerate() {
            for row in 0..if number == 2 { 1 } else { 2 } {
                piece.observation(row).fill((2 * number + row) as f32);
                piece.mark(row, &[number as u32]);
            }
        }
        pieces[1].mark(1, &[3, 0]);
        assert_eq!(sheet.observations()[..9], [0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
        assert_eq!(sheet.masks()[12..], [true, false, false, true, false, false, true, false]);
        pieces[1].copy(1, 0);
        let [first, last] = pieces.get_disjoint_mut([0, 2]).expect("two pieces");
        first.copy_of(last, 0, 1);
        assert_eq!(sheet.observations()[..9], [0.0, 0.0, 0.0, 4.0, 4.0, 4.0, 3.0, 3.0, 3.0]);
        assert_eq!(sheet.masks()[4..8], [false, false, true, false]);
        drop(sheet);
        pieces[0].observation(0).fill(7.0);
        assert_eq!(pieces[0].observation(0), [7.0; 3], "the memory lives as long as its pieces");
    }
}
