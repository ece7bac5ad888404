//! Chess in its many rules, on the 8x8 board.
//!
//! One file an idea; a game is one file that puts them together, and a twist uses the same parts:
//!
//! | file | idea |
//! |---|---|
//! | [`bits`] | sets of cells, one bit a cell |
//! | [`lines`] | where pieces reach: leaps from tables, lines by arithmetic, armies by eight parallel fills |
//! | [`men`] | the pieces on the board, and what they attack |
//! | [`step`], [`actions`] | steps as UCI writes them; their numbers |
//! | [`castling`] | the rooks that may still castle, wherever they start |
//! | [`position`] | board, seat, rights, cell passed over, clock: a step made |
//! | [`sets`] | the steps of a position as sets of arrivals: counted and picked without a list |
//! | [`legal`] | orthodox legality: check, pins, castling through attack, capturing in passing |
//! | [`history`] | repetition, exactly, and what the position string remembers |
//! | [`placement`], [`planes`], [`refusal`] | position strings, observations, reasons: what the games share |
//! | [`orthodox`], [`chess960`] | the games `chess` and `chess960`; the arrays |
//! | [`masks`], [`masquerade`] | the game `masquerade-chess` |

pub mod actions;
pub mod bits;
pub mod castling;
pub mod chess960;
pub mod history;
pub mod legal;
pub mod lines;
pub mod masks;
pub mod masquerade;
pub mod men;
pub mod orthodox;
pub mod placement;
pub mod planes;
pub mod position;
pub mod refusal;
pub mod sets;
pub mod step;

#[cfg(test)]
mod tests;

use crate::catalog::Visitor;
use crate::game::{Frame, OptionValue, Options, Piece, Scores, Spec, Symmetry};
use masquerade::Masquerade;
use men::Men;
use orthodox::Chess;
use position::Position;

/// The ids of the family, each with the options that it names.
pub fn ids() -> Vec<(String, Options)> {
    vec![
        ("chess".into(), orthodox::options(true)),
        ("chess960".into(), chess960::options(None, true)),
        ("masquerade-chess".into(), Options::new()),
    ]
}

/// Hands the game with this id and these options to `visitor`. `chess` and `chess960` can be had without `castling`. `chess960` takes as
/// `position` the number of its array, or `drawn`: each game's seed draws one.
pub fn open<V: Visitor>(id: &str, options: &Options, frame: Frame, visitor: V) -> Result<V::Output, String> {
    let has = |own: Options| match options.iter().find(|(name, value)| own.get(*name) != Some(value)) {
        None => Ok(()),
        Some((name, value)) => match own.get(name) {
            None => Err(format!("{id} has no option '{name}'")),
            Some(only) => Err(format!("{name}={value}: {id} is played with {name}={only}")),
        },
    };
    let castling = match options.get("castling") {
        None | Some(OptionValue::Flag(true)) => true,
        Some(OptionValue::Flag(false)) => false,
        Some(value) => return Err(format!("castling={value}: expected true or false")),
    };
    match id {
        "chess" => {
            has(orthodox::options(castling))?;
            let game = Chess::new(frame);
            Ok(visitor.visit(if castling { game } else { game.without_castling() }))
        }
        "chess960" => {
            let array = match options.get("position") {
                None => None,
                Some(OptionValue::Word(word)) if word == chess960::DRAWN => None,
                Some(&OptionValue::Number(number)) if (0..960).contains(&number) => Some(number as u32),
                Some(value) => {
                    return Err(format!("position={value}: expected a number from 0 to 959, or 'drawn'"));
                }
            };
            has(chess960::options(array, castling))?;
            let game = Chess::shuffled(array, frame);
            Ok(visitor.visit(if castling { game } else { game.without_castling() }))
        }
        "masquerade-chess" => {
            has(Options::new())?;
            Ok(visitor.visit(Masquerade::new(frame)))
        }
        _ => Err(format!("no game of this family has the id '{id}'")),
    }
}

/// What the games have in common: two seats, each alone, White first, everything open.
fn spec(id: &str, title: &str, family: &'static str, frame: Frame) -> Spec {
    Spec {
        id: id.into(),
        title: title.into(),
        family,
        rules: "",
        options: Options::new(),
        seats: 2,
        teams: vec![0, 1],
        scores: Scores::win(&[0, 1]),
        sequence: vec![0, 1],
        hidden: false,
        chance: false,
        commits: false,
        num_actions: 0,
        planes: Vec::new(),
        max_steps: 0,
        frame,
    }
}

/// The piece on a cell, as it is drawn.
fn pieces(men: &Men, cell: u8) -> Vec<Piece> {
    let on_board = (cell < 64).then(|| men.kind_at(cell).zip(men.seat_at(cell))).flatten();
    let draw = |(kind, seat): (men::Kind, u8)| Piece {
        seat: Some(seat),
        kind: kind.name(),
        text: placement::letter(kind, seat).into(),
    };
    on_board.map(draw).into_iter().collect()
}

/// The mirror that exchanges left and right.
fn mirror(actions: Vec<u32>) -> Symmetry {
    Symmetry { name: "mirror".into(), cells: (0..64).map(|cell| cell ^ 7).collect(), actions }
}

/// A position without castling rights, mirrored left to right.
fn mirrored(position: &Position) -> Position {
    let turn = |bits: bits::Bits| bits.swap_bytes().reverse_bits();
    let men = Men { sides: position.men.sides.map(turn), kinds: position.men.kinds.map(turn) };
    Position { men, passed: turn(position.passed), ..*position }
}
