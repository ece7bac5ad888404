//! Packed environments as arrays of bytes.

use super::contract::selected;
use super::open;
use plyground::catalog;
use plyground::sim::{Autoreset, MaskRows, ObservationRows, PackedArrays, PackedEnvs, PackedSettings};
use std::hint::black_box;
use std::mem::MaybeUninit;

/// The number of environments of a batch.
const ENVS: usize = 4;

/// Fills the stack below the caller with a byte, so that it does not hold what an earlier call left there.
#[inline(never)]
fn fill_stack(byte: u8) {
    let mut bytes = [byte; 1 << 16];
    black_box(&mut bytes);
}

/// Returns the bytes of environments of a game after some steps. The memory that the steps use holds `byte`
/// before each of them.
fn packed_after(id: &str, num_steps: usize, byte: u8) -> Option<Vec<u8>> {
    let settings = PackedSettings {
        threads: Some(1),
        max_steps: None,
        start: None,
        observations: None,
        action_masks: None,
        autoreset: Autoreset::NextStep,
    };
    let envs = PackedEnvs::new(&*open(id), &settings).ok()?;
    let (seats, bytes) = (envs.shapes().seats, envs.bytes());
    let mut sampled = vec![0; ENVS];
    let mut before: Vec<u8> = Vec::new();
    for step in 0..=num_steps {
        let mut packed = vec![MaybeUninit::new(byte); ENVS * bytes];
        let (mut players, mut rewards, mut reasons) = ([0; ENVS], vec![0.0; ENVS * seats], [0; ENVS]);
        let (mut terminated, mut truncated, mut steps) = ([false; ENVS], [false; ENVS], [0; ENVS]);
        let actions = sampled.clone();
        let rows = PackedArrays {
            packed: &mut packed,
            observations: ObservationRows::Off,
            action_masks: MaskRows::Off,
            current_players: &mut players,
            rewards: &mut rewards,
            terminated: &mut terminated,
            truncated: &mut truncated,
            reasons: &mut reasons,
            steps: &mut steps,
            sampled: &mut sampled,
        };
        fill_stack(byte);
        if step == 0 {
            envs.start(&[[1, 0, 2, 0]; ENVS], rows);
        } else {
            envs.step(&before, &actions, None, rows).unwrap_or_else(|error| panic!("{id}: {error}"));
        }
        // SAFETY: all bytes had a value before, and were written by the step.
        before = packed.iter().map(|byte| unsafe { byte.assume_init() }).collect();
    }
    Some(before)
}

#[test]
fn equal_environments_have_equal_bytes() {
    let (mut num_packed, mut different) = (0, Vec::new());
    let ids = selected(catalog::ids().map(String::from).collect());
    for id in &ids {
        for num_steps in [0, 3, 60] {
            let (one, other) = (packed_after(id, num_steps, 0xA5), packed_after(id, num_steps, 0x3C));
            let pairs = one.iter().flatten().zip(other.iter().flatten()).enumerate();
            let places: Vec<usize> = pairs.filter(|(_, (a, b))| a != b).map(|(at, _)| at).collect();
            if !places.is_empty() {
                different.push((id.clone(), num_steps, places));
            }
            num_packed += usize::from(one.is_some());
        }
    }
    assert!(different.is_empty(), "{different:?}");
    assert!(2 * num_packed > 3 * ids.len());
}
