//! Tests named after the rules that they check.

use super::TwoMove;
use crate::game::roles::*;
use crate::game::{Actor, Frame, Mark, OffBoardGroup, Reason, Seat, Thing, rng_for};
use crate::games::chess::game::ChessGame;
use crate::games::chess::kit::bitboard::read_cell;
use crate::games::chess::tests::{after, ending, refused, steps, steps_from};
use std::collections::BTreeMap;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq";
/// White is blocked, except for its pieces on the e- to h-files.
const SHUT: &str = "4k3/8/8/8/p1p5/P1Pp4";

fn game() -> ChessGame<TwoMove> {
    ChessGame::new(TwoMove, Frame::Seat)
}

/// The position string after steps.
fn fen(from: &str, made: &str) -> String {
    game().fen(&after(&game(), from, made))
}

#[test]
fn w2_the_opening_choice_is_made_by_white_alone_and_seen() {
    let game = game();
    let mut state = game.start(&mut rng_for(0, 0, 0));
    assert_eq!(game.fen(&state), format!("{START} - - - - - - 0"));
    assert!(!game.is_simultaneous(&state) && game.count(&state) == 10);
    let step = game.read_step(&state, "cards:RK").expect("legal");
    assert_eq!(game.step_text_for(&state, step, Seat::ONE), "cards:RK");
    game.apply(&mut state, step);
    assert_eq!(game.observation_string(&state, Seat::ONE), format!("{START} RK - - - - - 0"));
    assert_eq!((game.actor(&state), game.is_simultaneous(&state)), (Actor::Seat(Seat::ZERO), true));
}

#[test]
fn w3_who_has_cards_face_up_chooses_among_the_other_three() {
    let game = game();
    let chooses = |before: &str, made: &str| {
        let state = after(&game, &format!("{START} {before} - - - - 0"), made);
        assert!(game.is_simultaneous(&state));
        (game.actor(&state), steps(&game, &state))
    };
    let three = "cards:BQ cards:NB cards:NQ".to_string();
    assert_eq!(chooses("RK -", ""), (Actor::Seat(Seat::ZERO), three.clone()));
    assert_eq!(chooses("- RK", "cards:RK"), (Actor::Seat(Seat::ONE), three));
    for (before, made, seat) in [("RK -", "cards:BQ", 1), ("- RK", "", 0)] {
        let (actor, steps) = chooses(before, made);
        assert_eq!((actor, steps.split(' ').count()), (Actor::Seat(Seat::new(seat)), 10));
    }
}

#[test]
fn w4_the_same_two_cards_end_the_turn_without_a_move() {
    assert_eq!(
        fen(&format!("{START} NB - - - - - 7"), "cards:RK cards:RK"),
        format!("{START} - RK - - - - 8")
    );
}

#[test]
fn w6_pieces_of_the_kind_or_the_least_that_can_move() {
    let game = game();
    let moves = |placement: &str| {
        let state = after(&game, &format!("{placement} w - - NQ BR BK wR,wR,bK,bK - 3"), "");
        steps(&game, &state)
    };
    let rook = "h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8";
    // The pawn is blocked; then so is the knight; then the bishop is gone, and rooks are the least.
    assert_eq!(moves("4k3/8/8/8/p7/P1B5/8/N3K2R"), format!("a1b3 a1c2 {rook}"));
    let bishops = "b3a2 b3a4 b3c4 b3d5 b3e6 b3f7 b3g8 c2b1 c2d1 c2d3 c2e4 c2f5 c2g6 c2h7";
    assert_eq!(moves("4k3/8/8/8/p7/PB6/2B5/N3K2R"), format!("{bishops} {rook}"));
    assert_eq!(moves("4k3/8/8/8/p7/P7/8/4K2R"), rook);
    // A pawn that can take can move.
    assert_eq!(moves("4k3/8/8/8/pn6/P7/8/4K2R"), format!("a3b4 {rook}"));
}

#[test]
fn w6_a_move_that_no_piece_can_make_is_lost() {
    // The only pawn that is free moves once; then nothing can, and the second bishop move is lost.
    let from = format!("{SHUT}/RB1P3P/KRB5 w - - RK NB NQ wB,wB,bQ,bQ - 3");
    assert_eq!(fen(&from, "h2h4"), format!("4k3/8/8/8/p1p4P/P1Pp4/RB1P4/KRB5 b - - RK NB NQ bQ,bQ h4 0"));
    // The first two moves of a turn, and so all of White's.
    let chosen = fen(&format!("{SHUT}/RB1P4/KRB5 w - - RK - - - - 3"), "cards:NB cards:NQ");
    assert_eq!(chosen, format!("{SHUT}/RB1P4/KRB5 b - - RK NB NQ bQ,bQ - 4"));
}

#[test]
fn w6_a_turn_in_which_nobody_can_move_is_over_when_the_cards_are_shown() {
    let walls = "krb5/rb1p4/p1pP4/P1P5/p1p5/P1Pp4/RB1P4/KRB5";
    assert_eq!(
        fen(&format!("{walls} w - - RK - - - - 3"), "cards:NB cards:NQ"),
        format!("{walls} w - NB - - - - - 4")
    );
}

#[test]
fn w7_a_pawn_moves_once_and_is_passed_over_then() {
    let game = game();
    let from = "4k3/8/8/8/8/8/P3P3/4K3 w - - RK NB NQ wB,wB,bQ,bQ - 3";
    let moved = after(&game, from, "a2a4");
    assert_eq!(steps(&game, &moved), "e2e3 e2e4");
    // Capturing a pawn that has moved removes its mark; a capturing pawn gets one.
    let taken = "4k3/8/8/3p4/4P2q/8/8/4K3 b - - RK NB NQ bQ,bQ e4 0";
    assert!(fen(taken, "d5e4").ends_with(" bQ e4 0"));
    assert!(fen(taken, "h4e4").ends_with(" bQ - 0"));
    let alone = after(&game, taken, "d5e4");
    assert_eq!(steps_from(&game, &alone, "e4"), "");
}

#[test]
fn w7_a_pawn_that_has_promoted_is_no_pawn_and_may_move() {
    let game = game();
    let promoted = after(&game, "8/P6k/8/8/8/8/8/7K w - - QK NB NR wB,wB,bR,bR - 3", "a7a8b");
    assert!(game.fen(&promoted).ends_with(" wB,bR,bR - 0"));
    assert_eq!(steps(&game, &promoted), "a8b7 a8c6 a8d5 a8e4 a8f3 a8g2");
}

#[test]
fn w7_nothing_is_taken_in_passing() {
    let game = game();
    let passed = after(&game, "4k3/8/8/8/3p4/8/4P3/4K3 w - - RK NB NQ wB,bQ,bQ - 0", "e2e4");
    assert_eq!(steps(&game, &passed), "d4d3");
}

#[test]
fn w7_castling_is_a_move_of_the_king_card_whatever_is_attacked() {
    let game = game();
    let attacked = "4kr2/8/8/8/4r3/8/8/R3K2R w KQ - NR BK BQ wK,wK - 3";
    let state = after(&game, attacked, "");
    assert_eq!(steps_from(&game, &state, "e1"), "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1");
    assert_eq!(fen(attacked, "e1g1"), "4kr2/8/8/8/4r3/8/8/R4RK1 w - - NR BK BQ wK - 3");
    let by_rook = after(&game, "4k3/8/8/8/8/8/8/R3K2R w KQ - NK BR BQ wR,wR,bQ,bQ - 3", "");
    assert_eq!(steps_from(&game, &by_rook, "e1"), "");
}

#[test]
fn w8_who_has_four_cards_face_up_takes_them_back() {
    assert_eq!(
        fen(&format!("{START} - RK - - - - 7"), "cards:NB cards:NB"),
        format!("{START} NB - - - - - 8")
    );
}

#[test]
fn w9_a_king_taken_ends_the_game_at_once() {
    let game = game();
    let taken = after(&game, "8/8/4k3/4K3/8/8/8/8 w - - RQ NK NB wK,wK - 9", "e5e6");
    assert_eq!(game.fen(&taken), "8/8/4K3/8/8/8/8/8 w - - RQ NK NB wK - 0");
    assert_eq!(ending(&game, &taken), (Reason::KingCaptured, 1.0));
    assert_eq!((game.actor(&taken), game.mid_turn(&taken)), (Actor::Over, false));
    let last = after(&game, "8/8/4k3/4K3/8/8/8/8 b - RQ - NB NK bK - 9", "e6e5");
    assert_eq!(game.fen(&last), "8/8/8/4k3/8/8/8/8 b - RQ - NB NK - - 0");
    assert_eq!(ending(&game, &last), (Reason::KingCaptured, -1.0));
}

#[test]
fn w9_the_clock_draws_at_50_when_a_turn_ends() {
    let game = game();
    let same = after(&game, &format!("{START} NB - - - - - 49"), "cards:RK cards:RK");
    assert_eq!(ending(&game, &same), (Reason::NoProgress, 0.0));
    let late = "4k3/8/8/8/8/8/4P3/4K3 w - - RK NB NQ wB,wB,bQ,bQ - 50";
    // The turn is played to its end, and a pawn move saves the game.
    assert_eq!(game.actor(&after(&game, late, "")), Actor::Seat(Seat::ZERO));
    assert!(fen(late, "e2e3 e1e2 e8e7 e7e8").ends_with(" w - NB - - - - - 0"));
    let bare = after(&game, &late.replace("4P3", "8"), "e1e2 e2e1 e8e7 e7e8");
    assert_eq!(game.fen(&bare), "4k3/8/8/8/8/8/8/4K3 w - NB - - - - - 50");
    assert_eq!(ending(&game, &bare), (Reason::NoProgress, 0.0));
}

#[test]
fn w10_refusals() {
    let game = game();
    let start = |fields: &str, because: &str| {
        let placement = START.split(' ').next().expect("a placement");
        refused(&game, &format!("{placement} {fields}"), because);
    };
    start("w KQkq NB RK - - - - 0", "only one seat can have cards from before");
    start("b KQkq - - RK - - - 0", "opening choice");
    start("w KQkq NB - - RK - - 0", "White chooses first");
    start("b KQkq NB - NR - - - 0", "cannot choose cards that are face up");
    start("b KQkq NB - - - - - 0", "the seat to act does not fit");
    start("w KQkq BN - - - - - 0", "in the order NBRQK");
    start("b KQkq NB - ?? - - - 0", "in the order NBRQK");
    start("w KQkq NB - RQ RK wQ - 0", "expected the last letters of wQ,wQ,bK,bK");
    start("w KQkq NB - - - wQ - 0", "make no moves");
    start("w KQkq NB - RQ RK bK - 0", "expected 'b' to act");
    start("w KQkq NB - RQ RK - - 0", "the turn is over");
    start("w KQkq NB - RQ RQ - - 0", "the turn is over");
    start("w KQkq NB - RQ RK wQ,bK,bK e4 0", "expected cells of pawns");
    start("w KQkq NB - - - - e2 0", "no pawn can have moved");
    start("w KQkq NB - - - - - 51", "from 0 to 50");
    start("b KQkq NB - RK - - - 50", "expected a clock below 50");
    start("w KQkq - - - - - - 50", "expected a clock below 50");
    start("w KQkq NB - - - - 0", "the number of fields is 9");
    refused(&game, "8/8/8/8/8/8/8/4K3 w - NB - - - - - 0", "each seat must have its king");
    refused(&game, "4k3/8/8/8/8/8/8/8 w - NB - RQ RK bK,bK - 0", "a king is missing");
    refused(&game, "8/8/8/8/8/8/8/4K3 w - NB - RQ RK bK - 0", "a king is missing");
    refused(&game, "8/8/8/8/8/8/8/8 w - NB - RQ RK bK,bK - 0", "a king is missing");
    assert!(game.read_fen("8/8/8/8/8/8/8/4K3 w - NB - RQ RK bK,bK - 0").is_ok());
    refused(&game, &format!("{SHUT}/RB1P4/KRB5 w - - RK NB NQ wB,wB,bQ,bQ - 3"), "its next move is lost");
}

#[test]
fn w11_black_does_not_see_what_white_has_chosen() {
    let game = game();
    let mut state = after(&game, &format!("{START} RK - - - - - 0"), "");
    let step = game.read_step(&state, "cards:NB").expect("legal");
    assert_eq!(Seat::BOTH.map(|seat| game.step_text_for(&state, step, seat)), ["cards:NB", "cards:??"]);
    game.apply(&mut state, step);
    assert!(game.observation_string(&state, Seat::ZERO).ends_with(" RK - NB - - - 0"));
    assert!(game.observation_string(&state, Seat::ONE).ends_with(" RK - ?? - - - 0"));
    let step = game.read_step(&state, "cards:NQ").expect("legal");
    assert_eq!(Seat::BOTH.map(|seat| game.step_text_for(&state, step, seat)), ["cards:NQ", "cards:NQ"]);
    game.apply(&mut state, step);
    assert!(game.observation_string(&state, Seat::ONE).ends_with(" RK - NB NQ wB,wB,bQ,bQ - 1"));
}

#[test]
fn w11_resampling_is_uniform_over_the_choices_that_white_had() {
    let game = game();
    let mut rng = rng_for(4, 0, 0);
    for (before, made, many) in [("RK -", "cards:NB", 3), ("- RK", "cards:QK", 10)] {
        let start = format!("{START} {before} - - - - 0");
        let state = after(&game, &start, made);
        let mut drawn = BTreeMap::new();
        for _ in 0..1000 * many {
            *drawn.entry(game.fen(&game.resample(&state, Seat::ONE, &mut rng))).or_insert(0u32) += 1;
        }
        assert!(drawn.values().all(|times| (850..1150).contains(times)), "{drawn:?}");
        // They are what White's choices lead to, one by one.
        let before = after(&game, &start, "");
        let mut choices = Vec::new();
        for step in steps(&game, &before).split(' ') {
            choices.push(game.fen(&after(&game, &start, step)));
        }
        choices.sort();
        assert_eq!((choices.len() as u32, choices), (many, drawn.into_keys().collect()));
        // White knows all, and there is nothing to draw before or after.
        assert_eq!(game.resample(&state, Seat::ZERO, &mut rng), state);
        assert_eq!(game.resample(&before, Seat::ONE, &mut rng), before);
    }
}

#[test]
fn pictures_show_cards_moves_and_pawns_that_have_moved() {
    let game = game();
    let things = |groups: &[OffBoardGroup], at: usize| {
        let things = groups[at].items.iter().map(|item| match &item.thing {
            Thing::Card(piece) => piece.text.clone(),
            Thing::Word(word) => word.clone(),
            other => format!("{} {}", item.count, other.name()),
        });
        (groups[at].seat, things.collect::<Vec<_>>().join(" "))
    };
    let secret = after(&game, &format!("{START} RK - NB - - - 0").replace(" w ", " b "), "");
    let viewer = |viewer: Option<Seat>| things(&game.off_board(&secret, viewer), 2);
    assert_eq!(viewer(None), (Some(Seat::ZERO), "N B".into()));
    assert_eq!(viewer(Some(Seat::ZERO)), (Some(Seat::ZERO), "N B".into()));
    assert_eq!(viewer(Some(Seat::ONE)), (Some(Seat::ZERO), "2 hidden".into()));
    let moving = after(&game, &game.fen(&secret), "cards:NQ a2a3");
    let groups = game.off_board(&moving, Some(Seat::ONE));
    let shown: Vec<_> = (0..6).map(|at| things(&groups, at)).collect();
    let expected =
        [(Some(0), "R K"), (Some(1), ""), (Some(0), "N B"), (Some(1), "n q"), (None, "B q q"), (None, "a3")];
    assert_eq!(shown, expected.map(|(seat, text)| (seat.map(Seat::new), text.to_string())));
    let marks =
        |cell: &str| game.pieces(&moving, read_cell(cell.as_bytes()).expect("a cell"), None)[0].marks.clone();
    assert_eq!((marks("a3"), marks("b2")), (vec![Mark::Moved], vec![]));
}

#[test]
fn a_seat_goes_on_from_its_first_move_to_its_second() {
    let game = game();
    let goes_on = |made: &str| game.mid_turn(&after(&game, &format!("{START} NK - - - - - 0"), made));
    assert!(!goes_on("") && !goes_on("cards:BQ") && !goes_on("cards:BQ cards:BR"));
    assert!(goes_on("cards:BQ cards:BR a7a6"));
    assert!(!goes_on("cards:BQ cards:BR a7a6 b7b6"));
    assert!(goes_on("cards:BQ cards:BR a7a6 b7b6 a2a3"));
    assert!(!goes_on("cards:BQ cards:BR a7a6 b7b6 a2a3 b2b3"));
}

#[test]
fn refusals_give_reasons() {
    let game = game();
    let says = |fen: &str, step: &str, reason: &str| {
        let state = after(&game, fen, "");
        assert_eq!(game.read_step(&state, step), None);
        let message = game.explain_text(&state, step);
        assert!(message.contains(reason), "{message}");
    };
    let choice = format!("{START} RK - - - - - 0");
    says(&choice, "e2e4", "expected cards: and two letters");
    says(&choice, "cards:QB", "in the order NBRQK, as in cards:RK (W3)");
    says(&choice, "cards:BR", "other than RK can be chosen");
    let rook = "4k3/8/8/8/p7/P1B5/8/N3K2R w K - NQ BR BK wR,wR,bK,bK - 3";
    says(rook, "cards:RK", "the moves to be made are wR,wR,bK,bK");
    says(rook, "c3d4", "moves rooks, or the least valuable pieces that can move, which are now knights (W6)");
    says(rook, "e1g1", "castling needs the king card (W7)");
    says(rook, "a3a4", "a4 is occupied");
    says(rook, "h1g2", "the rook on h1 cannot move to g2");
    says(
        &rook.replace("N3K2R", "4K2R").replace("P1B5", "P7"),
        "e1e2",
        "the rook card can only move rooks now (W6)",
    );
    says("4k3/8/8/8/8/P7/8/4K2R w - - NQ BR BK wR,bK,bK a3 0", "a3a4", "has already moved in this turn (W7)");
    says("8/8/4K3/8/8/8/8/8 w - - RQ NK NB wK - 0", "e6e7", "over (king-captured)");
}
