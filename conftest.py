"""Settings of all tests: collection depends on installed packages, and tests do not share figures or a terminal."""

import os
import signal
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

# There is one worker for each processor, and idle BLAS threads would slow them down. Must precede the import of NumPy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# JAX compiles each program once, for all processes of this run and of the next.
for _name, _value in {
    "JAX_COMPILATION_CACHE_DIR": str(Path(__file__).parent / ".venv" / "jax"),
    "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
    "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
}.items():
    os.environ.setdefault(_name, _value)


def _lacks(*modules: str) -> bool:
    return not all(map(find_spec, modules))


collect_ignore = [
    path
    for modules, path in [
        # OpenSpiel has no compatible release for Python 3.10.
        (["pyspiel"], "python/plyground/envs/openspiel"),
        # It needs PyTorch, so no extra installs it.
        (["stable_baselines3", "sb3_contrib"], "python/plyground/envs/sb3"),
        (["onnxruntime"], "python/plyground/nets/session.py"),
        (["jax", "onnx", "optax"], "python/plyground/learn"),
        (["anywidget"], "python/plyground/ui/widget.py"),
        (["starlette", "uvicorn"], "python/plyground/ui/server.py"),
    ]
    if _lacks(*modules)
]
# A program with an argument, which a test starts.
collect_ignore.append("tests/support/without_extras.py")


# Files with tests that take many seconds each. They run first, so that no worker is left alone with one at the end.
_LONG = ("test_ray.py", "test_documents.py", "test_solved_training.py", "test_learn.py")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that `make check` and `make test-all` use."""
    parser.addoption("--game", metavar="ID", help="run only tests that are parametrized with this id")
    parser.addoption("--all", action="store_true", help="test all variants, and include what is long and repeats")


def _is_for(item: pytest.Item, game: str) -> bool:
    parameters = (
        item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    )
    return any(isinstance(value, str) and value == game for value in parameters)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Select the tests of a game, and run the tests that take long first."""
    if game := config.getoption("--game"):
        config.hook.pytest_deselected(items=[item for item in items if not _is_for(item, game)])
        items[:] = [item for item in items if _is_for(item, game)]
    items.sort(key=lambda item: item.path.name not in _LONG)


def pytest_configure(config: pytest.Config) -> None:
    """Pass ``--all`` to the workers, and restore the handler of SIGINT.

    A shell disables that handler for background processes, but some tests send interrupts.
    """
    if config.getoption("--all") or config.getoption("--game"):
        os.environ["PLYGROUND_TEST_ALL"] = "1"
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _no_figures_left() -> Iterator[None]:
    """Close all figures of pyplot, which warns if there are many."""
    yield
    if (pyplot := sys.modules.get("matplotlib.pyplot")) is not None:
        pyplot.close("all")


@pytest.fixture(scope="session")
def _untrained_network(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the network that doctests load as ``stax.onnx``."""
    pytest.importorskip("onnx", reason="models are written with the extra 'learn'")
    pytest.importorskip("onnxruntime", reason="models are played with the extra 'net'")
    import plyground as pg
    from models import write_network

    return write_network(tmp_path_factory.mktemp("networks") / "stax.onnx", pg.game("stax"))


@pytest.fixture(autouse=True)
def _doctest_folder(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the doctests of `plyground.nets` in a folder with a network."""
    if isinstance(request.node, pytest.DoctestItem) and request.node.path.parent.name == "nets":
        monkeypatch.chdir(request.getfixturevalue("_untrained_network").parent)


@pytest.fixture(autouse=True)
def _no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the width of output independent of the terminal."""
    monkeypatch.delenv("COLUMNS", raising=False)
