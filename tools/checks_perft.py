"""Perft values that other programs publish, next to those of plyground: the rows of ``docs/checks/perft.csv``."""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

import plyground as pg
from plyground.options import parse_options

PATH = Path(__file__).resolve().parent.parent / "docs" / "checks" / "perft.csv"


@dataclass(frozen=True, slots=True)
class Perft:
    """Counts of sequences of steps or turns from one position.

    Attributes
    ----------
    name : str
        The name of the position on the page.
    id, options : str
        The game, with options in the form of ``--set``.
    position : str
        A position string; empty for the start.
    unit : str
        ``step`` or ``turn``.
    source : str
        The project that publishes the counts, or the program that was run.
    published, ours : tuple of int
        Counts for the depths 1, 2, 3…
    """

    name: str
    id: str
    options: str
    position: str
    unit: str
    source: str
    published: tuple[int, ...]
    ours: tuple[int, ...]

    @property
    def agreement(self) -> int:
        """The number of depths, from 1, at which the counts are equal."""
        pairs = zip(self.published, self.ours, strict=True)
        return next((depth for depth, (a, b) in enumerate(pairs) if a != b), len(self.ours))

    @property
    def command(self) -> str:
        """The command that repeats our counts."""
        words = ["plyground perft", self.id, str(len(self.published))]
        words += ["--turns"] * (self.unit == "turn")
        words += [f"--set {self.options}"] * bool(self.options)
        words += [f"--start '{self.position}'"] * bool(self.position)
        return " ".join(words)

    def count(self, most: int) -> Iterator[int]:
        """Yield our counts as long as the published ones are at most ``most``."""
        game = pg.game(self.id, **parse_options(self.options)) if self.options else pg.game(self.id)
        state = game.from_fen(self.position) if self.position else game.start()
        for depth, published in enumerate(self.published, 1):
            if published > most:
                break
            yield state.perft(depth, turns=self.unit == "turn")

    def recount(self, most: int) -> "Perft":
        """Count again up to ``most``; deeper counts stay as they are."""
        counted = tuple(self.count(most))
        return replace(self, ours=counted + self.ours[len(counted) :])


def read(path: Path = PATH) -> list[Perft]:
    """Return the rows of a file."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [
        Perft(
            row["name"],
            row["id"],
            row["options"],
            row["position"],
            row["unit"],
            row["source"],
            _numbers(row["published"]),
            _numbers(row["ours"]),
        )
        for row in rows
    ]


def write(rows: Sequence[Perft], path: Path = PATH) -> None:
    """Write rows to a file."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Perft)], lineterminator="\n")
        writer.writeheader()
        for row in rows:
            numbers = {name: " ".join(map(str, getattr(row, name))) for name in ("published", "ours")}
            writer.writerow(asdict(row) | numbers)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))
