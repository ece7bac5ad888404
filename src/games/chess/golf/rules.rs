//! The rules of a course: the seat to act, the legal steps, what they do, and the result.

use super::choices::{BID, BIDS, ChoiceSet, DEAL, DEALS, DRAW, PLACE, drawable};
use super::course::{Phase, State};
use super::layout::{self, CARDS, TYPES, order_of};
use super::{FAILURE, Golf, HOLES};
use crate::board::Board;
use crate::game::roles::{Actions, Rules, SearchHints};
use crate::game::{Actor, Outcome, Reason, Returns, Rng, Seat, Spec};
use crate::games::chess::kit::bitboard::cells;
use crate::games::chess::kit::step::{MoveKind, Step};
use crate::packing::Packing;

impl Rules for Golf {
    type State = State;
    type Step = Step;
    const CHANCE: bool = true;
    const PACKING: Packing<State> = Packing::fields();

    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn start(&self, rng: &mut Rng) -> State {
        let pieces = layout::shuffled(rng);
        let dealer = if self.alone() { Seat::ZERO } else { layout::first_dealer(rng) };
        State::begin(pieces, self.cards, dealer)
    }

    #[inline(always)]
    fn actor(&self, state: &State) -> Actor {
        match state.phase {
            Phase::Draw => Actor::Chance,
            Phase::End => Actor::Over,
            _ => Actor::Seat(state.seat),
        }
    }

    fn mover(&self, state: &State) -> Actor {
        self.actor(state)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let [first, second] = state.totals;
        let returns = match first.cmp(&second) {
            _ if state.phase != Phase::End => return None,
            _ if self.alone() => Returns::of(&[-f64::from(first)]),
            std::cmp::Ordering::Equal => Returns::of(&[0.0, 0.0]),
            order => Returns::win(2, |seat| (seat == Seat::ZERO) == order.is_lt()),
        };
        Some(Outcome { returns, reason: Reason::Course })
    }

    /// Pieces belong to no seat. The material of a seat is its distance from the worst possible result.
    fn material(&self, state: &State, seat: Seat) -> f32 {
        let at = seat.parity();
        let made = if self.alone() && state.phase == Phase::Play { state.made } else { state.sheet[at] };
        f32::from(HOLES * (FAILURE + 1)) - f32::from(state.totals[at]) - f32::from(made)
    }

    fn each_step(&self, state: &State, mut visit: impl FnMut(Step)) {
        if state.phase == Phase::Play {
            Self::moves(state).each(&state.pieces, &mut visit);
        }
        ChoiceSet::of(state).each(visit);
    }

    #[inline(always)]
    fn count(&self, state: &State) -> usize {
        match state.phase {
            Phase::Play => Self::moves(state).count() + 1,
            _ => ChoiceSet::of(state).count(),
        }
    }

    #[inline(always)]
    fn pick(&self, state: &State, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
        self.pick_and_mask(state, None, choose)
    }

    fn is_legal(&self, state: &State, step: Step) -> bool {
        match step.move_kind() {
            MoveKind::Choice => ChoiceSet::of(state).has(step),
            _ => state.phase == Phase::Play && Self::moves(state).has(&state.pieces, step),
        }
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        let number = step.number();
        match state.phase {
            Phase::Play if step.is_choice() => state.fail(),
            Phase::Play => state.go(step),
            Phase::Place => state.place((number.wrapping_sub(PLACE) & 63) as u8),
            Phase::Draw => state.draw(CARDS[number.wrapping_sub(DRAW) % TYPES], self.alone()),
            Phase::Bid => state.bid((number.wrapping_sub(BID) % BIDS) as u8),
            Phase::Level => state.deal((number.wrapping_sub(DEAL) % DEALS) as u8),
            Phase::End => {}
        }
    }

    /// Every card of the pile is as likely (7B.2.2).
    fn chance(&self, state: &State, mut visit: impl FnMut(Step, f64)) {
        if state.phase == Phase::Draw {
            let all = f64::from(state.pile.count());
            for at in cells(drawable(state.pile)) {
                let many = state.pile.of(CARDS[usize::from(at)]);
                visit(Step::choice(DRAW + usize::from(at)), f64::from(many) / all);
            }
        }
    }

    fn draw(&self, state: &State, rng: &mut Rng) -> Option<Step> {
        let card = { state.pile }.draw(rng)?;
        (state.phase == Phase::Draw).then(|| order_of(card)).flatten().map(|at| Step::choice(DRAW + at))
    }
}

impl SearchHints for Golf {}
