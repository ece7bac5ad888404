//! Masquerade Chess: pieces move as they look, and take as the opponent has chosen in secret (section 3 of
//! the rules of the Chess Kit's first half; C and M are the numbers of its rules).
//!
//! Its actions are those of the pieces, then the 120 choices of the set-up, such as `mask:KQRBN`. Which
//! attempts succeed is hidden, which attempts are legal is not: geometry alone decides that (M5).

use super::bits::{bit, own_rank};
use super::castling::{self, Castling};
use super::chess960;
use super::kit::Kit;
use super::lines::{KING, LEAPS, fill};
use super::masks::{self, ALL, Captures, LETTERS, MASK, MASKS};
use super::men::Kind;
use super::menu::{Group, Menu, Names};
use super::offer::Choices;
use super::placement::{self, can_have_passed, seat_letter};
use super::planes::Planes;
use super::position::Position;
use super::refusal;
use super::sets::Sets;
use super::step::{Deed, Step};
use super::twist::{self, Twist};
use crate::game::{
    FenError, FenReader, Frame, Item, OffBoardGroup, Outcome, Piece, Plane, Reason, Returns, Rng, Seat, Spec,
    Thing, below,
};
use std::fmt::Write as _;

/// The clock at which the game is drawn (C10).
const CLOCK_END: u8 = 100;
/// What a position string has (M10).
const FIELDS: &str = "placement, seat to act, castling, en passant, captures of White's pieces, captures of Black's, \
                      possible captures of White's kinds, possible captures of Black's, clock";
/// No assignment chosen yet.
const OPEN: u8 = u8::MAX;

/// The assignments, and what is known of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Masks {
    /// The number of the assignment by which each seat's pieces take: chosen by the other seat, unknown to
    /// the owner.
    captures: [u8; 2],
    /// For each seat and kind, K Q R B N, the captures that nobody can rule out from what has been seen (M9).
    possible: [[Captures; 5]; 2],
}

/// Everything that the position string says.
pub type State = twist::State<Masks>;

impl State {
    /// Whether the choices of the set-up are still being made.
    #[inline(always)]
    fn is_set_up(&self) -> bool {
        self.more.captures[0] == OPEN
    }

    /// The assignment by which a seat's pieces take, once chosen.
    #[inline(always)]
    fn mask(&self, seat: Seat) -> Option<&'static masks::Mask> {
        MASK.get(usize::from(self.more.captures[(seat & 1) as usize]))
    }
}

/// The captures that a seat chooses for the other's pieces (M1).
static MENU: Menu = Menu(&[Group {
    prefix: "mask:",
    names: Names::Own {
        count: MASKS,
        write: |number, out| masks::write(&MASK[number], out),
        read: masks::read,
    },
    says: "choose how the enemy's king, queen, rook, bishop and knight capture: as {}, letter by letter",
}]);

/// What is peculiar to `masquerade-chess`.
pub struct Masquerade;

/// The game `masquerade-chess`.
pub type MasqueradeChess = Kit<Masquerade>;

impl Masquerade {
    /// The steps of a turn: standard moves and pawn captures (M4), and attempts (M5).
    #[inline(always)]
    fn add_steps(position: &Position, sets: &mut Sets) {
        let (men, seat) = (&position.men, position.seat);
        let (own, enemies) = (men.side(seat), men.side(seat ^ 1));
        let (empty, officers) = (!(own | enemies), own & !men.kind(Kind::Pawn));
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
        sets.add_passant(position, position.beside_passer());
    }

    /// Makes an attempt: whether it succeeds shows something of the assignment (M5, M6, M9).
    #[inline(always)]
    fn attempt(state: &mut State, step: Step, kind: Kind) {
        let seat = (state.position.seat & 1) as usize;
        let reaching = masks::reaching(step.from(), step.to());
        let place = masks::place(kind);
        let succeeds = state.mask(seat as Seat).is_some_and(|mask| reaching >> mask[place] & 1 != 0);
        let shown = if succeeds { reaching } else { !reaching };
        state.more.possible[seat][place] &= shown;
        if succeeds {
            state.position.make(step);
        } else {
            state.position.seat ^= 1;
            state.position.passed = 0;
            state.position.clock = state.position.clock.saturating_add(1);
        }
    }

    fn read_possible(name: &'static str, field: &str) -> Result<[Captures; 5], FenError> {
        let mut possible = [0; 5];
        let groups: Vec<&str> = field.split(',').collect();
        if groups.len() != 5 {
            return Err(FenError::field(
                name,
                field,
                "expected five groups separated by commas, for K, Q, R, B and N",
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
                "gives a kind a capture that is not among its possible captures",
            ));
        }
        Ok(number as u8)
    }

    /// The choices of the set-up come in their order, and before everything else (M1).
    fn check_set_up(state: &State) -> Result<(), FenError> {
        let State { position, more: Masks { captures, possible } } = state;
        let refused = |problem: &str| Err(FenError::impossible(problem));
        if captures[1] == OPEN && captures[0] != OPEN {
            return refused(
                "White commits first: the captures of Black's pieces must be chosen before those of White's \
                 pieces",
            );
        }
        if position.seat != u8::from(captures[1] != OPEN) {
            return refused("the seat to act does not fit the commits: White commits first, then Black");
        }
        if *possible != [[ALL; 5]; 2] || position.passed != 0 || position.clock >= CLOCK_END {
            return refused(
                "before both commits, all captures must be possible (KQRBN), no cell passed over, and the \
                 clock below 100",
            );
        }
        if position.men.of(0, Kind::King) == 0 || position.men.of(1, Kind::King) == 0 {
            return refused("before both commits, each seat must have its king");
        }
        Ok(())
    }
}

impl Twist for Masquerade {
    type More = Masks;
    type Offer = Sets;

    const MENU: &'static Menu = &MENU;

    fn planes() -> Vec<Plane> {
        let rows = "a row for each kind and a column for each way to capture, both in the order K Q R B N";
        vec![
            Plane::table(
                "enemy's captures",
                format!("how the enemy's pieces capture, as the seat chose: {rows}"),
            ),
            Plane::table(
                "own possible captures",
                format!("how the seat's pieces can capture, from what was seen: {rows}"),
            ),
            Plane::table(
                "enemy's possible captures",
                format!("how the enemy's pieces can capture, from what was seen: {rows}"),
            ),
            Plane::flag("own captures chosen", "whether the enemy has chosen how the seat's pieces capture"),
        ]
    }

    fn spec(&self, frame: Frame) -> Spec {
        Spec {
            rules: "3",
            has_hidden_information: true,
            is_simultaneous: true,
            // At most 96 pawn moves and 30 captures, each after 99 other steps at most, 100 at the end, and
            // the set-up.
            max_steps: 12_702,
            ..super::spec("masquerade-chess", "Masquerade Chess", "chesskit_a", frame)
        }
    }

    fn start(&self, _rng: &mut Rng) -> State {
        let (men, rights) = chess960::array(518);
        let position = Position { men, rights, passed: 0, seat: 0, clock: 0 };
        State { position, more: Masks { captures: [OPEN; 2], possible: [[ALL; 5]; 2] } }
    }

    /// M8: for want of a king, or of progress.
    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        let position = &state.position;
        !state.is_set_up() && (position.men.of(position.seat, Kind::King) == 0 || position.clock >= CLOCK_END)
    }

    #[inline(always)]
    fn choosing(&self, state: &State) -> Option<Choices> {
        state.is_set_up().then(|| Choices::all(0, MASKS))
    }

    #[inline(always)]
    fn offer(&self, state: &State, sets: &mut Sets) {
        Self::add_steps(&state.position, sets);
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        let seat = (state.position.seat & 1) as usize;
        match step.deed() {
            Deed::Choice => {
                state.more.captures[seat ^ 1] = step.number().min(MASKS - 1) as u8;
                state.position.seat ^= 1;
            }
            Deed::Go(kind)
                if kind != Kind::Pawn && state.position.men.sides[seat ^ 1] & bit(step.to()) != 0 =>
            {
                Self::attempt(state, step, kind);
            }
            deed => {
                state.position.make(step);
                // C6: recorded whether or not an enemy pawn stands ready.
                if deed == Deed::Double {
                    state.position.record_passed(step);
                }
            }
        }
    }

    /// M8: the king taken, then no legal step, then the clock.
    fn outcome(&self, state: &State) -> Option<Outcome> {
        let position = &state.position;
        if state.is_set_up() {
            return None;
        }
        if position.men.of(position.seat, Kind::King) == 0 {
            let returns = Returns::win(2, |seat| seat != position.seat);
            return Some(Outcome { returns, reason: Reason::KingCaptured });
        }
        let mut sets = Sets::default();
        Self::add_steps(position, &mut sets);
        let reason = if !sets.any() {
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

    fn refusal(&self, state: &State, text: &str) -> Option<String> {
        if state.is_set_up() {
            return Some("expected mask: and each letter of KQRBN once, as in mask:RKNBQ".into());
        }
        text.starts_with("mask:").then(|| "both seats have already chosen captures".into())
    }

    fn objection(&self, state: &State, step: Step) -> String {
        let position = &state.position;
        let reason = match step.deed() {
            Deed::Castle => refusal::castle(position, Castling::of(step.from(), step.to())),
            Deed::Go(kind) if kind != Kind::Pawn => {
                // An attempt may go any way, a move to an empty cell only that of the piece.
                let attempt = position.men.side(position.seat ^ 1) & bit(step.to()) != 0;
                let way = if attempt { masks::reach(step.from()) } else { refusal::reach(kind, step.from()) };
                refusal::officer(position, step, kind, way)
            }
            _ => refusal::pawn(position, step),
        };
        reason.unwrap_or_else(|| "the piece cannot make this move".into())
    }

    /// M10; the captures of the looking seat's own pieces are question marks (M11).
    fn write(&self, state: &State, eyes: Option<Seat>, out: &mut String) {
        let position = &state.position;
        placement::write_men(&position.men, out);
        out.push(' ');
        out.push(seat_letter(position.seat));
        out.push(' ');
        castling::write_rights(position.rights, out);
        out.push(' ');
        placement::write_passed(position.passed, out);
        for seat in 0..2 {
            out.push(' ');
            match state.mask(seat) {
                None => out.push('-'),
                Some(_) if eyes == Some(seat) => out.push_str("?????"),
                Some(mask) => masks::write(mask, out),
            }
        }
        for possible in &state.more.possible {
            for (at, &set) in possible.iter().enumerate() {
                out.push(if at == 0 { ' ' } else { ',' });
                masks::write_set(set, out);
            }
        }
        let _ = write!(out, " {}", position.clock);
    }

    fn read(&self, text: &str) -> Result<State, FenError> {
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
        let state = State { position, more: Masks { captures, possible } };
        if captures.contains(&OPEN) {
            Self::check_set_up(&state)?;
        }
        Ok(state)
    }

    #[inline(always)]
    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let (own, other) = ((seat & 1) as usize, (seat & 1) as usize ^ 1);
        let Masks { captures, possible } = &state.more;
        // The seat knows what it chose for the other; of its own pieces, only what everybody has seen.
        planes.table(state.mask(other as Seat).map_or([0; 5], |mask| mask.map(|capture| 1 << capture)));
        planes.table(possible[own]);
        planes.table(possible[other]);
        planes.level(if captures[own] == OPEN { 0.0 } else { 1.0 });
    }

    fn seen(&self, state: &State, step: Step, seat: Seat) -> Option<String> {
        let unseen = step.deed() == Deed::Choice && state.position.seat != seat;
        unseen.then(|| "mask:?????".into())
    }

    /// M11: uniform among the assignments that give each kind one of its possible captures.
    fn resample(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let (own, mut drawn) = ((seat & 1) as usize, *state);
        if state.more.captures[own] != OPEN {
            let fits = |number: &usize| masks::fits(&MASK[*number], &state.more.possible[own]);
            let many = (0..MASKS).filter(fits).count();
            if let Some(number) = (0..MASKS).filter(fits).nth(below(rng, many.max(1))) {
                drawn.more.captures[own] = number as u8;
            }
        }
        drawn
    }

    /// How each seat's kinds take, as far as chosen and seen (M11), and how they may (M9).
    fn off_board(&self, state: &State, eyes: Option<Seat>) -> Vec<OffBoardGroup> {
        let table = |label, seat: Seat, note: &dyn Fn(usize) -> String| {
            let kinds = [Kind::King, Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];
            let items = kinds.iter().enumerate().map(|(place, &kind)| {
                let piece = Piece::new(Some(seat), kind.name(), placement::letter(kind, seat));
                Item::one(Thing::Piece(piece)).noted(note(place))
            });
            OffBoardGroup { seat: Some(seat), label, items: items.collect() }
        };
        let chosen = |seat: Seat, place: usize| match state.mask(seat) {
            None => "-".into(),
            Some(_) if eyes == Some(seat) => "?".into(),
            Some(mask) => char::from(LETTERS[usize::from(mask[place])]).to_string(),
        };
        let possible = |seat: Seat, place: usize| {
            let mut letters = String::new();
            masks::write_set(state.more.possible[usize::from(seat)][place], &mut letters);
            letters
        };
        let captures = [0, 1].map(|seat| table("captures", seat, &|place| chosen(seat, place)));
        let may_be = [0, 1].map(|seat| table("possible captures", seat, &|place| possible(seat, place)));
        captures.into_iter().chain(may_be).collect()
    }

    fn mirrored(&self, state: &State) -> Option<Masks> {
        Some(state.more)
    }
}
