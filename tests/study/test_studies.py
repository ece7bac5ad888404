"""Studies of strength, of rules, of agents and of pieces: on made-up games whose truth is known, and on real ones."""

import math
import random
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import plyground as pg
from plyground.study import DuplicateGamesWarning, GamePlan, Games, PieceValues, Report
from plyground.study.report.measurement import win_row
from plyground.study.running.resource_limits import PIECE_KINDS, SPRT_BYTES, bytes_per_game, regression_bytes_per_game
from plyground.study.statistics.pairwise import fit_logistic, ratio_interval
from plyground.study.statistics.scoring import win_shares
from plyground.study.studies.piece_values import regression

STAX = pg.game("stax")


def games_of(returns: NDArray[np.float64], **more: Any) -> Games:
    """Games with these results."""
    n = len(returns)
    return Games(
        returns=returns,
        steps=np.full(n, 10, np.uint32),
        reasons=np.zeros(n, np.uint8),
        first_action=np.arange(n, dtype=np.int32) % 7,
        **{"agents": np.zeros(returns.shape, np.uint8), **more},
    )


def won(first: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Returns of games of two that the first seat has won or not."""
    return np.where(first[:, None], [1.0, -1.0], [-1.0, 1.0])


@pytest.mark.parametrize(("share", "detected"), [(0.5, 0.05), (0.56, 0.95)])
def test_an_unfair_game_is_detected_and_a_fair_one_is_not(share: float, detected: float) -> None:
    rng, studies = np.random.default_rng(0), 40
    plan = GamePlan(STAX, ("random",))
    rows = [win_row(plan, games_of(won(rng.random(1_000) < share)), 0.95) for _ in range(studies)]
    unfair = np.mean([row.p_fair is not None and row.p_fair < 0.05 for row in rows])
    outside = np.mean([not row.score_low <= row.fair_score <= row.score_high for row in rows])
    for found in (unfair, outside):
        if share == 0.5:
            assert found < detected + 3 * math.sqrt(detected * (1 - detected) / studies)
        else:
            assert found > detected - 3 * math.sqrt(detected * (1 - detected) / studies)
    covered = np.mean([row.score_low <= share <= row.score_high for row in rows])
    assert covered > 0.95 - 3 * math.sqrt(0.05 * 0.95 / studies)


def test_an_unfair_seat_of_four_is_detected() -> None:
    rng = np.random.default_rng(1)
    plan = GamePlan(pg.game("double-stax-cutthroat"), ("random",))
    for weights, unfair in (([0.25] * 4, False), ([0.22, 0.34, 0.22, 0.22], True)):
        winners = rng.choice(4, size=2_000, p=weights)
        row = win_row(plan, games_of(np.where(np.arange(4) == winners[:, None], 1.0, -1 / 3)), 0.95)
        assert (row.p_fair is not None and row.p_fair < 0.01) == unfair
        assert (row.seats[1].low > 0.25) == unfair
        assert sum(seat.value for seat in row.seats) == pytest.approx(1)


def test_figures_by_hand() -> None:
    returns = np.array([[1.0, -1.0], [-1.0, 1.0], [0.0, 0.0], [1.0, -1.0]])
    row = win_row(GamePlan(STAX, ("random",)), games_of(returns, lead_changes=np.array([1, 2, 3, 6], np.uint16)), 0.95)
    assert (row.wins, row.draws, row.losses, row.score) == (2, 1, 1, 0.625)
    assert (row.decisive_rate, row.draw_rate, row.lead_changes, row.drama) == (0.75, 0.25, 3.0, None)
    assert row.elo == pytest.approx(400 * math.log10(0.625 / 0.375))
    assert (row.opening_entropy, row.effective_openings) == (2.0, 4.0)
    assert row.length_histogram[1] == (4,)


def test_who_draws_shares_the_point() -> None:
    four = pg.game("double-stax-cutthroat")
    found = win_shares(
        four, np.array([[1, -1 / 3, -1 / 3, -1 / 3], [0, -1 / 3, 0, -1 / 3], [0, 0, 0, 0], [-1 / 3, 0, 0, 0]])
    )
    assert found.tolist() == [[1, 0, 0, 0], [0.5, 0, 0.5, 0], [0.25] * 4, [0, 1 / 3, 1 / 3, 1 / 3]]
    pairs = pg.game("double-stax-pairs")
    assert win_shares(pairs, np.array([[1.0, -1, 1, -1], [0, 0, 0, 0]])).tolist() == [[1, 0, 1, 0], [0.5] * 4]


def test_a_match_rates_who_plays_better_higher() -> None:
    found = pg.study.match("english-draughts", ["random", "ab:3"], games=40, seed=1)
    assert [row.agent for row in found.rows] == ["ab:3", "random"]
    assert found.rows[0].elo_low > found.rows[1].elo_high
    assert found.pairwise_scores[0][0] is None
    assert found.pairwise_scores[0][1] == pytest.approx(1 - (found.pairwise_scores[1][0] or 0))
    assert found == pg.study.match("english-draughts", ["random", "ab:3"], games=40, seed=1, threads=1)


def test_two_agents_share_the_seats_of_four() -> None:
    found = pg.study.match("double-stax-cutthroat", ["random", "greedy"], games=8)
    assert [row.games for row in found.rows] == [8, 8]
    three = pg.study.match("double-stax-pairs", ["random", "greedy", "ab:1"], games=4)
    assert [row.games for row in three.rows] == [8, 8, 8]


def test_pieces_are_found_to_be_worth_what_they_are() -> None:
    """Made-up games, decided by a king that is worth three men; most intervals cover that."""
    rng, covered = np.random.default_rng(4), []
    for _ in range(100):
        counts = rng.integers(0, 6, size=(1_500, 2, 2)).astype(np.uint8)
        ahead = (counts[:, 0].astype(float) - counts[:, 1]) @ [0.2, 0.6]
        returns = won(rng.random(1_500) < 1 / (1 + np.exp(-ahead)))
        found = games_of(returns, pieces=counts, piece_kinds=("man", "king"))
        kinds, odds, covariances = regression(STAX, found)
        for kind, truth in (("man", 0.2), ("king", 0.6)):
            place = kinds.index(kind)
            covered.append(abs(odds[place] - truth) < 1.96 * math.sqrt(covariances[place, place]))
    assert abs(np.mean(covered) - 0.95) < 4 * math.sqrt(0.05 * 0.95 / 100)


def test_ratios_of_values_are_covered_as_often_as_they_say() -> None:
    """A man whose value is hardly known: the interval of the delta method covers 89 %."""
    rng, covered, unknown, z = np.random.default_rng(15), [], 0, 1.96
    for _ in range(100):
        ahead = rng.integers(0, 6, (500, 2)) - rng.integers(0, 6, (500, 2))
        results = (rng.random(500) < 1 / (1 + np.exp(-ahead @ [0.1, 0.6]))).astype(float)
        found, covariances = fit_logistic(results, ahead.astype(float), np.arange(500))
        ratio = ratio_interval(found, covariances, 1, 0, z)
        assert (ratio is None) == (abs(found[0]) <= z * math.sqrt(covariances[0, 0]))
        if ratio is None:
            unknown += 1
            assert ratio_interval(found, covariances, 0, 0, z) is None
            continue
        assert ratio_interval(found, covariances, 0, 0, z) == pg.study.Interval(1, 1, 1)
        assert ratio.low < ratio.value < ratio.high
        covered.append(ratio.low <= 6 <= ratio.high)
        # All ratios for which the difference is no more than z standard errors from 0.
        for bound in (ratio.low, ratio.high):
            contrast = np.array([-bound, 1.0])
            assert abs(contrast @ found) == pytest.approx(z * math.sqrt(contrast @ covariances @ contrast))
    assert np.mean(covered) > 0.95 - 3 * math.sqrt(0.05 * 0.95 / len(covered))
    assert 0 < unknown < 80


def test_pieces_are_not_worth_what_the_better_agent_is() -> None:
    """Made-up games in which the better agent also has more men: without a term for it, a man is worth twice what it is."""
    rng, covered = np.random.default_rng(14), []
    agents = np.tile([[0, 1], [1, 0]], (1_000, 1)).astype(np.uint8)
    better = agents[:, 0].astype(float) - agents[:, 1]
    for _ in range(60):
        counts = rng.integers(0, 6, size=(2_000, 2, 2))
        counts[:, :, 0] += 2 * agents
        ahead = (counts[:, 0].astype(float) - counts[:, 1]) @ [0.2, 0.6] + better
        returns = won(rng.random(2_000) < 1 / (1 + np.exp(-ahead)))
        found = games_of(returns, agents=agents, pieces=counts.astype(np.uint8), piece_kinds=("man", "king"))
        kinds, odds, covariances = regression(STAX, found, 2)
        place = kinds.index("man")
        covered.append(abs(odds[place] - 0.2) < 1.96 * math.sqrt(covariances[place, place]))
        assert regression(STAX, found)[1][place] > 0.3
    assert abs(np.mean(covered) - 0.95) < 4 * math.sqrt(0.05 * 0.95 / 60)


def test_pieces_of_random_chess() -> None:
    found = pg.study.piece_values("chess", games=4_000)
    worth = {row.kind: row.value or 0.0 for row in found.rows}
    assert found.unit == "pawn"
    assert worth["queen"] > worth["rook"] > worth["pawn"] == 1
    assert "king" not in worth
    with pytest.raises(ValueError, match="too few"):
        pg.study.piece_values("chess", games=5)


def test_captives_and_free_pieces_do_not_hide_each_other() -> None:
    found = pg.study.piece_values("stax", games=3_000)
    assert {"man", "king"} <= {row.kind for row in found.rows}
    assert all(math.isfinite(row.log_odds_high) for row in found.rows)


def test_strength_has_a_row_for_each_agent() -> None:
    found = pg.study.strength("stax", "checkers", agents=["random", "greedy"], games=[60, 40])
    assert [(row.id, row.agents, row.games) for row in found.rows] == [
        ("stax", "random", 60),
        ("stax", "greedy", 40),
        ("checkers", "random", 60),
        ("checkers", "greedy", 40),
    ]
    alone = pg.study.strength("stax", agents=["greedy"], games=40).rows[0]
    assert (found.rows[1].score, found.rows[1].drama) == (alone.score, alone.drama)


def test_what_a_rule_is_worth() -> None:
    found = pg.study.ablation("english-draughts", {"flying": True}, games=2_000)
    assert [row.id for row in found.rows] == ["english-draughts", "english-draughts-flying"]
    (change,) = found.effects
    assert change.change == "flying=True"
    assert change.steps.high < 0
    assert change.draw_rate is not None
    assert change.draw_rate.value == pytest.approx(found.rows[1].draw_rate - found.rows[0].draw_rate)
    # Games with one seed begin alike, and often end so: what differs is known better than by games that have nothing in common.
    quiet = pg.study.ablation("english-draughts", {"quiet": 40}, games=2_000)
    one, other = (np.array([row.score_high - row.score_low for row in quiet.rows]) / 2) ** 2
    assert quiet.effects[0].score.high - quiet.effects[0].score.low < 0.8 * 2 * math.sqrt(one + other)
    with pytest.raises(ValueError, match="name at least one change"):
        pg.study.ablation("english-draughts")
    with pytest.raises(pg.BadOption):
        pg.study.ablation("english-draughts", {"flyng": True})


def last(state: pg.State) -> str:
    return state.legal_steps()[-1]


def drawing(state: pg.State, rng: random.Random) -> str:
    return rng.choice(state.legal_steps())


def test_python_functions_play() -> None:
    found = pg.study.balance("stax", games=40, agents=[last, drawing])
    assert found.rows[0].agents == "last drawing"
    assert found == pg.study.balance("stax", games=40, agents=[last, drawing])
    # An agent that always plays the same step plays the same game again.
    with pytest.warns(DuplicateGamesWarning):
        assert pg.study.balance("stax", games=5, agents=last).rows[0].effective_openings == 1
    mixed = pg.study.match("stax", ["ab:2", last], games=10)
    assert mixed.rows[0].agent == "ab:2"


def test_python_functions_are_measured_as_the_core_measures() -> None:
    """The same agents in both loops: what is measured has the same distribution."""
    core = GamePlan(STAX, ("random", "greedy")).play(0, 600)
    ours = GamePlan(STAX, (drawing, "greedy")).play(0, 600)
    for name in ("branching", "drama", "lead_changes"):
        a, b = core.arrays()[name].astype(float), ours.arrays()[name].astype(float)
        assert abs(a.mean() - b.mean()) < 5 * math.sqrt(a.var() / len(a) + b.var() / len(b)), name
    assert core.agents.tolist() == ours.agents.tolist()


def indifferent(_: Any, masks: NDArray[np.bool_]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Likes all steps, and thinks that all games will be drawn."""
    return masks.astype(np.float32), np.zeros(len(masks), np.float32)


def test_agents_that_are_led_by_a_function_play() -> None:
    led = pg.neural_agent(indifferent, 8)
    found = pg.study.balance("stax", games=6, agents=led)
    assert found.rows[0].agents == led.spec
    assert found.rows[0].drama is not None
    assert {row.agent for row in pg.study.match("stax", [led, last], games=4).rows} == {led.spec, "last"}
    assert {row.agent for row in pg.study.match("stax", [led, "random"], games=4).rows} == {led.spec, "random"}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: pg.study.balance("stax", agents="gready"), "greedy"),
        (lambda: pg.study.balance("stax", agents=[]), "at least one agent"),
        (lambda: pg.study.balance("stax", agents=["random"] * 3), "3"),
        (lambda: pg.study.balance("stax", games=-1), "games must be an integer from 1 to"),
        (lambda: pg.study.balance("stax", games=True), "games must be an integer from 1 to"),
        (lambda: pg.study.balance("stax", seed=-1), "seed must be an integer"),
        (lambda: pg.study.balance("stax", seed=2**64), "seed must be an integer"),
        (lambda: pg.study.balance("stax", games=1, threads=0), "threads must be a positive integer"),
        (lambda: pg.study.balance("stax", games=1, engine="dask"), "engine must be 'ray' or None"),
        (lambda: pg.study.balance("stax", sprt=-5), "elo must be above 0"),
        (lambda: pg.study.balance("stax", sprt="x"), "at most 1000, got 'x'"),  # type: ignore[arg-type]
        (lambda: pg.study.balance("stax", confidence="x"), "confidence must be a number between 0 and 1, got 'x'"),
        (lambda: pg.study.Sprt(20, alpha="x"), "alpha must be an error rate"),  # type: ignore[arg-type]
        (lambda: pg.study.atlas("stax", seconds="x"), "seconds must be a positive number or None, got 'x'"),  # type: ignore[arg-type]
        (lambda: pg.study.match("stax", ["random"]), "at least two agents"),
        (lambda: pg.study.match("stax", ["greedy", "greedy"]), "different names"),
        (lambda: pg.study.strength("stax", agents=[]), "at least one agent"),
        (lambda: pg.study.strength("stax", agents=["random"], games=[1, 2]), "one for each"),
        (lambda: pg.study.atlas("stax", seconds=0), "seconds must be a positive number"),
        (lambda: pg.study.piece_values("stax", agents=last), "must not be Python functions"),
        (lambda: pg.study.balance("stax", games=10).plot(kind="sprt_path"), "sequential test"),
        (lambda: pg.study.balance("stax", games=10).plot(kind="effects"), "no effects of rules"),
        (
            lambda: pg.study.balance("stax", games=10).plot(kind="pie"),
            "kind must be one of balance, seats, lengths, strength, got 'pie'",
        ),
        (
            lambda: pg.study.match("stax", games=10, sprt=(0, 20)).plot(kind="sprt"),
            "kind must be 'ratings', the only figure of Ratings, or None, got 'sprt'",
        ),
    ],
)
def test_refusals(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_what_is_of_the_wrong_kind() -> None:
    with pytest.raises(TypeError, match="progress must be True, False, None or a function"):
        pg.study.balance("stax", games=1, progress=3)
    with pytest.raises(TypeError, match="a change must be a dict of options"):
        pg.study.ablation("stax", "numbers", games=1)  # type: ignore[arg-type]


def test_no_agent_at_all() -> None:
    with pytest.raises(TypeError, match="an agent must be a name"):
        pg.study.balance("stax", agents=[7])


def test_a_budget_of_time_is_kept() -> None:
    report = pg.study.atlas("chess", agents=["random"], games=10_000_000, seconds=0.2)
    assert 0 < report.rows[0].games < 1_000_000
    assert report.study["games"] == [[report.rows[0].games]]
    again = pg.study.rerun(report)
    assert isinstance(again, Report)
    assert again == report
    assert isinstance(pg.study.piece_values("stax", games=500), PieceValues)


@pytest.mark.parametrize(
    "study",
    [
        lambda n: pg.study.balance("stax", games=n),
        lambda n: pg.study.strength("stax", games=[10, 10, 10, n]),
        lambda n: pg.study.ablation("stax", {"topology": "universal"}, games=n),
        lambda n: pg.study.match("stax", games=n),
        lambda n: pg.study.piece_values("chess", games=n),
        lambda n: pg.study.atlas("stax", agents=["random"], games=[[n]]),
        lambda n: pg.study.scores("toy-shared", games=n),
    ],
)
def test_what_takes_too_much_is_not_begun(study: Callable[[int], Any]) -> None:
    with pytest.raises(ValueError, match="games must be an integer from 1 to 100000000, got 1000000000000"):
        study(10**12)
    with pytest.raises(ValueError, match=r"would take \d+ MiB, and may take 16384: ask for fewer games"):
        study(10**8)


def test_a_study_takes_no_more_than_was_reckoned() -> None:
    stax, chess = pg.game("stax"), pg.game("chess")
    studies: list[tuple[Callable[[int], Any], int, int]] = [
        (lambda n: pg.study.balance(stax, games=n), 5_000, bytes_per_game(GamePlan(stax, "random"))),
        (
            lambda n: pg.study.balance(stax, games=n, sprt=1),
            2_000,
            bytes_per_game(GamePlan(stax, "random"), SPRT_BYTES),
        ),
        (
            lambda n: pg.study.match(stax, games=n),
            1_000,
            bytes_per_game(GamePlan(stax, ["random", "greedy"]), regression_bytes_per_game(stax, 2)),
        ),
        (
            lambda n: pg.study.piece_values(chess, games=n),
            500,
            bytes_per_game(GamePlan(chess, "random", measures=True), regression_bytes_per_game(chess, PIECE_KINDS + 1)),
        ),
    ]
    for study, games, each in studies:
        # What is imported is not counted; what does not grow with the games is some hundred kB.
        study(200)
        tracemalloc.start()
        study(games)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert games * each / 10 < peak < games * each + 2**20
