//! A small network that corrects the material balance: one hidden layer on sparse features, in integers.
//!
//! The features of a position are the elements of the observation of the seat to act, in planes that differ
//! from cell to cell. Most of them are marks: a feature is there or not. Each feature has a row of weights,
//! one for each *lane*. A lane sums the weights of the features that are there. The last lane is linear: its
//! sum is added to the evaluation. The others pass a clipped rectifier, and a second layer combines them.

use crate::game::{Frame, Seat};
use crate::sim::{DynGame, Pool, Slot};

/// The number of lanes: 15 hidden units and the linear lane. A row fits in two registers of 128 bits.
pub const LANES: usize = 16;
pub const HIDDEN: usize = LANES - 1;

/// The value of a hidden unit that is fully active.
const ACTIVE: i16 = 256;
/// The units of the linear lane per hundredth of a man.
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
    /// By feature, a row of weights.
    pub rows: Vec<Row<f32>>,
    /// The bias of each lane.
    pub bias: Row<f32>,
    /// The weight of each hidden unit.
    pub output: [f32; HIDDEN],
}

/// A tuned evaluation: weights in integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TunedEvaluation {
    /// The id of the game.
    pub(super) game: String,
    pub(super) rows: Vec<Row<i16>>,
    pub(super) bias: Row<i16>,
    pub(super) output: [i16; HIDDEN],
}

impl Network {
    /// Returns the weights as integers.
    pub fn quantize(&self, game: &str) -> TunedEvaluation {
        let to_i16 = |value: f32| value.round().clamp(-16_000.0, 16_000.0) as i16;
        let lanes = |row: &Row<f32>| {
            std::array::from_fn(|lane| {
                let unit = if lane < HIDDEN { f32::from(ACTIVE) } else { 100.0 * LINEAR };
                to_i16(row[lane] * unit)
            })
        };
        TunedEvaluation {
            game: game.into(),
            rows: self.rows.iter().map(lanes).collect(),
            bias: lanes(&self.bias),
            output: self.output.map(|weight| to_i16(weight * OUTPUT)),
        }
    }
}

impl TunedEvaluation {
    /// Returns the id of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Returns why the evaluation does not fit a game, if it does not.
    pub(super) fn explain_unsupported(&self, game: &dyn DynGame) -> Option<String> {
        let spec = game.spec();
        let elements: usize = game.pool().observation_shape().iter().product();
        if spec.id != self.game {
            Some(format!("its evaluation is for {}, not for {}", self.game, spec.id))
        } else if spec.frame != Frame::Seat {
            Some("its evaluation needs frame='seat', in which it was tuned".into())
        } else if self.rows.len() != elements {
            Some(format!(
                "its evaluation is for observations of {} elements, and with these options there are {elements}",
                self.rows.len()
            ))
        } else {
            None
        }
    }

    /// Returns the correction of the material balance for the seat to act, in hundredths of a man.
    pub fn correction(&self, pool: &Pool, slot: Slot, seat: Seat) -> i32 {
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
        let mut sums = self.bias;
        for &mark in &marks[..num_marks] {
            let Some(row) = self.rows.get(usize::from(mark)) else { continue };
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        for &(feature, value) in &values[..num_values] {
            let Some(row) = self.rows.get(usize::from(feature)) else { continue };
            for (sum, weight) in sums.iter_mut().zip(row) {
                let part = (i32::from(*weight) * i32::from(value)) >> MARK_BITS;
                *sum = sum.wrapping_add(part as i16);
            }
        }
        self.combine(&sums)
    }

    /// Returns the correction for the sums of the lanes.
    fn combine(&self, sums: &Row<i16>) -> i32 {
        let mut hidden = 0;
        for (&sum, &weight) in sums[..HIDDEN].iter().zip(&self.output) {
            hidden += i32::from(sum.clamp(0, ACTIVE)) * i32::from(weight);
        }
        let unit = 100.0 / (OUTPUT * f32::from(ACTIVE));
        (hidden as f32 * unit + f32::from(sums[HIDDEN]) / LINEAR) as i32
    }
}

/// Returns the value of a feature, from 0 to 1, in units of 1 / [`MARK`].
#[inline]
pub fn quantized(value: f32) -> u8 {
    (value * f32::from(MARK) + 0.5) as u8
}
