//! The agent that asks an engine for each turn.

use super::evaluation::Sides;
use super::{ActionAnalysis, Agent, Analysis, PlayerView};
use crate::engines::{EngineFailure, EngineSettings, Found, Problem, Process, Protocol, Score};
use crate::game::{Returns, Rng, Seat};
use crate::sim::{DynGame, Pool};

/// The slot of the position.
const NOW: usize = 0;
/// The slot of the position in which the rest of the last turn begins. The slot between is the protocol's.
const PLANNED: usize = 2;

/// A player whose turns an engine chooses.
pub(super) struct EngineAgent {
    settings: EngineSettings,
    protocol: Box<dyn Protocol>,
    pool: Pool,
    sides: Sides,
    /// The engine, once it has been asked.
    engine: Option<Process>,
    /// Whether the engine knows that a new game has begun.
    is_started: bool,
    /// The rest of the last turn, which begins in slot [`PLANNED`], in reverse order.
    plan: Vec<u32>,
    /// What the last search found out, for the seat that acted.
    found: Found,
    seat: Seat,
    num_nodes: u64,
    failure: Option<EngineFailure>,
}

impl EngineAgent {
    pub fn new(game: &dyn DynGame, settings: EngineSettings) -> EngineAgent {
        let protocol = settings.protocol.implementation();
        let mut pool = game.pool();
        pool.reserve(PLANNED + 1);
        EngineAgent {
            settings,
            protocol,
            pool,
            sides: Sides::new(game.spec()),
            engine: None,
            is_started: false,
            plan: Vec::new(),
            found: Found::default(),
            seat: Seat::ZERO,
            num_nodes: 0,
            failure: None,
        }
    }

    /// Asks the engine for the turn in slot [`NOW`]. It is started if it does not run.
    fn ask(&mut self, go_on: &mut dyn FnMut() -> bool) -> Result<Found, Problem> {
        let EngineAgent { settings, protocol, pool, engine, is_started, .. } = self;
        if pool[NOW].mid_turn() {
            return Err(Problem::Failed(
                "the protocol has no positions within a turn; let the engine choose from the start of the turn"
                    .into(),
            ));
        }
        let engine = match engine {
            Some(engine) => engine,
            None => {
                let started = Process::start(settings)
                    .map_err(|error| Problem::Failed(settings.explain_start(&error)))?;
                let engine = engine.insert(started);
                protocol.initialize(engine, &pool[NOW], settings, go_on)?;
                engine
            }
        };
        if !*is_started {
            protocol.start_game(engine, settings, go_on)?;
            *is_started = true;
        }
        protocol.search(engine, pool, settings, go_on)
    }

    fn value(&self, score: Score) -> f64 {
        match score {
            Score::Lead(lead) => self.sides.expected_return(lead),
            Score::Decided(wins) => {
                if wins {
                    1.0
                } else {
                    -1.0
                }
            }
        }
    }
}

impl Agent for EngineAgent {
    /// The rest of a turn is kept: it is played only in the position that it was chosen for.
    fn reset(&mut self) {
        self.is_started = false;
    }

    fn choose(
        &mut self,
        view: &PlayerView<'_>,
        rng: &mut Rng,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<u32> {
        view.resample(rng, &mut self.pool, NOW);
        self.seat = view.seat;
        self.failure = None;
        let is_planned = self.pool[PLANNED].equals(&self.pool[NOW]);
        if !is_planned || self.plan.is_empty() {
            (self.plan, self.found) = (Vec::new(), Found::default());
            match self.ask(go_on) {
                Ok(found) => {
                    self.plan = found.actions.iter().rev().copied().collect();
                    self.num_nodes += found.nodes;
                    self.found = found;
                }
                Err(problem) => {
                    // A process that did not answer cannot be used again. The next choice starts another.
                    self.engine = None;
                    return match problem {
                        Problem::Stopped => Some(view.legal[0]),
                        Problem::Failed(text) => {
                            let fen = self.pool[NOW].fen();
                            self.failure = Some(EngineFailure::new(&self.settings.to_string(), &fen, &text));
                            None
                        }
                    };
                }
            }
        }
        let action = self.plan.pop()?;
        self.pool.copy_and_apply(NOW, PLANNED, action);
        Some(action)
    }

    fn failure(&self) -> Option<&EngineFailure> {
        self.failure.as_ref()
    }

    fn effort(&self) -> u64 {
        self.num_nodes
    }

    fn expected_returns(&self) -> Option<Returns> {
        let &(_, best) = self.found.variations.first()?;
        Some(self.sides.seat_returns(self.seat, self.value(best)))
    }

    fn analysis(&mut self, view: &PlayerView<'_>, chosen: u32, _rng: &mut Rng) -> Analysis {
        let found = &self.found;
        if found.actions.is_empty() {
            return Analysis::default();
        }
        // The search was made at the start of the turn.
        let num_played = found.actions.len() - self.plan.len() - 1;
        let scored = if num_played == 0 { &found.variations[..] } else { &[] };
        let of = |score| self.sides.unscaled(self.value(score));
        let mut variation = found.line.get(num_played..).unwrap_or_default().to_vec();
        let step = view.text(chosen);
        if variation.first() != Some(&step) {
            variation = vec![step];
        }
        Analysis {
            actions: scored
                .iter()
                .map(|&(action, score)| ActionAnalysis::of_value(action, of(score)))
                .collect(),
            values: self.expected_returns(),
            variation,
            depth: found.depth,
            simulations: None,
            nodes: (num_played == 0).then_some(found.nodes),
        }
    }
}
