//! The playing squares of the national draughts games, in their numberings (Draughts 2).

use super::square::{add_motions, displaced, place};
use super::{Board, Cell, EdgeKind, Edges, Shape, Squares};
use crate::named::named;

named! {
    /// The playing squares.
    pub enum Dark, "dark" {
        /// The squares of the color of White's near left corner, `a1`.
        Left = "left",
        /// The squares of the color of White's near right corner.
        Right = "right",
        /// Every square.
        All = "all",
    }
}

named! {
    /// The names of squares.
    pub enum Names, "names" {
        /// Numbers from 1, row by row from the far row, as White sits, each row from White's left.
        Top = "top",
        /// Numbers from 1, row by row from White's near row, each row from White's right.
        Bottom = "bottom",
        /// File letter and rank number, `a1` at White's near left.
        Algebraic = "algebraic",
    }
}

named! {
    /// The color at the near edge. It moves first and is seat 0.
    pub enum Near, "first" {
        /// White is seat 0.
        White = "W",
        /// Black is seat 0.
        Black = "B",
    }
}

/// The board of a draughts game: its playing squares, numbered as cells from seat 0's edge, with the names
/// that the game uses.
#[derive(Clone, Debug)]
pub struct Draughts {
    size: u8,
    near: Near,
    board: Board,
    listed: Vec<Cell>,
    numbers: Vec<u8>,
}

impl Draughts {
    /// Returns the board with `size` squares on a side, which is even and from 4 to 14, as `near` sees it.
    ///
    /// # Panics
    ///
    /// Panics if `size` is odd, less than 4 or greater than 14.
    ///
    /// # Examples
    ///
    /// ```
    /// use plyground::board::{Dark, Draughts, Names, Near};
    /// let english = Draughts::new(8, Dark::Left, Names::Top, Near::Black);
    /// assert_eq!(english.board().len(), 32);
    /// assert_eq!(english.board().name(0), "4");
    /// assert_eq!(english.number(0), 4);
    /// ```
    pub fn new(size: u8, dark: Dark, names: Names, near: Near) -> Draughts {
        assert!(
            size.is_multiple_of(2) && (4..=14).contains(&size),
            "draughts boards must have 4, 6, … 14 squares on each side, got {size}"
        );
        let played = |file: u8, rank: u8| match dark {
            Dark::Left => (file + rank).is_multiple_of(2),
            Dark::Right => !(file + rank).is_multiple_of(2),
            Dark::All => true,
        };
        let per_row = if dark == Dark::All { size } else { size / 2 };
        // The position in the game's lists, from 1, of a square in White's coordinates (Draughts 2.2, 2.4).
        let number = |file: u8, rank: u8| {
            let before = |from_left: u8| (0..from_left).filter(|&file| played(file, rank)).count() as u8;
            1 + match names {
                Names::Top => (size - 1 - rank) * per_row + before(file),
                Names::Bottom => rank * per_row + per_row - 1 - before(file),
                Names::Algebraic => rank * per_row + before(file),
            }
        };
        let (mut places, mut numbers) = (Vec::new(), Vec::new());
        for (row, column) in (0..size).flat_map(|row| (0..size).map(move |column| (row, column))) {
            let (file, rank) = turned((column, row), size, near);
            if !played(file, rank) {
                continue;
            }
            let name = match names {
                Names::Algebraic => format!("{}{}", (b'a' + file) as char, rank + 1),
                Names::Top | Names::Bottom => number(file, rank).to_string(),
            };
            numbers.push(number(file, rank));
            // If only one color is played on, it is called dark.
            let is_dark = dark != Dark::All || (file + rank).is_multiple_of(2);
            places.push(place(name, column, row, is_dark));
        }
        let mut board = Board::new(Shape::Squares, (size, size), places, |board, cell, touch| {
            for (kind, directions) in
                [(EdgeKind::Side, Squares::SIDES), (EdgeKind::Corner, Squares::DIAGONALS)]
            {
                for (dx, dy) in directions {
                    if let Some(other) = displaced(board, cell, dx, dy, Edges::NONE) {
                        touch(other, kind);
                    }
                }
            }
        });
        add_motions(&mut board, Edges::NONE);
        let mut listed = vec![0; numbers.len()];
        for (cell, &number) in numbers.iter().enumerate() {
            listed[usize::from(number) - 1] = cell as Cell;
        }
        Draughts { size, near, board, listed, numbers }
    }

    /// Returns the number of squares on a side.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the board without the numbering.
    pub fn into_board(self) -> Board {
        self.board
    }

    /// Returns all cells in list order: by number, or for algebraic names by rank and then by file.
    pub fn listed(&self) -> &[Cell] {
        &self.listed
    }

    /// Returns the position of a cell in list order, counted from 1. If names are numbers, it is the name.
    pub fn number(&self, cell: Cell) -> u8 {
        self.numbers[cell as usize]
    }

    /// Returns the cell with this number, counted from 1.
    pub fn numbered(&self, number: u8) -> Option<Cell> {
        self.listed.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// Returns the file and rank of a cell, both from 0, as White counts them.
    pub fn coordinates(&self, cell: Cell) -> (u8, u8) {
        let (row, column) = self.board.place(cell);
        turned((column as u8, row as u8), self.size, self.near)
    }

    /// Returns the cell of a file and rank, both from 0, as White counts them.
    pub fn at(&self, file: u8, rank: u8) -> Option<Cell> {
        if file >= self.size || rank >= self.size {
            return None;
        }
        let (column, row) = turned((file, rank), self.size, self.near);
        self.board.at(row.into(), column.into())
    }

    /// Returns the cell `dx` columns to seat 0's right and `dy` rows further away from seat 0.
    pub fn neighbor(&self, cell: Cell, dx: i8, dy: i8) -> Option<Cell> {
        displaced(&self.board, cell, dx, dy, Edges::NONE)
    }
}

/// Converts White's coordinates to those of the near seat, or back.
fn turned((x, y): (u8, u8), size: u8, near: Near) -> (u8, u8) {
    match near {
        Near::White => (x, y),
        Near::Black => (size - 1 - x, size - 1 - y),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    /// The name of each of these squares, given as White's file and rank in algebraic terms.
    fn names<const N: usize>(board: &Draughts, squares: [&str; N]) -> [String; N] {
        squares.map(|square| {
            let (file, rank) = (square.as_bytes()[0] - b'a', square[1..].parse::<u8>().unwrap() - 1);
            board.at(file, rank).map_or("-".to_owned(), |cell| board.board().name(cell).to_owned())
        })
    }

    #[test]
    fn english_numbers_begin_at_the_far_left() {
        let board = Draughts::new(8, Dark::Left, Names::Top, Near::White);
        let squares = ["b8", "h8", "a7", "g7", "b6", "a1", "g1", "a8"];
        assert_eq!(names(&board, squares), ["1", "4", "5", "8", "9", "29", "32", "-"]);
    }

    #[test]
    fn international_numbers_count_five_a_row() {
        let board = Draughts::new(10, Dark::Left, Names::Top, Near::White);
        let squares = ["b10", "j10", "a9", "a1", "i1", "e5", "f6"];
        assert_eq!(names(&board, squares), ["1", "5", "6", "46", "50", "28", "23"]);
        let main_road: Vec<_> = (0..10).map(|at| board.number(board.at(at, at).unwrap())).collect();
        assert_eq!(main_road, [46, 41, 37, 32, 28, 23, 19, 14, 10, 5]);
    }

    #[test]
    fn canadian_numbers_count_six_a_row() {
        let board = Draughts::new(12, Dark::Left, Names::Top, Near::White);
        assert_eq!(names(&board, ["b12", "l12", "a11", "a1", "k1"]), ["1", "6", "7", "67", "72"]);
        assert_eq!(board.board().len(), 72);
    }

    /// Draughts 2.2: on the Italian board the far left playing square is a8.
    #[test]
    fn italian_numbers_begin_at_a8() {
        let board = Draughts::new(8, Dark::Right, Names::Top, Near::White);
        assert_eq!(names(&board, ["a8", "g8", "b7", "h1", "b1", "a1"]), ["1", "4", "5", "32", "29", "-"]);
    }

    #[test]
    fn spanish_numbers_begin_at_the_near_right() {
        let board = Draughts::new(8, Dark::Right, Names::Bottom, Near::White);
        assert_eq!(names(&board, ["h1", "b1", "g2", "a2", "g8", "a8"]), ["1", "4", "5", "8", "29", "32"]);
    }

    #[test]
    fn russian_squares_are_listed_rank_by_rank() {
        let board = Draughts::new(8, Dark::Left, Names::Algebraic, Near::White);
        let listed: Vec<_> = board.listed().iter().map(|&cell| board.board().name(cell)).collect();
        assert_eq!(listed[..6], ["a1", "c1", "e1", "g1", "b2", "d2"]);
        assert_eq!(listed[31], "h8");
    }

    #[test]
    fn turkish_draughts_is_played_on_every_square() {
        let board = Draughts::new(8, Dark::All, Names::Algebraic, Near::White);
        assert_eq!(board.board().len(), 64);
        assert_eq!(names(&board, ["a1", "a2", "h8"]), ["a1", "a2", "h8"]);
        let dark = board.board().cells().filter(|&cell| board.board().color(cell) == Color::Dark);
        assert_eq!(dark.count(), 32);
    }

    /// Draughts 2.5: Black, who starts on the lowest numbers, is seat 0 of the English game and sees them
    /// nearest.
    #[test]
    fn black_sees_the_board_turned() {
        let board = Draughts::new(8, Dark::Left, Names::Top, Near::Black);
        let near: Vec<_> = (0..8).map(|cell| board.board().name(cell)).collect();
        assert_eq!(near, ["4", "3", "2", "1", "8", "7", "6", "5"]);
        assert_eq!(names(&board, ["b8", "h8", "a1"]), ["1", "4", "29"]);
        assert_eq!(board.board().place(board.numbered(4).unwrap()), (0, 0));
        let ahead = [-1, 1].map(|dx| board.neighbor(board.numbered(11).unwrap(), dx, 1).unwrap());
        assert_eq!(ahead.map(|cell| board.number(cell)), [16, 15]);
    }

    #[test]
    fn numbers_and_cells_are_each_others_inverse() {
        for names in [Names::Top, Names::Bottom, Names::Algebraic] {
            for (dark, near) in
                [(Dark::Left, Near::Black), (Dark::Right, Near::White), (Dark::All, Near::Black)]
            {
                let board = Draughts::new(8, dark, names, near);
                let squares = board.board().len() as u8;
                for number in 1..=squares {
                    assert_eq!(board.number(board.numbered(number).unwrap()), number);
                }
                assert_eq!((board.numbered(0), board.numbered(squares + 1)), (None, None));
                for cell in board.board().cells() {
                    let (file, rank) = board.coordinates(cell);
                    assert_eq!(board.at(file, rank), Some(cell));
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "got 9")]
    fn odd_boards_are_refused() {
        Draughts::new(9, Dark::Left, Names::Top, Near::White);
    }
}
