//! The options of the family, and the ids that name them (Tri-Checkers 1).

use crate::game::{Declaration, OptionSpec, OptionValue, Options, Word, words};

words! {
    /// Which of the three games.
    pub enum Kind {
        /// Jumped pieces leave the board.
        Chek = "chek",
        /// Jumped pieces go under the stack that jumped them.
        Stax = "stax",
        /// Stax on triangles of both colors, with straight jumps.
        Queens = "queens",
    }
}

words! {
    /// Who plays with whom.
    pub enum Teams {
        /// Each alone.
        Cutthroat = "cutthroat",
        /// Two and two, or three times two.
        Pairs = "pairs",
        /// Three against three.
        Trios = "trios",
    }
}

words! {
    /// The board and the set-up, and which seats are partners, where a number of players has several.
    pub enum Layout {
        /// Partners adjacent; corners cut off on boards of 12 rows, where the set-up lets them.
        Default = "default",
        /// A strip added to the board.
        Offset = "offset",
        /// Partners opposite.
        Opposite = "opposite",
        /// Partners adjacent with an empty side between them.
        Diagonal = "diagonal",
        /// Men on corners.
        Corners = "corners",
        /// The same, and partners opposite.
        OppositeCorners = "opposite-corners",
        /// Partners apart on both colors.
        Open = "open",
        /// Partners touching on both colors.
        Closed = "closed",
        /// Each trio on one color.
        Same = "same",
        /// The same, with men on corners.
        SameCorners = "same-corners",
    }
}

/// What the table of Tri-Checkers 1.1 says of an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Whether the row is one of Tri-Queens.
    pub queens: bool,
    /// How many seats play.
    pub players: u8,
    /// Who plays with whom.
    pub teams: Teams,
    /// The layout.
    pub layout: Layout,
    /// The rows of the board and what is special about it.
    pub ground: Ground,
    /// The seats and their sides: `A0 B3`.
    pub seats: &'static str,
    /// The sequence of moves: `A B`.
    pub sequence: &'static str,
    /// The partners: `AC-BD`; empty for each alone.
    pub partners: &'static str,
    /// The name of the set-up.
    pub set_up: &'static str,
}

/// The boards (Tri-Checkers 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
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
    ground: Ground,
    [seats, sequence, partners, set_up]: [&'static str; 4],
) -> Row {
    Row { queens, players, teams, layout, ground, seats, sequence, partners, set_up }
}

/// The seats of boards with a seat at each side, clockwise.
const ROUND: &str = "A0 B1 C2 D3 E4 F5";

/// The table of Tri-Checkers 1.1: first Tri-Chek and Tri-Stax, then Tri-Queens.
pub const ROWS: [Row; 30] = {
    use {Ground::*, Layout::*, Teams::*};
    [
        row(false, (2, Cutthroat, Default), Eight, ["A0 B3", "A B", "", "2a"]),
        row(false, (2, Cutthroat, Layout::Offset), Ground::Offset, ["A0 B3", "A B", "", "2b"]),
        row(false, (3, Cutthroat, Default), Ten, ["A0 B2 C4", "A B C", "", "3"]),
        row(false, (4, Cutthroat, Default), Ten, ["A0 B3 C1 D4", "A C B D", "", "4"]),
        row(false, (4, Pairs, Default), Ten, ["A0 B3 C1 D4", "A B C D", "AC-BD", "4"]),
        row(false, (4, Pairs, Opposite), Ten, ["A0 B3 C1 D4", "A C B D", "AB-CD", "4"]),
        row(false, (4, Pairs, Diagonal), Ten, ["A0 B3 C1 D4", "D C A B", "AD-BC", "4"]),
        row(false, (5, Cutthroat, Default), Cut, ["A0 B1 C2 D3 E4", "A B C D E", "", "6a"]),
        row(false, (6, Cutthroat, Default), Cut, [ROUND, "A B C D E F", "", "6a"]),
        row(false, (6, Pairs, Default), Cut, [ROUND, "A C E B D F", "AB-CD-EF", "6a"]),
        row(false, (6, Pairs, Opposite), Cut, [ROUND, "A B C D E F", "AD-BE-CF", "6a"]),
        row(false, (6, Trios, Default), Cut, [ROUND, "F C A D B E", "ABF-CDE", "6a"]),
        row(false, (5, Cutthroat, Corners), Twelve, ["A0 B1 C2 D3 E4", "A B C D E", "", "6b"]),
        row(false, (6, Cutthroat, Corners), Twelve, [ROUND, "A B C D E F", "", "6b"]),
        row(false, (6, Pairs, Corners), Twelve, [ROUND, "A C E B D F", "AB-CD-EF", "6b"]),
        row(false, (6, Pairs, OppositeCorners), Twelve, [ROUND, "A B C D E F", "AD-BE-CF", "6b"]),
        row(false, (6, Trios, Corners), Twelve, [ROUND, "F C A D B E", "ABF-CDE", "6c"]),
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

/// The options of all 94.
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

/// One of the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variety {
    /// The game.
    pub kind: Kind,
    /// The board, the seats and the set-up.
    pub row: Row,
    /// Whether men have numbers (Tri-Checkers 8).
    pub numbers: bool,
}

impl Variety {
    /// All 94, in the order of Tri-Checkers 1.1.
    pub fn all() -> Vec<Variety> {
        let mut all = Vec::new();
        for row in ROWS {
            let kinds: &[Kind] = if row.queens { &[Kind::Queens] } else { &[Kind::Chek, Kind::Stax] };
            for &kind in kinds {
                all.extend([false, true].map(|numbers| Variety { kind, row, numbers }));
            }
        }
        all
    }

    /// The variant of these options, or which there are of its game.
    pub fn read(options: &Options) -> Result<Variety, String> {
        let (kind, teams, layout): (Kind, Teams, Layout) =
            (options.word("game"), options.word("teams"), options.word("layout"));
        let (players, numbers) = (options.number("players"), options.flag("numbers"));
        let of_game: Vec<Variety> =
            Variety::all().into_iter().filter(|variety| variety.kind == kind).collect();
        let wanted = |variety: &&Variety| {
            let row = &variety.row;
            (row.players, row.teams, row.layout, variety.numbers) == (players, teams, layout, numbers)
        };
        of_game.iter().find(wanted).copied().ok_or_else(|| {
            let known: Vec<String> =
                of_game.iter().filter(|variety| !variety.numbers).map(Variety::id).collect();
            format!(
                "there is no set-up for game={}, players={players}, teams={}, layout={}; expected that of \
                 one of {}",
                kind.word(),
                teams.word(),
                layout.word(),
                known.join(", ")
            )
        })
    }

    /// Its options, spelled out.
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

    /// Its id.
    pub fn id(&self) -> String {
        let mut id = format!("tri-{}-{}", self.kind.word(), self.row.players);
        let mut add = |word: &str| {
            id.push('-');
            id.push_str(word);
        };
        // Two, three and five players cannot but play each alone (Tri-Checkers 1.4).
        if matches!(self.row.players, 4 | 6) {
            add(self.row.teams.word());
        }
        if self.row.layout != Layout::Default {
            add(self.row.layout.word());
        }
        if self.numbers {
            add("numbers");
        }
        id
    }

    /// Its id as a headline: `Tri-Stax 6 Trios Corners`.
    pub fn title(&self) -> String {
        let id = self.id();
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        let words: Vec<String> = id.split('-').map(capital).collect();
        format!("{}-{}", words[0], words[1..].join(" "))
    }
}
