//! What may be asked wrongly of a game in progress, and of a batch of games.

use std::fmt;

/// Why a step was not made. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepError {
    /// The game is over.
    Over {
        /// How it ended.
        reason: &'static str,
    },
    /// The action number is none of the game's.
    OutOfRange {
        /// The number.
        action: i64,
        /// How many actions the game has.
        actions: usize,
    },
    /// The step is not legal.
    Illegal {
        /// Why, and what would be.
        message: String,
    },
    /// No step was made that could be taken back.
    NothingMade,
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StepError::Over { reason } => write!(f, "no step is legal: the game is over ({reason})"),
            StepError::OutOfRange { action, actions } => {
                write!(f, "action {action} is out of range: the game has actions 0 to {}", actions - 1)
            }
            StepError::Illegal { message } => f.write_str(message),
            StepError::NothingMade => f.write_str("there is no step to undo: the record is empty"),
        }
    }
}

impl std::error::Error for StepError {}

/// Why a batch did not step. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VectorError {
    /// The number of actions is not that of the environments.
    Length {
        /// How many were given.
        found: usize,
        /// How many environments there are.
        expected: usize,
    },
    /// An action cannot be made.
    Step {
        /// The first environment that refuses its action.
        env: usize,
        /// Its action.
        action: i64,
        /// Why.
        error: StepError,
    },
}

impl fmt::Display for VectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VectorError::Length { found, expected } => {
                write!(f, "actions must have one entry for each of {expected} environments, got {found}")
            }
            VectorError::Step { env, action, error } => {
                // Refusals of a legal kind of action name it themselves.
                match error {
                    StepError::Over { .. } => write!(f, "environment {env}, action {action}: {error}"),
                    _ => write!(f, "environment {env}: {error}"),
                }
            }
        }
    }
}

impl std::error::Error for VectorError {}

/// No arrays take more memory.
const MAX_BYTES: u64 = 16 << 30;

/// Why a batch was not begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestError {
    /// A number is out of its range.
    Range {
        /// What it counts.
        what: &'static str,
        /// The number.
        found: u64,
        /// The least that is allowed.
        least: u64,
        /// The most that is allowed.
        most: u64,
    },
    /// The arrays would take too much memory.
    Memory {
        /// How much they would take, in bytes.
        bytes: u64,
        /// How much they may take.
        most: u64,
    },
    /// The system has not the memory for the arrays.
    NoMemory {
        /// How much they would take, in bytes.
        bytes: u64,
    },
    /// An array that was given to be written to is of the wrong length.
    Length {
        /// What for.
        name: &'static str,
        /// How many elements it has.
        found: usize,
        /// How many it must have.
        expected: usize,
    },
    /// An array that was given to be written to is not of the type that is to be written.
    Element {
        /// What for.
        name: &'static str,
    },
    /// An array was given to be written to, and nothing is.
    Unwanted {
        /// What for.
        name: &'static str,
    },
    /// The position to start from cannot be played on.
    Start {
        /// Why.
        problem: String,
    },
}

impl RequestError {
    pub(crate) fn check(what: &'static str, found: u64, least: u64, most: u64) -> Result<(), RequestError> {
        if (least..=most).contains(&found) {
            Ok(())
        } else {
            Err(RequestError::Range { what, found, least, most })
        }
    }

    /// Refuses arrays of so many bytes if they are too large, or if there is no memory for them.
    pub(crate) fn memory(bytes: u64) -> Result<(), RequestError> {
        if bytes > MAX_BYTES {
            return Err(RequestError::Memory { bytes, most: MAX_BYTES });
        }
        // Asked for and given back at once: what follows can then hardly fail.
        let mut probe: Vec<u8> = Vec::new();
        probe.try_reserve_exact(bytes as usize).map_err(|_| RequestError::NoMemory { bytes })
    }

    pub(crate) fn length(name: &'static str, found: usize, expected: usize) -> Result<(), RequestError> {
        if found == expected { Ok(()) } else { Err(RequestError::Length { name, found, expected }) }
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestError::Range { what, found, least, most } => {
                write!(f, "{what} must be from {least} to {most}, got {found}")
            }
            RequestError::Memory { bytes, most } => {
                let (wanted, most) = (bytes >> 20, most >> 20);
                write!(
                    f,
                    "the arrays need {wanted} MiB, and the limit is {most} MiB: request fewer games, or \
                     fewer steps or outputs for each"
                )
            }
            RequestError::NoMemory { bytes } => {
                write!(f, "out of memory: the arrays need {} MiB; request fewer games", bytes >> 20)
            }
            RequestError::Length { name, found, expected } => {
                write!(f, "the array for {name} must have {expected} elements, got {found}")
            }
            RequestError::Element { name } => {
                write!(f, "the array for {name} has the wrong data type")
            }
            RequestError::Unwanted { name } => {
                write!(f, "there is an array for {name}, but these settings do not produce {name}")
            }
            RequestError::Start { problem } => f.write_str(problem),
        }
    }
}

impl std::error::Error for RequestError {}
