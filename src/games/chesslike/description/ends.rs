//! How a described game ends.

use super::keys::{END, REASONS};
use crate::games::chesslike::repetition::MAX_HISTORY;
use crate::games::description::{Entry, Problem};

/// The ends of a game besides checkmate.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    /// The score of a seat that is stalemated.
    pub stalemate: f64,
    /// Whether the third occurrence of a position is a draw.
    pub repetition: bool,
    /// The number of steps without progress that make a draw.
    pub no_progress: u16,
    pub bare_kings: bool,
}

/// Reads the ends. Without an entry they are those of chess.
///
/// # Errors
///
/// Returns the first problem.
pub fn read_ends(entry: Option<&Entry>) -> Result<Ends, Problem> {
    let Some(entry) = entry else {
        return Ok(Ends { stalemate: 0.5, repetition: true, no_progress: 100, bare_kings: true });
    };
    let mut ends = Ends { stalemate: 0.5, repetition: false, no_progress: 0, bare_kings: false };
    let mut seen = Vec::new();
    for item in entry.list()? {
        let table = item.table_of(END)?;
        let on = table.require("on")?;
        let reason = on.word(&REASONS)?;
        if seen.contains(&reason) {
            return Err(on.problem(format!("names '{}' twice", REASONS[reason])));
        }
        seen.push(reason);
        let own = [&["on", "score"][..], &["on"], &["on", "steps"], &["on"]][reason];
        if let Some((key, foreign)) = table.entries().find(|(key, _)| !own.contains(key)) {
            return Err(foreign.problem(format!("'{key}' does not belong to '{}'", REASONS[reason])));
        }
        match reason {
            0 => ends.stalemate = table.require("score")?.number(0.0..=1.0)?,
            1 => ends.repetition = true,
            2 => ends.no_progress = table.require("steps")?.integer(1..=MAX_HISTORY as i64)? as u16,
            _ => ends.bare_kings = true,
        }
    }
    if ends.no_progress == 0 {
        return Err(entry.problem(format!(
            "must bound the game: add {{ on = \"no-progress\", steps = 100 }}, with 1 to {MAX_HISTORY} steps"
        )));
    }
    Ok(ends)
}
