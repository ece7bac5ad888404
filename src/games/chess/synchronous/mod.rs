//! Synchronous Chess: both seats move at once, and strike back where something was attacked (part 5 of the
//! rules of the Chess Kit's second half, whose numbers are cited).
//!
//! A turn is a move of each color, made together, then an exchange of blows if there is cause.

mod exchange;
mod texts;

use super::bits::{Bits, bit, cells};
use super::castling;
use super::chess960;
use super::history::History;
use super::legal::add_legal;
use super::men::{Kind, Men};
use super::menu::{Group, Menu, Names};
use super::offer::{Choices, Offer};
use super::planes::{self, Planes};
use super::position::Position;
use super::refusal;
use super::sets::Sets;
use super::step::{Deed, Step};
use super::twist::{self, Twist};
use crate::board::Cell;
use crate::game::{
    FenError, Frame, Item, Mark, OffBoardGroup, Outcome, Plane, Reason, Returns, Rng, Seat, Spec, Thing,
};
use exchange::Open;

/// The clock, in turns of both, at which the game is drawn (5.8).
const CLOCK_END: u8 = 50;

/// At most 96 pawn moves and 30 captures, each after 49 other turns at most, 50 at the end; a turn has two
/// moves, and two blows or passes for each man that may strike.
const MAX_STEPS: u32 = 127 * 50 * 66;

/// Not to strike.
static MENU: Menu =
    Menu(&[Group { prefix: "pass", names: Names::One, says: "pass: make no move or strike" }]);
const PASS: Step = Step::choice(0);

/// What the position string says besides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// White's commit, while Black has still to commit.
    pending: Option<Step>,
    /// Whether blows are being exchanged.
    exchange: bool,
    /// Where each color may strike.
    open: [Open; 2],
    /// The cells of the men that have struck in this exchange.
    struck: Bits,
    /// Whether this position has come about for the third time. (It follows from the history.)
    third: bool,
    /// The moves of both, in turns, since the last that cannot be taken back.
    history: History,
}

impl Turn {
    /// A turn that begins.
    const fn fresh(history: History) -> Turn {
        let open = [Open::NOWHERE; 2];
        Turn { pending: None, exchange: false, open, struck: 0, third: false, history }
    }
}

/// Everything that the position string says.
pub type State = twist::State<Turn>;

/// What is peculiar to `synchronous-chess`.
pub struct Synchronous;

/// The men that attack the king of a color: the other king too, since both may step to adjacent cells at
/// once.
fn attackers(men: &Men, seat: Seat) -> Bits {
    men.attackers(seat ^ 1, men.king(seat), men.occupied())
}

/// Puts down the moves of a color in the move phase (5.2).
#[inline(always)]
fn add_moves(position: &Position, seat: Seat, sets: &mut Sets) {
    let rights = castling::standing(position.rights, &position.men);
    let position = Position { seat, rights, ..*position };
    if attackers(&position.men, seat) == 0 {
        add_legal(&position, sets);
    } else {
        let mut all = Sets::default();
        add_legal(&position, &mut all);
        *sets.king() = *all.king();
    }
    sets.restrict(!position.men.of(seat ^ 1, Kind::King));
}

/// Whether a color has a move, and whether its king is attacked.
fn stand(position: &Position, seat: Seat) -> (bool, bool) {
    let mut sets = Sets::default();
    add_moves(position, seat, &mut sets);
    (sets.any(), attackers(&position.men, seat) != 0)
}

impl Synchronous {
    /// Whether a king has been captured (5.4).
    #[inline(always)]
    fn is_decided(state: &State) -> bool {
        let kings = state.position.men.kind(Kind::King);
        kings & (kings.wrapping_sub(1)) == 0
    }

    /// Whether a turn begins.
    #[inline(always)]
    fn is_fresh(state: &State) -> bool {
        !state.more.exchange && state.more.pending.is_none()
    }
}

impl Twist for Synchronous {
    type More = Turn;
    type Offer = (Sets, Choices);

    const MENU: &'static Menu = &MENU;

    fn planes() -> Vec<Plane> {
        let mut planes = vec![
            Plane::flag("exchange", "whether strikes are being exchanged"),
            Plane::marks("own commit: from", "the cell from which the seat's committed move goes"),
            Plane::marks("own commit: to", "the cell to which the seat's committed move goes"),
            Plane::flag("own commit: pass", "whether the seat has committed to pass"),
            planes::committed(),
        ];
        for (owner, whose) in [("own", "the seat's"), ("enemy", "the enemy's")] {
            planes.extend([
                Plane::marks(
                    format!("where {owner} men may strike"),
                    format!("the cells where {whose} pieces can strike now"),
                ),
                Plane::marks(format!("{owner} strikers"), format!("{whose} pieces that can strike there")),
            ]);
        }
        planes.extend([
            Plane::marks("struck", "the cells that have been struck in this exchange"),
            planes::repetitions(),
        ]);
        planes
    }

    fn spec(&self, frame: Frame) -> Spec {
        Spec {
            rules: "5",
            is_simultaneous: true,
            has_hidden_information: true,
            max_steps: MAX_STEPS,
            ..super::spec("synchronous-chess", "Synchronous Chess", "chesskit_b", frame)
        }
    }

    fn start(&self, _rng: &mut Rng) -> State {
        let (men, rights) = chess960::array(518);
        let position = Position { men, rights, passed: 0, seat: 0, clock: 0 };
        State { position, more: Turn::fresh(History::default()) }
    }

    /// The other color's mate or want of moves ends the game too (5.8).
    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        if !Self::is_fresh(state) {
            return false;
        }
        let (position, turn) = (&state.position, &state.more);
        Self::is_decided(state)
            || position.clock >= CLOCK_END
            || turn.third
            || position.men.are_bare_kings()
            || !stand(position, 1).0
    }

    #[inline(always)]
    fn offer(&self, state: &State, (sets, choices): &mut (Sets, Choices)) {
        let (position, turn) = (&state.position, &state.more);
        let seat = position.seat & 1;
        if turn.exchange {
            turn.open[seat as usize].add_blows(position, sets);
            *choices = Choices::all(0, 1);
        } else {
            add_moves(position, seat, sets);
        }
    }

    fn commits(&self, state: &State) -> bool {
        !state.more.exchange || state.more.open.iter().all(|open| open.strikers != 0)
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        exchange::commit(state, step);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        if !Self::is_fresh(state) {
            return None;
        }
        let (position, men) = (&state.position, &state.position.men);
        let draw = |reason| Some(Outcome { returns: Returns::of(&[0.0, 0.0]), reason });
        let lost = |losers: [bool; 2], reason| match losers {
            [true, true] => draw(reason),
            [white, _] => Some(Outcome { returns: Returns::win(2, |seat| (seat == 0) != white), reason }),
        };
        if Self::is_decided(state) {
            return lost([0, 1].map(|seat| men.of(seat, Kind::King) == 0), Reason::KingCaptured);
        }
        let stands = [0, 1].map(|seat| stand(position, seat));
        let mated = stands.map(|(moves, attacked)| attacked && !moves);
        if mated.contains(&true) {
            lost(mated, Reason::Checkmate)
        } else if stands.iter().any(|&(moves, _)| !moves) {
            draw(Reason::Stalemate)
        } else if men.are_bare_kings() {
            draw(Reason::Insufficient)
        } else if position.clock >= CLOCK_END {
            draw(Reason::NoProgress)
        } else if state.more.third {
            draw(Reason::Repetition)
        } else {
            None
        }
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
        let (position, turn) = (&state.position, &state.more);
        let (own, other) = (&turn.open[(seat & 1) as usize], &turn.open[(seat & 1) as usize ^ 1]);
        let flag = |set: bool| if set { 1.0 } else { 0.0 };
        let commit = turn.pending.filter(|_| seat == 0);
        let (mut from, mut to) = (0, 0);
        if let Some(step) = commit.filter(|step| step.deed() != Deed::Choice) {
            (from, to) = (bit(step.from()), bit(step.to()));
        }
        planes.level(flag(turn.exchange));
        planes.set(from);
        planes.set(to);
        planes.level(flag(commit == Some(PASS)));
        planes.level(flag(seat == 1 && turn.pending.is_some()));
        for open in [own, other] {
            planes.set(open.cell());
            planes.set(open.strikers);
        }
        planes.set(turn.struck);
        let earlier = turn.history.earlier(position.seat, &position.men).min(2);
        planes.level(if Self::is_fresh(state) { earlier as f32 / 2.0 } else { 0.0 });
    }

    fn marks(&self, state: &State, cell: Cell) -> Vec<Mark> {
        let turn = &state.more;
        let ready = turn.open[0].strikers | turn.open[1].strikers;
        let marks = [(ready, Mark::Active), (turn.struck, Mark::Moved)];
        marks.into_iter().filter(|(cells, _)| cells & bit(cell) != 0).map(|(_, mark)| mark).collect()
    }

    /// What White has committed, and where blows may be struck.
    fn off_board(&self, state: &State, eyes: Option<Seat>) -> Vec<OffBoardGroup> {
        let turn = &state.more;
        let commit = turn.pending.map(|step| match eyes {
            Some(1) => Thing::Hidden,
            _ => Thing::Word(texts::step(step)),
        });
        let mut groups = vec![OffBoardGroup {
            seat: Some(0),
            label: "commit",
            items: commit.map(Item::one).into_iter().collect(),
        }];
        for (seat, open) in (0..).zip(&turn.open) {
            let cell = cells(open.cell()).map(|cell| Item::one(Thing::Word(refusal::name(cell))));
            groups.push(OffBoardGroup { seat: Some(seat), label: "blow at", items: cell.collect() });
        }
        groups
    }

    /// 5.11: Black does not see White's commit.
    fn seen(&self, state: &State, _step: Step, seat: Seat) -> Option<String> {
        let unseen = self.commits(state) && seat == 1 && state.position.seat == 0;
        unseen.then(|| "??".into())
    }

    /// Any commit that White had.
    fn resample(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut drawn = state.clone();
        if seat == 1 && state.more.pending.is_some() {
            let mut offer = (Sets::default(), Choices::default());
            let mut before = state.clone();
            (before.position.seat, before.more.pending) = (0, None);
            self.offer(&before, &mut offer);
            drawn.more.pending = offer.pick(&before.position, crate::game::below(rng, offer.count()));
        }
        drawn
    }

    fn mirrored(&self, state: &State) -> Option<Turn> {
        let (turn, mirror) = (&state.more, super::mirrored_bits);
        Some(Turn {
            pending: turn.pending.map(Step::mirrored),
            open: turn.open.map(|open| open.mirrored()),
            struck: mirror(turn.struck),
            history: turn.history.map(state.position.seat, |cell| cell ^ 7),
            ..turn.clone()
        })
    }
}
