//! Chess with dice and checkers: dice that move as what they show, checkers that must jump, kings that a six
//! saves (part 8 of the rules of the Chess Kit's second half, whose numbers are cited). No chance is in play.
//!
//! A turn is a chess move, a die's move, a checker's step or jumps, or raising a die; then captured dice are
//! put back. Its actions are those of the pieces, dice among them, then 64 `raise:`, 64 `place:`, and
//! checkers' steps and jumps: 64 cells of arrival for each diagonal direction.

#[cfg(test)]
mod tests;
mod texts;
mod things;
mod turn;
mod ways;

use super::bits::{bit, cells, own_rank};
use super::castling::Castling;
use super::chess960;
use super::history::{CLOCK_END, Past};
use super::men::Kind;
use super::menu::{Group, Menu, Names};
use super::offer::Choices;
use super::planes::{self, Planes};
use super::position::Position;
use super::sets::Sets;
use super::step::{Deed, Named, Step};
use super::twist::{self, Twist};
use crate::board::Cell;
use crate::game::{
    CellMark, FenError, Frame, Item, Mark, OffBoardGroup, Outcome, Piece, Plane, Reason, Returns, Rng, Seat,
    Spec, Thing,
};
use things::{Table, Things};
use turn::Choice;
use ways::Ways;

/// Captured dice come back (8.8), and each capture sets the clock to 0 (8.10): the rules set no bound, and
/// two players who search play on for ever. The longest of a million random games has 1470 steps.
const MAX_STEPS: u32 = 10_000;

/// The choices (8.6 to 8.8).
static MENU: Menu = Menu(&[
    Group { prefix: "raise:", names: Names::Cells, says: "raise the die on {} by one" },
    Group { prefix: "place:", names: Names::Cells, says: "put a captured die back on {}" },
    Group { prefix: "", names: Names::Diagonal { mark: '-', far: 1 }, says: "move a checker {}" },
    Group { prefix: "", names: Names::Diagonal { mark: 'x', far: 2 }, says: "jump with a checker {}" },
]);
const RAISE: usize = 0;
const PLACE: usize = RAISE + 64;
const WALK: usize = PLACE + 64;
const JUMP: usize = WALK + 4 * 64;

/// How many dice each seat has (8.1).
const DICE: u32 = 2;

/// What the position string says besides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct More {
    things: Things,
    /// The checker that must jump on.
    runner: super::bits::Bits,
    /// Captured dice still to be put back in this turn.
    owed: u8,
    past: Past,
}

/// Everything that the position string says.
pub type State = twist::State<More>;

/// What is peculiar to `dice-checkers-chess`.
pub struct DiceCheckers;

impl Twist for DiceCheckers {
    type More = More;
    type Offer = (Sets, Ways);

    const ONE_STEP: bool = false;
    const MENU: &'static Menu = &MENU;

    fn planes() -> Vec<Plane> {
        let mut planes = Vec::new();
        for (owner, whose) in [("own", "the seat's"), ("enemy", "the enemy's")] {
            let numbers = ["ones", "twos", "threes", "fours", "fives", "sixes"];
            planes.extend(numbers.map(|number| {
                Plane::marks(format!("{owner} dice: {number}"), format!("{whose} dice that show {number}"))
            }));
            planes.extend(["single", "double"].map(|size| {
                Plane::marks(format!("{owner} {size} checkers"), format!("{whose} {size} checkers"))
            }));
        }
        planes.extend([
            Plane::marks("checker that must jump on", "the double checker that must jump again"),
            Plane::level(
                "dice to be put back",
                DICE as u16,
                "the captured dice still to put back, divided by 2",
            ),
            planes::repetitions(),
            planes::to_act(),
        ]);
        planes
    }

    fn spec(&self, frame: Frame) -> Spec {
        Spec {
            rules: "8",
            max_steps: MAX_STEPS,
            ..super::spec("dice-checkers-chess", "Chess with Dice and Checkers", "chesskit_b", frame)
        }
    }

    /// 8.1.
    fn start(&self, _rng: &mut Rng) -> State {
        let (mut men, rights) = chess960::array(518);
        let mut things = Things::default();
        for seat in 0..2 {
            let before = own_rank(seat, 3) & (super::bits::FILE_A << 3 | super::bits::FILE_A << 4);
            things.put(&mut men, seat, before);
            things.singles |= things::pairs(seat);
        }
        let position = Position { men, rights, passed: 0, seat: 0, clock: 0 };
        State { position, more: More { things, runner: 0, owed: 0, past: Past::default() } }
    }

    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        state.position.clock >= CLOCK_END || state.more.past.is_third() || state.is_decided()
    }

    #[inline(always)]
    fn choosing(&self, state: &State) -> Option<Choices> {
        state.is_placing().then(|| Choices::cells(PLACE, !state.position.men.occupied()))
    }

    #[inline(always)]
    fn offer(&self, state: &State, (sets, ways): &mut (Sets, Ways)) {
        let position = &state.position;
        let jumps = state.jumps();
        if jumps != [0; 4] {
            return ways.set_jumps(jumps);
        }
        let (men, seat) = (&position.men, position.seat);
        let own = men.side(seat);
        sets.add_moves(position, own, !own);
        for rook in cells(position.rights & own_rank(seat, 1)) {
            if Castling::of(men.king(seat), rook).way() & men.occupied() == 0 {
                *sets.castles() |= bit(rook);
            }
        }
        sets.add_passant(position, position.beside_passer());
        ways.set(state);
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        if !step.is_choice() {
            return state.go(step);
        }
        match Choice::of(step.number()) {
            Choice::Raise(cell) => state.raise(cell),
            Choice::Place(cell) => state.put_back(cell),
            Choice::Walk(walk) => state.walk(walk),
        }
    }

    /// 8.10: the king captured, then no legal step, then the clock, then repetition.
    fn outcome(&self, state: &State) -> Option<Outcome> {
        let lost = |reason| {
            let returns = Returns::win(2, |seat| seat != state.position.seat);
            Some(Outcome { returns, reason })
        };
        if state.is_decided() {
            return lost(Reason::KingCaptured);
        }
        if self.mid_turn(state) {
            return None;
        }
        let mut offer = <(Sets, Ways)>::default();
        self.offer(state, &mut offer);
        if !super::offer::Offer::any(&offer) {
            return lost(Reason::Immobile);
        }
        let reason = state.more.past.draw(false, state.position.clock)?;
        Some(Outcome { returns: Returns::of(&[0.0, 0.0]), reason })
    }

    fn mid_turn(&self, state: &State) -> bool {
        state.more.runner != 0 || state.more.owed > 0
    }

    /// 8.5: a die that shows 1 makes no double step and becomes nothing else.
    fn step_of(&self, state: &State, named: Named) -> Option<Step> {
        let State { position, more } = state;
        let Named { from, to, promotion } = named;
        let (men, own) = (&position.men, position.men.side(position.seat) & bit(from));
        if more.things.dice & own == 0 {
            return position.step_of(named, self.spelling());
        }
        let kind = more.things.shown(men, from).filter(|_| promotion.is_none())?;
        let passing = kind == Kind::Pawn && bit(to) & position.passed != 0 && from & 7 != to & 7;
        Some(Step::new(from, to, if passing { Deed::Passant } else { Deed::Go(kind) }))
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

    /// A checker is worth a pawn, a double two; a die what moves as it does, and four for a king that can be
    /// lost.
    fn material(&self, state: &State, seat: Seat) -> f32 {
        let (men, things) = (&state.position.men, &state.more.things);
        let own = men.side(seat);
        let more = [(things.ones, 1.0), (things.sixes, 4.0), (things.singles, 1.0), (things.doubles, 2.0)];
        men.worth(seat)
            + more.into_iter().map(|(set, worth)| (set & own).count_ones() as f32 * worth).sum::<f32>()
    }

    /// Dice have planes of their own.
    #[inline(always)]
    fn observe_position(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let mut chess = state.position;
        chess.men.kinds.iter_mut().for_each(|kind| *kind &= !state.more.things.dice);
        planes.position(&chess, seat);
    }

    #[inline(always)]
    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let State { position, more } = state;
        let (men, things) = (&position.men, &more.things);
        for side in [men.side(seat), men.side(seat ^ 1)] {
            for kind in Kind::ALL {
                planes.set(things.showing(men, kind) & side);
            }
            planes.set(things.singles & side);
            planes.set(things.doubles & side);
        }
        planes.set(more.runner);
        planes.level(f32::from(more.owed) / DICE as f32);
        let earlier = more.past.earlier(position.seat, &state.table()).min(2);
        planes.level(earlier as f32 / 2.0);
        planes.level(f32::from(u8::from(position.seat == seat)));
    }

    fn pieces(&self, state: &State, cell: Cell) -> Vec<Piece> {
        let (men, things) = (&state.position.men, &state.more.things);
        let Some(seat) = men.seat_at(cell) else { return Vec::new() };
        let text = texts::thing(state, cell);
        let holds = |set| set & bit(cell) != 0;
        let mut piece = if let Some(kind) = things.shown(men, cell) {
            Piece::new(Some(seat), "die", text).marked(Mark::Pips(kind as u8 + 1))
        } else if let Some(kind) = men.kind_at(cell) {
            let partner = holds(things.singles).then_some(Mark::Checkers { seat: Some(seat), count: 1 });
            partner.into_iter().fold(Piece::new(Some(seat), kind.name(), text), Piece::marked)
        } else {
            Piece::new(Some(seat), if holds(things.doubles) { "double" } else { "single" }, text)
        };
        if holds(state.more.runner) {
            piece = piece.marked(Mark::Active);
        }
        vec![piece]
    }

    fn cell_marks(&self, state: &State, _eyes: Option<Seat>) -> Vec<(Cell, CellMark)> {
        cells(state.position.passed).map(|cell| (cell, CellMark::Passed)).collect()
    }

    /// The dice that the other seat will put back.
    fn off_board(&self, state: &State, _eyes: Option<Seat>) -> Vec<OffBoardGroup> {
        let dice = |seat: Seat| {
            let owed = if seat == state.position.seat { 0 } else { u32::from(state.more.owed) };
            let letter = if seat == 0 { "D1" } else { "d1" };
            let die = Thing::Piece(Piece::new(Some(seat), "die", letter).marked(Mark::Pips(1)));
            let items = (owed > 0).then(|| Item::many(die, owed)).into_iter().collect();
            OffBoardGroup { seat: Some(seat), label: "dice to be put back", items }
        };
        vec![dice(0), dice(1)]
    }

    fn mirrored(&self, state: &State) -> Option<More> {
        let (more, mirror) = (&state.more, super::mirrored_bits);
        let Things { dice, ones, sixes, singles, doubles } = more.things;
        let [dice, ones, sixes, singles, doubles] = [dice, ones, sixes, singles, doubles].map(mirror);
        Some(More {
            things: Things { dice, ones, sixes, singles, doubles },
            runner: mirror(more.runner),
            past: more.past.mirrored(state.position.seat),
            ..*more
        })
    }
}
