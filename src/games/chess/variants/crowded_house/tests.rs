//! Tests named after the rules that they check.

use super::takeable::{may_go, next, side_of};
use super::{CrowdedHouse, State};
use crate::game::roles::*;
use crate::game::{Actor, Frame, Reason, Seat, SeatColor, rng_for};
use crate::games::chess::game::ChessGame;
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells, own_rank};
use crate::games::chess::kit::castling::{Castling, CastlingNotation};
use crate::games::chess::kit::lines::{
    KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, bishop_attacks, rook_attacks,
};
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::position::PawnSteps;
use crate::games::chess::kit::step::{MoveKind, Step, UciMove};
use crate::games::chess::tests::{after, ending, refused, steps, steps_from};

fn game() -> ChessGame<CrowdedHouse> {
    ChessGame::new(CrowdedHouse, Frame::Seat)
}

/// The legal steps, sorted.
fn legal(fen: &str) -> String {
    steps(&game(), &after(&game(), fen, ""))
}

fn refuses(fen: &str, step: &str, because: &str) {
    let message = game().explain_text(&after(&game(), fen, ""), step);
    assert!(message.contains(because), "{step} at '{fen}': {message}");
}

#[test]
fn states_are_small() {
    assert!(size_of::<State>() <= 512, "{}", size_of::<State>());
}

/// Whether the next player could take on a cell (4B.3), said man by man.
fn is_takeable(pieces: &Pieces, seat: Seat, cell: u8) -> bool {
    let taker = next(seat);
    cells(pieces.attackers(seat.other(), cell, pieces.occupied())).any(|from| may_go(taker, from, cell))
}

/// The men with the king of a seat moved to another cell.
fn with_king_on(pieces: &Pieces, seat: Seat, cell: u8) -> Pieces {
    let mut moved = *pieces;
    moved.toggle(seat, Kind::King, pieces.of(seat, Kind::King) ^ bit(cell));
    moved
}

/// Returns whether a man could make a step in orthodox chess if check is ignored, computed cell by cell.
fn can_move(state: &State, step: Step) -> bool {
    let position = &state.position;
    let (from, to, seat, pieces) = (step.from(), bit(step.to()), position.seat, &position.pieces);
    let (occupied, enemies) = (pieces.occupied(), pieces.side(seat.other()));
    let ahead = |cell: Bitboard| PawnSteps::of(seat).ahead.of(cell);
    let aside = PAWN_ATTACKS[seat.index()][from as usize];
    match step.move_kind() {
        MoveKind::Normal(Kind::Pawn) | MoveKind::Promotion(_) => {
            to & (ahead(bit(from)) & !occupied | aside & enemies) != 0
        }
        MoveKind::Normal(kind) => {
            let reach = match kind {
                Kind::Knight => KNIGHT_ATTACKS[from as usize],
                Kind::King => KING_ATTACKS[from as usize],
                Kind::Bishop => bishop_attacks(from, occupied),
                Kind::Rook => rook_attacks(from, occupied),
                _ => bishop_attacks(from, occupied) | rook_attacks(from, occupied),
            };
            to & reach & !pieces.side(seat) != 0
        }
        MoveKind::DoublePush => {
            let over = ahead(bit(from)) & !occupied;
            bit(from) & own_rank(seat, 2) != 0 && to & ahead(over) & !occupied != 0
        }
        MoveKind::EnPassant => to & aside & position.ep_square != 0,
        MoveKind::Castle => {
            let castling = Castling::of(from, step.to());
            let takeable = |cell| is_takeable(&with_king_on(pieces, seat, cell), state.extra.seat, cell);
            position.rights & to != 0
                && castling.must_be_empty() & occupied == 0
                && !cells(castling.king_path()).any(takeable)
        }
        MoveKind::Choice => false,
    }
}

/// The legal steps as the rules say them, one by one.
fn as_written(game: &ChessGame<CrowdedHouse>, state: &State) -> Vec<String> {
    let (position, seat) = (&state.position, state.extra.seat);
    let mut texts = Vec::new();
    for from in cells(position.pieces.side(seat)) {
        let kinds = || [None].into_iter().chain(Kind::PROMOTED.map(Some));
        for named in (0..64).flat_map(|to| kinds().map(move |promotion| UciMove { from, to, promotion })) {
            let Some(step) = position.find_step(named, CastlingNotation::TwoFiles) else { continue };
            if !can_move(state, step) || !may_go(seat, from, named.to) {
                continue;
            }
            let mut next = *position;
            next.make(step);
            if !is_takeable(&next.pieces, seat, next.pieces.king(seat)) {
                texts.push(game.step_text(state, step));
            }
        }
    }
    // 4B.7.
    let (pieces, king) = (&position.pieces, position.pieces.king(seat));
    if texts.is_empty() && pieces.side(seat) & side_of(seat) == 0 && !is_takeable(pieces, seat, king) {
        texts.push("pass".into());
    }
    texts.sort();
    texts
}

#[test]
fn rules_4b2_to_4b7_give_the_legal_steps() {
    let (game, mut compared, mut passes) = (game(), 0, 0);
    for index in 0..10 {
        let mut rng = rng_for(6, 0, index);
        let mut state = game.start(&mut rng);
        while let Some(step) = game.random_step(&state, &mut rng) {
            assert_eq!(steps(&game, &state), as_written(&game, &state).join(" "), "{}", game.fen(&state));
            compared += 1;
            passes += u32::from(step.is_choice());
            game.apply(&mut state, step);
        }
    }
    assert!(compared > 800 && passes > 0, "{compared}, {passes}");
}

#[test]
fn rule_4b1_four_seats_play_two_colors() {
    let game = game();
    let spec = game.spec();
    assert_eq!(
        (spec.seats, &spec.teams[..], &spec.turn_order[..]),
        (4, &[0, 1, 0, 1][..], &[0, 1, 2, 3].map(Seat::new)[..])
    );
    assert_eq!(spec.colors, [SeatColor::White, SeatColor::Black, SeatColor::White, SeatColor::Black]);
    assert_eq!(
        [0, 1, 2, 3].map(Seat::new).map(|seat| spec.seat_name(seat)),
        ["white 1", "black 1", "white 2", "black 2"]
    );
    assert!(game.symmetries().is_empty());
    let mut state = game.start(&mut rng_for(0, 0, 0));
    for (seat, step) in [
        (Seat::ZERO, "e2e4"),
        (Seat::ONE, "e7e5"),
        (Seat::new(2), "d2d4"),
        (Seat::new(3), "d7d5"),
        (Seat::ZERO, "e4d5"),
    ] {
        assert_eq!(game.actor(&state), Actor::Seat(seat));
        let step = game.read_step(&state, step).expect("legal");
        game.apply(&mut state, step);
    }
    // Men belong to the seat on whose side they stand.
    let owner = |cell| game.pieces(&state, cell, None)[0].seat;
    assert_eq!([0, 4, 35, 36, 56, 60].map(owner), [2, 0, 2, 1, 3, 1].map(|seat| Some(Seat::new(seat))));
    assert_eq!([0, 1, 2, 3].map(Seat::new).map(|seat| game.material(&state, seat)), [14.0, 15.0, 25.0, 23.0]);
}

#[test]
fn rule_4b2_a_step_starts_or_ends_on_the_side_of_the_seat() {
    let fen = "4k3/8/8/8/8/8/1R4P1/4K3 0 - - 0 -";
    assert_eq!(steps_from(&game(), &after(&game(), fen, ""), "b2"), "b2e2 b2f2");
    refuses(fen, "b2c2", "must start or end on the side of the seat (4B.2)");
    // Castling is a move of the king: both seats have the queen side's, one the king side's.
    let castles = "4k3/8/8/8/8/8/8/R3K2R 2 KQ - 0 -";
    assert!(legal(castles).contains("e1c1") && !legal(castles).contains("e1g1"));
    refuses(castles, "e1g1", "(4B.2)");
    let king_side = castles.replace(" 2 ", " 0 ");
    assert!(legal(&king_side).contains("e1c1") && legal(&king_side).contains("e1g1"));
}

#[test]
fn rule_4b4_only_what_the_next_player_can_take_with_counts() {
    // The bishop attacks a king on the king side for both, a king on the queen side for seat 3.
    let pinned = |seat: Seat| legal(&format!("7k/8/8/b7/8/2N5/8/4K3 {seat} - - 0 -"));
    assert!(!pinned(Seat::new(2)).contains("c3") && !pinned(Seat::ZERO).contains("c3"));
    let pinned = |seat: Seat| legal(&format!("7k/8/8/8/b7/8/2N5/3K4 {seat} - - 0 -"));
    assert!(!pinned(Seat::new(2)).contains("c2"));
    assert!(pinned(Seat::ZERO).contains("c2e1") && pinned(Seat::ZERO).contains("c2e3"));
    refuses("7k/8/8/8/b7/8/2N5/3K4 2 - - 0 -", "c2a1", "could then capture the king on d1 (4B.4)");
    // Kings stand side by side where the next player cannot take.
    assert!(legal("8/8/8/8/8/2k5/7P/4K3 0 - - 0 -").contains("e1d2"));
    refuses("8/8/8/8/8/2k5/7P/4K3 2 - - 0 -", "e1d2", "could capture the king on d2 (4B.4)");
    // Seat 1 can neither capture that king nor escape, and seat 2 could capture: mate.
    let mated = after(&game(), "8/8/8/8/8/2k5/7P/4K3 0 - - 0 -", "e1d2");
    assert_eq!(ending(&game(), &mated), (Reason::Checkmate, 1.0));
}

#[test]
fn rule_4b5_the_path_is_tested_with_what_the_next_player_can_use() {
    // A rook on d8 takes on d1 for seat 3 only.
    let fen = "3rk3/8/8/8/8/8/8/R3K3 0 Q - 0 -";
    assert!(legal(fen).contains("e1c1"));
    refuses(&fen.replace(" 0 Q", " 2 Q"), "e1c1", "seat 3, which acts next, attacks the path");
    // Seat 2 acts after seat 1, and has the other side.
    let fen = "r3k3/8/8/8/8/8/8/3RK3 1 q - 0 -";
    assert!(!legal(fen).contains("e8c8"));
    assert!(legal(&fen.replace(" 1 q", " 3 q")).contains("e8c8"));
}

#[test]
fn rule_4b6_only_the_very_next_player_captures_in_passing() {
    // Black's pawn on d4 can go to e3 with seat 1, that on b4 to c3 with seat 3.
    let fen = "4k3/8/8/8/1p1p4/8/2P1P3/4K3";
    let passed = |seat: Seat, step: &str| {
        let state = after(&game(), &format!("{fen} {seat} - - 0 -"), step);
        game().fen(&state).split(' ').nth(3).map(String::from)
    };
    assert_eq!(passed(Seat::ZERO, "e2e4"), Some("e3".into()));
    assert_eq!(passed(Seat::new(2), "c2c4"), Some("c3".into()));
    let waited = after(&game(), &format!("{fen} 0 - - 0 -"), "e2e4 e8e7");
    assert!(game().fen(&waited).ends_with(" 2 - - 1 -"), "{}", game().fen(&waited));
    // Neither cell of a capture from c4 to b3 is on the side of seat 1.
    let far = after(&game(), "4k3/8/8/8/2p5/8/1P6/4K2R 2 - - 0 -", "b2b4");
    assert!(game().fen(&far).contains(" 3 - b3 "));
    let state = after(&game(), "4k3/8/8/8/1Pp5/8/8/4K2R 1 - b3 0 -", "");
    assert!(game().fen(&state).contains(" 1 - - "), "of no use to seat 1");
}

#[test]
fn rule_4b7_without_a_step() {
    let idle = "7k/8/8/8/8/8/5PPP/6K1 2 - - 0 -";
    assert_eq!(legal(idle), "pass");
    refuses(idle, "g1h1", "(4B.2)");
    let passed = after(&game(), idle, "pass");
    assert_eq!(game().fen(&passed), "7k/8/8/8/8/8/5PPP/6K1 3 - - 1 pass");
    refuses("7k/8/8/8/8/8/5PPP/3R2K1 2 - - 0 -", "pass", "with pieces on its side cannot pass (4B.7)");
    refuses("7k/8/8/8/8/8/5PPP/5RK1 2 - - 0 -", "pass", "bring a piece to its side cannot pass (4B.7)");
    // The knight could come, but not so that the king is safe.
    let pinned = "7k/8/8/8/8/8/5PPP/r4NK1 2 - - 0 -";
    assert_eq!(legal(pinned), "pass");
    refuses(pinned, "f1d2", "could then capture the king on g1 (4B.4)");
    assert_eq!(ending(&game(), &after(&game(), "7k/8/8/8/p7/P7/8/7K 2 - - 100 -", "")).0, Reason::Stalemate);
}

#[test]
fn rule_4b8_and_2_3_rounds_of_four_come_about_again() {
    let fen = "6k1/5ppp/8/8/8/8/5PPP/6K1 0 - - 0 -";
    let round = "g1h1 g8h8 pass pass h1g1 h8g8 pass pass ";
    let twice = after(&game(), fen, &format!("{round}g1h1 g8h8 pass pass h1g1 h8g8 pass"));
    assert_eq!(game().outcome(&twice), None);
    let drawn = after(&game(), fen, &round.repeat(2));
    assert_eq!(ending(&game(), &drawn), (Reason::Repetition, 0.0));
    let written = game().fen(&drawn);
    assert_eq!(written.matches("pass").count(), 8);
    assert_eq!(ending(&game(), &after(&game(), &written, "")), (Reason::Repetition, 0.0));
    // The same board two steps later is that of another seat.
    let other = "6k1/5ppp/8/8/8/8/5PPP/6K1 2 - - 0 -";
    assert_eq!(
        game().outcome(&after(&game(), other, "pass pass g1h1 g8h8 pass pass h1g1 h8g8 pass pass")),
        None
    );
    assert_eq!(ending(&game(), &after(&game(), "7k/8/8/8/8/8/8/K7 0 - - 3 -", "")).0, Reason::Insufficient);
    let clock = after(&game(), "7k/8/8/8/8/8/P7/K7 0 - - 99 -", "pass");
    assert_eq!(ending(&game(), &clock), (Reason::NoProgress, 0.0));
}

#[test]
fn rule_4b9_refusals() {
    for (fen, because) in [
        ("7k/8/8/8/8/8/8/K7 w - - 0 -", "expected 0, 1, 2 or 3 (4B.9)"),
        ("7k/8/8/8/8/8/8/K7 4 - - 0 -", "expected 0, 1, 2 or 3 (4B.9)"),
        ("7k/8/8/8/8/8/8/K7 0 K - 0 -", "first cells"),
        ("7k/8/8/8/8/8/P7/R5K1 1 - - 1 b1a1", "on the side of the seat that made it (4B.2)"),
        ("7k/8/8/8/8/8/P7/R5K1 3 - - 1 pass", "not possible for a seat with pieces on its side (4B.7)"),
        ("7k/8/8/8/8/8/P7/R5K1 1 - - 0 h1g1", "the value of the clock"),
    ] {
        refused(&game(), fen, because);
    }
    let made = "7k/8/8/8/8/8/P7/R5K1 3 - - 1 b1a1";
    assert_eq!(game().fen(&after(&game(), made, "")), made);
}

#[test]
fn a_string_may_leave_a_king_to_be_taken() {
    // 4B.4 lets no step leave one so; who has none has none to guard.
    let state = after(&game(), "k3r3/8/8/8/8/8/3P3P/R3K2R 2 KQ - 0 -", "a1a8");
    assert_eq!(game().fen(&state), "R3r3/8/8/8/8/8/3P3P/4K2R 3 K - 0 -");
    assert_eq!(steps(&game(), &state), "e8a8 e8b8 e8c8 e8d8");
}

#[test]
fn what_each_seat_observes() {
    let game = game();
    let at = |name: &str| game.spec().planes.iter().position(|plane| plane == name).expect("a plane");
    let state = after(&game, "4k3/8/8/8/8/8/8/R3K3 1 - - 0 -", "");
    for (seat, own, following, wait) in
        [(Seat::ZERO, 7, 7, 3), (Seat::ONE, 7, 0, 0), (Seat::new(2), 0, 0, 1), (Seat::new(3), 0, 7, 2)]
    {
        let mut planes = vec![0.0f32; game.spec().planes.len() * 64];
        game.write_observation(&state, seat, &mut planes);
        let of = |name: &str, cell: usize| planes[64 * at(name) + cell];
        assert_eq!([of("own side", own), of("own side", 7 - own)], [1.0, 0.0], "{seat}");
        assert_eq!(
            [of("next player's side", following), of("next player's side", 7 - following)],
            [1.0, 0.0]
        );
        assert_eq!(of("steps to wait", 0), wait as f32 / 3.0, "{seat}");
        let rooks = if seat.parity() == 0 { "own rooks" } else { "enemy rooks" };
        let corner = planes[64 * at(rooks)..][..64].iter().position(|&value| value == 1.0).expect("a rook");
        assert_eq!(corner, if seat.parity() == 0 { 0 } else { 56 }, "{seat}: as Black sees it");
    }
}
