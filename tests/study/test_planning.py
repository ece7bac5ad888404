"""Power analysis: the planned number of games reaches the planned power in simulated studies."""

import math

import numpy as np
import pytest

import plyground as pg
from plyground.cli import main
from plyground.study import PowerAnalysis, plan, score_from_elo, sign_test
from plyground.study.design.power_analysis import score_std
from plyground.study.statistics.saddlepoint import bounds

STUDIES = 2_000


@pytest.mark.parametrize("chance", [0.5, 0.8, 0.95])
@pytest.mark.parametrize(("points", "draws", "teams"), [(40, 0.0, 2), (-60, 0.4, 2), (15, 0.85, 2), (80, 0.0, 4)])
def test_planned_games_reach_the_power(points: float, draws: float, teams: int, chance: float) -> None:
    question = PowerAnalysis(draw_rate=draws, teams=teams, power=chance)
    games, score = question.games_needed(points), score_from_elo(points, teams)
    drawn = np.random.default_rng(1).multinomial(
        games, [1 - score - draws * (1 - 1 / teams), draws, score - draws / teams], size=STUDIES
    )
    counts, seen = np.unique(drawn, axis=0, return_counts=True)
    low, high = bounds(counts.astype(np.float64), np.array([0.0, 1 / teams, 1.0]), 0.95)
    shown = (low > 1 / teams) if points > 0 else (high < 1 / teams)
    assert seen @ shown / STUDIES == pytest.approx(chance, abs=0.03 + 3 * math.sqrt(chance * (1 - chance) / STUDIES))
    assert question.power_for(points, games) == pytest.approx(chance, abs=0.02)
    assert question.detectable_elo(games) == pytest.approx(abs(points), rel=0.1)


def test_sign_test_reaches_the_power() -> None:
    question = PowerAnalysis(num_comparisons=20)
    games = question.games_needed(50)
    won = np.random.default_rng(2).binomial(games, score_from_elo(50), size=STUDIES)
    shown = [sign_test(int(wins), games - int(wins)) < 0.05 / 20 for wins in won]
    assert np.mean(shown) == pytest.approx(0.8, abs=0.05)
    assert games > 1.5 * PowerAnalysis().games_needed(50)


def test_balanced_pairs_need_fewer_games() -> None:
    rng = np.random.default_rng(3)
    better = np.tile([0.9, 0.1], 2_000)
    values = (rng.random(4_000) < better).astype(float)
    alone, together = score_std(values), score_std(values, 2)
    assert alone == pytest.approx(0.5, abs=0.01)
    assert together == pytest.approx(0.3, abs=0.02)
    assert PowerAnalysis(score_std=together).games_needed(20) < 0.4 * PowerAnalysis(score_std=alone).games_needed(20)
    # The standard deviation of equal results is estimated as if one more game could differ.
    assert 0 < score_std(np.ones(20)) < 0.3


def test_limits_of_detectable_effects() -> None:
    assert PowerAnalysis().detectable_elo(1) == math.inf
    assert PowerAnalysis().detectable_elo(10**8) < 0.1
    assert PowerAnalysis().power_for(0, 100) < 0.05


@pytest.mark.parametrize(
    "asked",
    [
        {"draw_rate": 1.0},
        {"draw_rate": -0.1},
        {"power": 0},
        {"teams": 1},
        {"num_comparisons": 0},
        {"score_std": 0.7},
        {"confidence": 95},
    ],
)
def test_invalid_arguments_are_rejected(asked: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"^(draw_rate|power|teams|num_comparisons|score_std|confidence) must be "):
        PowerAnalysis(**asked)  # type: ignore[arg-type]


def test_invalid_effects_are_rejected() -> None:
    for points in (0, math.inf, "x"):
        with pytest.raises(ValueError, match="other than 0"):
            PowerAnalysis().games_needed(points)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="games must be a positive integer, got 0"):
        PowerAnalysis().detectable_elo(0)


def test_plan_estimates_games_and_time() -> None:
    one, other = plan("stax", "chess", seconds=10, pilot_seconds=0.05)
    for row in (one, other):
        assert row.games_in_budget == pytest.approx(10 * row.games_per_second, rel=0.01)
        assert row.seconds_needed == pytest.approx(row.games_needed / row.games_per_second)
        assert row.detectable_elo < 20
    assert other.draw_rate > 0.7
    # More draws reduce the variance, so fewer games are needed for the same effect.
    assert other.games_needed < one.games_needed
    assert plan("stax", seconds=10, pilot_seconds=0.05, num_comparisons=1_000)[0].games_needed > 1.5 * one.games_needed
    with pytest.raises(ValueError, match="seconds must be a positive finite number"):
        plan("stax", seconds=0)
    with pytest.raises(pg.UnknownVariant):
        plan("stacks", seconds=1)


def test_plan_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "stax", "chess", "--elo", "10", "--seconds", "5", "--pilot-seconds", "0.05"]) == 0
    out = capsys.readouterr().out
    assert "games for 10 Elo" in out
    assert "games in 5 s" in out
    assert out.count("stax") == out.count("chess") == 1
    assert main(["plan", "stax", "--elo", "0", "--pilot-seconds", "0.01"]) == 2
    assert "other than 0" in capsys.readouterr().err
