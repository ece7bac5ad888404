//! The settings of alpha-beta.

use super::super::budget::Budget;
use super::super::tuning::Evaluation;
use crate::game::SearchProfile;
use crate::named::named;
use std::fmt;

named! {
    /// A technique of alpha-beta that can be switched off.
    pub enum Technique, "technique" {
        /// Captures and answers to checks are searched beyond the depth.
        Quiescence = "quiescence",
        /// A position in which a pass is good enough is cut off (null move).
        NullMove = "null-move",
        /// Late moves are searched to a lower depth first.
        Reductions = "reductions",
        /// Moves that cannot raise a low value are skipped near the horizon (futility pruning).
        Futility = "futility",
        /// Late moves are skipped near the horizon.
        LateMoves = "late-moves",
    }
}

/// A set of techniques.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Techniques(u8);

impl Techniques {
    /// No technique.
    pub const NONE: Techniques = Techniques(0);

    /// Returns the set with another technique.
    pub const fn with(self, technique: Technique) -> Techniques {
        Techniques(self.0 | 1 << technique as u8)
    }

    /// Whether the technique is in the set.
    pub const fn has(self, technique: Technique) -> bool {
        self.0 >> technique as u8 & 1 == 1
    }

    /// Returns the techniques that lose strength in a game.
    pub fn harmful_in(profile: SearchProfile) -> Techniques {
        let mut harmful = Techniques::NONE;
        if !profile.becomes_quiet {
            harmful = harmful.with(Technique::Quiescence);
        }
        if profile.ends_suddenly {
            harmful = harmful.with(Technique::Futility).with(Technique::LateMoves);
        }
        harmful
    }

    /// Returns the techniques that are not in the other set.
    pub const fn except(self, other: Techniques) -> Techniques {
        Techniques(self.0 & !other.0)
    }

    /// Returns the techniques that are in one of the sets.
    pub const fn union(self, other: Techniques) -> Techniques {
        Techniques(self.0 | other.0)
    }
}

impl fmt::Display for Techniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> =
            Technique::ALL.iter().filter(|&&one| self.has(one)).map(|one| one.as_str()).collect();
        f.write_str(&names.join("+"))
    }
}

/// The settings of alpha-beta. At least one of depth and budget limits the search.
#[derive(Clone, Debug, PartialEq)]
pub struct AlphaBetaSettings {
    /// The maximum depth in turns.
    pub depth: Option<u32>,
    /// The limits of nodes and time.
    pub budget: Budget,
    /// Steps whose values are lower than the best by at most this number of men count as ties.
    pub margin: f64,
    /// The evaluation of positions.
    pub evaluation: Evaluation,
    /// The size of the transposition table in megabytes.
    pub table: u32,
    /// The number of threads of a search, which share the table.
    pub threads: u32,
    /// The techniques that are switched off.
    pub without: Techniques,
    /// The techniques that are used even where they lose strength.
    pub with: Techniques,
}

impl AlphaBetaSettings {
    /// The default size of the transposition table in megabytes.
    pub const DEFAULT_TABLE: u32 = 4;

    /// Returns the default settings for a depth.
    pub fn of_depth(depth: u32) -> AlphaBetaSettings {
        AlphaBetaSettings {
            depth: Some(depth),
            budget: Budget { nodes: None, ms: None },
            margin: 0.0,
            evaluation: Evaluation::Material,
            table: AlphaBetaSettings::DEFAULT_TABLE,
            threads: 1,
            without: Techniques::NONE,
            with: Techniques::NONE,
        }
    }

    /// Returns the default settings for a budget.
    pub fn of_budget(budget: Budget) -> AlphaBetaSettings {
        AlphaBetaSettings { depth: None, budget, ..AlphaBetaSettings::of_depth(1) }
    }
}
