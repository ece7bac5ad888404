"""Figures of reports."""

from collections.abc import Sequence
from itertools import pairwise
from math import inf, isfinite
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ..report.rows import UNFAIR, UNKNOWN, BaseRow, PieceValue, Rating, Row, RuleEffect, ScoreRow
from ..report.text_tables import balance_note, interval_text
from ..statistics.fairness import MARGIN
from ..statistics.intervals import Interval
from .verdicts import COLORS, bar_style, verdict_legend

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .figures import Canvas

PLAIN, SIGNIFICANT = COLORS[UNKNOWN], COLORS[UNFAIR]
"""The color of estimates, and of effects whose interval excludes 0."""

FAR = 4.0
"""Intervals that reach this many times as far as the median of all do not fit into a figure."""

R = TypeVar("R", bound=BaseRow, covariant=True)


class GameRows(Protocol[R]):
    """The part of a report on games that figures show."""

    @property
    def rows(self) -> Sequence[R]:
        """One row for each game."""

    @property
    def confidence(self) -> float:
        """The confidence level of all intervals."""

    @property
    def effects(self) -> Sequence[RuleEffect]:
        """The differences between each further row and the first."""


class RatedAgents(Protocol):
    """The part of ratings that figures show."""

    @property
    def rows(self) -> Sequence[Rating]:
        """One row for each agent."""

    @property
    def first_move(self) -> Interval:
        """The advantage of the first move."""

    @property
    def title(self) -> str:
        """The name of the variant."""


class ValuedPieces(Protocol):
    """The part of piece values that figures show."""

    @property
    def rows(self) -> Sequence[PieceValue]:
        """One row for each kind of piece."""

    @property
    def scale(self) -> str:
        """The unit in words, or why there are no values."""

    @property
    def games(self) -> int:
        """The number of games."""

    @property
    def title(self) -> str:
        """The name of the variant."""


def balance(report: GameRows[Row], canvas: "Canvas") -> None:
    """Draw scores, draw rates and lengths side by side. The band around each fair score is that of nearly fair games."""
    panels = canvas.panels(11, 1.6 + 0.45 * len(report.rows), 1, 3, sharey=True, ratios={"width_ratios": (3, 2, 2)})
    scores, draws, lengths = panels
    ys = range(len(report.rows))
    verdicts = [row.balance(report.confidence) for row in report.rows]
    for y, row, verdict in zip(ys, report.rows, verdicts, strict=True):
        score = Interval(row.score_low, row.score, row.score_high)
        scores.errorbar([score.value], [y], **bar_style(score, verdict))
        # Each fair share is that of its own row.
        fair, height = row.fair_score, [y - 0.5, y + 0.5]
        scores.fill_betweenx(height, fair - MARGIN, fair + MARGIN, color="0.93", linewidth=0, zorder=0)
        scores.plot([fair, fair], height, color="0.5", linewidth=1, linestyle="--", zorder=0)
        _interval(draws, y, Interval(row.draw_rate_low, row.draw_rate, row.draw_rate_high), PLAIN)
        lengths.plot([row.steps_p5, row.steps_p95], [y, y], color=PLAIN, linewidth=5, alpha=0.3, solid_capstyle="butt")
        lengths.plot([row.steps_p50], [y], "|", color=PLAIN, markersize=12, markeredgewidth=2)
    scores.set_yticks(ys, labels(report))
    scores.set_ylim(len(report.rows) - 0.5, -0.5)
    scores.set_xlabel("score of the first seat")
    draws.set_xlabel("draw rate")
    lengths.set_xlabel("steps per game")
    lengths.set_xlim(left=0)
    for axes in (scores, draws, lengths):
        axes.locator_params(axis="x", nbins=6)
        _plain(axes)
    verdict_legend(canvas, scores, verdicts, f"{_note(report)}; band: within {MARGIN} of the fair score")
    lengths.set_title("median, 5 to 95 %", fontsize="medium", loc="left")


def _note(report: GameRows[Row]) -> str:
    """The title of the legend of verdicts."""
    return balance_note(len(report.rows), report.confidence)


def seats(report: GameRows[Row], canvas: "Canvas") -> None:
    """Draw the score of each seat, one panel for each game. In unfair games, seats with the fair score are marked as unknown."""
    columns = min(3, len(report.rows))
    lines = -(-len(report.rows) // columns)
    grid = canvas.panels(1 + 3.5 * columns, 0.6 + 2.6 * lines, lines, columns, used=len(report.rows))
    names = labels(report, games=False)
    verdicts = []
    for place, (axes, row) in enumerate(zip(grid, report.rows, strict=True)):
        balance = row.balance(report.confidence)
        for seat, score in enumerate(row.seats):
            is_even = score.low <= row.fair_score <= score.high
            verdicts.append(UNKNOWN if balance == UNFAIR and is_even else balance)
            axes.errorbar([seat], [score.value], **bar_style(score, verdicts[-1], "yerr"))
        axes.axhline(row.fair_score, color="0.5", linewidth=1, linestyle="--", zorder=0)
        axes.set_xticks(range(len(row.seats)), [_seat(row, seat) for seat in range(len(row.seats))])
        axes.set_title(f"{names[place]}\n{row.games:,} games", fontsize="medium", loc="left")
        axes.margins(x=0.15, y=0.15)
        if place % columns == 0:
            axes.set_ylabel("score")
        _plain(axes, "y")
    if canvas.own:
        verdict_legend(canvas, grid[0], verdicts, _note(report))


def _seat(row: Row, seat: int) -> str:
    return f"seat {seat}\nfirst" if seat == row.first_seat else f"seat {seat}"


def lengths(report: GameRows[Any], canvas: "Canvas") -> None:
    """Draw a histogram of lengths for each game."""
    grid = canvas.panels(7, 0.8 + 1.2 * len(report.rows), len(report.rows), sharex=True)
    for axes, row, name in zip(grid, report.rows, labels(report), strict=True):
        edges, counts = row.length_histogram
        axes.stairs(counts, edges, fill=True, color=PLAIN, alpha=0.6)
        axes.axvline(row.steps_p50, color="0.3", linewidth=1, linestyle="--")
        axes.set_yticks([])
        axes.set_title(name.replace("\n", ", "), fontsize="medium", loc="left")
        axes.spines["left"].set_visible(False)
        _plain(axes)
    # Once all are drawn, for a limit that is set stays; the rows share one axis.
    grid[-1].set_xlim(left=0)
    grid[-1].set_xlabel("steps per game (dashed: median)")


def sprt_path(report: GameRows[Row], canvas: "Canvas") -> None:
    """Draw the paths of sequential tests."""
    rows = [
        (row, name, row.sprt_path)
        for row, name in zip(report.rows, labels(report, games=False), strict=True)
        if row.sprt_path
    ]
    if not rows:
        raise ValueError("this study has no sequential test; request one with sprt=20")
    grid = canvas.panels(8, 0.6 + 2.2 * len(rows), len(rows))
    for axes, (row, name, course) in zip(grid, rows, strict=True):
        axes.plot(course.games, course.ahead, color="C1", label="first seat ahead")
        axes.plot(course.games, course.behind, color="C2", label="first seat behind")
        for bound, text, side in ((course.high, "not fair", "bottom"), (course.low, "fair", "top")):
            axes.axhline(bound, color="0.5", linewidth=1, linestyle="--")
            axes.annotate(
                text, (0.01, bound), xycoords=("axes fraction", "data"), va=side, fontsize="small", color="0.3"
            )
        axes.margins(y=0.2)
        axes.set_title(f"{name}: {row.verdict} after {row.games:,} games", fontsize="medium", loc="left")
        axes.set_ylabel("log likelihood ratio", fontsize="small")
        _plain(axes, "both")
    grid[0].legend(fontsize="small", frameon=False)
    grid[-1].set_xlabel("games")


def scores(report: GameRows[ScoreRow], canvas: "Canvas") -> None:
    """Draw mean scores, histograms of scores and lengths side by side."""
    panels = canvas.panels(11, 1.6 + 0.9 * len(report.rows), 1, 3, sharey=True, ratios={"width_ratios": (3, 3, 2)})
    means, shares, lengths = panels
    ys = range(len(report.rows))
    for y, row in zip(ys, report.rows, strict=True):
        means.plot([row.score_p5, row.score_p95], [y, y], color=PLAIN, linewidth=5, alpha=0.3, solid_capstyle="butt")
        means.plot([row.score_p50], [y], "|", color=PLAIN, markersize=12, markeredgewidth=2)
        _interval(means, y, Interval(row.score_low, row.score, row.score_high), "C1")
        values, counts = row.score_histogram
        heights = [0.8 * count / max(counts) for count in counts]
        # From below each line upwards, which is towards the lower numbers.
        shares.bar(
            values, [-height for height in heights], bottom=y + 0.4, width=_apart(values), color=PLAIN, alpha=0.6
        )
        lengths.plot([row.steps_p5, row.steps_p95], [y, y], color=PLAIN, linewidth=5, alpha=0.3, solid_capstyle="butt")
        lengths.plot([row.steps_p50], [y], "|", color=PLAIN, markersize=12, markeredgewidth=2)
    means.set_yticks(ys, labels(report))
    means.set_ylim(len(report.rows) - 0.5, -0.5)
    means.set_xlabel(_scale(report))
    shares.set_xlabel("frequency of each score")
    lengths.set_xlabel("steps per game")
    lengths.set_xlim(left=0)
    for axes in (means, shares, lengths):
        axes.locator_params(axis="x", nbins=6)
        _plain(axes)
    means.set_title(f"mean at {report.confidence:.0%} confidence, median, 5 to 95 %", fontsize="medium", loc="left")
    lengths.set_title("median, 5 to 95 %", fontsize="medium", loc="left")


def _apart(values: Sequence[float]) -> float:
    """The width of bars at these values."""
    return 0.9 * min((b - a for a, b in pairwise(values)), default=1.0)


def strength(report: GameRows[Any], canvas: "Canvas") -> None:
    """Draw scores, and draw rates if there are winners, by agent, with one line for each game."""
    won = hasattr(report.rows[0], "draw_rate")
    shown = {"score": "score of the first seat", "draw_rate": "draw rate"} if won else {"score": _scale(report)}
    agents = list(dict.fromkeys(row.agents for row in report.rows))
    grid = dict(zip(shown, canvas.panels(4.5 * len(shown), 3.4, 1, len(shown)), strict=True))
    games: dict[str, list[Any]] = {}
    for row in report.rows:
        games.setdefault(row.label, []).append(row)
    for number, (name, rows) in enumerate(games.items()):
        # Side by side, so that intervals do not hide each other.
        xs = [agents.index(row.agents) + 0.06 * (number - (len(games) - 1) / 2) for row in rows]
        for what, axes in grid.items():
            values = [getattr(row, what) for row in rows]
            below = [value - getattr(row, f"{what}_low") for row, value in zip(rows, values, strict=True)]
            above = [getattr(row, f"{what}_high") - value for row, value in zip(rows, values, strict=True)]
            axes.errorbar(
                xs,
                values,
                yerr=[below, above],
                fmt="o-",
                color=f"C{number}",
                label=name,
                markersize=5,
                capsize=3,
                linewidth=1,
            )
    for what, axes in grid.items():
        axes.set_xticks(range(len(agents)), agents)
        axes.set_title(shown[what], fontsize="medium", loc="left")
        axes.margins(x=0.1)
        _plain(axes, "y")
    if won:
        fairs = [rows[0].fair_score for rows in games.values()]
        for number, fair in enumerate(fairs):
            # Where games differ, each has its own.
            color = f"C{number}" if len(set(fairs)) > 1 else "0.5"
            grid["score"].axhline(fair, color=color, linewidth=1, linestyle="--", zorder=0)
        grid["draw_rate"].set_ylim(-0.02, 1.02)
    if len(games) > 1:
        grid["score"].legend(fontsize="small", frameon=False)


def _scale(report: GameRows[Any]) -> str:
    """The label of the axis of scores."""
    better = {row.better for row in report.rows}
    return f"score, {better.pop()} is better" if len(better) == 1 else "score"


def labels(report: GameRows[Any], *, games: bool = True) -> list[str]:
    """The label of each row, which distinguishes it from the others."""
    agents = len({row.agents for row in report.rows}) > 1
    names = [f"{row.label} ({row.agents})" if agents else row.label for row in report.rows]
    return [f"{name}\n{row.games:,} games" for name, row in zip(names, report.rows, strict=True)] if games else names


def _interval(axes: "Axes", y: float, interval: Interval, color: str) -> None:
    """Draw an estimate with its interval."""
    # What is known on neither side is a point.
    reach = [
        [side if isfinite(side) else 0.0] for side in (interval.value - interval.low, interval.high - interval.value)
    ]
    axes.errorbar([interval.value], [y], xerr=reach, fmt="o", color=color, markersize=5, capsize=3)


def _mark(axes: "Axes", value: float) -> None:
    axes.axvline(value, color="0.5", linewidth=1, linestyle="--", zorder=0)


def _plain(axes: "Axes", grid: str = "x") -> None:
    axes.grid(axis=grid, alpha=0.3)  # type: ignore[arg-type]
    axes.spines[["top", "right"]].set_visible(False)


def ratings(found: RatedAgents, canvas: "Canvas") -> None:
    """Draw the Elo points of agents and the advantage of the first move."""
    (axes,) = canvas.panels(8, 1.6 + 0.4 * len(found.rows))
    ys = range(len(found.rows) + 1)
    for y, row in zip(ys, found.rows, strict=False):
        _interval(axes, y, Interval(row.elo_low, row.elo, row.elo_high), PLAIN)
    _interval(axes, len(found.rows), found.first_move, "C1")
    names = [f"{row.agent}\n{row.games:,} games" for row in found.rows]
    _finish(axes, [*names, "first move"], 0.0, "Elo points")
    axes.set_title(found.title, fontsize="medium", loc="left")


def piece_values(found: ValuedPieces, canvas: "Canvas") -> None:
    """Draw the values of pieces, or their log odds. Intervals that are much wider than others end in arrows with texts."""
    (axes,) = canvas.panels(8, 1.6 + 0.4 * len(found.rows))
    has_values = found.rows[0].value is not None
    intervals = [row.value_interval or row.log_odds_interval for row in found.rows]
    # Log odds have no uncertain denominator, so that no interval is much wider than others.
    left, right = _informative(intervals, FAR if has_values else inf)
    for y, interval in enumerate(intervals):
        shown = Interval(*(min(max(bound, left), right) for bound in (interval.low, interval.value, interval.high)))
        if shown == interval:
            _interval(axes, y, interval, PLAIN)
            continue
        axes.plot([shown.low, shown.high], [y, y], color=PLAIN)
        for bound, is_cut, marker in ((left, interval.low < left, "<"), (right, interval.high > right, ">")):
            if is_cut:
                axes.plot([bound], [y], marker, color=PLAIN, markersize=7, clip_on=False)
        if shown.value == interval.value:
            axes.plot([interval.value], [y], "o", color=PLAIN, markersize=5)
        text = f"{interval.value:.3g}, {interval_text(interval.low, interval.high, 1)}"
        axes.annotate(text, (right, y - 0.12), ha="right", va="bottom", fontsize="small", color="0.3")
    axes.set_xlim(left, right)
    _finish(
        axes,
        [row.kind for row in found.rows],
        1.0 if has_values else 0.0,
        f"value ({found.scale})" if has_values else found.scale,
    )
    axes.set_title(f"{found.title}, {found.games:,} games", fontsize="medium", loc="left")


def _informative(intervals: Sequence[Interval], far: float) -> tuple[float, float]:
    """Limits of an axis that show the intervals, except for those that reach ``far`` times as far as most."""
    reaches = [max(abs(one.low), abs(one.high)) for one in intervals]
    farthest = far * sorted(reaches)[len(reaches) // 2]
    near = [one for one, reach in zip(intervals, reaches, strict=True) if reach <= farthest]
    left, right = min(0.0, *(one.low for one in near)), max(one.high for one in near)
    margin = 0.05 * (right - left)
    return left - margin, right + margin


def effects(report: GameRows[Any], canvas: "Canvas") -> None:
    """Draw the differences between games and the first one."""
    if not report.effects:
        raise ValueError("this study has no effects of rules; plyground.study.ablation measures them")
    won = report.effects[0].draw_rate is not None
    titles = {
        "score": "first seat's score" if won else "score",
        "draw_rate": "draw rate",
        "steps": "steps per game",
    }
    shown = [what for what in titles if won or what != "draw_rate"]
    grid = canvas.panels(11, 1.6 + 0.45 * len(report.effects), 1, len(shown), sharey=True)
    names = [effect.change.replace(" ", "\n") for effect in report.effects]
    for axes, what in zip(grid, shown, strict=True):
        for y, effect in enumerate(report.effects):
            interval: Interval = getattr(effect, what)
            _interval(axes, y, interval, PLAIN if interval.low <= 0 <= interval.high else SIGNIFICANT)
        _finish(axes, names, 0.0, f"change in {titles[what]}")
    grid[0].set_title(f"changes to {report.rows[0].label}", fontsize="medium", loc="left")
    grid[-1].set_title("red: the interval excludes 0", fontsize="medium", loc="left")


def _finish(axes: "Axes", names: list[str], mark: float, title: str) -> None:
    """Label the lines of a figure, from the top."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlabel(title)
    axes.locator_params(axis="x", nbins=6)
    _mark(axes, mark)
    _plain(axes)
