//! What went wrong with an engine.

use super::process::NoAnswer;
use crate::truncate::truncate;
use std::fmt;
use std::time::Duration;

/// The failure of an engine: it could not be started, ended, did not answer in time, or answered with an
/// illegal move. The text names the agent, the position and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineFailure {
    message: String,
}

impl EngineFailure {
    /// Describes a problem of an agent that began in the position `fen`.
    pub(crate) fn new(agent: &str, fen: &str, problem: &str) -> EngineFailure {
        EngineFailure { message: format!("agent '{agent}' failed in the position '{fen}': {problem}") }
    }

    /// Describes a problem of an agent before it got a position.
    pub(crate) fn before_game(agent: &str, problem: &str) -> EngineFailure {
        EngineFailure { message: format!("agent '{agent}' failed: {problem}") }
    }
}

impl fmt::Display for EngineFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for EngineFailure {}

/// Why there is no move.
#[derive(Debug)]
pub(crate) enum Problem {
    /// The caller stopped the search, and the engine did not answer.
    Stopped,
    /// The engine failed. Holds the reason in words.
    Failed(String),
}

impl Problem {
    /// Returns the problem that there was no answer to a command.
    pub fn unanswered(command: &str, limit: Duration, reason: NoAnswer) -> Problem {
        Problem::Failed(match reason {
            NoAnswer::Stopped => return Problem::Stopped,
            NoAnswer::TimedOut => format!(
                "the engine did not answer '{}' within {} s; raise the limit with timeout=SECONDS, or check that the \
                 program speaks the protocol",
                truncate(command),
                limit.as_secs_f64()
            ),
            NoAnswer::Ended(status, last) => {
                let status = status.map_or("closed its output".into(), |status| format!("ended ({status})"));
                let last =
                    if last.is_empty() { String::new() } else { format!(" and wrote '{}'", truncate(&last)) };
                format!(
                    "the engine {status}{last} before it answered '{}'; run the program by itself to find the reason",
                    truncate(command)
                )
            }
        })
    }

    /// Returns the problem that a move is not legal.
    pub fn illegal(line: &str) -> Problem {
        Problem::Failed(format!(
            "the engine answered '{}', which is not a legal move; check that it plays by the rules of this game",
            truncate(line)
        ))
    }
}
