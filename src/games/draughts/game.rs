//! The type of all draughts games.

use super::movement::{Movement, MovementRules, SetOf};
use super::options::RuleSet;
use super::state::State;
use super::tables::Tables;
use super::{perft, variants};
use crate::game::Frame;

/// A draughts game.
pub struct Draughts<M: Movement> {
    pub(super) movement: M,
    pub(super) tables: Tables<M::Layout>,
}

impl<M: Movement> Draughts<M> {
    /// Returns the value of a king in men.
    pub(super) fn king_value(&self) -> f32 {
        if self.movement.flying() { 3.0 } else { 1.5 }
    }

    /// Creates the game with this id.
    ///
    /// # Errors
    ///
    /// A message if there is no such game, or if its pieces do not move as `M` does.
    pub fn named(id: &str, frame: Frame) -> Result<Draughts<M>, String> {
        let variant = variants::find_variant(id)?;
        let movement =
            M::of(&variant.rules).ok_or_else(|| format!("the pieces of {id} move by other rules"))?;
        Ok(Draughts::new(id, variant.title, variant.rules, movement, frame))
    }

    /// Creates a game of these rules. `movement` must be the movement of `rules`.
    pub(crate) fn new(id: &str, title: &str, rules: RuleSet, movement: M, frame: Frame) -> Draughts<M> {
        Draughts { movement, tables: Tables::new(id, title, rules, movement.runtime(), frame) }
    }

    /// Returns the tables, which are shared by all movements on the same board.
    pub(crate) fn tables(&self) -> &Tables<M::Layout> {
        &self.tables
    }

    /// Returns the number of sequences of `depth` turns, where each way to make a turn counts.
    ///
    /// [`perft_turns`](crate::game::roles::Notation::perft_turns) counts ways as one turn if they have the
    /// same first and last square and jump the same pieces (Draughts 9).
    pub fn perft_ways(&self, state: &State<SetOf<M>>, depth: u32) -> u64 {
        perft::perft(self.movement, &self.tables.rules, state, depth, false, &mut || true).unwrap_or_default()
    }
}
