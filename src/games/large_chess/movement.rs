//! The moves and attacks of pieces, regardless of check (Chess 4, Tri-Chess 4).

use super::engine::Engine;
use super::line_tables::LineTables;
use super::pieces::{Kind, NO_PIECE, Pieces};
use super::tables::{MoveTables, SeatTables};
use crate::board::{Bitboard, Bitboard256, Cell};
use crate::game::Seat;
use std::ops::Range;

impl Engine {
    /// Returns the cells that a slider attacks along some axes, with the first occupied cells included.
    #[inline(always)]
    pub fn slider_attacks(&self, pieces: &Pieces, cell: Cell, axes: Range<usize>) -> Bitboard256 {
        let mut all = Bitboard256::EMPTY;
        for &position in &self.line_tables.positions(cell)[axes] {
            all = all | self.line_tables.attacks(&pieces.line_occupancy, position);
        }
        all
    }

    /// Returns the targets of a knight: all hops, and the double hops whose first and second cells are empty
    /// (Chess 4.3, Tri-Chess 4.6).
    #[inline(always)]
    pub fn knight_moves(&self, pieces: &Pieces, move_tables: &MoveTables, cell: Cell) -> Bitboard256 {
        let mut far = [0u64; 4];
        for &[first, second] in
            &move_tables.double_hop_table[usize::from(cell)][..move_tables.double_hop_count]
        {
            let open = (pieces.piece_at(first) == NO_PIECE) & (pieces.piece_at(second) == NO_PIECE);
            far[usize::from(second >> 6)] |= u64::from(open) << (second & 63);
        }
        move_tables.knight_attacks[usize::from(cell)] | Bitboard256(far.into())
    }

    /// Returns the empty cells straight ahead that a pawn can move to (Chess 4.4, Tri-Chess 4.7).
    #[inline(always)]
    pub fn pawn_advances(&self, pieces: &Pieces, seat_tables: &SeatTables, cell: Cell) -> Bitboard256 {
        let path = seat_tables.pawn_paths[usize::from(cell)];
        let (word, index, max_distance) = (
            LineTables::line_word(&pieces.line_occupancy, path.position),
            path.position.index(),
            u32::from(path.max_distance),
        );
        if path.ray.backward {
            let end = LineTables::next_before(word, index).max(index.saturating_sub(max_distance + 1));
            self.line_tables.span(path.position, end + 1, index)
        } else {
            let end = LineTables::next_after(word, index).min(index + max_distance + 1);
            self.line_tables.span(path.position, index + 1, end)
        }
    }

    /// Returns the cells that a piece attacks, whatever stands on them. On a ring this can include its own
    /// cell (Chess 5.4).
    #[inline(always)]
    pub fn attacks(&self, pieces: &Pieces, cell: Cell) -> Bitboard256 {
        let piece = pieces.piece_at(cell);
        let move_tables = self.move_tables(piece.seat());
        match piece.kind() {
            Kind::Pawn => self.seat_tables(self.army_of(piece)).pawn_captures[usize::from(cell)],
            Kind::Knight => move_tables.knight_attacks[usize::from(cell)],
            Kind::Bishop => self.slider_attacks(pieces, cell, move_tables.bishop_axes.clone()),
            Kind::Rook => self.slider_attacks(pieces, cell, move_tables.rook_axes.clone()),
            Kind::Queen => {
                self.slider_attacks(pieces, cell, move_tables.rook_axes.start..move_tables.bishop_axes.end)
            }
            Kind::King => move_tables.king_moves[usize::from(cell)],
        }
    }

    /// Returns the targets of the piece on a cell regardless of check: empty cells and enemies, without
    /// castling and captures en passant.
    pub fn pseudo_legal_targets(&self, pieces: &Pieces, seat: Seat, kind: Kind, cell: Cell) -> Bitboard256 {
        let move_tables = self.move_tables(seat);
        let open = !self.allied_pieces(pieces, seat);
        match kind {
            Kind::Pawn => {
                let seat_tables = self.seat_tables(self.army_of(pieces.piece_at(cell)));
                let enemies = pieces.occupied() & open;
                self.pawn_advances(pieces, seat_tables, cell)
                    | (seat_tables.pawn_captures[usize::from(cell)] & enemies)
            }
            Kind::Knight => self.knight_moves(pieces, move_tables, cell) & open,
            Kind::Bishop => self.slider_attacks(pieces, cell, move_tables.bishop_axes.clone()) & open,
            Kind::Rook => self.slider_attacks(pieces, cell, move_tables.rook_axes.clone()) & open,
            Kind::Queen => {
                self.slider_attacks(pieces, cell, move_tables.rook_axes.start..move_tables.bishop_axes.end)
                    & open
            }
            Kind::King => move_tables.king_moves[usize::from(cell)] & open,
        }
    }
}
