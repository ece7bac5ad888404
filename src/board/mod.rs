//! Geometry: cells, their names, where they lie, what touches what.
//!
//! A [`Board`] knows nothing of pieces or seats. Cells are numbered from 0 in the order row by row from seat 0's edge, in a row from
//! seat 0's left, and lie on a grid of rows and columns (row 0 nearest to seat 0, column 0 at its left) on which observations
//! are encoded and text boards drawn.

/// A cell's number on its board.
pub type Cell = u8;

/// The cells of a game, with their names and places.
#[derive(Clone, Debug)]
pub struct Board {
    names: Vec<String>,
    places: Vec<(u8, u8)>,
    rows: u8,
    columns: u8,
}

impl Board {
    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no cell at all.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The name of a cell.
    pub fn name(&self, cell: Cell) -> &str {
        &self.names[cell as usize]
    }

    /// The cell of that name.
    pub fn cell(&self, name: &str) -> Option<Cell> {
        self.names.iter().position(|n| n == name).map(|at| at as Cell)
    }

    /// The number of rows and of columns of the grid.
    pub fn grid(&self) -> (usize, usize) {
        (self.rows as usize, self.columns as usize)
    }

    /// The row and column of a cell on the grid.
    pub fn place(&self, cell: Cell) -> (usize, usize) {
        let (row, column) = self.places[cell as usize];
        (row as usize, column as usize)
    }

    /// A square board: file letter and rank number, `a1` first.
    pub fn square(size: u8) -> Board {
        let mut board = Board { names: Vec::new(), places: Vec::new(), rows: size, columns: size };
        for rank in 0..size {
            for file in 0..size {
                board.names.push(format!("{}{}", (b'a' + file) as char, rank + 1));
                board.places.push((rank, file));
            }
        }
        board
    }
}
