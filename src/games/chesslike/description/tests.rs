//! Tests of descriptions: games that are known, and mistakes.

use super::*;
use crate::game::rng_for;
use crate::game::roles::*;
use crate::games::chess::Chess;

/// Gliński's hexagonal chess.
const GLINSKI: &str = include_str!("../../../catalog/library/glinski-chess.toml");

/// Orthodox chess.
const CHESS: &str = include_str!("chess.toml");

/// A game with pieces that hop, ride and are blocked.
const FAIRY: &str = include_str!("fairy.toml");

pub(super) fn described(text: &str) -> ChessLike {
    let description = Description::read(text).unwrap_or_else(|problem| panic!("{problem}"));
    description.game(Frame::Seat).expect("checked")
}

/// Returns the number of step sequences of a length from the start.
fn perft<G: crate::game::Game>(game: &G, depth: u32) -> u64 {
    let start = game.start(&mut rng_for(0, 0, 0));
    game.perft(&start, depth, &mut || true).expect("not stopped")
}

/// Chess by description has the published perft numbers.
#[test]
fn described_chess_has_the_perft_numbers_of_chess() {
    let game = described(CHESS);
    for (depth, count) in [(1, 20), (2, 400), (3, 8_902), (4, 197_281)] {
        assert_eq!(perft(&game, depth), count, "depth {depth}");
    }
    assert_eq!(perft(&Chess::chess(true, Frame::Seat), 4), perft(&game, 4));
}

/// Random games of the engine of chess, step by step: the same legal steps and the same position strings.
#[test]
fn described_chess_agrees_with_chess() {
    let (described, chess) = (described(CHESS), Chess::chess(true, Frame::Seat));
    let mut seen = 0;
    for number in 0..40 {
        let mut rng = rng_for(7, 0, number);
        let (mut one, mut other) = (described.start(&mut rng), chess.start(&mut rng));
        while let Some(step) = chess.random_step(&other, &mut rng) {
            // The engine of chess also knows other draws by material.
            if described.outcome(&one).is_some() {
                break;
            }
            assert_eq!(steps(&described, &one), steps(&chess, &other), "{}", chess.fen(&other));
            assert_eq!(described.fen(&one), chess.fen(&other));
            let again = described.read_fen(&chess.fen(&other)).expect("a position");
            assert_eq!(steps(&described, &again), steps(&described, &one));
            let text = chess.step_text(&other, step);
            let same = described.read_step(&one, &text).expect("a legal step");
            described.apply(&mut one, same);
            chess.apply(&mut other, step);
            seen += 1;
        }
    }
    assert!(seen > 4000, "{seen}");
}

/// A cannon captures over a piece, and gives check over it. A horse is blocked by its neighbor.
#[test]
fn hoppers_and_blocked_leaps_need_the_pieces_between() {
    let game = described(FAIRY);
    let from = |fen: &str, cell: &str| {
        let mut found = steps(&game, &game.read_fen(fen).expect("a position"));
        found.retain(|step| step.starts_with(cell));
        found.join(" ")
    };
    let rest = "w - - 0 1";
    assert_eq!(from(&format!("8k/9/9/9/9/9/9/p1p6/C3K4 {rest}"), "a1"), "a1b1 a1c1 a1d1");
    assert_eq!(from(&format!("8k/p8/9/9/9/9/9/p8/C3K4 {rest}"), "a1"), "a1a8 a1b1 a1c1 a1d1");
    assert_eq!(from(&format!("k8/9/9/9/9/9/9/1P7/1H2K4 {rest}"), "b1"), "b1d2");
    // The pawn on e5 must not leave: the cannon would attack the king over the other pawn alone.
    assert_eq!(from(&format!("k3c4/9/9/4P4/4P4/9/9/9/4K4 {rest}"), "e6"), "e6e7");
    assert_eq!(from(&format!("k8/9/9/9/9/9/2p6/9/1N2K4 {rest}"), "b1"), "b1a3 b1c3 b1d2 b1f3 b1h4");
    assert_eq!(from(&format!("k8/9/9/9/9/1p7/9/1p7/1G2K4 {rest}"), "b1"), "b1b3 b1f1");
}

pub(super) fn steps<G: crate::game::Game>(game: &G, state: &G::State) -> Vec<String> {
    let mut steps = Vec::new();
    game.each_step(state, |step| steps.push(game.step_text(state, step)));
    steps.sort_unstable();
    steps
}

#[test]
fn glinski_chess_begins_with_51_steps() {
    let game = described(GLINSKI);
    assert_eq!(perft(&game, 1), 51);
    assert_eq!(perft(&game, 2), 2_586);
}

/// Two kinds of pawns with the same directions, of which one is captured en passant.
const TWO_PAWNS: &str = r#"
id = "two-pawns"
board = { files = 8, ranks = 8 }

[pieces]
S = { name = "sergeant", moves = "mfW3 cfF", promotes = { to = "Q" } }
P = { moves = "mfW cfF imfW2", promotes = { to = "Q" }, en-passant = true }
Q = { moves = "Q" }
K = { moves = "K", royal = true }

[setup.white]
K = "e1"
S = "d2"
P = "b2"

[setup.black]
K = "e8"
P = "c4 f4"
"#;

#[test]
fn only_kinds_with_the_key_are_captured_en_passant() {
    let game = described(TWO_PAWNS);
    for (step, en_passant) in [("b2b4", "b3"), ("d2d4", "-"), ("d2d5", "-")] {
        let mut state = game.start(&mut rng_for(0, 0, 0));
        let read = game.read_step(&state, step).expect("a legal step");
        game.apply(&mut state, read);
        assert_eq!(game.fen(&state).split(' ').nth(3), Some(en_passant), "{step}");
        let captures = steps(&game, &state).into_iter().any(|step| step == "c4b3" || step == "c4d3");
        assert_eq!(captures, en_passant != "-", "{step}");
    }
    let error = game.read_fen("4k3/8/8/8/2pSp3/8/8/4K3 b - d3 0 1 -").expect_err("a sergeant");
    assert!(error.to_string().contains("no pawn can have passed over this cell"), "{error}");
}

#[test]
fn only_one_kind_of_pawns_is_captured_en_passant() {
    for (right, wrong, message) in [
        (
            "mfW3 cfF\", ",
            "mfW3 cfF\", en-passant = true, ",
            "line 7: pieces.P must not be captured en passant: another kind is",
        ),
        (
            "moves = \"Q\"",
            "moves = \"Q\", en-passant = true",
            "line 8: pieces.Q.en-passant belongs to a kind that promotes",
        ),
        ("mfW cfF imfW2", "fW", "line 7: pieces.P must promote, move in one direction without capturing"),
    ] {
        assert!(TWO_PAWNS.contains(right), "{right}");
        let error = Description::read(&TWO_PAWNS.replacen(right, wrong, 1)).expect_err(wrong).to_string();
        assert!(error.contains(message), "{error}");
    }
}

/// Values of the kinds of chess are near the usual ones.
#[test]
fn values_are_estimated_from_mobility() {
    let game = described(CHESS);
    let values: Vec<i32> = game.engine.kinds.iter().map(|kind| kind.hundredths).collect();
    assert_eq!(values, [100, 300, 339, 462, 801, 0]);
}

/// A wrong line in place of a right one, and the message.
#[test]
fn mistakes_are_named_with_their_lines() {
    let many = "K = { moves = \"K\", royal = true }\nX = { name = \"other\", moves = \"K\", royal = true }";
    for (right, wrong, message) in [
        ("royal = true", "royl = true", "line 15: pieces.K.royl is not a key here (did you mean 'royal'?)"),
        ("id = \"described-chess\"", "", "line 1: id is missing"),
        ("files = 8", "files = 16", "line 6: board.files must be a whole number from 1 to 15, got 16"),
        ("files = 8", "edge = 8", "line 6: board.edge does not belong to a board of squares"),
        ("files = 8", "shape = \"hexagon\"", "got 'hexagon' (did you mean 'hexagons'?)"),
        (
            "N = { moves = \"N\" }",
            "N = { moves = \"E\" }",
            "pieces.N.moves is no movement: 'E' is not an atom",
        ),
        (
            "N = { moves = \"N\" }",
            "N = { moves = \"N\" }\nX = { moves = \"N\" }",
            "line 12: pieces.X needs a name",
        ),
        (
            "N = { moves = \"N\" }",
            "N = { moves = \"N\" }\nn = { moves = \"N\" }",
            "line 12: pieces.n must be one capital letter",
        ),
        ("N = \"b1 g1\"", "N = \"b1 g9\"", "line 22: setup.white.N names 'g9', which is not a cell"),
        ("N = \"b1 g1\"", "N = \"b1 e1\"", "setup.white puts a second piece on e1"),
        ("K = \"e1\"", "", "setup must have one royal piece for white, got 0"),
        (
            ", royal = true, castles = { with = \"R\", steps = 2 }",
            "",
            "setup must have one royal piece for white, got 0",
        ),
        (
            "[setup.white]\nK = \"e1\"",
            "[[ends]]\non = \"checks\"\ncount = 3\nscore = 1\n[[ends]]\non = \"no-progress\"\nsteps = 9\n[setup.white]",
            "setup must have one royal piece for white, got 0",
        ),
        (
            "to = \"QNBR\"",
            "to = \"QX\"",
            "pieces.P.promotes.to names 'X', which is not one of the pieces P N B R Q K",
        ),
        (
            "[setup.white]",
            "[setup.gold]",
            "line 17: setup.gold must be a color of a seat: white, black, got 'gold'",
        ),
        ("steps = 2", "steps = 5", "pieces.K must have another piece to castle with"),
        ("id = ", "id = = ", "line 2: the description is not valid TOML"),
        (
            "N = { moves = \"N\" }",
            "N = { moves = \"N\", drop = { mates = false } }",
            "pieces.N has 'drop' or 'reverts', and the game has no pieces in hand",
        ),
        (
            "id = \"described-chess\"",
            "id = \"described-chess\"\ncaptured = \"hand\"",
            "has pieces in hand, so that captures do not bound the game: add an end on length",
        ),
        (
            "K = { moves = \"K\", royal = true, castles = { with = \"R\", steps = 2 } }",
            many,
            "pieces.X must not be royal",
        ),
    ] {
        assert!(CHESS.contains(right), "{right}");
        let error = Description::read(&CHESS.replacen(right, wrong, 1)).expect_err(wrong).to_string();
        assert!(error.contains(message), "{message}\n{error}");
    }
}
