"""The connections of the server. Those that do not send complete requests are closed."""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["BACKLOG", "MAX_PENDING", "REQUEST_SECONDS", "Connection", "report_error"]

REQUEST_SECONDS = 10.0
"""The seconds in which a connection must send a complete request."""

MAX_PENDING = 64
"""The maximum number of connections without a complete request. A new one closes the one that has waited for the longest time."""

BACKLOG = 128
"""The maximum number of connections that are accepted at the same time, before those above `MAX_PENDING` are closed."""


class Connection(H11Protocol):
    """A connection that is closed if its next request is not complete after `REQUEST_SECONDS`.

    Every program on this machine can connect, even without the token. Without these limits, connections that send nothing
    would use all files that the process may open.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Expect the first request."""
        super().connection_made(transport)
        self._update()
        pending = [
            (other._deadline.when(), id(other), other)
            for other in self.connections
            if isinstance(other, Connection) and other._deadline is not None
        ]
        if len(pending) > MAX_PENDING:
            min(pending)[-1]._abort()

    def data_received(self, data: bytes) -> None:
        """Stop the clock when the request is complete."""
        super().data_received(data)
        self._update()

    def on_response_complete(self) -> None:
        """Expect another request."""
        super().on_response_complete()
        self._update()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        super().connection_lost(exc)
        self._stop()

    def _update(self) -> None:
        """Start the clock while a request is expected or incomplete, and stop it otherwise."""
        if self.transport.is_closing() or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._stop()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self._abort)

    def _abort(self) -> None:
        self._stop()
        self.transport.abort()

    def _stop(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def report_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Report an error of an event loop, unless it is one of a connection, which the other side can cause."""
    if not isinstance(context.get("exception"), OSError):
        loop.default_exception_handler(context)
