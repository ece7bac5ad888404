//! The way to turn or mirror a game that carries seats to seats and keeps the sequence of moves.

use super::action_layout::ActionLayout;
use super::castling::castling_right;
use super::engine::Engine;
use super::game::LargeChess;
use super::pieces::{self, NO_CELL, Pieces, seat_of};
use super::repetition::RepetitionHistory;
use super::state::{NO_MOVE, State};
use super::variant_spec::BoardSymmetry;
use crate::board::{Cell, Quad, Set};
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
        let moved = |cell: Cell| board_symmetry.cells[usize::from(cell)];
        let given = |seat: Seat| board_symmetry.seats[usize::from(seat)];
        let all_moved = |set: Quad| set.cells().fold(Quad::EMPTY, |all, cell| all | Quad::one(moved(cell)));
        let mut pieces = Pieces::empty(&engine.line_tables, engine.board.len());
        let turned = |old: u8| pieces::with_owner(old, given(seat_of(old)));
        for cell in state.pieces.occupied().cells() {
            pieces.put(&engine.line_tables, moved(cell), turned(state.pieces.piece_at(cell)));
        }
        let mut other = State { pieces, ..state.clone() };
        (other.ep_moves, other.immune) = ([NO_MOVE; MAX_SEATS], [Quad::EMPTY; MAX_SEATS]);
        other.first_checkers = [NO_CELL; MAX_SEATS];
        (other.seat, other.castling_rights) = (given(state.seat), 0);
        other.check_info = engine.check_info(&other.pieces, other.seat);
        for seat in 0..engine.seats as Seat {
            let to = usize::from(given(seat));
            for side in 0..engine.seat_tables(seat).castlings.len() {
                if state.castling_rights & castling_right(seat, side) != 0 {
                    other.castling_rights |= castling_right(given(seat), side);
                }
            }
            if let Some(ep_move) = state.ep_move(seat) {
                other.ep_moves[to] = ep_move.map(moved);
            }
            other.first_checkers[to] = board_symmetry
                .seats
                .get(usize::from(state.first_checkers[usize::from(seat)]))
                .copied()
                .unwrap_or(NO_CELL);
            other.immune[to] = all_moved(state.immune[usize::from(seat)]);
        }
        let order = |seat: Seat| engine.turn_index[usize::from(seat)];
        // (Where armies are drafted no rounds are counted.)
        let sooner = !engine.drafts && order(other.seat) < order(state.seat);
        other.round = state.round.saturating_add(u32::from(sooner));
        let (mut board, mut mover_directions) = (state.pieces.clone(), Vec::new());
        for &[from, to] in state.history.steps().iter().rev() {
            if from == NO_CELL {
                mover_directions.push(to);
                continue;
            }
            let mover = board.remove(&engine.line_tables, to);
            board.put(&engine.line_tables, from, mover);
            mover_directions.push(turned(mover));
        }
        other.history = RepetitionHistory::default();
        for (mover, &step) in mover_directions.into_iter().rev().zip(state.history.steps()) {
            match step {
                [NO_CELL, seat] => other.history.push_pass(given(seat)),
                _ => other.history.push(mover, step.map(moved)),
            }
        }
        if let Some(ending) = &mut other.ending {
            let all = |seats: u8| (0..engine.seats as Seat).filter(move |seat| seats >> seat & 1 == 1);
            let all_given = |seats: u8| all(seats).fold(0, |all, seat| all | 1 << given(seat));
            (ending.winners, ending.losers) = (all_given(ending.winners), all_given(ending.losers));
        }
        Some(other)
    }
}

impl Engine {
    /// The symmetry that a turning is: where each action goes, for whichever seat it is.
    ///
    /// Seats that see the board from their own side see the same after it as before, each from its new side,
    /// so that no action changes; on a board that is not turned ways and cells change.
    pub fn symmetry(&self, layout: &ActionLayout, board_symmetry: &BoardSymmetry) -> Option<Symmetry> {
        let number = |action: usize| {
            let turned = |seat: Seat| layout.transform_action(self, board_symmetry, seat, action);
            let first = turned(0);
            (1..self.seats as Seat).all(|seat| turned(seat) == first).then_some(first as u32)
        };
        let actions = (0..layout.count()).map(number).collect::<Option<Vec<u32>>>()?;
        Some(Symmetry { name: board_symmetry.name.clone(), cells: board_symmetry.cells.clone(), actions })
    }
}
