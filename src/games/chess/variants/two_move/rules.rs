//! The rules of Two Move Chess: how a game starts, its legal steps, what they do, and how it ends.

use super::cards::{Cards, Moves};
use super::{CLOCK_END, Extra, MAX_STEPS, State, TwoMove};
use crate::game::{Frame, Outcome, Reason, Returns, Rng, SearchProfile, Seat, Spec};
use crate::games::chess::game::variant::{VariantRules, spec};
use crate::games::chess::kit::bitboard::{bit, cells, own_rank};
use crate::games::chess::kit::castling::Castling;
use crate::games::chess::kit::legal_moves::ChoiceSet;
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::positional::{TWO_MOVE, Weights};
use crate::games::chess::kit::start_position::start_position;
use crate::games::chess::kit::step::Step;

/// How the game is played.
const SUMMARY: &str = "Each turn, both seats secretly choose two of five cards, from knight to king; a card \
    that both chose is dropped, and the other cards of both move, two moves in all for each seat. A card \
    moves a piece of its kind or one of the least valuable pieces that can move, lowest card first. There is \
    no check: take the enemy king to win.";

impl VariantRules for TwoMove {
    type Extra = Extra;
    type Moves = MoveSet;
    const ONE_STEP: bool = false;

    fn spec(&self, frame: Frame) -> Spec {
        Spec {
            rules: "4",
            summary: SUMMARY.into(),
            has_hidden_information: true,
            is_simultaneous: true,
            max_steps: MAX_STEPS,
            ..spec("two-move-chess", "Two Move Chess", "chesskit_a", frame)
        }
    }

    fn start(&self, _rng: &mut Rng) -> State {
        let (pieces, rights) = start_position(518);
        State {
            position: Position { pieces, rights, ep_square: 0, seat: Seat::ZERO, clock: 0 },
            extra: Extra::default(),
        }
    }

    /// W9: a king taken, or at the end of a turn too many without progress.
    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        let State { position, extra } = state;
        Self::is_decided(&position.pieces) || position.clock >= CLOCK_END && extra.is_choosing()
    }

    #[inline(always)]
    fn only_choices(&self, state: &State) -> Option<ChoiceSet> {
        let State { position, extra } = state;
        extra.is_choosing().then(|| ChoiceSet::of(0, [extra.before[position.seat.parity()].choices(), 0]))
    }

    #[inline(always)]
    fn add_legal(&self, state: &State, sets: &mut MoveSet) {
        let (position, pieces) = (&state.position, &state.position.pieces);
        let Some((seat, card)) = state.extra.moves.next() else { return };
        sets.add_moves(position, Self::movers(state, card), !pieces.side(seat));
        if card == Kind::King {
            // W7: castling is a move of the king card, and attacks do not matter.
            for rook in cells(position.rights & own_rank(seat, 1)) {
                if Castling::of(pieces.king(seat), rook).must_be_empty() & pieces.occupied() == 0 {
                    *sets.castles() |= bit(rook);
                }
            }
        }
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        if step.is_choice() {
            Self::choose(state, Cards::pair(step.number()));
        } else {
            Self::go(state, step);
        }
    }

    fn search_profile(&self) -> SearchProfile {
        SearchProfile { ends_suddenly: true, ..SearchProfile::default() }
    }

    fn weights(&self) -> Option<&'static Weights> {
        Some(&TWO_MOVE)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let position = &state.position;
        if !self.is_ended(state) {
            None
        } else if Self::is_decided(&position.pieces) {
            // The seat to act is still the one that took the king.
            let returns = Returns::win(2, |seat| seat == position.seat);
            Some(Outcome { returns, reason: Reason::KingCaptured })
        } else {
            Some(Outcome { returns: Returns::ZERO, reason: Reason::NoProgress })
        }
    }

    /// A turn in the sense of the conventions is a run of moves of one seat.
    fn mid_turn(&self, state: &State) -> bool {
        let extra = &state.extra;
        let seat = |made: Option<(Seat, Kind)>| made.map(|(seat, _)| seat);
        let before = seat(extra.moves.previous(Moves::of(extra.chosen)));
        before.is_some() && before == seat(extra.moves.next()) && !Self::is_decided(&state.position.pieces)
    }
}
