//! Tests of variants of a description, and of what Double Chess needs: double hops, regions, shadows.

use super::tests::{described, steps};
use super::*;
use crate::game::rng_for;
use crate::game::roles::*;

/// Orthodox chess.
const CHESS: &str = include_str!("chess.toml");

/// A game for four on a board whose seats cross the edges at their sides, with captures through shadows.
const ROUND: &str = r#"
id = "round-four"
shadows = true
board = { files = 8, ranks = 8, joined = "sides" }
seats = [
    { color = "white" },
    { color = "black", turn = 180 },
    { color = "red", turn = 90 },
    { color = "blue", turn = 270 },
]

[pieces]
R = { moves = "R" }
K = { moves = "K", royal = true }

[setup.white]
R = "c1"
K = "d1"
"#;

/// Returns the problem of a text.
fn problem(text: &str) -> String {
    Description::read(text).expect_err("a problem").to_string()
}

#[test]
fn variants_have_the_changes_that_they_name() {
    let text = format!(
        "{CHESS}\n{}",
        r#"
        [variants.round]
        id = "round-chess"
        title = "Round Chess"
        board.joined = "left-right"

        [variants.small]
        pieces.P.promotes.to = "Q"

        [variants.both]
        id = "small-round-chess"
        with = "round small"
        "#
    );
    let games = Description::read(&text).expect("a description").variants().expect("variants");
    let specs: Vec<VariantSpec> =
        games.iter().map(|game| game.specification(&[], Frame::Seat).expect("checked")).collect();
    let parts = specs.iter().map(|spec| {
        let is_round = spec.lattices[0].ray(0, 2).len() == 7 && spec.lattices[0].next(7, 2) == Some(0);
        (spec.id.as_str(), spec.title.as_str(), spec.promotes_to.len(), is_round)
    });
    let expected =
        [("round-chess", "Round Chess", 4, true), ("small-round-chess", "small-round-chess", 1, true)];
    assert_eq!(parts.collect::<Vec<_>>(), expected);
    assert!(games.iter().all(|game| game.text.as_deref() == Some(text.as_str())));
}

#[test]
fn wrong_variants_are_refused() {
    for (variants, message) in [
        (
            "[variants.a]\nid = 'a'\nwith = 'b'",
            "variants.a.with names 'b', which is not one of the variants a",
        ),
        ("[variants.a]\nid = 'a'\nwith = 'a'", "variants.a.with names a variant that names others itself"),
        ("[variants.a]\nid = 'a'\nwith = 'b b'\n[variants.b]", "variants.a.with names 'b' twice"),
        ("[variants.a]\nid = 'a'\nboard.size = 8", "board.size is not a key here"),
        ("[variants.a]\npaint = 8", "variants.a.paint is not a key here"),
        ("[variants.a]\nid = 'a'\nvariants.b.id = 'b'", "variants belongs to the whole description"),
        ("[variants.a]\nid = 'described-chess'", "variants have the id 'described-chess' twice"),
        ("[variants.a]\nid = 'A b'", "id is not valid"),
    ] {
        let error = problem(&format!("{CHESS}\n{variants}"));
        assert!(error.contains(message), "{message}\n{error}");
    }
    let many: String = (0..65).map(|number| format!("[variants.a{number}]\n")).collect();
    assert!(problem(&format!("{CHESS}\n{many}")).contains("variants must have at most 64 variants, got 65"));
    assert!(problem(&format!("with = 'a'\n{CHESS}")).contains("with belongs to a variant"));
}

/// A knight that hops twice has the same steps whether its hops are double hops or rides.
#[test]
fn double_hops_are_rides_of_two_leaps() {
    let with = |moves: &str| described(&CHESS.replace("moves = \"N\"", &format!("moves = \"{moves}\"")));
    let [hops, rides] = ["NmN2", "NmvN2msN2"].map(with);
    let has_hops = |game: &ChessLike| game.engine.movements.iter().any(|moves| moves.double_hop_count > 0);
    assert!(has_hops(&hops) && !has_hops(&rides) && rides.engine.has_rides);
    for number in 0..10 {
        let mut rng = rng_for(3, 0, number);
        let (mut one, mut other) = (hops.start(&mut rng), rides.start(&mut rng));
        while let Some(step) = hops.random_step(&one, &mut rng) {
            assert_eq!(steps(&hops, &one), steps(&rides, &other), "{}", hops.fen(&one));
            let text = hops.step_text(&one, step);
            hops.apply(&mut one, step);
            let step = rides.read_step(&other, &text).expect("a legal step");
            rides.apply(&mut other, step);
        }
    }
}

#[test]
fn pawns_stand_in_their_region_only() {
    let game = described(&CHESS.replace("en-passant = true", "en-passant = true, region = \"row2-row8\""));
    let error = game.read_fen("4k3/8/8/8/8/8/8/P3K3 w - - 0 1 -").expect_err("a pawn on its first rank");
    assert!(error.to_string().contains("a pawn of seat w cannot stand on a1"), "{error}");
    let error = game.read_fen("4k2p/8/8/8/8/8/8/4K3 w - - 0 1 -").expect_err("a pawn on its first rank");
    assert!(error.to_string().contains("a pawn of seat b cannot stand on h8"), "{error}");
}

#[test]
fn wrong_rows_are_refused() {
    for rows in ["row0", "row9", "row3-row2", "row1-h2", "rows"] {
        let error = problem(&CHESS.replace("en-passant = true", &format!("region = \"{rows}\"")));
        let expected =
            format!("pieces.P.region names '{rows}'; rows of squares and triangles are row1 to row8 here");
        assert!(error.contains(&expected), "{error}");
    }
}

/// The king at the left edge crosses it, if its seat is at the near or far edge.
#[test]
fn seats_cross_the_edges_at_their_sides() {
    let game = described(&ROUND.replace("shadows = true", ""));
    let steps_of_king = |seats: [&str; 4]| {
        let [own, one, two, three] = seats.map(|seat| format!("{seat}K"));
        let (seat, kings) = (seats[0], format!("8/8/{own}7/8/4{two}3/2{three}5"));
        let fen = format!("4{one}3/6{seat}R1/{kings} {seat} -,-,-,- - - 0 1 -");
        let state = game.read_fen(&fen).unwrap_or_else(|error| panic!("{error}: {fen}"));
        steps(&game, &state).iter().filter(|step| step.starts_with("a4")).count()
    };
    let seats = [["a", "b", "c", "d"], ["b", "a", "c", "d"], ["c", "a", "b", "d"], ["d", "a", "b", "c"]];
    assert_eq!(seats.map(steps_of_king), [8, 8, 5, 5]);
}

#[test]
fn shadows_need_plain_pieces_and_three_seats() {
    let error = problem(&format!("shadows = true\n{CHESS}"));
    assert!(error.contains("shadows needs at least three seats"), "{error}");
    for moves in ["R4", "RN", "mRcpR", "nN", "NN"] {
        let error = problem(&ROUND.replace("moves = \"R\"", &format!("moves = \"{moves}\"")));
        assert!(error.contains("pieces.R cannot cast a shadow"), "{moves}: {error}");
    }
    for (end, message) in [
        ("on = \"checkmate\"\nscore = 1", "ends can score a checkmate with 1 with two seats only"),
        ("on = \"repetition\"\nchecker-loses = true", "ends can have 'checker-loses' with two seats only"),
    ] {
        let bound = "[[ends]]\non = \"no-progress\"\nsteps = 100";
        let error = problem(&format!("{ROUND}\n{bound}\n[[ends]]\n{end}"));
        assert!(error.contains(message), "{error}");
    }
    let error = problem(&ROUND.replace("joined = \"sides\"", "joined = \"side\""));
    assert!(
        error.contains("must be left-right, near-far, both, sides, got 'side' (did you mean 'sides'?)"),
        "{error}"
    );
}
