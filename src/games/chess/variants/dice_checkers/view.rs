//! The view of Chess with Dice and Checkers: planes of its own, pictures, symmetries.

use super::things::Things;
use super::{DICE, DiceCheckers, Extra, State, notation};
use crate::board::Cell;
use crate::game::{CellMark, Item, Mark, OffBoardGroup, Piece, Plane, Seat, Thing};
use crate::games::chess::game::variant::{VariantDisplay, VariantObservation, VariantSymmetries};
use crate::games::chess::kit::bitboard::{bit, cells};
use crate::games::chess::kit::board_transform::mirrored_bits;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::planes::{self, Planes};

impl VariantObservation for DiceCheckers {
    fn planes(&self) -> Vec<Plane> {
        let mut planes = Vec::new();
        for (owner, whose) in [("own", "the seat's"), ("enemy", "the enemy's")] {
            let numbers = ["ones", "twos", "threes", "fours", "fives", "sixes"];
            planes.extend(numbers.map(|number| {
                Plane::marks(format!("{owner} dice: {number}"), format!("{whose} dice that show {number}"))
            }));
            planes.extend(["single", "double"].map(|size| {
                Plane::marks(format!("{owner} {size} checkers"), format!("{whose} {size} checkers"))
            }));
        }
        planes.extend([
            Plane::marks("checker that must jump on", "the double checker that must jump again"),
            Plane::level(
                "dice to be put back",
                DICE as u16,
                "the captured dice still to put back, divided by 2",
            ),
            planes::repetitions(),
            planes::to_act(),
        ]);
        planes
    }

    /// Dice have planes of their own.
    #[inline(always)]
    fn observe_position(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let mut chess = state.position;
        chess.pieces.kinds.iter_mut().for_each(|kind| *kind &= !state.extra.things.dice);
        planes.position(&chess, seat);
    }

    #[inline(always)]
    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let State { position, extra } = state;
        let (pieces, things) = (&position.pieces, &extra.things);
        for side in [pieces.side(seat), pieces.side(seat.other())] {
            for kind in Kind::ALL {
                planes.set(things.showing(pieces, kind) & side);
            }
            planes.set(things.singles & side);
            planes.set(things.doubles & side);
        }
        planes.set(extra.runner);
        planes.level(f32::from(extra.owed) / DICE as f32);
        let earlier = extra.history.count(position.seat, &state.table()).min(2);
        planes.level(earlier as f32 / 2.0);
        planes.level(f32::from(u8::from(position.seat == seat)));
    }
}

impl VariantDisplay for DiceCheckers {
    fn pieces(&self, state: &State, cell: Cell) -> Vec<Piece> {
        let (pieces, things) = (&state.position.pieces, &state.extra.things);
        let Some(seat) = pieces.seat_at(cell) else { return Vec::new() };
        let text = notation::thing(state, cell);
        let holds = |set| set & bit(cell) != 0;
        let mut piece = if let Some(kind) = things.shown(pieces, cell) {
            Piece::new(Some(seat), "die", text).marked(Mark::Pips(kind as u8 + 1))
        } else if let Some(kind) = pieces.kind_at(cell) {
            let partner = holds(things.singles).then_some(Mark::Checkers { seat: Some(seat), count: 1 });
            partner.into_iter().fold(Piece::new(Some(seat), kind.name(), text), Piece::marked)
        } else {
            Piece::new(Some(seat), if holds(things.doubles) { "double" } else { "single" }, text)
        };
        if holds(state.extra.runner) {
            piece = piece.marked(Mark::Active);
        }
        vec![piece]
    }

    fn cell_marks(&self, state: &State, _viewer: Option<Seat>) -> Vec<(Cell, CellMark)> {
        cells(state.position.ep_square).map(|cell| (cell, CellMark::Passed)).collect()
    }

    /// The dice that the other seat will put back.
    fn off_board(&self, state: &State, _viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        let dice = |seat: Seat| {
            let owed = if seat == state.position.seat { 0 } else { u32::from(state.extra.owed) };
            let letter = if seat == Seat::ZERO { "D1" } else { "d1" };
            let die = Thing::Piece(Piece::new(Some(seat), "die", letter).marked(Mark::Pips(1)));
            let items = (owed > 0).then(|| Item::many(die, owed)).into_iter().collect();
            OffBoardGroup::of(Some(seat), "dice to be put back", items)
        };
        vec![dice(Seat::ZERO), dice(Seat::ONE)]
    }
}

impl VariantSymmetries for DiceCheckers {
    fn mirrored(&self, state: &State) -> Option<Extra> {
        let (extra, mirror) = (&state.extra, mirrored_bits);
        let Things { dice, ones, sixes, singles, doubles } = extra.things;
        let [dice, ones, sixes, singles, doubles] = [dice, ones, sixes, singles, doubles].map(mirror);
        Some(Extra {
            things: Things { dice, ones, sixes, singles, doubles },
            runner: mirror(extra.runner),
            history: extra.history.mirrored(state.position.seat),
            ..*extra
        })
    }
}
