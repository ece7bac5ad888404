//! Packed environments: batches without state of their own. A step reads environments as bytes and writes
//! new ones, so the same environment can be stepped again with other actions.
//!
//! Environments play the same games as those of a [`Vector`]: both run the same loop.

use super::dyn_envs::{DynEnvs, Scratch};
use super::packed_arrays::{OtherColumns, PackedArrays};
use super::packed_env::{KeptRow, freeze};
use super::{
    Autoreset, Element, ExternalArrays, MaskFormat, Shapes, Shared, Task, Vector, VectorSettings, shares,
};
use crate::game::{Actor, Seat};
use crate::sim::threads::{Threads, lock_share};
use crate::sim::{DynGame, DynState, RequestError, StateWithHistory, VectorError};
use foldhash::quality::FixedState;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::mem::MaybeUninit;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// The settings of packed environments: those of a batch ([`VectorSettings`]) that do not depend on its size.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct PackedSettings<'a> {
    pub threads: Option<usize>,
    pub max_steps: Option<u32>,
    pub start: Option<&'a str>,
    pub observations: Option<Element>,
    pub action_masks: Option<MaskFormat>,
    pub autoreset: Autoreset,
}

/// Steps packed environments of one game.
pub struct PackedEnvs {
    shared: Shared,
    shapes: Shapes,
    observations: Option<Element>,
    action_masks: Option<MaskFormat>,
    /// The state in which games begin, if it is not the start of the game.
    start: Box<dyn DynState>,
    from_state: bool,
    /// The number of bytes of an environment without its checksum.
    bytes: usize,
    /// The hasher for checksums.
    hasher: FixedState,
    threads: Mutex<Threads>,
    /// The workers that are not in use.
    workers: Mutex<Vec<Worker>>,
}

/// Steps a few environments at a time.
struct Worker {
    envs: Box<dyn DynEnvs>,
    scratch: Scratch,
    actions: [i32; BLOCK],
    kept: Vec<KeptRow>,
    other: OtherColumns,
}

/// The number of environments that a worker steps at a time. Their states fit into the nearer caches.
const BLOCK: usize = 32;

/// The number of bytes of a checksum.
const CHECKSUM: usize = size_of::<u64>();

/// The seed of checksums. It differs between processes, because bytes of another build could be invalid here.
static PROCESS_SEED: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(0));

/// Returns the number with these two words, the low one first.
fn joined([low, high]: [u32; 2]) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The rows of one share of a batch, and the index of its first environment.
struct Share<'a> {
    first: usize,
    rows: PackedArrays<'a>,
    error: Option<VectorError>,
}

impl PackedEnvs {
    /// Prepares environments of a game.
    ///
    /// # Errors
    ///
    /// [`RequestError`] if a setting is invalid, or the states of the game are not flat values.
    pub fn new(game: &(dyn DynGame + '_), settings: &PackedSettings<'_>) -> Result<PackedEnvs, RequestError> {
        let PackedSettings { threads, max_steps, start, observations, action_masks, autoreset } = *settings;
        let spec = game.spec();
        let probed = VectorSettings {
            threads: Some(1),
            max_steps,
            start,
            observations: None,
            action_masks: None,
            autoreset,
            ..VectorSettings::default()
        };
        let mut shared = Vector::new(game, &probed, ExternalArrays::default())?.shared;
        // Masks are written only after the actions are checked.
        (shared.masks_are_private, shared.actions) = (false, action_masks.map_or(0, |_| spec.num_actions));
        let start = game.opening(start)?;
        let (from_state, start) = (start.is_some(), start.unwrap_or_else(|| game.state()));
        let bytes = start.envs(0, 1, from_state).packed_bytes();
        let bytes = bytes.ok_or_else(|| RequestError::NotPacked { id: spec.id.clone() })?;
        let (rules, options) = (game.as_any().type_id(), format!("{:?}", spec.options));
        let identity = FixedState::with_seed(*PROCESS_SEED).hash_one((rules, &spec.id, options, spec.frame));
        Ok(PackedEnvs {
            shared,
            shapes: game.shapes(),
            observations,
            action_masks,
            start,
            from_state,
            bytes,
            hasher: FixedState::with_seed(identity),
            threads: Mutex::new(Threads::new(game, threads)?),
            workers: Mutex::default(),
        })
    }

    /// Returns the number of bytes of a packed environment.
    pub fn bytes(&self) -> usize {
        self.bytes.next_multiple_of(CHECKSUM) + CHECKSUM
    }

    /// Returns the shapes of rows in the arrays.
    pub fn shapes(&self) -> Shapes {
        self.shapes
    }

    /// Returns the element type of observations, if they are requested.
    pub fn observations(&self) -> Option<Element> {
        self.observations
    }

    /// Returns the format of masks, if they are requested.
    pub fn action_masks(&self) -> Option<MaskFormat> {
        self.action_masks
    }

    /// Starts game 0 of environments. `seeds` has a seed and an index for each environment: the two words of
    /// each number, the low one first.
    ///
    /// # Panics
    ///
    /// If an array has the wrong length.
    pub fn start(&self, seeds: &[[u32; 4]], rows: PackedArrays<'_>) {
        assert_eq!(seeds.len(), rows.envs(), "the number of seeds");
        let started = self.run(rows, |worker, first, rows| {
            let (packed, mut rows) = rows.into_rows(&mut worker.other);
            for (at, &[low, high, index, index_high]) in
                seeds[first..][..rows.current_players.len()].iter().enumerate()
            {
                let (seed, index) = (joined([low, high]), joined([index, index_high]));
                worker.envs.start(&self.shared, at, seed, index, &mut rows, &mut worker.scratch);
                let kept = rows.kept(at);
                self.pack(&*worker.envs, at, kept, &mut packed[at * self.bytes()..][..self.bytes()]);
            }
            Ok(())
        });
        debug_assert_eq!(started, Ok(()));
    }

    /// Makes one step in each packed environment. An environment whose game is over ignores its action.
    /// `chance_seeds`, if there are any, determine the chance steps from now on: two words for each
    /// environment, the low one first.
    ///
    /// # Errors
    ///
    /// [`VectorError`] if bytes are not a packed environment of this game, or an action is not legal. Some
    /// rows may be written.
    ///
    /// # Panics
    ///
    /// If an array has the wrong length.
    pub fn step(
        &self,
        packed: &[u8],
        actions: &[i32],
        chance_seeds: Option<&[[u32; 2]]>,
        rows: PackedArrays<'_>,
    ) -> Result<(), VectorError> {
        assert_eq!(actions.len(), rows.envs(), "the number of actions");
        assert_eq!(packed.len(), rows.envs() * self.bytes(), "the bytes of environments");
        self.run(rows, |worker, first, rows| {
            let count = rows.envs();
            let packed = &packed[first * self.bytes()..][..count * self.bytes()];
            let seeds = chance_seeds.map(|seeds| &seeds[first..][..count]);
            self.step_block(worker, packed, &actions[first..][..count], seeds, rows)
        })
    }

    /// Steps a few environments.
    fn step_block(
        &self,
        worker: &mut Worker,
        packed: &[u8],
        actions: &[i32],
        chance_seeds: Option<&[[u32; 2]]>,
        rows: PackedArrays<'_>,
    ) -> Result<(), VectorError> {
        let Worker { envs, scratch, actions: checked, kept, other } = worker;
        let (out, mut rows) = rows.into_rows(other);
        kept.clear();
        for (at, bytes) in packed.chunks_exact(self.bytes()).enumerate() {
            let before = self.unpack(&mut **envs, at, bytes, chance_seeds.map(|seeds| joined(seeds[at])))?;
            rows.restore(at, before);
            checked[at] = if self.waits(before) { before.sampled } else { actions[at] };
            kept.push(before);
        }
        let checked = &checked[..kept.len()];
        if *checked != *rows.sampled
            && let Some(error) = envs.run(&self.shared, Task::Validate(checked), &mut rows, scratch)
        {
            return Err(error);
        }
        envs.run(&self.shared, Task::Step, &mut rows, scratch);
        for (at, &before) in kept.iter().enumerate() {
            if self.waits(before) {
                rows.restore_end(at, before);
                rows.action_masks.clear(at, self.shared.actions);
                let seat = Seat::from_code(before.final_player).unwrap_or(Seat::ZERO);
                envs.observe(&self.shared, at, seat, &mut rows, scratch);
            }
            let kept = rows.kept(at);
            self.pack(&**envs, at, kept, &mut out[at * self.bytes()..][..self.bytes()]);
        }
        Ok(())
    }

    /// Whether an environment waits for a reset, which never comes.
    fn waits(&self, kept: KeptRow) -> bool {
        self.shared.autoreset == Autoreset::Disabled && kept.current_player == Actor::Over.code()
    }

    /// Returns the state of a packed environment, or `None` if the bytes are not one of this game.
    pub fn state(&self, packed: &[u8]) -> Option<StateWithHistory> {
        let mut worker = self.worker();
        let read = self.unpack(&mut *worker.envs, 0, packed, None);
        let state = read.is_ok().then(|| StateWithHistory::new(worker.envs.state(0), 0));
        lock(&self.workers).push(worker);
        state
    }

    /// Writes a packed environment and its checksum.
    fn pack(&self, envs: &dyn DynEnvs, at: usize, kept: KeptRow, out: &mut [MaybeUninit<u8>]) {
        let (bytes, rest) = out.split_at_mut(self.bytes);
        envs.pack(at, kept, bytes);
        let checksum = self.checksum(freeze(bytes)).to_ne_bytes();
        let (padding, last) = rest.split_at_mut(rest.len() - CHECKSUM);
        padding.fill(MaybeUninit::new(0));
        last.iter_mut().zip(checksum).for_each(|(to, byte)| *to = MaybeUninit::new(byte));
    }

    /// Reads a packed environment, if its checksum is correct.
    fn unpack(
        &self,
        envs: &mut dyn DynEnvs,
        at: usize,
        packed: &[u8],
        chance_seed: Option<u64>,
    ) -> Result<KeptRow, VectorError> {
        let foreign = VectorError::NotPacked { env: at };
        if packed.len() != self.bytes() {
            return Err(foreign);
        }
        let (bytes, last) = (&packed[..self.bytes], &packed[packed.len() - CHECKSUM..]);
        if self.checksum(bytes).to_ne_bytes() != *last {
            return Err(foreign);
        }
        // SAFETY: `pack` wrote these bytes in this process for this type of game. Their checksum says so: its
        // seed is a random number of the process combined with the type of the game.
        Ok(unsafe { envs.unpack(at, bytes, chance_seed) })
    }

    fn checksum(&self, bytes: &[u8]) -> u64 {
        let mut hasher = self.hasher.build_hasher();
        hasher.write(bytes);
        hasher.finish()
    }

    /// Takes a worker, or makes one.
    fn worker(&self) -> Worker {
        let free = lock(&self.workers).pop();
        free.unwrap_or_else(|| Worker {
            envs: self.start.envs(0, BLOCK, self.from_state),
            scratch: Scratch::new(&self.start.canvas(), self.shared.actions),
            actions: [0; BLOCK],
            kept: Vec::with_capacity(BLOCK),
            other: OtherColumns::new(BLOCK),
        })
    }

    /// Calls `work` for each block of environments, with its first index and its rows. Returns the error of
    /// the first environment that has one.
    fn run(
        &self,
        mut rows: PackedArrays<'_>,
        work: impl Fn(&mut Worker, usize, PackedArrays<'_>) -> Result<(), VectorError> + Sync,
    ) -> Result<(), VectorError> {
        let run_share = |share: &mut Share<'_>| {
            let mut worker = self.worker();
            while share.rows.envs() > 0 && share.error.is_none() {
                let block = share.rows.take(BLOCK);
                let (first, count) = (share.first, block.envs());
                share.error = work(&mut worker, first, block).err().map(|error| error.moved(first));
                share.first += count;
            }
            lock(&self.workers).push(worker);
        };
        let envs = rows.envs();
        let mut threads = lock(&self.threads);
        let count = shares(envs, threads.count());
        if count <= 1 {
            drop(threads);
            let mut share = Share { first: 0, rows, error: None };
            run_share(&mut share);
            return share.error.map_or(Ok(()), Err);
        }
        let size = envs.div_ceil(count);
        let of = |first| Mutex::new(Share { first, rows: rows.take(size), error: None });
        let shares: Vec<Mutex<Share<'_>>> = (0..envs).step_by(size).map(of).collect();
        threads.for_each(shares.len(), &|at| run_share(&mut lock_share(&shares, at)));
        shares.iter().find_map(|share| lock(share).error.take()).map_or(Ok(()), Err)
    }
}
