"""The parts of a store: its plans, and chunks of their games."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """Consecutive games of a plan in a store."""

    first: int
    """The number of the first game."""
    count: int
    """The number of games."""
    arrays: bytes = b""
    """The games, as `Games.to_bytes` writes them."""
    seconds: float = 0.0
    """The time that they took."""

    @property
    def stop(self) -> int:
        """The number after that of the last game."""
        return self.first + self.count


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """What a store contains of one plan."""

    settings: Mapping[str, Any]
    """Everything that determines the games: the id, the options and the frame of the game, the agents, the seed and so on."""
    ranges: tuple[tuple[int, int], ...]
    """The numbers of the games: the first of each range, and the number after the last."""

    @property
    def id(self) -> str:
        """The id of the variant."""
        return str(self.settings["id"])

    @property
    def agents(self) -> tuple[str, ...]:
        """The names of the agents."""
        return tuple(one if isinstance(one, str) else str(one[0]) for one in self.settings["agents"])

    @property
    def seed(self) -> int:
        """The seed of the games."""
        return int(self.settings["seed"])

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(stop - first for first, stop in self.ranges)


def joined_ranges(ranges: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return sorted ranges with those joined that overlap or touch."""
    found: list[tuple[int, int]] = []
    for first, stop in ranges:
        if found and first <= found[-1][1]:
            found[-1] = (found[-1][0], max(stop, found[-1][1]))
        else:
            found.append((first, stop))
    return tuple(found)
