//! The observation of Cooperative Chess: the planes of numbers that are its own.

use super::turn::Phase;
use super::{Cooperative, State};
use crate::game::{Plane, Seat};
use crate::games::chess::pieces::Kind;
use crate::games::chess::piles::{Card, PIECE_CARDS};
use crate::games::chess::planes::{self, Planes};
use crate::games::chess::variant::VariantObservation;

impl VariantObservation for Cooperative {
    /// The planes beyond those of all games of the family. Cards have the colors of pieces, the seat's own
    /// first; on planes of stacks the cells stand for the cards from the top down, `a1` for the top, `a2` for
    /// the ninth.
    fn planes(&self) -> Vec<Plane> {
        let mut planes = vec![
            Plane::marks("own en passant", "the cells that a pawn of the seat to act has passed over"),
            Plane::marks(
                "man that has moved",
                "the piece that has moved in this turn, the only one that can capture",
            ),
            Plane::flag("move to make", "whether a piece must be moved now"),
            Plane::flag("card to play", "whether a card must be played now"),
            Plane::flag("capture to make", "whether captures can be made now"),
            Plane::flag("card to draw", "whether a card must be drawn now"),
            Plane::flag(
                "wild by a double match",
                "whether a double match has made the partner's top card wild",
            ),
        ];
        let kinds = Kind::ALL.map(|kind| kind.name());
        for (place, of) in [("in hand", "in the seat's hand"), ("captured", "in the pile of captured cards")]
        {
            for (owner, color) in [("own", "the seat's own"), ("enemy", "the other")] {
                planes.extend(kinds.map(|kind| {
                    let shows = format!("the {kind} cards of {color} color {of}, divided by 8");
                    Plane::level(format!("{owner} {kind} cards {place}"), MOST[0] as u16, shows)
                }));
            }
        }
        for (owner, whose) in [("own", "the seat's"), ("partner's", "the partner's")] {
            let which = kinds.map(|kind| format!("{kind} cards")).into_iter();
            planes.extend(which.chain(["cards of the own color".into()]).map(|which| {
                let shows =
                    format!("the places of {which} in {whose} stack, from the top, eight in each row");
                Plane::table(format!("{owner} stack: {which}"), shows)
            }));
        }
        planes.extend([
            Plane::level("partner's hand", MOST[1] as u16, "the cards in the partner's hand, divided by 32"),
            Plane::level("draw pile", MOST[1] as u16, "the cards in the draw pile, divided by 32"),
            planes::to_act(),
        ]);
        planes
    }

    /// Adds these planes.
    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let (extra, own) = (&state.extra, seat.parity());
        planes.set(extra.ep_square);
        planes.set(extra.active);
        let flag = |set: bool| if set { 1.0 } else { 0.0 };
        for phase in [Phase::Move, Phase::Card, Phase::Take, Phase::Draw] {
            planes.level(flag(extra.phase == phase));
        }
        planes.level(flag(extra.wild));
        for pile in [extra.hands[own], extra.captured] {
            let counts = pile.counts(seat);
            let pieces: [u8; PIECE_CARDS] = std::array::from_fn(|at| counts[Card::of_piece(at).number()]);
            planes.levels(&pieces.map(|many| f32::from(many) / MOST[0]));
        }
        for stack in [extra.stacks[own], extra.stacks[own ^ 1]] {
            stack.places(seat).into_iter().for_each(|places| planes.table(places.to_le_bytes()));
        }
        for pile in [extra.hands[own ^ 1], extra.pile] {
            planes.level(f32::from(pile.count()) / MOST[1]);
        }
        planes.level(flag(state.position.seat == seat));
    }
}

/// There are no more cards of a sort, and no more in all.
const MOST: [f32; 2] = [8.0, 32.0];
