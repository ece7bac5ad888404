//! Tests named after the rules that they check.

use super::mirror::{attackers, halves, side_of};
use super::{HalfAlice, State, ids};
use crate::game::roles::*;
use crate::game::{Frame, Item, Mark, OffBoardGroup, Reason, Thing, rng_for};
use crate::games::chess::game::ChessGame;
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells, own_rank};
use crate::games::chess::kit::castling::{Castling, CastlingNotation};
use crate::games::chess::kit::lines::{
    KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, bishop_attacks, rook_attacks,
};
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::position::PawnSteps;
use crate::games::chess::kit::step::{MoveKind, Step, UciMove};
use crate::games::chess::tests::{after, ending, refused, steps, steps_from};

fn named(id: &str) -> ChessGame<HalfAlice> {
    let (_, options) = ids().find(|(known, _)| known == id).expect("an id");
    ChessGame::new(HalfAlice::named(id, &options).expect("an id"), Frame::Seat)
}

fn game() -> ChessGame<HalfAlice> {
    named("half-alice-chess")
}

fn with_12() -> ChessGame<HalfAlice> {
    named("half-alice-chess-12")
}

/// The steps from a cell.
fn from(fen: &str, cell: &str) -> String {
    steps_from(&game(), &after(&game(), fen, ""), cell)
}

fn refuses(fen: &str, step: &str, because: &str) {
    let message = game().explain_text(&after(&game(), fen, ""), step);
    assert!(message.contains(because), "{step} at '{fen}': {message}");
}

#[test]
fn states_are_small() {
    assert!(size_of::<State>() <= 520, "{}", size_of::<State>());
}

/// Returns whether a man could make a step if only the men of its side were on the board. The step must not
/// end on a man of the other side (4A.2, 4A.4, 4A.5). This is computed cell by cell.
fn can_move(state: &State, step: Step) -> bool {
    let (position, mirrored) = (&state.position, state.extra.mirrored);
    let (from, to, seat) = (step.from(), bit(step.to()), position.seat);
    let side = side_of(mirrored, from);
    let half = &halves(position, mirrored)[side].pieces;
    let all = position.pieces.occupied();
    let enemies = half.side(seat.other());
    let open = !all | enemies;
    let ahead = |cell: Bitboard| PawnSteps::of(seat).ahead.of(cell);
    match step.move_kind() {
        MoveKind::Normal(Kind::Pawn) | MoveKind::Promotion(_) => {
            let aside = PAWN_ATTACKS[seat.index()][from as usize] & enemies;
            to & (ahead(bit(from)) & !all | aside) != 0
        }
        MoveKind::Normal(kind) => {
            let reach = match kind {
                Kind::Knight => KNIGHT_ATTACKS[from as usize],
                Kind::King => KING_ATTACKS[from as usize],
                Kind::Bishop => bishop_attacks(from, half.occupied()),
                Kind::Rook => rook_attacks(from, half.occupied()),
                _ => bishop_attacks(from, half.occupied()) | rook_attacks(from, half.occupied()),
            };
            to & reach & open != 0
        }
        MoveKind::DoublePush => {
            let over = ahead(bit(from)) & !half.occupied();
            bit(from) & own_rank(seat, 2) != 0 && to & ahead(over) & !all != 0
        }
        MoveKind::EnPassant => {
            let ep_pawn = position.ep_pawn();
            to & PAWN_ATTACKS[seat.index()][from as usize] & position.ep_square & !all != 0
                && side_of(mirrored, ep_pawn.trailing_zeros() as u8) == side
        }
        MoveKind::Castle => {
            let castling = Castling::of(from, step.to());
            let attacked = |cell| half.attackers(seat.other(), cell, half.occupied() & !bit(from)) != 0;
            position.rights & to != 0
                && castling.must_be_empty() & half.occupied() == 0
                && (bit(castling.king_to) | bit(castling.rook_to)) & all == 0
                && !cells(castling.king_path()).any(attacked)
        }
        MoveKind::Choice => false,
    }
}

/// The men of a side as the orthodox move leaves it.
fn moved(state: &State, step: Step) -> Pieces {
    let half = halves(&state.position, state.extra.mirrored)[side_of(state.extra.mirrored, step.from())];
    let mut after = half;
    after.make(step);
    after.pieces
}

/// The legal steps as the rules say them, one by one.
fn as_written(game: &ChessGame<HalfAlice>, state: &State, checkers: u32) -> Vec<String> {
    let (position, mirrored) = (&state.position, state.extra.mirrored);
    let seat = position.seat;
    let free = checkers - (position.pieces.side(seat) & mirrored).count_ones();
    let mut texts = Vec::new();
    for from in cells(position.pieces.side(seat)) {
        let kinds = || [None].into_iter().chain(Kind::PROMOTED.map(Some));
        for named in (0..64).flat_map(|to| kinds().map(move |promotion| UciMove { from, to, promotion })) {
            let Some(step) = position.find_step(named, CastlingNotation::TwoFiles) else { continue };
            let needs = match step.move_kind() {
                MoveKind::Castle => 2,
                _ => 1 - side_of(mirrored, from) as u32,
            };
            if !can_move(state, step) || free < needs {
                continue;
            }
            let pieces = moved(state, step);
            let king = pieces.of(seat, Kind::King);
            // 4A.3.1, then 4A.3.2.
            let exposed =
                king != 0 && pieces.attackers(seat.other(), pieces.king(seat), pieces.occupied()) != 0;
            let mut next = state.clone();
            game.apply(&mut next, step);
            if !exposed && attackers(&next.position.pieces, next.extra.mirrored, seat) == 0 {
                texts.push(game.step_text(state, step));
            }
        }
    }
    texts.sort();
    texts
}

#[test]
fn rules_4a2_to_4a6_give_the_legal_steps() {
    let mut compared = 0;
    for (id, checkers) in [("half-alice-chess", 16), ("half-alice-chess-12", 12)] {
        let game = named(id);
        for index in 0..2 {
            let mut rng = rng_for(5, checkers.into(), index);
            let mut state = game.start(&mut rng);
            while let Some(step) = game.random_step(&state, &mut rng) {
                assert_eq!(
                    steps(&game, &state),
                    as_written(&game, &state, checkers).join(" "),
                    "{}",
                    game.fen(&state)
                );
                compared += 1;
                game.apply(&mut state, step);
            }
        }
    }
    assert!(compared > 400, "{compared}");
}

#[test]
fn rule_4a2_men_of_two_sides_come_to_one_cell_in_one_way() {
    let fen = "4k3/8/8/8/8/8/8/R1R~1K3 w - - 0 -";
    let state = after(&game(), fen, "");
    let texts = steps(&game(), &state);
    assert!(texts.contains("a1d1") && texts.contains("c1d1"), "{texts}");
    let action = |text: &str| {
        let step = game().read_step(&state, text).expect("legal");
        assert_eq!(game().step(&state, game().action(&state, step)), Some(step));
        game().action(&state, step)
    };
    assert_eq!(action("c1d1"), action("a1d1") + 1096);
    // A double step passes over a man of the other side, and ends on none.
    assert_eq!(from("4k3/8/8/8/8/n~7/P7/4K3 w - - 0 -", "a2"), "a2a4");
    assert_eq!(from("4k3/8/8/8/n~7/8/P7/4K3 w - - 0 -", "a2"), "a2a3");
    refuses(
        "4k3/8/8/8/n~7/8/P7/4K3 w - - 0 -",
        "a2a4",
        "a4 is occupied by a piece on the other side of the mirror (4A.2)",
    );
}

#[test]
fn rule_4a3_a_man_that_leaves_no_longer_shields_the_king() {
    // A pinned man may only capture the pinning piece, unless another attacker is next on the same line.
    assert_eq!(from("4r1k1/8/8/8/4R3/8/8/4K3 w - - 0 -", "e4"), "e4e8");
    assert_eq!(from("4q1k1/4r3/8/8/4R3/8/8/4K3 w - - 0 -", "e4"), "");
    // The captured man shielded the king.
    assert_eq!(
        from("4r1k1/8/8/8/1R2n3/8/8/4K3 w - - 0 -", "b4"),
        "b4a4 b4b1 b4b2 b4b3 b4b5 b4b6 b4b7 b4b8 b4c4 b4d4"
    );
    // If two men shield the king together, one may not capture the other, but it may capture the attacker.
    assert_eq!(
        from("4r1k1/8/8/4n3/4R3/8/8/4K3 w - - 0 -", "e4"),
        "e4a4 e4b4 e4c4 e4d4 e4e2 e4e3 e4f4 e4g4 e4h4"
    );
    let behind = "4r1k1/4R3/8/4n3/8/8/8/4K3 w - - 0 -";
    assert_eq!(from(behind, "e7"), "e7a7 e7b7 e7c7 e7d7 e7e6 e7e8 e7f7 e7g7 e7h7");
    refuses("4r1k1/8/8/8/1R2n3/8/8/4K3 w - - 0 -", "b4e4", "after the change of sides (4A.3)");
    refuses("4r1k1/8/8/8/1R6/8/8/4K3 w - - 0 -", "b4e4", "in check from e8 (4A.3)");
    // The king itself: before and after.
    refuses("1k1Q4/8/1R~6/8/8/8/8/7K b - - 0 -", "b8a8", "before changing sides");
    refuses("1k1Q4/8/1R~6/8/8/8/8/7K b - - 0 -", "b8b7", "after changing sides");
}

#[test]
fn rule_4a4_castling_changes_sides() {
    let castles = |fen: &str| from(fen, "e1").contains("e1g1");
    assert!(castles("4k3/8/8/8/8/8/8/4K2R w K - 0 -"));
    // Beyond the mirror the rook stands between the king and d1, but not before a bishop's line.
    assert!(castles("4k3/8/8/8/8/8/8/3r~K2R w K - 0 -"));
    assert!(!castles("4k3/8/8/2b~5/8/8/8/4K2R w K - 0 -"));
    // What is attacked beyond it on the way is of no account, what is attacked on this side is.
    assert!(castles("4kr~2/8/8/8/8/8/8/4K2R w K - 0 -"));
    assert!(!castles("4kr2/8/8/8/8/8/8/4K2R w K - 0 -"));
    refuses("4kr2/8/8/8/8/8/8/4K2R w K - 0 -", "e1g1", "(4A.4)");
    refuses("4k3/8/8/8/8/8/8/4KN~1R w K - 0 -", "e1g1", "castling is blocked: f1 is occupied (4A.4)");
    refuses("4k3/8/8/8/8/8/8/4K1N~R w K - 0 -", "e1g1", "castling is blocked: g1 is occupied (4A.4)");
    // Each of the two needs a checker.
    let two_free = "4k3/8/8/8/8/8/P~P~P~P~P~P~2/N~N~N~N~K2R w K - 0 -";
    assert!(steps_from(&with_12(), &after(&with_12(), two_free, ""), "e1").contains("e1g1"));
    let one_free = "4k3/8/8/8/8/P~7/P~P~P~P~P~P~2/N~N~N~N~K2R w K - 0 -";
    let state = after(&with_12(), one_free, "");
    assert!(!steps_from(&with_12(), &state, "e1").contains("e1g1"));
    assert!(with_12().explain_text(&state, "e1g1").contains("two free checkers (4A.6)"));
}

#[test]
fn rule_4a5_the_cell_passed_over_is_empty_and_on_the_side_of_the_pawn() {
    // A man of this side stands where the pawn, which comes from beyond the mirror, passed over.
    let over = "4k3/8/8/8/3p4/4N3/4P~3/4K3 w - - 0 -";
    assert_eq!(game().fen(&after(&game(), over, "e2e4")), "4k3/8/8/8/3pP3/4N3/8/4K3 b - - 0 -");
    let free = "4k3/8/8/8/3p4/8/4P~3/4K3 w - - 0 -";
    let taken = after(&game(), free, "e2e4 d4e3");
    assert_eq!(game().fen(&taken), "4k3/8/8/8/8/4p~3/8/4K3 w - - 0 -");
    refuses("4k3/8/8/8/3p~P~p2/8/8/4K3 b - e3 0 -", "f4e3", "other side of the mirror (4A.5)");
    // A pawn without a checker needs a free one.
    let pieces = "4k3/p~p~p~p~p~p~p~p~/n~n~n~n~4/8/3p4/8/4P~3/4K3 w - - 0 -";
    assert_eq!(with_12().fen(&after(&with_12(), pieces, "e2e4")).split(' ').nth(3), Some("-"));
    assert_eq!(game().fen(&after(&game(), pieces, "e2e4")).split(' ').nth(3), Some("e3"));
    // Read where it is of no use, it is none.
    assert_eq!(
        game().fen(&after(&game(), "4k3/8/8/8/3pP~3/8/8/4K3 b - e3 0 -", "")).split(' ').nth(3),
        Some("-")
    );
}

#[test]
fn rule_4a6_checkers_are_needed_to_move_and_not_to_give_check() {
    // White's twelve checkers are out: the rook on e2 does not move, but gives check.
    let fen = "4k3/8/8/8/P~P~P~P~4/8/P~P~P~P~R3/R~R~R~R~2K1 b - - 0 -";
    let game = with_12();
    let state = after(&game, fen, "");
    assert_eq!(steps(&game, &state), "e8d7 e8d8 e8f7 e8f8");
    let state = after(&game, fen, "e8d8");
    assert_eq!(steps_from(&game, &state, "e2"), "");
    assert!(
        game.explain_text(&state, "e2e3").contains("no free checker is left to put under the piece (4A.6)")
    );
    // A checker that comes back is free again.
    assert_ne!(steps_from(&game, &after(&game, fen, "e8d8 a4a5 d8c8"), "e2"), "");
    refused(
        &game,
        "4k3/8/8/P~P~P~P~4/P~P~P~P~4/8/P~P~P~P~P~3/6K1 w - - 0 -",
        "pieces on checkers, got 13 (4A.6)",
    );
}

#[test]
fn rule_4a7_endings_in_their_order() {
    assert_eq!(ending(&game(), &after(&game(), "k7/8/8/8/8/8/8/7K~ w - - 0 -", "")).0, Reason::Insufficient);
    let stalemate = "k7/8/1Q6/8/8/8/8/7K b - - 100 -";
    assert_eq!(ending(&game(), &after(&game(), stalemate, "")), (Reason::Stalemate, 0.0));
    let clock = after(&game(), "k7/8/8/8/8/8/R7/7K~ b - - 99 -", "a8b8");
    assert_eq!(ending(&game(), &clock), (Reason::NoProgress, 0.0));
}

#[test]
fn rule_2_3_a_position_has_come_about_only_with_its_men_on_their_sides() {
    let fen = "7k/p7/8/8/8/8/P7/K7 w - - 0 -";
    // After three moves around a triangle, the king is on the same cell but on the other side.
    let round = "a1b1 h8g8 b1b2 g8h7 b2a1 h7h8 ";
    let twice = after(&game(), fen, &round.repeat(2));
    assert!(game().fen(&twice).starts_with("7k/p7/8/8/8/8/P7/K7 w - - 12 "));
    assert_eq!(game().outcome(&twice), None, "it has come about twice");
    let drawn = after(&game(), fen, &round.repeat(4));
    assert_eq!(ending(&game(), &drawn), (Reason::Repetition, 0.0));
    let written = game().fen(&drawn);
    assert_eq!(ending(&game(), &after(&game(), &written, "")), (Reason::Repetition, 0.0));
    // When the last move is taken back, the man slides on the side that it came from.
    let slid = "7k/8/8/8/8/K7/8/2r~2R~2 b - - 1 b1f1";
    assert_eq!(game().fen(&after(&game(), slid, "")), slid);
    refused(&game(), "7k/8/8/8/8/K7/8/2r2R~2 b - - 1 b1f1", "the piece cannot move that way");
}

#[test]
fn rule_4a8_refusals() {
    for (fen, because) in [
        ("8/8/8/8/8/8/8/K7 w - - 0 -", "Black has no king"),
        ("k7/8/8/8/8/8/8/~K6 w - - 0 -", "'~' must follow a piece"),
        ("k7/8/8/8/8/8/8/K~~6 w - - 0 -", "'~' must follow a piece"),
        ("k7/8/8/8/8/8/8/4K~2R w K - 0 -", "cannot be on checkers (4A.4)"),
        ("k7/8/8/8/8/8/8/4K2R~ w K - 0 -", "cannot be on checkers (4A.4)"),
        ("k7/8/8/8/8/8/8/R3K3 w - - 0 -", "the king of 'b' is in check, but 'b' is not to act (4A.3)"),
        ("k7/8/8/8/8/8/8/4K3 w - - 101 -", "clock"),
        ("k7/8/8/8/8/8/8/4K3 w - - 0 a2a3", "cannot be undone"),
        ("k7/8/8/8/8/8/8/4K3 w - - 0 a7a8", "the value of the clock"),
    ] {
        refused(&game(), fen, because);
    }
    assert_eq!(
        game().fen(&after(&game(), "k7/8/8/8/8/8/8/R~3K3 w - - 0 -", "")),
        "k7/8/8/8/8/8/8/R~3K3 w - - 0 -"
    );
}

#[test]
fn what_there_is_to_see() {
    let state = after(&game(), "4k3/8/8/8/3p~4/8/4P3/4K3 w - - 0 -", "e2e4");
    let pawn = &game().pieces(&state, 28, None)[0];
    assert_eq!((pawn.text.as_str(), &pawn.marks[..]), ("P~", &[Mark::Mirrored][..]));
    assert!(game().pieces(&state, 4, None)[0].marks.is_empty());
    assert_eq!(game().cell_marks(&state, None).len(), 1);
    let free = |game: &ChessGame<HalfAlice>| -> Vec<u32> {
        let count = |OffBoardGroup { items, .. }: OffBoardGroup| match &items[..] {
            [Item { thing: Thing::Piece(_), count, .. }] => *count,
            _ => 0,
        };
        game.off_board(&state, None).into_iter().map(count).collect()
    };
    assert_eq!((free(&game()), free(&with_12())), (vec![15, 15], vec![11, 11]));
}
