"""Tests of chess notations: games in PGN, moves in SAN, positions in FEN of six fields and in EPD."""

import logging
import pickle
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground import pdn, pgn
from plyground.notation import files

CHESS = ("chess", "chess960")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def random_state(id: str, seed: int, max_steps: int | None = None) -> pg.State:
    state = pg.game(id).start(seed)
    state.play_random(seed, max_steps)
    return state


@pytest.mark.parametrize("id", CHESS)
def test_round_trip(id: str) -> None:
    for seed in range(20):
        state = random_state(id, seed, None if seed % 2 else 5 * seed)
        text = pgn.write([state, pgn.Game.from_state(state, {"White": 'Anon "the" \\ first', "ECO": "A00"})])
        plain, tagged = pgn.read(text)
        assert plain.id == tagged.id == id
        assert tagged.tags["White"] == 'Anon "the" \\ first'
        assert list(plain.tags)[:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
        again = plain.play()
        assert again == state
        assert again.game == state.game
        assert again.num_turns == state.num_turns
        assert again.start_fen == state.start_fen
        assert again.steps == state.steps
        assert tagged.play(id) == state
        assert pgn.write([plain, tagged]) == text
        results = {1.0: "1-0", -1.0: "0-1", 0.0: "1/2-1/2"}
        assert plain.result == (results[state.returns[0]] if state.is_terminal else "*")


@pytest.mark.parametrize(("id", "options"), [("chess", {"castling": False}), ("chess960", {"position": 518})])
def test_round_trip_with_changed_options(id: str, options: dict[str, Any]) -> None:
    state = pg.game(id, **options).start()
    state.play_random(4)
    [again] = pgn.read(pgn.write([state]))
    assert (again.id, again.options) == (id, options)
    assert again.play() == state
    assert again.play().game == state.game


@pytest.mark.parametrize("id", CHESS)
def test_every_step_is_written_and_read(id: str) -> None:
    for seed in range(5):
        state = pg.game(id).start(seed)
        for step in random_state(id, seed).steps:
            sans = {state.san(legal): legal for legal in state.legal_steps()}
            assert [state.parse_san(san) for san in sans] == state.legal_steps()
            assert state.san(state.action_of(step)) == state.san(step)
            before = state.copy()
            assert state.push_san(before.san(step)) == step
            assert state.pop() == step
            assert state == before
            state.push(step)


def test_invalid_san() -> None:
    state = pg.game("chess").start()
    calls: list[tuple[Callable[[], str], str]] = [
        (lambda: state.san("e2e5"), "'e2e5' is not legal: the pawn on e2 cannot move to e5"),
        (lambda: state.san(-1), "action -1 is out of range"),
        (lambda: state.parse_san("e5"), "'e5' is not legal; legal: Na3, Nc3, "),
        (lambda: state.push_san("e2-e5!"), "expected the end of the move, found '!'"),
        (lambda: state.push_san("Ü"), "'Ü' is not a move: expected a move such as e4, "),
        (lambda: state.push_san("x" * 1_000_000), "is not a move: expected a move such as e4, "),
    ]
    for call, message in calls:
        with pytest.raises(pg.IllegalStep, match=message) as caught:
            call()
        assert len(str(caught.value)) < 300
    assert state == pg.game("chess").start()


@pytest.mark.parametrize("id", ["shadow-chess", "cylindrical-chess", "masquerade-chess", "stax", "english-draughts"])
def test_other_games_have_no_chess_notation(id: str) -> None:
    state = pg.game(id).start()
    calls: list[tuple[str, Callable[[], object]]] = [
        ("SAN", lambda: state.san(state.legal_steps()[0])),
        ("SAN", lambda: state.parse_san("e4")),
        ("SAN", lambda: state.push_san("e4")),
        ("standard FEN", state.chess_fen),
        ("EPD", state.epd),
        ("EPD", lambda: pg.game(id).from_epd(f"{START} w KQkq -")),
        ("PGN", lambda: pgn.write([state])),
        ("PGN", lambda: pgn.Game().play(id)),
    ]
    for what, call in calls:
        with pytest.raises(ValueError, match=f"^{what} is available for chess and chess960 only, got {id}$"):
            call()


@pytest.mark.parametrize("id", CHESS)
def test_round_trip_of_positions(id: str) -> None:
    game = pg.game(id)
    for seed in range(30):
        state = random_state(id, seed, 7 * seed)
        six = state.chess_fen()
        assert len(six.split(" ")) == 6
        assert game.from_fen(six).chess_fen() == game.from_epd(six)[0].chess_fen() == six
        assert game.from_fen(six).fen.split(" ")[:6] == state.fen.split(" ")[:6]
        clock, number = six.split(" ")[4:]
        again, operations = game.from_epd(state.epd(hmvc=int(clock), fmvn=int(number)))
        assert again.chess_fen() == six
        assert operations == {"hmvc": [clock], "fmvn": [number]}


def test_operations() -> None:
    game = pg.game("chess")
    state = game.start()
    text = state.epd(bm=["e4", "Nf3"], id="a; b", c0="", ce=-25, acs=(1.5, 2), draw_offer=[])
    assert text == f'{START} w KQkq - bm e4 Nf3; id "a; b"; c0 ""; ce -25; acs 1.5 2; draw_offer;'
    again, operations = game.from_epd(text)
    assert again == state
    assert operations == {
        "bm": ["e4", "Nf3"],
        "id": ["a; b"],
        "c0": [""],
        "ce": ["-25"],
        "acs": ["1.5", "2"],
        "draw_offer": [],
    }
    assert again.epd(**operations) == text
    assert game.from_epd(f"  {START}\tb  - -  bm Nc6 ;id  é")[1] == {"bm": ["Nc6"], "id": ["é"]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the number of fields is 0; expected: placement, seat to act, castling, en passant, then operations"),
        (f"{START} w KQkq", "the number of fields is 3"),
        (f"{START} w KQkq - 0 1 -", "the number of fields is 7"),
        (f"{START} w KQkq - 101 1", "clock '101': expected a number from 0 to 100"),
        (f"{START} w KQkq - 0 0", "move number '0': expected a number from 1"),
        (f"{START} w KQkq - hmvc x;", "clock 'x': expected a number"),
        (f'{START} w KQkq - id "open;', "a quote is not closed"),
        (f"{START} w KQkq - +1;", "expected an opcode such as bm"),
        (f"{START} w KQkq - bm e4; bm d4;", "this opcode is given twice"),
        (f"{START} w HAha -", "castling 'HAha': expected letters of KQkq"),
        (f"{START} x KQkq -", "seat to act 'x': expected 'w' or 'b'"),
        ("9/8/8/8/8/8/8/8 w - -", "placement"),
        ("8 " * 5_000, "at most 8192 characters"),
    ],
)
def test_invalid_positions(text: str, message: str) -> None:
    with pytest.raises(pg.BadPosition, match=message.replace("(", r"\(").replace("+", r"\+")):
        pg.game("chess").from_epd(text)


def test_invalid_operations() -> None:
    state = pg.game("chess").start()
    wrong: Any = True
    with pytest.raises(TypeError, match="operand of bm must be a str, a number, or a list of these, got bool True"):
        state.epd(bm=wrong)
    with pytest.raises(ValueError, match="'two words' is not an EPD opcode"):
        state.epd(**{"two words": "x"})
    with pytest.raises(ValueError, match="the operand of id must not contain quotes or line ends"):
        state.epd(id='a "b"')


def test_movetext() -> None:
    text = "{before} 1. e4! 1... e5?! $4 (1... c5 {or} (1... --)) ; so\n 2. O-O *"
    [game] = pgn.read(text)
    assert game.items == (
        pgn.Comment("before"),
        pgn.Move("e4", number=1, strength="!"),
        pgn.Move("e5", number=1, is_second=True, strength="?!"),
        pgn.Nag(4),
        pgn.Variation(
            (
                pgn.Move("c5", number=1, is_second=True),
                pgn.Comment("or"),
                pgn.Variation((pgn.Move("--", number=1, is_second=True),)),
            )
        ),
        pgn.Comment("so"),
        pgn.Move("O-O", number=2),
    )
    assert list(pgn.read(str(game))) == [game]
    assert pgn.Game(game.tags, game.items, game.result) == game
    assert pickle.loads(pickle.dumps(game)) == game
    assert game != pgn.Game(game.tags, game.items[:-1], game.result)
    assert game != pdn.Game()
    [short] = pgn.read(text, variations=False)
    assert short.moves == game.moves == ["e4", "e5", "O-O"]


def test_games_that_cannot_be_written() -> None:
    wrong: list[tuple[list[Any], str | None, str]] = [
        ([pgn.Move("e9")], None, "expected a move such as e4"),
        ([pgn.Move("e4", strength="good")], None, "not a move annotation"),
        ([pgn.Move("e4 e5")], None, "expected the end of the move"),
        ([], "2-0", "result must be one of 1-0 0-1 1/2-1/2 \\*, got '2-0'"),
        ([pdn.SetUp("x")], None, "set-ups in the middle of a game are available in PDN only"),
    ]
    for items, result, message in wrong:
        with pytest.raises(ValueError, match=message):
            pgn.Game({}, items, result)
    with pytest.raises(TypeError, match="an item must be a Move, Comment, Nag or Variation, got Move"):
        pgn.Game({}, [pdn.Move(("1", "5"))])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="state must be a State, got Game"):
        pgn.write([pdn.Game()])  # type: ignore[list-item]


def test_errors_of_malformed_games_have_a_place(caplog: pytest.LogCaptureFixture) -> None:
    text = '[Event "1"]\n1. e4 *\n[Event "2"]\n1. ? *\n[Event "3"]\n1. e4 e4 *\n'
    with caplog.at_level(logging.WARNING, "plyground.notation.pgn"):
        games = list(pgn.read(text, errors="skip"))
    assert [game.tags["Event"] for game in games] == ["1", "3"]
    assert "line 4, column 4" in caplog.text
    with pytest.raises(pgn.BadPgn, match="line 4, column 4") as caught:
        list(pgn.read(text))
    assert (caught.value.line, caught.value.column) == (4, 4)
    with pytest.raises(pgn.BadPgn, match="line 6, column 7: 'e4' is not legal"):
        games[1].play()


def some_files(folder: Path) -> tuple[str, Path]:
    states = [random_state(id, seed, 30) for seed in range(6) for id in CHESS]
    text = pgn.write([pgn.Game.from_state(state, {"White": "Fr\u00e9, {a}"}) for state in states])
    text += '[Event "wrong"]\n1. e4 e9 *\n\n[Event "late"]\n1. e4 {never [ended] \n\n[Event "x"]\n yet} e5 1-0\n'
    path = folder / "games.pgn"
    path.write_text(text, encoding="utf-8")
    return text, path


@pytest.mark.parametrize("piece", [1, 7, 64, 1000, 1 << 22])
def test_files_are_read_in_chunks(piece: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, path = some_files(tmp_path)
    whole = list(pgn.read(text, errors="skip"))
    assert len(whole) == 13
    monkeypatch.setattr(files, "CHUNK_BYTES", piece)
    pieces = list(pgn.read(path, errors="skip"))
    assert pieces == whole
    assert [game.line for game in pieces] == [game.line for game in whole]
    with pytest.raises(pgn.BadPgn) as caught:
        list(pgn.read(path))
    assert caught.value.line == text[: text.index("e9")].count("\n") + 1
    path.write_bytes('\ufeff[White "Fr\u00e9"] *'.encode())
    assert next(pgn.read(str(path))).tags["White"] == "Fr\u00e9"
    path.write_bytes('[White "Fr\u00e9"] *'.encode("latin-1"))
    assert next(pgn.read(path)).tags["White"] == "Fr\u00e9"
    with pytest.raises(FileNotFoundError):
        pgn.read(tmp_path / "none.pgn")


def test_reading_needs_memory_for_one_game(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    path = tmp_path / "many.pgn"
    one = pgn.write([random_state("chess", 1, 200)])
    with path.open("w", encoding="utf-8") as file:
        for _ in range(50_000_000 // len(one)):
            file.write(one)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    games = pgn.read(path)
    assert sum(1 for _ in games) == 50_000_000 // len(one)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40_000 * (
        1 if sys.platform == "linux" else 1000
    )


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers")
def test_long_reads_can_be_interrupted() -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    try:
        games = pgn.read("e4 {why} " * 2_000_000)
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(KeyboardInterrupt):
            next(games)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
