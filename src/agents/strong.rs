//! The strongest known agent for each game: `strong`.
//!
//! `docs/strength.md` has the matches behind the choices. Games that were not tested get the agent of their
//! group.

use super::alpha_beta::AlphaBetaSettings;
use super::budget::Budget;
use super::mcts::Uct;
use super::spec::{AgentSpec, MAX_SIMULATIONS, default_c};
use super::tuning::Evaluation;
use crate::sim::DynGame;

/// The budget for a choice, if none is given.
pub(super) const DEFAULT_BUDGET: Budget = Budget { nodes: None, ms: Some(100) };

/// The steps after which the rollouts of `mcts` are cut.
pub(super) const CUT: u32 = 2;

/// The number of positions of alpha-beta that take as long as a simulation with a cut rollout.
const NODES_PER_SIMULATION: u64 = 4;

/// Returns the strongest known agent for a game that searches within a budget.
pub(super) fn strongest(game: &dyn DynGame, budget: Budget) -> AgentSpec {
    if game.search_profile().prefers_rollouts {
        let simulations = budget.nodes.map(|nodes| (nodes / NODES_PER_SIMULATION).max(1));
        AgentSpec::Mcts(Uct {
            simulations: simulations.map(|count| count.min(MAX_SIMULATIONS.into()) as u32),
            ms: budget.ms,
            c: default_c(Some(CUT)),
            cut: Some(CUT),
            // The placement of pieces was not tested in tree search.
            evaluation: if Evaluation::Tuned.explain_unsupported(game).is_none() {
                Evaluation::Tuned
            } else {
                Evaluation::Material
            },
        })
    } else {
        let evaluation = Evaluation::Auto.resolve(game);
        AgentSpec::AlphaBeta(AlphaBetaSettings { evaluation, ..AlphaBetaSettings::of_budget(budget) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;
    use crate::game::Frame;

    #[test]
    fn each_group_has_its_agent() {
        let budget = Budget { nodes: Some(1000), ms: None };
        for (id, frame, expected) in [
            ("chess", Frame::Seat, "ab:nodes=1000,eval=positional"),
            ("english-draughts", Frame::Seat, "ab:nodes=1000,eval=tuned"),
            ("english-draughts", Frame::Board, "ab:nodes=1000"),
            ("stax", Frame::Board, "ab:nodes=1000,eval=positional"),
            ("tri-chek-3", Frame::Seat, "mcts:250,cut=2,eval=tuned"),
            ("tri-chek-3", Frame::Board, "mcts:250,cut=2"),
            ("tri-chek-5", Frame::Seat, "mcts:250,cut=2,eval=tuned"),
            ("tri-chek-5-corners", Frame::Seat, "mcts:250,cut=2"),
            ("tri-chess-3", Frame::Seat, "ab:nodes=1000,eval=positional"),
            ("tri-stax-3", Frame::Seat, "ab:nodes=1000"),
            ("tri-stax-6-pairs", Frame::Seat, "mcts:250,cut=2"),
            ("double-stax-cutthroat", Frame::Seat, "mcts:250,cut=2"),
            ("tar-pit-chess", Frame::Seat, "mcts:250,cut=2"),
        ] {
            let game = catalog::open(id, &[], frame).unwrap_or_else(|error| panic!("{error}"));
            let agent = strongest(&*game, budget);
            assert_eq!(agent.to_string(), expected, "{id}");
            assert_eq!(agent.check_plays(&*game), Ok(()), "{id}");
            if expected.starts_with("ab") {
                let auto: AgentSpec = "ab:nodes=1000,eval=auto".parse().expect("an agent");
                assert_eq!(auto.resolve(&*game), agent, "{id}");
            }
        }
    }
}
