//! A test for any game. It plays random games and checks what the roles of a game promise: that position
//! strings can be read again, that masks, lists and counts agree, that hidden information does not leak, and
//! so on.
//!
//! ```
//! use plyground::game::{Frame, harness};
//! use plyground::games::chess::orthodox::Chess;
//!
//! harness::check(&Chess::chess(true, Frame::Seat), 1, 0);
//! ```

use super::{Actor, Area, Frame, Game, MAX_SEATS, Mask, Outcome, Piece, Rng, Scoring, Seat, below, rng_for};
use foldhash::quality::FixedState;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};
use std::panic::{self, AssertUnwindSafe};
use symmetries::grid_permutations;

/// Plays `games` random games under `seed` and checks them.
///
/// # Panics
///
/// Panics at the first violation. The message states the position.
pub fn check<G: Game>(game: &G, games: u64, seed: u64) {
    if let Err(violation) = find_violation(game, games, seed) {
        panic!("{violation}");
    }
}

/// Plays `games` random games under `seed` and checks them.
///
/// # Errors
///
/// The first violation, with the position. Panics of the game itself are not caught.
pub fn find_violation<G: Game>(game: &G, games: u64, seed: u64) -> Result<(), String> {
    let check = || {
        let (rows, columns) = game.board().grid();
        let mut cells = vec![false; rows * columns];
        game.board().cells().for_each(|cell| cells[game.board().index(cell)] = true);
        Check { game, observed: HashMap::new(), moved: grid_permutations(game), cells }.run(games, seed);
    };
    panic::catch_unwind(AssertUnwindSafe(check)).map_err(|payload| match payload.downcast::<Violation>() {
        Ok(violation) => violation.0,
        Err(other) => panic::resume_unwind(other),
    })
}

/// The payload of an unwinding check.
struct Violation(String);

/// Ends the check. Unwinding keeps the checks readable; the panic hook is not called.
fn violated(message: String) -> ! {
    panic::resume_unwind(Box::new(Violation(message)))
}

/// Ends the check if a condition does not hold.
macro_rules! ensure {
    ($condition:expr $(,)?) => { ensure!($condition, "expected {}", stringify!($condition)) };
    ($condition:expr, $($message:tt)+) => {
        match $condition {
            true => {}
            false => $crate::game::harness::violated(format!($($message)+)),
        }
    };
}

/// Ends the check if two values differ.
macro_rules! ensure_eq {
    ($left:expr, $right:expr $(,)?) => {
        ensure_eq!($left, $right, "{} differs from {}", stringify!($left), stringify!($right))
    };
    ($left:expr, $right:expr, $($message:tt)+) => {
        match (&$left, &$right) {
            (left, right) => ensure!(left == right, "{}: {left:?}, {right:?}", format!($($message)+)),
        }
    };
}

mod symmetries;

struct Check<'a, G: Game> {
    game: &'a G,
    /// The legal actions for each observation of the seat to act, by the hash of the observation.
    observed: HashMap<u64, Vec<usize>>,
    /// The permutation of the grid's places for each symmetry, derived from the places of actions.
    moved: Vec<Vec<(usize, usize)>>,
    /// Whether each place of the grid is a cell.
    cells: Vec<bool>,
}

impl<G: Game> Check<'_, G> {
    fn run(&mut self, games: u64, seed: u64) {
        self.check_spec();
        for index in 0..games {
            let mut rng = rng_for(seed, 0, index);
            let mut state = self.game.start(&mut rng);
            let same = self.game.start(&mut rng_for(seed, 0, index));
            ensure!(state == same, "the start depends on more than the generator");
            let mut steps = 0;
            loop {
                self.check_state(&state, &mut rng, steps);
                if steps.is_multiple_of(7) {
                    self.check_mutated_fens(&state, &mut rng);
                    self.check_planes_follow_symmetries(&state);
                }
                let Some(step) = self.game.random_step(&state, &mut rng) else { break };
                self.game.apply(&mut state, step);
                steps += 1;
                ensure!(
                    steps <= self.game.spec().max_steps,
                    "{}: the game does not end",
                    self.location(&state)
                );
            }
            ensure_eq!(
                self.game.actor(&state),
                Actor::Over,
                "{}: no legal step, but the game is not over",
                self.location(&state)
            );
        }
    }

    fn location(&self, state: &G::State) -> String {
        format!("{} at '{}'", self.game.spec().id, self.game.fen(state))
    }

    fn check_spec(&self) {
        let spec = self.game.spec();
        let seats = spec.seats as usize;
        ensure!(!spec.id.is_empty() && (1..=MAX_SEATS).contains(&seats));
        ensure_eq!(spec.teams.len(), seats, "one team for each seat");
        ensure_eq!(spec.colors.len(), seats, "one color for each seat");
        let (scores, one_team) = (&spec.scores, spec.teams.iter().all(|team| *team == spec.teams[0]));
        ensure!(
            scores.min_return < scores.max_return
                && scores.min_return.is_finite()
                && scores.max_return.is_finite()
        );
        match scores.kind {
            Scoring::Win => ensure!(!one_team, "a game for a win needs two teams"),
            Scoring::Shared => ensure!(one_team, "seats that share a score must be one team"),
            Scoring::Strokes => ensure!(scores.max_return <= 0.0, "returns are minus the strokes"),
        }
        ensure!(spec.turn_order.iter().all(|&s| s < spec.seats) && !spec.turn_order.is_empty());
        ensure!(spec.num_actions > 0 && !spec.planes.is_empty() && spec.max_steps > 0);
        ensure!(!spec.has_chance || G::CHANCE, "the spec has chance, but the type has not");
        let mut names: Vec<&str> = spec.planes.iter().map(|plane| &*plane.name).collect();
        names.sort_unstable();
        names.dedup();
        ensure_eq!(names.len(), spec.planes.len(), "plane names must be distinct");
        for plane in &spec.planes {
            ensure!(
                plane.description.len() > 10 && plane.divisor != Some(0),
                "{plane:?} needs a description and a divisor other than 0"
            );
        }
        for symmetry in self.game.symmetries() {
            ensure_eq!(symmetry.cells.len(), self.game.board().len());
            ensure_eq!(symmetry.actions.len(), spec.num_actions);
        }
    }

    /// Checks a single state.
    fn check_state(&mut self, state: &G::State, rng: &mut Rng, steps: u32) {
        let game = self.game;
        let outcome = game.outcome(state);
        let actor = game.actor(state);
        ensure_eq!(
            outcome.is_some(),
            actor == Actor::Over,
            "{}: outcome and actor differ",
            self.location(state)
        );
        ensure!(
            outcome.is_some() || game.mover(state) == actor,
            "{}: mover and actor differ",
            self.location(state)
        );
        ensure!(
            outcome.is_none() || !game.is_simultaneous(state),
            "{}: the game is over, but commits is true",
            self.location(state)
        );
        ensure!(game.material(state, 0).is_finite());
        let fen = self.check_fen(state);
        let observation_hash = self.check_views(state, &fen, actor, rng);
        let legal = self.legal(state);
        match actor {
            Actor::Over => {
                ensure!(legal.is_empty(), "{}: over, but there are steps", self.location(state));
                self.check_returns(state, outcome.expect("the game is over"));
            }
            Actor::Chance => self.check_chance(state, &legal),
            Actor::Seat(_) => {
                ensure!(!legal.is_empty(), "{}: not over, but no steps", self.location(state));
                self.check_actions(state, &legal, rng);
                if steps.is_multiple_of(3) {
                    self.check_picks(state, &legal);
                }
                if steps.is_multiple_of(2) {
                    self.check_texts(state, &legal);
                }
                self.check_symmetries(state, &legal);
                self.check_observation_determines_steps(state, observation_hash);
                if steps.is_multiple_of(5) {
                    self.check_turns(state);
                }
            }
        }
        for &step in legal.iter().take(3) {
            let (mut once, mut twice) = (state.clone(), state.clone());
            game.apply(&mut once, step);
            game.apply(&mut twice, step);
            ensure!(once == twice, "{}: a step has two results", self.location(state));
        }
        ensure_eq!(game.fen(state), fen, "a copy shares state");
    }

    fn legal(&self, state: &G::State) -> Vec<G::Step> {
        let mut legal = Vec::new();
        self.game.each_step(state, |step| legal.push(step));
        legal
    }

    /// Returns the position string, and checks that it can be read again.
    fn check_fen(&self, state: &G::State) -> String {
        let game = self.game;
        let fen = game.fen(state);
        let read = match game.read_fen(&fen) {
            Ok(read) => read,
            Err(error) => {
                violated(format!("{}: its position string is rejected: {error}", self.location(state)))
            }
        };
        ensure_eq!(game.fen(&read), fen, "a position string does not round-trip");
        ensure!(read == *state, "{}: reading gives another state", self.location(state));
        ensure_eq!(hash(&read), hash(state), "{}: equal states hash differently", self.location(state));
        ensure_eq!(
            game.actor(&read),
            game.actor(state),
            "{}: who acts differs after reading",
            self.location(state)
        );
        ensure_eq!(game.outcome(&read), game.outcome(state), "{}: another outcome", self.location(state));
        ensure_eq!(
            self.legal_actions(&read),
            self.legal_actions(state),
            "{}: other steps after reading",
            self.location(state)
        );
        fen
    }

    /// Returns the actions of the legal steps in ascending order.
    fn legal_actions(&self, state: &G::State) -> Vec<usize> {
        let mut numbers = Vec::new();
        self.game.each_step(state, |step| numbers.push(self.game.action(state, step)));
        numbers.sort_unstable();
        numbers
    }

    /// Checks that the list of legal steps, the mask and the action numbers agree, and that illegal actions
    /// are recognized.
    fn check_actions(&self, state: &G::State, legal: &[G::Step], rng: &mut Rng) {
        let game = self.game;
        let total = game.spec().num_actions;
        let count = game.count(state);
        ensure_eq!(count, legal.len(), "{}: count and list differ", self.location(state));
        let mut expected = vec![false; total];
        for &step in legal {
            ensure!(
                game.is_legal(state, step),
                "{}: {} is listed, but is_legal is false",
                self.location(state),
                game.step_text(state, step)
            );
            let action = game.action(state, step);
            ensure!(action < total, "{}: action {action} of {total}", self.location(state));
            self.check_place(state, action);
            ensure!(!expected[action], "{}: two steps are action {action}", self.location(state));
            expected[action] = true;
            ensure_eq!(game.step(state, action), Some(step), "{}: action {action}", self.location(state));
        }
        if let Some(&step) = legal.get(legal.len() / 2) {
            let seat = if let Actor::Seat(seat) = game.actor(state) { Some(seat) } else { None };
            for seat in [seat, None] {
                let words = game.action_text(game.action(state, step), seat);
                ensure!(!words.starts_with("nobody"), "{}: {words}", self.location(state));
            }
        }
        let mut mask = vec![true; total];
        game.write_mask(state, &mut mask);
        ensure!(mask == expected, "{}: the mask differs from the list", self.location(state));
        let mut both = Mask::new(total);
        let picked = game.pick_and_mask(state, Some(&mut both), |count| count - 1);
        let agree = (0..total).all(|action| both.has(action) == mask[action])
            && picked == game.pick(state, |count| count - 1);
        ensure!(agree, "{}: pick_and_mask differs from pick or mask", self.location(state));
        for _ in 0..total.min(60) {
            let action = below(rng, total);
            let legal = game.step(state, action).is_some_and(|step| game.is_legal(state, step));
            ensure_eq!(
                legal,
                expected[action],
                "{}: wrong legality of action {action}",
                self.location(state)
            );
        }
        ensure_eq!(game.step(state, total), None, "an action that is out of range");
    }

    /// Checks that `pick` selects each legal step once.
    fn check_picks(&self, state: &G::State, legal: &[G::Step]) {
        let (game, count) = (self.game, legal.len());
        let mut picked: Vec<usize> = (0..count)
            .map(|index| {
                let step = game.pick(state, |n| {
                    ensure_eq!(
                        n,
                        count,
                        "{}: pick and the list have different lengths",
                        self.location(state)
                    );
                    index
                });
                ensure!(
                    game.pick_cold(state, |_| index) == step,
                    "{}: pick_cold differs",
                    self.location(state)
                );
                game.action(state, step.expect("there are steps"))
            })
            .collect();
        picked.sort_unstable();
        ensure_eq!(
            picked,
            self.legal_actions(state),
            "{}: pick does not select each step once",
            self.location(state)
        );
    }

    /// Checks that a legal action is at a cell, or has no place. (This is not checked for other seats,
    /// because the board does not know how they see it.)
    fn check_place(&self, state: &G::State, action: usize) {
        let game = self.game;
        let seat = match game.mover(state) {
            Actor::Seat(seat) if seat == 0 || game.spec().frame == Frame::Board => seat,
            _ => return,
        };
        let Some(place) = game.action_place(action, seat) else { return };
        ensure!(
            self.cells[place % self.cells.len()],
            "{}: action {action} is off the board",
            self.location(state)
        );
    }

    fn check_texts(&self, state: &G::State, legal: &[G::Step]) {
        let game = self.game;
        let mut texts: Vec<(u128, String)> =
            legal.iter().map(|&step| (game.sort_key(state, step), game.step_text(state, step))).collect();
        for (&step, (_, text)) in legal.iter().zip(&texts) {
            ensure_eq!(game.read_step(state, text), Some(step), "{}: reading {text}", self.location(state));
        }
        texts.sort();
        ensure!(
            texts.windows(2).all(|w| w[0].1 < w[1].1),
            "{}: step strings are equal, or not in the order of sort_key",
            self.location(state)
        );
        for nonsense in ["", "-", "a1", "zz-zz", "e2e4e6", "pass me", "\u{e9}", &"a".repeat(5000)] {
            if texts.iter().any(|(_, text)| text == nonsense) {
                continue;
            }
            ensure_eq!(game.read_step(state, nonsense), None, "{}: reads '{nonsense}'", self.location(state));
            ensure!(!game.explain_text(state, nonsense).is_empty());
        }
    }

    fn check_chance(&self, state: &G::State, legal: &[G::Step]) {
        let (mut total, mut outcomes) = (0.0, Vec::new());
        self.game.chance(state, |step, probability| {
            ensure!(probability > 0.0);
            total += probability;
            outcomes.push(step);
        });
        ensure!((total - 1.0).abs() < 1e-9, "{}: probabilities sum to {total}", self.location(state));
        ensure_eq!(outcomes.len(), legal.len());
        ensure!(
            outcomes.iter().all(|outcome| legal.contains(outcome)),
            "{}: outcomes differ",
            self.location(state)
        );
    }

    fn check_returns(&self, state: &G::State, outcome: Outcome) {
        let spec = self.game.spec();
        let returns = outcome.returns.seats(spec.seats);
        for (a, b) in (0..returns.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
            ensure!(
                spec.teams[a] != spec.teams[b] || returns[a] == returns[b],
                "{}: partners get different returns",
                self.location(state)
            );
        }
        if let Some(fault) = spec.scores.explain_invalid(returns) {
            violated(format!("{}: invalid returns {returns:?}: {fault}", self.location(state)));
        }
    }

    fn checked_planes(&self, state: &G::State, seat: Seat) -> Vec<f32> {
        let (rows, columns) = self.game.board().grid();
        let mut planes = vec![f32::NAN; self.game.spec().planes.len() * rows * columns];
        self.game.write_observation(state, seat, &mut planes);
        for (plane, values) in self.game.spec().planes.iter().zip(planes.chunks_exact(rows * columns)) {
            let fits = |&value: &f32| {
                let counted = value * f32::from(plane.divisor.unwrap_or(1));
                let whole = plane.divisor.is_none() || (counted - counted.round()).abs() < 1e-3;
                (0.0..=1.0).contains(&value) && whole
            };
            // Nearly all planes have only 0 and 1. One check of all numbers is faster than a search.
            let plain = values.iter().fold(true, |plain, &value| plain & (value == 0.0 || value == 1.0));
            let misfit = if plain { None } else { values.iter().find(|value| !fits(value)) };
            ensure_eq!(misfit, None, "{}: {plane:?} is {}", self.location(state), plane.encoding());
            let same = plane.area != Area::Whole || values.iter().all(|value| *value == values[0]);
            ensure!(same, "{}: {plane:?} has more than one number", self.location(state));
        }
        planes
    }

    /// Checks what each seat sees, and that hidden information does not leak. Returns a hash of the
    /// observation of the seat to act.
    fn check_views(&self, state: &G::State, fen: &str, actor: Actor, rng: &mut Rng) -> u64 {
        let (game, mut observation_hash) = (self.game, 0);
        for seat in 0..game.spec().seats {
            let (planes, view) = (self.checked_planes(state, seat), game.observation_string(state, seat));
            if actor == Actor::Seat(seat) {
                observation_hash = hash(&bytemuck::cast_slice::<f32, u32>(&planes));
            }
            let other = game.resample(state, seat, rng);
            if !game.spec().has_hidden_information {
                ensure!(
                    other == *state && view == fen,
                    "{}: information is hidden in a game without hidden information",
                    self.location(state)
                );
                continue;
            }
            ensure_eq!(
                game.observation_string(&other, seat),
                view,
                "a resampled state looks different to seat {seat}"
            );
            ensure!(
                picture_data(game, state, seat) == picture_data(game, &other, seat),
                "{}: a picture for seat {seat} leaks",
                self.location(state)
            );
            ensure!(
                planes == self.checked_planes(&other, seat),
                "{}: seat {seat}'s observation leaks",
                self.location(state)
            );
            if game.outcome(state).is_none() {
                ensure_eq!(
                    game.actor(&other),
                    actor,
                    "{}: resampling changes who acts",
                    self.location(state)
                );
            }
            if actor == Actor::Seat(seat) {
                let texts = |s: &G::State| {
                    let mut all: Vec<String> =
                        self.legal(s).iter().map(|&step| game.step_text(s, step)).collect();
                    all.sort();
                    all
                };
                ensure_eq!(texts(&other), texts(state), "{}: seat {seat}'s steps leak", self.location(state));
            }
            self.check_fen(&other);
        }
        observation_hash
    }

    /// Checks that equal observations of the seat to act have equal legal steps.
    fn check_observation_determines_steps(&mut self, state: &G::State, observation_hash: u64) {
        let actions = self.legal_actions(state);
        if let Some(before) = self.observed.get(&observation_hash) {
            ensure_eq!(
                *before,
                actions,
                "{}: equal observations have different legal steps",
                self.location(state)
            );
        } else if self.observed.len() < 20_000 {
            self.observed.insert(observation_hash, actions);
        }
    }

    fn check_turns(&self, state: &G::State) {
        let game = self.game;
        if game.mid_turn(state) || game.count(state) > 60 {
            return;
        }
        let Ok(turns) = game.turns(state) else { return };
        ensure!(!turns.is_empty(), "{}: steps but no turns", self.location(state));
        ensure!(
            turns.windows(2).all(|w| w[0].text < w[1].text),
            "{}: turns unsorted or equal",
            self.location(state)
        );
        for turn in &turns {
            let mut next = state.clone();
            for (at, &step) in turn.steps.iter().enumerate() {
                ensure!(
                    at == 0 || game.mid_turn(&next),
                    "{}: turn {} is too long",
                    self.location(state),
                    turn.text
                );
                ensure!(game.is_legal(&next, step), "{}: turn {}", self.location(state), turn.text);
                game.apply(&mut next, step);
            }
            ensure!(
                !game.mid_turn(&next) || !matches!(game.actor(&next), Actor::Seat(_)),
                "{}: turn {} is too short",
                self.location(state),
                turn.text
            );
        }
        ensure_eq!(game.perft_turns(state, 1, &mut || true), Some(turns.len() as u64));
    }

    /// Checks that damaged position strings are either rejected or can be played on.
    fn check_mutated_fens(&self, state: &G::State, rng: &mut Rng) {
        let game = self.game;
        let whole = game.fen(state).into_bytes();
        for _ in 0..6 {
            let mut bytes = whole.clone();
            for _ in 0..1 + below(rng, 3) {
                let at = below(rng, bytes.len().max(1));
                match below(rng, 4) {
                    0 if !bytes.is_empty() => drop(bytes.remove(at)),
                    1 if !bytes.is_empty() => bytes[at] = whole[below(rng, whole.len())],
                    2 => bytes.insert(at, whole[below(rng, whole.len())]),
                    _ if at + 1 < bytes.len() => bytes.swap(at, at + 1),
                    _ => {}
                }
            }
            let text = String::from_utf8_lossy(&bytes);
            let Ok(mut read) = game.read_fen(&text) else { continue };
            for _ in 0..10 {
                self.check_fen(&read);
                for seat in 0..game.spec().seats {
                    self.checked_planes(&read, seat);
                    game.observation_string(&read, seat);
                }
                let legal = self.legal(&read);
                ensure_eq!(game.count(&read), legal.len(), "{}: count and list differ", self.location(&read));
                let Some(step) = game.random_step(&read, rng) else {
                    ensure!(game.outcome(&read).is_some(), "{}: no step, not over", self.location(&read));
                    break;
                };
                ensure!(legal.contains(&step), "{}: an unlisted step", self.location(&read));
                game.apply(&mut read, step);
            }
        }
    }
}

/// Returns everything that a picture for `seat` shows.
fn picture_data<G: Game>(game: &G, state: &G::State, seat: Seat) -> impl PartialEq + use<G> {
    let viewer = Some(seat);
    let stacks: Vec<Vec<Piece>> = game.board().cells().map(|cell| game.pieces(state, cell, viewer)).collect();
    (stacks, game.cell_marks(state, viewer), game.off_board(state, viewer))
}

fn hash(value: &impl Hash) -> u64 {
    FixedState::with_seed(0).hash_one(value)
}
