//! Whole turns of the national draughts games (Draughts 9): which there are, how they are written, and how
//! many.

use super::{at, changed, open};
use plyground::game::roles::*;
use plyground::game::{Frame, OptionValue, TooManyTurns, below, rng_for};
use plyground::games::draughts::{self, Draughts, English, Turkish};
use plyground::sim::{DynGame, StateWithHistory};

fn texts(state: &StateWithHistory) -> Vec<String> {
    state.turns().expect("few enough").into_iter().map(|(text, _)| text).collect()
}

fn count(state: &StateWithHistory, turns: u32) -> u64 {
    state.perft(turns, true, &mut || true).expect("not interrupted")
}

#[test]
fn rule_9_turns_are_written_out_where_their_ends_agree() {
    let game = open("english-draughts");
    assert_eq!(texts(&at(&*game, "W:W27:B15,16,23,24 - 0 0 -")), ["27x18x11", "27x20x11"]);
    assert_eq!(texts(&at(&*game, "W:W27:B15,23,24 - 0 0 -")), ["27x11", "27x20"]);
}

#[test]
fn rule_9_one_set_of_pieces_is_one_turn() {
    let mut state = at(&*open("english-draughts"), "W:WK23:B1,10,11,18,19 - 0 0 -");
    // Both ways around are one turn. Its steps go over 14, which comes before 16 (2.4).
    let steps = ["23x14", "14x7", "7x16", "16x23"].map(String::from).to_vec();
    assert_eq!(state.turns(), Ok(vec![("23x23".into(), steps)]));
    state.apply_turn("23x23").unwrap();
    assert_eq!(state.fen(), "B:WK23:B1 - 0 0 -");
}

#[test]
fn rule_9_a_capture_of_one_jump_is_read_beside_a_longer_one() {
    let mut state = at(&*open("russian-draughts"), "W:WKd6:Bc7,e7,g7,g5 - 0 0 -");
    let longer = ["d6xf8", "f8xh6", "h6xf4", "f4xb8"].map(String::from).to_vec();
    let turns = state.turns().expect("few enough");
    assert!(turns.contains(&("d6xb8".into(), vec!["d6xb8".into()])), "{turns:?}");
    assert!(turns.contains(&("d6xf8xh6xf4xb8".into(), longer)), "{turns:?}");
    for (text, steps) in turns {
        let (mut turned, mut stepped) = (state.clone(), state.clone());
        turned.apply_turn(&text).expect("as it is listed");
        steps.iter().for_each(|step| stepped.apply_text(step).expect("legal"));
        assert_eq!(turned.fen(), stepped.fen(), "{text}");
    }
    state.apply_turn("d6-b8").expect("in the other spelling, too");
    assert_eq!(state.fen(), "B:WKb8:Bg5,e7,g7 - 0 0 -");
}

#[test]
fn rule_9_too_many_turns_are_not_listed() {
    let fen =
        "W:WK30,K42:B8,9,11,12,20,21,23,24,25,27,28,34,36,37,39,40,44,45,48,50,53,56,57,61,63,64,65 - 0 0 -";
    // If the most pieces must be captured, there are 9 turns. If any capture is allowed, there are tens of
    // thousands.
    assert_eq!(at(&*open("canadian-draughts"), fen).turns().expect("few enough").len(), 9);
    let any = changed("canadian-draughts", &[("priority", OptionValue::Word("any".into()))]);
    let state = at(&*any, fen);
    assert_eq!(state.turns(), Err(TooManyTurns));
    // A turn can be made step by step or with all its squares. An ambiguous turn is rejected.
    let (mut made, mut squares) = (state.clone(), String::from("30"));
    while squares.len() == 2 || made.mid_turn() {
        let step = made.legal().swap_remove(0);
        let (from, to) = step.split_once('x').expect("a jump");
        if squares.len() == 2 {
            squares = from.into();
        }
        squares += &format!("x{to}");
        made.apply_text(&step).expect("legal");
    }
    let mut turned = state.clone();
    turned.apply_turn(&squares).expect("a turn with all its squares");
    assert_eq!(turned.fen(), made.fen());
    let (first, last) = (squares.split_once('x').unwrap().0, squares.rsplit_once('x').unwrap().1);
    let (mut turned, text) = (state.clone(), format!("{first}x{last}"));
    let refusal = turned.apply_turn(&text).expect_err("too many to choose from").to_string();
    assert_eq!(
        refusal,
        format!("'{text}': there are too many legal turns to list: use the legal steps, one at a time")
    );
    assert_eq!(turned.fen(), fen);
}

#[test]
fn rule_9_a_turn_in_progress_is_finished() {
    let state = at(&*open("english-draughts"), "W:WK16:B1,10,11,18,19 16:18,10,11 0 0 -");
    assert_eq!(texts(&state), ["16x23"]);
    assert_eq!([1, 2].map(|turns| count(&state, turns)), [1, 2]);
}

#[test]
fn rule_9_ways_are_counted_one_by_one_if_asked() {
    // A round trip of four pieces, this way or that.
    let english = Draughts::<English>::named("english-draughts", Frame::Seat).unwrap();
    let state = english.read_fen("W:WK23:B1,10,11,18,19 - 0 0 -").unwrap();
    assert_eq!((english.perft_turns(&state, 1, &mut || true), english.perft_ways(&state, 1)), (Some(1), 2));
    assert_eq!((english.perft_turns(&state, 2, &mut || true), english.perft_ways(&state, 2)), (Some(2), 4));
    let turkish = Draughts::<Turkish>::named("turkish-draughts", Frame::Seat).unwrap();
    let before = "W:Wb2,c2,d2,e2,f2,g2,h2,a2,b3,c3,d3,e3,f3,g3,h3,Ka5:Bd5,g5,b6,c6,e6,f6,h6,b7,c7,d7,e7,f7,g7,h7 - 0 0 -";
    let state = turkish.read_fen(before).unwrap();
    assert_eq!((turkish.perft_turns(&state, 1, &mut || true), turkish.perft_ways(&state, 1)), (Some(1), 2));
}

/// Turns played one by one.
fn played(state: &StateWithHistory, depth: u32) -> u64 {
    let turns = state.turns().expect("few enough");
    if depth == 1 {
        return turns.len() as u64;
    }
    let after = |steps: &[String]| {
        let mut next = state.clone();
        steps.iter().for_each(|step| next.apply_text(step).expect("legal"));
        played(&next, depth - 1)
    };
    turns.iter().map(|(_, steps)| after(steps)).sum()
}

/// Compares counted turns with played turns at several points of `games` random games. Some points are close
/// to a draw, some are in the middle of a capture.
pub fn counted_as_played(game: &dyn DynGame, games: u64) {
    for number in 0..games {
        let (mut state, mut rng) = (game.start(number), rng_for(5, 0, number));
        for step in 0.. {
            let legal = state.legal();
            if legal.is_empty() {
                break;
            }
            state.apply_text(&legal[below(&mut rng, legal.len())]).expect("legal");
            if step % 24 == number {
                assert_eq!(count(&state, 3), played(&state, 3), "{}", state.fen());
            }
        }
    }
}

#[test]
fn rule_9_turns_are_counted_as_they_are_played() {
    for (id, _) in draughts::ids() {
        counted_as_played(&*open(&id), 24);
    }
}

#[test]
fn rule_9_turns_are_read_in_the_spellings_of_pdn() {
    fn read(game: &dyn DynGame, fen: &str, text: &str) -> Result<String, String> {
        let mut state = at(game, fen);
        state.apply_turn(text).map_err(|error| error.to_string())?;
        Ok(state.fen())
    }
    fn refused(game: &dyn DynGame, fen: &str, text: &str, why: &str) {
        let message = read(game, fen, text).expect_err(text);
        assert!(message.contains(why), "{fen} {text}: {message}");
    }
    let (english, russian) = (open("english-draughts"), open("russian-draughts"));
    let one = "W:W22:B10,18 - 0 0 -";
    for text in ["22x6", "22x15x6", "22-15-6", "22:6", "22-6", " 22x6 "] {
        assert_eq!(read(&*english, one, text).as_deref(), Ok("B:W6:B - 0 0 -"), "{text}");
    }
    refused(&*english, one, "22x14x6", "'22x14x6' is not legal; legal: 22x6");
    refused(&*english, one, "22x15", "is not legal; legal: 22x6");
    refused(&*english, one, "22x99", "there is no square '99'");
    refused(&*english, one, "", "is not a turn (expected a square, found the end of the text); legal: 22x6");
    refused(&*english, one, "22x6!", "expected the end of the move");
    let two = "W:W27:B15,16,23,24 - 0 0 -";
    assert_eq!(read(&*english, two, "27-18-11").as_deref(), Ok("B:W11:B16,24 - 0 0 -"));
    refused(&*english, two, "27x11", "is ambiguous, since several turns fit; legal: 27x18x11, 27x20x11");
    // What is left of a turn in progress.
    let begun = "W:WK16:B1,10,11,18,19 16:18,10,11 0 0 -";
    assert_eq!(read(&*english, begun, "16-23").as_deref(), Ok("B:WK23:B1 - 0 0 -"));
    let start = russian.start(0).fen();
    for text in ["c3-d4", "c3d4", "22-18", "C3-D4"] {
        assert_eq!(read(&*russian, &start, text), read(&*russian, &start, "c3-d4"), "{text}");
    }
    refused(&*russian, &start, "cd4", "short algebraic moves such as cb4 are not supported");
    refused(&*russian, &start, "c3-e5", "legal: a3-b4, c3-b4, c3-d4");
}
