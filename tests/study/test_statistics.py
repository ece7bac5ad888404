"""The statistics of studies, by themselves: against known figures, and on made-up games whose truth is known."""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from plyground.study import (
    Interval,
    Sprt,
    adjust_p_values,
    difference_interval,
    elo_from_score,
    fairness_test,
    friedman_test,
    multinomial_test,
    score_from_elo,
    score_interval,
    sign_test,
    symmetry_test,
)
from plyground.study.statistics.intervals import round_means
from plyground.study.statistics.saddlepoint import bounds
from plyground.study.statistics.sequential import max_log_likelihood

STUDIES = 2_000


def within(found: float, promised: float, n: int = STUDIES) -> bool:
    """Whether a share that was seen in n made-up studies goes with the one that was promised: four standard errors."""
    return abs(found - promised) < 4 * math.sqrt(promised * (1 - promised) / n)


def results(n: int, win: float, draw: float, rng: np.random.Generator) -> NDArray[np.float64]:
    """The scores of the first seat in n games."""
    return rng.choice([1.0, 0.5, 0.0], size=n, p=[win, draw, 1 - win - draw])


def test_differences_cover_at_their_nominal_level() -> None:
    rng = np.random.default_rng(4)
    found = [difference_interval(results(300, 0.6, 0.2, rng), results(500, 0.2, 0.5, rng)) for _ in range(STUDIES)]
    covered = float(np.mean([interval.low <= 0.25 <= interval.high for interval in found]))
    assert within(covered, 0.95)


@pytest.mark.parametrize("teams", [2, 3, 6])
@pytest.mark.parametrize("points", [-300.0, -1.0, 0.0, 50.0, 400.0])
def test_elo_points_and_scores_are_inverse(points: float, teams: int) -> None:
    assert elo_from_score(score_from_elo(points, teams), teams) == pytest.approx(points, abs=1e-9)
    assert score_from_elo(0, teams) == pytest.approx(1 / teams)
    # One against each of the others is a duel at those points.
    assert score_from_elo(points, 2) == pytest.approx(1 / (1 + 10 ** (-points / 400)))


def test_sign_test_by_hand() -> None:
    # Ten of ten, and half of the chance of nine: (1 + 10 / 2) / 1024 on both sides.
    assert sign_test(9, 1) == pytest.approx(12 / 1024)
    assert sign_test(5, 5) == 1.0
    assert sign_test(0, 0) == 1.0


def test_multinomial_test_by_hand() -> None:
    # Three wins fall to three sides in 27 ways; three of them give all to one side.
    assert multinomial_test([3, 0, 0]) == pytest.approx(3 / 27)
    # One each is likeliest: 6 ways; two and one, 18 ways; only three to one are less likely than two and one.
    assert multinomial_test([2, 1, 0]) == pytest.approx(21 / 27)
    assert multinomial_test([1, 1, 1]) == pytest.approx(1)
    assert multinomial_test([0, 0]) == 1.0
    assert multinomial_test([9, 1]) == pytest.approx(22 / 1024)
    assert multinomial_test([1, 0, 0], [0.2, 0.3, 0.5]) == pytest.approx(0.2)


def test_multinomial_test_is_nearly_the_same_by_all_methods(monkeypatch: pytest.MonkeyPatch) -> None:
    wins = [45, 30, 25]
    exact = multinomial_test(wins)
    monkeypatch.setattr("plyground.study.statistics.hypothesis_tests.OUTCOMES", 0)
    assert multinomial_test(wins) == pytest.approx(exact, abs=0.005)  # chi-squared
    rare, shares = [45, 30, 25, 0], [0.4, 0.33, 0.26, 0.01]
    drawn = multinomial_test(rare, shares)
    monkeypatch.setattr("plyground.study.statistics.hypothesis_tests.OUTCOMES", 10**6)
    assert multinomial_test(rare, shares) == pytest.approx(drawn, abs=0.02)


@pytest.mark.parametrize("wins", [[1], [-1, 2], [0.5, 0.5], [[1, 2], [3, 4]]])
def test_multinomial_refuses(wins: list[int]) -> None:
    with pytest.raises(ValueError, match="non-negative integers for at least two sides"):
        multinomial_test(wins)


@pytest.mark.parametrize("shares", [[0.5, 0.5, 0.0], [0.5, 0.6, 0.1], [1.0]])
def test_multinomial_refuses_shares(shares: list[float]) -> None:
    with pytest.raises(ValueError, match="add up to 1"):
        multinomial_test([1, 2, 3], shares)


def places(n: int, weights: list[float], draw: float, rng: np.random.Generator) -> NDArray[np.float64]:
    """Scores of all seats in games that one wins, by these weights, or two draw at random."""
    seats = len(weights)
    table = np.zeros((n, seats))
    table[np.arange(n), rng.choice(seats, size=n, p=weights)] = 1
    for row in np.flatnonzero(rng.random(n) < draw):
        table[row] = 0
        table[row, rng.choice(seats, size=2, replace=False)] = 1 / seats
    return table


@pytest.mark.parametrize(("games", "studies"), [(300, 1_000), (20, 20)])
def test_fair_games_of_four_are_rejected_at_the_nominal_level(games: int, studies: int) -> None:
    rng = np.random.default_rng(5)
    chances = [fairness_test(places(games, [0.25] * 4, 0.2, rng)) for _ in range(studies)]
    # A discrete test may err on the side of caution.
    assert np.mean(np.array(chances) < 0.05) < 0.05 + 4 * math.sqrt(0.05 * 0.95 / studies)
    if games >= 300:
        assert within(float(np.mean(np.array(chances) < 0.05)), 0.05, studies)


def test_unfair_games_of_four_are_rejected() -> None:
    rng = np.random.default_rng(6)
    found = [fairness_test(places(400, [0.4, 0.2, 0.2, 0.2], 0.2, rng)) < 0.05 for _ in range(10)]
    assert np.mean(found) > 0.95
    few = [fairness_test(places(30, [0.7, 0.1, 0.1, 0.1], 0.0, rng)) < 0.05 for _ in range(10)]
    assert np.mean(few) > 0.9


def wins_of(counts: Sequence[int]) -> NDArray[np.float64]:
    """Return the scores of games, of which each seat wins its count."""
    return np.eye(len(counts))[np.repeat(np.arange(len(counts)), counts)]


@pytest.mark.parametrize(
    "wins", [(8, 5, 5), (15, 14, 11), (25, 10, 5), (30, 5, 5), (35, 3, 2), (20, 20, 0), (40, 0, 0)]
)
def test_friedman_test_of_three_is_nearly_exact(wins: tuple[int, ...]) -> None:
    """All tables of wins that are as far from even, by the multinomial distribution: 25e-20 for the last of them."""
    n = sum(wins)
    tables = np.array([(a, b, n - a - b) for a in range(n + 1) for b in range(n + 1 - a)])
    off = ((tables - n / 3) ** 2).sum(axis=1)
    exact = stats.multinomial(n, [1 / 3] * 3).pmf(tables)[off >= ((np.array(wins) - n / 3) ** 2).sum() - 1e-9].sum()
    assert friedman_test(wins_of(wins)) == pytest.approx(exact, rel=0.3)


def test_friedman_test_of_many_games_equals_that_of_scipy() -> None:
    table = places(500, [0.3, 0.25, 0.2, 0.25], 0.4, np.random.default_rng(11))
    assert friedman_test(table) == pytest.approx(stats.friedmanchisquare(*table.T).pvalue)


def test_a_game_that_one_seat_always_wins_is_unfair_among_any_number_of_games() -> None:
    chance = friedman_test(wins_of((20, 0, 0, 0)))
    assert chance == pytest.approx(4.0**-19, rel=0.1)
    assert adjust_p_values([chance, *[0.5] * 999])[0] < 1e-6
    assert multinomial_test([40, 0, 0, 0, 0, 0, 0, 0]) < 1e-20


def rounds_of(agents: int, games: int, skill: float, first: float, rng: np.random.Generator) -> NDArray[np.float64]:
    """Scores of seats in rounds of agents of whom one is better, and one seat too: each wins by what it has more of."""
    weights = np.exp(skill * (np.arange(agents) == 0)[(np.arange(agents) + np.arange(games)[:, None]) % agents])
    weights[:, 0] *= np.exp(first)
    shares = np.cumsum(weights / weights.sum(axis=1, keepdims=True), axis=1)
    table: NDArray[np.float64] = np.eye(agents)[(rng.random((games, 1)) > shares[:, :-1]).sum(axis=1)]
    return table


@pytest.mark.parametrize(("agents", "games", "studies"), [(2, 200, 1_000), (3, 900, 50), (3, 60, 10)])
def test_fairness_of_rounds_keeps_its_level(agents: int, games: int, studies: int) -> None:
    for skill in (0.0, 3.0):
        rng = np.random.default_rng(12)
        found = [fairness_test(rounds_of(agents, games, skill, 0.0, rng), agents) < 0.05 for _ in range(studies)]
        assert np.mean(found) < 0.05 + 3 * math.sqrt(0.05 * 0.95 / studies)
        assert np.mean(found) > 0.01 or studies < 50


@pytest.mark.parametrize(("agents", "games", "skill", "studies"), [(2, 400, 3.5, 400), (3, 900, 4.0, 25)])
def test_rounds_detect_unfair_seats_that_single_games_hide(agents: int, games: int, skill: float, studies: int) -> None:
    """Where one agent mostly wins, few games depend on the seats. Counted as rounds, they are enough."""
    rng = np.random.default_rng(13)
    alone, together = [], []
    for _ in range(studies):
        table = rounds_of(agents, games, skill, skill / 4, rng)
        alone.append(fairness_test(table) < 0.05)
        together.append(fairness_test(table, agents) < 0.05)
    assert np.mean(together) > 0.5 > 2.5 * np.mean(alone)


def test_symmetry_by_hand() -> None:
    # There are eight sets of signs. Only all plus and all minus add up to 4, which counts half.
    assert symmetry_test([2, 1, 1]) == pytest.approx(1 / 8)
    # More than 2: +++ and its opposite; exactly 2: ++- +-+ and their opposites.
    assert symmetry_test([2, 1, -1]) == pytest.approx(4 / 8)
    assert symmetry_test([9, -9, 0]) == 1
    assert symmetry_test([]) == symmetry_test([0, 0]) == 1
    assert symmetry_test([0.1] * 9 + [-0.1]) == sign_test(9, 1)


@pytest.mark.parametrize("plus", [200, 240, 300])
def test_symmetry_by_the_saddlepoint_is_nearly_exact(plus: int, monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.repeat([1.0, -1.0, 0.5, -0.5], [plus, 400 - plus, 160, 140])
    exact = symmetry_test(values)
    monkeypatch.setattr("plyground.study.statistics.hypothesis_tests.OUTCOMES", 0)
    assert symmetry_test(values) == pytest.approx(exact, rel=0.3, abs=0.01 if plus == 200 else 0)
    assert symmetry_test(np.abs(values)) == pytest.approx(2.0**-700, rel=0.01)


def test_fairness_of_two() -> None:
    table = np.array([[1.0, 0.0]] * 9 + [[0.0, 1.0]] + [[0.5, 0.5]] * 90)
    assert fairness_test(table) == pytest.approx(sign_test(9, 1), rel=0.1)
    # Pairs of which the first seat wins both, none of which it wins one.
    pairs = np.array([[1.0, 0.0]] * 20 + [[1.0, 0.0], [0.0, 1.0]] * 40)
    assert fairness_test(pairs, 2) == pytest.approx(sign_test(10, 0), rel=1.0)
    assert fairness_test(wins_of([20, 0])) == pytest.approx(sign_test(20, 0))
    assert fairness_test(wins_of([600, 500])) == pytest.approx(sign_test(600, 500), rel=0.01)


def test_intervals_print_no_negative_zero() -> None:
    assert str(Interval(-2e-9, -1e-9, 3e-9)) == "0.0000 [0.0000, 0.0000]"
    assert str(Interval(-0.5, -0.25, -4e-5)) == "-0.2500 [-0.5000, 0.0000]"


@pytest.mark.parametrize("n", [1, 7, 20])
def test_p_is_below_five_percent_where_the_interval_excludes_a_fair_score(n: int) -> None:
    """All tables of wins, draws and losses: by games, and by pairs of games with five results."""
    tables = [(w, d, n - w - d) for w in range(n + 1) for d in range(n + 1 - w)]
    support = np.array([0.0, 0.5, 1.0])
    low, high = bounds(np.array(tables, dtype=np.float64)[:, ::-1], support, 0.95)
    for (wins, draws, losses), excluded in zip(tables, (low > 0.5) | (high < 0.5), strict=True):
        scores = np.repeat([1.0, 0.5, 0.0], (wins, draws, losses))
        assert (fairness_test(np.column_stack([scores, 1 - scores])) < 0.05) == excluded, (wins, draws, losses)
    rng = np.random.default_rng(14)
    for _ in range(20):
        win, draw, _ = rng.dirichlet([2, 1, 2])
        scores = results(4 * n, win, draw, rng)
        found = score_interval(scores, 0.9, 2)
        fair = fairness_test(np.column_stack([scores, 1 - scores]), 2) >= 0.1
        assert fair == (found.low <= 0.5 <= found.high)


@pytest.mark.parametrize("draw", [0.0, 0.3, 0.9])
@pytest.mark.parametrize("n", [20, 60])
def test_fair_games_of_two_are_rejected_at_the_nominal_level(n: int, draw: float) -> None:
    tables = np.array([(a, b, n - a - b) for a in range(n + 1) for b in range(n + 1 - a)])
    likely = stats.multinomial(n, [(1 - draw) / 2, draw, (1 - draw) / 2]).pmf(tables)
    # The others are less likely than a millionth in all.
    kept = likely > 1e-9
    support = np.array([0.0, 0.5, 1.0])
    low, high = bounds(tables[kept].astype(np.float64), support, 0.95)
    assert likely[kept] @ ((low > 0.5) | (high < 0.5)) < 0.055


def test_too_few_games_have_the_p_value_1() -> None:
    assert friedman_test([[1, 0, 0]]) == 1.0
    assert friedman_test([[1 / 3, 1 / 3, 1 / 3]] * 500) == 1.0
    with pytest.raises(ValueError, match="at least three teams"):
        friedman_test([[1, 0]])


def test_corrections_of_many_games() -> None:
    chances = [0.001, 0.04, 0.03, 0.6]
    assert adjust_p_values(chances) == pytest.approx([0.004, 0.09, 0.09, 0.6])
    assert adjust_p_values(chances, "bh") == pytest.approx([0.004, 0.16 / 3, 0.16 / 3, 0.6])
    assert adjust_p_values([]) == []
    for chances in np.random.default_rng(3).random((20, 8)) ** 3:
        # Holm's method is the closure of Bonferroni's: the largest p-value of all sets that contain a hypothesis.
        sets = [np.array(members) for size in range(1, 9) for members in combinations(range(8), size)]
        closed = [max(min(1.0, len(one) * chances[one].min()) for one in sets if at in one) for at in range(8)]
        assert adjust_p_values(list(chances)) == pytest.approx(closed)
        assert adjust_p_values(list(chances), "bh") == pytest.approx(list(stats.false_discovery_control(chances)))
    with pytest.raises(ValueError, match="'holm' or 'bh'"):
        adjust_p_values([0.5], "bonferroni")  # type: ignore[arg-type]


def test_corrections_keep_the_level_among_twenty_fair_games() -> None:
    """Or one in one study out of twenty, at most; without a correction, it would be in two out of three."""
    rng = np.random.default_rng(7)
    studies = 60
    found, which = np.unique(rng.binomial(1_000, 0.5, size=(studies, 20)), return_inverse=True)
    chances = np.array([sign_test(int(won), 1_000 - int(won)) for won in found])[which].reshape(studies, 20)
    alarms = np.mean([min(adjust_p_values(list(study))) < 0.05 for study in chances])
    assert alarms < 0.05 + 4 * math.sqrt(0.05 * 0.95 / studies)
    assert np.mean([min(study) < 0.05 for study in chances]) > 0.5


def test_likelihood_of_wins_and_losses_is_binomial() -> None:
    counts = np.array([[40.0, 60.0], [90.0, 10.0]])
    for share in (0.3, 0.5, 0.8):
        expected = counts[:, 0] * math.log(1 - share) + counts[:, 1] * math.log(share)
        assert max_log_likelihood(counts, np.array([0.0, 1.0]), share) == pytest.approx(expected)


def test_likelihood_is_greatest_at_the_mean_seen() -> None:
    counts, support = np.array([[20.0, 50.0, 30.0]]), np.array([0.0, 0.5, 1.0])
    at = [float(max_log_likelihood(counts, support, share)[0]) for share in (0.5, 0.55, 0.6)]
    assert at[1] > max(at[0], at[2])
    assert at[1] == pytest.approx(float((counts * np.log(counts / 100)).sum()))


@pytest.mark.parametrize(("draw", "teams"), [(0.0, 2), (0.5, 2), (0.0, 3)])
@pytest.mark.parametrize("points", [0, 100, -100])
def test_sequential_test_keeps_its_error_rates(draw: float, teams: int, points: int) -> None:
    """A made-up fair game is called fair and an unfair one unfair, except in at most one study in twenty."""
    rng = np.random.default_rng(8)
    test, studies = Sprt(elo=100), 150
    win = score_from_elo(points, teams) - draw / 2
    verdicts: Counter[str] = Counter()
    for _ in range(studies):
        verdicts[test.path(results(1_500, win, draw, rng), teams).verdict] += 1
    assert verdicts["undecided"] == 0
    right = {0: "fair", 100: "first ahead", -100: "first behind"}[points]
    assert 1 - verdicts[right] / studies < 0.05 + 3 * math.sqrt(0.05 * 0.95 / studies)


def test_sequential_test_of_pairs_needs_fewer_games() -> None:
    """Where pairs of games even out, their five results tell more than the three of games."""
    rng = np.random.default_rng(9)
    games = []
    for rotation in (1, 2):
        needed = []
        for _ in range(40):
            # The stronger agent wins more often than not, in whichever seat it is.
            won = np.empty(4_000)
            won[0::2] = rng.random(2_000) < 0.85
            won[1::2] = rng.random(2_000) < 0.15
            end = Sprt(elo=60).path(round_means(won, rotation)).end
            assert end is not None
            needed.append(end[0] * rotation)
        games.append(np.mean(needed))
    assert games[1] < 0.7 * games[0]


def test_sequential_test_stops_at_the_same_game_without_later_games() -> None:
    won = results(3_000, 0.6, 0.0, np.random.default_rng(10))
    end = Sprt().path(won).end
    assert end is not None
    assert end[1] == "first ahead"
    assert Sprt().path(won[: end[0]]).end == end
    assert Sprt().path(won[: end[0] - 1]).end is None
    assert Sprt().path(won[: end[0] - 1]).verdict == "undecided"


@pytest.mark.parametrize("parameters", [{"elo": 0}, {"elo": math.inf}, {"alpha": 0.5}, {"beta": 0}, {"beta": math.nan}])
def test_sequential_test_refuses(parameters: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"above 0|between 0 and 0\.5"):
        Sprt(**parameters)
