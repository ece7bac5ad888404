//! Chess and Chess960: the game of [`Chess`].

use super::actions::{self, ACTIONS};
use super::castling;
use super::history::History;
use super::legal::{Danger, leaves_check, legal, passant_takers};
use super::men::Kind;
use super::placement::{self, can_have_passed, seat_letter};
use super::planes::{self, Planes};
use super::position::Position;
use super::refusal;
use super::sets::Sets;
use super::step::{Deed, Named, Step};
use super::{chess960, mirror};
use crate::board::Board;
use crate::game::{
    Actor, Canvas, Declaration, FenError, FenReader, Frame, Game, Mask, OptionSpec, OptionValue, Options,
    Outcome, Piece, Reason, Returns, Rng, Seat, Spec, Symmetry, words,
};
use std::fmt::Write as _;

/// The clock at which the game is drawn (Chess 9.3, Chess960 2.3.1).
pub const CLOCK_END: u8 = 100;
/// Move numbers beyond this are refused, so that they never overflow.
const LAST_MOVE: u32 = 999_999;
/// What a position string has.
const FIELDS: &str = "placement, seat to act, castling, en passant, clock, move number, history (or '-')";

/// Everything that the position string says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) position: Position,
    /// Whether this position has come about for the third time. (It follows from the history.)
    third: bool,
    /// The number of the move, from 1, up after each of Black's.
    number: u32,
    history: History,
}

words! {
    /// Who plays with whom.
    enum Teams {
        /// Two seats, each alone.
        None = "none",
        /// Four, two and two.
        Pairs = "pairs",
        /// Four, each alone.
        Cutthroat = "cutthroat",
    }
}

/// The options of `chess` and its relatives (Chess 1.2).
pub static OPTIONS: Declaration = Declaration {
    game: "chess",
    options: &[
        OptionSpec::flag("castling", "whether there is castling"),
        OptionSpec::flag("cylinder", "the left and right edges of the board are joined"),
        OptionSpec::flag("double", "four seats on 12x12"),
        OptionSpec::flag("shadow", "pieces cast shadows, and can be captured there"),
        OptionSpec::word::<Teams>("teams", "who plays with whom, where four play"),
    ],
};

/// What `chess` is among its relatives, or the same without castling.
pub fn options(castling: bool) -> Options {
    let values = [
        ("castling", castling.into()),
        ("cylinder", false.into()),
        ("double", false.into()),
        ("shadow", false.into()),
        ("teams", Teams::None.into()),
    ];
    Options::of(&OPTIONS, values)
}

/// Orthodox chess, with the array of Chess or (`SHUFFLED`) any of the 960.
pub struct Chess<const SHUFFLED: bool> {
    spec: Spec,
    board: Board,
    symmetries: Vec<Symmetry>,
    array: Option<u32>,
    castling: bool,
}

impl Chess<false> {
    /// `chess`.
    pub fn new(frame: Frame) -> Chess<false> {
        let options = options(true);
        let spec = Spec { rules: "4-11", options, ..super::spec("chess", "Chess", "adams_chess", frame) };
        Chess::with(spec, frame, Some(518))
    }
}

impl Chess<true> {
    /// `chess960`: with the array of that number (0 to 959), or one that the seed draws.
    pub fn shuffled(array: Option<u32>, frame: Frame) -> Chess<true> {
        let options = chess960::options(array, true);
        let spec = Spec { rules: "3", options, ..super::spec("chess960", "Chess960", "chesskit_b", frame) };
        Chess::with(spec, frame, array)
    }
}

impl<const SHUFFLED: bool> Chess<SHUFFLED> {
    fn with(spec: Spec, frame: Frame, array: Option<u32>) -> Self {
        let spec = Spec {
            num_actions: ACTIONS,
            planes: planes::names(&["repetitions"], frame),
            // At most 96 pawn moves and 30 captures, each after 99 other steps at most, and 100 at the end.
            max_steps: 12_700,
            ..spec
        };
        let symmetries = vec![mirror(actions::mirrored())];
        Chess { spec, board: Board::square(8), symmetries, array, castling: true }
    }

    /// The same game without castling (Chess 4.7, Chess960 3.3): no position has a right to it.
    pub fn without_castling(mut self) -> Self {
        self.spec.options.insert("castling", OptionValue::Flag(false));
        self.castling = false;
        self
    }

    /// Whether one of the draws of section 9 (Chess960 2.3, 3.4) holds, as far as mate and stalemate do not come before it.
    #[inline(always)]
    fn is_drawn(&self, state: &State) -> bool {
        state.position.clock >= CLOCK_END || state.third || state.position.men.is_dead()
    }

    /// The legal steps: none once a draw holds.
    #[inline(always)]
    fn sets(&self, state: &State) -> Sets {
        if self.is_drawn(state) { Sets::none() } else { legal::<SHUFFLED>(&state.position) }
    }

    /// The draws in their order: Chess 8.5 and section 9; Chess960 2.3.4.
    fn draw(&self, state: &State) -> Option<Reason> {
        let (material, clock) = (state.position.men.is_dead(), state.position.clock >= CLOCK_END);
        let draws = if SHUFFLED {
            [(material, Reason::Insufficient), (clock, Reason::NoProgress), (state.third, Reason::Repetition)]
        } else {
            [(material, Reason::Material), (state.third, Reason::Repetition), (clock, Reason::NoProgress)]
        };
        draws.into_iter().find_map(|(holds, reason)| holds.then_some(reason))
    }

    /// Makes a step of a position without memory, and records the cell passed over if somebody can capture there
    /// (Chess 11.1, Chess960 2.2.3).
    #[inline(always)]
    fn make(position: &mut Position, step: Step) -> bool {
        let change = position.make::<SHUFFLED>(step);
        if step.deed() == Deed::Double {
            position.record_passed(step);
            if position.beside_passer() == 0 || passant_takers(position) == 0 {
                position.passed = 0;
            }
        }
        change.reversible
    }

    /// Counts step sequences in which no draw by repetition or by the clock can come about.
    fn perft_short(position: &Position, depth: u32) -> u64 {
        if position.men.is_dead() {
            return 0;
        }
        let sets = legal::<SHUFFLED>(position);
        if depth == 1 {
            return sets.count() as u64;
        }
        let mut nodes = 0;
        sets.each::<SHUFFLED>(position, |step| {
            let mut next = *position;
            Self::make(&mut next, step);
            nodes += Self::perft_short(&next, depth - 1);
        });
        nodes
    }

    fn read_position(&self, fields: &[&str]) -> Result<Position, FenError> {
        let men = placement::read_men(fields[0])?;
        let seat = placement::read_seat(fields[1])?;
        for (seat, name) in [(0, "White"), (1, "Black")] {
            if men.of(seat, Kind::King) == 0 {
                return Err(FenError::field("placement", fields[0], format!("{name} has no king")));
            }
        }
        if !self.castling && fields[2] != "-" {
            let problem = "this game is played without castling (castling=false); expected '-'";
            return Err(FenError::field("castling", fields[2], problem));
        }
        let rights = if SHUFFLED {
            castling::read_rook_files(fields[2], &men)?
        } else {
            castling::read_rights(fields[2], &men)?
        };
        let passed = placement::read_passed(fields[3])?;
        let clock = FenReader::counter("clock", fields[4], CLOCK_END.into())? as u8;
        let mut position = Position { men, rights, passed, seat, clock };
        if leaves_check(&position) {
            return Err(FenError::impossible(format!(
                "the king of the seat that is not to act ('{}') stands in check",
                seat_letter(seat ^ 1)
            )));
        }
        let possible = passed == 0 || can_have_passed(&position);
        if !SHUFFLED && !possible {
            return Err(FenError::field(
                "en passant",
                fields[3],
                "no enemy pawn can just have passed over this cell; expected '-'",
            ));
        }
        if !possible || passant_takers(&position) == 0 {
            position.passed = 0;
        }
        Ok(position)
    }
}

impl<const SHUFFLED: bool> Game for Chess<SHUFFLED> {
    type State = State;
    type Step = Step;

    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn start(&self, rng: &mut Rng) -> State {
        let (men, rights) = chess960::array(self.array.unwrap_or_else(|| chess960::drawn(rng)));
        let rights = if self.castling { rights } else { 0 };
        let position = Position { men, rights, passed: 0, seat: 0, clock: 0 };
        State { position, third: false, number: 1, history: History::default() }
    }

    fn actor(&self, state: &State) -> Actor {
        if self.sets(state).any() { Actor::Seat(state.position.seat) } else { Actor::Over }
    }

    fn mover(&self, state: &State) -> Actor {
        Actor::Seat(state.position.seat)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let position = &state.position;
        // Mate and stalemate come before the draws.
        if legal::<SHUFFLED>(position).any() {
            return self.draw(state).map(|reason| Outcome { returns: Returns::of(&[0.0, 0.0]), reason });
        }
        if Danger::of(position).checkers == 0 {
            return Some(Outcome { returns: Returns::of(&[0.0, 0.0]), reason: Reason::Stalemate });
        }
        let returns = Returns::win(2, |seat| seat != position.seat);
        Some(Outcome { returns, reason: Reason::Checkmate })
    }

    fn material(&self, state: &State, seat: Seat) -> f32 {
        state.position.men.worth(seat)
    }

    fn each_step(&self, state: &State, visit: impl FnMut(Step)) {
        self.sets(state).each::<SHUFFLED>(&state.position, visit);
    }

    #[inline(always)]
    fn count(&self, state: &State) -> usize {
        self.sets(state).count()
    }

    #[inline(always)]
    fn pick(&self, state: &State, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
        if self.is_drawn(state) {
            return None;
        }
        let sets = legal::<SHUFFLED>(&state.position);
        match sets.count() {
            0 => None,
            count => sets.pick::<SHUFFLED>(&state.position, choose(count)),
        }
    }

    #[inline]
    fn mask(&self, state: &State, mask: &mut Mask) {
        actions::mark::<SHUFFLED>(self.spec.frame, &state.position, &self.sets(state), mask);
    }

    #[inline]
    fn mask_and_pick(
        &self,
        state: &State,
        mask: &mut Mask,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Step> {
        let sets = self.sets(state);
        actions::mark::<SHUFFLED>(self.spec.frame, &state.position, &sets, mask);
        match sets.count() {
            0 => None,
            count => sets.pick::<SHUFFLED>(&state.position, choose(count)),
        }
    }

    fn is_legal(&self, state: &State, step: Step) -> bool {
        let named = Named { from: step.from(), to: step.to(), promotion: step.promotion() };
        state.position.step_of::<SHUFFLED>(named) == Some(step)
            && self.sets(state).contains::<SHUFFLED>(&state.position, step)
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        let seat = state.position.seat;
        state.third = false;
        state.number += u32::from(seat);
        if Self::make(&mut state.position, step) {
            state.history.push(seat, step);
            state.third = state.history.is_third(seat ^ 1, &state.position.men);
        } else {
            state.history.clear();
        }
    }

    #[inline]
    fn action(&self, state: &State, step: Step) -> usize {
        actions::action(self.spec.frame, state.position.seat, step)
    }

    fn step(&self, state: &State, action: usize) -> Option<Step> {
        actions::step::<SHUFFLED>(self.spec.frame, &state.position, action)
    }

    fn write_step(&self, _state: &State, step: Step, out: &mut String) {
        step.write(out);
    }

    fn sort_key(&self, _state: &State, step: Step) -> u128 {
        step.sort_key()
    }

    fn read_step(&self, state: &State, text: &str) -> Option<Step> {
        let step = state.position.step_of::<SHUFFLED>(Named::read(text)?)?;
        self.sets(state).contains::<SHUFFLED>(&state.position, step).then_some(step)
    }

    fn refusal(&self, state: &State, text: &str) -> String {
        match self.outcome(state) {
            Some(outcome) => {
                format!("the game is over ({}): there is no step to make", outcome.reason.as_str())
            }
            None => refusal::orthodox::<SHUFFLED>(&state.position, text, self.castling),
        }
    }

    fn fen(&self, state: &State) -> String {
        let position = &state.position;
        let mut out = String::with_capacity(96);
        placement::write_men(&position.men, &mut out);
        out.push(' ');
        out.push(seat_letter(position.seat));
        out.push(' ');
        if SHUFFLED {
            castling::write_rook_files(position.rights, &mut out);
        } else {
            castling::write_rights(position.rights, &mut out);
        }
        out.push(' ');
        placement::write_passed(position.passed, &mut out);
        let _ = write!(out, " {} {} ", position.clock, state.number);
        state.history.write(&mut out);
        out
    }

    fn read_fen(&self, text: &str) -> Result<State, FenError> {
        let reader = FenReader::new(text, FIELDS)?;
        let [placement, seat, castling, passed, clock, number, history] = match reader.len() {
            // A string of six fields has an empty history.
            6 => {
                let [a, b, c, d, e, f] = reader.exactly()?;
                [a, b, c, d, e, f, "-"]
            }
            _ => reader.exactly()?,
        };
        let position = self.read_position(&[placement, seat, castling, passed, clock])?;
        let number = match FenReader::counter("move number", number, LAST_MOVE)? {
            0 => return Err(FenError::field("move number", "0", "moves are counted from 1")),
            number => number,
        };
        let field = history;
        let history = History::read(field, position.seat, &position.men, position.rights)?;
        if history.steps().len() > usize::from(position.clock) {
            let problem = format!("has more steps than the clock, {}, has counted", position.clock);
            return Err(FenError::field("history", field, problem));
        }
        if position.passed != 0 && !history.steps().is_empty() {
            let problem = "must be '-' after the two-cell step of a pawn that can be captured in passing";
            return Err(FenError::field("history", field, problem));
        }
        let third = history.is_third(position.seat, &position.men);
        Ok(State { position, third, number, history })
    }

    fn observe(&self, state: &State, seat: Seat, canvas: &mut Canvas) {
        let position = &state.position;
        let mut planes = Planes::new(canvas, self.spec.frame, seat);
        planes.position(position, seat);
        let earlier = state.history.earlier(position.seat, &position.men).min(2);
        planes.level(earlier as f32 / 2.0);
        planes.black(seat);
    }

    fn pieces(&self, state: &State, cell: u8, _eyes: Option<Seat>) -> Vec<Piece> {
        super::pieces(&state.position.men, cell)
    }

    fn perft(&self, state: &State, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_drawn(state) {
            return 0;
        }
        // A position cannot come about for the third time, nor the clock run out, before either has this many steps more.
        let steps = state.history.steps().len() as u32;
        if steps + depth <= 8 && u32::from(state.position.clock) + depth <= u32::from(CLOCK_END) {
            return Self::perft_short(&state.position, depth);
        }
        let sets = legal::<SHUFFLED>(&state.position);
        if depth == 1 {
            return sets.count() as u64;
        }
        let mut nodes = 0;
        sets.each::<SHUFFLED>(&state.position, |step| {
            let mut next = state.clone();
            self.apply(&mut next, step);
            nodes += self.perft(&next, depth - 1);
        });
        nodes
    }

    fn perft_turns(&self, state: &State, depth: u32) -> u64 {
        self.perft(state, depth)
    }

    fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// The mirror image; none while castling rights stand: king and queen would have changed sides.
    fn transform(&self, state: &State, _symmetry: &Symmetry) -> Option<State> {
        if state.position.rights != 0 {
            return None;
        }
        let history = state.history.map(state.position.seat, |cell| cell ^ 7);
        Some(State { position: super::mirrored(&state.position), history, ..*state })
    }
}
