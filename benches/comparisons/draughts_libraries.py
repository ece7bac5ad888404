"""Comparisons with libraries for draughts."""

import random
from collections.abc import Iterator
from importlib.metadata import version

import own_work
from measure import Comparison, Side, Work


def py_draughts() -> Iterator[Comparison]:
    """Compare with py-draughts. Captures are optional in its American game."""
    import draughts

    rng = random.Random(0)

    def play(kind: type) -> Work:
        def work() -> int:
            board, steps = kind(), 0
            while not board.is_draw:
                moves = list(board.legal_moves)
                if not moves:
                    break
                board.push(moves[int(rng.random() * len(moves))])
                steps += 1
            return steps

        return work

    name = f"py-draughts {version('py-draughts')}"
    boards = {
        "english-draughts": "AmericanBoard",
        "international-draughts": "StandardBoard",
        "russian-draughts": "RussianBoard",
    }
    for id, board in boards.items():
        yield from _random_games(id, Side(name, f"`{board}`: `legal_moves`, `push`", play(getattr(draughts, board))))


def dame() -> Iterator[Comparison]:
    """Compare random games and perft with dame-rs, an engine for international draughts in Rust."""
    import dame as peer

    rng = random.Random(0)

    def play() -> int:
        board, steps = peer.Board(), 0
        while moves := board.legal_moves:
            board.push(moves[int(rng.random() * len(moves))])
            steps += 1
        return steps

    name, id, depth = f"dame-rs {version('dame-rs')}", "international-draughts", 8
    yield from _random_games(id, Side(name, "`legal_moves`, `push`", play))
    board = peer.Board()
    yield _perft(id, depth, Side(name, f"`perft(board, {depth})`", lambda: int(peer.perft(board, depth))))


def kish() -> Iterator[Comparison]:
    """Compare random games and perft with kish, an engine for Turkish draughts in Rust."""
    import kish as peer

    rng = random.Random(0)

    def play() -> int:
        game, steps = peer.Game(), 0
        while not game.status().is_over():
            actions = game.actions()
            game.make_move(actions[int(rng.random() * len(actions))])
            steps += 1
        return steps

    name, id, depth = f"kish {version('kish')}", "turkish-draughts", 6
    yield from _random_games(id, Side(name, "`Game.actions`, `make_move`", play))
    board = peer.Board()
    yield _perft(id, depth, Side(name, f"`Board.perft({depth})`", lambda: int(board.perft(depth))))


def _random_games(id: str, theirs: Side) -> Iterator[Comparison]:
    """Compare random games with one call for many, and with a loop over states."""
    yield Comparison("random games", id, own_work.playouts(id), theirs)
    yield Comparison("single games", id, own_work.single_state(id), theirs)


def _perft(id: str, depth: int, theirs: Side) -> Comparison:
    """Compare perft of whole turns. Both sides must count the same."""
    mine = own_work.perft(id, depth, turns=True)
    if mine.work() != theirs.work():
        raise AssertionError(f"{theirs.library} and plyground disagree on perft of {id} at depth {depth}")
    return Comparison("perft", id, mine, theirs, unit="nodes")
