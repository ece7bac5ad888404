//! States of a game whose type is not known, in numbered slots: what search is written over, once for all
//! games.
//!
//! Steps are action numbers here. Whoever searches copies a state to another slot and makes a step there;
//! nothing is allocated for that. Only the random games at the leaves, which take nearly all of the time, are
//! compiled for each game.

use super::playouts::play_on;
use super::{AnyState, Play};
use crate::game::{Actor, Canvas, FenError, Game, Mask, Outcome, Rng, Seat, Spec, make, mark, rng_for};
use foldhash::quality::FixedState;
use std::any::Any;
use std::cell::RefCell;
use std::hash::BuildHasher;
use std::sync::Arc;

/// The number of a place for a state.
pub type Slot = usize;

/// Slots with states of one game, whichever it is. Each always holds a state; those that are named must be
/// [reserved](Pool::reserve), seats below the number of seats, and actions legal where they are made.
pub trait Pool: Send {
    /// What the game is, in data.
    fn spec(&self) -> &Spec;

    /// Has at least so many slots from now on.
    fn reserve(&mut self, slots: usize);

    /// Puts a new game into a slot; `rng` draws what the set-up leaves to chance.
    fn start(&mut self, to: Slot, rng: &mut Rng);

    /// Puts the state of a position string into a slot.
    fn read_fen(&mut self, to: Slot, text: &str) -> Result<(), FenError>;

    /// The position string.
    fn fen(&self, slot: Slot) -> String;

    /// Puts the state of a game in progress into a slot, and says whether it can: it must be of the same
    /// game.
    fn take(&mut self, to: Slot, state: &dyn AnyState) -> bool;

    /// Puts what `seat` knows of the state in a slot into one of another pool of the same game: a state that
    /// the seat cannot tell from it, or the very state if the game hides nothing.
    fn deal(&self, from: Slot, seat: Seat, rng: &mut Rng, other: &mut dyn Pool, to: Slot);

    /// Copies a state.
    fn copy(&mut self, from: Slot, to: Slot);

    /// Who makes the next step.
    fn actor(&self, slot: Slot) -> Actor;

    /// Who makes the next step if the game goes on, without finding out whether it does.
    fn mover(&self, slot: Slot) -> Actor;

    /// How the game ended, if it is over.
    fn outcome(&self, slot: Slot) -> Option<Outcome>;

    /// Whether the seat to act goes on with a turn that it has begun.
    fn mid_turn(&self, slot: Slot) -> bool;

    /// Lists the actions of the legal steps, or of the outcomes of a chance step; none when over.
    fn actions(&self, slot: Slot, out: &mut Vec<u32>);

    /// How many legal steps there are.
    fn count(&self, slot: Slot) -> usize;

    /// Makes the legal step of an action.
    fn apply(&mut self, slot: Slot, action: u32);

    /// Lists the outcomes of a chance step with their probabilities.
    fn chance(&self, slot: Slot, out: &mut Vec<(u32, f64)>);

    /// The action of an outcome of a chance step, drawn by its probability.
    fn draw(&self, slot: Slot, rng: &mut Rng) -> Option<u32>;

    /// Plays a game on by random steps, to its end or for at most `limit` steps.
    fn rollout(&mut self, slot: Slot, rng: &mut Rng, limit: u32) -> Option<Outcome>;

    /// The worth of what a seat has on the board.
    fn material(&self, slot: Slot, seat: Seat) -> f32;

    /// Shows each piece that belongs to a seat: its seat, its kind, and whether it is a captive, under a
    /// piece of another seat.
    fn pieces(&self, slot: Slot, visit: &mut dyn FnMut(Seat, &'static str, bool));

    /// Planes, rows and columns of observations.
    fn observation_shape(&self) -> [usize; 3];

    /// Writes what a seat may see.
    fn observe(&self, slot: Slot, seat: Seat, out: &mut [f32]);

    /// Puts the actions of the legal steps into an empty mask.
    fn mask(&self, slot: Slot, mask: &mut Mask);

    /// Puts the state in a slot into another, turned by the game's symmetry of that number, and says whether
    /// it can be turned so.
    fn transform(&mut self, from: Slot, to: Slot, symmetry: usize) -> bool;

    /// A hash of the state, which is that of the position string: equal states have equal ones, in every run.
    fn hash(&self, slot: Slot) -> u64;

    /// The pool itself, for [`deal`](Pool::deal).
    fn as_any(&mut self) -> &mut dyn Any;
}

/// What makes states a [`Pool`].
pub(super) struct States<G: Game> {
    game: Arc<G>,
    slots: Vec<G::State>,
    /// What is observed is put down here, again and again.
    canvas: RefCell<Canvas>,
}

impl<G: Game> States<G> {
    pub(super) fn new(game: Arc<G>) -> States<G> {
        let canvas = RefCell::new(game.canvas());
        States { game, slots: Vec::new(), canvas }
    }
}

impl<G: Game> Pool for States<G> {
    fn spec(&self) -> &Spec {
        self.game.spec()
    }

    fn reserve(&mut self, slots: usize) {
        if self.slots.len() < slots {
            let start = self.game.start(&mut rng_for(0, 0, 0));
            self.slots.resize(slots, start);
        }
    }

    fn start(&mut self, to: Slot, rng: &mut Rng) {
        self.slots[to] = self.game.start(rng);
    }

    fn read_fen(&mut self, to: Slot, text: &str) -> Result<(), FenError> {
        self.slots[to] = self.game.read_fen(text)?;
        Ok(())
    }

    fn fen(&self, slot: Slot) -> String {
        self.game.fen(&self.slots[slot])
    }

    fn take(&mut self, to: Slot, state: &dyn AnyState) -> bool {
        let Some(play) = state.as_any().downcast_ref::<Play<G>>() else { return false };
        let (ours, theirs) = (self.game.spec(), play.game().spec());
        let same = ours.id == theirs.id && ours.options == theirs.options && ours.frame == theirs.frame;
        if same {
            self.slots[to].clone_from(play.state());
        }
        same
    }

    fn deal(&self, from: Slot, seat: Seat, rng: &mut Rng, other: &mut dyn Pool, to: Slot) {
        let other = other.as_any().downcast_mut::<States<G>>().expect("pools of the same game");
        if self.game.spec().hidden {
            other.slots[to] = self.game.resample(&self.slots[from], seat, rng);
        } else {
            other.slots[to].clone_from(&self.slots[from]);
        }
    }

    fn copy(&mut self, from: Slot, to: Slot) {
        if let Ok([from, to]) = self.slots.get_disjoint_mut([from, to]) {
            to.clone_from(from);
        }
    }

    fn actor(&self, slot: Slot) -> Actor {
        self.game.actor(&self.slots[slot])
    }

    fn mover(&self, slot: Slot) -> Actor {
        self.game.mover(&self.slots[slot])
    }

    fn outcome(&self, slot: Slot) -> Option<Outcome> {
        self.game.outcome(&self.slots[slot])
    }

    fn mid_turn(&self, slot: Slot) -> bool {
        self.game.mid_turn(&self.slots[slot])
    }

    fn actions(&self, slot: Slot, out: &mut Vec<u32>) {
        let state = &self.slots[slot];
        out.clear();
        self.game.each_step(state, |step| out.push(self.game.action(state, step) as u32));
    }

    fn count(&self, slot: Slot) -> usize {
        self.game.count(&self.slots[slot])
    }

    fn apply(&mut self, slot: Slot, action: u32) {
        let state = &mut self.slots[slot];
        if let Some(step) = self.game.step(state, action as usize) {
            make(&*self.game, state, step);
        }
    }

    fn chance(&self, slot: Slot, out: &mut Vec<(u32, f64)>) {
        let state = &self.slots[slot];
        out.clear();
        self.game.chance(state, |step, probability| {
            out.push((self.game.action(state, step) as u32, probability));
        });
    }

    fn draw(&self, slot: Slot, rng: &mut Rng) -> Option<u32> {
        let state = &self.slots[slot];
        let step = self.game.draw(state, rng)?;
        Some(self.game.action(state, step) as u32)
    }

    fn rollout(&mut self, slot: Slot, rng: &mut Rng, limit: u32) -> Option<Outcome> {
        play_on(&*self.game, &mut self.slots[slot], rng, limit);
        self.game.outcome(&self.slots[slot])
    }

    fn material(&self, slot: Slot, seat: Seat) -> f32 {
        self.game.material(&self.slots[slot], seat)
    }

    fn pieces(&self, slot: Slot, visit: &mut dyn FnMut(Seat, &'static str, bool)) {
        for cell in self.game.board().cells() {
            let stack = self.game.pieces(&self.slots[slot], cell, None);
            let holder = stack.first().and_then(|top| top.seat);
            for piece in &stack {
                if let Some(seat) = piece.seat {
                    visit(seat, piece.kind, holder != Some(seat));
                }
            }
        }
    }

    fn observation_shape(&self) -> [usize; 3] {
        let (rows, columns) = self.game.board().grid();
        [self.game.spec().planes.len(), rows, columns]
    }

    fn observe(&self, slot: Slot, seat: Seat, out: &mut [f32]) {
        let mut canvas = self.canvas.borrow_mut();
        canvas.clear();
        self.game.observe(&self.slots[slot], seat, &mut canvas);
        canvas.write(out);
    }

    fn mask(&self, slot: Slot, mask: &mut Mask) {
        mark(&*self.game, &self.slots[slot], mask);
    }

    fn transform(&mut self, from: Slot, to: Slot, symmetry: usize) -> bool {
        let symmetry = self.game.symmetries().get(symmetry);
        let turned = symmetry.and_then(|symmetry| self.game.transform(&self.slots[from], symmetry));
        turned.map(|turned| self.slots[to] = turned).is_some()
    }

    fn hash(&self, slot: Slot) -> u64 {
        FixedState::with_seed(0).hash_one(&self.slots[slot])
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Frame;
    use crate::game::toy::Toy;
    use crate::games::chess::orthodox::Chess;
    use crate::sim::handle::Handle;
    use crate::sim::{AnyGame, CUT_OFF, Request, handle_of};

    fn pool() -> Box<dyn Pool> {
        let mut pool = Handle(Arc::new(Toy::new())).pool();
        pool.reserve(3);
        pool
    }

    fn fen(pool: &mut dyn Pool, slot: Slot) -> String {
        let states = pool.as_any().downcast_mut::<States<Toy>>().expect("toys");
        states.game.fen(&states.slots[slot])
    }

    #[test]
    fn slots_are_independent() {
        let mut pool = pool();
        pool.apply(0, 2);
        pool.copy(0, 1);
        pool.apply(1, 0);
        let fens = [0, 1, 2].map(|slot| fen(&mut *pool, slot));
        assert_eq!(fens, ["0,0 b 3- 0", "0,0 * 31 0", "0,0 a -- 0"]);
        assert_eq!([0, 1, 2].map(|slot| pool.actor(slot).code()), [1, -2, 0]);
        pool.copy(0, 0);
        assert_eq!(fen(&mut *pool, 0), "0,0 b 3- 0");
        pool.reserve(5);
        assert_eq!(fen(&mut *pool, 1), "0,0 * 31 0", "more slots change none of those there were");
        let (mut actions, mut outcomes) = (vec![7], vec![(7, 0.0)]);
        pool.actions(2, &mut actions);
        pool.chance(1, &mut outcomes);
        assert_eq!(actions, [0, 1, 2]);
        assert_eq!(outcomes, [(0, 1.0 / 3.0), (1, 1.0 / 3.0), (2, 1.0 / 3.0)]);
    }

    #[test]
    fn equal_states_have_equal_hashes_and_others_have_not() {
        let mut pool = pool();
        pool.read_fen(0, "1,0 b 2- 1").expect("a position");
        pool.read_fen(1, "1,0 a -- 1").expect("a position");
        pool.apply(1, 1);
        assert_eq!(pool.hash(0), pool.hash(1));
        pool.read_fen(1, "1,0 b 3- 1").expect("a position");
        assert_ne!(pool.hash(0), pool.hash(1));
        assert!(pool.read_fen(0, "1,0 b 4- 1").is_err());
        assert_eq!(fen(&mut *pool, 0), "1,0 b 2- 1", "what cannot be read changes nothing");
    }

    #[test]
    fn a_seat_is_dealt_what_it_knows() {
        let (mut table, mut hand) = (pool(), pool());
        table.read_fen(0, "0,0 b 2- 0").expect("a position");
        let mut dealt = std::collections::BTreeSet::new();
        for number in 0..40 {
            table.deal(0, 1, &mut rng_for(1, 0, number), &mut *hand, 2);
            dealt.insert(fen(&mut *hand, 2));
        }
        assert_eq!(dealt.into_iter().collect::<Vec<_>>(), ["0,0 b 1- 0", "0,0 b 2- 0", "0,0 b 3- 0"]);
        table.deal(0, 0, &mut rng_for(1, 0, 0), &mut *hand, 0);
        assert_eq!(fen(&mut *hand, 0), "0,0 b 2- 0");
    }

    #[test]
    fn a_rollout_is_a_playout() {
        let game = Handle(Arc::new(Toy::new()));
        let request = Request { games: 20, seed: 4, threads: Some(1), ..Request::default() };
        let played = game.playouts(&request, &mut || true).expect("within limits").expect("not stopped");
        let mut pool = pool();
        for index in 0..20 {
            let mut rng = rng_for(4, 0, index);
            pool.start(0, &mut rng);
            let outcome = pool.rollout(0, &mut rng, u32::MAX).expect("an end");
            assert_eq!(outcome.returns.get(0), played.returns[2 * index as usize]);
        }
        pool.start(0, &mut rng_for(4, 0, 0));
        assert_eq!(pool.rollout(0, &mut rng_for(4, 0, 0), 3), None);
        assert_ne!(played.reasons[0], CUT_OFF);
    }

    #[test]
    fn states_of_other_games_are_not_taken() {
        let mut pool = pool();
        let toy = Handle(Arc::new(Toy::new()));
        let mut state = toy.start(0);
        state.apply_text("stone:2").expect("legal");
        assert!(pool.take(1, &*state));
        assert_eq!(fen(&mut *pool, 1), "0,0 b 2- 0");
        let chess = handle_of(Chess::chess(true, Frame::Seat));
        assert!(!pool.take(1, &*chess.start(0)));
    }

    #[test]
    fn pieces_are_shown_with_their_owners() {
        let mut pool = handle_of(Chess::chess(true, Frame::Seat)).pool();
        pool.reserve(1);
        let mut seen = [0; 2];
        pool.pieces(0, &mut |seat, kind, captive| {
            assert!(!captive);
            seen[seat as usize] += u32::from(kind == "pawn");
        });
        assert_eq!(seen, [8, 8]);
    }
}
