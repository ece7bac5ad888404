"""Check one game after a change of its rules: `make check GAME=tar-pit-chess`.

The core is built incrementally and without optimization. Then the unit tests of the folder that implements the game run, and the
tests in Python that are parametrized with the id.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "target" / "check"
# A package of links, so that the package in .venv keeps its module.
SITE = TARGET / "site"
ENV = os.environ | {"CARGO_INCREMENTAL": "1", "CARGO_TARGET_DIR": str(TARGET), "PYTHONPATH": str(SITE)}
PROFILE = ["--quiet", "--locked", "--profile", "plain"]


def run(*command: str) -> None:
    """Run a command, and end the check if it fails."""
    done = subprocess.run(command, cwd=ROOT, env=ENV, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def family_of(game: str) -> str:
    """Return the family of an id, or end the check if there is no such id."""
    command = [sys.executable, "-c", f"import plyground; print(plyground.info({game!r}).family)"]
    found = subprocess.run(command, cwd=ROOT, env=ENV, capture_output=True, text=True, check=False)
    if found.returncode:
        sys.exit(found.stderr.strip().rpartition("\n")[2])
    return found.stdout.strip()


def unit_tests_of(game: str, family: str) -> str:
    """Return the filter of unit tests: the most specific folder of `src/games` that the id or its family names."""
    words = f"{game.replace('-', '_')} {family}"
    games = ROOT / "src" / "games"
    shared = {"kit", "game", "variants"}
    folders = [folder for folder in games.glob("**/") if folder.name in words and folder.name not in shared]
    best = max(folders, key=lambda folder: (len(folder.parts), len(folder.name)), default=games)
    if best != games and not [*best.glob("tests.rs"), *best.glob("tests/")]:
        best = best.parent
    return "::".join(best.relative_to(ROOT / "src").parts)


def build_package() -> None:
    """Build the module, and put it next to links to the files of the package."""
    run("cargo", "build", *PROFILE, "--package", "plyground-python")
    package = SITE / "plyground"
    package.mkdir(parents=True, exist_ok=True)
    for entry in (ROOT / "python" / "plyground").iterdir():
        link = package / entry.name
        if entry.suffix != ".so" and not link.exists():
            link.symlink_to(entry)
    library = "libplyground_python.dylib" if sys.platform == "darwin" else "libplyground_python.so"
    module = package / "_core.abi3.so"
    module.unlink(missing_ok=True)
    module.hardlink_to(TARGET / "plain" / library)


def main() -> None:
    """Run the check."""
    if len(sys.argv) != 2:
        sys.exit("usage: make check GAME=ID, such as make check GAME=tar-pit-chess")
    game = sys.argv[1]
    build_package()
    tests = unit_tests_of(game, family_of(game))
    print(f"unit tests of {tests}", flush=True)
    run("cargo", "test", *PROFILE, "--package", "plyground", "--lib", "--", tests)
    print(f"tests in Python with {game}", flush=True)
    run(
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--numprocesses",
        "auto",
        "--game",
        game,
        "tests",
    )


if __name__ == "__main__":
    main()
