//! Masquerade Chess: pieces move as they look, and take as the opponent has chosen in secret (section 3 of the rules of the Chess Kit's first
//! half; C and M are the numbers of its rules).
//!
//! Its actions are those of the pieces, then the 120 choices of the set-up, such as `mask:KQRBN`. Which attempts succeed is hidden, which
//! attempts are legal is not: geometry alone decides that (M5).

use super::actions::{self, ACTIONS};
use super::bits::{bit, own_rank};
use super::castling::{self, Castling};
use super::chess960;
use super::lines::{KING, LEAPS, fill};
use super::masks::{self, ALL, Captures, LETTERS, MASK, MASKS};
use super::men::Kind;
use super::placement::{self, can_have_passed, seat_letter};
use super::planes::{self, Planes};
use super::position::Position;
use super::refusal;
use super::sets::Sets;
use super::step::{Deed, Named, Step};
use crate::board::Board;
use crate::game::{
    Actor, Beside, Canvas, FenError, FenReader, Frame, Game, Item, Mask, Outcome, Piece, Reason, Returns,
    Rng, Seat, Spec, Symmetry, Thing, below,
};
use std::fmt::Write as _;

/// The clock at which the game is drawn (C10).
const CLOCK_END: u8 = 100;
/// What a position string has (M10).
const FIELDS: &str = "placement, seat to act, castling, en passant, captures of White's pieces, captures of Black's, \
                      possible captures of White's kinds, possible captures of Black's, clock";
/// No assignment chosen yet.
const OPEN: u8 = u8::MAX;

/// Everything that the position string says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    position: Position,
    /// The number of the assignment by which each seat's pieces take: chosen by the other seat, unknown to the owner.
    captures: [u8; 2],
    /// For each seat and kind, K Q R B N, the captures that nobody can rule out from what has been seen (M9).
    possible: [[Captures; 5]; 2],
}

impl State {
    /// Whether the choices of the set-up are still being made.
    #[inline(always)]
    fn is_set_up(&self) -> bool {
        self.captures[0] == OPEN
    }

    /// The assignment by which a seat's pieces take, once chosen.
    #[inline(always)]
    fn mask(&self, seat: Seat) -> Option<&'static masks::Mask> {
        MASK.get(usize::from(self.captures[(seat & 1) as usize]))
    }

    /// Whether the game has ended for want of a king or of progress.
    #[inline(always)]
    fn is_ended(&self) -> bool {
        let position = &self.position;
        !self.is_set_up() && (position.men.of(position.seat, Kind::King) == 0 || position.clock >= CLOCK_END)
    }
}

/// The game `masquerade-chess`.
pub struct Masquerade {
    spec: Spec,
    board: Board,
    symmetries: Vec<Symmetry>,
}

impl Masquerade {
    /// `masquerade-chess`.
    pub fn new(frame: Frame) -> Masquerade {
        let more =
            ["enemy's captures", "own possible captures", "enemy's possible captures", "own captures chosen"];
        let spec = Spec {
            rules: "3",
            hidden: true,
            commits: true,
            num_actions: ACTIONS + MASKS,
            planes: planes::names(&more, frame),
            // At most 96 pawn moves and 30 captures, each after 99 other steps at most, 100 at the end, and the set-up.
            max_steps: 12_702,
            ..super::spec("masquerade-chess", "Masquerade Chess", "chesskit_a", frame)
        };
        let mut mirrored = actions::mirrored();
        mirrored.extend((ACTIONS..ACTIONS + MASKS).map(|at| at as u32));
        Masquerade { spec, board: Board::square(8), symmetries: vec![super::mirror(mirrored)] }
    }

    /// The steps of a turn: standard moves and pawn captures (M4), and attempts (M5).
    #[inline(always)]
    fn sets(position: &Position) -> Sets {
        let (men, seat) = (&position.men, position.seat);
        let (own, enemies) = (men.side(seat), men.side(seat ^ 1));
        let (empty, officers) = (!(own | enemies), own & !men.kind(Kind::Pawn));
        let mut sets = Sets::none();
        let moving = fill(men.straight() & own, men.diagonal() & own, empty);
        let taking = fill(officers, officers, empty);
        for (set, (moved, taken)) in sets.slides().iter_mut().zip(moving.into_iter().zip(taking)) {
            *set = moved & empty | taken & enemies;
        }
        let knights = men.of(seat, Kind::Knight);
        for (set, leap) in sets.hops().iter_mut().zip(LEAPS) {
            *set = leap.of(knights) & empty | leap.of(officers) & enemies;
        }
        *sets.king() = KING[men.king(seat) as usize] & empty;
        sets.add_pawns(position, men.of(seat, Kind::Pawn), !0);
        for rook in super::bits::cells(position.rights & own_rank(seat, 1)) {
            if Castling::of(men.king(seat), rook).way() & men.occupied() == 0 {
                *sets.castles() |= bit(rook);
            }
        }
        *sets.passant() = position.beside_passer();
        sets
    }

    /// Makes an attempt: whether it succeeds shows something of the assignment (M5, M6, M9).
    #[inline(always)]
    fn attempt(state: &mut State, step: Step, kind: Kind) {
        let seat = (state.position.seat & 1) as usize;
        let reaching = masks::reaching(step.from(), step.to());
        let place = masks::place(kind);
        let succeeds = state.mask(seat as Seat).is_some_and(|mask| reaching >> mask[place] & 1 != 0);
        let shown = if succeeds { reaching } else { !reaching };
        state.possible[seat][place] &= shown;
        if succeeds {
            state.position.make::<false>(step);
        } else {
            state.position.seat ^= 1;
            state.position.passed = 0;
            state.position.clock = state.position.clock.saturating_add(1);
        }
    }

    /// The position string, with the captures of `hidden`'s pieces as question marks.
    fn text(state: &State, hidden: Option<Seat>) -> String {
        let position = &state.position;
        let mut out = String::with_capacity(160);
        placement::write_men(&position.men, &mut out);
        out.push(' ');
        out.push(seat_letter(position.seat));
        out.push(' ');
        castling::write_rights(position.rights, &mut out);
        out.push(' ');
        placement::write_passed(position.passed, &mut out);
        for seat in 0..2 {
            out.push(' ');
            match state.mask(seat) {
                None => out.push('-'),
                Some(_) if hidden == Some(seat) => out.push_str("?????"),
                Some(mask) => masks::write(mask, &mut out),
            }
        }
        for seat in 0..2 {
            for (at, &set) in state.possible[seat].iter().enumerate() {
                out.push(if at == 0 { ' ' } else { ',' });
                masks::write_set(set, &mut out);
            }
        }
        let _ = write!(out, " {}", position.clock);
        out
    }

    fn read_possible(name: &'static str, field: &str) -> Result<[Captures; 5], FenError> {
        let mut possible = [0; 5];
        let groups: Vec<&str> = field.split(',').collect();
        if groups.len() != 5 {
            return Err(FenError::field(
                name,
                field,
                "expected five groups separated by commas, for K Q R B N",
            ));
        }
        for (set, group) in possible.iter_mut().zip(groups) {
            *set = masks::read_set(group).ok_or_else(|| {
                FenError::field(name, field, format!("'{group}': expected letters of KQRBN in this order"))
            })?;
        }
        Ok(possible)
    }

    fn read_captures(name: &'static str, field: &str, possible: &[Captures; 5]) -> Result<u8, FenError> {
        if field == "-" {
            return Ok(OPEN);
        }
        let Some(number) = masks::read(field) else {
            return Err(FenError::field(name, field, "expected each letter of KQRBN once, or '-'"));
        };
        if !masks::fits(&MASK[number], possible) {
            return Err(FenError::field(
                name,
                field,
                "gives some kind a capture that is not among its possible ones",
            ));
        }
        Ok(number as u8)
    }

    /// The choices of the set-up come in their order, and before everything else (M1).
    fn check_set_up(state: &State) -> Result<(), FenError> {
        let State { position, captures, possible } = state;
        let refused = |problem: &str| Err(FenError::impossible(problem));
        if captures[1] == OPEN && captures[0] != OPEN {
            return refused(
                "White commits first: captures of White's pieces cannot be chosen before those of Black's",
            );
        }
        if position.seat != u8::from(captures[1] != OPEN) {
            return refused("White commits first, then Black: the seat to act does not fit the commits");
        }
        if *possible != [[ALL; 5]; 2] || position.passed != 0 || position.clock >= CLOCK_END {
            return refused(
                "before both commits all captures are possible (KQRBN), no pawn has passed, and the clock is below 100",
            );
        }
        if position.men.of(0, Kind::King) == 0 || position.men.of(1, Kind::King) == 0 {
            return refused("before both commits each seat has its king");
        }
        Ok(())
    }
}

impl Game for Masquerade {
    type State = State;
    type Step = Step;

    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn start(&self, _rng: &mut Rng) -> State {
        let (men, rights) = chess960::array(518);
        let position = Position { men, rights, passed: 0, seat: 0, clock: 0 };
        State { position, captures: [OPEN; 2], possible: [[ALL; 5]; 2] }
    }

    fn actor(&self, state: &State) -> Actor {
        if state.is_set_up() || !state.is_ended() && Self::sets(&state.position).any() {
            Actor::Seat(state.position.seat)
        } else {
            Actor::Over
        }
    }

    /// M8: the king taken, then no legal step, then the clock.
    fn mover(&self, state: &State) -> Actor {
        Actor::Seat(state.position.seat)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let position = &state.position;
        if state.is_set_up() {
            return None;
        }
        if position.men.of(position.seat, Kind::King) == 0 {
            let returns = Returns::win(2, |seat| seat != position.seat);
            return Some(Outcome { returns, reason: Reason::KingCaptured });
        }
        let reason = if !Self::sets(position).any() {
            Reason::Stalemate
        } else if position.clock >= CLOCK_END {
            Reason::NoProgress
        } else {
            return None;
        };
        Some(Outcome { returns: Returns::of(&[0.0, 0.0]), reason })
    }

    fn commits(&self, state: &State) -> bool {
        state.is_set_up()
    }

    fn material(&self, state: &State, seat: Seat) -> f32 {
        state.position.men.worth(seat)
    }

    fn each_step(&self, state: &State, mut visit: impl FnMut(Step)) {
        if state.is_set_up() {
            (0..MASKS).for_each(|number| visit(Step::choice(number)));
        } else if !state.is_ended() {
            Self::sets(&state.position).each::<false>(&state.position, visit);
        }
    }

    #[inline(always)]
    fn count(&self, state: &State) -> usize {
        if state.is_set_up() {
            MASKS
        } else if state.is_ended() {
            0
        } else {
            Self::sets(&state.position).count()
        }
    }

    #[inline(always)]
    fn pick(&self, state: &State, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
        if state.is_set_up() {
            return Some(Step::choice(choose(MASKS)));
        }
        if state.is_ended() {
            return None;
        }
        let sets = Self::sets(&state.position);
        match sets.count() {
            0 => None,
            count => sets.pick::<false>(&state.position, choose(count)),
        }
    }

    #[inline]
    fn mask_and_pick(
        &self,
        state: &State,
        mask: &mut Mask,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Step> {
        if state.is_set_up() || state.is_ended() {
            self.mask(state, mask);
            return self.pick(state, choose);
        }
        let sets = Self::sets(&state.position);
        actions::mark::<false>(self.spec.frame, &state.position, &sets, mask);
        match sets.count() {
            0 => None,
            count => sets.pick::<false>(&state.position, choose(count)),
        }
    }

    fn is_legal(&self, state: &State, step: Step) -> bool {
        if state.is_set_up() || step.deed() == Deed::Choice {
            return state.is_set_up() && step.number() < MASKS && step == Step::choice(step.number());
        }
        let named = Named { from: step.from(), to: step.to(), promotion: step.promotion() };
        state.position.step_of::<false>(named) == Some(step)
            && !state.is_ended()
            && Self::sets(&state.position).contains::<false>(&state.position, step)
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        let seat = (state.position.seat & 1) as usize;
        match step.deed() {
            Deed::Choice => {
                state.captures[seat ^ 1] = step.number().min(MASKS - 1) as u8;
                state.position.seat ^= 1;
            }
            Deed::Go(kind)
                if kind != Kind::Pawn && state.position.men.sides[seat ^ 1] & bit(step.to()) != 0 =>
            {
                Self::attempt(state, step, kind);
            }
            deed => {
                state.position.make::<false>(step);
                // C6: recorded whether or not an enemy pawn stands ready.
                if deed == Deed::Double {
                    state.position.record_passed(step);
                }
            }
        }
    }

    #[inline]
    fn action(&self, state: &State, step: Step) -> usize {
        match step.deed() {
            Deed::Choice => ACTIONS + step.number(),
            _ => actions::action(self.spec.frame, state.position.seat, step),
        }
    }

    fn step(&self, state: &State, action: usize) -> Option<Step> {
        match action.checked_sub(ACTIONS) {
            Some(number) => (number < MASKS).then(|| Step::choice(number)),
            None => actions::step::<false>(self.spec.frame, &state.position, action),
        }
    }

    fn write_step(&self, _state: &State, step: Step, out: &mut String) {
        match MASK.get(step.number()) {
            Some(mask) if step.deed() == Deed::Choice => {
                out.push_str("mask:");
                masks::write(mask, out);
            }
            _ => step.write(out),
        }
    }

    fn sort_key(&self, _state: &State, step: Step) -> u128 {
        let Some(mask) = MASK.get(step.number()).filter(|_| step.deed() == Deed::Choice) else {
            return step.sort_key();
        };
        let mut bytes = *b"mask:KQRBN\0\0\0\0\0\0";
        for (byte, &capture) in bytes[5..].iter_mut().zip(mask) {
            *byte = LETTERS[capture as usize];
        }
        u128::from_be_bytes(bytes)
    }

    fn read_step(&self, state: &State, text: &str) -> Option<Step> {
        let step = match text.strip_prefix("mask:") {
            Some(letters) => Step::choice(masks::read(letters)?),
            None => state.position.step_of::<false>(Named::read(text)?)?,
        };
        self.is_legal(state, step).then_some(step)
    }

    fn refusal(&self, state: &State, text: &str) -> String {
        if let Some(outcome) = self.outcome(state) {
            return format!("the game is over ({}): there is no step to make", outcome.reason.as_str());
        }
        if state.is_set_up() {
            let short: String = text.chars().take(40).collect();
            return format!("'{short}': expected mask: and each letter of KQRBN once, as in mask:RKNBQ");
        }
        if text.starts_with("mask:") {
            return "the captures of both seats have been chosen already".into();
        }
        let position = &state.position;
        let step = match refusal::readable::<false>(position, text) {
            Ok(step) => step,
            Err(reason) => return reason,
        };
        let reason = match step.deed() {
            Deed::Castle => refusal::castle::<false>(position, step).err(),
            Deed::Go(kind) if kind != Kind::Pawn => {
                // An attempt may go any way, a move to an empty cell only that of the piece.
                let attempt = position.men.side(position.seat ^ 1) & bit(step.to()) != 0;
                let way = if attempt { masks::reach(step.from()) } else { refusal::reach(kind, step.from()) };
                refusal::officer(position, step, kind, way)
            }
            _ => refusal::pawn(position, step),
        };
        format!("{text}: {}", reason.unwrap_or_else(|| "not a legal step".into()))
    }

    fn fen(&self, state: &State) -> String {
        Self::text(state, None)
    }

    fn read_fen(&self, text: &str) -> Result<State, FenError> {
        let [placement, seat, castling, passed, white, black, of_white, of_black, clock] =
            FenReader::new(text, FIELDS)?.exactly()?;
        let men = placement::read_men(placement)?;
        let seat = placement::read_seat(seat)?;
        if men.of(seat ^ 1, Kind::King) == 0 {
            return Err(FenError::field(
                "placement",
                placement,
                format!(
                    "'{}' has no king; only the seat to act can have lost its king",
                    seat_letter(seat ^ 1)
                ),
            ));
        }
        let rights = castling::read_rights(castling, &men)?;
        let clock = FenReader::counter("clock", clock, CLOCK_END.into())? as u8;
        let position = Position { men, rights, passed: placement::read_passed(passed)?, seat, clock };
        if position.passed != 0 && !can_have_passed(&position) {
            let problem = "no enemy pawn can just have passed over this cell; expected '-'";
            return Err(FenError::field("en passant", passed, problem));
        }
        let possible = [
            Self::read_possible("possible captures of White's kinds", of_white)?,
            Self::read_possible("possible captures of Black's kinds", of_black)?,
        ];
        let captures = [
            Self::read_captures("captures of White's pieces", white, &possible[0])?,
            Self::read_captures("captures of Black's pieces", black, &possible[1])?,
        ];
        let state = State { position, captures, possible };
        if captures.contains(&OPEN) {
            Self::check_set_up(&state)?;
        }
        Ok(state)
    }

    fn observe(&self, state: &State, seat: Seat, canvas: &mut Canvas) {
        let (own, other) = ((seat & 1) as usize, (seat & 1) as usize ^ 1);
        let mut planes = Planes::new(canvas, self.spec.frame, seat);
        planes.position(&state.position, seat);
        // The seat knows what it chose for the other; of its own pieces, only what everybody has seen.
        planes.table(state.mask(other as Seat).map_or([0; 5], |mask| mask.map(|capture| 1 << capture)));
        planes.table(state.possible[own]);
        planes.table(state.possible[other]);
        planes.level(if state.captures[own] == OPEN { 0.0 } else { 1.0 });
        planes.black(seat);
    }

    fn view(&self, state: &State, seat: Seat) -> String {
        Self::text(state, Some(seat))
    }

    fn seen(&self, state: &State, step: Step, seat: Seat) -> String {
        if step.deed() == Deed::Choice && state.position.seat != seat {
            return "mask:?????".into();
        }
        self.step_text(state, step)
    }

    /// M11: uniform among the assignments that give each kind one of its possible captures.
    fn resample(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let (own, mut drawn) = ((seat & 1) as usize, *state);
        if state.captures[own] != OPEN {
            let fits = |number: &usize| masks::fits(&MASK[*number], &state.possible[own]);
            let many = (0..MASKS).filter(fits).count();
            if let Some(number) = (0..MASKS).filter(fits).nth(below(rng, many.max(1))) {
                drawn.captures[own] = number as u8;
            }
        }
        drawn
    }

    fn pieces(&self, state: &State, cell: u8, _eyes: Option<Seat>) -> Vec<Piece> {
        super::pieces(&state.position.men, cell)
    }

    /// How each seat's kinds take, as far as chosen and seen (M11), and how they may (M9).
    fn beside(&self, state: &State, eyes: Option<Seat>) -> Vec<Beside> {
        let table = |label, seat: Seat, note: &dyn Fn(usize) -> String| {
            let kinds = [Kind::King, Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];
            let items = kinds.iter().enumerate().map(|(place, &kind)| {
                let piece = Piece::new(Some(seat), kind.name(), placement::letter(kind, seat));
                Item::one(Thing::Piece(piece)).noted(note(place))
            });
            Beside { seat: Some(seat), label, items: items.collect() }
        };
        let chosen = |seat: Seat, place: usize| match state.mask(seat) {
            None => "-".into(),
            Some(_) if eyes == Some(seat) => "?".into(),
            Some(mask) => char::from(LETTERS[usize::from(mask[place])]).to_string(),
        };
        let possible = |seat: Seat, place: usize| {
            let mut letters = String::new();
            masks::write_set(state.possible[usize::from(seat)][place], &mut letters);
            letters
        };
        let captures = [0, 1].map(|seat| table("captures", seat, &|place| chosen(seat, place)));
        let may_be = [0, 1].map(|seat| table("possible captures", seat, &|place| possible(seat, place)));
        captures.into_iter().chain(may_be).collect()
    }

    fn perft_turns(&self, state: &State, depth: u32) -> u64 {
        self.perft(state, depth)
    }

    fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    fn transform(&self, state: &State, _symmetry: &Symmetry) -> Option<State> {
        (state.position.rights == 0).then(|| State { position: super::mirrored(&state.position), ..*state })
    }
}
