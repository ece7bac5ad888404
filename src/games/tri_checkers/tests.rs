//! Tests of single rules, named by their numbers in the rule document. (Its examples, reference games and
//! perft table are in `tests/core/tri_checkers.rs`.)

use super::options::ROWS;
use super::*;
use crate::board::{Bitboard, Edges, RotatableBitboard};
use crate::game::roles::*;
use crate::game::{Game, Outcome, Plane, Reason, Seat, rng_for};

type Chek2 = Checkers<Small, NoStacks, 2, 6>;
type Offset = Checkers<Wide, NoStacks, 2, 6>;
type Chek = Checkers<Wide, NoStacks, 6, 6>;
type Stax2 = Checkers<Small, LinkedStacks<64, 32, 0, 1>, 2, 6>;
type Stax4 = Checkers<Wide, LinkedStacks<128, 64, 0, 1>, 4, 6>;
type Stax = Checkers<Wide, LinkedStacks<128, 96, 0, 2>, 6, 6>;
type Queens2 = Checkers<SmallBoth, LinkedStacks<128, 32, 0, 1>, 2, 12>;
type Queens = Checkers<TwoColorsLarge, LinkedStacks<256, 96, 0, 2>, 6, 12>;

fn variant(id: &str) -> Variant {
    Variant::all().into_iter().find(|variant| variant.id() == id).expect("an id")
}

fn one_color<S: RotatableBitboard, K: Stacks, const STRIDE: i16, const SEATS: usize>(
    id: &str,
) -> Checkers<OneColor<S, STRIDE>, K, SEATS, 6> {
    let variant = variant(id);
    let triangles = hexagon_spec::board(variant.row.board_kind);
    let spec = hexagon_spec::variant_spec(id, &variant, Frame::Seat, &triangles, STRIDE, S::BITS);
    Checkers::new(
        spec,
        Frame::Seat,
        OneColor::new(&triangles, hexagon_spec::plays_up(variant.row.board_kind)),
    )
}

fn queens<G: Geometry, K: Stacks, const SEATS: usize>(
    id: &str,
    geometry: fn(&Triangles) -> G,
    (stride, bits): (i16, u32),
) -> Checkers<G, K, SEATS, 12> {
    let variant = variant(id);
    let triangles = hexagon_spec::board(variant.row.board_kind);
    let spec = hexagon_spec::variant_spec(id, &variant, Frame::Seat, &triangles, stride, bits);
    Checkers::new(spec, Frame::Seat, geometry(&triangles))
}

fn queens_2(id: &str) -> Queens2 {
    queens(id, TwoColors::new, (STRIDE_64, 64))
}

fn queens_6(id: &str) -> Queens {
    queens(id, TwoColorsLarge::new, (STRIDE_128, 128))
}

fn legal<G: Game>(game: &G, state: &G::State) -> String {
    let mut steps = Vec::new();
    game.each_step(state, |step| steps.push(game.step_text(state, step)));
    steps.sort();
    steps.join(" ")
}

/// Returns the position after some steps.
fn after<G: Game>(game: &G, fen: &str, steps: &str) -> G::State {
    let mut state = game.read_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    for text in steps.split(' ') {
        let step =
            game.read_step(&state, text).unwrap_or_else(|| panic!("{}", game.explain_text(&state, text)));
        game.apply(&mut state, step);
    }
    state
}

fn ending<G: Game>(game: &G, fen: &str, steps: &str) -> Outcome {
    let state = after(game, fen, steps);
    game.outcome(&state).unwrap_or_else(|| panic!("{fen}: goes on after {steps}"))
}

/// Returns the placement of pieces on some cells: `a1 a` and so on.
fn placed(triangles: &Triangles, pieces: &[(&str, &str)]) -> String {
    placement(triangles, |cell| {
        let name = triangles.board().name(cell);
        pieces.iter().find(|piece| piece.0 == name).map_or(String::new(), |piece| piece.1.into())
    })
}

/// Returns the placement of the stacks that `stack` returns.
fn placement(triangles: &Triangles, stack: impl Fn(u8) -> String) -> String {
    let board = triangles.board();
    let (rows, columns) = board.grid();
    let row = |row: usize| {
        let (mut text, mut run) = (String::new(), 0);
        for cell in (0..columns).filter_map(|column| board.at(row, column)) {
            let stack = stack(cell);
            if stack.is_empty() {
                run += 1;
                continue;
            }
            if run > 0 {
                text += &run.to_string();
                run = 0;
            }
            text += &stack;
        }
        if run > 0 { text + &run.to_string() } else { text }
    };
    (0..rows).rev().map(row).collect::<Vec<String>>().join("/")
}

#[test]
fn rule_1_1_ids_read_back_to_their_options() {
    assert_eq!(ids().len(), 94);
    for (id, options) in ids() {
        let variant = Variant::read(&options).expect("options of an id");
        assert_eq!((variant.id(), variant.options()), (id, options));
    }
    assert_eq!(variant("tri-queens-6-trios-same-corners").title(), "Tri-Queens 6 Trios Same Corners");
}

#[test]
fn rule_1_2_options_that_do_not_exist_are_refused() {
    let mut options = variant("tri-queens-2").options();
    options.insert("players", 3.into());
    assert!(Variant::read(&options).unwrap_err().contains("tri-queens-4-pairs-closed"), "1.3");
}

/// Steps of bitboards equal the steps of the board, in all directions and from all cells.
#[test]
fn bits_step_as_triangles_do() {
    fn check<G: Geometry>(
        geometry: &G,
        triangles: &Triangles,
        directions: usize,
        cell: impl Fn(u8) -> Option<u8>,
    ) {
        let squares: Vec<u8> = triangles.board().cells().filter(|&square| cell(square).is_some()).collect();
        let mut seen = G::Set::EMPTY;
        for &square in &squares {
            let from = cell(square).expect("used");
            assert!(!seen.has(from) && from != u8::MAX, "cells have bits of their own");
            seen = seen | G::Set::one(from);
        }
        for d in 0..directions {
            let to =
                |square| if d < 6 { triangles.same(square, d) } else { triangles.straight(square, d - 6) };
            let mut with_next = G::Set::EMPTY;
            for &square in &squares {
                let from = cell(square).expect("used");
                if let Some(next) = to(square) {
                    let next = cell(next).expect("of a color in use");
                    assert_eq!(geometry.next(from, d), next);
                    assert_eq!(geometry.step_back(G::Set::one(next), d, Edges::NONE), G::Set::one(from));
                    with_next = with_next | G::Set::one(from);
                }
            }
            assert_eq!(geometry.step_back(seen, d, Edges::NONE), with_next);
        }
    }
    for board_kind in [BoardKind::Eight, BoardKind::Offset, BoardKind::Ten, BoardKind::Twelve, BoardKind::Cut]
    {
        let triangles = hexagon_spec::board(board_kind);
        let at = |square| triangles.coordinates(square);
        let up = hexagon_spec::plays_up(board_kind);
        let of_color = |square: u8| triangles.points_up(square) == up;
        if board_kind == BoardKind::Eight {
            let cell = |square| of_color(square).then(|| hexagon::bit(at(square), STRIDE_64, 64));
            check(&OneColor::<u64, STRIDE_64>::new(&triangles, up), &triangles, 6, cell);
            let half = |square| if triangles.points_up(square) { 0 } else { 64 };
            let cell = |square| Some(half(square) + hexagon::bit(at(square), STRIDE_64, 64));
            check(&TwoColors::<u64, STRIDE_64>::new(&triangles), &triangles, 12, cell);
        }
        let cell = |square| of_color(square).then(|| hexagon::bit(at(square), STRIDE_128, 128));
        check(&OneColor::<u128, STRIDE_128>::new(&triangles, up), &triangles, 6, cell);
        let half = |square| if triangles.points_up(square) { 0 } else { 128 };
        let cell = |square| Some(half(square) + hexagon::bit(at(square), STRIDE_128, 128));
        check(&TwoColorsLarge::new(&triangles), &triangles, 12, cell);
    }
}

#[test]
fn rule_3_3_the_strip_has_a_king_space_of_b() {
    let game: Offset = one_color("tri-chek-2-offset");
    let triangles = Triangles::offset();
    let start = placed(&triangles, &[("b12", "b"), ("h1", "a"), ("c6", "a")]);
    let state = after(&game, &format!("{start} b - 0 0 -"), "b12-a10");
    let crowned = placed(&triangles, &[("a10", "B"), ("h1", "a"), ("c6", "a")]);
    assert_eq!(game.fen(&state), format!("{crowned} a - 0 0 -"));
}

/// Steps as rows and columns, by side.
#[test]
fn rule_6_3_men_go_where_their_side_looks() {
    let game: Chek = one_color("tri-chek-6-cutthroat");
    let triangles = Triangles::cut_corners();
    let steps = [
        [(1, -1), (1, 1)],
        [(0, 2), (1, 1)],
        [(-1, 1), (0, 2)],
        [(-1, -1), (-1, 1)],
        [(0, -2), (-1, -1)],
        [(1, -1), (0, -2)],
    ];
    for (side, steps) in steps.into_iter().enumerate() {
        let (letter, other) = ((b'a' + side as u8) as char, if side == 0 { "b" } else { "a" });
        let from = triangles.at(6, 6).expect("in the middle");
        let name = |cell| triangles.board().name(cell);
        let start = placed(&triangles, &[(name(from), &letter.to_string()), ("c7", other)]);
        let state = game.read_fen(&format!("{start} {letter} - 0 0 -")).expect("read");
        let mut expected: Vec<String> = steps
            .iter()
            .map(|(r, x)| format!("{}-{}", name(from), name(triangles.at(6 + r, 6 + x).expect("a cell"))))
            .collect();
        expected.sort();
        assert_eq!(legal(&game, &state), expected.join(" "), "side {side}");
    }
}

#[test]
fn rule_7_3_refusals_name_the_rules_of_this_document() {
    let game: Queens2 = queens_2("tri-queens-2");
    let state = game.read_fen("9/11/13/6bbb6/6bab6/13/11/9 a - 0 0 -").expect("read");
    assert!(game.explain_text(&state, "d8-e9").contains("(7.4)"));
    assert!(game.explain_text(&state, "d8xd12").contains("(7.1 to 7.3)"));
    assert!(game.explain_text(&state, "d8xb8").contains("(7.1 to 7.3)"), "a man does not jump back");
}

/// The cells ahead of `k1` are cut off; on the king row a man of Chek cannot move either.
#[test]
fn rule_2_4_a_man_at_a_dead_end_cannot_move() {
    let game: Chek = one_color("tri-chek-6-cutthroat");
    let triangles = Triangles::cut_corners();
    let start = placed(&triangles, &[("k2", "a"), ("a3", "A"), ("j6", "D")]);
    let state = game.read_fen(&format!("{start} a - 0 0 -")).expect("read");
    assert_eq!(legal(&game, &state), "a3-a5 a3-b3 a3-b5");
}

#[test]
fn rule_11_2_a_stuck_pair_misses_its_turns_while_two_others_can_act() {
    let game: Chek = one_color("tri-chek-6-pairs");
    let triangles = Triangles::cut_corners();
    // Sequence A C E B D F; A and B have nothing, C, D and E, F go on.
    let start = placed(&triangles, &[("g10", "F"), ("e7", "C"), ("j6", "E")]);
    let state = after(&game, &format!("{start} f - 0 0 -"), "g10-g12");
    assert_eq!(game.actor(&state).code(), 2, "A is passed over");
    let start = placed(&triangles, &[("g10", "F"), ("g12", "C"), ("j6", "E")]);
    let outcome = ending(&game, &format!("{start} f - 0 0 -"), "g10xg14");
    assert_eq!(outcome.reason, Reason::Elimination);
    assert_eq!(outcome.returns.seats(6), [-0.5, -0.5, -0.5, -0.5, 1.0, 1.0]);
}

#[test]
fn rule_11_4_partners_count_their_pieces_together() {
    let game: Chek = one_color("tri-chek-6-trios");
    let triangles = Triangles::cut_corners();
    // ABF against CDE.
    let pieces = [("a3", "A"), ("l4", "B"), ("e7", "F"), ("g10", "D"), ("j6", "D")];
    let fen = format!("{} a - 39 0 -", placed(&triangles, &pieces));
    let outcome = ending(&game, &fen, "a3-a5");
    assert_eq!(outcome.reason, Reason::FortyMoves);
    assert_eq!(outcome.returns.seats(6), [1.0, 1.0, -1.0, -1.0, -1.0, 1.0]);
    let drawn = ending(
        &game,
        &format!(
            "{} a - 39 0 -",
            placed(
                &triangles,
                &pieces[1..].iter().copied().chain([("a3", "A"), ("c7", "E")]).collect::<Vec<_>>()
            )
        ),
        "a3-a5",
    );
    assert_eq!((drawn.reason, drawn.returns.seats(6)), (Reason::FortyMoves, &[0.0; 6][..]));
    // With a man who can still move the game goes on.
    let men = [("a3", "A"), ("e7", "f"), ("g10", "D"), ("j6", "D")];
    let state = after(&game, &format!("{} a - 39 0 -", placed(&triangles, &men)), "a3-a5");
    assert!(game.outcome(&state).is_none());
}

#[test]
fn rule_11_9_a_draw_is_lost_by_a_team_that_is_gone() {
    let game: Stax = one_color("tri-stax-6-pairs");
    let triangles = Triangles::cut_corners();
    let fen = format!("{} a - 239 7 -", placed(&triangles, &[("a3", "A"), ("j6", "(Db)")]));
    let outcome = ending(&game, &fen, "a3-a5");
    assert_eq!(outcome.reason, Reason::NoProgress);
    assert_eq!(outcome.returns.seats(6), [0.0, 0.0, 0.0, 0.0, -0.5, -0.5]);
}

#[test]
fn rule_13_7_what_is_no_position_is_refused() {
    let game: Stax2 = one_color("tri-stax-2");
    for fen in [
        "9/11/13/15/15/13/11/1A6 a - 0 0 -",
        "9/11/13/15/15/13/11/1A8 a - 0 0 -",
        "9/11/13/15/15/13/11/1A43 a - 0 0 -",
        "9/11/13/15/15/13/11 a - 0 0 -",
        "9/11/13/15/15/13/11/1C7 a - 0 0 -",
        "9/11/13/15/15/13/11/1A7 c - 0 0 -",
        "9/11/13/15/15/13/11/1(A)7 a - 0 0 -",
        "9/11/13/15/15/13/11/A8 a - 0 0 -",
        "8B/11/13/15/15/13/11/1A7 a - 0 0 a2-a4",
        "8B/11/13/15/15/13/11/1A7 b - 1 0 a4-b2",
        "8b/11/4b8/6a8/15/13/11/1a7 a e7:d8 1 0 -",
        "8b/11/4b8/6a8/15/13/11/1a7 a e7: 0 0 -",
        "8b/11/13/6a8/15/13/11/1a7 a e7:d8 0 0 -",
    ] {
        assert!(game.read_fen(fen).is_err(), "{fen}");
    }
    let game: Chek2 = one_color("tri-chek-2");
    assert!(game.read_fen("9/11/13/15/15/13/11/1A7 a - 0 1 -").is_err(), "crown is 0 in Chek");
    let game: Stax = one_color("tri-stax-6-pairs");
    let placed = placed(&Triangles::cut_corners(), &[("g10", "F"), ("e7", "C"), ("j6", "E")]);
    assert!(game.read_fen(&format!("{placed} c - 0 0 -")).is_ok());
    assert!(game.read_fen(&format!("{placed} a - 0 0 -")).is_err(), "A cannot act, and two teams can");
}

/// Returns the position string with all cells rotated clockwise and the seats' letters mapped by `seats`.
fn turned_fen<G: Game>(
    game: &G,
    state: &G::State,
    triangles: &Triangles,
    turns: usize,
    seats: &[Seat],
) -> String {
    let board = triangles.board();
    let to = |cell: u8| triangles.turned(cell, turns).expect("the board is the same from there");
    let from = |cell: u8| triangles.turned(cell, 6 - turns).expect("the board is the same from there");
    let letter = |letter: char| match letter {
        'a'..='f' => (b'a' + seats[(letter as u8 - b'a') as usize].number()) as char,
        'A'..='F' => (b'A' + seats[(letter as u8 - b'A') as usize].number()) as char,
        other => other,
    };
    let stack = |cell: u8| {
        let pieces: String = game
            .pieces(state, from(cell), None)
            .iter()
            .flat_map(|piece| piece.text.chars().map(letter))
            .collect();
        if pieces.len() > 1 { format!("({pieces})") } else { pieces }
    };
    let moved = |name: &str| to(board.cell(name).expect("a cell"));
    let fen = game.fen(state);
    let fields: Vec<&str> = fen.split(' ').collect();
    let chain = fields[2].split_once(':').map_or("-".into(), |(jumper, jumped)| {
        let mut jumped: Vec<u8> = jumped.split(',').map(moved).collect();
        jumped.sort_unstable();
        let names: Vec<&str> = jumped.into_iter().map(|cell| board.name(cell)).collect();
        format!("{}:{}", board.name(moved(jumper)), names.join(","))
    });
    let turn = |text: &str| {
        let (from, to) = text.split_once('-').expect("a move");
        format!("{}-{}", board.name(moved(from)), board.name(moved(to)))
    };
    let history = match fields[5] {
        "-" => "-".into(),
        turns => turns.split(',').map(turn).collect::<Vec<String>>().join(","),
    };
    let seat: String = fields[1].chars().map(letter).collect();
    format!("{} {seat} {chain} {} {} {history}", placement(triangles, stack), fields[3], fields[4])
}

/// Returns the observation of a seat, without the plane that shows its number, and its legal actions.
fn seen<G: Game>(game: &G, state: &G::State, seat: Seat) -> (Vec<f32>, Vec<usize>) {
    let (rows, columns) = game.board().grid();
    let planes = &game.spec().planes;
    let mut values = vec![f32::NAN; planes.len() * rows * columns];
    game.write_observation(state, seat, &mut values);
    if let Some(at) = planes.iter().position(|name| name == "seat") {
        values.drain(at * rows * columns..(at + 1) * rows * columns);
    }
    let mut actions = Vec::new();
    game.each_step(state, |step| actions.push(game.action(state, step)));
    actions.sort_unstable();
    (values, actions)
}

/// Plays games, rotates positions, and compares the observations of the seats.
fn the_turned_board_looks_the_same<G: Game>(game: &G, board_kind: BoardKind, turns: usize, seats: &[Seat]) {
    let triangles = hexagon_spec::board(board_kind);
    for index in 0..3 {
        let mut rng = rng_for(5, 0, index);
        let mut state = game.start(&mut rng);
        for _ in 0..150 {
            let Some(step) = game.random_step(&state, &mut rng) else { break };
            let fen = turned_fen(game, &state, &triangles, turns, seats);
            let turned = game.read_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            for (seat, &other) in seats.iter().enumerate() {
                assert!(
                    seen(game, &state, Seat::from_index(seat)) == seen(game, &turned, other),
                    "{fen}, seat {other}"
                );
            }
            let name = format!("turn-{}", 60 * turns);
            let symmetry = game.symmetries().iter().find(|symmetry| symmetry.name == name).expect(&name);
            assert!(game.transform(&state, symmetry) == Some(turned));
            game.apply(&mut state, step);
        }
    }
}

/// Tri-Checkers 3.2.
#[test]
fn each_seat_sees_the_turned_board() {
    let game: Stax4 = one_color("tri-stax-3");
    the_turned_board_looks_the_same(&game, BoardKind::Ten, 2, &[1, 2, 0].map(Seat::new));
    let game: Stax = one_color("tri-stax-6-cutthroat");
    the_turned_board_looks_the_same(&game, BoardKind::Cut, 2, &[2, 3, 4, 5, 0, 1].map(Seat::new));
    let game: Queens = queens_6("tri-queens-6-cutthroat");
    // The seats are A C E B D F clockwise.
    the_turned_board_looks_the_same(&game, BoardKind::Twelve, 1, &[2, 3, 4, 5, 1, 0].map(Seat::new));
    let game: Queens2 = queens_2("tri-queens-2");
    the_turned_board_looks_the_same(&game, BoardKind::Eight, 3, &[Seat::ONE, Seat::ZERO]);
}

#[test]
fn symmetries_keep_colors_teams_and_the_sequence() {
    fn names<G: Game>(game: &G) -> Vec<&str> {
        game.symmetries().iter().map(|symmetry| symmetry.name.as_str()).collect()
    }
    let (chek, offset): (Chek2, Offset) = (one_color("tri-chek-2"), one_color("tri-chek-2-offset"));
    assert_eq!(names(&chek), ["mirror"]);
    assert!(names(&offset).is_empty());
    let queens: Queens2 = queens_2("tri-queens-2");
    assert_eq!(names(&queens), ["turn-180", "mirror", "mirror-turn-180"]);
    let (three, six): (Stax4, Stax) = (one_color("tri-stax-3"), one_color("tri-stax-6-cutthroat"));
    assert_eq!(names(&three), ["turn-120", "turn-240"]);
    assert_eq!(names(&six), ["turn-120", "turn-240"]);
    let queens: Queens = queens_6("tri-queens-6-cutthroat");
    assert_eq!(names(&queens), ["turn-60", "turn-120", "turn-180", "turn-240", "turn-300"]);
    // Each seat sees its own side near: the actions stay the same, and the cells rotate.
    assert!(queens.symmetries().iter().all(|symmetry| symmetry.actions.iter().copied().eq(0..216 * 12)));
}

/// The grid places of cells equal the places at which seat 0 observes them, also on boards without corners.
#[test]
fn seat_0_observes_cells_where_the_board_draws_them() {
    for id in
        ["tri-chek-2", "tri-chek-2-offset", "tri-stax-3", "tri-stax-6-cutthroat", "tri-queens-6-cutthroat"]
    {
        let variant = variant(id);
        let triangles = hexagon_spec::board(variant.row.board_kind);
        let board = triangles.board();
        let spec = hexagon_spec::variant_spec(id, &variant, Frame::Seat, &triangles, STRIDE_128, 128);
        for square in board.cells() {
            let (row, column) = board.place(square);
            let place = usize::from(spec.seats[0].plane_index[square as usize]);
            assert_eq!(place, row * board.grid().1 + column, "{id} {}", board.name(square));
        }
    }
}

#[test]
fn planes_name_partners_in_turn_order() {
    let names = |planes: &[Plane]| {
        let names = planes.iter().map(|plane| plane.name.to_string());
        names.take_while(|name| name.ends_with("men")).collect()
    };
    let trios: Chek = one_color("tri-chek-6-trios");
    let expected = ["own", "first enemy", "first partner", "second enemy", "second partner", "third enemy"];
    let all: Vec<String> = names(&trios.spec().planes);
    assert_eq!(all, expected.map(|seat| format!("{seat} men")));
    let pairs: Chek = one_color("tri-chek-6-pairs");
    let expected = ["own", "first enemy", "second enemy", "partner", "third enemy", "fourth enemy"];
    let all: Vec<String> = names(&pairs.spec().planes);
    assert_eq!(all, expected.map(|seat| format!("{seat} men")));
}

/// A partner is the same number of turns away for each seat, so that the planes have the same names for all
/// seats.
#[test]
fn partners_alternate_alike_for_all_seats() {
    for row in ROWS.iter().filter(|row| !row.partners.is_empty()) {
        let turn_order: Vec<u8> = row.turn_order.bytes().filter(|byte| *byte != b' ').collect();
        let team =
            |seat: u8| row.partners.split('-').position(|team| team.bytes().any(|letter| letter == seat));
        let seen = |first: usize| -> Vec<bool> {
            let turn = |turn: usize| turn_order[(first + turn) % turn_order.len()];
            (0..turn_order.len()).map(|next| team(turn(next)) == team(turn(0))).collect()
        };
        assert!((1..turn_order.len()).all(|first| seen(first) == seen(0)), "{row:?}");
    }
}

#[test]
fn states_are_small() {
    assert!(size_of::<<Stax2 as Rules>::State>() < 500);
    assert!(size_of::<<Stax as Rules>::State>() < 1100);
    assert!(size_of::<<Queens as Rules>::State>() < 1400);
}
