"""The figure of compensations: scores with their intervals, and the margin that counts as fair."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ..statistics.intervals import Interval

if TYPE_CHECKING:
    from .figures import Canvas

COLORS: Final = {"fair": "C2", "unfair": "C3"}
"""The colors of verdicts."""

UNKNOWN: Final = "C0"
"""The color of all other verdicts."""


def plot_compensations(title: str, lines: Sequence[tuple[str, Interval, str]], margin: float, canvas: "Canvas") -> None:
    """Draw one line for each candidate: its label, its score and its verdict."""
    (axes,) = canvas.panels(8, 1.6 + 0.4 * len(lines))
    for y, (_, score, verdict) in enumerate(lines):
        reach = [[score.value - score.low], [score.high - score.value]]
        color = COLORS.get(verdict, UNKNOWN)
        axes.errorbar([score.value], [y], xerr=reach, fmt="o", color=color, markersize=5, capsize=3)
    axes.axvspan(0.5 - margin, 0.5 + margin, color="0.9", zorder=0)
    axes.axvline(0.5, color="0.5", linewidth=1, linestyle="--", zorder=0)
    axes.set_yticks(range(len(lines)), [label for label, _, _ in lines])
    axes.set_ylim(len(lines) - 0.5, -0.5)
    axes.set_xlabel("score of the first side")
    axes.set_title(title, fontsize="medium", loc="left")
    axes.grid(axis="x", alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
