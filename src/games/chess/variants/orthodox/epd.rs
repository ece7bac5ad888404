//! Positions of orthodox chess in the formats of other programs: FEN with six fields, EPD with four fields
//! and operations. Neither holds the history, so positions read from them have none.

use super::move_rules::MoveRules;
use super::{Orthodox, State};
use crate::game::roles::*;
use crate::game::{FenError, MAX_FEN, Seat};
use crate::games::chess::game::ChessGame;
use crate::games::chess::game::variant::VariantNotation;
use crate::games::chess::kit::bitboard::bit;
use crate::games::chess::kit::castling::{self, CastlingNotation};
use crate::games::chess::kit::step::UciMove;

/// What is read, in words.
const FIELDS: &str =
    "placement, seat to act, castling, en passant, then operations (or clock and move number)";

/// The operations whose operands are moves, which stand without quotes.
const OF_MOVES: [&str; 6] = ["am", "bm", "pm", "pv", "sm", "sv"];

/// An operation of EPD: a name and its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its name, such as `bm` for the best moves.
    pub code: String,
    /// Its operands.
    pub operands: Vec<String>,
}

/// Whether step strings write castling as the capture of the own rook, as in `chess960`.
pub fn castles_by_capture<P: MoveRules>(game: &ChessGame<Orthodox<P>>) -> bool {
    game.variant().castling_notation() == CastlingNotation::KingTakesRook
}

/// The fields of the position string, with the castling rights `KQkq` and the files of inner rooks (X-FEN)
/// where the position string has those of all rooks.
fn fields<P: MoveRules>(game: &ChessGame<Orthodox<P>>, state: &State) -> Vec<String> {
    let mut fields: Vec<String> = game.fen(state).split(' ').map(str::to_string).collect();
    if castles_by_capture(game) {
        let mut rights = String::new();
        castling::write_outermost(state.position.rights, &state.position.pieces, &mut rights);
        fields[2] = rights;
    }
    fields
}

/// Returns the FEN with six fields: placement, seat to act, castling, en passant, clock, move number.
pub fn six_fields<P: MoveRules>(game: &ChessGame<Orthodox<P>>, state: &State) -> String {
    fields(game, state)[..6].join(" ")
}

/// Returns the position in which the history begins, as FEN with six fields, and the steps of the history as
/// text. Both together let another program find repetitions.
pub fn with_history<P: MoveRules>(game: &ChessGame<Orthodox<P>>, state: &State) -> (String, Vec<String>) {
    let text = game.fen(state);
    let history: Vec<&str> = text.rsplit(' ').next().unwrap_or("-").split(',').collect();
    let (mut earlier, mut number) = (state.clone(), state.extra.number());
    let mut steps = Vec::new();
    for &step in history.iter().rev() {
        let Some(UciMove { from, to, .. }) = UciMove::read(step) else { break };
        let Some(kind) = earlier.position.pieces.kind_at(to) else { break };
        let seat = earlier.position.seat.other();
        earlier.position.pieces.toggle(seat, kind, bit(from) ^ bit(to));
        earlier.position.seat = seat;
        earlier.position.clock = earlier.position.clock.saturating_sub(1);
        number = number.saturating_sub(u32::from(seat == Seat::ONE)).max(1);
        steps.push(step.to_string());
    }
    steps.reverse();
    let fields = fields(game, &earlier);
    (format!("{} {number}", fields[..5].join(" ")), steps)
}

/// Returns the EPD: four fields, then operations.
///
/// # Errors
///
/// Returns a message if an opcode is not valid, or if an operand contains quotes or line ends.
pub fn write<P: MoveRules>(
    game: &ChessGame<Orthodox<P>>,
    state: &State,
    operations: &[Operation],
) -> Result<String, String> {
    let mut text = fields(game, state)[..4].join(" ");
    for Operation { code, operands } in operations {
        if !is_code(code) {
            return Err(format!(
                "'{code}' is not an EPD opcode; expected a letter, then letters, digits or '_', at most 14 \
                 characters"
            ));
        }
        text.push(' ');
        text.push_str(code);
        for operand in operands {
            if operand.contains(['"', '\n', '\r']) {
                return Err(format!("the operand of {code} must not contain quotes or line ends"));
            }
            let number = operand.parse::<f64>().is_ok_and(|number| number.is_finite());
            let bare = (number || OF_MOVES.contains(&&**code))
                && !operand.is_empty()
                && !operand.contains(|c: char| c.is_whitespace() || c == ';');
            text.push_str(&if bare { format!(" {operand}") } else { format!(" \"{operand}\"") });
        }
        text.push(';');
    }
    Ok(text)
}

fn is_code(code: &str) -> bool {
    (1..=14).contains(&code.len())
        && code.starts_with(|c: char| c.is_ascii_alphabetic())
        && code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Reads a position with four fields and perhaps operations, or with six fields. Clock and move number are
/// those of the operations `hmvc` and `fmvn` if they are there, else 0 and 1.
///
/// # Errors
///
/// Returns [`FenError`] if the text is too long, is not a position of the game, or has operations that are
/// not valid.
pub fn read<P: MoveRules>(
    game: &ChessGame<Orthodox<P>>,
    text: &str,
) -> Result<(State, Vec<Operation>), FenError> {
    if text.len() > MAX_FEN {
        return Err(FenError::TooLong { length: text.len() });
    }
    let (mut fields, mut rest) = (Vec::new(), text.trim_ascii());
    while fields.len() < 4 && !rest.is_empty() {
        let (field, behind) = word(rest);
        fields.push(field);
        rest = behind;
    }
    if fields.len() < 4 {
        return Err(FenError::Fields { found: fields.len(), expected: FIELDS.into() });
    }
    let (mut clock, mut number) = ("0", "1");
    let mut operations = Vec::new();
    if rest.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        (clock, rest) = word(rest);
        if !rest.is_empty() {
            (number, rest) = word(rest);
        }
        if !rest.is_empty() {
            let found = 6 + rest.split_ascii_whitespace().count();
            return Err(FenError::Fields { found, expected: FIELDS.into() });
        }
    } else {
        operations = read_operations(rest)?;
        let told = |code| operations.iter().find(|told: &&Operation| told.code == code)?.operands.first();
        clock = told("hmvc").map_or(clock, String::as_str);
        number = told("fmvn").map_or(number, String::as_str);
    }
    let state = game.read_fen(&format!("{} {clock} {number}", fields.join(" ")))?;
    Ok((state, operations))
}

/// The first word of a text, and what follows the blanks behind it.
fn word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| c.is_ascii_whitespace()).unwrap_or(text.len());
    (&text[..end], text[end..].trim_ascii_start())
}

fn read_operations(text: &str) -> Result<Vec<Operation>, FenError> {
    let mut operations = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let refused = |problem: &str| FenError::field("operations", rest, problem);
        let end = rest.find(|c: char| c == ';' || c.is_ascii_whitespace()).unwrap_or(rest.len());
        let code = &rest[..end];
        if !is_code(code) {
            return Err(refused("expected an opcode such as bm, then its operands and ';'"));
        }
        let (mut operands, mut ahead) = (Vec::new(), rest[end..].trim_ascii_start());
        loop {
            if let Some(quoted) = ahead.strip_prefix('"') {
                let closed = quoted.split_once('"').ok_or_else(|| refused("a quote is not closed"))?;
                operands.push(closed.0.to_string());
                ahead = closed.1.trim_ascii_start();
            } else if let Some(behind) = ahead.strip_prefix(';') {
                ahead = behind.trim_ascii_start();
                break;
            } else if ahead.is_empty() {
                break;
            } else {
                let end = ahead.find(|c: char| c == ';' || c == '"' || c.is_ascii_whitespace());
                let (operand, behind) = ahead.split_at(end.unwrap_or(ahead.len()));
                operands.push(operand.to_string());
                ahead = behind.trim_ascii_start();
            }
        }
        if operations.iter().any(|told: &Operation| told.code == code) {
            return Err(refused("this opcode is given twice"));
        }
        operations.push(Operation { code: code.to_string(), operands });
        rest = ahead;
    }
    Ok(operations)
}
