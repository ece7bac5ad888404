"""Tables as text, of at most 120 columns."""

from collections.abc import Iterable, Sequence
from typing import Final

WIDTH: Final = 120
"""The largest width of a table."""

SHORTEST: Final = 12
"""Texts are not shortened below this length."""


def format_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table as text. Columns with ``#`` before their heading are aligned to the right.

    If the table is too wide, the longest texts on the left are shortened.
    """
    lines = [[head.lstrip("#") for head in heads], *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    texts = [at for at, head in enumerate(heads) if not head.startswith("#")]
    while sum(widths) + 2 * (len(widths) - 1) > WIDTH:
        widest = max(texts, key=lambda at: widths[at])
        if widths[widest] <= SHORTEST:
            break
        widths[widest] -= 1
    return "\n".join(
        "  ".join(
            _shortened(cell, width).ljust(width) if at in texts else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def _shortened(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"
