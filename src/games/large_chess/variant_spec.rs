//! The description of a variant, from which the engine builds its tables.

use super::line_tables::{Line, Ray};
use super::pieces::NO_CELL;
use super::positional::Weights;
use super::rule_refs::RuleRefs;
use crate::board::{Board, Cell};
use crate::game::{Options, Plane, Seat, SeatColor};

/// A variant as data.
#[derive(Clone, Debug)]
pub struct VariantSpec {
    pub id: String,
    pub title: String,
    pub summary: String,
    /// The name of its rule document, and the sections that apply.
    pub family: &'static str,
    pub rules: &'static str,
    /// The rule numbers that messages cite.
    pub rule_refs: &'static RuleRefs,
    pub options: Options,
    pub board: Board,
    /// The rows of cells in the order in which position strings list them; `None` where there is no cell.
    pub rows: Vec<Vec<Option<Cell>>>,
    pub colors: Vec<SeatColor>,
    /// The letter of each seat.
    pub letters: &'static str,
    /// The turn order.
    pub turn_order: Vec<Seat>,
    /// The side of the board where each seat sits, in degrees clockwise from the near side.
    pub seat_angles: Vec<u16>,
    /// The team of each seat.
    pub teams: Vec<u8>,
    /// Whether a team whose kings are gone or mated loses even to a team whose kings are mated, too.
    pub loses_to_mated_team: bool,
    /// What happens to kings.
    pub king_rule: KingRule,
    /// Whether pieces can be captured through their shadows.
    pub shadows: bool,
    /// Whether a game with kings only is drawn.
    pub bare_kings_draw: bool,
    /// The clock at which games are drawn.
    pub draw_clock: u16,
    /// The maximum number of pieces of a seat.
    pub max_pieces: usize,
    /// How positions are written, and the placement of the start position.
    pub fen_style: FenStyle,
    pub start_placement: String,
    /// The move geometries. Seats can share one.
    pub geometries: Vec<MoveGeometry>,
    pub seat_specs: Vec<SeatSpec>,
    /// Whether pictures show promotion cells, because they are not just the far edge.
    pub shows_promotion_cells: bool,
    /// The weights of the positional evaluation, if it makes alpha-beta stronger: see `docs/strength.md`.
    pub positional_weights: Option<&'static Weights>,
    /// The planes that show the bare board, if it looks different to seats.
    pub board_planes: Vec<Plane>,
    /// The name of each direction (rays, then hops), as a seat sees it.
    pub direction_names: Vec<String>,
    /// The rotations and reflections that map seats to seats.
    pub board_symmetries: Vec<BoardSymmetry>,
}

/// Differences between formats of position strings.
#[derive(Clone, Copy, Debug)]
pub struct FenStyle {
    /// Whether cells are listed by file and then by rank, or row by row.
    pub by_file: bool,
    /// Whether the history can be omitted.
    pub history_optional: bool,
    /// Whether a step string names the cell of a piece captured en passant.
    pub writes_captured_cell: bool,
}

/// What happens to kings and their seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingRule {
    /// They can be captured, and must be.
    Captured,
    /// They are never captured. A seat that is mated when its turn begins is out, and the seat that gave
    /// check first drafts its pieces (Three Kings 6).
    Mated,
}

/// The moves of pieces other than pawns. Seats that move along different lines have different geometries.
#[derive(Clone, Debug)]
pub struct MoveGeometry {
    /// The lines of rooks, by axis.
    pub rook_lines: Vec<Vec<Line>>,
    /// The lines of bishops, by axis.
    pub bishop_lines: Vec<Vec<Line>>,
    /// By target cell, the rays in the order of their numbers. Axes are numbered across all geometries.
    pub rays: Vec<Vec<Ray>>,
    /// By hop, its target from each cell, or [`NO_CELL`].
    pub hops: Vec<Vec<u8>>,
    /// Whether knights can hop twice.
    pub has_double_hops: bool,
    /// By cell, the targets of a king.
    pub king_moves: Vec<Vec<Cell>>,
}

/// The set-up of a seat and the moves of its pawns.
#[derive(Clone, Debug)]
pub struct SeatSpec {
    /// The index of its [`MoveGeometry`].
    pub geometry: usize,
    /// By cell, how a pawn there moves ahead.
    pub pawn_advances: Vec<PawnAdvance>,
    /// By cell, the capture targets of a pawn there, from its left to its right, or [`NO_CELL`].
    pub pawn_captures: Vec<Vec<u8>>,
    /// The cells on which pawns promote, and those on which no pawn can stand.
    pub promotion_cells: Vec<Cell>,
    pub pawn_forbidden: Vec<Cell>,
    /// Its castlings: short and long.
    pub castlings: Vec<Castling>,
    /// The place of each cell in the planes that it sees.
    pub place_of_cell: Vec<u16>,
    /// The marked places of each plane of the bare board.
    pub board_marks: Vec<Vec<u16>>,
    /// Each direction (rays, then hops) as the seat sees it.
    pub direction_in_view: Vec<u8>,
    /// The rank of each cell in the seat's own order, and its order of rays. Both are independent of the
    /// frame.
    pub own_order: Vec<u16>,
    pub ray_order: Vec<u8>,
}

/// How a pawn moves ahead from a cell.
#[derive(Clone, Copy, Debug)]
pub struct PawnAdvance {
    pub ray: Ray,
    /// The maximum number of cells.
    pub max_distance: u8,
}

/// A castling: the cells of king and rook.
#[derive(Clone, Debug)]
pub struct Castling {
    pub king: Cell,
    pub rook: Cell,
    /// The target in step strings: that of the king, or the rook's cell.
    pub written_to: Cell,
    /// The targets of king and rook. The king crosses the rook's target.
    pub king_to: Cell,
    pub rook_to: Cell,
    /// The cells between king and rook.
    pub between: Vec<Cell>,
}

/// A rotation or reflection of the board.
#[derive(Clone, Debug)]
pub struct BoardSymmetry {
    pub name: String,
    /// The cell that each cell is mapped to.
    pub cells: Vec<Cell>,
    /// The direction (rays, then hops) that each direction is mapped to.
    pub directions: Vec<u8>,
    /// The seat that each seat is mapped to.
    pub seats: Vec<Seat>,
}

/// Returns the rows of the grid of a board, from the far side to the near one.
pub fn grid_rows(board: &Board) -> Vec<Vec<Option<Cell>>> {
    let (rows, columns) = board.grid();
    (0..rows).rev().map(|row| (0..columns).map(|column| board.at(row, column)).collect()).collect()
}

/// Returns the first and second cell of a double hop of one kind, if both exist.
pub fn double_hop(hop: &[u8], cell: Cell) -> Option<[u8; 2]> {
    let first = hop[usize::from(cell)];
    let second = *hop.get(usize::from(first))?;
    (second != NO_CELL).then_some([first, second])
}
