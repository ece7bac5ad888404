"""Games by description: how they are opened, carried to other processes and refused."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import description_reference
import plyground as pg
from plyground.descriptions import toml_text
from plyground.game_descriptions import game_dict, game_from_dict
from repository import ROOT

PAWNS = {"moves": "mfW cfF imfW2", "promotes": {"to": "R"}, "en-passant": True}
PIECES: dict[str, Any] = {"P": PAWNS, "R": {"moves": "R"}, "K": {"moves": "K", "royal": True}}
SMALL: dict[str, Any] = {
    "id": "pawns-and-rooks",
    "board": {"files": 5, "ranks": 6},
    "pieces": PIECES,
    "setup": {"white": {"K": "c1", "R": "a1", "P": "a2 b2 c2 d2 e2"}},
    "ends": [{"on": "stalemate", "score": 0.0}, {"on": "no-progress", "steps": 40}],
}


def test_a_text_a_file_and_a_dict_describe_the_same_game(tmp_path: Path) -> None:
    text = toml_text(SMALL)
    path = tmp_path / "small.toml"
    path.write_text(text, encoding="utf-8")
    games = [pg.describe(text), pg.describe(path), pg.describe(SMALL), pg.game(str(path)), pg.game("pawns-and-rooks")]
    assert all(game == games[0] for game in games)
    assert len({game.fingerprint for game in games}) == 1
    assert games[0].start().fen == "r1k2/ppppp/5/5/PPPPP/R1K2 w - - 0 1 -"


def test_a_described_game_is_carried_to_other_processes() -> None:
    game = pg.describe(SMALL, frame="board")
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert again.info.frame == "board"
    assert game_from_dict(json.loads(json.dumps(game_dict(game)))) == game
    changed = pg.describe({**SMALL, "ends": [{"on": "no-progress", "steps": 30}]})
    assert changed != game
    assert changed.fingerprint != game.fingerprint


def test_a_variant_is_carried_to_other_processes() -> None:
    variants = {"round": {"id": "round-pawns", "board": {"joined": "left-right"}}}
    first = pg.describe({**SMALL, "variants": variants})
    game = pg.game("round-pawns")
    assert (first.id, game.id) == ("pawns-and-rooks", "round-pawns")
    assert game.fingerprint != first.fingerprint
    for again in (pickle.loads(pickle.dumps(game)), game_from_dict(json.loads(json.dumps(game_dict(game))))):
        assert (again, again.id, again.fingerprint) == (game, "round-pawns", game.fingerprint)


def test_the_score_of_a_stalemate_is_that_of_the_description() -> None:
    game = pg.describe(SMALL)
    state = game.from_fen("k4/5/K4/5/5/2R2 w - - 0 1")
    state.apply("c1b1")
    assert (state.reason, state.returns) == ("stalemate", (1.0, -1.0))


@pytest.mark.parametrize(
    ("id", "fen", "step", "reason", "returns"),
    [
        ("king-of-the-hill", "4k3/8/8/8/8/3K4/8/8 w - - 0 1", "d3d4", "goal", (1.0, -1.0)),
        ("three-check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8", "goal", (1.0, -1.0)),
        ("antichess", "8/8/8/3p4/4P3/8/8/8 w - - 0 1", "e4d5", "elimination", (-1.0, 1.0)),
        ("kinglet-chess", "4k3/4p3/8/8/8/8/4R3/P3K3 w - - 0 1", "e2e7", "elimination", (1.0, -1.0)),
        ("breakthrough", "8/4P3/8/8/8/8/p7/8 w - - 0 1", "e7e8", "goal", (1.0, -1.0)),
    ],
)
def test_goals_end_a_game(id: str, fen: str, step: str, reason: str, returns: tuple[float, ...]) -> None:
    state = pg.game(id).from_fen(fen)
    state.apply(step)
    assert (state.reason, state.returns) == (reason, returns)
    assert pg.game(id).from_fen(state.fen).returns == returns


def test_a_step_that_is_no_capture_is_refused_where_captures_are_forced() -> None:
    state = pg.game("antichess").from_fen("8/8/8/3p4/4P3/8/8/8 w - - 0 1")
    assert state.legal_steps() == ["e4d5"]
    with pytest.raises(pg.IllegalStep, match="a capture is possible, and captures are forced"):
        state.apply("e4e5")


def test_everything_else_works_at_once(tmp_path: Path) -> None:
    game = pg.describe(SMALL)
    assert pg.playouts(game, games=50, seed=1).returns.shape == (50, 2)
    vector = pg.vector(game, 4, seed=1)
    assert vector.observations is not None
    assert vector.observations.shape == (4, *game.observation_shape)
    report = pg.study.balance(game, games=4, agents=["random"], seed=1)
    report.save(tmp_path / "report.json")
    again = pg.study.rerun(pg.study.load(tmp_path / "report.json"))
    assert again.rows == report.rows
    assert pg.matches(game, ["strong:nodes=50", "ab:1"], games=2, seed=1, threads=1).returns.shape == (2, 2)
    assert "<svg" in game.start().svg()


def test_the_picture_of_the_page_is_current() -> None:
    picture = (ROOT / "docs" / "glinski.svg").read_text(encoding="utf-8")
    assert picture == pg.game("glinski-chess").start().svg()


def test_the_table_of_keys_is_current() -> None:
    page = description_reference.PAGE.read_text(encoding="utf-8")
    assert page.endswith(description_reference.reference()), "run tools/description_reference.py"


def test_the_library_has_its_ids_apart_from_those_of_the_books() -> None:
    ids = pg.variants(source="library")
    assert "glinski-chess" in ids
    assert not set(ids) & set(pg.variants())
    files = sorted(path.stem for path in (ROOT / "src" / "catalog" / "library").glob("*.toml"))
    assert list(ids) == files


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"board": {"files": 5, "ranks": 99}}, "board.ranks must be a whole number from 1 to 15, got 99"),
        ({"boards": {}}, "boards is not a key here (did you mean 'board'?)"),
        ({"pieces": {**PIECES, "K": {"moves": "K"}}}, "must have one royal piece for white, got 0"),
        ({"setup": {"white": {"K": "c1 d1"}}}, "must have one royal piece for white, got 2"),
        ({"ends": [{"on": "repetition"}]}, "ends must bound the game"),
    ],
)
def test_a_wrong_description_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(pg.BadDescription, match=r"^line [0-9]+: ") as refused:
        pg.describe({**SMALL, "id": "wrong", **change})
    assert message in str(refused.value)
    with pytest.raises(pg.UnknownVariant):
        pg.game("wrong")


def test_other_mistakes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(pg.BadDescription, match=r"none.toml cannot be read"):
        pg.game(str(tmp_path / "none.toml"))
    path = tmp_path / "empty.toml"
    path.write_text("", encoding="utf-8")
    with pytest.raises(pg.BadDescription, match=r"empty.toml, line 1: id is missing"):
        pg.describe(path)
    with pytest.raises(pg.BadOption, match="a built-in variant has this id"):
        pg.describe({**SMALL, "id": "chess"})
    with pytest.raises(TypeError, match=r"board.files must be a text, a number, a bool, a list or a dict"):
        pg.describe({**SMALL, "board": {"files": object()}})


def test_the_schema_knows_every_key_of_a_description() -> None:
    schema = pg.description_schema()

    def check(value: Any, schema: dict[str, Any], path: str) -> None:
        if isinstance(value, dict):
            for key, item in value.items():
                patterns = [*schema.get("patternProperties", {}).values(), schema.get("additionalProperties")]
                known = schema.get("properties", {}).get(key) or next(pattern for pattern in patterns if pattern)
                check(item, known, f"{path}.{key}")
        elif isinstance(value, list):
            for item in value:
                check(item, schema["items"], path)
        else:
            types = {str: "string", bool: "boolean", int: "integer", float: "number"}
            kind = schema.get("type")
            assert value in schema.get("enum", [value]), path
            assert kind in (None, types[type(value)]) or (kind, type(value)) == ("number", int), path

    check(SMALL, schema, "")
