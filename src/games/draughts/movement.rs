//! The movement rules of a game. They are compile-time constants for the named games, so that English
//! draughts has no code for flying kings. For all other combinations of options they are looked up at run
//! time.

use super::layout::{Diagonal8, Diagonal10, Diagonal12, Layout, MOVE_DIRECTIONS, Orthogonal8};
use super::options::{CrossJumps, Priority, Removal, RuleSet};
use super::variants;
use crate::board::Bitboard;
use std::marker::PhantomData;

/// The movement rules of a game on a board. The other rules are in [`RuleSet`] and are looked up once per
/// turn.
pub trait Movement: Copy + Send + Sync + 'static {
    /// The board.
    type Layout: Layout;

    /// Returns the movement of a game, or `None` if the game moves differently.
    fn of(game: &RuleSet) -> Option<Self>;

    /// Returns the options.
    fn options(self) -> MovementOptions;

    /// Returns the same movement with options that are looked up at run time. Cold code uses it, so that it
    /// is compiled once for each board.
    fn runtime(self) -> RuntimeMovement<Self::Layout> {
        RuntimeMovement { options: self.options(), layout: PhantomData }
    }
}

/// The options of a movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovementOptions {
    /// Draughts 5.2
    pub men_back: bool,
    /// Draughts 5.3
    pub men_take_kings: bool,
    /// Draughts 5.8
    pub cross_jumps: CrossJumps,
    /// Draughts 4.2, 5.1
    pub flying: bool,
    /// Draughts 6.1
    pub crowning: bool,
    /// Draughts 6.2
    pub through: bool,
    /// Draughts 7
    pub priority: Priority,
    /// Draughts 7.7
    pub king_first: bool,
    /// Draughts 5.4, 5.5
    pub removal: Removal,
}

impl MovementOptions {
    /// Returns the movement options of a game.
    const fn of(game: &RuleSet) -> MovementOptions {
        let &RuleSet {
            men_back,
            men_take_kings,
            cross_jumps,
            flying,
            crowning,
            through,
            priority,
            king_first,
            removal,
            ..
        } = game;
        MovementOptions {
            men_back,
            men_take_kings,
            cross_jumps,
            flying,
            crowning,
            through,
            priority,
            king_first,
            removal,
        }
    }
}

/// The bitboard of a movement.
pub type SetOf<M> = <<M as Movement>::Layout as Layout>::Set;

/// The movement rules as predicates. For named games the compiler evaluates them as constants.
pub(super) trait MovementRules: Movement {
    /// Whether kings fly, which means that they move and jump any distance (Draughts 4.2, 5.1).
    #[inline(always)]
    fn flying(self) -> bool {
        self.options().flying
    }

    /// Whether men jump over kings (Draughts 5.3).
    #[inline(always)]
    fn men_take_kings(self) -> bool {
        self.options().men_take_kings
    }

    /// Whether a man is crowned while it jumps (Draughts 6.2).
    #[inline(always)]
    fn through(self) -> bool {
        self.options().through
    }

    /// Returns the rule that selects among captures (Draughts 7).
    #[inline(always)]
    fn priority(self) -> Priority {
        self.options().priority
    }

    /// Whether a king must capture rather than a man if their captures are equal (Draughts 7.7).
    #[inline(always)]
    fn king_first(self) -> bool {
        self.options().king_first
    }

    /// Whether jumped pieces leave the board immediately (Draughts 5.5).
    #[inline(always)]
    fn removed_at_once(self) -> bool {
        matches!(self.options().removal, Removal::Now)
    }

    /// Whether the men of `seat` jump in a direction (Draughts 5.2, 5.8).
    #[inline(always)]
    fn man_jumps(self, seat: usize, direction: usize) -> bool {
        (self.options().men_back || Self::Layout::man_advances(seat, direction))
            && (!is_jump_only::<Self>(direction)
                || matches!(self.options().cross_jumps, CrossJumps::Men | CrossJumps::All))
    }

    /// Whether kings jump in a direction (Draughts 5.8).
    #[inline(always)]
    fn king_jumps(self, direction: usize) -> bool {
        !is_jump_only::<Self>(direction)
            || matches!(self.options().cross_jumps, CrossJumps::Kings | CrossJumps::All)
    }

    /// Whether men become kings (Draughts 6.1).
    #[inline(always)]
    fn crowning(self) -> bool {
        self.options().crowning
    }

    /// Returns the squares on which the men of `seat` become kings (Draughts 6.1).
    #[inline(always)]
    fn last_row(self, seat: usize) -> SetOf<Self> {
        if self.crowning() { Self::Layout::LAST_ROWS[seat] } else { Bitboard::EMPTY }
    }
}

/// Whether pieces only jump, and do not move, in a direction.
#[inline(always)]
fn is_jump_only<M: Movement>(direction: usize) -> bool {
    M::Layout::DIRECTIONS > MOVE_DIRECTIONS && direction >= MOVE_DIRECTIONS
}

impl<M: Movement> MovementRules for M {}

/// Movement rules of a board whose bitboard is `S`.
pub(super) trait MovementRulesOn<S>: MovementRules<Layout: Layout<Set = S>> {}

impl<S, M: MovementRules<Layout: Layout<Set = S>>> MovementRulesOn<S> for M {}

/// Any movement on a board, with options that are looked up at run time.
#[derive(Debug)]
pub struct RuntimeMovement<L> {
    options: MovementOptions,
    layout: PhantomData<fn() -> L>,
}

impl<L> Clone for RuntimeMovement<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for RuntimeMovement<L> {}

impl<L: Layout> Movement for RuntimeMovement<L> {
    type Layout = L;

    fn of(game: &RuleSet) -> Option<Self> {
        let crossed = game.cross_jumps != CrossJumps::None;
        let same_board =
            game.size == L::SIZE && game.lines == L::LINES && crossed == (L::DIRECTIONS > MOVE_DIRECTIONS);
        same_board.then(|| RuntimeMovement { options: MovementOptions::of(game), layout: PhantomData })
    }

    #[inline(always)]
    fn options(self) -> MovementOptions {
        self.options
    }
}

macro_rules! movements {
    ($($name:ident $layout:ident $rules:ident,)*) => {
        $(
            #[doc = concat!("Moved as in `variants::", stringify!($rules), "`.")]
            #[derive(Clone, Copy, Debug)]
            pub struct $name;

            impl Movement for $name {
                type Layout = $layout;

                fn of(game: &RuleSet) -> Option<Self> {
                    let same = RuntimeMovement::<$layout>::of(game).is_some_and(|free| free.options == $name.options());
                    same.then_some($name)
                }

                #[inline(always)]
                fn options(self) -> MovementOptions {
                    const { MovementOptions::of(&variants::$rules) }
                }
            }
        )*

        /// Evaluates `$body` with the movement of the game `$game` as `$movement`: a compile-time movement if
        /// there is one, otherwise a run-time movement. Evaluates `$none` if no board fits.
        macro_rules! with_movement {
            ($game:expr, $movement:ident => $body:expr, $none:expr) => {{
                use $crate::games::draughts::movement::{self, RuntimeMovement, Movement};
                use $crate::games::draughts::{Crossed8, Crossed10, Crossed12};
                use $crate::games::draughts::{Diagonal8, Diagonal10, Diagonal12, Orthogonal8};
                $(if let Some($movement) = <movement::$name as Movement>::of($game) {
                    $body
                } else)* if let Some($movement) = <RuntimeMovement<Diagonal8> as Movement>::of($game) {
                    $body
                } else if let Some($movement) = <RuntimeMovement<Diagonal10> as Movement>::of($game) {
                    $body
                } else if let Some($movement) = <RuntimeMovement<Diagonal12> as Movement>::of($game) {
                    $body
                } else if let Some($movement) = <RuntimeMovement<Orthogonal8> as Movement>::of($game) {
                    $body
                } else if let Some($movement) = <RuntimeMovement<Crossed8> as Movement>::of($game) {
                    $body
                } else if let Some($movement) = <RuntimeMovement<Crossed10> as Movement>::of($game) {
                    $body
                } else if let Some($movement) = <RuntimeMovement<Crossed12> as Movement>::of($game) {
                    $body
                } else {
                    $none
                }
            }};
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
