"""The games of a study that stand out, and how any of its games is played again."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import index
from types import MappingProxyType
from typing import Any, Final, Literal, SupportsIndex, TypeAlias

from ..._core import State
from ...game_descriptions import game_from_dict
from ...truncate import truncated
from ..design.agents import Agent, agents_again
from ..design.fingerprints import fingerprint_change
from ..design.num_games import check_offset
from ..design.starts import starts_from
from ..running.game_plan import GamePlan
from ..running.games import Games
from .typed_json import BadReport

Which: TypeAlias = Literal["longest", "most dramatic"] | SupportsIndex
"""A word, or the number of a game."""

WORDS: Final = ("longest", "most dramatic")

NO_AGENTS: Final[Mapping[str, Agent]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class NotableGames:
    """The games of a row that stand out, and what determines all its games."""

    plan: Mapping[str, Any] = field(hash=False)
    """What determines the games, as `GamePlan.to_dict` returns it."""
    count: int
    """The number of games."""
    longest: int
    """The number of the longest game."""
    most_dramatic: int | None
    """The number of the game with the largest ``drama``, or None if it was not measured."""


def notable_games(plan: GamePlan, games: Games) -> NotableGames:
    """Return the games that stand out, the first of equal ones."""
    dramatic = None if games.drama is None else games.offset + int(games.drama.argmax())
    longest = games.offset + int(games.steps.argmax())
    return NotableGames(plan.to_dict(), len(games), longest, dramatic)


def play_again(found: NotableGames, which: Which, agents: Mapping[str, Agent], study: Mapping[str, Any]) -> State:
    """Play a game of a study again and return its last state.

    Parameters
    ----------
    found
        What determines the games.
    which
        ``"longest"``, ``"most dramatic"`` or the number of a game, which counts from the ``offset`` of the study. Negative
        numbers count from the end.
    agents
        The functions and networks of the study by their names.
    study
        The record of the study.

    It raises the errors of `Report.games`.
    """
    number = _number(found, which, first_number(study))
    return checked_plan(found.plan, agents, study).state(number)


def checked_plan(described: Mapping[str, Any], agents: Mapping[str, Agent], study: Mapping[str, Any]) -> GamePlan:
    """Return the plan that `GamePlan.to_dict` described. Raise BadReport if this build plays differently."""
    plan = _plan(described, agents)
    then = _fingerprints(study, described["game"])
    if then is not None and (change := fingerprint_change([plan.game], then, plan.fingerprints)):
        raise BadReport(f"the game cannot be played again: {change}")
    return plan


def first_number(study: Mapping[str, Any]) -> int:
    """Return the number of the first game of each row, from the record of a study."""
    offset = study.get("offset", 0)
    try:
        check_offset(offset)
    except ValueError as error:
        raise BadReport(f"the record of the study is damaged: {error}") from error
    return int(offset)


def _number(found: NotableGames, which: Which, first: int) -> int:
    """Return the number of a game."""
    if which == "longest":
        return found.longest
    if which == "most dramatic":
        if found.most_dramatic is None:
            raise ValueError("drama was not measured; make the study with measures=True")
        return found.most_dramatic
    if isinstance(which, str) or not isinstance(which, SupportsIndex):
        raise ValueError(f"which must be {', '.join(map(repr, WORDS))} or the number of a game, got {truncated(which)}")
    number = index(which)
    if first <= number < first + found.count:
        return number
    if not -found.count <= number < 0:
        valid = f"{-found.count} to -1 or from {first}" if first else f"{-found.count}"
        raise IndexError(f"which must be from {valid} to {first + found.count - 1}, got {number}")
    return first + found.count + number


def _fingerprints(study: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the recorded fingerprints of one game of a study, or None if the record has none or is damaged."""
    try:
        variants, prints = study["variants"], study["fingerprints"]
        changed = [{**variants[0], "options": {**variants[0]["options"], **one}} for one in study.get("changes", ())]
        at = [*variants, *changed].index(rules)
        of_agents = {name: [found[at]] for name, found in prints["agents"].items()}
        return {"games": [prints["games"][at]], "agents": of_agents}
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return None


def _plan(described: Mapping[str, Any], agents: Mapping[str, Agent]) -> GamePlan:
    """Return the plan that `GamePlan.to_dict` described."""
    try:
        starts = starts_from(*(described["starts"][name] for name in ("start", "openings", "balanced")))
        rules = game_from_dict(described["game"])
        names, seed, measures = described["agents"], described["seed"], described["measures"]
    except (KeyError, TypeError, ValueError) as error:
        raise BadReport(f"the plan of the games is damaged: {error}") from error
    return GamePlan(rules, agents_again(names, agents), seed, measures, starts)
