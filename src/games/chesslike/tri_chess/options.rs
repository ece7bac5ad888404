//! The options of Tri-Chess, and the ids of its variants (Tri-Chess 1).

use crate::game::{Declaration, OptionSpec, OptionValue, Options};
use crate::named::named;

named! {
    /// The teams.
    pub enum Teams, "teams" {
        /// Each seat alone.
        None = "none",
        /// Two or three teams of two.
        Pairs = "pairs",
        /// Two teams of three.
        Trios = "trios",
    }
}

named! {
    /// The board and the set-up.
    pub enum Layout, "layout" {
        /// Nine pawns for each seat.
        NinePawns = "nine-pawns",
        /// Edges without seats are cut off, and the ninth pawn is left out where it is not needed.
        CutEdges = "cutedges",
    }
}

/// The options of all 22 variants (Tri-Chess 1.3).
pub static OPTIONS: Declaration = Declaration {
    game: "tri-chess",
    options: &[
        OptionSpec::number("players", 2, 6, "the number of seats"),
        OptionSpec::word::<Teams>("teams", "the teams"),
        OptionSpec::word::<Layout>(
            "layout",
            "the set-up: nine pawns for each seat, or the edges without seats cut off",
        ),
        OptionSpec::flag("extended_knight", "whether knights can make a hop twice"),
        OptionSpec::flag(
            "extended_pawn",
            "whether pawns move up to three cells at first, and up to two before the middle of the board",
        ),
    ],
};

/// A row of the table of Tri-Chess 1.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// The part of the id after `tri-chess-`, which is also the name in the description.
    name: &'static str,
    pub players: usize,
    pub team_kind: Teams,
}

/// The games, without layouts and plain knights.
const ROWS: [TableRow; 8] = {
    use Teams::*;
    const fn row(name: &'static str, players: usize, team_kind: Teams) -> TableRow {
        TableRow { name, players, team_kind }
    }
    [
        row("2", 2, None),
        row("3", 3, None),
        row("4-cutthroat", 4, None),
        row("4-pairs", 4, Pairs),
        row("5", 5, None),
        row("6-cutthroat", 6, None),
        row("6-pairs", 6, Pairs),
        row("6-trios", 6, Trios),
    ]
};

/// A variant of Tri-Chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriChessVariant {
    pub row: TableRow,
    pub layout: Layout,
    /// Whether knights can hop twice (Tri-Chess 4.6).
    pub extended_knight: bool,
    /// Whether pawns move as with three or more players (Tri-Chess 4.7).
    pub extended_pawn: bool,
}

impl TriChessVariant {
    /// Returns all 22 variants, in the order of Tri-Chess 1.1 and 1.2.
    pub fn all() -> Vec<TriChessVariant> {
        let rows = ROWS.into_iter().flat_map(|row| Layout::ALL.iter().map(move |&layout| (row, layout)));
        let possible: Vec<(TableRow, Layout)> =
            rows.filter(|&(row, layout)| is_laid_out(row, layout)).collect();
        let usual = possible.iter().map(|&(row, layout)| {
            let more = row.players > 2;
            TriChessVariant { row, layout, extended_knight: more, extended_pawn: more }
        });
        let plain = usual.clone().filter(|variant| variant.extended_knight);
        let plain = plain.map(|variant| TriChessVariant { extended_knight: false, ..variant });
        usual.clone().chain(plain).collect()
    }

    /// Reads the variant from its options.
    ///
    /// # Errors
    ///
    /// The reason why the options do not fit together.
    pub fn read(options: &Options) -> Result<TriChessVariant, String> {
        let (players, team_kind, layout): (usize, Teams, Layout) =
            (options.number("players"), options.word("teams"), options.word("layout"));
        let (extended_knight, extended_pawn) =
            (options.flag("extended_knight"), options.flag("extended_pawn"));
        let of = |row: &&TableRow| (row.players, row.team_kind) == (players, team_kind);
        let Some(&row) = ROWS.iter().find(of) else {
            return Err(format!(
                "there is no set-up for players={players} with teams={}; expected teams=pairs for 4 or 6 \
                 players, teams=trios for 6, or teams=none",
                team_kind.as_str()
            ));
        };
        if !is_laid_out(row, layout) {
            return Err(
                "layout=cutedges needs at most 4 players: with more, no two edges are without seats".into()
            );
        }
        if players == 2 && extended_knight {
            return Err("extended_knight=true needs at least 3 players".into());
        }
        Ok(TriChessVariant { row, layout, extended_knight, extended_pawn })
    }

    /// Returns the options of the variant.
    pub fn options(&self) -> Options {
        let values: [(_, OptionValue); 5] = [
            ("players", (self.row.players as i64).into()),
            ("teams", self.row.team_kind.into()),
            ("layout", self.layout.into()),
            ("extended_knight", self.extended_knight.into()),
            ("extended_pawn", self.extended_pawn.into()),
        ];
        Options::of(&OPTIONS, values)
    }

    /// Returns the names of the variants in the description that it combines.
    pub fn names(&self) -> Vec<String> {
        let edge = match self.row.players {
            2 => 4,
            3 | 4 => 5,
            _ => 6,
        };
        let choices = [
            (true, self.row.name.to_owned()),
            (self.layout == Layout::CutEdges, format!("{}-cutedges", self.row.name)),
            (self.extended_knight, "extended-knight".into()),
            (self.extended_pawn, format!("extended-pawn-{edge}")),
        ];
        choices.into_iter().filter(|choice| choice.0).map(|choice| choice.1).collect()
    }

    /// Returns the id of the variant.
    pub fn id(&self) -> String {
        let cut = if self.layout == Layout::CutEdges { "-cutedges" } else { "" };
        let plain = if self.row.players > 2 && !self.extended_knight { "-plainknight" } else { "" };
        format!("tri-chess-{}{cut}{plain}", self.row.name)
    }

    /// Returns the id as a title: `Tri-Chess 4 Pairs Cutedges`.
    pub fn title(&self) -> String {
        let id = self.id();
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        let words: Vec<String> = id.split('-').map(capital).collect();
        format!("{}-{}", words[0], words[1..].join(" "))
    }
}

/// Whether the layout exists for this game (Tri-Chess 1.1).
fn is_laid_out(row: TableRow, layout: Layout) -> bool {
    layout == Layout::NinePawns || row.players <= 4
}
