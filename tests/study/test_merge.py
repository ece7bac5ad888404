"""Stores of several machines that are merged into one."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from commands import error_line, output
from plyground.study import BadStore, GamePlan, Store, balance, match, merge

STAX = GamePlan(pg.game("stax"), ("random",))


def store_with(path: Path, *chunks: tuple[int, int], plan: GamePlan = STAX) -> Path:
    """Make a store with some games of a plan."""
    with Store(path) as store:
        for first, count in chunks:
            store.add(plan, first, plan.play(first, count), seconds=1.0)
    return path


@pytest.mark.parametrize(
    ("study", "games"),
    [
        (lambda **settings: balance("stax", "checkers", agents=["greedy", "random"], **settings), 60),
        (lambda **settings: match("stax", ["greedy", "random", "ab:1"], **settings), 60),
        (lambda **settings: pg.study.piece_values("chess", **settings), 800),
    ],
    ids=["balance", "match", "piece_values"],
)
def test_a_merged_study_equals_that_of_one_machine(study: Any, games: int, tmp_path: Path) -> None:
    half = games // 2
    for name, offset in (("a", 0), ("b", half)):
        study(games=half, offset=offset, store=tmp_path / f"{name}.db")
    found = merge(tmp_path / "b.db", tmp_path / "a.db", into=tmp_path / "whole.db")
    assert {one.ranges for one in found} == {((0, games),)}
    sizes: list[int] = []
    with sqlite3.connect(tmp_path / "whole.db") as file:
        sizes += [count for (count,) in file.execute("SELECT count FROM games")]
    assert study(games=games, store=tmp_path / "whole.db") == study(games=games)
    with sqlite3.connect(tmp_path / "whole.db") as file:
        assert [count for (count,) in file.execute("SELECT count FROM games")] == sizes, "the study played games"


def test_equal_overlaps_are_merged(tmp_path: Path) -> None:
    one = store_with(tmp_path / "a.db", (0, 100), (200, 50))
    other = store_with(tmp_path / "b.db", (0, 120), (80, 60), (210, 20))
    (found,) = merge(one, other, into=tmp_path / "whole.db")
    assert (found.id, found.agents, found.seed, found.games) == ("stax", ("random",), 0, 190)
    assert found.ranges == ((0, 140), (200, 250))
    assert merge(one, into=tmp_path / "whole.db") == (found,)
    with Store(tmp_path / "whole.db") as store:
        assert [(chunk.first, chunk.count) for chunk in store.chunks(STAX.key)] == [(0, 120), (80, 60), (200, 50)]
        assert store.seconds(STAX) == 3
    assert balance("stax", games=240, store=tmp_path / "whole.db") == balance("stax", games=240)


def test_contradictions_name_the_games_and_leave_the_store_as_it_was(tmp_path: Path) -> None:
    one = store_with(tmp_path / "a.db", (0, 50))
    with Store(tmp_path / "b.db") as store:
        games = STAX.play(40, 20)
        games.returns[5] = -games.returns[5] if games.returns[5].any() else (1, -1)
        store.add(STAX, 40, games)
    wrong = r"b.db and \S*a.db contradict each other: games 40 to 49 of stax by random with seed 0 differ"
    with pytest.raises(BadStore, match=wrong):
        merge(one, tmp_path / "b.db", into=tmp_path / "whole.db")
    assert not (tmp_path / "whole.db").exists()
    before = one.read_bytes()
    with pytest.raises(BadStore, match=wrong):
        merge(store_with(tmp_path / "c.db", (100, 10)), tmp_path / "b.db", into=one)
    assert one.read_bytes() == before


def test_builds_that_play_differently_are_not_merged(tmp_path: Path) -> None:
    one, other = store_with(tmp_path / "a.db", (0, 50)), store_with(tmp_path / "b.db", (50, 50))
    with sqlite3.connect(other) as file:
        file.execute("UPDATE plans SET fingerprints = '{}'")
    with pytest.raises(BadStore, match=r"b.db has games of stax by random with seed 0 that .* fingerprints differ"):
        merge(one, other, into=tmp_path / "whole.db")


def test_damaged_stores_are_not_merged(tmp_path: Path) -> None:
    one = store_with(tmp_path / "a.db", (0, 50))
    with sqlite3.connect(one) as file:
        file.execute("UPDATE games SET count = 49")
    with pytest.raises(BadStore, match=r"a.db is damaged: games from 0 of stax"):
        merge(one, into=tmp_path / "whole.db")
    assert not (tmp_path / "whole.db").exists()


def test_arguments(tmp_path: Path) -> None:
    one = store_with(tmp_path / "a.db", (0, 5))
    with pytest.raises(ValueError, match="name at least one store"):
        merge(into=one)
    with pytest.raises(ValueError, match="into must not be one of the merged stores"):
        merge(one, into=one)
    with pytest.raises(FileNotFoundError, match="no such store"):
        merge(tmp_path / "absent.db", into=one)
    assert not (tmp_path / "absent.db").exists()


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name, offset in (("a", 0), ("b", 300)):
        study = ("study", "stax", "--games", "300", "--offset", str(offset), "--store", str(tmp_path / f"{name}.db"))
        output(capsys, *study)
    files = [str(tmp_path / name) for name in ("a.db", "b.db")]
    out = output(capsys, "merge", *files, "--into", str(tmp_path / "whole.db"))
    assert "stax" in out
    assert "0 to 599" in out
    assert output(capsys, "study", "stax", "--games", "600", "--store", str(tmp_path / "whole.db")) == output(
        capsys, "study", "stax", "--games", "600", "--store", str(tmp_path / "new.db")
    )
    assert "no such store" in error_line(capsys, ["merge", "absent.db", "--into", files[0]])
