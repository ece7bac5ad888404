"""Scores that are not wins: a score that all seats share, and strokes.

No public variant needs to be there for that: builds for tests have a toy of each kind, which is listed nowhere.
In the toy of each kind, every seat puts a stone on 1, 2 or 3 before a die with three faces is rolled, three times over.
Shared: if a seat stands on the number, that is a point, seat 1 seeing where seat 0 stands; no point at all is -1.
Strokes: one seat takes one stroke each time, and as many more as its stone is away from the number.
"""

import io
import math
import random
import warnings
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import contract
import plyground as pg
from plyground.cli import main
from plyground.study import GamePlan, Games, Report, ScoreRow, quantile_interval, score_interval
from plyground.study.report.measurement import score_row


def built_with_toys() -> bool:
    try:
        pg.game("toy")
    except pg.UnknownVariant:
        return False
    return True


pytestmark = pytest.mark.skipif(not built_with_toys(), reason="toys are only in builds that check themselves")

KINDS = {"toy": "win", "toy-shared": "shared", "toy-strokes": "strokes"}
every_kind = pytest.mark.parametrize("id", KINDS)
without_wins = pytest.mark.parametrize("id", ["toy-shared", "toy-strokes"])

HIT = 5 / 9
"""How often a round of two random stones is a point: they are the same once in three times, and hit then half as often."""
SHARED = 3 * HIT - (1 - HIT) ** 3
"""The mean score of random play, in which no point is -1."""
STROKES = 17 / 3
"""The mean strokes of random play: 1, 2 and 3 of a round in 3, 4 and 2 of 9 cases."""
BEST_SHARED, BEST_STROKES = 2 - 1 / 27, 5.0
"""Those of the best play: apart from each other, and on 2."""


def test_info_says_what_returns_can_be() -> None:
    chess, three, four = (pg.info(id).scoring for id in ("chess", "tri-stax-3", "double-stax-cutthroat"))
    assert (chess.kind, chess.min_return, chess.max_return, chess.return_sum, chess.better) == (
        "win",
        -1.0,
        1.0,
        0.0,
        "higher",
    )
    assert (three.min_return, three.return_sum) == (-0.5, None)
    assert four.min_return == pytest.approx(-1 / 3)
    shared, strokes = pg.info("toy-shared").scoring, pg.info("toy-strokes").scoring
    assert (shared.kind, shared.min_return, shared.max_return, shared.return_sum, shared.better) == (
        "shared",
        -1,
        3,
        None,
        "higher",
    )
    assert (strokes.kind, strokes.min_return, strokes.max_return, strokes.better) == ("strokes", -9, -3, "lower")
    assert repr(shared) == "Scoring(kind='shared', min_return=-1.0, max_return=3.0, return_sum=None)"
    assert "scoring='strokes'" in repr(pg.info("toy-strokes"))
    assert chess == pg.info("stax").scoring != shared
    assert hash(chess) == hash(pg.info("stax").scoring)


def test_toys_are_listed_nowhere() -> None:
    assert not set(KINDS) & set(pg.variants())
    with pytest.raises(pg.UnknownVariant) as refused:
        pg.game("toy-share")
    assert "toy-shared" not in str(refused.value)


@every_kind
def test_the_contract_holds_for_every_kind(id: str) -> None:
    for seed in range(20):
        contract.check_game(pg.game(id), seed)
    contract.check_vector(pg.game(id), seed=4, steps=120)


def test_the_contract_tells_wrong_returns() -> None:
    for id, returns in (("toy-shared", (1.0, 2.0)), ("toy-strokes", (0.0,)), ("toy", (1.0, 0.0)), ("toy", (2.0, -2.0))):
        with pytest.raises(AssertionError):
            contract.check_returns(pg.info(id).scoring, returns)


def test_playouts_count_scores() -> None:
    for id in KINDS:
        run = pg.playouts(id, 5_000, seed=3)
        assert list(run.score_counts) == sorted(set(run.returns.ravel().tolist()))
        for score, counts in run.score_counts.items():
            assert counts == tuple((run.returns == score).sum(axis=0))
        assert run.mean_returns == pytest.approx(tuple(run.returns.mean(axis=0)))
    shared, strokes = pg.playouts("toy-shared", 20_000), pg.playouts("toy-strokes", 20_000)
    assert shared.mean_returns == pytest.approx((SHARED, SHARED), abs=0.03)
    assert strokes.mean_returns == pytest.approx((-STROKES,), abs=0.03)
    assert shared.score_counts[3.0][0] / 20_000 == pytest.approx(HIT**3, abs=0.015)
    assert strokes.score_counts[-9.0][0] / 20_000 == pytest.approx((2 / 9) ** 3, abs=0.005)


def test_games_that_were_cut_off_have_no_score() -> None:
    run = pg.playouts("toy-strokes", 10, max_steps=5)
    assert run.score_counts == {}
    assert math.isnan(run.mean_returns[0])
    assert run.reason_counts == {"truncated": 10}
    played = pg.matches("toy-strokes", "random", 10, max_steps=5)
    assert played.score_counts == {}
    assert math.isnan(played.mean_returns[0])


def test_matches_have_a_mean_for_each_agent() -> None:
    shared = pg.matches("toy-shared", ["ab:6", "random"], 400, seed=1)
    assert shared.mean_returns[0] == shared.mean_returns[1] == pytest.approx(shared.returns.mean())
    assert sum(sum(counts) for counts in shared.score_counts.values()) == 800
    assert pg.matches("toy-shared", "ab:6", 2_000).mean_returns == pytest.approx((BEST_SHARED,), abs=0.1)
    strokes = pg.matches("toy-strokes", "mcts:600", 500)
    assert strokes.mean_returns == pytest.approx((-BEST_STROKES,), abs=0.15)
    won = pg.matches("toy", ["ab:2", "random"], 300)
    own = won.returns[won.agent_indices == 0]
    assert won.mean_returns[0] == pytest.approx(own.mean())
    assert [counts[0] for counts in won.score_counts.values()] == [(own == score).sum() for score in (-1, 0, 1)]


def test_agents_find_the_best_score() -> None:
    together = pg.game("toy-shared").from_fen("1,0 b 2- 2")
    alone = pg.game("toy-strokes").from_fen("4 a - 2")
    for name in ("ab:2", "mcts:500"):
        for seed in range(10):
            agent = pg.agent(name)
            assert together.step_of(agent.choose(together, seed)) != "stone:2"
            assert alone.step_of(agent.choose(alone, seed)) == "stone:2"


def test_a_network_says_returns_as_the_game_has_them() -> None:
    """The evaluator knows the value after the last stone, and gives the same value to all positions before."""

    def judge(_: NDArray[np.float32], masks: NDArray[np.bool_]) -> tuple[Any, Any]:
        return masks.astype(np.float32), np.full(len(masks), -6.0, np.float32)

    alone = pg.game("toy-strokes").from_fen("4 a - 2")
    visits = pg.neural_agent(judge, 400).visit_counts([alone])[0]
    assert visits.argmax() == 1
    assert pg.matches("toy-shared", pg.neural_agent(judge, 8), 4).steps.tolist() == [9] * 4


def games_of(returns: Sequence[Sequence[float]], **more: Any) -> Games:
    """Games with these results."""
    n = len(returns)
    return Games(
        returns=np.array(returns, float),
        steps=np.full(n, 6, np.uint32),
        reasons=np.zeros(n, np.uint8),
        first_action=np.arange(n, dtype=np.int32) % 3,
        **{"agents": np.zeros((n, len(returns[0])), np.uint8), **more},
    )


def test_figures_of_strokes_by_hand() -> None:
    row = score_row(GamePlan(pg.game("toy-strokes"), "random"), games_of([[-3], [-4], [-4], [-5], [-9]]), 0.95)
    assert (row.kind, row.better, row.min_possible, row.max_possible) == ("strokes", "lower", 3, 9)
    assert (row.score, row.score_p50, row.score_p5, row.score_p95) == (5, 4, 3, 9)
    assert (row.min_score, row.max_score) == (3, 9)
    # Squares about the mean: 4, 1, 1, 0, 16, over 4 degrees of freedom.
    assert row.score_std == pytest.approx(math.sqrt(22 / 4))
    shares = score_interval([0, 1 / 6, 1 / 6, 2 / 6, 1])
    assert (row.score_low, row.score_high) == pytest.approx((3 + 6 * shares.low, 3 + 6 * shares.high))
    # Five games are too few to bound a median at 95 %: the extremes hold it in between with 15/16.
    assert (row.score_p50_low, row.score_p50_high) == (3, 9)
    assert row.score_histogram == ((3.0, 4.0, 5.0, 9.0), (1, 2, 1, 1))
    assert row.seats == (pg.study.Interval(row.score_low, 5.0, row.score_high),)


def test_figures_of_a_shared_score_by_hand() -> None:
    plan = GamePlan(pg.game("toy-shared"), ["random", "greedy"])
    row = score_row(plan, games_of([[-1, -1], [3, 3], [2, 2], [2, 2]]), 0.9)
    assert (row.kind, row.better, row.min_possible, row.max_possible) == ("shared", "higher", -1, 3)
    assert (row.score, row.score_p50, row.min_score, row.max_score) == (1.5, 2, -1, 3)
    # Agents change places, and two games of a pair share their draws: the means 1 and 2 on a scale from -1 to 3.
    shares = score_interval([0.5, 0.75], 0.9)
    assert (row.score_low, row.score_high) == pytest.approx((4 * shares.low - 1, 4 * shares.high - 1))
    assert row.score_histogram == ((-1.0, 2.0, 3.0), (1, 2, 1))
    assert len({(seat.low, seat.value, seat.high) for seat in row.seats}) == 1
    one = score_row(plan, games_of([[2, 2]]), 0.95)
    assert (one.score, one.score_std) == (2, 0)
    assert one.score_low < 0
    assert one.score_high == pytest.approx(3, abs=0.06)


@pytest.mark.parametrize("share", [0.5, 0.25])
def test_quantiles_have_intervals_by_order_statistics(share: float) -> None:
    # The second and the ninth of ten values enclose the median with 1 - 2 * 11/1024.
    if share == 0.5:
        assert quantile_interval(range(1, 11), share) == pg.study.Interval(2.0, 5.0, 9.0)
        assert quantile_interval([1, 2], share) == pg.study.Interval(-math.inf, 1.0, math.inf)
    rng = np.random.default_rng(0)
    truth = float(np.sort(rng.integers(0, 7, 100_000))[int(share * 100_000)])
    found = [quantile_interval(rng.integers(0, 7, 80), share) for _ in range(300)]
    assert np.mean([one.low <= truth <= one.high for one in found]) > 0.95 - 3 * math.sqrt(0.05 * 0.95 / 300)


def test_quantiles_of_nothing() -> None:
    with pytest.raises(ValueError, match="at least one game"):
        quantile_interval([])
    with pytest.raises(ValueError, match="between 0 and 1"):
        quantile_interval([1.0], 1.0)


def test_a_study_finds_the_mean_score() -> None:
    report = pg.study.scores("toy-shared", "toy-strokes", games=20_000, seed=2)
    shared, strokes = report.rows
    assert shared.score_low < SHARED < shared.score_high
    assert strokes.score_low < STROKES < strokes.score_high
    assert (strokes.score_p50, strokes.score_p5, strokes.score_p95) == (6, 4, 8)
    assert sum(strokes.score_histogram[1]) == strokes.games == 20_000
    run = pg.playouts("toy-strokes", 20_000, seed=2)
    assert dict(zip(*strokes.score_histogram, strict=True)) == {
        -score: counts[0] for score, counts in run.score_counts.items()
    }
    assert report.row("toy-strokes") is strokes


def test_intervals_cover_the_mean_at_the_nominal_level() -> None:
    plan, covered = GamePlan(pg.game("toy-strokes"), "random"), []
    for seed in range(200):
        row = score_row(plan, GamePlan(plan.game, "random", seed).play(0, 60), 0.9)
        covered.append((row.score_low <= STROKES <= row.score_high, row.score_p50_low <= 6 <= row.score_p50_high))
    assert np.mean(covered, axis=0) == pytest.approx([0.9, 0.97], abs=0.065)


def middle(_: pg.State) -> str:
    return "stone:2"


def drawing(state: pg.State, rng: random.Random) -> str:
    return rng.choice(state.legal_steps())


def test_functions_play_for_scores(tmp_path: Path) -> None:
    best = pg.study.scores("toy-strokes", games=600, agents=middle).rows[0]
    assert best.score_low < BEST_STROKES < best.score_high
    assert best.effective_openings == 1
    plain = pg.study.scores("toy-shared", games=600, agents=drawing).rows[0]
    assert plain.score_low < SHARED < plain.score_high
    mixed = pg.study.scores("toy-shared", games=60, agents=[drawing, "random"]).rows[0]
    assert mixed.agents == "drawing random"
    store = tmp_path / "games.db"
    pg.study.scores("toy-strokes", games=40, agents={"middle": middle}, store=store)
    whole = pg.study.scores("toy-strokes", games=90, agents={"middle": middle}, store=store)
    assert whole == pg.study.scores("toy-strokes", games=90, agents={"middle": middle})


def test_strength_lowers_strokes() -> None:
    report = pg.study.strength("toy-strokes", agents=["random", "ab:6"], games=800)
    random_row, best = report.rows
    assert best.score_high < random_row.score_low
    assert best.score_low < BEST_STROKES < best.score_high


def test_what_changes_nothing_changes_no_score() -> None:
    report = pg.study.ablation("toy-strokes", {}, games=500)
    (change,) = report.effects
    assert change.draw_rate is None
    # Games of one seed are the same games. The interval allows for what 500 games did not show.
    assert change.score.value == 0
    assert 0 < change.score.high == -change.score.low < 0.1


STUDIES: dict[str, Any] = {
    "scores": lambda: pg.study.scores("toy-shared", "toy-strokes", games=200),
    "one game": lambda: pg.study.scores("toy-strokes", games=1),
    "strength": lambda: pg.study.strength("toy-strokes", agents=["random", "ab:2"], games=50),
    "ablation": lambda: pg.study.ablation("toy-shared", {}, games=50),
}


@pytest.mark.parametrize("name", STUDIES)
def test_reports_are_saved_loaded_and_repeated(name: str, tmp_path: Path) -> None:
    report = STUDIES[name]()
    path = tmp_path / "report.json"
    report.save(path)
    loaded = pg.study.load(path)
    assert loaded == report
    assert isinstance(loaded, Report)
    assert isinstance(loaded.rows[0], ScoreRow)
    assert pg.study.rerun(path, threads=1) == report
    assert "<table" in report._repr_html_()
    table = report.to_pandas()
    assert "score_std" in table.columns
    assert "elo" not in table.columns
    report.to_csv(tmp_path / "report.csv")
    lines = (tmp_path / "report.csv").read_text().splitlines()
    assert len(lines) == len(report.rows) + 1
    assert lines[0].startswith("id,options,title,agents,start,games,mean_steps")
    # One game is the extreme case for all figures.
    for kind in ("scores", "lengths", "strength", None) if name == "one game" else (None,):
        report.plot(tmp_path / "report.png", kind=kind)
        assert (tmp_path / "report.png").read_bytes().startswith(b"\x89PNG")


@without_wins
@pytest.mark.parametrize(
    ("study", "message"),
    [
        (
            lambda id: pg.study.balance(id),
            r"no advantage of the first move; measure its score with plyground.study.scores",
        ),
        (lambda id: pg.study.balance("stax", id), "no advantage of the first move"),
        (lambda id: pg.study.balance(id, sprt=20), "no advantage of the first move"),
        (lambda id: pg.study.match(id, ["random", "greedy"]), r"plyground.study.strength measures its scores"),
        (lambda id: pg.study.piece_values(id), r"plyground.study.scores"),
        (lambda id: pg.study.atlas("stax", id), r"plyground.study.strength"),
        (lambda id: pg.study.scores(id, "stax"), r"stax is played for a win.*plyground.study.balance\('stax'\)"),
        (
            lambda id: pg.study.strength("stax", id),
            r"a report has games with winners or games without, not both: study toy-.* separately",
        ),
        (
            lambda id: pg.study.ablation(id, {"scores": "win"}),
            "and with this change for a win: study the games separately",
        ),
        (
            lambda id: pg.study.scores(id, games=5).plot(kind="balance"),
            "kind 'balance' does not fit games without winners",
        ),
        (lambda id: pg.study.scores(id, games=5).plot(kind="seats"), "use 'scores'"),
        (lambda _: pg.study.balance("stax", games=5).plot(kind="scores"), "use 'balance'"),
    ],
)
def test_what_is_of_wins_is_refused(id: str, study: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        study(id)


@every_kind
def test_openspiel_is_told_of_the_kind(id: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    compliance = pytest.importorskip("compliance")
    game: Any = pg.openspiel(id)
    scores, kinds = pg.info(id).scoring, pyspiel.GameType.Utility
    expected = {"win": kinds.ZERO_SUM, "shared": kinds.IDENTICAL, "strokes": kinds.GENERAL_SUM}[scores.kind]
    assert game.get_type().utility == expected
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (
        scores.min_return,
        scores.max_return,
        scores.return_sum,
    )
    assert game.num_players() == pg.info(id).num_seats
    compliance.check_openspiel(id)
    cut: Any = pg.openspiel(id, max_steps=2)
    state = cut.new_initial_state()
    for _ in range(2):
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert state.returns() == [0.0 if scores.kind == "win" else scores.min_return] * game.num_players()
    third: Any = pg.openspiel("tri-stax-3")
    assert (third.min_utility(), third.utility_sum(), third.get_type().utility) == (-0.5, None, kinds.GENERAL_SUM)


def test_openspiel_finds_the_fewest_strokes() -> None:
    pytest.importorskip("pyspiel")
    expectimax = pytest.importorskip("open_spiel.python.algorithms.best_response")
    policies = pytest.importorskip("open_spiel.python.policy")
    game: Any = pg.openspiel("toy-strokes", start="2 a - 1")
    best = expectimax.BestResponsePolicy(game, 0, policies.UniformRandomPolicy(game))
    assert best.value(game.new_initial_state()) == pytest.approx(-2 - 2 * 5 / 3)


@without_wins
def test_gymnasium(id: str) -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    scores = pg.info(id).scoring
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        check_env(pg.make(id, on_illegal="loss"), skip_render_check=True)
    env = pg.make(id, seat="random", opponent="random", on_illegal="loss")
    observation, info = env.reset(seed=1)
    over, reward = False, 0.0
    while not over:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, over, _, info = env.step(action)
    assert scores.min_return <= reward <= scores.max_return
    assert observation in env.observation_space
    env.reset(seed=2)
    _, reward, over, _, info = env.step(3)
    assert (reward, over, info["reason"]) == (scores.min_return, True, "illegal")
    envs = pg.make_vec(id, num_envs=16, autoreset_mode="SameStep")
    envs.reset(seed=0)
    gained: set[float] = set()
    for _ in range(12):
        _, _, ended, _, infos = envs.step(envs.sample())
        gained |= set(infos["rewards"][ended].ravel().tolist())
    assert gained <= set(pg.playouts(id, 2_000).score_counts)


@without_wins
def test_pettingzoo(id: str) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        # A toy's first observation is all zeros, of which PettingZoo warns.
        warnings.simplefilter("ignore")
        api_test(pg.aec(id), num_cycles=30)
        seed_test(lambda: pg.aec(id), num_cycles=30)
    scores = pg.info(id).scoring
    env = pg.aec(id, on_illegal="loss")
    env.reset(seed=0)
    env.step(3)
    assert set(env.rewards.values()) == {scores.min_return}
    env.reset(seed=0)
    while not any(env.terminations.values()):
        env.step(env.action_space(env.agent_selection).sample(env.observe(env.agent_selection)["action_mask"]))
    contract.check_returns(scores, tuple(env.rewards.values()))


def test_who_loses_by_an_illegal_action_among_opponents_loses_alone() -> None:
    pytest.importorskip("pettingzoo")
    env = pg.parallel("toy", on_illegal="loss")
    env.reset(seed=0)
    _, rewards, _, _, _ = env.step({"seat_0": 0, "seat_1": 3})
    assert rewards == {"seat_0": 0.0, "seat_1": -1.0}


@without_wins
def test_trajectories_keep_returns(id: str) -> None:
    games = pg.vector(id, 8, record=True)
    for _ in range(20):
        games.step(games.sample())
    played = games.pop_finished()
    assert len(played) > 8
    scores = pg.info(id).scoring
    assert played.returns.min() >= scores.min_return
    assert played.returns.max() <= scores.max_return
    examples = played.examples()
    assert set(examples.values.tolist()) <= set(played.returns.ravel().tolist())


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


def test_the_command_line_tells_scores(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = output(capsys, "playouts", "toy-strokes", "-n", "900", "--seed", "1")
    run = pg.playouts("toy-strokes", 900, seed=1)
    for score, (count,) in run.score_counts.items():
        assert f"{-score:g} {count:,} {count / 900:.2%}" in " ".join(out.split())
    assert f"mean strokes {-run.mean_returns[0]:.4f}, " in out
    assert "wins" not in out
    out = output(capsys, "playouts", "toy-shared", "-n", "900")
    assert f"mean score {pg.playouts('toy-shared', 900).mean_returns[0]:.4f}, " in out

    out = output(capsys, "show", "toy-strokes")
    assert "strokes, from 3 to 9, fewer is better" in out
    assert "shared by all seats, from -1 to 3" in output(capsys, "show", "toy-shared")
    assert "win +1, loss -0.5" in output(capsys, "show", "tri-stax-3")
    assert "toy" not in output(capsys, "list")

    out = output(
        capsys,
        "study",
        "toy-strokes",
        "toy-shared",
        "--games",
        "300",
        "--out",
        str(tmp_path),
        "--save",
        f"{tmp_path}/s.json",
    )
    row = pg.study.scores("toy-strokes", games=300).rows[0]
    assert f"{row.score:.4f} [{row.score_low:.4f}, {row.score_high:.4f}]" in out
    assert "lower is better" in out
    assert "Elo" not in out
    assert (tmp_path / "scores.png").exists()
    assert (tmp_path / "scores.csv").exists()
    assert output(capsys, "study", "--rerun", f"{tmp_path}/s.json").split() == out.split("wrote")[0].split()
    out = output(capsys, "study", "toy-strokes", "--strength", "--agent", "random", "--agent", "ab:2", "--games", "50")
    assert "ab:2" in out
    assert "lower is better" in out


def test_play_tells_the_score(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "play", "toy-strokes", "--seat", "none", "--seed", "2")
    assert out.splitlines()[-1].endswith(" strokes")
    assert "game over after 9 steps (course): score " in output(capsys, "play", "toy-shared", "--seat", "none")
    assert "seat 0 " in output(capsys, "play", "toy", "--seat", "none").splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["toy-strokes", "--match"], "plyground.study.strength"),
        (["toy-shared", "--piece-values"], "plyground.study.scores"),
        (["toy-shared", "--sprt", "20"], "no advantage of the first move"),
        (["toy-strokes", "stax"], "study toy-strokes separately"),
    ],
)
def test_the_command_line_refuses(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert main(["study", *arguments]) == 2
    assert message in capsys.readouterr().err
