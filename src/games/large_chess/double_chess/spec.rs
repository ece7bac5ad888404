//! Builds the specification of a variant on the 12x12 board (Chess 2 to 4).

use crate::board::{Board, Cell, Edges, Squares};
use crate::game::{Frame, Seat, SeatColor, compass};
use crate::games::chess::variants::orthodox::Teams;
use crate::games::large_chess::double_chess::options::DoubleChessVariant;
use crate::games::large_chess::line_tables::{Line, Ray};
use crate::games::large_chess::pieces::NO_CELL;
use crate::games::large_chess::rule_refs::CHESS;
use crate::games::large_chess::variant_spec::{
    BoardSymmetry, Castling, FenStyle, KingRule, MoveGeometry, PawnAdvance, SeatSpec, VariantSpec, grid_rows,
};
use std::collections::BTreeSet;

/// The number of files and of ranks.
const SIZE: i8 = 12;

/// The eight directions as (files, ranks), clockwise from straight away from seat 0.
const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The axes, each in one of its two directions: files, ranks, then the two kinds of diagonals.
const AXES: [(i8, i8); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The hops of knights, clockwise.
const KNIGHT_HOPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The pieces of a seat from its own file 3, counted so that the partner sits at the left (Chess 3.2).
const PIECES: [char; 8] = ['R', 'N', 'B', 'K', 'Q', 'B', 'N', 'R'];

/// The number of seats.
const SEATS: u8 = 4;

/// Converts a displacement between the board's frame and the seat's. The function is its own inverse.
///
/// Seats at the near and far edge see the board rotated; those at the left and right see it mirrored as well.
/// So each seat has its king on the same own file and castles alike.
fn to_view(seat: Seat, (files, ranks): (i8, i8)) -> (i8, i8) {
    match seat.index() {
        0 => (files, ranks),
        1 => (-files, -ranks),
        2 => (ranks, files),
        _ => (-ranks, -files),
    }
}

/// Returns the index in `list` of the displacement that a seat sees as `direction`. The mapping is its own
/// inverse.
fn turned(seat: Seat, list: &[(i8, i8)], direction: &(i8, i8)) -> usize {
    list.iter().position(|&other| other == to_view(seat, *direction)).expect("turned onto one another")
}

/// Converts (file, rank), from 0, between the board's frame and the seat's. The function is its own inverse.
fn own(seat: Seat, (file, rank): (i8, i8)) -> (i8, i8) {
    let (file, rank) = to_view(seat, (2 * file - (SIZE - 1), 2 * rank - (SIZE - 1)));
    ((file + SIZE - 1) / 2, (rank + SIZE - 1) / 2)
}

/// The board with coordinates.
struct Geometry {
    squares: Squares,
}

impl Geometry {
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

    /// Returns the lines along a direction and its opposite.
    fn lines(&self, (dx, dy): (i8, i8), edges: Edges) -> Vec<Line> {
        let (mut lines, mut seen) = (Vec::new(), BTreeSet::<Cell>::new());
        for cell in self.board().cells() {
            if seen.contains(&cell) {
                continue;
            }
            let backward = self.squares.ray(cell, -dx, -dy, edges);
            let first = *backward.last().unwrap_or(&cell);
            let is_ring = self.squares.neighbor(first, -dx, -dy, edges).is_some();
            let mut cells = vec![first];
            cells.extend(self.squares.ray(first, dx, dy, edges));
            seen.extend(&cells);
            lines.push(Line { cells, is_ring, fork: None });
        }
        lines
    }

    fn geometry(&self, number: usize, edges: Edges) -> MoveGeometry {
        let axis = |direction| self.lines(direction, edges);
        let to = |cell, (dx, dy)| self.squares.neighbor(cell, dx, dy, edges);
        let ray = |&(dx, dy): &(i8, i8)| {
            let along = |&axis: &(i8, i8)| axis == (dx, dy) || axis == (-dx, -dy);
            let axis = AXES.iter().position(along).expect("four axes are eight directions");
            Ray { axis: (4 * number + axis) as u8, backward: AXES[axis] != (dx, dy) }
        };
        MoveGeometry {
            rook_lines: AXES[..2].iter().map(|&direction| axis(direction)).collect(),
            bishop_lines: AXES[2..].iter().map(|&direction| axis(direction)).collect(),
            rays: self.by_cell(|_| DIRECTIONS.iter().map(ray).collect()),
            hops: KNIGHT_HOPS
                .iter()
                .map(|&hop| self.by_cell(|cell| to(cell, hop).unwrap_or(NO_CELL)))
                .collect(),
            has_double_hops: true,
            king_moves: self.by_cell(|cell| DIRECTIONS.iter().filter_map(|&d| to(cell, d)).collect()),
        }
    }

    /// Returns the cell of an own file and own rank.
    fn of(&self, seat: Seat, file: i8, rank: i8) -> Option<Cell> {
        let (file, rank) = own(seat, (file, rank));
        self.at(file, rank)
    }

    /// Returns the castling of the king on own file 6 with a rook (Chess 4.7).
    fn castling(&self, seat: Seat, rook: i8) -> Option<Castling> {
        let home = |file| self.of(seat, file, 0);
        let by = if rook < 5 { -1 } else { 1 };
        let between = (5.min(rook) + 1)..5.max(rook);
        Some(Castling {
            king: home(5)?,
            rook: home(rook)?,
            written_to: home(5 + 2 * by)?,
            king_to: home(5 + 2 * by)?,
            rook_to: home(5 + by)?,
            between: between.filter_map(home).collect(),
        })
    }

    fn seat_spec(&self, seat: Seat, variant: &DoubleChessVariant, frame: Frame) -> SeatSpec {
        let (geometry, edges) = geometry_of(seat, variant);
        let viewer = if frame == Frame::Board { Seat::ZERO } else { seat };
        let rank = |cell| own(seat, self.place(cell)).1;
        let numbered = |seat, cell| {
            let (file, rank) = own(seat, self.place(cell));
            rank as u16 * SIZE as u16 + file as u16
        };
        let forward = to_view(seat, (0, 1));
        let ray = self.ray_of(geometry, forward);
        let advance = |cell| {
            // Chess 4.4.
            let max_distance = match rank(cell) {
                1 => 3,
                2..=5 => 2,
                _ => 1,
            };
            PawnAdvance { ray, max_distance }
        };
        let captures = |cell| {
            let side = |sideways| {
                let (dx, dy) = to_view(seat, (sideways, 1));
                self.squares.neighbor(cell, dx, dy, edges).unwrap_or(NO_CELL)
            };
            [-1, 1].into_iter().map(side).collect()
        };
        let rays = DIRECTIONS.iter().map(|direction| turned(viewer, &DIRECTIONS, direction));
        let hops = KNIGHT_HOPS.iter().map(|hop| turned(viewer, &KNIGHT_HOPS, hop));
        let direction_in_view = rays.chain(hops.clone().map(|hop| hop + 8)).chain(hops.map(|hop| hop + 16));
        SeatSpec {
            geometry,
            pawn_advances: self.by_cell(advance),
            pawn_captures: self.by_cell(captures),
            promotion_cells: self.board().cells().filter(|&cell| rank(cell) == SIZE - 1).collect(),
            pawn_forbidden: self
                .board()
                .cells()
                .filter(|&cell| [0, SIZE - 1].contains(&rank(cell)))
                .collect(),
            castlings: if variant.castling {
                [2, 9].iter().filter_map(|&rook| self.castling(seat, rook)).collect()
            } else {
                Vec::new()
            },
            board_marks: Vec::new(),
            place_of_cell: self.by_cell(|cell| numbered(viewer, cell)),
            direction_in_view: direction_in_view.map(|direction| direction as u8).collect(),
            own_order: self.by_cell(|cell| numbered(seat, cell)),
            ray_order: DIRECTIONS.iter().map(|&own| turned(seat, &DIRECTIONS, &own) as u8).collect(),
        }
    }

    /// Returns the ray of a direction.
    fn ray_of(&self, geometry: usize, direction: (i8, i8)) -> Ray {
        let axis = AXES.iter().position(|&(dx, dy)| [(dx, dy), (-dx, -dy)].contains(&direction));
        let axis = axis.expect("a direction");
        Ray { axis: (4 * geometry + axis) as u8, backward: AXES[axis] != direction }
    }

    /// Returns the placement field of the start position (Chess 3.2, 11.2).
    fn placement(&self) -> String {
        let piece = |cell: Cell| {
            Seat::all(SEATS).find_map(|seat| {
                let (file, rank) = own(seat, self.place(cell));
                let kind = *PIECES.get(usize::try_from(file - 2).ok()?)?;
                let letter = char::from(b'a' + seat.number());
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

    /// Returns the symmetry that keeps the turn order: the reflection in the long diagonal, which maps each
    /// seat to its partner, or the rotation by 180 degrees.
    fn board_symmetry(&self, teams: Teams) -> BoardSymmetry {
        let (name, as_seat, seats) = match teams {
            Teams::Pairs => ("mirror-turn-90", Seat::new(2), [2, 3, 0, 1]),
            _ => ("turn-180", Seat::ONE, [1, 0, 3, 2]),
        };
        let rays = DIRECTIONS.iter().map(|direction| turned(as_seat, &DIRECTIONS, direction));
        let hops = KNIGHT_HOPS.iter().map(|hop| turned(as_seat, &KNIGHT_HOPS, hop));
        let directions = rays.chain(hops.clone().map(|hop| hop + 8)).chain(hops.map(|hop| hop + 16));
        let new_cell = |cell| {
            let (file, rank) = own(as_seat, self.place(cell));
            self.at(file, rank).expect("the board is turned onto itself")
        };
        BoardSymmetry {
            name: name.into(),
            cells: self.by_cell(new_cell),
            directions: directions.map(|direction| direction as u8).collect(),
            seats: seats.map(Seat::new).into(),
        }
    }
}

/// Returns the index of the geometry of a seat, and the edges that its pieces can cross (Chess 2.4).
fn geometry_of(seat: Seat, variant: &DoubleChessVariant) -> (usize, Edges) {
    match (variant.cylinder, seat < Seat::new(2)) {
        (false, _) => (0, Edges::NONE),
        (true, true) => (0, Edges::LEFT_RIGHT),
        (true, false) => (1, Edges::NEAR_FAR),
    }
}

/// Returns the names of the directions as a seat sees them: rays, hops and double hops.
fn direction_names() -> Vec<String> {
    let named = |&(files, ranks): &(i8, i8)| compass(files, ranks);
    let hops = KNIGHT_HOPS.iter().map(|hop| format!("by a hop {}", named(hop)));
    let twice = KNIGHT_HOPS.iter().map(|hop| format!("by two hops {} each", named(hop)));
    DIRECTIONS.iter().map(named).chain(hops).chain(twice).collect()
}

/// Returns the specification of a variant.
pub fn spec(id: &str, variant: &DoubleChessVariant, frame: Frame) -> VariantSpec {
    let edges = if variant.cylinder { Edges::ALL } else { Edges::NONE };
    let pairs = variant.teams == Teams::Pairs;
    let squares = if pairs { Squares::joined(SIZE as u8, edges) } else { Squares::cut_corners(edges) };
    let geometry = Geometry { squares };
    let geometries = if variant.cylinder {
        vec![geometry.geometry(0, Edges::LEFT_RIGHT), geometry.geometry(1, Edges::NEAR_FAR)]
    } else {
        vec![geometry.geometry(0, Edges::NONE)]
    };
    VariantSpec {
        id: id.into(),
        title: variant.title(),
        summary: variant.summary(),
        family: "adams_chess",
        rules: "2-11",
        rule_refs: &CHESS,
        options: variant.options(),
        rows: grid_rows(geometry.board()),
        colors: SeatColor::ALL[..usize::from(SEATS)].to_vec(),
        letters: "abcd",
        turn_order: if pairs { [0, 1, 2, 3] } else { [0, 2, 1, 3] }.map(Seat::new).into(),
        seat_angles: vec![0, 180, 90, 270],
        teams: if pairs { vec![0, 1, 0, 1] } else { vec![0, 1, 2, 3] },
        loses_to_mated_team: true,
        king_rule: KingRule::Captured,
        shadows: variant.shadow,
        bare_kings_draw: !variant.cylinder,
        draw_clock: 200,
        max_pieces: 16,
        fen_style: FenStyle { by_file: true, history_optional: true, writes_captured_cell: true },
        start_placement: geometry.placement(),
        geometries,
        shows_promotion_cells: false,
        positional_weights: None,
        board_planes: Vec::new(),
        direction_names: direction_names(),
        seat_specs: Seat::all(SEATS).map(|seat| geometry.seat_spec(seat, variant, frame)).collect(),
        board_symmetries: vec![geometry.board_symmetry(variant.teams)],
        board: geometry.squares.into_board(),
    }
}
