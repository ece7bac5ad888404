"""The folder of a training run. Each file is replaced atomically, so that a run can be killed at any moment."""

import csv
import io
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from numpy.typing import NDArray

from ..atomic_files import sweep, write
from .archive import Archive, pack
from .errors import BadRun
from .record import ENTRY, FIELDS, read, to_array

STATE: Final = "state.npz"
MODEL: Final = "model.onnx"
LOG: Final = "log.csv"
PLOT: Final = "log.png"
MATCHES: Final = "matches.db"
GAMES: Final = "games"
SNAPSHOTS: Final = "snapshots"


@dataclass(slots=True)
class Run:
    """A training run.

    Attributes
    ----------
    path : Path
        The folder.
    config : dict
        The ``game``, its ``fingerprint`` and the ``settings``.
    generation : int
        Number of complete generations.
    seconds : float
        Duration of all sessions, with evaluations.
    games_played : int
        Number of games of all generations.
    positions_seen : int
        Number of training positions of all generations.
    buffered_generations : list of int
        Generations whose games are in the replay buffer.
    evaluated_generations : list of int
        Generations whose networks were evaluated.
    rows : list of dict
        The log: a row for each generation.
    """

    path: Path
    config: dict[str, Any]
    generation: int = 0
    seconds: float = 0.0
    games_played: int = 0
    positions_seen: int = 0
    buffered_generations: list[int] = field(default_factory=list)
    evaluated_generations: list[int] = field(default_factory=list)
    rows: list[dict[str, Any]] = field(default_factory=list)

    @property
    def model(self) -> Path:
        """The file of the network, an agent as ``f"net:{run.model}"``."""
        return self.path / MODEL

    def num_games(self, generation: int) -> int:
        """Return the number of games of a complete generation."""
        before = self.rows[generation - 2]["total_games"] if generation > 1 else 0
        return int(self.rows[generation - 1]["total_games"] - before)

    def games(self, generation: int) -> Path:
        """Return the file of the games of a generation."""
        return self.path / GAMES / f"{generation:06}.npz"

    def snapshot(self, generation: int) -> Path:
        """Return the file of the network that was evaluated after a generation."""
        return self.path / SNAPSHOTS / f"{generation:06}.onnx"

    def save(self, arrays: dict[str, NDArray[Any]]) -> None:
        """Write the state and the log. The generation is complete once the state file is replaced."""
        record = {name: getattr(self, name) for name in FIELDS}
        write(self.path / STATE, pack({ENTRY: to_array(record), **arrays}))
        self.write_log()
        for file in (self.path / GAMES).glob("*.npz"):
            number = int(file.stem) if file.stem.isdecimal() else None
            # A file beyond the current generation is that of a generation in progress.
            if number is not None and number <= self.generation and number not in self.buffered_generations:
                file.unlink()

    def write_log(self) -> None:
        """Write the log as CSV."""
        if not self.rows:
            return
        columns = list(dict.fromkeys(name for row in self.rows for name in row))
        text = io.StringIO()
        writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows)
        write(self.path / LOG, text.getvalue())


def create_run(folder: Path, config: dict[str, Any]) -> Run:
    """Start a run in a folder. A run that failed before its first generation was complete is replaced.

    Raises
    ------
    BadRun
        If the folder holds a run with a complete generation, or a damaged one.
    """
    if (folder / STATE).exists() and open_run(folder).generation:
        raise BadRun(f"{folder} already holds a run: continue it with resume, or choose another folder")
    _prepare(folder)
    return Run(folder, config)


def check_run_exists(folder: Path) -> None:
    """Raise `BadRun` if a folder holds no run."""
    if not (folder / STATE).exists():
        raise BadRun(f"{folder} holds no run to resume")


def open_run(folder: Path) -> Run:
    """Read the record of the run in a folder.

    Raises
    ------
    BadRun
        If the folder holds no run, or the record is not valid.
    """
    check_run_exists(folder)
    with Archive(folder / STATE) as archive:
        try:
            run = Run(folder, **read(archive))
        except BadRun as error:
            raise BadRun(f"{folder / STATE} is not a valid state file: {error}") from None
    if missing := [number for number in run.evaluated_generations if not run.snapshot(number).is_file()]:
        raise BadRun(f"{run.snapshot(missing[0])} is missing: later networks are evaluated against this one")
    _prepare(folder)
    return run


def _prepare(folder: Path) -> None:
    """Make the folders of a run, and remove the temporary files of a killed process."""
    for part in (folder, folder / GAMES, folder / SNAPSHOTS):
        part.mkdir(exist_ok=True)
        sweep(part)
