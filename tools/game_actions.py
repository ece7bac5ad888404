"""How actions are numbered: blocks with a formula, read from the texts and planes of a game and checked against them."""

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

from game_folds import Fold, fold

import plyground as pg

IMPOSSIBLE: Final = "nobody can make it: "
"""The start of `Game.action_text` for a number that no seat can use."""

# What a text says in addition to the step itself.
_IMPOSSIBLE = re.compile(rf"^({IMPOSSIBLE}(it would )?)+")
_SEAT = re.compile(r", as (the seat|seat \d+) sees it$")
_REMARKS = re.compile(r" from beyond the board| or row \d+, column \d+|, off the board| \([^)]*\)")

_PLACE = re.compile(r"row (\d+), column (\d+)")
_CELL = re.compile(r"row (\d+), column (\d+)|cell (\d+) of [^,]*, counted [^,]*")

Cell = tuple[int, int] | int | None
"""A row and a column; or the number of a cell whose place depends on the seat; or none."""


@dataclass(frozen=True)
class Action:
    """What the game tells about one action: its plane, its label with ``{cell}``, its cell, and all places it names."""

    plane: int | None
    label: str
    cell: Cell
    places: tuple[tuple[int, int], ...]
    is_possible: bool


@dataclass(frozen=True)
class Unit:
    """Consecutive actions that differ in the cell only."""

    start: int
    label: str
    cells: tuple[Cell, ...]
    on_plane: bool
    is_possible: bool


@dataclass(frozen=True)
class Block:
    """Consecutive units with the same cells, whose labels follow one pattern.

    The number of an action is `start`, plus the number of its unit times the number of cells, plus the number of the cell.
    """

    start: int
    labels: Fold
    cells: tuple[Cell, ...]
    on_plane: bool
    is_possible: bool

    @property
    def stop(self) -> int:
        return self.start + prod(self.labels.sizes) * len(self.cells)


def blocks_of(game: pg.Game) -> tuple[Block, ...]:
    """Return the blocks of a game's actions, in the order of their numbers.

    Raises
    ------
    ValueError
        If an action does not agree with the formula of its block.
    """
    actions = [_read(game, number, place) for number, place in enumerate(game.info.action_planes[0].tolist())]
    blocks = tuple(_blocks(_units(actions)))
    _check(game, actions, blocks)
    return blocks


def _read(game: pg.Game, number: int, place: int) -> Action:
    text = game.action_text(number)
    _, rows, columns = game.observation_shape
    is_possible = not text.startswith(IMPOSSIBLE)
    text = _SEAT.sub("", _IMPOSSIBLE.sub("", text))
    places = tuple((int(row), int(column)) for row, column in _PLACE.findall(text))
    text = _REMARKS.sub("", text)
    found = _CELL.search(text)
    label = f"{text[: found.start()]}{{cell}}{text[found.end() :]}" if found else text
    if place >= 0:
        plane, cell = divmod(place, rows * columns)
        return Action(plane, label, divmod(cell, columns), places, is_possible)
    named: Cell = None
    if found:
        named = (int(found[1]), int(found[2])) if found[3] is None else int(found[3])
    return Action(None, label, named, places, is_possible)


def _units(actions: Sequence[Action]) -> Iterator[Unit]:
    """Group actions by plane, and those outside planes by label."""
    start = 0
    for (plane, _), group in itertools.groupby(actions, lambda action: (action.plane, _key(action))):
        members = list(group)
        possible = [action.label for action in members if action.is_possible]
        label = Counter(possible or [action.label for action in members]).most_common(1)[0][0]
        yield Unit(start, label, tuple(action.cell for action in members), plane is not None, bool(possible))
        start += len(members)


def _key(action: Action) -> str | None:
    return action.label if action.plane is None else None


def _blocks(units: Iterator[Unit]) -> Iterator[Block]:
    """Join units with the same cells and the same first word whose labels follow one pattern."""
    for _, group in itertools.groupby(units, _kind):
        members = list(group)
        while members:
            count, labels = _longest([unit.label for unit in members])
            unit = members[0]
            yield Block(unit.start, labels, unit.cells, unit.on_plane, unit.is_possible)
            members = members[count:]


def _kind(unit: Unit) -> tuple[object, ...]:
    return unit.cells, unit.on_plane, unit.is_possible, unit.label.split()[0]


def _longest(labels: Sequence[str]) -> tuple[int, Fold]:
    """How many labels are all combinations of texts before and after the cell, and their pattern."""
    pairs = [(before + cell, after) for before, cell, after in (label.partition("{cell}") for label in labels)]
    for count in range(len(pairs), 1, -1):
        befores, afters = (tuple(dict.fromkeys(side)) for side in zip(*pairs[:count], strict=True))
        if pairs[:count] == list(itertools.product(befores, afters)):
            return count, fold(befores).then(fold(afters))
    return 1, fold(labels[:1])


def _check(game: pg.Game, actions: Sequence[Action], blocks: Sequence[Block]) -> None:
    """Compare the formula of each block with what the game tells about each action."""
    number = 0
    for block in blocks:
        for label, cell in itertools.product(block.labels, block.cells):
            action = actions[number]
            agrees = action.label == label or not action.is_possible or not _remark(action.label, label)
            agrees = agrees and action.cell == cell
            if block.on_plane and action.places:
                agrees = agrees and cell in action.places
            if not agrees:
                raise ValueError(f"{game.id}: action {number} must be {label!r} with cell {cell}, got {action}")
            number += 1
        if block.stop != number:
            raise ValueError(f"{game.id}: block must end at {number}, got {block.stop}")
    if number != game.num_actions:
        raise ValueError(f"{game.id}: blocks must hold {game.num_actions} actions, got {number}")


def _remark(text: str, label: str) -> bool:
    """Whether a text differs from a label by more than added words."""
    before, _, after = label.partition("{cell}")
    return not (text.startswith(before) and text.endswith(after))
