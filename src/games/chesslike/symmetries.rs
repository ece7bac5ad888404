//! The role of the symmetries: rotations and reflections that map seats to seats and keep the turn order.

use super::action_layout::ActionLayout;
use super::castling::castling_right;
use super::engine::Engine;
use super::game::ChessLike;
use super::goals::Condition;
use super::pieces::{NO_PIECE, NO_SEAT, Piece, Pieces};
use super::repetition::RepetitionHistory;
use super::state::{NO_MOVE, State};
use super::tables::turned_directions;
use super::variant_spec::{Castling, VariantSpec};
use crate::board::{Bitboard, Bitboard256, Cell, NO_CELL};
use crate::game::roles::*;
use crate::game::{MAX_SEATS, Seat, Symmetry};

/// A rotation or reflection of the board that maps set-ups and moves of seats to those of seats, and keeps
/// teams and the turn order.
#[derive(Clone, Debug)]
pub struct BoardSymmetry {
    /// The name of the motion of the board.
    pub name: String,
    /// The cell that each cell is mapped to.
    pub cells: Vec<Cell>,
    /// The direction (rays, then hops) that each direction is mapped to.
    pub directions: Vec<u8>,
    /// The seat that each seat is mapped to.
    pub seats: Vec<Seat>,
}

impl Symmetries for ChessLike {
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
        let mut pieces = Pieces::empty(engine);
        let map_piece = |piece: Piece| piece.owned_by(new_seat(piece.seat()));
        for cell in state.pieces.occupied().cells() {
            pieces.put(engine, new_cell(cell), map_piece(state.pieces.piece_at(cell)));
        }
        let mut mapped = State { pieces, ..state.clone() };
        (mapped.ep_moves, mapped.immune) = ([NO_MOVE; MAX_SEATS], [Bitboard256::EMPTY; MAX_SEATS]);
        mapped.first_checkers = [NO_SEAT; MAX_SEATS];
        mapped.checks = [0; MAX_SEATS];
        (mapped.seat, mapped.castling_rights) = (new_seat(state.seat), 0);
        mapped.check_info = engine.check_info(&mapped.pieces, mapped.seat);
        for seat in engine.all_seats() {
            let to = new_seat(seat).index();
            mapped.checks[to] = state.checks[seat.index()];
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
            if engine.has_drops {
                mapped.hands[to] = state.hands[seat.index()];
            }
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
            let mover = board.remove(engine, to);
            board.put(engine, from, mover);
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
    /// Returns the views of the board, except the identity, that are symmetries of a game which begins with
    /// these pieces.
    pub fn board_symmetries(&self, spec: &VariantSpec, start: &Pieces) -> Vec<BoardSymmetry> {
        let views = spec.lattices[0].views().iter().skip(1);
        let mapped = views.filter_map(|view| {
            let cells = view.cells(&self.board)?;
            let seats = self.mapped_seats(start, &cells)?;
            let directions = turned_directions(view, self.has_hoppers);
            Some(BoardSymmetry { name: view.name.clone(), cells, directions, seats })
        });
        mapped.filter(|symmetry| self.is_symmetry(spec, symmetry)).collect()
    }

    /// Returns the seat that each seat's set-up is mapped to, if it is one.
    fn mapped_seats(&self, start: &Pieces, cells: &[Cell]) -> Option<Vec<Seat>> {
        let seat = |seat: Seat| {
            let first = start.of_seat(seat).cells().next()?;
            let mapped = start.piece_at(cells[usize::from(first)]);
            (mapped != NO_PIECE).then(|| mapped.seat())
        };
        let seats: Vec<Seat> = self.all_seats().map(seat).collect::<Option<_>>()?;
        let maps_piece = |cell: Cell| {
            let (piece, mapped) = (start.piece_at(cell), start.piece_at(cells[usize::from(cell)]));
            match piece {
                NO_PIECE => mapped == NO_PIECE,
                _ => mapped == piece.owned_by(seats[piece.seat().index()]),
            }
        };
        self.board.cells().all(maps_piece).then_some(seats)
    }

    fn is_symmetry(&self, spec: &VariantSpec, symmetry: &BoardSymmetry) -> bool {
        let new_seat = |seat: Seat| symmetry.seats[seat.index()];
        let new_cell = |cell: Cell| symmetry.cells[usize::from(cell)];
        let new_cells = |set: Bitboard256| {
            set.cells().fold(Bitboard256::EMPTY, |all, cell| all | Bitboard256::one(new_cell(cell)))
        };
        let team = |seat: Seat| spec.teams[seat.index()];
        let keeps_teams = self.all_seats().all(|one| {
            let together = |other: Seat| team(one) == team(other);
            self.all_seats().all(|other| together(other) == (team(new_seat(one)) == team(new_seat(other))))
        });
        let next = |seat: Seat| self.next_seat[seat.index()];
        let keeps_turn_order = self.all_seats().all(|seat| next(new_seat(seat)) == new_seat(next(seat)));
        let keeps_moves = self.all_seats().all(|seat| {
            let (own, mapped) = (self.seat_tables(seat), self.seat_tables(new_seat(seat)));
            let pieces = self.all_pieces().filter(|piece| piece.seat() == seat);
            new_cells(own.promotion_cells) == mapped.promotion_cells
                && pieces.into_iter().all(|piece| {
                    let mapped = piece.owned_by(new_seat(seat));
                    self.board.cells().all(|cell| {
                        let moves = |piece, cell| self.targets_when_alone(piece, cell);
                        let [own, mapped] = [moves(piece, cell), moves(mapped, new_cell(cell))];
                        own.map(new_cells) == mapped
                    })
                })
        });
        let keeps_castlings = self.all_seats().all(|seat| {
            let [own, mapped] = [seat, new_seat(seat)].map(|seat| &self.seat_tables(seat).castlings);
            let cells = |castling: &Castling| [castling.king, castling.rook, castling.king_to];
            own.iter().map(|castling| cells(castling).map(new_cell)).eq(mapped.iter().map(cells))
        });
        let keeps_choices = self.all_seats().all(|seat| {
            let (own, mapped) = (self.seat_tables(seat), self.seat_tables(new_seat(seat)));
            let promotions = own
                .promotions
                .iter()
                .map(|promotion| promotion.as_ref().map(|promotion| promotion.mapped(new_cells)));
            let drops = own.drops.iter().map(|drop| drop.mapped(new_cell));
            promotions.eq(mapped.promotions.iter().cloned()) && drops.eq(mapped.drops.iter().cloned())
        });
        let keeps_goals = self.goals.iter().all(|goal| match &goal.condition {
            Condition::Reach { cells, .. } => {
                self.all_seats().all(|seat| new_cells(cells[seat.index()]) == cells[new_seat(seat).index()])
            }
            Condition::Extinct { .. } | Condition::Bare | Condition::Checks(_) => true,
        });
        keeps_teams && keeps_turn_order && keeps_moves && keeps_castlings && keeps_choices && keeps_goals
    }

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
