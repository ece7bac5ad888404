//! Described games: the library, and a game with every kind of movement.

use super::contract;
use plyground::catalog;

/// Pieces that hop, ride, are blocked, and go in single directions.
const FAIRY: &str = include_str!("../../src/games/chesslike/description/fairy.toml");

#[test]
fn described_games_keep_the_contract_of_games() {
    let fairy = catalog::describe(FAIRY).expect("a description");
    let library = catalog::library().iter().map(|variant| variant.id.clone());
    for id in library.chain([fairy]) {
        contract::check_one(&id, 1);
    }
}
