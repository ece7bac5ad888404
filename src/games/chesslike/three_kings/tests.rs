//! Tests of rules, by their numbers in the rule document. Positions, reference games and perft tables are in
//! `tests/core/three_kings.rs`.

use super::{ID, spec};
use crate::board::{Bitboard, Cell, EdgeKind};
use crate::game::roles::*;
use crate::game::{Actor, CellMark, Frame, Mark, Reason, Seat, Standing};
use crate::games::chesslike::ChessLike;
use crate::games::chesslike::kinds::{Kind, chess};
use crate::games::chesslike::pieces::{NO_PIECE, NO_SEAT, Piece, Pieces};
use crate::games::chesslike::state::State;
use crate::games::chesslike::tests::{after, assert_illegal, assert_unreadable, composed, placed};
use std::collections::BTreeSet;

fn three() -> ChessLike {
    ChessLike::new(spec(Frame::Seat))
}

/// Returns the legal steps from a cell.
fn from(game: &ChessLike, state: &State, cell: &str) -> Vec<String> {
    let mut steps = Vec::new();
    game.each_step(state, |step| steps.push(game.step_text(state, step)));
    steps.retain(|step| step.split('-').next() == Some(cell));
    steps.sort_unstable();
    steps
}

/// Returns the fields of the position string after the placement.
fn fields(game: &ChessLike, state: &State) -> String {
    game.fen(state).split_once(' ').expect("fields").1.into()
}

fn ending(game: &ChessLike, state: &State) -> Option<(Reason, Vec<f64>)> {
    game.outcome(state).map(|outcome| (outcome.reason, outcome.returns.seats(3).to_vec()))
}

fn names(game: &ChessLike, cells: impl IntoIterator<Item = Cell>) -> Vec<&str> {
    let mut names: Vec<&str> = cells.into_iter().map(|cell| game.board().name(cell)).collect();
    names.sort_unstable();
    names
}

/// Three Kings 10: targets of single pieces on an empty board.
#[test]
fn single_pieces_have_the_documented_targets() {
    let game = three();
    let text = include_str!("../../../../docs/rules/three_kings.md");
    let examples = &text[text.find("## 10.").expect("a section")..];
    let cell = |name: &str| game.board().cell(name).unwrap_or_else(|| panic!("{name}"));
    let mut count = 0;
    for line in examples.lines().filter_map(|line| line.strip_prefix("- ")) {
        let (piece, expected_text) = line.split_once(": ").expect("a piece and where it goes");
        let listed = |cells: &str| cells.split(' ').map(str::to_owned).collect::<Vec<String>>();
        let words: Vec<&str> = piece.split(' ').collect();
        let (army, from) = match words[..] {
            [_, "of", "army", army, "on", from] => (army.parse().ok(), from),
            [_, from] => (None, from),
            _ => panic!("{line}"),
        };
        let kind = game.engine.kinds.iter().position(|kind| kind.name == words[0]).expect("a kind");
        let (seat, from) = (Seat::new(army.unwrap_or(0)), cell(from));
        let mut pieces = Pieces::empty(&game.engine);
        pieces.put(&game.engine, from, Piece::new(seat, Kind::new(kind as u8)));
        if let Some((ahead, takes)) = expected_text
            .strip_prefix("ahead ")
            .and_then(|expected_text| expected_text.split_once(", takes on "))
        {
            assert_eq!(
                names(&game, game.engine.pawn_advances(&pieces, game.engine.pawn(seat), from).cells()),
                listed(ahead)
            );
            assert_eq!(
                names(&game, game.engine.pawn(seat).leaps[usize::from(from)].cells()),
                listed(takes),
                "{line}"
            );
        } else {
            assert_eq!(
                names(&game, game.engine.pseudo_legal_targets(&pieces, seat, from).cells()),
                listed(expected_text),
                "{line}"
            );
        }
        count += 1;
    }
    assert_eq!(count, 21);
}

/// Three Kings 5.3: the two definitions, by neighbors and by the L, agree.
#[test]
fn the_two_definitions_of_knights_agree() {
    let game = three();
    let board = game.board();
    let near = |cell: Cell, kind: EdgeKind| {
        let touching = board.edges().iter().filter(move |edge| edge.2 == kind);
        touching.filter_map(move |&(a, b, _)| if a == cell { Some(b) } else { (b == cell).then_some(a) })
    };
    let corners = |cell: Cell| {
        let corner = |&(x, y): &(f64, f64)| ((x * 1e6).round() as i64, (y * 1e6).round() as i64);
        board.outline(cell).iter().map(corner).collect::<BTreeSet<(i64, i64)>>()
    };
    let knight = game.engine.movement(Piece::new(Seat::ZERO, chess::KNIGHT));
    let knight_attacks = |cell: Cell| knight.leaps[usize::from(cell)];
    for cell in board.cells() {
        let ways = [[EdgeKind::Side, EdgeKind::Corner], [EdgeKind::Corner, EdgeKind::Side]];
        let two =
            ways.iter().flat_map(|&[first, second]| near(cell, first).flat_map(move |by| near(by, second)));
        let apart = two.filter(|&to| corners(to).is_disjoint(&corners(cell)));
        let expected: BTreeSet<Cell> = apart.collect();
        assert!(knight_attacks(cell).cells().eq(expected.into_iter()), "{}", board.name(cell));
        knight_attacks(cell)
            .each(|to| assert!(board.color(to) != board.color(cell) && knight_attacks(to).has(cell)));
    }
    let most = board.cells().filter(|&cell| knight_attacks(cell).count() == 10);
    assert_eq!(names(&game, most), ["d4", "d5", "e4", "e9", "i5", "i9"]);
}

/// Three Kings 4.2, 6.1: a piece before the fork blocks both branches. A check along both branches can only
/// be blocked before the fork.
#[test]
fn forked_diagonals_pin_and_check_twice() {
    let game = three();
    let bound = placed(&game, "wKa1 wQd4 bKd8 bBl8 rKi12 rBh12", "w - - - 0 -");
    assert_eq!(from(&game, &bound, "d4"), ["d4-b2", "d4-c3"]);
    let one = placed(&game, "wKa1 wQd4 bKd8 rKi12 rBh12", "w - - - 0 -");
    assert_eq!(from(&game, &one, "d4"), ["d4-b2", "d4-c3", "d4-e9", "d4-f10", "d4-g11", "d4-h12"]);
    let both = placed(&game, "wKa1 wRc1 wRh1 bKd8 bBl8 rKi12 rBh12", "w - - - 0 -");
    assert_eq!([from(&game, &both, "c1"), from(&game, &both, "h1")].concat(), ["c1-c3"]);
    assert_eq!(fields(&game, &both), "w - - w:br 0 -");
    let inner = placed(&game, "wKb2 wRd2 bKd8 rKi12 bBc3 rBd4", "w - - - 0 -");
    assert_eq!(fields(&game, &inner), "w - - - 0 -", "the nearer of two on an arm gives check alone");
}

/// Three Kings 5.4, 5.6: a pawn that two seats can capture en passant.
#[test]
fn the_right_to_capture_en_passant_ends() {
    let game = three();
    let start = placed(&game, "wKe1 wPd2 bKd8 bPe4 bRd7 rKi12 rPc4", "w - - - 0 -");
    let passed = after(&game, &start, "d2-d4");
    assert_eq!(fields(&game, &passed), "b - d3 - 0 -");
    let cell = game.board().cell("d3").expect("a cell");
    assert_eq!(game.cell_marks(&passed, None), [(cell, CellMark::Passed)]);
    assert!(game.fen(&after(&game, &passed, "e4-d3")).ends_with(" r - - - 0 -"));
    assert_eq!(fields(&game, &after(&game, &passed, "d7-d4")), "r - - - 0 -", "it has been taken");
    assert_eq!(fields(&game, &after(&game, &passed, "d8-c8 i12-i11")), "w - d3 - 2 -");
    assert_eq!(fields(&game, &after(&game, &passed, "d8-c8 i12-i11 e1-f1")), "b - - - 3 e1-f1");
    // A capture on the cell takes the piece there, and the pawn stays.
    let held = placed(&game, "wKe1 wPd4 bKd8 bNd3 rKi12 rPc4", "r - d3 - 1 -");
    let taken = after(&game, &held, "c4-d3");
    let pawn = |name: &str| taken.pieces.piece_at(game.board().cell(name).expect("a cell"));
    assert!(pawn("d4") != NO_PIECE && pawn("d3") != NO_PIECE && pawn("c4") == NO_PIECE);
    // A seat that is out has no en passant move left.
    let mated = placed(&game, "wKa1 wPd4 bRh1 bRh2 bKd8 rKi12", "w - d3 - 2 -");
    assert_eq!(game.fen(&mated), composed(&game, "bXd4 bRh1 bRh2 bKd8 rKi12", "b - - - 0 -"));
}

/// Three Kings 5.8: kings are never captured, even in check while another seat is to act.
#[test]
fn kings_are_never_captured() {
    let game = three();
    let state = placed(&game, "wKe1 wRh9 bKd8 rKh12", "w - - - 0 -");
    let refused = game.explain_text(&state, "h9-h12");
    assert!(refused.contains("a king cannot be captured (5.8)"), "{refused}");
    assert_eq!(from(&game, &state, "h9").iter().filter(|step| step.contains("-h1")).count(), 3);
}

/// Three Kings 6.4: if two checks begin with one turn, the mover's comes first. A check that ends no longer
/// counts.
#[test]
fn checks_are_ordered_by_their_beginning() {
    let game = three();
    let state = placed(&game, "wKe1 wNl10 bKd8 bRl5 rKl12", "w - - - 0 -");
    let both = after(&game, &state, "l10-j11");
    assert_eq!(fields(&game, &both), "b - - r:wb 1 l10-j11");
    assert_eq!(game.read_fen(&game.fen(&both)).as_ref(), Ok(&both));
    assert_eq!(fields(&game, &after(&game, &both, "l5-k5")), "r - - - 2 l10-j11,l5-k5");
    // If the field is empty, the first seat after the king's owner comes first.
    let unlisted = placed(&game, "wKe1 wNj11 bKd8 bRl5 rKl12", "b - - - 1 -");
    assert_eq!(fields(&game, &unlisted), "b - - r:wb 1 -");
    let black = placed(&game, "wKe1 wNj11 bKd8 bRl5 rKl12", "b - - r:bw 1 -");
    assert!(black != unlisted);
    // The seat that gave check first drafts the mated army.
    for (order, owner) in [("r:wb", 'w'), ("r:bw", 'b')] {
        let mated = "wKe1 wNj11 bKd8 bRl5 bRk5 rKl12 rPh11";
        let state = placed(&game, mated, &format!("r - - {order} 1 -"));
        assert!(game.fen(&state).contains(&format!("{owner}Z")), "{}", game.fen(&state));
    }
}

/// Three Kings 6.3, 6.5: a mate at the start of a turn can cause another one.
#[test]
fn one_mate_can_cause_another() {
    let game = three();
    let state = placed(&game, "wKe1 wRa8 wRa7 wRl12 wRl11 bKl8 rKh12", "b - - - 4 -");
    assert_eq!(ending(&game, &state), Some((Reason::Checkmate, vec![1.0, -0.5, -0.5])));
    assert_eq!(game.fen(&state), composed(&game, "wKe1 wRa8 wRa7 wRl12 wRl11", "w - - - 0 -"));
    assert_eq!([1, 2].map(Seat::new).map(|seat| game.standing(&state, seat)), [Standing::Out; 2]);
}

/// Three Kings 5.7, 6.5, 6.6: a drafted army has no castling rights, and a pawn keeps its army.
#[test]
fn an_army_is_drafted() {
    let game = three();
    let state = placed(&game, "wKe1 wRd1 wQd7 bKd8 bRl8 bPl7 rKi12", "b l8 - - 5 -");
    assert_eq!(game.fen(&state), composed(&game, "wKe1 wRd1 wQd7 wRl8 wYl7 rKi12", "r - - - 0 -"));
    let pawn = game.board().cell("l7").expect("a cell");
    let shown = game.pieces(&state, pawn, None);
    assert_eq!(
        (shown[0].seat, &shown[0].marks[..], &shown[0].text[..]),
        (Some(Seat::ZERO), &[Mark::Drafted(Seat::ONE)][..], "wY")
    );
    // A drafted pawn can make a double step, which can be answered en passant.
    let stepped = after(&game, &state, "i12-i11 l7-l5");
    assert_eq!(fields(&game, &stepped), "r - l6 - 0 -");
    assert_eq!(game.read_fen(&game.fen(&stepped)).as_ref(), Ok(&stepped));
    let again = placed(&game, "rKi12 rRd1 rQd7 bKd8 bXg3", "b - - - 5 -");
    assert_eq!(game.fen(&again), composed(&game, "rKi12 rRd1 rQd7 rXg3", "r - - - 0 -"));
    assert_eq!(ending(&game, &again), Some((Reason::Checkmate, vec![-0.5, -0.5, 1.0])));
}

/// Three Kings 5.4, 6.6: a drafted pawn gives check on the diagonals of its army.
#[test]
fn drafted_pawns_give_check() {
    let game = three();
    let checker =
        |pieces: &str| placed(&game, &format!("{pieces} wRh1 rKi12"), "w - - - 0 -").first_checkers[0];
    assert_eq!(
        checker("wKd2 rYe3"),
        Seat::new(2),
        "a pawn of Black's army goes down the files of White's half"
    );
    assert_eq!(checker("wKd3 rXc2"), Seat::new(2), "one of White's own goes up");
    assert_eq!([checker("wKd3 rYc2"), checker("wKd2 rXe3")], [NO_SEAT; 2]);
}

/// Three Kings 6.7.
#[test]
fn a_stalemated_seat_among_three_passes() {
    let game = three();
    let state = placed(&game, "wKa1 wRk10 bKd8 bRi11 rKl12", "r - - - 0 -");
    assert_eq!(game.count(&state), 1);
    let refused = game.explain_text(&state, "l12-k12");
    assert!(refused.contains("the king would be in check on k12 (6.1)"), "{refused}");
    let passed = after(&game, &state, "pass");
    assert_eq!(fields(&game, &passed), "w - - - 1 pass");
    assert_eq!(game.read_fen(&game.fen(&passed)).as_ref(), Ok(&passed));
    let refused = game.explain_text(&passed, "pass");
    assert!(refused.contains("no legal step and is not in check (6.7)"), "{refused}");
}

/// Three Kings 8.4: fifty rounds of the seats in the game.
#[test]
fn games_without_progress_are_drawn() {
    let game = three();
    for (pieces, quiet, returns) in
        [("wKe1 wRa1 bKd8 rKi12", 150, vec![0.0; 3]), ("wKe1 wRa1 rKi12", 100, vec![0.0, -0.5, 0.0])]
    {
        let state = placed(&game, pieces, &format!("w - - - {} -", quiet - 1));
        assert_eq!(ending(&game, &state), None);
        assert_eq!(ending(&game, &after(&game, &state, "a1-a2")), Some((Reason::NoProgress, returns)));
    }
}

/// Three Kings 8.5.
#[test]
fn threefold_repetition_is_a_draw() {
    let game = three();
    let mut state = placed(&game, "wKe1 wRa1 bKd8 rKi12", "w - - - 0 -");
    for turn in 0..2 {
        for step in "a1-a2 d8-d7 i12-i11 a2-a1 d7-d8 i11-i12".split(' ') {
            assert_eq!(ending(&game, &state), None, "{turn}: {step}");
            state = after(&game, &state, step);
        }
    }
    assert_eq!(ending(&game, &state), Some((Reason::Repetition, vec![0.0; 3])));
    let read = game.read_fen(&game.fen(&state)).expect("a position");
    assert_eq!(ending(&game, &read), ending(&game, &state));
    // A castling right that is lost in between changes the position.
    let mut state = placed(&game, "wKe1 wRa1 bKd8 rKi12", "w a1 - - 0 -");
    for _ in 0..2 {
        state = after(&game, &state, "a1-a2 d8-d7 i12-i11 a2-a1 d7-d8 i11-i12");
    }
    assert_eq!(ending(&game, &state), None);
}

/// Three Kings 5, 6, 7: messages cite the rule.
#[test]
fn refusals_cite_their_rule() {
    let game = three();
    let state = placed(&game, "wKe1 wRa1 wPc7 wPd2 wBf2 bKd8 rRe12 rBh4 rKi12", "w a1 - - 0 -");
    for (text, reason) in [
        ("a1-a9", "expected a step such as e2-e4"),
        ("e4-d3xd4", "(7)"),
        ("d8-d7", "the piece on d8 belongs to seat b, and seat w is to act (3.2)"),
        ("a1-e1", "e1 is occupied by a friendly piece (5.8)"),
        ("a1-b3", "the rook on a1 cannot move to b3 (5.1)"),
        ("f2-h2", "the bishop on f2 cannot move to h2 (5.1)"),
        ("c7-c8", "a pawn that reaches c8 must promote"),
        ("d2-e3", "a pawn moves to e3 only to capture"),
        ("f2-g3", "(6.1)"),
        ("e1-g1", "(5.7)"),
    ] {
        assert_illegal(&game, &state, text, reason);
    }
}

/// Three Kings 9.
#[test]
fn invalid_position_strings_are_refused_with_the_reason() {
    let game = three();
    let pieces = "wKe1 wRa1 wPd4 bKd8 bRl5 rKl12 wNj11";
    assert!(game.read_fen(&composed(&game, pieces, "b a1 d3 r:wb 1 -")).is_ok());
    for (added, rest, problem) in [
        ("wXg2", "b - - - 0 -", "expected wP for a pawn of its owner's own army"),
        ("bPg1", "b - - - 0 -", "a pawn of seat b cannot stand on g1"),
        ("wKg2", "b - - - 0 -", "seat w has more than one king"),
        ("gKg2", "b - - - 0 -", "X, Y or Z for a drafted pawn"),
        ("", "a - - - 0 -", "expected one of w, b, r"),
        ("", "b h1 - - 0 -", "seat w can castle only with its king on e1 and a rook on h1"),
        ("", "b e1 - - 0 -", "expected cells of a1,h1,l8,a8,h12,l12"),
        ("", "b - d4 - 0 -", "no pawn can pass over 'd4'"),
        ("", "b - c3 - 0 -", "there is no pawn on c4"),
        ("", "b - d3,d3 - 0 -", "at most one cell for each seat"),
        ("", "b - - r:w 0 -", "not an order of checks"),
        ("", "b - - b:wr 0 -", "must name the two seats"),
        ("", "b - - r:wb,r:wb 0 -", "each king once"),
        ("", "b - - - 151 -", "from 0 to 150"),
        ("", "b - d3 - 1 e2-e1", "if a pawn has passed over cells"),
        ("", "b - - - 1 l6-l5", "is not a step of the seat that was to act"),
        ("", "b - - - 1 b1-a1,pass,pass,e2-e1", "more steps back than the clock counts"),
        ("", "b - - - 3 -  x", "fields"),
    ] {
        let text = composed(&game, format!("{pieces} {added}").trim_end(), rest);
        assert_unreadable(&game, &text, problem);
    }
    for (pieces, problem) in [
        ("wKe1 bKd8 rRa5", "the pieces of a seat without a king are drafted (6.5)"),
        ("wRa1", "at least one seat must have a king"),
    ] {
        let error = game.read_fen(&composed(&game, pieces, "w - - - 0 -")).expect_err(pieces).to_string();
        assert!(error.contains(problem), "{error}");
    }
    let error = game.read_fen(&composed(&game, "wKe1 bKd8", "r - - - 0 -")).expect_err("out").to_string();
    assert!(error.contains("has no king and is out of the game (9.1)"), "{error}");
}

/// A rotation by 120 degrees maps the observation of each seat to that of the next, and keeps actions.
#[test]
fn rotations_map_observations() {
    let game = three();
    assert_eq!(
        game.symmetries().iter().map(|s| &s.name[..]).collect::<Vec<&str>>(),
        ["turn-120", "turn-240"]
    );
    let (rows, columns) = game.board().grid();
    let seen = |state: &State, seat: Seat| {
        let mut planes = vec![0f32; game.spec().planes.len() * rows * columns];
        game.write_observation(state, seat, &mut planes);
        // The last plane is the number of the seat.
        planes.truncate((game.spec().planes.len() - 1) * rows * columns);
        planes
    };
    let mut rng = crate::game::rng_for(7, 0, 0);
    let mut state = game.start(&mut rng);
    while let Some(step) = game.random_step(&state, &mut rng) {
        let turned = game.transform(&state, &game.symmetries()[0]).expect("turned");
        for seat in Seat::all(3) {
            assert_eq!(seen(&state, seat), seen(&turned, seat.next(3)), "{}", game.fen(&state));
        }
        assert_eq!(
            game.actor(&turned),
            match game.actor(&state) {
                Actor::Seat(seat) => Actor::Seat(seat.next(3)),
                other => other,
            }
        );
        game.apply(&mut state, step);
    }
    let planes = &game.spec().planes;
    for plane in ["own pawns", "next pawns drafted from second", "second first checks", "castling"] {
        assert!(planes.iter().any(|known| known == plane), "{plane}: {planes:?}");
    }
}

/// Actions are directions times target cells, promotions, and one pass.
#[test]
fn there_are_few_actions() {
    let game = three();
    assert_eq!((game.spec().id.as_str(), game.spec().num_actions), (ID, 25 * 96 + 3 * 4 * 24 + 1));
    let knight = game.engine.movement(Piece::new(Seat::ZERO, chess::KNIGHT));
    assert_eq!(knight.leaps.iter().map(|leaps| leaps.count()).max(), Some(10));
}
