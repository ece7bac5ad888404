//! Where pieces are buried in Zombie Chess: a seat's secret grid, and what both seats know about it (Zombie
//! Z2, Z13).

use crate::board::Cell;
use crate::game::{FenError, FieldText, Rng, Seat, below};
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells, file, nth, read_cell, write_cell};
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::placement::letter;
use crate::packing::pack_fields;

/// The kinds that can be buried.
const KINDS: [Kind; 5] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];

/// The grid of one seat: at most one enemy piece a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Graves {
    /// The cells at which each kind lies buried.
    kinds: [Bitboard; 5],
    /// The cells at which a piece may be buried, given what both seats know.
    pub possible: Bitboard,
}
pack_fields!(Graves { kinds, possible });

impl Graves {
    /// The cells at which something is buried.
    #[inline(always)]
    pub fn held(&self) -> Bitboard {
        self.kinds.iter().fold(0, |all, kind| all | kind)
    }

    /// The cells at which each kind lies buried, pawns first.
    #[inline(always)]
    pub fn kinds(&self) -> &[Bitboard; 5] {
        &self.kinds
    }

    /// What lies buried at a cell.
    #[inline]
    pub fn at(&self, cell: Cell) -> Option<Kind> {
        KINDS.into_iter().find(|&kind| self.kinds[kind as usize] & bit(cell) != 0)
    }

    /// Buries a piece at one of the cells `among` which it might be.
    pub fn bury(&mut self, kind: Kind, cell: Cell, among: Bitboard) {
        self.kinds[kind as usize % 5] |= bit(cell);
        self.possible |= among;
    }

    /// Asks what is buried at a cell, and takes it away.
    pub fn ask(&mut self, cell: Cell) -> Option<Kind> {
        let found = self.at(cell);
        self.kinds.iter_mut().for_each(|kind| *kind &= !bit(cell));
        self.possible = if self.held() == 0 { 0 } else { self.possible & !bit(cell) };
        found
    }

    /// The same pieces at any distinct cells among the possible ones, each way to lay them there being as
    /// likely (Z16).
    pub fn redrawn(&self, rng: &mut Rng) -> Graves {
        let (mut drawn, mut free) = (Graves { kinds: [0; 5], ..*self }, self.possible);
        for (kind, held) in KINDS.into_iter().zip(self.kinds) {
            for _ in 0..held.count_ones().min(free.count_ones()) {
                let cell = nth(free, below(rng, free.count_ones() as usize) as u32);
                drawn.kinds[kind as usize] |= bit(cell);
                free &= !bit(cell);
            }
        }
        drawn
    }

    /// The grid in the mirror.
    pub fn mirrored(&self, turn: impl Fn(Bitboard) -> Bitboard) -> Graves {
        Graves { kinds: self.kinds.map(&turn), possible: turn(self.possible) }
    }

    /// Returns the buried pieces with their cells. If `open`, they are sorted by the names of the cells.
    /// Otherwise they are sorted by letters, which does not show the order of the cells.
    pub fn sorted(&self, open: bool) -> Vec<(Cell, Kind)> {
        let mut graves: Vec<(Cell, Kind)> =
            cells(self.held()).filter_map(|cell| Some((cell, self.at(cell)?))).collect();
        graves.sort_by_key(|&(cell, kind)| if open { (file(cell), cell) } else { (kind.letter(), 0) });
        graves
    }

    /// Appends the grid of `seat`, cell by cell; to others than the owner its cells are question marks (Z16).
    pub fn write(&self, seat: Seat, open: bool, out: &mut String) {
        for (at, (cell, kind)) in self.sorted(open).into_iter().enumerate() {
            out.push_str(if at > 0 { "," } else { "" });
            if open {
                write_cell(cell, out);
            } else {
                out.push_str("??");
            }
            out.push(letter(kind, seat.other()));
        }
        if self.held() == 0 {
            out.push('-');
        }
    }

    /// Reads the grid of `seat`, whose possible cells are known.
    pub fn read(field: FieldText<'_>, seat: Seat, possible: Bitboard) -> Result<Graves, FenError> {
        let mut graves = Graves { kinds: [0; 5], possible };
        for text in field.text.split(',').filter(|_| field.text != "-") {
            let grave = match *text.as_bytes() {
                [file, rank, name] => read_cell(&[file, rank]).zip(
                    Kind::of_letter(name)
                        .filter(|&kind| kind != Kind::King && letter(kind, seat.other()) as u8 == name),
                ),
                _ => None,
            };
            let Some((cell, kind)) = grave else {
                let example = format!("b2{}", letter(Kind::Pawn, seat.other()));
                return Err(field.refused(format!(
                    "expected cells with the letter of an enemy piece, as in {example}, or '-'"
                )));
            };
            if graves.held() & bit(cell) != 0 {
                return Err(field.refused("expected at most one buried piece at each cell"));
            }
            if possible & bit(cell) == 0 {
                return Err(field.refused("a piece is buried at a cell that is not among the possible cells"));
            }
            graves.kinds[kind as usize] |= bit(cell);
        }
        if graves.held() == 0 && possible != 0 {
            return Err(field.refused("nothing is buried, so no cell is possible; expected '-'"));
        }
        Ok(graves)
    }
}
