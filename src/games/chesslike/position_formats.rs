//! The formats of position strings (Chess 11.2 to 11.4, Tri-Chess 10, Three Kings 9).

use super::castling::castling_right;
use super::engine::Engine;
use super::fen::push_list;
use super::goals::{Condition, Goal};
use super::pieces::NO_PIECE;
use super::state::State;
use crate::board::Bitboard;
use crate::game::{FenError, Field, FieldText, PositionFormat, Seat, stored, write_value};
use std::fmt::Write as _;

/// Field types of this engine.
type EngineField = Field<Engine, State>;

/// Castling rights and the cell passed over, as in chess.
const FEN_CASTLING: EngineField = Field::new("castling", Engine::write_fen_rights, Engine::read_fen_rights);
const EP_SQUARE: EngineField = Field::new("en passant", Engine::write_ep_square, Engine::read_ep_square);

/// The letters of castling rights: king's side, queen's side.
const SIDES: [char; 2] = ['K', 'Q'];

/// The format of described games for two seats, which is that of chess.
pub static FEN: PositionFormat<Engine, State> = PositionFormat::new(&[
    placement(),
    seat(),
    FEN_CASTLING,
    EP_SQUARE,
    clock(),
    round("move number"),
    history().or("-"),
]);

/// The format of described games for two seats in which checks count, with the numbers of checks that are
/// left.
pub static FEN_WITH_CHECKS: PositionFormat<Engine, State> = PositionFormat::new(&[
    placement(),
    seat(),
    FEN_CASTLING,
    EP_SQUARE,
    Field::new("checks", Engine::write_checks_left, Engine::read_checks_left),
    clock(),
    round("move number"),
    history().or("-"),
]);

/// The format of Double Chess, and of described games for more seats.
pub static DOUBLE_CHESS: PositionFormat<Engine, State> = PositionFormat::new(&[
    placement(),
    seat(),
    castling(),
    ep_moves(),
    immunities(),
    clock(),
    round("round"),
    history().or("-"),
]);

/// The format of Tri-Chess.
pub static TRI_CHESS: PositionFormat<Engine, State> = PositionFormat::new(&[
    placement(),
    seat(),
    castling(),
    ep_moves(),
    immunities(),
    clock(),
    round("round"),
    history(),
]);

/// The format of Three Kings Chess.
pub static THREE_KINGS: PositionFormat<Engine, State> = PositionFormat::new(&[
    placement().then(|engine, state, _| engine.check_owners(&state.pieces)),
    seat().then(|_, state, field| {
        let has_king = state.pieces.has_king(state.seat);
        field.require(has_king, "this seat has no king and is out of the game (9.1)")
    }),
    Field::new("castling", Engine::write_rooks, |engine, state, field| engine.read_rooks(field.text, state)),
    Field::new("cells passed over", Engine::write_passed_cells, |engine, state, field| {
        engine.read_passed_cells(field.text, state)
    }),
    Field::new("checks", Engine::write_checks, |engine, state, field| engine.read_checks(field.text, state)),
    stored!("quiet turns", clock, write_value, |engine, state, field| {
        field.counter(engine.clock_limit(&state.pieces).into())? as u16
    }),
    history().read_by(|engine, state, field| {
        let has_passed = field.other("cells passed over").text != "-";
        field.require(
            field.text == "-" || !has_passed,
            "expected '-' if a pawn has passed over cells (9.7)",
        )?;
        engine.read_history(field.text, state)
    }),
]);

const fn placement() -> EngineField {
    EngineField::new(
        "placement",
        |engine, state, _, out| {
            engine.write_placement(&state.pieces, out);
            if engine.has_drops {
                engine.write_hands(state, out);
            }
        },
        |engine, state, field| {
            let (placement, hands) = match field.text.split_once('[') {
                Some((placement, hands)) if engine.has_drops => (placement, hands),
                _ => (field.text, "]"),
            };
            state.pieces = engine.read_placement(placement)?;
            state.hands = engine.read_hands(field, hands)?;
            Ok(())
        },
    )
}

const fn seat() -> EngineField {
    EngineField::new(
        "seat",
        |engine, state, _, out| out.push(engine.letter(state.seat)),
        |engine, state, field| {
            state.seat = engine.read_seat("seat", field.text, field.text)?;
            Ok(())
        },
    )
}

const fn castling() -> EngineField {
    EngineField::new(
        "castling",
        |engine, state, _, out| {
            let rights = |seat| {
                let rights = engine.rights_text(state, seat);
                if rights.is_empty() { "-".to_owned() } else { rights }
            };
            push_list(out, engine.all_seats().map(rights));
        },
        |engine, state, field| engine.read_rights(field.text, state),
    )
}

const fn ep_moves() -> EngineField {
    EngineField::new(
        "en passant",
        |engine, state, _, out| {
            let ep_move = |seat| state.ep_move(seat).map(|ep_move| engine.move_text(ep_move));
            push_list(out, engine.all_seats().filter_map(ep_move));
        },
        |engine, state, field| engine.read_ep_moves(field.text, state),
    )
}

const fn immunities() -> EngineField {
    EngineField::new(
        "immunities",
        |engine, state, _, out| {
            let immunity = |(cell, seat)| format!("{}:{}", engine.board.name(cell), engine.letter(seat));
            push_list(out, engine.immunities(state).map(immunity));
        },
        |engine, state, field| engine.read_immunities(field.text, state),
    )
}

const fn clock() -> EngineField {
    stored!("clock", clock, write_value, |engine, _, field| field.counter(engine.draw_clock.into())? as u16)
}

const fn round(name: &'static str) -> EngineField {
    stored!(name, round, write_value, |_, _, field| match field.counter(u32::MAX)? {
        0 => return Err(field.refused("expected a number from 1")),
        round => round,
    })
}

const fn history() -> EngineField {
    EngineField::new(
        "history",
        |engine, state, _, out| {
            push_list(out, state.history.steps().iter().map(|&step| engine.move_text(step)));
        },
        |engine, state, field| engine.read_history(field.text, state),
    )
    .label("history (or '-')")
}

impl Engine {
    /// Returns the letters of a seat's castling rights.
    fn rights_text(&self, state: &State, seat: Seat) -> String {
        let has_right = |&side: &usize| state.castling_rights & castling_right(seat, side) != 0;
        (0..SIDES.len()).filter(has_right).map(|side| SIDES[side]).collect()
    }

    /// Appends the castling rights as in chess: those of the second seat in lower case.
    fn write_fen_rights(&self, state: &State, _viewer: Option<Seat>, out: &mut String) {
        let [first, second] = [Seat::ZERO, Seat::ONE].map(|seat| self.rights_text(state, seat));
        let rights = first + &second.to_lowercase();
        out.push_str(if rights.is_empty() { "-" } else { &rights });
    }

    fn read_fen_rights(&self, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
        let of = |upper: bool| {
            let own = |letter: &char| letter.is_ascii_uppercase() == upper;
            let rights: String = field.text.chars().filter(|&letter| letter != '-').filter(own).collect();
            if rights.is_empty() { "-".to_owned() } else { rights.to_ascii_uppercase() }
        };
        self.read_rights(&[of(true), of(false)].join(","), state).map_err(|_| {
            field
                .refused("expected some of K, Q, k and q in this order, each with its pieces at home, or '-'")
        })?;
        let mut written = String::new();
        self.write_fen_rights(state, None, &mut written);
        field.require(written == field.text, "expected some of K, Q, k and q in this order, or '-'")
    }

    /// Appends the cell that the last pawn passed over, next to its target.
    fn write_ep_square(&self, state: &State, _viewer: Option<Seat>, out: &mut String) {
        let passed = |seat: Seat| self.ep_squares(&state.pieces, state.ep_move(seat)?).last();
        let cell = self.all_seats().filter_map(passed).next();
        out.push_str(cell.map_or("-", |cell| self.board.name(cell)));
    }

    fn read_ep_square(&self, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
        if field.text == "-" {
            return Ok(());
        }
        let passed = self.board.cell(field.text);
        let passed = passed.ok_or_else(|| field.refused("expected a cell or '-'"))?;
        let ep_move = self.all_seats().filter(|&seat| seat != state.seat).find_map(|seat| {
            let moves = self.long_pawn_moves(state, seat);
            moves.into_iter().find(|&ep_move| self.ep_squares(&state.pieces, ep_move).last() == Some(passed))
        });
        let ep_move = ep_move.ok_or_else(|| field.refused("no pawn can have passed over this cell"))?;
        state.ep_moves[state.pieces.piece_at(ep_move[1]).seat().index()] = ep_move;
        Ok(())
    }

    /// Returns the number of checks that win.
    fn winning_checks(&self) -> u8 {
        let count =
            |goal: &Goal| if let Condition::Checks(count) = goal.condition { Some(count) } else { None };
        self.goals.iter().find_map(count).unwrap_or(0)
    }

    /// Appends the checks that the seats still need, as `3+3`.
    fn write_checks_left(&self, state: &State, _viewer: Option<Seat>, out: &mut String) {
        let left = |seat: usize| self.winning_checks().saturating_sub(state.checks[seat]);
        let _ = write!(out, "{}+{}", left(0), left(1));
    }

    fn read_checks_left(&self, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
        let all = self.winning_checks();
        let wrong = || field.refused(format!("expected two numbers from 0 to {all}, as in {all}+{all}"));
        let (first, second) = field.text.split_once('+').ok_or_else(wrong)?;
        for (seat, text) in [first, second].into_iter().enumerate() {
            let left = field.part(text).counter(all.into()).map_err(|_| wrong())?;
            state.checks[seat] = all - left as u8;
        }
        Ok(())
    }

    /// Returns the moves over cells that a pawn of a seat can just have made.
    fn long_pawn_moves(&self, state: &State, seat: Seat) -> Vec<[u8; 2]> {
        let pieces = &state.pieces;
        let pawns = pieces.of_seat(seat) & pieces.pawns();
        let moves = pawns.cells().flat_map(|to| {
            let from = self.board.cells().filter(move |&from| self.is_long_pawn_move(seat, [from, to]));
            from.map(move |from| [from, to])
        });
        let is_open = |&[from, to]: &[u8; 2]| {
            let mut passed = self.ep_squares(pieces, [from, to]).chain([from]);
            passed.all(|cell| pieces.piece_at(cell) == NO_PIECE)
        };
        moves.filter(is_open).collect()
    }
}
