//! The plan of a variant: the seats at the sides of a hexagon, and how each of them sees it (Tri-Checkers 3).

use super::hexagon::{DIRECTIONS, MOVES, bit};
use super::setup::men;
use super::variety::{Ground, Kind, Variety};
use crate::board::Edges;
use crate::board::{Cell, Triangles, turn_clockwise};
use crate::game::{Frame, Plane, Seat};
use crate::games::checkers::{Chair, Cited, NOWHERE, Plan, Turning};

/// The rules of Tri-Checkers that refusals name.
const CITED: Cited = Cited {
    owner: "5.1",
    moves: "6.1, 6.2",
    jumps: "7.1, 7.2",
    enemies: "7.1",
    forced: "7.4",
    goes_on: "7.5",
    once: "7.6",
    numbers: "8.2",
    lines: "of its color",
};

/// The board of a variant.
pub fn board(ground: Ground) -> Triangles {
    match ground {
        Ground::Eight => Triangles::hexagon(4),
        Ground::Offset => Triangles::offset(),
        Ground::Ten => Triangles::hexagon(5),
        Ground::Twelve => Triangles::hexagon(6),
        Ground::Cut => Triangles::cut_corners(),
    }
}

/// Whether Tri-Chek and Tri-Stax are played on the triangles that point up on that board (Tri-Checkers 2.5).
pub fn plays_up(ground: Ground) -> bool {
    !matches!(ground, Ground::Twelve | Ground::Cut)
}

/// The plan of a variant whose cells are bits in sets of `bits` with that stride.
pub fn plan(
    id: &str,
    variety: &Variety,
    frame: Frame,
    triangles: &Triangles,
    stride: i16,
    bits: u32,
) -> Plan {
    let row = &variety.row;
    let queens = variety.kind == Kind::Queens;
    let cell = |square: Cell| {
        let (at, up) = (triangles.coordinates(square), triangles.points_up(square));
        match (queens, up) {
            (true, false) => bits as u8 + bit(at, stride, bits),
            (false, _) if up != plays_up(row.ground) => NOWHERE,
            _ => bit(at, stride, bits),
        }
    };
    let sides: Vec<usize> = row.seats.split(' ').map(|seat| usize::from(seat.as_bytes()[1] - b'0')).collect();
    let chair = |(seat, &side): (usize, &usize)| chair(triangles, side, men(row.set_up)[seat], frame);
    let sequence: Vec<Seat> = row.sequence.split(' ').map(number).collect();
    let team = |seat: u8| {
        let with = |team: &str| team.bytes().any(|letter| letter == b'A' + seat);
        row.partners.split('-').position(with).map_or(seat, |team| team as u8)
    };
    let teams: Vec<u8> = (0..row.players).map(team).collect();
    Plan {
        id: id.into(),
        title: variety.title(),
        family: "tri_checkers",
        rules: "1. Variants",
        options: variety.options(),
        board: triangles.board().clone(),
        cell: triangles.board().cells().map(cell).collect(),
        chairs: sides.iter().enumerate().map(chair).collect(),
        numbers: variety.numbers,
        crowning: true,
        forty_moves: variety.kind == Kind::Chek,
        absent_lose: true,
        bare_planes: Plane::bare_triangles(),
        directions: NAMES.map(String::from).into(),
        turnings: turnings(triangles, &sides, &sequence, &teams),
        sides: sides.iter().map(|&side| 60 * side as u16).collect(),
        sequence,
        teams,
        cited: if queens {
            Cited { jumps: "7.1 to 7.3", lines: "in a straight line", ..CITED }
        } else {
            CITED
        },
    }
}

/// The directions as a seat sees them: those in which pieces move, then the straight ones of Queens.
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

/// The number of a seat's letter.
fn number(letter: &str) -> Seat {
    letter.as_bytes()[0] - b'A'
}

/// A seat at a side: what holds for side 0, turned (Tri-Checkers 3.2).
fn chair(triangles: &Triangles, side: usize, men: &str, frame: Frame) -> Chair {
    let board = triangles.board();
    let (rows, columns) = board.grid();
    let eyes = if frame == Frame::Board { 0 } else { side };
    let seen = |square: Cell| turn_clockwise(triangles.coordinates(square), triangles.edge(), 6 - eyes);
    // On a board that is not the same from all sides, cells may be seen outside of its grid: they are moved
    // in.
    let corner = board.cells().next().map_or((0, 0), |square| {
        let ((r, x), (row, column)) = (triangles.coordinates(square), board.place(square));
        (r - row as i8, x - column as i8)
    });
    let start = |corner: i8, length: usize, seen: &dyn Fn(Cell) -> i8| {
        let lowest = board.cells().map(seen).min().unwrap_or(corner);
        let highest = board.cells().map(seen).max().unwrap_or(corner);
        if lowest < corner || highest >= corner + length as i8 { lowest } else { corner }
    };
    let first = start(corner.0, rows, &|square| seen(square).0);
    let left = start(corner.1, columns, &|square| seen(square).1);
    let place = |square: Cell| {
        let (r, x) = seen(square);
        (r - first) as usize * columns + (x - left) as usize
    };
    let mut bare = vec![false; 2 * rows * columns];
    for square in board.cells() {
        let (r, x) = seen(square);
        bare[place(square)] = true;
        bare[rows * columns + place(square)] = (r + x).rem_euclid(2) == 1;
    }
    let straight = |d: usize| 1u16 << (MOVES + (side + d) % 6);
    let places: Vec<u16> = board.cells().map(|square| place(square) as u16).collect();
    Chair {
        // The two of the same color, and of the straight ones the middle one and its neighbors
        // (Tri-Checkers 6.3, 7.3).
        ahead: 1 << side | 1 << ((side + 1) % 6) | straight(0) | straight(1) | straight(5),
        man_crosses: Edges::NONE,
        king_crosses: Edges::NONE,
        king_row: triangles.side_row((side + 3) % 6),
        men: men.split(' ').filter_map(|name| board.cell(name)).collect(),
        slot: places.clone(),
        place: places,
        looks: (0..DIRECTIONS).map(|d| (d / 6 * 6 + (d % 6 + 6 - eyes) % 6) as u8).collect(),
        bare,
    }
}

/// The ways to turn or mirror the board that carry seats to seats, with their teams and the sequence of
/// moves.
fn turnings(triangles: &Triangles, sides: &[usize], sequence: &[Seat], teams: &[u8]) -> Vec<Turning> {
    let (board, players) = (triangles.board(), sides.len());
    let mut turnings = Vec::new();
    for (mirrored, turns) in [false, true].into_iter().flat_map(|m| (0..6).map(move |t| (m, t))) {
        let name = match (mirrored, turns) {
            (false, 0) => continue,
            (false, _) => format!("turn-{}", 60 * turns),
            (true, 0) => "mirror".into(),
            (true, _) => format!("mirror-turn-{}", 60 * turns),
        };
        let Some(motion) = board.motion(&name) else { continue };
        let side = |from: usize| (if mirrored { 6 - from } else { from } + turns) % 6;
        let seat = |from: &usize| sides.iter().position(|&to| to == side(*from)).map(|seat| seat as Seat);
        let Some(seats) = sides.iter().map(seat).collect::<Option<Vec<Seat>>>() else { continue };
        let place = |seat: Seat| sequence.iter().position(|&next| next == seat).unwrap_or(0);
        let follows = |turn: usize| {
            let (now, next) =
                (seats[sequence[turn] as usize], seats[sequence[(turn + 1) % players] as usize]);
            (place(now) + 1) % players == place(next)
        };
        let partners_stay = |a: usize, b: usize| {
            (teams[a] == teams[b]) == (teams[seats[a] as usize] == teams[seats[b] as usize])
        };
        let kept =
            (0..players).all(follows) && (0..players).all(|a| (0..players).all(|b| partners_stay(a, b)));
        if kept {
            let same = |d: usize| (if mirrored { 7 - d } else { d } + turns) % 6;
            let straight = |d: usize| (if mirrored { 6 - d } else { d } + turns) % 6;
            let directions = (0..6).map(same).chain((0..6).map(|d| 6 + straight(d)));
            turnings.push(Turning {
                name,
                cells: motion.cells.clone(),
                directions: directions.map(|d| d as u8).collect(),
                seats,
            });
        }
    }
    turnings
}
