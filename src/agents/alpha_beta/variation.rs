//! The principal variation, read from the transposition table.

use super::searcher::{MAX_PLY, Remaining, Searcher};
use super::transposition_table::Bound;
use crate::game::{Actor, Seat};

impl Searcher {
    /// Returns the text of a step of the state in slot 0, and of the best steps after it in the last search,
    /// which went to this depth after the step.
    ///
    /// It follows exact entries of the table and forced steps. It ends before a step of chance, before a
    /// repetition, and where the search evaluated the position.
    pub fn variation(&mut self, seat: Seat, depth: i32, first: u32) -> Vec<String> {
        let (mut texts, mut keys) = (Vec::new(), Vec::new());
        let side = self.sides.side_of(seat);
        let (mut left, mut action) = (Remaining::after(depth, first), first);
        for ply in 0..MAX_PLY {
            let Ok(text) = self.pool[ply].text(action.into()) else { break };
            texts.push(text);
            self.reserve(ply + 1);
            self.pool.copy_and_apply(ply, ply + 1, action);
            if !matches!(self.pool[ply + 1].actor(), Actor::Seat(_)) {
                break;
            }
            self.pool[ply + 1].candidates(&mut self.candidates);
            let key = self.key(ply + 1, side, left);
            let mid_turn = self.pool[ply + 1].mid_turn();
            let next = Searcher::after_step(ply + 1, self.candidates.len(), mid_turn, left);
            let is_legal = |action: u32| self.candidates.iter().any(|one| one.action == action);
            let best = match self.candidates[..] {
                [only] => Some(only.action),
                _ => self
                    .table
                    .get(key)
                    .filter(|entry| entry.bound == Bound::Exact)
                    .map(|entry| entry.best_action),
            };
            let (Some(next), Some(best)) = (next, best.filter(|&best| is_legal(best))) else { break };
            if keys.contains(&key) {
                break;
            }
            keys.push(key);
            (left, action) = (next, best);
        }
        texts
    }
}
