//! The rules one by one, by their numbers in the rule document. (Its examples, reference games and perft
//! table: `tests/core/realm.rs`.)

use super::*;
use crate::game::{Actor, Game};
use crate::games::chess::orthodox::Teams;

fn double(teams: Teams) -> Realm {
    let variety = Variety { teams, cylinder: false, shadow: false, castling: true };
    game(&variety.id(), &variety, Frame::Seat)
}

fn at(game: &Realm, fen: &str) -> State {
    game.read_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn after(game: &Realm, state: &State, steps: &str) -> State {
    let mut state = state.clone();
    for text in steps.split(' ') {
        let step = game.read_step(&state, text).unwrap_or_else(|| panic!("{}", game.refusal(&state, text)));
        game.apply(&mut state, step);
    }
    state
}

/// Chess 7.5, 7.7: the taker is immune from the king's owner on his next turn only, his partner is free.
#[test]
fn who_took_a_king_is_immune_for_a_turn() {
    let game = double(Teams::Pairs);
    let state = at(&game, "6bK5/9bP2/cK11/12/5dR6/11dK/12/aP4cB6/1cP8dP1/12/12/2aR2aK6 c -,-,-,- - - 0 1 -");
    let state = after(&game, &state, "f5-g4 f8-f1");
    assert_eq!(game.actor(&state), Actor::Seat(0));
    assert!(game.fen(&state).contains(" f1:a "));
    let barred = game.refusal(&state, "c1-f1");
    assert!(barred.contains("immune on this turn (7.5, 7.6)"), "{barred}");
    let state = after(&game, &state, "c1-c2 g12-g11 a10-a11 k4-j4");
    assert!(game.read_step(&state, "c2-f2").is_some() && game.fen(&state).contains(" - - "));
}
