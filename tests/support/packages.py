"""Test the packages that users install: ``make packages``.

Builds a source distribution, and a wheel from it with no network for Cargo. Installs that wheel and the wheel of
``make wheel`` into fresh environments, and uses them outside of the repository. If a free-threaded Python is installed,
builds and tests a wheel for it too. Building takes minutes, so that pytest does not do it.
"""

import argparse
import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from time import perf_counter
from zipfile import ZipFile

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from repository import ROOT

BIN = Path(sys.executable).parent

FREE_THREADED = "3.14t"
"""The oldest free-threaded Python that PyO3 supports."""

USE = """
import sys
from pathlib import Path
from repository import ROOT
import plyground as pg

assert Path(pg.__file__).is_relative_to(sys.prefix), pg.__file__
state = pg.game("masquerade-chess").start(seed=1)
state.play_random(seed=2)
assert state.is_terminal
envs = pg.vector("stax", 64, seed=3)
for _ in range(100):
    envs.step(envs.sample())
assert envs.observations.shape[0] == 64
run = pg.playouts("chess", 1000, seed=4)
print(pg.__version__, state.fen, run.steps.sum(), run.returns.sum(axis=0))
"""
"""Plays one game, steps a vector and plays many games. The output is the same for all builds."""

USE_THREADS = """
import sys
from concurrent.futures import ThreadPoolExecutor
import plyground as pg

def play(seed):
    envs = pg.vector("tri-stax-3", 16, seed=seed)
    for _ in range(200):
        envs.step(envs.sample())
    return envs.observations.tobytes()

alone = [play(seed) for seed in range(4)]
assert not sys._is_gil_enabled(), "importing plyground has enabled the GIL"
with ThreadPoolExecutor(4) as threads:
    assert list(threads.map(play, range(4))) == alone
"""
"""Steps vectors in several threads without the GIL."""


def main() -> int:
    """Build and test the packages."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("dist", nargs="?", type=Path, help="the folder of the wheel that 'make wheel' has built")
    which.add_argument("--installed", action="store_true", help="only use the package that is installed")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="plyground-") as name:
        if arguments.installed:
            use_package(Path(sys.executable), Path(name))
        else:
            check_packages(arguments.dist, Path(name))
    return 0


def check_packages(dist: Path, folder: Path) -> None:
    """Build a wheel from the source distribution, and test it and the wheel of `make wheel`."""
    (wheel,) = dist.glob(f"plyground-{_version()}-*-abi3-*.whl")
    subprocess.run(["cargo", "fetch", "--locked", "--quiet"], cwd=ROOT, check=True)
    (sdist,) = _build(folder, "sdist")
    began = perf_counter()
    options = ("--wheel", "--no-build-isolation", "--python", sys.executable, "--out-dir", folder)
    _run(BIN / "uv", "build", "--quiet", *options, sdist, cwd=folder)
    (rebuilt,) = folder.glob("*.whl")
    print(f"{sdist.name}: built a wheel in {perf_counter() - began:.0f} seconds", flush=True)
    results = {path: check(path, folder / str(number)) for number, path in enumerate((wheel.resolve(), rebuilt))}
    if len(set(results.values())) > 1:
        raise AssertionError(f"the wheels play different games: {results}")
    check_free_threaded(folder / "free-threaded")


def use_package(python: Path, folder: Path) -> str:
    """Use the package that is installed for a Python of this kind. Return what its games came to."""
    games = _run(python, "-c", USE, cwd=folder)
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        _run(python, "-W", "error", "-c", USE_THREADS, cwd=folder)
    print(games, end="", flush=True)
    return games


def check(wheel: Path, folder: Path) -> str:
    """Install a wheel with the extra for studies, and use it. Return what the games of `USE` came to."""
    began = perf_counter()
    check_contents(wheel)
    python = _environment(folder, f"plyground[study] @ {wheel.as_uri()}")
    version = _run(python.with_name("plyground"), "--version", cwd=folder)
    if "build: release" not in version:
        raise AssertionError(f"{wheel.name} must be a release build, got {version}")
    games = use_package(python, folder)
    _run(python.with_name("plyground"), "study", "stax", "chess", "--games", "500", "--out", "study", cwd=folder)
    written = {path.suffix for path in (folder / "study").iterdir()}
    if not {".csv", ".png"} <= written:
        raise AssertionError(f"a study must write a table and a figure, got {written}")
    print(f"{wheel.name}: {version.splitlines()[2]}; tested in {perf_counter() - began:.0f} seconds", flush=True)
    return games


def check_contents(wheel: Path) -> None:
    """Check that a wheel has the package, its licenses and nothing else."""
    names = ZipFile(wheel).namelist()
    for needed in ("plyground/py.typed", "plyground/_core.pyi", "/licenses/THIRD-PARTY-NOTICES", "/entry_points.txt"):
        if not any(name.endswith(needed) for name in names):
            raise AssertionError(f"{wheel.name} lacks {needed}")
    for name in names:
        if not name.startswith(("plyground/", f"plyground-{_version()}.dist-info/")):
            raise AssertionError(f"{wheel.name} must not contain {name}")


def check_free_threaded(folder: Path) -> None:
    """Build a wheel for a free-threaded Python and use it, if there is such a Python."""
    found = subprocess.run(
        [BIN / "uv", "python", "find", "--offline", "--no-project", FREE_THREADED], capture_output=True, text=True
    )
    if found.returncode:
        print(f"skipped the free-threaded wheel: Python {FREE_THREADED} is not installed")
        return
    python = found.stdout.strip()
    (wheel,) = _build(folder, "build", "--release", "--locked", "--interpreter", python)
    installed = _environment(folder / "environment", str(wheel), python)
    _run(installed, Path(__file__), "--installed", cwd=folder)
    print(f"{wheel.name}: tested without the GIL")


def _build(out: Path, *command: str) -> list[Path]:
    """Run maturin and return the files that it writes."""
    _run(BIN / "maturin", *command, "--out", out, cwd=ROOT)
    return list(out.iterdir())


def _environment(folder: Path, package: str, python: str = sys.executable) -> Path:
    """Make an environment with a package. Return its Python."""
    _run(BIN / "uv", "venv", "--quiet", "--no-project", "--python", python, folder / "venv", cwd=ROOT)
    found = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    _run(BIN / "uv", "pip", "install", "--quiet", "--python", found, package, cwd=folder)
    return found


def _run(*command: object, cwd: Path) -> str:
    """Run a command outside of this environment, without a network for Cargo, and return its output."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PLYGROUND"))},
        "CARGO_NET_OFFLINE": "true",
        "PATH": os.pathsep.join([str(BIN), os.environ["PATH"]]),
    }
    texts = list(map(str, command))
    run = subprocess.run(texts, cwd=cwd, env=environment, capture_output=True, text=True)
    if run.returncode:
        raise SystemExit(f"{' '.join(texts)} failed\n{run.stdout}{run.stderr}")
    return run.stdout


def _version() -> str:
    """Return the version of the workspace."""
    return str(tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["package"]["version"])


if __name__ == "__main__":
    sys.exit(main())
