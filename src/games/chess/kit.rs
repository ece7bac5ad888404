//! The game of any [`Twist`] on the 8x8 board.

use super::actions::{self, ACTIONS, ARRIVALS};
use super::offer::{Choices, Numbering, Offer};
use super::planes::{self, Planes};
use super::position::Position;
use super::refusal;
use super::said;
use super::step::{Deed, Named, Step};
use super::turning::{self, Turning};
use super::twist::{State, Twist};
use crate::board::Board;
use crate::game::roles::*;
use crate::game::{
    Actor, Canvas, CellMark, FenError, Frame, Mask, OffBoardGroup, Outcome, Perspective, Piece, Rng, Seat,
    Spec, Symmetry, first_bytes, game_over_message, illegal_step_message, legal_steps_text, turn_sequences,
};

/// A twist made into a game.
///
/// Its actions are those of the pieces ([`actions`]), then the choices of its menu, then those that the twist
/// numbers itself.
pub struct Kit<T> {
    spec: Spec,
    board: Board,
    symmetries: Vec<Symmetry>,
    turnings: Vec<Turning>,
    twist: T,
}

impl<T: Twist> Kit<T> {
    /// The game of a twist, its actions and observations seen from `frame`.
    pub fn new(twist: T, frame: Frame) -> Kit<T> {
        let spec = Spec {
            num_actions: ACTIONS + T::MENU.len() + twist.own_actions(),
            planes: planes::all(T::planes(), frame),
            ..twist.spec(frame)
        };
        let own = ACTIONS + T::MENU.len();
        let mirrored = |action: usize| {
            if action < ACTIONS {
                actions::mirrored(action)
            } else if action < own {
                ACTIONS + T::MENU.mirrored(action - ACTIONS)
            } else {
                own + T::mirrored_action(action - own)
            }
        };
        let turnings = if T::MIRROR { turning::all(twist.is_cylinder()) } else { Vec::new() };
        let actions = |turning: Turning| (0..spec.num_actions).map(move |at| turning.action(at, mirrored));
        let symmetries =
            turnings.iter().map(|&turning| turning.symmetry(actions(turning).collect())).collect();
        Kit { spec, board: Board::square(8), symmetries, turnings, twist }
    }

    /// What the game changes.
    pub fn twist(&self) -> &T {
        &self.twist
    }

    /// Puts the legal steps into empty offers. (What plays in a loop asks first whether the game has ended
    /// and whether there are only choices, and so leaves no offer empty.)
    fn fill(&self, state: &State<T::More>, (offer, choices): &mut (T::Offer, Choices)) {
        if self.twist.is_ended(state) {
            return;
        }
        match self.twist.choosing(state) {
            Some(chosen) => *choices = chosen,
            None => self.twist.offer(state, offer),
        }
    }

    /// Puts the actions of an offer into an empty mask.
    #[inline(always)]
    fn mark(&self, state: &State<T::More>, offer: &impl Offer, mask: &mut Mask) {
        let numbering = self.numbering(state);
        let action = |step| self.twist.action(&numbering, state, step);
        offer.mark(&state.position, &numbering, action, mask);
    }

    /// Whether a step, which names an own piece and what it does, or a choice, is legal.
    fn offers(&self, state: &State<T::More>, step: Step) -> bool {
        let mut offer = <(T::Offer, Choices)>::default();
        self.fill(state, &mut offer);
        offer.contains(&state.position, step)
    }

    /// How the actions of the seat to act are numbered.
    #[inline(always)]
    fn numbering(&self, state: &State<T::More>) -> Numbering {
        let (frame, spelling, seat) = (self.spec.frame, self.twist.spelling(), state.position.seat);
        Numbering { frame, spelling, menu: T::MENU, seat }
    }
}

/// The step that `choose` picks. (Offers are never moved: a copy of one costs as much as a tenth of a random
/// step.)
#[inline(always)]
fn picked(offer: &impl Offer, position: &Position, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
    match offer.count() {
        0 => None,
        count => offer.pick(position, choose(count)),
    }
}

impl<T: Twist> Rules for Kit<T> {
    type State = State<T::More>;
    type Step = Step;
    const CHANCE: bool = T::CHANCE;

    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn start(&self, rng: &mut Rng) -> State<T::More> {
        self.twist.start(rng)
    }

    fn actor(&self, state: &State<T::More>) -> Actor {
        let mut offer = <(T::Offer, Choices)>::default();
        self.fill(state, &mut offer);
        if offer.any() { self.mover(state) } else { Actor::Over }
    }

    #[inline(always)]
    fn mover(&self, state: &State<T::More>) -> Actor {
        self.twist.mover(state)
    }

    fn mid_turn(&self, state: &State<T::More>) -> bool {
        self.twist.mid_turn(state)
    }

    fn chance(&self, state: &State<T::More>, visit: impl FnMut(Step, f64)) {
        self.twist.chance(state, visit);
    }

    fn outcome(&self, state: &State<T::More>) -> Option<Outcome> {
        self.twist.outcome(state)
    }

    fn material(&self, state: &State<T::More>, seat: Seat) -> f32 {
        self.twist.material(state, seat)
    }

    fn each_step(&self, state: &State<T::More>, visit: impl FnMut(Step)) {
        let mut offer = <(T::Offer, Choices)>::default();
        self.fill(state, &mut offer);
        offer.each(&state.position, visit);
    }

    #[inline(always)]
    fn count(&self, state: &State<T::More>) -> usize {
        if self.twist.is_ended(state) {
            return 0;
        }
        if let Some(choices) = self.twist.choosing(state) {
            return choices.count();
        }
        let mut offer = T::Offer::default();
        self.twist.offer(state, &mut offer);
        offer.count()
    }

    fn pick_cold(&self, state: &State<T::More>, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
        let mut offer = <(T::Offer, Choices)>::default();
        self.fill(state, &mut offer);
        picked(&offer, &state.position, choose)
    }

    #[inline(always)]
    fn pick(&self, state: &State<T::More>, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
        self.pick_and_mask(state, None, choose)
    }

    fn is_legal(&self, state: &State<T::More>, step: Step) -> bool {
        let named = || Named {
            from: step.from(),
            to: step.target(self.twist.spelling()),
            promotion: step.promotion(),
        };
        let is_named = || self.twist.step_of(state, named()) == Some(step);
        (step.deed() == Deed::Choice || step.shadow().is_some() || is_named()) && self.offers(state, step)
    }

    #[inline(always)]
    fn apply(&self, state: &mut State<T::More>, step: Step) {
        self.twist.apply(state, step);
    }

    fn bulk_perft(&self, state: &State<T::More>, depth: u32) -> Option<u64> {
        self.twist.perft_at_once(state, depth)
    }
}

impl<T: Twist> Actions for Kit<T> {
    #[inline]
    fn action(&self, state: &State<T::More>, step: Step) -> usize {
        self.twist.action(&self.numbering(state), state, step)
    }

    fn step(&self, state: &State<T::More>, action: usize) -> Option<Step> {
        self.twist.step(&self.numbering(state), state, action)
    }

    fn action_text(&self, action: usize, seat: Option<Seat>) -> String {
        let seen = Perspective::new(&self.spec, &self.board, seat);
        if let Some(own) = action.checked_sub(ACTIONS + T::MENU.len()) {
            self.twist.own_action_text(own, &seen) + &seen.viewer_suffix()
        } else if let Some(number) = action.checked_sub(ACTIONS) {
            T::MENU.said(number, &seen)
        } else {
            said::of_piece(self.twist.is_cylinder(), action, &seen) + &seen.viewer_suffix()
        }
    }

    /// The planes of the pieces, then those of the menu, then those of the twist.
    fn action_place(&self, action: usize, _seat: Seat) -> Option<usize> {
        if let Some(own) = action.checked_sub(ACTIONS + T::MENU.len()) {
            self.twist.own_action_place(own).map(|place| ARRIVALS + T::MENU.places() + place)
        } else if let Some(number) = action.checked_sub(ACTIONS) {
            T::MENU.place_seen(number).map(|place| ARRIVALS + place)
        } else {
            actions::place(action)
        }
    }

    #[inline]
    fn mask(&self, state: &State<T::More>, mask: &mut Mask) {
        let mut offer = <(T::Offer, Choices)>::default();
        self.fill(state, &mut offer);
        self.mark(state, &offer, mask);
    }

    #[inline(always)]
    fn pick_and_mask(
        &self,
        state: &State<T::More>,
        mask: Option<&mut Mask>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Step> {
        if self.twist.is_ended(state) {
            return None;
        }
        if let Some(choices) = self.twist.choosing(state) {
            if let Some(mask) = mask {
                self.mark(state, &choices, mask);
            }
            return picked(&choices, &state.position, choose);
        }
        let mut offer = T::Offer::default();
        self.twist.offer(state, &mut offer);
        if let Some(mask) = mask {
            self.mark(state, &offer, mask);
        }
        picked(&offer, &state.position, choose)
    }
}

impl<T: Twist> Notation for Kit<T> {
    fn write_step(&self, state: &State<T::More>, step: Step, out: &mut String) {
        match step.deed() {
            Deed::Choice => T::MENU.write(step.number(), out),
            _ => self.twist.spell(state, step, out),
        }
    }

    fn sort_key(&self, state: &State<T::More>, step: Step) -> u128 {
        match step.deed() {
            Deed::Choice => first_bytes(&self.step_text(state, step)),
            _ if step.shadow().is_some() => first_bytes(&self.step_text(state, step)),
            _ => step.sort_key(self.twist.spelling()),
        }
    }

    fn read_step(&self, state: &State<T::More>, text: &str) -> Option<Step> {
        let step = match T::MENU.read(text) {
            Some(number) => Step::choice(number),
            None => self.twist.spelled(state, text)?,
        };
        self.offers(state, step).then_some(step)
    }

    fn explain_text(&self, state: &State<T::More>, text: &str) -> String {
        if let Some(outcome) = self.outcome(state) {
            return illegal_step_message(text, Some(&game_over_message(outcome.reason.as_str())), "");
        }
        let reason = self.twist.refusal(state, text).unwrap_or_else(|| {
            match refusal::readable(&state.position, text, |named| self.twist.step_of(state, named)) {
                Ok(step) => self.twist.objection(state, step),
                Err(reason) => reason,
            }
        });
        illegal_step_message(text, Some(&reason), &legal_steps_text(self, state))
    }

    fn fen(&self, state: &State<T::More>) -> String {
        let mut out = String::with_capacity(96);
        self.twist.write(state, None, &mut out);
        out
    }

    fn read_fen(&self, text: &str) -> Result<State<T::More>, FenError> {
        self.twist.read(text)
    }

    fn perft_turns(
        &self,
        state: &State<T::More>,
        depth: u32,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<u64> {
        if T::ONE_STEP { self.perft(state, depth, go_on) } else { turn_sequences(self, state, depth, go_on) }
    }
}

impl<T: Twist> Observation for Kit<T> {
    fn observe(&self, state: &State<T::More>, seat: Seat, canvas: &mut Canvas) {
        let mut planes = Planes::new(canvas, self.spec.frame, seat);
        self.twist.observe_position(state, seat, &mut planes);
        self.twist.observe(state, seat, &mut planes);
        planes.black(seat);
    }
}

impl<T: Twist> Information for Kit<T> {
    fn is_simultaneous(&self, state: &State<T::More>) -> bool {
        self.twist.commits(state) && self.outcome(state).is_none()
    }

    fn observation_string(&self, state: &State<T::More>, seat: Seat) -> String {
        let mut out = String::with_capacity(96);
        self.twist.write(state, Some(seat), &mut out);
        out
    }

    fn step_text_for(&self, state: &State<T::More>, step: Step, seat: Seat) -> String {
        self.twist.seen(state, step, seat).unwrap_or_else(|| self.step_text(state, step))
    }

    fn resample(&self, state: &State<T::More>, seat: Seat, rng: &mut Rng) -> State<T::More> {
        self.twist.resample(state, seat, rng)
    }
}

impl<T: Twist> Display for Kit<T> {
    fn pieces(&self, state: &State<T::More>, cell: u8, _eyes: Option<Seat>) -> Vec<Piece> {
        self.twist.pieces(state, cell)
    }

    fn cell_marks(&self, state: &State<T::More>, eyes: Option<Seat>) -> Vec<(u8, CellMark)> {
        self.twist.cell_marks(state, eyes)
    }

    fn shadows(&self, state: &State<T::More>) -> Vec<(u8, CellMark)> {
        self.twist.shadows(state)
    }

    fn off_board(&self, state: &State<T::More>, eyes: Option<Seat>) -> Vec<OffBoardGroup> {
        self.twist.off_board(state, eyes)
    }
}

impl<T: Twist> Symmetries for Kit<T> {
    fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// None while castling rights stand: king and queen would have changed sides.
    fn transform(&self, state: &State<T::More>, symmetry: &Symmetry) -> Option<State<T::More>> {
        if state.position.rights != 0 {
            return None;
        }
        let at = self.symmetries.iter().position(|known| known.name == symmetry.name)?;
        let Turning { mirrored, files } = self.turnings[at];
        let mut turned = state.clone();
        if mirrored {
            turned = State { position: super::mirrored(&state.position), more: self.twist.mirrored(state)? };
        }
        if files != 0 {
            let position = turning::shifted_position(&turned.position, files);
            turned = State { position, more: self.twist.shifted(&turned, files)? };
        }
        Some(turned)
    }
}
