//! Restricted agents, for studies of balance with restricted play (Jaffe et al. 2012): agents that avoid some
//! steps, or make random ones at first.
//!
//! A restriction applies to the choice of the agent, at the root of its search. It searches on as if both
//! sides were free.

use super::{Agent, Analysis, EvalRequest, PlayerView};
use crate::engines::EngineFailure;
use crate::game::{Actor, Piece, Reason, Returns, Rng, Seat, below, rng_for};
use crate::sim::{Candidate, DynGame, DynState, Pool, Slot};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// The slots of the position and of a step that is tried.
const HERE: Slot = 0;
const NEXT: Slot = 1;

/// The random games in which a kind of piece is looked for that is not in the start position.
const GAMES: u64 = 20;

/// What an agent avoids, and for how long it plays at random.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restriction {
    /// The steps that the agent makes only if there are no others.
    pub avoid: BTreeSet<Avoided>,
    /// The number of turns from the start of the game in which the agent chooses at random.
    pub random_turns: u32,
}

/// A set of steps that an agent can avoid.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Avoided {
    /// `captures`: steps that capture a piece of an opponent.
    Captures,
    /// `castling`: steps of a king that also move another piece of its seat.
    Castling,
    /// The name of a kind of piece, such as `queen`: steps that move such a piece.
    Moves(String),
}

impl fmt::Display for Avoided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Avoided::Captures => "captures",
            Avoided::Castling => "castling",
            Avoided::Moves(kind) => kind,
        })
    }
}

impl FromStr for Avoided {
    type Err = String;

    fn from_str(text: &str) -> Result<Avoided, String> {
        match text {
            "captures" => Ok(Avoided::Captures),
            "castling" => Ok(Avoided::Castling),
            _ if !text.is_empty()
                && text.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-') =>
            {
                Ok(Avoided::Moves(text.into()))
            }
            _ => Err("avoid must be a list of captures, castling and kinds of pieces, as in \
                      avoid=captures+queen"
                .into()),
        }
    }
}

impl Restriction {
    /// Returns a restriction that avoids what a list such as `captures+queen` names.
    ///
    /// # Errors
    ///
    /// Returns a message that states what is valid.
    pub fn avoiding(list: &str) -> Result<Restriction, String> {
        let avoid = list.split('+').map(str::parse).collect::<Result<_, String>>()?;
        Ok(Restriction { avoid, random_turns: 0 })
    }

    /// Returns why the restriction makes no sense in a game: it has no piece of a kind.
    pub fn explain_unsupported(&self, game: &dyn DynGame) -> Option<String> {
        let mut missing: BTreeSet<&str> = self.avoid.iter().filter_map(Avoided::kind).collect();
        if missing.is_empty() {
            return None;
        }
        let mut pool = game.pool();
        pool.reserve(1);
        let mut kinds = BTreeSet::new();
        for number in 0..GAMES {
            let mut rng = rng_for(0, 0, number);
            pool[HERE].reset(&mut rng);
            loop {
                pool.pieces(HERE, &mut |_, kind, _| {
                    kinds.insert(kind.to_string());
                });
                missing.retain(|kind| !kinds.contains(*kind));
                if missing.is_empty() {
                    return None;
                }
                if pool[HERE].apply_random(&mut rng).is_none() {
                    break;
                }
            }
        }
        let kinds = Vec::from_iter(kinds);
        let missing = missing.pop_first().unwrap_or_default();
        Some(format!(
            "cannot avoid '{missing}': {} has no such piece; its pieces are {}",
            game.spec().id,
            kinds.join(", ")
        ))
    }
}

impl Avoided {
    /// Returns the kind of piece that is not moved.
    fn kind(&self) -> Option<&str> {
        match self {
            Avoided::Moves(kind) => Some(kind),
            Avoided::Captures | Avoided::Castling => None,
        }
    }
}

/// Finds the steps that a restriction allows.
pub struct Allowed {
    pool: Pool,
    avoid: BTreeSet<Avoided>,
    candidates: Vec<Candidate>,
}

impl Allowed {
    /// Returns a filter for the positions of a game.
    pub fn new(game: &dyn DynGame, avoid: BTreeSet<Avoided>) -> Allowed {
        let mut pool = game.pool();
        pool.reserve(2);
        Allowed { pool, avoid, candidates: Vec::new() }
    }

    /// Writes the legal actions that are not avoided to `out`: all, if the seat has no others. Hidden
    /// information is sampled, so the list depends only on what the seat knows.
    pub fn list(&mut self, view: &PlayerView<'_>, rng: &mut Rng, out: &mut Vec<u32>) {
        out.clear();
        if !self.avoid.is_empty() && view.legal.len() > 1 {
            view.resample(rng, &mut self.pool, HERE);
            let stacks = if self.avoid == BTreeSet::from([Avoided::Captures]) {
                Vec::new()
            } else {
                self.pool[HERE].stacks(None)
            };
            if self.avoid.contains(&Avoided::Captures) {
                self.pool[HERE].candidates(&mut self.candidates);
            }
            out.extend(
                view.legal.iter().filter(|&&action| !self.is_avoided(view.seat, action, &stacks)).copied(),
            );
        }
        if out.is_empty() {
            out.extend_from_slice(view.legal);
        }
    }

    fn is_avoided(&mut self, seat: Seat, action: u32, stacks: &[Vec<Piece>]) -> bool {
        if self.avoid.contains(&Avoided::Captures) && self.captures(seat, action) {
            return true;
        }
        let Some((at, piece)) = moved_piece(&self.pool[HERE], seat, action, stacks) else { return false };
        self.avoid.contains(&Avoided::Moves(piece.kind.clone().into()))
            || self.avoid.contains(&Avoided::Castling)
                && piece.kind == "king"
                && self.moves_another(seat, action, stacks, at)
    }

    /// Whether a step captures: it costs an opponent material, takes a king, or jumps over a piece that stays
    /// on the board until the end of the turn.
    fn captures(&mut self, seat: Seat, action: u32) -> bool {
        self.pool.copy_and_apply(HERE, NEXT, action);
        let (before, after) = (&self.pool[HERE], &self.pool[NEXT]);
        let teams = &before.spec().teams;
        let change = |other: Seat| after.material(other) - before.material(other);
        let is_opponent = |other: &Seat| teams[other.index()] != teams[seat.index()];
        Seat::all(before.spec().seats).filter(is_opponent).any(|other| change(other) < 0.0)
            || after.outcome().is_some_and(|outcome| outcome.reason == Reason::KingCaptured)
            || change(seat) <= 0.0 && self.candidates.iter().any(|one| one.action == action && one.gain > 0)
    }

    /// Whether a step of the king on cell `king` moves another piece of its seat.
    fn moves_another(&mut self, seat: Seat, action: u32, stacks: &[Vec<Piece>], king: usize) -> bool {
        self.pool.copy_and_apply(HERE, NEXT, action);
        let others = |stack: &[Piece]| {
            stack.iter().filter(|piece| piece.seat == Some(seat) && piece.kind != "king").count()
        };
        let after = self.pool[NEXT].stacks(None);
        (0..).zip(stacks.iter().zip(&after)).any(|(at, (old, new))| at != king && others(old) > others(new))
    }
}

/// Returns the piece of a seat that an action moves, and its cell: the top piece on the first cell of the
/// step string.
fn moved_piece<'a>(
    state: &dyn DynState,
    seat: Seat,
    action: u32,
    stacks: &'a [Vec<Piece>],
) -> Option<(usize, &'a Piece)> {
    if stacks.is_empty() || state.actor() != Actor::Seat(seat) {
        return None;
    }
    let text = state.text(action.into()).ok()?;
    let at = usize::from(state.board().cells_in(&text).next()?);
    let top = stacks[at].first()?;
    (top.seat == Some(seat)).then_some((at, top))
}

/// An agent whose choices are restricted.
pub(super) struct RestrictedAgent {
    agent: Box<dyn Agent>,
    filter: Allowed,
    random_turns: u32,
    /// The turns that the seat has begun in this game.
    turns: u32,
    /// The actions among which the agent chooses.
    allowed: Vec<u32>,
    is_pending: bool,
}

impl RestrictedAgent {
    pub fn new(game: &dyn DynGame, agent: Box<dyn Agent>, restriction: &Restriction) -> RestrictedAgent {
        RestrictedAgent {
            agent,
            filter: Allowed::new(game, restriction.avoid.clone()),
            random_turns: restriction.random_turns,
            turns: 0,
            allowed: Vec::new(),
            is_pending: false,
        }
    }

    /// Whether the current choice is random.
    fn is_random(&self) -> bool {
        self.turns <= self.random_turns
    }
}

impl Agent for RestrictedAgent {
    fn reset(&mut self) {
        self.agent.reset();
        (self.turns, self.is_pending) = (0, false);
    }

    fn choose(
        &mut self,
        view: &PlayerView<'_>,
        rng: &mut Rng,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<u32> {
        if !self.is_pending {
            self.turns += u32::from(!view.is_mid_turn());
            self.filter.list(view, rng, &mut self.allowed);
        }
        let chosen = if self.is_random() {
            Some(self.allowed[below(rng, self.allowed.len())])
        } else {
            self.agent.choose(&view.restricted_to(&self.allowed), rng, go_on)
        };
        self.is_pending = chosen.is_none();
        chosen
    }

    fn pending(&self) -> Option<EvalRequest<'_>> {
        self.agent.pending()
    }

    fn receive(&mut self, weights: &[f32], returns: &Returns) {
        self.agent.receive(weights, returns);
    }

    fn failure(&self) -> Option<&EngineFailure> {
        self.agent.failure()
    }

    fn effort(&self) -> u64 {
        self.agent.effort()
    }

    fn expected_returns(&self) -> Option<Returns> {
        if self.is_random() { None } else { self.agent.expected_returns() }
    }

    fn analysis(&mut self, view: &PlayerView<'_>, chosen: u32, rng: &mut Rng) -> Analysis {
        if self.is_random() {
            return Analysis::default();
        }
        self.agent.analysis(&view.restricted_to(&self.allowed), chosen, rng)
    }

    fn inform_action(&mut self, action: u32) {
        self.agent.inform_action(action);
    }

    fn inform_turns(&mut self, turns: u32) {
        self.turns = turns;
    }
}
