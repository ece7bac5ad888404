//! The options of a game, one for each article of the rules.

use crate::board::{Dark, Names, Near};
use crate::game::{Declaration, OptionSpec, OptionValue, Options};
use crate::named::named;

named! {
    /// The lines along which pieces move and jump.
    pub enum Lines, "lines" {
        /// Diagonals.
        Diagonal = "diagonal",
        /// Ranks and files.
        Orthogonal = "orthogonal",
    }
}

named! {
    /// The pieces that jump along ranks and files, on boards with diagonal lines.
    pub enum CrossJumps, "cross_jumps" {
        /// No pieces.
        None = "none",
        /// Kings.
        Kings = "kings",
        /// Men.
        Men = "men",
        /// Both (as in Frisian draughts).
        All = "all",
    }
}

named! {
    /// The captures that a player may choose from.
    pub enum Priority, "priority" {
        /// Any (Draughts 7.2).
        Any = "any",
        /// Captures of the most pieces (Draughts 7.3).
        Max = "max",
        /// Captures of the most pieces, and among these of the most kings (Draughts 7.4).
        MaxKings = "max-kings",
        /// The most pieces, then by a king, then the most kings, then the first king earliest (Draughts 7.5).
        Italian = "italian",
    }
}

named! {
    /// When jumped pieces leave the board.
    pub enum Removal, "removal" {
        /// At the end of the turn (Draughts 5.4).
        End = "end",
        /// Immediately (Draughts 5.5).
        Now = "now",
    }
}

named! {
    /// The result for a player who cannot move.
    pub enum Win, "win" {
        /// Loss: the player who makes the last move wins.
        Last = "last",
        /// Win.
        Lose = "lose",
    }
}

named! {
    /// The rule set whose counted endings are draws.
    pub enum Endings, "endings" {
        /// None.
        None = "none",
        /// The endings of the world federation, for international draughts.
        Fmjd = "fmjd",
        /// The endings of the Brazilian federation.
        Cbd = "cbd",
        /// Three kings against one; the moves of the one count.
        Pool = "pool",
        /// Three kings against one; the moves of the three count.
        Russian = "russian",
        /// One piece each.
        Turkish = "turkish",
    }
}

/// The rules of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// The number of squares on a side.
    pub size: u8,
    /// The playing squares (Draughts 2.1).
    pub dark: Dark,
    /// Rows of men of each side at the start (Draughts 3.1).
    pub rows: u8,
    /// Empty rows behind them (Draughts 3.1).
    pub skip: u8,
    /// The names of the squares (Draughts 2.2).
    pub names: Names,
    /// The color that moves first (Draughts 3.2).
    pub first: Near,
    /// The lines of movement (Draughts 4.1).
    pub lines: Lines,
    /// Whether men jump backward (Draughts 5.2).
    pub men_back: bool,
    /// Whether men jump over kings (Draughts 5.3).
    pub men_take_kings: bool,
    /// The pieces that jump along ranks and files too (Draughts 5.8).
    pub cross_jumps: CrossJumps,
    /// Whether kings move and jump any distance (Draughts 4.2, 5.1).
    pub flying: bool,
    /// Whether men become kings (Draughts 6.1).
    pub crowning: bool,
    /// Whether a man that jumps onto the last row continues the capture as a king (Draughts 6.2).
    pub through: bool,
    /// The captures that a player may choose from (Draughts 7).
    pub priority: Priority,
    /// Whether a king must capture rather than a man if their captures are equal (Draughts 7.7).
    pub king_first: bool,
    /// When jumped pieces leave the board (Draughts 5.4, 5.5).
    pub removal: Removal,
    /// Whether the player who makes the last move wins or loses (Draughts 10.1).
    pub win: Win,
    /// The number of turns without progress that makes a draw (Draughts 10.3).
    pub quiet: u8,
    /// The counted endings (Draughts 10.2).
    pub endings: Endings,
    /// The number of turns drawn at random before the game (Draughts 3.3).
    pub opening: u8,
}

/// The message for a size and lines without a board.
pub(crate) const NO_BOARD: &str = "size must be 8, 10 or 12, and with lines=orthogonal 8";

/// The maximum of the option `quiet`.
pub const MAX_QUIET: u8 = 80;

/// The options of all games of draughts (Draughts 1).
pub static OPTIONS: Declaration = Declaration {
    game: "draughts",
    options: &[
        OptionSpec::one_of("size", &[8, 10, 12], "the number of squares on each side of the board"),
        OptionSpec::word::<Dark>(
            "dark",
            "the squares in play: those of the color of the near left corner, of the near right corner, or \
             all",
        ),
        OptionSpec::number("rows", 1, 5, "the number of rows of men of each color at the start"),
        OptionSpec::number("skip", 0, 4, "the number of empty rows behind the men at the start"),
        OptionSpec::word::<Names>(
            "names",
            "the names of squares: numbers from the top or from the bottom, or algebraic as in chess",
        ),
        OptionSpec::word::<Near>("first", "the color that moves first"),
        OptionSpec::word::<Lines>("lines", "the lines along which pieces move and jump"),
        OptionSpec::flag("men_back", "whether men can jump backward"),
        OptionSpec::flag("men_take_kings", "whether men can jump over kings"),
        OptionSpec::word::<CrossJumps>(
            "cross_jumps",
            "the pieces that jump along ranks and files, in addition to diagonals",
        ),
        OptionSpec::flag("flying", "whether kings move and jump any distance"),
        OptionSpec::flag("crowning", "whether men become kings"),
        OptionSpec::flag(
            "through",
            "whether a man that jumps onto the last row continues the capture as a king",
        ),
        OptionSpec::word::<Priority>("priority", "the captures that a player may choose from"),
        OptionSpec::flag(
            "king_first",
            "whether a king must capture rather than a man if their captures are equal",
        ),
        OptionSpec::word::<Removal>(
            "removal",
            "when jumped pieces leave the board: at the end of the turn, or at once",
        ),
        OptionSpec::word::<Win>(
            "win",
            "whether the player who makes the last move wins (last) or loses (lose)",
        ),
        OptionSpec::number(
            "quiet",
            1,
            MAX_QUIET as i64,
            "the number of turns without progress after which the game is a draw",
        ),
        OptionSpec::word::<Endings>("endings", "the rule set whose counted endings are draws"),
        OptionSpec::one_of("opening", &[0, 2, 3], "the number of turns drawn at random before the game"),
    ],
};

impl RuleSet {
    /// Returns the options by name (Draughts 1).
    pub fn options(&self) -> Options {
        let values: [(_, OptionValue); 20] = [
            ("size", self.size.into()),
            ("dark", self.dark.into()),
            ("rows", self.rows.into()),
            ("skip", self.skip.into()),
            ("names", self.names.into()),
            ("first", self.first.into()),
            ("lines", self.lines.into()),
            ("men_back", self.men_back.into()),
            ("men_take_kings", self.men_take_kings.into()),
            ("cross_jumps", self.cross_jumps.into()),
            ("flying", self.flying.into()),
            ("crowning", self.crowning.into()),
            ("through", self.through.into()),
            ("priority", self.priority.into()),
            ("king_first", self.king_first.into()),
            ("removal", self.removal.into()),
            ("win", self.win.into()),
            ("quiet", self.quiet.into()),
            ("endings", self.endings.into()),
            ("opening", self.opening.into()),
        ];
        Options::of(&OPTIONS, values)
    }

    /// Returns the rules of these options.
    ///
    /// # Errors
    ///
    /// A message if the options cannot be combined.
    pub fn read(options: &Options) -> Result<RuleSet, String> {
        let rules = RuleSet {
            size: options.number("size"),
            dark: options.word("dark"),
            rows: options.number("rows"),
            skip: options.number("skip"),
            names: options.word("names"),
            first: options.word("first"),
            lines: options.word("lines"),
            men_back: options.flag("men_back"),
            men_take_kings: options.flag("men_take_kings"),
            cross_jumps: options.word("cross_jumps"),
            flying: options.flag("flying"),
            crowning: options.flag("crowning"),
            through: options.flag("through"),
            priority: options.word("priority"),
            king_first: options.flag("king_first"),
            removal: options.word("removal"),
            win: options.word("win"),
            quiet: options.number("quiet"),
            endings: options.word("endings"),
            opening: options.number("opening"),
        };
        rules.check()?;
        Ok(rules)
    }

    /// Checks that the options can be combined.
    fn check(&self) -> Result<(), String> {
        if !matches!((self.lines, self.size), (Lines::Diagonal, 8 | 10 | 12) | (Lines::Orthogonal, 8)) {
            return Err(NO_BOARD.into());
        }
        if (self.dark == Dark::All) != (self.lines == Lines::Orthogonal) {
            return Err(
                "lines=orthogonal needs dark=all, and lines=diagonal needs dark=left or dark=right".into()
            );
        }
        if self.cross_jumps != CrossJumps::None && self.lines == Lines::Orthogonal {
            return Err("lines=orthogonal needs cross_jumps=none".into());
        }
        if self.cross_jumps == CrossJumps::Kings && !self.crowning {
            return Err("crowning=false needs cross_jumps=none, men or all".into());
        }
        if self.rows + self.skip >= self.size / 2 {
            return Err(format!(
                "the sum of rows and skip must be at most {} on this board",
                self.size / 2 - 1
            ));
        }
        if self.removal == Removal::Now && !matches!(self.endings, Endings::None | Endings::Turkish) {
            return Err("removal=now needs endings=none or endings=turkish".into());
        }
        if self.removal == Removal::Now && self.priority == Priority::Italian {
            // The Italian priority needs the kings jumped before, which have left the board.
            return Err("removal=now does not work with priority=italian".into());
        }
        if self.king_first && self.priority == Priority::Italian {
            return Err(
                "priority=italian includes the priority of kings (rule 7.5 b) and needs king_first=false"
                    .into(),
            );
        }
        if self.king_first && !self.crowning {
            return Err("crowning=false needs king_first=false".into());
        }
        if self.through && self.endings == Endings::Cbd {
            // The classes distinguish kings from men, but a man crowned during a capture leaves no trace of
            // what it was at the beginning of the turn.
            return Err("through=true does not work with endings=cbd".into());
        }
        Ok(())
    }
}
