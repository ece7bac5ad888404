//! The notation of Synchronous Chess: step strings, position strings, why a text is no step.

use super::exchange::{Open, strikers};
use super::{CLOCK_END, Extra, State, Synchronous, attackers};
use crate::board::Cell;
use crate::game::{FenError, Field, FieldText, PositionFormat, Seat, stored};
use crate::games::chess::game::fields;
use crate::games::chess::game::variant::{VariantActions, VariantNotation, VariantRules};
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells, read_cell};
use crate::games::chess::kit::castling::{self, CastlingNotation, can_have_stayed};
use crate::games::chess::kit::explain::{self, reach};
use crate::games::chess::kit::legal_moves::{ChoiceSet, LegalMoves};
use crate::games::chess::kit::lines;
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::placement::{self, seat_letter};
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::step::{MoveKind, Step, UciMove};
use crate::truncate::truncate;
use std::fmt::Write as _;

/// The name of the field of the pending commit.
const PENDING: &str = "pending commit";

impl VariantNotation for Synchronous {
    /// The position string (5.10).
    const FORMAT: PositionFormat<Self, State> = PositionFormat::new(&[
        fields::placement(),
        fields::seat(),
        // A right stands until its pieces move (2.2.2). Where they do not stand at home it is of no use.
        stored!("castling", position.rights, castling::write_rights, |_, _, field| {
            castling::read_letters(field.text)?
        }),
        stored!("phase", extra.exchange, write_phase, |_, _, field| match field.text {
            "m" => false,
            "x" => true,
            _ => return Err(field.refused("expected m (moves) or x (exchange of strikes)")),
        }),
        Field::new(PENDING, write_pending, read_pending).after("open cells"),
        stored!("open cells", extra.open, write_open, |_, state, field| read_open(state, field)?)
            .after(fields::HISTORY)
            .then(check_seat),
        stored!("men that have struck", extra.struck, write_joined, |_, _, field| {
            read_joined(field, field.text)?
        }),
        fields::clock::<CLOCK_END, _>().after("castling"),
        Field::new(fields::HISTORY, write_history, read_history),
    ]);

    fn explain_text(&self, state: &State, text: &str) -> Option<String> {
        explain_text(state, text)
    }

    fn explain_move(&self, state: &State, step: Step) -> String {
        explain_move(state, step)
    }
}

/// Appends the names of cells joined by `+`, or `-`.
fn write_joined(bits: Bitboard, out: &mut String) {
    let mut cells = String::new();
    placement::write_cells(bits, &mut cells);
    out.push_str(&cells.replace(',', "+"));
}

/// Reads names of cells joined by `+`, or `-`.
fn read_joined(field: FieldText<'_>, text: &str) -> Result<Bitboard, FenError> {
    placement::read_cells(field.part(&text.replace('+', ",")))
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

fn write_phase(exchange: bool, out: &mut String) {
    out.push(if exchange { 'x' } else { 'm' });
}

/// White's commit is a question mark for Black (5.11).
fn write_pending(_: &Synchronous, state: &State, viewer: Option<Seat>, out: &mut String) {
    match state.extra.pending {
        None => out.push('-'),
        Some(_) if viewer == Some(Seat::ONE) => out.push('?'),
        Some(pending) => out.push_str(&step(pending)),
    }
}

fn read_pending(_: &Synchronous, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let State { position, extra } = state;
    let third = extra.history.is_threefold(Seat::ZERO, &position.pieces);
    if field.text == "-" {
        extra.third = third && !extra.exchange;
        return Ok(());
    }
    // The state in which White committed.
    let before = State {
        position: Position { seat: Seat::ZERO, ..*position },
        extra: Extra { third, ..extra.clone() },
    };
    if !extra.exchange && Synchronous.is_ended(&before) {
        return Err(FenError::impossible("the game is over, so White cannot have committed a move (5.8)"));
    }
    let step = match Synchronous::CHOICES.read(field.text) {
        Some(number) => Some(Step::choice(number)),
        None => UciMove::read(field.text)
            .and_then(|named| before.position.find_step(named, CastlingNotation::TwoFiles)),
    };
    let mut moves = (MoveSet::default(), ChoiceSet::default());
    Synchronous.add_legal(&before, &mut moves);
    extra.pending = step.filter(|&step| moves.contains(&before.position, step));
    match extra.pending {
        Some(_) => Ok(()),
        None => Err(field.refused("is not a legal choice of White; expected a legal one, or '-'")),
    }
}

/// Checks that the fields fit the seat to act.
fn check_seat(_: &Synchronous, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let State { position, extra } = &*state;
    let pending = field.other(PENDING).text;
    let refused = |problem: &str| Err(FenError::impossible(problem));
    let lacks_king = position.pieces.kind(Kind::King).count_ones() < 2;
    if lacks_king && (extra.exchange || pending != "-" || position.seat != Seat::ZERO) {
        return refused("a king is missing, so the game is over; expected w m - - -");
    }
    let [white, black] = extra.open.map(|open| open.strikers != 0);
    if !extra.exchange {
        return match (position.seat, pending) {
            _ if white || black || extra.struck != 0 => {
                refused("in phase m there are no strikes; expected '- -'")
            }
            (Seat::ZERO, "-") => Ok(()),
            (Seat::ONE, pending) if pending != "-" => Ok(()),
            _ => refused("White commits first: expected Black to act if White's move is pending, else White"),
        };
    }
    match (white, black) {
        (false, false) => refused("phase x needs a cell where a seat can strike"),
        (true, true) if (position.seat == Seat::ONE) == (pending != "-") => Ok(()),
        (true, true) => {
            refused("White commits first: expected Black to act if White's strike is pending, else White")
        }
        (true, false) if position.seat == Seat::ZERO && pending == "-" => Ok(()),
        (false, true) if position.seat == Seat::ONE && pending == "-" => Ok(()),
        _ => refused("only one color can strike: expected it to act, and no pending commit"),
    }
}

fn write_open(cells: [Open; 2], out: &mut String) {
    let mut open: Vec<String> = Vec::new();
    for (seat, at) in Seat::BOTH.into_iter().zip(cells).filter(|(_, at)| at.strikers != 0) {
        let mut text = String::new();
        placement::write_cells(at.cell(), &mut text);
        let _ = write!(text, ":{}:", seat_letter(seat));
        write_joined(at.strikers, &mut text);
        open.push(text);
    }
    open.sort();
    out.push_str(if open.is_empty() { "-" } else { "" });
    out.push_str(&open.join(","));
}

fn read_open(state: &State, field: FieldText<'_>) -> Result<[Open; 2], FenError> {
    let mut open = [Open::NOWHERE; 2];
    for text in field.text.split(',').filter(|_| field.text != "-") {
        let refused = |problem: &str| Err(field.refused(format!("'{text}' {problem}")));
        let parts: Vec<&str> = text.split(':').collect();
        let ([_, seat, pieces], Some(at)) = (&parts[..], read_cell(parts[0].as_bytes())) else {
            return refused(
                "is not an open cell; expected one such as d5:b:e6 (a cell, the color that can strike \
                 there, its pieces)",
            );
        };
        let seat = placement::read_seat(seat)?;
        let pieces = read_joined(field, pieces)?;
        if open[seat.index()].strikers != 0 {
            return refused("is a second cell of the same color; expected one");
        }
        if pieces == 0 || pieces & !strikers(&state.position, seat, !state.extra.struck, at) != 0 {
            return refused("names pieces that have no legal strike there or have already struck");
        }
        open[seat.index()] = Open::new(at, pieces);
    }
    Ok(open)
}

fn write_history(_: &Synchronous, state: &State, _viewer: Option<Seat>, out: &mut String) {
    let steps = state.extra.history.steps();
    for (at, pair) in steps.chunks(2).enumerate() {
        out.push_str(if at > 0 { "," } else { "" });
        pair[0].write(out);
        if let Some(black) = pair.get(1) {
            out.push('+');
            black.write(out);
        }
    }
    if steps.is_empty() {
        out.push('-');
    }
}

/// Reads the history: each turn can be taken back.
fn read_history(_: &Synchronous, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let Position { pieces, rights, clock, .. } = state.position;
    let (mut board, mut turns) = (pieces, Vec::new());
    for text in field.text.rsplit(',').filter(|_| field.text != "-") {
        let refused = |problem: &str| Err(field.refused(format!("'{}' {problem}", truncate(text))));
        let steps =
            text.split_once('+').and_then(|(white, black)| UciMove::read(white).zip(UciMove::read(black)));
        let Some((white, black)) = steps else {
            return refused(
                "is not a turn; expected a move of White and one of Black, as in g1f3+g8f6, or '-'",
            );
        };
        let (after, mut pair) = (board, [None; 2]);
        for (seat, named) in [(Seat::ZERO, white), (Seat::ONE, black)] {
            match after.kind_at(named.to).filter(|_| after.side(seat) & bit(named.to) != 0) {
                None => return refused("cannot be undone: there is no piece on its last cell"),
                Some(Kind::Pawn) => return refused("is a pawn move, and a history has none"),
                Some(kind) if !can_have_stayed(rights, seat, kind, named.to) => {
                    return refused("moves a king or rook that has the right to castle");
                }
                Some(kind) => {
                    board.toggle(seat, kind, bit(named.to));
                    pair[seat.index()] = Some((kind, named));
                }
            }
        }
        for (seat, (kind, named)) in Seat::BOTH.into_iter().zip(pair.into_iter().flatten()) {
            if board.occupied() & bit(named.from) != 0 || named.promotion.is_some() {
                return refused("cannot be undone: its first cell is occupied");
            }
            board.toggle(seat, kind, bit(named.from));
        }
        for (kind, named) in pair.into_iter().flatten() {
            let reached = match kind {
                Kind::Knight | Kind::King => reach(kind, named.from),
                _ => {
                    let ways = lines::between(named.from, named.to) & board.occupied();
                    if ways == 0 { reach(kind, named.from) } else { 0 }
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
    if turns.len() > usize::from(CLOCK_END) {
        return Err(field.refused("is too long: the clock would have ended the game"));
    }
    let history = &mut state.extra.history;
    for (seat, step) in turns.into_iter().rev().flat_map(|pair| Seat::BOTH.into_iter().zip(pair)) {
        if let Some((kind, UciMove { from, to, .. })) = step {
            history.push(seat, Step::new(from, to, MoveKind::Normal(kind)));
        }
    }
    if history.steps().len() > 2 * usize::from(clock) {
        return Err(FenError::impossible(format!(
            "the history must have at most {clock} turns, the value of the clock"
        )));
    }
    Ok(())
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
        let open = &extra.open[seat.parity()];
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
    if pieces.of(seat.other(), Kind::King) & bit(to) != 0 {
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
