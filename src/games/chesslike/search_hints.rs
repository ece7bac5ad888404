//! The hints for search: keys of positions, captures and checks.

use super::game::ChessLike;
use super::pieces::NO_PIECE;
use super::state::State;
use super::step::{MoveKind, Step};
use crate::board::NO_CELL;
use crate::game::roles::SearchHints;
use crate::game::{PositionalTerms, Reliance, SearchProfile, Seat};
use foldhash::quality::FixedState;
use std::hash::{BuildHasher, Hash, Hasher};

/// The number of steps before the draw by the clock from which the clock is part of keys.
const LATE: u16 = 20;

impl SearchHints for ChessLike {
    fn position_key(&self, state: &State) -> u64 {
        let mut hasher = FixedState::with_seed(0).build_hasher();
        state.hash_placement(&mut hasher);
        let limit = self.engine.clock_limit(&state.pieces);
        let late = state.clock.saturating_sub(limit.saturating_sub(LATE));
        (late, state.repetitions).hash(&mut hasher);
        hasher.finish()
    }

    fn has_ended(&self, state: &State) -> Option<bool> {
        Some(state.ending.is_some())
    }

    fn search_profile(&self) -> SearchProfile {
        let becomes_quiet = !self.engine.shadows;
        SearchProfile { becomes_quiet, reliance: Reliance::Medium, ..SearchProfile::default() }
    }

    fn positional_value(&self, state: &State, seat: Seat) -> Option<i32> {
        self.engine
            .positional_weights
            .map(|weights| self.engine.positional_value(&state.pieces, seat, weights))
    }

    fn positional_terms(&self, state: &State, seat: Seat) -> Option<PositionalTerms> {
        Some(self.engine.positional_terms(&state.pieces, seat))
    }

    fn in_check(&self, state: &State) -> bool {
        state.check_info.in_check
    }

    /// Pieces of partners cannot be captured.
    fn gain(&self, state: &State, step: Step) -> i32 {
        let promotion = match step.move_kind {
            MoveKind::Castle | MoveKind::Pass | MoveKind::Drop(_) => return 0,
            MoveKind::Promote(kind) => {
                let engine = &self.engine;
                let pawn = engine.kind_of(state.pieces.piece_at(step.from));
                engine.kinds[kind.index()].hundredths - pawn.hundredths
            }
            MoveKind::Plain => 0,
        };
        let captured = if step.remote_capture == NO_CELL { step.to } else { step.remote_capture };
        let piece = state.pieces.piece_at(captured);
        if piece == NO_PIECE {
            return promotion;
        }
        // A captured piece that comes to the hand is gained as well.
        let taken =
            self.engine.hand.taken(piece).map_or(0, |kind| self.engine.kinds[kind.index()].hundredths);
        promotion + self.engine.kind_of(piece).hundredths + taken
    }
}
