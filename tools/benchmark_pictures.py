"""Draw the pictures of `docs/benchmarks.md` with matplotlib.

Backgrounds are transparent and text is grey, so that pictures are readable on light and dark pages. Colors are those of Okabe and
Ito, which most color-blind readers can tell apart; markers differ as well.
"""

import hashlib
import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator

from benchmark_page import JOBS, THREADS_BATCH, Row, pairs_of, ratio_text, shown

GREY: Final = "#747c86"
OURS: Final = "#0b84d8"
PEER: Final = "#d55e00"
SERIES: Final = (
    ("#0b84d8", "o"),
    ("#e69f00", "s"),
    ("#009e73", "^"),
    ("#d55e00", "D"),
    ("#cc79a7", "v"),
    ("#56b4e9", "P"),
    ("#a0a000", "X"),
    ("#8a8f98", "*"),
)
"""Color and marker of each family."""

STYLE: Final[dict[Any, Any]] = {
    "svg.hashsalt": "plyground",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": GREY,
    "axes.labelcolor": GREY,
    "axes.edgecolor": GREY,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "grid.color": GREY,
    "grid.alpha": 0.3,
    "legend.frameon": False,
    "savefig.transparent": True,
}


def pictures(runs: dict[str, dict[str, Any]]) -> dict[str, str]:
    """Return the text of each picture by name."""
    source = digest(runs)
    return {name: svg(draw(), source) for name, draw in figures(runs).items()}


def figures(runs: dict[str, dict[str, Any]]) -> dict[str, Callable[[], Figure]]:
    """Return the functions that draw the pictures."""
    rows = runs["scaling"]["rows"]
    draw: dict[str, Callable[[], Figure]] = {"peers": partial(peers, runs), "batches": partial(batches, rows)}
    if max(row["threads"] for row in rows) > 1:
        draw["threads"] = partial(threads, rows)
    return draw


def digest(runs: dict[str, dict[str, Any]]) -> str:
    """Return the checksum of results that pictures carry, to show which results they are drawn from."""
    return f"results.json sha256:{hashlib.sha256(json.dumps(runs, sort_keys=True).encode()).hexdigest()[:16]}"


def svg(figure: Figure, source: str) -> str:
    """Return a figure as SVG."""
    written = io.StringIO()
    with mpl.rc_context(STYLE):
        figure.savefig(written, format="svg", metadata={"Date": None, "Source": source})
    text = "\n".join(line.rstrip() for line in written.getvalue().splitlines()) + "\n"
    # Pixels instead of points, which not all programs read.
    return re.sub(r'(width|height)="([\d.]+)pt"', lambda match: f'{match[1]}="{float(match[2]) * 4 / 3:.0f}"', text)


@contextmanager
def new_figure(width: float, height: float) -> Iterator[Figure]:
    """Make a figure in the style of all pictures."""
    with mpl.rc_context(STYLE):
        yield Figure((width, height), layout="constrained")


def peers(runs: dict[str, dict[str, Any]]) -> Figure:
    """Draw plyground and each peer on one thread, with a line between them and their ratio."""
    pairs = [pair for name, run in runs.items() if name.startswith("peers") for pair in pairs_of(run["rows"])]
    pairs = [pair for pair in shown(pairs) if pair[0]["threads"] == 1]
    jobs = {job: _best(pair for pair in pairs if pair[0]["job"] == job) for job in JOBS}
    jobs = {job: chosen for job, chosen in jobs.items() if chosen}
    heights = [len(chosen) + 0.6 for chosen in jobs.values()]
    with new_figure(8.6, 0.235 * sum(heights) + 0.3 * len(jobs) + 0.8) as figure:
        panels = figure.subplots(len(jobs), 1, sharex=True, squeeze=False, gridspec_kw={"height_ratios": heights})[:, 0]
        for axes, (job, chosen) in zip(panels, jobs.items(), strict=True):
            _dumbbells(axes, chosen)
            axes.set_title(f"{JOBS[job][0]}, {chosen[0][0]['unit'].replace('/s', ' per second')}")
        panels[-1].set_xscale("log")
        for axes in panels:
            axes.minorticks_off()
            axes.margins(x=0.07)
        panels[-1].xaxis.set_major_formatter(FuncFormatter(_short))
        handles, labels = panels[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside upper right", ncols=2)
    return figure


def _best(pairs: Iterator[tuple[Row, Row]]) -> list[tuple[Row, Row]]:
    """The pair of each game, library and way of plyground in which the library is fastest, by game."""
    best: dict[tuple[str, ...], tuple[Row, Row]] = {}
    for mine, theirs in pairs:
        key = (mine["family"], mine["game"], theirs["library"], mine["how"])
        if key not in best or theirs["value"] > best[key][1]["value"]:
            best[key] = (mine, theirs)
    return [best[key] for key in sorted(best)]


def _dumbbells(axes: Axes, pairs: Sequence[tuple[Row, Row]]) -> None:
    places = range(len(pairs))
    mine = [row["value"] for row, _ in pairs]
    theirs = [row["value"] for _, row in pairs]
    axes.hlines(places, mine, theirs, color=GREY, linewidth=1.2)
    axes.plot(mine, places, "o", color=OURS, markersize=6.5, label="plyground", linestyle="")
    axes.plot(theirs, places, "D", color=PEER, markersize=5.5, label="the other library", linestyle="")
    for place, (row, other) in zip(places, pairs, strict=True):
        right = max(row["value"], other["value"])
        axes.annotate(
            f"{ratio_text(other['ratio'])}x",
            (right, place),
            (8, 0),
            textcoords="offset points",
            va="center",
            fontsize=9,
        )
    several = len({_function(row) for row, _ in pairs}) > 1
    names = [
        f"{row['game']}, {other['library'].rpartition(' ')[0]}" + (f" ({_function(row)})" if several else "")
        for row, other in pairs
    ]
    axes.set_yticks(places, names, fontsize=9)
    axes.set_ylim(len(pairs) - 0.4, -0.6)
    axes.grid(axis="x")
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def _function(row: Row) -> str:
    """The first function that a row names."""
    return str(row["how"]).split("`")[1].partition("(")[0]


def batches(rows: Sequence[Row]) -> Figure:
    """Draw rates by batch size, one line for each family."""
    with new_figure(8.6, 3.9) as figure:
        panels = figure.subplots(1, 2)
        for axes, job, title in zip(panels, ("random games", "batches"), ("pg.playouts", "pg.vector"), strict=True):
            for (family, game), (color, marker) in zip(_games(rows).items(), SERIES, strict=False):
                line = [row for row in rows if (row["job"], row["game"], row["threads"]) == (job, game, 1)]
                sizes, rates = [row["batch"] for row in line], [row["value"] for row in line]
                axes.plot(sizes, rates, color=color, marker=marker, markersize=5, label=f"{game} ({family})")
            axes.set_xscale("log", base=2)
            axes.set_yscale("log")
            axes.set_xticks(sizes, map(str, sizes))
            axes.yaxis.set_major_locator(LogLocator(subs=(1, 3)))
            axes.yaxis.set_major_formatter(FuncFormatter(_short))
            axes.set_title(f"{title}: steps per second, one thread")
            axes.set_xlabel("games in one call")
            axes.grid()
            axes.minorticks_off()
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=2, fontsize=9)
    return figure


def threads(rows: Sequence[Row], batch: int = THREADS_BATCH) -> Figure:
    """Draw rates by number of threads, one line for each family."""
    numbers = sorted({row["threads"] for row in rows})
    games = _games(rows)
    with new_figure(8.6, 3.0) as figure:
        panels = figure.subplots(1, 2, sharey=True)
        for axes, job, title in zip(panels, ("random games", "batches"), ("pg.playouts", "pg.vector"), strict=True):
            found = {
                (row["game"], row["threads"]): row["value"]
                for row in rows
                if (row["job"], row["batch"]) == (job, batch)
            }
            for place, game in enumerate(games.values()):
                axes.plot(
                    [found[game, number] for number in numbers], [place] * len(numbers), color=GREY, linewidth=1.2
                )
            for number, (color, marker) in zip(numbers, SERIES, strict=False):
                values = [found[game, number] for game in games.values()]
                label = f"{number} thread{'s' * (number > 1)}"
                axes.plot(values, range(len(games)), marker, color=color, label=label, linestyle="")
            axes.set_xscale("log")
            axes.minorticks_off()
            axes.xaxis.set_major_locator(LogLocator(subs=(1, 3)))
            axes.xaxis.set_major_formatter(FuncFormatter(_short))
            axes.set_yticks(range(len(games)), list(games.values()))
            axes.margins(x=0.08)
            axes.set_title(f"{title}: steps per second, {batch} games")
            axes.grid(axis="x")
            axes.tick_params(axis="y", length=0)
        panels[0].invert_yaxis()
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=len(numbers))
    return figure


def _games(rows: Sequence[Row]) -> dict[str, str]:
    """The game of each family, in the order of the rows."""
    return {row["family"]: row["game"] for row in rows}


def _short(value: float, _: int) -> str:
    """A rate as the label of an axis."""
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g} {unit}"
    return f"{value:g}"
