"""The report of compensations for the first move."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, ClassVar

from ..plots.compensation_plot import plot_compensations
from ..statistics.intervals import Interval, signed_elo
from .base_report import BaseReport, draw_figure
from .rows import CompensationRow

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ..plots.figures import Axis


@dataclass(frozen=True, slots=True)
class Compensations(BaseReport):
    """The scores of a game with several compensations for the first move, in the order of the candidates.

    `compensation` returns it.

    Examples
    --------
    >>> import plyground as pg
    >>> report = pg.study.compensation("stax", candidates=["draw-odds=1"], games=400)
    >>> [row.candidate for row in report.rows]
    ['none', 'draw-odds=1']
    >>> report.rows[0].distance >= report.best.distance
    True
    """

    rows: tuple[CompensationRow, ...]
    """The candidates, the game without compensation first."""
    title: str
    """The name of the game."""
    agents: str
    """The names of the agents."""
    margin: float
    """The largest distance from 1/2 that counts as nearly fair."""
    confidence: float
    """The confidence level of all intervals."""
    draw_share: Interval | None
    """The share of a draw that the first side must get for an even score, in the games without compensation; None if draws are
    too rare or games are duplicates. See `fair_draw_share`."""

    ROW: ClassVar[type] = CompensationRow
    PICTURE: ClassVar[str] = "compensations"

    @property
    def best(self) -> CompensationRow:
        """The row whose score is nearest to 1/2."""
        return min(self.rows, key=lambda row: row.distance)

    @property
    def is_best_separated(self) -> bool:
        """Whether the interval of the best distance is below those of all others."""
        best = self.best
        return all(row is best or best.distance_high < row.distance_low for row in self.rows)

    def row(self, candidate: str) -> CompensationRow:
        """Return the row of a candidate.

        Raises
        ------
        KeyError
            If the candidate is not in the report.
        """
        for row in self.rows:
            if row.candidate == candidate:
                return row
        there = ", ".join(row.candidate for row in self.rows)
        raise KeyError(f"{candidate} is not in the report; its candidates are {there}")

    def __str__(self) -> str:
        head = ("candidate", "games", "score", "Elo", "draws", "p (Holm)", "distance", "verdict")
        lines = [head, *(self._cells(row) for row in self.rows)]
        widths = [max(len(line[at]) for line in lines) for at in range(len(head))]
        table = [
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
        ]
        title = f"{self.title} by {self.agents}, {self.confidence:.0%} confidence, nearly fair: within {self.margin:g} of 1/2"
        return "\n".join([title, *table, *self.findings()])

    def _cells(self, row: CompensationRow) -> tuple[str, ...]:
        return (
            row.title,
            f"{row.measured_games:,}"
            if row.measured_games == row.games
            else f"{row.measured_games:,} of {row.games:,}",
            f"{row.score:.3f} [{row.score_low:.3f}, {row.score_high:.3f}]",
            signed_elo(row.elo),
            f"{row.draw_rate:.1%}",
            "duplicates" if row.p_holm is None else f"{row.p_holm:.4f}",
            f"{row.distance:.3f} [{row.distance_low:.3f}, {row.distance_high:.3f}]",
            row.verdict,
        )

    def findings(self) -> Sequence[str]:
        """Return what the table shows, in sentences."""
        best = self.best
        against = "all others" if self.is_best_separated else "not all others: play more games"
        lines = [f"best: {best.title}; its interval is separated from {against}"]
        lines += [f"{row.title}: {row.choice}" for row in self.rows if row.choice]
        if self.draw_share is None:
            lines.append(
                "no share of a draw is known to make the game fair: draws are too rare, or games are duplicates"
            )
        else:
            share = self.draw_share
            lines.append(
                f"fair share of a draw for the first side: {share.value:.3f} [{share.low:.3f}, {share.high:.3f}]; 0.5 is a draw"
            )
        return lines

    def _draw(self, _picture: str, path: "str | PathLike[str] | None", ax: "Axis") -> "Figure":
        """Draw the scores with their intervals, and the margin."""
        lines = [
            (
                f"{row.title}\n{row.measured_games:,} games",
                Interval(row.score_low, row.score, row.score_high),
                row.verdict,
            )
            for row in self.rows
        ]
        return draw_figure(partial(plot_compensations, f"{self.title} by {self.agents}", lines, self.margin), path, ax)
