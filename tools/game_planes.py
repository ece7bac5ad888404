"""The observation planes of games as rows of tables: one row for all planes that differ in the player or the piece."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

import plyground as pg
from game_folds import Fold, fold

TOTAL = "*N*"
"""Stands for the number that 1 stands for, in rows that games share."""

_PLAYER = re.compile(
    r"^(own|(?:next |first |second |third |fourth |fifth |last )?(?:enemy|partner)|next|second|third|fourth|fifth)(?='s| )"
)


@dataclass(frozen=True)
class Row:
    """Consecutive planes of one kind. `TOTAL` replaces numbers, so that rows of different games are equal."""

    name: str
    shows: str
    encoding: str


@dataclass(frozen=True)
class Place:
    """Where a row stands in the observation of one game, and its `TOTAL`."""

    start: int
    count: int
    number: int | None

    def __str__(self) -> str:
        return str(self.start) if self.count == 1 else f"{self.start}-{self.start + self.count - 1}"


@dataclass(frozen=True)
class Layout:
    """The rows of an observation, and the players in the order of their planes."""

    rows: tuple[tuple[Row, Place], ...]
    players: tuple[str, ...]


@cache
def layout_of(planes: tuple[pg.Plane, ...]) -> Layout:
    """Return the rows of an observation."""
    players = _players([plane.name for plane in planes])[0]
    rows, start = [], 0
    while start < len(planes):
        count, row = _run(planes[start:], players)
        rows.append((row, Place(planes[start].index, count, planes[start].divisor)))
        start += count
    return Layout(tuple(rows), players)


def _run(planes: Sequence[pg.Plane], everyone: tuple[str, ...]) -> tuple[int, Row]:
    """Take the planes of the first row: how many they are, and the row."""
    encoding = _encoding(planes[0])
    group = next(list(members) for _, members in groupby(planes, lambda plane: (_encoding(plane), plane.divisor)))
    names = [plane.name for plane in group]
    shown = [_plain(plane) for plane in group]
    players, kinds = _players(names)
    if len(players) > 1 and _is_described(shown[: len(players) * len(kinds)], len(players)):
        count = len(players) * len(kinds)
        name = f"*player* {_listed(fold(kinds))}"
        if players != everyone:
            name = f"`{{{', '.join(players)}}}` {_listed(fold(kinds))}"
    else:
        count = _kinds(names, shown)
        name = _listed(fold(names[:count]))
    return count, Row(name, _described(fold(shown[:count])), encoding)


def _encoding(plane: pg.Plane) -> str:
    if plane.divisor is None:
        return f"{plane.area}, share"
    return f"{plane.area}, " + (f"n / {TOTAL}" if plane.divisor > 1 or TOTAL in _plain(plane) else "0 or 1")


def _plain(plane: pg.Plane) -> str:
    """What a plane shows, with `TOTAL` for the number that 1 stands for."""
    after = "|".join(rf"(?<={words} )" for words in ("of", "of all", "divided by", "divided by the"))
    return re.sub(rf"(?:{after}){plane.divisor}\b", TOTAL, plane.description)


def _players(names: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The players of planes that repeat the same kinds for each of them, and the kinds."""
    split = [_split(name) for name in names]
    first = split[0][0]
    if not first:
        return (), ()
    for count in range(next((at for at, (player, _) in enumerate(split) if player != first), len(split)), 0, -1):
        kinds = tuple(kind for _, kind in split[:count])
        players = [first]
        for start in range(count, len(split) - count + 1, count):
            block = split[start : start + count]
            player = block[0][0]
            if not player or player in players or block != [(player, kind) for kind in kinds]:
                break
            players.append(player)
        if len(players) > 1:
            return tuple(players), kinds
    return (), ()


def _split(name: str) -> tuple[str, str]:
    found = _PLAYER.match(name)
    return (found[0], name[found.end() :].removeprefix("'s").strip()) if found else ("", name)


def _kinds(names: Sequence[str], shown: Sequence[str]) -> int:
    """How many of the first planes follow one pattern of single words, in their names and in what they show."""
    for count in range(len(names), 2, -1):
        patterns = fold(names[:count]), fold(shown[:count])
        is_named = len(patterns[0].axes) > 1 or re.search("[a-z]{3}", "".join(patterns[0].parts))
        if is_named and all(len(value.split()) == 1 for each in patterns for axis in each.axes for value in axis):
            return count
    return 1


def _listed(pattern: Fold) -> str:
    """A pattern of names with its values in braces."""
    lists = [f" {{{', '.join(value.strip() for value in axis)}}}" for axis in pattern.axes]
    text = "".join(part + (lists[place] if place < len(lists) else "") for place, part in enumerate(pattern.parts))
    return f"`{re.sub(' +', ' ', text).strip()}`"


def _is_described(shown: Sequence[str], players: int) -> bool:
    """Whether descriptions of planes differ between players in a few words only."""
    return all(len(value.split()) <= 4 for axis in fold(shown).axes if len(axis) == players for value in axis)


def _described(pattern: Fold) -> str:
    """A pattern of descriptions with words for its values."""
    text = pattern.parts[0]
    for axis, part in zip(pattern.axes, pattern.parts[1:], strict=True):
        if "seat" in axis[0]:
            value = "*player's*"
        elif len(axis) == 2:
            value = " / ".join(each.strip() for each in axis)
        else:
            value = "*kind*"
        text += f" {value}{part}"
    return re.sub(" +", " ", text).strip()


def merged(layouts: Sequence[Layout]) -> list[Row]:
    """Return the rows of several layouts in an order that agrees with each of them."""
    order: list[Row] = []
    for layout in layouts:
        new: list[Row] = []
        for row, _ in layout.rows:
            if row in order:
                at = order.index(row)
                order[at:at] = new
                new = []
            else:
                new.append(row)
        order += new
    return order
