//! Tests named after the rules that they check.

use super::choices::BIDS;
use super::layout::{deck, laid};
use super::*;
use crate::game::roles::*;
use crate::game::{harness, rng_for};
use crate::games::chess::kit::bitboard::{bit, cells};
use crate::games::chess::kit::piles::Card;
use crate::games::chess::kit::placement;
use crate::games::chess::tests::{after, steps, steps_from};

const BOARD: &str = "5Q2/b6K/1B1n1N2/R5q1/1r2b3/1r1n1N2/5k2/2B3R1";

fn course() -> Golf {
    named("chess-golf")
}

fn solo() -> Golf {
    named("chess-golf-solo")
}

fn named(id: &str) -> Golf {
    let (_, options) = ids().find(|(known, _)| known == id).expect("an id");
    Golf::named(id, &options, Frame::Seat).expect("an id")
}

/// A course for one in the first hole, on a board, with chosen cards.
fn playing(board: &str, chosen: &str) -> String {
    let mut pile: String = "KQRRBBNNkqrrbbnn".into();
    chosen.chars().for_each(|card| pile = pile.replacen(card, "", 1));
    format!("{board} 0 play 1 {} 0 {chosen} {pile} - 0 - 0 0 {board} - 0 - {chosen} -", chosen.len())
}

/// A course for two, bids to be made.
fn bidding(board: &str, hole: u8, rest: &str) -> String {
    format!("{board} 0 bid {hole} 2 {rest} Kb QRRBBNNkqrrbnn - 0 -/- 0/0 0/0 {board} - 0 - - -")
}

fn fields(golf: &Golf, state: &State) -> Vec<String> {
    golf.fen(state).split(' ').map(String::from).collect()
}

#[test]
fn rule_7a1_men_are_laid_out_with_their_gaps() {
    let order = "BRkrnNrbRqBnNbKQ".chars().map(|card| Card::read(&card.to_string()).expect("a card"));
    let mut text = String::new();
    placement::write_pieces(&laid(order), &mut text);
    assert_eq!(text, BOARD);
    assert_eq!(usize::from(deck().count()), MEN);
    let mut rng = rng_for(1, 0, 0);
    for _ in 0..50 {
        let state = solo().start(&mut rng);
        assert_eq!(course::pile_of(&state.pieces), deck());
        assert!(state.pieces.occupied() >> 62 == 0, "two cells stay free at the end");
    }
}

#[test]
fn rule_7a2_neighbors_of_the_own_color_lend_their_ways() {
    let state = |board: &str, cards: &str| after(&solo(), &playing(board, cards), "");
    // The rook next to a knight hops, the knight next to the rook goes along lines, blocked by all men.
    let two = state("8/8/8/8/8/2n5/8/RN6", "RN");
    assert_eq!(steps_from(&solo(), &two, "a1"), "a1b3 a1c2");
    assert_eq!(
        steps_from(&solo(), &two, "b1"),
        "b1a1 b1b2 b1b3 b1b4 b1b5 b1b6 b1b7 b1b8 b1c1 b1d1 b1e1 b1f1 b1g1 b1h1"
    );
    // A neighbor of the other color lends nothing; white men that touch do not move as kings.
    let other = state("8/8/8/8/8/8/7k/RN5q", "RN");
    assert_eq!(steps_from(&solo(), &other, "h1").split(' ').count(), 2, "as its king");
    assert_eq!(steps_from(&solo(), &state("8/8/8/8/8/8/N7/R6q", "RN"), "h1"), "h1g1 h1g2 h1h2");
}

#[test]
fn rule_7a3_men_apart_move_as_kings() {
    let state = after(&solo(), &playing("8/8/8/8/8/8/8/K6k", "Kk"), "");
    assert_eq!(steps(&solo(), &state), "a1a2 a1b1 a1b2 h1g1 h1g2 h1h2 pass");
    let touching = after(&solo(), &playing("8/8/8/8/8/8/8/KN5k", "Kk"), "");
    assert_eq!(steps_from(&solo(), &touching, "h1"), "h1g1 h1g2 h1h2", "each color by itself");
    assert_eq!(steps_from(&solo(), &touching, "a1"), "a1b3 a1c2", "the king as the knight");
}

#[test]
fn rule_7a4_only_the_goal_is_captured() {
    // Two white rooks chosen: one takes the other, though they are of one color.
    let two = after(&solo(), &playing("8/8/8/8/8/8/8/RR5q", "RR"), "");
    assert!(steps_from(&solo(), &two, "a1").contains("a1b1"));
    // One rook card and one of the knight: no rook takes a rook, the knight takes either.
    let one = after(&solo(), &playing("8/8/8/8/8/8/R7/RN5q", "RN"), "");
    assert!(!steps_from(&solo(), &one, "a1").contains("a1a2"));
    assert!(steps_from(&solo(), &one, "b1").contains("b1a1"));
    // The first capture fixes the taker, and strikes both cards off.
    let game = named("chess-golf-solo-3");
    let mut state = after(&game, &playing("8/8/8/8/8/8/8/RRNqk3", "RNq"), "b1c1");
    assert_eq!(fields(&game, &state)[16..], ["R", "q", "N"]);
    assert!(steps_from(&game, &state, "a1").split(' ').all(|step| step != "a1c1"), "a knight has been taken");
    let refused = game.explain_text(&state, "d1c1");
    assert!(refused.contains("only the pieces R can capture"), "{refused}");
    state = after(&game, &playing("8/8/8/8/8/8/8/RRNqk3", "RNq"), "b1c1 e1d2");
    assert_eq!(state.phase, Phase::Play);
}

#[test]
fn rule_7b2_zeros_are_bids_and_holes_without_others_are_over() {
    let golf = course();
    let state = after(&golf, &bidding(BOARD, 1, "0"), "bid:0 bid:0");
    assert_eq!(fields(&golf, &state)[1..13].join(" "), "* draw 2 2 0 - QRRBBNNkqrrbnn Kb 1 -/- 0/0 0/0");
    assert_eq!(state.pieces, state.start);
}

#[test]
fn rule_7b3_sheets_follow_failures_and_successes() {
    let golf = course();
    let board = "2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2";
    let sheet = |steps: &str| {
        let state = after(&golf, &bidding(board, 1, "0"), steps);
        (state.seat, state.sheet, state.totals)
    };
    // The seat that bid 0 gets one more than the highest.
    assert_eq!(sheet("bid:0 bid:4 e5g6 g6h5 h5h2"), (Seat::ONE, [5, 4], [0, 0]));
    // A failure counts one more than the current number of the other seat; zeros stay zeros if no seat
    // succeeds.
    assert_eq!(sheet("bid:0 bid:4 pass"), (Seat::ZERO, [0, 0], [0, 1]));
    assert_eq!(sheet("bid:3 bid:5 pass pass"), (Seat::ZERO, [0, 0], [6, 7]));
    assert_eq!(
        sheet("bid:3 bid:5 e5g6 g6h5 h5g6"),
        (Seat::ONE, [6, 5], [0, 0]),
        "three moves were not enough"
    );
    let tied = after(&golf, &bidding(board, 1, "0"), "bid:4 bid:4");
    assert_eq!(tied.seat, Seat::ZERO, "the dealer is first");
}

#[test]
fn rule_7b6_equal_bids_raise_the_number_of_cards() {
    let golf = course();
    let mut state = after(&golf, &bidding(BOARD, 1, "0"), "bid:1 bid:1 pass pass");
    assert_eq!((state.phase, state.rise, steps(&golf, &state)), (Phase::Level, true, "deal:2 deal:3".into()));
    let refused = golf.explain_text(&state, "deal:4");
    assert!(refused.contains("deal:2 or deal:3") && refused.contains("7B"), "{refused}");
    let same = after(&golf, &golf.fen(&state), "deal:2 draw:Q draw:R bid:0 bid:2 pass");
    assert_eq!((same.k, same.rise, same.phase), (2, true, Phase::Level), "asked again, in every hole");
    let step = golf.read_step(&state, "deal:3").expect("legal");
    golf.apply(&mut state, step);
    assert_eq!((state.k, state.rise), (3, false));
}

#[test]
fn rule_7b2_discards_come_back_when_too_few_cards_are_left() {
    let fen = format!("{BOARD} 0 play 8 3 0 KQR b RBBNNkqrrbnn 0 - 0 77 {BOARD} - 0 - KQR -");
    let golf = named("chess-golf-solo-3");
    let state = after(&golf, &fen, "pass");
    assert_eq!((state.pile, state.discards.is_empty()), (deck(), true));
}

#[test]
fn rule_7b2_men_are_put_back_kings_first() {
    let golf = named("chess-golf-solo-3");
    let fen = "R7/8/8/8/8/8/8/7R 0 place 1 3 0 RKq QRBBNNkrrbbnn - 0 - 5 0 RR6/8/8/8/8/8/8/K6q - 5 R - Kq";
    let state = after(&golf, fen, "");
    assert_eq!(state.returning().map(Card::letter), Some('K'));
    let state = after(&golf, fen, "place:d4");
    assert_eq!(fields(&golf, &state)[0], "R7/8/8/8/3K4/8/8/7R");
    let refused = golf.explain_text(&state, "place:d4");
    assert!(refused.contains("d4 is occupied") && refused.contains("7B.2"), "{refused}");
    let state = after(&golf, fen, "place:d4 place:a1");
    assert_eq!(fields(&golf, &state)[..3], ["R7/8/8/8/3K4/8/8/q6R", "*", "draw"]);
}

#[test]
fn rule_7c1_who_plays_alone_has_ten_moves() {
    let golf = solo();
    let state = after(&golf, &playing("8/8/8/8/8/8/8/K6k", "Kk"), &"a1a2 a2a1 ".repeat(5));
    assert_eq!((state.hole, state.totals[0], state.pieces), (2, 11, state.start));
    let state = after(&golf, &playing("8/8/8/8/8/8/8/K1k5", "Kk"), "a1b1 b1c1 place:h8");
    assert_eq!((state.hole, state.totals[0]), (2, 2));
    assert_eq!(fields(&golf, &state)[0], "7k/8/8/8/8/8/8/2K5");
}

#[test]
fn rule_7c2_scores_are_strokes() {
    for (id, fewest) in [("chess-golf-solo", 9.0), ("chess-golf-solo-3", 18.0)] {
        let scores = named(id).spec().scores;
        assert_eq!((scores.min_return, scores.max_return), (-99.0, -fewest), "{id}");
    }
    assert_eq!(course().spec().scores, Scores::win(&[0, 1]));
}

#[test]
fn rule_7d1_a_bid_is_hidden_until_both_are_made() {
    let golf = course();
    let state = after(&golf, &bidding(BOARD, 1, "0"), "bid:3");
    let view = golf.observation_string(&state, Seat::ONE);
    assert_eq!(view.split(' ').nth(10), Some("?/-"));
    assert_eq!(golf.observation_string(&state, Seat::ZERO), golf.fen(&state));
    let open = after(&golf, &bidding(BOARD, 1, "0"), "bid:3 bid:5");
    assert!(golf.observation_string(&open, Seat::ONE) == golf.fen(&open));
    let (mut rng, mut drawn) = (rng_for(2, 0, 0), [0u32; BIDS]);
    for _ in 0..5500 {
        let other = golf.resample(&state, Seat::ONE, &mut rng);
        assert_eq!(golf.observation_string(&other, Seat::ONE), view);
        drawn[usize::from(other.bids[0].expect("made"))] += 1;
        assert_eq!(golf.resample(&state, Seat::ZERO, &mut rng), state, "seat 0 knows its own");
    }
    assert!(drawn.iter().all(|&times| times.abs_diff(500) < 100), "{drawn:?}");
    let bid = golf.read_step(&state, "bid:5").expect("legal");
    assert_eq!(golf.step_text_for(&state, bid, Seat::ZERO), "bid:5", "both are in");
    let first = after(&golf, &bidding(BOARD, 1, "0"), "");
    assert_eq!(Seat::BOTH.map(|seat| golf.step_text_for(&first, bid, seat)), ["bid:5", "bid:?"]);
}

#[test]
fn moves_are_refused_with_their_rules() {
    let state = after(&solo(), &playing("2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2", "Kb"), "");
    for (text, reason) in [
        ("e4e5", "there is no piece on e4"),
        ("a2a3", "no neighbor of its color to move like (7A.2)"),
        ("e5e6", "can only move like its neighbors: knight (d6) (7A.2)"),
        ("b6e6", "the path is blocked on d6 (7A.2)"),
        ("b5b6", "r is not among the cards Kb (7A.4)"),
        ("e5e5", "another cell"),
        ("e5", "expected two cells, as in e5g6 (7A.5)"),
        ("place:a1", "expected a move such as e5g6"),
        ("bid:3", "expected two cells, as in e5g6 (7A.5)"),
        ("e5g6q", "expected two cells, as in e5g6 (7A.5)"),
    ] {
        let refused = solo().explain_text(&state, text);
        assert!(refused.contains(reason), "{text}: {refused}");
        assert_eq!(solo().read_step(&state, text), None, "{text}");
    }
}

#[test]
fn positions_that_no_course_has_are_refused() {
    let (two, one) = (course(), solo());
    let first = format!("{BOARD} * draw 1 2 0 - KQRRBBNNkqrrbbnn - 0 -/- 0/0 0/0 {BOARD} - 0 - - -");
    assert!(two.read_fen(&first).is_ok());
    for (from, to, reason) in [
        ("1 2 0", "0 2 0", "expected a hole from 1 to 9"),
        ("1 2 0", "10 2 0", "expected a hole from 1 to 9"),
        ("1 2 0", "1 3 0", "cards in hole 1, got 3"),
        ("1 2 0", "1 2 1", "only after a hole with equal bids"),
        ("* draw", "0 draw", "expected '*'"),
        ("* draw", "0 level", "only after a hole"),
        ("* draw", "0 play", "cannot have been drawn in this phase"),
        ("- KQRRBB", "K KQRRBB", "all sixteen"),
        ("nn - 0 -/-", "nn - 0 3/-", "the bids do not fit the phase and the seat to act"),
        ("nn - 0 -/-", "nn - 0 -", "one entry for each seat"),
        ("-/- 0/0 0/0", "-/- 1/0 0/0", "before the first move of a hole"),
        ("-/- 0/0 0/0", "-/- 0/0 1/0", "a total of 1 is not possible in 0 holes"),
        ("- 0 - - -", "- 1 - - -", "before the first move of a hole"),
        ("- 0 - - -", "- 0 - - K", "before the first move of a hole"),
        ("5Q2", "5P2", "no pawns"),
    ] {
        let text = first.replacen(from, to, 1);
        let refused = two.read_fen(&text).expect_err(&text).to_string();
        assert!(refused.contains(reason), "{text}: {refused}");
    }
    let play = playing("8/8/8/8/8/8/8/RRK2qk1", "RK");
    assert!(one.read_fen(&play).is_ok());
    for (from, to, reason) in [
        ("- 0 - RK -", "- 0 - R -", "before the first capture, all cards must be left"),
        ("- 0 - RK -", "- 2 R - -", "must be one of the taker"),
        ("- 0 - RK -", "- 2 R K -", "expected captured men"),
        ("- 0 - RK -", "- 10 - RK -", "moves made, got 10"),
        ("0 play", "0 place", "expected a taker"),
        ("8/RRK2qk1 0", "7R/R1K2qk1 0", "0 moves cannot lead"),
        ("8/RRK2qk1 0", "8/R1K2qk1 0", "those of the start of the hole"),
    ] {
        let text = play.replacen(from, to, 1);
        let refused = one.read_fen(&text).expect_err(&text).to_string();
        assert!(refused.contains(reason), "{text}: {refused}");
    }
}

#[test]
fn both_seats_observe_men_in_their_own_colors() {
    let (golf, mut rng) = (solo(), rng_for(1, 0, 0));
    let state = golf.start(&mut rng);
    for cell in cells(state.pieces.occupied()) {
        let piece = &golf.pieces(&state, cell, None)[0];
        let white = state.pieces.sides[0] & bit(cell) != 0;
        assert_eq!(
            (piece.seat, piece.color),
            (None, Some(if white { SeatColor::White } else { SeatColor::Black }))
        );
    }
}

#[test]
fn the_contract_holds_with_all_turns_of_the_board() {
    let golf = course();
    let names: Vec<&str> = golf.symmetries().iter().map(|symmetry| symmetry.name.as_str()).collect();
    assert_eq!(names.len(), 7, "{names:?}");
    harness::check(&golf, 3, 7);
    harness::check(&solo(), 3, 7);
}
