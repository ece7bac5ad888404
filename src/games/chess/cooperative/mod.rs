//! Cooperative Chess: both seats together, whose cards say what may be captured (section 6 of the rules of
//! the Chess Kit's second half).
//!
//! A turn is a move or a pass, a card, captures until a pass, and the draw of another card.

mod shown;
mod stack;
#[cfg(test)]
mod tests;
mod texts;
mod turn;

use super::bits::{Bits, cells};
use super::chess960;
use super::men::Kind;
use super::menu::{Group, Menu, Names};
use super::offer::Choices;
use super::piles::{Card, PIECE_CARDS, Pile};
use super::planes::Planes;
use super::position::Position;
use super::sets::Sets;
use super::step::{Deed, Step};
use super::twist::{self, Twist};
use crate::board::Cell;
use crate::game::{
    Actor, CellMark, FenError, Frame, Mark, OffBoardGroup, Outcome, Plane, Reason, Returns, Rng, Scores,
    Seat, Spec,
};
use stack::Stack;
use turn::Phase;

/// How many cards each seat is dealt (6.1).
const DEALT: u8 = 3;

/// Each of 32 cards is played in one turn, which has a move, the card, a draw and a pass besides captures, of
/// which each takes a card.
const MAX_STEPS: u32 = 32 * 4 + 32;

/// The choices (6.2).
static MENU: Menu = Menu(&[
    Group { prefix: "pass", names: Names::One, says: "pass" },
    Group { prefix: "card:", names: CARD_NAMES, says: "play the card {}" },
    Group { prefix: "draw:", names: CARD_NAMES, says: "chance: draw the card {}" },
]);
const CARD_NAMES: Names = Names::Colored {
    each: Kind::ALL.len(),
    write: |number, out| out.push(Card::of_piece(number).letter()),
    read: |name| Card::read(name).filter(|card| card.kind().is_some()).map(Card::piece_number),
};
const PASS: usize = 0;
const CARD: usize = PASS + 1;
const DRAW: usize = CARD + PIECE_CARDS;

/// What the position string says besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    phase: Phase,
    /// Whether a double match has made the partner's top card wild (6.5).
    wild: bool,
    /// The man that has moved in this turn.
    man: Bits,
    /// The cell that the seat to act has passed over in this turn; that of the partner is the position's.
    passed: Bits,
    /// The hand of each seat.
    hands: [Pile; 2],
    /// The draw pile.
    pile: Pile,
    /// The cards that have left the game: those that are nowhere else.
    captured: Pile,
    /// The stack of each seat.
    stacks: [Stack; 2],
}

/// Everything that the position string says.
pub type State = twist::State<Table>;

/// What is peculiar to `cooperative-chess`.
pub struct Cooperative;

impl Twist for Cooperative {
    type More = Table;
    type Offer = (Sets, Choices);

    const CHANCE: bool = true;
    const ONE_STEP: bool = false;
    const MENU: &'static Menu = &MENU;

    fn planes() -> Vec<Plane> {
        shown::planes()
    }

    fn spec(&self, frame: Frame) -> Spec {
        Spec {
            rules: "6",
            teams: vec![0, 0],
            scores: Scores::shared(-1.0, 5.0),
            has_hidden_information: true,
            has_chance: true,
            max_steps: MAX_STEPS,
            ..super::spec("cooperative-chess", "Cooperative Chess", "chesskit_b", frame)
        }
    }

    fn start(&self, rng: &mut Rng) -> State {
        let (men, rights) = chess960::array(518);
        let (white, rest) = Pile::deck(0).dealt(DEALT, rng);
        let (black, pile) = rest.dealt(DEALT, rng);
        let more = Table {
            phase: Phase::Move,
            wild: false,
            man: 0,
            passed: 0,
            hands: [white, black],
            pile,
            captured: Pile::default(),
            stacks: [Stack::default(); 2],
        };
        State { position: Position { men, rights, passed: 0, seat: 0, clock: 0 }, more }
    }

    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        state.is_decided() || state.is_out_of_cards()
    }

    #[inline(always)]
    fn choosing(&self, state: &State) -> Option<Choices> {
        state.choices()
    }

    #[inline(always)]
    fn offer(&self, state: &State, offer: &mut (Sets, Choices)) {
        state.add_steps(offer);
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        match step.deed() {
            Deed::Choice => state.choose(step.number()),
            _ => state.go(step),
        }
    }

    /// 6.7: a point for each kind that is gone, or the game is lost.
    fn outcome(&self, state: &State) -> Option<Outcome> {
        let shared = |score: f64, reason| Some(Outcome { returns: Returns::of(&[score; 2]), reason });
        if state.is_decided() {
            let gone = state.position.men.kinds.iter().filter(|&&kind| kind == 0).count();
            shared(gone as f64, Reason::KingCaptured)
        } else if state.is_out_of_cards() {
            shared(-1.0, Reason::OutOfCards)
        } else {
            None
        }
    }

    #[inline(always)]
    fn mover(&self, state: &State) -> Actor {
        match state.more.phase {
            Phase::Draw => Actor::Chance,
            _ => Actor::Seat(state.position.seat),
        }
    }

    fn mid_turn(&self, state: &State) -> bool {
        state.more.phase != Phase::Move && !state.is_decided()
    }

    /// 6.2: every card of the draw pile is equally likely.
    fn chance(&self, state: &State, mut visit: impl FnMut(Step, f64)) {
        if state.more.phase == Phase::Draw {
            let (pile, all) = (state.more.pile, f64::from(state.more.pile.count()));
            pile.cards().for_each(|(card, many)| {
                visit(Step::choice(DRAW + card.piece_number()), f64::from(many) / all);
            });
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
        shown::observe(state, seat, planes);
    }

    /// 6.9: what the partner draws.
    fn seen(&self, state: &State, _step: Step, seat: Seat) -> Option<String> {
        let unseen = state.more.phase == Phase::Draw && state.position.seat != seat;
        unseen.then(|| "draw:?".into())
    }

    /// 6.9: the partner's hand and the pile, shuffled together and dealt anew.
    fn resample(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let (mut drawn, partner) = (*state, (seat & 1) as usize ^ 1);
        let unseen = state.more.hands[partner].with(state.more.pile);
        (drawn.more.hands[partner], drawn.more.pile) = unseen.dealt(state.more.hands[partner].count(), rng);
        drawn
    }

    fn marks(&self, state: &State, cell: Cell) -> Vec<Mark> {
        shown::marks(state, cell)
    }

    fn cell_marks(&self, state: &State, _eyes: Option<Seat>) -> Vec<(Cell, CellMark)> {
        cells(state.passage() | state.more.passed).map(|cell| (cell, CellMark::Passed)).collect()
    }

    fn off_board(&self, state: &State, eyes: Option<Seat>) -> Vec<OffBoardGroup> {
        shown::off_board(state, eyes)
    }

    fn mirrored(&self, state: &State) -> Option<Table> {
        let [man, passed] = [state.more.man, state.more.passed].map(super::mirrored_bits);
        Some(Table { man, passed, ..state.more })
    }
}
