//! The variants of chess on the 8x8 board.
//!
//! | folder | games |
//! |---|---|
//! | `orthodox` | `chess` and its relatives, `chess960`; on a cylinder, with shadows, with single changed rules |
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

pub mod adrenaline;
pub mod cooperative;
pub mod crowded_house;
pub mod dice_checkers;
pub mod half_alice;
pub mod masquerade;
pub mod orthodox;
pub mod synchronous;
pub mod tar_pit;
pub mod two_move;
pub mod zombie;

use super::game::ChessGame;
use crate::game::{Frame, Options};
use crate::sim::{DynGame, erase};
use adrenaline::Adrenaline;
use cooperative::Cooperative;
use crowded_house::CrowdedHouse;
use dice_checkers::DiceCheckers;
use half_alice::HalfAlice;
use masquerade::Masquerade;
use orthodox::rule_changes::RuleChanges;
use orthodox::{Teams, chess960};
use std::sync::Arc;
use synchronous::Synchronous;
use tar_pit::TarPit;
use two_move::TwoMove;
use zombie::Zombie;

/// Makes a game.
type Make = fn(Frame) -> Arc<dyn DynGame>;

/// The variants without options.
const WITHOUT_OPTIONS: [(&str, Make); 8] = [
    ("masquerade-chess", |frame| erase(ChessGame::new(Masquerade, frame))),
    ("zombie-chess", |frame| erase(ChessGame::new(Zombie, frame))),
    ("two-move-chess", |frame| erase(ChessGame::new(TwoMove, frame))),
    ("synchronous-chess", |frame| erase(ChessGame::new(Synchronous, frame))),
    ("adrenaline-chess", |frame| erase(ChessGame::new(Adrenaline, frame))),
    ("dice-checkers-chess", |frame| erase(ChessGame::new(DiceCheckers, frame))),
    ("cooperative-chess", |frame| erase(ChessGame::new(Cooperative, frame))),
    ("crowded-house", |frame| erase(ChessGame::new(CrowdedHouse, frame))),
];

/// Returns the ids of the variants, each with its options.
pub fn ids() -> Vec<(String, Options)> {
    let mut ids = vec![
        ("chess".into(), orthodox::options(true)),
        ("cylindrical-chess".into(), orthodox::relative(true, true, false, false, Teams::None)),
        ("shadow-chess".into(), orthodox::relative(true, false, false, true, Teams::None)),
        ("cylindrical-shadow-chess".into(), orthodox::relative(true, true, false, true, Teams::None)),
        ("chess960".into(), chess960::options(None, true, RuleChanges::NONE)),
    ];
    ids.extend(WITHOUT_OPTIONS.iter().map(|(id, _)| ((*id).into(), Options::new())));
    ids.extend(half_alice::ids());
    ids.extend(tar_pit::ids());
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
        _ => {
            if let Some((_, make)) = WITHOUT_OPTIONS.iter().find(|(known, _)| *known == id) {
                return Ok(make(frame));
            }
            if let Some(half_alice) = HalfAlice::named(id, options) {
                Ok(erase(ChessGame::new(half_alice, frame)))
            } else if let Some(tar_pit) = TarPit::named(id, options) {
                Ok(erase(ChessGame::new(tar_pit, frame)))
            } else {
                Err(format!("there is no chess variant '{id}'"))
            }
        }
    }
}
