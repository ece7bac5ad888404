//! The view of Tar Pit Chess: planes of its own, what a seat may not see, pictures, symmetries.

use super::checkers::Checkers;
use super::turn::Phase;
use super::{Extra, State, TarPit};
use crate::board::Cell;
use crate::game::{CellMark, Item, Mark, OffBoardGroup, Piece, Plane, Rng, Seat, Thing};
use crate::games::chess::game::variant::{
    VariantDisplay, VariantInformation, VariantObservation, VariantSymmetries,
};
use crate::games::chess::kit::bitboard::{bit, cells};
use crate::games::chess::kit::board_transform::mirrored_bits;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::planes::{self, Planes};
use crate::games::chess::kit::step::Step;

impl VariantObservation for TarPit {
    /// The planes beyond those of all games of the family.
    fn planes(&self) -> Vec<Plane> {
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

    /// Adds these planes: all cards with the seat's own color first.
    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let (tar, pieces) = (&state.extra, &state.position.pieces);
        let Checkers { under, front } = tar.checkers;
        let (own, other) = (seat.parity(), seat.parity() ^ 1);
        for color in [own, other] {
            let side = pieces.sides[color];
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
            planes.level(f32::from(tar.checkers.extra(Seat::from_index(color))) / 12.0);
        }
        for pile in [tar.hands[own], tar.discard] {
            planes.levels(&pile.counts(seat).map(|many| f32::from(many) / MOST[0]));
        }
        for pile in [tar.hands[other], tar.draw] {
            planes.level(f32::from(pile.count()) / MOST[1]);
        }
        planes.level(if state.position.seat == seat { 1.0 } else { 0.0 });
    }
}

/// No hand or pile has more cards of a sort, and none more cards in all.
const MOST: [f32; 2] = [8.0, 40.0];

impl VariantInformation for TarPit {
    /// T16: the other seat's draw.
    fn step_text_for(&self, state: &State, _step: Step, seat: Seat) -> Option<String> {
        let unseen = state.extra.phase == Phase::Draw && state.position.seat != seat;
        unseen.then(|| "draw:?".into())
    }

    /// T16: the cards not seen, shuffled and dealt again.
    fn resample(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let (mut drawn, other) = (*state, seat.parity() ^ 1);
        let unseen = state.extra.hands[other].with(state.extra.draw);
        (drawn.extra.hands[other], drawn.extra.draw) = unseen.dealt(state.extra.hands[other].count(), rng);
        drawn
    }
}

impl VariantDisplay for TarPit {
    fn suffix(&self, state: &State, cell: Cell) -> &'static str {
        suffix(state, cell)
    }

    /// Whose checker a piece stands on, whether that holds it fast, and whether it may throw it.
    fn marks(&self, state: &State, cell: Cell) -> Vec<Mark> {
        let (pieces, checkers) = (&state.position.pieces, &state.extra.checkers);
        let mut marks = Vec::new();
        for (seat, under) in Seat::BOTH.into_iter().zip(checkers.under) {
            if under & bit(cell) != 0 {
                marks.push(Mark::Checkers { seat: Some(seat), count: 1 });
            }
        }
        if checkers.tarred(pieces) & bit(cell) != 0 {
            marks.push(Mark::Tarred);
        }
        if state.extra.phase == Phase::Throw(cell) {
            marks.push(Mark::Active);
        }
        marks
    }

    fn cell_marks(&self, state: &State, _viewer: Option<Seat>) -> Vec<(Cell, CellMark)> {
        cells(state.position.ep_square).map(|cell| (cell, CellMark::Passed)).collect()
    }

    /// Checkers and cards, those that the viewer may not see face down (T16), and the card that has just
    /// been played.
    fn off_board(&self, state: &State, viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        let tar = &state.extra;
        let checkers = |seat: Seat, label, many: u8| {
            let checker = Thing::Piece(Piece::new(Some(seat), "man", "checker"));
            let items = if many > 0 { vec![Item::many(checker, many.into())] } else { Vec::new() };
            OffBoardGroup::of(Some(seat), label, items)
        };
        let mut groups = Vec::new();
        for seat in Seat::BOTH {
            let at = seat.index();
            let open = viewer.is_none_or(|viewer| viewer == seat);
            groups.push(tar.hands[at].off_board(Some(seat), "hand", open));
            groups.push(checkers(seat, "checkers in front", tar.checkers.front[at]));
            groups.push(checkers(seat, "extra checkers", tar.checkers.extra(seat)));
        }
        groups.push(tar.draw.off_board(None, "draw pile", viewer.is_none()));
        groups.push(tar.discard.off_board(None, "discard pile", true));
        let played =
            if let Phase::Extra(played) = tar.phase { Some(Item::one(played.drawn())) } else { None };
        groups.push(OffBoardGroup::of(None, "card played", played.into_iter().collect()));
        groups
    }
}

/// Returns the text that follows the letter of a piece (T15).
pub fn suffix(state: &State, cell: Cell) -> &'static str {
    let (pieces, checkers) = (&state.position.pieces, &state.extra.checkers);
    if checkers.carrying(pieces) & bit(cell) != 0 {
        "+"
    } else if checkers.tarred(pieces) & bit(cell) != 0 {
        "-"
    } else {
        ""
    }
}

impl VariantSymmetries for TarPit {
    fn mirrored(&self, state: &State) -> Option<Extra> {
        let mut extra = state.extra;
        extra.checkers.under = extra.checkers.under.map(mirrored_bits);
        if let Phase::Throw(cell) = extra.phase {
            extra.phase = Phase::Throw(cell ^ 7);
        }
        Some(extra)
    }
}
