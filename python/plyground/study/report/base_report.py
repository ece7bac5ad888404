"""What all reports have in common: a table, a figure and a file."""

import json
import math
import os
import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import datetime, timezone
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ..._core import __version__
from ...atomic_files import replacing, write
from ...optional_deps import optional_imports
from ..design.agents import Agent
from .game_export import replayed_group, write_games
from .notable_games import NO_AGENTS
from .paper_table import PaperTable, paper_table
from .provenance import with_provenance, write_csv, write_parquet
from .replayed_games import ReplayedGroup

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from ..plots.figures import Axis, Canvas

FORMAT: Final = 7
"""The version of the file format. It changes with the fields of reports and rows."""


LIBRARIES: Final = ("scipy", "pandas", "statsmodels")
"""The packages whose versions reports record, in addition to NumPy."""


def machine() -> dict[str, Any]:
    """Return the date, the system, the processor and the versions with which a study was made."""
    import numpy as np

    return {
        "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "system": platform.system(),
        "processor": _processor(),
        "processors": os.cpu_count(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "plyground": __version__,
        **{name: found for name in LIBRARIES if (found := _version(name)) is not None},
    }


@cache
def _version(package: str) -> str | None:
    """The version of a package, or None if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


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
    """The usual kind of figure: the function in `report_plots` that draws it."""

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
        with optional_imports("plyground[study]"):
            import pandas as pd

        columns = self.columns()
        return pd.DataFrame(self.records(), columns=columns).set_index(columns[0])

    def to_csv(self, path: "str | PathLike[str]") -> None:
        """Write the table to a CSV file, with the settings, the date, the machine and the versions in each row.

        Parameters
        ----------
        path : path
            The file to write.

        Examples
        --------
        >>> import pandas as pd, plyground as pg, tempfile
        >>> path = tempfile.mkdtemp() + "/table.csv"
        >>> pg.study.balance("stax", games=100, seed=5, agents="greedy", openings=2).to_csv(path)
        >>> pd.read_csv(path)[["id", "games", "seed", "openings", "confidence"]]
             id  games  seed  openings  confidence
        0  stax    100     5         2        0.95
        """
        write_csv(path, self._records_with_provenance())

    def to_parquet(self, path: "str | PathLike[str]") -> None:
        """Write the table to a Parquet file, with the columns of `to_csv`.

        Parameters
        ----------
        path : path
            The file to write.

        Raises
        ------
        ImportError
            If PyArrow is not installed: ``pip install 'plyground[parquet]'``.
        """
        write_parquet(path, self._records_with_provenance())

    def to_latex(
        self, path: "str | PathLike[str] | None" = None, *, caption: str | None = None, label: str | None = None
    ) -> str:
        r"""Return a table of the main figures in LaTeX, and write it to a file if there is a path.

        The document needs ``\usepackage{booktabs}``.

        Parameters
        ----------
        path : path or None
            The file to write.
        caption : str or None
            The caption, in LaTeX. None: a caption with the confidence, the agents, the seed and the version of plyground.
        label : str or None
            The label of the table, such as ``tab:balance``.

        Returns
        -------
        str
            The table.

        Examples
        --------
        >>> import plyground as pg
        >>> report = pg.study.balance("stax", games=1_000)
        >>> print(report.to_latex(caption="Random play.", label="tab:random").rstrip())
        % Needs \usepackage{booktabs}.
        \begin{table}
          \centering\small
          \caption{Random play.}
          \label{tab:random}
          \begin{tabular}{lrrrrrlr}
            \toprule
            Game & Games & Score & Elo & Draws & p & Balance & Steps \\
            \midrule
            Stax & 1,000 & 0.516 [0.485, 0.546] & $+$11 [$-$10, $+$32] & 3.0\% [2.1\%, 4.2\%] & 0.304 & nearly fair & 135.3 \\
            \bottomrule
          \end{tabular}
        \end{table}
        """
        text = self._paper_table().to_latex(caption, label)
        if path is not None:
            write(path, text)
        return text

    def to_markdown(self, path: "str | PathLike[str] | None" = None) -> str:
        """Return a table of the main figures in Markdown, and write it to a file if there is a path.

        Parameters
        ----------
        path : path or None
            The file to write.

        Returns
        -------
        str
            The table.
        """
        text = self._paper_table().to_markdown()
        if path is not None:
            write(path, text)
        return text

    def _paper_table(self) -> PaperTable:
        return paper_table(self.rows, self.study, self.machine, getattr(self, "title", ""))

    def _records_with_provenance(self) -> list[dict[str, Any]]:
        """The rows of the table with the settings, the machine and the versions."""
        return with_provenance(self.records(), [self._starts_of(row) for row in self.rows], self.study, self.machine)

    def _starts_of(self, _row: Any) -> Mapping[str, Any]:
        """The start positions of the games of a row, if they are not those of the study."""
        return {}

    def write_games(
        self,
        path: "str | PathLike[str]",
        *,
        agents: Mapping[str, Agent] = NO_AGENTS,
        threads: int | None = None,
        progress: bool | None = None,
    ) -> None:
        """Play all games of the study again and write them to a file.

        Results are compared with the report. Memory does not grow with the number of games.

        Parameters
        ----------
        path : path
            The file. A ``.parquet`` or ``.csv`` file has one row for each game, ``.pgn`` is for chess and Chess960, and
            ``.pdn`` for draughts. `docs/studies.md` lists the columns and tags.
        agents : mapping of str to agent
            The functions, engines and agents with files of the study by their names. The report contains the names only.
        threads : int or None
            The number of threads. None: one for each processor.
        progress : bool or None
            Whether to show a progress bar. None: if it takes longer than three seconds, at a terminal or in a notebook.

        Raises
        ------
        ImportError
            If the file is in Parquet and PyArrow is not installed: ``pip install 'plyground[parquet]'``.
        ValueError
            If the file has another suffix, the notation does not have a game, or an agent is missing.
        BadReport
            If a game or an agent behaves differently in this build, or the results differ from the report.

        Examples
        --------
        >>> import pandas as pd, plyground as pg, tempfile
        >>> path = tempfile.mkdtemp() + "/games.csv"
        >>> pg.study.balance("stax", games=100, agents="greedy").write_games(path)
        >>> pd.read_csv(path)[["id", "number", "agent_0", "return_0", "reason"]].head(2)
             id  number agent_0  return_0       reason
        0  stax       0  greedy      -1.0     immobile
        1  stax       1  greedy      -1.0  elimination
        """
        played = self._played()
        if unknown := set(agents) - {name for plan, _ in played for name in plan["agents"]}:
            raise ValueError(f"no agent of this study has the name {min(unknown)!r}")
        groups = [replayed_group(plan, count, agents, self.study) for plan, count in played]
        date = str(self.machine.get("date", "????-??-??"))[:10].replace("-", ".")
        event = f"plyground {self.study.get('study', 'study')}"
        check = partial(self._check_results, groups)
        write_games(groups, path, check, event=event, date=date, threads=threads, progress=progress)

    def _played(self) -> Sequence[tuple[Mapping[str, Any], int]]:
        """The plan and the number of the games of each row, or of each group of agents in a match."""
        raise ValueError(
            f"a study of {self.study.get('study', 'this kind')} does not write its games; use a study of balance or a match"
        )

    def _check_results(self, groups: Sequence[ReplayedGroup]) -> None:
        """Raise BadReport if the results of all games, played again, are not those of the report."""

    def plot(
        self, path: "str | PathLike[str] | None" = None, *, kind: str | None = None, ax: "Axis" = None
    ) -> "Figure":
        """Draw the estimates with their intervals.

        Parameters
        ----------
        path : path or None
            A file to write the figure to; its suffix determines the format.
        kind : str or None
            The kind of figure, for reports that have several. None: the usual one.
        ax : axes, sequence of axes or None
            Axes to draw on. None: a new figure.

        Returns
        -------
        matplotlib.figure.Figure
            The figure.

        Raises
        ------
        ValueError
            If the report has no such figure.
        """
        if kind not in (None, self.PICTURE):
            raise ValueError(
                f"kind must be {self.PICTURE!r}, the only figure of {type(self).__name__}, or None, got {kind!r}"
            )
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
