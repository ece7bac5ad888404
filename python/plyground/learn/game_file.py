"""The games of a generation in a file."""

from pathlib import Path
from typing import Any, Final

from .._core import Game, Trajectories, _restore_trajectories
from ..atomic_files import write
from ..study.design.resource_limits import check_bytes
from .archive import Archive, Header, packed
from .errors import BadRun
from .memory import MOST_BYTES

TYPES: Final = {
    "offsets": "<i8",
    "actions": "<i4",
    "actors": "|i1",
    "envs": "<i4",
    "returns": "<f4",
    "reasons": "|u1",
    "policy_offsets": "<i8",
    "policy_actions": "<i4",
    "policy_weights": "<f4",
    "root_values": "<f4",
    "weights": "<f4",
}
"""The arrays of a file of games and their types. The file also holds the start positions."""

STARTS: Final = "starts"
"""The positions that the games began with."""

OPENING: Final = 1000
"""No opening has more steps."""

LONGEST: Final = 10_000
"""No position string has more characters."""


def save(path: Path, played: Trajectories) -> None:
    """Writes games to a file."""
    import numpy as np

    write(path, packed({**{name: getattr(played, name) for name in TYPES}, STARTS: np.array(played.starts)}))


def load(path: Path, rules: Game, games: int, max_steps: int) -> Trajectories:
    """The games in a file.

    Parameters
    ----------
    path
        The file.
    rules
        The game that was played.
    games
        How many games there must be.
    max_steps
        How many steps a game has at most, not counting those of its opening.

    Raises
    ------
    BadRun
        If the file is damaged, or does not hold this number of games that follow the rules.

    """
    with Archive(path) as archive:
        archive.check_names([*TYPES, STARTS])
        try:
            headers = _headers(archive, rules, games, max_steps)
            check_bytes(sum(header.size for header in headers.values()), MOST_BYTES, "its arrays", "")
        except (MemoryError, ValueError) as error:
            raise BadRun(f"{path} does not hold {games} games of {rules.id}: {error}") from None
        starts = archive.read_texts(STARTS, headers.pop(STARTS))
        arrays: dict[str, Any] = {name: archive.read(name, header) for name, header in headers.items()}
    try:
        return _restore_trajectories(rules, starts=starts, **arrays)
    except (TypeError, ValueError) as error:
        raise BadRun(f"{path} does not hold games of {rules.id}: {error}") from None


def _headers(archive: Archive, rules: Game, games: int, max_steps: int) -> dict[str, Header]:
    """What the arrays must be by their number of steps and of actions in policies, both of which are bounded."""
    steps = _length(archive, "actions", games * (min(max_steps, rules.info.max_steps) + OPENING))
    named = _length(archive, "policy_actions", steps * rules.num_actions)
    shapes = {
        "offsets": (games + 1,),
        "actions": (steps,),
        "actors": (steps,),
        "envs": (games,),
        "returns": (games, rules.seats),
        "reasons": (games,),
        "policy_offsets": (steps + 1,),
        "policy_actions": (named,),
        "policy_weights": (named,),
        "root_values": (steps, rules.seats),
        "weights": (steps,),
    }
    starts = archive.header(STARTS)
    if not starts.dtype.startswith("<U") or int(starts.dtype[2:]) > LONGEST:
        raise BadRun(f"{STARTS} must be texts of at most {LONGEST} characters, not {starts}")
    return {
        **{name: Header(TYPES[name], shape) for name, shape in shapes.items()},
        STARTS: Header(starts.dtype, (games,)),
    }


def _length(archive: Archive, name: str, most: int) -> int:
    """The length of an array with one axis."""
    found = archive.header(name)
    if len(found.shape) != 1 or found.shape[0] > most:
        raise BadRun(f"{name} must have one axis of at most {most} numbers, not {found}")
    return found.shape[0]
