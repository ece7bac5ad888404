"""Sizes of networks: the number of residual blocks and of channels."""

import re
from typing import Any, Final

SIZES: Final = {"tiny": (2, 32), "small": (4, 64), "medium": (8, 96)}
"""Blocks and channels of the sizes that have a name."""


def blocks_and_channels(size: Any) -> tuple[int, int]:
    """Return the number of blocks and of channels of a network size.

    Parameters
    ----------
    size : str or tuple of int
        ``"tiny"``, ``"small"``, ``"medium"``, or blocks and channels as ``"2x24"`` or ``(2, 24)``.

    Returns
    -------
    blocks : int
        Number of residual blocks, from 1 to 64.
    channels : int
        Number of channels, from 4 to 1024.

    Raises
    ------
    ValueError
        If ``size`` is something else.

    Examples
    --------
    >>> blocks_and_channels("tiny"), blocks_and_channels("2x24"), blocks_and_channels((2, 24))
    ((2, 32), (2, 24), (2, 24))
    """
    if isinstance(size, str):
        counts = re.fullmatch("([0-9]{1,4})x([0-9]{1,4})", size)
        if size not in SIZES and not counts:
            raise ValueError(f"size must be {', '.join(SIZES)}, or blocks and channels as in 2x24, got {size[:40]!r}")
        size = (int(counts[1]), int(counts[2])) if counts else SIZES[size]
    if not isinstance(size, tuple) or len(size) != 2 or not all(type(count) is int for count in size):
        raise ValueError(f"size must be a string or a pair of integers, got {type(size).__name__}")
    blocks, channels = size
    if not (1 <= blocks <= 64 and 4 <= channels <= 1024):
        raise ValueError(f"size must be 1 to 64 blocks and 4 to 1024 channels, got {str(size)[:40]}")
    return blocks, channels
