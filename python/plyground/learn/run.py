"""The folder of a run: what it holds, and how it is written so that it can be killed at any moment."""

import csv
import io
import json
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .._core import Game, Trajectories, _restore_trajectories
from ..study.writing import write

LAYOUT: Final = 1
"""The number of this form of a folder."""

STATE, MODEL, LOG, PICTURE, MATCHES = "state.npz", "model.onnx", "log.csv", "log.png", "matches.db"
GAMES, PAST = "games", "past"

ARRAYS: Final = (
    "offsets",
    "actions",
    "actors",
    "envs",
    "returns",
    "reasons",
    "policy_offsets",
    "policy_actions",
    "policy_weights",
    "root_values",
    "weights",
)
"""What is kept of games, beside the positions that they began with."""


class BadRun(ValueError):
    """A folder holds no run, or not the one that is asked for; the message says why."""


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
        told = {name: getattr(self, name) for name in ("told", *NUMBERS, *LISTS)}
        text = json.dumps({"layout": LAYOUT, **told})
        write(self.path / STATE, _packed({"run": np.array(text), **arrays}))
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

    def save_games(self, generation: int, played: Trajectories) -> None:
        """Keeps the games of a generation."""
        arrays = {name: getattr(played, name) for name in ARRAYS}
        write(self.games(generation), _packed({**arrays, "starts": np.array(played.starts)}))

    def load_games(self, generation: int, rules: Game) -> Trajectories:
        """The games of a generation."""
        found = _unpacked(self.games(generation))
        try:
            starts = [str(start) for start in found["starts"]]
            return _restore_trajectories(rules, starts=starts, **{name: found[name] for name in ARRAYS})
        except (KeyError, TypeError, ValueError) as error:
            raise BadRun(f"{self.games(generation)} holds no games of {rules.id}: {error}") from None


NUMBERS: Final = ("generation", "seconds", "played", "seen")
LISTS: Final = ("kept", "measured", "rows")


def begun(path: "str | PathLike[str]", told: dict[str, Any]) -> Run:
    """A new run in a folder that holds none."""
    folder = Path(path)
    if (folder / STATE).exists():
        raise BadRun(f"{folder} holds a run already: go on with it (resume), or name another folder")
    for part in (GAMES, PAST):
        (folder / part).mkdir(parents=True, exist_ok=True)
    return Run(folder, told)


def found(path: "str | PathLike[str]") -> tuple[Run, dict[str, NDArray[Any]]]:
    """The run in a folder, and the arrays that it goes on from."""
    folder = Path(path)
    if not (folder / STATE).exists():
        raise BadRun(f"{folder} holds no run to go on with")
    arrays = _unpacked(folder / STATE)
    try:
        told = json.loads(str(arrays.pop("run")))
        if told["layout"] != LAYOUT:
            raise BadRun(
                f"{folder} was written by another version of plyground (layout {told['layout']}, not {LAYOUT})"
            )
        run = Run(folder, told["told"], **{name: told[name] for name in (*NUMBERS, *LISTS)})
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, BadRun):
            raise
        raise BadRun(f"{folder / STATE} is not what a run writes: {error}") from None
    for part in (GAMES, PAST):
        (folder / part).mkdir(parents=True, exist_ok=True)
    return run, arrays


def _packed(arrays: dict[str, NDArray[Any]]) -> bytes:
    """Arrays in NumPy's own file format; nothing that has to be run to be read."""
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return file.getvalue()


def _unpacked(path: Path) -> dict[str, NDArray[Any]]:
    """The arrays in a file."""
    import zipfile

    try:
        with np.load(path, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except (EOFError, OSError, ValueError, zipfile.BadZipFile) as error:
        raise BadRun(f"{path} cannot be read: {error}") from None
