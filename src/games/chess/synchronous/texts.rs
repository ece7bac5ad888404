//! Texts of Synchronous Chess: position strings and views (5.10, 5.11), and why steps are refused.

use super::exchange::{Open, strikers};
use super::{CLOCK_END, Extra, State, Synchronous, attackers};
use crate::board::Cell;
use crate::game::{FenError, FenReader, Seat, truncate};
use crate::games::chess::bitboard::{Bitboard, bit, cells, read_cell};
use crate::games::chess::castling::{self, CastlingNotation, can_have_stayed};
use crate::games::chess::explain;
use crate::games::chess::history::ReversibleSteps;
use crate::games::chess::legal_moves::{ChoiceSet, LegalMoves};
use crate::games::chess::move_set::MoveSet;
use crate::games::chess::pieces::{Kind, Pieces};
use crate::games::chess::placement::{self, seat_letter};
use crate::games::chess::position::Position;
use crate::games::chess::step::{MoveKind, Step, UciMove};
use crate::games::chess::variant::{VariantActions, VariantRules};
use std::fmt::Write as _;

/// What a position string has (5.10).
const FIELDS: &str = "placement, seat to act, castling, phase, pending commit, open cells, men that have \
    struck, clock, history";

/// Appends the names of cells joined by `+`, or `-`.
fn write_joined(bits: Bitboard, out: &mut String) {
    let mut cells = String::new();
    placement::write_cells(bits, &mut cells);
    out.push_str(&cells.replace(',', "+"));
}

/// The text of a move, a blow or a pass.
pub fn step(step: Step) -> String {
    let mut text = String::new();
    match step.move_kind() {
        MoveKind::Choice => Synchronous::CHOICES.write(step.number(), &mut text),
        _ => step.write(CastlingNotation::TwoFiles, &mut text),
    }
    text
}

/// Appends the position string, as a seat may see it.
pub fn write(state: &State, viewer: Option<Seat>, out: &mut String) {
    let State { position, extra } = state;
    placement::write_pieces(&position.pieces, out);
    out.push(' ');
    out.push(seat_letter(position.seat));
    out.push(' ');
    castling::write_rights(position.rights, out);
    out.push_str(if extra.exchange { " x " } else { " m " });
    match extra.pending {
        None => out.push('-'),
        Some(_) if viewer == Some(1) => out.push('?'),
        Some(pending) => out.push_str(&step(pending)),
    }
    let mut open: Vec<String> = Vec::new();
    for (seat, at) in (0..).zip(&extra.open).filter(|(_, at)| at.strikers != 0) {
        let mut text = String::new();
        placement::write_cells(at.cell(), &mut text);
        let _ = write!(text, ":{}:", seat_letter(seat));
        write_joined(at.strikers, &mut text);
        open.push(text);
    }
    open.sort();
    let _ = write!(out, " {} ", if open.is_empty() { "-".into() } else { open.join(",") });
    write_joined(extra.struck, out);
    let _ = write!(out, " {} ", position.clock);
    for (at, pair) in extra.history.steps().chunks(2).enumerate() {
        out.push_str(if at > 0 { "," } else { "" });
        pair[0].write(out);
        if let Some(black) = pair.get(1) {
            out.push('+');
            black.write(out);
        }
    }
    if extra.history.steps().is_empty() {
        out.push('-');
    }
}

/// Reads a position string.
pub fn read(text: &str) -> Result<State, FenError> {
    let [placement, seat, castling, phase, pending, open, struck, clock, history] =
        FenReader::new(text, FIELDS)?.exactly()?;
    let pieces = placement::read_pieces(placement)?;
    let seat = placement::read_seat(seat)?;
    // A right stands until its pieces move (2.2.2); where they do not stand at home it is of no use.
    let rights = castling::read_letters(castling)?;
    let clock = FenReader::counter("clock", clock, CLOCK_END.into())? as u8;
    let position = Position { pieces, rights, ep_square: 0, seat, clock };
    let exchange = match phase {
        "m" => false,
        "x" => true,
        _ => return Err(FenError::field("phase", phase, "expected m (moves) or x (exchange of strikes)")),
    };
    let struck = placement::read_cells("men that have struck", &struck.replace('+', ","))?;
    let history = read_history(history, &pieces, rights)?;
    if history.steps().len() > 2 * usize::from(clock) {
        return Err(FenError::impossible(format!(
            "the history must have at most {clock} turns, the value of the clock"
        )));
    }
    let mut extra =
        Extra { exchange, struck, open: read_open(open, &position, struck)?, ..Extra::fresh(history) };
    if pieces.kind(Kind::King).count_ones() < 2 && (exchange || pending != "-" || seat != 0) {
        return Err(FenError::impossible("a king is missing, so the game is over; expected w m - - -"));
    }
    check_seat(&position, &extra, pending)?;
    if pending != "-" {
        let before = Position { seat: 0, ..position };
        let fresh = Extra { third: extra.history.is_threefold(0, &pieces), ..extra.clone() };
        if !exchange && Synchronous.is_ended(&State { position: before, extra: fresh }) {
            return Err(FenError::impossible(
                "the game is over, so White cannot have committed a move (5.8)",
            ));
        }
        extra.pending = Some(read_pending(pending, &before, &extra)?);
    } else if !exchange {
        extra.third = extra.history.is_threefold(0, &pieces);
    }
    Ok(State { position, extra })
}

fn read_pending(field: &str, before: &Position, extra: &Extra) -> Result<Step, FenError> {
    let step = match Synchronous::CHOICES.read(field) {
        Some(number) => Some(Step::choice(number)),
        None => UciMove::read(field).and_then(|named| before.find_step(named, CastlingNotation::TwoFiles)),
    };
    let mut moves = (MoveSet::default(), ChoiceSet::default());
    Synchronous
        .add_legal(&State { position: *before, extra: Extra { pending: None, ..extra.clone() } }, &mut moves);
    step.filter(|&step| moves.contains(before, step)).ok_or_else(|| {
        FenError::field(
            "pending commit",
            field,
            "is not a legal choice of White; expected a legal one, or '-'",
        )
    })
}

/// Whether the fields fit who has to choose.
fn check_seat(position: &Position, extra: &Extra, pending: &str) -> Result<(), FenError> {
    let refused = |problem: &str| Err(FenError::impossible(problem));
    let [white, black] = extra.open.map(|open| open.strikers != 0);
    if !extra.exchange {
        return match (position.seat, pending) {
            _ if white || black || extra.struck != 0 => {
                refused("in phase m there are no strikes; expected '- -'")
            }
            (0, "-") => Ok(()),
            (1, pending) if pending != "-" => Ok(()),
            _ => refused("White commits first: expected Black to act if White's move is pending, else White"),
        };
    }
    match (white, black) {
        (false, false) => refused("phase x needs a cell where a seat can strike"),
        (true, true) if (position.seat == 1) == (pending != "-") => Ok(()),
        (true, true) => {
            refused("White commits first: expected Black to act if White's strike is pending, else White")
        }
        (true, false) if position.seat == 0 && pending == "-" => Ok(()),
        (false, true) if position.seat == 1 && pending == "-" => Ok(()),
        _ => refused("only one color can strike: expected it to act, and no pending commit"),
    }
}

fn read_open(field: &str, position: &Position, struck: Bitboard) -> Result<[Open; 2], FenError> {
    let mut open = [Open::NOWHERE; 2];
    for text in field.split(',').filter(|_| field != "-") {
        let refused =
            |problem: &str| Err(FenError::field("open cells", field, format!("'{text}' {problem}")));
        let parts: Vec<&str> = text.split(':').collect();
        let ([_, seat, pieces], Some(at)) = (&parts[..], read_cell(parts[0].as_bytes())) else {
            return refused(
                "is not an open cell; expected one such as d5:b:e6 (a cell, the color that can strike \
                 there, its pieces)",
            );
        };
        let seat = placement::read_seat(seat)?;
        let pieces = placement::read_cells("open cells", &pieces.replace('+', ","))?;
        if open[seat as usize].strikers != 0 {
            return refused("is a second cell of the same color; expected one");
        }
        if pieces == 0 || pieces & !strikers(position, seat, !struck, at) != 0 {
            return refused("names pieces that have no legal strike there or have already struck");
        }
        open[seat as usize] = Open::new(at, pieces);
    }
    Ok(open)
}

/// Reads the history: each turn can be taken back.
fn read_history(field: &str, pieces: &Pieces, rights: Bitboard) -> Result<ReversibleSteps, FenError> {
    let (mut board, mut turns) = (*pieces, Vec::new());
    for text in field.rsplit(',').filter(|_| field != "-") {
        let refused = |problem: &str| {
            let text = truncate(text);
            Err(FenError::field("history", field, format!("'{text}' {problem}")))
        };
        let steps =
            text.split_once('+').and_then(|(white, black)| UciMove::read(white).zip(UciMove::read(black)));
        let Some((white, black)) = steps else {
            return refused(
                "is not a turn; expected a move of White and one of Black, as in g1f3+g8f6, or '-'",
            );
        };
        let (after, mut pair) = (board, [None; 2]);
        for (seat, named) in [(0, white), (1, black)] {
            match after.kind_at(named.to).filter(|_| after.side(seat) & bit(named.to) != 0) {
                None => return refused("cannot be undone: there is no piece on its last cell"),
                Some(Kind::Pawn) => return refused("is a pawn move, and a history has none"),
                Some(kind) if !can_have_stayed(rights, seat, kind, named.to) => {
                    return refused("moves a king or rook that has the right to castle");
                }
                Some(kind) => {
                    board.toggle(seat, kind, bit(named.to));
                    pair[seat as usize] = Some((kind, named));
                }
            }
        }
        for (seat, (kind, named)) in (0..).zip(pair.into_iter().flatten()) {
            if board.occupied() & bit(named.from) != 0 || named.promotion.is_some() {
                return refused("cannot be undone: its first cell is occupied");
            }
            board.toggle(seat, kind, bit(named.from));
        }
        for (kind, named) in pair.into_iter().flatten() {
            let reached = match kind {
                Kind::Knight | Kind::King => explain::reach(kind, named.from),
                _ => {
                    let ways = crate::games::chess::lines::between(named.from, named.to) & board.occupied();
                    if ways == 0 { explain::reach(kind, named.from) } else { 0 }
                }
            };
            if reached & bit(named.to) == 0
                || board.occupied() & bit(named.to) != 0 && !leaves(&pair, named.to)
            {
                return refused("cannot be undone: the piece cannot move that way");
            }
        }
        turns.push(pair);
    }
    let mut history = ReversibleSteps::default();
    if turns.len() > usize::from(CLOCK_END) {
        return Err(FenError::field("history", field, "is too long: the clock would have ended the game"));
    }
    for (seat, step) in turns.into_iter().rev().flat_map(|pair| (0..).zip(pair)) {
        if let Some((kind, UciMove { from, to, .. })) = step {
            history.push(seat, Step::new(from, to, MoveKind::Normal(kind)));
        }
    }
    Ok(history)
}

/// Whether one of two pieces that move together leaves a cell.
fn leaves(pair: &[Option<(Kind, UciMove)>; 2], cell: Cell) -> bool {
    pair.iter().flatten().any(|(_, named)| named.from == cell)
}

/// Returns why a text is not a legal step, for reasons that come before those of pieces.
pub fn explain_text(state: &State, text: &str) -> Option<String> {
    let extra = &state.extra;
    if text == "pass" {
        return (!extra.exchange)
            .then(|| "a seat can only pass in an exchange of strikes, not on a move".into());
    }
    None
}

/// Why a piece does not make a step.
pub fn explain_move(state: &State, step: Step) -> String {
    let State { position, extra } = state;
    let (seat, to, pieces) = (position.seat, step.to(), &position.pieces);
    if extra.exchange {
        let open = &extra.open[(seat & 1) as usize];
        let names = |bits| {
            let mut names = String::new();
            placement::write_cells(bits, &mut names);
            names
        };
        return format!(
            "expected a strike at {} by one of the pieces on {}, or pass",
            names(open.cell()),
            names(open.strikers)
        );
    }
    if pieces.of(seat ^ 1, Kind::King) & bit(to) != 0 {
        return "a move cannot go to the cell of the enemy king".into();
    }
    let king = pieces.king(seat);
    let checker = cells(attackers(pieces, seat)).next();
    if let Some(checker) = checker.filter(|_| step.from() != king || step.move_kind() == MoveKind::Castle) {
        return format!(
            "the king on {} is in check from {}, so the king itself must move",
            explain::name(king),
            explain::name(checker)
        );
    }
    if step.move_kind() == MoveKind::EnPassant {
        return "this game has no en passant captures".into();
    }
    explain::orthodox(position, step, Some(CastlingNotation::TwoFiles))
}
