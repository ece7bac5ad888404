"""The board in a notebook: JupyterLab in a browser."""

import json
import os
import re
import secrets
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import plyground as pg

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

MISSING = [
    name for name in ("anywidget", "ipykernel", "jupyterlab", "nbformat", "playwright") if find_spec(name) is None
]

pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")

CELLS = (
    'import plyground as pg\nboard = pg.board("stax")\nboard',
    "print(board.state.steps)",
    'board.apply("d6-c5")',
    'other = pg.board("chess", [None, "greedy"])\nother',
    "print(other.state.steps)",
)

SETTINGS = {
    # A dark notebook in a light browser.
    "apputils-extension/themes": {"theme": "JupyterLab Dark"},
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
}
# Without parts that take long to start and are not needed.
UNUSED = ("debugger-extension", "extensionmanager-extension", "mermaid-extension", "workspaces-extension")
SERVER_CONFIG = {"ServerApp": {"jpserver_extensions": {"jupyter_lsp": False, "jupyter_server_terminals": False}}}
PAGE_CONFIG = {"buildCheck": False, "disabledExtensions": {f"@jupyterlab/{name}": True for name in UNUSED}}

SECONDS = 120
"""How long the slowest action may take on a busy machine."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Start JupyterLab with folders of its own, and return the address of a notebook with the cells."""
    import nbformat

    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in CELLS])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    root = tmp_path / "root"
    root.mkdir()
    nbformat.write(notebook, root / "play.ipynb")
    for name, content in SETTINGS.items():
        path = tmp_path / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content))
    (tmp_path / "config" / "labconfig").mkdir(parents=True)
    (tmp_path / "config" / "labconfig" / "page_config.json").write_text(json.dumps(PAGE_CONFIG))
    (tmp_path / "config" / "jupyter_server_config.json").write_text(json.dumps(SERVER_CONFIG))
    folders = {
        "IPYTHONDIR": "ipython",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
    }
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    token = secrets.token_hex(8)
    options = [
        "--no-browser",
        "--allow-root",
        f"--port={port}",
        "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={token}",
        f"--ServerApp.root_dir={root}",
    ]
    with (tmp_path / "log.txt").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *options],
            env=os.environ | {name: str(tmp_path / folder) for name, folder in folders.items()},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_for(f"http://127.0.0.1:{port}/api?token={token}", server)
        yield f"http://127.0.0.1:{port}/lab/tree/play.ipynb?token={token}"
    finally:
        # This ends the kernel, too.
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _wait_for(url: str, server: "subprocess.Popen[bytes]") -> None:
    """Wait until a server answers."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        assert server.poll() is None, "JupyterLab has ended"
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            time.sleep(0.2)
    raise TimeoutError("JupyterLab has not started")


@pytest.fixture
def page(browser: "Browser") -> "Iterator[Page]":
    """Open a page with a light theme."""
    page = browser.new_page(viewport={"width": 1280, "height": 1000}, color_scheme="light")
    page.set_default_timeout(1000 * SECONDS)
    yield page
    page.close()


def run_cell(page: "Page", number: int) -> None:
    """Run a cell and wait until it has ended."""
    cell = page.locator(".jp-CodeCell").nth(number)
    prompt = cell.locator(".jp-InputArea-prompt")
    end = time.monotonic() + SECONDS
    # JupyterLab ignores the key until it has connected to the kernel.
    while not re.search(r"[\d*]", prompt.inner_text()) and time.monotonic() < end:
        cell.locator(".cm-content").click()
        page.keyboard.press("Control+Enter")
        page.wait_for_timeout(500)
    prompt.filter(has_text=re.compile(r"\d")).wait_for()


def test_board_in_jupyterlab(page: "Page", address: str) -> None:
    assert "d6-c5" in _after("e3-f4").legal_steps()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(address)
    page.locator(".jp-Notebook-ExecutionIndicator[data-status='idle']").wait_for()

    # A move on the board is in the state.
    run_cell(page, 0)
    outputs = page.locator(".jp-CodeCell .jp-OutputArea")
    board = outputs.nth(0)
    board.locator("[aria-label^='e3,']").click()
    board.locator("[aria-label^='f4,']").click()
    board.locator(".pg-last-step", has_text="last: e3-f4").wait_for()
    run_cell(page, 1)
    outputs.nth(1).get_by_text("['e3-f4']").wait_for()

    # A move in Python is on the board.
    run_cell(page, 2)
    board.locator(".pg-last-step", has_text="last: d6-c5").wait_for()
    assert "white" in _name_of(board.locator("[aria-label^='f4,']"))
    assert "black" in _name_of(board.locator("[aria-label^='c5,']"))

    # The notebook has no shortcuts for keys on the board.
    board.locator("[aria-label^='f4,']").focus()
    page.keyboard.press("ArrowDown")
    assert _name_of(board.locator(":focus")).startswith("f3,")
    page.locator(".jp-CodeCell.jp-mod-active").get_by_text("import plyground").wait_for()
    page.keyboard.press("d")
    page.keyboard.press("d")
    assert page.locator(".jp-CodeCell").count() == len(CELLS)

    # The board has the theme of the notebook, not that of the browser.
    board.locator(".pg-view[data-theme='dark']").wait_for()
    assert board.locator(".pg-board").evaluate("node => getComputedStyle(node).colorScheme") == "dark"

    # A second board, with an agent that answers.
    run_cell(page, 3)
    second = outputs.nth(3)
    second.locator("[aria-label^='e2,']").click()
    second.locator("[aria-label^='e4,']").click()
    second.locator(".pg-move-box button").nth(1).wait_for()
    run_cell(page, 4)
    outputs.nth(4).get_by_text("'e2e4', '").wait_for()
    ids = page.evaluate("[...document.querySelectorAll('.pg-board [id]')].map((node) => node.id)")
    assert len(ids) == len(set(ids))
    assert errors == []


def _name_of(cell: "Locator") -> str:
    """Return the name of a cell for screen readers."""
    return cell.get_attribute("aria-label") or ""


def _after(step: str) -> pg.State:
    state = pg.game("stax").start()
    state.apply(step)
    return state
