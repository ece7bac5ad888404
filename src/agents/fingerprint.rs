//! Numbers that tell one behavior from another: that of a game, and that of an agent in it. Games that were
//! kept can be told by them from those that would be played now.

use super::{AgentSpec, Sight};
use crate::game::{Actor, Outcome, below, rng_for};
use crate::sim::{DynGame, PlayoutRequest, Slot};

/// What all fingerprints draw from.
const SEED: u64 = 0x1D;

/// So many games are looked at step by step, and so many from outside, as they end.
const GAMES: u64 = 4;
const ENDS: u64 = 32;

/// So many positions an agent is asked in: the start, and others so many steps apart.
const POSITIONS: u64 = 16;
const APART: u32 = 3;

/// Agents are asked with no more foresight than this: what they would do with more follows.
const DEPTH: u32 = 2;
const SIMULATIONS: u32 = 24;

/// The hash FNV-1a, which is the same everywhere and will be.
struct Print(u64);

impl Print {
    fn new() -> Print {
        Print(0xCBF2_9CE4_8422_2325)
    }

    fn bytes(&mut self, bytes: &[u8]) {
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

/// The fingerprint of a game: of the legal actions, positions, material and ends of its first games under a
/// seed, and of what random games come to. Two builds in which it is the same play the same games, as far as
/// can be told without playing many of them.
///
/// ```
/// use plyground::agents::fingerprint;
/// use plyground::game::{Frame, OptionValue};
/// use plyground::sim::open;
///
/// let chess = open("chess", &[], Frame::Seat)?;
/// assert_eq!(fingerprint(&*chess), fingerprint(&*open("chess", &[], Frame::Seat)?));
/// let other = open("chess", &[("castling".into(), OptionValue::Flag(false))], Frame::Seat)?;
/// assert_ne!(fingerprint(&*chess), fingerprint(&*other));
/// # Ok::<(), plyground::catalog::CatalogError>(())
/// ```
pub fn fingerprint(game: &dyn DynGame) -> u64 {
    const TABLE: Slot = 0;
    let (spec, mut print, mut legal) = (game.spec(), Print::new(), Vec::new());
    let mut pool = game.pool();
    pool.reserve(1);
    for number in 0..GAMES {
        let mut rng = rng_for(SEED, 1, number);
        pool.start(TABLE, &mut rng);
        for _ in 0..spec.max_steps {
            print.bytes(pool.fen(TABLE).as_bytes());
            let actor = pool.actor(TABLE);
            print.number(actor.code() as u64);
            pool.actions(TABLE, &mut legal);
            legal.sort_unstable();
            legal.iter().for_each(|&action| print.number(action.into()));
            (0..spec.seats).for_each(|seat| print.number(pool.material(TABLE, seat).to_bits().into()));
            let action = match actor {
                Actor::Over => break,
                Actor::Chance => pool.draw(TABLE, &mut rng),
                Actor::Seat(_) => legal.get(below(&mut rng, legal.len().max(1))).copied(),
            };
            let Some(action) = action else { break };
            pool.apply(TABLE, action);
        }
        print.outcome(pool.outcome(TABLE), spec.seats);
    }
    // Random games pick among legal steps in the order in which the game finds them.
    let request = PlayoutRequest { games: ENDS, seed: SEED, threads: Some(1), ..PlayoutRequest::default() };
    if let Ok(Some(ends)) = game.playouts(&request, &mut || true) {
        ends.returns.iter().for_each(|got| print.number(got.to_bits()));
        ends.steps.iter().for_each(|&steps| print.number(steps.into()));
        ends.first_action.iter().for_each(|&first| print.number(first as u64));
        print.bytes(&ends.reasons);
    }
    print.0
}

impl AgentSpec {
    /// The fingerprint of what an agent does in a game: of its choices in some positions, with little
    /// foresight. None of one that is led by a judge.
    pub fn fingerprint(&self, game: &dyn DynGame) -> Option<u64> {
        let weak = match *self {
            AgentSpec::Judged(_) => return None,
            AgentSpec::AlphaBeta { depth, margin } => {
                AgentSpec::AlphaBeta { depth: depth.min(DEPTH), margin }
            }
            AgentSpec::Mcts(settings) => {
                AgentSpec::Mcts(super::Uct { simulations: settings.simulations.min(SIMULATIONS), ..settings })
            }
            AgentSpec::Random | AgentSpec::Greedy => self.clone(),
        };
        let (mut player, mut table, mut legal) = (weak.player(game), game.pool(), Vec::new());
        table.reserve(1);
        let mut print = Print::new();
        for number in 0..POSITIONS {
            let mut rng = rng_for(SEED, 2, number);
            table.start(0, &mut rng);
            table.rollout(0, &mut rng, APART * number as u32);
            let Actor::Seat(seat) = table.actor(0) else { continue };
            table.actions(0, &mut legal);
            legal.sort_unstable();
            print.bytes(table.fen(0).as_bytes());
            player.begin();
            let chosen = player.choose(&Sight::new(&table, 0, seat, &legal), &mut rng, &mut || true);
            print.number(chosen.map_or(u64::MAX, u64::from));
        }
        Some(print.0)
    }
}
