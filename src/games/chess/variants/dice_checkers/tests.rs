//! Tests named after the rules that they check.

use super::{DiceCheckers, State};
use crate::game::roles::*;
use crate::game::{Actor, Frame, Mark, Reason, Seat, Thing, rng_for};
use crate::games::chess::game::ChessGame;
use crate::games::chess::kit::bitboard::read_cell;
use crate::games::chess::tests::any_text::{fitted, survives};
use crate::games::chess::tests::{after, ending, refused, steps, steps_from};
use proptest::prelude::*;

const START: &str = "r+nbqkbnr+/pppppppp/3d1d13/8/8/3D1D13/PPPPPPPP/R+NBQKBNR+ w KQkq - - 0 0 -";

fn game() -> ChessGame<DiceCheckers> {
    ChessGame::new(DiceCheckers, Frame::Seat)
}

/// The position string after steps.
fn led(fen: &str, steps: &str) -> String {
    game().fen(&after(&game(), fen, steps))
}

/// Returns the reason why a step is illegal.
fn why(fen: &str, step: &str) -> String {
    let state = after(&game(), fen, "");
    assert_eq!(game().read_step(&state, step), None, "{step} at {fen}");
    game().explain_text(&state, step)
}

#[test]
fn states_are_small() {
    assert!(size_of::<State>() <= 576, "{}", size_of::<State>());
}

#[test]
fn rule_8_1_the_start() {
    assert_eq!(game().fen(&game().start(&mut rng_for(0, 0, 0))), START);
}

#[test]
fn rule_8_3_there_is_no_check() {
    // Castling out of, through and into attack is legal, and the king may remain attacked.
    let castles = |fen: &str| steps_from(&game(), &after(&game(), fen, ""), "e1");
    assert_eq!(castles("3rkr2/8/8/8/4r3/8/8/R3K2R w KQ - - 0 0 -"), "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1");
    assert_eq!(castles("4k3/8/8/8/8/8/8/RN2K1NR w KQ - - 0 0 -"), "e1d1 e1d2 e1e2 e1f1 e1f2");
    let state = after(&game(), "4k3/8/8/8/4r3/8/8/4K2N w - - - 0 0 -", "h1g3");
    assert_eq!(game().actor(&state), Actor::Seat(Seat::ONE));
    // Pawns promote to the four kinds, and a die that is taken is put back.
    let pawn = "4kd42/5P2/8/8/8/8/8/4K3 w - - - 0 0 -";
    assert_eq!(steps_from(&game(), &after(&game(), pawn, ""), "f7"), "f7e8b f7e8n f7e8q f7e8r");
    let taken = led("4k1d41/5P2/8/8/8/8/8/4K3 w - - - 0 7 -", "f7g8n");
    assert_eq!(taken, "4k1N1/8/8/8/8/8/8/4K3 w - - - 1 0 -");
}

#[test]
fn rule_8_4_rook_and_checker_part_for_good() {
    // The checker goes: the right to castle stays.
    let gone = led("4k3/8/8/8/8/8/8/R+3K3 w Q - - 0 5 -", "a1-b2");
    assert_eq!(gone, "4k3/8/8/8/8/8/1S6/R3K3 b Q - - 0 0 -");
    // The rook goes, and does not come back.
    let left = after(&game(), "4k3/8/8/8/8/8/8/R+3K3 w Q - - 0 5 -", "a1a2 e8e7");
    assert_eq!(game().fen(&left), "8/4k3/8/8/8/8/R7/S3K3 w - - - 0 7 e8e7");
    assert!(!steps(&game(), &left).contains("a2a1"));
    // A jump over the two captures both, and their right.
    let both = led("4k3/8/8/8/8/8/1R6/r2TK3 b - - - 0 0 -", "a1b1");
    assert_eq!(both, "4k3/8/8/8/8/8/1R6/1r1TK3 w - - - 0 1 a1b1");
    let jumped = led("r+3k3/1T6/8/8/8/8/8/4K3 b q - - 0 0 -", "a8xc6");
    assert_eq!(jumped, "r3k3/8/2s5/8/8/8/8/4K3 w q - - 0 0 -");
    let taken = led("4k3/8/8/8/8/5b2/8/4K2R+ b K - - 0 9 -", "f3h1");
    assert_eq!(taken, "4k3/8/8/8/8/8/8/4K2b w - - - 0 0 -");
}

#[test]
fn rule_8_4_a_checker_is_left_behind_by_castling() {
    let castled = led("r+3k2r+/8/8/8/8/8/8/4K3 b kq - - 0 3 -", "e8g8");
    assert_eq!(castled, "r+4rks/8/8/8/8/8/8/4K3 w - - - 0 4 -");
}

#[test]
fn rule_8_5_dice_move_as_what_they_show() {
    let from_d4 = |number: u8| {
        let fen = format!("7k/8/8/8/3D{number}4/8/8/7K w - - - 0 0 -");
        steps_from(&game(), &after(&game(), &fen, ""), "d4").split(' ').count()
    };
    assert_eq!([1, 2, 3, 4, 5, 6].map(from_d4), [1, 8, 13, 14, 27, 8]);
    // A 1 neither goes two cells, nor becomes anything, nor moves on the last rank.
    let state = after(&game(), "3D13k/7D1/8/8/8/8/8/7K w - - - 0 0 -", "");
    assert_eq!(steps(&game(), &state), "h1g1 h1g2 h1h2 raise:d8 raise:h7");
    let arrived = led("7k/3D14/8/8/8/8/8/7K w - - - 0 4 -", "d7d8");
    assert_eq!(arrived, "3D13k/8/8/8/8/8/8/7K b - - - 0 5 d7d8");
    let second = after(&game(), "7k/8/8/8/8/8/3D14/7K w - - - 0 0 -", "");
    assert_eq!(steps_from(&game(), &second, "d2"), "d2d3");
}

#[test]
fn rule_8_5_a_king_and_a_six_go_their_own_ways() {
    let state = after(&game(), "7k/8/8/8/8/2p5/8/K1D65 w - - - 0 0 -", "");
    assert_eq!(steps(&game(), &state), "a1a2 a1b1 a1b2 c1b1 c1b2 c1c2 c1d1 c1d2");
    assert_eq!(game().read_step(&state, "c1a2"), None, "the king reaches that cell");
    assert_eq!(game().read_step(&state, "a1d1"), None, "the six reaches that cell");
    // A six on the king's cell does not castle.
    let home = after(&game(), "7k/8/8/8/8/8/K7/R+3D62R+ w - - - 0 0 -", "");
    assert_eq!(steps_from(&game(), &home, "e1"), "e1d1 e1d2 e1e2 e1f1 e1f2");
}

#[test]
fn rule_8_5_dice_take_pawns_in_passing_and_are_not_taken_so() {
    let passing = led("4k3/8/8/8/3d14/8/4P3/4K3 w - - - 0 0 -", "e2e4 d4e3");
    assert_eq!(passing, "4k3/8/8/8/8/4d13/8/4K3 w - - - 0 0 -");
    let both = after(&game(), "4k3/8/8/8/3d11p2/8/4P3/4K3 w - - - 0 0 -", "e2e4");
    assert!(steps(&game(), &both).contains("d4e3") && steps(&game(), &both).contains("f4e3"));
    // A die that shows 2 cannot capture en passant, so no en passant square is recorded.
    assert!(led("4k3/8/8/8/3d24/8/4P3/4K3 w - - - 0 0 -", "e2e4").contains(" b - - - "));
}

#[test]
fn rule_8_6_dice_are_raised_one_by_one() {
    let mut fen = "7k/8/8/8/3D14/8/8/7K w - - - 0 40 -".to_string();
    for number in 2..=6 {
        fen = led(&fen, "raise:d4");
        assert_eq!(fen, format!("7k/8/8/8/3D{number}4/8/8/7K b - - - 0 0 -"));
        fen = fen.replace(" b ", " w ");
    }
    assert!(why(&fen, "raise:d4").contains("shows 6 cannot be raised (8.6)"));
    assert!(why("7k/8/8/8/3D5D63/8/8/7K w - - - 0 0 -", "raise:d4").contains("only one can show 6 (8.6)"));
    // The other seat's six is no hindrance.
    let raised = led("7k/8/8/8/3D5d63/8/8/7K w - - - 0 0 -", "raise:d4");
    assert_eq!(raised, "7k/8/8/8/3D6d63/8/8/7K b - - - 0 0 -");
    assert!(
        why("7k/8/8/8/3D5d53/8/8/7K w - - - 0 0 -", "raise:e4").contains("there is no die of yours on e4")
    );
}

#[test]
fn rule_8_7_checkers_step_and_jump() {
    let of = |fen: &str| steps_from(&game(), &after(&game(), fen, ""), "d4");
    assert_eq!(of("7k/8/8/8/3S4/8/8/7K w - - - 0 0 -"), "d4-c5 d4-e5");
    assert_eq!(of("7k/8/8/8/3s4/8/8/7K b - - - 0 0 -"), "d4-c3 d4-e3");
    assert_eq!(of("7k/8/8/8/3T4/8/8/7K w - - - 0 0 -"), "d4-c3 d4-c5 d4-e3 d4-e5");
    // Singles jump forward only, doubles in all directions; nothing jumps over two, or over its own.
    assert_eq!(of("7k/8/8/8/3S4/2p1p3/8/7K w - - - 0 0 -"), "d4-c5 d4-e5");
    assert_eq!(of("7k/8/8/2p1p3/3T4/2p1p3/8/7K w - - - 0 0 -"), "d4xb2 d4xb6 d4xf2 d4xf6");
    assert_eq!(of("7k/8/1p6/2p1P3/3S4/8/8/7K w - - - 0 0 -"), "");
    // It must jump even if a chess man could take the king.
    let forced = after(&game(), "4k3/8/8/8/2p5/1S6/4R3/4K3 w - - - 0 0 -", "");
    assert_eq!(steps(&game(), &forced), "b3xd5");
}

#[test]
fn rule_8_7_singles_become_doubles_and_stop() {
    let crowned = led("7k/3p1p2/2S5/8/8/8/8/7K w - - - 0 0 -", "c6xe8");
    assert_eq!(crowned, "4T2k/5p2/8/8/8/8/8/7K b - - - 0 0 -");
    let stepped = led("7k/2S5/8/8/8/8/8/7K w - - - 0 0 -", "c7-d8");
    assert_eq!(stepped, "3T3k/8/8/8/8/8/8/7K b - - - 0 0 -");
    // A double goes on from the last rank, and only it does.
    let on = after(&game(), "7k/3p1p2/2T5/8/8/8/p7/1T5K w - - - 0 0 -", "c6xe8");
    assert_eq!(game().fen(&on), "4T2k/5p2/8/8/8/8/p7/1T5K w - - e8 0 0 -");
    assert_eq!(steps(&game(), &on), "e8xg6");
    assert!(game().mid_turn(&on) && game().actor(&on) == Actor::Seat(Seat::ZERO));
}

#[test]
fn rule_8_8_captured_dice_are_put_back_at_the_end_of_the_turn() {
    let fen = "7k/8/4d53/8/2d65/1S6/8/7K w - - - 0 8 -";
    let state = after(&game(), fen, "b3xd5");
    assert_eq!(game().fen(&state), "7k/8/4d53/3S4/8/8/8/7K w - - d5 1 0 -");
    let state = after(&game(), fen, "b3xd5 d5xf7");
    assert_eq!(game().fen(&state), "7k/5S2/8/8/8/8/8/7K w - - - 2 0 -");
    assert_eq!(game().count(&state), 61);
    assert!(steps(&game(), &state).split(' ').all(|step| step.starts_with("place:")));
    // Twice, with no other turn between; on the last rank, too, where a 1 cannot move.
    let state = after(&game(), fen, "b3xd5 d5xf7 place:a1");
    assert_eq!(game().fen(&state), "7k/5S2/8/8/8/8/8/d16K w - - - 1 0 -");
    assert!(game().explain_text(&state, "place:f7").contains("f7 is occupied (8.8)"));
    assert!(game().explain_text(&state, "h1h2").contains("to put back a captured die (8.8)"));
    let state = after(&game(), fen, "b3xd5 d5xf7 place:a1 place:e8");
    assert_eq!(game().fen(&state), "4d12k/5S2/8/8/8/8/8/d16K b - - - 0 0 -");
    assert_eq!(steps(&game(), &state), "e8e7 e8f7 h8g7 h8g8 h8h7 raise:a1 raise:e8");
}

#[test]
fn rule_8_8_dice_lie_off_the_board_until_then() {
    let state = after(&game(), "7k/8/8/8/2d65/1S6/8/7K w - - - 0 8 -", "b3xd5");
    let [white, black] = &game().off_board(&state, None)[..] else { panic!("a group for each seat") };
    assert_eq!(
        (white.seat, white.items.len(), black.seat, black.items.len()),
        (Some(Seat::ZERO), 0, Some(Seat::ONE), 1)
    );
    let Thing::Piece(die) = &black.items[0].thing else { panic!("a piece") };
    assert_eq!((&*die.kind, die.marks.as_slice(), black.items[0].count), ("die", &[Mark::Pips(1)][..], 1));
    let none = after(&game(), START, "");
    assert!(game().off_board(&none, None).iter().all(|group| group.items.is_empty()));
}

#[test]
fn rule_8_9_a_six_saves_a_king() {
    // The king moves to the cell of the die and loses the right to castle. The die is removed for good.
    let saved = led("r3k2r/8/d67/8/8/8/4R3/4K3 w kq - - 0 5 -", "e2e8");
    assert_eq!(saved, "r3R2r/8/k7/8/8/8/8/4K3 b - - - 0 0 -");
    // The line of jumps goes on, also over the king on its new cell.
    let line = after(&game(), "8/8/4d63/8/2k5/1S6/8/4K3 w - - - 0 0 -", "b3xd5");
    assert_eq!(game().fen(&line), "8/8/4k3/3S4/8/8/8/4K3 w - - d5 0 0 -");
    let caught = after(&game(), "8/8/4d63/8/2k5/1S6/8/4K3 w - - - 0 0 -", "b3xd5 d5xf7");
    assert_eq!(game().fen(&caught), "8/5S2/8/8/8/8/8/4K3 b - - - 0 0 -");
    assert_eq!(ending(&game(), &caught), (Reason::KingCaptured, 1.0));
    // A captured six saves no king, and no die is put back when the game is over.
    let fen = "8/8/4k3/8/2d65/1S6/8/4K3 w - - - 0 0 -";
    let late = after(&game(), fen, "b3xd5 d5xf7");
    assert_eq!(game().fen(&late), "8/5S2/8/8/8/8/8/4K3 b - - - 0 0 -");
    assert_eq!((game().actor(&late), game().count(&late)), (Actor::Over, 0));
}

#[test]
fn rule_8_9_the_rights_of_a_captured_king_stay_as_they_were() {
    let over = led("r+3k2r/8/8/8/8/8/4R3/4K3 w kq - - 0 5 -", "e2e8");
    assert_eq!(over, "r+3R2r/8/8/8/8/8/8/4K3 b kq - - 0 0 -");
    assert_eq!(game().fen(&after(&game(), &over, "")), over);
}

#[test]
fn rule_8_10_what_sets_the_clock_back_and_what_can_be_taken_back() {
    let fields = |fen: &str, steps: &str| {
        let fen = led(fen, steps);
        fen.split(' ').skip(6).collect::<Vec<_>>().join(" ")
    };
    let fen = "3rk3/1r6/8/8/3D14/8/1S3T2/R+3K3 w - - - 0 5 -";
    // A die's move and a double's step can be taken back; so can that of a rook that leaves its checker,
    // where there is no right to castle to be lost.
    assert_eq!(fields(fen, "d4d5"), "6 d4d5");
    assert_eq!(fields(fen, "f2-e3"), "6 f2e3");
    assert_eq!(fields(fen, "a1c1 e8e7"), "7 a1c1,e8e7");
    // A single's step, a raise, a capture.
    assert_eq!(fields(fen, "b2-c3"), "0 -");
    assert_eq!(fields(fen, "raise:d4"), "0 -");
    assert_eq!(fields(fen, "e1d1 d8d4 place:h8"), "0 -");
    // Castling and a lost right let the clock run on.
    let rights = "4k3/8/8/8/8/8/8/R+3K2R+ w KQ - - 0 5 -";
    assert_eq!(fields(rights, "e1c1"), "6 -");
    assert_eq!(fields(rights, "a1b1"), "6 -");
    // So does a step made while a pawn could be taken in passing.
    assert_eq!(fields("4k3/8/8/8/3p4/8/4P3/4K3 w - - - 0 5 -", "e2e4 e8d8"), "1 -");
}

#[test]
fn rule_8_10_the_order_of_the_endings() {
    // Immobile before the clock.
    let immobile = after(&game(), "4K3/8/8/8/8/8/pppppppp/kbrrqbbr w - - - 0 99 -", "e8d8");
    assert_eq!(ending(&game(), &immobile), (Reason::Immobile, 1.0));
    let shuffle = "a1b1,h8g8,b1a1,g8h8,a1b1,h8g8,b1a1";
    let at = |clock: u8| format!("6k1/8/8/8/8/8/8/K7 b - - - 0 {clock} {shuffle}");
    assert_eq!(ending(&game(), &after(&game(), &at(99), "g8h8")), (Reason::NoProgress, 0.0));
    assert_eq!(ending(&game(), &after(&game(), &at(50), "g8h8")), (Reason::Repetition, 0.0));
    assert_eq!(game().outcome(&after(&game(), &at(50), "g8f8")), None);
}

#[test]
fn rule_8_10_positions_recur_with_dice_and_doubles() {
    let third = |fen: &str, steps: &str| game().outcome(&after(&game(), fen, steps)).map(|over| over.reason);
    let there_and_back = "d4-e5 a8a7 e5-d4 a7a8 d4-e5 a8a7 e5-d4 a7a8";
    assert_eq!(third("k7/8/8/8/3T4/8/8/7K w - - - 0 0 -", there_and_back), Some(Reason::Repetition));
    let die = there_and_back.replace("d4-e5", "d4e6").replace("e5-d4", "e6d4");
    assert_eq!(third("k7/8/8/8/3D24/8/8/7K w - - - 0 0 -", &die), Some(Reason::Repetition));
    // A knight and a die that moves like one change places: that is another position.
    let circle = "d4f5 a8a7 e6d4 a7a8 f5e7 a8a7 e7d5 a7a8 d5c7 a8a7 c7e6 a7a8";
    let swapped = after(&game(), "k7/8/4N3/8/3D24/8/8/7K w - - - 0 0 -", circle);
    assert!(game().fen(&swapped).starts_with("k7/8/4D23/8/3N4/8/8/7K w - - - 0 12 "));
    assert_eq!(swapped.extra.history.count(Seat::ZERO, &swapped.table()), 0);
    // A rook that has left its checker comes no more to stand with it.
    let rook = after(&game(), "k7/8/8/8/8/8/7K/R+7 w - - - 0 0 -", "a1a3 a8b8 a3a2 b8a8 a2a3 a8b8 a3a2 b8a8");
    assert_eq!(rook.extra.history.count(Seat::ZERO, &rook.table()), 1);
    assert_eq!(game().fen(&after(&game(), &game().fen(&rook), "")), game().fen(&rook));
}

#[test]
fn rule_8_11_a_forced_jump_closes_the_cell_passed_over() {
    let fen = "4k3/8/2s5/1P6/3p4/8/4P3/4K3 w - - - 0 0 -";
    assert_eq!(led(fen, "e2e4"), "4k3/8/2s5/1P6/3pP3/8/8/4K3 b - - - 0 0 -");
    let read = led("4k3/8/2s5/1P6/3pP3/8/8/4K3 b - e3 - 0 0 -", "");
    assert_eq!(read, "4k3/8/2s5/1P6/3pP3/8/8/4K3 b - - - 0 0 -");
    let open = "4k3/8/8/1P6/3pP3/8/8/4K3 b - e3 - 0 0 -";
    assert_eq!(led(open, ""), open);
    assert_eq!(led(&open.replace("3pP3", "4P3"), ""), open.replace("3pP3", "4P3").replace("e3", "-"));
}

#[test]
fn rule_8_11_strings_that_cannot_be_are_refused() {
    let no = |fen: &str, because: &str| refused(&game(), fen, because);
    no("4k3/8/8/8/7D/8/8/4K3 w - - - 0 0 -", "must be followed by its number");
    no("4k3/8/8/8/3D74/8/8/4K3 w - - - 0 0 -", "must be followed by its number");
    no("4k3/8/8/8/3+4/8/8/4K3 w - - - 0 0 -", "'+' is not a piece");
    no("4k3/8/8/8/3R+4/8/8/4K3 w - - - 0 0 -", "from its corner");
    no("4k3/8/8/8/8/8/8/r+3K3 w - - - 0 0 -", "from its corner");
    no("4k3/8/8/8/8/8/8/B+3K3 w - - - 0 0 -", "from its corner");
    no("4k3/8/8/8/D1D1D15/8/8/4K3 w - - - 0 0 -", "must have at most two dice");
    no("4k3/8/8/8/d1d16/8/8/4K3 w - - - 1 0 -", "must have at most two dice");
    no("4k3/8/8/8/d6d66/8/8/4K3 w - - - 0 0 -", "at most one die that shows 6");
    no("4k3/8/8/8/8/8/8/4K3 w - - - 3 0 -", "from 0 to 2");
    no("4k3/8/8/8/8/8/8/4K3 w - - - 1 4 -", "expected clock 0");
    no("8/8/8/8/8/8/8/4K3 w - - - 0 0 -", "only the seat to act");
    no("8/8/8/d67/8/8/8/4K3 b - - - 0 0 -", "would have saved");
    no("8/8/8/8/8/8/8/4K3 b - - - 0 3 -", "the game is over");
    no("8/8/8/8/8/8/8/8 b - - - 0 0 -", "only the seat to act");
    no("4k3/8/8/8/8/8/8/4K2P w - - - 0 0 -", "rank 1 or 8");
    no("4k3/8/8/8/8/8/8/3KK3 w - - - 0 0 -", "more than one king");
    no("4k3/8/8/8/2p5/1S6/8/4K3 w - - c3 0 0 -", "no checker of the seat to act");
    no("4k3/8/8/8/8/1S6/8/4K3 w - - b3 0 0 -", "cannot jump again");
    no("4k3/8/8/8/2p5/1S6/8/4K3 w - - b3 0 2 -", "expected clock 0");
    no("4k3/8/8/8/8/8/1p6/R+3K3 w - - a1 0 0 -", "no checker of the seat to act");
    no("4k3/8/8/8/8/8/8/D43K3 w Q - - 0 0 -", "first cells");
}

#[test]
fn histories_are_read_as_far_as_they_can_be_taken_back() {
    let at = |history: &str| format!("4k3/8/8/3T4/3D11P2/S7/8/R+3K3 b - - - 0 5 {history}");
    for fits in ["e4d5", "d3d4", "c6d5"] {
        let fen = at(fits);
        assert_eq!(led(&fen, ""), fen);
    }
    for (odd, because) in [
        ("d4d5", "its first cell is occupied"),
        ("e5d5", "not a move of a double"),
        ("c4d4", "not a move of a die that shows 1"),
        ("f3f4", "pawn move"),
        ("b2a3", "single checker"),
        ("a2a1", "rook with its checker"),
        ("e8e7", "there is no piece on its last cell"),
    ] {
        refused(&game(), &at(odd), because);
    }
}

#[test]
fn refusals_give_reasons() {
    let says = |fen: &str, step: &str, because: &str| {
        let message = why(fen, step);
        assert!(message.contains(because), "{step}: {message}");
    };
    says(START, "place:e4", "no die has been captured in this turn");
    says(START, "raise:a1", "there is no die of yours on a1");
    says(START, "a1-b2", "b2 is occupied");
    says(START, "h1-g2", "g2 is occupied");
    says(START, "b1-c3", "expected two cells");
    says(START, "b1-c2", "there is no checker of yours on b1");
    says(START, "d3d5", "one cell straight ahead");
    says(START, "d3e4", "nothing to capture on e4");
    says(START, "d3d4q", "cannot promote");
    says(START, "d6d5", "the die on d6 belongs to the opponent");
    says(START, "a8a7", "the rook on a8 belongs to the opponent");
    says(START, "a1a3", "the path is blocked on a2");
    says(START, "e1g1", "castling is blocked: f1 is occupied");
    says(START, "e2e4", "e3 is occupied");
    let fen = "4k3/8/8/8/2p1D23/1S6/6T1/4K3 w - - - 0 0 -";
    says(fen, "e1e2", "for a checker that can jump, as in b3xd5 (8.7)");
    says(fen, "b3-a4", "for a checker that can jump, as in b3xd5 (8.7)");
    says(fen, "g2xe4", "e4 is occupied");
    says(fen, "b3xd1", "can only move forward");
    let fen = "4k3/8/8/8/4D23/1S6/6s1/4K3 w - - - 0 0 -";
    says(fen, "e4e5", "a die that shows 2 moves as a knight: the knight on e4 cannot move to e5");
    says(fen, "b3xd5", "no enemy piece to jump over on c4");
    says(fen, "b3c4", "such as a1-b2");
    says(fen, "b3-a2", "can only move forward");
    says(fen, "g2-h1", "there is no checker of yours on g2");
    says(fen, "g2h1", "the checker on g2 belongs to the opponent");
    says("4k3/8/4p3/3S4/8/8/8/4K3 w - - d5 0 0 -", "e1e2", "the checker on d5 must jump again, as in d5xf7");
}

#[test]
fn pictures_show_pips_checkers_and_who_goes_on() {
    let state = after(&game(), "4k3/8/4p3/3S4/5d42/8/7T/R+3K2R w - - d5 0 0 -", "");
    let shown = |cell: &str| {
        let cell = read_cell(cell.as_bytes()).expect("a cell");
        let pieces = game().pieces(&state, cell, None);
        pieces
            .first()
            .map(|piece| (piece.seat, piece.kind.to_string(), piece.text.clone(), piece.marks.clone()))
    };
    let piece = |seat, kind: &str, text: &str, marks: &[Mark]| {
        Some((Some(seat), kind.into(), text.into(), marks.to_vec()))
    };
    assert_eq!(shown("f4"), piece(Seat::ONE, "die", "d4", &[Mark::Pips(4)]));
    assert_eq!(shown("d5"), piece(Seat::ZERO, "single", "S", &[Mark::Active]));
    assert_eq!(shown("h2"), piece(Seat::ZERO, "double", "T", &[]));
    assert_eq!(
        shown("a1"),
        piece(Seat::ZERO, "rook", "R+", &[Mark::Checkers { seat: Some(Seat::ZERO), count: 1 }])
    );
    assert_eq!(shown("h1"), piece(Seat::ZERO, "rook", "R", &[]));
    assert_eq!(shown("a4"), None);
    // A rook 5, a king, a single 1, a double 2, a rook 5 with a checker 1; a pawn and a die that moves as a
    // rook.
    assert_eq!(Seat::BOTH.map(|seat| game().material(&state, seat)), [14.0, 6.0]);
}

#[test]
fn dice_have_planes_of_their_own() {
    let (game, fen) = (game(), "4k3/8/8/3D24/4N3/8/8/R+3K3 w - - - 0 0 -");
    let (state, planes) = (after(&game, fen, ""), &game.spec().planes);
    let mut numbers = vec![0f32; 64 * planes.len()];
    game.write_observation(&state, Seat::ZERO, &mut numbers);
    let marked = |name: &str| {
        let at = planes.iter().position(|plane| plane == name).expect("a plane");
        numbers[64 * at..64 * (at + 1)].iter().sum::<f32>()
    };
    assert_eq!((marked("own knights"), marked("own dice: twos")), (1.0, 1.0));
    assert_eq!((marked("own rooks"), marked("own single checkers")), (1.0, 1.0));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn any_placement_is_refused_or_played_to_its_end(
        rows in prop::collection::vec("[pnbrqPNBRQsStTDd12345]{2,8}", 6),
        numbers in prop::collection::vec(1..=6u8, 4),
        outer in prop::sample::select(vec!["k6K", "r+3k2r+", "r3k2r", "1k5K", "6k1"]),
        inner in prop::sample::select(vec!["R+3K2R+", "8", "R3K2R+", "3K4"]),
        seat in "[wb]",
        rights in "(-|KQkq|Kq|Qk)",
        passed in "(-|[a-h][36])",
        runner in "[a-h][1-8]",
        owed in 0..=2u8,
        clock in 0..=100u8,
    ) {
        let rows: Vec<String> = rows.iter().map(|row| fitted(row)).collect();
        // At most two dice of each seat; the rest are checkers.
        let mut placement = format!("{outer}/{}/{inner}", rows.join("/"));
        placement = placement.replace('D', "*").replace('d', "#");
        for (letter, number) in ["D", "d", "D", "d"].into_iter().zip(&numbers) {
            let place = if letter == "D" { '*' } else { '#' };
            placement = placement.replacen(place, &format!("{letter}{number}"), 1);
        }
        let placement = placement.replace('*', "S").replace('#', "s");
        survives(&game(), &format!("{placement} {seat} {rights} {passed} - 0 {clock} -"));
        survives(&game(), &format!("{placement} {seat} {rights} - - {owed} 0 -"));
        survives(&game(), &format!("{placement} {seat} {rights} - {runner} {owed} 0 -"));
    }
}
