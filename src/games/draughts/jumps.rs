//! Jumps of one piece, and the captures that they begin.

use super::layout::{Bits, Layout};
use super::movement::{Articles, ArticlesOn, SetOf};
use super::rules::Priority;
use super::state::{Placement, State};
use super::steps::Steps;
use crate::board::Set;
use std::hash::Hash;

/// A piece that jumps, as the board looks to it.
pub(super) struct Jumper<S> {
    /// Where it stands.
    pub(super) at: S,
    /// Empty squares; its own counts as one, since it leaves it.
    pub(super) empty: S,
    /// Enemy pieces that were not jumped yet.
    pub(super) prey: S,
    /// The kings among them, and others.
    pub(super) kings: S,
    /// Whether it is a king.
    pub(super) king: bool,
    /// The direction that it must not jump in, where jumped pieces leave at once (Draughts 5.5).
    pub(super) barred: Option<usize>,
    /// Whether it has jumped a king (Draughts 7.5 d).
    pub(super) king_jumped: bool,
}

/// How captures are ranked, as a number: most pieces, and so on down rule 7.
pub(super) type Worth = u32;

pub(super) const ONE_PIECE: Worth = 1 << 20;
const WITH_KING: Worth = 1 << 19;
pub(super) const ONE_KING: Worth = 1 << 8;
/// Below all that jumps are worth: with the Italian priority, which has a use for so little, a king does not
/// come first by rule 7.7.
const KING_FIRST: Worth = 1;

impl<S: Bits> Jumper<S> {
    /// A piece of the seat to move, before its turn.
    #[inline(always)]
    pub(super) fn before<L: Layout<Set = S>>(placed: &Placement<S>, seat: usize, at: S) -> Self {
        Jumper {
            at,
            empty: placed.empty::<L>() | at,
            prey: placed.sides[1 - seat],
            kings: placed.kings,
            king: !(placed.kings & at).is_empty(),
            barred: None,
            king_jumped: false,
        }
    }

    /// The piece that must go on.
    #[inline(always)]
    pub(super) fn midway<M: ArticlesOn<S>>(
        articles: M,
        state: &State<S>,
        seat: usize,
        at: u8,
        last: u8,
    ) -> Self {
        let mut jumper = Jumper::before::<M::Layout>(&state.placement(), seat, S::one(at));
        jumper.prey &= !state.jumped;
        if articles.removed_at_once() {
            jumper.barred = M::Layout::heading(last, at).map(M::Layout::back);
        }
        if articles.priority() == Priority::Italian {
            jumper.king_jumped = !(state.jumped & state.kings).is_empty();
        }
        jumper
    }

    /// The piece on `at` that begins or continues a capture.
    #[inline(always)]
    pub(super) fn of<M: ArticlesOn<S>>(articles: M, state: &State<S>, seat: usize, at: u8) -> Self {
        match state.sequence().last() {
            Some(&last) => Jumper::midway(articles, state, seat, at, last),
            None => Jumper::before::<M::Layout>(&state.placement(), seat, S::one(at)),
        }
    }

    /// Whether it has long range.
    #[inline(always)]
    pub(super) fn flies<M: Articles>(&self, articles: M) -> bool {
        articles.flying() && self.king
    }

    /// Whether it may jump in a direction (Draughts 5.2, 5.5).
    #[inline(always)]
    fn may_head<M: ArticlesOn<S>>(&self, articles: M, seat: usize, direction: usize) -> bool {
        let may =
            if self.king { articles.king_jumps(direction) } else { articles.man_jumps(seat, direction) };
        may && !(articles.removed_at_once() && self.barred == Some(direction))
    }

    /// The enemy pieces that it sees in a direction and may jump if there is room behind them (Draughts 5.1
    /// to 5.5).
    #[inline(always)]
    pub(super) fn victims<M: ArticlesOn<S>>(&self, articles: M, seat: usize, direction: usize) -> S {
        if !self.may_head(articles, seat, direction) {
            return S::EMPTY;
        }
        let prey = if articles.men_take_kings() || self.king { self.prey } else { self.prey & !self.kings };
        let run = if self.flies(articles) {
            M::Layout::slide(self.at, direction, self.empty) | self.at
        } else {
            self.at
        };
        M::Layout::toward(run, direction) & prey
    }

    /// The piece that it would jump over in a direction, and where it could land; both empty if it cannot.
    #[inline(always)]
    pub(super) fn jump<M: ArticlesOn<S>>(&self, articles: M, seat: usize, direction: usize) -> (S, S) {
        if !self.may_head(articles, seat, direction) {
            return (S::EMPTY, S::EMPTY);
        }
        let victim = self.victims(articles, seat, direction);
        let landings = if self.flies(articles) {
            M::Layout::slide(victim, direction, self.empty)
        } else {
            M::Layout::toward(victim, direction) & self.empty
        };
        (victim, landings)
    }

    /// Whether it has any jump.
    #[inline(always)]
    pub(super) fn can_jump<M: ArticlesOn<S>>(&self, articles: M, seat: usize) -> bool {
        (0..M::Layout::DIRECTIONS).any(|direction| !self.jump(articles, seat, direction).1.is_empty())
    }

    /// The piece after a jump.
    #[inline(always)]
    pub(super) fn after<M: ArticlesOn<S>>(
        &self,
        articles: M,
        seat: usize,
        direction: usize,
        victim: S,
        to: S,
    ) -> Self {
        Jumper {
            at: to,
            empty: if articles.removed_at_once() { self.empty | victim } else { self.empty },
            prey: self.prey & !victim,
            kings: self.kings,
            king: self.king || articles.through() && !(to & articles.last_row(seat)).is_empty(),
            barred: Some(M::Layout::back(direction)),
            king_jumped: self.king_jumped || !(victim & self.kings).is_empty(),
        }
    }

    /// Those of the `landings` of a flying king behind `victim` from which it can jump on.
    #[inline(always)]
    pub(super) fn going_on<M: ArticlesOn<S>>(
        &self,
        articles: M,
        direction: usize,
        victim: S,
        landings: S,
    ) -> S {
        let empty = if articles.removed_at_once() { self.empty | victim } else { self.empty };
        let prey = self.prey & !victim;
        let mut going = S::EMPTY;
        // All squares that see a piece with an empty square behind it. Back over the piece just jumped there
        // is no way.
        let opposite = M::Layout::back(direction);
        let may = |ahead: &usize| *ahead != opposite && articles.king_jumps(*ahead);
        for ahead in (0..M::Layout::DIRECTIONS).filter(may) {
            let back = M::Layout::back(ahead);
            let open = M::Layout::toward(empty, back) & prey;
            let seeing = M::Layout::toward(open, back) & empty;
            going |= seeing | M::Layout::slide(seeing, back, empty);
        }
        going & landings
    }

    /// What jumping `victim` adds to the worth of a capture, `made` pieces having been jumped before
    /// (Draughts 7.3 to 7.5).
    #[inline(always)]
    pub(super) fn gain<M: Articles>(&self, articles: M, victim: S, made: u32) -> Worth {
        let king = !(victim & self.kings).is_empty();
        match articles.priority() {
            Priority::MaxKings if king => ONE_PIECE + ONE_KING,
            Priority::Italian if king && self.king_jumped => ONE_PIECE + ONE_KING,
            Priority::Italian if king => ONE_PIECE + ONE_KING + 0xFF - made.min(0xFF),
            _ => ONE_PIECE,
        }
    }

    /// The worth of a capture before its first jump.
    #[inline(always)]
    pub(super) fn start<M: Articles>(&self, articles: M) -> Worth {
        match articles.priority() {
            Priority::Italian if self.king => WITH_KING,
            _ if articles.king_first() && self.king => KING_FIRST,
            _ => 0,
        }
    }

    /// The greatest worth of a capture that goes on from here; something or other once `patience` is at an
    /// end.
    pub(super) fn best<M: ArticlesOn<S>>(
        &self,
        articles: M,
        seat: usize,
        worth: Worth,
        made: u32,
        patience: &mut u32,
    ) -> Worth {
        if *patience == 0 {
            return worth;
        }
        *patience -= 1;
        let mut best = worth;
        for direction in 0..M::Layout::DIRECTIONS {
            let (victim, landings) = self.jump(articles, seat, direction);
            if landings.is_empty() {
                continue;
            }
            let worth = worth + self.gain(articles, victim, made);
            let mut go_on = |to: S| {
                let next = self.after(articles, seat, direction, victim, to);
                best = best.max(next.best(articles, seat, worth, made + 1, patience));
            };
            if self.flies(articles) {
                self.going_on(articles, direction, victim, landings).each(|to| go_on(S::one(to)));
                best = best.max(worth);
            } else {
                go_on(landings);
            }
        }
        best
    }

    /// Adds the jumps that begin captures which pass rule 7, among all that were added since `best` was 0.
    /// `go_on` is shown a piece after its first jump, the worth of that and the best so far, and says what a
    /// capture that goes on so is worth, if it is not less than the best.
    #[inline(always)]
    pub(super) fn add_jumps<M: ArticlesOn<S>>(
        &self,
        articles: M,
        seat: usize,
        steps: &mut Steps<S>,
        best: &mut Worth,
        mut go_on: impl FnMut(&Self, Worth, Worth) -> Worth,
    ) {
        for direction in 0..M::Layout::DIRECTIONS {
            let (victim, landings) = self.jump(articles, seat, direction);
            if landings.is_empty() {
                continue;
            }
            let going = if self.flies(articles) {
                self.going_on(articles, direction, victim, landings)
            } else {
                landings
            };
            if articles.priority() == Priority::Any {
                // Draughts 7.2: of the squares behind a piece, those from which it goes on.
                steps.landings[direction] |= if going.is_empty() { landings } else { going };
                continue;
            }
            let mut offer = |best: &mut Worth, worth: Worth, to: S| {
                if worth > *best {
                    *best = worth;
                    steps.landings = [S::EMPTY; 8];
                }
                if worth == *best {
                    steps.landings[direction] |= to;
                }
            };
            let worth = self.start(articles) + self.gain(articles, victim, 0);
            if going.is_empty() {
                offer(best, worth, landings);
            }
            going.each(|to| {
                let to = S::one(to);
                let worth = go_on(&self.after(articles, seat, direction, victim, to), worth, *best);
                offer(best, worth, to);
            });
        }
    }

    /// Shows every whole capture from here that no jump can lengthen, with its worth, and whether the piece
    /// is a king at its end. Whether there is one.
    fn each_capture<M: ArticlesOn<S>, T: Trail>(
        &self,
        articles: M,
        seat: usize,
        path: &mut Path<S, T>,
        worth: Worth,
        visit: &mut impl FnMut(&Path<S, T>, Worth, bool),
    ) -> bool {
        if path.patience == 0 {
            return true;
        }
        path.patience -= 1;
        let mut any = false;
        for direction in 0..M::Layout::DIRECTIONS {
            let (victim, landings) = self.jump(articles, seat, direction);
            if landings.is_empty() {
                continue;
            }
            any = true;
            let worth = worth + self.gain(articles, victim, path.victims.count() as u32);
            path.victims |= victim;
            let mut land = |to: u8, goes_on: bool| {
                let next = self.after(articles, seat, direction, victim, S::one(to));
                path.trail.push(victim, to);
                if !(goes_on && next.each_capture::<M, T>(articles, seat, path, worth, visit)) {
                    path.to = to;
                    visit(path, worth, next.king);
                }
                path.trail.pop();
            };
            if self.flies(articles) {
                let going = self.going_on(articles, direction, victim, landings);
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

/// The jumps of a capture in their order, for those who want to know them.
pub(super) trait Trail: Clone {
    /// What else of a way counts where ways meet that jumped the same pieces.
    type Mark: Copy + Eq + Hash;

    /// That of the way so far.
    fn mark(&self) -> Self::Mark;

    /// Notes a jump.
    fn push<S: Set>(&mut self, victim: S, to: u8);

    /// Forgets the last one.
    fn pop(&mut self);
}

impl Trail for () {
    type Mark = ();

    #[inline(always)]
    fn mark(&self) {}

    #[inline(always)]
    fn push<S: Set>(&mut self, _victim: S, _to: u8) {}

    #[inline(always)]
    fn pop(&mut self) {}
}

/// The square jumped and the square reached, for each jump.
impl Trail for Vec<(u8, u8)> {
    type Mark = ();

    fn mark(&self) {}

    fn push<S: Set>(&mut self, victim: S, to: u8) {
        Vec::push(self, (victim.first(), to));
    }

    fn pop(&mut self) {
        Vec::pop(self);
    }
}

/// A capture under way: its first square, the squares jumped, the square reached.
pub(super) struct Path<S, T> {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) victims: S,
    pub(super) trail: T,
    /// How many more squares will be looked at from which it could go on.
    patience: u64,
}

impl<S: Set, T: Trail> Path<S, T> {
    /// Before the first jump.
    pub(super) fn new(from: u8, trail: T, patience: u64) -> Path<S, T> {
        Path { from, to: from, victims: S::EMPTY, trail, patience }
    }
}

/// Shows every whole capture by a jumper that no jump can lengthen, with its worth, and whether the piece is
/// a king at its end. Whether it came to an end before its patience did.
#[inline(always)]
pub(super) fn each_capture_by<M: Articles, T: Trail + Default>(
    articles: M,
    jumper: &Jumper<SetOf<M>>,
    seat: usize,
    patience: u64,
    visit: &mut impl FnMut(&Path<SetOf<M>, T>, Worth, bool),
) -> bool {
    let mut path = Path::new(jumper.at.first(), T::default(), patience);
    jumper.each_capture::<M, T>(articles, seat, &mut path, jumper.start(articles), visit);
    path.patience > 0
}

/// The same, of all that the seat to move can make: by the piece that must go on, or else by `jumpers`.
#[inline(always)]
pub(super) fn each_capture<M: Articles, T: Trail + Default>(
    articles: M,
    state: &State<SetOf<M>>,
    seat: usize,
    jumpers: SetOf<M>,
    patience: u64,
    mut visit: impl FnMut(&Path<SetOf<M>, T>, Worth, bool),
) -> bool {
    let mut through = true;
    jumpers.each(|from| {
        let jumper = Jumper::of(articles, state, seat, from);
        through &= each_capture_by::<M, T>(articles, &jumper, seat, patience, &mut visit);
    });
    through
}
