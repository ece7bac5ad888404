"""What all reports have in common: a table, a figure and a file."""

import csv
import io
import json
import math
import os
import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ..._core import __version__
from ...atomic_files import replacing, write

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from ..plots.figures import Axis, Canvas

FORMAT: Final = 5
"""The version of the file format. It changes with the fields of reports and rows."""


def machine() -> dict[str, Any]:
    """Return the system, the processor and the versions with which a study was made."""
    import numpy as np

    return {
        "system": platform.system(),
        "processor": _processor(),
        "processors": os.cpu_count(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "plyground": __version__,
    }


def _processor() -> str:
    """The name of the processor."""
    if sys.platform == "linux":
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class BaseReport:
    """The results of a study with the record that repeats it."""

    study: Mapping[str, Any] = field(default_factory=dict)
    """The name of the study and its settings: everything that the figures depend on."""
    machine: Mapping[str, Any] = field(default_factory=machine, compare=False)
    """The machine that made it. The figures do not depend on it."""

    ROW: ClassVar[type]
    """The usual type of a row."""
    PICTURE: ClassVar[str]
    """The function in `report_plots` that draws it."""

    if TYPE_CHECKING:

        @property
        def rows(self) -> Sequence[Any]:
            """One row for each game, agent or piece."""

    def __repr__(self) -> str:
        count = len(self.rows)
        return f"<{type(self).__name__} of {self.study.get('study', 'a study')}: {count} row{'s' * (count != 1)}>"

    def columns(self) -> list[str]:
        """Return the names of the columns of the table."""
        row = type(self.rows[0]) if self.rows else self.ROW
        return [one.name for one in fields(row) if one.metadata.get("column", True)]

    def records(self) -> list[dict[str, Any]]:
        """Return the rows of the table as dictionaries."""
        return [{name: getattr(row, name) for name in self.columns()} for row in self.rows]

    def to_pandas(self) -> "pd.DataFrame":
        """Return the rows as a pandas data frame, indexed by the first column.

        Returns
        -------
        pandas.DataFrame
            One row for each row of the report.

        Examples
        --------
        >>> import plyground as pg
        >>> report = pg.study.balance("stax", "checkers", games=100)
        >>> list(report.to_pandas()["games"])
        [100, 100]
        """
        import pandas as pd

        columns = self.columns()
        return pd.DataFrame(self.records(), columns=columns).set_index(columns[0])

    def to_csv(self, path: "str | PathLike[str]") -> None:
        """Write the table to a CSV file, with the seed and the confidence in each row.

        Parameters
        ----------
        path : path
            The file to write.
        """
        settings = {name: self.study[name] for name in ("seed", "confidence") if name in self.study}
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow([*self.columns(), *settings])
        for record in self.records():
            writer.writerow([*record.values(), *settings.values()])
        write(path, text.getvalue())

    def plot(self, path: "str | PathLike[str] | None" = None, *, ax: "Axis" = None) -> "Figure":
        """Draw the estimates with their intervals.

        Parameters
        ----------
        path : path or None
            A file to write the figure to; its suffix determines the format.
        ax : axes, sequence of axes or None
            Axes to draw on. None: a new figure.

        Returns
        -------
        matplotlib.figure.Figure
            The figure.
        """
        return self._draw(self.PICTURE, path, ax)

    def _draw(self, picture: str, path: "str | PathLike[str] | None", ax: "Axis") -> "Figure":
        from ..plots import report_plots

        return draw_figure(partial(getattr(report_plots, picture), self), path, ax)

    def _repr_html_(self) -> str:
        return self.to_pandas().to_html(float_format="{:.4f}".format)

    def save(self, path: "str | PathLike[str]") -> None:
        """Write the report to a JSON file that `load` reads and `rerun` repeats.

        Parameters
        ----------
        path : path
            The file to write.

        Examples
        --------
        >>> import plyground as pg, tempfile
        >>> path = tempfile.mkdtemp() + "/report.json"
        >>> report = pg.study.balance("stax", games=100)
        >>> report.save(path)
        >>> pg.study.load(path) == report
        True
        """
        content = {
            "plyground study": FORMAT,
            "kind": type(self).__name__,
            **{one.name: _plain(getattr(self, one.name)) for one in fields(self)},
        }
        lines = ",\n".join(f"{_json(name)}: {_lines(value)}" for name, value in content.items())
        write(path, f"{{\n{lines}\n}}\n")


def draw_figure(draw: "Callable[[Canvas], None]", path: "str | PathLike[str] | None", ax: "Axis") -> "Figure":
    """Draw on a new figure or on ``ax``, and write the figure to ``path`` if one is given."""
    from ..plots.figures import Canvas

    canvas = Canvas(ax, written=path is not None)
    draw(canvas)
    if path is not None:
        with replacing(path) as file:
            canvas.figure.savefig(file, dpi=150, format=Path(path).suffix[1:] or None)
    return canvas.figure


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _lines(value: Any) -> str:
    """A value as JSON, with each row on one line."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(map(_json, value)) + "\n]"
    return _json(value)


def _plain(value: Any) -> Any:
    """A value as JSON can hold it. Infinities become objects with a name."""
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": str(value)}
    return value
