//! Checkers, Stax and Queens on square boards against the reference games, the worked examples and the perft table of their rule document.

#[path = "../common/mod.rs"]
mod common;
mod solved;

use common::{PerftLine, beside, check_perft, perft_lines, replay};
use plyground::catalog::{Visitor, find};
use plyground::game::{Actor, Frame, Game, OptionValue, harness, rng_for};
use plyground::games::checkers;
use std::fs;

/// Hands the game of an id to `visitor`. (The family's own function: nothing is built for other families.)
fn open<V: Visitor>(id: &str, frame: Frame, visitor: V) -> V::Output {
    let variant = find(id).unwrap_or_else(|error| panic!("{id}: {error}"));
    checkers::open(id, &variant.options, frame, visitor).unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// Hands the game of an id with some options changed to `visitor`.
fn changed<V: Visitor>(id: &str, changes: &[(&'static str, OptionValue)], visitor: V) -> V::Output {
    let mut options = find(id).expect("an id").options.clone();
    options.extend(changes.iter().cloned());
    checkers::open(id, &options, Frame::Seat, visitor).unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// The ids of the family.
fn ids() -> Vec<String> {
    checkers::ids().into_iter().map(|(id, _)| id).collect()
}

#[test]
fn the_ids_are_the_90_of_the_rule_document() {
    let mut ids = ids();
    assert_eq!(ids.len(), 90);
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 90);
    for id in ["checkers", "universal-double-queens-pairs-opposite-mixed-numbers", "double-stax-cutthroat"] {
        assert!(ids.iter().any(|known| known == id), "{id}");
    }
}

struct Replay;

impl Visitor for Replay {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        replay(&game, "adams_checkers");
    }
}

#[test]
fn reference_games_are_played_alike() {
    for id in ids() {
        open(&id, Frame::Seat, Replay);
    }
}

struct Perft<'a>(&'a PerftLine);

impl Visitor for Perft<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        check_perft(&game, self.0, 500_000);
    }
}

/// Checkers 14.
#[test]
fn the_perft_table_holds() {
    let lines = perft_lines("adams_checkers.txt");
    assert!(lines.len() > 60);
    for line in &lines {
        open(&line.id, Frame::Seat, Perft(line));
    }
}

struct Harness {
    games: u64,
}

impl Visitor for Harness {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        harness::check(&game, self.games, 1);
    }
}

#[test]
fn the_contract_holds() {
    for id in ids() {
        let games = if id.contains("double") { 1 } else { 4 };
        open(&id, Frame::Seat, Harness { games });
    }
}

#[test]
fn the_contract_holds_when_the_board_is_not_turned() {
    for id in ["checkers", "stax", "cylindrical-queens", "universal-stax-numbers", "double-stax-cutthroat"] {
        open(id, Frame::Board, Harness { games: 1 });
    }
}

#[test]
fn the_contract_holds_on_small_boards_and_without_kings() {
    let (small, no_kings) =
        (|size| vec![("size", OptionValue::Number(size))], ("crowning", OptionValue::Flag(false)));
    for id in ["checkers", "checkers-numbers", "stax", "stax-numbers"] {
        for size in [4, 6] {
            changed(id, &small(size), Harness { games: 8 });
        }
        changed(id, std::slice::from_ref(&no_kings), Harness { games: 2 });
    }
    changed("checkers", &[small(4), vec![no_kings.clone()]].concat(), Harness { games: 8 });
    changed("universal-queens", &[no_kings], Harness { games: 2 });
}

/// The lines of an example: `position:`, `legal:`, `do:`, `gives:`, `over:`.
struct Example<'a>(&'a [(&'a str, &'a str)]);

impl Visitor for Example<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let mut state = game.start(&mut rng_for(0, 0, 0));
        for &(word, text) in self.0 {
            let here = format!("{}: {word}: {text} at '{}'", game.spec().id, game.fen(&state));
            match word {
                "position" => state = game.read_fen(text).unwrap_or_else(|error| panic!("{here}: {error}")),
                "legal" => assert_eq!(legal(&game, &state), text, "{here}"),
                "do" => {
                    for step in text.split(' ') {
                        let step = game.read_step(&state, step).unwrap_or_else(|| panic!("{here}: {step}"));
                        game.apply(&mut state, step);
                    }
                }
                "gives" => assert_eq!(game.fen(&state), text, "{here}"),
                "over" => assert_eq!(ending(&game, &state), text, "{here}"),
                _ => panic!("{here}: what is {word}?"),
            }
        }
    }
}

fn legal<G: Game>(game: &G, state: &G::State) -> String {
    let mut steps = Vec::new();
    game.each_step(state, |step| steps.push(game.step_text(state, step)));
    steps.sort();
    if steps.is_empty() { "none".into() } else { steps.join(" ") }
}

fn ending<G: Game>(game: &G, state: &G::State) -> String {
    assert_eq!(game.actor(state), Actor::Over);
    let outcome = game.outcome(state).expect("it is over");
    let thirds = |points: &f64| match points {
        p if (p + 1.0 / 3.0).abs() < 1e-9 => "-1/3".to_owned(),
        p => p.to_string(),
    };
    let returns: Vec<String> = outcome.returns.seats(game.spec().seats).iter().map(thirds).collect();
    format!("{} {}", outcome.reason.as_str(), returns.join(" "))
}

/// Checkers 13.
#[test]
fn the_worked_examples_hold() {
    let text = fs::read_to_string(beside("examples/adams_checkers.txt")).expect("the examples");
    let lines: Vec<(&str, &str)> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once(": ").expect("a word and a text"))
        .collect();
    let mut examples = 0;
    let mut rest = &lines[..];
    while let Some((("id", id), after)) = rest.split_first() {
        let end = after.iter().position(|(word, _)| *word == "id").unwrap_or(after.len());
        open(id, Frame::Seat, Example(&after[..end]));
        (rest, examples) = (&after[end..], examples + 1);
    }
    assert!(rest.is_empty() && examples >= 18, "{examples} examples, left over: {rest:?}");
}
