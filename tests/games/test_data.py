"""Tests that JSON and pickles of the core's objects agree with their attributes."""

import json
import pickle
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import plyground as pg

IDS = ["chess", "chess960", "masquerade-chess", "stax", "tri-stax-3", "english-draughts", "toy-strokes"]


def plain(value: Any) -> Any:
    """Convert a value as JSON does: arrays and tuples to lists, games to their parts."""
    match value:
        case np.ndarray():
            return value.tolist()
        case dict():
            return {name: plain(of) for name, of in value.items()}
        case tuple() | list():
            return [plain(of) for of in value]
        case pg.Game():
            return {"id": value.id, "options": value.options, "frame": value.info.frame}
    if type(value).__name__ in {"OptionSpec", "Plane", "Scoring"}:
        return attributes(value)
    return value


def names(of: Any) -> list[str]:
    return [name for name in dir(type(of)) if not name.startswith("_") and not callable(getattr(of, name))]


def attributes(of: Any) -> dict[str, Any]:
    return {name: plain(getattr(of, name)) for name in names(of)}


def alike(one: Any, other: Any) -> bool:
    """Return whether two values have the same types and values; NaN equals NaN."""
    if isinstance(one, np.ndarray):
        return (
            isinstance(other, np.ndarray)
            and one.dtype == other.dtype
            and one.shape == other.shape
            and (one.tobytes() == other.tobytes())
        )
    return repr(plain(one)) == repr(plain(other))


def changed(value: Any, place: tuple[Any, ...], to: Any) -> Any:
    """Return data with the value at a place changed."""
    copy = json.loads(json.dumps(value))
    at = copy
    for name in place[:-1]:
        at = at[name]
    at[place[-1]] = to
    return copy


def record(id: str, **options: Any) -> pg.Trajectories:
    games = pg.game(id, **options).vector(
        6, seed=4, observations=False, action_masks=False, autoreset="disabled", max_steps=50, record=True
    )
    for _ in range(50):
        games.step(games.sample())
    return games.pop_finished()


@pytest.mark.parametrize("id", IDS)
def test_json_of_a_game_agrees_with_its_attributes(id: str) -> None:
    info = pg.info(id, frame="board")
    assert json.loads(info.to_json()) == attributes(info)
    game = pg.game(id, frame="board")
    assert json.loads(game.to_json()) == plain(game)


@pytest.mark.parametrize("id", IDS)
def test_json_of_results_agrees_with_their_attributes(id: str) -> None:
    run = pg.playouts(id, 20, seed=3, max_steps=60, offset=7)
    said = attributes(run)
    said["score_counts"] = [[score, plain(counts)] for score, counts in run.score_counts.items()]
    means = [None if np.isnan(mean) else mean for mean in run.mean_returns]
    assert json.loads(run.to_json()) == said | {"mean_returns": means}

    match = pg.matches(id, "random", 6, seed=3, max_steps=60)
    told = json.loads(match.to_json())
    for name, value in attributes(match).items():
        if name not in {"score_counts", "mean_returns", "branching", "drama"}:
            assert told[name] == value, name
    assert np.array_equal(np.array(told["drama"], np.float32), match.drama)
    assert np.array_equal(np.array(told["branching"], np.float32), match.branching)


@pytest.mark.parametrize("id", IDS)
def test_results_can_be_pickled(id: str) -> None:
    def kept(value: Any) -> None:
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(value, protocol))
            assert again == value
            assert type(again) is type(value)
            assert repr(again) == repr(value)
            for name in names(value):
                assert alike(getattr(again, name), getattr(value, name)), name

    kept(pg.info(id, frame="board"))
    kept(pg.playouts(id, 20, seed=3, max_steps=60, offset=7))
    kept(pg.playouts(id, 0))
    kept(pg.matches(id, "random", 6, seed=3, offset=2, max_steps=60))
    played = record(id)
    kept(played)
    kept(played.examples())
    kept(played.examples(observations="float16", action_masks="bits"))
    kept(played.examples(observations="uint8", action_masks=False))
    kept(played.examples(observations=False))
    kept(played.examples(np.zeros(0, np.int64)))


def test_inequality() -> None:
    info = pg.info("chess960", position=518, castling=False)
    assert pickle.loads(pickle.dumps(info)).options == info.options
    assert info != pg.info("chess960") != pg.info("chess960", frame="board")
    run = pg.playouts("stax", 10, seed=3)
    assert run == pg.playouts("stax", 10, seed=3)
    for other in (
        pg.playouts("stax", 10, seed=4),
        pg.playouts("stax", 9, seed=3),
        pg.playouts("queens", 10, seed=3),
        1,
    ):
        assert run != other
    assert pg.matches("stax", "random", 4) != pg.matches("stax", ["random", "greedy"], 4)
    played = record("stax")
    assert played == record("stax") != record("stax", frame="board")
    one = played.examples([0, 1])
    assert one != played.examples([0, 2])
    assert one == played.examples([0, 1]) != played.examples([0, 1], observations="uint8")
    with pytest.raises(TypeError, match="unhashable"):
        hash(run)
    run.steps[0] += 1
    assert run != pg.playouts("stax", 10, seed=3)
    run.reasons[0] = 99
    for asked in (run.to_json, lambda: run == pg.playouts("stax", 10, seed=3)):
        with pytest.raises(ValueError, match="reasons must be numbers below"):
            asked()


@pytest.mark.parametrize("id", IDS)
def test_round_trip_of_trajectories(id: str) -> None:
    played = record(id)
    text = played.to_json()
    assert json.loads(text) == attributes(played)
    again = pg.Trajectories.from_json(text)
    assert again == played
    assert again.game == played.game
    assert again.examples() == played.examples()


def test_invalid_trajectories() -> None:
    played = record("chess960", castling=False)
    data = json.loads(played.to_json())
    ended = next(game for game in range(len(played)) if played.offsets[game + 1] - played.offsets[game] > 2)
    first = int(played.offsets[ended])
    for place, to, why in [
        (("actions", first), -1, f"game {ended}, step 0: action -1 is out of range"),
        (("actions", first + 1), 10**6, "step 1: action 1000000 is out of range"),
        (("current_players", first + 1), 0, "step 1: the seat to act is 1, got 0"),
        (("starts", ended), "nowhere", f"game {ended}: the number of fields is 1"),
        (("reasons", ended), 3, "the game ends with reason"),
        (("returns", ended), [1, -1], "the game ends with reason"),
        (("returns", ended), [0], "must have the same length"),
        (("returns",), [], "returns for 2 seats each"),
        (("offsets", 0), 1, "offsets must ascend from 0"),
        (("offsets", 1), 10**9, "offsets must ascend from 0"),
        (("offsets",), [], "offsets must ascend from 0"),
        (("current_players",), [], "as many players to act, got 0"),
        (("envs",), [], "as many environments and reasons"),
        (("actions", 0), 0.5, "text is not the JSON of trajectories: invalid type"),
        (("actions", 0), 2**40, "text is not the JSON of trajectories: invalid value"),
        (("game",), {"id": "chess961"}, "did you mean chess960"),
        (("game",), {"id": "stax"}, "game 0: "),
        (("game", "options", "castling"), 3, "chess960: castling must be true or false, got 3"),
        (("game", "frame"), "sea", "frame must be 'seat' or 'board', got 'sea'"),
        (("game",), {}, "missing field `id`"),
    ]:
        with pytest.raises(ValueError, match=re.escape(why)):
            pg.Trajectories.from_json(json.dumps(changed(data, place, to)))
    for text in ("", "[]", "{}", "null", played.to_json()[:-1]):
        with pytest.raises(ValueError, match="not the JSON of trajectories"):
            pg.Trajectories.from_json(text)


def test_invalid_pickles() -> None:
    def parts(value: Any) -> tuple[Callable[..., Any], list[Any]]:
        restore, args = value.__reduce__()
        assert restore(*args) == value
        return restore, list(args)

    run, match, played = pg.playouts("stax", 5), pg.matches("stax", ["random", "greedy"], 5), record("stax")
    none = np.zeros(0, np.uint8)
    for value, at, to, why in [
        (run, 3, np.zeros((5, 3)), "stax has 2 seats"),
        (run, 3, np.zeros((4, 2)), "5 games need one return for each seat"),
        (run, 5, np.full(5, 200, np.uint8), "reasons must be numbers below"),
        (run, 5, none, "columns of one length"),
        (run, 0, pg.game("tri-stax-3"), "tri-stax-3 has 3 seats"),
        (match, 1, ["random"], "an agent numbered below 1"),
        (match, 6, ["man"] * 9, "piece counts"),
        (played, 3, np.zeros(0, np.int8), "as many players to act, got 0"),
        (played, 7, ["nowhere"] * len(played), "game 0: "),
        (played, 0, pg.game("chess"), "game 0: "),
        (played.examples(), 1, np.zeros((1, 2, 3, 4), np.float32), "must have the shape"),
        (played.examples(), 0, pg.game("tri-stax-3"), "must have the shape"),
        (played.examples(), 4, np.zeros(3, np.int8), "current_players, values and symmetries must have"),
    ]:
        restore, args = parts(value)
        args[at] = to
        with pytest.raises(ValueError, match=why):
            restore(*args)
    for value, at, to in [(run, 4, [1, 2]), (run, 5, np.zeros(5)), (played.examples(), 1, np.zeros((1, 2, 3, 4)))]:
        restore, args = parts(value)
        args[at] = to
        with pytest.raises(TypeError):
            restore(*args)


def test_tables_have_one_row_per_game() -> None:
    run = pg.playouts("english-draughts", 40, seed=1, offset=5, max_steps=60)
    table = run.to_pandas()
    assert list(table.columns) == [
        *("game", "reason", "steps", "first_action", "return_0", "return_1"),
        *("id", "options", "seed", "plyground", "start"),
    ]
    assert set(table["id"]) == {"english-draughts"}
    assert set(table["seed"]) == {1}
    assert table["game"].tolist() == list(range(5, 45))
    assert table["steps"].tolist() == run.steps.tolist()
    assert table[["return_0", "return_1"]].to_numpy().tolist() == run.returns.tolist()
    assert table["reason"].value_counts().to_dict() == run.reason_counts
    assert "truncated" in run.reason_counts
    match = pg.matches("english-draughts", ["greedy", "random"], 10, seed=1, max_steps=60)
    table = match.to_pandas()
    assert [*table.columns[4:8]] == ["return_0", "return_1", "agent_0", "agent_1"]
    assert table["agent_0"].tolist() == ["greedy", "random"] * 5
    assert table["reason"].value_counts().to_dict() == match.reason_counts
    assert table["branching"].tolist() == match.branching.tolist()
