"""Replays: games to step through, as a page in one file, an animation or a strip of pictures."""

import json
from collections.abc import Iterator
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any

from .._core import Matches, Playouts, State, Trajectories
from ..atomic_files import write
from ..notation.game import NotatedGame
from ..optional_deps import require_module
from ..truncate import truncated
from .frames import board_data, scene_frame, shown_steps, to_json
from .scripts import bundle, styles
from .strip import strip

__all__ = ["FORMAT", "Replay", "expand", "replay"]

FORMAT = "plyground replay 2"
"""The name and the version of the format."""
_BY_CELL = ("pieces", "marks")


class Replay:
    """A game to step through. The function `replay` makes it.

    In a notebook, a replay as the last expression of a cell shows the board with buttons to step through the game.

    Parameters
    ----------
    state : State
        The last state, with its record.
    seat : int, optional
        The seat whose view is shown. By default everything is shown.
    title : str, optional
        A title. The default is that of the variant.

    Attributes
    ----------
    state : State
        The last state.
    seat : int or None
        The seat whose view is shown.
    title : str
        The title. It can be set.

    Raises
    ------
    ValueError
        If the title contains a surrogate, which no file can contain.

    Examples
    --------
    >>> import plyground as pg
    >>> state = pg.game("stax").start()
    >>> state.play_random(seed=1, max_steps=10)
    >>> game = pg.replay(state)
    >>> len(game)
    11
    >>> data = game.to_dict()
    >>> data["format"], len(data["frames"])
    ('plyground replay 2', 11)
    """

    def __init__(self, state: State, seat: int | None = None, title: str | None = None) -> None:
        self.state = state.copy()
        self.seat = seat
        self.title = state.game.info.title if title is None else title

    @property
    def title(self) -> str:
        """The title. It can be set."""
        return self._title

    @title.setter
    def title(self, title: str) -> None:
        try:
            title.encode()
        except UnicodeEncodeError:
            raise ValueError(f"title must be text without surrogates, got {title!a}") from None
        self._title = title

    def __len__(self) -> int:
        """Return the number of positions, the start included."""
        return len(self.state.actions) + 1

    def states(self) -> Iterator[State]:
        """Return the states of the game, the start included. Each is valid until the next one."""
        state = self.state.game.from_fen(self.state.start_fen)
        yield state
        for action in self.state.actions.tolist():
            state.apply(action)
            yield state

    def to_dict(self) -> dict[str, Any]:
        """Return the replay as dicts, lists, strings and numbers, in the format of ``replay.schema.json``.

        To be small, a frame contains only what differs from the frame before: `expand` reverses that.

        Returns
        -------
        dict
            The replay.
        """
        sprites: dict[str, Any] = {}
        # Marks and groups stay for many positions.
        marks, groups = _Table(), _Table()
        frames: list[dict[str, Any]] = []
        before: dict[str, Any] = {}
        for state in self.states():
            frame = scene_frame(state, self.seat)
            sprites |= frame.pop("sprites")
            frame["last"] = frame["last"][-1:]
            frame["marks"] = {cell: [marks.index(mark) for mark in there] for cell, there in frame["marks"].items()}
            frame["off_board"] = [groups.index(group) for group in frame["off_board"]]
            frames.append(_difference(before, frame))
            before = frame
        return {
            "format": FORMAT,
            "title": self.title,
            "seat": self.seat,
            "board": board_data(self.state.game),
            "game": json.loads(self.state.game.to_json()),
            "start": self.state.start_fen if self.seat is None else None,
            "steps": shown_steps(self.state, self.seat),
            "sprites": sprites,
            "marks": marks.values,
            "off_board": groups.values,
            "frames": frames,
        }

    def to_json(self) -> str:
        """Return the replay as JSON text."""
        return to_json(self.to_dict())

    def to_html(self) -> str:
        """Return a page that shows the replay. It needs no other file and no network.

        Returns
        -------
        str
            The page.
        """
        # A script element ends at the first `</`, wherever it is.
        data = self.to_json().replace("<", "\\u003c")
        return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(self.title)}</title>
<style>{styles()}</style>
</head>
<body class="pg-page">
<main class="pg-playing" id="main"></main>
<script type="application/json" id="replay">{data}</script>
<script type="module">
{bundle("replay.js")}
new ReplayView(document.getElementById("main"), JSON.parse(document.getElementById("replay").textContent));
</script>
</body>
</html>
"""

    def save(self, path: "str | PathLike[str]", *, columns: int = 4, pictures: int = 12, seconds: float = 0.7) -> None:
        """Write the replay to a file.

        Parameters
        ----------
        path : str or path
            The file. The suffix says what it is: ``.html`` is a page in one file, ``.json`` the data, ``.gif`` an animation, and
            ``.svg`` a strip of pictures. Animations need ``pip install 'plyground[render]'``.
        columns : int, default 4
            The number of pictures in a row of a strip.
        pictures : int, default 12
            The number of pictures in a strip. They are evenly spaced, and include the first and the last position.
        seconds : float, default 0.7
            The time for which an animation shows a position, above 0 and at most 200.

        Raises
        ------
        ValueError
            If the suffix is another one, or a number is out of its range.
        OSError
            If the file cannot be written.
        """
        kind = Path(path).suffix.lower()
        if kind == ".html":
            write(path, self.to_html())
        elif kind == ".json":
            write(path, self.to_json() + "\n")
        elif kind == ".svg":
            write(path, self.to_svg(columns=columns, pictures=pictures))
        elif kind == ".gif":
            write(path, require_module("ui.animation").animation(self._pictures(), seconds))
        else:
            raise ValueError(f"path must end with .html, .json, .gif or .svg, got {truncated(str(path))}")

    def to_svg(self, *, columns: int = 4, pictures: int = 12) -> str:
        """Return a strip of pictures of the game.

        Parameters
        ----------
        columns : int, default 4
            The number of pictures in a row.
        pictures : int, default 12
            The number of pictures. They are evenly spaced, and include the first and the last position. A shorter game has all of
            its positions.

        Returns
        -------
        str
            An SVG document.

        Raises
        ------
        ValueError
            If a number is not positive.
        """
        if pictures < 1:
            raise ValueError(f"pictures must be a positive integer, got {pictures}")
        chosen = _evenly_spaced(len(self), pictures)
        return strip([picture for at, picture in enumerate(self._pictures()) if at in chosen], columns)

    def _pictures(self) -> Iterator[str]:
        return (state.svg(self.seat) for state in self.states())

    def _repr_html_(self) -> str:
        frame = "width:100%;height:680px;border:0"
        return f'<iframe srcdoc="{escape(self.to_html())}" style="{frame}" title="{escape(self.title)}"></iframe>'


class _Table:
    """Values, each once, in the order in which they were seen first."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._indices: dict[str, int] = {}

    def index(self, value: Any) -> int:
        """Return the index of a value, which is added if it is new."""
        index = self._indices.setdefault(to_json(value), len(self.values))
        if index == len(self.values):
            self.values.append(value)
        return index


def _evenly_spaced(length: int, count: int) -> set[int]:
    """Return the indices of evenly spaced elements, with the first and the last one. One element is the last one."""
    count = min(count, length)
    if count == 1:
        return {length - 1}
    return {round(at * (length - 1) / (count - 1)) for at in range(count)}


def _difference(before: dict[str, Any], frame: dict[str, Any]) -> dict[str, Any]:
    """Return what differs from the frame before.

    Dicts by cell (``pieces`` and ``marks``) contain only cells that differ, with None for empty ones.
    """
    changed = {key: value for key, value in frame.items() if key not in before or before[key] != value}
    for key in _BY_CELL:
        if before and key in changed:
            old, new = before[key], frame[key]
            changed[key] = {cell: new.get(cell) for cell in old | new if old.get(cell) != new.get(cell)}
    return changed


def expand(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Return the complete frames of a replay.

    Parameters
    ----------
    data : dict
        What `Replay.to_dict` returns.

    Returns
    -------
    iterator of dict
        For each position the dict of `frames.scene_frame`, without its sprites.

    Raises
    ------
    ValueError
        If the data is not a replay.
    """
    try:
        yield from _expanded(data)
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise ValueError(f"not a replay: {type(error).__name__}: {error!s:.200}") from None


def _expanded(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the complete frames of a replay."""
    frame: dict[str, Any] = {key: {} for key in _BY_CELL}
    for changed in data["frames"]:
        by_cell = {key: frame[key] | changed.get(key, {}) for key in _BY_CELL}
        frame = frame | changed
        for key, there in by_cell.items():
            frame[key] = {cell: value for cell, value in there.items() if value is not None}
        marks = {cell: [data["marks"][index] for index in there] for cell, there in frame["marks"].items()}
        yield frame | {"marks": marks, "off_board": [data["off_board"][index] for index in frame["off_board"]]}


def replay(
    source: "State | NotatedGame | Trajectories | Matches | Playouts", index: int = 0, *, seat: int | None = None
) -> Replay:
    """Return a game to step through.

    Parameters
    ----------
    source : State, Trajectories, Matches, Playouts, plyground.pgn.Game or plyground.pdn.Game
        The game: a state with its record, one of several games, or a game as text. Matches need ``record=True``. The games of
        a study are states: ``report.games("longest")``.
    index : int, default 0
        The number of the game in `Trajectories`, `Matches` or `Playouts`. Negative numbers count from the end.
    seat : int, optional
        The seat whose view is shown. By default everything is shown.

    Returns
    -------
    plyground.ui.replay.Replay
        The replay. ``save("game.html")`` writes a page to send to others.

    Raises
    ------
    TypeError
        If the source is none of these.
    IndexError, ValueError
        If there is no such game or seat.

    Examples
    --------
    >>> import plyground as pg
    >>> [game] = pg.pgn.read("1. e4 e5 2. Nf3 *")
    >>> len(pg.replay(game))
    4
    """
    if isinstance(source, NotatedGame):
        source = source.play()
    elif isinstance(source, Trajectories):
        source = _state_of(source, index)
    elif isinstance(source, Matches | Playouts):
        source = source.state(index)
    if not isinstance(source, State):
        raise TypeError(
            f"source must be a State, Trajectories, Matches, Playouts or a game of PGN or PDN, got {type(source).__name__}"
        )
    if seat is not None:
        source.observation_string(seat)
    return Replay(source, seat)


def _state_of(games: Trajectories, index: int) -> State:
    """Return the last state of one of several games."""
    if not -len(games) <= index < len(games):
        raise IndexError(f"index must be from {-len(games)} to {len(games) - 1}, got {index}")
    index %= len(games)
    state = games.game.from_fen(games.starts[index])
    first, end = games.offsets[index : index + 2]
    for action in games.actions[first:end].tolist():
        state.apply(action)
    return state
