//! The options of the family, and the ids that name them (Tri-Checkers 1).

use crate::game::{Declaration, OptionSpec, OptionValue, Options};
use crate::named::named;

named! {
    /// The game.
    pub enum Kind, "game" {
        /// Jumped pieces leave the board.
        Chek = "chek",
        /// Jumped pieces go under the stack that jumped them.
        Stax = "stax",
        /// Stax on triangles of both colors, with straight jumps.
        Queens = "queens",
    }
}

named! {
    /// The teams.
    pub enum Teams, "teams" {
        /// Each seat for itself.
        Cutthroat = "cutthroat",
        /// Two or three teams of two.
        Pairs = "pairs",
        /// Two teams of three.
        Trios = "trios",
    }
}

named! {
    /// The board, the set-up and the partners, if a number of players has several.
    pub enum Layout, "layout" {
        /// Partners adjacent. On boards of 12 rows, corners are cut off if the set-up allows it.
        Default = "default",
        /// A strip added to the board.
        Offset = "offset",
        /// Partners opposite.
        Opposite = "opposite",
        /// Partners with an empty side between them.
        Diagonal = "diagonal",
        /// Men on corners.
        Corners = "corners",
        /// Men on corners, and partners opposite.
        OppositeCorners = "opposite-corners",
        /// Partners apart on both colors.
        Open = "open",
        /// Partners touching on both colors.
        Closed = "closed",
        /// Each trio on one color.
        Same = "same",
        /// Each trio on one color, with men on corners.
        SameCorners = "same-corners",
    }
}

/// A row of the table of Tri-Checkers 1.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariantRow {
    /// Whether the row belongs to Tri-Queens.
    pub queens: bool,
    /// The number of seats.
    pub players: u8,
    /// The teams.
    pub teams: Teams,
    /// The layout.
    pub layout: Layout,
    /// The board.
    pub board_kind: BoardKind,
    /// The seats and their sides: `A0 B3`.
    pub seats: &'static str,
    /// The seats in turn order: `A B`.
    pub turn_order: &'static str,
    /// The teams: `AC-BD`. Empty if each seat plays for itself.
    pub partners: &'static str,
    /// The name of the set-up.
    pub set_up: &'static str,
}

/// The boards (Tri-Checkers 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardKind {
    /// 8 rows.
    Eight,
    /// 8 rows and a strip at the right.
    Offset,
    /// 10 rows.
    Ten,
    /// 12 rows.
    Twelve,
    /// 12 rows without the corners.
    Cut,
}

const fn row(
    queens: bool,
    (players, teams, layout): (u8, Teams, Layout),
    board_kind: BoardKind,
    [seats, turn_order, partners, set_up]: [&'static str; 4],
) -> VariantRow {
    VariantRow { queens, players, teams, layout, board_kind, seats, turn_order, partners, set_up }
}

/// The seats of boards with a seat at each side, clockwise.
const CLOCKWISE: &str = "A0 B1 C2 D3 E4 F5";

/// The table of Tri-Checkers 1.1: first Tri-Chek and Tri-Stax, then Tri-Queens.
pub const ROWS: [VariantRow; 30] = {
    use {BoardKind::*, Layout::*, Teams::*};
    [
        row(false, (2, Cutthroat, Default), Eight, ["A0 B3", "A B", "", "2a"]),
        row(false, (2, Cutthroat, Layout::Offset), BoardKind::Offset, ["A0 B3", "A B", "", "2b"]),
        row(false, (3, Cutthroat, Default), Ten, ["A0 B2 C4", "A B C", "", "3"]),
        row(false, (4, Cutthroat, Default), Ten, ["A0 B3 C1 D4", "A C B D", "", "4"]),
        row(false, (4, Pairs, Default), Ten, ["A0 B3 C1 D4", "A B C D", "AC-BD", "4"]),
        row(false, (4, Pairs, Opposite), Ten, ["A0 B3 C1 D4", "A C B D", "AB-CD", "4"]),
        row(false, (4, Pairs, Diagonal), Ten, ["A0 B3 C1 D4", "D C A B", "AD-BC", "4"]),
        row(false, (5, Cutthroat, Default), Cut, ["A0 B1 C2 D3 E4", "A B C D E", "", "6a"]),
        row(false, (6, Cutthroat, Default), Cut, [CLOCKWISE, "A B C D E F", "", "6a"]),
        row(false, (6, Pairs, Default), Cut, [CLOCKWISE, "A C E B D F", "AB-CD-EF", "6a"]),
        row(false, (6, Pairs, Opposite), Cut, [CLOCKWISE, "A B C D E F", "AD-BE-CF", "6a"]),
        row(false, (6, Trios, Default), Cut, [CLOCKWISE, "F C A D B E", "ABF-CDE", "6a"]),
        row(false, (5, Cutthroat, Corners), Twelve, ["A0 B1 C2 D3 E4", "A B C D E", "", "6b"]),
        row(false, (6, Cutthroat, Corners), Twelve, [CLOCKWISE, "A B C D E F", "", "6b"]),
        row(false, (6, Pairs, Corners), Twelve, [CLOCKWISE, "A C E B D F", "AB-CD-EF", "6b"]),
        row(false, (6, Pairs, OppositeCorners), Twelve, [CLOCKWISE, "A B C D E F", "AD-BE-CF", "6b"]),
        row(false, (6, Trios, Corners), Twelve, [CLOCKWISE, "F C A D B E", "ABF-CDE", "6c"]),
        row(true, (2, Cutthroat, Default), Eight, ["A0 B3", "A B", "", "Q2"]),
        row(true, (4, Cutthroat, Default), Ten, ["A0 B1 C3 D4", "A B C D", "", "Q4"]),
        row(true, (4, Pairs, Default), Ten, ["A0 B1 C3 D4", "A C B D", "AB-CD", "Q4"]),
        row(true, (4, Pairs, Opposite), Ten, ["A0 B1 C3 D4", "A B C D", "AC-BD", "Q4"]),
        row(true, (4, Pairs, Diagonal), Ten, ["A0 B1 C3 D4", "D B A C", "AD-BC", "Q4"]),
        row(true, (4, Pairs, Open), Ten, ["A0 B3 C1 D4", "A B C D", "AC-BD", "Q4o"]),
        row(true, (4, Pairs, Closed), Ten, ["A0 B3 C1 D4", "A B C D", "AC-BD", "Q4c"]),
        row(true, (5, Cutthroat, Default), Twelve, ["A0 B3 C1 D4 E2", "A C E B D", "", "Q6d"]),
        row(true, (6, Cutthroat, Default), Twelve, ["A0 B3 C1 D4 E2 F5", "A C E B D F", "", "Q6d"]),
        row(true, (6, Pairs, Default), Cut, ["A0 B2 C4 D1 E3 F5", "A B C D E F", "AD-BE-CF", "Q6a"]),
        row(true, (6, Trios, Default), Cut, ["A0 B3 C1 D4 E2 F5", "A B C D E F", "ACE-BDF", "Q6b"]),
        row(true, (6, Trios, Same), Cut, ["A0 B3 C1 D4 E2 F5", "A B C D E F", "ACE-BDF", "Q6c"]),
        row(true, (6, Trios, SameCorners), Twelve, ["A0 B3 C1 D4 E2 F5", "A B C D E F", "ACE-BDF", "Q6d"]),
    ]
};

/// The options of all 94 variants.
pub static OPTIONS: Declaration = Declaration {
    game: "tri-checkers",
    options: &[
        OptionSpec::word::<Kind>(
            "game",
            "the game: what happens to jumped pieces, and which triangles are in play",
        ),
        OptionSpec::number("players", 2, 6, "the number of seats"),
        OptionSpec::word::<Teams>("teams", "the teams"),
        OptionSpec::word::<Layout>(
            "layout",
            "the board and the set-up, if several exist for the number of players",
        ),
        OptionSpec::flag("numbers", "whether men have numbers"),
    ],
};

/// The options of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The game.
    pub kind: Kind,
    /// The board, the seats and the set-up.
    pub row: VariantRow,
    /// Whether men have numbers (Tri-Checkers 8).
    pub numbers: bool,
}

impl Variant {
    /// Returns all 94 variants, in the order of Tri-Checkers 1.1.
    pub fn all() -> Vec<Variant> {
        let mut all = Vec::new();
        for row in ROWS {
            let kinds: &[Kind] = if row.queens { &[Kind::Queens] } else { &[Kind::Chek, Kind::Stax] };
            for &kind in kinds {
                all.extend([false, true].map(|numbers| Variant { kind, row, numbers }));
            }
        }
        all
    }

    /// Returns the variant of these options.
    ///
    /// # Errors
    ///
    /// A message that lists the variants of the game if there is none with these options.
    pub fn read(options: &Options) -> Result<Variant, String> {
        let (kind, teams, layout): (Kind, Teams, Layout) =
            (options.word("game"), options.word("teams"), options.word("layout"));
        let (players, numbers) = (options.number("players"), options.flag("numbers"));
        let of_game: Vec<Variant> =
            Variant::all().into_iter().filter(|variant| variant.kind == kind).collect();
        let wanted = |variant: &&Variant| {
            let row = &variant.row;
            (row.players, row.teams, row.layout, variant.numbers) == (players, teams, layout, numbers)
        };
        of_game.iter().find(wanted).copied().ok_or_else(|| {
            let known: Vec<String> =
                of_game.iter().filter(|variant| !variant.numbers).map(Variant::id).collect();
            format!(
                "there is no set-up for game={}, players={players}, teams={}, layout={}; expected that of \
                 one of {}",
                kind.as_str(),
                teams.as_str(),
                layout.as_str(),
                known.join(", ")
            )
        })
    }

    /// Returns all options.
    pub fn options(&self) -> Options {
        let values: [(_, OptionValue); 5] = [
            ("game", self.kind.into()),
            ("players", self.row.players.into()),
            ("teams", self.row.teams.into()),
            ("layout", self.row.layout.into()),
            ("numbers", self.numbers.into()),
        ];
        Options::of(&OPTIONS, values)
    }

    /// Returns the id.
    pub fn id(&self) -> String {
        let mut id = format!("tri-{}-{}", self.kind.as_str(), self.row.players);
        let mut add = |word: &str| {
            id.push('-');
            id.push_str(word);
        };
        // Two, three and five players can only play each for itself (Tri-Checkers 1.4).
        if matches!(self.row.players, 4 | 6) {
            add(self.row.teams.as_str());
        }
        if self.row.layout != Layout::Default {
            add(self.row.layout.as_str());
        }
        if self.numbers {
            add("numbers");
        }
        id
    }

    /// Returns the id as a headline: `Tri-Stax 6 Trios Corners`.
    pub fn title(&self) -> String {
        let id = self.id();
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        let words: Vec<String> = id.split('-').map(capital).collect();
        format!("{}-{}", words[0], words[1..].join(" "))
    }
}
