"""Whether games are played now as they were played then: fingerprints of games, and of agents in them."""

from collections.abc import Sequence
from typing import Any

from .._core import Game
from .players import Player


def behaviour(games: Sequence[Game], players: Sequence[Player]) -> dict[str, Any]:
    """The fingerprints of some games, and in each of them of some agents; functions have none."""
    prints = {player.name: [player.fingerprint(rules) for rules in games] for player in players}
    return {
        "games": [rules.fingerprint for rules in games],
        "agents": {name: found for name, found in prints.items() if None not in found},
    }


def changed(games: Sequence[Game], then: Any, now: dict[str, Any]) -> str:
    """The difference from the recorded behaviour in words, or nothing if there is none."""
    ids = [rules.id for rules in games]
    old = _prints(ids, then)
    for what, print in _prints(ids, now).items():
        if old.get(what) != print:
            return f"{what} behaves differently in this build (fingerprint {print}, then {old.get(what, 'unknown')})"
    return ""


def _prints(ids: Sequence[str], found: Any) -> dict[str, str]:
    """Each fingerprint under what it is of."""
    if not isinstance(found, dict):
        return {}
    rows = [("", found.get("games")), *(found.get("agents") or {}).items()]
    return {
        f"{name!r} in {id}" if name else id: str(print)
        for name, prints in rows
        if isinstance(prints, list)
        for id, print in zip(ids, prints, strict=False)
    }
