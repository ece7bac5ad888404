//! The arrays that stepping packed environments writes.

use super::buffers::{MaskRows, Rows, split_front};
use super::elements::ObservationRows;
use super::packed_env::KeptRow;
use std::mem::MaybeUninit;

/// Arrays to write to, with one row for each environment. See [`Buffers`](super::Buffers) for their contents.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct PackedArrays<'a> {
    /// The packed environments.
    pub packed: &'a mut [MaybeUninit<u8>],
    pub observations: ObservationRows<'a>,
    pub action_masks: MaskRows<'a>,
    pub current_players: &'a mut [i8],
    /// One column for each seat.
    pub rewards: &'a mut [f32],
    /// Also true for games that ended before and wait.
    pub terminated: &'a mut [bool],
    /// Also true for games that were cut off before and wait.
    pub truncated: &'a mut [bool],
    pub reasons: &'a mut [u8],
    pub steps: &'a mut [u32],
    pub sampled: &'a mut [i32],
}

/// The columns of rows that are not among the arrays, for a few environments.
pub(super) struct OtherColumns {
    pub mover_rewards: Box<[f32]>,
    pub final_players: Box<[i8]>,
}

impl OtherColumns {
    pub(super) fn new(envs: usize) -> OtherColumns {
        OtherColumns { mover_rewards: vec![0.0; envs].into(), final_players: vec![0; envs].into() }
    }
}

impl<'a> PackedArrays<'a> {
    /// Returns the number of environments.
    pub(super) fn envs(&self) -> usize {
        self.current_players.len()
    }

    /// Splits off the rows of the first `count` environments, or of all if there are fewer.
    pub(super) fn take(&mut self, count: usize) -> PackedArrays<'a> {
        let envs = self.envs();
        let count = count.min(envs);
        PackedArrays {
            packed: split_front(&mut self.packed, count, envs),
            observations: self.observations.take(count, envs),
            action_masks: self.action_masks.take(count, envs),
            current_players: split_front(&mut self.current_players, count, envs),
            rewards: split_front(&mut self.rewards, count, envs),
            terminated: split_front(&mut self.terminated, count, envs),
            truncated: split_front(&mut self.truncated, count, envs),
            reasons: split_front(&mut self.reasons, count, envs),
            steps: split_front(&mut self.steps, count, envs),
            sampled: split_front(&mut self.sampled, count, envs),
        }
    }

    /// Splits the rows into packed environments and the rows that a step writes.
    pub(super) fn into_rows(self, other: &'a mut OtherColumns) -> (&'a mut [MaybeUninit<u8>], Rows<'a>) {
        let envs = self.envs();
        let rows = Rows {
            observations: self.observations,
            finals: ObservationRows::Off,
            action_masks: self.action_masks,
            current_players: self.current_players,
            rewards: self.rewards,
            mover_rewards: &mut other.mover_rewards[..envs],
            terminated: self.terminated,
            truncated: self.truncated,
            reasons: self.reasons,
            steps: self.steps,
            final_players: &mut other.final_players[..envs],
            sampled: self.sampled,
        };
        (self.packed, rows)
    }
}

impl Rows<'_> {
    /// Writes what a row kept, before the next step.
    pub(super) fn restore(&mut self, at: usize, kept: KeptRow) {
        self.current_players[at] = kept.current_player;
        self.sampled[at] = kept.sampled;
        self.steps[at] = kept.steps;
    }

    /// Writes the end of a game that ended before and waits.
    pub(super) fn restore_end(&mut self, at: usize, kept: KeptRow) {
        self.final_players[at] = kept.final_player;
        self.reasons[at] = kept.reason;
        self.terminated[at] = kept.terminated;
        self.truncated[at] = kept.truncated;
    }

    /// Returns what a row keeps until the next step.
    pub(super) fn kept(&self, at: usize) -> KeptRow {
        KeptRow {
            sampled: self.sampled[at],
            steps: self.steps[at],
            current_player: self.current_players[at],
            final_player: self.final_players[at],
            reason: self.reasons[at],
            terminated: self.terminated[at],
            truncated: self.truncated[at],
        }
    }
}
