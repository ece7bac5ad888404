//! The selection of an action at a node of the tree.

use super::{PuctSearch, Root, SIM};
use crate::agents::gumbel::{Gumbel, Interior};
use crate::agents::retain_offered;
use crate::agents::tree::{Edge, NONE};

impl PuctSearch {
    /// Selects an edge of a node.
    pub(super) fn select(&mut self, node: u32, actor: i8, number: u32) -> u32 {
        if self.hidden {
            self.mark_legal(node, actor, number);
        }
        if node == 0 && matches!(self.settings.root, Root::Gumbel(_)) {
            // The first simulation ended at the root.
            let simulation = number as usize - 2;
            let can_be = |edge: &Edge| !self.hidden || edge.last_available == number;
            return self.tree.first(0)
                + self.halving.select(simulation, &self.tree.nodes[0], self.tree.slice(0), can_be);
        }
        if self.hidden {
            let untried = self.collect_legal(node, number);
            let open = std::mem::take(&mut self.visited_legal);
            let best = self.best_edge(node, open.iter().copied(), untried);
            self.visited_legal = open;
            return best;
        }
        let untried = self.tree.untried(node);
        let best = self.best_edge(node, self.tree.tried(node), untried);
        if untried == Some(best) {
            self.tree.mark_tried(node);
        }
        best
    }

    /// Marks the edges whose actions are legal in the current simulation.
    fn mark_legal(&mut self, node: u32, actor: i8, number: u32) {
        self.pool[SIM].actions(&mut self.actions);
        if node == 0 {
            retain_offered(&self.offered, &mut self.actions);
        }
        let share = 1.0 / self.actions.len().max(1) as f32;
        for &action in &self.actions {
            // The action was not legal in the state in which the node was evaluated.
            let existing = self.tree.find(node, action, actor);
            let edge = existing.unwrap_or_else(|| {
                let edge = self.tree.edge(node, action, actor);
                self.tree.edges[edge as usize].prior = share;
                edge
            });
            self.tree.edges[edge as usize].last_available = number;
        }
    }

    /// Collects the visited edges that are legal in the current simulation. Returns the legal edge with the
    /// highest prior among the others.
    fn collect_legal(&mut self, node: u32, number: u32) -> Option<u32> {
        self.visited_legal.clear();
        let (mut untried, mut highest) = (None, f32::NEG_INFINITY);
        for (at, edge) in self.tree.edges_of(node).filter(|(_, edge)| edge.last_available == number) {
            if edge.visits > 0 {
                self.visited_legal.push(at);
            } else if edge.prior > highest {
                (untried, highest) = (Some(at), edge.prior);
            }
        }
        untried
    }

    /// Selects one of the visited edges or the best edge without visits.
    fn best_edge(
        &mut self,
        node: u32,
        tried: impl Iterator<Item = u32> + Clone,
        untried: Option<u32>,
    ) -> u32 {
        let edges = tried.map(|at| (at, &self.tree.edges[at as usize]));
        let untried = untried.map(|at| (at, &self.tree.edges[at as usize]));
        let of = &self.tree.nodes[node as usize];
        if let Root::Gumbel(Gumbel { interior: Interior::Improved, .. }) = self.settings.root {
            return self.halving.select_interior(of, edges, untried);
        }
        if node == 0
            && let Some(exploration) = self.exploration.filter(|_| self.is_full)
            && let Some((at, _)) = edges.clone().find(|(_, edge)| exploration.is_forced(edge, of.visits))
        {
            return at;
        }
        let (mut best, mut highest, mut order) = (NONE, f64::NEG_INFINITY, 0);
        let mut offer = |at: u32, edge: &Edge, bound: f64| {
            if bound > highest || (bound == highest && edge.order < order) {
                (best, highest, order) = (at, bound, edge.order);
            }
        };
        let spread = self.settings.c_puct * f64::from(of.visits).sqrt();
        let (mut total, mut times, mut priors) = (f64::from(of.value), 1.0, 0.0);
        for (at, edge) in edges {
            let visits = f64::from(edge.visits);
            offer(at, edge, edge.total / visits + f64::from(edge.prior) * spread / (1.0 + visits));
            (total, times, priors) = (total + edge.total, times + visits, priors + f64::from(edge.prior));
        }
        if let Some((at, edge)) = untried {
            let start = self
                .settings
                .fpu_reduction
                .map_or(0.0, |reduction| total / times - reduction * priors.sqrt());
            offer(at, edge, start + f64::from(edge.prior) * spread);
        }
        best
    }
}
