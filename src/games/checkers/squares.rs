//! The plan of a variant on a board of squares (Checkers 1 to 3).

use super::geometry::DIRECTIONS;
use super::plan::{Chair, Cited, Plan, Turning};
use super::setup::{Side, men, sides};
use super::state::NOWHERE;
use super::variety::{Kind, Teams, Topology, Variety};
use crate::board::{Edges, Squares};
use crate::game::{Frame, compass};

/// The rules of Checkers that refusals name.
const CITED: Cited = Cited {
    owner: "4.2",
    moves: "5.1",
    jumps: "5.2",
    enemies: "5.2, 5.8",
    forced: "5.4",
    goes_on: "5.5",
    once: "5.6",
    numbers: "10.2",
    lines: "diagonally",
};

/// The plan of a variant; `bit` gives the engine's cell of a square (file, rank).
pub fn plan(id: &str, variety: &Variety, frame: Frame, bit: impl Fn(i8, i8) -> u8) -> Plan {
    let size = variety.files();
    let queens = variety.kind == Kind::Queens;
    let sides = sides(variety);
    let everywhere = variety.topology == Topology::Universal;
    let men_cross = |side: Side| Edges {
        left_right: variety.topology != Topology::Flat && side.faces_along_files(),
        near_far: variety.topology != Topology::Flat && !side.faces_along_files(),
    };
    let kings_cross = |side: Side| if everywhere { Edges::ALL } else { men_cross(side) };
    let joined = sides.iter().map(|&side| kings_cross(side)).fold(Edges::NONE, |all, edges| Edges {
        left_right: all.left_right || edges.left_right,
        near_far: all.near_far || edges.near_far,
    });
    let board = Squares::joined(size, joined).into_board();
    let coordinates = |square: u8| ((square % size) as i8, (square / size) as i8);
    let cell = |square: u8| {
        let (file, rank) = coordinates(square);
        if queens || (file + rank) % 2 == 0 { bit(file, rank) } else { NOWHERE }
    };
    let start = men(variety);
    let chair = |(seat, &side): (usize, &Side)| {
        let eyes = if frame == Frame::Board { Side::South } else { side };
        let place = |square: u8| {
            let (column, row) = eyes.sees(coordinates(square), size as i8);
            row as u16 * u16::from(size) + column as u16
        };
        let forward = |d: usize| side.sees(DIRECTIONS[d], 1).1 > 0;
        let looks = |d: usize| {
            let seen = eyes.sees(DIRECTIONS[d], 1);
            DIRECTIONS.iter().position(|&other| other == seen).unwrap_or(d) as u8
        };
        let farthest = |square: &u8| side.sees(coordinates(*square), size as i8).1 == size as i8 - 1;
        Chair {
            ahead: (0..DIRECTIONS.len()).fold(0, |all, d| all | u16::from(forward(d)) << d),
            man_crosses: men_cross(side),
            king_crosses: kings_cross(side),
            king_row: board.cells().filter(|square| variety.crowning && farthest(square)).collect(),
            men: start[seat].split(' ').filter_map(|name| board.cell(name)).collect(),
            place: board.cells().map(place).collect(),
            slot: board
                .cells()
                .map(|square| if queens { place(square) } else { place(square) / 2 })
                .collect(),
            looks: (0..DIRECTIONS.len()).map(looks).collect(),
            bare: Vec::new(),
        }
    };
    Plan {
        id: id.into(),
        title: variety.title(),
        family: "adams_checkers",
        rules: "1. Variants",
        options: variety.options(),
        cell: board.cells().map(cell).collect(),
        chairs: sides.iter().enumerate().map(chair).collect(),
        sequence: (0..variety.seats()).collect(),
        sides: sides.iter().map(|&side| 90 * side as u16).collect(),
        teams: (0..variety.seats())
            .map(|seat| if variety.teams == Teams::Pairs { seat % 2 } else { seat })
            .collect(),
        numbers: variety.numbers,
        crowning: variety.crowning,
        forty_moves: false,
        absent_lose: variety.teams == Teams::Cutthroat,
        bare_planes: Vec::new(),
        directions: DIRECTIONS.map(|(files, ranks)| compass(files, ranks)).into(),
        turnings: if sides.len() == 2 { turnings(variety) } else { Vec::new() },
        cited: if queens { Cited { lines: "in a straight line", ..CITED } } else { CITED },
        board,
    }
}

/// The ways to mirror or shift a board that leave each seat its own side, for two seats.
///
/// On the flat board only Queens can be mirrored, for a mirror changes the colors of the squares; on a
/// cylinder the files go round.
fn turnings(variety: &Variety) -> Vec<Turning> {
    let size = variety.files();
    let shifts = if variety.topology == Topology::Flat { 1 } else { size };
    let mut turnings = Vec::new();
    for (mirrored, shift) in [false, true].into_iter().flat_map(|m| (0..shifts).map(move |s| (m, s))) {
        let name = match (mirrored, shift) {
            (false, 0) => continue,
            (true, 0) => "mirror".into(),
            (true, _) => format!("mirror-shift-{shift}"),
            (false, _) => format!("shift-{shift}"),
        };
        let moved = |square: u8| {
            let (rank, file) = (square / size, square % size);
            let file = if mirrored { size - 1 - file } else { file };
            rank * size + (file + shift) % size
        };
        let turned = |&(files, ranks): &(i8, i8)| {
            let direction = (if mirrored { -files } else { files }, ranks);
            DIRECTIONS.iter().position(|&other| other == direction).unwrap_or(0) as u8
        };
        turnings.push(Turning {
            name,
            cells: (0..size * size).map(moved).collect(),
            directions: DIRECTIONS.iter().map(turned).collect(),
            seats: vec![0, 1],
        });
    }
    turnings
}
