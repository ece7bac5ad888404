"""The report of studies of games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from ..._core import State
from ..design.agents import Agent
from .atlas_rows import AgentComparison, Place
from .base_report import BaseReport
from .notable_games import NO_AGENTS, Which, play_again
from .openings import Openings, openings_of_rows
from .replayed_games import ReplayedGroup, check_row
from .rows import BaseRow, Row, RuleEffect
from .text_tables import effects_text, rows_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ..plots.figures import Axis

PICTURES: Final = ("balance", "seats", "lengths", "sprt_path", "scores", "strength", "effects")
"""The kinds of figures."""

OF_WINS: Final = ("balance", "seats", "sprt_path")
OF_SCORES: Final = ("scores",)
"""Figures for games with winners only, and for games without; all others fit both."""


R = TypeVar("R", bound=BaseRow)


@dataclass(frozen=True, slots=True, repr=False)
class Report(BaseReport, Generic[R]):
    """The results of a study, one row for each game and agent.

    Games with winners have rows of type `Row`, games without winners rows of type `ScoreRow`.

    Examples
    --------
    >>> import plyground as pg
    >>> report = pg.study.balance("stax", "checkers", games=200)
    >>> report.row("checkers").games
    200
    >>> frame = report.to_pandas()
    >>> list(frame.index)
    ['stax', 'checkers']
    >>> report
    <Report of balance: 2 rows>

    ``print(report)`` shows a table.
    """

    rows: tuple[R, ...]
    """The rows in the order of the variants."""
    seed: int
    """The seed of the games."""
    confidence: float
    """The confidence level of all intervals."""
    effects: tuple[RuleEffect, ...] = field(default=(), kw_only=True)
    """In an ablation, the differences between each further row and the first."""
    comparisons: tuple[AgentComparison, ...] = field(default=(), kw_only=True)
    """In an atlas, the comparisons of pairs of agents, for each game."""
    places: tuple[Place, ...] = field(default=(), kw_only=True)
    """In an atlas, the place of each game in the order of the first seat's advantage, the largest first. Games with
    simultaneous choices have none."""

    ROW: ClassVar[type] = Row

    def __str__(self) -> str:
        parts = [
            rows_text(self.rows, self.confidence),
            f"intervals at {self.confidence:.0%} confidence, seed {self.seed}",
        ]
        return "\n".join([*parts, *(["", effects_text(self.effects)] if self.effects else [])])

    def plot(
        self,
        path: "str | PathLike[str] | None" = None,
        *,
        kind: str | None = None,
        ax: "Axis" = None,
    ) -> "Figure":
        """Draw the estimates with their intervals.

        Parameters
        ----------
        path : path or None
            A file to write the figure to; its suffix determines the format.
        kind : str or None
            ``balance``: scores, draw rates and lengths side by side. ``seats``: the score of each seat. ``lengths``:
            histograms of the lengths. ``sprt_path``: the path of a sequential test. ``scores``: scores of games without
            winners. ``strength``: scores and draws by agent. ``effects``: the effects of rules. None: the one for this kind
            of study.
        ax : axes, sequence of axes or None
            Axes to draw on, one for each panel. Panels without axes are not drawn. None: a new figure, which pyplot manages
            unless it is written to a file.

        Returns
        -------
        matplotlib.figure.Figure
            The figure.

        Raises
        ------
        ValueError
            If the report has no such figure.
        """
        wins = all(isinstance(row, Row) for row in self.rows)
        plain = "balance" if wins else "scores"
        usual = {"strength": "strength", "ablation": "effects"}.get(self.study.get("study", ""), plain)
        if kind is not None and kind not in PICTURES:
            raise ValueError(f"kind must be one of {', '.join(self._pictures(wins))}, got {kind!r}")
        if kind in (OF_SCORES if wins else OF_WINS):
            what = "with" if wins else "without"
            raise ValueError(f"kind {kind!r} does not fit games {what} winners; use {plain!r}")
        return self._draw(kind or usual, path, ax)

    def _pictures(self, wins: bool) -> list[str]:
        """The kinds of figures that the report has."""
        lacking = {*(OF_SCORES if wins else OF_WINS)}
        if not self.effects:
            lacking.add("effects")
        if not any(isinstance(row, Row) and row.sprt_path for row in self.rows):
            lacking.add("sprt_path")
        return [kind for kind in PICTURES if kind not in lacking]

    def openings(self, id: str | None = None) -> Openings:
        """Return the scores of all openings as a tree to print, tabulate and draw.

        The tree has all first steps, and each continuation up to eight steps that at least 2 % of the games went through.
        For random play it has first steps only, unless the study was made with ``measures=True``.

        Parameters
        ----------
        id : str or None
            One variant. None: all rows.

        Returns
        -------
        Openings
            The openings.

        Raises
        ------
        ValueError
            If the report has no openings.

        Examples
        --------
        >>> import plyground as pg
        >>> report = pg.study.balance("stax", games=400, agents="greedy", openings=2)
        >>> print(str(report.openings()).splitlines()[0])
        Stax by greedy: 400 games
        """
        rows: Sequence[R] = self.rows if id is None else [self.row(id)]
        return openings_of_rows(rows, self.confidence)

    def games(
        self, which: Which = "longest", id: str | None = None, *, agents: Mapping[str, Agent] = NO_AGENTS
    ) -> State:
        """Play a game of the study again and return its last state, with its record.

        Parameters
        ----------
        which : {"longest", "most dramatic"} or int, default "longest"
            The longest game of a row, the one with the largest ``drama``, or the number of a game, which counts from the
            ``offset`` of the study. Negative numbers count from the end. Games of random agents have drama only with
            ``measures=True``.
        id : str or None
            A variant of the report. None: the first row.
        agents : mapping of str to agent
            The functions and networks of the study by their names. The report contains the names only.

        Returns
        -------
        State
            The state. `plyground.replay` shows the game.

        Raises
        ------
        KeyError
            If the variant is not in the report.
        ValueError
            If ``which`` is another word, drama was not measured, or an agent is missing.
        IndexError
            If there is no such game.
        BadReport
            If the game or an agent behaves differently in this build.

        Examples
        --------
        >>> import plyground as pg
        >>> report = pg.study.balance("stax", games=200, agents="greedy", openings=4)
        >>> state = report.games("most dramatic")
        >>> len(pg.replay(state)) == len(state.actions) + 1
        True
        """
        row = self.rows[0] if id is None else self.row(id)
        if row.notable_games is None:
            raise ValueError(f"the report does not describe the games of {row.id}: make the study again")
        return play_again(row.notable_games, which, agents, self.study)

    def _starts_of(self, row: Any) -> Mapping[str, Any]:
        found: Mapping[str, Any] = {} if row.notable_games is None else row.notable_games.plan["starts"]
        return found

    def _played(self) -> Sequence[tuple[Mapping[str, Any], int]]:
        described = [row.notable_games for row in self.rows]
        if None in described:
            raise ValueError("the report does not describe its games: make the study again")
        return [(found.plan, found.count) for found in described if found is not None]

    def _check_results(self, groups: Sequence[ReplayedGroup]) -> None:
        for group, row in zip(groups, self.rows, strict=True):
            check_row(group, row)

    def row(self, id: str) -> R:
        """Return the row of a variant, the first if there are several.

        Raises
        ------
        KeyError
            If the variant is not in the report.
        """
        for row in self.rows:
            if row.id == id:
                return row
        raise KeyError(f"{id} is not in the report; its variants are {', '.join(row.id for row in self.rows)}")
