//! The observation of a course: pieces and cards by type, bids and totals (Golf 7D.1).

use super::course::{Phase, State};
use super::goal::of_type;
use super::layout::{CARDS, MEN};
use super::{FAILURE, Golf, HOLES, MOST_MOVES, hides_bid};
use crate::game::roles::Observation;
use crate::game::{Canvas, Plane, Seat, SeatColor};
use crate::games::chess::piles::{Card, Pile};
use crate::games::chess::planes::to_act;

impl Observation for Golf {
    /// Adds these planes.
    fn observe(&self, state: &State, seat: Seat, canvas: &mut Canvas) {
        for pieces in [&state.pieces, &state.start] {
            canvas.set_all(&CARDS.map(|card| [of_type(pieces, card)]));
        }
        let taker = taker(state);
        for pile in [state.cards, state.goal.left, taker, state.away, state.pile, state.discards] {
            canvas.level_all(&CARDS.map(|card| f32::from(pile.of(card)) / 2.0));
        }
        let flag = |set: bool| f32::from(u8::from(set));
        let part = |number: u8, most: u8| f32::from(number) / f32::from(most);
        let now = |phase: Phase| flag(state.phase == phase);
        canvas.level_all(&[
            now(Phase::Play),
            now(Phase::Place),
            part(state.hole, HOLES + 1),
            part(state.made, MOST_MOVES),
            flag(!taker.is_empty()),
        ]);
        if self.alone() {
            return canvas.level(part(state.totals[0], HOLES * FAILURE));
        }
        let allowed = if state.phase == Phase::Play { state.limit() } else { 0 };
        let failed = |seat: Seat| flag(state.failed == Some(seat));
        canvas.level_all(&[
            now(Phase::Level),
            now(Phase::Bid),
            part(state.k, MEN as u8),
            flag(state.rise),
            part(allowed, MOST_MOVES),
            flag(state.dealer == seat),
            failed(seat),
            failed(seat.other()),
            flag(state.seat == seat),
        ]);
        for whose in [seat.of_two(), seat.of_two().other()] {
            let at = whose.index();
            let bid = state.bids[at].filter(|_| whose == seat || !hides_bid(state, Some(seat)));
            canvas.level_all(&[
                bid.map_or(0.0, |bid| part(bid + 1, MOST_MOVES + 1)),
                part(state.sheet[at], FAILURE + 1),
                part(state.totals[at], HOLES * (FAILURE + 1)),
            ]);
        }
    }
}

/// The planes: pieces by type, now and when the hole began; the types of cards; the state of the course; what
/// each seat has, the own first.
pub fn planes(alone: bool) -> Vec<Plane> {
    let pieces = CARDS.map(|card| format!("{} {}s", color(card), kind(card)));
    let mut planes =
        Vec::from(pieces.clone().map(|pieces| Plane::marks(pieces.clone(), format!("the {pieces}"))));
    planes.extend(pieces.clone().map(|pieces| {
        Plane::marks(
            format!("{pieces} at the start of the hole"),
            format!("where {pieces} stood when the hole began"),
        )
    }));
    for (which, what) in [
        ("chosen", "the hole's cards"),
        ("left", "the cards still to be struck off"),
        ("taker", "the card of the capturing piece, if one is known"),
        ("captured", "the pieces captured in this hole"),
        ("in the pile", "the draw pile"),
        ("discarded", "the discard pile"),
    ] {
        planes.extend(pieces.clone().map(|pieces| {
            Plane::level(
                format!("{which}: {pieces}"),
                2,
                format!("the number of {pieces} in {what}, divided by 2"),
            )
        }));
    }
    let (moves, holes, failure) = (u16::from(MOST_MOVES), u16::from(HOLES), u16::from(FAILURE));
    planes.extend([
        Plane::flag("move to be made", "whether a piece must be moved now"),
        Plane::flag("man to be put back", "whether a captured piece must be put back now"),
        Plane::level("hole", holes + 1, "the number of the hole, divided by 10, which stands for the end"),
        Plane::level("moves made", moves, "the moves made in this demonstration, divided by 10"),
        Plane::flag("taker known", "whether a first capture has shown which pieces capture"),
    ]);
    if alone {
        planes.push(Plane::level("total", holes * failure, "the strokes so far, divided by 99"));
        return planes;
    }
    planes.extend([
        Plane::flag("level to be said", "whether the number of cards of the hole must be chosen now"),
        Plane::flag("bid to be made", "whether a bid must be made now"),
        Plane::level("cards of a hole", MEN as u16, "the number of cards of the hole, divided by 16"),
        Plane::flag("rise", "whether equal bids let the next dealers ask for one more card"),
        Plane::level("moves allowed", moves, "the moves allowed in this demonstration, divided by 10"),
        Plane::flag("own deal", "whether the observing seat deals"),
        Plane::flag("own failure", "whether the observing seat has failed in this hole"),
        Plane::flag("other failure", "whether the other seat has failed in this hole"),
        to_act(),
    ]);
    for (owner, whose) in [("own", "the seat's"), ("other", "the other seat's")] {
        planes.extend([
            Plane::level(
                format!("{owner} bid"),
                moves + 1,
                format!("{whose} bid plus one, divided by 11; 0 if none is visible"),
            ),
            Plane::level(
                format!("{owner} number on the sheet"),
                failure + 1,
                format!("{whose} number on the sheet, divided by 12"),
            ),
            Plane::level(
                format!("{owner} total"),
                holes * (failure + 1),
                format!("{whose} total so far, divided by 108"),
            ),
        ]);
    }
    planes
}

/// The taker's card, if there is a taker.
pub fn taker(state: &State) -> Pile {
    let mut taker = Pile::default();
    state.goal.taker.into_iter().for_each(|card| taker.add(card));
    taker
}

pub fn color(card: Card) -> SeatColor {
    if card.seat() == Seat::ZERO { SeatColor::White } else { SeatColor::Black }
}

pub fn kind(card: Card) -> &'static str {
    card.kind().map_or("", |kind| kind.name())
}
