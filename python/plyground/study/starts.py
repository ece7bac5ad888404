"""Where the games of a study begin."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from .._core import Game, openings

if TYPE_CHECKING:
    from .._core import State

Start: TypeAlias = str | Sequence[str] | None
"""A position string to play from, or several that are taken in turns, or nothing for the start of the game."""


@dataclass(frozen=True, slots=True)
class Starts:
    """Where games begin: those of a round, in which agents change places, at the same place, whoever plays."""

    positions: tuple[str, ...] = ()
    """The position strings, in turns; none for the start of the game."""
    turns: int = 0
    """How many turns are made at random before agents play."""
    balanced: bool = False
    """Whether those are looked for after which a quick search finds the position even."""

    @property
    def usual(self) -> bool:
        """Whether games begin as they always do."""
        return not self.positions and not self.turns

    @property
    def told(self) -> dict[str, Any]:
        """What a study was asked of it, for a report and for `plyground.matches`."""
        return {"start": list(self.positions) or None, "openings": self.turns, "balanced": self.balanced}

    def states(self, rules: Game, rounds: int, seed: int, offset: int = 0, *, random: bool = True) -> "list[State]":
        """Where some rounds begin, the first of them round ``offset``; without their ``random`` turns if so asked."""
        return openings(
            rules,
            rounds,
            seed,
            turns=self.turns if random else 0,
            balanced=self.balanced and random,
            start=list(self.positions) or None,
            offset=offset,
        )


AT_START: Final = Starts()
"""Where games begin if nothing is said."""


def starts_of(start: Start, turns: int, balanced: bool) -> Starts:
    """What was asked, or an error that says what is wrong with it; positions are read by the game later."""
    if start is not None and not isinstance(start, str | Sequence):
        raise TypeError(f"start is a position string, a list of them or None, not {start!r}")
    positions = () if start is None else (start,) if isinstance(start, str) else tuple(start)
    if not all(isinstance(one, str) for one in positions) or (start is not None and not positions):
        raise ValueError(f"start names at least one position string, or is None, not {str(start)[:80]}")
    if isinstance(turns, bool) or not isinstance(turns, int) or turns < 0:
        raise ValueError(f"openings is how many turns are made at random, 0 or more, not {turns!r}")
    if not isinstance(balanced, bool):
        raise TypeError(f"balanced is True or False, not {balanced!r}")
    if balanced and not turns:
        raise ValueError("only random openings are balanced: say how many turns they have, as in openings=6")
    return Starts(positions, turns, balanced)
