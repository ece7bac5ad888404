//! The description of a variant on a square board (Checkers 1 to 3).

use super::geometry::DIRECTIONS;
use super::options::{Kind, Teams, Topology, Variant};
use super::positional::{QUEENS, STAX, StackWeights, TEAM_STACKS, UNIVERSAL_STAX};
use super::setup::{Side, men, sides};
use super::variant_spec::{BoardSymmetry, RuleRefs, SeatSpec, VariantSpec};
use crate::board::{Edges, NO_CELL, Squares, compass};
use crate::game::{Frame, Seat};

/// The rule numbers of Checkers that error messages cite.
const RULE_REFS: RuleRefs = RuleRefs {
    owner: "4.2",
    moves: "5.1",
    jumps: "5.2",
    enemies: "5.2, 5.8",
    forced: "5.4",
    continued: "5.5",
    jumped_once: "5.6",
    numbers: "10.2",
    lines: "diagonally",
};

/// Returns the description of a variant. `bit` returns the engine's cell of a square (file, rank).
pub fn variant_spec(id: &str, variant: &Variant, frame: Frame, bit: impl Fn(i8, i8) -> u8) -> VariantSpec {
    let size = variant.files();
    let queens = variant.kind == Kind::Queens;
    let sides = sides(variant);
    let universal = variant.topology == Topology::Universal;
    let man_edges = |side: Side| Edges {
        left_right: variant.topology != Topology::Flat && side.faces_along_files(),
        near_far: variant.topology != Topology::Flat && !side.faces_along_files(),
    };
    let king_edges = |side: Side| if universal { Edges::ALL } else { man_edges(side) };
    let joined = sides.iter().map(|&side| king_edges(side)).fold(Edges::NONE, |all, edges| Edges {
        left_right: all.left_right || edges.left_right,
        near_far: all.near_far || edges.near_far,
    });
    let board = Squares::joined(size, joined).into_board();
    let coordinates = |square: u8| ((square % size) as i8, (square / size) as i8);
    let cell = |square: u8| {
        let (file, rank) = coordinates(square);
        if queens || (file + rank) % 2 == 0 { bit(file, rank) } else { NO_CELL }
    };
    let start = men(variant);
    let seat_spec = |(seat, &side): (usize, &Side)| {
        let viewer_side = if frame == Frame::Board { Side::South } else { side };
        let place = |square: u8| {
            let (column, row) = viewer_side.seen_from_side(coordinates(square), size as i8);
            row as u16 * u16::from(size) + column as u16
        };
        let forward = |d: usize| side.seen_from_side(DIRECTIONS[d], 1).1 > 0;
        let relative_direction = |d: usize| {
            let relative = viewer_side.seen_from_side(DIRECTIONS[d], 1);
            DIRECTIONS.iter().position(|&other| other == relative).unwrap_or(d) as u8
        };
        let is_last_row =
            |square: &u8| side.seen_from_side(coordinates(*square), size as i8).1 == size as i8 - 1;
        SeatSpec {
            man_directions: (0..DIRECTIONS.len()).fold(0, |all, d| all | u16::from(forward(d)) << d),
            man_edges: man_edges(side),
            king_edges: king_edges(side),
            king_row: board.cells().filter(|square| variant.crowning && is_last_row(square)).collect(),
            men: start[seat].split(' ').filter_map(|name| board.cell(name)).collect(),
            plane_index: board.cells().map(place).collect(),
            action_order: board
                .cells()
                .map(|square| if queens { place(square) } else { place(square) / 2 })
                .collect(),
            relative_directions: (0..DIRECTIONS.len()).map(relative_direction).collect(),
            board_plane_values: Vec::new(),
        }
    };
    let teams: Vec<u8> = (0..variant.seats())
        .map(|seat| if variant.teams == Teams::Pairs { seat % 2 } else { seat })
        .collect();
    VariantSpec {
        id: id.into(),
        title: variant.title(),
        summary: variant.summary(&teams),
        family: "adams_checkers",
        rules: "1. Variants",
        options: variant.options(),
        cell: board.cells().map(cell).collect(),
        seats: sides.iter().enumerate().map(seat_spec).collect(),
        turn_order: Seat::all(variant.seats()).collect(),
        seat_angles: sides.iter().map(|&side| 90 * side as u16).collect(),
        teams,
        numbers: variant.numbers,
        crowning: variant.crowning,
        kings_only_limit: false,
        absent_teams_lose: variant.teams == Teams::Cutthroat,
        stack_weights: stack_weights(variant),
        prefers_rollouts: variant.teams == Teams::Cutthroat,
        board_planes: Vec::new(),
        directions: DIRECTIONS.map(|(files, ranks)| compass(files, ranks)).into(),
        board_symmetries: if sides.len() == 2 { board_symmetries(variant) } else { Vec::new() },
        rule_refs: if queens { RuleRefs { lines: "in a straight line", ..RULE_REFS } } else { RULE_REFS },
        board,
    }
}

/// Returns the reflections and shifts of the board that keep each seat at its side, for two seats.
///
/// On a flat board only Queens has a reflection, since a reflection changes the colors of the squares. On a
/// cylinder the files can be shifted.
fn board_symmetries(variant: &Variant) -> Vec<BoardSymmetry> {
    let size = variant.files();
    let shifts = if variant.topology == Topology::Flat { 1 } else { size };
    let mut board_symmetries = Vec::new();
    for (mirrored, shift) in [false, true].into_iter().flat_map(|m| (0..shifts).map(move |s| (m, s))) {
        let name = match (mirrored, shift) {
            (false, 0) => continue,
            (true, 0) => "mirror".into(),
            (true, _) => format!("mirror-shift-{shift}"),
            (false, _) => format!("shift-{shift}"),
        };
        let mapped = |square: u8| {
            let (rank, file) = (square / size, square % size);
            let file = if mirrored { size - 1 - file } else { file };
            rank * size + (file + shift) % size
        };
        let mapped_direction = |&(files, ranks): &(i8, i8)| {
            let direction = (if mirrored { -files } else { files }, ranks);
            DIRECTIONS.iter().position(|&other| other == direction).unwrap_or(0) as u8
        };
        board_symmetries.push(BoardSymmetry {
            name,
            cells: (0..size * size).map(mapped).collect(),
            directions: DIRECTIONS.iter().map(mapped_direction).collect(),
            seats: vec![Seat::ZERO, Seat::ONE],
        });
    }
    board_symmetries
}

/// Returns the weights of the positional evaluation, for the variants in which it gains strength: see
/// `docs/strength.md`.
fn stack_weights(variant: &Variant) -> Option<&'static StackWeights> {
    match (variant.kind, variant.teams, variant.topology, variant.numbers) {
        (Kind::Stax, Teams::Single, Topology::Universal, _) => Some(&UNIVERSAL_STAX),
        (Kind::Stax, Teams::Single, Topology::Cylindrical, true) => Some(&UNIVERSAL_STAX),
        (Kind::Stax, Teams::Single, ..) => Some(&STAX),
        (Kind::Queens, Teams::Single, Topology::Cylindrical, false) => Some(&QUEENS),
        (Kind::Stax, Teams::Pairs, _, false) => Some(&TEAM_STACKS),
        (Kind::Queens, Teams::Pairs, Topology::Flat, false) => Some(&TEAM_STACKS),
        _ => None,
    }
}
