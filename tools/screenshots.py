"""Take pictures of the board and the playing page for the documents: ``python tools/screenshots.py`` writes ``docs/play-*.webp``.

It needs Chromium and the extras ``board`` and ``render``. ``--out DIR`` writes the single pictures as PNG files, too.
"""

import argparse
import io
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

import plyground as pg
from plyground.ui.frames import board_data
from plyground.ui.scripts import bundle, styles
from plyground.ui.session import Session

FOLDER: Final = Path(__file__).parent.parent / "docs"
ARGUMENTS: Final = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"]
THEMES: Final = ("light", "dark")
COLUMNS: Final = 8
TILE_WIDTH: Final = 270
SHEET_WIDTH: Final = 1400
GAP: Final = 14


@dataclass(frozen=True)
class Moment:
    """A position of a random game, in which all seats are users, or only seat 0 if information is hidden."""

    id: str
    steps: int
    seed: int = 1


MOMENTS: Final = (
    Moment("chess", 24),
    Moment("cylindrical-chess", 30),
    Moment("shadow-chess", 30),
    Moment("chess960", 16),
    Moment("masquerade-chess", 1),
    Moment("masquerade-chess", 36),
    Moment("zombie-chess", 60),
    Moment("two-move-chess", 31),
    Moment("adrenaline-chess", 40),
    Moment("tar-pit-chess", 60),
    Moment("half-alice-chess", 40),
    Moment("synchronous-chess", 25),
    Moment("cooperative-chess", 21),
    Moment("dice-checkers-chess", 41),
    Moment("crowded-house", 90),
    Moment("chess-golf", 12),
    Moment("chess-golf-solo-3", 0),
    Moment("double-chess-pairs", 70),
    Moment("cylindrical-shadow-double-chess-cutthroat", 60),
    Moment("three-kings-chess", 50),
    Moment("tri-chess-2", 40),
    Moment("tri-chess-3", 60),
    Moment("tri-chess-4-pairs", 60),
    Moment("tri-chess-5", 60),
    Moment("tri-chess-6-trios", 80),
    Moment("checkers", 30),
    Moment("stax", 45),
    Moment("stax-numbers", 45),
    Moment("cylindrical-stax", 50),
    Moment("universal-stax", 50),
    Moment("double-stax-pairs", 90),
    Moment("universal-double-checkers-cutthroat", 60),
    Moment("tri-stax-2-offset", 50),
    Moment("tri-stax-3", 80),
    Moment("tri-chek-4-pairs-opposite", 60),
    Moment("tri-queens-5", 30),
    Moment("tri-stax-6-cutthroat", 90),
    Moment("english-draughts", 30),
    Moment("international-draughts", 40),
    Moment("canadian-draughts", 50),
)


def main() -> None:
    """Take all pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, help="a folder for the single pictures")
    parser.add_argument("--only", choices=("sheets", "pages"), help="take only the contact sheets, or only the pages")
    arguments = parser.parse_args()
    if arguments.out is not None:
        arguments.out.mkdir(parents=True, exist_ok=True)
    with launched() as browser:
        if arguments.only != "pages":
            for theme, picture in sheets(browser).items():
                size = (SHEET_WIDTH, picture.height * SHEET_WIDTH // picture.width)
                if arguments.out is not None:
                    picture.save(arguments.out / f"play-{theme}.png")
                save(picture.resize(size, Image.Resampling.LANCZOS), f"play-{theme}", 40)
        if arguments.only != "sheets":
            pictures = pages(browser)
            if arguments.out is not None:
                for name, picture in pictures.items():
                    picture.save(arguments.out / f"{name}.png")
            save(pictures["page-light"], "play-page", 75)
            save(joined([pictures[name] for name in pictures if name.startswith("phone-")]), "play-phone", 60)


@contextmanager
def launched() -> Iterator[Browser]:
    """Start Chromium."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


def save(picture: Image.Image, name: str, quality: int) -> None:
    """Write a picture into the folder of the documents."""
    path = FOLDER / f"{name}.webp"
    picture.save(path, quality=quality, method=6)
    print(f"{path.name}: {picture.width} x {picture.height}, {path.stat().st_size:,} bytes")


def shot(page: Page) -> Image.Image:
    """Return a picture of a page."""
    return Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")


# The contact sheets.


def sheets(browser: Browser) -> dict[str, Image.Image]:
    """Return a picture with the boards of all moments for each theme."""
    page = browser.new_page(viewport={"width": TILE_WIDTH, "height": 1000}, color_scheme="light")
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_content(tile_page())
    found: dict[str, Image.Image] = {}
    tiles: dict[str, list[Image.Image]] = {theme: [] for theme in THEMES}
    for moment in MOMENTS:
        session = session_of(moment)
        subject = {"title": session.game.info.title, "board": board_data(session.game), "frame": session.frame()}
        page.evaluate("subject => show(subject)", subject)
        for theme in THEMES:
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            page.wait_for_timeout(60)
            picture = page.locator(".tile").screenshot(animations="disabled")
            tiles[theme].append(Image.open(io.BytesIO(picture)).convert("RGB"))
        if errors:
            raise RuntimeError(f"{moment.id}: {errors[0]}")
    for theme in THEMES:
        found[theme] = arranged(tiles[theme])
    page.close()
    return found


def tile_page() -> str:
    """Return a page that shows one board."""
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<style>{styles()}
.tile h2 {{ font-size: 1rem; margin: 0; }}
.tile .pg-list {{ display: none; }}
</style>
<body class="pg-page"><section class="tile"></section>
<script type="module">
{bundle("board.js")}
window.show = ({{ title, board, frame }}) => {{
  const tile = document.querySelector(".tile");
  tile.replaceChildren(htmlNode("h2", {{}}, title));
  new Board(tile, board, {{ angle: board.seats[frame.seat ?? 0].angle }}).setFrame(frame);
}};
</script>
</body>
</html>
"""


def arranged(tiles: Sequence[Image.Image]) -> Image.Image:
    """Return tiles in columns, each below the tile of the shortest column."""
    heights = [GAP] * COLUMNS
    places = []
    for tile in tiles:
        column = heights.index(min(heights))
        places.append((GAP + column * (TILE_WIDTH + GAP), heights[column]))
        heights[column] += tile.height + GAP
    # The color of the page.
    background = tiles[0].getpixel((tiles[0].width - 1, 0))
    picture = Image.new("RGB", (GAP + COLUMNS * (TILE_WIDTH + GAP), max(heights)), background)
    for tile, place in zip(tiles, places, strict=True):
        picture.paste(tile, place)
    return picture


def session_of(moment: Moment) -> Session:
    """Return the session of a moment."""
    game = pg.game(moment.id)
    state = game.start(moment.seed)
    state.play_random(moment.seed, max_steps=moment.steps)
    users = 1 if game.info.has_hidden_information else game.num_seats
    session = Session(state, [None if seat < users else "random" for seat in range(game.num_seats)], moment.seed)
    session.play_agents()
    return session


# The pages.


@contextmanager
def served() -> Iterator[str]:
    """Start the server of the playing page and return its address."""
    command = [sys.executable, "-m", "plyground", "serve", "--no-browser"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        yield line.removeprefix("playing page: ").strip()
    finally:
        server.terminate()
        server.wait()


def pages(browser: Browser) -> dict[str, Image.Image]:
    """Return pictures of the playing page and of a replay."""
    found: dict[str, Image.Image] = {}
    with served() as address, tempfile.TemporaryDirectory() as folder:
        replay = Path(folder) / "game.html"
        state = pg.game("cylindrical-stax").start()
        state.play_random(5, max_steps=60)
        pg.replay(state).save(replay)
        subjects: dict[str, Callable[[Page], object]] = {
            "page": lambda page: play_chess(page, address),
            "setup": lambda page: show_setup(page, address),
            "triangles": lambda page: play_triangles(page, address),
            "hand-over": lambda page: show_hand_over(page, address),
            "replay": lambda page: show_replay(page, replay.as_uri()),
        }
        for name, prepare in subjects.items():
            for theme in THEMES:
                found[f"{name}-{theme}"] = picture_of(browser, prepare, 1280, 830, theme)
        for at, (name, prepare) in enumerate(subjects.items()):
            found[f"phone-{name}"] = picture_of(browser, prepare, 360, 780, THEMES[at % 2])
    return found


def picture_of(browser: Browser, prepare: Callable[[Page], object], width: int, height: int, theme: str) -> Image.Image:
    """Return a picture of a page in a window of a size."""
    is_phone = width < 500
    page = browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        has_touch=is_phone,
        is_mobile=is_phone,
        reduced_motion="reduce",
    )
    prepare(page)
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0);")
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    if overflow > 0:
        raise RuntimeError(f"the page is {overflow} pixels wider than the window")
    picture = shot(page)
    page.close()
    return picture


def start(page: Page, address: str, id: str, players: Sequence[str]) -> None:
    """Start a game on the playing page."""
    page.goto(address)
    page.get_by_label("search variants").fill(id)
    page.locator(f'.pg-variants button[title="{id}"]').click()
    for seat, player in enumerate(players):
        page.get_by_label(f"(seat {seat})").fill(player)
    page.get_by_role("button", name="Play", exact=True).click()


def play(page: Page, cells: str) -> None:
    """Click cells, one after the other."""
    for cell in cells.split():
        page.locator(f'.pg-cell[aria-label^="{cell},"]').click()


def play_chess(page: Page, address: str) -> None:
    """Play an opening, and ask for a hint."""
    start(page, address, "chess", ("", ""))
    for cells in ("e2 e4", "e7 e5", "g1 f3", "b8 c6", "f1 c4", "g8 f6"):
        play(page, cells)
        page.locator(".pg-last-step", has_text=cells.replace(" ", "")).wait_for()
    page.get_by_role("button", name="Hint").click()
    page.get_by_text("would play").wait_for()


def show_setup(page: Page, address: str) -> None:
    """Choose a variant with options."""
    page.goto(address)
    page.get_by_label("search variants").fill("stax")
    page.locator('.pg-variants button[title="cylindrical-stax"]').click()
    page.locator(".pg-form summary").click()


def play_triangles(page: Page, address: str) -> None:
    """Choose a piece on a board of triangles."""
    start(page, address, "tri-chess-3", ("", "", ""))
    page.locator(".pg-choosable").first.click()


def show_hand_over(page: Page, address: str) -> None:
    """Show the screen between two users of a game with hidden information."""
    start(page, address, "masquerade-chess", ("", ""))
    page.locator(".pg-hand-over").wait_for()


def show_replay(page: Page, address: str) -> None:
    """Show a position of a replay."""
    page.goto(address)
    page.locator(".pg-slider").fill("40")


def joined(pictures: Sequence[Image.Image]) -> Image.Image:
    """Return pictures in a row."""
    width = sum(picture.width for picture in pictures) + GAP * (len(pictures) - 1)
    row = Image.new("RGB", (width, max(picture.height for picture in pictures)), "#8a8580")
    left = 0
    for picture in pictures:
        row.paste(picture, (left, 0))
        left += picture.width + GAP
    return row


if __name__ == "__main__":
    main()
