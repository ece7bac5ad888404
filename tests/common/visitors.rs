//! What is done with each game of a family, whichever it is.
//!
//! Each test program uses some of it.
#![allow(dead_code)]

use super::{PerftLine, beside, check_perft, replay};
use plyground::catalog::Visitor;
use plyground::game::{Actor, Game, harness, rng_for};
use std::fs;

/// Replays the reference games of a family.
pub struct Replay(pub &'static str);

impl Visitor for Replay {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        replay(&game, self.0);
    }
}

/// Counts a perft line, as deep as the numbers do not exceed a limit.
pub struct Perft<'a>(pub &'a PerftLine, pub u64);

impl Visitor for Perft<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        check_perft(&game, self.0, self.1);
    }
}

/// Checks the contract in so many random games.
pub struct Contract(pub u64);

impl Visitor for Contract {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        harness::check(&game, self.0, 1);
    }
}

/// Follows the lines of an example: `position:`, `legal:`, `do:`, `gives:`, `over:`.
pub struct Example<'a>(&'a [(&'a str, &'a str)]);

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
    let fraction = |points: &f64| match [2.0, 3.0, 5.0].into_iter().find(|n| (points * n + 1.0).abs() < 1e-9)
    {
        Some(n) => format!("-1/{n}"),
        None => points.to_string(),
    };
    let returns: Vec<String> = outcome.returns.seats(game.spec().seats).iter().map(fraction).collect();
    format!("{} {}", outcome.reason.as_str(), returns.join(" "))
}

/// Shows each worked example of `tests/examples/FILE`, which begins with the line `id: ID`; answers with their number.
pub fn examples(file: &str, mut visit: impl FnMut(&str, Example<'_>)) -> usize {
    let text = fs::read_to_string(beside("examples").join(file)).expect("the examples");
    let lines: Vec<(&str, &str)> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once(": ").expect("a word and a text"))
        .collect();
    let (mut shown, mut rest) = (0, &lines[..]);
    while let Some((("id", id), after)) = rest.split_first() {
        let end = after.iter().position(|(word, _)| *word == "id").unwrap_or(after.len());
        visit(id, Example(&after[..end]));
        (rest, shown) = (&after[end..], shown + 1);
    }
    assert!(rest.is_empty(), "left over: {rest:?}");
    shown
}
