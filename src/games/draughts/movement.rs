//! How pieces move and jump: known when the engine is compiled for the games that have names, so that English
//! draughts pay nothing for flying kings, and looked up while playing for all others.

use super::layout::{Diagonal8, Diagonal10, Diagonal12, Layout, MOVES, Orthogonal8};
use super::rules::{self, Crossing, Priority, Removal, RuleSet};
use crate::board::Set;
use std::marker::PhantomData;

/// The articles on how pieces move, of some board. The rest ([`RuleSet`] has all) is looked up where a turn
/// ends.
pub trait Movement: Copy + Send + Sync + 'static {
    /// The board.
    type Layout: Layout;

    /// Those of a game, if they are of this kind.
    fn of(game: &RuleSet) -> Option<Self>;

    /// What they say.
    fn moving(self) -> Moving;

    /// The same, looked up while playing: for what is seldom done, and need not be compiled for each game.
    fn looked_up(self) -> Free<Self::Layout> {
        Free { moving: self.moving(), layout: PhantomData }
    }
}

/// The articles that make up a movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moving {
    /// Draughts 5.2
    pub men_back: bool,
    /// Draughts 5.3
    pub men_take_kings: bool,
    /// Draughts 5.8
    pub cross_jumps: Crossing,
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

impl Moving {
    /// Those of a game.
    const fn of(game: &RuleSet) -> Moving {
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
        Moving {
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

/// The words that sets of squares are.
pub type SetOf<M> = <<M as Movement>::Layout as Layout>::Set;

/// What the articles mean at each choice; of named games, folded into the compiled code.
pub(super) trait Articles: Movement {
    /// Whether kings have long range (Draughts 4.2, 5.1).
    #[inline(always)]
    fn flying(self) -> bool {
        self.moving().flying
    }

    /// Whether men jump over kings (Draughts 5.3).
    #[inline(always)]
    fn men_take_kings(self) -> bool {
        self.moving().men_take_kings
    }

    /// Whether a man is crowned while it jumps (Draughts 6.2).
    #[inline(always)]
    fn through(self) -> bool {
        self.moving().through
    }

    /// Which captures may be chosen (Draughts 7).
    #[inline(always)]
    fn priority(self) -> Priority {
        self.moving().priority
    }

    /// Whether of captures that are equal a king makes one (Draughts 7.7).
    #[inline(always)]
    fn king_first(self) -> bool {
        self.moving().king_first
    }

    /// Whether jumped pieces leave the board at once (Draughts 5.5).
    #[inline(always)]
    fn removed_at_once(self) -> bool {
        matches!(self.moving().removal, Removal::Now)
    }

    /// Whether the men of `seat` jump in a direction (Draughts 5.2, 5.8).
    #[inline(always)]
    fn man_jumps(self, seat: usize, direction: usize) -> bool {
        (self.moving().men_back || Self::Layout::man_goes(seat, direction))
            && (!crosses::<Self>(direction)
                || matches!(self.moving().cross_jumps, Crossing::Men | Crossing::All))
    }

    /// Whether kings jump in a direction (Draughts 5.8).
    #[inline(always)]
    fn king_jumps(self, direction: usize) -> bool {
        !crosses::<Self>(direction) || matches!(self.moving().cross_jumps, Crossing::Kings | Crossing::All)
    }

    /// Whether there are kings (Draughts 6.1).
    #[inline(always)]
    fn crowning(self) -> bool {
        self.moving().crowning
    }

    /// Where the men of `seat` become kings (Draughts 6.1).
    #[inline(always)]
    fn last_row(self, seat: usize) -> SetOf<Self> {
        if self.crowning() { Self::Layout::LAST_ROWS[seat] } else { Set::EMPTY }
    }
}

/// Whether a direction is one in which pieces only jump.
#[inline(always)]
fn crosses<M: Movement>(direction: usize) -> bool {
    M::Layout::DIRECTIONS > MOVES && direction >= MOVES
}

impl<M: Movement> Articles for M {}

/// Articles of a board whose sets of squares are `S`.
pub(super) trait ArticlesOn<S>: Articles<Layout: Layout<Set = S>> {}

impl<S, M: Articles<Layout: Layout<Set = S>>> ArticlesOn<S> for M {}

/// Any movement on a board, looked up while playing.
#[derive(Debug)]
pub struct Free<L> {
    moving: Moving,
    layout: PhantomData<fn() -> L>,
}

impl<L> Clone for Free<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for Free<L> {}

impl<L: Layout> Movement for Free<L> {
    type Layout = L;

    fn of(game: &RuleSet) -> Option<Self> {
        let crossed = game.cross_jumps != Crossing::None;
        let same_board = game.size == L::SIZE && game.lines == L::LINES && crossed == (L::DIRECTIONS > MOVES);
        same_board.then(|| Free { moving: Moving::of(game), layout: PhantomData })
    }

    #[inline(always)]
    fn moving(self) -> Moving {
        self.moving
    }
}

macro_rules! movements {
    ($($name:ident $layout:ident $rules:ident,)*) => {
        $(
            #[doc = concat!("Moved as in [`", stringify!($rules), "`](rules::", stringify!($rules), ").")]
            #[derive(Clone, Copy, Debug)]
            pub struct $name;

            impl Movement for $name {
                type Layout = $layout;

                fn of(game: &RuleSet) -> Option<Self> {
                    let same = Free::<$layout>::of(game).is_some_and(|free| free.moving == $name.moving());
                    same.then_some($name)
                }

                #[inline(always)]
                fn moving(self) -> Moving {
                    const { Moving::of(&rules::$rules) }
                }
            }
        )*

        /// Evaluates `$body` with the movement of the game `$game` as `$movement`, compiled in if it can be,
        /// or `$none` if there is none.
        macro_rules! with_movement {
            ($game:expr, $movement:ident => $body:expr, $none:expr) => {{
                use $crate::games::draughts::movement::{self, Free, Movement};
                use $crate::games::draughts::{Crossed8, Crossed10, Crossed12};
                use $crate::games::draughts::{Diagonal8, Diagonal10, Diagonal12, Orthogonal8};
                $(if let Some($movement) = <movement::$name as Movement>::of($game) {
                    $body
                } else)* if let Some($movement) = <Free<Diagonal8> as Movement>::of($game) {
                    $body
                } else if let Some($movement) = <Free<Diagonal10> as Movement>::of($game) {
                    $body
                } else if let Some($movement) = <Free<Diagonal12> as Movement>::of($game) {
                    $body
                } else if let Some($movement) = <Free<Orthogonal8> as Movement>::of($game) {
                    $body
                } else if let Some($movement) = <Free<Crossed8> as Movement>::of($game) {
                    $body
                } else if let Some($movement) = <Free<Crossed10> as Movement>::of($game) {
                    $body
                } else if let Some($movement) = <Free<Crossed12> as Movement>::of($game) {
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
