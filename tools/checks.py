"""Repeat the checks of ``docs/checks.md``: ``python tools/checks.py perft`` counts, compares, and writes the tables of the page.

``python tools/checks.py page`` writes the tables from the files in ``docs/checks`` without measuring anything.
"""

import argparse
import csv
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import checks_chess960
import checks_counts
import checks_kings
import checks_moves
import checks_perft
from plyground.study.statistics.intervals import Interval

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "checks.md"
KINGS = ROOT / "docs" / "checks" / "kings.csv"
ALL = 10**12


def perft_table() -> list[str]:
    """Return the table of perft values."""
    lines = [
        "| position | depths | published | ours | result | source | repeat with |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in checks_perft.read():
        depth = min(row.agreement + 1, len(row.ours))
        agrees = row.agreement == len(row.published)
        result = "agree" if agrees else f"differ from depth {depth}"
        cells = (
            row.name,
            f"1 to {len(row.published)}" if agrees else f"1 to {depth}",
            f"{row.published[depth - 1]:,}",
            f"{row.ours[depth - 1]:,}",
            result,
            row.source,
            f"`{row.command}`",
        )
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def moves_table() -> list[str]:
    """Return the table of the comparisons with libraries."""
    lines = [
        "| library | game | games | positions | moves | games that differ | result |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in checks_moves.read():
        game = f"`{row.id}`" + (f", `{row.options}`" if row.options else "")
        result = "differ" if row.disagreements else "agree"
        cells = (
            f"{row.library} {row.version}",
            game,
            f"{row.games}",
            f"{row.positions:,}",
            f"{row.moves:,}",
            f"{row.disagreements}",
            result,
        )
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def kings_table() -> list[str]:
    """Return the table of the ending of three kings against one."""
    lines = ["| board | published | quiet positions that are won | longest win, moves |", "|---|---|---|---|"]
    for row in read_kings():
        board = f"{row['width']}x{row['height']}"
        lines.append(f"| {board} | {row['published']} | {float(row['won']):.2%} | {row['longest']} |")
    return lines


def chess960_table() -> list[str]:
    """Return the table of the start positions of Chess960."""
    values = checks_chess960.read()
    engine, agent = values.stockfish, values.alpha_beta
    standard = checks_chess960.STANDARD
    rows = [
        ("mean", "36.8", _one_decimal(checks_chess960.mean(engine)), _one_decimal(checks_chess960.mean(agent))),
        ("standard deviation", "13.8", f"{engine.std(ddof=1):.1f}", f"{agent.std(ddof=1):.1f}"),
        ("lowest", "0", f"{engine.min():.0f}", f"{agent.min():.0f}"),
        ("highest", "79", f"{engine.max():.0f}", f"{agent.max():.0f}"),
        ("standard position", "25", f"{engine[standard]:.0f}", f"{agent[standard]:.0f}"),
        ("correlation with Stockfish", "", "", str(_two_decimals(checks_chess960.correlation(engine, agent)))),
    ]
    head = ["| figure, in centipawns | published | Stockfish, here | `ab`, here |", "|---|---|---|---|"]
    return head + [f"| {' | '.join(row)} |" for row in rows]


def counts_table() -> list[str]:
    """Return the table of published counts of openings, with ours."""
    lines = ["| number | published | ours | result | source |", "|---|---|---|---|---|"]
    for row in checks_counts.read():
        result = "agree" if row.published == row.ours else "differ"
        lines.append(f"| {row.name} | {row.published:,} | {row.ours:,} | {result} | {row.source} |")
    return lines


TABLES: dict[str, Callable[[], list[str]]] = {
    "perft": perft_table,
    "counts": counts_table,
    "moves": moves_table,
    "kings": kings_table,
    "chess960": chess960_table,
}


def tables(text: str) -> dict[str, list[str]]:
    """Return the lines of each generated table in a page."""
    found = re.findall(r"<!-- table: (\w+) -->\n\n(.*?)\n\n<!-- end -->", text, re.DOTALL)
    return {name: table.splitlines() for name, table in found}


def write_page() -> None:
    """Write the tables into the page."""
    text = PAGE.read_text(encoding="utf-8")
    for name, table in TABLES.items():
        between = re.compile(rf"(<!-- table: {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        lines = "\n".join(table())
        text = between.sub(lambda found, lines=lines: f"{found[1]}\n{lines}\n\n{found[2]}", text)  # type: ignore[misc]
    PAGE.write_text(text, encoding="utf-8")


def read_kings() -> list[dict[str, str]]:
    """Return the rows of the ending of three kings against one."""
    with KINGS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def solve_kings(row: dict[str, str]) -> dict[str, str]:
    """Solve the ending on the board of a row."""
    ending = checks_kings.solve(checks_kings.Board(int(row["height"]), int(row["width"])), 3)
    return row | {"won": f"{ending.won:.4f}", "longest": str(ending.longest)}


def write_kings() -> None:
    """Solve the ending on all boards."""
    rows = [solve_kings(row) for row in read_kings()]
    with KINGS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def write_perft(most: int) -> None:
    """Count all rows again as far as the published counts are at most ``most``."""
    checks_perft.write([replace(row, ours=row.recount(most).ours) for row in checks_perft.read()])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one check, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("check", choices=["page", *TABLES])
    parser.add_argument("--most", type=int, default=ALL, help="perft: the largest published count that is repeated")
    parser.add_argument("--positions", type=int, default=2_000, help="moves: the positions to compare")
    parser.add_argument("libraries", nargs="*", help=f"moves: of {', '.join(checks_moves.LIBRARIES)}")
    given = parser.parse_args(arguments)
    if given.check == "perft":
        write_perft(given.most)
    elif given.check == "counts":
        checks_counts.write(checks_counts.recount())
    elif given.check == "moves":
        checks_moves.write(list(checks_moves.compare_all(given.libraries, given.positions)))
    elif given.check == "kings":
        write_kings()
    elif given.check == "chess960":
        checks_chess960.write()
    write_page()
    return 0


def _one_decimal(interval: Interval) -> str:
    return f"{interval.value:.1f} [{interval.low:.1f}, {interval.high:.1f}]"


def _two_decimals(interval: Interval) -> str:
    return f"{interval.value:.2f} [{interval.low:.2f}, {interval.high:.2f}]"


if __name__ == "__main__":
    sys.exit(main())
