//! Training examples out of games that were written down: the games are played again, and looked at on the
//! way.

use super::vector::{Marks, Masks};
use super::{AnyGame, Element, Limit, Memory, Planes, Pool, Trajectories};
use crate::game::{Actor, Mask, below, rng_for};

/// How examples are turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turned {
    /// Not at all.
    No,
    /// Each by the symmetry of this number, where it can be.
    By(usize),
    /// Each by one that is drawn for it: any of the symmetries, or none.
    Random,
}

/// What examples are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The numbers of the steps, in the order in which examples are to come; none of chance's.
    pub steps: &'a [usize],
    /// The elements of observations, if any are wanted.
    pub observations: Option<Element>,
    /// The elements of masks, if any are wanted.
    pub masks: Option<Marks>,
    /// How they are turned.
    pub turned: Turned,
    /// What turns are drawn from.
    pub seed: u64,
}

/// A row for each step that was wanted.
#[derive(Debug)]
pub struct Examples {
    /// What the acting seat saw.
    pub observations: Planes,
    /// Which actions were legal.
    pub masks: Masks,
    /// The action that was made.
    pub actions: Vec<i32>,
    /// Who made it.
    pub actors: Vec<i8>,
    /// What that seat got in the end.
    pub values: Vec<f32>,
    /// The number of the symmetry by which the example is turned, or -1.
    pub symmetries: Vec<i16>,
}

/// Where the state of a game stands, and where it stands turned.
const GAME: usize = 0;
const TURNED: usize = 1;

/// Makes examples. `go_on` is asked before each game; when it says no, nothing comes back.
pub fn examples(
    game: &dyn AnyGame,
    played: &Trajectories,
    wanted: &Wanted<'_>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Examples>, Limit> {
    let mut pool = game.pool();
    pool.reserve(2);
    let (rows, actions) = (wanted.steps.len(), game.spec().num_actions);
    let numbers = pool.observation_shape().iter().product::<usize>();
    let width = wanted.masks.map_or(0, |marks| marks.width(actions));
    let size = wanted.observations.map_or(0, |element| element.bytes() * numbers) + width + 12;
    Limit::memory((rows as u64).saturating_mul(size as u64))?;
    let mut maker = Maker {
        wanted,
        pool,
        maps: game.symmetries().iter().map(|symmetry| symmetry.actions.clone()).collect(),
        seen: vec![0.0; numbers],
        actions,
        mask: Mask::new(actions),
        made: Examples {
            observations: wanted.observations.map_or(Planes::Off, |element| element.zeros(rows * numbers)),
            masks: match wanted.masks {
                None => Masks::Off,
                Some(Marks::Flags) => Masks::Flags(Memory::zeros(rows * width)),
                Some(Marks::Bits) => Masks::Bits(Memory::zeros(rows * width)),
            },
            actions: vec![0; rows],
            actors: vec![0; rows],
            values: vec![0.0; rows],
            symmetries: vec![-1; rows],
        },
    };
    // Each game is played once, however the steps lie about in it.
    let mut order: Vec<usize> = (0..rows).collect();
    order.sort_unstable_by_key(|&row| wanted.steps[row]);
    let (mut left, seats) = (&order[..], game.spec().seats as usize);
    for at in 0..played.starts.len() {
        if !go_on() {
            return Ok(None);
        }
        let end = played.offsets[at + 1] as usize;
        let count = left.partition_point(|&row| wanted.steps[row] < end);
        let (rows, after) = left.split_at(count);
        left = after;
        maker.play(played, at, rows, &played.returns[at * seats..][..seats]);
    }
    Ok(Some(maker.made))
}

struct Maker<'a> {
    wanted: &'a Wanted<'a>,
    pool: Box<dyn Pool>,
    /// Where each action goes, by symmetry.
    maps: Vec<Vec<u32>>,
    seen: Vec<f32>,
    actions: usize,
    mask: Mask,
    made: Examples,
}

impl Maker<'_> {
    /// Plays game `at` as far as `rows` of it are wanted, which come in the order of its steps.
    fn play(&mut self, played: &Trajectories, at: usize, rows: &[usize], returns: &[f32]) {
        let mut step = played.offsets[at] as usize;
        if rows.is_empty() || self.pool.read_fen(GAME, &played.starts[at]).is_err() {
            return;
        }
        for &row in rows {
            while step < self.wanted.steps[row] {
                self.pool.apply(GAME, played.actions[step] as u32);
                step += 1;
            }
            if let Some(&value) = returns.get(played.actors[step] as usize) {
                self.made.values[row] = value;
                self.look(row, played.actions[step]);
            }
        }
    }

    /// Writes an example of the state as it stands now.
    fn look(&mut self, row: usize, action: i32) {
        let symmetry = match self.wanted.turned {
            Turned::No => None,
            Turned::By(symmetry) => Some(symmetry),
            Turned::Random => {
                below(&mut rng_for(self.wanted.seed, 0, row as u64), self.maps.len() + 1).checked_sub(1)
            }
        };
        let symmetry = symmetry.filter(|&symmetry| self.pool.transform(GAME, TURNED, symmetry));
        let slot = if symmetry.is_some() { TURNED } else { GAME };
        let Actor::Seat(seat) = self.pool.mover(slot) else { return };
        let made = &mut self.made;
        made.actors[row] = seat as i8;
        made.symmetries[row] = symmetry.map_or(-1, |symmetry| symmetry as i16);
        made.actions[row] = symmetry.map_or(action, |symmetry| self.maps[symmetry][action as usize] as i32);
        if !matches!(made.observations, Planes::Off) {
            self.pool.observe(slot, seat, &mut self.seen);
            made.observations.put(row, &self.seen);
        }
        if let Some(marks) = self.wanted.masks {
            self.pool.mask(slot, &mut self.mask);
            let (first, width) = (row * marks.width(self.actions), marks.width(self.actions));
            match &mut made.masks {
                Masks::Off => {}
                Masks::Flags(all) => self.mask.pour_flags(&mut all[first..][..width]),
                Masks::Bits(all) => self.mask.pour_bytes(&mut all[first..][..width]),
            }
        }
    }
}
