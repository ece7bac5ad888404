//! Training examples from recorded games. The games are replayed, and observed at the requested steps.

use super::vector::{MaskFormat, Masks};
use super::{DynGame, Element, Memory, Observations, Pool, RequestError, Trajectories};
use crate::game::{Actor, Mask, Seat, below, rng_for};

/// The symmetry that is applied to examples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Augmentation {
    /// None.
    Off,
    /// The symmetry with this index, for each example that has an image under it.
    By(usize),
    /// A random symmetry for each example, or none.
    Random,
}

/// A request for examples.
#[derive(Clone, Copy, Debug)]
pub struct ExampleRequest<'a> {
    /// The indices of the steps, in the order of the examples. Chance steps are not allowed.
    pub steps: &'a [usize],
    /// The element type of observations, if they are requested.
    pub observations: Option<Element>,
    /// The format of masks, if they are requested.
    pub action_masks: Option<MaskFormat>,
    /// Whether the policies of searches are requested.
    pub policies: bool,
    /// The symmetries to apply.
    pub augmentation: Augmentation,
    /// The seed for random symmetries.
    pub seed: u64,
}

/// Training examples, with one row for each requested step.
#[derive(Debug)]
pub struct Examples {
    /// The observation of the seat to act.
    pub observations: Observations,
    /// The action mask.
    pub action_masks: Masks,
    /// The action that was made.
    pub actions: Vec<i32>,
    /// The seat that made it.
    pub current_players: Vec<i8>,
    /// The return of that seat.
    pub values: Vec<f32>,
    /// The return of each seat, one row for each example. The seat to act comes first, then the seats after
    /// it.
    pub returns: Vec<f32>,
    /// The values of the search in the same order, if there was a search.
    pub root_values: Option<Vec<f32>>,
    /// The weight of each example, if there was a search.
    pub weights: Option<Vec<f32>>,
    /// The policy of the search, if it is requested.
    pub policies: Option<Vec<f32>>,
    /// The index of the symmetry that was applied, or -1.
    pub symmetries: Vec<i16>,
}

/// The slots for the state and for its image.
const ORIGINAL: usize = 0;
const TRANSFORMED: usize = 1;

/// Makes examples. `go_on` is called before each game. The result is `None` once it returns false.
///
/// # Errors
///
/// [`RequestError`] if the arrays need too much memory.
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
            observations: request
                .observations
                .map_or(Observations::Off, |element| element.zeros(rows * numbers)),
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
    // Each game is replayed once, in the order of its steps.
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
    /// The image of each action, for each symmetry.
    maps: Vec<Vec<u32>>,
    observation: Vec<f32>,
    actions: usize,
    mask: Mask,
    examples: Examples,
}

impl ExampleBuilder<'_> {
    /// Replays game `at` to the last of the requested steps. `rows` are in the order of steps.
    fn play(&mut self, played: &Trajectories, at: usize, rows: &[usize], returns: &[f32]) {
        let mut step = played.offsets[at] as usize;
        if rows.is_empty() || self.pool[ORIGINAL].read_fen(&played.starts[at]).is_err() {
            return;
        }
        for &row in rows {
            while step < self.request.steps[row] {
                self.pool[ORIGINAL].apply(played.actions[step] as u32);
                step += 1;
            }
            if let Some(&value) = returns.get(played.current_players[step] as usize) {
                self.examples.values[row] = value;
                self.write_example(row, played, step, returns);
            }
        }
    }

    /// Writes the example of the current state.
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
        let Actor::Seat(seat) = self.pool[slot].mover() else { return };
        let examples = &mut self.examples;
        examples.current_players[row] = seat.code();
        examples.symmetries[row] = symmetry.map_or(-1, |symmetry| symmetry as i16);
        let map = symmetry.map(|symmetry| &self.maps[symmetry]);
        let turned = |action: i32| map.map_or(action, |map| map[action as usize] as i32);
        examples.actions[row] = turned(played.actions[step]);
        let seats = SeatOrder::new(self.sequence, Seat::new(played.current_players[step] as u8), seat);
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
        if !matches!(examples.observations, Observations::Off) {
            self.pool.observe(slot, seat, &mut self.observation);
            examples.observations.put(row, &self.observation);
        }
        if let Some(marks) = self.request.action_masks {
            self.pool[slot].mask(&mut self.mask);
            let (first, width) = (row * marks.width(self.actions), marks.width(self.actions));
            match &mut examples.action_masks {
                Masks::Off => {}
                Masks::Flags(all) => self.mask.drain_to_flag_bytes(&mut all[first..][..width]),
                Masks::Bits(all) => self.mask.drain_to_bits(&mut all[first..][..width]),
            }
        }
    }
}

/// The permutation of seats by a symmetry. Symmetries preserve the turn order, so each seat moves by as many
/// places in it as the seat to act.
struct SeatOrder<'a> {
    sequence: &'a [Seat],
    /// The number of places.
    shift: usize,
    /// The seat to act after the symmetry.
    mover: Seat,
}

impl SeatOrder<'_> {
    fn new(sequence: &[Seat], from: Seat, to: Seat) -> SeatOrder<'_> {
        let place = |seat: Seat| sequence.iter().position(|&of| of == seat).unwrap_or(0);
        let shift = place(to) + sequence.len() - place(from);
        SeatOrder { sequence, shift, mover: to }
    }

    /// Writes the values of all seats. The seat to act comes first, then the seats after it.
    fn put(&self, got: &[f32], out: &mut [f32]) {
        for (at, &seat) in self.sequence.iter().enumerate() {
            let stands = self.sequence[(at + self.shift) % self.sequence.len()];
            let after = (stands.index() + got.len() - self.mover.index()) % got.len();
            out[after] = got[seat.index()];
        }
    }
}
