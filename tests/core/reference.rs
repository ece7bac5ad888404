//! Reference games: what two independent programs agreed on.

use super::{at, beside, ending};
use flate2::read::GzDecoder;
use plyground::game::{Actor, Seat};
use plyground::sim::DynGame;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// The lines of a gzipped file of JSON objects.
pub fn json_lines(path: &Path) -> Vec<Value> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    BufReader::new(GzDecoder::new(file))
        .lines()
        .map(|line| serde_json::from_str(&line.expect("text")).expect("JSON"))
        .collect()
}

/// The files with reference games of a variant, `tests/vectors/FAMILY/ID[.scenarios].jsonl.gz`.
pub fn files(game: &dyn DynGame, family: &str) -> Vec<PathBuf> {
    let id = &game.spec().id;
    let names = [format!("{id}.jsonl.gz"), format!("{id}.scenarios.jsonl.gz")];
    let paths = names.map(|name| beside("vectors").join(family).join(name));
    paths.into_iter().filter(|path| path.exists()).collect()
}

/// Replays the reference games of a variant: the seat to act, the legal steps before and the position string
/// after every step, and the ending.
pub fn replay(game: &dyn DynGame, family: &str) {
    let id = &game.spec().id;
    let mut games = 0;
    for path in files(game, family) {
        let lines = json_lines(&path);
        let numbered = lines.iter().enumerate();
        numbered.for_each(|(number, line)| replay_one(game, line, &format!("{id}, game {number}")));
        games += lines.len();
    }
    assert!(games > 0, "no reference games of {id}");
}

fn replay_one(game: &dyn DynGame, line: &Value, name: &str) {
    let mut state = at(game, line["start"].as_str().expect("a start"));
    for (number, step) in line["steps"].as_array().expect("steps").iter().enumerate() {
        let here = format!("{name}, step {number}, at '{}'", state.fen());
        assert_eq!(i64::from(state.actor().code()), step["player"].as_i64().expect("a seat"), "{here}");
        let listed = step["legal"].as_array().expect("a list").iter();
        let expected: Vec<&str> = listed.map(|text| text.as_str().expect("text")).collect();
        assert_eq!(state.legal(), expected, "{here}");
        let text = step["do"].as_str().expect("a step");
        state.apply_text(text).unwrap_or_else(|error| panic!("{here}: {error}"));
        assert_eq!(state.fen(), step["fen"].as_str().expect("a position"), "{here}, after {text}");
    }
    let over = line["over"].as_bool().expect("over");
    assert_eq!(state.outcome().is_some(), over, "{name}, at '{}'", state.fen());
    assert_eq!(state.actor() == Actor::Over, over, "{name}");
    if over {
        let (reason, returns) = ending(game, &state);
        assert_eq!(reason, line["reason"].as_str().expect("a reason"), "{name}");
        for (got, expected) in returns.iter().zip(line["returns"].as_array().expect("returns")) {
            assert!((got - expected.as_f64().expect("a number")).abs() < 1e-9, "{name}: {returns:?}");
        }
    }
}

/// Checks what each seat sees of given positions.
pub fn views(game: &dyn DynGame, folder: &str) {
    let lines = json_lines(&beside("vectors").join(folder).join(format!("{}.jsonl.gz", game.spec().id)));
    assert!(!lines.is_empty());
    for line in lines {
        let state = at(game, line["position"].as_str().expect("a position"));
        for (seat, view) in
            Seat::all(game.spec().seats).zip(line["views"].as_array().expect("a view for each seat"))
        {
            assert_eq!(state.view(seat), view.as_str().expect("text"), "seat {seat}");
        }
    }
}
