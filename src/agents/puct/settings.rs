//! The settings of a PUCT search.

use crate::agents::gumbel::Gumbel;

/// The settings of a PUCT search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Puct {
    /// The number of evaluated positions per choice. With a [`Gumbel`] root, the root position does not
    /// count.
    pub simulations: u32,
    /// The maximum time per choice in milliseconds. Requires [`Root::Puct`], because sequential halving plans
    /// its visits by the number of simulations.
    pub ms: Option<u32>,
    /// The weight of the priors in the PUCT formula.
    pub c_puct: f64,
    /// 0 chooses the action with the most visits. 1 draws an action in proportion to its visits.
    pub temperature: f64,
    /// First-play urgency reduction. An action without visits has the mean value of its node, minus this
    /// number times the square root of the total prior of the visited actions. With `None`, its value is 0.
    pub fpu_reduction: Option<f64>,
    /// How actions are selected at the root.
    pub root: Root,
}

/// The selection of actions at the root of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Root {
    /// PUCT, as below the root.
    Puct,
    /// Sequential halving.
    Gumbel(Gumbel),
}

impl Puct {
    /// The default settings.
    pub const DEFAULT: Puct = Puct {
        simulations: 64,
        ms: None,
        c_puct: 1.5,
        temperature: 0.0,
        fpu_reduction: None,
        root: Root::Puct,
    };
}

impl Default for Puct {
    /// Returns [`Puct::DEFAULT`].
    fn default() -> Puct {
        Puct::DEFAULT
    }
}
