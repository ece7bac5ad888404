//! Enumerates whole captures, with or without a record of their jumps.

use super::jumps::{CaptureValue, Jumper};
use super::layout::{Layout, WordBitboard};
use super::movement::{MovementRules, MovementRulesOn, SetOf};
use super::state::State;
use crate::board::Bitboard;
use std::hash::Hash;

impl<S: WordBitboard> Jumper<S> {
    /// Calls `visit` with every complete capture from here, its value, and whether the piece is a king at its
    /// end. Returns whether there is any capture.
    fn each_capture<M: MovementRulesOn<S>, T: Trail>(
        &self,
        movement: M,
        seat: usize,
        path: &mut CapturePath<S, T>,
        value: CaptureValue,
        visit: &mut impl FnMut(&CapturePath<S, T>, CaptureValue, bool),
    ) -> bool {
        if path.budget == 0 {
            return true;
        }
        path.budget -= 1;
        let mut any = false;
        for direction in 0..M::Layout::DIRECTIONS {
            let (victim, landings) = self.jump(movement, seat, direction);
            if landings.is_empty() {
                continue;
            }
            any = true;
            let value = value + self.jump_value(movement, victim, path.victims.count() as u32);
            path.victims |= victim;
            let mut land = |to: u8, goes_on: bool| {
                let next = self.after_jump(movement, seat, direction, victim, S::one(to));
                path.trail.push(victim, to);
                if !(goes_on && next.each_capture::<M, T>(movement, seat, path, value, visit)) {
                    path.to = to;
                    visit(path, value, next.king);
                }
                path.trail.pop();
            };
            if self.is_flying(movement) {
                let going = self.continuing_landings(movement, direction, victim, landings);
                let goes_on = !going.is_empty();
                (if goes_on { going } else { landings }).each(|to| land(to, goes_on));
            } else {
                land(landings.first(), true);
            }
            path.victims &= !victim;
        }
        any
    }
}

/// A record of the jumps of a capture in order. Callers that do not need them use `()`.
pub(super) trait Trail: Clone {
    /// Ways with the same jumped pieces are only merged if they also have the same merge key.
    type MergeKey: Copy + Eq + Hash;

    /// Returns the merge key of the jumps so far.
    fn merge_key(&self) -> Self::MergeKey;

    /// Adds a jump.
    fn push<S: Bitboard>(&mut self, victim: S, to: u8);

    /// Removes the last jump.
    fn pop(&mut self);
}

impl Trail for () {
    type MergeKey = ();

    #[inline(always)]
    fn merge_key(&self) {}

    #[inline(always)]
    fn push<S: Bitboard>(&mut self, _victim: S, _to: u8) {}

    #[inline(always)]
    fn pop(&mut self) {}
}

/// The jumped square and the landing square of each jump.
impl Trail for Vec<(u8, u8)> {
    type MergeKey = ();

    fn merge_key(&self) {}

    fn push<S: Bitboard>(&mut self, victim: S, to: u8) {
        Vec::push(self, (victim.first(), to));
    }

    fn pop(&mut self) {
        Vec::pop(self);
    }
}

/// A capture in progress: its first square, its last square and the pieces jumped.
pub(super) struct CapturePath<S, T> {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) victims: S,
    pub(super) trail: T,
    /// The number of further squares that may be searched.
    budget: u64,
}

impl<S: Bitboard, T: Trail> CapturePath<S, T> {
    /// Returns the capture before its first jump.
    pub(super) fn new(from: u8, trail: T, budget: u64) -> CapturePath<S, T> {
        CapturePath { from, to: from, victims: S::EMPTY, trail, budget }
    }
}

/// Calls `visit` with every complete capture by a piece, its value, and whether the piece is a king at its
/// end. Returns false if `budget` was exhausted.
#[inline(always)]
pub(super) fn each_capture_by<M: MovementRules, T: Trail + Default>(
    movement: M,
    jumper: &Jumper<SetOf<M>>,
    seat: usize,
    budget: u64,
    visit: &mut impl FnMut(&CapturePath<SetOf<M>, T>, CaptureValue, bool),
) -> bool {
    let mut path = CapturePath::new(jumper.at.first(), T::default(), budget);
    jumper.each_capture::<M, T>(movement, seat, &mut path, jumper.initial_value(movement), visit);
    path.budget > 0
}

/// Same for all captures of the seat to move: by the piece that must continue, or else by `jumpers`.
#[inline(always)]
pub(super) fn each_capture<M: MovementRules, T: Trail + Default>(
    movement: M,
    state: &State<SetOf<M>>,
    seat: usize,
    jumpers: SetOf<M>,
    budget: u64,
    mut visit: impl FnMut(&CapturePath<SetOf<M>, T>, CaptureValue, bool),
) -> bool {
    let mut through = true;
    jumpers.each(|from| {
        let jumper = Jumper::new(movement, state, seat, from);
        through &= each_capture_by::<M, T>(movement, &jumper, seat, budget, &mut visit);
    });
    through
}
