"""Duplicate games add no information to a study."""

import math
import random
import warnings
from pathlib import Path

import numpy as np
import pytest

import plyground as pg
from plyground.study import DuplicateGamesWarning, GamePlan, Games
from plyground.study.design.starts import Starts
from plyground.study.report.measurement import win_row
from plyground.study.running.duplicates import first_occurrences, repeated_rounds


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


def test_random_agents_play_distinct_games() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        row = pg.study.balance("stax", games=30, agents=drawing).rows[0]
        assert row.distinct_games == 30
        assert row.p_fair is not None
        assert pg.study.balance("stax", games=40, agents="greedy").rows[0].distinct_games == 40
        # Two equal games are too few to detect repetition.
        assert pg.study.balance("stax", games=2, agents=first).rows[0].p_fair is not None
    assert pg.study.balance("stax", games=40).rows[0].distinct_games is None


def positions(many: int) -> tuple[str, ...]:
    """Different positions of Stax."""
    found = dict.fromkeys(state.fen for state in pg.openings("stax", 2 * many, 5, turns=4))
    return tuple(found)[:many]


def test_a_position_that_determines_its_game_is_one_observation() -> None:
    plan = GamePlan(pg.game("stax"), {"mine": first}, starts=Starts(positions(12)))
    with pytest.warns(DuplicateGamesWarning, match="are repetitions of 12 games. A repetition carries no information"):
        row = win_row(plan, games_of(list(range(12)) * 20), 0.95)
    alone = win_row(plan, games_of(list(range(12))), 0.95)
    assert row.distinct_games == alone.distinct_games == 12
    for name in (
        "score",
        "score_low",
        "score_high",
        "anytime_low",
        "anytime_high",
        "p_fair",
        "draw_rate_high",
        "seats",
    ):
        assert getattr(row, name) == getattr(alone, name), name
    assert row.p_fair is not None
    # Twice is enough, without a warning.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        twice = win_row(plan, games_of(list(range(12)) * 2), 0.95)
    assert (twice.score_low, twice.p_fair) == (alone.score_low, alone.p_fair)


def test_deterministic_agents_from_fifty_positions_know_no_more_by_eight_games_of_each() -> None:
    fifty, agents = list(positions(50)), {"mixed": mixed}
    once, often = (pg.study.balance("stax", games=n, agents=agents, start=fifty, sprt=40).rows[0] for n in (50, 400))
    assert (often.games, often.distinct_games) == (400, 50)
    for name in ("score", "score_low", "score_high", "anytime_low", "anytime_high", "p_fair", "verdict"):
        assert getattr(often, name) == getattr(once, name), name
    ratings = [pg.study.match("stax", {**agents, "last": last}, games=n, start=fifty) for n in (100, 400)]
    assert ratings[0].first_move == ratings[1].first_move
    assert [row.score_high for row in ratings[0].rows] == [row.score_high for row in ratings[1].rows]
    effects = [
        pg.study.ablation("stax", {"topology": "universal"}, games=n, agents=agents, start=fifty).effects[0]
        for n in (50, 200)
    ]
    assert effects[0] == effects[1]


def mixed(state: pg.State) -> str:
    """A step that depends on the position in a way of its own."""
    legal = state.legal_steps()
    return legal[(sum(map(ord, legal[0])) + 7 * len(legal)) % len(legal)]


def test_games_that_differ_by_chance_are_all_observations() -> None:
    """The lines of a tiny game are few, and a random player meets each many times."""
    rng = np.random.default_rng(1)
    plan = GamePlan(pg.game("stax"), {"mine": drawing})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        row = win_row(plan, games_of(rng.integers(0, 8, 400).tolist()), 0.95)
    assert row.distinct_games == 8
    assert row.score_high - row.score_low < 0.11
    places = GamePlan(plan.game, {"mine": drawing}, starts=Starts(positions(4)))
    found = repeated_rounds(games_of(rng.integers(0, 8, 400).tolist()), 1, places.starts.positions)
    assert found is not None
    assert not found.any
    # Chance at a few of many positions changes little.
    which = np.tile(np.arange(50), 8)
    which[::50] = np.arange(100, 108)
    mostly = repeated_rounds(games_of(which.tolist()), 1, [str(at) for at in range(50)])
    assert mostly is not None
    assert mostly.kept.tolist() == list(range(50))
    assert mostly.distinct == 57


def test_p_of_copies_is_below_five_percent_as_often_as_it_says() -> None:
    """Fifty positions of which chance decided once, each played eight times."""
    rng, found = np.random.default_rng(2), []
    plan = GamePlan(pg.game("stax"), {"mine": first}, starts=Starts(positions(50)))
    for _ in range(100):
        row = win_row(plan, games_of(rng.permutation(1_000)[:50].tolist() * 8), 0.95, tree=False)
        assert row.p_fair is not None
        found.append(row.p_fair < 0.05)
    assert np.mean(found) < 0.05 + 3 * math.sqrt(0.05 * 0.95 / 100)


def test_rounds_are_the_same_where_all_their_games_are() -> None:
    found = first_occurrences(games_of([1, 2, 1, 3, 1, 2, 2, 1]), 2)
    assert found is not None
    assert found.tolist() == [0, 1, 0, 3]
    assert first_occurrences(games_of([]), 1) is None
    for which, kept in (([1, 1], [0, 1]), ([1, 1, 1], [0]), ([1, 2, 1], [0, 1, 2])):
        repeats = repeated_rounds(games_of(which), 1)
        assert repeats is not None
        assert repeats.kept.tolist() == kept
    # A position that is named twice is one.
    same = repeated_rounds(games_of([1, 2, 1, 1, 2, 1]), 1, ["a", "b", "a"])
    assert same is not None
    assert same.kept.tolist() == [0, 1]
