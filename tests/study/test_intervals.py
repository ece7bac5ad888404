"""The interval of scores: against known figures, and on made-up studies whose truth is known, with draws and with pairs."""

import math
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

import plyground as pg
from plyground.study import (
    GamePlan,
    Games,
    Interval,
    difference_interval,
    mean_interval,
    paired_difference_interval,
    score_interval,
)
from plyground.study.report.measurement import win_row
from plyground.study.statistics.intervals import round_means
from plyground.study.statistics.saddlepoint import bounds

SCORES = np.array([0.0, 0.5, 1.0])
STUDIES = 1_500


def game(share: float, draw: float) -> NDArray[np.float64]:
    """The chances of a loss, a draw and a win, this share of what is decided being won."""
    return np.array([(1 - draw) * (1 - share), draw, (1 - draw) * share])


def rounds(share: float, draw: float, kind: str) -> tuple[NDArray[np.float64], NDArray[np.float64], int]:
    """The values that a round can have, their chances, and its games."""
    one = game(share, draw)
    if kind == "alone":
        return SCORES, one, 1
    if kind == "skill":
        # The better agent is more likely to win, from whichever seat.
        edge = 0.9 * min(share, 1 - share)
        chances = np.convolve(game(share - edge, draw), game(share + edge, draw))
    else:
        # The two games have nothing in common; or what they share decides half of them alike.
        alike = 0.5 if kind == "chance" else 0.0
        chances = (1 - alike) * np.convolve(one, one)
        chances[::2] += alike * one
    return np.linspace(0, 1, 5), chances, 2


def tables(
    values: NDArray[np.float64], chances: NDArray[np.float64], n: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Studies of n rounds as counts of values, and how likely each is: all there are, or many made-up ones."""
    if math.comb(n + len(values) - 1, len(values) - 1) < 2_000:
        grid = np.indices((n + 1,) * (len(values) - 1)).reshape(len(values) - 1, -1).T
        counts = np.column_stack([grid, n - grid.sum(axis=1)])
        counts = counts[counts[:, -1] >= 0]
        return counts, np.asarray(stats.multinomial(n, chances).pmf(counts))
    drawn = np.random.default_rng(1).multinomial(n, chances, size=STUDIES)
    counts, seen = np.unique(drawn, axis=0, return_counts=True)
    return counts, seen / STUDIES


@pytest.mark.parametrize("kind", ["alone", "independent", "skill", "chance"])
@pytest.mark.parametrize("n", [20, 200, 2_000])
def test_intervals_cover_at_the_nominal_level_and_are_narrow(n: int, kind: str) -> None:
    for draw in (0.0, 0.3, 0.9):
        for share in (0.02, 0.3, 0.5, 0.9):
            values, chances, each = rounds(share, draw, kind)
            counts, weights = tables(values, chances, n // each)
            low, high = bounds(counts.astype(np.float64), values, 0.95)
            truth = float(chances @ values)
            covered = float(weights @ ((low <= truth) & (truth <= high)))
            assert covered > 0.93, (share, draw, covered)
            if n > 20:
                # Where hardly anything is decided, no interval of whole games can be exact.
                decided = n / each * (1 - chances.max())
                assert covered < (0.97 if decided > 20 else 0.99) + 2 * math.sqrt(0.03 * 0.97 / STUDIES), (
                    share,
                    draw,
                    covered,
                )
                ideal = 2 * stats.norm.ppf(0.975) * math.sqrt(chances @ (values - truth) ** 2 * each / n)
                assert weights @ (high - low) < 1.15 * ideal, (share, draw)


@pytest.mark.parametrize("confidence", [0.5, 0.8, 0.99])
def test_intervals_cover_at_any_confidence(confidence: float) -> None:
    for share, draw in ((0.3, 0.3), (0.6, 0.8)):
        chances = game(share, draw)
        counts, weights = tables(SCORES, chances, 300)
        low, high = bounds(counts.astype(np.float64), SCORES, confidence)
        truth = chances @ SCORES
        covered = float(weights @ ((low <= truth) & (truth <= high)))
        assert abs(covered - confidence) < 0.005 + 4 * math.sqrt(confidence * (1 - confidence) / STUDIES)


@pytest.mark.parametrize("n", [3, 10, 30, 100])
def test_coverage_is_near_the_nominal_level_for_every_share(n: int) -> None:
    """Wilson's interval covers 0.84 where one win is expected in five studies or so."""
    wins = np.arange(n + 1)
    low, high = bounds(np.column_stack([n - wins, wins]).astype(np.float64), np.array([0.0, 1.0]), 0.95)
    for share in np.geomspace(0.1 / n, 0.5, 100):
        covered = stats.binom(n, share).pmf(wins) @ ((low <= share) & (share <= high))
        assert covered > 0.91, share


@pytest.mark.parametrize(("wins", "n"), [(15, 148), (81, 263), (810, 2_630)])
def test_wins_and_losses_have_the_mid_p_interval(wins: int, n: int) -> None:
    """The mid-p interval of Lancaster, by the exact distribution."""
    found = score_interval([1] * wins + [0] * (n - wins))
    assert stats.binom.sf(wins, n, found.low) + stats.binom.pmf(wins, n, found.low) / 2 == pytest.approx(
        0.025, rel=0.06
    )
    assert stats.binom.cdf(wins, n, found.high) - stats.binom.pmf(wins, n, found.high) / 2 == pytest.approx(
        0.025, rel=0.06
    )


def test_intervals_of_equal_scores_are_exact() -> None:
    """Half the chance of n games without it is what remains: of a share s, (1 - s)^n / 2 = 0.025."""
    bound = 1 - 0.05 ** (1 / 40)
    won, lost, drew = (score_interval([score] * 40) for score in (1, 0, 0.5))
    assert (won.low, won.high) == pytest.approx((1 - bound, 1))
    assert (lost.low, lost.high) == pytest.approx((0, bound))
    assert (drew.low, drew.high) == pytest.approx((0.5 - bound / 2, 0.5 + bound / 2))


@pytest.mark.parametrize("n", [1, 2, 7, 10**5])
@pytest.mark.parametrize("values", [(0,), (1,), (1, 0, 0), (0, 1 / 3, 1 / 2), (0.5, 0.5, 0.5, 1)])
def test_intervals_hold_their_estimate_and_narrow(n: int, values: tuple[float, ...]) -> None:
    found = [score_interval(values * n, confidence) for confidence in (0.5, 0.95, 0.999)]
    for narrow, wide in pairwise(found):
        assert isinstance(narrow, Interval)
        assert 0 <= wide.low <= narrow.low <= narrow.value <= narrow.high <= wide.high <= 1
    mirrored = score_interval([1 - value for value in values * n])
    assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx((found[1].low, found[1].high))


def test_pairs_that_even_out_are_surer_and_copies_are_not() -> None:
    alternating = [1, 0] * 100
    assert score_interval(alternating, games_per_round=2).high < 0.53 < score_interval(alternating).high
    copies = [1, 1, 0, 0] * 50
    assert score_interval(copies, games_per_round=2).high == pytest.approx(score_interval([1, 0] * 50).high)


def test_a_row_knows_of_draws_and_of_rounds() -> None:
    """A game of two agents of which one always wins: the first seat's score is sure after a hundred rounds."""
    stax, agents = pg.game("stax"), np.tile([[0, 1], [1, 0]], (100, 1)).astype(np.uint8)

    def row(first: NDArray[np.float64], plan: GamePlan) -> tuple[float, float]:
        n = len(first)
        games = Games(
            returns=np.column_stack([first, -first]),
            steps=np.full(n, 10, np.uint32),
            reasons=np.zeros(n, np.uint8),
            first_action=np.zeros(n, np.int32),
            agents=agents,
        )
        found = win_row(plan, games, 0.95)
        assert found.seats[0].low == found.score_low
        assert found.elo_high == pytest.approx(pg.study.elo_from_score(found.score_high))
        return found.score_low, found.score_high

    alone, two = GamePlan(stax, "random"), GamePlan(stax, ["random", "greedy"])
    alternating, drawn = np.tile([1.0, -1.0], 100), np.r_[np.ones(5), -np.ones(5), np.zeros(190)]
    assert row(alternating, two) == pytest.approx((0.5, 0.5), abs=0.02)
    assert row(alternating, alone) == pytest.approx((0.43, 0.57), abs=0.005)
    low, high = row(drawn, alone)
    assert high - low == pytest.approx(2 * 1.96 * math.sqrt(0.05 / 4 / 200), rel=0.15)


def test_means_cover_at_the_nominal_level() -> None:
    rng = np.random.default_rng(3)
    found = [mean_interval(rng.exponential(50, size=400)) for _ in range(2_000)]
    covered = float(np.mean([one.low <= 50 <= one.high for one in found]))
    assert abs(covered - 0.95) < 4 * math.sqrt(0.05 * 0.95 / 2_000)


@pytest.mark.parametrize("n", [20, 200])
def test_means_allow_for_what_was_not_seen(n: int) -> None:
    """One game of a hundred reaches the worst score: Student's interval covers 18 % and 86 %. All studies by their chances."""
    worst = np.arange(min(n, 12) + 1)
    scores = [[-100.0] * k + [1.0] * (n - k) for k in worst]
    found = [mean_interval(each, bounds=(-100, 1)) for each in scores]
    likely = stats.binom(n, 0.01).pmf(worst)
    assert likely @ [one.low <= -0.01 <= one.high for one in found] > 0.95
    plain = [mean_interval(each) for each in scores]
    assert likely @ [one.low <= -0.01 <= one.high for one in plain] < 0.87
    assert found[0].low < 0.9 < 1 == found[0].value == found[0].high
    differences = paired_difference_interval([5.0] * n, [5.0] * n, bounds=(0, 10))
    assert -10 * 2 * 3 / n < differences.low < 0 == differences.value < differences.high
    with pytest.raises(ValueError, match="values must be from 0 to 1, got values from 2"):
        mean_interval([2, 2], bounds=(0, 1))


@pytest.mark.parametrize("changed", [0.01, 0.2])
def test_paired_games_have_narrower_intervals(changed: float) -> None:
    """A rule that matters in few games: Welch's interval is several times as wide as need be."""
    rng, covered, widths = np.random.default_rng(4), [], []
    for _ in range(80):
        before = rng.choice(SCORES, size=1_000)
        turned = rng.random(1_000) < changed
        after = np.where(turned, rng.choice(SCORES, size=1_000, p=[0.1, 0.2, 0.7]), before)
        found, apart = paired_difference_interval(after, before, shares=True), difference_interval(after, before)
        covered.append(found.low <= 0.3 * changed <= found.high)
        widths.append((found.high - found.low) / (apart.high - apart.low))
    assert abs(np.mean(covered) - 0.95) < 3 * math.sqrt(0.05 * 0.95 / 80)
    assert np.mean(widths) < (0.2 if changed == 0.01 else 0.6)
    same = paired_difference_interval(before, before, shares=True)
    assert -0.01 < same.low < same.value == 0 < same.high < 0.01


def test_intervals_of_few_games() -> None:
    assert mean_interval([3]).low == -math.inf
    assert difference_interval([1], [0]).high == math.inf
    assert difference_interval([1, 1], [0, 0]).low == 1
    for one in (score_interval, mean_interval):
        with pytest.raises(ValueError, match="at least one game"):
            one([])
    with pytest.raises(ValueError, match="confidence"):
        score_interval([1, 0], 95)
    with pytest.raises(ValueError, match=r"between 0 and 1, got values from 0\.0 to 1\.1"):
        score_interval([1.1, 0])
    with pytest.raises(ValueError, match="between 0 and 1"):
        score_interval([math.nan, 0])
    with pytest.raises(ValueError, match="one-dimensional"):
        score_interval([[1, 0]])
    with pytest.raises(ValueError, match="games_per_round must be a positive integer, got 0"):
        score_interval([1, 0], games_per_round=0)


def test_means_of_pairs() -> None:
    assert round_means(np.array([1.0, 0.0, 0.5, 0.5, 1.0]), 2).tolist() == [0.5, 0.5]
    assert round_means(np.array([1.0, 0.0]), 1).tolist() == [1.0, 0.0]
    assert round_means(np.array([[1.0, 0.0], [0.0, 0.0]]), 2).tolist() == [[0.5, 0.0]]
