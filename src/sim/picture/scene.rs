//! What there is to see of a state, gathered once for all ways to show it.

use super::Status;
use crate::board::{Board, Cell};
use crate::game::{CellMark, Game, OffBoardGroup, Piece, Seat, SeatColor, Spec, visible_stacks};

/// What a picture is asked to show beside what there always is.
#[derive(Clone, Copy, Debug, Default)]
pub struct RenderOptions {
    /// The cells in shadows.
    pub shadows: bool,
    /// The cells of the last turn, and where it took something.
    pub last_turn_marks: bool,
    /// Where legal steps lead.
    pub legal_targets: Option<LegalFilter>,
    /// The last turn in words.
    pub last_turn_text: bool,
    /// Who is to act, or how the game ended, and who plays with whom.
    pub status: bool,
    /// The seat whose side of the board is below, if not seat 0's.
    pub orientation: Option<Seat>,
}

/// Which legal steps are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegalFilter {
    /// All of them.
    All,
    /// Those that begin on a cell.
    From(Cell),
}

/// What there is to see of a state: what pictures are drawn from, and what other front ends are given as
/// data.
pub struct Scene<'a> {
    /// The board.
    pub board: &'a Board,
    /// How seats are told apart.
    pub seats: Seats,
    /// The side of the board that is below, in degrees clockwise from seat 0's.
    pub angle: u16,
    /// What stands on each cell, top first.
    pub stacks: Vec<Vec<Piece>>,
    /// Whether pieces may stand on each other, so that there is room to show tall stacks.
    pub stacked: bool,
    /// What is marked on cells, whatever stands there.
    pub marks: Vec<(Cell, CellMark)>,
    /// What lies beside the board.
    pub off_board: Vec<OffBoardGroup>,
    /// How the game stands, in words.
    pub status: Status,
}

impl<'a> Scene<'a> {
    /// What `eyes` sees of a state: a seat, or none for a spectator who sees all.
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
            status: Status::default(),
        }
    }

    /// The same seen from the side of a seat.
    pub fn from_side_of(mut self, seat: Seat) -> Scene<'a> {
        self.angle = self.seats.sides[usize::from(seat) % self.seats.sides.len()];
        self
    }

    /// The same with more marks.
    pub fn with_marks(mut self, marks: impl IntoIterator<Item = (Cell, CellMark)>) -> Scene<'a> {
        self.marks.extend(marks);
        self
    }

    /// The same with the cells marked that these steps of the last turn name, each once.
    pub fn with_last_turn(mut self, turn: &[String]) -> Scene<'a> {
        for cell in turn.iter().flat_map(|step| self.board.cells_in(step)) {
            if !self.marks.contains(&(cell, CellMark::Last)) {
                self.marks.push((cell, CellMark::Last));
            }
        }
        self
    }

    /// The same with the cells marked to which these steps lead, each once.
    pub fn with_legal_targets(mut self, steps: &[String], which: LegalFilter) -> Scene<'a> {
        let leads = |step: &String| {
            let mut cells = self.board.cells_in(step);
            let from = cells.next()?;
            // What is named alone is where something comes to be.
            let to = cells.next().unwrap_or(from);
            (which == LegalFilter::All || which == LegalFilter::From(from)).then_some(to)
        };
        let mut reached: Vec<Cell> = steps.iter().filter_map(leads).collect();
        reached.sort_unstable();
        reached.dedup();
        self.marks.extend(reached.into_iter().map(|cell| (cell, CellMark::Legal)));
        self
    }

    /// What stands on a cell, top first.
    pub fn stack(&self, cell: Cell) -> &[Piece] {
        &self.stacks[cell as usize]
    }

    /// What is marked on a cell.
    pub fn marks_on(&self, cell: Cell) -> impl Iterator<Item = CellMark> + '_ {
        self.marks.iter().filter(move |marked| marked.0 == cell).map(|marked| marked.1)
    }

    /// The cells with so many pieces on them that their top and their edges do not tell what is there.
    pub fn tall_stacks(&self) -> impl Iterator<Item = Cell> + '_ {
        self.board.cells().filter(|&cell| self.stack(cell).len() > 2)
    }
}

/// How the seats of a game are told apart.
pub struct Seats {
    colors: Vec<SeatColor>,
    names: Vec<String>,
    sides: Vec<u16>,
    teams: Vec<u8>,
}

impl Seats {
    /// The seats of a game.
    pub fn of(spec: &Spec) -> Seats {
        let names = (0..spec.seats).map(|seat| spec.seat_name(seat)).collect();
        Seats {
            colors: spec.colors.clone(),
            names,
            sides: spec.seat_angles.clone(),
            teams: spec.teams.clone(),
        }
    }

    /// Seats of these colors, each called by its own, and each alone.
    #[cfg(test)]
    pub(super) fn named(colors: &[SeatColor]) -> Seats {
        Seats {
            colors: colors.to_vec(),
            names: colors.iter().map(SeatColor::to_string).collect(),
            sides: (0..colors.len()).map(|seat| (360 / colors.len() * seat) as u16).collect(),
            teams: (0..colors.len() as u8).collect(),
        }
    }

    /// The same seats as partners in these teams.
    #[cfg(test)]
    pub(super) fn in_teams(mut self, teams: &[u8]) -> Seats {
        self.teams = teams.to_vec();
        self
    }

    /// The color of a seat.
    pub fn color(&self, seat: Seat) -> SeatColor {
        self.colors[usize::from(seat) % self.colors.len()]
    }

    /// What a seat is called.
    pub fn name(&self, seat: Seat) -> String {
        self.names[usize::from(seat) % self.names.len()].clone()
    }

    /// Whether there are so many seats that men bear their letters.
    pub fn lettered(&self) -> bool {
        self.colors.len() > 2
    }

    /// All seats in their order.
    pub fn all(&self) -> impl Iterator<Item = Seat> + use<> {
        0..self.colors.len() as Seat
    }

    /// The seats that play together, by the first of each team; nothing where everybody plays alone.
    pub fn teams(&self) -> Vec<Vec<Seat>> {
        let mut teams: Vec<Vec<Seat>> = Vec::new();
        for seat in self.all() {
            let team = |seat: Seat| self.teams[usize::from(seat)];
            match teams.iter_mut().find(|others| team(others[0]) == team(seat)) {
                Some(others) => others.push(seat),
                None => teams.push(vec![seat]),
            }
        }
        if teams.iter().all(|team| team.len() == 1) { Vec::new() } else { teams }
    }
}
