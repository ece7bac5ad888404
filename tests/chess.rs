//! Chess, Chess960 and Masquerade Chess against their reference games, perft tables and another engine.

mod common;
#[path = "common/worked.rs"]
mod worked;

use cozy_chess as cozy;
use plyground::catalog::{Visitor, find};
use plyground::game::{Frame, Game, below, rng_for};
use plyground::games::chess::kit::Kit;
use plyground::games::chess::masquerade::Masquerade;
use plyground::games::chess::open;
use plyground::games::chess::orthodox::Chess;
use plyground::games::chess::synchronous::Synchronous;
use plyground::games::chess::zombie::Zombie;
use std::collections::BTreeSet;

#[test]
fn reference_games_of_chess() {
    common::replay(&Chess::chess(true, Frame::Seat), "adams_chess");
}

#[test]
fn reference_games_of_chess960() {
    common::replay(&Chess::chess960(None, true, Frame::Seat), "chesskit_b");
}

#[test]
fn reference_games_of_masquerade() {
    common::replay(&Kit::new(Masquerade, Frame::Seat), "chesskit_a");
}

#[test]
fn reference_games_of_zombie() {
    common::replay(&Kit::new(Zombie, Frame::Seat), "chesskit_a");
}

#[test]
fn reference_games_of_synchronous() {
    common::replay(&Kit::new(Synchronous, Frame::Seat), "chesskit_b");
}

#[test]
fn reference_views() {
    views(&Kit::new(Masquerade, Frame::Seat));
    views(&Kit::new(Zombie, Frame::Seat));
}

/// Checks what each seat sees of given positions.
fn views<G: Game>(game: &G) {
    let file = format!("vectors/chesskit_a_views/{}.jsonl.gz", game.spec().id);
    let lines = common::json_lines(&common::beside(&file));
    assert!(!lines.is_empty());
    for line in lines {
        let state = game.read_fen(line["position"].as_str().expect("a position")).expect("read");
        for seat in 0..2 {
            assert_eq!(game.view(&state, seat), line["views"][usize::from(seat)].as_str().expect("a view"));
        }
    }
}

#[test]
fn worked_examples() {
    assert_eq!(worked::first_half(&Kit::new(Masquerade, Frame::Seat), "### Masquerade Chess"), 8);
    assert_eq!(worked::first_half(&Kit::new(Zombie, Frame::Seat), "### Zombie Chess"), 15);
    assert_eq!(worked::second_half(&Chess::chess960(None, true, Frame::Seat), "### 9.1 Chess960"), 4);
    assert_eq!(worked::second_half(&Kit::new(Synchronous, Frame::Seat), "### 9.4 Synchronous Chess"), 12);
}

/// Checks one perft line with whichever game it is for.
struct Perft<'a>(&'a common::PerftLine);

impl Visitor for Perft<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        common::check_perft(&game, self.0, 5_000_000);
    }
}

#[test]
fn perft() {
    for line in common::perft_lines("chess.txt") {
        let variant = find(&line.id).expect("an id");
        open(&line.id, &variant.options, Frame::Seat, Perft(&line)).expect("an id of the family");
    }
}

/// The strings of the legal moves of cozy-chess; castling is the king's capture of his rook there, as in Chess960.
fn cozy_moves(board: &cozy::Board) -> BTreeSet<String> {
    let mut moves = BTreeSet::new();
    board.generate_moves(|set| {
        moves.extend(set.into_iter().map(|step| step.to_string()));
        false
    });
    moves
}

/// Plays random games of Chess960 beside cozy-chess, from all arrays in turn, every third without castling, until our draws end them.
#[test]
fn legal_steps_are_those_of_another_engine() {
    let mut plies = 0;
    for index in 0..60 {
        let array = (index * 16 + 6) as u32;
        let game = Chess::chess960(Some(array), index % 3 != 0, Frame::Seat);
        let mut rng = rng_for(3, 0, index);
        let mut state = game.start(&mut rng);
        let fen = game.fen(&state);
        let fields = fen.strip_suffix(" -").expect("no history");
        let mut board = cozy::Board::from_fen(fields, true).expect("six fields");
        loop {
            let mut ours = BTreeSet::new();
            game.each_step(&state, |step| assert!(ours.insert(game.step_text(&state, step))));
            if ours.is_empty() {
                break;
            }
            assert_eq!(ours, cozy_moves(&board), "{}", game.fen(&state));
            let text = ours.iter().nth(below(&mut rng, ours.len())).expect("below the length");
            let step = game.read_step(&state, text).expect("legal");
            game.apply(&mut state, step);
            board.play(text.parse().expect("a move"));
            plies += 1;
        }
    }
    assert!(plies > 5_000, "{plies}");
}
