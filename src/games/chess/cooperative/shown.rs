//! What there is to see of Cooperative Chess: planes, marks, and what lies beside the board (6.9).

use super::State;
use super::turn::Phase;
use crate::board::Cell;
use crate::game::{Beside, Item, Mark, Seat, Thing};
use crate::games::chess::bits::{bit, cells};
use crate::games::chess::piles::{Card, PIECE_CARDS};
use crate::games::chess::planes::Planes;
use crate::games::chess::refusal::name;

/// The planes beyond those of all games of the family. Cards have the colours of men, the seat's own first;
/// on planes of stacks the cells stand for the cards from the top down, `a1` for the top, `a2` for the ninth.
pub const PLANES: &[&str] = &[
    "own en passant",
    "man that has moved",
    "move to make",
    "card to play",
    "capture to make",
    "card to draw",
    "wild by a double match",
    "own pawn cards in hand",
    "own knight cards in hand",
    "own bishop cards in hand",
    "own rook cards in hand",
    "own queen cards in hand",
    "own king cards in hand",
    "enemy pawn cards in hand",
    "enemy knight cards in hand",
    "enemy bishop cards in hand",
    "enemy rook cards in hand",
    "enemy queen cards in hand",
    "enemy king cards in hand",
    "own pawn cards captured",
    "own knight cards captured",
    "own bishop cards captured",
    "own rook cards captured",
    "own queen cards captured",
    "own king cards captured",
    "enemy pawn cards captured",
    "enemy knight cards captured",
    "enemy bishop cards captured",
    "enemy rook cards captured",
    "enemy queen cards captured",
    "enemy king cards captured",
    "own stack: pawn cards",
    "own stack: knight cards",
    "own stack: bishop cards",
    "own stack: rook cards",
    "own stack: queen cards",
    "own stack: king cards",
    "own stack: cards of the own colour",
    "partner's stack: pawn cards",
    "partner's stack: knight cards",
    "partner's stack: bishop cards",
    "partner's stack: rook cards",
    "partner's stack: queen cards",
    "partner's stack: king cards",
    "partner's stack: cards of the own colour",
    "partner's hand",
    "draw pile",
    "to act",
];

/// There are no more cards of a sort, and no more in all.
const MOST: [f32; 2] = [8.0, 32.0];

/// Puts down these planes.
pub fn observe(state: &State, seat: Seat, planes: &mut Planes) {
    let (table, own) = (&state.more, (seat & 1) as usize);
    planes.set(table.passed);
    planes.set(table.man);
    let flag = |set: bool| if set { 1.0 } else { 0.0 };
    for phase in [Phase::Move, Phase::Card, Phase::Take, Phase::Draw] {
        planes.level(flag(table.phase == phase));
    }
    planes.level(flag(table.wild));
    for pile in [table.hands[own], table.captured] {
        let counts = pile.counts(seat);
        let pieces: [u8; PIECE_CARDS] = std::array::from_fn(|at| counts[Card::of_piece(at).number()]);
        planes.levels(&pieces.map(|many| f32::from(many) / MOST[0]));
    }
    for stack in [table.stacks[own], table.stacks[own ^ 1]] {
        stack.places(seat).into_iter().for_each(|places| planes.table(places.to_le_bytes()));
    }
    for pile in [table.hands[own ^ 1], table.pile] {
        planes.level(f32::from(pile.count()) / MOST[1]);
    }
    planes.level(flag(state.position.seat == seat));
}

/// The man that has moved, and so goes on alone.
pub fn marks(state: &State, cell: Cell) -> Vec<Mark> {
    let active = state.more.man & bit(cell) != 0;
    active.then_some(Mark::Active).into_iter().collect()
}

/// The cards: the partner's hand and the pile face down to a seat (6.9), the stacks from bottom to top, those
/// captured, and which of the top cards are wild; and in words, for text boards show no marks, the man that
/// has moved.
pub fn beside(state: &State, eyes: Option<Seat>) -> Vec<Beside> {
    let table = &state.more;
    let one = |card: Card| Item::one(card.drawn());
    let hand = |seat: Seat| {
        let open = eyes.is_none_or(|eyes| eyes == seat);
        table.hands[usize::from(seat)].beside(Some(seat), "hand", open)
    };
    let stack = |seat: Seat| {
        let items = table.stacks[usize::from(seat)].rising().map(one).collect();
        Beside { seat: Some(seat), label: "stack, top last", items }
    };
    let wild = |seat: Seat| {
        let matched = table.wild && seat != state.position.seat;
        let card = state.top(seat).filter(|_| matched || state.is_missing(seat));
        Beside { seat: Some(seat), label: "wild card", items: card.map(one).into_iter().collect() }
    };
    let man = cells(table.man).map(|cell| Item::one(Thing::Word(name(cell)))).collect();
    vec![
        hand(0),
        hand(1),
        stack(0),
        stack(1),
        table.pile.beside(None, "draw pile", eyes.is_none()),
        table.captured.beside(None, "captured cards", true),
        wild(0),
        wild(1),
        Beside { seat: None, label: "man that has moved", items: man },
    ]
}
