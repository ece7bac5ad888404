//! The planes of observations: their names and what they show.

use super::stacks::PIECES;
use super::tables::Tables;
use crate::board::Bitboard;
use crate::game::{Frame, Plane, Seat};

/// Returns the planes in order. `names` are the names of the seats from [`seat_names`].
pub(super) fn planes<S: Bitboard, const SEATS: usize>(
    tables: &Tables<S, SEATS>,
    stacked: bool,
    numbers: bool,
    names: &[&str],
    shows_seat: bool,
    board_planes: &[Plane],
) -> Vec<Plane> {
    let (others, one, all) = (tables.seats() as u16 - 1, PIECES as u16, (PIECES * tables.seats()) as u16);
    let mut planes = Vec::new();
    let mut each = |what: &str, of: u16, shows: &str| {
        planes.extend(names.iter().map(|name| {
            let whose = if *name == "own" { "the seat's own".into() } else { format!("the {name} seat's") };
            Plane::counts(format!("{name} {what}"), of, shows.replace("{}", &whose))
        }));
    };
    let top = if stacked { " on top of stacks" } else { "" };
    each("men", 1, &format!("{{}} men{top}"));
    each("kings", 1, &format!("{{}} kings{top}"));
    if stacked {
        each(
            "pieces under the top",
            one,
            "the number of {} pieces in the stack below its top, divided by 12",
        );
        each("kings under the top", one, "the number of {} kings in the stack below its top, divided by 12");
        each("second piece", 1, "the stacks whose second piece, which a jump would uncover, is {}");
        let height = format!("the number of pieces in the stack, divided by {all}");
        planes.push(Plane::marks("second is king", "the stacks whose second piece is a king"));
        planes.push(Plane::counts("height", all, height));
    }
    if numbers {
        planes.push(Plane::counts("number", one, "the number of the man on top, divided by 12"));
        if stacked {
            planes.push(Plane::counts(
                "second number",
                one,
                "the number of the second piece if it is a man, divided by 12",
            ));
        }
    }
    planes.push(Plane::marks("jumping", "the stack that must jump again"));
    if stacked {
        planes.push(Plane::marks("jumped", "the cells that cannot be jumped again in this turn"));
        let turns = tables.crownless_turns();
        let shows = format!("the turns since a man became a king, divided by the {turns} that make a draw");
        planes.push(Plane::level("crown", turns, shows));
    }
    let turns = tables.quiet_turns();
    let quiet = format!("the turns without progress, divided by the {turns} that make a draw");
    let repeated =
        "how many times the position occurred before, divided by 2; the third occurrence is a draw";
    let to_act =
        format!("the number of turns from the observing seat to the seat to act, divided by {others}");
    planes.push(Plane::level("quiet", turns, quiet));
    planes.push(Plane::level("repeated", 2, repeated));
    planes.push(Plane::level("to act", others, to_act));
    if shows_seat {
        planes.push(Plane::level(
            "seat",
            others,
            format!("the number of the observing seat, divided by {others}"),
        ));
    }
    planes.extend_from_slice(board_planes);
    planes
}

/// Returns the relations of the seats to the observing seat, in turn order from it.
pub(super) fn seat_names<S: Bitboard, const SEATS: usize>(tables: &Tables<S, SEATS>) -> Vec<&'static str> {
    names_in(&tables.order[0][..tables.seats()], tables.enemies[0], tables.no_partners)
}

/// Same for seats in this order, given the enemies of the first seat as bits, and whether each seat plays for
/// itself.
fn names_in(order: &[Seat], enemies: u8, no_partners: bool) -> Vec<&'static str> {
    let partners: Vec<bool> = order.iter().map(|seat| !seat.is_in(enemies)).collect();
    let seats = order.len();
    if seats == 2 {
        return vec!["own", "enemy"];
    }
    let (mut partners_left, mut enemies_left) = if no_partners {
        return ["own", "next", "second", "third", "fourth", "fifth"][..seats].to_vec();
    } else if seats == 4 {
        (["partner"].iter(), ["next enemy", "last enemy"].iter())
    } else if partners.iter().filter(|&&partner| partner).count() == 2 {
        (["partner"].iter(), ["first enemy", "second enemy", "third enemy", "fourth enemy"].iter())
    } else {
        (["first partner", "second partner"].iter(), ["first enemy", "second enemy", "third enemy"].iter())
    };
    let others = partners[1..]
        .iter()
        .filter_map(|&partner| if partner { partners_left.next() } else { enemies_left.next() });
    std::iter::once("own").chain(others.copied()).collect()
}

/// Whether a plane shows the number of the observing seat: if seats differ in more than their side of the
/// board, or if the board is not rotated for the seat.
pub(super) fn shows_seat(seats: usize, frame: Frame) -> bool {
    seats > 2 || frame == Frame::Board
}
