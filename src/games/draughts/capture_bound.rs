//! An upper bound of the value of a capture, for positions with too many ways to enumerate.
//!
//! The rest of a capture depends on the square of the piece and on the pieces that are left, not on the order
//! of the jumps so far. So results are cached by this key. Before a key is searched, its value is bounded
//! from above, and keys whose bound is below the needed value are skipped. A flying king with several landing
//! squares is searched as if it were on all of them at the same time: the next jump determines which one it
//! used.

use super::jumps::{CaptureValue, Jumper, ONE_KING, ONE_PIECE};
use super::layout::{Layout, PerDirection, WordBitboard, union, union_except};
use super::movement::{MovementRules, MovementRulesOn, SetOf};
use super::options::Priority;
use crate::board::Bitboard;
use foldhash::fast::FixedState;
use std::collections::HashMap;

/// Searches for the best rest of a capture by one piece in one turn, with a cache.
pub(super) struct CaptureBound<S> {
    cache: HashMap<BoundKey<S>, Bound, FixedState>,
    /// The maximum number of cache entries.
    budget: usize,
    /// A stack of jumps, shared by the levels of the recursion.
    jumps: Vec<Jump<S>>,
}

/// What the rest of a capture depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct BoundKey<S> {
    at: S,
    targets: S,
    king: bool,
    /// Only if jumped pieces leave the board immediately.
    forbidden_direction: Option<usize>,
    /// Only for the Italian priority, until a king has been jumped: the number of pieces jumped.
    num_jumped: Option<u32>,
}

/// An upper bound of the value of the rest of a capture.
#[derive(Clone, Copy)]
struct Bound {
    value: CaptureValue,
    /// Whether a capture reaches the bound.
    exact: bool,
}

/// A candidate jump.
struct Jump<S> {
    after: Jumper<S>,
    gain: CaptureValue,
    /// An upper bound of the value of the capture from this jump on.
    max_value: CaptureValue,
}

impl<S: WordBitboard> CaptureBound<S> {
    pub(super) fn new(budget: usize) -> CaptureBound<S> {
        CaptureBound { cache: HashMap::default(), budget, jumps: Vec::new() }
    }

    /// Allows `budget` more cache entries.
    pub(super) fn extend_budget(&mut self, budget: usize) {
        self.budget = self.cache.len().saturating_add(budget);
    }

    /// Returns the number of cache entries.
    pub(super) fn num_visited(&self) -> usize {
        self.cache.len()
    }

    /// Sorts the jumps on the stack from index `first` on, the most promising last.
    fn sort_from(&mut self, first: usize) {
        self.jumps[first..].sort_unstable_by_key(|jump| jump.max_value);
    }

    /// Returns the greatest value of a capture that continues from `jumper` after `num_jumped` jumps.
    ///
    /// If that is below `needed`, the result is some upper bound below `needed`. If the budget is exhausted,
    /// the result is some upper bound.
    pub(super) fn max_value<M: MovementRulesOn<S>>(
        &mut self,
        movement: M,
        seat: usize,
        jumper: &Jumper<S>,
        num_jumped: u32,
        needed: CaptureValue,
    ) -> CaptureValue {
        let (key, bound) = self.lookup(movement, seat, jumper, num_jumped);
        if bound.exact || bound.value < needed || self.num_visited() > self.budget {
            return bound.value;
        }
        let base = self.jumps.len();
        for direction in 0..M::Layout::DIRECTIONS {
            jumper.each_jump(movement, seat, direction, |victim, landings| {
                let after = jumper.after_jump(movement, seat, direction, victim, landings);
                let gain = jumper.jump_value(movement, victim, num_jumped);
                let max_value = gain + self.lookup(movement, seat, &after, num_jumped + 1).1.value;
                self.jumps.push(Jump { after, gain, max_value });
            });
        }
        self.sort_from(base);
        let (mut found, mut limit) = (0, 0);
        while self.jumps.len() > base
            && let Some(Jump { after, gain, max_value }) = self.jumps.pop()
        {
            let wanted = needed.max(found + 1);
            if max_value < wanted {
                limit = limit.max(max_value);
                break;
            }
            let value =
                gain + self.max_value(movement, seat, &after, num_jumped + 1, wanted.saturating_sub(gain));
            if value >= wanted {
                found = value;
            } else {
                limit = limit.max(value);
            }
        }
        self.jumps.truncate(base);
        let exact = found >= needed;
        let value = if exact { found } else { limit };
        self.cache.insert(key, Bound { value, exact });
        value
    }

    /// Returns the cached bound. If there is none, computes a bound without search and caches it.
    fn lookup<M: MovementRulesOn<S>>(
        &mut self,
        movement: M,
        seat: usize,
        jumper: &Jumper<S>,
        num_jumped: u32,
    ) -> (BoundKey<S>, Bound) {
        let first_king = movement.priority() == Priority::Italian && !jumper.has_jumped_king;
        let key = BoundKey {
            at: jumper.at,
            targets: jumper.targets,
            king: jumper.king,
            forbidden_direction: jumper.forbidden_direction.filter(|_| movement.removed_at_once()),
            num_jumped: first_king.then_some(num_jumped),
        };
        let bound = self.cache.entry(key).or_insert_with(|| {
            let value = jumper.upper_bound(movement, seat, num_jumped);
            Bound { value, exact: value == 0 }
        });
        (key, *bound)
    }
}

/// The number of final jumps that are examined for pieces that only they can jump.
const TAIL_JUMPS: usize = 3;

impl<S: WordBitboard> Jumper<S> {
    /// Calls `visit` with each piece that can be jumped next in a direction and its landing squares, from any
    /// of the squares of `at`.
    #[inline]
    fn each_jump<M: MovementRulesOn<S>>(
        &self,
        movement: M,
        seat: usize,
        direction: usize,
        mut visit: impl FnMut(S, S),
    ) {
        let far = self.is_flying(movement);
        self.victims(movement, seat, direction).each(|victim| {
            let victim = S::one(victim);
            let open = M::Layout::shift(victim, direction) & self.empty;
            if !open.is_empty() {
                visit(victim, with_slides::<M>(open, direction, self.empty, far));
            }
        });
    }

    /// Returns an upper bound of the value of a capture from here.
    ///
    /// The bound assumes that each piece can be jumped regardless of what was jumped before. Where jumped
    /// pieces leave the board immediately, it also assumes that all squares that can become empty are empty.
    /// It does respect that no jump goes straight back, over the piece just jumped or by rule 5.5.
    fn upper_bound<M: MovementRulesOn<S>>(&self, movement: M, seat: usize, num_jumped: u32) -> CaptureValue {
        let now = movement.removed_at_once();
        let (mut empty, mut king) = (self.empty, self.king);
        // By direction: the pieces that can be jumped, and the landing squares.
        let (mut jumpable, mut landings) = ([S::EMPTY; 8], [S::EMPTY; 8]);
        let mut far = self.is_flying(movement);
        // The input with which each direction was last computed.
        let mut seen = [(S::EMPTY, S::EMPTY, false); 8];
        loop {
            let mut done = true;
            let targets =
                if movement.men_take_kings() || king { self.targets } else { self.targets & !self.kings };
            for d in (0..M::Layout::DIRECTIONS)
                .filter(|&d| king && movement.king_jumps(d) || movement.man_jumps(seat, d))
            {
                let sources = union_except::<M::Layout>(&landings, M::Layout::opposite(d));
                let from =
                    if now && self.forbidden_direction == Some(d) { sources } else { sources | self.at };
                if seen[d] == (from, empty, king) {
                    continue;
                }
                seen[d] = (from, empty, king);
                done = false;
                let victims = M::Layout::shift(with_slides::<M>(from, d, empty, far), d) & targets;
                let open = M::Layout::shift(victims, d) & empty;
                jumpable[d] = M::Layout::shift(open, M::Layout::opposite(d)) & victims;
                landings[d] = with_slides::<M>(open, d, empty, far);
                if now {
                    empty |= jumpable[d];
                }
            }
            if done {
                break;
            }
            king |=
                movement.through() && !(union::<M::Layout>(&landings) & movement.last_row(seat)).is_empty();
            far = king && movement.flying();
        }
        let targets = union::<M::Layout>(&jumpable);
        if targets.is_empty() {
            return 0;
        }
        let kings = (targets & self.kings).count() as u32 * ONE_KING;
        let beyond = match movement.priority() {
            Priority::Any | Priority::Max => 0,
            Priority::Italian if !self.has_jumped_king && kings > 0 => kings + 0xFF - num_jumped.min(0xFF),
            Priority::MaxKings | Priority::Italian => kings,
        };
        max_jumps::<M>(self.at, &jumpable, &landings, empty, far) * ONE_PIECE + beyond
    }
}

/// Returns how many of the pieces in `jumpable` one capture can jump at most. Except for its first and last
/// jump, each piece must be adjacent to a line from a landing square of another jump, in a direction from
/// which a further jump is possible.
fn max_jumps<M: MovementRules>(
    at: SetOf<M>,
    jumpable: &PerDirection<SetOf<M>>,
    landings: &PerDirection<SetOf<M>>,
    empty: SetOf<M>,
    far: bool,
) -> u32 {
    let shift = M::Layout::shift;
    let seen = |from, d| shift(with_slides::<M>(from, d, empty, far), d) & jumpable[d];
    let targets = union::<M::Layout>(jumpable);
    let (mut first, mut entered_later, mut middle) = (Bitboard::EMPTY, [SetOf::<M>::EMPTY; 8], *jumpable);
    for (d, entered_later) in entered_later.iter_mut().enumerate().take(M::Layout::DIRECTIONS) {
        first |= seen(at, d);
        *entered_later = seen(union_except::<M::Layout>(landings, M::Layout::opposite(d)), d);
    }
    let mut count = targets.count();
    for last in 1..=TAIL_JUMPS {
        let (mut sources, mut next) = ([SetOf::<M>::EMPTY; 8], [SetOf::<M>::EMPTY; 8]);
        for d in 0..M::Layout::DIRECTIONS {
            sources[d] = with_slides::<M>(
                shift(middle[d], M::Layout::opposite(d)) & empty,
                M::Layout::opposite(d),
                empty,
                far,
            );
        }
        for d in 0..M::Layout::DIRECTIONS {
            let continuing_landings = with_slides::<M>(
                union_except::<M::Layout>(&sources, M::Layout::opposite(d)),
                M::Layout::opposite(d),
                empty,
                far,
            );
            next[d] = shift(continuing_landings, M::Layout::opposite(d)) & entered_later[d];
        }
        let ends = targets & !union::<M::Layout>(&next);
        let allowed = last + usize::from(!(ends & first).is_empty());
        count = count.min(targets.count() - ends.count().saturating_sub(allowed));
        if next == middle {
            break;
        }
        middle = next;
    }
    count as u32
}

/// Returns the squares and, if `far`, the empty squares that can be reached from them.
#[inline(always)]
fn with_slides<M: MovementRules>(from: SetOf<M>, direction: usize, empty: SetOf<M>, far: bool) -> SetOf<M> {
    if far { M::Layout::slide(from, direction, empty) | from } else { from }
}
