"""Who acts and has no seat."""

from typing import Final

CHANCE: Final = -2
"""The actor of a state that waits for chance."""

OVER: Final = -1
"""The actor of a state that is over."""
