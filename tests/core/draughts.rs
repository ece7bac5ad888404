//! The national draughts games against their rule document, reference games and perft tables.

use super::perft::perft_lines;
use super::reference::replay;
use super::{at, beside, changed, ending, open, unturned};
use plyground::catalog;
use plyground::game::{Frame, OptionValue};
use plyground::games::draughts;
use std::collections::HashSet;
use std::fs;

/// The ids of the family.
fn ids() -> Vec<String> {
    draughts::ids().into_iter().map(|(id, _)| id).collect()
}

#[test]
fn the_contract_holds() {
    for id in ids() {
        open(&id).check(12, 1);
        unturned(&id).check(3, 1);
    }
}

#[test]
fn reference_games_are_played_alike() {
    for id in ids() {
        replay(&*open(&id), "draughts");
    }
}

#[test]
fn rule_12_worked_examples() {
    let text = fs::read_to_string(beside("examples/draughts.txt")).unwrap();
    let examples = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut count = 0;
    for line in examples {
        let [id, fen, expected, ..] = line.split("; ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let game = open(id);
        let mut state = at(&*game, fen);
        assert_eq!(state.fen(), fen);
        let found = if state.outcome().is_some() {
            let (reason, returns) = ending(&*game, &state);
            format!("over, {reason}, returns {returns:?}")
        } else {
            state.legal().join(" ")
        };
        assert_eq!(found, expected, "{id}: {fen}");
        count += 1;
    }
    assert_eq!(count, 41);
}

#[test]
fn rule_13_perft() {
    for line in perft_lines("draughts.txt") {
        line.check(&*open(&line.id), 7_000_000);
    }
}

#[test]
fn rule_3_3_every_line_may_be_drawn() {
    let starts = |id: &str| {
        let game = open(id);
        let starts: HashSet<String> = (0..6000).map(|seed| game.start(seed).fen()).collect();
        assert!(starts.iter().all(|start| start.ends_with(" - 0 0 -")));
        (starts.len(), game.start(3).actor().code())
    };
    // Different lines lead to one position where moves are transposed.
    let start = open("english-draughts").start(0);
    assert_eq!([2, 3].map(|depth| start.perft(depth, true, &mut || true)), [Some(49), Some(302)]);
    assert_eq!(starts("english-draughts-two-move"), (49, 0));
    let (positions, actor) = starts("english-draughts-three-move");
    assert!((140..=302).contains(&positions), "{positions}");
    assert_eq!(actor, 1);
}

#[test]
fn rule_10_1_comes_before_the_draws() {
    let game = open("english-draughts");
    for (fen, reason) in [
        ("B:W9,14:B5 - 80 0 -", "immobile"),
        ("B:W9:B - 80 0 -", "elimination"),
        ("B:WK1:BK32 - 80 0 -", "no-progress"),
    ] {
        let mut state = at(&*game, fen);
        assert_eq!(ending(&*game, &state).0, reason, "{fen}");
        assert!(state.legal().is_empty());
        assert_eq!([false, true].map(|turns| state.perft(1, turns, &mut || true)), [Some(0); 2]);
    }
}

#[test]
fn rule_10_3_a_mans_way_to_the_side_is_no_progress() {
    let game = open("turkish-draughts");
    let moves = [("d4-e4", "B:Wh1,e4:Ba7,h7 - 8 0 d4-e4"), ("d4-d5", "B:Wh1,d5:Ba7,h7 - 0 0 -")];
    for (step, after) in moves {
        let mut state = at(&*game, "W:Wh1,d4:Ba7,h7 - 7 0 -");
        state.apply_text(step).unwrap();
        assert_eq!(state.fen(), after);
    }
}

#[test]
fn rule_10_4_counts_positions_not_moves() {
    let game = open("english-draughts");
    let mut state = at(&*game, "B:W32:BK1,K4 - 0 0 -");
    // White's man moves once, and then its king walks; what came before can never count.
    for text in ["1-5", "32-27", "5-1", "27-23", "1-5", "23-18", "5-1"] {
        state.apply_text(text).unwrap();
    }
    assert!(state.fen().ends_with(" - 1 0 5-1"), "{}", state.fen());
    let mut state = at(&*game, "B:WK32:BK1 - 0 0 -");
    for (number, text) in ["1-5", "32-28", "5-1", "28-32"].into_iter().cycle().take(8).enumerate() {
        assert!(state.outcome().is_none(), "{number}");
        state.apply_text(text).unwrap();
    }
    assert_eq!(ending(&*game, &state).0, "repetition");
}

#[test]
fn options_change_a_game_or_say_why_not() {
    let open = |id: &str, options: &[(&str, OptionValue)]| {
        let options: Vec<_> = options.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
        let game = catalog::open(id, &options, Frame::Seat).map_err(|error| error.to_string())?;
        Ok::<_, String>(game.spec().max_steps)
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
    refused("english-draughts", "color", word("W"), "no option 'color'");
    refused(
        "english-draughts",
        "quiet",
        OptionValue::Number(81),
        "quiet must be a number from 1 to 80, got 81",
    );
    refused("english-draughts", "flying", word("yes"), "flying must be true or false, got 'yes'");
    refused("english-draughts", "first", word("red"), "first must be W or B, got 'red'");
    refused("english-draughts", "dark", word("all"), "lines=orthogonal needs dark=all");
    refused("english-draughts", "rows", OptionValue::Number(4), "at most 3");
    refused("english-draughts", "opening", OptionValue::Number(1), "0, 2 or 3");
    refused("english-draughts", "size", OptionValue::Number(9), "8, 10 or 12");
    refused("turkish-draughts", "size", OptionValue::Number(10), "with lines=orthogonal 8");
    refused("italian-draughts", "removal", word("now"), "does not work with priority=italian");
    refused("turkish-draughts", "endings", word("fmjd"), "needs endings=none or endings=turkish");
    refused("russian-draughts", "endings", word("cbd"), "does not work with endings=cbd");
}

#[test]
fn games_without_a_name_keep_the_contract() {
    let word = |word: &str| OptionValue::Word(word.into());
    let games = [
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
    for (id, changes) in games {
        changed(id, &changes).check(6, 1);
    }
}
