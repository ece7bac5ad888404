//! Making steps, and the draws that end the game.

use super::endings::Class;
use super::jumps::Jumper;
use super::layout::Layout;
use super::movement::{Articles, SetOf};
use super::rules::{Endings, RuleSet, Win};
use super::state::{QuietMove, State, Step};
use super::steps;
use super::turns::Capture;
use crate::board::Set;
use crate::game::{Outcome, Reason, Returns};

/// Makes a legal step.
#[inline(always)]
pub(super) fn apply<M: Articles>(articles: M, rules: &RuleSet, state: &mut State<SetOf<M>>, step: Step) {
    match state.turn {
        0 => apply_by(articles, rules, state, step, 0),
        _ => apply_by(articles, rules, state, step, 1),
    }
}

/// The same for cold paths.
#[inline(never)]
pub(super) fn apply_cold<M: Articles>(articles: M, rules: &RuleSet, state: &mut State<SetOf<M>>, step: Step) {
    apply(articles, rules, state, step);
}

#[inline(always)]
fn apply_by<M: Articles>(articles: M, rules: &RuleSet, state: &mut State<SetOf<M>>, step: Step, seat: usize) {
    let (from, to) = (SetOf::<M>::one(step.from), SetOf::<M>::one(step.to));
    let king = !(state.kings & from).is_empty();
    state.sides[seat] = state.sides[seat] & !from | to;
    if king {
        state.kings = state.kings & !from | to;
    }
    if step.is_jump() {
        jump(articles, rules, state, step, seat);
        return;
    }
    let crowned = if king || M::Layout::sideways(step.from, step.to) {
        state.quiet = state.quiet.saturating_add(1);
        state.remember(seat, QuietMove::new(step.from, step.to, !king));
        Set::EMPTY
    } else {
        state.forget();
        to & articles.last_row(seat)
    };
    end_turn(articles, rules, state, seat, Set::EMPTY, crowned);
}

/// The rest of a jump, the piece having moved: the turn goes on if it can (Draughts 5.6).
#[inline(always)]
fn jump<M: Articles>(articles: M, rules: &RuleSet, state: &mut State<SetOf<M>>, step: Step, seat: usize) {
    let (over, to) = (SetOf::<M>::one(step.over), SetOf::<M>::one(step.to));
    let last_row = to & articles.last_row(seat);
    state.jumped |= over;
    if articles.removed_at_once() {
        state.sides[1 - seat] &= !over;
        state.kings &= !over;
    }
    if articles.through() {
        state.kings |= last_row;
    }
    if Jumper::midway(articles, state, seat, step.to, step.over).can_jump(articles, seat) {
        state.at = step.to;
        state.note_jump(step.over);
        return;
    }
    let gone = if articles.removed_at_once() { Set::EMPTY } else { state.jumped };
    end_capture(articles, rules, state, seat, gone, last_row);
}

/// Makes a whole capture at once; `king` tells whether the piece is a king when it arrives.
pub(super) fn capture<M: Articles>(
    articles: M,
    rules: &RuleSet,
    state: &mut State<SetOf<M>>,
    capture: Capture<SetOf<M>>,
    king: bool,
) {
    let seat = (state.turn & 1) as usize;
    let class = rules.endings.class(state.sides, state.kings);
    let capture = Capture { victims: state.jumped | capture.victims, ..capture };
    let placed = state.placement().captured(articles, seat, capture, king);
    (state.sides, state.kings) = (placed.sides, placed.kings);
    state.forget_capture();
    pass_turn(articles, rules, state, seat, class);
}

/// Ends a turn of jumps. (What ends a turn is half of all that is compiled for draughts: moves have a copy of
/// their own, these share one.)
#[inline(never)]
fn end_capture<M: Articles>(
    articles: M,
    rules: &RuleSet,
    state: &mut State<SetOf<M>>,
    seat: usize,
    gone: SetOf<M>,
    crowned: SetOf<M>,
) {
    state.forget_capture();
    end_turn(articles, rules, state, seat, gone, crowned);
}

/// Takes the pieces `gone` off, crowns (Draughts 6.1) and passes the turn.
#[inline(always)]
fn end_turn<M: Articles>(
    articles: M,
    rules: &RuleSet,
    state: &mut State<SetOf<M>>,
    seat: usize,
    gone: SetOf<M>,
    crowned: SetOf<M>,
) {
    let class = rules.endings.class(state.sides, state.kings);
    state.sides[1 - seat] &= !gone;
    state.kings = state.kings & !gone | crowned;
    pass_turn(articles, rules, state, seat, class);
}

/// Passes the turn, which began with a class of material (Draughts 10.2), and looks for draws.
#[inline(always)]
fn pass_turn<M: Articles>(
    articles: M,
    rules: &RuleSet,
    state: &mut State<SetOf<M>>,
    seat: usize,
    class: Option<Class>,
) {
    state.turn = 1 - seat as u8;
    match class {
        Some(class) if rules.endings.class(state.sides, state.kings) == Some(class) => {
            state.count = state.count.saturating_add(rules.endings.counts(class, seat).into());
        }
        _ => state.count = 0,
    }
    state.draw = draw(articles, rules, state);
}

/// The first draw of rules 10.2 to 10.4 that holds at the beginning of a turn.
#[inline(always)]
pub(super) fn draw<M: Articles>(articles: M, rules: &RuleSet, state: &State<SetOf<M>>) -> Option<Reason> {
    if state.count > 0 {
        let class = rules.endings.class(state.sides, state.kings);
        if class.is_some_and(|class| state.count >= rules.endings.limit(class)) {
            return Some(Reason::EndingCount);
        }
    }
    if rules.endings == Endings::Turkish && state.placement().one_each(articles, state.turn as usize & 1) {
        return Some(Reason::OneEach);
    }
    if state.quiet >= rules.quiet {
        return Some(Reason::NoProgress);
    }
    (state.may_have_been(2) && state.occurrences() >= 3).then_some(Reason::Repetition)
}

/// How the game has ended, if it has (Draughts 10.1).
#[inline(always)]
pub(super) fn outcome<M: Articles>(articles: M, rules: &RuleSet, state: &State<SetOf<M>>) -> Option<Outcome> {
    if steps::listed(articles, state).is_empty::<M::Layout>() {
        let stuck = state.turn;
        let winner = if rules.win == Win::Lose { stuck } else { 1 - stuck };
        let bare = state.sides[(stuck & 1) as usize].is_empty();
        let reason = if bare { Reason::Elimination } else { Reason::Immobile };
        return Some(Outcome { returns: Returns::win(2, |seat| seat == winner), reason });
    }
    state.draw.map(|reason| Outcome { returns: Returns::ZERO, reason })
}
