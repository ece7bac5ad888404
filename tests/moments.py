"""Which moments of a game are worth a look: the first of each kind that comes up in random games.

Kinds are told apart by what every game says of itself: how steps are written, who acts next, what is gained and lost, how many
cells of the picture and which planes change, how many steps are legal, how games end. Nothing here knows any game.
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
"""Moments are looked for in so many games, or in fewer if so many cells have been looked at in their states."""
LEAST, MOST, LETTERS = 12, 30, 2_400
"""So many moments are chosen: fewer where position strings are long, so that a file stays short."""
LINES = 90
"""The letters of a moment beside its position string, more or less."""

Place: TypeAlias = tuple[int, int]
"""The number of a game, and of a step in it."""


def play(game: pg.Game, number: int) -> Iterator[tuple[pg.State, int | None]]:
    """The states of a random game, always the same of a number, each with the action that is made next; none at the end."""
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


class Look:
    """What is looked at in a state to tell what a step did."""

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
    """What a step did: broadly, and how much of the board it changed."""

    shape: str
    words: str
    cells: int
    planes: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.words}, {self.cells} cells"


def places_apart(before: str, after: str) -> int:
    """In how many places two pictures differ; any number if they are not of one size."""
    if len(before) != len(after):
        return len(after)
    apart = np.frombuffer(before.encode(), np.uint8) != np.frombuffer(after.encode(), np.uint8)
    return int(apart[0]) + int((apart[1:] & ~apart[:-1]).sum())


def parts_apart(before: NDArray[np.float32], after: NDArray[np.float32]) -> tuple[NDArray[np.intp], int]:
    """The planes that differ in two observations, and how many cells do. Planes of one number, as of a clock, do not count."""
    apart = (before != after).reshape(len(before), -1)
    sums = apart.sum(axis=1)
    parts = np.flatnonzero((sums > 0) & (sums < apart.shape[1] / 2))
    return parts, int(apart[parts].any(axis=0).sum())


class Teller:
    """Tells what steps of a game do."""

    def __init__(self, game: pg.Game) -> None:
        self._planes = game.info.plane_names
        self._cell = re.compile("|".join(re.escape(cell) for cell in sorted(game.info.cells, key=len, reverse=True)))

    def tell(self, before: Look, text: str, after: Look) -> Step:
        """What the step of this text did."""
        gains = [now - then for then, now in zip(before.material, after.material, strict=True)]
        own = gains.pop(before.actor) if before.actor != CHANCE else 0
        # How it is written, whichever its cells are; what is chosen behind a colon does not count.
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
        parts, cells = parts_apart(before.observation, after.observation)
        # Either may show too many: planes where there are marks on cells, the picture where cells have several letters.
        cells = min(cells, places_apart(before.picture, after.picture))
        return Step(shape, " ".join(words), cells, tuple(self._planes[part] for part in parts))


def kinds_of_state(look: Look) -> Iterator[str]:
    """What is to be said of a state, whatever was done before."""
    if look.reason is not None:
        yield f"ends by {look.reason}"
    if look.actor == CHANCE:
        yield "chance to act"
    if look.commits:
        yield "commit to make"
    if look.mid_turn:
        yield "mid-turn"
    if look.out and look.reason is None:
        yield f"{look.out} out"


@dataclass
class Kinds:
    """The kinds of moments in some random games."""

    ranks: dict[str, int] = field(default_factory=dict)
    """How soon a kind is chosen: the least first."""
    first: dict[str, Place] = field(default_factory=dict)
    """Where it came up first."""
    times: dict[str, int] = field(default_factory=dict)
    """How often it did."""
    at: dict[Place, list[str]] = field(default_factory=dict)
    """The kinds of each moment."""
    letters: dict[Place, int] = field(default_factory=dict)
    """About how long a moment is when it is shown."""

    def add(self, place: Place, rank: int, kind: str) -> None:
        """Notes a kind of a moment."""
        self.ranks.setdefault(kind, rank)
        self.first.setdefault(kind, place)
        self.times[kind] = self.times.get(kind, 0) + 1
        self.at[place].append(kind)

    def add_step(self, place: Place, step: Step) -> None:
        """Notes what came of a step, from its outlines to all of it."""
        self.add(place, 2, f"written {step.shape}")
        self.add(place, 3, step.words)
        self.add(place, 4, str(step))
        for plane in step.planes:
            self.add(place, 5, f"changes {plane}")
        self.add(place, 6, f"{step}: {', '.join(step.planes)}")

    def chosen(self) -> list[Place]:
        """Moments of all kinds, or as many as there is room for."""
        places: list[Place] = []
        # The start is shown anyway.
        seen, room = set(self.at[0, 0]), LETTERS
        # Of what all steps have in common, what came first; of all that they did, what is rare.
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
    """The places of moments that are worth a look."""
    kinds, teller, cells, looked, number = Kinds(), Teller(game), len(game.info.cells), 0, 0
    least, most = (1 << 30, (0, 0)), (0, (0, 0))
    while number < GAMES and looked < CELLS:
        before, done = None, ""
        for step, (state, action) in enumerate(play(game, number)):
            place, after = (number, step), Look(state)
            kinds.at[place] = []
            kinds.letters[place] = len(state.fen.partition(" ")[0]) + LINES
            for kind in kinds_of_state(after):
                kinds.add(place, 0, kind)
            if before is not None:
                kinds.add_step(place, teller.tell(before, done, after))
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
