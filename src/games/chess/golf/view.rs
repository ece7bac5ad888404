//! The view of a course: planes of pieces and cards by type, bids and totals (Golf 7D.1); what a seat may
//! not see; pictures; symmetries.

use super::choices::{ACTIONS, BIDS, PLACE};
use super::course::{Phase, State};
use super::goal::{self, of_type};
use super::layout::{CARDS, MEN};
use super::notation::FORMAT;
use super::{FAILURE, Golf, HOLES, MOST_MOVES, hides_bid};
use crate::board::Motion;
use crate::game::roles::{Display, Information, Notation, Observation, Symmetries};
use crate::game::{Canvas, Item, OffBoardGroup, Piece, Plane, Rng, Seat, SeatColor, Symmetry, Thing, below};
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells};
use crate::games::chess::kit::lines::{DIRECTIONS, HOPS};
use crate::games::chess::kit::numbering;
use crate::games::chess::kit::pieces::Pieces;
use crate::games::chess::kit::piles::{Card, Pile};
use crate::games::chess::kit::planes::to_act;
use crate::games::chess::kit::step::Step;

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

impl Information for Golf {
    fn is_simultaneous(&self, state: &State) -> bool {
        state.phase == Phase::Bid
    }

    fn observation_string(&self, state: &State, seat: Seat) -> String {
        let mut out = String::new();
        FORMAT.write(self, state, Some(seat), &mut out);
        out
    }

    /// 7D.1: the bid of seat 0. That of seat 1 is open immediately.
    fn step_text_for(&self, state: &State, step: Step, seat: Seat) -> String {
        if state.phase == Phase::Bid && state.seat == Seat::ZERO && seat != Seat::ZERO {
            return "bid:?".into();
        }
        self.step_text(state, step)
    }

    /// Any bid that seat 0 could have made.
    fn resample(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut drawn = *state;
        if hides_bid(state, Some(seat)) {
            drawn.bids[0] = Some(below(rng, BIDS) as u8);
        }
        drawn
    }
}

impl Display for Golf {
    fn pieces(&self, state: &State, cell: u8, _viewer: Option<Seat>) -> Vec<Piece> {
        let on_board = cell < 64 && state.pieces.occupied() & bit(cell) != 0;
        on_board.then(|| piece(goal::type_at(&state.pieces, cell))).into_iter().collect()
    }

    /// The hole with its cards, the captured pieces, bids, the sheet and totals.
    fn off_board(&self, state: &State, viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        let playing = matches!(state.phase, Phase::Play | Phase::Place);
        let hole = state.hole.min(HOLES);
        let mut groups = vec![
            OffBoardGroup::word(None, "hole", Some(format!("{hole} of {HOLES}"))),
            group("cards of the hole", state.cards, Thing::Card),
            group("cards left", state.goal.left, Thing::Card),
            group("taker", taker(state), Thing::Card),
            group("captured men", state.away, Thing::Piece),
            OffBoardGroup::word(None, "moves made", playing.then(|| state.made.to_string())),
            group("draw pile", state.pile, Thing::Card),
            group("discard pile", state.discards, Thing::Card),
        ];
        if self.alone() {
            groups.push(OffBoardGroup::word(None, "strokes so far", Some(state.totals[0].to_string())));
            return groups;
        }
        for seat in Seat::BOTH {
            let at = seat.index();
            let mut bid = OffBoardGroup::word(Some(seat), "bid", state.bids[at].map(|bid| bid.to_string()));
            if seat == Seat::ZERO && hides_bid(state, viewer) {
                bid.items = vec![Item::one(Thing::Hidden)];
            }
            groups.push(bid);
            let open = playing.then(|| state.sheet[at].to_string());
            groups.push(OffBoardGroup::word(Some(seat), "number on the sheet", open));
            groups.push(OffBoardGroup::word(Some(seat), "total", Some(state.totals[at].to_string())));
        }
        groups
    }
}

/// The piece of a type, as it is drawn.
pub fn piece(card: Card) -> Piece {
    Piece::colored(color(card), kind(card), card.letter())
}

/// A group of cards, or of pieces.
fn group(label: &'static str, pile: Pile, thing: fn(Piece) -> Thing) -> OffBoardGroup {
    let of_each = CARDS.into_iter().map(|card| (card, pile.of(card))).filter(|&(_, many)| many > 0);
    let items = of_each.map(|(card, many)| Item::many(thing(piece(card)), many.into()));
    OffBoardGroup::of(None, label, items.collect())
}

impl Symmetries for Golf {
    fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    fn transform(&self, state: &State, symmetry: &Symmetry) -> Option<State> {
        let turn =
            |set: Bitboard| cells(set).fold(0, |all, cell| all | bit(symmetry.cells[usize::from(cell)]));
        let turned =
            |pieces: &Pieces| Pieces { sides: pieces.sides.map(turn), kinds: pieces.kinds.map(turn) };
        Some(State { pieces: turned(&state.pieces), start: turned(&state.start), ..*state })
    }
}

/// A motion of the board as one of the game: all directions and hops are alike, so each is one.
pub fn symmetry(motion: &Motion, actions: usize) -> Symmetry {
    let turned = |action: usize| match action {
        0..ACTIONS => {
            // In the middle of the board there is room for each way.
            let (way, to) = (action / 64, action % 64);
            let (files, ranks) = if way < 8 { DIRECTIONS[way] } else { HOPS[way - 8] };
            let from = 27u8;
            let along = from.wrapping_add_signed(8 * ranks + files);
            let [from, along] = [from, along].map(|cell| motion.cells[usize::from(cell)]);
            64 * numbering::way(from, along) + usize::from(motion.cells[to])
        }
        _ => {
            let cell = (action - ACTIONS).wrapping_sub(PLACE);
            motion.cells.get(cell).map_or(action, |&cell| ACTIONS + PLACE + usize::from(cell))
        }
    };
    Symmetry {
        name: motion.name.clone(),
        cells: motion.cells.clone(),
        actions: (0..actions).map(|action| turned(action) as u32).collect(),
    }
}
