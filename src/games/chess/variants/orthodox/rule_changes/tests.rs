//! Tests of changed rules, named after the rules that they check.

use super::{DoubleStep, RuleChanges};
use crate::game::roles::*;
use crate::game::{Frame, Mask};
use crate::games::chess::tests::{after, refused, steps_from};
use crate::games::chess::variants::orthodox::ChangedChess;

fn chess(changes: RuleChanges) -> ChangedChess {
    ChangedChess::changed_chess(true, changes, Frame::Seat)
}

fn torpedo() -> RuleChanges {
    RuleChanges { double_step: DoubleStep::Torpedo, ..RuleChanges::NONE }
}

#[test]
fn rule_14_3_pawns_make_double_steps_from_the_ranks_of_the_option() {
    let fen = "4k3/8/P7/1P6/2P5/3P4/4P3/4K3 w - - 0 1";
    let starts = |double_step| {
        let game = chess(RuleChanges { double_step, ..RuleChanges::NONE });
        let state = after(&game, fen, "");
        ["a6", "b5", "c4", "d3", "e2"].map(|cell| steps_from(&game, &state, cell).split(' ').count())
    };
    assert_eq!(starts(DoubleStep::None), [1, 1, 1, 1, 1]);
    assert_eq!(starts(DoubleStep::Normal), [1, 1, 1, 1, 2]);
    assert_eq!(starts(DoubleStep::SemiTorpedo), [1, 1, 1, 2, 2]);
    assert_eq!(starts(DoubleStep::Torpedo), [5, 2, 2, 2, 2]);
}

#[test]
fn rule_14_3_en_passant_applies_on_every_rank() {
    let game = chess(torpedo());
    let state = after(&game, "4k3/8/3p4/8/4P3/8/8/4K3 w - - 0 1", "e4e6");
    assert_eq!(steps_from(&game, &state, "d6"), "d6d4 d6d5 d6e5");
    let state = after(&game, "4k3/3p4/8/8/4P3/8/8/4K3 w - - 0 1", "e4e6");
    assert!(!game.fen(&state).contains(" e5 "), "a pawn beyond the passed cell captures the other itself");
    let state = after(&game, "4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1", "d5d3");
    assert!(!game.fen(&state).contains(" d4 "));
    let state = after(&game, "4k3/8/5p2/8/4P3/8/8/4K3 w - - 0 1", "e4e6 f6e5");
    assert!(game.fen(&state).starts_with("4k3/8/8/4p3/8/"), "{}", game.fen(&state));
    refused(&chess(RuleChanges::NONE), "4k3/8/4P3/3p4/8/8/8/4K3 b - e5 0 1", "passed over");
}

#[test]
fn rules_14_4_and_14_5_moves_expose_no_king() {
    let changes = RuleChanges { pawn_back: true, pawn_sideways: true, ..RuleChanges::NONE };
    let game = chess(changes);
    let from = |fen: &str, cell: &str| steps_from(&game, &after(&game, fen, ""), cell);
    assert_eq!(from("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3"), "e3d3 e3e2 e3e4 e3f3");
    assert_eq!(from("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2"), "e2d2 e2e3 e2e4 e2f2");
    assert_eq!(from("4k3/4r3/8/8/4P3/8/8/4K3 w - - 0 1", "e4"), "e4e3 e4e5");
    assert_eq!(from("7k/8/8/8/r2P3K/8/8/8 w - - 0 1", "d4"), "d4c4 d4e4");
    assert_eq!(from("7k/8/8/r6K/3P4/8/8/8 w - - 0 1", "d4"), "d4d5");
    assert_eq!(from("k7/8/8/8/r6K/4P3/8/8 w - - 0 1", "e3"), "e3e4");
    assert_eq!(from("k7/8/8/4P3/r6K/8/8/8 w - - 0 1", "e5"), "e5e4");
    assert_eq!(from("k3r3/8/8/8/3P4/8/8/4K3 w - - 0 1", "d4"), "d4e4");
}

#[test]
fn rule_14_5_moving_onto_a_passed_cell_is_no_capture() {
    let game = chess(RuleChanges { pawn_sideways: true, ..RuleChanges::NONE });
    let state = after(&game, "4k3/8/8/8/3p4/5p2/4P3/4K3 w - - 0 1", "e2e4");
    assert!(game.fen(&state).contains(" e3 "));
    assert!(game.fen(&after(&game, &game.fen(&state), "f3e3")).starts_with("4k3/8/8/8/3pP3/4p3/"));
    assert!(game.fen(&after(&game, &game.fen(&state), "d4e3")).starts_with("4k3/8/8/8/8/4pp2/"));
}

#[test]
fn rule_14_8_own_pieces_are_captured_except_the_king() {
    let game = chess(RuleChanges { self_capture: true, ..RuleChanges::NONE });
    let state = after(&game, "4k3/8/8/8/8/8/3PP3/R3K2R w KQ - 3 9", "");
    assert_eq!(steps_from(&game, &state, "e1"), "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1");
    assert!(!steps_from(&game, &state, "a1").contains("a1e1"));
    let lost = after(&game, "4k3/8/8/8/8/8/8/R3K2R w KQ - 3 9", "h1h8 e8d7 h8a8 d7c7 a8a1");
    assert_eq!(game.fen(&lost), "8/2k5/8/8/8/8/8/R3K3 b - - 0 11 -");
    let shuffled = ChangedChess::changed_chess960(
        None,
        true,
        RuleChanges { self_capture: true, ..RuleChanges::NONE },
        Frame::Seat,
    );
    let fen = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1 -";
    let castled = after(&shuffled, fen, "f1g1");
    assert!(shuffled.fen(&castled).starts_with("4k3/8/8/8/8/8/8/5RK1 "));
    let captured = after(&shuffled, &fen.replace(" G ", " - "), "f1g1");
    assert!(shuffled.fen(&captured).starts_with("4k3/8/8/8/8/8/8/6K1 "));
}

#[test]
fn actions_name_one_step_each() {
    let changes = RuleChanges { pawn_back: true, pawn_sideways: true, self_capture: true, ..torpedo() };
    let game = chess(changes);
    for fen in ["4k3/2P5/P7/1P6/8/3P4/4P3/R3K2R w KQ - 0 1", "4k3/4p3/2p5/1p6/P7/p2p4/8/R3K2R b KQ - 0 1"] {
        let state = after(&game, fen, "");
        let mut mask = Mask::new(game.spec().num_actions);
        game.mask(&state, &mut mask);
        let mut count = 0;
        game.each_step(&state, |step| {
            let action = game.action(&state, step);
            assert!(mask.has(action), "{}", game.step_text(&state, step));
            assert_eq!(game.step(&state, action), Some(step), "{}", game.step_text(&state, step));
            count += 1;
        });
        let mut flags = vec![false; game.spec().num_actions];
        mask.drain_to_flags(&mut flags);
        assert_eq!(flags.into_iter().filter(|&flag| flag).count(), count);
    }
}
