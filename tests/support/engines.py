"""Engines that tests use if they are installed."""

import shutil

import pytest

GAMES = "/usr/games"
"""The folder in which Debian installs engines. The `PATH` of some users lacks it."""


def find_engine(program: str) -> str | None:
    """Return the path of an engine, or None if it is not installed."""
    return shutil.which(program) or shutil.which(program, path=GAMES)


def needs(program: str) -> pytest.MarkDecorator:
    """Skip a test if an engine is not installed."""
    return pytest.mark.skipif(find_engine(program) is None, reason=f"needs {program}: apt-get install {program}")
