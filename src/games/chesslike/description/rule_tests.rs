//! Tests of rules of described games: hands, promotions, regions and ends, on games of the library.

use super::tests::{described, steps};
use crate::board::{Bitboard, Bitboard256, NO_CELL};
use crate::game::roles::*;
use crate::game::{Reason, Seat, rng_for};
use crate::games::chesslike::ChessLike;
use crate::games::chesslike::state::State;
use crate::games::chesslike::step::MoveKind;

macro_rules! library {
    ($id:literal) => {
        described(include_str!(concat!("../../../catalog/library/", $id, ".toml")))
    };
}

/// Plays some steps from a position, each of which must be legal.
fn play(game: &ChessLike, fen: &str, moves: &str) -> State {
    let mut state = game.read_fen(fen).unwrap_or_else(|problem| panic!("{problem}: {fen}"));
    for text in moves.split_whitespace() {
        let step =
            game.read_step(&state, text).unwrap_or_else(|| panic!("{}", game.explain_text(&state, text)));
        game.apply(&mut state, step);
    }
    state
}

/// Returns the legal steps that begin with a text.
fn steps_with(game: &ChessLike, fen: &str, prefix: &str) -> Vec<String> {
    let mut all = steps(game, &play(game, fen, ""));
    all.retain(|step| step.starts_with(prefix));
    all
}

#[test]
fn captured_pieces_come_to_the_hand() {
    let promoted = "4k3/8/8/8/8/8/2q~5/2R1K3[] w - - 0 1 -";
    for (game, hand) in [(library!("crazyhouse"), "[P]"), (library!("loop-chess"), "[Q]")] {
        let fen = if hand == "[Q]" { promoted.replace('~', "") } else { promoted.to_owned() };
        let after = game.fen(&play(&game, &fen, "c1c2"));
        assert!(after.contains(hand), "{after}");
        assert_eq!(game.fen(&play(&game, &after, "")), after);
    }
    let game = library!("crazyhouse");
    let after = game.fen(&play(&game, "4k3/8/8/8/8/8/8/4K3[Np] w - - 0 1 -", "N@e4 P@e5"));
    assert_eq!(after, "4k3/8/8/4p3/4N3/8/8/4K3[] w - - 0 2 -");
}

#[test]
fn wrong_hands_are_refused() {
    let game = library!("crazyhouse");
    for (hands, message) in [
        ("[K]", "'K' cannot be in hand"),
        ("[P", "expected ']' after the pieces in hand"),
        ("[QQQ]", "at most 2 pieces 'Q' can be in hand"),
    ] {
        let error = game.read_fen(&format!("4k3/8/8/8/8/8/8/4K3{hands} w - - 0 1 -")).expect_err(hands);
        assert!(error.to_string().contains(message), "{error}");
    }
    let state = play(&game, "4k3/8/8/8/8/8/4p3/4K3[P] w - - 0 1 -", "");
    for (text, reason) in [
        ("N@e4", "seat w has no knight in hand"),
        ("P@e2", "e2 is occupied"),
        ("P@e1", "e1 is occupied"),
        ("P@d8", "a pawn cannot be dropped on d8"),
        ("X@d4", "expected one of PNBRQ, '@' and a cell, as in P@e5"),
    ] {
        assert!(game.explain_text(&state, text).contains(reason), "{}", game.explain_text(&state, text));
    }
}

/// A seat cannot have two pawns on a file, and a drop of a pawn cannot mate. A piece must promote where it
/// could never move again.
#[test]
fn shogi_restricts_drops_of_pawns_and_forces_promotions() {
    let game = library!("shogi");
    let two_pawns = "4k4/9/9/9/4P4/9/9/9/4K4[P] w - - 0 1 -";
    let files: String =
        steps_with(&game, two_pawns, "P@").iter().filter_map(|step| step.chars().nth(2)).collect();
    assert!(!files.contains('e') && files.matches('a').count() == 8, "{files}");
    let mate = "8k/6G2/8G/9/9/9/9/9/4K4[P] w - - 0 1 -";
    assert_eq!(steps_with(&game, mate, "P@i8"), Vec::<String>::new());
    let escape = "8k/9/8G/9/9/9/9/9/4K4[P] w - - 0 1 -";
    assert_eq!(steps_with(&game, escape, "P@i8"), ["P@i8"]);
    let last = "k8/4P4/3N5/9/9/9/9/9/4K4[] w - - 0 1 -";
    assert_eq!(steps_with(&game, last, "e8"), ["e8e9+"]);
    assert_eq!(steps_with(&game, last, "d7"), ["d7c9+", "d7e9+"]);
    let state = play(&game, last, "");
    assert!(game.explain_text(&state, "e8e9").contains("the piece must promote on e9"));
    assert!(game.explain_text(&state, "e1e2+").contains("the piece on e1 cannot promote to '+'"));
    let leaving = "k8/9/4S4/9/9/9/9/9/4K4[] w - - 0 1 -";
    assert_eq!(steps_with(&game, leaving, "e7d6"), ["e7d6", "e7d6+"]);
}

/// A royal piece that moves as a knight castles along its row.
#[test]
fn castlings_have_actions_whatever_the_royal_piece_is() {
    let game = library!("knightmate");
    let state = play(&game, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 -", "");
    for text in ["e1c1", "e1g1"] {
        let step = game.read_step(&state, text).expect("a castling");
        let action = game.action(&state, step);
        assert!(action < game.spec().num_actions, "{text} has action {action}");
        assert_eq!(game.step(&state, action), Some(step));
    }
}

/// A royal piece that slides as a rook can step to the target of its castling, which is written otherwise.
#[test]
fn castlings_and_slides_of_royal_pieces_have_different_texts() {
    let text = include_str!("chess.toml").replace("K = { moves = \"K\"", "K = { moves = \"KR\"");
    let game = described(&text);
    let king = steps_with(&game, "4k3/8/8/8/8/4P3/8/R3K2R w KQ - 0 1 -", "e1");
    for step in ["e1c1", "e1g1", "e1a1", "e1h1"] {
        assert_eq!(king.iter().filter(|other| *other == step).count(), 1, "{step} in {king:?}");
    }
}

#[test]
fn boards_of_triangles_need_no_pawns() {
    let game = described(
        r#"
        id = "rooks-on-triangles"
        board = { shape = "triangles", edge = 3 }
        pieces = { R = { moves = "R" }, K = { moves = "K", royal = true } }
        setup = { white = { K = "a4", R = "a2" } }
        "#,
    );
    assert!(steps(&game, &game.start(&mut rng_for(0, 0, 0))).len() > 10);
}

/// Grand Chess: only to a piece that was captured, and not to the last rank without one.
#[test]
fn pawns_promote_to_captured_kinds_only() {
    let game = library!("grand-chess");
    let fen = |officers: &str| format!("4k5/P9/10/10/10/10/10/10/{officers}/R8R w - - 0 1 -");
    assert_eq!(steps_with(&game, &fen("1NBQKCABN1"), "a9"), Vec::<String>::new());
    assert_eq!(steps_with(&game, &fen("1NB1KCABN1"), "a9"), ["a9a10q"]);
    let on_eighth = "4k5/10/10/P9/10/10/10/10/1NB1KCABN1/R8R w - - 0 1 -";
    assert_eq!(steps_with(&game, on_eighth, "a7"), ["a7a8", "a7a8q"]);
}

/// Generals must not face each other, so that a piece between them is pinned.
#[test]
fn flying_generals_attack_along_their_file() {
    let game = library!("xiangqi");
    let pinned = "4k4/9/9/9/4C4/9/9/9/9/4K4 w - - 0 1 -";
    assert!(steps_with(&game, pinned, "e6").iter().all(|step| step.starts_with("e6e")));
    let open = "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 -";
    assert_eq!(steps_with(&game, open, "e1"), ["e1e2", "e1f1"]);
}

/// The steps of pieces are those that trying each of them on the board allows.
#[test]
fn only_steps_near_exotic_pieces_need_to_be_tried() {
    let games = [library!("xiangqi"), library!("crazyhouse"), described(include_str!("fairy.toml"))];
    for game in &games[..] {
        for number in 0..12 {
            let mut rng = rng_for(5, 0, number);
            let mut state = game.start(&mut rng);
            while let Some(step) = game.random_step(&state, &mut rng) {
                let (engine, pieces, seat) = (&game.engine, &state.pieces, state.seat);
                let mut legal = vec![Bitboard256::EMPTY; engine.board.len()];
                game.each_step(&state, |step| {
                    let moves = matches!(step.move_kind, MoveKind::Plain | MoveKind::Promote(_));
                    if moves && step.remote_capture == NO_CELL {
                        let to = &mut legal[usize::from(step.from)];
                        *to = *to | Bitboard256::one(step.to);
                    }
                });
                for from in pieces.of_seat(seat).cells() {
                    let to = engine.pseudo_legal_targets(pieces, seat, from);
                    let tried = engine.tried_targets(pieces, seat, from, to);
                    assert_eq!(tried, legal[usize::from(from)], "{}", game.fen(&state));
                }
                game.apply(&mut state, step);
            }
        }
    }
}

/// A seat that checks at every step loses by the third occurrence; otherwise it is a draw.
#[test]
fn perpetual_checks_lose() {
    let game = library!("xiangqi");
    let checks = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1 -";
    let state = play(&game, checks, "a2a10 d10d9 a10a9 d9d10 a9a10 d10d9 a10a9 d9d10 a9a10");
    let outcome = game.outcome(&state).expect("the end");
    assert_eq!((outcome.reason, outcome.returns.get(Seat::ZERO)), (Reason::Repetition, -1.0));
    let quiet = "a2b2 d10d9 b2a2 d9d10 ".repeat(2);
    let outcome = game.outcome(&play(&game, checks, &quiet)).expect("the end");
    assert_eq!((outcome.reason, outcome.returns.get(Seat::ZERO)), (Reason::Repetition, 0.0));
}

/// Racing Kings: black draws by following at its next step, and no seat gives check.
#[test]
fn the_second_king_can_follow_the_first() {
    let game = library!("racing-kings");
    let score = |state: &State| game.outcome(state).map(|outcome| outcome.returns.get(Seat::ZERO));
    let near = "8/k6K/8/8/8/8/8/8 w - - 0 1 -";
    assert_eq!(score(&play(&game, near, "h7h8")), None);
    assert_eq!(score(&play(&game, near, "h7h8 a7a8")), Some(0.0));
    assert_eq!(score(&play(&game, near, "h7h8 a7a6")), Some(1.0));
    let far = "8/7K/8/8/8/k7/8/8 w - - 0 1 -";
    assert_eq!(score(&play(&game, far, "h7h8")), Some(1.0));
    let check = "8/8/8/8/8/k7/8/1R5K w - - 0 1 -";
    let rook = steps_with(&game, check, "b1");
    assert!(rook.contains(&"b1b2".to_owned()) && !rook.contains(&"b1a1".to_owned()), "{rook:?}");
}

/// Jeson Mor: a knight on the middle cell wins at its seat's next turn, unless it is captured.
#[test]
fn the_middle_cell_wins_on_the_next_turn() {
    let game = library!("jeson-mor");
    let fen = "8n/9/9/9/9/9/3N5/9/9 w - - 0 1 -";
    let state = play(&game, fen, "d3e5");
    assert!(game.outcome(&state).is_none());
    let outcome = game.outcome(&play(&game, &game.fen(&state), "i9h7")).expect("the end");
    assert_eq!((outcome.reason, outcome.returns.get(Seat::ZERO)), (Reason::Goal, 1.0));
}

/// Shatranj: a bare king loses after its own step, unless it bares the enemy in turn.
#[test]
fn a_bare_king_has_one_step_to_bare_the_enemy() {
    let game = library!("shatranj");
    let state = play(&game, "4k3/8/8/8/8/8/r7/1R2K3 w - - 0 1 -", "b1a1");
    assert!(game.outcome(&state).is_none());
    let lost = play(&game, "4k3/8/8/8/8/8/rR6/4K2N w - - 0 1 -", "b2a2 e8e7");
    assert_eq!(game.outcome(&lost).expect("the end").returns.seats(2), [1.0, -1.0]);
    let drawn = play(&game, "8/8/8/8/8/k7/1r5R/4K3 w - - 0 1 -", "h2b2 a3b2");
    assert_eq!(game.outcome(&drawn).expect("the end").returns.seats(2), [0.0, 0.0]);
}
