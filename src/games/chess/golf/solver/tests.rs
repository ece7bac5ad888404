//! Tests of the solver against plain searches that only use the moves.

use super::hole::{Unpacker, pack};
use super::setup::can_set_up_capture;
use super::*;
use crate::game::{Rng, Seat, below, rng_for};
use crate::games::chess::golf::goal::Goal;
use crate::games::chess::golf::layout::{drawn, shuffled};
use crate::games::chess::golf::moves::{Movers, Moves};
use crate::games::chess::kit::bitboard;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::piles::Card;
use crate::games::chess::kit::step::Step;

/// No limit that any test reaches.
const LIMITS: Limits = Limits { max_moves: 20, max_lines: 1_000_000, max_bytes: 1 << 28 };

const FIRST: (&str, &str) = ("2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2", "Kb");

fn solved(hole: &Hole, limits: &Limits) -> Solution {
    solve(hole, limits, &mut || true).expect("not stopped")
}

fn read((board, cards): (&str, &str)) -> Hole {
    Hole::read(board, cards).unwrap_or_else(|error| panic!("{error}"))
}

fn texts(lines: &[Vec<Step>]) -> Vec<String> {
    let solution =
        Solution { par: Ok(0), more_than: 0, lines: lines.to_vec(), num_lines: 0, num_positions: 0 };
    solution.texts().into_iter().map(|line| line.join(" ")).collect()
}

fn moves(hole: &Hole) -> Vec<Step> {
    let mut moves = Vec::new();
    Moves::of(&hole.pieces, &hole.goal).each(&hole.pieces, |step| moves.push(step));
    moves
}

/// All lines of this length, by trying all moves.
fn lines_of(hole: &Hole, length: u32, line: &mut Vec<Step>, lines: &mut Vec<Vec<Step>>) {
    for step in moves(hole) {
        let next = hole.after(step);
        line.push(step);
        if next.goal.is_reached() {
            if length == 1 {
                lines.push(line.clone());
            }
        } else if length > 1 {
            lines_of(&next, length - 1, line, lines);
        }
        line.pop();
    }
}

/// The shortest lines of at most `most` moves, by trying all moves.
fn plainly(hole: &Hole, most: u32) -> Vec<String> {
    for length in 1..=most {
        let mut lines = Vec::new();
        lines_of(hole, length, &mut Vec::new(), &mut lines);
        if !lines.is_empty() {
            let mut texts = texts(&lines);
            texts.sort();
            return texts;
        }
    }
    Vec::new()
}

/// A hole with this number of cards. Pieces that no card names are removed until `pieces` are left.
fn small(cards: u8, pieces: u32, rng: &mut Rng) -> Hole {
    let mut hole = Hole { pieces: shuffled(rng), goal: Goal::of(drawn(cards, rng)) };
    while hole.pieces.occupied().count_ones() > pieces {
        let cell = bitboard::nth(
            hole.pieces.occupied(),
            below(rng, hole.pieces.occupied().count_ones() as usize) as u32,
        );
        let mut fewer = hole;
        fewer.pieces.clear(1 << cell);
        if fewer.has_pieces_for_cards() {
            hole = fewer;
        }
    }
    hole
}

#[test]
fn lines_are_those_of_a_plain_search() {
    let mut rng = rng_for(3, 0, 0);
    let mut found = [0; 5];
    for number in 0..24u32 {
        let (cards, pieces) = ([2, 2, 3, 4][number as usize % 4], [16, 9, 6, 5][number as usize / 4 % 4]);
        let hole = small(cards, pieces, &mut rng);
        let most = if pieces > 6 { 3 } else { 4 };
        let expected = plainly(&hole, most);
        let solution = solved(&hole, &Limits { max_moves: most, ..LIMITS });
        let name = format!("{} {}", hole.board(), hole.cards());
        assert_eq!(texts(&solution.lines), expected, "{name}");
        assert_eq!(solution.num_lines, expected.len() as u64, "{name}");
        match (solution.par, expected.first()) {
            (Ok(least), Some(line)) => {
                assert_eq!(
                    (least as usize, solution.more_than),
                    (line.split(' ').count(), least - 1),
                    "{name}"
                );
                found[least as usize] += 1;
            }
            (Err(Unsolved::MoveLimit), None) => assert_eq!(solution.more_than, most, "{name}"),
            (Err(Unsolved::Unsolvable), None) => {}
            other => panic!("{name}: {other:?}"),
        }
    }
    assert!(found[1..].iter().all(|&holes| holes > 0), "{found:?}");
}

#[test]
fn holes_in_the_middle_of_play_are_solved_from_there() {
    let mut hole = read(FIRST);
    for (text, left) in [("e5g6", 2), ("g6h5", 1)] {
        hole.make(hole.read_step(text).expect("legal"));
        assert_eq!(solved(&hole, &LIMITS).par, Ok(left));
    }
    let mut hole = read(("5r1b/2n5/8/3Q4/Bk4n1/4N3/Rr1KR1B1/N4qb1", "nnr"));
    let line = ["g1h2", "f8e8", "g4g3", "g3c7", "c7d8", "d8e8"];
    for (made, text) in line.into_iter().enumerate() {
        assert_eq!(solved(&hole, &LIMITS).par, Ok(6 - made as u32), "before {text}");
        hole.make(hole.read_step(text).expect("legal"));
    }
    assert!(hole.goal.is_reached());
}

#[test]
fn one_quiet_move_is_judged_without_making_it() {
    let mut rng = rng_for(4, 0, 0);
    let mut judged = [0; 2];
    for number in 0..3000u32 {
        let mut hole = small(2, [16, 10, 7, 5, 4, 3][number as usize % 6], &mut rng);
        // Some moves away from boards that are laid out, whose men stand apart.
        for _ in 0..number % 7 {
            let open = moves(&hole);
            if let Some(&step) = open.get(below(&mut rng, open.len().max(1))) {
                let next = hole.after(step);
                hole = if next.goal == hole.goal { next } else { hole };
            }
        }
        let reached = |hole: &Hole| moves(hole).into_iter().any(|step| hole.after(step).goal.is_reached());
        if reached(&hole) {
            continue;
        }
        let expected = moves(&hole).into_iter().any(|step| reached(&hole.after(step)));
        assert_eq!(
            can_set_up_capture(&hole, &Movers::of(&hole.pieces)),
            expected,
            "{} {}",
            hole.board(),
            hole.cards()
        );
        judged[usize::from(expected)] += 1;
    }
    assert!(judged.iter().all(|&holes| holes > 500), "{judged:?}");
}

#[test]
fn holes_are_unpacked_as_they_were_packed() {
    let mut rng = rng_for(5, 0, 0);
    for number in 0..250 {
        let mut hole = small(2 + number % 5, 6 + u32::from(number) % 11, &mut rng);
        let unpacker = Unpacker::of(&hole);
        for _ in 0..12 {
            assert_eq!(unpacker.unpack(pack(&hole)), hole);
            let open = moves(&hole);
            if open.is_empty() || hole.goal.is_reached() {
                break;
            }
            hole.make(open[below(&mut rng, open.len())]);
        }
    }
}

#[test]
fn rule_9_6_least_numbers_of_the_examples() {
    let solution = solved(&read(FIRST), &LIMITS);
    assert_eq!(solution.par, Ok(3));
    for line in ["e5g6 g6h5 h5h2", "b3c3 b5b3 a2h2"] {
        assert!(texts(&solution.lines).iter().any(|found| found == line), "{line}");
    }
    let special = solved(&read(("5Q2/b6K/1B1n1N2/R5q1/1r2b3/1r1n1N2/5k2/2B3R1", "Nq")), &LIMITS);
    assert_eq!(special.par, Ok(2));
    // With the king as the taker three moves take the special one.
    let mut king = read(FIRST);
    king.goal.taker = Card::read("K");
    king.goal.left.take(Card::read("K").expect("a card"));
    let solution = solved(&king, &LIMITS);
    assert_eq!((solution.par, texts(&solution.lines).contains(&"b3c3 h2g2 g2a2".into())), (Ok(3), true));
}

#[test]
fn rule_9_6_problems_have_the_solutions_that_are_told() {
    let problems = [
        ("3R2b1/1Q3K1N/3R4/b5n1/N6B/3n2k1/1B2q2r/1r6", "bb", "d3b5 a5c6 c6e7 g3g4 g5f6 e7g8"),
        ("5r1b/2n5/8/3Q4/Bk4n1/4N3/Rr1KR1B1/N4qb1", "nnr", "e3g3 g1b6 c7f4 g4e5 f4e6 e6f8 f8g7 g7e5"),
        ("1N2b1b1/1nr2B2/3B3R/6k1/N5q1/4Qn2/2r3R1/5K2", "NNB", "g2f2 e3e7 f7b3 a4d7 d7d6 d6d8 d8b8"),
    ];
    for (board, cards, line) in problems {
        let mut hole = read((board, cards));
        for text in line.split(' ') {
            assert!(!hole.goal.is_reached());
            hole.make(hole.read_step(text).unwrap_or_else(|error| panic!("{error}")));
        }
        assert!(hole.goal.is_reached(), "{line}");
    }
    for (at, line) in [(1, "g1h2 f8e8 g4g3 g3c7 c7d8 d8e8"), (2, "c7d5 g2f2 e3e6 f7d7 d6b8 d7a4")] {
        let solution = solved(&read((problems[at].0, problems[at].1)), &LIMITS);
        assert_eq!(solution.par, Ok(6));
        assert!(texts(&solution.lines).iter().any(|found| found == line), "{line}");
    }
    let first = solved(&read((problems[0].0, problems[0].1)), &Limits { max_lines: 1, ..LIMITS });
    assert!(first.par.is_ok_and(|least| least > 4), "{:?}", first.par);
}

#[test]
fn limits_are_kept_and_told() {
    let hole = read(("3R2b1/1Q3K1N/3R4/b5n1/N6B/3n2k1/1B2q2r/1r6", "bb"));
    let few = solved(&hole, &Limits { max_moves: 3, ..LIMITS });
    assert_eq!((few.par, few.more_than, few.num_lines), (Err(Unsolved::MoveLimit), 3, 0));
    let none = solved(&hole, &Limits { max_moves: 0, ..LIMITS });
    assert_eq!((none.par, none.more_than), (Err(Unsolved::MoveLimit), 0));
    let little = solved(&hole, &Limits { max_bytes: 100_000, ..LIMITS });
    assert_eq!(little.par, Err(Unsolved::MemoryLimit));
    assert!(little.num_positions <= 100_000 / 16 && (1..6).contains(&little.more_than), "{little:?}");
    let some = solved(&read(FIRST), &Limits { max_lines: 2, ..LIMITS });
    let all = solved(&read(FIRST), &LIMITS);
    assert_eq!((some.lines.len(), some.num_lines), (2, all.lines.len() as u64));
    assert_eq!(some.lines, all.lines[..2]);
    assert_eq!(solve(&hole, &LIMITS, &mut || false), None);
}

#[test]
fn holes_without_any_line_are_told() {
    // No man has a neighbor, and only the black king, which cannot capture, can move like a king.
    let hole = read(("K7/Q7/8/8/8/8/8/7k", "KQ"));
    assert!(solved(&hole, &LIMITS).par.is_ok());
    let hopeless = read(("RR6/8/8/8/8/8/8/6kq", "RR"));
    assert_eq!(solved(&hopeless, &LIMITS).par, Ok(1));
    let mut missing = read(FIRST);
    missing.pieces.clear(missing.pieces.of(Seat::ZERO, Kind::King));
    assert_eq!(solved(&missing, &LIMITS).par, Err(Unsolved::Unsolvable));
}

#[test]
fn holes_are_refused_with_reasons() {
    for (board, cards, reason) in [
        ("8/8/8/8/8/8/8/8", "Kb", "there are fewer pieces K"),
        ("2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2", "K", "at least two cards"),
        ("2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2", "Kx", "expected letters of the cards"),
        ("2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2", "KK", "expected letters of the cards"),
        ("P7/8/8/8/8/8/8/8", "Kb", "Chess Golf has no pawns"),
        ("QQ6/8/8/8/8/8/8/8", "Kb", "more pieces Q"),
        ("nonsense", "Kb", "expected 8 ranks"),
    ] {
        let explain_text = Hole::read(board, cards).expect_err(board).to_string();
        assert!(explain_text.contains(reason), "{explain_text}");
    }
}

#[test]
fn holes_are_made_by_their_par() {
    let request = HoleRequest { holes: 5, cards: 2, par: Some((3, 4)), seed: 1, max_tries: 1000 };
    let limits = Limits { max_moves: 10, max_lines: 0, max_bytes: 1 << 28 };
    let made = random_holes(&request, &limits, &mut || true).expect("not stopped");
    assert_eq!(made.len(), 5);
    for SolvedHole { hole, solution } in &made {
        assert!(solution.par.is_ok_and(|par| (3..=4).contains(&par)));
        assert_eq!(solved(hole, &Limits { max_lines: 0, ..LIMITS }).par, solution.par);
        assert_eq!(hole.goal.left.count(), 2);
    }
    assert_eq!(random_holes(&request, &limits, &mut || true), Some(made), "the same for the same seed");
    assert_eq!(
        random_holes(&HoleRequest { max_tries: 0, ..request }, &limits, &mut || true),
        Some(Vec::new())
    );
}
