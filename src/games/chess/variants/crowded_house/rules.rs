//! The rules of Crowded House: how a game starts, its legal steps, what they do, and how it ends.

use super::takeable::{add_legal, check_info, ep_capturers, next, side_of};
use super::{Crowd, CrowdedHouse, Extra, State, TEAMS, is_idle, legal, passes};
use crate::game::{
    Actor, Frame, Outcome, Reason, Returns, Rng, Scores, SearchProfile, Seat, SeatColor, Spec,
};
use crate::games::chess::game::variant::{VariantRules, spec};
use crate::games::chess::kit::history::{CLOCK_END, PASS, RepetitionHistory};
use crate::games::chess::kit::legal_moves::{ChoiceSet, LegalMoves};
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::start_position::start_position;
use crate::games::chess::kit::step::{MoveKind, Step};
use std::hash::{Hash, Hasher};

/// How the game is played.
const SUMMARY: &str = "Chess for four with one set of pieces: seats 0 and 2 move White, 1 and 3 Black, and \
    one of each pair has the king side, the other the queen side. A seat moves pieces that start or end on \
    its side of the board. Only what the next seat can capture is check, and checkmate wins for the pair.";

impl VariantRules for CrowdedHouse {
    type Extra = Extra;
    type Moves = MoveSet;

    fn spec(&self, frame: Frame) -> Spec {
        Spec {
            rules: "4B",
            summary: SUMMARY.into(),
            seats: 4,
            colors: vec![SeatColor::White, SeatColor::Black, SeatColor::White, SeatColor::Black],
            seat_angles: vec![0, 180, 0, 180],
            teams: TEAMS.to_vec(),
            scores: Scores::win(&TEAMS),
            turn_order: vec![Seat::ZERO, Seat::ONE, Seat::new(2), Seat::new(3)],
            // At most 96 pawn moves and 30 captures, each after 99 other steps at most, and 100 at the end.
            max_steps: 12_700,
            ..spec("crowded-house", "Crowded House", "chesskit_b", frame)
        }
    }

    fn start(&self, _rng: &mut Rng) -> State {
        let (pieces, rights) = start_position(518);
        let position = Position { pieces, rights, ep_square: 0, seat: Seat::ZERO, clock: 0 };
        State { position, extra: Extra { seat: Seat::ZERO, history: RepetitionHistory::default() } }
    }

    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        let position = &state.position;
        position.clock >= CLOCK_END || state.extra.history.is_threefold() || position.pieces.are_bare_kings()
    }

    #[inline(always)]
    fn only_choices(&self, state: &State) -> Option<ChoiceSet> {
        (is_idle(state) && passes(state)).then(|| ChoiceSet::all(PASS.number(), 1))
    }

    #[inline(always)]
    fn add_legal(&self, state: &State, sets: &mut MoveSet) {
        add_legal(&state.position, state.extra.seat, sets);
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        let State { position, extra } = state;
        let (seat, waited) = (extra.seat, position.ep_square == 0);
        let change = position.make(step);
        extra.seat = next(seat);
        // 2.2.3: recorded if it can be used.
        if step.move_kind() == MoveKind::DoublePush {
            position.record_ep_square(step);
            if position.next_to_ep_pawn() == 0 || ep_capturers(position, extra.seat) == 0 {
                position.ep_square = 0;
            }
        }
        let reversible = change.reversible || step.is_choice() && waited;
        extra.history.add(seat, reversible.then_some(step), &Crowd(position.pieces));
    }

    /// 4B.7 and 4B.8, in the order of 2.3.4.
    fn outcome(&self, state: &State) -> Option<Outcome> {
        let State { position, extra } = state;
        let drawn = |reason| Outcome { returns: Returns::ZERO, reason };
        if !legal(state).any() {
            if check_info(position, extra.seat).checkers != 0 {
                let returns = Returns::win(4, |seat| seat.of_two() != position.seat);
                return Some(Outcome { returns, reason: Reason::Checkmate });
            }
            if !is_idle(state) {
                return Some(drawn(Reason::Stalemate));
            }
        }
        extra.history.draw(position.pieces.are_bare_kings(), position.clock).map(drawn)
    }

    #[inline(always)]
    fn mover(&self, state: &State) -> Actor {
        Actor::Seat(state.extra.seat)
    }

    fn material(&self, state: &State, seat: Seat) -> f32 {
        state.position.pieces.among(side_of(seat)).material(seat)
    }

    fn hash_extra(&self, extra: &Extra, hasher: &mut impl Hasher) {
        extra.seat.hash(hasher);
    }

    fn search_profile(&self) -> SearchProfile {
        SearchProfile { ends_suddenly: true, ..SearchProfile::default() }
    }
}
