//! Lines of the panel below the board, for groups that always have at most one word.

use super::super::{Seats, words};
use super::ink;
use super::panel::{
    GAP, GROUND, LABEL_INK, LABEL_SIZE, LINE, NARROW, NOTE_INK, PAD, TWO_COLUMNS, letters, seat_disc,
    word_box, word_width,
};
use crate::board::Point;
use crate::game::{OffBoardGroup, Thing};

/// The height of a line, and the space between lines.
const HEIGHT: f64 = 46.0;
const BETWEEN: f64 = 10.0;
/// The widths of the name of a seat, and of a word with the space around it.
const NAME: f64 = 110.0;
const WORD: f64 = 70.0;

/// Draws the groups, one line for the groups of each seat, or two lines next to each other if each has one
/// group. Returns the position below.
pub fn render(svg: &mut String, seats: &Seats, groups: &[&OffBoardGroup], (top, width): Point) -> f64 {
    if groups.is_empty() {
        return top;
    }
    let lines: Vec<&[&OffBoardGroup]> = groups.chunk_by(|one, other| one.seat == other.seat).collect();
    let columns = if width < TWO_COLUMNS || lines.iter().any(|line| line.len() > 1) { 1 } else { 2 };
    let column = (width - GAP * (columns + 1) as f64) / columns as f64;
    for (at, groups) in lines.iter().enumerate() {
        let (row, place) = (at / columns, at % columns);
        let corner = (GAP + (column + GAP) * place as f64, top + (HEIGHT + BETWEEN) * row as f64);
        line(svg, seats, groups, corner, column);
    }
    top + (HEIGHT + BETWEEN) * lines.len().div_ceil(columns) as f64 - BETWEEN + GAP
}

/// Draws the groups of a seat in one box.
fn line(svg: &mut String, seats: &Seats, groups: &[&OffBoardGroup], (left, top): Point, width: f64) {
    let paint = format!("fill=\"{GROUND}\" stroke=\"{LINE}\" stroke-width=\"1.5\"");
    ink::card(svg, (left, top), (width, HEIGHT), 10.0, &paint);
    let (mut x, y) = (left + PAD, top + HEIGHT / 2.0);
    let alone = groups.len() == 1;
    if let Some(seat) = groups[0].seat {
        let end = x + NAME;
        x = seat_disc(svg, seats, seat, (x, y));
        if !alone {
            ink::text_from(svg, (x, y), LABEL_SIZE, LABEL_INK, &seats.name(seat));
            x = end;
        }
    }
    let labels: Vec<String> = groups
        .iter()
        .map(|group| if alone { words::heading(group, seats) } else { group.label.into() })
        .collect();
    let needed: f64 = labels.iter().map(|label| letters(label, LABEL_SIZE) + WORD).sum();
    let space = (left + width - x - needed).max(0.0) / groups.len() as f64;
    for (group, label) in groups.iter().zip(&labels) {
        ink::text_from(svg, (x, y), LABEL_SIZE, LABEL_INK, label);
        let after = x + letters(label, LABEL_SIZE) * NARROW + PAD;
        match group.items.first().map(|item| &item.thing) {
            Some(Thing::Word(word)) => word_box(svg, word, (after + word_width(word) / 2.0, y)),
            Some(_) => word_box(svg, "?", (after + word_width("?") / 2.0, y)),
            None => ink::text_from(svg, (after, y), LABEL_SIZE, NOTE_INK, "none"),
        }
        x += letters(label, LABEL_SIZE) + WORD + space;
    }
}
