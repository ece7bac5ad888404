"""Numbers about the first moves of chess, as the On-Line Encyclopedia of Integer Sequences lists them."""

import csv
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import plyground as pg

PATH = Path(__file__).resolve().parent.parent / "docs" / "checks" / "counts.csv"
DEPTH = 4


@dataclass(frozen=True, slots=True)
class Count:
    """A published number and ours."""

    name: str
    source: str
    published: int
    ours: int


def first_moves() -> tuple[int, int, int]:
    """Return the numbers of games that end by checkmate, of positions, and of boards, each after four half-moves."""
    states = [pg.game("chess").start()]
    for _ in range(DEPTH):
        states = [after for state in states for after in _successors(state)]
    mates = sum(state.is_terminal and state.reason == "checkmate" for state in states)
    positions = {tuple(state.fen.split()[:4]) for state in states}
    return mates, len(positions), len({position[0] for position in positions})


def recount() -> list[Count]:
    """Return the rows with new counts."""
    return [Count(row.name, row.source, row.published, ours) for row, ours in zip(read(), first_moves(), strict=True)]


def read(path: Path = PATH) -> list[Count]:
    """Return the rows of a file."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [Count(row["name"], row["source"], int(row["published"]), int(row["ours"])) for row in rows]


def write(rows: Sequence[Count], path: Path = PATH) -> None:
    """Write rows to a file."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Count)], lineterminator="\n")
        writer.writeheader()
        writer.writerows(map(asdict, rows))


def _successors(state: pg.State) -> list[pg.State]:
    after = []
    for step in state.legal_steps():
        then = state.copy()
        then.apply(step)
        after.append(then)
    return after
