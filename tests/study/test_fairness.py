"""Whether a game is nearly fair: the test, and the balance of a row, with p-values that are adjusted."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import plyground as pg
from plyground.study import adjust_p_values, score_interval, unfairness_test
from plyground.study.report.measurement import with_adjusted_p_values


def places(games: int, shares: list[float], draw: float, rng: np.random.Generator) -> NDArray[np.float64]:
    """The scores of all teams in games that they win with these shares, if they are not drawn."""
    teams = len(shares)
    won = np.eye(teams)[rng.choice(teams, size=games, p=shares)]
    return np.where(rng.random(games)[:, None] < draw, 1 / teams, won)


@pytest.mark.parametrize("games_per_round", [1, 2])
def test_it_agrees_with_the_interval(games_per_round: int) -> None:
    rng = np.random.default_rng(3)
    for share in (0.4, 0.47, 0.5, 0.53, 0.6):
        table = places(400, [share, 1 - share], 0.3, rng)
        p = unfairness_test(table, 0.05, games_per_round)
        if p < 0.5:
            at_margin = score_interval(table[:, 0], 1 - 2 * p, games_per_round)
            assert max(abs(at_margin.low - 0.5), abs(at_margin.high - 0.5)) == pytest.approx(0.05, abs=1e-3)
        else:
            assert abs(table[:, 0].mean() - 0.5) > 0.05


@pytest.mark.parametrize("shares", [[0.55, 0.45], [0.45, 0.55], [1 / 3 + 0.05, 1 / 3, 1 / 3 - 0.05]])
@pytest.mark.parametrize("draw", [0.0, 0.5])
def test_games_at_the_margin_seldom_pass_as_fair(shares: list[float], draw: float) -> None:
    # Draws bring scores nearer to the fair one.
    fair = 1 / len(shares)
    true = [fair + (share - fair) / (1 - draw) for share in shares]
    # With two teams, one score is at the margin, so the test should be exact, which takes more studies to show.
    is_exact = len(shares) == 2
    rng, studies = np.random.default_rng(5), 1_000 if is_exact else 300
    passed = np.mean([unfairness_test(places(600, true, draw, rng), 0.05) < 0.05 for _ in range(studies)])
    assert passed < 0.05 + 4 * np.sqrt(0.05 * 0.95 / studies)
    assert not is_exact or passed > 0.025


def test_fair_games_pass_with_enough_games_and_uneven_ones_never() -> None:
    rng = np.random.default_rng(7)
    few, many = (unfairness_test(places(n, [0.25] * 4, 0.2, rng), 0.05) for n in (100, 3_000))
    assert few > 0.05 > 0.001 > many
    # The first team has the fair score, the others have not.
    assert unfairness_test(places(3_000, [0.25, 0.45, 0.15, 0.15], 0.2, rng), 0.05) > 0.999
    assert unfairness_test(np.array([[1.0, 0.0]] * 50), 0.05) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("scores", "margin", "message"),
    [
        ([1.0, 0.0], 0.05, r"scores must have a row for each game and a column .* got shape \(2,\)"),
        ([[1.0], [0.0]], 0.05, r"got shape \(2, 1\)"),
        ([[1.0, 0.0]], 0.0, r"margin must be a number between 0 and 1, got 0\.0"),
        ([[1.0, 0.0]], 1, r"margin must be a number between 0 and 1, got 1"),
        ([[1.0, 0.0]], "0.05", r"margin must be a number between 0 and 1, got '0\.05'"),
        ([[2.0, 0.0, 0.0]], 0.05, r"values must be between 0 and 1"),
        (np.empty((0, 2)), 0.05, r"at least one game, got 0"),
    ],
)
def test_it_rejects_what_it_cannot_test(scores: list[list[float]], margin: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        unfairness_test(scores, margin)


def test_rows_say_what_is_known_of_the_balance() -> None:
    report = pg.study.balance("chess", "stax", games=3_000, seed=1)
    chess, stax = report.rows
    # Most random games of chess are drawn, so the interval is narrow.
    assert chess.p_unfair is not None
    assert stax.p_unfair is not None
    assert chess.p_unfair < 1e-10
    assert [chess.p_unfair_bh, stax.p_unfair_bh] == adjust_p_values([chess.p_unfair, stax.p_unfair], "bh")
    assert chess.balance(0.95) == "nearly fair"
    with pytest.raises(ValueError, match=r"confidence must be a number between 0 and 1, got 2"):
        chess.balance(2)
    unknown = replace(stax, p_fair=0.2, p_unfair=0.2)
    unfair = replace(stax, p_fair=1e-4, p_unfair=0.9)
    both = replace(stax, p_fair=1e-4, p_unfair=1e-4)
    copies = replace(stax, p_fair=None, p_holm=None, p_bh=None, p_unfair=None, p_unfair_bh=None)
    rows = with_adjusted_p_values([unknown, unfair, both, copies])
    assert [row.balance(0.95) for row in rows] == ["not known yet", "unfair", "nearly fair", "not known yet"]
    assert [row.p_unfair_bh for row in rows] == [pytest.approx(p) for p in (0.3, 0.9, 3e-4)] + [None]
    # One p-value of 0.04 is enough alone, and not among a hundred.
    near = replace(stax, p_fair=0.5, p_unfair=0.04)
    assert with_adjusted_p_values([near])[0].balance(0.95) == "nearly fair"
    many = with_adjusted_p_values([near] + [replace(near, p_unfair=0.9)] * 99)
    assert many[0].balance(0.95) == "not known yet"
