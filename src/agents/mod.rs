//! Players of games, of any number of seats, and matches between them: compiled once for all games.
//!
//! | file | idea |
//! |---|---|
//! | [`spec`] | agents as text: `random`, `greedy`, `ab:3`, `mcts:200` |
//! | [`simple`] | random play, and one turn of foresight |
//! | [`worth`] | what a position is worth to a side |
//! | [`alpha_beta`], [`table`] | the best reply to the best reply, and what it remembers of positions |
//! | [`mcts`], [`tree`] | search by random games, and the tree that it grows |
//! | [`puct`] | search by a judge of positions, such as a neural network |
//! | [`gumbel`], [`explore`] | how such a search goes on at the root; what it adds when it plays to learn |
//! | [`batch`] | the positions that an evaluator is called with, and its answer |
//! | [`inference_buffer`] | the input arrays of an evaluator |
//! | [`group`], [`abreast`] | games that ask together, and those who search while others are judged |
//! | [`cache`] | what judges have said |
//! | [`boards`] | games of a match whose agents ask judges |
//! | [`self_play`](mod@self_play) | games to learn from |
//! | [`searches`](mod@searches) | searches by a judge from many positions |
//! | [`matches`], [`referee`] | many games on all processors; one game |
//! | [`opening`] | where games begin |
//! | [`fingerprint`](mod@fingerprint) | what tells one behavior of a game, or of an agent, from another |
//! | [`measures`] | what is measured of a game while it is played |
//!
//! An agent is given a [`Sight`], which shows what its seat may know and nothing else: it can ask for states
//! that it cannot tell from the real one, and search in those. What it draws comes from the generator that it
//! is given: with the same state and the same draws it makes the same choice.

mod abreast;
mod alpha_beta;
mod batch;
mod boards;
mod cache;
mod explore;
mod fingerprint;
mod group;
mod gumbel;
mod inference_buffer;
mod matches;
mod mcts;
mod measures;
mod opening;
mod puct;
#[cfg(test)]
mod puct_tests;
mod referee;
mod searches;
mod self_play;
mod simple;
mod spec;
mod table;
mod tree;
mod worth;

pub use abreast::MOST_TOGETHER;
pub use batch::{Answer, Batch, Form, Judge, Unfit};
pub use explore::Explore;
pub use fingerprint::fingerprint;
pub use group::Counts;
pub use gumbel::{Gumbel, Interior};
pub use inference_buffer::InferenceBuffer;
pub use matches::{MatchError, MatchRequest, Matches, matches};
pub use mcts::Uct;
pub use measures::Measures;
pub use opening::{Opening, Starts, openings};
pub use puct::{Puct, Root};
pub use referee::LINE;
pub use searches::{Desks, Found, searches};
pub use self_play::{SelfPlay, SelfPlayed, self_play};
pub use spec::{AgentSpec, MOST_SIMULATIONS, SpecError};

use crate::game::{Returns, Rng, Seat};
use crate::sim::{Pool, Slot};

/// The player of one seat.
pub trait Agent: Send {
    /// Begins another game: nothing of the one before matters any more.
    fn begin(&mut self) {}

    /// The action that it makes, one of `sight.legal`; none while it waits for what it [asks](Agent::asks),
    /// and then it is called again with the same sight. `go_on` is asked some times a second; when it says
    /// no, any legal action will do, at once.
    fn choose(&mut self, sight: &Sight<'_>, rng: &mut Rng, go_on: &mut dyn FnMut() -> bool) -> Option<u32>;

    /// The position that it waits to have judged.
    fn asks(&self) -> Option<Question<'_>> {
        None
    }

    /// Is given what it waits for: how good each of the legal actions is, as they were listed, by weights
    /// that need not add up to anything, and what each seat will get.
    fn hear(&mut self, _weights: &[f32], _returns: &Returns) {}

    /// How many positions it has looked at so far, or random games it has played.
    fn effort(&self) -> u64 {
        0
    }

    /// Is told each step of a game that hides nothing, its own and chance's included, after it was made.
    fn follow(&mut self, _action: u32) {}
}

/// A position that an agent waits to have judged.
pub struct Question<'a> {
    /// The seat to act, which observes.
    pub seat: Seat,
    /// The actions of the legal steps, in an order that depends on the position alone.
    pub legal: &'a [u32],
    /// Where the state lies.
    pool: &'a Pool,
    slot: Slot,
}

impl<'a> Question<'a> {
    /// What `seat` may see of a state in which it is to act, by these steps.
    pub fn new(pool: &'a Pool, slot: Slot, seat: Seat, legal: &'a [u32]) -> Question<'a> {
        Question { seat, legal, pool, slot }
    }

    /// Writes what the seat may see.
    pub fn observe(&self, out: &mut [f32]) {
        self.pool.observe(self.slot, self.seat, out);
    }

    /// What tells this question from others: equal ones have the same in every run.
    pub fn key(&self) -> u64 {
        const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
        self.pool.hash(self.slot) ^ ODD.wrapping_mul(u64::from(self.seat) + 1)
    }
}

/// What a seat that is to act may know.
pub struct Sight<'a> {
    /// The seat.
    pub seat: Seat,
    /// The actions of the legal steps, ascending; at least one.
    pub legal: &'a [u32],
    /// Where the true state lies.
    table: &'a Pool,
    slot: Slot,
}

impl<'a> Sight<'a> {
    /// What `seat` may know of a state in which it is to act, by these steps.
    pub fn new(table: &'a Pool, slot: Slot, seat: Seat, legal: &'a [u32]) -> Sight<'a> {
        Sight { seat, legal, table, slot }
    }

    /// Puts a state that the seat cannot tell from the real one into a slot of another pool of the game:
    /// another each time, unless the game hides nothing.
    pub fn deal(&self, rng: &mut Rng, pool: &mut Pool, to: Slot) {
        self.table.resample_into(self.slot, self.seat, rng, pool, to);
    }
}

/// Puts a list into random order.
fn shuffle<T>(list: &mut [T], rng: &mut Rng) {
    for last in (1..list.len()).rev() {
        list.swap(last, crate::game::below(rng, last + 1));
    }
}
