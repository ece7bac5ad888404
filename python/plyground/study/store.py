"""A file that keeps games as they are played, so that a study that was stopped goes on where it was."""

import json
import sqlite3
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from os import PathLike
from pathlib import Path
from time import monotonic
from typing import Any, Final

from .behaviour import changed
from .games import Games
from .plan import Plan

MARK: Final = 0x706C7967
"""What marks an SQLite file as one of ours: 'plyg' in ASCII."""

LAYOUT: Final = 3
"""The number of this layout: since the second, pieces have checksums, and plans a frame; since the third, plans have
a behaviour, and pieces say how long they took."""

TABLES: Final = """
    CREATE TABLE plans (number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, behaviour TEXT NOT NULL);
    CREATE TABLE games (
        plan INTEGER NOT NULL REFERENCES plans, first INTEGER NOT NULL, count INTEGER NOT NULL, arrays BLOB NOT NULL,
        checksum BLOB NOT NULL, seconds REAL NOT NULL, PRIMARY KEY (plan, first)
    );
"""

KEEP: Final = """
    INSERT INTO games VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (plan, first) DO UPDATE SET
        count = excluded.count, arrays = excluded.arrays, checksum = excluded.checksum, seconds = excluded.seconds
        WHERE excluded.count > count
"""
"""Adds a piece. If two processes played pieces with the same first game, the longer one stays."""

PATIENCE: Final = 60.0
"""For so many seconds a process waits for another that writes."""

GLANCE: Final = 0.1
"""So long SQLite itself waits, in which time no one else is heard."""


class BadStore(ValueError):
    """A file is not a store of games, or not one that can be used."""


class Store:
    """Games of any number of plans in one SQLite file, in pieces. Several processes may use it together.

    What `add` has returned from is safe from the end of the process.
    """

    def __init__(self, path: "str | PathLike[str]") -> None:
        self.path = Path(path)
        self._behaviours: dict[str, str] = {}
        if str(self.path) == ":memory:":
            raise ValueError(
                "a store is a file that stays, and ':memory:' would be lost: name a file such as 'games.db', or no store"
            )
        if not self.path.parent.is_dir():
            raise FileNotFoundError(2, "no such folder", str(self.path.parent))
        with _explained(self.path):
            self._file = sqlite3.connect(self.path, timeout=GLANCE, isolation_level=None)
        try:
            with _explained(self.path):
                self._open()
        except BaseException:
            self._file.close()
            raise

    def _execute(self, statement: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        """The rows that a statement finds. It waits for other processes as long as it may, and hears who wants to stop it."""
        until = monotonic() + PATIENCE
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
        """Makes the tables in a new file; refuses one that is something else."""
        self._execute("BEGIN IMMEDIATE")
        ((mark,),) = self._execute("PRAGMA application_id")
        ((layout,),) = self._execute("PRAGMA user_version")
        ((tables,),) = self._execute("SELECT count(*) FROM sqlite_master")
        if mark == 0 and tables == 0:
            for statement in TABLES.split(";"):
                self._execute(statement)
            self._execute(f"PRAGMA application_id = {MARK}")
            self._execute(f"PRAGMA user_version = {LAYOUT}")
        elif mark != MARK:
            raise BadStore(f"{self.path} is an SQLite file, but not a store of games")
        elif layout != LAYOUT:
            raise BadStore(
                f"{self.path} was written by another version of plyground (layout {layout}, not {LAYOUT}); use a new file"
            )
        self._execute("COMMIT")

    def games(self, plan: Plan, most: int) -> Iterator[tuple[int, Games]]:
        """The pieces that there are of the first ``most`` games of a plan, in order, each with the number of its first game."""
        with _explained(self.path):
            known = self._execute("SELECT behaviour FROM plans WHERE key = ?", (plan.key,))
        if known:
            self._check(plan, known[0][0])
        with _explained(self.path):
            found = self._execute(
                "SELECT first, count, arrays, checksum FROM games JOIN plans ON plan = number "
                "WHERE key = ? AND first < ? ORDER BY first",
                (plan.key, most),
            )
        for first, count, arrays, checksum in found:
            damaged = BadStore(f"{self.path} is damaged: games from {first} of {plan.game.id}; use a new file")
            kinds = [type(each) for each in (first, count, arrays, checksum)]
            if kinds != [int, int, bytes, bytes] or checksum != _checksum(plan, first, count, arrays):
                raise damaged
            try:
                games = Games.from_bytes(arrays)
            except (
                KeyError,
                NotImplementedError,
                TypeError,
                ValueError,
                OSError,
                EOFError,
                zipfile.BadZipFile,
            ) as error:
                raise damaged from error
            if len(games) != count or games.returns.shape[1] != plan.game.num_seats:
                raise damaged
            yield first, games

    def seconds(self, plan: Plan) -> float:
        """How long it took to play the games of a plan that there are."""
        with _explained(self.path):
            ((found,),) = self._execute(
                "SELECT total(seconds) FROM games JOIN plans ON plan = number WHERE key = ?", (plan.key,)
            )
        return float(found)

    def add(self, plan: Plan, first: int, games: Games, seconds: float = 0.0) -> None:
        """Keeps games, the first of them game number ``first``, which took so many ``seconds``."""
        behaviour = self._behaviour(plan)
        with _explained(self.path):
            self._execute("BEGIN IMMEDIATE")
            try:
                self._execute("INSERT OR IGNORE INTO plans (key, behaviour) VALUES (?, ?)", (plan.key, behaviour))
                ((number, known),) = self._execute("SELECT number, behaviour FROM plans WHERE key = ?", (plan.key,))
                self._check(plan, known)
                arrays = games.to_bytes()
                piece = (number, first, len(games), arrays, _checksum(plan, first, len(games), arrays), seconds)
                self._execute(KEEP, piece)
            except BaseException:
                self._execute("ROLLBACK")
                raise
            self._execute("COMMIT")

    def _behaviour(self, plan: Plan) -> str:
        """The fingerprints of a plan, which are found out once."""
        if plan.key not in self._behaviours:
            self._behaviours[plan.key] = json.dumps(plan.behaviour, sort_keys=True)
        return self._behaviours[plan.key]

    def _check(self, plan: Plan, known: object) -> None:
        """Refuses games that another build played, by other rules or by agents that chose otherwise."""
        now = self._behaviour(plan)
        if known == now:
            return
        try:
            then = json.loads(str(known))
        except ValueError:
            then = None
        what = changed([plan.game], then, json.loads(now)) or "they do not say how"
        raise BadStore(f"{self.path} has games that would not be played so now: {what}; use a new file")

    def close(self) -> None:
        """Lets go of the file."""
        self._file.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _checksum(plan: Plan, first: int, count: int, arrays: bytes) -> bytes:
    """What tells whether a piece is still what was written, and still where it was written."""
    sum = sha256(f"{plan.key} {first} {count} ".encode())
    sum.update(arrays)
    return sum.digest()


class _explained:  # noqa: N801  (reads as a word)
    """Says which file it was that SQLite complains of."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, sqlite3.OperationalError):
            raise OSError(f"{self.path} cannot be used as a store: {error}") from error
        if isinstance(error, sqlite3.DatabaseError | UnicodeDecodeError):
            raise BadStore(f"{self.path} is not a store of games: {error}") from error
