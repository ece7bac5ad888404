"""Searches of a session, which can run on other threads."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from .._core import Agent, State
from ..agents import AnyAgent

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
    found: dict[str, Any]
    if isinstance(agent, Agent):
        found = agent.analyse(state, seed, should_stop=should_stop)
    else:
        visits = agent.visit_counts([state], seed)[0]
        steps: list[dict[str, Any]] = [
            {"step": state.step_of(int(at)), "visits": int(visits[at])} for at in visits.nonzero()[0]
        ]
        steps.sort(key=lambda step: -step["visits"])
        found = {"step": state.step_of(agent.choose(state, seed)), "values": [], "steps": steps}
    cells = state.game.step_cells
    found["steps"] = [{**step, "cells": cells(step["step"])} for step in found["steps"]]
    return {"agent": agent.spec, **found, "cells": cells(found["step"])}
