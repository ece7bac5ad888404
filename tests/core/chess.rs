//! Chess on 8x8 against reference games, worked examples, perft tables and another engine.

use super::perft::perft_lines;
use super::reference::{files, replay, views};
use super::{at, changed, contract, open, worked};
use cozy_chess as cozy;
use plyground::game::{below, rng_for};

/// The ids of the family.
fn ids() -> Vec<String> {
    plyground::games::chess::ids().into_iter().map(|(id, _)| id).collect()
}

#[test]
fn the_contract_holds() {
    contract::check(ids(), 4);
    for id in ["chess", "cylindrical-chess", "shadow-chess", "cylindrical-shadow-chess", "chess960"] {
        changed(id, &[("castling", false.into())]).check(4, 3);
    }
    changed("chess960", &[("position", 0.into())]).check(2, 2);
    for change in [
        ("castling_from", 11.into()),
        ("double_step", "none".into()),
        ("double_step", "semi-torpedo".into()),
        ("double_step", "torpedo".into()),
        ("pawn_back", true.into()),
        ("pawn_sideways", true.into()),
        ("self_capture", true.into()),
        ("stalemate", "win".into()),
    ] {
        let torpedo = ("double_step", "torpedo".into());
        let others =
            [("castling_from", 3.into()), ("self_capture", true.into()), ("pawn_sideways", true.into())];
        changed("chess", std::slice::from_ref(&change)).check(2, 4);
        changed("chess960", &[vec![torpedo], others.to_vec(), vec![change]].concat()).check(1, 5);
    }
    for checkers in [1, 4, 8] {
        changed("half-alice-chess", &[("checkers", checkers.into())]).check(3, 5);
    }
    for (cards, white, black) in [(4, 12, 12), (0, 0, 0), (3, 0, 12)] {
        let changes = [("checkers_cards", cards), ("white_checkers", white), ("black_checkers", black)];
        changed("tar-pit-chess", &changes.map(|(name, number)| (name, number.into()))).check(2, 4);
    }
    for (id, cards) in [("chess-golf", 8), ("chess-golf-solo", 8), ("chess-golf-solo", 5)] {
        changed(id, &[("cards", cards.into())]).check(2, 5);
    }
}

/// A new variant needs no reference games.
#[test]
fn reference_games_are_played_alike() {
    let mut replayed = 0;
    for game in ids().iter().map(|id| open(id)) {
        let family = game.spec().family;
        if !files(&*game, family).is_empty() {
            replay(&*game, family);
            replayed += 1;
        }
    }
    assert!(replayed >= 23, "reference games are missing: {replayed} variants have some");
}

#[test]
fn reference_views_are_seen_alike() {
    for id in ["masquerade-chess", "zombie-chess", "two-move-chess", "adrenaline-chess"] {
        views(&*open(id), "chesskit_a_views");
    }
    for id in ids().iter().filter(|id| id.starts_with("tar-pit-chess")) {
        views(&*open(id), "chesskit_a_views");
    }
}

#[test]
fn the_worked_examples_hold() {
    for (id, count) in [("chess", 1), ("cylindrical-chess", 2), ("shadow-chess", 12)] {
        assert_eq!(worked::numbered(&*open(id), "adams_chess.md", "## 12. Worked examples"), count, "{id}");
    }
    assert_eq!(worked::first_half(&*open("masquerade-chess"), "### Masquerade Chess"), 8);
    assert_eq!(worked::first_half(&*open("zombie-chess"), "### Zombie Chess"), 15);
    assert_eq!(worked::first_half(&*open("two-move-chess"), "### Two Move Chess"), 13);
    assert_eq!(worked::first_half(&*open("tar-pit-chess"), "### Tar Pit Chess"), 20);
    assert_eq!(worked::first_half(&*open("adrenaline-chess"), "### Adrenaline Chess"), 14);
    assert_eq!(worked::second_half(&*open("chess960"), "### 9.1 Chess960"), 4);
    assert_eq!(worked::second_half(&*open("half-alice-chess-12"), "### 9.2 Half Alice Chess"), 9);
    assert_eq!(worked::second_half(&*open("crowded-house"), "### 9.3 Crowded House"), 8);
    assert_eq!(worked::second_half(&*open("synchronous-chess"), "### 9.4 Synchronous Chess"), 12);
    assert_eq!(worked::second_half(&*open("dice-checkers-chess"), "### 9.7 Dice and checkers"), 13);
    assert_eq!(worked::second_half(&*open("cooperative-chess"), "### 9.5 Cooperative Chess"), 8);
    assert_eq!(worked::golf(&*open("chess-golf"), &*open("chess-golf-solo")), 10);
}

/// The examples of views, in their order: those of the games that are here.
#[test]
fn the_worked_views_hold() {
    for (id, place) in [
        ("zombie-chess", 0),
        ("masquerade-chess", 1),
        ("masquerade-chess", 2),
        ("two-move-chess", 3),
        ("tar-pit-chess", 4),
    ] {
        worked::view(&*open(id), place);
    }
}

#[test]
fn the_perft_table_holds() {
    for line in perft_lines("chess.txt") {
        line.check(&*line.game(), 5_000_000);
    }
}

#[test]
fn whatever_is_reached_is_read() {
    for id in ["chess", "cylindrical-chess", "shadow-chess", "cylindrical-shadow-chess", "chess960"] {
        let game = open(id);
        for number in [999_999, u32::MAX - 1, u32::MAX] {
            let fen = format!("4k3/8/8/8/8/8/P7/4K3 b - - 0 {number} -");
            let mut state = at(&*game, &fen);
            for step in ["e8e7", "a2a3", "e7e8"] {
                state.apply_text(step).expect("legal");
                assert_eq!(at(&*game, &state.fen()).fen(), state.fen());
            }
        }
    }
}

/// The strings of the legal moves of cozy-chess, sorted; there, castling is written as the king's capture of
/// its own rook, as in Chess960.
fn cozy_moves(board: &cozy::Board) -> Vec<String> {
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        moves.extend(set.into_iter().map(|step| step.to_string()));
        false
    });
    moves.sort_unstable();
    moves
}

/// Plays random games of Chess960 and compares each position with cozy-chess. The games start from all arrays
/// in turn, every third without castling, and end by our draws.
#[test]
fn legal_steps_are_those_of_another_engine() {
    let mut plies = 0;
    for index in 0..60 {
        let array = (index * 16 + 6) as i64;
        let game = changed("chess960", &[("position", array.into()), ("castling", (index % 3 != 0).into())]);
        let mut rng = rng_for(3, 0, index);
        let mut state = game.start(0);
        let fen = state.fen();
        let fields = fen.strip_suffix(" -").expect("no history");
        let mut board = cozy::Board::from_fen(fields, true).expect("six fields");
        loop {
            let ours = state.legal();
            if ours.is_empty() {
                break;
            }
            assert_eq!(ours, cozy_moves(&board), "{}", state.fen());
            let text = &ours[below(&mut rng, ours.len())];
            state.apply_text(text).expect("legal");
            board.play(text.parse().expect("a move"));
            plies += 1;
        }
    }
    assert!(plies > 5_000, "{plies}");
}
