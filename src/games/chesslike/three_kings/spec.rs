//! Builds the specification of Three Kings Chess: lines, knights and pawns (Three Kings 2 to 5).

use crate::board::{Cell, Lattice, NO_CELL, ThreeKings};
use crate::game::{Frame, Options, Seat, SeatColor};
use crate::games::chesslike::kinds::{Kind, KindSpec, chess};
use crate::games::chesslike::position_formats;
use crate::games::chesslike::rule_refs;
use crate::games::chesslike::variant_spec::{
    Castling, FenStyle, KingRule, MovementSpec, PathSpec, RepetitionRule, SeatSpec, VariantSpec,
    chess_movements,
};

/// The id of the only variant.
pub const ID: &str = "three-kings-chess";

/// The ranks of one half board.
const RANKS: u8 = 4;

const SEATS: u8 = 3;

/// The pieces of a seat from its left (Three Kings 3.1).
const PIECES: [Kind; 8] = {
    use chess::{BISHOP, KING, KNIGHT, QUEEN, ROOK};
    [ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK]
};

/// The directions of the lattice towards the center and away from it.
const INWARD: usize = 0;
const OUTWARD: usize = 4;

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

    /// Returns how a pawn of an army moves ahead (Three Kings 5.4).
    fn pawn_advance(&self, army: Seat, cell: Cell, lattice: &Lattice) -> PathSpec {
        let (half, _, y) = self.place(cell);
        let up = half == army.number() && y > 0;
        let ray = lattice.rays()[usize::from(cell)][if up { INWARD } else { OUTWARD }];
        let max_distance = match y {
            0 => 0,
            1 if up => 2,
            _ => 1,
        };
        PathSpec { ray, max_distance }
    }

    /// Returns the capture targets of a pawn of an army, from its left to its right.
    fn pawn_captures(&self, army: Seat, cell: Cell) -> Vec<u8> {
        let (half, ..) = self.place(cell);
        let sides = if half == army.number() { [(-1, 1), (1, 1)] } else { [(1, -1), (-1, -1)] };
        let mut captures = Vec::new();
        for side in sides {
            let mut cells = self.kings.near(cell, side);
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
            piece: chess::KING,
            partner: chess::ROOK,
            written_to: home(4 + 2 * by),
            king_to: home(4 + 2 * by),
            rook_to: home(4 + by),
            crossed: vec![home(4 + by)],
            between: (4.min(rook) + 1..4.max(rook)).map(home).collect(),
        }
    }

    /// Returns the movements of a seat's pieces, with those of drafted pawns, which keep those of their
    /// armies.
    fn movements(&self, seat: Seat, lattice: &Lattice) -> Vec<MovementSpec> {
        let pawn = |army: Seat| {
            let advance = |cell| self.pawn_advance(army, cell, lattice);
            MovementSpec::pawn(self.by_cell(advance), self.by_cell(|cell| self.pawn_captures(army, cell)))
        };
        let drafted = (1..SEATS).map(|offset| pawn(Seat::new((seat.number() + offset) % SEATS)));
        chess_movements(lattice, pawn(seat), false).into_iter().chain(drafted).collect()
    }

    fn seat_spec(&self, seat: Seat, lattice: &Lattice) -> SeatSpec {
        let edge = || self.cells().filter(|&cell| self.place(cell).2 == 0).collect();
        SeatSpec {
            promotions: Vec::new(),
            drops: Vec::new(),
            no_en_passant_from: Vec::new(),
            lattice: 0,
            view: usize::from((SEATS - seat.number()) % SEATS),
            movements: self.movements(seat, lattice),
            promotion_cells: edge(),
            pawn_forbidden: edge(),
            castlings: [7, 0].map(|rook| self.castling(seat, rook)).into(),
        }
    }

    /// Returns the pieces of the start position.
    fn start(&self) -> Vec<(Cell, Seat, Kind)> {
        let of = |seat: Seat| {
            let files = (0..).zip(PIECES);
            files
                .flat_map(move |(x, kind)| [(x, 0, kind), (x, 1, chess::PAWN)])
                .filter_map(move |(x, y, kind)| Some((self.at(seat.number(), x, y)?, seat, kind)))
        };
        Seat::all(SEATS).flat_map(of).collect()
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

/// Returns the kinds of chess, and the drafted pawns of the next seat and of the seat after it.
fn kinds() -> Vec<KindSpec> {
    let kinds = chess::kinds();
    let pawn = &kinds[chess::PAWN.index()];
    let drafted: Vec<KindSpec> =
        (1..SEATS).map(|army_offset| KindSpec { army_offset, ..pawn.clone() }).collect();
    kinds.into_iter().chain(drafted).collect()
}

const SUMMARY: &str = "Chess for three on 96 cells in three halves, each seat alone: files lead from one \
    half into the next, and diagonals fork at the center point. A seat that is mated when its turn begins is \
    out, and the seat that checked it first takes over its pieces. The last seat left wins.";

/// Returns the specification of the game.
pub fn spec(frame: Frame) -> VariantSpec {
    let board = Geometry { kings: ThreeKings::new() };
    let lattice = board.kings.lattice();
    VariantSpec {
        id: ID.into(),
        title: "Three Kings Chess".into(),
        summary: SUMMARY.into(),
        frame,
        family: "three_kings",
        rules: "1-9",
        rule_refs: &rule_refs::THREE_KINGS,
        options: Options::new(),
        description: None,
        rows: board.ranks(),
        colors: SeatColor::ALL[..usize::from(SEATS)].to_vec(),
        letters: "wbr",
        turn_order: Seat::all(SEATS).collect(),
        seat_angles: vec![0, 120, 240],
        teams: (0..SEATS).collect(),
        loses_to_mated_team: false,
        king_rule: KingRule::Drafted,
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
        draw_clock: 150,
        max_pieces: 48,
        format: &position_formats::THREE_KINGS,
        fen_style: FenStyle { by_file: true, is_fen: false, writes_captured_cell: false },
        start: board.start(),
        shows_promotion_cells: false,
        positional_weights: None,
        board_planes: Vec::new(),
        seat_specs: Seat::all(SEATS).map(|seat| board.seat_spec(seat, &lattice)).collect(),
        kinds: kinds(),
        promotes_to: chess::PROMOTES_TO.to_vec(),
        lattices: vec![lattice],
    }
}
