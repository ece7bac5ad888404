//! What a variant knows of its board and seats before it is played.

use super::geometry::DIRECTIONS;
use super::setup::{Side, sides};
use super::state::NOWHERE;
use super::variety::{Kind, Teams, Topology, Variety};
use crate::board::{Board, Cell, Edges, Set};
use crate::game::Frame;

/// Tables by seat, direction and cell. Cells are bits of `S`; squares are cells of the [`Board`].
#[derive(Clone, Debug)]
pub struct Tables<S: Set, const SEATS: usize> {
    pub(super) board: Board,
    pub(super) cutthroat: bool,
    /// The directions of a seat's men, as bits (Checkers 5.1, 5.2).
    pub(super) ahead: [u8; SEATS],
    /// The edges that a seat's men and kings may cross (Checkers 2.4).
    pub(super) man_crosses: [Edges; SEATS],
    pub(super) king_crosses: [Edges; SEATS],
    /// The enemies of each seat, as bits (Checkers 4.3).
    pub(super) enemies: [u8; SEATS],
    /// Checkers 2.3.
    pub(super) king_row: [S; SEATS],
    /// All cells that the game uses.
    pub(super) cells: S,
    /// The square of each cell, and the cell of each square or [`NOWHERE`].
    pub(super) square: Vec<Cell>,
    pub(super) cell: Vec<u8>,
    /// Where a cell stands in a plane of each seat's observations.
    pub(super) place: [Vec<u8>; SEATS],
    /// The number of a cell among those that the game uses, as each seat counts them; and back.
    pub(super) number: [Vec<u8>; SEATS],
    pub(super) numbered: [Vec<u8>; SEATS],
    /// A direction as each seat sees it; and back.
    pub(super) relative: [[u8; 8]; SEATS],
    pub(super) absolute: [[u8; 8]; SEATS],
}

impl<S: Set, const SEATS: usize> Tables<S, SEATS> {
    /// The tables of a variant; `bit` gives the bit of a square (file, rank).
    pub fn new(variety: &Variety, frame: Frame, bit: impl Fn(i8, i8) -> u8) -> Self {
        let size = variety.size() as i8;
        let sides: [Side; SEATS] = std::array::from_fn(|seat| sides(variety)[seat]);
        let eyes = sides.map(|side| if frame == Frame::Board { Side::South } else { side });
        let own = |side: Side| Edges {
            left_right: variety.topology != Topology::Flat && side.faces_along_files(),
            near_far: variety.topology != Topology::Flat && !side.faces_along_files(),
        };
        let everywhere = variety.topology == Topology::Universal;
        let men: [Edges; SEATS] = sides.map(own);
        let kings = men.map(|edges| if everywhere { Edges::ALL } else { edges });
        let joined = kings.iter().fold(Edges::NONE, |all, edges| Edges {
            left_right: all.left_right || edges.left_right,
            near_far: all.near_far || edges.near_far,
        });
        let ahead = sides.map(|side| {
            let forward = |d: usize| side.sees(DIRECTIONS[d], 1).1 > 0;
            (0..8).fold(0, |all, d| all | u8::from(forward(d)) << d)
        });
        let team = |seat: usize| if variety.teams == Teams::Pairs { seat % 2 } else { seat };
        let hostile = |seat: usize, other: &usize| team(*other) != team(seat);
        let mut tables = Tables {
            board: crate::board::Squares::joined(size as u8, joined).into_board(),
            cutthroat: variety.teams == Teams::Cutthroat,
            ahead,
            man_crosses: men,
            king_crosses: kings,
            enemies: std::array::from_fn(|seat| {
                (0..SEATS).filter(|other| hostile(seat, other)).fold(0, |all, other| all | 1 << other)
            }),
            king_row: [S::EMPTY; SEATS],
            cells: S::EMPTY,
            square: vec![0; S::BITS as usize],
            cell: vec![NOWHERE; size as usize * size as usize],
            place: std::array::from_fn(|_| vec![0; S::BITS as usize]),
            number: std::array::from_fn(|_| vec![0; S::BITS as usize]),
            numbered: std::array::from_fn(|_| Vec::new()),
            relative: [[0; 8]; SEATS],
            absolute: [[0; 8]; SEATS],
        };
        for (seat, side) in eyes.iter().enumerate() {
            for (d, &direction) in DIRECTIONS.iter().enumerate() {
                let seen = side.sees(direction, 1);
                let relative = DIRECTIONS.iter().position(|&other| other == seen).unwrap_or(d);
                tables.relative[seat][d] = relative as u8;
                tables.absolute[seat][relative] = d as u8;
            }
        }
        let dark_only = variety.kind != Kind::Queens;
        for (rank, file) in (0..size).flat_map(|rank| (0..size).map(move |file| (rank, file))) {
            if dark_only && (file + rank) % 2 == 1 {
                continue;
            }
            let (cell, square) = (bit(file, rank), rank as u8 * size as u8 + file as u8);
            tables.cells = tables.cells | S::one(cell);
            tables.square[cell as usize] = square;
            tables.cell[square as usize] = cell;
            for seat in 0..SEATS {
                if sides[seat].sees((file, rank), size).1 == size - 1 {
                    tables.king_row[seat] = tables.king_row[seat] | S::one(cell);
                }
                let (column, row) = eyes[seat].sees((file, rank), size);
                let place = row as u8 * size as u8 + column as u8;
                let number = if dark_only { place / 2 } else { place };
                tables.place[seat][cell as usize] = place;
                tables.number[seat][cell as usize] = number;
                let numbered = &mut tables.numbered[seat];
                numbered.resize(numbered.len().max(number as usize + 1), NOWHERE);
                numbered[number as usize] = cell;
            }
        }
        tables
    }

    /// The seat after `seat` in the sequence of moves.
    #[inline(always)]
    pub(super) fn after(&self, seat: usize) -> usize {
        if seat + 1 < SEATS { seat + 1 } else { 0 }
    }
}
