//! The seats of a description.

use super::document::{Entry, Holds, Key, Table};
use super::problem::Problem;
use crate::board::{Cell, Lattice};
use crate::game::{MAX_SEATS, SeatColor};

/// The keys of a seat.
pub const SEAT: &[Key] = &[
    Key::new("color", Holds::Word(&SeatColor::NAMES), "the color of its pieces"),
    Key::new(
        "turn",
        Holds::Integer(0, 359),
        "the side at which it sits, in degrees clockwise from the near side",
    ),
    Key::new(
        "mirrored",
        Holds::Flag,
        "whether left and right are exchanged, so that its king can face that of the first seat",
    ),
    Key::new(
        "team",
        Holds::Integer(1, MAX_SEATS as i64),
        "the number of its team; without it each seat has its own",
    ),
];

/// The seats of a described game.
#[derive(Clone, Debug)]
pub struct Seats {
    pub colors: Vec<SeatColor>,
    /// By seat, the side at which it sits, in degrees clockwise from the near side.
    pub angles: Vec<u16>,
    pub teams: Vec<u8>,
    /// By seat, the index of the view that maps the first seat's side to its side, and of the view in which
    /// it sees the board.
    pub motions: Vec<usize>,
    pub views: Vec<usize>,
    /// By seat, the index of the view in which it sits at its side without a reflection: left is at its left.
    pub facings: Vec<usize>,
}

/// Reads the seats. Without an entry there are two: white at the near side, and black opposite.
///
/// # Errors
///
/// Returns the first problem.
pub fn read_seats(entry: Option<&Entry>, lattice: &Lattice) -> Result<Seats, Problem> {
    let mut seats = Seats {
        colors: Vec::new(),
        angles: Vec::new(),
        teams: Vec::new(),
        motions: Vec::new(),
        views: Vec::new(),
        facings: Vec::new(),
    };
    let Some(entry) = entry else {
        for (color, turn, team) in [(SeatColor::White, 0, 0), (SeatColor::Black, 180, 1)] {
            let missing = || Problem::new(1, "seats", "is missing, and the board has no opposite sides");
            seats.add(lattice, (color, turn, turn != 0, team)).ok_or_else(missing)?;
        }
        return Ok(seats);
    };
    let items = entry.list()?;
    if !(2..=MAX_SEATS).contains(&items.len()) {
        return Err(entry.problem(format!("must have 2 to {MAX_SEATS} seats, got {}", items.len())));
    }
    for (number, item) in items.iter().enumerate() {
        let table = item.table_of(SEAT)?;
        let color = table.require("color")?;
        let named = SeatColor::ALL[color.word()?];
        if seats.colors.contains(&named) {
            return Err(color
                .problem(format!("must differ from those of other seats, got '{}' again", named.as_str())));
        }
        let turn = table.get("turn").map_or(Ok(0), |turn| turn.integer())? as u16;
        let mirrored = table.get("mirrored").map_or(Ok(false), |mirrored| mirrored.flag())?;
        let team = table.get("team").map_or(Ok(number as i64 + 1), |team| team.integer())?;
        if number == 0 && (turn, mirrored) != (0, false) {
            return Err(
                table.problem("must be at the near side: the first seat has no turn and is not mirrored")
            );
        }
        if seats.add(lattice, (named, turn, mirrored, team as u8 - 1)).is_none() {
            let sides = lattice.views().iter().filter(|view| view.name.starts_with("turn-"));
            let sides: Vec<&str> = sides.map(|view| &view.name["turn-".len()..]).collect();
            let at = table.get("turn").unwrap_or_else(|| item.clone());
            return Err(at.problem(format!("must be a turn of the board: 0, {}", sides.join(", "))));
        }
    }
    if seats.teams.iter().all(|team| *team == seats.teams[0]) {
        return Err(entry.problem("must have at least two teams"));
    }
    Ok(seats)
}

impl Seats {
    /// Returns the number of seats.
    pub fn count(&self) -> usize {
        self.colors.len()
    }

    /// Returns the colors, which are the only keys that a table can have.
    ///
    /// # Errors
    ///
    /// Returns a problem if it has another key.
    pub fn check_colors(&self, table: &Table) -> Result<Vec<&'static str>, Problem> {
        let colors: Vec<&'static str> = self.colors.iter().map(|color| color.as_str()).collect();
        match table.entries().find(|(key, _)| !colors.contains(key)) {
            Some((key, wrong)) => {
                Err(wrong.problem(format!("must be a color of a seat: {}, got '{key}'", colors.join(", "))))
            }
            None => Ok(colors),
        }
    }

    /// Returns the cells of a seat that some cells of the first seat become, if the board turns so.
    pub fn turned(&self, lattice: &Lattice, seat: usize, cells: &[Cell]) -> Option<Vec<Cell>> {
        let moved = lattice.views()[self.motions[seat]].cells(lattice.board())?;
        Some(cells.iter().map(|&cell| moved[usize::from(cell)]).collect())
    }

    fn add(&mut self, lattice: &Lattice, seat: (SeatColor, u16, bool, u8)) -> Option<()> {
        let (color, turn, mirrored, team) = seat;
        // A reflection followed by a turn undoes itself.
        let back = (360 - turn) % 360;
        self.views.push(lattice.view_index(mirrored, if mirrored { turn } else { back })?);
        self.motions.push(lattice.view_index(mirrored, turn)?);
        self.facings.push(lattice.view_index(false, back)?);
        self.colors.push(color);
        self.angles.push(turn);
        self.teams.push(team);
        Some(())
    }
}
