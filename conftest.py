"""What can be collected depends on what is installed; and no test leaves figures to the next."""

import sys
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

# OpenSpiel has no release for Python 3.10 that these games fit.
collect_ignore = [] if find_spec("pyspiel") else ["python/plyground/spiel.py"]


@pytest.fixture(autouse=True)
def _no_figures_left() -> Iterator[None]:
    """Closes the figures that pyplot still has, for it warns of many."""
    yield
    if (pyplot := sys.modules.get("matplotlib.pyplot")) is not None:
        pyplot.close("all")
