//! A game as a set of options, one field for each article of the rules, and the games that have names.

use crate::board::{Dark, Names, Near};
use crate::game::{Declaration, OptionSpec, OptionValue, Options, words};

words! {
    /// Along which lines everything moves and jumps.
    pub enum Lines {
        /// Over the corners of squares.
        Diagonal = "diagonal",
        /// Over their sides.
        Orthogonal = "orthogonal",
    }
}

words! {
    /// Who jumps over the sides of squares, where everything moves over corners.
    pub enum Crossing {
        /// Nobody.
        None = "none",
        /// Kings.
        Kings = "kings",
        /// Men.
        Men = "men",
        /// Both (as in Frisian draughts).
        All = "all",
    }
}

words! {
    /// Which captures may be chosen.
    pub enum Priority {
        /// Any (Draughts 7.2).
        Any = "any",
        /// Those of most pieces (Draughts 7.3).
        Max = "max",
        /// Those of most pieces, and of most kings among them (Draughts 7.4).
        MaxKings = "max-kings",
        /// Most pieces, with a king, most kings, the first king earliest (Draughts 7.5).
        Italian = "italian",
    }
}

words! {
    /// When jumped pieces leave the board.
    pub enum Removal {
        /// At the end of the turn (Draughts 5.4).
        End = "end",
        /// At once (Draughts 5.5).
        Now = "now",
    }
}

words! {
    /// What it means to be unable to move.
    pub enum Win {
        /// To lose: the last who moves wins.
        Last = "last",
        /// To win.
        Lose = "lose",
    }
}

words! {
    /// Which counted endings there are.
    pub enum Endings {
        /// None.
        None = "none",
        /// Those of the world federation, for international draughts.
        Fmjd = "fmjd",
        /// Those of the Brazilian federation.
        Cbd = "cbd",
        /// Three kings against one, by the moves of the one.
        Pool = "pool",
        /// Three kings against one, by the moves of the three.
        Russian = "russian",
        /// One piece each.
        Turkish = "turkish",
    }
}

/// The rules of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// Squares on a side.
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
    /// Who jumps over the sides of squares too (Draughts 5.8).
    pub cross_jumps: Crossing,
    /// Whether kings have long range (Draughts 4.2, 5.1).
    pub flying: bool,
    /// Whether men become kings (Draughts 6.1).
    pub crowning: bool,
    /// Whether a man that jumps onto the last row goes on as a king (Draughts 6.2).
    pub through: bool,
    /// Which captures may be chosen (Draughts 7).
    pub priority: Priority,
    /// Whether of captures that are equal a king makes one (Draughts 7.7).
    pub king_first: bool,
    /// When jumped pieces leave the board (Draughts 5.4, 5.5).
    pub removal: Removal,
    /// Whether the last who can move wins or loses (Draughts 10.1).
    pub win: Win,
    /// Turns without progress that make a draw (Draughts 10.3).
    pub quiet: u8,
    /// The counted endings (Draughts 10.2).
    pub endings: Endings,
    /// Turns drawn by lot before the game (Draughts 3.3).
    pub opening: u8,
}

/// `english-draughts`
pub const ENGLISH: RuleSet = RuleSet {
    size: 8,
    dark: Dark::Left,
    rows: 3,
    skip: 0,
    names: Names::Top,
    first: Near::Black,
    lines: Lines::Diagonal,
    men_back: false,
    men_take_kings: true,
    cross_jumps: Crossing::None,
    flying: false,
    crowning: true,
    through: false,
    priority: Priority::Any,
    king_first: false,
    removal: Removal::End,
    win: Win::Last,
    quiet: 80,
    endings: Endings::None,
    opening: 0,
};
/// `english-draughts-two-move`
pub const ENGLISH_TWO_MOVE: RuleSet = RuleSet { opening: 2, ..ENGLISH };
/// `english-draughts-three-move`
pub const ENGLISH_THREE_MOVE: RuleSet = RuleSet { opening: 3, ..ENGLISH };
/// `english-draughts-10x10`
pub const ENGLISH_10X10: RuleSet = RuleSet { size: 10, rows: 4, ..ENGLISH };
/// `english-draughts-flying`
pub const ENGLISH_FLYING: RuleSet = RuleSet { flying: true, ..ENGLISH };
/// `giveaway-checkers`
pub const GIVEAWAY: RuleSet = RuleSet { win: Win::Lose, ..ENGLISH };
/// `pool-checkers`
pub const POOL: RuleSet =
    RuleSet { men_back: true, flying: true, quiet: 50, endings: Endings::Pool, ..ENGLISH };
/// `international-draughts`
pub const INTERNATIONAL: RuleSet = RuleSet {
    size: 10,
    rows: 4,
    first: Near::White,
    men_back: true,
    flying: true,
    priority: Priority::Max,
    quiet: 50,
    endings: Endings::Fmjd,
    ..ENGLISH
};
/// `canadian-draughts`
pub const CANADIAN: RuleSet = RuleSet { size: 12, rows: 5, ..INTERNATIONAL };
/// `german-draughts`
pub const GERMAN: RuleSet = RuleSet { size: 8, rows: 3, ..INTERNATIONAL };
/// `brazilian-draughts`
pub const BRAZILIAN: RuleSet =
    RuleSet { names: Names::Algebraic, quiet: 40, endings: Endings::Cbd, ..GERMAN };
/// `russian-draughts`
pub const RUSSIAN: RuleSet =
    RuleSet { through: true, priority: Priority::Any, quiet: 30, endings: Endings::Russian, ..BRAZILIAN };
/// `russian-giveaway`
pub const RUSSIAN_GIVEAWAY: RuleSet = RuleSet { win: Win::Lose, ..RUSSIAN };
/// `italian-draughts`
pub const ITALIAN: RuleSet = RuleSet {
    dark: Dark::Right,
    first: Near::White,
    men_take_kings: false,
    priority: Priority::Italian,
    ..ENGLISH
};
/// `spanish-draughts`
pub const SPANISH: RuleSet = RuleSet {
    dark: Dark::Right,
    names: Names::Bottom,
    men_back: false,
    priority: Priority::MaxKings,
    ..BRAZILIAN
};
/// `turkish-draughts`
pub const TURKISH: RuleSet = RuleSet {
    dark: Dark::All,
    rows: 2,
    skip: 1,
    lines: Lines::Orthogonal,
    men_back: false,
    removal: Removal::Now,
    quiet: 50,
    endings: Endings::Turkish,
    ..BRAZILIAN
};

/// A game that has an id.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The id.
    pub id: &'static str,
    /// The name for headlines.
    pub title: &'static str,
    /// The options.
    pub rules: RuleSet,
}

const fn named(id: &'static str, title: &'static str, rules: RuleSet) -> Named {
    Named { id, title, rules }
}

/// All games that have an id, in the order of the rule document.
pub const NAMED: [Named; 16] = [
    named("english-draughts", "English Draughts", ENGLISH),
    named("english-draughts-two-move", "English Draughts, Two-Move Restriction", ENGLISH_TWO_MOVE),
    named("english-draughts-three-move", "English Draughts, Three-Move Restriction", ENGLISH_THREE_MOVE),
    named("english-draughts-10x10", "English Draughts on 10x10 Squares", ENGLISH_10X10),
    named("english-draughts-flying", "English Draughts with Flying Kings", ENGLISH_FLYING),
    named("canadian-draughts", "Canadian Draughts", CANADIAN),
    named("international-draughts", "International Draughts", INTERNATIONAL),
    named("italian-draughts", "Italian Draughts", ITALIAN),
    named("pool-checkers", "Pool Checkers", POOL),
    named("russian-draughts", "Russian Draughts", RUSSIAN),
    named("brazilian-draughts", "Brazilian Draughts", BRAZILIAN),
    named("spanish-draughts", "Spanish Draughts", SPANISH),
    named("german-draughts", "German Draughts", GERMAN),
    named("turkish-draughts", "Turkish Draughts", TURKISH),
    named("giveaway-checkers", "Giveaway Checkers", GIVEAWAY),
    named("russian-giveaway", "Russian Giveaway Draughts", RUSSIAN_GIVEAWAY),
];

/// The game of that id.
pub(crate) fn named_by(id: &str) -> Result<&'static Named, String> {
    NAMED.iter().find(|named| named.id == id).ok_or_else(|| format!("there is no draughts variant '{id}'"))
}

/// Why there is no board of some size and lines.
pub(crate) const NO_BOARD: &str = "size must be 8, 10 or 12, and with lines=orthogonal 8";

/// No game counts more turns without progress.
pub const MOST_QUIET: u8 = 80;

words! { impl Dark { Left = "left", Right = "right", All = "all", } }
words! { impl Names { Top = "top", Bottom = "bottom", Algebraic = "algebraic", } }
words! { impl Near { White = "W", Black = "B", } }

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
        OptionSpec::word::<Crossing>(
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
            MOST_QUIET as i64,
            "the number of turns without progress after which the game is a draw",
        ),
        OptionSpec::word::<Endings>("endings", "the rule set whose counted endings are draws"),
        OptionSpec::one_of("opening", &[0, 2, 3], "the number of turns drawn at random before the game"),
    ],
};

impl RuleSet {
    /// The options by name (Draughts 1).
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

    /// The rules of these options, or what speaks against them together.
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
        rules.possible()?;
        Ok(rules)
    }

    /// Whether the options can stand together.
    fn possible(&self) -> Result<(), String> {
        if !matches!((self.lines, self.size), (Lines::Diagonal, 8 | 10 | 12) | (Lines::Orthogonal, 8)) {
            return Err(NO_BOARD.into());
        }
        if (self.dark == Dark::All) != (self.lines == Lines::Orthogonal) {
            return Err(
                "lines=orthogonal needs dark=all, and lines=diagonal needs dark=left or dark=right".into()
            );
        }
        if self.cross_jumps != Crossing::None && self.lines == Lines::Orthogonal {
            return Err("lines=orthogonal needs cross_jumps=none".into());
        }
        if self.cross_jumps == Crossing::Kings && !self.crowning {
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
            // What it asks of kings jumped before is forgotten with them.
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
            // Its classes tell a king from a man, and which one began the turn is forgotten where it was
            // crowned under way.
            return Err("through=true does not work with endings=cbd".into());
        }
        Ok(())
    }
}
