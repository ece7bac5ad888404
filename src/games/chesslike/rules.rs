//! The role of the rules.

use super::game::ChessLike;
use super::state::State;
use super::step::Step;
use crate::board::{Bitboard, Board};
use crate::game::roles::*;
use crate::game::{Actor, Outcome, Reason, Returns, Rng, Seat, Spec, Standing};
use crate::packing::Packing;

impl Rules for ChessLike {
    type State = State;
    type Step = Step;
    const PACKING: Packing<State> = Packing::fields();

    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn board(&self) -> &Board {
        &self.engine.board
    }

    fn start(&self, _rng: &mut Rng) -> State {
        self.start.clone()
    }

    #[inline]
    fn actor(&self, state: &State) -> Actor {
        if state.ending.is_some() { Actor::Over } else { Actor::Seat(state.seat) }
    }

    fn mover(&self, state: &State) -> Actor {
        Actor::Seat(state.seat)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let engine = &self.engine;
        let (reason, winners, losers) = (state.ending?, state.winners, state.losers);
        let seats = engine.seats as u8;
        let returns = if winners != 0 {
            Returns::win(seats, |seat| seat.is_in(winners))
        } else if reason == Reason::Stalemate && engine.stalemate != 0.0 {
            let to_act = |seat| if seat == state.seat { engine.stalemate } else { -engine.stalemate };
            Returns::of(&[Seat::ZERO, Seat::ONE].map(to_act))
        } else {
            let lost = |seat: Seat| seat.is_in(losers);
            let partners = engine.partners[0].len() as f64;
            let loss = partners / (f64::from(seats) - partners);
            Returns::of(
                &Seat::all(seats).map(|seat| if lost(seat) { -loss } else { 0.0 }).collect::<Vec<f64>>(),
            )
        };
        Some(Outcome { returns, reason })
    }

    fn standing(&self, state: &State, seat: Seat) -> Standing {
        if self.engine.is_out(&state.pieces, seat) { Standing::Out } else { Standing::In }
    }

    fn material(&self, state: &State, seat: Seat) -> f32 {
        let pieces = &state.pieces;
        let value = |cell: u8| self.engine.kind_of(pieces.piece_at(cell)).hundredths as f32 / 100.0;
        debug_assert!(pieces.of_seat(seat).cells().all(|cell| pieces.piece_at(cell).seat() == seat));
        let in_hand = self.engine.hand.kinds.iter().zip(&state.hands[seat.index() % 2]);
        let in_hand = in_hand.map(|(kind, &count)| {
            f32::from(count) * self.engine.kinds[kind.index()].hundredths as f32 / 100.0
        });
        pieces.of_seat(seat).cells().map(value).sum::<f32>() + in_hand.sum::<f32>()
    }

    #[inline]
    fn each_step(&self, state: &State, visit: impl FnMut(Step)) {
        self.engine.legal_moves(state, |moves| moves.each(visit));
    }

    #[inline]
    fn count(&self, state: &State) -> usize {
        self.engine.legal_moves(state, |moves| moves.count())
    }

    #[inline(always)]
    fn pick(&self, state: &State, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
        self.pick_and_mask(state, None, choose)
    }

    fn is_legal(&self, state: &State, step: Step) -> bool {
        self.engine.legal_moves(state, |moves| moves.has(step))
    }

    #[inline]
    fn apply(&self, state: &mut State, step: Step) {
        self.engine.apply(state, step);
    }
}
