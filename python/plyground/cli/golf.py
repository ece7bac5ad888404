"""`plyground golf`."""

import random
import re
from argparse import Namespace
from typing import Final

from .. import IllegalStep
from .. import golf as chess_golf
from ..golf import Hole, Solution

DEFAULT_PAR: Final = 3
DEFAULT_CARDS: Final = 2

MAX_LINES: Final = 10
"""The most lines of a solution that are printed."""

RULES: Final = """\
A piece moves like any adjacent piece of its own color, whatever its own type. If no two pieces of a color are
adjacent, all of them move as kings. Either color may move.
Choose the type of one drawn card: its pieces capture one piece for each of the other cards."""

HELP: Final = "Enter a line of moves such as: e5g6 g6h5. Enter show for the solution, or quit."


def golf(arguments: Namespace) -> None:
    """Print a hole, check lines until one reaches the goal, and print the solution."""
    hole = _hole(arguments)
    solution = chess_golf.solve(hole, max_lines=MAX_LINES)
    print(f"{RULES}\n\n{hole.text()}\n\ndrawn cards: {_card_names(hole.cards)}\npar: {solution.label}\n")
    if arguments.line is not None:
        print(_check(hole, arguments.line, solution)[1])
    elif not arguments.solution and not _prompt(hole, solution):
        return
    print(_solution_text(solution))


def _hole(arguments: Namespace) -> Hole:
    """Return the hole of ``--board`` and ``--drawn``, or a random one."""
    if (arguments.board is None) != (arguments.drawn is None):
        raise ValueError("--board and --drawn must be given together")
    if arguments.board is not None:
        for name in ("cards", "par", "seed"):
            if getattr(arguments, name) is not None:
                raise ValueError(f"--{name} cannot be combined with --board and --drawn")
        return Hole(arguments.board, arguments.drawn)
    seed = random.getrandbits(32) if arguments.seed is None else arguments.seed
    cards = DEFAULT_CARDS if arguments.cards is None else arguments.cards
    par = max(DEFAULT_PAR, cards) if arguments.par is None else _par(arguments.par)
    [hole] = chess_golf.holes(1, cards, par, seed)
    options = [f" --{name} {getattr(arguments, name)}" for name in ("cards", "par") if getattr(arguments, name)]
    print(f"hole {seed}; to see it again: plyground golf{''.join(options)} --seed {seed}\n")
    return hole


def _par(text: str) -> tuple[int, int]:
    """Read a positive number or a range."""
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text, re.ASCII)
    low, high = (match[1], match[2] or match[1]) if match is not None else ("1", "0")
    if not 1 <= int(low) <= int(high):
        raise ValueError(f"--par must be a number of moves such as 3, or a range such as 3-5, got '{text[:40]}'")
    return int(low), int(high)


def _prompt(hole: Hole, solution: Solution) -> bool:
    """Read lines until one reaches the goal. Return whether to print the solution."""
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
        reached, verdict = _check(hole, text, solution)
        print(verdict)
        if reached:
            return True


def _check(hole: Hole, text: str, solution: Solution) -> tuple[bool, str]:
    """Return whether a line reaches the goal, and a message."""
    line = text.replace(",", " ").split()
    try:
        left = chess_golf.check(hole, line)
    except IllegalStep as error:
        return False, str(error)
    moves = f"{len(line)} move{'s' * (len(line) != 1)}"
    if left:
        return False, f"{moves}: goal not reached, cards left: {left}"
    if solution.par is None:
        return True, f"{moves}: goal reached"
    over = len(line) - solution.par
    return True, f"{moves}: goal reached, {'at par' if over == 0 else f'{over} over par'}"


def _solution_text(solution: Solution) -> str:
    """Return the shortest lines, or the reason why they are unknown."""
    if solution.par is None:
        if solution.stop_reason == "unsolvable":
            return "no line reaches the goal"
        more = "; a longer search needs more memory" if solution.stop_reason == "memory" else ""
        return f"no line of {solution.more_than} moves or fewer reaches the goal{more}"
    lines = [" ".join(line) for line in solution.lines]
    more_lines = solution.num_lines - len(lines)
    heading = "1 shortest line" if solution.num_lines == 1 else f"{solution.num_lines:,} shortest lines"
    moves = f"{solution.par} move{'s' * (solution.par != 1)}"
    return "\n".join([f"{heading} of {moves}:", *lines, *[f"and {more_lines:,} more"] * (more_lines > 0)])


def _card_names(cards: str) -> str:
    """Return cards as letters and words."""
    kinds = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight"}
    words = [f"{'white' if card.isupper() else 'black'} {kinds[card.lower()]}" for card in cards]
    return f"{cards} ({', '.join(words)})"
