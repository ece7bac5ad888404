//! Type-erased environments, and what a batch knows of each.

use super::buffers::Rows;
use super::packed_env::KeptRow;
use super::record::{Finished, Record};
use super::{Shared, Task};
use crate::game::{Canvas, Mask, Rng, Seat, rng_for};
use crate::sim::{DynState, VectorError};
use std::mem::MaybeUninit;

/// The data of a game in progress, except its state.
pub struct Episode {
    /// The seed of the games.
    pub(super) seed: u64,
    /// The index of the environment. With the seed and the number of the game it determines the generators.
    pub(super) index: u64,
    /// The generator for the set-up and the chance steps.
    pub(super) chance: Rng,
    /// The generator for sampled actions. It is separate, so that sampling changes nothing else.
    pub(super) sampler: Rng,
    /// The number of the game.
    pub(super) number: u64,
    pub(super) steps: u32,
    /// The record of the game, if games are recorded.
    pub(super) record: Option<Box<Record>>,
}

impl Episode {
    /// Returns the episode of game `number` of an environment.
    #[inline(never)]
    pub(super) fn new(seed: u64, index: u64, number: u64) -> Episode {
        let stream = index.wrapping_add(1);
        let (chance, sampler) = (rng_for(seed, stream, number), rng_for(!seed, stream, number));
        Episode { seed, index, chance, sampler, number, steps: 0, record: None }
    }
}

/// Consecutive type-erased environments.
pub trait DynEnvs: Send + Sync {
    /// Runs a task in each environment that has a row. Stops at the first error and returns it.
    fn run(
        &mut self,
        shared: &Shared,
        task: Task<'_>,
        rows: &mut Rows<'_>,
        scratch: &mut Scratch,
    ) -> Option<VectorError>;

    /// Returns a copy of the state of an environment.
    fn state(&self, at: usize) -> Box<dyn DynState>;

    /// Returns the episode of an environment.
    fn episode(&self, at: usize) -> &Episode;

    /// Replaces the game of an environment, and its sampled action.
    fn put(&mut self, at: usize, state: &dyn DynState, episode: Episode, drawn: Option<u32>);

    /// Starts game 0 of the environment with this seed and index.
    fn start(
        &mut self,
        shared: &Shared,
        at: usize,
        seed: u64,
        index: u64,
        rows: &mut Rows<'_>,
        scratch: &mut Scratch,
    );

    /// Writes what a seat observes.
    fn observe(&self, shared: &Shared, at: usize, seat: Seat, rows: &mut Rows<'_>, scratch: &mut Scratch);

    /// Returns the number of bytes of a packed environment, or `None` if environments cannot be packed,
    /// because states own memory.
    fn packed_bytes(&self) -> Option<usize>;

    /// Writes an environment as bytes. `kept` is what its row keeps until the next step.
    ///
    /// # Panics
    ///
    /// If the number of bytes is not [`packed_bytes`](DynEnvs::packed_bytes).
    fn pack(&self, at: usize, kept: KeptRow, out: &mut [MaybeUninit<u8>]);

    /// Replaces an environment by a packed one. Returns what its row kept. If there is a seed, the chance
    /// steps from now on follow from it.
    ///
    /// # Safety
    ///
    /// [`pack`](DynEnvs::pack) wrote these bytes in this process, for the same game.
    ///
    /// # Panics
    ///
    /// If the number of bytes is not [`packed_bytes`](DynEnvs::packed_bytes).
    unsafe fn unpack(&mut self, at: usize, bytes: &[u8], chance_seed: Option<u64>) -> KeptRow;
}

/// The buffers of one thread.
pub struct Scratch {
    pub(super) canvas: Canvas,
    pub(super) mask: Mask,
    /// The environments whose games ended with this step or before.
    pub(super) over: Vec<usize>,
    /// The finished games, if games are recorded.
    pub(super) finished: Vec<Finished>,
    /// The error of a task.
    pub(super) error: Option<VectorError>,
}

impl Scratch {
    pub(super) fn new(canvas: &Canvas, actions: usize) -> Scratch {
        Scratch {
            canvas: canvas.clone(),
            mask: Mask::new(actions),
            over: Vec::new(),
            finished: Vec::new(),
            error: None,
        }
    }
}
