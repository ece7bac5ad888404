//! What a game is.

use super::{
    Actor, Canvas, CellMark, FenError, Mask, OffBoardGroup, Outcome, Piece, Rng, Scalar, Seat, Spec,
    Standing, Symmetry, apply_cold, below, collect_legal, illegal_step_message, legal_steps_text, mask_cold,
    sort_turns, truncate, truncate_list, visit_legal,
};
use crate::board::Board;
use rand::Rng as _;
use std::fmt::{self, Debug};
use std::hash::Hash;

/// A whole turn: the run of steps that a seat makes before the turn passes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<Step> {
    /// Its notation (PDN, UCI, …).
    pub text: String,
    /// The steps it is made of; of several ways to make it, one.
    pub steps: Vec<Step>,
}

/// Whole turns are too many to be listed at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyTurns;

impl fmt::Display for TooManyTurns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there are too many legal turns to list: use the legal steps, one at a time")
    }
}

impl std::error::Error for TooManyTurns {}

/// The rules of one variant.
///
/// Implementations must provide who acts, the steps and how they change the state, the numbering of actions,
/// the texts and the observation. Everything else has a default that is right but slow, to be replaced where
/// speed counts: the loop that plays random games calls [`pick`](Game::pick) and [`apply`](Game::apply) and
/// nothing else.
///
/// A `State` holds what the position string says: two states are equal, and hash alike, exactly if their
/// position strings are equal. It is a flat value; to copy it is to `clone` it.
///
/// Methods that take a step expect a legal one (see [`is_legal`](Game::is_legal)); with any other they may
/// give any result, but they neither panic nor break memory safety.
pub trait Game: Send + Sync + Sized + 'static {
    /// A position with everything that the rules remember.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// One choice by one seat, or one outcome of chance.
    type Step: Copy + Eq + Hash + Debug + Send + Sync;

    /// Whether chance steps occur in play.
    const CHANCE: bool = false;

    /// What the game is, in data.
    fn spec(&self) -> &Spec;

    /// The board it is played on.
    fn board(&self) -> &Board;

    /// A new game; `rng` draws what the set-up leaves to chance.
    fn start(&self, rng: &mut Rng) -> Self::State;

    /// Who makes the next step.
    fn actor(&self, state: &Self::State) -> Actor;

    /// Who makes the next step if the game goes on. It need not find out whether it does, as
    /// [`actor`](Game::actor) must: loops that have a step in hand ask this.
    #[inline]
    fn mover(&self, state: &Self::State) -> Actor {
        self.actor(state)
    }

    /// How the game ended, if it is over. (It may cost a generation of steps: mates are found when asked
    /// for.)
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Whether the seat to act goes on with a turn that it has begun.
    fn mid_turn(&self, _state: &Self::State) -> bool {
        false
    }

    /// Whether the choice to be made is a commit that other seats do not see before theirs are in.
    fn commits(&self, _state: &Self::State) -> bool {
        false
    }

    /// Whether `seat` still takes part.
    fn standing(&self, _state: &Self::State, _seat: Seat) -> Standing {
        Standing::In
    }

    /// The worth of what `seat` has on the board, in men or pawns: for simple agents and statistics.
    fn material(&self, state: &Self::State, seat: Seat) -> f32;

    /// Shows each legal step once (each outcome at a chance step), in an order of the game's own; none when
    /// over.
    fn each_step(&self, state: &Self::State, visit: impl FnMut(Self::Step));

    /// How many legal steps there are.
    fn count(&self, state: &Self::State) -> usize {
        let mut count = 0;
        self.each_step(state, |_| count += 1);
        count
    }

    /// The legal step that `choose` picks: it is given their number and answers with an index below it.
    /// Different indices give different steps. None when the game is over.
    #[inline(always)]
    fn pick(&self, state: &Self::State, choose: impl FnOnce(usize) -> usize) -> Option<Self::Step> {
        self.pick_and_mask(state, None, choose)
    }

    /// The same, and [`mask`](Game::mask) if there is one to put the actions into: the legal steps need be
    /// looked for only once, and what looks for them compiled only once for batches with masks and without.
    #[inline]
    fn pick_and_mask(
        &self,
        state: &Self::State,
        mask: Option<&mut Mask>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Self::Step> {
        if let Some(mask) = mask {
            self.mask(state, mask);
        }
        let count = self.count(state);
        if count == 0 {
            return None;
        }
        let (index, mut at, mut picked) = (choose(count), 0, None);
        self.each_step(state, |step| {
            if at == index {
                picked = Some(step);
            }
            at += 1;
        });
        picked
    }

    /// [`pick`](Game::pick) for those who do it seldom: what finds the legal steps need not be compiled once
    /// more for it.
    fn pick_cold(&self, state: &Self::State, choose: impl FnOnce(usize) -> usize) -> Option<Self::Step> {
        self.pick(state, choose)
    }

    /// Whether `step` is legal.
    fn is_legal(&self, state: &Self::State, step: Self::Step) -> bool {
        let mut found = false;
        self.each_step(state, |legal| found |= legal == step);
        found
    }

    /// Makes a legal step.
    fn apply(&self, state: &mut Self::State, step: Self::Step);

    /// At a chance step: each outcome with its probability.
    fn chance(&self, _state: &Self::State, _visit: impl FnMut(Self::Step, f64)) {}

    /// At a chance step: an outcome drawn by its probability.
    fn draw(&self, state: &Self::State, rng: &mut Rng) -> Option<Self::Step> {
        // 53 random bits: a uniform number from 0 up to 1.
        let mut left = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let mut drawn = None;
        self.chance(state, |step, probability| {
            if left >= 0.0 {
                drawn = Some(step);
                left -= probability;
            }
        });
        drawn
    }

    /// The step that uniformly random play makes: drawn at chance steps, picked otherwise. None when over.
    #[inline(always)]
    fn random_step(&self, state: &Self::State, rng: &mut Rng) -> Option<Self::Step> {
        if Self::CHANCE && self.mover(state) == Actor::Chance {
            return self.draw(state, rng);
        }
        self.pick(state, |count| below(rng, count))
    }

    /// The action number of a legal step of the seat to act, in the game's frame. (Chance outcomes have
    /// numbers too.)
    fn action(&self, state: &Self::State, step: Self::Step) -> usize;

    /// The step that an action number stands for in this state; it need not be legal, and there may be none.
    fn step(&self, state: &Self::State, action: usize) -> Option<Self::Step>;

    /// What an action means, in words, whatever the state: as far as the number tells. It is that of the seat
    /// given, or of any seat; where nobody can ever make it, the words say so. `action` is below
    /// `num_actions`.
    fn action_text(&self, action: usize, seat: Option<Seat>) -> String;

    /// Where an action stands, as `seat` sees the board: the number of its way, times the places of the grid,
    /// plus the place of its cell in a plane of that seat's observations. None for what names no cell:
    /// promotions by file, cards, commits, passes. `action` is below `num_actions`.
    ///
    /// What stands somewhere does so for all seats, in the same way. Symmetries move places as observations
    /// are moved, and ways as a whole, so that a policy can be a convolution. An action that nobody can ever
    /// make may stand at a place that is no cell, so that each way is a whole plane.
    fn action_place(&self, action: usize, seat: Seat) -> Option<usize>;

    /// Puts the actions of the legal steps into an empty mask.
    #[inline]
    fn mask(&self, state: &Self::State, mask: &mut Mask) {
        self.each_step(state, |step| mask.add(self.action(state, step)));
    }

    /// Writes a flag for each action: whether it is that of a legal step. `out` has `num_actions` elements.
    fn write_mask(&self, state: &Self::State, out: &mut [bool]) {
        let mut mask = Mask::new(out.len());
        mask_cold(self, state, &mut mask);
        mask.drain_to_flags(out);
    }

    /// Writes the step string of a legal step.
    fn write_step(&self, state: &Self::State, step: Self::Step, out: &mut String);

    /// The step string of a legal step.
    fn step_text(&self, state: &Self::State, step: Self::Step) -> String {
        let mut text = String::new();
        self.write_step(state, step, &mut text);
        text
    }

    /// A number that sorts legal steps as their strings sort: the first 16 bytes of the string.
    fn sort_key(&self, state: &Self::State, step: Self::Step) -> u128 {
        first_bytes(&self.step_text(state, step))
    }

    /// The legal step that a step string names.
    fn read_step(&self, state: &Self::State, text: &str) -> Option<Self::Step> {
        let mut written = String::new();
        collect_legal(self, state).into_iter().find(|&step| {
            written.clear();
            self.write_step(state, step, &mut written);
            written == text
        })
    }

    /// Why `text` is no legal step here, and what would be: the message of the exception.
    fn refusal(&self, state: &Self::State, text: &str) -> String {
        illegal_step_message(text, None, &legal_steps_text(self, state))
    }

    /// The position string.
    fn fen(&self, state: &Self::State) -> String;

    /// Reads a position string. Every state that it accepts can be played on.
    fn read_fen(&self, text: &str) -> Result<Self::State, FenError>;

    /// Puts down what `seat` may see as planes over the board's grid, in the game's frame, on an empty
    /// canvas.
    ///
    /// The planes are of the same kinds each time: what once held one number everywhere always does.
    fn observe(&self, state: &Self::State, seat: Seat, canvas: &mut Canvas);

    /// An empty canvas for observations of this game.
    fn canvas(&self) -> Canvas {
        let (rows, columns) = self.board().grid();
        Canvas::new(self.spec().planes.len(), rows * columns)
    }

    /// Writes what `seat` may see as numbers. `out` has planes x rows x columns elements, all of which are
    /// written.
    fn write_observation<T: Scalar>(&self, state: &Self::State, seat: Seat, out: &mut [T]) {
        let mut canvas = self.canvas();
        self.observe(state, seat, &mut canvas);
        canvas.write(out);
    }

    /// The position string as `seat` may see it: question marks for what it may not.
    fn view(&self, state: &Self::State, _seat: Seat) -> String {
        self.fen(state)
    }

    /// A step, about to be made in `state`, as `seat` sees it.
    fn seen(&self, state: &Self::State, step: Self::Step, _seat: Seat) -> String {
        self.step_text(state, step)
    }

    /// A state that has the same [`view`](Game::view) for `seat`, drawn as the rule document says. It follows
    /// the view alone, not what the seat has seen before.
    fn resample(&self, state: &Self::State, _seat: Seat, _rng: &mut Rng) -> Self::State {
        state.clone()
    }

    /// The stack on a cell, top first, for pictures; `eyes` is the seat that looks, or none for a spectator
    /// who sees all.
    fn pieces(&self, state: &Self::State, cell: u8, viewer: Option<Seat>) -> Vec<Piece>;

    /// Whether pieces stand on each other: pictures leave room to show what is in tall stacks.
    fn stacks(&self) -> bool {
        false
    }

    /// What is marked on the board's cells, whatever stands there, as `eyes` may see it.
    fn cell_marks(&self, _state: &Self::State, _eyes: Option<Seat>) -> Vec<(u8, CellMark)> {
        Vec::new()
    }

    /// The cells in shadows, if pieces cast any: marks for pictures that are asked to show them.
    fn shadows(&self, _state: &Self::State) -> Vec<(u8, CellMark)> {
        Vec::new()
    }

    /// What lies beside the board, as `eyes` may see it: the same groups in every state, empty or not, so
    /// that all pictures of a game are of one size.
    fn off_board(&self, _state: &Self::State, _eyes: Option<Seat>) -> Vec<OffBoardGroup> {
        Vec::new()
    }

    /// The whole turns from here, each different one once, sorted by text.
    ///
    /// # Errors
    ///
    /// [`TooManyTurns`] if listing them could take a tenth of a second.
    fn turns(&self, state: &Self::State) -> Result<Vec<Turn<Self::Step>>, TooManyTurns> {
        let mut listing = Listing {
            turns: Vec::new(),
            steps: Vec::new(),
            text: String::new(),
            steps_left: MAX_LISTING_STEPS,
        };
        listing.extend(self, state).ok_or(TooManyTurns)?;
        sort_turns(&mut listing.turns);
        Ok(listing.turns)
    }

    /// The steps of the turn that a text names: the text of one of [`turns`](Game::turns), or another
    /// spelling where a notation has more.
    ///
    /// # Errors
    ///
    /// A message that says what is wrong.
    fn read_turn(&self, state: &Self::State, text: &str) -> Result<Vec<Self::Step>, String> {
        let (mut next, mut steps) = (state.clone(), Vec::new());
        let mut words = text.split(' ');
        loop {
            let Some(word) = words.next() else {
                let legal = legal_steps_text(self, &next);
                return Err(format!(
                    "'{}' is not a complete turn; continue with one of: {legal}",
                    truncate(text)
                ));
            };
            let step = self.read_step(&next, word).ok_or_else(|| self.refusal(&next, word))?;
            apply_cold(self, &mut next, step);
            steps.push(step);
            if !turn_continues(self, &next) {
                break;
            }
        }
        match words.next() {
            None => Ok(steps),
            Some(word) => Err(format!(
                "'{}' is more than one turn: the turn ends before '{}'",
                truncate(text),
                truncate(word)
            )),
        }
    }

    /// The number of sequences of `depth` steps, where it can be had without making each of them in full.
    fn perft_at_once(&self, _state: &Self::State, _depth: u32) -> Option<u64> {
        None
    }

    /// The number of sequences of `depth` steps; sequences that end sooner do not count.
    ///
    /// `go_on` is called at least a few times a second. None once it returns false.
    fn perft(&self, state: &Self::State, depth: u32, go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        step_sequences(self, state, depth, go_on)
    }

    /// The number of sequences of `depth` whole turns; `go_on` as in [`perft`](Game::perft).
    fn perft_turns(&self, state: &Self::State, depth: u32, go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        turn_sequences(self, state, depth, go_on)
    }

    /// The ways to turn or mirror the game.
    fn symmetries(&self) -> &[Symmetry] {
        &[]
    }

    /// The state as `symmetry` turns it; none where something in it (a castling right, say) cannot be turned.
    fn transform(&self, _state: &Self::State, _symmetry: &Symmetry) -> Option<Self::State> {
        None
    }
}

/// The first 16 bytes of a text as a number that sorts as the text does.
pub fn first_bytes(text: &str) -> u128 {
    let (mut bytes, length) = ([0; 16], text.len().min(16));
    bytes[..length].copy_from_slice(&text.as_bytes()[..length]);
    u128::from_be_bytes(bytes)
}

/// Up to this depth, [`Game::perft_at_once`] counts without asking `go_on`: it takes a fraction of a second.
const MAX_BULK_DEPTH: u32 = 3;

/// The number of sequences of `depth` steps, each of which is made but the last.
fn step_sequences<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<u64> {
    if depth <= MAX_BULK_DEPTH
        && let Some(nodes) = game.perft_at_once(state, depth)
    {
        return go_on().then_some(nodes);
    }
    match depth {
        0 => return Some(1),
        1 => return Some(game.count(state) as u64),
        // Sequences of two steps take less time than the call.
        2 => {}
        _ => go_on().then_some(())?,
    }
    let mut nodes = Some(0u64);
    visit_legal(game, state, &mut |step| {
        let Some(before) = nodes else { return };
        let mut next = state.clone();
        apply_cold(game, &mut next, step);
        nodes = step_sequences(game, &next, depth - 1, go_on).map(|after| before.saturating_add(after));
    });
    nodes
}

/// The number of sequences of `depth` turns, where different steps make different turns.
pub fn turn_sequences<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    go_on().then_some(())?;
    let mut nodes = 0u64;
    for step in collect_legal(game, state) {
        let mut next = state.clone();
        apply_cold(game, &mut next, step);
        let left = if turn_continues(game, &next) { depth } else { depth - 1 };
        nodes = nodes.saturating_add(turn_sequences(game, &next, left, go_on)?);
    }
    Some(nodes)
}

/// Says what is wrong with a turn, and which there are.
pub fn illegal_turn_message<Step>(text: &str, what: &str, turns: &[Turn<Step>]) -> String {
    let legal: Vec<&str> = turns.iter().map(|turn| turn.text.as_str()).collect();
    format!("'{}' {what}; legal: {}", truncate(text), truncate_list(&legal, ", "))
}

/// Whether a turn that has led to `state` goes on with a step of the same seat.
fn turn_continues<G: Game>(game: &G, state: &G::State) -> bool {
    game.mid_turn(state) && matches!(game.actor(state), Actor::Seat(_))
}

/// The most steps that are made to list turns: it takes less than a tenth of a second.
const MAX_LISTING_STEPS: usize = 50_000;

/// Turns being listed.
struct Listing<Step> {
    turns: Vec<Turn<Step>>,
    /// The steps of the turn under way, and its text.
    steps: Vec<Step>,
    text: String,
    /// How many steps may still be made.
    steps_left: usize,
}

impl<Step: Copy> Listing<Step> {
    /// Adds the turns that begin with `steps`, which lead to `state`. None if there are too many.
    fn extend<G: Game<Step = Step>>(&mut self, game: &G, state: &G::State) -> Option<()> {
        for step in collect_legal(game, state) {
            self.steps_left = self.steps_left.checked_sub(1)?;
            let (length, mut next) = (self.text.len(), state.clone());
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            game.write_step(state, step, &mut self.text);
            self.steps.push(step);
            apply_cold(game, &mut next, step);
            if turn_continues(game, &next) {
                self.extend(game, &next)?;
            } else {
                self.turns.push(Turn { text: self.text.clone(), steps: self.steps.clone() });
            }
            self.steps.pop();
            self.text.truncate(length);
        }
        Some(())
    }
}
