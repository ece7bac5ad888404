"""`plyground golf`: a puzzle, a person's line, and the solution."""

import random
import re
from argparse import Namespace
from typing import Final

from .. import IllegalStep
from .. import golf as chess_golf
from ..golf import Hole, Solution

PAR: Final = 3
"""The par of a puzzle, if none is asked for."""

SHOWN: Final = 10
"""Shortest lines that are shown."""

HELP: Final = "a line of moves as in e5g6 g6h5; show for the solution; quit leaves"

RULES: Final = (
    "A man moves like any neighbour of his own colour, whatever he is; if no two men of a colour touch, they move as kings.\n"
    "Men of one chosen type capture a man for every other chosen card. Either colour may move."
)


def golf(arguments: Namespace) -> None:
    """Prints a puzzle, checks lines until one reaches the goal, and shows the solution."""
    hole = _hole(arguments)
    solution = chess_golf.solve(hole, lines=SHOWN)
    print(f"{RULES}\n\n{hole.text()}\n\nchosen: {_named(hole.cards)}\npar: {solution.label}\n")
    if arguments.line is not None:
        print(_judged(hole, arguments.line, solution)[1])
    elif not arguments.show and not _asked(hole, solution):
        return
    print(_shown(solution))


def _hole(arguments: Namespace) -> Hole:
    """The hole that is meant, or one made by chance."""
    if (arguments.board is None) != (arguments.chosen is None):
        raise ValueError("a hole of your own has a --board and --chosen cards")
    if arguments.board is not None:
        idle = [name for name in ("par", "seed") if getattr(arguments, name) is not None]
        if idle:
            raise ValueError(f"a hole of your own has no use for --{idle[0]}")
        return Hole(arguments.board, arguments.chosen)
    seed = random.getrandbits(32) if arguments.seed is None else arguments.seed
    par = max(PAR, arguments.cards) if arguments.par is None else _par(arguments.par)
    [hole] = chess_golf.holes(1, arguments.cards, par, seed)
    print(f"hole {seed} (plyground golf --seed {seed} shows it again)\n")
    return hole


def _par(text: str) -> int | tuple[int, int]:
    """Reads a number, or the least and the most."""
    read = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text, re.ASCII)
    if read is None:
        raise ValueError(f"--par is a number of moves as in 3, or two as in 3-5, not '{text[:40]}'")
    least, most = read.groups()
    return int(least) if most is None else (int(least), int(most))


def _asked(hole: Hole, solution: Solution) -> bool:
    """Lets a person try until the goal is reached; says whether the solution is to be shown."""
    print(HELP)
    while True:
        try:
            text = input("line> ").strip()
        except EOFError:
            print()
            return False
        if text in ("quit", "exit", "q"):
            return False
        if text == "show":
            return True
        if text in ("", "help", "?"):
            print(HELP)
            continue
        reached, verdict = _judged(hole, text, solution)
        print(verdict)
        if reached:
            return True


def _judged(hole: Hole, text: str, solution: Solution) -> tuple[bool, str]:
    """Whether a line reaches the goal, and what there is to say of it."""
    line = text.replace(",", " ").split()
    try:
        left = chess_golf.check(hole, line)
    except IllegalStep as error:
        return False, str(error)
    moves = f"{len(line)} move{'s' * (len(line) != 1)}"
    if left:
        return False, f"{moves}, and the goal is not reached: the cards left are {left}"
    if solution.least is None:
        return True, f"{moves}: you reached the goal"
    over = len(line) - solution.least
    return True, f"{moves}: you reached the goal, {'in par' if over == 0 else f'{over} over par'}"


def _shown(solution: Solution) -> str:
    """The solution, as far as it is known."""
    if solution.least is None:
        why = {
            "hopeless": "no line of any length reaches the goal",
            "memory": f"no line of {solution.more_than} moves or fewer reaches the goal; to look further takes more memory",
            "moves": f"no line of {solution.more_than} moves or fewer reaches the goal",
        }
        return why[solution.why or "moves"]
    lines = [" ".join(line) for line in solution.lines]
    more = solution.count - len(lines)
    heading = "the shortest line" if solution.count == 1 else f"the {solution.count:,} shortest lines"
    return "\n".join([f"{heading}, of {solution.least}:", *lines, *[f"and {more:,} more"] * (more > 0)])


def _named(cards: str) -> str:
    """Cards in letters and words."""
    kinds = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight"}
    words = [f"{'white' if card.isupper() else 'black'} {kinds[card.lower()]}" for card in cards]
    return f"{cards} ({', '.join(words)})"
