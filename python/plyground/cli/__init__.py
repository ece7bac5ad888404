"""The command line: `plyground list | show | play | golf | playouts | perft | study | atlas | plan | train | bench`."""

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, NoReturn

from .. import UnknownVariant, __version__
from ..options import read_options
from ..registry import read_names
from . import counting, golfing, play, showing, studying, training
from .streams import discard_output, open_streams

__all__ = ["main"]

MOST_SECONDS: Final = 1_000_000_000
"""Largest number of seconds that an option accepts."""

LONGEST: Final = 500
"""Largest number of characters of a message."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit status: 0 if all went well, 2 if what was asked for cannot be."""
    try:
        open_streams()
        try:
            _run(argv)
        finally:
            # Help and refusals of arguments end with `SystemExit`.
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader of a pipe has seen enough; nor does it want what is still to be written at exit.
        discard_output()
        return 1
    except KeyboardInterrupt:
        return _failed("interrupted", 130)
    except UnknownVariant as error:
        return _failed(f"{_line(error)}; 'plyground list' names all")
    except (ArithmeticError, ImportError, MemoryError, OSError, ValueError) as error:
        return _failed(_line(error))
    return 0


def _run(argv: Sequence[str] | None) -> None:
    """Reads the arguments and runs the command that they name."""
    top = parser()
    # `argparse` takes --option=-- for an option without a value, and hands on an empty list.
    for text in sys.argv[1:] if argv is None else argv:
        if option := re.fullmatch("(-[a-z]|--[a-z]+=)--", text):
            top.error(f"argument {option[1].rstrip('=')}: expected one argument")
    arguments, unknown = top.parse_known_args(argv)
    if unknown:
        # The parser of the command shows its own usage.
        arguments.parser.error(f"{' '.join(unknown)[:200]}: there is no such option, or one argument too many")
    command: Callable[[argparse.Namespace], None] = arguments.command
    for names in arguments.names:
        read_names(names)
    command(arguments)


def _failed(message: str, status: int = 2) -> int:
    """Prints an error, and returns the exit status."""
    with suppress(OSError):
        print(f"plyground: {_shortened(message)}", file=sys.stderr, flush=True)
    discard_output()
    return status


class Parser(argparse.ArgumentParser):
    """A parser whose refusals are short, however long the arguments are."""

    def error(self, message: str) -> NoReturn:
        """Prints how the command is used, and what is wrong."""
        super().error(_shortened(message))


def parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    top = Parser(prog="plyground", description="Chess and checkers variants: play, simulate, study.")
    top.add_argument("--version", action="version", version=f"plyground {__version__}")
    top.add_argument(
        "--names",
        metavar="FILE",
        action="append",
        default=[],
        help="names of your own for games with options changed: TOML such as [my-stax] base = 'stax' size = 6",
    )
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, run: Callable[[argparse.Namespace], None], text: str, **more: Any) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.", **more)
        command.set_defaults(command=run, parser=command)
        return command

    listing = add("list", showing.list_variants, "list the variants")
    _picked(listing)

    show = add("show", showing.show, "show what a variant is, and its start")
    show.add_argument("id", metavar="ID")
    show.add_argument("--planes", action="store_true", help="show what the planes of its observations mean instead")
    show.add_argument("--action", metavar="N", type=_count, help="say what this action means instead")
    _start(show)

    game = add("play", play.play, "play at the terminal against agents")
    game.add_argument("id", metavar="ID", nargs="?")
    game.add_argument("--load", metavar="FILE", help="go on with a game that 'save' wrote")
    game.add_argument(
        "--seat",
        metavar="SEAT",
        default="0",
        help="the seat that you play (0 by default), several as in 0,2, 'all', or 'none' to look on",
    )
    game.add_argument(
        "--against",
        metavar="AGENT",
        default="random",
        help="who plays the other seats: random (by default), greedy, ab:3, mcts:200, net:FILE,64",
    )
    _start(game)

    golf = add("golf", golfing.golf, "set a puzzle of Chess Golf, check your line, and show the solution")
    golf.add_argument("--cards", metavar="N", type=_positive, default=2, help="cards of a hole made by chance (2)")
    golf.add_argument("--par", metavar="N", help="the fewest moves that it takes: a number (3), or two as in 3-5")
    golf.add_argument("--seed", metavar="SEED", type=_seed, help="which hole (another each time)")
    golf.add_argument("--board", metavar="PLACEMENT", help="a hole of your own, with --chosen")
    golf.add_argument("--chosen", metavar="CARDS", help="its cards, as in Kb")
    golf.add_argument("--line", metavar="MOVES", help="your line, as in 'e5g6 g6h5 h5h2'; else you are asked for one")
    golf.add_argument("--show", action="store_true", help="show the solution without asking for a line")

    playouts = add("playouts", counting.playouts, "play random games and sum up how they end")
    playouts.add_argument("id", metavar="ID")
    playouts.add_argument("-n", "--games", metavar="N", type=_positive, default=10_000, help="how many (10000)")
    playouts.add_argument(
        "--out", metavar="FILE", help="write a row for each game there, as its name ends: in .csv or .parquet"
    )
    playouts.add_argument("--force", action="store_true", help="write over a file that is there")
    _start(playouts)
    _threads(playouts)

    perft = add("perft", counting.perft, "count the sequences of steps up to a depth")
    perft.add_argument("id", metavar="ID")
    perft.add_argument("depth", metavar="DEPTH", type=_count)
    perft.add_argument("--turns", action="store_true", help="count whole turns, each different one once")
    _start(perft)

    study = add("study", studying.study, "measure the advantage of the first move, scores, agents, rules or pieces")
    _variants(study)
    what = study.add_mutually_exclusive_group()
    what.add_argument(
        "--strength", action="store_true", help="measure the game at several strengths: each agent plays all seats"
    )
    what.add_argument("--match", action="store_true", help="measure the strength of the agents: they play each other")
    what.add_argument("--piece-values", action="store_true", help="measure the values of pieces")
    what.add_argument(
        "--ablation",
        action="store_true",
        help="measure the effect of each --set, instead of applying it; a change of several options is --set a=1,b=2",
    )
    what.add_argument("--rerun", metavar="FILE", help="repeat the study of a saved report")
    study.add_argument(
        "--agent",
        metavar="AGENT",
        action="append",
        help="an agent: random (default), greedy, ab:3, mcts:200, net:FILE,64; repeat for several",
    )
    study.add_argument(
        "--games",
        metavar="N",
        type=_positive,
        help="number of games of each variant (default: 20000; with agents: 1000)",
    )
    study.add_argument("--quick", action="store_true", help="play a tenth of the games")
    study.add_argument("--seed", metavar="SEED", type=_seed, help="seed of all random numbers (default: 0)")
    study.add_argument(
        "--confidence", metavar="C", type=float, help="confidence level of the intervals (default: 0.95)"
    )
    study.add_argument(
        "--sprt",
        metavar="ELO",
        type=float,
        help="stop when a sequential test decides whether the first seat, or in a match the first agent, is ahead by ELO",
    )
    study.add_argument(
        "--start", metavar="FEN", action="append", type=_text, help="a start position; repeat to use several in turn"
    )
    study.add_argument(
        "--openings", metavar="K", type=_count, help="begin after K random turns, the same for all agents"
    )
    study.add_argument(
        "--balanced", action="store_true", help="keep only random openings that a short search finds even"
    )
    study.add_argument("--tree", action="store_true", help="print the scores of all openings")
    study.add_argument(
        "--measures", action="store_true", help="measure lead changes and drama in random games too, which is slower"
    )
    study.add_argument("--store", metavar="FILE", help="keep games in FILE as they are played, and continue from it")
    study.add_argument("--engine", choices=["ray"], help="play on a Ray cluster")
    study.add_argument(
        "--out", metavar="FOLDER", help="write the table and its figure to FOLDER, named after the study"
    )
    study.add_argument("--save", metavar="FILE", help="write the report to FILE, for --rerun")
    _threads(study)

    atlas = add("atlas", studying.atlas, "study many variants by several agents, and write a page of them")
    _variants(atlas)
    atlas.add_argument(
        "--agent",
        metavar="AGENT",
        action="append",
        help="an agent; repeat for several (default: random, ab:2 and mcts:100,cut=1)",
    )
    atlas.add_argument(
        "--games",
        metavar="N",
        type=_positive,
        default=10_000,
        help="largest number of games of each agent in each variant (default: 10000)",
    )
    atlas.add_argument(
        "--seconds", metavar="S", type=_seconds, help="time budget of each agent in each variant (default: none)"
    )
    atlas.add_argument(
        "--min-games",
        metavar="N",
        type=_positive,
        default=100,
        help="number of games that are played even if they exceed --seconds (default: 100)",
    )
    atlas.add_argument(
        "--openings",
        metavar="K",
        type=_count,
        default=4,
        help="begin after K random turns that lead to even positions, except for random (default: 4)",
    )
    atlas.add_argument("--seed", metavar="SEED", type=_seed, default=0, help="seed of all random numbers (default: 0)")
    atlas.add_argument("--store", metavar="FILE", help="keep games in FILE as they are played, and continue from it")
    atlas.add_argument(
        "--out",
        metavar="FOLDER",
        default="atlas",
        help="write the page, the table and the report to FOLDER (default: atlas)",
    )
    _threads(atlas)

    plan = add("plan", studying.plan, "compute how many games an advantage needs, and what a time budget can detect")
    _variants(plan)
    plan.add_argument("--agent", metavar="AGENT", action="append", help="an agent, as in study (default: random)")
    plan.add_argument(
        "--elo", metavar="ELO", type=float, default=20.0, help="advantage to detect, in Elo points (default: 20)"
    )
    plan.add_argument(
        "--seconds", metavar="S", type=_seconds, default=60.0, help="time budget of each variant (default: 60)"
    )
    plan.add_argument(
        "--power", metavar="P", type=float, default=0.8, help="chance of detecting the advantage (default: 0.8)"
    )
    plan.add_argument(
        "--num-comparisons",
        metavar="N",
        type=_positive,
        help="number of variants in the report (default: those that are named)",
    )
    plan.add_argument(
        "--confidence", metavar="C", type=float, default=0.95, help="confidence level of the intervals (default: 0.95)"
    )
    plan.add_argument(
        "--pilot-seconds", metavar="S", type=_seconds, default=1.0, help="duration of each pilot (default: 1)"
    )
    plan.add_argument("--seed", metavar="SEED", type=_seed, default=0, help="seed of all random numbers (default: 0)")
    _threads(plan)

    train = add(
        "train", training.train, "teach a network a game by self-play; it then plays wherever an agent is named"
    )
    train.add_argument("id", metavar="ID")
    _set(train)
    train.add_argument("--out", metavar="FOLDER", help="where the run is kept: the model, its log and picture (ID)")
    train.add_argument("--minutes", metavar="M", type=float, help="for so long, with what it took before (60)")
    train.add_argument("--generations", metavar="N", type=_positive, help="or until there are so many generations")
    train.add_argument("--resume", action="store_true", help="go on with the run in the folder")
    train.add_argument(
        "--size",
        metavar="SIZE",
        help="of the network: tiny, small, medium, or its blocks and channels as in 2x24 (tiny)",
    )
    train.add_argument("--teacher", metavar="AGENT", help="an agent whose games it learns from first (nobody)")
    train.add_argument("--lessons", metavar="N", type=_count, help="generations played by the teacher (10)")
    train.add_argument("--simulations", metavar="N", type=_positive, help="positions judged for a step (32)")
    train.add_argument("--games", metavar="N", type=_positive, help="games of a generation (512)")
    train.add_argument("--measure", metavar="N", type=_count, help="games that tell its strength, 0 for none (40)")
    train.add_argument(
        "--opponent", metavar="AGENT", action="append", help="against whom (random, mcts:200, ab:3); more than once"
    )
    train.add_argument("--seed", metavar="SEED", type=_seed, help="what all chance is drawn from (0)")
    train.add_argument(
        "--with",
        metavar="SETTING=VALUE",
        dest="change",
        type=_settings,
        default={},
        help="further settings of plyground.learn.Settings, as in full=0.25,fast=8",
    )
    train.add_argument("--engine", choices=["ray"], help="play on a Ray cluster")
    _threads(train)

    bench = add("bench", counting.bench, "measure the speed of this build, on one thread")
    bench.add_argument("ids", metavar="ID", nargs="*", help="all variants by default")
    bench.add_argument("--seconds", metavar="S", type=float, default=1.0, help="for each measurement (1)")
    _set(bench)
    return top


def _variants(command: argparse.ArgumentParser) -> None:
    command.add_argument("ids", metavar="ID", nargs="*")
    _picked(command)
    _set(command)


def _picked(command: argparse.ArgumentParser) -> None:
    command.add_argument("--family", help="all variants of this family")
    command.add_argument("--seats", metavar="N", type=_positive, help="of these, only games for so many seats")


def _set(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--set",
        metavar="OPTION=VALUE",
        action="append",
        default=[],
        help="an option of the game as it shall be instead; 'plyground show ID' lists them",
    )


def _start(command: argparse.ArgumentParser) -> None:
    _set(command)
    command.add_argument("--seed", metavar="SEED", type=_seed, default=0, help="what all chance is drawn from (0)")
    command.add_argument("--fen", metavar="TEXT", help="a position string to start from")


def _threads(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--threads", metavar="N", type=_positive, help="at most so many (as many as there are processors)"
    )


def _text(text: str) -> str:
    """Reads text, which arguments that are not in the encoding of the terminal are not."""
    if not text.isprintable():
        raise argparse.ArgumentTypeError(f"{text[:40]!a} is not printable text")
    return text


def _count(text: str) -> int:
    return _whole(text, 0, 2**32 - 1)


def _positive(text: str) -> int:
    return _whole(text, 1, 2**32 - 1)


def _seed(text: str) -> int:
    return _whole(text, 0, 2**64 - 1)


def _settings(text: str) -> dict[str, Any]:
    """Reads settings of learning; whether there are such is for a run to know."""
    try:
        found = read_options(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return {name: _number(value) if isinstance(value, str) else value for name, value in found.items()}


def _number(text: str) -> "float | str":
    """A number with a fraction, or a word."""
    try:
        return float(text)
    except ValueError:
        return text


def _seconds(text: str) -> float:
    """Reads a time."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.0 < seconds <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(
            f"'{text[:40]}' is not a number of seconds, more than 0 and at most {MOST_SECONDS}"
        )
    return seconds


def _whole(text: str, least: int, most: int) -> int:
    """Reads a whole number, which may be written as 20000, 20_000, 2e4 or 1.5e6."""
    number = re.fullmatch(r"(\d[\d_]{0,29})(?:\.(\d{1,9}))?(?:[eE]\+?(\d{1,2}))?", text, re.ASCII)
    if number is not None:
        digits, fraction, zeros = number[1].replace("_", ""), number[2] or "", int(number[3] or 0)
        if len(fraction) <= zeros and least <= (whole := int(digits + fraction.ljust(zeros, "0"))) <= most:
            return whole
    raise argparse.ArgumentTypeError(f"'{text[:40]}' is not a whole number from {least} to {most}")


def _shortened(message: str) -> str:
    """A message that fits on some lines of a terminal: what is cut is the middle, which quotes something long."""
    half = LONGEST // 2
    return message if len(message) <= LONGEST else f"{message[:half]} ... {message[-half:]}"


def _line(error: BaseException) -> str:
    """What an error says, on one line."""
    if isinstance(error, OSError) and error.strerror is not None:
        return f"{error.strerror}: {error.filename}" if error.filename else error.strerror
    return " ".join(str(error).split()) or type(error).__name__
