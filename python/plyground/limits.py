"""Limits that the command line needs to read its arguments, in a module that imports nothing else."""

from typing import Final

MAX_OPEN_GAMES: Final = 32
"""The default limit of text games that are not over."""

MAX_OFFSET: Final = 2**62
"""The largest number of a first game, which fits into the integers of a store."""
