"""The reference pages of the games are those that the tool writes, and what they say holds in play."""

import re

import pytest

import game_pages
import plyground as pg
from game_actions import Block, blocks_of
from selection import info

FAMILIES = sorted(game_pages.families())


def by_numbering() -> list[str]:
    """One game for each board and number of actions."""
    found: dict[object, str] = {}
    for id in pg.variants():
        about = info(id)
        found.setdefault((about.family, about.num_actions, about.cells), id)
    return list(found.values())


@pytest.mark.parametrize("family", FAMILIES)
def test_pages_are_current(family: str) -> None:
    path = game_pages.FOLDER / f"{family}.md"
    assert path.read_text(encoding="utf-8") == game_pages.page(family), "run make game-pages"


def test_the_index_is_current() -> None:
    text = (game_pages.FOLDER / f"{game_pages.INDEX}.md").read_text(encoding="utf-8")
    assert text == game_pages.index(), "run make game-pages"
    assert {path.stem for path in game_pages.FOLDER.iterdir()} == {game_pages.INDEX, *FAMILIES}


@pytest.mark.parametrize("page", [game_pages.INDEX, *FAMILIES])
def test_examples_run(page: str) -> None:
    text = (game_pages.FOLDER / f"{page}.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    exec(compile(program, f"{page}.md", "exec"), {})
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (game_pages.FOLDER / target).exists(), f"{page} links to {target}"


@pytest.mark.parametrize("family", FAMILIES)
def test_games_end_for_the_reasons_on_the_page(family: str) -> None:
    text = (game_pages.FOLDER / f"{family}.md").read_text(encoding="utf-8")
    reasons = set(re.findall(r"^\| `([\w-]+)` \|", text.partition("## Endings")[2], re.MULTILINE))
    for id in game_pages.families()[family][::5]:
        assert set(pg.playouts(id, 8).reason_counts) <= {*reasons, "truncated"}, id


@pytest.mark.parametrize("id", by_numbering())
def test_formulas_name_the_cells_of_steps(id: str) -> None:
    """In random play, the cell that a formula tells is a cell of the step."""
    game = pg.game(id)
    names = {(int(row), int(column)): name for name, (row, column) in zip(game.info.cells, game.info.grid, strict=True)}
    blocks = blocks_of(game)
    for steps in (0, 1, 6, 30, 90):
        state = game.start(steps)
        state.play_random(steps, max_steps=steps)
        if state.current_player != 0:
            continue
        for action in state.legal_actions():
            cell = cell_of(blocks, int(action))
            cells = re.findall(r"[a-l]\d+|\d+", step := state.step_of(action))
            if isinstance(cell, tuple) and cells:
                assert names[cell] in cells, (step, action, cell)


def cell_of(blocks: tuple[Block, ...], action: int) -> object:
    block = next(block for block in blocks if block.start <= action < block.stop)
    return block.cells[(action - block.start) % len(block.cells)]
