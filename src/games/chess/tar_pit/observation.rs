//! The observation of Tar Pit Chess: the planes of numbers that are its own.

use super::checkers::Checkers;
use super::turn::Phase;
use super::{State, TarPit};
use crate::game::{Plane, Seat};
use crate::games::chess::bitboard::bit;
use crate::games::chess::pieces::Kind;
use crate::games::chess::planes::{self, Planes};
use crate::games::chess::variant::VariantObservation;

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
