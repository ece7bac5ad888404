//! What the engine is told of a variant: its board, how pieces go on it, the seats round it.

use super::line_tables::{Line, Ray};
use super::pieces::NO_CELL;
use super::rule_refs::RuleRefs;
use crate::board::{Board, Cell};
use crate::game::{Options, Plane, Seat, SeatColor};

/// A variant, as its board describes it.
#[derive(Clone, Debug)]
pub struct VariantSpec {
    pub id: String,
    pub title: String,
    /// The name of its rule document, and the sections of it.
    pub family: &'static str,
    pub rules: &'static str,
    /// Where it says what.
    pub rule_refs: &'static RuleRefs,
    pub options: Options,
    pub board: Board,
    /// The rows of cells in the order in which placements list them; none where there is no cell.
    pub rows: Vec<Vec<Option<Cell>>>,
    pub colors: Vec<SeatColor>,
    /// The letter of each seat.
    pub letters: &'static str,
    /// The sequence of moves.
    pub turn_order: Vec<Seat>,
    /// The side of the board that each seat sits at, in degrees clockwise from the near one.
    pub seat_angles: Vec<u16>,
    /// The team of each seat.
    pub teams: Vec<u8>,
    /// Whether a pair whose kings are gone or mated has lost even to one whose kings are mated too.
    pub loses_to_mated_team: bool,
    /// What becomes of kings.
    pub king_rule: KingRule,
    /// Whether pieces can be captured through their shadows.
    pub shadows: bool,
    /// Whether games with nothing but kings are drawn.
    pub bare_kings_draw: bool,
    /// The clock at which games are drawn.
    pub draw_clock: u16,
    /// The most pieces that a seat can have.
    pub max_pieces: usize,
    /// How positions are written, and the placement at the start.
    pub fen_style: FenStyle,
    pub start_placement: String,
    /// How armies see the board: all alike, or some of them in one way and some in another.
    pub geometries: Vec<MoveGeometry>,
    pub seat_specs: Vec<SeatSpec>,
    /// Whether pictures show where pawns promote: it is not just the far edge.
    pub shows_promotion_cells: bool,
    /// The planes that show the bare board, where it does not look alike to all seats.
    pub board_planes: Vec<Plane>,
    /// What each way (ray, then hop) is called, as a seat sees it.
    pub direction_names: Vec<String>,
    /// Ways to turn or mirror the board that carry seats to seats.
    pub board_symmetries: Vec<BoardSymmetry>,
}

/// How position strings differ.
#[derive(Clone, Copy, Debug)]
pub struct FenStyle {
    /// Whether cells are listed by file and then by rank; else row by row.
    pub by_file: bool,
    /// Whether the history may be left out.
    pub history_optional: bool,
    /// Whether a step names the cell of what is taken in passing.
    pub writes_captured_cell: bool,
}

/// What becomes of kings, and with them of their seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingRule {
    /// They can be taken, and must be.
    Captured,
    /// They never are: who is mated when his turn begins is out, and his pieces are drafted by the seat that
    /// checked first (Three Kings 6).
    Mated,
}

/// How pieces other than pawns go, for those seats to which the board looks so.
#[derive(Clone, Debug)]
pub struct MoveGeometry {
    /// The lines of rooks, axis by axis.
    pub rook_lines: Vec<Vec<Line>>,
    /// The lines of bishops.
    pub bishop_lines: Vec<Vec<Line>>,
    /// By cell of arrival, the ways of line pieces in the order of their numbers; axes are counted through.
    pub rays: Vec<Vec<Ray>>,
    /// By hop, where it leads from each cell (or [`NOWHERE`]).
    pub hops: Vec<Vec<u8>>,
    /// Whether knights may hop twice.
    pub has_double_hops: bool,
    /// Where a king goes from each cell.
    pub king_moves: Vec<Vec<Cell>>,
}

/// A seat: where it sits and how its pawns go.
#[derive(Clone, Debug)]
pub struct SeatSpec {
    /// Its [`Ground`].
    pub geometry: usize,
    /// How each cell's pawn goes ahead.
    pub pawn_advances: Vec<PawnAdvance>,
    /// Where the pawn of each cell takes, from its left to its right: a cell or [`NOWHERE`] each.
    pub pawn_captures: Vec<Vec<u8>>,
    /// The cells on which pawns promote, and those on which none can stand.
    pub promotion_cells: Vec<Cell>,
    pub pawn_forbidden: Vec<Cell>,
    /// Its castlings: short and long.
    pub castlings: Vec<Castling>,
    /// Where each cell stands in the planes that it sees.
    pub place_of_cell: Vec<u16>,
    /// The places that are marked in each plane of the bare board.
    pub board_marks: Vec<Vec<u16>>,
    /// What each way (ray, then hop) looks like to it.
    pub direction_in_view: Vec<u8>,
    /// The cells in its own order, and the ways of line pieces in it, whatever the frame.
    pub own_order: Vec<u16>,
    pub ray_order: Vec<u8>,
}

/// How a pawn goes ahead from a cell.
#[derive(Clone, Copy, Debug)]
pub struct PawnAdvance {
    pub ray: Ray,
    /// How many cells at most.
    pub max_distance: u8,
}

/// One castling.
#[derive(Clone, Debug)]
pub struct Castling {
    pub king: Cell,
    pub rook: Cell,
    /// The cell that names it in step strings: where the king goes, or the rook's.
    pub written_to: Cell,
    /// Where they go. The king crosses the rook's cell.
    pub king_to: Cell,
    pub rook_to: Cell,
    /// The cells between king and rook.
    pub between: Vec<Cell>,
}

/// A way to turn or mirror a board.
#[derive(Clone, Debug)]
pub struct BoardSymmetry {
    pub name: String,
    /// Where each cell goes.
    pub cells: Vec<Cell>,
    /// Which way (ray, then hop) each becomes.
    pub directions: Vec<u8>,
    /// Whose pieces each seat's become.
    pub seats: Vec<Seat>,
}

/// The rows of the grid of a board, from the far side to the near one.
pub fn grid_rows(board: &Board) -> Vec<Vec<Option<Cell>>> {
    let (rows, columns) = board.grid();
    (0..rows).rev().map(|row| (0..columns).map(|column| board.at(row, column)).collect()).collect()
}

/// The cell that is two hops of one kind away, if there is one.
pub fn double_hop(hop: &[u8], cell: Cell) -> Option<[u8; 2]> {
    let first = hop[usize::from(cell)];
    let second = *hop.get(usize::from(first))?;
    (second != NO_CELL).then_some([first, second])
}
