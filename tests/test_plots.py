"""Where pictures of reports are drawn, and how notebooks show them."""

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from matplotlib import pyplot
from matplotlib.figure import Figure
from nbclient import NotebookClient

import plyground as pg


@pytest.fixture(scope="module")
def report() -> pg.study.Report[pg.study.Row]:
    return pg.study.balance("stax", "universal-queens", games=200, seed=0)


def test_pictures_are_drawn_on_axes_of_somebody_elses(report: pg.study.Report[pg.study.Row]) -> None:
    figure, grid = pyplot.subplots(2, 2)
    before = pyplot.get_fignums()
    assert report.plot(ax=grid[0, 0]) is figure
    assert grid[0, 0].get_xlabel() == "score of the first seat"
    assert report.plot(kind="seats", ax=grid[1]) is figure
    assert [axes.get_title(loc="left") for axes in grid[1]] == ["Stax\n200 games", "Universal Queens\n200 games"]
    assert not grid[0, 1].has_data()
    pg.study.piece_values("english-draughts", games=300).plot(ax=grid[0, 1])
    assert grid[0, 1].get_xlabel() == "value (1 = man)"
    assert pyplot.get_fignums() == before
    _, rows = pyplot.subplots(2, 1)
    report.openings().plot(ax=rows)
    assert rows[1].get_title().startswith("Universal Queens")
    _, three = pyplot.subplots(1, 3)
    report.plot(ax=three)
    # Rows have one scale, as in a figure of their own.
    assert {axes.get_ylim() for axes in three} == {(1.5, -0.5)}


def test_what_is_no_axes_is_refused(report: pg.study.Report[pg.study.Row]) -> None:
    for wrong in (3, [3], "ax", Figure()):
        with pytest.raises(TypeError, match="ax must be one or several Matplotlib axes, got"):
            report.plot(ax=wrong)  # type: ignore[arg-type]
    _, grid = pyplot.subplots(2, 2)
    too_few_and_many: list[tuple[Any, int]] = [([], 0), (grid, 4)]
    for many, number in too_few_and_many:
        why = f"ax must have from 1 to 3 axes, one for each panel, got {number}"
        with pytest.raises(ValueError, match=re.escape(why)):
            report.plot(ax=many)


def test_pyplot_has_the_figures_that_are_not_written(report: pg.study.Report[pg.study.Row], tmp_path: Path) -> None:
    written = report.plot(tmp_path / "report.png")
    assert pyplot.get_fignums() == []
    assert (tmp_path / "report.png").stat().st_size > 10_000
    shown = report.plot()
    assert pyplot.gcf() is shown is not written
    assert type(written) is Figure


CELLS = {
    "import plyground as pg\nreport = pg.study.balance('stax', games=50)": 0,
    "report.plot()": 1,
    "report.plot();": 1,
    "figure = report.plot()": 1,
    "figure": 1,
    "figure;": 0,
    "report.plot('report.png');": 1,
    "for kind in ('seats', 'lengths'):\n    report.plot(kind=kind)": 2,
    "import matplotlib.pyplot as plt\n_, axes = plt.subplots()\nreport.plot(ax=axes);": 1,
    "report.openings().plot()": 1,
    "assert plt.get_fignums() == []": 0,
}
"""Cells of a notebook, with how many pictures are to be seen below each."""


def test_notebooks_show_each_picture_once(tmp_path: Path) -> None:
    cells = [nbformat.v4.new_code_cell(code) for code in CELLS]
    notebook = nbformat.v4.new_notebook(cells=cells)
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": tmp_path}}).execute()
    for cell, (code, pictures) in zip(notebook.cells, CELLS.items(), strict=True):
        assert len([one for one in cell.outputs if "image/png" in one.get("data", {})]) == pictures, code


def test_a_bar_in_a_notebook_is_a_widget() -> None:
    pytest.importorskip("ipywidgets")
    code = "import plyground as pg\npg.study.balance('stax', games=50, progress=True).rows[0].games"
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    (cell,) = notebook.cells
    kinds = [kind for one in cell.outputs for kind in one.get("data", {})]
    assert "application/vnd.jupyter.widget-view+json" in kinds
    assert cell.outputs[-1]["data"]["text/plain"] == "50"


def test_without_widgets_a_notebook_is_told_what_to_install() -> None:
    code = (
        "import sys, importlib.util\nplain = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, *more: None if name == 'ipywidgets' else plain(name, *more)\n"
        "import plyground as pg\npg.study.balance('stax', games=50, progress=True).rows[0].games"
    )
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    (cell,) = notebook.cells
    assert "pip install 'plyground[notebook]'" in cell.outputs[0]["text"]
