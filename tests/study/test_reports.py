"""Reports of studies: saved, loaded, repeated, drawn, and as pages."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.container import ErrorbarContainer

import plyground as pg
from commands import output
from plyground.study import BadReport, Report
from plyground.study.plots.verdicts import COLORS

STUDIES: dict[str, Callable[[], Any]] = {
    "balance": lambda: pg.study.balance("stax", games=300, agents="greedy", sprt=50),
    "extreme": lambda: pg.study.balance("stax", games=1),
    "seats": lambda: pg.study.balance("double-stax-cutthroat", games=50),
    "strength": lambda: pg.study.strength("stax", agents=["random", "greedy"], games=20),
    "ablation": lambda: pg.study.ablation("english-draughts", {"flying": True}, games=50),
    "match": lambda: pg.study.match("stax", ["random", "greedy"], games=20),
    "piece_values": lambda: pg.study.piece_values("chess", games=500),
    "atlas": lambda: pg.study.atlas("stax", "double-stax-pairs", agents=["random", "greedy"], games=20),
}


@pytest.mark.parametrize("name", STUDIES)
def test_reports_are_saved_loaded_and_repeated(name: str, tmp_path: Path) -> None:
    report = STUDIES[name]()
    path = tmp_path / "report.json"
    report.save(path)
    assert pg.study.load(path) == report
    assert pg.study.rerun(path, threads=1) == report
    assert json.loads(path.read_text())["machine"]["plyground"] == pg.__version__
    assert "<table" in report._repr_html_()
    assert len(report.to_pandas()) == len(report.rows)
    report.to_csv(tmp_path / "report.csv")
    assert (tmp_path / "report.csv").read_text().count("\n") == len(report.rows) + 1
    report.plot(tmp_path / "report.png")
    assert (tmp_path / "report.png").read_bytes().startswith(b"\x89PNG")


def lowest_action(state: pg.State) -> int:
    return int(state.legal_actions().min())


@pytest.mark.filterwarnings("ignore::plyground.study.DuplicateGamesWarning")
def test_reports_keep_the_frame_of_a_game(tmp_path: Path) -> None:
    seat, board = (pg.game("english-draughts", frame=frame) for frame in ("seat", "board"))
    agents, path = {"lowest": lowest_action}, tmp_path / "report.json"
    reports = [pg.study.balance(rules, games=10, agents=agents) for rules in (seat, board)]
    assert reports[0].rows[0].mean_steps != reports[1].rows[0].mean_steps
    assert [report.rows[0].options for report in reports] == ["", "frame=board"]
    assert pg.study.rerun(reports[1], agents=agents) == reports[1]
    # One store has both.
    for rules, report in [(seat, reports[0]), (board, reports[1])] * 2:
        assert pg.study.balance(rules, games=10, agents=agents, store=tmp_path / "games.db") == report
    changed = pg.study.ablation(board, {"quiet": 40}, games=10)
    assert [row.options for row in changed.rows] == ["frame=board", "frame=board quiet=40"]
    reports[0].save(path)
    whole = path.read_text()
    path.write_text(whole.replace(', "frame": "seat"', ""))
    with pytest.raises(BadReport, match="frame of a variant must be"):
        pg.study.load(path)
    path.write_text(whole)
    assert pg.study.rerun(path, agents=agents) == reports[0]


def test_pictures(tmp_path: Path) -> None:
    report = pg.study.balance("stax", "double-stax-cutthroat", games=200, sprt=50)
    report.save(tmp_path / "report.json")
    loaded: Any = pg.study.load(tmp_path / "report.json")
    assert isinstance(loaded, Report)
    for kind in ("balance", "seats", "lengths", "sprt_path", "strength"):
        assert loaded.plot(kind=kind).axes


def test_lengths_of_all_rows_are_in_the_picture() -> None:
    """Short games first, whose axis was that of all."""
    report = pg.study.balance("universal-queens", "chess", games=100)
    for rows in (report.rows, report.rows[::-1]):
        figure = replace(report, rows=rows).plot(kind="lengths")
        longest = max(row.length_histogram[0][-1] for row in rows)
        assert {axes.get_xlim()[0] for axes in figure.axes} == {0}
        assert min(axes.get_xlim()[1] for axes in figure.axes) >= longest


def test_tables_and_pictures_have_the_verdicts_of_rows() -> None:
    """A score that differs from the fair one, by less than the margin, is not unfair anywhere."""
    report = pg.study.balance("stax", "checkers", "universal-queens", games=300)
    chances = ((0.001, 0.01), (None, None), (0.01, 0.9))
    row = replace(report.rows[0], p_holm=0.001, fair_score=0.5)
    rows = tuple(replace(row, p_bh=p, p_unfair_bh=q) for p, q in chances)
    verdicts = ["nearly fair", "not known yet", "unfair"]
    assert [row.balance(0.95) for row in rows] == verdicts
    shown = replace(report, rows=rows)
    for text in (str(shown), shown.to_markdown(), shown.to_latex()):
        assert re.findall(r"nearly fair|not known yet|unfair", text) == verdicts
    figure = shown.plot()
    scores, *_ = figure.axes
    dots = [
        bar.lines[0].get_color() for bar in scores.containers if isinstance(bar, ErrorbarContainer) and bar.lines[0]
    ]
    assert dots == [COLORS[verdict] for verdict in verdicts]
    (legend,) = figure.legends
    assert sorted(text.get_text() for text in legend.get_texts()) == sorted(verdicts)
    seats = shown.plot(kind="seats").axes[0].containers[0]
    assert isinstance(seats, ErrorbarContainer)
    assert seats.lines[0].get_color() == COLORS["nearly fair"]


def test_the_command_prints_the_verdicts_of_rows(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The score of Turkish draughts differs from 0.5 here, by less than the margin."""
    monkeypatch.setenv("COLUMNS", "200")
    report = pg.study.balance("turkish-draughts", "tri-stax-3", games=3_000)
    assert (report.rows[0].p_bh or 1.0) < 0.05
    assert report.rows[0].balance(0.95) == "nearly fair"
    lines = output(capsys, "study", "turkish-draughts", "tri-stax-3", "--games", "3000").splitlines()
    for row in report.rows:
        (line,) = (line for line in lines if line.startswith(f" {row.id} ") and "%" in line)
        cells = re.split(r"\s{3,}", line.strip())
        assert cells[2] == f"{row.fair_score:.3g}"
        assert row.balance(0.95) in cells
        assert "*" not in line


def test_tables_have_the_fair_score_if_rows_differ_in_it() -> None:
    report = pg.study.balance("stax", "double-stax-cutthroat", games=30)
    assert [line.split()[3] for line in str(report).splitlines()[:3]] == ["fair", "0.5", "0.25"]
    assert "| Fair |" in report.to_markdown()
    same = replace(report, rows=report.rows[:1])
    assert "fair " not in str(same).splitlines()[0]
    assert "Fair" not in same.to_markdown()


def test_each_fair_line_covers_its_own_rows() -> None:
    report = pg.study.balance("stax", "double-stax-cutthroat", games=30)
    lines = [line for line in report.plot().axes[0].lines if line.get_linestyle() == "--"]
    found = sorted(np.array(line.get_data()).tolist() for line in lines)
    assert found == [[[0.25, 0.25], [0.5, 1.5]], [[0.5, 0.5], [-0.5, 0.5]]]
    lines = [line for line in report.plot(kind="strength").axes[0].lines if line.get_linestyle() == "--"]
    assert {(np.array(line.get_data())[1, 0], line.get_color()) for line in lines} == {(0.5, "C0"), (0.25, "C1")}


@pytest.fixture(scope="module")
def stax_report() -> Report[Any]:
    return pg.study.balance("stax", games=10)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text[: len(text) // 2],
        lambda _: "[]",
        lambda _: "{}",
        lambda text: text.replace('"kind": "Report"', '"kind": "Rapport"'),
        lambda text: text.replace('"score"', '"points"'),
        lambda text: text.replace('"rows"', '"lines"'),
        lambda text: text.replace('"plyground study": 7', '"plyground study": 99'),
        lambda _: "\x00\xff",
        lambda _: '{"float": null}',
        lambda text: text.replace('"fair_score": 0.5', '"fair_score": {"float": "one half"}'),
        lambda text: text.replace('"fair_score": 0.5', '"fair_score": NaN'),
        lambda text: text.replace('"fair_score": 0.5', '"fair_score": "0.5"'),
        lambda text: text.replace('"fair_score": 0.5', '"fair_score": true'),
        lambda text: text.replace('"games": 10', '"games": 10.0'),
        lambda text: text.replace('"seed": 0', '"seed": "<script>"'),
        lambda text: text.replace('"sprt_path": null', '"sprt_path": []'),
        lambda text: text.replace('"length_histogram": [[', '"length_histogram": [["long",'),
        lambda text: text.replace('"seats": [{"low"', '"seats": [{"least"'),
        lambda text: text.replace('"study": {', '"study": [{').replace('},\n"machine', '}],\n"machine'),
        lambda text: text.replace('"variants": [', '"variants": ["stax", '),
        lambda text: text.replace('"variants": [', '"variants": 7, "agents": ['),
        lambda text: re.sub(r'"rows": .*?\n\]', '"rows": []', text, flags=re.DOTALL),
        lambda text: re.sub(r'"rows": .*?\n\]', '"rows": [7]', text, flags=re.DOTALL),
        lambda text: text.replace('"machine": {', f'"machine": {{"deep": {"[" * 100_000}{"]" * 100_000},'),
    ],
)
def test_damaged_reports(change: Any, stax_report: Report[Any], tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    stax_report.save(path)
    whole = path.read_text()
    path.write_text(change(whole))
    assert path.read_text() != whole
    with pytest.raises(BadReport, match=r"^\S+/report.json (is not a|was written by another)"):
        pg.study.load(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"study": "astrology"}, "must name a study"),
        ({"variants": "stax"}, "list of variants"),
        ({"variants": [{"id": "stax"}]}, "id and options"),
        ({"variants": [{"id": "stax", "options": {"topology": []}}]}, "id and options"),
        ({"variants": [{"id": "stax", "options": {}, "frame": 7}]}, "frame"),
        ({"agents": []}, "names of the agents"),
        ({"agents": [None]}, "names of the agents"),
        ({"store": "games.db"}, "unknown settings of balance: store"),
        ({"nothing": 1}, "unknown settings of balance: nothing"),
        ({"changes": {}}, "changes as a list"),
        ({"sprt": [20.0]}, "sprt is not a list of 3"),
        ({"sprt": ["20", 0.05, 0.05]}, r"sprt\[0\] is not a number"),
        ({"games": "many"}, "games must be an integer"),
        (
            {"study": "strength", "agents": ["random"], "games": 1.5},
            "games must be an integer from 1 to 100000000, got 1.5",
        ),
        ({"study": "atlas", "agents": ["random"], "games": [1]}, "a list of 1 integers"),
    ],
)
def test_damaged_studies_are_not_repeated(change: dict[str, Any], message: str, stax_report: Report[Any]) -> None:
    study = {**stax_report.study, **change}
    if change.get("study") in ("strength", "atlas"):
        study = {name: value for name, value in study.items() if name not in ("sprt", "measures")}
    with pytest.raises(ValueError, match=message):
        pg.study.rerun(replace(stax_report, study=study))


def test_a_report_is_saved_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, report = tmp_path / "report.json", pg.study.balance("stax", games=1)
    report.save(path)
    path.chmod(0o640)
    (tmp_path / "link").symlink_to(path)
    report.save(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    whole = path.read_bytes()

    def full(_file: int) -> None:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="no space"):
        pg.study.balance("checkers", games=1).save(path)
    assert path.read_bytes() == whole
    assert sorted(file.name for file in tmp_path.iterdir()) == ["link", "report.json"]
    with pytest.raises(IsADirectoryError, match="name a file"):
        report.save(tmp_path)


def test_repeating_refuses_games_and_incomplete_reports() -> None:
    report = pg.study.balance("stax", games=10)
    with pytest.raises(TypeError, match="got games"):
        pg.study.rerun(report, games=5)
    with pytest.raises(BadReport, match="must name a study"):
        pg.study.rerun(Report(report.rows, 0, 0.95))
    with pytest.raises(FileNotFoundError):
        pg.study.load("nowhere.json")


def test_printed_reports_are_tables() -> None:
    for name, make in STUDIES.items():
        report = make()
        text = str(report)
        assert max(map(len, text.splitlines())) <= 120, name
        assert "games from: " in text or "from: start" in text or "start" in text.splitlines()[0], name
        assert len(repr(report)) < 80
        assert all(len(repr(row)) < 300 for row in report.rows), name
    report = STUDIES["strength"]()
    assert str(report).splitlines()[0].endswith("draws  steps  p (BH)  balance")
    assert "[" in str(report.rows[0])
    assert repr(report.rows[0]) == "Row(id='stax', agents='random', games=20, ...)"
    assert "flying=True" in str(STUDIES["ablation"]())
    assert str(STUDIES["atlas"]().rows).count("Row(") == 6
    plan = pg.study.plan("stax", seconds=10, pilot_seconds=0.02)
    assert str(plan).splitlines()[1].startswith("stax")


def test_tables_that_are_too_wide_are_shortened() -> None:
    row = pg.study.balance("stax", games=5).rows[0]
    text = str(Report((replace(row, agents="x" * 200), replace(row, start="y" * 90)), 0, 0.95))
    assert max(map(len, text.splitlines())) <= 120
    assert "x…" in text


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({}, "start"),
        ({"openings": 4}, "4 random turns"),
        ({"openings": 1, "balanced": True}, "1 random turn, balanced by ab:2"),
        ({"start": "POSITION"}, "1 given position"),
        ({"start": ["POSITION"] * 3, "openings": 2}, "3 given positions and 2 random turns"),
    ],
)
def test_reports_say_where_games_began(settings: dict[str, Any], text: str) -> None:
    fen = pg.game("stax").start().fen
    if start := settings.get("start"):
        settings = {**settings, "start": fen if isinstance(start, str) else [fen] * len(start)}
    assert pg.study.balance("stax", games=4, **settings).rows[0].start == text
    assert pg.study.match("stax", games=4, **settings).start == text


def test_very_wide_intervals_do_not_flatten_the_figure_of_pieces() -> None:
    report = pg.study.piece_values("english-draughts", games=400)
    rows = [replace(report.rows[0], kind=str(at), value=at, value_low=at - 1, value_high=at + 1) for at in (1, 3, 5, 9)]
    king = replace(rows[0], kind="king", value=128, value_low=58, value_high=198)
    shown = replace(report, rows=(*rows, king))
    (axes,) = shown.plot().axes
    assert axes.get_xlim()[1] < 15
    texts = [text.get_text() for text in axes.texts]
    assert texts == ["128, 58.0 to 198.0"]
    arrows = [line.get_marker() for line in axes.lines if line.get_marker() in ("<", ">")]
    assert arrows == [">"], "all of the interval is to the right of the axis"


def test_without_a_known_unit_pieces_have_log_odds_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """In a few random games, the log odds of a pawn may be 0. No ratio to them means anything."""
    report = pg.study.piece_values("zombie-chess", games=300)
    assert report.unit == "pawn"
    pawn = next(row for row in report.rows if row.kind == "pawn")
    assert pawn.log_odds_low < 0 < pawn.log_odds_high
    odds = [row.log_odds for row in report.rows]
    assert odds == sorted(odds, reverse=True)
    assert {(row.value, row.value_low, row.value_high) for row in report.rows} == {(None, None, None)}
    report.save(tmp_path / "values.json")
    assert pg.study.load(tmp_path / "values.json") == report
    head, columns, first, *_ = str(report).splitlines()
    assert "log odds only: those of the unit (pawn) may be 0" in head
    assert columns.split() == ["piece", "log", "odds", "interval"]
    assert f"{odds[0]:.4f}" in first
    latex = report.to_latex()
    assert "Piece & Log odds \\\\" in latex
    assert "those of the unit may be 0" in latex
    (axes,) = report.plot().axes
    assert axes.get_xlabel().startswith("log odds only")
    dots = [
        np.asarray(bar.lines[0].get_xdata()).item() for bar in axes.containers if isinstance(bar, ErrorbarContainer)
    ]
    assert dots == odds
    monkeypatch.setenv("COLUMNS", "200")
    printed = output(capsys, "study", "zombie-chess", "--piece-values", "--games", "300")
    assert "log odds only" in printed
    assert "value " not in printed
