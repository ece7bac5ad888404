"""`plyground play`: a game at the terminal. The board shows only what the seat may see."""

import random
from argparse import Namespace
from pathlib import Path

from .. import Game, State
from ..ui.session import Session, state_from_json
from .play_terminal import HELP, Terminal
from .prompt import paint
from .selection import game_with_options
from .terminal import print_summary


def play(arguments: Namespace) -> None:
    """Play one game until it ends or the user quits."""
    state = _initial_state(arguments)
    rules = state.game
    seats = _seats(arguments.seat, rules)
    players = [None if seat in seats else arguments.opponent for seat in range(rules.num_seats)]
    seed = random.getrandbits(64) if arguments.seed is None else arguments.seed
    session = Session(state, players, seed)
    if seats:
        yours = ", ".join(map(session.seat_name, seats))
        others = ", ".join(session.seat_name(seat) for seat in range(rules.num_seats) if seat not in seats)
        title = paint(rules.info.title, "bold")
        print(f"{title}: you play {yours}" + (f"; {arguments.opponent} plays {others}" if others else ""))
        print_summary(rules.info)
        print(f"\n{HELP}")
    Terminal(session, random.Random(seed)).play()


def _initial_state(arguments: Namespace) -> State:
    """Return the start of a game, or a saved game."""
    if arguments.load is None:
        if arguments.id is None:
            raise ValueError("name a variant to play, or a saved game with --load FILE")
        rules = game_with_options(arguments, arguments.id)
        return rules.start(arguments.seed) if arguments.start is None else rules.from_fen(arguments.start)
    if arguments.id is not None or arguments.set or arguments.start is not None:
        raise ValueError(
            "--load cannot be combined with ID, --set or --start: the file contains the game and its record"
        )
    return _load(arguments.load)


def _load(path: str) -> State:
    """Return a saved game."""
    try:
        return state_from_json(Path(path).read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not a saved game: {error}") from error
    except ValueError as error:
        raise ValueError(f"{path} is {error}") from error


def _seats(text: str, rules: Game) -> tuple[int, ...]:
    """Return the seats that the user plays."""
    if text == "all":
        return tuple(range(rules.num_seats))
    if text == "none":
        return ()
    seats = text.split(",")
    if not all(seat.isascii() and seat.isdecimal() and len(seat) < 3 and int(seat) < rules.num_seats for seat in seats):
        numbers = ", ".join(map(str, range(rules.num_seats)))
        raise ValueError(f"--seat must be 'all', 'none' or seats of {rules.id} ({numbers}), got '{text[:40]}'")
    return tuple(sorted({int(seat) for seat in seats}))
