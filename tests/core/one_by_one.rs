//! Rules changed one by one: movements that no named game has are looked up while playing.

use super::draughts_turns::counted_as_played;
use super::perft::perft_lines;
use super::{at, changed, open};
use plyground::game::{Frame, Game, OptionValue, below, rng_for};
use plyground::games::draughts::{self, Draughts, Free, Movement};
use plyground::games::draughts::{Diagonal8, Diagonal10, Diagonal12, Orthogonal8};
use std::slice;

/// Plays random games with movements that are looked up beside the same with those that are compiled in, if
/// the game is of such movements.
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
            plays_alike::<Free<Diagonal8>>,
            plays_alike::<Free<Diagonal10>>,
            plays_alike::<Free<Diagonal12>>,
            plays_alike::<Free<Orthogonal8>>,
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
    assert!(error.contains("there are no kings (crowning=false)"));
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
fn movements_of_every_kind_keep_the_contract() {
    let games: [(&str, &[(&str, OptionValue)]); 16] = [
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
