//! The moves and jumps of the stacks of one seat, as sets of cells.

use super::geometry::Geometry;
use super::stacks::Stacks;
use crate::board::{Bitboard, Edges};

/// The stacks of a seat that can step, with the board as they see it.
pub(super) struct Movers<'a, G: Geometry, K, const DIRS: usize> {
    pub(super) geometry: &'a G,
    pub(super) stacks: &'a K,
    pub(super) men: G::Set,
    pub(super) kings: G::Set,
    /// The stacks of all seats with a king on top.
    pub(super) enemy_kings: G::Set,
    pub(super) jumpable: G::Set,
    pub(super) empty: G::Set,
    /// The directions of men, as bits.
    pub(super) man_directions: u16,
    pub(super) man_edges: Edges,
    pub(super) king_edges: Edges,
}

impl<G: Geometry, K: Stacks, const DIRS: usize> Movers<'_, G, K, DIRS> {
    /// Returns the men that step in direction `d`.
    #[inline(always)]
    fn men_toward(&self, d: usize) -> G::Set {
        self.men.only_if(self.man_directions >> d & 1 == 1)
    }

    /// Returns the cells from which a jump in direction `d` passes over one of `jumpable`.
    #[inline(always)]
    fn jump_sources(&self, jumpable: G::Set, d: usize, edges: Edges) -> G::Set {
        let over = self.geometry.step_back(self.empty, d, edges) & jumpable;
        self.geometry.step_back(over, d, edges)
    }

    /// Returns the stacks that can jump in direction `d` (Checkers 5.2). `NUMBERS` states whether men have
    /// numbers.
    #[inline(always)]
    fn jumps_toward<const NUMBERS: bool>(&self, d: usize) -> G::Set {
        let men = self.men_toward(d);
        if !NUMBERS && self.man_edges == self.king_edges {
            return (men | self.kings) & self.jump_sources(self.jumpable, d, self.man_edges);
        }
        let kings = self.kings & self.jump_sources(self.jumpable, d, self.king_edges);
        if G::PREFER_CALLS {
            kings | self.men_jumps_toward::<NUMBERS>(d)
        } else {
            kings | self.men_that_jump::<NUMBERS>(men, d)
        }
    }

    /// Same as `jumps_toward`, if there are no kings.
    #[inline(always)]
    fn men_jumps_toward<const NUMBERS: bool>(&self, d: usize) -> G::Set {
        if self.man_directions >> d & 1 == 1 {
            self.men_that_jump::<NUMBERS>(self.men, d)
        } else {
            G::Set::EMPTY
        }
    }

    /// Returns those of `men` that can jump in direction `d`.
    #[inline(always)]
    fn men_that_jump<const NUMBERS: bool>(&self, men: G::Set, d: usize) -> G::Set {
        if !NUMBERS {
            return men & self.jump_sources(self.jumpable, d, self.man_edges);
        }
        // A man cannot jump a king or a man with a higher number (Checkers 10.2).
        let men = men & self.jump_sources(self.jumpable & !self.enemy_kings, d, self.man_edges);
        let mut allowed = men;
        men.each(|man| {
            if self.stacks.number(self.geometry.next(man, d)) > self.stacks.number(man) {
                allowed = allowed ^ G::Set::one(man);
            }
        });
        allowed
    }

    /// Returns the stacks that can move in direction `d` (Checkers 5.1).
    #[inline(always)]
    fn moves_toward(&self, d: usize) -> G::Set {
        let men = self.men_toward(d);
        if self.man_edges == self.king_edges {
            return (men | self.kings) & self.geometry.step_back(self.empty, d, self.man_edges);
        }
        men & self.geometry.step_back(self.empty, d, self.man_edges)
            | self.kings & self.geometry.step_back(self.empty, d, self.king_edges)
    }

    /// Whether there are only men. This test pays off on large boards: most of the time there are no kings,
    /// and men only step forward.
    #[inline(always)]
    fn is_men_only(&self) -> bool {
        G::PREFER_CALLS && self.kings.is_empty()
    }

    #[inline(always)]
    pub(super) fn jumps<const NUMBERS: bool>(&self) -> [G::Set; DIRS] {
        let mut from = [G::Set::EMPTY; DIRS];
        if self.is_men_only() {
            for (d, from) in from.iter_mut().enumerate() {
                *from = self.men_jumps_toward::<NUMBERS>(d);
            }
        } else {
            for (d, from) in from.iter_mut().enumerate() {
                *from = self.jumps_toward::<NUMBERS>(d);
            }
        }
        from
    }

    #[inline(always)]
    pub(super) fn moves(&self) -> [G::Set; DIRS] {
        let mut from = [G::Set::EMPTY; DIRS];
        for (d, from) in from.iter_mut().enumerate().take(G::MOVE_DIRECTIONS) {
            *from = self.moves_toward(d);
        }
        from
    }

    #[inline(always)]
    pub(super) fn can_jump<const NUMBERS: bool>(&self) -> bool {
        if self.is_men_only() {
            any_direction(DIRS, |d| self.men_jumps_toward::<NUMBERS>(d))
        } else {
            any_cell(&self.jumps::<NUMBERS>())
        }
    }

    #[inline(always)]
    pub(super) fn can_move(&self) -> bool {
        if G::PREFER_CALLS {
            any_direction(G::MOVE_DIRECTIONS, |d| self.moves_toward(d))
        } else {
            any_cell(&self.moves())
        }
    }
}

/// Whether the set of some direction is not empty. (`Iterator::any` would not be inlined, since it is used
/// twice.)
#[inline(always)]
fn any_direction<S: Bitboard>(directions: usize, found: impl Fn(usize) -> S) -> bool {
    for d in 0..directions {
        if !found(d).is_empty() {
            return true;
        }
    }
    false
}

/// Whether one of the sets is not empty.
#[inline(always)]
pub(super) fn any_cell<S: Bitboard, const D: usize>(sets: &[S; D]) -> bool {
    !S::union(sets).is_empty()
}
