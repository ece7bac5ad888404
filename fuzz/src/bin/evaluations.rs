//! Files of tuned evaluations: what is read is written and read the same, and agents of its game play with
//! it. The target appends the checksum, which random changes would never match.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plyground::agents::{AgentSpec, AlphaBetaSettings, Evaluation, TunedEvaluation, Uct};
use plyground_fuzz::game;
use std::sync::Arc;

/// Returns the FNV-1a hash.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

fuzz_target!(|data: &[u8]| {
    let Some(tuned) = TunedEvaluation::from_bytes(&[data, &checksum(data).to_le_bytes()].concat()) else {
        return;
    };
    assert_eq!(TunedEvaluation::from_bytes(&tuned.to_bytes()).as_ref(), Some(&tuned));
    let (game, tuned) = (game(tuned.game()), Arc::new(tuned));
    let evaluation = Evaluation::File { path: "fuzzed".into(), tuned };
    let alpha_beta = AlphaBetaSettings { evaluation: evaluation.clone(), ..AlphaBetaSettings::of_depth(1) };
    let mcts = Uct { simulations: Some(8), ms: None, c: 1.4, cut: Some(1), evaluation };
    for agent in [AgentSpec::AlphaBeta(alpha_beta), AgentSpec::Mcts(mcts)] {
        if agent.check_plays(&**game).is_ok() {
            assert!(agent.fingerprint(&**game).is_some());
        }
    }
});
