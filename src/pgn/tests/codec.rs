//! Tests of the codec: SAN of all legal steps, games that are written and replayed, and errors with their
//! locations.

use crate::game::roles::*;
use crate::game::{Frame, Options, Seat, rng_for};
use crate::games::chess::RuleChanges;
use crate::games::chess::game::ChessGame;
use crate::games::chess::variants::orthodox;
use crate::games::chess::variants::orthodox::{Chess, State, chess960, epd, san};
use crate::pgn::*;
use std::collections::HashSet;

fn options(id: &str) -> Options {
    if id == "chess" { orthodox::options(true) } else { chess960::options(None, true, RuleChanges::NONE) }
}

fn game_of(id: &str) -> Chess {
    if id == "chess" {
        ChessGame::chess(true, Frame::Seat)
    } else {
        ChessGame::chess960(None, true, Frame::Seat)
    }
}

fn codec_of(id: &str) -> Box<dyn RecordCodec<San>> {
    codec(id, &options(id)).unwrap()
}

fn read_one(text: &str) -> Record {
    Reader::new(text).next().expect("a game").unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn play(id: &str, text: &str) -> Result<PlayedGame, String> {
    codec_of(id).play(&read_one(text), &mut || true).map_err(|error| error.to_string())
}

fn at(game: &Chess, fen: &str) -> State {
    epd::read(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}")).0
}

/// Returns the step that a move describes in a position, or the error.
fn step(id: &str, fen: &str, text: &str) -> Result<String, String> {
    let game = game_of(id);
    let state = at(&game, fen);
    san::read(&game, &state, text).map(|step| game.step_text(&state, step))
}

/// Calls `visit` with the game and each state of random games.
fn each_state(id: &str, games: u64, mut visit: impl FnMut(&Chess, &State)) {
    let game = game_of(id);
    for seed in 0..games {
        let mut rng = rng_for(seed, 0, 0);
        let mut state = game.start(&mut rng);
        loop {
            visit(&game, &state);
            let Some(step) = game.random_step(&state, &mut rng) else { break };
            game.apply(&mut state, step);
        }
    }
}

#[test]
fn every_legal_step_has_a_unique_san() {
    for (id, games) in [("chess", 3), ("chess960", 3)] {
        let mut castlings = 0;
        each_state(id, games, |game, state| {
            let mut texts = HashSet::new();
            game.each_step(state, |step| {
                let text = San::of(game, state, step).to_string();
                assert_eq!(san::read(game, state, &text), Ok(step), "{}: {text}", game.fen(state));
                // Without optional characters, and by both cells.
                let bare = text.trim_end_matches(['+', '#']).replace(['x', '='], "");
                assert_eq!(san::read(game, state, &bare), Ok(step), "{}: {bare}", game.fen(state));
                let cells = game.step_text(state, step);
                assert_eq!(san::read(game, state, &cells), Ok(step), "{}: {cells}", game.fen(state));
                castlings += u32::from(text.starts_with('O'));
                assert!(texts.insert(text));
            });
        });
        assert!(castlings > 0, "{id}");
    }
}

#[test]
fn fen_and_epd_are_read_back() {
    for id in ["chess", "chess960"] {
        each_state(id, 6, |game, state| {
            let six = epd::six_fields(game, state);
            let (again, operations) = epd::read(game, &six).expect("written");
            assert_eq!((again.position, again.extra.number()), (state.position, state.extra.number()));
            assert!(operations.is_empty() && epd::six_fields(game, &again) == six);
            // Other programs write files of rooks, as the position string without its history does.
            let law: Vec<String> = game.fen(state).split(' ').take(6).map(str::to_string).collect();
            assert_eq!(at(game, &law.join(" ")).position, state.position);
            let four = epd::write(game, state, &[]).expect("no operations");
            assert_eq!(at(game, &four).position.pieces, state.position.pieces);
        });
    }
}

#[test]
fn castling_rights_of_inner_rooks_are_files() {
    let game = game_of("chess960");
    for (shredder, outermost) in [
        ("rn2k1r1/8/8/8/8/8/8/1R1RK1RR w GDgb - 0 1", None),
        ("1r2k1r1/8/8/8/8/8/8/1R1RK1RR w GDgb - 0 1", Some("GDkq")),
        ("1r2k1r1/8/8/8/8/8/8/1R1RK1RR w HBg - 3 9", Some("KQk")),
        ("1r2k1r1/8/8/8/8/8/8/1R1RK1RR b b - 3 9", Some("q")),
    ] {
        let Some(outermost) = outermost else {
            assert!(epd::read(&game, shredder).is_err());
            continue;
        };
        let six = epd::six_fields(&game, &at(&game, shredder));
        assert_eq!(six.split(' ').nth(2), Some(outermost));
        assert_eq!(at(&game, &six), at(&game, shredder));
    }
}

#[test]
fn san_is_disambiguated_by_file_then_rank_then_both() {
    let game = game_of("chess");
    for (fen, cells, text) in [
        ("4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1", "b1d2", "Nbd2"),
        ("4k3/8/8/8/1N6/8/8/1N1K4 w - - 0 1", "b1a3", "Na3"),
        ("4k3/8/8/1N6/8/8/8/1N1K4 w - - 0 1", "b1c3", "N1c3"),
        ("8/k7/8/8/4Q2Q/8/8/3K3Q w - - 0 1", "h4e1", "Qh4e1"),
        // The other knight is pinned.
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
        ("4k3/8/8/8/8/8/6pp/4K2R b - - 0 1", "g2h1n", "gxh1=N"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("4k2r/6R1/4K3/8/8/8/8/R7 w - - 0 1", "a1a8", "Ra8#"),
        ("r3k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
    ] {
        let state = at(&game, fen);
        let step = game.read_step(&state, cells).unwrap_or_else(|| panic!("{fen}: {cells}"));
        assert_eq!(San::of(&game, &state, step).to_string(), text, "{fen}");
    }
}

#[test]
fn all_notations_of_moves_are_read() {
    let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    let promotion = "3rk3/2P1P3/8/8/8/8/3P4/R3K2R w KQ - 0 1";
    for (fen, text, cells) in [
        (passing, "exd6 e.p.", "e5d6"),
        (passing, "ed6", "e5d6"),
        (passing, "e5:d6+", "e5d6"),
        (passing, "Pe6", "e5e6"),
        (passing, "Pxd6", "e5d6"),
        (promotion, "cxd8Q", "c7d8q"),
        (promotion, "cd8=R++", "c7d8r"),
        (promotion, "c7xd8(N)", "c7d8n"),
        (promotion, "c8/B", "c7c8b"),
        (promotion, "c7c8q", "c7c8q"),
        (promotion, "0-0", "e1g1"),
        (promotion, "o-o-o", "e1c1"),
        (promotion, "e1g1", "e1g1"),
        (promotion, "Kf1#", "e1f1"),
        (promotion, "Ra1-b1", "a1b1"),
        (promotion, "Ra1b1", "a1b1"),
        (promotion, "R1a5", "a1a5"),
    ] {
        assert_eq!(step("chess", fen, text).as_deref(), Ok(cells), "{text}");
    }
    let inner = "7k/8/8/8/8/8/8/1RK1R3 w KQ - 0 1";
    for (text, cells) in [("O-O", "c1e1"), ("0-0-0", "c1b1"), ("c1e1", "c1e1"), ("Kd1", "c1d1")] {
        assert_eq!(step("chess960", inner, text).as_deref(), Ok(cells), "{text}");
    }
}

#[test]
fn errors_of_illegal_moves_state_what_is_legal() {
    let knights = "4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1";
    for (fen, text, problem) in [
        (knights, "Nd2", "'Nd2' is ambiguous; write one of: Nbd2, Nfd2"),
        ("k7/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8", "'e8' is ambiguous; write one of: e8=B, e8=N, e8=Q+, e8=R+"),
        ("k7/8/8/8/8/8/7P/K7 w - - 0 1", "Nf3", "'Nf3' is not legal; legal: Ka2, Kb1, Kb2, h3, h4"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Kh7", "'Kh7' is not legal: the game is over (stalemate)"),
        (knights, "--", "a null move cannot be played"),
        (knights, "Nz2", "'Nz2' is not a move: expected a move such as e4, Nxf3, e8=Q or O-O, found 'Nz2'"),
        (knights, "Nd2 Nd7", "'Nd2 Nd7' is not a move: expected the end of the move, found 'Nd7'"),
        (knights, "e8=K", "'e8=K' is not a move: expected Q, R, B or N, found 'K'"),
        (
            knights,
            "",
            "'' is not a move: expected a move such as e4, Nxf3, e8=Q or O-O, found the end of the text",
        ),
    ] {
        assert_eq!(step("chess", fen, text), Err(problem.into()), "{text}");
    }
}

#[test]
fn random_games_are_written_and_replayed() {
    for id in ["chess", "chess960"] {
        let (game, codec) = (game_of(id), codec_of(id));
        for seed in 0..30 {
            let mut rng = rng_for(seed, 0, 0);
            let mut state = game.start(&mut rng);
            let late = if seed % 3 == 0 { 0 } else { 5 * seed };
            let mut played = PlayedGame { start: game.fen(&state), ..PlayedGame::default() };
            for game_move in 1.. {
                let Some(step) = game.random_step(&state, &mut rng) else { break };
                played.steps.push(game.step_text(&state, step));
                game.apply(&mut state, step);
                if game_move == late {
                    played = PlayedGame { start: game.fen(&state), ..PlayedGame::default() };
                }
            }
            let record = codec.write(&played, &mut || true).unwrap();
            assert_eq!(variant_id(&record), Ok(id));
            let text = record.to_string();
            assert!(text.lines().all(|line| line.len() <= 80 || line.starts_with('[')), "{text}");
            let read = read_one(&text);
            assert_eq!(read.items, record.items);
            let again = codec.play(&read, &mut || true).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(again, played, "{text}");
            assert_eq!(codec.write(&again, &mut || true).unwrap().to_string(), text);
            let expected = match game.outcome(&state).expect("over").returns.get(Seat::ZERO) {
                0.0 => GameResult::Draw,
                1.0 => GameResult::WhiteWins,
                _ => GameResult::BlackWins,
            };
            assert_eq!(record.result, Some(expected));
        }
    }
}

#[test]
fn tags_identify_the_variant() {
    for (text, id) in [
        ("1. e4", "chess"),
        ("[Variant \"From Position\"]", "chess"),
        ("[Variant \"chess 960\"]", "chess960"),
        ("[Variant \"Fischerandom\"]", "chess960"),
    ] {
        assert_eq!(variant_id(&read_one(&format!("{text} *"))), Ok(id));
    }
    let error = variant_id(&read_one("[Variant \"Atomic\"] *")).unwrap_err();
    let expected = "line 1, column 11: the variant 'Atomic' is not supported; expected Standard or Chess960";
    assert_eq!(error.to_string(), expected);
    let own = codec("chess", &orthodox::options(false)).unwrap();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 -";
    let written =
        own.write(&PlayedGame { start: start.into(), ..PlayedGame::default() }, &mut || true).unwrap();
    assert_eq!((written.tag("Variant"), written.tag("Options")), (Some("Standard"), Some("castling=false")));
    assert!(
        codec("stax", &Options::new())
            .is_err_and(|error| error == "PGN supports only chess and chess960, got stax")
    );
}

#[test]
fn start_positions_and_move_numbers_are_checked() {
    let black = "[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 7 31\"]";
    let played = play("chess", &format!("{black} 31... Kd7 32. O-O")).unwrap();
    assert_eq!(played.steps, ["e8d7", "e1g1"]);
    for (id, text, problem) in [
        (
            "chess960",
            "\n1. e4",
            "line 2, column 1: the tag FEN is missing: a game of chess960 needs it to give the start position",
        ),
        (
            "chess",
            "[FEN \"8/8/8/8/8/8/8/4K3 w - - 0 1\"]",
            "line 1, column 7: placement '8/8/8/8/8/8/8/4K3': Black has no king",
        ),
        ("chess", "1. e4 2. e5", "line 1, column 10: expected move number 1..., found 2."),
        (
            "chess",
            "[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 7 31\"][Position \"4k3/8/8/8/8/8/8/4K2R w - - 8 31 h2h1,d8e8\"]",
            "line 1, column 51: the position must be that of the tag FEN, with a history",
        ),
    ] {
        assert_eq!(play(id, text), Err(problem.into()), "{text}");
    }
}

#[test]
fn moves_after_a_draw_are_skipped() {
    let there_and_back = "Nf3 Nf6 Ng1 Ng8 ".repeat(2);
    let played = play("chess", &format!("{there_and_back} e4 e5 1/2-1/2")).unwrap();
    assert_eq!((played.steps.len(), played.skipped_moves), (8, 2));
    let mated = play("chess", "1. f3 e5 2. g4 Qh4# 3. a3").unwrap_err();
    assert_eq!(mated, "line 1, column 24: 'a3' is not legal: the game is over (checkmate)");
}

#[test]
fn history_before_the_start_is_kept() {
    let start = "4k3/8/8/8/8/8/8/4K2R w - - 8 31 h2h1,d8e8";
    let chess = codec_of("chess");
    let played = PlayedGame { start: start.into(), steps: vec!["h1h2".into()], skipped_moves: 0 };
    let record = chess.write(&played, &mut || true).unwrap();
    assert_eq!(record.tag("FEN"), Some("4k3/8/8/8/8/8/8/4K2R w - - 8 31"));
    assert_eq!(record.tag("Position"), Some(start));
    assert_eq!(record.moves().next().unwrap().number, Some(MoveNumber { number: 31, second: false }));
    assert_eq!(chess.play(&read_one(&record.to_string()), &mut || true), Ok(played));
}
