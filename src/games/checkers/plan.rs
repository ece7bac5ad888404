//! What the engine is told of a variant: its board, the seats round it, and in what the families differ.
//!
//! A family makes the plan from its options; [`Tables`](super::Tables) are made from the plan. Squares are
//! cells of the [`Board`].

use super::state::NOWHERE;
use crate::board::{Board, Cell, Edges};
use crate::game::{Options, Plane, Seat};

/// A variant, as its family describes it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Its id.
    pub id: String,
    /// Its id as a headline.
    pub title: String,
    /// The family: the name of its rule document.
    pub family: &'static str,
    /// The section of the rule document.
    pub rules: &'static str,
    /// Its options, spelled out.
    pub options: Options,
    /// The board.
    pub board: Board,
    /// The engine's cell of each square, or [`NOWHERE`](super::state::NOWHERE).
    pub cell: Vec<u8>,
    /// The seats.
    pub chairs: Vec<Chair>,
    /// The sequence of moves.
    pub sequence: Vec<Seat>,
    /// The side of the board that each seat sits at, in degrees clockwise from the near one.
    pub sides: Vec<u16>,
    /// The team of each seat.
    pub teams: Vec<u8>,
    /// Whether men have numbers (Checkers 10, Tri-Checkers 8).
    pub numbers: bool,
    /// Whether men become kings; where they do not, there are no king rows.
    pub crowning: bool,
    /// Whether games without men end after forty moves, won by the team with most pieces (Tri-Checkers 11.4).
    pub forty_moves: bool,
    /// Whether a draw is a loss for a team that has no piece on the board (Checkers 9.7, Tri-Checkers 11.9).
    pub absent_lose: bool,
    /// The planes that show the bare board.
    pub bare_planes: Vec<Plane>,
    /// What each direction is called, as a seat sees it.
    pub directions: Vec<String>,
    /// Ways to turn or mirror the board that carry seats to seats.
    pub turnings: Vec<Turning>,
    /// The rules that refusals name.
    pub cited: Cited,
}

impl Plan {
    /// The squares that the game uses.
    pub(super) fn used(&self) -> Vec<usize> {
        (0..self.board.len()).filter(|&square| self.cell[square] != NOWHERE).collect()
    }

    /// The cells of each seat's men at the start.
    pub(super) fn men(&self) -> Vec<Vec<u8>> {
        let cells = |chair: &Chair| chair.men.iter().map(|&square| self.cell[square as usize]).collect();
        self.chairs.iter().map(cells).collect()
    }

    /// What orders the squares in the actions of any seat, ascending.
    pub(super) fn slots(&self) -> Vec<u16> {
        let used = self.used();
        let slots = self.chairs.iter().flat_map(|chair| used.iter().map(|&square| chair.slot[square]));
        let mut slots: Vec<u16> = slots.collect();
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    /// The enemies of a seat (Checkers 4.3).
    pub(super) fn enemies(&self, seat: usize) -> Vec<Seat> {
        let hostile = |&other: &Seat| self.teams[usize::from(other)] != self.teams[seat];
        (0..self.chairs.len() as Seat).filter(hostile).collect()
    }

    /// The seats in the order in which they take turns, from one on.
    pub(super) fn turns_from(&self, seat: usize) -> Vec<Seat> {
        let first = self.sequence.iter().position(|&next| usize::from(next) == seat).unwrap_or(0);
        let mut turns = self.sequence.clone();
        turns.rotate_left(first);
        turns
    }
}

/// A seat: where it sits and what it has.
#[derive(Clone, Debug)]
pub struct Chair {
    /// The directions of its men, as bits.
    pub ahead: u16,
    /// The edges that its men may cross.
    pub man_crosses: Edges,
    /// The edges that its kings may cross.
    pub king_crosses: Edges,
    /// The squares on which its men become kings.
    pub king_row: Vec<Cell>,
    /// The squares of its men at the start.
    pub men: Vec<Cell>,
    /// Where each square stands in the planes that it sees.
    pub place: Vec<u16>,
    /// What orders the squares in its actions: numbers are given to those that some seat uses.
    pub slot: Vec<u16>,
    /// Each direction as it sees it.
    pub looks: Vec<u8>,
    /// The planes of the bare board as it sees them, one after the other.
    pub bare: Vec<bool>,
}

/// A way to turn or mirror a board.
#[derive(Clone, Debug)]
pub struct Turning {
    /// Its name.
    pub name: String,
    /// Where each square goes.
    pub cells: Vec<Cell>,
    /// Which direction each becomes.
    pub directions: Vec<u8>,
    /// Whose pieces each seat's become.
    pub seats: Vec<Seat>,
}

/// The numbers of rules in a family's rule document.
#[derive(Clone, Copy, Debug)]
pub struct Cited {
    /// Who owns a stack moves it.
    pub owner: &'static str,
    /// Where pieces move.
    pub moves: &'static str,
    /// What a jump is.
    pub jumps: &'static str,
    /// Whom one jumps.
    pub enemies: &'static str,
    /// Jumps are forced.
    pub forced: &'static str,
    /// The same stack jumps on.
    pub goes_on: &'static str,
    /// No cell is jumped twice.
    pub once: &'static str,
    /// Numbers.
    pub numbers: &'static str,
    /// The lines in which jumps go, in words.
    pub lines: &'static str,
}
