"""The benchmarks: the page and its pictures show the file of results, and the programs that measure run."""

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import benchmark_page
import comparisons
import measure
import plyground as pg
import results
import scaling
from comparisons import self_play, spiel

RUNS = benchmark_page.load()
ROWS = [row for run in RUNS.values() for row in run["rows"]]
TYPES: dict[str, type | tuple[type, ...]] = {
    "job": str,
    "family": str,
    "game": str,
    "library": str,
    "peer": (str, type(None)),
    "how": str,
    "batch": int,
    "threads": int,
    "unit": str,
    "clock": str,
    "value": float,
    "median": float,
    "min": float,
    "repeats": int,
}


@pytest.mark.parametrize(
    ("path", "write"),
    [(benchmark_page.PAGE, benchmark_page.page), (benchmark_page.README, benchmark_page.readme)],
    ids=["page", "README"],
)
def test_pages_show_the_results(path: Path, write: Callable[[str, dict[str, Any]], str]) -> None:
    text = path.read_text(encoding="utf-8")
    assert write(text, RUNS) == text, "python tools/benchmark_page.py writes the page"


def test_page_needs_its_markers() -> None:
    with pytest.raises(ValueError, match="must have the lines"):
        benchmark_page.page("# Benchmarks\n", RUNS)


def test_page_is_of_one_machine() -> None:
    run = RUNS["scaling"]
    other = {**RUNS, "scaling": {**run, "machine": {**run["machine"], "processor": "another"}}}
    with pytest.raises(ValueError, match="'scaling' has processor 'another'"):
        benchmark_page.results(other)


def test_pictures_show_the_results() -> None:
    pytest.importorskip("matplotlib")
    import benchmark_pictures

    page = benchmark_page.PAGE.read_text(encoding="utf-8")
    kept = sorted(benchmark_page.FOLDER.glob("*.svg"))
    assert [path.stem for path in kept] == sorted(benchmark_pictures.figures(RUNS))
    for path in kept:
        text = path.read_text(encoding="utf-8")
        assert f"](benchmarks/{path.name})" in page
        assert ElementTree.fromstring(text).tag.endswith("svg")
        assert benchmark_pictures.digest(RUNS) in text, "python tools/benchmark_page.py draws the pictures"
        assert len(text) < 150_000


def test_pictures_are_drawn() -> None:
    pytest.importorskip("matplotlib")
    import benchmark_pictures

    # Two comparisons of each job: the text of all takes seconds.
    run = RUNS[benchmark_page.PEERS]
    jobs = dict.fromkeys(row["job"] for row in run["rows"])
    rows = [row for job in jobs for row in [row for row in run["rows"] if row["job"] == job][:4]]
    drawn = benchmark_pictures.pictures({**RUNS, benchmark_page.PEERS: {**run, "rows": rows}})
    for text in drawn.values():
        svg = ElementTree.fromstring(text)
        assert float(svg.get("width", "0")) > 500
        assert "steps per second" in text


def test_results_have_their_form() -> None:
    assert results.dumps({"format": results.FORMAT, "runs": RUNS}) == results.RESULTS.read_text(encoding="utf-8")
    for row in ROWS:
        assert {name for name, kind in TYPES.items() if not isinstance(row.get(name), kind)} == set(), row
        assert row["family"] == pg.info(row["game"]).family
        assert row["job"] in benchmark_page.JOBS
        assert 0 < row["min"] <= row["median"] <= row["value"]
        assert row["batch"] >= 1 <= row["threads"]
    for name, run in RUNS.items():
        assert run["machine"]["build"].startswith("release")
        if name.startswith("peers"):
            for mine, theirs in benchmark_page.pairs_of(run["rows"]):
                assert (mine["library"], mine["peer"], theirs["peer"]) == ("plyground", *2 * (theirs["library"],))
                assert theirs["ratio"] == pytest.approx(mine["value"] / theirs["value"], rel=1e-3)
    assert {row["family"] for row in RUNS["scaling"]["rows"]} == {pg.info(id).family for id in pg.variants()}


@pytest.mark.filterwarnings("ignore")  # Those of other libraries.
@pytest.mark.parametrize("name", comparisons.NAMES)
def test_comparisons_run(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spiel, "ROLLOUTS", 1)
    monkeypatch.setattr(spiel, "LENGTH_GAMES", 1)
    monkeypatch.setattr(self_play, "NUM_GAMES", 2)
    monkeypatch.setattr(self_play, "SIMULATIONS", 2)
    made = comparisons.makers(1)[name]()
    try:
        # Imports start processes, and functions of JAX are compiled: one of them is enough.
        compared = list(islice(made, 1 if name in ("import", "jax", "pgx", "alpha_zero") else None))
    except ImportError as error:
        pytest.skip(f"needs {error.name}")
    for comparison in compared:
        mine, theirs = measure.rows(comparison, 0.0, 1)
        assert (mine["library"], mine["repeats"], mine["job"]) == ("plyground", 1, comparison.job)
        assert theirs["ratio"] > 0


def test_scaling_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scaling, "WARM_UP", 1)
    rows = list(scaling.scaling("checkers", (1, 2), (1, 2), 0.0, 2))
    sizes = [(row["job"], row["threads"], row["batch"]) for row in rows]
    assert sizes == [(job, t, b) for t in (1, 2) for job in ("random games", "batches") for b in (1, 2)]
    assert {pg.info(id).family for id in scaling.GAMES} == {pg.info(id).family for id in pg.variants()}


def test_runs_are_replaced_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scaling, "WARM_UP", 1)
    path = tmp_path / "results.json"
    rows = list(scaling.scaling("checkers", (1,), (1,), 0.0, 1))
    results.write(path, "scaling", rows)
    results.write(path, "other", rows, ["chess"])
    results.write(path, "scaling", rows[:1])
    runs = benchmark_page.load(path)
    assert {name: (len(run["rows"]), run["missing"]) for name, run in runs.items()} == {
        "scaling": (1, []),
        "other": (2, ["chess"]),
    }
    assert runs["scaling"]["machine"]["plyground"] == pg.__version__
    assert json.loads(path.read_text(encoding="utf-8"))["format"] == results.FORMAT
