"""The colors and marks of verdicts on a game's balance, as on the page of the atlas."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from ...optional_deps import optional_imports
from ..report.rows import NEARLY_FAIR, UNFAIR, UNKNOWN
from ..statistics.intervals import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .figures import Canvas

COLORS: Final = {UNFAIR: "#b3261e", NEARLY_FAIR: "#1d6f42", UNKNOWN: "#2563a8"}
MARKS: Final = {UNFAIR: "D", NEARLY_FAIR: "s", UNKNOWN: "o"}
"""Verdicts differ in their marks too, for readers who do not see the colors."""


def bar_style(interval: Interval, verdict: str, reach: str = "xerr") -> dict[str, Any]:
    """Return arguments of ``Axes.errorbar`` for an estimate with its verdict."""
    sides = [[interval.value - interval.low], [interval.high - interval.value]]
    return {reach: sides, "fmt": MARKS[verdict], "color": COLORS[verdict], "markersize": 5, "capsize": 3}


def verdict_legend(canvas: "Canvas", axes: "Axes", verdicts: Iterable[str], note: str) -> None:
    """Explain the verdicts that occur: at the top of a new figure, or above the axes of the caller."""
    place: Axes | Figure = canvas.figure if canvas.own else axes
    where: dict[str, Any] = (
        {"loc": "outside upper left"}
        if canvas.own
        else {"loc": "lower left", "bbox_to_anchor": (0, 1), "borderaxespad": 0}
    )
    with optional_imports("plyground[study]"):
        from matplotlib.lines import Line2D

    present = set(verdicts)
    handles = [
        Line2D([], [], color=color, marker=MARKS[verdict], markersize=5, label=verdict)
        for verdict, color in COLORS.items()
        if verdict in present
    ]
    place.legend(
        handles=handles,
        title=note,
        ncols=len(handles),
        fontsize="small",
        title_fontsize="small",
        alignment="left",
        frameon=False,
        **where,
    )
