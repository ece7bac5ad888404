"""The pages of the gallery for the library of described games. Their games are played when the site is built."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import plyground as pg
from gallery_data import Variant
from gallery_games import played_game
from gallery_page import MAX_PARTS, about_game, pictures, replay_section, run_it, table
from gallery_replay import replay_data

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER: Final = Path(__file__).parent.parent / "src" / "catalog" / "library"
"""The descriptions, by id."""
AGENT: Final = "strong:nodes=500"
"""The agent of all seats. A game takes it about a tenth of a second."""


def described_variant(id: str) -> Variant:
    """Return a game of the library with all that its page shows. It plays a game."""
    return Variant(pg.info(id), played_game(id, AGENT), (), ())


def description_of(id: str) -> tuple[str, dict[str, Any]]:
    """Return the text that describes a game of the library, and its keys."""
    text = (FOLDER / f"{id}.toml").read_text(encoding="utf-8")
    return text, tomllib.loads(text)


def page(variant: Variant, picture_bytes: int) -> tuple[str, str]:
    """Return the page of a game of the library, and the script with its replay."""
    text, keys = description_of(variant.id)
    replay, num_steps = replay_data(variant.states()[-1], MAX_PARTS - picture_bytes - len(text.encode()))
    sections = [
        f"# {variant.info.title}",
        f"`{variant.id}`, a game of the library, made from [a description](#description). [All games](index.md#the-library)",
        keys["summary"],
        pictures(variant),
        "## Run it",
        run_it(variant.id),
        "## Facts",
        table(facts(variant, keys)),
        "## A game",
        about_game(variant, num_steps),
        replay_section(variant.id),
        "## Description",
        "[Describe a game](../describing_a_game.md) explains the text. Change it to make a game of your own.",
        f"```toml\n{text.rstrip()}\n```",
    ]
    return "---\norphan: true\n---\n\n" + "\n\n".join(sections) + "\n", f"globalThis.plygroundReplay = {replay};\n"


def facts(variant: Variant, keys: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Return the names of facts with their values. `keys` are those of the description."""
    info = variant.info
    planes, rows, columns = info.observation_shape
    yield "seats", f"{info.num_seats}, {variant.teams}"
    yield "cells", variant.board
    yield "kinds of pieces", str(len(keys["pieces"]))
    yield "legal steps at the start", str(len(pg.game(info.id).start().legal_steps()))
    yield "actions", f"{info.num_actions:,}"
    yield "observation", f"{planes} planes of {rows}x{columns}"
    yield "longest possible game", f"{info.max_steps:,} steps"
    yield "strongest available player", f"`strong`, which is `{pg.agent('strong').resolve(pg.game(info.id))}`"
    yield "source of the rules", f"<{keys['source']}>"
