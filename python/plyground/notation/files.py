"""Reading and writing of games as text, for PDN and PGN."""

import codecs
import logging
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import Any, Final, Literal

from .._core import BadPdn, BadPgn, State, _GameReader
from ..checks import check_choice
from ..truncate import truncated
from .game import G

__all__ = ["read_games", "write_games"]

CHUNK_BYTES: Final = 1 << 22
"""Number of bytes that are read from a file in one call."""


def read_games(
    kind: type[G],
    suffix: str,
    source: str | PathLike[str],
    variations: bool,
    errors: Literal["raise", "skip"],
) -> Iterator[G]:
    """Yield the games of a text or a file. A string of one line that ends with ``suffix`` names a file."""
    check_choice("errors", errors, ("raise", "skip"))
    if not isinstance(source, str) or (source.lower().endswith(suffix) and "\n" not in source):
        chunks = _file_chunks(Path(source))
    else:
        chunks = iter([source])
    # The first chunk is read here, so that a file that cannot be opened raises an error immediately.
    first = next(chunks, "")
    # A chunk is empty if it has only a part of a character.
    nonempty = filter(None, chain([first], chunks))
    return _read(kind, _GameReader(kind._notation, partial(next, nonempty, ""), variations), errors == "skip")


def _file_chunks(path: Path) -> Iterator[str]:
    """Yield the text of a file in chunks: UTF-8, or Latin-1 from the first byte that is not UTF-8."""
    decoder: Any = codecs.getincrementaldecoder("utf-8-sig")()
    with path.open("rb") as file:
        last = False
        while not last:
            data = file.read(CHUNK_BYTES)
            last = len(data) < CHUNK_BYTES
            rest = decoder.getstate()[0]
            try:
                text = decoder.decode(data, last)
            except UnicodeDecodeError:
                decoder = codecs.getincrementaldecoder("latin-1")()
                text = decoder.decode(rest + data, last)
            yield text


def _read(kind: type[G], reader: _GameReader, skip: bool) -> Iterator[G]:
    while True:
        try:
            yield kind._from_record(next(reader))
        except StopIteration:  # noqa: PERF203
            return
        except (BadPdn, BadPgn) as error:
            if not skip:
                raise
            logging.getLogger(kind.__module__).warning("skipped a malformed game: %s", error)


def write_games(kind: type[G], games: Iterable[G | State], path: str | PathLike[str] | None) -> str:
    """Return the text of games, or of the games that led to states, and write it to ``path`` if it is given."""
    if isinstance(games, kind | State) or not isinstance(games, Iterable):
        raise TypeError(f"games must be a list of games or states, got {type(games).__name__} {truncated(games)}")
    several: Iterable[Any] = games
    text = "".join(str(game if isinstance(game, kind) else kind.from_state(game)) for game in several)
    if path is not None:
        Path(path).write_text(text, encoding="utf-8")
    return text
