"""What all reports can do: become a table, a page, a file, and be read from a file again."""

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

from .._core import __version__
from .writing import replacing, write

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from .sheets import Axis, Sheet

LAYOUT: Final = 2
"""The number of the layout of files: since the second, a score has one interval, and rows have openings."""


def machine() -> dict[str, Any]:
    """Where a study was made, and with what."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What a study found out, with what it takes to repeat it."""

    study: Mapping[str, Any] = field(default_factory=dict)
    """The name of the study and what it was asked: all that the figures depend on."""
    machine: Mapping[str, Any] = field(default_factory=machine, compare=False)
    """Where it was made. The figures do not depend on it."""

    ROW: ClassVar[type]
    """What a row mostly is."""
    PICTURE: ClassVar[str]
    """Which picture in `plots` shows it."""

    if TYPE_CHECKING:

        @property
        def rows(self) -> Sequence[Any]:
            """One row a thing that was studied."""

    def columns(self) -> list[str]:
        """The names of the figures that fit into a table."""
        row = type(self.rows[0]) if self.rows else self.ROW
        return [one.name for one in fields(row) if one.metadata.get("column", True)]

    def records(self) -> list[dict[str, Any]]:
        """The rows of the table."""
        return [{name: getattr(row, name) for name in self.columns()} for row in self.rows]

    def table(self) -> "pd.DataFrame":
        """The rows as a pandas data frame, indexed by what they are about."""
        import pandas as pd

        columns = self.columns()
        return pd.DataFrame(self.records(), columns=columns).set_index(columns[0])

    def csv(self, path: "str | PathLike[str]") -> None:
        """Writes the rows to a file, each with what it takes to repeat the study."""
        asked = {name: self.study[name] for name in ("seed", "confidence") if name in self.study}
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow([*self.columns(), *asked])
        for record in self.records():
            writer.writerow([*record.values(), *asked.values()])
        write(path, text.getvalue())

    def plot(self, path: "str | PathLike[str] | None" = None, *, ax: "Axis" = None) -> "Figure":
        """The figures with their intervals as a picture, as `Report.plot` draws it."""
        return self._drawn(self.PICTURE, path, ax)

    def _drawn(self, picture: str, path: "str | PathLike[str] | None", ax: "Axis") -> "Figure":
        from . import plots

        return pictured(partial(getattr(plots, picture), self), path, ax)

    def _repr_html_(self) -> str:
        return self.table().to_html(float_format="{:.4f}".format)

    def save(self, path: "str | PathLike[str]") -> None:
        """Writes everything to a file that `plyground.study.load` reads and `plyground.study.repeat` repeats."""
        content = {
            "plyground study": LAYOUT,
            "kind": type(self).__name__,
            **{one.name: _plain(getattr(self, one.name)) for one in fields(self)},
        }
        lines = ",\n".join(f"{_json(name)}: {_lines(value)}" for name, value in content.items())
        write(path, f"{{\n{lines}\n}}\n")


def pictured(draw: "Callable[[Sheet], None]", path: "str | PathLike[str] | None", ax: "Axis") -> "Figure":
    """A picture, on a figure of its own or on ``ax``, written to ``path`` if one is given."""
    from .sheets import Sheet

    sheet = Sheet(ax, written=path is not None)
    draw(sheet)
    if path is not None:
        with replacing(path) as file:
            sheet.figure.savefig(file, dpi=150, format=Path(path).suffix[1:] or None)
    return sheet.figure


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _lines(value: Any) -> str:
    """A value as JSON, a row on each line."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(map(_json, value)) + "\n]"
    return _json(value)


def _plain(value: Any) -> Any:
    """A value as JSON can hold it, which knows no infinity."""
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": str(value)}
    return value
