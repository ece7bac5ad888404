//! How pieces move and jump, known when the engine is compiled: English draughts pay nothing for flying kings.

use super::layout::{Diagonal8, Diagonal10, Diagonal12, Layout, Orthogonal8};
use super::rules::{self, Priority, Removal, Rules};

/// The part of the rules that the engine is compiled for. The rest ([`Rules`] has all) is looked up where a turn ends.
pub trait Movement: Send + Sync + 'static {
    /// The board.
    type Layout: Layout;
    /// A game that is moved so.
    const RULES: Rules;

    /// Whether a game is moved so.
    fn is_of(game: &Rules) -> bool {
        let rules = Self::RULES;
        rules
            == Rules {
                dark: rules.dark,
                rows: rules.rows,
                skip: rules.skip,
                names: rules.names,
                first: rules.first,
                win: rules.win,
                quiet: rules.quiet,
                endings: rules.endings,
                opening: rules.opening,
                ..*game
            }
    }
}

/// The words that sets of squares are.
pub type SetOf<M> = <<M as Movement>::Layout as Layout>::Set;

/// What the rules mean at each choice, folded into the compiled code.
pub(super) trait Articles: Movement {
    /// Draughts 4.2, 5.1
    const FLYING: bool = Self::RULES.flying;
    /// Draughts 5.3
    const MEN_TAKE_KINGS: bool = Self::RULES.men_take_kings;
    /// Draughts 6.2
    const THROUGH: bool = Self::RULES.through;
    /// Draughts 7
    const PRIORITY: Priority = Self::RULES.priority;
    /// Draughts 5.5
    const REMOVED_AT_ONCE: bool = matches!(Self::RULES.removal, Removal::Now);

    /// Whether the men of `seat` jump in a direction (Draughts 5.2).
    #[inline(always)]
    fn man_jumps(seat: usize, direction: usize) -> bool {
        Self::RULES.men_back || Self::Layout::man_goes(seat, direction)
    }
}

impl<M: Movement> Articles for M {}

macro_rules! movements {
    ($($name:ident $layout:ident $rules:ident,)*) => {
        $(
            #[doc = concat!("Moved as in [`", stringify!($rules), "`](rules::", stringify!($rules), ").")]
            #[derive(Debug)]
            pub struct $name;

            impl Movement for $name {
                type Layout = $layout;
                const RULES: Rules = rules::$rules;
            }
        )*

        /// Evaluates `$body` with the movement of the game `$game` as the type `$movement`, or `$none` if there is none.
        macro_rules! with_movement {
            ($game:expr, $movement:ident => $body:expr, $none:expr) => {
                $(if <$crate::games::draughts::movement::$name as $crate::games::draughts::Movement>::is_of($game) {
                    type $movement = $crate::games::draughts::movement::$name;
                    $body
                } else)* { $none }
            };
        }
    };
}

movements! {
    English Diagonal8 ENGLISH,
    English10x10 Diagonal10 ENGLISH_10X10,
    EnglishFlying Diagonal8 ENGLISH_FLYING,
    Canadian Diagonal12 CANADIAN,
    International Diagonal10 INTERNATIONAL,
    Italian Diagonal8 ITALIAN,
    Pool Diagonal8 POOL,
    Russian Diagonal8 RUSSIAN,
    Brazilian Diagonal8 BRAZILIAN,
    Spanish Diagonal8 SPANISH,
    Turkish Orthogonal8 TURKISH,
}

pub(super) use with_movement;
