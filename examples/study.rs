//! The first-move advantage of variants under random play, with 95 % confidence intervals (Wilson).
//!
//! `cargo run --release --example study -- chess stax checkers`. The Python package has complete studies.

use plyground::catalog;
use plyground::game::Frame;
use plyground::sim::PlayoutRequest;
use std::error::Error;

const GAMES: u64 = 20_000;
/// The 97.5 % quantile of the normal distribution.
const Z: f64 = 1.959964;

/// Returns the Wilson interval of a mean score of games that are won (1), drawn (1/2) or lost (0).
fn wilson(score: f64) -> (f64, f64) {
    let n = GAMES as f64;
    let center = (score + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (score * (1.0 - score) / n + Z * Z / (4.0 * n * n)).sqrt();
    (center - half, center + half)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut ids: Vec<String> = std::env::args().skip(1).collect();
    if ids.is_empty() {
        ids = ["chess", "stax", "english-draughts"].map(String::from).into();
    }
    println!("{:24} {:>7} {:>18}", "variant", "score", "95 % interval");
    for id in ids {
        let game = catalog::open(&id, &[], Frame::Seat)?;
        let request = PlayoutRequest { games: GAMES, ..PlayoutRequest::default() };
        let played = game.playouts(&request, &mut || true)?.expect("nothing interrupts the games");
        let first = game.spec().turn_order[0].index();
        let returns = played.returns.iter().skip(first).step_by(played.seats);
        let score = returns.map(|value| (value + 1.0) / 2.0).sum::<f64>() / GAMES as f64;
        let (low, high) = wilson(score);
        println!("{id:24} {score:7.4} {low:9.4} {high:8.4}");
    }
    Ok(())
}
