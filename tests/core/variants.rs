//! All ids: the games that they open, their summaries, and what search may do in them.

use super::open;
use plyground::agents::Techniques;
use plyground::catalog::{self, variants};
use plyground::game::{Frame, OptionValue};
use std::collections::BTreeMap;

#[test]
fn every_id_opens_the_game_with_its_id_and_options() {
    for variant in variants() {
        let game = open(&variant.id);
        assert_eq!((&game.spec().id, &game.spec().options), (&variant.id, &variant.options));
    }
}

#[test]
fn an_id_with_the_options_of_another_id_is_that_game() {
    for variant in variants() {
        let declaration = variant.options.declaration();
        let relatives = variants().iter().filter(|other| other.options.declaration() == declaration);
        // All pairs of variants would take too long.
        for other in relatives.filter(|_| !declaration.is_empty()).step_by(53) {
            let changes: Vec<(String, OptionValue)> =
                other.options.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
            let game =
                catalog::open(&variant.id, &changes, Frame::Seat).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(game.spec().id, other.id);
        }
    }
}

#[test]
fn every_summary_has_two_or_three_sentences_that_no_other_variant_has() {
    let mut seen = BTreeMap::new();
    for variant in variants() {
        let game = open(&variant.id);
        let summary = game.spec().summary.clone();
        let sentences = summary.matches(". ").count() + 1;
        assert!((2..=3).contains(&sentences), "{}: {sentences} sentences: {summary}", variant.id);
        assert!((60..=450).contains(&summary.len()), "{}: {} bytes: {summary}", variant.id, summary.len());
        assert!(summary.ends_with('.') && summary.is_ascii(), "{}: {summary}", variant.id);
        if let Some(other) = seen.insert(summary, &variant.id) {
            panic!("{} and {other} have the same summary", variant.id);
        }
    }
}

#[test]
fn techniques_are_off_where_they_lose_strength() {
    let expected = |id: &str| match id {
        "zombie-chess" | "adrenaline-chess" | "dice-checkers-chess" => "quiescence+futility+late-moves",
        _ if id.starts_with("tar-pit") => "quiescence+futility+late-moves",
        _ if id.contains("shadow") || id.contains("giveaway") => "quiescence",
        "two-move-chess" | "synchronous-chess" | "masquerade-chess" | "cooperative-chess" => {
            "futility+late-moves"
        }
        "half-alice-chess" | "half-alice-chess-12" | "crowded-house" => "futility+late-moves",
        _ => "",
    };
    for id in catalog::ids() {
        let game = open(id);
        let found = Techniques::harmful_in(game.search_profile()).to_string();
        assert_eq!(found, expected(id), "{id}");
    }
}
