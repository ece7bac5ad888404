//! What there is to see of a course: planes, men and cards, and what lies beside the board (Golf 7D.1).

use super::course::{Phase, State};
use super::goal::of_type;
use super::layout::{CARDS, MEN};
use super::{FAILURE, HOLES, MOST_MOVES, hides_bid};
use crate::game::{Beside, Canvas, Hue, Item, Piece, Seat, Thing};
use crate::games::chess::piles::{Card, Pile};

/// What is said of every course.
const OF_ALL: [&str; 5] = ["move to be made", "man to be put back", "hole", "moves made", "taker known"];

/// What is said of a course for two.
const OF_TWO: [&str; 9] = [
    "level to be said",
    "bid to be made",
    "cards of a hole",
    "rise",
    "moves allowed",
    "own deal",
    "own failure",
    "other failure",
    "to act",
];

/// What is said of each of two seats.
const OF_A_SEAT: [&str; 3] = ["bid", "number on the sheet", "total"];

/// The names of the planes: men by type, now and when the hole began; the types of cards; what is said of the
/// course; what each seat has, the own first.
pub fn planes(alone: bool) -> Vec<String> {
    let men = CARDS.map(|card| format!("{} {}s", colour(card), kind(card)));
    let mut names = men.to_vec();
    names.extend(men.iter().map(|men| format!("{men} at the start of the hole")));
    for which in ["chosen", "left", "taker", "captured", "in the pile", "discarded"] {
        names.extend(men.iter().map(|men| format!("{which}: {men}")));
    }
    names.extend(OF_ALL.map(String::from));
    if alone {
        names.push("total".into());
    } else {
        names.extend(OF_TWO.map(String::from));
        for whose in ["own", "other"] {
            names.extend(OF_A_SEAT.map(|what| format!("{whose} {what}")));
        }
    }
    names
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

fn colour(card: Card) -> Hue {
    if card.seat() == 0 { Hue::White } else { Hue::Black }
}

fn kind(card: Card) -> &'static str {
    card.kind().map_or("", |kind| kind.name())
}

/// The man of a type, as he is drawn.
pub fn piece(card: Card) -> Piece {
    Piece::coloured(colour(card), kind(card), card.letter())
}

/// A group of cards, or of men.
fn group(label: &'static str, pile: Pile, thing: fn(Piece) -> Thing) -> Beside {
    let of_each = CARDS.into_iter().map(|card| (card, pile.of(card))).filter(|&(_, many)| many > 0);
    let items = of_each.map(|(card, many)| Item::many(thing(piece(card)), many.into()));
    Beside { seat: None, label, items: items.collect() }
}

fn word(seat: Option<Seat>, label: &'static str, text: Option<String>) -> Beside {
    Beside { seat, label, items: text.map(|text| Item::one(Thing::Word(text))).into_iter().collect() }
}

/// The hole with its cards, the captured men, bids, the sheet and totals.
pub fn beside(state: &State, alone: bool, eyes: Option<Seat>) -> Vec<Beside> {
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
