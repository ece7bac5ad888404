//! The scene: everything that pictures show of a state.

use super::Status;
use crate::board::{Board, Cell};
use crate::game::{CellMark, Game, OffBoardGroup, Piece, Seat, SeatColor, Spec, visible_stacks};

/// Optional content of pictures, and their orientation.
#[derive(Clone, Copy, Debug, Default)]
pub struct RenderOptions {
    /// Mark cells in shadows.
    pub shadows: bool,
    /// Mark the cells of the last turn and its captures.
    pub last_turn_marks: bool,
    /// Mark the target cells of legal steps.
    pub legal_targets: Option<LegalFilter>,
    /// Show the last turn as text.
    pub last_turn_text: bool,
    /// Show the seat to act or the result, and the teams.
    pub status: bool,
    /// Write the names of empty triangles and hexagons into text boards.
    pub cell_names: bool,
    /// The seat whose side of the board is at the bottom, by default seat 0.
    pub orientation: Option<Seat>,
}

/// The legal steps whose targets are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegalFilter {
    /// All legal steps.
    All,
    /// Legal steps that begin on this cell.
    From(Cell),
}

/// Everything that can be seen of a state: the input of pictures, and of data for other front ends.
pub struct Scene<'a> {
    /// The board.
    pub board: &'a Board,
    /// The names, colors and teams of seats.
    pub seats: Seats,
    /// The side of the board at the bottom, in degrees clockwise from seat 0.
    pub angle: u16,
    /// The stack on each cell, top first.
    pub stacks: Vec<Vec<Piece>>,
    /// Whether pieces can stand on each other, so that pictures reserve space for tall stacks.
    pub stacked: bool,
    /// The marks on cells, independent of pieces.
    pub marks: Vec<(Cell, CellMark)>,
    /// The groups off the board.
    pub off_board: Vec<OffBoardGroup>,
    /// Whether text boards have the names of empty triangles and hexagons.
    pub cell_names: bool,
    /// The status of the game.
    pub status: Status,
}

impl<'a> Scene<'a> {
    /// Returns the scene that `viewer` sees: a seat, or `None` for a spectator with a full view.
    pub fn of<G: Game>(game: &'a G, state: &G::State, viewer: Option<Seat>) -> Scene<'a> {
        let board = game.board();
        Scene {
            board,
            seats: Seats::of(game.spec()),
            angle: 0,
            stacks: visible_stacks(game, state, viewer),
            stacked: game.stacks(),
            marks: game.cell_marks(state, viewer),
            off_board: game.off_board(state, viewer),
            cell_names: false,
            status: Status::default(),
        }
    }

    /// Turns the scene so that the side of a seat is at the bottom.
    pub fn from_side_of(mut self, seat: Seat) -> Scene<'a> {
        self.angle = self.seats.sides[seat.index() % self.seats.sides.len()];
        self
    }

    /// Adds marks.
    pub fn with_marks(mut self, marks: impl IntoIterator<Item = (Cell, CellMark)>) -> Scene<'a> {
        self.marks.extend(marks);
        self
    }

    /// Marks all cells in the steps of the last turn, each once.
    pub fn with_last_turn(mut self, turn: &[String]) -> Scene<'a> {
        for cell in turn.iter().flat_map(|step| self.board.cells_in(step)) {
            if !self.marks.contains(&(cell, CellMark::Last)) {
                self.marks.push((cell, CellMark::Last));
            }
        }
        self
    }

    /// Marks the target cells of these steps, each once.
    pub fn with_legal_targets(mut self, steps: &[String], which: LegalFilter) -> Scene<'a> {
        let leads = |step: &String| {
            let mut cells = self.board.cells_in(step);
            let from = cells.next()?;
            // If a step names one cell only, a piece appears there.
            let to = cells.next().unwrap_or(from);
            (which == LegalFilter::All || which == LegalFilter::From(from)).then_some(to)
        };
        let mut reached: Vec<Cell> = steps.iter().filter_map(leads).collect();
        reached.sort_unstable();
        reached.dedup();
        self.marks.extend(reached.into_iter().map(|cell| (cell, CellMark::Legal)));
        self
    }

    /// Returns the stack on a cell, top first.
    pub fn stack(&self, cell: Cell) -> &[Piece] {
        &self.stacks[cell as usize]
    }

    /// Returns the marks on a cell.
    pub fn marks_on(&self, cell: Cell) -> impl Iterator<Item = CellMark> + '_ {
        self.marks.iter().filter(move |marked| marked.0 == cell).map(|marked| marked.1)
    }

    /// Returns the cells with stacks of more than two pieces, whose contents are not obvious from their top
    /// and edges.
    pub fn tall_stacks(&self) -> impl Iterator<Item = Cell> + '_ {
        self.board.cells().filter(|&cell| self.stack(cell).len() > 2)
    }
}

/// The colors, names, sides and teams of seats.
pub struct Seats {
    colors: Vec<SeatColor>,
    names: Vec<String>,
    sides: Vec<u16>,
    teams: Vec<u8>,
}

impl Seats {
    /// Returns the seats of a game.
    pub fn of(spec: &Spec) -> Seats {
        let names = Seat::all(spec.seats).map(|seat| spec.seat_name(seat)).collect();
        Seats {
            colors: spec.colors.clone(),
            names,
            sides: spec.seat_angles.clone(),
            teams: spec.teams.clone(),
        }
    }

    /// Returns seats that are named after these colors, without partners.
    #[cfg(test)]
    pub(super) fn named(colors: &[SeatColor]) -> Seats {
        Seats {
            colors: colors.to_vec(),
            names: colors.iter().map(SeatColor::to_string).collect(),
            sides: (0..colors.len()).map(|seat| (360 / colors.len() * seat) as u16).collect(),
            teams: (0..colors.len() as u8).collect(),
        }
    }

    /// Returns the same seats with these teams.
    #[cfg(test)]
    pub(super) fn in_teams(mut self, teams: &[u8]) -> Seats {
        self.teams = teams.to_vec();
        self
    }

    /// Returns the color of a seat.
    pub fn color(&self, seat: Seat) -> SeatColor {
        self.colors[seat.index() % self.colors.len()]
    }

    /// Returns the name of a seat.
    pub fn name(&self, seat: Seat) -> String {
        self.names[seat.index() % self.names.len()].clone()
    }

    /// Whether plain checkers show their letters, because there are more than two seats.
    pub fn lettered(&self) -> bool {
        self.colors.len() > 2
    }

    /// Returns all seats in order.
    pub fn all(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.colors.len() as u8)
    }

    /// Returns the seats of each team, in the order of their first seats. Empty if no seat has a partner.
    pub fn teams(&self) -> Vec<Vec<Seat>> {
        let mut teams: Vec<Vec<Seat>> = Vec::new();
        for seat in self.all() {
            let team = |seat: Seat| self.teams[seat.index()];
            match teams.iter_mut().find(|others| team(others[0]) == team(seat)) {
                Some(others) => others.push(seat),
                None => teams.push(vec![seat]),
            }
        }
        if teams.iter().all(|team| team.len() == 1) { Vec::new() } else { teams }
    }
}
