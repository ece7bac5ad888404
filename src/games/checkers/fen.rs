//! Position strings (Checkers 11).

use super::game::Checkers;
use super::geometry::Geometry;
use super::notation::{Notation, Said};
use super::stacks::Stacks;
use super::state::{NOWHERE, State};
use crate::board::Set;
use crate::game::FenError;

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Checkers<G, K, SEATS, DIRS> {
    pub(super) fn notation(&self) -> Notation<'_> {
        let tables = self.tables();
        Notation {
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
        let said = Said {
            seat: state.seat,
            chain: (state.jumper != NOWHERE).then(|| (state.jumper, state.jumped.cells().collect())),
            quiet: state.quiet,
            crown: state.crown,
            turns: state.quiet_turns().to_vec(),
        };
        self.notation().write(&said, &mut |cell, pile| state.each_piece(cell, |checker| pile.push(checker)))
    }

    /// Reads a position string.
    pub(super) fn parse_fen(&self, text: &str) -> Result<State<G::Set, K, SEATS>, FenError> {
        let notation = self.notation();
        let fields = notation.fields(text)?;
        let mut state: State<G::Set, K, SEATS> = State::empty(self.numbers());
        let piles = notation.read_placement(fields.placement)?;
        for (cell, pile) in &piles {
            let top = pile[0];
            state.owned[top.seat as usize] = state.owned[top.seat as usize] | G::Set::one(*cell);
            state.kings = state.kings | G::Set::one(*cell).only_if(top.king);
        }
        state.stacks.lay(&piles);
        (state.seat, state.quiet, state.crown) = notation.read_counters(&fields)?;
        let most = self.tables().quiet_turns().min(state.quiet) as usize;
        for cells in notation.read_turns(fields.turns, most)? {
            let at = state.listed as usize;
            state.turns_mut()[at] = cells;
            state.listed += 1;
            state.left = state.left | G::Set::one(cells[0]);
        }
        if let Some(problem) = self.not_taken_back(&state) {
            return Err(FenError::field("quiet turns", fields.turns, problem));
        }
        if fields.chain == "-" {
            self.check_turn(&state)?;
            state.look_back();
            state.counted_out = self.engine.count_out(&state);
        } else {
            let (jumper, jumped) = notation.read_chain(fields.chain)?;
            state.jumper = jumper;
            state.jumped = jumped.into_iter().fold(G::Set::EMPTY, |all, cell| all | G::Set::one(cell));
            if let Some(problem) = self.cannot_go_on(&state) {
                return Err(FenError::field("jumping stack", fields.chain, problem));
            }
        }
        Ok(state)
    }

    /// Why the quiet turns cannot be taken back, the last one first, if they cannot (Checkers 11.4).
    fn not_taken_back(&self, state: &State<G::Set, K, SEATS>) -> Option<String> {
        let (mut owned, mut kings) = (state.owned, state.kings);
        for &[from, to] in state.quiet_turns().iter().rev() {
            let seat = owned.iter().position(|owned| owned.has(to)).filter(|_| kings.has(to));
            let taken = owned.iter().any(|owned| owned.has(from));
            let moves = |seat: usize| {
                let crossing = self.tables().king_crosses[seat];
                let moves = |d| self.engine.geometry.back(G::Set::one(to), d, crossing).has(from);
                (0..G::MOVES).any(moves)
            };
            let Some(seat) = seat.filter(|&seat| !taken && moves(seat)) else {
                return Some(self.notation().not_back([from, to], seat.is_some(), taken));
            };
            let both = G::Set::one(from) ^ G::Set::one(to);
            owned[seat] = owned[seat] ^ both;
            kings = kings ^ both;
        }
        None
    }

    /// Without a chain, the seat can act or the game is over at it (Checkers 11.3, 11.4).
    fn check_turn(&self, state: &State<G::Set, K, SEATS>) -> Result<(), FenError> {
        let seat = state.seat as usize;
        let seats = self.tables().seats();
        if seats == 2 || self.engine.can_act(state, seat) {
            return Ok(());
        }
        let over = if self.tables().alone {
            let winner = self.tables().before(seat);
            (0..seats).all(|other| other == winner || !self.engine.can_act(state, other))
        } else {
            self.engine.is_over_at(state, seat)
        };
        if over {
            return Ok(());
        }
        let letter = (b'a' + state.seat) as char;
        Err(FenError::impossible(format!(
            "seat {letter} has no legal step but the game is not over; expected another seat to act"
        )))
    }

    /// What is wrong with the jumping stack and the squares jumped, if anything is (Checkers 11.1, 11.4).
    fn cannot_go_on(&self, state: &State<G::Set, K, SEATS>) -> Option<&'static str> {
        let seat = state.seat as usize;
        if !K::STACKED && !(state.jumped & state.occupied()).is_empty() {
            Some("the jumped squares must be empty: jumped pieces leave the board")
        } else if state.quiet != 0 {
            Some("quiet must be 0 in the middle of a multiple jump")
        } else if !state.owned[seat].has(state.jumper) {
            Some("the jumping stack must belong to the seat to act")
        } else if !self.engine.reach(state).jumping {
            Some("the stack cannot jump again; expected -")
        } else {
            None
        }
    }
}
