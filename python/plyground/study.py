"""How balanced is a game? Numbers with their uncertainty, as a table, a file and a picture.

>>> import plyground as pg
>>> report = pg.study.balance("english-draughts", "stax", games=2_000, seed=0)
>>> [row.id for row in report.rows]
['english-draughts', 'stax']
>>> row = report.rows[0]
>>> row.score_low < row.score < row.score_high
True
"""

import csv
import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from os import PathLike
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

from ._core import Game, game, info, playouts

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

__all__ = ["Interval", "Report", "Row", "balance", "wilson"]

CHUNK: Final = 4_096
"""Games played between two reports of progress."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate between the bounds of its confidence interval."""

    low: float
    value: float
    high: float


def wilson(share: float, n: int, confidence: float = 0.95) -> Interval:
    """The Wilson score interval of a share that was seen in ``n`` games.

    >>> interval = wilson(0.5, 100)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.4038, 0.5962)

    It is made for games that are won or lost. Where some are drawn, a mean score spreads less than a share of wins of the
    same size, and the interval is wider than it need be: it errs on the side of caution.
    """
    if n <= 0:
        raise ValueError(f"an interval needs at least one game, not {n}")
    if not 0.0 <= share <= 1.0:
        raise ValueError(f"a share lies between 0 and 1; {share} does not")
    if not 0.0 < confidence < 1.0:
        raise ValueError(f"confidence lies between 0 and 1, as 0.95 does; {confidence} does not")
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    scale = 1 + z * z / n
    centre = (share + z * z / (2 * n)) / scale
    reach = z / scale * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    # Rounding must not push the estimate out of its own interval at 0 and 1.
    return Interval(max(0.0, min(share, centre - reach)), share, min(1.0, max(share, centre + reach)))


@dataclass(frozen=True, slots=True)
class Row:
    """What a study found out about one game."""

    id: str
    """The id of the variant."""
    options: str
    """The options that were changed from what the id says, as ``name=value``; mostly nothing."""
    title: str
    """Its name."""
    games: int
    """How many games were played."""
    first_seat: int
    """The seat that moves first."""
    wins: int
    """Games that the first seat won."""
    draws: int
    """Games that nobody won."""
    losses: int
    """Games that others won."""
    score: float
    """The first seat's mean score: 1 for a win, 0 for a loss, and an even share of 1 for a draw."""
    score_low: float
    """The lower bound of its interval."""
    score_high: float
    """The upper bound of its interval."""
    fair: float
    """The score that a seat has in a fair game: 1 divided by the number of teams."""
    draw_rate: float
    """The share of draws."""
    draw_rate_low: float
    """The lower bound of its interval."""
    draw_rate_high: float
    """The upper bound of its interval."""
    steps: float
    """The mean length of a game in steps."""
    steps_5: float
    """One game in twenty is no longer than this."""
    steps_50: float
    """Half of the games are no longer than this."""
    steps_95: float
    """One game in twenty is longer than this."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a study found out, one row a game."""

    rows: tuple[Row, ...]
    """The games in the order in which they were asked for."""
    seed: int
    """The seed that the games were played from."""
    confidence: float
    """The confidence of all intervals."""

    def table(self) -> "pd.DataFrame":
        """The rows as a pandas data frame, indexed by id."""
        import pandas as pd

        return pd.DataFrame([asdict(row) for row in self.rows], columns=COLUMNS).set_index("id")

    def csv(self, path: "str | PathLike[str]") -> None:
        """Writes the rows to a file, with what it takes to repeat the study."""
        with Path(path).open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow([*COLUMNS, "seed", "confidence"])
            for row in self.rows:
                writer.writerow([*asdict(row).values(), self.seed, self.confidence])

    def plot(self, path: "str | PathLike[str] | None" = None) -> "Figure":
        """Scores, draw rates and lengths of games side by side, written to ``path`` if one is given."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(11, 1.6 + 0.45 * len(self.rows)), layout="constrained")
        scores, draws, lengths = figure.subplots(1, 3, sharey=True, width_ratios=(3, 2, 2))
        ys = range(len(self.rows))
        for y, row in zip(ys, self.rows, strict=True):
            decided = row.score_low > row.fair or row.score_high < row.fair
            _interval(scores, y, Interval(row.score_low, row.score, row.score_high), "C3" if decided else "C0")
            _interval(draws, y, Interval(row.draw_rate_low, row.draw_rate, row.draw_rate_high), "C0")
            lengths.plot([row.steps_5, row.steps_95], [y, y], color="C0", linewidth=5, alpha=0.3, solid_capstyle="butt")
            lengths.plot([row.steps_50], [y], "|", color="C0", markersize=12, markeredgewidth=2)
        for fair in sorted({row.fair for row in self.rows}):
            scores.axvline(fair, color="0.5", linewidth=1, linestyle="--", zorder=0)
        scores.set_yticks(ys, [f"{row.title}\n{row.games:,} games" for row in self.rows])
        scores.invert_yaxis()
        scores.set_xlabel("score of the seat that moves first")
        draws.set_xlabel("share of draws")
        lengths.set_xlabel("steps in a game")
        lengths.set_xlim(left=0)
        for axes in (scores, draws, lengths):
            axes.locator_params(axis="x", nbins=6)
            axes.margins(y=0.5 / max(1, len(self.rows)))
            axes.grid(axis="x", alpha=0.3)
            axes.spines[["top", "right"]].set_visible(False)
        scores.set_title(f"red: not fair at {self.confidence:.0%} confidence", fontsize="medium", loc="left")
        lengths.set_title("median, 5 to 95 %", fontsize="medium", loc="left")
        if path is not None:
            figure.savefig(path, dpi=150)
        return figure

    def _repr_html_(self) -> str:
        return self.table().to_html(float_format="{:.4f}".format)


COLUMNS: Final = [field.name for field in fields(Row)]


def balance(
    *variants: str | Game,
    games: int = 20_000,
    seed: int = 0,
    confidence: float = 0.95,
    threads: int | None = None,
    progress: Callable[[str, int], None] | None = None,
) -> Report:
    """Plays random games and measures what the first move is worth in them.

    The same seed gives the same figures for any number of threads. ``progress`` is called with an id and the number of games that
    were just played.
    """
    if not variants:
        raise ValueError("name at least one variant to study, such as 'chess'")
    if games < 1:
        raise ValueError(f"a study needs at least one game, not {games}")
    wilson(0.5, games, confidence)
    played = [game(variant) if isinstance(variant, str) else variant for variant in variants]
    return Report(
        tuple(_study(rules, games, seed, confidence, threads, progress) for rules in played), seed, confidence
    )


def _study(
    rules: Game,
    games: int,
    seed: int,
    confidence: float,
    threads: int | None,
    progress: Callable[[str, int], None] | None,
) -> Row:
    """Plays one game many times."""
    import numpy as np

    teams = len(set(rules.info.teams))
    first = rules.info.sequence[0]
    returns, steps = [], []
    for offset in range(0, games, CHUNK):
        count = min(CHUNK, games - offset)
        run = playouts(rules, count, seed, threads=threads, offset=offset)
        returns.append(run.returns)
        steps.append(run.steps)
        if progress is not None:
            progress(rules.id, count)
    scores, drawn = _scores(np.concatenate(returns), first, teams)
    lengths = np.concatenate(steps)
    wins, draws = int(np.count_nonzero(scores == 1.0)), int(np.count_nonzero(drawn))
    score = wilson(float(scores.mean()), games, confidence)
    draw_rate = wilson(draws / games, games, confidence)
    short, median, long = (float(length) for length in np.quantile(lengths, [0.05, 0.5, 0.95], method="inverted_cdf"))
    return Row(
        id=rules.id,
        options=_changed(rules),
        title=rules.info.title,
        games=games,
        first_seat=first,
        wins=wins,
        draws=draws,
        losses=games - wins - draws,
        score=score.value,
        score_low=score.low,
        score_high=score.high,
        fair=1 / teams,
        draw_rate=draw_rate.value,
        draw_rate_low=draw_rate.low,
        draw_rate_high=draw_rate.high,
        steps=float(lengths.mean()),
        steps_5=short,
        steps_50=median,
        steps_95=long,
    )


def _changed(rules: Game) -> str:
    """The options in which a game differs from its id."""
    plain = info(rules.id).options
    return " ".join(f"{name}={value}" for name, value in rules.options.items() if plain.get(name) != value)


def _scores(returns: "NDArray[np.float64]", seat: int, teams: int) -> "tuple[NDArray[np.float64], NDArray[np.bool_]]":
    """The scores of a seat (1 for a win, 0 for a loss, 1/teams for a draw), and which games nobody won.

    Who is out before others draw gets less than losers do (Conventions, 'Endings'); here that is a loss like any other.
    """
    import numpy as np

    drawn: NDArray[np.bool_] = np.max(returns, axis=1) < 1.0
    scores: NDArray[np.float64] = ((returns[:, seat] * (teams - 1) + 1) / teams).clip(0.0, 1.0)
    return scores, drawn


def _interval(axes: "Axes", y: int, interval: Interval, color: str) -> None:
    """Draws an estimate with its interval."""
    reach = [[interval.value - interval.low], [interval.high - interval.value]]
    axes.errorbar([interval.value], [y], xerr=reach, fmt="o", color=color, markersize=5, capsize=3)
