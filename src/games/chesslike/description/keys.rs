//! The keys of a description of a chess-like game.

use crate::games::chesslike::repetition::MAX_HISTORY;
use crate::games::description::{BOARD, Holds, Key, SEAT};

/// The keys of the whole description.
pub const GAME: &[Key] = &[
    Key::new("id", Holds::Text, "the id: lowercase letters, digits and '-'"),
    Key::new("title", Holds::Text, "the title for headlines; without it the id"),
    Key::new("summary", Holds::Text, "how the game is played, in two or three sentences"),
    Key::new("source", Holds::Text, "where its rules are published"),
    Key::new("board", Holds::Table(BOARD), "the cells"),
    Key::new(
        "seats",
        Holds::Tables(SEAT),
        "the seats in order; without it white at the near side and black opposite",
    ),
    Key::new("turn-order", Holds::Texts, "the colors in the order of turns; without it the order of seats"),
    Key::new("pieces", Holds::ByLetter(PIECE), "the kinds of pieces, by their capital letter"),
    Key::new(
        "setup",
        Holds::ByColor,
        "the cells of each kind; a seat without an entry has those of the first, turned",
    ),
    Key::new("captures", Holds::Word(&CAPTURES), "whether a seat must capture if it can"),
    Key::new("ends", Holds::Tables(END), "how games end besides checkmate; without it as in chess"),
];

/// The keys of a kind of pieces.
pub const PIECE: &[Key] = &[
    Key::new("name", Holds::Text, "the name in one word; the letters of chess have one"),
    Key::new("moves", Holds::Text, "its moves in Betza's notation"),
    Key::new(
        "value",
        Holds::Number(0.0, 100.0),
        "its worth in pawns; without it an estimate from its mobility",
    ),
    Key::new("royal", Holds::Flag, "whether it can be checkmated; one kind is"),
    Key::new("promotes", Holds::Table(PROMOTION), "its promotion"),
    Key::new(
        "en-passant",
        Holds::Flag,
        "whether it can be captured on a cell that it passed over; one kind that promotes can",
    ),
    Key::new("castles", Holds::Table(CASTLING), "the castling of the royal kind"),
];

/// The keys of a promotion.
pub const PROMOTION: &[Key] = &[
    Key::new("to", Holds::Text, "the letters of kinds, the most common first"),
    Key::new(
        "on",
        Holds::Text,
        "the cells for the first seat, separated by spaces; without it those with no cell ahead",
    ),
];

/// The keys of a castling.
pub const CASTLING: &[Key] = &[
    Key::new("with", Holds::Text, "the letter of the other kind, which stands in the same row"),
    Key::new("steps", Holds::Integer(2, 6), "how far the royal piece moves towards it; 2 in chess"),
];

/// The words for what ends a game.
pub const REASONS: [&str; 7] =
    ["stalemate", "repetition", "no-progress", "bare-kings", "extinct", "reach", "checks"];

/// The words for captures.
pub const CAPTURES: [&str; 2] = ["free", "forced"];

/// The keys of an end.
pub const END: &[Key] = &[
    Key::new("on", Holds::Word(&REASONS), "what ends the game"),
    Key::new(
        "score",
        Holds::Number(0.0, 1.0),
        "the score of the seat that cannot move, has no such piece, or reaches its goal; 0.5 is a draw",
    ),
    Key::new(
        "steps",
        Holds::Integer(1, MAX_HISTORY as i64),
        "no-progress: the number of steps without a capture or a pawn's move",
    ),
    Key::new("pieces", Holds::Text, "extinct and reach: the letters of kinds; extinct: none of them is left"),
    Key::new(
        "cells",
        Holds::Text,
        "reach: the cells of the first seat, separated by spaces; turned for the others",
    ),
    Key::new("same-cells", Holds::Flag, "reach: whether the cells are the same for all seats"),
    Key::new("count", Holds::Integer(1, 100), "checks: the number of checks that a seat gives"),
];
