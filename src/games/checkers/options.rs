//! The options of the family, and the ids that name them (Checkers 1).

use crate::game::{Declaration, OptionSpec, OptionValue, Options};
use crate::named::named;

named! {
    /// The game.
    pub enum Kind, "game" {
        /// Jumped pieces leave the board.
        Checkers = "checkers",
        /// Jumped pieces go under the stack that jumped them.
        Stax = "stax",
        /// Stax on squares of both colors, with straight jumps.
        Queens = "queens",
    }
}

named! {
    /// The edges that are joined (Checkers 2.4).
    pub enum Topology, "topology" {
        /// None.
        Flat = "flat",
        /// Each seat's left and right.
        Cylindrical = "cylindrical",
        /// The near and far ends as well, for kings.
        Universal = "universal",
    }
}

named! {
    /// The teams.
    pub enum Teams, "teams" {
        /// Two seats on 8x8.
        Single = "single",
        /// Four seats on 12x12, A and C against B and D.
        Pairs = "pairs",
        /// Four seats on 12x12, each for itself.
        Cutthroat = "cutthroat",
    }
}

named! {
    /// Where partners sit, and how their pieces are placed (Checkers 3).
    pub enum Layout, "layout" {
        /// Partners adjacent.
        Default = "default",
        /// Partners opposite.
        Opposite = "opposite",
        /// Partners adjacent, on squares of different colors.
        Mixed = "mixed",
        /// Partners adjacent; all adjacent seats on squares of different colors.
        MixedCorner = "mixed-corner",
        /// Partners opposite, on squares of different colors.
        OppositeMixed = "opposite-mixed",
    }
}

/// The options of all 90 variants.
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

/// The options of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The game.
    pub kind: Kind,
    /// The edges that are joined.
    pub topology: Topology,
    /// The teams.
    pub teams: Teams,
    /// The layout.
    pub layout: Layout,
    /// Whether men have numbers (Checkers 10).
    pub numbers: bool,
    /// Whether men become kings (Checkers 6.1).
    pub crowning: bool,
    /// The number of squares on a side, for two seats (Checkers 2.1).
    pub size: u8,
}

/// The size of all variants with ids, for two seats.
const DEFAULT_SIZE: u8 = 8;

impl Variant {
    /// Returns all 90 variants with ids, in the order of Checkers 1.2.
    pub fn all() -> Vec<Variant> {
        use Layout::*;
        use Teams::*;
        let mut all = Vec::new();
        let mut layouts = vec![(Single, Default), (Cutthroat, Default)];
        layouts.extend(Layout::ALL.iter().map(|&layout| (Pairs, layout)));
        for (teams, layout) in layouts {
            for kind in Kind::ALL {
                for topology in Topology::ALL {
                    for numbers in [false, true] {
                        all.push(Variant {
                            kind,
                            topology,
                            teams,
                            layout,
                            numbers,
                            crowning: true,
                            size: DEFAULT_SIZE,
                        });
                    }
                }
            }
        }
        all.retain(|variant| variant.conflict().is_none());
        all
    }

    /// Returns why the options cannot be combined, or `None` if they can.
    fn conflict(&self) -> Option<&'static str> {
        let four_colors = matches!(self.layout, Layout::Mixed | Layout::MixedCorner | Layout::OppositeMixed);
        if self.layout != Layout::Default && self.teams != Teams::Pairs {
            Some("a layout other than default needs teams=pairs")
        } else if four_colors && self.kind != Kind::Queens {
            Some(
                "layout=mixed, mixed-corner and opposite-mixed need game=queens, since other games use only \
                 dark squares",
            )
        } else if self.size != DEFAULT_SIZE
            && (self.kind == Kind::Queens || self.topology != Topology::Flat || self.teams != Teams::Single)
        {
            Some("a size other than 8 needs game=checkers or game=stax, with topology=flat and teams=single")
        } else {
            None
        }
    }

    /// Returns the variant of these options.
    ///
    /// # Errors
    ///
    /// A message if the options cannot be combined.
    pub fn read(options: &Options) -> Result<Variant, String> {
        let variant = Variant {
            kind: options.word("game"),
            topology: options.word("topology"),
            teams: options.word("teams"),
            layout: options.word("layout"),
            numbers: options.flag("numbers"),
            crowning: options.flag("crowning"),
            size: options.number("size"),
        };
        variant.conflict().map_or(Ok(variant), |conflict| Err(conflict.into()))
    }

    /// Returns all options.
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

    /// Returns the words of the id.
    fn id_words(&self) -> Vec<&'static str> {
        let mut words = Vec::new();
        if self.topology != Topology::Flat {
            words.push(self.topology.as_str());
        }
        if self.teams != Teams::Single {
            words.push("double");
        }
        words.push(self.kind.as_str());
        if self.teams != Teams::Single {
            words.push(self.teams.as_str());
        }
        if self.layout != Layout::Default {
            words.push(self.layout.as_str());
        }
        if self.numbers {
            words.push("numbers");
        }
        words
    }

    /// Returns the id.
    pub fn id(&self) -> String {
        self.id_words().join("-")
    }

    /// Returns the id as a headline: `Universal Double Stax Pairs`.
    pub fn title(&self) -> String {
        let id = self.id();
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        id.split('-').map(capital).collect::<Vec<String>>().join(" ")
    }

    /// Returns the number of files and ranks.
    pub fn files(&self) -> u8 {
        if self.teams == Teams::Single { self.size } else { 12 }
    }

    /// Returns the number of seats.
    pub fn seats(&self) -> u8 {
        if self.teams == Teams::Single { 2 } else { 4 }
    }
}
