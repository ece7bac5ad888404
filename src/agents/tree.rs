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
    /// Whether the first edge that was never tried is the best of those: see [`Tree::untried`].
    ready: bool,
    /// How often it has been gone through.
    pub visits: u32,
    /// What a judge of positions says that who acts there will get, where there is one.
    pub worth: f32,
    /// Its edges lie side by side from the first on, with room for more behind them.
    first: u32,
    count: u32,
    room: u32,
    /// So many of them have been tried, the first ones: see [`Tree::untried`].
    tried: u32,
}

/// A step from a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub action: u32,
    /// Where it leads, once somebody has been there.
    pub to: u32,
    pub visits: u32,
    /// How often it could have been chosen, where that depends on what is hidden.
    pub chances: u32,
    /// The number of the last way down in which it could be.
    pub seen: u32,
    /// Who makes the step.
    pub actor: i8,
    /// How many edges the node had before it.
    pub place: u16,
    /// What who makes the step got, all the times that it was gone through together.
    pub total: f64,
    /// How good a judge of positions thinks that it is, where there is one.
    pub prior: f32,
}

impl Edge {
    fn new(action: u32, actor: i8, place: u32) -> Edge {
        let place = place as u16;
        Edge { action, to: NONE, visits: 0, chances: 0, seen: 0, actor, place, total: 0.0, prior: 0.0 }
    }
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
        self.nodes.push(Node {
            actor,
            listed: false,
            ready: false,
            visits: 0,
            worth: 0.0,
            first: 0,
            count: 0,
            room: 0,
            tried: 0,
        });
        self.nodes.len() as u32 - 1
    }

    /// A new edge, the last of its node. The node's other edges may come to lie elsewhere.
    pub fn edge(&mut self, node: u32, action: u32, actor: i8) -> u32 {
        let end = self.edges.len() as u32;
        let of = &mut self.nodes[node as usize];
        let new = Edge::new(action, actor, of.count);
        if of.count == of.room {
            if of.count > 0 && of.first + of.count != end {
                // Twice the room, so that however many come one by one, each is moved a few times at most.
                let from = std::mem::replace(&mut of.first, end) as usize;
                of.room = 2 * of.count;
                self.edges.extend_from_within(from..from + of.count as usize);
                self.edges.resize((end + of.room) as usize, new);
            } else {
                of.first = end - of.count;
                of.room += 1;
                self.edges.push(new);
            }
        }
        let edge = of.first + of.count;
        self.edges[edge as usize] = new;
        of.count += 1;
        edge
    }

    /// Gives a node an edge for each of some steps, with their priors.
    pub fn list(&mut self, node: u32, actor: i8, steps: impl Iterator<Item = (u32, f32)>) {
        let first = self.edges.len() as u32;
        let (mut place, before) = (0, self.nodes[node as usize].count);
        if before > 0 {
            for (action, prior) in steps {
                let edge = self.edge(node, action, actor);
                self.edges[edge as usize].prior = prior;
            }
            return;
        }
        self.edges.extend(steps.map(|(action, prior)| {
            place += 1;
            Edge { prior, ..Edge::new(action, actor, place - 1) }
        }));
        let of = &mut self.nodes[node as usize];
        (of.first, of.count, of.room) = (first, place, place);
    }

    /// The edges of a node.
    pub fn slice(&self, node: u32) -> &[Edge] {
        let Node { first, count, .. } = self.nodes[node as usize];
        &self.edges[first as usize..][..count as usize]
    }

    /// The edges of a node, to be changed.
    pub fn slice_mut(&mut self, node: u32) -> &mut [Edge] {
        let Node { first, count, .. } = self.nodes[node as usize];
        &mut self.edges[first as usize..][..count as usize]
    }

    /// The number of the first edge of a node.
    pub fn first(&self, node: u32) -> u32 {
        self.nodes[node as usize].first
    }

    /// The edges of a node with their numbers.
    pub fn edges_of(&self, node: u32) -> impl Iterator<Item = (u32, &Edge)> {
        (self.nodes[node as usize].first..).zip(self.slice(node))
    }

    /// The numbers of the edges that have been tried by [`untried`](Tree::untried), where all are.
    pub fn tried(&self, node: u32) -> std::ops::Range<u32> {
        let Node { first, tried, .. } = self.nodes[node as usize];
        first..first + tried
    }

    /// The edge with the highest prior of those that were never tried, of equals the first. It lies behind
    /// those that were: whoever tries no other before it looks at no more of a node's edges than it must.
    pub fn untried(&mut self, node: u32) -> Option<u32> {
        let of = &mut self.nodes[node as usize];
        let next = of.first + of.tried;
        if of.tried == of.count {
            return None;
        }
        if !of.ready {
            of.ready = true;
            let rest = &mut self.edges[next as usize..(of.first + of.count) as usize];
            let mut best = 0;
            for (at, edge) in rest.iter().enumerate().skip(1) {
                let (prior, place) = (rest[best].prior, rest[best].place);
                if edge.prior > prior || (edge.prior == prior && edge.place < place) {
                    best = at;
                }
            }
            rest.swap(0, best);
        }
        Some(next)
    }

    /// Notes that the edge that [`untried`](Tree::untried) told is tried now.
    pub fn try_next(&mut self, node: u32) {
        let of = &mut self.nodes[node as usize];
        (of.tried, of.ready) = (of.tried + 1, false);
    }

    /// Notes that priors have been changed.
    pub fn reprior(&mut self, node: u32) {
        self.nodes[node as usize].ready = false;
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
    pub fn favorite<R: PartialOrd>(&self, rank: impl Fn(&Edge) -> R, rng: &mut Rng) -> Option<u32> {
        favorite(self.slice(0), rank, rng)
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
            let Node { first, count, .. } = nodes[at];
            (nodes[at].first, nodes[at].room) = (edges.len() as u32, count);
            for &edge in &self.edges[first as usize..][..count as usize] {
                let to = if edge.to == NONE { NONE } else { nodes.len() as u32 };
                if edge.to != NONE {
                    nodes.push(self.nodes[edge.to as usize]);
                }
                edges.push(Edge { to, ..edge });
            }
            at += 1;
        }
        self.spare = (std::mem::replace(&mut self.nodes, nodes), std::mem::replace(&mut self.edges, edges));
    }
}

/// The action of the edge that ranks highest; of several, one at random.
pub(super) fn favorite<'a, R: PartialOrd>(
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
    fn a_branch_is_kept_with_all_that_grows_from_it() {
        let mut tree = Tree::default();
        let root = tree.node(0);
        let left = tree.edge(root, 10, 0);
        let right = tree.edge(root, 11, 0);
        tree.edges[left as usize].to = tree.node(1);
        let branch = tree.node(1);
        tree.edges[right as usize].to = branch;
        // A node may get edges when others have got theirs behind it: its own then move.
        tree.edge(branch, 20, 1);
        tree.edge(1, 99, 1);
        tree.edge(branch, 21, 1);
        let first = tree.find(branch, 20, 1).expect("moved");
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
    #[test]
    fn edges_lie_side_by_side_however_they_come() {
        let mut tree = Tree::default();
        let nodes = [tree.node(0), tree.node(0), tree.node(0)];
        for action in 0..50 {
            for node in nodes {
                assert_eq!(tree.find_or_add(node, action, 0), tree.find_or_add(node, action, 0));
            }
        }
        for node in nodes {
            assert_eq!(actions(&tree, node), (0..50).collect::<Vec<_>>());
            assert!(tree.slice(node).iter().map(|edge| edge.place).eq(0..50));
        }
        assert!(tree.edges.len() < 4 * 150, "{} places for 150 edges", tree.edges.len());
    }

    #[test]
    fn the_best_of_those_untried_comes_next() {
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
            tree.try_next(node);
            assert_eq!(tree.tried(node).len(), order.len());
        }
        assert_eq!(order, [1, 3, 0, 2]);
    }
}
