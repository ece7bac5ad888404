"""Where the games of a study begin."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ..._core import Game, openings

if TYPE_CHECKING:
    from ..._core import State

Start: TypeAlias = str | Sequence[str] | None
"""A position string, several that are used in turn, or None for the start of the game."""


@dataclass(frozen=True, slots=True)
class Starts:
    """Where games begin. All games of a round begin at the same position, whichever agents play."""

    positions: tuple[str, ...] = ()
    """Position strings that are used in turn, or none for the start of the game."""
    turns: int = 0
    """The number of random turns before the agents play."""
    balanced: bool = False
    """Whether the random turns lead to positions that a short search finds even."""

    @property
    def is_standard(self) -> bool:
        """Whether games begin at the start of the game."""
        return not self.positions and not self.turns

    @property
    def text(self) -> str:
        """The start positions in words, for tables."""
        parts = []
        if self.positions:
            parts.append(f"{len(self.positions)} given position{'s' * (len(self.positions) > 1)}")
        if self.turns:
            parts.append(f"{self.turns} random turn{'s' * (self.turns > 1)}")
        return (" and ".join(parts) or "start") + ", balanced by ab:2" * self.balanced

    @property
    def settings(self) -> dict[str, Any]:
        """The settings as keyword arguments of `plyground.matches`, which reports record."""
        return {"start": list(self.positions) or None, "openings": self.turns, "balanced": self.balanced}

    def states(self, rules: Game, rounds: int, seed: int, offset: int = 0, *, random: bool = True) -> "list[State]":
        """Return the states at which consecutive rounds begin.

        Parameters
        ----------
        rules
            The game.
        rounds
            The number of rounds.
        seed
            The seed of the study.
        offset
            The number of the first round.
        random
            Whether to make the random turns.
        """
        return openings(
            rules,
            rounds,
            seed,
            turns=self.turns if random else 0,
            balanced=self.balanced and random,
            start=list(self.positions) or None,
            offset=offset,
        )


STANDARD_START: Final = Starts()
"""The start of the game."""


def starts_from(start: Start, turns: int, balanced: bool) -> Starts:
    """Check the settings ``start``, ``openings`` and ``balanced``. The game parses the positions later."""
    if start is not None and not isinstance(start, str | Sequence):
        raise TypeError(f"start must be a position string, a list of them or None, got {start!r}")
    positions = () if start is None else (start,) if isinstance(start, str) else tuple(start)
    if not all(isinstance(one, str) for one in positions) or (start is not None and not positions):
        raise ValueError(f"start must have at least one position string or be None, got {str(start)[:80]}")
    if isinstance(turns, bool) or not isinstance(turns, int) or turns < 0:
        raise ValueError(f"openings must be a non-negative integer, the number of random turns, got {turns!r}")
    if not isinstance(balanced, bool):
        raise TypeError(f"balanced must be True or False, got {balanced!r}")
    if balanced and not turns:
        raise ValueError("balanced=True needs random openings: give the number of turns, as in openings=6")
    return Starts(positions, turns, balanced)
