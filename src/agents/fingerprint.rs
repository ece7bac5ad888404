//! Hashes of the behavior of a game, and of an agent in a game. Compare them between builds to check whether
//! stored games and results are still valid.

use super::tuning::Correction;
use super::{AgentSpec, AlphaBetaSettings, Budget, PlayerView, Uct};
use crate::game::{Actor, Outcome, Seat, below, rng_for};
use crate::sim::{DynGame, PlayoutRequest, Slot};

/// The seed of all fingerprints.
const SEED: u64 = 0x1D;

/// The number of games that are hashed step by step, and of playouts whose results are hashed.
const GAMES: u64 = 4;
const PLAYOUTS: u64 = 32;

/// The number of positions for an agent. Position `i` is `i * STEPS_APART` steps from the start.
const POSITIONS: u64 = 16;
const STEPS_APART: u32 = 3;

/// The limits of an agent's search. A search beyond them depends on the same code.
const DEPTH: u32 = 2;
const SIMULATIONS: u32 = 24;

/// The FNV-1a hash, which is the same on all platforms.
pub(super) struct Fnv1a(pub u64);

impl Fnv1a {
    pub fn new() -> Fnv1a {
        Fnv1a(0xCBF2_9CE4_8422_2325)
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    fn outcome(&mut self, outcome: Option<Outcome>, seats: u8) {
        let Some(outcome) = outcome else { return self.number(u64::MAX) };
        self.number(outcome.reason as u64);
        outcome.returns.seats(seats).iter().for_each(|got| self.number(got.to_bits()));
    }
}

/// Returns the fingerprint of a game: a hash of the positions, legal actions, material and results of a few
/// games, and of the results of playouts. Two builds with the same fingerprint very probably play the same
/// games.
///
/// ```
/// use plyground::agents::fingerprint;
/// use plyground::game::{Frame, OptionValue};
/// use plyground::catalog::open;
///
/// let chess = open("chess", &[], Frame::Seat)?;
/// assert_eq!(fingerprint(&*chess), fingerprint(&*open("chess", &[], Frame::Seat)?));
/// let other = open("chess", &[("castling".into(), OptionValue::Flag(false))], Frame::Seat)?;
/// assert_ne!(fingerprint(&*chess), fingerprint(&*other));
/// # Ok::<(), plyground::catalog::CatalogError>(())
/// ```
pub fn fingerprint(game: &dyn DynGame) -> u64 {
    const SLOT: Slot = 0;
    let (spec, mut hash, mut legal) = (game.spec(), Fnv1a::new(), Vec::new());
    let mut pool = game.pool();
    pool.reserve(1);
    for number in 0..GAMES {
        let mut rng = rng_for(SEED, 1, number);
        pool[SLOT].reset(&mut rng);
        for _ in 0..spec.max_steps {
            hash.bytes(pool[SLOT].fen().as_bytes());
            let actor = pool[SLOT].actor();
            hash.number(actor.code() as u64);
            pool[SLOT].actions(&mut legal);
            legal.sort_unstable();
            legal.iter().for_each(|&action| hash.number(action.into()));
            Seat::all(spec.seats).for_each(|seat| hash.number(pool[SLOT].material(seat).to_bits().into()));
            let action = match actor {
                Actor::Over => break,
                Actor::Chance => pool[SLOT].draw(&mut rng),
                Actor::Seat(_) => legal.get(below(&mut rng, legal.len().max(1))).copied(),
            };
            let Some(action) = action else { break };
            pool[SLOT].apply(action);
        }
        hash.outcome(pool[SLOT].outcome(), spec.seats);
    }
    // Playouts draw from the legal steps in the order of move generation, so they include this order.
    let request =
        PlayoutRequest { games: PLAYOUTS, seed: SEED, threads: Some(1), ..PlayoutRequest::default() };
    if let Ok(Some(playouts)) = game.playouts(&request, &mut || true) {
        playouts.returns.iter().for_each(|got| hash.number(got.to_bits()));
        playouts.steps.iter().for_each(|&steps| hash.number(steps.into()));
        playouts.first_action.iter().for_each(|&first| hash.number(first as u64));
        hash.bytes(&playouts.reasons);
    }
    hash.0
}

/// Returns the checksum of the tuned evaluation of an agent, if it has one.
fn evaluation_checksum(agent: &AgentSpec, game: &dyn DynGame) -> Option<u64> {
    let (AgentSpec::AlphaBeta(AlphaBetaSettings { evaluation, .. })
    | AgentSpec::Mcts(Uct { evaluation, .. })) = agent.unrestricted()
    else {
        return None;
    };
    match evaluation.correction_for(game) {
        Correction::Tuned(tuned) => Some(tuned.checksum()),
        Correction::None | Correction::Positional => None,
    }
}

impl AgentSpec {
    /// Returns the fingerprint of an agent in a game: a hash of its choices in a few positions, with a
    /// limited search, and of its tuned evaluation. Returns `None` for agents with an evaluator and for
    /// engines, whose code is not part of the build.
    pub fn fingerprint(&self, game: &dyn DynGame) -> Option<u64> {
        let reduced = self.resolve(game).reduced()?;
        let (mut player, mut pool, mut legal) = (reduced.player(game), game.pool(), Vec::new());
        pool.reserve(1);
        let mut hash = Fnv1a::new();
        for number in 0..POSITIONS {
            let mut rng = rng_for(SEED, 2, number);
            pool[0].reset(&mut rng);
            pool[0].rollout(&mut rng, STEPS_APART * number as u32);
            let Actor::Seat(seat) = pool[0].actor() else { continue };
            pool[0].actions(&mut legal);
            legal.sort_unstable();
            hash.bytes(pool[0].fen().as_bytes());
            player.reset();
            let chosen = player.choose(&PlayerView::new(&pool, 0, seat, &legal), &mut rng, &mut || true);
            hash.number(chosen.map_or(u64::MAX, u64::from));
        }
        // A few choices do not tell two evaluations apart that differ in a few weights.
        if let Some(checksum) = evaluation_checksum(&reduced, game) {
            hash.number(checksum);
        }
        Some(hash.0)
    }

    /// Returns the agent with a limited search.
    fn reduced(self) -> Option<AgentSpec> {
        Some(match self {
            AgentSpec::Neural(_) | AgentSpec::Engine(_) => return None,
            AgentSpec::Restricted(agent, restriction) => {
                AgentSpec::Restricted(Box::new(agent.reduced()?), restriction)
            }
            AgentSpec::AlphaBeta(settings) => AgentSpec::AlphaBeta(AlphaBetaSettings {
                depth: Some(settings.depth.unwrap_or(DEPTH).min(DEPTH)),
                budget: Budget { ms: None, ..settings.budget },
                ..settings
            }),
            AgentSpec::Mcts(settings) => AgentSpec::Mcts(Uct {
                simulations: Some(settings.simulations.unwrap_or(SIMULATIONS).min(SIMULATIONS)),
                ms: None,
                ..settings
            }),
            simple => simple,
        })
    }
}
