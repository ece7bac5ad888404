"""The folder of a run: what it holds, and how it is written so that it can be killed at any moment."""

import csv
import io
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from ..atomic_files import sweep, write
from .archive import Archive, packed
from .errors import BadRun
from .record import ENTRY, FIELDS, read, to_array

STATE, MODEL, LOG, PICTURE, MATCHES = "state.npz", "model.onnx", "log.csv", "log.png", "matches.db"
GAMES, PAST = "games", "past"


@dataclass(slots=True)
class Run:
    """A run of learning, as its folder has it."""

    path: Path
    """The folder."""
    told: dict[str, Any]
    """What it was asked for: the game and its settings."""
    generation: int = 0
    """How many generations are whole."""
    seconds: float = 0.0
    """How long they took, with all that was measured."""
    played: int = 0
    """How many games have been played."""
    seen: int = 0
    """How many positions there have been to learn from."""
    kept: list[int] = field(default_factory=list)
    """The generations whose games are still learned from."""
    measured: list[int] = field(default_factory=list)
    """The generations whose strength was measured."""
    rows: list[dict[str, Any]] = field(default_factory=list)
    """A row for each generation."""

    @property
    def model(self) -> Path:
        """The network that plays."""
        return self.path / MODEL

    def games(self, generation: int) -> Path:
        """Where the games of a generation are."""
        return self.path / GAMES / f"{generation:06}.npz"

    def past(self, generation: int) -> Path:
        """Where the network is as it was when its strength was measured."""
        return self.path / PAST / f"{generation:06}.onnx"

    def save(self, arrays: dict[str, NDArray[Any]]) -> None:
        """Makes a generation whole: with this file it is, and without it it never was."""
        told = {name: getattr(self, name) for name in FIELDS}
        write(self.path / STATE, packed({ENTRY: to_array(told), **arrays}))
        self.write_log()
        for file in (self.path / GAMES).glob("*.npz"):
            if file.stem.isdecimal() and int(file.stem) <= self.generation and int(file.stem) not in self.kept:
                file.unlink()

    def write_log(self) -> None:
        """Writes the table of all generations."""
        columns = list(dict.fromkeys(name for row in self.rows for name in row))
        text = io.StringIO()
        table = csv.DictWriter(text, columns, restval="", lineterminator="\n")
        table.writeheader()
        table.writerows(self.rows)
        write(self.path / LOG, text.getvalue())


def begun(folder: Path, told: dict[str, Any]) -> Run:
    """A new run in a folder that holds none."""
    if (folder / STATE).exists():
        raise BadRun(f"{folder} holds a run already: go on with it (resume), or name another folder")
    _prepare(folder)
    return Run(folder, told)


def check_found(folder: Path) -> None:
    """Refuses a folder that holds no run."""
    if not (folder / STATE).exists():
        raise BadRun(f"{folder} holds no run to go on with")


def found(folder: Path) -> Run:
    """The run in a folder, of which only the record has been read."""
    check_found(folder)
    with Archive(folder / STATE) as archive:
        try:
            run = Run(folder, **read(archive))
        except BadRun as error:
            raise BadRun(f"{folder / STATE} is not what a run writes: {error}") from None
    if missing := [number for number in run.measured if not run.past(number).is_file()]:
        raise BadRun(f"{run.past(missing[0])} is missing: that network was measured, and is compared with later ones")
    _prepare(folder)
    return run


def _prepare(folder: Path) -> None:
    """Makes the folders of a run, and removes what a killed process left in them."""
    for part in (folder, folder / GAMES, folder / PAST):
        part.mkdir(exist_ok=True)
        sweep(part)
