//! The search tree of MCTS and PUCT.

use crate::game::{Returns, Rng, Seat, below};

/// The index that stands for no node or no edge.
pub(super) const NONE: u32 = u32::MAX;

/// A node. It stands for all states that the same steps lead to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The actor, as [`Actor::code`](crate::game::Actor::code).
    pub actor: i8,
    /// Whether the node has edges for its legal steps.
    pub is_expanded: bool,
    /// Whether the first edge that was not tried has the highest prior of these edges: see [`Tree::untried`].
    is_best_first: bool,
    /// The number of visits.
    pub visits: u32,
    /// The evaluator's value for the actor, if there is an evaluator.
    pub value: f32,
    /// The index of the first edge. The edges of a node are consecutive, with reserved space after them.
    first: u32,
    num_edges: u32,
    capacity: u32,
    /// The number of tried edges, which come first: see [`Tree::untried`].
    num_tried: u32,
}

/// A step from a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub action: u32,
    /// The node after the step, or [`NONE`] before the first visit.
    pub child: u32,
    pub visits: u32,
    /// With hidden information, the number of simulations in which the action was legal.
    pub availability: u32,
    /// The number of the last simulation in which the action was legal.
    pub last_available: u32,
    /// The actor of the step.
    pub actor: i8,
    /// The number of edges that the node had before this one.
    pub order: u16,
    /// The sum of the actor's returns over all visits.
    pub total: f64,
    /// The evaluator's prior, if there is an evaluator.
    pub prior: f32,
}

impl Edge {
    /// Returns the mean return of the actor over the visits, or 0 without visits.
    pub fn mean(&self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }

    fn new(action: u32, actor: i8, order: u32) -> Edge {
        let order = order as u16;
        Edge {
            action,
            child: NONE,
            visits: 0,
            availability: 0,
            last_available: 0,
            actor,
            order,
            total: 0.0,
            prior: 0.0,
        }
    }
}

/// Nodes and edges by their indices. The root is node 0.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    /// Memory for the next [`keep_subtree`](Tree::keep_subtree).
    spare: (Vec<Node>, Vec<Edge>),
}

impl Tree {
    /// Adds a node without edges and returns its index.
    pub fn node(&mut self, actor: i8) -> u32 {
        self.nodes.push(Node {
            actor,
            is_expanded: false,
            is_best_first: false,
            visits: 0,
            value: 0.0,
            first: 0,
            num_edges: 0,
            capacity: 0,
            num_tried: 0,
        });
        self.nodes.len() as u32 - 1
    }

    /// Adds an edge after the other edges of its node and returns its index. The other edges may move.
    pub fn edge(&mut self, node: u32, action: u32, actor: i8) -> u32 {
        let end = self.edges.len() as u32;
        let of = &mut self.nodes[node as usize];
        let new = Edge::new(action, actor, of.num_edges);
        if of.num_edges == of.capacity {
            if of.num_edges > 0 && of.first + of.num_edges != end {
                // The capacity doubles, so edges that are added one by one are moved only a few times.
                let from = std::mem::replace(&mut of.first, end) as usize;
                of.capacity = 2 * of.num_edges;
                self.edges.extend_from_within(from..from + of.num_edges as usize);
                self.edges.resize((end + of.capacity) as usize, new);
            } else {
                of.first = end - of.num_edges;
                of.capacity += 1;
                self.edges.push(new);
            }
        }
        let edge = of.first + of.num_edges;
        self.edges[edge as usize] = new;
        of.num_edges += 1;
        edge
    }

    /// Adds edges with priors for the steps of a node.
    pub fn expand(&mut self, node: u32, actor: i8, steps: impl Iterator<Item = (u32, f32)>) {
        let first = self.edges.len() as u32;
        let (mut order, before) = (0, self.nodes[node as usize].num_edges);
        if before > 0 {
            for (action, prior) in steps {
                let edge = self.edge(node, action, actor);
                self.edges[edge as usize].prior = prior;
            }
            return;
        }
        self.edges.extend(steps.map(|(action, prior)| {
            order += 1;
            Edge { prior, ..Edge::new(action, actor, order - 1) }
        }));
        let of = &mut self.nodes[node as usize];
        (of.first, of.num_edges, of.capacity) = (first, order, order);
    }

    /// Returns the edges of a node.
    pub fn slice(&self, node: u32) -> &[Edge] {
        let Node { first, num_edges, .. } = self.nodes[node as usize];
        &self.edges[first as usize..][..num_edges as usize]
    }

    /// Returns the edges of a node for mutation.
    pub fn slice_mut(&mut self, node: u32) -> &mut [Edge] {
        let Node { first, num_edges, .. } = self.nodes[node as usize];
        &mut self.edges[first as usize..][..num_edges as usize]
    }

    /// Returns the index of the first edge of a node.
    pub fn first(&self, node: u32) -> u32 {
        self.nodes[node as usize].first
    }

    /// Returns the edges of a node with their indices.
    pub fn edges_of(&self, node: u32) -> impl Iterator<Item = (u32, &Edge)> {
        (self.nodes[node as usize].first..).zip(self.slice(node))
    }

    /// Returns the indices of the tried edges, for nodes whose edges are tried in the order of
    /// [`untried`](Tree::untried) only.
    pub fn tried(&self, node: u32) -> std::ops::Range<u32> {
        let Node { first, num_tried, .. } = self.nodes[node as usize];
        first..first + num_tried
    }

    /// Returns the edge with the highest prior among those that were not tried, the first one among equals.
    /// It is moved behind the tried edges, so a search that always tries this one does not look at the other
    /// edges.
    pub fn untried(&mut self, node: u32) -> Option<u32> {
        let of = &mut self.nodes[node as usize];
        let next = of.first + of.num_tried;
        if of.num_tried == of.num_edges {
            return None;
        }
        if !of.is_best_first {
            of.is_best_first = true;
            let rest = &mut self.edges[next as usize..(of.first + of.num_edges) as usize];
            let mut best = 0;
            for (at, edge) in rest.iter().enumerate().skip(1) {
                let (prior, order) = (rest[best].prior, rest[best].order);
                if edge.prior > prior || (edge.prior == prior && edge.order < order) {
                    best = at;
                }
            }
            rest.swap(0, best);
        }
        Some(next)
    }

    /// Marks the edge that [`untried`](Tree::untried) returned as tried.
    pub fn mark_tried(&mut self, node: u32) {
        let of = &mut self.nodes[node as usize];
        (of.num_tried, of.is_best_first) = (of.num_tried + 1, false);
    }

    /// Must be called after the priors of a node were changed.
    pub fn priors_changed(&mut self, node: u32) {
        self.nodes[node as usize].is_best_first = false;
    }

    /// Returns the edge of a step, if it exists.
    pub fn find(&self, node: u32, action: u32, actor: i8) -> Option<u32> {
        self.edges_of(node).find(|(_, edge)| edge.action == action && edge.actor == actor).map(|(at, _)| at)
    }

    /// Returns the edge of a step, and adds it if it does not exist.
    pub fn find_or_add(&mut self, node: u32, action: u32, actor: i8) -> u32 {
        self.find(node, action, actor).unwrap_or_else(|| self.edge(node, action, actor))
    }

    /// Returns the node after a step, or [`NONE`].
    pub fn child(&self, node: u32, action: u32) -> u32 {
        if node == NONE {
            return NONE;
        }
        self.edges_of(node).find(|(_, edge)| edge.action == action).map_or(NONE, |(_, edge)| edge.child)
    }

    /// Adds the returns of a simulation to the edges of its path.
    pub fn back_up(&mut self, path: &[u32], returns: &Returns) {
        for &edge in path {
            let edge = &mut self.edges[edge as usize];
            edge.visits += 1;
            if let Some(seat) = Seat::from_code(edge.actor) {
                edge.total += returns.get(seat);
            }
        }
    }

    /// Makes a node the root, which is node 0, and keeps its subtree. With [`NONE`], starts a new tree with a
    /// root at which `actor` acts.
    pub fn set_root(&mut self, root: u32, actor: i8) {
        if root == NONE {
            self.clear();
            self.node(actor);
        } else if root != 0 {
            self.keep_subtree(root);
        }
    }

    /// Removes all nodes and edges.
    fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
    }

    /// Keeps the subtree of a node, which becomes node 0, and removes the rest.
    fn keep_subtree(&mut self, root: u32) {
        let (mut nodes, mut edges) = std::mem::take(&mut self.spare);
        nodes.clear();
        edges.clear();
        nodes.push(self.nodes[root as usize]);
        let mut at = 0;
        while at < nodes.len() {
            let Node { first, num_edges, .. } = nodes[at];
            (nodes[at].first, nodes[at].capacity) = (edges.len() as u32, num_edges);
            for &edge in &self.edges[first as usize..][..num_edges as usize] {
                let child = if edge.child == NONE { NONE } else { nodes.len() as u32 };
                if edge.child != NONE {
                    nodes.push(self.nodes[edge.child as usize]);
                }
                edges.push(Edge { child, ..edge });
            }
            at += 1;
        }
        self.spare = (std::mem::replace(&mut self.nodes, nodes), std::mem::replace(&mut self.edges, edges));
    }
}

/// Returns the action of the edge with the highest rank. Ties are broken at random.
pub(super) fn argmax_action<'a, R: PartialOrd>(
    edges: impl IntoIterator<Item = &'a Edge>,
    rank: impl Fn(&Edge) -> R,
    rng: &mut Rng,
) -> Option<u32> {
    let (mut best, mut highest, mut equal) = (None, None, 0);
    for edge in edges {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn actions(tree: &Tree, node: u32) -> Vec<u32> {
        tree.edges_of(node).map(|(_, edge)| edge.action).collect()
    }

    #[test]
    fn a_subtree_is_kept_with_all_its_nodes() {
        let mut tree = Tree::default();
        let root = tree.node(0);
        let left = tree.edge(root, 10, 0);
        let right = tree.edge(root, 11, 0);
        tree.edges[left as usize].child = tree.node(1);
        let branch = tree.node(1);
        tree.edges[right as usize].child = branch;
        // Adding an edge to a node whose edges are not last moves its edges.
        tree.edge(branch, 20, 1);
        tree.edge(1, 99, 1);
        tree.edge(branch, 21, 1);
        let first = tree.find(branch, 20, 1).expect("moved");
        let leaf = tree.node(0);
        tree.edges[first as usize].child = leaf;
        tree.edges[first as usize].total = 2.5;
        tree.edge(leaf, 30, 0);
        tree.nodes[leaf as usize].visits = 7;

        assert_eq!(tree.find(root, 11, 0), Some(right));
        assert_eq!(tree.find(root, 11, 1), None);
        tree.keep_subtree(branch);
        assert_eq!((tree.nodes.len(), tree.edges.len()), (2, 3));
        assert_eq!(actions(&tree, 0), [20, 21]);
        let kept = tree.edges[tree.find(0, 20, 1).expect("kept") as usize];
        assert_eq!((kept.total, tree.nodes[kept.child as usize].visits), (2.5, 7));
        assert_eq!(actions(&tree, kept.child), [30]);
        tree.edge(0, 22, 1);
        assert_eq!(actions(&tree, 0), [20, 21, 22]);
        tree.keep_subtree(kept.child);
        assert_eq!(actions(&tree, 0), [30]);
    }
    #[test]
    fn edges_of_a_node_are_consecutive() {
        let mut tree = Tree::default();
        let nodes = [tree.node(0), tree.node(0), tree.node(0)];
        for action in 0..50 {
            for node in nodes {
                assert_eq!(tree.find_or_add(node, action, 0), tree.find_or_add(node, action, 0));
            }
        }
        for node in nodes {
            assert_eq!(actions(&tree, node), (0..50).collect::<Vec<_>>());
            assert!(tree.slice(node).iter().map(|edge| edge.order).eq(0..50));
        }
        assert!(tree.edges.len() < 4 * 150, "{} places for 150 edges", tree.edges.len());
    }

    #[test]
    fn untried_edges_are_returned_by_their_priors() {
        let mut tree = Tree::default();
        let node = tree.node(0);
        for (action, prior) in [(0, 0.1), (1, 0.4), (2, 0.1), (3, 0.4)] {
            let edge = tree.edge(node, action, 0);
            tree.edges[edge as usize].prior = prior;
        }
        let mut order = Vec::new();
        while let Some(edge) = tree.untried(node) {
            assert_eq!(tree.untried(node), Some(edge), "the same until it is tried");
            order.push(tree.edges[edge as usize].action);
            tree.mark_tried(node);
            assert_eq!(tree.tried(node).len(), order.len());
        }
        assert_eq!(order, [1, 3, 0, 2]);
    }
}
