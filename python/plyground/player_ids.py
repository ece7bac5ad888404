"""The numbers of players that are not seats."""

from typing import Final

CHANCE: Final = -2
"""The player of a state in which chance acts."""

TERMINAL: Final = -1
"""The player of a state in which the game is over."""
