"""Recorded games as data: by index, by slice, in a loop, with values of searches, and in files."""

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import plyground as pg
from plyground import pdn, pgn


def even(_: Any, masks: Any) -> Any:
    """The same weight for all actions, and a small lead."""
    return masks, np.full(len(masks), 0.25)


@pytest.fixture(scope="module")
def run() -> pg.Matches:
    return pg.matches("stax", ["ab:2", "mcts:20"], 6, seed=5, offset=10, openings=2, record=True)


def test_matches_are_sequences_of_games(run: pg.Matches) -> None:
    assert [state.fen for state in run] == [run.state(at).fen for at in range(6)]
    assert run[-1] == run.state(5)
    assert [state.fen for state in run[4:1:-2]] == [run[4].fen, run[2].fen]
    assert run[6:] == []
    with pytest.raises(IndexError, match="index must be from -6 to 5, got 6"):
        run[6]
    wrong: Any = "0"
    with pytest.raises(TypeError, match="index must be an integer"):
        run[wrong]


def test_playouts_are_sequences_of_games() -> None:
    run = pg.playouts("stax", 5, seed=3)
    assert [len(state.actions) for state in run] == run.steps.tolist()
    assert run[1:3] == [run.state(1), run.state(2)]


def test_games_that_were_not_recorded() -> None:
    run = pg.matches("stax", "random", 2)
    for use in (lambda: run[0], lambda: list(run), run.trajectories, run.search_values):
        with pytest.raises(ValueError, match="call matches with record=True"):
            use()


def test_trajectories_of_matches(run: pg.Matches) -> None:
    games = run.trajectories()
    assert games.envs.tolist() == list(range(10, 16))
    assert (games.returns == run.returns).all()
    assert (games.reasons == run.reasons).all()
    assert [state.fen for state in games] == [state.fen for state in run]
    assert games == pg.Trajectories.from_json(games.to_json())
    some = games[1:5:3]
    assert isinstance(some, pg.Trajectories)
    assert [state.fen for state in some] == [run[1].fen, run[4].fen]
    assert some.envs.tolist() == [11, 14]
    assert len(games[3:3]) == 0
    assert games[-2] == games.state(4)


def test_slices_keep_search_results() -> None:
    played = pg.self_play("stax", even, 4, simulations=4, max_steps=12).trajectories
    some = played[::2]
    again = pg.Trajectories.from_json(some.to_json())
    assert again == some
    for at, game in enumerate((0, 2)):
        steps = slice(*played.offsets[game : game + 2])
        own = slice(*some.offsets[at : at + 2])
        assert (some.actions[own] == played.actions[steps]).all()
        assert some.root_values is not None
        assert played.root_values is not None
        assert (some.root_values[own] == played.root_values[steps]).all()


def test_values_are_those_of_the_analysis() -> None:
    run = pg.matches("english-draughts", ["ab:2", "random"], 2, seed=1, openings=2, record=True, max_steps=30)
    games, values = run.trajectories(), run.search_values()
    assert len(values) == len(games.actions)
    agent = pg.agent("ab:2")
    for number in range(2):
        state, is_first = pg.game("english-draughts").from_fen(games.starts[number]), True
        opening = int(games.offsets[number + 1] - games.offsets[number] - run.steps[number])
        for place, at in enumerate(range(games.offsets[number], games.offsets[number + 1])):
            name = run.agent_specs[run.agent_indices[number, state.current_player]]
            if place < opening or name == "random" or len(state.legal_actions()) == 1:
                assert np.isnan(values[at])
            elif is_first:
                # Later searches use the table of earlier ones.
                assert values[at] == pytest.approx(agent.analyze(state).value)
                is_first = False
            else:
                assert np.isfinite(values[at])
            state.apply(int(games.actions[at]))
        assert not is_first


def test_recording_does_not_change_games() -> None:
    agents = ["ab:2", "mcts:20"]
    recorded = pg.matches("stax", agents, 4, seed=2, record=True)
    assert (recorded.opening_actions == pg.matches("stax", agents, 4, seed=2).opening_actions).all()
    assert recorded == pg.matches("stax", agents, 4, seed=2, record=True, threads=1)
    assert pickle.loads(pickle.dumps(recorded)) == recorded == copy.deepcopy(recorded)
    assert np.array_equal(
        pickle.loads(pickle.dumps(recorded)).search_values(), recorded.search_values(), equal_nan=True
    )


def test_networks_have_values() -> None:
    agent = pg.neural_agent(even, 4)
    run = pg.matches("stax", [agent, "random"], 2, seed=0, record=True, max_steps=10)
    seats = run.trajectories().current_players
    numbers = np.repeat([0, 1], run.steps)
    is_network = run.agent_indices[numbers, seats] == 0
    assert np.isnan(run.search_values()[~is_network]).all()
    assert np.isfinite(run.search_values()[is_network]).any()


def test_tables_carry_what_determines_the_games(run: pg.Matches, tmp_path: Path) -> None:
    for suffix in (".parquet", ".csv"):
        path = tmp_path / f"games{suffix}"
        pg.write_games(run, path)
        table = pd.read_parquet(path) if suffix == ".parquet" else pd.read_csv(path, keep_default_na=False)
        assert set(table["id"]) == {"stax"}
        assert set(table["seed"]) == {5}
        assert set(table["plyground"]) == {pg.__version__}
        assert table["number"].tolist() == list(range(10, 16))
        for at, (_, row) in enumerate(table.iterrows()):
            line = row["actions"] if suffix == ".parquet" else list(map(int, row["actions"].split()))
            state = pg.game("stax").from_fen(row["start"])
            for action in line:
                state.apply(int(action))
            assert state == run[at]
            assert (
                row["steps"] + row["opening_steps"]
                == len(line)
                == len(row["search_values"] if suffix == ".parquet" else row["search_values"].split())
            )
            assert row["agent_0"] == run.agent_specs[run.agent_indices[at, 0]]


def test_tables_of_playouts_and_trajectories(tmp_path: Path) -> None:
    largest = 2**64 - 1
    run = pg.playouts("stax", 3, seed=largest, size=6)
    path = tmp_path / "games.parquet"
    pg.write_games(run, path)
    table = pd.read_parquet(path)
    assert (table["options"].tolist(), table["seed"].tolist()) == (["size=6"] * 3, [largest] * 3)
    assert table["search_values"].isna().all()
    assert table["agent_0"].isna().all()
    assert run.to_pandas()[["id", "options", "seed", "plyground"]].drop_duplicates().values.tolist() == [
        ["stax", "size=6", largest, pg.__version__]
    ]
    played = pg.self_play("stax", even, 2, simulations=4, max_steps=6).trajectories
    pg.write_games(played, path)
    table = pd.read_parquet(path)
    assert table["seed"].isna().all()
    assert [len(line) for line in table["search_values"]] == np.diff(played.offsets).tolist()


def test_json(run: pg.Matches, tmp_path: Path) -> None:
    pg.write_games(run, tmp_path / "games.json")
    data = json.loads((tmp_path / "games.json").read_text(encoding="utf-8"))
    assert (data["id"], data["seed"], data["plyground"]) == ("stax", 5, pg.__version__)
    assert [row["actions"] for row in data["games"]] == [state.actions.tolist() for state in run]
    values = [value for row in data["games"] for value in row["search_values"]]
    assert [value is None for value in values] == np.isnan(run.search_values()).tolist()


def test_notations(tmp_path: Path) -> None:
    chess = pg.matches("chess", ["greedy", "random"], 2, seed=1, record=True, max_steps=20)
    pg.write_games(chess, tmp_path / "games.pgn")
    read = list(pgn.read(tmp_path / "games.pgn"))
    assert [game.play().fen for game in read] == [state.fen for state in chess]
    assert [game.tags["White"] for game in read] == ["greedy", "random"]
    draughts = pg.matches("english-draughts", "random", 2, seed=1, record=True).trajectories()
    pg.write_games(draughts, tmp_path / "games.pdn")
    assert [game.play() for game in pdn.read(tmp_path / "games.pdn")] == list(draughts)
    with pytest.raises(ValueError, match="stax"):
        pg.write_games(pg.playouts("stax", 1), tmp_path / "stax.pgn")
    assert not (tmp_path / "stax.pgn").exists()
    with pytest.raises(ValueError, match=r"path must end in \.parquet, \.csv, \.json, \.pgn or \.pdn, got 'games.txt'"):
        pg.write_games(chess, tmp_path / "games.txt")
    wrong: Any = [chess[0]]
    with pytest.raises(TypeError, match="games must be Matches, Playouts or Trajectories, got list"):
        pg.write_games(wrong, tmp_path / "games.csv")
