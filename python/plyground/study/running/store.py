"""A file that keeps games as they are played, so that a stopped study can continue."""

import json
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from os import PathLike
from pathlib import Path
from time import monotonic
from typing import Any, Final

from ..design.fingerprints import fingerprint_change
from .game_plan import GamePlan
from .games import Games
from .stored_plans import StoredChunk, StoredPlan, joined_ranges

MARK: Final = 0x706C7967
"""The application id of the SQLite file: 'plyg' in ASCII."""

FORMAT: Final = 4
"""The version of the file format. It changes with the tables, the keys of plans and the names of arrays."""

TABLES: Final = """
    CREATE TABLE plans (number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, fingerprints TEXT NOT NULL);
    CREATE TABLE games (
        plan INTEGER NOT NULL REFERENCES plans, first INTEGER NOT NULL, count INTEGER NOT NULL, arrays BLOB NOT NULL,
        checksum BLOB NOT NULL, seconds REAL NOT NULL, PRIMARY KEY (plan, first)
    );
"""

KEEP: Final = """
    INSERT INTO games SELECT number, ?, ?, ?, ?, ? FROM plans WHERE key = ? ON CONFLICT (plan, first) DO UPDATE SET
        count = excluded.count, arrays = excluded.arrays, checksum = excluded.checksum, seconds = excluded.seconds
        WHERE excluded.count > count
"""
"""Adds a chunk. If two processes played chunks with the same first game, the longer one stays."""

TIMEOUT: Final = 60.0
"""The largest number of seconds to wait for another process that writes."""

SQLITE_TIMEOUT: Final = 0.1
"""The number of seconds that SQLite waits itself, without reacting to interrupts."""


class BadStore(ValueError):
    """A file is not a store of games, or one that cannot be used."""


class Store:
    """Games of any number of plans in one SQLite file. Several processes may use it at the same time.

    The study functions open a store by its path (``store="games.db"``). Games are safe on the disk when `add` returns.

    Parameters
    ----------
    path : path
        The file, which is created if it does not exist.

    Raises
    ------
    BadStore
        If the file is not a store, or has another format.

    Examples
    --------
    >>> import plyground as pg, tempfile
    >>> plan = pg.study.GamePlan(pg.game("stax"), "random")
    >>> with pg.study.Store(tempfile.mkdtemp() + "/games.db") as store:
    ...     store.add(plan, first=0, games=plan.play(0, 100))
    ...     [(first, len(games)) for first, games in store.games(plan, 1_000)]
    [(0, 100)]
    """

    def __init__(self, path: "str | PathLike[str]") -> None:
        self.path = Path(path)
        self._prints: dict[str, str] = {}
        if str(self.path) == ":memory:":
            raise ValueError(
                "store must be the path of a file, such as 'games.db', or None; got ':memory:', which would be lost"
            )
        if not self.path.parent.is_dir():
            raise FileNotFoundError(2, "no such folder", str(self.path.parent))
        with _explained(self.path):
            self._file = sqlite3.connect(self.path, timeout=SQLITE_TIMEOUT, isolation_level=None)
        try:
            with _explained(self.path):
                self._open()
        except BaseException:
            self._file.close()
            raise

    def _execute(self, statement: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows. Wait for other processes up to the time limit; interrupts work meanwhile."""
        until = monotonic() + TIMEOUT
        while isinstance(found := self._tried(statement, values), sqlite3.OperationalError):
            if "locked" not in str(found) or monotonic() > until:
                raise found
        return found

    def _tried(self, statement: str, values: tuple[object, ...]) -> "list[tuple[Any, ...]] | sqlite3.OperationalError":
        try:
            return self._file.execute(statement, values).fetchall()
        except sqlite3.OperationalError as error:
            return error

    def _open(self) -> None:
        """Create the tables in a new file. Raise BadStore for another kind of file."""
        self._execute("BEGIN IMMEDIATE")
        ((mark,),) = self._execute("PRAGMA application_id")
        ((layout,),) = self._execute("PRAGMA user_version")
        ((tables,),) = self._execute("SELECT count(*) FROM sqlite_master")
        if mark == 0 and tables == 0:
            for statement in TABLES.split(";"):
                self._execute(statement)
            self._execute(f"PRAGMA application_id = {MARK}")
            self._execute(f"PRAGMA user_version = {FORMAT}")
        elif mark != MARK:
            raise BadStore(f"{self.path} is an SQLite file, but not a store of games")
        elif layout != FORMAT:
            age = "an older" if layout < FORMAT else "a newer"
            raise BadStore(
                f"{self.path} was written by {age} version of plyground (format {layout}); this one reads format {FORMAT}: "
                "run the study again with a new file"
            )
        self._execute("COMMIT")

    def games(self, plan: GamePlan, most: int, offset: int = 0) -> Iterator[tuple[int, Games]]:
        """Yield the stored chunks that have any of some games of a plan, in order.

        Parameters
        ----------
        plan : GamePlan
            The plan.
        most : int
            The number of games.
        offset : int
            The number of the first game.

        Yields
        ------
        tuple of int and Games
            The number of the first game, and the games.

        Raises
        ------
        BadStore
            If the file is damaged, or another build played differently.
        """
        with _explained(self.path):
            known = self._execute("SELECT fingerprints FROM plans WHERE key = ?", (plan.key,))
        if known:
            self._check(plan, known[0][0])
        for chunk in self.chunks(plan.key, offset, offset + most):
            games = self.read(plan.key, chunk)
            if games.returns.shape[1] != plan.game.num_seats:
                raise self._damaged(plan.key, chunk.first)
            yield chunk.first, games

    def plan_keys(self) -> list[tuple[str, str]]:
        """Return the key and the fingerprints of each plan."""
        with _explained(self.path):
            found = self._execute("SELECT key, fingerprints FROM plans ORDER BY number")
        return [(str(key), str(fingerprints)) for key, fingerprints in found]

    def plans(self) -> tuple[StoredPlan, ...]:
        """Return what the store contains: its plans, with the numbers of their games."""
        return tuple(
            StoredPlan(json.loads(key), joined_ranges((one.first, one.stop) for one in self._places(key)))
            for key, _ in self.plan_keys()
        )

    def chunks(self, key: str, start: int = 0, stop: int = 2**63 - 1) -> Iterator[StoredChunk]:
        """Yield the chunks of a plan that have any games from ``start`` to ``stop``, in order. One is in memory at a time."""
        for place in self._places(key, start, stop):
            with _explained(self.path):
                found = self._execute(
                    "SELECT first, count, arrays, checksum, seconds FROM games JOIN plans ON plan = number "
                    "WHERE key = ? AND first = ?",
                    (key, place.first),
                )
            for first, count, arrays, checksum, seconds in found:
                if type(arrays) is not bytes or checksum != _checksum(key, first, count, arrays):
                    raise self._damaged(key, first)
                yield StoredChunk(first, count, arrays, seconds)

    def _places(self, key: str, start: int = 0, stop: int = 2**63 - 1) -> list[StoredChunk]:
        """The chunks of a plan without their games."""
        with _explained(self.path):
            found = self._execute(
                # A count that is not an integer is an error, which is raised below.
                "SELECT first, count FROM games JOIN plans ON plan = number "
                "WHERE key = ? AND first < ? AND (typeof(count) <> 'integer' OR first + count > ?) ORDER BY first",
                (key, stop, start),
            )
        for first, count in found:
            if type(first) is not int or type(count) is not int:
                raise self._damaged(key, first)
        return [StoredChunk(first, count) for first, count in found]

    def read(self, key: str, chunk: StoredChunk) -> Games:
        """Return the games of a chunk. Raise BadStore if it is damaged."""
        try:
            games = Games.from_bytes(chunk.arrays, chunk.first)
        except (KeyError, NotImplementedError, TypeError, ValueError, OSError, EOFError, zipfile.BadZipFile) as error:
            raise self._damaged(key, chunk.first) from error
        if len(games) != chunk.count:
            raise self._damaged(key, chunk.first)
        return games

    def _damaged(self, key: str, first: object) -> BadStore:
        return BadStore(f"{self.path} is damaged: games from {first} of {json.loads(key)['id']}; use a new file")

    def seconds(self, plan: GamePlan, offset: int = 0) -> float:
        """Return the time in seconds that the stored games of a plan took, from the game with this number on."""
        with _explained(self.path):
            ((found,),) = self._execute(
                "SELECT total(seconds) FROM games JOIN plans ON plan = number WHERE key = ? AND first + count > ?",
                (plan.key, offset),
            )
        return float(found)

    def add(self, plan: GamePlan, first: int, games: Games, seconds: float = 0.0) -> None:
        """Store games.

        Parameters
        ----------
        plan : GamePlan
            The plan of the games.
        first : int
            The number of the first game.
        games : Games
            The games.
        seconds : float
            The time that they took.
        """
        prints = self._fingerprints(plan)
        chunk = StoredChunk(first, len(games), games.to_bytes(), seconds)
        with self.transaction():
            self._check(plan, self.add_plan(plan.key, prints))
            self.add_chunk(plan.key, chunk)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make all changes of a block together, or none if it raises an exception. No other process writes meanwhile."""
        with _explained(self.path):
            self._execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._execute("ROLLBACK")
                raise
            self._execute("COMMIT")

    def add_plan(self, key: str, fingerprints: str) -> str:
        """Store a plan unless it is there already, and return its fingerprints in the store."""
        with _explained(self.path):
            self._execute("INSERT OR IGNORE INTO plans (key, fingerprints) VALUES (?, ?)", (key, fingerprints))
            ((known,),) = self._execute("SELECT fingerprints FROM plans WHERE key = ?", (key,))
        return str(known)

    def add_chunk(self, key: str, chunk: StoredChunk) -> None:
        """Store a chunk of a plan that the store has."""
        checksum = _checksum(key, chunk.first, chunk.count, chunk.arrays)
        values = (chunk.first, chunk.count, chunk.arrays, checksum, chunk.seconds, key)
        with _explained(self.path):
            self._execute(KEEP, values)

    def _fingerprints(self, plan: GamePlan) -> str:
        """Return the fingerprints of a plan, which are computed once."""
        if plan.key not in self._prints:
            self._prints[plan.key] = json.dumps(plan.fingerprints, sort_keys=True)
        return self._prints[plan.key]

    def _check(self, plan: GamePlan, known: object) -> None:
        """Raise BadStore for games of a build whose rules or agents differ."""
        now = self._fingerprints(plan)
        if known == now:
            return
        try:
            then = json.loads(str(known))
        except ValueError:
            then = None
        what = fingerprint_change([plan.game], then, json.loads(now)) or "their fingerprints are missing"
        raise BadStore(f"{self.path} has games that this build plays differently: {what}; use a new file")

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _checksum(key: str, first: int, count: int, arrays: bytes) -> bytes:
    """A hash of the content of a chunk and of its place in the file."""
    sum = sha256(f"{key} {first} {count} ".encode())
    sum.update(arrays)
    return sum.digest()


class _explained:  # noqa: N801  (reads as a word)
    """Names the file in errors of SQLite."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, sqlite3.OperationalError):
            raise OSError(f"{self.path} cannot be used as a store: {error}") from error
        if isinstance(error, sqlite3.DatabaseError | UnicodeDecodeError):
            raise BadStore(f"{self.path} is not a store of games: {error}") from error
