//! Fitting a network to positions, by stochastic gradient descent (AdamW).

use super::super::shuffle;
use super::network::{HIDDEN, LANES, MARK, Network};
use super::positions::Positions;
use crate::game::{Rng, below};
use crate::sim::DynGame;

/// The number of passes over the positions, and the positions of a step.
const EPOCHS: u32 = 12;
const BATCH: usize = 1024;
/// The learning rate at the start. It falls linearly.
const LEARNING_RATE: f32 = 0.003;
const WEIGHT_DECAY: f32 = 0.01;
/// The share of the search in the target; the rest is the result of the game.
const SEARCH_SHARE: f32 = 0.9;

/// The result of a fit.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// The number of positions.
    pub positions: usize,
    /// The lead in men with which a side scores 73 %, by material and mobility.
    pub scale: f32,
    /// The mean squared error of predicted results, from 0 to 1, without and with the network. It is measured
    /// in the last tenth of the positions, which is not used for the fit.
    pub error_before: f64,
    /// See `error_before`.
    pub error_after: f64,
}

/// The state of AdamW for one array of parameters.
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
}

impl Adam {
    fn new(count: usize) -> Adam {
        Adam { mean: vec![0.0; count], square: vec![0.0; count] }
    }

    /// Updates the parameters with the gradient divided by `batch`, and clears the gradient.
    fn update(&mut self, parameters: &mut [f32], gradient: &mut [f32], batch: f32, rate: f32, decay: f32) {
        const BETA: [f32; 2] = [0.9, 0.999];
        for (((parameter, gradient), mean), square) in
            parameters.iter_mut().zip(gradient).zip(&mut self.mean).zip(&mut self.square)
        {
            let slope = *gradient / batch;
            *mean += (1.0 - BETA[0]) * (slope - *mean);
            *square += (1.0 - BETA[1]) * (slope * slope - *square);
            *parameter -= rate * (*mean / (square.sqrt() + 1e-6) + decay * *parameter);
            *gradient = 0.0;
        }
    }
}

/// Returns the expected result for a lead in units of the scale.
fn logistic(lead: f32) -> f32 {
    1.0 / (1.0 + (-lead).exp())
}

/// Returns the lead in men with which a side scores 73 %, fitted to evaluations and results.
fn fit_scale(positions: &Positions) -> f32 {
    let loss = |scale: f32| -> f64 {
        let error = |at| {
            let sample = positions.sample(at);
            f64::from((logistic(sample.balance / scale) - sample.result).powi(2))
        };
        (0..positions.len()).map(error).sum()
    };
    let candidates = (0..24).map(|step| 0.3 * 1.2f32.powi(step));
    candidates.min_by(|a, b| loss(*a).total_cmp(&loss(*b))).unwrap_or(1.0)
}

/// Fits a network to positions. Returns `None` if `go_on` returns false.
pub fn train(
    game: &dyn DynGame,
    positions: &Positions,
    rng: &mut Rng,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<(Network, Fit)> {
    let features = game.pool().observation_shape().iter().product();
    let scale = fit_scale(positions);
    let mut uniform = || below(rng, 1 << 16) as f32 / 65_536.0;
    let mut network = Network {
        rows: vec![[0.0; LANES]; features],
        bias: std::array::from_fn(|lane| if lane < HIDDEN { 0.2 + 0.6 * uniform() } else { 0.0 }),
        output: std::array::from_fn(|_| (uniform() - 0.5) * scale),
    };
    let mut gradient = Network { rows: network.rows.clone(), bias: [0.0; LANES], output: [0.0; HIDDEN] };
    let mut adam = [features * LANES, LANES, HIDDEN].map(Adam::new);
    let used = positions.len() - positions.len() / 10;
    let mut order: Vec<usize> = (0..used).collect();
    for epoch in 0..EPOCHS {
        shuffle(&mut order, rng);
        let rate = LEARNING_RATE * (1.0 - epoch as f32 / EPOCHS as f32);
        for batch in order.chunks(BATCH) {
            for &at in batch {
                add_gradient(&network, positions, at, scale, &mut gradient);
            }
            let size = batch.len() as f32;
            let (rows, slopes) = (network.rows.as_flattened_mut(), gradient.rows.as_flattened_mut());
            adam[0].update(rows, slopes, size, rate, WEIGHT_DECAY);
            adam[1].update(&mut network.bias, &mut gradient.bias, size, rate, 0.0);
            adam[2].update(&mut network.output, &mut gradient.output, size, rate, 0.0);
            if !go_on() {
                return None;
            }
        }
    }
    let error = |evaluate: &dyn Fn(usize) -> f32| {
        let error =
            |at: usize| f64::from((logistic(evaluate(at) / scale) - positions.sample(at).result).powi(2));
        (used..positions.len()).map(error).sum::<f64>() / (positions.len() - used).max(1) as f64
    };
    let fit = Fit {
        positions: positions.len(),
        scale,
        error_before: error(&|at| positions.sample(at).balance),
        error_after: error(&|at| forward(&network, positions, at).0),
    };
    Some((network, fit))
}

#[cfg(test)]
impl Network {
    /// Returns the correction of the material balance, in men.
    pub fn correction(&self, features: &[(usize, f32)]) -> f32 {
        let mut sums = self.bias;
        for &(feature, value) in features {
            sums.iter_mut().zip(&self.rows[feature]).for_each(|(sum, weight)| *sum += value * weight);
        }
        self.combine(&sums)
    }
}

impl Network {
    /// Returns the correction of the material balance for the sums of the lanes, in men.
    fn combine(&self, sums: &[f32; LANES]) -> f32 {
        let units = sums[..HIDDEN].iter().zip(&self.output);
        sums[HIDDEN] + units.map(|(sum, weight)| sum.clamp(0.0, 1.0) * weight).sum::<f32>()
    }
}

/// Returns the evaluation of a position in men, and the sums of the lanes.
fn forward(network: &Network, positions: &Positions, at: usize) -> (f32, [f32; LANES]) {
    let mut sums = network.bias;
    for &(feature, value) in positions.features(at) {
        let value = f32::from(value) / f32::from(MARK);
        for (sum, weight) in sums.iter_mut().zip(&network.rows[usize::from(feature)]) {
            *sum += value * weight;
        }
    }
    (positions.sample(at).balance + network.combine(&sums), sums)
}

/// Adds the gradient of the loss of one position: the cross-entropy of the expected result and the target.
fn add_gradient(network: &Network, positions: &Positions, at: usize, scale: f32, gradient: &mut Network) {
    let (evaluation, sums) = forward(network, positions, at);
    let sample = positions.sample(at);
    let target = SEARCH_SHARE * logistic(sample.value / scale) + (1.0 - SEARCH_SHARE) * sample.result;
    let error = logistic(evaluation / scale) - target;
    let mut lanes = [0.0; LANES];
    lanes[HIDDEN] = error;
    for lane in 0..HIDDEN {
        gradient.output[lane] += error * sums[lane].clamp(0.0, 1.0);
        let is_open = sums[lane] > 0.0 && sums[lane] < 1.0;
        lanes[lane] = if is_open { error * network.output[lane] } else { 0.0 };
    }
    for (bias, lane) in gradient.bias.iter_mut().zip(&lanes) {
        *bias += lane;
    }
    for &(feature, value) in positions.features(at) {
        let value = f32::from(value) / f32::from(MARK);
        for (weight, lane) in gradient.rows[usize::from(feature)].iter_mut().zip(&lanes) {
            *weight += value * lane;
        }
    }
}
