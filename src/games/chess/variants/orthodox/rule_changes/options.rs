//! The options that change single rules of chess (Chess 14).

use crate::game::{OptionSpec, OptionValue, Options};
use crate::named::named;

named! {
    /// From where pawns can make a double step (Chess 14.3).
    pub enum DoubleStep, "double_step" {
        /// From nowhere.
        None = "none",
        /// From the second rank.
        Normal = "normal",
        /// From the second and the third rank.
        SemiTorpedo = "semi-torpedo",
        /// From anywhere.
        Torpedo = "torpedo",
    }
}

named! {
    /// What stalemate is (Chess 14.7).
    pub enum Stalemate, "stalemate" {
        /// A draw.
        Draw = "draw",
        /// A win of the seat that gives it.
        Win = "win",
    }
}

/// Changes of single rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleChanges {
    /// The first move on which castling is allowed.
    pub castling_from: u32,
    /// From where pawns can make a double step.
    pub double_step: DoubleStep,
    /// Whether pawns can move back.
    pub pawn_back: bool,
    /// Whether pawns can move sideways.
    pub pawn_sideways: bool,
    /// Whether pieces can capture pieces of their own side.
    pub self_capture: bool,
    /// What stalemate is.
    pub stalemate: Stalemate,
}

/// The option [`RuleChanges::castling_from`].
pub const CASTLING_FROM: OptionSpec =
    OptionSpec::number("castling_from", 1, 100, "the number of the first move on which castling is allowed");
/// The option [`RuleChanges::double_step`].
pub const DOUBLE_STEP: OptionSpec = OptionSpec::word::<DoubleStep>(
    "double_step",
    "the ranks from which pawns can move two cells: none, the second, the second and third, or all",
);
/// The option [`RuleChanges::pawn_back`].
pub const PAWN_BACK: OptionSpec =
    OptionSpec::flag("pawn_back", "whether pawns can also move one cell straight back");
/// The option [`RuleChanges::pawn_sideways`].
pub const PAWN_SIDEWAYS: OptionSpec =
    OptionSpec::flag("pawn_sideways", "whether pawns can also move one cell sideways");
/// The option [`RuleChanges::self_capture`].
pub const SELF_CAPTURE: OptionSpec =
    OptionSpec::flag("self_capture", "whether pieces can capture pieces of their own side");
/// The option [`RuleChanges::stalemate`].
pub const STALEMATE: OptionSpec = OptionSpec::word::<Stalemate>(
    "stalemate",
    "whether stalemate is a draw or wins for the side that gives it",
);

impl RuleChanges {
    /// The rules of chess, unchanged.
    pub const NONE: RuleChanges = RuleChanges {
        castling_from: 1,
        double_step: DoubleStep::Normal,
        pawn_back: false,
        pawn_sideways: false,
        self_capture: false,
        stalemate: Stalemate::Draw,
    };

    /// Reads the changes from the options of a game.
    pub fn read(options: &Options) -> RuleChanges {
        RuleChanges {
            castling_from: options.number(CASTLING_FROM.name),
            double_step: options.word(DOUBLE_STEP.name),
            pawn_back: options.flag(PAWN_BACK.name),
            pawn_sideways: options.flag(PAWN_SIDEWAYS.name),
            self_capture: options.flag(SELF_CAPTURE.name),
            stalemate: options.word(STALEMATE.name),
        }
    }

    /// Returns the values of the options.
    pub fn values(self) -> [(&'static str, OptionValue); 6] {
        [
            (CASTLING_FROM.name, self.castling_from.into()),
            (DOUBLE_STEP.name, self.double_step.into()),
            (PAWN_BACK.name, self.pawn_back.into()),
            (PAWN_SIDEWAYS.name, self.pawn_sideways.into()),
            (SELF_CAPTURE.name, self.self_capture.into()),
            (STALEMATE.name, self.stalemate.into()),
        ]
    }

    /// Checks that changes work with the other options of a game, of which `other` excludes changes if it is
    /// a text such as `cylinder=true`.
    ///
    /// # Errors
    ///
    /// Returns which two options contradict each other.
    pub fn check(self, castling: bool, other: Option<&str>) -> Result<(), String> {
        let pairs = self.values().into_iter().zip(RuleChanges::NONE.values());
        let changed = pairs.filter(|(value, usual)| value != usual).map(|(value, _)| value).next();
        if let Some((other, (name, value))) = other.zip(changed) {
            return Err(format!("{name}={value} does not work with {other}"));
        }
        match self.castling_from {
            from if from > 1 && !castling => Err(format!("castling_from={from} needs castling=true")),
            _ => Ok(()),
        }
    }
}
