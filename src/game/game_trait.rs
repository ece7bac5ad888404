//! The `Game` trait: the rules of one variant, with default implementations of everything that can be
//! derived.

use super::{
    Actor, Canvas, CellMark, FenError, Mask, OffBoardGroup, Outcome, Piece, Rng, Scalar, Seat, Spec,
    Standing, Symmetry, apply_cold, below, collect_legal, illegal_step_message, legal_steps_text, mask_cold,
    sort_turns, truncate, truncate_list, visit_legal,
};
use crate::board::Board;
use rand::Rng as _;
use std::fmt::{self, Debug};
use std::hash::Hash;

/// A whole turn: the steps that a seat makes before another seat acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<Step> {
    /// The notation of the turn (PDN, UCI, …).
    pub text: String,
    /// The steps of the turn. If several orders of steps make the same turn, one of them.
    pub steps: Vec<Step>,
}

/// The error of listing turns when there are too many.
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
/// Implementations must provide the seat to act, the steps and how they change the state, the numbering of
/// actions, the texts and the observation. All other methods have correct but slow defaults. Override them
/// where speed counts: the loop of random games only calls [`pick`](Game::pick) and [`apply`](Game::apply).
///
/// A `State` holds what the position string holds: two states are equal, and have equal hashes, exactly if
/// their position strings are equal. It is a flat value; `clone` copies it.
///
/// Methods that take a step expect a legal one (see [`is_legal`](Game::is_legal)). With any other step their
/// result is unspecified, but they neither panic nor break memory safety.
pub trait Game: Send + Sync + Sized + 'static {
    /// A position with everything that the rules remember.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// One choice by one seat, or one outcome of chance.
    type Step: Copy + Eq + Hash + Debug + Send + Sync;

    /// Whether chance steps occur in play.
    const CHANCE: bool = false;

    /// Returns the description of the game.
    fn spec(&self) -> &Spec;

    /// Returns the board.
    fn board(&self) -> &Board;

    /// Returns a new game. `rng` draws what the set-up leaves to chance.
    fn start(&self, rng: &mut Rng) -> Self::State;

    /// Returns who makes the next step.
    fn actor(&self, state: &Self::State) -> Actor;

    /// Returns who makes the next step, provided that the game is not over.
    ///
    /// Unlike [`actor`](Game::actor), this need not determine whether the game is over. Loops that already
    /// have a legal step use it.
    #[inline]
    fn mover(&self, state: &Self::State) -> Actor {
        self.actor(state)
    }

    /// Returns how the game ended, or `None` if it is not over.
    ///
    /// This can cost a generation of steps, because a mate is detected only when this is called.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Whether the seat to act continues a turn that it has begun.
    fn mid_turn(&self, _state: &Self::State) -> bool {
        false
    }

    /// Whether the choice is a commit, which other seats do not see before they have committed.
    fn commits(&self, _state: &Self::State) -> bool {
        false
    }

    /// Returns whether `seat` still takes part.
    fn standing(&self, _state: &Self::State, _seat: Seat) -> Standing {
        Standing::In
    }

    /// Returns the value of the material of `seat`, in men or pawns. Simple agents and statistics use it.
    fn material(&self, state: &Self::State, seat: Seat) -> f32;

    /// Calls `visit` once for each legal step, or for each outcome at a chance step, in an order that the
    /// game chooses. Does not call it when the game is over.
    fn each_step(&self, state: &Self::State, visit: impl FnMut(Self::Step));

    /// Returns the number of legal steps.
    fn count(&self, state: &Self::State) -> usize {
        let mut count = 0;
        self.each_step(state, |_| count += 1);
        count
    }

    /// Returns the legal step that `choose` selects, or `None` when the game is over.
    ///
    /// `choose` gets the number of legal steps and returns an index below it. Different indices select
    /// different steps.
    #[inline(always)]
    fn pick(&self, state: &Self::State, choose: impl FnOnce(usize) -> usize) -> Option<Self::Step> {
        self.pick_and_mask(state, None, choose)
    }

    /// Same as [`pick`](Game::pick). If there is a mask, it also fills it like [`mask`](Game::mask).
    ///
    /// One call generates the legal steps once, and batches with and without masks share one compiled copy of
    /// the move generator.
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

    /// Same as [`pick`](Game::pick), for cold paths. Implementations need not compile another copy of the
    /// move generator for it.
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

    /// Calls `visit` for each outcome of a chance step, with its probability.
    fn chance(&self, _state: &Self::State, _visit: impl FnMut(Self::Step, f64)) {}

    /// Draws an outcome of a chance step by its probability.
    fn draw(&self, state: &Self::State, rng: &mut Rng) -> Option<Self::Step> {
        // 53 random bits make a uniform number in [0, 1).
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

    /// Returns the step of uniformly random play: drawn at chance steps, picked uniformly at others. `None`
    /// when the game is over.
    #[inline(always)]
    fn random_step(&self, state: &Self::State, rng: &mut Rng) -> Option<Self::Step> {
        if Self::CHANCE && self.mover(state) == Actor::Chance {
            return self.draw(state, rng);
        }
        self.pick(state, |count| below(rng, count))
    }

    /// Returns the action number of a legal step of the seat to act, in the game's frame. Outcomes of chance
    /// have numbers, too.
    fn action(&self, state: &Self::State, step: Self::Step) -> usize;

    /// Returns the step of an action number in this state. It need not be legal. `None` if no step has this
    /// number.
    fn step(&self, state: &Self::State, action: usize) -> Option<Self::Step>;

    /// Describes an action in words, independently of the state, as far as the number determines it.
    ///
    /// The action belongs to `seat`, or to any seat if there is none. If no seat can ever make it, the text
    /// says so. `action` is below `num_actions`.
    fn action_text(&self, action: usize, seat: Option<Seat>) -> String;

    /// Returns the place of an action in the action planes, as `seat` sees the board: the index of its plane
    /// times the number of places of the grid, plus the place of its cell in the observation planes of that
    /// seat. `None` for actions without a cell: promotions by file, cards, commits, passes. `action` is below
    /// `num_actions`.
    ///
    /// An action that has a place has one for all seats, in the same plane. A symmetry permutes places as it
    /// permutes observations, and permutes planes as a whole, so that a policy head can be a convolution. The
    /// place of an action that is never legal need not be a cell, so that action planes are complete.
    fn action_place(&self, action: usize, seat: Seat) -> Option<usize>;

    /// Adds the actions of the legal steps to an empty mask.
    #[inline]
    fn mask(&self, state: &Self::State, mask: &mut Mask) {
        self.each_step(state, |step| mask.add(self.action(state, step)));
    }

    /// Writes a flag for each action: true if the action is legal. `out` has `num_actions` elements.
    fn write_mask(&self, state: &Self::State, out: &mut [bool]) {
        let mut mask = Mask::new(out.len());
        mask_cold(self, state, &mut mask);
        mask.drain_to_flags(out);
    }

    /// Writes the step string of a legal step.
    fn write_step(&self, state: &Self::State, step: Self::Step, out: &mut String);

    /// Returns the step string of a legal step.
    fn step_text(&self, state: &Self::State, step: Self::Step) -> String {
        let mut text = String::new();
        self.write_step(state, step, &mut text);
        text
    }

    /// Returns a number that sorts legal steps like their strings: the first 16 bytes of the string.
    fn sort_key(&self, state: &Self::State, step: Self::Step) -> u128 {
        first_bytes(&self.step_text(state, step))
    }

    /// Returns the legal step with this step string.
    fn read_step(&self, state: &Self::State, text: &str) -> Option<Self::Step> {
        let mut written = String::new();
        collect_legal(self, state).into_iter().find(|&step| {
            written.clear();
            self.write_step(state, step, &mut written);
            written == text
        })
    }

    /// Returns the message of the exception for a text that is not a legal step: the reason, and the legal
    /// steps.
    fn refusal(&self, state: &Self::State, text: &str) -> String {
        illegal_step_message(text, None, &legal_steps_text(self, state))
    }

    /// Returns the position string.
    fn fen(&self, state: &Self::State) -> String;

    /// Reads a position string. Play can continue from every state that it accepts.
    ///
    /// # Errors
    ///
    /// [`FenError`] if the text is not a position of the game.
    fn read_fen(&self, text: &str) -> Result<Self::State, FenError>;

    /// Draws what `seat` may see, as planes over the board's grid in the game's frame, on an empty canvas.
    ///
    /// The kinds of the planes are the same in every state: a plane that holds one number everywhere always
    /// does.
    fn observe(&self, state: &Self::State, seat: Seat, canvas: &mut Canvas);

    /// Returns an empty canvas for observations of this game.
    fn canvas(&self) -> Canvas {
        let (rows, columns) = self.board().grid();
        Canvas::new(self.spec().planes.len(), rows * columns)
    }

    /// Writes what `seat` may see as numbers. `out` has planes x rows x columns elements; all of them are
    /// written.
    fn write_observation<T: Scalar>(&self, state: &Self::State, seat: Seat, out: &mut [T]) {
        let mut canvas = self.canvas();
        self.observe(state, seat, &mut canvas);
        canvas.write(out);
    }

    /// Returns the position string as `seat` may see it, with question marks for hidden parts.
    fn view(&self, state: &Self::State, _seat: Seat) -> String {
        self.fen(state)
    }

    /// Returns the text of a step, about to be made in `state`, as `seat` sees it.
    fn seen(&self, state: &Self::State, step: Self::Step, _seat: Seat) -> String {
        self.step_text(state, step)
    }

    /// Returns a random state that has the same [`view`](Game::view) for `seat`, drawn as the rule document
    /// defines.
    ///
    /// It depends only on the view, not on what the seat has seen before.
    fn resample(&self, state: &Self::State, _seat: Seat, _rng: &mut Rng) -> Self::State {
        state.clone()
    }

    /// Returns the stack on a cell, top first, for pictures. `viewer` is the seat that looks at the board, or
    /// `None` for a spectator who sees everything.
    fn pieces(&self, state: &Self::State, cell: u8, viewer: Option<Seat>) -> Vec<Piece>;

    /// Whether pieces can stand on each other. If so, pictures reserve space for the contents of tall stacks.
    fn stacks(&self) -> bool {
        false
    }

    /// Returns the marks on the cells, independently of the pieces there, as the viewer may see them.
    fn cell_marks(&self, _state: &Self::State, _viewer: Option<Seat>) -> Vec<(u8, CellMark)> {
        Vec::new()
    }

    /// Returns marks for the cells in shadows, for pictures that are asked to show them.
    fn shadows(&self, _state: &Self::State) -> Vec<(u8, CellMark)> {
        Vec::new()
    }

    /// Returns the groups of things off the board, as the viewer may see them.
    ///
    /// The groups are the same in every state, even if they are empty, so that all pictures of a game have
    /// the same size.
    fn off_board(&self, _state: &Self::State, _viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        Vec::new()
    }

    /// Returns all legal turns from this state, without duplicates, sorted by text.
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

    /// Returns the steps of the turn that a text names: the text of one of [`turns`](Game::turns), or an
    /// alternative spelling if the notation has any.
    ///
    /// # Errors
    ///
    /// A message that states what is wrong.
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

    /// Returns the number of sequences of `depth` steps, if the game can count them without making every step
    /// (bulk counting).
    fn perft_at_once(&self, _state: &Self::State, _depth: u32) -> Option<u64> {
        None
    }

    /// Returns the number of sequences of `depth` steps. Sequences that end earlier do not count.
    ///
    /// `go_on` is called at least a few times a second. The result is `None` once it returns false.
    fn perft(&self, state: &Self::State, depth: u32, go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        step_sequences(self, state, depth, go_on)
    }

    /// Returns the number of sequences of `depth` whole turns. `go_on` works as in [`perft`](Game::perft).
    fn perft_turns(&self, state: &Self::State, depth: u32, go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        turn_sequences(self, state, depth, go_on)
    }

    /// Returns the rotations and reflections of the game.
    fn symmetries(&self) -> &[Symmetry] {
        &[]
    }

    /// Returns the state that `symmetry` maps this state to. `None` if something in the state, such as
    /// a castling right, cannot be mapped.
    fn transform(&self, _state: &Self::State, _symmetry: &Symmetry) -> Option<Self::State> {
        None
    }
}

/// Returns the first 16 bytes of a text as a number that sorts like the text.
pub fn first_bytes(text: &str) -> u128 {
    let (mut bytes, length) = ([0; 16], text.len().min(16));
    bytes[..length].copy_from_slice(&text.as_bytes()[..length]);
    u128::from_be_bytes(bytes)
}

/// Up to this depth, [`Game::perft_at_once`] is not interrupted. It takes a fraction of a second.
const MAX_BULK_DEPTH: u32 = 3;

/// Counts the sequences of `depth` steps. Makes all steps except the last.
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
        // Counting two steps is faster than calling `go_on`.
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

/// Returns the number of sequences of `depth` turns, for games in which different steps make different turns.
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

/// Returns the error message for an illegal turn: what is wrong, and the legal turns.
pub fn illegal_turn_message<Step>(text: &str, what: &str, turns: &[Turn<Step>]) -> String {
    let legal: Vec<&str> = turns.iter().map(|turn| turn.text.as_str()).collect();
    format!("'{}' {what}; legal: {}", truncate(text), truncate_list(&legal, ", "))
}

/// Whether the turn that led to `state` continues with a step of the same seat.
fn turn_continues<G: Game>(game: &G, state: &G::State) -> bool {
    game.mid_turn(state) && matches!(game.actor(state), Actor::Seat(_))
}

/// The maximum number of steps to make for a list of turns. It takes less than a tenth of a second.
const MAX_LISTING_STEPS: usize = 50_000;

/// A list of turns under construction.
struct Listing<Step> {
    turns: Vec<Turn<Step>>,
    /// The steps of the current turn, and its text.
    steps: Vec<Step>,
    text: String,
    /// The number of steps that may still be made.
    steps_left: usize,
}

impl<Step: Copy> Listing<Step> {
    /// Adds the turns that begin with `steps`, which lead to `state`. Returns `None` if there are too many.
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
