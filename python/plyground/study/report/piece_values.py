"""The report of the values of pieces."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ...text_table import format_table
from .base_report import BaseReport
from .replayed_games import ReplayedGroup
from .rows import PieceValue
from .text_tables import piece_value_table
from .typed_json import BadReport


@dataclass(frozen=True, slots=True, repr=False)
class PieceValues(BaseReport):
    """The values of the pieces of a game for the agents that played it, the most valuable first.

    `piece_values` returns it.

    Examples
    --------
    >>> import plyground as pg
    >>> report = pg.study.piece_values("english-draughts", games=1_000)
    >>> report.unit
    'man'
    >>> float(report.to_pandas().loc["man", "value"])
    1.0
    """

    rows: tuple[PieceValue, ...]
    """The kinds of pieces."""
    unit: str
    """The piece whose value is 1, if its log odds are certainly not 0."""
    games: int
    """The number of games."""
    title: str = ""
    """The name of the variant."""
    start: str = "start"
    """Where the games began, as in `BaseRow`."""
    confidence: float = 0.95
    """The confidence level of all intervals."""

    ROW: ClassVar[type] = PieceValue
    PICTURE: ClassVar[str] = "piece_values"

    def _played(self) -> Sequence[tuple[Mapping[str, Any], int]]:
        try:
            own = {name: self.study[name] for name in ("agents", "seed")}
            starts = {name: self.study[name] for name in ("start", "openings", "balanced")}
            plan = {"game": self.study["variants"][0], **own, "measures": True, "starts": starts}
        except (KeyError, IndexError) as error:
            raise BadReport("the record of the study is not complete") from error
        return [(plan, self.games)]

    def _check_results(self, groups: Sequence[ReplayedGroup]) -> None:
        """Do nothing: the report has no results of games."""

    @property
    def scale(self) -> str:
        """The unit in words, or why there are no values."""
        if self.rows[0].value is None:
            return f"log odds only: those of the unit ({self.unit}) may be 0"
        return f"1 = {self.unit}"

    def __str__(self) -> str:
        head = f"{self.title}, {self.games:,} games, from: {self.start}, {self.scale}, {self.confidence:.0%} confidence"
        return f"{head}\n{format_table(*piece_value_table(self.rows))}"
