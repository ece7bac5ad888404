"""Fingerprints: whether this build plays games as another build did."""

from collections.abc import Sequence
from typing import Any

from ..._core import Game
from .agents import NamedAgent


def fingerprints(games: Sequence[Game], agents: Sequence[NamedAgent]) -> dict[str, Any]:
    """Return the fingerprints of games, and of agents in each game. Python functions have none."""
    prints = {agent.name: [agent.fingerprint(rules) for rules in games] for agent in agents}
    return {
        "games": [rules.fingerprint for rules in games],
        "agents": {name: found for name, found in prints.items() if None not in found},
    }


def fingerprint_change(games: Sequence[Game], then: Any, now: dict[str, Any]) -> str:
    """Return the first difference between two sets of fingerprints in words, or an empty string."""
    ids = [rules.id for rules in games]
    old = _prints(ids, then)
    for what, print in _prints(ids, now).items():
        if old.get(what) != print:
            return f"{what} behaves differently in this build (fingerprint {print}, then {old.get(what, 'unknown')})"
    return ""


def _prints(ids: Sequence[str], found: Any) -> dict[str, str]:
    """Each fingerprint under the name of its game or agent."""
    if not isinstance(found, dict):
        return {}
    rows = [("", found.get("games")), *(found.get("agents") or {}).items()]
    return {
        f"{name!r} in {id}" if name else id: str(print)
        for name, prints in rows
        if isinstance(prints, list)
        for id, print in zip(ids, prints, strict=False)
    }
