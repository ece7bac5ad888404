//! Containers of legal steps: moves of pieces, choices that move no piece, or both.

use super::bitboard::{Bitboard, cells, nth};
use super::castling::CastlingNotation;
use super::choices::ChoiceActions;
use super::numbering::{self, ACTIONS, is_mirrored};
use super::position::Position;
use super::step::{MoveKind, Step, UciMove};
use super::topology::Flat;
use crate::game::{Frame, Mask, Seat};

/// How the actions of a game are numbered for the seat to act.
#[derive(Clone, Copy, Debug)]
pub struct Numbering {
    /// From where actions are seen.
    pub frame: Frame,
    /// How castlings are named.
    pub castling_notation: CastlingNotation,
    /// The choices that are no move.
    pub choices: &'static ChoiceActions,
    /// Whose board it is that actions are seen on.
    pub seat: Seat,
}

impl Numbering {
    /// Returns the first of the actions that a variant numbers itself.
    #[inline(always)]
    pub fn own(&self) -> usize {
        ACTIONS + self.choices.len()
    }

    /// The action of a step.
    #[inline(always)]
    pub fn action(&self, step: Step) -> usize {
        if step.is_choice() {
            return ACTIONS + self.choices.flipped_if(is_mirrored(self.frame, self.seat), step.number());
        }
        numbering::action(self.frame, self.castling_notation, self.seat, step)
    }

    /// The choice that an action means, if it is that of one.
    #[inline]
    pub fn choice(&self, action: usize) -> Option<Step> {
        let number = action.checked_sub(ACTIONS).filter(|&number| number < self.choices.len())?;
        Some(Step::choice(self.choices.flipped_if(is_mirrored(self.frame, self.seat), number)))
    }

    /// What an action of a piece names in a position.
    #[inline]
    pub fn named(&self, position: &Position, action: usize) -> Option<UciMove> {
        numbering::named::<Flat>(self.frame, position, action)
    }

    /// The step that an action means in a position.
    #[inline]
    pub fn step(&self, position: &Position, action: usize) -> Option<Step> {
        match self.choice(action) {
            None => position.find_step(self.named(position, action)?, self.castling_notation),
            choice => choice,
        }
    }
}

/// A set of legal steps. It starts empty, finds a step by index or by equality, and adds all actions to a
/// mask.
///
/// `position` is always the one in which the steps are made.
pub trait LegalMoves: Default {
    /// How many steps there are.
    fn count(&self) -> usize;

    /// The step with that index, below the count.
    fn pick(&self, position: &Position, index: usize) -> Option<Step>;

    /// Shows every step once.
    fn each(&self, position: &Position, visit: impl FnMut(Step));

    /// Whether a step is among them that names an own piece and what it does (see [`Position::find_step`]),
    /// or a choice.
    fn contains(&self, position: &Position, step: Step) -> bool;

    /// Puts the actions of the steps into an empty mask. `action` gives that of a single step; most are known
    /// by whole sets.
    fn mark(
        &self,
        position: &Position,
        numbering: &Numbering,
        action: impl Fn(Step) -> usize,
        mask: &mut Mask,
    );

    /// Whether there is any step.
    #[inline(always)]
    fn any(&self) -> bool {
        self.count() != 0
    }
}

/// A set of choices of [`ChoiceActions`]: a bit for each of 128 consecutive numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChoiceSet {
    /// The number of the choice that the lowest bit stands for.
    first: usize,
    bits: [Bitboard; 2],
}

impl ChoiceSet {
    /// Returns the `count` choices from the number `first` on. `count` is at most 128.
    #[inline(always)]
    pub const fn all(first: usize, count: usize) -> ChoiceSet {
        let bits = u128::MAX >> (128 - count);
        ChoiceSet { first, bits: [bits as Bitboard, (bits >> 64) as Bitboard] }
    }

    /// Returns the choices whose bits are set. The lowest bit of the first word has the number `first`, that
    /// of the second word `first + 64`.
    #[inline(always)]
    pub const fn of(first: usize, bits: [Bitboard; 2]) -> ChoiceSet {
        ChoiceSet { first, bits }
    }

    /// Returns the choices of the cells in `set`, of which `a1` has the number `first`.
    #[inline(always)]
    pub const fn cells(first: usize, set: Bitboard) -> ChoiceSet {
        ChoiceSet::of(first, [set, 0])
    }

    /// Adds the actions of choices to a mask. Not inlined, because there are rarely any.
    #[inline(never)]
    fn mark_some(&self, position: &Position, action: impl Fn(Step) -> usize, mask: &mut Mask) {
        self.each(position, |step| mask.add(action(step)));
    }
}

impl LegalMoves for ChoiceSet {
    #[inline(always)]
    fn count(&self) -> usize {
        self.bits.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    #[inline(always)]
    fn pick(&self, _position: &Position, index: usize) -> Option<Step> {
        let (index, low) = (index as u32, self.bits[0].count_ones());
        let at = if index < low { nth(self.bits[0], index) } else { 64 + nth(self.bits[1], index - low) };
        Some(Step::choice(self.first + usize::from(at)))
    }

    #[inline]
    fn each(&self, _position: &Position, mut visit: impl FnMut(Step)) {
        for (first, bits) in (self.first..).step_by(64).zip(self.bits) {
            cells(bits).for_each(|at| visit(Step::choice(first + usize::from(at))));
        }
    }

    #[inline]
    fn contains(&self, _position: &Position, step: Step) -> bool {
        let at = step.number().wrapping_sub(self.first);
        let bits = self.bits.get(at / 64);
        step.move_kind() == MoveKind::Choice && bits.is_some_and(|bits| bits >> (at % 64) & 1 != 0)
    }

    #[inline(always)]
    fn mark(
        &self,
        position: &Position,
        _numbering: &Numbering,
        action: impl Fn(Step) -> usize,
        mask: &mut Mask,
    ) {
        if self.any() {
            self.mark_some(position, action, mask);
        }
    }

    #[inline(always)]
    fn any(&self) -> bool {
        self.bits != [0; 2]
    }
}

/// The steps of both, those of the first before those of the second.
impl<A: LegalMoves, B: LegalMoves> LegalMoves for (A, B) {
    #[inline(always)]
    fn count(&self) -> usize {
        self.0.count() + self.1.count()
    }

    #[inline(always)]
    fn pick(&self, position: &Position, index: usize) -> Option<Step> {
        // Mostly there are none of the second, and those of the first need not be counted again.
        match if self.1.any() { index.checked_sub(self.0.count()) } else { None } {
            None => self.0.pick(position, index),
            Some(index) => self.1.pick(position, index),
        }
    }

    #[inline(always)]
    fn each(&self, position: &Position, mut visit: impl FnMut(Step)) {
        self.0.each(position, &mut visit);
        self.1.each(position, &mut visit);
    }

    #[inline]
    fn contains(&self, position: &Position, step: Step) -> bool {
        self.0.contains(position, step) || self.1.contains(position, step)
    }

    #[inline(always)]
    fn mark(
        &self,
        position: &Position,
        numbering: &Numbering,
        action: impl Fn(Step) -> usize,
        mask: &mut Mask,
    ) {
        self.0.mark(position, numbering, &action, mask);
        self.1.mark(position, numbering, &action, mask);
    }

    #[inline(always)]
    fn any(&self) -> bool {
        self.0.any() || self.1.any()
    }
}
