//! Tables of how many sequences of steps or turns there are.

use super::{at, beside};
use plyground::catalog;
use plyground::game::{Frame, OptionValue};
use plyground::sim::DynGame;
use std::fs;
use std::sync::Arc;

/// One line of a perft file: `ID; FEN or start; step or turn; counts for depths 1, 2, 3…`, `#` begins a
/// comment. Options can follow the id: `chess self_capture=true`.
pub struct PerftLine {
    pub id: String,
    /// The options that are changed.
    changes: Vec<(String, OptionValue)>,
    /// The position; none for the start.
    pub fen: Option<String>,
    /// Whether whole turns are counted.
    pub turns: bool,
    pub counts: Vec<u64>,
}

/// The lines of a file of `tests/perft`.
pub fn perft_lines(file: &str) -> Vec<PerftLine> {
    let text = fs::read_to_string(beside("perft").join(file)).expect("a perft file");
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split(';').map(str::trim).collect();
            let [id, fen, level, counts] = fields[..] else { panic!("four fields: {line}") };
            let mut words = id.split_whitespace();
            let id = words.next().expect("an id");
            PerftLine {
                id: id.into(),
                changes: words.map(change).collect(),
                fen: (fen != "start").then(|| fen.into()),
                turns: level == "turn",
                counts: counts.split_whitespace().map(|n| n.parse().expect("a number")).collect(),
            }
        })
        .collect()
}

/// The option that a text such as `self_capture=true` changes.
fn change(text: &str) -> (String, OptionValue) {
    let (name, value) = text.split_once('=').expect("an option and its value");
    let value = match (value.parse::<bool>(), value.parse::<i64>()) {
        (Ok(flag), _) => flag.into(),
        (_, Ok(number)) => number.into(),
        _ => OptionValue::Word(value.into()),
    };
    (name.into(), value)
}

impl PerftLine {
    /// The game.
    pub fn game(&self) -> Arc<dyn DynGame> {
        catalog::open(&self.id, &self.changes, Frame::Seat).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Counts, as deep as the numbers do not exceed `most`.
    pub fn check(&self, game: &dyn DynGame, most: u64) {
        let state = self.fen.as_ref().map_or_else(|| game.start(0), |fen| at(game, fen));
        for (depth, &expected) in (1..).zip(&self.counts).take_while(|&(_, &count)| count <= most) {
            let nodes = state.perft(depth, self.turns, &mut || true);
            assert_eq!(nodes, Some(expected), "{} {:?}: depth {depth}", self.id, self.fen);
        }
    }
}
