"""Tables of reports for papers: the main figures with their intervals, in LaTeX and Markdown."""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..statistics.intervals import signed_elo
from .rows import CompensationRow, PieceValue, Rating, Row, ScoreRow
from .text_tables import has_fair_column, verdict_column

LATEX_ESCAPES: Final = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}
LATEX_SPECIAL: Final = re.compile("|".join(map(re.escape, LATEX_ESCAPES)))
LABEL: Final = re.compile(r"[A-Za-z0-9 :.,;_/+*@!?()=-]+")
"""Labels that LaTeX accepts."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    heading: str
    """The heading."""
    cell: Callable[[Any], str]
    """Returns the text of the cell of a row."""
    is_text: bool = False
    """Whether cells are text, which is on the left. Numbers are on the right."""


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table of texts with a caption."""

    headings: tuple[str, ...]
    """The headings of the columns."""
    is_text: tuple[bool, ...]
    """Whether the cells of each column are text. The others are numbers, which are on the right."""
    rows: tuple[tuple[str, ...], ...]
    """The cells."""
    caption: str
    """What the table has, in one sentence."""

    def to_latex(self, caption: str | None, label: str | None) -> str:
        r"""Return the table in LaTeX, for the package booktabs. ``caption`` is LaTeX; None is the caption of the table."""
        if label is not None and not LABEL.fullmatch(label):
            raise ValueError(
                f"label must have letters, digits and punctuation such as 'tab:balance', got {label!r:.80}"
            )
        align = "".join("l" if text else "r" for text in self.is_text)
        lines = [
            "% Needs \\usepackage{booktabs}.",
            r"\begin{table}",
            r"  \centering\small",
            f"  \\caption{{{latex(self.caption) if caption is None else caption}}}",
            *([] if label is None else [f"  \\label{{{label}}}"]),
            f"  \\begin{{tabular}}{{{align}}}",
            r"    \toprule",
            _latex_row(map(latex, self.headings)),
            r"    \midrule",
            *(
                _latex_row(
                    latex(cell) if text else latex_number(cell) for cell, text in zip(row, self.is_text, strict=True)
                )
                for row in self.rows
            ),
            r"    \bottomrule",
            r"  \end{tabular}",
            r"\end{table}",
        ]
        return "\n".join(lines) + "\n"

    def to_markdown(self) -> str:
        """Return the table in Markdown."""
        marks = ["---" if text else "--:" for text in self.is_text]
        return "".join(f"| {' | '.join(map(_markdown, cells))} |\n" for cells in (self.headings, marks, *self.rows))


def paper_table(rows: Sequence[Any], study: Mapping[str, Any], machine: Mapping[str, Any], title: str) -> PaperTable:
    """Return the main figures of a report.

    Parameters
    ----------
    rows
        The rows of the report.
    study
        The record of the study.
    machine
        The machine that made it.
    title
        The name of the variant, for reports of one variant.
    """
    confidence = study.get("confidence", 0.95)
    columns = _columns(rows, confidence)
    facts = [
        f"{confidence:.0%} confidence intervals in brackets",
        *(["log odds only, since those of the unit may be 0"] if _lacks_values(rows[0]) else []),
        *(
            [f"agent{'s' * (len(study['agents']) > 1)} {' and '.join(study['agents'])}"]
            if study.get("agents") and isinstance(rows[0], Row | ScoreRow)
            else []
        ),
        *([f"seed {study['seed']}"] if "seed" in study else []),
        *_openings(study),
        f"plyground {machine.get('plyground', '')}".strip(),
    ]
    return PaperTable(
        tuple(column.heading for column in columns),
        tuple(column.is_text for column in columns),
        tuple(tuple(column.cell(row) for column in columns) for row in rows),
        f"{CAPTIONS[type(rows[0])]}{f' in {title}' if title else ''}. {'; '.join(facts)}.",
    )


CAPTIONS: Final = {
    Row: "Score of the first seat, draws and lengths",
    ScoreRow: "Scores and lengths",
    Rating: "Strength of agents",
    PieceValue: "Values of pieces",
    CompensationRow: "Score of the first side with compensations",
}


def _lacks_values(row: Any) -> bool:
    """Whether a row is that of a piece without a value."""
    return isinstance(row, PieceValue) and row.value is None


def _openings(study: Mapping[str, Any]) -> list[str]:
    """The random turns before the games, in words."""
    if not study.get("openings"):
        return []
    apart = ", not before random play" if study.get("study") == "atlas" and "random" in study.get("agents", ()) else ""
    return [f"{study['openings']} random turns before the agents play{apart}"]


def _columns(rows: Sequence[Any], confidence: float) -> list[Column]:
    """The columns for the kind of these rows."""
    first = rows[0]
    if isinstance(first, Rating):
        return [
            Column("Agent", lambda row: row.agent, is_text=True),
            Column("Games", lambda row: f"{row.games:,}"),
            Column("Elo", lambda row: _interval(signed_elo, row.elo, row.elo_low, row.elo_high)),
            Column("Score", lambda row: _interval(_score, row.score, row.score_low, row.score_high)),
        ]
    if isinstance(first, PieceValue):
        value = Column("Value", lambda row: _interval(_two_places, row.value, row.value_low, row.value_high))
        return [
            Column("Piece", lambda row: row.kind, is_text=True),
            *([] if _lacks_values(first) else [value]),
            Column("Log odds", lambda row: _interval(_score, row.log_odds, row.log_odds_low, row.log_odds_high)),
        ]
    if isinstance(first, CompensationRow):
        return [
            Column("Compensation", lambda row: row.title, is_text=True),
            Column("Games", lambda row: f"{row.measured_games:,}"),
            Column("Score", lambda row: _interval(_score, row.score, row.score_low, row.score_high)),
            Column("Elo", lambda row: _interval(signed_elo, row.elo, row.elo_low, row.elo_high)),
            Column("Draws", lambda row: f"{row.draw_rate:.1%}"),
            Column("p (Holm)", lambda row: _p_value(row.p_holm)),
            Column("Verdict", lambda row: row.verdict, is_text=True),
        ]
    columns = [Column("Game", lambda row: row.label, is_text=True)]
    if len({row.agents for row in rows}) > 1:
        columns.append(Column("Agents", lambda row: row.agents, is_text=True))
    columns.append(Column("Games", lambda row: f"{row.games:,}"))
    if isinstance(first, Row):
        if has_fair_column(rows):
            columns.append(Column("Fair", lambda row: f"{row.fair_score:.3g}"))
        name, verdict_of = verdict_column(rows, confidence)
        columns += [
            Column("Score", lambda row: _interval(_score, row.score, row.score_low, row.score_high)),
            Column("Elo", lambda row: _interval(signed_elo, row.elo, row.elo_low, row.elo_high)),
            Column("Draws", lambda row: _interval(_percent, row.draw_rate, row.draw_rate_low, row.draw_rate_high)),
            Column("p (BH)" if len(rows) > 1 else "p", lambda row: _p_value(row.p_bh)),
            Column(name.capitalize(), verdict_of, is_text=True),
        ]
    else:
        columns += [
            Column("Mean score", lambda row: _interval(_two_places, row.score, row.score_low, row.score_high)),
            Column(
                "Median", lambda row: _interval("{:g}".format, row.score_p50, row.score_p50_low, row.score_p50_high)
            ),
        ]
    return [*columns, Column("Steps", lambda row: f"{row.mean_steps:.1f}")]


def _interval(shown: Callable[[float], str], value: float, low: float, high: float) -> str:
    return f"{shown(value)} [{shown(low)}, {shown(high)}]"


def _score(value: float) -> str:
    return f"{value:.3f}"


def _two_places(value: float) -> str:
    return f"{value:.2f}"


def _percent(value: float) -> str:
    return f"{value:.1%}"


def _p_value(value: float | None) -> str:
    if value is None or math.isnan(value):
        return ""
    return f"{value:.3f}" if value >= 0.001 else "< 0.001"


def latex(text: str) -> str:
    """Return a text as LaTeX shows it."""
    return LATEX_SPECIAL.sub(lambda found: LATEX_ESCAPES[found[0]], text)


def latex_number(text: str) -> str:
    """Return numbers as LaTeX shows them. Signs are in math mode, where a minus is not a hyphen."""
    return re.sub(r"[+-](?=[\di$])", r"$\g<0>$", latex(text)).replace("inf", r"$\infty$")


def _latex_row(cells: Iterable[str]) -> str:
    """A row of a tabular environment."""
    return f"    {' & '.join(cells)} \\\\"


def _markdown(cell: str) -> str:
    return cell.replace("\\", "\\\\").replace("|", "\\|")
