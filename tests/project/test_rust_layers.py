"""The layers of the core: each uses only those above it in the table of `src/lib.rs`."""

import re
from pathlib import Path

from repository import ROOT

SRC = ROOT / "src"

# Rows of the table in `src/lib.rs`, below which are the modules that all others use.
TABLE = re.findall(r"^//! \| (\[`.*?) \|", (SRC / "lib.rs").read_text(encoding="utf-8"), re.MULTILINE)
LAYERS = [{"named", "packing", "truncate"}, *(set(re.findall(r"\[`(\w+)`\]", row)) for row in TABLE)]
"""From the bottom: a module may use its own layer and those before it."""

GAME_FREE = {"games", "notation", "pdn", "pgn", "catalog"}
"""What agents must not use: they play any game."""


def uses(path: Path) -> set[str]:
    """Return the modules of the crate that a file names outside of comments and of its tests."""
    code = path.read_text(encoding="utf-8").partition("#[cfg(test)]\nmod tests {")[0]
    code = re.sub(r"//.*", "", code)
    grouped = [name for names in re.findall(r"\bcrate::\{([^;]*)\};", code) for name in re.findall(r"\b(\w+)::", names)]
    return {*re.findall(r"\bcrate::(\w+)", code), *grouped} & set().union(*LAYERS)


def is_test(path: Path) -> bool:
    """Return whether a file holds unit tests only."""
    return "test" in path.stem or "tests" in path.parts


def sources() -> list[Path]:
    """Return all files of the core without the root and without tests."""
    return [path for path in SRC.rglob("*.rs") if path.parent != SRC or path.stem in set().union(*LAYERS)]


def layer_of(path: Path) -> str:
    """Return the module at the root of the crate that a file belongs to."""
    return path.relative_to(SRC).parts[0].removesuffix(".rs")


def test_modules_use_only_the_layers_below_them() -> None:
    ranks = {name: rank for rank, names in enumerate(LAYERS) for name in names}
    assert set(map(layer_of, sources())) == set(ranks)
    upward = [
        f"{path.relative_to(SRC)} uses {name}"
        for path in sources()
        if not is_test(path)
        for name in uses(path)
        if ranks[name] > ranks[layer_of(path)]
    ]
    assert not upward


def test_agents_know_no_games() -> None:
    agents = [path for path in (SRC / "agents").rglob("*.rs") if not is_test(path)]
    assert not [f"{path.name} uses {name}" for path in agents for name in uses(path) & GAME_FREE]


def test_the_folders_of_chess_use_only_those_before_them() -> None:
    """What games share knows no variant, and the interface of variants none in particular."""
    chess = SRC / "games" / "chess"
    allowed = {"kit": set(), "game": {"kit"}, "variants": {"kit", "game"}, "golf": {"kit", "game"}}
    assert {folder.name for folder in chess.iterdir() if folder.is_dir()} == {*allowed, "tests"}
    upward = []
    for folder, below in allowed.items():
        for path in (chess / folder).rglob("*.rs"):
            code = path.read_text(encoding="utf-8").partition("#[cfg(test)]\nmod tests {")[0]
            named = set(re.findall(r"\bchess::(\w+)", re.sub(r"//.*", "", code))) & allowed.keys()
            if not is_test(path) and named - below - {folder}:
                upward.append(f"{path.relative_to(chess)} uses {named - below - {folder}}")
    assert not upward
