//! The keys of a description of a chess-like game.

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
    Key::new(
        "hands",
        Holds::TextByColor,
        "the letters of the pieces in hand at the start; a seat without an entry has those of the first",
    ),
    Key::new(
        "captured",
        Holds::Word(&CAPTURED),
        "what happens to captured pieces: they are removed, or come to the capturer's hand",
    ),
    Key::new("captures", Holds::Word(&CAPTURES), "whether a seat must capture if it can"),
    Key::new("checks", Holds::Word(&CHECKS), "whether a seat can give check"),
    Key::new(
        "shadows",
        Holds::Flag,
        "whether a piece can be captured on an empty cell to which it can move, by a piece that captures there, \
         as in Shadow Double Chess",
    ),
    Key::new("ends", Holds::Tables(END), "how games end besides checkmate; without it as in chess"),
    Key::new(
        "variants",
        Holds::Variants,
        "more games, by any name: what they change; those with an id can be played",
    ),
    Key::new(
        "with",
        Holds::Text,
        "in a variant: the names of other variants, separated by spaces, whose changes it has, too",
    ),
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
    Key::new(
        "home",
        Holds::Text,
        "the cells of the first seat from which moves with i are made; without it those of the set-up",
    ),
    Key::new("region", Holds::Text, "the cells of the first seat that it can enter; without it all"),
    Key::new("zones", Holds::Tables(ZONE), "other moves on some cells"),
    Key::new("royal", Holds::Flag, "whether it can be checkmated; one kind is"),
    Key::new("promotes", Holds::Table(PROMOTION), "its promotion"),
    Key::new(
        "en-passant",
        Holds::Flag,
        "whether it can be captured on a cell that it passed over; one kind that promotes can",
    ),
    Key::new(
        "en-passant-from",
        Holds::Text,
        "the cells of the first seat from which it can be captured en passant; without it all",
    ),
    Key::new("castles", Holds::Table(CASTLING), "its castling"),
    Key::new("drop", Holds::Table(DROP), "how it comes from the hand"),
    Key::new(
        "flying-general",
        Holds::Flag,
        "whether it attacks the royal pieces of enemies straight ahead, at any distance",
    ),
];

/// The keys of a zone.
pub const ZONE: &[Key] = &[
    Key::new(
        "cells",
        Holds::Text,
        "the cells of the first seat, or rows that each seat sees: row2, row3-row6",
    ),
    Key::new("moves", Holds::Text, "the moves on these cells, instead of the others"),
];

/// The keys of a promotion.
pub const PROMOTION: &[Key] = &[
    Key::new("to", Holds::Text, "the letters of kinds, the most common first"),
    Key::new(
        "on",
        Holds::Text,
        "the cells for the first seat, separated by spaces; without it those with no cell ahead",
    ),
    Key::new("optional", Holds::Flag, "whether it can stay as it is, unless it could never move again"),
    Key::new("leaving", Holds::Flag, "whether it also promotes by moves that begin on these cells"),
    Key::new(
        "captured-only",
        Holds::Flag,
        "whether only kinds can be chosen of which the seat has fewer pieces than at the start",
    ),
    Key::new("reverts", Holds::Flag, "whether it comes to a hand as the kind that it was before"),
];

/// The keys of a drop.
pub const DROP: &[Key] = &[
    Key::new(
        "on",
        Holds::Text,
        "the cells of the first seat; without it all from which the piece can move, and as a pawn need not \
         promote",
    ),
    Key::new("one-per-line", Holds::Flag, "whether a line ahead holds at most one such piece of a seat"),
    Key::new("mates", Holds::Flag, "whether a drop can mate; without it true"),
];

/// The keys of a castling.
pub const CASTLING: &[Key] = &[
    Key::new("with", Holds::Text, "the letter of the other kind, which stands in the same row"),
    Key::new("steps", Holds::Integer(2, 6), "how far the piece moves towards it; 2 in chess"),
    Key::new(
        "far-steps",
        Holds::Integer(2, 6),
        "how far it moves towards the farther of two; without it the same",
    ),
];

/// The words for what ends a game.
pub const REASONS: [&str; 10] = [
    "checkmate",
    "stalemate",
    "repetition",
    "no-progress",
    "length",
    "bare-kings",
    "bare",
    "extinct",
    "reach",
    "checks",
];

/// The words for when a piece on its cells counts.
pub const TIMES: [&str; 3] = ["arrival", "next-turn", "round"];

/// The words for checks.
pub const CHECKS: [&str; 2] = ["free", "forbidden"];

/// The words for captured pieces.
pub const CAPTURED: [&str; 2] = ["removed", "hand"];

/// The words for captures.
pub const CAPTURES: [&str; 2] = ["free", "forced"];

/// The keys of an end.
pub const END: &[Key] = &[
    Key::new("on", Holds::Word(&REASONS), "what ends the game"),
    Key::new(
        "score",
        Holds::Number(0.0, 1.0),
        "the score of the seat that is mated or bare, cannot move, has no such piece, or reaches its goal; 0.5 \
         is a draw",
    ),
    Key::new(
        "by-mated",
        Holds::Flag,
        "checkmate: whether a team that is mated loses even if the royal pieces of the other team are mated, too",
    ),
    Key::new(
        "steps",
        Holds::Integer(1, 100_000),
        "no-progress: the number of steps without a capture or a pawn's move, at most 300; length: the number \
         of steps of the game",
    ),
    Key::new("pieces", Holds::Text, "extinct and reach: the letters of kinds; without it all"),
    Key::new("left", Holds::Integer(0, 99), "extinct: how many of these pieces may be left; without it 0"),
    Key::new("any", Holds::Flag, "extinct: whether it is enough that one of the kinds is gone"),
    Key::new(
        "cells",
        Holds::Text,
        "reach: the cells of the first seat, separated by spaces; turned for the others",
    ),
    Key::new("same-cells", Holds::Flag, "reach: whether the cells are the same for all seats"),
    Key::new(
        "when",
        Holds::Word(&TIMES),
        "reach: when a piece counts: on its arrival, on the seat's next turn, or once all seats had the same \
         number of turns",
    ),
    Key::new(
        "count",
        Holds::Integer(1, 100),
        "checks: the number of checks that a seat gives; repetition: the number of occurrences, 3 to 5; without \
         it 3",
    ),
    Key::new(
        "checker-loses",
        Holds::Flag,
        "repetition: whether a seat loses if all its steps since the last occurrence gave check",
    ),
];
