//! Chess and Chess960, by their rules.

use super::Chess;
use crate::game::roles::*;
use crate::game::{Actor, Frame, Reason, rng_for};
use crate::games::chess::tests::{after, ending, refused, steps_from};

fn fresh() -> Chess {
    Chess::chess(true, Frame::Seat)
}

#[test]
fn games_without_castling_have_no_rights_to_it() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 -";
    let game = Chess::chess(false, Frame::Seat);
    assert_eq!(game.fen(&game.start(&mut rng_for(0, 0, 0))), start);
    let of_960 = Chess::chess960(Some(518), false, Frame::Seat);
    assert_eq!(of_960.fen(&of_960.start(&mut rng_for(0, 0, 0))), start);
    let rights = start.replace(" - - ", " KQkq - ");
    refused(&game, &rights, "castling=false");
    refused(&of_960, &rights, "castling=false");
    assert_eq!(
        fresh().perft(&after(&fresh(), start, ""), 3, &mut || true),
        Some(8_902),
        "a string without rights is any game's"
    );
    let open = "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1 -";
    for text in ["e1g1", "e1c1"] {
        assert!(game.explain_text(&after(&game, open, ""), text).contains("has no castling"));
    }
    assert!(of_960.explain_text(&after(&of_960, open, ""), "e1h1").contains("has no castling"));
}

#[test]
fn chess_12_42_third_occurrence_draws() {
    let game = fresh();
    let fen = "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 7 4 g1f3,g8f6,f3g1,f6g8,g1f3,g8f6,f3g1";
    let state = after(&game, fen, "");
    assert_eq!(game.count(&state), 22);
    assert_eq!(game.fen(&state), fen);
    let drawn = after(&game, fen, "f6g8");
    assert_eq!(ending(&game, &drawn), (Reason::Repetition, 0.0));
    assert_eq!((game.actor(&drawn), game.count(&drawn)), (Actor::Over, 0));
    // Another step, and the position has come about only twice.
    assert_eq!(game.outcome(&after(&game, fen, "f6g4")), None);
}

#[test]
fn chess_8_and_9_mate_and_stalemate_come_before_the_draws() {
    let game = fresh();
    let mated = after(&game, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 99 60 -", "a1a8");
    assert_eq!(ending(&game, &mated), (Reason::Checkmate, 1.0));
    let drawn = after(&game, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 99 60 -", "a1a7");
    assert_eq!(ending(&game, &drawn), (Reason::NoProgress, 0.0));
    // Bare kings and no step: stalemate is looked at first.
    let stalemated = after(&game, "k7/P7/K7/8/8/8/8/8 b - - 0 1", "");
    assert_eq!(ending(&game, &stalemated), (Reason::Stalemate, 0.0));
}

#[test]
fn chess_9_1_dead_material() {
    let game = fresh();
    for (placement, dead) in [
        ("4k3/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/4KN2", true),
        ("4k3/8/8/8/8/8/8/4KB2", true),
        ("2b1k3/8/8/8/8/8/8/4KB2", true),
        ("2b1k3/8/8/8/8/8/8/2B1K3", false),
        ("4k3/8/8/8/8/8/8/3NKN2", false),
        ("4k1n1/8/8/8/8/8/8/4KB2", false),
        ("4k3/8/8/8/8/8/7P/4K3", false),
    ] {
        let state = after(&game, &format!("{placement} w - - 0 1"), "");
        assert_eq!(game.outcome(&state).map(|o| o.reason), dead.then_some(Reason::Material), "{placement}");
    }
}

#[test]
fn chess_11_1_en_passant_is_written_only_if_it_is_legal() {
    let game = fresh();
    let field = |fen, steps| game.fen(&after(&game, fen, steps)).split(' ').nth(3).map(String::from);
    assert_eq!(field("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4").as_deref(), Some("e3"));
    assert_eq!(field("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4").as_deref(), Some("-"));
    // Both pawns would leave the rank: the king on a4 would stand in the rook's line.
    assert_eq!(field("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4").as_deref(), Some("-"));
    // A check that only this capture meets.
    let state = after(&game, "8/8/8/2k5/3p4/8/4P3/4K3 w - - 0 1", "e2e4");
    assert_eq!(steps_from(&game, &state, "d4"), "d4d3 d4e3");
}

#[test]
fn chess_4_7_castling_needs_rights_room_and_safe_cells() {
    let game = fresh();
    let king = |fen: &str| steps_from(&game, &after(&game, fen, ""), "e1");
    assert_eq!(king("4k3/8/8/8/8/8/3PPP2/R3K2R w KQ - 0 1"), "e1c1 e1d1 e1f1 e1g1");
    assert_eq!(king("4k3/8/8/8/8/8/3PPP2/R3K2R w - - 0 1"), "e1d1 e1f1");
    // The rook may pass an attacked cell (b1), the king may not (f1), and it may not castle out of check.
    assert_eq!(king("1r2kr2/8/8/8/8/8/3PP3/R3K2R w KQ - 0 1"), "e1c1 e1d1");
    assert_eq!(king("4k3/4r3/8/8/8/8/3P1P2/R3K2R w KQ - 0 1"), "e1d1 e1f1");
    let castled = after(&game, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8c8");
    assert_eq!(game.fen(&castled), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2 -");
    // A captured rook loses its castling right, as does the capturing rook.
    let captured = after(&game, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8");
    assert_eq!(game.fen(&captured), "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1 -");
}

#[test]
fn chess_4_5_promotions_are_four_steps_with_actions_of_their_own() {
    let game = fresh();
    let state = after(&game, "2r5/1P6/8/8/8/8/k7/4K3 w - - 0 1", "");
    assert_eq!(steps_from(&game, &state, "b7"), "b7b8b b7b8n b7b8q b7b8r b7c8b b7c8n b7c8q b7c8r");
    let rook = after(&game, "2r5/1P6/8/8/8/8/k7/4K3 w - - 0 1", "b7c8r");
    assert_eq!(game.fen(&rook), "2R5/8/8/8/8/8/k7/4K3 b - - 0 1 -");
}

#[test]
fn chess_11_3_and_11_4_refusals() {
    let game = fresh();
    let with = |fields: &str| format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {fields}");
    assert!(game.read_fen(&with("w KQkq - 0 1")).is_ok());
    refused(&game, "8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king");
    refused(&game, "4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has more than one king");
    refused(&game, "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "the king of 'b' is in check, but 'b' is not to act");
    refused(&game, "4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "pawn cannot stand");
    refused(&game, "4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "castling");
    refused(&game, "4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "twice");
    refused(&game, &with("w KQkq e6 0 1"), "passed over");
    refused(&game, &with("w KQkq i6 0 1"), "en passant");
    refused(&game, &with("w KQkq - 101 1"), "clock");
    refused(&game, &with("w KQkq - 0 0"), "expected a number from 1");
    refused(&game, &with("x KQkq - 0 1"), "seat to act");
    refused(&game, &with("w KQkq - 0"), "the number of fields is 5");
    refused(&game, "4k3/8/8/8/44/8/8/4K3 w - - 0 1", "two numbers");
    refused(&game, "4k3/8/8/8/9/8/8/4K3 w - - 0 1", "'9' is not a piece");
    refused(&game, "4k3/8/8/8/8/8/4K3 w - - 0 1", "8 ranks");
    // Histories that cannot be taken back.
    refused(&game, &with("b KQkq - 1 1 g1f3"), "there is no piece on its last cell");
    refused(&game, "4k3/8/8/8/8/8/8/R3K3 b - - 1 1 a2a1,b2b1", "there is no piece on its last cell");
    refused(&game, "4k3/8/8/8/8/8/8/R3K3 b - - 1 1 b3a1", "cannot move that way");
    refused(&game, "4k3/8/8/8/8/8/8/R3K3 b - - 0 1 a2a1", "the value of the clock");
    refused(&game, "4k3/8/8/8/8/8/8/R3K3 b Q - 1 1 a2a1", "has the right to castle");
    // An en passant square that no pawn can use is read as none.
    let state = after(&game, "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "");
    assert_eq!(game.fen(&state), "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1 -");
}

#[test]
fn crowds_play_on() {
    for fen in [
        "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/7q/k1K5 b - - 0 1",
        "kqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK w - - 0 1",
        "knnnnnnn/nnnnnnnn/8/NNNNNNNN/nnnnnnnn/8/NNNNNNNN/NNNNNNNK w - - 0 1",
    ] {
        let game = fresh();
        let mut state = after(&game, fen, "");
        let mut rng = rng_for(5, 0, 0);
        let mut listed = 0;
        game.each_step(&state, |_| listed += 1);
        assert_eq!(game.count(&state), listed);
        while let Some(step) = game.random_step(&state, &mut rng) {
            assert!(game.is_legal(&state, step));
            game.apply(&mut state, step);
        }
        assert!(game.outcome(&state).is_some());
    }
}

#[test]
fn refusals_give_reasons() {
    let game = fresh();
    let says = |fen: &str, step: &str, reason: &str| {
        let state = after(&game, fen, "");
        assert_eq!(game.read_step(&state, step), None);
        let message = game.explain_text(&state, step);
        assert!(message.contains(reason), "{message}");
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    says(start, "castle", "expected two cells");
    says(start, "e3e4", "there is no piece on e3");
    says(start, "e7e5", "belongs to the opponent");
    says(start, "e2e5", "the pawn on e2 cannot move to e5");
    says(start, "e2d3", "d3 only to capture");
    says(start, "a1a3", "the path is blocked on a2");
    says(start, "a1a2", "a2 is occupied by your own piece");
    says(start, "e2e4q", "only a pawn that reaches");
    says(start, "e1g1", "f1 is occupied");
    says("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1", "the right to castle on that side is lost");
    says("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "through or into check");
    says("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "out of check (from e7)");
    says("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", "a1a2", "in check from e7");
    says("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "pinned");
    says("3rk3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1", "would be in check on d1");
    says("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "must promote");
    says("k7/P7/K7/8/8/8/8/8 b - - 0 1", "a8a7", "over (stalemate)");
}

#[test]
fn rule_4_4_pawns_go_two_cells_from_their_own_rank_only() {
    // Black's pawn on e7 may go to e5; the one on e3 stands as far from there, and may not go back.
    let game = fresh();
    let state =
        game.read_fen("Qn6/r3p1b1/1PPp2pn/5b1k/p7/2P1p2n/R3P3/1N2KB2 b - - 3 32").expect("a position");
    assert!(game.read_step(&state, "e7e5").is_some());
    assert_eq!(game.read_step(&state, "e3e5"), None);
}

fn shuffled() -> Chess {
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
