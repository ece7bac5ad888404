"""The tables that commands print: no row takes more than its line, however narrow the terminal is."""

import re

import pytest

from commands import printed


@pytest.mark.parametrize("columns", ["20", "40", "300"])
def test_any_width(columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for arguments in (["list"], ["show", "stax"], ["study", "stax", "--games", "20"]):
        assert "stax" in printed(capsys, *arguments).replace("\n", "")


def tables(out: str) -> list[list[list[str]]]:
    """The rows of tables, a line each, as their cells."""
    bodies = re.findall(r"^ *─+ *\n((?:.*\S.*\n)+)", out, re.MULTILINE)
    return [[re.split(r"\s{3,}", line.strip()) for line in body.splitlines()] for body in bodies]


TABLES = [
    ["list", "--family", "draughts"],
    ["playouts", "tri-stax-3", "-n", "50"],
    ["playouts", "chess-golf", "-n", "50"],
    *(
        ["study", *arguments, "--games", "200"]
        for arguments in (
            ["stax", "queens"],
            ["stax", "queens", "--measures"],
            ["tri-stax-3", "--measures"],
            ["stax", "--sprt", "10", "--measures"],
            ["stax", "--agent", "random", "--agent", "greedy", "--measures"],
            ["stax", "--strength", "--agent", "random", "--agent", "greedy"],
            ["stax", "--match", "--agent", "random", "--agent", "greedy"],
            ["stax", "--ablation", "--set", "size=6"],
            ["stax", "--piece-values"],
            ["cooperative-chess", "--measures"],
        )
    ),
]


@pytest.mark.parametrize("arguments", TABLES, ids=" ".join)
def test_rows_of_tables_stay_on_their_lines_within_80_columns(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = {}
    for columns in (80, 300):
        monkeypatch.setenv("COLUMNS", str(columns))
        out = re.sub(r"^.* steps a second\n", "", printed(capsys, *arguments), flags=re.MULTILINE)
        found[columns] = tables(out)
        drawn = [line for line in out.splitlines() if line.startswith(" ")]
        assert max(map(len, drawn)) <= columns
    whole = {cell for table in found[300] for row in table for cell in row}
    kept = {cell for table in found[80] for row in table for cell in row}
    # Nothing but what the list says that it leaves out is lost.
    assert kept <= whole if arguments[0] == "list" else kept == whole
    assert {len(table) for table in found[80]} == {len(table) for table in found[300]}
    if arguments[0] == "study":
        # What a row is of stands in each of its tables.
        names = {row[0] for table in found[300] for row in table}
        assert {row[0] for table in found[80] for row in table} == names


def test_measured_times_stay_on_their_lines_within_80_columns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for arguments in (
        ["bench", "stax", "--seconds", "0.01"],
        ["plan", "stax", "--seconds", "1", "--pilot-seconds", "0.01"],
    ):
        out = printed(capsys, *arguments)
        assert max(len(line) for line in out.splitlines() if line.startswith(" ")) <= 80
        assert [row[0] for table in tables(out) for row in table] == ["stax"] * len(tables(out)) != []


def test_lists_leave_columns_out_and_say_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    ((first, *_),) = tables(printed(capsys, "list"))
    assert first == ["checkers", "2", "128"]
    left_out = "left out, for which 80 columns are too few: title, family, board, notes\n"
    assert printed(capsys, "list").endswith(left_out)
    monkeypatch.setenv("COLUMNS", "300")
    assert "left out" not in printed(capsys, "list")
