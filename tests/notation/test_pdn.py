"""Tests of PDN: round trips of every variant of draughts, errors with their places, and exchange with other libraries."""

import logging
import pickle
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground import pdn
from selection import info

DRAUGHTS = [id for id in pg.variants() if info(id).family == "draughts"]


def installed(package: str) -> bool:
    try:
        version(package)
    except PackageNotFoundError:
        return False
    return True


def random_state(id: str, seed: int, max_steps: int | None = None) -> pg.State:
    state = pg.game(id).start(seed)
    state.play_random(seed, max_steps)
    while state.is_mid_turn:
        state.apply(state.legal_steps()[0])
    return state


@pytest.mark.parametrize("id", DRAUGHTS)
def test_round_trip(id: str) -> None:
    for seed in range(20):
        state = random_state(id, seed, None if seed % 2 else 5 * seed)
        text = pdn.write([state, pdn.Game.from_state(state, {"White": 'Anon "the" \\ first', "Event": "?"})])
        plain, tagged = pdn.read(text)
        assert plain.id == tagged.id == id
        assert tagged.tags["White"] == 'Anon "the" \\ first'
        assert next(iter(tagged.tags)) == "Event"
        again = plain.play()
        assert again == state
        assert again.game == state.game
        assert again.num_turns == state.num_turns
        assert again.start_fen == state.start_fen
        assert tagged.play(id) == state
        assert pdn.write([plain, tagged]) == text
        white = "WB".index(str(state.game.options["first"]))
        results = {1.0: ("1-0", "2-0"), -1.0: ("0-1", "0-2"), 0.0: ("1/2-1/2", "1-1")}
        assert plain.result in (results[state.returns[white]] if state.is_terminal else ("*",))


def test_round_trip_with_changed_options() -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"flying": False, "priority": "any"}, "flying=false,priority=any"),
        ({"cross_jumps": "all", "king_first": True}, "cross_jumps=all,king_first=true"),
    ]
    for options, tag in cases:
        rules = pg.game("international-draughts", **options)
        for seed in range(10):
            state = rules.start(seed)
            state.play_random(seed)
            text = pdn.write([state])
            assert f'[Options "{tag}"]' in text
            [again] = pdn.read(text)
            assert again.options == options
            assert again.play() == state
            assert again.play().game == rules
    assert next(pdn.read('[GameType "20"] [Options "flying=false"] 1. 32-28 *')).options == {}
    odd = next(pdn.read('[GameType "20"] [Variant "international-draughts"] [Options "wings=2"] 1. 32-28 *'))
    with pytest.raises(pg.BadOption, match="wings"):
        odd.play()


def test_games_with_many_options_do_not_fill_the_memory() -> None:
    resource = pytest.importorskip("resource")
    flags = [f"men_back={back},flying={flying}" for back in ("false", "true") for flying in ("false", "true")]
    kinds = [
        f'[GameType "20"] [Options "quiet={quiet},rows={rows},{flag}"] *'
        for quiet in range(1, 81)
        for rows in range(1, 5)
        for flag in flags
    ]
    used = []
    for text in kinds:
        [game] = pdn.read(text)
        assert game.play().num_turns == 0
        used.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    # 1280 of them would take about 30 megabytes.
    assert used[-1] - used[len(used) // 10] < 10_000, used[:: len(used) // 10]


def test_games_from_a_position_with_a_history() -> None:
    fen = "W:WK46:BK2,K3 - 9 9 -"
    state = pg.game("international-draughts").from_fen(fen)
    state.apply("46-41")
    [game] = pdn.read(pdn.write([state]))
    assert game.tags["FEN"] == "W:WK46:BK2,K3"
    assert game.tags["SetUp"] == "1"
    assert game.result == "1-1"
    assert game.play() == state
    assert game.play().reason == "ending-count"


def short_of(game: pdn.Game) -> pdn.Game:
    return pdn.Game(game.tags, game.items[:-1], game.result)


def test_movetext() -> None:
    text = '{before} 1. 32-28! 1... 19-23?! $4 (18-23 {or} (17-22)) ; so\n 2. 28x19 14x23* /FEN "W:W1:B2"/ *'
    [game] = pdn.read(text)
    assert game.items == (
        pdn.Comment("before"),
        pdn.Move(("32", "28"), number=1, strength="!"),
        pdn.Move(("19", "23"), number=1, is_second=True, strength="?!"),
        pdn.Nag(4),
        pdn.Variation((pdn.Move(("18", "23")), pdn.Comment("or"), pdn.Variation((pdn.Move(("17", "22")),)))),
        pdn.Comment("so"),
        pdn.Move(("28", "19"), is_capture=True, number=2),
        pdn.Move(("14", "23"), is_capture=True),
        pdn.Nag(7),
        pdn.SetUp('FEN "W:W1:B2"'),
    )
    assert game.moves == ["32-28", "19-23", "28x19", "14x23"]
    assert list(pdn.read(str(game))) == [game]
    assert pdn.Game(game.tags, game.items, game.result) == game
    assert pickle.loads(pickle.dumps(game)) == game
    assert game != short_of(game)
    [short] = pdn.read(text, variations=False)
    assert short.moves == game.moves
    assert not any(isinstance(item, pdn.Variation) for item in short.items)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ('[Event "x]\n1. 1-6 *', 1, 11, "expected '\"' after the value of the tag, found the end of the line"),
        ("1. 32-28\n 19-23 {never closed", 2, 8, "the comment is not closed; expected '}'"),
        ("1. cb4 *", 1, 4, "short algebraic moves such as cb4 are not supported"),
        ("1. 32-28 (19-23", 1, 10, "the variation is not closed; expected ')'"),
        ("1. 32_28 *", 1, 6, "expected '-' or 'x' and a square, found '_28'"),
    ],
)
def test_errors_of_malformed_games_have_a_place(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(pdn.BadPdn) as caught:
        list(pdn.read(text))
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"line {line}, column {column}: ")
    assert message in str(caught.value)


def test_malformed_games_are_skipped(caplog: pytest.LogCaptureFixture) -> None:
    text = '[Event "1"]\n1. 1-6 *\n[Event "2"]\n1. ? *\n[Event "3"]\n1. 1-6 *\n'
    with caplog.at_level(logging.WARNING, "plyground.notation.pdn"):
        assert [game.tags["Event"] for game in pdn.read(text, errors="skip")] == ["1", "3"]
    assert "line 4, column 4" in caplog.text
    games = pdn.read(text)
    assert next(games).tags["Event"] == "1"
    with pytest.raises(pdn.BadPdn, match="line 4, column 4"):
        next(games)


@pytest.mark.parametrize(
    ("text", "id", "line", "column", "message"),
    [
        ("1. 9-14 23-18\n2. 9-13 *", "english-draughts", 2, 4, "'9-13' is not legal; legal: 14x23"),
        ("1. 9-14 3. 23-18 *", "english-draughts", 1, 12, "expected move number 1..., found 3."),
        ('[FEN "W:W33:B1"] *', "english-draughts", 1, 7, "there is no square '33'"),
        ("1. 9-14 *", None, 1, 1, "the tag GameType is missing"),
        ('[GameType "31"] 1. 9-14 *', None, 1, 12, "the game type 31 is not supported"),
    ],
)
def test_errors_of_illegal_moves_have_a_place(text: str, id: str | None, line: int, column: int, message: str) -> None:
    [game] = pdn.read(text)
    with pytest.raises(pdn.BadPdn) as caught:
        game.play(id)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert message in str(caught.value)


def test_games_that_cannot_be_written() -> None:
    wrong: list[tuple[dict[str, str], Sequence[pdn.Item], str | None]] = [
        ({"two words": "x"}, (), None),
        ({"Event": "two\nlines"}, (), None),
        ({}, [pdn.Move(("1",))], None),
        ({}, [pdn.Move(("1", "0"))], None),
        ({}, [pdn.Move(("1", "1"))], None),
        ({}, [pdn.Move(("1", "6"), strength="good")], None),
        ({}, [pdn.SetUp("a/b")], None),
        ({}, (), "3-0"),
    ]
    for tags, items, result in wrong:
        with pytest.raises(
            ValueError,
            match=r"expected|is not a move|no name|no move|cannot|must be a single line|must be one of|must not contain|squares",
        ):
            pdn.Game(tags, items, result)
    with pytest.raises(ValueError, match="PDN is available for draughts only, got chess of the family adams_chess"):
        pdn.Game().play("chess")
    with pytest.raises(ValueError, match="in the middle of a capture"):
        pdn.write([pg.game("english-draughts").from_fen("W:W15:B11,17,18 15:18 0 0 -")])
    with pytest.raises(ValueError, match="errors must be 'raise' or 'skip', got 'ignore'"):
        pdn.read("", errors="ignore")  # type: ignore[arg-type]


def test_invalid_types() -> None:
    wrong: Any = 5
    for call, message in (
        (lambda: pdn.Game(wrong), "tags must be a dict of texts, such as .*, got 5"),
        (lambda: pdn.Game({"Round": wrong}), "tags must be a dict of texts"),
        (lambda: pdn.Game({}, wrong), "items must be a list of Move, .* objects, got int 5"),
        (lambda: pdn.Game({}, [wrong]), "an item must be a Move, .*, got int 5"),
        (lambda: pdn.Game({}, [], wrong), "result must be a text such as '1-0' or None, got int 5"),
        (lambda: pdn.Game.from_state(wrong), "state must be a State, got int 5"),
        (lambda: pdn.write(wrong), "games must be a list of games or states, got int 5"),
        (lambda: pdn.write([wrong]), "state must be a State, got int 5"),
    ):
        with pytest.raises(TypeError, match=message):
            call()


def test_files(tmp_path: Path) -> None:
    state = random_state("russian-draughts", 3)
    path = tmp_path / "games.pdn"
    game = pdn.Game.from_state(state, {"White": "Абациев, Сергей"})
    assert pdn.write([game, game], path) == path.read_text(encoding="utf-8")
    assert list(pdn.read(path)) == list(pdn.read(str(path))) == [game, game]
    path.write_bytes('\ufeff[White "Fr\u00e9"] *'.encode())
    assert next(pdn.read(path)).tags["White"] == "Fr\u00e9"
    path.write_bytes('[White "Fr\u00e9"] *'.encode("latin-1"))
    assert next(pdn.read(path)).tags["White"] == "Fr\u00e9"


def peer(package: str) -> Any:
    """Import the module `draughts` of one of two packages that share the name."""
    if not installed(package):
        pytest.skip(f"{package} is not installed")
    return pytest.importorskip("draughts")


@pytest.mark.parametrize(
    ("id", "variant"),
    [
        ("international-draughts", "standard"),
        ("english-draughts", "english"),
        ("italian-draughts", "italian"),
        ("russian-draughts", "russian"),
        ("brazilian-draughts", "brazilian"),
        ("turkish-draughts", "turkish"),
    ],
)
def test_exchange_with_pydraughts(id: str, variant: str, tmp_path: Path) -> None:
    draughts = peer("pydraughts")
    from draughts.PDN import PDNReader, PDNWriter

    for seed in range(4):
        state = random_state(id, seed)
        [theirs] = PDNReader(pdn_text=pdn.write([state])).games
        assert theirs.variant == variant
        board = draughts.Board(variant)
        for text in theirs.moves:
            board.push(draughts.Move(board, pdn_move=text))
        path = tmp_path / f"{variant}{seed}.pdn"
        PDNWriter(str(path), board=board)
        [ours] = pdn.read(path)
        assert ours.id == id
        assert ours.play().fen.split()[0] == state.fen.split()[0]


@pytest.mark.parametrize(
    ("id", "name"),
    [
        ("international-draughts", "StandardBoard"),
        ("russian-draughts", "RussianBoard"),
        ("brazilian-draughts", "BrazilianBoard"),
    ],
)
def test_exchange_with_py_draughts(id: str, name: str) -> None:
    draughts = peer("py-draughts")
    board_type = getattr(draughts, name)
    for seed in range(4):
        state = random_state(id, seed)
        board = board_type.from_pdn(pdn.write([state]))
        [ours] = pdn.read(board.pdn)
        assert ours.id == id
        assert ours.play().fen.split()[0] == state.fen.split()[0]
