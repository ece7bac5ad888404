//! Chess Golf: men that move as their neighbors, and courses of nine holes with them (section 7 of the rules
//! of the Chess Kit's second half; 7A to 7E are the numbers of its rules).
//!
//! The board is that of the family, but a hole is no chess position: any man of either color may move, and
//! none moves as what it is. So this is a game of its own, with the family's steps, cards and choices.
//!
//! A turn is a single step: a demonstration has so many moves that nobody could list all of them.
//!
//! | file | idea |
//! |---|---|
//! | [`goal`] | what is to be captured, and by whom |
//! | [`moves`] | what men lend each other, and where they go |
//! | [`layout`] | the cards, and boards laid out by them |
//! | `choices` | what is no move: bids, cards, men put back |
//! | [`course`] | nine holes: draws, bids, demonstrations, the sheet |
//! | [`solver`] | the fewest moves for a hole, all shortest lines, holes of a difficulty |

mod choices;
pub mod course;
pub mod goal;
pub mod layout;
pub mod moves;
mod refusal;
mod shown;
pub mod solver;
#[cfg(test)]
mod tests;
mod texts;

use super::actions;
use super::bits::{Bits, bit, cells};
use super::lines::DIRECTIONS;
use super::men::Men;
use super::menu::Menu;
use super::rim::Flat;
use super::said;
use super::step::{Deed, Named, Step};
use crate::board::{Board, Motion};
use crate::game::roles::*;
use crate::game::{
    Actor, Canvas, Declaration, FenError, Frame, Mask, OffBoardGroup, OptionSpec, Options, Outcome,
    Perspective, Piece, Reason, Returns, Rng, Scores, Seat, SeatColor, Spec, Symmetry, below, first_bytes,
};
use choices::{ACTIONS, BID, BIDS, COURSE, Choices, DEAL, DEALS, DRAW, PASS, PLACE, SOLO, drawable};
use course::{Phase, State};
use layout::{CARDS, MEN, TYPES, order_of};
use moves::Moves;

/// How many holes a course has (7B.1).
const HOLES: u8 = 9;
/// The highest bid, and how many moves one who plays alone may make (7B.2.3, 7C.1).
const MOST_MOVES: u8 = 10;
/// The strokes of a hole that is given up (7C.1).
const FAILURE: u8 = MOST_MOVES + 1;
/// The most cards that a hole may have at the start: it may rise before each of the others, and there are
/// only sixteen.
const MOST_CARDS: u8 = MEN as u8 - (HOLES - 1);
/// The fewest.
const FEWEST_CARDS: u8 = 2;

/// The options of `chess-golf` (section 1).
static OPTIONS: Declaration = Declaration {
    game: "chess-golf",
    options: &[OptionSpec::number(
        "cards",
        FEWEST_CARDS as i64,
        MOST_CARDS as i64,
        "the number of cards of the first hole",
    )],
};

/// The options of the courses for one (section 1).
static SOLO_OPTIONS: Declaration = Declaration {
    game: "chess-golf-solo",
    options: &[OptionSpec::number(
        "cards",
        FEWEST_CARDS as i64,
        MOST_CARDS as i64,
        "the number of cards of each hole",
    )],
};

/// The ids, each with its title, how many seats it has, and how many cards a hole (section 1).
const IDS: [(&str, &str, u8, u8); 3] = [
    ("chess-golf", "Chess Golf", 2, 2),
    ("chess-golf-solo", "Chess Golf, solo", 1, 2),
    ("chess-golf-solo-3", "Chess Golf, solo with three cards", 1, 3),
];

/// The ids with their options.
pub fn ids() -> impl Iterator<Item = (String, Options)> {
    IDS.into_iter().map(|(id, _, seats, cards)| (id.into(), options(seats, cards)))
}

fn options(seats: u8, cards: u8) -> Options {
    Options::of(if seats == 1 { &SOLO_OPTIONS } else { &OPTIONS }, [("cards", cards.into())])
}

/// Courses of one kind.
pub struct Golf {
    spec: Spec,
    board: Board,
    symmetries: Vec<Symmetry>,
    menu: &'static Menu,
    /// How many cards the first hole has.
    cards: u8,
}

impl Golf {
    /// The courses with an id, if there are such, played with those options. Both seats see the same board,
    /// on which nothing is theirs, so the frame makes no difference.
    pub fn named(id: &str, options: &Options, frame: Frame) -> Option<Golf> {
        let (id, title, seats, _) = IDS.into_iter().find(|(known, ..)| *known == id)?;
        Some(Golf::new(id, title, seats, options.number("cards"), frame))
    }

    fn new(id: &str, title: &str, seats: u8, cards: u8, frame: Frame) -> Golf {
        let alone = seats == 1;
        let menu = if alone { &SOLO } else { &COURSE };
        let holes = u32::from(HOLES);
        let spec = Spec {
            id: id.into(),
            title: title.into(),
            family: "chesskit_b",
            rules: "7",
            options: options(seats, cards),
            seats,
            // White and black are the men, who are nobody's.
            colors: [SeatColor::Red, SeatColor::Blue][..seats.into()].to_vec(),
            // Both look from the same side.
            seat_angles: vec![0; seats.into()],
            teams: (0..seats).collect(),
            scores: if alone {
                // All cards of a hole but one are captures, and so strokes.
                Scores::strokes(holes * u32::from(cards - 1), holes * u32::from(FAILURE))
            } else {
                Scores::win(&[0, 1])
            },
            turn_order: (0..seats).collect(),
            has_hidden_information: !alone,
            has_chance: true,
            is_simultaneous: !alone,
            num_actions: ACTIONS + menu.len(),
            planes: shown::planes(alone),
            // The level, the draws, the bids, two demonstrations, and all captured men put back.
            max_steps: holes * (1 + MEN as u32 + 2 + 2 * u32::from(MOST_MOVES) + MEN as u32),
            frame,
        };
        let board = Board::square(8);
        let turns = board.motions().iter().filter(|motion| motion.name != "identity");
        let symmetries = turns.map(|motion| symmetry(motion, spec.num_actions)).collect();
        Golf { spec, board, symmetries, menu, cards }
    }

    fn alone(&self) -> bool {
        self.spec.seats == 1
    }

    #[inline(always)]
    fn moves(state: &State) -> Moves {
        Moves::of(&state.men, &state.goal)
    }
}

/// A motion of the board as one of the game: all directions and hops are alike, so each is one.
fn symmetry(motion: &Motion, actions: usize) -> Symmetry {
    let turned = |action: usize| match action {
        0..ACTIONS => {
            // In the middle of the board there is room for each way.
            let (way, to) = (action / 64, action % 64);
            let (files, ranks) = if way < 8 { DIRECTIONS[way] } else { super::lines::HOPS[way - 8] };
            let from = 27u8;
            let along = from.wrapping_add_signed(8 * ranks + files);
            let [from, along] = [from, along].map(|cell| motion.cells[usize::from(cell)]);
            64 * actions::way(from, along) + usize::from(motion.cells[to])
        }
        _ => {
            let cell = (action - ACTIONS).wrapping_sub(PLACE);
            motion.cells.get(cell).map_or(action, |&cell| ACTIONS + PLACE + usize::from(cell))
        }
    };
    Symmetry {
        name: motion.name.clone(),
        cells: motion.cells.clone(),
        actions: (0..actions).map(|action| turned(action) as u32).collect(),
    }
}

impl Rules for Golf {
    type State = State;
    type Step = Step;
    const CHANCE: bool = true;

    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn start(&self, rng: &mut Rng) -> State {
        let men = layout::shuffled(rng);
        let dealer = if self.alone() { 0 } else { layout::first_dealer(rng) };
        State::begin(men, self.cards, dealer)
    }

    #[inline(always)]
    fn actor(&self, state: &State) -> Actor {
        match state.phase {
            Phase::Draw => Actor::Chance,
            Phase::End => Actor::Over,
            _ => Actor::Seat(state.seat),
        }
    }

    fn mover(&self, state: &State) -> Actor {
        self.actor(state)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let [first, second] = state.totals;
        let returns = match first.cmp(&second) {
            _ if state.phase != Phase::End => return None,
            _ if self.alone() => Returns::of(&[-f64::from(first)]),
            std::cmp::Ordering::Equal => Returns::of(&[0.0, 0.0]),
            order => Returns::win(2, |seat| (seat == 0) == order.is_lt()),
        };
        Some(Outcome { returns, reason: Reason::Course })
    }

    /// Men are nobody's. What a seat has is how far it is from the worst of courses.
    fn material(&self, state: &State, seat: Seat) -> f32 {
        let at = usize::from(seat & 1);
        let made = if self.alone() && state.phase == Phase::Play { state.made } else { state.sheet[at] };
        f32::from(HOLES * (FAILURE + 1)) - f32::from(state.totals[at]) - f32::from(made)
    }

    fn each_step(&self, state: &State, mut visit: impl FnMut(Step)) {
        if state.phase == Phase::Play {
            Self::moves(state).each(&state.men, &mut visit);
        }
        Choices::of(state).each(visit);
    }

    #[inline(always)]
    fn count(&self, state: &State) -> usize {
        match state.phase {
            Phase::Play => Self::moves(state).count() + 1,
            _ => Choices::of(state).count(),
        }
    }

    #[inline(always)]
    fn pick(&self, state: &State, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
        self.pick_and_mask(state, None, choose)
    }

    fn is_legal(&self, state: &State, step: Step) -> bool {
        match step.deed() {
            Deed::Choice => Choices::of(state).has(step),
            _ => state.phase == Phase::Play && Self::moves(state).has(&state.men, step),
        }
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        let number = step.number();
        match state.phase {
            Phase::Play if step.is_choice() => state.fail(),
            Phase::Play => state.go(step),
            Phase::Place => state.place((number.wrapping_sub(PLACE) & 63) as u8),
            Phase::Draw => state.draw(CARDS[number.wrapping_sub(DRAW) % TYPES], self.alone()),
            Phase::Bid => state.bid((number.wrapping_sub(BID) % BIDS) as u8),
            Phase::Level => state.deal((number.wrapping_sub(DEAL) % DEALS) as u8),
            Phase::End => {}
        }
    }

    /// Every card of the pile is as likely (7B.2.2).
    fn chance(&self, state: &State, mut visit: impl FnMut(Step, f64)) {
        if state.phase == Phase::Draw {
            let all = f64::from(state.pile.count());
            for at in cells(drawable(state.pile)) {
                let many = state.pile.of(CARDS[usize::from(at)]);
                visit(Step::choice(DRAW + usize::from(at)), f64::from(many) / all);
            }
        }
    }

    fn draw(&self, state: &State, rng: &mut Rng) -> Option<Step> {
        let card = { state.pile }.draw(rng)?;
        (state.phase == Phase::Draw).then(|| order_of(card)).flatten().map(|at| Step::choice(DRAW + at))
    }
}

impl Actions for Golf {
    #[inline]
    fn action(&self, _state: &State, step: Step) -> usize {
        if step.is_choice() {
            return ACTIONS + step.number();
        }
        64 * actions::way(step.from(), step.to()) + usize::from(step.to())
    }

    fn step(&self, state: &State, action: usize) -> Option<Step> {
        if let Some(number) = action.checked_sub(ACTIONS) {
            return (number < self.menu.len()).then(|| Step::choice(number));
        }
        let (occupied, to) = (state.men.occupied(), (action % 64) as u8);
        let from =
            actions::came_from::<Flat>(action / 64, to, occupied).filter(|&from| occupied & bit(from) != 0);
        from.map(|from| moves::of_man(&state.men, from, to))
    }

    fn action_text(&self, action: usize, seat: Option<Seat>) -> String {
        let seen = Perspective::new(&self.spec, &self.board, seat);
        if let Some(number) = action.checked_sub(ACTIONS) {
            return self.menu.said(number, &seen);
        }
        let to = (action % 64) as u8;
        said::arrival(false, action / 64, to, &seen.cell(to, to.into())) + &seen.viewer_suffix()
    }

    fn action_place(&self, action: usize, _seat: Seat) -> Option<usize> {
        match action.checked_sub(ACTIONS) {
            None => Some(action),
            Some(number) => self.menu.place_seen(number).map(|place| ACTIONS + place),
        }
    }

    #[inline]
    fn mask(&self, state: &State, mask: &mut Mask) {
        if state.phase == Phase::Play {
            mask_moves(&Self::moves(state), mask);
        } else {
            Choices::of(state).mark(mask);
        }
    }

    #[inline(always)]
    fn pick_and_mask(
        &self,
        state: &State,
        mask: Option<&mut Mask>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Step> {
        if state.phase == Phase::Play {
            let moves = Self::moves(state);
            if let Some(mask) = mask {
                mask_moves(&moves, mask);
            }
            return picked(&moves, &state.men, choose);
        }
        let choices = Choices::of(state);
        if let Some(mask) = mask {
            choices.mark(mask);
        }
        choices.pick(choose)
    }
}

impl Notation for Golf {
    fn write_step(&self, _state: &State, step: Step, out: &mut String) {
        write_step(step, out);
    }

    fn sort_key(&self, state: &State, step: Step) -> u128 {
        match step.deed() {
            Deed::Choice => first_bytes(&self.step_text(state, step)),
            _ => step.sort_key(super::castling::Spelling::TwoFiles),
        }
    }

    fn read_step(&self, state: &State, text: &str) -> Option<Step> {
        let step = self.step_of(state, text)?;
        self.is_legal(state, step).then_some(step)
    }

    fn explain_text(&self, state: &State, text: &str) -> String {
        refusal::refusal(self, state, text)
    }

    fn fen(&self, state: &State) -> String {
        texts::write(state, self.alone(), None)
    }

    fn read_fen(&self, text: &str) -> Result<State, FenError> {
        texts::read(self, text)
    }
}

impl Observation for Golf {
    fn observe(&self, state: &State, seat: Seat, canvas: &mut Canvas) {
        shown::observe(state, self.alone(), seat, canvas);
    }
}

impl Information for Golf {
    fn is_simultaneous(&self, state: &State) -> bool {
        state.phase == Phase::Bid
    }

    fn observation_string(&self, state: &State, seat: Seat) -> String {
        texts::write(state, self.alone(), Some(seat))
    }

    /// 7D.1: the bid of seat 0. That of seat 1 is open at once.
    fn step_text_for(&self, state: &State, step: Step, seat: Seat) -> String {
        if state.phase == Phase::Bid && state.seat == 0 && seat != 0 {
            return "bid:?".into();
        }
        self.step_text(state, step)
    }

    /// Any bid that seat 0 could have made.
    fn resample(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut drawn = *state;
        if hides_bid(state, Some(seat)) {
            drawn.bids[0] = Some(below(rng, BIDS) as u8);
        }
        drawn
    }
}

impl Display for Golf {
    fn pieces(&self, state: &State, cell: u8, _eyes: Option<Seat>) -> Vec<Piece> {
        let on_board = cell < 64 && state.men.occupied() & bit(cell) != 0;
        on_board.then(|| shown::piece(goal::type_at(&state.men, cell))).into_iter().collect()
    }

    fn off_board(&self, state: &State, eyes: Option<Seat>) -> Vec<OffBoardGroup> {
        shown::off_board(state, self.alone(), eyes)
    }
}

impl Symmetries for Golf {
    fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    fn transform(&self, state: &State, symmetry: &Symmetry) -> Option<State> {
        let turn = |set: Bits| cells(set).fold(0, |all, cell| all | bit(symmetry.cells[usize::from(cell)]));
        let turned = |men: &Men| Men { sides: men.sides.map(turn), kinds: men.kinds.map(turn) };
        Some(State { men: turned(&state.men), start: turned(&state.start), ..*state })
    }
}

impl Golf {
    /// The step that a text names, legal or not.
    fn step_of(&self, state: &State, text: &str) -> Option<Step> {
        if let Some(number) = self.menu.read(text) {
            return Some(Step::choice(number));
        }
        let Named { from, to, promotion: None } = Named::read(text)? else { return None };
        (state.men.occupied() & bit(from) != 0).then(|| moves::of_man(&state.men, from, to))
    }
}

/// Appends the text of a step.
fn write_step(step: Step, out: &mut String) {
    match step.deed() {
        Deed::Choice => COURSE.write(step.number(), out),
        _ => step.write(super::castling::Spelling::TwoFiles, out),
    }
}

/// Whether seat 0 has made a bid that a seat does not see (7D.1).
fn hides_bid(state: &State, eyes: Option<Seat>) -> bool {
    eyes == Some(1) && state.phase == Phase::Bid && state.bids[0].is_some()
}

/// Giving up comes after all moves.
#[inline(always)]
fn picked(moves: &Moves, men: &Men, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
    let count = moves.count();
    let index = choose(count + 1);
    if index < count { moves.pick(men, index) } else { Some(Step::choice(PASS)) }
}

#[inline(always)]
fn mask_moves(moves: &Moves, mask: &mut Mask) {
    mask.set_first_words(&moves.ways);
    mask.add(ACTIONS + PASS);
}
