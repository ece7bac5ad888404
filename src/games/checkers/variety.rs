//! The options of the family, and the ids that name them (Checkers 1).

use crate::game::{OptionValue, Options};

/// An option that is one of some words.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident $option:literal { $($(#[$case_doc:meta])* $case:ident $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$case_doc])* $case,)* }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$case,)*];

            /// Its word in options.
            fn word(self) -> &'static str {
                match self { $($name::$case => $word,)* }
            }

            fn read(options: &Options) -> Result<$name, String> {
                let found = options.get($option);
                let named = $name::ALL.iter().copied().find(|case| {
                    matches!(found, Some(OptionValue::Word(word)) if word == case.word())
                });
                named.ok_or_else(|| {
                    let shown = found.map_or("missing".into(), |value| format!("'{value}'"));
                    format!("option {} is {shown}; expected one of {}", $option, [$($word,)*].join(", "))
                })
            }
        }
    };
}
pub(in crate::games) use words;

words! {
    /// Which of the three games.
    Kind "game" {
        /// Jumped pieces leave the board.
        Checkers "checkers",
        /// Jumped pieces go under the stack that jumped them.
        Stax "stax",
        /// Stax on squares of both colours, with straight jumps.
        Queens "queens",
    }
}

words! {
    /// Which edges are joined (Checkers 2.4).
    Topology "topology" {
        /// None.
        Flat "flat",
        /// Each seat's left and right.
        Cylindrical "cylindrical",
        /// The ends as well, for kings.
        Universal "universal",
    }
}

words! {
    /// Who plays with whom.
    Teams "teams" {
        /// Two seats on 8x8.
        Single "single",
        /// Four on 12x12, A and C against B and D.
        Pairs "pairs",
        /// Four on 12x12, each alone.
        Cutthroat "cutthroat",
    }
}

words! {
    /// Where partners sit and how their pieces stand (Checkers 3).
    Layout "layout" {
        /// Partners adjacent.
        Default "default",
        /// Partners opposite.
        Opposite "opposite",
        /// Partners adjacent, on squares of different colours.
        Mixed "mixed",
        /// The same, and adjacent opponents on different colours too.
        MixedCorner "mixed-corner",
        /// Partners opposite, on different colours.
        OppositeMixed "opposite-mixed",
    }
}

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
        let four_colours = matches!(self.layout, Layout::Mixed | Layout::MixedCorner | Layout::OppositeMixed);
        if self.layout != Layout::Default && self.teams != Teams::Pairs {
            Some("layouts other than default are for teams=pairs")
        } else if four_colours && self.kind != Kind::Queens {
            Some(
                "layouts mixed, mixed-corner and opposite-mixed are for game=queens, the others use dark squares only",
            )
        } else if self.size != USUAL
            && (self.kind == Kind::Queens || self.topology != Topology::Flat || self.teams != Teams::Single)
        {
            Some("sizes other than 8 are for game=checkers and game=stax with topology=flat and teams=single")
        } else {
            None
        }
    }

    /// Reads options.
    pub fn read(options: &Options) -> Result<Variety, String> {
        let flag = |name: &'static str| match options.get(name) {
            Some(OptionValue::Flag(flag)) => Ok(*flag),
            Some(other) => Err(format!("option {name} is '{other}'; expected true or false")),
            None => Err(format!("option {name} is missing; expected true or false")),
        };
        let (numbers, crowning) = (flag("numbers")?, flag("crowning")?);
        let size = match options.get("size") {
            Some(&OptionValue::Number(size @ (4 | 6 | 8))) => size as u8,
            Some(other) => return Err(format!("option size is '{other}'; expected 4, 6 or 8")),
            None => return Err("option size is missing; expected 4, 6 or 8".into()),
        };
        let variety = Variety {
            kind: Kind::read(options)?,
            topology: Topology::read(options)?,
            teams: Teams::read(options)?,
            layout: Layout::read(options)?,
            numbers,
            crowning,
            size,
        };
        variety.objection().map_or(Ok(variety), |objection| Err(objection.into()))
    }

    /// Its options, spelled out.
    pub fn options(&self) -> Options {
        let word = |word: &str| OptionValue::Word(word.into());
        Options::from([
            ("game", word(self.kind.word())),
            ("topology", word(self.topology.word())),
            ("teams", word(self.teams.word())),
            ("layout", word(self.layout.word())),
            ("numbers", OptionValue::Flag(self.numbers)),
            ("crowning", OptionValue::Flag(self.crowning)),
            ("size", OptionValue::Number(self.size.into())),
        ])
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
