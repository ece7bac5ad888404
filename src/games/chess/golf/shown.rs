//! What there is to see of a course: planes, men and cards, and what lies beside the board (Golf 7D.1).

use super::course::{Phase, State};
use super::goal::of_type;
use super::layout::{CARDS, MEN};
use super::{FAILURE, HOLES, MOST_MOVES, hides_bid};
use crate::game::{Canvas, Item, OffBoardGroup, Piece, Plane, Seat, SeatColor, Thing};
use crate::games::chess::piles::{Card, Pile};
use crate::games::chess::planes::to_act;

/// The planes: men by type, now and when the hole began; the types of cards; what is said of the course; what
/// each seat has, the own first.
pub fn planes(alone: bool) -> Vec<Plane> {
    let men = CARDS.map(|card| format!("{} {}s", color(card), kind(card)));
    let mut planes = Vec::from(men.clone().map(|men| Plane::marks(men.clone(), format!("the {men}"))));
    planes.extend(men.clone().map(|men| {
        Plane::marks(
            format!("{men} at the start of the hole"),
            format!("where {men} stood when the hole began"),
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
        planes.extend(men.clone().map(|men| {
            Plane::level(format!("{which}: {men}"), 2, format!("the number of {men} in {what}, divided by 2"))
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

/// Puts down these planes.
pub fn observe(state: &State, alone: bool, seat: Seat, canvas: &mut Canvas) {
    for men in [&state.men, &state.start] {
        canvas.set_all(&CARDS.map(|card| [of_type(men, card)]));
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
    if alone {
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
        failed(seat ^ 1),
        flag(state.seat == seat),
    ]);
    for whose in [seat & 1, seat & 1 ^ 1] {
        let at = usize::from(whose);
        let bid = state.bids[at].filter(|_| whose == seat || !hides_bid(state, Some(seat)));
        canvas.level_all(&[
            bid.map_or(0.0, |bid| part(bid + 1, MOST_MOVES + 1)),
            part(state.sheet[at], FAILURE + 1),
            part(state.totals[at], HOLES * (FAILURE + 1)),
        ]);
    }
}

/// The taker's card, if there is a taker.
fn taker(state: &State) -> Pile {
    let mut taker = Pile::default();
    state.goal.taker.into_iter().for_each(|card| taker.add(card));
    taker
}

fn color(card: Card) -> SeatColor {
    if card.seat() == 0 { SeatColor::White } else { SeatColor::Black }
}

fn kind(card: Card) -> &'static str {
    card.kind().map_or("", |kind| kind.name())
}

/// The man of a type, as he is drawn.
pub fn piece(card: Card) -> Piece {
    Piece::colored(color(card), kind(card), card.letter())
}

/// A group of cards, or of men.
fn group(label: &'static str, pile: Pile, thing: fn(Piece) -> Thing) -> OffBoardGroup {
    let of_each = CARDS.into_iter().map(|card| (card, pile.of(card))).filter(|&(_, many)| many > 0);
    let items = of_each.map(|(card, many)| Item::many(thing(piece(card)), many.into()));
    OffBoardGroup { seat: None, label, items: items.collect() }
}

fn word(seat: Option<Seat>, label: &'static str, text: Option<String>) -> OffBoardGroup {
    OffBoardGroup { seat, label, items: text.map(|text| Item::one(Thing::Word(text))).into_iter().collect() }
}

/// The hole with its cards, the captured men, bids, the sheet and totals.
pub fn off_board(state: &State, alone: bool, eyes: Option<Seat>) -> Vec<OffBoardGroup> {
    let playing = matches!(state.phase, Phase::Play | Phase::Place);
    let hole = state.hole.min(HOLES);
    let mut groups = vec![
        word(None, "hole", Some(format!("{hole} of {HOLES}"))),
        group("cards of the hole", state.cards, Thing::Card),
        group("cards left", state.goal.left, Thing::Card),
        group("taker", taker(state), Thing::Card),
        group("captured men", state.away, Thing::Piece),
        word(None, "moves made", playing.then(|| state.made.to_string())),
        group("draw pile", state.pile, Thing::Card),
        group("discard pile", state.discards, Thing::Card),
    ];
    if alone {
        groups.push(word(None, "strokes so far", Some(state.totals[0].to_string())));
        return groups;
    }
    for seat in 0..2 {
        let at = usize::from(seat);
        let mut bid = word(Some(seat), "bid", state.bids[at].map(|bid| bid.to_string()));
        if seat == 0 && hides_bid(state, eyes) {
            bid.items = vec![Item::one(Thing::Hidden)];
        }
        groups.push(bid);
        let open = playing.then(|| state.sheet[at].to_string());
        groups.push(word(Some(seat), "number on the sheet", open));
        groups.push(word(Some(seat), "total", Some(state.totals[at].to_string())));
    }
    groups
}
