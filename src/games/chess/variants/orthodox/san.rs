//! Moves of orthodox chess in Standard Algebraic Notation (SAN).

use super::move_rules::MoveRules;
use super::{Orthodox, State};
use crate::board::Cell;
use crate::game::roles::*;
use crate::game::{ParseError, Reason, Seat, collect_legal, parse_whole};
use crate::games::chess::game::ChessGame;
use crate::games::chess::game::variant::VariantNotation;
use crate::games::chess::kit::bitboard::{bit, file, rank, write_cell};
use crate::games::chess::kit::castling::Castling;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::step::{MoveKind, Step, is_last_rank};
use crate::truncate::{truncate, truncate_list};
use std::fmt;
use std::str::FromStr;

/// A move as it is written: `e4`, `Nbxd7+`, `e8=Q#`, `O-O`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct San {
    /// What is done.
    pub done: Done,
    /// What it does to the enemy king.
    pub check: Check,
}

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Done {
    /// `O-O`, or `O-O-O` if it is the long one: towards the a-file.
    Castle {
        /// Whether it is the long one.
        long: bool,
    },
    /// A piece goes.
    Go(Go),
    /// `--`: nothing, in variations that ask what the other side would do.
    Nothing,
}

/// A move of a piece, as far as the text determines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Go {
    /// The kind; none where the cell that it leaves tells it: `g1f3`.
    pub kind: Option<Kind>,
    /// The file that it leaves.
    pub file: Option<u8>,
    /// The rank that it leaves.
    pub rank: Option<u8>,
    /// Whether it is written as a capture.
    pub capture: bool,
    /// Where it arrives.
    pub to: Cell,
    /// What a pawn becomes.
    pub promotion: Option<Kind>,
}

/// What a move does to the enemy king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Check {
    /// Nothing, or it is not told.
    #[default]
    None,
    /// `+`
    Check,
    /// `#`
    Mate,
}

/// What a move should look like.
const MOVE: &str = "a move such as e4, Nxf3, e8=Q or O-O";

impl San {
    /// The move that a text begins with, and where it ends. What is met in files is let pass: `0-0`, `e8Q`,
    /// `e8(Q)`, `Ng1-f3`, `g1f3`, `exd6 e.p.`, `Pe4`, `ed5`, `N:f3`, `++`.
    pub(crate) fn read(text: &str) -> Result<(San, usize), ParseError> {
        let (done, mut at) = match text.as_bytes() {
            [b'-', b'-', ..] | [b'Z', b'0', ..] => (Done::Nothing, 2),
            [b'O' | b'o' | b'0', ..] => castle(text)?,
            _ => go(text)?,
        };
        let rest = &text[at..];
        let passing = ["e.p.", " e.p.", "ep"].into_iter().find(|words| rest.starts_with(words));
        at += passing.filter(|_| matches!(done, Done::Go(Go { capture: true, .. }))).map_or(0, str::len);
        let marks = text[at..].bytes().take_while(|byte| matches!(byte, b'+' | b'#')).count();
        let check = match &text[at..at + marks] {
            "" => Check::None,
            marks if marks.contains('#') => Check::Mate,
            _ => Check::Check,
        };
        Ok((San { done, check }, at + marks))
    }

    /// Returns how a legal step is written: with as much of its first cell as distinguishes it from other
    /// steps.
    pub fn of<P: MoveRules>(game: &ChessGame<Orthodox<P>>, state: &State, step: Step) -> San {
        let mut next = state.clone();
        game.apply(&mut next, step);
        let (pieces, seat) = (&next.position.pieces, next.position.seat);
        let checked = pieces.attackers(seat.other(), pieces.king(seat), pieces.occupied()) != 0;
        let mate = || game.outcome(&next).is_some_and(|outcome| outcome.reason == Reason::Checkmate);
        let check = match checked {
            false => Check::None,
            true if mate() => Check::Mate,
            true => Check::Check,
        };
        let pieces = &state.position.pieces;
        let (from, to) = (step.from(), step.to());
        let kind = match step.move_kind() {
            MoveKind::Castle => return San { done: Done::Castle { long: is_long(step) }, check },
            MoveKind::Normal(kind) => kind,
            _ => Kind::Pawn,
        };
        let capture = step.move_kind() == MoveKind::EnPassant || pieces.occupied() & bit(to) != 0;
        let (mut others, mut same_file, mut same_rank) = (false, false, false);
        if kind != Kind::Pawn {
            let twin = |other: &Step| {
                other.move_kind() == step.move_kind() && other.to() == to && other.from() != from
            };
            for other in collect_legal(game, state).into_iter().filter(twin) {
                others = true;
                same_file |= file(other.from()) == file(from);
                same_rank |= rank(other.from()) == rank(from);
            }
        }
        if moves_without_advance(state.position.seat, step) {
            let (file, rank) = (Some(file(from)), Some(rank(from)));
            let go = Go { kind: None, file, rank, capture: false, to, promotion: None };
            return San { done: Done::Go(go), check };
        }
        let by_file = if kind == Kind::Pawn { capture } else { others && (!same_file || same_rank) };
        let go = Go {
            kind: Some(kind),
            file: by_file.then(|| file(from)),
            rank: same_file.then(|| rank(from)),
            capture,
            to,
            promotion: step.promotion(),
        };
        San { done: Done::Go(go), check }
    }

    /// Returns the legal step that this move means. Captures and checks are not compared.
    ///
    /// # Errors
    ///
    /// Returns a message if the move means no legal step, or more than one.
    pub fn step<P: MoveRules>(&self, game: &ChessGame<Orthodox<P>>, state: &State) -> Result<Step, String> {
        let refused = |what: &str, steps: &[Step]| {
            let mut texts: Vec<String> =
                steps.iter().map(|&step| San::of(game, state, step).to_string()).collect();
            texts.sort();
            Err(format!("'{self}' {what}: {}", truncate_list(&texts, ", ")))
        };
        let mut meant = collect_legal(game, state);
        meant.retain(|&step| self.means(game, state, step));
        match meant[..] {
            [step] => Ok(step),
            [] if self.done == Done::Nothing => Err("a null move cannot be played".into()),
            [] => {
                if let Some(outcome) = game.outcome(state) {
                    let reason = outcome.reason.as_str();
                    return Err(format!("'{self}' is not legal: the game is over ({reason})"));
                }
                refused("is not legal; legal", &collect_legal(game, state))
            }
            _ => refused("is ambiguous; write one of", &meant),
        }
    }

    /// Returns whether the move can mean a legal step.
    fn means<P: MoveRules>(&self, game: &ChessGame<Orthodox<P>>, state: &State, step: Step) -> bool {
        let castles = step.move_kind() == MoveKind::Castle;
        match self.done {
            Done::Nothing => false,
            Done::Castle { long } => castles && is_long(step) == long,
            Done::Go(go) => {
                // A castling is told by both its cells as the game's own steps are, if not by its name.
                let (from, in_full) = (step.from(), go.file.is_some() && go.rank.is_some());
                let target =
                    if castles { step.target(game.variant().castling_notation()) } else { step.to() };
                go.kind.is_none_or(|kind| state.position.pieces.kind_at(from) == Some(kind))
                    && go.file.is_none_or(|told| told == file(from))
                    && go.rank.is_none_or(|told| told == rank(from))
                    && (in_full || !castles)
                    && (in_full || !moves_without_advance(state.position.seat, step))
                    && go.promotion.is_none_or(|told| step.promotion() == Some(told))
                    && go.to == target
            }
        }
    }
}

/// Returns the legal step that a text names in Standard Algebraic Notation.
///
/// # Errors
///
/// Returns a message if the text is not a move, or if it means no legal step or more than one.
///
/// # Examples
///
/// ```
/// use plyground::game::roles::*;
/// use plyground::game::{Frame, rng_for};
/// use plyground::games::chess::{ChessGame, san};
///
/// let game = ChessGame::chess(true, Frame::Seat);
/// let start = game.start(&mut rng_for(0, 0, 0));
/// let step = san::read(&game, &start, "Nf3")?;
/// assert_eq!(game.step_text(&start, step), "g1f3");
/// let error = san::read(&game, &start, "Ke2").unwrap_err();
/// assert!(error.starts_with("'Ke2' is not legal; legal: Na3, Nc3, Nf3, Nh3, a3, a4, "), "{error}");
/// # Ok::<(), String>(())
/// ```
pub fn read<P: MoveRules>(game: &ChessGame<Orthodox<P>>, state: &State, text: &str) -> Result<Step, String> {
    text.parse::<San>()?.step(game, state)
}

impl FromStr for San {
    type Err = String;

    fn from_str(text: &str) -> Result<San, String> {
        let spelled = parse_whole(text, San::read(text), "the end of the move");
        spelled.map_err(|problem| format!("'{}' is not a move: {problem}", truncate(text)))
    }
}

/// Returns whether a step is a pawn move sideways or back, which is written with both cells (Chess 14.9).
fn moves_without_advance(seat: Seat, step: Step) -> bool {
    let (from, to) = (rank(step.from()), rank(step.to()));
    let advances = if seat == Seat::ZERO { to > from } else { to < from };
    step.move_kind() == MoveKind::Normal(Kind::Pawn) && !advances
}

fn is_long(castling: Step) -> bool {
    file(Castling::of(castling.from(), castling.to()).king_to) == 2
}

fn castle(text: &str) -> Result<(Done, usize), ParseError> {
    let sign = |at: usize| matches!(text.as_bytes().get(at), Some(b'O' | b'o' | b'0'));
    let wraps = |at: usize| text.as_bytes().get(at) == Some(&b'-') && sign(at + 1);
    match (wraps(1), wraps(1) && wraps(3)) {
        (_, true) => Ok((Done::Castle { long: true }, 5)),
        (true, false) => Ok((Done::Castle { long: false }, 3)),
        _ => Err(ParseError::expected(MOVE, text, 0)),
    }
}

fn go(text: &str) -> Result<(Done, usize), ParseError> {
    let byte = |at: usize| text.as_bytes().get(at).copied();
    let file_at = |at: usize| byte(at).filter(|byte| (b'a'..=b'h').contains(byte)).map(|byte| byte - b'a');
    let rank_at = |at: usize| byte(at).filter(|byte| (b'1'..=b'8').contains(byte)).map(|byte| byte - b'1');
    let letter = byte(0).filter(|letter| b"KQRBNP".contains(letter));
    let kind = letter.and_then(Kind::of_letter).unwrap_or(Kind::Pawn);
    let mut at = usize::from(letter.is_some());
    let from_file = file_at(at);
    at += usize::from(from_file.is_some());
    let from_rank = rank_at(at);
    at += usize::from(from_rank.is_some());
    let sign = byte(at).filter(|sign| b"x:-".contains(sign));
    let behind = at + usize::from(sign.is_some());
    let (from, to, sign) = match (file_at(behind), rank_at(behind + 1), from_file, from_rank) {
        (Some(file), Some(rank), ..) => {
            at = behind + 2;
            ((from_file, from_rank), rank << 3 | file, sign)
        }
        (_, _, Some(file), Some(rank)) => ((None, None), rank << 3 | file, None),
        _ => return Err(ParseError::expected(MOVE, text, 0)),
    };
    // A pawn move never has a rank alone, and a file alone only if it captures.
    let kind = match (kind, from) {
        (Kind::Pawn, (None, Some(_))) => return Err(ParseError::expected(MOVE, text, 0)),
        (Kind::Pawn, (Some(_), Some(_))) => None,
        (kind, _) => Some(kind),
    };
    let capture = matches!(sign, Some(b'x' | b':')) || kind == Some(Kind::Pawn) && from.0.is_some();
    let mut promotion = None;
    if kind.is_none_or(|kind| kind == Kind::Pawn)
        && (is_last_rank(Seat::ZERO, to) || is_last_rank(Seat::ONE, to))
    {
        let named = |at: usize| {
            let letter = byte(at).filter(|letter| b"QRBNqrbn".contains(letter));
            letter.and_then(Kind::of_letter)
        };
        let length;
        (promotion, length) = match byte(at) {
            Some(b'=' | b'/') => match named(at + 1) {
                None => return Err(ParseError::expected("Q, R, B or N", text, at + 1)),
                kind => (kind, 2),
            },
            Some(b'(') if named(at + 1).is_some() && byte(at + 2) == Some(b')') => (named(at + 1), 3),
            _ => (named(at), 1),
        };
        at += if promotion.is_some() { length } else { 0 };
    }
    Ok((Done::Go(Go { kind, file: from.0, rank: from.1, capture, to, promotion }), at))
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        match self.done {
            Done::Nothing => text.push_str("--"),
            Done::Castle { long } => text.push_str(if long { "O-O-O" } else { "O-O" }),
            Done::Go(go) => {
                // Nothing begins with the sign of a capture: where it is not told which pawn captures, its
                // letter says that one does.
                let named = |&kind: &Kind| kind != Kind::Pawn || go.capture && go.file.is_none();
                text.extend(go.kind.filter(named).map(capital));
                text.extend(go.file.map(|file| char::from(b'a' + file)));
                text.extend(go.rank.map(|rank| char::from(b'1' + rank)));
                text.push_str(if go.capture { "x" } else { "" });
                write_cell(go.to, &mut text);
                if let Some(kind) = go.promotion {
                    text.push('=');
                    text.push(capital(kind));
                }
            }
        }
        text.push_str(match self.check {
            Check::None => "",
            Check::Check => "+",
            Check::Mate => "#",
        });
        f.write_str(&text)
    }
}

fn capital(kind: Kind) -> char {
    char::from(kind.letter().to_ascii_uppercase())
}
