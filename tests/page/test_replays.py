"""Replays on a page: what is shown is what the engine says, and a saved file works without a network."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="tests of the page need playwright")

import plyground as pg
from page_driver import Driver, Open, cell_texts
from page_site import Site
from plyground.ui.replay import Replay
from selection import selected_variants

# Shows each frame of some replays. Returns the pieces of each cell, the status line and whether all is drawn.
SHOW = """async (text) => {
  const [{ Board }, { expandFrames }] = [await import("/static/board.js"), await import("/static/replay.js")];
  const shown = [];
  const replays = JSON.parse(text);
  for (const replay of replays) {
    const root = document.createElement("div");
    document.body.append(root);
    const board = new Board(root, replay.board, { interactive: false });
    shown.push(expandFrames(replay).map((frame) => {
      board.setFrame(frame);
      const drawn = [...root.querySelectorAll("use")].every((use) => root.querySelector(use.getAttribute("href")));
      return { cells: pgTest.cells(root), status: root.querySelector(".pg-status-text").textContent, drawn };
    }));
    board.destroy();
    root.remove();
  }
  return JSON.stringify(shown);
}"""


def random_replay(id: str, num_steps: int = 6) -> Replay:
    """Return the replay of some random steps. Those of some variants begin late in a game."""
    state, rng = pg.game(id).start(1), random.Random(id)
    for _ in range(num_steps):
        if not state.is_terminal:
            state.apply(rng.choice(state.legal_steps()))
    return pg.replay(state)


def expected(replay: Replay) -> list[dict[str, Any]]:
    """Return what a page should show of each position."""
    scenes = [state.scene(replay.seat) for state in replay.states()]
    return [{"cells": cell_texts(scene), "status": scene["status"]["text"], "drawn": True} for scene in scenes]


def show(driver: Driver, replays: list[Replay]) -> Any:
    """Return what a page shows of the positions of some replays."""
    # As one text: Playwright converts lists and dicts value by value.
    return json.loads(driver.page.evaluate(SHOW, json.dumps([replay.to_dict() for replay in replays])))


def test_pieces_in_replays(open_page: Open, site: Site) -> None:
    """For each position, the pieces on each cell are those of the engine."""
    # An empty page with the origin of the scripts.
    driver = open_page(address=site.url + "static/none")
    ids = selected_variants()
    replays = [random_replay(id) for id in ids]
    for id, replay, frames in zip(ids, replays, show(driver, replays), strict=True):
        assert frames == expected(replay), id


@pytest.mark.parametrize("id", ["chess", "english-draughts", "universal-stax", "tri-chess-3", "masquerade-chess"])
def test_files(open_page: Open, tmp_path: Path, id: str) -> None:
    """A file from disk steps forward and back with keys and buttons, with the network switched off."""
    replay = random_replay(id)
    file = tmp_path / "replay.html"
    replay.save(file)
    driver = open_page(offline=True, address=file.as_uri())
    page, positions = driver.page, expected(replay)

    def check(at: int) -> None:
        assert page.get_by_role("slider").input_value() == str(at)
        assert page.evaluate("pgTest.cells()") == positions[at]["cells"]
        assert page.locator(".pg-status-text").inner_text() == positions[at]["status"]

    end = len(positions) - 1
    check(0)
    # Right after opening, nothing has the focus.
    for key, at in [
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", end),
        ("ArrowRight", end),
        ("Home", 0),
    ]:
        page.keyboard.press(key)
        check(at)
    for name, at in [("forward", 1), ("last position", end), ("back", end - 1), ("first position", 0)]:
        page.get_by_role("button", name=name, exact=True).click()
        check(at)
    page.keyboard.press("ArrowRight")
    check(1)
    page.get_by_role("region", name="moves").get_by_role("button").nth(end - 1).click()
    check(end)
    page.get_by_role("slider").fill("3")
    check(3)
    requests = [entry["url"] for entry in driver.traffic]
    assert requests == []


def test_playing_a_replay(open_page: Open, tmp_path: Path) -> None:
    replay = random_replay("stax", 3)
    file = tmp_path / "replay.html"
    replay.save(file)
    driver = open_page(offline=True, address=file.as_uri())
    page = driver.page
    page.get_by_label("speed").select_option("fast")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Pause").wait_for()
    driver.wait_for("document.querySelector('.pg-slider').value === '3'")
    page.get_by_role("button", name="Play", exact=True).wait_for()


def test_replays_of_a_seat(open_page: Open, site: Site) -> None:
    """The replay of a seat shows, and contains, only what the seat knows."""
    state = pg.game("masquerade-chess").start()
    for step in ("mask:BKNQR", "mask:RQNKB", "a2a3"):
        state.apply(step)
    replay = pg.replay(state, seat=0)
    assert "RQNKB" not in replay.to_html()
    assert show(open_page(address=site.url + "static/none"), [replay]) == [expected(replay)]
