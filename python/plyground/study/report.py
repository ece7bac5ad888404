"""What a study of balance found out."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, ClassVar, Final, Generic, Literal, TypeAlias, TypeVar, get_args

from .findings import Findings
from .openings import Openings, openings_of
from .rows import Change, Disagreement, Figures, Row

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from .sheets import Axis

Picture: TypeAlias = Literal["balance", "seats", "lengths", "path", "scores", "strength", "changes"]
PICTURES: Final[tuple[str, ...]] = get_args(Picture)

OF_WINS: Final = ("balance", "seats", "path")
OF_SCORES: Final = ("scores",)
"""Pictures of games that are won, and of games that come to a score; all others are of both."""


R = TypeVar("R", bound=Figures)


@dataclass(frozen=True, slots=True)
class Report(Findings, Generic[R]):
    """What a study found out, one row a game: `Row` where they are played for a win, `ScoreRow` where they come to a score."""

    rows: tuple[R, ...]
    """The games in the order in which they were asked for."""
    seed: int
    """The seed that the games were played from."""
    confidence: float
    """The confidence of all intervals."""
    changes: tuple[Change, ...] = field(default=(), kw_only=True)
    """In studies of what a rule is worth, how each further row differs from the first."""
    disagreements: tuple[Disagreement, ...] = field(default=(), kw_only=True)
    """In an atlas of two kinds of agents or more, how the last two differ, game by game."""

    ROW: ClassVar[type] = Row

    def plot(
        self,
        path: "str | PathLike[str] | None" = None,
        *,
        kind: Picture | None = None,
        ax: "Axis" = None,
    ) -> "Figure":
        """A picture, written to ``path`` if one is given.

        ``balance``: scores, draw rates and lengths side by side; ``seats``: the score of every seat; ``lengths``: how long
        games are; ``path``: the course of a sequential test; ``scores``: scores of games that are not won, and how often each
        came up; ``strength``: scores and draws by agent; ``changes``: what rules are worth. By default what goes with the study.

        ``ax`` is axes of yours to draw on, or several for as many panels; one is for the first panel alone, such as the scores of
        ``balance``. Otherwise the figure is one of pyplot's, which notebooks show, and scripts by ``plt.show()``, unless it is
        written to a file.
        """
        wins = all(isinstance(row, Row) for row in self.rows)
        plain = "balance" if wins else "scores"
        usual = {"strength": "strength", "restricted": "changes"}.get(self.study.get("study", ""), plain)
        if kind is not None and kind not in PICTURES:
            raise ValueError(f"the kind of a picture is one of {', '.join(PICTURES)}, not {kind!r}")
        if kind in (OF_SCORES if wins else OF_WINS):
            what = "are won or drawn" if wins else "come to a score"
            raise ValueError(f"there is no picture {kind!r} of games that {what}; take {plain!r}")
        return self._drawn(kind or usual, path, ax)

    def openings(self, id: str | None = None) -> Openings:
        """What each first step was worth, and each step after it: a tree to print, to tabulate and to draw.

        Of one variant, if ``id`` is given. First steps are all there, and what at least 2 % of the games went through after
        them, up to eight steps; after plain random play, first steps alone.
        """
        rows: Sequence[R] = self.rows if id is None else [self.of(id)]
        return openings_of(rows, self.confidence)

    def of(self, id: str) -> R:
        """The row of a variant, the first if there are several."""
        for row in self.rows:
            if row.id == id:
                return row
        raise KeyError(f"{id} is not in the report; there are {', '.join(row.id for row in self.rows)}")
