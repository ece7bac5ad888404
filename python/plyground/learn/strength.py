"""How strong a network has become: games against fixed opponents and its own past selves, rated together."""

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._core import Game
from ..nets.net import Net
from ..study.copies import Copies
from ..study.games import Games
from ..study.intervals import interval
from ..study.measuring import teams_of
from ..study.plan import Plan
from ..study.players import Player, named
from ..study.playing import table
from ..study.ratings import rated
from ..study.scoring import reported, win_shares, won
from ..study.starts import starts_of
from .run import MATCHES, Run
from .settings import Settings

CONFIDENCE = 0.95
"""The confidence of all intervals."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A past self, by its number, and whom it plays."""

    ours: int
    theirs: Player
    plan: Plan


def check(rules: Game, settings: Settings) -> None:
    """Refuses opponents that do not play the game: said before an hour of play, not after it."""
    if settings.measure and won(rules):
        for player in map(named, settings.opponents):
            _plan(rules, player[0], player[0], settings)


def measured(run: Run, rules: Game, settings: Settings, threads: int | None) -> dict[str, Any]:
    """What games say of the last generation that is to be measured: a score against each opponent, and a rating.

    All games that were ever played for it are in a store, and rated together.
    """
    selves = {number: _past(run, number, settings) for number in run.measured}
    with warnings.catch_warnings(), table(False, 0, threads=threads, store=run.path / MATCHES) as at:
        # That strong players repeat games is no news here; copies count once.
        warnings.simplefilter("ignore", Copies)
        if not won(rules):
            alone = Plan(rules, [selves[run.measured[-1]]], settings.seed)
            return _score(rules, at.play(alone, settings.measure))
        meetings = [
            Meeting(number, theirs, _plan(rules, selves[number], theirs, settings))
            for at_place, number in enumerate(run.measured)
            for theirs in (
                *(named(name)[0] for name in settings.opponents),
                *(selves[earlier] for earlier in run.measured[max(0, at_place - 1) : at_place]),
            )
        ]
        played = [at.play(one.plan, settings.measure) for one in meetings]
        return _rated(run, rules, meetings, played)


def _past(run: Run, number: int, settings: Settings) -> Player:
    """A network as it was, under the number of its generation."""
    return Player(Net(str(run.past(number)), settings.strength), f"generation-{number}", lasting=True)


def _plan(rules: Game, ours: Player, theirs: Player, settings: Settings) -> Plan:
    """One of ours against as many of theirs as there are other teams, after some turns at random."""
    starts = starts_of(None, rules.num_seats, False)
    return Plan(rules, [ours, *[theirs] * (teams_of(rules) - 1)], settings.seed, starts=starts)


def _rated(run: Run, rules: Game, meetings: list[Meeting], played: list[Games]) -> dict[str, Any]:
    """The scores of the last generation, and its rating among all."""
    row: dict[str, Any] = {}
    newest = run.measured[-1]
    for meeting, games in zip(meetings, played, strict=True):
        if meeting.ours == newest:
            shares = win_shares(rules, games.returns)
            own = np.where(games.agents == 0, shares, 0).sum(axis=1)
            if len(set(rules.info.teams)) < rules.num_seats:
                own = own / (games.agents == 0).sum(axis=1)
            found = interval(own, CONFIDENCE)
            name = "past" if meeting.theirs.name.startswith("generation-") else meeting.theirs.name
            row[name], row[f"{name} low"], row[f"{name} high"] = found.value, found.low, found.high
    if not meetings:
        return row
    names = list(
        dict.fromkeys([*(one.theirs.name for one in meetings), *(f"generation-{one.ours}" for one in meetings)])
    )
    groups = [
        [names.index(f"generation-{one.ours}"), *[names.index(one.theirs.name)] * (teams_of(rules) - 1)]
        for one in meetings
    ]
    ratings = rated(rules, names, groups, played, CONFIDENCE, {})
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
    scores = reported(rules.info.scores, games.returns[:, 0])
    return {"score": float(scores.mean())}
