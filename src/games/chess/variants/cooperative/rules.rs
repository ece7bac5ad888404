//! The rules of Cooperative Chess: how a game starts, its legal steps, what they do, and how it ends.

use super::stack::Stack;
use super::turn::Phase;
use super::{Cooperative, DEALT, DRAW, Extra, MAX_STEPS, State};
use crate::game::{Actor, Frame, Outcome, Reason, Returns, Rng, Scores, SearchProfile, Seat, Spec};
use crate::games::chess::game::variant::{VariantRules, spec};
use crate::games::chess::kit::legal_moves::ChoiceSet;
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::piles::Pile;
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::start_position::start_position;
use crate::games::chess::kit::step::{MoveKind, Step};

/// How the game is played.
const SUMMARY: &str = "Both seats share one score: take a king, after capturing as many kinds of pieces as \
    possible to the last one. In a turn you move without a capture, play a card of your hidden hand, and may \
    then capture: your piece must match your card, and the captured one your partner's last card. You both \
    lose if the cards run out.";

impl VariantRules for Cooperative {
    type Extra = Extra;
    type Moves = (MoveSet, ChoiceSet);
    const CHANCE: bool = true;
    const ONE_STEP: bool = false;

    fn spec(&self, frame: Frame) -> Spec {
        Spec {
            rules: "6",
            summary: SUMMARY.into(),
            teams: vec![0, 0],
            scores: Scores::shared(-1.0, 5.0),
            has_hidden_information: true,
            has_chance: true,
            max_steps: MAX_STEPS,
            ..spec("cooperative-chess", "Cooperative Chess", "chesskit_b", frame)
        }
    }

    fn start(&self, rng: &mut Rng) -> State {
        let (pieces, rights) = start_position(518);
        let (white, rest) = Pile::deck(0).dealt(DEALT, rng);
        let (black, pile) = rest.dealt(DEALT, rng);
        let extra = Extra {
            phase: Phase::Move,
            wild: false,
            active: 0,
            ep_square: 0,
            hands: [white, black],
            pile,
            captured: Pile::default(),
            stacks: [Stack::default(); 2],
        };
        State { position: Position { pieces, rights, ep_square: 0, seat: Seat::ZERO, clock: 0 }, extra }
    }

    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        state.is_decided() || state.is_out_of_cards()
    }

    #[inline(always)]
    fn only_choices(&self, state: &State) -> Option<ChoiceSet> {
        state.choices()
    }

    #[inline(always)]
    fn add_legal(&self, state: &State, moves: &mut (MoveSet, ChoiceSet)) {
        state.add_steps(moves);
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        match step.move_kind() {
            MoveKind::Choice => state.choose(step.number()),
            _ => state.go(step),
        }
    }

    /// 6.7: a point for each kind that is gone, or the game is lost.
    fn outcome(&self, state: &State) -> Option<Outcome> {
        let shared = |score: f64, reason| Some(Outcome { returns: Returns::of(&[score; 2]), reason });
        if state.is_decided() {
            let gone = state.position.pieces.kinds.iter().filter(|&&kind| kind == 0).count();
            shared(gone as f64, Reason::KingCaptured)
        } else if state.is_out_of_cards() {
            shared(-1.0, Reason::OutOfCards)
        } else {
            None
        }
    }

    #[inline(always)]
    fn mover(&self, state: &State) -> Actor {
        match state.extra.phase {
            Phase::Draw => Actor::Chance,
            _ => Actor::Seat(state.position.seat),
        }
    }

    fn mid_turn(&self, state: &State) -> bool {
        state.extra.phase != Phase::Move && !state.is_decided()
    }

    /// 6.2: every card of the draw pile is equally likely.
    fn chance(&self, state: &State, mut visit: impl FnMut(Step, f64)) {
        if state.extra.phase == Phase::Draw {
            let (pile, all) = (state.extra.pile, f64::from(state.extra.pile.count()));
            pile.cards().for_each(|(card, many)| {
                visit(Step::choice(DRAW + card.piece_number()), f64::from(many) / all);
            });
        }
    }

    fn search_profile(&self) -> SearchProfile {
        SearchProfile { ends_suddenly: true, ..SearchProfile::default() }
    }
}
