"""`plyground play`: a game at the terminal. The board shows only what the seat may see."""

import random
from argparse import Namespace

from .. import Game
from ..ui.session import Session
from .play_terminal import HELP, Terminal
from .positions import initial_state
from .prompt import paint
from .terminal import print_summary


def play(arguments: Namespace) -> None:
    """Play one game until it ends or the user quits."""
    state = initial_state(arguments)
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
