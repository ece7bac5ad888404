//! The games as the contract has them.

use super::actions::{self, Actions};
use super::layout::{Layout, MOVES};
use super::movement::{Articles, Movement, SetOf};
use super::observe;
use super::rules::{self, Rules, Win};
use super::spelling::Spelled;
use super::squares::Squares;
use super::state::{NONE, State, Step};
use super::steps::{self, Steps, step_to};
use super::{apply, notation, perft, refusal, turns};
use crate::board::{Board, Cell, Near, Set};
use crate::game::{
    Actor, Canvas, FenError, Frame, Game, Hue, Mask, Outcome, Piece, Reason, Returns, Rng, Scores, Seat,
    Seen, Spec, Symmetry, TooManyTurns, Turn, below, legal_steps, refused_turn, shortened,
};
use std::fmt::Write;

/// A draughts game.
pub struct Draughts<M: Movement> {
    rules: Rules,
    articles: M,
    spec: Spec,
    squares: Squares,
    actions: Actions,
    /// The positions that the lot may choose, one for each line (Draughts 3.3).
    openings: Vec<State<SetOf<M>>>,
    symmetries: Vec<Symmetry>,
}

impl<M: Movement> Draughts<M> {
    /// The game of an id, if its pieces move as `M` does.
    pub fn named(id: &str, frame: Frame) -> Result<Draughts<M>, String> {
        let named = rules::named_by(id)?;
        let movement = M::of(&named.rules).ok_or_else(|| format!("the pieces of {id} move otherwise"))?;
        Ok(Draughts::new(id, named.title, named.rules, movement, frame))
    }

    /// The game of these rules, whose articles on movement are `articles`.
    pub(crate) fn new(id: &str, title: &str, rules: Rules, articles: M, frame: Frame) -> Draughts<M> {
        let (squares, actions) = (Squares::new::<M::Layout>(&rules), Actions::new::<M::Layout>());
        let colours = match rules.first {
            Near::White => vec![Hue::White, Hue::Black],
            Near::Black => vec![Hue::Black, Hue::White],
        };
        let spec = Spec {
            id: id.into(),
            title: title.into(),
            family: "draughts",
            rules: "1",
            options: rules.options(),
            seats: 2,
            colours,
            sides: vec![0, 180],
            teams: vec![0, 1],
            scores: Scores::win(&[0, 1]),
            sequence: if rules.opening.is_multiple_of(2) { vec![0, 1] } else { vec![1, 0] },
            hidden: false,
            chance: false,
            commits: false,
            num_actions: actions.len(),
            planes: observe::planes(&rules, frame),
            max_steps: max_steps::<M>(&rules),
            frame,
        };
        let symmetries = symmetries::<M>(&squares, &actions);
        let mut game = Draughts { rules, articles, spec, squares, actions, openings: Vec::new(), symmetries };
        game.openings = game.lines(rules.opening);
        game
    }

    /// The positions after all lines of so many turns from the set-up (Draughts 3.1, 3.3).
    fn lines(&self, turns: u8) -> Vec<State<SetOf<M>>> {
        let mut sides = [SetOf::<M>::EMPTY; 2];
        let home = self.rules.skip..self.rules.skip + self.rules.rows;
        M::Layout::BOARD.each(|square| {
            let row = self.squares.board().place(self.squares.cell(square)).0 as u8;
            for (side, row) in sides.iter_mut().zip([row, self.rules.size - 1 - row]) {
                if home.contains(&row) {
                    *side |= Set::one(square);
                }
            }
        });
        let mut states = vec![State::new(sides, Set::EMPTY, 0)];
        for _ in 0..turns {
            let mut next = Vec::new();
            for state in &states {
                for turn in self.turns(state) {
                    let mut after = state.clone();
                    turn.steps.iter().for_each(|&step| self.apply(&mut after, step));
                    next.push(after);
                }
            }
            states = next;
        }
        states
    }

    pub(super) fn squares(&self) -> &Squares {
        &self.squares
    }

    pub(super) fn articles(&self) -> M {
        self.articles
    }

    /// The rules that the game is played by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of sequences of `depth` whole turns if each way to make a turn counts.
    /// ([`perft_turns`](Game::perft_turns) counts ways once that have the same first and last square and jump
    /// the same pieces: Draughts 9.)
    pub fn perft_ways(&self, state: &State<SetOf<M>>, depth: u32) -> u64 {
        perft::perft(self.articles, &self.rules, state, depth, false)
    }

    fn turns_with(&self, state: &State<SetOf<M>>, patience: usize) -> Option<Vec<Turn<Step>>> {
        if state.draw.is_some() {
            return Some(Vec::new());
        }
        turns::turns(self.articles, &self.squares, state, patience)
    }

    /// Whether the actions of the seat to act are those of the board turned by 180 degrees.
    #[inline(always)]
    fn turned(&self, state: &State<SetOf<M>>) -> bool {
        self.spec.frame == Frame::Seat && state.turn != 0
    }

    #[inline(always)]
    fn legal(&self, state: &State<SetOf<M>>) -> Steps<SetOf<M>> {
        if state.draw.is_some() { Steps::NONE } else { steps::legal(self.articles, state) }
    }

    /// The one of the legal steps that `choose` picks.
    #[inline(always)]
    fn pick_of(
        &self,
        state: &State<SetOf<M>>,
        steps: &Steps<SetOf<M>>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Step> {
        let mut before = [0; 8];
        let mut total = 0;
        for (before, landings) in before.iter_mut().zip(&steps.landings[..M::Layout::DIRECTIONS]) {
            *before = total;
            total += landings.count();
        }
        if total == 0 {
            return None;
        }
        let chosen = choose(total);
        let direction = before[1..M::Layout::DIRECTIONS]
            .iter()
            .map(|&before| usize::from(chosen >= before))
            .sum::<usize>();
        let to = steps.landings[direction].nth(chosen - before[direction]);
        Some(step_to(self.articles, state, direction, to, steps.jump))
    }
}

/// Between two turns of progress there are fewer than `quiet` others. Progress are jumps and men's moves to
/// another row, which are as many as rows are ahead of them, those included that jumps back may have cost
/// (Draughts 10.3): two, or four along a file.
fn max_steps<M: Movement>(rules: &Rules) -> u32 {
    let squares = M::Layout::BOARD.count() as u32;
    let (rows, cost) = (u32::from(rules.size) - 1, if M::Layout::DIRECTIONS > MOVES { 4 } else { 2 });
    (squares * (rows + cost + 1) + 1) * u32::from(rules.quiet)
}

/// Only the board of all squares has a mirror image that is the same game: diagonal boards have a dark corner
/// at one side, and to turn the board is to change seats.
fn symmetries<M: Movement>(squares: &Squares, actions: &Actions) -> Vec<Symmetry> {
    if M::Layout::BOARD.count() < M::Layout::SIZE as usize * M::Layout::SIZE as usize {
        return Vec::new();
    }
    let cells = (0..squares.board().len() as u8)
        .map(|cell| squares.square(cell).map_or(cell, |square| squares.cell(mirrored::<M>(square))));
    let squares_in_all = actions.len() / 4;
    let turned = (0..actions.len()).map(|action| {
        // To the left for to the right.
        let direction = [0, 2, 1, 3][action / squares_in_all];
        (direction * squares_in_all + mirrored::<M>((action % squares_in_all) as u8) as usize) as u32
    });
    vec![Symmetry { name: "mirror".into(), cells: cells.collect(), actions: turned.collect() }]
}

/// The square in the same row as far from the other side, where all squares are played on.
fn mirrored<M: Movement>(square: u8) -> u8 {
    let size = M::Layout::SIZE;
    square / size * size + (size - 1 - square % size)
}

impl<M: Movement> Game for Draughts<M> {
    type State = State<SetOf<M>>;
    type Step = Step;

    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn board(&self) -> &Board {
        self.squares.board()
    }

    fn start(&self, rng: &mut Rng) -> Self::State {
        let line = if self.openings.len() > 1 { below(rng, self.openings.len()) } else { 0 };
        self.openings[line].clone()
    }

    fn actor(&self, state: &Self::State) -> Actor {
        if self.legal(state).is_empty::<M::Layout>() { Actor::Over } else { Actor::Seat(state.turn) }
    }

    fn mover(&self, state: &Self::State) -> Actor {
        Actor::Seat(state.turn)
    }

    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        if steps::legal(self.articles, state).is_empty::<M::Layout>() {
            let stuck = state.turn;
            let winner = if self.rules.win == Win::Lose { stuck } else { 1 - stuck };
            let bare = state.sides[(stuck & 1) as usize].is_empty();
            let reason = if bare { Reason::Elimination } else { Reason::Immobile };
            return Some(Outcome { returns: Returns::win(2, |seat| seat == winner), reason });
        }
        state.draw.map(|reason| Outcome { returns: Returns::ZERO, reason })
    }

    fn mid_turn(&self, state: &Self::State) -> bool {
        state.at != NONE
    }

    fn material(&self, state: &Self::State, seat: Seat) -> f32 {
        let side = state.sides[seat as usize & 1];
        let kings = (side & state.kings).count() as f32;
        let king = if self.articles.flying() { 3.0 } else { 1.5 };
        side.count() as f32 - kings + king * kings
    }

    #[inline]
    fn each_step(&self, state: &Self::State, mut visit: impl FnMut(Step)) {
        let steps = self.legal(state);
        for (direction, landings) in steps.landings.into_iter().enumerate().take(M::Layout::DIRECTIONS) {
            landings.each(|to| visit(step_to(self.articles, state, direction, to, steps.jump)));
        }
    }

    #[inline]
    fn count(&self, state: &Self::State) -> usize {
        self.legal(state).count::<M::Layout>()
    }

    #[inline]
    fn pick(&self, state: &Self::State, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
        self.pick_of(state, &self.legal(state), choose)
    }

    #[inline]
    fn mask(&self, state: &Self::State, mask: &mut Mask) {
        actions::mark::<M>(&self.legal(state), self.turned(state), mask);
    }

    #[inline]
    fn mask_and_pick(
        &self,
        state: &Self::State,
        mask: &mut Mask,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Step> {
        let steps = self.legal(state);
        actions::mark::<M>(&steps, self.turned(state), mask);
        self.pick_of(state, &steps, choose)
    }

    #[inline]
    fn is_legal(&self, state: &Self::State, step: Step) -> bool {
        let steps = self.legal(state);
        steps.jump == step.is_jump()
            && step.to <= M::Layout::LAST
            && (0..M::Layout::DIRECTIONS).any(|direction| {
                steps.landings[direction].has(step.to)
                    && step_to(self.articles, state, direction, step.to, steps.jump) == step
            })
    }

    #[inline]
    fn apply(&self, state: &mut Self::State, step: Step) {
        apply::apply(self.articles, &self.rules, state, step);
    }

    #[inline]
    fn action(&self, state: &Self::State, step: Step) -> usize {
        self.actions.number::<M::Layout>(step.from, step.to, self.turned(state))
    }

    fn action_text(&self, action: usize, seat: Option<Seat>) -> String {
        let seen = Seen::new(&self.spec, self.board(), seat);
        self.actions.said::<M::Layout>(action, &self.squares, &seen)
    }

    fn action_place(&self, action: usize, _seat: Seat) -> Option<usize> {
        self.actions.place::<M::Layout>(action, &self.squares)
    }

    fn step(&self, state: &Self::State, action: usize) -> Option<Step> {
        let (direction, to) = self.actions.get::<M::Layout>(action, self.turned(state))?;
        let jump = steps::legal(self.articles, state).jump;
        let step = step_to(self.articles, state, direction, to, jump);
        let own = state.sides[(state.turn & 1) as usize];
        (step.from <= M::Layout::LAST && own.has(step.from)).then_some(step)
    }

    fn write_step(&self, _state: &Self::State, step: Step, out: &mut String) {
        out.push_str(self.squares.name(step.from).as_str());
        out.push(if step.is_jump() { 'x' } else { '-' });
        out.push_str(self.squares.name(step.to).as_str());
    }

    fn sort_key(&self, _state: &Self::State, step: Step) -> u128 {
        let sign = [if step.is_jump() { b'x' } else { b'-' }];
        let (from, to) = (self.squares.name(step.from), self.squares.name(step.to));
        let mut bytes = [0; 16];
        for (at, &byte) in from.bytes().iter().chain(&sign).chain(to.bytes()).enumerate() {
            bytes[at] = byte;
        }
        u128::from_be_bytes(bytes)
    }

    fn refusal(&self, state: &Self::State, text: &str) -> String {
        let mut message = format!("'{}' is not a legal step here", shortened(text));
        if let Some(reason) = refusal::reason(self, state, text) {
            let _ = write!(message, ": {reason}");
        }
        let legal = legal_steps(self, state);
        if !legal.is_empty() {
            let _ = write!(message, "; legal: {legal}");
        }
        message
    }

    fn fen(&self, state: &Self::State) -> String {
        notation::write(&self.rules, &self.squares, state)
    }

    fn read_fen(&self, text: &str) -> Result<Self::State, FenError> {
        notation::read(self.articles, &self.rules, &self.squares, text)
    }

    fn observe(&self, state: &Self::State, seat: Seat, canvas: &mut Canvas) {
        observe::observe::<M>(&self.rules, &self.squares, self.spec.frame, state, seat, canvas);
    }

    fn pieces(&self, state: &Self::State, cell: Cell, _eyes: Option<Seat>) -> Vec<Piece> {
        let Some(square) = self.squares.square(cell) else { return Vec::new() };
        let Some(seat) = (0..2).find(|&seat| state.sides[seat].has(square)) else { return Vec::new() };
        let king = state.kings.has(square);
        let white = (self.rules.first == Near::White) == (seat == 0);
        let text = match (white, king) {
            (true, false) => "w",
            (true, true) => "W",
            (false, false) => "b",
            (false, true) => "B",
        };
        vec![Piece::new(Some(seat as Seat), if king { "king" } else { "man" }, text)]
    }

    fn turns(&self, state: &Self::State) -> Vec<Turn<Step>> {
        self.turns_with(state, usize::MAX).unwrap_or_default()
    }

    fn listed_turns(&self, state: &Self::State) -> Result<Vec<Turn<Step>>, TooManyTurns> {
        self.turns_with(state, turns::PATIENCE).ok_or(TooManyTurns)
    }

    /// The spellings that PDN has: captures with all squares or enough of them, `-` or `:` for `x`, squares
    /// by number or by file and rank.
    fn read_turn(&self, state: &Self::State, text: &str) -> Result<Vec<Step>, String> {
        match text.trim_ascii().parse::<Spelled>() {
            Ok(named) => self.steps_of(state, &named),
            Err(problem) => Err(match self.listed_turns(state) {
                Ok(turns) => refused_turn(text, &format!("is no turn ({problem})"), &turns),
                Err(too_many) => format!("'{}' is no turn ({problem}); {too_many}", shortened(text)),
            }),
        }
    }

    fn perft_turns(&self, state: &Self::State, depth: u32) -> u64 {
        perft::perft(self.articles, &self.rules, state, depth, true)
    }

    fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    fn transform(&self, state: &Self::State, symmetry: &Symmetry) -> Option<Self::State> {
        let turn = |square: u8| {
            let cell = symmetry.cells.get(self.squares.cell(square) as usize)?;
            self.squares.square(*cell)
        };
        state.transformed(turn)
    }
}
