"""The site of the documents: it builds without warnings, links lead somewhere, axe finds nothing, and it works from files."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("playwright", reason="tests of the site need playwright")
pytest.importorskip("sphinx", reason="tests of the site need Sphinx")

import build_site
from axe import AXE, RUN
from selection import runs_all

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BUILD = build_site.__file__
VARIANTS = ["stax", "cylindrical-stax", "cooperative-chess", "tri-chess-6-trios", "glinski-chess"]
"""The variants of the gallery: two that differ in one option, one with much off the board, one with a large board, and one of
the library."""

PAGES = [
    "index.html",
    "getting_started.html",
    "gallery/index.html",
    "gallery/cooperative-chess.html",
    "gallery/tri-chess-6-trios.html",
    "gallery/glinski-chess.html",
    "describing_a_game.html",
    "reference/games.html",
    "reference/command_line.html",
    "notebooks/first_move.html",
    "rules/chesskit_a.html",
    "atlas.html",
    "benchmarks.html",
    "search.html",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site with a small gallery."""
    out = tmp_path_factory.mktemp("site") / "site"
    # A program of its own, since Sphinx and its extensions warn of each other.
    command = [sys.executable, BUILD, "--out", str(out), "--jobs", "1", "--variants", *VARIANTS]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


# Marks the elements with text that differ in path, classes or colors from those of known kinds. Returns the new kinds.
MARK_NEW_KINDS = """(known) => {
  const kinds = new Map([[document, ""]]);
  const kindOf = (node) => {
    if (!kinds.has(node)) {
      const { color, backgroundColor } = getComputedStyle(node);
      kinds.set(node, `${kindOf(node.parentNode)}>${node.localName}.${node.className} ${color} ${backgroundColor}`);
    }
    return kinds.get(node);
  };
  const seen = new Set(known);
  const added = [];
  for (const node of document.querySelectorAll("body *")) {
    node.removeAttribute("data-new-kind");
    const texts = [...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
    if (!texts.length && !node.matches("input, select, textarea")) continue;
    const kind = kindOf(node);
    if (seen.has(kind)) continue;
    seen.add(kind);
    added.push(kind);
    node.setAttribute("data-new-kind", "");
  }
  return added;
}"""


@contextmanager
def opened(browser: "Browser", file: Path, **options: Any) -> "Iterator[Page]":
    """Open a page from a file, with the network switched off. Errors of its scripts and missing files are raised."""
    context = browser.new_context(offline=True, reduced_motion="reduce", **options)
    page, problems = context.new_page(), []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("requestfailed", lambda request: problems.append(request.url))
    page.goto(file.as_uri())
    yield page
    context.close()
    assert problems == [], problems


def contrast_violations(page: "Page", known: set[str]) -> list[str]:
    """Return the violations of contrast in the elements of kinds that are not known yet. With ``--all``, in all elements."""
    rule = {"preload": False, "runOnly": ["color-contrast"]}
    if runs_all():
        return page.evaluate(RUN, [{"include": [["html"]]}, rule])  # type: ignore[no-any-return]
    added = page.evaluate(MARK_NEW_KINDS, sorted(known))
    known.update(added)
    return page.evaluate(RUN, [{"include": [["[data-new-kind]"]]}, rule]) if added else []


def test_axe(browser: "Browser", folder: Path) -> None:
    """On a phone, where menus are folded and tables scroll. The themes differ in their colors only."""
    found, known = {}, set[str]()
    for name in PAGES:
        with opened(browser, folder / name, color_scheme="light", viewport={"width": 390, "height": 800}) as page:
            page.evaluate(AXE)
            other = {"preload": False, "rules": {"color-contrast": {"enabled": False}}}
            if violations := page.evaluate(RUN, [{"include": [["html"]]}, other]):
                found[name] = violations
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                if violations := contrast_violations(page, known):
                    found[f"{name} {theme}"] = violations
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, f"{name} is wider than a phone"
    assert found == {}


def test_gallery(browser: "Browser", folder: Path) -> None:
    """Filters select cards, the address keeps them, and a card leads to its page."""
    with opened(browser, folder / "gallery" / "index.html") as page:
        shown = page.locator(".gallery-cards > li:visible strong")
        assert shown.count() == len(VARIANTS)
        page.get_by_label("seats").select_option("6")
        assert shown.all_inner_texts() == ["Tri-Chess 6 Trios"]
        assert page.get_by_role("status").inner_text() == "1 game"
        assert page.url.endswith("#seats=6")
        page.reload()
        assert shown.all_inner_texts() == ["Tri-Chess 6 Trios"]
        page.get_by_label("seats").select_option("")
        page.get_by_role("searchbox").fill("STAX cyl")
        assert shown.all_inner_texts() == ["Cylindrical Stax"]
        page.get_by_role("searchbox").fill("")
        page.get_by_label("special").select_option("chance")
        assert shown.all_inner_texts() == ["Cooperative Chess"]
        page.get_by_label("special").select_option("")
        page.get_by_label("family").select_option("The library")
        assert shown.all_inner_texts() == ["Gliński's Chess"]
        page.get_by_label("family").select_option("")
        page.get_by_role("link", name="Cooperative Chess").click()
        assert page.locator("h1").inner_text() == "Cooperative Chess"


@pytest.mark.parametrize("id", VARIANTS)
def test_replay(browser: "Browser", folder: Path, id: str) -> None:
    """The replay begins at the start and steps to the last position."""
    with opened(browser, folder / "gallery" / f"{id}.html") as page:
        slider = page.get_by_role("slider", name="position")
        assert slider.input_value() == "0"
        first = page.locator(".pg-replay .pg-svg").inner_html()
        page.get_by_role("button", name="last position").click()
        assert slider.input_value() == slider.get_attribute("max")
        assert int(slider.input_value()) > 50
        assert page.locator(".pg-replay .pg-svg").inner_html() != first
        assert page.locator(".gallery-pictures img").evaluate_all(
            "images => images.every((image) => image.naturalWidth > 100)"
        )


def test_search(browser: "Browser", folder: Path) -> None:
    """The search works without a server."""
    with opened(browser, folder / "search.html") as page:
        page.goto(f"{(folder / 'search.html').as_uri()}?q=transposition")
        page.locator("#search-results li a").first.wait_for()
