//! Tests of shadows, named after the rules that they check, and comparisons with a slow model made of lists
//! of cells.

use super::*;
use crate::game::roles::*;
use crate::game::{Frame, Reason, below, rng_for};
use crate::games::chess::game::ChessGame;
use crate::games::chess::kit::explain;
use crate::games::chess::kit::lines::{DIRECTIONS, HOPS, displaced_on};
use crate::games::chess::kit::placement;
use crate::games::chess::kit::step::is_last_rank;
use crate::games::chess::tests::{after, ending, refused, steps_from};
use crate::games::chess::variants::orthodox::Orthodox;

fn dark() -> ChessGame<Orthodox<Shadowed>> {
    ChessGame::shadow(false, true, Frame::Seat)
}

fn dark_cylinder() -> ChessGame<Orthodox<Shadowed>> {
    ChessGame::shadow(true, true, Frame::Seat)
}

/// Chess 2 to 6 as they are written, with lists of cells.
struct Slow<'a> {
    pieces: &'a Pieces,
    wraps: bool,
}

impl Slow<'_> {
    fn holds(&self, cell: Cell) -> bool {
        self.pieces.occupied() & bit(cell) != 0
    }

    fn owner(&self, cell: Cell) -> Seat {
        self.pieces.seat_at(cell).expect("a piece")
    }

    /// The cells of a line up to the first piece.
    fn line(&self, from: Cell, by: (i8, i8), most: usize) -> Vec<Cell> {
        let (mut line, mut at) = (Vec::new(), from);
        while let Some(next) = displaced_on(self.wraps, at, by).filter(|&next| next != from) {
            line.push(next);
            if line.len() == most || self.holds(next) {
                break;
            }
            at = next;
        }
        line
    }

    fn reach(&self, cell: Cell, kind: Kind) -> Vec<Vec<Cell>> {
        let ways = |bys: &[(i8, i8)], most| bys.iter().map(|&by| self.line(cell, by, most)).collect();
        let some = |odd: usize| [0, 2, 4, 6].map(|d| DIRECTIONS[d + odd]);
        match kind {
            Kind::Knight => ways(&HOPS, 1),
            Kind::Bishop => ways(&some(1), 8),
            Kind::Rook => ways(&some(0), 8),
            Kind::Queen => ways(&DIRECTIONS, 8),
            Kind::King => ways(&DIRECTIONS, 1),
            Kind::Pawn => {
                let ahead = if self.owner(cell) == Seat::ZERO { 1 } else { -1 };
                ways(&[(-1, ahead), (1, ahead)], 1)
            }
        }
    }

    /// 5.2, line by line.
    fn whole(&self, cell: Cell) -> Vec<Vec<Cell>> {
        let (seat, kind) = (self.owner(cell), self.pieces.kind_at(cell).expect("a piece"));
        let enemy = |at: Cell| self.holds(at) && self.owner(at) != seat;
        let mut lines = self.reach(cell, kind);
        if kind == Kind::Pawn {
            lines.iter_mut().for_each(|line| line.retain(|&at| enemy(at)));
            let (ahead, home) = if seat == Seat::ZERO { (1, 1) } else { (-1, 6) };
            let most = if cell >> 3 == home { 2 } else { 1 };
            lines.push(self.line(cell, (0, ahead), most).into_iter().filter(|&at| !self.holds(at)).collect());
        }
        lines.iter_mut().for_each(|line| line.retain(|&at| !self.holds(at) || enemy(at)));
        lines
    }

    /// 5.3
    fn shadow(&self, cell: Cell) -> Vec<Cell> {
        let others: Vec<Cell> = cells(self.pieces.side(self.owner(cell)) & !bit(cell)).collect();
        let other: Vec<Cell> = others.into_iter().flat_map(|other| self.whole(other).concat()).collect();
        let mut shadow = Vec::new();
        for line in self.whole(cell) {
            let end = line.iter().position(|at| other.contains(at)).map_or(line.len(), |at| at + 1);
            shadow.extend(&line[..end]);
        }
        shadow
    }

    /// The cells that a piece could go to if it captured there.
    fn captures(&self, cell: Cell) -> Vec<Cell> {
        self.reach(cell, self.pieces.kind_at(cell).expect("a piece")).concat()
    }

    /// 6.2
    fn in_check(&self, seat: Seat) -> bool {
        let king = self.pieces.king(seat);
        let about = self.whole(king).concat();
        cells(self.pieces.side(seat.other())).any(|enemy| {
            let captures = self.captures(enemy);
            captures.contains(&king)
                || !about.contains(&enemy) && about.iter().any(|at| !self.holds(*at) && captures.contains(at))
        })
    }

    /// All legal steps but castlings and captures in passing, as texts.
    fn steps(&self, position: &Position) -> Vec<String> {
        let (pieces, seat) = (self.pieces, position.seat);
        let mut found = Vec::new();
        for from in cells(pieces.side(seat)) {
            let kind = pieces.kind_at(from).expect("a piece");
            let mut tries: Vec<(Cell, Option<Cell>)> =
                self.whole(from).concat().into_iter().map(|to| (to, None)).collect();
            for to in self.captures(from).into_iter().filter(|&to| !self.holds(to)) {
                for victim in cells(pieces.side(seat.other())) {
                    let shadow = self.shadow(victim);
                    if shadow.contains(&to) && !shadow.contains(&from) {
                        tries.push((to, Some(victim)));
                    }
                }
            }
            for (to, victim) in tries {
                let mut next = *pieces;
                next.clear(bit(to) | victim.map_or(0, bit));
                next.toggle(seat, kind, bit(from) | bit(to));
                if (Slow { pieces: &next, ..*self }).in_check(seat) {
                    continue;
                }
                let taken = victim.map_or(String::new(), |cell| format!("x{}", explain::name(cell)));
                let cells = [from, to].map(explain::name).concat();
                let kinds = if kind == Kind::Pawn && is_last_rank(seat, to) {
                    &["q", "r", "b", "n"][..]
                } else {
                    &[""]
                };
                found.extend(kinds.iter().map(|promoted| format!("{cells}{promoted}{taken}")));
            }
        }
        found.sort();
        found.dedup();
        found
    }
}

fn agrees(
    game: &ChessGame<Orthodox<Shadowed>>,
    wraps: bool,
    state: &<ChessGame<Orthodox<Shadowed>> as Rules>::State,
) {
    let position = &state.position;
    let slow = Slow { pieces: &position.pieces, wraps };
    let mut found = Vec::new();
    game.each_step(state, |step| {
        if !matches!(step.move_kind(), MoveKind::Castle | MoveKind::EnPassant) {
            found.push(game.step_text(state, step));
        }
    });
    found.sort();
    assert_eq!(found, slow.steps(position), "{}", game.fen(state));
    for seat in Seat::BOTH {
        let all = cells(position.pieces.side(seat)).flat_map(|cell| slow.shadow(cell));
        let all = all.fold(0, |all, cell| all | bit(cell));
        let marks = game.shadows(state).into_iter().filter(|(_, mark)| mark.seat() == Some(seat));
        assert_eq!(marks.fold(0, |all, (cell, _)| all | bit(cell)), all, "{}", game.fen(state));
    }
}

/// Random games, and crowds of few pieces of any kind, on both boards.
#[test]
fn chess_5_and_6_steps_are_those_of_a_slow_model() {
    for (wraps, game) in [(false, dark()), (true, dark_cylinder())] {
        let mut rng = rng_for(7, 0, u64::from(wraps));
        let mut state = game.start(&mut rng);
        while let Some(step) = game.random_step(&state, &mut rng) {
            agrees(&game, wraps, &state);
            game.apply(&mut state, step);
        }
        let mut tried = 0;
        while tried < 150 {
            let mut pieces = Pieces::default();
            for (at, kind) in [Kind::King, Kind::King].into_iter().chain(Kind::ALL[..5].repeat(3)).enumerate()
            {
                let cell = below(&mut rng, 64) as Cell;
                let outer = kind == Kind::Pawn && !(8..56).contains(&cell);
                if pieces.occupied() & bit(cell) == 0 && !outer && (at < 2 || below(&mut rng, 3) > 0) {
                    pieces.toggle(
                        if at < 2 { Seat::from_index(at) } else { Seat::from_index(below(&mut rng, 2)) },
                        kind,
                        bit(cell),
                    );
                }
            }
            let mut placed = String::new();
            placement::write_pieces(&pieces, &mut placed);
            let Ok(state) = game.read_fen(&format!("{placed} {} - - 0 1 -", ["w", "b"][below(&mut rng, 2)]))
            else {
                continue;
            };
            if game.count(&state) > 0 {
                agrees(&game, wraps, &state);
                tried += 1;
            }
        }
    }
}

fn has(game: &ChessGame<Orthodox<Shadowed>>, fen: &str, text: &str) -> bool {
    game.read_step(&game.read_fen(fen).unwrap_or_else(|error| panic!("{error}")), text).is_some()
}

/// What the examples of section 12 say in words.
#[test]
fn chess_12_what_is_told_of_figures_24_and_25() {
    let game = dark();
    let figure = "2b4k/8/8/2N1P3/6B1/8/8/7K w - - 0 1 -";
    assert!(has(&game, figure, "e5e6") && !has(&game, figure, "e5e6xc8"), "pawns take diagonally");
    let figure = "2b4k/8/r7/2N5/4P1B1/8/8/7K b - - 0 1 -";
    let state = game.read_fen(figure).unwrap();
    let explain_text = game.explain_text(&state, "a6e6xc5");
    let because = "the rook on a6 is itself in the shadow of the knight on c5 (5.4)";
    assert!(
        explain_text.starts_with(&format!("'a6e6xc5' is not legal: {because}; legal: ")),
        "{explain_text}"
    );
    let state = after(&game, "8/6r1/4n3/8/R7/8/2k5/6K1 w - - 0 1 -", "a4g4 g7g4");
    assert_eq!(ending(&game, &state), (Reason::Checkmate, -1.0));
    // From e3 the bishop of 12.9 gives check through d2 and f2.
    let state = game.read_fen("7k/8/8/8/8/4b3/8/4K3 w - - 0 1 -").unwrap();
    assert!(in_check::<Flat>(&state.position.pieces, Seat::ZERO));
    let state = game.read_fen("7k/8/8/8/8/8/4b3/4K3 w - - 0 1 -").unwrap();
    assert!(!in_check::<Flat>(&state.position.pieces, Seat::ZERO));
}

/// Two rooks that face each other along an empty line each keep one of its cells.
#[test]
fn chess_5_3_a_shadow_ends_where_another_begins() {
    let of = |fen: &str, way: usize| {
        let state = dark().read_fen(fen).unwrap();
        shadows::<Flat>(&state.position.pieces, Seat::ZERO).ways[way] & 0xFF << 24
    };
    let rooks = "3k4/8/8/8/R6R/8/8/K7 w - - 0 1 -";
    assert_eq!([of(rooks, 2), of(rooks, 6)], [bit(25), bit(30)]);
}

#[test]
fn chess_5_4_what_is_taken_aside_is_gone_with_its_rights() {
    let game = dark();
    // The bishop enters the shadow of the rook that could still castle.
    let fen = "4k2r/8/8/8/8/3B4/8/4K3 w k - 7 9 -";
    let state = after(&game, fen, "d3h7xh8");
    assert_eq!(game.fen(&state), "4k3/7B/8/8/8/8/8/4K3 b - - 0 9 -");
    let plain = after(&game, fen, "d3h7");
    assert_eq!(game.fen(&plain), "4k2r/7B/8/8/8/8/8/4K3 b k - 8 9 d3h7");
    // A promotion with the action of its side, its kind and the shadow's way.
    let state = game.read_fen("r7/2P5/8/5k2/8/8/8/7K w - - 0 1 -").unwrap();
    for (text, own) in [
        ("c7b8qxa8", numbers::plane(7, 2) + 57),
        ("c7b8nxa8", numbers::promotions(Kind::Knight, false, 2) + 1),
        ("c7d8rxa8", numbers::promotions(Kind::Rook, true, 2) + 3),
    ] {
        let step = game.read_step(&state, text).expect("legal");
        assert_eq!(game.action(&state, step), 1096 + own, "{text}");
        assert_eq!(game.step(&state, 1096 + own), Some(step));
    }
}

/// Castling is illegal through a cell on which the king would be in check through its shadow.
#[test]
fn chess_4_7_castling_looks_at_shadows() {
    let game = dark();
    let castles = |fen: &str| has(&game, fen, "e1g1");
    assert!(castles("4k3/8/8/8/8/8/3PPPPP/4K2R w K - 0 1 -"));
    // The rook strikes h1, which is in the shadow around g1 after castling.
    assert!(!castles("4k2r/8/8/8/8/8/3PPPP1/4K2R w K - 0 1 -"));
    assert!(!castles("3rk3/8/8/8/8/8/4PPPP/4K2R w K - 0 1 -"), "in check through d1");
    let state = game.read_fen("4k2r/8/8/8/8/8/3PPPP1/4K2R w K - 0 1 -").unwrap();
    assert!(
        game.explain_text(&state, "e1g1").contains("into check"),
        "{}",
        game.explain_text(&state, "e1g1")
    );
}

/// A pawn that goes away in passing can open a line into the king's shadow.
#[test]
fn chess_4_6_capturing_in_passing_looks_at_shadows() {
    let game = dark();
    let open = after(&game, "4k3/3p4/8/4P3/8/8/8/K7 b - - 0 1 -", "d7d5");
    assert!(game.read_step(&open, "e5d6").is_some());
    // The rook would look along rank 5 at b5, which is about the king on a4.
    let shut = after(&game, "4k3/3p4/8/4P2r/K7/8/8/8 b - - 0 1 -", "d7d5");
    assert_eq!(shut.position.ep_square, 0, "{}", game.fen(&shut));
}

/// A piece that goes and the one that it takes aside can leave one line together.
#[test]
fn chess_6_3_two_pieces_leave_a_line_at_once() {
    let game = dark();
    // The rook on f8 would look through f5 and f2 at the king's shadow.
    let shielded = "5r1k/8/8/5n2/8/8/3PPB2/4K3 w - - 0 1 -";
    assert!(has(&game, shielded, "f2e3") && !has(&game, shielded, "f2e3xf5"));
    assert!(has(&game, "7k/8/8/5n2/8/8/3PPB2/4K3 w - - 0 1 -", "f2e3xf5"));
    // The bishop first, then the rook that it takes, then the cell next to the king.
    let shielded = "2K3B1/P7/8/8/8/5r2/b2k2B1/7q w - - 0 1 -";
    assert!(has(&game, shielded, "g2h3") && !has(&game, shielded, "g2h3xf3"));
}

#[test]
fn chess_9_1_only_kings_are_dead() {
    let game = dark();
    assert_eq!(ending(&game, &game.read_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1 -").unwrap()).0, Reason::Material);
    assert!(game.outcome(&game.read_fen("4k3/8/8/8/8/8/8/4K2N w - - 0 1 -").unwrap()).is_none());
}

/// 2.5 and 5.3 on a cylinder: a lone rook's shadow reaches a cell on two ways, and it is taken there once.
#[test]
fn chess_2_5_a_shadow_on_two_ways_is_entered_once() {
    let game = dark_cylinder();
    let state = game.read_fen("8/2k5/8/4r3/8/1N6/8/7K w - - 0 1 -").unwrap();
    let dark = shadows::<Cylinder>(&state.position.pieces, Seat::ONE);
    assert_ne!(dark.ways[WRAP] & bit(34), 0, "c5");
    agrees(&game, true, &state);
    let text = steps_from(&game, &state, "b3");
    let taken: Vec<&str> = text.split(' ').filter(|step| step.ends_with("xe5")).collect();
    assert_eq!(taken, ["b3a5xe5", "b3c5xe5"]);
    for text in taken {
        let step = game.read_step(&state, text).expect("legal");
        assert_eq!(game.step(&state, game.action(&state, step)), Some(step));
    }
}

#[test]
fn refusals_say_what_hinders_a_capture_aside() {
    let game = dark();
    let state = game.read_fen("2b4k/8/8/2N5/4P1B1/8/8/7K w - - 0 1 -").unwrap();
    for (text, because) in [
        ("c5a6x", "expected two cells, x and the cell"),
        ("c5a6xh3", "there is no enemy piece on h3"),
        ("c5a6xe4", "there is no enemy piece on e4"),
        ("d5a6xc8", "there is no piece on d5"),
        ("c8a6xc5", "belongs to the opponent"),
        ("c5e4xc8", "e4 is occupied"),
        ("c5c6xc8", "cannot move to c6"),
        ("e4e5xc8", "a capturing move (5.4)"),
        ("c5b3xc8", "b3 is not in the shadow of the bishop on c8 (5.3)"),
        ("g4e6xc8", "the bishop on g4 is itself in the shadow of the bishop on c8 (5.4)"),
        ("h1g1xc8", "g1 is not in the shadow"),
    ] {
        let explain_text = game.explain_text(&state, text);
        assert!(explain_text.contains(because), "{text}: {explain_text}");
    }
    let check = game.read_fen("8/6r1/4n3/8/R7/8/2k5/6K1 w - - 0 1 -").unwrap();
    assert!(game.explain_text(&check, "a4a5").contains("it would leave the king on g1 in check (6.2)"));
    refused(&game, "7k/8/8/8/8/4b3/8/4K3 b - - 0 1 -", "is not to act");
}

#[test]
fn texts_of_actions_say_once_that_an_action_is_never_legal() {
    let game = crate::catalog::open("shadow-chess", &[], Frame::Seat).expect("an id");
    for action in 0..game.spec().num_actions {
        let text = game.action_text(action, None);
        assert!(text.matches("never legal").count() <= 1, "{action}: {text}");
    }
}
