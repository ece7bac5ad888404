"""The server of the page: who may send requests, wrong requests, games, and the ends of searches."""

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the page needs the extra 'board'")
pytest.importorskip("uvicorn", reason="the page needs the extra 'board'")
pytest.importorskip("httpx2", reason="the test client of Starlette needs httpx2")

from starlette.testclient import TestClient

import plyground as pg
from page_client import HOST, TOKEN, WAIT, client_of, eventually, opened
from plyground.ui.guard import MAX_BODY, TOKEN_HEADER
from plyground.ui.server import static_files
from plyground.ui.tables import MAX_TABLES, Tables


@pytest.fixture
def tables() -> Tables:
    return Tables()


@pytest.fixture
def client(tables: Tables) -> Iterator[TestClient]:
    with client_of(tables) as client:
        yield client


def table_threads() -> set[threading.Thread]:
    """Return the threads of games that run."""
    return {thread for thread in threading.enumerate() if thread.name == "plyground-table"}


# Allowed senders of requests.


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"host": "localhost:8000"}, 200),
        ({"origin": f"http://{HOST}"}, 200),
        ({"host": "evil.example"}, 403),
        ({"host": "127.0.0.1"}, 403),
        ({"host": "127.0.0.1:8001"}, 403),
        ({"host": "127.0.0.1:8000.evil.example"}, 403),
        ({"host": ""}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": f"https://{HOST}"}, 403),
        ({"origin": ""}, 403),
        ({TOKEN_HEADER: ""}, 401),
        ({TOKEN_HEADER: "secre"}, 401),
        ({TOKEN_HEADER: "sécret"}, 401),
    ],
)
def test_host_origin_and_token(client: TestClient, headers: dict[str, str], status: int) -> None:
    encoded = {name.encode(): value.encode("latin-1") for name, value in headers.items()}
    reply = client.get("/api/variants/chess", headers=encoded)
    assert reply.status_code == status
    assert "set-cookie" not in reply.headers
    assert "access-control-allow-origin" not in reply.headers
    policy = reply.headers["content-security-policy"].split("; ")
    assert {"default-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"} <= set(policy)
    # Only the interface needs the token.
    page = client.get("/", headers=encoded)
    assert page.status_code == (200 if status in (200, 401) else 403)
    assert TOKEN not in page.text


@pytest.mark.parametrize("name", ["Host", "Origin", "Content-Length"])
def test_repeated_headers(client: TestClient, name: str) -> None:
    value = {"Host": HOST, "Origin": f"http://{HOST}", "Content-Length": "2"}[name]
    reply = client.post(
        "/api/games", content=b"{}", headers=[(TOKEN_HEADER, TOKEN), (name, value), (name.lower(), value)]
    )
    assert reply.status_code == 400


def test_every_route_of_the_interface_needs_the_token(client: TestClient) -> None:
    for method, path in [
        ("GET", "/api/variants"),
        ("GET", "/api/variants/chess"),
        ("POST", "/api/games"),
        ("POST", "/api/games/key"),
        ("DELETE", "/api/games/key"),
        ("POST", "/api/games/key/wait"),
        ("POST", "/api/games/key/analyze"),
        ("POST", "/api/games/key/load"),
        ("GET", "/api/none"),
    ]:
        assert client.request(method, path, headers={TOKEN_HEADER: "wrong"}).status_code == 401


# Files.


def test_files(client: TestClient) -> None:
    assert client.get("/").headers["content-type"].startswith("text/html")
    for name, content in static_files().items():
        reply = client.get(f"/static/{name}")
        assert reply.content == content
        assert reply.headers["x-content-type-options"] == "nosniff"
    assert client.get("/static/board.js").headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/..%2fserver.py",
        "/static/%2e%2e/server.py",
        "/static/%2e%2e%2fserver.py",
        "/static/..%5cserver.py",
        "/static/%2fetc%2fpasswd",
        "/static//etc/passwd",
        "/static/board.js%00",
        "/static/.",
        "/static/",
        "/static/server.py",
        "/static/none.js",
        "/server.py",
        "/%2e%2e/%2e%2e/etc/passwd",
    ],
)
def test_no_other_files(client: TestClient, path: str) -> None:
    reply = client.get(path)
    assert reply.status_code == 404
    assert "import" not in reply.text
    assert "root:" not in reply.text


# Sizes and shapes of requests.


def test_too_large_bodies(client: TestClient) -> None:
    path = opened(client)
    body = b" " * (MAX_BODY + 1)

    def parts() -> Iterator[bytes]:
        for _ in range(11):
            yield body[: MAX_BODY // 10]

    for target in ("/api/games", path, f"{path}/wait", f"{path}/load", f"{path}/analyze"):
        assert client.post(target, content=body).status_code == 413
        # Without a length.
        assert client.post(target, content=parts()).status_code == 413
    for length in ("-1", "1e3", "9" * 40, "٣"):
        headers = {b"content-length": length.encode()}
        assert client.post("/api/games", content=b"{}", headers=headers).status_code == 413


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"1",
        b"null",
        b'"a"',
        b"\xff\xfe",
        b"{" * 10,
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b"1" * 10_000,
    ],
    ids=lambda content: repr(content[:8]),
)
def test_malformed_json(client: TestClient, content: bytes) -> None:
    path = opened(client)
    for target in ("/api/games", path, f"{path}/wait", f"{path}/analyze", f"{path}/load"):
        reply = client.post(target, content=content)
        assert reply.status_code == 400
        assert reply.json() == {"error": "the request must be a JSON object"}


def deep(depth: int) -> Any:
    """Return nested lists."""
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


WRONG: list[Any] = [
    None,
    True,
    0,
    -1,
    1.5,
    10**30,
    float("nan"),
    "",
    "x",
    "\ud800",
    "\x00",
    [],
    [None],
    {},
    {"a": 1},
    deep(500),
]

FIELDS: list[tuple[str, dict[str, Any], str]] = [
    *(("", {"id": "chess", "players": [None, None]}, key) for key in ("id", "players", "options", "seed", "start")),
    *(("game", {"do": "step", "step": "e2e5"}, key) for key in ("do", "step")),
    ("game", {"do": "enter"}, "text"),
    ("game", {"do": "go_to"}, "node"),
    ("game", {"do": "show"}, "seat"),
    ("game", {"do": "players"}, "players"),
    ("game", {"do": "export"}, "format"),
    ("wait", {}, "version"),
    ("analyze", {}, "agent"),
    *(("load", {"id": "chess"}, key) for key in ("id", "players", "options", "seed", "start")),
]


@pytest.mark.parametrize(("route", "body", "field"), FIELDS, ids=lambda value: value if isinstance(value, str) else "")
def test_wrong_types(client: TestClient, route: str, body: dict[str, Any], field: str) -> None:
    """Every field of every route: a wrong type is a bad request, and never a failure of the server."""
    game = opened(client)
    path = {"": "/api/games", "game": game}.get(route, f"{game}/{route}")
    for value in WRONG:
        # For some fields, some of the values are valid.
        content = json.dumps({**body, field: value})
        if route == "analyze" and value is None:
            continue
        if route == "wait" and isinstance(value, int) and value == 0 and not isinstance(value, bool):
            continue
        reply = client.post(path, content=content)
        assert reply.status_code in (200, 400), (field, value, reply.text)
        if reply.status_code == 400:
            assert reply.json().keys() == {"error"}
            assert 0 < len(reply.json()["error"]) < 2000
        else:
            assert _is_valid(route, field, value), (field, value)
    assert client.post(game, json={"do": "step", "step": "e2e4"}).status_code in (200, 400)


def _is_valid(route: str, field: str, value: Any) -> bool:
    """Return whether a value that other fields refuse is valid for this one."""
    if route == "wait":
        return isinstance(value, int) and not isinstance(value, bool)
    return (
        (field == "options" and value == {})
        or (field == "seed" and value == 0)
        or (field == "start" and value in (None, "", 0, False, [], {}))
        or (field == "node" and value == 0)
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"castling": "yes"}, "castling"),
        ({"castling": [True]}, "castling"),
        ({"castling": 10**30}, "castling"),
        ({"nothing": True}, "nothing"),
        ({"": 1}, ""),
        ({"frame": "east"}, "frame"),
        ({"id": "stax"}, "id"),
        ({"\ud800": 1}, ""),
    ],
)
def test_wrong_options(client: TestClient, options: dict[str, Any], message: str) -> None:
    body = json.dumps({"id": "chess", "players": [None, None], "options": options})
    reply = client.post("/api/games", content=body)
    assert reply.status_code == 400
    assert message in reply.json()["error"]


def test_wrong_starts_and_players(client: TestClient) -> None:
    state = pg.game("chess").start()
    for body in (
        {"start": "8/8/8 w"},
        {"start": '{"game": {"id": "chess"}}'},
        {"start": "[" * 100_000},
        {"start": '{"a":' * 50_000},
        {"start": "1. e4 e5 2. Ke3 *"},
        {"start": state.fen, "id": "stax"},
        {"players": ["nobody", None]},
        {"players": [None]},
        {"players": [None] * 3},
        {"players": [None, 3]},
        {"players": [None, "mcts:0"]},
        {"players": [None, "net:/etc/passwd"]},
        {"players": [None, "x" * 100_000]},
    ):
        reply = client.post("/api/games", json={"id": "chess", "players": [None, None], **body})
        assert reply.status_code == 400, body
        assert len(reply.json()["error"]) < 2000
        assert "root:" not in reply.text


def test_unknown_games_and_routes(client: TestClient) -> None:
    for path in ("/api/games/none", "/api/games/none/wait", "/api/games/none/analyze", "/api/games/none/load"):
        reply = client.post(path, json={})
        assert (reply.status_code, reply.json()) == (400, {"error": "the game was closed"})
    assert client.delete("/api/games/none").status_code == 200
    for id in ("none", "chess:castling=false", "%00", "..%2fx", "x" * 5000):
        assert client.get(f"/api/variants/{id}").status_code in (400, 404)
    assert client.get("/api/none").status_code == 404
    assert client.get("/api/games").status_code == 405
    assert client.put("/api/games/none", json={}).status_code == 405


# Games.


def test_a_game(client: TestClient) -> None:
    path = opened(client, players=[None, "random"], options={"castling": False}, seed=3)
    reply = client.post(path, json={"do": "step", "step": "e2e4"}).json()
    version = reply["frame"]["version"]
    while reply["frame"]["waits_for"] is not None:
        reply = client.post(f"{path}/wait", json={"version": version}).json()
        version = reply["frame"]["version"]
    assert reply["frame"]["ply"] == 2
    assert client.post(path, json={"do": "export", "format": "json"}).json()["text"].count("e2e4") == 1
    hint = client.post(f"{path}/analyze", json={"agent": "greedy"}).json()
    assert hint["step"] in [choice["step"] for choice in reply["frame"]["choices"]]
    loaded = client.post(f"{path}/load", json={"id": "stax", "start": pg.game("stax").start().fen}).json()
    assert loaded["board"]["id"] == "stax"
    assert loaded["frame"]["players"] == [None, "random"]
    assert loaded["frame"]["version"] > version


def test_variants(client: TestClient) -> None:
    listed = [variant["id"] for variant in client.get("/api/variants").json()]
    assert [id for id in listed if id in pg.variants()] == list(pg.variants())
    chess = client.get("/api/variants/chess").json()
    assert {option["name"]: option["value"] for option in chess["options"]} == dict(pg.info("chess").options)


def test_number_of_games(client: TestClient, tables: Tables) -> None:
    """The game that was not used for the longest time is closed for a new one."""
    before = table_threads()
    paths = [opened(client, id="stax") for _ in range(MAX_TABLES)]
    assert client.post(paths[0], json={"do": "export", "format": "position"}).status_code == 200
    new = opened(client, id="stax")
    assert client.post(paths[1], json={"do": "undo"}).json() == {"error": "the game was closed"}
    for path in (paths[0], *paths[2:], new):
        assert client.post(path, json={"do": "export", "format": "position"}).status_code == 200
    assert eventually(lambda: len(table_threads() - before) == MAX_TABLES)
    tables.close_all()
    assert eventually(lambda: not table_threads() - before)


@pytest.mark.parametrize("agent", ["mcts:1000000", "ab:12"])
def test_closed_games_end_their_searches(client: TestClient, agent: str) -> None:
    before = table_threads()
    path = opened(client, players=[agent, None])
    (thread,) = table_threads() - before
    start = time.monotonic()
    assert client.delete(path).status_code == 200
    thread.join(WAIT)
    assert not thread.is_alive()
    assert time.monotonic() - start < 5


def test_closed_games_end_hints_and_waiting_requests(client: TestClient) -> None:
    path, replies = opened(client), {}

    def ask(name: str, body: dict[str, Any]) -> None:
        replies[name] = client.post(f"{path}/{name}", json=body)

    threads = [
        threading.Thread(target=ask, args=("analyze", {"agent": "mcts:1000000"})),
        threading.Thread(target=ask, args=("wait", {"version": 0})),
    ]
    for thread in threads:
        thread.start()
    start = time.monotonic()
    client.delete(path)
    for thread in threads:
        thread.join(WAIT)
    assert time.monotonic() - start < 10
    assert replies["wait"].json() == {"error": "the game was closed"}
    assert replies["analyze"].status_code in (200, 400)


def test_undo_ends_a_search(client: TestClient) -> None:
    path = opened(client, players=[None, "mcts:1000000"])
    client.post(path, json={"do": "step", "step": "e2e4"})
    reply = client.post(path, json={"do": "undo"})
    assert reply.json()["frame"]["ply"] == 0
    (thread,) = table_threads()
    client.delete(path)
    thread.join(WAIT)
    assert not thread.is_alive()


def test_failing_agents_are_reported(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page learns why a game has stopped. The other games go on."""

    def fail(*_: object) -> int:
        raise RuntimeError("no idea")

    monkeypatch.setattr("plyground.ui.session.choose", fail)
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    path = opened(client, players=[None, "random"])
    version = client.post(path, json={"do": "step", "step": "e2e4"}).json()["frame"]["version"]
    frame = client.post(f"{path}/wait", json={"version": version - 1}).json()["frame"]
    if frame["failure"] is None:
        frame = client.post(f"{path}/wait", json={"version": frame["version"]}).json()["frame"]
    assert frame["failure"] == "RuntimeError: no idea"


class Panic(BaseException):
    """An exception like those of panics of the core."""


@pytest.mark.parametrize(
    "error", [Panic("no idea"), MemoryError(), SystemExit(3)], ids=lambda error: type(error).__name__
)
def test_every_failure_of_an_agent_is_reported(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("plyground.ui.session.choose", fail)
    monkeypatch.setattr("plyground.ui.session.analyze", fail)
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    text = ": ".join(filter(None, (type(error).__name__, str(error))))
    hint = client.post(f"{opened(client)}/analyze", json={"agent": "random"})
    assert (hint.status_code, hint.json()) == (400, {"error": f"the agent has failed: {text}"})
    path = opened(client, players=["random", None])
    frame = client.post(f"{path}/wait", json={"version": 0}).json()["frame"]
    assert frame["failure"] == text


def test_hints_end_after_their_time(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.ui.tables.HINT_SECONDS", 0.1)
    hint = client.post(f"{opened(client)}/analyze", json={"agent": "mcts:ms=3000000"})
    assert hint.status_code == 200
    assert hint.json()["step"] in pg.game("chess").start().legal_steps()
