"""The library: perft counts and legal steps, compared with Fairy-Stockfish and with an independent move generator."""

import os
from collections.abc import Iterator

import pytest

import plyground as pg
from engines import find_engine
from fairy_stockfish import CASTLINGS, FILE, VARIANTS, FairyStockfish
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
    "capahouse": [28, 784, 25228],
    "chancellor-chess": [24, 576, 15896, 436656],
    "chessgi": [20, 400, 8902, 197281],
    "chigorin-chess": [26, 416, 11408, 229973],
    "codrus-chess": [20, 400, 8067, 153299],
    "courier-chess": [26, 678, 18406],
    "crazyhouse": [20, 400, 8902, 197281],
    "cylinder-chess": [20, 392, 9162, 211036],
    "demi-chess": [10, 100, 1062, 11230, 127442],
    "dobutsu-shogi": [4, 13, 67, 398, 2179],
    "dunsany-chess": [20, 166, 3550, 33601],
    "embassy-chess": [28, 784, 25281],
    "endgame-chess": [18, 324, 5658, 98766],
    "euroshogi": [25, 625, 15424, 380499],
    "extinction-chess": [20, 400, 8902, 197742],
    "four-player-chess": [20, 395, 7800, 152050],
    "four-player-teams-chess": [20, 395, 7800, 152050],
    "gardner-minichess": [7, 53, 506, 4775],
    "giveaway": [20, 400, 8067, 153299],
    "glinski-chess": [51, 2586, 137858],
    "gorogoro-shogi": [16, 250, 4166, 67517],
    "gothic-chess": [28, 784, 25283, 808984],
    "grand-chess": [65, 4225, 259514],
    "grasshopper-chess": [28, 782, 22314],
    "gustav-iii-chess": [22, 484, 12804, 331659],
    "hexapawn": [3, 10, 28],
    "hoppel-poppel": [20, 400, 9034, 202459],
    "horde": [8, 128, 1274, 23310, 265223],
    "indian-great-chess": [24, 576, 18705],
    "janus-chess": [28, 782, 24747],
    "jeson-mor": [30, 900, 27960],
    "judkins-shogi": [20, 336, 6183, 118345],
    "king-of-the-hill": [20, 400, 8902, 197281],
    "kinglet-chess": [20, 400, 8902, 197742],
    "knightmate": [18, 324, 6765, 139774],
    "legan-chess": [8, 64, 724, 8138, 112012],
    "loop-chess": [20, 400, 8902, 197281],
    "los-alamos-chess": [10, 100, 1212, 14332],
    "losers-chess": [20, 400, 8067, 152955],
    "makruk": [23, 529, 12012, 273026],
    "mallett-chess": [8, 41, 422, 3180, 34647, 320095],
    "manchu-chess": [18, 860, 17648],
    "mccooey-chess": [31, 947, 33307],
    "mini-hexchess": [9, 71, 681, 7534],
    "minishogi": [14, 181, 2512, 35401],
    "minixiangqi": [19, 331, 6664, 127164],
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
    "pocket-knight-chess": [52, 2565, 88617],
    "racing-kings": [21, 421, 11264, 296242],
    "royal-court-chess": [28, 784, 24490, 763180],
    "shako": [58, 3364, 185938],
    "shatranj": [16, 256, 4176, 68122],
    "shogi": [30, 900, 25470],
    "stalemate-win-chess": [20, 400, 8902, 197281],
    "tencubed-chess": [40, 1600, 68230],
    "three-check": [20, 400, 8902, 197281],
    "threekings-chess": [20, 400, 8942, 199514],
    "torpedo-chess": [20, 400, 9194, 209719],
    "troitzky-chess": [20, 400, 8766, 191848],
    "upside-down-chess": [4, 16, 176, 1936],
    "weak": [20, 466, 10295, 241393],
    "xiangqi": [44, 1920, 79666],
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


FISH = os.environ.get("FAIRY_STOCKFISH") or find_engine("fairy-stockfish")


@pytest.fixture(scope="module")
def fish(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FairyStockfish]:
    assert FISH is not None
    file = tmp_path_factory.mktemp("fish") / "variants.ini"
    file.write_text(FILE, encoding="utf-8")
    program = FairyStockfish(FISH, file)
    yield program
    program.close()


@pytest.mark.skipif(
    FISH is None, reason="needs fairy-stockfish: apt-get install fairy-stockfish, or set FAIRY_STOCKFISH"
)
@pytest.mark.parametrize("id", VARIANTS)
def test_legal_steps_are_those_of_fairy_stockfish(id: str, fish: FairyStockfish) -> None:
    variant = VARIANTS[id]
    if variant not in fish.variants:
        pytest.skip(f"this version of Fairy-Stockfish does not know {variant}")
    fish.send(f"setoption name UCI_Variant value {variant}")
    game = pg.game(id)
    depth = len(PERFT[id])
    assert sum(fish.counts([], depth).values()) == PERFT[id][-1]
    for played, state in positions(game, 200, 1, CASTLINGS):
        if state.reason in (None, "checkmate", "stalemate"):
            theirs, ours = set(fish.counts(played, 1)), set(state.legal_steps())
            # Fairy-Stockfish lists a pawn's drop that mates, and then calls the game lost for its seat.
            mates = {step for step in theirs - ours if step.startswith("P@") and not fish.counts([*played, step], 1)}
            assert theirs - mates == ours, played


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
