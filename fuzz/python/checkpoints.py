"""Fuzz the files from which a training run resumes: they are read, or raise `BadRun`.

Run it as ``python fuzz/python/checkpoints.py [OPTION | CORPUS]…`` with the options of libFuzzer, such as
``-max_total_time=60``. An input is a byte that selects the file, followed by its content. Mutations change bytes of the
file, or, since checksums reveal most of these changes, arrays, headers and JSON in it.
"""

import io
import json
import random
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import atheris

sys.path.append(str(Path(__file__).parents[2] / "tests"))

with atheris.instrument_imports(include=["plyground.learn", "zipfile"]):
    import numpy as np

    from plyground.learn import Settings, checkpoint, game_file
    from plyground.learn.archive import Archive
    from plyground.learn.errors import BadRun
    from plyground.learn.learner import Learner
    from plyground.learn.run import STATE, open_run
    from runs import RULES, SETTINGS, make_run
from seeded import fuzz_from_seeds

NEW: Final = Learner(RULES, SETTINGS).state

FOLDER: Final = Path(tempfile.mkdtemp(prefix="plyground-fuzz-"))

UNUSUAL: Final[list[Any]] = [
    *(None, True, "", "x" * 5000, [], {}, [[]], [0], {"a": 1}, "run", "\ud800"),
    *(-1, 0, 1, 2, 2**31, 2**53, 2**63, 2**64, 10**400, 0.5, -0.0, 1e308, float("inf"), float("nan")),
]
"""Values to put into JSON."""

HEADERS: Final = [
    *(b"|O", b"<f4", b"<f8", b"<i4", b"<i8", b">f4", b"|i1", b"|u1", b"<U1", b"<U999999999", b"<V8", b"<M8[s]"),
    *(b"True", b"()", b"(0,)", b"(1,)", b"(3, 3)", b"(999999999999,)", b"(-1,)", b"(1, 1, 1, 1)"),
]
"""Types and shapes to put into headers."""


RUN: Final = make_run(FOLDER)


def read_state() -> None:
    """Read the state file as a resumed run does."""
    settings = open_run(FOLDER).config["settings"]
    with Archive(FOLDER / STATE) as archive:
        checkpoint.read(archive, NEW)
    try:
        Settings.from_dict(settings)
    except ValueError as error:
        raise BadRun(str(error)) from None


def read_games() -> None:
    """Read the games of a generation."""
    game_file.load(RUN.games(1), RULES, SETTINGS.games_per_generation, SETTINGS.max_steps)


FILES: Final[list[tuple[Path, Callable[[], None]]]] = [(FOLDER / STATE, read_state), (RUN.games(1), read_games)]
SEEDS: Final = [bytes([number]) + path.read_bytes() for number, (path, _) in enumerate(FILES)]


def test(data: bytes) -> None:
    """Read one input: every exception but `BadRun` is a crash."""
    path, read = FILES[data[0] % len(FILES)] if data else FILES[0]
    path.write_bytes(data[1:])
    refusal = ""
    try:
        read()
    except BadRun as error:
        refusal = str(error)
    assert len(refusal) < 1000, refusal


def mutated(data: bytes, most: int, seed: int) -> bytes:
    """Return a mutation of an input that is not too long."""
    found = changed(data, most, random.Random(seed))
    return found if len(found) <= most else data


def changed(data: bytes, most: int, rng: random.Random) -> bytes:
    """Return a mutation of an input."""
    if not data[1:]:
        return rng.choice(SEEDS)
    if rng.random() < 0.2:
        return bytes(atheris.Mutate(data, most))
    try:
        with zipfile.ZipFile(io.BytesIO(data[1:])) as file:
            parts = [(entry.filename, file.read(entry)) for entry in file.infolist()]
    except Exception:
        return bytes(atheris.Mutate(data, most))
    if not parts:
        return rng.choice(SEEDS)
    place = rng.randrange(len(parts))
    name, content = parts[place]
    if name == "run.npy" and rng.random() < 0.8:
        content = with_unusual_json(content, rng)
    elif rng.random() < 0.3:
        content = with_unusual_header(content, rng)
    elif rng.random() < 0.1:
        parts.append(rng.choice(parts))
    elif rng.random() < 0.1:
        name = bytes(atheris.Mutate(name.encode(), 40)).decode("utf-8", "replace").replace("\0", "") or "x"
    elif rng.random() < 0.1:
        content = content[: rng.randrange(len(content) + 1)] + bytes(rng.choice([0, 1, 100, 10**6]))
    else:
        # A header has 128 bytes.
        content = content[:128] + bytes(atheris.Mutate(content[128:], len(content) + 8))
    parts[place] = (name, content)
    return data[:1] + zipped(parts, zipfile.ZIP_DEFLATED if rng.random() < 0.5 else zipfile.ZIP_STORED)


def with_unusual_header(content: bytes, rng: random.Random) -> bytes:
    """Return an array with another type or shape in its header, or with other bytes there."""
    head, tail = content[:128], content[128:]
    if rng.random() < 0.3:
        return bytes(atheris.Mutate(head, 128)) + tail
    start, end = (b"'descr': '", b"'") if rng.random() < 0.5 else (b"'shape': ", b", }")
    before, mark, rest = head.partition(start)
    _, closing, after = rest.partition(end)
    return before + mark + rng.choice(HEADERS) + closing + after + tail


def with_unusual_json(content: bytes, rng: random.Random) -> bytes:
    """Return a record with one unusual value."""
    try:
        record = json.loads(str(np.load(io.BytesIO(content), allow_pickle=False)))
    except Exception:
        return content
    at: Any = record
    while isinstance(at, dict | list) and at:
        key = rng.choice(list(at)) if isinstance(at, dict) else rng.randrange(len(at))
        if rng.random() < 0.4 or not isinstance(at[key], dict | list) or not at[key]:
            at[key] = rng.choice(UNUSUAL)
            break
        at = at[key]
    file = io.BytesIO()
    np.save(file, np.array(json.dumps(record)))
    return file.getvalue()


def zipped(parts: list[tuple[str, bytes]], how: int) -> bytes:
    """Return a ZIP file with these entries. Names may be equal."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", how) as archive:
        for name, content in parts:
            archive.NameToInfo.pop(name, None)
            archive.writestr(name, content)
    return file.getvalue()


if __name__ == "__main__":
    fuzz_from_seeds(SEEDS, test, mutated, FOLDER, max_len=1_000_000)
