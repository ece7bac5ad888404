//! Explanations of Adrenaline Chess: why a text is not a legal step.

use super::{Adrenaline, Extra, Phase, State};
use crate::board::Cell;
use crate::games::chess::bitboard::bit;
use crate::games::chess::castling::{Castling, CastlingNotation};
use crate::games::chess::explain::{self, name};
use crate::games::chess::legal::legal;
use crate::games::chess::legal_moves::LegalMoves;
use crate::games::chess::lines::KING_ATTACKS;
use crate::games::chess::pieces::Kind;
use crate::games::chess::step::{MoveKind, Step, UciMove};
use crate::games::chess::variant::VariantActions;

/// Returns why a text is not a legal step, for reasons that come before those of pieces.
pub fn explain_text(state: &State, text: &str) -> Option<String> {
    let State { position, extra: Extra { phase, .. } } = state;
    let pieces = &position.pieces;
    let choice = Adrenaline::CHOICES.read(text);
    match *phase {
        Phase::Place => Some(match choice {
            Some(cell) if cell < super::PASS => {
                let cell = cell as Cell;
                if pieces.side(position.seat.other()) & bit(cell) == 0 {
                    format!("there is no enemy piece on {} (A5)", name(cell))
                } else {
                    "with one more checker, the piece there would attack your king (A8)".into()
                }
            }
            _ => "expected rush: and the cell of an enemy piece, as in rush:e7 (A5)".into(),
        }),
        Phase::Run { runner, .. } => match (choice, UciMove::read(text)) {
            (Some(_), _) => Some("a checker is placed only after the extra moves (A5)".into()),
            (_, Some(named)) if named.from != runner && pieces.side(position.seat) & bit(named.from) != 0 => {
                Some(format!("only the piece on {} can make extra moves; or pass (A3)", name(runner)))
            }
            _ => None,
        },
        Phase::Move => choice.map(|choice| match choice {
            super::PASS => "a turn must begin with a regular move (A2)".into(),
            _ => "nothing has been captured in this turn (A5)".into(),
        }),
    }
}

/// Why a piece does not make a step.
pub fn explain_move(state: &State, step: Step) -> String {
    let State { position, extra: Extra { stacks, phase } } = state;
    let (from, to, pieces) = (step.from(), step.to(), &position.pieces);
    if matches!(phase, Phase::Run { .. }) {
        if KING_ATTACKS[usize::from(from)] & bit(to) == 0 {
            return "an extra move must go one cell in any direction (A3)".into();
        }
        if pieces.side(position.seat) & bit(to) != 0 {
            return format!("{} is occupied by your own piece", name(to));
        }
        if pieces.kind(Kind::King) & bit(to) != 0 {
            return "a king cannot be captured (C8)".into();
        }
        return explain_check(state, step);
    }
    if !legal(position).contains(position, step) {
        return explain::orthodox(position, step, Some(CastlingNotation::TwoFiles));
    }
    if step.move_kind() == MoveKind::Castle {
        let castling = Castling::of(from, to);
        if stacks.held() & (bit(castling.king) | bit(castling.rook)) != 0 {
            return "castling needs a king and a rook without checkers (A7)".into();
        }
        if !Adrenaline::may_castle(state, step) {
            return "the king cannot castle out of, through or into check by extra moves (A7)".into();
        }
    }
    explain_check(state, step)
}

/// Why a step that a piece could make is not safe (A8).
fn explain_check(state: &State, step: Step) -> String {
    let (mut position, mut stacks) = (state.position, state.extra.stacks);
    let extra = matches!(state.extra.phase, Phase::Run { .. });
    Adrenaline::go(&mut position, &mut stacks, step, extra);
    let rush = Adrenaline::attack(&position, &stacks, position.ep_square);
    match rush.checker() {
        Some(checker) => format!(
            "the piece on {} could capture the king on {} (A6, A8)",
            name(checker),
            name(position.pieces.king(position.seat))
        ),
        None => "no checker could then be placed under an enemy piece without exposing the king (A8)".into(),
    }
}
