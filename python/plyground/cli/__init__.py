"""The command line: the commands of `plyground`, such as `plyground play`."""

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from typing import Any, Final, NoReturn, TypeAlias

from .. import UnknownVariant
from ..agents import DEFAULT_AGENTS
from ..limits import MAX_OPEN_GAMES
from ..registry import register_from_file
from ..truncate import printable
from .arguments import add_filters, add_set, add_start, add_threads, count, positive, seed
from .completion import add_completion
from .streams import discard_output, open_streams
from .study_arguments import add_study_commands
from .training import add_settings
from .version import Version

__all__ = ["main"]

MAX_MESSAGE: Final = 500
"""The most characters of an error message."""

Command: TypeAlias = Callable[[argparse.Namespace], None]
"""A function that runs a command with its arguments."""

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
    except KeyboardInterrupt as error:
        # Commands that keep results say so in the exception.
        return _failed(": ".join(["interrupted", *map(str, error.args)]), 130)
    except UnknownVariant as error:
        return _failed(f"{_line(error)}; run 'plyground list' for all ids")
    except (ArithmeticError, ImportError, MemoryError, OSError, ValueError) as error:
        return _failed(_line(error))
    return 0


def _run(argv: Sequence[str] | None) -> None:
    """Parse the arguments and run the command."""
    top = parser()
    # `argparse` accepts --option=-- and returns an empty list as its value.
    texts = sys.argv[1:] if argv is None else list(argv)
    for text in texts:
        if option := re.fullmatch("(-[a-z]|--[a-z-]+=)--", text):
            top.error(f"argument {option[1].rstrip('=')}: expected one argument")
    arguments, unknown = top.parse_known_args(argv)
    if unknown:
        # The parser of the command prints the usage of the command.
        arguments.parser.error(f"unrecognized arguments: {' '.join(unknown)[:200]}")
    arguments.texts = texts
    for names in (*arguments.names, *arguments.names_of_command):
        for problem in register_from_file(names):
            print(f"plyground: skipped: {_shortened(problem)}", file=sys.stderr)
    _imported(arguments.command)(arguments)


def _imported(command: str | Command) -> Command:
    """Return a command. The module of a text such as ``play.play`` is imported now, and those of other commands never."""
    if not isinstance(command, str):
        return command
    module, _, name = command.partition(".")
    function: Command = getattr(import_module(f".{module}", __name__), name)
    return function


def _failed(message: str, status: int = 2) -> int:
    """Print an error and return the exit status."""
    with suppress(OSError):
        print(f"plyground: {_shortened(message)}", file=sys.stderr, flush=True)
    discard_output()
    return status


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, short even if the arguments are long."""

    def error(self, message: str) -> NoReturn:
        """Print the error without the usage, and exit."""
        if message.startswith("the following arguments are required"):
            message += f"; '{self.prog} --help' describes them"
        self.exit(2, f"{self.prog}: error: {_shortened(message)}\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Suggest a command whose name is similar to an unknown one."""
        commands = action.choices
        if isinstance(action, argparse._SubParsersAction) and commands is not None and value not in commands:
            near = get_close_matches(value, commands, 1)
            hint = f"did you mean {near[0]}?" if near else f"the commands are {', '.join(commands)}"
            raise argparse.ArgumentError(None, f"there is no command {value!r}; {hint}")
        super()._check_value(action, value)


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    top = Parser(prog="plyground", description="Play, simulate and study chess and checkers variants.")
    top.add_argument(
        "--version", action=Version, nargs=0, help="show the version and the facts of this build, and exit"
    )
    _add_names(top, "names")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, run: str | Command, summary: str, **options: Any) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.", **options)
        command.set_defaults(command=run, parser=command)
        # A command has a destination of its own, since it would replace the names before it.
        _add_names(command, "names_of_command")
        return command

    list_parser = add("list", "variant_info.list_variants", "list the variants")
    add_filters(list_parser)
    list_parser.add_argument(
        "--source", metavar="SOURCE", help="books, for the 254 variants (default), or library, for games by description"
    )
    list_parser.add_argument(
        "--board", metavar="KIND", help="the kind of board: squares, triangles, hexagons or three-kings"
    )
    for flag, meaning in (
        ("hidden", "hidden information"),
        ("chance", "chance"),
        ("simultaneous", "seats that act at the same time"),
    ):
        list_parser.add_argument(f"--{flag}", action="store_true", help=f"select only games with {meaning}")

    show_parser = add("show", "variant_info.show", "show the properties and the initial position of a variant")
    show_parser.add_argument("id", metavar="ID", help=ID_HELP)
    show_parser.add_argument("--planes", action="store_true", help="describe the planes of observations instead")
    show_parser.add_argument("--action", metavar="N", type=count, help="describe this action number instead")
    add_start(show_parser)

    rules_parser = add("rules", "variant_info.rules", "show the rules of a variant")
    rules_parser.add_argument("id", metavar="ID", help=ID_HELP)
    add_set(rules_parser)

    play_parser = add("play", "play.play", "play against agents at the terminal")
    play_parser.add_argument("id", metavar="ID", nargs="?", help=ID_HELP)
    play_parser.add_argument(
        "--load",
        metavar="FILE",
        help="continue a game that was saved with 'save FILE'; for a game of your own, name it with ID",
    )
    play_parser.add_argument(
        "--seat",
        metavar="SEAT",
        default="0",
        help="the seats that you play: numbers such as 0 or 0,2, 'all', or 'none' to watch (default: 0)",
    )
    play_parser.add_argument(
        "--opponent",
        metavar="AGENT",
        action="append",
        help="the agent that plays the other seats: random, greedy, ab:3, mcts:200, strong:ms=1000, net:FILE,64; repeat it to "
        "give each of them, in order, its own agent (default: strong, the strongest known one with 0.1 seconds for each step)",
    )
    add_start(play_parser)

    analyze_parser = add("analyze", "analyze.analyze", "show what an agent finds out about a position")
    analyze_parser.add_argument("id", metavar="ID", nargs="?", help=ID_HELP)
    analyze_parser.add_argument(
        "--load",
        metavar="FILE",
        help="analyze a game that was saved with 'save FILE'; for a game of your own, name it with ID",
    )
    analyze_parser.add_argument(
        "--agent",
        metavar="AGENT",
        default="strong:ms=1000",
        help="the agent: ab:4, mcts:1000, strong:ms=1000, net:FILE,64 (default: strong:ms=1000)",
    )
    analyze_parser.add_argument(
        "--steps", metavar="N", type=positive, default=10, help="the most steps to show, the best first (default: 10)"
    )
    add_start(analyze_parser)

    serve_parser = add("serve", "serve.serve", "play in a browser on this machine: the playing page")
    serve_parser.add_argument(
        "ids",
        metavar="ID",
        nargs="*",
        help="variants to list first; my_module:nim imports a module with a game of your own",
    )
    serve_parser.add_argument(
        "--agent",
        metavar="AGENT",
        action="append",
        default=[],
        help="an agent that the page offers; repeat it for several. Agents that start a program or read a file, such as "
        "uci:stockfish,nodes=2000, must be named here",
    )
    serve_parser.add_argument("--port", metavar="PORT", type=count, default=0, help="the port (default: a free one)")
    serve_parser.add_argument("--no-browser", action="store_true", help="do not open the page in a browser")

    golf_parser = add("golf", "golf.golf", "solve a puzzle of Chess Golf")
    golf_parser.add_argument(
        "--cards", metavar="N", type=positive, help="the number of cards of a random hole, 2 to 16 (default: 2)"
    )
    golf_parser.add_argument(
        "--par",
        metavar="N",
        help="the fewest moves of a random hole: a number, or a range such as 3-5 (default: 3, or the number of cards)",
    )
    golf_parser.add_argument("--seed", metavar="SEED", type=seed, help="the seed of the random hole (default: random)")
    golf_parser.add_argument(
        "--board", metavar="PLACEMENT", help="the pieces of a hole as in FEN, instead of a random hole"
    )
    golf_parser.add_argument("--drawn", metavar="CARDS", help="the drawn cards of --board, such as Kb")
    golf_parser.add_argument(
        "--line", metavar="MOVES", help="check a line of moves such as 'e5g6 g6h5 h5h2' instead of asking for lines"
    )
    golf_parser.add_argument("--solution", action="store_true", help="print the solution without asking for lines")

    playouts_parser = add("playouts", "playouts.playouts", "play random games and summarize their results")
    playouts_parser.add_argument("id", metavar="ID", help=ID_HELP)
    playouts_parser.add_argument(
        "-n", "--games", metavar="N", type=positive, default=10_000, help="the number of games (default: 10000)"
    )
    playouts_parser.add_argument("--out", metavar="FILE", help="write one row per game to a .csv or .parquet file")
    playouts_parser.add_argument("--overwrite", action="store_true", help="replace the file of --out if it exists")
    add_start(playouts_parser)
    add_threads(playouts_parser)

    perft_parser = add("perft", "perft.perft", "count the sequences of steps of each length up to a depth")
    perft_parser.add_argument("id", metavar="ID", help=ID_HELP)
    perft_parser.add_argument("depth", metavar="DEPTH", type=count, help="the greatest length")
    perft_parser.add_argument(
        "--turns", action="store_true", help="count turns instead of steps, and each distinct turn once"
    )
    add_start(perft_parser)

    add_study_commands(add)

    train = add("train", "training.train", "train a network for a game by self-play")
    train.add_argument("id", metavar="ID")
    add_set(train)
    train.add_argument("--out", metavar="FOLDER", help="folder of the run: the model, its log and a plot (ID)")
    train.add_argument(
        "--minutes",
        metavar="M",
        type=float,
        help="duration in minutes, with compilation, evaluation and earlier sessions of the run (60); settings that are not "
        "given fit this time",
    )
    train.add_argument(
        "--generations",
        metavar="N",
        type=positive,
        help="number of generations, including earlier sessions of the run",
    )
    train.add_argument("--resume", action="store_true", help="continue the run in the folder")
    train.add_argument("--engine", choices=["ray"], help="play on a Ray cluster")
    add_threads(train)
    add_settings(train)

    tune = add("tune", "tuning.run", "fit an evaluation to games, and test it in a match")
    tune.add_argument("id", metavar="ID")
    add_set(tune)
    tune.add_argument("--out", metavar="FILE", help="the file of the evaluation (default: ID.tuned)")
    tune.add_argument(
        "--games", metavar="N", type=positive, default=5000, help="number of games of each generation (default: 5000)"
    )
    tune.add_argument("--generations", metavar="N", type=positive, default=2, help="number of generations (default: 2)")
    tune.add_argument(
        "--nodes", metavar="N", type=positive, default=100, help="positions that a search visits (default: 100)"
    )
    tune.add_argument("--seed", metavar="SEED", type=seed, default=0, help="seed of all random numbers (default: 0)")
    tune.add_argument(
        "--match-games",
        metavar="N",
        type=count,
        default=200,
        help="largest number of games of the match against the same search without it; 0 for none (default: 200)",
    )
    tune.add_argument(
        "--ms", metavar="MS", type=positive, default=10, help="milliseconds for a step in the match (default: 10)"
    )
    tune.add_argument(
        "--elo",
        metavar="ELO",
        type=float,
        default=40.0,
        help="advantage in Elo points that the match tests against 0 (default: 40)",
    )
    add_threads(tune)

    uci_parser = add(
        "uci", "protocols.uci", "serve an agent to chess programs that speak UCI, on standard input and output"
    )
    uci_parser.add_argument("--game", metavar="ID", default="chess", help=f"{ID_HELP} (default: chess)")
    add_set(uci_parser)
    hub_parser = add("hub", "protocols.hub", "serve an agent to programs for international draughts that speak Hub")
    for protocol in (uci_parser, hub_parser):
        protocol.add_argument(
            "--agent", metavar="AGENT", default="ab:4", help="the agent: ab:4, mcts:200, net:FILE,64 (default: ab:4)"
        )
        protocol.add_argument(
            "--seed", metavar="SEED", type=seed, default=0, help="the seed of all random numbers (default: 0)"
        )

    mcp_parser = add("mcp", "protocols.mcp", "serve games to language models by the Model Context Protocol (MCP)")
    mcp_parser.add_argument(
        "--agent",
        metavar="AGENT",
        action="append",
        help=f"an agent that the model can choose as its opponent; repeat it for several (default: {', '.join(DEFAULT_AGENTS)})",
    )
    mcp_parser.add_argument(
        "--max-games",
        metavar="N",
        type=positive,
        default=MAX_OPEN_GAMES,
        help=f"the most games that can be open (default: {MAX_OPEN_GAMES})",
    )

    bench_parser = add("bench", "bench.bench", "measure the speed of this build on one thread")
    bench_parser.add_argument("ids", metavar="ID", nargs="*", help="the variants (default: all)")
    bench_parser.add_argument(
        "--seconds", metavar="S", type=float, default=1.0, help="the duration of each measurement (default: 1)"
    )
    add_set(bench_parser)

    add_completion(add, top)
    return top


def _add_names(parser: argparse.ArgumentParser, destination: str) -> None:
    """Add the option ``--names``."""
    parser.add_argument(
        "--names",
        metavar="FILE",
        action="append",
        default=[],
        dest=destination,
        help="read names for games with changed options from a TOML file, see docs/options.md",
    )


def _shortened(message: str) -> str:
    """Return a message without its middle if it is too long. The middle quotes the long argument.

    Messages quote files and engines, whose control characters could change the terminal.
    """
    message = printable(message)
    half = MAX_MESSAGE // 2
    return message if len(message) <= MAX_MESSAGE else f"{message[:half]} ... {message[-half:]}"


def _line(error: BaseException) -> str:
    """Return the message of an error on one line."""
    if isinstance(error, OSError) and error.strerror is not None:
        return f"{error.strerror}: {error.filename}" if error.filename else error.strerror
    return " ".join(str(error).split()) or type(error).__name__
