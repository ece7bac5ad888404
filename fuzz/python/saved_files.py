"""Fuzz saved games, replays and reports of studies: they are read, or raise `ValueError`, and no module is imported.

Run it as ``python fuzz/python/saved_files.py [OPTION | CORPUS]…`` with the options of libFuzzer, such as ``-max_total_time=60``.
An input is a byte that selects the reader, followed by JSON. Mutations change values of the JSON, or bytes.
"""

import json
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import atheris

with atheris.instrument_imports(include=["plyground.game_descriptions", "plyground.ui", "plyground.study.report"]):
    import plyground as pg
    from plyground.study.report.report_io import load
    from plyground.ui.replay import expand
    from plyground.ui.session import Session, state_from_json
from seeded import fuzz_from_seeds

FOLDER: Final = Path(tempfile.mkdtemp(prefix="plyground-fuzz-"))

MODULE: Final = "this"
"""A module of Python that nothing else imports."""

UNUSUAL: Final[list[Any]] = [
    *(None, True, "", "x" * 5000, [], {}, [[]], [0], {"a": 1}, "\ud800", "e2e4", "stax", "board", f"{MODULE}:stax"),
    *(-1, 0, 1, 2, 2**31, 2**53, 2**63, 2**64, 10**400, 0.5, -0.0, 1e308, {"float": "inf"}, {"float": "nan"}),
]
"""Values to put into JSON."""


def read_game(text: str) -> None:
    """Read a saved game, and use its state."""
    state = state_from_json(text)
    assert state.game.from_fen(state.fen) == state
    Session(state, [None] * state.game.num_seats)


def read_replay(text: str) -> None:
    """Read a replay. Only its frames are Python."""
    data = json.loads(text)
    if isinstance(data, dict):
        list(expand(data))


def read_report(text: str) -> None:
    """Read a report."""
    path = FOLDER / "report.json"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    load(path)


def seeds() -> list[bytes]:
    """Return a file of each kind, for a game with and a game without options."""
    found = []
    for id in ("chess", "stax", "tar-pit-chess"):
        state = pg.game(id).start(1)
        state.play_random(seed=1, max_steps=12)
        session = Session(state, [None] * state.game.num_seats)
        found += [b"\0" + session.to_json().encode(), b"\1" + pg.replay(state).to_json().encode()]
    for report in (pg.study.balance("stax", games=4), pg.study.match("stax", ["random", "greedy"], games=4)):
        report.save(FOLDER / "seed.json")
        found.append(b"\2" + (FOLDER / "seed.json").read_bytes())
    return found


READERS: Final[list[Callable[[str], None]]] = [read_game, read_replay, read_report]
SEEDS: Final = seeds()


def test(data: bytes) -> None:
    """Read one input: every exception but `ValueError` is a crash."""
    refusal = ""
    try:
        READERS[data[0] % len(READERS) if data else 0](data[1:].decode("utf-8", "surrogatepass"))
    except ValueError as error:
        refusal = str(error)
    assert len(refusal) < 1000, refusal
    assert MODULE not in sys.modules


def mutated(data: bytes, most: int, seed: int) -> bytes:
    """Return a mutation of an input that is not too long."""
    found = changed(data, most, random.Random(seed))
    return found if len(found) <= most else data


def changed(data: bytes, most: int, rng: random.Random) -> bytes:
    """Return a mutation of an input."""
    if rng.random() < 0.1:
        return bytes(atheris.Mutate(data, most))
    try:
        content = json.loads(data[1:])
    except (ValueError, RecursionError):
        return rng.choice(SEEDS)
    at: Any = content
    while isinstance(at, dict | list) and at:
        key = rng.choice(list(at)) if isinstance(at, dict) else rng.randrange(len(at))
        if rng.random() < 0.3 or not isinstance(at[key], dict | list) or not at[key]:
            if rng.random() < 0.1:
                del at[key]
            else:
                at[key] = rng.choice([*UNUSUAL, rng.choice(list(at.values()) if isinstance(at, dict) else at)])
            break
        at = at[key]
    return data[:1] + json.dumps(content).encode()


if __name__ == "__main__":
    fuzz_from_seeds(SEEDS, test, mutated, FOLDER, max_len=200_000)
