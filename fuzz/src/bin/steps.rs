//! Sequences of steps, legal ones and others: what is refused changes nothing, and every state keeps its
//! promises.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plyground::game::Seat;
use plyground_fuzz::{check, game_and_rest};

fuzz_target!(|data: &[u8]| {
    let Some((game, [seed, rest @ ..])) = game_and_rest(data) else { return };
    let mut state = game.start((*seed).into());
    for pair in rest.as_chunks::<2>().0.iter().take(200) {
        let [what, which] = pair.map(usize::from);
        let before = state.fen();
        let legal = state.legal();
        if legal.is_empty() {
            assert!(state.apply_action(which as i64).is_err());
            break;
        }
        let made = match what % 16 {
            0 => state.apply_action((which * 37 + what) as i64 - 40),
            1 => state.apply_text(&before[..(which % (before.len() + 1)).min(before.len())]),
            2 => {
                let mut text = legal[which % legal.len()].clone();
                text.insert(which % (text.len() + 1), char::from(32 + (what % 90) as u8));
                state.apply_text(&text)
            }
            3 if !state.commits() && state.chance().is_empty() => {
                let Ok(turns) = state.turns() else { continue };
                let (text, steps) = &turns[which % turns.len()];
                let mut by_steps = state.clone();
                steps.iter().for_each(|step| by_steps.apply_text(step).expect("legal"));
                state.apply_turn(text).expect("a turn");
                assert!(state.equals(&by_steps), "'{before}': {text}");
                continue;
            }
            4 => {
                let seat = Seat::from_index(which % usize::from(game.spec().seats));
                let guess = state.resample(seat, which as u64);
                assert_eq!(guess.actor(), state.actor());
                continue;
            }
            _ => {
                state.apply_text(&legal[which % legal.len()]).expect("legal");
                continue;
            }
        };
        if made.is_err() {
            assert_eq!((state.fen(), state.legal()), (before, legal));
        }
    }
    check(game, &mut state);
});
