//! A match between two agents that exchange seats, with the score of each.
//!
//! `cargo run --release --example matches -- stax ab:3 mcts:200`

use plyground::agents::{self, AgentSpec, Batch, MatchRequest, Starts};
use plyground::catalog;
use plyground::game::Frame;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |at: usize, default: &'static str| arguments.get(at).map_or(default, String::as_str);
    let game = catalog::open(argument(0, "stax"), &[], Frame::Seat)?;
    let agents: [AgentSpec; 2] = [argument(1, "ab:2").parse()?, argument(2, "greedy").parse()?];

    // Deterministic agents repeat their games, so games begin with four random turns.
    let starts = Starts { turns: 4, ..Starts::default() };
    let request = MatchRequest { agents: &agents, games: 100, seed: 1, starts, ..MatchRequest::default() };
    // Only agents with networks call the evaluator.
    let no_network = |_: &mut Batch<'_>| false;
    let played = agents::matches(&*game, &request, &no_network, &mut || true)?.expect("nothing interrupts");

    for (index, agent) in agents.iter().enumerate() {
        let rows = played.returns.iter().zip(&played.agents);
        let own: Vec<f64> = rows.filter(|row| usize::from(*row.1) == index).map(|row| *row.0).collect();
        let wins = own.iter().filter(|&&value| value > 0.0).count();
        println!("{agent}: {wins} wins, mean return {:+.3}", own.iter().sum::<f64>() / own.len() as f64);
    }
    Ok(())
}
