//! The description of a variant on a hexagon: its seats, and how each of them sees the board (Tri-Checkers
//! 3).

use super::hexagon::{DIRECTIONS, MOVE_DIRECTIONS, bit};
use super::options::{BoardKind, Kind, Teams, Variant};
use super::setup::men;
use crate::board::{Cell, Triangles, turn_clockwise};
use crate::board::{Edges, NO_CELL};
use crate::game::{Frame, Plane, Seat};
use crate::games::checkers::{
    BoardSymmetry, RuleRefs, SeatSpec, StackWeights, TEAM_STACKS, TRI_STAX, UNIVERSAL_STAX, VariantSpec,
};

/// The rule numbers of Tri-Checkers that error messages cite.
const RULE_REFS: RuleRefs = RuleRefs {
    owner: "5.1",
    moves: "6.1, 6.2",
    jumps: "7.1, 7.2",
    enemies: "7.1",
    forced: "7.4",
    continued: "7.5",
    jumped_once: "7.6",
    numbers: "8.2",
    lines: "of its color",
};

/// Returns the board of a variant.
pub fn board(board_kind: BoardKind) -> Triangles {
    match board_kind {
        BoardKind::Eight => Triangles::hexagon(4),
        BoardKind::Offset => Triangles::offset(),
        BoardKind::Ten => Triangles::hexagon(5),
        BoardKind::Twelve => Triangles::hexagon(6),
        BoardKind::Cut => Triangles::cut_corners(),
    }
}

/// Whether Tri-Chek and Tri-Stax use the triangles that point up on this board (Tri-Checkers 2.5).
pub fn plays_up(board_kind: BoardKind) -> bool {
    !matches!(board_kind, BoardKind::Twelve | BoardKind::Cut)
}

/// Returns the description of a variant whose cells are bits in bitboards of `bits` with this stride.
pub fn variant_spec(
    id: &str,
    variant: &Variant,
    frame: Frame,
    triangles: &Triangles,
    stride: i16,
    bits: u32,
) -> VariantSpec {
    let row = &variant.row;
    let queens = variant.kind == Kind::Queens;
    let cell = |square: Cell| {
        let (at, up) = (triangles.coordinates(square), triangles.points_up(square));
        match (queens, up) {
            (true, false) => bits as u8 + bit(at, stride, bits),
            (false, _) if up != plays_up(row.board_kind) => NO_CELL,
            _ => bit(at, stride, bits),
        }
    };
    let sides: Vec<usize> = row.seats.split(' ').map(|seat| usize::from(seat.as_bytes()[1] - b'0')).collect();
    let seat_spec = |(seat, &side): (usize, &usize)| seat_spec(triangles, side, men(row.set_up)[seat], frame);
    let turn_order: Vec<Seat> = row.turn_order.split(' ').map(number).collect();
    let team = |seat: u8| {
        let with = |team: &str| team.bytes().any(|letter| letter == b'A' + seat);
        row.partners.split('-').position(with).map_or(seat, |team| team as u8)
    };
    let teams: Vec<u8> = (0..row.players).map(team).collect();
    VariantSpec {
        id: id.into(),
        title: variant.title(),
        summary: variant.summary(&teams),
        family: "tri_checkers",
        rules: "1. Variants",
        options: variant.options(),
        board: triangles.board().clone(),
        cell: triangles.board().cells().map(cell).collect(),
        seats: sides.iter().enumerate().map(seat_spec).collect(),
        numbers: variant.numbers,
        crowning: true,
        kings_only_limit: variant.kind == Kind::Chek,
        absent_teams_lose: true,
        stack_weights: stack_weights(variant),
        prefers_rollouts: prefers_rollouts(variant.kind, &teams),
        board_planes: Plane::bare_triangles(),
        directions: NAMES.map(String::from).into(),
        board_symmetries: board_symmetries(triangles, &sides, &turn_order, &teams),
        seat_angles: sides.iter().map(|&side| 60 * side as u16).collect(),
        turn_order,
        teams,
        rule_refs: if queens {
            RuleRefs { jumps: "7.1 to 7.3", lines: "in a straight line", ..RULE_REFS }
        } else {
            RULE_REFS
        },
    }
}

/// Whether `mcts` is stronger than alpha-beta: with more than two sides, except in Stax for three: see
/// `docs/strength.md`.
fn prefers_rollouts(kind: Kind, teams: &[u8]) -> bool {
    let more_than_two_sides = teams.iter().any(|&team| team > 1);
    more_than_two_sides && (kind != Kind::Stax || teams.len() > 3)
}

/// Returns the weights of the positional evaluation, for the variants in which it gains strength: see
/// `docs/strength.md`.
fn stack_weights(variant: &Variant) -> Option<&'static StackWeights> {
    match (variant.kind, variant.row.teams, variant.row.players, variant.numbers) {
        (Kind::Stax, _, 2, true) => Some(&UNIVERSAL_STAX),
        (Kind::Stax | Kind::Queens, _, 2, false) => Some(&TRI_STAX),
        (Kind::Stax | Kind::Queens, Teams::Pairs, 4, false) => Some(&TEAM_STACKS),
        _ => None,
    }
}

/// The names of the directions as a seat sees them: those in which pieces move, then the straight ones of
/// Queens.
const NAMES: [&str; DIRECTIONS] = [
    "left ahead",
    "right ahead",
    "right",
    "right back",
    "left back",
    "left",
    "straight ahead",
    "straight right ahead",
    "straight right back",
    "straight back",
    "straight left back",
    "straight left ahead",
];

/// Returns the seat of a letter.
fn number(letter: &str) -> Seat {
    Seat::new(letter.as_bytes()[0] - b'A')
}

/// Returns the description of a seat at a side: that of side 0, rotated (Tri-Checkers 3.2).
fn seat_spec(triangles: &Triangles, side: usize, men: &str, frame: Frame) -> SeatSpec {
    let board = triangles.board();
    let (rows, columns) = board.grid();
    let viewer_side = if frame == Frame::Board { 0 } else { side };
    let seen_at =
        |square: Cell| turn_clockwise(triangles.coordinates(square), triangles.edge(), 6 - viewer_side);
    // On a board that is not the same from all sides, a seat can see cells outside the grid. They are shifted
    // into it.
    let corner = board.cells().next().map_or((0, 0), |square| {
        let ((r, x), (row, column)) = (triangles.coordinates(square), board.place(square));
        (r - row as i8, x - column as i8)
    });
    let start = |corner: i8, length: usize, seen_at: &dyn Fn(Cell) -> i8| {
        let lowest = board.cells().map(seen_at).min().unwrap_or(corner);
        let highest = board.cells().map(seen_at).max().unwrap_or(corner);
        if lowest < corner || highest >= corner + length as i8 { lowest } else { corner }
    };
    let first = start(corner.0, rows, &|square| seen_at(square).0);
    let left = start(corner.1, columns, &|square| seen_at(square).1);
    let place = |square: Cell| {
        let (r, x) = seen_at(square);
        (r - first) as usize * columns + (x - left) as usize
    };
    let mut bare = vec![false; 2 * rows * columns];
    for square in board.cells() {
        let (r, x) = seen_at(square);
        bare[place(square)] = true;
        bare[rows * columns + place(square)] = (r + x).rem_euclid(2) == 1;
    }
    let straight = |d: usize| 1u16 << (MOVE_DIRECTIONS + (side + d) % 6);
    let places: Vec<u16> = board.cells().map(|square| place(square) as u16).collect();
    SeatSpec {
        // The two forward directions of the same color, and the middle straight direction with its two
        // neighbors (Tri-Checkers 6.3, 7.3).
        man_directions: 1 << side | 1 << ((side + 1) % 6) | straight(0) | straight(1) | straight(5),
        man_edges: Edges::NONE,
        king_edges: Edges::NONE,
        king_row: triangles.side_row((side + 3) % 6),
        men: men.split(' ').filter_map(|name| board.cell(name)).collect(),
        action_order: places.clone(),
        plane_index: places,
        relative_directions: (0..DIRECTIONS)
            .map(|d| (d / 6 * 6 + (d % 6 + 6 - viewer_side) % 6) as u8)
            .collect(),
        board_plane_values: bare,
    }
}

/// Returns the rotations and reflections of the board that map seats to seats and keep teams and turn order.
fn board_symmetries(
    triangles: &Triangles,
    sides: &[usize],
    turn_order: &[Seat],
    teams: &[u8],
) -> Vec<BoardSymmetry> {
    let (board, players) = (triangles.board(), sides.len());
    let mut board_symmetries = Vec::new();
    for (mirrored, turns) in [false, true].into_iter().flat_map(|m| (0..6).map(move |t| (m, t))) {
        let name = match (mirrored, turns) {
            (false, 0) => continue,
            (false, _) => format!("turn-{}", 60 * turns),
            (true, 0) => "mirror".into(),
            (true, _) => format!("mirror-turn-{}", 60 * turns),
        };
        let Some(motion) = board.motion(&name) else { continue };
        let side = |from: usize| (if mirrored { 6 - from } else { from } + turns) % 6;
        let seat = |from: &usize| sides.iter().position(|&to| to == side(*from)).map(Seat::from_index);
        let Some(seats) = sides.iter().map(seat).collect::<Option<Vec<Seat>>>() else { continue };
        let place = |seat: Seat| turn_order.iter().position(|&next| next == seat).unwrap_or(0);
        let keeps_turn_order = |turn: usize| {
            let (now, next) =
                (seats[turn_order[turn].index()], seats[turn_order[(turn + 1) % players].index()]);
            (place(now) + 1) % players == place(next)
        };
        let keeps_partners = |a: usize, b: usize| {
            (teams[a] == teams[b]) == (teams[seats[a].index()] == teams[seats[b].index()])
        };
        let is_symmetry = (0..players).all(keeps_turn_order)
            && (0..players).all(|a| (0..players).all(|b| keeps_partners(a, b)));
        if is_symmetry {
            let same = |d: usize| (if mirrored { 7 - d } else { d } + turns) % 6;
            let straight = |d: usize| (if mirrored { 6 - d } else { d } + turns) % 6;
            let directions = (0..6).map(same).chain((0..6).map(|d| 6 + straight(d)));
            board_symmetries.push(BoardSymmetry {
                name,
                cells: motion.cells.clone(),
                directions: directions.map(|d| d as u8).collect(),
                seats,
            });
        }
    }
    board_symmetries
}
