"""Tables of reports in LaTeX and Markdown."""

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground.study.report.paper_table import latex, latex_number

REPORTS: dict[str, Any] = {
    "balance": lambda: pg.study.balance("stax", "double-stax-pairs", games=100, agents="mcts:4,cut=1", openings=2),
    "strength": lambda: pg.study.strength("stax", agents=["random", "greedy"], games=20),
    "scores": lambda: pg.study.scores("cooperative-chess", games=10),
    "match": lambda: pg.study.match("stax", ["random", "greedy"], games=20),
    "piece_values": lambda: pg.study.piece_values("english-draughts", games=500),
}
DOCUMENT = "\\documentclass{{article}}\n\\usepackage{{booktabs}}\n\\begin{{document}}\n{}\\end{{document}}\n"
COLUMNS = {
    "balance": ["Game", "Games", "Score", "Elo", "Draws", "p (BH)", "Balance", "Steps"],
    "strength": ["Game", "Agents", "Games", "Score", "Elo", "Draws", "p (BH)", "Balance", "Steps"],
    "scores": ["Game", "Games", "Mean score", "Median", "Steps"],
    "match": ["Agent", "Games", "Elo", "Score"],
    "piece_values": ["Piece", "Value", "Log odds"],
}


def cells(text: str) -> tuple[str, list[list[str]]]:
    """Parse a table: the alignment of its columns, and the cells of its rows. Environments and groups must be closed."""
    opened: list[str] = []
    for command, name in re.findall(r"\\(begin|end)\{(\w+)\}", text):
        if command == "begin":
            opened.append(name)
        else:
            assert opened.pop() == name
    assert not opened
    bare = re.sub(r"\\[\\{}%]", "", "\n".join(text.splitlines()[1:]))
    assert bare.count("{") == bare.count("}")
    assert bare.count("$") % 2 == 0
    found = re.search(r"\\begin\{tabular\}\{(\w+)\}\n(.*)\\end\{tabular\}", text, re.DOTALL)
    assert found is not None
    lines = [line.strip() for line in found[2].splitlines() if not re.match(r"\s*(\\\w+rule)?$", line)]
    assert all(line.endswith(r"\\") for line in lines)
    return found[1], [[cell.strip() for cell in re.split(r"(?<!\\)&", line[:-2])] for line in lines]


@pytest.mark.parametrize("name", REPORTS)
def test_tables_of_all_studies(name: str, tmp_path: Path) -> None:
    report = REPORTS[name]()
    text = report.to_latex(tmp_path / "table.tex", label="tab:figures")
    assert (tmp_path / "table.tex").read_text() == text
    align, rows = cells(text)
    assert rows[0] == COLUMNS[name]
    assert len(rows) == len(report.rows) + 1
    assert {len(row) for row in rows} == {len(align)}
    assert r"\label{tab:figures}" in text
    assert rf"plyground {pg.__version__}.}}" in text
    assert r"95\% confidence intervals" in text
    markdown = report.to_markdown(tmp_path / "table.md").splitlines()
    assert (tmp_path / "table.md").read_text().splitlines() == markdown
    assert markdown[0] == f"| {' | '.join(COLUMNS[name])} |"
    assert {line.count("|") for line in markdown} == {len(align) + 1}
    assert len(markdown) == len(report.rows) + 2


def test_cells_have_the_figures() -> None:
    report = REPORTS["balance"]()
    row = report.rows[0]
    _, rows = cells(report.to_latex())
    assert rows[1][2] == f"{row.score:.3f} [{row.score_low:.3f}, {row.score_high:.3f}]"
    assert (
        rows[1][4]
        == rf"{100 * row.draw_rate:.1f}\% [{100 * row.draw_rate_low:.1f}\%, {100 * row.draw_rate_high:.1f}\%]"
    )
    assert "2 random turns before the agents play" in report.to_latex()
    assert r"\caption{Mine \cite{a}}" in report.to_latex(caption=r"Mine \cite{a}")


def test_special_characters() -> None:
    assert latex(r"a_b & 50% #1 {x} $ ^~\ <|>") == (
        r"a\_b \& 50\% \#1 \{x\} \$ \textasciicircum{}\textasciitilde{}\textbackslash{} \textless{}\textbar{}\textgreater{}"
    )
    assert latex_number("-9 [-inf, +0.5]") == r"$-$9 [$-$$\infty$, $+$0.5]"
    report = pg.study.balance("stax", games=10)
    odd = replace(report, rows=(replace(report.rows[0], title="50% & | \\ {_"),))
    align, rows = cells(odd.to_latex())
    assert len(rows[1]) == len(align)
    assert r"50% & \| \\ {_" in odd.to_markdown()
    for label in ("a}b", "", "50%", "a\\b"):
        with pytest.raises(ValueError, match="label must have letters"):
            report.to_latex(label=label)


def test_tables_compile(tmp_path: Path) -> None:
    if not all(map(shutil.which, ("pdflatex", "kpsewhich"))):
        pytest.skip("pdflatex is not installed")
    if subprocess.run(["kpsewhich", "booktabs.sty"], capture_output=True).returncode != 0:
        pytest.skip("the LaTeX package booktabs is not installed")
    report = REPORTS["balance"]()
    odd = replace(report.rows[0], title="50% & | \\ {_ ^~ <>$#", elo=float("-inf"))
    tables = [REPORTS[name]().to_latex() for name in REPORTS] + [replace(report, rows=(odd,)).to_latex()]
    (tmp_path / "paper.tex").write_text(DOCUMENT.format("".join(tables)))
    run = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"], cwd=tmp_path, capture_output=True
    )
    assert run.returncode == 0, run.stdout.decode(errors="replace")[-2000:]
