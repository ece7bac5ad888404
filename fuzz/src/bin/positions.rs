//! Position strings: what is accepted can be played on.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plyground_fuzz::{check, game_and_rest};

fuzz_target!(|data: &[u8]| {
    let Some((game, text)) = game_and_rest(data) else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let Ok(mut state) = game.read_fen(text, 0) else { return };
    check(game, &mut state);
    state.play_random(data.len() as u64, 12);
    check(game, &mut state);
});
