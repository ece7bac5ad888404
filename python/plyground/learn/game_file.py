"""Files of the games of a generation."""

from pathlib import Path
from typing import Any, Final

from .._core import Game, Trajectories
from ..atomic_files import write
from ..study.running.resource_limits import check_bytes
from .archive import Archive, Header, pack
from .errors import BadRun
from .memory import MAX_BYTES

TYPES: Final = {
    "offsets": "<i8",
    "actions": "<i4",
    "current_players": "|i1",
    "envs": "<i4",
    "returns": "<f4",
    "reasons": "|u1",
    "policy_offsets": "<i8",
    "policy_actions": "<i4",
    "policy_weights": "<f4",
    "root_values": "<f4",
    "weights": "<f4",
}
"""The arrays of a file and their types. The file also holds the start positions."""

STARTS: Final = "starts"
"""Name of the array of start positions."""

MAX_OPENING_STEPS: Final = 1000
"""Largest number of steps of an opening."""

MAX_FEN_LENGTH: Final = 10_000
"""Largest number of characters of a position string."""


def save(path: Path, games: Trajectories) -> None:
    """Write games to a file."""
    import numpy as np

    write(path, pack({**{name: getattr(games, name) for name in TYPES}, STARTS: np.array(games.starts)}))


def load(path: Path, rules: Game, games: int, max_steps: int) -> Trajectories:
    """Read the games in a file.

    Parameters
    ----------
    path : path
        The file.
    rules : Game
        The game that was played.
    games : int
        Number of games that the file must have.
    max_steps : int
        Largest number of steps of a game, not counting its opening.

    Returns
    -------
    Trajectories
        The games.

    Raises
    ------
    BadRun
        If the file is damaged, or does not hold this number of games that follow the rules.
    """
    with Archive(path) as archive:
        archive.check_names([*TYPES, STARTS])
        try:
            headers = _headers(archive, rules, games, max_steps)
            check_bytes(sum(header.size for header in headers.values()), MAX_BYTES, "its arrays", "")
        except (MemoryError, ValueError) as error:
            raise BadRun(f"{path} does not hold {games} games of {rules.id}: {error}") from None
        starts = archive.read_texts(STARTS, headers.pop(STARTS))
        arrays: dict[str, Any] = {name: archive.read(name, header) for name, header in headers.items()}
    try:
        return Trajectories(rules, starts=starts, **arrays)
    except (TypeError, ValueError) as error:
        raise BadRun(f"{path} does not hold games of {rules.id}: {error}") from None


def _headers(archive: Archive, rules: Game, games: int, max_steps: int) -> dict[str, Header]:
    """Return the headers that the arrays must have, given the number of steps and of policy entries, both bounded."""
    steps = _length(archive, "actions", games * (min(max_steps, rules.info.max_steps) + MAX_OPENING_STEPS))
    entries = _length(archive, "policy_actions", steps * rules.num_actions)
    shapes = {
        "offsets": (games + 1,),
        "actions": (steps,),
        "current_players": (steps,),
        "envs": (games,),
        "returns": (games, rules.num_seats),
        "reasons": (games,),
        "policy_offsets": (steps + 1,),
        "policy_actions": (entries,),
        "policy_weights": (entries,),
        "root_values": (steps, rules.num_seats),
        "weights": (steps,),
    }
    starts = archive.header(STARTS)
    if not starts.dtype.startswith("<U") or int(starts.dtype[2:]) > MAX_FEN_LENGTH:
        raise BadRun(f"{STARTS} must be texts of at most {MAX_FEN_LENGTH} characters, got {starts}")
    return {
        **{name: Header(TYPES[name], shape) for name, shape in shapes.items()},
        STARTS: Header(starts.dtype, (games,)),
    }


def _length(archive: Archive, name: str, max_length: int) -> int:
    """Return the length of an array with one axis."""
    header = archive.header(name)
    if len(header.shape) != 1 or header.shape[0] > max_length:
        raise BadRun(f"{name} must have one axis of at most {max_length} numbers, got {header}")
    return header.shape[0]
