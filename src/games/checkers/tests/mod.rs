//! Tests of single rules, named by their numbers in the rule document. (Its examples, reference games and
//! perft table are in `tests/core/checkers.rs`.)

mod state_invariants;

use super::*;
use crate::game::roles::*;
use crate::game::{Actor, Game, Reason, Seat, Standing, rng_for};

type Plain = Checkers<Geometry8<false, true>, NoStacks, 2, 4>;
type Stax = Checkers<Geometry8<false, true>, LinkedStacks<64, 32, 32, 1>, 2, 4>;
type Queens = Checkers<Geometry8<false, false>, LinkedStacks<64, 32, 64, 1>, 2, 8>;
type Joined = Checkers<Geometry8<true, true>, NoStacks, 2, 4>;
type Doubles = Checkers<Geometry12, LinkedStacks<CELLS, 64, 0, 1>, 4, 4>;

fn variant(id: &str) -> Variant {
    Variant::all().into_iter().find(|variant| variant.id() == id).expect("an id")
}

fn spec_of(id: &str, bit: fn(i8, i8) -> u8) -> VariantSpec {
    square_spec::variant_spec(id, &variant(id), Frame::Seat, bit)
}

fn checkers() -> Plain {
    Checkers::new(spec_of("checkers", bit8), Frame::Seat, Geometry8)
}

fn stax() -> Stax {
    Checkers::new(spec_of("stax", bit8), Frame::Seat, Geometry8)
}

fn stax_numbers() -> Stax {
    Checkers::new(spec_of("stax-numbers", bit8), Frame::Seat, Geometry8)
}

fn queens() -> Queens {
    Checkers::new(spec_of("queens", bit8), Frame::Seat, Geometry8)
}

fn joined(id: &str) -> Joined {
    Checkers::new(spec_of(id, bit8), Frame::Seat, Geometry8)
}

fn doubles(id: &str) -> Doubles {
    Checkers::new(spec_of(id, bitboard12::bit), Frame::Seat, Geometry12)
}

fn legal<G: Game>(game: &G, fen: &str) -> String {
    let state = game.read_fen(fen).expect(fen);
    let mut steps = Vec::new();
    game.each_step(&state, |step| steps.push(game.step_text(&state, step)));
    steps.sort();
    steps.join(" ")
}

/// Returns the position after some steps.
fn after<G: Game>(game: &G, fen: &str, steps: &str) -> G::State {
    let mut state = game.read_fen(fen).expect(fen);
    for text in steps.split(' ') {
        let step =
            game.read_step(&state, text).unwrap_or_else(|| panic!("{}", game.explain_text(&state, text)));
        game.apply(&mut state, step);
    }
    state
}

fn gives<G: Game>(game: &G, fen: &str, steps: &str, expected: &str) {
    assert_eq!(game.fen(&after(game, fen, steps)), expected);
}

#[test]
fn rule_1_2_ids_read_back_to_their_options() {
    for (id, options) in ids() {
        let variant = Variant::read(&options).expect("options of an id");
        assert_eq!((variant.id(), variant.options()), (id, options));
    }
}

#[test]
fn rule_1_1_options_that_do_not_exist_are_refused() {
    let mut options = variant("checkers").options();
    options.insert("layout", "mixed".into());
    assert!(Variant::read(&options).unwrap_err().contains("teams=pairs"));
    options.insert("teams", "pairs".into());
    assert!(Variant::read(&options).unwrap_err().contains("game=queens"));
    for (id, size, why) in [
        ("queens", 6, "a size other than 8 needs game=checkers or game=stax"),
        ("universal-stax", 6, "topology=flat"),
        ("double-stax-pairs", 6, "teams=single"),
    ] {
        let mut options = variant(id).options();
        options.insert("size", size.into());
        assert!(Variant::read(&options).unwrap_err().contains(why), "{id} {size}");
    }
}

fn small(id: &str, size: u8) -> VariantSpec {
    square_spec::variant_spec(id, &Variant { size, ..variant(id) }, Frame::Seat, bit8)
}

#[test]
fn rule_3_1_on_small_boards_all_ranks_but_two_are_filled() {
    let start = |size| {
        let game = Plain::new(small("checkers", size), Frame::Seat, Geometry8);
        (game.fen(&game.start(&mut rng_for(0, 0, 0))), game.spec().num_actions)
    };
    assert_eq!(start(8), ("1b1b1b1b/b1b1b1b1/1b1b1b1b/8/8/a1a1a1a1/1a1a1a1a/a1a1a1a1 a - 0 0 -".into(), 128));
    assert_eq!(start(6), ("1b1b1b/b1b1b1/6/6/1a1a1a/a1a1a1 a - 0 0 -".into(), 72));
    assert_eq!(start(4), ("1b1b/4/4/a1a1 a - 0 0 -".into(), 32));
}

#[test]
fn rule_5_nothing_goes_over_the_edge_of_a_small_board() {
    let game = Plain::new(small("checkers", 4), Frame::Seat, Geometry8);
    assert_eq!(legal(&game, "4/2b1/3A/B3 a - 0 0 -"), "d2xb4");
    assert_eq!(legal(&game, "3A/4/4/B3 a - 0 0 -"), "d4-c3");
    assert_eq!(legal(&game, "4/4/3A/B3 a - 0 0 -"), "d2-c1 d2-c3");
    let state = game.read_fen("3A/4/4/B3 a - 0 0 -").expect("read");
    let named: Vec<String> =
        (0..32).filter_map(|action| Some(game.step_text(&state, game.step(&state, action)?))).collect();
    assert!(named.iter().all(|step| !step.contains(['e', '5'])), "{named:?}");
    assert!(
        game.read_fen("8/8/8/8/8/8/8/8 a - 0 0 -").is_err_and(|error| error.to_string().contains("4 rows"))
    );
    assert!(
        game.read_fen("1b1b/2a1/4/a1a1 a - 0 0 -")
            .is_err_and(|error| error.to_string().contains("at most 2"))
    );
}

#[test]
fn rule_6_1_without_crowning_men_stay_men() {
    let spec = square_spec::variant_spec(
        "checkers",
        &Variant { crowning: false, ..variant("checkers") },
        Frame::Seat,
        bit8,
    );
    let game = Plain::new(spec, Frame::Seat, Geometry8);
    gives(&game, "8/2a5/8/8/8/8/8/b7 a - 0 0 -", "c7-d8", "3a4/8/8/8/8/8/8/b7 b - 0 0 -");
    let kings = game.read_fen("8/2A5/8/8/8/8/8/b7 a - 0 0 -").expect_err("a king").to_string();
    assert!(kings.contains("this game has no kings (crowning=false)"), "{kings}");
}

#[test]
fn rule_10_1_numbers_go_as_far_as_there_are_men() {
    let game = Stax::new(small("stax-numbers", 4), Frame::Seat, Geometry8);
    let starts: Vec<String> = (0..20).map(|seed| game.fen(&game.start(&mut rng_for(seed, 0, 0)))).collect();
    for [left, right] in [["(a1)", "(a2)"], ["(a2)", "(a1)"]] {
        let row = format!("/4/4/{left}1{right}1 a - 0 0 -");
        assert!(starts.iter().any(|start| start.ends_with(&row)), "{starts:?}");
    }
    let error = game.read_fen("4/4/4/(a3)3 a - 0 0 -").expect_err("no such number").to_string();
    assert!(error.contains("from 1 to 2"), "{error}");
}

#[test]
fn rule_2_4_men_cross_the_sides_and_kings_the_ends_too() {
    let (cylinder, torus) = (joined("cylindrical-checkers"), joined("universal-checkers"));
    let man_at_the_side = "7b/8/8/8/8/a7/8/8 a - 0 0 -";
    assert_eq!(legal(&cylinder, man_at_the_side), "a3-b4 a3-h4");
    assert_eq!(legal(&torus, man_at_the_side), "a3-b4 a3-h4");
    let jump_over_the_side = "8/8/8/8/7b/a7/8/b7 a - 0 0 -";
    assert_eq!(legal(&cylinder, jump_over_the_side), "a3xg5");
    let king_at_the_end = "3A4/8/8/8/8/b7/8/8 a - 0 0 -";
    assert_eq!(legal(&cylinder, king_at_the_end), "d8-c7 d8-e7");
    assert_eq!(legal(&torus, king_at_the_end), "d8-c1 d8-c7 d8-e1 d8-e7");
    let king_at_the_corner = "7A/8/8/8/8/8/8/b7 a - 0 0 -";
    assert_eq!(legal(&torus, king_at_the_corner), "h8xb2");
    assert_eq!(legal(&cylinder, king_at_the_corner), "h8-a7 h8-g7");
}

#[test]
fn rule_3_4_two_seats_claim_a_corner_and_one_gives_way() {
    for (id, at_c3, at_b2) in [("double-stax-pairs", 0, 2), ("double-stax-cutthroat", 0, 1)] {
        let game = doubles(id);
        let state = game.start(&mut rng_for(0, 0, 0));
        let owner = |name: &str| state.owner(game.cell(name).expect("a dark square"));
        assert_eq!((owner("c3"), owner("b2")), (Some(at_c3), Some(at_b2)), "{id}");
        assert_eq!(owner("k11"), Some(3), "{id}");
    }
}

#[test]
fn rule_5_2_queens_men_jump_ahead_and_kings_in_eight_directions() {
    let around = |man: &str| format!("8/8/8/2bbb3/2b{man}b3/2bbb3/8/8 a - 0 0 -");
    assert_eq!(legal(&queens(), &around("a")), "d4xb6 d4xd6 d4xf6");
    assert_eq!(legal(&queens(), &around("A")), "d4xb2 d4xb4 d4xb6 d4xd2 d4xd6 d4xf2 d4xf4 d4xf6");
}

#[test]
fn rule_5_3_a_jump_rescues_the_prisoner_under_the_top() {
    let fen = "7b/8/8/4(bA)3/3a4/8/8/8 a - 0 0 -";
    gives(&stax(), fen, "d4xf6", "7b/8/5(ab)2/4A3/8/8/8/8 b - 0 1 -");
}

#[test]
fn rule_5_1_a_man_moves_forward_a_king_any_way() {
    assert_eq!(legal(&checkers(), "8/8/8/b7/3a4/8/8/8 a - 0 0 -"), "d4-c5 d4-e5");
    assert_eq!(legal(&checkers(), "8/8/8/b7/3A4/8/8/8 a - 0 0 -"), "d4-c3 d4-c5 d4-e3 d4-e5");
}

#[test]
fn rule_5_3_the_jumped_man_leaves_the_board_or_goes_to_the_bottom() {
    let fen = "7b/8/8/4b3/3a4/8/8/8 a - 0 0 -";
    gives(&checkers(), fen, "d4xf6", "7b/8/5a2/8/8/8/8/8 b - 0 0 -");
    gives(&stax(), fen, "d4xf6", "7b/8/5(ab)2/8/8/8/8/8 b - 0 1 -");
    gives(
        &stax(),
        "7b/8/8/4(bBa)3/3(aab)4/8/8/8 a - 0 0 -",
        "d4xf6",
        "7b/8/5(aabb)2/4(Ba)3/8/8/8/8 b - 0 1 -",
    );
}

#[test]
fn rule_5_4_a_jump_is_forced_but_any_may_be_chosen() {
    assert_eq!(legal(&checkers(), "8/4b3/8/2b1b3/3a3a/8/8/8 a - 0 0 -"), "d4xb6 d4xf6");
    let game = checkers();
    let state = game.read_fen("8/8/8/4b3/3a3a/8/8/8 a - 0 0 -").expect("read");
    assert!(game.explain_text(&state, "h4-g5").contains("5.4"));
}

#[test]
fn rule_5_5_the_same_stack_jumps_on() {
    let game = checkers();
    let state = after(&game, "1b6/6b1/8/4b3/3a3a/8/8/8 a - 0 0 -", "d4xf6");
    assert_eq!(game.fen(&state), "1b6/6b1/5a2/8/7a/8/8/8 a f6:e5 0 0 -");
    assert!(game.mid_turn(&state) && game.actor(&state) == Actor::Seat(Seat::ZERO));
    assert!(game.explain_text(&state, "h4-g5").contains("5.5"));
    let mut state = state;
    let step = game.read_step(&state, "f6xh8").expect("it goes on");
    game.apply(&mut state, step);
    assert!(!game.mid_turn(&state) && game.actor(&state) == Actor::Seat(Seat::ONE));
}

#[test]
fn rule_5_6_no_square_is_jumped_twice_in_a_turn() {
    let game = stax();
    let state = after(&game, "7B/8/8/8/3(bb)1b2/2A5/3b1b2/8 a - 0 0 -", "c3xe5 e5xg3 g3xe1 e1xc3");
    assert_eq!(game.actor(&state), Actor::Seat(Seat::ONE), "d4 is not jumped again");
    let state = game.read_fen("7B/8/8/4(Ab)3/3b1b2/8/8/8 a e5:d4 0 0 -").expect("read");
    assert!(game.explain_text(&state, "e5xc3").contains("5.6"));
}

#[test]
fn rule_5_8_partners_are_not_jumped() {
    let game = doubles("double-stax-pairs");
    let fen = "11b/12/12/12/12/12/12/12/3c8/2a9/12/12 a - 0 0 -";
    assert_eq!(legal(&game, fen), "c3-b4");
    let state = game.read_fen(fen).expect("read");
    assert!(game.explain_text(&state, "c3xe5").contains("5.8"));
}

#[test]
fn rule_6_2_crowning_ends_the_turn() {
    let fen = "8/2b1b3/1a6/8/8/8/8/8 a - 0 0 -";
    gives(&checkers(), fen, "b6xd8", "3A4/4b3/8/8/8/8/8/8 b - 0 0 -");
}

#[test]
fn rule_6_1_only_the_top_man_is_crowned() {
    let fen = "8/8/8/8/8/a3(bb)3/3a4/8 b - 0 7 -";
    gives(&stax(), fen, "e3xc1", "8/8/8/8/8/a7/8/2(Bba)5 a - 0 0 -");
}

#[test]
fn rule_7_3_a_seat_without_stacks_is_out_when_its_turn_comes() {
    let game = doubles("double-stax-cutthroat");
    let state = after(&game, "12/2c9/12/12/12/4b7/5a6/12/12/12/11d/12 b - 0 0 -", "e7xg5 c11-b10 l2-k3");
    assert_eq!(game.fen(&state), "12/12/1c10/12/12/12/12/6b5/12/10d1/12/12 b - 0 0 -");
    assert_eq!(game.standing(&state, Seat::ZERO), Standing::Out);
    assert_eq!(game.standing(&state, Seat::ONE), Standing::In);
}

#[test]
fn rule_7_3_a_partner_who_cannot_act_is_passed_over_and_comes_back() {
    let game = doubles("double-stax-pairs");
    let fen = "12/12/12/12/12/6b5/3c1a6/12/11d/12/12/12 b - 0 0 -";
    // A disappears under B, C frees it, and B, which has nothing left to move, misses its turn.
    let state = after(&game, fen, "g7xe5 d6xf4 l4-k3");
    assert_eq!(game.actor(&state), Actor::Seat(Seat::ZERO));
    assert_eq!(
        game.standing(&state, Seat::ONE),
        Standing::In,
        "a prisoner of partners' games stays in the game"
    );
    let state = after(&game, fen, "g7xe5 d6xf4 l4-k3 e5-d6");
    assert_eq!(game.actor(&state), Actor::Seat(Seat::new(2)));
}

#[test]
fn rule_8_1_jumps_and_moves_of_men_set_the_quiet_clock_to_0() {
    let game = checkers();
    let quiet = after(&game, "7B/8/8/8/8/8/7a/A7 a - 0 0 -", "a1-b2 h8-g7");
    assert_eq!(game.fen(&quiet), "8/6B1/8/8/8/8/1A5a/8 a - 2 0 a1-b2,h8-g7");
    gives(&game, &game.fen(&quiet), "h2-g3", "8/6B1/8/8/8/6a1/1A6/8 b - 0 0 -");
}

#[test]
fn rule_9_1_who_cannot_act_has_lost() {
    let game = checkers();
    for (fen, reason) in [
        ("8/8/8/8/8/8/8/b7 a - 0 0 -", Reason::Elimination),
        ("8/8/8/8/8/2b5/1b6/a7 a - 0 0 -", Reason::Immobile),
    ] {
        let outcome = game.outcome(&game.read_fen(fen).expect("read")).expect("over");
        assert_eq!((outcome.reason, outcome.returns.seats(2)), (reason, &[-1.0, 1.0][..]));
    }
}

#[test]
fn rule_9_4_forty_quiet_rounds_are_a_draw() {
    let game = checkers();
    let state = after(&game, "7B/8/8/8/8/8/8/A7 a - 79 0 -", "a1-b2");
    assert_eq!(game.outcome(&state).expect("over").reason, Reason::NoProgress);
    assert_eq!(game.count(&state), 0);
    assert!(game.pick(&state, |_| 0).is_none());
}

#[test]
fn rule_9_5_two_hundred_rounds_without_a_crown_end_the_game() {
    let game = stax();
    let fen = "7b/8/8/4b3/3a4/8/8/8 a - 0 399 -";
    let outcome = game.outcome(&after(&game, fen, "d4xf6")).expect("over");
    assert_eq!((outcome.reason, outcome.returns.seats(2)), (Reason::NoCrowning, &[0.0, 0.0][..]));
}

#[test]
fn rule_9_6_only_the_whole_placement_repeats() {
    let fen = "7B/8/8/8/8/8/8/(Ab)1(Aa)5 a - 0 0 -";
    let game = stax();
    let once = "a1-b2 h8-g7 b2-a1 g7-h8";
    let state = after(&game, fen, &format!("{once} {once}"));
    assert_eq!(game.outcome(&state).expect("over").reason, Reason::Repetition);
    // The two kings change places and back: the same squares are held for the third time, but once by other
    // stacks.
    let exchange = "a1-b2 h8-g7 c1-d2 g7-h8 b2-c1 h8-g7 d2-c3 g7-h8 c3-b2 h8-g7 b2-a1 g7-h8";
    let state = after(&game, fen, &format!("{exchange} {exchange}"));
    assert!(game.outcome(&state).is_none());
    let state = after(&game, &game.fen(&state), "a1-b2");
    assert_eq!(game.outcome(&state).expect("over").reason, Reason::Repetition);
}

#[test]
fn rule_10_1_numbers_are_shuffled_for_each_seat() {
    let game = stax_numbers();
    let (one, other) = (game.start(&mut rng_for(1, 0, 0)), game.start(&mut rng_for(2, 0, 0)));
    assert!(one != other);
    for seat in ['a', 'b'] {
        let fen = game.fen(&one);
        let mut numbers: Vec<u8> =
            fen.split(['(', ')']).filter_map(|piece| piece.strip_prefix(seat)?.parse().ok()).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=12).collect::<Vec<u8>>());
    }
}

#[test]
fn rule_10_2_a_man_jumps_no_higher_number() {
    let game = stax_numbers();
    let state = game.read_fen("8/8/8/2(b6)1(b5)3/3(a5)4/8/8/8 a - 0 0 -").expect("read");
    assert!(game.read_step(&state, "d4xf6").is_some());
    assert!(game.explain_text(&state, "d4xb6").contains("10.2"));
}

#[test]
fn rule_11_4_what_is_no_position_is_refused() {
    let fens = [
        "8/8/8/8/8/8/8/A7 a - 0 0",
        "8/8/8/8/8/8/8/A7 a - 0 0 - -",
        "8/8/8/8/8/8/A7 a - 0 0 -",
        "8/8/8/8/8/8/8/A6 a - 0 0 -",
        "8/8/8/8/8/8/8/A8 a - 0 0 -",
        "8/8/8/8/8/8/8/A43 a - 0 0 -",
        "8/8/8/8/8/8/8/A07 a - 0 0 -",
        "8/8/8/8/8/8/8/C7 a - 0 0 -",
        "8/8/8/8/8/8/8/A7 c - 0 0 -",
        "8/8/8/8/8/8/8/(a1)7 a - 0 0 -",
        "8/8/8/8/8/8/8/(a)7 a - 0 0 -",
        "8/8/8/8/8/8/8/()7 a - 0 0 -",
        "8/8/8/8/8/8/8/(aa7 a - 0 0 -",
        "8/8/8/8/8/8/8/1A6 a - 0 0 -",
        "8/8/8/8/8/8/8/A7 a - 0 0 a1-b2",
        "7B/8/8/8/8/8/1A6/8 b - 1 0 a1-c3",
        "7B/8/8/8/8/8/1A6/8 b - 1 0 a1-a1",
        "7B/8/8/8/8/8/1a6/8 b - 1 0 a1-b2",
        "7B/8/8/8/8/8/1A6/A7 b - 1 0 a1-b2",
        "7B/8/8/8/8/8/1A6/8 b - 01 0 a1-b2",
        "8/6b1/5a2/8/8/8/8/8 a f6:e5 1 0 -",
        "8/6b1/5a2/8/8/8/8/8 a f6: 0 0 -",
        "8/6b1/5a2/8/8/8/8/8 a f6 0 0 -",
        "8/6b1/5a2/8/8/8/8/8 a g7:e5 0 0 -",
        "8/8/5a2/8/8/8/8/8 a f6:e5 0 0 -",
        "8/6b1/5a2/8/8/8/8/8 a f6:e5,d4 0 0 -",
        "8/6b1/5a2/8/8/8/8/8 a f6:e5,e5 0 0 -",
    ];
    let game = stax();
    for fen in fens {
        assert!(game.read_fen(fen).is_err(), "{fen}");
    }
    assert!(game.read_fen("8/8/5a2/8/8/8/8/8 b - 0 0 -").is_ok(), "B has lost");
    let game = checkers();
    assert!(game.read_fen("8/8/8/8/8/8/8/(aa)7 a - 0 0 -").is_err());
    assert!(game.read_fen("8/8/8/8/8/8/8/A7 a - 0 1 -").is_err(), "crown is 0 in Checkers");
    let numbers = stax_numbers();
    for pile in ["(a0)", "(a13)", "(a)", "a", "(A1)", "(a1a1)", "(a01)"] {
        assert!(numbers.read_fen(&format!("8/8/8/8/8/8/8/{pile}7 a - 0 0 -")).is_err(), "{pile}");
    }
    let thirteen = format!("8/8/8/8/8/8/8/({})7 a - 0 0 -", "a".repeat(13));
    assert!(stax().read_fen(&thirteen).is_err());
}

#[test]
fn rule_11_4_a_seat_that_another_goes_before_is_not_to_act() {
    let pairs = doubles("double-stax-pairs");
    assert!(pairs.read_fen("12/12/12/12/12/12/3c8/12/12/12/12/a10d b - 0 0 -").is_err());
    let no_partners = doubles("double-stax-cutthroat");
    assert!(no_partners.read_fen("12/12/12/12/12/12/3c8/12/12/12/12/a11 b - 0 0 -").is_err());
    assert!(no_partners.read_fen("12/12/12/12/12/12/3c8/12/12/12/12/12 d - 0 0 -").is_ok(), "C has won");
}

#[test]
fn cylinders_can_be_shifted_and_queens_mirrored() {
    let names = |id: &str, frame| -> Vec<String> {
        let game = open(id, &variant(id).options(), frame).expect("an id");
        game.symmetries().iter().map(|symmetry| symmetry.name.clone()).collect()
    };
    assert!(names("checkers", Frame::Seat).is_empty());
    assert_eq!(names("queens", Frame::Seat), ["mirror"]);
    assert_eq!(names("cylindrical-stax", Frame::Seat), ["shift-4"]);
    assert_eq!(names("universal-queens", Frame::Seat), ["shift-4", "mirror", "mirror-shift-4"]);
    let all = names("cylindrical-checkers", Frame::Board);
    assert_eq!(all.len(), 7);
    assert!(
        ["shift-2", "shift-4", "shift-6", "mirror-shift-1"].iter().all(|name| all.iter().any(|n| n == name))
    );
}

#[test]
fn states_are_small() {
    assert!(size_of::<<Plain as Rules>::State>() < 400);
    assert!(size_of::<<Stax as Rules>::State>() < 500);
}
