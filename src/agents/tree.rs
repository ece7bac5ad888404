//! The tree that a search by random games grows.

use crate::game::{Returns, Rng, Seat, below};

/// No node, or no edge.
pub(super) const NONE: u32 = u32::MAX;

/// A state, told by the steps that lead to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Who acts there, as [`Actor::code`](crate::game::Actor::code).
    pub actor: i8,
    /// Whether its steps have been listed.
    pub listed: bool,
    /// How often it has been gone through.
    pub visits: u32,
    /// Its first edge.
    first: u32,
    last: u32,
}

/// A step from a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub action: u32,
    /// Where it leads, once somebody has been there.
    pub to: u32,
    /// The next edge of the same node.
    next: u32,
    pub visits: u32,
    /// How often it could have been chosen, where that depends on what is hidden.
    pub chances: u32,
    /// The number of the last way down in which it could be.
    pub seen: u32,
    /// Who makes the step.
    pub actor: i8,
    /// What who makes the step got, all the times that it was gone through together.
    pub total: f64,
    /// How good a judge of positions thinks that it is, where there is one.
    pub prior: f32,
}

/// Nodes and edges by their numbers.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    /// Where what is kept is put.
    spare: (Vec<Node>, Vec<Edge>),
}

impl Tree {
    /// A new node without edges.
    pub fn node(&mut self, actor: i8) -> u32 {
        self.nodes.push(Node { actor, listed: false, visits: 0, first: NONE, last: NONE });
        self.nodes.len() as u32 - 1
    }

    /// A new edge, the last of its node.
    pub fn edge(&mut self, node: u32, action: u32, actor: i8) -> u32 {
        let edge = self.edges.len() as u32;
        self.edges.push(Edge {
            action,
            to: NONE,
            next: NONE,
            visits: 0,
            chances: 0,
            seen: 0,
            actor,
            total: 0.0,
            prior: 0.0,
        });
        let node = &mut self.nodes[node as usize];
        match node.last {
            NONE => node.first = edge,
            last => self.edges[last as usize].next = edge,
        }
        node.last = edge;
        edge
    }

    /// The edges of a node.
    pub fn edges_of(&self, node: u32) -> impl Iterator<Item = (u32, &Edge)> {
        let mut at = self.nodes[node as usize].first;
        std::iter::from_fn(move || {
            let edge = self.edges.get(at as usize)?;
            let here = (at, edge);
            at = edge.next;
            Some(here)
        })
    }

    /// The edge of a step, if there is one.
    pub fn find(&self, node: u32, action: u32, actor: i8) -> Option<u32> {
        self.edges_of(node).find(|(_, edge)| edge.action == action && edge.actor == actor).map(|(at, _)| at)
    }

    /// The edge of a step, made if there is none.
    pub fn find_or_add(&mut self, node: u32, action: u32, actor: i8) -> u32 {
        self.find(node, action, actor).unwrap_or_else(|| self.edge(node, action, actor))
    }

    /// The node that a step leads to, if the tree goes so far.
    pub fn after(&self, node: u32, action: u32) -> u32 {
        if node == NONE {
            return NONE;
        }
        self.edges_of(node).find(|(_, edge)| edge.action == action).map_or(NONE, |(_, edge)| edge.to)
    }

    /// Adds what came of a way down to the edges that it went through.
    pub fn back_up(&mut self, path: &[u32], returns: &Returns) {
        for &edge in path {
            let edge = &mut self.edges[edge as usize];
            edge.visits += 1;
            if let Ok(seat) = Seat::try_from(edge.actor) {
                edge.total += returns.get(seat);
            }
        }
    }

    /// The action from node 0 that ranks highest; of several, one at random.
    pub fn favourite<R: PartialOrd>(&self, rank: impl Fn(&Edge) -> R, rng: &mut Rng) -> Option<u32> {
        let (mut best, mut highest, mut equal) = (None, None, 0);
        for (_, edge) in self.edges_of(0) {
            let ranked = rank(edge);
            if highest.as_ref().is_none_or(|highest| ranked > *highest) {
                (highest, equal) = (Some(ranked), 0);
            } else if highest.as_ref() != Some(&ranked) {
                continue;
            }
            equal += 1;
            if below(rng, equal) == 0 {
                best = Some(edge.action);
            }
        }
        best
    }

    /// Makes a node the root, which is node 0, and keeps what grows from it; without one a new tree begins,
    /// where `actor` acts.
    pub fn plant(&mut self, root: u32, actor: i8) {
        if root == NONE {
            self.clear();
            self.node(actor);
        } else if root != 0 {
            self.keep(root);
        }
    }

    /// Fells the tree.
    fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
    }

    /// Keeps what grows from a node, which becomes node 0, and nothing else.
    fn keep(&mut self, root: u32) {
        let (mut nodes, mut edges) = std::mem::take(&mut self.spare);
        nodes.clear();
        edges.clear();
        nodes.push(self.nodes[root as usize]);
        let mut at = 0;
        while at < nodes.len() {
            let from = edges.len() as u32;
            let mut old = nodes[at].first;
            while let Some(&edge) = self.edges.get(old as usize) {
                old = edge.next;
                let to = if edge.to == NONE { NONE } else { nodes.len() as u32 };
                if edge.to != NONE {
                    nodes.push(self.nodes[edge.to as usize]);
                }
                let next = if old == NONE { NONE } else { edges.len() as u32 + 1 };
                edges.push(Edge { to, next, ..edge });
            }
            let some = edges.len() as u32 > from;
            nodes[at].first = if some { from } else { NONE };
            nodes[at].last = if some { edges.len() as u32 - 1 } else { NONE };
            at += 1;
        }
        self.spare = (std::mem::replace(&mut self.nodes, nodes), std::mem::replace(&mut self.edges, edges));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actions(tree: &Tree, node: u32) -> Vec<u32> {
        tree.edges_of(node).map(|(_, edge)| edge.action).collect()
    }

    #[test]
    fn a_branch_is_kept_with_all_that_grows_from_it() {
        let mut tree = Tree::default();
        let root = tree.node(0);
        let left = tree.edge(root, 10, 0);
        let right = tree.edge(root, 11, 0);
        tree.edges[left as usize].to = tree.node(1);
        let branch = tree.node(1);
        tree.edges[right as usize].to = branch;
        // Edges of different nodes may be mixed.
        let first = tree.edge(branch, 20, 1);
        tree.edge(1, 99, 1);
        tree.edge(branch, 21, 1);
        let leaf = tree.node(0);
        tree.edges[first as usize].to = leaf;
        tree.edges[first as usize].total = 2.5;
        tree.edge(leaf, 30, 0);
        tree.nodes[leaf as usize].visits = 7;

        assert_eq!(tree.find(root, 11, 0), Some(right));
        assert_eq!(tree.find(root, 11, 1), None);
        tree.keep(branch);
        assert_eq!((tree.nodes.len(), tree.edges.len()), (2, 3));
        assert_eq!(actions(&tree, 0), [20, 21]);
        let kept = tree.edges[tree.find(0, 20, 1).expect("kept") as usize];
        assert_eq!((kept.total, tree.nodes[kept.to as usize].visits), (2.5, 7));
        assert_eq!(actions(&tree, kept.to), [30]);
        tree.edge(0, 22, 1);
        assert_eq!(actions(&tree, 0), [20, 21, 22]);
        tree.keep(kept.to);
        assert_eq!(actions(&tree, 0), [30]);
    }
}
