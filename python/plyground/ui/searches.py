"""Searches of a session, which can run on other threads."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any, TypeAlias

from .._core import Agent, Game, State
from ..agents import AnyAgent, analyze_until

ShouldStop: TypeAlias = "Callable[[], bool] | None"
"""A function that says whether to stop a search, or None."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice that chance or an agent has to make."""

    version: int
    """The version of the session in which it was due."""
    make: Callable[[ShouldStop], int]
    """Returns the action. The argument is a function that says whether to stop the search, or None."""


def choose(agent: AnyAgent, state: State, seed: int, should_stop: ShouldStop) -> int:
    """Return the action that an agent chooses."""
    if isinstance(agent, Agent):
        return agent.choose(state, seed, should_stop=should_stop)
    return agent.choose(state, seed)


def analyze(agent: AnyAgent, state: State, seed: int, should_stop: ShouldStop) -> dict[str, Any]:
    """Return what an agent finds out about a state: see `Session.analysis`."""
    found = analyze_until(agent, state, seed, should_stop)
    cells = state.game.step_cells
    steps = [
        {"step": step.step, "cells": cells(step.step), "visits": step.visits or 0, "value": step.value}
        for step in found.steps
        if step.visits or (step.visits is None and step.value is not None)
    ]
    return {
        "agent": found.agent,
        "step": found.step,
        "cells": cells(found.step),
        "percentages": expected_percentages(state.game, found.values) if found.values else [],
        "steps": steps,
    }


def expected_percentages(game: Game, values: Sequence[float]) -> list[int]:
    """Return the expected returns of all seats in percent of the win. Those of all teams sum to 100.

    With ``n`` teams, 1 is a win, ``-1 / (n - 1)`` a loss and 0 a draw between all of them, so that even chances are ``100 / n``.
    In games without winners it is the place of the score between the lowest and the highest one.
    """
    scoring = game.info.scoring
    places = [(value - scoring.min_return) / (scoring.max_return - scoring.min_return) for value in values]
    shares = [min(1.0, max(0.0, place)) for place in places]
    if scoring.kind != "win":
        return [round(100 * share) for share in shares]
    of_team = dict(zip(game.info.seat_teams, shares, strict=True))
    # Seats that are out keep their loss if the others draw, so that the shares are not always 1 in total.
    total = sum(of_team.values()) or 1.0
    # Rounded sums, so that the percentages are whole numbers that sum to 100.
    sums = [round(100 * share / total) for share in accumulate(of_team.values())]
    percentages = dict(zip(of_team, (after - before for before, after in pairwise([0, *sums])), strict=True))
    return [percentages[team] for team in game.info.seat_teams]
