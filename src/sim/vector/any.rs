//! Batches whose game is not known until an id is read.

use super::{Buffers, Planes, Saved, Trajectories, Views};
use crate::sim::{AnyState, VectorError};

/// A batch of games, whichever they are.
pub trait AnyVector: Send + Sync {
    /// The arrays that it writes.
    fn buffers(&self) -> &Buffers;

    /// The arrays that it writes, with their shapes.
    ///
    /// ```
    /// use plyground::game::Frame;
    /// use plyground::sim::{self, Autoreset, Element, Given, Marks, PlanesView, Settings};
    ///
    /// let game = sim::open("chess", &[], Frame::Seat)?;
    /// let settings = Settings {
    ///     envs: 8,
    ///     seed: 0,
    ///     threads: Some(1),
    ///     max_steps: None,
    ///     start: None,
    ///     observations: Some(Element::F32),
    ///     masks: Some(Marks::Flags),
    ///     recorded: false,
    ///     autoreset: Autoreset::SameStep,
    /// };
    /// let mut batch = game.vector(&settings, Given::default())?;
    /// let actions = batch.views().sampled.to_vec();
    /// batch.step(&actions)?;
    /// let views = batch.views();
    /// let Some(PlanesView::F32(seen)) = views.observations else { panic!("they are wanted so") };
    /// assert_eq!(seen.shape(), [8, 16, 8, 8]);
    /// assert_eq!(views.rewards.shape(), [8, 2]);
    /// assert!(views.actors.iter().all(|&seat| seat == 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn views(&self) -> Views<'_>;

    /// Starts all environments anew under a seed.
    fn reset(&mut self, seed: u64);

    /// Starts the next game of some environments.
    fn reset_some(&mut self, which: &[bool]) -> Result<(), VectorError>;

    /// Makes one step in every environment, or none at all.
    fn step(&mut self, actions: &[i32]) -> Result<(), VectorError>;

    /// Draws a random legal action for every environment.
    fn sample(&mut self);

    /// The legal actions of all environments, ascending in each, and where those of each begin.
    fn legal(&self) -> (Vec<i32>, Vec<i64>);

    /// The games that have ended since this was last asked, if they are written down.
    fn finished(&mut self) -> Trajectories;

    /// All of it, to be written down: data, and what was seen of games that have ended.
    fn saved(&self) -> (Saved, Planes);

    /// A copy of the state of an environment.
    fn state(&self, env: usize) -> Box<dyn AnyState>;
}
