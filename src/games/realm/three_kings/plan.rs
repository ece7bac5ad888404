//! The plan of Three Kings Chess: its lines, its knights and its pawns (Three Kings 2 to 5).

use crate::board::{Cell, ThreeKings};
use crate::game::{Frame, Options, Seat, SeatColor};
use crate::games::realm::law;
use crate::games::realm::men::NOWHERE;
use crate::games::realm::plan::{Ahead, Castling, Chair, Ground, Kings, Plan, Strings, Turning};
use crate::games::realm::web::{Line, Ray};
use std::collections::BTreeSet;

/// The id of the one variant there is.
pub const ID: &str = "three-kings-chess";

/// Files by ranks of a half.
const FILES: u8 = 8;
const RANKS: u8 = 4;

const SEATS: u8 = 3;

/// The position at the start (Three Kings 3.1).
const PLACEMENT: &str = "rQrBrNrRrKrBrNrR/rPrPrPrPrPrPrPrP/8/8/bRbNbBbKbQbBbNbR/bPbPbPbPbPbPbPbP/8/8/8/8/\
                         wPwPwPwPwPwPwPwP/wRwNwBwQwKwBwNwR";

/// The eight directions as the half of a cell counts files and ranks, clockwise from straight to the centre.
const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The axes: files, ranks, the diagonals on which files and ranks grow together, and those on which they do
/// not. On the last one lie the second of the two lines that fork at the centre through each cell of an arm.
const AXES: u8 = 5;
const FORKS: u8 = AXES - 1;

/// The hops of knights, clockwise.
const HOPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Those that lead from another half, as the half of arrival counts.
const HOPS_IN: [(i8, i8); 4] = [(2, -1), (1, -2), (-1, -2), (-2, -1)];

/// How many ways line pieces have: the directions, and away from the centre if one has come through it on the
/// second line.
const WAYS: u8 = DIRECTIONS.len() as u8 + 1;

/// The board and its places.
struct Halves {
    kings: ThreeKings,
}

impl Halves {
    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.kings.board().cells()
    }

    fn by_cell<T>(&self, of: impl FnMut(Cell) -> T) -> Vec<T> {
        self.cells().map(of).collect()
    }

    /// The cell of a half, file and rank, if these exist.
    fn at(&self, half: u8, x: i8, y: i8) -> Option<Cell> {
        self.kings.at(half.into(), usize::try_from(x).ok()?, usize::try_from(y).ok()?)
    }

    fn place(&self, cell: Cell) -> (u8, i8, i8) {
        let (half, x, y) = self.kings.coordinates(cell);
        (half as u8, x as i8, y as i8)
    }

    /// The neighbors in a direction: two through the centre on a diagonal, else at most one.
    fn neighbors(&self, cell: Cell, (dx, dy): (i8, i8)) -> Vec<Cell> {
        match (dx, dy) {
            (0, _) => self.kings.through_side(cell, if dy < 0 { 2 } else { 3 }).into_iter().collect(),
            (_, 0) => self.kings.through_side(cell, usize::from(dx > 0)).into_iter().collect(),
            _ => self.kings.through_corner(cell, usize::from(dx > 0) + 2 * usize::from(dy > 0)),
        }
    }

    /// The lines of a file or rank in a direction (Three Kings 4.1).
    fn orthogonals(&self, side: usize, first: impl Fn(u8) -> Vec<Cell>) -> Vec<Line> {
        let line = |first: Cell| {
            let cells = [first].into_iter().chain(self.kings.orthogonal(first, side)).collect();
            Line { cells, ring: false, bend: None }
        };
        (0..SEATS).flat_map(first).map(line).collect()
    }

    /// The diagonals through a corner and the one opposite (Three Kings 4.2). A fork is three lines, each
    /// from an arm to the one of the next half: on its first arm a line is on this axis, on its second it is
    /// on that of the forks.
    fn diagonals(&self, corner: usize) -> Vec<Line> {
        let (mut lines, mut seen) = (Vec::new(), BTreeSet::<Cell>::new());
        for cell in self.cells() {
            if seen.contains(&cell) {
                continue;
            }
            let branches = self.kings.diagonal(cell, corner);
            if let [_, _] = branches[..] {
                // The first to be met are the outer ends of arms.
                let (half, ..) = self.place(cell);
                let next = |cells: &[Cell]| {
                    cells.last().is_some_and(|&last| self.place(last).0 == (half + 1) % SEATS)
                };
                let branch =
                    branches.iter().find(|line| next(&line.cells)).expect("a fork leads to both halves");
                let cells: Vec<Cell> = [cell].into_iter().chain(branch.cells.iter().copied()).collect();
                seen.extend(&cells[..usize::from(RANKS)]);
                lines.push(Line { cells, ring: false, bend: Some((RANKS.into(), FORKS)) });
                continue;
            }
            let back = self.kings.diagonal(cell, 3 - corner);
            let mut cells: Vec<Cell> = back.into_iter().flat_map(|line| line.cells).collect();
            cells.reverse();
            cells.push(cell);
            cells.extend(branches.into_iter().flat_map(|line| line.cells));
            seen.extend(&cells);
            lines.push(Line { cells, ring: false, bend: None });
        }
        lines
    }

    /// The ways that arrive on a cell.
    fn rays(&self, cell: Cell, axes: &[Vec<Line>]) -> Vec<Ray> {
        let rays = DIRECTIONS.iter().map(|&(dx, dy)| {
            let axis = match (dx, dy) {
                (0, _) => 0,
                (_, 0) => 1,
                _ if dx == dy => 2,
                _ => 3,
            };
            let on = |line: &&Line| {
                let own = line.bend.map_or(line.cells.len(), |(from, _)| from);
                line.cells[..own].contains(&cell)
            };
            let line = &axes[axis].iter().find(on).expect("a line of each axis").cells;
            let at = line.iter().position(|&other| other == cell).unwrap_or(0);
            let leads = |to: Option<&Cell>, way| to.is_some_and(|to| self.neighbors(cell, way).contains(to));
            let (next, before) = (line.get(at + 1), at.checked_sub(1).map(|at| &line[at]));
            let back = leads(before, (dx, dy)) || leads(next, (-dx, -dy));
            Ray { axis: axis as u8, back }
        });
        rays.chain([Ray { axis: FORKS, back: false }]).collect()
    }

    /// Where a knight goes (Three Kings 5.3).
    fn leaps(&self, cell: Cell) -> BTreeSet<Cell> {
        let (straight, diagonal): (Vec<_>, Vec<_>) = DIRECTIONS.iter().partition(|(dx, dy)| dx * dy == 0);
        let all = |cells: &[Cell], ways: &[(i8, i8)]| -> Vec<Cell> {
            let each = |&cell: &Cell| ways.iter().flat_map(move |&way| self.neighbors(cell, way));
            cells.iter().flat_map(each).collect()
        };
        let orthogonally = all(&all(&[cell], &straight), &diagonal);
        let diagonally = all(&all(&[cell], &diagonal), &straight);
        let apart = |&other: &Cell| !self.kings.touch(cell, other);
        orthogonally.into_iter().chain(diagonally).filter(apart).collect()
    }

    /// A knight's hops: eight inside of a half, and four each that come from the halves to its left and
    /// right.
    fn hops(&self) -> Vec<Vec<u8>> {
        let leaps = self.by_cell(|cell| self.leaps(cell));
        let inside = HOPS.iter().map(|&(dx, dy)| {
            self.by_cell(|cell| {
                let (half, x, y) = self.place(cell);
                self.at(half, x + dx, y + dy).unwrap_or(NOWHERE)
            })
        });
        // Two halves, laid together along their top sides, are a board of 8x8: but knights go only where
        // these sides meet.
        let across =
            [1, 2].into_iter().flat_map(|from| HOPS_IN.map(|hop| (from, hop))).map(|(from, (dx, dy))| {
                self.by_cell(|cell| {
                    let (half, x, y) = self.place(cell);
                    let to = self.at((half + SEATS - from) % SEATS, 7 - x + dx, 7 - y + dy);
                    to.filter(|to| leaps[usize::from(cell)].contains(to)).unwrap_or(NOWHERE)
                })
            });
        inside.chain(across).collect()
    }

    fn ground(&self) -> Ground {
        let edge = |half: u8| (0..RANKS as i8).filter_map(|x| self.at(half, x, 0)).collect();
        let left = |half: u8| (0..RANKS as i8).filter_map(|y| self.at(half, 0, y)).collect();
        let straight = vec![self.orthogonals(3, edge), self.orthogonals(1, left)];
        let diagonal = vec![self.diagonals(3), self.diagonals(2)];
        let axes: Vec<Vec<Line>> = straight.iter().chain(&diagonal).cloned().collect();
        Ground {
            rays: self.by_cell(|cell| self.rays(cell, &axes)),
            straight,
            diagonal: diagonal.into_iter().chain([Vec::new()]).collect(),
            hops: self.hops(),
            twice: false,
            near: self.by_cell(|cell| DIRECTIONS.iter().flat_map(|&way| self.neighbors(cell, way)).collect()),
        }
    }

    /// How a pawn of an army goes ahead (Three Kings 5.4).
    fn ahead(&self, army: Seat, cell: Cell, ground: &Ground) -> Ahead {
        let (half, _, y) = self.place(cell);
        let up = half == army && y > 0;
        let direction = DIRECTIONS.iter().position(|&way| way == if up { (0, 1) } else { (0, -1) });
        let ray = ground.rays[usize::from(cell)][direction.expect("a direction")];
        let most = match y {
            0 => 0,
            1 if up => 2,
            _ => 1,
        };
        Ahead { ray, most }
    }

    /// Where a pawn of an army takes, from its left to its right.
    fn takes(&self, army: Seat, cell: Cell) -> Vec<u8> {
        let (half, ..) = self.place(cell);
        let sides = if half == army { [(-1, 1), (1, 1)] } else { [(1, -1), (-1, -1)] };
        let mut takes = Vec::new();
        for side in sides {
            let mut cells = self.neighbors(cell, side);
            // Through the centre: first to the half at the left.
            cells.sort_by_key(|&to| (self.place(to).0 + SEATS - half) % SEATS);
            takes.extend(&cells);
            if cells.is_empty() {
                takes.push(NOWHERE);
            }
        }
        takes
    }

    /// Castling with the rook of a file (Three Kings 5.7).
    fn castling(&self, seat: Seat, rook: i8) -> Castling {
        let home = |x: i8| self.at(seat, x, 0).expect("a file");
        let by = if rook < 4 { -1 } else { 1 };
        Castling {
            king: home(4),
            rook: home(rook),
            named: home(4 + 2 * by),
            king_to: home(4 + 2 * by),
            rook_to: home(4 + by),
            between: (4.min(rook) + 1..4.max(rook)).map(home).collect(),
        }
    }

    fn chair(&self, seat: Seat, ground: &Ground, frame: Frame) -> Chair {
        let edge = || self.cells().filter(|&cell| self.place(cell).2 == 0).collect();
        let numbered = |seat: Seat| {
            self.by_cell(|cell| {
                let (half, x, y) = self.place(cell);
                let half = (half + SEATS - seat) % SEATS;
                u16::from(half * RANKS + y as u8) * u16::from(FILES) + x as u16
            })
        };
        Chair {
            ground: 0,
            ahead: self.by_cell(|cell| self.ahead(seat, cell, ground)),
            takes: self.by_cell(|cell| self.takes(seat, cell)),
            last: edge(),
            barred: edge(),
            castlings: [7, 0].map(|rook| self.castling(seat, rook)).into(),
            bare: Vec::new(),
            eyes: numbered(if frame == Frame::Board { 0 } else { seat }),
            looks: (0..WAYS + ground.hops.len() as u8).collect(),
            own: numbered(seat),
            own_rays: (0..WAYS).collect(),
        }
    }

    /// The board turned by a third of a circle or two, which takes each half to another as it is.
    fn turning(&self, by: u8, ways: u8) -> Turning {
        let moved = |cell| {
            let (half, x, y) = self.place(cell);
            self.at((half + by) % SEATS, x, y).expect("halves are alike")
        };
        Turning {
            name: format!("turn-{}", 120 * u16::from(by)),
            cells: self.by_cell(moved),
            ways: (0..ways).collect(),
            seats: (0..SEATS).map(|seat| (seat + by) % SEATS).collect(),
        }
    }

    /// The ranks from 12 to 1, files in the order of the alphabet (Three Kings 9.1).
    fn ranks(&self) -> Vec<Vec<Option<Cell>>> {
        let board = self.kings.board();
        let rank = |rank: u8| {
            let named = |file: u8| board.cell(&format!("{}{rank}", char::from(file)));
            (b'a'..=b'l').filter_map(named).map(Some).collect()
        };
        (1..=3 * RANKS).rev().map(rank).collect()
    }
}

/// What the ways are called: as the half counts in which they arrive.
fn names_of_ways() -> Vec<String> {
    let number = |by: i8| if by.abs() == 1 { "one" } else { "two" };
    let inward = |dy: i8| if dy > 0 { "inward" } else { "outward" };
    let aside = |dx: i8| if dx > 0 { "right" } else { "left" };
    let hop =
        |&(dx, dy): &(i8, i8)| format!("{} {} and {} {}", number(dy), inward(dy), number(dx), aside(dx));
    let directions = DIRECTIONS.iter().map(|&(dx, dy)| match (dx, dy) {
        (0, _) => inward(dy).to_owned(),
        (_, 0) => aside(dx).to_owned(),
        _ => format!("{} to the {}", inward(dy), aside(dx)),
    });
    let across = ["half to its left", "half to its right"].into_iter();
    let across = across
        .flat_map(|half| HOPS_IN.iter().map(move |at| format!("by a hop from the {half}, {}", hop(at))));
    let forked = "outward through the center, on the second line";
    directions
        .chain([forked.to_owned()])
        .chain(HOPS.iter().map(|at| format!("by a hop {}", hop(at))))
        .chain(across)
        .collect()
}

/// The plan of the game.
pub fn plan(frame: Frame) -> Plan {
    let halves = Halves { kings: ThreeKings::new() };
    let ground = halves.ground();
    let ways = WAYS + ground.hops.len() as u8;
    Plan {
        id: ID.into(),
        title: "Three Kings Chess".into(),
        family: "three_kings",
        rules: "1-9",
        law: &law::THREE_KINGS,
        options: Options::new(),
        rows: halves.ranks(),
        colors: SeatColor::ALL[..usize::from(SEATS)].to_vec(),
        letters: "wbr",
        sequence: (0..SEATS).collect(),
        sides: vec![0, 120, 240],
        teams: (0..SEATS).collect(),
        even_if_mated: false,
        kings: Kings::Mated,
        shadows: false,
        bare_kings: true,
        clock_end: 150,
        most_pieces: 48,
        strings: Strings { by_file: true, short: false, names_taken: false },
        placement: PLACEMENT.into(),
        shows_last: false,
        bare_planes: Vec::new(),
        ways: names_of_ways(),
        chairs: (0..SEATS).map(|seat| halves.chair(seat, &ground, frame)).collect(),
        turnings: [1, 2].map(|by| halves.turning(by, ways)).into(),
        grounds: vec![ground],
        board: halves.kings.into_board(),
    }
}
