"""Comparison of legal moves with other libraries over random games: ``docs/checks/moves.csv``.

A position of plyground and one of the library go through the same random game. At each position, the legal moves must be the
same. Moves are compared by their text in UCI, or by the boards after them, which does not depend on a notation.
"""

import csv
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from importlib.metadata import version
from pathlib import Path

import checks_peers as peers
import plyground as pg
from plyground.options import parse_options

PATH = Path(__file__).resolve().parent.parent / "docs" / "checks" / "moves.csv"
MAX_STEPS = 200
"""Number of moves after which a random game ends."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of a comparison with one library.

    Attributes
    ----------
    library, version : str
        The library as its index of packages names it.
    id, options : str
        The game, with options in the form of ``--set``.
    games, positions, moves : int
        What was compared.
    disagreements : int
        Number of games that ended because the legal moves differed.
    example : str
        The first position with different moves.
    """

    library: str
    version: str
    id: str
    options: str
    games: int
    positions: int
    moves: int
    disagreements: int
    example: str


@dataclass(frozen=True, slots=True)
class Pair:
    """A game, and how to start the same game in a library."""

    id: str
    options: str
    start: Callable[[pg.State], peers.Position]
    keys: Callable[[pg.State], Mapping[object, pg.State]]


def by_step(state: pg.State) -> dict[object, pg.State]:
    """Return the states after each step, by the text of the step."""
    return {step: _after(state, step) for step in state.legal_steps()}


def by_hop(state: pg.State) -> dict[object, pg.State]:
    """Return the states after each step of draughts, by its squares."""
    return {
        tuple(peers.algebraic(square) for square in re.split("[-x]", step)): _after(state, step)
        for step in state.legal_steps()
    }


def by_board(state: pg.State) -> dict[object, pg.State]:
    """Return the states after each turn of draughts, by their boards."""
    states = [after_turn(state, turn) for turn in state.legal_turns()]
    return {peers.board(after.fen): after for after in states}


def after_turn(state: pg.State, turn: str) -> pg.State:
    """Return the state after a turn."""
    then = state.copy()
    then.apply_turn(turn)
    return then


def _after(state: pg.State, step: str) -> pg.State:
    then = state.copy()
    then.apply(step)
    return then


LIBRARIES: dict[str, Sequence[Pair]] = {
    "chess": [Pair(id, "", peers.PythonChess, by_step) for id in ("chess", "chess960")],
    "pyffish": [Pair(id, "", peers.Pyffish, by_step) for id in ("chess", "chess960")],
    "pyffish-alice": [Pair("half-alice-chess", "", peers.PyffishAlice, by_step)],
    "alicechess": [Pair("half-alice-chess", "", peers.AliceChess, by_step)],
    "open-spiel": [Pair("english-draughts", "", peers.OpenSpiel, by_hop)],
    "dame-rs": [Pair("international-draughts", "", peers.Dame, by_board)],
    "kish": [Pair("turkish-draughts", "", peers.Kish, by_board)],
    "py-draughts": [
        Pair(id, options, peers.PyDraughts, by_board)
        for id, options in (
            ("international-draughts", ""),
            ("russian-draughts", ""),
            ("brazilian-draughts", ""),
            ("international-draughts", "cross_jumps=all,king_first=true"),
        )
    ],
    "pydraughts": [
        Pair(f"{variant}-draughts", "", peers.Pydraughts, by_board)
        for variant in ("international", "english", "italian", "russian", "brazilian", "turkish")
    ],
}


def compare(library: str, pair: Pair, positions: int, seed: int = 0) -> Comparison:
    """Compare the legal moves in at least this number of positions of random games."""
    game = pg.game(pair.id, **parse_options(pair.options)) if pair.options else pg.game(pair.id)
    generator = random.Random(seed)
    games = seen = moves = disagreements = 0
    example = ""
    while seen < positions:
        state = game.start(seed + games)
        games += 1
        theirs = pair.start(state)
        for _ in range(MAX_STEPS):
            if state.is_terminal or theirs.is_draw():
                break
            ours, found = pair.keys(state), theirs.moves()
            seen += 1
            moves += len(ours)
            if set(ours) != set(found):
                disagreements += 1
                example = example or state.fen
                break
            key = generator.choice(sorted(ours, key=str))
            state = ours[key]
            theirs.play(found[key])
    return Comparison(library, version(library), pair.id, pair.options, games, seen, moves, disagreements, example)


def compare_all(libraries: Sequence[str], positions: int) -> Iterator[Comparison]:
    """Yield the comparisons with libraries."""
    for library in libraries:
        for pair in LIBRARIES[library]:
            yield compare(library, pair, positions)


def read(path: Path = PATH) -> list[Comparison]:
    """Return the rows of a file."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [
        Comparison(
            row["library"],
            row["version"],
            row["id"],
            row["options"],
            int(row["games"]),
            int(row["positions"]),
            int(row["moves"]),
            int(row["disagreements"]),
            row["example"],
        )
        for row in rows
    ]


def write(rows: Sequence[Comparison], path: Path = PATH) -> None:
    """Write rows to a file, and keep those of other libraries. Packages with the same module need environments of their own."""
    new = {row.library for row in rows}
    kept = [row for row in read(path) if row.library not in new] if path.exists() else []
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Comparison)], lineterminator="\n")
        writer.writeheader()
        order = list(LIBRARIES)
        writer.writerows(map(asdict, sorted([*kept, *rows], key=lambda row: order.index(row.library))))
