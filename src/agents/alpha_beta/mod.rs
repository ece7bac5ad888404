//! Alpha-beta search with iterative deepening over whole turns.
//!
//! | module | content |
//! |---|---|
//! | `settings` | depth, budget, techniques |
//! | `search` | principal variation search below the root |
//! | `searcher` | what searches keep |
//! | `quiescence` | captures and answers to checks beyond the depth |
//! | `pruning` | null moves, futility, late moves, reductions |
//! | `ordering` | killer moves, counter moves, history heuristic |
//! | `transposition_table` | results of earlier searches |
//! | `variation` | the principal variation |
//!
//! Values are from the point of view of the searching seat's side. Its seats maximize, all others minimize.
//! With two sides this is exact, with more it is the *paranoid* assumption that all the others cooperate.
//! Seats that share a score are one side, and a seat that plays alone has no opponents. A turn can have any
//! number of steps.
//!
//! *Depth* counts turns. The first step of a turn reduces the depth, further steps do not. Positions with one
//! legal step do not reduce it either, so forced replies are searched before a position is evaluated. Chance
//! steps do not reduce it, and their value is the mean over the outcomes. At the end of the depth, captures
//! and answers to checks are searched (quiescence search). The evaluation is the material balance, plus a
//! hundredth of a man for each legal step of the seat to act. The positional evaluation replaces the number
//! of steps by the value of the placement of pieces, and a tuned evaluation corrects the sum. With hidden
//! information, the search uses one state that is consistent with the information of the seat.
//!
//! Steps that do not reduce the depth can multiply: a horde of zombies that move one after the other in any
//! order has a million variations of one turn. Therefore a position is also evaluated if the branches since
//! the last depth reduction exceed a limit.
//!
//! Ties are broken at random. With a *margin*, steps whose values are lower by at most the margin count as
//! ties. This does not apply to wins and losses: the fastest win and the slowest loss are played.

mod ordering;
mod pruning;
mod quiescence;
mod search;
mod searcher;
mod settings;
mod transposition_table;
mod variation;

pub use settings::{AlphaBetaSettings, Technique, Techniques};

use super::evaluation::DECIDED;
use super::{ActionAnalysis, Agent, Analysis, PlayerView, shuffle};
use crate::game::{Returns, Rng, Seat, below};
use crate::sim::DynGame;
use search::{INFINITY, Search};
use searcher::{Remaining, Searcher};
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{self, AtomicBool};
use std::thread;
use transposition_table::TranspositionTable;

/// The maximum depth, for searches that a budget limits.
pub(super) const MAX_DEPTH: u32 = 64;

/// After this share of the time no new iteration begins: it would hardly end.
const LAST_START: f64 = 0.6;

pub(super) struct AlphaBeta {
    searcher: Searcher,
    /// What the other threads use. They search the same position and share the table, so each thread finds
    /// results of the others.
    helpers: Vec<Searcher>,
    settings: AlphaBetaSettings,
    /// In hundredths of a man.
    margin: i32,
    /// The legal steps with their values, best first. Empty if the last choice needed no search.
    root_moves: Vec<(i32, u32)>,
    /// The seat of the last choice.
    root_seat: Seat,
    /// The number of iterations that the last search has finished, which is its depth.
    num_iterations: u32,
    /// The number of visited positions before the last search.
    visited_before: u64,
}

impl AlphaBeta {
    pub fn new(game: &dyn DynGame, settings: &AlphaBetaSettings) -> AlphaBeta {
        let mut pool = game.pool();
        pool.reserve(2);
        let harmful = Techniques::harmful_in(game.search_profile()).except(settings.with);
        let without = settings.without.union(harmful);
        let table = TranspositionTable::new(settings.table);
        let correction = settings.evaluation.correction_for(game);
        let searcher = |pool| Searcher::new(pool, table.clone(), without, correction.clone());
        let helpers = (1..settings.threads).map(|_| {
            let mut pool = game.pool();
            pool.reserve(1);
            searcher(pool)
        });
        AlphaBeta {
            helpers: helpers.collect(),
            searcher: searcher(pool),
            settings: settings.clone(),
            margin: (100.0 * settings.margin).round() as i32,
            root_moves: Vec::new(),
            root_seat: Seat::ZERO,
            num_iterations: 0,
            visited_before: 0,
        }
    }

    /// Returns the value that the last search found for its seat, in hundredths of a man.
    pub fn value(&self) -> i32 {
        self.root_moves.first().map_or(0, |&(value, _)| value)
    }

    /// Returns the value of a position for the seat to act, in hundredths of a man.
    pub fn evaluate(&mut self, view: &PlayerView<'_>, rng: &mut Rng) -> i32 {
        self.search(view, rng, &mut || true);
        self.root_moves[0].0
    }

    /// Sorts the legal steps by their values, best first. The values of inferior steps are upper bounds.
    fn search(&mut self, view: &PlayerView<'_>, rng: &mut Rng, go_on: &mut dyn FnMut() -> bool) {
        (self.root_seat, self.visited_before) = (view.seat, self.effort());
        let AlphaBeta { searcher, helpers, settings, root_moves, margin, .. } = self;
        let (seat, max_depth, margin) = (view.seat, settings.depth.unwrap_or(MAX_DEPTH), *margin);
        let stopwatch = settings.budget.shared_by(settings.threads).start();
        view.resample(rng, &mut searcher.pool, 0);
        searcher.table.start_search();
        searcher.ordering.start_search();
        root_moves.clear();
        root_moves.extend(view.legal.iter().map(|&action| (0, action)));
        shuffle(root_moves, rng);
        for helper in helpers.iter_mut() {
            helper.pool.copy_of(&searcher.pool, 0);
            helper.table = searcher.table.clone();
            helper.ordering.start_search();
        }
        if helpers.is_empty() {
            self.num_iterations =
                Search::new(searcher, seat, stopwatch, go_on).deepen(root_moves, 0..max_depth, margin);
            return;
        }
        let is_over = AtomicBool::new(false);
        self.num_iterations = thread::scope(|scope| {
            let mut threads = Vec::new();
            for (number, helper) in helpers.iter_mut().enumerate() {
                let (mut root_moves, is_over) = (root_moves.clone(), &is_over);
                // Every other thread is one turn ahead, so that threads do not all do the same.
                let depths = (number as u32 + 1) % 2..MAX_DEPTH;
                let thread = thread::Builder::new().spawn_scoped(scope, move || {
                    let mut go_on = || !is_over.load(atomic::Ordering::Relaxed);
                    Search::new(helper, seat, stopwatch, &mut go_on).deepen(&mut root_moves, depths, margin);
                });
                // The system has no more threads. The search works with fewer.
                let Ok(thread) = thread else { break };
                threads.push(thread);
            }
            let end_of_search = SetOnDrop(&is_over);
            let num_iterations =
                Search::new(searcher, seat, stopwatch, go_on).deepen(root_moves, 0..max_depth, margin);
            drop(end_of_search);
            // The exception of a game in Python unwinds through the thread that called the game.
            threads
                .into_iter()
                .for_each(|thread| thread.join().unwrap_or_else(|raised| resume_unwind(raised)));
            num_iterations
        });
    }
}

/// Ends the search of the other threads, also when the thread unwinds.
struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, atomic::Ordering::Relaxed);
    }
}

impl Search<'_> {
    /// Searches the steps at the root to one depth after the other, and sorts them. Returns the number of
    /// depths.
    fn deepen(&mut self, root_moves: &mut [(i32, u32)], depths: Range<u32>, margin: i32) -> u32 {
        let mut num_iterations = 0;
        for depth in depths {
            let done = self.search_root(root_moves, depth as i32, margin);
            keep_searched(root_moves, done, margin);
            num_iterations += u32::from(!self.stopped);
            let is_decided = root_moves[0].0.abs() > DECIDED && depth > 0;
            if self.stopped || is_decided || self.stopwatch.is_late(LAST_START) {
                break;
            }
        }
        num_iterations
    }

    /// Searches the steps at the root to a depth after each step. Returns the number of steps that have been
    /// searched.
    fn search_root(&mut self, root_moves: &mut [(i32, u32)], depth: i32, margin: i32) -> usize {
        let mut best = -INFINITY;
        for (at, (found, action)) in root_moves.iter_mut().enumerate() {
            let left = Remaining::after(depth, *action);
            // Steps within the margin get exact values, the others only upper bounds.
            let floor = (margin_floor(best, margin) - 1).max(-INFINITY);
            let mut value = floor + 1;
            if at > 0 {
                value = self.step(0, *action, left, floor, floor + 1);
            }
            if value > floor {
                value = self.step(0, *action, left, floor, INFINITY);
            }
            if self.stopped {
                return at;
            }
            *found = value;
            best = best.max(value);
        }
        root_moves.len()
    }
}

impl Agent for AlphaBeta {
    fn reset(&mut self) {
        self.searcher.table.clear();
        for searcher in std::iter::once(&mut self.searcher).chain(&mut self.helpers) {
            searcher.ordering.clear();
        }
    }

    fn choose(
        &mut self,
        view: &PlayerView<'_>,
        rng: &mut Rng,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<u32> {
        if let [only] = *view.legal {
            self.root_moves.clear();
            return Some(only);
        }
        self.search(view, rng, go_on);
        let best = margin_floor(self.root_moves[0].0, self.margin);
        let num_best = self.root_moves.partition_point(|&(value, _)| value >= best);
        Some(self.root_moves[below(rng, num_best)].1)
    }

    fn effort(&self) -> u64 {
        self.searcher.num_visited + self.helpers.iter().map(|helper| helper.num_visited).sum::<u64>()
    }

    fn expected_returns(&self) -> Option<Returns> {
        let (sides, &(best, _)) = (&self.searcher.sides, self.root_moves.first()?);
        Some(sides.seat_returns(self.root_seat, sides.searched_return(best)))
    }

    fn analysis(&mut self, view: &PlayerView<'_>, chosen: u32, _rng: &mut Rng) -> Analysis {
        let Some(&(best, _)) = self.root_moves.first() else { return Analysis::default() };
        let (sides, lowest) = (&self.searcher.sides, margin_floor(best, self.margin));
        let actions = self.root_moves.iter().map(|&(found, action)| ActionAnalysis {
            is_upper_bound: found < lowest,
            ..ActionAnalysis::of_value(action, sides.unscaled(sides.searched_return(found)))
        });
        Analysis {
            actions: actions.collect(),
            values: self.expected_returns(),
            variation: self.searcher.variation(view.seat, self.num_iterations.max(1) as i32 - 1, chosen),
            depth: Some(self.num_iterations),
            simulations: None,
            nodes: Some(self.effort() - self.visited_before),
        }
    }
}

/// Sorts the steps after an iteration that searched the first `done` of them. They began with the best step
/// of the last iteration, so they count although others have not been searched to this depth.
fn keep_searched(root_moves: &mut [(i32, u32)], done: usize, margin: i32) {
    let (searched, others) = root_moves.split_at_mut(done);
    searched.sort_by_key(|&(value, _)| -value);
    if let Some(&(best, _)) = searched.first() {
        let inferior = margin_floor(best, margin) - 1;
        others.iter_mut().for_each(|(value, _)| *value = inferior.min(*value));
        root_moves.sort_by_key(|&(value, _)| -value);
    }
}

/// Returns the lowest value that counts as a tie with the best. Values of decided games differ by plies, and
/// the margin does not apply to them.
fn margin_floor(best: i32, margin: i32) -> i32 {
    if best.abs() > DECIDED { best } else { best - margin }
}

#[cfg(test)]
mod tests {
    use super::super::budget::Budget;
    use super::*;
    use crate::catalog;
    use crate::game::{Actor, Frame, rng_for};
    use crate::sim::Pool;

    /// A game, and a pool with one of its positions.
    fn position(id: &str, fen: &str) -> (std::sync::Arc<dyn DynGame>, Pool) {
        let game = catalog::open(id, &[], Frame::Seat).unwrap_or_else(|error| panic!("{error}"));
        let mut pool = game.pool();
        pool.reserve(1);
        pool[0].read_fen(fen).unwrap_or_else(|error| panic!("{error}"));
        (game, pool)
    }

    /// The choice of an agent, as text.
    fn choice(agent: &mut AlphaBeta, pool: &Pool) -> String {
        let Actor::Seat(seat) = pool[0].actor() else { panic!("over") };
        let mut legal = Vec::new();
        pool[0].actions(&mut legal);
        legal.sort_unstable();
        let view = PlayerView::new(pool, 0, seat, &legal);
        let action = agent.choose(&view, &mut rng_for(0, 0, 0), &mut || true).expect("a choice");
        pool[0].text(action.into()).expect("legal")
    }

    fn budget(nodes: Option<u64>, ms: Option<u32>) -> AlphaBetaSettings {
        AlphaBetaSettings { depth: None, budget: Budget { nodes, ms }, ..AlphaBetaSettings::of_depth(1) }
    }

    #[test]
    fn mates_are_found() {
        for (fen, depth, best) in [
            ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3, "a1a6"),
            ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, "d1d8"),
        ] {
            let (game, pool) = position("chess", fen);
            let mut agent = AlphaBeta::new(&*game, &AlphaBetaSettings::of_depth(depth));
            assert_eq!(choice(&mut agent, &pool), best, "{fen}");
            assert!(agent.root_moves[0].0 > DECIDED, "{fen}");
        }
    }

    #[test]
    fn recaptures_beyond_the_depth_are_searched() {
        // The queen can capture a pawn that another pawn defends.
        let (game, pool) = position("chess", "4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1");
        let mut agent = AlphaBeta::new(&*game, &AlphaBetaSettings::of_depth(1));
        assert_ne!(choice(&mut agent, &pool), "d2d6");
        let without = Techniques::NONE.with(Technique::Quiescence);
        let mut agent =
            AlphaBeta::new(&*game, &AlphaBetaSettings { without, ..AlphaBetaSettings::of_depth(1) });
        assert_eq!(choice(&mut agent, &pool), "d2d6");
    }

    #[test]
    fn budgets_are_hard_limits() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -";
        let (game, pool) = position("chess", start);
        for nodes in [1, 100, 5000] {
            let mut agent = AlphaBeta::new(&*game, &budget(Some(nodes), None));
            let chosen = choice(&mut agent, &pool);
            assert!(agent.effort() <= nodes + 1, "{} of {nodes}", agent.effort());
            let mut again = AlphaBeta::new(&*game, &budget(Some(nodes), None));
            assert_eq!(choice(&mut again, &pool), chosen, "the same nodes give the same choice");
        }
        let mut agent = AlphaBeta::new(&*game, &budget(None, Some(1)));
        choice(&mut agent, &pool);
        assert!(agent.effort() > 0);
    }

    #[test]
    fn earlier_games_do_not_matter() {
        let settings = AlphaBetaSettings { table: 1, ..budget(Some(30_000), None) };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -";
        let (game, pool) = position("chess", start);
        let (_, other) = position("chess", "r3k2r/pppq1ppp/2n5/3p4/3P4/2N5/PPPQ1PPP/R3K2R w KQkq - 0 1 -");
        let mut experienced = AlphaBeta::new(&*game, &settings);
        for _ in 0..3 {
            choice(&mut experienced, &other);
        }
        experienced.reset();
        let mut fresh = AlphaBeta::new(&*game, &settings);
        for pool in [&pool, &other] {
            assert_eq!(choice(&mut experienced, pool), choice(&mut fresh, pool));
            assert_eq!(experienced.root_moves, fresh.root_moves);
        }
    }

    #[test]
    fn threads_search_together_and_share_nodes() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -";
        let (game, pool) = position("chess", start);
        let settings = AlphaBetaSettings { threads: 3, ..budget(Some(3000), None) };
        let mut agent = AlphaBeta::new(&*game, &settings);
        let chosen = choice(&mut agent, &pool);
        assert!(pool[0].clone_box().apply_text(&chosen).is_ok());
        assert!(agent.helpers.iter().all(|helper| (1..=1001).contains(&helper.num_visited)));
        assert!((1000..=3003).contains(&agent.effort()), "{}", agent.effort());
        let (game, pool) = position("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
        let settings = AlphaBetaSettings { threads: 2, ..AlphaBetaSettings::of_depth(3) };
        let mut agent = AlphaBeta::new(&*game, &settings);
        for _ in 0..3 {
            assert_eq!(choice(&mut agent, &pool), "a1a6");
            agent.reset();
        }
    }

    #[test]
    fn techniques_can_be_forced_where_they_lose() {
        let (game, _) = position(
            "zombie-chess",
            &catalog::open("zombie-chess", &[], Frame::Seat).expect("a game").start(0).fen(),
        );
        let with = Techniques::NONE.with(Technique::Quiescence);
        let agent =
            |with| AlphaBeta::new(&*game, &AlphaBetaSettings { with, ..AlphaBetaSettings::of_depth(1) });
        assert!(!agent(Techniques::NONE).searcher.uses(Technique::Quiescence));
        assert!(agent(with).searcher.uses(Technique::Quiescence));
    }

    #[test]
    fn steps_that_were_not_searched_to_the_depth_are_no_ties() {
        let mut moves = [(-30, 1), (5, 2), (4, 3), (3, 4)];
        keep_searched(&mut moves, 1, 0);
        assert_eq!(moves, [(-30, 1), (-31, 2), (-31, 3), (-31, 4)]);
        let mut moves = [(-30, 1), (2, 2), (4, 3), (-40, 4)];
        keep_searched(&mut moves, 2, 0);
        assert_eq!(moves, [(2, 2), (1, 3), (-30, 1), (-40, 4)]);
        let mut moves = [(7, 1), (5, 2)];
        keep_searched(&mut moves, 0, 0);
        assert_eq!(moves, [(7, 1), (5, 2)], "nothing new is known");
    }
}
