"""Ratings: on made-up matches among agents whose strengths are known."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

import plyground as pg
from plyground.study import Games, Ratings
from plyground.study.report.ratings import rate_agents
from plyground.study.statistics.bradley_terry import ELO, BradleyTerry

STAX = pg.game("stax")


def outcomes(odds: NDArray[np.float64], equal: float, rng: np.random.Generator) -> NDArray[np.float64]:
    """Results at these log odds of a win against a loss, equals drawing this share of their games: Davidson's model."""
    weights = np.stack([np.exp(-odds / 2), np.full(odds.shape, 2 * equal / (1 - equal)), np.exp(odds / 2)])
    shares = np.cumsum(weights / weights.sum(axis=0), axis=0)
    found: NDArray[np.float64] = (rng.random(odds.shape) > shares[:2]).sum(axis=0) / 2
    return found


def duels_of(
    edges: NDArray[np.float64], first: float, equal: float, games: int, rng: np.random.Generator
) -> BradleyTerry:
    """A match in pairs of games: by how many Elo points each is ahead of each other, and who moves first."""
    a, b = np.triu_indices(len(edges), 1)
    ours, theirs = (np.tile(np.repeat(who, games // 2), 2) for who in (a, b))
    movers = np.repeat([1, -1], len(ours) // 2)
    rounds = np.tile(np.arange(len(ours) // 2), 2)
    results = outcomes((edges[ours, theirs] + first * movers) / ELO, equal, rng)
    return BradleyTerry.of(ours, theirs, results, movers, rounds, len(edges))


def ahead(strengths: Sequence[float]) -> NDArray[np.float64]:
    """By how many points each is ahead of each other."""
    return np.subtract.outer(strengths, strengths)


@pytest.mark.parametrize(
    ("edge", "equal", "within"), [(0, 0.0, 20), (300, 0.0, 60), (700, 0.0, 100), (0, 0.3, 20), (0, 0.9, 10)]
)
def test_twenty_games_rate_two_agents(edge: float, equal: float, within: float) -> None:
    """An agent that wins all twenty games and is 700 points stronger was rated 190 points too low."""
    rng, found, covered = np.random.default_rng(1), [], []
    contrast = np.array([1.0, -1.0, 0.0])
    for _ in range(40):
        one = duels_of(ahead([edge / 2, -edge / 2]), 30.0, equal, 20, rng)
        low, high = one.bounds(contrast, 0.95)
        covered.append(low <= edge / ELO <= high)
        found.append(ELO * float(contrast @ one.strengths))
    assert np.median(found) == pytest.approx(edge, abs=within)
    assert np.mean(covered) > 0.93 - 2 * math.sqrt(0.05 * 0.95 / 40)


def test_ratings_of_three_cover_their_strengths_at_the_nominal_level() -> None:
    rng, covered = np.random.default_rng(2), []
    strengths = np.array([-100.0, 20.0, 80.0])
    contrasts = np.hstack([np.eye(3) - 1 / 3, np.zeros((3, 1))])
    for _ in range(30):
        one = duels_of(ahead(strengths.tolist()), 30.0, 0.0, 200, rng)
        for contrast, truth in zip([*contrasts, np.eye(4)[3]], [*strengths, 30.0], strict=True):
            low, high = one.bounds(contrast, 0.95)
            covered.append(low <= truth / ELO <= high)
    assert abs(np.mean(covered) - 0.95) < 4 * math.sqrt(0.05 * 0.95 / 30)
    many = duels_of(ahead(strengths.tolist()), 30.0, 0.0, 40_000, rng).strengths * ELO
    assert many == pytest.approx([*strengths, 30.0], abs=8)
    assert many[:3].sum() == pytest.approx(0, abs=1e-6)


def test_an_agent_that_wins_all_games_gets_half_a_win_and_half_a_loss() -> None:
    ones = np.ones(20, np.int64)
    one = BradleyTerry.of(0 * ones, ones, np.ones(20), np.tile([1, -1], 10), np.arange(20) // 2, 2)
    assert ELO * (one.strengths[0] - one.strengths[1]) == pytest.approx(400 * math.log10(20.5 / 0.5))
    contrast = np.array([1.0, -1.0, 0.0])
    low, high = (ELO * bound for bound in one.bounds(contrast, 0.95))
    assert 150 < low < 350
    assert 1_000 < high < math.inf
    assert one.superiority(contrast) > 0.999
    assert one.superiority(-contrast) == pytest.approx(1 - one.superiority(contrast))


def test_draws_make_ratings_surer_than_wins_do() -> None:
    contrast, widths = np.array([1.0, -1.0, 0.0]), []
    for equal in (0.0, 0.9):
        low, high = duels_of(ahead([0.0, 0.0]), 0.0, equal, 4_000, np.random.default_rng(3)).bounds(contrast, 0.95)
        widths.append(high - low)
    assert widths[1] < 0.5 * widths[0]


def test_superiority_is_calibrated() -> None:
    """Among equals it is as often below any share as that share."""
    rng, contrast = np.random.default_rng(4), np.array([1.0, -1.0, 0.0])
    found = [duels_of(ahead([0.0, 0.0]), 50.0, 0.2, 100, rng).superiority(contrast) for _ in range(300)]
    for share in (0.1, 0.5, 0.9):
        assert np.mean(np.array(found) < share) == pytest.approx(share, abs=0.08)


@pytest.mark.parametrize(("strengths", "equal"), [((0, 100, 250), 0.0), ((0, 50, 100), 0.5)])
def test_games_of_the_model_are_not_rejected(strengths: tuple[float, ...], equal: float) -> None:
    rng, misfits, circles = np.random.default_rng(5), [], []
    for _ in range(150):
        one = duels_of(ahead(strengths), 30.0, equal, 100, rng)
        misfits.append(one.misfit() or 0.0)
        circles.append(one.intransitivity() or 0.0)
    for found in (misfits, circles):
        assert np.mean(np.array(found) < 0.05) < 0.05 + 3 * math.sqrt(0.05 * 0.95 / 150)


def test_a_circle_is_found() -> None:
    """Rock beats scissors, and so on: all are equally strong, and no rating says who will win."""
    edges = np.array([[0.0, 120, -120], [-120, 0, 120], [120, -120, 0]])
    one = duels_of(edges, 30.0, 0.2, 200, np.random.default_rng(6))
    found, misfit = one.intransitivity(), one.misfit()
    assert found is not None
    assert misfit is not None
    assert found < 1e-6
    assert misfit < 1e-4
    assert np.abs(one.strengths[:3] * ELO).max() < 40
    # Two agents are never in a circle, and an agent that always wins is in none.
    assert duels_of(edges[:2, :2], 30.0, 0.2, 200, np.random.default_rng(6)).intransitivity() is None
    sure = duels_of(ahead([900.0, 0.0, 0.0]), 0.0, 0.0, 200, np.random.default_rng(6)).intransitivity()
    assert sure is not None
    assert sure > 0.01


@pytest.mark.parametrize("equal", [0.05, 0.4, 0.9])
def test_draw_rate_of_equals_is_covered_at_the_nominal_level(equal: float) -> None:
    rng, covered = np.random.default_rng(7), []
    for _ in range(100):
        low, value, high = duels_of(ahead([150.0, 0.0, -150.0]), 50.0, equal, 200, rng).draw_rate_of_equals(0.95)
        assert low < value < high
        covered.append(low <= equal <= high)
    assert abs(np.mean(covered) - 0.95) < 3 * math.sqrt(0.05 * 0.95 / 100)


def test_openings_that_lead_to_draws_widen_the_draw_rate_of_equals() -> None:
    """All games of a round have the same opening, and either half or none of them are drawn."""
    rng, covered = np.random.default_rng(9), []
    ours, theirs = (np.repeat(side, 2) for side in ([0, 0, 1], [1, 2, 2]))
    movers = np.array([1, -1] * 3)
    for _ in range(200):
        rounds = 80
        drawish = 0.5 * rng.integers(0, 2, (rounds, 1))
        draws = rng.random((rounds, 6)) < drawish
        won = np.where(draws, 0.5, rng.integers(0, 2, (rounds, 6)))
        a, b, first = (np.tile(one, rounds) for one in (ours, theirs, movers))
        one = BradleyTerry.of(a, b, won.ravel(), first, np.repeat(np.arange(rounds), 6), 3)
        low, _, high = one.draw_rate_of_equals(0.95)
        covered.append(low <= 0.25 <= high)
    assert abs(np.mean(covered) - 0.95) < 3 * math.sqrt(0.05 * 0.95 / 200)


def test_a_hundred_draws_do_not_prove_that_all_games_are_drawn() -> None:
    ours, theirs, movers = np.zeros(100, int), np.ones(100, int), np.tile([1, -1], 50)
    one = BradleyTerry.of(ours, theirs, np.full(100, 0.5), movers, np.repeat(np.arange(50), 2), 2)
    low, value, _ = one.draw_rate_of_equals(0.95)
    # Wilson's interval for 100 of 100 begins at 0.963.
    assert low < 0.963 < value


@pytest.mark.parametrize("spread", [0.0, 174.0, 347.0])
def test_pairings_that_share_openings_are_no_independent_evidence(spread: float) -> None:
    """Three agents in a round robin; openings favor the first seat by amounts with this standard deviation."""
    rng, covered = np.random.default_rng(8), []
    ours, theirs = (np.repeat(side, 2) for side in ([0, 0, 1], [1, 2, 2]))
    movers = np.array([1, -1] * 3)

    def match(rounds: int) -> BradleyTerry:
        odds = (30.0 + rng.normal(0, spread, (rounds, 1))) * movers / ELO
        won = (rng.random(odds.shape) < 1 / (1 + np.exp(-odds))).astype(float)
        a, b, first = (np.tile(one, rounds) for one in (ours, theirs, movers))
        return BradleyTerry.of(a, b, won.ravel(), first, np.repeat(np.arange(rounds), 6), 3)

    truth = match(20_000).strengths[-1]
    for _ in range(40):
        low, high = match(60).bounds(np.eye(4)[-1], 0.95)
        covered.append(low <= truth <= high)
    assert np.mean(covered) > 0.95 - 3 * math.sqrt(0.05 * 0.95 / 40)


def test_rounds_of_one_number_are_one_cluster_in_all_pairings() -> None:
    """Three pairings with equal results know no more of the first move than one."""
    results = np.random.default_rng(9).random(60) < 0.6
    own = 2.0 * results[:, None] - 1
    games = games_in_pairs(np.column_stack([own, -own]))
    alone = rate_agents(STAX, ["a", "b"], [(0, 1)], [games], 0.95, {})
    three = rate_agents(STAX, ["a", "b", "c"], [(0, 1), (0, 2), (1, 2)], [games] * 3, 0.95, {})
    widths = [found.first_move.high - found.first_move.low for found in (alone, three)]
    assert widths[1] == pytest.approx(widths[0], rel=0.1)
    both = [next(row for row in found.rows if row.agent == "a") for found in (alone, three)]
    assert both[1].score_high - both[1].score_low == pytest.approx(both[0].score_high - both[0].score_low)


def games_in_pairs(returns: NDArray[np.float64]) -> Games:
    """Games of two agents that exchange seats, with these returns of the seats."""
    n = len(returns)
    return Games(
        returns=returns,
        steps=np.full(n, 10, np.uint32),
        reasons=np.zeros(n, np.uint8),
        first_action=np.zeros(n, np.int32),
        agents=np.tile([[0, 1], [1, 0]], (n // 2, 1)).astype(np.uint8),
    )


def match_of(results: Sequence[float]) -> Ratings:
    """A match of two agents in pairs of games, by what the first of them got."""
    seated = np.tile([[0, 1], [1, 0]], (len(results) // 2, 1))
    own = 2 * np.array(results)[:, None] - 1
    games = games_in_pairs(np.where(seated == 0, own, -own))
    return rate_agents(STAX, ["a", "b"], [(0, 1)], [games], 0.95, {})


def test_a_match_says_what_was_found() -> None:
    found = match_of([1, 1, 0.5, 1, 0, 1, 1, 0.5] * 20)
    a, b = found.rows
    assert (a.agent, a.score, b.score) == ("a", 0.75, 0.25)
    assert a.score_low < 0.75 < a.score_high
    assert a.elo == -b.elo
    assert found.superiority[0][0] is None
    assert found.superiority[0][1] == pytest.approx(1 - (found.superiority[1][0] or 0))
    assert found.draw_rate_of_equals is not None
    assert found.draw_rate_of_equals.low < found.draw_rate_of_equals.value < found.draw_rate_of_equals.high
    assert found.p_intransitive is None


def test_who_draws_all_games_may_still_be_unequal() -> None:
    found = match_of([0.5] * 40)
    assert found.rows[0].elo == pytest.approx(0, abs=1e-6)
    assert found.rows[0].elo_high > 15
    assert found.first_move.high > 15


def test_a_single_round_says_nothing_of_its_spread() -> None:
    assert match_of([1, 1]).rows[0].elo_high == math.inf
