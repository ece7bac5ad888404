//! The most that a capture can still be worth, where its ways are too many to be tried one by one.
//!
//! What a piece can still capture depends on where it stands and what is left, not on the order in which the
//! rest was jumped, and so each of these is looked at once. What it can capture at most is bounded before it
//! is looked at, and what cannot reach what is needed is left. A flying king that may choose where to land
//! stands on all those squares at once: the next jump tells on which.

use super::jumps::{Jumper, ONE_KING, ONE_PIECE, Worth};
use super::layout::{Bits, Layout, Ways, all, all_but};
use super::movement::{Articles, ArticlesOn, SetOf};
use super::rules::Priority;
use crate::board::Set;
use foldhash::fast::FixedState;
use std::collections::HashMap;

/// What can still be captured by one piece in one turn.
pub(super) struct Ahead<S> {
    known: HashMap<Key<S>, Most, FixedState>,
    /// How much may be looked at.
    patience: usize,
    /// A stack to work on.
    jumps: Vec<Jump<S>>,
}

/// What the rest of a capture depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key<S> {
    at: S,
    prey: S,
    king: bool,
    /// Where jumped pieces leave at once.
    barred: Option<usize>,
    /// With the Italian priority: the pieces jumped so far, as long as no king is among them.
    made: Option<u32>,
}

/// What the rest of a capture is worth at most.
#[derive(Clone, Copy)]
struct Most {
    worth: Worth,
    /// Whether some capture is worth as much.
    exact: bool,
}

/// A jump that may be tried.
struct Jump<S> {
    after: Jumper<S>,
    gain: Worth,
    /// What the capture is worth from this jump on, at most.
    most: Worth,
}

impl<S: Bits> Ahead<S> {
    pub(super) fn new(patience: usize) -> Ahead<S> {
        Ahead { known: HashMap::default(), patience, jumps: Vec::new() }
    }

    /// So much more may be looked at.
    pub(super) fn go_on(&mut self, patience: usize) {
        self.patience = self.known.len().saturating_add(patience);
    }

    /// How much was looked at.
    pub(super) fn looked_at(&self) -> usize {
        self.known.len()
    }

    /// Sorts the jumps from one on, the most promising last.
    fn sort_from(&mut self, first: usize) {
        self.jumps[first..].sort_unstable_by_key(|jump| jump.most);
    }

    /// The greatest worth of a capture by a piece that has jumped `made` others; or, if that is below
    /// `needed`, something that is below it too and that no capture exceeds. Once `patience` is at an end, it
    /// is something that no capture exceeds.
    pub(super) fn most<M: ArticlesOn<S>>(
        &mut self,
        articles: M,
        seat: usize,
        jumper: &Jumper<S>,
        made: u32,
        needed: Worth,
    ) -> Worth {
        let (key, most) = self.bounded(articles, seat, jumper, made);
        if most.exact || most.worth < needed || self.looked_at() > self.patience {
            return most.worth;
        }
        let base = self.jumps.len();
        for direction in 0..M::Layout::DIRECTIONS {
            jumper.each_jump(articles, seat, direction, |victim, landings| {
                let after = jumper.after(articles, seat, direction, victim, landings);
                let gain = jumper.gain(articles, victim, made);
                let most = gain + self.bounded(articles, seat, &after, made + 1).1.worth;
                self.jumps.push(Jump { after, gain, most });
            });
        }
        self.sort_from(base);
        let (mut found, mut limit) = (0, 0);
        while self.jumps.len() > base
            && let Some(Jump { after, gain, most }) = self.jumps.pop()
        {
            let wanted = needed.max(found + 1);
            if most < wanted {
                limit = limit.max(most);
                break;
            }
            let worth = gain + self.most(articles, seat, &after, made + 1, wanted.saturating_sub(gain));
            if worth >= wanted {
                found = worth;
            } else {
                limit = limit.max(worth);
            }
        }
        self.jumps.truncate(base);
        let exact = found >= needed;
        let worth = if exact { found } else { limit };
        self.known.insert(key, Most { worth, exact });
        worth
    }

    /// What is known, or can be seen without trying, of what a piece can capture.
    fn bounded<M: ArticlesOn<S>>(
        &mut self,
        articles: M,
        seat: usize,
        jumper: &Jumper<S>,
        made: u32,
    ) -> (Key<S>, Most) {
        let first_king = articles.priority() == Priority::Italian && !jumper.king_jumped;
        let key = Key {
            at: jumper.at,
            prey: jumper.prey,
            king: jumper.king,
            barred: jumper.barred.filter(|_| articles.removed_at_once()),
            made: first_king.then_some(made),
        };
        let most = self.known.entry(key).or_insert_with(|| {
            let worth = jumper.bound(articles, seat, made);
            Most { worth, exact: worth == 0 }
        });
        (key, *most)
    }
}

/// How far from its end a capture is looked at for pieces that can only be among its last.
const LAST: usize = 3;

impl<S: Bits> Jumper<S> {
    /// Shows the pieces that it may jump over next in a direction, and where it would land, standing on any
    /// of its squares.
    #[inline]
    fn each_jump<M: ArticlesOn<S>>(
        &self,
        articles: M,
        seat: usize,
        direction: usize,
        mut visit: impl FnMut(S, S),
    ) {
        let far = self.flies(articles);
        self.victims(articles, seat, direction).each(|victim| {
            let victim = S::one(victim);
            let open = M::Layout::toward(victim, direction) & self.empty;
            if !open.is_empty() {
                visit(victim, slid::<M>(open, direction, self.empty, far));
            }
        });
    }

    /// A worth that no capture from here exceeds. Taken for possible is more than is: that each piece be
    /// jumped whatever was jumped before, and where jumped pieces leave at once, that squares be empty which
    /// may come to be. But no jump goes straight back (over the piece just jumped, or by rule 5.5).
    fn bound<M: ArticlesOn<S>>(&self, articles: M, seat: usize, made: u32) -> Worth {
        let now = articles.removed_at_once();
        let (mut empty, mut king) = (self.empty, self.king);
        // By direction: the pieces that may be jumped in it, and where that leads to.
        let (mut hit, mut landed) = ([S::EMPTY; 8], [S::EMPTY; 8]);
        let mut far = self.flies(articles);
        // What each direction was looked at with.
        let mut seen = [(S::EMPTY, S::EMPTY, false); 8];
        loop {
            let mut done = true;
            let prey = if articles.men_take_kings() || king { self.prey } else { self.prey & !self.kings };
            for d in (0..M::Layout::DIRECTIONS)
                .filter(|&d| king && articles.king_jumps(d) || articles.man_jumps(seat, d))
            {
                let stood = all_but::<M::Layout>(&landed, M::Layout::back(d));
                let from = if now && self.barred == Some(d) { stood } else { stood | self.at };
                if seen[d] == (from, empty, king) {
                    continue;
                }
                seen[d] = (from, empty, king);
                done = false;
                let victims = M::Layout::toward(slid::<M>(from, d, empty, far), d) & prey;
                let open = M::Layout::toward(victims, d) & empty;
                hit[d] = M::Layout::toward(open, M::Layout::back(d)) & victims;
                landed[d] = slid::<M>(open, d, empty, far);
                if now {
                    empty |= hit[d];
                }
            }
            if done {
                break;
            }
            king |= articles.through() && !(all::<M::Layout>(&landed) & articles.last_row(seat)).is_empty();
            far = king && articles.flying();
        }
        let prey = all::<M::Layout>(&hit);
        if prey.is_empty() {
            return 0;
        }
        let kings = (prey & self.kings).count() as u32 * ONE_KING;
        let beyond = match articles.priority() {
            Priority::Any | Priority::Max => 0,
            Priority::Italian if !self.king_jumped && kings > 0 => kings + 0xFF - made.min(0xFF),
            Priority::MaxKings | Priority::Italian => kings,
        };
        longest::<M>(self.at, &hit, &landed, empty, far) * ONE_PIECE + beyond
    }
}

/// How many of the pieces that may be `hit` one capture can jump at most: but for its first and its last,
/// each must be seen from where another jump has led, in a direction in which a further one is seen.
fn longest<M: Articles>(
    at: SetOf<M>,
    hit: &Ways<SetOf<M>>,
    landed: &Ways<SetOf<M>>,
    empty: SetOf<M>,
    far: bool,
) -> u32 {
    let toward = M::Layout::toward;
    let seen = |from, d| toward(slid::<M>(from, d, empty, far), d) & hit[d];
    let prey = all::<M::Layout>(hit);
    let (mut first, mut later, mut middle) = (Set::EMPTY, [SetOf::<M>::EMPTY; 8], *hit);
    for (d, later) in later.iter_mut().enumerate().take(M::Layout::DIRECTIONS) {
        first |= seen(at, d);
        *later = seen(all_but::<M::Layout>(landed, M::Layout::back(d)), d);
    }
    let mut count = prey.count();
    for last in 1..=LAST {
        let (mut seeing, mut next) = ([SetOf::<M>::EMPTY; 8], [SetOf::<M>::EMPTY; 8]);
        for d in 0..M::Layout::DIRECTIONS {
            seeing[d] =
                slid::<M>(toward(middle[d], M::Layout::back(d)) & empty, M::Layout::back(d), empty, far);
        }
        for d in 0..M::Layout::DIRECTIONS {
            let going_on =
                slid::<M>(all_but::<M::Layout>(&seeing, M::Layout::back(d)), M::Layout::back(d), empty, far);
            next[d] = toward(going_on, M::Layout::back(d)) & later[d];
        }
        let ends = prey & !all::<M::Layout>(&next);
        let most = last + usize::from(!(ends & first).is_empty());
        count = count.min(prey.count() - ends.count().saturating_sub(most));
        if next == middle {
            break;
        }
        middle = next;
    }
    count as u32
}

/// Squares and, if it is `far`, the empty ones that can be reached from them.
#[inline(always)]
fn slid<M: Articles>(from: SetOf<M>, direction: usize, empty: SetOf<M>, far: bool) -> SetOf<M> {
    if far { M::Layout::slide(from, direction, empty) | from } else { from }
}
