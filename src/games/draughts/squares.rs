//! The squares of a game: bits of the bitboard, cells of the board, names and list order.

use super::layout::{Layout, WordBitboard};
use super::options::RuleSet;
use super::state::{NO_SQUARE, Step};
use crate::board::{BitPermutation, Bitboard, Board, Cell, Dark, Draughts as Geometry, Names, pdep, pext};

/// A name of at most three characters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Name {
    bytes: [u8; 3],
    length: u8,
}

impl Name {
    fn new(text: &str) -> Name {
        let mut name = Name { bytes: [0; 3], length: text.len().min(3) as u8 };
        name.bytes[..name.length as usize].copy_from_slice(&text.as_bytes()[..name.length as usize]);
        name
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length as usize]
    }

    pub(super) fn as_str(&self) -> &str {
        std::str::from_utf8(self.bytes()).unwrap_or_default()
    }
}

/// Tables by square, which is the number of its bit.
#[derive(Debug)]
pub(super) struct Squares {
    board: Board,
    /// The board with numbers as names, also if squares have other names.
    numbered: Geometry,
    /// The square of each cell, and the cell of each square.
    of_cell: Vec<u8>,
    cells: [Cell; 128],
    names: [Name; 128],
    /// All squares in list order (Draughts 2.4), and the position of each square in it.
    in_list_order: Vec<u8>,
    places: [u8; 128],
    /// The index of each square in an observation plane, as seat 0 sees the board.
    indices: [u8; 128],
    /// On boards of 64 cells: the bits of the bitboard that are squares, and the bits of a plane that they
    /// map to, before it is mirrored.
    square_mask: u64,
    plane_mask: u64,
    /// Whether the bitboard holds the mirror image of the board.
    mirrored: bool,
    /// On larger boards: the mapping from a bitboard to a plane, unrotated and rotated by 180 degrees.
    planes: [BitPermutation<3>; 2],
}

impl Squares {
    pub(super) fn new<L: Layout>(rules: &RuleSet) -> Squares {
        let geometry = Geometry::new(rules.size, rules.dark, rules.names, rules.first);
        let board = geometry.board().clone();
        // The near left corner is not a playing square.
        let mirrored = rules.dark == Dark::Right;
        let square = |cell: Cell| {
            let (row, column) = board.place(cell);
            let column = if mirrored { board.grid().1 - 1 - column } else { column };
            L::square(row as u8, column as u8)
        };
        let of_cell: Vec<u8> = board.cells().map(square).collect();
        Squares::of(rules, geometry, of_cell, L::BOARD.words())
    }

    /// Same as `new`, with the square of each cell and the words of all squares.
    fn of(rules: &RuleSet, geometry: Geometry, of_cell: Vec<u8>, [square_mask, more]: [u64; 2]) -> Squares {
        let playing = u128::from(more) << 64 | u128::from(square_mask);
        let (board, mirrored) = (geometry.board().clone(), rules.dark == Dark::Right);
        let in_list_order: Vec<u8> = geometry.listed().iter().map(|&cell| of_cell[cell as usize]).collect();
        let (mut cells, mut places, mut indices) = ([NO_SQUARE; 128], [NO_SQUARE; 128], [0; 128]);
        let mut names = [Name::default(); 128];
        for (cell, &square) in board.cells().zip(&of_cell) {
            let at = square as usize & 127;
            cells[at] = cell;
            names[at] = Name::new(board.name(cell));
            indices[at] = board.plane_index(cell) as u8;
        }
        for (place, &square) in in_list_order.iter().enumerate() {
            places[square as usize & 127] = place as u8;
        }
        // If squares have algebraic names, numbers count as in international draughts.
        let names_by_number = if rules.names == Names::Algebraic { Names::Top } else { rules.names };
        let numbered = Geometry::new(rules.size, rules.dark, names_by_number, rules.first);
        let flip = if mirrored { 7 } else { 0 };
        let plane_mask =
            playing.cells().fold(0, |all, square| all | u64::one(indices[square as usize & 127] ^ flip));
        let last = board.grid().0 * board.grid().1 - 1;
        let planes = [false, true].map(|rotated| {
            BitPermutation::new(128 - playing.leading_zeros(), |square| {
                let index = indices[square as usize & 127] as usize;
                playing.has(square).then_some(if rotated { last - index } else { index })
            })
        });
        Squares {
            board,
            numbered,
            of_cell,
            cells,
            names,
            in_list_order,
            places,
            indices,
            square_mask,
            plane_mask,
            mirrored,
            planes,
        }
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the board with its squares numbered.
    pub(super) fn numbered(&self) -> &Geometry {
        &self.numbered
    }

    /// Returns the name of a square.
    pub(super) fn name(&self, square: u8) -> Name {
        self.names[square as usize & 127]
    }

    /// Returns the square with this name.
    pub(super) fn by_name(&self, name: &str) -> Option<u8> {
        self.board.cell(name).map(|cell| self.of_cell[cell as usize])
    }

    /// Writes the text of a step.
    pub(super) fn write_step(&self, step: Step, out: &mut String) {
        out.push_str(self.name(step.from).as_str());
        out.push(if step.is_jump() { 'x' } else { '-' });
        out.push_str(self.name(step.to).as_str());
    }

    /// Returns a number that sorts steps by their texts.
    pub(super) fn sort_key(&self, step: Step) -> u128 {
        let sign = [if step.is_jump() { b'x' } else { b'-' }];
        let (from, to) = (self.name(step.from), self.name(step.to));
        let mut bytes = [0; 16];
        for (at, &byte) in from.bytes().iter().chain(&sign).chain(to.bytes()).enumerate() {
            bytes[at] = byte;
        }
        u128::from_be_bytes(bytes)
    }

    /// Returns all squares in list order (Draughts 2.4).
    pub(super) fn in_list_order(&self) -> &[u8] {
        &self.in_list_order
    }

    /// Returns the position of a square in list order.
    pub(super) fn list_position(&self, square: u8) -> u8 {
        self.places[square as usize & 127]
    }

    /// Returns the square of a cell.
    pub(super) fn square(&self, cell: Cell) -> Option<u8> {
        self.of_cell.get(cell as usize).copied()
    }

    /// Returns the cell of a square.
    pub(super) fn cell(&self, square: u8) -> Cell {
        self.cells[square as usize & 127]
    }

    /// Returns the index of a square in a plane, as seat 0 sees the board.
    #[inline(always)]
    pub(super) fn plane_index(&self, square: u8) -> usize {
        self.indices[square as usize & 127] as usize
    }

    /// Returns the plane that marks some squares, on a board of 64 cells, as seat 0 sees it.
    #[inline(always)]
    pub(super) fn to_plane(&self, squares: u64) -> u64 {
        let plane = pdep(pext(squares, self.square_mask), self.plane_mask);
        // Some bitboards hold the mirror image of the board. Reversing the bits and then the bytes mirrors
        // it.
        if self.mirrored { plane.reverse_bits().swap_bytes() } else { plane }
    }

    /// Returns the words of the plane that marks some squares, on larger boards, rotated by 180 degrees if
    /// `rotated`.
    #[inline(always)]
    pub(super) fn to_plane_words<S: WordBitboard>(&self, squares: S, rotated: bool) -> [u64; 3] {
        let [low, high] = squares.words();
        self.planes[usize::from(rotated)].of(u128::from(high) << 64 | u128::from(low))
    }
}
