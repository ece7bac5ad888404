"""The folder in which a pool of opponents is saved."""

import json
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Final

from .. import atomic_files
from .._core import Agent
from ..agents import outside_part
from ..nets.network_agent import NetworkAgent
from .opponents import Opponent, parse_opponent
from .pool_member import PoolMember

FORMAT: Final = 1
"""The format of ``pool.json``."""

INDEX: Final = "pool.json"
"""The file with the members."""

PREFIX: Final = "policy-"
"""The beginning of the names of files with policies. A number follows."""


def save_members(folder: "str | PathLike[str]", header: Mapping[str, Any], members: Sequence[PoolMember]) -> None:
    """Write members and a header. The files of an earlier pool are removed after the new index is complete."""
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    before = {path: int(path.name.removeprefix(PREFIX)) for path in place.glob(f"{PREFIX}[0-9]*")}
    first = max(before.values(), default=-1) + 1
    rows = [_row(one, place / f"{PREFIX}{number}") for number, one in enumerate(members, first)]
    index = {"format": FORMAT, **header, "members": rows}
    atomic_files.write(place / INDEX, json.dumps(index, indent=2) + "\n")
    for path in before:
        path.unlink()


def load_members(
    folder: "str | PathLike[str]",
    load_policy: Callable[[str], Opponent] | None,
    opponents: Mapping[str, Opponent],
) -> tuple[dict[str, Any], list[PoolMember]]:
    """Read the header and the members that `save_members` wrote."""
    place = Path(folder)
    try:
        index: dict[str, Any] = json.loads((place / INDEX).read_text(encoding="utf-8"))
        if index["format"] != FORMAT:
            raise ValueError(f"its format is {index['format']}, and this version reads {FORMAT}")
        rows = index["members"]
        names = [row["name"] for row in rows]
        if not all(isinstance(name, str) for name in names):
            raise TypeError("a name must be a text")
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{place / INDEX} is not a saved pool: {error}") from error
    if unknown := opponents.keys() - set(names):
        raise ValueError(f"the saved pool has no member {min(unknown)!r}; its members are {', '.join(names)}")
    members = [
        PoolMember(
            row["name"],
            parse_opponent(opponents[row["name"]] if row["name"] in opponents else _opponent(row, place, load_policy)),
            row["games"],
            row["recent_games"],
            row["recent_points"],
        )
        for row in rows
    ]
    return index, members


def _row(member: PoolMember, path: Path) -> dict[str, Any]:
    """Return the entry of a member in the index, and write the file of its policy."""
    opponent = member.opponent
    spec = opponent.spec if isinstance(opponent, Agent | NetworkAgent) else None
    save = None if spec is not None else getattr(opponent, "save", None)
    if save is not None:
        save(str(path))
        if not path.is_file():
            raise ValueError(f"the method save(path) of the policy {member.name!r} must write the file {path}")
    return {
        "name": member.name,
        "agent": spec,
        "file": None if save is None else path.name,
        "games": member.games,
        "recent_games": member.recent_games,
        "recent_points": member.recent_points,
    }


def _opponent(row: Mapping[str, Any], place: Path, load_policy: Callable[[str], Opponent] | None) -> Opponent:
    """Return the opponent of an entry of the index."""
    name, spec, file = row["name"], row["agent"], row["file"]
    for text in (name, str(spec)):
        # The name of an agent is its text, and is read as such.
        if (what := outside_part(text, place)) is not None:
            raise ValueError(f"the saved pool names {what}: to use it, pass opponents={{{name!r}: {text!r}}}")
    if spec is not None:
        return str(spec)
    if file is None:
        raise ValueError(f"the saved pool does not contain the policy {name!r}: pass opponents={{{name!r}: …}}")
    if Path(file).name != file:
        raise ValueError(f"the file of a policy must be in the folder of the pool, got {file!r}")
    if load_policy is None:
        raise ValueError(f"the policy {name!r} is in a file: pass load_policy, such as Sb3Policy.load")
    return load_policy(str(place / file))
