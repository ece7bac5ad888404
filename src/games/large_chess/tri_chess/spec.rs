//! Builds the specification of a variant of Tri-Chess (Tri-Chess 2 to 4).
//!
//! Everything is defined for the seat at the near edge, in rows and half sides, and rotated for the others.

use super::options::{Layout, Setup, TriChessVariant};
use crate::board::{Board, Cell, Triangles, turn_clockwise};
use crate::game::{Frame, Plane, Seat, SeatColor};
use crate::games::large_chess::line_tables::{Line, Ray};
use crate::games::large_chess::pieces::NO_CELL;
use crate::games::large_chess::positional;
use crate::games::large_chess::rule_refs::TRI_CHESS;
use crate::games::large_chess::variant_spec::{
    BoardSymmetry, Castling, FenStyle, KingRule, MoveGeometry, PawnAdvance, SeatSpec, VariantSpec,
};
use std::collections::BTreeSet;

/// The row and the file (in half sides) of a triangle, possibly off the board.
type RowFile = (i8, i8);

/// The numbers of directions: six straight rays, clockwise from straight ahead, then six rays along strips,
/// clockwise from the right. Then come the hops: by straight direction, to the left and to the right.
const STRAIGHT: usize = 6;
const STRIPS: usize = 6;
const HANDS: usize = 2;

/// A motion of the board: an optional left-right reflection, then a clockwise rotation in steps of 60
/// degrees.
#[derive(Clone, Copy)]
struct Motion {
    mirrored: bool,
    turns: usize,
}

impl Motion {
    /// Returns the straight direction that a straight direction becomes.
    fn direction(self, direction: usize) -> usize {
        (if self.mirrored { STRAIGHT - direction } else { direction } + self.turns) % STRAIGHT
    }

    /// Returns the strip direction that a strip direction becomes.
    fn strip(self, direction: usize) -> usize {
        (if self.mirrored { STRIPS + 3 - direction } else { direction } + self.turns) % STRIPS
    }

    /// Returns the direction (rays, then hops) that each direction becomes.
    fn directions(self) -> Vec<u8> {
        let straight = (0..STRAIGHT).map(|direction| self.direction(direction));
        let strips = (0..STRIPS).map(|direction| STRAIGHT + self.strip(direction));
        let hops = (0..HANDS * STRAIGHT).map(|hop| {
            let (direction, hand) = (self.direction(hop / HANDS), hop % HANDS);
            STRAIGHT + STRIPS + HANDS * direction + if self.mirrored { 1 - hand } else { hand }
        });
        straight.chain(strips).chain(hops).map(|direction| direction as u8).collect()
    }
}

/// The board and the variant.
struct Geometry {
    triangles: Triangles,
    variant: TriChessVariant,
}

impl Geometry {
    fn board(&self) -> &Board {
        self.triangles.board()
    }

    fn by_cell<T>(&self, of: impl FnMut(Cell) -> T) -> Vec<T> {
        self.board().cells().map(of).collect()
    }

    fn turned(&self, row_file: RowFile, turns: usize) -> RowFile {
        turn_clockwise(row_file, self.triangles.edge(), turns)
    }

    /// Returns all seats, in order.
    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.variant.row.seats.len() as u8)
    }

    /// Returns the edge of a seat.
    fn edge(&self, seat: Seat) -> usize {
        self.variant.row.seats[seat.index()].0
    }

    /// Returns the own row and own file of a cell (both from 0).
    fn own(&self, seat: Seat, cell: Cell) -> RowFile {
        self.turned(self.triangles.coordinates(cell), 6 - self.edge(seat))
    }

    /// Returns the cell of an own row and own file.
    fn of(&self, seat: Seat, own: RowFile) -> Option<Cell> {
        let (r, x) = self.turned(own, self.edge(seat));
        self.triangles.at(r, x)
    }

    fn lines(&self, ray: impl Fn(Cell, usize) -> Vec<Cell>, direction: usize) -> Vec<Line> {
        let (mut lines, mut seen) = (Vec::new(), BTreeSet::<Cell>::new());
        for cell in self.board().cells() {
            if !seen.contains(&cell) {
                let first = *ray(cell, direction + 3).last().unwrap_or(&cell);
                let mut cells = vec![first];
                cells.extend(ray(first, direction));
                seen.extend(&cells);
                lines.push(Line { cells, is_ring: false, fork: None });
            }
        }
        lines
    }

    /// Returns the target of a knight's hop: two cells straight on, then one through a side to the left or
    /// right. The cells that it passes can be off the board (Tri-Chess 4.6).
    fn hop(&self, cell: Cell, hop: usize) -> u8 {
        let (direction, hand) = (hop / HANDS, hop % HANDS);
        let (r, x) = self.turned(self.triangles.coordinates(cell), 6 - direction);
        let (r, x) = self.turned((r + 2, if hand == 0 { x - 1 } else { x + 1 }), direction);
        self.triangles.at(r, x).unwrap_or(NO_CELL)
    }

    /// Returns the move geometry (Tri-Chess 4.2 to 4.6).
    fn geometry(&self) -> MoveGeometry {
        let board = &self.triangles;
        // The first three axes are strips.
        let ray = |direction: usize| {
            let (first, direction) =
                if direction < STRAIGHT { (3, direction) } else { (0, direction - STRAIGHT) };
            Ray { axis: (first + direction % 3) as u8, backward: direction >= 3 }
        };
        let near = |cell| {
            let next = (0..6).flat_map(|d| [board.straight(cell, d), board.same(cell, d)]);
            next.flatten().collect()
        };
        MoveGeometry {
            rook_lines: (0..3).map(|d| self.lines(|cell, d| board.strip_ray(cell, d), d)).collect(),
            bishop_lines: (0..3).map(|d| self.lines(|cell, d| board.straight_ray(cell, d), d)).collect(),
            rays: self.by_cell(|_| (0..STRAIGHT + STRIPS).map(ray).collect()),
            hops: (0..HANDS * STRAIGHT).map(|hop| self.by_cell(|cell| self.hop(cell, hop))).collect(),
            has_double_hops: self.variant.extended_knight,
            king_moves: self.by_cell(near),
        }
    }

    /// Returns how far a pawn can move from an own row (Tri-Chess 4.7).
    fn max_distance(&self, row: i8) -> u8 {
        match (row, self.variant.extended_pawn) {
            (1, true) => 3,
            (1, false) => 2,
            (row, true) if row < self.triangles.edge() as i8 => 2,
            _ => 1,
        }
    }

    /// Returns the castlings of a seat, the short one first (Tri-Chess 4.10).
    fn castlings(&self, seat: Seat) -> Vec<Castling> {
        let row = self.variant.row.seats[seat.index()].1.row;
        let home = |file: i8| self.of(seat, (0, file)).expect("homes are on the board");
        let king = row.find('K').expect("a king") as i8;
        let castling = |rook: i8| {
            let by = (rook - king).signum();
            Castling {
                king: home(king),
                rook: home(rook),
                written_to: home(rook),
                king_to: home(king + 2 * by),
                rook_to: home(king + by),
                between: (king.min(rook) + 1..king.max(rook)).map(home).collect(),
            }
        };
        let mut rooks: Vec<i8> = row.match_indices('R').map(|(file, _)| file as i8).collect();
        rooks.sort_by_key(|rook| (rook - king).abs());
        rooks.into_iter().map(castling).collect()
    }

    fn seat_spec(&self, seat: Seat, frame: Frame) -> SeatSpec {
        let forward = self.edge(seat);
        let viewer = if frame == Frame::Board { Seat::ZERO } else { seat };
        let (n, columns) = (self.triangles.edge() as i8, self.board().grid().1);
        let numbered = |seat, cell| {
            let (row, file) = self.own(seat, cell);
            row as u16 * columns as u16 + (file + n - 1) as u16
        };
        // A rotation by 60 degrees swaps triangles that point away with those that point towards the seat.
        let away = |cell| {
            let (row, file) = self.own(viewer, cell);
            (row + file).rem_euclid(2) == 1
        };
        let ray = Ray { axis: (3 + forward % 3) as u8, backward: forward >= 3 };
        let captures = |cell| {
            let (row, file) = self.own(seat, cell);
            [-1, 1].map(|side| self.of(seat, (row + 1, file + side)).unwrap_or(NO_CELL)).to_vec()
        };
        let is_last = |&cell: &Cell| self.triangles.straight(cell, forward).is_none();
        let promotion_cells: Vec<Cell> = self.board().cells().filter(is_last).collect();
        let home = |&cell: &Cell| self.own(seat, cell).0 == 0;
        let turned = |seat| Motion { mirrored: false, turns: 6 - self.edge(seat) };
        // The own ray is the ray of the board that is rotated onto it.
        let ray_order = turned(seat).directions();
        let own_ray =
            |own| ray_order.iter().position(|&direction| direction == own).expect("turned onto one another");
        SeatSpec {
            geometry: 0,
            pawn_advances: self
                .by_cell(|cell| PawnAdvance { ray, max_distance: self.max_distance(self.own(seat, cell).0) }),
            pawn_captures: self.by_cell(captures),
            pawn_forbidden: self
                .board()
                .cells()
                .filter(home)
                .chain(promotion_cells.iter().copied())
                .collect(),
            promotion_cells,
            castlings: self.castlings(seat),
            place_of_cell: self.by_cell(|cell| numbered(viewer, cell)),
            board_marks: vec![
                self.by_cell(|cell| numbered(viewer, cell)),
                self.board().cells().filter(|&cell| away(cell)).map(|cell| numbered(viewer, cell)).collect(),
            ],
            direction_in_view: turned(viewer).directions(),
            own_order: self.by_cell(|cell| numbered(seat, cell)),
            ray_order: (0..(STRAIGHT + STRIPS) as u8).map(|own| own_ray(own) as u8).collect(),
        }
    }

    /// Returns the owner and the letter of the piece on a cell at the start (Tri-Chess 3.1).
    fn piece(&self, cell: Cell) -> Option<(Seat, char)> {
        let cut = self.variant.layout == Layout::CutEdges;
        let mut seats = self.seats().zip(self.variant.row.seats);
        seats.find_map(|(seat, &(_, Setup { row, ninth, omitted_if_cut }))| {
            let (r, x) = self.own(seat, cell);
            let on_file =
                usize::try_from(x).ok().and_then(|x| row.chars().nth(x)).filter(|&kind| kind != '.');
            match r {
                0 => on_file.map(|kind| (seat, kind)),
                1 if on_file.is_some() || x == ninth && !(cut && omitted_if_cut) => Some((seat, 'P')),
                _ => None,
            }
        })
    }

    /// Returns the cells of each row from the far one, without cut ones (Tri-Chess 10).
    fn rows(&self) -> Vec<Vec<Option<Cell>>> {
        let (rows, columns) = self.board().grid();
        let row = |row| (0..columns).map(move |column| self.board().at(row, column));
        (0..rows).rev().map(|at| row(at).filter(Option::is_some).collect()).collect()
    }

    /// Returns the placement field of the start position.
    fn placement(&self) -> String {
        let row = |row: Vec<Option<Cell>>| {
            let (mut text, mut gap) = (String::new(), 0);
            for piece in row.into_iter().flatten().map(|cell| self.piece(cell)) {
                let Some((seat, kind)) = piece else {
                    gap += 1;
                    continue;
                };
                if gap > 0 {
                    text += &gap.to_string();
                }
                (text, gap) = (text + &format!("{}{kind}", char::from(b'a' + seat.number())), 0);
            }
            if gap > 0 { text + &gap.to_string() } else { text }
        };
        self.rows().into_iter().map(row).collect::<Vec<String>>().join("/")
    }

    /// Returns the motions of the board, without the identity, that map set-ups to set-ups and teams to teams
    /// and keep the turn order.
    fn board_symmetries(&self) -> Vec<BoardSymmetry> {
        let motions =
            [false, true].into_iter().flat_map(|mirrored| (0..6).map(move |turns| (mirrored, turns)));
        let motions = motions.filter(|&motion| motion != (false, 0));
        motions.filter_map(|(mirrored, turns)| self.board_symmetry(Motion { mirrored, turns })).collect()
    }

    fn board_symmetry(&self, motion: Motion) -> Option<BoardSymmetry> {
        let row = &self.variant.row;
        let new_cell = |cell| {
            let (r, x) = self.triangles.coordinates(cell);
            let x = if motion.mirrored { 2 * self.triangles.edge() as i8 - x } else { x };
            let (r, x) = self.turned((r, x), motion.turns);
            self.triangles.at(r, x)
        };
        let cells: Vec<Cell> = self.board().cells().map(new_cell).collect::<Option<_>>()?;
        let mapped_seat = |&(edge, _): &(usize, Setup)| {
            let edge = motion.direction(edge);
            row.seats.iter().position(|other| other.0 == edge).map(Seat::from_index)
        };
        let seats: Vec<Seat> = row.seats.iter().map(mapped_seat).collect::<Option<_>>()?;
        let new_seat = |seat: Seat| seats[seat.index()];
        let maps_pieces = |cell: Cell| {
            let piece = self.piece(cell).map(|(seat, kind)| (new_seat(seat), kind));
            self.piece(cells[usize::from(cell)]) == piece
        };
        let team = |seat: Seat| row.teams[seat.index()];
        let same_team = |[one, other]: [Seat; 2]| {
            (team(one) == team(other)) == (team(new_seat(one)) == team(new_seat(other)))
        };
        let order = |seat: Seat| row.turn_order.iter().position(|&at| at == seat.number());
        let after = |by: usize| Seat::new(row.turn_order[by % row.seats.len()]);
        let keeps_turn_order = |by: usize| {
            let next = order(new_seat(after(by))).map(|at| after(at + 1));
            next == Some(new_seat(after(by + 1)))
        };
        let is_symmetry = self.board().cells().all(maps_pieces)
            && self.seats().all(|one| self.seats().all(|other| same_team([one, other])))
            && (0..row.seats.len()).all(keeps_turn_order);
        let name = &self.board().motions().iter().find(|known| known.cells == cells)?.name;
        is_symmetry.then(|| BoardSymmetry {
            name: name.clone(),
            cells,
            directions: motion.directions(),
            seats,
        })
    }
}

/// Returns the names of the directions as a seat sees them.
fn direction_names() -> Vec<String> {
    let rook = ["right", "right back", "left back", "left", "left ahead", "right ahead"];
    let straight = AHEAD.map(|direction| format!("straight {direction}"));
    let strips = rook.map(|direction| format!("along the strip {direction}"));
    let hops = AHEAD.iter().flat_map(|direction| ["left", "right"].map(|hand| (direction, hand)));
    let hops = hops.map(|(direction, hand)| format!("by a hop straight {direction} and to its {hand}"));
    straight.into_iter().chain(strips).chain(hops).collect()
}

/// The straight directions, clockwise from straight ahead.
const AHEAD: [&str; STRAIGHT] = ["ahead", "right ahead", "right back", "back", "left back", "left ahead"];

/// Returns the specification of a variant.
pub fn spec(id: &str, variant: &TriChessVariant, frame: Frame) -> VariantSpec {
    let row = variant.row;
    let triangles = row.board.board(variant.layout == Layout::CutEdges).expect("a board for each variant");
    let geometry = Geometry { triangles, variant: *variant };
    let seats = row.seats.len();
    VariantSpec {
        id: id.into(),
        title: variant.title(),
        summary: variant.summary(),
        family: "tri_chess",
        rules: "1-11",
        rule_refs: &TRI_CHESS,
        options: variant.options(),
        rows: geometry.rows(),
        colors: SeatColor::ALL[..seats].to_vec(),
        letters: &"abcdef"[..seats],
        turn_order: row.turn_order.iter().copied().map(Seat::new).collect(),
        seat_angles: row.seats.iter().map(|seat| 60 * seat.0 as u16).collect(),
        teams: row.teams.to_vec(),
        loses_to_mated_team: false,
        king_rule: KingRule::Captured,
        shadows: false,
        bare_kings_draw: true,
        draw_clock: 50 * seats as u16,
        max_pieces: 17,
        fen_style: FenStyle { by_file: false, history_optional: false, writes_captured_cell: true },
        start_placement: geometry.placement(),
        geometries: vec![geometry.geometry()],
        shows_promotion_cells: true,
        positional_weights: Some(&positional::TRI_CHESS),
        board_planes: Plane::bare_triangles(),
        direction_names: direction_names(),
        seat_specs: geometry.seats().map(|seat| geometry.seat_spec(seat, frame)).collect(),
        board_symmetries: geometry.board_symmetries(),
        board: geometry.triangles.into_board(),
    }
}
