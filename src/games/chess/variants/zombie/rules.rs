//! The rules of Zombie Chess: how a game starts, its legal steps, what they do, and how it ends.

use super::late::{self, Late};
use super::turn::checkers;
use super::{CHOICES, CLOCK_END, Extra, MAX_STEPS, PASS, Phase, State, Zombie};
use crate::board::Cell;
use crate::game::{Frame, Outcome, Perspective, Reason, Returns, Rng, SearchProfile, Seat, Spec};
use crate::games::chess::game::variant::{VariantActions, VariantRules, spec};
use crate::games::chess::kit::choices::ChoiceActions;
use crate::games::chess::kit::legal_moves::{ChoiceSet, LegalMoves, Numbering};
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::start_position::start_position;
use crate::games::chess::kit::step::{MoveKind, Step};

/// How the game is played.
const SUMMARY: &str = "Checkmate the enemy king, as in chess, but a captured piece is buried in secret under \
    a piece of its captor. When a piece leaves that square, the buried piece returns there as a zombie of \
    its own side. In a turn you move one living piece or any number of your zombies, and zombies that stay \
    where they are perish.";

impl VariantRules for Zombie {
    type Extra = Extra;
    type Moves = (MoveSet, (Late, ChoiceSet));
    const ONE_STEP: bool = false;

    fn spec(&self, frame: Frame) -> Spec {
        Spec {
            rules: "2",
            summary: SUMMARY.into(),
            has_hidden_information: true,
            max_steps: MAX_STEPS,
            ..spec("zombie-chess", "Zombie Chess", "chesskit_a", frame)
        }
    }

    fn start(&self, _rng: &mut Rng) -> State {
        let (pieces, rights) = start_position(518);
        let position = Position { pieces, rights, ep_square: 0, seat: Seat::ZERO, clock: 0 };
        State { position, extra: Extra::default() }
    }

    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        state.position.clock >= CLOCK_END && state.extra.phase == Phase::Move
    }

    #[inline(always)]
    fn only_choices(&self, state: &State) -> Option<ChoiceSet> {
        (state.extra.phase == Phase::Bury).then(|| ChoiceSet::cells(0, Self::ground(state)))
    }

    #[inline(always)]
    fn add_legal(&self, state: &State, (sets, (late, choices)): &mut (MoveSet, (Late, ChoiceSet))) {
        if state.extra.phase == Phase::Move {
            return Self::add_moves(state, sets, late);
        }
        let turn = state.extra.turn(&state.position);
        turn.add_steps(turn.waiting(), sets, late);
        sets.retain(&state.position, |step| turn.allows(step));
        late.retain(&state.position, |step| turn.allows(step));
        if turn.is_closable() {
            *choices = ChoiceSet::all(PASS, 1);
        }
    }

    fn mid_turn(&self, state: &State) -> bool {
        state.extra.phase != Phase::Move
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        match step.move_kind() {
            MoveKind::Choice if state.extra.phase == Phase::Bury => {
                if let Some(kind) = state.extra.taken.pop() {
                    let (seat, pieces) = (state.position.seat, &state.position.pieces);
                    let cell = (step.number() & 63) as Cell;
                    state.extra.graves[seat.parity()].bury(kind, cell, pieces.side(seat));
                }
                Self::bury_next(state);
            }
            MoveKind::Choice => Self::close(state),
            _ => Self::go(state, step),
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        if state.extra.phase != Phase::Move {
            return None;
        }
        let (mut sets, mut late) = (MoveSet::default(), Late::default());
        Self::add_moves(state, &mut sets, &mut late);
        let seat = state.position.seat;
        if sets.any() || late.any() {
            let draw = Outcome { returns: Returns::of(&[0.0, 0.0]), reason: Reason::NoProgress };
            return self.is_ended(state).then_some(draw);
        }
        Some(if checkers(&state.position.pieces, seat) != 0 {
            Outcome { returns: Returns::win(2, |winner| winner != seat), reason: Reason::Checkmate }
        } else {
            Outcome { returns: Returns::of(&[0.0, 0.0]), reason: Reason::Stalemate }
        })
    }

    /// A turn has several free steps.
    fn search_profile(&self) -> SearchProfile {
        SearchProfile { becomes_quiet: false, ends_suddenly: true, ..SearchProfile::default() }
    }
}

impl VariantActions for Zombie {
    const OWN_ACTIONS: usize = late::ACTIONS;
    const CHOICES: &'static ChoiceActions = &CHOICES;

    fn action(&self, numbering: &Numbering, state: &State, step: Step) -> usize {
        late::action(numbering, &state.position, step)
    }

    fn step(&self, numbering: &Numbering, state: &State, action: usize) -> Option<Step> {
        late::find_step(numbering, &state.position, action)
    }

    fn own_action_text(&self, own: usize, perspective: &Perspective<'_>) -> String {
        late::describe(own, perspective)
    }

    fn own_action_place(&self, own: usize) -> Option<usize> {
        Some(own)
    }
}
