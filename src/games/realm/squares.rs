//! The plan of a variant on the 12x12 board (Chess 2 to 4).

use super::law::CHESS;
use super::men::NOWHERE;
use super::plan::{Ahead, Castling, Chair, Ground, Kings, Plan, Strings, Turning, grid_rows};
use super::variety::Variety;
use super::web::{Line, Ray};
use crate::board::{Board, Cell, Edges, Squares};
use crate::game::{Frame, Seat, SeatColor, compass};
use crate::games::chess::orthodox::Teams;
use std::collections::BTreeSet;

/// The number of files and of ranks.
const SIZE: i8 = 12;

/// The eight directions, clockwise from straight away from seat 0, as files and ranks.
const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The axes: files and ranks, then the two kinds of diagonals, each in one of its directions.
const AXES: [(i8, i8); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The hops of knights, clockwise.
const HOPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The pieces of a seat from its own file 3 on, if the board is seen so that the partner sits at the left
/// (Chess 3.2).
const PIECES: [char; 8] = ['R', 'N', 'B', 'K', 'Q', 'B', 'N', 'R'];

/// The position at the start, all seats having pieces on the same own files.
const SEATS: u8 = 4;

/// A displacement as a seat sees it, and back.
///
/// The seats at the near and far edge see the board turned, those at the left and right mirrored as well: so
/// that each has its king on the same own file, and castles alike.
fn sees(seat: Seat, (files, ranks): (i8, i8)) -> (i8, i8) {
    match seat {
        0 => (files, ranks),
        1 => (-files, -ranks),
        2 => (ranks, files),
        _ => (-ranks, -files),
    }
}

/// The number among some displacements of one as a seat sees it, and back.
fn turned(seat: Seat, list: &[(i8, i8)], way: &(i8, i8)) -> usize {
    list.iter().position(|&other| other == sees(seat, *way)).expect("turned onto one another")
}

/// The own file and own rank (both from 0) of a cell, and back.
fn own(seat: Seat, (file, rank): (i8, i8)) -> (i8, i8) {
    let (file, rank) = sees(seat, (2 * file - (SIZE - 1), 2 * rank - (SIZE - 1)));
    ((file + SIZE - 1) / 2, (rank + SIZE - 1) / 2)
}

/// A board and its places.
struct Field {
    squares: Squares,
}

impl Field {
    fn board(&self) -> &Board {
        self.squares.board()
    }

    fn at(&self, file: i8, rank: i8) -> Option<Cell> {
        self.board().at(usize::try_from(rank).ok()?, usize::try_from(file).ok()?)
    }

    fn place(&self, cell: Cell) -> (i8, i8) {
        let (file, rank) = self.squares.coordinates(cell);
        (file as i8, rank as i8)
    }

    fn by_cell<T>(&self, of: impl FnMut(Cell) -> T) -> Vec<T> {
        self.board().cells().map(of).collect()
    }

    /// The lines in a direction and its opposite.
    fn lines(&self, (dx, dy): (i8, i8), edges: Edges) -> Vec<Line> {
        let (mut lines, mut seen) = (Vec::new(), BTreeSet::<Cell>::new());
        for cell in self.board().cells() {
            if seen.contains(&cell) {
                continue;
            }
            let back = self.squares.ray(cell, -dx, -dy, edges);
            let first = *back.last().unwrap_or(&cell);
            let ring = self.squares.neighbor(first, -dx, -dy, edges).is_some();
            let mut cells = vec![first];
            cells.extend(self.squares.ray(first, dx, dy, edges));
            seen.extend(&cells);
            lines.push(Line { cells, ring, bend: None });
        }
        lines
    }

    fn ground(&self, number: usize, edges: Edges) -> Ground {
        let axis = |direction| self.lines(direction, edges);
        let to = |cell, (dx, dy)| self.squares.neighbor(cell, dx, dy, edges);
        let ray = |&(dx, dy): &(i8, i8)| {
            let along = |&axis: &(i8, i8)| axis == (dx, dy) || axis == (-dx, -dy);
            let axis = AXES.iter().position(along).expect("four axes are eight directions");
            Ray { axis: (4 * number + axis) as u8, back: AXES[axis] != (dx, dy) }
        };
        Ground {
            straight: AXES[..2].iter().map(|&direction| axis(direction)).collect(),
            diagonal: AXES[2..].iter().map(|&direction| axis(direction)).collect(),
            rays: self.by_cell(|_| DIRECTIONS.iter().map(ray).collect()),
            hops: HOPS.iter().map(|&hop| self.by_cell(|cell| to(cell, hop).unwrap_or(NOWHERE))).collect(),
            twice: true,
            near: self.by_cell(|cell| DIRECTIONS.iter().filter_map(|&d| to(cell, d)).collect()),
        }
    }

    /// The cell of an own file and own rank.
    fn of(&self, seat: Seat, file: i8, rank: i8) -> Option<Cell> {
        let (file, rank) = own(seat, (file, rank));
        self.at(file, rank)
    }

    /// Castling from own file 6 to one of the rooks (Chess 4.7).
    fn castling(&self, seat: Seat, rook: i8) -> Option<Castling> {
        let home = |file| self.of(seat, file, 0);
        let by = if rook < 5 { -1 } else { 1 };
        let between = (5.min(rook) + 1)..5.max(rook);
        Some(Castling {
            king: home(5)?,
            rook: home(rook)?,
            named: home(5 + 2 * by)?,
            king_to: home(5 + 2 * by)?,
            rook_to: home(5 + by)?,
            between: between.filter_map(home).collect(),
        })
    }

    fn chair(&self, seat: Seat, variety: &Variety, frame: Frame) -> Chair {
        let (ground, edges) = ground_of(seat, variety);
        let eyes = if frame == Frame::Board { 0 } else { seat };
        let rank = |cell| own(seat, self.place(cell)).1;
        let numbered = |seat, cell| {
            let (file, rank) = own(seat, self.place(cell));
            rank as u16 * SIZE as u16 + file as u16
        };
        let forward = sees(seat, (0, 1));
        let ray = self.ray_of(ground, forward);
        let ahead = |cell| {
            // Chess 4.4.
            let most = match rank(cell) {
                1 => 3,
                2..=5 => 2,
                _ => 1,
            };
            Ahead { ray, most }
        };
        let takes = |cell| {
            let side = |aside| {
                let (dx, dy) = sees(seat, (aside, 1));
                self.squares.neighbor(cell, dx, dy, edges).unwrap_or(NOWHERE)
            };
            [-1, 1].into_iter().map(side).collect()
        };
        let rays = DIRECTIONS.iter().map(|way| turned(eyes, &DIRECTIONS, way));
        let hops = HOPS.iter().map(|hop| turned(eyes, &HOPS, hop));
        let looks = rays.chain(hops.clone().map(|hop| hop + 8)).chain(hops.map(|hop| hop + 16));
        Chair {
            ground,
            ahead: self.by_cell(ahead),
            takes: self.by_cell(takes),
            last: self.board().cells().filter(|&cell| rank(cell) == SIZE - 1).collect(),
            barred: self.board().cells().filter(|&cell| [0, SIZE - 1].contains(&rank(cell))).collect(),
            castlings: if variety.castling {
                [2, 9].iter().filter_map(|&rook| self.castling(seat, rook)).collect()
            } else {
                Vec::new()
            },
            bare: Vec::new(),
            eyes: self.by_cell(|cell| numbered(eyes, cell)),
            looks: looks.map(|way| way as u8).collect(),
            own: self.by_cell(|cell| numbered(seat, cell)),
            own_rays: DIRECTIONS.iter().map(|&own| turned(seat, &DIRECTIONS, &own) as u8).collect(),
        }
    }

    /// The number of a direction's ray.
    fn ray_of(&self, ground: usize, direction: (i8, i8)) -> Ray {
        let axis = AXES.iter().position(|&(dx, dy)| [(dx, dy), (-dx, -dy)].contains(&direction));
        let axis = axis.expect("a direction");
        Ray { axis: (4 * ground + axis) as u8, back: AXES[axis] != direction }
    }

    /// The placement of the start, as position strings have it (Chess 3.2, 11.2).
    fn placement(&self) -> String {
        let piece = |cell: Cell| {
            (0..SEATS).find_map(|seat| {
                let (file, rank) = own(seat, self.place(cell));
                let kind = *PIECES.get(usize::try_from(file - 2).ok()?)?;
                let letter = char::from(b'a' + seat);
                match rank {
                    0 => Some(format!("{letter}{kind}")),
                    1 => Some(format!("{letter}P")),
                    _ => None,
                }
            })
        };
        let rank = |rank: i8| {
            let (mut text, mut gap) = (String::new(), 0);
            for file in 0..SIZE {
                match self.at(file, rank).and_then(piece) {
                    None => gap += 1,
                    Some(piece) => {
                        if gap > 0 {
                            text += &gap.to_string();
                        }
                        (text, gap) = (text + &piece, 0);
                    }
                }
            }
            if gap > 0 { text + &gap.to_string() } else { text }
        };
        (0..SIZE).rev().map(rank).collect::<Vec<String>>().join("/")
    }

    /// The reflection in the long diagonal takes each seat to its partner, the half turn to the seat across:
    /// which of them keeps the sequence of moves depends on it.
    fn turning(&self, teams: Teams) -> Turning {
        let (name, like, seats) = match teams {
            Teams::Pairs => ("mirror-turn-90", 2, vec![2, 3, 0, 1]),
            _ => ("turn-180", 1, vec![1, 0, 3, 2]),
        };
        let rays = DIRECTIONS.iter().map(|way| turned(like, &DIRECTIONS, way));
        let hops = HOPS.iter().map(|hop| turned(like, &HOPS, hop));
        let ways = rays.chain(hops.clone().map(|hop| hop + 8)).chain(hops.map(|hop| hop + 16));
        let moved = |cell| {
            let (file, rank) = own(like, self.place(cell));
            self.at(file, rank).expect("the board is turned onto itself")
        };
        Turning {
            name: name.into(),
            cells: self.by_cell(moved),
            ways: ways.map(|way| way as u8).collect(),
            seats,
        }
    }
}

/// The ground of a seat, and the edges that its pieces may cross (Chess 2.4).
fn ground_of(seat: Seat, variety: &Variety) -> (usize, Edges) {
    match (variety.cylinder, seat < 2) {
        (false, _) => (0, Edges::NONE),
        (true, true) => (0, Edges::LEFT_RIGHT),
        (true, false) => (1, Edges::NEAR_FAR),
    }
}

/// What the ways are called, as a seat sees them: directions, hops and double hops.
fn ways() -> Vec<String> {
    let named = |&(files, ranks): &(i8, i8)| compass(files, ranks);
    let hops = HOPS.iter().map(|hop| format!("by a hop {}", named(hop)));
    let twice = HOPS.iter().map(|hop| format!("by two hops {} each", named(hop)));
    DIRECTIONS.iter().map(named).chain(hops).chain(twice).collect()
}

/// The plan of a variant.
pub fn plan(id: &str, variety: &Variety, frame: Frame) -> Plan {
    let joined = if variety.cylinder { Edges::ALL } else { Edges::NONE };
    let pairs = variety.teams == Teams::Pairs;
    let squares = if pairs { Squares::joined(SIZE as u8, joined) } else { Squares::cut_corners(joined) };
    let field = Field { squares };
    let grounds = if variety.cylinder {
        vec![field.ground(0, Edges::LEFT_RIGHT), field.ground(1, Edges::NEAR_FAR)]
    } else {
        vec![field.ground(0, Edges::NONE)]
    };
    Plan {
        id: id.into(),
        title: variety.title(),
        family: "adams_chess",
        rules: "2-11",
        law: &CHESS,
        options: variety.options(),
        rows: grid_rows(field.board()),
        colors: SeatColor::ALL[..usize::from(SEATS)].to_vec(),
        letters: "abcd",
        sequence: if pairs { vec![0, 1, 2, 3] } else { vec![0, 2, 1, 3] },
        sides: vec![0, 180, 90, 270],
        teams: if pairs { vec![0, 1, 0, 1] } else { vec![0, 1, 2, 3] },
        even_if_mated: true,
        kings: Kings::Taken,
        shadows: variety.shadow,
        bare_kings: !variety.cylinder,
        clock_end: 200,
        most_pieces: 16,
        strings: Strings { by_file: true, short: true, names_taken: true },
        placement: field.placement(),
        grounds,
        shows_last: false,
        bare_planes: Vec::new(),
        ways: ways(),
        chairs: (0..SEATS).map(|seat| field.chair(seat, variety, frame)).collect(),
        turnings: vec![field.turning(variety.teams)],
        board: field.squares.into_board(),
    }
}
