//! Slots with type-erased states of one game, for tree search.
//!
//! Search code is compiled once for all games. It copies a state to another slot and makes a step there,
//! without allocations. Steps are action numbers. Only the methods of [`DynState`] are compiled for each
//! game, among them rollouts, which take nearly all of the time.

use super::{DynState, StateWithHistory};
use crate::game::{Actor, Canvas, FenError, Mask, Outcome, Rng, Seat, Spec};
use std::cell::RefCell;

/// The index of a slot.
pub type Slot = usize;

/// Slots with states of one game. Each slot always holds a state.
///
/// Slots in arguments must be [reserved](Pool::reserve), seats below the number of seats, and actions legal.
pub struct Pool {
    /// A new game.
    start: Box<dyn DynState>,
    slots: Vec<Box<dyn DynState>>,
    /// The canvas for observations. It is boxed because it is aligned to cache lines, which a pool need not
    /// be.
    canvas: RefCell<Box<Canvas>>,
}

impl Pool {
    /// Returns an empty pool for states of the game of `start`.
    pub(super) fn new(start: Box<dyn DynState>) -> Pool {
        let canvas = RefCell::new(Box::new(start.canvas()));
        Pool { start, slots: Vec::new(), canvas }
    }

    /// Returns the description of the game.
    pub fn spec(&self) -> &Spec {
        self.start.spec()
    }

    /// Makes sure that there are at least this number of slots.
    pub fn reserve(&mut self, slots: usize) {
        while self.slots.len() < slots {
            self.slots.push(self.start.clone_box());
        }
    }

    /// Starts a new game in a slot. `rng` draws what the set-up leaves to chance.
    pub fn start(&mut self, to: Slot, rng: &mut Rng) {
        self.slots[to].reset(rng);
    }

    /// Reads a position string into a slot.
    ///
    /// # Errors
    ///
    /// [`FenError`] if the text is not a position of the game.
    pub fn read_fen(&mut self, to: Slot, text: &str) -> Result<(), FenError> {
        self.slots[to].read_fen(text)
    }

    /// Returns the position string.
    pub fn fen(&self, slot: Slot) -> String {
        self.slots[slot].fen()
    }

    /// Copies the state of a game in progress to a slot and returns true, if it belongs to the same game.
    /// Otherwise returns false.
    pub fn load(&mut self, to: Slot, state: &StateWithHistory) -> bool {
        let state = state.state();
        let same = self.start.is_same_game(state) && self.spec().frame == state.spec().frame;
        same && self.slots[to].copy_from(state)
    }

    /// Writes a random state with the same view for `seat` to a slot of another pool of the same game. If the
    /// game has no hidden information, copies the state.
    pub fn resample_into(&self, from: Slot, seat: Seat, rng: &mut Rng, other: &mut Pool, to: Slot) {
        if self.spec().has_hidden_information {
            other.slots[to] = self.slots[from].resample(seat, rng);
        } else {
            other.slots[to].copy_from(&*self.slots[from]);
        }
    }

    /// Copies a state to another slot.
    #[inline]
    pub fn copy(&mut self, from: Slot, to: Slot) {
        if let Ok([from, to]) = self.slots.get_disjoint_mut([from, to]) {
            to.copy_from(&**from);
        }
    }

    /// Copies a state to another slot and makes a step there.
    #[inline]
    pub fn copy_and_apply(&mut self, from: Slot, to: Slot, action: u32) {
        if let Ok([from, to]) = self.slots.get_disjoint_mut([from, to]) {
            to.copy_and_apply(&**from, action);
        }
    }

    /// Returns who makes the next step.
    #[inline]
    pub fn actor(&self, slot: Slot) -> Actor {
        self.slots[slot].actor()
    }

    /// Returns who makes the next step, provided that the game is not over. See
    /// [`Rules::mover`](crate::game::Rules::mover).
    #[inline]
    pub fn mover(&self, slot: Slot) -> Actor {
        self.slots[slot].mover()
    }

    /// Returns how the game ended, or `None` if it is not over.
    #[inline]
    pub fn outcome(&self, slot: Slot) -> Option<Outcome> {
        self.slots[slot].outcome()
    }

    /// Whether the seat to act continues a turn that it has begun.
    #[inline]
    pub fn mid_turn(&self, slot: Slot) -> bool {
        self.slots[slot].mid_turn()
    }

    /// Lists the actions of the legal steps, or of the outcomes of a chance step. The list is empty when the
    /// game is over.
    #[inline]
    pub fn actions(&self, slot: Slot, out: &mut Vec<u32>) {
        self.slots[slot].actions(out);
    }

    /// Returns the number of legal steps.
    #[inline]
    pub fn count(&self, slot: Slot) -> usize {
        self.slots[slot].count()
    }

    /// Makes the legal step of an action.
    #[inline]
    pub fn apply(&mut self, slot: Slot, action: u32) {
        self.slots[slot].apply(action);
    }

    /// Lists the outcomes of a chance step with their probabilities.
    #[inline]
    pub fn chance(&self, slot: Slot, out: &mut Vec<(u32, f64)>) {
        self.slots[slot].chance(out);
    }

    /// Draws the action of an outcome of a chance step by its probability.
    #[inline]
    pub fn draw(&self, slot: Slot, rng: &mut Rng) -> Option<u32> {
        self.slots[slot].draw(rng)
    }

    /// Continues with random steps until the game ends, or for at most `limit` steps. Returns the outcome, if
    /// the game is over.
    #[inline]
    pub fn rollout(&mut self, slot: Slot, rng: &mut Rng, limit: u32) -> Option<Outcome> {
        self.slots[slot].rollout(rng, limit)
    }

    /// Returns the value of the material of a seat.
    #[inline]
    pub fn material(&self, slot: Slot, seat: Seat) -> f32 {
        self.slots[slot].material(seat)
    }

    /// Calls `visit` for each piece that belongs to a seat, with the seat, the kind, and whether the piece is
    /// a captive below a piece of another seat.
    pub fn pieces(&self, slot: Slot, visit: &mut dyn FnMut(Seat, &'static str, bool)) {
        for stack in self.slots[slot].stacks(None) {
            let holder = stack.first().and_then(|top| top.seat);
            for piece in &stack {
                if let Some(seat) = piece.seat {
                    visit(seat, piece.kind, holder != Some(seat));
                }
            }
        }
    }

    /// Returns the number of planes, rows and columns of observations.
    pub fn observation_shape(&self) -> [usize; 3] {
        let (rows, columns) = self.start.board().grid();
        [self.spec().planes.len(), rows, columns]
    }

    /// Writes the observation of a seat.
    #[inline]
    pub fn observe(&self, slot: Slot, seat: Seat, out: &mut [f32]) {
        let mut canvas = self.canvas.borrow_mut();
        canvas.clear();
        self.slots[slot].observe(seat, &mut canvas);
        canvas.write(out);
    }

    /// Adds the actions of the legal steps to an empty mask.
    #[inline]
    pub fn mask(&self, slot: Slot, mask: &mut Mask) {
        self.slots[slot].mask(mask);
    }

    /// Writes the image of a state under a symmetry, given by its index, to another slot. Returns whether the
    /// state has an image.
    pub fn transform(&mut self, from: Slot, to: Slot, symmetry: usize) -> bool {
        let turned = self.slots[from].transform(symmetry);
        turned.map(|turned| self.slots[to] = turned).is_some()
    }

    /// Returns a hash. Equal states have equal hashes, in every run.
    #[inline]
    pub fn hash(&self, slot: Slot) -> u64 {
        self.slots[slot].hash()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::toy::Toy;
    use crate::game::{Frame, rng_for};
    use crate::games::chess::orthodox::Chess;
    use crate::sim::{CUT_OFF, PlayoutRequest, erase};

    fn pool() -> Pool {
        let mut pool = erase(Toy::new()).pool();
        pool.reserve(3);
        pool
    }

    #[test]
    fn slots_are_independent() {
        let mut pool = pool();
        pool.apply(0, 2);
        pool.copy(0, 1);
        pool.apply(1, 0);
        let fens = [0, 1, 2].map(|slot| pool.fen(slot));
        assert_eq!(fens, ["0,0 b 3- 0", "0,0 * 31 0", "0,0 a -- 0"]);
        assert_eq!([0, 1, 2].map(|slot| pool.actor(slot).code()), [1, -2, 0]);
        pool.copy(0, 0);
        assert_eq!(pool.fen(0), "0,0 b 3- 0");
        pool.reserve(5);
        assert_eq!(pool.fen(1), "0,0 * 31 0", "more slots change none of those there were");
        let (mut actions, mut outcomes) = (vec![7], vec![(7, 0.0)]);
        pool.actions(2, &mut actions);
        pool.chance(1, &mut outcomes);
        assert_eq!(actions, [0, 1, 2]);
        assert_eq!(outcomes, [(0, 1.0 / 3.0), (1, 1.0 / 3.0), (2, 1.0 / 3.0)]);
    }

    #[test]
    fn hashes_are_equal_exactly_for_equal_states() {
        let mut pool = pool();
        pool.read_fen(0, "1,0 b 2- 1").expect("a position");
        pool.read_fen(1, "1,0 a -- 1").expect("a position");
        pool.apply(1, 1);
        assert_eq!(pool.hash(0), pool.hash(1));
        pool.read_fen(1, "1,0 b 3- 1").expect("a position");
        assert_ne!(pool.hash(0), pool.hash(1));
        assert!(pool.read_fen(0, "1,0 b 4- 1").is_err());
        assert_eq!(pool.fen(0), "1,0 b 2- 1", "what cannot be read changes nothing");
    }

    #[test]
    fn resampling_preserves_what_the_seat_knows() {
        let (mut table, mut hand) = (pool(), pool());
        table.read_fen(0, "0,0 b 2- 0").expect("a position");
        let mut dealt = std::collections::BTreeSet::new();
        for number in 0..40 {
            table.resample_into(0, Seat::ONE, &mut rng_for(1, 0, number), &mut hand, 2);
            dealt.insert(hand.fen(2));
        }
        assert_eq!(dealt.into_iter().collect::<Vec<_>>(), ["0,0 b 1- 0", "0,0 b 2- 0", "0,0 b 3- 0"]);
        table.resample_into(0, Seat::ZERO, &mut rng_for(1, 0, 0), &mut hand, 0);
        assert_eq!(hand.fen(0), "0,0 b 2- 0");
    }

    #[test]
    fn a_rollout_is_a_playout() {
        let game = erase(Toy::new());
        let request = PlayoutRequest { games: 20, seed: 4, threads: Some(1), ..PlayoutRequest::default() };
        let played = game.playouts(&request, &mut || true).expect("within limits").expect("not stopped");
        let mut pool = pool();
        for index in 0..20 {
            let mut rng = rng_for(4, 0, index);
            pool.start(0, &mut rng);
            let outcome = pool.rollout(0, &mut rng, u32::MAX).expect("an end");
            assert_eq!(outcome.returns.get(Seat::ZERO), played.returns[2 * index as usize]);
        }
        pool.start(0, &mut rng_for(4, 0, 0));
        assert_eq!(pool.rollout(0, &mut rng_for(4, 0, 0), 3), None);
        assert_ne!(played.reasons[0], CUT_OFF);
    }

    #[test]
    fn states_of_other_games_are_rejected() {
        let mut pool = pool();
        let toy = erase(Toy::new());
        let mut state = toy.start(0);
        state.apply_text("stone:2").expect("legal");
        assert!(pool.load(1, &state));
        assert_eq!(pool.fen(1), "0,0 b 2- 0");
        let chess = erase(Chess::chess(true, Frame::Seat));
        assert!(!pool.load(1, &chess.start(0)));
    }

    #[test]
    fn pieces_are_listed_with_their_owners() {
        let mut pool = erase(Chess::chess(true, Frame::Seat)).pool();
        pool.reserve(1);
        let mut seen = [0; 2];
        pool.pieces(0, &mut |seat, kind, captive| {
            assert!(!captive);
            seen[seat.index()] += u32::from(kind == "pawn");
        });
        assert_eq!(seen, [8, 8]);
    }
}
