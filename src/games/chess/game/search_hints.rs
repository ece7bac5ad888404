//! The hints of a game for search: keys, captures and checks.

use super::ChessGame;
use super::variant::{ChessVariant, State};
use crate::game::roles::{SearchHints, gain_by_making};
use crate::game::{PositionalTerms, SearchProfile, Seat};
use crate::games::chess::kit::bitboard::bit;
use crate::games::chess::kit::history::CLOCK_END;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::positional::{positional_terms, positional_value};
use crate::games::chess::kit::step::{MoveKind, Step};
use crate::games::chess::kit::topology::{Cylinder, Flat};
use foldhash::quality::FixedState;
use std::hash::{BuildHasher, Hash, Hasher};

/// The last values of the clock are part of keys, because the draw is within the horizon of a search.
const LATE: u8 = CLOCK_END - 20;

impl<V: ChessVariant> SearchHints for ChessGame<V> {
    fn position_key(&self, state: &State<V::Extra>) -> u64 {
        let Position { pieces, rights, ep_square, seat, clock } = &state.position;
        let mut hasher = FixedState::with_seed(0).build_hasher();
        (pieces, rights, ep_square, seat, clock.saturating_sub(LATE)).hash(&mut hasher);
        self.variant.hash_extra(&state.extra, &mut hasher);
        hasher.finish()
    }

    fn has_ended(&self, state: &State<V::Extra>) -> Option<bool> {
        Some(self.variant.is_ended(state))
    }

    fn search_profile(&self) -> SearchProfile {
        self.variant.search_profile()
    }

    fn positional_value(&self, state: &State<V::Extra>, seat: Seat) -> Option<i32> {
        let (pieces, weights) = (&state.position.pieces, self.variant.weights()?);
        Some(if self.variant.wraps() {
            positional_value::<Cylinder>(pieces, seat, weights)
        } else {
            positional_value::<Flat>(pieces, seat, weights)
        })
    }

    fn positional_terms(&self, state: &State<V::Extra>, seat: Seat) -> Option<PositionalTerms> {
        let pieces = &state.position.pieces;
        Some(if self.variant.wraps() {
            positional_terms::<Cylinder>(pieces, seat)
        } else {
            positional_terms::<Flat>(pieces, seat)
        })
    }

    fn in_check(&self, state: &State<V::Extra>) -> bool {
        self.variant.in_check(state)
    }

    /// Variants capture the enemy piece on the target, except through shadows, or lose a piece of their own
    /// there. What else a step does to material is not worth making each step.
    fn gain(&self, state: &State<V::Extra>, step: Step) -> i32 {
        if step.shadow().is_some() {
            gain_by_making(self, state, step)
        } else {
            replacement_gain(&state.position, step) - self.variant.loss(state, step)
        }
    }

    fn exchange(&self, state: &State<V::Extra>, step: Step, gain: i32) -> i32 {
        self.variant.exchange(state, step, gain)
    }

    fn pass(&self, state: &mut State<V::Extra>) -> bool {
        self.variant.pass(state)
    }
}

/// The gain of a step that captures a king, where that is possible. Kings count nothing as material.
const KING: i32 = 10_000;

/// Returns the gain of a step that captures the enemy piece on its target.
fn replacement_gain(position: &Position, step: Step) -> i32 {
    let pieces = &position.pieces;
    let captured = || {
        let is_enemy = pieces.side(position.seat.of_two().other()) & bit(step.to()) != 0;
        match if is_enemy { pieces.kind_at(step.to()) } else { None } {
            Some(Kind::King) => KING,
            kind => kind.map_or(0, Kind::hundredths),
        }
    };
    match step.move_kind() {
        MoveKind::Normal(_) => captured(),
        MoveKind::EnPassant => Kind::Pawn.hundredths(),
        MoveKind::Promotion(kind) => captured() + kind.hundredths() - Kind::Pawn.hundredths(),
        MoveKind::DoublePush | MoveKind::Castle | MoveKind::Choice => 0,
    }
}
