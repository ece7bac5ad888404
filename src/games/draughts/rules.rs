//! A game as a set of options, one field for each article of the rules, and the games that have names.

use crate::board::{Dark, Names, Near};
use crate::game::{OptionValue, Options};

/// Along which lines everything moves and jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// Over the corners of squares.
    Diagonal,
    /// Over their sides.
    Orthogonal,
}

/// Which captures may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// Any (Draughts 7.2).
    Any,
    /// Those of most pieces (Draughts 7.3).
    Max,
    /// Those of most pieces, and of most kings among them (Draughts 7.4).
    MaxKings,
    /// Most pieces, with a king, most kings, the first king earliest (Draughts 7.5).
    Italian,
}

/// When jumped pieces leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// At the end of the turn (Draughts 5.4).
    End,
    /// At once (Draughts 5.5).
    Now,
}

/// What it means to be unable to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Win {
    /// To lose: the last who moves wins.
    Last,
    /// To win.
    Lose,
}

/// Which counted endings there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endings {
    /// None.
    None,
    /// Those of the world federation, for international draughts.
    Fmjd,
    /// Those of the Brazilian federation.
    Cbd,
    /// Three kings against one, by the moves of the one.
    Pool,
    /// Three kings against one, by the moves of the three.
    Russian,
    /// One piece each.
    Turkish,
}

/// The rules of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
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
    /// The colour that moves first (Draughts 3.2).
    pub first: Near,
    /// The lines of movement (Draughts 4.1).
    pub lines: Lines,
    /// Whether men jump backward (Draughts 5.2).
    pub men_back: bool,
    /// Whether men jump over kings (Draughts 5.3).
    pub men_take_kings: bool,
    /// Whether kings have long range (Draughts 4.2, 5.1).
    pub flying: bool,
    /// Whether men become kings (Draughts 6.1).
    pub crowning: bool,
    /// Whether a man that jumps onto the last row goes on as a king (Draughts 6.2).
    pub through: bool,
    /// Which captures may be chosen (Draughts 7).
    pub priority: Priority,
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
pub const ENGLISH: Rules = Rules {
    size: 8,
    dark: Dark::Left,
    rows: 3,
    skip: 0,
    names: Names::Top,
    first: Near::Black,
    lines: Lines::Diagonal,
    men_back: false,
    men_take_kings: true,
    flying: false,
    crowning: true,
    through: false,
    priority: Priority::Any,
    removal: Removal::End,
    win: Win::Last,
    quiet: 80,
    endings: Endings::None,
    opening: 0,
};
/// `english-draughts-two-move`
pub const ENGLISH_TWO_MOVE: Rules = Rules { opening: 2, ..ENGLISH };
/// `english-draughts-three-move`
pub const ENGLISH_THREE_MOVE: Rules = Rules { opening: 3, ..ENGLISH };
/// `english-draughts-10x10`
pub const ENGLISH_10X10: Rules = Rules { size: 10, rows: 4, ..ENGLISH };
/// `english-draughts-flying`
pub const ENGLISH_FLYING: Rules = Rules { flying: true, ..ENGLISH };
/// `giveaway-checkers`
pub const GIVEAWAY: Rules = Rules { win: Win::Lose, ..ENGLISH };
/// `pool-checkers`
pub const POOL: Rules = Rules { men_back: true, flying: true, quiet: 50, endings: Endings::Pool, ..ENGLISH };
/// `international-draughts`
pub const INTERNATIONAL: Rules = Rules {
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
pub const CANADIAN: Rules = Rules { size: 12, rows: 5, ..INTERNATIONAL };
/// `german-draughts`
pub const GERMAN: Rules = Rules { size: 8, rows: 3, ..INTERNATIONAL };
/// `brazilian-draughts`
pub const BRAZILIAN: Rules = Rules { names: Names::Algebraic, quiet: 40, endings: Endings::Cbd, ..GERMAN };
/// `russian-draughts`
pub const RUSSIAN: Rules =
    Rules { through: true, priority: Priority::Any, quiet: 30, endings: Endings::Russian, ..BRAZILIAN };
/// `russian-giveaway`
pub const RUSSIAN_GIVEAWAY: Rules = Rules { win: Win::Lose, ..RUSSIAN };
/// `italian-draughts`
pub const ITALIAN: Rules = Rules {
    dark: Dark::Right,
    first: Near::White,
    men_take_kings: false,
    priority: Priority::Italian,
    ..ENGLISH
};
/// `spanish-draughts`
pub const SPANISH: Rules = Rules {
    dark: Dark::Right,
    names: Names::Bottom,
    men_back: false,
    priority: Priority::MaxKings,
    ..BRAZILIAN
};
/// `turkish-draughts`
pub const TURKISH: Rules = Rules {
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
    pub rules: Rules,
}

const fn named(id: &'static str, title: &'static str, rules: Rules) -> Named {
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
pub(super) fn named_by(id: &str) -> Result<&'static Named, String> {
    NAMED.iter().find(|named| named.id == id).ok_or_else(|| format!("no game of draughts is called '{id}'"))
}

/// Why there is no board of some size and lines.
pub(super) const NO_BOARD: &str =
    "draughts are played on 8x8, 10x10 or 12x12 squares; where lines are orthogonal, on 8x8";

/// No game counts more turns without progress.
pub const MOST_QUIET: u8 = 80;

/// The words that options take as values.
trait Word: Copy + PartialEq + 'static {
    const WORDS: &'static [(&'static str, Self)];

    fn word(self) -> OptionValue {
        let found = Self::WORDS.iter().find(|(_, value)| *value == self);
        OptionValue::Word(found.map_or("", |(word, _)| word).into())
    }
}

impl Word for Dark {
    const WORDS: &'static [(&'static str, Dark)] =
        &[("left", Dark::Left), ("right", Dark::Right), ("all", Dark::All)];
}

impl Word for Names {
    const WORDS: &'static [(&'static str, Names)] =
        &[("top", Names::Top), ("bottom", Names::Bottom), ("algebraic", Names::Algebraic)];
}

impl Word for Near {
    const WORDS: &'static [(&'static str, Near)] = &[("W", Near::White), ("B", Near::Black)];
}

impl Word for Lines {
    const WORDS: &'static [(&'static str, Lines)] =
        &[("diagonal", Lines::Diagonal), ("orthogonal", Lines::Orthogonal)];
}

impl Word for Priority {
    const WORDS: &'static [(&'static str, Priority)] = &[
        ("any", Priority::Any),
        ("max", Priority::Max),
        ("max-kings", Priority::MaxKings),
        ("italian", Priority::Italian),
    ];
}

impl Word for Removal {
    const WORDS: &'static [(&'static str, Removal)] = &[("end", Removal::End), ("now", Removal::Now)];
}

impl Word for Win {
    const WORDS: &'static [(&'static str, Win)] = &[("last", Win::Last), ("lose", Win::Lose)];
}

impl Word for Endings {
    const WORDS: &'static [(&'static str, Endings)] = &[
        ("none", Endings::None),
        ("fmjd", Endings::Fmjd),
        ("cbd", Endings::Cbd),
        ("pool", Endings::Pool),
        ("russian", Endings::Russian),
        ("turkish", Endings::Turkish),
    ];
}

impl Rules {
    /// The options by name (Draughts 1).
    pub fn options(&self) -> Options {
        let number = |n: u8| OptionValue::Number(n.into());
        Options::from([
            ("size", number(self.size)),
            ("dark", self.dark.word()),
            ("rows", number(self.rows)),
            ("skip", number(self.skip)),
            ("names", self.names.word()),
            ("first", self.first.word()),
            ("lines", self.lines.word()),
            ("men_back", OptionValue::Flag(self.men_back)),
            ("men_take_kings", OptionValue::Flag(self.men_take_kings)),
            ("flying", OptionValue::Flag(self.flying)),
            ("crowning", OptionValue::Flag(self.crowning)),
            ("through", OptionValue::Flag(self.through)),
            ("priority", self.priority.word()),
            ("removal", self.removal.word()),
            ("win", self.win.word()),
            ("quiet", number(self.quiet)),
            ("endings", self.endings.word()),
            ("opening", number(self.opening)),
        ])
    }

    /// These rules with some options changed.
    pub fn with(mut self, options: &Options) -> Result<Rules, String> {
        for (&name, value) in options {
            match name {
                "size" => self.size = number(name, value, 8, 12)?,
                "dark" => self.dark = word(name, value)?,
                "rows" => self.rows = number(name, value, 1, 5)?,
                "skip" => self.skip = number(name, value, 0, 4)?,
                "names" => self.names = word(name, value)?,
                "first" => self.first = word(name, value)?,
                "lines" => self.lines = word(name, value)?,
                "men_back" => self.men_back = flag(name, value)?,
                "men_take_kings" => self.men_take_kings = flag(name, value)?,
                "flying" => self.flying = flag(name, value)?,
                "crowning" => self.crowning = flag(name, value)?,
                "through" => self.through = flag(name, value)?,
                "priority" => self.priority = word(name, value)?,
                "removal" => self.removal = word(name, value)?,
                "win" => self.win = word(name, value)?,
                "quiet" => self.quiet = number(name, value, 1, MOST_QUIET)?,
                "endings" => self.endings = word(name, value)?,
                "opening" => self.opening = number(name, value, 0, 3)?,
                _ => {
                    let known: Vec<&str> = ENGLISH.options().into_keys().collect();
                    return Err(format!("draughts have no option '{name}'; options: {}", known.join(", ")));
                }
            }
        }
        self.possible()?;
        Ok(self)
    }

    /// Whether the options can stand together.
    fn possible(&self) -> Result<(), String> {
        if !matches!((self.lines, self.size), (Lines::Diagonal, 8 | 10 | 12) | (Lines::Orthogonal, 8)) {
            return Err(NO_BOARD.into());
        }
        if (self.dark == Dark::All) != (self.lines == Lines::Orthogonal) {
            return Err("orthogonal lines need dark=all, and diagonal lines dark=left or dark=right".into());
        }
        if self.rows + self.skip >= self.size / 2 {
            return Err(format!("rows and skip together are at most {} on this board", self.size / 2 - 1));
        }
        if self.removal == Removal::Now && !matches!(self.endings, Endings::None | Endings::Turkish) {
            return Err("where jumped pieces leave at once (removal=now), endings are none or turkish".into());
        }
        if self.removal == Removal::Now && self.priority == Priority::Italian {
            // What it asks of kings jumped before is forgotten with them.
            return Err("where jumped pieces leave at once (removal=now), priority is not italian".into());
        }
        if self.through && self.endings == Endings::Cbd {
            // Its classes tell a king from a man, and which one began the turn is forgotten where it was crowned under way.
            return Err("where men are crowned while they jump (through=true), endings are not cbd".into());
        }
        if self.opening == 1 {
            return Err("opening is 0, 2 or 3".into());
        }
        Ok(())
    }
}

fn flag(name: &str, value: &OptionValue) -> Result<bool, String> {
    match value {
        OptionValue::Flag(flag) => Ok(*flag),
        other => Err(format!("option {name} is true or false, not {other}")),
    }
}

fn number(name: &str, value: &OptionValue, least: u8, most: u8) -> Result<u8, String> {
    match value {
        OptionValue::Number(n) if (i64::from(least)..=i64::from(most)).contains(n) => Ok(*n as u8),
        other => Err(format!("option {name} is a number from {least} to {most}, not {other}")),
    }
}

fn word<W: Word>(name: &str, value: &OptionValue) -> Result<W, String> {
    let found = W::WORDS.iter().find(|(word, _)| matches!(value, OptionValue::Word(w) if w == word));
    found.map(|&(_, value)| value).ok_or_else(|| {
        let words: Vec<&str> = W::WORDS.iter().map(|&(word, _)| word).collect();
        format!("option {name} is one of {}, not {value}", words.join(", "))
    })
}
