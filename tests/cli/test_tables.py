"""Tests of printed tables: each row takes one line at any width of the terminal."""

import re

import pytest

from commands import output


@pytest.mark.parametrize("columns", ["20", "40", "300"])
def test_any_width(columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for arguments in (["list", "--family", "adams_checkers"], ["show", "stax"], ["study", "stax", "--games", "20"]):
        assert "stax" in output(capsys, *arguments).replace("\n", "")


def tables(out: str) -> list[list[list[str]]]:
    """Return the cells of the rows of all tables in the output."""
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
def test_tables_at_80_columns(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = {}
    for columns in (80, 300):
        monkeypatch.setenv("COLUMNS", str(columns))
        out = re.sub(r"^.* steps per second\n", "", output(capsys, *arguments), flags=re.MULTILINE)
        found[columns] = tables(out)
        lines = [line for line in out.splitlines() if line.startswith(" ")]
        assert max(map(len, lines)) <= columns
    whole = {cell for table in found[300] for row in table for cell in row}
    kept = {cell for table in found[80] for row in table for cell in row}
    # No cells are lost, except the columns that a list leaves out.
    assert kept <= whole if arguments[0] == "list" else kept == whole
    assert {len(table) for table in found[80]} == {len(table) for table in found[300]}
    if arguments[0] == "study":
        # Each table repeats the first column.
        names = {row[0] for table in found[300] for row in table}
        assert {row[0] for table in found[80] for row in table} == names


def test_tables_of_measurements_at_80_columns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for arguments in (
        ["bench", "stax", "--seconds", "0.01"],
        ["plan", "stax", "--seconds", "1", "--pilot-seconds", "0.01"],
    ):
        out = output(capsys, *arguments)
        assert max(len(line) for line in out.splitlines() if line.startswith(" ")) <= 80
        assert [row[0] for table in tables(out) for row in table] == ["stax"] * len(tables(out)) != []


def test_columns_left_out_are_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    narrow = output(capsys, "list")
    ((first, *_),) = tables(narrow)
    assert first == ["checkers", "2", "128"]
    assert narrow.endswith("columns left out to fit a width of 80: title, family, board, notes\n")
    monkeypatch.setenv("COLUMNS", "300")
    assert "left out" not in output(capsys, "list", "--family", "adams_checkers")
