"""The library: perft counts and legal steps, compared with Fairy-Stockfish and with an independent move generator."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground as pg
from engines import find_engine
from random_positions import positions
from slow_described import SLOW_RULES, moves, perft, start
from slow_four_players import FOUR_PLAYERS, Position, next_seat, steps

PERFT = {
    "ai-wok": [26, 676, 18102],
    "almost-chess": [22, 484, 11895, 290522],
    "amazon-chess": [22, 484, 12483, 318185],
    "antichess": [20, 400, 8067, 153299],
    "asean-chess": [23, 529, 12012, 273026],
    "baby-chess": [7, 53, 504, 4707, 50814],
    "birds-chess": [28, 784, 25227, 805899],
    "breakthrough": [22, 484, 11132, 256036],
    "capablanca-chess": [28, 784, 25228, 805128],
    "chancellor-chess": [24, 576, 15896, 436656],
    "courier-chess": [26, 678, 18406],
    "cylinder-chess": [20, 392, 9162, 211036],
    "demi-chess": [10, 100, 1062, 11230, 127442],
    "dunsany-chess": [20, 166, 3550, 33601],
    "embassy-chess": [28, 784, 25281],
    "endgame-chess": [18, 324, 5658, 98766],
    "four-player-chess": [20, 395, 7800, 152050],
    "four-player-teams-chess": [20, 395, 7800, 152050],
    "gardner-minichess": [7, 53, 506, 4775],
    "glinski-chess": [51, 2586, 137858],
    "gothic-chess": [28, 784, 25283, 808984],
    "grasshopper-chess": [28, 782, 22314],
    "gustav-iii-chess": [22, 484, 12804, 331659],
    "hexapawn": [3, 10, 28],
    "hoppel-poppel": [20, 400, 9034, 202459],
    "indian-great-chess": [24, 576, 18705],
    "king-of-the-hill": [20, 400, 8902, 197281],
    "kinglet-chess": [20, 400, 8902, 197742],
    "knightmate": [18, 324, 6765, 139774],
    "legan-chess": [8, 64, 724, 8138, 112012],
    "los-alamos-chess": [10, 100, 1212, 14332],
    "makruk": [23, 529, 12012, 273026],
    "mallett-chess": [8, 41, 422, 3180, 34647, 320095],
    "mccooey-chess": [31, 947, 33307],
    "mini-hexchess": [9, 71, 681, 7534],
    "modern-chess": [24, 576, 15831, 433729],
    "new-zealand-chess": [20, 400, 8976, 200310],
    "nightrider-chess": [24, 576, 15586, 419019],
    "no-castling-chess": [20, 400, 8902, 197281],
    "omega-chess": [40, 1600, 67202],
    "orda": [20, 560, 12462, 342351],
    "orda-mirror": [28, 784, 22487],
    "pawn-one-square-chess": [12, 144, 2124, 31250],
    "pawns-only": [16, 256, 3846, 57744],
    "peasants-revolt": [18, 306, 5339, 100192],
    "royal-court-chess": [28, 784, 24490, 763180],
    "shako": [58, 3364, 185938],
    "stalemate-win-chess": [20, 400, 8902, 197281],
    "tencubed-chess": [40, 1600, 68230],
    "three-check": [20, 400, 8902, 197281],
    "torpedo-chess": [20, 400, 9194, 209719],
    "troitzky-chess": [20, 400, 8766, 191848],
    "upside-down-chess": [4, 16, 176, 1936],
    "weak": [20, 466, 10295, 241393],
}
"""The perft counts of each game from depth 1. All were confirmed by one of the two other generators."""


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
    "ai-wok": "ai-wok",
    "almost-chess": "almost",
    "amazon-chess": "amazon",
    "asean-chess": "asean",
    "baby-chess": "baby-chess",
    "birds-chess": "birds-chess",
    "capablanca-chess": "capablanca",
    "chancellor-chess": "chancellor",
    "courier-chess": "courier",
    "demi-chess": "demi-chess",
    "embassy-chess": "embassy-chess",
    "endgame-chess": "endgame-chess",
    "gardner-minichess": "gardner",
    "gothic-chess": "gothic",
    "gustav-iii-chess": "gustav3",
    "hoppel-poppel": "hoppelpoppel",
    "indian-great-chess": "indian-great-chess",
    "knightmate": "knightmate",
    "los-alamos-chess": "losalamos",
    "makruk": "makruk",
    "mallett-chess": "mallett-chess",
    "modern-chess": "modern",
    "new-zealand-chess": "newzealand",
    "no-castling-chess": "nocastle",
    "orda": "orda",
    "pawn-one-square-chess": "pawn-one-square-chess",
    "pawns-only": "pawns-only",
    "peasants-revolt": "peasants-revolt",
    "royal-court-chess": "centaur",
    "shako": "shako",
    "stalemate-win-chess": "stalemate-win-chess",
    "tencubed-chess": "tencubed",
    "torpedo-chess": "torpedo",
    "troitzky-chess": "troitzky",
    "upside-down-chess": "upside-down-chess",
    "weak": "weak",
}
"""By game, the name of the variant in Fairy-Stockfish or in the file below."""

FISH_FILE = """
[baby-chess:gardner]
startFen = kqbnr/ppppp/5/PPPPP/RNBQK w - - 0 1

[birds-chess:capablanca]
archbishop = e
chancellor = g
startFen = rnbgqkebnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBGQKEBNR w KQkq - 0 1

[demi-chess:chess]
maxFile = 4
castlingKingsideFile = c
startFen = kbnr/pppp/4/4/4/4/PPPP/KBNR w Kk - 0 1

[embassy-chess:embassy]
archbishop = c
chancellor = m
startFen = rnbqkmcbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKMCBNR w KQkq - 0 1

[endgame-chess:chess]
startFen = 4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1

[indian-great-chess:capablanca]
maxRank = 10
archbishop = v
chancellor = w
amazon = g
doubleStep = false
castling = false
promotionRank = 10
promotionPieceTypes = q
startFen = rnbqkgvbnr/ppppwwpppp/4pp4/10/10/10/10/4PP4/PPPPWWPPPP/RNBVGKQBNR w - - 0 1

[kinglet-chess:kinglet]
castling = false

[mallett-chess:gardner]
startFen = rbkqb/ppppp/5/PPPPP/RNKQN w - - 0 1

[orda:chess]
centaur = h
knibis = a
kniroo = l
silver = y
promotionPieceTypes = qh
startFen = lhaykahl/8/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1
flagPiece = k
whiteFlag = *8
blackFlag = *1

[pawn-one-square-chess:chess]
doubleStep = false

[pawns-only:chess]
king = -
castling = false
startFen = 8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1
promotionPieceTypes = q
flagPiece = q
whiteFlag = *8
blackFlag = *1
stalemateValue = loss

[peasants-revolt:chess]
startFen = 1nn1knn1/4p3/8/8/8/8/PPPPPPPP/4K3 w - - 0 1

[stalemate-win-chess:chess]
stalemateValue = loss

[upside-down-chess:chess]
startFen = RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr w - - 0 1

[weak:chess]
startFen = nnnnknnn/pppppppp/2p2p2/1pppppp1/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1
"""

CASTLING_FILES = ("ac", "eb", "ec", "eg", "eh", "fc", "fd", "fh", "fi")
CASTLINGS = tuple(f"{files[0]}{rank}{files[1]}{rank}" for rank in (1, 2, 8, 9) for files in CASTLING_FILES)
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
    for played, state in positions(game, 200, 1, CASTLINGS):
        if state.reason in (None, "checkmate", "stalemate"):
            assert sorted(fish.counts(played, 1)) == state.legal_steps(), played


SLOW_CASTLINGS = ("e1c1", "e1g1", "e8c8", "e8g8", "g2e2", "g2i2", "g11e11", "g11i11")


@pytest.mark.parametrize("id", SLOW_RULES)
def test_legal_steps_are_those_of_an_independent_generator(id: str) -> None:
    rules = SLOW_RULES[id]
    first = start(rules)
    assert [perft(rules, first, depth) for depth in (1, 2)] == PERFT[id][:2]
    position = first
    for played, state in positions(pg.game(id), 120, 1, SLOW_CASTLINGS):
        position = dict(moves(rules, position))[played[-1]] if played else first
        if state.reason in (None, "checkmate", "stalemate"):
            assert sorted(name for name, _ in moves(rules, position)) == state.legal_steps(), played


@pytest.mark.parametrize("id", FOUR_PLAYERS)
def test_legal_steps_of_four_seats_are_those_of_an_independent_generator(id: str) -> None:
    rules, game = FOUR_PLAYERS[id], pg.game(id)
    counts = []
    for step in game.start().legal_steps():
        state = game.start()
        state.apply(step)
        counts.append(len(steps(Position(rules, state.fen))))
    assert [len(counts), sum(counts)] == PERFT[id][:2]
    mover = kingless = 0
    for played, state in positions(game, 700, 5, ("h1-f1", "h1-j1"), longest=700):
        if state.reason is None:
            position = Position(rules, state.fen)
            assert steps(position) == state.legal_steps(), played
            assert not played or next_seat(rules, state.fen, mover) == position.seat, played
            mover = position.seat
            kingless += not all(position.has_king(seat) for seat in range(4))
    assert kingless > 50
