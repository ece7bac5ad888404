"""What can be collected depends on what is installed; and no test leaves figures to the next, or knows of a terminal."""

import os
import signal
import sys
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

# There are as many workers as processors, and threads of BLAS that wait for work would keep them busy; NumPy is not loaded yet.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _lacks(*modules: str) -> bool:
    return not all(map(find_spec, modules))


collect_ignore = [
    path
    for modules, path in [
        # It has no release for Python 3.10 that these games fit.
        (["pyspiel"], "python/plyground/envs/openspiel"),
        # With all of PyTorch, it is in no extra.
        (["stable_baselines3"], "python/plyground/envs/sb3.py"),
        (["onnxruntime"], "python/plyground/nets/session.py"),
        (["jax", "onnx", "optax"], "python/plyground/learn"),
    ]
    if _lacks(*modules)
]


# Files of tests that take many seconds each. Workers share what is left, and none may be left alone with one of these.
_LONG = ("test_ray.py", "test_documents.py", "test_known_ground.py", "test_learn.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begins with the tests that take long."""
    items.sort(key=lambda item: item.path.name not in _LONG)


def pytest_configure() -> None:
    """What runs in the background of a shell takes no notice of interrupts, nor does what it starts: tests that send some do."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _no_figures_left() -> Iterator[None]:
    """Closes the figures that pyplot still has, for it warns of many."""
    yield
    if (pyplot := sys.modules.get("matplotlib.pyplot")) is not None:
        pyplot.close("all")


@pytest.fixture(autouse=True)
def _no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is printed goes to a pipe, as wide as it likes, whoever runs the tests."""
    monkeypatch.delenv("COLUMNS", raising=False)
