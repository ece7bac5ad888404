//! Chess on the 8x8 board, in its many variants.
//!
//! A state is a `Position` (board, seat to act, castling rights, en passant square, clock) with what the
//! variant remembers beyond it, its `Extra`. A variant implements seven small traits, one for each role of a
//! game: `VariantRules` with the legal steps and what they do, and likewise notation, actions, observation,
//! information, display and symmetries. `ChessVariant` is their sum, and [`ChessGame`] makes a game from it.
//! The folder of a variant keeps each role in a file of that name.
//!
//! The move generator has no move list. It computes bitboards of arrivals for all pieces together
//! (`MoveSet`), which can be counted and picked from.
//!
//! Shared parts:
//!
//! | module | contents |
//! |---|---|
//! | `bitboard` | bitboards, one bit for each cell |
//! | `lines` | attack tables, sliding attacks, fills |
//! | `pieces` | the pieces on the board |
//! | `topology` | attacks on the flat board and on a cylinder |
//! | `position` | positions, and making a step |
//! | `step` | steps and UCI strings |
//! | `castling` | castling rights and moves |
//! | `numbering`, `action_text` | action numbers, and what they mean in words |
//! | `positional` | the value of the placement of pieces |
//! | `move_set` | moves as bitboards of arrivals |
//! | `legal` | legality in orthodox chess: checks, pins, castling, en passant |
//! | `legal_moves`, `choices` | containers of legal steps; actions that move no piece |
//! | `history` | repetition, exactly |
//! | `board_transform` | reflections, and rotations of a cylinder |
//! | `fields`, `placement` | fields of position strings that variants share |
//! | `planes`, `explain` | shared parts of observations and explanations |
//! | `piles` | cards for pieces and checkers, hands and piles of cards |
//! | [`epd`], [`san`] | EPD and Standard Algebraic Notation |
//! | `variant`, `game` | the roles of a variant; the game of a variant |
//!
//! Variants:
//!
//! | module | games |
//! |---|---|
//! | `orthodox`, `chess960` | `chess`, its relatives, `chess960` |
//! | `move_rules`, `shadow` | how their pieces move: flat, on a cylinder, with shadows |
//! | `rule_changes` | `chess` and `chess960` with changes of single rules |
//! | `masquerade` | `masquerade-chess` |
//! | `synchronous` | `synchronous-chess` |
//! | `dice_checkers` | `dice-checkers-chess` |
//! | `adrenaline` | `adrenaline-chess` |
//! | `zombie` | `zombie-chess` |
//! | `two_move` | `two-move-chess` |
//! | `cooperative` | `cooperative-chess` |
//! | `tar_pit` | `tar-pit-chess` and its relatives |
//! | `half_alice` | `half-alice-chess`, `half-alice-chess-12` |
//! | `crowded_house` | `crowded-house` |
//! | [`golf`] | `chess-golf` and its relatives: a game of its own, with a solver |

mod action_text;
mod adrenaline;
mod bitboard;
mod board_transform;
pub(crate) mod castling;
pub(crate) mod chess960;
mod choices;
mod cooperative;
mod crowded_house;
mod dice_checkers;
pub mod epd;
mod exchange;
mod explain;
mod fields;
pub(crate) mod game;
pub mod golf;
mod half_alice;
mod history;
mod legal;
mod legal_moves;
mod lines;
mod masquerade;
pub(crate) mod move_rules;
mod move_set;
mod numbering;
pub(crate) mod orthodox;
pub(crate) mod pieces;
mod piles;
mod placement;
mod planes;
mod position;
mod positional;
pub(crate) mod rule_changes;
pub mod san;
mod shadow;
pub(crate) mod step;
mod synchronous;
mod tar_pit;
mod topology;
mod two_move;
mod variant;
mod zombie;

#[cfg(test)]
mod tests;

pub use adrenaline::Adrenaline;
pub use cooperative::Cooperative;
pub use crowded_house::CrowdedHouse;
pub use dice_checkers::DiceCheckers;
pub use game::ChessGame;
pub use golf::Golf;
pub use half_alice::HalfAlice;
pub use masquerade::Masquerade;
pub use orthodox::{ChangedChess, Chess, Orthodox};
pub use rule_changes::{DoubleStep, RuleChanges, Stalemate};
pub use shadow::Shadowed;
pub use synchronous::Synchronous;
pub use tar_pit::TarPit;
pub use topology::Cylinder;
pub use two_move::TwoMove;
pub use zombie::Zombie;

use crate::game::{Frame, Options, Piece, Scores, Seat, SeatColor, Spec};
use crate::sim::{DynGame, erase};
use orthodox::Teams;
use pieces::Pieces;
use position::Position;
use std::sync::Arc;

/// Returns the ids of the family, each with its options.
pub fn ids() -> Vec<(String, Options)> {
    let mut ids = vec![
        ("chess".into(), orthodox::options(true)),
        ("cylindrical-chess".into(), orthodox::relative(true, true, false, false, Teams::None)),
        ("shadow-chess".into(), orthodox::relative(true, false, false, true, Teams::None)),
        ("cylindrical-shadow-chess".into(), orthodox::relative(true, true, false, true, Teams::None)),
        ("chess960".into(), chess960::options(None, true, RuleChanges::NONE)),
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

/// Makes the game of an id with options.
///
/// # Errors
///
/// Returns a message if the options cannot be combined.
pub fn open(id: &str, options: &Options, frame: Frame) -> Result<Arc<dyn DynGame>, String> {
    match id {
        "chess" | "cylindrical-chess" | "shadow-chess" | "cylindrical-shadow-chess" => {
            let [castling, cylinder, shadow] =
                ["castling", "cylinder", "shadow"].map(|name| options.flag(name));
            if options.word::<Teams>("teams") != Teams::None {
                return Err("teams=pairs and teams=cutthroat need double=true".into());
            }
            let changes = RuleChanges::read(options);
            let other = [("cylinder=true", cylinder), ("shadow=true", shadow)];
            changes.check(castling, other.into_iter().find_map(|(other, set)| set.then_some(other)))?;
            match (cylinder, shadow) {
                (false, false) if changes != RuleChanges::NONE => {
                    Ok(erase(ChessGame::changed_chess(castling, changes, frame)))
                }
                (false, false) => Ok(erase(ChessGame::chess(castling, frame))),
                (true, false) => Ok(erase(ChessGame::cylindrical(castling, frame))),
                (wraps, true) => Ok(erase(ChessGame::shadow(wraps, castling, frame))),
            }
        }
        "chess960" => {
            let (array, castling) = (options.number_or_word("position"), options.flag("castling"));
            let changes = RuleChanges::read(options);
            changes.check(castling, None)?;
            if changes != RuleChanges::NONE {
                return Ok(erase(ChessGame::changed_chess960(array, castling, changes, frame)));
            }
            Ok(erase(ChessGame::chess960(array, castling, frame)))
        }
        "masquerade-chess" => Ok(erase(ChessGame::new(Masquerade, frame))),
        "zombie-chess" => Ok(erase(ChessGame::new(Zombie, frame))),
        "two-move-chess" => Ok(erase(ChessGame::new(TwoMove, frame))),
        "synchronous-chess" => Ok(erase(ChessGame::new(Synchronous, frame))),
        "adrenaline-chess" => Ok(erase(ChessGame::new(Adrenaline, frame))),
        "dice-checkers-chess" => Ok(erase(ChessGame::new(DiceCheckers, frame))),
        "cooperative-chess" => Ok(erase(ChessGame::new(Cooperative, frame))),
        "crowded-house" => Ok(erase(ChessGame::new(CrowdedHouse, frame))),
        _ => {
            if let Some(half_alice) = HalfAlice::named(id, options) {
                Ok(erase(ChessGame::new(half_alice, frame)))
            } else if let Some(tar_pit) = TarPit::named(id, options) {
                Ok(erase(ChessGame::new(tar_pit, frame)))
            } else if let Some(golf) = Golf::named(id, options, frame) {
                Ok(erase(golf))
            } else {
                Err(format!("there is no chess variant '{id}'"))
            }
        }
    }
}

/// Returns the description that most games share: two seats, no teams, White first, no hidden information.
fn spec(id: &str, title: &str, family: &'static str, frame: Frame) -> Spec {
    Spec {
        id: id.into(),
        title: title.into(),
        summary: String::new(),
        family,
        rules: "",
        options: Options::new(),
        seats: 2,
        colors: vec![SeatColor::White, SeatColor::Black],
        seat_angles: vec![0, 180],
        teams: vec![0, 1],
        scores: Scores::win(&[0, 1]),
        turn_order: vec![Seat::ZERO, Seat::ONE],
        has_hidden_information: false,
        has_chance: false,
        is_simultaneous: false,
        num_actions: 0,
        planes: Vec::new(),
        max_steps: 0,
        frame,
    }
}

/// Returns the piece on a cell for pictures.
fn pieces(pieces: &Pieces, cell: u8) -> Vec<Piece> {
    let on_board = (cell < 64).then(|| pieces.kind_at(cell).zip(pieces.seat_at(cell))).flatten();
    let draw = |(kind, seat): (pieces::Kind, Seat)| {
        Piece::new(Some(seat), kind.name(), placement::letter(kind, seat))
    };
    on_board.map(draw).into_iter().collect()
}

/// Reflects a bitboard left to right.
fn mirrored_bits(bits: bitboard::Bitboard) -> bitboard::Bitboard {
    bits.swap_bytes().reverse_bits()
}

/// Reflects a position without castling rights left to right.
fn mirrored(position: &Position) -> Position {
    let turn = mirrored_bits;
    let pieces = Pieces { sides: position.pieces.sides.map(turn), kinds: position.pieces.kinds.map(turn) };
    Position { pieces, ep_square: turn(position.ep_square), ..*position }
}
