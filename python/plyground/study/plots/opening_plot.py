"""The opening tree: its labels and its figure."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ..report.rows import Opening, Row, ScoreRow

if TYPE_CHECKING:
    from .figures import Canvas

MAX_OPENINGS: Final = 60
"""The largest number of openings in a figure: the most frequent ones."""


def labeled_openings(found: Sequence[Opening]) -> Iterator[tuple[str, Opening]]:
    """Yield each opening with its label in the tree: its last step, indented below the one before."""
    inward = 0 if any(not one.steps for one in found) else 1
    for one in found:
        name = one.steps[-1] if one.steps else f"position {one.start + 1}"
        yield f"{'  ' * (len(one.steps) - inward)}{name}", one


def plot_opening_tree(rows: Sequence[tuple[Row | ScoreRow, tuple[Opening, ...]]], canvas: "Canvas") -> None:
    """Draw a panel for each row: openings with their scores, intervals and numbers of games."""
    shown = [(row, _most_played(found)) for row, found in rows]
    heights = [len(found) + 2 for _, found in shown]
    panels = canvas.panels(8, 0.9 + 0.24 * sum(heights), len(shown), ratios={"height_ratios": heights})
    for axes, (row, found) in zip(panels, shown, strict=True):
        names = [name for name, _ in labeled_openings(found)]
        places, wide = range(len(found)), max(map(len, names))
        # Rounding may move a value out of its interval.
        reaches = [
            [max(0.0, one.score - one.score_low) for one in found],
            [max(0.0, one.score_high - one.score) for one in found],
        ]
        axes.errorbar(
            [one.score for one in found], places, xerr=reaches, fmt="o", ms=4, color="#2563a8", ecolor="#8fb3d9"
        )
        if isinstance(row, Row):
            axes.axvline(row.fair_score, color="#888", lw=1, label="fair")
        axes.axvline(row.score, color="#b3261e", lw=1, ls=":", label="all games")
        axes.set_yticks(list(places), [f"{name:<{wide}}" for name in names], family="monospace", fontsize=8)
        axes.set_ylim(len(found) - 0.5, -0.5)
        right = axes.secondary_yaxis("right")
        right.set_yticks(list(places), [f"{one.games:,}" for one in found], fontsize=7)
        right.tick_params(length=0)
        axes.set_title(f"{row.label} by {row.agents}", fontsize=10)
        axes.set_xlabel("score of the first seat" if isinstance(row, Row) else "score")
        axes.legend(fontsize=7, loc="best")


def _most_played(found: Sequence[Opening]) -> list[Opening]:
    """The most frequent openings, in the order of the tree."""
    if len(found) <= MAX_OPENINGS:
        return list(found)
    least = sorted((one.games for one in found), reverse=True)[MAX_OPENINGS - 1]
    return [one for one in found if one.games >= least][:MAX_OPENINGS]
