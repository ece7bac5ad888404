"""Duplicate games: deterministic agents repeat the same game."""

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from .game_plan import GamePlan
from .games import Games

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

MIN_ROUNDS: Final = 3
"""Fewer rounds than this may be equal by chance."""

MIN_REPEATS: Final = 10
"""A warning is given if each round occurs this many times on average."""

MIN_SHARE: Final = 0.5
"""Rounds count once for each start position if this share of the repeated positions determine their round."""


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


def repeated_rounds(games: Games, games_per_round: int, positions: "Sequence[str]" = ()) -> "Repeats | None":
    """Return which rounds repeat others; None if too little is known about the games.

    The rounds of one start position differ by chance only: by the random numbers of agents, openings and rules. If all of them
    are equal, the position determines the round, and repetitions carry no information. If rounds of a position differ, they
    are independent draws, and equal ones among them are information: random play of a tiny game repeats games too. So rounds
    count once for each position if most positions that occur several times determine their round.

    Parameters
    ----------
    games
        The games.
    games_per_round
        The number of consecutive games in which agents exchange seats.
    positions
        The given start positions, which rounds use in turn.
    """
    import numpy as np

    equal = first_occurrences(games, games_per_round)
    if equal is None:
        return None
    texts = list(positions) or [""]
    rounds = np.arange(len(equal))
    place = np.array([texts.index(text) for text in texts])[(rounds + games.offset // games_per_round) % len(texts)]
    used, first, which, counts = np.unique(place, return_index=True, return_inverse=True, return_counts=True)
    distinct = len(np.unique(np.stack([place, equal]), axis=1).T)
    several = counts > 1
    differ = np.zeros(len(used), dtype=np.bool_)
    differ[which[equal != equal[first[which]]]] = True
    copies = len(equal) >= MIN_ROUNDS and bool(several.any()) and bool((~differ[several]).mean() >= MIN_SHARE)
    return Repeats(distinct, first[which].astype(np.int64) if copies else rounds)


def repeats_of(plan: GamePlan, games: Games, *, warn: bool = False) -> "Repeats | None":
    """Return which rounds of a plan repeat others. Random play is not examined, since its games differ by chance."""
    if set(plan.names) == {"random"}:
        return None
    found = repeated_rounds(games, plan.games_per_round, plan.starts.positions)
    if found is not None and warn:
        found.warn(plan.game.id, plan.names, len(games), plan.games_per_round)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Repeats:
    """Which rounds of a study repeat others."""

    distinct: int
    """The number of different rounds."""
    first: "NDArray[np.int64]"
    """The round that each round repeats, or its own number."""

    @property
    def kept(self) -> "NDArray[np.int64]":
        """The numbers of the rounds that carry information, in ascending order."""
        import numpy as np

        return np.unique(self.first)

    @property
    def any(self) -> bool:
        """Whether some rounds are repetitions."""
        return len(self.kept) < len(self.first)

    def kept_games(self, games_per_round: int) -> "NDArray[np.int64]":
        """Return the numbers of the games of `kept`."""
        import numpy as np

        found: NDArray[np.int64] = (self.kept[:, None] * games_per_round + np.arange(games_per_round)).ravel()
        return found

    def warn(self, id: str, agents: "Sequence[str]", games: int, games_per_round: int) -> None:
        """Warn of a few rounds that were repeated many times, unless they differ by chance."""
        if not self.any or (self.distinct > 1 and self.distinct * MIN_REPEATS > len(self.first)):
            return
        what = ("game" if games_per_round == 1 else "round") + "s" * (self.distinct > 1)
        warnings.warn(
            f"{id}: {games} games of {' and '.join(agents)} are repetitions of {self.distinct} {what}. A repetition carries no "
            "information, so intervals and p-values count it once. Use random openings, as in openings=4; a function can "
            "choose among equal steps with the random generator that it receives",
            DuplicateGamesWarning,
            stacklevel=2,
        )
