"""Values in messages, however large they are."""

import math
from typing import Any, Final

LONGEST: Final = 60
"""Largest number of characters of a value."""


def truncated(value: Any) -> str:
    """A value as Python writes it, cut off where it is long.

    >>> truncated("stax"), truncated(10**5000)
    ("'stax'", 'a number of about 5001 digits')
    """
    # Python refuses to write out integers of some thousands of digits.
    if isinstance(value, int) and abs(value) >= 10**LONGEST:
        return f"a number of about {int(math.log10(abs(value))) + 1} digits"
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
