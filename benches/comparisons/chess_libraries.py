"""Comparisons with libraries for chess."""

import io
import random
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import own_work
import plyground as pg
from measure import Comparison, Side

DEPTH = 5
"""The depth of perft in plyground. The loops of peers in Python count one step less."""


def python_chess() -> Iterator[Comparison]:
    """Compare with python-chess."""
    import chess

    rng = random.Random(0)

    def play() -> int:
        board, steps = chess.Board(), 0
        while not (board.is_insufficient_material() or board.halfmove_clock >= 100 or board.is_repetition(3)):
            # Faster than checking every move for legality.
            moves = list(board.pseudo_legal_moves)
            while moves:
                move = moves.pop(int(rng.random() * len(moves)))
                if board.is_legal(move):
                    break
            else:
                break
            board.push(move)
            steps += 1
        return steps

    def perft(board: Any, depth: int) -> int:
        if depth == 1:
            return int(board.legal_moves.count())
        nodes = 0
        for move in board.legal_moves:
            board.push(move)
            nodes += perft(board, depth - 1)
            board.pop()
        return nodes

    name = f"python-chess {version('chess')}"
    loop = Side(name, "`pseudo_legal_moves`, `is_legal`, `push`", play)
    yield Comparison("random games", "chess", own_work.playouts("chess"), loop)
    yield Comparison("single games", "chess", own_work.single_state("chess"), loop)
    counted = Side(name, "a loop over `legal_moves`", lambda: perft(chess.Board(), DEPTH - 2))
    yield Comparison("perft", "chess", own_work.perft("chess", DEPTH), counted, unit="nodes")
    text = random_pgn(20)
    theirs = Side(name, "`chess.pgn.read_game`", lambda: read_with_python_chess(text))
    yield Comparison("records", "chess", own_work.read_pgn(text), theirs, unit="moves")


def random_pgn(games: int) -> str:
    """Return random games of chess as PGN."""
    played = []
    for seed in range(games):
        state = pg.game("chess").start()
        state.play_random(seed)
        played.append(state)
    return pg.pgn.write(played)


def read_with_python_chess(text: str) -> int:
    """Read games in PGN and count the moves."""
    import chess.pgn

    file, moves = io.StringIO(text), 0
    while (game := chess.pgn.read_game(file)) is not None:
        moves += len(game.end().board().move_stack)
    return moves


def cozy_chess_py() -> Iterator[Comparison]:
    """Compare with the Python wrapper of cozy-chess."""
    import cozy_chess

    rng = random.Random(0)

    def play() -> int:
        # Equivalent to `status()`, without generating the moves twice.
        board, steps = cozy_chess.Board.startpos(), 0
        while (moves := board.generate_moves()) and board.halfmove_clock < 100:
            board.play_unchecked(moves[int(rng.random() * len(moves))])
            steps += 1
        return steps

    def perft(board: Any, depth: int) -> int:
        moves = board.generate_moves()
        if depth == 1:
            return len(moves)
        nodes = 0
        for move in moves:
            child = board.__copy__()
            child.play_unchecked(move)
            nodes += perft(child, depth - 1)
        return nodes

    name = f"cozy-chess-py {version('cozy-chess-py')}"
    loop = Side(name, "`generate_moves`, `play_unchecked`", play)
    yield Comparison("random games", "chess", own_work.playouts("chess"), loop)
    yield Comparison("single games", "chess", own_work.single_state("chess"), loop)
    start = cozy_chess.Board.startpos()
    counted = Side(name, "a loop over `generate_moves`", lambda: perft(start, DEPTH - 1))
    yield Comparison("perft", "chess", own_work.perft("chess", DEPTH), counted, unit="nodes")
