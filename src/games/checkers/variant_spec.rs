//! The description of a variant for the engine: its board, its seats, and the differences between the
//! families.
//!
//! A family creates it from its options, and [`Tables`](super::Tables) are created from it. Squares are cells
//! of the [`Board`].

use super::positional::StackWeights;
use crate::board::{Board, Cell, Edges, NO_CELL};
use crate::game::{Options, Plane, Seat};

/// The description of a variant.
#[derive(Clone, Debug)]
pub struct VariantSpec {
    /// The id.
    pub id: String,
    /// The title, which is the id as a headline.
    pub title: String,
    /// How the game is played, in a few sentences.
    pub summary: String,
    /// The family: the name of its rule document.
    pub family: &'static str,
    /// The section of the rule document.
    pub rules: &'static str,
    /// All options.
    pub options: Options,
    /// The board.
    pub board: Board,
    /// The engine's cell of each square, or [`NO_CELL`](super::state::NO_CELL).
    pub cell: Vec<u8>,
    /// The seats.
    pub seats: Vec<SeatSpec>,
    /// The seats in turn order.
    pub turn_order: Vec<Seat>,
    /// The side of the board at which each seat sits, in degrees clockwise from the near side.
    pub seat_angles: Vec<u16>,
    /// The team of each seat.
    pub teams: Vec<u8>,
    /// Whether men have numbers (Checkers 10, Tri-Checkers 8).
    pub numbers: bool,
    /// Whether men become kings. If not, there are no king rows.
    pub crowning: bool,
    /// Whether games without men end after forty moves, won by the team with most pieces (Tri-Checkers 11.4).
    pub kings_only_limit: bool,
    /// Whether a draw is a loss for a team that has no piece on the board (Checkers 9.7, Tri-Checkers 11.9).
    pub absent_teams_lose: bool,
    /// The weights of the positional evaluation, if the variant has one.
    pub stack_weights: Option<&'static StackWeights>,
    /// Whether tree search with rollouts plays better than alpha-beta: see `docs/strength.md`.
    pub prefers_rollouts: bool,
    /// The planes that show the bare board.
    pub board_planes: Vec<Plane>,
    /// The name of each direction, as a seat sees it.
    pub directions: Vec<String>,
    /// Rotations and reflections of the board that map seats to seats.
    pub board_symmetries: Vec<BoardSymmetry>,
    /// The rule numbers that error messages cite.
    pub rule_refs: RuleRefs,
}

impl VariantSpec {
    /// Returns the squares that the game uses.
    pub(super) fn used(&self) -> Vec<usize> {
        (0..self.board.len()).filter(|&square| self.cell[square] != NO_CELL).collect()
    }

    /// Returns the cells of each seat's men at the start.
    pub(super) fn men(&self) -> Vec<Vec<u8>> {
        let cells =
            |seat_spec: &SeatSpec| seat_spec.men.iter().map(|&square| self.cell[square as usize]).collect();
        self.seats.iter().map(cells).collect()
    }

    /// Returns the sort keys of squares in the actions of any seat, ascending.
    pub(super) fn action_orders(&self) -> Vec<u16> {
        let used = self.used();
        let action_orders =
            self.seats.iter().flat_map(|seat_spec| used.iter().map(|&square| seat_spec.action_order[square]));
        let mut action_orders: Vec<u16> = action_orders.collect();
        action_orders.sort_unstable();
        action_orders.dedup();
        action_orders
    }

    /// Returns the enemies of a seat (Checkers 4.3).
    pub(super) fn enemies(&self, seat: usize) -> Vec<Seat> {
        let hostile = |&other: &Seat| self.teams[other.index()] != self.teams[seat];
        Seat::all(self.seats.len() as u8).filter(hostile).collect()
    }

    /// Returns the seats in turn order, starting with `seat`.
    pub(super) fn turns_from(&self, seat: usize) -> Vec<Seat> {
        let first = self.turn_order.iter().position(|&next| next.index() == seat).unwrap_or(0);
        let mut turns = self.turn_order.clone();
        turns.rotate_left(first);
        turns
    }
}

/// The description of a seat.
#[derive(Clone, Debug)]
pub struct SeatSpec {
    /// The directions of its men, as bits.
    pub man_directions: u16,
    /// The edges that its men may cross.
    pub man_edges: Edges,
    /// The edges that its kings may cross.
    pub king_edges: Edges,
    /// The squares on which its men become kings.
    pub king_row: Vec<Cell>,
    /// The squares of its men at the start.
    pub men: Vec<Cell>,
    /// The index of each square in the planes that the seat sees.
    pub plane_index: Vec<u16>,
    /// The sort key of each square in the actions of the seat. Keys that some seat uses are numbered.
    pub action_order: Vec<u16>,
    /// Each direction as the seat sees it.
    pub relative_directions: Vec<u8>,
    /// The planes of the bare board as the seat sees them, one after the other.
    pub board_plane_values: Vec<bool>,
}

/// A rotation, reflection or shift of the board.
#[derive(Clone, Debug)]
pub struct BoardSymmetry {
    /// The name.
    pub name: String,
    /// The square that each square is mapped to.
    pub cells: Vec<Cell>,
    /// The direction that each direction is mapped to.
    pub directions: Vec<u8>,
    /// The seat that each seat's pieces are mapped to.
    pub seats: Vec<Seat>,
}

/// Rule numbers in a family's rule document.
#[derive(Clone, Copy, Debug)]
pub struct RuleRefs {
    /// Only the owner of a stack moves it.
    pub owner: &'static str,
    /// How pieces move.
    pub moves: &'static str,
    /// What a jump is.
    pub jumps: &'static str,
    /// Only stacks of enemies are jumped.
    pub enemies: &'static str,
    /// Jumps are forced.
    pub forced: &'static str,
    /// The same stack continues to jump.
    pub continued: &'static str,
    /// No cell is jumped twice.
    pub jumped_once: &'static str,
    /// The numbers of men.
    pub numbers: &'static str,
    /// The directions of jumps, in words.
    pub lines: &'static str,
}
