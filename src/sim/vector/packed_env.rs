//! An environment as bytes, so that a step can be a function without side effects. This part of packed
//! environments is compiled for each game.

use super::dyn_envs::Episode;
use super::env::Env;
use crate::game::{Game, Rng, rng_for};
use crate::packing::{Packing, pack_fields};
use std::mem::{MaybeUninit, needs_drop, offset_of};
use std::ptr;

/// What the row of an environment keeps from one step to the next.
#[derive(Clone, Copy)]
pub struct KeptRow {
    pub(super) sampled: i32,
    pub(super) steps: u32,
    pub(super) current_player: i8,
    /// The seat whose observation the row shows after the end of the game.
    pub(super) final_player: i8,
    pub(super) reason: u8,
    pub(super) terminated: bool,
    pub(super) truncated: bool,
}
pack_fields!(KeptRow { sampled, steps, current_player, final_player, reason, terminated, truncated });

/// All that an environment remembers.
pub(super) struct PackedEnv<G: Game> {
    state: G::State,
    episode: PackedEpisode,
}

/// All that an environment remembers, except the state.
struct PackedEpisode {
    /// Whether a step is drawn: the one of the action `kept.sampled`.
    has_drawn: bool,
    seed: u64,
    index: u64,
    number: u64,
    chance: Rng,
    sampler: Rng,
    steps: u32,
    kept: KeptRow,
}
pack_fields!(PackedEpisode { has_drawn, seed, index, number, chance, sampler, steps, kept });

impl<G: Game> PackedEnv<G> {
    /// The number of bytes, or `None` if environments cannot be packed. A state that owns memory needs to be
    /// dropped, so its bytes are not a copy.
    pub(super) const BYTES: Option<usize> =
        if CAN_FREEZE && !needs_drop::<PackedEnv<G>>() { Some(size_of::<PackedEnv<G>>()) } else { None };

    /// Copies an environment that is not recorded.
    pub(super) fn new(env: &Env<G>, drawn: Option<G::Step>, kept: KeptRow) -> PackedEnv<G> {
        let Episode { seed, index, ref chance, ref sampler, number, steps, record: _ } = env.episode;
        let (chance, sampler) = (chance.clone(), sampler.clone());
        let has_drawn = drawn.is_some();
        let episode = PackedEpisode { has_drawn, seed, index, number, chance, sampler, steps, kept };
        PackedEnv { state: env.state.clone(), episode }
    }

    /// Returns the environment, its drawn step, and what its row keeps.
    pub(super) fn into_env(self, game: &G, chance_seed: Option<u64>) -> (Env<G>, Option<G::Step>, KeptRow) {
        let PackedEnv { state, episode } = self;
        let PackedEpisode { has_drawn, seed, index, number, chance, sampler, steps, kept } = episode;
        let drawn = if has_drawn { game.step(&state, kept.sampled as usize) } else { None };
        let chance = chance_seed.map_or(chance, |seed| rng_for(seed, 0, 0));
        let episode = Episode { seed, index, chance, sampler, number, steps, record: None };
        (Env { state, episode }, drawn, kept)
    }

    /// Writes the bytes. Those without a value are 0, so that equal environments have equal bytes, if the
    /// game [packs](crate::game::Rules::PACKING) the fields of its states.
    pub(super) fn write(mut self, out: &mut [MaybeUninit<u8>]) {
        assert_eq!(Some(out.len()), Self::BYTES, "the bytes of a packed environment");
        out.fill(MaybeUninit::new(0));
        G::PACKING.write(&mut self.state, &mut out[offset_of!(Self, state)..][..size_of::<G::State>()]);
        let episode = &mut out[offset_of!(Self, episode)..][..size_of::<PackedEpisode>()];
        Packing::fields().write(&mut self.episode, episode);
    }

    /// Reads the bytes that [`write`](PackedEnv::write) wrote.
    ///
    /// # Safety
    ///
    /// `write` wrote these bytes in this process, for the same type of game.
    pub(super) unsafe fn read(bytes: &[u8]) -> PackedEnv<G> {
        assert_eq!(Some(bytes.len()), Self::BYTES, "the bytes of a packed environment");
        // SAFETY: `Packing` wrote the bytes of both fields of such a value. A value without a destructor owns
        // nothing, and states are flat values (`Rules::State`), so there can be any number of copies.
        unsafe { ptr::read_unaligned(bytes.as_ptr().cast()) }
    }
}

/// Whether [`freeze`] is implemented for this processor.
const CAN_FREEZE: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));

/// Gives bytes without a value, such as copied padding, some value, so that all bytes can be read.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) fn freeze(bytes: &mut [MaybeUninit<u8>]) -> &mut [u8] {
    // SAFETY: the assembly is empty, so the memory has the contents that it had. For the compiler it may have
    // written every byte that the pointer reaches, so all of them are initialized.
    unsafe {
        std::arch::asm!("/* {0} */", in(reg) bytes.as_mut_ptr(), options(nostack, preserves_flags));
        std::slice::from_raw_parts_mut(bytes.as_mut_ptr().cast(), bytes.len())
    }
}

/// Environments are not packed on this processor.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) fn freeze(_: &mut [MaybeUninit<u8>]) -> &mut [u8] {
    unreachable!("environments are packed only where `CAN_FREEZE` is true")
}
