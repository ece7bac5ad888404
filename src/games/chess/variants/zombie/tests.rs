//! Tests named after the rules that they check.

use super::Zombie;
use crate::game::roles::*;
use crate::game::{Frame, Seat, rng_for};
use crate::games::chess::game::ChessGame;
use crate::games::chess::tests::{after, refused, steps_from};
use std::collections::BTreeMap;

fn game() -> ChessGame<Zombie> {
    ChessGame::new(Zombie, Frame::Seat)
}

#[test]
fn z4_and_z5_zombies_that_rest_are_destroyed() {
    let rested = after(&game(), "4k3/8/8/8/8/8/R~6P/4K2N~ w - - - - - - move - - - 7", "a2a3 pass");
    assert_eq!(game().fen(&rested), "4k3/8/8/8/8/R~7/7P/4K3 b - - - - - - move - - - 0");
    let lived = after(&game(), "4k3/8/8/8/8/8/R~6P/4K2N~ w - - - - - - move - - - 7", "h2h3");
    assert_eq!(game().fen(&lived), "4k3/8/8/8/8/7P/8/4K3 b - - - - - - move - - - 0");
}

#[test]
fn z5_what_finds_no_room_is_destroyed() {
    // White's only pieces stand on graves already.
    let fen = "7k/8/8/8/8/8/3p4/3K4 w - - d1n,d2p - d1,d2 - move - - - 3";
    let taken = after(&game(), fen, "d1d2");
    // The king left d1, so the knight there is back, and there is no room for the pawn that was taken.
    assert_eq!(game().fen(&taken), "7k/8/8/8/8/8/3K4/3n~4 b - - d2p - d2 - move - - - 0");
}

#[test]
fn z12_the_moves_of_zombies_are_no_progress() {
    let fen = "4k3/8/8/3n~4/8/8/3R~4/4K3 w - - - - - - move - - - 40";
    assert!(game().fen(&after(&game(), fen, "d2d5")).ends_with(" bury - n - 41"));
    assert!(
        game().fen(&after(&game(), &fen.replace("n~", "n1").replace("3n14", "3n4"), "d2d5")).ends_with(" 0")
    );
}

#[test]
fn z14_refusals_give_reasons() {
    let says = |fen: &str, step: &str, reason: &str| {
        let state = after(&game(), fen, "");
        assert_eq!(game().read_step(&state, step), None);
        let message = game().explain_text(&state, step);
        assert!(message.contains(reason), "{message}");
    };
    let bury = "r1bqkbnr/pppp1ppp/2n5/8/3pP3/5N2/PPP2PPP/RNBQKB1R b KQkq - c6P - c6 - bury - P - 0";
    says(&bury.replace("c6P - c6 -", "- c6P - c6"), "bury:c6", "a piece is already buried at c6");
    says(&bury.replace("c6P - c6 -", "- - - -"), "bury:e4", "there is no piece of yours on e4");
    says(&bury.replace("c6P - c6 -", "- - - -"), "d4d3", "expected bury:");
    let knight = "4k3/8/8/8/8/5N2/8/4K3 w - - f3n - f3 - move - - - 0";
    says(knight, "f3g5", "could then not be completed");
    says(knight, "pass", "at least one move");
    says(knight, "bury:f3", "nothing to bury");
    let horde = "4k3/8/8/8/R=3r3/8/4R~3/4K2N~ w - - - - - - horde a1 - - 1";
    says(horde, "pass", "king in check");
    says(horde, "e1d1", "only zombies that have not yet moved");
    says("4k3/8/8/8/8/8/8/4KR~2 w - - - - - - move - - - 0", "f1e8", "a king cannot be captured");
    says("7k/8/8/4K3/8/8/8/1p~6 b - - - - - - move - - - 0", "b1b2n", "on b1 cannot move to b2");
}

#[test]
fn z15_position_strings_that_cannot_be_are_refused() {
    let game = game();
    let with = |fields: &str| format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq {fields}");
    refused(&game, &with("- - - - - rest - - - 0"), "expected move, horde or bury");
    refused(&game, &with("- a2P - a2 - move - - - 0"), "letter of an enemy piece");
    refused(&game, &with("- a2p - - - move - - - 0"), "not among the possible cells");
    refused(&game, &with("- - - a2 - move - - - 0"), "no cell is possible");
    refused(&game, &with("- a2p,a2n - a2 - move - - - 0"), "at most one buried piece at each cell");
    refused(&game, &with("e6 - - - - move - - - 0"), "cannot have just passed over");
    refused(&game, &with("- - - - - bury - - - 0"), "phase bury needs");
    refused(&game, &with("- - - - - horde - - - 0"), "phase horde needs");
    refused(&game, &with("- - - - - move a1 - - 0"), "phase horde");
    refused(&game, "4k~3/8/8/8/8/8/8/4K3 w - - - - - - move - - - 0", "a king cannot be a zombie");
    refused(&game, "~4k3/8/8/8/8/8/8/4K3 w - - - - - - move - - - 0", "must follow a piece");
    refused(&game, "4k2P/8/8/8/8/8/8/4K3 w - - - - - - move - - - 0", "pawn cannot stand");
    refused(&game, "4k3/8/8/8/8/8/8/4K2R~ w K - - - - - move - - - 0", "first cells");
}

#[test]
fn z16_resampling_is_uniform_over_what_the_view_leaves_open() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - - a1P,b1P,c1N - a1,b1,c1,d1 move - - - 0";
    let game = game();
    let state = after(&game, fen, "");
    let (mut rng, mut seen, view) =
        (rng_for(4, 0, 0), BTreeMap::new(), game.observation_string(&state, Seat::ZERO));
    for _ in 0..12_000 {
        let drawn = game.resample(&state, Seat::ZERO, &mut rng);
        assert_eq!(game.observation_string(&drawn, Seat::ZERO), view);
        *seen.entry(game.fen(&drawn)).or_insert(0u32) += 1;
    }
    // Two pawns and a knight at four cells.
    assert_eq!(seen.len(), 12);
    assert!(seen.values().all(|&times| (860..1140).contains(&times)), "{seen:?}");
    assert_eq!(game.resample(&state, Seat::ONE, &mut rng), state, "a seat knows its own grid");
}

#[test]
fn z16_a_drawn_state_is_over_only_if_this_one_is() {
    // Black has one legal step, with the knight. If the piece that is buried on g8 gave check, that step
    // would be illegal, and the game would be over.
    let fen = "6nk/5Q2/8/8/8/8/8/4K3 b - - - g8B,e4N - g8,e4 move - - - 0";
    let state = after(&game(), fen, "");
    assert!(game().outcome(&state).is_none());
    let mut rng = rng_for(4, 0, 0);
    for _ in 0..200 {
        assert!(game().outcome(&game().resample(&state, Seat::ZERO, &mut rng)).is_none());
    }
}

#[test]
fn z7_promotions_from_the_last_rank_have_actions_of_their_own() {
    let state = after(&game(), "4k3/8/8/8/8/8/8/1p~B1K3 b - - - - - - move - - - 1", "");
    assert_eq!(steps_from(&game(), &state, "b1c"), "b1c1q b1c1r b1c2b b1c2q b1c3n");
    let mut actions: Vec<usize> = Vec::new();
    game().each_step(&state, |step| actions.push(game().action(&state, step)));
    actions.sort_unstable();
    actions.dedup();
    assert_eq!(actions.len(), 40);
}
