//! Makes steps, passes the turn and detects the end of the game.

use super::endings::EndingClass;
use super::jumps::Jumper;
use super::layout::Layout;
use super::movegen;
use super::movement::{MovementRules, SetOf};
use super::options::{Endings, RuleSet, Win};
use super::state::{QuietMove, State, Step};
use super::turns::Capture;
use crate::board::Bitboard;
use crate::game::{Outcome, Reason, Returns, Seat};

/// Makes a legal step.
#[inline(always)]
pub(super) fn apply<M: MovementRules>(movement: M, rules: &RuleSet, state: &mut State<SetOf<M>>, step: Step) {
    match state.turn {
        Seat::ZERO => apply_by(movement, rules, state, step, 0),
        _ => apply_by(movement, rules, state, step, 1),
    }
}

/// Same as `apply`, but not inlined, for cold paths.
#[inline(never)]
pub(super) fn apply_cold<M: MovementRules>(
    movement: M,
    rules: &RuleSet,
    state: &mut State<SetOf<M>>,
    step: Step,
) {
    apply(movement, rules, state, step);
}

#[inline(always)]
fn apply_by<M: MovementRules>(
    movement: M,
    rules: &RuleSet,
    state: &mut State<SetOf<M>>,
    step: Step,
    seat: usize,
) {
    let (from, to) = (SetOf::<M>::one(step.from), SetOf::<M>::one(step.to));
    let king = !(state.kings & from).is_empty();
    state.sides[seat] = state.sides[seat] & !from | to;
    if king {
        state.kings = state.kings & !from | to;
    }
    if step.is_jump() {
        apply_jump(movement, rules, state, step, seat);
        return;
    }
    let crowned = if king || M::Layout::stays_in_row(step.from, step.to) {
        state.quiet = state.quiet.saturating_add(1);
        state.record_quiet_move(seat, QuietMove::new(step.from, step.to, !king));
        Bitboard::EMPTY
    } else {
        state.clear_history();
        to & movement.last_row(seat)
    };
    end_turn(movement, rules, state, seat, Bitboard::EMPTY, crowned);
}

/// Completes a jump after the piece was moved. The turn continues if the piece can jump again (Draughts 5.6).
#[inline(always)]
fn apply_jump<M: MovementRules>(
    movement: M,
    rules: &RuleSet,
    state: &mut State<SetOf<M>>,
    step: Step,
    seat: usize,
) {
    let (over, to) = (SetOf::<M>::one(step.over), SetOf::<M>::one(step.to));
    let last_row = to & movement.last_row(seat);
    state.jumped |= over;
    if movement.removed_at_once() {
        state.sides[1 - seat] &= !over;
        state.kings &= !over;
    }
    if movement.through() {
        state.kings |= last_row;
    }
    if Jumper::mid_capture(movement, state, seat, step.to, step.over).can_jump(movement, seat) {
        state.capturing = step.to;
        state.record_jump(step.over);
        return;
    }
    let removed = if movement.removed_at_once() { Bitboard::EMPTY } else { state.jumped };
    end_capture(movement, rules, state, seat, removed, last_row);
}

/// Makes a whole capture. `king` states whether the piece is a king when it arrives.
pub(super) fn apply_capture<M: MovementRules>(
    movement: M,
    rules: &RuleSet,
    state: &mut State<SetOf<M>>,
    capture: Capture<SetOf<M>>,
    king: bool,
) {
    let seat = state.turn.parity();
    let class = rules.endings.class(state.sides, state.kings);
    let capture = Capture { victims: state.jumped | capture.victims, ..capture };
    let placed = state.placement().after_capture(movement, seat, capture, king);
    (state.sides, state.kings) = (placed.sides, placed.kings);
    state.clear_capture();
    pass_turn(movement, rules, state, seat, class);
}

/// Ends a turn of jumps. Not inlined: the code that ends a turn is half of the compiled code of draughts.
/// Moves have their own copy, and all captures share this one.
#[inline(never)]
fn end_capture<M: MovementRules>(
    movement: M,
    rules: &RuleSet,
    state: &mut State<SetOf<M>>,
    seat: usize,
    removed: SetOf<M>,
    crowned: SetOf<M>,
) {
    state.clear_capture();
    end_turn(movement, rules, state, seat, removed, crowned);
}

/// Removes the pieces `removed`, crowns (Draughts 6.1) and passes the turn.
#[inline(always)]
fn end_turn<M: MovementRules>(
    movement: M,
    rules: &RuleSet,
    state: &mut State<SetOf<M>>,
    seat: usize,
    removed: SetOf<M>,
    crowned: SetOf<M>,
) {
    let class = rules.endings.class(state.sides, state.kings);
    state.sides[1 - seat] &= !removed;
    state.kings = state.kings & !removed | crowned;
    pass_turn(movement, rules, state, seat, class);
}

/// Passes the turn and detects draws. `class` is the ending class at the beginning of the turn (Draughts
/// 10.2).
#[inline(always)]
fn pass_turn<M: MovementRules>(
    movement: M,
    rules: &RuleSet,
    state: &mut State<SetOf<M>>,
    seat: usize,
    class: Option<EndingClass>,
) {
    state.turn = Seat::from_index(1 - seat);
    match class {
        Some(class) if rules.endings.class(state.sides, state.kings) == Some(class) => {
            state.count = state.count.saturating_add(rules.endings.counts_turn(class, seat).into());
        }
        _ => state.count = 0,
    }
    state.draw = draw_reason(movement, rules, state);
}

/// Returns the first draw of rules 10.2 to 10.4 that applies at the beginning of a turn.
#[inline(always)]
pub(super) fn draw_reason<M: MovementRules>(
    movement: M,
    rules: &RuleSet,
    state: &State<SetOf<M>>,
) -> Option<Reason> {
    if state.count > 0 {
        let class = rules.endings.class(state.sides, state.kings);
        if class.is_some_and(|class| state.count >= rules.endings.limit(class)) {
            return Some(Reason::EndingCount);
        }
    }
    if rules.endings == Endings::Turkish && state.placement().is_one_piece_each(movement, state.turn.parity())
    {
        return Some(Reason::OneEach);
    }
    if state.quiet >= rules.quiet {
        return Some(Reason::NoProgress);
    }
    (state.may_have_occurred(2) && state.occurrences() >= 3).then_some(Reason::Repetition)
}

/// Returns how the game ended, or `None` if it is not over (Draughts 10.1).
#[inline(always)]
pub(super) fn outcome<M: MovementRules>(
    movement: M,
    rules: &RuleSet,
    state: &State<SetOf<M>>,
) -> Option<Outcome> {
    if movegen::legal_cold(movement, state).is_empty::<M::Layout>() {
        let stuck = state.turn;
        let winner = if rules.win == Win::Lose { stuck } else { stuck.other() };
        let bare = state.sides[stuck.parity()].is_empty();
        let reason = if bare { Reason::Elimination } else { Reason::Immobile };
        return Some(Outcome { returns: Returns::win(2, |seat| seat == winner), reason });
    }
    state.draw.map(|reason| Outcome { returns: Returns::ZERO, reason })
}
