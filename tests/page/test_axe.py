"""The page has no violations that axe finds: the form, and boards of all kinds in both themes."""

import json
import random
from typing import Any

import pytest

pytest.importorskip("axe_playwright_python", reason="tests of accessibility need axe-playwright-python")

import plyground as pg
from axe import AXE, RUN
from page_driver import Driver, Open
from plyground.ui.frames import board_data, choices, scene_frame
from selection import covering, runs_all

# Shows boards one after the other. Returns the violations of each.
BOARDS = """async (text) => {
  const { Board } = await import("/static/board.js");
  const main = document.getElementById("main");
  const found = {};
  const known = new Set();
  const kindOf = (node) =>
    node === main ? "" : `${kindOf(node.parentNode)}>${node.localName}.${node.className}${node.ariaPressed ?? ""}`;
  for (const { data, frame } of JSON.parse(text)) {
    main.replaceChildren();
    const board = new Board(main, data, { onStep() {}, onEntry() {} });
    board.setFrame(frame);
    // axe does not check the contrast of drawings. The contrast of elements of the same kinds is checked once.
    const exposed = { include: [["#main"]], exclude: [[".pg-drawing"], ["defs"]] };
    if (main.querySelector(".pg-drawing :is(a, button, [tabindex], [role])")) found[data.id] = ["elements in the drawing"];
    const html = { include: [["#main"]], exclude: [["svg"]] };
    const kinds = [...main.querySelectorAll("*:not(svg, svg *)")].map(kindOf).filter((kind) => !known.has(kind));
    for (const kind of kinds) known.add(kind);
    const contrast = ["light", "dark"].map((theme) => [theme, html, { runOnly: ["color-contrast"] }]);
    const other = ["light", exposed, { rules: { "color-contrast": { enabled: false } } }];
    for (const [theme, context, options] of [other, ...(kinds.length ? contrast : [])]) {
      document.documentElement.dataset.theme = theme;
      const violations = await (RUN)([context, options]);
      if (violations.length) found[`${data.id} ${theme}`] = violations;
    }
    board.destroy();
  }
  return found;
}""".replace("RUN", RUN)


def board_of(id: str) -> dict[str, Any]:
    """Return the data of a board and a frame after some random steps."""
    state, rng = pg.game(id).start(1), random.Random(id)
    for _ in range(12):
        if not state.is_terminal:
            state.apply(rng.choice(state.legal_steps()))
    frame = {**scene_frame(state, None), "choices": choices(state, state.current_player), "hand_over": None}
    return {"data": board_data(state.game), "frame": frame}


def board_features(id: str) -> frozenset[object]:
    """Return what tells the elements of a board apart: its cells, seats and pieces, and what the players know and decide."""
    info = pg.info(id)
    return frozenset(
        [
            ("cells", info.board, len(info.cells)),
            ("seats", info.num_seats, info.seat_teams),
            ("pieces", info.family, info.options.get("numbers"), info.options.get("topology")),
            ("mechanisms", info.has_hidden_information, info.has_chance, info.is_simultaneous),
            ("scoring", info.scoring.kind),
        ]
    )


def test_boards(driver: Driver) -> None:
    """The themes differ in their colors only, so the dark one is checked for contrast only."""
    ids = pg.variants() if runs_all() else covering({id: board_features(id) for id in pg.variants()})
    driver.page.evaluate(AXE)
    assert driver.page.evaluate(BOARDS, json.dumps([board_of(id) for id in ids])) == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_form_and_game(open_page: Open, theme: str) -> None:
    driver = open_page(color_scheme=theme)
    page = driver.page
    page.evaluate(AXE)
    page.get_by_label("search variants").fill("stax")
    page.get_by_role("button", name="Tri-Stax 3", exact=True).click()
    page.get_by_text("Options, seed and start").click()
    assert page.evaluate(RUN, ["html", {}]) == []
    page.get_by_label("search variants").fill("")
    driver.start("chess", ["", "random"])
    driver.by_mouse("e2e4")
    driver.settle(driver.frame["version"])
    page.get_by_text("Positions and records").click()
    page.get_by_label("agent for hints").fill("mcts:50")
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("meter").first.wait_for()
    assert page.evaluate(RUN, ["html", {}]) == []


def test_hand_over(driver: Driver) -> None:
    driver.page.evaluate(AXE)
    driver.start("masquerade-chess")
    assert driver.page.evaluate(RUN, ["html", {}]) == []
