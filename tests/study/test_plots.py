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


def test_pictures_are_drawn_on_given_axes(report: pg.study.Report[pg.study.Row]) -> None:
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


def test_other_objects_than_axes_are_refused(report: pg.study.Report[pg.study.Row]) -> None:
    for wrong in (3, [3], "ax", Figure()):
        with pytest.raises(TypeError, match="ax must be one or several Matplotlib axes, got"):
            report.plot(ax=wrong)  # type: ignore[arg-type]
    _, grid = pyplot.subplots(2, 2)
    too_few_and_many: list[tuple[Any, int]] = [([], 0), (grid, 4)]
    for many, number in too_few_and_many:
        why = f"ax must have from 1 to 3 axes, one for each panel, got {number}"
        with pytest.raises(ValueError, match=re.escape(why)):
            report.plot(ax=many)


def test_pyplot_has_only_figures_that_are_not_saved(report: pg.study.Report[pg.study.Row], tmp_path: Path) -> None:
    written = report.plot(tmp_path / "report.png")
    assert pyplot.get_fignums() == []
    assert (tmp_path / "report.png").stat().st_size > 10_000
    shown = report.plot()
    assert pyplot.gcf() is shown is not written
    assert type(written) is Figure


PICTURES = {
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
"""Cells of a notebook, with the number of pictures below each."""

STUDY = "pg.study.balance('stax', games=50, progress=True).rows[0].games"
WITHOUT_WIDGETS = (
    "import plyground.progress\nplain = plyground.progress.find_spec\n"
    "plyground.progress.find_spec = lambda name: None if name == 'ipywidgets' else plain(name)\n"
)


def test_notebooks_show_each_picture_once_and_a_bar_as_a_widget(tmp_path: Path) -> None:
    """One notebook suffices for all, since a kernel takes seconds to start and to import the libraries."""
    pytest.importorskip("ipywidgets")
    cells = [nbformat.v4.new_code_cell(code) for code in (*PICTURES, STUDY, WITHOUT_WIDGETS + STUDY)]
    notebook = nbformat.v4.new_notebook(cells=cells)
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": tmp_path}}).execute()
    *drawn, bar, text = notebook.cells
    for cell, (code, pictures) in zip(drawn, PICTURES.items(), strict=True):
        assert len([one for one in cell.outputs if "image/png" in one.get("data", {})]) == pictures, code
    kinds = [kind for one in bar.outputs for kind in one.get("data", {})]
    assert "application/vnd.jupyter.widget-view+json" in kinds
    assert bar.outputs[-1]["data"]["text/plain"] == "50"
    assert "pip install 'plyground[notebook]'" in text.outputs[0]["text"]
