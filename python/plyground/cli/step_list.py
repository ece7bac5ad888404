"""The legal steps of a position as a list for the terminal: grouped by piece, and explained."""

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .. import State
from ..ui.frames import choices

__all__ = ["explained_steps", "grouped_steps"]


@dataclass
class Group:
    """Legal steps that belong together."""

    heading: str
    """The piece and its cell, the word before the colon of a choice, or the step itself."""
    explanation: str
    """What the steps do, if the heading does not say it."""
    steps: list[dict[str, Any]] = field(default_factory=list)


def grouped_steps(state: State, width: int) -> Iterator[str]:
    r"""Yield the lines of a list of all legal steps of the seat to act.

    Moves are grouped by piece, other choices by their kind.

    Parameters
    ----------
    state : State
        The state, in which a seat is to act.
    width : int
        The width of the lines in columns.

    Examples
    --------
    >>> import plyground as pg
    >>> state = pg.game("english-draughts").start()
    >>> print(*grouped_steps(state, 80), sep="\n")
    7 legal steps:
      man 9:   9-13 9-14
      man 10:  10-14 10-15
      man 11:  11-15 11-16
      man 12:  12-16
    """
    groups = _groups(state)
    number = sum(len(group.steps) for group in groups)
    yield "1 legal step:" if number == 1 else f"{number} legal steps:"
    margin = 2 + max(len(group.heading) for group in groups)
    for group in groups:
        if group.explanation:
            yield f"  {group.heading}: {group.explanation}"
            head = " " * 4
        else:
            head = f"  {group.heading}: ".ljust(margin + 3)
        steps = [choice["step"] for choice in group.steps]
        if steps != [group.heading]:
            yield from _wrapped(head, steps, width)


def explained_steps(state: State, text: str) -> Iterator[str]:
    r"""Yield a line for each legal step of a piece, of a kind of choice, or for one step: the step and what it does.

    Parameters
    ----------
    state : State
        The state, in which a seat is to act.
    text : str
        A cell, the word before the colon of a choice, or a step.

    Raises
    ------
    ValueError
        If no legal step begins so.

    Examples
    --------
    >>> import plyground as pg
    >>> print(*explained_steps(pg.game("chess").start(), "b1"), sep="\n")
    b1a3  hop two north and one west to a3
    b1c3  hop two north and one east to c3
    """
    wanted = text.strip().lower().removesuffix(":")
    found = [
        choice
        for choice in choices(state, state.current_player)
        if wanted in (choice["step"].lower(), choice["step"].lower().partition(":")[0], *choice["cells"][:1])
    ]
    if not found:
        raise ValueError(f"no legal step begins with '{text[:40]}'; ? lists all legal steps")
    margin = max(len(choice["step"]) for choice in found)
    for choice in found:
        yield f"{choice['step']:<{margin}}  {choice['words']}"


def _groups(state: State) -> list[Group]:
    """Return the groups of legal steps: pieces in the order of their cells, then other choices."""
    pieces = state.pieces(state.current_player)
    places = {name: at for at, name in enumerate(state.game.info.cells)}
    groups: dict[tuple[int, int, str], Group] = {}
    for choice in choices(state, state.current_player):
        step, cells = choice["step"], choice["cells"]
        kind, colon, _ = step.partition(":")
        if colon:
            group = groups.setdefault((1, 0, kind), Group(kind, f"such as {step}, {choice['words']}"))
        elif cells:
            cell = cells[0]
            stack = pieces.get(cell, [])
            heading = f"{stack[0]['kind']} {cell}" if stack else cell
            group = groups.setdefault((0, places[cell], cell), Group(heading, ""))
        else:
            group = groups.setdefault((2, 0, step), Group(step, choice["words"].removeprefix(f"{step}: ")))
        group.steps.append(choice)
    return _in_order(groups, state)


def _in_order(groups: dict[tuple[int, int, str], Group], state: State) -> list[Group]:
    """Return the groups in order. Numbered cells are in the order of their numbers."""
    is_numbered = all(name.isdecimal() for name in state.game.info.cells)
    return [
        groups[key]
        for key in sorted(
            groups, key=lambda key: (key[0], int(key[2]) if is_numbered and key[0] == 0 else key[1], key[2])
        )
    ]


def _wrapped(head: str, steps: list[str], width: int) -> list[str]:
    """Return steps in lines, the first of which begins with a text."""
    return textwrap.wrap(
        " ".join(steps),
        max(width, len(head) + 20),
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_long_words=False,
        break_on_hyphens=False,
    )
