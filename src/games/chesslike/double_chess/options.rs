//! The options of Double Chess, and the ids of its variants (Chess 1).

use crate::game::Options;
use crate::games::chess::RuleChanges;
use crate::games::chess::variants::orthodox::{Teams, relative};

/// A variant of Double Chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoubleChessVariant {
    /// Pairs, or each seat alone.
    pub teams: Teams,
    /// Whether the edges are joined (Chess 2.4).
    pub cylinder: bool,
    /// Whether pieces can be captured through their shadows (Chess 5).
    pub shadow: bool,
    /// Whether there is castling (Chess 4.7).
    pub castling: bool,
}

impl DoubleChessVariant {
    /// Returns all variants that have ids.
    pub fn all() -> impl Iterator<Item = DoubleChessVariant> {
        let kinds = [(false, false), (true, false), (false, true), (true, true)].into_iter();
        kinds.flat_map(|(cylinder, shadow)| {
            [Teams::Pairs, Teams::Cutthroat].map(|teams| DoubleChessVariant {
                teams,
                cylinder,
                shadow,
                castling: true,
            })
        })
    }

    /// Whether the options belong to a game on 12x12. Chess on 8x8 has the same options.
    pub fn is_larger(options: &Options) -> bool {
        options.flag("double")
    }

    /// Reads the variant from its options.
    ///
    /// # Errors
    ///
    /// The reason why the options do not fit together.
    pub fn read(options: &Options) -> Result<DoubleChessVariant, String> {
        let teams = options.word("teams");
        if teams == Teams::None {
            return Err("double=true needs teams=pairs or teams=cutthroat".into());
        }
        RuleChanges::read(options).check(options.flag("castling"), Some("double=true"))?;
        Ok(DoubleChessVariant {
            teams,
            cylinder: options.flag("cylinder"),
            shadow: options.flag("shadow"),
            castling: options.flag("castling"),
        })
    }

    /// Returns the options of the variant.
    pub fn options(&self) -> Options {
        relative(self.castling, self.cylinder, true, self.shadow, self.teams)
    }

    /// Returns the names of the variants in the description that it combines.
    pub fn names(&self) -> Vec<&'static str> {
        let choices = [
            (self.teams == Teams::Cutthroat, "cutthroat"),
            (self.cylinder, "cylinder"),
            (self.shadow, "shadow"),
            (self.castling, "castling"),
        ];
        choices.into_iter().filter(|choice| choice.0).map(|choice| choice.1).collect()
    }

    /// Returns the id of the variant.
    pub fn id(&self) -> String {
        let cylindrical = if self.cylinder { "cylindrical-" } else { "" };
        let shadow = if self.shadow { "shadow-" } else { "" };
        format!("{cylindrical}{shadow}double-chess-{}", self.teams.as_str())
    }

    /// Returns the id as a title: `Double Chess Pairs`.
    pub fn title(&self) -> String {
        let id = self.id();
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        id.split('-').map(capital).collect::<Vec<String>>().join(" ")
    }
}
