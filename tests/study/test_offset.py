"""Studies of games that do not begin with number 0, as one of several machines makes them."""

from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground.study import BadReport, GamePlan, balance
from plyground.study.running.games import are_same_games, concatenate

STAX = GamePlan(pg.game("stax"), ["greedy", "random"], seed=3)


def test_games_know_their_numbers() -> None:
    games = STAX.play(10, 20)
    assert (games.offset, games[4:].offset, games[:-3].offset, games[-3:].offset) == (10, 14, 10, 27)
    assert concatenate([games[:4], games[4:]]).offset == 10
    assert are_same_games(concatenate([STAX.play(0, 10), games]), STAX.play(0, 30))


@pytest.mark.parametrize("plan", [GamePlan(pg.game("chess"), "random"), STAX], ids=["playouts", "agents"])
def test_games_come_with_their_states(plan: GamePlan) -> None:
    games, states = plan.play_with_states(6, 4)
    assert are_same_games(games, plan.play(6, 4))
    assert [state == plan.state(6 + row) for row, state in enumerate(states)] == [True] * 4


def test_two_halves_are_the_whole() -> None:
    whole, first, second = (
        balance("stax", games=games, offset=at).rows[0] for games, at in ((800, 0), (400, 0), (400, 400))
    )
    assert (whole.wins, whole.draws, whole.losses) == (
        first.wins + second.wins,
        first.draws + second.draws,
        first.losses + second.losses,
    )
    assert first != second


def test_a_report_with_an_offset_is_repeated_and_plays_its_own_games(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"games": 40, "agents": ["greedy", "random"], "seed": 3}
    report, whole = balance("stax", offset=60, **settings), balance("stax", **{**settings, "games": 100})
    assert report.study["offset"] == 60
    assert "offset" not in whole.study
    assert pg.study.rerun(report) == report
    report.save(tmp_path / "report.json")
    assert pg.study.load(tmp_path / "report.json").games(-1) == whole.games(99)
    assert report.games(60) == whole.games(60)
    assert len(report.games("longest").actions) == STAX.play(60, 40).steps.max()
    for number in (59, 100, -41):
        with pytest.raises(IndexError, match=rf"which must be from -40 to -1 or from 60 to 99, got {number}"):
            report.games(number)
    report.study["offset"] = "60"  # type: ignore[index]
    with pytest.raises(BadReport, match="offset must be an integer"):
        report.games(60)


def test_openings_are_those_of_the_games() -> None:
    positions = [pg.game("stax").start().fen for _ in range(2)]
    state = pg.game("stax").start()
    state.play_random(seed=1, max_steps=4)
    positions[1] = state.fen
    halves = [
        balance("stax", games=30, offset=at, start=positions, agents="greedy").openings().rows[0][1] for at in (0, 30)
    ]
    whole = balance("stax", games=60, start=positions, agents="greedy").openings().rows[0][1]
    for start in (0, 1):
        of_start = [
            next(one.games for one in found if one.start == start and not one.steps) for found in (*halves, whole)
        ]
        assert of_start[0] + of_start[1] == of_start[2]
    odd = balance("stax", games=30, offset=15, start=positions, agents="greedy").openings().rows[0][1]
    assert {one.start for one in odd} == {0, 1}
    assert not any(step.startswith("action") for one in odd for step in one.steps)


@pytest.mark.parametrize("offset", [0, 70, 100, 150, 400])
def test_a_store_serves_any_range(offset: int, tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with pg.study.Store(path) as store:
        for first, count in ((0, 120), (60, 100), (200, 150)):
            store.add(STAX, first, STAX.play(first, count))
    settings: dict[str, Any] = {"games": 250, "agents": ["greedy", "random"], "seed": 3, "offset": offset}
    played: list[int] = []
    assert balance("stax", store=path, progress=lambda _, games: played.append(games), **settings) == balance(
        "stax", **settings
    )
    with pg.study.Store(path) as store:
        assert store.seconds(STAX, 10_000) == 0 < store.seconds(STAX)


def test_sequential_tests_begin_at_the_offset(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    balance("stax", games=300, store=path)
    found = balance("stax", games=20_000, sprt=100, offset=128, store=path)
    assert found == balance("stax", games=20_000, sprt=100, offset=128)
    assert found.rows[0].games < 20_000


def test_offsets_are_checked() -> None:
    for bad in (-1, True, 1.5, "7", 2**62 + 1):
        with pytest.raises(ValueError, match=r"offset must be an integer from 0 to"):
            balance("stax", offset=bad)
    with pytest.raises(ValueError, match=r"offset must be a multiple of 2, the number of games of a round, got 7"):
        balance("stax", agents=["greedy", "random"], games=10, offset=7)
    assert balance("stax", games=10, offset=2**62).rows[0].games == 10
