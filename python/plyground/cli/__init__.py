"""The command line: the commands of `plyground`, such as `plyground play`."""

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, NoReturn

from .. import UnknownVariant, __version__
from ..registry import register_from_file
from ..study.design.num_games import MAX_OFFSET
from . import bench, golf, perft, play, playouts, protocols, serve, studying, training, tuning, variant_info
from .streams import discard_output, open_streams

__all__ = ["main"]

MAX_SECONDS: Final = 1_000_000_000
"""The largest number of seconds that options accept."""

MAX_MESSAGE: Final = 500
"""The most characters of an error message."""


ID_HELP: Final = "the variant, such as chess; 'plyground list' lists all"


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments, by default those of the process.

    Returns
    -------
    int
        The exit status: 0 for success, 1 if the reader of the output has closed it, 2 for an error, 130 for Ctrl-C.

    Raises
    ------
    SystemExit
        After ``--help`` and ``--version``, and if the arguments cannot be parsed.
    """
    try:
        open_streams()
        try:
            _run(argv)
        finally:
            # `argparse` raises `SystemExit` after it prints help or errors.
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader of a pipe has closed it. Python would fail again when it flushes at exit.
        discard_output()
        return 1
    except KeyboardInterrupt:
        return _failed("interrupted", 130)
    except UnknownVariant as error:
        return _failed(f"{_line(error)}; run 'plyground list' for all ids")
    except (ArithmeticError, ImportError, MemoryError, OSError, ValueError) as error:
        return _failed(_line(error))
    return 0


def _run(argv: Sequence[str] | None) -> None:
    """Parse the arguments and run the command."""
    top = parser()
    # `argparse` accepts --option=-- and returns an empty list as its value.
    for text in sys.argv[1:] if argv is None else argv:
        if option := re.fullmatch("(-[a-z]|--[a-z-]+=)--", text):
            top.error(f"argument {option[1].rstrip('=')}: expected one argument")
    arguments, unknown = top.parse_known_args(argv)
    if unknown:
        # The parser of the command prints the usage of the command.
        arguments.parser.error(f"unrecognized arguments: {' '.join(unknown)[:200]}")
    command: Callable[[argparse.Namespace], None] = arguments.command
    for names in arguments.names:
        register_from_file(names)
    command(arguments)


def _failed(message: str, status: int = 2) -> int:
    """Print an error and return the exit status."""
    with suppress(OSError):
        print(f"plyground: {_shortened(message)}", file=sys.stderr, flush=True)
    discard_output()
    return status


class Parser(argparse.ArgumentParser):
    """A parser whose error messages are short even if the arguments are long."""

    def error(self, message: str) -> NoReturn:
        """Print the usage and the error, and exit."""
        super().error(_shortened(message))


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    top = Parser(prog="plyground", description="Play, simulate and study chess and checkers variants.")
    top.add_argument("--version", action="version", version=f"plyground {__version__}")
    top.add_argument(
        "--names",
        metavar="FILE",
        action="append",
        default=[],
        help="read names for games with changed options from a TOML file, see docs/options.md",
    )
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(
        name: str, run: Callable[[argparse.Namespace], None], summary: str, **options: Any
    ) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.", **options)
        command.set_defaults(command=run, parser=command)
        return command

    list_parser = add("list", variant_info.list_variants, "list the variants")
    _add_filters(list_parser)

    show_parser = add("show", variant_info.show, "show the properties and the initial position of a variant")
    show_parser.add_argument("id", metavar="ID", help=ID_HELP)
    show_parser.add_argument("--planes", action="store_true", help="describe the planes of observations instead")
    show_parser.add_argument("--action", metavar="N", type=_count, help="describe this action number instead")
    _add_start(show_parser)

    play_parser = add("play", play.play, "play against agents at the terminal")
    play_parser.add_argument("id", metavar="ID", nargs="?", help=ID_HELP)
    play_parser.add_argument("--load", metavar="FILE", help="continue a game that was saved with 'save FILE'")
    play_parser.add_argument(
        "--seat",
        metavar="SEAT",
        default="0",
        help="the seats that you play: numbers such as 0 or 0,2, 'all', or 'none' to watch (default: 0)",
    )
    play_parser.add_argument(
        "--opponent",
        metavar="AGENT",
        default="strong",
        help="the agent that plays the other seats: random, greedy, ab:3, mcts:200, strong:ms=1000, net:FILE,64 "
        "(default: strong, the strongest known one with 0.1 seconds for each step)",
    )
    _add_start(play_parser)

    serve_parser = add("serve", serve.serve, "play in a browser on this machine: the playing page")
    serve_parser.add_argument("--port", metavar="PORT", type=_count, default=0, help="the port (default: a free one)")
    serve_parser.add_argument("--no-browser", action="store_true", help="do not open the page in a browser")

    golf_parser = add("golf", golf.golf, "solve a puzzle of Chess Golf")
    golf_parser.add_argument(
        "--cards", metavar="N", type=_positive, help="the number of cards of a random hole, 2 to 16 (default: 2)"
    )
    golf_parser.add_argument(
        "--par",
        metavar="N",
        help="the fewest moves of a random hole: a number, or a range such as 3-5 (default: 3, or the number of cards)",
    )
    golf_parser.add_argument("--seed", metavar="SEED", type=_seed, help="the seed of the random hole (default: random)")
    golf_parser.add_argument(
        "--board", metavar="PLACEMENT", help="the pieces of a hole as in FEN, instead of a random hole"
    )
    golf_parser.add_argument("--drawn", metavar="CARDS", help="the drawn cards of --board, such as Kb")
    golf_parser.add_argument(
        "--line", metavar="MOVES", help="check a line of moves such as 'e5g6 g6h5 h5h2' instead of asking for lines"
    )
    golf_parser.add_argument("--solution", action="store_true", help="print the solution without asking for lines")

    playouts_parser = add("playouts", playouts.playouts, "play random games and summarize their results")
    playouts_parser.add_argument("id", metavar="ID", help=ID_HELP)
    playouts_parser.add_argument(
        "-n", "--games", metavar="N", type=_positive, default=10_000, help="the number of games (default: 10000)"
    )
    playouts_parser.add_argument("--out", metavar="FILE", help="write one row per game to a .csv or .parquet file")
    playouts_parser.add_argument("--overwrite", action="store_true", help="replace the file of --out if it exists")
    _add_start(playouts_parser)
    _threads(playouts_parser)

    perft_parser = add("perft", perft.perft, "count the sequences of steps of each length up to a depth")
    perft_parser.add_argument("id", metavar="ID", help=ID_HELP)
    perft_parser.add_argument("depth", metavar="DEPTH", type=_count, help="the greatest length")
    perft_parser.add_argument(
        "--turns", action="store_true", help="count turns instead of steps, and each distinct turn once"
    )
    _add_start(perft_parser)

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
    what.add_argument(
        "--compensation",
        action="store_true",
        help="measure compensations for the first move: draw odds, the pie rule, handicaps, or each --candidate",
    )
    what.add_argument("--rerun", metavar="FILE", help="repeat the study of a saved report")
    study.add_argument(
        "--candidate",
        metavar="CANDIDATE",
        action="append",
        help="a compensation to measure: pie, draw-odds=1, without=e2, first=1, OPTION=VALUE; repeat for several",
    )
    study.add_argument(
        "--margin",
        metavar="M",
        type=float,
        help="the largest distance of a score from 1/2 that counts as fair (default: 0.05)",
    )
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
        "--offset",
        metavar="N",
        type=_offset,
        help="number of the first game, to play a part of a study that 'plyground merge' completes (default: 0)",
    )
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
    study.add_argument(
        "--write-games",
        metavar="FILE",
        help="play all games again and write them to a .parquet, .csv, .pgn (chess) or .pdn (draughts) file",
    )
    _threads(study)

    merge = add("merge", studying.merge, "merge the stores of studies that several machines made")
    merge.add_argument("stores", metavar="FILE", nargs="+", help="the stores")
    merge.add_argument(
        "--into", metavar="FILE", required=True, help="the merged store; if it exists, games are added to it"
    )

    atlas = add("atlas", studying.atlas, "study many variants by several agents, and write a page of them")
    _variants(atlas)
    atlas.add_argument(
        "--agent",
        metavar="AGENT",
        action="append",
        help="an agent; repeat for several (default: random, and two kinds of search at three strengths)",
    )
    atlas.add_argument(
        "--games",
        metavar="N",
        type=_positive,
        default=400,
        help="largest number of games of each agent and start in each variant, and of each match (default: 400)",
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
        help="play also after K random turns, rounded up to whole rounds of the seats (default: 4)",
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

    train = add("train", training.train, "train a network for a game by self-play")
    train.add_argument("id", metavar="ID")
    _set(train)
    train.add_argument("--out", metavar="FOLDER", help="folder of the run: the model, its log and a plot (ID)")
    train.add_argument(
        "--minutes",
        metavar="M",
        type=float,
        help="duration in minutes, including earlier sessions of the run (60); the last generation may have fewer games",
    )
    train.add_argument(
        "--generations",
        metavar="N",
        type=_positive,
        help="number of generations, including earlier sessions of the run",
    )
    train.add_argument("--resume", action="store_true", help="continue the run in the folder")
    train.add_argument("--engine", choices=["ray"], help="play on a Ray cluster")
    _threads(train)
    training.add_settings(train)

    tune = add("tune", tuning.run, "fit an evaluation for alpha-beta to games, and test it in a match")
    tune.add_argument("id", metavar="ID")
    _set(tune)
    tune.add_argument("--out", metavar="FILE", help="the file of the evaluation (default: ID.tuned)")
    tune.add_argument(
        "--games", metavar="N", type=_positive, default=5000, help="number of games of each generation (default: 5000)"
    )
    tune.add_argument(
        "--generations", metavar="N", type=_positive, default=2, help="number of generations (default: 2)"
    )
    tune.add_argument(
        "--nodes", metavar="N", type=_positive, default=100, help="positions that a search visits (default: 100)"
    )
    tune.add_argument("--seed", metavar="SEED", type=_seed, default=0, help="seed of all random numbers (default: 0)")
    tune.add_argument(
        "--match-games",
        metavar="N",
        type=_count,
        default=200,
        help="largest number of games of the match against alpha-beta without it; 0 for none (default: 200)",
    )
    tune.add_argument(
        "--ms", metavar="MS", type=_positive, default=10, help="milliseconds for a step in the match (default: 10)"
    )
    tune.add_argument(
        "--elo",
        metavar="ELO",
        type=float,
        default=40.0,
        help="advantage in Elo points that the match tests against 0 (default: 40)",
    )
    _threads(tune)

    uci_parser = add(
        "uci", protocols.uci, "serve an agent to chess programs that speak UCI, on standard input and output"
    )
    uci_parser.add_argument("--game", metavar="ID", default="chess", help=f"{ID_HELP} (default: chess)")
    _set(uci_parser)
    hub_parser = add("hub", protocols.hub, "serve an agent to programs for international draughts that speak Hub")
    for protocol in (uci_parser, hub_parser):
        protocol.add_argument(
            "--agent", metavar="AGENT", default="ab:4", help="the agent: ab:4, mcts:200, net:FILE,64 (default: ab:4)"
        )
        protocol.add_argument(
            "--seed", metavar="SEED", type=_seed, default=0, help="the seed of all random numbers (default: 0)"
        )

    bench_parser = add("bench", bench.bench, "measure the speed of this build on one thread")
    bench_parser.add_argument("ids", metavar="ID", nargs="*", help="the variants (default: all)")
    bench_parser.add_argument(
        "--seconds", metavar="S", type=float, default=1.0, help="the duration of each measurement (default: 1)"
    )
    _set(bench_parser)
    return top


def _variants(command: argparse.ArgumentParser) -> None:
    """Add the arguments that select several games."""
    command.add_argument("ids", metavar="ID", nargs="*", help="the variants, see 'plyground list'")
    _add_filters(command)
    _set(command)


def _add_filters(command: argparse.ArgumentParser) -> None:
    """Add the arguments that filter variants."""
    command.add_argument("--family", help="select all variants of a family, such as draughts")
    command.add_argument("--seats", metavar="N", type=_positive, help="select only games with this number of seats")


def _set(command: argparse.ArgumentParser) -> None:
    """Add ``--set``."""
    command.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="change options of the game, such as size=6 or flying=true,quiet=40; 'plyground show ID' lists the options",
    )


def _add_start(command: argparse.ArgumentParser) -> None:
    """Add the arguments that determine how a game starts."""
    _set(command)
    command.add_argument(
        "--seed", metavar="SEED", type=_seed, default=0, help="the seed of all random numbers (default: 0)"
    )
    command.add_argument(
        "--start", metavar="FEN", type=_text, help="start from a position string instead of the initial position"
    )


def _threads(command: argparse.ArgumentParser) -> None:
    """Add ``--threads``."""
    command.add_argument(
        "--threads", metavar="N", type=_positive, help="the most threads to use (default: one per processor)"
    )


def _text(text: str) -> str:
    """Read printable text, as it is stored in reports."""
    if not text.isprintable():
        raise argparse.ArgumentTypeError(f"must be printable text, got {text[:40]!a}")
    return text


def _count(text: str) -> int:
    return _integer(text, 0, 2**32 - 1)


def _positive(text: str) -> int:
    return _integer(text, 1, 2**32 - 1)


def _offset(text: str) -> int:
    return _integer(text, 0, MAX_OFFSET)


def _seed(text: str) -> int:
    return _integer(text, 0, 2**64 - 1)


def _seconds(text: str) -> float:
    """Read a duration."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.0 < seconds <= MAX_SECONDS:
        raise argparse.ArgumentTypeError(
            f"must be a number of seconds above 0 and at most {MAX_SECONDS}, got '{text[:40]}'"
        )
    return seconds


def _integer(text: str, low: int, high: int) -> int:
    """Read an integer, written as 20000, 20_000, 2e4 or 1.5e6."""
    number = re.fullmatch(r"(\d[\d_]{0,29})(?:\.(\d{1,9}))?(?:[eE]\+?(\d{1,2}))?", text, re.ASCII)
    if number is not None:
        digits, fraction, zeros = number[1].replace("_", ""), number[2] or "", int(number[3] or 0)
        if len(fraction) <= zeros and low <= (integer := int(digits + fraction.ljust(zeros, "0"))) <= high:
            return integer
    raise argparse.ArgumentTypeError(f"must be an integer from {low} to {high}, got '{text[:40]}'")


def _shortened(message: str) -> str:
    """Return a message without its middle if it is too long. The middle quotes the long argument."""
    half = MAX_MESSAGE // 2
    return message if len(message) <= MAX_MESSAGE else f"{message[:half]} ... {message[-half:]}"


def _line(error: BaseException) -> str:
    """Return the message of an error on one line."""
    if isinstance(error, OSError) and error.strerror is not None:
        return f"{error.strerror}: {error.filename}" if error.filename else error.strerror
    return " ".join(str(error).split()) or type(error).__name__
