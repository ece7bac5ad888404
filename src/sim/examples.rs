//! Training examples out of games that were written down: the games are played again, and looked at on the
//! way.

use super::vector::{MaskFormat, Masks};
use super::{DynGame, Element, Memory, Planes, Pool, RequestError, Trajectories};
use crate::game::{Actor, Mask, Seat, below, rng_for};

/// How examples are turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Augmentation {
    /// Not at all.
    Off,
    /// Each by the symmetry of this number, where it can be.
    By(usize),
    /// Each by one that is drawn for it: any of the symmetries, or none.
    Random,
}

/// What examples are wanted.
#[derive(Clone, Copy, Debug)]
pub struct ExampleRequest<'a> {
    /// The numbers of the steps, in the order in which examples are to come; none of chance's.
    pub steps: &'a [usize],
    /// The elements of observations, if any are wanted.
    pub observations: Option<Element>,
    /// The elements of masks, if any are wanted.
    pub action_masks: Option<MaskFormat>,
    /// Whether the policies of searches are wanted.
    pub policies: bool,
    /// How they are turned.
    pub augmentation: Augmentation,
    /// What turns are drawn from.
    pub seed: u64,
}

/// A row for each step that was wanted.
#[derive(Debug)]
pub struct Examples {
    /// What the acting seat saw.
    pub observations: Planes,
    /// Which actions were legal.
    pub action_masks: Masks,
    /// The action that was made.
    pub actions: Vec<i32>,
    /// Who made it.
    pub current_players: Vec<i8>,
    /// What that seat got in the end.
    pub values: Vec<f32>,
    /// What each seat got in the end, a row each time: the one that acts first, then the seats after it.
    pub returns: Vec<f32>,
    /// The same of what each seat gets by the search, if there was any.
    pub root_values: Option<Vec<f32>>,
    /// How much the example counts, if there was a search.
    pub weights: Option<Vec<f32>>,
    /// How good each action is by the search, if that is wanted.
    pub policies: Option<Vec<f32>>,
    /// The number of the symmetry by which the example is turned, or -1.
    pub symmetries: Vec<i16>,
}

/// Where the state of a game stands, and where it stands turned.
const ORIGINAL: usize = 0;
const TRANSFORMED: usize = 1;

/// Makes examples. `go_on` is asked before each game; when it says no, nothing comes back.
pub fn examples(
    game: &dyn DynGame,
    played: &Trajectories,
    request: &ExampleRequest<'_>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Examples>, RequestError> {
    let mut pool = game.pool();
    pool.reserve(2);
    let (rows, actions) = (request.steps.len(), game.spec().num_actions);
    let numbers = pool.observation_shape().iter().product::<usize>();
    let width = request.action_masks.map_or(0, |marks| marks.width(actions));
    let seats = game.spec().seats as usize;
    let policies = request.policies && played.search_targets.is_some();
    let policy = if policies { 4 * actions } else { 0 };
    let seen = request.observations.map_or(0, |element| element.bytes() * numbers);
    let size = seen + width + policy + 8 * seats + 16;
    RequestError::memory((rows as u64).saturating_mul(size as u64))?;
    let mut builder = ExampleBuilder {
        request,
        sequence: &game.spec().turn_order,
        pool,
        maps: game.symmetries().iter().map(|symmetry| symmetry.actions.clone()).collect(),
        observation: vec![0.0; numbers],
        actions,
        mask: Mask::new(actions),
        examples: Examples {
            observations: request.observations.map_or(Planes::Off, |element| element.zeros(rows * numbers)),
            action_masks: match request.action_masks {
                None => Masks::Off,
                Some(MaskFormat::Flags) => Masks::Flags(Memory::zeros(rows * width)),
                Some(MaskFormat::Bits) => Masks::Bits(Memory::zeros(rows * width)),
            },
            actions: vec![0; rows],
            current_players: vec![0; rows],
            values: vec![0.0; rows],
            returns: vec![0.0; rows * seats],
            root_values: played.search_targets.as_ref().map(|_| vec![0.0; rows * seats]),
            weights: played.search_targets.as_ref().map(|_| vec![0.0; rows]),
            policies: policies.then(|| vec![0.0; rows * actions]),
            symmetries: vec![-1; rows],
        },
    };
    // Each game is played once, however the steps lie about in it.
    let mut order: Vec<usize> = (0..rows).collect();
    order.sort_unstable_by_key(|&row| request.steps[row]);
    let mut left = &order[..];
    for at in 0..played.starts.len() {
        if !go_on() {
            return Ok(None);
        }
        let end = played.offsets[at + 1] as usize;
        let count = left.partition_point(|&row| request.steps[row] < end);
        let (rows, after) = left.split_at(count);
        left = after;
        builder.play(played, at, rows, &played.returns[at * seats..][..seats]);
    }
    Ok(Some(builder.examples))
}

struct ExampleBuilder<'a> {
    request: &'a ExampleRequest<'a>,
    sequence: &'a [Seat],
    pool: Pool,
    /// Where each action goes, by symmetry.
    maps: Vec<Vec<u32>>,
    observation: Vec<f32>,
    actions: usize,
    mask: Mask,
    examples: Examples,
}

impl ExampleBuilder<'_> {
    /// Plays game `at` as far as `rows` of it are wanted, which come in the order of its steps.
    fn play(&mut self, played: &Trajectories, at: usize, rows: &[usize], returns: &[f32]) {
        let mut step = played.offsets[at] as usize;
        if rows.is_empty() || self.pool.read_fen(ORIGINAL, &played.starts[at]).is_err() {
            return;
        }
        for &row in rows {
            while step < self.request.steps[row] {
                self.pool.apply(ORIGINAL, played.actions[step] as u32);
                step += 1;
            }
            if let Some(&value) = returns.get(played.current_players[step] as usize) {
                self.examples.values[row] = value;
                self.write_example(row, played, step, returns);
            }
        }
    }

    /// Writes an example of the state as it stands now.
    fn write_example(&mut self, row: usize, played: &Trajectories, step: usize, returns: &[f32]) {
        let symmetry = match self.request.augmentation {
            Augmentation::Off => None,
            Augmentation::By(symmetry) => Some(symmetry),
            Augmentation::Random => {
                below(&mut rng_for(self.request.seed, 0, row as u64), self.maps.len() + 1).checked_sub(1)
            }
        };
        let symmetry = symmetry.filter(|&symmetry| self.pool.transform(ORIGINAL, TRANSFORMED, symmetry));
        let slot = if symmetry.is_some() { TRANSFORMED } else { ORIGINAL };
        let Actor::Seat(seat) = self.pool.mover(slot) else { return };
        let examples = &mut self.examples;
        examples.current_players[row] = seat as i8;
        examples.symmetries[row] = symmetry.map_or(-1, |symmetry| symmetry as i16);
        let map = symmetry.map(|symmetry| &self.maps[symmetry]);
        let turned = |action: i32| map.map_or(action, |map| map[action as usize] as i32);
        examples.actions[row] = turned(played.actions[step]);
        let seats = SeatOrder::new(self.sequence, played.current_players[step] as Seat, seat);
        seats.put(returns, &mut examples.returns[row * returns.len()..]);
        if let Some(search_targets) = &played.search_targets {
            if let Some(values) = &mut examples.root_values {
                let found = &search_targets.root_values[step * returns.len()..][..returns.len()];
                seats.put(found, &mut values[row * returns.len()..]);
            }
            if let Some(weights) = &mut examples.weights {
                weights[row] = search_targets.weights[step];
            }
            if let Some(policies) = &mut examples.policies {
                let policy = &mut policies[row * self.actions..][..self.actions];
                search_targets
                    .policy(step)
                    .for_each(|(action, weight)| policy[turned(action) as usize] = weight);
            }
        }
        if !matches!(examples.observations, Planes::Off) {
            self.pool.observe(slot, seat, &mut self.observation);
            examples.observations.put(row, &self.observation);
        }
        if let Some(marks) = self.request.action_masks {
            self.pool.mask(slot, &mut self.mask);
            let (first, width) = (row * marks.width(self.actions), marks.width(self.actions));
            match &mut examples.action_masks {
                Masks::Off => {}
                Masks::Flags(all) => self.mask.drain_to_flag_bytes(&mut all[first..][..width]),
                Masks::Bits(all) => self.mask.drain_to_bits(&mut all[first..][..width]),
            }
        }
    }
}

/// Where the seats of a game come to stand when it is turned. A symmetry keeps the sequence in which they
/// act, so it moves all by as many places in it as the one to act.
struct SeatOrder<'a> {
    sequence: &'a [Seat],
    /// By how many places.
    shift: usize,
    /// Who acts, after the turn.
    mover: Seat,
}

impl SeatOrder<'_> {
    fn new(sequence: &[Seat], from: Seat, to: Seat) -> SeatOrder<'_> {
        let place = |seat: Seat| sequence.iter().position(|&of| of == seat).unwrap_or(0);
        let shift = place(to) + sequence.len() - place(from);
        SeatOrder { sequence, shift, mover: to }
    }

    /// Writes what each seat gets, the seat that acts first, then the seats after it.
    fn put(&self, got: &[f32], out: &mut [f32]) {
        for (at, &seat) in self.sequence.iter().enumerate() {
            let stands = self.sequence[(at + self.shift) % self.sequence.len()];
            let after = (usize::from(stands) + got.len() - usize::from(self.mover)) % got.len();
            out[after] = got[usize::from(seat)];
        }
    }
}
