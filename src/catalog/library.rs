//! The library: well-known games as descriptions, which are opened by id but listed apart.

use super::Variant;
use super::described::variant_of;
use crate::games::chesslike::Description;
use std::sync::LazyLock;

/// The descriptions. The name of a file is the id of its game.
const TEXTS: &[&str] = &[include_str!("library/glinski-chess.toml")];

static VARIANTS: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let variant = |text: &&str| {
        let mut description = Description::read(text).expect("the library is tested");
        // Every program has the library, so that the id is enough to make the game again.
        description.text = None;
        variant_of(description)
    };
    TEXTS.iter().map(variant).collect()
});

/// Returns the variants of the library in the order of their ids.
///
/// # Examples
///
/// ```
/// use plyground::catalog;
/// assert!(catalog::library().iter().any(|variant| variant.id == "glinski-chess"));
/// ```
pub fn library() -> &'static [Variant] {
    &VARIANTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_description_can_be_played() {
        let ids: Vec<String> = TEXTS
            .iter()
            .map(|text| match Description::read(text) {
                Ok(description) => description.id,
                Err(problem) => panic!("{problem}\n{text}"),
            })
            .collect();
        assert!(ids.is_sorted(), "{ids:?}");
    }
}
