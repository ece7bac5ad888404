//! Adrenaline Chess: who takes a piece gives another one a checker, and checkers make extra moves (section 5
//! of the rules of the Chess Kit's first half; C and A are the numbers of its rules).
//!
//! A turn is a regular move, then extra moves of the piece that moved as long as it has checkers, then, if
//! anything was taken, a checker placed under an enemy piece. A king is in check when all that could take
//! him.

mod run;
mod rush;
mod stacks;
#[cfg(test)]
mod tests;
mod texts;

use super::bits::{Bits, bit, cells, own_rank};
use super::castling::Castling;
use super::chess960;
use super::legal::add_legal;
use super::lines::fill;
use super::men::Kind;
use super::menu::{Group, Menu, Names};
use super::offer::Choices;
use super::planes::{self, Planes};
use super::position::{PawnSteps, Position};
use super::sets::Sets;
use super::step::{Deed, Named, Step};
use super::twist::{self, Twist};
use crate::board::Cell;
use crate::game::{
    CellMark, FenError, Frame, Item, Mark, OffBoardGroup, Outcome, Piece, Plane, Reason, Returns, Rng, Seat,
    Spec, Thing,
};
use run::Run;
use rush::{Rush, around};
use stacks::{CHECKERS, Stacks};

/// The clock at which the game is drawn (C10).
const CLOCK_END: u8 = 100;
/// A checker comes into play with each of 30 captures at most, and is spent on one extra move, which can take
/// a pawn back by a rank: 126 pawn moves and 30 captures may each come after 99 other turns, and 100 turns at
/// the end. A turn has a regular move and perhaps a pass, and there are 30 extra moves and 30 placings.
const MAX_STEPS: u32 = 157 * 100 * 2 + 60;

/// The choices: under which piece to place a checker, and to make no more extra moves.
static MENU: Menu = Menu(&[
    Group { prefix: "rush:", names: Names::Cells, says: "place a checker under the piece on {}" },
    Group { prefix: "pass", names: Names::One, says: "end the extra moves" },
]);
const PASS: usize = 64;

/// Where a turn stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// At its beginning.
    Move,
    /// The piece on `runner` may make extra moves.
    Run {
        /// Where it stands.
        runner: Cell,
        /// Whether the turn has taken something.
        taken: bool,
    },
    /// A checker has to be placed.
    Place,
}

/// What the position string says besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The checkers under the pieces.
    stacks: Stacks,
    phase: Phase,
}

/// Everything that the position string says.
pub type State = twist::State<Turn>;

/// What is peculiar to `adrenaline-chess`.
pub struct Adrenaline;

impl Adrenaline {
    /// The seat to act under attack. (`open` is the cell at which the other seat may capture in passing: that
    /// of a two-cell step of this turn.)
    #[inline(always)]
    fn attack<'a>(position: &'a Position, stacks: &'a Stacks, open: Bits) -> Rush<'a> {
        Rush::of(&position.men, stacks, open, position.seat ^ 1)
    }

    /// Makes a regular or an extra move, and nothing of what follows. Whether it takes something.
    #[inline(always)]
    fn go(position: &mut Position, stacks: &mut Stacks, step: Step, extra: bool) -> bool {
        let (seat, clock) = (position.seat & 1, position.clock);
        let victim = match step.deed() {
            Deed::Passant => position.passer(),
            Deed::Castle => 0,
            _ => bit(step.to()) & position.men.side(seat ^ 1),
        };
        // A2, A3, A4 (A7: who castles has none).
        if stacks.held() & (victim | bit(step.from())) != 0 && step.deed() != Deed::Castle {
            let carried = stacks.at(step.from()) + stacks.on(victim) - u32::from(extra);
            for cell in cells(victim | bit(step.from())) {
                stacks.put(cell, 0);
            }
            stacks.put(step.to(), carried);
        }
        position.make(step);
        position.seat = seat;
        // C6, A9
        if step.deed() == Deed::Double {
            position.record_passed(step);
        }
        // C10, A10
        if extra {
            position.clock = if victim != 0 { 0 } else { clock };
        }
        victim != 0
    }

    /// Whether a piece may make a step: an extra move, or a regular one that is legal in orthodox chess (A7,
    /// A8).
    fn allows(state: &State, step: Step) -> bool {
        let (mut position, mut stacks, seat) = (state.position, state.more.stacks, state.position.seat);
        if step.deed() == Deed::Castle && !Self::may_castle(state, step) {
            return false;
        }
        let (extra, before) = match state.more.phase {
            Phase::Run { taken, .. } => (true, taken),
            _ => (false, false),
        };
        let taken = Self::go(&mut position, &mut stacks, step, extra) || before;
        let rush = Rush::of(&position.men, &stacks, position.passed, seat ^ 1);
        // A regular move is legal in orthodox chess already.
        let check = if extra { rush.is_check() } else { rush.driven_checker().is_some() };
        !check && (!taken || stacks.off_board() == 0 || rush.has_room())
    }

    /// Whether king and rook have no checkers, and the king passes no attacked cell (A7).
    fn may_castle(state: &State, step: Step) -> bool {
        let (position, stacks) = (&state.position, &state.more.stacks);
        let castling = Castling::of(step.from(), step.to());
        let is_safe = |cell: Cell| {
            let mut there = *position;
            there.men.toggle(position.seat, Kind::King, bit(castling.king) ^ bit(cell));
            !Self::attack(&there, stacks, 0).is_check()
        };
        stacks.held() & (bit(castling.king) | bit(castling.rook)) == 0
            && cells(castling.path() & !bit(castling.king)).all(is_safe)
            && !Self::attack(position, stacks, 0).is_check()
    }

    /// Puts down the legal regular moves: of those that are legal in orthodox chess the ones that checkers do
    /// not forbid (A8).
    #[inline(always)]
    fn add_moves(state: &State, sets: &mut Sets) {
        let (position, stacks) = (&state.position, &state.more.stacks);
        let (men, seat) = (&position.men, position.seat);
        add_legal(position, sets);
        let watch = if stacks.held() == 0 {
            // With the first checker the enemy king comes two cells far, and the own one goes one cell at
            // most.
            let near = around(around(around(men.of(seat, Kind::King))));
            if near & men.of(seat ^ 1, Kind::King) == 0 {
                return;
            }
            Watch::NOTHING
        } else if Self::attack(position, stacks, 0).is_check() {
            Watch::ALL
        } else {
            Watch::of(state)
        };
        let enemies = men.side(seat ^ 1);
        sets.retain(position, |step| !watch.concerns(step, enemies) || Self::allows(state, step));
    }

    /// Ends the turn, or asks for a checker to be placed first (A5).
    #[inline(always)]
    fn end(state: &mut State, taken: bool) {
        if taken && state.more.stacks.off_board() > 0 {
            state.more.phase = Phase::Place;
        } else {
            state.position.seat ^= 1;
            state.more.phase = Phase::Move;
        }
    }
}

/// The regular moves after which a king that is not in check may be in one, though he would not be in
/// orthodox chess. No piece that runs is stopped by one that it can take: so only such moves matter as open a
/// line or a pawn's way to an enemy with checkers, give a pawn with checkers something to take, or move
/// checkers to where they may help, or the king himself. (Captures are looked at in any case.)
struct Watch {
    /// Moves from these cells.
    from: Bits,
    /// Moves to these cells.
    to: Bits,
    /// Moves of these pieces to cells of `zone`.
    movers: Bits,
    zone: Bits,
    /// Two-cell steps of pawns.
    doubles: bool,
}

impl Watch {
    const NOTHING: Watch = Watch { from: 0, to: 0, movers: 0, zone: 0, doubles: false };
    const ALL: Watch = Watch { from: !0, to: !0, movers: 0, zone: 0, doubles: true };

    /// Whether a step has to be looked at.
    #[inline(always)]
    fn concerns(&self, step: Step, enemies: Bits) -> bool {
        let (from, to) = (bit(step.from()), bit(step.to()));
        from & self.from | to & (self.to | enemies) != 0
            || from & self.movers != 0 && to & self.zone != 0
            || step.deed() == Deed::Passant
            || step.deed() == Deed::Double && self.doubles
    }

    #[inline(always)]
    fn of(state: &State) -> Watch {
        let (men, seat) = (&state.position.men, state.position.seat);
        let stacks = &state.more.stacks;
        let (held, king) = (stacks.held(), men.of(seat, Kind::King));
        let (own, enemies) = (men.side(seat), men.side(seat ^ 1));
        let gains = held & own & !king;
        // Checkers are worth gaining only where all that there are lead to the king from.
        let mut zone = king;
        if gains != 0 {
            (0..stacks.on(!king).min(7)).for_each(|_| zone = around(zone));
        }
        // Where there are checkers to be gained, those without any matter too.
        let lined = if gains & zone != 0 { enemies } else { enemies & held };
        let reached = fill(men.straight() & lined, men.diagonal() & lined, !men.occupied());
        let reached = reached.into_iter().fold(0, |all, set| all | set);
        let (pawns, steps) = (enemies & held & men.kind(Kind::Pawn), PawnSteps::of(seat ^ 1));
        let ahead = steps.ahead.of(pawns);
        Watch {
            from: king | own & (reached | ahead | steps.ahead.of(ahead & own_rank(seat ^ 1, 3))),
            to: steps.west.of(pawns) | steps.east.of(pawns),
            movers: gains,
            zone,
            doubles: (pawns | gains & men.kind(Kind::Pawn)) != 0,
        }
    }
}

impl Twist for Adrenaline {
    type More = Turn;
    type Offer = (Sets, (Run, Choices));

    const ONE_STEP: bool = false;
    const MENU: &'static Menu = &MENU;

    fn planes() -> Vec<Plane> {
        let digits = ["ones", "twos", "fours", "eights", "sixteens"];
        let digit = |digit| {
            let shows = format!("the {digit} of the number of checkers under the piece, in binary");
            Plane::marks(format!("checkers: {digit}"), shows)
        };
        let mut planes = Vec::from(digits.map(digit));
        planes.extend([
            Plane::level(
                "checkers off the board",
                CHECKERS as u16,
                "the checkers not in play, divided by 24",
            ),
            Plane::marks("piece that may go on", "the piece that can make extra moves"),
            Plane::flag("something taken", "whether this turn has captured a piece"),
            Plane::flag("checker to be placed", "whether a checker must be placed now"),
            planes::to_act(),
        ]);
        planes
    }

    fn spec(&self, frame: Frame) -> Spec {
        Spec {
            rules: "5",
            max_steps: MAX_STEPS,
            ..super::spec("adrenaline-chess", "Adrenaline Chess", "chesskit_a", frame)
        }
    }

    fn start(&self, _rng: &mut Rng) -> State {
        let (men, rights) = chess960::array(518);
        let position = Position { men, rights, passed: 0, seat: 0, clock: 0 };
        State { position, more: Turn { stacks: Stacks::default(), phase: Phase::Move } }
    }

    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        state.position.clock >= CLOCK_END && state.more.phase == Phase::Move
    }

    #[inline(always)]
    fn choosing(&self, state: &State) -> Option<Choices> {
        let Turn { stacks, phase } = &state.more;
        (*phase == Phase::Place).then(|| Choices::cells(0, Self::attack(&state.position, stacks, 0).room()))
    }

    #[inline(always)]
    fn offer(&self, state: &State, (sets, (run, choices)): &mut (Sets, (Run, Choices))) {
        if let Phase::Run { runner, .. } = state.more.phase {
            *run = Run::of(&state.position, runner, |step| Self::allows(state, step));
            *choices = Choices::all(PASS, 1);
        } else {
            Self::add_moves(state, sets);
        }
    }

    fn mid_turn(&self, state: &State) -> bool {
        state.more.phase != Phase::Move
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        let State { position, more: Turn { stacks, phase } } = state;
        let (extra, before) = match *phase {
            Phase::Run { taken, .. } => (true, taken),
            _ => (false, false),
        };
        if step.is_choice() {
            if *phase == Phase::Place {
                let cell = (step.number() & 63) as Cell;
                stacks.put(cell, stacks.at(cell) + 1);
            }
            return Self::end(state, before);
        }
        let taken = Self::go(position, stacks, step, extra) || before;
        if step.deed() != Deed::Castle && stacks.held() & bit(step.to()) != 0 {
            *phase = Phase::Run { runner: step.to(), taken };
        } else {
            Self::end(state, taken);
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        if state.more.phase != Phase::Move {
            return None;
        }
        let mut sets = Sets::default();
        Self::add_moves(state, &mut sets);
        let draw = |reason| Outcome { returns: Returns::of(&[0.0, 0.0]), reason };
        if sets.any() {
            return self.is_ended(state).then(|| draw(Reason::NoProgress));
        }
        let (position, stacks) = (&state.position, &state.more.stacks);
        Some(if Self::attack(position, stacks, 0).is_check() {
            let returns = Returns::win(2, |winner| winner != position.seat);
            Outcome { returns, reason: Reason::Checkmate }
        } else {
            draw(Reason::Stalemate)
        })
    }

    fn step_of(&self, state: &State, named: Named) -> Option<Step> {
        match state.more.phase {
            Phase::Run { runner, .. } => run::step_of(&state.position, runner, named),
            _ => state.position.step_of(named, self.spelling()),
        }
    }

    fn refusal(&self, state: &State, text: &str) -> Option<String> {
        texts::refusal(state, text)
    }

    fn objection(&self, state: &State, step: Step) -> String {
        texts::objection(state, step)
    }

    fn write(&self, state: &State, _eyes: Option<Seat>, out: &mut String) {
        texts::write(state, out);
    }

    fn read(&self, text: &str) -> Result<State, FenError> {
        texts::read(text)
    }

    #[inline(always)]
    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let Turn { stacks, phase } = &state.more;
        let flag = |holds: bool| f32::from(u8::from(holds));
        let (runner, taken) = match *phase {
            Phase::Run { runner, taken } => (bit(runner), taken),
            Phase::Place => (0, true),
            Phase::Move => (0, false),
        };
        stacks.digits().iter().for_each(|&digit| planes.set(digit));
        planes.level(stacks.off_board() as f32 / CHECKERS as f32);
        planes.set(runner);
        planes.level(flag(taken));
        planes.level(flag(*phase == Phase::Place));
        planes.level(flag(state.position.seat == seat));
    }

    fn suffix(&self, state: &State, cell: Cell) -> &'static str {
        const ALL: &str = "++++++++++++++++++++++++";
        &ALL[..state.more.stacks.at(cell).min(CHECKERS) as usize]
    }

    fn marks(&self, state: &State, cell: Cell) -> Vec<Mark> {
        let Turn { stacks, phase } = &state.more;
        let count = stacks.at(cell) as u8;
        let checkers = (count > 0).then_some(Mark::Checkers { seat: None, count });
        let goes_on = matches!(phase, Phase::Run { runner, .. } if *runner == cell);
        checkers.into_iter().chain(goes_on.then_some(Mark::Active)).collect()
    }

    fn cell_marks(&self, state: &State, _eyes: Option<Seat>) -> Vec<(Cell, CellMark)> {
        cells(state.position.passed).map(|cell| (cell, CellMark::Passed)).collect()
    }

    /// The checkers that nobody has, and the one that this turn will place.
    fn off_board(&self, state: &State, _eyes: Option<Seat>) -> Vec<OffBoardGroup> {
        let left = state.more.stacks.off_board();
        let placed = left.min(match state.more.phase {
            Phase::Place | Phase::Run { taken: true, .. } => 1,
            _ => 0,
        });
        let checkers = |label, count| {
            let some =
                (count > 0).then(|| Item::many(Thing::Piece(Piece::new(None, "man", "checker")), count));
            OffBoardGroup { seat: None, label, items: some.into_iter().collect() }
        };
        vec![checkers("checkers", left - placed), checkers("to be placed", placed)]
    }

    fn mirrored(&self, state: &State) -> Option<Turn> {
        let Turn { stacks, phase } = &state.more;
        let phase = match *phase {
            Phase::Run { runner, taken } => Phase::Run { runner: runner ^ 7, taken },
            other => other,
        };
        Some(Turn { stacks: stacks.map(super::mirrored_bits), phase })
    }
}
