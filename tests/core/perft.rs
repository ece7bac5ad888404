//! Tables of how many sequences of steps or turns there are.

use super::{at, beside};
use plyground::sim::DynGame;
use std::fs;

/// One line of a perft file: `ID; FEN or start; step or turn; counts for depths 1, 2, 3…`, `#` begins a
/// comment.
pub struct PerftLine {
    pub id: String,
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
            PerftLine {
                id: id.into(),
                fen: (fen != "start").then(|| fen.into()),
                turns: level == "turn",
                counts: counts.split_whitespace().map(|n| n.parse().expect("a number")).collect(),
            }
        })
        .collect()
}

impl PerftLine {
    /// Counts, as deep as the numbers do not exceed `most`.
    pub fn check(&self, game: &dyn DynGame, most: u64) {
        let state = self.fen.as_ref().map_or_else(|| game.start(0), |fen| at(game, fen));
        for (depth, &expected) in (1..).zip(&self.counts).take_while(|&(_, &count)| count <= most) {
            let nodes = state.perft(depth, self.turns, &mut || true);
            assert_eq!(nodes, Some(expected), "{} {:?}: depth {depth}", self.id, self.fen);
        }
    }
}
