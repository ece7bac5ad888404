//! Whether the fields of a position string of a course fit together.

use super::course::{Phase, State, pile_of};
use super::goal::Goal;
use super::layout::{CARDS, deck};
use super::{FAILURE, Golf, HOLES, MOST_MOVES};
use crate::game::{FenError, FieldText, Seat};
use crate::games::chess::kit::piles::{Card, Pile};

/// A card of which there are more in one pile than in another.
pub fn more_than(pile: Pile, other: Pile) -> Option<Card> {
    CARDS.into_iter().find(|&card| pile.of(card) > other.of(card))
}

/// Checks the state as a whole.
pub fn validate(golf: &Golf, state: &mut State, _field: FieldText<'_>) -> Result<(), FenError> {
    check_course(golf, state)?;
    check_hole(golf, state)
}

/// Checks the state of the course (7A.1, 7B.1, 7B.2, 7B.6).
fn check_course(golf: &Golf, state: &State) -> Result<(), FenError> {
    let refused = |problem: String| Err(FenError::impossible(problem));
    let State { phase, hole, k, rise, .. } = *state;
    let alone = golf.alone();
    let all = [state.cards, state.pile, state.discards];
    let deck = deck();
    if let Some(card) =
        CARDS.into_iter().find(|&card| all.iter().map(|pile| pile.of(card)).sum::<u8>() != deck.of(card))
    {
        return refused(format!(
            "the drawn cards, the pile and the discards must be all sixteen cards, but not for '{}' (7A.1)",
            card.letter()
        ));
    }
    if hole == 0 || (hole > HOLES) != (phase == Phase::End) {
        return refused(format!("expected a hole from 1 to {HOLES}, or {} at the end (7D)", HOLES + 1));
    }
    // Before each hole but the first the number of cards may have risen; not yet where that is asked.
    let rises = if alone { 0 } else { hole.min(HOLES) - 1 - u8::from(phase == Phase::Level && hole > 1) };
    if k < golf.cards || k > golf.cards + rises {
        return refused(format!(
            "expected {} to {} cards in hole {hole}, got {k} (7B.6)",
            golf.cards,
            golf.cards + rises
        ));
    }
    if rise && hole == 1 || phase == Phase::Level && !rise {
        return refused(
            "phase level needs a rise: the dealer chooses only after a hole with equal bids (7B.6)".into(),
        );
    }
    if alone && matches!(phase, Phase::Level | Phase::Bid) {
        return refused("a single player neither deals nor bids (7C.1)".into());
    }
    let asked = if phase == Phase::Level || phase == Phase::End { state.dealer } else { state.seat };
    if state.seat != asked {
        return refused(format!("expected '{0}' as the seat to act: seat {0} is the dealer", state.dealer));
    }
    let drawn = state.cards.count();
    let right = match phase {
        Phase::Level | Phase::End => drawn == 0,
        Phase::Draw => drawn < k && state.pile.count() >= k - drawn,
        _ => drawn == k,
    };
    if !right {
        return refused(format!("{drawn} of {k} cards cannot have been drawn in this phase (7B.2)"));
    }
    let (fewest, most) = if alone { (golf.cards - 1, FAILURE) } else { (0, FAILURE + 1) };
    for &total in &state.totals[..if alone { 1 } else { 2 }] {
        if !((hole - 1) * fewest..=(hole - 1) * most).contains(&total) {
            return refused(format!("a total of {total} is not possible in {} holes (7B.3, 7C.1)", hole - 1));
        }
    }
    Ok(())
}

/// Checks the state of the hole (7A.4, 7B.3, 7C.1).
fn check_hole(golf: &Golf, state: &State) -> Result<(), FenError> {
    let refused = |problem: String| Err(FenError::impossible(problem));
    let State { phase, seat, made, goal, .. } = *state;
    let playing = matches!(phase, Phase::Play | Phase::Place);
    let bid = state.bids[seat.index()];
    // The values that follow from the bids and the failures. The position string repeats them.
    let due = State {
        sheet: [0; 2],
        failed: None,
        made: 0,
        goal: Goal::default(),
        away: Pile::default(),
        ..*state
    };
    if !playing {
        let bids = [(phase == Phase::Bid && seat == Seat::ONE).then_some(()), None];
        if state.bids.map(|bid| bid.map(|_| ())) != bids {
            return refused(
                "the bids do not fit the phase and the seat to act: seat 0 bids, then seat 1 (7B.2)".into(),
            );
        }
        if *state != due || state.pieces != state.start {
            return refused(
                "before the first move of a hole, the board must be as at its start; expected sheet 0, \
                 moves made 0, and '-' for failures and captures (7D)"
                    .into(),
            );
        }
        return Ok(());
    }
    if !golf.alone() {
        if state.bids.contains(&None) {
            return refused("phase play needs both bids (7B.2)".into());
        }
        if state.demonstrator() != Some(seat) {
            return refused(
                "the seat to act must be the one with the lowest bid other than 0, or the dealer if they \
                 are equal (7B.3)"
                    .into(),
            );
        }
    }
    let sheet = expected_sheet(state);
    if state.sheet != sheet {
        return refused(format!("the sheet must be {}/{} (7B.3)", sheet[0], sheet[1]));
    }
    let limit = bid.unwrap_or(MOST_MOVES);
    let most = if phase == Phase::Play { limit - 1 } else { limit };
    if made > most {
        return refused(format!("expected at most {most} moves made, got {made} (7B.3)"));
    }
    check_goal(state)?;
    let captured = state.cards.count() - goal.left.count() - u8::from(goal.taker.is_some());
    if made < captured || made == 0 && state.pieces != state.start {
        return refused(format!("{made} moves cannot lead from the start of the hole to this board (7A.4)"));
    }
    Ok(())
}

/// The sheet as bids and failures have made it (7B.3).
fn expected_sheet(state: &State) -> [u8; 2] {
    let [Some(first), Some(second)] = state.bids else {
        return [if state.phase == Phase::Place { state.made } else { 0 }, 0];
    };
    let mut sheet = [first, second];
    if let Some(failed) = state.failed {
        sheet[failed.index()] = sheet[failed.other().index()] + 1;
    }
    if state.phase == Phase::Place {
        let highest = sheet[0].max(sheet[1]);
        for (number, bid) in sheet.iter_mut().zip([first, second]) {
            if bid == 0 {
                *number = highest + 1;
            }
        }
    }
    sheet
}

/// Checks that the cards and pieces that were struck off agree (7A.4).
fn check_goal(state: &State) -> Result<(), FenError> {
    let refused = |problem: &str| Err(FenError::impossible(problem));
    let State { phase, goal, away, cards, .. } = *state;
    match goal.taker {
        None if phase == Phase::Place => {
            return refused("pieces are put back only after captures; expected a taker (7A.4)");
        }
        None if goal.left != cards || !away.is_empty() => {
            return refused("before the first capture, all cards must be left and no piece captured (7A.4)");
        }
        None => {}
        Some(taker) => {
            let mut struck = goal.left;
            struck.add(taker);
            let (all, open) = (struck.with(away), phase == Phase::Place);
            if more_than(all, cards).is_some() || !open && more_than(cards, all).is_some() {
                return refused(
                    "the cards of the hole must be one of the taker, the cards left and one for each \
                     captured piece (7A.4)",
                );
            }
            if goal.left.is_empty() != open {
                return refused("pieces are put back only when no card is left (7A.4)");
            }
            if away.is_empty() {
                return refused("a taker is known only after a capture; expected captured men (7A.4)");
            }
        }
    }
    let (now, then) = (pile_of(&state.pieces), pile_of(&state.start));
    if now.with(away) != then {
        return refused(
            "the pieces on the board and the captured ones must be those of the start of the hole (7A.4)",
        );
    }
    Ok(())
}
