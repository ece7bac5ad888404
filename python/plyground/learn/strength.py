"""How strong a network has become: games against fixed opponents and its own past selves, rated together."""

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._core import Game
from ..nets.net import Net
from ..study.design.agents import NamedAgent, named_agents
from ..study.design.game_plan import GamePlan
from ..study.design.starts import starts_from
from ..study.design.study_design import StudyDesign
from ..study.report.ratings import rate_agents
from ..study.running.duplicates import DuplicateGamesWarning
from ..study.running.games import Games
from ..study.running.runner import open_runner
from ..study.statistics.intervals import score_interval
from ..study.statistics.scoring import is_won, num_teams, reported_scores, win_shares
from .run import MATCHES, Run
from .settings import Settings

CONFIDENCE = 0.95
"""The confidence of all intervals."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A past self, by its number, and whom it plays."""

    ours: int
    theirs: NamedAgent
    plan: GamePlan


def check(rules: Game, settings: Settings) -> None:
    """Refuses opponents that do not play the game: said before an hour of play, not after it."""
    if settings.measure and is_won(rules):
        for player in map(named_agents, settings.opponents):
            _plan(rules, player[0], player[0], settings)


def measured(run: Run, rules: Game, settings: Settings, threads: int | None) -> dict[str, Any]:
    """What games say of the last generation that is to be measured: a score against each opponent, and a rating.

    All games that were ever played for it are in a store, and rated together.
    """
    selves = {number: _past(run, number, settings) for number in run.measured}
    design = StudyDesign(threads=threads, store=run.path / MATCHES)
    with warnings.catch_warnings(), open_runner(design, 0) as runner:
        # That strong players repeat games is no news here; copies count once.
        warnings.simplefilter("ignore", DuplicateGamesWarning)
        if not is_won(rules):
            alone = GamePlan(rules, [selves[run.measured[-1]]], settings.seed)
            return _score(rules, runner.play(alone, settings.measure))
        meetings = [
            Meeting(number, theirs, _plan(rules, selves[number], theirs, settings))
            for at_place, number in enumerate(run.measured)
            for theirs in (
                *(named_agents(name)[0] for name in settings.opponents),
                *(selves[earlier] for earlier in run.measured[max(0, at_place - 1) : at_place]),
            )
        ]
        played = [runner.play(one.plan, settings.measure) for one in meetings]
        return _rated(run, rules, meetings, played)


def _past(run: Run, number: int, settings: Settings) -> NamedAgent:
    """A network as it was, under the number of its generation."""
    return NamedAgent(Net(str(run.past(number)), settings.strength), f"generation-{number}", has_stable_name=True)


def _plan(rules: Game, ours: NamedAgent, theirs: NamedAgent, settings: Settings) -> GamePlan:
    """One of ours against as many of theirs as there are other teams, after some turns at random."""
    starts = starts_from(None, rules.seats, False)
    return GamePlan(rules, [ours, *[theirs] * (num_teams(rules) - 1)], settings.seed, starts=starts)


def _rated(run: Run, rules: Game, meetings: list[Meeting], played: list[Games]) -> dict[str, Any]:
    """The scores of the last generation, and its rating among all."""
    row: dict[str, Any] = {}
    newest = run.measured[-1]
    for meeting, games in zip(meetings, played, strict=True):
        if meeting.ours == newest:
            shares = win_shares(rules, games.returns)
            own = np.where(games.agents == 0, shares, 0).sum(axis=1)
            if len(set(rules.info.teams)) < rules.seats:
                own = own / (games.agents == 0).sum(axis=1)
            found = score_interval(own, CONFIDENCE)
            name = "past" if meeting.theirs.name.startswith("generation-") else meeting.theirs.name
            row[name], row[f"{name} low"], row[f"{name} high"] = found.value, found.low, found.high
    if not meetings:
        return row
    names = list(
        dict.fromkeys([*(one.theirs.name for one in meetings), *(f"generation-{one.ours}" for one in meetings)])
    )
    groups = [
        [names.index(f"generation-{one.ours}"), *[names.index(one.theirs.name)] * (num_teams(rules) - 1)]
        for one in meetings
    ]
    ratings = rate_agents(rules, names, groups, played, CONFIDENCE, {})
    by_name = {one.agent: one for one in ratings.rows}
    # Elo points have no zero of their own: it is the strongest opponent that stays the same.
    fixed = [by_name[name] for name in names if not name.startswith("generation-")] or [by_name[names[0]]]
    zero = max(one.elo for one in fixed)
    own_rating = by_name[f"generation-{newest}"]
    row["elo"], row["elo low"], row["elo high"] = (
        round(elo - zero, 1) for elo in (own_rating.elo, own_rating.elo_low, own_rating.elo_high)
    )
    return row


def _score(rules: Game, games: Games) -> dict[str, Any]:
    """What a game comes to that nobody wins."""
    scores = reported_scores(rules.info.scores, games.returns[:, 0])
    return {"score": float(scores.mean())}
