"""What a user does besides making steps: dragging, going back, hints, records, options and the look of the page."""

import json
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="tests of the page need playwright")

import plyground as pg
from page_driver import Driver, Open
from selection import runs_all

MATE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"

# Boards of each shape, a confirmation, hands and cards.
WIDE = ["chess", "tri-chek-2", "three-kings-chess", "masquerade-chess", "crowded-house", "cooperative-chess"]
if runs_all():
    WIDE += [
        "cylindrical-chess",
        "english-draughts",
        "universal-stax",
        "tri-chess-3",
        "dice-checkers-chess",
        "chess-golf",
    ]


def drag(driver: Driver, start: str, end: str) -> None:
    """Drag the pieces on a cell to another one."""
    mouse, (x, y) = driver.page.mouse, driver.place(end)
    mouse.move(*driver.place(start))
    mouse.down()
    mouse.move(x, y, steps=4)
    mouse.up()


def moves(driver: Driver) -> list[str]:
    """Return the list of moves as text. The current one has an asterisk."""
    items = driver.page.locator(".pg-moves > li > :is(button, span)")
    return items.evaluate_all("nodes => nodes.map((one) => one.textContent + (one.ariaCurrent ? '*' : ''))")  # type: ignore[no-any-return]


def press(driver: Driver, name: str) -> None:
    """Press a button of the panel that changes the position."""
    driver.page.get_by_role("button", name=name, exact=True).click()
    driver.settle(driver.frame["version"])


def make(driver: Driver, *steps: str) -> None:
    """Make steps with the mouse."""
    for step in steps:
        driver.by_mouse(step)
        driver.settle(driver.frame["version"])


def test_the_page_tells_how_a_game_is_played(driver: Driver) -> None:
    driver.start("tar-pit-chess")
    summary = pg.info("tar-pit-chess").summary
    told = driver.page.locator(".pg-rules p")
    assert not told.is_visible()
    driver.page.get_by_text("How it is played").click()
    assert told.inner_text() == summary
    driver.leave()
    driver.page.get_by_role("button", name="Stax", exact=True).click()
    driver.page.get_by_text(pg.info("stax").summary).wait_for()


def test_drag_and_drop(driver: Driver) -> None:
    driver.start("chess")
    drag(driver, "e2", "e4")
    assert driver.settle(driver.frame["version"])["last"][-1]["step"] == "e2e4"
    # Other targets do nothing, and leave no selection.
    for end in ("e5", "e7", "a1"):
        drag(driver, "e7", end)
    drag(driver, "e4", "e5")
    assert driver.page.locator(".pg-ghost, [aria-selected]").count() == 0
    make(driver, "e7e5")
    drag(driver, "g1", "f3")
    frame = driver.settle(driver.frame["version"])
    assert [move["text"] for move in frame["moves"]] == ["e4", "e5", "Nf3"]


def test_dragging_asks_for_a_promotion(driver: Driver) -> None:
    driver.start("chess", start="7k/P7/8/8/8/8/8/K7 w - - 0 1")
    drag(driver, "a7", "a8")
    options = driver.page.locator(".pg-options button")
    assert options.count() == 4
    driver.page.keyboard.press("Escape")
    assert options.count() == 0
    drag(driver, "a7", "a8")
    driver.page.locator(".pg-options [data-step=a7a8n]").click()
    assert driver.settle(0)["position"].startswith("N6k/")


def test_undo_redo_and_branches(driver: Driver) -> None:
    page, undo = driver.page, "Undo"
    driver.start("chess")
    assert page.get_by_role("button", name=undo).is_disabled()
    make(driver, "e2e4", "e7e5")
    press(driver, undo)
    assert moves(driver) == ["1. e4*", "2. e5"]
    press(driver, "Redo")
    assert moves(driver) == ["1. e4", "2. e5*"]
    assert page.get_by_role("button", name="Redo").is_disabled()
    press(driver, undo)
    make(driver, "c7c5", "g1f3")
    assert moves(driver) == ["1. e4", "2. c5", "2. e5", "3. Nf3*"]
    # Go to the other branch and back.
    press(driver, "2. e5")
    state = pg.game("chess").start()
    for step in ("e2e4", "e7e5"):
        state.apply(step)
    driver.check_shows(state)
    assert moves(driver) == ["1. e4", "2. e5*", "2. c5", "3. Nf3"]
    press(driver, "3. Nf3")
    assert driver.frame["ply"] == 3


def test_agents_wait_after_going_back(driver: Driver) -> None:
    driver.start("chess", ["", "random"])
    make(driver, "e2e4")
    press(driver, "1. e4")
    assert driver.frame["is_paused"]
    press(driver, "Continue from here")
    assert driver.frame["ply"] == 2


def test_clicks_soon_after_a_step_are_kept(driver: Driver) -> None:
    """The second copy of a frame, which a waiting request brings, does not remove a selection."""
    driver.start("chess")
    make(driver, "e2e4")
    driver.click_cell("e7")
    driver.wait_for(f"pgTest.copies({driver.frame['version']}) > 1")
    assert driver.page.locator("[aria-selected=true]").count() == 1


def test_hints(driver: Driver) -> None:
    page = driver.page
    driver.start("chess", start=MATE)
    page.get_by_label("agent for hints").fill("mcts:200")
    page.get_by_role("button", name="Hint").click()
    page.get_by_text("mcts:200 would play a1a8").wait_for()
    assert page.locator(".pg-hint path").count() == 1
    assert page.locator(".pg-heat-cell").count() > 1
    assert page.get_by_role("meter").count() == 2
    make(driver, "a1a8")
    assert page.locator(".pg-hint path, .pg-heat-cell").count() == 0
    assert page.get_by_role("button", name="Hint").is_disabled()


def test_wrong_texts_are_told(driver: Driver) -> None:
    page = driver.page
    driver.start("chess")
    for text in ("e2e5", "Nf9", "<b>x</b>"):
        driver.by_entry(text)
        page.locator(".pg-note", has_text=text).wait_for()
    page.get_by_label("agent for hints").fill("nobody")
    page.get_by_role("button", name="Hint").click()
    page.locator(".pg-note", has_text="nobody").wait_for()
    assert driver.frame["ply"] == 0


def test_load_and_copy_a_position(open_page: Open) -> None:
    driver = open_page(permissions=["clipboard-read", "clipboard-write"])
    page = driver.page
    driver.start("chess")
    page.get_by_text("Positions and records").click()
    page.get_by_label("position string, saved game, PGN or PDN").fill(MATE)
    press(driver, "Load")
    driver.check_shows(pg.game("chess").from_fen(MATE))
    make(driver, "a1a8")
    page.get_by_text("Positions and records").click()
    page.get_by_role("button", name="Copy position").click()
    page.locator(".pg-note", has_text=driver.session.state.fen).wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == driver.session.state.fen
    # A saved game of another variant.
    state = pg.game("tri-stax-3").start()
    page.get_by_label("position string, saved game, PGN or PDN").fill(
        json.dumps({"game": json.loads(state.game.to_json()), "start": state.fen, "steps": state.legal_steps()[:1]})
    )
    page.get_by_role("button", name="Load").click()
    page.locator(".pg-note", has_text="3 seats").wait_for()


@pytest.mark.parametrize(("id", "kind"), [("chess", "pgn"), ("english-draughts", "pdn")])
def test_save(driver: Driver, tmp_path: Path, id: str, kind: str) -> None:
    driver.start(id)
    state = pg.game(id).start()
    for _ in range(3):
        step = state.legal_steps()[0]
        state.apply(step)
        driver.by_entry(step)
        driver.settle(driver.frame["version"])
    driver.page.get_by_text("Positions and records").click()
    with driver.page.expect_download() as download:
        driver.page.get_by_role("button", name=f"Save {kind.upper()}").click()
    assert download.value.suggested_filename == f"{id}.{kind}"
    file = tmp_path / "record"
    download.value.save_as(file)
    (game,) = (pg.pgn if kind == "pgn" else pg.pdn).read(file.read_text(encoding="utf-8"))
    assert game.play(pg.game(id)) == state


def test_options(driver: Driver) -> None:
    driver.start("chess", start="r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", options={"castling": False})
    assert driver.session.game.info.options["castling"] is False
    assert pg.info("chess").options["castling"] is True
    press_new_game(driver)
    (option, value) = next(
        (spec.name, choice)
        for spec in pg.info("stax").option_specs
        for choice in spec.choices
        if choice != pg.info("stax").options[spec.name]
    )
    driver.start("stax", options={option: value})
    assert driver.session.game.info.options[option] == value


def press_new_game(driver: Driver) -> None:
    """Leave a game. It is closed on the server."""
    key = driver.key
    driver.page.get_by_role("button", name="New game").click()
    driver.page.get_by_label("search variants").wait_for()
    closed = f"({{ method, url, status }}) => method === 'DELETE' && url.endsWith('{key}') && status === 200"
    driver.wait_for(f"pgTest.traffic.some({closed})")
    assert driver.site.tables.get(key) is None


def test_form_by_keyboard(driver: Driver) -> None:
    page, keyboard = driver.page, driver.page.keyboard
    page.get_by_label("search variants").focus()
    keyboard.type("tri-stax-3")
    page.locator("button[title=tri-stax-3]").wait_for()
    driver.focus("document.activeElement.title === 'tri-stax-3'")
    keyboard.press("Enter")
    page.get_by_role("heading", name="Tri-Stax 3").wait_for()
    driver.wait_for("document.activeElement.textContent === 'Play'")
    keyboard.press("Enter")
    page.locator("[data-cell]").first.wait_for()
    assert page.locator(".pg-players > li").count() == 3


@pytest.mark.parametrize("id", ["chess", "english-draughts", "tri-chess-3"])
def test_turning(driver: Driver, id: str) -> None:
    """Steps can be made on a turned board, and the near pieces are at the bottom."""
    info = pg.info(id)
    driver.start(id, [""] * info.num_seats)
    cell = info.cells[0]
    before = driver.place(cell)
    driver.page.get_by_label("side at the bottom").select_option(str(info.seat_angles[1]))
    assert driver.place(cell) != before
    make(driver, pg.game(id).start().legal_steps()[0])
    state = pg.game(id).start()
    state.apply(state.legal_steps()[0])
    driver.check_shows(state)


def test_dark_mode(driver: Driver) -> None:
    page = driver.page
    driver.start("chess")
    background = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(background)
    page.get_by_role("button", name="Switch between light and dark").click()
    dark = page.evaluate(background)
    assert light != dark
    page.get_by_role("button", name="Switch between light and dark").click()
    assert page.evaluate(background) == light
    page.emulate_media(color_scheme="dark")
    page.evaluate("delete document.documentElement.dataset.theme")
    assert page.evaluate(background) == dark


def test_narrow_windows(open_page: Open) -> None:
    """No part of the page is wider than a small telephone."""
    driver = open_page(viewport={"width": 360, "height": 640})
    width = "document.scrollingElement.scrollWidth"
    assert driver.page.evaluate(width) <= 360
    for id in WIDE:
        frame = driver.start(id, [""] * pg.info(id).num_seats)
        driver.page.get_by_text("Positions and records").evaluate("(node) => node.click()")
        driver.confirm(frame)
        assert driver.page.evaluate(width) <= 360, id
        driver.leave()


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_reduced_motion(open_page: Open, motion: str) -> None:
    driver = open_page(reduced_motion=motion)
    driver.start("chess")
    # Counts the pieces that move above the board.
    driver.page.evaluate(
        """() => {
          window.numMoving = 0;
          const count = (records) => { window.numMoving += records.flatMap(({ addedNodes }) => [...addedNodes]).length; };
          new MutationObserver(count).observe(document.querySelector(".pg-moving"), { childList: true });
        }"""
    )
    make(driver, "e2e4")
    driver.wait_for("!document.querySelector('.pg-moving').childElementCount")
    assert (driver.page.evaluate("window.numMoving") > 0) == (motion == "no-preference")
