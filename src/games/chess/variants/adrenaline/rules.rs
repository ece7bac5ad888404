//! The rules of Adrenaline Chess: how a game starts, its legal steps, what they do, and how it ends.

use super::run::Run;
use super::stacks::Stacks;
use super::{Adrenaline, CLOCK_END, Extra, MAX_STEPS, PASS, Phase, State};
use crate::board::Cell;
use crate::game::{Frame, Outcome, Reason, Returns, Rng, SearchProfile, Seat, Spec};
use crate::games::chess::game::variant::{VariantRules, spec};
use crate::games::chess::kit::bitboard::bit;
use crate::games::chess::kit::legal_moves::{ChoiceSet, LegalMoves};
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::positional::{ADRENALINE, Weights};
use crate::games::chess::kit::start_position::start_position;
use crate::games::chess::kit::step::{MoveKind, Step};

/// How the game is played.
const SUMMARY: &str = "Chess with checkers: a turn with a capture ends with a checker under an enemy piece \
    of your choice. After its regular move, a piece can spend its checkers on extra moves of one square in \
    any direction, and it takes over the checkers of pieces that it captures. Checkmate wins.";

impl VariantRules for Adrenaline {
    type Extra = Extra;
    type Moves = (MoveSet, (Run, ChoiceSet));
    const ONE_STEP: bool = false;

    fn spec(&self, frame: Frame) -> Spec {
        Spec {
            rules: "5",
            summary: SUMMARY.into(),
            max_steps: MAX_STEPS,
            ..spec("adrenaline-chess", "Adrenaline Chess", "chesskit_a", frame)
        }
    }

    fn start(&self, _rng: &mut Rng) -> State {
        let (pieces, rights) = start_position(518);
        let position = Position { pieces, rights, ep_square: 0, seat: Seat::ZERO, clock: 0 };
        State { position, extra: Extra { stacks: Stacks::default(), phase: Phase::Move } }
    }

    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        state.position.clock >= CLOCK_END && state.extra.phase == Phase::Move
    }

    #[inline(always)]
    fn only_choices(&self, state: &State) -> Option<ChoiceSet> {
        let Extra { stacks, phase } = &state.extra;
        (*phase == Phase::Place).then(|| ChoiceSet::cells(0, Self::attack(&state.position, stacks, 0).room()))
    }

    #[inline(always)]
    fn add_legal(&self, state: &State, (sets, (run, choices)): &mut (MoveSet, (Run, ChoiceSet))) {
        if let Phase::Run { runner, .. } = state.extra.phase {
            *run = Run::of(&state.position, runner, |step| Self::allows(state, step));
            *choices = ChoiceSet::all(PASS, 1);
        } else {
            Self::add_moves(state, sets);
        }
    }

    fn mid_turn(&self, state: &State) -> bool {
        state.extra.phase != Phase::Move
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        let State { position, extra: Extra { stacks, phase } } = state;
        let (extra, before) = match *phase {
            Phase::Run { taken, .. } => (true, taken),
            _ => (false, false),
        };
        if step.is_choice() {
            if *phase == Phase::Place {
                let cell = (step.number() & 63) as Cell;
                stacks.put(cell, stacks.at(cell) + 1);
            }
            return Self::end(state, before);
        }
        let taken = Self::go(position, stacks, step, extra) || before;
        if step.move_kind() != MoveKind::Castle && stacks.held() & bit(step.to()) != 0 {
            *phase = Phase::Run { runner: step.to(), taken };
        } else {
            Self::end(state, taken);
        }
    }

    /// A turn has several free steps.
    fn search_profile(&self) -> SearchProfile {
        SearchProfile { becomes_quiet: false, ends_suddenly: true, ..SearchProfile::default() }
    }

    fn weights(&self) -> Option<&'static Weights> {
        Some(&ADRENALINE)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        if state.extra.phase != Phase::Move {
            return None;
        }
        let mut sets = MoveSet::default();
        Self::add_moves(state, &mut sets);
        let draw = |reason| Outcome { returns: Returns::of(&[0.0, 0.0]), reason };
        if sets.any() {
            return self.is_ended(state).then(|| draw(Reason::NoProgress));
        }
        let (position, stacks) = (&state.position, &state.extra.stacks);
        Some(if Self::attack(position, stacks, 0).is_check() {
            let returns = Returns::win(2, |winner| winner != position.seat);
            Outcome { returns, reason: Reason::Checkmate }
        } else {
            draw(Reason::Stalemate)
        })
    }
}
