"""The library: perft counts and legal steps, compared with Fairy-Stockfish and with an independent move generator."""

import os
import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground as pg
from engines import find_engine
from slow_described import SLOW_RULES, moves, perft, start

PERFT = {
    "almost-chess": [22, 484, 11895, 290522],
    "antichess": [20, 400, 8067, 153299],
    "amazon-chess": [22, 484, 12483, 318185],
    "breakthrough": [22, 484, 11132, 256036],
    "birds-chess": [28, 784, 25227, 805899],
    "capablanca-chess": [28, 784, 25228, 805128],
    "chancellor-chess": [24, 576, 15896, 436656],
    "cylinder-chess": [20, 392, 9162, 211036],
    "gardner-minichess": [7, 53, 506, 4775],
    "glinski-chess": [51, 2586, 137858],
    "gothic-chess": [28, 784, 25283, 808984],
    "gustav-iii-chess": [22, 484, 12804, 331659],
    "hoppel-poppel": [20, 400, 9034, 202459],
    "king-of-the-hill": [20, 400, 8902, 197281],
    "kinglet-chess": [20, 400, 8902, 197742],
    "knightmate": [18, 324, 6765, 139774],
    "los-alamos-chess": [10, 100, 1212, 14332],
    "mccooey-chess": [31, 947, 33307],
    "mini-hexchess": [9, 71, 681, 7534],
    "new-zealand-chess": [20, 400, 8976, 200310],
    "no-castling-chess": [20, 400, 8902, 197281],
    "omega-chess": [40, 1600, 67202],
    "pawn-one-square-chess": [12, 144, 2124, 31250],
    "peasants-revolt": [18, 306, 5339, 100192],
    "royal-court-chess": [28, 784, 24490, 763180],
    "stalemate-win-chess": [20, 400, 8902, 197281],
    "tencubed-chess": [40, 1600, 68230],
    "three-check": [20, 400, 8902, 197281],
    "torpedo-chess": [20, 400, 9194, 209719],
    "troitzky-chess": [20, 400, 8766, 191848],
    "upside-down-chess": [4, 16, 176, 1936],
}
"""The perft counts of each game from depth 1. All were confirmed by one of the two other generators."""


def is_special(step: str, castlings: tuple[str, ...]) -> bool:
    """Whether a step is a promotion or a castling, which random games rarely have."""
    return step[-1].isalpha() or step in castlings


def positions(
    game: pg.Game, count: int, seed: int, castlings: tuple[str, ...] = ()
) -> Iterator[tuple[list[str], pg.State]]:
    """Yield positions of random games, which prefer special steps, and the steps that lead to each from the start."""
    rng = random.Random(seed)
    while count > 0:
        state, steps = game.start(), list[str]()
        while count > 0 and len(steps) < 160:
            yield steps, state
            count -= 1
            legal = state.legal_steps()
            if not legal:
                break
            special = [step for step in legal if is_special(step, castlings)]
            step = rng.choice(special if special and rng.random() < 0.5 else legal)
            state.apply(step)
            steps.append(step)


def test_every_game_is_listed() -> None:
    assert sorted(PERFT) == sorted(pg.variants(source="library"))


@pytest.mark.parametrize("id", PERFT)
def test_perft_counts_are_confirmed_ones(id: str) -> None:
    start = pg.game(id).start()
    assert [start.perft(depth) for depth in range(1, len(PERFT[id]) + 1)] == PERFT[id]


@pytest.mark.parametrize(
    ("attacker", "castlings"), [("d5", ["f1i1"]), ("e5", ["f1i1"]), ("g5", ["f1c1"]), ("b5", ["f1c1", "f1i1"])]
)
def test_a_king_castles_by_three_cells_if_none_that_it_crosses_is_attacked(attacker: str, castlings: list[str]) -> None:
    game = pg.describe(
        {
            "id": "kings-and-rooks",
            "board": {"files": 10, "ranks": 8},
            "pieces": {"R": {"moves": "R"}, "K": {"moves": "K", "royal": True, "castles": {"with": "R", "steps": 3}}},
            "setup": {"white": {"K": "f1", "R": "a1 j1"}, "black": {"K": "f8", "R": f"a8 j8 {attacker}"}},
        }
    )
    steps = set(game.start().legal_steps())
    assert sorted(steps & {"f1c1", "f1i1"}) == castlings


# Fairy-Stockfish

FISH = os.environ.get("FAIRY_STOCKFISH") or find_engine("fairy-stockfish")

FISH_VARIANTS = {
    "antichess": "antichess",
    "breakthrough": "breakthrough",
    "king-of-the-hill": "kingofthehill",
    "kinglet-chess": "kinglet-chess",
    "three-check": "3check",
    "almost-chess": "almost",
    "amazon-chess": "amazon",
    "birds-chess": "birds-chess",
    "capablanca-chess": "capablanca",
    "chancellor-chess": "chancellor",
    "gardner-minichess": "gardner",
    "gothic-chess": "gothic",
    "gustav-iii-chess": "gustav3",
    "hoppel-poppel": "hoppelpoppel",
    "knightmate": "knightmate",
    "los-alamos-chess": "losalamos",
    "new-zealand-chess": "newzealand",
    "no-castling-chess": "nocastle",
    "pawn-one-square-chess": "pawn-one-square-chess",
    "peasants-revolt": "peasants-revolt",
    "royal-court-chess": "centaur",
    "stalemate-win-chess": "stalemate-win-chess",
    "tencubed-chess": "tencubed",
    "torpedo-chess": "torpedo",
    "troitzky-chess": "troitzky",
    "upside-down-chess": "upside-down-chess",
}
"""By game, the name of the variant in Fairy-Stockfish or in the file below."""

FISH_FILE = """
[birds-chess:capablanca]
archbishop = e
chancellor = g
startFen = rnbgqkebnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBGQKEBNR w KQkq - 0 1

[kinglet-chess:kinglet]
castling = false

[pawn-one-square-chess:chess]
doubleStep = false

[peasants-revolt:chess]
startFen = 1nn1knn1/4p3/8/8/8/8/PPPPPPPP/4K3 w - - 0 1

[stalemate-win-chess:chess]
stalemateValue = loss

[upside-down-chess:chess]
startFen = RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr w - - 0 1
"""

CASTLINGS = tuple(f"{king}{rank}{to}{rank}" for rank in (1, 8, 9) for king, to in ("ec", "eg", "fc", "fd", "fh", "fi"))
"""The castlings of these games in the format of UCI."""


class FairyStockfish:
    """Fairy-Stockfish as a separate program."""

    def __init__(self, program: str, file: Path) -> None:
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send(f"setoption name VariantPath value {file}", "uci")
        lines = list(self.lines_until("uciok"))
        self.variants = next(line for line in lines if "UCI_Variant" in line).split(" var ")[1:]

    def send(self, *commands: str) -> None:
        """Write commands, one a line."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n".join(commands) + "\n")
        self.process.stdin.flush()

    def lines_until(self, end: str) -> Iterator[str]:
        """Yield the lines before one that begins with `end`."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(end):
                return
            yield line.strip()
        raise AssertionError(f"the program ended before '{end}'")

    def counts(self, steps: list[str], depth: int) -> dict[str, int]:
        """Return by legal step the number of sequences of a length that begin with it."""
        self.send(f"position startpos moves {' '.join(steps)}", f"go perft {depth}")
        lines = [
            line.split(": ")
            for line in self.lines_until("Nodes searched")
            if re.match(r"[a-l]\d+[a-l]\d+\w?: \d", line)
        ]
        return {step: int(count) for step, count in lines}

    def close(self) -> None:
        """End the program."""
        self.process.communicate("quit\n", timeout=10)


@pytest.fixture(scope="module")
def fish(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FairyStockfish]:
    assert FISH is not None
    file = tmp_path_factory.mktemp("fish") / "variants.ini"
    file.write_text(FISH_FILE, encoding="utf-8")
    program = FairyStockfish(FISH, file)
    yield program
    program.close()


@pytest.mark.skipif(
    FISH is None, reason="needs fairy-stockfish: apt-get install fairy-stockfish, or set FAIRY_STOCKFISH"
)
@pytest.mark.parametrize("id", FISH_VARIANTS)
def test_legal_steps_are_those_of_fairy_stockfish(id: str, fish: FairyStockfish) -> None:
    variant = FISH_VARIANTS[id]
    if variant not in fish.variants:
        pytest.skip(f"this version of Fairy-Stockfish does not know {variant}")
    fish.send(f"setoption name UCI_Variant value {variant}")
    game = pg.game(id)
    depth = len(PERFT[id])
    assert sum(fish.counts([], depth).values()) == PERFT[id][-1]
    for steps, state in positions(game, 200, 1, CASTLINGS):
        if state.reason in (None, "checkmate", "stalemate"):
            assert sorted(fish.counts(steps, 1)) == state.legal_steps(), steps


@pytest.mark.parametrize("id", SLOW_RULES)
def test_legal_steps_are_those_of_an_independent_generator(id: str) -> None:
    rules = SLOW_RULES[id]
    first = start(rules)
    assert [perft(rules, first, depth) for depth in (1, 2)] == PERFT[id][:2]
    position = first
    for steps, state in positions(pg.game(id), 120, 1, ("g2e2", "g2i2", "g11e11", "g11i11")):
        position = dict(moves(rules, position))[steps[-1]] if steps else first
        if state.reason in (None, "checkmate", "stalemate"):
            assert sorted(name for name, _ in moves(rules, position)) == state.legal_steps(), steps
