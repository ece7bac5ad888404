"""What a user does on the page: start a game, and make steps by mouse, keyboard or typing."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import plyground as pg
from page_site import Site
from plyground.ui.frames import scene_frame
from plyground.ui.session import Session

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

INIT = Path(__file__).with_name("page_init.js").read_text(encoding="utf-8")
"""A script that runs before those of the page. It records the traffic."""

MAX_TABS = 400

Frame: TypeAlias = dict[str, Any]
Open: TypeAlias = "Callable[..., Driver]"


class Driver:
    """A page and its user."""

    def __init__(self, page: "Page", site: Site) -> None:
        self.page = page
        self.site = site
        self._shown: dict[str, Any] = {}

    # Starting a game.

    def start(
        self,
        id: str,
        players: Sequence[str] = ("", ""),
        *,
        start: str = "",
        options: Mapping[str, object] | None = None,
    ) -> Frame:
        """Start a game with the form. Return the first frame."""
        page = self.page
        page.get_by_label("search variants").fill(id)
        page.locator(f'button[title="{id}"]').click()
        form = page.get_by_role("region", name="new game")
        form.get_by_role("heading", name=pg.info(id).title, exact=True).wait_for()
        for seat in range(pg.info(id).num_seats):
            form.get_by_label(f"(seat {seat})").fill(players[seat] if seat < len(players) else "")
        form.get_by_text("Options, seed and start").click()
        form.get_by_label("seed", exact=True).fill("1")
        form.get_by_label("start", exact=True).fill(start)
        for name, value in (options or {}).items():
            set_field(form.get_by_label(name, exact=True), value)
        form.get_by_role("button", name="Play").click()
        return self.settle(-1)

    def start_session(self, session: Session) -> Frame:
        """Start a game that was made by the test: the server answers the form with it."""
        from plyground.ui.server import _opening

        key, table = self.site.open(session)
        self.page.route("**/api/games", lambda route: route.fulfill(json={"key": key, **_opening(table)}), times=1)
        return self.start(session.game.id)

    def leave(self) -> None:
        """Go to the form."""
        self.page.evaluate("pgTest.traffic.length = 0")
        self.page.locator("#home").click()

    # What the page knows.

    @property
    def key(self) -> str:
        """The key of the game."""
        return str(self.page.evaluate("pgTest.key()"))

    @property
    def session(self) -> Session:
        """The session of the game on the server."""
        return self.site.session(self.key)

    @property
    def traffic(self) -> list[dict[str, Any]]:
        """All requests and responses so far."""
        return [dict(entry) for entry in self.page.evaluate("pgTest.traffic")]

    @property
    def frame(self) -> Frame:
        """The frame that was shown last."""
        return dict(self._shown["frame"])

    def settle(self, version: int) -> Frame:
        """Wait until the page shows a later version and does not wait for agents. Return the frame."""
        self._shown = json.loads(self.page.evaluate("(version) => pgTest.settle(version)", version))
        return self.frame

    def check_shows(self, state: pg.State, seat: int | None = None) -> None:
        """Check that the page shows a state."""
        scene = scene_frame(state, seat)
        assert self._shown["frame"]["position"] == scene["position"]
        assert self._shown["status"] == scene["status"]["text"]
        assert self._shown["cells"] == cell_texts(scene)
        assert self._shown["scores"] == (list(state.returns) if state.is_terminal else [])

    # Making a step.

    def confirm(self, frame: Frame, *, with_keys: bool = False) -> Frame:
        """Confirm to be the user of a seat. Other frames are returned unchanged."""
        if frame["hand_over"] is None:
            return frame
        if with_keys:
            self.page.keyboard.press("Enter")
        else:
            self.page.locator(".pg-hand-over button").click()
        return self.settle(frame["version"])

    def place(self, cell: str) -> tuple[float, float]:
        """Return where the middle of a cell is in the window."""
        x, y = self.page.evaluate("(cell) => pgTest.place(cell)", cell)
        return x, y

    def click_cell(self, cell: str) -> None:
        """Click on a cell with the mouse."""
        self.page.mouse.click(*self.place(cell))

    def wait_for(self, condition: str) -> None:
        """Wait until a condition in JavaScript holds. `Page.wait_for_function` would need what the policy of the page forbids."""
        self.page.evaluate(f"() => pgTest.until(() => {condition})")

    def cells_of(self, step: str) -> list[str]:
        """Return the cells of a choice."""
        return next(list(choice["cells"]) for choice in self._shown["frame"]["choices"] if choice["step"] == step)

    def by_mouse(self, step: str) -> None:
        """Choose a step with clicks."""
        cells = self.cells_of(step)
        for cell in cells:
            self.click_cell(cell)
        if not cells or self._is_open(step):
            self.page.locator(step_button(step)).click()

    def by_keyboard(self, step: str) -> None:
        """Choose a step with keys."""
        cells = self.cells_of(step)
        for cell in cells:
            self.focus("document.activeElement.matches('[data-cell]')")
            for key in self.page.evaluate("(cell) => pgTest.keysTo(cell)", cell):
                self.page.keyboard.press(key)
            self.page.keyboard.press("Enter")
        if not cells or self._is_open(step):
            self.focus(f"document.activeElement.matches({json.dumps(step_button(step))})")
            self.page.keyboard.press("Enter")

    def by_entry(self, step: str) -> None:
        """Type a step."""
        entry = self.page.get_by_label("Step or turn")
        entry.fill(step)
        entry.press("Enter")

    def _is_open(self, step: str) -> bool:
        """Whether the clicked cells leave a choice."""
        return self.page.locator(f".pg-options {step_button(step)}").count() > 0

    def focus(self, condition: str) -> None:
        """Press the tabulator until a condition holds."""
        for _ in range(MAX_TABS):
            if self.page.evaluate(condition):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no element with {condition} can be reached with the keyboard")


def step_button(step: str) -> str:
    """Return the selector of the button of a step."""
    return f"[data-step={json.dumps(step)}]"


def set_field(field: "Locator", value: object) -> None:
    """Fill in a field of a form."""
    if isinstance(value, bool):
        field.set_checked(value)
    elif field.evaluate("(node) => node.tagName") == "SELECT":
        field.select_option(str(value))
    else:
        field.fill(str(value))


def cell_texts(scene: Mapping[str, Any]) -> dict[str, str]:
    """Return what screen readers should say about each cell that is not empty."""
    texts = {}
    for cell, names in scene["pieces"].items():
        titles = [scene["sprites"][name]["title"] for name in names]
        texts[cell] = f"stack of {len(titles)}: {', '.join(titles)}" if len(titles) > 1 else titles[0]
    return texts


def saved(state: pg.State) -> str:
    """Return a state with its record as text."""
    return Session(state, [None] * state.game.num_seats).to_json()
