//! Evaluations that are fitted to games of an agent against itself.
//!
//! | module | content |
//! |---|---|
//! | `network` | a small network on the observation, in integers |
//! | `perspectives` | seats that see the start alike |
//! | `file` | its file format |
//! | `shipped` | the evaluations in the package |
//! | `positions` | self-play |
//! | `training` | fitting |
//!
//! A *tuned evaluation* corrects the material balance of a position. The first generation of games is played
//! with the default evaluation, each further one with the evaluation that was fitted to the last games. Each
//! position has two targets: the value of the search in it, and the result of the game. Results of fast games
//! are noisy, so the search counts for more.

mod file;
mod network;
mod perspectives;
mod positions;
mod shipped;
mod training;

pub use file::FileError;
pub use network::TunedEvaluation;
pub use training::Fit;

pub(super) use shipped::{shipped, shipped_ids};

use super::alpha_beta::AlphaBetaSettings;
use super::budget::Budget;
use super::evaluation::Sides;
use crate::game::{Frame, Scoring, rng_for};
use crate::sim::{DynGame, RequestError};
use positions::play_games;
use std::fmt;
use std::sync::Arc;
use training::train;

/// The games from which an evaluation is fitted.
#[derive(Clone, Copy, Debug)]
pub struct TuneRequest {
    /// The number of games of each generation.
    pub games: u32,
    /// The number of generations.
    pub generations: u32,
    /// The number of positions that a search visits. With more than two sides, Monte Carlo tree search makes
    /// three times as many simulations.
    pub nodes: u64,
    /// The seed of games and fits.
    pub seed: u64,
    /// The number of threads; by default one for each processor. It does not change the result.
    pub threads: Option<usize>,
}

impl Default for TuneRequest {
    fn default() -> TuneRequest {
        TuneRequest { games: 5000, generations: 2, nodes: 100, seed: 0, threads: None }
    }
}

/// The maxima of the numbers of a request.
const MAX_GAMES: u64 = 100_000;
const MAX_GENERATIONS: u64 = 10;
const MAX_NODES: u64 = 100_000;

/// The estimated memory for the positions of a game.
const BYTES_PER_GAME: u64 = 1 << 16;

/// The reason why an evaluation cannot be tuned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TuneError {
    /// A number is out of range.
    Request(RequestError),
    /// The game cannot have a tuned evaluation.
    Unsupported(String),
    /// The games have no quiet positions.
    NoPositions,
}

impl From<RequestError> for TuneError {
    fn from(error: RequestError) -> TuneError {
        TuneError::Request(error)
    }
}

impl fmt::Display for TuneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TuneError::Request(error) => error.fmt(f),
            TuneError::Unsupported(problem) => f.write_str(problem),
            TuneError::NoPositions => f.write_str("the games have no quiet positions: play more games"),
        }
    }
}

impl std::error::Error for TuneError {}

/// Returns why a game cannot have a tuned evaluation, if it cannot.
pub(super) fn explain_unsupported(game: &dyn DynGame) -> Option<String> {
    let spec = game.spec();
    let num_sides = Sides::new(spec).num_sides();
    let elements: usize = game.pool().observation_shape().iter().product();
    if num_sides < 2 || spec.scores.kind != Scoring::Win {
        Some(format!(
            "tuned evaluations are for games that one of several sides wins, and {} is none",
            spec.id
        ))
    } else if spec.frame != Frame::Seat {
        Some("tuned evaluations need frame='seat': each seat sees the board from its own side".into())
    } else if elements > usize::from(u16::MAX) {
        Some(format!(
            "tuned evaluations need observations of at most {} elements, and {} has {elements}",
            u16::MAX,
            spec.id
        ))
    } else {
        None
    }
}

/// Tunes an evaluation. Calls `report` after each generation with its number, from 1, and its fit. Returns
/// `None` if `report` or `go_on` returns false.
///
/// # Errors
///
/// Returns an error if a number of the request is out of range, or the game cannot have such an evaluation.
///
/// # Examples
///
/// ```
/// use plyground::agents::{TuneRequest, tune};
/// use plyground::catalog;
/// use plyground::game::Frame;
///
/// let game = catalog::open("english-draughts", &[], Frame::Seat)?;
/// let request = TuneRequest { games: 20, generations: 1, ..TuneRequest::default() };
/// let tuned = tune(&*game, &request, &mut |_, fit| fit.positions > 100, &mut || true)?;
/// assert_eq!(tuned.expect("complete").game(), "english-draughts");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tune(
    game: &dyn DynGame,
    request: &TuneRequest,
    report: &mut dyn FnMut(u32, &Fit) -> bool,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<TunedEvaluation>, TuneError> {
    RequestError::check("games", request.games.into(), 1, MAX_GAMES)?;
    RequestError::check("generations", request.generations.into(), 1, MAX_GENERATIONS)?;
    RequestError::check("nodes", request.nodes, 1, MAX_NODES)?;
    RequestError::memory(u64::from(request.games) * BYTES_PER_GAME)?;
    if let Some(problem) = explain_unsupported(game) {
        return Err(TuneError::Unsupported(problem));
    }
    let mut tuned: Option<Arc<TunedEvaluation>> = None;
    for generation in 1..=request.generations {
        let Some(positions) = play_games(game, request, generation, tuned.as_ref(), go_on)? else {
            return Ok(None);
        };
        if positions.len() == 0 {
            return Err(TuneError::NoPositions);
        }
        let mut rng = rng_for(request.seed, 2, generation.into());
        let Some((network, fit)) = train(game, &positions, &mut rng, go_on) else { return Ok(None) };
        if !report(generation, &fit) {
            return Ok(None);
        }
        tuned = Some(Arc::new(network.quantize(&game.spec().id)));
    }
    Ok(tuned.map(Arc::unwrap_or_clone))
}

/// What a search adds to the material balance of a position.
#[derive(Clone)]
pub(super) enum Correction {
    None,
    /// The placement of pieces.
    Positional,
    Tuned(Arc<TunedEvaluation>),
}

/// The evaluation of positions in alpha-beta and in Monte Carlo tree search.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Evaluation {
    /// Material and mobility.
    #[default]
    Material,
    /// Material and the placement of pieces.
    Positional,
    /// The tuned evaluation of the package for the game.
    Tuned,
    /// The best evaluation for the game: the tuned one of the package if there is one, that of the placement
    /// of pieces if the game has it and it gains strength, and otherwise material.
    Auto,
    /// A tuned evaluation in a file.
    File {
        /// The path of the file.
        path: String,
        /// The content of the file.
        tuned: Arc<TunedEvaluation>,
    },
}

impl Evaluation {
    /// Reads an evaluation that is named by a text: `material`, `positional`, `tuned`, `auto` or
    /// the path of a file.
    pub(super) fn named(text: &str) -> Result<Evaluation, FileError> {
        match text {
            "material" => Ok(Evaluation::Material),
            "positional" => Ok(Evaluation::Positional),
            "tuned" => Ok(Evaluation::Tuned),
            "auto" => Ok(Evaluation::Auto),
            path => {
                let tuned = Arc::new(TunedEvaluation::read(path)?);
                Ok(Evaluation::File { path: path.into(), tuned })
            }
        }
    }

    /// Returns what is added to the material balance in a game. The evaluation fits the game.
    pub(super) fn correction_for(&self, game: &dyn DynGame) -> Correction {
        match self.resolve(game) {
            Evaluation::Material | Evaluation::Auto => Correction::None,
            Evaluation::Positional => Correction::Positional,
            Evaluation::Tuned => {
                shipped(&game.spec().id).map_or(Correction::None, |tuned| Correction::Tuned(Arc::new(tuned)))
            }
            Evaluation::File { tuned, .. } => Correction::Tuned(tuned),
        }
    }

    /// Returns why the evaluation does not fit a game, if it does not.
    pub(super) fn explain_unsupported(&self, game: &dyn DynGame) -> Option<String> {
        let id = &game.spec().id;
        match self {
            Evaluation::Material | Evaluation::Auto => None,
            Evaluation::Positional if game.pool().has_positional_values() => None,
            Evaluation::Positional => Some(format!(
                "{id} has no evaluation of the placement of pieces; use eval=auto for the best evaluation of any game"
            )),
            Evaluation::Tuned => match shipped(id) {
                Some(tuned) => tuned.explain_unsupported(game),
                None => Some(format!(
                    "the package has no tuned evaluation of {id}, only of {}; make one with plyground tune {id}",
                    shipped_ids().collect::<Vec<_>>().join(", ")
                )),
            },
            Evaluation::File { tuned, .. } => tuned.explain_unsupported(game),
        }
    }

    /// Returns the evaluation that [`Evaluation::Auto`] stands for in a game, and otherwise the evaluation
    /// itself.
    pub(super) fn resolve(&self, game: &dyn DynGame) -> Evaluation {
        match self {
            Evaluation::Auto if Evaluation::Tuned.explain_unsupported(game).is_none() => Evaluation::Tuned,
            Evaluation::Auto if Evaluation::Positional.explain_unsupported(game).is_none() => {
                Evaluation::Positional
            }
            Evaluation::Auto => Evaluation::Material,
            other => other.clone(),
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Evaluation::Material => "material",
            Evaluation::Positional => "positional",
            Evaluation::Tuned => "tuned",
            Evaluation::Auto => "auto",
            Evaluation::File { path, .. } => path,
        })
    }
}

/// Returns the evaluation of the last generation.
fn evaluation_of(tuned: Option<&Arc<TunedEvaluation>>) -> Evaluation {
    tuned.map_or(Evaluation::Material, |tuned| Evaluation::File { path: String::new(), tuned: tuned.clone() })
}

/// Returns the settings of the agent that plays games for tuning.
fn player_settings(nodes: u64, tuned: Option<&Arc<TunedEvaluation>>) -> AlphaBetaSettings {
    let evaluation = evaluation_of(tuned);
    let budget = Budget { nodes: Some(nodes), ms: None };
    AlphaBetaSettings { evaluation, table: 1, ..AlphaBetaSettings::of_budget(budget) }
}

#[cfg(test)]
mod tests;
