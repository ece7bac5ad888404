//! Records of draughts: random games of all ids are written and replayed.

use super::{at, open};
use plyground::game::{Seat, below, rng_for};
use plyground::games::draughts;
use plyground::pdn::{GameResult, PlayedGame, Reader, Record, codec, variant_id};

fn one(text: &str) -> Record {
    Reader::new(text).next().expect("a game").unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays random games, some of them begun late, writes them, reads them and plays them again.
#[test]
fn random_games_of_every_id_are_written_and_replayed() {
    for (id, options) in draughts::ids() {
        let (game, codec) = (open(&id), codec(&id, &options).expect("a national game"));
        for seed in 0..40 {
            let (mut state, mut rng) = (game.start(seed), rng_for(seed, 0, 0));
            let late = if seed % 3 == 0 { 0 } else { 9 * seed };
            let mut played = PlayedGame { start: state.fen(), ..PlayedGame::default() };
            let (mut made, mut turns) = (0, 0);
            loop {
                let mut legal = state.legal();
                if legal.is_empty() {
                    break;
                }
                let step = legal.swap_remove(below(&mut rng, legal.len()));
                state.apply_text(&step).expect("legal");
                played.steps.push(step);
                made += 1;
                turns += usize::from(!state.mid_turn());
                if made <= late && !state.mid_turn() {
                    played = PlayedGame { start: state.fen(), ..PlayedGame::default() };
                    turns = 0;
                }
            }
            let record = codec.write(&played, &mut || true).unwrap_or_else(|error| panic!("{id}: {error}"));
            assert_eq!(record.moves().count(), turns);
            assert_eq!(variant_id(&record), Ok(&*id));
            let text = record.to_string();
            let read = one(&text);
            assert_eq!(read, one(&read.to_string()));
            let again = codec.play(&read, &mut || true).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!((again.start.as_str(), again.skipped_moves), (played.start.as_str(), 0));
            let mut end = at(&*game, &again.start);
            again.steps.iter().for_each(|step| end.apply_text(step).expect("legal"));
            assert_eq!(end.fen(), state.fen(), "{text}");
            let black_first = id.contains("english") || id.contains("pool") || id == "giveaway-checkers";
            let expected = match state.outcome().expect("over").returns.get(Seat::from_bool(black_first)) {
                0.0 => GameResult::Draw,
                1.0 => GameResult::WhiteWins,
                _ => GameResult::BlackWins,
            };
            assert_eq!(record.result, Some(expected));
            // The same, each capture with all squares that it lands on.
            assert_eq!(codec.write(&again, &mut || true).unwrap(), record);
        }
    }
}
