//! The rules of Half Alice Chess: how a game starts, its legal steps, what they do, and how it ends.

use super::mirror::{self, Sides, Steps, ep_capturers, halves, side_of};
use super::{Extra, HalfAlice, State, options};
use crate::game::{Frame, Outcome, Perspective, Reason, Returns, Rng, SearchProfile, Seat, Spec};
use crate::games::chess::game::variant::{VariantActions, VariantRules, spec};
use crate::games::chess::kit::action_text;
use crate::games::chess::kit::bitboard::bit;
use crate::games::chess::kit::castling::Castling;
use crate::games::chess::kit::history::{CLOCK_END, RepetitionHistory};
use crate::games::chess::kit::legal_moves::{LegalMoves, Numbering};
use crate::games::chess::kit::numbering::{self, ACTIONS};
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::positional::{HALF_ALICE, Weights};
use crate::games::chess::kit::start_position::start_position;
use crate::games::chess::kit::step::{MoveKind, Step};
use std::hash::{Hash, Hasher};

impl VariantRules for HalfAlice {
    type Extra = Extra;
    type Moves = Steps;

    fn spec(&self, frame: Frame) -> Spec {
        Spec {
            rules: "4A",
            summary: self.summary(),
            options: options(self.checkers),
            // At most 96 pawn moves and 30 captures, each after 99 other steps at most, and 100 at the end.
            max_steps: 12_700,
            ..spec(self.id, self.title, "chesskit_b", frame)
        }
    }

    fn start(&self, _rng: &mut Rng) -> State {
        let (pieces, rights) = start_position(518);
        let position = Position { pieces, rights, ep_square: 0, seat: Seat::ZERO, clock: 0 };
        State { position, extra: Extra { mirrored: 0, history: RepetitionHistory::default() } }
    }

    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        let position = &state.position;
        position.clock >= CLOCK_END || state.extra.history.is_threefold() || position.pieces.are_bare_kings()
    }

    #[inline(always)]
    fn add_legal(&self, state: &State, steps: &mut Steps) {
        steps.add(&state.position, state.extra.mirrored, self.checkers);
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        let State { position, extra } = state;
        let (seat, from, to) = (position.seat, bit(step.from()), bit(step.to()));
        let crossing = if extra.mirrored & from == 0 { to } else { 0 };
        let change = position.make(step);
        // What is captured, and what moves, leaves its checker (4A.2, 4A.6).
        extra.mirrored = extra.mirrored & position.pieces.occupied() & !to | crossing;
        match step.move_kind() {
            // 4A.4: both pieces change sides.
            MoveKind::Castle => {
                let castling = Castling::of(step.from(), step.to());
                extra.mirrored &= !to;
                extra.mirrored |= bit(castling.king_to) | bit(castling.rook_to);
            }
            // 2.2.3: recorded if it can be used.
            MoveKind::DoublePush => {
                position.record_ep_square(step);
                if position.next_to_ep_pawn() == 0
                    || ep_capturers(position, extra.mirrored, self.checkers) == 0
                {
                    position.ep_square = 0;
                }
            }
            _ => {}
        }
        let sides = Sides { pieces: position.pieces, mirrored: extra.mirrored };
        extra.history.add(seat, change.reversible.then_some(step), &sides);
    }

    fn search_profile(&self) -> SearchProfile {
        SearchProfile { ends_suddenly: true, ..SearchProfile::default() }
    }

    fn weights(&self) -> Option<&'static Weights> {
        Some(&HALF_ALICE)
    }

    /// 4A.7, in the order of 2.3.4.
    fn outcome(&self, state: &State) -> Option<Outcome> {
        let State { position, extra } = state;
        let drawn = |reason| Outcome { returns: Returns::of(&[0.0, 0.0]), reason };
        let mut steps = Steps::default();
        self.add_legal(state, &mut steps);
        if steps.any() {
            return extra.history.draw(position.pieces.are_bare_kings(), position.clock).map(drawn);
        }
        if mirror::attackers(&position.pieces, extra.mirrored, position.seat) == 0 {
            return Some(drawn(Reason::Stalemate));
        }
        let returns = Returns::win(2, |seat| seat != position.seat);
        Some(Outcome { returns, reason: Reason::Checkmate })
    }

    fn hash_extra(&self, extra: &Extra, hasher: &mut impl Hasher) {
        extra.mirrored.hash(hasher);
    }
}

impl VariantActions for HalfAlice {
    const OWN_ACTIONS: usize = ACTIONS;

    /// The steps of pieces once more, for those that are beyond the mirror.
    fn own_action_text(&self, own: usize, perspective: &Perspective<'_>) -> String {
        action_text::of_piece(false, own, perspective) + ", with a piece that is beyond the mirror"
    }

    fn own_action_place(&self, own: usize) -> Option<usize> {
        numbering::place(own)
    }

    #[inline(always)]
    fn action(&self, numbering: &Numbering, state: &State, step: Step) -> usize {
        numbering.action(step) + side_of(state.extra.mirrored, step.from()) * ACTIONS
    }

    #[inline]
    fn step(&self, numbering: &Numbering, state: &State, action: usize) -> Option<Step> {
        let half = halves(&state.position, state.extra.mirrored)[usize::from(action >= ACTIONS)];
        let action = if action < ACTIONS { action } else { action - ACTIONS };
        if action < ACTIONS { numbering.step(&half, action) } else { None }
    }
}
