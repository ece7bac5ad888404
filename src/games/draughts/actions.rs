//! The numbering of actions.
//!
//! An action is a square, a direction and a distance within the board; they are numbered in this order. Without flying kings
//! the distance is left out: where a piece jumps it cannot move, so that the square and the direction tell the step.

use super::layout::Layout;
use super::movement::{Articles, SetOf};
use crate::board::Set;

const NO_ACTION: u16 = u16::MAX;

/// Both ways between steps and numbers, as seat 0 sees the board.
#[derive(Debug)]
pub(super) struct Actions {
    /// By square from and square to.
    numbers: Box<[u16]>,
    /// The square and the direction of each action, and the square it reaches (the nearest, if distance is left out).
    actions: Vec<(u8, u8, u8)>,
    width: usize,
    last: u8,
}

impl Actions {
    pub(super) fn new<M: Articles>(articles: M) -> Actions {
        let width = M::Layout::LAST as usize + 1;
        let mut numbers = vec![NO_ACTION; width * width].into_boxed_slice();
        let mut actions: Vec<(u8, u8, u8)> = Vec::new();
        M::Layout::BOARD.each(|from| {
            for direction in 0..4 {
                let mut at = SetOf::<M>::one(from);
                for distance in 1.. {
                    at = M::Layout::toward(at, direction) & M::Layout::BOARD;
                    if at.is_empty() || !articles.flying() && distance > 2 {
                        break;
                    }
                    if articles.flying() || distance == 1 {
                        actions.push((from, direction as u8, at.first()));
                    }
                    numbers[from as usize * width + at.first() as usize] = actions.len() as u16 - 1;
                }
            }
        });
        Actions { numbers, actions, width, last: M::Layout::LAST }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.actions.len()
    }

    /// The number of a step from one square to another, on the board turned by 180 degrees if `turned`.
    #[inline(always)]
    pub(super) fn number(&self, from: u8, to: u8, turned: bool) -> usize {
        let (from, to) =
            if turned { (self.last.wrapping_sub(from), self.last.wrapping_sub(to)) } else { (from, to) };
        self.numbers.get(from as usize * self.width + to as usize).copied().unwrap_or(NO_ACTION) as usize
    }

    /// The square, the direction and the square reached of an action.
    #[inline(always)]
    pub(super) fn get(&self, action: usize, turned: bool) -> Option<(u8, usize, u8)> {
        let &(from, direction, to) = self.actions.get(action)?;
        let direction = direction as usize;
        Some(if turned { (self.last - from, 3 - direction, self.last - to) } else { (from, direction, to) })
    }
}
