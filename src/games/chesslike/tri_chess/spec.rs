//! Builds the specification of a variant of Tri-Chess (Tri-Chess 2 to 4).
//!
//! Everything is defined for the seat at the near edge, in rows and half sides, and rotated for the others.

use super::options::{Layout, Setup, TriChessVariant};
use crate::board::{Board, Cell, Lattice, NO_CELL, Triangles, turn_clockwise};
use crate::game::{Frame, Plane, Seat, SeatColor};
use crate::games::chesslike::kinds::{Kind, chess};
use crate::games::chesslike::position_formats;
use crate::games::chesslike::positional;
use crate::games::chesslike::rule_refs::TRI_CHESS;
use crate::games::chesslike::variant_spec::{
    Castling, FenStyle, KingRule, MovementSpec, PathSpec, RepetitionRule, SeatSpec, VariantSpec,
    chess_movements,
};

/// The row and the file (in half sides) of a triangle, possibly off the board.
type RowFile = (i8, i8);

/// The number of straight directions, which are the first directions of the lattice.
const STRAIGHT: usize = 6;

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
                piece: chess::KING,
                partner: chess::ROOK,
                written_to: home(rook),
                king_to: home(king + 2 * by),
                rook_to: home(king + by),
                crossed: vec![home(king + by)],
                between: (king.min(rook) + 1..king.max(rook)).map(home).collect(),
            }
        };
        let mut rooks: Vec<i8> = row.match_indices('R').map(|(file, _)| file as i8).collect();
        rooks.sort_by_key(|rook| (rook - king).abs());
        rooks.into_iter().map(castling).collect()
    }

    fn seat_spec(&self, seat: Seat, lattice: &Lattice) -> SeatSpec {
        let forward = self.edge(seat);
        let ray = lattice.rays()[0][forward];
        let advance = |cell| PathSpec { ray, max_distance: self.max_distance(self.own(seat, cell).0) };
        let captures = |cell| {
            let (row, file) = self.own(seat, cell);
            [-1, 1].map(|side| self.of(seat, (row + 1, file + side)).unwrap_or(NO_CELL)).to_vec()
        };
        let is_last = |&cell: &Cell| self.triangles.straight(cell, forward).is_none();
        let promotion_cells: Vec<Cell> = self.board().cells().filter(is_last).collect();
        let home = |&cell: &Cell| self.own(seat, cell).0 == 0;
        SeatSpec {
            promotions: Vec::new(),
            drops: Vec::new(),
            no_en_passant_from: Vec::new(),
            lattice: 0,
            view: (STRAIGHT - forward) % STRAIGHT,
            movements: chess_movements(
                lattice,
                MovementSpec::pawn(self.by_cell(advance), self.by_cell(captures)),
                self.variant.extended_knight,
            ),
            pawn_forbidden: self
                .board()
                .cells()
                .filter(home)
                .chain(promotion_cells.iter().copied())
                .collect(),
            promotion_cells,
            castlings: self.castlings(seat),
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

    /// Returns the pieces of the start position.
    fn start(&self) -> Vec<(Cell, Seat, Kind)> {
        let on = |cell: Cell| {
            let (seat, letter) = self.piece(cell)?;
            let kind = chess::kinds().iter().position(|kind| kind.letter == letter)?;
            Some((cell, seat, Kind::new(kind as u8)))
        };
        self.board().cells().filter_map(on).collect()
    }
}

/// Returns the specification of a variant.
pub fn spec(id: &str, variant: &TriChessVariant, frame: Frame) -> VariantSpec {
    let row = variant.row;
    let triangles = row.board.board(variant.layout == Layout::CutEdges).expect("a board for each variant");
    let geometry = Geometry { triangles, variant: *variant };
    let seats = row.seats.len();
    let lattice = geometry.triangles.lattice();
    VariantSpec {
        id: id.into(),
        title: variant.title(),
        summary: variant.summary(),
        frame,
        family: "tri_chess",
        rules: "1-11",
        rule_refs: &TRI_CHESS,
        options: variant.options(),
        description: None,
        rows: geometry.rows(),
        colors: SeatColor::ALL[..seats].to_vec(),
        letters: &"abcdef"[..seats],
        turn_order: row.turn_order.iter().copied().map(Seat::new).collect(),
        seat_angles: row.seats.iter().map(|seat| 60 * seat.0 as u16).collect(),
        teams: row.teams.to_vec(),
        loses_to_mated_team: false,
        king_rule: KingRule::Captured,
        shadows: false,
        goals: Vec::new(),
        must_capture: false,
        stalemate: 0.0,
        repetition: Some(RepetitionRule::THIRD),
        max_length: None,
        hand: None,
        forbids_checks: false,
        mated_wins: false,
        bare_kings_draw: true,
        draw_clock: 50 * seats as u16,
        max_pieces: 17,
        format: &position_formats::TRI_CHESS,
        fen_style: FenStyle { by_file: false, is_fen: false, writes_captured_cell: true },
        start: geometry.start(),
        shows_promotion_cells: true,
        positional_weights: Some(&positional::TRI_CHESS),
        board_planes: Plane::bare_triangles(),
        seat_specs: geometry.seats().map(|seat| geometry.seat_spec(seat, &lattice)).collect(),
        kinds: chess::kinds(),
        promotes_to: chess::PROMOTES_TO.to_vec(),
        lattices: vec![lattice],
    }
}
