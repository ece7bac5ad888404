//! Agents and options as texts: what is read is written and read the same, and a game that opens can be
//! begun.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plyground::agents::AgentSpec;
use plyground::catalog;
use plyground::game::{Frame, OptionValue};
use plyground_fuzz::{check, game_and_rest};

/// The value that a text says: a flag or a number by its looks, or else a word.
fn value(text: &str) -> OptionValue {
    match text {
        "true" => OptionValue::Flag(true),
        "false" => OptionValue::Flag(false),
        _ => text.parse().map_or_else(|_| OptionValue::Word(text.to_owned()), OptionValue::Number),
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((game, text)) = game_and_rest(data) else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    if let Ok(spec) = text.parse::<AgentSpec>() {
        assert_eq!(spec.to_string().parse(), Ok(spec));
    }
    let changes: Vec<(String, OptionValue)> = text
        .split(',')
        .filter_map(|part| part.split_once('='))
        .map(|(name, text)| (name.to_owned(), value(text)))
        .collect();
    match catalog::open(&game.spec().id, &changes, Frame::Board) {
        Ok(game) => {
            let mut state = game.start(data.len() as u64);
            state.play_random(1, 20);
            check(&*game, &mut state);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
