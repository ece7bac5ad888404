//! The role of the notation: step strings and position strings.

use super::engine::Engine;
use super::game::ChessLike;
use super::kinds::{Kind, PromotedMark};
use super::pieces::NO_PIECE;
use super::state::State;
use super::step::{MoveKind, Step};
use crate::board::{Bitboard, Cell, NO_CELL};
use crate::game::roles::*;
use crate::game::{FenError, game_over_message, illegal_step_message, legal_steps_text};
use crate::truncate::truncate;

impl Notation for ChessLike {
    fn write_step(&self, state: &State, step: Step, out: &mut String) {
        let name = |cell| self.engine.board.name(cell);
        match step.move_kind {
            MoveKind::Pass => return out.push_str("pass"),
            MoveKind::Drop(kind) => {
                out.push(self.engine.kinds[kind.index()].letter);
                out.push('@');
                return out.push_str(name(step.to));
            }
            _ => {}
        }
        let is_fen = self.engine.fen_style.is_fen;
        out.push_str(name(step.from));
        out.push_str(if is_fen { "" } else { "-" });
        out.push_str(name(self.engine.written_to(state, step)));
        if let MoveKind::Promote(kind) = step.move_kind {
            out.push_str(if is_fen { "" } else { "=" });
            out.push(self.engine.promotion_letter(kind));
        }
        if step.remote_capture != NO_CELL && self.engine.fen_style.writes_captured_cell {
            out.push('x');
            out.push_str(name(step.remote_capture));
        }
    }

    fn read_step(&self, state: &State, text: &str) -> Option<Step> {
        let step = match text {
            "pass" => Step::PASS,
            _ if text.contains('@') => self.engine.parse_drop(text)?,
            _ => self.engine.find_step(state, self.engine.parse_step(text)?)?,
        };
        (self.is_legal(state, step) && self.step_text(state, step) == text).then_some(step)
    }

    fn explain_text(&self, state: &State, text: &str) -> String {
        if let Some(outcome) = self.outcome(state) {
            return illegal_step_message(text, Some(&game_over_message(outcome.reason.as_str())), "");
        }
        // Described games have no rule numbers to cite.
        let reason = self.engine.explain_text(state, &truncate(text)).replace(" ()", "");
        illegal_step_message(text, Some(&reason), &legal_steps_text(self, state))
    }

    fn fen(&self, state: &State) -> String {
        let mut text = String::with_capacity(128);
        self.engine.format.write(&self.engine, state, None, &mut text);
        text
    }

    fn read_fen(&self, text: &str) -> Result<State, FenError> {
        self.engine.parse_fen(text)
    }
}

/// The parts of a step string (Chess 10.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsedStep {
    pub from: Cell,
    pub to: Cell,
    /// What follows the cells of a promotion.
    pub promotion: Option<char>,
    pub remote_capture: u8,
}

impl Engine {
    /// Reads a step string.
    pub fn parse_step(&self, text: &str) -> Option<ParsedStep> {
        let (text, remote_capture) = match text.split_once('x') {
            Some((text, remote_capture)) if self.fen_style.writes_captured_cell => {
                (text, self.board.cell(remote_capture)?)
            }
            _ => (text, NO_CELL),
        };
        // As in UCI, the letter of the kind directly follows the cell.
        let last_digit = text.rfind(|letter: char| letter.is_ascii_digit()).map_or(0, |at| at + 1);
        let parts = if self.fen_style.is_fen {
            text.split_at_checked(last_digit).filter(|(_, letter)| !letter.is_empty())
        } else {
            text.split_once('=')
        };
        let (text, promotion) = match parts {
            None => (text, None),
            Some((text, letter)) => {
                let letters = &mut letter.chars();
                let letter = letters.next().filter(|_| letters.next().is_none())?;
                let is_called = |kind: u8| self.promotion_letter(Kind::new(kind)) == letter;
                if !(0..self.kinds.len() as u8).any(is_called) {
                    return None;
                }
                (text, Some(letter))
            }
        };
        let [from, to] = self.read_cells(text)?;
        Some(ParsedStep { from, to, promotion, remote_capture })
    }

    /// Returns what a step string has after the cells of a promotion to a kind.
    fn promotion_letter(&self, kind: Kind) -> char {
        let kind = &self.kinds[kind.index()];
        if kind.mark == PromotedMark::Plus { '+' } else { kind.letter.to_ascii_lowercase() }
    }

    /// Reads a drop, as in `P@e5`.
    pub fn parse_drop(&self, text: &str) -> Option<Step> {
        let (letter, cell) = text.split_once('@')?;
        let is_called = |kind: &&Kind| letter.chars().eq([self.kinds[kind.index()].letter]);
        Some(Step::drop(*self.hand.kinds.iter().find(is_called)?, self.board.cell(cell)?))
    }

    /// Returns the step that a text names. It need not be legal.
    pub fn find_step(&self, state: &State, parsed: ParsedStep) -> Option<Step> {
        let ParsedStep { from, to, promotion, remote_capture } = parsed;
        let is_called =
            |kind: &&Kind| promotion.is_some_and(|letter| self.promotion_letter(**kind) == letter);
        if self.promotes_freely {
            let step = self.step_between(state, [from, to], self.promotes_to[0])?;
            if promotion.is_none() {
                return Some(step);
            }
            let kind = *self.promotion_of(state.pieces.piece_at(from))?.to.iter().find(is_called)?;
            return Some(Step { move_kind: MoveKind::Promote(kind), ..step });
        }
        let kind = match promotion {
            None => None,
            Some(_) => Some(*self.promotes_to.iter().find(is_called)?),
        };
        let step = self.step_between(state, [from, to], kind.unwrap_or(self.promotes_to[0]))?;
        let promotes = matches!(step.move_kind, MoveKind::Promote(_));
        let remote_capture =
            if self.fen_style.writes_captured_cell { remote_capture } else { step.remote_capture };
        (promotes == kind.is_some()).then_some(Step { remote_capture, ..step })
    }

    /// Returns the step of the seat's piece on `from` to `to`. It need not be legal.
    ///
    /// A promotion is to `kind`. A capture en passant takes the first pawn that is possible.
    pub fn step_between(&self, state: &State, [from, to]: [u8; 2], kind: Kind) -> Option<Step> {
        let (seat, pieces, seat_tables) = (state.seat, &state.pieces, self.seat_tables(state.seat));
        let piece = pieces.piece_at(from);
        if piece.seat() != seat || to == NO_CELL {
            return None;
        }
        let pawn = self.is_pawn(piece);
        let captures_aside =
            pawn && self.movement(piece).leaps[usize::from(from)].has(to) && pieces.piece_at(to) == NO_PIECE;
        let remote_capture =
            if captures_aside { self.ep_pawns(state, seat, to).next().unwrap_or(NO_CELL) } else { NO_CELL };
        let castling = seat_tables.castlings.iter().find(|castling| {
            [castling.king, castling.written_to] == [from, to] && piece.kind() == castling.piece
        });
        let to = castling.map_or(to, |castling| castling.king_to);
        let move_kind = if castling.is_some() {
            MoveKind::Castle
        } else if pawn && seat_tables.promotion_cells.has(to) {
            MoveKind::Promote(kind)
        } else {
            MoveKind::Plain
        };
        Some(Step { from, to, remote_capture, move_kind })
    }
}
