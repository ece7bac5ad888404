"""A client of the playing page's server."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from starlette.testclient import TestClient

from plyground.ui.guard import TOKEN_HEADER, Guard
from plyground.ui.server import create_app
from plyground.ui.tables import Tables

HOST = "127.0.0.1:8000"


TOKEN = "secret"


WAIT = 20.0


@contextmanager
def client_of(tables: Tables, games: Sequence[str] = (), agents: Sequence[str] = ()) -> Iterator[TestClient]:
    """A client with the right host and token. Errors of the server are answers with status 500."""
    app = Guard(create_app(tables, games, agents), {HOST, "localhost:8000"}, TOKEN)
    with TestClient(app, f"http://{HOST}", raise_server_exceptions=False, headers={TOKEN_HEADER: TOKEN}) as client:
        yield client


def opened(client: TestClient, **body: Any) -> str:
    """Open a game and return its path."""
    reply = client.post("/api/games", json={"id": "chess", "players": [None, None], **body})
    assert reply.status_code == 200, reply.text
    return f"/api/games/{reply.json()['key']}"


def eventually(condition: Callable[[], bool]) -> bool:
    """Return whether a condition holds soon."""
    end = time.monotonic() + WAIT
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()
