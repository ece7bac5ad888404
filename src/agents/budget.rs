//! Limits of the work for one choice: nodes and time.

use std::time::{Duration, Instant};

/// The limits of a search for one choice. Without limits, other settings end the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The maximum number of visited positions or simulations. Results are reproducible.
    pub nodes: Option<u64>,
    /// The maximum time in milliseconds. Results depend on the speed of the machine.
    pub ms: Option<u32>,
}

/// The maximum of [`Budget::ms`].
pub const MAX_MS: u32 = 3_600_000;

/// The number of nodes between two looks at the time.
const NODES_PER_LOOK: u64 = 64;

/// A running budget.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopwatch {
    started: Instant,
    time: Option<Duration>,
    nodes: u64,
}

impl Budget {
    /// Returns whether there is a limit.
    pub fn is_limited(self) -> bool {
        self.nodes.is_some() || self.ms.is_some()
    }

    /// Returns the budget of each of some threads that search at the same time.
    pub(super) fn shared_by(self, threads: u32) -> Budget {
        Budget { nodes: self.nodes.map(|nodes| nodes.div_ceil(threads.into())), ..self }
    }

    /// Starts the time of a choice.
    pub(super) fn start(self) -> Stopwatch {
        Stopwatch {
            started: Instant::now(),
            time: self.ms.map(|ms| Duration::from_millis(ms.into())),
            nodes: self.nodes.unwrap_or(u64::MAX),
        }
    }
}

impl Stopwatch {
    /// Returns whether the budget is used up after this number of nodes. The time is read only once in a few
    /// nodes.
    #[inline]
    pub fn is_over(&self, nodes: u64) -> bool {
        nodes >= self.nodes || nodes.is_multiple_of(NODES_PER_LOOK) && self.is_late(1.0)
    }

    /// Returns whether this share of the time has passed.
    pub fn is_late(&self, share: f64) -> bool {
        self.time.is_some_and(|time| self.started.elapsed() >= time.mul_f64(share))
    }
}
