"""Evaluation of a network: games against fixed opponents and earlier networks, with common ratings."""

import warnings
from dataclasses import dataclass
from time import perf_counter
from typing import Final

import numpy as np

from .._core import Game
from ..nets.network_agent import NetworkAgent
from ..study.design.agents import NamedAgent, named_agents
from ..study.design.game_plan import GamePlan
from ..study.design.starts import starts_from
from ..study.design.study_design import StudyDesign
from ..study.report.ratings import rate_agents
from ..study.running.duplicates import DuplicateGamesWarning
from ..study.running.games import Games
from ..study.running.runner import Runner, open_runner
from ..study.statistics.intervals import score_interval
from ..study.statistics.scoring import is_won, num_teams, reported_scores, win_shares
from .run import MATCHES, Run
from .settings import Settings

CONFIDENCE: Final = 0.95
"""Confidence of all intervals."""

NETWORK: Final = "generation-"
"""Prefix of the names of networks, before the number of their generation."""


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


def evaluate(
    run: Run, rules: Game, settings: Settings, threads: int | None, max_seconds: float | None = None
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
    max_seconds : float, optional
        A time budget for the games. If they take longer, there are fewer games against each opponent, or fewer opponents.

    Returns
    -------
    dict of str to float
        Columns of the log: the score against each opponent and against the previous network, and the Elo rating, all with
        intervals; for games without winners the mean score alone.
    """
    networks = {number: _network(run, number, settings) for number in run.evaluated_generations}
    design = StudyDesign(threads=threads, store=run.path / MATCHES)
    with warnings.catch_warnings(), open_runner(design, 0) as runner:
        # Strong players repeat games. Intervals count duplicates once.
        warnings.simplefilter("ignore", DuplicateGamesWarning)
        if not is_won(rules):
            alone = GamePlan(rules, [networks[run.evaluated_generations[-1]]], settings.seed)
            return _mean_score(rules, runner.play(alone, settings.eval_games, seconds=max_seconds))
        pairings = [
            Pairing(number, opponent, _plan(rules, networks[number], opponent, settings))
            for place, number in enumerate(run.evaluated_generations)
            for opponent in (
                *(named_agents(name)[0] for name in settings.eval_opponents),
                *(networks[previous] for previous in run.evaluated_generations[max(0, place - 1) : place]),
            )
        ]
        if max_seconds is None or not pairings:
            played = [runner.play(one.plan, settings.eval_games) for one in pairings]
        else:
            pairings, played = _play_in_time(runner, pairings, settings, max_seconds)
        return {**_scores(run, rules, pairings, played), **_rating(run, rules, pairings, played)}


def _play_in_time(
    runner: Runner, pairings: list[Pairing], settings: Settings, max_seconds: float
) -> tuple[list[Pairing], list[Games]]:
    """Play pairings until the time is up, at least one of the latest network; return those with games, and the games."""
    assert runner.store is not None, "the games of evaluations are stored"
    started, latest, longest = perf_counter(), pairings[-1].generation, 0.0
    # Each network plays against all opponents and the previous network. The time of stored games counts.
    seconds = max_seconds / (len(settings.eval_opponents) + 1)
    chosen: list[Pairing] = []
    played: list[Games] = []
    for one in pairings:
        is_first = one.generation == latest and (not chosen or chosen[-1].generation != latest)
        began = perf_counter()
        # Later opponents are often slower than earlier ones.
        is_in_time = began - started + longest < max_seconds
        if is_first or runner.store.seconds(one.plan) or (one.generation == latest and is_in_time):
            chosen.append(one)
            played.append(runner.play(one.plan, settings.eval_games, seconds=seconds))
            longest = max(longest, perf_counter() - began)
    return chosen, played


def _network(run: Run, generation: int, settings: Settings) -> NamedAgent:
    """Return the network of a generation as a player."""
    agent = NetworkAgent(str(run.snapshot(generation)), settings.eval_simulations)
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
            score = score_interval(own, CONFIDENCE)
            name = "previous" if pairing.opponent.name.startswith(NETWORK) else pairing.opponent.name
            column = f"score_vs_{name}"
            row[column], row[f"{column}_low"], row[f"{column}_high"] = score.value, score.low, score.high
    return row


def _rating(run: Run, rules: Game, pairings: list[Pairing], played: list[Games]) -> dict[str, float]:
    """Return the Elo rating of the latest network, above that of the strongest fixed opponent."""
    if not pairings:
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
    return {"mean_score": float(reported_scores(rules.info.scoring, games.returns[:, 0]).mean())}
