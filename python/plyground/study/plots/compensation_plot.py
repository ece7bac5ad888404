"""The figure of compensations: scores with their intervals, and the margin that counts as nearly fair."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..statistics.intervals import Interval
from .verdicts import bar_style, verdict_legend

if TYPE_CHECKING:
    from .figures import Canvas


def plot_compensations(title: str, lines: Sequence[tuple[str, Interval, str]], margin: float, canvas: "Canvas") -> None:
    """Draw one line for each candidate: its label, its score and its verdict."""
    (axes,) = canvas.panels(8, 1.6 + 0.4 * len(lines))
    for y, (_, score, verdict) in enumerate(lines):
        axes.errorbar([score.value], [y], **bar_style(score, verdict))
    axes.axvspan(0.5 - margin, 0.5 + margin, color="0.9", zorder=0)
    axes.axvline(0.5, color="0.5", linewidth=1, linestyle="--", zorder=0)
    axes.set_yticks(range(len(lines)), [label for label, _, _ in lines])
    axes.set_ylim(len(lines) - 0.5, -0.5)
    axes.set_xlabel("score of the first side")
    verdict_legend(canvas, axes, [verdict for _, _, verdict in lines], title)
    axes.grid(axis="x", alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
