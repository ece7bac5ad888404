"""`plyground serve`: the playing page, on this machine only."""

import asyncio
import json
import secrets
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cache, partial
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from .._core import Game
from .._core import game as open_game
from ..agents import AnyAgent
from ..truncate import truncated
from .allowed_agents import AllowedAgents
from .commands import CommandError, players_of, read_state, record_formats
from .connections import BACKLOG, Connection, report_error
from .frames import board_data
from .games import form_data, named_games, offered_games
from .guard import App, Guard, TooLarge
from .session import Session
from .tables import Table, Tables

__all__ = ["create_app", "serve"]

WAIT = 20.0
"""The seconds after which a request that waits for a change is answered in any case."""

_MEDIA_TYPES = {"css": "text/css", "html": "text/html", "js": "text/javascript", "svg": "image/svg+xml"}


_REDIRECT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url={address}">
<title>plyground</title>
<p><a href="{address}">Open the playing page</a></p>
</html>
"""


def _print_and_flush(text: str) -> None:
    """Print a text, even if the output is a pipe."""
    print(text, flush=True)


def serve(
    port: int = 0,
    *,
    games: Sequence[str] = (),
    agents: Sequence[str] = (),
    open_browser: bool = True,
    report: Callable[[str], object] = _print_and_flush,
) -> None:
    """Serve the playing page until Ctrl-C.

    Parameters
    ----------
    port : int, default 0
        The port on the loopback interface; 0 takes a free one.
    games : sequence of str, optional
        Games that the page lists first; it opens with the first of them. An id such as ``"my_module:nim"`` imports the module.
        All other variants follow, with the games that are registered in this process.
    agents : sequence of str, optional
        Agents that the page offers, such as ``"uci:stockfish,nodes=2000"``. It may use agents that start a program or read a
        file only if they are named here, with the same settings.
    open_browser : bool, default True
        Whether to open the page in a browser.
    report : callable, optional
        Gets the lines for the user. By default they are printed.

    Raises
    ------
    OSError
        If the port is not free, or the file of an agent cannot be read.
    TypeError, ValueError
        If there is no such game, or a text describes no agent.
    """
    tables = Tables()
    app = create_app(tables, games, agents)
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    folder = TemporaryDirectory(prefix="plyground-")
    # uvicorn raises the interrupt again after it has ended.
    with suppress(KeyboardInterrupt), listener, folder:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        # A browser that opens the address before uvicorn accepts connections must not be refused.
        listener.listen()
        port = listener.getsockname()[1]
        token = secrets.token_urlsafe(24)
        address = f"http://127.0.0.1:{port}/#token={token}"
        report(f"playing page: {address}\nCtrl-C ends it")
        if open_browser:
            webbrowser.open(_redirect(Path(folder.name), address).as_uri())
        config = uvicorn.Config(
            Guard(app, {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}, token),
            http=Connection,
            ws="none",
            loop="asyncio",
            backlog=BACKLOG,
            # The configuration of uvicorn would close the log handlers of the process.
            log_config=None,
            log_level="error",
            access_log=False,
            timeout_graceful_shutdown=2,
        )
        _Server(config, tables, folder).run(sockets=[listener])


def _redirect(folder: Path, address: str) -> Path:
    """Write a file that leads a browser to an address, and that only this user can read.

    All users of the machine can read the arguments of a browser, so the token must not be among them.
    """
    path = folder / "play.html"
    path.touch(mode=0o600)
    path.write_text(_REDIRECT.format(address=address), encoding="utf-8")
    return path


class _Server(uvicorn.Server):
    """A server that closes its games first, so that no request waits when it ends."""

    def __init__(self, config: uvicorn.Config, tables: Tables, folder: "TemporaryDirectory[str]") -> None:
        super().__init__(config)
        self._tables = tables
        self._folder = folder

    async def startup(self, sockets: "list[socket.socket] | None" = None) -> None:
        """Begin to accept connections."""
        asyncio.get_running_loop().set_exception_handler(report_error)
        await super().startup(sockets)

    async def shutdown(self, sockets: "list[socket.socket] | None" = None) -> None:
        """Close the games and end the server."""
        self._tables.close_all()
        # The signal that ends the server can end the process before `serve` returns.
        self._folder.cleanup()
        await super().shutdown(sockets)


def create_app(tables: Tables, games: Sequence[str] = (), agents: Sequence[str] = ()) -> App:
    """Return the application that answers the requests of the page. The arguments are those of `serve`."""

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
        Route("/api/games/{key}/analyze", _analyze, methods=["POST"]),
        Route("/api/games/{key}/load", _load, methods=["POST"]),
    ]
    handlers: Any = {
        ClientDisconnect: _disconnected,
        CommandError: _bad_request,
        TooLarge: _too_large,
        500: _failed,
    }
    app = Starlette(routes=routes, exception_handlers=handlers, lifespan=lifespan)
    app.state.tables = tables
    app.state.agents = AllowedAgents(agents)
    app.state.named_games = named_games(games)
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


async def _variants(request: Request) -> Response:
    return JSONResponse(await run_in_threadpool(offered_games, request.app.state.named_games))


async def _variant(request: Request) -> Response:
    game = _opened(request.path_params["id"], {})
    return JSONResponse({**form_data(game.info), "agents": request.app.state.agents.of_game(game)})


def _opened(id: Any, options: Any) -> Game:
    if not isinstance(id, str) or ":" in id:
        raise CommandError(
            f"id must be the id of a variant, got {truncated(id)}; name a game of a module at the start, as in "
            "'plyground serve my_module:nim'"
        )
    if not isinstance(options, dict):
        raise CommandError(f"options must be a dict, got {truncated(options)}")
    try:
        return open_game(id, **options)
    except (TypeError, ValueError) as error:
        raise CommandError(str(error)) from error


# Games.


async def _new_game(request: Request) -> Response:
    body = await _body(request)
    session = await run_in_threadpool(_session, body, players_of(body))
    key, table = request.app.state.tables.open(session)
    return JSONResponse({"key": key, **_opening(table)})


def _session(body: dict[str, Any], players: "Sequence[str | AnyAgent | None]") -> Session:
    """Return the session that a request asks for."""
    game, seed = _opened(body.get("id"), body.get("options", {})), body.get("seed", 0)
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
    players = players_of(body) if "players" in body else table.session.players
    table.replace(await run_in_threadpool(_session, body, players))
    return JSONResponse(_opening(table))


async def _analyze(request: Request) -> Response:
    table, body = _table(request), await _body(request)
    has_left = threading.Event()
    watch = asyncio.ensure_future(_watch(request, has_left))
    try:
        search = partial(table.analyze, body, has_left.is_set)
        hint_threads = request.app.state.tables.hint_threads
        return JSONResponse(await asyncio.get_running_loop().run_in_executor(hint_threads, search))
    finally:
        watch.cancel()


async def _watch(request: Request, has_left: threading.Event) -> None:
    """Wait until the client of a request closes its connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    has_left.set()


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
    request.app.state.agents.check(body)
    return body


async def _bad_request(_: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, 400)


async def _disconnected(_: Request, __: Exception) -> Response:
    """The answer to a client that closed its connection within a request. The answer is not sent."""
    return Response(status_code=400)


async def _too_large(_: Request, __: Exception) -> Response:
    return JSONResponse({"error": "the request is too large"}, 413)


async def _failed(_: Request, __: Exception) -> Response:
    return JSONResponse({"error": "the server has failed: its terminal says more"}, 500)
