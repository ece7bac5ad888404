//! The rules of Masquerade Chess: how a game starts, its legal steps, what they do, and how it ends.

use super::masks::MASKS;
use super::{CLOCK_END, Extra, Masquerade, State};
use crate::game::{Frame, Outcome, Reason, Returns, Rng, SearchProfile, Seat, Spec};
use crate::games::chess::game::variant::{VariantRules, spec};
use crate::games::chess::kit::bitboard::bit;
use crate::games::chess::kit::legal_moves::{ChoiceSet, LegalMoves};
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::start_position::start_position;
use crate::games::chess::kit::step::{MoveKind, Step};

/// How the game is played.
const SUMMARY: &str = "First, each seat secretly decides how the enemy's pieces capture: it deals out the \
    captures of king, queen, rook, bishop and knight among these five kinds. Pieces move to empty squares as \
    in chess, but their captures are attempts, which cost the turn if they fail. There is no check: take the \
    enemy king to win.";

impl VariantRules for Masquerade {
    type Extra = Extra;
    type Moves = MoveSet;

    fn spec(&self, frame: Frame) -> Spec {
        Spec {
            rules: "3",
            summary: SUMMARY.into(),
            has_hidden_information: true,
            is_simultaneous: true,
            // At most 96 pawn moves and 30 captures, each after 99 other steps at most, 100 at the end, and
            // the set-up.
            max_steps: 12_702,
            ..spec("masquerade-chess", "Masquerade Chess", "chesskit_a", frame)
        }
    }

    fn start(&self, _rng: &mut Rng) -> State {
        let (pieces, rights) = start_position(518);
        let position = Position { pieces, rights, ep_square: 0, seat: Seat::ZERO, clock: 0 };
        State { position, extra: Extra::default() }
    }

    /// M8: the game ends if a king is missing, or without progress.
    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        let position = &state.position;
        !state.is_set_up()
            && (position.pieces.of(position.seat, Kind::King) == 0 || position.clock >= CLOCK_END)
    }

    #[inline(always)]
    fn only_choices(&self, state: &State) -> Option<ChoiceSet> {
        state.is_set_up().then(|| ChoiceSet::all(0, MASKS))
    }

    #[inline(always)]
    fn add_legal(&self, state: &State, sets: &mut MoveSet) {
        Self::add_steps(&state.position, sets);
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        let seat = state.position.seat.parity();
        match step.move_kind() {
            MoveKind::Choice => {
                state.extra.captures[seat ^ 1] = step.number().min(MASKS - 1) as u8;
                state.position.seat = state.position.seat.other();
            }
            MoveKind::Normal(kind)
                if kind != Kind::Pawn && state.position.pieces.sides[seat ^ 1] & bit(step.to()) != 0 =>
            {
                Self::attempt(state, step, kind);
            }
            move_kind => {
                state.position.make(step);
                // C6: recorded whether or not an enemy pawn stands ready.
                if move_kind == MoveKind::DoublePush {
                    state.position.record_ep_square(step);
                }
            }
        }
    }

    /// M8: the king taken, then no legal step, then the clock.
    fn outcome(&self, state: &State) -> Option<Outcome> {
        let position = &state.position;
        if state.is_set_up() {
            return None;
        }
        if position.pieces.of(position.seat, Kind::King) == 0 {
            let returns = Returns::win(2, |seat| seat != position.seat);
            return Some(Outcome { returns, reason: Reason::KingCaptured });
        }
        let mut sets = MoveSet::default();
        Self::add_steps(position, &mut sets);
        let reason = if !sets.any() {
            Reason::Stalemate
        } else if position.clock >= CLOCK_END {
            Reason::NoProgress
        } else {
            return None;
        };
        Some(Outcome { returns: Returns::of(&[0.0, 0.0]), reason })
    }

    fn search_profile(&self) -> SearchProfile {
        SearchProfile { ends_suddenly: true, ..SearchProfile::default() }
    }
}
