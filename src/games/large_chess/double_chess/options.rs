//! The options of the games on 12x12, and the ids that name them (Chess 1).

use crate::game::{Options, Word};
use crate::games::chess::orthodox::{Teams, relative};

/// One of the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoubleChessVariant {
    /// Pairs, or each alone.
    pub teams: Teams,
    /// Whether edges are joined (Chess 2.4).
    pub cylinder: bool,
    /// Whether pieces can be captured through their shadows (Chess 5).
    pub shadow: bool,
    /// Whether there is castling (Chess 4.7).
    pub castling: bool,
}

impl DoubleChessVariant {
    /// All that have ids.
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

    /// Whether the options are those of a game on 12x12: relatives of `chess` are played on both boards.
    pub fn is_larger(options: &Options) -> bool {
        options.flag("double")
    }

    /// The variant of these options, or what speaks against them together.
    pub fn read(options: &Options) -> Result<DoubleChessVariant, String> {
        let teams = options.word("teams");
        if teams == Teams::None {
            return Err("double=true needs teams=pairs or teams=cutthroat".into());
        }
        Ok(DoubleChessVariant {
            teams,
            cylinder: options.flag("cylinder"),
            shadow: options.flag("shadow"),
            castling: options.flag("castling"),
        })
    }

    /// Its options, spelled out.
    pub fn options(&self) -> Options {
        relative(self.castling, self.cylinder, true, self.shadow, self.teams)
    }

    /// Its id.
    pub fn id(&self) -> String {
        let cylindrical = if self.cylinder { "cylindrical-" } else { "" };
        let shadow = if self.shadow { "shadow-" } else { "" };
        format!("{cylindrical}{shadow}double-chess-{}", self.teams.word())
    }

    /// Its id as a headline: `Double Chess Pairs`.
    pub fn title(&self) -> String {
        let id = self.id();
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        id.split('-').map(capital).collect::<Vec<String>>().join(" ")
    }
}
