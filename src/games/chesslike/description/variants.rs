//! Variants of a described game: the keys that they change.

use super::keys::GAME;
use crate::games::description::{Entry, Problem, Value};

/// The most variants of a description, which bounds the time of reading one.
const MAX_VARIANTS: usize = 64;

/// Returns the documents of the variants that have ids, in the order of the description.
///
/// # Errors
///
/// Returns the first problem of a variant, or of the game if it names variants.
pub fn with_ids(document: &Value) -> Result<Vec<Value>, Problem> {
    let game = document.document(GAME)?;
    if let Some(with) = game.get("with") {
        return Err(with.problem("belongs to a variant"));
    }
    let Some(variants) = game.get("variants") else { return Ok(Vec::new()) };
    let count = variants.table()?.entries().count();
    if count > MAX_VARIANTS {
        return Err(variants.problem(format!("must have at most {MAX_VARIANTS} variants, got {count}")));
    }
    let mut documents = Vec::new();
    for (name, variant) in variants.table()?.entries() {
        if variant.table_of(GAME)?.get("id").is_some() {
            documents.push(with_changes(document, &[name])?);
        }
    }
    Ok(documents)
}

/// Returns a document with the changes of some variants, in this order.
///
/// # Errors
///
/// Returns a problem if there is no such variant.
pub fn with_changes(document: &Value, names: &[&str]) -> Result<Value, Problem> {
    let Some(variants) = document.document(GAME)?.get("variants") else { return Ok(document.clone()) };
    let mut changed = document.without(if names.is_empty() { &["variants"] } else { &["variants", "title"] });
    for name in names {
        let entry = find(&variants, name, &variants)?;
        let variant = entry.table_of(GAME)?;
        if let Some(with) = variant.get("with") {
            let others: Vec<&str> = with.text()?.split_whitespace().collect();
            for (at, other) in others.iter().enumerate() {
                if others[..at].contains(other) {
                    return Err(with.problem(format!("names '{other}' twice")));
                }
                let other = find(&variants, other, &with)?;
                if other.table()?.get("with").is_some() {
                    return Err(with.problem("names a variant that names others itself"));
                }
                changed = changed.changed_by(&other.value().without(&["id", "title"]));
            }
        }
        changed = changed.changed_by(&entry.value().without(&["with"]));
    }
    match changed.document(GAME)?.get("variants") {
        Some(inner) => Err(inner.problem("belongs to the whole description")),
        None => Ok(changed),
    }
}

/// Returns the variant that an entry names.
fn find<'a>(variants: &Entry<'a>, name: &str, place: &Entry) -> Result<Entry<'a>, Problem> {
    let table = variants.table()?;
    table.get(name).ok_or_else(|| {
        let names: Vec<&str> = table.entries().map(|(name, _)| name).collect();
        place.problem(format!("names '{name}', which is not one of the variants {}", names.join(", ")))
    })
}
