"""Duplicate games: deterministic agents repeat the same game."""

import warnings
from typing import TYPE_CHECKING, Final

from .games import Games

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

MIN_ROUNDS: Final = 3
"""Fewer rounds than this may be equal by chance."""

MIN_REPEATS: Final = 10
"""Rounds are duplicates if each occurs this many times on average."""


class DuplicateGamesWarning(UserWarning):
    """A study consists of a few games that were repeated many times."""


def first_occurrences(games: Games, games_per_round: int) -> "NDArray[np.int64] | None":
    """Return the number of the first round that equals each round; None if too little is known about the games.

    Games count as equal if results, length, first steps, mean number of legal steps and all other measurements are equal.
    """
    import numpy as np

    known = [games.branching, games.lead_changes, games.drama]
    whole = len(games) // games_per_round * games_per_round
    if games.branching is None or whole == 0:
        return None
    lines = [games.first_action] if games.opening_actions is None else [*games.opening_actions.T]
    columns = [*games.returns.T, games.steps, games.reasons, *lines, *(each for each in known if each is not None)]
    marks = np.zeros(len(games), np.uint64)
    for column in columns:
        marks = _mixed(marks, column.astype(np.float64).view(np.uint64))
    of_rounds = np.zeros(whole // games_per_round, np.uint64)
    for column in marks[:whole].reshape(-1, games_per_round).T:
        of_rounds = _mixed(of_rounds, column)
    _, first, which = np.unique(of_rounds, return_index=True, return_inverse=True)
    return np.asarray(first[which.reshape(-1)], dtype=np.int64)


def _mixed(marks: "NDArray[np.uint64]", more: "NDArray[np.uint64]") -> "NDArray[np.uint64]":
    """Return hashes that depend on both arguments (the finalizer of SplitMix64)."""
    import numpy as np

    found = (marks ^ more) * np.uint64(0x9E3779B97F4A7C15)
    found = (found ^ (found >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    return np.asarray(found ^ (found >> np.uint64(31)))


def are_duplicates(found: "NDArray[np.int64]") -> bool:
    """Return whether a few rounds were repeated many times."""
    import numpy as np

    different = len(np.unique(found))
    return len(found) >= MIN_ROUNDS and (different == 1 or different * MIN_REPEATS <= len(found))


def warn_of_duplicates(id: str, agents: "Sequence[str]", games: int, different: int, games_per_round: int) -> None:
    """Warn that a study carries less information than its number of games suggests."""
    what = "game" if games_per_round == 1 else "round"
    warnings.warn(
        f"{id}: {games} games of {' and '.join(agents)} are repetitions of {different} {what}{'s' * (different > 1)}. "
        "Repeated games carry no information, so the p-value is omitted. Use random openings, as in openings=4; a function can "
        "choose among equal steps with the random generator that it receives",
        DuplicateGamesWarning,
        stacklevel=2,
    )
