//! The national draughts games against their rule document, reference games and perft tables.

#[path = "../common/mod.rs"]
mod common;
mod one_by_one;

use common::visitors::{Contract, Perft, Replay};
use plyground::catalog::{self, Visitor};
use plyground::game::{Frame, Game, OptionValue, rng_for};
use plyground::games::draughts::{self, Draughts, English, International, Italian, Russian, Turkish};
use proptest::prelude::*;
use std::collections::HashSet;
use std::fs;

/// Visits the game of an id.
fn with(id: &str, frame: Frame, visitor: impl Visitor<Output = ()>) {
    let variant = catalog::find(id).unwrap_or_else(|error| panic!("{error}"));
    draughts::open(id, &variant.options, frame, visitor).unwrap();
}

macro_rules! games {
    ($($test:ident $id:literal,)*) => {
        mod harness_of {
            use super::*;
            $(
                #[test]
                fn $test() {
                    with($id, Frame::Seat, Contract(12));
                    with($id, Frame::Board, Contract(3));
                }
            )*
        }

        mod reference_games_of {
            use super::*;
            $(
                #[test]
                fn $test() {
                    with($id, Frame::Seat, Replay("draughts"));
                }
            )*
        }

        #[test]
        fn every_id_is_tested() {
            let ids: Vec<String> = draughts::ids().into_iter().map(|(id, _)| id).collect();
            let mut tested = vec![$($id),*];
            tested.sort_unstable_by_key(|id| ids.iter().position(|known| known == id));
            assert_eq!(tested, ids);
        }
    };
}

games! {
    english "english-draughts",
    english_two_move "english-draughts-two-move",
    english_three_move "english-draughts-three-move",
    english_10x10 "english-draughts-10x10",
    english_flying "english-draughts-flying",
    canadian "canadian-draughts",
    international "international-draughts",
    italian "italian-draughts",
    pool "pool-checkers",
    russian "russian-draughts",
    brazilian "brazilian-draughts",
    spanish "spanish-draughts",
    german "german-draughts",
    turkish "turkish-draughts",
    giveaway "giveaway-checkers",
    russian_giveaway "russian-giveaway",
}

#[test]
fn rule_12_worked_examples() {
    struct Example<'a>(&'a str, &'a str);
    impl Visitor for Example<'_> {
        type Output = ();
        fn visit<G: Game>(self, game: G) {
            let Example(fen, expected) = self;
            let state = game.read_fen(fen).unwrap();
            assert_eq!(game.fen(&state), fen);
            let found = match game.outcome(&state) {
                Some(outcome) => {
                    format!("over, {}, returns {:?}", outcome.reason.as_str(), outcome.returns.seats(2))
                }
                None => {
                    let mut steps = Vec::new();
                    game.each_step(&state, |step| steps.push(game.step_text(&state, step)));
                    steps.sort();
                    steps.join(" ")
                }
            };
            assert_eq!(found, expected, "{}: {fen}", game.spec().id);
        }
    }
    let text = fs::read_to_string(common::beside("examples/draughts.txt")).unwrap();
    let examples = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut count = 0;
    for line in examples {
        let fields: Vec<&str> = line.split("; ").collect();
        with(fields[0], Frame::Seat, Example(fields[1], fields[2]));
        count += 1;
    }
    assert_eq!(count, 41);
}

#[test]
fn rule_13_perft() {
    for line in common::perft_lines("draughts.txt") {
        with(&line.id, Frame::Seat, Perft(&line, 7_000_000));
    }
}

/// The game of an id.
macro_rules! game {
    ($moved:ident $id:literal) => {
        Draughts::<$moved>::named($id, Frame::Seat).unwrap()
    };
}

fn texts<G: Game>(game: &G, state: &G::State) -> Vec<String> {
    game.turns(state).into_iter().map(|turn| turn.text).collect()
}

#[test]
fn rule_3_3_every_line_may_be_drawn() {
    fn starts<G: Game>(game: &G) -> (usize, i8) {
        let starts: HashSet<String> =
            (0..6000).map(|index| game.fen(&game.start(&mut rng_for(3, 0, index)))).collect();
        assert!(starts.iter().all(|start| start.ends_with(" - 0 0 -")));
        (starts.len(), game.actor(&game.start(&mut rng_for(3, 0, 0))).code())
    }
    // Different lines lead to one position where moves are transposed.
    let english = game!(English "english-draughts");
    let lines = |depth: u32| {
        let mut states = vec![english.start(&mut rng_for(0, 0, 0))];
        for _ in 0..depth {
            let next = |state: &_| {
                let after = |turn: plyground::game::Turn<_>| {
                    let mut after = Clone::clone(state);
                    turn.steps.iter().for_each(|&step| english.apply(&mut after, step));
                    after
                };
                english.turns(state).into_iter().map(after).collect::<Vec<_>>()
            };
            states = states.iter().flat_map(next).collect();
        }
        states.len()
    };
    assert_eq!((lines(2), lines(3)), (49, 302));
    assert_eq!(starts(&game!(English "english-draughts-two-move")), (49, 0));
    let (positions, actor) = starts(&game!(English "english-draughts-three-move"));
    assert!((140..=302).contains(&positions), "{positions}");
    assert_eq!(actor, 1);
}

#[test]
fn rule_9_turns_are_written_out_where_their_ends_agree() {
    let game = game!(English "english-draughts");
    let state = game.read_fen("W:W27:B15,16,23,24 - 0 0 -").unwrap();
    assert_eq!(texts(&game, &state), ["27x18x11", "27x20x11"]);
    let state = game.read_fen("W:W27:B15,23,24 - 0 0 -").unwrap();
    assert_eq!(texts(&game, &state), ["27x11", "27x20"]);
}

#[test]
fn rule_9_one_set_of_pieces_is_one_turn() {
    let game = game!(English "english-draughts");
    let state = game.read_fen("W:WK23:B1,10,11,18,19 - 0 0 -").unwrap();
    let turns = game.turns(&state);
    assert_eq!(turns.len(), 1);
    assert_eq!(turns[0].text, "23x23");
    // Of both ways round, the one over 14, which comes before 16 (2.4).
    let (mut at, mut steps) = (state, Vec::new());
    for &step in &turns[0].steps {
        steps.push(game.step_text(&at, step));
        game.apply(&mut at, step);
    }
    assert_eq!(steps, ["23x14", "14x7", "7x16", "16x23"]);
    assert_eq!(game.fen(&at), "B:WK23:B1 - 0 0 -");
}

#[test]
fn rule_9_a_turn_in_progress_is_finished() {
    let game = game!(English "english-draughts");
    let state = game.read_fen("W:WK16:B1,10,11,18,19 16:18,10,11 0 0 -").unwrap();
    assert_eq!(texts(&game, &state), ["16x23"]);
    assert_eq!(game.perft_turns(&state, 1), 1);
    assert_eq!(game.perft_turns(&state, 2), 2);
}

#[test]
fn rule_9_ways_are_counted_one_by_one_if_asked() {
    // A round trip of four pieces, this way or that.
    let english = game!(English "english-draughts");
    let state = english.read_fen("W:WK23:B1,10,11,18,19 - 0 0 -").unwrap();
    assert_eq!((english.perft_turns(&state, 1), english.perft_ways(&state, 1)), (1, 2));
    assert_eq!((english.perft_turns(&state, 2), english.perft_ways(&state, 2)), (2, 4));
    let turkish = game!(Turkish "turkish-draughts");
    let before = "W:Wb2,c2,d2,e2,f2,g2,h2,a2,b3,c3,d3,e3,f3,g3,h3,Ka5:Bd5,g5,b6,c6,e6,f6,h6,b7,c7,d7,e7,f7,g7,h7 - 0 0 -";
    let state = turkish.read_fen(before).unwrap();
    assert_eq!((turkish.perft_turns(&state, 1), turkish.perft_ways(&state, 1)), (1, 2));
}

/// Turns played one by one.
fn played<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let turns = game.turns(state);
    if depth == 1 {
        return turns.len() as u64;
    }
    let after = |steps: &[G::Step]| {
        let mut next = state.clone();
        steps.iter().for_each(|&step| game.apply(&mut next, step));
        played(game, &next, depth - 1)
    };
    turns.iter().map(|turn| after(&turn.steps)).sum()
}

/// Compares turns counted with turns played, from anywhere in so many games of random length, so that draws are near at times, and captures
/// under way.
struct Anywhere(u64);

impl Visitor for Anywhere {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let mut rng = rng_for(5, 0, 0);
        for number in 0..self.0 {
            let mut state = game.start(&mut rng);
            for at in 0.. {
                let Some(step) = game.random_step(&state, &mut rng) else { break };
                game.apply(&mut state, step);
                if at % 24 == number {
                    let fen = game.fen(&state);
                    assert_eq!(game.perft_turns(&state, 3), played(&game, &state, 3), "{fen}");
                }
            }
        }
    }
}

#[test]
fn rule_9_turns_are_counted_as_they_are_played() {
    for (id, _) in draughts::ids() {
        with(&id, Frame::Seat, Anywhere(24));
    }
}

#[test]
fn rule_9_turns_are_read_in_the_spellings_of_pdn() {
    fn read<G: Game>(game: &G, fen: &str, text: &str) -> Result<String, String> {
        let mut state = game.read_fen(fen).unwrap();
        for step in game.read_turn(&state, text)? {
            assert!(game.is_legal(&state, step), "{fen} {text}");
            game.apply(&mut state, step);
        }
        Ok(game.fen(&state))
    }
    fn refused<G: Game>(game: &G, fen: &str, text: &str, why: &str) {
        let message = read(game, fen, text).expect_err(text);
        assert!(message.contains(why), "{fen} {text}: {message}");
    }
    let (english, russian) = (game!(English "english-draughts"), game!(Russian "russian-draughts"));
    let one = "W:W22:B10,18 - 0 0 -";
    for text in ["22x6", "22x15x6", "22-15-6", "22:6", "22-6", " 22x6 "] {
        assert_eq!(read(&english, one, text).as_deref(), Ok("B:W6:B - 0 0 -"), "{text}");
    }
    refused(&english, one, "22x14x6", "'22x14x6' is not a legal turn here; legal: 22x6");
    refused(&english, one, "22x15", "is not a legal turn here; legal: 22x6");
    refused(&english, one, "22x99", "there is no square 99");
    refused(&english, one, "", "is no turn (expected a square, found the end of the text); legal: 22x6");
    refused(&english, one, "22x6!", "expected a move and nothing more");
    let two = "W:W27:B15,16,23,24 - 0 0 -";
    assert_eq!(read(&english, two, "27-18-11").as_deref(), Ok("B:W11:B16,24 - 0 0 -"));
    refused(&english, two, "27x11", "is more than one turn here; legal: 27x18x11, 27x20x11");
    // What is left of a turn in progress.
    let begun = "W:WK16:B1,10,11,18,19 16:18,10,11 0 0 -";
    assert_eq!(read(&english, begun, "16-23").as_deref(), Ok("B:WK23:B1 - 0 0 -"));
    let start = russian.fen(&russian.start(&mut rng_for(0, 0, 0)));
    for text in ["c3-d4", "c3d4", "22-18", "C3-D4"] {
        assert_eq!(read(&russian, &start, text), read(&russian, &start, "c3-d4"), "{text}");
    }
    refused(&russian, &start, "cd4", "short algebraic moves like cb4 are not read");
    refused(&russian, &start, "c3-e5", "legal: a3-b4, c3-b4, c3-d4");
}

#[test]
fn rule_10_1_comes_before_the_draws() {
    let game = game!(English "english-draughts");
    for (fen, reason) in [
        ("B:W9,14:B5 - 80 0 -", "immobile"),
        ("B:W9:B - 80 0 -", "elimination"),
        ("B:WK1:BK32 - 80 0 -", "no-progress"),
    ] {
        let state = game.read_fen(fen).unwrap();
        assert_eq!(game.outcome(&state).unwrap().reason.as_str(), reason, "{fen}");
        assert_eq!(game.count(&state), 0);
        assert_eq!(game.perft(&state, 1) + game.perft_turns(&state, 1), 0);
    }
}

#[test]
fn rule_10_3_a_mans_way_to_the_side_is_no_progress() {
    let game = game!(Turkish "turkish-draughts");
    let moves = [("d4-e4", "B:Wh1,e4:Ba7,h7 - 8 0 d4-e4"), ("d4-d5", "B:Wh1,d5:Ba7,h7 - 0 0 -")];
    for (step, after) in moves {
        let mut state = game.read_fen("W:Wh1,d4:Ba7,h7 - 7 0 -").unwrap();
        let step = game.read_step(&state, step).unwrap();
        game.apply(&mut state, step);
        assert_eq!(game.fen(&state), after);
    }
}

#[test]
fn rule_10_4_counts_positions_not_moves() {
    let game = game!(English "english-draughts");
    let mut state = game.read_fen("B:W32:BK1,K4 - 0 0 -").unwrap();
    // White's man moves once, and then its king walks; what came before can never count.
    for text in ["1-5", "32-27", "5-1", "27-23", "1-5", "23-18", "5-1"] {
        let step = game.read_step(&state, text).unwrap();
        game.apply(&mut state, step);
    }
    assert!(game.fen(&state).ends_with(" - 1 0 5-1"), "{}", game.fen(&state));
    let mut state = game.read_fen("B:WK32:BK1 - 0 0 -").unwrap();
    for (at, text) in ["1-5", "32-28", "5-1", "28-32"].into_iter().cycle().take(8).enumerate() {
        assert!(game.outcome(&state).is_none(), "{at}");
        let step = game.read_step(&state, text).unwrap();
        game.apply(&mut state, step);
    }
    assert_eq!(game.outcome(&state).unwrap().reason.as_str(), "repetition");
}

#[test]
fn rule_11_squares_may_come_in_any_order() {
    let game = game!(English "english-draughts");
    let state = game.read_fen("W:W32,K5,21:B12,K1 - 0 0 -").unwrap();
    assert_eq!(game.fen(&state), "W:WK5,21,32:BK1,12 - 0 0 -");
}

#[test]
fn rule_11_what_cannot_be_is_refused() {
    let english = game!(English "english-draughts");
    let turkish = game!(Turkish "turkish-draughts");
    let refused = |fen: &str, why: &str| {
        let error = english.read_fen(fen).expect_err(fen).to_string();
        assert!(error.contains(why), "{fen}: {error}");
    };
    refused("", "fields");
    refused("W:W21:B1 - 0 0", "found 4 fields");
    refused("W:W21:B1 - 0 0 - -", "found 6 fields");
    refused("w:W21:B1 - 0 0 -", "W or B");
    refused("W:W21 - 0 0 -", "two lists");
    refused("W:B1:W21 - 0 0 -", "has no W");
    refused("W:W21,33:B1 - 0 0 -", "no square '33'");
    refused("W:W21,:B1 - 0 0 -", "no square ''");
    refused("W:W21,KK22:B1 - 0 0 -", "no square 'K22'");
    refused("W:W21,21:B1 - 0 0 -", "two pieces on 21");
    refused("W:W21:B1,K21 - 0 0 -", "two pieces on 21");
    refused("W:W4:B1 - 0 0 -", "the man on 4 would be a king");
    refused("W:W21:B30 - 0 0 -", "the man on 30 would be a king");
    refused("W:W15:B11,18 15 0 0 -", "the squares it jumped");
    refused("W:W15:B11,18 14:18 0 0 -", "no piece of the side to move on 14");
    refused("W:W15:B11,18 11:18 0 0 -", "no piece of the side to move on 11");
    refused("W:W15:B11,18 15:18,18 0 0 -", "jumped twice");
    refused("W:W15:B11,18 15:19 0 0 -", "no enemy piece on 19");
    refused("W:W15:B3,11,18 15:3 0 0 -", "cannot have come there over 3");
    refused("W:W15:B18 15:18 0 0 -", "no further jump");
    refused("W:W21:B1 - 81 0 -", "from 0 to 80");
    refused("W:W21:B1 - 01 0 -", "from 0 to 80");
    refused("W:W15:B11,18 15:18 80 0 -", "from 0 to 79");
    refused("W:W21:B1 - 0 1 -", "from 0 to 0");
    refused("B:WK32:BK1 - 0 0 28-32", "QUIET is only 0");
    refused("B:WK32:BK1 - 1 0 28+32", "is no move");
    refused("B:WK32:BK1 - 1 0 24-32", "cannot be taken back");
    refused("B:W32:BK1 - 1 0 28-32", "cannot be taken back");
    refused("B:WK32:BK1 - 1 0 5-1", "cannot be taken back");
    let error = turkish.read_fen("W:WKa3:Bd3,f3,h8 a3:d3,b5,a4 0 0 -").unwrap_err().to_string();
    assert!(error.contains("d3 has left the board"), "{error}");
    let international = game!(International "international-draughts");
    let error = international.read_fen("W:WK46:BK2,K3 - 30 11 -").unwrap_err().to_string();
    assert!(error.contains("from 0 to 10"), "{error}");
}

#[test]
fn refusals_name_the_rule() {
    fn refused<G: Game>(game: &G, fen: &str, step: &str, why: &str) {
        let state = game.read_fen(fen).unwrap();
        assert_eq!(game.read_step(&state, step), None, "{fen} {step}");
        let message = game.refusal(&state, step);
        assert!(message.contains(why), "{fen} {step}: {message}");
    }
    let english = game!(English "english-draughts");
    refused(
        &english,
        "W:W22:B11,17,18 - 0 0 -",
        "22-17",
        "a capture is forced (rule 7.1); legal: 22x13 22x15",
    );
    refused(&english, "W:W18:B1,22 - 0 0 -", "18x25", "men do not jump backward (rule 5.2)");
    refused(&english, "W:W18:B1 - 0 0 -", "18-22", "men do not move backward (rule 4.1)");
    refused(&english, "W:WK29:B1 - 0 0 -", "29-22", "one square at a time");
    refused(
        &english,
        "W:W15,32:B11,17,18 15:18 0 0 -",
        "32-28",
        "the piece on 15 must go on jumping (rule 5.6)",
    );
    refused(&english, "W:W15:B1 - 0 0 -", "1-5", "the piece there is the other side's");
    refused(&english, "W:W15:B1 - 0 0 -", "16-12", "there is no piece");
    refused(&english, "W:W15:B1 - 0 0 -", "15-99", "there is no square '99'");
    refused(&english, "W:W15:B1 - 0 0 -", "15-12", "not on one line");
    refused(&english, "B:W9,14:B5 - 0 0 -", "5-1", "the game is over");
    refused(&english, "W:W26,22:B1 - 0 0 -", "26x17", "own pieces are not jumped (rule 5.7)");
    let international = game!(International "international-draughts");
    refused(&international, "W:W28:B13,22,23 - 0 0 -", "28x17", "takes more pieces (rule 7.3)");
    let italian = game!(Italian "italian-draughts");
    refused(&italian, "W:W26:B1,K22 - 0 0 -", "26x19", "men do not jump kings (rule 5.3)");
    refused(&italian, "W:W26,K32:B22,28 - 0 0 -", "26x19", "another capture comes first (rule 7.5)");
    let russian = game!(Russian "russian-draughts");
    refused(&russian, "W:WKa1:Bd2,c3,b6,d6 - 0 0 -", "a1xf6", "where it can jump on (rule 7.2)");
    let turkish = game!(Turkish "turkish-draughts");
    refused(&turkish, "W:WKa4:Be4,a6,h8 a4:b4 0 0 -", "a4xf4", "no jump goes straight back (rule 5.5)");
}

#[test]
fn options_change_a_game_or_say_why_not() {
    struct Steps;
    impl Visitor for Steps {
        type Output = u32;
        fn visit<G: Game>(self, game: G) -> u32 {
            game.spec().max_steps
        }
    }
    let open = |id: &str, options: &[(&'static str, OptionValue)]| {
        let options = catalog::options(id, options).map_err(|error| error.to_string())?;
        draughts::open(id, &options, Frame::Seat, Steps)
    };
    let word = |word: &str| OptionValue::Word(word.into());
    let normal = open("english-draughts", &[]).unwrap();
    let short = open("english-draughts", &[("quiet", OptionValue::Number(20))]).unwrap();
    assert_eq!(normal, 4 * short);
    open("english-draughts", &[("flying", OptionValue::Flag(true)), ("first", word("W"))]).unwrap();
    let refused = |id: &str, name, value, why: &str| {
        let error = open(id, &[(name, value)]).unwrap_err();
        assert!(error.contains(why), "{error}");
    };
    refused("english-draughts", "colour", word("W"), "no option 'colour'");
    refused("english-draughts", "quiet", OptionValue::Number(81), "quiet=81: expected a number from 1 to 80");
    refused("english-draughts", "flying", word("yes"), "flying='yes': expected true or false");
    refused("english-draughts", "first", word("red"), "first='red': expected W or B");
    refused("english-draughts", "dark", word("all"), "orthogonal lines need dark=all");
    refused("english-draughts", "rows", OptionValue::Number(4), "at most 3");
    refused("english-draughts", "opening", OptionValue::Number(1), "0, 2 or 3");
    refused("english-draughts", "size", OptionValue::Number(9), "8, 10 or 12");
    refused("turkish-draughts", "size", OptionValue::Number(10), "where lines are orthogonal, on 8x8");
    refused("italian-draughts", "removal", word("now"), "priority is not italian");
    refused("turkish-draughts", "endings", word("fmjd"), "endings are none or turkish");
    refused("russian-draughts", "endings", word("cbd"), "endings are not cbd");
}

#[test]
fn games_without_a_name_keep_the_contract() {
    let word = |word: &str| OptionValue::Word(word.into());
    let changed = [
        (
            "english-draughts",
            vec![("dark", word("right")), ("first", word("W")), ("names", word("algebraic"))],
        ),
        ("english-draughts-flying", vec![("rows", OptionValue::Number(1)), ("endings", word("fmjd"))]),
        ("english-draughts-10x10", vec![("rows", OptionValue::Number(2)), ("skip", OptionValue::Number(1))]),
        ("international-draughts", vec![("win", word("lose")), ("opening", OptionValue::Number(2))]),
        ("brazilian-draughts", vec![("rows", OptionValue::Number(1)), ("names", word("bottom"))]),
        ("russian-draughts", vec![("endings", word("fmjd")), ("quiet", OptionValue::Number(7))]),
        ("turkish-draughts", vec![("endings", word("none")), ("first", word("B"))]),
    ];
    for (id, options) in changed {
        let options = catalog::options(id, &options).unwrap();
        draughts::open(id, &options, Frame::Seat, Contract(6)).unwrap();
    }
}

/// Texts that look like position strings.
fn likely() -> impl Strategy<Value = String> {
    let squares = || {
        proptest::collection::vec("K?([1-9]|[1-4][0-9]|[a-h][1-8])", 0..14).prop_map(|list| list.join(","))
    };
    let capture =
        prop_oneof![Just("-".to_string()), "[1-9]{1,2}:[1-9]{1,2}(,[1-9]{1,2})?", "[a-h][1-8]:[a-h][1-8]"];
    let history = prop_oneof![
        Just("-".to_string()),
        proptest::collection::vec("([1-9]{1,2}-[1-9]{1,2}|[a-h][1-8]-[a-h][1-8])", 1..4)
            .prop_map(|list| list.join(",")),
    ];
    ("[WB]", squares(), squares(), capture, 0..90u32, 0..14u32, history).prop_map(
        |(turn, white, black, capture, quiet, count, history)| {
            format!("{turn}:W{white}:B{black} {capture} {quiet} {} {history}", count.saturating_sub(10))
        },
    )
}

/// What is read is written the same, and can be played on.
fn read_and_play<G: Game>(game: &G, text: &str) -> Result<(), TestCaseError> {
    let Ok(mut state) = game.read_fen(text) else { return Ok(()) };
    let mut rng = rng_for(0, 0, 0);
    for _ in 0..40 {
        let fen = game.fen(&state);
        let again = game.read_fen(&fen).map_err(|error| TestCaseError::fail(format!("{fen}: {error}")))?;
        prop_assert!(again == state && game.fen(&again) == fen, "{fen}");
        let Some(step) = game.random_step(&state, &mut rng) else { break };
        prop_assert!(game.is_legal(&state, step));
        game.apply(&mut state, step);
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,60}", likely in likely()) {
        for text in [&text, &likely] {
            read_and_play(&game!(English "english-draughts"), text)?;
            read_and_play(&game!(International "international-draughts"), text)?;
            read_and_play(&game!(Russian "russian-draughts"), text)?;
            read_and_play(&game!(Turkish "turkish-draughts"), text)?;
        }
    }
}
