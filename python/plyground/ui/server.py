"""`plyground serve`: the playing page, on this machine only."""

import json
import secrets
import socket
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import cache
from importlib import resources
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from .._core import Game, variants
from .._core import game as open_game
from .._core import info as info_of
from ..truncate import truncated
from .commands import CommandError, players_of, read_state, record_formats
from .frames import board_data
from .guard import App, Guard, TooLarge
from .session import Session
from .tables import Table, Tables

__all__ = ["create_app", "serve"]

WAIT = 20.0
"""The seconds after which a request that waits for a change is answered in any case."""

_MEDIA_TYPES = {"css": "text/css", "html": "text/html", "js": "text/javascript", "svg": "image/svg+xml"}


def serve(port: int = 0, *, open_browser: bool = True, report: Callable[[str], object] = print) -> None:
    """Serve the playing page until Ctrl-C.

    Parameters
    ----------
    port : int, default 0
        The port on the loopback interface; 0 takes a free one.
    open_browser : bool, default True
        Whether to open the page in a browser.
    report : callable, default print
        Gets the lines for the user.

    Raises
    ------
    OSError
        If the port is not free.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    with listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        # A browser that opens the address before uvicorn accepts connections must not be refused.
        listener.listen()
        port = listener.getsockname()[1]
        token, tables = secrets.token_urlsafe(24), Tables()
        address = f"http://127.0.0.1:{port}/#token={token}"
        report(f"playing page: {address}\nCtrl-C ends it")
        app = Guard(create_app(tables), {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}, token)
        config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=2)
        if open_browser:
            webbrowser.open(address)
        # uvicorn raises it again after it has ended.
        with suppress(KeyboardInterrupt):
            _Server(config, tables).run(sockets=[listener])


class _Server(uvicorn.Server):
    """A server that closes its games first, so that no request waits when it ends."""

    def __init__(self, config: uvicorn.Config, tables: Tables) -> None:
        super().__init__(config)
        self._tables = tables

    async def shutdown(self, sockets: "list[socket.socket] | None" = None) -> None:
        """Close the games and end the server."""
        self._tables.close_all()
        await super().shutdown(sockets)


def create_app(tables: Tables) -> App:
    """Return the application that answers the requests of the page."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        tables.close_all()

    routes = [
        Route("/", _page),
        Route("/static/{name}", _static),
        Route("/api/variants", _variants),
        Route("/api/variants/{id}", _variant),
        Route("/api/games", _new_game, methods=["POST"]),
        Route("/api/games/{key}", _command, methods=["POST"]),
        Route("/api/games/{key}", _close, methods=["DELETE"]),
        Route("/api/games/{key}/wait", _wait, methods=["POST"]),
        Route("/api/games/{key}/analyse", _analyse, methods=["POST"]),
        Route("/api/games/{key}/load", _load, methods=["POST"]),
    ]
    handlers: Any = {CommandError: _bad_request, TooLarge: _too_large, 500: _failed}
    app = Starlette(routes=routes, exception_handlers=handlers, lifespan=lifespan)
    app.state.tables = tables
    return app


# Files.


@cache
def static_files() -> dict[str, bytes]:
    """Return the files of the page by their names."""
    folder = resources.files(__package__) / "static"
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name.rpartition(".")[2] in _MEDIA_TYPES}


async def _page(_: Request) -> Response:
    return _file("index.html")


async def _static(request: Request) -> Response:
    return _file(request.path_params["name"])


def _file(name: str) -> Response:
    content = static_files().get(name)
    if content is None:
        return JSONResponse({"error": "there is no such file"}, 404)
    return Response(content, media_type=_MEDIA_TYPES[name.rpartition(".")[2]])


# Variants.


@cache
def _variant_list() -> list[dict[str, Any]]:
    keys = ("title", "family", "num_seats", "board", "has_hidden_information", "has_chance")
    return [{"id": id, **{key: getattr(info_of(id), key) for key in keys}} for id in variants()]


async def _variants(_: Request) -> Response:
    return JSONResponse(await run_in_threadpool(_variant_list))


async def _variant(request: Request) -> Response:
    info = _opened(request.path_params["id"], {}).info
    options = [
        {
            "name": spec.name,
            "kind": spec.kind,
            "choices": list(spec.choices),
            "min": spec.min,
            "max": spec.max,
            "valid_values": spec.valid_values,
            "description": spec.description,
            "value": info.options[spec.name],
        }
        for spec in info.option_specs
    ]
    seats = [{"color": color, "team": team} for color, team in zip(info.seat_colors, info.seat_teams, strict=True)]
    return JSONResponse(
        {"id": info.id, "title": info.title, "summary": info.summary, "options": options, "seats": seats}
    )


def _opened(id: Any, options: Any) -> Game:
    if not isinstance(id, str) or ":" in id:
        raise CommandError(f"id must be the id of a variant, got {truncated(id)}")
    if not isinstance(options, dict):
        raise CommandError(f"options must be a dict, got {truncated(options)}")
    try:
        return open_game(id, **options)
    except (TypeError, ValueError) as error:
        raise CommandError(str(error)) from error


# Games.


async def _new_game(request: Request) -> Response:
    body = await _body(request)
    session = await run_in_threadpool(_session, body)
    key, table = request.app.state.tables.open(session)
    return JSONResponse({"key": key, **_opening(table)})


def _session(body: dict[str, Any]) -> Session:
    """Return the session that a request asks for."""
    game, players, seed = _opened(body.get("id"), body.get("options", {})), players_of(body), body.get("seed", 0)
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 2**64:
        raise CommandError(f"seed must be an integer from 0 to 2**64 - 1, got {truncated(seed)}")
    text = body.get("start") or ""
    if not isinstance(text, str):
        raise CommandError(f"start must be a text, got {truncated(text)}")
    try:
        state = read_state(game, text) if text.strip() else game.start(seed)
        return Session(state, players, seed)
    except (ImportError, OSError, TypeError, ValueError) as error:
        raise CommandError(str(error)) from error


def _opening(table: Table) -> dict[str, Any]:
    game = table.session.game
    return {
        "board": board_data(game),
        "summary": game.info.summary,
        "formats": record_formats(game),
        "frame": table.frame(),
    }


async def _command(request: Request) -> Response:
    table, body = _table(request), await _body(request)
    reply = await run_in_threadpool(table.run, body)
    return JSONResponse({**reply, "frame": table.frame()})


async def _load(request: Request) -> Response:
    """Continue the game of the page with another position or record."""
    table, body = _table(request), await _body(request)
    if "players" not in body:
        body["players"] = [None if agent is None else agent.spec for agent in table.session.players]
    table.replace(await run_in_threadpool(_session, body))
    return JSONResponse(_opening(table))


async def _analyse(request: Request) -> Response:
    table, body = _table(request), await _body(request)
    try:
        return JSONResponse(await run_in_threadpool(table.analyse, body))
    except (ImportError, OSError, ValueError) as error:
        raise CommandError(str(error)) from error


async def _wait(request: Request) -> Response:
    table, body = _table(request), await _body(request)
    version = body.get("version")
    if not isinstance(version, int) or isinstance(version, bool):
        raise CommandError(f"version must be an integer, got {truncated(version)}")
    await table.wait(version, WAIT)
    if table.is_closed:
        raise CommandError("the game was closed")
    return JSONResponse({"frame": table.frame() if table.session.version != version else None})


async def _close(request: Request) -> Response:
    request.app.state.tables.close(request.path_params["key"])
    return JSONResponse({})


def _table(request: Request) -> Table:
    table: Table | None = request.app.state.tables.get(request.path_params["key"])
    if table is None:
        raise CommandError("the game was closed")
    return table


async def _body(request: Request) -> dict[str, Any]:
    try:
        body = json.loads(await request.body())
    except (RecursionError, ValueError) as error:
        raise CommandError("the request must be a JSON object") from error
    if not isinstance(body, dict):
        raise CommandError("the request must be a JSON object")
    return body


async def _bad_request(_: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, 400)


async def _too_large(_: Request, __: Exception) -> Response:
    return JSONResponse({"error": "the request is too large"}, 413)


async def _failed(_: Request, __: Exception) -> Response:
    return JSONResponse({"error": "the server has failed: its terminal says more"}, 500)
