//! The description of a variant, from which the engine builds its tables.

use super::engine::Engine;
use super::goals::Goal;
use super::kinds::{Kind, KindSpec};
use super::positional::Weights;
use super::rule_refs::RuleRefs;
use super::state::State;
use crate::board::{Board, Cell, Lattice, NO_CELL, Ray};
use crate::game::{Frame, Options, Plane, PositionFormat, Seat, SeatColor};
use std::sync::Arc;

/// A variant as data.
#[derive(Clone, Debug)]
pub struct VariantSpec {
    pub id: String,
    pub title: String,
    pub summary: String,
    /// From where observations and actions show the board.
    pub frame: Frame,
    /// The name of its rule document, and the sections that apply.
    pub family: &'static str,
    pub rules: &'static str,
    /// The rule numbers that messages cite.
    pub rule_refs: &'static RuleRefs,
    pub options: Options,
    /// The text of its description, if it has one.
    pub description: Option<Arc<str>>,
    /// The lattices along which pieces move, all of the same board. Seats can share one.
    pub lattices: Vec<Lattice>,
    /// The kinds of pieces.
    pub kinds: Vec<KindSpec>,
    /// The kinds to which pawns promote, the most common first.
    pub promotes_to: Vec<Kind>,
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
    /// The goals, in the order in which they are checked.
    pub goals: Vec<Goal>,
    /// Whether a seat must capture if it can.
    pub must_capture: bool,
    /// Whether steps that give check are not legal.
    pub forbids_checks: bool,
    /// Whether a seat that is mated wins.
    pub mated_wins: bool,
    /// The return of a seat that is stalemated, in games for two seats.
    pub stalemate: f64,
    /// What happens to positions that occur again, if anything.
    pub repetition: Option<RepetitionRule>,
    /// Whether a game with kings only is drawn.
    pub bare_kings_draw: bool,
    /// The clock at which games are drawn.
    pub draw_clock: u16,
    /// The number of steps after which games are drawn, if it is limited.
    pub max_length: Option<u32>,
    /// The maximum number of pieces of a seat.
    pub max_pieces: usize,
    /// How positions are written.
    pub format: &'static PositionFormat<Engine, State>,
    pub fen_style: FenStyle,
    /// The pieces of the start position.
    pub start: Vec<(Cell, Seat, Kind)>,
    pub seat_specs: Vec<SeatSpec>,
    /// The pieces in hand, in games for two seats that have drops.
    pub hand: Option<HandSpec>,
    /// Whether pictures show promotion cells, because they are not just the far edge.
    pub shows_promotion_cells: bool,
    /// The weights of the positional evaluation, if it makes alpha-beta stronger: see `docs/strength.md`.
    pub positional_weights: Option<&'static Weights>,
    /// The planes that show the bare board, if it looks different to seats.
    pub board_planes: Vec<Plane>,
}

/// Differences between formats of position strings.
#[derive(Clone, Copy, Debug)]
pub struct FenStyle {
    /// Whether cells are listed by file and then by rank, or row by row.
    pub by_file: bool,
    /// Whether pieces are letters in two cases and steps are as in UCI, for two seats.
    pub is_fen: bool,
    /// Whether a step string names the cell of a piece captured en passant.
    pub writes_captured_cell: bool,
}

/// What happens when a position occurs again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepetitionRule {
    /// How often it occurred before when the game ends.
    pub earlier: u8,
    /// Whether a seat whose steps since then all gave check loses. Otherwise the game is drawn.
    pub checker_loses: bool,
}

impl RepetitionRule {
    /// The third occurrence is a draw.
    pub const THIRD: RepetitionRule = RepetitionRule { earlier: 2, checker_loses: false };
}

/// What happens to kings and their seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingRule {
    /// They can be captured, and must be.
    Captured,
    /// They are never captured. A seat that is mated when its turn begins is out, and the seat that gave
    /// check first drafts its pieces (Three Kings 6).
    Drafted,
    /// They are never captured, and a mate ends the game. Seats can be without a king.
    Mated,
}

/// The set-up of a seat and the moves of its pawns.
#[derive(Clone, Debug)]
pub struct SeatSpec {
    /// The index of its lattice, and of the view in which it sees the lattice.
    pub lattice: usize,
    pub view: usize,
    /// By kind, how its pieces move.
    pub movements: Vec<MovementSpec>,
    /// The cells on which pawns promote, and those on which no pawn can stand.
    pub promotion_cells: Vec<Cell>,
    pub pawn_forbidden: Vec<Cell>,
    /// Its castlings: short and long.
    pub castlings: Vec<Castling>,
    /// The cells from which pawns move past others without being captured en passant.
    pub no_en_passant_from: Vec<Cell>,
    /// By kind, its promotion. Empty if pawns promote on `promotion_cells` to the kinds that all seats have.
    pub promotions: Vec<Option<PromotionSpec>>,
    /// By kind in hand, where it drops pieces.
    pub drops: Vec<DropSpec>,
}

/// How the pieces of a kind and a seat promote.
#[derive(Clone, Debug)]
pub struct PromotionSpec {
    pub to: Vec<Kind>,
    pub cells: Vec<Cell>,
    /// Whether a piece can stay as it is where it can move on.
    pub optional: bool,
    /// Whether a move that begins on these cells promotes, too.
    pub leaving: bool,
    /// Whether the seat must have lost a piece of the kind since the start.
    pub captured_only: bool,
}

/// The pieces that seats have in hand.
#[derive(Clone, Debug)]
pub struct HandSpec {
    pub kinds: Vec<Kind>,
    /// Whether captured pieces come to the hand of the capturer.
    pub keeps_captures: bool,
    /// By seat, the number of pieces of each kind at the start.
    pub start: Vec<Vec<u8>>,
}

/// Where a seat drops the pieces of a kind.
#[derive(Clone, Debug)]
pub struct DropSpec {
    pub cells: Vec<Cell>,
    /// Whether the cells are exactly those. Otherwise pieces cannot be dropped where they could never move,
    /// nor pawns where they promote.
    pub is_listed: bool,
    /// By cell, the cells on which a second piece of the kind cannot be dropped. Empty if there is no such
    /// rule.
    pub lines: Vec<Vec<Cell>>,
    /// Whether a drop can mate.
    pub mates: bool,
}

/// How the pieces of a kind and a seat move. Lists by cell are empty if there are no such moves.
#[derive(Clone, Debug, Default)]
pub struct MovementSpec {
    pub axes: Axes,
    /// By cell, the targets of leaps.
    pub leaps: Vec<Vec<Cell>>,
    /// By cell, the targets of leaps that only capture, from the piece's left to its right, or [`NO_CELL`].
    pub captures: Vec<Vec<Cell>>,
    /// By cell, the targets of leaps that do not capture.
    pub quiet: Vec<Vec<Cell>>,
    /// By cell, the cells of the two hops of a knight that hops a second time and does not capture.
    pub double_hops: Vec<Vec<[Cell; 2]>>,
    /// The slides in single directions or up to a distance.
    pub slides: Vec<SlideSpec>,
    /// By cell, the leaps that pieces between can block.
    pub blocked: Vec<Vec<BlockedLeapSpec>>,
    /// The moves over one piece on a line.
    pub hoppers: Vec<HopperSpec>,
    /// The leaps that are repeated.
    pub rides: Vec<Ride>,
}

/// A leap that pieces between can block.
#[derive(Clone, Debug)]
pub struct BlockedLeapSpec {
    pub mode: MoveMode,
    /// The cells that must be empty.
    pub via: Vec<Cell>,
    pub to: Cell,
}

/// Moves over one piece on a line.
#[derive(Clone, Debug)]
pub struct HopperSpec {
    pub mode: MoveMode,
    pub kind: HopperKind,
    /// By cell. A distance of 0 excludes a cell.
    pub paths: Vec<PathSpec>,
}

/// Where a hopper arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HopperKind {
    /// On any cell behind the piece, up to the next one.
    Cannon,
    /// On the cell directly behind the piece.
    Grasshopper,
}

/// Leaps that are repeated until a piece stands in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ride {
    pub mode: MoveMode,
    /// By cell, the target of a leap, or [`NO_CELL`], and the largest number of leaps from there.
    pub next: Vec<Cell>,
    pub max_leaps: Vec<u8>,
}

/// The lines of a lattice along which a piece slides in both directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Axes {
    #[default]
    None,
    /// Through sides, as a rook.
    Sides,
    /// Through corners, as a bishop.
    Corners,
    /// Through both, as a queen.
    All,
}

/// A slide in one direction from each cell.
#[derive(Clone, Debug)]
pub struct SlideSpec {
    pub mode: MoveMode,
    /// By cell.
    pub paths: Vec<PathSpec>,
}

/// Whether a slide or a leap moves to empty cells, and whether it captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveMode {
    Move,
    Capture,
    Both,
    /// It attacks royal pieces, which are never captured, and so makes no step.
    Royal,
}

impl MoveMode {
    /// Whether it moves to empty cells.
    #[inline(always)]
    pub fn moves(self) -> bool {
        matches!(self, MoveMode::Move | MoveMode::Both)
    }

    /// Whether it captures.
    #[inline(always)]
    pub fn captures(self) -> bool {
        matches!(self, MoveMode::Capture | MoveMode::Both)
    }

    /// Whether it attacks a royal piece.
    #[inline(always)]
    pub fn attacks(self) -> bool {
        self != MoveMode::Move
    }
}

/// How a piece slides from a cell.
#[derive(Clone, Copy, Debug)]
pub struct PathSpec {
    /// A ray of the seat's lattice.
    pub ray: Ray,
    /// The maximum number of cells.
    pub max_distance: u8,
}

impl MovementSpec {
    /// Returns the movement of a pawn, which moves along paths and captures by leaps, both by cell.
    pub fn pawn(paths: Vec<PathSpec>, captures: Vec<Vec<Cell>>) -> MovementSpec {
        let slides = vec![SlideSpec { mode: MoveMode::Move, paths }];
        MovementSpec { captures, slides, ..MovementSpec::default() }
    }

    /// Whether no piece can block its leaps, and it neither hops over pieces nor rides.
    pub fn is_plain(&self) -> bool {
        self.blocked.is_empty() && self.hoppers.is_empty() && self.rides.is_empty()
    }
}

/// Returns the movements of the kinds of chess on a lattice. Knights can hop a second time if `hop_twice`;
/// then they do not capture.
pub fn chess_movements(lattice: &Lattice, pawn: MovementSpec, hop_twice: bool) -> Vec<MovementSpec> {
    let hops = lattice.knight_hops();
    let hops_from =
        |cell: Cell| hops.iter().map(|hop| hop[usize::from(cell)]).filter(|&to| to != NO_CELL).collect();
    let cells = || lattice.board().cells();
    let slider = |axes| MovementSpec { axes, ..MovementSpec::default() };
    vec![
        pawn,
        MovementSpec {
            leaps: cells().map(hops_from).collect(),
            double_hops: if hop_twice { double_hops(lattice) } else { Vec::new() },
            ..MovementSpec::default()
        },
        slider(Axes::Corners),
        slider(Axes::Sides),
        slider(Axes::All),
        MovementSpec { leaps: lattice.neighbors().to_vec(), ..MovementSpec::default() },
    ]
}

/// Returns by cell the cells of the two hops of knights that hop twice in one direction.
pub fn double_hops(lattice: &Lattice) -> Vec<Vec<[Cell; 2]>> {
    let double = |hop: &Vec<Cell>, cell: Cell| double_hop(hop, cell).unwrap_or([NO_CELL; 2]);
    let from = |cell: Cell| lattice.knight_hops().iter().map(|hop| double(hop, cell)).collect();
    lattice.board().cells().map(from).collect()
}

/// A castling: the cells of king and rook.
#[derive(Clone, Debug)]
pub struct Castling {
    pub king: Cell,
    pub rook: Cell,
    /// The kind of the piece on the king's cell.
    pub piece: Kind,
    /// The kind of the piece on the rook's cell.
    pub partner: Kind,
    /// The target in step strings: that of the king, or the rook's cell.
    pub written_to: Cell,
    /// The targets of king and rook.
    pub king_to: Cell,
    pub rook_to: Cell,
    /// The cells that the king crosses.
    pub crossed: Vec<Cell>,
    /// The cells between king and rook.
    pub between: Vec<Cell>,
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
