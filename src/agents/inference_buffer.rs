//! The input arrays of an evaluator, which search threads fill row by row.

use crate::sim::Memory;
use std::ptr::NonNull;
use std::sync::Arc;

/// The input arrays of an evaluator: one row of observations and one of legal-action masks per position.
///
/// Search threads write the rows, each thread through its own `BufferRows`. No safe method reads them here,
/// because a thread may be writing: [`Batch::observations`](super::Batch::observations) and
/// [`Batch::action_masks`](super::Batch::action_masks) read them while an evaluator is called, when no thread
/// writes.
#[derive(Debug)]
pub struct InferenceBuffer {
    observations: Memory<f32>,
    action_masks: Memory<bool>,
    rows: usize,
    planes: usize,
    actions: usize,
}

impl InferenceBuffer {
    /// Creates a buffer of `rows` rows, and parts of `rows_per_part` rows that threads write. The last part
    /// may be shorter.
    pub(super) fn new(
        rows: usize,
        planes: usize,
        actions: usize,
        rows_per_part: usize,
    ) -> (Arc<InferenceBuffer>, Vec<BufferRows>) {
        let (observations, action_masks) = (Memory::zeros(rows * planes), Memory::zeros(rows * actions));
        let buffer = Arc::new(InferenceBuffer { observations, action_masks, rows, planes, actions });
        let part = |from: usize| {
            let rows = rows_per_part.min(rows - from);
            // SAFETY: the parts are disjoint and within the memory, which the buffer owns and never moves.
            // Only the holder of a part writes it. The buffer itself reads only in `first_rows`, whose caller
            // guarantees that no part is written meanwhile.
            unsafe {
                BufferRows {
                    observations: Memory::given(
                        buffer.observations.pointer().add(from * planes),
                        rows * planes,
                        Box::new(buffer.clone()),
                    ),
                    action_masks: Memory::given(
                        buffer.action_masks.pointer().add(from * actions),
                        rows * actions,
                        Box::new(buffer.clone()),
                    ),
                    planes,
                    actions,
                }
            }
        };
        let parts = (0..rows).step_by(rows_per_part.max(1)).map(part).collect();
        (buffer, parts)
    }

    /// Returns the observations and masks of the first rows.
    ///
    /// # Safety
    ///
    /// No `BufferRows` of this buffer is written while the slices live.
    pub(super) unsafe fn first_rows(&self, rows: usize) -> (&[f32], &[bool]) {
        (&self.observations[..rows * self.planes], &self.action_masks[..rows * self.actions])
    }

    /// Returns a pointer to the observation of the first row, for foreign code such as NumPy.
    ///
    /// The memory stays where it is while the buffer lives. Reading it is sound only while an evaluator is
    /// called with a [`Batch`](super::Batch) of this buffer. At other times threads may be writing.
    pub fn observations_pointer(&self) -> NonNull<f32> {
        self.observations.pointer()
    }

    /// Returns a pointer to the mask of the first row. The conditions of
    /// [`observations_pointer`](Self::observations_pointer) apply.
    pub fn masks_pointer(&self) -> NonNull<bool> {
        self.action_masks.pointer()
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of elements of an observation.
    pub fn planes(&self) -> usize {
        self.planes
    }

    /// Returns the number of actions of the game.
    pub fn actions(&self) -> usize {
        self.actions
    }
}

/// Consecutive rows of an [`InferenceBuffer`], written by the thread that holds them.
pub(super) struct BufferRows {
    observations: Memory<f32>,
    action_masks: Memory<bool>,
    planes: usize,
    actions: usize,
}

impl BufferRows {
    /// Returns the observation of a row.
    pub fn observation(&mut self, row: usize) -> &mut [f32] {
        &mut self.observations[row * self.planes..][..self.planes]
    }

    /// Writes the mask of a row.
    pub fn write_mask(&mut self, row: usize, legal: &[u32]) {
        let mask = &mut self.action_masks[row * self.actions..][..self.actions];
        mask.fill(false);
        legal.iter().for_each(|&action| mask[action as usize] = true);
    }

    /// Copies a row to another row of this part.
    pub fn copy_within(&mut self, from: usize, to: usize) {
        let (planes, actions) = (self.planes, self.actions);
        self.observations.copy_within(from * planes..(from + 1) * planes, to * planes);
        self.action_masks.copy_within(from * actions..(from + 1) * actions, to * actions);
    }

    /// Copies a row of another part to a row of this part.
    pub fn copy_from(&mut self, other: &BufferRows, from: usize, to: usize) {
        let (planes, actions) = (self.planes, self.actions);
        self.observations[to * planes..][..planes]
            .copy_from_slice(&other.observations[from * planes..][..planes]);
        self.action_masks[to * actions..][..actions]
            .copy_from_slice(&other.action_masks[from * actions..][..actions]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_rows_of_one_buffer() {
        let (buffer, mut parts) = InferenceBuffer::new(5, 3, 4, 2);
        assert_eq!((parts.len(), buffer.rows()), (3, 5));
        for (number, part) in parts.iter_mut().enumerate() {
            for row in 0..if number == 2 { 1 } else { 2 } {
                part.observation(row).fill((2 * number + row) as f32);
                part.write_mask(row, &[number as u32]);
            }
        }
        parts[1].write_mask(1, &[3, 0]);
        // SAFETY: nothing is written while this is read, here and below.
        let (observations, action_masks) = unsafe { buffer.first_rows(5) };
        assert_eq!(observations[..9], [0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
        assert_eq!(action_masks[12..], [true, false, false, true, false, false, true, false]);
        parts[1].copy_within(1, 0);
        let [first, last] = parts.get_disjoint_mut([0, 2]).expect("two parts");
        first.copy_from(last, 0, 1);
        // SAFETY: as above.
        let (observations, action_masks) = unsafe { buffer.first_rows(3) };
        assert_eq!(observations, [0.0, 0.0, 0.0, 4.0, 4.0, 4.0, 3.0, 3.0, 3.0]);
        assert_eq!(action_masks[4..8], [false, false, true, false]);
        drop(buffer);
        parts[0].observation(0).fill(7.0);
        assert_eq!(parts[0].observation(0), [7.0; 3], "the memory lives as long as its parts");
    }

    #[test]
    fn threads_write_their_parts_at_the_same_time() {
        // Under Miri this also proves that neither the buffer nor another part refers to a part's memory.
        let (buffer, parts) = InferenceBuffer::new(4, 2, 3, 1);
        std::thread::scope(|scope| {
            for (number, mut part) in parts.into_iter().enumerate() {
                let buffer = &buffer;
                scope.spawn(move || {
                    let row = part.observation(0);
                    assert_eq!((buffer.rows(), buffer.planes(), buffer.actions()), (4, 2, 3));
                    row.fill(number as f32);
                    part.write_mask(0, &[number as u32 % 3]);
                });
            }
        });
        // SAFETY: all threads have ended.
        let (observations, action_masks) = unsafe { buffer.first_rows(4) };
        assert_eq!(observations, [0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0]);
        assert_eq!(action_masks.iter().filter(|&&legal| legal).count(), 4);
    }
}
