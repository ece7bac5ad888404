//! The rules of Tar Pit Chess: how a game starts, its legal steps, what they do, and how it ends.

use super::checkers::Checkers;
use super::crawl::{Crawls, Reach};
use super::turn::Phase;
use super::{CLOCK_END, DRAW, Extra, MAX_STEPS, State, TarPit, options};
use crate::game::{Actor, Frame, Outcome, Reason, Returns, Rng, SearchProfile, Seat, Spec};
use crate::games::chess::game::variant::{VariantRules, spec};
use crate::games::chess::kit::legal_moves::{ChoiceSet, LegalMoves};
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::piles::Pile;
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::start_position::start_position;
use crate::games::chess::kit::step::{MoveKind, Step};

impl VariantRules for TarPit {
    type Extra = Extra;
    type Moves = (MoveSet, Crawls);
    const CHANCE: bool = true;
    const ONE_STEP: bool = false;

    fn spec(&self, frame: Frame) -> Spec {
        Spec {
            rules: "6",
            summary: self.summary(),
            has_hidden_information: true,
            has_chance: true,
            max_steps: MAX_STEPS,
            options: options(self.checkers_cards, self.front),
            ..spec(self.id, self.title, "chesskit_a", frame)
        }
    }

    fn start(&self, rng: &mut Rng) -> State {
        let (pieces, rights) = start_position(518);
        let position = Position { pieces, rights, ep_square: 0, seat: Seat::ZERO, clock: 0 };
        let checkers = Checkers { under: [0; 2], front: self.front };
        let (white, rest) = Pile::deck(self.checkers_cards).dealt(self.front[0], rng);
        let (black, draw) = rest.dealt(self.front[1], rng);
        let extra =
            Extra { checkers, phase: Phase::Move, hands: [white, black], draw, discard: Pile::default() };
        State { position, extra }
    }

    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        state.position.clock >= CLOCK_END && state.extra.phase == Phase::Move
    }

    #[inline(always)]
    fn only_choices(&self, state: &State) -> Option<ChoiceSet> {
        state.choices()
    }

    #[inline(always)]
    fn add_legal(&self, state: &State, (sets, crawls): &mut (MoveSet, Crawls)) {
        Reach::of(state).add_moves(&state.position.pieces, sets, crawls);
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        match step.move_kind() {
            MoveKind::Choice => state.choose(step.number()),
            _ => state.go(step),
        }
    }

    /// T13: mate and stalemate come before the clock (C10).
    fn outcome(&self, state: &State) -> Option<Outcome> {
        if state.extra.phase != Phase::Move {
            return None;
        }
        let (reach, mut moves) = (Reach::of(state), <(MoveSet, Crawls)>::default());
        reach.add_moves(&state.position.pieces, &mut moves.0, &mut moves.1);
        let drawn = |reason| Outcome { returns: Returns::of(&[0.0, 0.0]), reason };
        if moves.any() {
            return self.is_ended(state).then(|| drawn(Reason::NoProgress));
        }
        if reach.check_info.checkers == 0 {
            return Some(drawn(Reason::Stalemate));
        }
        let returns = Returns::win(2, |seat| seat != state.position.seat);
        Some(Outcome { returns, reason: Reason::Checkmate })
    }

    #[inline(always)]
    fn mover(&self, state: &State) -> Actor {
        match state.extra.phase {
            Phase::Draw => Actor::Chance,
            _ => Actor::Seat(state.position.seat),
        }
    }

    fn mid_turn(&self, state: &State) -> bool {
        !matches!(state.extra.phase, Phase::Move | Phase::Return)
    }

    /// T10: every card of the draw pile is equally likely.
    fn chance(&self, state: &State, mut visit: impl FnMut(Step, f64)) {
        if state.extra.phase == Phase::Draw {
            let (draw, all) = (state.extra.draw, f64::from(state.extra.draw.count()));
            draw.cards()
                .for_each(|(card, many)| visit(Step::choice(DRAW + card.number()), f64::from(many) / all));
        }
    }

    /// A turn has several free steps, the seats have unknown plans, and chance decides much.
    fn search_profile(&self) -> SearchProfile {
        SearchProfile {
            becomes_quiet: false,
            ends_suddenly: true,
            prefers_rollouts: true,
            ..SearchProfile::default()
        }
    }
}
