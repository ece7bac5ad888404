//! The way to turn or mirror a game that carries seats to seats and keeps the sequence of moves.

use super::actions::ActionNumbers;
use super::engine::{Engine, right};
use super::history::History;
use super::men::{self, Men, NOWHERE, seat_of};
use super::plan::Turning;
use super::state::{NO_MOVE, State};
use crate::board::{Bitboard, Bitboard256, Cell};
use crate::game::{MAX_SEATS, Seat, Symmetry};

impl Engine {
    /// The symmetry that a turning is: where each action goes, for whichever seat it is.
    ///
    /// Seats that see the board from their own side see the same after it as before, each from its new side,
    /// so that no action changes; on a board that is not turned ways and cells change.
    pub fn symmetry(&self, actions: &ActionNumbers, turning: &Turning) -> Option<Symmetry> {
        let number = |action: usize| {
            let turned = |seat: Seat| actions.turned(self, turning, seat, action);
            let first = turned(0);
            (1..self.seats as Seat).all(|seat| turned(seat) == first).then_some(first as u32)
        };
        let actions = (0..actions.count()).map(number).collect::<Option<Vec<u32>>>()?;
        Some(Symmetry { name: turning.name.clone(), cells: turning.cells.clone(), actions })
    }

    /// The state with every cell moved, and the pieces of each seat given to another.
    ///
    /// Rounds are counted where the sequence starts again, which is now at another seat.
    pub fn transform(&self, state: &State, turning: &Turning) -> State {
        let moved = |cell: Cell| turning.cells[usize::from(cell)];
        let given = |seat: Seat| turning.seats[usize::from(seat)];
        let all_moved = |set: Bitboard256| {
            set.cells().fold(Bitboard256::EMPTY, |all, cell| all | Bitboard256::one(moved(cell)))
        };
        let mut men = Men::empty(&self.web, self.board.len());
        let turned = |old: u8| men::given(old, given(seat_of(old)));
        for cell in state.men.all().cells() {
            men.put(&self.web, moved(cell), turned(state.men.on(cell)));
        }
        let mut other = State { men, ..state.clone() };
        (other.passed, other.immune) = ([NO_MOVE; MAX_SEATS], [Bitboard256::EMPTY; MAX_SEATS]);
        other.checks = [NOWHERE; MAX_SEATS];
        (other.seat, other.rights) = (given(state.seat), 0);
        other.danger = self.danger(&other.men, other.seat);
        for seat in 0..self.seats as Seat {
            let to = usize::from(given(seat));
            for side in 0..self.army(seat).castlings.len() {
                if state.rights & right(seat, side) != 0 {
                    other.rights |= right(given(seat), side);
                }
            }
            if let Some(pawn_move) = state.pawn_move(seat) {
                other.passed[to] = pawn_move.map(moved);
            }
            other.checks[to] =
                turning.seats.get(usize::from(state.checks[usize::from(seat)])).copied().unwrap_or(NOWHERE);
            other.immune[to] = all_moved(state.immune[usize::from(seat)]);
        }
        let order = |seat: Seat| self.order[usize::from(seat)];
        // (Where armies are drafted no rounds are counted.)
        let sooner = !self.drafts && order(other.seat) < order(state.seat);
        other.round = state.round.saturating_add(u32::from(sooner));
        let (mut board, mut movers) = (state.men.clone(), Vec::new());
        for &[from, to] in state.history.steps().iter().rev() {
            if from == NOWHERE {
                movers.push(to);
                continue;
            }
            let mover = board.lift(&self.web, to);
            board.put(&self.web, from, mover);
            movers.push(turned(mover));
        }
        other.history = History::default();
        for (mover, &step) in movers.into_iter().rev().zip(state.history.steps()) {
            match step {
                [NOWHERE, seat] => other.history.push_pass(given(seat)),
                _ => other.history.push(mover, step.map(moved)),
            }
        }
        if let Some(ended) = &mut other.ended {
            let all = |seats: u8| (0..self.seats as Seat).filter(move |seat| seats >> seat & 1 == 1);
            let all_given = |seats: u8| all(seats).fold(0, |all, seat| all | 1 << given(seat));
            (ended.winners, ended.losers) = (all_given(ended.winners), all_given(ended.losers));
        }
        other
    }
}
