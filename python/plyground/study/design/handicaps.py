"""Start positions with a handicap: without a piece, or with another seat to move first.

Position strings of the families differ. So a position string is edited in every way that could have the effect, and the game
decides which of the results is a position that differs in nothing else.
"""

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final

from ..._core import BadPosition, Game, State
from ..statistics.scoring import num_teams

SEEDS: Final = 3
"""The number of set-ups that are compared to find out whether the set-up is random."""

NUMBERS: Final = (re.compile(r"K?\d+,"), re.compile(r",K?\d+"))
"""A piece in a list of numbered cells, with the comma after it or before it."""

TOKEN: Final = re.compile(r"[A-Za-z]\d*|[A-Za-z]{2}")
"""A piece, or a stack of them, in a rank of a position string."""


def start_of(rules: Game, start: str | None) -> State:
    """Return the start position, or raise ValueError if it is drawn at random."""
    if start is not None:
        return rules.from_fen(start)
    found = rules.start(0)
    if any(rules.start(seed) != found for seed in range(1, SEEDS)):
        raise ValueError(f"the set-up of {rules.id} is random: give a position string as start")
    return found


def without_pieces(state: State, cells: tuple[str, ...]) -> str:
    """Return the position string without the top pieces of some cells. Raise ValueError if there is none."""
    for cell in cells:
        found = removals(state)
        if cell not in found:
            there = f"it has a piece that can be removed on {', '.join(sorted(found))}"
            raise ValueError(f"{state.game.id} has no position without the piece on {cell!r}; {there}")
        state = state.game.from_fen(found[cell])
    return state.fen


def removals(state: State) -> dict[str, str]:
    """Return the position strings that have one piece less, by the cell of the piece."""
    before = _pieces(state)
    found: dict[str, str] = {}
    for text in _shorter(state.fen):
        after = _pieces_of(state, text)
        if after is None:
            continue
        lost = [cell for cell in before if before[cell] != after.get(cell)]
        if len(lost) == 1 and after.keys() <= before.keys() and before[lost[0]][1:] == after.get(lost[0], []):
            found.setdefault(lost[0], text)
    return found


def weakest_men(state: State, seat: int) -> list[str]:
    """Return the cells of the cheapest men of a side, one of those that symmetries of the position exchange."""
    teams = state.game.info.seat_teams
    found, costs = removals(state), {}
    for cell, text in found.items():
        owner = state.pieces()[cell][0]["seat"]
        if owner is not None and teams[owner] == teams[seat]:
            costs[cell] = state.material(owner) - state.game.from_fen(text).material(owner)
    cheapest = min((cost for cost in costs.values() if cost > 0), default=None)
    distinct: dict[str, str] = {}
    for cell, cost in costs.items():
        if cost == cheapest:
            distinct.setdefault(_canonical(state, found[cell]), cell)
    return sorted(distinct.values())


def with_first_seat(state: State, seat: int) -> str:
    """Return the position string in which another seat moves first. Raise ValueError if there is none."""
    if state.current_player == seat:
        return state.fen
    before = _pieces(state)
    for text in _other_letters(state.fen):
        if _pieces_of(state, text) == before and state.game.from_fen(text).current_player == seat:
            return text
    raise ValueError(f"the position strings of {state.game.id} cannot have seat {seat} move first")


def second_seat(rules: Game) -> int:
    """Return the seat of the other side that moves first among its own."""
    order, teams = rules.info.turn_order, rules.info.seat_teams
    return next(seat for seat in order if teams[seat] != teams[order[0]])


def require_two_sides(rules: Game) -> None:
    """Raise ValueError for a game between more than two sides."""
    if num_teams(rules) != 2:
        raise ValueError(
            f"compensation is for the games of two sides, and {rules.id} has {num_teams(rules)}; measure it with "
            f"plyground.study.balance({rules.id!r})"
        )


def _pieces(state: State) -> dict[str, list[tuple[Any, str]]]:
    return {cell: [(one["seat"], one["text"]) for one in stack] for cell, stack in state.pieces().items()}


def _pieces_of(state: State, text: str) -> dict[str, list[tuple[Any, str]]] | None:
    """The pieces of a position string in which play can continue, or None if the game does not accept it."""
    try:
        found = state.game.from_fen(text)
    except BadPosition:
        return None
    return None if found.is_terminal else _pieces(found)


def _canonical(state: State, text: str) -> str:
    """The same text for positions that the symmetries of a state exchange."""
    after = state.game.from_fen(text)
    images = (after.transform(name) for name in state.game.symmetries if state.transform(name) == state)
    return min([text, *(image.fen for image in images if image is not None)])


def _shorter(text: str) -> Iterator[str]:
    """Position strings in which one piece may be missing."""
    board, *rest = text.split(" ")
    boards = [
        *(board[: at.start()] + board[at.end() :] for number in NUMBERS for at in number.finditer(board)),
        *_without_token(board),
    ]
    for one in boards:
        for fields in _rights(rest):
            yield " ".join([one, *fields])


def _without_token(board: str) -> Iterator[str]:
    """Boards in ranks in which an empty cell, joined with its neighbors, replaces a piece."""
    for at in range(len(board)):
        for token in {board[at : at + length] for length in (1, 2, 3)}:
            if TOKEN.fullmatch(token):
                left = re.search(r"\d*$", board[:at])
                right = re.match(r"\d*", board[at + len(token) :])
                assert left is not None
                assert right is not None
                empty = int(left[0] or 0) + 1 + int(right[0] or 0)
                yield f"{board[: left.start()]}{empty}{board[at + len(token) + right.end() :]}"


def _rights(fields: list[str]) -> Iterator[list[str]]:
    """The other fields, with all castling rights first and then with fewer."""
    yield fields
    if len(fields) > 1 and re.fullmatch(r"[KQkqA-Ha-h]{1,4}", fields[1]):
        rights = fields[1]
        for count in range(len(rights) - 1, -1, -1):
            for kept in combinations(rights, count):
                yield [fields[0], "".join(kept) or "-", *fields[2:]]


def _other_letters(text: str) -> Iterator[str]:
    """Position strings in which another letter replaces one that stands alone."""
    for at in re.finditer(r"(?<![^ :])[A-Za-z](?=[ :]|$)", text):
        for letter in "wbWBabcdef":
            if letter != at[0]:
                yield text[: at.start()] + letter + text[at.end() :]
