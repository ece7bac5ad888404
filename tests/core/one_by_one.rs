//! Rules changed one by one: movements that no named game has are looked up while playing.

use super::draughts_turns::counted_as_played;
use super::perft::perft_lines;
use super::{at, changed, open};
use plyground::catalog;
use plyground::game::roles::*;
use plyground::game::{Frame, OptionValue, below, rng_for};
use plyground::games::draughts::{self, Draughts, Movement, RuntimeMovement};
use plyground::games::draughts::{Diagonal8, Diagonal10, Diagonal12, Orthogonal8};
use std::slice;

/// Plays the same random games with movements looked up at run time and with compiled movements, if the game
/// has such movements.
fn plays_alike<M: Movement>(id: &str) -> bool {
    let Ok(game) = Draughts::<M>::named(id, Frame::Seat) else { return false };
    let compiled = open(id);
    for number in 0..6 {
        let mut there = compiled.start(number);
        let mut here = game.read_fen(&there.fen()).unwrap();
        let mut rng = rng_for(1, 0, number);
        loop {
            let legal = there.legal();
            let mut found = Vec::new();
            game.each_step(&here, |step| found.push(game.step_text(&here, step)));
            found.sort_unstable();
            assert_eq!(found, legal, "{id}: {}", there.fen());
            assert_eq!(game.outcome(&here), there.outcome(), "{id}: {}", there.fen());
            if legal.is_empty() {
                break;
            }
            let text = &legal[below(&mut rng, legal.len())];
            there.apply_text(text).expect("legal");
            let step = game.read_step(&here, text).expect("legal");
            game.apply(&mut here, step);
            assert_eq!(game.fen(&here), there.fen(), "{id}");
        }
    }
    true
}

#[test]
fn what_is_looked_up_plays_as_what_is_compiled_in() {
    for (id, _) in draughts::ids() {
        let kinds = [
            plays_alike::<RuntimeMovement<Diagonal8>>,
            plays_alike::<RuntimeMovement<Diagonal10>>,
            plays_alike::<RuntimeMovement<Diagonal12>>,
            plays_alike::<RuntimeMovement<Orthogonal8>>,
        ];
        assert!(kinds.into_iter().any(|alike| alike(&id)), "{id}");
    }
}

fn word(word: &str) -> OptionValue {
    OptionValue::Word(word.into())
}

const YES: OptionValue = OptionValue::Flag(true);
const NO: OptionValue = OptionValue::Flag(false);

/// The turns from a position, in one line, in a game with some options changed.
fn turns_of(id: &str, changes: &[(&'static str, OptionValue)], fen: &str) -> String {
    let state = at(&*changed(id, changes), fen);
    assert_eq!(state.fen(), fen);
    let turns = state.turns().expect("few enough");
    turns.into_iter().map(|(text, _)| text).collect::<Vec<_>>().join(" ")
}

/// The turns from a position in a named game, and in the same game with one rule changed.
fn turns(id: &str, fen: &str, with: &str, change: (&'static str, OptionValue), changed: &str) {
    assert_eq!(turns_of(id, &[], fen), with, "{id}: {fen}");
    assert_eq!(turns_of(id, slice::from_ref(&change), fen), changed, "{id}, {change:?}: {fen}");
}

#[test]
fn rule_4_2_kings_that_do_not_fly() {
    let (fen, change) = ("W:WK46:B - 0 0 -", ("flying", NO));
    let far = "46-10 46-14 46-19 46-23 46-28 46-32 46-37 46-41 46-5";
    turns("international-draughts", fen, far, change, "46-41");
    let (fen, change) = ("W:WK46:B37 - 0 0 -", ("flying", NO));
    let far = "46x10 46x14 46x19 46x23 46x28 46x32 46x5";
    turns("international-draughts", fen, far, change.clone(), "46-41");
    turns(
        "canadian-draughts",
        "W:WK67:B61 - 0 0 -",
        "67x12 67x17 67x23 67x28 67x34 67x39 67x45 67x50 67x56 67x6",
        change,
        "67x56",
    );
}

#[test]
fn rule_5_2_men_that_do_not_jump_backward() {
    let change = ("men_back", NO);
    turns("international-draughts", "W:W28:B33 - 0 0 -", "28x39", change, "28-22 28-23");
    turns("english-draughts", "B:W9:B14 - 0 0 -", "14-17 14-18", ("men_back", YES), "14x5");
}

#[test]
fn rule_5_3_men_that_do_not_jump_kings() {
    let change = ("men_take_kings", NO);
    turns("international-draughts", "W:W28:BK22 - 0 0 -", "28x17", change, "28-23");
    turns("italian-draughts", "W:W22:BK19 - 0 0 -", "22-18", ("men_take_kings", YES), "22x15");
}

#[test]
fn rule_5_5_jumped_pieces_leave_at_once() {
    // The king comes back to the line of the first piece that it jumped.
    let fen = "W:WKa1:Bd2,c3,b6,e7 - 0 0 -";
    let removal = [("removal", word("now")), ("endings", word("none"))];
    assert_eq!(turns_of("russian-draughts", &[], fen), "a1xa5 a1xa7");
    assert_eq!(turns_of("russian-draughts", &removal, fen), "a1xa7 a1xe1");
}

#[test]
fn rule_6_1_men_that_are_never_crowned() {
    let change = ("crowning", NO);
    let (fen, crowned) = ("W:W6:B14 - 0 0 -", "6-1");
    turns("international-draughts", fen, crowned, change.clone(), crowned);
    let after = |changes: &[(&'static str, OptionValue)]| {
        let mut state = at(&*changed("international-draughts", changes), fen);
        state.apply_text("6-1").unwrap();
        state.fen()
    };
    assert_eq!(after(&[]), "B:WK1:B14 - 0 0 -");
    assert_eq!(after(slice::from_ref(&change)), "B:W1:B14 - 0 0 -");
    // A man on the last row may still jump back.
    assert_eq!(turns_of("international-draughts", slice::from_ref(&change), "W:W1:B7 - 0 0 -"), "1x12");
    let game = changed("international-draughts", &[change]);
    let error = game.read_fen("W:WK46:B1 - 0 0 -", 0).err().expect("a king").to_string();
    assert!(error.contains("this game has no kings (crowning=false)"));
}

#[test]
fn rule_6_2_a_man_goes_on_as_a_king() {
    turns("english-draughts", "B:W26,27:B22 - 0 0 -", "22x31", ("through", YES), "22x24");
    turns("russian-draughts", "W:Wb6:Bc7,e7 - 0 0 -", "b6xf6 b6xg5 b6xh4", ("through", NO), "b6xf6");
}

#[test]
fn rule_7_which_captures_may_be_chosen() {
    let fen = "W:W28,32:B11,22,23 - 0 0 -";
    turns("international-draughts", fen, "28x6", ("priority", word("any")), "28x19 28x6");
    turns("english-draughts", "B:W14,15,23:B10 - 0 0 -", "10x17 10x26", ("priority", word("max")), "10x26");
    let kings = "W:WKf4:Be5,Kg5 - 0 0 -";
    turns("brazilian-draughts", kings, "f4xb8 f4xc7 f4xd6 f4xh6", ("priority", word("max-kings")), "f4xh6");
}

#[test]
fn rule_5_8_jumps_over_sides() {
    let cross = |who: &str| ("cross_jumps", word(who));
    // A man on 28 jumps all around, over the piece two squares away along its rank or file.
    let fen = "W:W28:B18,27,29,38 - 0 0 -";
    let freely = [("priority", word("any")), cross("all")];
    assert_eq!(turns_of("international-draughts", &freely, fen), "28x26 28x30 28x48 28x8");
    for (who, moves) in [("none", "28-22 28-23"), ("kings", "28-22 28-23"), ("men", "28x26 28x30 28x48 28x8")]
    {
        let freely = [("priority", word("any")), cross(who)];
        assert_eq!(turns_of("international-draughts", &freely, fen), moves, "{who}");
    }
    // Men that do not jump backward jump to both sides.
    let forward = [("priority", word("any")), cross("men"), ("men_back", NO)];
    assert_eq!(turns_of("international-draughts", &forward, fen), "28x26 28x30 28x8");
    // A king flies along its rank and file too, over squares of its own color only, but moves along
    // diagonals.
    let fen = "W:WK46:BK49 - 0 0 -";
    let far = "46-10 46-14 46-19 46-23 46-28 46-32 46-37 46-41 46-5";
    turns("international-draughts", fen, far, cross("all"), "46x50");
    turns("international-draughts", fen, far, cross("men"), far);
    let fen = "W:WK46:B26 - 0 0 -";
    turns("international-draughts", fen, far, cross("kings"), "46x16 46x6");
    turns(
        "international-draughts",
        "W:WK46:B16,26,37 - 0 0 -",
        "46x10 46x14 46x19 46x23 46x28 46x32 46x5",
        cross("kings"),
        "46x10 46x14 46x19 46x23 46x28 46x32 46x5",
    );
    // Captures turn from lines of one kind into the other: 28x30 over 29, and 30x19 over 24.
    let mixed = [cross("all")];
    assert_eq!(turns_of("international-draughts", &mixed, "W:W28:B22,24,29 - 0 0 -"), "28x19");
    // English kings jump sideways too, and no man does.
    turns("english-draughts", "W:WK18,24:B19,26,27 - 0 0 -", "24x15", cross("kings"), "18x20 24x15");
}

#[test]
fn rule_5_8_is_refused_where_it_means_nothing() {
    let refused = |id: &str, changes: &[(&'static str, OptionValue)], why: &str| {
        let changes: Vec<_> = changes.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
        let error = catalog::open(id, &changes, Frame::Seat).err().expect("impossible").to_string();
        assert!(error.contains(why), "{error}");
    };
    let (cross, kings) = (("cross_jumps", word("kings")), ("king_first", YES));
    refused("turkish-draughts", std::slice::from_ref(&cross), "lines=orthogonal needs cross_jumps=none");
    refused("english-draughts", &[cross, ("crowning", NO)], "cross_jumps=none, men or all");
    refused("english-draughts", &[kings.clone(), ("crowning", NO)], "king_first=false");
    refused("italian-draughts", &[kings], "priority=italian includes the priority of kings");
}

#[test]
fn rule_7_7_a_king_takes_first() {
    let change = || ("king_first", YES);
    let italian = |priority: &str, first: OptionValue, fen: &str| {
        let changes = [("priority", word(priority)), ("king_first", first), ("men_take_kings", YES)];
        turns_of("italian-draughts", &changes, fen)
    };
    // Any captures are equal; but most pieces come before a king.
    let fen = "W:W26,K32:B15,22,28 - 0 0 -";
    assert_eq!([NO, YES].map(|first| italian("any", first, fen)), ["26x12 32x23", "32x23"]);
    assert_eq!([NO, YES].map(|first| italian("max", first, fen)), ["26x12"; 2]);
    let fen = "W:W26,K32:B22,28 - 0 0 -";
    assert_eq!([NO, YES].map(|first| italian("max", first, fen)), ["26x19 32x23", "32x23"]);
    // So do most kings, unlike by rule 7.5.
    let fen = "W:W26,K32:BK22,28 - 0 0 -";
    assert_eq!([NO, YES].map(|first| italian("max", first, fen)), ["26x19 32x23", "32x23"]);
    assert_eq!([NO, YES].map(|first| italian("max-kings", first, fen)), ["26x19"; 2]);
    assert_eq!(italian("italian", NO, fen), "32x23");
    // A man that is crowned under way began as a man.
    let fen = "W:WKa1,f6:Bb2,e7 - 0 0 -";
    let through = "a1xc3 a1xd4 a1xe5 f6xd8";
    turns("russian-draughts", fen, through, change(), "a1xc3 a1xd4 a1xe5");
    let error =
        at(&*changed("russian-draughts", &[change()]), fen).apply_text("f6xd8").unwrap_err().to_string();
    assert!(error.contains("a king must capture rather than a man (rule 7.7)"), "{error}");
}

#[test]
fn movements_of_every_kind_keep_the_contract() {
    let games: [(&str, &[(&str, OptionValue)]); 24] = [
        ("international-draughts", &[("men_back", NO)]),
        ("international-draughts", &[("flying", NO)]),
        ("international-draughts", &[("priority", word("any")), ("through", YES)]),
        ("international-draughts", &[("crowning", NO)]),
        ("canadian-draughts", &[("priority", word("italian")), ("flying", NO)]),
        ("canadian-draughts", &[("removal", word("now")), ("endings", word("none"))]),
        ("english-draughts", &[("through", YES)]),
        ("english-draughts", &[("priority", word("max-kings")), ("men_back", YES)]),
        ("english-draughts", &[("crowning", NO), ("men_back", YES)]),
        ("italian-draughts", &[("flying", YES), ("through", YES)]),
        ("spanish-draughts", &[("men_take_kings", NO)]),
        ("russian-draughts", &[("removal", word("now")), ("endings", word("none"))]),
        ("russian-draughts", &[("crowning", NO)]),
        ("turkish-draughts", &[("flying", NO)]),
        ("turkish-draughts", &[("removal", word("end")), ("men_back", YES)]),
        ("turkish-draughts", &[("crowning", NO), ("priority", word("any"))]),
        ("international-draughts", &[("cross_jumps", word("all")), ("king_first", YES)]),
        (
            "international-draughts",
            &[("cross_jumps", word("kings")), ("removal", word("now")), ("endings", word("none"))],
        ),
        ("canadian-draughts", &[("cross_jumps", word("all"))]),
        ("russian-draughts", &[("cross_jumps", word("men"))]),
        ("russian-draughts", &[("king_first", YES)]),
        ("italian-draughts", &[("cross_jumps", word("all"))]),
        ("english-draughts", &[("cross_jumps", word("men")), ("king_first", YES)]),
        ("spanish-draughts", &[("king_first", YES), ("cross_jumps", word("kings"))]),
    ];
    for (id, changes) in games {
        let game = changed(id, changes);
        game.check(3, 1);
        counted_as_played(&*game, 6);
    }
}

#[test]
fn a_change_that_makes_a_named_game_is_that_game() {
    let named = |changes: &[(&'static str, OptionValue)], id: &str| {
        let game = changed("english-draughts", changes);
        assert_eq!(game.spec().id, id);
        perft_lines("draughts.txt")
            .iter()
            .filter(|line| line.id == id)
            .for_each(|line| line.check(&*game, 400_000));
    };
    named(&[("flying", YES)], "english-draughts-flying");
    let pool =
        [("flying", YES), ("men_back", YES), ("endings", word("pool")), ("quiet", OptionValue::Number(50))];
    named(&pool, "pool-checkers");
}
