//! Tests named after the rules that they check.

use super::rush::Rush;
use super::stacks::Stacks;
use super::{Adrenaline, Phase, State};
use crate::board::Cell;
use crate::game::roles::*;
use crate::game::{Frame, Mark, Reason, Rng, Seat, below, rng_for};
use crate::games::chess::game::ChessGame;
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells, own_rank};
use crate::games::chess::kit::legal::legal;
use crate::games::chess::kit::legal_moves::LegalMoves;
use crate::games::chess::kit::lines::{DIRECTIONS, HOPS, displaced};
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::step::Step;
use crate::games::chess::tests::{after, ending, refused, steps, steps_from};
use std::collections::HashSet;

fn game() -> ChessGame<Adrenaline> {
    ChessGame::new(Adrenaline, Frame::Seat)
}

/// The position string after steps.
fn led(fen: &str, steps: &str) -> String {
    game().fen(&after(&game(), fen, steps))
}

/// The steps from a cell in a position.
fn from(fen: &str, cell: &str) -> String {
    steps_from(&game(), &after(&game(), fen, ""), cell)
}

/// A pawn that is stuck with all checkers, or all but some.
fn hoard(count: usize) -> String {
    format!("7P{}", "+".repeat(count))
}

#[test]
fn a1_when_no_checker_is_left_none_is_placed() {
    let all = hoard(24);
    let taken = led(&format!("k7/8/7p/{all}/8/8/1p6/1R3K2 w - - - 5"), "b1b2");
    assert_eq!(taken, format!("k7/8/7p/{all}/8/8/1R6/5K2 b - - - 0"));
    // One is left: it has to be placed.
    let most = hoard(23);
    let taken = led(&format!("k7/8/7p/{most}/8/8/1p6/1R3K2 w - - - 5"), "b1b2");
    assert_eq!(taken, format!("k7/8/7p/{most}/8/8/1R6/5K2 w - - x 0"));
    // One comes free by an extra move of the turn that took.
    let most = hoard(23);
    let fen = format!("k7/8/7p/{most}/8/8/1p6/1R+3K2 w - - - 5");
    assert_eq!(led(&fen, "b1b2 pass"), format!("k7/8/7p/{most}/8/8/1R+6/5K2 b - - - 0"));
    assert_eq!(led(&fen, "b1b2 b2b3"), format!("k7/8/7p/{most}/8/1R6/8/5K2 w - - x 0"));
}

#[test]
fn a3_only_the_piece_that_moved_goes_on_and_it_may_stop() {
    let fen = "7k/8/8/8/8/8/R+7/N6K w - - - 7";
    let moved = after(&game(), fen, "a2a3");
    assert_eq!(game().fen(&moved), "7k/8/8/8/8/R+7/8/N6K w - - a3 8");
    assert_eq!(steps(&game(), &moved), "a3a2 a3a4 a3b2 a3b3 a3b4 pass");
    assert_eq!(led(fen, "a2a3 pass"), "7k/8/8/8/8/R+7/8/N6K b - - - 8");
    assert_eq!(led(fen, "a2a3 a3b4"), "7k/8/8/8/1R6/8/8/N6K b - - - 8");
    // Nowhere to go but to stop.
    let stuck = after(&game(), "k7/8/8/8/8/8/PPN+5/1R2K3 w - - - 0", "c2a1");
    assert_eq!(steps(&game(), &stuck), "pass");
}

#[test]
fn a4_and_a5_many_are_taken_and_one_checker_is_placed() {
    let fen = "k7/7p/8/8/2p+p4/8/8/2R+1K3 w - - - 3";
    let state = after(&game(), fen, "c1c4 c4d4");
    assert_eq!(game().fen(&state), "k7/7p/8/8/3R+4/8/8/4K3 w - - d4x 0");
    let state = after(&game(), fen, "c1c4 c4d4 pass");
    assert_eq!(game().fen(&state), "k7/7p/8/8/3R+4/8/8/4K3 w - - x 0");
    assert_eq!(steps(&game(), &state), "rush:a8 rush:h7");
    assert_eq!(led(fen, "c1c4 c4d4 pass rush:a8"), "k+7/7p/8/8/3R+4/8/8/4K3 b - - - 0");
}

/// Whether the seat to act is in check.
fn attacked(fen: &str) -> bool {
    let state = after(&game(), fen, "");
    Adrenaline::attack(&state.position, &state.extra.stacks, 0).is_check()
}

#[test]
fn a6_the_cell_left_is_free() {
    // From e4, the only cell that it can go to, the rook comes back to e3 and goes on to f2.
    assert!(attacked("7k/8/8/3ppp2/3p1p2/3pr++p2/3ppK2/8 w - - - 0"));
    assert!(!attacked("7k/8/8/3ppp2/3p1p2/3pr+p2/3ppK2/8 w - - - 0"));
}

#[test]
fn a6_checkers_are_gained_on_the_way() {
    // The bishop takes on b2, and goes two cells on from there.
    assert!(attacked("k6b/8/8/8/8/8/1P++6/3K4 w - - - 0"));
    assert!(!attacked("k6b/8/8/8/8/8/1P+6/3K4 w - - - 0"));
    // The knight turns away from the king to f3, from where it needs three checkers.
    assert!(attacked("k7/8/8/8/6n+1/2K2P+++2/8/8 w - - - 0"));
    assert!(!attacked("k7/8/8/8/6n+1/2K2P++2/8/8 w - - - 0"));
}

#[test]
fn a6_a_pawn_in_passing_may_be_what_takes_the_king() {
    // On b4 the pawn could be taken in passing, and its three checkers lead from b3 to e1; with two there is
    // no danger.
    assert_eq!(from("4k3/8/8/8/2p5/8/1P+++6/4K3 w - - - 0", "b2"), "");
    assert_eq!(from("4k3/8/8/8/2p5/8/1P++6/4K3 w - - - 0", "b2"), "b2b3 b2b4");
    assert_eq!(from("4k3/8/8/8/8/8/1P+++6/4K3 w - - - 0", "b2"), "b2b3 b2b4");
    let state = after(&game(), "4k3/8/8/8/2p5/8/1P+++6/4K3 w - - - 0", "");
    assert!(game().explain_text(&state, "b2b4").contains("c4 could capture the king on e1"));
}

#[test]
fn a7_castling_needs_king_and_rook_without_checkers() {
    let castles =
        |placement: &str| from(&format!("{placement} w K - - 0"), "e1").split(' ').any(|step| step == "e1g1");
    assert!(castles("4k3/8/8/8/8/8/8/4K2R"));
    assert!(!castles("4k3/8/8/8/8/8/8/4K2R+"));
    assert!(!castles("4k3/8/8/8/8/8/8/4K+2R"));
    let state = after(&game(), "4k3/8/8/8/8/8/8/4K2R+ w K - - 0", "");
    assert!(game().explain_text(&state, "e1g1").contains("(A7)"));
    // f1 is in reach of the knight, e1 is not.
    let state = after(&game(), "k7/8/8/8/7n+/8/7P/4K2R w K - - 0", "");
    assert!(game().explain_text(&state, "e1g1").contains("through or into check by extra moves (A7)"));
    assert_eq!(led("4k3/8/8/8/8/8/8/4K2R w K - - 0", "e1g1"), "4k3/8/8/8/8/8/8/5RK1 b - - - 1");
}

#[test]
fn a8_extra_moves_keep_the_king_out_of_check() {
    // The rook shields the king as long as it stays on the e-file.
    let fen = "k3r3/8/8/8/8/4R+3/8/4K3 w - - - 0";
    let state = after(&game(), fen, "e3e4");
    assert_eq!(steps(&game(), &state), "e4e3 e4e5 pass");
    assert!(game().explain_text(&state, "e4d5").contains("e8 could capture the king on e1"));
    assert!(game().explain_text(&state, "e1e2").contains("only the piece on e4"));
    // An extra move cannot make good what the regular move leaves: neither on another file, nor on e2, where
    // the rook would be taken with its checker.
    assert_eq!(from(fen, "e3"), "e3e4 e3e5 e3e6 e3e7 e3e8");
}

#[test]
fn a9_pawns_make_extra_moves_in_all_directions() {
    let fen = "4k3/8/8/8/8/8/P++7/4K3 w - - - 0";
    // To its first rank, from where it goes one cell; on its second it may go two again (C4).
    assert_eq!(led(fen, "a2a3 a3a2 a2b1"), "4k3/8/8/8/8/8/8/1P2K3 b - - - 0");
    let home = "4k3/8/8/8/8/8/8/1P2K3 w - - - 0";
    assert_eq!(from(home, "b1"), "b1b2");
    assert_eq!(from(&led(home, "b1b2 e8e7"), "b2"), "b2b3 b2b4");
    // The record of the two-cell step is kept by a pass and wiped out by an extra move.
    let two = "4k3/8/8/8/1p6/8/P+7/4K3 w - - - 0";
    assert_eq!(led(two, "a2a4"), "4k3/8/8/8/P+p6/8/8/4K3 w - a3 a4 0");
    assert_eq!(from(&led(two, "a2a4 pass"), "b4"), "b4a3 b4b3");
    assert_eq!(from(&led(two, "a2a4 a4a5"), "b4"), "b4b3");
    // It takes straight ahead and promotes there.
    let state = after(&game(), "3r3k/8/3P+4/8/8/8/8/K7 w - - - 0", "d6d7");
    assert_eq!(steps_from(&game(), &state, "d7d8"), "d7d8b d7d8n d7d8q d7d8r");
    let state = after(&game(), "3r3k/8/3P++4/8/8/8/8/K7 w - - - 0", "d6d7 d7d8r");
    assert_eq!(game().fen(&state), "3R+3k/8/8/8/8/8/8/K7 w - - d8x 0");
}

#[test]
fn a10_quiet_extra_moves_do_not_touch_the_clock() {
    let fen = "7k/8/8/8/8/1p6/8/R+6K w - - - 40";
    assert!(led(fen, "a1a2").ends_with(" w - - a2 41"));
    assert!(led(fen, "a1a2 a2b2").ends_with(" b - - - 41"));
    assert!(led(fen, "a1a2 a2b3").ends_with(" w - - x 0"));
    // A pawn's regular move is progress, its extra moves are none.
    assert!(led("7k/8/8/8/8/8/P+7/7K w - - - 40", "a2a3 a3a4").ends_with(" b - - - 0"));
    // The turn in which the clock runs out is played to its end.
    let last = fen.replace(" 40", " 99");
    assert!(game().outcome(&after(&game(), &last, "a1a2")).is_none());
    assert_eq!(ending(&game(), &after(&game(), &last, "a1a2 pass")), (Reason::NoProgress, 0.0));
    assert!(game().outcome(&after(&game(), &last, "a1a2 a2b3 rush:h8")).is_none());
}

#[test]
fn a10_stalemate_and_mate() {
    let stalemate = after(&game(), "k7/8/1Q6/8/8/8/8/7K b - - - 0", "");
    assert_eq!(ending(&game(), &stalemate), (Reason::Stalemate, 0.0));
    // With a checker the queen reaches a8 as well.
    let mate = after(&game(), "k7/8/1Q+6/8/8/8/8/7K b - - - 0", "");
    assert_eq!(ending(&game(), &mate), (Reason::Checkmate, 1.0));
}

#[test]
fn a11_refusals_give_reasons() {
    let says = |fen: &str, step: &str, reason: &str| {
        let state = after(&game(), fen, "");
        assert_eq!(game().read_step(&state, step), None);
        let message = game().explain_text(&state, step);
        assert!(message.contains(reason), "{message}");
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - - 0";
    says(start, "pass", "(A2)");
    says(start, "rush:e7", "nothing has been captured");
    says(start, "e2e5", "the pawn on e2 cannot move to e5");
    let run = "k7/8/8/8/3R++4/8/8/7K w - - d4x 0";
    says(run, "d4d6", "one cell in any direction");
    says(run, "rush:a8", "only after the extra moves");
    says(run, "h1h2", "only the piece on d4");
    says("k7/8/8/8/3R++4/3N4/8/7K w - - d4 0", "d4d3", "your own");
    says("8/8/3k4/3R+4/8/8/8/7K w - - d5 0", "d5d6", "a king cannot be captured");
    let place = "k7/7p/8/8/8/5p2/8/6K1 w - - x 0";
    says(place, "rush:g1", "there is no enemy piece on g1");
    says(place, "rush:e4", "there is no enemy piece on e4");
    says(place, "rush:f3", "attack your king (A8)");
    says(place, "g1h1", "expected rush:");
    let alone = "8/8/8/8/8/3k4/8/nR2K3 w - - - 0";
    says(alone, "b1a1", "no checker could then be placed");
}

#[test]
fn a12_position_strings_that_cannot_be_are_refused() {
    let game = game();
    let with = |fields: &str| format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq {fields}");
    refused(&game, &with("- y 0"), "expected '-'");
    refused(&game, &with("- e2 0"), "only a piece of the seat to act with checkers");
    refused(&game, &with("- e7 0"), "only a piece of the seat to act with checkers");
    refused(&game, &with("- e4x 0"), "only a piece of the seat to act with checkers");
    refused(&game, &with("e6 - 0"), "just have passed");
    refused(&game, &with("e3 x 0"), "just have passed");
    refused(&game, &with("- -"), "the number of fields is 5");
    refused(&game, "4k3/8/8/8/3PP+3/8/8/4K3 w - d3 e4 0", "just have passed");
    refused(&game, "4k3/8/8/8/4P+3/8/8/4K3 w - e3 e4x 0", "just have passed");
    refused(&game, "k7/8/7p/7P+++++++++++++++++++++++++/8/8/8/7K w - - - 0", "expected at most 24 checkers");
    refused(&game, &format!("k7/8/7p/{}/8/8/8/7K w - - x 0", hoard(24)), "no checker is left");
    refused(&game, "+k7/8/8/8/8/8/8/7K w - - - 0", "must follow a piece");
    refused(&game, "k7/8/8/8/8/8/8/p6K w - - - 0", "last rank");
    refused(&game, "8/8/8/8/8/8/8/7K w - - - 0", "Black has no king");
    refused(&game, "k7/8/R+7/8/8/8/8/7K w - - - 0", "not to act");
    assert_eq!(
        from("1k6/8/2R+5/8/8/8/8/7K w - - - 0", "h1"),
        "h1g1 h1g2 h1h2",
        "a check by extra moves does not stop the game"
    );
    refused(&game, "8/8/8/8/8/5q1k/8/R+6K w - - a1 0", "king of the seat to act is in check");
    refused(&game, "8/8/8/8/8/3k4/8/R3K3 w - - x 0", "no enemy piece under which");
    // A black pawn may have come back to Black's first rank.
    assert_eq!(led("p6k/8/8/8/8/8/8/7K b - - - 0", "a8a7"), "7k/p7/8/8/8/8/8/7K w - - - 0");
}

#[test]
fn checkers_are_shown_under_pieces_and_off_the_board() {
    let game = game();
    let state = after(&game, "k7/8/7p/8/3R+++4/8/8/7K w - - d4x 0", "");
    let on = |cell: Cell| game.pieces(&state, cell, None).remove(0);
    assert_eq!(on(27).text, "R+++");
    assert_eq!(on(27).marks, [Mark::Checkers { seat: None, count: 3 }, Mark::Active]);
    assert_eq!(on(7).marks, []);
    let counts = |state: &State| {
        let groups = game.off_board(state, None);
        groups.iter().map(|group| group.items.iter().map(|item| item.count).sum()).collect::<Vec<u32>>()
    };
    assert_eq!(counts(&state), [20, 1]);
    assert_eq!(counts(&after(&game, "k7/8/8/8/3R+++4/8/8/7K b - - - 0", "")), [21, 0]);
}

/// A board on which random pieces stand, a few of them on checkers, with the king of seat 1 that seat 0
/// attacks.
fn scattered(rng: &mut Rng) -> (Pieces, Stacks) {
    let (mut pieces, mut stacks) = (Pieces::default(), Stacks::default());
    pieces.toggle(Seat::ONE, Kind::King, bit(below(rng, 64) as Cell));
    for _ in 0..5 + below(rng, 14) {
        let (cell, seat) = (below(rng, 64) as Cell, Seat::from_index(below(rng, 2)));
        let kind = Kind::ALL[below(rng, 5)];
        let late = kind == Kind::Pawn && own_rank(seat, 8) & bit(cell) != 0;
        if pieces.occupied() & bit(cell) != 0 || late {
            continue;
        }
        pieces.toggle(seat, kind, bit(cell));
        if below(rng, 3) == 0 {
            stacks.put(cell, 1 + below(rng, 3) as u32);
        }
    }
    (pieces, stacks)
}

/// Whether seat 0 could take the king of seat 1, found by making all moves one by one.
fn takes_king(pieces: &Pieces, stacks: &Stacks) -> bool {
    cells(pieces.side(Seat::ZERO)).any(|from| {
        let mut left = *pieces;
        left.clear(bit(from));
        let mut seen = HashSet::new();
        regular(pieces, from).into_iter().any(|to| {
            let gained = if pieces.side(Seat::ONE) & bit(to) != 0 { stacks.at(to) } else { 0 };
            let king = pieces.king(Seat::ONE);
            to == king || runs(&left, stacks, king, to, stacks.at(from) + gained, bit(to), &mut seen)
        })
    })
}

/// The arrivals of a regular move.
fn regular(pieces: &Pieces, from: Cell) -> Vec<Cell> {
    let (own, taken) = (pieces.side(Seat::ZERO), pieces.side(Seat::ONE));
    let line = |by: (i8, i8), most: usize| {
        let mut reached = Vec::new();
        let mut at = from;
        while let Some(next) = displaced(at, by).filter(|&to| own & bit(to) == 0 && reached.len() < most) {
            reached.push(next);
            if taken & bit(next) != 0 {
                break;
            }
            at = next;
        }
        reached
    };
    let along = |first: usize, step: usize, most: usize| {
        (first..8).step_by(step).flat_map(|way| line(DIRECTIONS[way], most)).collect()
    };
    match pieces.kind_at(from).expect("a piece") {
        Kind::Pawn => {
            let most = if from / 8 == 1 { 2 } else { 1 };
            let ahead = line((0, 1), most).into_iter().filter(|&to| taken & bit(to) == 0);
            let aside = [(-1, 1), (1, 1)].into_iter().filter_map(|by| displaced(from, by));
            ahead.chain(aside.filter(|&to| taken & bit(to) != 0)).collect()
        }
        Kind::Knight => HOPS.into_iter().flat_map(|by| line(by, 1)).collect(),
        Kind::Bishop => along(1, 2, 7),
        Kind::Rook => along(0, 2, 7),
        Kind::Queen => along(0, 1, 7),
        Kind::King => along(0, 1, 1),
    }
}

/// Whether extra moves lead from a cell to the king; `spent` are the cells whose checkers have been gained.
fn runs(
    left: &Pieces,
    stacks: &Stacks,
    king: Cell,
    at: Cell,
    checkers: u32,
    spent: Bitboard,
    seen: &mut HashSet<(Cell, u32, Bitboard)>,
) -> bool {
    let spent = spent & stacks.held() & left.side(Seat::ONE);
    if checkers == 0 || !seen.insert((at, checkers, spent)) {
        return false;
    }
    DIRECTIONS.into_iter().filter_map(|by| displaced(at, by)).any(|to| {
        let fresh = left.side(Seat::ONE) & !spent & bit(to) != 0;
        let gained = if fresh { stacks.at(to) } else { 0 };
        left.side(Seat::ZERO) & bit(to) == 0
            && (to == king || runs(left, stacks, king, to, checkers - 1 + gained, spent | bit(to), seen))
    })
}

#[test]
fn a6_attacks_are_those_that_all_moves_one_by_one_show() {
    let (mut rng, mut checks) = (rng_for(5, 0, 0), [0, 0]);
    for _ in 0..4000 {
        let (pieces, stacks) = scattered(&mut rng);
        let expected = takes_king(&pieces, &stacks);
        checks[usize::from(expected)] += 1;
        assert_eq!(Rush::of(&pieces, &stacks, 0, Seat::ZERO).is_check(), expected, "{pieces:?} {stacks:?}");
    }
    assert!(checks.iter().all(|&times| times > 500), "{checks:?}");
}

#[test]
fn a8_steps_that_are_not_looked_at_are_safe() {
    let (game, mut rng, mut looked) = (game(), rng_for(6, 0, 0), 0);
    for _ in 0..20 {
        let mut state = game.start(&mut rng);
        while let Some(step) = game.random_step(&state, &mut rng) {
            if state.extra.phase == Phase::Move {
                // Checkers that came from nowhere make for more danger.
                let mut crowded = state;
                for cell in cells(state.position.pieces.occupied()) {
                    if crowded.extra.stacks.off_board() > 2 && below(&mut rng, 6) == 0 {
                        crowded.extra.stacks.put(cell, 1 + below(&mut rng, 2) as u32);
                    }
                }
                for state in [state, crowded] {
                    let (mut offered, mut all) = (MoveSet::default(), legal(&state.position));
                    Adrenaline::add_moves(&state, &mut offered);
                    all.retain(&state.position, |step| Adrenaline::allows(&state, step));
                    assert_eq!(listed(&state, &offered), listed(&state, &all), "{}", game.fen(&state));
                    looked += 1;
                }
            }
            game.apply(&mut state, step);
        }
    }
    assert!(looked > 3_000, "{looked}");
}

fn listed(state: &State, sets: &MoveSet) -> Vec<Step> {
    let mut steps = Vec::new();
    sets.each(&state.position, |step| steps.push(step));
    steps
}
