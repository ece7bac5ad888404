//! The panel below the board, with the groups off the board.

use super::super::{Scene, Seats, Status, words};
use super::figures::figure;
use super::paint::Disc;
use super::{ink, lines, pieces};
use crate::board::Point;
use crate::game::{Item, OffBoardGroup, Piece, Seat, Thing};

/// The space around groups, and inside their boxes.
pub(super) const GAP: f64 = 20.0;
pub(super) const PAD: f64 = 14.0;
/// The heights of labels, of things, and of notes.
const LABEL: f64 = 34.0;
const THINGS: f64 = 62.0;
const NOTES: f64 = 22.0;
/// The radius of a piece, and the size of a card.
const RADIUS: f64 = 25.0;
const CARD: Point = (42.0, 58.0);
/// The font sizes of labels, words and notes, and the approximate width of a letter relative to the font
/// size.
pub(super) const LABEL_SIZE: f64 = 19.0;
pub(super) const WORD_SIZE: f64 = 20.0;
const NOTE_SIZE: f64 = 16.0;
const LETTER: f64 = 0.66;
/// The relative width of words in lower case.
pub(super) const NARROW: f64 = 0.87;
/// The minimum width of a panel with two columns.
pub(super) const TWO_COLUMNS: f64 = 640.0;

/// The back of a card.
const FACE_DOWN: Disc = Disc { fill: "#7d8fa6", edge: "#42526b", ink: "#ffffff" };
pub(super) const GROUND: &str = "#fbf6ea";
pub(super) const LINE: &str = "#d9c7a8";
pub(super) const LABEL_INK: &str = "#4a3a26";
pub(super) const NOTE_INK: &str = "#6b5638";

/// Draws the panel at the origin and returns its height, which is 0 if it is empty.
pub fn render(svg: &mut String, scene: &Scene<'_>, width: f64) -> f64 {
    let top = status(svg, &scene.seats, &scene.status, width);
    let (short, long): (Vec<_>, Vec<_>) = scene.off_board.iter().partition(|group| group.short);
    let top = lines::render(svg, &scene.seats, &short, (top, width));
    groups(svg, &scene.seats, &long, (top, width))
}

/// Draws the seat to act, the last turn and the teams. Returns the position below.
fn status(svg: &mut String, seats: &Seats, status: &Status, width: f64) -> f64 {
    let Some((seat, to_act)) = &status.to_act else { return 0.0 };
    let middle = LABEL * 0.5;
    let mut x = GAP;
    if let Some(seat) = *seat {
        x = seat_disc(svg, seats, seat, (x, middle));
    }
    ink::text_from(svg, (x, middle), LABEL_SIZE, LABEL_INK, to_act);
    if let Some(last) = status.last_turn_text() {
        let room = (width - x - letters(to_act, LABEL_SIZE) - 3.0 * GAP) / (LABEL_SIZE * LETTER);
        ink::text_to(svg, (width - GAP, middle), LABEL_SIZE, NOTE_INK, &ending(&last, room as usize));
    }
    if status.teams.is_empty() {
        return LABEL + GAP / 2.0;
    }
    let (mut x, middle) = (GAP, LABEL * 1.5);
    let word = |svg: &mut String, x: &mut f64, word: &str| {
        ink::text_from(svg, (*x, middle), LABEL_SIZE, LABEL_INK, word);
        *x += letters(word, LABEL_SIZE) * NARROW + 10.0;
    };
    for (at, team) in status.teams.iter().enumerate() {
        if at > 0 {
            word(svg, &mut x, "against");
        }
        for (at, &seat) in team.iter().enumerate() {
            if at > 0 {
                word(svg, &mut x, "and");
            }
            x = seat_disc(svg, seats, seat, (x, middle));
            word(svg, &mut x, &seats.name(seat));
        }
    }
    2.0 * LABEL + GAP / 2.0
}

/// Draws the color of a seat. Returns the position of the text next to it.
pub(super) fn seat_disc(svg: &mut String, seats: &Seats, seat: Seat, (x, y): Point) -> f64 {
    let disc = Disc::of(Some(seat), seats);
    ink::circle(svg, (x + 8.0, y), 8.0, disc.fill, disc.edge, 1.5);
    x + 24.0
}

/// Returns the end of a text that fits into this number of letters.
fn ending(text: &str, room: usize) -> String {
    let letters = text.chars().count();
    if letters <= room {
        return text.into();
    }
    let shown: String = text.chars().skip(letters + 1 - room.max(1)).collect();
    format!("…{shown}")
}

/// Draws the groups. Returns the position below.
fn groups(svg: &mut String, seats: &Seats, groups: &[&OffBoardGroup], (mut top, width): Point) -> f64 {
    let columns = if width < TWO_COLUMNS { 1 } else { 2 };
    let column = (width - GAP * (columns + 1) as f64) / columns as f64;
    for row in groups.chunks(columns) {
        let noted = row.iter().flat_map(|group| &group.items).any(|item| !item.note.is_empty());
        let height = LABEL + THINGS + if noted { NOTES } else { 0.0 } + PAD;
        for (at, beside) in row.iter().enumerate() {
            let left = GAP + (column + GAP) * at as f64;
            group(svg, seats, beside, (left, top), (column, height));
        }
        top += height + GAP;
    }
    top
}

/// Draws a group in its box: the owner, the label and the items.
fn group(svg: &mut String, seats: &Seats, group: &OffBoardGroup, (left, top): Point, size: Point) {
    let paint = format!("fill=\"{GROUND}\" stroke=\"{LINE}\" stroke-width=\"1.5\"");
    ink::card(svg, (left, top), size, 10.0, &paint);
    let (mut x, y) = (left + PAD, top + LABEL * 0.55);
    if let Some(seat) = group.seat {
        x = seat_disc(svg, seats, seat, (x, y));
    }
    ink::text_from(svg, (x, y), LABEL_SIZE, LABEL_INK, &words::heading(group, seats));
    let middle = top + LABEL + THINGS / 2.0;
    if group.items.is_empty() {
        return ink::text_from(svg, (left + PAD, middle), LABEL_SIZE, NOTE_INK, "none");
    }
    let (widths, room) = (group.items.iter().map(width), size.0 - 2.0 * PAD);
    let (total, last) = (widths.clone().sum::<f64>(), width(&group.items[group.items.len() - 1]));
    // If the items are too wide, they overlap, like cards in a hand.
    let closer = if total > room { (room - last) / (total - last) } else { 1.0 };
    let (mut at, mut notes) = (left + PAD, String::new());
    for (place, (one, width)) in group.items.iter().zip(widths).enumerate() {
        let bare = if place + 1 < group.items.len() { width * closer } else { width };
        svg.push_str("<g><title>");
        ink::escape(svg, &words::item_title(one, seats));
        svg.push_str("</title>\n");
        let right = item(svg, seats, one, (at + width / 2.0, middle), at + bare);
        svg.push_str("</g>\n");
        if one.count > 1 {
            pieces::badge(
                &mut notes,
                (right - 4.0, middle + CARD.1 / 2.0 - 4.0),
                27.0,
                &one.count.to_string(),
            );
        }
        if !one.note.is_empty() {
            let under = (at + width / 2.0, middle + (THINGS + NOTES) / 2.0);
            ink::text(&mut notes, under, NOTE_SIZE, NOTE_INK, &one.note);
        }
        at += width * closer;
    }
    svg.push_str("<g pointer-events=\"none\">\n");
    svg.push_str(&notes);
    svg.push_str("</g>\n");
}

/// Returns the width of an item, with the space around it.
fn width(item: &Item) -> f64 {
    let thing = match &item.thing {
        Thing::Piece(_) => 2.0 * RADIUS,
        Thing::Card(_) | Thing::Hidden => CARD.0,
        Thing::Word(word) => word_width(word),
    };
    thing.max(letters(&item.note, NOTE_SIZE)) + 14.0
}

/// Returns the width of the box of a word.
pub(super) fn word_width(word: &str) -> f64 {
    CARD.0.max(letters(word, WORD_SIZE) + 16.0)
}

/// Draws a word in its box around a point.
pub(super) fn word_box(svg: &mut String, word: &str, (x, y): Point) {
    let half = word_width(word) / 2.0;
    let paint = format!("fill=\"#ffffff\" stroke=\"{LINE}\" stroke-width=\"1.5\"");
    ink::card(svg, (x - half, y - 18.0), (2.0 * half, 36.0), 18.0, &paint);
    ink::text(svg, (x, y), WORD_SIZE, LABEL_INK, word);
}

/// Returns the approximate width of a text.
pub(super) fn letters(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * LETTER
}

/// Draws an item around a point. Nothing to the right of `bare` will be visible. Returns the right end of the
/// visible part.
fn item(svg: &mut String, seats: &Seats, item: &Item, (x, y): Point, bare: f64) -> f64 {
    let half = match &item.thing {
        Thing::Piece(_) => RADIUS,
        Thing::Card(_) | Thing::Hidden => CARD.0 / 2.0,
        Thing::Word(word) => word_width(word) / 2.0,
    };
    let right = bare.min(x + half);
    match &item.thing {
        Thing::Piece(piece) => pieces::piece(svg, seats, (x, y), RADIUS, piece),
        Thing::Card(piece) => card(svg, seats, piece, (x, y), right),
        Thing::Hidden => {
            blank(svg, (x, y), &FACE_DOWN);
            ink::text(svg, (x, y), 26.0, FACE_DOWN.ink, "?");
        }
        Thing::Word(word) => {
            word_box(svg, word, (x, y));
        }
    }
    right
}

/// Draws a card for a piece. The piece is on the part of the card to the left of `right`.
fn card(svg: &mut String, seats: &Seats, piece: &Piece, (x, y): Point, right: f64) {
    let disc = Disc::of_piece(piece, seats);
    blank(svg, (x, y), &disc);
    let left = x - CARD.0 / 2.0;
    let (middle, room) = ((left + right) / 2.0, (right - left) / CARD.0);
    match (figure(&piece.kind), &*piece.kind) {
        (Some(figure), _) => ink::figure(svg, (middle, y), 25.0 * room.max(0.7), disc.ink, figure),
        (None, "man" | "single" | "double") => {
            pieces::piece(svg, seats, (middle, y), 14.0 * room.max(0.7), piece)
        }
        _ => ink::text(svg, (middle, y), 24.0 * room.max(0.7), disc.ink, &piece.text),
    }
}

/// Draws an empty card around a point.
fn blank(svg: &mut String, (x, y): Point, disc: &Disc) {
    let (left, top) = (x - CARD.0 / 2.0, y - CARD.1 / 2.0);
    let paint = format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"", disc.fill, disc.edge);
    ink::card(svg, (left, top), CARD, 6.0, &paint);
    let rim = format!("fill=\"none\" stroke=\"{}\" stroke-width=\"1\" opacity=\"0.4\"", disc.ink);
    ink::card(svg, (left + 4.0, top + 4.0), (CARD.0 - 8.0, CARD.1 - 8.0), 4.0, &rim);
}
