//! What seats see of hands and pile, and what is shown of them (6.9).

use super::game;
use crate::game::roles::*;
use crate::game::{CellMark, Item, Mark, OffBoardGroup, Seat, Thing, rng_for};
use crate::games::chess::game::ChessGame;
use crate::games::chess::kit::piles::Card;
use crate::games::chess::kit::step::Step;
use crate::games::chess::tests::after;
use crate::games::chess::variants::cooperative::{Cooperative, DRAW, State};
use std::collections::BTreeMap;

#[test]
fn rule_6_9_hands_and_pile_are_hidden() {
    let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - -/- draw - - NPb/kq QPpp R/rn";
    let (game, state) = (game(), after(&game(), fen, ""));
    let step = Step::choice(DRAW + Card::read("Q").expect("a card").piece_number());
    assert_eq!(Seat::BOTH.map(|seat| game.step_text_for(&state, step, seat)), ["draw:Q", "draw:?"]);
    assert_eq!(game.observation_string(&state, Seat::ZERO), fen.replace("kq QPpp", "?? ????"));
    assert_eq!(game.observation_string(&state, Seat::ONE), fen.replace("NPb/kq QPpp", "???/kq ????"));
    // What is played is open.
    let card = after(&game, "4k3/8/8/8/8/8/8/4K3 w - -/- card - - NPb/kq Q -/-", "");
    let played = game.read_step(&card, "card:P").expect("legal");
    assert_eq!(game.step_text_for(&card, played, Seat::ONE), "card:P");
}

/// The ways to choose some of a list, each as often as there are.
fn choices(list: &[char], count: usize) -> Vec<String> {
    match list {
        _ if count == 0 => vec![String::new()],
        [] => Vec::new(),
        [first, rest @ ..] => {
            let with = choices(rest, count - 1).into_iter().map(|chosen| format!("{first}{chosen}"));
            with.chain(choices(rest, count)).collect()
        }
    }
}

#[test]
fn rule_6_9_resampling_deals_the_partners_hand_and_the_pile_together() {
    let game = game();
    for (fen, seat, unseen, held) in [
        ("4k3/8/8/8/8/8/8/4K3 w - -/- move - - QP/kp BNn R/-", Seat::ZERO, "BNknp", 2),
        ("4k3/8/8/8/8/8/8/4K3 w - -/- card - - QP/ppp Pp R/-", Seat::ZERO, "Ppppp", 3),
        ("4k3/8/8/8/8/8/8/4K3 w - -/- draw - - QP/kp Ppp R/-", Seat::ONE, "QPPpp", 2),
        ("4k3/8/8/8/8/8/8/4K3 b - -/- move - - QP/kp - R/-", Seat::ZERO, "kp", 2),
    ] {
        let (state, mut rng) = (after(&game, fen, ""), rng_for(4, 0, 0));
        let mut expected: BTreeMap<String, u32> = BTreeMap::new();
        let ways = choices(&unseen.chars().collect::<Vec<_>>(), held);
        let all = ways.len() as f64;
        ways.into_iter().for_each(|hand| *expected.entry(hand).or_default() += 1);
        let mut drawn: BTreeMap<String, u32> = BTreeMap::new();
        const TIMES: u32 = 8_000;
        for time in 0..TIMES {
            let other = game.resample(&state, seat, &mut rng);
            if time % 16 == 0 {
                check_alike(&state, &other, seat);
            }
            let hands = game.fen(&other).split(' ').nth(7).map(String::from).expect("hands");
            let (white, black) = hands.split_once('/').expect("two");
            *drawn.entry(if seat == Seat::ZERO { black } else { white }.into()).or_default() += 1;
        }
        assert!(drawn.keys().eq(expected.keys()), "{drawn:?} {expected:?}");
        for (hand, ways) in expected {
            let share = f64::from(ways) / all;
            let spread = (share * (1.0 - share) / f64::from(TIMES)).sqrt();
            let seen = f64::from(drawn[&hand]) / f64::from(TIMES);
            assert!((seen - share).abs() <= 4.5 * spread, "{fen}: {hand} came {seen}, not {share}");
        }
    }
}

/// Checks that a seat sees the same, and that no card has come or gone.
fn check_alike(state: &State, other: &State, seat: Seat) {
    let game = game();
    assert_eq!(game.observation_string(other, seat), game.observation_string(state, seat));
    assert_eq!(observed(&game, other, seat), observed(&game, state, seat));
    assert_eq!(game.off_board(other, Some(seat)), game.off_board(state, Some(seat)));
    let all = |state: &State| {
        let extra = &state.extra;
        extra.hands[0].with(extra.hands[1]).with(extra.pile)
    };
    assert_eq!((all(other), other.extra.captured), (all(state), state.extra.captured));
}

fn observed(game: &ChessGame<Cooperative>, state: &State, seat: Seat) -> Vec<f32> {
    let mut planes = vec![0f32; 64 * game.spec().planes.len()];
    game.write_observation(state, seat, &mut planes);
    planes
}

#[test]
fn rule_6_9_each_seat_observes_its_own_color_first() {
    let game = game();
    let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - -/e3 take e4 - NPPb/kqpp QPpp BR/rnp";
    let state = after(&game, fen, "");
    let plane = |seat: Seat, name: &str| -> Vec<f32> {
        let at = game.spec().planes.iter().position(|plane| plane == name).expect("a plane");
        observed(&game, &state, seat)[64 * at..][..64].to_vec()
    };
    let level = |seat: Seat, name: &str, value: f32| {
        let found = plane(seat, name);
        assert!(found.iter().all(|&number| (number - value).abs() < 1e-6), "{name}: {}", found[0]);
    };
    let marked = |seat: Seat, name: &str, cells: &[usize]| {
        let found = plane(seat, name);
        let at: Vec<usize> = (0..64).filter(|&cell| found[cell] > 0.0).collect();
        assert_eq!(at, cells, "{name} of seat {seat}");
    };
    level(Seat::ZERO, "own pawn cards in hand", 0.25);
    level(Seat::ZERO, "enemy bishop cards in hand", 0.125);
    level(Seat::ONE, "own pawn cards in hand", 0.25);
    level(Seat::ONE, "own bishop cards in hand", 0.0);
    // No king card of White is left; three pawn cards of White are known.
    level(Seat::ZERO, "own king cards captured", 0.125);
    level(Seat::ONE, "enemy king cards captured", 0.125);
    level(Seat::ONE, "own king cards captured", 0.0);
    level(Seat::ZERO, "own pawn cards captured", 5.0 / 8.0);
    level(Seat::ZERO, "partner's hand", 4.0 / 32.0);
    level(Seat::ONE, "draw pile", 4.0 / 32.0);
    level(Seat::ZERO, "capture to make", 1.0);
    level(Seat::ZERO, "card to draw", 0.0);
    level(Seat::ONE, "to act", 0.0);
    marked(Seat::ZERO, "own stack: rook cards", &[0]);
    marked(Seat::ZERO, "own stack: bishop cards", &[1]);
    marked(Seat::ZERO, "own stack: cards of the own color", &[0, 1]);
    marked(Seat::ZERO, "partner's stack: pawn cards", &[0]);
    marked(Seat::ZERO, "partner's stack: rook cards", &[2]);
    marked(Seat::ZERO, "partner's stack: cards of the own color", &[]);
    marked(Seat::ONE, "own stack: cards of the own color", &[0, 1, 2]);
    // Black's board is turned.
    marked(Seat::ZERO, "man that has moved", &[28]);
    marked(Seat::ONE, "man that has moved", &[28 ^ 56]);
    marked(Seat::ZERO, "own en passant", &[20]);
}

#[test]
fn cards_lie_off_the_board() {
    let game = game();
    let shown = |fen: &str, made: &str, viewer: Option<Seat>| {
        let told = |item: &Item| match &item.thing {
            Thing::Card(piece) => format!("{}{}", item.count, piece.text),
            Thing::Word(word) => word.clone(),
            thing => format!("{} {}", item.count, thing.name()),
        };
        let group = |group: &OffBoardGroup| group.items.iter().map(told).collect::<Vec<_>>().join(" ");
        game.off_board(&after(&game, fen, made), viewer).iter().map(group).collect::<Vec<_>>().join("; ")
    };
    // White has no queen, whose card lies below the top.
    let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - -/- move - - NPP/kpp PPp QR/brp";
    let start = |white: &str, black: &str, pile: &str| {
        let captured = "4P 1N 2B 1R 1K 4p 2n 1b 1r 1q";
        format!("{white}; {black}; 1Q 1R; 1b 1r 1p; {pile}; {captured}; 1R; ; ")
    };
    assert_eq!(shown(fen, "", None), start("2P 1N", "2p 1k", "2P 1p"));
    assert_eq!(shown(fen, "", Some(Seat::ZERO)), start("2P 1N", "3 hidden", "3 hidden"));
    assert_eq!(shown(fen, "", Some(Seat::ONE)), start("3 hidden", "2p 1k", "3 hidden"));
    // A double match makes the rook card wild, though Black has a rook.
    let fen = "r3k3/8/4n3/3p4/8/4P3/8/4K3 w - -/- move - - P/k - -/rp";
    let state = after(&game, fen, "e3e4 card:P");
    assert_eq!(game.pieces(&state, 28, None)[0].marks, [Mark::Active]);
    assert_eq!(game.pieces(&state, 35, None)[0].marks, []);
    let shown = shown(fen, "e3e4 card:P e4d5", Some(Seat::ZERO));
    assert!(shown.ends_with("; ; 1r; d5"), "{shown}");
}

#[test]
fn cells_passed_over_are_marked_while_they_matter() {
    let marks = |fen: &str, made: &str| game().cell_marks(&after(&game(), fen, made), None);
    let fen = "4k3/8/8/3p4/3pP3/8/8/4K3 b - e3/- move - - -/qp KQ PP/-";
    assert_eq!(marks(fen, ""), [(20, CellMark::Passed)]);
    assert_eq!(marks(fen, "pass card:p d5e4"), []);
    let double = "4k3/8/8/8/8/8/4P3/4K3 w - -/- move - - P/p - -/-";
    assert_eq!(marks(double, "e2e4"), [(20, CellMark::Passed)]);
}
