//! Search led by a judge of positions, such as a neural network: PUCT for any number of seats, as AlphaZero
//! has it for two.
//!
//! The judge says of a position how good each step is (*priors*) and what each seat will get. It takes the
//! place of random games: a way down the tree ends at a state that has not been judged, and the search then
//! waits for the answer, so that the questions of many games can be asked at once. A state with one legal
//! step is not judged but gone through. Seats, chance, hidden information and the reuse of the tree are as in
//! [`mcts`](super::mcts).
//!
//! At the root steps are chosen as inside, or as [`gumbel`](super::gumbel) has it; what self-play adds is in
//! [`explore`](super::explore).

use super::explore::{self, Explore};
use super::gumbel::{Gumbel, Halving, Interior};
use super::tree::{Edge, NONE, Node, Tree, favorite};
use super::{Agent, Question, Sight};
use crate::game::{Actor, MAX_SEATS, Returns, Rng, Scores, Seat};
use crate::sim::{DynGame, Pool, Slot};

/// Where the state at the root lies, and where the way down is followed.
const ROOT: Slot = 0;
const WAY: Slot = 1;

/// How a search by a judge goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Puct {
    /// How many positions it has judged for a step; of a [`Gumbel`] root, that at the root not counted.
    pub simulations: u32,
    /// The weight of the priors.
    pub c_puct: f64,
    /// How freely it chooses: 0 for the action gone through most, 1 for each by how often it was gone
    /// through.
    pub temperature: f64,
    /// First-play urgency: a step never tried counts as what its node is worth, less so many times the root
    /// of the priors' sum of those that were. If nothing is said, it counts 0.
    pub fpu_reduction: Option<f64>,
    /// How steps are chosen at the root.
    pub root: Root,
}

/// How steps are chosen at the root of a search by a judge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Root {
    /// As inside.
    Puct,
    /// By sequential halving.
    Gumbel(Gumbel),
}

impl Puct {
    /// What is not said otherwise.
    pub const DEFAULT: Puct =
        Puct { simulations: 64, c_puct: 1.5, temperature: 0.0, fpu_reduction: None, root: Root::Puct };
}

pub(super) struct Searcher {
    pool: Pool,
    settings: Puct,
    explore: Option<Explore>,
    hidden: bool,
    seats: u8,
    scores: Scores,
    tree: Tree,
    /// The node that the game has reached, if the tree goes so far.
    reached: u32,
    path: Vec<u32>,
    /// The legal actions where a state is judged, or where something is hidden, on the way.
    actions: Vec<u32>,
    /// The edges that have been tried and can be gone through, where something is hidden.
    open: Vec<u32>,
    /// The ways down that have been gone for this choice; none before it is begun.
    gone: Option<u32>,
    /// How many there are to be.
    budget: u32,
    /// Whether this choice is searched in full, and not quickly for the sake of more games.
    full: bool,
    /// Whether what is drawn for the root has been.
    drawn: bool,
    /// How many choices have been begun in this game.
    turn: u32,
    /// What came of the ways down: of those that ended at the root, and behind them by the places of its
    /// edges.
    sums: Vec<Sum>,
    halving: Halving,
    policy: Vec<(u32, f32)>,
    /// The edges of the root, at the end.
    edges: Vec<Edge>,
    /// The node whose state is being judged, and who acts there.
    asked: Option<(u32, Seat)>,
    judged: u64,
}

/// What came of some ways down, together, and how many they are.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    returns: [f64; MAX_SEATS],
    ways: f64,
}

impl Sum {
    fn add(&mut self, other: &Sum, weight: f64) {
        self.returns.iter_mut().zip(&other.returns).for_each(|(sum, more)| *sum += weight * more);
        self.ways += weight * other.ways;
    }
}

impl Searcher {
    /// How many bytes a search takes at most, about.
    pub fn bytes(settings: Puct) -> u64 {
        const STEPS: usize = 40;
        u64::from(settings.simulations) * (size_of::<Node>() + STEPS * size_of::<Edge>()) as u64
    }

    /// Plays as well as it can: nothing is drawn at the root but an action, if it has a temperature.
    pub fn new(game: &dyn DynGame, settings: Puct) -> Searcher {
        let mut pool = game.pool();
        pool.reserve(2);
        let scores = game.spec().scores;
        Searcher {
            pool,
            settings,
            explore: None,
            hidden: game.spec().has_hidden_information,
            seats: game.spec().seats,
            scores,
            tree: Tree::default(),
            reached: NONE,
            path: Vec::new(),
            actions: Vec::new(),
            open: Vec::new(),
            gone: None,
            budget: 0,
            full: true,
            drawn: false,
            turn: 0,
            sums: Vec::new(),
            halving: Halving::new(scores),
            policy: Vec::new(),
            edges: Vec::new(),
            asked: None,
            judged: 0,
        }
    }

    /// Plays all seats of games to learn from. Where only one step is legal, it has the position judged all
    /// the same.
    pub fn exploring(game: &dyn DynGame, settings: Puct, explore: Explore) -> Searcher {
        Searcher { explore: Some(explore), ..Searcher::new(game, settings) }
    }

    /// How often each action was gone through in the search that has just ended.
    pub fn visits(&self) -> impl Iterator<Item = (u32, u32)> {
        self.tree.slice(0).iter().map(|edge| (edge.action, edge.visits))
    }

    /// What the choice that has just been made says of the actions: how good each legal one is, together 1.
    pub fn policy(&self) -> &[(u32, f32)] {
        &self.policy
    }

    /// What each seat gets by the search that has just ended: the mean of what came of its ways down. Halving
    /// goes many ways to find out which steps are bad: there each step counts as much as in the policy that
    /// came of it.
    pub fn values(&self) -> Returns {
        let mut whole = Sum::default();
        if matches!(self.settings.root, Root::Gumbel(_)) {
            let sum_of =
                |edge: &Edge| self.sums.get(usize::from(edge.place) + 1).filter(|sum| sum.ways > 0.0);
            for edge in &self.edges {
                if let Some(sum) = sum_of(edge)
                    && let Ok(at) = self.policy.binary_search_by_key(&edge.action, |of| of.0)
                {
                    whole.add(sum, f64::from(self.policy[at].1) / sum.ways);
                }
            }
        }
        if whole.ways == 0.0 {
            self.sums.iter().for_each(|sum| whole.add(sum, 1.0));
        }
        let Sum { mut returns, ways } = whole;
        for sum in &mut returns[..self.seats as usize] {
            *sum = self.scores.unscaled(*sum / ways.max(f64::MIN_POSITIVE));
        }
        Returns::of(&returns)
    }

    /// Whether the search that has just ended is one to learn from.
    pub fn counts(&self) -> bool {
        self.full
    }

    /// Begins the search for a choice.
    fn plant(&mut self, sight: &Sight<'_>, rng: &mut Rng) {
        let gumbel = matches!(self.settings.root, Root::Gumbel(_));
        if self.hidden || gumbel {
            self.reached = NONE;
        }
        if !self.hidden {
            sight.deal(rng, &mut self.pool, ROOT);
        }
        self.tree.plant(self.reached, Actor::Seat(sight.seat).code());
        self.reached = 0;
        self.full = self.explore.is_none_or(|explore| explore.in_full(rng));
        let fast = self.explore.filter(|_| !self.full).map(|explore| explore.fast_simulations);
        let simulations = fast.unwrap_or(self.settings.simulations);
        self.budget = match sight.legal {
            [_] if self.explore.is_some() => 1,
            _ => simulations + u32::from(gumbel),
        };
        (self.drawn, self.turn) = (false, self.turn + 1);
        self.sums.clear();
    }

    /// Draws what is drawn for the root once its steps are known.
    fn draw_for_root(&mut self, rng: &mut Rng) {
        self.drawn = true;
        let explore = self.explore.filter(|_| self.full);
        match self.settings.root {
            Root::Puct => {
                if let Some(explore) = explore.filter(|explore| explore.dirichlet_fraction > 0.0) {
                    explore.stir(self.tree.slice_mut(0), rng);
                    self.tree.reprior(0);
                }
            }
            Root::Gumbel(gumbel) => {
                let ways = self.budget - 1;
                self.halving.begin(gumbel, self.tree.slice(0), ways, explore.map(|_| rng));
            }
        }
    }

    /// Searches to the end, or up to a state that must be judged; says whether it has ended.
    pub fn search(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> bool {
        let mut gone = self.gone.unwrap_or_else(|| {
            self.plant(sight, rng);
            0
        });
        while gone < self.budget {
            if !self.drawn && self.tree.nodes[0].listed {
                self.draw_for_root(rng);
            }
            gone += 1;
            self.go_down(gone, sight, rng);
            if self.asked.is_some() {
                self.gone = Some(gone);
                return false;
            }
        }
        self.gone = None;
        true
    }

    /// Follows the tree down to a state that has not been judged, or to the end of the game.
    fn go_down(&mut self, number: u32, sight: &Sight<'_>, rng: &mut Rng) {
        if self.hidden {
            sight.deal(rng, &mut self.pool, WAY);
        } else {
            self.pool.copy(ROOT, WAY);
        }
        self.path.clear();
        let mut node = 0;
        loop {
            self.tree.nodes[node as usize].visits += 1;
            // What is hidden may decide who acts.
            let actor =
                if self.hidden { self.pool.actor(WAY).code() } else { self.tree.nodes[node as usize].actor };
            let edge = match Seat::try_from(actor) {
                Ok(seat) if !self.tree.nodes[node as usize].listed => {
                    self.pool.actions(WAY, &mut self.actions);
                    match self.actions[..] {
                        // Where nothing is to be chosen there is nothing to be judged: what it leads to is.
                        [only] if node != 0 && !self.hidden => {
                            self.tree.list(node, actor, [(only, 1.0)].into_iter());
                            self.tree.nodes[node as usize].listed = true;
                            self.select(node, actor, number)
                        }
                        _ => {
                            self.asked = Some((node, seat));
                            return;
                        }
                    }
                }
                Ok(_) => self.select(node, actor, number),
                Err(_) if actor == Actor::Chance.code() => {
                    let Some(action) = self.pool.draw(WAY, rng) else { return };
                    self.tree.find_or_add(node, action, actor)
                }
                Err(_) => {
                    let outcome = self.pool.outcome(WAY);
                    let returns = outcome.map_or(Returns::ZERO, |outcome| {
                        self.scores.scaled_for(&outcome.returns, self.seats)
                    });
                    self.end_way(&returns);
                    return;
                }
            };
            self.path.push(edge);
            self.pool.apply(WAY, self.tree.edges[edge as usize].action);
            node = self.tree.edges[edge as usize].to;
            if node == NONE {
                node = self.tree.node(self.pool.actor(WAY).code());
                self.tree.edges[edge as usize].to = node;
            }
        }
    }

    /// Notes what came of a way down.
    fn end_way(&mut self, returns: &Returns) {
        self.tree.back_up(&self.path, returns);
        let place =
            self.path.first().map_or(0, |&edge| usize::from(self.tree.edges[edge as usize].place) + 1);
        if self.sums.len() <= place {
            self.sums.resize(place + 1, Sum::default());
        }
        let mut way = Sum { ways: 1.0, ..Sum::default() };
        way.returns.iter_mut().zip(returns.seats(self.seats)).for_each(|(sum, got)| *sum = *got);
        self.sums[place].add(&way, 1.0);
    }

    /// The edge to go on by.
    fn select(&mut self, node: u32, actor: i8, number: u32) -> u32 {
        if self.hidden {
            self.list(node, actor, number);
        }
        if node == 0 && matches!(self.settings.root, Root::Gumbel(_)) {
            // The first way ended at the root.
            let at = number as usize - 2;
            let can_be = |edge: &Edge| !self.hidden || edge.seen == number;
            return self.tree.first(0)
                + self.halving.select(at, &self.tree.nodes[0], self.tree.slice(0), can_be);
        }
        if self.hidden {
            let untried = self.open_edges(node, number);
            let open = std::mem::take(&mut self.open);
            let best = self.best(node, open.iter().copied(), untried);
            self.open = open;
            return best;
        }
        let untried = self.tree.untried(node);
        let best = self.best(node, self.tree.tried(node), untried);
        if untried == Some(best) {
            self.tree.try_next(node);
        }
        best
    }

    /// Marks the edges of the steps that are legal now.
    fn list(&mut self, node: u32, actor: i8, number: u32) {
        self.pool.actions(WAY, &mut self.actions);
        let share = 1.0 / self.actions.len().max(1) as f32;
        for &action in &self.actions {
            // A step that was not legal where the node was judged.
            let known = self.tree.find(node, action, actor);
            let edge = known.unwrap_or_else(|| {
                let edge = self.tree.edge(node, action, actor);
                self.tree.edges[edge as usize].prior = share;
                edge
            });
            self.tree.edges[edge as usize].seen = number;
        }
    }

    /// Finds the edges that can be gone through now: those that have been tried, and of the others the one
    /// with the highest prior.
    fn open_edges(&mut self, node: u32, number: u32) -> Option<u32> {
        self.open.clear();
        let (mut untried, mut highest) = (None, f32::NEG_INFINITY);
        for (at, edge) in self.tree.edges_of(node).filter(|(_, edge)| edge.seen == number) {
            if edge.visits > 0 {
                self.open.push(at);
            } else if edge.prior > highest {
                (untried, highest) = (Some(at), edge.prior);
            }
        }
        untried
    }

    /// The best of the edges that have been tried, and of the best one that has not.
    fn best(&mut self, node: u32, tried: impl Iterator<Item = u32> + Clone, untried: Option<u32>) -> u32 {
        let edges = tried.map(|at| (at, &self.tree.edges[at as usize]));
        let untried = untried.map(|at| (at, &self.tree.edges[at as usize]));
        let of = &self.tree.nodes[node as usize];
        if let Root::Gumbel(Gumbel { interior: Interior::Improved, .. }) = self.settings.root {
            return self.halving.inside(of, edges, untried);
        }
        if node == 0
            && let Some(explore) = self.explore.filter(|_| self.full)
            && let Some((at, _)) = edges.clone().find(|(_, edge)| explore.forces(edge, of.visits))
        {
            return at;
        }
        let (mut best, mut highest, mut place) = (NONE, f64::NEG_INFINITY, 0);
        let mut offer = |at: u32, edge: &Edge, bound: f64| {
            if bound > highest || (bound == highest && edge.place < place) {
                (best, highest, place) = (at, bound, edge.place);
            }
        };
        let spread = self.settings.c_puct * f64::from(of.visits).sqrt();
        let (mut total, mut times, mut priors) = (f64::from(of.worth), 1.0, 0.0);
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

    /// The action to make after a search, and what the search says of all.
    pub fn conclude(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Option<u32> {
        // In the order in which they came, whichever were tried first.
        let mut edges = std::mem::take(&mut self.edges);
        edges.clear();
        let own = |edge: &Edge| edge.actor == sight.seat as i8;
        let legal = |edge: &&Edge| own(edge) && sight.legal.binary_search(&edge.action).is_ok();
        edges.extend(self.tree.slice(0).iter().filter(legal));
        edges.sort_unstable_by_key(|edge| edge.place);
        let chosen = self.chosen(&edges, rng);
        self.edges = edges;
        chosen.or(sight.legal.first().copied())
    }

    /// The action to make out of these at the root.
    fn chosen(&mut self, edges: &[Edge], rng: &mut Rng) -> Option<u32> {
        let free = self.explore.is_none_or(|explore| self.turn <= explore.temperature_steps);
        let temperature = if free { self.settings.temperature } else { 0.0 };
        let visits = |edge: &Edge| (edge.action, f64::from(edge.visits));
        let gumbel = matches!(self.settings.root, Root::Gumbel(_));
        if self.explore.is_none() && !gumbel {
            return explore::drawn(edges.iter().map(visits), temperature, rng)
                .or_else(|| favorite(edges, |edge| (edge.visits, edge.prior), rng));
        }
        self.policy.clear();
        if gumbel {
            let worth = self.tree.nodes[0].worth;
            self.halving.improved(edges, worth.into(), &mut self.policy);
        } else {
            let forced = self.explore.filter(|_| self.full);
            let spread = self.settings.c_puct * f64::from(self.tree.nodes[0].visits).sqrt();
            explore::shares(edges, forced, spread, &mut self.policy);
        }
        self.policy.sort_unstable_by_key(|&(action, _)| action);
        let weights = self.policy.iter().map(|&(action, weight)| (action, f64::from(weight)));
        explore::drawn(weights, temperature, rng).or_else(|| {
            if gumbel {
                self.halving.winner(edges, self.tree.nodes[0].worth.into())
            } else {
                favorite(edges, |edge| (edge.visits, edge.prior), rng)
            }
        })
    }
}

impl Agent for Searcher {
    fn begin(&mut self) {
        (self.reached, self.gone, self.asked, self.turn) = (NONE, None, None, 0);
    }

    fn choose(&mut self, sight: &Sight<'_>, rng: &mut Rng, _go_on: &mut dyn FnMut() -> bool) -> Option<u32> {
        if self.explore.is_none()
            && let [only] = *sight.legal
        {
            return Some(only);
        }
        if !self.search(sight, rng) {
            return None;
        }
        self.conclude(sight, rng)
    }

    fn asks(&self) -> Option<Question<'_>> {
        let (_, seat) = self.asked?;
        Some(Question::new(&self.pool, WAY, seat, &self.actions))
    }

    fn hear(&mut self, weights: &[f32], returns: &Returns) {
        let Some((node, seat)) = self.asked.take() else { return };
        let sum: f32 = weights.iter().sum();
        let (even, actor) = (1.0 / self.actions.len() as f32, seat as i8);
        let share = |weight: f32| if sum > 0.0 { weight / sum } else { even };
        let steps = self.actions.iter().zip(weights).map(|(&action, &weight)| (action, share(weight)));
        self.tree.list(node, actor, steps);
        let returns = self.scores.scaled_for(returns, self.seats);
        let judged = &mut self.tree.nodes[node as usize];
        (judged.listed, judged.actor, judged.worth) = (true, actor, returns.get(seat) as f32);
        self.end_way(&returns);
        self.judged += 1;
    }

    fn effort(&self) -> u64 {
        self.judged
    }

    fn follow(&mut self, action: u32) {
        self.reached = self.tree.after(self.reached, action);
    }
}
