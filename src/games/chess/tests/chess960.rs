//! Chess960, by its rules.

use super::{Chess, after, ending, fresh, refused, steps_from};
use crate::game::roles::*;
use crate::game::{Frame, Reason};

pub(super) fn shuffled() -> Chess {
    Chess::chess960(None, true, Frame::Seat)
}

#[test]
fn chess960_9_1_worked_examples() {
    let game = shuffled();
    let castled = after(&game, "bnrqkbnr/pppp2pp/5p2/4p3/4P3/8/PPPPQPPP/BNR1KBNR w HChc - 0 3 -", "e1c1");
    assert_eq!(game.fen(&castled), "bnrqkbnr/pppp2pp/5p2/4p3/4P3/8/PPPPQPPP/BNKR1BNR b hc - 1 3 -");
    assert_eq!(game.count(&castled), 25);
    // The king may castle without moving, and both castling rights may exist.
    let both = after(&game, "4k3/8/8/8/8/8/8/1RK4R w HB - 0 1 -", "");
    assert_eq!(steps_from(&game, &both, "c1"), "c1b1 c1b2 c1c2 c1d1 c1d2 c1h1");
    // Castling with the b-rook would open the rank to the queen.
    let open = after(&game, "4k3/8/8/8/8/8/8/qRK4R w HB - 0 1 -", "");
    assert_eq!(steps_from(&game, &open, "c1"), "c1c2 c1d1 c1d2 c1h1");
}

#[test]
fn chess960_3_5_reads_shredder_and_x_fen() {
    let game = shuffled();
    let reads = |castling: &str, written: &str| {
        let fen = format!("4k3/8/8/8/8/8/8/1RR1K1RR w {castling} - 0 1");
        assert_eq!(game.fen(&after(&game, &fen, "")).split(' ').nth(2), Some(written));
    };
    reads("KQ", "HB");
    reads("GC", "GC");
    reads("CH", "HC");
    reads("-", "-");
    refused(&game, "4k3/8/8/8/8/8/8/1RR1K1RR w HG - 0 1", "second rook");
    refused(&game, "4k3/8/8/8/8/8/8/1RR1K1RR w A - 0 1", "needs a rook on the home rank");
    refused(&game, "4k3/8/8/8/8/8/4K3/7R w H - 0 1", "home rank");
    refused(&game, "4k3/8/8/8/8/8/8/4K2R w X - 0 1", "expected the files");
    // Without a legal capture the cell counts as none, whatever stands there (2.2.3).
    let state = after(&game, "4k3/8/8/8/8/8/8/4K2R b - e3 0 1", "");
    assert_eq!(game.fen(&state), "4k3/8/8/8/8/8/8/4K2R b - - 0 1 -");
}

#[test]
fn chess960_2_3_4_order_of_the_draws() {
    let game = shuffled();
    let bare = after(&game, "8/8/3k4/8/8/8/3Kn3/8 w - - 100 80 -", "");
    assert_eq!(ending(&game, &bare), (Reason::Insufficient, 0.0));
    let history = "a1b1,a8b8,b1a1,b8a8,a1b1,a8b8,b1a1";
    let fen = format!("1r2k3/8/8/8/8/8/8/R3K3 b - - 99 80 {history}");
    let third = after(&game, &fen, "b8a8");
    assert_eq!(ending(&game, &third), (Reason::NoProgress, 0.0));
    let earlier = after(&game, &fen.replace(" 99 ", " 50 "), "b8a8");
    assert_eq!(ending(&game, &earlier), (Reason::Repetition, 0.0));
    assert_eq!(ending(&fresh(), &after(&fresh(), &fen, "b8a8")), (Reason::Repetition, 0.0));
}
