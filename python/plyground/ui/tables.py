"""The games of a server: each with a thread that plays for chance and the agents."""

import asyncio
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from .commands import agent_of, failure_text, hint_errors, run_command
from .session import Session

__all__ = ["HINT_SECONDS", "MAX_HINTS", "MAX_TABLES", "Table", "Tables"]

MAX_TABLES = 32
"""The maximum number of games at the same time. For a new one, the game that was not looked at for the longest time is closed."""

HINT_SECONDS = 60.0
"""The seconds after which the search for a hint ends. The best step so far is the hint."""

MAX_HINTS = 4
"""The maximum number of hints that are searched at the same time. The others wait."""

PAUSE = 0.4
"""The seconds between two steps in games without users, so that they can be watched."""

END_SECONDS = 5.0
"""The maximum number of seconds to wait for searches when the server ends. A search in the core needs a small part of this."""


class Table:
    """A session, the thread that makes the steps of chance and agents, and the requests that wait for a change."""

    def __init__(self, session: Session, loop: asyncio.AbstractEventLoop) -> None:
        self.session = session
        self.last_used = time.monotonic()
        self._loop = loop
        self._lock = threading.Condition()
        self._changed = asyncio.Event()
        self._is_closed = False
        # Why the thread has ended, if an agent or the rules of a game in Python have failed.
        self._failure: str | None = None
        self._thread = threading.Thread(target=self._play, daemon=True, name="plyground-table")
        self._thread.start()

    @property
    def is_closed(self) -> bool:
        """Whether the game was closed."""
        return self._is_closed

    def frame(self) -> dict[str, Any]:
        """Return the frame of the session."""
        with self._lock:
            self.last_used = time.monotonic()
            return {**self.session.frame(), "failure": self._failure}

    def run(self, command: Mapping[str, Any]) -> dict[str, Any]:
        """Run a command. See `commands.run_command`."""
        with self._lock:
            try:
                return run_command(self.session, command)
            finally:
                self._notify()

    def replace(self, session: Session) -> None:
        """Continue with another session."""
        with self._lock:
            session.version = self.session.version + 1
            self.session = session
            self._notify()

    def analyze(self, command: Mapping[str, Any], has_left: Callable[[], bool]) -> dict[str, Any]:
        """Search the position for a hint, for at most `HINT_SECONDS`.

        Parameters
        ----------
        command : mapping
            The agent: see `commands.agent_of`.
        has_left : callable
            Returns whether the client has closed its connection. The search ends then, and when the position changes.

        Returns
        -------
        dict
            The hint: see `Session.analysis`.

        Raises
        ------
        CommandError
            If there is no hint, for whatever reason.
        """
        with hint_errors():
            with self._lock:
                session, version = self.session, self.session.version
                search = session.analysis(agent_of(command))
            has_changed, end = self._has_changed(session, version), time.monotonic() + HINT_SECONDS
            return search(lambda: has_changed() or has_left() or time.monotonic() > end)

    async def wait(self, version: int, seconds: float) -> None:
        """Wait until the session has another version, or the game is closed, but not longer than this."""
        end = self._loop.time() + seconds
        while self.session.version == version and not self._is_closed:
            changed, left = self._changed, end - self._loop.time()
            if left <= 0:
                return
            task = asyncio.ensure_future(changed.wait())
            await asyncio.wait([task], timeout=left)
            task.cancel()

    def close(self) -> None:
        """End the game and all its searches."""
        with self._lock:
            self._is_closed = True
            self._notify()

    def join(self, seconds: float) -> None:
        """Wait for the thread of a closed game to end, but not longer than this."""
        self._thread.join(seconds)

    def _has_changed(self, session: Session, version: int) -> Callable[[], bool]:
        """Return a function that says whether a search that began with this version is out of date."""
        return lambda: self._is_closed or self.session is not session or session.version != version

    def _notify(self) -> None:
        """Wake the thread and the waiting requests."""
        self._lock.notify_all()
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def _play(self) -> None:
        """Make the steps of chance and agents until the game is closed."""
        try:
            while not self._is_closed:
                self._play_step()
        except BaseException as error:
            # Agents and the rules of games in Python can raise anything. No interrupt arrives on this thread.
            with self._lock:
                self._failure = failure_text(error)
                self.session.version += 1
                self._notify()
            raise

    def _play_step(self) -> None:
        """Wait until chance or an agent is to act, and make its step."""
        with self._lock:
            while not self._is_closed and not self.session.acts_itself:
                self._lock.wait()
            if self._is_closed:
                return
            session, choice = self.session, self.session.choice()
        action = choice.make(self._has_changed(session, choice.version))
        with self._lock:
            if not session.users and not self._is_closed:
                self._lock.wait(PAUSE)
            if session is self.session and not self._is_closed:
                session.apply_choice(choice, action)
                self._notify()


class Tables:
    """The games of a server by their keys, which cannot be guessed."""

    def __init__(self) -> None:
        self._tables: dict[str, Table] = {}
        # Searches have threads of their own, so that they do not delay other requests.
        self.hint_threads = ThreadPoolExecutor(MAX_HINTS, "plyground-hint")

    def open(self, session: Session) -> tuple[str, Table]:
        """Open a game. Return its key and its table."""
        if len(self._tables) >= MAX_TABLES:
            oldest = min(self._tables, key=lambda key: self._tables[key].last_used)
            self.close(oldest)
        key = secrets.token_urlsafe(12)
        self._tables[key] = Table(session, asyncio.get_running_loop())
        return key, self._tables[key]

    def get(self, key: str) -> Table | None:
        """Return the table of a key."""
        return self._tables.get(key)

    def close(self, key: str) -> None:
        """Close a game, if there is one of this key."""
        if (table := self._tables.pop(key, None)) is not None:
            table.close()

    def close_all(self) -> None:
        """Close all games, and wait for their searches to end, but not longer than `END_SECONDS`."""
        tables = list(self._tables.values())
        for key in list(self._tables):
            self.close(key)
        self.hint_threads.shutdown(wait=False)
        # Python must not end while a search runs that calls it.
        end = time.monotonic() + END_SECONDS
        for table in tables:
            table.join(max(0.0, end - time.monotonic()))
