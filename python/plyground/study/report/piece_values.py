"""The report of the values of pieces."""

from dataclasses import dataclass
from typing import ClassVar

from .base_report import BaseReport
from .rows import PieceValue


@dataclass(frozen=True, slots=True)
class PieceValues(BaseReport):
    """The values of the pieces of a game for the agents that played it, the most valuable first.

    `piece_values` returns it.

    Examples
    --------
    >>> import plyground as pg
    >>> report = pg.study.piece_values("stax", games=2_000)
    >>> report.unit
    'man'
    >>> float(report.to_pandas().loc["man", "value"])
    1.0
    """

    rows: tuple[PieceValue, ...]
    """The kinds of pieces."""
    unit: str
    """The piece whose value is 1."""
    games: int
    """The number of games."""
    title: str = ""
    """The name of the variant."""
    confidence: float = 0.95
    """The confidence level of all intervals."""

    ROW: ClassVar[type] = PieceValue
    PICTURE: ClassVar[str] = "piece_values"
