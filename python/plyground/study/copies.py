"""Games that are copies of each other: who plays the same game 400 times has seen one."""

import warnings
from typing import TYPE_CHECKING, Final

from .games import Games

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

LEAST: Final = 3
"""Fewer rounds than this may be alike by chance."""

AGAIN: Final = 10
"""Rounds are copies where each was played so many times on average."""


class Copies(UserWarning):
    """The games of a study are few that were played again and again."""


def originals(games: Games, rotation: int) -> "NDArray[np.int64] | None":
    """The first round that was like each round, by its number; None where too little is known of games to tell.

    Games count as the same where results, length, first steps and the mean number of legal steps are, and what else was measured.
    """
    import numpy as np

    known = [games.branching, games.lead_changes, games.drama]
    whole = len(games) // rotation * rotation
    if games.branching is None or whole == 0:
        return None
    lines = [games.first] if games.line is None else [*games.line.T]
    columns = [*games.returns.T, games.steps, games.reasons, *lines, *(each for each in known if each is not None)]
    marks = np.zeros(len(games), np.uint64)
    for column in columns:
        marks = _mixed(marks, column.astype(np.float64).view(np.uint64))
    of_rounds = np.zeros(whole // rotation, np.uint64)
    for column in marks[:whole].reshape(-1, rotation).T:
        of_rounds = _mixed(of_rounds, column)
    _, first, which = np.unique(of_rounds, return_index=True, return_inverse=True)
    return np.asarray(first[which.reshape(-1)], dtype=np.int64)


def _mixed(marks: "NDArray[np.uint64]", more: "NDArray[np.uint64]") -> "NDArray[np.uint64]":
    """Marks that differ where either differed (the finaliser of SplitMix64)."""
    import numpy as np

    found = (marks ^ more) * np.uint64(0x9E3779B97F4A7C15)
    found = (found ^ (found >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    return np.asarray(found ^ (found >> np.uint64(31)))


def copied(found: "NDArray[np.int64]") -> bool:
    """Whether these rounds are copies of a few."""
    import numpy as np

    different = len(np.unique(found))
    return len(found) >= LEAST and (different == 1 or different * AGAIN <= len(found))


def warn_of_copies(id: str, agents: "Sequence[str]", games: int, different: int, rotation: int) -> None:
    """Says that there is less to be seen in a study than there seems to be."""
    what = "game" if rotation == 1 else "round"
    warnings.warn(
        f"{id}: {games} games of {' and '.join(agents)} are {different} {what}{'s' * (different > 1)}, played again and again. "
        "Copies are no evidence, and there is no p: begin games at different places, as openings=4 does, or let agents draw "
        "among steps that are equally good, from the generator that a function is given",
        Copies,
        stacklevel=2,
    )
