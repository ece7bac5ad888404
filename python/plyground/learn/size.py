"""How large a network is."""

import re
from typing import Any, Final

SIZES: Final = {"tiny": (2, 32), "small": (4, 64), "medium": (8, 96)}
"""How many blocks and channels the networks have that go by a name."""


def blocks_and_channels(size: Any) -> tuple[int, int]:
    """The number of blocks and of channels of a network.

    >>> blocks_and_channels("tiny"), blocks_and_channels("2x24"), blocks_and_channels((2, 24))
    ((2, 32), (2, 24), (2, 24))
    """
    if isinstance(size, str):
        counts = re.fullmatch("([0-9]{1,4})x([0-9]{1,4})", size)
        if size not in SIZES and not counts:
            raise ValueError(f"a network is {', '.join(SIZES)}, or blocks and channels as in 2x24, not {size[:40]!r}")
        size = (int(counts[1]), int(counts[2])) if counts else SIZES[size]
    if not isinstance(size, tuple) or len(size) != 2 or not all(type(count) is int for count in size):
        raise ValueError(f"the size of a network is a text or a pair of integers, not {type(size).__name__}")
    blocks, channels = size
    if not (1 <= blocks <= 64 and 4 <= channels <= 1024):
        raise ValueError("a network has 1 to 64 blocks and 4 to 1024 channels")
    return blocks, channels
