//! The rule documents, which are part of the library.

use crate::game::Spec;

/// The conventions that all rule documents share.
const CONVENTIONS: &str = include_str!("../../docs/rules/CONVENTIONS.md");

/// The rule document of each family.
const DOCUMENTS: [(&str, &str); 8] = [
    ("adams_checkers", include_str!("../../docs/rules/adams_checkers.md")),
    ("adams_chess", include_str!("../../docs/rules/adams_chess.md")),
    ("chesskit_a", include_str!("../../docs/rules/chesskit_a.md")),
    ("chesskit_b", include_str!("../../docs/rules/chesskit_b.md")),
    ("draughts", include_str!("../../docs/rules/draughts.md")),
    ("three_kings", include_str!("../../docs/rules/three_kings.md")),
    ("tri_checkers", include_str!("../../docs/rules/tri_checkers.md")),
    ("tri_chess", include_str!("../../docs/rules/tri_chess.md")),
];

/// Returns the rules of a game as Markdown: its title, its summary and its options, the rule document of its
/// family, and the conventions that all rule documents share. A game of your own has no rule document.
///
/// # Examples
///
/// ```
/// use plyground::catalog;
/// use plyground::game::Frame;
///
/// let game = catalog::open("tar-pit-chess", &[], Frame::Seat)?;
/// let rules = catalog::rules(game.spec());
/// assert!(rules.starts_with("# Tar Pit Chess\n\nChess with checkers under pieces: "));
/// assert!(rules.contains("\n## 6. Tar Pit Chess (`tar-pit-chess` and its variants)\n"));
/// # Ok::<(), catalog::CatalogError>(())
/// ```
pub fn rules(spec: &Spec) -> String {
    let mut text = format!("# {}\n", spec.title);
    let mut add = |part: &str| {
        text.push('\n');
        text.push_str(part);
    };
    if !spec.summary.is_empty() {
        add(&format!("{}\n", spec.summary));
    }
    if !spec.options.declaration().is_empty() {
        let values: Vec<String> =
            spec.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        add(&format!("Options: `{}`.\n", values.join("`, `")));
    }
    if let Some((_, document)) = DOCUMENTS.iter().find(|(family, _)| *family == spec.family) {
        add(&format!("Sections of this document: {}.\n", spec.rules));
        add("---\n");
        add(document);
        add("---\n");
        add(CONVENTIONS);
    }
    text
}
