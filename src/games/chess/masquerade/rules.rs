//! The rules of Masquerade Chess: how a game starts, its legal steps, what they do, and how it ends.

use super::masks::{ALL, MASKS};
use super::{CLOCK_END, Masks, Masquerade, OPEN, State};
use crate::game::{Frame, Outcome, Reason, Returns, Rng, Spec};
use crate::games::chess::bits::bit;
use crate::games::chess::men::Kind;
use crate::games::chess::offer::Choices;
use crate::games::chess::position::Position;
use crate::games::chess::sets::Sets;
use crate::games::chess::step::{Deed, Step};
use crate::games::chess::variant::VariantRules;
use crate::games::chess::{chess960, spec};

impl VariantRules for Masquerade {
    type Extra = Masks;
    type Moves = Sets;

    fn spec(&self, frame: Frame) -> Spec {
        Spec {
            rules: "3",
            has_hidden_information: true,
            is_simultaneous: true,
            // At most 96 pawn moves and 30 captures, each after 99 other steps at most, 100 at the end, and
            // the set-up.
            max_steps: 12_702,
            ..spec("masquerade-chess", "Masquerade Chess", "chesskit_a", frame)
        }
    }

    fn start(&self, _rng: &mut Rng) -> State {
        let (men, rights) = chess960::array(518);
        let position = Position { men, rights, passed: 0, seat: 0, clock: 0 };
        State { position, more: Masks { captures: [OPEN; 2], possible: [[ALL; 5]; 2] } }
    }

    /// M8: for want of a king, or of progress.
    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        let position = &state.position;
        !state.is_set_up() && (position.men.of(position.seat, Kind::King) == 0 || position.clock >= CLOCK_END)
    }

    #[inline(always)]
    fn only_choices(&self, state: &State) -> Option<Choices> {
        state.is_set_up().then(|| Choices::all(0, MASKS))
    }

    #[inline(always)]
    fn add_legal(&self, state: &State, sets: &mut Sets) {
        Self::add_steps(&state.position, sets);
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        let seat = (state.position.seat & 1) as usize;
        match step.deed() {
            Deed::Choice => {
                state.more.captures[seat ^ 1] = step.number().min(MASKS - 1) as u8;
                state.position.seat ^= 1;
            }
            Deed::Go(kind)
                if kind != Kind::Pawn && state.position.men.sides[seat ^ 1] & bit(step.to()) != 0 =>
            {
                Self::attempt(state, step, kind);
            }
            deed => {
                state.position.make(step);
                // C6: recorded whether or not an enemy pawn stands ready.
                if deed == Deed::Double {
                    state.position.record_passed(step);
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
        if position.men.of(position.seat, Kind::King) == 0 {
            let returns = Returns::win(2, |seat| seat != position.seat);
            return Some(Outcome { returns, reason: Reason::KingCaptured });
        }
        let mut sets = Sets::default();
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
}
