//! Descriptions of games: a text has a problem with its line, or its game can be played, and its positions
//! are read as they were written.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plyground::game::roles::{Notation, Rules};
use plyground::game::{Frame, rng_for};
use plyground::games::chesslike::Description;

/// The steps that are played.
const STEPS: u32 = 40;

fuzz_target!(|text: &str| {
    let description = match Description::read(text) {
        Ok(description) => description,
        Err(problem) => return assert!(problem.line >= 1 && !problem.message.is_empty()),
    };
    let game = description.game(Frame::Seat).expect("a description that was read");
    let mut rng = rng_for(0, 0, 0);
    let mut state = game.start(&mut rng);
    for _ in 0..STEPS {
        let Some(step) = game.random_step(&state, &mut rng) else { break };
        game.apply(&mut state, step);
        let text = game.fen(&state);
        let again = game.read_fen(&text).expect("a position that was written");
        assert_eq!(game.fen(&again), text);
    }
});
