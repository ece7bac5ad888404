"""Selects moments of a game for its playthrough: the first of each kind that occurs in random games.

A kind is derived from the interface that all games share: the notation of steps, the seat to act next, gains and losses of
material, the number of cells and the planes that change, the number of legal steps, and the end of the game. Nothing here depends
on a particular game.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

import plyground as pg

CHANCE = -2
GAMES, CELLS = 80, 2_000_000
"""The maximum number of games that are searched for moments, and of cells in their states (states times cells of the board)."""
LEAST, MOST, LETTERS = 12, 30, 2_400
"""The minimum and maximum number of moments, and the number of letters after which no more than the minimum are chosen."""
LINES = 90
"""The approximate number of letters of a moment in addition to its board."""

Place: TypeAlias = tuple[int, int]
"""The number of a game and the number of steps made in it."""


def play(game: pg.Game, number: int) -> Iterator[tuple[pg.State, int | None]]:
    """Yield the states of a random game, each with the next action; the last with None. `number` is the seed of the game."""
    rng = Random(number)
    state = game.start(number)
    while not state.is_terminal:
        actions = state.legal_actions()
        at = int(rng.random() * len(actions))
        if state.current_player == CHANCE:
            at = rng.choices(range(len(actions)), [chance for _, chance in state.chance_outcomes()])[0]
        yield state, int(actions[at])
        state.apply(int(actions[at]))
    yield state, None


class Snapshot:
    """The properties of a state that are compared before and after a step."""

    def __init__(self, state: pg.State) -> None:
        seats = range(state.game.num_seats)
        self.actor, self.mid_turn, self.commits, self.reason = (
            state.current_player,
            state.is_mid_turn,
            state.is_simultaneous,
            state.reason,
        )
        self.material = [state.material(seat) for seat in seats]
        self.out = sum(not state.is_active(seat) for seat in seats)
        self.picture = state.text(last=False, status=False)
        self.observation = state.observe(0)


@dataclass(frozen=True)
class Step:
    """The effects of a step: its notation, a summary in words, and the cells and planes that it changed."""

    shape: str
    words: str
    cells: int
    planes: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.words}, {self.cells} cells"


def count_text_differences(before: str, after: str) -> int:
    """Return the number of places in which two pictures differ, or the length of the second if their lengths differ."""
    if len(before) != len(after):
        return len(after)
    apart = np.frombuffer(before.encode(), np.uint8) != np.frombuffer(after.encode(), np.uint8)
    return int(apart[0]) + int((apart[1:] & ~apart[:-1]).sum())


def plane_differences(before: NDArray[np.float32], after: NDArray[np.float32]) -> tuple[NDArray[np.intp], int]:
    """Return the planes that differ between two observations and the number of cells that do.

    Planes on which at least half of the cells differ are ignored, as those of a clock are constant.
    """
    apart = (before != after).reshape(len(before), -1)
    sums = apart.sum(axis=1)
    parts = np.flatnonzero((sums > 0) & (sums < apart.shape[1] / 2))
    return parts, int(apart[parts].any(axis=0).sum())


class StepDescriber:
    """Describes the effects of steps of a game."""

    def __init__(self, game: pg.Game) -> None:
        self._planes = game.info.plane_names
        self._cell = re.compile("|".join(re.escape(cell) for cell in sorted(game.info.cells, key=len, reverse=True)))

    def describe(self, before: Snapshot, text: str, after: Snapshot) -> Step:
        """Return the effects of the step with this text."""
        gains = [now - then for then, now in zip(before.material, after.material, strict=True)]
        own = gains.pop(before.actor) if before.actor != CHANCE else 0
        # The notation with all cells replaced by `c`, and without the choice after a colon.
        shape = self._cell.sub("c", text.partition(":")[0]) + ":" * (":" in text)
        words = [
            *["chance"] * (before.actor == CHANCE),
            shape,
            *["gains"] * (own > 0),
            *["loses"] * (own < 0),
            *["takes"] * (min(gains, default=0) < 0),
            *["gives"] * (max(gains, default=0) > 0),
            *["goes on"] * (after.actor == before.actor),
        ]
        parts, cells = plane_differences(before.observation, after.observation)
        # Both are upper bounds: planes may mark further cells, and a cell of the picture may have several letters.
        cells = min(cells, count_text_differences(before.picture, after.picture))
        return Step(shape, " ".join(words), cells, tuple(self._planes[part] for part in parts))


def kinds_of_state(snapshot: Snapshot) -> Iterator[str]:
    """Yield the kinds of a state that do not depend on the step before."""
    if snapshot.reason is not None:
        yield f"ends by {snapshot.reason}"
    if snapshot.actor == CHANCE:
        yield "chance to act"
    if snapshot.commits:
        yield "commit to make"
    if snapshot.mid_turn:
        yield "mid-turn"
    if snapshot.out and snapshot.reason is None:
        yield f"{snapshot.out} out"


@dataclass
class Kinds:
    """The kinds of moments in some random games."""

    ranks: dict[str, int] = field(default_factory=dict)
    """The priority of each kind: the lowest rank is chosen first."""
    first: dict[str, Place] = field(default_factory=dict)
    """The place at which each kind occurred first."""
    times: dict[str, int] = field(default_factory=dict)
    """The number of occurrences of each kind."""
    at: dict[Place, list[str]] = field(default_factory=dict)
    """The kinds of each moment."""
    letters: dict[Place, int] = field(default_factory=dict)
    """The approximate number of letters of each moment in a playthrough."""

    def add(self, place: Place, rank: int, kind: str) -> None:
        """Record a kind of a moment."""
        self.ranks.setdefault(kind, rank)
        self.first.setdefault(kind, place)
        self.times[kind] = self.times.get(kind, 0) + 1
        self.at[place].append(kind)

    def add_step(self, place: Place, step: Step) -> None:
        """Record the kinds of a step, from the most general to the most specific."""
        self.add(place, 2, f"written {step.shape}")
        self.add(place, 3, step.words)
        self.add(place, 4, str(step))
        for plane in step.planes:
            self.add(place, 5, f"changes {plane}")
        self.add(place, 6, f"{step}: {', '.join(step.planes)}")

    def chosen(self) -> list[Place]:
        """Return the places of moments of all kinds, or of the first kinds within the limits."""
        places: list[Place] = []
        # Every playthrough shows the start.
        seen, room = set(self.at[0, 0]), LETTERS
        # Within a rank, the earliest kind comes first; within the most specific rank, the rarest.
        order = sorted(
            self.ranks, key=lambda kind: (rank := self.ranks[kind], self.times[kind] * (rank == 6), self.first[kind])
        )
        for kind in order:
            place = self.first[kind]
            if kind in seen or len(places) == MOST or (room <= 0 and len(places) >= LEAST):
                continue
            seen.update(self.at[place])
            places.append(place)
            room -= self.letters[place]
        return sorted(places)


def choose(game: pg.Game) -> list[Place]:
    """Return the places of the moments that the playthrough of a game shows."""
    kinds, describer, cells, looked, number = Kinds(), StepDescriber(game), len(game.info.cells), 0, 0
    least, most = (1 << 30, (0, 0)), (0, (0, 0))
    while number < GAMES and looked < CELLS:
        before, done = None, ""
        for step, (state, action) in enumerate(play(game, number)):
            place, after = (number, step), Snapshot(state)
            kinds.at[place] = []
            kinds.letters[place] = len(state.fen.partition(" ")[0]) + LINES
            for kind in kinds_of_state(after):
                kinds.add(place, 0, kind)
            if before is not None:
                kinds.add_step(place, describer.describe(before, done, after))
            if action is not None:
                legal = len(state.legal_actions())
                least, most = min(least, (legal, place)), max(most, (legal, place))
                done = state.step_of(action)
            before = after
            looked += cells
        number += 1
    kinds.add(least[1], 1, "fewest legal steps")
    kinds.add(most[1], 1, "most legal steps")
    return kinds.chosen()
