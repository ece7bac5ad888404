//! Rules changed one by one: movements that no named game has are looked up while playing.

use super::common;
use plyground::catalog::{self, Visitor};
use plyground::game::{Frame, Game, OptionValue};
use plyground::games::draughts::{self, Draughts, Free};
use plyground::games::draughts::{Diagonal8, Diagonal10, Diagonal12, Orthogonal8};
use std::slice;

/// Visits the game of an id, with its movement looked up.
fn looked_up(id: &str, visitor: impl Visitor<Output = ()>) {
    if let Ok(game) = Draughts::<Free<Diagonal8>>::named(id, Frame::Seat) {
        visitor.visit(game);
    } else if let Ok(game) = Draughts::<Free<Diagonal10>>::named(id, Frame::Seat) {
        visitor.visit(game);
    } else if let Ok(game) = Draughts::<Free<Diagonal12>>::named(id, Frame::Seat) {
        visitor.visit(game);
    } else {
        visitor.visit(Draughts::<Free<Orthogonal8>>::named(id, Frame::Seat).unwrap());
    }
}

#[test]
fn what_is_looked_up_plays_as_what_is_compiled_in() {
    for (id, _) in draughts::ids() {
        looked_up(&id, super::Replay("draughts"));
        looked_up(&id, super::Contract(1));
    }
    for line in common::perft_lines("draughts.txt") {
        looked_up(&line.id, super::Perft(&line, 400_000));
    }
}

fn word(word: &str) -> OptionValue {
    OptionValue::Word(word.into())
}

const YES: OptionValue = OptionValue::Flag(true);
const NO: OptionValue = OptionValue::Flag(false);

fn open<V: Visitor>(id: &str, changes: &[(&'static str, OptionValue)], visitor: V) -> V::Output {
    let options = catalog::options(id, changes).unwrap_or_else(|error| panic!("{error}"));
    draughts::open(id, &options, Frame::Seat, visitor).unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// The turns from a position, in one line.
struct Turns<'a>(&'a str);

impl Visitor for Turns<'_> {
    type Output = String;
    fn visit<G: Game>(self, game: G) -> String {
        let state = game.read_fen(self.0).unwrap_or_else(|error| panic!("{}: {error}", self.0));
        assert_eq!(game.fen(&state), self.0);
        game.turns(&state).into_iter().map(|turn| turn.text).collect::<Vec<_>>().join(" ")
    }
}

/// The turns from a position in a named game, and in the same game with one rule changed.
fn turns(id: &str, fen: &str, with: &str, change: (&'static str, OptionValue), changed: &str) {
    assert_eq!(open(id, &[], Turns(fen)), with, "{id}: {fen}");
    assert_eq!(open(id, slice::from_ref(&change), Turns(fen)), changed, "{id}, {change:?}: {fen}");
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
    assert_eq!(open("russian-draughts", &[], Turns(fen)), "a1xa5 a1xa7");
    assert_eq!(open("russian-draughts", &removal, Turns(fen)), "a1xa7 a1xe1");
}

#[test]
fn rule_6_1_men_that_are_never_crowned() {
    let change = ("crowning", NO);
    let (fen, crowned) = ("W:W6:B14 - 0 0 -", "6-1");
    turns("international-draughts", fen, crowned, change.clone(), crowned);
    /// The position after a step.
    struct After<'a>(&'a str, &'a str);
    impl Visitor for After<'_> {
        type Output = String;
        fn visit<G: Game>(self, game: G) -> String {
            let mut state = game.read_fen(self.0).unwrap();
            let step = game.read_step(&state, self.1).unwrap();
            game.apply(&mut state, step);
            game.fen(&state)
        }
    }
    assert_eq!(open("international-draughts", &[], After(fen, "6-1")), "B:WK1:B14 - 0 0 -");
    assert_eq!(
        open("international-draughts", slice::from_ref(&change), After(fen, "6-1")),
        "B:W1:B14 - 0 0 -"
    );
    // A man on the last row may still jump back.
    assert_eq!(open("international-draughts", slice::from_ref(&change), Turns("W:W1:B7 - 0 0 -")), "1x12");
    struct Refused;
    impl Visitor for Refused {
        type Output = String;
        fn visit<G: Game>(self, game: G) -> String {
            game.read_fen("W:WK46:B1 - 0 0 -").expect_err("a king").to_string()
        }
    }
    assert!(
        open("international-draughts", &[change], Refused).contains("there are no kings (crowning=false)")
    );
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
        open(id, changes, super::Contract(3));
        open(id, changes, super::Anywhere(6));
    }
}

#[test]
fn a_change_that_makes_a_named_game_is_that_game() {
    struct Same<'a>(&'a str);
    impl Visitor for Same<'_> {
        type Output = ();
        fn visit<G: Game>(self, game: G) {
            for line in common::perft_lines("draughts.txt").into_iter().filter(|line| line.id == self.0) {
                common::check_perft(&game, &line, 400_000);
            }
        }
    }
    open("english-draughts", &[("flying", YES)], Same("english-draughts-flying"));
    let pool =
        [("flying", YES), ("men_back", YES), ("endings", word("pool")), ("quiet", OptionValue::Number(50))];
    open("english-draughts", &pool, Same("pool-checkers"));
}
