//! Zombie Chess: captured pieces are buried in secret, and come back where somebody leaves a cell (section 2
//! of the rules of the Chess Kit's first half; C and Z are the numbers of its rules).
//!
//! A turn has a moving part (one move of a living piece, or the horde) and a closing part (zombies that did
//! not move are destroyed, the cells that were left are looked at, what was taken is buried).

mod graves;
mod late;
mod living;
mod shown;
#[cfg(test)]
mod tests;
mod texts;
mod turn;

use super::bits::{Bits, bit, cells, own_rank};
use super::castling::Castling;
use super::chess960;
use super::men::Kind;
use super::menu::{Group, Menu, Names};
use super::offer::{Choices, Numbering, Offer};
use super::placement;
use super::planes::Planes;
use super::position::{PawnSteps, Position};
use super::refusal;
use super::sets::Sets;
use super::step::{Deed, Named, Step};
use super::twist::{self, Twist};
use crate::board::Cell;
use crate::game::{
    CellMark, FenError, Frame, Item, Mark, OffBoardGroup, Outcome, Perspective, Piece, Plane, Reason,
    Returns, Rng, Seat, Spec, Thing,
};
use graves::Graves;
use late::Late;
use turn::{Turn, armed, checkers};

/// The clock at which the game is drawn (C10).
const CLOCK_END: u8 = 100;
/// Each of 96 pawn moves, 30 captures of living pieces and 30 destructions may come after 99 other turns, and
/// 100 turns at the end; a turn has at most 15 steps of zombies, a pass and 15 burials.
const MAX_STEPS: u32 = 157 * 100 * 31;

/// The choices: where to bury, and to let the horde rest.
static MENU: Menu = Menu(&[
    Group { prefix: "bury:", names: Names::Cells, says: "bury the captured piece in the grid at {}" },
    Group { prefix: "pass", names: Names::One, says: "end the moves of zombies" },
]);
const PASS: usize = 64;

/// Where a turn stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// At its beginning.
    Move,
    /// A zombie has moved, others are waiting.
    Horde,
    /// Pieces have to be buried.
    Bury,
}

/// The pieces taken in a turn and not yet buried, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Taken {
    count: u8,
    kinds: [u8; 62],
}

impl Taken {
    const NONE: Taken = Taken { count: 0, kinds: [0; 62] };

    fn push(&mut self, kind: Kind) {
        if let Some(place) = self.kinds.get_mut(usize::from(self.count)) {
            (*place, self.count) = (kind as u8, self.count + 1);
        }
    }

    fn pop(&mut self) -> Option<Kind> {
        self.count = self.count.checked_sub(1)?;
        let first = Kind::ALL[usize::from(self.kinds[0]) % 5];
        self.kinds.rotate_left(1);
        self.kinds[61] = 0;
        Some(first)
    }

    fn kinds(&self) -> impl Iterator<Item = Kind> {
        self.kinds[..usize::from(self.count).min(62)].iter().map(|&kind| Kind::ALL[usize::from(kind) % 5])
    }
}

/// What the position string says besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Crypt {
    /// The zombies on the board.
    zombies: Bits,
    /// Those that have moved in this turn.
    moved: Bits,
    /// The grid of each seat.
    graves: [Graves; 2],
    phase: Phase,
    /// The cells that pieces have left in this turn, while the horde moves.
    left: Bits,
    taken: Taken,
    /// The cells passed over by two-cell steps of this turn.
    passing: Bits,
}

/// Everything that the position string says.
pub type State = twist::State<Crypt>;

impl Crypt {
    /// The turn of the state that this belongs to, as it stands.
    fn turn<'a>(&'a self, position: &Position) -> Turn<'a> {
        let graves = &self.graves[(position.seat & 1) as usize];
        Turn { position: *position, zombies: self.zombies, moved: self.moved, left: self.left, graves }
    }
}

/// What is peculiar to `zombie-chess`.
pub struct Zombie;

impl Zombie {
    /// Puts down the legal steps at the beginning of a turn.
    #[inline(always)]
    fn add_moves(state: &State, sets: &mut Sets, late: &mut Late) {
        let (position, crypt) = (&state.position, &state.more);
        let (men, seat) = (&position.men, position.seat);
        let turn = crypt.turn(position);
        let waiting = turn.waiting();
        if waiting != 0 {
            turn.add_steps(waiting, sets, late);
        }
        sets.add_passant(position, men.of(seat, Kind::Pawn));
        for rook in cells(position.rights & own_rank(seat, 1)) {
            let castling = Castling::of(men.king(seat), rook);
            let attacked = |cell| armed(men).attackers(seat ^ 1, cell, men.occupied()) != 0;
            if castling.way() & men.occupied() == 0 && !cells(castling.path()).any(attacked) {
                *sets.castles() |= bit(rook);
            }
        }
        sets.retain(position, |step| turn.allows(step));
        late.retain(position, |step| turn.allows(step));
        turn.add_living(sets);
    }

    /// Makes a step of the moving part (Z3, Z4).
    fn go(state: &mut State, step: Step) {
        let State { position, more: crypt } = state;
        let (seat, living) = (position.seat & 1, crypt.zombies & bit(step.from()) == 0);
        let target = match step.deed() {
            Deed::Passant => PawnSteps::of(seat ^ 1).ahead.of(bit(step.to())),
            Deed::Castle => 0,
            _ => bit(step.to()) & position.men.side(seat ^ 1),
        };
        let mut clock = position.clock.saturating_add(u8::from(crypt.phase == Phase::Move));
        let pawn = position.men.kind(Kind::Pawn) & bit(step.from()) != 0;
        if living && pawn || target & !crypt.zombies != 0 {
            clock = 0;
        }
        if target != 0
            && let Some(kind) = position.men.kind_at(target.trailing_zeros() as Cell)
        {
            crypt.taken.push(kind);
        }
        if step.deed() == Deed::Double {
            crypt.passing |= bit((step.from() + step.to()) / 2);
        }
        let next = crypt.turn(position).after(step);
        let waiting = next.waiting();
        let (zombies, moved, left) = (next.zombies, next.moved, next.left);
        *position = Position { clock, ..next.position };
        (crypt.zombies, crypt.moved, crypt.left) = (zombies, moved, left);
        if living || waiting == 0 {
            Self::close(state);
        } else {
            crypt.phase = Phase::Horde;
        }
    }

    /// The closing part, as far as it needs no choice (Z5).
    fn close(state: &mut State) {
        let State { position, more: crypt } = state;
        let seat = position.seat & 1;
        let lost = crypt.turn(position).waiting();
        if lost != 0 {
            position.men.clear(lost);
            crypt.zombies &= !lost;
            position.clock = 0;
        }
        for cell in cells(crypt.left & !position.men.occupied()) {
            for asked in [seat, seat ^ 1] {
                if let Some(kind) = crypt.graves[asked as usize].ask(cell) {
                    position.men.toggle(asked ^ 1, kind, bit(cell));
                    crypt.zombies |= bit(cell);
                    break;
                }
            }
        }
        position.passed = 0;
        crypt.passing &= !position.men.occupied();
        (crypt.moved, crypt.left, crypt.phase) = (0, 0, Phase::Bury);
        Self::bury_next(state);
    }

    /// The cells at which the seat to act can bury.
    #[inline(always)]
    fn ground(state: &State) -> Bits {
        let seat = state.position.seat;
        state.position.men.side(seat) & !state.more.graves[(seat & 1) as usize].held()
    }

    /// Destroys what there is no room for; passes the turn on if nothing is left to bury.
    fn bury_next(state: &mut State) {
        while state.more.taken.count > 0 {
            if Self::ground(state) != 0 {
                return;
            }
            state.more.taken.pop();
            state.position.clock = 0;
        }
        let State { position, more: crypt } = state;
        position.seat ^= 1;
        position.passed = crypt.passing;
        (crypt.passing, crypt.phase) = (0, Phase::Move);
    }
}

impl Twist for Zombie {
    type More = Crypt;
    type Offer = (Sets, (Late, Choices));

    const ONE_STEP: bool = false;
    const OWN_ACTIONS: usize = late::ACTIONS;
    const MENU: &'static Menu = &MENU;

    fn planes() -> Vec<Plane> {
        shown::planes()
    }

    fn spec(&self, frame: Frame) -> Spec {
        Spec {
            rules: "2",
            has_hidden_information: true,
            max_steps: MAX_STEPS,
            ..super::spec("zombie-chess", "Zombie Chess", "chesskit_a", frame)
        }
    }

    fn start(&self, _rng: &mut Rng) -> State {
        let (men, rights) = chess960::array(518);
        let position = Position { men, rights, passed: 0, seat: 0, clock: 0 };
        let graves = [Graves::default(); 2];
        let more = Crypt {
            zombies: 0,
            moved: 0,
            graves,
            phase: Phase::Move,
            left: 0,
            taken: Taken::NONE,
            passing: 0,
        };
        State { position, more }
    }

    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        state.position.clock >= CLOCK_END && state.more.phase == Phase::Move
    }

    #[inline(always)]
    fn choosing(&self, state: &State) -> Option<Choices> {
        (state.more.phase == Phase::Bury).then(|| Choices::cells(0, Self::ground(state)))
    }

    #[inline(always)]
    fn offer(&self, state: &State, (sets, (late, choices)): &mut (Sets, (Late, Choices))) {
        if state.more.phase == Phase::Move {
            return Self::add_moves(state, sets, late);
        }
        let turn = state.more.turn(&state.position);
        turn.add_steps(turn.waiting(), sets, late);
        sets.retain(&state.position, |step| turn.allows(step));
        late.retain(&state.position, |step| turn.allows(step));
        if turn.is_closable() {
            *choices = Choices::all(PASS, 1);
        }
    }

    fn mid_turn(&self, state: &State) -> bool {
        state.more.phase != Phase::Move
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        match step.deed() {
            Deed::Choice if state.more.phase == Phase::Bury => {
                if let Some(kind) = state.more.taken.pop() {
                    let (seat, men) = (state.position.seat, &state.position.men);
                    let cell = (step.number() & 63) as Cell;
                    state.more.graves[(seat & 1) as usize].bury(kind, cell, men.side(seat));
                }
                Self::bury_next(state);
            }
            Deed::Choice => Self::close(state),
            _ => Self::go(state, step),
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        if state.more.phase != Phase::Move {
            return None;
        }
        let (mut sets, mut late) = (Sets::default(), Late::default());
        Self::add_moves(state, &mut sets, &mut late);
        let seat = state.position.seat;
        if sets.any() || late.any() {
            let draw = Outcome { returns: Returns::of(&[0.0, 0.0]), reason: Reason::NoProgress };
            return self.is_ended(state).then_some(draw);
        }
        Some(if checkers(&state.position.men, seat) != 0 {
            Outcome { returns: Returns::win(2, |winner| winner != seat), reason: Reason::Checkmate }
        } else {
            Outcome { returns: Returns::of(&[0.0, 0.0]), reason: Reason::Stalemate }
        })
    }

    fn refusal(&self, state: &State, text: &str) -> Option<String> {
        texts::refusal(state, text)
    }

    fn objection(&self, state: &State, step: Step) -> String {
        texts::objection(state, step)
    }

    fn write(&self, state: &State, eyes: Option<Seat>, out: &mut String) {
        texts::write(state, eyes, out);
    }

    fn read(&self, text: &str) -> Result<State, FenError> {
        texts::read(text)
    }

    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        shown::observe(state, seat, planes);
    }

    fn suffix(&self, state: &State, cell: Cell) -> &'static str {
        match &state.more {
            Crypt { zombies, .. } if zombies & bit(cell) == 0 => "",
            Crypt { moved, .. } if moved & bit(cell) != 0 => "=",
            _ => "~",
        }
    }

    fn marks(&self, state: &State, cell: Cell) -> Vec<Mark> {
        let crypt = &state.more;
        let marks = [(crypt.zombies, Mark::Zombie), (crypt.moved, Mark::Moved)];
        marks.into_iter().filter(|(cells, _)| cells & bit(cell) != 0).map(|(_, mark)| mark).collect()
    }

    /// Open cells, and graves: those that the looking seat knows with what lies there, the others wherever
    /// they may be (Z13, Z16).
    fn cell_marks(&self, state: &State, eyes: Option<Seat>) -> Vec<(Cell, CellMark)> {
        let (position, crypt) = (&state.position, &state.more);
        let mut marks: Vec<(Cell, CellMark)> =
            cells(position.passed | crypt.passing).map(|cell| (cell, CellMark::Passed)).collect();
        for (seat, graves) in (0..).zip(&crypt.graves) {
            if eyes.is_none_or(|eyes| eyes == seat) {
                let buried = cells(graves.held()).filter_map(|cell| graves.at(cell).map(|kind| (cell, kind)));
                marks.extend(buried.map(|(cell, kind)| {
                    (cell, CellMark::Buried { seat, owner: seat ^ 1, kind: kind.name() })
                }));
            } else {
                marks.extend(cells(graves.possible).map(|cell| (cell, CellMark::Grave(seat))));
            }
        }
        marks
    }

    /// What each seat has buried, with its cells as far as the looking seat knows them, and what has still to
    /// be buried.
    fn off_board(&self, state: &State, eyes: Option<Seat>) -> Vec<OffBoardGroup> {
        let crypt = &state.more;
        let piece = |seat: Seat, kind: Kind| {
            Item::one(Thing::Piece(Piece::new(Some(seat), kind.name(), placement::letter(kind, seat))))
        };
        let mut groups = Vec::new();
        for (seat, graves) in (0..).zip(&crypt.graves) {
            let known = eyes.is_none_or(|eyes| eyes == seat);
            let items = graves.sorted(known).into_iter().map(|(cell, kind)| {
                let note = if known { refusal::name(cell) } else { "?".into() };
                piece(seat ^ 1, kind).noted(note)
            });
            groups.push(OffBoardGroup { seat: Some(seat), label: "graves", items: items.collect() });
        }
        let taken = crypt.taken.kinds().map(|kind| piece(state.position.seat ^ 1, kind));
        groups.push(OffBoardGroup { seat: None, label: "to be buried", items: taken.collect() });
        groups
    }

    /// Z13: where the other seat buries is not seen.
    fn seen(&self, state: &State, step: Step, seat: Seat) -> Option<String> {
        let unseen =
            step.deed() == Deed::Choice && state.more.phase == Phase::Bury && state.position.seat != seat;
        unseen.then(|| "bury:??".into())
    }

    /// Z16: the other seat's burials anywhere among its possible cells, as long as the game goes on, or is
    /// over, as it does here. (What is drawn often in vain leaves the state as it is.)
    fn resample(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let (other, outcome, mut drawn) = ((seat & 1) as usize ^ 1, self.outcome(state), *state);
        for _ in 0..1000 {
            drawn.more.graves[other] = state.more.graves[other].redrawn(rng);
            let mut offer = (Sets::default(), (Late::default(), Choices::default()));
            if drawn.more.phase != Phase::Bury {
                self.offer(&drawn, &mut offer);
            }
            let goes_on = self.choosing(&drawn).map_or(offer.any(), |choices| choices.any());
            if self.outcome(&drawn) == outcome && (outcome.is_some() || goes_on) {
                return drawn;
            }
        }
        *state
    }

    fn mirrored(&self, state: &State) -> Option<Crypt> {
        let (crypt, turn) = (&state.more, super::mirrored_bits);
        Some(Crypt {
            zombies: turn(crypt.zombies),
            moved: turn(crypt.moved),
            graves: crypt.graves.map(|graves| graves.mirrored(turn)),
            left: turn(crypt.left),
            passing: turn(crypt.passing),
            ..*crypt
        })
    }

    fn step_of(&self, state: &State, named: Named) -> Option<Step> {
        let position = &state.position;
        if late::is_late(position, named.from) {
            return named.promotion.map(|kind| Step::new(named.from, named.to, Deed::Promote(kind)));
        }
        position.step_of(named, self.spelling())
    }

    fn action(&self, numbering: &Numbering, state: &State, step: Step) -> usize {
        late::action(numbering, &state.position, step)
    }

    fn step(&self, numbering: &Numbering, state: &State, action: usize) -> Option<Step> {
        late::step_of(numbering, &state.position, action)
    }

    fn own_action_text(&self, own: usize, seen: &Perspective<'_>) -> String {
        late::said(own, seen)
    }

    fn own_action_place(&self, own: usize) -> Option<usize> {
        Some(own)
    }

    fn mirrored_action(own: usize) -> usize {
        late::mirrored(own)
    }
}
