"""Searches of a session, which can run on other threads."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from .._core import Agent, State
from ..agents import AnyAgent, analyse_until

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


def analyse(agent: AnyAgent, state: State, seed: int, should_stop: ShouldStop) -> dict[str, Any]:
    """Return what an agent finds out about a state: see `Session.analysis`."""
    found = analyse_until(agent, state, seed, should_stop)
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
        "values": [_scaled(value, state) for value in found.values or ()],
        "steps": steps,
    }


def _scaled(value: float, state: State) -> float:
    """Return a return on a scale from -1 to 1."""
    scoring = state.game.info.scoring
    if scoring.kind == "win":
        return value
    return 2 * (value - scoring.min_return) / (scoring.max_return - scoring.min_return) - 1
