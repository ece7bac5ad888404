//! Tests named after the rules that they check.

use super::{DRAW, TarPit, ids};
use crate::game::roles::*;
use crate::game::{Frame, Item, Mark, OffBoardGroup, Reason, Seat, Thing, rng_for};
use crate::games::chess::game::ChessGame;
use crate::games::chess::kit::step::Step;
use crate::games::chess::tests::{after, draws, ending, refused, steps, steps_from, tar_pit_chess};
use std::collections::BTreeMap;

fn game() -> ChessGame<TarPit> {
    tar_pit_chess("tar-pit-chess")
}

/// Checks the position string that steps lead to.
fn leads(fen: &str, steps: &str, to: &str) {
    assert_eq!(game().fen(&after(&game(), fen, steps)), to, "{fen}, then {steps}");
}

#[test]
fn states_are_small() {
    assert!(size_of::<super::State>() <= 160, "{}", size_of::<super::State>());
}

#[test]
fn t1_and_t2_cards_are_dealt_to_checkers() {
    for (id, _) in ids() {
        let game = tar_pit_chess(&id);
        let (cards, hands) = match id.as_str() {
            "tar-pit-chess-plain" => (32, [6, 6]),
            "tar-pit-chess-calm" => (34, [4, 4]),
            "tar-pit-chess-wild" => (40, [8, 8]),
            "tar-pit-chess-handicap" => (36, [4, 6]),
            _ => (36, [6, 6]),
        };
        let starts = [0, 1].map(|seed| game.start(&mut rng_for(seed, 0, 0)));
        for tar in starts.map(|state| state.extra) {
            assert_eq!((tar.hands.map(|hand| hand.count()), tar.checkers.front), (hands, hands), "{id}");
            assert_eq!(tar.draw.count(), cards - hands[0] - hands[1], "{id}");
            assert!(tar.discard.is_empty());
        }
        assert_ne!(starts[0], starts[1], "shuffled");
    }
}

#[test]
fn t4_tarred_pieces_crawl() {
    let from = |placement: &str, ep_square: &str, cell: &str| {
        let fen = format!("{placement} w - {ep_square} move 3,3 - - - - 0");
        steps_from(&game(), &after(&game(), &fen, ""), cell)
    };
    // Never two cells, from wherever.
    assert_eq!(from("4k3/8/8/8/8/8/3R-4/4K3", "-", "d2"), "d2d3");
    assert_eq!(from("4k3/8/8/8/8/2p1n3/3N-4/4K3", "-", "d2"), "d2c3 d2d3 d2e3");
    // Pinned: along the pin only.
    assert_eq!(from("4r2k/8/8/3p4/4N-3/8/8/4K3", "-", "e4"), "e4e5");
    assert_eq!(from("7k/7b/8/3p4/4N-3/3K4/8/8", "-", "e4"), "");
    // In check: to take who gives it, or to step between.
    assert_eq!(from("7k/8/8/8/4r3/3R-4/8/4K3", "-", "d3"), "d3e4");
    assert_eq!(from("7k/8/8/8/8/8/1Q-6/K5r1", "-", "b2"), "");
    assert_eq!(from("7k/8/8/K6r/3R-4/8/8/8", "-", "d4"), "d4d5");
    // In passing: not when both leave the rank on which the king is attacked.
    assert_eq!(from("7k/8/8/K1N-p3r/8/8/8/8", "d6", "c5"), "c5c6");
    assert_eq!(from("7k/8/8/2N-p3r/8/8/8/K7", "d6", "c5"), "c5c6 c5d6");
    assert_eq!(from("7k/8/8/3pK-3/8/8/8/8", "d6", "e5"), "e5d6 e5e6");
    // A tarred king cannot move to attacked cells, including cells next to a king that is not tarred.
    assert_eq!(from("7k/8/8/8/3p4/8/2K-5/8", "-", "c2"), "");
    assert_eq!(from("8/8/1k6/8/2K-5/8/8/8", "-", "c4"), "");
}

#[test]
fn t4_what_takes_in_passing_makes_progress() {
    leads(
        "4k3/8/8/3pN-3/8/8/8/4K3 w - d6 move 6,5 - - - - 40",
        "e5d6",
        "4k3/8/3N-4/8/8/8/8/4K3 w - - card 6,5 - - - - 0",
    );
    // A crawl is no pawn's move.
    leads(
        "4k3/8/8/3pN-3/8/8/8/4K3 w - d6 move 6,5 - - - - 40",
        "e5e6",
        "4k3/8/4N-3/3p4/8/8/8/4K3 w - - card 6,5 - - - - 41",
    );
}

#[test]
fn t5_and_t6_checkers_join_and_cancel() {
    for (own, enemy, wraps, front) in [
        ("", "", "", "5,5"),
        ("", "+", "-", "5,5"),
        ("", "-", "+", "5,5"),
        ("+", "", "+", "5,5"),
        ("-", "", "-", "5,5"),
        ("+", "+", "", "6,6"),
        ("+", "-", "+", "6,5"),
        ("-", "+", "-", "5,6"),
        ("-", "-", "", "6,6"),
    ] {
        leads(
            &format!("7k/8/8/4n{enemy}3/3B{own}4/8/8/K7 w - - move 5,5 - - - - 7"),
            "d4e5",
            &format!("7k/8/8/4B{wraps}3/8/8/8/K7 w - - card {front} - - - - 0"),
        );
    }
    // The checker of a pawn that is taken in passing joins too.
    leads(
        "7k/8/8/3p+P3/8/8/8/K7 w - d6 move 5,5 - - - - 7",
        "e5d6",
        "7k/8/3P-4/8/8/8/8/K7 w - - card 5,5 - - - - 0",
    );
}

#[test]
fn t6_no_piece_is_tarred_on_its_last_rank() {
    // By a card.
    leads(
        "7k/8/8/8/8/8/6K1/r7 w - - card 5,5 r - - - 0",
        "card:r tar:a1",
        "7k/8/8/8/8/8/6K1/r7 w - - draw 5,5 - - r - 0",
    );
    // By a throw.
    leads(
        "7k/8/8/8/8/8/R+5K1/1r6 w - - throw:a2 5,5 - - - - 0",
        "throw:b1",
        "7k/8/8/8/8/8/R5K1/1r6 w - - card 6,5 - - - - 0",
    );
    // By a capture.
    leads(
        "r+6k/8/8/8/8/8/8/R6K w - - move 5,5 - - - - 3",
        "a1a8",
        "R6k/8/8/8/8/8/8/7K w - - card 5,6 - - - - 0",
    );
    // It may carry there, and keeps what it carries as it promotes (T12).
    leads(
        "8/P+7/7k/8/8/8/8/7K w - - move 5,5 - - - - 3",
        "a7a8n",
        "N+7/8/7k/8/8/8/8/7K w - - card 5,5 - - - - 0",
    );
}

#[test]
fn t7_throws_are_left_out_where_none_is_legal() {
    let state = |fen: &str, step: &str| after(&game(), fen, step);
    let thrown = state("7k/8/8/8/8/8/4P3/3R+3K w - - move 5,5 - - - - 0", "d1d2");
    assert_eq!(steps(&game(), &thrown), "pass throw:e2");
    leads(
        "7k/8/8/8/8/8/4P3/3R+3K w - - move 5,5 - - - - 0",
        "d1d2 throw:e2",
        "7k/8/8/8/8/8/3RP+3/7K w - - card 5,5 - - - - 1",
    );
    leads(
        "7k/8/8/8/8/8/4P3/3R+3K w - - move 5,5 - - - - 0",
        "d1d2 pass",
        "7k/8/8/8/8/8/3R+P3/7K w - - card 5,5 - - - - 1",
    );
    let alone = state("7k/8/8/8/8/8/4P3/3R+3K w - - move 5,5 - - - - 0", "d1d5");
    assert_eq!(steps(&game(), &alone), "pass", "no piece is near, so the card comes next");
    // T11: the rook at e5 would attack the king.
    let check_info = state("7k/8/R+7/4r3/3K4/8/8/8 w - - move 5,5 - - - - 0", "a6e6");
    assert!(game().fen(&check_info).contains(" card "));
    let far = state("7k/8/R+7/4r3/8/8/8/3K4 w - - move 5,5 - - - - 0", "a6e6");
    assert_eq!(steps(&game(), &far), "pass throw:e5");
}

#[test]
fn t8_a_card_fits_own_pieces_only_where_its_kind_is_gone() {
    let plays = |placement: &str, front: &str| {
        let fen = format!("{placement} w - - card {front} Rrc - - - 0");
        steps(&game(), &after(&game(), &fen, ""))
    };
    assert_eq!(plays("7k/8/8/8/8/8/8/7K", "3,3"), "card:R card:c card:r pass");
    assert_eq!(plays("7k/8/8/8/8/8/8/7K", "0,3"), "card:c pass", "without a checker in front");
    let fen = "r6k/8/8/8/8/8/P7/7K w - - card 3,3 Rrc - - - 0";
    assert_eq!(steps(&game(), &after(&game(), fen, "card:R")), "tar:a2 tar:h1");
    assert_eq!(steps(&game(), &after(&game(), fen, "card:r")), "tar:a8");
    // T11: a kind with a piece that must not be tarred, and one that may.
    let fen = "r6k/8/8/4r3/3K4/8/8/8 w - - card 3,3 Rrc - - - 0";
    assert_eq!(steps(&game(), &after(&game(), fen, "card:r")), "tar:a8");
    // A rook that carries gets rid of its checker, and is none the faster.
    leads(
        "7k/8/8/4r+3/3K4/8/8/8 w - - card 3,3 Rrc - Q - 0",
        "card:r tar:e5",
        "7k/8/8/4r3/3K4/8/8/8 w - - draw 3,4 Rc - Q r 0",
    );
}

#[test]
fn t9_checkers_cards() {
    let fen = |front: &str, hand: &str, black: &str, draw: &str| {
        format!("8/8/7k/8/8/8/8/R6K w - - card {front} {hand} {black} {draw} - 0")
    };
    let placement = "8/8/7k/8/8/8/8/R6K";
    // The own color brings a checker, as long as there is an extra one.
    leads(
        &fen("6,3", "PPPPPC", "nbr", "pppp"),
        "card:C draw:p draw:p",
        &format!("{placement} b - - move 7,3 PPPPPpp nbr pp C 0"),
    );
    leads(
        &fen("12,3", "PPPC", "nbr", "-"),
        "card:C draw:C",
        &format!("{placement} b - - move 12,3 PPPC nbr - - 0"),
    );
    // The other color does nothing to a seat that has none.
    leads(
        &fen("6,0", "PPPPPc", "nb", "-"),
        "card:c draw:c",
        &format!("{placement} b - - move 6,0 PPPPPc nb - - 0"),
    );
    // A seat that has fewer cards than checkers does not discard.
    leads(
        &fen("6,5", "PPPPPc", "nbr", "pp"),
        "card:c return:front draw:p",
        &format!("{placement} b - - move 6,4 PPPPPp nbr p c 0"),
    );
    leads(
        &fen("6,3", "PPPPPc", "nbr", "pp"),
        "card:c return:front discard:b draw:p",
        &format!("{placement} b - - move 6,2 PPPPPp nr p bc 0"),
    );
}

#[test]
fn t9_checkers_return_from_under_any_piece() {
    let fen = "8/n+7/7k/8/8/P-7/8/R+6K w - - card 6,3 PPPPPc nbr pp - 0";
    assert_eq!(steps(&game(), &after(&game(), fen, "card:c")), "return:a3 return:a7 return:front");
    leads(fen, "card:c return:a7", "8/n7/7k/8/8/P-7/8/R+6K w - - draw 6,3 PPPPP nbr pp c 0");
}

#[test]
fn t10_draws() {
    // The discards become the draw pile when a card has to be drawn, even in the middle of drawing.
    let fen = "8/8/7k/8/8/8/8/R6K w - - card 6,3 PPPPPC nbr p - 0";
    leads(fen, "card:C draw:p", "8/8/7k/8/8/8/8/R6K w - - draw 7,3 PPPPPp nbr C - 0");
    leads(fen, "card:C draw:p draw:C", "8/8/7k/8/8/8/8/R6K b - - move 7,3 PPPPPCp nbr - - 0");
    // None is drawn where both are empty, and a pile that has run out stays so until then.
    let none = "8/8/7k/8/8/8/8/R6K w - - card 7,3 PPPPP nbr - - 0";
    leads(none, "pass", "8/8/7k/8/8/8/8/R6K b - - move 7,3 PPPPP nbr - - 0");
    let last = "8/8/7k/8/8/8/8/R6K w - - card 6,3 PPPPP nbr p Q 0";
    leads(last, "pass draw:p", "8/8/7k/8/8/8/8/R6K b - - move 6,3 PPPPPp nbr - Q 0");
    // The other seat does not draw, though it has got a checker back.
    leads(
        "8/8/7k/8/8/8/8/R-6K w - - card 6,3 PPPPPPR nbr pp - 0",
        "card:R tar:a1",
        "8/8/7k/8/8/8/8/R6K b - - move 6,4 PPPPPP nbr pp R 0",
    );
}

#[test]
fn t10_every_card_of_the_pile_is_as_likely() {
    let fen = "8/8/7k/8/8/8/8/R6K w - - draw 6,3 PPPPP nbr PPPQcc - 0";
    draws(&game(), fen, &[("draw:P", 0.5), ("draw:Q", 1.0 / 6.0), ("draw:c", 1.0 / 3.0)]);
}

#[test]
fn t11_what_a_seat_returns_is_free() {
    // Black frees the rook that then gives check to Black's king.
    let fen = "4k3/8/8/8/8/8/4R-3/7K w - - card 6,3 PPPPPc nbr pppp - 0";
    let checked = after(&game(), fen, "card:c return:e2 draw:p");
    assert_eq!(steps(&game(), &checked), "e8d7 e8d8 e8f7 e8f8");
    // White frees the king next to its own king, which cannot get away because it is tarred.
    let kings = "8/8/8/3k-4/3K-4/8/8/8 b - - card 3,3 pp Cnb pppp - 0";
    assert_eq!(steps(&game(), &after(&game(), kings, "card:C")), "return:d5 return:front");
    let mated = after(&game(), kings, "card:C return:d5 draw:p");
    assert_eq!(ending(&game(), &mated), (Reason::Checkmate, -1.0));
}

#[test]
fn t12_castling_needs_king_and_rook_without_checkers() {
    let king = |placement: &str| {
        let fen = format!("{placement} w KQ - move 3,3 - - - - 0");
        steps_from(&game(), &after(&game(), &fen, ""), "e1")
    };
    assert_eq!(king("4k3/8/8/8/8/8/3PPP2/R3K2R"), "e1c1 e1d1 e1f1 e1g1");
    assert_eq!(king("4k3/8/8/8/8/8/3PPP2/R+3K2R"), "e1d1 e1f1 e1g1");
    assert_eq!(king("4k3/8/8/8/8/8/3PPP2/R3K2R-"), "e1c1 e1d1 e1f1");
    assert_eq!(king("4k3/8/8/8/8/8/3PPP2/R3K+2R"), "e1d1 e1f1");
    assert_eq!(king("4k3/8/8/8/8/8/3PPP2/R3K-2R"), "");
    // The right stays, and no throw follows.
    leads(
        "4k3/8/8/8/8/8/8/R+3K2R w KQ - move 3,3 - - - - 0",
        "e1g1",
        "4k3/8/8/8/8/8/8/R+4RK1 w - - card 3,3 - - - - 1",
    );
    // A rook that is tarred attacks no cell that the king crosses.
    for (rook, free) in [("", "e1d1"), ("-", "e1d1 e1f1 e1f2 e1g1")] {
        let fen = format!("1k3r{rook}2/8/8/8/8/8/3PP3/4K2R w K - move 3,3 - - - - 0");
        assert_eq!(steps_from(&game(), &after(&game(), &fen, ""), "e1"), free);
    }
}

#[test]
fn t13_endings() {
    let ends = |fen: &str| ending(&game(), &after(&game(), fen, ""));
    // The pawn that could take the queen is tarred; cards do not help.
    assert_eq!(ends("7k/8/8/8/8/1q6/P-7/K7 w - - move 3,3 P p pp - 0"), (Reason::Stalemate, 0.0));
    assert_eq!(ends("7k/6Q1/6K1/8/8/8/8/8 b - - move 3,3 P p pp - 100"), (Reason::Checkmate, 1.0));
    assert_eq!(ends("7k/8/6K1/8/8/8/8/1Q6 w - - move 3,3 P p pp - 100"), (Reason::NoProgress, 0.0));
    // The clock ends a game at the beginning of a turn only.
    let last = "7k/8/6K1/8/8/8/8/1Q6 w - - move 3,3 PPP p pp - 99";
    let state = after(&game(), last, "b1b4");
    assert_eq!((game().outcome(&state), steps(&game(), &state).as_str()), (None, "card:P pass"));
    assert_eq!(ending(&game(), &after(&game(), last, "b1b4 pass")), (Reason::NoProgress, 0.0));
}

#[test]
fn t14_each_seat_numbers_the_cards_of_its_own_color_first() {
    let action = |frame: Frame, seat: &str, text: &str| {
        let game = ChessGame::new(
            TarPit::named("tar-pit-chess", &ids().next().expect("an id").1).expect("an id"),
            frame,
        );
        let fen = format!("7k/p7/8/8/8/8/P7/7K {seat} - - card 3,3 PCp Ppc - - 0");
        let state = after(&game, &fen, "");
        game.action(&state, game.read_step(&state, text).expect("a step"))
    };
    assert_eq!(action(Frame::Seat, "w", "card:P"), action(Frame::Seat, "b", "card:p"));
    assert_eq!(action(Frame::Seat, "w", "card:C"), action(Frame::Seat, "b", "card:c"));
    assert_eq!(action(Frame::Seat, "w", "card:p"), action(Frame::Seat, "b", "card:P"));
    assert_eq!(action(Frame::Board, "w", "card:P"), action(Frame::Board, "b", "card:P"));
}

#[test]
fn t14_refusals_give_reasons() {
    let says = |fen: &str, step: &str, reason: &str| {
        let state = after(&game(), fen, "");
        assert_eq!(game().read_step(&state, step), None, "{fen}: {step}");
        let message = game().explain_text(&state, step);
        assert!(message.contains(reason), "{message}");
    };
    let start = "4k3/8/8/3pR-3/8/8/P-6P/R3K2R- w KQ - move 3,3 P p - - 0";
    says(start, "pass", "must begin with a move (T3)");
    says(start, "card:P", "must begin with a move (T3)");
    says(start, "e5e7", "one cell straight ahead");
    says(start, "e5f6", "nothing to capture on f6");
    says(start, "a2a3", "a tarred pawn cannot move (T4)");
    says(start, "e1g1", "a checker on h1 (T12)");
    says(start, "a1a2", "by your own piece");
    says(start, "h2h5", "the pawn on h2 cannot move to h5");
    says("4k3/8/8/8/8/8/8/r3K2R w K - move 3,3 P p - - 0", "h1h2", "in check from a1");
    says("4r2k/8/8/8/8/8/4R3/4K3 w - - move 3,3 P p - - 0", "e2d2", "leave the king in check (T11)");
    let throw = "7k/8/4R+3/3pr3/3K4/8/P7/8 w - - throw:e6 5,5 - - - - 0";
    says(throw, "throw:e5", "would attack your king (T11)");
    says(throw, "throw:f6", "under a piece one cell away (T7)");
    says(throw, "throw:a2", "under a piece one cell away (T7)");
    says(throw, "e6e7", "or pass (T7)");
    let card = "7k/8/8/4r3/3K4/8/8/8 w - - card 3,3 Prc - - - 0";
    says(card, "card:r", "attack your king if tarred (T8, T11)");
    says(card, "card:k", "not in the hand (T8)");
    says(&card.replace("3,3", "0,3"), "card:P", "checker in front of you (T8)");
    says(card, "d4d3", "or pass (T8)");
    let tar = "r6k/8/8/4r3/3K4/8/8/8 w - - tar:r 3,3 P - - r 0";
    says(tar, "tar:e5", "would attack your king (T11)");
    says(tar, "tar:h8", "that the card fits (T8)");
    says(tar, "pass", "expected tar:");
    let returns = "7k/8/8/8/8/8/8/R-6K b - - return 3,0 P - - c 0";
    says(returns, "return:front", "in front of you (T9)");
    says(returns, "return:h1", "there is no checker of yours on h1 (T9)");
    says(returns, "pass", "expected return:front");
    let discard = "7k/8/8/8/8/8/8/R6K b - - discard 3,0 P p - c 0";
    says(discard, "discard:P", "not in the hand (T9)");
    says(discard, "pass", "expected discard:");
    let draw = "7k/8/8/8/8/8/8/R6K w - - draw 3,0 P p q c 0";
    says(draw, "draw:P", "not in the draw pile (T10)");
    says(draw, "pass", "expected draw:");
}

#[test]
fn t15_position_strings_that_cannot_be_are_refused() {
    let game = game();
    let with = |fields: &str| format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {fields}");
    assert!(game.read_fen(&with("w KQkq - move 6,6 PPNBCp RQKpnc PPPP - 0")).is_ok());
    refused(&game, &with("w KQkq - rest 6,6 - - - - 0"), "expected move, throw:");
    refused(&game, &with("w KQkq - tar:X 6,6 - - - - 0"), "expected move, throw:");
    refused(&game, &with("w KQkq - move 6 - - - - 0"), "as in 6,6");
    refused(&game, &with("w KQkq - move 6,13 - - - - 0"), "0 to 12");
    refused(&game, &with("w KQkq - move 6,6 PPPPPp QQ PPPP - 0"), "at most 8 cards 'P', got 9");
    refused(
        &game,
        &with("w KQkq - move 6,6 NNNNNNNN RRRRRRRR QQQQQnnnnnnnnrrrrrrrr - 0"),
        "at most 36 cards, got 37",
    );
    refused(&game, &with("w KQkq - move 6,6 CC - C - 0"), "must have at most 2 cards");
    refused(&game, &with("w KQkq - move 6,6 pP - - - 0"), "in the order");
    refused(&game, &with("w KQkq - move 6,6 ?? - - - 0"), "expected letters of cards");
    refused(&game, &with("w KQkq - move 6,6 - - - - 101"), "clock");
    refused(&game, &with("w KQkq e6 move 6,6 - - - - 0"), "just have passed");
    refused(&game, &with("b KQkq - throw:e2 6,6 - - - - 0"), "that carries a checker");
    refused(&game, &with("w KQkq - tar:P 6,6 - - - - 0"), "on the discard pile");
    refused(&game, &with("w KQkq - tar:P 0,6 - - - P 0"), "a checker in front");
    refused(&game, &with("b KQkq - return 6,0 - - - - 0"), "phase return needs a checker");
    refused(&game, &with("b KQkq - discard 6,6 - pp - - 0"), "more cards in hand than checkers");
    refused(&game, &with("w KQkq - draw 6,6 - - - PP 0"), "not empty (T10)");
    refused(&game, &with("w KQkq - draw 2,6 PP - p - 0"), "fewer cards in hand");
    refused(
        &tar_pit_chess("tar-pit-chess-plain"),
        &with("w KQkq - move 6,6 C - - - 0"),
        "must have at most 0 cards",
    );
    let few = |placement: &str| format!("{placement} w - - move 12,5 - - - - 0");
    refused(&game, &few("4k3/8/8/8/8/8/8/4K+3"), "twelve checkers");
    refused(&game, &few("R-3k3/8/8/8/8/8/8/4K3"), "on its last rank cannot be tarred (T6)");
    refused(&game, &few("4k3/8/8/8/8/Q7/PPPPPPPP/RNBQKBNR"), "more pieces than at the start");
    refused(&game, &few("4k3/8/8/8/8/8/8/8"), "White has no king");
    refused(&game, &few("4k3/8/8/8/8/8/4R3/4K3"), "the king of 'b' is in check after its own move");
    refused(
        &game,
        "4r3/8/8/8/8/8/4k3/4K3 w - - card 5,5 - - - - 0",
        "the king of 'w' is in check after its own move",
    );
    refused(&game, "7k/8/8/8/R+7/8/8/4K3 w - - throw:a4 5,5 - - - - 0", "skips this phase");
    // Without a piece that could give check the same stands.
    assert!(game.read_fen(&few("4k3/8/8/8/8/8/4R-3/4K3").replace("12,5", "5,5")).is_ok());
}

#[test]
fn t16_a_draw_is_seen_by_who_draws() {
    let fen = "8/8/7k/8/8/8/8/R6K w - - draw 6,3 PPPPP nbr PPQpcc - 0";
    let (game, state) = (game(), after(&game(), fen, ""));
    let step = Step::choice(DRAW + 4);
    assert_eq!(Seat::BOTH.map(|seat| game.step_text_for(&state, step, seat)), ["draw:Q", "draw:?"]);
    assert_eq!(game.observation_string(&state, Seat::ZERO), fen.replace("nbr PPQpcc", "??? ??????"));
    assert_eq!(
        game.observation_string(&state, Seat::ONE),
        fen.replace("PPPPP nbr PPQpcc", "????? nbr ??????")
    );
}

#[test]
fn t16_hands_of_the_other_seat_lie_face_down() {
    let fen = "7k/8/8/4r-3/8/8/RR+6/7K w - - throw:b2 6,4 PPc Qn nnk qq 0";
    let (game, state) = (game(), after(&game(), fen, ""));
    let shown = |viewer: Option<Seat>| {
        let told = |item: &Item| match &item.thing {
            Thing::Card(piece) | Thing::Piece(piece) => format!("{} {}", item.count, piece.text),
            thing => format!("{} {}", item.count, thing.name()),
        };
        let group = |group: &OffBoardGroup| group.items.iter().map(told).collect::<Vec<_>>().join(", ");
        game.off_board(&state, viewer).iter().map(group).collect::<Vec<_>>().join("; ")
    };
    let with = |white: &str, black: &str, draw: &str| {
        format!("{white}; 6 checker; 4 checker; {black}; 4 checker; 8 checker; {draw}; 2 q; ")
    };
    assert_eq!(shown(None), with("2 P, 1 c", "1 Q, 1 n", "2 n, 1 k"));
    assert_eq!(shown(Some(Seat::ZERO)), with("2 P, 1 c", "2 hidden", "3 hidden"));
    assert_eq!(shown(Some(Seat::ONE)), with("3 hidden", "1 Q, 1 n", "3 hidden"));
    let marks = |cell: u8| game.pieces(&state, cell, None)[0].marks.clone();
    let on_white = Mark::Checkers { seat: Some(Seat::ZERO), count: 1 };
    assert_eq!(marks(9), [on_white, Mark::Active]);
    assert_eq!(marks(36), [on_white, Mark::Tarred]);
    assert_eq!(marks(8), []);
}

#[test]
fn t16_each_seat_observes_its_own_color_first() {
    let game = game();
    let state = after(&game, "7k/8/8/4r-3/8/8/R+7/7K w - - card 6,3 PPPPc Qnn nnk q 0", "");
    let plane = |seat: Seat, name: &str| {
        let at = game.spec().planes.iter().position(|plane| plane == name).expect("a plane");
        let mut planes = vec![0f32; 64 * game.spec().planes.len()];
        game.write_observation(&state, seat, &mut planes);
        planes[64 * at..][..64].iter().sum::<f32>() / 64.0
    };
    for (seat, name, value) in [
        (0, "own pawn cards in hand", 0.5),
        (0, "enemy checkers cards in hand", 0.125),
        (0, "enemy's hand", 3.0 / 40.0),
        (1, "own knight cards in hand", 0.25),
        (1, "enemy queen cards in hand", 0.125),
        (1, "enemy pawn cards in hand", 0.0),
        (1, "own queen cards discarded", 0.125),
        (1, "own extra checkers", 0.75),
        (0, "own extra checkers", 1.0 / 3.0),
        (0, "own carrying pieces", 1.0 / 64.0),
        (1, "own tarred pieces", 1.0 / 64.0),
        (1, "enemy carrying pieces", 1.0 / 64.0),
        (0, "card to play", 1.0),
        (1, "to act", 0.0),
    ] {
        assert!(
            (plane(Seat::new(seat), name) - value).abs() < 1e-6,
            "{name} of seat {seat}: {}",
            plane(Seat::new(seat), name)
        );
    }
}

#[test]
fn t16_resampling_deals_what_is_not_seen() {
    let game = game();
    let drawn = |fen: &str, seat: Seat, times: u32| {
        let state = after(&game, fen, "");
        let (mut rng, mut hands, view) =
            (rng_for(4, 0, 0), BTreeMap::new(), game.observation_string(&state, seat));
        for _ in 0..times {
            let other = game.resample(&state, seat, &mut rng);
            assert_eq!(game.observation_string(&other, seat), view);
            let field = game.fen(&other).split(' ').nth(7 - seat.index()).map(String::from);
            *hands.entry(field.expect("a hand")).or_insert(0u32) += 1;
        }
        hands
    };
    // Five different cards, two of them in Black's hand.
    let hands = drawn("7k/8/8/8/8/8/8/7K w - - move 2,2 PQ pk NBn - 0", Seat::ZERO, 10_000);
    assert_eq!(hands.len(), 10);
    assert!(hands.values().all(|&times| (860..1140).contains(&times)), "{hands:?}");
    // Three cards of four are alike: White has two of them half of the time.
    let hands = drawn("7k/8/8/8/8/8/8/7K w - - move 2,2 pp PQ pk - 0", Seat::ONE, 8_000);
    assert_eq!(hands.keys().collect::<Vec<_>>(), ["pk", "pp"]);
    assert!(hands["pp"].abs_diff(4_000) < 200, "{hands:?}");
}
