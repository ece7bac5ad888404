//! Sample scenes for tests.

use super::{Scene, Seats, Status};
use crate::board::{Board, Cell};
use crate::game::{CellMark, Item, Mark, OffBoardGroup, Piece, Seat, SeatColor, Thing};

/// Returns stacks with pieces on named cells. `c3=abA` is a stack of three; a capital letter is a king. With
/// `chess`, `e1=aK` is the king of seat a.
pub fn placed(board: &Board, chess: bool, pieces: &str) -> Vec<Vec<Piece>> {
    let mut stacks = vec![Vec::new(); board.len()];
    for (name, text) in pieces.split_whitespace().map(|item| item.split_once('=').unwrap()) {
        stacks[cell(board, name) as usize] = if chess { vec![chess_piece(text)] } else { checkers(text) };
    }
    stacks
}

/// Returns a scene with these stacks, for seats of these colors.
pub fn scene<'a>(board: &'a Board, colors: &[SeatColor], stacks: Vec<Vec<Piece>>) -> Scene<'a> {
    Scene {
        board,
        seats: Seats::named(colors),
        angle: 0,
        stacks,
        stacked: false,
        marks: Vec::new(),
        off_board: Vec::new(),
        cell_names: false,
        status: Status::default(),
    }
}

fn cell(board: &Board, name: &str) -> Cell {
    board.cell(name).unwrap_or_else(|| panic!("there is no cell {name}"))
}

fn chess_piece(text: &str) -> Piece {
    let kind = match text.as_bytes()[1] {
        b'K' => "king",
        b'Q' => "queen",
        b'R' => "rook",
        b'B' => "bishop",
        b'N' => "knight",
        _ => "pawn",
    };
    Piece::new(Some(Seat::new(text.as_bytes()[0] - b'a')), kind, text)
}

fn checkers(text: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for letter in text.chars() {
        match pieces.last_mut() {
            Some(piece) if letter.is_ascii_digit() => piece.text.push(letter),
            _ => {
                let kind = if letter.is_ascii_uppercase() { "king" } else { "man" };
                pieces.push(Piece::new(
                    Some(Seat::new(letter.to_ascii_lowercase() as u8 - b'a')),
                    kind,
                    letter,
                ));
            }
        }
    }
    pieces
}

/// All marks of pieces, with their notation in position strings, as two seats can have them.
pub const MARKS: [(&str, &[Mark]); 14] = [
    ("~", &[Mark::Zombie]),
    ("=", &[Mark::Zombie, Mark::Moved]),
    ("", &[Mark::Moved]),
    ("", &[Mark::Active]),
    ("~", &[Mark::Mirrored]),
    ("+", &[Mark::Checkers { seat: Some(Seat::ZERO), count: 1 }]),
    ("+", &[Mark::Checkers { seat: Some(Seat::ONE), count: 1 }]),
    ("+++", &[Mark::Checkers { seat: None, count: 3 }]),
    ("-", &[Mark::Checkers { seat: Some(Seat::ONE), count: 1 }, Mark::Tarred]),
    ("-", &[Mark::Checkers { seat: Some(Seat::ZERO), count: 1 }, Mark::Tarred]),
    ("", &[Mark::Frozen]),
    ("", &[Mark::Immune(Seat::ZERO), Mark::Immune(Seat::ONE)]),
    ("", &[Mark::Drafted(Seat::ZERO)]),
    ("", &[Mark::Drafted(Seat::ONE)]),
];

/// Returns a scene with every kind of piece, mark and off-board thing on an 8x8 board. Seat 0 is at the
/// bottom, seat 1 at the top.
pub fn everything(board: &Board) -> Scene<'_> {
    let kinds = ["king", "queen", "rook", "bishop", "knight", "pawn"];
    let letters = ["KQRBNP", "kqrbnp"];
    let man = |seat: Seat, at: usize| {
        let at = at % kinds.len();
        Piece::new(Some(seat), kinds[at], &letters[seat.index()][at..=at])
    };
    let mut stacks = vec![Vec::new(); board.len()];
    let mut put = |name: &str, piece: Piece| stacks[cell(board, name) as usize].push(piece);
    for seat in Seat::BOTH {
        for (at, (suffix, marks)) in MARKS.iter().enumerate() {
            let (file, rank) =
                (b'a' + (at % 8) as u8, if seat == Seat::ZERO { 1 + at / 8 } else { 8 - at / 8 });
            let mut piece = marks.iter().fold(man(seat, at), |piece, &mark| piece.marked(mark));
            piece.text.push_str(suffix);
            put(&format!("{}{rank}", file as char), piece);
        }
        let rank = if seat == Seat::ZERO { 3 } else { 6 };
        for number in 1..=6 {
            let text = format!("{}{number}", if seat == Seat::ZERO { "D" } else { "d" });
            let die = Piece::new(Some(seat), "die", text).marked(Mark::Pips(number));
            put(&format!("{}{rank}", (b'a' + number - 1) as char), die);
        }
        for (file, kind, text) in [('g', "single", ["S", "s"]), ('h', "double", ["T", "t"])] {
            put(&format!("{file}{rank}"), Piece::new(Some(seat), kind, text[seat.index()]));
        }
        put(
            if seat == Seat::ZERO { "g2" } else { "g7" },
            Piece::new(Some(seat), "guard", ["G", "g"][seat.index()]),
        );
    }
    let marks = [
        ("a4", CellMark::Passed),
        ("b4", CellMark::Grave(Seat::ZERO)),
        ("c4", CellMark::Grave(Seat::ONE)),
        ("d4", CellMark::Grave(Seat::ZERO)),
        ("d4", CellMark::Grave(Seat::ONE)),
        ("e4", CellMark::Buried { seat: Seat::ZERO, owner: Seat::ONE, kind: "knight" }),
        ("f4", CellMark::Buried { seat: Seat::ONE, owner: Seat::ZERO, kind: "pawn" }),
        ("g4", CellMark::Shadow(Seat::ZERO)),
        ("h4", CellMark::Shadow(Seat::ONE)),
        ("g5", CellMark::Shadow(Seat::ZERO)),
        ("g5", CellMark::Shadow(Seat::ONE)),
        ("a6", CellMark::Grave(Seat::ONE)),
        ("a3", CellMark::Passed),
        ("b5", CellMark::Crowning(Seat::ZERO)),
        ("c5", CellMark::Crowning(Seat::ONE)),
        ("d4", CellMark::Last),
        ("f4", CellMark::Last),
        ("f5", CellMark::Taken),
        ("h5", CellMark::Last),
        ("h5", CellMark::Taken),
        ("e5", CellMark::Legal),
        ("e6", CellMark::Legal),
    ];
    Scene {
        marks: marks.map(|(name, mark)| (cell(board, name), mark)).to_vec(),
        off_board: off_board(man),
        status: Status {
            to_act: Some((Some(Seat::ONE), "black to act".into())),
            last: vec!["d4f4".into()],
            teams: Vec::new(),
        },
        ..scene(board, &SeatColor::ALL[..2], stacks)
    }
}

/// Returns hands, piles, graves, bids, checkers and masks.
fn off_board(man: impl Fn(Seat, usize) -> Piece) -> Vec<OffBoardGroup> {
    let card = |seat, at, count| Item::many(Thing::Card(man(seat, at)), count);
    let checkers = Piece::new(Some(Seat::ONE), "man", "c");
    let all = |group: OffBoardGroup| {
        (0..12).fold(group, |group, at| group.with(card(Seat::from_bool(at > 5), at, at as u32 + 1)))
    };
    let takes = |seat: Seat, notes: [&str; 5]| {
        let group = OffBoardGroup::new(Some(seat), "captures");
        notes
            .iter()
            .enumerate()
            .fold(group, |group, (at, &note)| group.with(Item::one(Thing::Piece(man(seat, at))).noted(note)))
    };
    vec![
        OffBoardGroup::new(Some(Seat::ZERO), "hand")
            .with(card(Seat::ZERO, 5, 2))
            .with(card(Seat::ZERO, 4, 1))
            .with(card(Seat::ONE, 1, 1))
            .with(Item::one(Thing::Card(checkers))),
        OffBoardGroup::new(Some(Seat::ONE), "hand").with(Item::many(Thing::Hidden, 6)),
        OffBoardGroup::new(None, "draw pile").with(Item::many(Thing::Hidden, 24)),
        all(OffBoardGroup::new(None, "discard pile")),
        OffBoardGroup::new(Some(Seat::ZERO), "graves")
            .with(Item::one(Thing::Piece(man(Seat::ONE, 5))).noted("b2"))
            .with(Item::one(Thing::Piece(man(Seat::ONE, 4))).noted("c3")),
        OffBoardGroup::new(Some(Seat::ONE), "graves")
            .with(Item::many(Thing::Piece(man(Seat::ZERO, 5)), 2).noted("??")),
        takes(Seat::ZERO, ["?", "?", "?", "?", "?"]),
        takes(Seat::ONE, ["KQRBN", "KB", "QRB", "N", "KQRB"]),
        OffBoardGroup::new(Some(Seat::ZERO), "checkers in front")
            .with(Item::many(Thing::Piece(Piece::new(Some(Seat::ZERO), "man", "checker")), 6)),
        OffBoardGroup::new(None, "checkers")
            .with(Item::many(Thing::Piece(Piece::new(None, "man", "checker")), 20)),
        OffBoardGroup::new(Some(Seat::ZERO), "bid").with(Item::one(Thing::Word("10".into()))),
        OffBoardGroup::new(Some(Seat::ONE), "bid").with(Item::one(Thing::Hidden)),
        OffBoardGroup::new(Some(Seat::ZERO), "dice to put back")
            .with(Item::one(Thing::Piece(Piece::new(Some(Seat::ONE), "die", "d1").marked(Mark::Pips(1))))),
        OffBoardGroup::new(Some(Seat::ONE), "moves left"),
    ]
}
