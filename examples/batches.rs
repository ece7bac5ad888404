//! A batch of games that is stepped together, with observations and legal-action masks in arrays.
//!
//! `cargo run --release --example batches -- chess`

use plyground::catalog;
use plyground::game::Frame;
use plyground::sim::{ExternalArrays, MasksView, VectorSettings};
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let id = std::env::args().nth(1).unwrap_or_else(|| "chess".into());
    let game = catalog::open(&id, &[], Frame::Seat)?;
    let settings = VectorSettings { envs: 1024, seed: 1, ..VectorSettings::default() };
    let mut vector = game.vector(&settings, ExternalArrays::default())?;

    let started = Instant::now();
    let (mut actions, mut finished) = (Vec::new(), 0);
    for _ in 0..200 {
        // A policy would choose here. This one draws a legal action for each game.
        vector.sample();
        actions.clear();
        actions.extend_from_slice(vector.views().sampled.as_slice().expect("contiguous"));
        vector.step(&actions)?;
        finished += vector.views().terminated.iter().filter(|&&over| over).count();
    }
    let rate = 200.0 * settings.envs as f64 / started.elapsed().as_secs_f64();
    println!("{id}: {rate:.0} steps per second with observations and masks, {finished} games ended");
    if let Some(MasksView::Flags(masks)) = vector.views().action_masks {
        let legal = masks.row(0).iter().filter(|&&flag| flag != 0).count();
        println!("the first game has {legal} legal actions");
    }
    Ok(())
}
