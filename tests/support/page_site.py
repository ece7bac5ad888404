"""The server of the tests in a browser."""

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plyground.ui.session import Session

if TYPE_CHECKING:
    from plyground.ui.tables import Table, Tables


@dataclass
class Site:
    """A server that runs in a thread."""

    host: str
    token: str
    tables: "Tables"
    loop: asyncio.AbstractEventLoop

    @property
    def url(self) -> str:
        """The address without the token."""
        return f"http://{self.host}/"

    @property
    def address(self) -> str:
        """The address that a user opens."""
        return f"{self.url}#token={self.token}"

    def open(self, session: Session) -> "tuple[str, Table]":
        """Open a game that was made by the test."""

        async def open_table() -> "tuple[str, Table]":
            return self.tables.open(session)

        return asyncio.run_coroutine_threadsafe(open_table(), self.loop).result()

    def session(self, key: str) -> Session:
        """Return the session of a game."""
        table = self.tables.get(key)
        assert table is not None
        return table.session
