"""Fixtures of the tests in a browser: one server and one Chromium for each worker, and a page for each test."""

import asyncio
import secrets
import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from page_site import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from page_driver import Driver, Open


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """A server of the page in a thread."""
    reason = "the page needs the extra 'board'"
    pytest.importorskip("starlette", reason=reason)
    uvicorn = pytest.importorskip("uvicorn", reason=reason)
    from plyground.ui.guard import Guard
    from plyground.ui.server import create_app
    from plyground.ui.tables import Tables

    tables, token, loop = Tables(), secrets.token_urlsafe(12), asyncio.new_event_loop()
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{listener.getsockname()[1]}"
        app = Guard(create_app(tables), {host}, token)
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=lambda: loop.run_until_complete(server.serve(sockets=[listener])))
        thread.start()
        yield Site(host, token, tables, loop)
        loop.call_soon_threadsafe(tables.close_all)
        server.should_exit = True
        thread.join()
    loop.close()


# A started Playwright occupies the event loop of its thread, so it must end before other folders are tested.
@pytest.fixture(scope="package")
def browser() -> "Iterator[Browser]":
    """A Chromium."""
    api = pytest.importorskip("playwright.sync_api", reason="tests of the page need playwright")
    executable = shutil.which("chromium")
    if executable is None:
        pytest.skip("tests of the page need chromium")
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    with api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=executable, args=arguments)
        yield found
        found.close()


@contextmanager
def _opening(browser: "Browser", site: Site) -> "Iterator[Open]":
    """Provide a function that opens the page. At the end, errors of the pages are raised."""
    from page_driver import INIT, Driver

    contexts, problems = [], []

    def open_page(address: str = site.address, **options: object) -> Driver:
        # Few pixels, which are drawn without a graphics card.
        size = {"viewport": {"width": 900, "height": 640}, "device_scale_factor": 0.5}
        settings: dict[str, object] = {**size, "reduced_motion": "reduce", **options}
        context = browser.new_context(**settings)  # type: ignore[arg-type]
        contexts.append(context)
        context.set_default_timeout(60_000)
        context.add_init_script(INIT)
        page: Page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(address)
        return Driver(page, site)

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture
def open_page(browser: "Browser", site: Site) -> "Iterator[Open]":
    """A function that opens the page. The test fails if a page raises errors."""
    with _opening(browser, site) as open_page:
        yield open_page


@pytest.fixture(scope="module")
def shared_driver(browser: "Browser", site: Site) -> "Iterator[Driver]":
    """A page for several games, without animations."""
    with _opening(browser, site) as open_page:
        yield open_page()


@pytest.fixture
def driver(open_page: "Open") -> "Driver":
    """The page, without animations."""
    return open_page()
