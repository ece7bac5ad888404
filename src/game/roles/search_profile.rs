//! What search may take for granted in a game.

/// What decides how search treats a game. The defaults hold for games like chess and draughts.
///
/// The matches behind the values of the games in the package are in `docs/strength.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchProfile {
    /// Whether more material is better. False for games that are won by losing it.
    pub wants_material: bool,
    /// Whether captures soon come to an end, so that search can follow them to a quiet position. False where
    /// a turn has several free steps, where captures are everywhere, or where they are forced and bad.
    pub becomes_quiet: bool,
    /// Whether the game can end without a [check](super::SearchHints::in_check) before. Then search skips no
    /// steps near the horizon.
    pub ends_suddenly: bool,
    /// How much search relies on the positional evaluation.
    pub reliance: Reliance,
    /// Whether tree search with rollouts plays better than alpha-beta. Then the agent `strong` is `mcts`.
    pub prefers_rollouts: bool,
}

impl Default for SearchProfile {
    fn default() -> Self {
        SearchProfile {
            wants_material: true,
            becomes_quiet: true,
            ends_suddenly: false,
            reliance: Reliance::Low,
            prefers_rollouts: false,
        }
    }
}

/// How much search relies on the [positional evaluation](super::SearchHints::positional_value) of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reliance {
    /// Legal steps count too, as in evaluations by material: the rules allow or forbid other steps than the
    /// evaluation knows.
    Low,
    /// Legal steps do not count.
    Medium,
    /// Legal steps do not count, and search leaves out more, because the evaluation errs less.
    High,
}
