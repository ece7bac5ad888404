"""What can be collected depends on what is installed; and no test leaves figures to the next, or knows of a terminal."""

import sys
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

# OpenSpiel has no release for Python 3.10 that these games fit; Stable-Baselines3, with all of PyTorch, is in no extra.
collect_ignore = [
    path
    for module, path in {"pyspiel": "python/plyground/spiel.py", "stable_baselines3": "python/plyground/sb3.py"}.items()
    if find_spec(module) is None
]


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
