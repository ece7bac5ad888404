//! Half Alice Chess: pieces change sides of a mirror with every move, on one board (section 4A of the rules
//! of the Chess Kit's second half, whose numbers are cited).
//!
//! Its actions are those of the pieces on this side of the mirror, then those of the pieces beyond it.

mod mirror;
mod notation;
mod rules;
#[cfg(test)]
mod tests;
mod view;

use crate::game::{Declaration, OptionSpec, Options, Seat};
use crate::games::chess::game::variant::{self, VariantInformation};
use crate::games::chess::kit::bitboard::Bitboard;
use crate::games::chess::kit::history::RepetitionHistory;
use crate::packing::pack_fields;
use mirror::{Sides, free_checkers};

/// The most checkers of a player: one for each piece (4A.6).
const MOST_CHECKERS: u8 = 16;

/// What the state holds beyond the position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Extra {
    /// The pieces beyond the mirror.
    mirrored: Bitboard,
    history: RepetitionHistory,
}
pack_fields!(Extra { mirrored, history });

/// The state: everything that the position string holds.
pub type State = variant::State<Extra>;

/// The options (section 1).
pub static OPTIONS: Declaration = Declaration {
    game: "half-alice-chess",
    options: &[OptionSpec::number(
        "checkers",
        1,
        MOST_CHECKERS as i64,
        "the number of checkers of each player",
    )],
};

/// The ids, each with its title and the checkers of each player (section 1).
const IDS: [(&str, &str, u8); 2] = [
    ("half-alice-chess", "Half Alice Chess", MOST_CHECKERS),
    ("half-alice-chess-12", "Half Alice Chess, 12 checkers", 12),
];

/// The ids with their options.
pub fn ids() -> impl Iterator<Item = (String, Options)> {
    IDS.into_iter().map(|(id, _, checkers)| (id.into(), options(checkers)))
}

fn options(checkers: u8) -> Options {
    Options::of(&OPTIONS, [("checkers", checkers.into())])
}

/// The variant `half-alice-chess` and `half-alice-chess-12`.
pub struct HalfAlice {
    id: &'static str,
    title: &'static str,
    /// How many checkers each player has.
    checkers: u8,
}

impl VariantInformation for HalfAlice {}

impl HalfAlice {
    /// The variant with an id, if there is one, played with such options.
    pub fn named(id: &str, options: &Options) -> Option<HalfAlice> {
        let (id, title, _) = IDS.into_iter().find(|(known, ..)| *known == id)?;
        Some(HalfAlice { id, title, checkers: options.number("checkers") })
    }

    /// Returns how the game is played.
    fn summary(&self) -> String {
        let checkers = match self.checkers {
            MOST_CHECKERS => String::new(),
            few => format!(", and each seat has only {few} checkers for the other side"),
        };
        format!(
            "Chess on two sides of a mirror: a piece changes sides with each move, and a checker under it \
             marks the other side. It captures only on its own side and passes through pieces of the other, \
             but never ends on their squares{checkers}. Checkmate wins."
        )
    }

    /// How many checkers of a player are free.
    fn free_checkers(&self, state: &State, seat: Seat) -> u8 {
        free_checkers(&state.position.pieces, state.extra.mirrored, self.checkers, seat)
    }
}

impl State {
    fn sides(&self) -> Sides {
        Sides { pieces: self.position.pieces, mirrored: self.extra.mirrored }
    }
}
