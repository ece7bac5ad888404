"""`plyground play`: a person at the terminal, who sees what the seat may see."""

import random
import sys
from argparse import Namespace

from .. import Agent, Game, State, agent
from ..actors import CHANCE
from .picking import asked
from .showing import score_name

HELP = "a step or a whole turn to make it; ? lists the legal steps; quit leaves"


def play(arguments: Namespace) -> None:
    """Plays one game to its end, or until the player leaves."""
    rules = asked(arguments, arguments.id)
    seats = _seats(arguments.seat, rules)
    other = agent(arguments.against)
    state = rules.start(arguments.seed) if arguments.fen is None else rules.from_fen(arguments.fen)
    rng = random.Random(arguments.seed)
    if seats:
        print(f"{rules.info.title}: {HELP}")
    told = dict.fromkeys(seats, 0)
    looking: int | None = None
    while not state.over:
        if state.actor not in seats:
            step = _draw(state, other, rng)
            if not seats:
                print(f"\n{state.text()}\n{_who(state.actor)}: {step}")
            state.apply(step)
            continue
        seat = state.actor
        if looking not in (None, seat) and rules.info.hidden and not _handed_over(seat):
            return
        looking = seat
        told[seat] = _tell(state, seat, told[seat])
        if not _asked(state, seat):
            return
    for seat in seats:
        _tell(state, seat, told[seat])
    if not seats:
        print(f"\n{state.text()}")
    print(f"\nover by {state.reason} after {len(state.steps)} steps: {_results(state)}")


def _results(state: State) -> str:
    """What came of a game: who won, or the score."""
    scores = state.game.info.scores
    if scores.kind == "win":
        return ", ".join(f"{_who(seat)} {gain:+g}" for seat, gain in enumerate(state.returns))
    if scores.kind == "shared":
        return f"{score_name(scores)} {state.returns[0]:g}"
    results = [f"{-gain:g} {score_name(scores)}" for gain in state.returns]
    return results[0] if len(results) == 1 else ", ".join(f"{_who(seat)} {one}" for seat, one in enumerate(results))


def _seats(text: str, rules: Game) -> tuple[int, ...]:
    """The seats that a person plays."""
    if text == "all":
        return tuple(range(rules.seats))
    if text == "none":
        return ()
    seats = text.split(",")
    if not all(seat.isascii() and seat.isdecimal() and len(seat) < 3 and int(seat) < rules.seats for seat in seats):
        numbers = ", ".join(map(str, range(rules.seats)))
        raise ValueError(f"'{text[:40]}' names no seats of {rules.id}: name some of {numbers}, or all, or none")
    return tuple(sorted({int(seat) for seat in seats}))


def _draw(state: State, other: Agent, rng: random.Random) -> str:
    """What chance or an agent does."""
    if state.actor == CHANCE:
        outcomes = state.chance()
        return rng.choices([step for step, _ in outcomes], [chance for _, chance in outcomes])[0]
    return state.step_of(other.choose(state, rng.getrandbits(64)))


def _tell(state: State, seat: int, told: int) -> int:
    """Shows a seat the board and what it has seen since it last looked; returns how much of its history it has been told."""
    history = state.history(seat)
    # View, step, view, step, ..., view.
    news = history[told:][1::2]
    print()
    if news:
        print(f"played: {' '.join(news)}")
    print(state.text(seat))
    return len(history) - 1


def _asked(state: State, seat: int) -> bool:
    """Lets a person make one step or turn; says whether the game goes on."""
    while True:
        text = _line(f"{_who(seat)}> ")
        if text is None or text in ("quit", "exit", "q"):
            return False
        if text in ("", "help"):
            print(HELP)
        elif text == "?":
            print(" ".join(state.legal()))
        elif (refusal := _made(state, text)) is None:
            return True
        else:
            print(refusal)


def _made(state: State, text: str) -> str | None:
    """Makes a step or a turn; says why not if it is neither."""
    try:
        state.apply(text)
    except ValueError as refusal:
        try:
            state.apply_turn(text)
        except ValueError:
            return str(refusal)
    return None


def _handed_over(seat: int) -> bool:
    """Clears the screen for the next person."""
    print("\x1b[2J\x1b[H" if sys.stdout.isatty() else "")
    return _line(f"hand over to {_who(seat)}, who presses Enter ") is not None


def _line(prompt: str) -> str | None:
    """A line from the player, or nothing where there are no more."""
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        return None


def _who(actor: int) -> str:
    return "chance" if actor == CHANCE else f"seat {actor}"
