//! Tests of the cylinder, named after the rules that they check.

use super::*;
use crate::game::roles::*;
use crate::game::{Frame, Mask, Reason, below, rng_for};
use crate::games::chess::game::ChessGame;
use crate::games::chess::kit::bitboard::{bit, cells};
use crate::games::chess::kit::lines::{DIRECTIONS, displaced_on};
use crate::games::chess::tests::{after, ending, steps, steps_from};
use crate::games::chess::variants::orthodox::{Chess, Orthodox};

fn cylinder() -> ChessGame<Orthodox<Cylinder>> {
    ChessGame::cylindrical(true, Frame::Seat)
}

/// The cells that a line runs over from a cell, the first piece on it included.
fn walked(wraps: bool, d: usize, from: Cell, occupied: Bitboard) -> Bitboard {
    let (mut at, mut line) = (from, 0);
    while let Some(next) = displaced_on(wraps, at, DIRECTIONS[d]).filter(|&next| next != from) {
        line |= bit(next);
        if occupied & bit(next) != 0 {
            break;
        }
        at = next;
    }
    line
}

#[test]
fn chess_2_4_lines_are_those_that_one_walks() {
    fn check<R: Topology>() {
        let mut rng = rng_for(5, 0, 0);
        for _ in 0..300 {
            let few =
                |rng: &mut _| (0..1 + below(rng, 20)).fold(0, |all, _| all | bit(below(rng, 64) as Cell));
            let (straight, diagonal) = (few(&mut rng), few(&mut rng));
            let occupied = few(&mut rng) | straight | diagonal;
            for (d, reached) in R::fill(straight, diagonal, !occupied).into_iter().enumerate() {
                let sliders = if d % 2 == 0 { straight } else { diagonal };
                let lines = cells(sliders).fold(0, |all, cell| all | walked(R::WRAPS, d, cell, occupied));
                assert_eq!(reached, lines, "direction {d} of {sliders:x} among {occupied:x}");
            }
            for cell in 0..64 {
                let line = |d| walked(R::WRAPS, d, cell, occupied);
                let four = |first: usize| (0..4).fold(0, |all, turn| all | line(first + 2 * turn));
                assert_eq!(R::rook_attacks(cell, occupied), four(0));
                assert_eq!(R::bishop_attacks(cell, occupied), four(1));
                for d in 0..8 {
                    let ends = line(d) & occupied;
                    assert!(ends & (ends.wrapping_sub(1)) == 0);
                    assert_eq!(R::ray(d, cell), walked(R::WRAPS, d, cell, 0));
                    if ends != 0 {
                        let end = ends.trailing_zeros() as Cell;
                        assert_eq!(R::nearest(d, cell, occupied), end);
                        assert_eq!(R::between(d, cell, end), line(d) & !ends);
                    }
                }
            }
        }
    }
    check::<Flat>();
    check::<Cylinder>();
}

#[test]
fn chess_2_5_two_ways_to_one_cell_are_one_move() {
    let game = cylinder();
    let alone = game.read_fen("4k3/8/8/R7/8/8/8/4K3 w - - 0 1 -").unwrap();
    assert_eq!(
        steps_from(&game, &alone, "a5"),
        "a5a1 a5a2 a5a3 a5a4 a5a6 a5a7 a5a8 a5b5 a5c5 a5d5 a5e5 a5f5 a5g5 a5h5"
    );
    // The bishop goes to e5 on both diagonals, on one, or not at all.
    let ways = |fen: &str| {
        let state = game.read_fen(fen).unwrap();
        steps_from(&game, &state, "a1").split(' ').filter(|step| *step == "a1e5").count()
    };
    assert_eq!(ways("4k3/3p4/8/8/8/8/8/B3K3 w - - 0 1 -"), 1);
    assert_eq!(ways("4k3/8/8/8/8/2P5/8/B3K3 w - - 0 1 -"), 1);
    assert_eq!(ways("4k3/8/8/8/8/6P1/8/B3K3 w - - 0 1 -"), 1);
    assert_eq!(ways("4k3/8/8/8/8/2P3P1/8/B3K3 w - - 0 1 -"), 0);
}

/// Two ways are an action of their own, which mirror and turns leave what it is.
#[test]
fn chess_2_5_what_comes_on_two_ways_has_its_own_action() {
    let game = cylinder();
    let action = |fen: &str, text: &str| {
        let state = game.read_fen(fen).unwrap();
        let step = game.read_step(&state, text).expect("legal");
        let action = game.action(&state, step);
        let mut mask = Mask::new(game.spec().num_actions);
        game.mask(&state, &mut mask);
        assert!(mask.has(action));
        assert_eq!(game.step(&state, action), Some(step));
        action
    };
    let to_e5 = 36;
    assert_eq!(action("4k3/8/8/R7/8/8/8/4K3 w - - 0 1 -", "a5e5"), 1096 + to_e5);
    assert_eq!(action("4k3/8/8/R1P5/8/8/8/4K3 w - - 0 1 -", "a5e5"), 64 * 6 + to_e5);
    assert_eq!(action("4k3/8/8/R5P1/8/8/8/4K3 w - - 0 1 -", "a5e5"), 64 * 2 + to_e5);
    assert_eq!(action("4k3/3p4/8/8/8/8/8/B3K3 w - - 0 1 -", "a1e5"), 1096 + 64 + to_e5);
    assert_eq!(action("B3k3/3p4/8/8/8/8/8/4K3 w - - 0 1 -", "a8e4"), 1096 + 128 + 28);
    // Black sees the board from its own side.
    assert_eq!(action("b3k3/3p4/8/8/8/8/8/4K3 b - - 0 1 -", "a8e4"), 1096 + 64 + to_e5);
    // What comes on two ways does not come on one.
    let state = game.read_fen("4k3/8/8/R7/8/8/8/4K3 w - - 0 1 -").unwrap();
    assert_eq!(game.step(&state, 64 * 2 + to_e5), None);
    assert_eq!(game.step(&state, 64 * 6 + to_e5), None);
}

/// The queen would strike her own cell if the line that she gives check on did not end before it.
#[test]
fn chess_2_5_a_line_that_comes_back_ends_before_its_own_cell() {
    let game = cylinder();
    let state = game.read_fen("4k3/rbp2p2/2n1pnB1/P7/3p1N1P/1RP1PP2/1B1P2P1/4Kq2 w - - 0 35 -").unwrap();
    assert_eq!(steps(&game, &state), "e1f1");
}

/// Between a king and what gives check there may be two sets.
#[test]
fn chess_6_1_a_check_on_two_ways_is_not_met_between() {
    let game = cylinder();
    let check = |fen: &str| steps(&game, &game.read_fen(fen).unwrap());
    assert_eq!(check("4k3/8/8/8/8/8/3B4/K3r3 w - - 0 1 -"), "a1a2 a1b2 a1h2 d2e1");
    // One way is shut: the bishop that shuts it may only take; the other steps onto the open one.
    assert_eq!(check("4k3/8/8/8/8/2B3B1/8/K1B1r3 w - - 0 1 -"), "a1a2 a1b2 a1h2 c3e1 g3e1");
    assert_eq!(check("4k3/8/8/8/8/5N2/8/K1N1r3 w - - 0 1 -"), "a1a2 a1b2 a1h2 f3e1 f3g1");
}

/// The bishop on e5 stands on both diagonals from a1: with an enemy behind it on either it cannot move, with
/// one behind on one diagonal it stays on that.
#[test]
fn chess_6_3_a_piece_can_be_pinned_on_two_lines() {
    let game = cylinder();
    let moves = |fen: &str| {
        let state = game.read_fen(fen).unwrap();
        steps_from(&game, &state, "e5")
    };
    assert_eq!(moves("4k3/2bp2b1/8/4B3/8/8/8/K7 w - - 0 1 -"), "");
    assert_eq!(moves("4k3/3p2b1/8/4B3/8/8/8/K7 w - - 0 1 -"), "e5b2 e5c3 e5d4 e5f6 e5g7");
}

#[test]
fn chess_4_3_to_4_6_knights_kings_and_pawns_wrap() {
    let game = cylinder();
    let from = |fen: &str, cell: &str| steps_from(&game, &game.read_fen(fen).unwrap(), cell);
    assert_eq!(from("4k3/3p4/8/8/N7/8/8/4K3 w - - 0 1 -", "a4"), "a4b2 a4b6 a4c3 a4c5 a4g3 a4g5 a4h2 a4h6");
    assert_eq!(from("4k3/3p4/8/8/8/8/8/7K w - - 0 1 -", "h1"), "h1a1 h1a2 h1g1 h1g2 h1h2");
    let state = game.read_fen("4k2r/P7/8/8/8/8/8/4K3 w - - 0 1 -").unwrap();
    assert_eq!(steps_from(&game, &state, "a7"), "a7a8b a7a8n a7a8q a7a8r a7h8b a7h8n a7h8q a7h8r");
    // In passing.
    let state = after(&game, "4k3/7p/8/P7/8/8/8/4K3 b - - 0 1 -", "h7h5");
    assert_eq!(game.fen(&state), "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2 -");
    let state = after(&game, &game.fen(&state), "a5h6");
    assert_eq!(game.fen(&state), "4k3/8/7P/8/8/8/8/4K3 b - - 0 2 -");
}

/// The rook has shielded the king from what stands beyond the edge.
#[test]
fn chess_4_7_castling_looks_round_the_edge() {
    let game = cylinder();
    let castles = |fen: &str| steps_from(&game, &game.read_fen(fen).unwrap(), "e1").contains("e1g1");
    assert!(castles("4k3/8/8/8/8/8/8/4K2R w K - 0 1 -"));
    assert!(!castles("4k3/8/8/8/8/8/8/r2NK2R w K - 0 1 -"));
    assert!(!castles("4k3/8/8/8/8/8/8/4K1NR w K - 0 1 -"), "never round the cylinder");
}

#[test]
fn chess_9_and_11_histories_and_endings() {
    let game = cylinder();
    // The rook leaves over the edge and comes back.
    let state = after(&game, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 -", "a1h1 e8d8 h1a1 d8e8 a1h1 e8d8 h1a1");
    let read = game.read_fen(&game.fen(&state)).unwrap();
    assert_eq!(read, state);
    let third = after(&game, &game.fen(&read), "d8e8");
    assert_eq!(ending(&game, &third), (Reason::Repetition, 0.0));
    let error = game.read_fen("4k3/8/8/8/8/8/8/4K2N b - - 1 1 c2h1").unwrap_err();
    assert!(error.to_string().contains("cannot move that way"), "{error}");
    // A cylinder keeps bishops on their color.
    assert_eq!(
        ending(&game, &game.read_fen("4k3/8/8/8/8/b7/8/B3K3 w - - 0 1 -").unwrap()).0,
        Reason::Material
    );
    let mate = game.read_fen("k7/8/8/8/8/8/R7/1R2K3 b - - 0 1 -").unwrap();
    assert!(game.outcome(&mate).is_none(), "the king escapes to the h-file");
    let mate = game.read_fen("k7/8/8/8/8/8/R7/1R2K2R b - - 0 1 -").unwrap();
    assert_eq!(ending(&game, &mate), (Reason::Checkmate, 1.0));
}

#[test]
fn refusals_name_what_stands_on_either_way() {
    let game = cylinder();
    let explain_text = |fen: &str, text: &str| game.explain_text(&game.read_fen(fen).unwrap(), text);
    let shut = explain_text("4k3/8/8/R1P3P1/8/8/8/4K3 w - - 0 1 -", "a5e5");
    assert!(shut.contains(": the paths are blocked on c5 and g5; "), "{shut}");
    let pawn = explain_text("4k3/8/8/8/P7/8/8/4K3 w - - 0 1 -", "a4h5");
    assert!(pawn.contains("only to capture"), "{pawn}");
}

#[test]
fn a_cylinder_can_be_turned_and_mirrored() {
    let (flat, around) = (Chess::chess(true, Frame::Seat), cylinder());
    assert_eq!(flat.symmetries().len(), 1);
    let names: Vec<&str> = around.symmetries().iter().map(|symmetry| symmetry.name.as_str()).collect();
    assert_eq!(names.len(), 15);
    assert!(["shift-1", "shift-7", "mirror", "mirror-shift-3"].iter().all(|name| names.contains(name)));
    let state = around.read_fen("4k3/8/8/8/8/8/8/RN2K3 b - - 3 5 a2a1").unwrap();
    let shift = around.symmetries().iter().find(|symmetry| symmetry.name == "shift-7").unwrap();
    let turned = around.transform(&state, shift).unwrap();
    assert_eq!(around.fen(&turned), "3k4/8/8/8/8/8/8/N2K3R b - - 3 5 h2h1");
    let start = around.start(&mut rng_for(1, 0, 0));
    assert_eq!(around.transform(&start, shift), None, "rights to castle cannot be turned");
}
