//! Builds the specification of a variant on the 12x12 board (Chess 2 to 4).

use crate::board::{Board, Cell, Edges, Lattice, NO_CELL, Ray, Squares};
use crate::game::{Frame, Seat, SeatColor};
use crate::games::chess::variants::orthodox::Teams;
use crate::games::chesslike::double_chess::options::DoubleChessVariant;
use crate::games::chesslike::kinds::{Kind, chess};
use crate::games::chesslike::position_formats;
use crate::games::chesslike::rule_refs::CHESS;
use crate::games::chesslike::variant_spec::{
    Castling, FenStyle, KingRule, MovementSpec, PathSpec, RepetitionRule, SeatSpec, VariantSpec,
    chess_movements, grid_rows,
};

/// The number of files and of ranks.
const SIZE: i8 = 12;

/// The pieces of a seat from its own file 3, counted so that the partner sits at the left (Chess 3.2).
const PIECES: [Kind; 8] = {
    use chess::{BISHOP, KING, KNIGHT, QUEEN, ROOK};
    [ROOK, KNIGHT, BISHOP, KING, QUEEN, BISHOP, KNIGHT, ROOK]
};

/// The view of each seat. Those at the left and right see the board mirrored as well, so that each seat has
/// its king on the same own file and castles alike.
const VIEWS: [&str; 4] = ["identity", "turn-180", "mirror-turn-90", "mirror-turn-270"];

/// The number of seats.
const SEATS: u8 = 4;

/// Converts a displacement between the board's frame and the seat's. The function is its own inverse.
fn to_view(seat: Seat, (files, ranks): (i8, i8)) -> (i8, i8) {
    match seat.index() {
        0 => (files, ranks),
        1 => (-files, -ranks),
        2 => (ranks, files),
        _ => (-ranks, -files),
    }
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
            piece: chess::KING,
            partner: chess::ROOK,
            written_to: home(5 + 2 * by)?,
            king_to: home(5 + 2 * by)?,
            rook_to: home(5 + by)?,
            crossed: vec![home(5 + by)?],
            between: between.filter_map(home).collect(),
        })
    }

    fn seat_spec(&self, seat: Seat, variant: &DoubleChessVariant, lattices: &[Lattice]) -> SeatSpec {
        let (lattice, edges) = lattice_of(seat, variant);
        let view = lattices[lattice].views().iter().position(|view| view.name == VIEWS[seat.index()]);
        let view = view.expect("a square is seen from each side");
        let rank = |cell| own(seat, self.place(cell)).1;
        let forward = lattices[lattice].views()[view].directions.iter().position(|&seen| seen == 0);
        let ray = lattices[lattice].rays()[0][forward.expect("a permutation")];
        let ray = Ray { axis: ray.axis + 4 * lattice as u8, ..ray };
        let advance = |cell| {
            // Chess 4.4.
            let max_distance = match rank(cell) {
                1 => 3,
                2..=5 => 2,
                _ => 1,
            };
            PathSpec { ray, max_distance }
        };
        let captures = |cell| {
            let side = |sideways| {
                let (dx, dy) = to_view(seat, (sideways, 1));
                self.squares.neighbor(cell, dx, dy, edges).unwrap_or(NO_CELL)
            };
            [-1, 1].into_iter().map(side).collect()
        };
        SeatSpec {
            promotions: Vec::new(),
            drops: Vec::new(),
            no_en_passant_from: Vec::new(),
            lattice,
            view,
            movements: chess_movements(
                &lattices[lattice],
                MovementSpec::pawn(self.by_cell(advance), self.by_cell(captures)),
                true,
            ),
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
        }
    }

    /// Returns the pieces of the start position (Chess 3.2).
    fn start(&self) -> Vec<(Cell, Seat, Kind)> {
        let of = |seat: Seat| {
            let files = (2..).zip(PIECES);
            files
                .flat_map(move |(file, kind)| [(file, 0, kind), (file, 1, chess::PAWN)])
                .filter_map(move |(file, rank, kind)| Some((self.of(seat, file, rank)?, seat, kind)))
        };
        Seat::all(SEATS).flat_map(of).collect()
    }
}

/// Returns the index of the lattice of a seat, and the edges that its pieces can cross (Chess 2.4).
fn lattice_of(seat: Seat, variant: &DoubleChessVariant) -> (usize, Edges) {
    match (variant.cylinder, seat < Seat::new(2)) {
        (false, _) => (0, Edges::NONE),
        (true, true) => (0, Edges::LEFT_RIGHT),
        (true, false) => (1, Edges::NEAR_FAR),
    }
}

/// Returns the specification of a variant.
pub fn spec(id: &str, variant: &DoubleChessVariant, frame: Frame) -> VariantSpec {
    let edges = if variant.cylinder { Edges::ALL } else { Edges::NONE };
    let pairs = variant.teams == Teams::Pairs;
    let squares = if pairs { Squares::joined(SIZE as u8, edges) } else { Squares::cut_corners(edges) };
    let geometry = Geometry { squares };
    let crossing = if variant.cylinder { &[Edges::LEFT_RIGHT, Edges::NEAR_FAR][..] } else { &[Edges::NONE] };
    let lattices: Vec<Lattice> = crossing.iter().map(|&edges| geometry.squares.lattice(edges)).collect();
    VariantSpec {
        id: id.into(),
        title: variant.title(),
        summary: variant.summary(),
        frame,
        family: "adams_chess",
        rules: "2-11",
        rule_refs: &CHESS,
        options: variant.options(),
        description: None,
        rows: grid_rows(geometry.board()),
        colors: SeatColor::ALL[..usize::from(SEATS)].to_vec(),
        letters: "abcd",
        turn_order: if pairs { [0, 1, 2, 3] } else { [0, 2, 1, 3] }.map(Seat::new).into(),
        seat_angles: vec![0, 180, 90, 270],
        teams: if pairs { vec![0, 1, 0, 1] } else { vec![0, 1, 2, 3] },
        loses_to_mated_team: true,
        king_rule: KingRule::Captured,
        shadows: variant.shadow,
        goals: Vec::new(),
        must_capture: false,
        stalemate: 0.0,
        repetition: Some(RepetitionRule::THIRD),
        max_length: None,
        hand: None,
        forbids_checks: false,
        mated_wins: false,
        bare_kings_draw: !variant.cylinder,
        draw_clock: 200,
        max_pieces: 16,
        format: &position_formats::DOUBLE_CHESS,
        fen_style: FenStyle { by_file: true, is_fen: false, writes_captured_cell: true },
        start: geometry.start(),
        shows_promotion_cells: false,
        positional_weights: None,
        board_planes: Vec::new(),
        seat_specs: Seat::all(SEATS).map(|seat| geometry.seat_spec(seat, variant, &lattices)).collect(),
        kinds: chess::kinds(),
        promotes_to: chess::PROMOTES_TO.to_vec(),
        lattices,
    }
}
