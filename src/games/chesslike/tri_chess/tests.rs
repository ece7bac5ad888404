//! Tests of rules that random games rarely reach, by their numbers in the rule document. Examples, reference
//! games and perft tables are in `tests/core/chesslike.rs`.

use super::super::kinds::chess;
use super::super::pieces::{NO_PIECE, Piece};
use super::super::tests::{after, assert_unreadable, at, legal, placed};
use super::super::{ChessLike, TriChessVariant, game, state::State, tri_chess::OPTIONS};
use crate::board::{Bitboard, Cell, NO_CELL};
use crate::game::roles::*;
use crate::game::{Actor, Frame, Mark, Options, Outcome, Reason, Scores, Seat, Standing};
use std::collections::BTreeSet;

pub(super) fn open(id: &str) -> ChessLike {
    let variant = TriChessVariant::all().into_iter().find(|variant| variant.id() == id).expect("an id");
    game(id, &variant.options(), Frame::Seat).expect("a variant")
}

fn ending(game: &ChessLike, state: &State) -> (Reason, Vec<f64>) {
    let Outcome { reason, returns } = game.outcome(state).expect("over");
    (reason, returns.seats(game.spec().seats).to_vec())
}

/// Tri-Chess 1.1, 3.1, and the bound of action numbers.
#[test]
fn every_game_has_the_right_cells_pieces_and_actions() {
    for variant in TriChessVariant::all() {
        let game = open(&variant.id());
        let cells = match (variant.row.players, variant.id().contains("cutedges")) {
            (2, false) => 96,
            (2, true) => 72,
            (3, false) => 150,
            (3, true) => 120,
            (4, cut) if variant.id().contains("cutthroat") => [146, 136][usize::from(cut)],
            (4, cut) => [150, 132][usize::from(cut)],
            _ => 204,
        };
        assert_eq!(game.board().len(), cells);
        let pawns =
            if variant.id().contains("cutedges") && !variant.id().contains("cutthroat") { 8 } else { 9 };
        let state = game.start(&mut crate::game::rng_for(0, 0, 0));
        for seat in Seat::all(game.spec().seats) {
            assert_eq!(state.pieces.of_seat(seat).count(), 8 + pawns);
            assert_eq!((state.pieces.of_seat(seat) & state.pieces.of_kind(chess::PAWN)).count(), pawns);
        }
        assert!(game.spec().num_actions <= 9000, "{}: {}", variant.id(), game.spec().num_actions);
    }
}

/// The motions that map set-ups to set-ups and teams to teams and keep the turn order.
#[test]
fn symmetries_are_those_of_the_seats() {
    for (id, names) in [
        ("tri-chess-2", &["mirror-turn-180"][..]),
        ("tri-chess-2-cutedges", &["mirror-turn-180"]),
        ("tri-chess-3", &["turn-120", "turn-240"]),
        ("tri-chess-3-cutedges", &["turn-120", "turn-240"]),
        ("tri-chess-4-cutthroat", &["turn-180"]),
        ("tri-chess-4-pairs", &["mirror-turn-60"]),
        ("tri-chess-4-pairs-cutedges", &["mirror-turn-60"]),
        ("tri-chess-5", &[]),
        ("tri-chess-6-cutthroat", &["turn-120", "turn-240"]),
        ("tri-chess-6-pairs", &[]),
        ("tri-chess-6-trios", &[]),
    ] {
        let game = open(id);
        let found: Vec<&str> = game.symmetries().iter().map(|symmetry| symmetry.name.as_str()).collect();
        assert_eq!(found, names, "{id}");
    }
}

/// Tri-Chess 4.9, 6.3: up to five pawns passed over one cell; capturing each is a step and an action of its
/// own.
#[test]
fn one_of_five_pawns_is_captured_en_passant() {
    let game = open("tri-chess-6-cutthroat");
    let engine = &game.engine;
    let mut most = 0;
    for to in engine.board.cells() {
        // With nothing but kings the game would be over.
        let mut state = placed(&game, "aKa6 bKc1 cKj1 dKl8 eKj19 fPd16", "a -,-,-,-,-,- - - 0 1 -");
        for other in Seat::all(6).skip(1) {
            let moves = engine.board.cells().flat_map(|from| {
                let ahead = engine.pawn_advances(&state.pieces, engine.pawn(other), from);
                let passes = |remote_capture: &Cell| {
                    engine.cells_passed(other, [from, *remote_capture]).any(|cell| cell == to)
                };
                ahead
                    .cells()
                    .filter(passes)
                    .map(move |remote_capture| [from, remote_capture])
                    .collect::<Vec<_>>()
            });
            let free = |&[from, remote_capture]: &[Cell; 2]| {
                !engine.seat_tables(other).pawn_forbidden.has(from)
                    && state.pieces.piece_at(to) == NO_PIECE
                    && state.pieces.piece_at(remote_capture) == NO_PIECE
                    && !engine.seat_tables(other).promotion_cells.has(remote_capture)
            };
            if let Some(ep_move) = moves.collect::<Vec<_>>().into_iter().find(free) {
                state.pieces.put(engine, ep_move[1], Piece::new(other, chess::PAWN));
                state.ep_moves[other.index()] = ep_move;
            }
        }
        for from in engine.pawn(Seat::ZERO).leapers[usize::from(to)].cells() {
            if state.pieces.piece_at(from) == NO_PIECE
                && !engine.seat_tables(Seat::ZERO).pawn_forbidden.has(from)
            {
                state.pieces.put(engine, from, Piece::new(Seat::ZERO, chess::PAWN));
            }
        }
        let mut numbers = BTreeSet::new();
        let mut taken = 0;
        game.each_step(&state, |step| {
            let number = game.action(&state, step);
            assert!(numbers.insert(number), "{} has another's number", game.step_text(&state, step));
            assert_eq!(game.step(&state, number), Some(step), "{}", game.step_text(&state, step));
            taken += usize::from(step.remote_capture != NO_CELL && step.to == to);
        });
        most = most.max(taken);
    }
    assert!(most >= 8, "four or five pawns, each taken from both sides: {most}");
}

/// Tri-Chess 4.10: castling and a king step to the same cell are two steps.
#[test]
fn castling_differs_from_a_king_step() {
    let game = open("tri-chess-2");
    let state = at(&game, "5bK3/11/13/15/15/13/11/1aR3aK2aR a KQ,- - - 0 1 -");
    let numbers = ["a6-a9", "a6-a8", "a9-a7", "a6-a2", "a6-a4"].map(|text| {
        let step =
            game.read_step(&state, text).unwrap_or_else(|| panic!("{}", game.explain_text(&state, text)));
        game.action(&state, step)
    });
    assert_eq!(BTreeSet::from(numbers).len(), 5);
    let castling_to = after(&game, &state, "a6-a9");
    assert!(game.fen(&castling_to).starts_with("5bK3/11/13/15/15/13/11/1aR4aRaK1 b -,- "));
    let stepped = after(&game, &state, "a6-a8");
    assert!(game.fen(&stepped).starts_with("5bK3/11/13/15/15/13/11/1aR5aKaR b -,- "));
}

/// Tri-Chess 4.10, 4.7, 6.2 and others: messages cite the rules of this document.
#[test]
fn refusals_cite_the_rules_of_tri_chess() {
    let two = open("tri-chess-2");
    let castling = placed(&two, "aKa6 aRa2 aRa9 bKh6 bBc9", "a KQ,- - - 0 1 -");
    let start = two.start(&mut crate::game::rng_for(0, 0, 0));
    for (state, text, reason) in [
        (&castling, "a6-a9", "through check (4.10)"),
        (&start, "a6-a9", "castling is blocked: a7 is occupied (4.10)"),
        (&start, "a6-b6", "b6 is occupied by a friendly piece (5.1)"),
        (&start, "b5-e8", "cannot move to e8 (4.7)"),
        (&start, "b5-c7", "only to capture, and there is no enemy piece (4.7)"),
        (&start, "a2-d5", "cannot move to d5 (4.2)"),
        (&start, "a4-d8", "cannot move to d8 (4.3)"),
        (&start, "a5-d7", "cannot move to d7 (4.4)"),
        (&start, "a6-d8", "cannot move to d8 (4.5)"),
        (&start, "a3-d8", "cannot move to d8 (4.6)"),
        (&start, "g5-f5", "the piece on g5 belongs to seat b, and seat a is to act (6.1)"),
        (&start, "b5-c6=q", "its last cells can promote (4.8)"),
        (&start, "b5-c7xc6", "no pawn on c6 can be captured en passant (4.9)"),
        (&start, "b5c6", "as in d4-d6xe7 (6.3)"),
    ] {
        let refused = two.explain_text(state, text);
        assert!(refused.contains(reason), "{text}: {refused}");
    }
    let four = open("tri-chess-4-pairs");
    let taken =
        at(&four, "8bK2/13/11aK3/3cK13/19/19/dR16/15/12aR/dK7aR2 a -,-,-,- - - 3 2 c12-a9,g3-g4,j10-j9");
    let refused = four.explain_text(&taken, "a9-a8");
    assert!(refused.contains("a king that can be captured must be captured (6.2)"), "{refused}");
    let checked = placed(&two, "aKa6 bKh6 bRa1", "a -,- - - 0 1 -");
    let refused = two.explain_text(&checked, "a6-a5");
    assert!(refused.contains("in check on a5 (5.3)"), "{refused}");
}

/// Tri-Chess 7.4, 8.2: one of three pairs without kings is out. 11.2: it has lost even if the others draw.
#[test]
fn a_pair_without_kings_is_out() {
    let game = open("tri-chess-6-pairs");
    let pieces = "aKa4 bKl4 cKc1 dKj1 fRf10 eRe10 aRh12";
    let rest = "c -,-,-,-,-,- - - 299 9 -";
    let out = |state: &State| {
        Seat::all(6).filter(|&seat| game.standing(state, seat) == Standing::Out).collect::<Vec<Seat>>()
    };
    let state = placed(&game, &format!("{pieces} fKe20"), rest);
    assert!(out(&state).is_empty(), "partners of a seat with a king play on");
    let state = placed(&game, pieces, rest);
    assert_eq!(out(&state), [4, 5].map(Seat::new));
    for piece in game.board().cells().flat_map(|cell| game.pieces(&state, cell, None)) {
        assert_eq!(piece.marks.contains(&Mark::Frozen), piece.seat.is_some_and(|seat| seat >= Seat::new(4)));
    }
    let state = after(&game, &state, "c1-c2");
    assert_eq!(ending(&game, &state), (Reason::NoProgress, vec![0.0, 0.0, 0.0, 0.0, -0.5, -0.5]));
    assert_eq!(game.spec().scores, Scores::win(&[0, 0, 1, 1, 2, 2]));
}

/// Tri-Chess 7.1, 8.3: a mated pair misses its turn while two others play on, and loses if only one other is
/// left.
#[test]
fn a_mated_pair_loses_to_the_only_other_pair() {
    let game = open("tri-chess-6-pairs");
    // The king in the near left corner is attacked along rows a and b.
    let mated = "fKa3 aRa11 aRb14 aKl4 eRf10";
    let rest = "f -,-,-,-,-,- - - 3 2 -";
    let state = placed(&game, &format!("{mated} cKj1"), rest);
    assert_eq!(game.actor(&state), Actor::Seat(Seat::ZERO), "F misses its turn");
    let state = placed(&game, mated, rest);
    assert_eq!(ending(&game, &state), (Reason::Checkmate, vec![1.0, 1.0, -0.5, -0.5, -0.5, -0.5]));
    let trios = open("tri-chess-6-trios");
    let state = placed(&trios, mated, rest);
    assert_eq!(ending(&trios, &state), (Reason::Checkmate, vec![1.0, 1.0, 1.0, -1.0, -1.0, -1.0]));
    let state = placed(&trios, &format!("{mated} dKj1"), rest);
    assert_eq!(game.actor(&state), Actor::Seat(Seat::ZERO), "a partner's king stands free");
}

/// Tri-Chess 12.21: a stalemated seat is skipped, and the game is drawn when only one other is left.
#[test]
fn a_stalemated_seat_is_skipped() {
    let game = open("tri-chess-3");
    let start = at(&game, "cK10/12aR/11aR3/17/19/15aK3/17/5aR9/12aR/bK10 a -,-,- - - 0 1 -");
    let state = after(&game, &start, "c6-c7");
    let listed = "cK10/12aR/11aR3/17/19/15aK3/17/6aR8/12aR/bK10 c -,-,- - - 1 1 c6-c7";
    assert_eq!(
        (game.fen(&state).as_str(), &legal(&game, &state)[..]),
        (listed, &["j1-j2".to_owned(), "j1-j3".into()][..])
    );
    let drawn = after(&game, &start, "h12-j11");
    assert_eq!(ending(&game, &drawn), (Reason::Stalemate, vec![0.0, 0.0, -0.5]));
    let won = after(&game, &start, "h12-j9");
    assert_eq!(ending(&game, &won), (Reason::Checkmate, vec![1.0, -0.5, -0.5]));
}

/// Tri-Chess 10: invalid position strings.
#[test]
fn invalid_position_strings_are_refused_with_the_reason() {
    let game = open("tri-chess-2-cutedges");
    let whole = "3bK4/8/3cP5/11/11/9/8/3aK4 a -,- - - 0 1 -".replace("cP", "bP");
    for (from, to, problem) in [
        ("3bK4", "4bK4", "expected 8 cells, got 9"),
        ("3bK4/", "", "expected 8 ranks"),
        ("3bP5", "3cP5", "written as a seat (a, b)"),
        ("3aK4", "3aK2aP1", "a pawn of seat a cannot stand on a8"),
        (" a -,-", " c -,-", "expected one of a, b"),
        ("-,-", "K,-", "and a rook on"),
        ("-,- - -", "-,- b4-d6 -", "there is no pawn on d6"),
        ("-,- - -", "-,- - f5:a", "there is no enemy of seat a on f5"),
        (" 0 1 -", " 101 1 -", "from 0 to 100"),
        (" 0 1 -", " 0 1", "the number of fields is 7"),
        ("3bK4", "3bK#4", "expected a piece written as a seat (a, b)"),
    ] {
        let text = whole.replacen(from, to, 1);
        assert_unreadable(&game, &text, problem);
    }
}

/// Tri-Chess 4.9: a pawn that promoted by a move of two or three cells can be captured en passant.
#[test]
fn pawns_that_promote_by_a_long_step_can_be_written() {
    let game = open("tri-chess-4-pairs-plainknight");
    let fen = "3dK6cK/13/4cR5bRdR3/6bP10/1cR11dQ1aPaK2/19/16cN/1dR1bR11/13/3bK7 b -,-,-,- f18-d17 - 0 2 -";
    assert_eq!(game.fen(&at(&game, fen)), fen);
    let error = game.read_fen(&fen.replace("f18-d17", "f18-e18")).expect_err("no pawn").to_string();
    assert!(error.contains("there is no pawn on e18"), "{error}");
}

/// Tri-Chess 1.3: combinations of options.
#[test]
fn incompatible_options_are_refused_with_the_reason() {
    let refused = |changes: &[(&'static str, crate::game::OptionValue)]| {
        let mut options: Options = TriChessVariant::all()[0].options();
        changes.iter().for_each(|(name, value)| options.insert(name, value.clone()));
        assert_eq!(options.declaration().game, OPTIONS.game);
        game("tri-chess-2", &options, Frame::Seat).expect_err("no such game")
    };
    assert!(refused(&[("players", 5.into()), ("teams", "pairs".into())]).contains("no set-up for players=5"));
    assert!(refused(&[("players", 6.into()), ("layout", "cutedges".into())]).contains("at most 4 players"));
    assert!(refused(&[("extended_knight", true.into())]).contains("at least 3 players"));
}
