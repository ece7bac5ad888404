//! Slots with type-erased states of one game, for tree search.
//!
//! Search code is compiled once for all games. It copies a state to another slot and makes a step there,
//! without allocations. Steps are action numbers. Only the methods of [`DynState`] are compiled for each
//! game, among them rollouts, which take nearly all of the time.

use crate::game::{Canvas, Rng, SearchProfile, Seat, Spec};
use crate::sim::{DynState, StateWithHistory};
use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::{Index, IndexMut};

/// The index of a slot.
pub type Slot = usize;

/// Slots with states of one game. Each slot always holds a state, and `pool[slot]` is that state.
///
/// Slots in arguments must be [reserved](Pool::reserve), seats below the number of seats, and actions legal.
///
/// # Examples
///
/// ```
/// use plyground::catalog;
/// use plyground::game::Frame;
///
/// let mut pool = catalog::open("chess", &[], Frame::Seat)?.pool();
/// pool.reserve(2);
/// pool[0].apply_text("e2e4")?;
/// pool.copy(0, 1);
/// assert_eq!(pool[1].count(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Pool {
    /// A new game.
    start: Box<dyn DynState>,
    profile: SearchProfile,
    slots: Vec<Box<dyn DynState>>,
    /// The canvas for observations. It is boxed because it is aligned to cache lines, which a pool need not
    /// be.
    canvas: RefCell<Box<Canvas>>,
}

impl Pool {
    /// Returns an empty pool for states of the game of `start`.
    pub(super) fn new(start: Box<dyn DynState>, profile: SearchProfile) -> Pool {
        let canvas = RefCell::new(Box::new(start.canvas()));
        Pool { start, profile, slots: Vec::new(), canvas }
    }

    /// Returns the description of the game.
    pub fn spec(&self) -> &Spec {
        self.start.spec()
    }

    /// Returns what search may take for granted in the game.
    pub fn search_profile(&self) -> SearchProfile {
        self.profile
    }

    /// Whether the game has an evaluation of the placement of pieces.
    pub fn has_positional_values(&self) -> bool {
        self.start.positional_value(Seat::ZERO).is_some()
    }

    /// Makes sure that there are at least this number of slots.
    pub fn reserve(&mut self, slots: usize) {
        while self.slots.len() < slots {
            self.slots.push(self.start.clone_box());
        }
    }

    /// Copies the state of a game in progress to a slot and returns true, if it belongs to the same game.
    /// Otherwise returns false.
    pub fn load(&mut self, to: Slot, state: &StateWithHistory) -> bool {
        let state: &dyn DynState = &**state;
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

    /// Copies a state to the same slot from another pool of the same game.
    pub fn copy_of(&mut self, other: &Pool, slot: Slot) {
        self.slots[slot].copy_from(&*other.slots[slot]);
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

    /// Copies a state to another slot, passes the turn there and returns true, if search may do so. Otherwise
    /// returns false.
    pub fn copy_and_pass(&mut self, from: Slot, to: Slot) -> bool {
        match self.slots.get_disjoint_mut([from, to]) {
            Ok([from, to]) => to.copy_and_pass(&**from),
            Err(_) => false,
        }
    }

    /// Calls `visit` for each piece that belongs to a seat, with the seat, the kind, and whether the piece is
    /// a captive below a piece of another seat.
    pub fn pieces(&self, slot: Slot, visit: &mut dyn FnMut(Seat, &Cow<'static, str>, bool)) {
        for stack in self.slots[slot].stacks(None) {
            let holder = stack.first().and_then(|top| top.seat);
            for piece in &stack {
                if let Some(seat) = piece.seat {
                    visit(seat, &piece.kind, holder != Some(seat));
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

    /// Calls `visit` with the index and the value of each element of the observation of a seat that is not 0,
    /// in planes that differ from cell to cell.
    #[inline]
    pub fn each_feature(&self, slot: Slot, seat: Seat, visit: impl FnMut(usize, f32)) {
        let mut canvas = self.canvas.borrow_mut();
        canvas.clear();
        self.slots[slot].observe(seat, &mut canvas);
        canvas.each_value(visit);
    }

    /// Writes the image of a state under a symmetry, given by its index, to another slot. Returns whether the
    /// state has an image.
    pub fn transform(&mut self, from: Slot, to: Slot, symmetry: usize) -> bool {
        let turned = self.slots[from].transform(symmetry);
        turned.map(|turned| self.slots[to] = turned).is_some()
    }
}

impl Index<Slot> for Pool {
    type Output = dyn DynState;

    #[inline]
    fn index(&self, slot: Slot) -> &Self::Output {
        &*self.slots[slot]
    }
}

impl IndexMut<Slot> for Pool {
    #[inline]
    fn index_mut(&mut self, slot: Slot) -> &mut Self::Output {
        &mut *self.slots[slot]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::toy::Toy;
    use crate::game::{Frame, rng_for};
    use crate::games::chess::variants::orthodox::Chess;
    use crate::sim::{CUT_OFF, PlayoutRequest, erase};

    fn pool() -> Pool {
        let mut pool = erase(Toy::new()).pool();
        pool.reserve(3);
        pool
    }

    #[test]
    fn slots_are_independent() {
        let mut pool = pool();
        pool[0].apply(2);
        pool.copy(0, 1);
        pool[1].apply(0);
        let fens = [0, 1, 2].map(|slot| pool[slot].fen());
        assert_eq!(fens, ["0,0 b 3- 0", "0,0 * 31 0", "0,0 a -- 0"]);
        assert_eq!([0, 1, 2].map(|slot| pool[slot].actor().code()), [1, -2, 0]);
        pool.copy(0, 0);
        assert_eq!(pool[0].fen(), "0,0 b 3- 0");
        pool.reserve(5);
        assert_eq!(pool[1].fen(), "0,0 * 31 0", "more slots change none of those there were");
        let (mut actions, mut outcomes) = (vec![7], vec![(7, 0.0)]);
        pool[2].actions(&mut actions);
        pool[1].chance(&mut outcomes);
        assert_eq!(actions, [0, 1, 2]);
        assert_eq!(outcomes, [(0, 1.0 / 3.0), (1, 1.0 / 3.0), (2, 1.0 / 3.0)]);
    }

    #[test]
    fn hashes_are_equal_exactly_for_equal_states() {
        let mut pool = pool();
        pool[0].read_fen("1,0 b 2- 1").expect("a position");
        pool[1].read_fen("1,0 a -- 1").expect("a position");
        pool[1].apply(1);
        assert_eq!(pool[0].hash(), pool[1].hash());
        pool[1].read_fen("1,0 b 3- 1").expect("a position");
        assert_ne!(pool[0].hash(), pool[1].hash());
        assert!(pool[0].read_fen("1,0 b 4- 1").is_err());
        assert_eq!(pool[0].fen(), "1,0 b 2- 1", "what cannot be read changes nothing");
    }

    #[test]
    fn resampling_preserves_what_the_seat_knows() {
        let (mut table, mut hand) = (pool(), pool());
        table[0].read_fen("0,0 b 2- 0").expect("a position");
        let mut dealt = std::collections::BTreeSet::new();
        for number in 0..40 {
            table.resample_into(0, Seat::ONE, &mut rng_for(1, 0, number), &mut hand, 2);
            dealt.insert(hand[2].fen());
        }
        assert_eq!(dealt.into_iter().collect::<Vec<_>>(), ["0,0 b 1- 0", "0,0 b 2- 0", "0,0 b 3- 0"]);
        table.resample_into(0, Seat::ZERO, &mut rng_for(1, 0, 0), &mut hand, 0);
        assert_eq!(hand[0].fen(), "0,0 b 2- 0");
    }

    #[test]
    fn a_rollout_is_a_playout() {
        let game = erase(Toy::new());
        let request = PlayoutRequest { games: 20, seed: 4, threads: Some(1), ..PlayoutRequest::default() };
        let played = game.playouts(&request, &mut || true).expect("within limits").expect("not stopped");
        let mut pool = pool();
        for index in 0..20 {
            let mut rng = rng_for(4, 0, index);
            pool[0].reset(&mut rng);
            let outcome = pool[0].rollout(&mut rng, u32::MAX).expect("an end");
            assert_eq!(outcome.returns.get(Seat::ZERO), played.returns[2 * index as usize]);
        }
        pool[0].reset(&mut rng_for(4, 0, 0));
        assert_eq!(pool[0].rollout(&mut rng_for(4, 0, 0), 3), None);
        assert_ne!(played.reasons[0], CUT_OFF);
    }

    #[test]
    fn states_of_other_games_are_rejected() {
        let mut pool = pool();
        let toy = erase(Toy::new());
        let mut state = toy.start(0);
        state.apply_text("stone:2").expect("legal");
        assert!(pool.load(1, &state));
        assert_eq!(pool[1].fen(), "0,0 b 2- 0");
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
            seen[seat.index()] += u32::from(*kind == "pawn");
        });
        assert_eq!(seen, [8, 8]);
    }
}
