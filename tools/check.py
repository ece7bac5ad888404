"""Check one game quickly after a change of its rules: `make check GAME=tar-pit-chess`.

It builds the core without optimization and incrementally, runs the tests in Rust of the folder that implements the game, and
the tests in Python that are parametrized with the id.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "target" / "check"
SITE = TARGET / "site"
ENV = os.environ | {"CARGO_INCREMENTAL": "1", "CARGO_TARGET_DIR": str(TARGET)}
CARGO = ["cargo", "--quiet"]
PROFILE = ["--locked", "--profile", "plain"]


def test_filter(game: str, family: str) -> str:
    """Return the filter of unit tests for an id: its folder, or that of its family."""
    words = game.replace("-", "_")
    games = ROOT / "src" / "games"
    folders = sorted(games.glob("*/*/"), key=lambda folder: -len(folder.name))
    for folder in folders:
        if folder.name in words and (folder / "mod.rs").exists():
            return "::".join(folder.relative_to(ROOT / "src").parts)
    own = family.lower().replace("-", "_").replace(" ", "_")
    return f"games::{own}" if (games / own).is_dir() else "games"


def build_package() -> None:
    """Build the module without optimization, and put it beside links to the package's files."""
    run([*CARGO, "build", *PROFILE, "--package", "plyground-python"])
    package = SITE / "plyground"
    package.mkdir(parents=True, exist_ok=True)
    for entry in (ROOT / "python" / "plyground").iterdir():
        link = package / entry.name
        if entry.suffix != ".so" and not link.exists():
            link.symlink_to(entry)
    suffix = {"darwin": "dylib", "win32": "dll"}.get(sys.platform, "so")
    prefix = "" if sys.platform == "win32" else "lib"
    module = package / ("_core.pyd" if sys.platform == "win32" else "_core.abi3.so")
    module.unlink(missing_ok=True)
    module.hardlink_to(TARGET / "plain" / f"{prefix}plyground_python.{suffix}")


def run(command: list[str], **environment: str) -> None:
    """Run a command, and end the check if it fails."""
    done = subprocess.run(command, cwd=ROOT, env=ENV | environment, check=False)
    if done.returncode:
        sys.exit(done.returncode)


SELECT = """
import sys
import pytest

class Select:
    def pytest_collection_modifyitems(self, config, items):
        values = lambda item: getattr(item, "callspec", None) and item.callspec.params.values() or ()
        kept = [item for item in items if any(value == GAME for value in values(item) if isinstance(value, str))]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
        items[:] = kept

GAME = sys.argv[1]
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[2:]], plugins=[Select()]))
"""


def main() -> None:
    """Run the check."""
    if len(sys.argv) != 2:
        sys.exit("usage: make check GAME=ID, such as make check GAME=tar-pit-chess")
    game = sys.argv[1]
    build_package()
    python = [sys.executable, "-c"]
    site = str(SITE)
    found = subprocess.run(
        [*python, f"import plyground as pg; print(pg.info({game!r}).family)"],
        cwd=ROOT,
        env=ENV | {"PYTHONPATH": site},
        capture_output=True,
        text=True,
        check=False,
    )
    if found.returncode:
        sys.exit(found.stderr.strip().splitlines()[-1])
    tests = test_filter(game, found.stdout.strip())
    print(f"unit tests of {tests}", flush=True)
    run([*CARGO, "test", *PROFILE, "--package", "plyground", "--lib", "--", tests])
    print(f"tests in Python with {game}", flush=True)
    files = [
        str(path)
        for path in sorted((ROOT / "tests").glob("test_*.py"))
        if "variants()" in path.read_text("utf-8") or "IDS" in path.read_text("utf-8")
    ]
    run([*python, SELECT, game, *files], PYTHONPATH=site)


if __name__ == "__main__":
    main()
