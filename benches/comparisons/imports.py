"""Comparison of the time of an import, in a new process."""

import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from importlib.util import find_spec

from measure import Comparison, Side, Work, ours

LIBRARIES = (
    ("chess", "python-chess", "chess", "chess"),
    ("chess", "OpenSpiel", "open-spiel", "pyspiel"),
    ("chess", "PettingZoo", "pettingzoo", "pettingzoo.classic.chess_v6"),
    ("chess", "Pgx", "pgx", "pgx"),
    ("chess", "EnvPool", "envpool", "envpool"),
    ("english-draughts", "py-draughts", "py-draughts", "draughts"),
    ("international-draughts", "dame-rs", "dame-rs", "dame"),
)
"""A game of each library, its name, its package and its module."""


def imports() -> Iterator[Comparison]:
    """Compare the time that a new Python needs to import a library."""
    for id, name, package, module in LIBRARIES:
        if find_spec(module.partition(".")[0]) is not None:
            theirs = Side(f"{name} {version(package)}", f"`import {module}`", _import(module))
            mine = ours("`import plyground`", _import("plyground"))
            yield Comparison("import", id, mine, theirs, unit="imports", wall=True)


def _import(module: str) -> Work:
    def work() -> int:
        subprocess.run([sys.executable, "-c", f"import {module}"], check=True, capture_output=True)
        return 1

    return work
