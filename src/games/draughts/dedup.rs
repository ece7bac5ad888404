//! Enumerates distinct captures, where many ways lead to the same capture.
//!
//! The rest of a capture depends on the square of the piece and the pieces jumped so far. So ways are
//! searched in order, and a way that reaches a node visited before is abandoned. The search finds the first
//! way to each capture, and no capture twice.

use super::capture_bound::CaptureBound;
use super::capture_path::{CapturePath, Trail};
use super::jumps::{CaptureValue, Jumper};
use super::layout::Layout;
use super::movement::{MovementRules, SetOf};
use super::options::Priority;
use super::squares::Squares;
use crate::board::Bitboard;
use foldhash::fast::FixedState;
use std::collections::HashSet;

/// Called with a capture, and whether the piece is a king at its end.
type Visit<'a, S, T> = dyn FnMut(&CapturePath<S, T>, bool) + 'a;

/// Calls `visit` once with each capture by `jumpers` that has priority (rule 7), and whether the piece is a
/// king at its end.
///
/// If there are several ways to make a capture, it visits the one whose squares come first in the `order` of
/// rule 2.4. If there is no order, the ways are ordered by direction. Ways begin with `trail`. Returns false
/// if the search exceeds `budget`.
#[cold]
#[inline(never)]
pub(super) fn each_distinct_capture<M: MovementRules, T: Trail>(
    movement: M,
    seat: usize,
    jumpers: &[Jumper<SetOf<M>>],
    order: Option<&Squares>,
    trail: &T,
    budget: usize,
    visit: &mut Visit<'_, SetOf<M>, T>,
) -> bool {
    let any = movement.priority() == Priority::Any;
    let (mut best, mut budget) = (0, budget);
    let mut searches = Vec::with_capacity(jumpers.len());
    for jumper in jumpers {
        let (mut bound, start) = (CaptureBound::new(budget), jumper.initial_value(movement));
        if !any {
            let most = bound.max_value(movement, seat, jumper, 0, (best + 1_u32).saturating_sub(start));
            best = best.max(start + most);
            budget = budget.saturating_sub(bound.num_visited());
        }
        if budget == 0 {
            return false;
        }
        searches.push((jumper, start, bound));
    }
    for (jumper, start, mut bound) in searches {
        bound.extend_budget(budget);
        let before = bound.num_visited();
        let path = CapturePath::new(jumper.at.first(), trail.clone(), 0);
        let visited = HashSet::default();
        let mut search = DistinctCaptures {
            movement,
            seat,
            order,
            best: (!any).then_some(best),
            bound,
            path,
            visited,
            budget,
            visit,
        };
        search.search_from(jumper, start);
        budget = search.budget.saturating_sub(search.bound.num_visited() - before);
        if budget == 0 {
            return false;
        }
    }
    true
}

/// A node of the search.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node<S, K> {
    victims: S,
    at: u8,
    /// `None` if the capture ends here, else what the rest also depends on: whether the piece is a king, and
    /// the forbidden direction.
    continuation: Option<(bool, Option<usize>)>,
    merge_key: K,
}

/// Depth-first search over the captures of one piece.
struct DistinctCaptures<'a, M: MovementRules, T: Trail> {
    movement: M,
    seat: usize,
    order: Option<&'a Squares>,
    /// The value that a capture must have; `None` if any value is allowed.
    best: Option<CaptureValue>,
    bound: CaptureBound<SetOf<M>>,
    path: CapturePath<SetOf<M>, T>,
    visited: HashSet<Node<SetOf<M>, T::MergeKey>, FixedState>,
    /// The number of further nodes that may be visited.
    budget: usize,
    visit: &'a mut Visit<'a, SetOf<M>, T>,
}

/// A landing square of a jump, the piece jumped, the value of the capture so far, and whether it continues.
struct Landing<S> {
    to: u8,
    direction: usize,
    victim: S,
    value: CaptureValue,
    goes_on: bool,
}

impl<M: MovementRules, T: Trail> DistinctCaptures<'_, M, T> {
    fn search_from(&mut self, jumper: &Jumper<SetOf<M>>, value: CaptureValue) {
        let (movement, seat, num_jumped) = (self.movement, self.seat, self.path.victims.count() as u32);
        let mut jumps = Vec::new();
        for direction in 0..M::Layout::DIRECTIONS {
            let (victim, landings) = jumper.jump(movement, seat, direction);
            if landings.is_empty() {
                continue;
            }
            let value = value + jumper.jump_value(movement, victim, num_jumped);
            let next = jumper.after_jump(movement, seat, direction, victim, landings);
            let needed = self.best.map_or(0, |best| best.saturating_sub(value));
            if needed > 0 && self.bound.max_value(movement, seat, &next, num_jumped + 1, needed) < needed {
                continue;
            }
            let continuing = if jumper.is_flying(movement) {
                jumper.continuing_landings(movement, direction, victim, landings)
            } else {
                landings.only_if(next.can_jump(movement, seat))
            };
            let goes_on = !continuing.is_empty();
            if goes_on || needed == 0 {
                let landings = if goes_on { continuing } else { landings };
                landings.each(|to| jumps.push(Landing { to, direction, victim, value, goes_on }));
            }
        }
        if let Some(squares) = self.order {
            sort_by_list_order(&mut jumps, squares);
        }
        for Landing { to, direction, victim, value, goes_on } in jumps {
            let next = jumper.after_jump(movement, seat, direction, victim, Bitboard::one(to));
            let victims = self.path.victims | victim;
            let forbidden_direction = next.forbidden_direction.filter(|_| movement.removed_at_once());
            let before = std::mem::replace(&mut self.path.victims, victims);
            self.path.trail.push(victim, to);
            let continuation = goes_on.then_some((next.king, forbidden_direction));
            if self.budget > 0
                && self.visited.insert(Node {
                    victims,
                    at: to,
                    continuation,
                    merge_key: self.path.trail.merge_key(),
                })
            {
                self.budget -= 1;
                if goes_on {
                    self.search_from(&next, value);
                } else {
                    self.path.to = to;
                    (self.visit)(&self.path, next.king);
                }
            }
            self.path.trail.pop();
            self.path.victims = before;
        }
    }
}

/// Sorts landings in the order of rule 2.4. Generic over the bitboard only, so that it is compiled once for
/// each.
fn sort_by_list_order<S>(jumps: &mut [Landing<S>], squares: &Squares) {
    jumps.sort_unstable_by_key(|landing| squares.list_position(landing.to));
}
