//! Chess Golf: pieces that move as their neighbors, and courses of nine holes with them (section 7 of the
//! rules of the Chess Kit's second half; 7A to 7E are the numbers of its rules).
//!
//! The board is that of the family, but a hole is no chess position: any piece of either color may move, and
//! none moves as what it is. So this is a game of its own, with the family's steps, cards and choices.
//!
//! A turn is a single step: the possible demonstrations are too numerous to list.
//!
//! | module | contents |
//! |---|---|
//! | `goal` | the captures to make, and the pieces that can make them |
//! | `moves` | what pieces lend each other, and where they go |
//! | `layout` | the cards, and boards laid out by them |
//! | `choices` | actions that move no piece: bids, cards, pieces put back |
//! | `course` | nine holes: draws, bids, demonstrations, the sheet |
//! | [`solver`] | the fewest moves for a hole, all shortest lines, holes of a difficulty |

mod actions;
mod choices;
mod course;
mod explain;
mod goal;
mod layout;
mod moves;
mod notation;
mod rules;
pub mod solver;
#[cfg(test)]
mod tests;
mod validate;
mod view;

use crate::board::Board;
use crate::game::summary::number_word;
use crate::game::{Declaration, Frame, OptionSpec, Options, Scores, Seat, SeatColor, Spec, Symmetry};
use crate::games::chess::kit::choices::ChoiceActions;
use choices::{ACTIONS, COURSE, SOLO};
use course::{Phase, State};
use layout::MEN;
use moves::Moves;

/// How many holes a course has (7B.1).
const HOLES: u8 = 9;
/// The highest bid, and the number of moves that a solo player can make (7B.2.3, 7C.1).
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

/// Returns how a course is played.
fn summary(alone: bool, cards: u8) -> String {
    let cards = number_word(cards.into());
    let drawn = if alone { cards } else { format!("{cards} or more") };
    let end = if alone {
        "On each of nine holes, play a line of at most ten moves; the fewest moves in all are the best score."
    } else {
        "On each of nine holes both seats bid in secret how many moves they need, and the lower bid has to \
         show a line; the lower total wins."
    };
    format!(
        "Pieces of both colors move as their neighbors of their own color do, and any piece may move. A hole \
         draws {drawn} cards of pieces: those of one of them must capture a piece of each other one. {end}"
    )
}

/// Courses of one kind.
pub struct Golf {
    spec: Spec,
    board: Board,
    symmetries: Vec<Symmetry>,
    choices: &'static ChoiceActions,
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
        let choices = if alone { &SOLO } else { &COURSE };
        let holes = u32::from(HOLES);
        let spec = Spec {
            id: id.into(),
            title: title.into(),
            summary: summary(alone, cards),
            family: "chesskit_b",
            rules: "7",
            description: None,
            options: options(seats, cards),
            seats,
            // White and black are the colors of pieces, which belong to no seat.
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
            turn_order: Seat::all(seats).collect(),
            has_hidden_information: !alone,
            has_chance: true,
            is_simultaneous: !alone,
            num_actions: ACTIONS + choices.len(),
            planes: view::planes(alone),
            // The level, the draws, the bids, two demonstrations, and all captured pieces put back.
            max_steps: holes * (1 + MEN as u32 + 2 + 2 * u32::from(MOST_MOVES) + MEN as u32),
            frame,
        };
        let board = Board::square(8);
        let turns = board.motions().iter().filter(|motion| motion.name != "identity");
        let symmetries = turns.map(|motion| view::symmetry(motion, spec.num_actions)).collect();
        Golf { spec, board, symmetries, choices, cards }
    }

    fn alone(&self) -> bool {
        self.spec.seats == 1
    }

    #[inline(always)]
    fn moves(state: &State) -> Moves {
        Moves::of(&state.pieces, &state.goal)
    }
}

/// Whether seat 0 has made a bid that a seat does not see (7D.1).
fn hides_bid(state: &State, viewer: Option<Seat>) -> bool {
    viewer == Some(Seat::ONE) && state.phase == Phase::Bid && state.bids[0].is_some()
}
