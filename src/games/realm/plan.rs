//! What the engine is told of a variant: its board, how pieces go on it, the seats round it.

use super::law::Law;
use super::men::NOWHERE;
use super::web::{Line, Ray};
use crate::board::{Board, Cell};
use crate::game::{Options, Plane, Seat, SeatColor};

/// A variant, as its board describes it.
#[derive(Clone, Debug)]
pub struct Plan {
    pub id: String,
    pub title: String,
    /// The name of its rule document, and the sections of it.
    pub family: &'static str,
    pub rules: &'static str,
    /// Where it says what.
    pub law: &'static Law,
    pub options: Options,
    pub board: Board,
    /// The rows of cells in the order in which placements list them; none where there is no cell.
    pub rows: Vec<Vec<Option<Cell>>>,
    pub colors: Vec<SeatColor>,
    /// The letter of each seat.
    pub letters: &'static str,
    /// The sequence of moves.
    pub sequence: Vec<Seat>,
    /// The side of the board that each seat sits at, in degrees clockwise from the near one.
    pub sides: Vec<u16>,
    /// The team of each seat.
    pub teams: Vec<u8>,
    /// Whether a pair whose kings are gone or mated has lost even to one whose kings are mated too.
    pub even_if_mated: bool,
    /// What becomes of kings.
    pub kings: Kings,
    /// Whether pieces can be captured through their shadows.
    pub shadows: bool,
    /// Whether games with nothing but kings are drawn.
    pub bare_kings: bool,
    /// The clock at which games are drawn.
    pub clock_end: u16,
    /// The most pieces that a seat can have.
    pub most_pieces: usize,
    /// How positions are written, and the placement at the start.
    pub strings: Strings,
    pub placement: String,
    /// How armies see the board: all alike, or some of them in one way and some in another.
    pub grounds: Vec<Ground>,
    pub chairs: Vec<Chair>,
    /// Whether pictures show where pawns promote: it is not just the far edge.
    pub shows_last: bool,
    /// The planes that show the bare board, where it does not look alike to all seats.
    pub bare_planes: Vec<Plane>,
    /// What each way (ray, then hop) is called, as a seat sees it.
    pub ways: Vec<String>,
    /// Ways to turn or mirror the board that carry seats to seats.
    pub turnings: Vec<Turning>,
}

/// How position strings differ.
#[derive(Clone, Copy, Debug)]
pub struct Strings {
    /// Whether cells are listed by file and then by rank; else row by row.
    pub by_file: bool,
    /// Whether the history may be left out.
    pub short: bool,
    /// Whether a step names the cell of what is taken in passing.
    pub names_taken: bool,
}

/// What becomes of kings, and with them of their seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kings {
    /// They can be taken, and must be.
    Taken,
    /// They never are: who is mated when his turn begins is out, and his pieces are drafted by the seat that
    /// checked first (Three Kings 6).
    Mated,
}

/// How pieces other than pawns go, for those seats to which the board looks so.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The lines of rooks, axis by axis.
    pub straight: Vec<Vec<Line>>,
    /// The lines of bishops.
    pub diagonal: Vec<Vec<Line>>,
    /// By cell of arrival, the ways of line pieces in the order of their numbers; axes are counted through.
    pub rays: Vec<Vec<Ray>>,
    /// By hop, where it leads from each cell (or [`NOWHERE`]).
    pub hops: Vec<Vec<u8>>,
    /// Whether knights may hop twice.
    pub twice: bool,
    /// Where a king goes from each cell.
    pub near: Vec<Vec<Cell>>,
}

/// A seat: where it sits and how its pawns go.
#[derive(Clone, Debug)]
pub struct Chair {
    /// Its [`Ground`].
    pub ground: usize,
    /// How each cell's pawn goes ahead.
    pub ahead: Vec<Ahead>,
    /// Where the pawn of each cell takes, from its left to its right: a cell or [`NOWHERE`] each.
    pub takes: Vec<Vec<u8>>,
    /// The cells on which pawns promote, and those on which none can stand.
    pub last: Vec<Cell>,
    pub barred: Vec<Cell>,
    /// Its castlings: short and long.
    pub castlings: Vec<Castling>,
    /// Where each cell stands in the planes that it sees.
    pub eyes: Vec<u16>,
    /// The places that are marked in each plane of the bare board.
    pub bare: Vec<Vec<u16>>,
    /// What each way (ray, then hop) looks like to it.
    pub looks: Vec<u8>,
    /// The cells in its own order, and the ways of line pieces in it, whatever the frame.
    pub own: Vec<u16>,
    pub own_rays: Vec<u8>,
}

/// How a pawn goes ahead from a cell.
#[derive(Clone, Copy, Debug)]
pub struct Ahead {
    pub ray: Ray,
    /// How many cells at most.
    pub most: u8,
}

/// One castling.
#[derive(Clone, Debug)]
pub struct Castling {
    pub king: Cell,
    pub rook: Cell,
    /// The cell that names it in step strings: where the king goes, or the rook's.
    pub named: Cell,
    /// Where they go. The king crosses the rook's cell.
    pub king_to: Cell,
    pub rook_to: Cell,
    /// The cells between king and rook.
    pub between: Vec<Cell>,
}

/// A way to turn or mirror a board.
#[derive(Clone, Debug)]
pub struct Turning {
    pub name: String,
    /// Where each cell goes.
    pub cells: Vec<Cell>,
    /// Which way (ray, then hop) each becomes.
    pub ways: Vec<u8>,
    /// Whose pieces each seat's become.
    pub seats: Vec<Seat>,
}

/// The rows of the grid of a board, from the far side to the near one.
pub fn grid_rows(board: &Board) -> Vec<Vec<Option<Cell>>> {
    let (rows, columns) = board.grid();
    (0..rows).rev().map(|row| (0..columns).map(|column| board.at(row, column)).collect()).collect()
}

/// The cell that is two hops of one kind away, if there is one.
pub fn twice(hop: &[u8], cell: Cell) -> Option<[u8; 2]> {
    let first = hop[usize::from(cell)];
    let second = *hop.get(usize::from(first))?;
    (second != NOWHERE).then_some([first, second])
}
