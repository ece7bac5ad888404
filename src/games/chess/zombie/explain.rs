//! Explanations of Zombie Chess: why a text is not a legal step.

use super::turn::checkers;
use super::{Phase, State, Zombie};
use crate::games::chess::bitboard::{OUTER_RANKS, bit, cells};
use crate::games::chess::castling::Castling;
use crate::games::chess::explain;
use crate::games::chess::pieces::Kind;
use crate::games::chess::step::{MoveKind, Step};
use crate::games::chess::variant::VariantActions;

/// Returns why a text is not a legal step, for reasons that come before those of pieces.
pub fn explain_text(state: &State, text: &str) -> Option<String> {
    let phase = state.extra.phase;
    if phase == Phase::Bury {
        return Some(match Zombie::CHOICES.read(text) {
            Some(cell) if cell < super::PASS => {
                let (seat, cell) = (state.position.seat, cell as u8);
                if state.position.pieces.side(seat) & bit(cell) == 0 {
                    format!("there is no piece of yours on {}", explain::name(cell))
                } else {
                    format!("a piece is already buried at {}", explain::name(cell))
                }
            }
            _ => "expected bury: and the cell of one of your pieces, as in bury:a1".into(),
        });
    }
    if text == "pass" {
        return Some(if phase == Phase::Move {
            "a turn needs at least one move: a seat can only pass while zombies move".into()
        } else {
            "a pass would leave the king in check at the end of the turn".into()
        });
    }
    text.starts_with("bury:").then(|| "there is nothing to bury now".into())
}

/// Why a piece does not make a step.
pub fn explain_move(state: &State, step: Step) -> String {
    let (position, extra) = (&state.position, &state.extra);
    let (from, to, pieces) = (step.from(), step.to(), &position.pieces);
    if extra.phase == Phase::Horde && extra.turn(position).waiting() & bit(from) == 0 {
        return format!(
            "only zombies that have not yet moved can move now, and there is none on {}",
            explain::name(from)
        );
    }
    if pieces.of(position.seat.other(), Kind::King) & bit(to) != 0 {
        return "a king cannot be captured".into();
    }
    let reason = match step.move_kind() {
        MoveKind::Castle => {
            let castling = Castling::of(from, to);
            let check_info = || "the king cannot castle out of, through or into check".to_string();
            explain::castle(position, castling).or_else(|| {
                cells(castling.king_path())
                    .any(|cell| {
                        super::armed(pieces).attackers(position.seat.other(), cell, pieces.occupied()) != 0
                    })
                    .then(check_info)
            })
        }
        MoveKind::Promotion(kind) if bit(from) & OUTER_RANKS != 0 => {
            explain::non_pawn(position, step, kind, explain::reach(kind, from))
        }
        MoveKind::Normal(kind) if kind != Kind::Pawn => {
            explain::non_pawn(position, step, kind, explain::reach(kind, from))
        }
        _ => explain::pawn(position, step),
    };
    reason.unwrap_or_else(|| {
        if checkers(&extra.turn(position).after(step).position.pieces, position.seat) != 0 {
            "it would leave the king in check".into()
        } else {
            "the turn could then not be completed without exposing the king (to a buried piece, or for lack \
             of a zombie)"
                .into()
        }
    })
}
