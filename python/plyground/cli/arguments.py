"""Arguments that several commands share, and the types of arguments."""

import argparse
import re
from typing import Final

from ..limits import MAX_OFFSET

MAX_SECONDS: Final = 1_000_000_000
"""The largest number of seconds that options accept."""


def add_variants(command: argparse.ArgumentParser) -> None:
    """Add the arguments that select several games."""
    command.add_argument("ids", metavar="ID", nargs="*", help="the variants, see 'plyground list'")
    add_filters(command)
    add_set(command)


def add_filters(command: argparse.ArgumentParser) -> None:
    """Add the arguments that filter variants."""
    command.add_argument("--family", help="select all variants of a family, such as draughts")
    command.add_argument("--seats", metavar="N", type=positive, help="select only games with this number of seats")


def add_set(command: argparse.ArgumentParser) -> None:
    """Add ``--set``."""
    command.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="change options of the game, such as size=6 or flying=true,quiet=40; 'plyground show ID' lists the options",
    )


def add_start(command: argparse.ArgumentParser) -> None:
    """Add the arguments that determine how a game starts."""
    add_set(command)
    command.add_argument(
        "--seed", metavar="SEED", type=seed, default=0, help="the seed of all random numbers (default: 0)"
    )
    command.add_argument(
        "--start",
        metavar="FEN",
        type=printable_text,
        help="start from a position string instead of the initial position",
    )


def add_threads(command: argparse.ArgumentParser) -> None:
    """Add ``--threads``."""
    command.add_argument(
        "--threads", metavar="N", type=positive, help="the most threads to use (default: one per processor)"
    )


def printable_text(text: str) -> str:
    """Read printable text, as it is stored in reports."""
    if not text.isprintable():
        raise argparse.ArgumentTypeError(f"must be printable text, got {text[:40]!a}")
    return text


def count(text: str) -> int:
    """Read an integer from 0."""
    return _integer(text, 0, 2**32 - 1)


def positive(text: str) -> int:
    """Read an integer from 1."""
    return _integer(text, 1, 2**32 - 1)


def offset(text: str) -> int:
    """Read the number of a first game."""
    return _integer(text, 0, MAX_OFFSET)


def seed(text: str) -> int:
    """Read a seed."""
    return _integer(text, 0, 2**64 - 1)


def seconds(text: str) -> float:
    """Read a duration."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0.0 < found <= MAX_SECONDS:
        raise argparse.ArgumentTypeError(
            f"must be a number of seconds above 0 and at most {MAX_SECONDS}, got '{text[:40]}'"
        )
    return found


def _integer(text: str, low: int, high: int) -> int:
    """Read an integer, written as 20000, 20_000, 2e4 or 1.5e6."""
    number = re.fullmatch(r"(\d[\d_]{0,29})(?:\.(\d{1,9}))?(?:[eE]\+?(\d{1,2}))?", text, re.ASCII)
    if number is not None:
        digits, fraction, zeros = number[1].replace("_", ""), number[2] or "", int(number[3] or 0)
        if len(fraction) <= zeros and low <= (integer := int(digits + fraction.ljust(zeros, "0"))) <= high:
            return integer
    raise argparse.ArgumentTypeError(f"must be an integer from {low} to {high}, got '{text[:40]}'")
