"""The command ``plyground train``."""

import shlex
import sys
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from .. import learn
from ..learn import Settings
from .selection import game_with_options

MINUTES: Final = 60.0
"""Duration of a run if neither ``--minutes`` nor ``--generations`` is given."""


def add_settings(command: ArgumentParser) -> None:
    """Add a flag for each field of `Settings`, such as ``--learning-rate``."""
    group = command.add_argument_group("settings")
    for one in fields(Settings):
        is_number, is_list = "min" in one.metadata, isinstance(one.default, tuple)
        default = ", ".join(one.default) if isinstance(one.default, tuple) else str(one.default)
        description = one.metadata["description"] + ("; repeat the flag for several" if is_list else "")
        if isinstance(one.default, bool):
            group.add_argument(
                f"--{one.name.replace('_', '-')}",
                dest=one.name,
                action=BooleanOptionalAction,
                help=f"{description} ({default})",
            )
            continue
        group.add_argument(
            f"--{one.name.replace('_', '-')}",
            dest=one.name,
            action="append" if is_list else "store",
            type=_number if is_number else str,
            metavar="NUMBER" if is_number else one.name.rpartition("_")[2].removesuffix("s").upper(),
            help=f"{description} ({default or 'none'})",
        )


def train(arguments: Namespace) -> None:
    """Train a network, and print how to play against it."""
    rules = game_with_options(arguments, arguments.id)
    minutes = arguments.minutes if arguments.minutes is not None or arguments.generations is not None else MINUTES
    out = Path(arguments.out or rules.id)
    try:
        run = learn.train(
            rules,
            out=out,
            minutes=minutes,
            generations=arguments.generations,
            resume=arguments.resume,
            threads=arguments.threads,
            engine=arguments.engine,
            progress=True,
            **_settings(arguments),
        )
    except KeyboardInterrupt:
        print(_how_to_resume(out, arguments.texts), file=sys.stderr, flush=True)
        raise
    if run.generation:
        print(f"{run.generation} generations, {run.games_played:,} games, {run.seconds / 60:.1f} minutes: {run.model}")
    else:
        print(
            f"no game ended in time, so the network is untrained; continue with --resume and more --minutes: {run.model}"
        )
    options = "".join(f" --set {shlex.quote(text)}" for text in arguments.set)
    print(f"to play: plyground play {arguments.id}{options} --opponent {shlex.quote(f'net:{run.model},64')}")


def _how_to_resume(out: Path, texts: Sequence[str]) -> str:
    """Return what to do after Ctrl-C, given the arguments of the command."""
    from ..learn.run import STATE

    if not (out / STATE).exists():
        return f"nothing is saved in {out} yet: start the run again with the same command"
    resume = [] if "--resume" in texts else ["--resume"]
    return f"the complete generations are saved; to continue: {shlex.join(['plyground', *texts, *resume])}"


def _settings(arguments: Namespace) -> dict[str, Any]:
    """Return the settings that were given. `Settings` checks them."""
    given = {one.name: getattr(arguments, one.name) for one in fields(Settings)}
    return {
        name: tuple(value) if isinstance(value, Sequence) and not isinstance(value, str) else value
        for name, value in given.items()
        if value is not None
    }


def _number(text: str) -> "int | float | str":
    """Return a number, such as 20000, 20_000, 2e4 or 0.5; text that is not a number is returned unchanged."""
    for kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            continue
        return int(number) if isinstance(number, float) and number.is_integer() and abs(number) < 2**53 else number
    return text
