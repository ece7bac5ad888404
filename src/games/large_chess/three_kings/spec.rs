//! Builds the specification of Three Kings Chess: lines, knights and pawns (Three Kings 2 to 5).

use crate::board::{Cell, ThreeKings};
use crate::game::{Frame, Options, Seat, SeatColor};
use crate::games::large_chess::line_tables::{Line, Ray};
use crate::games::large_chess::pieces::NO_CELL;
use crate::games::large_chess::rule_refs;
use crate::games::large_chess::variant_spec::{
    BoardSymmetry, Castling, FenStyle, KingRule, MoveGeometry, PawnAdvance, SeatSpec, VariantSpec,
};
use std::collections::BTreeSet;

/// The id of the only variant.
pub const ID: &str = "three-kings-chess";

/// The files and ranks of one half board.
const FILES: u8 = 8;
const RANKS: u8 = 4;

const SEATS: u8 = 3;

/// The start position (Three Kings 3.1).
const PLACEMENT: &str = "rQrBrNrRrKrBrNrR/rPrPrPrPrPrPrPrP/8/8/bRbNbBbKbQbBbNbR/bPbPbPbPbPbPbPbP/8/8/8/8/\
                         wPwPwPwPwPwPwPwP/wRwNwBwQwKwBwNwR";

/// The eight directions as (files, ranks) of the half of a cell, clockwise from straight to the center.
const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The number of axes: files, ranks, the two kinds of diagonals, and the forks. Each cell of an arm is on two
/// lines that fork at the center; the second is on the axis of forks.
const AXES: u8 = 5;
const FORKS: u8 = AXES - 1;

/// The hops of knights, clockwise.
const KNIGHT_HOPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The hops that arrive from another half, in coordinates of the half of arrival.
const HOPS_IN: [(i8, i8); 4] = [(2, -1), (1, -2), (-1, -2), (-2, -1)];

/// The number of ray directions: the eight directions, and the one away from the center on the second line of
/// a fork.
const DIRECTION_COUNT: u8 = DIRECTIONS.len() as u8 + 1;

/// The board with coordinates.
struct Geometry {
    kings: ThreeKings,
}

impl Geometry {
    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.kings.board().cells()
    }

    fn by_cell<T>(&self, of: impl FnMut(Cell) -> T) -> Vec<T> {
        self.cells().map(of).collect()
    }

    /// Returns the cell of a half, file and rank, if it exists.
    fn at(&self, half: u8, x: i8, y: i8) -> Option<Cell> {
        self.kings.at(half.into(), usize::try_from(x).ok()?, usize::try_from(y).ok()?)
    }

    fn place(&self, cell: Cell) -> (u8, i8, i8) {
        let (half, x, y) = self.kings.coordinates(cell);
        (half as u8, x as i8, y as i8)
    }

    /// Returns the neighbors in a direction: two on a diagonal through the center, otherwise at most one.
    fn neighbors(&self, cell: Cell, (dx, dy): (i8, i8)) -> Vec<Cell> {
        match (dx, dy) {
            (0, _) => self.kings.through_side(cell, if dy < 0 { 2 } else { 3 }).into_iter().collect(),
            (_, 0) => self.kings.through_side(cell, usize::from(dx > 0)).into_iter().collect(),
            _ => self.kings.through_corner(cell, usize::from(dx > 0) + 2 * usize::from(dy > 0)),
        }
    }

    /// Returns the lines of files or ranks in a direction (Three Kings 4.1).
    fn orthogonals(&self, side: usize, first: impl Fn(u8) -> Vec<Cell>) -> Vec<Line> {
        let line = |first: Cell| {
            let cells = [first].into_iter().chain(self.kings.orthogonal(first, side)).collect();
            Line { cells, is_ring: false, fork: None }
        };
        (0..SEATS).flat_map(first).map(line).collect()
    }

    /// Returns the diagonals through a corner and the opposite one (Three Kings 4.2).
    ///
    /// A fork consists of three lines, each from an arm to the arm of the next half. A line is on this axis
    /// along its first arm, and on the axis of forks along its second.
    fn diagonals(&self, corner: usize) -> Vec<Line> {
        let (mut lines, mut seen) = (Vec::new(), BTreeSet::<Cell>::new());
        for cell in self.cells() {
            if seen.contains(&cell) {
                continue;
            }
            let branches = self.kings.diagonal(cell, corner);
            if let [_, _] = branches[..] {
                // Outer ends of arms are visited first.
                let (half, ..) = self.place(cell);
                let next = |cells: &[Cell]| {
                    cells.last().is_some_and(|&last| self.place(last).0 == (half + 1) % SEATS)
                };
                let branch =
                    branches.iter().find(|line| next(&line.cells)).expect("a fork leads to both halves");
                let cells: Vec<Cell> = [cell].into_iter().chain(branch.cells.iter().copied()).collect();
                seen.extend(&cells[..usize::from(RANKS)]);
                lines.push(Line { cells, is_ring: false, fork: Some((RANKS.into(), FORKS)) });
                continue;
            }
            let backward = self.kings.diagonal(cell, 3 - corner);
            let mut cells: Vec<Cell> = backward.into_iter().flat_map(|line| line.cells).collect();
            cells.reverse();
            cells.push(cell);
            cells.extend(branches.into_iter().flat_map(|line| line.cells));
            seen.extend(&cells);
            lines.push(Line { cells, is_ring: false, fork: None });
        }
        lines
    }

    /// Returns the rays that arrive on a cell, by direction.
    fn rays(&self, cell: Cell, axes: &[Vec<Line>]) -> Vec<Ray> {
        let rays = DIRECTIONS.iter().map(|&(dx, dy)| {
            let axis = match (dx, dy) {
                (0, _) => 0,
                (_, 0) => 1,
                _ if dx == dy => 2,
                _ => 3,
            };
            let on = |line: &&Line| {
                let own = line.fork.map_or(line.cells.len(), |(from, _)| from);
                line.cells[..own].contains(&cell)
            };
            let line = &axes[axis].iter().find(on).expect("a line of each axis").cells;
            let at = line.iter().position(|&other| other == cell).unwrap_or(0);
            let leads = |to: Option<&Cell>, direction| {
                to.is_some_and(|to| self.neighbors(cell, direction).contains(to))
            };
            let (next, before) = (line.get(at + 1), at.checked_sub(1).map(|at| &line[at]));
            let backward = leads(before, (dx, dy)) || leads(next, (-dx, -dy));
            Ray { axis: axis as u8, backward }
        });
        rays.chain([Ray { axis: FORKS, backward: false }]).collect()
    }

    /// Returns the targets of a knight (Three Kings 5.3).
    fn knight_attacks(&self, cell: Cell) -> BTreeSet<Cell> {
        let (straight, diagonal): (Vec<_>, Vec<_>) = DIRECTIONS.iter().partition(|(dx, dy)| dx * dy == 0);
        let all = |cells: &[Cell], directions: &[(i8, i8)]| -> Vec<Cell> {
            let each =
                |&cell: &Cell| directions.iter().flat_map(move |&direction| self.neighbors(cell, direction));
            cells.iter().flat_map(each).collect()
        };
        let orthogonally = all(&all(&[cell], &straight), &diagonal);
        let diagonally = all(&all(&[cell], &diagonal), &straight);
        let not_touching = |&other: &Cell| !self.kings.touch(cell, other);
        orthogonally.into_iter().chain(diagonally).filter(not_touching).collect()
    }

    /// Returns the targets of each hop: eight within a half, then four each from the halves to the left and
    /// right.
    fn knight_moves(&self) -> Vec<Vec<u8>> {
        let knight_attacks = self.by_cell(|cell| self.knight_attacks(cell));
        let inside = KNIGHT_HOPS.iter().map(|&(dx, dy)| {
            self.by_cell(|cell| {
                let (half, x, y) = self.place(cell);
                self.at(half, x + dx, y + dy).unwrap_or(NO_CELL)
            })
        });
        // Two halves, joined along their top sides, form an 8x8 board. Knights cross only where these sides
        // meet.
        let across =
            [1, 2].into_iter().flat_map(|from| HOPS_IN.map(|hop| (from, hop))).map(|(from, (dx, dy))| {
                self.by_cell(|cell| {
                    let (half, x, y) = self.place(cell);
                    let to = self.at((half + SEATS - from) % SEATS, 7 - x + dx, 7 - y + dy);
                    to.filter(|to| knight_attacks[usize::from(cell)].contains(to)).unwrap_or(NO_CELL)
                })
            });
        inside.chain(across).collect()
    }

    fn geometry(&self) -> MoveGeometry {
        let edge = |half: u8| (0..RANKS as i8).filter_map(|x| self.at(half, x, 0)).collect();
        let left = |half: u8| (0..RANKS as i8).filter_map(|y| self.at(half, 0, y)).collect();
        let rook_lines = vec![self.orthogonals(3, edge), self.orthogonals(1, left)];
        let bishop_lines = vec![self.diagonals(3), self.diagonals(2)];
        let axes: Vec<Vec<Line>> = rook_lines.iter().chain(&bishop_lines).cloned().collect();
        MoveGeometry {
            rays: self.by_cell(|cell| self.rays(cell, &axes)),
            rook_lines,
            bishop_lines: bishop_lines.into_iter().chain([Vec::new()]).collect(),
            hops: self.knight_moves(),
            has_double_hops: false,
            king_moves: self.by_cell(|cell| {
                DIRECTIONS.iter().flat_map(|&direction| self.neighbors(cell, direction)).collect()
            }),
        }
    }

    /// Returns how a pawn of an army moves ahead (Three Kings 5.4).
    fn pawn_advance(&self, army: Seat, cell: Cell, geometry: &MoveGeometry) -> PawnAdvance {
        let (half, _, y) = self.place(cell);
        let up = half == army.number() && y > 0;
        let direction =
            DIRECTIONS.iter().position(|&direction| direction == if up { (0, 1) } else { (0, -1) });
        let ray = geometry.rays[usize::from(cell)][direction.expect("a direction")];
        let max_distance = match y {
            0 => 0,
            1 if up => 2,
            _ => 1,
        };
        PawnAdvance { ray, max_distance }
    }

    /// Returns the capture targets of a pawn of an army, from its left to its right.
    fn pawn_captures(&self, army: Seat, cell: Cell) -> Vec<u8> {
        let (half, ..) = self.place(cell);
        let sides = if half == army.number() { [(-1, 1), (1, 1)] } else { [(1, -1), (-1, -1)] };
        let mut captures = Vec::new();
        for side in sides {
            let mut cells = self.neighbors(cell, side);
            // Through the center: the half at the left comes first.
            cells.sort_by_key(|&to| (self.place(to).0 + SEATS - half) % SEATS);
            captures.extend(&cells);
            if cells.is_empty() {
                captures.push(NO_CELL);
            }
        }
        captures
    }

    /// Returns the castling with the rook on a file (Three Kings 5.7).
    fn castling(&self, seat: Seat, rook: i8) -> Castling {
        let home = |x: i8| self.at(seat.number(), x, 0).expect("a file");
        let by = if rook < 4 { -1 } else { 1 };
        Castling {
            king: home(4),
            rook: home(rook),
            written_to: home(4 + 2 * by),
            king_to: home(4 + 2 * by),
            rook_to: home(4 + by),
            between: (4.min(rook) + 1..4.max(rook)).map(home).collect(),
        }
    }

    fn seat_spec(&self, seat: Seat, geometry: &MoveGeometry, frame: Frame) -> SeatSpec {
        let edge = || self.cells().filter(|&cell| self.place(cell).2 == 0).collect();
        let numbered = |seat: Seat| {
            self.by_cell(|cell| {
                let (half, x, y) = self.place(cell);
                let half = (half + SEATS - seat.number()) % SEATS;
                u16::from(half * RANKS + y as u8) * u16::from(FILES) + x as u16
            })
        };
        SeatSpec {
            geometry: 0,
            pawn_advances: self.by_cell(|cell| self.pawn_advance(seat, cell, geometry)),
            pawn_captures: self.by_cell(|cell| self.pawn_captures(seat, cell)),
            promotion_cells: edge(),
            pawn_forbidden: edge(),
            castlings: [7, 0].map(|rook| self.castling(seat, rook)).into(),
            board_marks: Vec::new(),
            place_of_cell: numbered(if frame == Frame::Board { Seat::ZERO } else { seat }),
            direction_in_view: (0..DIRECTION_COUNT + geometry.hops.len() as u8).collect(),
            own_order: numbered(seat),
            ray_order: (0..DIRECTION_COUNT).collect(),
        }
    }

    /// Returns the rotation by a multiple of 120 degrees. It maps each half to another one without a
    /// reflection.
    fn board_symmetry(&self, by: u8, directions: u8) -> BoardSymmetry {
        let new_cell = |cell| {
            let (half, x, y) = self.place(cell);
            self.at((half + by) % SEATS, x, y).expect("halves are alike")
        };
        BoardSymmetry {
            name: format!("turn-{}", 120 * u16::from(by)),
            cells: self.by_cell(new_cell),
            directions: (0..directions).collect(),
            seats: (0..SEATS).map(|seat| Seat::new((seat + by) % SEATS)).collect(),
        }
    }

    /// Returns the ranks from 12 to 1, with files in alphabetical order (Three Kings 9.1).
    fn ranks(&self) -> Vec<Vec<Option<Cell>>> {
        let board = self.kings.board();
        let rank = |rank: u8| {
            let named = |file: u8| board.cell(&format!("{}{rank}", char::from(file)));
            (b'a'..=b'l').filter_map(named).map(Some).collect()
        };
        (1..=3 * RANKS).rev().map(rank).collect()
    }
}

/// Returns the names of the directions, in terms of the half of arrival.
fn direction_names() -> Vec<String> {
    let number = |by: i8| if by.abs() == 1 { "one" } else { "two" };
    let inward = |dy: i8| if dy > 0 { "inward" } else { "outward" };
    let sideways = |dx: i8| if dx > 0 { "right" } else { "left" };
    let hop =
        |&(dx, dy): &(i8, i8)| format!("{} {} and {} {}", number(dy), inward(dy), number(dx), sideways(dx));
    let directions = DIRECTIONS.iter().map(|&(dx, dy)| match (dx, dy) {
        (0, _) => inward(dy).to_owned(),
        (_, 0) => sideways(dx).to_owned(),
        _ => format!("{} to the {}", inward(dy), sideways(dx)),
    });
    let across = ["half to its left", "half to its right"].into_iter();
    let across = across
        .flat_map(|half| HOPS_IN.iter().map(move |at| format!("by a hop from the {half}, {}", hop(at))));
    let second_fork_line = "outward through the center, on the second line";
    directions
        .chain([second_fork_line.to_owned()])
        .chain(KNIGHT_HOPS.iter().map(|at| format!("by a hop {}", hop(at))))
        .chain(across)
        .collect()
}

const SUMMARY: &str = "Chess for three on 96 cells in three halves, each seat alone: files lead from one \
    half into the next, and diagonals fork at the center point. A seat that is mated when its turn begins is \
    out, and the seat that checked it first takes over its pieces. The last seat left wins.";

/// Returns the specification of the game.
pub fn spec(frame: Frame) -> VariantSpec {
    let board = Geometry { kings: ThreeKings::new() };
    let geometry = board.geometry();
    let directions = DIRECTION_COUNT + geometry.hops.len() as u8;
    VariantSpec {
        id: ID.into(),
        title: "Three Kings Chess".into(),
        summary: SUMMARY.into(),
        family: "three_kings",
        rules: "1-9",
        rule_refs: &rule_refs::THREE_KINGS,
        options: Options::new(),
        rows: board.ranks(),
        colors: SeatColor::ALL[..usize::from(SEATS)].to_vec(),
        letters: "wbr",
        turn_order: Seat::all(SEATS).collect(),
        seat_angles: vec![0, 120, 240],
        teams: (0..SEATS).collect(),
        loses_to_mated_team: false,
        king_rule: KingRule::Mated,
        shadows: false,
        bare_kings_draw: true,
        draw_clock: 150,
        max_pieces: 48,
        fen_style: FenStyle { by_file: true, history_optional: false, writes_captured_cell: false },
        start_placement: PLACEMENT.into(),
        shows_promotion_cells: false,
        positional_weights: None,
        board_planes: Vec::new(),
        direction_names: direction_names(),
        seat_specs: Seat::all(SEATS).map(|seat| board.seat_spec(seat, &geometry, frame)).collect(),
        board_symmetries: [1, 2].map(|by| board.board_symmetry(by, directions)).into(),
        geometries: vec![geometry],
        board: board.kings.into_board(),
    }
}
