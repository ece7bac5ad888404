"""Write the results of `make bench` into `docs/benchmarks.md` and the README: ``python tools/benchmark_page.py``.

The tables replace the text between two markers. The pictures are drawn by `benchmark_pictures`.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import plyground as pg

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = ROOT / "docs" / "benchmarks.md"
FOLDER: Final = ROOT / "docs" / "benchmarks"
RESULTS: Final = FOLDER / "results.json"
BEGIN: Final = (
    "<!-- The results start here. `make bench` writes them: change tools/benchmark_page.py, not this text. -->"
)
END: Final = "<!-- The results end here. -->"

README: Final = ROOT / "README.md"
README_BEGIN: Final = "<!-- `make bench` writes this table. -->"
README_END: Final = "<!-- The table ends here. -->"
SUMMARY: Final = (
    ("random games", "chess", "OpenSpiel", "pg.playouts"),
    ("random games", "chess", "cozy-chess-py", "pg.playouts"),
    ("random games", "checkers", "OpenSpiel", "pg.playouts"),
    ("random games", "international-draughts", "dame-rs", "pg.playouts"),
    ("batches", "chess", "OpenSpiel", "pg.vector"),
    ("batches", "chess", "Pgx", "pg.vector"),
    ("batches", "chess", "EnvPool", "pg.vector"),
    ("single games", "chess", "OpenSpiel", "State"),
    ("single games", "chess", "cozy-chess-py", "State"),
    ("single games", "turkish-draughts", "kish", "State"),
    ("environments", "chess", "PettingZoo", "pg.aec"),
    ("environments", "chess", "OpenSpiel", "pg.aec"),
    ("environments", "chess", "OpenSpiel", "pg.openspiel"),
    ("search", "chess", "OpenSpiel", "pg.agent"),
    ("perft", "international-draughts", "dame-rs", "State"),
)
"""The job, the game, the library and the start of the functions of each comparison in the README."""

Row = dict[str, Any]

PEERS: Final = "peers, 1 thread"
"""The run that has the comparisons on one thread."""

THREADS_BATCH: Final = 1024
"""The games in one call in the picture of threads."""

JOBS: Final = {
    "random games": (
        "Random games",
        "`pg.playouts` plays all games in one call. Peers do so where they have a function for it, and otherwise in a loop in "
        "Python, whose cost is part of the ratio.",
    ),
    "batches": (
        "Batches with observations and masks",
        "Each step fills the observation of the seat to act and the mask of its legal actions. A batch of 1 is a loop over one "
        "state. Inside `jax.jit`, drawing an action with `jax.random.categorical` takes most of the time of plyground.",
    ),
    "single games": (
        "Single games, step by step",
        "A loop in Python asks a state for its legal actions and applies one of them.",
    ),
    "environments": (
        "Environments",
        "A loop over one environment, with an observation and legal actions for each step.",
    ),
    "search": (
        "Search",
        "Monte Carlo tree search with 100 random rollouts for each step, from the start to the end of games.",
    ),
    "self-play": (
        "Self-play",
        "Positions that the network evaluates per second, with 32 simulations for a step and residual networks of 2 blocks "
        "with 32 channels. The actors of OpenSpiel evaluate about one position in a call. Pgx and Mctx are made for GPUs.",
    ),
    "perft": (
        "Perft",
        "Nodes per second. In draughts, a node is a whole turn. Loops in Python search one or two steps less.",
    ),
    "records": ("Games in PGN", "Read 20 random games and play their moves on a board."),
    "import": ("Import", "Milliseconds until a new Python has imported the library, with the start of Python."),
    "interfaces": (
        "Cost of interfaces",
        "plyground with the interface of Gymnasium, and without it. A ratio of 0.8 means that the interface takes a fifth of "
        "the time.",
    ),
}
"""The title and the description of each job."""


def load(path: Path = RESULTS) -> dict[str, dict[str, Any]]:
    """Return the runs of a file of results by name."""
    runs: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["runs"]
    return runs


def page(text: str, runs: dict[str, dict[str, Any]]) -> str:
    """Return the text of the page with new results."""
    return between(text, BEGIN, END, results(runs))


def readme(text: str, runs: dict[str, dict[str, Any]]) -> str:
    """Return the text of the README with new results."""
    return between(text, README_BEGIN, README_END, "\n".join(summary(runs[PEERS]["rows"])))


def between(text: str, begin: str, end: str, results: str) -> str:
    """Return a text with other lines between two markers."""
    before, first, rest = text.partition(begin)
    _, last, after = rest.partition(end)
    if not first or not last:
        raise ValueError(f"a page must have the lines {begin!r} and {end!r}")
    return f"{before}{begin}\n\n{results}\n{end}{after}"


def results(runs: dict[str, dict[str, Any]]) -> str:
    """Return the part of the page with results."""
    peers = [run for name, run in runs.items() if name.startswith("peers")]
    sections = [machine(runs), comparisons(peers), scaling(runs["scaling"])]
    return "\n".join(line for section in sections for line in section)


def machine(runs: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Yield the section with the machine, which must be the same for all runs."""
    facts = runs[PEERS]["machine"]
    for name, run in runs.items():
        for key in ("processor", "cores", "system", "python", "plyground", "build"):
            if run["machine"][key] != facts[key]:
                raise ValueError(
                    f"run {name!r} has {key} {run['machine'][key]!r} and not {facts[key]!r}: run make bench"
                )
    yield "## Machine and build\n"
    libraries = ", ".join(f"{name} {version}" for name, version in facts["libraries"].items())
    rows = [
        ("processor", f"{facts['processor']}, {facts['cores']} cores, with {_list(facts['instructions'], 'and')}"),
        ("memory", f"{facts['memory_gib']} GiB" if facts["memory_gib"] else "unknown"),
        ("system", f"{facts['system']}, Python {facts['python']}"),
        ("plyground", f"{facts['plyground']}, build: {facts['build']}"),
        ("libraries", libraries),
        ("date", facts["date"]),
        ("commands", ", ".join(f"`{run['command']}`" for run in runs.values())),
    ]
    yield from table(("", "used for the results on this page"), rows)
    missing = sorted({name for run in runs.values() for name in run["missing"]})
    yield (
        f"Not installed, and therefore not measured: {', '.join(missing)}.\n"
        if missing
        else ("All libraries that the comparisons support were installed.\n")
    )


def comparisons(peers: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the sections with the comparisons, by job."""
    pairs = [pair for run in peers for pair in pairs_of(run["rows"])]
    yield "## plyground and other libraries\n"
    families = {mine["family"] for mine, theirs in pairs if theirs["library"] != "plyground"}
    others = sorted({pg.info(id).family for id in pg.variants()} - families)
    yield (
        f"Both sides of a row take turns in one process, {peers[0]['rows'][0]['repeats']} times each. Tables have the best rate "
        "of each side, the ratio of these, and in brackets the smallest and the largest ratio of one turn. A ratio of 2 means "
        "that plyground is twice as fast. Libraries end games by different rules, so steps are compared and not games. A step "
        "of plyground is one jump; dame-rs, kish and py-draughts count a capture of several jumps as one.\n"
    )
    if others:
        yield f"No measured library plays a game of {_list(f'`{name}`' for name in others)}.\n"
    one = [pair for pair in pairs if pair[0]["threads"] == 1]
    yield f"![{alt_peers(one)}](benchmarks/peers.svg)\n"
    for job, (title, description) in JOBS.items():
        for threads in sorted({mine["threads"] for mine, _ in pairs if mine["job"] == job}):
            chosen = [pair for pair in pairs if (pair[0]["job"], pair[0]["threads"]) == (job, threads)]
            suffix = f" on {threads} threads" if threads > 1 else ""
            yield f"### {title}{suffix}\n"
            yield f"{description}\n" if threads == 1 else "The same with all cores, in elapsed time.\n"
            yield from comparison_table(chosen)


def comparison_table(pairs: Iterable[tuple[Row, Row]]) -> Iterator[str]:
    """Yield the table of one job. It has the numbers of games in one call if there are several."""
    pairs = sorted(pairs, key=_order)
    is_import = pairs[0][0]["job"] == "import"
    has_batches = any(row["batch"] > 1 for pair in pairs for row in pair)
    unit, show = ("ms", _milliseconds) if is_import else (pairs[0][0]["unit"], _round)
    games, size = ("family", "game"), ("games in a call",)
    heads = [
        *games * (not is_import),
        "plyground",
        *size * has_batches,
        unit,
        "peer",
        *size * has_batches,
        unit,
        "ratio",
    ]
    rows = []
    for mine, theirs in pairs:
        row = [] if is_import else [f"`{mine['family']}`", f"`{mine['game']}`"]
        for side in (mine, theirs):
            row += [_name(side), *[str(side["batch"])] * has_batches, show(side["value"])]
        span = f"{ratio_text(theirs['ratio_min'])} to {ratio_text(theirs['ratio_max'])}"
        rows.append([*row, f"**{ratio_text(theirs['ratio'])}** ({span})"])
    yield from table(heads, rows, right=[place for place, head in enumerate(heads) if head in (*size, unit, "ratio")])


def _name(row: Row) -> str:
    """The functions of plyground, or a library with its functions."""
    return str(row["how"]) if row["library"] == "plyground" else f"{row['library']}: {row['how']}"


def summary(rows: Iterable[Row]) -> Iterator[str]:
    """Yield the table of the README. If there are several batch sizes, it has the one with the highest rate of the peer."""
    pairs = pairs_of(rows)
    lines = []
    for job, game, library, function in SUMMARY:
        chosen = [
            (mine, theirs)
            for mine, theirs in pairs
            if (mine["job"], mine["game"]) == (job, game)
            and theirs["library"].startswith(f"{library} ")
            and mine["how"].startswith(f"`{function}")
        ]
        mine, theirs = max(chosen, key=lambda pair: float(pair[1]["value"]))
        rates = _round(mine["value"]), _round(theirs["value"])
        title = f"{JOBS[job][0].lower()}, {mine['unit']}"
        lines.append((title, game, mine["how"], rates[0], theirs["library"], rates[1], ratio_text(theirs["ratio"])))
    yield from table(("job", "game", "plyground", "rate", "peer", "rate", "ratio"), lines, right=(3, 5, 6))


def scaling(run: dict[str, Any]) -> Iterator[str]:
    """Yield the section with batch sizes and threads."""
    yield "## Batch sizes and threads\n"
    yield (
        "One game of each family, in thousand steps per second of elapsed time, the best of "
        f"{run['rows'][0]['repeats']} measurements. The size is the number of games in one call.\n"
    )
    batches = sorted({row["batch"] for row in run["rows"]})
    threads = sorted({row["threads"] for row in run["rows"]})
    yield f"![{alt_batches(run['rows'])}](benchmarks/batches.svg)\n"
    if len(threads) > 1:
        yield f"![{alt_threads(run['rows'])}](benchmarks/threads.svg)\n"
    for job in ("random games", "batches"):
        title = (
            "`pg.playouts`: random games" if job == "random games" else "`pg.vector`: steps with observations and masks"
        )
        yield f"### {title}\n"
        found = {(row["game"], row["threads"], row["batch"]): row for row in run["rows"] if row["job"] == job}
        games = dict.fromkeys((row["family"], row["game"]) for row in found.values())
        rows = [
            (
                f"`{family}`",
                f"`{game}`",
                str(number),
                *(_thousands(found[game, number, batch]["value"]) for batch in batches),
            )
            for family, game in games
            for number in threads
        ]
        yield from table(("family", "game", "threads", *map(str, batches)), rows, right=range(2, 3 + len(batches)))


def pairs_of(rows: Iterable[Row]) -> list[tuple[Row, Row]]:
    """Return the rows of plyground with those of peers, which follow them."""
    rows = list(rows)
    return list(zip(rows[::2], rows[1::2], strict=True))


def alt_peers(pairs: Sequence[tuple[Row, Row]]) -> str:
    """Return the text that stands for the picture of comparisons."""
    ratios = [theirs["ratio"] for _, theirs in shown(pairs)]
    faster = sum(ratio > 1 for ratio in ratios)
    return (
        "Rates of plyground and of other libraries on one core, by job, on a logarithmic scale: plyground is faster in "
        f"{faster} of {len(ratios)} comparisons, by factors of up to {ratio_text(max(ratios))}"
    )


def shown(pairs: Iterable[tuple[Row, Row]]) -> list[tuple[Row, Row]]:
    """Return the comparisons with other libraries that have rates, without imports."""
    return [(mine, theirs) for mine, theirs in pairs if mine["job"] not in ("import", "interfaces")]


def alt_batches(rows: Iterable[Row]) -> str:
    """Return the text that stands for the picture of batch sizes."""
    vectors = [row for row in rows if (row["threads"], row["job"]) == (1, "batches")]
    best = max(vectors, key=lambda row: float(row["value"]))
    return (
        "Steps per second by the number of games in one call, for one game of each family on one thread; the highest rate of "
        f"a vector is {_round(best['value'])}, of {best['game']} with {best['batch']} games"
    )


def alt_threads(rows: Iterable[Row]) -> str:
    """Return the text that stands for the picture of threads."""
    found = {(row["job"], row["game"], row["threads"]): row["value"] for row in rows if row["batch"] == THREADS_BATCH}
    most = max(threads for _, _, threads in found)
    gains = sorted(found[job, game, most] / found[job, game, 1] for job, game, threads in found if threads == 1)
    return (
        f"Steps per second with {THREADS_BATCH} games in one call, by the number of threads: {most} threads are "
        f"{gains[0]:.1f} to {gains[-1]:.1f} times as fast as one"
    )


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> Iterator[str]:
    """Yield the lines of a table, and an empty line."""
    yield f"| {' | '.join(heads)} |"
    right = set(right)
    yield f"|{'|'.join('--:' if column in right else '---' for column in range(len(heads)))}|"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def _order(pair: tuple[Row, Row]) -> tuple[str, str]:
    return pair[0]["family"], pair[0]["game"]


def _list(names: Iterable[str], word: str = "or") -> str:
    *first, last = names
    return f"{', '.join(first)} {word} {last}" if first else last


def _round(value: float) -> str:
    """A rate with three digits."""
    return f"{float(f'{value:.3g}'):,.0f}"


def _thousands(value: float) -> str:
    return f"{float(f'{value / 1000:.3g}'):,.0f}"


def _milliseconds(rate: float) -> str:
    return f"{float(f'{1000 / rate:.2g}'):,.0f}"


def ratio_text(value: float) -> str:
    """A ratio with two digits, or three above 100."""
    return f"{float(f'{value:.3g}'):,.0f}" if value >= 9.95 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def main() -> None:
    """Write the page and the pictures."""
    from benchmark_pictures import pictures

    runs = load()
    for path, write in ((PAGE, page), (README, readme)):
        path.write_text(write(path.read_text(encoding="utf-8"), runs), encoding="utf-8")
    for name, svg in pictures(runs).items():
        (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
