"""Where figures are drawn: on a new figure, or on axes of the caller."""

import os
import sys
from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from ...optional_deps import optional_imports

with optional_imports("plyground[study]"):
    import matplotlib as mpl
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Axis: TypeAlias = "Axes | ArrayLike | None"
"""One or several axes, as `matplotlib.pyplot.subplots` returns them."""


class NotebookFigure(Figure):
    """A figure of pyplot that a notebook shows once: as the last value of a cell, or at its end."""

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        from matplotlib import pyplot

        # IPython calls this before it renders the figure. At the end of a cell, pyplot shows the figures that are still open.
        pyplot.close(self)
        return {}


class Canvas:
    """What one figure is drawn on."""

    figure: Figure
    """The figure, which `panels` creates."""

    def __init__(self, ax: Axis = None, *, written: bool = False) -> None:
        self.ax = ax
        self.written = written

    @property
    def own(self) -> bool:
        """Whether the figure is new."""
        return self.ax is None

    def panels(
        self,
        width: float,
        height: float,
        lines: int = 1,
        columns: int = 1,
        *,
        used: int | None = None,
        sharex: bool = False,
        sharey: bool = False,
        ratios: Mapping[str, Any] | None = None,
    ) -> list[Axes]:
        """Return panels in rows and columns, of which the first ``used`` will be drawn on.

        Axes of the caller become the first panels; further panels are not visible.
        """
        if self.ax is None:
            self.figure = self._made(width, height)
            grid = self.figure.subplots(
                lines, columns, squeeze=False, sharex=sharex, sharey=sharey, gridspec_kw=dict(ratios or {})
            )
            for axes in grid.flat[used:] if used is not None else ():
                axes.set_axis_off()
            return list(grid.flat)[:used]
        most = lines * columns if used is None else used
        given: list[Any] = [self.ax] if isinstance(self.ax, Axes) else list(np.ravel(np.asarray(self.ax, object)))
        if not all(isinstance(axes, Axes) for axes in given):
            raise TypeError(f"ax must be one or several Matplotlib axes, got {self.ax!r:.60}")
        if not 1 <= len(given) <= most:
            raise ValueError(f"ax must have from 1 to {most} axes, one for each panel, got {len(given)}")
        first = given[0]
        for axes in given[1:]:
            if sharey and not axes.get_shared_y_axes().joined(first, axes):
                axes.sharey(first)
            if sharex and not axes.get_shared_x_axes().joined(first, axes):
                axes.sharex(first)
        self.figure = first.figure.canvas.figure
        unseen = Figure().subplots(1, most - len(given), squeeze=False).flat if most > len(given) else ()
        return [*given, *unseen]

    def _made(self, width: float, height: float) -> Figure:
        """Return a new figure. pyplot manages it unless it is written to a file outside a notebook."""
        if self.written and not _in_notebook():
            return Figure(figsize=(width, height), layout="constrained")
        from matplotlib import pyplot

        return pyplot.figure(figsize=(width, height), layout="constrained", FigureClass=NotebookFigure)


def _in_notebook() -> bool:
    """Whether figures appear below the cells that made them."""
    # `mpl.get_backend` would choose a backend, which is left to pyplot.
    chosen = mpl.get_backend() if "matplotlib.pyplot" in sys.modules else os.environ.get("MPLBACKEND", "")
    return "inline" in chosen
