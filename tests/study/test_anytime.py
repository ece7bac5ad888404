"""Anytime-valid intervals and sequential tests, on simulated games."""

import math

import numpy as np
import pytest

import plyground as pg
from plyground.study import MatchSprt, anytime_interval, score_interval, sign_test
from plyground.study.statistics.anytime import log_wealth

SCORES = np.array([0.0, 0.5, 1.0])


@pytest.mark.parametrize("chances", [(0.5, 0.0, 0.5), (0.05, 0.9, 0.05), (0.98, 0.0, 0.02), (0.1, 0.3, 0.6)])
def test_anytime_interval_keeps_its_coverage(chances: tuple[float, ...]) -> None:
    """With a look every 10 games up to 5,000, at most 5% of studies ever exclude the true value."""
    rng, alarms = np.random.default_rng(1), []
    for _ in range(100):
        drawn = rng.choice(3, p=chances, size=5_000)
        counts = np.cumsum(drawn[:, None] == np.arange(3), axis=0)[::10].astype(np.float64)
        alarms.append(log_wealth(counts, SCORES, float(np.dot(chances, SCORES))).max() > math.log(20))
    assert np.mean(alarms) <= 0.05


def test_repeated_looks_inflate_false_alarms_of_p_values_only() -> None:
    rng, by_p, by_bets = np.random.default_rng(2), [], []
    for _ in range(200):
        won = np.cumsum(rng.random(2_000) < 0.5)[99::100]
        games = np.arange(100, 2_001, 100)
        by_p.append(min(sign_test(int(a), int(n - a)) for a, n in zip(won, games, strict=True)) < 0.05)
        counts = np.column_stack([games - won, won]).astype(np.float64)
        by_bets.append(log_wealth(counts, np.array([0.0, 1.0]), 0.5).max() > math.log(20))
    assert np.mean(by_p) > 0.15
    assert np.mean(by_bets) <= 0.05


@pytest.mark.parametrize("n", [200, 20_000, 2_000_000])
@pytest.mark.parametrize("chances", [(0.5, 0.0, 0.5), (0.05, 0.9, 0.05), (0.3, 0.3, 0.4)])
def test_anytime_interval_is_about_twice_as_wide_as_score_interval(n: int, chances: tuple[float, ...]) -> None:
    values = np.repeat(SCORES, np.round(np.array(chances) * n).astype(int))
    ever, once = anytime_interval(values), score_interval(values)
    assert ever.low < once.low < ever.value == once.value < once.high < ever.high
    assert (ever.high - ever.low) / (once.high - once.low) == pytest.approx(1.87, abs=0.1)


def test_bounds_are_where_wealth_is_twenty() -> None:
    values = [1.0] * 30 + [0.5] * 10 + [0.0] * 20
    counts = np.array([[20.0, 10.0, 30.0]])
    found = anytime_interval(values)
    for bound in (found.low, found.high):
        assert log_wealth(counts, SCORES, bound)[0] == pytest.approx(math.log(20))
    # What one bets is half or less of what could be lost, on either side.
    assert math.exp(log_wealth(np.array([[0.0, 1.0]]), np.array([0.0, 1.0]), 0.5)[0]) == pytest.approx(1)
    assert anytime_interval(values, 0.5).low > found.low
    assert anytime_interval(values + values, games_per_round=2).value == found.value
    assert anytime_interval([0, 0]).low == 0
    assert anytime_interval([1] * 100).high == 1
    with pytest.raises(ValueError, match="at least one game"):
        anytime_interval([])


def test_report_has_an_anytime_interval() -> None:
    row = pg.study.balance("stax", games=500).rows[0]
    assert row.anytime_low < row.score_low < row.score < row.score_high < row.anytime_high


def pairs(points: float, games: int, rng: np.random.Generator) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return mean results of pairs of games of an agent that is stronger by `points` Elo; 20% of games are drawn."""
    share = 1 / (1 + 10 ** (-points / 400))
    results = rng.choice(SCORES, size=games, p=[0.9 - share, 0.2, share - 0.1])
    return np.asarray(results.reshape(-1, 2).mean(axis=1))


@pytest.mark.parametrize(("points", "verdict"), [(0, "not stronger"), (60, "stronger"), (-50, "not stronger")])
def test_sprt_keeps_its_error_rate(points: float, verdict: str) -> None:
    rng, test = np.random.default_rng(3), MatchSprt(0, 60)
    found: list[str] = [test.path(pairs(points, 2_000, rng)).verdict for _ in range(60)]
    assert found.count(verdict) >= 60 * (0.95 - 3 * math.sqrt(0.05 * 0.95 / 60))
    assert "undecided" not in found


def test_sprt_ends_at_its_bound() -> None:
    whole = MatchSprt(-10, 50).path(pairs(80, 2_000, np.random.default_rng(4)))
    assert whole.end is not None
    games, verdict = whole.end
    assert verdict == "stronger"
    assert whole.ratios[games - 1] >= whole.high > whole.ratios[: games - 1].max()


def test_match_ends_with_the_verdict_of_its_sprt() -> None:
    found = pg.study.match("stax", ["greedy", "random"], games=4_000, sprt=(0, 100))
    assert found.verdict == "greedy is stronger"
    assert found.rows[0].games < 1_000
    assert pg.study.rerun(found) == found
    other = pg.study.match("stax", ["random", "greedy"], games=4_000, sprt=MatchSprt(0, 100))
    assert other.verdict == "random is not stronger"
    assert pg.study.match("stax", ["random", "greedy"], games=4).verdict == ""
    with pytest.raises(ValueError, match="two agents"):
        pg.study.match("stax", ["random", "greedy", "ab:1"], games=4, sprt=(0, 100))


@pytest.mark.parametrize("points", [(0, 0), (10, 5), (0, math.inf), ("x", 5), (0, 2_000)])
def test_invalid_sprt_is_rejected(points: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="elo0 must be less than elo1"):
        MatchSprt(*points)
