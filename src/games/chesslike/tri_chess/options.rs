//! The options of Tri-Chess, and the ids of its variants (Tri-Chess 1).

use crate::board::TriChess;
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

/// The pieces of a seat in its own row 0, by own file from 0, and the file of its ninth pawn (Tri-Chess 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    pub row: &'static str,
    pub ninth: i8,
    /// Whether the ninth pawn is left out if edges are cut.
    pub omitted_if_cut: bool,
}

const W: Setup = Setup { row: ".RNBQKBNR", ninth: 0, omitted_if_cut: true };
const M4: Setup = Setup { row: "RNBKQBNR", ninth: 8, omitted_if_cut: true };
const M5: Setup = Setup { row: "..RNBKQBNR", ninth: 10, omitted_if_cut: true };
const R: Setup = Setup { row: "...RNBQKBNR", ninth: 2, omitted_if_cut: false };
const L5: Setup = Setup { row: "RNBKQBNR", ninth: 8, omitted_if_cut: false };
const L6: Setup = Setup { row: "..RNBKQBNR", ninth: 10, omitted_if_cut: false };

/// A row of the tables of Tri-Chess 1.1 and 3.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// The part of the id after `tri-chess-`.
    name: &'static str,
    pub team_kind: Teams,
    pub board: TriChess,
    /// The edge and the set-up of each seat.
    pub seats: &'static [(usize, Setup)],
    /// The turn order, and the team of each seat.
    pub turn_order: &'static [u8],
    pub teams: &'static [u8],
}

/// The games, without layouts and plain knights.
const ROWS: [TableRow; 8] = {
    use {Teams::*, TriChess::*};
    const ALL: [u8; 6] = [0, 1, 2, 3, 4, 5];
    const SIX: [(usize, Setup); 6] = [(0, R), (1, L6), (2, R), (3, L6), (4, R), (5, L6)];
    const TRIOS: [(usize, Setup); 6] = [(0, L6), (1, L6), (2, R), (3, L6), (4, R), (5, R)];
    const fn alone(
        name: &'static str,
        board: TriChess,
        seats: &'static [(usize, Setup)],
        order: &'static [u8],
    ) -> TableRow {
        TableRow { name, team_kind: None, board, seats, turn_order: order, teams: order }
    }
    [
        alone("2", Two, &[(0, W), (3, M4)], &[0, 1]),
        alone("3", Three, &[(0, W), (2, W), (4, W)], &[0, 1, 2]),
        alone("4-cutthroat", FourCutthroat, &[(0, R), (1, L5), (3, R), (4, L5)], &[0, 1, 2, 3]),
        TableRow {
            name: "4-pairs",
            team_kind: Pairs,
            board: FourPairs,
            seats: &[(0, M5), (1, W), (3, M5), (4, W)],
            turn_order: &[0, 2, 1, 3],
            teams: &[0, 0, 1, 1],
        },
        alone("5", FiveOrSix, SIX.first_chunk::<5>().unwrap(), &[0, 1, 2, 3, 4]),
        alone("6-cutthroat", FiveOrSix, &SIX, &ALL),
        TableRow {
            name: "6-pairs",
            team_kind: Pairs,
            board: FiveOrSix,
            seats: &SIX,
            turn_order: &[0, 2, 4, 1, 3, 5],
            teams: &[0, 0, 1, 1, 2, 2],
        },
        TableRow {
            name: "6-trios",
            team_kind: Trios,
            board: FiveOrSix,
            seats: &TRIOS,
            turn_order: &[0, 3, 1, 4, 2, 5],
            teams: &[0, 0, 0, 1, 1, 1],
        },
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
            let more = row.seats.len() > 2;
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
        let of = |row: &&TableRow| (row.seats.len(), row.team_kind) == (players, team_kind);
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
            ("players", (self.row.seats.len() as i64).into()),
            ("teams", self.row.team_kind.into()),
            ("layout", self.layout.into()),
            ("extended_knight", self.extended_knight.into()),
            ("extended_pawn", self.extended_pawn.into()),
        ];
        Options::of(&OPTIONS, values)
    }

    /// Returns the id of the variant.
    pub fn id(&self) -> String {
        let cut = if self.layout == Layout::CutEdges { "-cutedges" } else { "" };
        let plain = if self.row.seats.len() > 2 && !self.extended_knight { "-plainknight" } else { "" };
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
    row.board.board(layout == Layout::CutEdges).is_some()
}
