//! The library: well-known games as descriptions, which are opened by id but listed apart.

use super::Variant;
use super::described::variant_of;
use crate::games::chesslike::Description;
use std::sync::LazyLock;

/// The descriptions. The name of a file is the id of its game.
const TEXTS: &[&str] = &[
    include_str!("library/ai-wok.toml"),
    include_str!("library/almost-chess.toml"),
    include_str!("library/amazon-chess.toml"),
    include_str!("library/antichess.toml"),
    include_str!("library/asean-chess.toml"),
    include_str!("library/baby-chess.toml"),
    include_str!("library/birds-chess.toml"),
    include_str!("library/breakthrough.toml"),
    include_str!("library/capablanca-chess.toml"),
    include_str!("library/capahouse.toml"),
    include_str!("library/chancellor-chess.toml"),
    include_str!("library/chessgi.toml"),
    include_str!("library/chigorin-chess.toml"),
    include_str!("library/codrus-chess.toml"),
    include_str!("library/courier-chess.toml"),
    include_str!("library/crazyhouse.toml"),
    include_str!("library/cylinder-chess.toml"),
    include_str!("library/demi-chess.toml"),
    include_str!("library/dobutsu-shogi.toml"),
    include_str!("library/dunsany-chess.toml"),
    include_str!("library/embassy-chess.toml"),
    include_str!("library/endgame-chess.toml"),
    include_str!("library/euroshogi.toml"),
    include_str!("library/extinction-chess.toml"),
    include_str!("library/four-player-chess.toml"),
    include_str!("library/four-player-teams-chess.toml"),
    include_str!("library/gardner-minichess.toml"),
    include_str!("library/giveaway.toml"),
    include_str!("library/glinski-chess.toml"),
    include_str!("library/gorogoro-shogi.toml"),
    include_str!("library/gothic-chess.toml"),
    include_str!("library/grand-chess.toml"),
    include_str!("library/grasshopper-chess.toml"),
    include_str!("library/gustav-iii-chess.toml"),
    include_str!("library/hexapawn.toml"),
    include_str!("library/hoppel-poppel.toml"),
    include_str!("library/horde.toml"),
    include_str!("library/indian-great-chess.toml"),
    include_str!("library/janus-chess.toml"),
    include_str!("library/jeson-mor.toml"),
    include_str!("library/judkins-shogi.toml"),
    include_str!("library/king-of-the-hill.toml"),
    include_str!("library/kinglet-chess.toml"),
    include_str!("library/knightmate.toml"),
    include_str!("library/legan-chess.toml"),
    include_str!("library/loop-chess.toml"),
    include_str!("library/los-alamos-chess.toml"),
    include_str!("library/losers-chess.toml"),
    include_str!("library/makruk.toml"),
    include_str!("library/mallett-chess.toml"),
    include_str!("library/manchu-chess.toml"),
    include_str!("library/mccooey-chess.toml"),
    include_str!("library/mini-hexchess.toml"),
    include_str!("library/minishogi.toml"),
    include_str!("library/minixiangqi.toml"),
    include_str!("library/modern-chess.toml"),
    include_str!("library/new-zealand-chess.toml"),
    include_str!("library/nightrider-chess.toml"),
    include_str!("library/no-castling-chess.toml"),
    include_str!("library/omega-chess.toml"),
    include_str!("library/orda.toml"),
    include_str!("library/orda-mirror.toml"),
    include_str!("library/pawn-one-square-chess.toml"),
    include_str!("library/pawns-only.toml"),
    include_str!("library/peasants-revolt.toml"),
    include_str!("library/pocket-knight-chess.toml"),
    include_str!("library/racing-kings.toml"),
    include_str!("library/royal-court-chess.toml"),
    include_str!("library/shako.toml"),
    include_str!("library/shatranj.toml"),
    include_str!("library/shogi.toml"),
    include_str!("library/stalemate-win-chess.toml"),
    include_str!("library/tencubed-chess.toml"),
    include_str!("library/three-check.toml"),
    include_str!("library/threekings-chess.toml"),
    include_str!("library/torpedo-chess.toml"),
    include_str!("library/troitzky-chess.toml"),
    include_str!("library/upside-down-chess.toml"),
    include_str!("library/weak.toml"),
    include_str!("library/xiangqi.toml"),
];

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
