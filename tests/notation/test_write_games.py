"""All games of a report in a file: as a table, in PGN and in PDN."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import plyground as pg
from commands import error_line, output
from plyground.study import BadReport, GamePlan


def first_legal(state: Any, rng: random.Random) -> str:
    """A function as an agent, which chooses at random among the first steps."""
    return str(rng.choice(state.legal_steps()[:3]))


def test_a_table_has_all_that_replays_a_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("plyground.study.report.replayed_games.CHUNK", 7)
    agents = ["greedy", "random"]
    report = pg.study.balance("stax", "checkers", games=20, offset=6, agents=agents, openings=2, seed=2**64 - 1, size=6)
    report.write_games(tmp_path / "games.parquet", threads=1)
    table = pd.read_parquet(tmp_path / "games.parquet")
    assert list(table["number"]) == [*range(6, 26)] * 2
    assert set(table["options"]) == {"size=6"}
    assert set(table["seed"]) == {2**64 - 1}
    for _, row in table[table["number"] % 5 == 0].iterrows():
        state = pg.game(row["id"], size=6).from_fen(row["start"])
        for action in row["actions"]:
            state.apply(int(action))
        assert state.fen == report.games(row["number"], row["id"]).fen
        assert state.returns == (row["return_0"], row["return_1"])
        assert state.reason == row["reason"]
        assert row["steps"] + row["opening_steps"] == len(row["actions"])
        assert row["first_action"] == row["actions"][0]
        assert row["agent_0"] == agents[row["number"] % 2]
    report.write_games(tmp_path / "games.csv")
    text = pd.read_csv(tmp_path / "games.csv", keep_default_na=False)
    assert list(text.columns) == list(table.columns)
    assert [list(map(int, line.split())) for line in text["actions"]] == [line.tolist() for line in table["actions"]]
    assert text["start"].tolist() == table["start"].tolist()


def test_games_with_different_numbers_of_seats(tmp_path: Path) -> None:
    report = pg.study.balance("stax", "tri-stax-3", games=5)
    report.write_games(tmp_path / "games.parquet")
    table = pd.read_parquet(tmp_path / "games.parquet")
    assert table["agent_2"].isna().tolist() == table["return_2"].isna().tolist() == [True] * 5 + [False] * 5
    assert table["group"].tolist() == [0] * 5 + [1] * 5
    np.testing.assert_allclose(table["return_0"][5:] + table["return_1"][5:] + table["return_2"][5:], 0, atol=1e-9)


STUDIES: dict[str, tuple[Any, int]] = {
    "match": (lambda: pg.study.match("stax", ["greedy", "random", "ab:1"], games=8), 24),
    "piece_values": (lambda: pg.study.piece_values("stax", games=200), 200),
    "scores": (lambda: pg.study.scores("cooperative-chess", games=10), 10),
    "ablation": (lambda: pg.study.ablation("english-draughts", {"flying": True}, games=10), 20),
    "atlas": (lambda: pg.study.atlas("stax", agents=["random", "greedy"], games=10), 30),
    "sprt": (lambda: pg.study.match("stax", ["greedy", "random"], games=1_000, sprt=(0, 100)), 32),
}


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_writes_its_games(name: str, tmp_path: Path) -> None:
    study, count = STUDIES[name]
    report = study()
    report.save(tmp_path / "report.json")
    pg.study.load(tmp_path / "report.json").write_games(tmp_path / "games.csv")
    table = pd.read_csv(tmp_path / "games.csv")
    assert len(table) == count
    if name == "match":
        last = table.iloc[-1]
        state = report.games(int(last["number"]), int(last["group"]))
        assert state.actions.tolist() == list(map(int, last["actions"].split()))
        assert {last["agent_0"], last["agent_1"]} == {"random", "ab:1"}


def test_functions_are_given_again(tmp_path: Path) -> None:
    report = pg.study.balance("stax", games=6, agents={"mine": first_legal, "greedy": "greedy"})
    report.write_games(tmp_path / "games.csv", agents={"mine": first_legal})
    table = pd.read_csv(tmp_path / "games.csv")
    assert table["agent_0"].tolist() == ["mine", "greedy"] * 3
    with pytest.raises(ValueError, match="the report does not contain the agent 'mine'"):
        report.write_games(tmp_path / "other.csv")
    with pytest.raises(ValueError, match="no agent of this study has the name 'yours'"):
        report.write_games(tmp_path / "other.csv", agents={"mine": first_legal, "yours": first_legal})
    with pytest.raises(BadReport, match="stax by mine greedy has"):
        report.write_games(tmp_path / "other.csv", agents={"mine": lambda state: state.legal_steps()[-1]})
    assert not (tmp_path / "other.csv").exists()


def test_pgn_and_pdn(tmp_path: Path) -> None:
    plan = GamePlan(pg.game("chess960"), ["greedy", "random"], seed=1)
    report = pg.study.balance("chess960", games=4, agents=["greedy", "random"], seed=1)
    report.write_games(tmp_path / "games.pgn")
    games = list(pg.pgn.read(tmp_path / "games.pgn"))
    assert [game.play() == plan.state(number) for number, game in enumerate(games)] == [True] * 4
    assert [(game.tags["Round"], game.tags["White"], game.tags["Black"]) for game in games[:2]] == [
        ("0", "greedy", "random"),
        ("1", "random", "greedy"),
    ]
    assert games[0].tags["Event"] == "plyground balance"
    assert games[0].tags["Date"] == str(report.machine["date"])[:10].replace("-", ".")
    report = pg.study.balance("english-draughts", games=2, agents=["greedy", "random"])
    report.write_games(tmp_path / "games.pdn")
    draughts = list(pg.pdn.read(tmp_path / "games.pdn"))
    # Black moves first.
    assert draughts[0].tags["Black"] == "greedy"
    assert draughts[1].play() == report.games(1)


def test_wrong_files(tmp_path: Path) -> None:
    report = pg.study.balance("stax", games=2)
    with pytest.raises(ValueError, match=r"must end in .parquet, .csv, .pgn or .pdn, got 'games.txt'"):
        report.write_games(tmp_path / "games.txt")
    with pytest.raises(ValueError, match="PGN is available for chess and chess960 only, got stax"):
        report.write_games(tmp_path / "games.pgn")
    with pytest.raises(FileNotFoundError):
        report.write_games(tmp_path / "absent" / "games.csv")
    assert not list(tmp_path.iterdir())


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    out = output(capsys, "study", "stax", "--games", "10", "--write-games", str(path))
    assert f"wrote {path}" in out
    assert len(pd.read_csv(path)) == 10
    assert "must end in" in error_line(capsys, ["study", "stax", "--write-games", "games.txt"])
