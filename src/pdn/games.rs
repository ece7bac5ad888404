//! Which of our games a record is of, and how records of our games say so.

use super::{GameType, Record, TextError};
use crate::board::Near;
use crate::games::draughts::rules::{self, Rules};
use crate::portable::{self, VARIANT};

/// The games that have a number of their own. All others are relatives of these: their records say which in
/// the tag Variant.
const NUMBERED: [(u16, &str); 9] = [
    (20, "international-draughts"),
    (21, "english-draughts"),
    (22, "italian-draughts"),
    (23, "pool-checkers"),
    (24, "spanish-draughts"),
    (25, "russian-draughts"),
    (26, "brazilian-draughts"),
    (27, "canadian-draughts"),
    (30, "turkish-draughts"),
];

/// The id of the game that a record is of: its tag Variant, if that is the id of a game, else the game of its
/// GameType (and of the size of its board).
pub fn id_of(record: &Record) -> Result<&'static str, TextError> {
    if let Some(named) = record.tag(VARIANT).and_then(|id| rules::named_by(id).ok()) {
        return Ok(named.id);
    }
    let Some(tag) = record.find("GameType") else {
        let problem = "the tag GameType is missing; add it, or give the id of the game";
        return Err(TextError::new(record.place, problem));
    };
    let wrong = |problem: String| TextError::new(tag.place(), problem);
    let game_type = GameType::parse(tag.value()).map_err(wrong)?;
    let size = game_type.details.map(|details| details.width);
    match (game_type.number, size) {
        (20, Some(8)) => return Ok("german-draughts"),
        (21, Some(10)) => return Ok("english-draughts-10x10"),
        _ => {}
    }
    let numbered = NUMBERED.iter().find(|(number, _)| *number == game_type.number);
    numbered.map(|&(_, id)| id).ok_or_else(|| {
        let known: Vec<String> = NUMBERED.iter().map(|(number, id)| format!("{number} ({id})")).collect();
        wrong(format!(
            "the game type {} is not supported; expected one of {}",
            game_type.number,
            known.join(", ")
        ))
    })
}

/// What the tags of a game say: GameType; Variant, if the game is only a relative of the one that has the
/// number; and Options, if it has no name.
pub(super) fn tags(id: &'static str, rules: &Rules) -> (GameType, Option<&'static str>, Option<String>) {
    let own = NUMBERED.iter().find(|(_, numbered)| *numbered == id);
    let number = match own {
        Some(&(number, _)) => number,
        None if id.starts_with("english") || id.starts_with("giveaway") => 21,
        None if id.starts_with("russian") => 25,
        None => 20,
    };
    let mut game_type = GameType::known(number).unwrap_or(GameType { number, details: None });
    if let Some(details) = &mut game_type.details {
        (details.width, details.height) = (rules.size, rules.size);
    }
    let options = changed(id, rules);
    (game_type, (own.is_none() || options.is_some()).then_some(id), options)
}

/// The options in which a game differs from the one of its id.
fn changed(id: &str, rules: &Rules) -> Option<String> {
    portable::changed(&rules.options(), &rules::named_by(id).ok()?.rules.options())
}

/// Refuses a record whose tags say that it is played on another board.
pub(super) fn check_board(record: &Record, rules: &Rules) -> Result<(), TextError> {
    let Some(tag) = record.find("GameType") else { return Ok(()) };
    let wrong = |problem: String| TextError::new(tag.place(), problem);
    let Some(details) = GameType::parse(tag.value()).map_err(wrong)?.details else { return Ok(()) };
    if (details.width, details.height) != (rules.size, rules.size) {
        let (width, height, size) = (details.width, details.height, rules.size);
        return Err(wrong(format!(
            "the size of the board must be {size}x{size} in this game, got {width}x{height}"
        )));
    }
    Ok(())
}

/// Whether White moves first.
pub(super) fn white_first(rules: &Rules) -> bool {
    rules.first == Near::White
}
