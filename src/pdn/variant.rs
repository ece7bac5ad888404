//! The tags that identify the variant of a record.

use super::{GameType, NotationError, Record};
use crate::board::Near;
use crate::games::draughts::{RuleSet, variants};
use crate::notation::{self, VARIANT_TAG};

/// The variants that have a number in the standard. Records of other variants have the number of a similar
/// game and the tag `Variant`.
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

/// Returns the id of the variant of a record. It is the value of the tag `Variant`, if that is the id of a
/// draughts variant. Otherwise the number and the size of the board in the tag `GameType` select it.
///
/// # Errors
///
/// Returns an error if there is no valid tag `GameType`, or if its game is not supported.
pub fn variant_id(record: &Record) -> Result<&'static str, NotationError> {
    if let Some(named) = record.tag(VARIANT_TAG).and_then(|id| variants::find_variant(id).ok()) {
        return Ok(named.id);
    }
    let Some(tag) = record.find_tag("GameType") else {
        let problem = "the tag GameType is missing; add it, or give the id of the game";
        return Err(NotationError::new(record.location, problem));
    };
    let error_here = |problem: String| NotationError::new(tag.location(), problem);
    let game_type = GameType::parse(tag.value()).map_err(error_here)?;
    let size = game_type.details.map(|details| details.width);
    match (game_type.number, size) {
        (20, Some(8)) => return Ok("german-draughts"),
        (21, Some(10)) => return Ok("english-draughts-10x10"),
        _ => {}
    }
    let numbered = NUMBERED.iter().find(|(number, _)| *number == game_type.number);
    numbered.map(|&(_, id)| id).ok_or_else(|| {
        let known: Vec<String> = NUMBERED.iter().map(|(number, id)| format!("{number} ({id})")).collect();
        error_here(format!(
            "the game type {} is not supported; expected one of {}",
            game_type.number,
            known.join(", ")
        ))
    })
}

/// Returns the values of the tags of a game: `GameType`; `Variant` if the number of the game type is that of
/// another variant or options are changed; and `Options` if options are changed.
pub(super) fn tags(id: &'static str, rules: &RuleSet) -> (GameType, Option<&'static str>, Option<String>) {
    let own = NUMBERED.iter().find(|(_, numbered)| *numbered == id);
    let number = match own {
        Some(&(number, _)) => number,
        None if id.starts_with("english") || id.starts_with("giveaway") => 21,
        None if id.starts_with("russian") => 25,
        None => 20,
    };
    let mut game_type = GameType::standard(number).unwrap_or(GameType { number, details: None });
    if let Some(details) = &mut game_type.details {
        (details.width, details.height) = (rules.size, rules.size);
    }
    let options = changed_options(id, rules);
    (game_type, (own.is_none() || options.is_some()).then_some(id), options)
}

/// Returns the options whose values are not those of the id.
fn changed_options(id: &str, rules: &RuleSet) -> Option<String> {
    notation::changed_options(&rules.options(), &variants::find_variant(id).ok()?.rules.options())
}

/// Checks the size of the board.
///
/// # Errors
///
/// Returns an error if the tag `GameType` gives another size.
pub(super) fn check_board(record: &Record, rules: &RuleSet) -> Result<(), NotationError> {
    let Some(tag) = record.find_tag("GameType") else { return Ok(()) };
    let error_here = |problem: String| NotationError::new(tag.location(), problem);
    let Some(details) = GameType::parse(tag.value()).map_err(error_here)?.details else { return Ok(()) };
    if (details.width, details.height) != (rules.size, rules.size) {
        let (width, height, size) = (details.width, details.height, rules.size);
        return Err(error_here(format!(
            "the size of the board must be {size}x{size} in this game, got {width}x{height}"
        )));
    }
    Ok(())
}

/// Returns whether White moves first.
pub(super) fn white_first(rules: &RuleSet) -> bool {
    rules.first == Near::White
}
