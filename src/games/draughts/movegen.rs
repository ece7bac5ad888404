//! The generator of legal steps, as sets of squares.

use super::capture_bound::CaptureBound;
use super::jumps::Jumper;
use super::layout::{Layout, MOVE_DIRECTIONS, PerDirection, WordBitboard, union, union_except};
use super::movement::{MovementRules, MovementRulesOn, SetOf};
use super::options::Priority;
use super::state::{NO_SQUARE, Placement, State, Step};
use crate::board::Bitboard;
use crate::game::Seat;

/// The legal steps: for each direction the squares that can be reached in it.
///
/// A target square and a direction determine the step. The first piece on the line back is the piece that
/// moved. For a jump it is the piece that was jumped, and the next one is the piece that jumped.
pub(super) struct LegalSteps<S> {
    pub(super) landings: PerDirection<S>,
    /// Whether they are jumps.
    pub(super) jump: bool,
}

impl<S: WordBitboard> LegalSteps<S> {
    pub(super) const NONE: LegalSteps<S> = LegalSteps { landings: [S::EMPTY; 8], jump: false };
    const NO_JUMPS: LegalSteps<S> = LegalSteps { landings: [S::EMPTY; 8], jump: true };

    pub(super) fn count<L: Layout<Set = S>>(&self) -> usize {
        self.landings[..L::DIRECTIONS].iter().map(|landings| landings.count()).sum()
    }

    pub(super) fn is_empty<L: Layout<Set = S>>(&self) -> bool {
        union::<L>(&self.landings).is_empty()
    }
}

impl<S: WordBitboard> LegalSteps<S> {
    /// Calls `visit` with each step.
    #[inline(always)]
    pub(super) fn each<M: MovementRulesOn<S>>(
        self,
        movement: M,
        state: &State<S>,
        mut visit: impl FnMut(Step),
    ) {
        for (direction, landings) in self.landings.into_iter().enumerate().take(M::Layout::DIRECTIONS) {
            landings.each(|to| visit(step_to(movement, state, direction, to, self.jump)));
        }
    }

    /// Whether a step is one of them.
    #[inline(always)]
    pub(super) fn has<M: MovementRulesOn<S>>(&self, movement: M, state: &State<S>, step: Step) -> bool {
        self.jump == step.is_jump()
            && step.to <= M::Layout::LAST_SQUARE
            && (0..M::Layout::DIRECTIONS).any(|direction| {
                self.landings[direction].has(step.to)
                    && step_to(movement, state, direction, step.to, self.jump) == step
            })
    }
}

/// Returns the legal steps, none once the game is drawn.
#[inline(always)]
pub(super) fn legal_unless_drawn<M: MovementRules>(
    movement: M,
    state: &State<SetOf<M>>,
) -> LegalSteps<SetOf<M>> {
    if state.draw.is_some() { LegalSteps::NONE } else { legal(movement, state) }
}

/// Returns the legal steps by rules 4 to 7, regardless of draws.
#[inline(always)]
pub(super) fn legal<M: MovementRules>(movement: M, state: &State<SetOf<M>>) -> LegalSteps<SetOf<M>> {
    match (state.capturing, state.turn) {
        (NO_SQUARE, Seat::ZERO) => start_of_turn(movement, state, 0),
        (NO_SQUARE, _) => start_of_turn(movement, state, 1),
        (at, seat) => mid_capture(movement, state, seat.parity(), at),
    }
}

/// Same as `legal`, but not inlined, for all callers except the loops that play random games and count.
#[inline(never)]
pub(super) fn legal_cold<M: MovementRules>(movement: M, state: &State<SetOf<M>>) -> LegalSteps<SetOf<M>> {
    legal(movement, state)
}

/// Returns the jumps of the piece that must continue its capture (Draughts 5.6).
fn mid_capture<M: MovementRules>(
    movement: M,
    state: &State<SetOf<M>>,
    seat: usize,
    at: u8,
) -> LegalSteps<SetOf<M>> {
    let last = state.sequence().last().copied().unwrap_or(NO_SQUARE);
    priority_jumps(movement, seat, Bitboard::one(at), |at| {
        Jumper::mid_capture(movement, state, seat, at, last)
    })
}

/// Returns the empty squares behind targets that are adjacent to `pieces` in a direction.
#[inline(always)]
fn landings_behind<L: Layout>(pieces: L::Set, direction: usize, targets: L::Set, empty: L::Set) -> L::Set {
    L::shift(L::shift(pieces, direction) & targets, direction) & empty
}

/// The possible moves and jumps of the seat to move, before rule 7 selects.
pub(super) struct Candidates<S> {
    /// The landing squares of men, by direction.
    man_landings: PerDirection<S>,
    /// The landing squares of kings directly behind the jumped pieces. Flying kings can land further.
    king_landings: PerDirection<S>,
    /// The squares that flying kings can move to.
    king_slides: PerDirection<S>,
    empty: S,
    men: S,
    kings: S,
}

impl<S: WordBitboard> Candidates<S> {
    #[inline(always)]
    pub(super) fn of<M: MovementRulesOn<S>>(
        movement: M,
        placed: &Placement<S>,
        seat: usize,
    ) -> Candidates<S> {
        let (own, targets) = (placed.sides[seat], placed.sides[1 - seat]);
        let empty = placed.empty::<M::Layout>();
        let kings = own & placed.kings;
        let men = own & !kings;
        let man_targets = if movement.men_take_kings() { targets } else { targets & !placed.kings };
        let (mut man_landings, mut king_landings, mut king_slides) =
            ([S::EMPTY; 8], [S::EMPTY; 8], [S::EMPTY; 8]);
        for d in 0..M::Layout::DIRECTIONS {
            if movement.man_jumps(seat, d) {
                man_landings[d] = landings_behind::<M::Layout>(men, d, man_targets, empty);
            }
            if !movement.flying() && movement.king_jumps(d) {
                king_landings[d] = landings_behind::<M::Layout>(kings, d, targets, empty);
            }
        }
        if movement.flying() && !kings.is_empty() {
            for d in (0..M::Layout::DIRECTIONS).filter(|&d| movement.king_jumps(d)) {
                king_slides[d] = M::Layout::slide(kings, d, empty);
                king_landings[d] = landings_behind::<M::Layout>(kings | king_slides[d], d, targets, empty);
            }
        }
        let mut candidates = Candidates { man_landings, king_landings, king_slides, empty, men, kings };
        if movement.king_first()
            && movement.priority() == Priority::Any
            && candidates.has_king_jump::<M::Layout>()
        {
            // Draughts 7.7: all captures are equal.
            candidates.man_landings = [S::EMPTY; 8];
        }
        candidates
    }

    #[inline(always)]
    fn has_king_jump<L: Layout<Set = S>>(&self) -> bool {
        !union::<L>(&self.king_landings).is_empty()
    }

    #[inline(always)]
    pub(super) fn has_jump<L: Layout<Set = S>>(&self) -> bool {
        !union::<L>(&self.man_landings).is_empty() || self.has_king_jump::<L>()
    }

    /// Returns the men that have a jump, and all kings if one of them has a jump.
    #[inline(always)]
    pub(super) fn jumpers<M: MovementRulesOn<S>>(&self) -> S {
        let mut jumpers = if self.has_king_jump::<M::Layout>() { self.kings } else { S::EMPTY };
        for d in 0..M::Layout::DIRECTIONS {
            let landings = self.man_landings[d];
            jumpers |=
                M::Layout::shift(M::Layout::shift(landings, M::Layout::opposite(d)), M::Layout::opposite(d));
        }
        jumpers
    }

    /// Returns the moves, provided that there is no jump (Draughts 4).
    #[inline(always)]
    pub(super) fn moves<M: MovementRulesOn<S>>(&self, movement: M, seat: usize) -> LegalSteps<S> {
        let reached = |d: usize| {
            let men = if M::Layout::man_advances(seat, d) { self.men } else { S::EMPTY };
            if movement.flying() {
                M::Layout::shift(men, d) & self.empty | self.king_slides[d]
            } else {
                M::Layout::shift(men | self.kings, d) & self.empty
            }
        };
        let [a, b, c, d] = [reached(0), reached(1), reached(2), reached(3)];
        let none = S::EMPTY;
        LegalSteps { landings: [a, b, c, d, none, none, none, none], jump: false }
    }
}

impl<S: WordBitboard> Candidates<S> {
    /// Calls `visit` with the source and the target of each move, and whether a king makes it. There must be
    /// no jump.
    #[inline(always)]
    pub(super) fn each_move<M: MovementRulesOn<S>>(
        &self,
        movement: M,
        seat: usize,
        mut visit: impl FnMut(S, S, bool),
    ) {
        for d in 0..MOVE_DIRECTIONS {
            let men = if M::Layout::man_advances(seat, d) { self.men } else { S::EMPTY };
            let single = if movement.flying() { men } else { men | self.kings };
            (M::Layout::shift(single, d) & self.empty).each(|to| {
                let to = S::one(to);
                let from = M::Layout::shift(to, M::Layout::opposite(d));
                visit(from, to, !movement.flying() && !(from & self.kings).is_empty());
            });
            if movement.flying() && !self.kings.is_empty() {
                self.kings.each(|from| {
                    let from = S::one(from);
                    M::Layout::slide(from, d, self.empty).each(|to| visit(from, S::one(to), true));
                });
            }
        }
    }

    /// Returns the jumps, if every capture is a single jump by a man and no priority applies.
    ///
    /// It can return `None` in other cases too: in the test for second jumps it assumes that the squares of
    /// all pieces that jump and are jumped are empty.
    #[inline(always)]
    pub(super) fn single_jumps<M: MovementRulesOn<S>>(
        &self,
        movement: M,
        placed: &Placement<S>,
        seat: usize,
    ) -> Option<LegalSteps<S>> {
        if self.has_king_jump::<M::Layout>() {
            return None;
        }
        let shift = M::Layout::shift;
        let (mut victims, mut jumpers, mut arrived) = (S::EMPTY, S::EMPTY, S::EMPTY);
        for d in 0..M::Layout::DIRECTIONS {
            let landings = self.man_landings[d];
            let over = shift(landings, M::Layout::opposite(d));
            victims |= over;
            jumpers |= shift(over, M::Layout::opposite(d));
            arrived |= landings;
        }
        let values_differ = matches!(movement.priority(), Priority::MaxKings | Priority::Italian)
            && !(victims & placed.kings).is_empty();
        let crowned = movement.through() && !(arrived & movement.last_row(seat)).is_empty();
        if values_differ || crowned {
            return None;
        }
        let open = self.empty | jumpers | if movement.removed_at_once() { victims } else { S::EMPTY };
        let directions = (0..M::Layout::DIRECTIONS).filter(|&d| movement.man_jumps(seat, d));
        let again = directions.fold(S::EMPTY, |again, d| {
            // No piece jumps straight back: over the piece just jumped, or by rule 5.5.
            let others = union_except::<M::Layout>(&self.man_landings, M::Layout::opposite(d));
            again | landings_behind::<M::Layout>(others, d, placed.sides[1 - seat], open)
        });
        again.is_empty().then_some(LegalSteps { landings: self.man_landings, jump: true })
    }
}

/// Returns the jumps if there are any, otherwise the moves (Draughts 7.1).
#[inline(always)]
fn start_of_turn<M: MovementRules>(
    movement: M,
    state: &State<SetOf<M>>,
    seat: usize,
) -> LegalSteps<SetOf<M>> {
    let placed = state.placement();
    let candidates = Candidates::of(movement, &placed, seat);
    if !candidates.has_jump::<M::Layout>() {
        candidates.moves(movement, seat)
    } else if movement.priority() == Priority::Any
        && !(movement.flying() && candidates.has_king_jump::<M::Layout>())
    {
        let mut landings = candidates.man_landings;
        for (landings, king_landings) in landings.iter_mut().zip(candidates.king_landings) {
            *landings |= king_landings;
        }
        LegalSteps { landings, jump: true }
    } else {
        start_of_turn_by_priority(movement, &placed, seat, candidates.jumpers::<M>())
    }
}

/// Returns the jumps of `jumpers` at the beginning of a turn that rules 7.2 to 7.5 allow.
#[inline(never)]
fn start_of_turn_by_priority<M: MovementRules>(
    movement: M,
    placed: &Placement<SetOf<M>>,
    seat: usize,
    jumpers: SetOf<M>,
) -> LegalSteps<SetOf<M>> {
    priority_jumps(movement, seat, jumpers, |at| {
        Jumper::at_turn_start::<M::Layout>(placed, seat, Bitboard::one(at))
    })
}

/// The number of jumps that plain search tries. Captures that exceed it are rare, but some have an
/// exponential number of ways.
const PLAIN_BUDGET: u32 = 4000;

/// The maximum number of nodes in the search for the legal steps of a position that is read (Draughts 11.1).
/// It takes less than 10 ms. This limit bounds the time of move generation for all options. Harder positions
/// can occur in play, but only on purpose; the longest known search takes a few tenths of a second.
pub(super) const SEARCH_LIMIT: usize = 11_100;

/// Whether the legal steps of a seat are found within the limit, if it is to move or must continue a capture.
pub(super) fn within_search_limit<M: MovementRules>(
    movement: M,
    state: &State<SetOf<M>>,
    seat: usize,
) -> bool {
    let jumpers = match state.capturing {
        NO_SQUARE => Candidates::of(movement, &state.placement(), seat).jumpers::<M>(),
        at => Bitboard::one(at),
    };
    let jumper = |at| Jumper::new(movement, state, seat, at);
    priority_jumps_bounded(movement, seat, jumpers, SEARCH_LIMIT, &jumper).1 <= SEARCH_LIMIT
}

/// Returns the jumps of `jumpers` that rules 7.2 to 7.5 allow.
#[inline(always)]
fn priority_jumps<M: MovementRules>(
    movement: M,
    seat: usize,
    jumpers: SetOf<M>,
    jumper: impl Fn(u8) -> Jumper<SetOf<M>>,
) -> LegalSteps<SetOf<M>> {
    let (mut steps, mut best, mut budget) = (LegalSteps::NO_JUMPS, 0, PLAIN_BUDGET);
    jumpers.each(|at| {
        jumper(at).add_jumps(movement, seat, &mut steps, &mut best, |next, value, _| {
            next.best_value(movement, seat, value, 1, &mut budget)
        });
    });
    if budget > 0 {
        steps
    } else {
        priority_jumps_bounded(movement.runtime(), seat, jumpers, usize::MAX, &jumper).0
    }
}

/// Same as `priority_jumps`, but with a cache. Also returns the number of nodes visited. If that exceeds
/// `budget`, the steps are unspecified.
#[cold]
#[inline(never)]
pub(super) fn priority_jumps_bounded<M: MovementRules>(
    movement: M,
    seat: usize,
    jumpers: SetOf<M>,
    budget: usize,
    jumper: &dyn Fn(u8) -> Jumper<SetOf<M>>,
) -> (LegalSteps<SetOf<M>>, usize) {
    let (mut steps, mut best, mut num_visited) = (LegalSteps::NO_JUMPS, 0, 0_usize);
    jumpers.each(|at| {
        let mut bound = CaptureBound::new(budget.saturating_sub(num_visited));
        jumper(at).add_jumps(movement, seat, &mut steps, &mut best, |next, value, best| {
            value + bound.max_value(movement, seat, next, 1, best.saturating_sub(value))
        });
        num_visited += bound.num_visited();
    });
    (steps, num_visited)
}

/// Returns the step that reaches a square in a direction.
#[inline(always)]
pub(super) fn step_to<M: MovementRules>(
    movement: M,
    state: &State<SetOf<M>>,
    direction: usize,
    to: u8,
    jump: bool,
) -> Step {
    if !movement.flying() {
        let by = M::Layout::SHIFTS[direction];
        let before = |steps: i32| (i32::from(to) - steps * by) as u8;
        return if jump {
            Step { from: before(2), to, over: before(1) }
        } else {
            Step { from: before(1), to, over: NO_SQUARE }
        };
    }
    let back = M::Layout::opposite(direction);
    let empty = M::Layout::BOARD & !(state.sides[0] | state.sides[1]);
    let first_back = |from: SetOf<M>| {
        let mut at = M::Layout::shift(from, back);
        while !(at & empty).is_empty() {
            at = M::Layout::shift(at, back);
        }
        at
    };
    let piece = first_back(Bitboard::one(to));
    if jump {
        Step { from: first_back(piece).first(), to, over: piece.first() }
    } else {
        Step { from: piece.first(), to, over: NO_SQUARE }
    }
}
