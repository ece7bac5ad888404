//! A small network that corrects the material balance: one hidden layer on sparse features, in integers.
//!
//! The features of a position are the elements of the observation of the seat to act, in planes that differ
//! from cell to cell. Most of them are marks: a feature is there or not. Each feature has a row of weights,
//! one for each *lane*. A lane sums the weights of the features that are there.
//!
//! In a game of two sides the network has one *head*, the correction for the seat to act. Otherwise each seat
//! has a head, in the order of seats from the seat to act. The last lanes are linear, one for each head: its
//! sum is added to the evaluation. The other lanes are hidden units. They pass a clipped rectifier, and each
//! head combines them with weights of its own.
//!
//! Each perspective has rows and biases of its own: see `perspectives`.

use super::super::evaluation::Sides;
use super::perspectives::Perspectives;
use crate::game::{Frame, MAX_SEATS, Seat};
use crate::sim::{DynGame, Pool, Slot};

/// The number of lanes: hidden units and linear lanes. A row fits in two registers of 128 bits.
pub const LANES: usize = 16;

/// The value of a hidden unit that is fully active.
const ACTIVE: i16 = 256;
/// The units of a linear lane per hundredth of a man.
const LINEAR: f32 = 4.0;
/// The units of the second layer per man.
const OUTPUT: f32 = 64.0;
/// The value of a feature that is a mark, as a power of two.
const MARK_BITS: u32 = 6;
/// The value of a feature that is a mark.
pub const MARK: u8 = 1 << MARK_BITS;

/// The maximum numbers of marks and of other features that are counted. No game of the package has as many.
const MAX_MARKS: usize = 384;
const MAX_VALUES: usize = 384;

/// A row of weights, one for each lane.
pub type Row<T> = [T; LANES];

/// The weights during training, in men.
#[derive(Clone, Debug)]
pub struct Network {
    pub perspectives: Perspectives,
    /// By perspective and feature, a row of weights.
    pub rows: Vec<Vec<Row<f32>>>,
    /// By perspective, the bias of each lane.
    pub bias: Vec<Row<f32>>,
    /// By head, the weight of each hidden unit, and 0 for linear lanes.
    pub output: Vec<Row<f32>>,
}

/// A tuned evaluation: weights in integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TunedEvaluation {
    /// The id of the game.
    pub(super) game: String,
    pub(super) perspectives: Perspectives,
    pub(super) rows: Vec<Vec<Row<i16>>>,
    pub(super) bias: Vec<Row<i16>>,
    pub(super) output: Vec<Row<i16>>,
}

/// Returns the number of heads for a game with these sides.
pub fn num_heads(sides: &Sides) -> usize {
    if sides.num_sides() == 2 { 1 } else { sides.num_seats() }
}

impl Network {
    /// Returns the number of hidden units.
    pub fn hidden(&self) -> usize {
        LANES - self.output.len()
    }

    /// Returns the weights as integers.
    pub fn quantize(&self, game: &str) -> TunedEvaluation {
        let hidden = self.hidden();
        let to_i16 = |value: f32| value.round().clamp(-16_000.0, 16_000.0) as i16;
        let lanes = |row: &Row<f32>| {
            std::array::from_fn(|lane| {
                let unit = if lane < hidden { f32::from(ACTIVE) } else { 100.0 * LINEAR };
                to_i16(row[lane] * unit)
            })
        };
        TunedEvaluation {
            game: game.into(),
            perspectives: self.perspectives,
            rows: self.rows.iter().map(|rows| rows.iter().map(lanes).collect()).collect(),
            bias: self.bias.iter().map(lanes).collect(),
            output: self.output.iter().map(|row| row.map(|weight| to_i16(weight * OUTPUT))).collect(),
        }
    }
}

impl TunedEvaluation {
    /// Returns the id of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Returns the number of features of each perspective.
    pub(super) fn num_features(&self) -> usize {
        self.rows[0].len()
    }

    /// Returns why the evaluation does not fit a game, if it does not.
    pub(super) fn explain_unsupported(&self, game: &dyn DynGame) -> Option<String> {
        let spec = game.spec();
        let elements: usize = game.pool().observation_shape().iter().product();
        let heads = num_heads(&Sides::new(spec));
        if spec.id != self.game {
            Some(format!("its evaluation is for {}, not for {}", self.game, spec.id))
        } else if spec.frame != Frame::Seat {
            Some("its evaluation needs frame='seat', in which it was tuned".into())
        } else if self.num_features() != elements {
            Some(format!(
                "its evaluation is for observations of {} elements, and with these options there are {elements}",
                self.num_features()
            ))
        } else if self.output.len() != heads {
            let found = self.output.len();
            Some(format!("the number of outputs of its evaluation is {found}, and {} needs {heads}", spec.id))
        } else {
            None
        }
    }

    /// Returns the correction of the material balance for the seat to act, in hundredths of a man.
    pub fn correction(&self, pool: &Pool, slot: Slot, seat: Seat) -> i32 {
        self.combine(&self.sums(pool, slot, seat), 0)
    }

    /// Returns the correction of the material balance for each seat, in hundredths of a man. `mover` is the
    /// seat to act.
    pub(in crate::agents) fn corrections(
        &self,
        sides: &Sides,
        pool: &Pool,
        slot: Slot,
        mover: Seat,
    ) -> [i32; MAX_SEATS] {
        let sums = self.sums(pool, slot, mover);
        let (seats, mut all) = (sides.num_seats(), [0; MAX_SEATS]);
        if self.output.len() == 1 {
            let own = self.combine(&sums, 0);
            for (at, correction) in all[..seats].iter_mut().enumerate() {
                let is_own = sides.side_of(Seat::from_index(at)) == sides.side_of(mover);
                *correction = if is_own { own } else { -own };
            }
        } else {
            for head in 0..seats {
                all[(mover.index() + head) % seats] = self.combine(&sums, head);
            }
        }
        all
    }

    /// Returns the sums of the lanes.
    fn sums(&self, pool: &Pool, slot: Slot, seat: Seat) -> Row<i16> {
        // The features are collected first, so that the sums stay in registers.
        let (mut marks, mut num_marks) = ([0; MAX_MARKS], 0);
        let (mut values, mut num_values) = ([(0, 0); MAX_VALUES], 0);
        pool.each_feature(slot, seat, |feature, value| {
            if value == 1.0 {
                if let Some(mark) = marks.get_mut(num_marks) {
                    *mark = feature as u16;
                    num_marks += 1;
                }
            } else if let Some(entry) = values.get_mut(num_values) {
                *entry = (feature as u16, quantized(value));
                num_values += 1;
            }
        });
        let perspective = self.perspectives.of(seat);
        let rows = &self.rows[perspective];
        let mut sums = self.bias[perspective];
        for &mark in &marks[..num_marks] {
            let Some(row) = rows.get(usize::from(mark)) else { continue };
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        for &(feature, value) in &values[..num_values] {
            let Some(row) = rows.get(usize::from(feature)) else { continue };
            for (sum, weight) in sums.iter_mut().zip(row) {
                let part = (i32::from(*weight) * i32::from(value)) >> MARK_BITS;
                *sum = sum.wrapping_add(part as i16);
            }
        }
        sums
    }

    /// Returns the correction of a head for the sums of the lanes.
    fn combine(&self, sums: &Row<i16>, head: usize) -> i32 {
        let mut hidden = 0;
        for (&sum, &weight) in sums.iter().zip(&self.output[head]) {
            hidden += i32::from(sum.clamp(0, ACTIVE)) * i32::from(weight);
        }
        let linear = sums[LANES - self.output.len() + head];
        let unit = 100.0 / (OUTPUT * f32::from(ACTIVE));
        (hidden as f32 * unit + f32::from(linear) / LINEAR) as i32
    }
}

/// Returns the value of a feature, from 0 to 1, in units of 1 / [`MARK`].
#[inline]
pub fn quantized(value: f32) -> u8 {
    (value * f32::from(MARK) + 0.5) as u8
}
