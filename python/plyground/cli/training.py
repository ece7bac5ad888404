"""`plyground train`."""

import shlex
from argparse import Namespace
from typing import Any, Final

from .. import learn
from .selection import game_with_options

NAMED: Final = ("size", "seed", "teacher", "lessons", "games", "simulations", "measure")
"""What has an option of its own; all else is changed by ``--with``."""


def train(arguments: Namespace) -> None:
    """Teaches a network a game and says how to play against it."""
    rules = game_with_options(arguments, arguments.id)
    given: dict[str, Any] = {name: getattr(arguments, name) for name in NAMED if getattr(arguments, name) is not None}
    if arguments.opponent:
        given["opponents"] = tuple(arguments.opponent)
    given |= arguments.change
    out = arguments.out or rules.id
    minutes = arguments.minutes if arguments.minutes is not None or arguments.generations is not None else 60.0
    run = learn.train(
        rules,
        out=out,
        minutes=minutes,
        generations=arguments.generations,
        resume=arguments.resume,
        threads=arguments.threads,
        engine=arguments.engine,
        progress=True,
        **given,
    )
    print(f"{run.generation} generations, {run.played:,} games, {run.seconds / 60:.1f} minutes: {run.model}")
    options = "".join(f" --set {shlex.quote(text)}" for text in arguments.set)
    print(f"play it: plyground play {arguments.id}{options} --against {shlex.quote(f'net:{run.model},64')}")
