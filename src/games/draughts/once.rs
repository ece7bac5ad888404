//! Captures, each once, where many ways lead to the same.
//!
//! A capture goes on alike from wherever ways meet that jumped the same pieces. So ways are followed in their
//! order, and where one comes to what another has come to before it, it is left: the first way to each
//! capture is found, and none is found twice.

use super::ahead::Ahead;
use super::jumps::{Jumper, Path, Trail, Worth};
use super::layout::Layout;
use super::movement::{Articles, SetOf};
use super::rules::Priority;
use super::squares::Squares;
use crate::board::Set;
use foldhash::fast::FixedState;
use std::collections::HashSet;

/// Is shown a capture, and whether the piece is a king at its end.
type Visit<'a, S, T> = dyn FnMut(&Path<S, T>, bool) + 'a;

/// Shows the captures by `jumpers` that pass rule 7, each once, and whether the piece is a king at its end:
/// of several ways the one whose squares come first in the `order` of rule 2.4, or, if there is none, by
/// direction. Ways begin with `trail`. Whether it came to an end before so much was looked at as `patience`
/// says.
#[cold]
#[inline(never)]
pub(super) fn each_once<M: Articles, T: Trail>(
    articles: M,
    seat: usize,
    jumpers: &[Jumper<SetOf<M>>],
    order: Option<&Squares>,
    trail: &T,
    patience: usize,
    visit: &mut Visit<'_, SetOf<M>, T>,
) -> bool {
    let any = articles.priority() == Priority::Any;
    let (mut best, mut left) = (0, patience);
    let mut walks = Vec::with_capacity(jumpers.len());
    for jumper in jumpers {
        let (mut ahead, start) = (Ahead::new(left), jumper.start(articles));
        if !any {
            let most = ahead.most(articles, seat, jumper, 0, (best + 1_u32).saturating_sub(start));
            best = best.max(start + most);
            left = left.saturating_sub(ahead.looked_at());
        }
        if left == 0 {
            return false;
        }
        walks.push((jumper, start, ahead));
    }
    for (jumper, start, mut ahead) in walks {
        ahead.go_on(left);
        let before = ahead.looked_at();
        let path = Path::new(jumper.at.first(), trail.clone(), 0);
        let seen = HashSet::default();
        let mut walk =
            Walk { articles, seat, order, best: (!any).then_some(best), ahead, path, seen, left, visit };
        walk.go_on(jumper, start);
        left = walk.left.saturating_sub(walk.ahead.looked_at() - before);
        if left == 0 {
            return false;
        }
    }
    true
}

/// Where a way has come to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Stage<S, K> {
    victims: S,
    at: u8,
    /// Whether the capture ends here, and if not, what its rest depends on too.
    on: Option<(bool, Option<usize>)>,
    mark: K,
}

/// Follows the ways of one piece.
struct Walk<'a, M: Articles, T: Trail> {
    articles: M,
    seat: usize,
    order: Option<&'a Squares>,
    /// What a capture must be worth, if not any will do.
    best: Option<Worth>,
    ahead: Ahead<SetOf<M>>,
    path: Path<SetOf<M>, T>,
    seen: HashSet<Stage<SetOf<M>, T::Mark>, FixedState>,
    /// How many more stages may be looked at.
    left: usize,
    visit: &'a mut Visit<'a, SetOf<M>, T>,
}

/// Where a jump may land, the pieces jumped, what the capture is worth then, and whether it goes on.
struct Landing<S> {
    to: u8,
    direction: usize,
    victim: S,
    worth: Worth,
    goes_on: bool,
}

impl<M: Articles, T: Trail> Walk<'_, M, T> {
    fn go_on(&mut self, jumper: &Jumper<SetOf<M>>, worth: Worth) {
        let (articles, seat, made) = (self.articles, self.seat, self.path.victims.count() as u32);
        let mut jumps = Vec::new();
        for direction in 0..M::Layout::DIRECTIONS {
            let (victim, landings) = jumper.jump(articles, seat, direction);
            if landings.is_empty() {
                continue;
            }
            let worth = worth + jumper.gain(articles, victim, made);
            let next = jumper.after(articles, seat, direction, victim, landings);
            let needed = self.best.map_or(0, |best| best.saturating_sub(worth));
            if needed > 0 && self.ahead.most(articles, seat, &next, made + 1, needed) < needed {
                continue;
            }
            let going = if jumper.flies(articles) {
                jumper.going_on(articles, direction, victim, landings)
            } else {
                landings.only_if(next.can_jump(articles, seat))
            };
            let goes_on = !going.is_empty();
            if goes_on || needed == 0 {
                let landings = if goes_on { going } else { landings };
                landings.each(|to| jumps.push(Landing { to, direction, victim, worth, goes_on }));
            }
        }
        if let Some(squares) = self.order {
            sort(&mut jumps, squares);
        }
        for Landing { to, direction, victim, worth, goes_on } in jumps {
            let next = jumper.after(articles, seat, direction, victim, Set::one(to));
            let victims = self.path.victims | victim;
            let barred = next.barred.filter(|_| articles.removed_at_once());
            let before = std::mem::replace(&mut self.path.victims, victims);
            self.path.trail.push(victim, to);
            let on = goes_on.then_some((next.king, barred));
            if self.left > 0 && self.seen.insert(Stage { victims, at: to, on, mark: self.path.trail.mark() })
            {
                self.left -= 1;
                if goes_on {
                    self.go_on(&next, worth);
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

/// Sorts landings in the order of rule 2.4: once for each kind of set, not for each kind of way.
fn sort<S>(jumps: &mut [Landing<S>], squares: &Squares) {
    jumps.sort_unstable_by_key(|landing| squares.place(landing.to));
}
