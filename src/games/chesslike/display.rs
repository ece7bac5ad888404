//! The role of the display: pieces with their marks, en passant cells, promotion cells and shadows.

use super::engine::Engine;
use super::game::ChessLike;
use super::pieces::NO_PIECE;
use super::state::State;
use crate::board::{Bitboard, Bitboard256};
use crate::game::roles::*;
use crate::game::{CellMark, Item, Mark, OffBoardGroup, Piece, Seat, Thing};

impl Display for ChessLike {
    fn pieces(&self, state: &State, cell: u8, _viewer: Option<Seat>) -> Vec<Piece> {
        let on =
            if usize::from(cell) < self.engine.board.len() { state.pieces.piece_at(cell) } else { NO_PIECE };
        if on == NO_PIECE {
            return Vec::new();
        }
        let mut piece = self.engine.drawn(on);
        if self.engine.is_out(&state.pieces, on.seat()) {
            piece = piece.marked(Mark::Frozen);
        }
        if self.engine.kind_of(on).army_offset != 0 {
            piece = piece.marked(Mark::Drafted(self.engine.army_of(on)));
        }
        for (seat, immune) in Seat::all(self.spec.seats).zip(&state.immune) {
            if immune.has(cell) {
                piece = piece.marked(Mark::Immune(seat));
            }
        }
        vec![piece]
    }

    /// Marks the cells that pawns passed over, and the promotion cells of the seat to act.
    fn cell_marks(&self, state: &State, _viewer: Option<Seat>) -> Vec<(u8, CellMark)> {
        let seats = Seat::all(self.spec.seats);
        let passed = |seat: Seat| {
            let ep_move = state.ep_move(seat);
            ep_move.into_iter().flat_map(move |ep_move| self.engine.ep_squares(&state.pieces, ep_move))
        };
        let mut cells: Vec<u8> =
            seats.flat_map(passed).filter(|&cell| state.pieces.piece_at(cell) == NO_PIECE).collect();
        cells.sort_unstable();
        cells.dedup();
        let mut marked: Vec<(u8, CellMark)> =
            cells.into_iter().map(|cell| (cell, CellMark::Passed)).collect();
        if self.engine.shows_promotion_cells && state.ending.is_none() {
            let last = self.engine.seat_tables(state.seat).promotion_cells.cells();
            marked.extend(last.map(|cell| (cell, CellMark::Crowning(state.seat))));
            marked.sort_by_key(|&(cell, _)| cell);
        }
        marked
    }

    /// Shows the pieces in hand.
    fn off_board(&self, state: &State, _viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        let seats = Seat::all(if self.engine.has_drops { self.spec.seats } else { 0 });
        let hand = |seat: Seat| {
            let held = self.engine.hand.kinds.iter().zip(&state.hands[seat.index() % 2]);
            let items = held.filter(|(_, count)| **count > 0).map(|(&kind, &count)| {
                let piece = self.engine.drawn(super::pieces::Piece::new(seat, kind));
                Item::many(Thing::Piece(piece), count.into())
            });
            OffBoardGroup::of(Some(seat), "hand", items.collect())
        };
        seats.map(hand).collect()
    }

    /// Marks each cell with the seats whose pieces cast a shadow there.
    fn shadows(&self, state: &State) -> Vec<(u8, CellMark)> {
        let seats = Seat::all(if self.engine.shadows { self.spec.seats } else { 0 });
        let cast = |seat: Seat| {
            let shadows = self.engine.shadows_of(&state.pieces, seat.bit());
            shadows.iter().fold(Bitboard256::EMPTY, |all, caster| all | caster.shadow)
        };
        let marked =
            seats.flat_map(|seat| cast(seat).cells().map(move |cell| (cell, CellMark::Shadow(seat))));
        let mut marked: Vec<(u8, CellMark)> = marked.collect();
        marked.sort_by_key(|&(cell, _)| cell);
        marked
    }
}

impl Engine {
    /// Returns a piece for pictures. Promoted pieces that revert look like those that do not.
    fn drawn(&self, piece: super::pieces::Piece) -> Piece {
        let kind = self.kind_of(piece);
        let name = kind.name.strip_prefix("promoted ").unwrap_or(&kind.name).to_owned();
        Piece::new(Some(piece.seat()), name, self.piece_text(piece))
    }
}
