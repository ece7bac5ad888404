//! The options of the games on 12x12, and the ids that name them (Chess 1).

use crate::game::{Options, Word};
use crate::games::chess::orthodox::{Teams, relative};

/// One of the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variety {
    /// Pairs, or each alone.
    pub teams: Teams,
    /// Whether edges are joined (Chess 2.4).
    pub cylinder: bool,
    /// Whether there is castling (Chess 4.7).
    pub castling: bool,
}

impl Variety {
    /// All that have ids.
    pub fn all() -> impl Iterator<Item = Variety> {
        let boards = [false, true].into_iter();
        let of = |cylinder| {
            [Teams::Pairs, Teams::Cutthroat].map(|teams| Variety { teams, cylinder, castling: true })
        };
        boards.flat_map(of)
    }

    /// Whether the options are those of a game on 12x12: relatives of `chess` are played on both boards.
    pub fn is_larger(options: &Options) -> bool {
        options.flag("double")
    }

    /// The variant of these options, or what speaks against them together.
    pub fn read(options: &Options) -> Result<Variety, String> {
        let teams = options.word("teams");
        if teams == Teams::None {
            return Err("double=true is for four seats: with teams=pairs or teams=cutthroat".into());
        }
        if options.flag("shadow") {
            return Err("the games for four are played without shadows: shadow=false".into());
        }
        Ok(Variety { teams, cylinder: options.flag("cylinder"), castling: options.flag("castling") })
    }

    /// Its options, spelled out.
    pub fn options(&self) -> Options {
        relative(self.castling, self.cylinder, true, false, self.teams)
    }

    /// Its id.
    pub fn id(&self) -> String {
        let cylindrical = if self.cylinder { "cylindrical-" } else { "" };
        format!("{cylindrical}double-chess-{}", self.teams.word())
    }

    /// Its id as a headline: `Double Chess Pairs`.
    pub fn title(&self) -> String {
        let id = self.id();
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        id.split('-').map(capital).collect::<Vec<String>>().join(" ")
    }
}
