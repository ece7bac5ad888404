//! Worked examples, recorded in files of `tests/examples`.

use super::{at, beside, ending, open};
use plyground::game::Actor;
use plyground::sim::{DynGame, StateWithHistory};
use std::fs;

/// Follows each example of a file, which begins with the line `id: ID`; answers with their number.
pub fn check(file: &str) -> usize {
    let text = fs::read_to_string(beside("examples").join(file)).expect("the examples");
    let lines: Vec<(&str, &str)> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once(": ").expect("a word and a text"))
        .collect();
    let (mut count, mut rest) = (0, &lines[..]);
    while let Some((("id", id), after)) = rest.split_first() {
        let end = after.iter().position(|(word, _)| *word == "id").unwrap_or(after.len());
        follow(&*open(id), &after[..end]);
        (rest, count) = (&after[end..], count + 1);
    }
    assert!(rest.is_empty(), "left over: {rest:?}");
    count
}

/// Follows the lines of an example: `position:`, `legal:`, `do:`, `gives:`, `over:`.
fn follow(game: &dyn DynGame, lines: &[(&str, &str)]) {
    let mut state = game.start(0);
    for &(word, text) in lines {
        let here = format!("{}: {word}: {text} at '{}'", game.spec().id, state.fen());
        match word {
            "position" => state = at(game, text),
            "legal" => {
                let legal = state.legal();
                assert_eq!(if legal.is_empty() { "none".into() } else { legal.join(" ") }, text, "{here}");
            }
            "do" => {
                for step in text.split(' ') {
                    state.apply_text(step).unwrap_or_else(|error| panic!("{here}: {error}"));
                }
            }
            "gives" => assert_eq!(state.fen(), text, "{here}"),
            "over" => assert_eq!(told(game, &state), text, "{here}"),
            _ => panic!("{here}: what is {word}?"),
        }
    }
}

/// An ending as the files tell it, points in fractions.
fn told(game: &dyn DynGame, state: &StateWithHistory) -> String {
    assert_eq!(state.actor(), Actor::Over);
    let (reason, returns) = ending(game, state);
    let fraction = |points: &f64| match [2.0, 3.0, 5.0].into_iter().find(|n| (points * n + 1.0).abs() < 1e-9)
    {
        Some(n) => format!("-1/{n}"),
        None => points.to_string(),
    };
    let returns: Vec<String> = returns.iter().map(fraction).collect();
    format!("{reason} {}", returns.join(" "))
}
