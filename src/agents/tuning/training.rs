//! Fitting a network to positions, by stochastic gradient descent (AdamW).

use super::super::evaluation::{DECISIVE, Sides};
use super::super::shuffle;
use super::network::{LANES, MARK, Network, Row, num_heads};
use super::perspectives::Perspectives;
use super::positions::{Positions, Sample};
use crate::game::{Rng, below};
use crate::sim::DynGame;

/// The number of passes over the positions, and the positions of a step.
const EPOCHS: u32 = 12;
const BATCH: usize = 1024;
/// The learning rate at the start. It falls linearly.
const LEARNING_RATE: f32 = 0.003;
const WEIGHT_DECAY: f32 = 0.01;
/// The decay of what a perspective adds to the weights that all perspectives have in common.
const OWN_DECAY: f32 = 1.0;
/// The share of the search in the target; the rest is the result of the game. Values of Monte Carlo tree
/// search, which is used with more than two sides, say less than those of alpha-beta.
const SEARCH_SHARE: f32 = 0.9;
const SEARCH_SHARE_OF_MANY: f32 = 0.5;

/// The result of a fit.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// The number of positions.
    pub positions: usize,
    /// The lead in men with which a side scores 73 %, by material and mobility. With more than two sides it
    /// is fixed, as in Monte Carlo tree search: with twice this lead, a side has 70 % of the return of a win.
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

/// Rows of weights for all features, and their fit.
struct Weights {
    rows: Vec<Row<f32>>,
    gradient: Vec<Row<f32>>,
    adam: Adam,
}

impl Weights {
    fn new(features: usize) -> Weights {
        let rows = vec![[0.0; LANES]; features];
        Weights { gradient: rows.clone(), rows, adam: Adam::new(features * LANES) }
    }

    fn step(&mut self, batch: f32, rate: f32, decay: f32) {
        let (rows, slopes) = (self.rows.as_flattened_mut(), self.gradient.as_flattened_mut());
        self.adam.update(rows, slopes, batch, rate, decay);
    }
}

/// The fit of the rows of all perspectives. A row is the sum of one that all perspectives have in common and,
/// if there are several, of one that a perspective adds to it.
struct RowFit {
    common: Weights,
    own: Vec<Weights>,
}

impl RowFit {
    fn new(features: usize, perspectives: usize) -> RowFit {
        let own = if perspectives == 1 { 0 } else { perspectives };
        RowFit { common: Weights::new(features), own: (0..own).map(|_| Weights::new(features)).collect() }
    }

    /// Updates the rows of each perspective with the gradient divided by `batch`, and clears the gradient.
    fn update(&mut self, rows: &mut [Vec<Row<f32>>], gradient: &mut [Vec<Row<f32>>], batch: f32, rate: f32) {
        gradient.iter().for_each(|slopes| add_rows(&mut self.common.gradient, slopes));
        self.common.step(batch, rate, WEIGHT_DECAY);
        rows.iter_mut().for_each(|rows| rows.clone_from(&self.common.rows));
        for ((own, rows), slopes) in self.own.iter_mut().zip(rows).zip(&*gradient) {
            add_rows(&mut own.gradient, slopes);
            own.step(batch, rate, OWN_DECAY);
            add_rows(rows, &own.rows);
        }
        gradient.iter_mut().for_each(|slopes| slopes.fill([0.0; LANES]));
    }
}

/// Adds rows to others.
fn add_rows(sums: &mut [Row<f32>], rows: &[Row<f32>]) {
    let sums = sums.as_flattened_mut().iter_mut();
    sums.zip(rows.as_flattened()).for_each(|(sum, weight)| *sum += weight);
}

/// Returns the expected result for a lead in units of the scale.
fn logistic(lead: f32) -> f32 {
    1.0 / (1.0 + (-lead).exp())
}

/// Returns the lead in men with which a side scores 73 %, fitted to evaluations and results.
fn fit_scale(positions: &Positions) -> f32 {
    let loss = |scale: f32| -> f64 {
        let error = |sample: &Sample| f64::from((logistic(sample.balance / scale) - sample.result).powi(2));
        (0..positions.len()).flat_map(|at| positions.samples(at)).map(error).sum()
    };
    let candidates = (0..24).map(|step| 0.3 * 1.2f32.powi(step));
    candidates.min_by(|a, b| loss(*a).total_cmp(&loss(*b))).unwrap_or(1.0)
}

/// The expected result, from 0 to 1, for a lead in men.
enum Prediction {
    /// For one of two sides, with the scale of [`fit_scale`].
    Logistic(f32),
    /// For one of more sides, as in Monte Carlo tree search.
    Return(Sides),
}

impl Prediction {
    fn result(&self, lead: f32) -> f32 {
        match self {
            Prediction::Logistic(scale) => logistic(lead / scale),
            Prediction::Return(sides) => {
                sides.result_of_return(sides.expected_return((100.0 * lead) as i32)) as f32
            }
        }
    }

    /// Returns the target for a position.
    fn target(&self, sample: &Sample) -> f32 {
        let share = match self {
            Prediction::Logistic(_) => SEARCH_SHARE,
            Prediction::Return(_) => SEARCH_SHARE_OF_MANY,
        };
        share * self.result(sample.value) + (1.0 - share) * sample.result
    }

    fn scale(&self) -> f32 {
        match self {
            Prediction::Logistic(scale) => *scale,
            // The hyperbolic tangent of a lead is a logistic curve of twice the slope.
            Prediction::Return(_) => DECISIVE as f32 / 200.0,
        }
    }
}

/// Fits a network to positions. Returns `None` if `go_on` returns false.
pub fn train(
    game: &dyn DynGame,
    positions: &Positions,
    rng: &mut Rng,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<(Network, Fit)> {
    let pool = game.pool();
    let perspectives = Perspectives::of_game(game);
    let views = perspectives.count();
    let features = pool.observation_shape().iter().product();
    let sides = Sides::of_game(&pool);
    let heads = num_heads(&sides);
    let hidden = LANES - heads;
    let prediction =
        if heads == 1 { Prediction::Logistic(fit_scale(positions)) } else { Prediction::Return(sides) };
    let scale = prediction.scale();
    let mut uniform = || below(rng, 1 << 16) as f32 / 65_536.0;
    let bias = std::array::from_fn(|lane| if lane < hidden { 0.2 + 0.6 * uniform() } else { 0.0 });
    let rows = vec![vec![[0.0; LANES]; features]; views];
    let mut network = Network { perspectives, rows, bias: vec![bias; views], output: Vec::new() };
    let mut weights =
        || std::array::from_fn(|lane| if lane < hidden { (uniform() - 0.5) * scale } else { 0.0 });
    network.output = (0..heads).map(|_| weights()).collect();
    let mut gradient = Network {
        perspectives,
        rows: network.rows.clone(),
        bias: vec![[0.0; LANES]; views],
        output: vec![[0.0; LANES]; heads],
    };
    let mut of_rows = RowFit::new(features, views);
    let mut of_bias = Adam::new(views * LANES);
    let mut of_output = Adam::new(heads * LANES);
    let used = positions.len() - positions.len() / 10;
    let mut order: Vec<usize> = (0..used).collect();
    for epoch in 0..EPOCHS {
        shuffle(&mut order, rng);
        let rate = LEARNING_RATE * (1.0 - epoch as f32 / EPOCHS as f32);
        for batch in order.chunks(BATCH) {
            for &at in batch {
                add_gradient(&network, positions, at, &prediction, &mut gradient);
            }
            let size = batch.len() as f32;
            of_rows.update(&mut network.rows, &mut gradient.rows, size, rate);
            let (bias, slopes) = (network.bias.as_flattened_mut(), gradient.bias.as_flattened_mut());
            of_bias.update(bias, slopes, size, rate, 0.0);
            let (output, slopes) = (network.output.as_flattened_mut(), gradient.output.as_flattened_mut());
            of_output.update(output, slopes, size, rate, 0.0);
            if !go_on() {
                return None;
            }
        }
    }
    let mut errors = [0.0; 2];
    for at in used..positions.len() {
        let sums = forward(&network, positions, at);
        for (head, sample) in positions.samples(at).iter().enumerate() {
            let tuned = sample.balance + network.combine(&sums, head);
            for (error, lead) in errors.iter_mut().zip([sample.balance, tuned]) {
                *error += f64::from((prediction.result(lead) - sample.result).powi(2));
            }
        }
    }
    let [error_before, error_after] =
        errors.map(|sum| sum / ((positions.len() - used) * heads).max(1) as f64);
    Some((network, Fit { positions: positions.len(), scale, error_before, error_after }))
}

#[cfg(test)]
impl Network {
    /// Returns the correction of a head for the view of a seat with a perspective, in men.
    pub fn correction(&self, perspective: usize, features: &[(usize, f32)], head: usize) -> f32 {
        let mut sums = self.bias[perspective];
        for &(feature, value) in features {
            let row = &self.rows[perspective][feature];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += value * weight);
        }
        self.combine(&sums, head)
    }
}

impl Network {
    /// Returns the correction of a head for the sums of the lanes, in men.
    fn combine(&self, sums: &Row<f32>, head: usize) -> f32 {
        let hidden = self.hidden();
        let units = sums[..hidden].iter().zip(&self.output[head]);
        sums[hidden + head] + units.map(|(sum, weight)| sum.clamp(0.0, 1.0) * weight).sum::<f32>()
    }
}

/// Returns the sums of the lanes for a position.
fn forward(network: &Network, positions: &Positions, at: usize) -> Row<f32> {
    let perspective = positions.perspective(at);
    let rows = &network.rows[perspective];
    let mut sums = network.bias[perspective];
    for &(feature, value) in positions.features(at) {
        let value = f32::from(value) / f32::from(MARK);
        for (sum, weight) in sums.iter_mut().zip(&rows[usize::from(feature)]) {
            *sum += value * weight;
        }
    }
    sums
}

/// Adds the gradient of the loss of one position. For two sides the loss is the cross-entropy of the expected
/// result and the target. For more sides it is the loss that has the same gradient: the difference of both.
fn add_gradient(
    network: &Network,
    positions: &Positions,
    at: usize,
    prediction: &Prediction,
    gradient: &mut Network,
) {
    let sums = forward(network, positions, at);
    let hidden = network.hidden();
    let mut lanes = [0.0; LANES];
    for (head, sample) in positions.samples(at).iter().enumerate() {
        let predicted = prediction.result(sample.balance + network.combine(&sums, head));
        let error = predicted - prediction.target(sample);
        lanes[hidden + head] = error;
        for lane in 0..hidden {
            gradient.output[head][lane] += error * sums[lane].clamp(0.0, 1.0);
            let is_open = sums[lane] > 0.0 && sums[lane] < 1.0;
            lanes[lane] += if is_open { error * network.output[head][lane] } else { 0.0 };
        }
    }
    let perspective = positions.perspective(at);
    for (bias, lane) in gradient.bias[perspective].iter_mut().zip(&lanes) {
        *bias += lane;
    }
    let rows = &mut gradient.rows[perspective];
    for &(feature, value) in positions.features(at) {
        let value = f32::from(value) / f32::from(MARK);
        for (weight, lane) in rows[usize::from(feature)].iter_mut().zip(&lanes) {
            *weight += value * lane;
        }
    }
}
