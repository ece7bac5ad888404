//! The legal steps as sets of squares.

use super::ahead::Ahead;
use super::jumps::Jumper;
use super::layout::{Bits, Layout, MOVES, Ways, all, all_but};
use super::movement::{Articles, ArticlesOn, SetOf};
use super::rules::Priority;
use super::state::{NONE, Placement, State, Step};
use crate::board::Set;

/// The legal steps: for each direction the squares that can be reached in it. A square and a direction tell
/// the step, since whatever stands first on the line back is the piece that moved (or that was jumped, and
/// behind it the piece that jumped).
pub(super) struct Steps<S> {
    pub(super) landings: Ways<S>,
    /// Whether they are jumps.
    pub(super) jump: bool,
}

impl<S: Bits> Steps<S> {
    pub(super) const NONE: Steps<S> = Steps { landings: [S::EMPTY; 8], jump: false };
    const NO_JUMPS: Steps<S> = Steps { landings: [S::EMPTY; 8], jump: true };

    pub(super) fn count<L: Layout<Set = S>>(&self) -> usize {
        self.landings[..L::DIRECTIONS].iter().map(|landings| landings.count()).sum()
    }

    pub(super) fn is_empty<L: Layout<Set = S>>(&self) -> bool {
        all::<L>(&self.landings).is_empty()
    }
}

impl<S: Bits> Steps<S> {
    /// Shows each.
    #[inline(always)]
    pub(super) fn each<M: ArticlesOn<S>>(self, articles: M, state: &State<S>, mut visit: impl FnMut(Step)) {
        for (direction, landings) in self.landings.into_iter().enumerate().take(M::Layout::DIRECTIONS) {
            landings.each(|to| visit(step_to(articles, state, direction, to, self.jump)));
        }
    }

    /// Whether a step is one of them.
    #[inline(always)]
    pub(super) fn has<M: ArticlesOn<S>>(&self, articles: M, state: &State<S>, step: Step) -> bool {
        self.jump == step.is_jump()
            && step.to <= M::Layout::LAST
            && (0..M::Layout::DIRECTIONS).any(|direction| {
                self.landings[direction].has(step.to)
                    && step_to(articles, state, direction, step.to, self.jump) == step
            })
    }
}

/// The legal steps: none once the game has been drawn.
#[inline(always)]
pub(super) fn while_open<M: Articles>(articles: M, state: &State<SetOf<M>>) -> Steps<SetOf<M>> {
    if state.draw.is_some() { Steps::NONE } else { legal(articles, state) }
}

/// The legal steps by rules 4 to 7, whether or not the game has been drawn.
#[inline(always)]
pub(super) fn legal<M: Articles>(articles: M, state: &State<SetOf<M>>) -> Steps<SetOf<M>> {
    match (state.at, state.turn) {
        (NONE, 0) => at_turn(articles, state, 0),
        (NONE, _) => at_turn(articles, state, 1),
        (at, seat) => midway(articles, state, (seat & 1) as usize, at),
    }
}

/// The same for all but those who play random games and count: what they do with the steps is compiled for
/// itself, and need not be together with rules 4 to 7 for either seat.
#[inline(never)]
pub(super) fn listed<M: Articles>(articles: M, state: &State<SetOf<M>>) -> Steps<SetOf<M>> {
    legal(articles, state)
}

/// Draughts 5.6: the piece that has jumped goes on.
fn midway<M: Articles>(articles: M, state: &State<SetOf<M>>, seat: usize, at: u8) -> Steps<SetOf<M>> {
    let last = state.sequence().last().copied().unwrap_or(NONE);
    chosen(articles, seat, Set::one(at), |at| Jumper::midway(articles, state, seat, at, last))
}

/// The squares beyond prey next to `pieces` in a direction.
#[inline(always)]
fn beyond<L: Layout>(pieces: L::Set, direction: usize, prey: L::Set, empty: L::Set) -> L::Set {
    L::toward(L::toward(pieces, direction) & prey, direction) & empty
}

/// What the pieces of the seat to move can do before rule 7 chooses.
pub(super) struct Reach<S> {
    /// Where men can jump to, in each direction.
    by_men: Ways<S>,
    /// The same of kings: those that fly have further squares behind.
    by_kings: Ways<S>,
    /// Where flying kings can move to.
    slides: Ways<S>,
    empty: S,
    men: S,
    kings: S,
}

impl<S: Bits> Reach<S> {
    #[inline(always)]
    pub(super) fn of<M: ArticlesOn<S>>(articles: M, placed: &Placement<S>, seat: usize) -> Reach<S> {
        let (own, prey) = (placed.sides[seat], placed.sides[1 - seat]);
        let empty = placed.empty::<M::Layout>();
        let kings = own & placed.kings;
        let men = own & !kings;
        let mens_prey = if articles.men_take_kings() { prey } else { prey & !placed.kings };
        let (mut by_men, mut by_kings, mut slides) = ([S::EMPTY; 8], [S::EMPTY; 8], [S::EMPTY; 8]);
        for d in 0..M::Layout::DIRECTIONS {
            if articles.man_jumps(seat, d) {
                by_men[d] = beyond::<M::Layout>(men, d, mens_prey, empty);
            }
            if !articles.flying() && articles.king_jumps(d) {
                by_kings[d] = beyond::<M::Layout>(kings, d, prey, empty);
            }
        }
        if articles.flying() && !kings.is_empty() {
            for d in (0..M::Layout::DIRECTIONS).filter(|&d| articles.king_jumps(d)) {
                slides[d] = M::Layout::slide(kings, d, empty);
                by_kings[d] = beyond::<M::Layout>(kings | slides[d], d, prey, empty);
            }
        }
        let mut reach = Reach { by_men, by_kings, slides, empty, men, kings };
        if articles.king_first() && articles.priority() == Priority::Any && reach.kings_jump::<M::Layout>() {
            // Draughts 7.7: all captures are equal.
            reach.by_men = [S::EMPTY; 8];
        }
        reach
    }

    #[inline(always)]
    fn kings_jump<L: Layout<Set = S>>(&self) -> bool {
        !all::<L>(&self.by_kings).is_empty()
    }

    #[inline(always)]
    pub(super) fn jumps<L: Layout<Set = S>>(&self) -> bool {
        !all::<L>(&self.by_men).is_empty() || self.kings_jump::<L>()
    }

    /// The men that have a jump, and the kings if one of them has.
    #[inline(always)]
    pub(super) fn jumpers<M: ArticlesOn<S>>(&self) -> S {
        let mut jumpers = if self.kings_jump::<M::Layout>() { self.kings } else { S::EMPTY };
        for d in 0..M::Layout::DIRECTIONS {
            let landings = self.by_men[d];
            jumpers |= M::Layout::toward(M::Layout::toward(landings, M::Layout::back(d)), M::Layout::back(d));
        }
        jumpers
    }

    /// The moves, if there is no jump (Draughts 4).
    #[inline(always)]
    pub(super) fn moves<M: ArticlesOn<S>>(&self, articles: M, seat: usize) -> Steps<S> {
        let reached = |d: usize| {
            let men = if M::Layout::man_goes(seat, d) { self.men } else { S::EMPTY };
            if articles.flying() {
                M::Layout::toward(men, d) & self.empty | self.slides[d]
            } else {
                M::Layout::toward(men | self.kings, d) & self.empty
            }
        };
        let [a, b, c, d] = [reached(0), reached(1), reached(2), reached(3)];
        let none = S::EMPTY;
        Steps { landings: [a, b, c, d, none, none, none, none], jump: false }
    }
}

impl<S: Bits> Reach<S> {
    /// Shows the squares that each move leaves and reaches, and whether a king makes it; there is no jump.
    #[inline(always)]
    pub(super) fn each_move<M: ArticlesOn<S>>(
        &self,
        articles: M,
        seat: usize,
        mut visit: impl FnMut(S, S, bool),
    ) {
        for d in 0..MOVES {
            let men = if M::Layout::man_goes(seat, d) { self.men } else { S::EMPTY };
            let single = if articles.flying() { men } else { men | self.kings };
            (M::Layout::toward(single, d) & self.empty).each(|to| {
                let to = S::one(to);
                let from = M::Layout::toward(to, M::Layout::back(d));
                visit(from, to, !articles.flying() && !(from & self.kings).is_empty());
            });
            if articles.flying() && !self.kings.is_empty() {
                self.kings.each(|from| {
                    let from = S::one(from);
                    M::Layout::slide(from, d, self.empty).each(|to| visit(from, S::one(to), true));
                });
            }
        }
    }

    /// The jumps, if every capture is a single jump by a man and no rule has anything to choose. (It may give
    /// up too early: it takes the squares of all pieces that jump and are jumped for empty when it looks for
    /// second jumps.)
    #[inline(always)]
    pub(super) fn single_jumps<M: ArticlesOn<S>>(
        &self,
        articles: M,
        placed: &Placement<S>,
        seat: usize,
    ) -> Option<Steps<S>> {
        if self.kings_jump::<M::Layout>() {
            return None;
        }
        let toward = M::Layout::toward;
        let (mut victims, mut jumpers, mut arrived) = (S::EMPTY, S::EMPTY, S::EMPTY);
        for d in 0..M::Layout::DIRECTIONS {
            let landings = self.by_men[d];
            let over = toward(landings, M::Layout::back(d));
            victims |= over;
            jumpers |= toward(over, M::Layout::back(d));
            arrived |= landings;
        }
        let worth_more = matches!(articles.priority(), Priority::MaxKings | Priority::Italian)
            && !(victims & placed.kings).is_empty();
        let crowned = articles.through() && !(arrived & articles.last_row(seat)).is_empty();
        if worth_more || crowned {
            return None;
        }
        let open = self.empty | jumpers | if articles.removed_at_once() { victims } else { S::EMPTY };
        let directions = (0..M::Layout::DIRECTIONS).filter(|&d| articles.man_jumps(seat, d));
        let again = directions.fold(S::EMPTY, |again, d| {
            // No piece goes straight back: over the piece just jumped, or by rule 5.5.
            let others = all_but::<M::Layout>(&self.by_men, M::Layout::back(d));
            again | beyond::<M::Layout>(others, d, placed.sides[1 - seat], open)
        });
        again.is_empty().then_some(Steps { landings: self.by_men, jump: true })
    }
}

/// Draughts 7.1: the jumps if there are any, otherwise the moves.
#[inline(always)]
fn at_turn<M: Articles>(articles: M, state: &State<SetOf<M>>, seat: usize) -> Steps<SetOf<M>> {
    let placed = state.placement();
    let reach = Reach::of(articles, &placed, seat);
    if !reach.jumps::<M::Layout>() {
        reach.moves(articles, seat)
    } else if articles.priority() == Priority::Any && !(articles.flying() && reach.kings_jump::<M::Layout>())
    {
        let mut landings = reach.by_men;
        for (landings, by_kings) in landings.iter_mut().zip(reach.by_kings) {
            *landings |= by_kings;
        }
        Steps { landings, jump: true }
    } else {
        at_turn_chosen(articles, &placed, seat, reach.jumpers::<M>())
    }
}

/// The jumps of `jumpers` at the beginning of a turn that rules 7.2 to 7.5 leave.
#[inline(never)]
fn at_turn_chosen<M: Articles>(
    articles: M,
    placed: &Placement<SetOf<M>>,
    seat: usize,
    jumpers: SetOf<M>,
) -> Steps<SetOf<M>> {
    chosen(articles, seat, jumpers, |at| Jumper::before::<M::Layout>(placed, seat, Set::one(at)))
}

/// So many jumps are tried one by one. Captures that go on for more are few, but there are some that go on
/// for ever.
const PATIENCE: u32 = 4000;

/// So much is looked at, at most, for the legal steps of a position that is read (Draughts 11.1): it takes
/// less than a hundredth of a second. This is what keeps the legal steps of every game, with whatever
/// options, from being long in coming. Playing on, one may come to harder positions, but only on purpose: a
/// few tenths of a second is the longest known.
pub(super) const SOON: usize = 11_100;

/// Whether the legal steps of a seat, if it is to move or has to go on, are found so soon.
pub(super) fn soon_found<M: Articles>(articles: M, state: &State<SetOf<M>>, seat: usize) -> bool {
    let jumpers = match state.at {
        NONE => Reach::of(articles, &state.placement(), seat).jumpers::<M>(),
        at => Set::one(at),
    };
    let jumper = |at| Jumper::of(articles, state, seat, at);
    chosen_ahead(articles, seat, jumpers, SOON, &jumper).1 <= SOON
}

/// The jumps of `jumpers` that rules 7.2 to 7.5 leave.
#[inline(always)]
fn chosen<M: Articles>(
    articles: M,
    seat: usize,
    jumpers: SetOf<M>,
    jumper: impl Fn(u8) -> Jumper<SetOf<M>>,
) -> Steps<SetOf<M>> {
    let (mut steps, mut best, mut patience) = (Steps::NO_JUMPS, 0, PATIENCE);
    jumpers.each(|at| {
        jumper(at).add_jumps(articles, seat, &mut steps, &mut best, |next, worth, _| {
            next.best(articles, seat, worth, 1, &mut patience)
        });
    });
    if patience > 0 {
        steps
    } else {
        chosen_ahead(articles.looked_up(), seat, jumpers, usize::MAX, &jumper).0
    }
}

/// The same, looking at nothing twice, and how much was looked at. Once that is more than `patience`, they
/// are some jumps or other.
#[cold]
#[inline(never)]
pub(super) fn chosen_ahead<M: Articles>(
    articles: M,
    seat: usize,
    jumpers: SetOf<M>,
    patience: usize,
    jumper: &dyn Fn(u8) -> Jumper<SetOf<M>>,
) -> (Steps<SetOf<M>>, usize) {
    let (mut steps, mut best, mut looked_at) = (Steps::NO_JUMPS, 0, 0_usize);
    jumpers.each(|at| {
        let mut ahead = Ahead::new(patience.saturating_sub(looked_at));
        jumper(at).add_jumps(articles, seat, &mut steps, &mut best, |next, worth, best| {
            worth + ahead.most(articles, seat, next, 1, best.saturating_sub(worth))
        });
        looked_at += ahead.looked_at();
    });
    (steps, looked_at)
}

/// The step that reaches a square in a direction: what it comes from, and what it jumps.
#[inline(always)]
pub(super) fn step_to<M: Articles>(
    articles: M,
    state: &State<SetOf<M>>,
    direction: usize,
    to: u8,
    jump: bool,
) -> Step {
    if !articles.flying() {
        let by = M::Layout::SHIFTS[direction];
        let before = |steps: i32| (i32::from(to) - steps * by) as u8;
        return if jump {
            Step { from: before(2), to, over: before(1) }
        } else {
            Step { from: before(1), to, over: NONE }
        };
    }
    let back = M::Layout::back(direction);
    let empty = M::Layout::BOARD & !(state.sides[0] | state.sides[1]);
    let first_back = |from: SetOf<M>| {
        let mut at = M::Layout::toward(from, back);
        while !(at & empty).is_empty() {
            at = M::Layout::toward(at, back);
        }
        at
    };
    let piece = first_back(Set::one(to));
    if jump {
        Step { from: first_back(piece).first(), to, over: piece.first() }
    } else {
        Step { from: piece.first(), to, over: NONE }
    }
}
