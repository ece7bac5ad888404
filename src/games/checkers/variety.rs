//! The options of the family, and the ids that name them (Checkers 1).

use crate::game::{Declaration, OptionSpec, OptionValue, Options, Word, words};

words! {
    /// Which of the three games.
    pub enum Kind {
        /// Jumped pieces leave the board.
        Checkers = "checkers",
        /// Jumped pieces go under the stack that jumped them.
        Stax = "stax",
        /// Stax on squares of both colors, with straight jumps.
        Queens = "queens",
    }
}

words! {
    /// Which edges are joined (Checkers 2.4).
    pub enum Topology {
        /// None.
        Flat = "flat",
        /// Each seat's left and right.
        Cylindrical = "cylindrical",
        /// The ends as well, for kings.
        Universal = "universal",
    }
}

words! {
    /// Who plays with whom.
    pub enum Teams {
        /// Two seats on 8x8.
        Single = "single",
        /// Four on 12x12, A and C against B and D.
        Pairs = "pairs",
        /// Four on 12x12, each alone.
        Cutthroat = "cutthroat",
    }
}

words! {
    /// Where partners sit and how their pieces stand (Checkers 3).
    pub enum Layout {
        /// Partners adjacent.
        Default = "default",
        /// Partners opposite.
        Opposite = "opposite",
        /// Partners adjacent, on squares of different colors.
        Mixed = "mixed",
        /// The same, and adjacent opponents on different colors too.
        MixedCorner = "mixed-corner",
        /// Partners opposite, on different colors.
        OppositeMixed = "opposite-mixed",
    }
}

/// The options of all 90.
pub static OPTIONS: Declaration = Declaration {
    game: "checkers",
    options: &[
        OptionSpec::word::<Kind>(
            "game",
            "the game: what happens to jumped pieces, and which squares are in play",
        ),
        OptionSpec::word::<Topology>("topology", "the edges of the board that are joined"),
        OptionSpec::word::<Teams>(
            "teams",
            "single: two seats on 8x8; pairs, cutthroat: four seats on 12x12, in two teams or each alone",
        ),
        OptionSpec::word::<Layout>(
            "layout",
            "with teams=pairs, where partners sit and how their pieces are placed",
        ),
        OptionSpec::flag("numbers", "whether men have numbers"),
        OptionSpec::flag("crowning", "whether men become kings"),
        OptionSpec::one_of(
            "size",
            &[4, 6, 8],
            "the number of squares on each side; 4 and 6 are small boards",
        ),
    ],
};

/// One of the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variety {
    /// The game.
    pub kind: Kind,
    /// The board's joined edges.
    pub topology: Topology,
    /// The seats.
    pub teams: Teams,
    /// The start.
    pub layout: Layout,
    /// Whether men have numbers (Checkers 10).
    pub numbers: bool,
    /// Whether men become kings (Checkers 6.1).
    pub crowning: bool,
    /// Squares on a side, in doubles of the inner board (Checkers 2.1).
    pub size: u8,
}

/// The size of all named variants.
const USUAL: u8 = 8;

impl Variety {
    /// All 90, in the order of Checkers 1.2.
    pub fn all() -> Vec<Variety> {
        use Layout::*;
        use Teams::*;
        let mut all = Vec::new();
        let mut rows = vec![(Single, Default), (Cutthroat, Default)];
        rows.extend(Layout::ALL.iter().map(|&layout| (Pairs, layout)));
        for (teams, layout) in rows {
            for &kind in Kind::ALL {
                for &topology in Topology::ALL {
                    for numbers in [false, true] {
                        all.push(Variety {
                            kind,
                            topology,
                            teams,
                            layout,
                            numbers,
                            crowning: true,
                            size: USUAL,
                        });
                    }
                }
            }
        }
        all.retain(|variety| variety.objection().is_none());
        all
    }

    /// What speaks against these options together.
    fn objection(&self) -> Option<&'static str> {
        let four_colors = matches!(self.layout, Layout::Mixed | Layout::MixedCorner | Layout::OppositeMixed);
        if self.layout != Layout::Default && self.teams != Teams::Pairs {
            Some("a layout other than default needs teams=pairs")
        } else if four_colors && self.kind != Kind::Queens {
            Some(
                "layout=mixed, mixed-corner and opposite-mixed need game=queens, since other games use only \
                 dark squares",
            )
        } else if self.size != USUAL
            && (self.kind == Kind::Queens || self.topology != Topology::Flat || self.teams != Teams::Single)
        {
            Some("a size other than 8 needs game=checkers or game=stax, with topology=flat and teams=single")
        } else {
            None
        }
    }

    /// The variant of these options, or what speaks against them together.
    pub fn read(options: &Options) -> Result<Variety, String> {
        let variety = Variety {
            kind: options.word("game"),
            topology: options.word("topology"),
            teams: options.word("teams"),
            layout: options.word("layout"),
            numbers: options.flag("numbers"),
            crowning: options.flag("crowning"),
            size: options.number("size"),
        };
        variety.objection().map_or(Ok(variety), |objection| Err(objection.into()))
    }

    /// Its options, spelled out.
    pub fn options(&self) -> Options {
        let values: [(_, OptionValue); 7] = [
            ("game", self.kind.into()),
            ("topology", self.topology.into()),
            ("teams", self.teams.into()),
            ("layout", self.layout.into()),
            ("numbers", self.numbers.into()),
            ("crowning", self.crowning.into()),
            ("size", self.size.into()),
        ];
        Options::of(&OPTIONS, values)
    }

    /// The words of its id.
    fn words(&self) -> Vec<&'static str> {
        let mut words = Vec::new();
        if self.topology != Topology::Flat {
            words.push(self.topology.word());
        }
        if self.teams != Teams::Single {
            words.push("double");
        }
        words.push(self.kind.word());
        if self.teams != Teams::Single {
            words.push(self.teams.word());
        }
        if self.layout != Layout::Default {
            words.push(self.layout.word());
        }
        if self.numbers {
            words.push("numbers");
        }
        words
    }

    /// Its id.
    pub fn id(&self) -> String {
        self.words().join("-")
    }

    /// Its id as a headline: `Universal Double Stax Pairs`.
    pub fn title(&self) -> String {
        let id = self.id();
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        id.split('-').map(capital).collect::<Vec<String>>().join(" ")
    }

    /// The number of files and ranks.
    pub fn files(&self) -> u8 {
        if self.teams == Teams::Single { self.size } else { 12 }
    }

    /// How many seats play.
    pub fn seats(&self) -> u8 {
        if self.teams == Teams::Single { 2 } else { 4 }
    }
}
