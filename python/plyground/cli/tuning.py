"""`plyground tune`."""

import shlex
from argparse import Namespace

from .. import study
from ..tuning import Generation, tune
from .selection import game_with_options

OPENING_TURNS = 6
"""The random turns before each game of the match. The games of a fit have others."""


def run(arguments: Namespace) -> None:
    """Tune an evaluation, and play a match between alpha-beta with and without it."""
    rules = game_with_options(arguments, arguments.id)
    path = arguments.out or f"{rules.id}.tuned"
    tune(
        rules,
        path,
        arguments.games,
        arguments.generations,
        nodes=arguments.nodes,
        seed=arguments.seed,
        threads=arguments.threads,
        report=_print,
    )
    print(f"evaluation: {path}")
    tuned = f"ab:ms={arguments.ms},eval={path}"
    if arguments.match_games:
        ratings = study.match(
            rules,
            [tuned, f"ab:ms={arguments.ms}"],
            games=arguments.match_games,
            openings=OPENING_TURNS,
            seed=arguments.seed,
            threads=arguments.threads,
            sprt=(0, arguments.elo),
        )
        print(ratings)
    options = "".join(f" --set {shlex.quote(text)}" for text in arguments.set)
    print(f"to play: plyground play {arguments.id}{options} --opponent {shlex.quote(tuned)}")


def _print(generation: Generation) -> None:
    print(
        f"generation {generation.number}: {generation.positions:,} positions, {generation.seconds:.0f} s, "
        f"error of results {generation.error_before:.4f} -> {generation.error_after:.4f}",
        flush=True,
    )
