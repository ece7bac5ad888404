//! Tar Pit Chess: checkers under pieces carry them or hold them fast, and cards bring more of them (section 6
//! of the rules of the Chess Kit's first half; C and T are the numbers of its rules).
//!
//! A turn is a move, perhaps a throw of the checker that the piece carries, perhaps a card, and the draw of
//! others.

mod checkers;
mod crawl;
mod shown;
#[cfg(test)]
mod tests;
mod texts;
mod turn;

use super::bits::cells;
use super::chess960;
use super::menu::{Group, Menu, Names};
use super::offer::{Choices, Offer};
use super::piles::{CARDS, Card, OF_EACH, Pile};
use super::planes::Planes;
use super::position::Position;
use super::sets::Sets;
use super::step::{Deed, Step};
use super::twist::{self, Twist};
use crate::board::Cell;
use crate::game::{
    Actor, CellMark, Declaration, FenError, Frame, Mark, OffBoardGroup, OptionSpec, Options, Outcome, Plane,
    Reason, Returns, Rng, Seat, Spec,
};
use checkers::Checkers;
use crawl::{Crawls, Reach};
use turn::Phase;

/// The clock at which the game is drawn (C10).
const CLOCK_END: u8 = 100;
/// At most 96 pawn moves and 30 captures, each after 99 other turns at most, and 100 at the end; a turn has a
/// move, a throw, a card with a checker or with a return and a discard, and twelve draws.
const MAX_STEPS: u32 = 127 * 100 * 17;

/// The choices (T14), such that those of one moment lie within 128 numbers.
static MENU: Menu = Menu(&[
    Group { prefix: "throw:", names: Names::Cells, says: "throw the checker under the piece on {}" },
    Group { prefix: "pass", names: Names::One, says: "pass: throw no checker or play no card" },
    Group { prefix: "card:", names: CARD_NAMES, says: "play the card {}" },
    Group { prefix: "tar:", names: Names::Cells, says: "add a checker to the piece on {}" },
    Group { prefix: "return:", names: Names::Cells, says: "give back the checker on {}" },
    Group {
        prefix: "return:front",
        names: Names::One,
        says: "give back a checker that lies in front of the seat",
    },
    Group { prefix: "discard:", names: CARD_NAMES, says: "discard the card {}" },
    Group { prefix: "draw:", names: CARD_NAMES, says: "chance: draw the card {}" },
]);
const CARD_NAMES: Names = Names::Colored {
    each: OF_EACH,
    write: |number, out| out.push(Card::new(number).letter()),
    read: |name| Card::read(name).map(Card::number),
};
const THROW: usize = 0;
const PASS: usize = THROW + 64;
const CARD: usize = PASS + 1;
const TAR: usize = CARD + CARDS;
const RETURN: usize = TAR + 64;
const FRONT: usize = RETURN + 64;
const DISCARD: usize = FRONT + 1;
const DRAW: usize = DISCARD + CARDS;

/// What the position string says besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tar {
    checkers: Checkers,
    phase: Phase,
    /// The hand of each seat.
    hands: [Pile; 2],
    /// The draw pile.
    draw: Pile,
    /// The discard pile.
    discard: Pile,
}

/// Everything that the position string says.
pub type State = twist::State<Tar>;

/// The options (section 0).
pub static OPTIONS: Declaration = Declaration {
    game: "tar-pit-chess",
    options: &[
        OptionSpec::number("checkers_cards", 0, 4, "the number of checkers cards of each color"),
        OptionSpec::number("white_checkers", 0, 12, "the number of checkers in front of White at the start"),
        OptionSpec::number("black_checkers", 0, 12, "the number of checkers in front of Black at the start"),
    ],
};

/// The ids, each with its title, the checkers cards of each color, and the checkers in front of White and of
/// Black (section 0).
const IDS: [(&str, &str, [u8; 3]); 5] = [
    ("tar-pit-chess", "Tar Pit Chess", [2, 6, 6]),
    ("tar-pit-chess-plain", "Tar Pit Chess, plain", [0, 6, 6]),
    ("tar-pit-chess-calm", "Tar Pit Chess, calm", [1, 4, 4]),
    ("tar-pit-chess-wild", "Tar Pit Chess, wild", [4, 8, 8]),
    ("tar-pit-chess-handicap", "Tar Pit Chess, handicap", [2, 4, 6]),
];

/// The ids with their options.
pub fn ids() -> impl Iterator<Item = (String, Options)> {
    IDS.into_iter().map(|(id, _, [cards, white, black])| (id.into(), options(cards, [white, black])))
}

fn options(checkers_cards: u8, [white, black]: [u8; 2]) -> Options {
    let values = [
        ("checkers_cards", checkers_cards.into()),
        ("white_checkers", white.into()),
        ("black_checkers", black.into()),
    ];
    Options::of(&OPTIONS, values)
}

/// What is peculiar to `tar-pit-chess` and its variants.
pub struct TarPit {
    id: &'static str,
    title: &'static str,
    /// How many checkers cards there are of each color.
    checkers_cards: u8,
    /// How many checkers lie in front of each seat at the start.
    front: [u8; 2],
}

impl TarPit {
    /// The variant with an id, if there is one, played with such options.
    pub fn named(id: &str, options: &Options) -> Option<TarPit> {
        let (id, title, _) = IDS.into_iter().find(|(known, ..)| *known == id)?;
        let front = ["white_checkers", "black_checkers"].map(|name| options.number(name));
        Some(TarPit { id, title, checkers_cards: options.number("checkers_cards"), front })
    }
}

impl Twist for TarPit {
    type More = Tar;
    type Offer = (Sets, Crawls);

    const CHANCE: bool = true;
    const ONE_STEP: bool = false;
    const MENU: &'static Menu = &MENU;

    fn planes() -> Vec<Plane> {
        shown::planes()
    }

    fn spec(&self, frame: Frame) -> Spec {
        Spec {
            rules: "6",
            has_hidden_information: true,
            has_chance: true,
            max_steps: MAX_STEPS,
            options: options(self.checkers_cards, self.front),
            ..super::spec(self.id, self.title, "chesskit_a", frame)
        }
    }

    fn start(&self, rng: &mut Rng) -> State {
        let (men, rights) = chess960::array(518);
        let position = Position { men, rights, passed: 0, seat: 0, clock: 0 };
        let checkers = Checkers { under: [0; 2], front: self.front };
        let (white, rest) = Pile::deck(self.checkers_cards).dealt(self.front[0], rng);
        let (black, draw) = rest.dealt(self.front[1], rng);
        let more =
            Tar { checkers, phase: Phase::Move, hands: [white, black], draw, discard: Pile::default() };
        State { position, more }
    }

    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        state.position.clock >= CLOCK_END && state.more.phase == Phase::Move
    }

    #[inline(always)]
    fn choosing(&self, state: &State) -> Option<Choices> {
        state.choices()
    }

    #[inline(always)]
    fn offer(&self, state: &State, (sets, crawls): &mut (Sets, Crawls)) {
        Reach::of(state).add_moves(&state.position.men, sets, crawls);
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        match step.deed() {
            Deed::Choice => state.choose(step.number()),
            _ => state.go(step),
        }
    }

    /// T13: mate and stalemate come before the clock (C10).
    fn outcome(&self, state: &State) -> Option<Outcome> {
        if state.more.phase != Phase::Move {
            return None;
        }
        let (reach, mut offer) = (Reach::of(state), <(Sets, Crawls)>::default());
        reach.add_moves(&state.position.men, &mut offer.0, &mut offer.1);
        let drawn = |reason| Outcome { returns: Returns::of(&[0.0, 0.0]), reason };
        if offer.any() {
            return self.is_ended(state).then(|| drawn(Reason::NoProgress));
        }
        if reach.danger.checkers == 0 {
            return Some(drawn(Reason::Stalemate));
        }
        let returns = Returns::win(2, |seat| seat != state.position.seat);
        Some(Outcome { returns, reason: Reason::Checkmate })
    }

    #[inline(always)]
    fn mover(&self, state: &State) -> Actor {
        match state.more.phase {
            Phase::Draw => Actor::Chance,
            _ => Actor::Seat(state.position.seat),
        }
    }

    fn mid_turn(&self, state: &State) -> bool {
        !matches!(state.more.phase, Phase::Move | Phase::Return)
    }

    /// T10: every card of the draw pile is equally likely.
    fn chance(&self, state: &State, mut visit: impl FnMut(Step, f64)) {
        if state.more.phase == Phase::Draw {
            let (draw, all) = (state.more.draw, f64::from(state.more.draw.count()));
            draw.cards()
                .for_each(|(card, many)| visit(Step::choice(DRAW + card.number()), f64::from(many) / all));
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
        texts::read(text, Pile::deck(self.checkers_cards))
    }

    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        shown::observe(state, seat, planes);
    }

    /// T16: the other seat's draw.
    fn seen(&self, state: &State, _step: Step, seat: Seat) -> Option<String> {
        let unseen = state.more.phase == Phase::Draw && state.position.seat != seat;
        unseen.then(|| "draw:?".into())
    }

    /// T16: the cards not seen, shuffled and dealt anew.
    fn resample(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let (mut drawn, other) = (*state, (seat & 1) as usize ^ 1);
        let unseen = state.more.hands[other].with(state.more.draw);
        (drawn.more.hands[other], drawn.more.draw) = unseen.dealt(state.more.hands[other].count(), rng);
        drawn
    }

    fn suffix(&self, state: &State, cell: Cell) -> &'static str {
        shown::suffix(state, cell)
    }

    fn marks(&self, state: &State, cell: Cell) -> Vec<Mark> {
        shown::marks(state, cell)
    }

    fn cell_marks(&self, state: &State, _eyes: Option<Seat>) -> Vec<(Cell, CellMark)> {
        cells(state.position.passed).map(|cell| (cell, CellMark::Passed)).collect()
    }

    fn off_board(&self, state: &State, eyes: Option<Seat>) -> Vec<OffBoardGroup> {
        shown::off_board(state, eyes)
    }

    fn mirrored(&self, state: &State) -> Option<Tar> {
        let mut tar = state.more;
        tar.checkers.under = tar.checkers.under.map(super::mirrored_bits);
        if let Phase::Throw(cell) = tar.phase {
            tar.phase = Phase::Throw(cell ^ 7);
        }
        Some(tar)
    }
}
