//! The squares of a game: their numbers in a word, their cells on the board, their names and their order.

use super::layout::{Bits, Layout};
use super::rules::RuleSet;
use super::state::{NONE, Step};
use crate::board::{Board, Cell, Dark, Draughts as Geometry, Names, Relaid, Set, gathered, scattered};

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

/// Tables by the number of a square in a word.
#[derive(Debug)]
pub(super) struct Squares {
    board: Board,
    /// The board with numbers, also where squares have other names.
    numbered: Geometry,
    /// The square of each cell, and the other way round.
    of_cell: Vec<u8>,
    cells: [Cell; 128],
    names: [Name; 128],
    /// All squares in the order of lists (Draughts 2.4), and the place of each in it.
    listed: Vec<u8>,
    places: [u8; 128],
    /// The place of each square in a plane of an observation, seen from seat 0's side.
    indices: [u8; 128],
    /// On boards of 64 cells: the bits of a word that are squares, and the bits of a plane that they become,
    /// before it is mirrored.
    word: u64,
    dense: u64,
    /// Whether the word holds the board's mirror image.
    mirrored: bool,
    /// On larger boards: how a plane is made of a word, as the board stands and turned by 180 degrees.
    planes: [Relaid<3>; 2],
}

impl Squares {
    pub(super) fn new<L: Layout>(rules: &RuleSet) -> Squares {
        let geometry = Geometry::new(rules.size, rules.dark, rules.names, rules.first);
        let board = geometry.board().clone();
        // Where the near left corner is no playing square.
        let mirrored = rules.dark == Dark::Right;
        let square = |cell: Cell| {
            let (row, column) = board.place(cell);
            let column = if mirrored { board.grid().1 - 1 - column } else { column };
            L::square(row as u8, column as u8)
        };
        let of_cell: Vec<u8> = board.cells().map(square).collect();
        Squares::of(rules, geometry, of_cell, L::BOARD.words())
    }

    /// The same, when the square of each cell is known, and all of them as words.
    fn of(rules: &RuleSet, geometry: Geometry, of_cell: Vec<u8>, [word, more]: [u64; 2]) -> Squares {
        let playing = u128::from(more) << 64 | u128::from(word);
        let (board, mirrored) = (geometry.board().clone(), rules.dark == Dark::Right);
        let listed: Vec<u8> = geometry.listed().iter().map(|&cell| of_cell[cell as usize]).collect();
        let (mut cells, mut places, mut indices) = ([NONE; 128], [NONE; 128], [0; 128]);
        let mut names = [Name::default(); 128];
        for (cell, &square) in board.cells().zip(&of_cell) {
            let at = square as usize & 127;
            cells[at] = cell;
            names[at] = Name::new(board.name(cell));
            indices[at] = board.index(cell) as u8;
        }
        for (place, &square) in listed.iter().enumerate() {
            places[square as usize & 127] = place as u8;
        }
        // Where squares have other names, numbers count as in international draughts.
        let names_by_number = if rules.names == Names::Algebraic { Names::Top } else { rules.names };
        let numbered = Geometry::new(rules.size, rules.dark, names_by_number, rules.first);
        let flip = if mirrored { 7 } else { 0 };
        let dense =
            playing.cells().fold(0, |all, square| all | u64::one(indices[square as usize & 127] ^ flip));
        let last = board.grid().0 * board.grid().1 - 1;
        let planes = [false, true].map(|turned| {
            Relaid::new(128 - playing.leading_zeros(), |square| {
                let index = indices[square as usize & 127] as usize;
                playing.has(square).then_some(if turned { last - index } else { index })
            })
        });
        Squares {
            board,
            numbered,
            of_cell,
            cells,
            names,
            listed,
            places,
            indices,
            word,
            dense,
            mirrored,
            planes,
        }
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// The board with its squares numbered.
    pub(super) fn numbered(&self) -> &Geometry {
        &self.numbered
    }

    /// The name of a square.
    pub(super) fn name(&self, square: u8) -> Name {
        self.names[square as usize & 127]
    }

    /// The square of that name.
    pub(super) fn named(&self, name: &str) -> Option<u8> {
        self.board.cell(name).map(|cell| self.of_cell[cell as usize])
    }

    /// The text of a step.
    pub(super) fn write_step(&self, step: Step, out: &mut String) {
        out.push_str(self.name(step.from).as_str());
        out.push(if step.is_jump() { 'x' } else { '-' });
        out.push_str(self.name(step.to).as_str());
    }

    /// What sorts steps by their texts.
    pub(super) fn sort_key(&self, step: Step) -> u128 {
        let sign = [if step.is_jump() { b'x' } else { b'-' }];
        let (from, to) = (self.name(step.from), self.name(step.to));
        let mut bytes = [0; 16];
        for (at, &byte) in from.bytes().iter().chain(&sign).chain(to.bytes()).enumerate() {
            bytes[at] = byte;
        }
        u128::from_be_bytes(bytes)
    }

    /// All squares in the order of lists (Draughts 2.4).
    pub(super) fn listed(&self) -> &[u8] {
        &self.listed
    }

    /// The place of a square in that order.
    pub(super) fn place(&self, square: u8) -> u8 {
        self.places[square as usize & 127]
    }

    /// The square of a cell.
    pub(super) fn square(&self, cell: Cell) -> Option<u8> {
        self.of_cell.get(cell as usize).copied()
    }

    /// The cell of a square.
    pub(super) fn cell(&self, square: u8) -> Cell {
        self.cells[square as usize & 127]
    }

    /// The place of a square in a plane, seen from seat 0's side.
    #[inline(always)]
    pub(super) fn index(&self, square: u8) -> usize {
        self.indices[square as usize & 127] as usize
    }

    /// On a board of 64 cells: the places of some squares in a plane, seen from seat 0's side.
    #[inline(always)]
    pub(super) fn plane(&self, squares: u64) -> u64 {
        let plane = scattered(gathered(squares, self.word), self.dense);
        // The word holds the mirror image of some boards: turned over, then upside down.
        if self.mirrored { plane.reverse_bits().swap_bytes() } else { plane }
    }

    /// On larger boards: the words of a plane that marks some squares, of a board that may be turned by 180
    /// degrees.
    #[inline(always)]
    pub(super) fn large_plane<S: Bits>(&self, squares: S, turned: bool) -> [u64; 3] {
        let [low, high] = squares.words();
        self.planes[usize::from(turned)].of(u128::from(high) << 64 | u128::from(low))
    }
}
