"""How actions are numbered: blocks with a formula, read from the texts and planes of a game and checked against them."""

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Final, NamedTuple

import plyground as pg
from game_folds import Fold, fold

IMPOSSIBLE: Final = pg.game("chess").action_text(0).partition(": ")[0] + ": "
"""The start of `Game.action_text` for a number that no seat can use, such as a step north to row 0."""

# What a text says in addition to the step itself.
_IMPOSSIBLE = re.compile(rf"^{IMPOSSIBLE}(it would )?")
_SEAT = re.compile(r", seen from (the seat to act|seat \d+)$")
_REMARKS = re.compile(r",? from outside the board| or row \d+, column \d+|, off the board| \([^)]*\)")

_PLACE = re.compile(r"row (\d+), column (\d+)")
_CELL = re.compile(r"row (\d+), column (\d+)|cell (\d+) of [^,]*, counted [^,]*")

Cell = tuple[int, int] | int | None
"""A row and a column; or the number of a cell whose place depends on the seat; or none."""


class Action(NamedTuple):
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
        """The number after its last one."""
        return self.start + prod(self.labels.sizes) * len(self.cells)


def blocks_of(game: pg.Game) -> tuple[Block, ...]:
    """Return the blocks of a game's actions, in the order of their numbers.

    Raises
    ------
    ValueError
        If an action does not agree with the formula of its block.
    """
    _, rows, columns = game.observation_shape
    texts = tuple(game.action_text(number) for number in range(game.num_actions))
    places = game.info.action_planes
    if (places // 2 != places[0] // 2).any():
        raise ValueError(f"{game.id}: action_planes must differ between seats by a column at most")
    return _numbering(texts, tuple(places[0].tolist()), rows, columns)


@cache
def _numbering(texts: tuple[str, ...], places: tuple[int, ...], rows: int, columns: int) -> tuple[Block, ...]:
    """Find the blocks of actions with these texts and places, which many games share."""
    actions = list(_read(texts, places, rows, columns))
    blocks = tuple(_blocks(_units(actions)))
    _check(actions, blocks)
    return blocks


def _read(texts: Sequence[str], places: Sequence[int], rows: int, columns: int) -> Iterator[Action]:
    """Read the text and the place of each action."""
    known: dict[int, tuple[str, str, str]] = {}
    for text, place in zip(texts, places, strict=True):
        if place < 0:
            yield _parsed(text, None, None)
            continue
        plane, cell = divmod(place, rows * columns)
        row, column = divmod(cell, columns)
        # Most texts differ from the last of their plane in the cell only.
        before, label, after = known.get(plane, ("", "", ""))
        if label and text == f"{before}row {row}, column {column}{after}":
            yield Action(plane, label, (row, column), ((row, column),), True)
            continue
        action = _parsed(text, plane, (row, column))
        if action.is_possible and len(action.places) == 1:
            before, _, after = text.partition(f"row {row}, column {column}")
            known[plane] = before, action.label, after
        yield action


def _parsed(text: str, plane: int | None, place: Cell) -> Action:
    is_possible = not text.startswith(IMPOSSIBLE)
    text = _SEAT.sub("", _IMPOSSIBLE.sub("", text))
    places = tuple((int(row), int(column)) for row, column in _PLACE.findall(text))
    text = _REMARKS.sub("", text)
    found = _CELL.search(text)
    label = f"{text[: found.start()]}{{cell}}{text[found.end() :]}" if found else text
    if found and plane is None:
        place = (int(found[1]), int(found[2])) if found[3] is None else int(found[3])
    return Action(plane, label, place, places, is_possible)


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
        starts, ends = (tuple(dict.fromkeys(side)) for side in zip(*pairs[:count], strict=True))
        if pairs[:count] == list(itertools.product(starts, ends)):
            return count, fold(starts).then(fold(ends))
    return 1, fold(labels[:1])


def _check(actions: Sequence[Action], blocks: Sequence[Block]) -> None:
    """Compare the formula of each block with what the game tells about each action."""
    number = 0
    for block in blocks:
        for label, cell in itertools.product(block.labels, block.cells):
            action = actions[number]
            agrees = action.label == label or not action.is_possible or _is_longer(action.label, label)
            if not agrees or action.cell != cell or (block.on_plane and action.places and cell not in action.places):
                raise ValueError(f"action {number} must be {label!r} with cell {cell}, got {action}")
            number += 1
        if block.stop != number:
            raise ValueError(f"block must end at {number}, got {block.stop}")
    if number != len(actions):
        raise ValueError(f"blocks must hold {len(actions)} actions, got {number}")


def _is_longer(text: str, label: str) -> bool:
    """Whether a text differs from a label by added words only."""
    before, _, after = label.partition("{cell}")
    return text.startswith(before) and text.endswith(after)
