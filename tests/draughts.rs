//! The national draughts games against their rule document, reference games and perft tables.

mod common;

use plyground::game::{Frame, Game, harness};
use plyground::games::draughts;
use std::fs;

/// Visits the game of an id.
fn with(id: &str, visitor: impl plyground::catalog::Visitor<Output = ()>) {
    draughts::open(id, &Default::default(), Frame::Seat, visitor).unwrap();
}

macro_rules! visit {
    ($id:expr, $frame:expr, |$game:ident| $body:expr) => {{
        struct Visit;
        impl plyground::catalog::Visitor for Visit {
            type Output = ();
            fn visit<G: Game>(self, $game: G) {
                $body
            }
        }
        draughts::open($id, &Default::default(), $frame, Visit).unwrap();
    }};
}

macro_rules! games {
    ($($test:ident $id:literal,)*) => {
        mod harness_of {
            use super::*;
            $(
                #[test]
                fn $test() {
                    visit!($id, Frame::Seat, |game| harness::check(&game, 12, 1));
                    visit!($id, Frame::Board, |game| harness::check(&game, 3, 2));
                }
            )*
        }

        mod reference_games_of {
            use super::*;
            $(
                #[test]
                fn $test() {
                    visit!($id, Frame::Seat, |game| common::replay(&game, "draughts"));
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
    impl plyground::catalog::Visitor for Example<'_> {
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
        with(fields[0], Example(fields[1], fields[2]));
        count += 1;
    }
    assert_eq!(count, 41);
}

#[test]
fn rule_13_perft() {
    struct Line(common::PerftLine);
    impl plyground::catalog::Visitor for Line {
        type Output = ();
        fn visit<G: Game>(self, game: G) {
            common::check_perft(&game, &self.0, 1_100_000);
        }
    }
    for line in common::perft_lines("draughts.txt") {
        let id = line.id.clone();
        with(&id, Line(line));
    }
}
