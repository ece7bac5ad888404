//! Texts in pictures: the lines below a text board, and the tooltips of SVG pictures.

use super::text::COLUMNS;
use super::{Scene, Seats, stack_text};
use crate::board::Cell;
use crate::game::{CellMark, Item, OffBoardGroup, Piece, Seat, Thing};
use std::fmt::Write;

/// Writes the seat to act, the last turn, the teams, a line for each kind of mark on cells, and a line for
/// each group off the board.
pub(super) fn write_legend(scene: &Scene<'_>, out: &mut String) {
    let status = &scene.status;
    let to_act = status.to_act.as_ref().map(|(_, words)| words.clone());
    let teams = status.teams_text(&scene.seats);
    for line in [to_act, status.last_turn_text(), teams].into_iter().flatten() {
        write_wrapped(out, &line, " ");
    }
    let mut written: Vec<CellMark> = Vec::new();
    for &(_, mark) in &scene.marks {
        if written.contains(&mark) {
            continue;
        }
        written.push(mark);
        let cells = scene.marks.iter().filter(|marked| marked.1 == mark);
        let names: Vec<&str> = cells.map(|&(cell, _)| scene.board.name(cell)).collect();
        write_wrapped(
            out,
            &format!("{}: {}", mark.words(|seat| scene.seats.name(seat)), names.join(" ")),
            " ",
        );
    }
    for group in &scene.off_board {
        let items: Vec<String> = group.items.iter().map(item).collect();
        let items = if items.is_empty() { "none".to_owned() } else { items.join(", ") };
        write_wrapped(out, &format!("{}: {items}", heading(group, &scene.seats)), ", ");
    }
}

/// Writes a line, broken after separators if it is too long. Continuation lines begin with two spaces.
fn write_wrapped(out: &mut String, line: &str, separator: &str) {
    let parts: Vec<&str> = line.split(separator).collect();
    let mut width = 0;
    for (at, part) in parts.iter().enumerate() {
        let length = part.chars().count();
        if at > 0 {
            let behind = if at + 1 < parts.len() { separator.trim_end().len() } else { 0 };
            let fits = width + separator.len() + length + behind <= COLUMNS;
            out.push_str(separator.trim_end());
            out.push_str(if fits { " " } else { "\n  " });
            width = if fits { width + separator.len() } else { 2 };
        }
        out.push_str(part);
        width += length;
    }
    out.push('\n');
}

/// Returns the heading of a group: `white's hand`, `draw pile`.
pub(super) fn heading(group: &OffBoardGroup, seats: &Seats) -> String {
    match group.seat {
        Some(seat) => format!("{}'s {}", seats.name(seat), group.label),
        None => group.label.to_owned(),
    }
}

/// Returns an item with the letters of position strings and steps: `P x2`, `K (R)`, `24 hidden`.
fn item(item: &Item) -> String {
    let mut text = match (&item.thing, item.count) {
        (Thing::Piece(piece) | Thing::Card(piece), 1) => piece.text.clone(),
        (Thing::Piece(piece) | Thing::Card(piece), count) => format!("{} x{count}", piece.text),
        (Thing::Hidden, 1) => "hidden".into(),
        (Thing::Hidden, count) => format!("{count} hidden"),
        (Thing::Word(word), 1) => word.clone(),
        (Thing::Word(word), count) => format!("{word} x{count}"),
    };
    if !item.note.is_empty() {
        let _ = write!(text, " ({})", item.note);
    }
    text
}

/// Returns the tooltip of an item: `white knight, 2 in total (b2)`.
pub(super) fn item_title(item: &Item, seats: &Seats) -> String {
    let mut title = match &item.thing {
        Thing::Piece(piece) => piece_title(piece, seats),
        Thing::Card(piece) => format!("card: {}", piece_title(piece, seats)),
        Thing::Hidden => "hidden".into(),
        Thing::Word(word) => word.clone(),
    };
    if item.count > 1 {
        let _ = write!(title, ", {} in total", item.count);
    }
    if !item.note.is_empty() {
        let _ = write!(title, " ({})", item.note);
    }
    title
}

/// Describes a piece: `white knight, tarred`.
pub(super) fn piece_title(piece: &Piece, seats: &Seats) -> String {
    let whose = match (piece.color, piece.seat) {
        (Some(color), _) => format!("{color} "),
        (None, Some(seat)) => format!("{} ", seats.name(seat)),
        (None, None) => String::new(),
    };
    let marks = piece.marks.iter().map(|mark| format!(", {}", mark.words(|seat| seats.name(seat))));
    format!("{whose}{}{}", piece.kind, marks.collect::<String>())
}

/// Returns the tooltip of a cell: its name, its pieces, and the meaning of its marks.
pub(super) fn cell_title(scene: &Scene<'_>, cell: Cell) -> String {
    let (stack, name) = (scene.stack(cell), |seat: Seat| scene.seats.name(seat));
    let mut title = scene.board.name(cell).to_owned();
    if !stack.is_empty() {
        let _ = write!(title, " {}", stack_text(stack));
    }
    let of_pieces = stack.iter().flat_map(|piece| piece.marks.iter().map(|mark| mark.words(name)));
    let meanings: Vec<String> = of_pieces.chain(scene.marks_on(cell).map(|mark| mark.words(name))).collect();
    if !meanings.is_empty() {
        let _ = write!(title, ": {}", meanings.join("; "));
    }
    title
}

#[cfg(test)]
mod tests {
    use super::super::samples::everything;
    use crate::board::Board;

    #[test]
    fn lines_below_a_text_board_describe_marks_and_off_board_groups() {
        let board = Board::square(8);
        let text = everything(&board).text();
        let expected = [
            "black to act",
            "last: d4f4",
            "en passant: a pawn passed over this cell: a4 a3",
            "possible grave of white: b4 d4",
            "possible grave of black: c4 d4 a6",
            "white's grave, which holds a black knight: e4",
            "black's grave, which holds a white pawn: f4",
            "in white's shadow: g4 g5",
            "in black's shadow: h4 g5",
            "white's pawns promote here: b5",
            "black's pawns promote here: c5",
            "part of the last turn: d4 f4 h5",
            "a piece was captured here in the last turn: f5 h5",
            "a legal step leads here: e5 e6",
            "white's hand: P x2, N, q, c",
            "black's hand: 6 hidden",
            "draw pile: 24 hidden",
            "discard pile: K, Q x2, R x3, B x4, N x5, P x6, k x7, q x8, r x9, b x10, n x11,",
            "  p x12",
            "white's graves: p (b2), n (c3)",
            "black's graves: P x2 (??)",
            "white's captures: K (?), Q (?), R (?), B (?), N (?)",
            "black's captures: k (KQRBN), q (KB), r (QRB), b (N), n (KQRB)",
            "white's checkers in front: checker x6",
            "checkers: checker x20",
            "white's bid: 10",
            "black's bid: hidden",
            "white's dice to put back: d1",
            "black's moves left: none",
        ];
        assert_eq!(text.lines().skip(9).collect::<Vec<_>>(), expected);
    }
}
