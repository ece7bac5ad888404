//! Tests named after the rules that they check.

pub(super) mod any_text;
mod chess960;
mod masquerade;

use super::game::ChessGame;
use super::orthodox::{self, Chess};
use super::synchronous::Synchronous;
use super::tar_pit::{self, TarPit};
use super::{ids, open, two_move};
use crate::catalog;
use crate::game::roles::*;
use crate::game::{Actor, Frame, Game, Options, Reason, Seat, rng_for};
use std::collections::BTreeMap;

fn fresh() -> Chess {
    Chess::chess(true, Frame::Seat)
}

/// `tar-pit-chess` or one of its variants.
pub(super) fn tar_pit_chess(id: &str) -> ChessGame<TarPit> {
    let (_, options) = tar_pit::ids().find(|(known, _)| known == id).expect("an id");
    ChessGame::new(TarPit::named(id, &options).expect("an id"), Frame::Seat)
}

/// Checks the outcomes of the draw to be made in a position: their probabilities, and how often each comes.
pub(super) fn draws<G: Game>(game: &G, fen: &str, expected: &[(&str, f64)]) {
    let (state, mut told) = (after(game, fen, ""), Vec::new());
    assert_eq!(game.actor(&state), Actor::Chance);
    game.chance(&state, |step, probability| told.push((game.step_text(&state, step), probability)));
    assert!(
        told.iter().map(|(text, probability)| (text.as_str(), *probability)).eq(expected.iter().copied())
    );
    let (mut rng, mut drawn) = (rng_for(3, 0, 0), BTreeMap::new());
    for _ in 0..6000 {
        let step = game.draw(&state, &mut rng).expect("a draw");
        *drawn.entry(game.step_text(&state, step)).or_insert(0) += 1;
    }
    for (text, probability) in told {
        assert!((f64::from(drawn[&text]) - 6000.0 * probability).abs() < 200.0, "{drawn:?}");
    }
}

/// The state after `steps` from a position string.
pub(super) fn after<G: Game>(game: &G, fen: &str, steps: &str) -> G::State {
    let mut state = game.read_fen(fen).unwrap_or_else(|error| panic!("'{fen}': {error}"));
    for text in steps.split_whitespace() {
        let step =
            game.read_step(&state, text).unwrap_or_else(|| panic!("{}", game.explain_text(&state, text)));
        game.apply(&mut state, step);
    }
    state
}

/// The legal steps, sorted, in one line.
pub(super) fn steps<G: Game>(game: &G, state: &G::State) -> String {
    let mut steps = Vec::new();
    game.each_step(state, |step| steps.push((game.sort_key(state, step), game.step_text(state, step))));
    steps.sort();
    steps.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ")
}

/// The legal steps from one cell.
pub(super) fn steps_from<G: Game>(game: &G, state: &G::State, cell: &str) -> String {
    steps(game, state).split(' ').filter(|step| step.starts_with(cell)).collect::<Vec<_>>().join(" ")
}

pub(super) fn ending<G: Game>(game: &G, state: &G::State) -> (Reason, f64) {
    let outcome = game.outcome(state).unwrap_or_else(|| panic!("'{}' goes on", game.fen(state)));
    (outcome.reason, outcome.returns.get(Seat::ZERO))
}

pub(super) fn refused<G: Game>(game: &G, fen: &str, because: &str) {
    match game.read_fen(fen) {
        Ok(_) => panic!("'{fen}' was read"),
        Err(error) => assert!(error.to_string().contains(because), "'{fen}': {error}"),
    }
}

#[test]
fn states_are_small() {
    assert!(size_of::<orthodox::State>() <= 512, "{}", size_of::<orthodox::State>());
    assert!(size_of::<super::masquerade::State>() <= 104, "{}", size_of::<super::masquerade::State>());
    assert!(size_of::<two_move::State>() <= 120, "{}", size_of::<two_move::State>());
    assert_eq!(size_of::<super::step::Step>(), 4);
}

#[test]
fn ids_open_their_games() {
    let opened = |id: &str, options: &Options| {
        let game = open(id, options, Frame::Seat)?;
        Ok::<_, String>(game.spec().id.clone())
    };
    for (id, options) in ids() {
        assert_eq!(opened(&id, &options), Ok(id));
    }
    let cylinder = catalog::options("chess", &[("cylinder", true.into())]).expect("an option");
    assert_eq!(opened("chess", &cylinder), Ok("cylindrical-chess".into()));
    let teams = catalog::options("chess", &[("teams", "pairs".into())]).expect("an option");
    assert!(opened("chess", &teams).is_err_and(|e| e.contains("teams=pairs")));
    assert!(opened("shogi", &Options::new()).is_err());
}

#[test]
fn games_without_castling_have_no_rights_to_it() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 -";
    let game = Chess::chess(false, Frame::Seat);
    assert_eq!(game.fen(&game.start(&mut rng_for(0, 0, 0))), start);
    let of_960 = Chess::chess960(Some(518), false, Frame::Seat);
    assert_eq!(of_960.fen(&of_960.start(&mut rng_for(0, 0, 0))), start);
    let rights = start.replace(" - - ", " KQkq - ");
    refused(&game, &rights, "castling=false");
    refused(&of_960, &rights, "castling=false");
    assert_eq!(
        fresh().perft(&after(&fresh(), start, ""), 3, &mut || true),
        Some(8_902),
        "a string without rights is any game's"
    );
    let open = "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1 -";
    for text in ["e1g1", "e1c1"] {
        assert!(game.explain_text(&after(&game, open, ""), text).contains("has no castling"));
    }
    assert!(of_960.explain_text(&after(&of_960, open, ""), "e1h1").contains("has no castling"));
}

#[test]
fn chess_12_42_third_occurrence_draws() {
    let game = fresh();
    let fen = "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 7 4 g1f3,g8f6,f3g1,f6g8,g1f3,g8f6,f3g1";
    let state = after(&game, fen, "");
    assert_eq!(game.count(&state), 22);
    assert_eq!(game.fen(&state), fen);
    let drawn = after(&game, fen, "f6g8");
    assert_eq!(ending(&game, &drawn), (Reason::Repetition, 0.0));
    assert_eq!((game.actor(&drawn), game.count(&drawn)), (Actor::Over, 0));
    // Another step, and the position has come about only twice.
    assert_eq!(game.outcome(&after(&game, fen, "f6g4")), None);
}

#[test]
fn chess_8_and_9_mate_and_stalemate_come_before_the_draws() {
    let game = fresh();
    let mated = after(&game, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 99 60 -", "a1a8");
    assert_eq!(ending(&game, &mated), (Reason::Checkmate, 1.0));
    let drawn = after(&game, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 99 60 -", "a1a7");
    assert_eq!(ending(&game, &drawn), (Reason::NoProgress, 0.0));
    // Bare kings and no step: stalemate is looked at first.
    let stalemated = after(&game, "k7/P7/K7/8/8/8/8/8 b - - 0 1", "");
    assert_eq!(ending(&game, &stalemated), (Reason::Stalemate, 0.0));
}

#[test]
fn chess_9_1_dead_material() {
    let game = fresh();
    for (placement, dead) in [
        ("4k3/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/4KN2", true),
        ("4k3/8/8/8/8/8/8/4KB2", true),
        ("2b1k3/8/8/8/8/8/8/4KB2", true),
        ("2b1k3/8/8/8/8/8/8/2B1K3", false),
        ("4k3/8/8/8/8/8/8/3NKN2", false),
        ("4k1n1/8/8/8/8/8/8/4KB2", false),
        ("4k3/8/8/8/8/8/7P/4K3", false),
    ] {
        let state = after(&game, &format!("{placement} w - - 0 1"), "");
        assert_eq!(game.outcome(&state).map(|o| o.reason), dead.then_some(Reason::Material), "{placement}");
    }
}

#[test]
fn chess_11_1_en_passant_is_written_only_if_it_is_legal() {
    let game = fresh();
    let field = |fen, steps| game.fen(&after(&game, fen, steps)).split(' ').nth(3).map(String::from);
    assert_eq!(field("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4").as_deref(), Some("e3"));
    assert_eq!(field("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4").as_deref(), Some("-"));
    // Both pawns would leave the rank: the king on a4 would stand in the rook's line.
    assert_eq!(field("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4").as_deref(), Some("-"));
    // A check that only this capture meets.
    let state = after(&game, "8/8/8/2k5/3p4/8/4P3/4K3 w - - 0 1", "e2e4");
    assert_eq!(steps_from(&game, &state, "d4"), "d4d3 d4e3");
}

#[test]
fn chess_4_7_castling_needs_rights_room_and_safe_cells() {
    let game = fresh();
    let king = |fen: &str| steps_from(&game, &after(&game, fen, ""), "e1");
    assert_eq!(king("4k3/8/8/8/8/8/3PPP2/R3K2R w KQ - 0 1"), "e1c1 e1d1 e1f1 e1g1");
    assert_eq!(king("4k3/8/8/8/8/8/3PPP2/R3K2R w - - 0 1"), "e1d1 e1f1");
    // The rook may pass an attacked cell (b1), the king may not (f1), and it may not castle out of check.
    assert_eq!(king("1r2kr2/8/8/8/8/8/3PP3/R3K2R w KQ - 0 1"), "e1c1 e1d1");
    assert_eq!(king("4k3/4r3/8/8/8/8/3P1P2/R3K2R w KQ - 0 1"), "e1d1 e1f1");
    let castled = after(&game, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8c8");
    assert_eq!(game.fen(&castled), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2 -");
    // A captured rook loses its castling right, as does the capturing rook.
    let captured = after(&game, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8");
    assert_eq!(game.fen(&captured), "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1 -");
}

#[test]
fn chess_4_5_promotions_are_four_steps_with_actions_of_their_own() {
    let game = fresh();
    let state = after(&game, "2r5/1P6/8/8/8/8/k7/4K3 w - - 0 1", "");
    assert_eq!(steps_from(&game, &state, "b7"), "b7b8b b7b8n b7b8q b7b8r b7c8b b7c8n b7c8q b7c8r");
    let rook = after(&game, "2r5/1P6/8/8/8/8/k7/4K3 w - - 0 1", "b7c8r");
    assert_eq!(game.fen(&rook), "2R5/8/8/8/8/8/k7/4K3 b - - 0 1 -");
}

#[test]
fn chess_11_3_and_11_4_refusals() {
    let game = fresh();
    let with = |fields: &str| format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {fields}");
    assert!(game.read_fen(&with("w KQkq - 0 1")).is_ok());
    refused(&game, "8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king");
    refused(&game, "4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has more than one king");
    refused(&game, "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "the king of 'b' is in check, but 'b' is not to act");
    refused(&game, "4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "pawn cannot stand");
    refused(&game, "4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "castling");
    refused(&game, "4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "twice");
    refused(&game, &with("w KQkq e6 0 1"), "passed over");
    refused(&game, &with("w KQkq i6 0 1"), "en passant");
    refused(&game, &with("w KQkq - 101 1"), "clock");
    refused(&game, &with("w KQkq - 0 0"), "expected a number from 1");
    refused(&game, &with("x KQkq - 0 1"), "seat to act");
    refused(&game, &with("w KQkq - 0"), "the number of fields is 5");
    refused(&game, "4k3/8/8/8/44/8/8/4K3 w - - 0 1", "two numbers");
    refused(&game, "4k3/8/8/8/9/8/8/4K3 w - - 0 1", "'9' is not a piece");
    refused(&game, "4k3/8/8/8/8/8/4K3 w - - 0 1", "8 ranks");
    // Histories that cannot be taken back.
    refused(&game, &with("b KQkq - 1 1 g1f3"), "there is no piece on its last cell");
    refused(&game, "4k3/8/8/8/8/8/8/R3K3 b - - 1 1 a2a1,b2b1", "there is no piece on its last cell");
    refused(&game, "4k3/8/8/8/8/8/8/R3K3 b - - 1 1 b3a1", "cannot move that way");
    refused(&game, "4k3/8/8/8/8/8/8/R3K3 b - - 0 1 a2a1", "the value of the clock");
    refused(&game, "4k3/8/8/8/8/8/8/R3K3 b Q - 1 1 a2a1", "has the right to castle");
    // An en passant square that no pawn can use is read as none.
    let state = after(&game, "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "");
    assert_eq!(game.fen(&state), "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1 -");
}

#[test]
fn crowds_play_on() {
    for fen in [
        "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/7q/k1K5 b - - 0 1",
        "kqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK w - - 0 1",
        "knnnnnnn/nnnnnnnn/8/NNNNNNNN/nnnnnnnn/8/NNNNNNNN/NNNNNNNK w - - 0 1",
    ] {
        let game = fresh();
        let mut state = after(&game, fen, "");
        let mut rng = rng_for(5, 0, 0);
        let mut listed = 0;
        game.each_step(&state, |_| listed += 1);
        assert_eq!(game.count(&state), listed);
        while let Some(step) = game.random_step(&state, &mut rng) {
            assert!(game.is_legal(&state, step));
            game.apply(&mut state, step);
        }
        assert!(game.outcome(&state).is_some());
    }
}

#[test]
fn refusals_give_reasons() {
    let game = fresh();
    let says = |fen: &str, step: &str, reason: &str| {
        let state = after(&game, fen, "");
        assert_eq!(game.read_step(&state, step), None);
        let message = game.explain_text(&state, step);
        assert!(message.contains(reason), "{message}");
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    says(start, "castle", "expected two cells");
    says(start, "e3e4", "there is no piece on e3");
    says(start, "e7e5", "belongs to the opponent");
    says(start, "e2e5", "the pawn on e2 cannot move to e5");
    says(start, "e2d3", "d3 only to capture");
    says(start, "a1a3", "the path is blocked on a2");
    says(start, "a1a2", "a2 is occupied by your own piece");
    says(start, "e2e4q", "only a pawn that reaches");
    says(start, "e1g1", "f1 is occupied");
    says("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1", "the right to castle on that side is lost");
    says("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "through or into check");
    says("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "out of check (from e7)");
    says("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", "a1a2", "in check from e7");
    says("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "pinned");
    says("3rk3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1", "would be in check on d1");
    says("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "must promote");
    says("k7/P7/K7/8/8/8/8/8 b - - 0 1", "a8a7", "over (stalemate)");
}

#[test]
fn rule_4_4_pawns_go_two_cells_from_their_own_rank_only() {
    // Black's pawn on e7 may go to e5; the one on e3 stands as far from there, and may not go back.
    let game = fresh();
    let state =
        game.read_fen("Qn6/r3p1b1/1PPp2pn/5b1k/p7/2P1p2n/R3P3/1N2KB2 b - - 3 32").expect("a position");
    assert!(game.read_step(&state, "e7e5").is_some());
    assert_eq!(game.read_step(&state, "e3e5"), None);
}

#[test]
fn synchronous_5_8_nothing_is_committed_after_the_end() {
    let game = ChessGame::new(Synchronous, Frame::Seat);
    let over = "the game is over, so White cannot have committed a move";
    // Black is mated, has no move though its king is not attacked, only kings are left, the clock ran out.
    refused(&game, "rnbkb1rn/p1p2prp/1p1Qp3/3p4/7P/4PP2/pPPPK1P1/RNBQ1BNR b kq m g2g3 - - 0 -", over);
    refused(&game, "7k/5K2/6Q1/8/8/8/8/8 b - m g6f6 - - 0 -", over);
    refused(&game, "7k/8/8/8/8/8/8/K7 b - m a1a2 - - 0 -", over);
    refused(&game, "7k/8/8/8/8/8/7P/K7 b - m a1a2 - - 50 -", over);
    assert!(game.read_fen("7k/8/8/8/8/8/7P/K7 b - m a1a2 - - 49 -").is_ok());
}
