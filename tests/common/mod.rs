//! What the integration tests share: replaying reference games, checking perft tables.

pub mod visitors;

use flate2::read::GzDecoder;
use plyground::game::{Actor, Game};
use serde_json::Value;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// A folder or file beside the tests.
#[allow(dead_code)]
pub fn beside(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(path)
}

/// The lines of a gzipped file of JSON objects.
#[allow(dead_code)]
pub fn json_lines(path: &Path) -> Vec<Value> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    BufReader::new(GzDecoder::new(file))
        .lines()
        .map(|line| serde_json::from_str(&line.expect("text")).expect("JSON"))
        .collect()
}

/// Replays the reference games of a variant, `tests/vectors/FAMILY/ID[.scenarios].jsonl.gz`: the seat to act, the legal
/// steps before and the position string after every step, and the ending.
#[allow(dead_code)]
pub fn replay<G: Game>(game: &G, family: &str) {
    let id = &game.spec().id;
    let mut games = 0;
    for name in [format!("{id}.jsonl.gz"), format!("{id}.scenarios.jsonl.gz")] {
        let path = beside("vectors").join(family).join(name);
        if path.exists() {
            let lines = json_lines(&path);
            lines
                .iter()
                .enumerate()
                .for_each(|(at, line)| replay_one(game, line, &format!("{id}, game {at}")));
            games += lines.len();
        }
    }
    assert!(games > 0, "no reference games of {id}");
}

fn replay_one<G: Game>(game: &G, line: &Value, name: &str) {
    let start = line["start"].as_str().expect("a start");
    let mut state = game.read_fen(start).unwrap_or_else(|error| panic!("{name}: '{start}' refused: {error}"));
    for (at, step) in line["steps"].as_array().expect("steps").iter().enumerate() {
        let here = format!("{name}, step {at}, at '{}'", game.fen(&state));
        assert_eq!(i64::from(game.actor(&state).code()), step["player"].as_i64().expect("a seat"), "{here}");
        let mut legal = Vec::new();
        game.each_step(&state, |step| legal.push(game.step_text(&state, step)));
        legal.sort_unstable();
        let expected: Vec<&str> = step["legal"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|text| text.as_str().expect("text"))
            .collect();
        assert_eq!(legal, expected, "{here}");
        let text = step["do"].as_str().expect("a step");
        let made = game.read_step(&state, text).unwrap_or_else(|| panic!("{here}: {text} not read"));
        game.apply(&mut state, made);
        assert_eq!(game.fen(&state), step["fen"].as_str().expect("a position"), "{here}, after {text}");
    }
    let outcome = game.outcome(&state);
    assert_eq!(outcome.is_some(), line["over"].as_bool().expect("over"), "{name}, at '{}'", game.fen(&state));
    assert_eq!(game.actor(&state) == Actor::Over, outcome.is_some());
    if let Some(outcome) = outcome {
        let returns = line["returns"].as_array().expect("returns");
        for (got, expected) in outcome.returns.seats(game.spec().seats).iter().zip(returns) {
            assert!((got - expected.as_f64().expect("a number")).abs() < 1e-9, "{name}: {outcome:?}");
        }
        assert_eq!(outcome.reason.as_str(), line["reason"].as_str().expect("a reason"), "{name}");
    }
}

/// One line of a perft file: `ID; FEN or start; step or turn; counts for depths 1, 2, 3…`, `#` begins a comment.
#[allow(dead_code)]
pub struct PerftLine {
    pub id: String,
    /// The position; none for the start.
    pub fen: Option<String>,
    /// Whether whole turns are counted.
    pub turns: bool,
    pub counts: Vec<u64>,
}

#[allow(dead_code)]
pub fn perft_lines(file: &str) -> Vec<PerftLine> {
    let text = fs::read_to_string(beside("perft").join(file)).expect("a perft file");
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split(';').map(str::trim).collect();
            let [id, fen, level, counts] = fields[..] else { panic!("four fields: {line}") };
            PerftLine {
                id: id.into(),
                fen: (fen != "start").then(|| fen.into()),
                turns: level == "turn",
                counts: counts.split_whitespace().map(|n| n.parse().expect("a number")).collect(),
            }
        })
        .collect()
}

/// Counts a perft line, as deep as the numbers do not exceed `most`.
#[allow(dead_code)]
pub fn check_perft<G: Game>(game: &G, line: &PerftLine, most: u64) {
    let state = match &line.fen {
        Some(fen) => game.read_fen(fen).unwrap_or_else(|error| panic!("{}: '{fen}': {error}", line.id)),
        None => game.start(&mut plyground::game::rng_for(0, 0, 0)),
    };
    for (depth, &expected) in (1..).zip(&line.counts).take_while(|&(_, &n)| n <= most) {
        let nodes = if line.turns { game.perft_turns(&state, depth) } else { game.perft(&state, depth) };
        assert_eq!(nodes, expected, "{} {:?}: depth {depth}", line.id, line.fen);
    }
}
