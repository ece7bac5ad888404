"""Duplicate games add no information to a study."""

import math
import random
import warnings
from pathlib import Path

import numpy as np
import pytest

import plyground as pg
from plyground.study import DuplicateGamesWarning, GamePlan, Games
from plyground.study.report.measurement import win_row
from plyground.study.running.duplicates import are_duplicates, first_occurrences


def first(state: pg.State) -> str:
    return state.legal_steps()[0]


def last(state: pg.State) -> str:
    return state.legal_steps()[-1]


def drawing(state: pg.State, rng: random.Random) -> str:
    return rng.choice(state.legal_steps())


def games_of(which: list[int]) -> Games:
    """Games of which those of a number are the same; the first seat wins those of even numbers."""
    n, own = len(which), np.where(np.array(which) % 2 == 0, 1.0, -1.0)
    return Games(
        returns=np.column_stack([own, -own]),
        steps=np.full(n, 20, np.uint32),
        reasons=np.zeros(n, np.uint8),
        first_action=np.zeros(n, np.int32),
        agents=np.zeros((n, 2), np.uint8),
        branching=np.array(which, np.float32),
    )


def test_a_function_that_plays_one_game_400_times_has_no_p(tmp_path: Path) -> None:
    """The sign test would find it fair with p = 1e-120."""
    with pytest.warns(DuplicateGamesWarning, match="stax: 400 games of first are repetitions of 1 game\\."):
        report = pg.study.balance("stax", games=400, agents=first)
    (row,) = report.rows
    assert (row.distinct_games, row.p_fair, row.p_holm, row.p_bh) == (1, None, None, None)
    assert row.wins in (0, 400)
    assert row.score_high - row.score_low > 0.9
    assert row.seats[0].low <= row.seats[0].value <= row.seats[0].high
    report.save(tmp_path / "report.json")
    assert pg.study.load(tmp_path / "report.json") == report
    report.plot(tmp_path / "report.png")
    with pytest.warns(DuplicateGamesWarning):
        assert pg.study.balance("stax", games=400, agents=first, sprt=20).rows[0].verdict == "duplicates"


def test_agents_that_change_places_and_play_two_games_again_and_again() -> None:
    with pytest.warns(DuplicateGamesWarning, match="100 games of first and last are repetitions of 1 round"):
        row = pg.study.balance("stax", games=100, agents=[first, last]).rows[0]
    assert row.p_fair is None
    with pytest.warns(DuplicateGamesWarning):
        found = pg.study.match("stax", [first, last], games=100)
    assert found.rows[0].elo_high == math.inf
    assert found.superiority[0][1] == 0.5


def test_who_draws_plays_different_games() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        row = pg.study.balance("stax", games=30, agents=drawing).rows[0]
        assert row.distinct_games == 30
        assert row.p_fair is not None
        assert pg.study.balance("stax", games=40, agents="greedy").rows[0].distinct_games == 40
        # Of two games alike, nobody can tell.
        assert pg.study.balance("stax", games=2, agents=first).rows[0].p_fair is not None
    assert pg.study.balance("stax", games=40).rows[0].distinct_games is None


def test_a_few_starts_played_again_and_again_are_copies() -> None:
    plan = GamePlan(pg.game("stax"), {"mine": first})
    with pytest.warns(DuplicateGamesWarning, match="are repetitions of 12 games"):
        row = win_row(plan, games_of(list(range(12)) * 20), 0.95)
    assert (row.distinct_games, row.p_fair, row.score) == (12, None, 0.5)
    alone = win_row(plan, games_of(list(range(12))), 0.95)
    assert (row.score_low, row.score_high) == (alone.score_low, alone.score_high)
    assert win_row(plan, games_of(list(range(60)) * 2), 0.95).p_fair is not None


def test_rounds_are_the_same_where_all_their_games_are() -> None:
    found = first_occurrences(games_of([1, 2, 1, 3, 1, 2, 2, 1]), 2)
    assert found is not None
    assert found.tolist() == [0, 1, 0, 3]
    assert not are_duplicates(found)
    assert not are_duplicates(np.array([0, 0]))
    assert are_duplicates(np.array([0, 0, 0]))
    assert first_occurrences(games_of([]), 1) is None
