"""`plyground play`: a game at the terminal. The board shows only what the seat may see."""

import random
from argparse import Namespace
from collections.abc import Sequence
from typing import Final

from .. import Game
from ..ui.session import Session
from .play_terminal import HELP, Terminal
from .positions import initial_state
from .prompt import paint
from .selection import is_own_game
from .terminal import print_summary

DEFAULT_OPPONENT: Final = "strong"
"""The agent that plays the other seats by default."""


def play(arguments: Namespace) -> None:
    """Play one game until it ends or the user quits."""
    state = initial_state(arguments)
    rules = state.game
    seats = _seats(arguments.seat, rules)
    others = [seat for seat in range(rules.num_seats) if seat not in seats]
    agents = _agents(arguments.opponent or [DEFAULT_OPPONENT], others)
    players = [agents.get(seat) for seat in range(rules.num_seats)]
    seed = random.getrandbits(64) if arguments.seed is None else arguments.seed
    session = Session(state, players, seed)
    if seats:
        yours = ", ".join(map(session.seat_name, seats))
        opponents = [
            f"{agent} plays {', '.join(session.seat_name(seat) for seat, chosen in agents.items() if chosen == agent)}"
            for agent in dict.fromkeys(agents.values())
        ]
        title = paint(rules.info.title, "bold")
        print("; ".join([f"{title}: you play {yours}", *opponents]))
        print_summary(rules.info)
        print(f"\n{HELP}")
    # A saved game does not contain the module of a game of the user's own.
    own_id = [arguments.id] if arguments.id is not None and is_own_game(arguments.id) else []
    Terminal(session, random.Random(seed), ["plyground", "play", *own_id, "--load"]).play()


def _agents(given: Sequence[str], seats: Sequence[int]) -> dict[int, str]:
    """Return the agent of each seat that the user does not play: one for all of them, or one for each in order."""
    if len(given) not in (1, len(seats)):
        numbers = ", ".join(map(str, seats)) or "none"
        raise ValueError(
            f"--opponent must be given once, or once for each seat that you do not play ({numbers}), got {len(given)} agents"
        )
    return dict(zip(seats, given if len(given) > 1 else [given[0]] * len(seats), strict=True))


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
