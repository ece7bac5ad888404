//! Random games of a variant: how often each seat wins, and how long games last.
//!
//! `cargo run --release --example playouts -- stax 100000`

use plyground::catalog;
use plyground::game::{Frame, Seat};
use plyground::sim::{PlayoutRequest, reason_name};
use std::collections::BTreeMap;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let id = arguments.next().unwrap_or_else(|| "stax".into());
    let games = arguments.next().map_or(Ok(10_000), |games| games.parse())?;
    let game = catalog::open(&id, &[], Frame::Seat)?;
    let request = PlayoutRequest { games, seed: 1, ..PlayoutRequest::default() };
    let played = game.playouts(&request, &mut || true)?.expect("nothing interrupts the games");

    println!("{games} random games of {}", game.spec().title);
    for seat in 0..played.seats {
        let returns = played.returns.iter().skip(seat).step_by(played.seats);
        let wins = returns.clone().filter(|&&value| value > 0.0).count();
        let name = game.spec().seat_name(Seat::from_index(seat));
        println!("  {name}: {wins} wins, mean return {:+.4}", returns.sum::<f64>() / games as f64);
    }
    let steps: u64 = played.steps.iter().map(|&steps| u64::from(steps)).sum();
    println!("  {:.1} steps per game", steps as f64 / games as f64);
    let mut reasons = BTreeMap::new();
    played.reasons.iter().for_each(|&reason| *reasons.entry(reason_name(reason)).or_insert(0) += 1);
    println!("  endings: {reasons:?}");
    Ok(())
}
