//! The rules of Synchronous Chess: how a game starts, its legal steps, what they do, and how it ends.

use super::{CLOCK_END, Extra, MAX_STEPS, State, Synchronous, add_moves, exchange, stand};
use crate::game::{Frame, Outcome, Reason, Returns, Rng, SearchProfile, Seat, Spec};
use crate::games::chess::game::variant::{VariantRules, spec};
use crate::games::chess::kit::history::ReversibleSteps;
use crate::games::chess::kit::legal_moves::ChoiceSet;
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::start_position::start_position;
use crate::games::chess::kit::step::Step;
use std::hash::{Hash, Hasher};

/// How the game is played.
const SUMMARY: &str = "Both seats choose a move of chess in secret, and both moves are made at the same \
    time. Two pieces that arrive on one square are both captured, and a piece that moved to a square that \
    the enemy attacked before can be captured there in an exchange. An attacked king must move away; \
    checkmate or taking the king wins.";

impl VariantRules for Synchronous {
    type Extra = Extra;
    type Moves = (MoveSet, ChoiceSet);

    fn spec(&self, frame: Frame) -> Spec {
        Spec {
            rules: "5",
            summary: SUMMARY.into(),
            is_simultaneous: true,
            has_hidden_information: true,
            max_steps: MAX_STEPS,
            ..spec("synchronous-chess", "Synchronous Chess", "chesskit_b", frame)
        }
    }

    fn start(&self, _rng: &mut Rng) -> State {
        let (pieces, rights) = start_position(518);
        let position = Position { pieces, rights, ep_square: 0, seat: Seat::ZERO, clock: 0 };
        State { position, extra: Extra::fresh(ReversibleSteps::default()) }
    }

    /// The other color's mate or want of moves ends the game too (5.8).
    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        if !Self::is_fresh(state) {
            return false;
        }
        let (position, extra) = (&state.position, &state.extra);
        Self::is_decided(state)
            || position.clock >= CLOCK_END
            || extra.third
            || position.pieces.are_bare_kings()
            || !stand(position, Seat::ONE).0
    }

    #[inline(always)]
    fn add_legal(&self, state: &State, (sets, choices): &mut (MoveSet, ChoiceSet)) {
        let (position, extra) = (&state.position, &state.extra);
        let seat = position.seat.of_two();
        if extra.exchange {
            extra.open[seat.index()].add_blows(position, sets);
            *choices = ChoiceSet::all(0, 1);
        } else {
            add_moves(position, seat, sets);
        }
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        exchange::commit(state, step);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        if !Self::is_fresh(state) {
            return None;
        }
        let (position, pieces) = (&state.position, &state.position.pieces);
        let draw = |reason| Some(Outcome { returns: Returns::of(&[0.0, 0.0]), reason });
        let lost = |losers: [bool; 2], reason| match losers {
            [true, true] => draw(reason),
            [white, _] => {
                Some(Outcome { returns: Returns::win(2, |seat| (seat == Seat::ZERO) != white), reason })
            }
        };
        if Self::is_decided(state) {
            return lost(Seat::BOTH.map(|seat| pieces.of(seat, Kind::King) == 0), Reason::KingCaptured);
        }
        let stands = Seat::BOTH.map(|seat| stand(position, seat));
        let mated = stands.map(|(moves, attacked)| attacked && !moves);
        if mated.contains(&true) {
            lost(mated, Reason::Checkmate)
        } else if stands.iter().any(|&(moves, _)| !moves) {
            draw(Reason::Stalemate)
        } else if pieces.are_bare_kings() {
            draw(Reason::Insufficient)
        } else if position.clock >= CLOCK_END {
            draw(Reason::NoProgress)
        } else if state.extra.third {
            draw(Reason::Repetition)
        } else {
            None
        }
    }

    fn hash_extra(&self, extra: &Extra, hasher: &mut impl Hasher) {
        (extra.pending, extra.exchange, &extra.open, extra.struck).hash(hasher);
    }

    fn search_profile(&self) -> SearchProfile {
        SearchProfile { ends_suddenly: true, ..SearchProfile::default() }
    }
}
