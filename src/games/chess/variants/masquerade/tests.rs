//! Masquerade Chess, by its rules.

use super::Masquerade;
use crate::game::roles::*;
use crate::game::{Actor, Frame, Reason, Seat, rng_for};
use crate::games::chess::game::ChessGame;
use crate::games::chess::tests::{after, ending, refused, steps, steps_from};

const ALL: &str = "KQRBN,KQRBN,KQRBN,KQRBN,KQRBN";

fn masked() -> ChessGame<Masquerade> {
    ChessGame::new(Masquerade, Frame::Seat)
}

#[test]
fn masquerade_7_worked_examples() {
    let game = masked();
    let failed = after(&game, &format!("4k3/8/8/3p4/8/8/8/3QK3 w - - QNBKR KQRBN {ALL} {ALL} 0"), "d1d5");
    let expected = format!("4k3/8/8/3p4/8/8/8/3QK3 b - - QNBKR KQRBN KQRBN,KBN,KQRBN,KQRBN,KQRBN {ALL} 1");
    assert_eq!(game.fen(&failed), expected);
    assert_eq!(steps(&game, &failed), "d5d4 e8d7 e8d8 e8e1 e8e7 e8f7 e8f8");
    let kings = format!("8/4k3/4K3/8/8/8/8/8 w - - NQRBK KQRBN {ALL} {ALL} 0");
    let taken = after(&game, &kings, "e6e7 e7e6");
    assert_eq!(ending(&game, &taken), (Reason::KingCaptured, -1.0));
    let castles = |placement: &str| {
        let fen = format!("{placement} w K - KQRBN KQRBN {ALL} {ALL} 0");
        steps_from(&game, &after(&game, &fen, ""), "e1")
    };
    assert_eq!(castles("4k3/8/8/8/4r3/8/8/4K2R"), "e1d1 e1d2 e1e2 e1e4 e1f1 e1f2 e1g1");
    assert_eq!(castles("4k3/8/8/8/4r3/8/8/2r1K2R"), "e1c1 e1d1 e1d2 e1e2 e1e4 e1f1 e1f2 e1g1");
    // M5: a capture that looks like castling is none.
    let knight = format!("4k3/8/8/8/8/8/8/4K1nR w K - RKNBQ KQRBN {ALL} {ALL} 0");
    let expected = format!("4k3/8/8/8/8/8/8/6KR b - - RKNBQ KQRBN QR,KQRBN,KQRBN,KQRBN,KQRBN {ALL} 0");
    assert_eq!(game.fen(&after(&game, &knight, "e1g1")), expected);
}

#[test]
fn masquerade_m1_and_m11_commits_are_hidden_from_the_owner_of_the_pieces() {
    let game = masked();
    let mut state = game.start(&mut rng_for(0, 0, 0));
    assert!(game.is_simultaneous(&state) && game.count(&state) == 120);
    let step = game.read_step(&state, "mask:QNBKR").expect("legal");
    assert_eq!(game.step_text_for(&state, step, Seat::ZERO), "mask:QNBKR");
    assert_eq!(game.step_text_for(&state, step, Seat::ONE), "mask:?????");
    game.apply(&mut state, step);
    assert_eq!(game.actor(&state), Actor::Seat(Seat::ONE));
    assert!(
        game.observation_string(&state, Seat::ONE).contains(" - ????? "),
        "{}",
        game.observation_string(&state, Seat::ONE)
    );
    assert!(game.observation_string(&state, Seat::ZERO).contains(" - QNBKR "));
    let step = game.read_step(&state, "mask:RKNBQ").expect("legal");
    game.apply(&mut state, step);
    assert!(!game.is_simultaneous(&state) && game.actor(&state) == Actor::Seat(Seat::ZERO));
    assert!(game.observation_string(&state, Seat::ZERO).contains(" ????? QNBKR "));
}

#[test]
fn masquerade_m11_resampling_is_uniform_over_what_fits() {
    let game = masked();
    // The queen takes as king or bishop, the king as anything else: 2 x 3 x 3! = 36 assignments.
    let fen = format!("4k3/8/8/3p4/8/8/8/3QK3 w - - QKRBN KQRBN QRN,KB,KQRBN,KQRBN,KQRBN {ALL} 0");
    let state = after(&game, &fen, "");
    let mut rng = rng_for(4, 0, 0);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..36_000 {
        *seen.entry(game.fen(&game.resample(&state, Seat::ZERO, &mut rng))).or_insert(0u32) += 1;
    }
    assert_eq!(seen.len(), 36);
    assert!(seen.values().all(|&times| (850..1150).contains(&times)), "{seen:?}");
}

#[test]
fn masquerade_m8_and_m10_refusals() {
    let game = masked();
    let with = |fields: &str| format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {fields}");
    refused(&game, &with(&format!("b KQkq - - - {ALL} {ALL} 0")), "commits first");
    refused(&game, &with(&format!("w KQkq - KQRBN - {ALL} {ALL} 0")), "White commits first");
    refused(&game, &with(&format!("w KQkq - - - {ALL} KQ,KQRBN,KQRBN,KQRBN,KQRBN 0")), "before both commits");
    refused(&game, &with(&format!("w KQkq - KKRBN KQRBN {ALL} {ALL} 0")), "each letter");
    refused(&game, &with(&format!("w KQkq - KQRBN KQRBN {ALL} QRBN,KQRBN,KQRBN,KQRBN,KQRBN 0")), "possible");
    refused(
        &game,
        &with(&format!("w KQkq - KQRBN KQRBN {ALL} QK,KQRBN,KQRBN,KQRBN,KQRBN 0")),
        "in this order",
    );
    refused(&game, &format!("8/8/8/8/8/8/8/4K3 w - - KQRBN KQRBN {ALL} {ALL} 0"), "only the seat to act");
    let state = after(&game, &with(&format!("w KQkq - KQRBN KQRBN {ALL} {ALL} 0")), "");
    assert!(game.explain_text(&state, "mask:KQRBN").contains("already"));
    assert!(game.explain_text(&state, "d1d7").contains("the path is blocked on d2"));
}
