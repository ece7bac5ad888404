//! Reads and writes states as position strings (Checkers 11).

use super::fen_format::{FenFormat, FenValues, seat_letter};
use super::game::Checkers;
use super::geometry::Geometry;
use super::stacks::Stacks;
use super::state::State;
use crate::board::{Bitboard, NO_CELL};
use crate::game::FenError;

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Checkers<G, K, SEATS, DIRS> {
    pub(super) fn fen_format(&self) -> FenFormat<'_> {
        let tables = self.tables();
        FenFormat {
            board: &tables.board,
            squares: &tables.square,
            cells: &tables.cell,
            seats: tables.seats(),
            pieces: tables.pieces,
            numbers: self.numbers(),
            stacked: K::STACKED,
            crowning: tables.crowning,
        }
    }

    /// Writes the position string.
    pub(super) fn write_fen(&self, state: &State<G::Set, K, SEATS>) -> String {
        let values = FenValues {
            seat: state.seat,
            chain: (state.multi_jump_from != NO_CELL)
                .then(|| (state.multi_jump_from, state.jumped.cells().collect())),
            quiet: state.quiet,
            crown: state.crown,
            turns: state.quiet_turns().to_vec(),
        };
        self.fen_format()
            .write(&values, &mut |cell, pile| state.each_piece(cell, |checker| pile.push(checker)))
    }

    /// Reads a position string.
    pub(super) fn parse_fen(&self, text: &str) -> Result<State<G::Set, K, SEATS>, FenError> {
        let fen_format = self.fen_format();
        let fields = fen_format.fields(text)?;
        let mut state: State<G::Set, K, SEATS> = State::empty(self.numbers());
        let piles = fen_format.read_placement(fields.placement)?;
        for (cell, pile) in &piles {
            let top = pile[0];
            state.owned[top.seat.index()] = state.owned[top.seat.index()] | G::Set::one(*cell);
            state.kings = state.kings | G::Set::one(*cell).only_if(top.king);
        }
        state.stacks.set_up(&piles);
        (state.seat, state.quiet, state.crown) = fen_format.read_counters(&fields)?;
        let most = self.tables().quiet_turns().min(state.quiet) as usize;
        for cells in fen_format.read_turns(fields.turns, most)? {
            let at = state.num_quiet_turns as usize;
            state.turns_mut()[at] = cells;
            state.num_quiet_turns += 1;
            state.vacated = state.vacated | G::Set::one(cells[0]);
        }
        if let Some(problem) = self.undo_problem(&state) {
            return Err(FenError::field("quiet turns", fields.turns, problem));
        }
        if fields.chain == "-" {
            self.check_turn(&state)?;
            state.update_repetitions();
            state.end_reason = self.engine.find_end_reason(&state);
        } else {
            let (jumper, jumped) = fen_format.read_chain(fields.chain)?;
            state.multi_jump_from = jumper;
            state.jumped = jumped.into_iter().fold(G::Set::EMPTY, |all, cell| all | G::Set::one(cell));
            if let Some(problem) = self.chain_problem(&state) {
                return Err(FenError::field("jumping stack", fields.chain, problem));
            }
        }
        Ok(state)
    }

    /// Returns why the quiet turns cannot be undone, the last one first, or `None` if they can (Checkers
    /// 11.4).
    fn undo_problem(&self, state: &State<G::Set, K, SEATS>) -> Option<String> {
        let (mut owned, mut kings) = (state.owned, state.kings);
        for &[from, to] in state.quiet_turns().iter().rev() {
            let seat = owned.iter().position(|owned| owned.has(to)).filter(|_| kings.has(to));
            let occupied = owned.iter().any(|owned| owned.has(from));
            let moves = |seat: usize| {
                let crossing = self.tables().king_edges[seat];
                let moves = |d| self.engine.geometry.step_back(G::Set::one(to), d, crossing).has(from);
                (0..G::MOVE_DIRECTIONS).any(moves)
            };
            let Some(seat) = seat.filter(|&seat| !occupied && moves(seat)) else {
                return Some(self.fen_format().undo_error([from, to], seat.is_some(), occupied));
            };
            let both = G::Set::one(from) ^ G::Set::one(to);
            owned[seat] = owned[seat] ^ both;
            kings = kings ^ both;
        }
        None
    }

    /// Checks that the seat can act, or that the game is over at it, when no multiple jump is in progress
    /// (Checkers 11.3, 11.4).
    fn check_turn(&self, state: &State<G::Set, K, SEATS>) -> Result<(), FenError> {
        let seat = state.seat.index();
        let seats = self.tables().seats();
        if seats == 2 || self.engine.can_act(state, seat) {
            return Ok(());
        }
        let is_over = if self.tables().no_partners {
            let winner = self.tables().previous_seat(seat);
            (0..seats).all(|other| other == winner || !self.engine.can_act(state, other))
        } else {
            self.engine.is_over_at(state, seat)
        };
        if is_over {
            return Ok(());
        }
        let letter = seat_letter(state.seat);
        Err(FenError::impossible(format!(
            "seat {letter} has no legal step but the game is not over; expected another seat to act"
        )))
    }

    /// Returns what is wrong with the jumping stack and the squares jumped, or `None` (Checkers 11.1, 11.4).
    fn chain_problem(&self, state: &State<G::Set, K, SEATS>) -> Option<&'static str> {
        let seat = state.seat.index();
        if !K::STACKED && !(state.jumped & state.occupied()).is_empty() {
            Some("the jumped squares must be empty: jumped pieces leave the board")
        } else if state.quiet != 0 {
            Some("quiet must be 0 in the middle of a multiple jump")
        } else if !state.owned[seat].has(state.multi_jump_from) {
            Some("the jumping stack must belong to the seat to act")
        } else if !self.engine.legal(state).jumping {
            Some("the stack cannot jump again; expected -")
        } else {
            None
        }
    }
}
