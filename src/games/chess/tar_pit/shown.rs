//! What there is to see of Tar Pit Chess: planes, marks, and what lies beside the board (T16).

use super::State;
use super::checkers::Checkers;
use super::turn::Phase;
use crate::board::Cell;
use crate::game::{Item, Mark, OffBoardGroup, Piece, Plane, Seat, Thing};
use crate::games::chess::bits::bit;
use crate::games::chess::men::Kind;
use crate::games::chess::planes::{self, Planes};

/// The planes beyond those of all games of the family.
pub fn planes() -> Vec<Plane> {
    let mut planes = Vec::new();
    for (owner, whose) in [("own", "the seat's"), ("enemy", "the enemy's")] {
        let carrying = format!("{whose} pieces that stand on checkers of their own color");
        let tarred = format!("{whose} pieces that stand on checkers of the other color");
        planes.push(Plane::marks(format!("{owner} carrying pieces"), carrying));
        planes.push(Plane::marks(format!("{owner} tarred pieces"), tarred));
    }
    planes.extend([
        Plane::marks("throwing piece", "the piece that has moved and can throw its checker"),
        Plane::marks("where a checker may come", "the cells where the seat to act can put a checker"),
        Plane::flag("card to play", "whether a card must be played now"),
        Plane::flag("checker to return", "whether a checker must be given back now"),
        Plane::flag("card to discard", "whether a card must be discarded now"),
        Plane::flag("card to draw", "whether a card must be drawn now"),
    ]);
    for (place, of) in [("in front", "that are in front of their owner"), ("extra", "that are extra")] {
        for (owner, whose) in [("own", "the seat's"), ("enemy", "the enemy's")] {
            let name = match place {
                "extra" => format!("{owner} extra checkers"),
                _ => format!("{owner} checkers {place}"),
            };
            planes.push(Plane::level(name, 12, format!("{whose} checkers {of}, divided by 12")));
        }
    }
    let sorts = Kind::ALL.map(|kind| kind.name()).into_iter().chain(["checkers"]);
    for (place, of) in [("in hand", "in the seat's hand"), ("discarded", "in the discard pile")] {
        for (owner, color) in [("own", "the seat's own"), ("enemy", "the other")] {
            planes.extend(sorts.clone().map(|sort| {
                let shows = format!("the {sort} cards of {color} color {of}, divided by 8");
                Plane::level(format!("{owner} {sort} cards {place}"), MOST[0] as u16, shows)
            }));
        }
    }
    planes.extend([
        Plane::level("enemy's hand", MOST[1] as u16, "the cards in the enemy's hand, divided by 40"),
        Plane::level("draw pile", MOST[1] as u16, "the cards in the draw pile, divided by 40"),
        planes::to_act(),
    ]);
    planes
}

/// No hand or pile has more cards of a sort, and none more cards in all.
const MOST: [f32; 2] = [8.0, 40.0];

/// Puts down these planes: all cards with the seat's own color first.
pub fn observe(state: &State, seat: Seat, planes: &mut Planes) {
    let (tar, men) = (&state.more, &state.position.men);
    let Checkers { under, front } = tar.checkers;
    let (own, other) = ((seat & 1) as usize, (seat & 1) as usize ^ 1);
    for color in [own, other] {
        let side = men.sides[color];
        planes.set(under[color] & side);
        planes.set(under[color ^ 1] & side);
    }
    planes.set(if let Phase::Throw(cell) = tar.phase { bit(cell) } else { 0 });
    planes.set(state.open_cells());
    for phase in [Phase::Card, Phase::Return, Phase::Discard, Phase::Draw] {
        planes.level(if tar.phase == phase { 1.0 } else { 0.0 });
    }
    for color in [own, other] {
        planes.level(f32::from(front[color]) / 12.0);
    }
    for color in [own, other] {
        planes.level(f32::from(tar.checkers.extra(color as Seat)) / 12.0);
    }
    for pile in [tar.hands[own], tar.discard] {
        planes.levels(&pile.counts(seat).map(|many| f32::from(many) / MOST[0]));
    }
    for pile in [tar.hands[other], tar.draw] {
        planes.level(f32::from(pile.count()) / MOST[1]);
    }
    planes.level(if state.position.seat == seat { 1.0 } else { 0.0 });
}

/// What stands behind the letter of a piece (T15).
pub fn suffix(state: &State, cell: Cell) -> &'static str {
    let (men, checkers) = (&state.position.men, &state.more.checkers);
    if checkers.carrying(men) & bit(cell) != 0 {
        "+"
    } else if checkers.tarred(men) & bit(cell) != 0 {
        "-"
    } else {
        ""
    }
}

/// Whose checker a piece stands on, whether that holds it fast, and whether it may throw it.
pub fn marks(state: &State, cell: Cell) -> Vec<Mark> {
    let (men, checkers) = (&state.position.men, &state.more.checkers);
    let mut marks = Vec::new();
    for (seat, under) in (0..).zip(checkers.under) {
        if under & bit(cell) != 0 {
            marks.push(Mark::Checkers { seat: Some(seat), count: 1 });
        }
    }
    if checkers.tarred(men) & bit(cell) != 0 {
        marks.push(Mark::Tarred);
    }
    if state.more.phase == Phase::Throw(cell) {
        marks.push(Mark::Active);
    }
    marks
}

/// Checkers and cards, those that the looking seat may not see face down (T16), and the card that has just
/// been played.
pub fn off_board(state: &State, eyes: Option<Seat>) -> Vec<OffBoardGroup> {
    let tar = &state.more;
    let checkers = |seat: Seat, label, many: u8| {
        let checker = Thing::Piece(Piece::new(Some(seat), "man", "checker"));
        let items = if many > 0 { vec![Item::many(checker, many.into())] } else { Vec::new() };
        OffBoardGroup { seat: Some(seat), label, items }
    };
    let mut groups = Vec::new();
    for seat in 0..2 {
        let at = usize::from(seat);
        let open = eyes.is_none_or(|eyes| eyes == seat);
        groups.push(tar.hands[at].off_board(Some(seat), "hand", open));
        groups.push(checkers(seat, "checkers in front", tar.checkers.front[at]));
        groups.push(checkers(seat, "extra checkers", tar.checkers.extra(seat)));
    }
    groups.push(tar.draw.off_board(None, "draw pile", eyes.is_none()));
    groups.push(tar.discard.off_board(None, "discard pile", true));
    let played = if let Phase::Tar(played) = tar.phase { Some(Item::one(played.drawn())) } else { None };
    groups.push(OffBoardGroup { seat: None, label: "card played", items: played.into_iter().collect() });
    groups
}
