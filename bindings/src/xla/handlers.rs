//! The functions that XLA calls. They run without the GIL and never call Python.

use super::c_api::{CallFrame, Error};
use super::call::{Call, answer};
use super::registry;
use plyground::sim::{Element, MaskFormat, MaskRows, ObservationRows, PackedArrays, PackedEnvs};
use std::mem::MaybeUninit;
use std::slice;

/// A function that XLA calls.
pub(super) type Handler = unsafe extern "C" fn(*mut CallFrame) -> *mut Error;

/// The handlers by the names of their targets.
pub(super) const HANDLERS: [(&str, Handler); 2] = [("plyground_init", init), ("plyground_step", step)];

/// Starts games. The argument has two words of a seed and two of an index for each environment.
///
/// # Safety
///
/// XLA calls it.
unsafe extern "C" fn init(frame: *mut CallFrame) -> *mut Error {
    // SAFETY: XLA calls it.
    unsafe { answer(frame, init_envs) }
}

/// Makes a step. The arguments are packed environments, actions, and optionally two words of a seed of chance
/// for each environment.
///
/// # Safety
///
/// XLA calls it.
unsafe extern "C" fn step(frame: *mut CallFrame) -> *mut Error {
    // SAFETY: XLA calls it.
    unsafe { answer(frame, step_envs) }
}

fn init_envs(call: &Call<'_>) -> Result<(), String> {
    let envs = registry::find(call.text("env")?)?;
    let (seeds, rest) = call.argument::<u32>(0)?.as_chunks::<4>();
    if !rest.is_empty() {
        return Err("seeds must have four words for each environment".into());
    }
    envs.start(seeds, results(call, &envs, seeds.len())?);
    Ok(())
}

fn step_envs(call: &Call<'_>) -> Result<(), String> {
    let envs = registry::find(call.text("env")?)?;
    let (packed, actions) = (call.argument::<u8>(0)?, call.argument::<i32>(1)?);
    if packed.len() != actions.len() * envs.bytes() {
        return Err(format!(
            "the data must have {} bytes for each of {} actions, got {} bytes",
            envs.bytes(),
            actions.len(),
            packed.len()
        ));
    }
    let seeds =
        if call.num_arguments() > 2 { Some(call.argument::<u32>(2)?.as_chunks::<2>().0) } else { None };
    if seeds.is_some_and(|seeds| seeds.len() != actions.len()) {
        return Err("seeds must have two words for each environment".into());
    }
    let rows = results(call, &envs, actions.len())?;
    envs.step(packed, actions, seeds, rows).map_err(|error| error.to_string())
}

/// Returns the results of a call. Their order is that of the fields of `JaxState`.
fn results<'a>(call: &Call<'a>, envs: &PackedEnvs, count: usize) -> Result<PackedArrays<'a>, String> {
    let mut numbers = 0..;
    let mut next = || numbers.next().unwrap_or_default();
    let shapes = envs.shapes();
    let packed = uninit(call.result(next(), count * envs.bytes())?);
    let cells = count * shapes.planes.iter().product::<usize>();
    let observations = match envs.observations() {
        None => ObservationRows::Off,
        Some(Element::F32) => ObservationRows::F32(call.result(next(), cells)?),
        Some(Element::F16) => ObservationRows::F16(call.result(next(), cells)?),
        Some(Element::U8) => ObservationRows::U8(call.result(next(), cells)?),
    };
    let action_masks = match envs.action_masks() {
        None => MaskRows::Off,
        Some(MaskFormat::Flags) => MaskRows::Flags(call.flags(next(), count * shapes.actions)?),
        Some(bits) => MaskRows::Bits(call.result(next(), count * bits.width(shapes.actions))?),
    };
    Ok(PackedArrays {
        packed,
        observations,
        action_masks,
        current_players: call.result(next(), count)?,
        rewards: call.result(next(), count * shapes.seats)?,
        terminated: call.bools(next(), count)?,
        truncated: call.bools(next(), count)?,
        reasons: call.result(next(), count)?,
        steps: call.result(next(), count)?,
        sampled: call.result(next(), count)?,
    })
}

/// Returns bytes as ones that may stay without a value.
fn uninit(bytes: &mut [u8]) -> &mut [MaybeUninit<u8>] {
    // SAFETY: the types have the same layout. The borrow passes to the result, after which no one reads the
    // bytes here.
    unsafe { slice::from_raw_parts_mut(bytes.as_mut_ptr().cast(), bytes.len()) }
}
