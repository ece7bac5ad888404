//! The role of the symmetries: rotations and reflections that map seats to seats and keep the turn order.

use super::action_layout::ActionLayout;
use super::castling::castling_right;
use super::engine::Engine;
use super::game::LargeChess;
use super::pieces::{NO_CELL, NO_PIECE, NO_SEAT, Piece, Pieces};
use super::repetition::RepetitionHistory;
use super::state::{NO_MOVE, State};
use super::variant_spec::BoardSymmetry;
use crate::board::{Bitboard, Bitboard256, Cell};
use crate::game::roles::*;
use crate::game::{MAX_SEATS, Seat, Symmetry};

impl Symmetries for LargeChess {
    fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    fn transform(&self, state: &State, symmetry: &Symmetry) -> Option<State> {
        let board_symmetry =
            self.board_symmetries.iter().find(|board_symmetry| board_symmetry.name == symmetry.name)?;
        let engine = &self.engine;
        let new_cell = |cell: Cell| board_symmetry.cells[usize::from(cell)];
        let new_seat = |seat: Seat| board_symmetry.seats[seat.index()];
        let map_cells = |set: Bitboard256| {
            set.cells().fold(Bitboard256::EMPTY, |all, cell| all | Bitboard256::one(new_cell(cell)))
        };
        let mut pieces = Pieces::empty(&engine.line_tables, engine.board.len());
        let map_piece = |piece: Piece| piece.owned_by(new_seat(piece.seat()));
        for cell in state.pieces.occupied().cells() {
            pieces.put(&engine.line_tables, new_cell(cell), map_piece(state.pieces.piece_at(cell)));
        }
        let mut mapped = State { pieces, ..state.clone() };
        (mapped.ep_moves, mapped.immune) = ([NO_MOVE; MAX_SEATS], [Bitboard256::EMPTY; MAX_SEATS]);
        mapped.first_checkers = [NO_SEAT; MAX_SEATS];
        (mapped.seat, mapped.castling_rights) = (new_seat(state.seat), 0);
        mapped.check_info = engine.check_info(&mapped.pieces, mapped.seat);
        for seat in engine.all_seats() {
            let to = new_seat(seat).index();
            for side in 0..engine.seat_tables(seat).castlings.len() {
                if state.castling_rights & castling_right(seat, side) != 0 {
                    mapped.castling_rights |= castling_right(new_seat(seat), side);
                }
            }
            if let Some(ep_move) = state.ep_move(seat) {
                mapped.ep_moves[to] = ep_move.map(new_cell);
            }
            mapped.first_checkers[to] = board_symmetry
                .seats
                .get(state.first_checkers[seat.index()].index())
                .copied()
                .unwrap_or(NO_SEAT);
            mapped.immune[to] = map_cells(state.immune[seat.index()]);
        }
        let turn_index = |seat: Seat| engine.turn_index[seat.index()];
        // No rounds are counted in Three Kings Chess.
        let wraps_turn_order = !engine.drafts && turn_index(mapped.seat) < turn_index(state.seat);
        mapped.round = state.round.saturating_add(u32::from(wraps_turn_order));
        let (mut board, mut movers) = (state.pieces.clone(), Vec::new());
        for &[from, to] in state.history.steps().iter().rev() {
            if from == NO_CELL {
                movers.push(NO_PIECE);
                continue;
            }
            let mover = board.remove(&engine.line_tables, to);
            board.put(&engine.line_tables, from, mover);
            movers.push(map_piece(mover));
        }
        mapped.history = RepetitionHistory::default();
        for (mover, &step) in movers.into_iter().rev().zip(state.history.steps()) {
            match step {
                [NO_CELL, seat] => mapped.history.push_pass(new_seat(Seat::new(seat))),
                _ => mapped.history.push(mover, step.map(new_cell)),
            }
        }
        let all = |seats: u8| engine.all_seats().filter(move |seat| seat.is_in(seats));
        let map_seats = |seats: u8| all(seats).fold(0, |all, seat| all | new_seat(seat).bit());
        (mapped.winners, mapped.losers) = (map_seats(state.winners), map_seats(state.losers));
        Some(mapped)
    }
}

impl Engine {
    /// Returns the symmetry with its mapping of actions, if that is the same for all seats.
    ///
    /// In the seat's frame a seat sees the same after the symmetry as the mapped seat before it, so that no
    /// action changes. In the board's frame directions and cells change.
    pub fn action_symmetry(&self, layout: &ActionLayout, board_symmetry: &BoardSymmetry) -> Option<Symmetry> {
        let number = |action: usize| {
            let turned = |seat: Seat| layout.transform_action(self, board_symmetry, seat, action);
            let first = turned(Seat::ZERO);
            self.all_seats().all(|seat| turned(seat) == first).then_some(first as u32)
        };
        let actions = (0..layout.count()).map(number).collect::<Option<Vec<u32>>>()?;
        Some(Symmetry { name: board_symmetry.name.clone(), cells: board_symmetry.cells.clone(), actions })
    }
}
