//! Chess in its many rules, on the 8x8 board.
//!
//! One file an idea. [`Kit`](game::ChessGame) is the game of any [`Twist`](twist::Twist): a twist is one file that
//! says what a variant changes, made of the same parts.
//!
//! | file | idea |
//! |---|---|
//! | [`bitboard`] | sets of cells, one bit a cell |
//! | [`lines`] | where pieces reach: leaps from tables, lines by arithmetic, armies by eight parallel fills |
//! | [`pieces`] | the pieces on the board, and what they attack |
//! | [`step`], [`numbering`], [`action_text`] | steps as UCI writes them; their numbers, and what these mean in words |
//! | [`castling`] | the rooks that may still castle, wherever they start |
//! | [`position`] | board, seat, rights, cell passed over, clock: a step made |
//! | [`topology`] | the edges of the board, apart or joined: lines that wind, armies that attack |
//! | [`move_set`] | the steps of a position as sets of arrivals: counted and picked without a list |
//! | [`legal`] | orthodox legality: check, pins, castling through attack, capturing in passing |
//! | [`legal_moves`], [`choices`] | what may be done: steps of armies, choices that are no move |
//! | [`twist`], [`kit`] | what a variant changes; the game of it |
//! | [`board_transform`] | the mirror, and the turns of a cylinder |
//! | [`history`] | repetition, exactly, and what the position string remembers |
//! | [`placement`], [`planes`], [`explain`] | position strings, observations, reasons: what the games share |
//! | [`epd`], [`san`] | the strings and the moves of other chess programs, of orthodox chess |
//! | [`orthodox`], [`chess960`] | the twist of `chess`, its relatives and `chess960`; the arrays |
//! | [`play`], [`shadow`] | how that goes on: by the rules of Chess, or with shadows |
//! | [`masks`], [`masquerade`] | the twist of `masquerade-chess` |
//! | [`synchronous`] | the twist of `synchronous-chess`, and its exchange of blows |
//! | [`dice_checkers`] | the twist of `dice-checkers-chess`, its dice and checkers |
//! | [`adrenaline`] | the twist of `adrenaline-chess`, its stacks of checkers and its rushes at kings |
//! | [`zombie`] | the twist of `zombie-chess`, its graves and its hordes |
//! | [`two_move`] | the twist of `two-move-chess`, its cards and the moves that they make |
//! | [`piles`] | cards for pieces and checkers, hands and piles of them |
//! | [`cooperative`] | the twist of `cooperative-chess`, its stacks of cards, the parts of a turn |
//! | [`golf`] | `chess-golf` and its variants, a game beside the twists, and its solver |
//! | [`tar_pit`] | the twist of `tar-pit-chess` and its variants, what tarred pieces do, the parts of a turn |
//! | [`half_alice`] | the twist of `half-alice-chess` and `half-alice-chess-12`, and the two sides of its mirror |
//! | [`crowded_house`] | the twist of `crowded-house`, and what its next player could take |

pub mod action_text;
pub mod adrenaline;
pub mod bitboard;
pub mod board_transform;
pub mod castling;
pub mod chess960;
pub mod choices;
pub mod cooperative;
pub mod crowded_house;
pub mod dice_checkers;
pub mod epd;
pub mod explain;
pub mod game;
pub mod golf;
pub mod half_alice;
pub mod history;
pub mod legal;
pub mod legal_moves;
pub mod lines;
pub mod masquerade;
pub mod move_rules;
pub mod move_set;
pub mod numbering;
pub mod orthodox;
pub mod pieces;
pub mod piles;
pub mod placement;
pub mod planes;
pub mod position;
pub mod san;
pub mod shadow;
pub mod step;
pub mod synchronous;
pub mod tar_pit;
pub mod topology;
pub mod two_move;
pub mod variant;
pub mod zombie;

#[cfg(test)]
mod tests;

use crate::catalog::Visitor;
use crate::game::{Frame, Options, Piece, Scores, SeatColor, Spec};
use crate::games::realm;
use adrenaline::Adrenaline;
use cooperative::Cooperative;
use crowded_house::CrowdedHouse;
use dice_checkers::DiceCheckers;
use game::ChessGame;
use golf::Golf;
use half_alice::HalfAlice;
use masquerade::Masquerade;
use orthodox::Teams;
use pieces::Pieces;
use position::Position;
use synchronous::Synchronous;
use tar_pit::TarPit;
use two_move::TwoMove;
use zombie::Zombie;

/// The ids of the family, each with the options that it names.
pub fn ids() -> Vec<(String, Options)> {
    let mut ids = vec![
        ("chess".into(), orthodox::options(true)),
        ("cylindrical-chess".into(), orthodox::relative(true, true, false, false, Teams::None)),
        ("shadow-chess".into(), orthodox::relative(true, false, false, true, Teams::None)),
        ("cylindrical-shadow-chess".into(), orthodox::relative(true, true, false, true, Teams::None)),
        ("chess960".into(), chess960::options(None, true)),
        ("masquerade-chess".into(), Options::new()),
        ("zombie-chess".into(), Options::new()),
        ("two-move-chess".into(), Options::new()),
        ("synchronous-chess".into(), Options::new()),
        ("adrenaline-chess".into(), Options::new()),
        ("dice-checkers-chess".into(), Options::new()),
        ("cooperative-chess".into(), Options::new()),
        ("crowded-house".into(), Options::new()),
    ];
    ids.extend(half_alice::ids());
    ids.extend(tar_pit::ids());
    ids.extend(golf::ids());
    ids
}

/// Hands the game with this id and these options to `visitor`.
pub fn open<V: Visitor>(id: &str, options: &Options, frame: Frame, visitor: V) -> Result<V::Output, String> {
    match id {
        "chess" | "cylindrical-chess" | "shadow-chess" | "cylindrical-shadow-chess" => {
            if realm::Variety::is_larger(options) {
                return realm::open(id, options, frame, visitor);
            }
            let [castling, cylinder, shadow] =
                ["castling", "cylinder", "shadow"].map(|name| options.flag(name));
            if *options != orthodox::relative(castling, cylinder, false, shadow, Teams::None) {
                return Err("teams=pairs and teams=cutthroat need double=true".into());
            }
            match (cylinder, shadow) {
                (false, false) => Ok(visitor.visit(ChessGame::chess(castling, frame))),
                (true, false) => Ok(visitor.visit(ChessGame::cylindrical(castling, frame))),
                (wraps, true) => Ok(visitor.visit(ChessGame::shadow(wraps, castling, frame))),
            }
        }
        "chess960" => {
            let (array, castling) = (options.number_or_word("position"), options.flag("castling"));
            Ok(visitor.visit(ChessGame::chess960(array, castling, frame)))
        }
        "masquerade-chess" => Ok(visitor.visit(ChessGame::new(Masquerade, frame))),
        "zombie-chess" => Ok(visitor.visit(ChessGame::new(Zombie, frame))),
        "two-move-chess" => Ok(visitor.visit(ChessGame::new(TwoMove, frame))),
        "synchronous-chess" => Ok(visitor.visit(ChessGame::new(Synchronous, frame))),
        "adrenaline-chess" => Ok(visitor.visit(ChessGame::new(Adrenaline, frame))),
        "dice-checkers-chess" => Ok(visitor.visit(ChessGame::new(DiceCheckers, frame))),
        "cooperative-chess" => Ok(visitor.visit(ChessGame::new(Cooperative, frame))),
        "crowded-house" => Ok(visitor.visit(ChessGame::new(CrowdedHouse, frame))),
        _ => {
            if let Some(half_alice) = HalfAlice::named(id, options) {
                Ok(visitor.visit(ChessGame::new(half_alice, frame)))
            } else if let Some(tar_pit) = TarPit::named(id, options) {
                Ok(visitor.visit(ChessGame::new(tar_pit, frame)))
            } else if let Some(golf) = Golf::named(id, options, frame) {
                Ok(visitor.visit(golf))
            } else {
                Err(format!("there is no chess variant '{id}'"))
            }
        }
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
        colors: vec![SeatColor::White, SeatColor::Black],
        seat_angles: vec![0, 180],
        teams: vec![0, 1],
        scores: Scores::win(&[0, 1]),
        turn_order: vec![0, 1],
        has_hidden_information: false,
        has_chance: false,
        is_simultaneous: false,
        num_actions: 0,
        planes: Vec::new(),
        max_steps: 0,
        frame,
    }
}

/// The piece on a cell, as it is drawn.
fn pieces(pieces: &Pieces, cell: u8) -> Vec<Piece> {
    let on_board = (cell < 64).then(|| pieces.kind_at(cell).zip(pieces.seat_at(cell))).flatten();
    let draw =
        |(kind, seat): (pieces::Kind, u8)| Piece::new(Some(seat), kind.name(), placement::letter(kind, seat));
    on_board.map(draw).into_iter().collect()
}

/// A set of cells, mirrored left to right.
fn mirrored_bits(bits: bitboard::Bitboard) -> bitboard::Bitboard {
    bits.swap_bytes().reverse_bits()
}

/// A position without castling rights, mirrored left to right.
fn mirrored(position: &Position) -> Position {
    let turn = mirrored_bits;
    let pieces = Pieces { sides: position.pieces.sides.map(turn), kinds: position.pieces.kinds.map(turn) };
    Position { pieces, ep_square: turn(position.ep_square), ..*position }
}
