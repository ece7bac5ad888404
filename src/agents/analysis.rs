//! What an agent finds out about a position besides its choice.

use super::tree::{Edge, NONE, Tree};
use crate::game::{Actor, Returns, Scores};
use crate::sim::DynState;

/// What a search found out about a position. Fields that the agent does not have are `None` or empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The actions that the agent assessed, in no particular order.
    pub actions: Vec<ActionAnalysis>,
    /// The expected return of each seat.
    pub values: Option<Returns>,
    /// The principal variation as text: the chosen step and the steps that the agent expects after it. It
    /// ends before a step of chance. With hidden information the steps are legal in a state that is
    /// consistent with what the seat knows.
    pub variation: Vec<String>,
    /// The depth of the search: in turns for alpha-beta, and as reported by engines.
    pub depth: Option<u32>,
    /// The number of simulations that began with an action.
    pub simulations: Option<u32>,
    /// The number of positions that were visited, evaluated or added to the tree.
    pub nodes: Option<u64>,
}

/// What a search found out about an action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActionAnalysis {
    /// The action.
    pub action: u32,
    /// The expected return of the seat to act after the action.
    pub value: Option<f64>,
    /// Whether the value is only an upper bound.
    pub is_upper_bound: bool,
    /// The number of simulations that began with the action.
    pub visits: Option<u32>,
    /// The probability that an evaluator gives the action.
    pub prior: Option<f32>,
}

impl ActionAnalysis {
    /// Returns the analysis of an action of which nothing is known.
    pub fn unknown(action: u32) -> ActionAnalysis {
        ActionAnalysis { action, value: None, is_upper_bound: false, visits: None, prior: None }
    }

    /// Returns the analysis of an action with an exact value.
    pub(super) fn of_value(action: u32, value: f64) -> ActionAnalysis {
        ActionAnalysis { value: Some(value), ..ActionAnalysis::unknown(action) }
    }

    /// Returns the analysis of an edge of a search tree, whose returns are on the scale of searches.
    pub(super) fn of_edge(edge: &Edge, scores: &Scores) -> ActionAnalysis {
        ActionAnalysis {
            value: (edge.visits > 0).then(|| scores.unscaled(edge.mean())),
            visits: Some(edge.visits),
            ..ActionAnalysis::unknown(edge.action)
        }
    }
}

/// A step with fewer visits does not continue a variation.
const MIN_VISITS: u32 = 2;

/// Returns the text of an action and of the most visited steps after it. `state` is a state of the tree's
/// root. The texts are empty if the action is not legal there.
pub(super) fn tree_variation(tree: &Tree, state: &mut dyn DynState, first: u32) -> Vec<String> {
    let (mut texts, mut legal) = (Vec::new(), Vec::new());
    let (mut node, mut action) = (0, first);
    while let Actor::Seat(seat) = state.actor()
        && let Ok(text) = state.text(action.into())
    {
        texts.push(text);
        state.apply(action);
        let edge = tree.find(node, action, seat.code());
        node = edge.map_or(NONE, |edge| tree.edges[edge as usize].child);
        if node == NONE {
            break;
        }
        let actor = state.actor().code();
        state.actions(&mut legal);
        let is_next =
            |edge: &&Edge| edge.visits >= MIN_VISITS && edge.actor == actor && legal.contains(&edge.action);
        let next = tree.slice(node).iter().filter(is_next);
        let Some(next) = next.max_by(|one, other| {
            one.visits.cmp(&other.visits).then_with(|| one.mean().total_cmp(&other.mean()))
        }) else {
            break;
        };
        action = next.action;
    }
    texts
}
