"""Fairy-Stockfish as a separate program that counts legal steps."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

VARIANTS = {
    "ai-wok": "ai-wok",
    "almost-chess": "almost",
    "amazon-chess": "amazon",
    "antichess": "antichess",
    "asean-chess": "asean",
    "baby-chess": "baby-chess",
    "birds-chess": "birds-chess",
    "breakthrough": "breakthrough",
    "capablanca-chess": "capablanca",
    "capahouse": "capahouse",
    "chancellor-chess": "chancellor",
    "chessgi": "chessgi",
    "chigorin-chess": "chigorin",
    "codrus-chess": "codrus",
    "courier-chess": "courier",
    "crazyhouse": "crazyhouse",
    "demi-chess": "demi-chess",
    "dobutsu-shogi": "dobutsu-shogi",
    "embassy-chess": "embassy-chess",
    "endgame-chess": "endgame-chess",
    "euroshogi": "euroshogi",
    "extinction-chess": "extinction",
    "gardner-minichess": "gardner",
    "giveaway": "giveaway",
    "gorogoro-shogi": "gorogoro",
    "gothic-chess": "gothic",
    "grand-chess": "grand",
    "gustav-iii-chess": "gustav3",
    "hoppel-poppel": "hoppelpoppel",
    "horde": "horde",
    "indian-great-chess": "indian-great-chess",
    "janus-chess": "janus",
    "jeson-mor": "jesonmor",
    "judkins-shogi": "judkins",
    "king-of-the-hill": "kingofthehill",
    "kinglet-chess": "kinglet-chess",
    "knightmate": "knightmate",
    "loop-chess": "loop",
    "los-alamos-chess": "losalamos",
    "losers-chess": "losers",
    "makruk": "makruk",
    "mallett-chess": "mallett-chess",
    "manchu-chess": "manchu",
    "minishogi": "minishogi",
    "minixiangqi": "minixiangqi",
    "modern-chess": "modern",
    "new-zealand-chess": "newzealand",
    "no-castling-chess": "nocastle",
    "orda": "orda",
    "pawn-one-square-chess": "pawn-one-square-chess",
    "pawns-only": "pawns-only",
    "peasants-revolt": "peasants-revolt",
    "pocket-knight-chess": "pocketknight",
    "racing-kings": "racingkings",
    "royal-court-chess": "centaur",
    "shako": "shako",
    "shatranj": "shatranj",
    "shogi": "shogi",
    "stalemate-win-chess": "stalemate-win-chess",
    "tencubed-chess": "tencubed",
    "three-check": "3check",
    "threekings-chess": "threekings",
    "torpedo-chess": "torpedo",
    "troitzky-chess": "troitzky",
    "upside-down-chess": "upside-down-chess",
    "weak": "weak",
    "xiangqi": "xiangqi",
}
"""By game, the name of the variant in Fairy-Stockfish or in the file below."""

FILE = """
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

[dobutsu-shogi:dobutsu]
mandatoryPiecePromotion = true

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
            if re.match(r"([A-Z]@)?[a-l]\d+([a-l]\d+)?[\w+]?: \d", line)
        ]
        return {step: int(count) for step, count in lines}

    def close(self) -> None:
        """End the program."""
        self.process.communicate("quit\n", timeout=10)
