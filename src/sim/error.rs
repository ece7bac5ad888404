//! Errors of states with history, of batches, and of requests.

use std::fmt;

/// The reason why a step was not made. The state is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepError {
    /// The game is over.
    Over {
        /// The reason of the ending.
        reason: &'static str,
    },
    /// The action number is out of range.
    OutOfRange {
        /// The action.
        action: i64,
        /// The number of actions of the game.
        actions: usize,
    },
    /// The step is not legal.
    Illegal {
        /// The reason, and the legal steps.
        message: String,
    },
    /// There is no step to undo.
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

/// The reason why a batch was not stepped. The batch is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VectorError {
    /// The number of actions differs from the number of environments.
    Length {
        /// The number of actions.
        found: usize,
        /// The number of environments.
        expected: usize,
    },
    /// An action is not legal.
    Step {
        /// The first environment with an illegal action.
        env: usize,
        /// The action.
        action: i64,
        /// The reason.
        error: StepError,
    },
    /// Bytes are not a packed environment of the game.
    NotPacked {
        /// The first such environment.
        env: usize,
    },
}

impl VectorError {
    /// Returns the error of a part of a batch as an error of the batch. `first` is the first environment of
    /// the part.
    pub(super) fn moved(self, first: usize) -> VectorError {
        match self {
            VectorError::Length { .. } => self,
            VectorError::Step { env, action, error } => VectorError::Step { env: first + env, action, error },
            VectorError::NotPacked { env } => VectorError::NotPacked { env: first + env },
        }
    }
}

impl fmt::Display for VectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VectorError::Length { found, expected } => {
                write!(f, "actions must have one entry for each of {expected} environments, got {found}")
            }
            VectorError::Step { env, action, error } => {
                // All other errors name the action.
                match error {
                    StepError::Over { .. } => write!(f, "environment {env}, action {action}: {error}"),
                    _ => write!(f, "environment {env}: {error}"),
                }
            }
            VectorError::NotPacked { env } => write!(
                f,
                "environment {env}: the data must be that of a state of the same game from this process, \
                 unchanged"
            ),
        }
    }
}

impl std::error::Error for VectorError {}

/// The maximum size of all arrays.
const MAX_BYTES: u64 = 16 << 30;

/// The reason why a request for games was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestError {
    /// A number is out of range.
    Range {
        /// The name of the number.
        what: &'static str,
        /// The number.
        found: u64,
        /// The minimum.
        least: u64,
        /// The maximum.
        most: u64,
    },
    /// The arrays would take too much memory.
    Memory {
        /// The required number of bytes.
        bytes: u64,
        /// The maximum number of bytes.
        most: u64,
    },
    /// The system does not have enough memory.
    NoMemory {
        /// The required number of bytes.
        bytes: u64,
    },
    /// An external array has the wrong length.
    Length {
        /// The name of the array.
        name: &'static str,
        /// The number of elements.
        found: usize,
        /// The required number of elements.
        expected: usize,
    },
    /// An external array has the wrong element type.
    Element {
        /// The name of the array.
        name: &'static str,
    },
    /// There is an external array for an output that is not requested.
    Unwanted {
        /// The name of the array.
        name: &'static str,
    },
    /// The start position is invalid.
    Start {
        /// The reason.
        problem: String,
    },
    /// Environments of the game cannot be packed, because its states are not flat values.
    NotPacked {
        /// The id of the game.
        id: String,
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

    /// Checks that arrays of this size are allowed, and that there is enough memory.
    pub(crate) fn memory(bytes: u64) -> Result<(), RequestError> {
        if bytes > MAX_BYTES {
            return Err(RequestError::Memory { bytes, most: MAX_BYTES });
        }
        // The memory is allocated and freed, so that later allocations rarely fail.
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
                let (required, most) = (bytes >> 20, most >> 20);
                write!(
                    f,
                    "the arrays need {required} MiB, and the limit is {most} MiB: request fewer games, or \
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
            RequestError::NotPacked { id } => write!(
                f,
                "the states of {id} must have a fixed size, as in all games of plyground; games that are written in \
                 Python cannot run inside jax.jit"
            ),
        }
    }
}

impl std::error::Error for RequestError {}
