//! Chess and Chess960: orthodox play from one array or from any of the 960.

use super::castling::{self, Spelling};
use super::chess960;
use super::history::{CLOCK_END, Past};
use super::kit::Kit;
use super::men::Kind;
use super::offer::{Numbering, Offer};
use super::placement::{self, can_have_passed, seat_letter};
use super::planes::{self, Planes};
use super::play::Play;
use super::position::Position;
use super::rim::{Cylinder, Flat};
use super::shadow::Shadowed;
use super::step::{Deed, Step};
use super::turning::shifted;
use super::twist::{self, Twist};
use crate::board::Cell;
use crate::game::{
    CellMark, Declaration, FenError, FenReader, Frame, OptionSpec, Options, Outcome, Perspective, Plane,
    Reason, Returns, Rng, Seat, Spec, words,
};
use std::fmt::Write as _;

/// What a position string has.
const FIELDS: &str = "placement, seat to act, castling, en passant, clock, move number, history (or '-')";

/// What the position string remembers besides the position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Memory {
    /// The number of the move, from 1, up after each of Black's.
    number: u32,
    past: Past,
}

impl Memory {
    /// The number of the move, from 1, up after each of Black's.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// How many earlier positions the position string remembers.
    pub fn length(&self) -> usize {
        self.past.length()
    }
}

/// Everything that the position string says.
pub type State = twist::State<Memory>;

words! {
    /// Who plays with whom.
    pub enum Teams {
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
        OptionSpec::flag("castling", "whether castling is allowed"),
        OptionSpec::flag("cylinder", "whether the left and right edges of the board are joined"),
        OptionSpec::flag("double", "whether four seats play on 12x12 squares"),
        OptionSpec::flag("shadow", "whether pieces cast shadows, in which they can be captured"),
        OptionSpec::word::<Teams>("teams", "the teams of four seats"),
    ],
};

/// What `chess` is among its relatives, or the same without castling.
pub fn options(castling: bool) -> Options {
    relative(castling, false, false, false, Teams::None)
}

/// The options of one of the relatives.
pub fn relative(castling: bool, cylinder: bool, double: bool, shadow: bool, teams: Teams) -> Options {
    let values = [
        ("castling", castling.into()),
        ("cylinder", cylinder.into()),
        ("double", double.into()),
        ("shadow", shadow.into()),
        ("teams", teams.into()),
    ];
    Options::of(&OPTIONS, values)
}

/// Orthodox chess: from its arrays, to its mates and draws, however pieces move and take.
pub struct Orthodox<P = Flat> {
    /// The array of each game; none where its seed draws one.
    array: Option<u32>,
    castling: bool,
    /// `chess960`: rooks start anywhere, and some texts and the order of the draws differ.
    shuffled: bool,
    play: P,
}

/// A game of orthodox chess.
pub type Chess = Kit<Orthodox>;

impl Kit<Orthodox> {
    /// `chess`, with castling or without (Chess 4.7).
    pub fn chess(castling: bool, frame: Frame) -> Chess {
        Kit::new(Orthodox { array: Some(518), castling, shuffled: false, play: Flat }, frame)
    }

    /// `chess960`: with the array of that number (0 to 959), or one that the seed draws; with castling or
    /// without (Chess960 3.3).
    pub fn chess960(array: Option<u32>, castling: bool, frame: Frame) -> Chess {
        Kit::new(Orthodox { array, castling, shuffled: true, play: Flat }, frame)
    }
}

impl Kit<Orthodox<Cylinder>> {
    /// `cylindrical-chess`, with castling or without.
    pub fn cylindrical(castling: bool, frame: Frame) -> Self {
        Kit::new(Orthodox { array: Some(518), castling, shuffled: false, play: Cylinder }, frame)
    }
}

impl Kit<Orthodox<Shadowed>> {
    /// `shadow-chess`, or `cylindrical-shadow-chess` where the edges are joined; with castling or without.
    pub fn shadow(joined: bool, castling: bool, frame: Frame) -> Self {
        let play = Shadowed { joined };
        Kit::new(Orthodox { array: Some(518), castling, shuffled: false, play }, frame)
    }
}

impl<P: Play> Orthodox<P> {
    /// The draws in their order: Chess 8.5 and section 9; Chess960 2.3.4.
    fn draw(&self, state: &State) -> Option<Reason> {
        let State { position, more: Memory { past, .. } } = state;
        let dead = self.play.is_dead(&position.men);
        if self.shuffled {
            return past.draw(dead, position.clock);
        }
        let draws = [
            (dead, Reason::Material),
            (past.is_third(), Reason::Repetition),
            (position.clock >= CLOCK_END, Reason::NoProgress),
        ];
        draws.into_iter().find_map(|(holds, reason)| holds.then_some(reason))
    }

    /// Makes a step of a position without memory, and records the cell passed over if somebody can capture
    /// there (Chess 11.1, Chess960 2.2.3). Whether it can be taken back.
    #[inline(always)]
    fn make(&self, position: &mut Position, step: Step) -> bool {
        let change = self.play.make(position, step);
        if step.deed() == Deed::Double {
            position.record_passed(step);
            if self.play.beside_passer(position) == 0 || self.play.passant_takers(position) == 0 {
                position.passed = 0;
            }
        }
        change.reversible
    }

    /// Puts the legal steps into an empty offer: apart from the loop that plays, whose code it would swell.
    #[inline(never)]
    fn add_legal(&self, position: &Position, offer: &mut P::Offer) {
        self.play.add_legal(position, offer);
    }

    /// Counts step sequences in which no draw by repetition or by the clock can come about.
    fn perft_short(&self, position: &Position, depth: u32) -> u64 {
        if self.play.is_dead(&position.men) {
            return 0;
        }
        let mut offer = P::Offer::default();
        self.add_legal(position, &mut offer);
        if depth == 1 {
            return offer.count() as u64;
        }
        let mut nodes = 0;
        offer.each(position, |step| {
            let mut next = *position;
            self.make(&mut next, step);
            nodes += self.perft_short(&next, depth - 1);
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
            let problem = "this game has no castling (castling=false); expected '-'";
            return Err(FenError::field("castling", fields[2], problem));
        }
        let rights = if self.shuffled {
            castling::read_rook_files(fields[2], &men)?
        } else {
            castling::read_rights(fields[2], &men)?
        };
        let passed = placement::read_passed(fields[3])?;
        let clock = FenReader::counter("clock", fields[4], CLOCK_END.into())? as u8;
        let mut position = Position { men, rights, passed, seat, clock };
        if self.play.in_check(&position.men, seat ^ 1) {
            return Err(FenError::impossible(format!(
                "the king of '{}' is in check, but '{0}' is not to act",
                seat_letter(seat ^ 1)
            )));
        }
        let possible = passed == 0 || can_have_passed(&position);
        if !self.shuffled && !possible {
            return Err(FenError::field(
                "en passant",
                fields[3],
                "no enemy pawn can just have passed over this cell; expected '-'",
            ));
        }
        if !possible || self.play.passant_takers(&position) == 0 {
            position.passed = 0;
        }
        Ok(position)
    }
}

impl<P: Play> Twist for Orthodox<P> {
    type More = Memory;
    type Offer = P::Offer;

    const OWN_ACTIONS: usize = P::OWN_ACTIONS;

    fn planes() -> Vec<Plane> {
        vec![planes::repetitions()]
    }

    fn spec(&self, frame: Frame) -> Spec {
        let of_family = if self.shuffled {
            let spec = super::spec("chess960", "Chess960", "chesskit_b", frame);
            Spec { rules: "3", options: chess960::options(self.array, self.castling), ..spec }
        } else {
            let (joined, shadows) = (self.play.joined(), self.play.shadows());
            let (id, title, rules) = match (joined, shadows) {
                (false, false) => ("chess", "Chess", "4-11"),
                (true, false) => ("cylindrical-chess", "Cylindrical Chess", "2.4-2.5, 4-11"),
                (false, true) => ("shadow-chess", "Shadow Chess", "4-11"),
                (true, true) => ("cylindrical-shadow-chess", "Cylindrical Shadow Chess", "2.4-2.5, 4-11"),
            };
            let options = relative(self.castling, joined, false, shadows, Teams::None);
            Spec { rules, options, ..super::spec(id, title, "adams_chess", frame) }
        };
        // At most 96 pawn moves and 30 captures, each after 99 other steps at most, and 100 at the end.
        Spec { max_steps: 12_700, ..of_family }
    }

    #[inline(always)]
    fn spelling(&self) -> Spelling {
        if self.shuffled { Spelling::OntoRook } else { Spelling::TwoFiles }
    }

    fn start(&self, rng: &mut Rng) -> State {
        let (men, rights) = chess960::array(self.array.unwrap_or_else(|| chess960::drawn(rng)));
        let rights = if self.castling { rights } else { 0 };
        let position = Position { men, rights, passed: 0, seat: 0, clock: 0 };
        State { position, more: Memory { number: 1, past: Past::default() } }
    }

    /// Whether one of the draws of section 9 (Chess960 2.3, 3.4) holds, as far as mate and stalemate do not
    /// come before it.
    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        let State { position, more: memory } = state;
        position.clock >= CLOCK_END || memory.past.is_third() || self.play.is_dead(&position.men)
    }

    #[inline(always)]
    fn offer(&self, state: &State, offer: &mut P::Offer) {
        self.play.add_legal(&state.position, offer);
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        let State { position, more: memory } = state;
        let seat = position.seat;
        memory.number = memory.number.saturating_add(u32::from(seat));
        let reversible = self.make(position, step);
        memory.past.add(seat, reversible.then_some(step), &position.men);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let position = &state.position;
        // Mate and stalemate come before the draws.
        let mut offer = P::Offer::default();
        self.add_legal(position, &mut offer);
        if offer.any() {
            return self.draw(state).map(|reason| Outcome { returns: Returns::of(&[0.0, 0.0]), reason });
        }
        if !self.play.in_check(&position.men, position.seat) {
            return Some(Outcome { returns: Returns::of(&[0.0, 0.0]), reason: Reason::Stalemate });
        }
        let returns = Returns::win(2, |seat| seat != position.seat);
        Some(Outcome { returns, reason: Reason::Checkmate })
    }

    fn objection(&self, state: &State, step: Step) -> String {
        self.play.objection(&state.position, step, self.castling.then(|| self.spelling()))
    }

    fn write(&self, state: &State, _eyes: Option<Seat>, out: &mut String) {
        let State { position, more } = state;
        placement::write_men(&position.men, out);
        out.push(' ');
        out.push(seat_letter(position.seat));
        out.push(' ');
        if self.shuffled {
            castling::write_rook_files(position.rights, out);
        } else {
            castling::write_rights(position.rights, out);
        }
        out.push(' ');
        placement::write_passed(position.passed, out);
        let _ = write!(out, " {} {} ", position.clock, more.number);
        more.past.write(out);
    }

    fn read(&self, text: &str) -> Result<State, FenError> {
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
        let number = match FenReader::counter("move number", number, u32::MAX)? {
            0 => return Err(FenError::field("move number", "0", "expected a number from 1")),
            number => number,
        };
        let past = self.play.read_past(history, &position)?;
        Ok(State { position, more: Memory { number, past } })
    }

    #[inline(always)]
    fn observe(&self, state: &State, _seat: Seat, planes: &mut Planes) {
        let earlier = state.more.past.earlier(state.position.seat, &state.position.men).min(2);
        planes.level(earlier as f32 / 2.0);
    }

    fn mirrored(&self, state: &State) -> Option<Memory> {
        Some(Memory { past: state.more.past.mirrored(state.position.seat), ..state.more })
    }

    fn own_actions(&self) -> usize {
        self.play.own_actions()
    }

    #[inline(always)]
    fn action(&self, numbering: &Numbering, state: &State, step: Step) -> usize {
        self.play.action(numbering, &state.position, step)
    }

    #[inline]
    fn step(&self, numbering: &Numbering, state: &State, action: usize) -> Option<Step> {
        self.play.step(numbering, &state.position, action)
    }

    fn own_action_text(&self, own: usize, seen: &Perspective<'_>) -> String {
        self.play.own_action_text(own, seen)
    }

    fn own_action_place(&self, own: usize) -> Option<usize> {
        self.play.own_action_place(own)
    }

    fn mirrored_action(own: usize) -> usize {
        P::mirrored_action(own)
    }

    fn spell(&self, state: &State, step: Step, out: &mut String) {
        self.play.spell(&state.position, step, self.spelling(), out);
    }

    fn spelled(&self, state: &State, text: &str) -> Option<Step> {
        self.play.spelled(&state.position, self.spelling(), text)
    }

    fn refusal(&self, state: &State, text: &str) -> Option<String> {
        self.play.refusal(&state.position, text)
    }

    fn shadows(&self, state: &State) -> Vec<(Cell, CellMark)> {
        self.play.cell_shadows(&state.position)
    }

    fn is_cylinder(&self) -> bool {
        self.play.joined()
    }

    fn shifted(&self, state: &State, files: Cell) -> Option<Memory> {
        let past = state.more.past.map(state.position.seat, |cell| shifted(cell, files));
        Some(Memory { past, ..state.more })
    }

    fn perft_at_once(&self, state: &State, depth: u32) -> Option<u64> {
        if depth > 0 && self.is_ended(state) {
            return Some(0);
        }
        // A position cannot come about for the third time, nor the clock run out, before either has this many
        // steps more.
        let steps = state.more.past.length() as u32;
        let is_short = steps + depth <= 8 && u32::from(state.position.clock) + depth <= u32::from(CLOCK_END);
        (depth > 0 && is_short).then(|| self.perft_short(&state.position, depth))
    }
}
