//! Tests of rules, by their numbers in the rule document. Examples, reference games and perft tables are in
//! `tests/core/chesslike.rs`.

use super::*;
use crate::board::Cell;
use crate::game::roles::*;
use crate::game::{Actor, CellMark, Mark, Seat, Standing};
use crate::games::chess::variants::orthodox::Teams;
use crate::games::chesslike::state::State;

fn double_chess(teams: Teams) -> ChessLike {
    open(DoubleChessVariant { teams, cylinder: false, shadow: false, castling: true })
}

fn open(variant: DoubleChessVariant) -> ChessLike {
    game(&variant.id(), &variant.options(), Frame::Seat).expect("a variant")
}

/// Returns the state of a position string.
pub(super) fn at(game: &ChessLike, fen: &str) -> State {
    game.read_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns the state after some steps.
pub(super) fn after(game: &ChessLike, state: &State, steps: &str) -> State {
    let mut state = state.clone();
    for text in steps.split(' ') {
        let step =
            game.read_step(&state, text).unwrap_or_else(|| panic!("{}", game.explain_text(&state, text)));
        game.apply(&mut state, step);
    }
    state
}

/// Returns the legal steps, sorted.
pub(super) fn legal(game: &ChessLike, state: &State) -> Vec<String> {
    let mut steps = Vec::new();
    game.each_step(state, |step| steps.push(game.step_text(state, step)));
    steps.sort_unstable();
    steps
}

/// Returns a position string with pieces such as `wKe1` and the fields after the placement.
pub(super) fn composed(game: &ChessLike, pieces: &str, rest: &str) -> String {
    let on = |name: &str| pieces.split(' ').find(|piece| &piece[2..] == name).map(|piece| &piece[..2]);
    let rank = |row: &Vec<Option<Cell>>| {
        let (mut text, mut gap) = (String::new(), 0);
        for name in row.iter().flatten().map(|&cell| game.board().name(cell)) {
            match on(name) {
                None => gap += 1,
                Some(piece) => {
                    let run = if gap > 0 { gap.to_string() } else { String::new() };
                    (text, gap) = (text + &run + piece, 0);
                }
            }
        }
        if gap > 0 { text + &gap.to_string() } else { text }
    };
    let ranks: Vec<String> = game.engine.rows.iter().map(rank).collect();
    format!("{} {rest}", ranks.join("/"))
}

/// Returns the state with some pieces and the other fields of a position string.
pub(super) fn placed(game: &ChessLike, pieces: &str, rest: &str) -> State {
    at(game, &composed(game, pieces, rest))
}

/// Checks that a position string is rejected with a message.
pub(super) fn assert_unreadable(game: &ChessLike, fen: &str, problem: &str) {
    let error = game.read_fen(fen).expect_err(fen).to_string();
    assert!(error.contains(problem), "{fen}: {error}");
}

/// Checks that a step is rejected with a message.
pub(super) fn assert_illegal(game: &ChessLike, state: &State, text: &str, reason: &str) {
    let refused = game.explain_text(state, text);
    assert!(refused.contains(reason), "{text}: {refused}");
}

/// Chess 5.3, 5.4: why a piece cannot be captured through its shadow.
#[test]
fn captures_through_shadows_are_refused_with_their_rule() {
    let game =
        open(DoubleChessVariant { teams: Teams::Pairs, cylinder: false, shadow: true, castling: true });
    let state = at(&game, "6bK5/9bP2/cK11/12/5dR6/11dK/12/aP4cB6/1cP8dP1/12/12/2aR2aK6 c -,-,-,- - - 0 1 -");
    for (text, reason) in [
        ("f5-g4xf1", "there is no enemy piece on f1 (5.4)"),
        ("f5-g4xc1", "there is no enemy piece on c1 (5.4)"),
        ("f5-g4xf8", "g4 is not in the shadow of the rook on f8 (5.3)"),
        ("f5-f4xf8", "the bishop on f5 cannot capture on f4 (5.4)"),
    ] {
        assert_illegal(&game, &state, text, reason);
    }
}

/// Chess 7.5, 7.7: a piece that captured a king is immune from the king's owner on the owner's next turn
/// only. The owner's partner can capture it.
#[test]
fn a_king_capturer_is_immune_for_a_turn() {
    let game = double_chess(Teams::Pairs);
    let state = at(&game, "6bK5/9bP2/cK11/12/5dR6/11dK/12/aP4cB6/1cP8dP1/12/12/2aR2aK6 c -,-,-,- - - 0 1 -");
    let state = after(&game, &state, "f5-g4 f8-f1");
    assert_eq!(game.actor(&state), Actor::Seat(Seat::ZERO));
    assert!(game.fen(&state).contains(" f1:a "));
    let barred = game.explain_text(&state, "c1-f1");
    assert!(barred.contains("cannot be captured in this turn (7.5, 7.6)"), "{barred}");
    let state = after(&game, &state, "c1-c2 g12-g11 a10-a11 k4-j4");
    assert!(game.read_step(&state, "c2-f2").is_some() && game.fen(&state).contains(" - - "));
}

/// Chess 7.4: the pieces of a seat without a king are frozen, and pictures show it.
#[test]
fn a_seat_without_king_is_out() {
    let game = double_chess(Teams::Cutthroat);
    let state = at(&game, "6bK5/12/12/11dK/12/12/12/4cR7/12/1cPaP9/12/5aK6 a -,-,-,- - - 0 1 -");
    assert_eq!(
        [0, 1, 2, 3].map(Seat::new).map(|seat| game.standing(&state, seat) == Standing::Out),
        [false, false, true, false]
    );
    let rook = game.board().cell("e5").expect("a cell");
    assert_eq!(game.pieces(&state, rook, None)[0].marks, [Mark::Frozen]);
    let state = after(&game, &state, "f1-f2");
    assert_eq!(game.actor(&state), Actor::Seat(Seat::ONE), "the seat that is out is passed over");
}

/// Chess 7.1: a seat in check need not capture a king.
#[test]
fn a_king_that_can_be_captured_must_be() {
    let game = double_chess(Teams::Pairs);
    let state = at(&game, "6bK5/12/12/12/12/12/12/12/12/6aR5/12/5aK6 a -,-,-,- - - 0 1 -");
    let refused = game.explain_text(&state, "f1-f2");
    assert!(refused.contains("must be captured (7.1)"), "{refused}");
    assert_eq!(game.count(&state), 1);
    let checked = at(&game, "6bK5/12/12/12/12/12/12/12/12/6aR5/12/1bR3aK6 a -,-,-,- - - 0 1 -");
    assert!(game.read_step(&checked, "f1-f2").is_some() && game.read_step(&checked, "g3-g12").is_none());
}

/// Chess 4.6, 10.2: if pawns of two seats passed over one cell, the step names the captured pawn, and each
/// has its own action.
#[test]
fn one_of_several_pawns_is_captured_en_passant() {
    let game = double_chess(Teams::Pairs);
    let passed = "bK11/12/12/12/12/12/4dP7/4aPbP6/12/12/12/cK10aK a -,-,-,- f7-f5,g6-e6 - 0 1 -";
    let state = at(&game, passed);
    let takes: Vec<String> = legal(&game, &state).into_iter().filter(|step| step.contains('x')).collect();
    assert_eq!(takes, ["e5-f6xe6", "e5-f6xf5"]);
    let actions = takes.iter().map(|text| game.action(&state, game.read_step(&state, text).expect("legal")));
    assert_eq!(actions.collect::<std::collections::BTreeSet<usize>>().len(), 2);
    assert!(game.fen(&after(&game, &state, "e5-f6xf5")).contains(" g6-e6 "));
}

/// Chess 8.2: the right to capture en passant ends when the pawn's owner is to act again.
#[test]
fn en_passant_is_possible_for_a_round() {
    let game = double_chess(Teams::Pairs);
    let mut state = game.start(&mut crate::game::rng_for(0, 0, 0));
    for (step, moves) in [
        ("e2-e5", " e2-e5 "),
        ("e11-e9", " e2-e5,e11-e9 "),
        ("b3-d3", " e2-e5,e11-e9,b3-d3 "),
        ("k8-j8", " e11-e9,b3-d3 "),
    ] {
        state = after(&game, &state, step);
        assert!(game.fen(&state).contains(moves), "{}", game.fen(&state));
    }
}

/// Chess 2.4, 2.5: a rook on a cylinder reaches a cell in two directions, which is one step.
#[test]
fn two_directions_to_one_cell_are_one_step() {
    let game =
        open(DoubleChessVariant { teams: Teams::Pairs, cylinder: true, shadow: false, castling: true });
    let state = at(&game, "6bK5/12/12/12/12/11dK/cK11/2aR9/12/12/12/5aK6 a -,-,-,- - - 0 1 -");
    let along =
        legal(&game, &state).into_iter().filter(|step| step.starts_with("c5-") && step.ends_with('5'));
    assert_eq!(along.count(), 11);
}

/// Chess 5.3: two rooks that face each other along an empty line each keep one of its cells.
#[test]
fn shadows_are_cut_where_they_meet() {
    let game =
        open(DoubleChessVariant { teams: Teams::Pairs, cylinder: false, shadow: true, castling: true });
    let state = at(&game, "bK10dK/12/12/12/12/12/12/12/12/12/12/aR2aK7aR b -,-,-,- - - 0 1 -");
    let shaded: Vec<String> = game
        .shadows(&state)
        .into_iter()
        .filter(|&(_, mark)| mark == CellMark::Shadow(Seat::ZERO))
        .map(|(cell, _)| game.board().name(cell).to_owned())
        .filter(|name| name.ends_with('1') && name.len() == 2)
        .collect();
    assert_eq!(shaded, ["b1", "c1", "e1", "f1", "g1", "h1", "i1", "j1", "k1"].map(String::from));
    assert!(double_chess(Teams::Pairs).shadows(&state).is_empty());
}

/// Chess 9.2: threefold repetition.
#[test]
fn threefold_repetition_is_a_draw() {
    let game = double_chess(Teams::Pairs);
    let mut state = at(&game, "bK10dK/12/12/12/12/12/12/12/12/12/12/cK2aR7aK a -,-,-,- - - 0 1 -");
    for turn in 0..2 {
        for step in "d1-d2 a12-a11 a1-a2 l12-l11 d2-d1 a11-a12 a2-a1 l11-l12".split(' ') {
            assert!(game.outcome(&state).is_none(), "{turn}: {step}");
            state = after(&game, &state, step);
        }
    }
    assert_eq!(game.outcome(&state).map(|outcome| outcome.reason), Some(crate::game::Reason::Repetition));
    assert_eq!(
        game.read_fen(&game.fen(&state)).as_ref().map(|read| game.outcome(read)),
        Ok(game.outcome(&state))
    );
}

/// Chess 11.4.
#[test]
fn invalid_position_strings_are_refused_with_the_reason() {
    let game = double_chess(Teams::Cutthroat);
    let whole = "6bK5/12/12/11dK/12/12/12/4cR7/12/1cPaP9/12/5aK6 a -,-,-,- - - 0 1 -";
    for (from, to, problem) in [
        ("6bK5", "aP5bK5", "not part of the board"),
        ("6bK5", "2aP3bK5", "a pawn of seat a cannot stand on c12"),
        ("6bK5", "2aK3bK5", "seat a has more than one king"),
        ("-,-,-,-", "K,-,-,-", "a rook on c1"),
        ("-,-,-,-", "-,-,-", "for each of 4 seats"),
        (" - - 0", " b3-d3 - 0", "there is no pawn on"),
        (" - - 0", " - e5:c 0", "there is no enemy of seat c on e5"),
        (" 0 1 -", " 0 1 f1-f2", "there is no piece on its last cell"),
        (" 0 1 -", " 201 1 -", "from 0 to 200"),
        (" 0 1 -", " 0 0 -", "expected a number from 1"),
    ] {
        let text = whole.replacen(from, to, 1);
        assert_unreadable(&game, &text, problem);
    }
}
