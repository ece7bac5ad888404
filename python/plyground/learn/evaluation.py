"""Evaluation of a network: games against fixed opponents and earlier networks, with common ratings."""

import warnings
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from .._core import Game
from ..nets.network_agent import NetworkAgent
from ..optional_deps import import_packages
from ..study.design.agents import NamedAgent, named_agents
from ..study.design.starts import starts_from
from ..study.design.study_design import StudyDesign
from ..study.report.ratings import rate_agents
from ..study.running.duplicates import DuplicateGamesWarning
from ..study.running.game_plan import GamePlan
from ..study.running.games import Games
from ..study.running.runner import Runner, open_runner
from ..study.statistics.intervals import Interval, mean_interval, score_interval
from ..study.statistics.scoring import bounds, is_won, num_teams, reported_scores, win_shares
from .run import MATCHES, Run
from .settings import Settings
from .status import Status, Watch

if TYPE_CHECKING:
    from numpy.typing import NDArray

CONFIDENCE: Final = 0.95
"""Confidence of all intervals."""

NETWORK: Final = "generation-"
"""Prefix of the names of networks, before the number of their generation."""

LIBRARIES: Final = ("scipy.optimize", "scipy.stats", "matplotlib.figure")
"""Modules that the first evaluation and its plot import, which takes seconds."""


def import_libraries() -> None:
    """Import the modules that evaluations need."""
    import_packages("plyground[learn]", *LIBRARIES)


@dataclass(frozen=True, slots=True)
class Pairing:
    """The network of a generation, its opponent, and the games between them."""

    generation: int
    opponent: NamedAgent
    plan: GamePlan


def check_opponents(rules: Game, settings: Settings) -> None:
    """Check before a run starts that all opponents play the game.

    Raises
    ------
    ValueError
        If there is no such agent, or one does not play the game.
    """
    if settings.eval_games and is_won(rules):
        for player in map(named_agents, settings.eval_opponents):
            _plan(rules, player[0], player[0], settings)


class EvaluationWatch(Watch):
    """Counts positions that networks evaluate, and stops games at the end of the time.

    Parameters
    ----------
    status : Status
        Where positions are counted.
    max_seconds : float or None
        When games stop, in seconds from now.
    """

    def __init__(self, status: Status, max_seconds: float | None) -> None:
        self._status = status
        self._end = None if max_seconds is None else perf_counter() + max_seconds

    @property
    def seconds_left(self) -> float | None:
        """The time that is left, None for any time."""
        return None if self._end is None else max(0.0, self._end - perf_counter())

    def should_stop(self) -> bool:
        """Return whether the time is over."""
        return self.seconds_left == 0

    def add_evaluations(self, count: int) -> None:
        """Count positions that networks evaluate."""
        self._status.evaluations += count


class WatchedNetwork(NetworkAgent):
    """A network whose games can be stopped.

    Parameters
    ----------
    path : str
        The ONNX file.
    simulations : int
        Simulations of a search.
    watch : Watch
        Counts positions, and stops games.
    """

    def __init__(self, path: str, simulations: int, watch: Watch) -> None:
        super().__init__(path, simulations)

        def evaluate(observations: "NDArray[np.float32]", masks: "NDArray[np.bool_]") -> Any:
            watch.check()
            watch.add_evaluations(len(observations))
            return self.model.evaluate(observations, masks)

        self.neural_agent = self._searching(evaluate)


def evaluate(
    run: Run,
    rules: Game,
    settings: Settings,
    threads: int | None,
    status: Status,
    max_seconds: float | None = None,
) -> dict[str, float]:
    """Evaluate the network of the latest generation in ``run.evaluated_generations``.

    All games are in the store of the run. Ratings use the games of earlier evaluations, too.

    Parameters
    ----------
    run : Run
        The run.
    rules : Game
        The game.
    settings : Settings
        The settings of the run.
    threads : int or None
        Number of threads, None for all processors.
    status : Status
        Where games and evaluations are counted.
    max_seconds : float, optional
        A time limit for the games. If they take longer, there are fewer games against each opponent, or fewer opponents.
        Games that have not ended by then are stopped.

    Returns
    -------
    dict of str to float
        Columns of the log: the score against each opponent and against the previous network, and the Elo rating, all with
        intervals; for games without winners the mean score with its interval. A column without games is left out.
    """
    watch = EvaluationWatch(status, max_seconds)
    networks = {number: _network(run, number, settings, watch) for number in run.evaluated_generations}

    def add_games(_: str, count: int) -> None:
        # Games of earlier evaluations are read before the games to play are known.
        if status.num_games:
            status.games += count

    design = StudyDesign(threads=threads, store=run.path / MATCHES, progress=add_games)
    with warnings.catch_warnings(), open_runner(design, 0) as runner:
        # Strong players repeat games. Intervals count duplicates once.
        warnings.simplefilter("ignore", DuplicateGamesWarning)
        if not is_won(rules):
            alone = GamePlan(rules, [networks[run.evaluated_generations[-1]]], settings.seed)
            status.start_games("evaluation", settings.eval_games)
            games = _play(runner, alone, settings, max_seconds)
            return {} if games is None else _mean_score(rules, games)
        pairings = [
            Pairing(number, opponent, _plan(rules, networks[number], opponent, settings))
            for place, number in enumerate(run.evaluated_generations)
            for opponent in (
                *(named_agents(name)[0] for name in settings.eval_opponents),
                *(networks[previous] for previous in run.evaluated_generations[max(0, place - 1) : place]),
            )
        ]
        found: list[tuple[Pairing, Games | None]] = []
        num_latest = sum(one.generation == run.evaluated_generations[-1] for one in pairings)
        for place, one in enumerate(pairings):
            left, pending = watch.seconds_left, len(pairings) - place
            if pending == num_latest:
                status.start_games("evaluation", settings.eval_games * num_latest)
            # With a time limit, earlier networks have only the games in the store.
            share = None if left is None else 0.0 if pending > num_latest else left / pending
            found.append((one, _play(runner, one.plan, settings, share)))
        chosen = [one for one, games in found if games is not None]
        played = [games for _, games in found if games is not None]
        return {**_scores(run, rules, chosen, played), **_rating(run, rules, chosen, played)}


def _play(runner: Runner, plan: GamePlan, settings: Settings, seconds: float | None) -> Games | None:
    """Play games of a plan for some time; return those that have ended, with those in the store, or None for no games."""
    assert runner.store is not None, "the games of evaluations are stored"
    if seconds is None:
        return runner.play(plan, settings.eval_games)
    if seconds:
        with suppress(CancelledError):
            return runner.play(plan, settings.eval_games, seconds=seconds, first_chunk=plan.games_per_round)
    # With a time limit of 0 the runner returns the games in the store.
    return runner.play(plan, settings.eval_games, seconds=0.0) if runner.store.seconds(plan) else None


def _network(run: Run, generation: int, settings: Settings, watch: Watch) -> NamedAgent:
    """Return the network of a generation as a player."""
    agent = WatchedNetwork(str(run.snapshot(generation)), settings.eval_simulations, watch)
    return NamedAgent(agent, f"{NETWORK}{generation}", has_stable_name=True)


def _plan(rules: Game, network: NamedAgent, opponent: NamedAgent, settings: Settings) -> GamePlan:
    """Return games of a network in one team against the opponent in all others, after some random turns."""
    starts = starts_from(None, rules.num_seats, False)
    return GamePlan(rules, [network, *[opponent] * (num_teams(rules) - 1)], settings.seed, starts=starts)


def _scores(run: Run, rules: Game, pairings: list[Pairing], played: list[Games]) -> dict[str, float]:
    """Return the scores of the latest network."""
    row: dict[str, float] = {}
    for pairing, games in zip(pairings, played, strict=True):
        if pairing.generation == run.evaluated_generations[-1]:
            shares = win_shares(rules, games.returns)
            own = np.where(games.agents == 0, shares, 0).sum(axis=1)
            if len(set(rules.info.seat_teams)) < rules.num_seats:
                own = own / (games.agents == 0).sum(axis=1)
            name = "previous" if pairing.opponent.name.startswith(NETWORK) else pairing.opponent.name
            row |= _columns(f"score_vs_{name}", score_interval(own, CONFIDENCE))
    return row


def _rating(run: Run, rules: Game, pairings: list[Pairing], played: list[Games]) -> dict[str, float]:
    """Return the Elo rating of the latest network, above that of the strongest fixed opponent."""
    if not pairings or pairings[-1].generation != run.evaluated_generations[-1]:
        return {}
    networks = [f"{NETWORK}{one.generation}" for one in pairings]
    names = list(dict.fromkeys([*(one.opponent.name for one in pairings), *networks]))
    groups = [
        [names.index(network), *[names.index(one.opponent.name)] * (num_teams(rules) - 1)]
        for network, one in zip(networks, pairings, strict=True)
    ]
    ratings = rate_agents(rules, names, groups, played, CONFIDENCE, {}, pairings[0].plan.starts)
    by_name = {one.agent: one for one in ratings.rows}
    # Elo ratings are relative. The strongest opponent that does not change is the reference.
    fixed = [by_name[name] for name in names if not name.startswith(NETWORK)] or [by_name[names[0]]]
    reference = max(one.elo for one in fixed)
    own = by_name[f"{NETWORK}{run.evaluated_generations[-1]}"]
    return {
        "elo": round(own.elo - reference, 1),
        "elo_low": round(own.elo_low - reference, 1),
        "elo_high": round(own.elo_high - reference, 1),
    }


def _mean_score(rules: Game, games: Games) -> dict[str, float]:
    """Return the mean score of a game without winners."""
    scores = reported_scores(rules.info.scoring, games.returns[:, 0])
    return _columns("mean_score", mean_interval(scores, CONFIDENCE, bounds(rules.info.scoring)))


def _columns(name: str, estimate: Interval) -> dict[str, float]:
    """Return an estimate and its interval as columns of the log."""
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
