"""What protects a server on this machine against other pages and other users."""

import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

__all__ = ["MAX_BODY", "TOKEN_HEADER", "Guard"]

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Message, Receive, Send], Awaitable[None]]

MAX_BODY = 1_000_000
"""The maximum number of bytes of a request."""

TOKEN_HEADER = "x-plyground-token"
"""The header that carries the token."""

_HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


class Guard:
    """An ASGI application around another one. It lets requests pass that this server's own page can send.

    - ``Host`` must be a name of this server, so that a foreign name that resolves to this machine does not reach it.
    - ``Origin``, if there is one, must be this server, so that scripts of other pages do not reach it.
    - Requests below ``/api/`` need the token.
    - Requests are limited to `MAX_BODY` bytes.

    Parameters
    ----------
    app : ASGI application
        What handles the requests.
    hosts : set of str
        The allowed hosts, with the port.
    token : str
        The token.
    """

    def __init__(self, app: App, hosts: set[str], token: str) -> None:
        self._app = app
        self._hosts = hosts
        self._token = token

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        problem = self._problem(scope)
        if problem is not None:
            await _refuse(send, *problem)
            return
        await self._app(scope, _limited(receive), _with_headers(send))

    def _problem(self, scope: Message) -> tuple[int, str] | None:
        """Return the status and the reason why a request is not allowed."""
        headers: dict[bytes, bytes] = {}
        for name, value in scope["headers"]:
            if name in headers and name in (b"host", b"origin", b"content-length"):
                return 400, "a header is repeated"
            headers[name] = value
        if headers.get(b"host", b"").decode("latin-1") not in self._hosts:
            return 403, "this host is not served"
        origin = headers.get(b"origin")
        if origin is not None and origin.decode("latin-1") not in {f"http://{host}" for host in self._hosts}:
            return 403, "requests of other pages are not allowed"
        token = headers.get(TOKEN_HEADER.encode(), b"")
        if scope["path"].startswith("/api/") and not secrets.compare_digest(token, self._token.encode()):
            return 401, "the token is missing or wrong: open the address that 'plyground serve' has printed"
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length[:12]) > MAX_BODY:
            return 413, f"requests are limited to {MAX_BODY} bytes"
        return None


class TooLarge(Exception):
    """A request without a length is larger than the limit."""


def _limited(receive: Receive) -> Receive:
    """Limit the bytes of a request."""
    received = 0

    async def limited() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > MAX_BODY:
            raise TooLarge
        return message

    return limited


def _with_headers(send: Send) -> Send:
    """Add the headers that protect the page."""

    async def extended(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *_HEADERS]
        await send(message)

    return extended


async def _refuse(send: Send, status: int, reason: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), *_HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": reason.encode()})
