"""The server of the page as a program: its connections, the browser that it opens, and its end."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from page_client import WAIT, eventually
from plyground.ui.guard import TOKEN_HEADER

# Connections.


@contextmanager
def serving(*code: str) -> Iterator[tuple[str, str]]:
    """Run a server in another process, after some code. Return its host and its token. At the end nothing is on its stderr."""
    lines = ["import plyground as pg", *code, "pg.serve(open_browser=False)"]
    with subprocess.Popen(
        [sys.executable, "-c", "\n".join(lines)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://(127\.0\.0\.1:\d+)/#token=(\S+)", process.stdout.readline())
            assert found is not None
            host, token = found.groups()
            yield host, token
            process.send_signal(signal.SIGINT)
            _, error = process.communicate(timeout=30)
        finally:
            process.kill()
    assert (process.returncode, error) == (0, "")


def connected(host: str) -> socket.socket:
    """Connect to a server."""
    name, port = host.split(":")
    return socket.create_connection((name, int(port)), timeout=WAIT)


def is_closed(connection: socket.socket) -> bool:
    """Wait until the other side closes a connection."""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


@pytest.fixture(scope="module")
def few_files() -> Iterator[tuple[str, str]]:
    """A server that may open 256 files: its host and its token."""
    if os.name != "posix":
        pytest.skip("limits files, and sends an interrupt")
    with serving("import resource", "resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))") as server:
        yield server


def test_hints_end_with_their_client(few_files: tuple[str, str]) -> None:
    """Searches of clients that have left do not delay others."""
    host, token = few_files
    path = _opened(host, token)
    hints = [connected(host) for _ in range(60)]
    for hint in hints:
        hint.sendall(_request(host, token, f"{path}/analyze", '{"agent": "mcts:ms=3000000"}'))
    # Other requests do not wait for them.
    assert "can_undo" in _raw(host, token, path, '{"do": "export", "format": "json"}')
    for hint in hints:
        hint.close()
    assert '"agent":"greedy"' in _raw(host, token, f"{path}/analyze", '{"agent": "greedy"}')


def test_idle_connections_do_not_block_the_page(few_files: tuple[str, str]) -> None:
    host, token = few_files
    idle = [connected(host) for _ in range(256)]
    assert "the game was closed" in _raw(host, token, "/api/games/none", "{}")
    for connection in idle:
        connection.close()


@pytest.mark.skipif(os.name != "posix", reason="sends an interrupt")
def test_incomplete_requests_are_closed() -> None:
    with serving("import plyground.ui.connections as connections", "connections.REQUEST_SECONDS = 0.3") as (
        host,
        token,
    ):
        request = _request(host, token, "/api/games", "{}")
        for part in (b"", request[:30], request[:-1]):
            with connected(host) as connection:
                connection.sendall(part)
                assert is_closed(connection)
        # A request that waits longer for its answer is complete.
        path = _opened(host, token)
        answers: list[str] = []
        waiting = threading.Thread(target=lambda: answers.append(_raw(host, token, f"{path}/wait", '{"version": 0}')))
        waiting.start()
        waiting.join(1.0)
        assert waiting.is_alive()
        _raw(host, token, path, '{"do": "step", "step": "e2e4"}')
        waiting.join(WAIT)
        assert '"version":1' in answers[0]


# The browser.


@pytest.mark.skipif(os.name != "posix", reason="the browser is a script, and a signal ends the server")
def test_browsers_get_a_private_file_instead_of_the_token(tmp_path: Path) -> None:
    """All users of a machine can read the arguments of a program."""
    record, browser = tmp_path / "record.json", tmp_path / "browser.py"
    browser.write_text(
        f"#!{sys.executable}\n"
        "import json, pathlib, sys, urllib.request\n"
        "path = pathlib.Path(urllib.request.url2pathname(sys.argv[1].removeprefix('file:')))\n"
        "modes = [oct(one.stat().st_mode & 0o777) for one in (path, path.parent)]\n"
        f"pathlib.Path({str(record)!r}).write_text(json.dumps([sys.argv[1:], modes, path.read_text()]))\n",
        encoding="utf-8",
    )
    browser.chmod(0o700)
    command = [sys.executable, "-m", "plyground", "serve"]
    settings = {**os.environ, "BROWSER": str(browser), "TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=settings, text=True) as process:
        try:
            assert process.stdout is not None
            # The address arrives immediately, although the output is a pipe.
            address = process.stdout.readline().split()[-1]
            assert eventually(record.exists)
            arguments, modes, text = json.loads(record.read_text())
            token = address.partition("#token=")[2]
            assert token
            assert token not in " ".join(arguments)
            assert modes == ["0o600", "0o700"]
            assert f'content="0; url={address}"' in text
            with urllib.request.urlopen(address, timeout=WAIT) as page:
                assert b"/static/app.js" in page.read()
            process.send_signal(signal.SIGTERM)
            process.wait(WAIT)
        finally:
            process.kill()
    assert not list(tmp_path.glob("plyground-*"))


# The end of the server.


@pytest.mark.skipif(os.name != "posix", reason="sends an interrupt")
def test_interrupt_ends_the_server() -> None:
    """Ctrl-C ends the server cleanly, with a request that waits and a search that runs."""
    command = [sys.executable, "-m", "plyground", "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://(127\.0\.0\.1:\d+)/#token=(\S+)", process.stdout.readline())
            assert found is not None
            host, token = found.groups()
            path = _opened(host, token, "mcts:1000000")
            waiting = threading.Thread(target=_raw, args=(host, token, f"{path}/wait", '{"version": 0}'))
            waiting.start()
            # A second request is answered after the first one is there.
            assert "can_undo" in _raw(host, token, path, '{"do": "export", "format": "json"}')
            process.send_signal(signal.SIGINT)
            _, error = process.communicate(timeout=30)
            waiting.join(WAIT)
        finally:
            process.kill()
    assert (process.returncode, error) == (0, "")
    assert not waiting.is_alive()


def _opened(host: str, token: str, agent: str | None = None) -> str:
    """Open a game of an agent against a user, and return its path."""
    reply = _raw(host, token, "/api/games", json.dumps({"id": "chess", "players": [agent, None]}))
    return f"/api/games/{json.loads(reply.splitlines()[-1])['key']}"


def _raw(host: str, token: str, path: str, body: str) -> str:
    """Send a request without a library, and return the response."""
    with connected(host) as connection:
        connection.sendall(_request(host, token, path, body))
        answer = b""
        while part := connection.recv(65536):
            answer += part
    return answer.decode()


def _request(host: str, token: str, path: str, body: str) -> bytes:
    """Return the bytes of a request."""
    lines = [f"POST {path} HTTP/1.1", f"Host: {host}", f"{TOKEN_HEADER}: {token}", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "Connection: close", "", body]).encode()
