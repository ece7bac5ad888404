//! The worked examples of the rule documents, read from the documents themselves.

use super::{at, beside, ending};
use plyground::game::{Actor, Seat};
use plyground::sim::{DynGame, StateWithHistory};
use std::fs;

/// A rule document, from one heading to the next.
fn part(document: &str, heading: &str) -> String {
    let text = fs::read_to_string(beside("../docs/rules").join(document)).expect("a rule document");
    let from = text.find(heading).unwrap_or_else(|| panic!("{document} has no '{heading}'")) + heading.len();
    let end = text[from..].find("\n##").map_or(text.len(), |length| from + length);
    text[from..end].to_owned()
}

/// The state after steps from a position string, or from the start.
fn after(game: &dyn DynGame, from: &str, steps: &str) -> StateWithHistory {
    let mut state = match from {
        "the initial position" => game.start(0),
        fen => at(game, fen),
    };
    for text in steps.split_whitespace() {
        state.apply_text(text).unwrap_or_else(|error| panic!("{error}"));
    }
    state
}

fn numbers(list: &str) -> Vec<f64> {
    list.trim_matches(['[', ']']).split(", ").map(|number| number.parse().expect("a number")).collect()
}

/// Checks the examples under a heading of the Chess Kit's first half: a block each, of which the lines `from`
/// and `then`, if there are any, lead to the position, and the last one tells its steps or its ending. How
/// many there are.
pub fn first_half(game: &dyn DynGame, heading: &str) -> usize {
    let text = part("chesskit_a.md", heading);
    let blocks: Vec<&str> = text.split("```").skip(1).step_by(2).collect();
    for block in &blocks {
        let lines: Vec<&str> = block.trim().lines().collect();
        let led =
            lines[0].strip_prefix("from ").zip(lines.get(1).and_then(|line| line.strip_prefix("then ")));
        let (fen, told) = if led.is_some() { (lines[2], &lines[3..]) } else { (lines[0], &lines[1..]) };
        let (from, steps) = led.unwrap_or((fen, ""));
        let mut state = after(game, from.trim(), steps);
        assert_eq!(state.fen(), fen);
        let told = told.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
        if let Some(over) = told.strip_prefix("over: ") {
            let (reason, returns) = over.split_once(", returns ").expect("a reason and returns");
            assert_eq!(ending(game, &state), (reason, numbers(returns)), "{fen}");
            continue;
        }
        let (who, steps) = told.split_once(": ").expect("who acts, and the steps");
        let (who, count) = who.split_once(", ").expect("how many steps");
        let actor =
            if who == "chance" { Actor::Chance } else { Actor::Seat(Seat::from_bool(who == "Black")) };
        assert_eq!(state.actor(), actor, "{fen}");
        assert_eq!(state.legal().join(" "), steps, "{fen}");
        assert_eq!(count.split(' ').next(), Some(state.legal().len().to_string().as_str()));
    }
    blocks.len()
}

/// Checks an example of what seats see in the games of the first half, by its place: the lines `from` and
/// `then` lead to a state, which is shown whole and then as White and Black see it.
pub fn view(game: &dyn DynGame, place: usize) {
    let text = part("chesskit_a.md", "### Views");
    let block = text.split("```").skip(1).step_by(2).nth(place).expect("an example");
    let mut lines = block.trim().lines();
    let mut told = |word: &str| {
        let line = lines
            .next()
            .and_then(|line| line.strip_prefix(word))
            .unwrap_or_else(|| panic!("no line '{word}'"));
        line.trim()
    };
    let (from, steps) = (told("from "), told("then "));
    let state = after(game, from, steps);
    assert_eq!(state.fen(), told("state "));
    for (seat, word) in [(Seat::ZERO, "White "), (Seat::ONE, "Black ")] {
        assert_eq!(state.view(seat), told(word), "seat {seat}");
    }
}

/// Checks the examples under a heading of its second half: a line each, of a position, perhaps steps and the
/// position that they lead to, and then the actor with the steps or their number, or the ending. How many
/// there are.
pub fn second_half(game: &dyn DynGame, heading: &str) -> usize {
    let text = part("chesskit_b.md", heading);
    let examples: Vec<&str> = text.lines().filter(|line| line.starts_with("- ")).collect();
    examples.iter().for_each(|line| example(game, line));
    examples.len()
}

/// Checks the examples of Chess Golf: some have courses for two, others courses for one. (Problems are
/// described in another format.) Returns the number of examples.
pub fn golf(two: &dyn DynGame, one: &dyn DynGame) -> usize {
    let text = part("chesskit_b.md", "### 9.6 Chess Golf");
    let told = |line: &&str| line.starts_with("- ") && line.contains("; actor ");
    let examples: Vec<&str> = text.lines().filter(told).collect();
    // Bids and totals of two are joined by strokes, as are ranks.
    let of_two = |line: &str| line.contains("0/0");
    examples.iter().for_each(|line| example(if of_two(line) { two } else { one }, line));
    examples.len()
}

fn example(game: &dyn DynGame, line: &str) {
    let quoted = line.split('`').skip(1).step_by(2);
    // A sentence before the position may quote a step.
    let quoted: Vec<&str> = quoted.skip_while(|text| !text.contains('/')).collect();
    let mut state = match line.contains("`, after `") {
        false => after(game, quoted[0], ""),
        true => {
            let state = after(game, quoted[0], quoted[1]);
            assert_eq!(state.fen(), quoted[2], "{line}");
            state
        }
    };
    if let Some((_, actor)) = line.rsplit_once("; actor ") {
        assert_eq!(state.actor().code().to_string(), actor[..actor.find(',').expect("more")], "{line}");
        match actor.split_once("legal: ") {
            Some((_, steps)) => {
                assert_eq!(state.legal().join(" "), steps.trim_matches(['`', '.']), "{line}");
            }
            None => {
                let count = state.legal().len();
                assert!(actor.contains(&format!(", {count} legal step")), "{line}: {count}");
            }
        }
    } else {
        let (_, over) = line.split_once("; over, ").expect("an ending");
        let (reason, returns) = over.split_once(", returns ").expect("returns");
        let expected = (reason.trim_matches('`'), numbers(returns.trim_end_matches('.')));
        assert_eq!(ending(game, &state), expected, "{line}");
    }
}

/// What is quoted in a text.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Checks the numbered examples of a game under a heading of its document. The first paragraph has the id,
/// the second the position, and the third what is expected. This is a list of all legal steps, of those of
/// some pieces, or of some steps; or it is the ending. Returns the number of examples.
pub fn numbered(game: &dyn DynGame, document: &str, heading: &str) -> usize {
    let text = part(document, heading);
    let mut count = 0;
    for example in text.split("\n**").skip(1) {
        let paragraphs: Vec<&str> = example.split("\n\n").collect();
        if quoted(paragraphs[0]).last() != Some(&game.spec().id.as_str()) {
            continue;
        }
        let [title, position, told, ..] = paragraphs[..] else { panic!("three paragraphs: {example}") };
        count += 1;
        let mut state = at(game, position.trim_matches('`'));
        if let Some(over) = told.strip_prefix("Over: ") {
            let (reason, returns) = over.split_once(", returns ").expect("returns");
            let returns = returns
                .trim()
                .trim_end_matches('.')
                .split(' ')
                .map(|number| number.parse().expect("a number"));
            assert_eq!(ending(game, &state), (reason.trim_matches('`'), returns.collect()), "{title}");
            continue;
        }
        let (which, listed) = told.split_once(": ").expect("which steps, and a list");
        let (legal, expected) = (state.legal(), quoted(listed));
        assert_eq!(told.split(' ').next(), Some(legal.len().to_string().as_str()), "{title}: {legal:?}");
        // The first cell is two letters, or ends before a dash.
        let from = |step: &str| step.split_once('-').map_or(&step[..2], |(from, _)| from).to_owned();
        let movers: Vec<_> = expected.iter().map(|step| from(step)).collect();
        let all = legal.iter().map(String::as_str);
        let theirs: Vec<&str> = if which.ends_with("; among them") {
            all.filter(|step| expected.contains(step)).collect()
        } else if which.contains("; those en passant") {
            all.filter(|step| step.contains('x')).collect()
        } else if which.contains("; those on ") {
            // What arrives on a cell, and perhaps the steps of some other piece.
            let arrives = |step: &str| step.ends_with(&format!("-{}", quoted(which)[0]));
            let others = expected.iter().filter(|step| !arrives(step)).map(|step| from(step));
            let others: Vec<String> = others.collect();
            all.filter(|step| arrives(step) || others.contains(&from(step))).collect()
        } else if which.contains("; those of ") {
            all.filter(|step| movers.contains(&from(step))).collect()
        } else {
            all.collect()
        };
        assert_eq!(theirs, expected, "{title}");
    }
    count
}

/// Checks the examples of a game under a heading of its document that tell a course of play in one paragraph:
/// the id, a position, the steps from there; then the ending, or the next example has the position to which
/// they lead. How many there are.
pub fn told(game: &dyn DynGame, document: &str, heading: &str) -> usize {
    let text = part(document, heading);
    let examples: Vec<&str> = text.split("\n**").skip(1).collect();
    let mut count = 0;
    for (at, example) in examples.iter().enumerate() {
        let paragraph = example.split("\n\n").next().expect("a paragraph");
        let quoted_here = quoted(paragraph);
        let is_position = |text: &&str| text.contains('/');
        let positions = quoted_here.iter().copied().filter(is_position).count();
        // (12.21 branches, and is told in the tests of the engine.)
        if quoted_here[0] != game.spec().id || positions != 1 {
            continue;
        }
        count += 1;
        let told: Vec<&str> = quoted_here.into_iter().skip_while(|text| !is_position(text)).collect();
        let steps = told[1..]
            .iter()
            .copied()
            .filter(|text| text.contains(|c: char| c.is_ascii_digit()) && text.contains('-'));
        let state = after(game, told[0], &steps.collect::<Vec<&str>>().join(" "));
        if state.outcome().is_some() {
            let (reason, returns) = ending(game, &state);
            assert_eq!(told.last(), Some(&reason), "{paragraph}");
            if let Some((_, listed)) = paragraph.split_once("returns ") {
                let listed = listed.trim().trim_end_matches('.').split(' ');
                assert_eq!(listed.map(|one| one.parse().expect("a number")).collect::<Vec<f64>>(), returns);
            }
        } else {
            let next = examples[at + 1].split("\n\n").nth(1).expect("a position");
            assert_eq!(state.fen(), next.trim_matches('`'), "{paragraph}");
        }
    }
    count
}

/// Checks the positions of Three Kings Chess under a heading: one in a line, with its legal steps or its
/// ending. How many there are.
pub fn listed(game: &dyn DynGame, document: &str, heading: &str) -> usize {
    let text = part(document, heading);
    let examples: Vec<&str> = text.lines().filter(|line| line.starts_with("1. ")).collect();
    for line in &examples {
        let quoted = quoted(line);
        let position = quoted.iter().position(|text| text.contains('/')).expect("a position");
        let (mut state, told) = (at(game, quoted[position]), &quoted[position + 1..]);
        match line.split_once(", returns ") {
            Some((_, returns)) => assert_eq!(ending(game, &state), (told[0], numbers(returns)), "{line}"),
            None => assert_eq!(state.legal(), told, "{line}"),
        }
    }
    examples.len()
}
