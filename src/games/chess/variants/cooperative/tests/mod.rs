//! Tests named after the rules that they check.

mod seen;

use super::Cooperative;
use crate::game::roles::*;
use crate::game::{Actor, Frame, Reason, Rng, Seat, rng_for};
use crate::games::chess::game::ChessGame;
use crate::games::chess::kit::piles::Pile;
use crate::games::chess::kit::step::Step;
use crate::games::chess::tests::{after, draws, ending, refused, steps, steps_from};
use std::collections::BTreeMap;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

fn game() -> ChessGame<Cooperative> {
    ChessGame::new(Cooperative, Frame::Seat)
}

/// Checks the position string that steps lead to.
fn leads(fen: &str, steps: &str, to: &str) {
    assert_eq!(game().fen(&after(&game(), fen, steps)), to, "{fen}, then {steps}");
}

/// Checks that steps end a turn of White, where there is no card to draw.
fn passes(fen: &str, made: &str) {
    let state = after(&game(), fen, made);
    assert_eq!((state.position.seat, state.extra.active), (Seat::ONE, 0), "{fen}, then {made}");
}

/// Checks the legal steps after others.
fn may(fen: &str, made: &str, then: &str) {
    assert_eq!(steps(&game(), &after(&game(), fen, made)), then, "{fen}, then {made}");
}

#[test]
fn states_are_small() {
    assert!(size_of::<super::State>() <= 192, "{}", size_of::<super::State>());
}

#[test]
fn rule_6_1_three_cards_are_dealt_to_each() {
    let game = game();
    let mut dealt = BTreeMap::new();
    for number in 0..3_000 {
        let extra = game.start(&mut rng_for(7, 0, number)).extra;
        let [white, black] = extra.hands;
        assert_eq!([white.count(), black.count(), extra.pile.count()], [3, 3, 26]);
        assert_eq!(white.with(black).with(extra.pile), Pile::deck(0));
        for (card, many) in white.cards() {
            *dealt.entry(card.letter()).or_insert(0) += u32::from(many);
        }
    }
    // A quarter of the 9,000 cards are white pawns.
    assert!(dealt[&'P'].abs_diff(2_250) < 200 && dealt[&'k'].abs_diff(281) < 80, "{dealt:?}");
}

#[test]
fn rule_6_2_a_turn_goes_from_move_to_card_to_captures_to_draw() {
    let start = format!("{START} w KQkq -/- move - - NPb/Bnp KP -/-");
    leads(&start, "pass", &format!("{START} w KQkq -/- card - - NPb/Bnp KP -/-"));
    // No capture is possible: that part ends by itself.
    leads(&start, "pass card:P", &format!("{START} w KQkq -/- draw - - Nb/Bnp KP P/-"));
    leads(&start, "pass card:P draw:K", &format!("{START} b KQkq -/- move - - KNb/Bnp P P/-"));
    let last = format!("{START} w KQkq -/- move - - NPb/Bnp - -/-");
    leads(&last, "pass card:P", &format!("{START} b KQkq -/- move - - Nb/Bnp - P/-"));
    // Moves do not capture, and a pass ends the captures.
    let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - -/- move - - P/p K -/p";
    assert_eq!(steps_from(&game(), &after(&game(), fen, ""), "e4"), "e4e5");
    may(fen, "pass card:P", "e4d5 pass");
    leads(fen, "pass card:P pass", "4k3/8/8/3p4/4P3/8/8/4K3 w - -/- draw - - -/p K P/p");
}

#[test]
fn rule_6_2_every_card_of_the_pile_is_as_likely() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - -/- draw - - P/p QPPPpp P/-";
    draws(&game(), fen, &[("draw:P", 0.5), ("draw:Q", 1.0 / 6.0), ("draw:p", 1.0 / 3.0)]);
}

#[test]
fn rule_6_3_check_does_not_exist() {
    let fen = "4k3/8/8/8/8/8/4r3/R3K2R w KQ -/- move - - P/p - -/-";
    let king = steps_from(&game(), &after(&game(), fen, ""), "e1");
    assert_eq!(king, "e1c1 e1d1 e1d2 e1f1 e1f2 e1g1");
    leads(fen, "e1g1", "4k3/8/8/8/8/8/4r3/R4RK1 w - -/- card g1 - P/p - -/-");
    leads(fen, "e1d1", "4k3/8/8/8/8/8/4r3/R2K3R w - -/- card d1 - P/p - -/-");
    // All cells between king and rook are empty.
    let shut = fen.replace("R3K2R", "RN2KB1R");
    assert_eq!(steps_from(&game(), &after(&game(), &shut, ""), "e1"), "e1d1 e1d2 e1f2");
}

#[test]
fn rule_6_3_one_man_makes_all_moves_of_a_turn() {
    let fen = "4k3/8/8/3p1p2/8/2N3N1/8/4K3 w - -/- move - - N/p - -/pp";
    may(fen, "pass card:N", "c3d5 g3f5 pass");
    // The knight on g3 could capture too, but the first capture binds the later ones.
    leads(fen, "pass card:N c3d5", "4k3/8/8/3N1p2/8/6N1/8/4K3 b - -/- move - - -/p - N/p");
    // If one has moved, the other does not capture.
    passes(fen, "c3b5 card:N");
    may(&fen.replace("8/2N3N1", "4N3/6N1"), "e4c3 card:N", "c3d5 pass");
}

#[test]
fn rule_6_3_castling_is_the_kings_move() {
    let fen = "4k3/8/8/8/8/8/5p1p/4K2R w K -/- move - - KR/p - -/p";
    may(fen, "e1g1 card:K", "g1f2 g1h2 pass");
    // The rook has moved with the king, but it is not the man of this turn.
    leads(fen, "e1g1 card:R", "4k3/8/8/8/8/8/5p1p/5RK1 b - -/- move - - K/p - R/p");
}

#[test]
fn rule_6_4_kinds_match_and_colors_do_not_matter() {
    let fen = "4k3/8/8/2prb3/3P4/2B1N3/8/4K3 w - -/- move - - BPbn/p - -/TOP";
    let with = |top: &str| fen.replace("TOP", top);
    may(&with("p"), "pass card:P", "d4c5 pass");
    may(&with("P"), "pass card:P", "d4c5 pass");
    may(&with("B"), "pass card:P", "d4e5 pass");
    may(&with("r"), "pass card:n", "e3d5 pass");
    // Only what the top card says, and nothing without one.
    for (top, card) in [("pr", "P"), ("kb", "n"), ("-", "P"), ("p", "b")] {
        passes(&with(top), &format!("pass card:{card}"));
    }
}

#[test]
fn rule_6_4_a_promoted_man_counts_as_what_it_has_become() {
    let fen = "4k3/P1p5/8/8/8/8/P7/4K3 w - -/- move - - NP/p - -/p";
    leads(fen, "a7a8n card:N a8c7", "4k3/2N5/8/8/8/8/P7/4K3 b - -/- move - - P/p - N/-");
    // A pawn is left, so the pawn card is not wild.
    leads(fen, "a7a8n card:P", "N3k3/2p5/8/8/8/8/P7/4K3 b - -/- move - - N/p - P/p");
    may(&fen.replace("P7/4K3", "8/4K3"), "a7a8n card:P", "a8c7 pass");
}

#[test]
fn rule_6_5_a_missing_kind_makes_its_cards_wild() {
    // White has no rook: with White's rook card any man captures, but only men that match Black's card.
    let fen = "4k3/8/8/3pb3/3P4/4N3/8/4K3 w - -/- move - - RP/p - -/TOP";
    may(&fen.replace("TOP", "p"), "pass card:R", "e3d5 pass");
    may(&fen.replace("TOP", "b"), "pass card:R", "d4e5 pass");
    // Black has no rook: with Black's rook card any man can be captured.
    may(&fen.replace("TOP", "r"), "pass card:P", "d4e5 pass");
    may(&fen.replace("TOP", "r"), "pass card:R", "d4e5 e3d5 pass");
    // Whether a card is wild is evaluated for each card: when the last pawn has promoted, the pawn card is
    // wild. The rook's card does not match its color, so Black's next card is not.
    let fen = "r1n4k/1P6/8/8/8/8/8/7K w - -/- move - - P/p - -/nR";
    may(fen, "pass card:P", "b7a8b b7a8n b7a8q b7a8r pass");
    may(fen, "pass card:P b7a8q", "a8c8 pass");
    passes(&fen.replace("/8/7K", "/P7/7K"), "pass card:P b7a8q");
}

#[test]
fn rule_6_5_a_double_match_is_handed_on() {
    let fen = "q6k/8/n6b/8/p7/8/8/R6K w - -/- move - - Rr/p - -/kQbp";
    leads(fen, "pass card:R a1a4", "q6k/8/n6b/8/R7/8/8/7K w - -/- take a4 wild r/p - R/kQb");
    may(fen, "pass card:R a1a4", "a4a6 pass");
    // The bishop card is wild, and matches doubly again; the queen card has another color.
    may(fen, "pass card:R a1a4 a4a6", "a6a8 a6h6 pass");
    leads(fen, "pass card:R a1a4 a4a6 a6h6", "q6k/8/7R/8/8/8/8/7K w - -/- take h6 - r/p - R/k");
    let taken = after(&game(), fen, "pass card:R a1a4 a4a6 a6h6 h6h8");
    assert_eq!(ending(&game(), &taken), (Reason::KingCaptured, 3.0));
    // A card of the other color than the man that captures with it.
    leads(fen, "pass card:r a1a4", "q6k/8/n6b/8/R7/8/8/7K b - -/- move - - R/p - r/kQb");
    // The gift is for this turn only.
    leads(fen, "pass card:R a1a4 pass", "q6k/8/n6b/8/R7/8/8/7K b - -/- move - - r/p - R/kQb");
}

#[test]
fn rule_6_6_a_right_to_capture_in_passing_lasts_a_turn() {
    let fen = "4k3/8/8/3p4/3pP3/8/8/R3K3 b - e3/- move - - -/qp KQ P/-";
    may(fen, "pass card:p", "d4e3 d5e4 pass");
    leads(fen, "pass card:p d4e3", "4k3/8/8/3p4/8/4p3/8/R3K3 b - -/- draw - - -/q KQ -/p");
    // It is written until the draw, though the pawn has been captured on its own cell.
    let taken = "4k3/8/8/8/3pp3/8/8/R3K3 b - e3/- draw - - -/q KQ -/p";
    leads(fen, "pass card:p d5e4", taken);
    leads(fen, "pass card:p d5e4 draw:K", "4k3/8/8/8/3pp3/8/8/R3K3 w - -/- move - - -/Kq Q -/p");
    // The captured man and the capturing man are pawns.
    may(&fen.replace("P/-", "R/-"), "pass card:p", "draw:K draw:Q");
    may(&fen.replace("4k3", "q3k3"), "pass card:q", "draw:K draw:Q");
    may(fen, "pass card:q", "d4e3 d5e4 pass");
}

#[test]
fn rule_6_6_not_if_the_pawn_captures_in_the_turn_of_its_double_step() {
    let fen = "4k3/8/8/3p4/8/8/4P3/4K3 w - -/- move - - QP/p - -/p";
    leads(fen, "e2e4 card:P", "4k3/8/8/3p4/4P3/8/8/4K3 w - -/e3 take e4 - Q/p - P/p");
    leads(fen, "e2e4 card:P e4d5", "4k3/8/8/3P4/8/8/8/4K3 b - -/- move - - Q/p - P/-");
    leads(fen, "e2e4 card:P pass", "4k3/8/8/3p4/4P3/8/8/4K3 b - e3/- move - - Q/p - P/p");
}

#[test]
fn rule_6_7_a_king_is_worth_the_kinds_that_are_gone() {
    for (placement, score) in [
        ("r3k2r/8/8/8/8/8/4Q3/4K3 w kq", 3.0),
        ("4k3/8/8/8/8/8/4Q3/4K3 w -", 4.0),
        ("rnb1kbnr/pppp1ppp/8/8/8/8/4Q3/4K3 w kq", 0.0),
    ] {
        let state = after(&game(), &format!("{placement} -/- move - - Q/p - -/k"), "pass card:Q e2e8");
        assert_eq!(ending(&game(), &state), (Reason::KingCaptured, score));
        assert_eq!(game().outcome(&state).expect("over").returns.seats(2), [score; 2]);
        // A king who is captured takes no right away (2.2.2), and the string can be read.
        let fen = game().fen(&state);
        assert_eq!(fen.split(' ').nth(2), placement.split(' ').nth(2));
        assert_eq!((game().actor(&after(&game(), &fen, "")), game().mid_turn(&state)), (Actor::Over, false));
    }
    // The queen goes too.
    let last = after(&game(), "3k4/4P3/8/8/8/8/8/4K3 w - -/- move - - P/p - -/k", "pass card:P e7d8q");
    assert_eq!(ending(&game(), &last), (Reason::KingCaptured, 4.0));
    let king = after(&game(), "8/8/8/8/8/8/4k3/4K3 w - -/- move - - K/p - -/k", "pass card:K e1e2");
    assert_eq!(ending(&game(), &king), (Reason::KingCaptured, 5.0));
}

#[test]
fn rule_6_7_who_has_no_card_at_the_beginning_of_a_turn_has_lost_for_both() {
    let fen = "4k3/8/8/8/8/8/8/4K3 b - -/- move - - -/p - K/-";
    let state = after(&game(), fen, "e8e7 card:p");
    assert_eq!(ending(&game(), &state), (Reason::OutOfCards, -1.0));
    assert_eq!(game().outcome(&state).expect("over").returns.seats(2), [-1.0; 2]);
}

#[test]
fn actions_of_cards_begin_with_the_own_color() {
    let action = |frame: Frame, seat: &str, text: &str| {
        let game = ChessGame::new(Cooperative, frame);
        let fen = format!("7k/p7/8/8/8/8/P7/7K {seat} - -/- card - - KPp/Pkp - -/-");
        let state = after(&game, &fen, "");
        game.action(&state, game.read_step(&state, text).expect("a step"))
    };
    assert_eq!(action(Frame::Seat, "w", "card:P"), action(Frame::Seat, "b", "card:p"));
    assert_eq!(action(Frame::Seat, "w", "card:K"), action(Frame::Seat, "b", "card:k"));
    assert_eq!(action(Frame::Seat, "w", "card:p"), action(Frame::Seat, "b", "card:P"));
    assert_eq!(action(Frame::Board, "w", "card:P"), action(Frame::Board, "b", "card:P"));
}

#[test]
fn refusals_give_reasons() {
    let says = |fen: &str, made: &str, step: &str, reason: &str| {
        let state = after(&game(), fen, made);
        assert_eq!(game().read_step(&state, step), None, "{fen}: {step}");
        let message = game().explain_text(&state, step);
        assert!(message.contains(reason), "{message}");
    };
    let fen = "r3k2r/8/8/3pb3/2PPN3/8/8/R3KN1R w KQkq -/- move - - NPbn/p K -/pb";
    says(fen, "", "card:N", "must begin with a move or pass (6.2)");
    says(fen, "", "c4d5", "captures are made after playing a card (6.2)");
    says(fen, "", "c4b5", "b5 only to capture");
    says(fen, "", "e1g1", "f1 is occupied");
    says(fen, "", "a8a7", "belongs to the opponent");
    says(fen, "e4g3", "g3e2", "expected card: and a card of the hand (6.2)");
    says(fen, "e4g3", "pass", "expected card: and a card of the hand (6.2)");
    says(fen, "e4g3", "card:Q", "this card is not in the hand (6.2)");
    says(
        fen,
        "pass card:P",
        "c4d5",
        "the top card 'b' of your partner does not let a pawn be captured (6.4)",
    );
    says(fen, "pass card:P", "d4d5", "d5 is occupied");
    says(fen, "pass card:P", "c4c5", "only captures are possible (6.2)");
    says(fen, "pass card:P", "e1c1", "only captures are possible (6.2)");
    says(fen, "pass card:P", "card:N", "expected a capture, or pass (6.2)");
    says(
        &fen.replace("PPN3", "PP1N2"),
        "pass card:P",
        "a1a8",
        "your top card 'P' does not let a rook capture (6.4)",
    );
    says(fen, "pass card:n", "draw:Q", "this card is not in the draw pile (6.2)");
    says(fen, "pass card:n", "pass", "expected draw: and a card of the draw pile (6.2)");
    let pawns = "4k3/8/8/3pp3/8/2PP4/8/4K3 w - -/- move - - P/p - -/p";
    says(pawns, "d3d4 card:P", "c3c4", "made with the same piece, which is on d4 (6.3)");
    let taken = "4k3/8/8/3p4/3pP3/8/8/4K3 b - e3/- move - - -/p - PP/-";
    says(taken, "", "d4e3", "captures are made after playing a card (6.2)");
    let gone = "4k3/8/8/8/3p1N2/6p1/5P2/4K3 b - e3/- take - - -/- - P/p";
    says(gone, "", "d4e3", "has left the board (6.6)");
    let met = "4k3/8/8/8/3pP3/4n1p1/5P2/4K3 b - e3/- take - - -/- - P/p";
    says(met, "", "d4e3", "e3 is occupied by your own piece");
    let rook = "4k3/8/8/8/3pP3/2R5/8/4K3 b - e3/- take - - -/- - R/p";
    says(rook, "", "d4e3", "does not let a pawn be captured (6.4)");
}

#[test]
fn rule_6_8_position_strings_that_cannot_be_are_refused() {
    let game = game();
    let with = |fields: &str| format!("{START} {fields}");
    assert!(game.read_fen(&with("w KQkq -/- move - - NPb/Bnp KQRRBNPPPPPPPkqrrbnppppppp -/-")).is_ok());
    refused(&game, &with("w KQkq - move - - NPb/Bnp K -/-"), "separated by '/' (6.8)");
    refused(&game, &with("w KQkq -/- rest - - NPb/Bnp K -/-"), "expected move, card, take or draw");
    refused(&game, &with("w KQkq -/- move a1 - NPb/Bnp K -/-"), "expected '-' in phases move and draw (6.8)");
    refused(&game, &with("w KQkq -/- card a8 - NPb/Bnp K -/-"), "a piece of the seat to act (6.3)");
    refused(&game, &with("w KQkq -/- card x - NPb/Bnp K -/-"), "expected a cell");
    refused(&game, &with("w KQkq -/- card a1 wild NPb/Bnp K -/-"), "a card is wild only in phase take");
    refused(&game, &with("w KQkq -/- card a1 yes NPb/Bnp K -/-"), "expected 'wild'");
    refused(&game, &with("w KQkq -/- move - - NPb K -/-"), "White's and Black's cards");
    refused(&game, &with("w KQkq -/- move - - PN/- K -/-"), "in the order KQRBNPkqrbnp");
    refused(&game, &with("w KQkq -/- move - - ?/- K -/-"), "in the order");
    refused(&game, &with("w KQkq -/- move - - C/- K -/-"), "in the order");
    refused(&game, &with("w KQkq -/- move - - K/- K -/-"), "expected at most 1 cards 'K'");
    refused(&game, &with("w KQkq -/- move - - P/- K PPPP/PPPP"), "at most 8 cards 'P'");
    refused(&game, &with("w KQkq -/- move - - P/- K C/-"), "bottom to top");
    refused(&game, &with("w KQkq -/- card - - -/P K -/-"), "phase card needs a card in the hand");
    refused(&game, &with("w KQkq -/- take - - P/P K P/p"), "needs a possible capture");
    refused(&game, &with("w KQkq -/- draw - - P/P - P/p"), "phase draw needs a card");
    refused(&game, &with("w KQkq e6/- move - - P/P K -/-"), "have passed over the first cell");
    refused(&game, &with("w KQkq -/e3 move - - P/P K -/-"), "have passed over the second cell");
    let passed = "4k3/8/8/8/4P3/8/8/4K3 w - -/e3 PHASE - P/p K -/-";
    assert!(game.read_fen(&passed.replace("PHASE", "card e4")).is_ok());
    assert!(game.read_fen(&passed.replace("PHASE", "draw -")).is_ok());
    refused(&game, &passed.replace("PHASE", "card e1"), "second cell");
    refused(&game, &passed.replace("PHASE", "card -"), "second cell");
    let open = "4k3/8/8/8/8/8/8/8 b - -/- PHASE - P/p K -/P";
    refused(&game, &open.replace("PHASE", "move -"), "White has no king");
    refused(&game, &open.replace("PHASE", "take -"), "White has no king");
    assert!(game.read_fen(&open.replace("PHASE", "take e8")).is_ok());
    refused(&game, &open.replace(" b ", " w ").replace("PHASE", "take -"), "White has no king");
    refused(&game, "8/8/8/8/8/8/8/8 b - -/- take e8 - P/p K -/P", "seat to act");
    refused(&game, "4k3/8/8/8/8/8/8/3KK3 w - -/- move - - P/p K -/P", "more than one king");
    refused(&game, "4k2P/8/8/8/8/8/8/4K3 w - -/- move - - P/p K -/P", "pawn cannot stand");
    // A castling right remains although its king is gone, since the king was captured on its first cell.
    let gone = "r3Q2r/8/8/8/8/8/8/4K3 w kq -/- take e8 - -/p - Q/-";
    assert!(game.read_fen(gone).is_ok());
    refused(&game, &gone.replace("r3Q2r", "r2Q3r").replace("e8", "d8"), "first cells");
}

/// Plays random games and checks what both seats together can work out: every card is somewhere.
#[test]
fn cards_neither_come_nor_go() {
    let game = game();
    for number in 0..200 {
        let mut rng: Rng = rng_for(11, 0, number);
        let mut state = game.start(&mut rng);
        while let Some(step) = game.random_step(&state, &mut rng) {
            game.apply(&mut state, step);
            let extra = &state.extra;
            let piles = [extra.hands[0], extra.hands[1], extra.pile, extra.captured];
            let all = piles.into_iter().chain(extra.stacks.map(|stack| stack.pile()));
            let counts = all.clone().map(|pile| u32::from(pile.count())).sum::<u32>();
            assert_eq!(counts, 32, "{}", game.fen(&state));
            assert_eq!(all.fold(Pile::default(), Pile::with), Pile::deck(0));
            // For each card that was captured a man is gone.
            let pieces = state.position.pieces.occupied().count_ones();
            assert_eq!(pieces + u32::from(extra.captured.count()), 32, "{}", game.fen(&state));
        }
    }
}

#[test]
fn choices_that_are_not_legal_do_no_harm() {
    let game = game();
    for phase in ["move - -", "card - -", "take - -", "draw - -"] {
        let fen = format!("4k3/8/8/3p4/4P3/8/8/4K3 w - -/- {phase} PPPP/kp QPp P/rp");
        let state = after(&game, &fen, "");
        for number in (0..64).chain([0xFFF]) {
            let mut other = state;
            game.apply(&mut other, Step::choice(number));
            game.fen(&other);
        }
    }
}
