"""Planning: whether as many games as are said to show an effect do, in made-up studies."""

import math

import numpy as np
import pytest

import plyground as pg
from plyground.cli import main
from plyground.study import Question, prospects, score_of, sign
from plyground.study.planning import spread
from plyground.study.tails import bounds

STUDIES = 2_000


@pytest.mark.parametrize("chance", [0.5, 0.8, 0.95])
@pytest.mark.parametrize(("points", "draws", "teams"), [(40, 0.0, 2), (-60, 0.4, 2), (15, 0.85, 2), (80, 0.0, 4)])
def test_so_many_games_show_an_effect_as_often_as_they_should(
    points: float, draws: float, teams: int, chance: float
) -> None:
    question = Question(draws=draws, teams=teams, chance=chance)
    games, score = question.games(points), score_of(points, teams)
    drawn = np.random.default_rng(1).multinomial(
        games, [1 - score - draws * (1 - 1 / teams), draws, score - draws / teams], size=STUDIES
    )
    counts, seen = np.unique(drawn, axis=0, return_counts=True)
    low, high = bounds(counts.astype(np.float64), np.array([0.0, 1 / teams, 1.0]), 0.95)
    shown = (low > 1 / teams) if points > 0 else (high < 1 / teams)
    assert seen @ shown / STUDIES == pytest.approx(chance, abs=0.03 + 3 * math.sqrt(chance * (1 - chance) / STUDIES))
    assert question.power(points, games) == pytest.approx(chance, abs=0.02)
    assert question.elo(games) == pytest.approx(abs(points), rel=0.1)


def test_p_shows_it_as_often() -> None:
    question = Question(among=20)
    games = question.games(50)
    won = np.random.default_rng(2).binomial(games, score_of(50), size=STUDIES)
    shown = [sign(int(wins), games - int(wins)) < 0.05 / 20 for wins in won]
    assert np.mean(shown) == pytest.approx(0.8, abs=0.05)
    assert games > 1.5 * Question().games(50)


def test_pairs_that_even_out_take_fewer_games() -> None:
    rng = np.random.default_rng(3)
    better = np.tile([0.9, 0.1], 2_000)
    values = (rng.random(4_000) < better).astype(float)
    alone, together = spread(values), spread(values, 2)
    assert alone == pytest.approx(0.5, abs=0.01)
    assert together == pytest.approx(0.3, abs=0.02)
    assert Question(deviation=together).games(20) < 0.4 * Question(deviation=alone).games(20)
    # Of games that were all alike, one more could have been otherwise.
    assert 0 < spread(np.ones(20)) < 0.3


def test_what_no_number_shows() -> None:
    assert Question().elo(1) == math.inf
    assert Question().elo(10**8) < 0.1
    assert Question().power(0, 100) < 0.05


@pytest.mark.parametrize(
    "asked",
    [
        {"draws": 1.0},
        {"draws": -0.1},
        {"chance": 0},
        {"teams": 1},
        {"among": 0},
        {"deviation": 0.7},
        {"confidence": 95},
    ],
)
def test_questions_that_make_no_sense(asked: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"share|whole number|deviate|confidence"):
        Question(**asked)  # type: ignore[arg-type]


def test_an_effect_is_something() -> None:
    for points in (0, math.inf, "x"):
        with pytest.raises(ValueError, match="other than 0"):
            Question().games(points)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least one game"):
        Question().elo(0)


def test_prospects_of_games() -> None:
    one, other = prospects("stax", "chess", seconds=10, pilot=0.05)
    for row in (one, other):
        assert row.games == pytest.approx(10 * row.rate, rel=0.01)
        assert row.seconds == pytest.approx(row.needed / row.rate)
        assert row.elo < 20
    assert other.draw_rate > 0.7
    # More draws, less spread: fewer games show as many points.
    assert other.needed < one.needed
    assert prospects("stax", seconds=10, pilot=0.05, among=1_000)[0].needed > 1.5 * one.needed
    with pytest.raises(ValueError, match="more than 0 seconds"):
        prospects("stax", seconds=0)
    with pytest.raises(pg.UnknownVariant):
        prospects("stacks", seconds=1)


def test_plans_at_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "stax", "chess", "--elo", "10", "--seconds", "5", "--pilot", "0.05"]) == 0
    out = capsys.readouterr().out
    assert "games for 10 Elo" in out
    assert "games in 5 s" in out
    assert out.count("stax") == out.count("chess") == 1
    assert main(["plan", "stax", "--elo", "0", "--pilot", "0.01"]) == 2
    assert "other than 0" in capsys.readouterr().err
